//! Combat: men find opponents, strike, and units push.

use recorder::Step;

use crate::legion::rules::Legion;

/// Run the stage.
pub fn run(_rules: &Legion, _step: &mut Step<'_, Legion>) {}
