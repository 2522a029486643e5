//! The spatial hash, made anew.

use recorder::Step;

use crate::legion::rules::Legion;

/// Run the stage.
pub fn run(_: &Legion, step: &mut Step<'_, Legion>) {
    step.scratch.hash.rebuild(&step.state.men);
}
