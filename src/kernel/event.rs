//! An event: something that happened, of whatever kinds a ruleset knows, and when it shows.

use bincode::{Decode, Encode};
use serde::{Deserialize, Serialize};

/// Something that happened.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Encode, Decode, Serialize, Deserialize)]
pub struct Event<W> {
    /// The tick whose frame first shows it.
    pub tick: u32,
    /// What it was.
    pub what: W,
}
