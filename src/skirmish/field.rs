//! The field: 24 × 14 tiles, some of them blocked, and the view that each side has of it.
//!
//! Whatever asks for a direction or a tile asks in a side's own view, where the own edge is at x = 0. That is what
//! makes a fight with its sides swapped the mirror of itself: `x` becomes `WIDTH − 1 − x`, which maps half-open tiles
//! onto half-open tiles.

use crate::kernel::path::{Cell, Errand, Ground, PathFinder, Route};
use crate::kernel::space::{Area, Spot, TILE_MILLITILES, Tile, spot_from_tile, tile_from_spot};

/// Tiles from the allies' edge to the enemies'.
pub const TILES_X: i32 = 24;
/// Tiles from top to bottom.
pub const TILES_Y: i32 = 14;
/// Tiles from a side's edge in which it may start.
pub const START_TILES_X: i32 = TILES_X / 2;
/// Width in millitiles.
pub const WIDTH: i32 = TILES_X * TILE_MILLITILES;
/// Height in millitiles.
pub const HEIGHT: i32 = TILES_Y * TILE_MILLITILES;

const _: () = assert!(TILES_X <= u32::BITS as i32, "a row of tiles is one word");

/// Cost of walking a tile, and one beside an obstacle: bodies are wide, so a way keeps off walls where it can.
const TILE_COST: u8 = 4;
const WALL_COST: u8 = 6;

/// How far apart a straight way is probed for obstacles, in millitiles. A corner thinner than that is slid past.
const PROBE_MILLITILES: i32 = 250;

/// The field of a fight.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Field {
    /// Blocked tiles by row, bit x, as each side sees them.
    blocked: [[u32; TILES_Y as usize]; 2],
    /// What it costs to walk where, as each side sees it.
    grounds: [Ground; 2],
    /// The tiles by which each side can leave.
    exits: [Vec<Cell>; 2],
    open: bool,
}

/// A search for ways. What it keeps from one to the next changes no answer.
#[derive(Debug, Default)]
pub struct WaySearch {
    finder: PathFinder,
    way: Vec<Cell>,
}

impl Field {
    /// Lay out a field with these tiles blocked, as the allies see them.
    #[must_use]
    pub fn new(obstacles: &[[u8; 2]]) -> Self {
        let mut blocked = [[0_u32; TILES_Y as usize]; 2];
        for &[x, y] in obstacles {
            let (x, y) = (u32::from(x), usize::from(y));
            blocked[0][y] |= 1 << x;
            blocked[1][y] |= 1 << (TILES_X as u32 - 1 - x);
        }
        let grounds = blocked.map(|rows| ground_around(&rows));
        let exits = grounds.each_ref().map(|ground| {
            let edge = (0..TILES_Y).filter_map(|y| ground.cell(0, y));
            edge.filter(|cell| ground.is_open(*cell)).collect()
        });
        Self { blocked, grounds, exits, open: obstacles.is_empty() }
    }

    /// Tell whether nothing is blocked.
    #[must_use]
    pub fn is_open(&self) -> bool {
        self.open
    }

    /// Tell whether a tile is blocked or off the field, in a side's view.
    #[must_use]
    #[inline]
    pub fn is_blocked(&self, side: u8, tile: Tile) -> bool {
        if !(0..TILES_X).contains(&tile.x) || !(0..TILES_Y).contains(&tile.y) {
            return true;
        }
        self.blocked[usize::from(side)][tile.y as usize] >> tile.x & 1 == 1
    }

    /// Tell whether a body's middle may be there.
    #[must_use]
    pub fn holds(&self, spot: Spot) -> bool {
        !self.is_blocked(0, tile_from_spot(spot))
    }

    /// Tell whether one can walk straight from one spot to another, in a side's view.
    #[must_use]
    pub fn is_straight(&self, side: u8, from: Spot, to: Spot) -> bool {
        if self.open {
            return true;
        }
        let (dx, dy) = (to.x - from.x, to.y - from.y);
        let probes = dx.abs().max(dy.abs()) / PROBE_MILLITILES + 1;
        (1..=probes).all(|n| {
            let probe = from.plus(dx * n / probes, dy * n / probes);
            !self.is_blocked(side, tile_from_spot(probe))
        })
    }

    /// Find where to head for to get from one spot to another around obstacles: the farthest tile of the cheapest way
    /// that one can walk straight to. None if there is no way. In a side's view.
    #[must_use]
    pub fn way(&self, side: u8, from: Spot, to: Spot, search: &mut WaySearch) -> Option<Tile> {
        let goal = tile_from_spot(to);
        let goal = self.grounds[usize::from(side)].cell(goal.x, goal.y)?;
        self.way_to(side, from, &[goal], search)
    }

