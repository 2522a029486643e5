//! A stalemate: 1,800 ticks in which little changes, the case that sharing is for.

use std::sync::Arc;

use recorder::{Orders, Recorder, Settings};

use super::rehearsed::Rehearsed;
use super::timing::{Contender, alternate};
use super::{Figure, Size, hex, others, resolved, row_digest, shipped, unit_ticks};
use crate::skirmish::Skirmish;
use crate::skirmish::Unit;

pub fn run(size: Size) -> Vec<Figure> {
    let rules = shipped::<Skirmish>("skirmish/stalemate");
    let recording = resolved(&rules);
    let rehearsed = Rehearsed::new(&rules);
    let unit_ticks = unit_ticks(&recording);
    let ours = Contender::new(
        || {
            let recorder = Recorder::new(Arc::clone(&rehearsed), Orders::default(), Settings::default());
            recorder.finish().expect("it has been to its end")
        },
        |recording| recording.last_frame().map_or(0, |frame| frame.rows().fold(0, row_digest)),
    );
    let cloned = Contender::new(
        || {
            let mut frames = Vec::new();
            rehearsed.show(|rows| frames.push(rows.to_vec()));
            frames
        },
        |frames: &Vec<Vec<Unit>>| frames.last().map_or(0, |rows| rows.iter().fold(0, row_digest)),
    );
    let ([ours, cloned], digest) = alternate(size.rounds(), [ours, cloned]);
    let memory = recording.memory();
    let kept = memory.frame_bytes as f64 / unit_ticks;
    let copied = (memory.bytes_unshared - memory.checkpoint_bytes - memory.journal_bytes) as f64 / unit_ticks;
    vec![
        Figure {
            name: "stalemate",
            ours: kept,
            others: others([
                ("deep clone", copied),
                ("ticks", f64::from(recording.last_tick())),
                ("% of rows shared", 100.0 * memory.rows_shared as f64 / memory.rows as f64),
            ]),
            ratio: kept / copied,
            unit: "B/unit-tick",
            digest: hex(recording.trail_digest()),
            target: "≤ 0.70 × deep clone",
            met: kept <= 0.70 * copied,
        },
        Figure {
            name: "stalemate/time",
            ours: ours * 1e9 / unit_ticks,
            others: others([("deep clone", cloned * 1e9 / unit_ticks)]),
            ratio: ours / cloned,
            unit: "ns/unit-tick",
            digest: hex(digest),
            target: "≤ 1.5 × deep clone",
            met: ours <= 1.5 * cloned,
        },
    ]
}
