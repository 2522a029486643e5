//! How legion orders are read and written, and how its rows, events and outcomes are told.

use std::sync::Arc;

use recorder::Stamped;

use crate::kernel::assets::Assets;
use crate::kernel::problem::{Problems, suggest};
use crate::kernel::ruleset::{Body, Fact, Line, NO_SIDE, Ruleset, Verdict};
use crate::kernel::scenario::Scenario;
use crate::legion::cast::Cast;
use crate::legion::content::Content;
use crate::legion::event::{Event, What};
use crate::legion::muster::{Army, Muster};
use crate::legion::order::{Ability, Order, Word};
use crate::legion::outcome::{Outcome, Reason};
use crate::legion::plan::Phase;
use crate::legion::row::Row;
use crate::legion::rules::Legion;
use crate::legion::unit::{Formation, NO_UNIT, Nerve};

/// What an order looks like, for those who got it wrong.
const ORDER_FORM: &str = "an order is `SIDE move UNIT X Z [run]`, `SIDE attack UNIT TARGET`, `SIDE halt UNIT`, \
                          `SIDE face UNIT X Z`, `SIDE form UNIT FORMATION`, `SIDE use UNIT ABILITY` or \
                          `SIDE release UNIT`, with X and Z in metres";

impl Ruleset for Legion {
    const NAME: &'static str = "legion";
    const POINTS: &'static str = "men";
    const COUNTED: [Option<&'static str>; 4] = [Some("felled"), Some("lost"), None, None];

    fn open(scenario: &Scenario, assets: &Assets, seed: Option<u64>) -> Result<Self, Problems> {
        let content = Arc::new(Content::from_assets(assets)?);
        let seed = seed.unwrap_or(scenario.seed);
        let muster = scenario.read(|t| Muster::read(t, &content, &scenario.title, seed))?;
        Ok(Self::new(content, muster))
    }

    fn seed(&self) -> u64 {
        self.muster.seed
    }

    fn with_seed(&self, seed: u64) -> Self {
        Self::with_seed(self, seed)
    }

    fn read_order(&self, words: &str) -> Result<Order, String> {
        read_order(&self.muster.sides, words)
    }

    fn write_order(&self, order: &Order) -> String {
        let side = self.muster.sides.get(usize::from(order.side)).map_or("nobody", |army| army.name.as_str());
        words(side, order)
    }

    fn scenario_orders(&self) -> Vec<Stamped<Order>> {
        self.muster.orders.clone()
    }

    fn side_names(cast: &Cast) -> Vec<String> {
        cast.sides.iter().map(|side| side.name.clone()).collect()
    }

    fn body(cast: &Cast, place: usize, row: &Row) -> Body {
        let id = u32::try_from(place + 1).unwrap_or(u32::MAX);
        match row {
            Row::Body(body) => Body {
                id,
                name: cast.unit(place as u16).to_owned(),
                side: usize::from(body.side),
                alive: body.alive > 0 && body.nerve != Nerve::Lost,
                withdrew: body.alive > 0 && body.nerve == Nerve::Lost,
                vigor: body.alive.cast_signed(),
                vigor_max: body.men_x.len() as i32,
            },
            // What flies is of no side.
            Row::Air(_) => Body {
                id,
                name: "What is in the air".to_owned(),
                side: NO_SIDE,
                alive: false,
                withdrew: false,
                vigor: 0,
                vigor_max: 0,
            },
        }
    }

    fn strength(_cast: &Cast, _place: usize, row: &Row) -> (usize, i32) {
        match row {
            // Who runs fights nobody.
            Row::Body(body) if body.nerve.is_in_order() => (usize::from(body.side), body.alive.cast_signed()),
            Row::Body(body) => (usize::from(body.side), 0),
            Row::Air(_) => (NO_SIDE, 0),
        }
    }

    fn fact(event: &Event) -> Option<Fact> {
        match event.what {
            // Damage is counted in men.
            What::Losses { unit, by, men, .. } if men > 0 => {
                let by = (by != NO_UNIT).then_some(usize::from(by));
                Some(Fact::Damage { by, to: usize::from(unit), amount: men.cast_signed() })
            }
            What::Lost { unit } => Some(Fact::Fell { by: None, who: usize::from(unit) }),
            What::Obeyed { .. } => Some(Fact::Order { refused: false }),
            What::Refused { .. } => Some(Fact::Order { refused: true }),
            _ => None,
        }
    }

    fn tell(cast: &Cast, event: &Event) -> Option<Line> {
        let (text, kind, actors) = sentence(cast, &event.what);
        Some(Line { tick: event.tick, text, kind, actors: actors.into_iter().map(usize::from).collect() })
    }

    fn verdict(cast: &Cast, outcome: &Outcome) -> Verdict {
        let winner = outcome.winner.map(|winner| cast.side(winner).to_owned());
        let reason = match outcome.reason {
            Reason::Annihilation if winner.is_none() => "nobody is left",
            Reason::Annihilation => "nobody else is left",
            Reason::Rout if winner.is_none() => "everyone who did not fall has run",
            Reason::Rout => "the other army has lost its order",
            Reason::Margin => "the other army holds too little against it",
            Reason::Stalemate => "nobody fell any more",
            Reason::Timeout => "night fell",
        };
        Verdict::of(winner, reason.to_owned())
    }
}

/// Read an order's words after the tick.
pub(crate) fn read_order(sides: &[Army], words: &str) -> Result<Order, String> {
    let parts: Vec<&str> = words.split_whitespace().collect();
    let [side, verb, unit, rest @ ..] = &parts[..] else {
        return Err(format!("`{words}` is too short: {ORDER_FORM}"));
    };
    let names: Vec<&str> = sides.iter().map(|army| army.name.as_str()).collect();
    let Some(side) = names.iter().position(|name| name == side) else {
        return Err(format!("`{side}` is no side: it is one of {}", names.join(", ")));
    };
    let word = match (*verb, rest) {
        ("move", [x, z]) => Word::Move { x: read_metres(x)?, z: read_metres(z)?, run: false },
        ("move", [x, z, "run"]) => Word::Move { x: read_metres(x)?, z: read_metres(z)?, run: true },
        ("attack", [target]) => Word::Attack { unit: read_unit(target)? },
        ("halt", []) => Word::Halt,
        ("face", [x, z]) => Word::Face { x: read_metres(x)?, z: read_metres(z)? },
        ("form", [formation]) => {
            Word::Form { formation: pick(formation, "formation", &Formation::ALL.map(|f| (f.id(), f)))? }
        }
        ("use", [ability]) => Word::Use { ability: pick(ability, "ability", &Ability::ALL.map(|a| (a.id(), a)))? },
        ("release", []) => Word::Release,
        _ => return Err(format!("`{words}` is no order: {ORDER_FORM}")),
    };
    Ok(Order { side: side as u8, unit: read_unit(unit)?, word })
}

/// Read a unit's number, which counts from 1, as an index.
fn read_unit(word: &str) -> Result<u16, String> {
    let number: Option<u16> = word.parse().ok().filter(|&number| number > 0 && number < NO_UNIT);
    number
        .map(|number| number - 1)
        .ok_or_else(|| format!("`{word}` is no unit: units are whole numbers from 1, as `foregone state` lists them"))
}

/// Read metres as decimetres: `12`, `-3.5`.
fn read_metres(word: &str) -> Result<i32, String> {
    let (sign, digits) = word.strip_prefix('-').map_or((1, word), |digits| (-1, digits));
    let (metres, tenths) = digits.split_once('.').unwrap_or((digits, "0"));
    let is_plain =
        |part: &str, most| !part.is_empty() && part.len() <= most && part.bytes().all(|b| b.is_ascii_digit());
    if !is_plain(metres, 5) || !is_plain(tenths, 1) {
        return Err(format!("`{word}` is no place: metres from the middle of the field, such as `120` or `-3.5`"));
    }
    let read = |part: &str| part.parse::<i32>().unwrap_or_default();
    Ok(sign * (read(metres) * 10 + read(tenths)))
}

fn pick<T: Copy>(word: &str, what: &str, choices: &[(&str, T)]) -> Result<T, String> {
    let names: Vec<&str> = choices.iter().map(|(name, _)| *name).collect();
    choices.iter().find(|(name, _)| *name == word).map(|(_, choice)| *choice).ok_or_else(|| {
        let help = suggest(word, &names).unwrap_or_else(|| format!("it is one of {}", names.join(", ")));
        format!("`{word}` is no {what}; {help}")
    })
}

fn words(side: &str, order: &Order) -> String {
    let unit = u32::from(order.unit) + 1;
    match order.word {
        Word::Move { x, z, run } => {
            format!("{side} move {unit} {} {}{}", metres(x), metres(z), if run { " run" } else { "" })
        }
        Word::Attack { unit: target } => format!("{side} attack {unit} {}", u32::from(target) + 1),
        Word::Halt => format!("{side} halt {unit}"),
        Word::Face { x, z } => format!("{side} face {unit} {} {}", metres(x), metres(z)),
        Word::Form { formation } => format!("{side} form {unit} {}", formation.id()),
        Word::Use { ability } => format!("{side} use {unit} {}", ability.id()),
        Word::Release => format!("{side} release {unit}"),
    }
}

/// Write decimetres as metres.
fn metres(decimetres: i32) -> String {
    let (sign, size) = (if decimetres < 0 { "-" } else { "" }, decimetres.unsigned_abs());
    if size % 10 == 0 { format!("{sign}{}", size / 10) } else { format!("{sign}{}.{}", size / 10, size % 10) }
}

/// A line of the feed: its text, kind and actors.
fn sentence(cast: &Cast, what: &What) -> (String, &'static str, Vec<u16>) {
    let name = |unit: u16| cast.unit(unit);
    match *what {
        What::Short { unit, men, asked } => {
            (format!("{} has {men} men of {asked}: the pool has no more", name(unit)), "order", vec![unit])
        }
        What::Contact { unit, foe } => (format!("{} meets {}", name(unit), name(foe)), "contact", vec![unit, foe]),
        What::Charged { unit, foe } => {
            (format!("{} charges into {}", name(unit), name(foe)), "contact", vec![unit, foe])
        }
        What::Routed { unit, lost } => (format!("{} breaks, having lost {lost}", name(unit)), "rout", vec![unit]),
        What::Rallied { unit } => (format!("{} rallies", name(unit)), "rally", vec![unit]),
        What::Lost { unit } => (format!("{} is lost", name(unit)), "fall", vec![unit]),
        What::Phase { side, phase } => {
            (format!("The general of {}: {}", capitalised(cast.side(side)), phase_name(phase)), "phase", Vec::new())
        }
        What::Volley { unit, shots } => (format!("{} lets go {shots}", name(unit)), "volley", vec![unit]),
        What::Losses { unit, by, men, friendly } => {
            let to = if by == NO_UNIT { String::new() } else { format!(", most to {}", name(by)) };
            let own = if friendly == 0 { String::new() } else { format!(", {friendly} to its own side's missiles") };
            let actors = [unit, by].into_iter().filter(|unit| *unit != NO_UNIT).collect();
            (format!("{} lost {men}{to}{own}", name(unit)), "losses", actors)
        }
        What::Used { unit, ability } => (format!("{} uses {}", name(unit), ability.id()), "skill", vec![unit]),
        What::Obeyed { order } => (
            format!("Order to {}: {}", name(order.unit), words(cast.side(order.side), &order)),
            "order",
            vec![order.unit],
        ),
        What::Refused { order, refusal } => (
            format!("Order refused: {}: {}", words(cast.side(order.side), &order), refusal.phrase()),
            "refused",
            vec![],
        ),
        What::Ended { outcome } => {
            let verdict = Legion::verdict(cast, &outcome);
            let winner = verdict.winner.map(|winner| format!("victory for {}", capitalised(&winner)));
            let winner = winner.unwrap_or_else(|| "a draw".to_owned());
            (format!("The battle ends: {winner}, {}", verdict.reason), "end", Vec::new())
        }
    }
}

/// Write a side's name as people do.
fn capitalised(word: &str) -> String {
    let mut letters = word.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

fn phase_name(phase: Phase) -> &'static str {
    match phase {
        Phase::Deploy => "draw up",
        Phase::Skirmish => "skirmish",
        Phase::Advance => "advance",
        Phase::Engagement => "fight",
        Phase::Exploit => "push in where they give",
        Phase::Pursuit => "run them down",
        Phase::Withdraw => "get away",
    }
}

#[cfg(test)]
mod tests {
    use recorder::{Recorder, Settings};

