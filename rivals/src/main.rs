//! The separation of 8,632 men, ours beside a k-d tree's rebuild and queries and beside a step of a physics engine.
//!
//! `cargo run --release` in this folder. Every contender gets the same crowd, pressed together as in a melee; counted
//! pairs must agree where a contender counts pairs. Figures are the medians of alternating rounds.

use std::hint::black_box;
use std::time::Instant;

use foregone::legion::men::{Condition, Men};
use foregone::legion::stages::separation::{Crowd, RADIUS};
use kiddo::{ImmutableKdTree, SquaredEuclidean};
use rapier2d::prelude::*;

/// Men.
const MEN: usize = 8_632;

/// Rounds of which the median counts.
const ROUNDS: usize = 15;

fn main() {
    let men = crowd();
    let mut ours = (Crowd::default(), men.clone());
    ours.0.ride(vec![false]);
    let mut world = World::of(&men);
    let mut seconds = [const { Vec::new() }; 3];
    let (mut own_pairs, mut tree_pairs) = (0, 0);
    for _ in 0..ROUNDS {
        ours.1.clone_from(&men);
        seconds[0].push(timed(|| ours.0.part(&mut ours.1)));
        own_pairs = pairs(&men);
        seconds[1].push(timed(|| tree_pairs = tree(&men)));
        seconds[2].push(timed(|| world.step()));
    }
    assert_eq!(own_pairs, tree_pairs, "both find the same pairs");
    let [ours, tree, engine] = seconds.map(median);
    println!("{MEN} men, {own_pairs} overlapping pairs");
    println!("ours      {:8.3} ms", ours * 1e3);
    println!("kiddo     {:8.3} ms, rebuild and queries; ours is {:.3} of it (asked: at most 0.22)", tree * 1e3, ours / tree);
    println!("rapier2d  {:8.3} ms, a step; ours is {:.3} of it (asked: at most 0.05)", engine * 1e3, ours / engine);
}

/// Blocks of men closer together than their bodies are wide, in a fixed disorder.
fn crowd() -> Men {
    let mut men = Men::default();
    let mut noise = 1_u32;
    let mut next = || {
        noise = noise.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (noise >> 8) as f32 / (1 << 24) as f32 - 0.5
    };
    for man in 0..MEN {
        let (block, place) = (man / 216, man % 216);
        men.x.push((block % 20) as f32 * 30.0 + (place % 36) as f32 * 0.8 + next() * 0.2);
        men.z.push((block / 20) as f32 * 8.0 + (place / 36) as f32 * 0.8 + next() * 0.2);
        men.y.push(0.0);
        men.condition.push(if place < 36 { Condition::FIGHTING } else { Condition::READY });
        men.unit.push(0);
    }
    men
}

/// Count overlapping pairs, all against all in reach along one axis.
fn pairs(men: &Men) -> usize {
    let mut order: Vec<usize> = (0..MEN).collect();
    order.sort_by(|&a, &b| men.x[a].total_cmp(&men.x[b]));
    let mut count = 0;
    for (n, &a) in order.iter().enumerate() {
        for &b in order[n + 1..].iter().take_while(|&&b| men.x[b] - men.x[a] < 2.0 * RADIUS) {
            let (dx, dz) = (men.x[b] - men.x[a], men.z[b] - men.z[a]);
            count += usize::from(dx * dx + dz * dz < 4.0 * RADIUS * RADIUS);
        }
    }
    count
}

/// Rebuild a k-d tree and ask it for everyone's neighbours.
fn tree(men: &Men) -> usize {
    let points: Vec<[f32; 2]> = men.x.iter().zip(&men.z).map(|(&x, &z)| [x, z]).collect();
    let tree: ImmutableKdTree<f32, 2> = ImmutableKdTree::new_from_slice(&points);
    let near = |point: &[f32; 2]| tree.within_unsorted::<SquaredEuclidean>(point, 4.0 * RADIUS * RADIUS).len() - 1;
    black_box(points.iter().map(near).sum::<usize>()) / 2
}

/// A physics world of the same discs.
struct World {
    bodies: RigidBodySet,
    colliders: ColliderSet,
    pipeline: PhysicsPipeline,
    islands: IslandManager,
    broad: DefaultBroadPhase,
    narrow: NarrowPhase,
    joints: ImpulseJointSet,
    multibody: MultibodyJointSet,
    solver: CCDSolver,
    soft: SoftBodySet,
}

impl World {
    fn of(men: &Men) -> Self {
        let (mut bodies, mut colliders) = (RigidBodySet::new(), ColliderSet::new());
        for (&x, &z) in men.x.iter().zip(&men.z) {
            let body = bodies.insert(RigidBodyBuilder::dynamic().translation(Vector::new(x, z)).can_sleep(false).build());
            colliders.insert_with_parent(ColliderBuilder::ball(RADIUS).build(), body, &mut bodies);
        }
        Self {
            bodies,
            colliders,
            pipeline: PhysicsPipeline::new(),
            islands: IslandManager::new(),
            broad: DefaultBroadPhase::new(),
            narrow: NarrowPhase::new(),
            joints: ImpulseJointSet::new(),
            multibody: MultibodyJointSet::new(),
            solver: CCDSolver::new(),
            soft: SoftBodySet::new(),
        }
    }

    fn step(&mut self) {
        let settings = IntegrationParameters { dt: 1.0 / 30.0, ..IntegrationParameters::default() };
        self.pipeline.step(
            Vector::ZERO,
            &settings,
            &mut self.islands,
            &mut self.broad,
            &mut self.narrow,
            &mut self.bodies,
            &mut self.colliders,
            &mut self.joints,
            &mut self.multibody,
            &mut self.soft,
            &mut self.solver,
            &(),
            &(),
        );
    }
}

fn timed(work: impl FnOnce()) -> f64 {
    let start = Instant::now();
    work();
    start.elapsed().as_secs_f64()
}

fn median(mut figures: Vec<f64>) -> f64 {
    figures.sort_by(f64::total_cmp);
    figures[figures.len() / 2]
}
