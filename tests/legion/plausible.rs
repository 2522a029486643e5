//! What battles come to, over seeds: kept as a table, and each claim about it held against every line.
//!
//! The tables take minutes: `cargo test --release are_plausible -- --include-ignored`. The normal run makes the first seeds
//! of the small battle again and looks for their lines in its table.

use std::fmt::Write as _;
use std::ops::RangeInclusive;
use std::path::Path;
use std::sync::Arc;

use foregone::kernel::assets::Assets;
use foregone::kernel::ruleset::Ruleset;
use foregone::kernel::scenario::Scenario;
use foregone::legion::content::Arm;
use foregone::legion::event::What;
use foregone::legion::plan::Phase;
use foregone::legion::rules::TICK_HZ;
use foregone::legion::unit::{NO_UNIT, Unit};
use foregone::legion::{Legion, Outcome, Reason};
use rayon::prelude::*;
use recorder::{Live, Orders};

use crate::fights::battle;

/// Seeds of the table.
const SEEDS: RangeInclusive<u64> = 1..=20;

/// Seeds of the small battle that the normal run makes again.
const SEEDS_AGAIN: RangeInclusive<u64> = 1..=2;

/// Men of a kind whose fronts count, and the files that so many stand in; the part of them, in per cent, that must be up,
/// and seconds of contact after which a front is settled. Twice as many men stand in a wider front: it is taken down to
/// this one.
const FRONT_MEN: u32 = 160;
/// See [`FRONT_MEN`].
const FRONT_UP: u32 = 75;
/// See [`FRONT_MEN`].
const SETTLED_SECONDS: u32 = 20;

/// Share of its blows that must come off a unit's front, and for how many seconds, for it to have been flanked.
const FLANKED: f32 = 0.4;
/// See [`FLANKED`].
const FLANKED_SECONDS: u32 = 8;

/// What one battle came to.
#[derive(Debug, Default)]
struct Measures {
    outcome: Option<Outcome>,
    seconds: u32,
    /// Per cent lost by each unit that broke for the first time, sorted.
    lost_at_break: Vec<u32>,
    /// Men fighting in settled fronts of 160, each second, sorted.
    fighting: Vec<u32>,
    /// Foot that broke before it was flanked, and after: per cent lost, and seconds in contact until then.
    frontal: Vec<(u32, u32)>,
    /// See `frontal`.
    flanked: Vec<(u32, u32)>,
    hits: u32,
    friendly_hits: u32,
    /// Whether no general went back but as the rules say: from a pursuit to those who still stand, and from giving up to
    /// a pursuit; and whether any did.
    in_order: bool,
    /// See `in_order`.
    again: bool,
    /// The longest any unit that could fight stood by.
    idle_seconds: u32,
}

fn measure(name: &str, seed: u64) -> Measures {
    let fight = battle(name);
    let rules: Legion = Ruleset::with_seed(&*fight.rules, seed);
    let mut live = Live::start(Arc::new(rules), Arc::new(fight.orders));
    let mut found = Measures { in_order: true, ..Measures::default() };
    let mut broke = vec![false; live.state().units.len()];
    let mut phases = vec![Phase::Deploy; live.state().sides.len()];
    let mut stood = vec![Stood::default(); live.state().units.len()];
    while live.outcome().is_none() {
        live.step();
        let (tick, state) = (live.tick(), live.state());
        for event in live.events() {
            match event.what {
                What::Routed { unit, lost } if !broke[usize::from(unit)] => {
                    broke[usize::from(unit)] = true;
                    let (stood, unit) = (stood[usize::from(unit)], &state.units[usize::from(unit)]);
                    let lost = lost * 100 / unit.count;
                    found.lost_at_break.push(lost);
                    if matches!(live.rules().kind(unit).arm, Arm::Foot | Arm::Spear) && stood.in_contact > 0 {
                        let flanked = stood.flanked >= FLANKED_SECONDS;
                        let group = if flanked { &mut found.flanked } else { &mut found.frontal };
                        group.push((lost, stood.in_contact));
                    }
                }
                What::Phase { side, phase } => {
                    let before = phases[usize::from(side)];
                    let again =
                        matches!((before, phase), (Phase::Pursuit, Phase::Advance) | (Phase::Withdraw, Phase::Pursuit));
                    found.in_order &= phase > before || again;
                    found.again |= again;
                    phases[usize::from(side)] = phase;
                }
                _ => {}
            }
        }
        if tick.is_multiple_of(TICK_HZ) {
            found.fighting.extend(settled_fronts(live.rules(), &state.units, tick));
            for (stood, unit) in stood.iter_mut().zip(&state.units).filter(|(_, unit)| unit.nerve.is_in_order()) {
                stood.in_contact += u32::from(unit.locked != NO_UNIT);
                stood.flanked += u32::from(unit.flanked > FLANKED);
            }
        }
        let standing_by = |unit: &&Unit| unit.mind.idle_since != 0 && unit.is_here() && unit.nerve.is_in_order();
        let idle = state.units.iter().filter(standing_by).map(|unit| tick - unit.mind.idle_since).max();
        found.idle_seconds = found.idle_seconds.max(idle.unwrap_or(0) / TICK_HZ);
    }
    found.outcome = live.outcome();
    found.seconds = live.tick() / TICK_HZ;
    for unit in &live.state().units {
        found.hits += unit.count_of.hits;
        found.friendly_hits += unit.count_of.friendly_hits;
    }
    found.lost_at_break.sort();
    found.fighting.sort();
    found
}

