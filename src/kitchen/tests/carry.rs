//! Hands: one thing each, passes within the window, the trash at its eighth tick, contests, and nothing lost or doubled.

use recorder::Stamped;

use super::scene::{ALL_FIXTURES, Scene, denial, turnip};
use crate::kernel::stream::Stream;
use crate::kitchen::constants::{HANDOFF_WINDOW_TICKS, TRASH_HOLD_TICKS, TRASH_SCORE};
use crate::kitchen::event::What;
use crate::kitchen::grain::Facing;
use crate::kitchen::hand::is_handoff;
use crate::kitchen::input::Frame;
use crate::kitchen::item::{Form, Item, Mark};
use crate::kitchen::ladder::Denial;
use crate::kitchen::order::Order;

/// Two at the prep, from below and from the left.
fn at_prep() -> Scene {
    let mut scene = Scene::new(ALL_FIXTURES, 3);
    scene.put(0, 7, 2, Facing::North);
    scene.put(1, 6, 1, Facing::East);
    scene.put(2, 2, 5, Facing::South);
    scene
}

const PRESS: Option<Frame> = Some(Frame::REST.acting());

#[test]
fn a_thing_keeps_its_number_there_and_back() {
    let mut scene = at_prep();
    let item = scene.give(0, turnip(), Form::RAW);
    assert!(matches!(scene.press(0)[..], [What::Dropped { item: down, .. }] if down == item));
    assert_eq!((scene.cook(0).hand, scene.station(7, 1).top()), (Item::NONE, Some(item)));
    // Set down, it can be taken at once; by oneself that is no pass.
    assert!(matches!(scene.press(0)[..], [What::Picked { item: up, .. }] if up == item));
    assert_eq!((scene.cook(0).hand, scene.station(7, 1).count()), (item, 0));
}

#[test]
fn a_pass_is_within_the_window_its_last_tick_included() {
    let window = u32::from(HANDOFF_WINDOW_TICKS);
    for (wait, passes) in [(1, true), (window - 1, true), (window, true), (window + 1, false), (3 * window, false)] {
        let mut scene = at_prep();
        scene.give(0, turnip(), Form::RAW);
        scene.step(&[PRESS]);
        scene.run(&[], wait - 1);
        let events = scene.step(&[None, PRESS]);
        let is_pass = matches!(events[..], [What::HandedOff { from: 0, to: 1, .. }]);
        assert_eq!(is_pass, passes, "after {wait}: {events:?}");
        assert_eq!(scene.state.tally.passed, u16::from(passes));
    }
    // Set down and taken in one tick: the seat that acts first sets down.
    let mut scene = at_prep();
    scene.give(0, turnip(), Form::RAW);
    assert!(matches!(scene.step(&[PRESS, PRESS])[..], [What::Dropped { .. }, What::HandedOff { .. }]));
    assert!(!is_handoff(Mark::new(1, 5), 1, 6), "from oneself");
    assert!(!is_handoff(Mark::NONE, 1, 6), "from nobody");
}

#[test]
fn a_pass_chains_from_hand_to_hand() {
    let mut scene = at_prep();
    scene.give(0, turnip(), Form::RAW);
    scene.step(&[PRESS]);
    scene.step(&[None, PRESS]);
    scene.step(&[]);
    scene.step(&[None, PRESS]);
    let events = scene.step(&[PRESS]);
    assert!(matches!(events[..], [What::HandedOff { from: 1, to: 0, .. }]), "{events:?}");
}

#[test]
fn what_a_station_takes_in_cannot_be_lifted_again() {
    let mut scene = Scene::new(ALL_FIXTURES, 1);
    scene.put(0, 3, 2, Facing::North);
    scene.give(0, turnip(), Form::RAW);
    scene.press(0);
    assert!(!scene.station(3, 1).is_grabbable(), "it is for chopping");
    scene.station(3, 1).take();
    scene.give(0, turnip(), Form::COOKED);
    scene.state.tally.gone += 1;
    scene.press(0);
    assert!(scene.station(3, 1).is_grabbable(), "it only lies there");
}

fn at_trash() -> Scene {
    let mut scene = Scene::new(ALL_FIXTURES, 1);
    scene.put(0, 4, 6, Facing::North);
    scene.give(0, turnip(), Form::RAW);
    scene.state.tally.score = 10;
    scene
}

#[test]
fn the_trash_takes_at_the_eighth_tick_and_not_before() {
    let mut scene = at_trash();
    assert_eq!(scene.run(&[PRESS], u32::from(TRASH_HOLD_TICKS) - 1), [], "a short press throws nothing away");
    let events = scene.step(&[PRESS]);
    assert!(matches!(events[..], [What::Trashed { points: TRASH_SCORE, .. }]), "{events:?}");
    assert_eq!((scene.cook(0).hand, scene.state.tally.trashed, scene.state.tally.score), (Item::NONE, 1, 8));
    assert_eq!(scene.run(&[PRESS], 30), [], "one hold, one throw");
}

#[test]
fn a_release_starts_the_hold_anew() {
    let mut scene = at_trash();
    scene.run(&[PRESS], 7);
    scene.step(&[None]);
    assert_eq!(scene.run(&[PRESS], 7), []);
    assert!(matches!(scene.step(&[PRESS])[..], [What::Trashed { .. }]));
}

