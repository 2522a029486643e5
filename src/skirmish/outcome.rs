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
    /// The loser's last unit on the field fell.
    LastFell,
    /// The loser's last unit on the field withdrew.
    LastWithdrew,
    /// Neither side has anyone left.
    BothGone,
    /// The cap was reached; both sides withdraw, and who is alive stays alive.
    Cap,
}

impl Outcome {
    /// Put the outcome into one number that is never 0.
    #[must_use]
    pub fn digest_word(self) -> u64 {
        let winner = self.winner.map_or(0, |side| u64::from(side) + 1);
        1 + winner + 256 * (self.reason as u64)
    }
}
