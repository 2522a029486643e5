//! The cast: what never changes of a battle and is needed to draw and name it.

use bincode::{Decode, Encode};
use serde::{Deserialize, Serialize};

use crate::legion::content::ARMS;
use crate::legion::row::steps;
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
    /// Men that were asked for; more than `count` where the pool ran out.
    pub asked: u32,
    /// The point that its men's recorded places count from, in 1/256 m.
    pub x: i32,
    /// See `x`.
    pub z: i32,
}

impl Cast {
    /// Say who fights.
    #[must_use]
    pub fn new(rules: &Legion) -> Self {
        let content = &rules.content;
        let sides = rules
            .muster
            .sides
            .iter()
            .map(|army| Banner { name: army.name.clone(), colour: content.factions[usize::from(army.faction)].colour });
        let looks = content.kinds.iter().map(|kind| Look {
            name: kind.name.clone(),
            text: kind.text.clone(),
            arm: ARMS.iter().find(|(_, arm)| *arm == kind.arm).map_or("foot", |(name, _)| name).to_owned(),
            reach: (kind.reach * 100.0 + 0.5) as u16,
            morale: kind.morale as u16,
            ammo: kind.ammo,
        });
        let names = rules.opening().units.iter().zip(rules.muster.posts()).map(|(unit, (side, post))| Name {
            name: post.name.clone(),
            kind: unit.kind,
            side,
            first: unit.first,
            count: unit.count,
            asked: unit.asked,
            x: steps(unit.x),
            z: steps(unit.z),
        });
        Self {
            title: rules.muster.title.clone(),
            sides: sides.collect(),
            kinds: looks.collect(),
            missiles: content.missiles.iter().map(|missile| missile.name.clone()).collect(),
            units: names.collect(),
        }
    }

    /// Name a unit by its index.
    #[must_use]
    pub fn unit(&self, unit: u16) -> &str {
        self.units.get(usize::from(unit)).map_or("nobody", |unit| unit.name.as_str())
    }

    /// Name a side by its index.
    #[must_use]
    pub fn side(&self, side: u8) -> &str {
        self.sides.get(usize::from(side)).map_or("nobody", |side| side.name.as_str())
    }
}
