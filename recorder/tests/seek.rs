//! A seek shows what the straight run showed: rows, journal, digest; under any memory budget, backwards, in any order,
//! twice. Would catch: a block dropped for the budget and made again wrongly, a seek that changes what the next finds.

use proptest::prelude::*;
use recorder::{Recorder, Recording, Settings};

use crate::plan::{budgets, cases, orders, ponds, settings, tick_in};
use crate::straight::Straight;
use crate::toy::{Ask, Pond, orders as list};

fn record(pond: Pond, settings: Settings) -> Recording<Pond> {
    Recorder::new(pond.shared(), list(&[]), settings).finish().unwrap()
}

/// Settings with this budget and the usual grid.
fn tight(budget_bytes: usize) -> Settings {
    Settings { budget_bytes, ..Settings::default() }
}

fn checkpoint_ticks(recording: &Recording<Pond>) -> Vec<u32> {
    (0..=recording.last_tick()).map(|t| recording.checkpoint(t).unwrap().tick).collect()
}

/// The most ticks a seek may step: from a checkpoint to the end of the block asked for.
fn most_work(recording: &Recording<Pond>) -> u64 {
    let mut ticks = checkpoint_ticks(recording);
    ticks.dedup();
    ticks.push(recording.last_tick());
    let gap = ticks.windows(2).map(|w| w[1] - w[0]).max().unwrap();
    u64::from(gap + recording.settings().block_ticks)
}

proptest! {
    #![proptest_config(cases(48))]

    #[test]
    fn any_seek_under_any_budget_equals_the_straight_run(
        pond in ponds(),
        orders in orders(),
        settings in settings(),
        seeks in prop::collection::vec(any::<u32>(), 1..60),
    ) {
        let pond = pond.shared();
        let straight = Straight::run(&pond, &orders);
        let recording = Recorder::new(pond, orders, settings).finish().unwrap();
        for pick in seeks {
            straight.assert_shows(&recording, tick_in(straight.last_tick(), pick));
        }
        (0..=straight.last_tick()).rev().for_each(|t| straight.assert_shows(&recording, t));
        straight.assert_is(&recording);
    }

    #[test]
    fn a_long_fight_under_any_budget_equals_the_straight_run(seed: u64, budget in budgets(), seeks in prop::collection::vec(any::<u32>(), 40)) {
        let pond = Pond { seed, ..Pond::lasting(1_000) }.shared();
        let straight = Straight::run(&pond, &list(&[]));
        let recording = Recorder::new(pond, list(&[]), tight(budget)).finish().unwrap();
        seeks.into_iter().for_each(|pick| straight.assert_shows(&recording, tick_in(1_000, pick)));
    }
}

#[test]
fn going_back_and_forth_twice_shows_the_same_and_leaves_the_checkpoints_alone() {
    for budget in [0, 1 << 10, 60 << 10, 512 << 20] {
        let recording = record(Pond::lasting(500), tight(budget));
        let before = checkpoint_ticks(&recording);
        let tour = || [0, 450, 20, 450].map(|t| recording.seek(t).unwrap().digest());
        assert_eq!(tour(), tour(), "budget {budget}");
        assert_eq!(checkpoint_ticks(&recording), before, "budget {budget}");
    }
}

#[test]
fn a_seek_steps_no_further_than_the_checkpoints_are_apart() {
    for budget in [0, 20 << 10, 200 << 10] {
        let recording = record(Pond::lasting(6_000), tight(budget));
        let pond = recording.rules().unwrap();
        let most = most_work(&recording);
        for tick in [5_000, 4_990, 5_000, 4_990, 10, 5_999] {
            pond.take_stepped();
            recording.seek(tick).unwrap();
            let work = pond.take_stepped();
            assert!(work <= most, "budget {budget}: {work} ticks stepped to seek {tick}, {most} allowed");
        }
    }
}

#[test]
fn a_seek_near_the_last_one_steps_nothing() {
    let recording = record(Pond::lasting(6_000), tight(0));
    recording.seek(5_000).unwrap();
    recording.rules().unwrap().take_stepped();
    for tick in [5_001, 4_992, 5_055, 5_000] {
        recording.seek(tick).unwrap();
    }
    assert_eq!(recording.rules().unwrap().take_stepped(), 0);
}

#[test]
fn playing_forward_through_what_was_let_go_steps_every_tick_once() {
    let recording = record(Pond::lasting(6_000), tight(0));
    recording.rules().unwrap().take_stepped();
    (0..=6_000).for_each(|tick| drop(recording.seek(tick).unwrap()));
    let work = recording.rules().unwrap().take_stepped();
    assert!(work <= 6_000, "{work} ticks stepped");
}

#[test]
fn memory_keeps_to_its_budget_caches_and_journal_included() {
    for budget in [300 << 10, 1 << 20, 4 << 20] {
        let recording = record(Pond { skimmers: 20, ..Pond::lasting(3_000) }, tight(budget));
        (0..=3_000).rev().step_by(50).for_each(|tick| drop(recording.seek(tick).unwrap()));
        let memory = recording.memory();
        assert!(memory.blocks_dropped == 0 || memory.remade_bytes > 0);
        assert!(memory.bytes <= budget, "budget {budget}: {memory:?}");
    }
}

#[test]
fn kept_frames_are_read_without_a_step() {
    let recording = record(Pond::lasting(500), Settings::default());
    recording.rules().unwrap().take_stepped();
    (0..=500).rev().for_each(|t| drop(recording.seek(t).unwrap()));
    assert_eq!(recording.rules().unwrap().take_stepped(), 0);
}

#[test]
fn a_budget_of_nothing_lets_go_of_nearly_everything() {
    let full = record(Pond::lasting(2_000), Settings::default());
    let bare = record(Pond::lasting(2_000), tight(0));
    let count = |recording: &Recording<Pond>| {
        let mut ticks = checkpoint_ticks(recording);
        ticks.dedup();
        ticks.len()
    };
    assert_eq!(count(&full), 63);
    assert!(count(&bare) <= 3, "{} checkpoints kept", count(&bare));
}

#[test]
fn a_tick_that_is_not_there_says_which_are() {
    let recording = record(Pond::lasting(50), Settings::default());
    let said = |tick| recording.seek(tick).unwrap_err().to_string();
    assert_eq!(said(51), "tick 51 is not recorded; ticks 0 to 50 are");
    assert_eq!(said(u32::MAX), "tick 4294967295 is not recorded; ticks 0 to 50 are");
    assert!(recording.digest(u32::MAX).is_none());
}

#[test]
fn a_live_copy_is_to_be_had_of_recorded_ticks_only() {
    let recording = record(Pond::lasting(50), Settings::default());
    assert_eq!(recording.live_at(50).unwrap().tick(), 50);
    assert!(recording.live_at(51).is_none());
    assert!(recording.live_at(u32::MAX).is_none(), "and not after four billion steps");
}

#[test]
fn rows_of_one_seek_are_those_of_the_state_there() {
    let pond = Pond { shy: true, ..Pond::lasting(300) }.shared();
    let orders = list(&[(12, Ask::Hatch), (90, Ask::Sing(vec![1, 2, 3]))]);
    let recording = Recorder::new(pond, orders, tight(0)).finish().unwrap();
    for tick in [0, 13, 63, 64, 91, 300] {
        assert_eq!(recording.live_at(tick).unwrap().digest(), recording.digest(tick).unwrap(), "tick {tick}");
    }
}
