//! A muster: the two squads as they stand before the fight, the ground they stand on, and the seed.

use bincode::Encode;
use recorder::{Stamped, encode, hash};

use crate::kernel::space::{Spot, Tile, spot_from_tile};
use crate::skirmish::content::tier::Recruit;
use crate::skirmish::field::{TILES_X, seen_by};
use crate::skirmish::order::Order;

/// Everything that a scenario says.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Muster {
    /// What the fight is called.
    pub title: String,
    /// The seed of all dice.
    pub seed: u64,
    /// Blocked tiles.
    pub obstacles: Vec<[u8; 2]>,
    /// Allies, then enemies.
    pub squads: [Vec<Recruit>; 2],
    /// The number that each recruit's dice hang on, in row order; its id unless the sides were swapped.
    pub births: Vec<u32>,
    /// Orders that the scenario itself gives.
    pub orders: Vec<Stamped<Order>>,
}

#[derive(Encode)]
struct Print<'a> {
    content: u64,
    seed: u64,
    obstacles: &'a [[u8; 2]],
    squads: &'a [Vec<Recruit>; 2],
    births: &'a [u32],
}

impl Muster {
    /// Put two squads onto an open field.
    #[must_use]
    pub fn new(title: &str, seed: u64, squads: [Vec<Recruit>; 2]) -> Self {
        let count = squads.iter().map(Vec::len).sum::<usize>() as u32;
        Self { title: title.to_owned(), seed, squads, births: (1..=count).collect(), ..Self::default() }
    }

    /// List all recruits with their side, in row order.
    pub fn recruits(&self) -> impl Iterator<Item = (u8, &Recruit)> {
        (0..2).flat_map(|side| self.squads[usize::from(side)].iter().map(move |recruit| (side, recruit)))
    }

    /// Swap the sides and mirror the field; everyone keeps their dice. Plays out as the mirror of the original.
    #[must_use]
    pub fn mirrored(&self) -> Self {
        let mut other = self.clone();
        other.squads.swap(0, 1);
        other.births.rotate_left(self.squads[0].len());
        other.obstacles.iter_mut().for_each(|[x, _]| *x = TILES_X as u8 - 1 - *x);
        other
    }

    /// Digest all that can change the fight, on top of the content. Orders and titles are not part of the rules.
    #[must_use]
    pub fn fingerprint(&self, content: u64) -> u64 {
        let (obstacles, squads, births) = (&self.obstacles[..], &self.squads, &self.births[..]);
        hash(&encode(&Print { content, seed: self.seed, obstacles, squads, births }))
    }
}

/// Give the spot of a start tile, which is counted from the side's own edge.
#[must_use]
pub fn start_spot(side: u8, tile: [u8; 2]) -> Spot {
    seen_by(side, spot_from_tile(Tile::new(i32::from(tile[0]), i32::from(tile[1]))))
}
