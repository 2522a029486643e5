//! The general: a plan for each army, a command for each unit. See [`crate::legion::mind::general`].

use recorder::Step;

use crate::legion::mind::general;
use crate::legion::rules::Legion;

/// Run the stage.
pub fn run(rules: &Legion, step: &mut Step<'_, Legion>) {
    general::run(rules, step);
}
