//! Combat: men find opponents, strike, and units push.
//!
//! All blows that land in a tick are found first and dealt after, so that two men can fell each other, and neither side
//! strikes first for standing earlier in the list.

mod acquire;
mod blow;
pub mod duel;
mod hold;
mod push;
mod strike;
mod survey;
mod trample;

pub use acquire::{ACQUIRE_PAD, CROWD_HARD_CAP, CROWD_SOFT_CAP, FRONT_BIAS, engage_cap};
pub use hold::KEEP_PAD;
pub use strike::{HIT_FRAME, swing_ticks};

use recorder::Step;

use crate::legion::rules::Legion;

/// Run the stage.
pub fn run(rules: &Legion, step: &mut Step<'_, Legion>) {
    open(step);
    survey::survey(rules, step);
    hold::hold(rules, step);
    acquire::acquire(rules, step);
    strike::strike(rules, step);
    trample::trample(rules, step);
    blow::deal(rules, step);
    push::push(rules, step);
}

/// Forget the last tick.
fn open(step: &mut Step<'_, Legion>) {
    step.scratch.losses.clear();
    step.scratch.struck.clear();
    step.scratch.struck.resize(step.state.units.len(), [0; 3]);
    step.scratch.fray.blows.clear();
    step.scratch.fray.charges.clear();
}
