//! Targeting: whom each unit goes for. A taunt comes before the side's focus, and the focus before its own liking.

use crate::kernel::actor::{id_from_place, place_from_id};
use crate::skirmish::aims::Search;
use crate::skirmish::blows::Tick;
use crate::skirmish::content::skill::Aim;
use crate::skirmish::rules::Skirmish;
use crate::skirmish::state::State;
use crate::skirmish::unit::{Condition, Unit, deadline, is_active};

/// Choose everyone's target.
pub fn run(rules: &Skirmish, tick: &mut Tick<'_>) {
    let now = tick.tick;
    let state = &mut *tick.state;
    for side in 0..2 {
        // A focus lasts until the one in it falls or leaves.
        if state.unit(state.sides[side].focus).is_none_or(|unit| !unit.is_up()) {
            state.sides[side].focus = 0;
        }
    }
    for place in 0..state.units.len() {
        let unit = &state.units[place];
        if unit.condition != Condition::FIGHTING || !unit.is_whole() || unit.is_stunned(now) {
            continue;
        }
        turn(rules, state, place, now);
    }
}

fn turn(rules: &Skirmish, state: &mut State, who: usize, now: u32) {
    let before = state.units[who];
    let target = choose(rules, state, who, now).map_or(0, id_from_place);
    let unit = &mut state.units[who];
    if before.target == target {
        return;
    }
    unit.turn_to(target);
    if has_waited(&before, now) {
        // With no such patience it would turn back at once to the one it cannot get at, and walk to and fro.
        unit.holds_until = deadline(now + rules.content.constants.hold_ticks.cast_unsigned());
    }
}

/// Whom a unit goes for.
fn choose(rules: &Skirmish, state: &mut State, who: usize, now: u32) -> Option<usize> {
    let unit = &state.units[who];
    let whole = |id: u16| place_from_id(id).filter(|place| state.units[*place].is_whole());
    let taunter = if is_active(unit.taunt_until, now) { whole(unit.taunt_by) } else { None };
    let told = taunter.or_else(|| whole(state.sides[usize::from(unit.side)].focus));
    if told.is_some() {
        return told;
    }
    let mut search = Search { who, aim: rules.form(unit).prefers, range: None, except: None };
    let Some(current) = whole(unit.target) else { return search.run(rules, state) };
    if has_waited(unit, now) {
        (search.aim, search.except) = (Aim::Nearest, Some(current));
        return search.run(rules, state).or(Some(current));
    }
    let looks = now.is_multiple_of(rules.content.constants.look_ticks.cast_unsigned());
    let is_in_reach = rules.is_within(unit, &state.units[current], rules.form(unit).stats.reach);
    if !looks || is_in_reach || is_active(unit.holds_until, now) {
        return Some(current);
    }
    search.run(rules, state)
}

/// Whether it has stood long enough behind others, or before a wall, to look for someone else.
fn has_waited(unit: &Unit, now: u32) -> bool {
    unit.stalled_until > 0 && !is_active(unit.stalled_until, now)
}
