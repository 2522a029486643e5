//! What is in the air, and what lies where it came down.

use bincode::{Decode, Encode};
use bytemuck::{Pod, Zeroable};
use recorder::Digest;
use serde::{Deserialize, Serialize};

/// A missile in the air.
#[repr(C)]
#[derive(Debug, Clone, Copy, Default, PartialEq, Pod, Zeroable, Encode, Decode, Serialize, Deserialize)]
pub struct Shaft {
    /// Where it is, in metres.
    pub x: f32,
    /// Height, in metres.
    pub y: f32,
    /// See `x`.
    pub z: f32,
    /// Metres a second.
    pub vx: f32,
    /// See `vx`.
    pub vy: f32,
    /// See `vx`.
    pub vz: f32,
    /// Where it was let go; it is harmless to its own side near there.
    pub from_x: f32,
    /// See `from_x`.
    pub from_y: f32,
    /// See `from_x`.
    pub from_z: f32,
    /// The unit that sent it.
    pub unit: u16,
    /// Index into the content's missiles.
    pub missile: u16,
    /// Tick at which it was let go.
    pub born: u32,
}

/// A missile that missed.
#[repr(C)]
#[derive(Debug, Clone, Copy, Default, PartialEq, Pod, Zeroable, Encode, Decode, Serialize, Deserialize)]
pub struct Stuck {
    /// Where, in metres.
    pub x: f32,
    /// See `x`.
    pub z: f32,
    /// Tick at which it came down.
    pub tick: u32,
    /// Index into the content's missiles.
    pub missile: u16,
    /// Way it points, in 1/65536 of a turn.
    pub heading: u16,
}

/// Everything that was sent through the air.
#[derive(Debug, Clone, Default, PartialEq, Encode, Decode, Serialize, Deserialize)]
pub struct Shafts {
    /// In the air, in the order in which they were let go.
    pub flying: Vec<Shaft>,
    /// On the ground, in the order in which they came down; the oldest make room for new ones.
    pub stuck: Vec<Stuck>,
    /// How many came down in all.
    pub landed: u32,
}

impl Shafts {
    /// Digest all of it.
    pub fn digest(&self, d: &mut Digest<'_>) {
        d.bytes(bytemuck::cast_slice(&self.flying));
        d.bytes(bytemuck::cast_slice(&self.stuck));
        d.u64(u64::from(self.landed));
    }
}
