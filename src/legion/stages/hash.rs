//! The spatial hash, made anew; and the small squares in which bodies are parted later. Between here and there nobody
//! moves.

use recorder::{Step, crew};

use crate::legion::rules::Legion;
use crate::legion::scratch::Scratch;

/// Run the stage.
pub fn run(rules: &Legion, step: &mut Step<'_, Legion>) {
    let Scratch { hash, crowd, .. } = &mut *step.scratch;
    let men = &step.state.men;
    crowd.ride(step.state.units.iter().map(|unit| rules.kind(unit).is_horse()));
    crew::both_if(rules.is_massed(), || hash.rebuild(men), || crowd.index(men));
}
