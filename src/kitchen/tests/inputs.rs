//! Inputs: which of several frames counts, what a wrong one comes to, and how orders are written.

use recorder::Stamped;

use super::scene::{ALL_FIXTURES, Scene, shipped};
use crate::kitchen::cook::Driver;
use crate::kitchen::event::What;
use crate::kitchen::grain::Facing;
use crate::kitchen::input::{Frame, winner};
use crate::kitchen::order::{Ask, Order, Refusal};

fn stamped(tick: u32, sequence: u32, seat: usize, frame: Frame) -> Stamped<Order> {
    Stamped { tick, sequence, order: Order::once(seat, frame) }
}

#[test]
fn the_earliest_then_the_lowest_then_the_first_counts() {
    let east = Frame::walk(Facing::East);
    let rows = [
        ("earliest tick", vec![stamped(5, 0, 0, east), stamped(4, 9, 0, east)], Some(1)),
        ("lowest sequence", vec![stamped(5, 3, 0, east), stamped(5, 1, 0, east)], Some(1)),
        ("first seen", vec![stamped(5, 1, 0, east), stamped(5, 1, 0, Frame::REST)], Some(0)),
        ("its own only", vec![stamped(5, 1, 1, east)], None),
    ];
    for (claim, orders, place) in rows {
        assert_eq!(winner(&orders, 0), place, "{claim}");
    }
}

#[test]
fn an_unknown_cook_is_one_event_and_nothing_else() {
    let mut scene = Scene::new(ALL_FIXTURES, 2);
    let mut untouched = Scene::new(ALL_FIXTURES, 2);
    for cook in [0, 3, 77, u16::MAX] {
        let order = Order { cook, ask: Ask::Do { frame: Frame::walk(Facing::East).acting(), ticks: 9 } };
        let events = scene.step_orders(&[Stamped { tick: scene.tick, sequence: 0, order }]);
        assert_eq!(events, [What::Refused { order, refusal: Refusal::UnknownCook }], "cook {cook}");
        untouched.step(&[]);
    }
    assert_eq!(scene.state, untouched.state);
}

#[test]
fn a_second_frame_of_a_tick_is_told_and_does_nothing() {
    let mut scene = Scene::new(ALL_FIXTURES, 1);
    let (first, second) = (stamped(0, 0, 0, Frame::walk(Facing::East)), stamped(0, 1, 0, Frame::walk(Facing::West)));
    let events = scene.step_orders(&[second.clone(), first]);
    assert_eq!(events, [What::Refused { order: second.order, refusal: Refusal::Outranked }]);
    assert_eq!(scene.cook(0).facing, Facing::East);
}

#[test]
fn a_frame_lasts_as_long_as_it_says_or_until_a_newer_one() {
    let mut scene = Scene::new(ALL_FIXTURES, 1);
    let held = Stamped { tick: 0, sequence: 0, order: Order::held(0, Frame::walk(Facing::East), 3) };
    scene.step_orders(&[held]);
    assert!(scene.cook(0).frame_at(2).is_some() && scene.cook(0).frame_at(3).is_none());
    scene.step_orders(&[stamped(1, 0, 0, Frame::REST)]);
    assert!(scene.cook(0).frame_at(2).is_none());
}

#[test]
fn a_frame_takes_a_cook_over_and_auto_gives_it_back() {
    let mut scene = Scene::from_rules(shipped("kitchen/level1"));
    assert_eq!(scene.cook(0).driver, Driver::Bot);
    let events = scene.step_orders(&[stamped(0, 0, 0, Frame::REST)]);
    assert_eq!(events, [What::Driven { cook: 0, driver: Driver::Hand }]);
    scene.run(&[], 100);
    assert_eq!((scene.cook(0).driver, scene.cook(0).speed), (Driver::Hand, Default::default()), "it waits for more");
    let auto = Stamped { tick: scene.tick, sequence: 0, order: Order { cook: 1, ask: Ask::Auto } };
    let events = scene.step_orders(std::slice::from_ref(&auto));
    assert!(events.contains(&What::Driven { cook: 0, driver: Driver::Bot }));
    let events = scene.step_orders(std::slice::from_ref(&auto));
    assert!(events.contains(&What::Refused { order: auto.order, refusal: Refusal::AlreadyAuto }));
}

#[test]
fn orders_read_as_they_are_written() {
    let names = ["Fern".to_owned(), "Oak".to_owned()];
    let rows = [
        "Fern move 1 0",
        "Oak move -0.5 0.125 act face north for 8",
        "Fern act",
        "Oak rest for 20",
        "Fern auto",
        "9 act",
        "Fern move 50 0 for 10000",
    ];
    for words in rows {
        let order = Order::read(&names, words).unwrap_or_else(|problem| panic!("{words}: {problem}"));
        assert_eq!(order.write(&names), words);
    }
    let wrong = [
        ("", "there is no order"),
        ("Fern", "nothing is asked"),
        ("Fenr act", "did you mean"),
        ("Fern move 1", "lacks what follows"),
        ("Fern move nan 0", "is no throttle"),
        ("Fern move 1.2345 0", "is no throttle"),
        ("Fern face up", "is no side"),
        ("Fern act act", "twice"),
        ("Fern act for 0", "is no number of ticks"),
        ("Fern for 9", "nothing is asked"),
        ("Fern act held for 9", "`for` and `held` in one order"),
        ("Fern held", "nothing is asked"),
        ("Fern jump", "is no part of an order"),
    ];
    for (words, part) in wrong {
        let problem = Order::read(&names, words).expect_err(words);
        assert!(problem.contains(part), "{words}: {problem}");
    }
}
