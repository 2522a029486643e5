//! Actions: each button's hold is counted, each press is spent once, and who wants the same is told apart.

use crate::kitchen::press::{Intent, claim, count_hold, hold, judge, spend};
use crate::kitchen::rules::Kitchen;
use crate::kitchen::stages::{Tick, tell};

/// Count, claim, spend: in seat order.
pub fn run(rules: &Kitchen, tick: &mut Tick<'_>) {
    let cooks = tick.state.cooks.len();
    tick.scratch.claims.clear();
    tick.scratch.intents.clear();
    for seat in 0..cooks {
        let is_press = count_hold(tick.state, tick.tick, seat);
        tick.scratch.intents.push(Intent { is_press, ..Intent::default() });
    }
    // Every press is judged on the kitchen as it was before anyone acted.
    for seat in 0..cooks {
        if tick.scratch.intents[seat].is_press
            && let Ok((verb, station)) = judge(rules, tick.state, tick.tick, seat)
        {
            let is_claim = claim(tick.state, seat, verb, station, &mut tick.scratch.claims);
            tick.scratch.intents[seat] = Intent { is_press: true, verb: Some((verb, station)), is_claim };
        }
    }
    for seat in 0..cooks {
        let intent = tick.scratch.intents[seat];
        let what = if intent.is_press {
            spend(rules, tick.state, tick.tick, seat, intent, &tick.scratch.claims)
        } else {
            hold(rules, tick.state, tick.tick, seat)
        };
        if let Some(what) = what {
            tell(tick, what);
        }
    }
}
