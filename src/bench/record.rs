//! Recording: ours beside a deep clone every tick and beside an `Arc` a row; bytes kept and stored; the whole fight.

use std::sync::Arc;

use recorder::{Journal, Orders, Recorder, Recording, Settings, Step};

use super::rehearsed::Rehearsed;
use super::timing::{Contender, alternate};
use super::{Figure, Size, hex, others, resolved, row_digest, shipped, unit_ticks};
use crate::kernel::ruleset::Ruleset;
use crate::skirmish::Skirmish;
use crate::skirmish::Unit;

pub fn run(size: Size) -> Vec<Figure> {
    let rules = shipped::<Skirmish>("skirmish/ten");
    let recording = resolved(&rules);
    let unit_ticks = unit_ticks(&recording);

    let time = time(size, &Rehearsed::new(&rules), unit_ticks);
    vec![time, kept(&recording, unit_ticks), stored(&recording, unit_ticks), whole(size, &rules)]
}

/// Recording alone: a recording is made and given back, which is where one that lies in many pieces pays a second time;
/// beside that, the making by itself.
fn time(size: Size, rehearsed: &Arc<Rehearsed<Skirmish>>, unit_ticks: f64) -> Figure {
    let ours = || {
        let recorder = Recorder::new(Arc::clone(rehearsed), Orders::default(), Settings::default());
        recorder.finish().expect("it has been to its end")
    };
    let of_ours = |recording: &Recording<Rehearsed<Skirmish>>| {
        let frames = (0..=recording.last_tick()).filter_map(|tick| recording.frame(tick));
        frames.fold(0, |running, frame| frame.rows().fold(running, row_digest))
    };
    let cloned = || {
        let mut frames: Vec<Vec<Unit>> = Vec::new();
        rehearsed.show(|rows| frames.push(rows.to_vec()));
        frames
    };
    let of_cloned = |frames: &Vec<Vec<Unit>>| frames.iter().flatten().fold(0, row_digest);
    let counted = || {
        let mut frames: Vec<Vec<Arc<Unit>>> = Vec::new();
        rehearsed.show(|rows| {
            let before = frames.last().map_or(&[][..], Vec::as_slice);
            let kept = rows.iter().enumerate().map(|(place, row)| match before.get(place) {
                Some(same) if **same == *row => Arc::clone(same),
                _ => Arc::new(*row),
            });
            let kept = kept.collect();
            frames.push(kept);
        });
        frames
    };
    let of_counted =
        |frames: &Vec<Vec<Arc<Unit>>>| frames.iter().flatten().fold(0, |running, row| row_digest(running, &**row));
    let making =
        [Contender::new(ours, of_ours), Contender::new(cloned, of_cloned), Contender::new(counted, of_counted)];
    let ([making, _, counted_making], _) = alternate(size.rounds(), making);
    let lived =
        [Contender::lived(ours, of_ours), Contender::lived(cloned, of_cloned), Contender::lived(counted, of_counted)];
    let ([ours, cloned, counted], digest) = alternate(size.rounds(), lived);
    let each = |seconds: f64| seconds * 1e9 / unit_ticks;
    Figure {
        name: "record-ten",
        ours: each(ours),
        others: others([
            ("deep clone", each(cloned)),
            ("arc a row", each(counted)),
            ("ours / arc a row", ours / counted),
            ("making alone", each(making)),
            ("making alone / arc a row", making / counted_making),
        ]),
        ratio: ours / cloned,
        unit: "ns/unit-tick",
        digest: hex(digest),
        target: "≤ 25, ≤ 1.5 × deep clone, ≤ 0.4 × arc a row, each made and given back",
        met: each(ours) <= 25.0 && ours <= 1.5 * cloned && ours <= 0.4 * counted,
    }
}

fn kept<G: Ruleset>(recording: &Recording<G>, unit_ticks: f64) -> Figure {
    let memory = recording.memory();
    let ours = memory.frame_bytes as f64 / unit_ticks;
    let cloned = (memory.bytes_unshared - memory.checkpoint_bytes - memory.journal_bytes) as f64 / unit_ticks;
    Figure {
        name: "record-ten/kept",
        ours,
        others: others([
            ("deep clone", cloned),
            ("row", size_of::<G::Row>() as f64),
            ("with checkpoints and journal", memory.bytes as f64 / unit_ticks),
        ]),
        ratio: ours / cloned,
        unit: "B/unit-tick",
        digest: hex(recording.trail_digest()),
        target: "≤ 80, ≤ 0.70 × deep clone",
        met: ours <= 80.0 && ours <= 0.70 * cloned,
    }
}

fn stored<G: Ruleset>(recording: &Recording<G>, unit_ticks: f64) -> Figure {
    let bytes = recording.save().expect("a resolved fight can be saved").len();
    let ours = bytes as f64 / unit_ticks;
    let cloned = size_of::<G::Row>() as f64;
    Figure {
        name: "record-ten/stored",
        ours,
        others: others([("deep clone", cloned), ("file bytes", bytes as f64)]),
        ratio: ours / cloned,
        unit: "B/unit-tick",
        digest: hex(recording.trail_digest()),
        target: "≤ 13, ≤ 0.11 × deep clone",
        met: ours <= 13.0 && ours <= 0.11 * cloned,
    }
}

/// The whole fight, from the seed to a complete recording, beside nothing but its stages.
fn whole<G: Ruleset>(size: Size, rules: &Arc<G>) -> Figure {
    let orders = || Orders::new(rules.scenario_orders());
    let last_state = |state: &G::State| {
        let mut digest = recorder::Digest::new();
        rules.digest(state, &mut digest);
        digest.total()
    };
    let whole = Contender::new(
        || Recorder::new(Arc::clone(rules), orders(), Settings::default()).finish().expect("a shipped fight ends"),
        |recording| {
            let live = recording.live_at(recording.last_tick()).expect("it has its rules");
            last_state(live.state())
        },
    );
    let bare = Contender::new(|| simulate(rules, &orders()), |state| last_state(state));
    let ([whole, bare], digest) = alternate(size.rounds(), [whole, bare]);
    let share = (whole - bare) / whole;
    Figure {
        name: "record-ten/whole",
        ours: whole * 1e3,
        others: others([("simulate alone", bare * 1e3)]),
        ratio: share,
        unit: "ms",
        digest: hex(digest),
        target: "≤ 2.0, record + digest ≤ 40 % of it (the ratio)",
        met: whole <= 0.002 && share <= 0.40,
    }
}

/// Run the stages and nothing else.
fn simulate<G: Ruleset>(rules: &Arc<G>, orders: &Orders<G::Order>) -> G::State {
    let mut state = rules.start();
    let mut scratch = G::Scratch::default();
    let mut journal = Journal::new();
    let mut tick = 0;
    while rules.outcome(&state).is_none() {
        journal.clear();
        let mut step =
            Step { tick, state: &mut state, scratch: &mut scratch, orders: orders.at(tick), journal: &mut journal };
        for stage in rules.stages() {
            (stage.run)(rules, &mut step);
        }
        tick += 1;
    }
    state
}
