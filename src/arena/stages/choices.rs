//! Choices: the choosers think. Both look before either plays.

use crate::arena::chooser::choose;
use crate::arena::muster::Chooser;
use crate::arena::play::{Tick, may_play, play};
use crate::arena::rules::Arena;
use crate::kernel::side::Side;

/// Let the choosers play, when it is time for a thought.
pub fn run(rules: &Arena, tick: &mut Tick<'_>) {
    if !tick.tick.is_multiple_of(rules.content.ledger.think_ticks) {
        return;
    }
    let chosen = Side::BOTH.map(|side| {
        let player = &rules.muster.players[usize::from(side.index())];
        (player.chooser != Chooser::None).then(|| choose(rules, tick.state, tick.tick, side)).flatten()
    });
    for order in chosen.into_iter().flatten() {
        if let Ok(slot) = may_play(rules, tick.state, tick.tick, order) {
            play(rules, tick, order, slot, false);
        }
    }
}
