//! Faults met elsewhere, as they would show in the arena.

use crate::arena::scene::{PEACE, Scene};

/// c49: a unit given a spot that it could not get to circled its target for seconds. Forty about one tower: who has no
/// room waits.
#[test]
fn c49_a_swarm_around_one_tower_comes_to_rest() {
    let whole = ("tower.princess_health", "100000");
    let mut scene = Scene::with(&[PEACE[0], PEACE[1], whole]);
    let swarm: Vec<usize> =
        (0..40).map(|n| scene.put("mossguard", 0, 2_000 + 300 * (n % 10), 18_000 + 400 * (n / 10))).collect();
    scene.run(300);
    let walked = |scene: &mut Scene, ticks: u32| {
        let mut walked = vec![0; swarm.len()];
        for _ in 0..ticks {
            let before: Vec<_> = swarm.iter().map(|place| scene.at(*place)).collect();
            scene.step();
            for ((sum, place), (x, y)) in walked.iter_mut().zip(&swarm).zip(before) {
                let at = scene.at(*place);
                *sum += (at.0 - x).abs() + (at.1 - y).abs();
            }
        }
        walked
    };
    let walked = walked(&mut scene, 200);
    // On its way one makes 10 000 in that time. Who is pushed about by those who get in goes some way, nobody goes round.
    let (most, all) = (walked.iter().max().copied().unwrap_or(0), walked.iter().sum::<i32>());
    assert!(most <= 8_000 && all <= 3_500 * swarm.len() as i32, "{walked:?}");
}
