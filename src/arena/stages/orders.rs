//! Orders: a card is played or the order refused by name; either way the journal has one line of it.

use recorder::Stamped;

use crate::arena::event::What;
use crate::arena::play::{Tick, may_play, play, tell};
use crate::arena::rules::Arena;

/// Obey or refuse every order of this tick.
pub fn run(rules: &Arena, tick: &mut Tick<'_>) {
    for Stamped { order, .. } in tick.orders {
        match may_play(rules, tick.state, tick.tick, *order) {
            Ok(slot) => play(rules, tick, *order, slot, true),
            Err(refusal) => tell(tick, What::Refused { order: *order, refusal }),
        }
    }
}
