//! The fray: what combat works out of the field and hands from one of its passes to the next, all within one tick.

use crate::legion::extent::Extent;

/// Buffers of the fight hand to hand.
#[derive(Debug, Clone, Default)]
pub struct Fray {
    /// The ground that each unit stands on, from the stage `combat` on.
    pub extents: Vec<Extent>,
    /// Whether an enemy may be within reach of anyone of the unit.
    pub near: Vec<bool>,
    /// Blows that land this tick, in the order of those who strike.
    pub blows: Vec<Blow>,
    /// What each unit brings to the shove, and what shoves it, in men.
    pub weight: Vec<f32>,
    /// See `weight`.
    pub shoved: Vec<f32>,
    /// Units that ran in this tick, for each enemy unit that they ran into.
    pub charges: Vec<Charge>,
}

/// A blow that lands.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Blow {
    /// Who strikes.
    pub by: u32,
    /// Whom.
    pub man: u32,
    /// What the run adds to its damage, in points.
    pub charge: f32,
}

/// Men of a unit who ran in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Charge {
    /// Their unit.
    pub unit: u16,
    /// The unit they ran into.
    pub foe: u16,
    /// How many ran in this tick.
    pub men: u16,
}
