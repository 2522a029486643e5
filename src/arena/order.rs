//! Orders: what a side can be told during a fight, and by what name it is refused.

use bincode::{Decode, Encode};
use serde::{Deserialize, Serialize};

use crate::kernel::side::Side;

/// Something a side is told: play a card on a tile.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Encode, Decode, Serialize, Deserialize)]
pub struct Order {
    /// The side that is told.
    pub side: Side,
    /// The card, by index.
    pub card: u8,
    /// Column of the tile, 0 to 17 from the left edge of the field.
    pub x: u8,
    /// Row of the tile, 0 to 31 from the lower edge of the field.
    pub y: u8,
}

/// Why an order was not obeyed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Encode, Decode, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Refusal {
    /// The side has not enough elixir.
    NotEnoughElixir,
    /// The card is not in the side's hand.
    NotInHand,
    /// Bodies enter in the own half alone.
    OutsideOwnHalf,
    /// The tile is not on the field.
    OutsideField,
    /// A building stands there.
    OccupiedByBuilding,
    /// The fight had ended.
    Over,
}

impl Order {
    /// Give the order that is this one on a field turned by half a circle, for the other side.
    #[must_use]
    pub const fn turned(self) -> Self {
        Self { side: self.side.other(), card: self.card, x: 17_u8.wrapping_sub(self.x), y: 31_u8.wrapping_sub(self.y) }
    }
}

impl Refusal {
    /// Say the reason in a phrase.
    #[must_use]
    pub const fn phrase(self) -> &'static str {
        match self {
            Self::NotEnoughElixir => "not enough elixir",
            Self::NotInHand => "not in hand",
            Self::OutsideOwnHalf => "outside the own half",
            Self::OutsideField => "outside the field",
            Self::OccupiedByBuilding => "occupied by a building",
            Self::Over => "the fight is over",
        }
    }
}
