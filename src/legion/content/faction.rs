//! A faction: its name, its colours, and how its generals fight.

use bincode::Encode;

/// How generals of a faction fight.
#[derive(Debug, Clone, PartialEq, Encode)]
pub struct Doctrine {
    /// Its name, for people.
    pub name: String,
    /// Seconds spent shooting before the line goes.
    pub skirmish_seconds: f32,
    /// How hard the line presses, 0 to 1.
    pub aggression: f32,
    /// Part of the foot kept back.
    pub reserve: f32,
    /// Metres from which the line runs in.
    pub charge_from: f32,
    /// Part of its deployed strength below which the army withdraws.
    pub withdraw_below: f32,
    /// Whether broken enemies are run down by foot too.
    pub foot_pursues: bool,
}

/// A faction.
#[derive(Debug, Clone, PartialEq, Encode)]
pub struct Faction {
    /// The name that scenarios use.
    pub id: String,
    /// The name that people read.
    pub name: String,
    /// Its colour, `0xRRGGBB`.
    pub colour: u32,
    /// How its generals fight.
    pub doctrine: Doctrine,
}
