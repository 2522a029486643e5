//! Stations: work, cooking, burning, fire, dishes, plates, tickets, spills and carts.

use super::scene::{ALL_FIXTURES, Scene, pantry, turnip};
use crate::kitchen::event::What;
use crate::kitchen::grain::{Cell, Facing};
use crate::kitchen::hazard::CartPlan;
use crate::kitchen::input::Frame;
use crate::kitchen::item::{Form, Ware};
use crate::kitchen::outcome::Reason;
use crate::kitchen::station::Condition;
use crate::kitchen::ticket::Ticket;

const PRESS: Option<Frame> = Some(Frame::REST.acting());

#[test]
fn chopping_takes_its_ticks_and_rests_with_the_button() {
    let times = pantry().times;
    let mut scene = Scene::new(ALL_FIXTURES, 1);
    scene.put(0, 3, 2, Facing::North);
    scene.lay(3, 1, turnip(), Form::RAW);
    scene.run(&[PRESS], 10);
    assert_eq!((scene.station(3, 1).progress, scene.station(3, 1).condition), (10, Condition::Busy));
    scene.run(&[None], 25);
    assert_eq!((scene.station(3, 1).progress, scene.station(3, 1).condition), (10, Condition::Idle), "it keeps");
    let events = scene.run(&[PRESS], u32::from(times.chop_ticks) - 10);
    assert!(matches!(events[..], [What::Started { .. }, What::Finished { .. }]), "{events:?}");
    assert_eq!((scene.station(3, 1).condition, scene.station(3, 1).worker), (Condition::Ready, 0));
    scene.press(0);
    assert_eq!(scene.cook(0).hand.form, Form::CHOPPED);
}

#[test]
fn a_hit_ends_the_work() {
    let mut scene = Scene::new(ALL_FIXTURES, 1);
    scene.put(0, 3, 2, Facing::North);
    scene.lay(3, 1, turnip(), Form::RAW);
    scene.run(&[PRESS], 5);
    scene.cook(0).stun_until = 30;
    scene.step(&[PRESS]);
    assert_eq!((scene.station(3, 1).worker, scene.cook(0).works_at), (0, 0));
}

#[test]
fn a_stove_cooks_burns_and_catches_fire_by_itself() {
    let times = pantry().times;
    let mut scene = Scene::new(ALL_FIXTURES, 1);
    scene.lay(5, 1, turnip(), Form::CHOPPED);
    let mut told = Vec::new();
    for _ in 0..1200 {
        for what in scene.step(&[]) {
            told.push((scene.tick, what));
        }
    }
    let ticks: Vec<u32> = told.iter().map(|(tick, _)| *tick).collect();
    let gaps: Vec<u32> = ticks.windows(2).map(|pair| pair[1] - pair[0]).collect();
    let kinds = told.iter().map(|(_, what)| what).collect::<Vec<_>>();
    assert!(
        matches!(
            kinds[..],
            [
                What::Finished { .. },
                What::Burnt { .. },
                What::Caught { .. },
                What::Quenched { .. },
                What::Cleaned { .. }
            ]
        ),
        "{kinds:?}"
    );
    let expected = [times.burn_ticks, times.flare_ticks, times.fire_ticks, times.soot_ticks].map(u32::from);
    assert_eq!(gaps, expected);
    assert_eq!(ticks[0], u32::from(times.cook_ticks) + 1, "one tick to begin");
    assert_eq!((scene.station(5, 1).condition, scene.state.items().count()), (Condition::Idle, 0));
}

#[test]
fn parts_and_a_plate_become_a_dish() {
    let mut scene = Scene::new(ALL_FIXTURES, 1);
    scene.put(0, 7, 2, Facing::North);
    scene.give(0, Ware::PLATE, Form::RAW);
    scene.press(0);
    scene.give(0, turnip(), Form::COOKED);
    let events = scene.press(0);
    assert!(matches!(events[..], [What::Dropped { .. }, What::Assembled { .. }]), "{events:?}");
    let items: Vec<_> = scene.state.items().collect();
    assert!(matches!(items[..], [item] if item.ware == Ware::dish(1) && item.form == Form::PLATED));
}

