//! What battles are made of: kinds of units, missiles, factions with their doctrine; read once, never changed.

mod faction;
mod kind;
mod missile;
mod read;

use bincode::Encode;

pub use faction::{Doctrine, Faction};
pub use kind::{Arm, Kind};
pub use missile::{Arc as Trajectory, Missile};
pub use read::ARMS;

/// All content of the ruleset.
#[derive(Debug, Clone, Default, PartialEq, Encode)]
pub struct Content {
    /// Kinds of units, in the order of the file.
    pub kinds: Vec<Kind>,
    /// Missiles, in the order of the file.
    pub missiles: Vec<Missile>,
    /// Factions, in the order of the file.
    pub factions: Vec<Faction>,
}

impl Content {
    /// Digest all of it that can change a battle: no texts, no looks.
    #[must_use]
    pub fn fingerprint(&self) -> u64 {
        let mut bare = self.clone();
        for kind in &mut bare.kinds {
            [&mut kind.name, &mut kind.text].into_iter().for_each(String::clear);
            kind.colour = None;
        }
        bare.missiles.iter_mut().for_each(|missile| missile.name.clear());
        for faction in &mut bare.factions {
            [&mut faction.name, &mut faction.doctrine.name].into_iter().for_each(String::clear);
            faction.colour = 0;
        }
        recorder::hash(&recorder::encode(&bare))
    }
}
