//! Targets: who is held, who looks for whom, and who has come into range.
//!
//! Whoever has its target in range keeps it until it falls or is out of range. Everyone else goes for the nearest body in
//! sight that it can hit; without one, walkers go for the nearest building. Equal distances go to the lower id.

use crate::arena::card::{Form, KING};
use crate::arena::play::Tick;
use crate::arena::rules::Arena;
use crate::arena::scratch::{Scratch, Seen};
use crate::arena::state::State;
use crate::arena::unit::{Facing, Stance, Unit, deadline};
use crate::kernel::actor::{id_from_place, place_from_id};
use crate::kernel::space::Spot;

/// Bodies of a side from which on squares are quicker than looking at all of them.
pub const CROWD: usize = 96;

/// Native units along a square.
const SQUARE: i32 = 1000;

/// No body is wider than a king's tower.
const WIDEST: i32 = 2000;

/// Give everyone a target and a stance.
pub fn run(rules: &Arena, tick: &mut Tick<'_>) {
    let next = tick.next_tick();
    tick.scratch.look(rules, tick.state);
    prepare_sights(tick.scratch);
    for place in 0..tick.state.units.len() {
        if tick.state.units[place].is_up() {
            aim(rules, tick.state, tick.scratch, place, next);
        }
    }
}

/// Lay out squares where there is a crowd.
fn prepare_sights(scratch: &mut Scratch) {
    for (sight, seen) in scratch.sights.iter_mut().zip(&scratch.seen).filter(|(_, seen)| seen.len() >= CROWD) {
        sight.fill(SQUARE, seen, |seen| seen.at);
    }
}

/// Work out what one body goes for.
fn aim(rules: &Arena, state: &mut State, scratch: &Scratch, place: usize, next: u32) {
    let unit = state.units[place];
    let form = rules.form(&unit);
    let ready = u32::from(unit.born) + u32::from(form.deploy_ticks);
    if next < ready {
        // The stance changes one tick before the first step.
        if next + 1 == ready {
            state.units[place].stance = if form.step > 0 { Stance::WALKING } else { Stance::IDLE };
        }
        return;
    }
    if unit.form == KING && !is_awake(rules, state, place) {
        return;
    }
    if unit.stance == Stance::ATTACKING && keeps(rules, state, scratch, &unit, place) {
        face(&mut state.units[place], scratch, unit.target);
        return;
    }
    let found = find(rules, scratch, &unit, form, scratch.spots[place], next);
    let stance = match found {
        None => Stance::IDLE,
        Some(seen) if in_range(form, scratch.spots[place], &seen) => Stance::ATTACKING,
        Some(_) => Stance::WALKING,
    };
    let target = found.map_or(0, |seen| id_from_place(usize::from(seen.place)));
    if stance != Stance::WALKING {
        // Coming into range and giving up the path are one event.
        state.clear_route(place);
    }
    let unit = &mut state.units[place];
    if stance == Stance::ATTACKING && unit.stance != Stance::ATTACKING {
        unit.strike_at = unit.strike_at.max(deadline(next + u32::from(form.first_ticks)));
    }
    (unit.target, unit.stance) = (target, stance);
    if stance == Stance::ATTACKING {
        face(unit, scratch, target);
    }
}

/// A king sleeps until it is hurt or a princess of its side has fallen.
fn is_awake(rules: &Arena, state: &State, place: usize) -> bool {
    let king = &state.units[place];
    king.health < rules.form(king).health || state.towers(king.side).iter().any(|tower| !tower.is_up())
}

/// Tell whether an attacker still has its target in range.
fn keeps(rules: &Arena, state: &State, scratch: &Scratch, unit: &Unit, place: usize) -> bool {
    let Some(target) = place_from_id(unit.target) else { return false };
    let other = &state.units[target];
    let reach = rules.form(unit).reach() + rules.form(other).radius;
    other.is_whole() && scratch.spots[place].within(scratch.spots[target], reach)
}

fn face(unit: &mut Unit, scratch: &Scratch, target: u16) {
    let Some(target) = place_from_id(target) else { return };
    if let Some(heading) = unit.at.native().heading_to(scratch.spots[target]) {
        unit.facing = Facing { x: heading.x as i16, y: heading.y as i16 };
    }
}

/// Range is measured from edge to edge.
fn in_range(form: &Form, at: Spot, other: &Seen) -> bool {
    at.within(other.at, form.reach() + other.radius)
}

/// Find whom a body goes for.
fn find(rules: &Arena, scratch: &Scratch, unit: &Unit, form: &Form, at: Spot, next: u32) -> Option<Seen> {
    let is_blocked = next < u32::from(unit.blocked_until);
    let foes = 1 - usize::from(unit.side);
    let only_buildings = form.targets == crate::arena::card::Targets::Buildings;
    if !only_buildings && !is_blocked {
        let sight = form.sight.max(form.range) + form.radius;
        let can_hit = |seen: &Seen| form.can_hit(&rules.content.forms[usize::from(seen.form)]);
        let in_sight = |seen: &Seen| can_hit(seen) && at.within(seen.at, sight + seen.radius);
        let seen = &scratch.seen[foes];
        let nearest = if seen.len() < CROWD {
            nearest(at, seen.iter().filter(|seen| in_sight(seen)))
        } else {
            let mut best: Option<(i64, Seen)> = None;
            scratch.sights[foes].outward(at, sight + WIDEST, |some| {
                for one in some {
                    let distance_sq = at.distance_sq(one.at);
                    let is_nearer = best.is_none_or(|(other, of)| (distance_sq, one.place) < (other, of.place));
                    if is_nearer && in_sight(one) {
                        best = Some((distance_sq, *one));
                    }
                }
                best.map_or(i64::MAX, |(distance_sq, _)| distance_sq)
            });
            best.map(|(_, seen)| seen)
        };
        if nearest.is_some() {
            return nearest;
        }
    }
    if form.step == 0 {
        return None;
    }
    nearest(at, scratch.buildings[foes].iter())
}

/// Pick the nearest; equal distances go to the lower id.
fn nearest<'s>(at: Spot, seen: impl Iterator<Item = &'s Seen>) -> Option<Seen> {
    seen.min_by_key(|seen| (at.distance_sq(seen.at), seen.place)).copied()
}
