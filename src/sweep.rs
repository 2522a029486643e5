//! The sweep: one fight under many seeds, several at once, results in seed order. Nothing is recorded.

use std::sync::Arc;

use rayon::prelude::*;
use recorder::{GUARD_TICKS, Live, Orders, crew, fold};
use serde::Serialize;

use crate::kernel::ruleset::{Ruleset, Verdict};
use crate::kernel::tally::Tally;

/// What came of one seed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Trial {
    /// The seed.
    pub seed: u64,
    /// How it ended.
    pub verdict: Verdict,
    /// The terminal tick.
    pub ticks: u32,
    /// How often the lead in vigor changed hands.
    pub lead_changes: u32,
    /// Each side's vigor on the field at the end.
    pub strength: Vec<i64>,
    /// All its ticks' digests folded into one: that of the same fight recorded.
    pub digest: u64,
}

/// Why a trial has no result.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum TrialError {
    /// The rules did not end it.
    #[error("seed {seed}: the rules promise an end by tick {cap}, and at tick {tick} there was none")]
    NoEnd {
        /// The seed.
        seed: u64,
        /// The rules' own cap.
        cap: u32,
        /// Where it was given up.
        tick: u32,
    },
    /// The caller wanted no more.
    #[error("interrupted")]
    Stopped,
}

/// All trials together.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Sum {
    /// How many there were.
    pub runs: u64,
    /// Wins of each side, in side order.
    pub wins: Vec<(String, u64)>,
    /// Fights without a winner.
    pub draws: u64,
    /// The shortest.
    pub ticks_min: u32,
    /// The middle one; of an even number the lower of the two.
    pub ticks_median: u32,
    /// The longest.
    pub ticks_max: u32,
    /// Fights in which the lead in vigor changed hands at least once.
    pub with_lead_change: u64,
    /// The trials' digests folded in seed order.
    pub digest: u64,
}

/// Run every seed on the threads of the current pool. `open` makes the rules and orders of a seed; `go_on` is asked
/// before every fight.
///
/// # Errors
/// A fight without an end, of several the one with the lowest seed; or the caller stopped it.
pub fn sweep<G: Ruleset>(
    seeds: std::ops::Range<u64>,
    open: impl Fn(u64) -> (G, Orders<G::Order>) + Sync,
    go_on: impl Fn() -> bool + Sync,
) -> Result<Vec<Trial>, TrialError> {
    let trial = |seed| {
        if !go_on() {
            return Err(TrialError::Stopped);
        }
        let (rules, orders) = open(seed);
        // The fights fill all threads.
        crew::alone(|| run(rules, orders, seed))
    };
    let all: Vec<Result<Trial, TrialError>> = seeds.into_par_iter().map(trial).collect();
    all.into_iter().collect()
}

/// Run one fight to its end, keeping nothing but its numbers.
///
/// # Errors
/// The rules do not end it.
pub fn run<G: Ruleset>(rules: G, orders: Orders<G::Order>, seed: u64) -> Result<Trial, TrialError> {
    let rules = Arc::new(rules);
    let cast = rules.cast();
    let cap = rules.cap_ticks();
    let mut tally = Tally::new(G::side_names(&cast).len(), rules.tick_hz());
    let mut live = Live::start(Arc::clone(&rules), Arc::new(orders));
    let mut strength = Vec::new();
    let mut digest = 0;
    loop {
        strength.clear();
        let mut place = 0;
        rules.observe(live.state(), &mut |row| {
            strength.push(G::strength(&cast, place, row));
            place += 1;
        });
        tally.push(strength.iter().copied());
        digest = fold(digest, live.digest());
        if let Some(outcome) = live.outcome() {
            let verdict = G::verdict(&cast, &outcome);
            let (ticks, strength) = (live.tick(), tally.at(live.tick()).to_vec());
            return Ok(Trial { seed, verdict, ticks, lead_changes: tally.lead_changes(), strength, digest });
        }
        if live.tick() >= cap + GUARD_TICKS {
            return Err(TrialError::NoEnd { seed, cap, tick: live.tick() });
        }
        live.step();
    }
}

impl Sum {
    /// Sum trials up; `sides` are the sides' names in order.
    #[must_use]
    pub fn of(trials: &[Trial], sides: &[String]) -> Self {
        let mut ticks: Vec<u32> = trials.iter().map(|t| t.ticks).collect();
        ticks.sort();
        let won = |side: &String| trials.iter().filter(|t| t.verdict.winner.as_ref() == Some(side)).count() as u64;
        Self {
            runs: trials.len() as u64,
            wins: sides.iter().map(|side| (side.clone(), won(side))).collect(),
            draws: trials.iter().filter(|t| t.verdict.winner.is_none()).count() as u64,
            ticks_min: ticks.first().copied().unwrap_or(0),
            ticks_median: ticks.get(ticks.len().saturating_sub(1) / 2).copied().unwrap_or(0),
            ticks_max: ticks.last().copied().unwrap_or(0),
            with_lead_change: trials.iter().filter(|t| t.lead_changes > 0).count() as u64,
            digest: trials.iter().fold(0, |running, trial| fold(running, trial.digest)),
        }
    }
}
