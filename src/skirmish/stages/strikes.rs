//! Strikes and skills: what was decided is gathered from all, then settled together.

use crate::kernel::actor::place_from_id;
use crate::skirmish::blows::{Tick, spite_percent};
use crate::skirmish::gather::{gather_strike, roll_strike, throw, use_skill};
use crate::skirmish::rules::Skirmish;
use crate::skirmish::scratch::Act;
use crate::skirmish::settle::{settle, spend};
use crate::skirmish::state::Missile;
use crate::skirmish::unit::deadline;

/// Do what was decided.
pub fn run(rules: &Skirmish, tick: &mut Tick<'_>) {
    let acts = std::mem::take(&mut tick.scratch.acts);
    if acts.iter().all(|act| *act == Act::Walk) {
        tick.scratch.acts = acts;
        return;
    }
    let spite = [0, 1].map(|side| spite_percent(rules, tick.state, side));
    for (place, act) in acts.iter().enumerate() {
        match *act {
            Act::Walk => {}
            Act::Strike => strike(rules, tick, place, spite),
            Act::Use { slot, on } => {
                spend(rules, tick, place, usize::from(slot));
                let skill = rules.form(&tick.state.units[place]).skills[usize::from(slot)];
                use_skill(rules, tick, place, skill, usize::from(on));
            }
        }
    }
    tick.scratch.acts = acts;
    settle(rules, tick);
}

fn strike(rules: &Skirmish, tick: &mut Tick<'_>, by: usize, spite: [i32; 2]) {
    let unit = &mut tick.state.units[by];
    let Some(to) = place_from_id(unit.target) else { return };
    let form = rules.form(unit);
    let period = form.stats.strike_period * 100 / unit.speed_percent(tick.tick);
    unit.strike_at = deadline(tick.tick + period.max(1).cast_unsigned());
    let spite = spite[usize::from(unit.side)];
    let (amount, crit) = roll_strike(rules, tick.state, by, spite);
    if form.missile_pace > 0 {
        throw(tick, by, to, form.missile_pace, Missile { amount, crit: u16::from(crit), ..Missile::default() });
    } else {
        gather_strike(tick, by, to, amount, crit);
    }
}
