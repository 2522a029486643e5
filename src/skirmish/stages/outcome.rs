//! Outcome: those who reached their edge are gone; a side with nobody left has lost; at the cap nobody has.

use crate::skirmish::blows::{Tick, actor, tell};
use crate::skirmish::event::What;
use crate::skirmish::field::seen_by;
use crate::skirmish::outcome::{Outcome, Reason};
use crate::skirmish::rules::{CAP_TICKS, Skirmish};
use crate::skirmish::state::State;
use crate::skirmish::unit::{Condition, deadline};

/// See who has left and whether it is over.
pub fn run(rules: &Skirmish, tick: &mut Tick<'_>) {
    for place in 0..tick.state.units.len() {
        let unit = &tick.state.units[place];
        let at_edge = seen_by(unit.side, unit.at).x <= rules.form(unit).stats.radius;
        if unit.is_retreating() && at_edge {
            withdraw(tick, place);
        }
    }
    tick.state.ending = judge(tick.state, tick.next_tick());
    if let Some(outcome) = tick.state.ending {
        if outcome.reason == Reason::Cap {
            (0..tick.state.units.len()).for_each(|place| withdraw(tick, place));
        }
        tell(tick, What::Ended { outcome });
    }
    if cfg!(debug_assertions) || tick.state.ending.is_some() {
        tick.state.check_invariants(rules);
    }
}

/// Leave the field alive.
fn withdraw(tick: &mut Tick<'_>, place: usize) {
    let gone = deadline(tick.next_tick());
    let unit = &mut tick.state.units[place];
    if !unit.is_up() {
        return;
    }
    unit.clear_statuses();
    unit.condition = Condition::WITHDRAWN;
    unit.turn_to(0);
    unit.gone = gone;
    tell(tick, What::Withdrew { who: actor(tick.state, place) });
}

fn judge(state: &State, next: u32) -> Option<Outcome> {
    let stands = |side: u8| state.units.iter().any(|u| u.side == side && u.is_up());
    match (stands(0), stands(1)) {
        (false, false) => Some(Outcome { winner: None, reason: Reason::BothGone }),
        (true, false) => Some(Outcome { winner: Some(0), reason: last_went(state, 1) }),
        (false, true) => Some(Outcome { winner: Some(1), reason: last_went(state, 0) }),
        (true, true) if next >= CAP_TICKS => Some(Outcome { winner: None, reason: Reason::Cap }),
        (true, true) => None,
    }
}

/// How the last of a side went. If one fell and one left at the same tick, it counts as a fall.
fn last_went(state: &State, side: u8) -> Reason {
    let last = state.units.iter().filter(|u| u.side == side).max_by_key(|u| (u.gone, u.condition == Condition::FALLEN));
    match last {
        Some(unit) if unit.condition == Condition::WITHDRAWN => Reason::LastWithdrew,
        _ => Reason::LastFell,
    }
}
