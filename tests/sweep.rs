//! The sweep keeps nothing, and comes to the same as everything that does. Guards case c43: a winner shown that is not
//! the winner stored; and c24: one seed, several ways of running it, several ends.

use std::sync::Arc;

use foregone::kernel::assets::Assets;
use foregone::kernel::ruleset::{Ruleset, Verdict};
use foregone::kernel::scenario::Scenario;
use foregone::skirmish::Skirmish;
use foregone::sweep::{self, Sum, Trial, TrialError};
use rayon::prelude::*;
use recorder::{Orders, Recorder, Recording, Settings, file};

/// Seeds that every way of running must agree on.
const SEEDS: std::ops::Range<u64> = 0..1000;

fn rules(fight: &str) -> Skirmish {
    let assets = Assets::embedded();
    let scenario = Scenario::find(&assets, fight).unwrap_or_else(|problems| panic!("{problems}"));
    Skirmish::open(&scenario, &assets, None).unwrap_or_else(|problems| panic!("{problems}"))
}

fn orders(rules: &Skirmish) -> Orders<<Skirmish as recorder::Simulation>::Order> {
    Orders::new(rules.scenario_orders())
}

fn verdict(recording: &Recording<Skirmish>) -> Verdict {
    let frame = recording.frame(recording.last_tick()).expect("the last tick is there");
    Skirmish::verdict(recording.cast(), frame.outcome().expect("it is over"))
}

#[test]
fn a_thousand_winners_shown_are_the_winners_stored() {
    let rules = rules("skirmish/demo");
    let swept = sweep::sweep(SEEDS, |seed| (rules.with_seed(seed), orders(&rules)), || true).expect("every fight ends");
    let wrong: Vec<u64> = swept
        .par_iter()
        .filter(|trial| {
            let rules = Arc::new(rules.with_seed(trial.seed));
            let recorder = Recorder::new(Arc::clone(&rules), orders(&rules), Settings::default());
            let recording = recorder.finish().expect("it ends");
            let bytes = recording.save().expect("it can be saved");
            let stored = file::open(&bytes, Skirmish::NAME, Some(rules)).expect("it opens").recording;
            [&recording, &stored].into_iter().any(|r| {
                (r.last_tick(), r.trail_digest(), verdict(r)) != (trial.ticks, trial.digest, trial.verdict.clone())
            })
        })
        .map(|trial| trial.seed)
        .collect();
    assert_eq!(wrong, Vec::<u64>::new(), "reproduce: sweep skirmish/demo --seeds {SEEDS:?}");
}

#[test]
fn another_seed_is_the_fight_opened_under_that_seed() {
    let (assets, base) = (Assets::embedded(), rules("skirmish/ten"));
    let scenario = Scenario::find(&assets, "skirmish/ten").expect("it ships");
    for seed in [0, 7, u64::from(u32::MAX), i64::MAX.unsigned_abs()] {
        let opened = Skirmish::open(&scenario, &assets, Some(seed)).expect("it opens");
        let again = base.with_seed(seed);
        assert_eq!((opened.seed(), again.seed()), (seed, seed));
        let run = |rules| sweep::run(rules, orders(&base), seed).expect("it ends");
        assert_eq!(run(opened), run(again), "seed {seed}");
    }
}

#[test]
fn a_sweep_that_is_stopped_has_no_result() {
    let rules = rules("skirmish/demo");
    let stopped = sweep::sweep(0..50, |seed| (rules.with_seed(seed), orders(&rules)), || false);
    assert_eq!(stopped, Err(TrialError::Stopped));
}

fn trial(seed: u64, winner: Option<&str>, ticks: u32, lead_changes: u32) -> Trial {
    let kind = if winner.is_some() { "win" } else { "draw" };
    let verdict = Verdict { kind, winner: winner.map(str::to_owned), reason: String::new() };
    Trial { seed, verdict, ticks, lead_changes, strength: Vec::new(), digest: seed * 31 }
}

#[test]
fn a_sum_counts_wins_draws_and_lengths() {
    let sides = ["ally".to_owned(), "enemy".to_owned()];
    let trials =
        [trial(1, Some("ally"), 90, 0), trial(2, None, 300, 2), trial(3, Some("ally"), 80, 1), trial(4, None, 100, 0)];
    let sum = Sum::of(&trials, &sides);
    assert_eq!(sum.wins, [("ally".to_owned(), 2), ("enemy".to_owned(), 0)]);
    assert_eq!((sum.runs, sum.draws, sum.with_lead_change), (4, 2, 2));
    assert_eq!((sum.ticks_min, sum.ticks_median, sum.ticks_max), (80, 90, 300));
    let mut swapped = trials.clone();
    swapped.swap(0, 1);
    assert_ne!(Sum::of(&swapped, &sides).digest, sum.digest, "the digest knows the order");
    assert_eq!(Sum::of(&[], &sides).runs, 0);
}
