//! Movement: those who do nothing else walk: to where they can strike, or off the field.
//!
//! A step never leads into another body, and a step on the way to a target always leads nearer to it. So nobody
//! circles: who finds no such step waits, and after a while looks for someone else.

use crate::kernel::actor::place_from_id;
use crate::kernel::space::{Spot, Tile, spot_from_tile, tile_from_spot};
use crate::skirmish::blows::Tick;
use crate::skirmish::field::seen_by;
use crate::skirmish::rules::Skirmish;
use crate::skirmish::scratch::{Act, Body, Scratch};
use crate::skirmish::state::State;
use crate::skirmish::unit::{NO_WAY, Unit, deadline};

/// Where to set the foot if straight ahead is taken: cosine and sine of 0°, 35° and 70°, in thousandths.
const TURNS: [(i64, i64); 5] = [(1000, 0), (819, 574), (819, -574), (342, 940), (342, -940)];

/// By how much the last step goes inside reach, in millitiles.
const STEP_MARGIN: i64 = 10;

/// Walk everyone at once: steps are chosen from where all stood, then taken.
pub fn run(rules: &Skirmish, tick: &mut Tick<'_>) {
    let mut spots = std::mem::take(&mut tick.scratch.spots);
    spots.clear();
    Body::list(rules, tick.state, &mut tick.scratch.bodies);
    for place in 0..tick.state.units.len() {
        spots.push(walk(rules, tick.state, tick.scratch, place, tick.tick));
    }
    for (unit, spot) in tick.state.units.iter_mut().zip(&spots) {
        unit.at = *spot;
    }
    tick.scratch.spots = spots;
}

/// Give where a unit will stand. Only its own memory of its way changes.
fn walk(rules: &Skirmish, state: &mut State, scratch: &mut Scratch, who: usize, now: u32) -> Spot {
    let unit = &state.units[who];
    let stays = scratch.acts.get(who).is_none_or(|act| *act != Act::Walk);
    if stays || !unit.is_whole() || unit.is_stunned(now) {
        return unit.at;
    }
    let (side, at) = (unit.side, seen_by(unit.side, unit.at));
    let Some((goal, stride)) = errand(rules, state, who, now) else { return unit.at };
    let Some(heading) = head_for(rules, state, scratch, who, goal, now) else { return seen_by(side, at) };
    let stride = if heading == goal { stride } else { stride.max(pace(rules, &state.units[who], now)) };
    let step = step(rules, &scratch.bodies, who, &state.units[who], heading, stride);
    stall(rules, &mut state.units[who], step.is_none(), now);
    seen_by(side, step.unwrap_or(at))
}

/// Where a unit wants to be in its own side's view, and how far it may go in this step; none if it is there.
fn errand(rules: &Skirmish, state: &State, who: usize, now: u32) -> Option<(Spot, i32)> {
    let unit = &state.units[who];
    let at = seen_by(unit.side, unit.at);
    let pace = pace(rules, unit, now);
    if unit.is_retreating() {
        return Some((Spot::new(0, at.y), pace));
    }
    let target = &state.units[place_from_id(unit.target)?];
    let reach = rules.form(unit).stats.reach;
    if !target.is_whole() || rules.is_within(unit, target, reach) {
        return None;
    }
    // The last step stops just inside reach. Both the distance and the step are truncated: with no margin, the last
    // millitile is never walked.
    let left = rules.gap(unit, target) - i64::from(reach) + STEP_MARGIN;
    Some((seen_by(unit.side, target.at), pace.min(i32::try_from(left).unwrap_or(pace))))
}

fn pace(rules: &Skirmish, unit: &Unit, now: u32) -> i32 {
    let pace = rules.form(unit).stats.pace * unit.speed_percent(now) / 100;
    if unit.is_retreating() { pace * rules.content.constants.retreat_pace_percent / 100 } else { pace }
}

/// The goal itself if the way is straight, else the middle of a tile on the way around; none if there is no way.
fn head_for(
    rules: &Skirmish,
    state: &mut State,
    scratch: &mut Scratch,
    who: usize,
    goal: Spot,
    now: u32,
) -> Option<Spot> {
    let unit = &mut state.units[who];
    let (side, at) = (unit.side, seen_by(unit.side, unit.at));
    if rules.field.is_straight(side, at, goal) {
        unit.way = NO_WAY;
        return Some(goal);
    }
    let tile = Tile::new(i32::from(unit.way[0]) - 1, i32::from(unit.way[1]) - 1);
    let seeks = now.is_multiple_of(rules.content.constants.way_ticks.cast_unsigned());
    let keeps = unit.way != NO_WAY && !seeks && tile_from_spot(at) != tile;
    if keeps && rules.field.is_straight(side, at, spot_from_tile(tile)) {
        return Some(spot_from_tile(tile));
    }
    let tile = if unit.is_retreating() {
        rules.field.way_home(side, at, &mut scratch.ways)
    } else {
        rules.field.way(side, at, goal, &mut scratch.ways)
    };
    let Some(tile) = tile else {
        unit.way = NO_WAY;
        stall(rules, unit, true, now);
        return None;
    };
    unit.way = [tile.x as u8 + 1, tile.y as u8 + 1];
    Some(spot_from_tile(tile))
}

/// A step towards a spot, straight or aside, that leads nearer to it and into nobody.
fn step(rules: &Skirmish, bodies: &[Body], who: usize, unit: &Unit, heading: Spot, stride: i32) -> Option<Spot> {
    let (radius, at) = (rules.form(unit).stats.radius, seen_by(unit.side, unit.at));
    let (dx, dy) = (i64::from(heading.x - at.x), i64::from(heading.y - at.y));
    let distance = at.distance(heading);
    if distance == 0 {
        return None;
    }
    let stride = i64::from(stride).min(distance);
    // Half of them try the left first and half the right, so that a crowd parts.
    let hand = if unit.key & 1 == 0 { 1 } else { -1 };
    TURNS.iter().find_map(|(cos, sin)| {
        let sin = sin * hand;
        let scale = |d: i64| (d * stride / (distance * 1000)) as i32;
        let to = at.plus(scale(dx * cos - dy * sin), scale(dx * sin + dy * cos));
        let to = rules.field.slide(unit.side, at, to, radius);
        let nearer = to.distance_sq(heading) < at.distance_sq(heading);
        let there = Body { place: who, at: seen_by(unit.side, to), radius };
        (nearer && is_free(bodies, there, unit.at)).then_some(to)
    })
}

/// Whether a step from a spot would not lead deeper into another body.
fn is_free(bodies: &[Body], there: Body, from: Spot) -> bool {
    bodies.iter().all(|other| {
        let apart = i64::from(there.radius + other.radius);
        let then = there.at.distance_sq(other.at);
        then >= apart * apart || other.place == there.place || then >= from.distance_sq(other.at)
    })
}

/// Remember when waiting began to be too long, or that it is over.
fn stall(rules: &Skirmish, unit: &mut Unit, waits: bool, now: u32) {
    if !waits && unit.stalled_until > 0 {
        unit.stalled_until = 0;
    }
    if waits && unit.stalled_until == 0 {
        unit.stalled_until = deadline(now + rules.content.constants.stall_ticks.cast_unsigned());
    }
}
