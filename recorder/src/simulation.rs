//! What a game must say of itself to be recorded: rules that never change, a state that steps, and what can be seen of it.

use std::fmt::Debug;

use bincode::{Decode, Encode};
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::{Digest, Journal, Packing, Stamped};

/// Anything that is stored, compared and shown: rows, events, orders, outcomes, states.
///
/// Blanket-implemented; derive the parts. `Serialize` gives the field names that differences are reported with, so
/// a struct's field names are what a tester reads. Encode fields with a fixed width (no `usize`).
pub trait Data:
    Clone + PartialEq + Debug + Send + Sync + Encode + Decode<()> + Serialize + DeserializeOwned + 'static
{
}

impl<T> Data for T where
    T: Clone + PartialEq + Debug + Send + Sync + Encode + Decode<()> + Serialize + DeserializeOwned + 'static
{
}

/// A deterministic simulation.
///
/// The implementing value is the *rules*: scenario, seed and content, immutable while a fight runs. Everything that
/// changes lives in [`Simulation::State`]; everything that is merely reused to save allocations lives in
/// [`Simulation::Scratch`], which is never digested, saved or cloned, and which must not carry meaning from one stage
/// to the next tick.
///
/// A fight is then a pure function of (rules, orders). Nothing in `stages` may look outside: no clock, no
/// environment, no global, no iteration over hashed containers, no address.
pub trait Simulation: Debug + Send + Sync + Sized + 'static {
    /// All that changes from tick to tick, random stream positions included.
    type State: Data;
    /// Buffers reused between ticks.
    type Scratch: Default + Debug + Send;
    /// One observable thing (a unit, a tower, a formation). Its place in the list of rows is its identity: a thing keeps
    /// its place for the whole fight, new things go to the end, and the dead keep their row.
    type Row: Data;
    /// One line of the journal.
    type Event: Data;
    /// Something a person or a script may ask for at a tick.
    type Order: Data;
    /// How a fight can end.
    type Outcome: Data;
    /// What never changes but is needed to draw and name the rows: names, sides, the field. Saved once a file.
    type Cast: Data;

    /// Name the ruleset, as files and error messages spell it: `skirmish`.
    fn ruleset(&self) -> &str;

    /// Give the digest of everything in the rules that can change a fight: content, constants, scenario and seed.
    /// Files carry it, so that a changed rule is told from a broken promise.
    fn fingerprint(&self) -> u64;

    /// Ticks in a second.
    fn tick_hz(&self) -> u32;

    /// The tick at which the rules themselves end a fight. The recorder's guard stands [`crate::GUARD_TICKS`] above it.
    fn cap_ticks(&self) -> u32;

    /// Make the state of frame 0: before anyone has acted.
    fn start(&self) -> Self::State;

    /// List the stages of a tick, in order. The table is the documentation of the tick.
    fn stages(&self) -> &[Stage<Self>];

    /// Give all rows where the state keeps them side by side, in place order: recording them is then quickest.
    ///
    /// A ruleset gives this or [`Simulation::observe`], not both.
    fn rows<'a>(&'a self, state: &'a Self::State) -> Option<&'a [Self::Row]> {
        _ = state;
        None
    }

    /// Show every row, in place order. By itself it shows those of [`Simulation::rows`].
    fn observe(&self, state: &Self::State, see: &mut impl FnMut(&Self::Row)) {
        self.rows(state).unwrap_or_default().iter().for_each(see);
    }

    /// Show every row, in place order, as [`Simulation::observe`] does. For rows that own much memory: they are made in
    /// that of rows which are no longer needed. Only a simulation that packs is asked.
    fn show(&self, state: &Self::State, to: &mut impl Show<Self::Row>) {
        self.observe(state, &mut |row| to.row(row.clone()));
    }

    /// Name the stage that takes longest and cannot be shared out between threads, of a fight in which sharing pays at
    /// all: what recording has to do is then done beside it, where there is another thread.
    fn long_stage(&self) -> Option<&'static str> {
        None
    }

    /// Digest everything in the state that can change the future or the picture, in named sections.
    fn digest(&self, state: &Self::State, digest: &mut Digest<'_>);

    /// Tell whether and how the fight is over, once the last stage of a tick has run.
    fn outcome(&self, state: &Self::State) -> Option<Self::Outcome>;

    /// Refuse an order stamped at or after the tick at which the fight ended.
    fn refuse_late(&self, order: &Stamped<Self::Order>, ended: u32) -> Self::Event;

    /// Give the static data that drawing a recording needs.
    fn cast(&self) -> Self::Cast;

    /// Say how rows that hold many things in columns are packed. Blocks of frames are then packed as they close, in
    /// memory as in files, and unpacked as far as they are asked for. By itself they stay as they are.
    #[must_use]
    fn packing() -> Option<Packing<Self::Row>> {
        None
    }

    /// Number the layout of rows, their packing, events, orders, outcomes and cast in files; raise it when one of them
    /// changes.
    const LAYOUT: u32 = 1;

    /// Count the bytes a row takes, for budgets; override when a row owns memory outside itself.
    fn row_bytes(row: &Self::Row) -> usize {
        size_of_val(row)
    }

    /// Count the bytes a state takes, for budgets; override when a state owns memory outside itself.
    fn state_bytes(state: &Self::State) -> usize {
        size_of_val(state)
    }
}

/// Is shown rows, in place order.
pub trait Show<R> {
    /// Give a row that was in a place before and is no longer needed, if there is one: memory to be used again.
    fn spare(&mut self, place: usize) -> Option<R>;
    /// Show the row in the next place.
    fn row(&mut self, row: R);
}

/// One named step of a tick.
#[derive(Debug)]
pub struct Stage<S: Simulation> {
    /// The name that digests and differences use.
    pub name: &'static str,
    /// What it does.
    pub run: fn(&S, &mut Step<'_, S>),
}

/// What a stage may touch while it runs.
#[derive(Debug)]
pub struct Step<'a, S: Simulation> {
    /// The tick being left: frame `tick` is the state before the first stage, frame `tick + 1` the one after the last.
    pub tick: u32,
    /// The state.
    pub state: &'a mut S::State,
    /// Buffers; empty of meaning at the start of every tick.
    pub scratch: &'a mut S::Scratch,
    /// The orders stamped with this very tick, resolved: lowest sequence first, then first seen.
    pub orders: &'a [Stamped<S::Order>],
    /// Where events are written.
    pub journal: &'a mut Journal<S::Event>,
}

impl<S: Simulation> Step<'_, S> {
    /// The tick this step produces.
    #[must_use]
    pub fn next_tick(&self) -> u32 {
        self.tick + 1
    }
}