/// Seconds for which a unit was in contact, and flanked.
#[derive(Debug, Clone, Copy, Default)]
struct Stood {
    in_contact: u32,
    flanked: u32,
}

/// How many men fight to a front of 160: in units of a kind of that strength, nearly whole, locked with each other and
/// nobody else for a while.
fn settled_fronts(rules: &Legion, units: &[Unit], tick: u32) -> impl Iterator<Item = u32> {
    let is_settled = move |&(index, unit): &(usize, &Unit)| {
        unit.locked != NO_UNIT
            && usize::from(units[usize::from(unit.locked)].locked) == index
            && tick - unit.locked_since >= SETTLED_SECONDS * TICK_HZ
            && unit.alive * 100 >= unit.count * FRONT_UP
            && rules.kind(unit).strength == FRONT_MEN
    };
    let settled = units.iter().enumerate().filter(is_settled);
    settled.map(|(_, unit)| u32::from(unit.engaged) * u32::from(rules.kind(unit).files) / u32::from(unit.width.max(1)))
}

/// The value a part of the way through a sorted list, in per cent.
fn at(sorted: &[u32], per_cent: usize) -> u32 {
    sorted.get((sorted.len() * per_cent / 100).min(sorted.len().saturating_sub(1))).copied().unwrap_or(0)
}

impl Measures {
    fn friendly_per_mille(&self) -> u32 {
        self.friendly_hits * 1000 / (self.hits + self.friendly_hits).max(1)
    }

    fn line(&self, name: &str, seed: u64) -> String {
        let outcome = self.outcome.expect("it ended");
        let winner = outcome.winner.map_or_else(|| "-".to_owned(), |side| side.to_string());
        let lost = [10, 50, 90].map(|part| at(&self.lost_at_break, part).to_string()).join("/");
        format!(
            "{name:<15} {seed:>4} {:<12} {winner:>6} {:>3}:{:02} {:>7} {lost:>9} {:>9} {:>12} {:>12} {:>5}.{} {:>9} {:>6}",
            format!("{:?}", outcome.reason).to_lowercase(),
            self.seconds / 60,
            self.seconds % 60,
            self.lost_at_break.len(),
            at(&self.fighting, 50),
            group(&self.frontal),
            group(&self.flanked),
            self.friendly_per_mille() / 10,
            self.friendly_per_mille() % 10,
            match (self.in_order, self.again) {
                (true, false) => "in order",
                (true, true) => "again",
                (false, _) => "BACK",
            },
            self.idle_seconds,
        )
    }

