//! Timing: contenders take turns, each round long enough to be told from noise; the median of the rounds counts.

use std::hint::black_box;
use std::time::Instant;

/// Shortest round, in seconds; shorter ones are repeated until they add up.
const ROUND_SECONDS: f64 = 0.02;

/// Something timed: makes a product, outside of whose making it is digested.
pub struct Contender<'a> {
    make: Box<dyn FnMut(u32) -> (f64, u64) + 'a>,
}

impl<'a> Contender<'a> {
    /// Time `make`; `digest` looks at what came of it, untimed.
    pub fn new<T>(make: impl FnMut() -> T + 'a, digest: impl Fn(&T) -> u64 + 'a) -> Self {
        Self::timed(make, digest, false)
    }

    /// Time `make` and giving back what it made.
    pub fn lived<T>(make: impl FnMut() -> T + 'a, digest: impl Fn(&T) -> u64 + 'a) -> Self {
        Self::timed(make, digest, true)
    }

    fn timed<T>(mut make: impl FnMut() -> T + 'a, digest: impl Fn(&T) -> u64 + 'a, gives_back: bool) -> Self {
        let timed = move |repeats: u32| {
            let (mut seconds, mut digested) = (0.0, None);
            for _ in 0..repeats {
                let start = now();
                let product = black_box(make());
                seconds += start.elapsed().as_secs_f64();
                digested.get_or_insert_with(|| digest(&product));
                let start = now();
                drop(product);
                if gives_back {
                    seconds += start.elapsed().as_secs_f64();
                }
            }
            (seconds / f64::from(repeats), digested.unwrap_or_default())
        };
        Self { make: Box::new(timed) }
    }
}

/// Seconds a making, by contender, and the digest they agree on.
///
/// # Panics
/// Two contenders' products differ: one of them did not do the work.
pub fn alternate<const N: usize>(rounds: usize, mut contenders: [Contender<'_>; N]) -> ([f64; N], u64) {
    let repeats = contenders.each_mut().map(|c| {
        let (once, _) = (c.make)(1);
        let (once, _) = if once < ROUND_SECONDS { (c.make)(2) } else { (once, 0) };
        ((ROUND_SECONDS / once.max(1e-9)) as u32).clamp(1, 100_000)
    });
    let mut seconds: [Vec<f64>; N] = std::array::from_fn(|_| Vec::new());
    let mut agreed = None;
    for _ in 0..rounds {
        for (n, contender) in contenders.iter_mut().enumerate() {
            let (took, digest) = (contender.make)(repeats[n]);
            seconds[n].push(took);
            assert_eq!(*agreed.get_or_insert(digest), digest, "contender {n} did other work than the first");
        }
    }
    (seconds.map(median), agreed.unwrap_or_default())
}

/// Time one making.
pub fn timed<T>(make: impl FnOnce() -> T) -> (T, f64) {
    let start = now();
    let made = black_box(make());
    (made, start.elapsed().as_secs_f64())
}

/// Move contenders on by turns, a slice of work each, until all say that they are done: for what takes too long to be
/// done over and over, and would else meet another machine in its second minute than in its first. Gives the seconds
/// that each took in all.
pub fn by_turns<const N: usize>(mut contenders: [Box<dyn FnMut() -> bool + '_>; N]) -> [f64; N] {
    let mut seconds = [0.0; N];
    let mut is_done = [false; N];
    while is_done.contains(&false) {
        for (n, contender) in contenders.iter_mut().enumerate() {
            if !is_done[n] {
                let start = now();
                is_done[n] = contender();
                seconds[n] += start.elapsed().as_secs_f64();
            }
        }
    }
    seconds
}

fn median(mut figures: Vec<f64>) -> f64 {
    figures.sort_by(f64::total_cmp);
    figures.get(figures.len() / 2).copied().unwrap_or_default()
}

#[expect(clippy::disallowed_methods, reason = "a benchmark reads the clock; nothing it times does")]
fn now() -> Instant {
    Instant::now()
}
