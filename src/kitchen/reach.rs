//! Reach: which tiles a hand tries, in which order, and what it finds there.

use crate::kitchen::constants::REACH_MAX;
use crate::kitchen::cook::Cook;
use crate::kitchen::grain::{Cell, Facing, Point};
use crate::kitchen::level::Level;
use crate::kitchen::station::{Fixture, Station};

/// What a press is aimed at. Stations by index.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Target {
    /// Nothing in reach.
    Nothing,
    /// Something to be taken off a station.
    Item(usize),
    /// The window, with something to be handed out.
    Window(usize),
    /// A station itself.
    Station(usize),
}

impl Target {
    /// Give the station it is at.
    #[must_use]
    pub fn station(self) -> Option<usize> {
        match self {
            Self::Nothing => None,
            Self::Item(station) | Self::Window(station) | Self::Station(station) => Some(station),
        }
    }
}

/// List the tiles a hand tries: in front, the two aslant in front, the one underfoot. The four facings are one row, turned.
#[must_use]
pub fn candidates(at: Point, facing: Facing) -> [Cell; 4] {
    let cell = at.cell();
    let (x, y) = facing.step();
    let front = cell.plus(x, y);
    [front, front.plus(y, -x), front.plus(-y, x), cell]
}

/// Tell whether the middle of a tile is in reach; exactly at reach is.
#[must_use]
pub fn is_in_reach(at: Point, cell: Cell) -> bool {
    at.distance_sq(cell.middle()) <= i64::from(REACH_MAX) * i64::from(REACH_MAX)
}

/// Tell whether the middle of a tile is behind whoever looks that way; level with the cook is not behind.
#[must_use]
pub fn is_behind(at: Point, facing: Facing, cell: Cell) -> bool {
    let (x, y) = facing.step();
    let middle = cell.middle();
    let off = |to: i32, from: i32| i64::from(to) - i64::from(from);
    off(middle.x, at.x) * i64::from(x) + off(middle.y, at.y) * i64::from(y) < 0
}

/// Find what a cook's press is aimed at: the first tile of the walk that has a station in reach.
///
/// Source: kitchen rule "target order". There: something to take, for a free hand; the window; the station itself. A
/// full hand passes over things to take, or it could never be emptied.
#[must_use]
pub fn target(level: &Level, stations: &[Station], cook: &Cook) -> Target {
    target_among(|cell| level.station(cell), stations, cook)
}

/// The same where no level is at hand: `station_on` finds the station on a tile, by its index.
pub fn target_among(station_on: impl Fn(Cell) -> Option<usize>, stations: &[Station], cook: &Cook) -> Target {
    let walk = candidates(cook.at, cook.facing);
    let found = walk.into_iter().filter(|cell| is_in_reach(cook.at, *cell)).find_map(station_on);
    let Some((place, station)) = found.and_then(|place| Some((place, stations.get(place)?))) else {
        return Target::Nothing;
    };
    if !cook.hand.is_some() && station.is_grabbable() {
        Target::Item(place)
    } else if station.fixture == Fixture::Window {
        Target::Window(place)
    } else {
        Target::Station(place)
    }
}
