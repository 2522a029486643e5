//! Missiles: men shoot; what is in the air flies, hits or comes down.

use recorder::Step;

use crate::legion::rules::Legion;

/// Run the stage.
pub fn run(_rules: &Legion, _step: &mut Step<'_, Legion>) {}
