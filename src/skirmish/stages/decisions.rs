//! Decisions: what each unit does this tick: a skill that is ready and finds a target, else a strike, else it walks.

use crate::kernel::actor::place_from_id;
use crate::skirmish::aims::Search;
use crate::skirmish::blows::Tick;
use crate::skirmish::content::skill::{Aim, Trigger};
use crate::skirmish::rules::Skirmish;
use crate::skirmish::scratch::Act;
use crate::skirmish::state::State;
use crate::skirmish::unit::{Condition, Unit};

/// Decide for everyone.
pub fn run(rules: &Skirmish, tick: &mut Tick<'_>) {
    let acts = &mut tick.scratch.acts;
    acts.clear();
    for place in 0..tick.state.units.len() {
        acts.push(decide(rules, tick.state, place, tick.tick));
    }
}

fn decide(rules: &Skirmish, state: &mut State, who: usize, now: u32) -> Act {
    let unit = &state.units[who];
    if unit.condition != Condition::FIGHTING || !unit.is_whole() || unit.is_stunned(now) {
        return Act::Walk;
    }
    let form = rules.form(unit);
    for (slot, trigger) in form.triggers.iter().enumerate() {
        // The skills that are decided come first in a form.
        if !trigger.is_decided() {
            break;
        }
        let unit = &state.units[who];
        if u32::from(unit.ready[slot]) > now || !is_due(rules, unit, *trigger) {
            continue;
        }
        if let Some(on) = find(rules, state, who, form.skills[slot]) {
            return Act::Use { slot: slot as u8, on: on as u16 };
        }
    }
    if can_strike(rules, state, who, now) { Act::Strike } else { Act::Walk }
}

fn is_due(rules: &Skirmish, unit: &Unit, trigger: Trigger) -> bool {
    match trigger {
        Trigger::LowVigor { below } => unit.vigor * 100 < below * rules.form(unit).stats.vigor,
        _ => true,
    }
}

fn find(rules: &Skirmish, state: &mut State, who: usize, skill: u16) -> Option<usize> {
    let skill = rules.skill(skill);
    match skill.aim {
        Aim::Own if skill.area == 0 || !skill.is_hostile() => Some(who),
        // Nobody roars at an empty field.
        Aim::Own => is_anyone_near(rules, state, who, skill.area).then_some(who),
        aim => Search { who, aim, range: Some(skill.range), except: None }.run(rules, state),
    }
}

fn is_anyone_near(rules: &Skirmish, state: &State, who: usize, area: i32) -> bool {
    let unit = &state.units[who];
    let near = |foe: &Unit| unit.at.within(foe.at, area + rules.form(foe).stats.radius);
    state.units.iter().any(|foe| foe.is_whole() && foe.side != unit.side && near(foe))
}

fn can_strike(rules: &Skirmish, state: &State, who: usize, now: u32) -> bool {
    let unit = &state.units[who];
    let Some(target) = place_from_id(unit.target) else { return false };
    let (target, reach) = (&state.units[target], rules.form(unit).stats.reach);
    u32::from(unit.strike_at) <= now && target.is_whole() && rules.is_within(unit, target, reach)
}
