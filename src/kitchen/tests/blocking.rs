//! What blocks a body and what lets it pass. A kind of tile or fixture without a row fails.

use super::scene::{ALL_FIXTURES, level};
use crate::kitchen::grain::Cell;
use crate::kitchen::level::{Level, Tile};
use crate::kitchen::station::Fixture;

#[test]
fn every_tile_blocks_or_not_as_the_table_says() {
    let rows = [(Tile::Wall, true), (Tile::Counter, true), (Tile::Void, true), (Tile::Floor, false)];
    let drawn = level("#=. \n....");
    let all = [(0, Tile::Wall), (1, Tile::Counter), (2, Tile::Floor), (3, Tile::Void)];
    for (x, tile) in all {
        let blocks = rows.iter().find(|(row, _)| *row == tile).unwrap_or_else(|| panic!("no row for {tile:?}")).1;
        assert_eq!((drawn.tile(Cell::new(x, 0)), drawn.is_blocked(Cell::new(x, 0))), (tile, blocks));
    }
    for off in [Cell::new(-1, 0), Cell::new(0, -1), Cell::new(4, 0), Cell::new(0, 2)] {
        assert!(drawn.is_blocked(off), "{off:?} is off the kitchen");
    }
}

#[test]
fn every_fixture_blocks_or_not_as_the_table_says() {
    let rows = [
        (Fixture::Shelf, true),
        (Fixture::Board, true),
        (Fixture::Stove, true),
        (Fixture::Prep, true),
        (Fixture::Window, false),
        (Fixture::Sink, false),
        (Fixture::Trash, false),
    ];
    let drawn: Level = level(ALL_FIXTURES);
    for (fixture, name, _) in Fixture::ALL {
        let blocks = rows.iter().find(|(row, _)| *row == fixture).unwrap_or_else(|| panic!("no row for {name}")).1;
        let spot = drawn.spots.iter().find(|spot| spot.fixture == fixture).unwrap_or_else(|| panic!("{name} is drawn"));
        assert_eq!(drawn.is_blocked(spot.cell), blocks, "{name}");
    }
}
