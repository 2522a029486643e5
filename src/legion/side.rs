//! A side: an army, its general, and how the battle stands for it.

use bincode::{Decode, Encode};
use serde::{Deserialize, Serialize};

use crate::legion::plan::Phase;

/// One army.
#[derive(Debug, Clone, Default, PartialEq, Encode, Decode, Serialize, Deserialize)]
pub struct Side {
    /// Men it brought.
    pub deployed: u32,
    /// Men up who are in order.
    pub in_order: u32,
    /// Men up.
    pub alive: u32,
    /// What its general is about, and since which tick.
    pub phase: Phase,
    /// See `phase`.
    pub phase_since: u32,
    /// The wing he leans on: −1 left, 1 right, 0 not chosen yet.
    pub wing: i8,
    /// How long it has counted as beaten, in ticks; counts down twice as fast.
    pub beaten: u32,
    /// Numbers its general has drawn.
    pub drawn: u32,
}
