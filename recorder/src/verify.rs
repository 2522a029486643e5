//! Detectors: each runs a fight in two ways that must come to the same, and says how far it looked.
//!
//! A detector that compared no ticks has found nothing out, and does not pass.

use std::sync::Arc;

use serde::Serialize;

use crate::compare::{Comparison, Difference, at_start, compare, fields, in_frames, into_tick, locate, step_both};
use crate::{
    Budget, Checkpoint, GUARD_TICKS, Live, Orders, RecordError, Recorder, Recording, SeekError, Settings, Simulation,
    file,
};

/// What one detector found.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Check {
    /// The detector.
    pub mode: &'static str,
    /// How many ticks were held against each other.
    pub ticks_compared: u32,
    /// The first difference.
    pub first: Option<Difference>,
    /// Why the fight could not even be run to its end.
    pub failure: Option<String>,
}

impl Check {
    /// Tell whether something was compared and nothing differed.
    #[must_use]
    pub fn is_ok(&self) -> bool {
        self.ticks_compared > 0 && self.first.is_none() && self.failure.is_none()
    }

    fn new(mode: &'static str) -> Self {
        Self { mode, ticks_compared: 0, first: None, failure: None }
    }

    fn of(mode: &'static str, found: Comparison) -> Self {
        Self { ticks_compared: found.ticks_compared, first: found.first, ..Self::new(mode) }
    }

    fn failed(mode: &'static str, failure: impl ToString) -> Self {
        Self { failure: Some(failure.to_string()), ..Self::new(mode) }
    }

    /// Take in another result of the same detector: ticks add up, the first difference stays.
    fn and(mut self, other: Self) -> Self {
        self.ticks_compared += other.ticks_compared;
        self.first = self.first.or(other.first);
        self.failure = self.failure.or(other.failure);
        self
    }
}

/// A fight to check: rules and orders.
#[derive(Debug)]
pub struct Subject<S: Simulation> {
    /// The rules.
    pub rules: Arc<S>,
    /// The orders.
    pub orders: Orders<S::Order>,
    /// How it is recorded.
    pub settings: Settings,
}

impl<S: Simulation> Subject<S> {
    fn live(&self) -> Live<S> {
        Live::start(Arc::clone(&self.rules), Arc::new(self.orders.clone()))
    }

    fn recorder(&self) -> Recorder<S> {
        Recorder::new(Arc::clone(&self.rules), self.orders.clone(), self.settings)
    }

    fn recording(&self) -> Result<Recording<S>, RecordError> {
        self.recorder().finish()
    }
}

/// Run it twice side by side.
#[must_use]
pub fn twice<S: Simulation>(subject: &Subject<S>) -> Check {
    lockstep("twice", subject.live(), subject.live(), Ok)
}

/// Run it beside a copy that is saved and loaded after every `cadence` ticks, buffers thrown away.
#[must_use]
pub fn heavy<S: Simulation>(subject: &Subject<S>, cadence: u32) -> Check {
    let cadence = cadence.max(1);
    lockstep("heavy", subject.live(), subject.live(), |live| {
        if !live.tick().is_multiple_of(cadence) {
            return Ok(live);
        }
        let before = live.state().clone();
        let live = live.through_save().map_err(|error| Parted::Failure(error.to_string()))?;
        // Told at once and by its name, even where it would matter only much later.
        let lost = if *live.state() == before { None } else { fields(live.tick(), "saved", &before, live.state()) };
        lost.map_or(Ok(live), |difference| Err(Parted::At(Box::new(difference))))
    })
}

/// Record it in slices of all lengths against recording it in one go.
#[must_use]
pub fn sliced<S: Simulation>(subject: &Subject<S>) -> Check {
    let in_slices = || {
        let mut recorder = subject.recorder();
        let mut slice = 0_u32;
        while !recorder.progress().done {
            slice = (slice * 5 + 3) % 17; // 3, 1, 8, 9, 14, … : every residue but one, zero among them
            recorder.advance(Budget::Ticks(slice))?;
            let _watched_meanwhile = recorder.recording().last_frame().map(|frame| frame.len());
        }
        Ok(recorder.recording())
    };
    recorded("sliced", subject.recording(), in_slices())
}

