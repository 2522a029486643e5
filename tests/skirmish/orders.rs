//! Retreat, focus, and every refusal: one line in the journal for each order, whatever becomes of it.

use foregone::kernel::ruleset::Ruleset;
use foregone::kernel::side::Side;
use foregone::skirmish::event::{Event, What};
use foregone::skirmish::order::{Order, Refusal};
use foregone::skirmish::unit::Condition;
use foregone::skirmish::{Outcome, Reason};
use recorder::{Simulation, Stamped};

use super::scene::{Fight, Scene};

/// A fight that goes on for a while: two fists and a bow a side, far apart.
fn scene() -> Scene {
    let scene = Scene::plain().ally("fist", 5, 4).ally("fist", 5, 8).ally("bow", 3, 6);
    scene.enemy("fist", 5, 4).enemy("fist", 5, 8).enemy("bow", 3, 6)
}

fn given(orders: &[(u32, Order)]) -> Fight {
    given_in(scene(), orders)
}

fn given_in(scene: Scene, orders: &[(u32, Order)]) -> Fight {
    let stamped =
        orders.iter().zip(0..).map(|((tick, order), sequence)| Stamped { tick: *tick, sequence, order: *order });
    Fight::of(scene.rules(), stamped.collect())
}

fn retreat(side: Side, unit: u32) -> Order {
    Order::Retreat { side, unit: Some(unit) }
}

fn focus(side: Side, unit: u32) -> Order {
    Order::Focus { side, unit }
}

/// What the journal says of orders.
fn answers(fight: &Fight) -> Vec<(u32, Option<Refusal>)> {
    let answer = |e: &Event| match e.what {
        What::Obeyed { .. } => Some((e.tick, None)),
        What::Refused { refusal, .. } => Some((e.tick, Some(refusal))),
        _ => None,
    };
    fight.events.iter().filter_map(answer).collect()
}

#[test]
fn one_who_retreats_leaves_by_its_own_edge_alive() {
    for (side, id) in [(Side::Ally, 1), (Side::Enemy, 4)] {
        let mut fight = given(&[(3, retreat(side, id))]);
        fight.until(|what| matches!(what, What::Withdrew { who } if u32::from(who.place) + 1 == id));
        let unit = fight.unit(id as usize);
        assert_eq!(unit.condition, Condition::WITHDRAWN);
        assert!(unit.vigor > 0);
        let from_edge = if side == Side::Ally { unit.at.x } else { 23_999 - unit.at.x };
        assert_eq!(from_edge, 300, "the edge of its body is at the edge of the field");
    }
}

#[test]
fn one_who_retreats_walks_around_what_is_in_the_way() {
    // The own edge is walled but for its last row, and a wall stands before the unit.
    let mut walls: Vec<[u8; 2]> = (0..13).map(|y| [0, y]).collect();
    walls.extend([[3, 5], [3, 6], [3, 7], [4, 7]]);
    let scene = Scene::plain().ally("fist", 4, 6).enemy("post", 2, 6).obstacles(&walls);
    let mut fight = given_in(scene, &[(3, retreat(Side::Ally, 1))]);
    let left = fight.until(|what| matches!(what, What::Withdrew { .. }));
    assert!(left < 150, "it took until tick {left}");
    assert!(fight.unit(1).at.y > 13_000);
}

#[test]
fn those_who_retreat_do_not_strike() {
    let fight = given(&[(60, retreat(Side::Ally, 1))]).run_to_end();
    let struck_after = fight.events.iter().any(|e| match e.what {
        What::Struck { by, .. } => by.place == 0 && e.tick > 61,
        _ => false,
    });
    assert!(!struck_after);
}

#[test]
fn a_side_that_withdraws_whole_has_lost_and_the_reason_says_so() {
    let fight = given(&[(3, Order::Retreat { side: Side::Ally, unit: None })]).run_to_end();
    assert_eq!(fight.live.outcome(), Some(Outcome { winner: Some(1), reason: Reason::LastWithdrew }));
    let cast = fight.live.rules().cast();
    let verdict = foregone::skirmish::Skirmish::verdict(&cast, &fight.live.outcome().unwrap());
    assert_eq!(
        (verdict.kind, verdict.winner.as_deref(), &*verdict.reason),
        ("win", Some("enemy"), "the last ally withdrew")
    );
}

#[test]
fn both_sides_withdrawing_at_once_is_a_draw() {
    let all = |side| (3, Order::Retreat { side, unit: None });
    let scene = Scene::plain().ally("fist", 2, 6).enemy("fist", 2, 6);
    let fight = given_in(scene, &[all(Side::Ally), all(Side::Enemy)]).run_to_end();
    assert_eq!(fight.live.outcome(), Some(Outcome { winner: None, reason: Reason::BothGone }));
}

