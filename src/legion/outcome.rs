//! How a battle can end.

use bincode::{Decode, Encode};
use serde::{Deserialize, Serialize};

/// How a battle ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Encode, Decode, Serialize, Deserialize)]
pub struct Outcome {
    /// The side that won; `None` for a draw.
    pub winner: Option<u8>,
    /// Why.
    pub reason: Reason,
}

/// Why a battle ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Encode, Decode, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Reason {
    /// The losers have nobody left.
    Annihilation,
    /// The losers' order collapsed.
    Rout,
    /// The losers hold less than a third of what stands against them, and less than half of what they brought.
    Margin,
    /// Nobody fell for too long.
    Stalemate,
    /// Time ran out.
    Timeout,
}

impl Outcome {
    /// Put the outcome into one number that is never 0.
    #[must_use]
    pub fn digest_word(self) -> u64 {
        1 + self.winner.map_or(0, |side| u64::from(side) + 1) + 256 * (self.reason as u64)
    }
}