/// Step it live, keeping nothing, against recording it.
#[must_use]
pub fn live<S: Simulation>(subject: &Subject<S>) -> Check {
    let recording = match subject.recording() {
        Ok(recording) => recording,
        Err(error) => return Check::failed("live", error),
    };
    let mut check = Check::new("live");
    let mut live = subject.live();
    loop {
        check.ticks_compared += 1;
        let (expected, found) = (recording.digest(live.tick()), Some(live.digest()));
        if expected != found {
            let shallow = at_tick(&recording, &live);
            check.first = Some(parted(&recording, subject.live(), shallow));
            return check;
        }
        if live.outcome().is_some() || live.tick() >= recording.last_tick() {
            return check;
        }
        live.step();
    }
}

/// Locate where a live state parts from the recorded rows of its tick.
fn at_tick<S: Simulation>(recording: &Recording<S>, live: &Live<S>) -> Difference {
    let tick = live.tick();
    let mut rows = Vec::new();
    live.rules().observe(live.state(), &mut |row| rows.push(row.clone()));
    crate::compare::rows_against(recording, tick, &rows, live.digest())
}

/// Step a fight from its start, and the recorded one from its checkpoint, into the tick at which they part.
fn parted<S: Simulation>(recording: &Recording<S>, mut live: Live<S>, shallow: Difference) -> Difference {
    let before = shallow.tick.saturating_sub(1);
    while live.tick() < before {
        live.step();
    }
    let recorded = recording.live_at(before);
    recorded.and_then(|recorded| into_tick(recorded, live, shallow.tick)).unwrap_or(shallow)
}

/// Splice orders in at ticks, from the nearest checkpoint, against running the whole from the seed.
///
/// Each element is a tick and the orders given there; an empty list splices nothing in, and must change nothing.
#[must_use]
pub fn splice<S: Simulation>(subject: &Subject<S>, at: &[(u32, Vec<S::Order>)]) -> Check {
    splice_afresh(subject, at, || Arc::clone(&subject.rules))
}

/// Do as [`splice`] does, each run from the seed under rules of its own, made anew: what rules remember of one run, and
/// bring into another, shows then.
#[must_use]
pub fn splice_afresh<S: Simulation>(
    subject: &Subject<S>,
    at: &[(u32, Vec<S::Order>)],
    make: impl Fn() -> Arc<S>,
) -> Check {
    let parent = match subject.recording() {
        Ok(recording) => recording,
        Err(error) => return Check::failed("splice", error),
    };
    let checks = at.iter().filter(|(tick, _)| *tick < parent.last_tick()).map(|(tick, orders)| {
        let spliced = match parent.splice(*tick, orders.iter().cloned()) {
            Ok(recorder) => recorder,
            Err(error) => return Check::failed("splice", error),
        };
        let all = spliced.orders().clone();
        let whole = Recorder::new(make(), all, subject.settings).finish();
        match spliced.finish() {
            Err(error @ RecordError::PastMoved { .. }) => {
                Check { first: moved(&parent, *tick), ..Check::failed("splice", error) }
            }
            spliced => recorded("splice", whole, spliced),
        }
    });
    checks.fold(Check::new("splice"), Check::and)
}

/// Locate where the way from the checkpoint to a tick parts from what was recorded.
fn moved<S: Simulation>(recording: &Recording<S>, tick: u32) -> Option<Difference> {
    let at = Checkpoint::clone(recording.checkpoint(tick)?);
    let mut live = Live::resume(Arc::clone(recording.rules()?), Arc::new(recording.orders().clone()), at);
    while live.tick() < tick {
        live.step();
        if recording.digest(live.tick()) != Some(live.digest()) {
            return Some(locate(recording, recording, at_tick(recording, &live)));
        }
    }
    None
}

/// Save it, open it again, and hold it against a fresh run.
#[must_use]
pub fn through_file<S: Simulation>(subject: &Subject<S>) -> Check {
    let mode = "file";
    let recording = match subject.recording() {
        Ok(recording) => recording,
        Err(error) => return Check::failed(mode, error),
    };
    let bytes = match recording.save() {
        Ok(bytes) => bytes,
        Err(error) => return Check::failed(mode, error),
    };
    match file::open::<S>(&bytes, recording.ruleset(), Some(Arc::clone(&subject.rules))) {
        Err(error) => Check::failed(mode, error),
        Ok(opened) if !opened.recording.events(0..u32::MAX).eq(recording.events(0..u32::MAX)) => {
            Check::failed(mode, "the journal did not come back as it was saved")
        }
        Ok(opened) => recorded(mode, subject.recording(), Ok(opened.recording)),
    }
}

