//! A saved fight opens to the same fight, whole or cut out, on its own or with its rules. Would catch: a first or last
//! tick lost to a chunk border, an order kept twice, a file of another version or ruleset played on with defaults.

use std::sync::Arc;

use proptest::prelude::*;
use recorder::file::{self, FileError, Opened};
use recorder::{Budget, Orders, Recorder, Recording, Settings, SpliceError};

use crate::plan::{cases, orders, ponds, settings, tick_in};
use crate::straight::Straight;
use crate::toy::{Ask, Outcome, Pond, orders as list};

fn record(ticks: u32) -> Recording<Pond> {
    Recorder::new(Pond::lasting(ticks).shared(), list(&[]), Settings::default()).finish().unwrap()
}

/// Open without rules, as a viewer does.
fn view(bytes: &[u8]) -> Opened<Pond> {
    file::open(bytes, "pond", None).unwrap()
}

/// Claim that a recording shows the same ticks as another, frame by frame, and no others.
fn assert_same_ticks(found: &Recording<Pond>, source: &Recording<Pond>, first: u32, last: u32) {
    assert_eq!((found.first_tick(), found.last_tick()), (first, last));
    for tick in first..=last {
        let (a, b) = (found.seek(tick).unwrap(), source.seek(tick).unwrap());
        assert!(a.rows().eq(b.rows()), "rows of tick {tick}");
        assert_eq!((a.tick(), a.digest(), a.journal()), (tick, b.digest(), b.journal()), "tick {tick}");
        assert_eq!((found.digest(tick), found.journal_at(tick)), (source.digest(tick), source.journal_at(tick)));
    }
    assert!(found.frame(last + 1).is_none());
    assert!(first == 0 || found.frame(first - 1).is_none());
}

proptest! {
    #![proptest_config(cases(48))]

    #[test]
    fn a_saved_fight_opens_to_the_same_fight(pond in ponds(), orders in orders(), settings in settings()) {
        let pond = pond.shared();
        let straight = Straight::run(&pond, &orders);
        let saved = Recorder::new(Arc::clone(&pond), orders, settings).finish().unwrap().save().unwrap();
        let opened = file::open(&saved, "pond", Some(pond)).unwrap();
        prop_assert!(opened.cut.is_none() && !opened.rules_changed);
        straight.assert_is(&opened.recording);
        prop_assert_eq!(opened.recording.save().unwrap(), saved, "saving again gives other bytes");
    }

    #[test]
    fn a_clip_holds_exactly_the_ticks_selected(
        pond in ponds(),
        orders in orders(),
        settings in settings(),
        picks: (u32, u32),
        again: (u32, u32),
        splice: Option<u32>,
    ) {
        let mut source = Recorder::new(pond.shared(), orders, settings).finish().unwrap();
        if let Some(pick) = splice.filter(|_| source.last_tick() > 0) {
            let tick = tick_in(source.last_tick() - 1, pick);
            source = source.splice(tick, [Ask::Hatch]).unwrap().finish().unwrap();
        }
        let select = |from: &Recording<Pond>, picks: (u32, u32)| {
            let span = from.last_tick() - from.first_tick();
            let (a, b) = (from.first_tick() + tick_in(span, picks.0), from.first_tick() + tick_in(span, picks.1));
            (a.min(b), a.max(b))
        };
        let (first, last) = select(&source, picks);
        let clip = view(&source.clip(first..=last).unwrap()).recording;
        assert_same_ticks(&clip, &source, first, last);
        prop_assert_eq!(clip.is_complete(), last == source.last_tick());
        let events = source.frame(first.saturating_sub(1)).filter(|_| first > 0).map_or(0, |f| f.journal());
        prop_assert_eq!(clip.first_event(), events);
        let known = source.frame(last).unwrap().journal();
        prop_assert!(clip.events(0..u32::MAX).eq(source.events(events..known)));
        // A clip of the clip is that clip of the source.
        let (first, last) = select(&clip, again);
        let inner = clip.clip(first..=last).unwrap();
        assert_same_ticks(&view(&inner).recording, &source, first, last);
        prop_assert_eq!(inner, source.clip(first..=last).unwrap());
    }
}

#[test]
fn a_whole_fight_comes_back_without_a_gap() {
    let live = record(900);
    let found = view(&live.save().unwrap()).recording;
    let ticks: Vec<u32> = (0..=900).map(|t| found.seek(t).unwrap().tick()).collect();
    assert_eq!(ticks, (0..=900).collect::<Vec<_>>());
    assert_eq!(found.digest(0), live.digest(0));
    assert_eq!(found.trail_digest(), live.trail_digest());
    assert_eq!(found.last_frame().unwrap().outcome(), Some(&Outcome::Still));
}

#[test]
fn a_clip_across_block_borders_has_75_ticks() {
    let live = record(900);
    let clip = view(&live.clip(137..=211).unwrap()).recording;
    assert_eq!(clip.last_tick() - clip.first_tick() + 1, 75);
    assert_same_ticks(&clip, &live, 137, 211);
    assert!(!clip.is_complete(), "a clip from the middle knows no end");
}

#[test]
fn an_order_is_in_the_file_once() {
    let parent = record(300);
    let child = parent.splice(120, [Ask::Hatch]).unwrap().finish().unwrap();
    let opened = view(&child.save().unwrap()).recording;
    assert_eq!(opened.orders().all(), child.orders().all());
    assert_eq!(opened.orders().all().len(), 1);
}