    use super::*;
    use crate::legion::event::Event;
    use crate::legion::order::Refusal;
    use crate::legion::testing::{battle, line, live, open, shipped};

    #[test]
    fn every_order_reads_back_as_it_is_written() {
        let rules = shipped("legion/small");
        for words in [
            "rome move 3 120 -3.5",
            "rome move 3 -0.5 40 run",
            "rome attack 1 4",
            "juthungi halt 5",
            "rome face 2 0 100",
            "juthungi form 4 wedge",
            "rome use 1 brace",
            "rome release 1",
        ] {
            let order = rules.read_order(words).expect(words);
            assert_eq!(rules.write_order(&order), words);
        }
    }

    #[test]
    fn a_wrong_order_is_told_what_would_be_right() {
        let rules = shipped("legion/small");
        let said = |words: &str| rules.read_order(words).expect_err(words);
        assert!(said("gaul halt 1").contains("it is one of rome, juthungi"));
        assert!(said("rome halt 0").contains("whole numbers from 1"));
        assert!(said("rome move 1 x 3").contains("`x` is no place"));
        assert!(said("rome move 1 1e9 3").contains("no place") && said("rome move 1 2").contains("is no order"));
        assert!(said("rome form 1 phalanx").contains("is no formation"));
        assert!(said("rome").contains("too short"));
    }

