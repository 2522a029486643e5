//! Buffers of a tick. Nothing in here means anything at the start of the next one.

use crate::legion::fray::Fray;
use crate::legion::hash::Hash;

/// Buffers reused between ticks.
#[derive(Debug, Clone, Default)]
pub struct Scratch {
    /// Who stands where, from the stage `hash` on.
    pub hash: Hash,
    /// Each man's place in the formation, in metres, from the stage `cohesion` on.
    pub slot_x: Vec<f32>,
    /// See `slot_x`.
    pub slot_z: Vec<f32>,
    /// Enemies on each man, from the stage `combat` on.
    pub attackers: Vec<u8>,
    /// How far separation has moved each man, in metres.
    pub moved: Vec<f32>,
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
