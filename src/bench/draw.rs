//! Randomness: a draw and a fork, beside ChaCha8's.

use std::hint::black_box;

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

use super::timing::{Contender, alternate};
use super::{Figure, Size, hex, others};
use crate::kernel::stream::Stream;

/// Draws or forks a making.
const TIMES: u32 = 100_000;

pub fn run(size: Size) -> Vec<Figure> {
    let times = size.scaled(TIMES);
    let root = Stream::from_seed(1);
    let chacha = ChaCha8Rng::seed_from_u64(1);
    let draw = Contender::new(
        || {
            let mut stream = root.fork("draw");
            (0..times).fold(0, |sum: u64, _| sum ^ stream.next_u64())
        },
        |_| u64::from(times),
    );
    let draw_chacha = Contender::new(
        || {
            let mut stream = chacha.clone();
            (0..times).fold(0, |sum: u64, _| sum ^ stream.next_u64())
        },
        |_| u64::from(times),
    );
    let fork = Contender::new(
        || (0..times).fold(0, |sum: u64, n| sum ^ black_box(&root).fork_id(n).next_u64()),
        |_| u64::from(times),
    );
    let fork_name = Contender::new(
        || (0..times).fold(0, |sum: u64, _| sum ^ black_box(&root).fork("dodge").next_u64()),
        |_| u64::from(times),
    );
    let fork_chacha = Contender::new(
        || {
            let forked = |n| {
                let mut stream = black_box(&chacha).clone();
                stream.set_stream(n);
                stream.next_u64()
            };
            (0..times).fold(0, |sum: u64, n| sum ^ forked(u64::from(n)))
        },
        |_| u64::from(times),
    );
    let contenders = [draw, draw_chacha, fork, fork_name, fork_chacha];
    let ([draw, draw_chacha, fork, fork_name, fork_chacha], digest) = alternate(size.rounds(), contenders);
    let each = |seconds: f64| seconds * 1e9 / f64::from(times);
    vec![
        Figure {
            name: "draw",
            ours: each(draw),
            others: others([("ChaCha8", each(draw_chacha))]),
            ratio: draw / draw_chacha,
            unit: "ns",
            digest: hex(digest),
            target: "≤ 2",
            met: each(draw) <= 2.0,
        },
        Figure {
            name: "draw/fork",
            ours: each(fork_name),
            others: others([("by number", each(fork)), ("ChaCha8 set_stream", each(fork_chacha))]),
            ratio: fork_name / fork_chacha,
            unit: "ns, first draw included",
            digest: hex(digest),
            target: "≤ 5, ≤ 0.1 × set_stream",
            met: each(fork_name) <= 5.0 && fork_name <= 0.1 * fork_chacha,
        },
    ]
}
