//! Splicing: a thousand orders into one recording, and what each timeline keeps beyond its own future.

use std::sync::Arc;

use recorder::{Recorder, Recording, Simulation};

use super::timing::{Contender, alternate};
use super::{Figure, Size, hex, others, resolved, shipped};
use crate::kernel::ruleset::Ruleset;
use crate::skirmish::Skirmish;

pub fn run(size: Size) -> Vec<Figure> {
    let rules = shipped::<Skirmish>("skirmish/ten");
    let parent = resolved(&rules);
    let splices = size.scaled(1_000);
    let order = rules.read_order("ally retreat 1").expect("the 10v10 has a unit 1");
    let ticks: Vec<u32> = (0..splices).map(|n| n * 7 % parent.last_tick()).collect();

    // Bytes: everything reachable from the parent and from all children together, less the parent, less what each
    // child recorded itself.
    let children: Vec<Recording<Skirmish>> = ticks
        .iter()
        .map(|&tick| parent.splice(tick, [order]).expect("a tick of the fight").finish().expect("it ends"))
        .collect();
    let beyond: usize = children.iter().map(Recording::splice_bytes).sum();
    let past: usize = ticks.iter().map(|&tick| bytes_up_to(&parent, tick)).sum();
    let digest = children.iter().fold(0, |running, child| recorder::fold(running, child.trail_digest()));

    let order_again = || {
        let tick = parent.last_tick() * 3 / 4;
        parent.splice(tick, [order]).expect("a tick of the fight").finish().expect("it ends")
    };
    let spliced = Contender::new(order_again, Recording::trail_digest);
    let orders = order_again().orders().clone();
    let whole = Contender::new(
        || {
            let orders = orders.clone();
            Recorder::new(Arc::clone(&rules), orders, parent.settings()).finish().expect("it ends")
        },
        Recording::trail_digest,
    );
    let ([spliced, whole], agreed) = alternate(size.rounds(), [spliced, whole]);
    let future = {
        let child = order_again();
        f64::from(child.last_tick() - parent.last_tick() * 3 / 4) / f64::from(child.last_tick())
    };
    vec![
        Figure {
            name: "splice",
            ours: beyond as f64 / 1024.0,
            others: others([("copying the past", past as f64 / 1024.0)]),
            ratio: beyond as f64 / past as f64,
            unit: "KiB for all splices, beyond their own futures",
            digest: hex(digest),
            target: "≤ 100 for 1,000, ≤ 1/100 of copying the past",
            met: beyond as f64 / 1024.0 <= 100.0 * f64::from(splices) / 1000.0 && beyond * 100 <= past,
        },
        Figure {
            name: "splice/time",
            ours: spliced * 1e3,
            others: others([("from the seed", whole * 1e3), ("share of ticks after the order", future)]),
            ratio: spliced / whole,
            unit: "ms",
            digest: hex(agreed),
            target: "≤ 1.2 × the share of ticks after the order",
            met: spliced / whole <= 1.2 * future,
        },
    ]
}

/// What a copy of all rows up to a tick would take.
fn bytes_up_to<S: Simulation>(recording: &Recording<S>, tick: u32) -> usize {
    let frames = (0..=tick).filter_map(|tick| recording.frame(tick));
    frames.map(|frame| frame.rows().map(S::row_bytes).sum::<usize>()).sum()
}
