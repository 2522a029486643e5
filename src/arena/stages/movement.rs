//! Movement: everyone on its way takes one step, from where they all stood; then a node that is near enough is passed.

use crate::arena::ledger::{Avoidance, LastSteps};
use crate::arena::play::Tick;
use crate::arena::rules::Arena;
use crate::arena::scratch::Scratch;
use crate::arena::space::{SubTile, centre, sign_of};
use crate::arena::state::State;
use crate::arena::unit::{Facing, Stance};
use crate::arena::walk::{multiplied, passes, pauses, step};
use crate::kernel::actor::place_from_id;
use crate::kernel::path::Cell;
use crate::kernel::space::{Heading, Spot};

/// Move everyone.
pub fn run(rules: &Arena, tick: &mut Tick<'_>) {
    let next = tick.next_tick();
    for place in 0..tick.state.units.len() {
        let unit = &tick.state.units[place];
        let form = rules.form(unit);
        let is_held = next < u32::from(unit.born) + u32::from(form.deploy_ticks);
        if unit.stance == Stance::WALKING && form.step > 0 && !is_held {
            walk(rules, tick.state, tick.scratch, place, next);
        }
    }
}

/// Walk one tick.
fn walk(rules: &Arena, state: &mut State, scratch: &Scratch, place: usize, next: u32) {
    let ledger = &rules.content.ledger;
    let unit = state.units[place];
    let form = rules.form(&unit);
    let Some(to) = heads_for(rules, state, scratch, place, next) else { return };
    let at = scratch.spots[place];
    let percent = unit.speed_percent(next);
    let mut after = at;
    if !pauses(form, u32::from(unit.walked), ledger.tick_ms) {
        let pace = multiplied(form.step, percent, ledger.motion.multiplier);
        if let Some((spot, heading)) = step(at, to, pace) {
            after = spot;
            let mut facing = heading;
            if ledger.contact.avoidance == Avoidance::Sidestep {
                facing = bent(rules, state, scratch, place, heading);
                after = at.along(facing, pace);
            }
            state.units[place].facing = Facing { x: facing.x as i16, y: facing.y as i16 };
        }
    }
    let unit = &mut state.units[place];
    unit.walked = unit.walked.saturating_add(1);
    unit.at = SubTile::from_native(after);
    let nodes = &mut state.routes[place].0;
    if nodes.last().is_some_and(|node| passes(after, centre(Cell(u32::from(*node))), ledger)) {
        nodes.pop();
        unit.path_left = nodes.len() as u16;
        unit.next = nodes.last().map_or(0, |node| node + 1);
    }
}

/// Find where a walker heads: its next node; at the end of its path, or in the air, its target.
fn heads_for(rules: &Arena, state: &State, scratch: &Scratch, place: usize, next: u32) -> Option<Spot> {
    let unit = &state.units[place];
    let form = rules.form(unit);
    if let Some(node) = state.routes[place].0.last() {
        return Some(centre(Cell(u32::from(*node))));
    }
    let is_straight = rules.content.ledger.path.last_steps == LastSteps::Straight;
    // Who found no way waits where it is.
    let is_free = form.flies || (unit.goal > 0 && is_straight && next >= u32::from(unit.blocked_until));
    place_from_id(unit.target).filter(|_| is_free).map(|target| scratch.spots[target])
}

/// Bend a heading where a slower friend walks right ahead: by a third to the side that is freer, as its side sees it.
fn bent(rules: &Arena, state: &State, scratch: &Scratch, place: usize, heading: Heading) -> Heading {
    let unit = &state.units[place];
    let form = rules.form(unit);
    let at = scratch.spots[place];
    let ahead = scratch.seen[usize::from(unit.side)].iter().find(|seen| {
        let other = &rules.content.forms[usize::from(seen.form)];
        let (dx, dy) = (seen.at.x - at.x, seen.at.y - at.y);
        usize::from(seen.place) != place
            && !other.is_building
            && other.flies == form.flies
            && other.step < form.step
            && at.within(seen.at, form.radius + other.radius)
            && dx * heading.x + dy * heading.y > 0
    });
    let Some(friend) = ahead else { return heading };
    let (dx, dy) = (friend.at.x - at.x, friend.at.y - at.y);
    let cross = heading.x * dy - heading.y * dx;
    // Right ahead, it gives way to its own right.
    let turn = if cross > 0 {
        -1
    } else if cross < 0 {
        1
    } else {
        -sign_of(unit.side) * heading.y.signum()
    };
    Heading { x: heading.x - turn * heading.y / 3, y: heading.y + turn * heading.x / 3 }
}
