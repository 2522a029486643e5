//! What battles are made of: kinds of units, missiles, factions with their doctrine; read once, never changed.

mod faction;
mod kind;
mod missile;

pub use faction::{Doctrine, Faction};
pub use kind::{Arm, Kind};
pub use missile::{Arc as Trajectory, Missile};

/// All content of the ruleset.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Content {
    /// Kinds of units, in the order of the file.
    pub kinds: Vec<Kind>,
    /// Missiles, in the order of the file.
    pub missiles: Vec<Missile>,
    /// Factions, in the order of the file.
    pub factions: Vec<Faction>,
}
