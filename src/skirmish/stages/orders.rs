//! Orders: what the sides are told is obeyed or refused by name; either way the journal has one line of it.

use recorder::Stamped;

use crate::kernel::actor::Actor;
use crate::kernel::actor::id_from_place;
use crate::kernel::side::Side;
use crate::skirmish::blows::{Tick, actor, tell};
use crate::skirmish::event::What;
use crate::skirmish::order::{Order, Refusal};
use crate::skirmish::rules::Skirmish;
use crate::skirmish::state::State;
use crate::skirmish::unit::{Condition, Unit};

/// Obey or refuse every order of this tick.
pub fn run(_: &Skirmish, tick: &mut Tick<'_>) {
    for Stamped { order, .. } in tick.orders {
        let what = match obey(tick.state, *order) {
            Ok(()) => What::Obeyed { order: *order, unit: named(tick.state, *order) },
            Err(refusal) => What::Refused { order: *order, refusal },
        };
        tell(tick, what);
    }
}

fn obey(state: &mut State, order: Order) -> Result<(), Refusal> {
    match order {
        Order::Retreat { side, unit: Some(id) } => retreat_one(state, side, id),
        Order::Retreat { side, unit: None } => retreat_all(state, side),
        Order::Focus { side, unit } => focus(state, side, unit),
    }
}

fn retreat_one(state: &mut State, side: Side, id: u32) -> Result<(), Refusal> {
    let place = find(state, id)?;
    let unit = &mut state.units[place];
    if unit.side != side.index() {
        return Err(Refusal::NotYours);
    }
    is_there(unit)?;
    if unit.is_retreating() {
        return Err(Refusal::AlreadyRetreating);
    }
    turn_back(unit);
    Ok(())
}

fn retreat_all(state: &mut State, side: Side) -> Result<(), Refusal> {
    let mut turned = 0;
    for unit in state.units.iter_mut().filter(|u| u.side == side.index() && u.condition == Condition::FIGHTING) {
        turn_back(unit);
        turned += 1;
    }
    if turned == 0 { Err(Refusal::AlreadyRetreating) } else { Ok(()) }
}

fn focus(state: &mut State, side: Side, id: u32) -> Result<(), Refusal> {
    let place = find(state, id)?;
    let unit = &state.units[place];
    if unit.side == side.index() {
        return Err(Refusal::OwnUnit);
    }
    is_there(unit)?;
    let focus = &mut state.sides[usize::from(side.index())].focus;
    if *focus == id_from_place(place) {
        return Err(Refusal::AlreadyFocused);
    }
    *focus = id_from_place(place);
    Ok(())
}

fn find(state: &State, id: u32) -> Result<usize, Refusal> {
    let place = (id as usize).checked_sub(1).ok_or(Refusal::NoSuchUnit)?;
    if place < state.units.len() { Ok(place) } else { Err(Refusal::NoSuchUnit) }
}

fn is_there(unit: &Unit) -> Result<(), Refusal> {
    match unit.condition {
        Condition::FALLEN => Err(Refusal::AlreadyFallen),
        Condition::WITHDRAWN => Err(Refusal::AlreadyWithdrawn),
        _ => Ok(()),
    }
}

fn turn_back(unit: &mut Unit) {
    unit.condition = Condition::RETREATING;
    unit.turn_to(0);
}

fn named(state: &State, order: Order) -> Option<Actor> {
    let (Order::Retreat { unit: Some(id), .. } | Order::Focus { unit: id, .. }) = order else { return None };
    find(state, id).ok().map(|place| actor(state, place))
}
