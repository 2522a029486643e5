//! The journal's lines: what a person wants to know of a battle, without a line for every blow.

use bincode::{Decode, Encode};
use serde::{Deserialize, Serialize};

use crate::kernel::event;
use crate::legion::order::{Ability, Order, Refusal};
use crate::legion::outcome::Outcome;
use crate::legion::plan::Phase;

/// Something that happened.
pub type Event = event::Event<What>;

/// What happened. Units by index.
#[derive(Debug, Clone, Copy, PartialEq, Encode, Decode, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum What {
    /// The pool of men ran out: a unit stands there with fewer than were asked for.
    Short { unit: u16, men: u32, asked: u32 },
    /// Two units met.
    Contact { unit: u16, foe: u16 },
    /// One ran in with weight.
    Charged { unit: u16, foe: u16 },
    /// It broke and runs.
    Routed { unit: u16, lost: u32 },
    /// It came back.
    Rallied { unit: u16 },
    /// It is off the field, or nobody of it is left.
    Lost { unit: u16 },
    /// A general has something else in mind.
    Phase { side: u8, phase: Phase },
    /// Missiles that a unit let go since its last line of this kind.
    Volley { unit: u16, shots: u32 },
    /// Men that a unit lost since its last line of this kind, and to whom the most of them: [`super::unit::NO_UNIT`]
    /// for nobody known. `friendly` of them fell to their own side's missiles.
    Losses { unit: u16, by: u16, men: u32, friendly: u32 },
    /// An ability was used.
    Used { unit: u16, ability: Ability },
    /// A person's order took effect.
    Obeyed { order: Order },
    /// A person's order was refused.
    Refused { order: Order, refusal: Refusal },
    /// The battle ended.
    Ended { outcome: Outcome },
}
