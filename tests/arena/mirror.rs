//! Gate 4: with its sides changed and its field turned, a fight plays out turned, tick for tick. Caught: the cell of a spot
//! on a border, which both sides took from the same corner.

use std::sync::Arc;

use foregone::arena::event::What;
use foregone::arena::space::{seen_by, turned_cell};
use foregone::arena::unit::Unit;
use foregone::arena::{Arena, Outcome, State};
use foregone::kernel::actor::place_from_id;
use foregone::kernel::path::Cell;
use foregone::kernel::space::Spot;
use recorder::{Live, Orders};

use crate::fights::{matches, open_match};

/// All that can be seen of a body without naming a side, as the given side sees it.
#[derive(Debug, PartialEq, Eq)]
struct Seen {
    at: Spot,
    facing: (i16, i16),
    health: i32,
    form: u16,
    target: Option<usize>,
    cells: [u16; 2],
    path: Vec<u16>,
    times: [u16; 12],
    cards: [[u8; 4]; 2],
    elixir_base: i32,
    stance: String,
}

/// A side's bodies, in the order in which they entered, as a side sees them.
fn seen(state: &State, side: u8, eyes: u8) -> Vec<Seen> {
    let turn = |node: u16| if eyes == 0 { node } else { turned_cell(Cell(u32::from(node))).0 as u16 };
    let from_one = |node: u16| if node == 0 { 0 } else { turn(node - 1) + 1 };
    // A target is named by its place among its own side.
    let rank = |id: u16| {
        let place = place_from_id(id)?;
        Some(state.units[..place].iter().filter(|other| other.side == state.units[place].side).count())
    };
    let sign = if eyes == 0 { 1 } else { -1 };
    let one = |(unit, nodes): (&Unit, &Vec<u16>)| Seen {
        at: seen_by(eyes, unit.at.native()),
        facing: (unit.facing.x * sign, unit.facing.y * sign),
        health: unit.health,
        form: unit.form,
        target: rank(unit.target),
        cells: [from_one(unit.goal), from_one(unit.next)],
        path: nodes.iter().map(|node| turn(*node)).collect(),
        times: [
            unit.path_left,
            unit.routed_at,
            unit.walked,
            unit.strike_at,
            unit.hits,
            unit.born,
            unit.gone,
            unit.haste_until,
            unit.slow_until,
            unit.blocked_until,
            unit.pushed,
            unit.slow_percent,
        ],
        cards: [unit.hand, unit.queue],
        elixir_base: unit.elixir_base,
        stance: format!("{:?}", unit.stance),
    };
    let routes = state.routes.iter().map(|nodes| &nodes.0);
    state.units.iter().zip(routes).filter(|(unit, _)| unit.side == side).map(one).collect()
}

fn assert_turned(name: &str, rules: &Arena) {
    let other = Arena::new(Arc::clone(&rules.content), rules.muster.turned());
    let live = |rules: &Arena| Live::start(Arc::new(rules.clone()), Arc::new(Orders::new(rules.muster.orders.clone())));
    let (mut there, mut back) = (live(rules), live(&other));
    loop {
        let tick = there.tick();
        for side in 0..2 {
            let (one, turned) = (seen(there.state(), side, 0), seen(back.state(), 1 - side, 1));
            assert_eq!(one.len(), turned.len(), "{name}, tick {tick}");
            for (one, turned) in one.iter().zip(&turned) {
                assert_eq!(one, turned, "{name}, tick {tick}");
            }
        }
        let turned = |outcome: Outcome| Outcome { winner: outcome.winner.map(|side| 1 - side), ..outcome };
        assert_eq!(there.outcome(), back.outcome().map(turned), "{name}, tick {tick}");
        if there.outcome().is_some() {
            return;
        }
        there.step();
        back.step();
    }
}

#[test]
fn gate_4_a_shipped_fight_with_its_sides_changed_plays_out_turned() {
    for name in matches() {
        assert_turned(&name, &open_match(&name).rules);
    }
}

#[test]
fn gate_4_other_seeds_of_duel_and_siege_with_their_sides_changed_play_out_turned() {
    for seed in 0..6 {
        for name in ["arena/duel", "arena/siege"] {
            assert_turned(&format!("{name} seed {seed}"), &open_match(name).rules.with_seed(seed));
        }
    }
}

#[test]
fn the_mirror_fight_is_its_own_turned_self_and_ends_in_a_draw() {
    let fight = open_match("arena/mirror");
    let mut live = Live::start(Arc::clone(&fight.rules), Arc::new(fight.orders.clone()));
    while live.outcome().is_none() {
        live.step();
        assert_eq!(seen(live.state(), 0, 0), seen(live.state(), 1, 1), "tick {}", live.tick());
    }
    assert_eq!(live.outcome().map(|outcome| outcome.winner), Some(None));
}

#[test]
fn the_mirror_fight_is_a_draw_under_every_seed() {
    let fight = open_match("arena/mirror");
    for seed in 0..8 {
        let recording = fight.clone().with_seed(seed).record();
        assert_eq!(
            recording.last_frame().and_then(|frame| frame.outcome().map(|outcome| outcome.winner)),
            Some(None),
            "seed {seed}"
        );
        let by_side = |side: u8| {
            let events = recording.events(0..recording.event_count());
            events.filter(|e| matches!(e.what, What::Played { order, .. } if order.side.index() == side)).count()
        };
        assert_eq!(by_side(0), by_side(1), "seed {seed}");
    }
}
