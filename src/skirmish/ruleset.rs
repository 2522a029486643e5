//! How skirmish orders are read and written, and how its rows, events and outcomes are told.

use std::sync::Arc;

use recorder::Stamped;

use crate::kernel::actor::Actor;
use crate::kernel::assets::Assets;
use crate::kernel::problem::Problems;
use crate::kernel::ruleset::{Body, Fact, Line, Ruleset, Verdict};
use crate::kernel::scenario::Scenario;
use crate::kernel::side::Side;
use crate::skirmish::cast::Cast;
use crate::skirmish::content::Content;
use crate::skirmish::event::{Event, What};
use crate::skirmish::muster::Muster;
use crate::skirmish::order::Order;
use crate::skirmish::outcome::{Outcome, Reason};
use crate::skirmish::rules::Skirmish;
use crate::skirmish::unit::{Condition, Unit};

/// What an order looks like, for those who got it wrong.
const ORDER_FORM: &str =
    "an order is `SIDE retreat ID`, `SIDE retreat all` or `SIDE focus ID`, with SIDE ally or enemy";

impl Ruleset for Skirmish {
    const NAME: &'static str = "skirmish";

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

    fn strength(_cast: &Cast, _place: usize, row: &Unit) -> (usize, i32) {
        (usize::from(row.side), if row.is_up() { row.vigor } else { 0 })
    }

    fn read_order(&self, words: &str) -> Result<Order, String> {
        read_order(words)
    }

    fn write_order(&self, order: &Order) -> String {
        let side = order.side().name();
        match order {
            Order::Retreat { unit: None, .. } => format!("{side} retreat all"),
            Order::Retreat { unit: Some(id), .. } => format!("{side} retreat {id}"),
            Order::Focus { unit, .. } => format!("{side} focus {unit}"),
        }
    }

    fn scenario_orders(&self) -> Vec<Stamped<Order>> {
        self.muster.orders.clone()
    }

    fn side_names(cast: &Cast) -> Vec<String> {
        cast.sides.clone()
    }

    fn body(cast: &Cast, place: usize, row: &Unit) -> Body {
        Body {
            id: u32::try_from(place + 1).unwrap_or(u32::MAX),
            name: cast.name(place, row.form),
            side: usize::from(row.side),
            alive: row.is_up(),
            withdrew: row.condition == Condition::WITHDRAWN,
            vigor: row.vigor,
            vigor_max: cast.forms.get(usize::from(row.form)).map_or(row.vigor, |look| look.vigor_max),
        }
    }

    fn fact(event: &Event) -> Option<Fact> {
        match event.what {
            // A blow that a shield took whole moved no number.
            What::Struck { by, to, amount, .. } if amount > 0 => {
                Some(Fact::Damage { by: Some(place(by)), to: place(to), amount })
            }
            What::Healed { by, to, amount, .. } => Some(Fact::Healing { by: Some(place(by)), to: place(to), amount }),
            What::Fell { who, by } => Some(Fact::Fell { by: by.map(place), who: place(who) }),
            What::Withdrew { who } => Some(Fact::Withdrew { who: place(who) }),
            What::Obeyed { .. } => Some(Fact::Order { refused: false }),
            What::Refused { .. } => Some(Fact::Order { refused: true }),
            _ => None,
        }
    }

    fn tell(cast: &Cast, event: &Event) -> Option<Line> {
        let (text, kind, actors) = sentence(cast, &event.what)?;
        Some(Line { tick: event.tick, text, kind, actors: actors.into_iter().map(place).collect() })
    }

    fn verdict(cast: &Cast, outcome: &Outcome) -> Verdict {
        let side = |side: u8| cast.sides.get(usize::from(side)).map_or("nobody", String::as_str);
        let winner = outcome.winner.map(|winner| side(winner).to_owned());
        let loser = outcome.winner.map_or("nobody", |winner| side(1 - winner.min(1)));
        let reason = match outcome.reason {
            Reason::LastFell => format!("the last {loser} fell"),
            Reason::LastWithdrew => format!("the last {loser} withdrew"),
            Reason::BothGone => "neither side has anyone left".to_owned(),
            Reason::Cap => "time ran out and both sides withdrew".to_owned(),
        };
        Verdict::of(winner, reason)
    }
}