#[test]
fn a_focus_makes_the_side_go_for_one_until_it_falls() {
    let mut fight = given(&[(3, focus(Side::Ally, 6))]);
    while fight.live.tick() < 5 {
        fight.step();
    }
    assert!((1..=3).all(|id| fight.unit(id).target == 6));
    let fell = fight.until(|what| matches!(what, What::Fell { who, .. } if who.place == 5));
    fight.step();
    assert_eq!(fight.live.tick(), fell + 1);
    assert_eq!(fight.live.state().sides[0].focus, 0);
    assert!((1..=3).all(|id| fight.unit(id).target != 6));
}

#[test]
fn a_focus_ends_when_its_target_withdraws() {
    let mut fight = given(&[(3, focus(Side::Ally, 6)), (4, retreat(Side::Enemy, 6))]);
    fight.until(|what| matches!(what, What::Withdrew { .. }));
    fight.step();
    assert_eq!(fight.live.state().sides[0].focus, 0);
}

#[test]
fn wrong_orders_are_refused_by_name_once_each() {
    let fallen = Scene::plain().ally("fist", 11, 6).ally("dummy", 2, 2).enemy("dummy", 11, 6).enemy("post", 2, 2);
    let wrong = [
        (retreat(Side::Ally, 99), Refusal::NoSuchUnit),
        (retreat(Side::Ally, 0), Refusal::NoSuchUnit),
        (retreat(Side::Ally, u32::MAX), Refusal::NoSuchUnit),
        (focus(Side::Ally, 99), Refusal::NoSuchUnit),
        (retreat(Side::Ally, 4), Refusal::NotYours),
        (retreat(Side::Enemy, 1), Refusal::NotYours),
        (focus(Side::Ally, 1), Refusal::OwnUnit),
        (focus(Side::Enemy, 4), Refusal::OwnUnit),
        (retreat(Side::Enemy, 3), Refusal::AlreadyFallen),
        (focus(Side::Ally, 3), Refusal::AlreadyFallen),
    ];
    let orders: Vec<(u32, Order)> = wrong.iter().map(|(order, _)| (5, *order)).collect();
    let fight = given_in(fallen, &orders).run(6);
    let expected: Vec<_> = wrong.iter().map(|(_, refusal)| (6, Some(*refusal))).collect();
    assert_eq!(answers(&fight), expected);
}

#[test]
fn orders_for_those_on_their_way_out_or_gone_are_refused() {
    let scene = Scene::plain().ally("post", 3, 6).ally("fist", 0, 2).enemy("post", 3, 6);
    let fight = given_in(
        scene,
        &[
            (1, retreat(Side::Ally, 2)),
            (2, retreat(Side::Ally, 2)),
            (20, retreat(Side::Ally, 2)),
            (20, focus(Side::Enemy, 2)),
            (21, Order::Retreat { side: Side::Enemy, unit: None }),
            (22, Order::Retreat { side: Side::Enemy, unit: None }),
            (23, focus(Side::Ally, 3)),
            (24, focus(Side::Ally, 3)),
        ],
    )
    .run(30);
    let expected = [
        (2, None),
        (3, Some(Refusal::AlreadyRetreating)),
        (21, Some(Refusal::AlreadyWithdrawn)),
        (21, Some(Refusal::AlreadyWithdrawn)),
        (22, None),
        (23, Some(Refusal::AlreadyRetreating)),
        (24, None),
        (25, Some(Refusal::AlreadyFocused)),
    ];
    assert_eq!(answers(&fight), expected);
}

#[test]
fn an_order_after_the_end_is_refused_as_over() {
    let rules = scene().rules();
    let order = Stamped { tick: 900, sequence: 0, order: focus(Side::Ally, 4) };
    let event = rules.refuse_late(&order, 321);
    assert_eq!(event, Event { tick: 321, what: What::Refused { order: order.order, refusal: Refusal::Over } });
}

#[test]
fn orders_are_written_as_they_are_read() {
    let rules = scene().rules();
    for words in ["ally retreat 3", "enemy retreat all", "ally focus 7", "enemy focus 4294967295"] {
        let order = rules.read_order(words).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(rules.write_order(&order), words);
    }
}

#[test]
fn words_that_are_no_order_say_what_would_be_right() {
    let rules = scene().rules();
    let errors: Vec<String> =
        ["", "ally", "blue retreat 3", "ally charge 3", "ally retreat three", "ally focus all", "ally focus -1"]
            .into_iter()
            .map(|words| rules.read_order(words).expect_err(words))
            .collect();
    insta::assert_snapshot!(errors.join("\n"), @r"
    `` has 0 words, not three: an order is `SIDE retreat ID`, `SIDE retreat all` or `SIDE focus ID`, with SIDE ally or enemy
    `ally` has 1 words, not three: an order is `SIDE retreat ID`, `SIDE retreat all` or `SIDE focus ID`, with SIDE ally or enemy
    `blue` is no side: it is ally or enemy
    `charge` is no order: it is retreat or focus
    `three` is no unit id: ids are whole numbers from 1, as `foregone state` lists
    `all` is no unit id: ids are whole numbers from 1, as `foregone state` lists
    `-1` is no unit id: ids are whole numbers from 1, as `foregone state` lists
    ");
}
