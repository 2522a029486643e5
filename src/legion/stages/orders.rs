//! Orders of a person, taken or refused; and the one door through which units are told anything.

use recorder::{Stamped, Step};

use crate::kernel::math::unit_or;
use crate::legion::event::{Event, What};
use crate::legion::order::{Refusal, Task, Word};
use crate::legion::rules::{FIELD, Legion, TICK_HZ};
use crate::legion::scratch::Scratch;
use crate::legion::state::State;

/// Run the stage.
pub fn run(rules: &Legion, step: &mut Step<'_, Legion>) {
    let next = step.next_tick();
    if step.tick == 0 {
        tell_short(step);
    }
    for Stamped { order, .. } in step.orders {
        let what = match obey_person(rules, step.state, step.scratch, step.tick, *order) {
            Ok(()) => What::Obeyed { order: *order },
            Err(refusal) => What::Refused { order: *order, refusal },
        };
        step.journal.push(Event { tick: next, what });
    }
}

/// Say which units the pool left short.
fn tell_short(step: &mut Step<'_, Legion>) {
    for (index, unit) in step.state.units.iter().enumerate() {
        if unit.count < unit.asked {
            let what = What::Short { unit: index as u16, men: unit.count, asked: unit.asked };
            step.journal.push(Event { tick: 1, what });
        }
    }
}

/// Take a person's order: it holds until the unit is released.
fn obey_person(
    rules: &Legion,
    state: &mut State,
    scratch: &mut Scratch,
    tick: u32,
    order: crate::legion::order::Order,
) -> Result<(), Refusal> {
    let index = usize::from(order.unit);
    let unit = state.units.get(index).ok_or(Refusal::Unknown)?;
    if unit.side != order.side {
        return Err(Refusal::OtherSide);
    }
    if order.word == Word::Release {
        state.units[index].held = false;
        return Ok(());
    }
    obey(rules, state, scratch, tick, order.unit, order.word)?;
    state.units[index].held = true;
    Ok(())
}

/// Tell a unit something, whoever says it. An ability only starts here; what it does is done where it matters.
///
/// # Errors
/// It cannot be done; nothing has changed then.
pub fn obey(
    rules: &Legion,
    state: &mut State,
    scratch: &mut Scratch,
    tick: u32,
    unit: u16,
    word: Word,
) -> Result<(), Refusal> {
    let index = usize::from(unit);
    let State { men, units, .. } = state;
    let own = units.get(index).ok_or(Refusal::Unknown)?;
    if !own.is_here() {
        return Err(Refusal::Lost);
    }
    if !own.nerve.is_in_order() {
        return Err(Refusal::Routing);
    }
    let kind = rules.kind(own);
    match word {
        Word::Move { x, z, run } => {
            let (x, z) = (on_field(x)?, on_field(z)?);
            units[index].task = Task::Go { x, z, run };
        }
        Word::Attack { unit: target } => {
            let foe = units.get(usize::from(target)).ok_or(Refusal::NoTarget)?;
            if foe.side == own.side || !foe.is_here() {
                return Err(Refusal::NoTarget);
            }
            units[index].task = Task::Attack { unit: target };
        }
        Word::Halt => {
            let own = &mut units[index];
            own.task = Task::Hold;
            (own.wish_fx, own.wish_fz) = (own.fx, own.fz);
        }
        Word::Face { x, z } => {
            let (x, z) = (on_field(x)?, on_field(z)?);
            let own = &mut units[index];
            [own.wish_fx, own.wish_fz] = unit_or(x - own.x, z - own.z, [own.fx, own.fz]);
        }
        Word::Form { formation } => {
            if !kind.formations.contains(&formation) {
                return Err(Refusal::Unable);
            }
            let own = &mut units[index];
            if own.formation != formation {
                own.formation = formation;
                scratch.dresser.dress(men, own);
            }
        }
        Word::Use { ability } => {
            if !kind.abilities.contains(&ability) {
                return Err(Refusal::Unable);
            }
            let own = &mut units[index];
            if own.ability_ready[ability as usize] > tick {
                return Err(Refusal::NotReady);
            }
            own.ability_until[ability as usize] = tick + ability.seconds() * TICK_HZ;
            own.ability_ready[ability as usize] = tick + ability.rest_seconds() * TICK_HZ;
        }
        Word::Release => {}
    }
    Ok(())
}

/// Decimetres as metres, if that is on the field.
fn on_field(decimetres: i32) -> Result<f32, Refusal> {
    let metres = decimetres as f32 / 10.0;
    if metres.abs() <= FIELD { Ok(metres) } else { Err(Refusal::OffField) }
}
