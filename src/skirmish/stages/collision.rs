//! Collision: bodies that overlap push each other apart, softly, and never into an obstacle.
//!
//! All pushes are worked out from where everyone stands, then taken. Integer division truncates towards zero, so a
//! pair is pushed by equal and opposite amounts, in either view of the field.

use crate::kernel::space::bodies_overlap;
use crate::skirmish::blows::Tick;
use crate::skirmish::field::seen_by;
use crate::skirmish::rules::Skirmish;
use crate::skirmish::scratch::Body;
use crate::skirmish::state::State;
use crate::skirmish::unit::Unit;

/// Push everyone apart.
pub fn run(rules: &Skirmish, tick: &mut Tick<'_>) {
    Body::list(rules, tick.state, &mut tick.scratch.bodies);
    let pushes = &mut tick.scratch.pushes;
    pushes.clear();
    pushes.resize(tick.state.units.len(), (0, 0));
    if gather(rules, tick.state, &tick.scratch.bodies, pushes) {
        apply(rules, tick.state, pushes);
    }
}

fn gather(rules: &Skirmish, state: &State, bodies: &[Body], pushes: &mut [(i32, i32)]) -> bool {
    let mut any = false;
    for (n, a) in bodies.iter().enumerate() {
        for b in bodies[n + 1..].iter().filter(|b| bodies_overlap(a.at, a.radius, b.at, b.radius)) {
            any = true;
            let apart = a.radius + b.radius;
            let (dx, dy) = push_between(rules, &state.units[a.place], &state.units[b.place], apart);
            let (to_a, to_b) = (pushes[a.place], pushes[b.place]);
            pushes[a.place] = (to_a.0 - dx, to_a.1 - dy);
            pushes[b.place] = (to_b.0 + dx, to_b.1 + dy);
        }
    }
    any
}

/// How far the second of a pair is pushed away from the first.
fn push_between(rules: &Skirmish, a: &Unit, b: &Unit, apart: i32) -> (i32, i32) {
    let constants = &rules.content.constants;
    let distance = a.at.distance(b.at) as i32;
    let push = ((apart - distance) * constants.push_percent / 200).min(constants.push_max);
    if distance > 0 {
        return ((b.at.x - a.at.x) * push / distance, (b.at.y - a.at.y) * push / distance);
    }
    // On one spot: foes part towards their own edges, friends up and down the field.
    match (a.side, b.side) {
        (0, 1) => (push, 0),
        (1, 0) => (-push, 0),
        _ => (0, push),
    }
}

fn apply(rules: &Skirmish, state: &mut State, pushes: &[(i32, i32)]) {
    let most = rules.content.constants.push_max;
    for (unit, (dx, dy)) in state.units.iter_mut().zip(pushes) {
        if (*dx, *dy) == (0, 0) {
            continue;
        }
        let to = unit.at.plus((*dx).clamp(-most, most), (*dy).clamp(-most, most));
        let radius = rules.form(unit).stats.radius;
        let (from, to) = (seen_by(unit.side, unit.at), seen_by(unit.side, to));
        unit.at = seen_by(unit.side, rules.field.slide(unit.side, from, to, radius));
    }
}
