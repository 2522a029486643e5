//! Cohesion: units count their men, close their ranks, meet or part with the enemy, and carry their middle on.

use recorder::Step;

use crate::legion::rules::Legion;

/// Run the stage.
pub fn run(_rules: &Legion, _step: &mut Step<'_, Legion>) {}
