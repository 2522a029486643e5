//! Comparing finds the first tick that differs, and in it the stage, the entity, the field and both values. Would catch:
//! a comparison that looks at the first tick only, counts what it did not look at, or passes having seen nothing.

use recorder::compare::compare_trails;
use recorder::file;
use recorder::{Budget, Comparison, Difference, Recorder, Recording, Settings, compare};

use crate::toy::{Ask, Fault, Pond, Spot, orders as list};

const LAST: u32 = 900;

fn record(fault: Fault) -> Recording<Pond> {
    Recorder::new(Pond { fault, ..Pond::lasting(LAST) }.shared(), list(&[]), Settings::default()).finish().unwrap()
}

fn once(frame: u32, spot: Spot) -> Recording<Pond> {
    record(Fault::Once { frame, spot })
}

/// Through a file and without rules, as a viewer has it.
fn watched(recording: &Recording<Pond>) -> Recording<Pond> {
    file::open(&recording.save().unwrap(), "pond", None).unwrap().recording
}

/// Claim that a difference is the only one, at a place, and say nothing of the values.
fn assert_at(found: &Comparison, tick: u32, stage: &str, entity: &str, field: &str) {
    let Difference { tick: at, stage: in_stage, entity: who, field: what, a, b, .. } = found.first.as_ref().unwrap();
    assert_eq!((*at, &**in_stage, &**who, &**what), (tick, stage, entity, field));
    assert_ne!(a, b);
    assert_eq!(found.ticks_compared, tick + 1, "ticks compared up to the difference");
    assert!(!found.is_same());
}

#[test]
fn equal_fights_are_the_same_in_every_tick() {
    let (a, b) = (record(Fault::None), record(Fault::None));
    for found in [compare(&a, &b), compare(&watched(&a), &b), compare(&a, &watched(&b)), compare_trails(&a, &b)] {
        assert_eq!(found, Comparison { ticks_compared: LAST + 1, first: None });
        assert!(found.is_same());
    }
}

#[test]
fn one_wrong_field_is_found_in_the_first_the_middle_and_the_last_tick() {
    let right = record(Fault::None);
    for frame in [0, 1, 63, 64, 450, LAST] {
        let wrong = once(frame, Spot::Row(2));
        let found = compare(&right, &wrong);
        assert_at(&found, frame, if frame == 0 { "start" } else { "glide" }, "skimmers/2", "wakes_at");
        let first = found.first.unwrap();
        let shown = |recording: &Recording<Pond>| recording.frame(frame).unwrap().row(2).unwrap().wakes_at;
        assert_eq!((first.a.parse(), first.b.parse()), (Ok(shown(&right)), Ok(shown(&wrong))));
        assert_eq!(first.differing, 1);
    }
}

#[test]
fn a_file_with_one_wrong_byte_fails_in_the_first_the_middle_and_the_last_tick() {
    let right = record(Fault::None);
    for frame in [1, 450, LAST] {
        let wrong = watched(&once(frame, Spot::Row(2)));
        assert_at(&compare(&right, &wrong), frame, "unknown", "rows/2", "wakes_at");
    }
}

#[test]
fn what_no_row_shows_is_found_too() {
    let right = record(Fault::None);
    let wrong = once(450, Spot::Gust);
    assert_at(&compare(&right, &wrong), 450, "glide", "state", "gust");
    assert_at(&compare(&right, &watched(&wrong)), 450, "unknown", "state", "digest");
}

#[test]
fn a_row_shown_wrongly_is_found_under_a_right_digest() {
    let (right, wrong) = (record(Fault::None), once(450, Spot::Shown(3)));
    assert_eq!(right.digest(450), wrong.digest(450));
    assert_at(&compare(&right, &wrong), 450, "unknown", "rows/3", "vigor");
}

#[test]
fn an_event_too_many_is_found_in_its_tick() {
    let (right, wrong) = (record(Fault::None), once(450, Spot::Event));
    let found = compare(&right, &wrong);
    let first = found.first.as_ref().unwrap();
    assert_eq!((first.tick, &*first.stage), (450, "glide"));
    assert_eq!((&*first.entity, &*first.field, &*first.a), ("journal/0", "value", "absent"));
}

#[test]
fn another_outcome_is_found_in_the_terminal_frame() {
    let (right, wrong) = (record(Fault::None), once(LAST, Spot::Outcome));
    let found = compare(&right, &wrong);
    assert_eq!(found.ticks_compared, LAST + 1);
    let first = found.first.unwrap();
    assert_eq!((first.tick, &*first.field), (LAST, "outcome"));
    assert!(first.a.contains("Still") && first.b.contains("99"), "{first:?}");
}

#[test]
fn all_differing_fields_of_the_tick_are_counted() {
    let right = record(Fault::None);
    let found = compare(&right, &once(450, Spot::RowTwice(2)));
    assert_at(&found, 450, "glide", "skimmers/2", "x");
    assert_eq!(found.first.unwrap().differing, 2);
}

#[test]
fn only_the_first_tick_that_differs_is_told() {
    let found = compare(&once(450, Spot::Shown(3)), &once(70, Spot::Shown(1)));
    assert_at(&found, 70, "unknown", "rows/1", "vigor");
}

#[test]
fn an_order_makes_the_difference_in_the_stage_that_heeds_it() {
    let parent = record(Fault::None);
    let child = parent.splice(120, [Ask::Sing(vec![7])]).unwrap().finish().unwrap();
    let first = compare(&parent, &child).first.unwrap();
    assert_eq!((first.tick, &*first.stage, &*first.entity), (121, "heed", "skimmers/0"));
}

#[test]
fn a_fight_that_stops_sooner_differs_where_the_other_goes_on() {
    let whole = record(Fault::None);
    let mut recorder = Recorder::new(Pond::lasting(LAST).shared(), list(&[]), Settings::default());
    recorder.advance(Budget::Ticks(500)).unwrap();
    for (a, b) in [(recorder.recording(), whole.clone()), (whole, recorder.recording())] {
        let found = compare(&a, &b);
        assert_eq!(found.ticks_compared, 501);
        let first = found.first.unwrap();
        assert_eq!((first.tick, &*first.field), (501, "last_tick"));
        assert_eq!((first.a.parse(), first.b.parse()), (Ok(a.last_tick()), Ok(b.last_tick())));
    }
}

#[test]
fn a_clip_is_compared_where_both_have_ticks() {
    let whole = record(Fault::None);
    let clip =
        |from: &Recording<Pond>| file::open::<Pond>(&from.clip(400..=LAST).unwrap(), "pond", None).unwrap().recording;
    assert_eq!(compare(&whole, &clip(&whole)), Comparison { ticks_compared: LAST - 399, first: None });
    let wrong = compare(&clip(&once(450, Spot::Row(0))), &whole);
    assert_eq!((wrong.ticks_compared, wrong.first.unwrap().tick), (51, 450));
}

#[test]
fn nothing_compared_is_never_the_same() {
    let whole = record(Fault::None);
    let clip = |ticks| file::open::<Pond>(&whole.clip(ticks).unwrap(), "pond", None).unwrap().recording;
    let found = compare(&clip(0..=10), &clip(20..=30));
    assert_eq!(found.ticks_compared, 0);
    assert!(!found.is_same());
    assert!(!Comparison { ticks_compared: 0, first: None }.is_same());
}
