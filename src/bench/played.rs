//! A fight played back as if it were simulated: every tick shows what the real one showed, at no cost of its own, so
//! that recording alone is timed.

use std::sync::Arc;

use bincode::{Decode, Encode};
use recorder::{Digest, Packing, Show, Simulation, Stage, Stamped, Step};
use serde::{Deserialize, Serialize};

use crate::kernel::ruleset::Ruleset;

/// The states of a fight, one a tick.
#[derive(Debug)]
pub struct Played<G: Ruleset> {
    rules: Arc<G>,
    states: Vec<G::State>,
    stages: [Stage<Self>; 1],
}

/// Which tick is shown.
#[derive(Debug, Clone, PartialEq, Encode, Decode, Serialize, Deserialize)]
pub struct At(u32);

impl<G: Ruleset> Played<G> {
    /// Show states one after the other.
    pub fn of(rules: &Arc<G>, states: Vec<G::State>) -> Arc<Self> {
        let stages = [Stage { name: "show", run: |_, step: &mut Step<'_, Self>| step.state.0 += 1 }];
        Arc::new(Self { rules: Arc::clone(rules), states, stages })
    }

    /// Ticks, frame 0 included.
    pub fn ticks(&self) -> u32 {
        u32::try_from(self.states.len()).expect("a fight has fewer than 2^32 ticks")
    }

    /// Show every row of a tick.
    pub fn show(&self, tick: u32, see: &mut impl FnMut(&G::Row)) {
        self.rules.observe(&self.states[tick as usize], see);
    }
}

impl<G: Ruleset> Simulation for Played<G> {
    type State = At;
    type Scratch = ();
    type Row = G::Row;
    type Event = ();
    type Order = ();
    type Outcome = ();
    type Cast = ();

    fn ruleset(&self) -> &str {
        self.rules.ruleset()
    }

    fn fingerprint(&self) -> u64 {
        0
    }

    fn tick_hz(&self) -> u32 {
        self.rules.tick_hz()
    }

    fn cap_ticks(&self) -> u32 {
        self.rules.cap_ticks()
    }

    fn start(&self) -> At {
        At(0)
    }

    fn stages(&self) -> &[Stage<Self>] {
        &self.stages
    }

    fn observe(&self, state: &At, see: &mut impl FnMut(&G::Row)) {
        self.show(state.0, see);
    }

    fn show(&self, state: &At, to: &mut impl Show<G::Row>) {
        self.rules.show(&self.states[state.0 as usize], to);
    }

    fn digest(&self, _: &At, _: &mut Digest<'_>) {} // nor do the alternatives digest

    fn outcome(&self, state: &At) -> Option<()> {
        (state.0 + 1 == self.ticks()).then_some(())
    }

    fn refuse_late(&self, _: &Stamped<()>, _: u32) {}

    fn cast(&self) {}

    fn packing() -> Option<Packing<G::Row>> {
        G::packing()
    }

    fn row_bytes(row: &G::Row) -> usize {
        G::row_bytes(row)
    }
}
