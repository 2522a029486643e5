//! Four cooks walk at random for 2000 steps through pillars, doorways, void, counters and fixtures.
//!
//! After every step: nobody in a wall, nobody in anybody, nobody farther than a step and a shove, and all get about.

use super::scene::{Scene, level};
use crate::kernel::stream::Stream;
use crate::kitchen::body::{depth, overlap};
use crate::kitchen::constants::{RADIUS, SPEED};
use crate::kitchen::grain::{Facing, Point};
use crate::kitchen::input::Frame;

const MAZE: &str = "\
##############
#@..#.....#.@#
#.#.#.#.#.#..#
#...........t#
#.#.##.##.#..#
#...#   #....#
#B..#   #..==#
#...#####....#
#.#........#.#
#...#.#.#....#
#@..#...#..@W#
##############";

#[test]
fn a_random_walk_of_four_stays_clean() {
    for seed in 1..=3 {
        walk(seed);
    }
}

fn walk(seed: u64) {
    let mut scene = Scene::of(level(MAZE), 4, 4000);
    let mut streams: Vec<Stream> = (0..4).map(|seat| Stream::from_seed(seed).fork("walk").fork_id(seat)).collect();
    let starts: Vec<Point> = scene.state.cooks.iter().map(|cook| cook.at).collect();
    let (mut frames, mut farthest) = ([Some(Frame::REST); 4], [0; 4]);
    for nth in 0..2000 {
        for (seat, stream) in streams.iter_mut().enumerate() {
            if nth % 5 == seat as u32 % 5 {
                let (x, y) = (stream.between(-1, 1) * 1000, stream.between(-1, 1) * 1000);
                frames[seat] = if stream.below(12) == 0 { None } else { Some(Frame::go(x, y)) };
                if stream.below(10) == 0 {
                    frames[seat] = Some(Frame::walk(Facing::ALL[stream.below(4) as usize]));
                }
            }
        }
        let before: Vec<Point> = scene.state.cooks.iter().map(|cook| cook.at).collect();
        scene.step(&frames);
        let cooks = &scene.state.cooks;
        for (seat, cook) in cooks.iter().enumerate() {
            let rules = &scene.rules;
            assert_eq!(overlap(cook.at, |cell| rules.level.is_blocked(cell)), None, "seed {seed}, step {nth}");
            let (x, y) = (cook.at.x - before[seat].x, cook.at.y - before[seat].y);
            // A step, and a shove by as much again from each of the others.
            let most = 4 * SPEED + RADIUS;
            assert!(x.abs() <= most && y.abs() <= most, "seed {seed}, step {nth}: cook {seat} moved {x}, {y}");
            for (other, to) in cooks.iter().enumerate().skip(seat + 1) {
                assert_eq!(depth(cook.at, to.at), None, "seed {seed}, step {nth}: {seat} in {other}");
            }
            farthest[seat] = farthest[seat].max(cook.at.distance_sq(starts[seat]).isqrt());
        }
    }
    assert!(farthest.iter().all(|way| *way > 20_000), "seed {seed}: all get about: {farthest:?}");
}

#[test]
fn the_same_walk_twice_is_the_same() {
    let run = || {
        let mut scene = Scene::of(level(MAZE), 4, 4000);
        let mut stream = Stream::from_seed(9);
        for _ in 0..300 {
            let frames: Vec<_> = (0..4).map(|_| Some(Frame::walk(Facing::ALL[stream.below(4) as usize]))).collect();
            scene.step(&frames);
        }
        scene.state
    };
    assert_eq!(run(), run());
}