#[test]
fn with_its_rules_an_opened_fight_can_be_spliced() {
    let live = record(300);
    let rules = Arc::clone(live.rules().unwrap());
    let opened = file::open(&live.save().unwrap(), "pond", Some(Arc::clone(&rules))).unwrap().recording;
    for tick in [0, 63, 64, 150, 299] {
        let child = opened.splice(tick, [Ask::Hatch]).unwrap().finish().unwrap();
        Straight::run(&rules, &list(&[(tick, Ask::Hatch)])).assert_is(&child);
        let (mine, parents) = (child.seek(tick).unwrap(), opened.seek(tick).unwrap());
        assert!(mine.rows().eq(parents.rows()));
    }
}

#[test]
fn without_its_rules_it_can_be_watched_only() {
    let live = record(100);
    let opened = view(&live.save().unwrap());
    assert_eq!(opened.recording.splice(50, [Ask::Hatch]).unwrap_err(), SpliceError::NoRules);
    assert!(opened.recording.live_at(50).is_none());
}

#[test]
fn a_clip_cannot_be_spliced_even_with_rules() {
    let live = record(300);
    let clip = live.clip(100..=200).unwrap();
    let opened = file::open(&clip, "pond", live.rules().cloned()).unwrap().recording;
    assert_eq!(opened.splice(150, [Ask::Hatch]).unwrap_err(), SpliceError::NoRules);
}

#[test]
fn changed_rules_are_told_and_the_picture_stays() {
    let live = record(100);
    let changed = Pond { seed: 8, ..Pond::lasting(100) }.shared();
    let opened = file::open(&live.save().unwrap(), "pond", Some(changed)).unwrap();
    assert!(opened.rules_changed);
    assert_eq!(opened.recording.trail_digest(), live.trail_digest());
    assert!(opened.recording.rules().is_none());
}

#[test]
fn notes_and_cast_and_rates_come_back() {
    let notes = vec![("scenario".to_owned(), "two ponds".to_owned()), ("empty".to_owned(), String::new())];
    let recorder = Recorder::with_notes(Pond::lasting(20).shared(), Orders::default(), Settings::default(), notes);
    let live = recorder.finish().unwrap();
    let bytes = live.save().unwrap();
    let head = file::peek(&bytes).unwrap();
    assert_eq!((head.ruleset.as_str(), head.tick_hz, head.cap_ticks), ("pond", 10, 20));
    let opened = view(&bytes).recording;
    assert_eq!((opened.note("scenario"), opened.note("empty")), (Some("two ponds"), Some("")));
    assert_eq!(opened.note("else"), None);
    assert_eq!(opened.cast(), live.cast());
}

#[test]
fn a_fight_still_being_recorded_can_be_saved_and_gone_on_with() {
    let pond = Pond::lasting(200).shared();
    let mut recorder = Recorder::new(Arc::clone(&pond), list(&[(150, Ask::Hatch)]), Settings::default());
    recorder.advance(Budget::Ticks(90)).unwrap();
    let bytes = recorder.recording().save().unwrap();
    let opened = file::open(&bytes, "pond", Some(Arc::clone(&pond))).unwrap();
    assert!(opened.cut.is_none() && !opened.recording.is_complete());
    assert_eq!(opened.recording.last_tick(), 90);
    let rest = opened.recording.splice(90, []).unwrap().finish().unwrap();
    Straight::run(&pond, &list(&[(150, Ask::Hatch)])).assert_is(&rest);
}

#[test]
fn selections_that_are_not_there_are_errors() {
    let live = record(100);
    let said = |ticks| live.clip(ticks).unwrap_err().to_string();
    assert_eq!(said(60..=101), "tick 101 is not recorded; ticks 0 to 100 are");
    assert_eq!(said(200..=u32::MAX), "tick 4294967295 is not recorded; ticks 0 to 100 are");
    #[expect(clippy::reversed_empty_ranges, reason = "that is the case")]
    let empty = said(60..=59);
    assert_eq!(empty, "nothing to save: the selection ends before it starts");
    let clip = view(&live.clip(50..=60).unwrap()).recording;
    assert_eq!(clip.clip(40..=60).unwrap_err().to_string(), "tick 40 is not recorded; ticks 50 to 60 are");
}

#[test]
fn a_leaky_fight_under_a_tight_budget_is_not_saved_wrongly() {
    let fault = crate::toy::Fault::CounterIntoGust { from: 70, reads: 0.into() };
    let settings = Settings { budget_bytes: 0, ..Settings::default() };
    let live = Recorder::new(Pond { fault, ..Pond::lasting(400) }.shared(), list(&[]), settings).finish().unwrap();
    assert!(live.save().unwrap_err().to_string().contains("was made again and differs"));
}

#[test]
fn other_versions_and_rulesets_are_named() {
    let bytes = record(20).save().unwrap();
    let versioned = |version: u32| {
        let mut bytes = bytes.clone();
        bytes[8..12].copy_from_slice(&version.to_le_bytes());
        file::open::<Pond>(&bytes, "pond", None).unwrap_err()
    };
    let next = file::FORMAT_VERSION + 1;
    assert_eq!(versioned(next), FileError::UnsupportedVersion { found: next, supported: file::FORMAT_VERSION });
    assert_eq!(versioned(0).to_string(), "unsupported recording version 0 (this build reads 1 to 2)");
    assert!(matches!(versioned(u32::MAX), FileError::UnsupportedVersion { .. }));
    assert_eq!(
        file::open::<Pond>(&bytes, "lake", None).unwrap_err().to_string(),
        "a recording of the ruleset `pond`, opened as `lake`"
    );
    for other in [&b""[..], b"PNG", b"\x89FIGHT\r\n", &[0; 64]] {
        assert_eq!(file::open::<Pond>(other, "pond", None).unwrap_err(), FileError::NotARecording);
    }
}