#[test]
fn a_served_dish_scores_and_its_plate_comes_back_dirty_and_is_washed() {
    let (times, dish) = (pantry().times, pantry().dishes[1].clone());
    let mut scene = Scene::new(ALL_FIXTURES, 1);
    scene.put(0, 2, 3, Facing::West);
    scene.give(0, Ware::dish(1), Form::PLATED);
    scene.state.tickets[3] = Ticket { number: 4, dish: 1, opened: 0, due: 900 };
    scene.state.tickets[1] = Ticket { number: 5, dish: 1, opened: 0, due: 400 };
    let events = scene.step(&[PRESS]);
    assert!(matches!(events[..], [What::Served { ticket: 5, points, .. }] if points == dish.points + dish.tip));
    assert_eq!((scene.state.tally.served, scene.state.tally.score), (1, dish.points + dish.tip));
    let events = scene.run(&[None], u32::from(times.plate_back_ticks) + 1);
    assert!(matches!(events[..], [What::PlateBack { .. }]), "{events:?}");
    scene.press(0);
    assert!(scene.cook(0).hand.is_dirty_plate());
    scene.put(0, 6, 3, Facing::East);
    scene.step(&[None]);
    let events = scene.run(&[PRESS], u32::from(times.wash_ticks));
    assert!(matches!(events[..], [What::Dropped { .. }, What::Finished { .. }]), "one press and a hold: {events:?}");
    scene.press(0);
    assert!(scene.cook(0).hand.is_clean_plate());
}

#[test]
fn a_ticket_not_served_in_time_costs() {
    let mut scene = Scene::new(ALL_FIXTURES, 1);
    scene.state.tally.score = 20;
    scene.state.tickets[0] = Ticket { number: 1, dish: 1, opened: 0, due: 10 };
    let events = scene.run(&[], 9);
    assert_eq!(events, []);
    let events = scene.step(&[]);
    assert!(matches!(events[..], [What::Missed { points: -5, .. }]), "{events:?}");
    assert_eq!((scene.tick, scene.state.tally.score, scene.state.tally.missed), (10, 15, 1));
}

#[test]
fn a_tip_melts_with_the_wait() {
    let dish = pantry().dishes[1].clone();
    let ticket = Ticket { number: 1, dish: 1, opened: 100, due: 300 };
    let rows = [(100, dish.tip), (200, dish.tip / 2), (299, 0)];
    for (tick, tip) in rows {
        assert_eq!(ticket.worth(&dish, tick), dish.points + tip, "at {tick}");
    }
}

#[test]
fn the_round_ends_when_time_is_up_or_nothing_is_left() {
    let mut scene = Scene::of(super::scene::level(ALL_FIXTURES), 1, 30);
    scene.run(&[], 29);
    assert_eq!(scene.state.ending, None);
    scene.step(&[]);
    assert_eq!(scene.state.ending.map(|ending| ending.reason), Some(Reason::TimeUp));
    let rules = super::scene::shipped("kitchen/level1");
    let all = rules.level.tickets;
    let mut scene = Scene::from_rules(rules);
    scene.state.tally.issued = all;
    scene.state.tally.score = 95;
    scene.step(&[]);
    let ending = scene.state.ending.expect("it is over");
    assert_eq!((ending.reason, ending.stars), (Reason::AllDone, 2));
}

#[test]
fn a_cart_goes_there_and_back_and_hits_once_in_a_while() {
    let plan = CartPlan { stops: vec![Cell::new(1, 1), Cell::new(3, 1), Cell::new(3, 2)], pace: 10_000 };
    let mut cart = plan.start();
    let mut stops = Vec::new();
    for _ in 0..7 {
        plan.advance(&mut cart);
        stops.push((cart.at.cell().x, cart.at.cell().y));
    }
    assert_eq!(stops, [(2, 1), (3, 1), (3, 2), (3, 1), (2, 1), (1, 1), (2, 1)]);
    let mut rules = super::scene::shipped("kitchen/level3");
    rules.brief.seats.truncate(1);
    rules.brief.seats[0].is_bot = false;
    let mut scene = Scene::from_rules(rules);
    scene.put(0, 6, 7, Facing::South);
    let mut hits = Vec::new();
    for _ in 0..400 {
        let events = scene.step(&[None]);
        hits.extend(events.iter().filter(|what| matches!(what, What::Stunned { .. })).map(|_| scene.tick));
    }
    assert!(hits.len() >= 2, "{hits:?}");
    assert!(hits.windows(2).all(|pair| pair[1] - pair[0] >= 12 + 20), "spared for a while: {hits:?}");
}