    /// What a battle must be like and is not.
    fn faults(&self) -> Vec<&'static str> {
        let by_arms = matches!(self.outcome, Some(Outcome { reason: Reason::Rout | Reason::Margin, .. }));
        let claims = [
            (by_arms, "ends by rout or margin"),
            ((180..=1200).contains(&self.seconds), "takes 3 to 20 minutes"),
            ((20..=60).contains(&at(&self.lost_at_break, 50)), "those who break have lost 20 to 60 %"),
            (
                self.fighting.is_empty() || is_about_35(at(&self.fighting, 50)),
                "about 35 of 160 fight in a settled front",
            ),
            (self.friendly_per_mille() < 200, "friendly hits are under 20 %"),
            (self.in_order, "phases go in order"),
            (self.idle_seconds <= 60, "nobody stands by for more than a minute"),
        ];
        claims.into_iter().filter(|(holds, _)| !holds).map(|(_, claim)| claim).collect()
    }
}

fn is_about_35(men: u32) -> bool {
    (28..=42).contains(&men)
}

/// How many units, what they had lost and how long they had stood, in the middle of each: `17: 41% 66s`.
fn group(units: &[(u32, u32)]) -> String {
    let sorted = |part: fn(&(u32, u32)) -> u32| {
        let mut all: Vec<u32> = units.iter().map(part).collect();
        all.sort();
        at(&all, 50)
    };
    format!("{}: {}% {}s", units.len(), sorted(|unit| unit.0), sorted(|unit| unit.1))
}

/// Where a table is: `goldens/legion/plausible_small.snap`.
fn table_file(table: &str) -> std::path::PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("goldens/legion/{table}.snap"))
}

/// The table: a line a battle and seed, and what did not hold.
fn table(battles: &[Measured]) -> String {
    let mut text =
        "battle          seed ends by      winner   m:s  breaks  lost %   fighting      frontal      flanked friendly %   phases   idle s\n"
            .to_owned();
    for (name, seed, found) in battles {
        writeln!(text, "{}", found.line(name, *seed)).expect("writing to memory cannot fail");
    }
    let all = |part: fn(&Measures) -> &Vec<(u32, u32)>| {
        group(&battles.iter().flat_map(|(_, _, found)| part(found)).copied().collect::<Vec<_>>())
    };
    writeln!(text, "all: frontal {}, flanked {}", all(|found| &found.frontal), all(|found| &found.flanked))
        .expect("writing to memory cannot fail");
    text
}