    #[test]
    fn a_draw_names_no_other_army() {
        let cast = Cast::new(&shipped("legion/stall"));
        let reason = |winner, reason| Legion::verdict(&cast, &Outcome { winner, reason }).reason;
        assert_eq!(reason(None, Reason::Rout), "everyone who did not fall has run");
        assert_eq!(reason(None, Reason::Annihilation), "nobody is left");
    }

    fn answers(orders: &[&str]) -> Vec<Option<Refusal>> {
        let rules = battle(
            &[line("legionary-cohort", 60, [0, -300], 90), line("archers", 40, [0, -320], 90)],
            &[line("warband", 60, [0, 300], 270)],
        );
        let mut live = live(rules, orders);
        live.step();
        let answer = |event: &Event| match event.what {
            What::Obeyed { .. } => Some(None),
            What::Refused { refusal, .. } => Some(Some(refusal)),
            _ => None,
        };
        live.events().iter().filter_map(answer).collect()
    }

    #[test]
    fn orders_are_refused_by_name() {
        let orders = [
            "0 rome move 1 10 -280",
            "0 rome move 9 10 10",
            "0 rome halt 3",
            "0 rome attack 1 2",
            "0 rome form 2 wedge",
            "0 rome use 2 charge",
            "0 rome use 1 charge",
            "0 rome use 1 charge",
            "0 rome move 1 0 1180.1",
            "0 rome release 1",
        ];
        let wanted = [
            None,
            Some(Refusal::Unknown),
            Some(Refusal::OtherSide),
            Some(Refusal::NoTarget),
            Some(Refusal::Unable),
            Some(Refusal::Unable),
            None,
            Some(Refusal::NotReady),
            Some(Refusal::OffField),
            None,
        ];
        assert_eq!(answers(&orders), wanted);
    }

