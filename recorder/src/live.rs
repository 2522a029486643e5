//! Live stepping: one state, moved on tick by tick, nothing kept. The recorder stands on it, and so can a caller.

use std::sync::Arc;

use bincode::{Decode, Encode};
use serde::{Deserialize, Serialize};

use crate::codec::{self, CodecError};
use crate::{Digest, Journal, Orders, Section, Simulation, Step, crew, fold, hash};

/// A whole simulation state between two ticks: what a fight can be continued from.
#[derive(Debug, Clone, PartialEq, Encode, Decode, Serialize, Deserialize)]
pub struct Checkpoint<T> {
    /// The tick whose frame this state is.
    pub tick: u32,
    /// How many events the journal held after that tick.
    pub journal_len: u32,
    /// The running digest of those events.
    pub journal_digest: u64,
    /// The state.
    pub state: T,
}

/// Shown the state after each stage of a tick: the stage's name, the state, and the events of the tick so far.
pub type Watch<'a, S> = dyn FnMut(&'static str, &<S as Simulation>::State, &[<S as Simulation>::Event]) + 'a;

/// A fight in motion.
#[derive(Debug)]
pub struct Live<S: Simulation> {
    rules: Arc<S>,
    orders: Arc<Orders<S::Order>>,
    at: Checkpoint<S::State>,
    scratch: S::Scratch,
    journal: Journal<S::Event>,
    event_bytes: Vec<u8>,
}

impl<S: Simulation> Live<S> {
    /// Start from frame 0.
    #[must_use]
    pub fn start(rules: Arc<S>, orders: Arc<Orders<S::Order>>) -> Self {
        let at = Checkpoint { tick: 0, journal_len: 0, journal_digest: 0, state: rules.start() };
        Self::resume(rules, orders, at)
    }

    /// Go on from a checkpoint. Orders stamped before its tick have been read already and are not read again.
    #[must_use]
    pub fn resume(rules: Arc<S>, orders: Arc<Orders<S::Order>>, at: Checkpoint<S::State>) -> Self {
        Self { rules, orders, at, scratch: S::Scratch::default(), journal: Journal::new(), event_bytes: Vec::new() }
    }

    /// Go on from the nearest checkpoint, or from the start where there is none.
    pub(crate) fn from_nearest(
        rules: Arc<S>,
        orders: Arc<Orders<S::Order>>,
        nearest: Option<&Checkpoint<S::State>>,
    ) -> Self {
        match nearest {
            Some(at) => Self::resume(rules, orders, at.clone()),
            None => Self::start(rules, orders),
        }
    }

    /// Save everything and go on from what was saved, with fresh buffers: what "heavy mode" does after every tick.
    ///
    /// # Errors
    /// The state does not read back from its own bytes, which is a fault of its `Encode` or `Decode`.
    pub fn through_save(self) -> Result<Self, CodecError> {
        let saved = codec::encode(&self.at);
        let at = codec::decode("checkpoint", &saved)?;
        Ok(Self::resume(self.rules, self.orders, at))
    }

    /// Move on by one tick.
    pub fn step(&mut self) {
        self.step_watched(&mut |_, _, _| {});
    }

    /// Move on by one tick and show the state after each stage, with its name and the events so far in this tick.
    pub fn step_watched(&mut self, watch: &mut Watch<'_, S>) {
        let Self { rules, orders, at, scratch, journal, .. } = self;
        journal.clear();
        let mut step = Step { tick: at.tick, state: &mut at.state, scratch, orders: orders.at(at.tick), journal };
        for stage in rules.stages() {
            (stage.run)(rules, &mut step);
            watch(stage.name, step.state, step.journal.events());
        }
        self.write_down();
    }

    /// Move on by one tick, and do something else besides: beside a stage, if the rules name one that is long.
    pub(crate) fn step_beside(&mut self, other: impl FnOnce() + Send) {
        let Self { rules, orders, at, scratch, journal, .. } = self;
        let rules = &**rules;
        let long = rules.long_stage();
        let mut other = Some(other);
        journal.clear();
        let mut step = Step { tick: at.tick, state: &mut at.state, scratch, orders: orders.at(at.tick), journal };
        for stage in rules.stages() {
            match other.take_if(|_| long == Some(stage.name)) {
                Some(other) => drop(crew::both(|| (stage.run)(rules, &mut step), other)),
                None => (stage.run)(rules, &mut step),
            }
        }
        if let Some(other) = other {
            other();
        }
        self.write_down();
    }

    /// Count in what a tick wrote, and the tick.
    fn write_down(&mut self) {
        let Self { at, journal, event_bytes, .. } = self;
        for event in &journal.0 {
            at.journal_digest = fold_event(at.journal_digest, event, event_bytes);
        }
        at.journal_len += u32::try_from(journal.0.len()).expect("a tick writes fewer than 2^32 events");
        at.tick += 1;
    }

    /// The rules.
    #[must_use]
    pub fn rules(&self) -> &Arc<S> {
        &self.rules
    }

    /// The tick whose frame the state is.
    #[must_use]
    pub fn tick(&self) -> u32 {
        self.at.tick
    }

    /// The state.
    #[must_use]
    pub fn state(&self) -> &S::State {
        &self.at.state
    }

    /// The events of the last tick stepped.
    #[must_use]
    pub fn events(&self) -> &[S::Event] {
        self.journal.events()
    }

    /// What the fight could be continued from.
    #[must_use]
    pub fn checkpoint(&self) -> &Checkpoint<S::State> {
        &self.at
    }

    /// How it ended, if it has.
    #[must_use]
    pub fn outcome(&self) -> Option<S::Outcome> {
        self.rules.outcome(&self.at.state)
    }

    /// The digest of this very moment.
    #[must_use]
    pub fn digest(&self) -> u64 {
        digest_of(&*self.rules, &self.at)
    }

    /// The digest of this very moment by section.
    #[must_use]
    pub fn sections(&self) -> Vec<Section> {
        let mut sections = Vec::new();
        write_digest(&*self.rules, &self.at, Digest::with_sections(&mut sections));
        sections
    }

    pub(crate) fn take_events(&mut self) -> std::vec::Drain<'_, S::Event> {
        self.journal.0.drain(..)
    }
}

/// Digest a checkpoint: its tick, the rules' own sections, the journal so far.
pub(crate) fn digest_of<S: Simulation>(rules: &S, at: &Checkpoint<S::State>) -> u64 {
    write_digest(rules, at, Digest::new())
}

fn write_digest<S: Simulation>(rules: &S, at: &Checkpoint<S::State>, mut digest: Digest<'_>) -> u64 {
    digest.section("clock", |d| d.u64(u64::from(at.tick)));
    rules.digest(&at.state, &mut digest);
    digest.section("journal", |d| {
        d.u64(u64::from(at.journal_len));
        d.u64(at.journal_digest);
    });
    digest.total()
}

/// Fold one event into the running digest of the journal; `bytes` is a buffer to reuse.
pub(crate) fn fold_event<E: Encode>(running: u64, event: &E, bytes: &mut Vec<u8>) -> u64 {
    bytes.clear();
    codec::write(event, bytes);
    fold(running, hash(bytes))
}
