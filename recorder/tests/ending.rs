//! How fights end: the outcome is known to the terminal frame alone, rules that never end trip the guard, and orders
//! stamped at or behind the end are refused once each. Would catch: a winner known too early, an endless loop.

use recorder::{Budget, GUARD_TICKS, RecordError, Recorder, Settings};

use crate::toy::{Ask, Event, Outcome, Pond, orders as list};

#[test]
fn only_the_terminal_frame_knows_the_outcome() {
    let pond = Pond { brittle: true, ..Pond::lasting(2_000) }.shared();
    let recording = Recorder::new(pond, list(&[]), Settings::default()).finish().unwrap();
    let end = recording.last_tick();
    assert!(end < 2_000, "the last one afloat wins before the cap");
    assert!((0..end).all(|t| recording.frame(t).unwrap().outcome().is_none()));
    assert!(matches!(recording.last_frame().unwrap().outcome(), Some(Outcome::Last(_))));
}

#[test]
fn a_fight_that_the_cap_ends_ends_at_the_cap() {
    for cap in [1, 63, 64, 65, 128] {
        let recording = Recorder::new(Pond::lasting(cap).shared(), list(&[]), Settings::default()).finish().unwrap();
        assert_eq!(recording.last_tick(), cap);
        assert_eq!(recording.last_frame().unwrap().outcome(), Some(&Outcome::Still));
    }
}

#[test]
fn a_fight_that_is_over_before_it_starts_has_one_frame() {
    let recording = Recorder::new(Pond::lasting(0).shared(), list(&[(0, Ask::Hatch)]), Settings::default()).recording();
    assert!(recording.is_complete());
    assert_eq!(recording.last_tick(), 0);
    assert_eq!(recording.frame(0).unwrap().outcome(), Some(&Outcome::Still));
    assert_eq!(recording.late_refusals().len(), 1);
    assert!(recording.splice(0, [Ask::Hatch]).is_err());
}

#[test]
fn rules_that_never_end_trip_the_guard_and_can_still_be_stepped() {
    let pond = Pond { endless: true, ..Pond::lasting(100) }.shared();
    let mut recorder = Recorder::new(pond, list(&[]), Settings::default());
    let error = recorder.advance(Budget::Everything).unwrap_err();
    assert_eq!(error, RecordError::GuardTripped { cap: 100, tick: 100 + GUARD_TICKS });
    assert_eq!(error.to_string(), "the rules promise an end by tick 100, and at tick 108 there was none");
    assert_eq!(recorder.advance(Budget::Ticks(1)).unwrap_err(), error, "it stays tripped");
    let recording = recorder.recording();
    assert!(!recording.is_complete());
    assert_eq!(recording.last_tick(), 108);
    let mut live = recorder.into_live();
    assert_eq!(Some(live.digest()), recording.digest(108));
    live.step();
    assert_eq!(live.tick(), 109);
}

#[test]
fn a_cap_at_the_end_of_all_ticks_is_no_overflow() {
    let pond = Pond::lasting(u32::MAX).shared();
    let mut recorder = Recorder::new(pond, list(&[]), Settings::default());
    assert_eq!(recorder.advance(Budget::Ticks(100)).unwrap().recorded, 100);
}

#[test]
fn orders_at_or_behind_the_end_are_refused_once_each() {
    let asks = [(49, Ask::Hatch), (50, Ask::Hush(1)), (51, Ask::Hatch), (u32::MAX, Ask::Hatch)];
    let recording = Recorder::new(Pond::lasting(50).shared(), list(&asks), Settings::default()).finish().unwrap();
    let late = |(tick, ask): &(u32, Ask)| Event::TooLate { tick: *tick, ended: 50, ask: ask.clone() };
    assert_eq!(recording.late_refusals(), asks[1..].iter().map(late).collect::<Vec<_>>());
    assert!(recording.events(0..recording.event_count()).all(|e| !matches!(e, Event::TooLate { .. })));
}

#[test]
fn a_wrong_order_is_one_refusal_in_the_journal() {
    let asks = [(20, Ask::Startle(999)), (20, Ask::Hush(999))];
    let recording = Recorder::new(Pond::lasting(50).shared(), list(&asks), Settings::default()).finish().unwrap();
    let refused = recording.events(0..recording.event_count()).filter(|e| matches!(e, Event::Refused { tick: 20, .. }));
    assert_eq!(refused.count(), 2);
}

#[test]
fn a_splice_that_ends_sooner_refuses_the_orders_it_leaves_behind() {
    let pond = Pond { brittle: true, skimmers: 2, ..Pond::lasting(400) }.shared();
    let parent = Recorder::new(pond, list(&[(399, Ask::Hatch)]), Settings::default()).finish().unwrap();
    let child = parent.splice(0, [Ask::Hush(0), Ask::Hush(1)]).unwrap().finish().unwrap();
    for line in [parent, child] {
        let late = line.orders().all().iter().filter(|o| o.tick >= line.last_tick()).count();
        assert_eq!(line.late_refusals().len(), late);
    }
}
