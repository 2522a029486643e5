//! Orders: what a unit can be told, by a person or by its army's own heads, and by what name it is refused.

use bincode::{Decode, Encode};
use serde::{Deserialize, Serialize};

use crate::legion::unit::Formation;

/// Something a unit is told. Both a person and the army's own heads speak in these.
#[derive(Debug, Clone, Copy, PartialEq, Encode, Decode, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Word {
    /// Go there, in decimetres.
    Move { x: i32, z: i32, run: bool },
    /// Go for a unit, by index.
    Attack { unit: u16 },
    /// Stop where it stands.
    Halt,
    /// Turn to face a point, in decimetres.
    Face { x: i32, z: i32 },
    /// Stand otherwise.
    Form { formation: Formation },
    /// Use an ability.
    Use { ability: Ability },
    /// Give it back to the army's own heads.
    Release,
}

/// What a unit can do once in a while.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Encode, Decode, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Ability {
    /// Run in and strike with the weight of it.
    Charge,
    /// Stand fast: harder to push and to break.
    Brace,
    /// A word from an officer: nerve comes back.
    Inspire,
}

impl Ability {
    /// All of them, by their numbers.
    pub const ALL: [Self; 3] = [Self::Charge, Self::Brace, Self::Inspire];

    /// The name that files and orders use.
    #[must_use]
    pub const fn id(self) -> &'static str {
        match self {
            Self::Charge => "charge",
            Self::Brace => "brace",
            Self::Inspire => "inspire",
        }
    }

    /// Seconds that it works.
    #[must_use]
    pub const fn seconds(self) -> u32 {
        match self {
            Self::Charge => 8,
            Self::Brace => 20,
            Self::Inspire => 10,
        }
    }

    /// Seconds from one use to the next.
    #[must_use]
    pub const fn rest_seconds(self) -> u32 {
        match self {
            Self::Charge => 60,
            Self::Brace => 40,
            Self::Inspire => 90,
        }
    }
}

/// An order of a person: which unit, and what.
#[derive(Debug, Clone, Copy, PartialEq, Encode, Decode, Serialize, Deserialize)]
pub struct Order {
    /// The side that is told.
    pub side: u8,
    /// The unit, by index.
    pub unit: u16,
    /// What.
    pub word: Word,
}

/// What a unit is doing, from the last order it took.
#[derive(Debug, Clone, Copy, Default, PartialEq, Encode, Decode, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Task {
    /// Stand.
    #[default]
    Hold,
    /// Go to a point, in metres.
    Go { x: f32, z: f32, run: bool },
    /// Go for a unit, by index.
    Attack { unit: u16 },
}

/// Why an order was refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Encode, Decode, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Refusal {
    /// There is no such unit.
    Unknown,
    /// It is not of that side.
    OtherSide,
    /// Nobody of it is left on the field.
    Lost,
    /// It is running.
    Routing,
    /// The unit to be attacked is of the own side, or lost.
    NoTarget,
    /// Its kind cannot do that.
    Unable,
    /// The ability is not ready yet.
    NotReady,
    /// The place is off the field.
    OffField,
    /// The fight is over.
    Over,
}

impl Refusal {
    /// Say it in a phrase.
    #[must_use]
    pub fn phrase(self) -> &'static str {
        match self {
            Self::Unknown => "there is no such unit",
            Self::OtherSide => "that unit is not of this side",
            Self::Lost => "nobody of it is left on the field",
            Self::Routing => "it is running",
            Self::NoTarget => "that unit cannot be attacked",
            Self::Unable => "its kind cannot do that",
            Self::NotReady => "it cannot do that again yet",
            Self::OffField => "that place is off the field",
            Self::Over => "the battle is over",
        }
    }
}
