//! A splice shares its past: frames 0..=T of parent and child are the same memory, a thousand splices cost next to
//! nothing, and of the old future nothing can be reached. Would catch: a copied block, a future seen through a splice.

use std::sync::Arc;

use recorder::{Budget, Recorder, Recording, Settings, Stamped};

use crate::toy::{Ask, Pond, orders as list};

fn record(ticks: u32) -> Recording<Pond> {
    Recorder::new(Pond::lasting(ticks).shared(), list(&[]), Settings::default()).finish().unwrap()
}

/// Claim that both show the very same rows in memory.
fn assert_same_memory(a: &Recording<Pond>, b: &Recording<Pond>, tick: u32) {
    let (a, b) = (a.frame(tick).unwrap(), b.frame(tick).unwrap());
    assert_eq!(a.len(), b.len(), "tick {tick}");
    assert!(a.rows().zip(b.rows()).all(|(x, y)| std::ptr::eq(x, y)), "tick {tick}");
}

#[test]
fn frames_up_to_the_splice_are_the_same_memory() {
    let parent = record(300);
    for tick in [0, 1, 63, 64, 65, 200, 299] {
        let child = parent.splice(tick, [Ask::Hatch]).unwrap().finish().unwrap();
        (0..=tick).for_each(|t| assert_same_memory(&parent, &child, t));
        (0..=tick).for_each(|t| assert_eq!(parent.digest(t), child.digest(t)));
        let at = |line: &Recording<Pond>| Arc::as_ptr(line.checkpoint(tick).unwrap());
        assert_eq!(at(&parent), at(&child), "checkpoint before {tick}");
    }
}

#[test]
fn grandchildren_share_with_every_ancestor() {
    let first = record(300);
    let second = first.splice(200, [Ask::Hatch]).unwrap().finish().unwrap();
    let third = second.splice(250, [Ask::Hatch]).unwrap().finish().unwrap();
    let fourth = third.splice(100, [Ask::Hush(0)]).unwrap().finish().unwrap(); // before its own parent began
    (0..=200).for_each(|t| assert_same_memory(&first, &third, t));
    (201..=250).for_each(|t| assert_same_memory(&second, &third, t));
    (0..=100).for_each(|t| assert_same_memory(&first, &fourth, t));
}

#[test]
fn events_of_the_past_are_the_same_memory() {
    let parent = record(300);
    let child = parent.splice(200, [Ask::Hatch]).unwrap().finish().unwrap();
    let known = parent.frame(200).unwrap().journal();
    assert!(known > 0);
    assert!((0..known).all(|n| std::ptr::eq(parent.event(n).unwrap(), child.event(n).unwrap())));
}

#[test]
fn dropping_the_parent_leaves_the_child_whole() {
    let parent = record(300);
    let rules = Arc::downgrade(parent.rules().unwrap());
    let child = parent.splice(200, [Ask::Hatch]).unwrap().finish().unwrap();
    let before = child.trail_digest();
    drop(parent);
    assert_eq!(child.trail_digest(), before);
    assert_eq!(child.frame(150).unwrap().rows().len(), child.frame(150).unwrap().len());
    drop(child);
    assert_eq!(rules.strong_count(), 0, "something outlives the last timeline");
}

#[test]
fn of_the_old_future_nothing_can_be_reached() {
    let parent = record(300);
    for (tick, known) in [(0, 0), (200, 200)] {
        let mut recorder = parent.splice(tick, [Ask::Sing(b"other".to_vec())]).unwrap();
        let fresh = recorder.recording();
        assert_eq!((fresh.first_tick(), fresh.last_tick()), (0, known));
        assert!((known + 1..=400).all(|t| fresh.frame(t).is_none() && fresh.digest(t).is_none()));
        assert_eq!(fresh.event_count(), parent.frame(known).unwrap().journal());
        assert!(fresh.event(fresh.event_count()).is_none());
        assert!(!fresh.is_complete() && fresh.late_refusals().is_empty());
        assert!(fresh.checkpoint(u32::MAX).unwrap().tick <= known);
        recorder.advance(Budget::Ticks(1 + tick % 32)).unwrap();
        let child = recorder.finish().unwrap();
        assert_ne!(child.digest(known + 1), parent.digest(known + 1));
    }
}

#[test]
fn a_splice_made_before_the_end_does_not_see_the_end() {
    let parent = record(100);
    let child = parent.splice(99, []).unwrap().recording();
    assert_eq!(child.last_tick(), 99);
    assert!(child.last_frame().unwrap().outcome().is_none());
}

#[test]
fn a_thousand_splices_of_splices_can_be_read_and_dropped() {
    let mut line = record(1_100);
    for tick in 0..1_000 {
        let mut recorder = line.splice(tick, [Ask::Startle(0)]).unwrap();
        recorder.advance(Budget::Ticks(40)).unwrap();
        line = recorder.recording();
    }
    assert_eq!(line.orders().all().len(), 1_000);
    assert!((0..=line.last_tick()).all(|t| line.frame(t).is_some()));
}

#[test]
fn a_thousand_splices_cost_next_to_nothing_beyond_their_futures() {
    let parent = record(900);
    let mut lines = Vec::new();
    for n in 0..1_000 {
        lines.push(parent.splice(n % 900, [Ask::Hatch]).unwrap().recording());
    }
    // The order itself is the beginning of the new future.
    let order = size_of::<Stamped<Ask>>();
    let beyond: usize = lines.iter().map(|line| line.splice_bytes() - order).sum();
    assert!(beyond <= 100 << 10, "{beyond} bytes");
    let past = parent.memory().bytes;
    assert!(
        lines.iter().all(|line| line.memory().bytes <= past),
        "a splice holds more than the past before it has any future"
    );
}

#[test]
fn splices_hold_references_and_no_copies() {
    let parent = record(900);
    let at = |line: &Recording<Pond>| Arc::strong_count(line.checkpoint(320).unwrap());
    let before = at(&parent);
    let lines: Vec<_> = (0..1_000).map(|_| parent.splice(350, [Ask::Hatch]).unwrap().recording()).collect();
    assert_eq!(at(&parent), before, "the runs are shared whole, so even their parts are counted once");
    assert!(lines.iter().all(|line| std::ptr::eq(line.checkpoint(320).unwrap(), parent.checkpoint(320).unwrap())));
    let rules = Arc::strong_count(parent.rules().unwrap());
    drop(lines);
    assert!(Arc::strong_count(parent.rules().unwrap()) <= rules);
}
