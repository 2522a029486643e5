//! How a fight can end.

use bincode::{Decode, Encode};
use serde::{Deserialize, Serialize};

/// How a fight ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Encode, Decode, Serialize, Deserialize)]
pub struct Outcome {
    /// The side that won; `None` for a draw.
    pub winner: Option<u8>,
    /// Why.
    pub reason: Reason,
}

/// Why a fight ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Encode, Decode, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Reason {
    /// The loser's king fell; in a draw both did.
    KingFell,
    /// Time was up and the loser had lost more towers.
    MoreTowers,
    /// The loser was the first to lose a tower in overtime.
    NextTower,
    /// Overtime was up and the loser had the tower with the least health.
    LowestTower,
    /// Overtime was up and nothing told the sides apart.
    Even,
}

impl Outcome {
    /// Put the outcome into one number that is never 0.
    #[must_use]
    pub fn digest_word(self) -> u64 {
        let winner = self.winner.map_or(0, |side| u64::from(side) + 1);
        1 + winner + 256 * (self.reason as u64)
    }
}
