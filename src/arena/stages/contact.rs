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
use crate::kernel::space::Spot;

/// Bodies from which on squares are quicker than looking at all pairs.
const CROWD: usize = 40;

/// Push everyone apart.
pub fn run(rules: &Arena, tick: &mut Tick<'_>) {
    if rules.content.ledger.contact.push == Push::None {
        return;
    }
    let next = tick.next_tick();
    gather(rules, tick.state, tick.scratch, next);
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
            index: scratch.bodies.len() as u16,
            side: unit.side,
            flies: form.flies,
            at: unit.at.native(),
            radius: form.radius,
            mass: form.mass,
        });
    }
}

/// Sum up how everyone is pushed. Sums do not ask in which order pairs come up.
fn push_apart(rules: &Arena, scratch: &mut Scratch) {
    let share = rules.content.ledger.contact.share_percent;
    let Scratch { bodies, pushes, crowd, .. } = scratch;
    pushes.clear();
    pushes.resize(bodies.len(), (0, 0));
    let mut press = |one: &Body, other: &Body| {
        if let Some(pushed) = part(one, other, share) {
            for (body, push) in [(one, pushed.0), (other, pushed.1)] {
                let sum = &mut pushes[usize::from(body.index)];
                (sum.0, sum.1) = (sum.0 + push.0, sum.1 + push.1);
            }
        }
    };
    if bodies.len() >= CROWD {
        // As wide as two of them can touch, so that only neighbours do.
        let widest = 2 * bodies.iter().map(|body| body.radius).max().unwrap_or(1);
        crowd.fill(widest, bodies, |body| body.at);
        crowd.each_pair(press);
        return;
    }
    for (a, one) in bodies.iter().enumerate() {
        bodies[a + 1..].iter().for_each(|other| press(one, other));
    }
}

/// Work out how two bodies are pushed; none if they do not touch.
#[inline]
fn part(one: &Body, other: &Body, share: i32) -> Option<((i32, i32), (i32, i32))> {
    let touch = one.radius + other.radius;
    let (dx, dy) = (other.at.x - one.at.x, other.at.y - one.at.y);
    // Two bodies of at most a thousand each: the squares fit where the axes do.
    if one.flies != other.flies || dx.abs() >= touch || dy.abs() >= touch || dx * dx + dy * dy >= touch * touch {
        return None;
    }
    let distance = (dx * dx + dy * dy).isqrt();
    let push = ((touch - distance) * share / 100).max(1);
    let mass = one.mass + other.mass;
    let (for_one, for_other) = (push * other.mass / mass, push * one.mass / mass);
    if distance == 0 {
        let ((ax, ay), (bx, by)) = apart(one, other);
        return Some(((ax * for_one, ay * for_one), (bx * for_other, by * for_other)));
    }
    Some((
        (-(dx * for_one / distance), -(dy * for_one / distance)),
        (dx * for_other / distance, dy * for_other / distance),
    ))
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
