//! The cast: what never changes of a battle and is needed to draw and name it.

use bincode::{Decode, Encode};
use serde::{Deserialize, Serialize};

use crate::legion::rules::Legion;

/// All of it.
#[derive(Debug, Clone, PartialEq, Encode, Decode, Serialize, Deserialize)]
pub struct Cast {
    /// One sentence.
    pub title: String,
    /// The sides.
    pub sides: Vec<Banner>,
    /// The kinds that are there, as seen, by their index in the content.
    pub kinds: Vec<Look>,
    /// Missiles as seen, by their index in the content.
    pub missiles: Vec<String>,
    /// The units.
    pub units: Vec<Name>,
}

/// A side, as seen.
#[derive(Debug, Clone, PartialEq, Encode, Decode, Serialize, Deserialize)]
pub struct Banner {
    /// Its name.
    pub name: String,
    /// Its colour, `0xRRGGBB`.
    pub colour: u32,
}

/// A kind, as seen.
#[derive(Debug, Clone, PartialEq, Encode, Decode, Serialize, Deserialize)]
pub struct Look {
    /// Its name.
    pub name: String,
    /// What it is, in a sentence.
    pub text: String,
    /// What sort of troops: `foot`, `spear`, `missile`, `skirmish`, `horse`, `artillery`.
    pub arm: String,
    /// How far a man strikes, in centimetres.
    pub reach: u16,
    /// Morale when whole, in points.
    pub morale: u16,
    /// Missiles a man carries.
    pub ammo: u8,
}

/// A unit, as named.
#[derive(Debug, Clone, PartialEq, Encode, Decode, Serialize, Deserialize)]
pub struct Name {
    /// Its name.
    pub name: String,
    /// Index of its kind, and of its side.
    pub kind: u16,
    /// See `kind`.
    pub side: u8,
    /// Place of its first man, and how many there are.
    pub first: u32,
    /// See `first`.
    pub count: u32,
    /// The point that its men's recorded places count from, in 1/256 m.
    pub x: i32,
    /// See `x`.
    pub z: i32,
}

impl Cast {
    /// Say who fights.
    #[must_use]
    pub fn new(rules: &Legion) -> Self {
        _ = rules;
        todo!("world")
    }
}
