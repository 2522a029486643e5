//! Buffers of a tick. Nothing in here means anything at the start of the next one.

use crate::legion::formation::{Block, Dresser};
use crate::legion::fray::Fray;
use crate::legion::hash::Hash;
use crate::legion::stages::cohesion::Meeting;
use crate::legion::stages::separation::Crowd;

/// Buffers reused between ticks.
#[derive(Debug, Clone, Default)]
pub struct Scratch {
    /// Who stands where, from the stage `hash` on.
    pub hash: Hash,
    /// For dressing ranks.
    pub dresser: Dresser,
    /// The ground each unit took when the stage `cohesion` began.
    pub blocks: Vec<Block>,
    /// What each unit's men come to, in the stage `cohesion`.
    pub sums: Vec<Sums>,
    /// The enemy nearest to each unit, from the stage `cohesion` on.
    pub meetings: Vec<Meeting>,
    /// Bodies in squares of their own size, for the stage `separation`.
    pub crowd: Crowd,
    /// Each man's place in the formation, in metres, from the stage `cohesion` on.
    pub slot_x: Vec<f32>,
    /// See `slot_x`.
    pub slot_z: Vec<f32>,
    /// Enemies on each man, from the stage `combat` on.
    pub attackers: Vec<u8>,
    /// What combat works out.
    pub fray: Fray,
    /// Blows that landed on each unit this tick: from the front, the flank, the rear.
    pub struck: Vec<[u16; 3]>,
    /// Men each unit lost this tick, by the unit that brought them down.
    pub losses: Vec<Loss>,
    /// Units that broke this tick.
    pub routed: Vec<u16>,
    /// What the officers told their units this tick, obeyed at once.
    pub told: Vec<(u16, crate::legion::order::Word)>,
}

/// A man who fell this tick.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Loss {
    /// His unit.
    pub unit: u16,
    /// The unit that brought him down; [`crate::legion::unit::NO_UNIT`] where nobody is given credit.
    pub by: u16,
    /// Whether a missile of his own side did.
    pub friendly: bool,
}

/// What a unit's men come to.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Sums {
    /// Men up.
    pub alive: u32,
    /// Missiles left.
    pub ammo: u32,
    /// Places, summed, in metres.
    pub x: f32,
    /// See `x`.
    pub z: f32,
    /// Ranks and files, summed.
    pub ranks: u32,
    /// See `ranks`.
    pub files: u32,
}
