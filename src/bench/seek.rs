//! Seeking: a tick anywhere and every row of it read, from memory and from packed bytes.

use recorder::{Recording, file};

use super::timing::{Contender, alternate};
use super::{Figure, Size, hex, others, resolved, shipped};
use crate::kernel::stream::Stream;
use crate::skirmish::{Skirmish, Unit};

/// Seeks a round.
const SEEKS: u32 = 4_096;

pub fn run(size: Size) -> Vec<Figure> {
    let rules = shipped("skirmish/ten");
    let recording = resolved(&rules);
    let ticks = recording.last_tick() + 1;
    let mut stream = Stream::from_seed(1).fork("seek");
    let places: Vec<u32> = (0..size.scaled(SEEKS)).map(|_| stream.below(ticks)).collect();
    let cloned: Vec<Vec<Unit>> =
        (0..ticks).filter_map(|tick| recording.frame(tick)).map(|frame| frame.rows().copied().collect()).collect();
    let bytes = recording.save().expect("a resolved fight can be saved");
    let stored: Recording<Skirmish> =
        file::open(&bytes, recording.ruleset(), None).expect("what was just saved opens").recording;

    let seek = |recording: &Recording<Skirmish>| {
        let frames = places.iter().filter_map(|&tick| recording.frame(tick));
        frames.fold(0, |sum: u64, frame| frame.rows().fold(sum, read))
    };
    let ours = Contender::new(|| seek(&recording), |sum| *sum);
    let naive =
        Contender::new(|| places.iter().fold(0, |sum, &tick| cloned[tick as usize].iter().fold(sum, read)), |sum| *sum);
    let packed = Contender::new(|| seek(&stored), |sum| *sum);
    let ([ours, naive, packed], digest) = alternate(size.rounds(), [ours, naive, packed]);
    let blended = Contender::new(
        || {
            let pairs = places.iter().filter_map(|&tick| recording.frame(tick).zip(recording.frame(next(tick, ticks))));
            pairs.fold(0, |sum: u64, (a, b)| a.rows().zip(b.rows()).fold(sum, blend))
        },
        |sum| *sum,
    );
    let blended_naive = Contender::new(
        || {
            let pairs = places.iter().map(|&tick| (&cloned[tick as usize], &cloned[next(tick, ticks) as usize]));
            pairs.fold(0, |sum: u64, (a, b)| a.iter().zip(b).fold(sum, blend))
        },
        |sum| *sum,
    );
    let ([blended, blended_naive], blends) = alternate(size.rounds(), [blended, blended_naive]);
    let each = |seconds: f64| seconds * 1e6 / places.len() as f64;
    vec![
        Figure {
            name: "seek",
            ours: each(ours),
            others: others([("deep clone", each(naive))]),
            ratio: ours / naive,
            unit: "µs",
            digest: hex(digest),
            target: "≤ 0.1, ≤ 1.2 × deep clone",
            met: each(ours) <= 0.1 && ours <= 1.2 * naive,
        },
        Figure {
            name: "seek/between",
            ours: each(blended),
            others: others([("deep clone", each(blended_naive))]),
            ratio: blended / blended_naive,
            unit: "µs",
            digest: hex(blends),
            target: "≤ 1.2 × deep clone",
            met: blended <= 1.2 * blended_naive,
        },
        Figure {
            name: "seek/stored",
            ours: each(packed),
            others: others([("kept", each(ours))]),
            ratio: packed / ours,
            unit: "µs",
            digest: hex(digest),
            target: "≤ 25",
            met: each(packed) <= 25.0,
        },
    ]
}

fn next(tick: u32, ticks: u32) -> u32 {
    (tick + 1).min(ticks - 1)
}

/// Place a unit a third of the way between two ticks, as a picture does.
fn blend(sum: u64, (a, b): (&Unit, &Unit)) -> u64 {
    let third = |a: i32, b: i32| u64::from((a + (b - a) / 3).cast_unsigned());
    sum.rotate_left(5) ^ (third(a.at.x, b.at.x) << 32 | third(a.at.y, b.at.y)) ^ u64::from(b.vigor.cast_unsigned())
}

/// Read what a picture needs of a row.
fn read(sum: u64, unit: &Unit) -> u64 {
    let place = u64::from(unit.at.x.cast_unsigned()) << 32 | u64::from(unit.at.y.cast_unsigned());
    sum.rotate_left(5) ^ place ^ u64::from(unit.vigor.cast_unsigned())
}
