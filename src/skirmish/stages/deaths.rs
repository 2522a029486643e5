//! Deaths: who has no vigor left falls, all at once, and what waits for a fall goes off.
//!
//! That may bring down others, who fall in the next wave of the same tick. When two bring each other down, both fall
//! and both their last skills go off: neither side is asked first.

use crate::kernel::actor::place_from_id;
use crate::skirmish::blows::{Tick, actor, tell};
use crate::skirmish::content::skill::{Deed, Trigger};
use crate::skirmish::event::{Means, What};
use crate::skirmish::rules::Skirmish;
use crate::skirmish::settle::{mend, set_off, settle_wave, spend};
use crate::skirmish::state::State;
use crate::skirmish::unit::{Condition, deadline};

/// Let everyone fall who has no vigor left, wave after wave.
pub fn run(rules: &Skirmish, tick: &mut Tick<'_>) {
    let mut fallen = std::mem::take(&mut tick.scratch.fallen);
    loop {
        fallen.clear();
        for place in 0..tick.state.units.len() {
            let unit = &tick.state.units[place];
            if unit.is_up() && unit.vigor == 0 && !gets_up(rules, tick, place) {
                fallen.push(place as u16);
            }
        }
        if fallen.is_empty() {
            break;
        }
        fallen.iter().for_each(|place| fall(tick, usize::from(*place)));
        fallen.iter().for_each(|place| last_words(rules, tick, usize::from(*place)));
        settle_wave(rules, tick);
        fallen.iter().for_each(|place| feed(rules, tick, usize::from(*place)));
        // What falls set off settles as one wave; strikes it would count as landed set off nothing.
        tick.scratch.landed.clear();
    }
    tick.scratch.fallen = fallen;
}

/// Come back from the fall, if there is a skill for that and it was not used yet.
fn gets_up(rules: &Skirmish, tick: &mut Tick<'_>, place: usize) -> bool {
    let unit = &tick.state.units[place];
    let form = rules.form(unit);
    if unit.revived > 0 {
        return false;
    }
    let revival = form.skills.iter().zip(&form.triggers).enumerate().find_map(|(slot, (skill, trigger))| {
        let effect = rules.skill(*skill).effects.iter().find_map(|e| match e.deed {
            Deed::Revive { percent } => Some(percent),
            _ => None,
        });
        if *trigger == Trigger::OnDeath { effect.map(|percent| (slot, percent)) } else { None }
    });
    let Some((slot, percent)) = revival else { return false };
    spend(rules, tick, place, slot);
    let unit = &mut tick.state.units[place];
    unit.clear_statuses();
    unit.revived += 1;
    unit.vigor = (form.stats.vigor * percent / 100).max(1);
    let vigor = unit.vigor;
    tell(tick, What::Revived { who: actor(tick.state, place), vigor });
    true
}

fn fall(tick: &mut Tick<'_>, place: usize) {
    let gone = deadline(tick.next_tick());
    let unit = &mut tick.state.units[place];
    unit.clear_statuses();
    unit.condition = Condition::FALLEN;
    unit.turn_to(0);
    unit.gone = gone;
    let killer = place_from_id(unit.struck_by);
    let (who, by) = (actor(tick.state, place), killer.map(|k| actor(tick.state, k)));
    tell(tick, What::Fell { who, by });
}

/// What the fallen leave behind, then what their killers, if they still stand, gain by it.
fn last_words(rules: &Skirmish, tick: &mut Tick<'_>, place: usize) {
    let Some(killer) = place_from_id(tick.state.units[place].struck_by) else { return };
    set_off(rules, tick, place, Trigger::OnDeath, killer);
    if tick.state.units[killer].is_up() {
        set_off(rules, tick, killer, Trigger::OnKill, place);
    }
}

/// The fallen feed their own: survivors share a part of what it was made of. Each gets as much; who misses less than
/// that leaves the rest in the ground.
fn feed(rules: &Skirmish, tick: &mut Tick<'_>, place: usize) {
    let fallen = &tick.state.units[place];
    let side = fallen.side;
    let food = rules.form(fallen).stats.vigor * rules.content.constants.feed_percent / 100;
    let eats = |state: &State, n: usize| state.units[n].is_whole() && state.units[n].side == side;
    let eaters = (0..tick.state.units.len()).filter(|n| eats(tick.state, *n)).count() as i32;
    for n in 0..tick.state.units.len() {
        if eats(tick.state, n) {
            mend(rules, tick, place, n, food / eaters, Means::Fall);
        }
    }
}
