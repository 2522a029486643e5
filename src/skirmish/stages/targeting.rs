//! Targeting: whom each unit goes for. A taunt comes before the side's focus, and the focus before its own liking.

use crate::skirmish::aims::Search;
use crate::skirmish::blows::Tick;
use crate::skirmish::content::skill::Aim;
use crate::skirmish::rules::Skirmish;
use crate::skirmish::state::State;
use crate::skirmish::unit::{Condition, id_from_place, is_active, place_from_id};

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
        let target = choose(rules, state, place, now).map_or(0, id_from_place);
        let unit = &mut state.units[place];
        if unit.target != target {
            unit.target = target;
            (unit.stalled_until, unit.way_until) = (0, 0);
        }
    }
}

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
    if unit.stalled_until > 0 && !is_active(unit.stalled_until, now) {
        // It has waited long enough behind others; someone else may be free.
        (search.aim, search.except) = (Aim::Nearest, Some(current));
        return search.run(rules, state).or(Some(current));
    }
    let looks = now.is_multiple_of(rules.content.constants.look_ticks.cast_unsigned());
    if !looks || rules.is_within(unit, &state.units[current], rules.form(unit).stats.reach) {
        return Some(current);
    }
    search.run(rules, state)
}
