//! Seeking: a tick anywhere and every row of it read, from memory and from packed bytes.

use recorder::{Recording, file};

use super::timing::{Contender, alternate};
use super::{Figure, Size, hex, others, resolved, shipped};
use crate::kernel::stream::Stream;
use crate::skirmish::{Skirmish, Unit};

/// Seeks a round.
const SEEKS: u32 = 4_096;

pub fn run(size: Size) -> Vec<Figure> {
    let ten = Sought::new(size, "skirmish/ten");
    vec![ten.kept(), ten.between(), ten.stored()]
}

/// A fight and the ticks that are sought in it.
struct Sought {
    size: Size,
    recording: Recording<Skirmish>,
    /// The alternative: every row copied every tick.
    cloned: Vec<Vec<Unit>>,
    ticks: Vec<u32>,
}

impl Sought {
    fn new(size: Size, fight: &str) -> Self {
        let recording = resolved(&shipped::<Skirmish>(fight));
        let all = 0..=recording.last_tick();
        let frames = all.filter_map(|tick| recording.frame(tick));
        let cloned = frames.map(|frame| frame.rows().copied().collect()).collect();
        let mut stream = Stream::from_seed(1).fork("seek");
        let ticks = (0..size.scaled(SEEKS)).map(|_| stream.below(recording.last_tick())).collect();
        Self { size, cloned, ticks, recording }
    }

    /// Every row of one tick.
    fn kept(&self) -> Figure {
        let ours = Contender::new(|| self.read(&self.recording), |sum| *sum);
        let naive = Contender::new(
            || self.ticks.iter().fold(0, |sum, &tick| self.cloned[tick as usize].iter().fold(sum, read)),
            |sum| *sum,
        );
        let ([ours, naive], digest) = alternate(self.size.rounds(), [ours, naive]);
        Figure {
            name: "seek",
            ours: self.each(ours),
            others: others([("deep clone", self.each(naive))]),
            ratio: ours / naive,
            unit: "µs",
            digest: hex(digest),
            target: "≤ 0.1, ≤ 1.2 × deep clone",
            met: self.each(ours) <= 0.1 && ours <= 1.2 * naive,
        }
    }

    /// Two ticks and the places between them, as a picture asks for them.
    fn between(&self) -> Figure {
        let ours = Contender::new(
            || {
                let pairs = self.ticks.iter().filter_map(|&t| self.recording.frame(t).zip(self.recording.frame(t + 1)));
                pairs.fold(0, |sum: u64, (a, b)| a.rows().zip(b.rows()).fold(sum, blend))
            },
            |sum| *sum,
        );
        let naive = Contender::new(
            || {
                let pairs = self.ticks.iter().map(|&t| (&self.cloned[t as usize], &self.cloned[t as usize + 1]));
                pairs.fold(0, |sum: u64, (a, b)| a.iter().zip(b).fold(sum, blend))
            },
            |sum| *sum,
        );
        let ([ours, naive], digest) = alternate(self.size.rounds(), [ours, naive]);
        Figure {
            name: "seek/between",
            ours: self.each(ours),
            others: others([("deep clone", self.each(naive))]),
            ratio: ours / naive,
            unit: "µs",
            digest: hex(digest),
            target: "≤ 0.2, two seeks",
            met: self.each(ours) <= 0.2,
        }
    }

    /// Every row of one tick of a file, its blocks left packed.
    fn stored(&self) -> Figure {
        let bytes = self.recording.save().expect("a resolved fight can be saved");
        let stored: Recording<Skirmish> =
            file::open(&bytes, self.recording.ruleset(), None).expect("what was just saved opens").recording;
        let packed = Contender::new(|| self.read(&stored), |sum| *sum);
        let kept = Contender::new(|| self.read(&self.recording), |sum| *sum);
        let ([packed, kept], digest) = alternate(self.size.rounds(), [packed, kept]);
        Figure {
            name: "seek/stored",
            ours: self.each(packed),
            others: others([("kept", self.each(kept))]),
            ratio: packed / kept,
            unit: "µs",
            digest: hex(digest),
            target: "≤ 25",
            met: self.each(packed) <= 25.0,
        }
    }

    fn read(&self, recording: &Recording<Skirmish>) -> u64 {
        let frames = self.ticks.iter().filter_map(|&tick| recording.frame(tick));
        frames.fold(0, |sum: u64, frame| frame.rows().fold(sum, read))
    }

    /// Microseconds a seek.
    fn each(&self, seconds: f64) -> f64 {
        seconds * 1e6 / self.ticks.len() as f64
    }
}

/// Place a unit a third of the way between two ticks, as a picture does.
fn blend(sum: u64, (a, b): (&Unit, &Unit)) -> u64 {
    let third = |a: i32, b: i32| u64::from((a + (b - a) / 3).cast_unsigned());
    sum.rotate_left(5) ^ (third(a.at.x, b.at.x) << 32 | third(a.at.y, b.at.y)) ^ u64::from(b.vigor.cast_unsigned())
}

/// Read all of a row.
fn read(sum: u64, unit: &Unit) -> u64 {
    let words: &[u64; size_of::<Unit>() / size_of::<u64>()] = bytemuck::cast_ref(unit);
    words.iter().fold(sum.rotate_left(5), |sum, word| sum ^ word)
}
