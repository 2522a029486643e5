//! The two sides of a fight that has two.

use bincode::{Decode, Encode};
use serde::{Deserialize, Serialize};

use crate::kernel::sheet::Table;

/// One of the two sides.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Encode, Decode, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Side {
    /// The first one: the left or the lower one.
    Ally,
    /// The second one: the right or the upper one.
    Enemy,
}

impl Side {
    /// Both, in the order of their indices.
    pub const BOTH: [Self; 2] = [Self::Ally, Self::Enemy];

    /// Give its number, as rows have it.
    #[must_use]
    pub const fn index(self) -> u8 {
        self as u8
    }

    /// Give its name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Ally => "ally",
            Self::Enemy => "enemy",
        }
    }

    /// Give the side of a name.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        Self::BOTH.into_iter().find(|side| side.name() == name)
    }

    /// Give the other one.
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Self::Ally => Self::Enemy,
            Self::Enemy => Self::Ally,
        }
    }

    /// Check that a scenario's table of a side, in the order of the sides, is of this one.
    pub fn check_name(self, t: &mut Table<'_>) {
        if t.string("name") != self.name() {
            let place = if self == Self::Ally { "first" } else { "second" };
            t.fault("name", "the sides are out of order", format!("the {place} side is `{}`", self.name()));
        }
    }
}
