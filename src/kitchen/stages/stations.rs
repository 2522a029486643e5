//! Stations: work goes on, stoves cook, burn and catch fire, dishes come together, plates come back.

use crate::kitchen::event::What;
use crate::kitchen::item::{Form, Item, Mark, Ware};
use crate::kitchen::ladder::fits;
use crate::kitchen::pantry::Times;
use crate::kitchen::rules::Kitchen;
use crate::kitchen::stages::{Tick, tell};
use crate::kitchen::station::{Condition, Fixture, SLOTS};

/// Move every station on.
pub fn run(rules: &Kitchen, tick: &mut Tick<'_>) {
    for place in 0..tick.state.stations.len() {
        match tick.state.stations[place].fixture {
            Fixture::Board => work(tick, place, rules.pantry.times.chop_ticks, Form::CHOPPED),
            Fixture::Sink => work(tick, place, rules.pantry.times.wash_ticks, Form::RAW),
            Fixture::Stove => cook(rules, tick, place),
            Fixture::Prep => assemble(rules, tick, place),
            Fixture::Window => bring_back(rules, tick, place),
            Fixture::Shelf | Fixture::Trash => {}
        }
    }
}

/// A tick of somebody's work.
fn work(tick: &mut Tick<'_>, place: usize, whole: u16, done: Form) {
    let station = &mut tick.state.stations[place];
    let Some(worker) = usize::from(station.worker).checked_sub(1) else { return };
    station.progress += 1;
    if station.progress < whole {
        return;
    }
    let top = station.count() - 1;
    station.items[top].form = done;
    (station.condition, station.worker) = (Condition::Ready, 0);
    let item = station.items[top];
    tick.state.cooks[worker].works_at = 0;
    tell(tick, What::Finished { station: place as u16, item });
}

/// A tick of a stove: it begins by itself, and nothing stops it but a hand.
fn cook(rules: &Kitchen, tick: &mut Tick<'_>, place: usize) {
    let times = &rules.pantry.times;
    let now = tick.tick;
    let station = &mut tick.state.stations[place];
    let Some(item) = station.top().filter(|_| station.condition != Condition::Blocked) else {
        settle(tick, place, times);
        return;
    };
    match station.condition {
        Condition::Idle if station.marks[0].by == 0 && fits(&rules.pantry, Fixture::Stove, item) => {
            (station.condition, station.progress) = (Condition::Busy, 0);
        }
        Condition::Busy => {
            station.progress += 1;
            if station.progress >= times.cook_ticks {
                station.items[0].form = Form::COOKED;
                (station.condition, station.turns_at) = (Condition::Ready, deadline(now, times.burn_ticks));
                let item = station.items[0];
                tell(tick, What::Finished { station: place as u16, item });
            }
        }
        Condition::Ready if is_due(station.turns_at, now) && item.form == Form::COOKED => {
            station.items[0].form = Form::BURNT;
            station.turns_at = deadline(now, times.flare_ticks);
            let item = station.items[0];
            tell(tick, What::Burnt { station: place as u16, item });
        }
        Condition::Ready if is_due(station.turns_at, now) => catch_fire(tick, place, item, times),
        _ => {}
    }
}

fn catch_fire(tick: &mut Tick<'_>, place: usize, item: Item, times: &Times) {
    tick.state.tally.retire(item);
    let until = deadline(tick.tick, times.fire_ticks);
    let station = &mut tick.state.stations[place];
    station.clear();
    (station.condition, station.progress, station.turns_at) = (Condition::Blocked, 0, until);
    tell(tick, What::Caught { station: place as u16, item });
}

/// Flames go out, soot comes off.
fn settle(tick: &mut Tick<'_>, place: usize, times: &Times) {
    let now = tick.tick;
    let station = &mut tick.state.stations[place];
    if !is_due(station.turns_at, now) {
        return;
    }
    match station.condition {
        Condition::Blocked => {
            (station.condition, station.turns_at) = (Condition::Dirty, deadline(now, times.soot_ticks));
            tell(tick, What::Quenched { station: place as u16 });
        }
        Condition::Dirty => {
            (station.condition, station.turns_at) = (Condition::Idle, 0);
            tell(tick, What::Cleaned { station: place as u16 });
        }
        _ => {}
    }
}

/// All parts and a plate are there: a dish.
fn assemble(rules: &Kitchen, tick: &mut Tick<'_>, place: usize) {
    let station = &tick.state.stations[place];
    if station.count() < 2 {
        return;
    }
    let Some(dish) = rules.pantry.dish_of(station.contents()) else { return };
    let parts = station.items;
    for part in parts.into_iter().filter(|part| part.is_some()) {
        tick.state.tally.retire(part);
    }
    let item = tick.state.tally.mint(Ware::dish(dish), Form::PLATED);
    let station = &mut tick.state.stations[place];
    station.clear();
    station.put(item, Mark::NONE);
    station.condition = Condition::Ready;
    tell(tick, What::Assembled { station: place as u16, item });
}

/// Guests have eaten: a plate is back. With no room left it waits outside.
fn bring_back(rules: &Kitchen, tick: &mut Tick<'_>, place: usize) {
    let now = tick.tick;
    let station = &tick.state.stations[place];
    if !is_due(station.turns_at, now) || station.count() == SLOTS {
        return;
    }
    let item = tick.state.tally.mint(Ware::PLATE, Form::DIRTY);
    let station = &mut tick.state.stations[place];
    station.put(item, Mark::NONE);
    station.condition = Condition::Ready;
    station.stock -= 1;
    station.turns_at = if station.stock > 0 { deadline(now, rules.pantry.times.plate_back_ticks) } else { 0 };
    tell(tick, What::PlateBack { station: place as u16, item });
}

/// The tick of the step that comes so many after this one.
fn deadline(now: u32, ticks: u16) -> u16 {
    now as u16 + ticks
}

fn is_due(deadline: u16, now: u32) -> bool {
    deadline > 0 && now >= u32::from(deadline)
}
