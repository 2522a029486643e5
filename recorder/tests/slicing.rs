//! Slicing must not show: any split of a recording into `advance` calls equals one go. Would catch: a tick stepped
//! twice or not at all at a slice's border, a checkpoint or block made by the slice instead of by the tick.

use proptest::prelude::*;
use recorder::{Budget, Progress, Recorder, Recording, Settings};

use crate::plan::{cases, orders, ponds, settings};
use crate::straight::Straight;
use crate::toy::{Pond, orders as list};

/// The ticks of all checkpoints.
fn checkpoints(recording: &Recording<Pond>) -> Vec<u32> {
    let nearest = (0..=recording.last_tick()).filter_map(|t| recording.checkpoint(t));
    let mut ticks: Vec<u32> = nearest.map(|c| c.tick).collect();
    ticks.dedup();
    ticks
}

/// Advance by so many ticks: even slices as `Ticks`, odd ones as a closure that says no after them.
fn advance(recorder: &mut Recorder<Pond>, slice: u32) -> Progress {
    let mut left = slice;
    let mut go_on = || {
        let more = left > 0;
        left = left.saturating_sub(1);
        more
    };
    let budget = if slice.is_multiple_of(2) { Budget::Ticks(slice) } else { Budget::While(&mut go_on) };
    recorder.advance(budget).unwrap()
}

proptest! {
    #![proptest_config(cases(48))]

    #[test]
    fn any_slicing_equals_one_go(
        pond in ponds(),
        orders in orders(),
        settings in settings(),
        slices in prop::collection::vec((0_u32..70, any::<bool>()), 1..40),
    ) {
        let pond = pond.shared();
        let straight = Straight::run(&pond, &orders);
        let whole = Recorder::new(pond.clone(), orders.clone(), settings).finish().unwrap();
        straight.assert_is(&whole);

        let mut recorder = Recorder::new(pond, orders, settings);
        let mut handles = Vec::new();
        for (slice, watched) in slices {
            let before = recorder.progress().recorded;
            let progress = advance(&mut recorder, slice);
            prop_assert_eq!(progress.recorded, (before + slice).min(straight.last_tick()));
            prop_assert_eq!(progress.done, progress.recorded == straight.last_tick());
            if watched {
                handles.push(recorder.recording());
            }
        }
        let sliced = recorder.finish().unwrap();
        straight.assert_is(&sliced);
        prop_assert_eq!(sliced.trail_digest(), whole.trail_digest());
        prop_assert_eq!(checkpoints(&sliced), checkpoints(&whole));
    }
}

#[test]
fn a_budget_of_nothing_records_nothing_and_asks_once() {
    let mut recorder = Recorder::new(Pond::lasting(50).shared(), list(&[]), Settings::default());
    assert_eq!(recorder.advance(Budget::Ticks(0)).unwrap().recorded, 0);
    let mut asked = 0;
    let mut refuse = || {
        asked += 1;
        false
    };
    assert_eq!(recorder.advance(Budget::While(&mut refuse)).unwrap().recorded, 0);
    assert_eq!(asked, 1);
}

#[test]
fn progress_counts_recorded_ticks_and_stops_at_the_end() {
    let mut recorder = Recorder::new(Pond::lasting(50).shared(), list(&[]), Settings::default());
    assert_eq!(recorder.progress(), Progress { recorded: 0, cap: 50, done: false });
    assert_eq!(recorder.advance(Budget::Ticks(49)).unwrap(), Progress { recorded: 49, cap: 50, done: false });
    assert_eq!(recorder.advance(Budget::Ticks(9)).unwrap(), Progress { recorded: 50, cap: 50, done: true });
    assert_eq!(recorder.advance(Budget::Everything).unwrap(), Progress { recorded: 50, cap: 50, done: true });
}
