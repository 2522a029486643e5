//! The officers: what each unit does about the general's command and the enemy before it.

use recorder::Step;

use crate::legion::rules::Legion;

/// Run the stage.
pub fn run(_rules: &Legion, _step: &mut Step<'_, Legion>) {}