/// Where [`seek`] looks after it has looked at every tick, forwards.
///
/// Under a budget of nothing each look may step the fight from its start, so that a long fight of many rows wants few.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Looks {
    /// Ticks between two looks on the way back from the end; 0 is taken as 1.
    pub back_ticks: u32,
    /// Looks scattered all over the fight.
    pub scattered: u32,
}

impl Default for Looks {
    /// Every seventh tick on the way back, and 64 scattered.
    fn default() -> Self {
        Self { back_ticks: 7, scattered: 64 }
    }
}

/// Seek to every tick forwards, and to some backwards and scattered, under memory budgets down to nothing.
#[must_use]
pub fn seek<S: Simulation>(subject: &Subject<S>, looks: Looks) -> Check {
    let mode = "seek";
    let straight = match subject.recording() {
        Ok(recording) => recording,
        Err(error) => return Check::failed(mode, error),
    };
    let whole = straight.memory().bytes;
    let checks = [0, whole / 8, whole / 2].map(|budget_bytes| {
        let settings = Settings { budget_bytes, ..subject.settings };
        match Recorder::new(Arc::clone(&subject.rules), subject.orders.clone(), settings).finish() {
            Err(error) => Check::failed(mode, error),
            Ok(tight) => seek_all(mode, looks, &straight, &tight),
        }
    });
    checks.into_iter().fold(Check::new(mode), Check::and)
}

fn seek_all<S: Simulation>(mode: &'static str, looks: Looks, straight: &Recording<S>, tight: &Recording<S>) -> Check {
    let last = straight.last_tick();
    if let Some(error) = (0..=last).find_map(|tick| tight.seek(tick).err()) {
        // What is recorded may differ long before the first tick that is made again and does not come out.
        let recorded = (0..=last).find(|tick| straight.digest(*tick) != tight.digest(*tick));
        let remade = match error {
            SeekError::NotReproducible { tick, .. } => Some(tick),
            _ => None,
        };
        let first = recorded.into_iter().chain(remade).min();
        let first = first.map(|tick| locate(straight, tight, in_frames(straight, tight, tick)));
        return Check { ticks_compared: last + 1, first, ..Check::failed(mode, error) };
    }
    let mut check = Check::of(mode, compare(straight, tight));
    let ticks = u64::from(last) + 1;
    let scattered = (0..ticks.min(u64::from(looks.scattered)))
        .map(|n| u32::try_from(n * 0x9E37_79B1 % ticks).expect("below the last tick"));
    for tick in (0..=last).rev().step_by(looks.back_ticks.max(1) as usize).chain(scattered) {
        check.ticks_compared += 1;
        let same = match (straight.seek(tick), tight.seek(tick)) {
            (Ok(a), Ok(b)) => a.rows().eq(b.rows()) && a.digest() == b.digest() && a.journal() == b.journal(),
            (_, Err(error)) | (Err(error), _) => {
                check.failure.get_or_insert(error.to_string());
                continue;
            }
        };
        if !same && check.first.is_none() {
            check.first = crate::compare::frame_difference(straight, tight, tick);
        }
    }
    check
}

fn recorded<S: Simulation>(
    mode: &'static str,
    a: Result<Recording<S>, RecordError>,
    b: Result<Recording<S>, RecordError>,
) -> Check {
    match (a, b) {
        (Ok(a), Ok(b)) => Check::of(mode, compare(&a, &b)),
        (Err(error), _) | (_, Err(error)) => Check::failed(mode, error),
    }
}

/// What went wrong between two ticks.
enum Parted {
    At(Box<Difference>),
    Failure(String),
}

/// Step two fights side by side to the end, comparing after every stage, `b` going through `between` before each tick.
fn lockstep<S: Simulation>(
    mode: &'static str,
    mut a: Live<S>,
    mut b: Live<S>,
    between: impl Fn(Live<S>) -> Result<Live<S>, Parted>,
) -> Check {
    let mut check = Check { ticks_compared: 1, first: at_start(&a, &b), ..Check::new(mode) };
    let guard = a.rules().cap_ticks().saturating_add(GUARD_TICKS);
    while check.first.is_none() && a.outcome().is_none() {
        if a.tick() >= guard {
            return Check { failure: Some(format!("no end by tick {guard}")), ..check };
        }
        b = match between(b) {
            Ok(b) => b,
            Err(Parted::Failure(failure)) => return Check { failure: Some(failure), ..check },
            Err(Parted::At(difference)) => return Check { first: Some(*difference), ..check },
        };
        check.first = step_both(&mut a, &mut b);
        check.ticks_compared += 1;
    }
    check
}
