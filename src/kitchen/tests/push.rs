//! The soft push: symmetric, of places only, through a chain, and back only from a true deadlock.

use super::scene::{Scene, level};
use crate::kitchen::body::depth;
use crate::kitchen::constants::{CONTACT_GAP, RADIUS, SPEED};
use crate::kitchen::cook::{Cook, Driver};
use crate::kitchen::grain::{Facing, Point, TILE};
use crate::kitchen::input::Frame;
use crate::kitchen::push::separate;

const HALL: &str = "\
##########
#@@@@....#
#........#
#........#
##########";

#[test]
fn two_who_meet_both_give_the_same() {
    let mut scene = Scene::new(HALL, 2);
    scene.put_at(0, Point::new(40_000, 25_000), Facing::East);
    scene.put_at(1, Point::new(46_000, 25_000), Facing::West);
    scene.step(&[]);
    assert_eq!((scene.cook(0).at.x, scene.cook(1).at.x), (39_500, 46_500));
    assert_eq!((scene.cook(0).facing, scene.cook(1).facing), (Facing::East, Facing::West), "nobody turns");
}

#[test]
fn an_odd_grain_is_given_by_both() {
    let mut scene = Scene::new(HALL, 2);
    scene.put_at(0, Point::new(40_000, 25_000), Facing::East);
    scene.put_at(1, Point::new(46_999, 25_000), Facing::East);
    scene.step(&[]);
    assert_eq!((scene.cook(0).at.x, scene.cook(1).at.x), (39_999, 47_000));
}

#[test]
fn what_a_wall_takes_from_one_the_other_gives() {
    for (pinned, free) in [(0, 1), (1, 0)] {
        let mut scene = Scene::new(HALL, 2);
        let wall = TILE + RADIUS + CONTACT_GAP;
        scene.put_at(pinned, Point::new(wall, 25_000), Facing::East);
        scene.put_at(free, Point::new(wall + 6_000, 25_000), Facing::East);
        scene.step(&[]);
        assert_eq!((scene.cook(pinned).at.x, scene.cook(free).at.x), (wall, wall + 2 * RADIUS));
    }
}

#[test]
fn a_push_changes_no_speed() {
    let mut scene = Scene::new(HALL, 2);
    scene.put_at(0, Point::new(30_000, 25_000), Facing::East);
    scene.put_at(1, Point::new(38_000, 25_000), Facing::East);
    scene.run(&[Some(Frame::walk(Facing::East)), None], 12);
    assert_eq!((scene.cook(0).speed.x, scene.cook(1).speed.x), (SPEED, 0), "one walks on, the other is shoved");
    assert!(scene.cook(1).at.x > 40_000);
    assert!(depth(scene.cook(0).at, scene.cook(1).at).is_none());
}

#[test]
fn a_chain_of_four_drains_apart() {
    let mut scene = Scene::new(HALL, 4);
    for seat in 0..4 {
        scene.put_at(seat, Point::new(40_000 + 4_000 * seat as i32, 25_000), Facing::East);
    }
    scene.run(&[], 20);
    for a in 0..4 {
        for b in a + 1..4 {
            assert_eq!(depth(scene.cook(a).at, scene.state.cooks[b].at), None, "{a} and {b}");
        }
    }
}

/// Two in opposite corners of a hole of one tile: no way to part them. Each was asked at its tick, or was not; what is
/// given is who was put back.
fn put_back(asked: [Option<(u32, u32)>; 2]) -> [bool; 2] {
    let hole = level("####\n#@##\n####");
    let (near, far) = (TILE + RADIUS + CONTACT_GAP, 2 * TILE - RADIUS - CONTACT_GAP);
    let corners = [Point::new(near, near), Point::new(far, far)];
    let mut cooks = corners.map(|at| Cook::new(at, Driver::Hand));
    for (cook, asked) in cooks.iter_mut().zip(asked) {
        if let Some((tick, sequence)) = asked {
            (cook.received, cook.sequence, cook.frame_until) = (tick, sequence, 101);
        }
    }
    let before = corners.map(|at| (at.plus(0, 100), Point::new(0, -100)));
    separate(&mut cooks, &before, 100, &|cell| hole.is_blocked(cell));
    [0, 1].map(|seat| {
        let is_back = cooks[seat].at == before[seat].0;
        assert_eq!(is_back, cooks[seat].speed == before[seat].1, "place and speed go together");
        is_back
    })
}

#[test]
fn in_a_true_deadlock_the_later_word_is_dropped() {
    let rows = [
        ("the later tick", [Some((5, 0)), Some((7, 0))], [false, true]),
        ("the later tick, whatever the seat", [Some((7, 0)), Some((5, 0))], [true, false]),
        ("of one tick the higher sequence", [Some((7, 1)), Some((7, 0))], [true, false]),
        ("of equals the higher seat", [Some((7, 0)), Some((7, 0))], [false, true]),
        ("who was sent nothing is never the one", [Some((7, 0)), None], [true, false]),
        ("who was sent nothing is never the one", [None, Some((7, 0))], [false, true]),
        ("with no word there is none to drop", [None, None], [false, false]),
    ];
    for (claim, asked, back) in rows {
        assert_eq!(put_back(asked), back, "{claim}");
    }
}

const DOORWAY: &str = "\
################
#@@..#.........#
#@@............#
#....#.........#
################";

#[test]
fn four_in_a_doorway_are_a_queue_and_drain() {
    let mut scene = Scene::new(DOORWAY, 4);
    for seat in 0..4 {
        scene.put_at(seat, Point::new(49_000 + 3_000 * seat as i32, 25_000), Facing::East);
    }
    scene.run(&[], 40);
    for a in 0..4 {
        for b in a + 1..4 {
            assert_eq!(depth(scene.state.cooks[a].at, scene.state.cooks[b].at), None, "{a} and {b}");
        }
    }
}

#[test]
fn four_in_a_row_walk_through_a_doorway() {
    let mut scene = Scene::new(DOORWAY, 4);
    for seat in 0..4 {
        scene.put_at(seat, Point::new(14_000 + 7_500 * seat as i32, 25_000), Facing::East);
    }
    for _ in 0..70 {
        scene.step(&[Some(Frame::walk(Facing::East)); 4]);
        for a in 0..4 {
            for b in a + 1..4 {
                assert_eq!(depth(scene.state.cooks[a].at, scene.state.cooks[b].at), None, "{a} and {b}");
            }
        }
    }
    assert!(scene.state.cooks.iter().all(|cook| cook.at.x > 6 * TILE), "all are through");
}
