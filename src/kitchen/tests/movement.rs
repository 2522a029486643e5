//! Movement: speeds, walls, facing, stun and grip, to the grain.

use super::scene::{Scene, level};
use crate::kitchen::body::{Axis, footprint, overlap, sweep};
use crate::kitchen::constants::{BRAKE, CONTACT_GAP, GAIN, RADIUS, SPEED, STUN_TICKS};
use crate::kitchen::cook::Gait;
use crate::kitchen::event::What;
use crate::kitchen::grain::{Cell, Facing, Point, TILE};
use crate::kitchen::hazard::Traction;
use crate::kitchen::input::Frame;
use crate::kitchen::stages::hazards::stun;
use crate::kitchen::stages::movement::{facing, speed};

const HALL: &str = "\
############
#@.........#
#..........#
#..........#
#..........#
############";

#[test]
fn speed_comes_by_the_gain_and_goes_by_the_brake() {
    let mut scene = Scene::new(HALL, 1);
    let east = [Some(Frame::walk(Facing::East))];
    let mut next = || {
        scene.step(&east);
        scene.cook(0).speed.x
    };
    let speeds = [next(), next(), next(), next()];
    assert_eq!(speeds, [GAIN, 2 * GAIN, SPEED, SPEED]);
    assert_eq!(scene.cook(0).gait, Gait::Moving);
    scene.step(&[None]);
    assert_eq!((scene.cook(0).speed.x, scene.cook(0).gait), (SPEED - BRAKE, Gait::Moving));
    scene.step(&[None]);
    assert_eq!((scene.cook(0).speed, scene.cook(0).gait), (Point::default(), Gait::Idle));
}

#[test]
fn a_wild_number_walks_as_fast_as_one() {
    let walk = |x, y| {
        let mut scene = Scene::new(HALL, 1);
        scene.run(&[Some(Frame::go(x, y))], 20);
        scene.cook(0).at
    };
    assert_eq!(walk(50_000, 0), walk(1000, 0));
    assert_eq!(walk(i32::MAX, 0), walk(1000, 0));
    assert_eq!(walk(i32::MAX, i32::MAX), walk(1000, 1000));
    assert_ne!(walk(500, 0), walk(1000, 0), "half throttle is slower");
}

#[test]
fn a_diagonal_is_a_direction_and_not_more_throttle() {
    let length = |(x, y): (i32, i32)| (i64::from(x).pow(2) + i64::from(y).pow(2)).isqrt();
    assert_eq!(Frame::go(1000, 1000).intent(true), (707, 707));
    assert!(length(Frame::go(1000, 1000).intent(true)) <= 1000);
    assert_eq!(length(Frame::go(1000, 1000).intent(false)), 1414, "without the norm it is √2 faster");
}

#[test]
fn a_body_stops_a_gap_short_of_every_kind_of_wall() {
    for sign in ["#", "=", " ", "t", "B", "O", "P"] {
        let mut scene = Scene::new(&format!("#######\n#@..{sign}.#\n#######"), 1);
        scene.run(&[Some(Frame::walk(Facing::East))], 60);
        let cook = scene.cook(0);
        assert_eq!(cook.at, Point::new(4 * TILE - RADIUS - CONTACT_GAP, TILE + TILE / 2), "before {sign:?}");
        assert_eq!((cook.speed.x, cook.gait), (0, Gait::Idle), "a wall takes the speed into it");
    }
    for sign in [".", "W", "S", "X"] {
        let mut scene = Scene::new(&format!("#######\n#@..{sign}.#\n#######"), 1);
        scene.run(&[Some(Frame::walk(Facing::East))], 60);
        assert_eq!(scene.cook(0).at.x, 6 * TILE - RADIUS - CONTACT_GAP, "through {sign:?}");
    }
}

#[test]
fn nothing_is_walked_through_at_any_speed() {
    let hall = level("#######\n#..#..#\n#..#..#\n#######");
    let is_blocked = |cell| hall.is_blocked(cell);
    for delta in [1, 9, SPEED, 2 * SPEED, TILE, 7 * TILE, 40 * TILE] {
        for start in [TILE + RADIUS, TILE + TILE / 2, 2 * TILE + TILE / 2] {
            let swept = sweep(Point::new(start, TILE + TILE / 2), Axis::X, delta, &is_blocked);
            assert!(swept.at.x <= 3 * TILE - RADIUS && swept.at.x >= start, "{delta} from {start}: {swept:?}");
            let back = sweep(Point::new(7 * TILE - start, TILE + TILE / 2), Axis::X, -delta, &is_blocked);
            assert_eq!(7 * TILE - back.at.x, swept.at.x, "left and right are mirrors");
        }
    }
}

