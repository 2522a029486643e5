//! Reach: the tiles a hand walks, the forgiveness to the grain, and what is found first.

use super::scene::{ALL_FIXTURES, Scene, turnip};
use crate::kitchen::constants::{REACH, REACH_MAX};
use crate::kitchen::grain::{Cell, Facing, Point, TILE};
use crate::kitchen::item::{Form, Item};
use crate::kitchen::press::aim;
use crate::kitchen::reach::{Target, candidates, is_behind, is_in_reach};

#[test]
fn the_four_facings_are_one_row_turned() {
    let rows = [
        (Facing::North, [(5, 4), (4, 4), (6, 4), (5, 5)]),
        (Facing::East, [(6, 5), (6, 4), (6, 6), (5, 5)]),
        (Facing::South, [(5, 6), (6, 6), (4, 6), (5, 5)]),
        (Facing::West, [(4, 5), (4, 6), (4, 4), (5, 5)]),
    ];
    assert_eq!(rows.map(|(facing, _)| facing), Facing::ALL);
    for (facing, walk) in rows {
        let walk = walk.map(|(x, y)| Cell::new(x, y));
        for at in [Cell::new(5, 5).middle(), Point::new(5 * TILE, 5 * TILE), Point::new(6 * TILE - 1, 6 * TILE - 1)] {
            assert_eq!(candidates(at, facing), walk, "{facing:?}: where in the tile one stands does not count");
        }
    }
}

#[test]
fn forgiveness_ends_at_the_grain() {
    let cell = Cell::new(5, 5);
    let rows = [(REACH - 100, true), (REACH, true), (REACH_MAX, true), (REACH_MAX + 1, false), (16_100, false)];
    for (far, is_in) in rows {
        assert_eq!(is_in_reach(cell.middle().plus(far, 0), cell), is_in, "{far}");
    }
    // The front tile is in reach from anywhere in the tile before it.
    for corner in [(0, 0), (TILE - 1, 0), (0, TILE - 1), (TILE - 1, TILE - 1)] {
        assert!(is_in_reach(Point::new(4 * TILE + corner.0, 5 * TILE + corner.1), cell));
    }
}

#[test]
fn a_tile_aslant_is_in_reach_from_the_near_corner_only() {
    let mut scene = Scene::new("#####\n#B..#\n#..@#\n#...#\n#####", 1);
    for (x, y, found) in [(24_000, 24_000, true), (29_000, 29_000, false)] {
        scene.put_at(0, Point::new(x, y), Facing::North);
        let board = scene.place(1, 1);
        let expected = if found { Target::Station(board) } else { Target::Nothing };
        assert_eq!(aim(&scene.rules, &scene.state, 0), expected, "{x}, {y}");
    }
}

#[test]
fn behind_is_beyond_the_plane_and_level_is_not() {
    let cell = Cell::new(5, 5);
    assert!(!is_behind(cell.middle(), Facing::North, cell));
    assert!(is_behind(cell.middle().plus(0, -1), Facing::North, cell));
    assert!(!is_behind(cell.middle().plus(0, 1), Facing::North, cell));
}

#[test]
fn a_hand_finds_the_first_that_can_be_used() {
    let mut scene = Scene::new(ALL_FIXTURES, 1);
    // A free hand: what can be taken comes before the fixture; a full hand passes over it.
    scene.put(0, 1, 2, Facing::North);
    let shelf = scene.place(1, 1);
    assert_eq!(aim(&scene.rules, &scene.state, 0), Target::Item(shelf));
    scene.give(0, turnip(), Form::RAW);
    assert_eq!(aim(&scene.rules, &scene.state, 0), Target::Station(shelf));
    // A work surface keeps what it works on.
    scene.cook(0).hand = Item::NONE;
    scene.state.tally.gone += 1;
    scene.put(0, 3, 2, Facing::North);
    scene.lay(3, 1, turnip(), Form::RAW);
    let board = scene.place(3, 1);
    assert_eq!(aim(&scene.rules, &scene.state, 0), Target::Station(board));
    // The window is its own.
    scene.put(0, 2, 3, Facing::West);
    let window = scene.place(1, 3);
    assert_eq!(aim(&scene.rules, &scene.state, 0), Target::Window(window));
    // Underfoot comes last.
    scene.put(0, 4, 5, Facing::West);
    let trash = scene.place(4, 5);
    assert_eq!(aim(&scene.rules, &scene.state, 0), Target::Station(trash));
    scene.put(0, 2, 4, Facing::East);
    assert_eq!(aim(&scene.rules, &scene.state, 0), Target::Nothing);
}

#[test]
fn there_is_no_reaching_through_a_wall() {
    let mut scene = Scene::new("#######\n#@.#B.#\n#..#..#\n#.....#\n#######", 1);
    scene.put(0, 2, 1, Facing::East);
    assert_eq!(aim(&scene.rules, &scene.state, 0), Target::Nothing);
}