#[test]
fn a_step_aside_voids_the_hold() {
    let mut scene = at_trash();
    scene.run(&[PRESS], 5);
    scene.put(0, 2, 3, Facing::East);
    assert_eq!(scene.run(&[PRESS], 30), []);
    assert!(scene.cook(0).hand.is_some());
}

#[test]
fn an_empty_hand_over_the_trash_is_told() {
    let mut scene = at_trash();
    scene.run(&[PRESS], 5);
    let item = std::mem::replace(&mut scene.cook(0).hand, Item::NONE);
    scene.state.tally.retire(item);
    let events = scene.run(&[PRESS], 3);
    assert!(matches!(events[..], [What::TrashedAlreadyEmpty { .. }]), "{events:?}");
}

#[test]
fn the_score_never_goes_below_nothing() {
    let mut scene = at_trash();
    scene.state.tally.score = 1;
    scene.run(&[PRESS], 8);
    assert_eq!(scene.state.tally.score, 0);
}

/// Two press for one thing in one tick, asked in this way.
fn contest(stamps: [(u32, u32); 2]) -> Vec<What> {
    let mut scene = at_prep();
    let item = scene.state.tally.mint(turnip(), Form::RAW);
    scene.station(7, 1).put(item, Mark::new(2, 0));
    let orders: Vec<_> = stamps
        .iter()
        .enumerate()
        .map(|(seat, (tick, sequence))| Stamped {
            tick: *tick,
            sequence: *sequence,
            order: Order::once(seat, Frame::REST.acting()),
        })
        .collect();
    scene.tick = 30;
    let events = scene.step_orders(&orders);
    assert_eq!(scene.state.items().count(), 1);
    events
}

#[test]
fn two_who_want_one_thing_are_told_apart() {
    let rows = [
        ("the earlier tick", [(30, 0), (29, 0)], 1),
        ("the lower sequence", [(30, 1), (30, 0)], 1),
        ("the lower seat", [(30, 0), (30, 0)], 0),
    ];
    for (claim, stamps, winner) in rows {
        let events = contest(stamps);
        let loser = 1 - winner;
        let has = events.iter().any(|what| match what {
            What::Picked { cook, .. } => *cook == winner,
            What::HandedOff { to, .. } => *to == winner,
            _ => false,
        });
        assert!(has, "{claim}: {events:?}");
        assert_eq!(denial(&events, loser), Some(Denial::ContestedLost), "{claim}");
        assert_eq!(events.len(), 2, "{claim}");
    }
}

#[test]
fn who_would_be_denied_anyway_keeps_its_own_reason() {
    let mut scene = at_prep();
    let item = scene.state.tally.mint(turnip(), Form::RAW);
    scene.station(7, 1).put(item, Mark::new(2, 0));
    scene.cook(0).stun_until = 9;
    let events = scene.step(&[PRESS, PRESS]);
    assert_eq!(denial(&events, 0), Some(Denial::Stunned));
    assert!(scene.cook(1).hand.is_some());
}

#[test]
fn the_one_place_to_work_is_contested_and_stock_is_not() {
    let mut scene = Scene::new("#####\n#.B.#\n#..@#\n#..@#\n#t.##\n#####", 2);
    scene.put(0, 1, 1, Facing::East);
    scene.put(1, 3, 1, Facing::West);
    scene.lay(2, 1, turnip(), Form::RAW);
    let events = scene.step(&[PRESS, PRESS]);
    assert!(matches!(events[..], [What::Started { cook: 0, .. }, What::Denied { denial: Denial::ContestedLost, .. }]));
    let mut scene = Scene::new("#####\n#..@#\n#..@#\n#t.##\n#####", 2);
    scene.put(0, 1, 2, Facing::South);
    scene.put(1, 2, 3, Facing::West);
    let events = scene.step(&[PRESS, PRESS]);
    assert!(matches!(events[..], [What::Picked { .. }, What::Picked { .. }]), "{events:?}");
}

#[test]
fn a_last_plate_goes_to_one() {
    let mut scene = Scene::new("#####\n#..@#\n#..@#\n#r.##\n#####", 2);
    scene.put(0, 1, 2, Facing::South);
    scene.put(1, 2, 3, Facing::West);
    scene.station(1, 3).stock = 1;
    let events = scene.step(&[PRESS, PRESS]);
    assert!(matches!(events[..], [What::Picked { .. }, What::Denied { denial: Denial::ContestedLost, .. }]));
}

#[test]
fn a_hundred_ticks_of_presses_lose_and_double_nothing() {
    for seed in 1..=8 {
        let mut scene = Scene::new(ALL_FIXTURES, 4);
        let mut stream = Stream::from_seed(seed);
        for seat in 0..4 {
            // All at one shelf and at the trash beside it, so that most presses meet something.
            scene.put(seat, [1, 2, 3, 4][seat], 4, Facing::South);
        }
        for nth in 0..100 {
            let mut frame = |seat: u32| {
                let way = Facing::ALL[(seat + nth / 7 + stream.below(2)) as usize % 4];
                let frame = Frame::walk(way);
                Some(if stream.below(2) == 0 { frame.acting() } else { frame })
            };
            let frames = [frame(0), frame(1), frame(2), frame(3)];
            scene.step(&frames);
            // Every number once, as many as the ledger says.
            scene.state.check_invariants(&scene.rules);
        }
        assert!(scene.state.tally.born > 0, "seed {seed}: something happened");
    }
}
