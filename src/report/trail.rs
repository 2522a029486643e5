//! The trail of a report: a digest a tick, and after each stage of a tick a check of the state.

use std::sync::Arc;

use recorder::compare::stage_digest;
use recorder::{GUARD_TICKS, Live, RecordError, Simulation};

/// What a fight did, in digests.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Trail {
    /// The names of the stages of a tick, in order.
    pub stages: Vec<String>,
    /// The digest of every tick from 0 to the terminal one.
    pub digests: Vec<u64>,
    /// The checks after each stage of every tick from 1 on, all stages of a tick together.
    pub checks: Vec<u16>,
}

impl Trail {
    /// Start at frame 0.
    pub(super) fn start<S: Simulation>(live: &Live<S>) -> Self {
        Self { stages: stage_names(&**live.rules()), digests: vec![live.digest()], checks: Vec::new() }
    }

    /// Move on by one tick and write it down.
    pub(super) fn step<S: Simulation>(&mut self, live: &mut Live<S>) {
        step_checked(live, &mut self.checks);
        self.digests.push(live.digest());
    }

    /// The terminal tick.
    #[must_use]
    pub fn last_tick(&self) -> u32 {
        u32::try_from(self.digests.len()).unwrap_or(u32::MAX).saturating_sub(1)
    }

    /// The digest of a tick.
    #[must_use]
    pub fn digest(&self, tick: u32) -> Option<u64> {
        self.digests.get(tick as usize).copied()
    }

    /// The checks on the way to a tick, one a stage; empty for tick 0.
    #[must_use]
    pub fn checks_at(&self, tick: u32) -> &[u16] {
        let width = self.stages.len();
        let from = (tick as usize).saturating_sub(1).saturating_mul(width);
        if tick == 0 { &[] } else { self.checks.get(from..from.saturating_add(width)).unwrap_or(&[]) }
    }
}

/// Name the stages of a tick.
pub(super) fn stage_names<S: Simulation>(rules: &S) -> Vec<String> {
    rules.stages().iter().map(|stage| stage.name.to_owned()).collect()
}

/// Move on by one tick and push a check of the state after each stage. Sixteen bits tell one stage from the next; it
/// is the tick's own digest that proves.
pub(super) fn step_checked<S: Simulation>(live: &mut Live<S>, checks: &mut Vec<u16>) {
    let rules = Arc::clone(live.rules());
    live.step_watched(&mut |_, state, events| checks.push(check_from_digest(stage_digest(&*rules, state, events))));
}

fn check_from_digest(digest: u64) -> u16 {
    let [a, b, c, d, e, f, g, h] = digest.to_le_bytes();
    u16::from_le_bytes([a ^ c ^ e ^ g, b ^ d ^ f ^ h])
}

/// Stop where the recorder would: rules that do not end a fight by their own cap are broken.
pub(super) fn guard<S: Simulation>(live: &Live<S>) -> Result<(), RecordError> {
    let (cap, tick) = (live.rules().cap_ticks(), live.tick());
    if tick >= cap + GUARD_TICKS { Err(RecordError::GuardTripped { cap, tick }) } else { Ok(()) }
}