    #[test]
    fn rows_show_what_is_there() {
        let rules = Arc::new(shipped("legion/small"));
        let mut recorder = Recorder::new(Arc::clone(&rules), recorder::Orders::default(), Settings::default());
        recorder.advance(recorder::Budget::Ticks(3)).expect("it runs");
        let recording = recorder.recording();
        let frame = recording.frame(0).expect("recorded");
        let rows: Vec<&Row> = frame.rows().collect();
        assert_eq!(rows.len(), rules.opening().units.len() + 1);
        let cast = recording.cast();
        for (place, (row, unit)) in rows.iter().zip(&rules.opening().units).enumerate() {
            let Row::Body(body) = row else { panic!("a unit") };
            for (n, man) in unit.men().enumerate() {
                let x = (cast.units[place].x + body.men_x[n]) as f32 / crate::legion::row::STEPS;
                assert!((x - rules.opening().men.x[man]).abs() <= 0.5 / 256.0 + 1e-4);
            }
            let told = Legion::body(cast, place, row);
            assert_eq!((told.vigor, told.vigor_max, told.alive), (unit.count as i32, unit.count as i32, true));
        }
        assert!(matches!(rows.last(), Some(Row::Air(_))));
    }

    #[test]
    fn a_faulty_deployment_is_told_everything_at_once() {
        let text = "pool = 'huge'\nscale = 5\n[[side]]\nfaction = 'rome'\n[[side.line]]\nkind = 'cohort'\nat = [2000, 0]\n\
                    facing = 90\nfirm = 1\n[[side]]\nfaction = 'rome'\n[[side.line]]\nkind = 'archers'\nat = [0, 9]\n\
                    facing = 90\ncount = 40\ngap = 90\n";
        let said = open(text).expect_err("nothing in it is right").to_string();
        for part in [
            "`pool` is",
            "`scale` is out of range",
            "`kind` is",
            "`at`",
            "unknown key `firm`",
            "named twice",
            "off the field",
        ] {
            assert!(said.contains(part), "{part} is missing in\n{said}");
        }
    }
}
