//! Orders: what a side can be told during a fight, and by what name it is refused.

use bincode::{Decode, Encode};
use serde::{Deserialize, Serialize};

use crate::kernel::side::Side;

/// Something a side is told.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Encode, Decode, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Order {
    /// Leave by the own edge, alive. `unit` is an id, or `None` for the whole side.
    Retreat {
        /// The side that is told.
        side: Side,
        /// Who leaves.
        unit: Option<u32>,
    },
    /// Go for one enemy until it falls or leaves.
    Focus {
        /// The side that is told.
        side: Side,
        /// Id of the enemy.
        unit: u32,
    },
}

/// Why an order was not obeyed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Encode, Decode, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Refusal {
    /// No unit has that id at that tick.
    NoSuchUnit,
    /// A retreat of a unit of the other side.
    NotYours,
    /// A focus on a unit of the own side.
    OwnUnit,
    /// The unit is dead.
    AlreadyFallen,
    /// The unit has left.
    AlreadyWithdrawn,
    /// The unit, or everyone of the side who is left, is on its way out.
    AlreadyRetreating,
    /// The side goes for that unit already.
    AlreadyFocused,
    /// The fight had ended.
    Over,
}

impl Order {
    /// Give the side that is told.
    #[must_use]
    pub fn side(&self) -> Side {
        match *self {
            Self::Retreat { side, .. } | Self::Focus { side, .. } => side,
        }
    }
}

impl Refusal {
    /// Say the reason in a phrase.
    #[must_use]
    pub fn phrase(self) -> &'static str {
        match self {
            Self::NoSuchUnit => "there is no such unit",
            Self::NotYours => "that unit is not theirs to order",
            Self::OwnUnit => "that unit is one of their own",
            Self::AlreadyFallen => "that unit has fallen",
            Self::AlreadyWithdrawn => "that unit has left the field",
            Self::AlreadyRetreating => "they are on their way out",
            Self::AlreadyFocused => "they are going for that unit already",
            Self::Over => "the fight is over",
        }
    }
}
