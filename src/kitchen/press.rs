//! The press: one button, one press, one effect; and who gets what two want at once.

use crate::kitchen::constants::TRASH_HOLD_TICKS;
use crate::kitchen::event::What;
use crate::kitchen::hand;
use crate::kitchen::ladder::{Denial, Scene, Verb};
use crate::kitchen::reach::{Target, target};
use crate::kitchen::rules::Kitchen;
use crate::kitchen::state::State;
use crate::kitchen::station::Fixture;

/// Who comes first: received tick, sequence, seat. No two cooks share a seat, so there is never a tie.
pub type Rank = (u32, u32, usize);

/// A claim on what only one cook can have. It lives for one tick.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Claim {
    /// The station, by index.
    pub station: usize,
    /// The best of those who claim it.
    pub rank: Rank,
}

/// What a seat's press would have done before anyone acted.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Intent {
    /// Its button went down in this tick.
    pub is_press: bool,
    /// Its verb and station, if it would have succeeded.
    pub verb: Option<(Verb, usize)>,
    /// It is one of those who want what only one can have.
    pub is_claim: bool,
}

/// Look at the ladder's scene in a state.
#[must_use]
pub fn scene<'a>(rules: &'a Kitchen, state: &'a State, tick: u32) -> Scene<'a> {
    Scene { tick, pantry: &rules.pantry, level: &rules.level, stations: &state.stations, tickets: &state.tickets }
}

/// Judge what a cook's press means in a state.
///
/// # Errors
/// The named reason why it means nothing, and the station it was aimed at.
pub fn judge(rules: &Kitchen, state: &State, tick: u32, seat: usize) -> Result<(Verb, usize), (Denial, Option<usize>)> {
    let cook = &state.cooks[seat];
    let target = target(&rules.level, &state.stations, cook);
    let verdict = scene(rules, state, tick).judge(cook, seat, target);
    match (verdict, target.station()) {
        (Ok(verb), Some(station)) => Ok((verb, station)),
        (Ok(_), None) => unreachable!("a press at nothing is denied"),
        (Err(denial), station) => Err((denial, station)),
    }
}

/// Count the hold of a cook, and tell whether its button went down in this tick.
///
/// Source: kitchen rule "press edge". A frame without the button, or no frame, clears the hold; the next one with it is
/// a new press.
pub fn count_hold(state: &mut State, tick: u32, seat: usize) -> bool {
    let cook = &mut state.cooks[seat];
    if !cook.frame_at(tick).is_some_and(|frame| frame.is_acting()) {
        (cook.held_ticks, cook.pressed_tick) = (0, 0);
        return false;
    }
    cook.held_ticks = cook.held_ticks.saturating_add(1);
    if cook.held_ticks == 1 {
        cook.pressed_tick = tick as u16;
    }
    cook.held_ticks == 1
}

/// Enter the claim of a press, if it takes what only one can have: a thing that lies there, or the one place to work.
///
/// Taking from stock is no claim: there is enough for both. A press that would be denied claims nothing.
pub fn claim(state: &State, seat: usize, verb: Verb, station: usize, claims: &mut Vec<Claim>) -> bool {
    let is_exclusive = match verb {
        Verb::PickItem | Verb::StartWork => true,
        Verb::PickFromStation => state.stations[station].count() > 0,
        _ => false,
    };
    if !is_exclusive {
        return false;
    }
    let rank = state.cooks[seat].rank(seat);
    match claims.iter_mut().find(|claim| claim.station == station) {
        Some(claim) => claim.rank = claim.rank.min(rank),
        None => claims.push(Claim { station, rank }),
    }
    true
}

/// Spend a press: one event, or none where it only begins a hold.
pub fn spend(
    rules: &Kitchen,
    state: &mut State,
    tick: u32,
    seat: usize,
    intent: Intent,
    claims: &[Claim],
) -> Option<What> {
    let denied = |denial, station: Option<usize>| {
        Some(What::Denied { cook: seat as u16, denial, station: station.map(|place| place as u16) })
    };
    let (before, rank) = (intent.verb, state.cooks[seat].rank(seat));
    let is_beaten = |claim: &Claim| before.is_some_and(|(_, at)| at == claim.station) && claim.rank < rank;
    if intent.is_claim && claims.iter().any(is_beaten) {
        return denied(Denial::ContestedLost, before.map(|(_, at)| at));
    }
    match judge(rules, state, tick, seat) {
        Ok((verb, station)) => hand::act(rules, state, tick, seat, verb, station),
        // It was there for the taking when the tick began: somebody was quicker.
        Err((_, _)) if before.is_some_and(|(verb, _)| verb.is_taking()) => {
            denied(Denial::ContestedLost, before.map(|(_, at)| at))
        }
        Err((denial, station)) => denied(denial, station),
    }
}

/// Spend a hold: what has been down for a while throws away at its eighth tick, or goes on working.
///
/// The hold is worked out anew each tick from how things are: a step aside, and it comes to nothing.
pub fn hold(rules: &Kitchen, state: &mut State, tick: u32, seat: usize) -> Option<What> {
    let cook = &state.cooks[seat];
    if let Some(place) = usize::from(cook.works_at).checked_sub(1) {
        let goes_on = cook.held_ticks > 0 && judge(rules, state, tick, seat) == Ok((Verb::HoldWork, place));
        if !goes_on {
            hand::stop_work(state, seat);
        }
        return None;
    }
    if cook.held_ticks != TRASH_HOLD_TICKS || cook.is_stunned(tick) {
        return None;
    }
    let place = target(&rules.level, &state.stations, cook).station()?;
    let is_trash = state.stations[place].fixture == Fixture::Trash;
    is_trash.then(|| hand::trash(state, seat, place))
}

/// Name what a cook's press would be aimed at, for those who draw or think.
#[must_use]
pub fn aim(rules: &Kitchen, state: &State, seat: usize) -> Target {
    target(&rules.level, &state.stations, &state.cooks[seat])
}
