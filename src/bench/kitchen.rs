//! The kitchen: ticks of four cooks who walk and press at random, and of a whole evening of four heads.

use std::sync::Arc;

use recorder::{Live, Orders, Stamped};

use super::timing::{Contender, alternate};
use super::{Figure, Size, hex, others, shipped};
use crate::kernel::stream::Stream;
use crate::kitchen::Kitchen;
use crate::kitchen::grain::Facing;
use crate::kitchen::input::Frame;
use crate::kitchen::order::Order;

/// Ticks of four cooks who are moved from outside.
const WALK_TICKS: u32 = 2_000;

/// Ticks a cook goes one way.
const WAY_TICKS: u16 = 5;

pub fn cooks(size: Size) -> Vec<Figure> {
    let rules = shipped("kitchen/level1");
    let walk = Arc::new(walk(size.scaled(WALK_TICKS)));
    let (each, digest) = measure(size, &rules, &walk, size.scaled(WALK_TICKS));
    let (head, head_digest) = measure(size, &rules, &Arc::new(Orders::default()), u32::MAX);
    vec![
        Figure {
            name: "kitchen-cooks",
            ours: each,
            others: others([("ticks a second", 1e6 / each)]),
            ratio: each / 5.0,
            unit: "µs a tick",
            digest: hex(digest),
            target: "≤ 2.0",
            met: each <= 2.0,
        },
        Figure {
            name: "kitchen-cooks/heads",
            ours: head,
            others: others([("ticks a second", 1e6 / head)]),
            ratio: head / each,
            unit: "µs a tick",
            digest: hex(head_digest),
            target: "told, not asked",
            met: true,
        },
    ]
}

/// Microseconds a tick of a round, as far as a tick or to its end.
fn measure(size: Size, rules: &Arc<Kitchen>, orders: &Arc<Orders<Order>>, ticks: u32) -> (f64, u64) {
    let run = || {
        let mut live = Live::start(Arc::clone(rules), Arc::clone(orders));
        while live.tick() < ticks && live.outcome().is_none() {
            live.step();
        }
        live
    };
    let stepped = run().tick();
    let ([seconds], digest) = alternate(size.rounds(), [Contender::new(run, |live| live.digest())]);
    (seconds * 1e6 / f64::from(stepped), digest)
}

/// A walk at random for all four, pressing every other time.
fn walk(ticks: u32) -> Orders<Order> {
    let mut stream = Stream::from_seed(1).fork("bench");
    let mut orders = Vec::new();
    for tick in (0..ticks).step_by(usize::from(WAY_TICKS)) {
        for seat in 0..4 {
            let frame = Frame::walk(Facing::ALL[stream.below(4) as usize]);
            let frame = if stream.below(2) == 0 { frame.acting() } else { frame };
            orders.push(Stamped { tick, sequence: 0, order: Order::held(seat, frame, WAY_TICKS) });
        }
    }
    Orders::new(orders)
}
