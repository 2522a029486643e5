//! A side: an army, its general, and how the battle stands for it.

use bincode::{Decode, Encode};
use serde::{Deserialize, Serialize};

use crate::legion::plan::Phase;

/// What a side knows of an enemy unit.
#[derive(Debug, Clone, Copy, Default, PartialEq, Encode, Decode, Serialize, Deserialize)]
pub struct Sighting {
    /// Where it was last seen, in metres.
    pub x: f32,
    /// See `x`.
    pub z: f32,
    /// Tick of it; 0 for never.
    pub tick: u32,
}

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
    /// The army he goes for; `None` while he knows of none.
    pub foe: Option<u8>,
    /// The wing he leans on: −1 left, 1 right, 0 not chosen yet.
    pub wing: i8,
    /// How long it has counted as beaten, in ticks; counts down twice as fast.
    pub beaten: u32,
    /// Where the middle of its line should be, in metres, and which way it should front: a vector of length 1, zeros
    /// before the general's first thought.
    pub line_x: f32,
    /// See `line_x`.
    pub line_z: f32,
    /// See `line_x`.
    pub front_x: f32,
    /// See `line_x`.
    pub front_z: f32,
    /// What it knows of each unit of the battle, by index; filled by the general's first thought.
    pub seen: Vec<Sighting>,
    /// Numbers its general has drawn.
    pub drawn: u32,
}