    /// Find where to head for to leave by the own edge, wherever that is the cheapest.
    #[must_use]
    pub fn way_home(&self, side: u8, from: Spot, search: &mut WaySearch) -> Option<Tile> {
        self.way_to(side, from, &self.exits[usize::from(side)], search)
    }

    fn way_to(&self, side: u8, from: Spot, goals: &[Cell], search: &mut WaySearch) -> Option<Tile> {
        let ground = &self.grounds[usize::from(side)];
        let start = tile_from_spot(from);
        let errand = Errand::new(ground.cell(start.x, start.y)?, goals);
        let Route::Found { .. } = search.finder.find(ground, &errand, &mut search.way) else { return None };
        let tile = |cell: &Cell| {
            let (x, y) = ground.column_row(*cell);
            Tile::new(x, y)
        };
        let straight = search.way.iter().map(tile).find(|t| self.is_straight(side, from, spot_from_tile(*t)));
        straight.or_else(|| search.way.last().map(tile))
    }

    /// Move a body as far as the field lets it: whole, else along one axis, else not at all. In any one view.
    #[must_use]
    pub fn slide(&self, side: u8, from: Spot, to: Spot, radius: i32) -> Spot {
        let to = AREA.clamp(to, radius);
        if self.open {
            return to;
        }
        [to, Spot::new(to.x, from.y), Spot::new(from.x, to.y)]
            .into_iter()
            .find(|spot| self.is_straight(side, from, *spot))
            .unwrap_or(from)
    }

    /// Push a body straight from one spot towards another, as far as nothing is in the way. In any one view.
    #[must_use]
    pub fn push(&self, side: u8, from: Spot, to: Spot, radius: i32) -> Spot {
        let to = AREA.clamp(to, radius);
        if self.open {
            return to;
        }
        let (dx, dy) = (to.x - from.x, to.y - from.y);
        let probes = dx.abs().max(dy.abs()) / PROBE_MILLITILES + 1;
        let probe = |n: i32| from.plus(dx * n / probes, dy * n / probes);
        let free = (1..=probes).take_while(|n| !self.is_blocked(side, tile_from_spot(probe(*n)))).last();
        free.map_or(from, probe)
    }
}

fn ground_around(blocked: &[u32; TILES_Y as usize]) -> Ground {
    let is_blocked =
        |x: i32, y: i32| (0..TILES_X).contains(&x) && (0..TILES_Y).contains(&y) && blocked[y as usize] >> x & 1 == 1;
    Ground::new(TILES_X as u32, TILES_Y as u32, |x, y| {
        let (x, y) = (x.cast_signed(), y.cast_signed());
        let walled = (-1..=1).any(|dx| (-1..=1).any(|dy| is_blocked(x + dx, y + dy)));
        match (is_blocked(x, y), walled) {
            (true, _) => 0,
            (false, true) => WALL_COST,
            (false, false) => TILE_COST,
        }
    })
}

/// The whole field.
pub const AREA: Area = Area::of_size(WIDTH, HEIGHT);

/// See a spot as a side does; seeing it so twice gives it back.
#[must_use]
#[inline]
pub fn seen_by(side: u8, spot: Spot) -> Spot {
    if side == 0 { spot } else { Spot::new(WIDTH - 1 - spot.x, spot.y) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_sides_see_the_same_obstacles_from_their_own_edge() {
        let field = Field::new(&[[3, 5]]);
        for x in 0..TILES_X {
            for y in 0..TILES_Y {
                let mirrored = Tile::new(TILES_X - 1 - x, y);
                assert_eq!(field.is_blocked(0, Tile::new(x, y)), field.is_blocked(1, mirrored));
            }
        }
        assert!(!field.holds(Spot::new(3_999, 5_000)));
        assert!(field.is_blocked(1, tile_from_spot(seen_by(1, Spot::new(3_000, 5_999)))));
        assert!(field.holds(Spot::new(4_000, 5_000)));
    }

    #[test]
    fn a_body_slides_along_what_it_cannot_enter() {
        let field = Field::new(&[[3, 5]]);
        let from = Spot::new(2_900, 5_500);
        assert_eq!(field.slide(0, from, Spot::new(3_100, 5_600), 300), Spot::new(2_900, 5_600));
    }

    #[test]
    fn the_edge_keeps_the_whole_body() {
        let field = Field::new(&[]);
        assert_eq!(field.slide(0, Spot::new(500, 500), Spot::new(-90, 40), 300), Spot::new(300, 300));
    }
}
