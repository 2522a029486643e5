//! How a round can end.

use bincode::{Decode, Encode};
use recorder::fold;
use serde::{Deserialize, Serialize};

/// How a round ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Encode, Decode, Serialize, Deserialize)]
pub struct Outcome {
    /// Why.
    pub reason: Reason,
    /// Stars earned, 0 to 3.
    pub stars: u8,
    /// The score.
    pub score: i32,
    /// Tickets served.
    pub served: u16,
    /// Tickets missed.
    pub missed: u16,
}

/// Why a round ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Encode, Decode, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Reason {
    /// The clock ran out.
    TimeUp,
    /// Every ticket of the evening was served or missed before the clock ran out.
    AllDone,
}

impl Outcome {
    /// Put the outcome into one number that is never 0.
    #[must_use]
    pub fn digest_word(self) -> u64 {
        let (score, served) = (u64::from(self.score.cast_unsigned()), u64::from(self.served));
        let tickets = (served << 16) | u64::from(self.missed);
        let head = ((self.reason as u64) << 8) | u64::from(self.stars);
        fold(fold(head, score), tickets) | 1
    }

    /// Tell whether the crew made it: one star is enough.
    #[must_use]
    pub fn is_won(self) -> bool {
        self.stars > 0
    }
}
