//! Sweeping: the 10v10 under many seeds, on one thread and on two.

use recorder::{Orders, fold};

use super::timing::{Contender, alternate};
use super::{Figure, Size, hex, others, shipped};
use crate::kernel::ruleset::Ruleset;
use crate::skirmish::Skirmish;

/// Seeds a round.
const SEEDS: u32 = 2_000;

pub fn run(size: Size) -> Vec<Figure> {
    let seeds = size.scaled(SEEDS);
    let rules = shipped::<Skirmish>("skirmish/ten");
    let sweep = |threads: usize| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("two threads can be had");
        let rules = &rules;
        move || {
            let open = |seed| (rules.with_seed(seed), Orders::new(rules.scenario_orders()));
            let trials = pool.install(|| crate::sweep::sweep(0..u64::from(seeds), open, || true));
            trials.expect("a shipped fight ends").iter().fold(0, |running, trial| fold(running, trial.digest))
        }
    };
    let one = Contender::new(sweep(1), |digest| *digest);
    let two = Contender::new(sweep(2), |digest| *digest);
    let ([one, two], digest) = alternate(size.rounds().min(5), [one, two]);
    let a_second = |seconds: f64| f64::from(seeds) / seconds;
    vec![Figure {
        name: "sweep-ten",
        ours: a_second(two),
        others: others([("one thread", a_second(one))]),
        ratio: one / two,
        unit: "fights/s",
        digest: hex(digest),
        target: "≥ 800, ≥ 1.7 × one thread (the ratio)",
        met: a_second(two) >= 800.0 && one / two >= 1.7,
    }]
}
