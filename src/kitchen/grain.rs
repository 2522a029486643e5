//! Grains: the kitchen's own measure of places, fine enough that every constant of movement is a whole number.
//!
//! x grows to the right, y grows downward, as a kitchen is drawn. North is up.

use bincode::{Decode, Encode};
use bytemuck::NoUninit;
use serde::{Deserialize, Serialize};

/// Grains in a tile.
pub const TILE: i32 = 10_000;

/// A place, in grains.
#[repr(C)]
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, NoUninit, Encode, Decode, Serialize, Deserialize)]
pub struct Point {
    /// Rightward.
    pub x: i32,
    /// Downward.
    pub y: i32,
}

/// A tile of the kitchen, by column and row. Those off the kitchen are negative or too large, and are void.
#[repr(C)]
#[derive(
    Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, NoUninit, Encode, Decode, Serialize, Deserialize,
)]
pub struct Cell {
    /// Column.
    pub x: i16,
    /// Row.
    pub y: i16,
}

/// Where a cook looks.
#[repr(u8)]
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, NoUninit, Encode, Decode, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Facing {
    /// Up.
    North,
    /// Right.
    East,
    /// Down, towards whoever looks at the kitchen.
    #[default]
    South,
    /// Left.
    West,
}

impl Point {
    /// Name a place.
    #[must_use]
    pub const fn new(x: i32, y: i32) -> Self {
        Self { x, y }
    }

    /// Move by so many grains on each axis.
    #[must_use]
    pub const fn plus(self, x: i32, y: i32) -> Self {
        Self { x: self.x + x, y: self.y + y }
    }

    /// Measure the squared distance, in grains².
    #[must_use]
    pub const fn distance_sq(self, other: Self) -> i64 {
        let (x, y) = (other.x as i64 - self.x as i64, other.y as i64 - self.y as i64);
        x.saturating_mul(x).saturating_add(y.saturating_mul(y))
    }

    /// Name the tile it lies in.
    #[must_use]
    pub const fn cell(self) -> Cell {
        Cell { x: self.x.div_euclid(TILE) as i16, y: self.y.div_euclid(TILE) as i16 }
    }
}

impl Cell {
    /// Name a tile.
    #[must_use]
    pub const fn new(x: i16, y: i16) -> Self {
        Self { x, y }
    }

    /// Move by so many tiles on each axis.
    #[must_use]
    pub const fn plus(self, x: i16, y: i16) -> Self {
        Self { x: self.x.saturating_add(x), y: self.y.saturating_add(y) }
    }

    /// Find its middle.
    #[must_use]
    pub const fn middle(self) -> Point {
        Point::new(self.x as i32 * TILE + TILE / 2, self.y as i32 * TILE + TILE / 2)
    }
}

impl Facing {
    /// All four, clockwise from north: each is the one before it turned by a quarter.
    pub const ALL: [Self; 4] = [Self::North, Self::East, Self::South, Self::West];

    /// Give its name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::North => "north",
            Self::East => "east",
            Self::South => "south",
            Self::West => "west",
        }
    }

    /// Give the step of one tile that way.
    #[must_use]
    pub const fn step(self) -> (i16, i16) {
        match self {
            Self::North => (0, -1),
            Self::East => (1, 0),
            Self::South => (0, 1),
            Self::West => (-1, 0),
        }
    }

    /// Find the facing of a direction: the longer axis; of equal ones the horizontal. None of a standstill.
    #[must_use]
    pub const fn of(x: i32, y: i32) -> Option<Self> {
        if x == 0 && y == 0 {
            None
        } else if x.unsigned_abs() >= y.unsigned_abs() {
            Some(if x > 0 { Self::East } else { Self::West })
        } else {
            Some(if y > 0 { Self::South } else { Self::North })
        }
    }
}
