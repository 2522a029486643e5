//! The detectors detect: an honest fight passes each of them, and each finds the leak that is its business, at its tick,
//! in its stage. Would catch: a detector that compares a fight with itself, or gives up without saying where.

use std::sync::Arc;

use recorder::Settings;
use recorder::verify::{self, Check, Subject, heavy};

use crate::toy::{Ask, Fault, Pond, orders as list};

const LAST: u32 = 300;

/// The leaks start at the step that leaves this tick; the frame after it is the first that is wrong.
const FROM: u32 = 150;

fn subject(fault: Fault) -> Subject<Pond> {
    let orders = list(&[(20, Ask::Hatch), (40, Ask::Hush(2)), (LAST, Ask::Hatch)]);
    Subject { rules: Pond { fault, ..Pond::lasting(LAST) }.shared(), orders, settings: Settings::default() }
}

fn splices() -> Vec<(u32, Vec<Ask>)> {
    vec![(30, vec![]), (100, vec![Ask::Hatch]), (FROM + 5, vec![Ask::Hush(0)]), (250, vec![])]
}

fn all(subject: &Subject<Pond>) -> Vec<Check> {
    DETECTORS.iter().map(|detect| detect(subject)).collect()
}

const DETECTORS: [fn(&Subject<Pond>) -> Check; 9] = [
    verify::twice,
    |subject| verify::heavy(subject, 1),
    |subject| verify::heavy(subject, 7),
    verify::sliced,
    verify::live,
    |subject| verify::splice(subject, &splices()),
    verify::through_file,
    |subject| verify::seek(subject, verify::Looks::default()),
    |subject| verify::seek(subject, verify::Looks { back_ticks: 101, scattered: 2 }),
];

fn row() -> Fault {
    Fault::CounterIntoRow { from: FROM, place: 2, reads: 0.into() }
}

fn gust() -> Fault {
    Fault::CounterIntoGust { from: FROM, reads: 0.into() }
}

/// Claim that a check found the fault at its tick and stage.
fn assert_located(check: &Check, entity: &str, field: &str) {
    assert!(!check.is_ok(), "{} let it pass", check.mode);
    let first =
        check.first.as_ref().unwrap_or_else(|| panic!("{} does not say where: {:?}", check.mode, check.failure));
    let found = (first.tick, &*first.stage, &*first.entity, &*first.field);
    assert_eq!(found, (FROM + 1, "glide", entity, field), "{}", check.mode);
    assert_ne!(first.a, first.b, "{}", check.mode);
}

#[test]
fn an_honest_fight_passes_every_detector() {
    for check in all(&subject(Fault::None)) {
        assert!(check.is_ok(), "{check:?}");
        assert!(check.ticks_compared > LAST, "{} compared {} ticks", check.mode, check.ticks_compared);
    }
}

#[test]
fn a_counter_outside_the_state_is_located_by_every_detector() {
    for detect in DETECTORS {
        assert_located(&detect(&subject(row())), "skimmers/2", "wakes_at");
        assert_located(&detect(&subject(gust())), "state", "gust");
    }
}

#[test]
fn meaning_left_in_scratch_is_located_where_a_fight_is_taken_up_again() {
    let fault = || Fault::Scratch { from: FROM };
    assert_located(&heavy(&subject(fault()), 1), "state", "gust");
    assert_located(&verify::splice(&subject(fault()), &splices()), "state", "gust");
    // A block that was let go is made again from a checkpoint; the first of those is where it shows.
    let seek = verify::seek(&subject(fault()), verify::Looks::default()).first.unwrap();
    assert!(seek.tick > FROM && seek.stage == "glide" && seek.field == "gust", "{seek:?}");
}

#[test]
fn state_that_is_not_saved_is_named_when_it_is_first_lost() {
    for cadence in [1, 7] {
        let check = heavy(&subject(Fault::Unsaved { from: FROM }), cadence);
        let first = check.first.as_ref().unwrap();
        let saved = (FROM + 1).next_multiple_of(cadence);
        assert_eq!((first.tick, &*first.stage, &*first.field), (saved, "saved", "forgotten"));
        assert_eq!((&*first.a, &*first.b), (&*(saved - FROM).to_string(), "0"));
    }
}

#[test]
fn a_cadence_of_nothing_counts_as_every_tick() {
    assert!(heavy(&subject(Fault::None), 0).is_ok());
    assert!(!heavy(&subject(Fault::Unsaved { from: FROM }), 0).is_ok());
}

#[test]
fn the_first_wrong_tick_may_be_the_first_or_the_last() {
    for from in [0, 1, LAST - 1] {
        let subject = subject(Fault::CounterIntoGust { from, reads: 1.into() });
        let first = verify::twice(&subject).first.unwrap();
        assert_eq!((first.tick, &*first.stage, &*first.field), (from + 1, "glide", "gust"));
    }
}

#[test]
fn rules_that_never_end_fail_and_do_not_hang() {
    let rules = Pond { endless: true, ..Pond::lasting(100) }.shared();
    let subject = Subject { rules, orders: list(&[]), settings: Settings::default() };
    for check in all(&subject) {
        assert!(!check.is_ok(), "{check:?}");
        assert!(check.failure.is_some(), "{check:?}");
    }
}

#[test]
fn nothing_compared_is_never_a_pass() {
    let subject = subject(Fault::None);
    assert!(!verify::splice(&subject, &[]).is_ok());
    assert!(!verify::splice(&subject, &[(LAST + 50, vec![])]).is_ok());
    let empty = Check { mode: "twice", ticks_compared: 0, first: None, failure: None };
    assert!(!empty.is_ok());
}

#[test]
fn a_fight_of_no_ticks_can_be_checked() {
    let subject = Subject { rules: Arc::new(Pond::lasting(0)), orders: list(&[]), settings: Settings::default() };
    assert!(verify::twice(&subject).is_ok());
    assert!(verify::live(&subject).is_ok());
    assert!(verify::sliced(&subject).is_ok());
    assert!(verify::through_file(&subject).is_ok());
}

#[test]
fn a_cap_at_the_end_of_all_ticks_is_no_overflow() {
    let fault = Fault::CounterIntoGust { from: 10, reads: 1.into() };
    let rules = Arc::new(Pond { fault, ..Pond::lasting(u32::MAX) });
    let subject = Subject { rules, orders: list(&[]), settings: Settings::default() };
    assert_eq!(verify::twice(&subject).first.unwrap().tick, 11);
}
