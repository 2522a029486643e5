//! Statuses: what has run out is forgotten, what pulses pulses.
//!
//! All statuses of a kind pulse at the same ticks, the multiples of their period. So a fire that is kindled anew each
//! tick still burns, and one that lasts n periods pulses n times.

use crate::kernel::actor::place_from_id;
use crate::skirmish::blows::Tick;
use crate::skirmish::content::status::Ail;
use crate::skirmish::event::Means;
use crate::skirmish::rules::Skirmish;
use crate::skirmish::settle::{Harm, harm, mend};
use crate::skirmish::unit::{Ailment, Pace, Unit, is_active};

/// Forget what has run out and let the rest pulse.
pub fn run(rules: &Skirmish, tick: &mut Tick<'_>) {
    let now = tick.tick;
    for place in 0..tick.state.units.len() {
        let unit = &mut tick.state.units[place];
        if unit.is_up() {
            expire(unit, now);
        }
    }
    for ail in [Ail::Regrow, Ail::Burn, Ail::Poison] {
        // Every pulse counts from the tick that first shows it.
        if tick.next_tick().is_multiple_of(rules.status(ail).pulse_ticks.cast_unsigned()) {
            pulse(rules, tick, ail);
        }
    }
}

fn expire(unit: &mut Unit, now: u32) {
    for ailment in [&mut unit.burn, &mut unit.poison, &mut unit.regrow, &mut unit.shield] {
        if ailment.until > 0 && !is_active(ailment.until, now) {
            *ailment = Ailment::default();
        }
    }
    for pace in [&mut unit.slow, &mut unit.haste] {
        if pace.until > 0 && !is_active(pace.until, now) {
            *pace = Pace::default();
        }
    }
    if unit.stun_until > 0 && !is_active(unit.stun_until, now) {
        unit.stun_until = 0;
    }
    if unit.taunt_until > 0 && !is_active(unit.taunt_until, now) {
        (unit.taunt_until, unit.taunt_by) = (0, 0);
    }
}

fn pulse(rules: &Skirmish, tick: &mut Tick<'_>, ail: Ail) {
    let pierces = rules.status(ail).pierces_percent;
    let means = Means::Status(ail.index());
    for to in 0..tick.state.units.len() {
        let unit = &tick.state.units[to];
        let ailment = of(unit, ail);
        let Some(by) = place_from_id(ailment.by) else { continue };
        if !unit.is_whole() {
            continue;
        }
        let amount = i32::from(ailment.amount);
        match ail {
            Ail::Regrow => mend(rules, tick, by, to, amount, means),
            _ => {
                harm(rules, tick, Harm { by, to, amount, pierces, crit: false, means });
            }
        }
    }
}

fn of(unit: &Unit, ail: Ail) -> Ailment {
    match ail {
        Ail::Burn => unit.burn,
        Ail::Poison => unit.poison,
        _ => unit.regrow,
    }
}
