//! A handle taken while recording shows what was recorded then: no more, no less, and the same for ever. Would catch: a
//! block that grows under a reader's hand, an outcome seen early, an event beyond the watermark.

use proptest::prelude::*;
use recorder::{Budget, Recorder, Settings};

use crate::plan::{cases, orders, ponds, settings};
use crate::straight::Straight;
use crate::toy::{Pond, orders as list};

proptest! {
    #![proptest_config(cases(32))]

    #[test]
    fn a_handle_shows_what_was_recorded_then_and_does_not_change(
        pond in ponds(),
        orders in orders(),
        settings in settings(),
        slices in prop::collection::vec(0_u32..50, 1..8),
    ) {
        let pond = pond.shared();
        let straight = Straight::run(&pond, &orders);
        let mut recorder = Recorder::new(pond, orders, settings);
        let mut handles = Vec::new();
        for slice in slices {
            recorder.advance(Budget::Ticks(slice)).unwrap();
            handles.push((recorder.recording(), recorder.progress()));
        }
        drop(recorder.finish().unwrap());
        for (handle, then) in handles {
            prop_assert_eq!((handle.first_tick(), handle.last_tick()), (0, then.recorded));
            prop_assert_eq!(handle.is_complete(), then.done);
            (0..=then.recorded).for_each(|t| straight.assert_shows(&handle, t));
            prop_assert!(handle.frame(then.recorded + 1).is_none());
            let head = handle.last_frame().unwrap();
            prop_assert_eq!(handle.event_count(), head.journal());
            prop_assert!(handle.event(head.journal()).is_none());
        }
    }
}

#[test]
fn the_first_frame_is_there_before_anything_is_stepped() {
    let mut recorder = Recorder::new(Pond::default().shared(), list(&[]), Settings::default());
    let handle = recorder.recording();
    assert_eq!((handle.first_tick(), handle.last_tick(), handle.is_complete()), (0, 0, false));
    assert_eq!(handle.frame(0).unwrap().len(), 6);
    assert_eq!(handle.event_count(), 0);
    assert_eq!(recorder.progress().recorded, 0);
}

#[test]
#[expect(clippy::disallowed_methods, reason = "what other threads read is the claim")]
fn frames_are_read_from_other_threads_while_the_fight_goes_on() {
    let pond = Pond::lasting(300).shared();
    let straight = Straight::run(&pond, &list(&[]));
    let mut recorder = Recorder::new(pond, list(&[]), Settings { budget_bytes: 0, ..Settings::default() });
    std::thread::scope(|scope| {
        for _ in 0..6 {
            recorder.advance(Budget::Ticks(50)).unwrap();
            let handle = recorder.recording();
            let straight = &straight;
            scope.spawn(move || (0..=handle.last_tick()).rev().for_each(|t| straight.assert_shows(&handle, t)));
        }
    });
}
