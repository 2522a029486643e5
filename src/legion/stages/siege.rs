//! The siege: its place in the tick; open ground has none.

use recorder::Step;

use crate::legion::rules::Legion;

/// Run the stage.
pub fn run(_rules: &Legion, _step: &mut Step<'_, Legion>) {}
