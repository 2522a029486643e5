//! The live round: what time buys, and that neither the size of a call nor frames without a tick change anything.

use std::sync::Arc;
use std::time::Duration;

use recorder::Stamped;

use super::scene::{ALL_FIXTURES, Scene};
use crate::kitchen::grain::Facing;
use crate::kitchen::input::Frame;
use crate::kitchen::order::Order;
use crate::kitchen::pace::Pace;

fn pace() -> Pace {
    Pace::new(Arc::new(Arc::unwrap_or_clone(Scene::new(ALL_FIXTURES, 2).rules)))
}

fn millis(millis: u64) -> Duration {
    Duration::from_millis(millis)
}

#[test]
fn time_buys_the_ticks_of_the_table() {
    let rows: [(&str, &[u64], u32); 6] = [
        ("17 × 0.05 s", &[50; 17], 17),
        ("2 × 0.03 s are a tick and a rest", &[30, 30], 1),
        ("the rest counts", &[30, 30, 40], 2),
        ("a stall is cut to 0.1 s", &[10_000], 2),
        ("nothing", &[0, 0], 0),
        ("crumbs add up", &[7; 50], 7),
    ];
    for (claim, deltas, ticks) in rows {
        let mut pace = pace();
        deltas.iter().for_each(|delta| drop(pace.step(millis(*delta), &[])));
        assert_eq!(pace.tick(), ticks, "{claim}");
    }
}

#[test]
fn one_call_of_two_ticks_is_two_calls_of_one() {
    let (mut whole, mut halves) = (pace(), pace());
    for nth in 0..40 {
        let tick = whole.tick();
        let frame = Frame::walk(Facing::ALL[nth / 3 % 4]).acting();
        let frames = [Stamped { tick, sequence: 0, order: Order::once(0, frame) }];
        let mut events = halves.step(millis(50), &frames);
        events.extend(halves.step(millis(50), &frames));
        assert_eq!(whole.step(millis(100), &frames), events);
        assert_eq!(whole.state(), halves.state(), "call {nth}");
    }
    assert_eq!(whole.tick(), 80);
}

#[test]
fn who_is_wrong_is_told_once_a_call() {
    let mut pace = pace();
    let frames = [Stamped { tick: 0, sequence: 0, order: Order::once(6, Frame::REST) }];
    assert_eq!(pace.step(millis(100), &frames).len(), 1);
}
