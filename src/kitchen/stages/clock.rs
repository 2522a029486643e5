//! Clock: the round ends when its time is up, or when nothing is left to be served.

use crate::kitchen::event::What;
use crate::kitchen::outcome::{Outcome, Reason};
use crate::kitchen::rules::Kitchen;
use crate::kitchen::stages::{Tick, tell};

/// See whether it is over.
pub fn run(rules: &Kitchen, tick: &mut Tick<'_>) {
    let tally = &tick.state.tally;
    let is_all_done = rules.level.tickets > 0
        && tally.issued == rules.level.tickets
        && !tick.state.tickets.iter().any(|ticket| ticket.is_open());
    let reason = match (is_all_done, tick.next_tick() >= rules.brief.ticks) {
        (true, _) => Some(Reason::AllDone),
        (false, true) => Some(Reason::TimeUp),
        (false, false) => None,
    };
    if let Some(reason) = reason {
        let outcome = Outcome {
            reason,
            stars: if rules.level.tickets > 0 { tally.stars(rules.level.stars) } else { 0 },
            score: tally.score,
            served: tally.served,
            missed: tally.missed,
        };
        tick.state.ending = Some(outcome);
        tell(tick, What::Ended { outcome });
    }
    if cfg!(debug_assertions) || tick.state.ending.is_some() {
        tick.state.check_invariants(rules);
    }
}
