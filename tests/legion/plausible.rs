//! What battles come to, over seeds: kept as a table, and each claim about it held against every line.
//!
//! The tables take minutes: `cargo test --release are_plausible -- --include-ignored`. The normal run makes the first seeds
//! of the small battle again and looks for their lines in its table.

use std::fmt::Write as _;
use std::ops::RangeInclusive;
use std::path::Path;
use std::sync::Arc;

use foregone::kernel::ruleset::Ruleset;
use foregone::legion::event::What;
use foregone::legion::plan::Phase;
use foregone::legion::rules::TICK_HZ;
use foregone::legion::unit::{NO_UNIT, Unit};
use foregone::legion::{Legion, Outcome, Reason};
use rayon::prelude::*;
use recorder::Live;

use crate::fights::battle;

/// Seeds of the table.
const SEEDS: RangeInclusive<u64> = 1..=20;

/// Seeds of the small battle that the normal run makes again.
const SEEDS_AGAIN: RangeInclusive<u64> = 1..=2;

/// Men of a unit from which its front counts, and seconds of contact after which it is settled.
const FRONT_MEN: u32 = 120;
/// See [`FRONT_MEN`].
const SETTLED_SECONDS: u32 = 20;

/// What one battle came to.
#[derive(Debug, Default)]
struct Measures {
    outcome: Option<Outcome>,
    seconds: u32,
    /// Per cent lost by each unit that broke for the first time, sorted.
    lost_at_break: Vec<u32>,
    /// Men fighting in settled fronts, each second, sorted.
    fighting: Vec<u32>,
    hits: u32,
    friendly_hits: u32,
    /// Whether no general went back but to withdraw or to draw up again.
    in_order: bool,
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
    while live.outcome().is_none() {
        live.step();
        let (tick, state) = (live.tick(), live.state());
        for event in live.events() {
            match event.what {
                What::Routed { unit, lost } if !broke[usize::from(unit)] => {
                    broke[usize::from(unit)] = true;
                    found.lost_at_break.push(lost * 100 / state.units[usize::from(unit)].count);
                }
                What::Phase { side, phase } => {
                    found.in_order &= phase > phases[usize::from(side)];
                    phases[usize::from(side)] = phase;
                }
                _ => {}
            }
        }
        if tick.is_multiple_of(TICK_HZ) {
            found
                .fighting
                .extend(state.units.iter().filter(|unit| is_settled(unit, tick)).map(|u| u32::from(u.engaged)));
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

fn is_settled(unit: &Unit, tick: u32) -> bool {
    unit.alive >= FRONT_MEN && unit.locked != NO_UNIT && tick - unit.locked_since >= SETTLED_SECONDS * TICK_HZ
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
            "{name:<15} {seed:>4} {:<12} {winner:>6} {:>3}:{:02} {:>7} {lost:>9} {:>9} {:>5}.{} {:>9} {:>6}",
            format!("{:?}", outcome.reason).to_lowercase(),
            self.seconds / 60,
            self.seconds % 60,
            self.lost_at_break.len(),
            at(&self.fighting, 50),
            self.friendly_per_mille() / 10,
            self.friendly_per_mille() % 10,
            if self.in_order { "in order" } else { "BACK" },
            self.idle_seconds,
        )
    }

    /// What a battle must be like and is not. A raid may end in both sides letting be, and its few units fight longer.
    fn faults(&self, name: &str) -> Vec<&'static str> {
        let is_large = name == "legion/default";
        let by_arms = matches!(self.outcome, Some(Outcome { reason: Reason::Rout | Reason::Margin, .. }));
        let claims = [
            (by_arms || !is_large, "ends by rout or margin"),
            ((180..=1200).contains(&self.seconds), "takes 3 to 20 minutes"),
            ((20..=60).contains(&at(&self.lost_at_break, 50)) || !is_large, "those who break have lost 20 to 60 %"),
            (self.friendly_per_mille() < 200, "friendly hits are under 20 %"),
            (self.in_order, "phases go in order"),
            (self.idle_seconds <= 60, "nobody stands by for more than a minute"),
        ];
        claims.into_iter().filter(|(holds, _)| !holds).map(|(_, claim)| claim).collect()
    }
}

/// Where a table is: `goldens/legion/plausible_small.snap`.
fn table_file(table: &str) -> std::path::PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("goldens/legion/{table}.snap"))
}

/// The table: a line a battle and seed, and what did not hold.
fn table(battles: &[Measured]) -> String {
    let mut text =
        "battle          seed ends by      winner   m:s  breaks  lost %   fighting friendly %   phases   idle s\n"
            .to_owned();
    for (name, seed, found) in battles {
        writeln!(text, "{}", found.line(name, *seed)).expect("writing to memory cannot fail");
    }
    text
}

type Measured = (&'static str, u64, Measures);

fn measured(name: &'static str, seeds: RangeInclusive<u64>) -> Vec<Measured> {
    let seeds: Vec<u64> = seeds.collect();
    seeds.into_par_iter().map(|seed| (name, seed, measure(name, seed))).collect()
}

fn assert_plausible(name: &'static str, file: &str) {
    let battles = measured(name, SEEDS);
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path(table_file(file).parent().expect("it lies in a folder"));
    settings.set_prepend_module_to_snapshot(false);
    settings.bind(|| insta::assert_snapshot!(file, table(&battles)));
    let faults = battles.iter().map(|(name, seed, found)| (name, seed, found.faults(name)));
    let faults: Vec<_> = faults.filter(|(_, _, faults)| !faults.is_empty()).collect();
    assert!(faults.is_empty(), "{faults:#?}");
}

#[test]
#[ignore = "twenty whole battles"]
fn twenty_small_battles_are_plausible() {
    assert_plausible("legion/small", "plausible_small");
}

#[test]
#[ignore = "twenty whole massed battles: minutes in a release build"]
fn twenty_massed_battles_are_plausible() {
    assert_plausible("legion/default", "plausible_default");
}

#[test]
fn the_first_seeds_are_in_the_table_of_plausible_battles() {
    let file = table_file("plausible_small");
    let table = std::fs::read_to_string(&file).expect("the table is there");
    for (name, seed, found) in measured("legion/small", SEEDS_AGAIN) {
        let line = found.line(name, seed);
        assert!(table.contains(&line), "not in {}: {line}", file.display());
        assert!(found.faults(name).is_empty(), "{line}: {:?}", found.faults(name));
    }
    let lines = table.lines().filter(|line| line.starts_with("legion/")).count();
    assert_eq!(lines, SEEDS.count(), "a line a seed");
}
