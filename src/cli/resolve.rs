//! Resolving a fight to its end, with the bar that shows how far it is.

use std::sync::Arc;

use foregone::kernel::ruleset::Ruleset;
use recorder::{Budget, RecordError, Recorder, Recording, SeekError, Settings};

use super::console::Console;
use super::exit::Failure;
use super::fight::Fight;
use super::interrupt::check_interrupt;

/// Ticks between two looks at the bar and at whether to end.
const SLICE_TICKS: u32 = 32;

/// Record a fight, or hand out what its file holds.
pub(crate) fn resolve<G: Ruleset>(fight: &Fight<G>, console: &Console) -> Result<Recording<G>, Failure> {
    match &fight.recording {
        Some(recording) => Ok(recording.clone()),
        None => record(fight, console),
    }
}

/// Record a fight from its rules.
fn record<G: Ruleset>(fight: &Fight<G>, console: &Console) -> Result<Recording<G>, Failure> {
    let rules = fight.rules()?;
    let notes = fight.notes();
    let bar = console.bar("Choreographing the battle", u64::from(rules.cap_ticks()));
    let mut recorder = Recorder::with_notes(Arc::clone(rules), fight.orders.clone(), Settings::default(), notes);
    loop {
        check_interrupt()?;
        let progress = recorder.advance(Budget::Ticks(SLICE_TICKS)).map_err(broken)?;
        bar.set_position(u64::from(progress.recorded));
        if progress.done {
            bar.finish_and_clear();
            return Ok(recorder.recording());
        }
    }
}

/// Rules that do not keep what they promise.
pub(crate) fn broken(error: RecordError) -> Failure {
    Failure::broken(error)
}

/// Rules that do not end a fight by their own cap.
pub(crate) fn broken_guard(cap: u32, tick: u32) -> Failure {
    broken(RecordError::GuardTripped { cap, tick })
}

/// A tick that cannot be shown.
pub(crate) fn unseekable(error: SeekError) -> Failure {
    match error {
        SeekError::NotRecorded { .. } | SeekError::Malformed(_) => Failure::cannot_run(error),
        SeekError::NotReproducible { .. } => Failure::broken(error),
    }
}
