//! Survey: the ground each unit stands on, and which of them an enemy can be within reach of.

use recorder::{Step, crew};

use crate::legion::extent::Extent;
use crate::legion::rules::Legion;
use crate::legion::stages::combat::hold::KEEP_PAD;

/// Measure all units, and mark those with an enemy near.
pub fn survey(rules: &Legion, step: &mut Step<'_, Legion>) {
    let (state, fray) = (&*step.state, &mut step.scratch.fray);
    fray.extents =
        crew::each_if(rules.is_massed(), state.units.iter().collect(), |_, unit| Extent::of(&state.men, unit));
    fray.near.clear();
    fray.near.resize(state.units.len(), false);
    for one in 0..state.units.len() {
        for other in one + 1..state.units.len() {
            if state.units[one].side == state.units[other].side || (fray.near[one] && fray.near[other]) {
                continue;
            }
            // The longer of two reaches, so that both are told: the shorter one finds nobody.
            let reach = rules.kind(&state.units[one]).reach.max(rules.kind(&state.units[other]).reach) + KEEP_PAD;
            if fray.extents[one].comes_near(&fray.extents[other], reach) {
                (fray.near[one], fray.near[other]) = (true, true);
            }
        }
    }
}
