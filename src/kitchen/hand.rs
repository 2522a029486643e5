//! Hands: what a verb does. One thing in a hand; things are in hands and on stations, and nowhere else.

use crate::kitchen::constants::{HANDOFF_WINDOW_TICKS, TRASH_SCORE};
use crate::kitchen::event::What;
use crate::kitchen::item::{Form, Item, Mark};
use crate::kitchen::ladder::{Verb, fits};
use crate::kitchen::rules::Kitchen;
use crate::kitchen::state::State;
use crate::kitchen::station::{Condition, ENDLESS, Fixture};
use crate::kitchen::ticket::{Ticket, wanted};

/// Do what a press means, and say what came of it: one event, or none where the verb only begins a hold.
pub fn act(rules: &Kitchen, state: &mut State, tick: u32, seat: usize, verb: Verb, place: usize) -> Option<What> {
    match verb {
        Verb::PickItem | Verb::PickFromStation => Some(pick(rules, state, tick, seat, place)),
        Verb::Release | Verb::PlaceOnStation | Verb::PlateDish => Some(set_down(rules, state, tick, seat, place)),
        Verb::Wash => {
            let what = set_down(rules, state, tick, seat, place);
            // The washing begins with the plate: whoever holds on goes on.
            start_work(state, seat, place);
            Some(what)
        }
        Verb::StartWork => Some(start_work(state, seat, place)),
        Verb::Serve => Some(serve(rules, state, tick, seat, place)),
        // The hold does these.
        Verb::HoldWork | Verb::Trash => None,
    }
}

/// Throw away what is carried, at the end of a hold.
pub fn trash(state: &mut State, seat: usize, place: usize) -> What {
    let item = std::mem::replace(&mut state.cooks[seat].hand, Item::NONE);
    let (cook, station) = (seat as u16, place as u16);
    if !item.is_some() {
        return What::TrashedAlreadyEmpty { cook, station };
    }
    state.tally.retire(item);
    state.tally.trashed += 1;
    state.tally.score(TRASH_SCORE);
    What::Trashed { cook, station, item, points: TRASH_SCORE }
}

/// Let go of the work at a station; what is done stays done.
pub fn stop_work(state: &mut State, seat: usize) {
    let Some(place) = usize::from(state.cooks[seat].works_at).checked_sub(1) else { return };
    state.cooks[seat].works_at = 0;
    let station = &mut state.stations[place];
    station.worker = 0;
    if station.condition == Condition::Busy {
        station.condition = Condition::Idle;
    }
}

/// Tell whether lifting a marked thing is a pass: from another cook, within the window, its last tick included.
#[must_use]
pub fn is_handoff(mark: Mark, seat: usize, tick: u32) -> bool {
    let is_fresh = tick.saturating_sub(u32::from(mark.tick)) <= u32::from(HANDOFF_WINDOW_TICKS);
    mark.seat().is_some_and(|from| from != seat) && is_fresh
}

fn pick(rules: &Kitchen, state: &mut State, tick: u32, seat: usize, place: usize) -> What {
    let spot = &rules.level.spots[place];
    let station = &mut state.stations[place];
    let (item, mark) = station.take().unwrap_or_else(|| {
        if station.stock != ENDLESS {
            station.stock -= 1;
        }
        (state.tally.mint(spot.gives, Form::RAW), Mark::NONE)
    });
    if station.count() == 0 && station.condition == Condition::Ready {
        station.condition = Condition::Idle;
        station.progress = 0;
        // A stove's clock ends with what was on it; a window's goes on for the plates still out.
        if spot.fixture != Fixture::Window {
            station.turns_at = 0;
        }
        station.ready_at = (tick + 1) as u16 + rules.pantry.times.cooldown_ticks;
    }
    state.cooks[seat].hand = item;
    let (to, station) = (seat as u16, place as u16);
    match mark.seat().filter(|_| is_handoff(mark, seat, tick)) {
        Some(from) => {
            state.tally.passed += 1;
            What::HandedOff { from: from as u16, to, station, item }
        }
        None => What::Picked { cook: to, station, item },
    }
}

/// Source: kitchen rule "a set-down is a placed object". It is marked, except where the station takes it in to work on it.
fn set_down(rules: &Kitchen, state: &mut State, tick: u32, seat: usize, place: usize) -> What {
    let item = std::mem::replace(&mut state.cooks[seat].hand, Item::NONE);
    let station = &mut state.stations[place];
    let is_taken_in = fits(&rules.pantry, station.fixture, item);
    let mark = if is_taken_in { Mark::NONE } else { Mark::new(seat, tick as u16) };
    station.put(item, mark);
    What::Dropped { cook: seat as u16, station: place as u16, item }
}

fn start_work(state: &mut State, seat: usize, place: usize) -> What {
    let station = &mut state.stations[place];
    station.worker = seat as u16 + 1;
    station.condition = Condition::Busy;
    state.cooks[seat].works_at = place as u16 + 1;
    What::Started { cook: seat as u16, station: place as u16 }
}

fn serve(rules: &Kitchen, state: &mut State, tick: u32, seat: usize, place: usize) -> What {
    let item = std::mem::replace(&mut state.cooks[seat].hand, Item::NONE);
    let dish = item.ware.as_dish().expect("the ladder lets dishes through only");
    let slot = wanted(&state.tickets, dish).expect("the ladder lets through what is ordered only");
    let ticket = std::mem::take(&mut state.tickets[slot]);
    let points = Ticket::worth(&ticket, &rules.pantry.dishes[dish], tick);
    state.tally.retire(item);
    state.tally.served += 1;
    state.tally.score(points);
    let station = &mut state.stations[place];
    // The plate is out with the guests; plates come back one by one.
    station.stock += 1;
    if station.turns_at == 0 {
        station.turns_at = (tick + 1) as u16 + rules.pantry.times.plate_back_ticks;
    }
    What::Served { cook: seat as u16, station: place as u16, dish: dish as u16, ticket: ticket.number, points }
}
