//! A splice equals a run from the seed with the same orders, whatever was spliced before and wherever. Would catch: an
//! order read a tick early or late, a checkpoint of a future that no longer is, a parent's later frames shining through.

use std::sync::Arc;

use proptest::prelude::*;
use recorder::{Budget, Orders, Recorder, Recording, Settings, SpliceError, Stamped};

use crate::plan::{asks, cases, orders, ponds, settings, tick_in};
use crate::straight::Straight;
use crate::toy::{Ask, Event, Fault, Pond, orders as list};

fn record(pond: Pond) -> Recording<Pond> {
    Recorder::new(pond.shared(), list(&[]), Settings::default()).finish().unwrap()
}

/// One step of a random history: splice in some orders, then record so many ticks more (or all).
#[derive(Debug, Clone)]
struct Cut {
    pick: u32,
    asks: Vec<Ask>,
    then: Option<u32>,
}

fn cuts() -> impl Strategy<Value = Vec<Cut>> {
    let cut = (any::<u32>(), prop::collection::vec(asks(), 0..3), prop::option::weighted(0.3, 0_u32..200));
    prop::collection::vec(cut.prop_map(|(pick, asks, then)| Cut { pick, asks, then }), 1..6)
}

/// Splice once, at a tick that still can be; None once nothing can.
fn cut(recording: &Recording<Pond>, cut: &Cut, all: &mut Vec<Stamped<Ask>>) -> Option<Recording<Pond>> {
    let last = if recording.is_complete() { recording.last_tick().checked_sub(1)? } else { recording.last_tick() };
    let tick = tick_in(last, cut.pick);
    for ask in &cut.asks {
        all.push(Stamped { tick, sequence: 100 + all.len() as u32, order: ask.clone() });
    }
    let mut recorder = recording.splice(tick, cut.asks.clone()).unwrap();
    recorder.advance(cut.then.map_or(Budget::Everything, Budget::Ticks)).unwrap();
    Some(recorder.recording())
}

proptest! {
    #![proptest_config(cases(64))]

    #[test]
    fn nested_splices_equal_a_run_from_the_seed(
        pond in ponds(),
        orders in orders(),
        settings in settings(),
        cuts in cuts(),
        seeks in prop::collection::vec(any::<u32>(), 10),
    ) {
        let pond = pond.shared();
        let mut recording = Recorder::new(pond.clone(), orders.clone(), settings).finish().unwrap();
        let mut all = orders.all().to_vec();
        let mut line = vec![recording.clone()];
        for one in &cuts {
            let Some(next) = cut(&recording, one, &mut all) else { break };
            line.push(next.clone());
            recording = next;
        }
        if !recording.is_complete() {
            recording = recording.splice(recording.last_tick(), []).unwrap().finish().unwrap();
        }
        let straight = Straight::run(&pond, &Orders::new(all));
        seeks.into_iter().for_each(|pick| straight.assert_shows(&recording, tick_in(straight.last_tick(), pick)));
        straight.assert_is(&recording);
        // Every timeline on the way is still what it was.
        for earlier in line {
            let straight = Straight::run(&pond, earlier.orders());
            (0..=earlier.last_tick()).for_each(|t| {
                let frame = earlier.seek(t).unwrap();
                assert_eq!(frame.digest(), straight.frames[t as usize].digest, "tick {t}");
                assert!(frame.rows().eq(&straight.frames[t as usize].rows), "tick {t}");
            });
        }
    }
}

#[test]
fn a_splice_may_be_made_at_every_tick_before_the_end() {
    let parent = record(Pond::lasting(130));
    for tick in 0..130 {
        let child = parent.splice(tick, [Ask::Hatch]).unwrap().finish().unwrap();
        Straight::run(parent.rules().unwrap(), child.orders()).assert_is(&child);
    }
}

#[test]
fn an_order_is_first_seen_in_the_frame_after_its_tick_and_heeded_once() {
    let parent = record(Pond::lasting(200));
    let child = parent.splice(120, [Ask::Sing(b"la".to_vec())]).unwrap().finish().unwrap();
    assert!(child.frame(120).unwrap().rows().all(|r| r.song != b"la"));
    assert!(child.frame(121).unwrap().rows().any(|r| r.song.starts_with(b"la")));
    let heeded = child.events(0..child.event_count()).filter(|e| matches!(e, Event::Heeded { tick: 120, .. }));
    assert_eq!(heeded.count(), 1);
    assert_eq!(child.orders().all().len(), 1);
}

#[test]
fn orders_of_one_tick_come_behind_those_already_there() {
    let sing = |byte| Ask::Sing(vec![byte]);
    let parent = Recorder::new(Pond::lasting(60).shared(), list(&[(30, sing(1))]), Settings::default());
    let child = parent.finish().unwrap().splice(30, [sing(2), sing(3)]).unwrap().finish().unwrap();
    let child = child.splice(30, [sing(4)]).unwrap().finish().unwrap();
    let order: Vec<_> = child.orders().at(30).iter().map(|o| o.order.clone()).collect();
    assert_eq!(order, [sing(1), sing(2), sing(3), sing(4)]);
}