type Measured = (&'static str, u64, Measures);

fn measured(name: &'static str, seeds: RangeInclusive<u64>) -> Vec<Measured> {
    let seeds: Vec<u64> = seeds.collect();
    seeds.into_par_iter().map(|seed| (name, seed, measure(name, seed))).collect()
}

fn assert_plausible(name: &'static str, file: &str) -> Vec<Measured> {
    let battles = measured(name, SEEDS);
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path(table_file(file).parent().expect("it lies in a folder"));
    settings.set_prepend_module_to_snapshot(false);
    settings.bind(|| insta::assert_snapshot!(file, table(&battles)));
    let faults = battles.iter().map(|(name, seed, found)| (name, seed, found.faults()));
    let faults: Vec<_> = faults.filter(|(_, _, faults)| !faults.is_empty()).collect();
    assert!(faults.is_empty(), "{faults:#?}");
    battles
}

/// The mean of a number of each unit of a group.
fn mean(units: &[(u32, u32)], part: fn(&(u32, u32)) -> u32) -> f64 {
    units.iter().map(|unit| f64::from(part(unit))).sum::<f64>() / units.len().max(1) as f64
}

#[test]
#[ignore = "twenty whole battles"]
fn twenty_small_battles_are_plausible() {
    assert_plausible("legion/small", "plausible_small");
}

#[test]
#[ignore = "twenty whole massed battles: minutes in a release build"]
fn twenty_massed_battles_are_plausible() {
    let battles = assert_plausible("legion/default", "plausible_default");
    let all = |part: fn(&Measures) -> &Vec<(u32, u32)>| -> Vec<(u32, u32)> {
        battles.iter().flat_map(|(_, _, found)| part(found)).copied().collect()
    };
    let (frontal, flanked) = (all(|found| &found.frontal), all(|found| &found.flanked));
    assert!(flanked.len() >= 10, "{} were flanked: too few to say anything", flanked.len());
    for (part, what) in [(LOST, "per cent lost"), (STOOD, "seconds in contact")] {
        let (frontal, flanked) = (mean(&frontal, part), mean(&flanked, part));
        assert!(flanked < frontal, "{what}: flanked units break at {flanked:.1}, others at {frontal:.1}");
    }
    let wins = |side| battles.iter().filter(|(_, _, found)| found.outcome.and_then(|o| o.winner) == Some(side)).count();
    assert!(wins(0) >= 5 && wins(1) >= 5, "{} to {}: either side should win its share", wins(0), wins(1));
}

/// What a unit that broke had lost, and how long it had stood.
const LOST: fn(&(u32, u32)) -> u32 = |unit| unit.0;
/// See [`LOST`].
const STOOD: fn(&(u32, u32)) -> u32 = |unit| unit.1;

/// Enemies that 75 archers bring down in a minute, told to stand where they are, while a cohort fights a warband.
fn archers_kill(at: [i32; 2], facing: i32, seed: u64) -> u32 {
    let unit = |kind: &str, [x, z]: [i32; 2], facing: i32, strength: u32| {
        format!("[[side.line]]\nkind = '{kind}'\nstrength = {strength}\nat = [{x}, {z}]\nfacing = {facing}\n")
    };
    let text = format!(
        "ruleset = 'legion'\ntitle = 'archers'\nseed = {seed}\norders = ['0 rome halt 2']\n\
         [[side]]\nfaction = 'rome'\n{}{}[[side]]\nfaction = 'juthungi'\n{}",
        unit("legionary-cohort", [0, 0], 90, 160),
        unit("archers", at, facing, 75),
        unit("warband", [0, 2], 270, 180),
    );
    let assets = Assets::embedded();
    let scenario = Scenario::parse(&assets, "archers", &text).expect("it reads");
    let rules = Legion::open(&scenario, &assets, None).expect("it is right");
    let orders = Orders::new(rules.scenario_orders());
    let mut live = Live::start(Arc::new(rules), Arc::new(orders));
    (0..60 * TICK_HZ).for_each(|_| live.step());
    live.state().units[1].count_of.kills
}

#[test]
fn archers_on_the_wing_outshoot_archers_behind_the_line() {
    let seeds: Vec<u64> = SEEDS.collect();
    let kills = |at, facing| seeds.par_iter().map(|&seed| archers_kill(at, facing, seed)).collect::<Vec<u32>>();
    let (behind, wing) = (kills([0, -28], 90), kills([55, 14], 180));
    assert!(behind.iter().zip(&wing).all(|(behind, wing)| wing > behind), "behind {behind:?}, on the wing {wing:?}");
    assert!(wing.iter().sum::<u32>() >= 3 * behind.iter().sum::<u32>(), "behind {behind:?}, on the wing {wing:?}");
}

/// Men that each of three sides has lost to each other one.
fn lost_to(name: &str) -> [[u32; 3]; 3] {
    let fight = battle(name);
    let mut live = Live::start(Arc::clone(&fight.rules), Arc::new(fight.orders));
    let mut lost = [[0; 3]; 3];
    while live.outcome().is_none() {
        live.step();
        for event in live.events() {
            if let What::Losses { unit, by, men, .. } = event.what
                && by != NO_UNIT
            {
                let side = |unit: u16| usize::from(live.state().units[usize::from(unit)].side);
                lost[side(unit)][side(by)] += men;
            }
        }
    }
    lost
}

#[test]
fn of_three_armies_each_fights_both_others() {
    let lost = lost_to("legion/punic");
    for (one, other) in [(0, 1), (0, 2), (1, 2)] {
        assert!(lost[one][other] >= 5 && lost[other][one] >= 5, "sides {one} and {other}: {lost:?}");
    }
    assert!((0..3).all(|side| lost[side][side] == 0), "nobody is credited with his own side's men: {lost:?}");
}

#[test]
fn the_first_seeds_are_in_the_table_of_plausible_battles() {
    let file = table_file("plausible_small");
    let table = std::fs::read_to_string(&file).expect("the table is there");
    for (name, seed, found) in measured("legion/small", SEEDS_AGAIN) {
        let line = found.line(name, seed);
        assert!(table.contains(&line), "not in {}: {line}", file.display());
        assert!(found.faults().is_empty(), "{line}: {:?}", found.faults());
    }
    let lines = table.lines().filter(|line| line.starts_with("legion/")).count();
    assert_eq!(lines, SEEDS.count(), "a line a seed");
}