#[test]
fn footprint_and_sweep_agree_to_the_last_grain() {
    let hall = level("#####\n#...#\n#...#\n#...#\n#####");
    let is_blocked = |cell| hall.is_blocked(cell);
    for off in -3..=3 {
        let at = Point::new(4 * TILE - RADIUS + off, 2 * TILE);
        let covers = footprint(at).any(|cell| cell.x == 4);
        assert_eq!(covers, off > 0, "flush with the wall is not in it, a grain more is: {off}");
        let swept = sweep(Point::new(2 * TILE, 2 * TILE), Axis::X, at.x - 2 * TILE, &is_blocked);
        assert_eq!(overlap(swept.at, is_blocked), None);
        assert_eq!(swept.is_stopped, off > -CONTACT_GAP, "{off}");
    }
}

#[test]
fn a_diagonal_clips_no_corner() {
    let mut scene = Scene::new("######\n#@...#\n#.#..#\n#....#\n######", 1);
    for _ in 0..80 {
        scene.step(&[Some(Frame::go(700, 1000))]);
        let (rules, at) = (scene.rules.clone(), scene.cook(0).at);
        assert_eq!(overlap(at, |cell| rules.level.is_blocked(cell)), None);
    }
}

#[test]
fn who_starts_in_a_wall_is_not_wedged() {
    let hall = level("######\n#....#\n######");
    let inside = Point::new(TILE, TILE + TILE / 2);
    let swept = sweep(inside, Axis::X, TILE, &|cell| hall.is_blocked(cell));
    assert_eq!(swept.at.x, 2 * TILE);
}

#[test]
fn facing_follows_the_table() {
    let now = Facing::North;
    let rows = [
        ("what is asked for wins", Frame::go(1000, 0).facing(Facing::South), Facing::South),
        ("the longer axis", Frame::go(300, -900), Facing::North),
        ("the longer axis, down", Frame::go(300, 900), Facing::South),
        ("of equals the horizontal, right", Frame::go(700, 700), Facing::East),
        ("of equals the horizontal, left", Frame::go(-700, 700), Facing::West),
        ("standing still keeps it", Frame::REST, Facing::North),
        ("a press keeps it", Frame::REST.acting(), Facing::North),
    ];
    for (claim, frame, then) in rows {
        assert_eq!(facing(now, frame, frame.intent(true)), then, "{claim}");
    }
}

#[test]
fn a_stun_holds_for_twelve_steps_and_is_told_once() {
    let mut scene = Scene::new(HALL, 1);
    let east = [Some(Frame::walk(Facing::East))];
    scene.run(&east, 5);
    let next = scene.tick;
    stun(scene.cook(0), next, 20);
    let at = scene.cook(0).at;
    let mut told = 0;
    for nth in 0..STUN_TICKS {
        let events = scene.step(&east);
        told += events.iter().filter(|what| matches!(what, What::Stunned { .. })).count();
        let cook = scene.cook(0);
        assert_eq!((cook.at, cook.speed, cook.gait), (at, Point::default(), Gait::Stunned), "step {nth}");
    }
    assert_eq!(told, 1);
    scene.step(&east);
    assert_eq!(scene.cook(0).at.x, at.x + GAIN);
}

#[test]
fn a_spill_takes_speed_and_grip_and_the_brake() {
    let full = Point::new(SPEED, 0);
    assert_eq!(speed(Point::default(), (1000, 0), Traction::SPILL), Point::new(GAIN / 4, 0));
    assert_eq!(speed(full, (0, 0), Traction::SPILL), full, "nothing brakes");
    assert_eq!(speed(full, (0, 0), Traction::FLOOR), Point::new(SPEED - BRAKE, 0));
    assert!(speed(full, (-1000, 0), Traction::SPILL).x < SPEED, "throttle still counts");
    let slow = (0..60).fold(Point::default(), |now, _| speed(now, (1000, 0), Traction::SPILL));
    assert_eq!(slow.x, SPEED * 80 / 100);
    let mut scene = Scene::new(HALL, 1);
    scene.state.spills[0] = crate::kitchen::hazard::Spill { at: Cell::new(1, 1), dries_at: 900, spare: 0 };
    scene.step(&[Some(Frame::walk(Facing::East))]);
    assert_eq!(scene.cook(0).speed.x, GAIN / 4, "the floor underfoot counts");
}
