//! Contact: bodies that overlap push each other apart, the lighter more. Positions alone change: who is pushed in a pause
//! or while it strikes moves all the same.
//!
//! All pushes are worked out from where everyone stands and then made at once. Buildings and those who are held neither
//! push nor are pushed; those in the air touch only each other.

use crate::arena::ledger::Push;
use crate::arena::play::Tick;
use crate::arena::rules::Arena;
use crate::arena::scratch::{Body, Scratch};
use crate::arena::space::{CELL, HEIGHT, SubTile, WIDTH, cell_at, sign_of};
use crate::arena::state::State;
use crate::arena::unit::Stance;
use crate::kernel::grid::SpotGrid;
use crate::kernel::space::Spot;

/// Bodies from which on a grid is quicker than looking at all pairs.
const CROWD: usize = 40;

/// The widest two bodies that can be pushed reach, in native units.
const WIDEST: i32 = 2000;

/// Push everyone apart.
pub fn run(rules: &Arena, tick: &mut Tick<'_>) {
    if rules.content.ledger.contact.push == Push::None {
        return;
    }
    let next = tick.next_tick();
    gather(rules, tick.state, tick.scratch, next);
    pair_up(tick.scratch);
    push_apart(rules, tick.scratch);
    settle(rules, tick.state, tick.scratch);
}

/// List those who can touch.
fn gather(rules: &Arena, state: &State, scratch: &mut Scratch, next: u32) {
    scratch.bodies.clear();
    for (place, unit) in state.units.iter().enumerate() {
        if unit.stance == Stance::FALLEN || unit.stance == Stance::DEPLOYING || unit.health == 0 {
            continue;
        }
        let form = rules.form(unit);
        let is_held = next < u32::from(unit.born) + u32::from(form.deploy_ticks);
        if form.is_building || is_held {
            continue;
        }
        scratch.bodies.push(Body {
            place: place as u16,
            side: unit.side,
            flies: form.flies,
            at: unit.at.native(),
            radius: form.radius,
            mass: form.mass,
        });
    }
}

/// List the pairs that may touch.
fn pair_up(scratch: &mut Scratch) {
    let Scratch { bodies, pairs, crowd, .. } = scratch;
    pairs.clear();
    if bodies.len() < CROWD {
        for a in 0..bodies.len() {
            for b in a + 1..bodies.len() {
                pairs.push((a as u32, b as u32));
            }
        }
        return;
    }
    let grid = crowd.get_or_insert_with(|| SpotGrid::new(WIDTH, HEIGHT, 1000));
    grid.rebuild(bodies.iter().enumerate().map(|(index, body)| (index as u32, body.at)));
    let widest = 2 * bodies.iter().map(|body| body.radius).max().unwrap_or(0);
    grid.pairs(widest.min(WIDEST), pairs);
}

/// Sum up how everyone is pushed.
fn push_apart(rules: &Arena, scratch: &mut Scratch) {
    let share = rules.content.ledger.contact.share_percent;
    let Scratch { bodies, pairs, pushes, .. } = scratch;
    pushes.clear();
    pushes.resize(bodies.len(), (0, 0));
    for (a, b) in pairs.iter().map(|(a, b)| (*a as usize, *b as usize)) {
        let (one, other) = (&bodies[a], &bodies[b]);
        let touch = one.radius + other.radius;
        let (dx, dy) = (other.at.x - one.at.x, other.at.y - one.at.y);
        if one.flies != other.flies || dx.abs() >= touch || dy.abs() >= touch {
            continue;
        }
        let distance = one.at.distance(other.at) as i32;
        if distance >= touch {
            continue;
        }
        let push = ((touch - distance) * share / 100).max(1);
        let mass = one.mass + other.mass;
        let (for_one, for_other) = (push * other.mass / mass, push * one.mass / mass);
        if distance == 0 {
            let ((ax, ay), (bx, by)) = apart(one, other);
            pushes[a].0 += ax * for_one;
            pushes[a].1 += ay * for_one;
            pushes[b].0 += bx * for_other;
            pushes[b].1 += by * for_other;
            continue;
        }
        pushes[a].0 -= dx * for_one / distance;
        pushes[a].1 -= dy * for_one / distance;
        pushes[b].0 += dx * for_other / distance;
        pushes[b].1 += dy * for_other / distance;
    }
}

/// Which way two on the very same spot part: foes back to their own sides, friends to the left and the right as they see
/// it, the lower id to the left.
fn apart(one: &Body, other: &Body) -> ((i32, i32), (i32, i32)) {
    let (a, b) = (sign_of(one.side), sign_of(other.side));
    if one.side != other.side {
        return ((0, -a), (0, -b));
    }
    if one.place < other.place { ((-a, 0), (b, 0)) } else { ((a, 0), (-b, 0)) }
}

/// Make the pushes, as far as the ground lets them.
fn settle(rules: &Arena, state: &mut State, scratch: &Scratch) {
    let most = rules.content.ledger.contact.push_max;
    for (body, push) in scratch.bodies.iter().zip(&scratch.pushes) {
        let (dx, dy) = (push.0.clamp(-most, most), push.1.clamp(-most, most));
        if (dx, dy) == (0, 0) {
            continue;
        }
        let hops = rules.form(&state.units[usize::from(body.place)]).hops;
        let tries = [(dx, dy), (dx, 0), (0, dy)];
        let free = tries
            .into_iter()
            .map(|(dx, dy)| onto_field(body.at.plus(dx, dy)))
            .find(|to| *to != body.at && (body.flies || may_stand(scratch, body, *to, hops)));
        if let Some(to) = free {
            let unit = &mut state.units[usize::from(body.place)];
            unit.at = SubTile::from_native(to);
            unit.pushed = unit.pushed.saturating_add(1);
        }
    }
}

/// Nobody is pushed into water or a building; who is in there already may be pushed about.
fn may_stand(scratch: &Scratch, body: &Body, to: Spot, hops: bool) -> bool {
    let (from, to) = (cell_at(body.side, body.at), cell_at(body.side, to));
    from == to || !scratch.grounds.is_closed(to, hops) || scratch.grounds.is_closed(from, hops)
}

/// Bring a spot onto the field, half a cell from its edge.
fn onto_field(spot: Spot) -> Spot {
    let margin = CELL / 2;
    Spot::new(spot.x.clamp(margin, WIDTH - margin), spot.y.clamp(margin, HEIGHT - margin))
}
