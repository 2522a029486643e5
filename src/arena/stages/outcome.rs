//! Outcome: a king's fall ends it; at three minutes the side that lost more towers has lost; then the next tower decides,
//! and at the very end the weakest one.

use crate::arena::event::What;
use crate::arena::outcome::{Outcome, Reason};
use crate::arena::play::{Tick, tell};
use crate::arena::rules::Arena;
use crate::arena::state::State;

/// See whether it is over.
pub fn run(rules: &Arena, tick: &mut Tick<'_>) {
    let next = tick.next_tick();
    tick.state.ending = judge(rules, tick.state, next);
    if let Some(outcome) = tick.state.ending {
        tell(tick, What::Ended { outcome });
    } else if next == rules.content.ledger.length_ticks {
        tell(tick, What::Overtime);
    }
    if cfg!(debug_assertions) || tick.state.ending.is_some() {
        tick.state.check_invariants(rules);
    }
}

fn judge(rules: &Arena, state: &State, next: u32) -> Option<Outcome> {
    let ledger = &rules.content.ledger;
    let kings = [0, 1].map(|side| state.units[State::king(side)].is_up());
    match kings {
        [false, false] => return Some(Outcome { winner: None, reason: Reason::KingFell }),
        [true, false] => return Some(Outcome { winner: Some(0), reason: Reason::KingFell }),
        [false, true] => return Some(Outcome { winner: Some(1), reason: Reason::KingFell }),
        [true, true] => {}
    }
    if next < ledger.length_ticks {
        return None;
    }
    let lost = [0, 1].map(|side| state.towers_lost(side));
    if lost[0] != lost[1] {
        let reason = if next == ledger.length_ticks { Reason::MoreTowers } else { Reason::NextTower };
        return Some(Outcome { winner: Some(u8::from(lost[0] > lost[1])), reason });
    }
    if next < ledger.length_ticks + ledger.overtime_ticks {
        return None;
    }
    let weakest = [0, 1].map(|side| weakest(state, side));
    Some(match weakest[0].cmp(&weakest[1]) {
        std::cmp::Ordering::Equal => Outcome { winner: None, reason: Reason::Even },
        order => Outcome { winner: Some(u8::from(order.is_lt())), reason: Reason::LowestTower },
    })
}

/// The health of a side's weakest tower that stands.
fn weakest(state: &State, side: u8) -> i32 {
    state.towers(side).iter().filter(|tower| tower.is_up()).map(|tower| tower.health).min().unwrap_or(0)
}
