//! The men: one column a property, one place a man. A place is never used twice: the dead keep theirs.

use bincode::{Decode, Encode};
use bytemuck::{Pod, Zeroable};
use recorder::Digest;
use serde::{Deserialize, Serialize};

/// Nobody, where a place is asked for.
/// Ours: no pool has so many places.
pub const NOBODY: u32 = u32::MAX;

/// How a man is. The numbers are ours: whoever stands has one below [`Condition::DYING`].
#[repr(transparent)]
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Pod, Zeroable, Encode, Decode, Serialize, Deserialize)]
pub struct Condition(pub u8);

impl Condition {
    /// In his place or on his way to it.
    pub const READY: Self = Self(0);
    /// Has an opponent.
    pub const FIGHTING: Self = Self(1);
    /// Runs from the field.
    pub const FLEEING: Self = Self(2);
    /// Falling; no longer in anyone's way.
    pub const DYING: Self = Self(3);
    /// Lies where he fell.
    pub const DEAD: Self = Self(4);
    /// Left the field alive.
    pub const GONE: Self = Self(5);

    /// Stands on the field and can be met there.
    #[must_use]
    #[inline]
    pub const fn is_up(self) -> bool {
        self.0 < Self::DYING.0
    }
}

/// All men there ever were.
#[derive(Debug, Clone, Default, PartialEq, Encode, Decode, Serialize, Deserialize)]
pub struct Men {
    /// East, in metres.
    pub x: Vec<f32>,
    /// North, in metres.
    pub z: Vec<f32>,
    /// Height of his feet, in metres.
    pub y: Vec<f32>,
    /// Metres a second, east and north.
    pub vx: Vec<f32>,
    /// See `vx`.
    pub vz: Vec<f32>,
    /// Where he faces: a vector of length 1.
    pub fx: Vec<f32>,
    /// See `fx`.
    pub fz: Vec<f32>,
    /// Health left, in points.
    pub hp: Vec<f32>,
    /// How he is.
    pub condition: Vec<Condition>,
    /// Index of his unit.
    pub unit: Vec<u16>,
    /// Index of his side.
    pub side: Vec<u8>,
    /// His place in the formation: rank from the front, and file from the left, both from 0. Men close up as others
    /// fall, so these change.
    pub rank: Vec<u8>,
    /// See `rank`.
    pub file: Vec<u8>,
    /// Place of the enemy he fights; [`NOBODY`] for none.
    pub target: Vec<u32>,
    /// Tick from which he can begin the next blow or shot.
    pub ready_at: Vec<u32>,
    /// Tick at which the blow he has begun lands; 0 for none.
    pub lands_at: Vec<u32>,
    /// Missiles left.
    pub ammo: Vec<u8>,
    /// Tick at which he becomes what a falling man becomes; 0 while he stands.
    pub falls_at: Vec<u32>,
    /// Way he fell, in 1/256 of a turn.
    pub fall: Vec<u8>,
    /// What sets him apart from others of his kind, fixed for good.
    pub grain: Vec<u8>,
}

impl Men {
    /// How many places are taken.
    #[must_use]
    #[inline]
    pub fn len(&self) -> usize {
        self.x.len()
    }

    /// Tell whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.x.is_empty()
    }

    /// Tell whether a man stands on the field.
    #[must_use]
    #[inline]
    pub fn is_up(&self, man: usize) -> bool {
        self.condition[man].is_up()
    }

    /// Digest every column where it lies.
    pub fn digest(&self, digest: &mut Digest<'_>) {
        digest.section("places", |d| [&self.x, &self.z, &self.y].into_iter().for_each(|c| d.f32s(c)));
        digest.section("motion", |d| [&self.vx, &self.vz, &self.fx, &self.fz].into_iter().for_each(|c| d.f32s(c)));
        digest.section("health", |d| {
            d.f32s(&self.hp);
            d.column(&self.condition);
            d.column(&self.falls_at);
            d.column(&self.fall);
        });
        digest.section("ranks", |d| {
            d.column(&self.unit);
            [&self.side, &self.rank, &self.file, &self.grain].into_iter().for_each(|c| d.column(c));
        });
        digest.section("blows", |d| {
            [&self.target, &self.ready_at, &self.lands_at].into_iter().for_each(|c| d.column(c));
            d.column(&self.ammo);
        });
    }
}
