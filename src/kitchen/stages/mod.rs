//! The stages of a tick, a file each.

pub mod actions;
pub mod clock;
pub mod hazards;
pub mod inputs;
pub mod movement;
pub mod stations;
pub mod tickets;

use recorder::Step;

use crate::kitchen::event::{Event, What};
use crate::kitchen::rules::Kitchen;

/// A tick of a round.
pub type Tick<'a> = Step<'a, Kitchen>;

/// Write an event of this tick.
pub fn tell(tick: &mut Tick<'_>, what: What) {
    let event = Event { tick: tick.next_tick(), what };
    tick.journal.push(event);
}