#[test]
fn what_makes_way_is_left_out_from_that_tick_on_and_the_past_stays() {
    let given = list(&[(20, Ask::Startle(1)), (30, Ask::Startle(2)), (30, Ask::Hatch), (45, Ask::Startle(3))]);
    let pond = Pond::lasting(80).shared();
    let parent = Recorder::new(pond.clone(), given, Settings::default()).finish().unwrap();
    let makes_way = |ask: &Ask| matches!(ask, Ask::Startle(_));
    let child = parent.splice_over(30, makes_way, [Ask::Hush(0)]).unwrap().finish().unwrap();
    let asked: Vec<(u32, Ask)> = child.orders().all().iter().map(|o| (o.tick, o.order.clone())).collect();
    assert_eq!(asked, [(20, Ask::Startle(1)), (30, Ask::Hatch), (30, Ask::Hush(0))]);
    assert!((0..=30).all(|tick| child.digest(tick) == parent.digest(tick)));
    Straight::run(&pond, child.orders()).assert_is(&child);
}

#[test]
fn a_full_sequence_is_no_overflow() {
    let last = Stamped { tick: 30, sequence: u32::MAX, order: Ask::Hatch };
    let parent = Recorder::new(Pond::lasting(60).shared(), Orders::new(vec![last]), Settings::default());
    let child = parent.finish().unwrap().splice(30, [Ask::Hush(0), Ask::Hush(1)]).unwrap().finish().unwrap();
    let order: Vec<_> = child.orders().at(30).iter().map(|o| o.order.clone()).collect();
    assert_eq!(order, [Ask::Hatch, Ask::Hush(0), Ask::Hush(1)]);
}

#[test]
fn a_splice_with_no_order_repeats_the_parent() {
    let parent = record(Pond::lasting(200));
    let child = parent.splice(77, []).unwrap().finish().unwrap();
    assert_eq!(child.trail_digest(), parent.trail_digest());
}

#[test]
fn a_splice_costs_no_more_than_the_ticks_behind_it_and_one_gap() {
    let parent = record(Pond::lasting(1_000));
    let pond = parent.rules().unwrap();
    for tick in [0, 31, 32, 500, 999] {
        pond.take_stepped();
        parent.splice(tick, [Ask::Hatch]).unwrap().finish().unwrap();
        let most = u64::from(1_000 - tick + parent.settings().checkpoint_ticks);
        assert!(pond.take_stepped() <= most, "at tick {tick}");
    }
}

#[test]
fn splices_past_the_end_or_the_head_say_so() {
    let mut recorder = Recorder::new(Pond::lasting(60).shared(), list(&[]), Settings::default());
    recorder.advance(Budget::Ticks(20)).unwrap();
    let early = recorder.recording().splice(21, [Ask::Hatch]).unwrap_err();
    assert_eq!(early, SpliceError::AheadOfHead { tick: 21, head: 20 });
    let whole = recorder.finish().unwrap();
    assert_eq!(whole.splice(60, [Ask::Hatch]).unwrap_err(), SpliceError::AfterEnd { tick: 60, end: 60 });
    assert_eq!(
        whole.splice(u32::MAX, [Ask::Hatch]).unwrap_err().to_string(),
        "an order at tick 4294967295 comes after the end at tick 60"
    );
}

#[test]
fn a_splice_of_a_fight_still_recorded_does_not_wait_for_it() {
    let pond = Pond::lasting(300).shared();
    let mut recorder = Recorder::new(Arc::clone(&pond), list(&[]), Settings::default());
    recorder.advance(Budget::Ticks(70)).unwrap();
    let child = recorder.recording().splice(70, [Ask::Hatch]).unwrap();
    Straight::run(&pond, &list(&[])).assert_is(&recorder.finish().unwrap());
    Straight::run(&pond, &list(&[(70, Ask::Hatch)])).assert_is(&child.finish().unwrap());
}

#[test]
fn giving_up_on_a_splice_goes_on_live_from_the_tick_shown() {
    let parent = record(Pond::lasting(200));
    let recorder = parent.splice(90, [Ask::Hatch]).unwrap();
    let mut live = recorder.into_live();
    assert_eq!(live.tick(), 90);
    live.step();
    let straight = Straight::run(parent.rules().unwrap(), &list(&[(90, Ask::Hatch)]));
    assert_eq!(live.digest(), straight.frames[91].digest);
}

#[test]
fn a_past_that_moves_is_reported_and_stays_reported() {
    let fault = Fault::CounterIntoGust { from: 70, reads: 0.into() };
    let parent = record(Pond { fault, ..Pond::lasting(200) });
    let mut child = parent.splice(80, [Ask::Hatch]).unwrap();
    let error = child.advance(Budget::Everything).unwrap_err();
    assert!(error.to_string().starts_with("the past moved: tick 80 came out as "), "{error}");
    assert_eq!(child.advance(Budget::Everything).unwrap_err(), error);
    assert_eq!(child.recording().last_tick(), 80);
}

#[test]
fn a_leaky_fight_under_a_tight_budget_refuses_to_splice_without_a_panic() {
    let fault = Fault::CounterIntoGust { from: 70, reads: 0.into() };
    let settings = Settings { budget_bytes: 0, ..Settings::default() };
    let pond = Pond { fault, ..Pond::lasting(400) }.shared();
    let parent = Recorder::new(pond, list(&[]), settings).finish().unwrap();
    let error = parent.seek(150).unwrap_err().to_string();
    assert!(error.contains(" was made again and differs: digest "), "{error}");
    assert!(parent.splice(150, [Ask::Hatch]).unwrap().finish().is_err());
}