/// Read an order's words after the tick.
pub(crate) fn read_order(words: &str) -> Result<Order, String> {
    let parts: Vec<&str> = words.split_whitespace().collect();
    let [side, kind, unit] = parts[..] else {
        return Err(format!("`{words}` has {} words, not three: {ORDER_FORM}", parts.len()));
    };
    let Some(side) = Side::named(side) else {
        return Err(format!("`{side}` is no side: it is ally or enemy"));
    };
    match (kind, unit) {
        ("retreat", "all") => Ok(Order::Retreat { side, unit: None }),
        ("retreat", id) => Ok(Order::Retreat { side, unit: Some(read_id(id)?) }),
        ("focus", id) => Ok(Order::Focus { side, unit: read_id(id)? }),
        _ => Err(format!("`{kind}` is no order: it is retreat or focus")),
    }
}

fn read_id(word: &str) -> Result<u32, String> {
    word.parse().map_err(|_| format!("`{word}` is no unit id: ids are whole numbers from 1, as `foregone state` lists"))
}

fn place(actor: Actor) -> usize {
    usize::from(actor.place)
}

/// A line of the feed: its text, kind and actors. Single blows are counted and drawn, not told.
fn sentence(cast: &Cast, what: &What) -> Option<(String, &'static str, Vec<Actor>)> {
    let name = |actor: Actor| cast.actor(actor);
    Some(match *what {
        What::Used { by, to, skill } => {
            let skill = cast.skills.get(usize::from(skill)).filter(|skill| skill.told)?;
            let text = if by == to {
                format!("{} uses {}", name(by), skill.name)
            } else {
                format!("{} uses {} on {}", name(by), skill.name, name(to))
            };
            (text, "skill", vec![by, to])
        }
        What::Summoned { by, who } => (format!("{} brings up {}", name(by), name(who)), "skill", vec![by, who]),
        What::Revived { who, vigor } => (format!("{} gets up again with {vigor} vigor", name(who)), "skill", vec![who]),
        What::Fell { who, by: Some(by) } if by != who => {
            (format!("{} brings down {}", name(by), name(who)), "fall", vec![by, who])
        }
        What::Fell { who, .. } => (format!("{} falls", name(who)), "fall", vec![who]),
        What::Withdrew { who } => (format!("{} leaves the field", name(who)), "order", vec![who]),
        What::Obeyed { order, unit } => (obeyed(cast, order, unit), "order", unit.into_iter().collect()),
        What::Refused { order, refusal } => (refused(cast, order, refusal.phrase()), "refused", Vec::new()),
        What::Ended { outcome } => {
            let verdict = Skirmish::verdict(cast, &outcome);
            let winner = verdict.winner.map_or("a draw".to_owned(), |winner| format!("victory for the {winner}"));
            (format!("The fight ends: {winner}, {}", verdict.reason), "end", Vec::new())
        }
        _ => return None,
    })
}

fn side_name(cast: &Cast, order: Order) -> &str {
    cast.sides.get(usize::from(order.side().index())).map_or("nobody", String::as_str)
}

fn obeyed(cast: &Cast, order: Order, unit: Option<Actor>) -> String {
    let side = side_name(cast, order);
    let unit = unit.map_or("everyone".to_owned(), |unit| cast.actor(unit));
    match order {
        Order::Retreat { .. } => format!("Order to the {side}: {unit} retreats"),
        Order::Focus { .. } => format!("Order to the {side}: all go for {unit}"),
    }
}

fn refused(cast: &Cast, order: Order, why: &str) -> String {
    let side = side_name(cast, order);
    let wanted = match order {
        Order::Retreat { unit: None, .. } => "retreat all".to_owned(),
        Order::Retreat { unit: Some(id), .. } => format!("retreat {id}"),
        Order::Focus { unit, .. } => format!("focus {unit}"),
    };
    format!("Order to the {side} refused: {wanted}: {why}")
}
