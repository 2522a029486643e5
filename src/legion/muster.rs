//! A muster: who fights, where they stand at the start, and under which seed.

use bincode::Encode;
use recorder::{Stamped, fold, hash};

use crate::legion::content::Content;
use crate::legion::order::Order;

/// Tiers of the pool: their names and how many places they have.
///
/// Source: massed battle, how big the pool is.
pub const POOLS: [(&str, u32); 4] = [("low", 1_600), ("medium", 3_200), ("high", 10_000), ("ultra", 12_000)];

/// Of the pool, in per cent, what an order of battle may fill.
///
/// Source: massed battle, the fitted scale of units.
pub const POOL_FILL_PERCENT: u64 = 94;

/// Scale of a battle as its files say it, in per cent.
pub const SCALE_WHOLE: u32 = 100;

/// What a deployment file says, worked out: a place for every unit.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Muster {
    /// One sentence.
    pub title: String,
    /// What all chance comes from.
    pub seed: u64,
    /// Places in the pool of men.
    pub pool: u32,
    /// How much larger than its kind says a unit is, in per cent; engines are never scaled.
    pub scale: u32,
    /// The armies.
    pub sides: Vec<Army>,
    /// Orders that the scenario carries.
    pub orders: Vec<Stamped<Order>>,
}

/// An army.
#[derive(Debug, Clone, Default, PartialEq, Encode)]
pub struct Army {
    /// Its name in orders: the faction's, unless the file says otherwise.
    pub name: String,
    /// Index of the faction.
    pub faction: u16,
    /// Its units, in the order of the file.
    pub units: Vec<Post>,
}

/// A unit at its place.
#[derive(Debug, Clone, Default, PartialEq, Encode)]
pub struct Post {
    /// Index of the kind.
    pub kind: u16,
    /// Its name: `Cohort III`.
    pub name: String,
    /// Men asked for, at scale 1.
    pub strength: u32,
    /// Middle of the front rank, in metres.
    pub x: f32,
    /// See `x`.
    pub z: f32,
    /// Where it faces, in degrees from east to north.
    pub degrees: i32,
}

impl Muster {
    /// Men asked for at scale 1, all armies together.
    #[must_use]
    pub fn base(&self) -> u32 {
        self.posts().map(|(_, post)| post.strength).sum()
    }

    /// List all units with their side, in row order.
    pub fn posts(&self) -> impl Iterator<Item = (u8, &Post)> {
        self.sides.iter().enumerate().flat_map(|(side, army)| army.units.iter().map(move |post| (side as u8, post)))
    }

    /// Give the scale that is fought at, in per cent: what is asked for, or what the pool can hold.
    #[must_use]
    pub fn fitted_scale(&self) -> u32 {
        let fits = u64::from(self.pool) * POOL_FILL_PERCENT / u64::from(self.base().max(1));
        u64::from(self.scale).min(fits) as u32
    }

    /// Give the men of a unit at the scale that is fought at, rounded to the nearest; never nobody.
    #[must_use]
    pub fn strength(&self, content: &Content, post: &Post) -> u32 {
        let scale = if content.kinds[usize::from(post.kind)].scales { self.fitted_scale() } else { SCALE_WHOLE };
        ((post.strength * scale + SCALE_WHOLE / 2) / SCALE_WHOLE).max(1)
    }

    /// Digest all that can change the battle, on top of the content. Orders and titles are not part of the rules.
    #[must_use]
    pub fn fingerprint(&self, content: u64) -> u64 {
        let sides = hash(&recorder::encode(&self.sides));
        [self.seed, u64::from(self.pool), u64::from(self.scale), sides].into_iter().fold(content, fold)
    }
}
