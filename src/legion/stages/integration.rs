//! Integration: speeds become places; those who fall come to rest.

use recorder::Step;

use crate::legion::men::{Condition, Men};
use crate::legion::rules::{DT, Legion};

/// Nobody gets further from the middle of the field than this, in metres along either axis: the spatial hash ends there.
const EDGE: f32 = 1490.0;

/// Part of its speed that a falling body keeps from tick to tick.
const SLIDE: f32 = 0.82;

/// Run the stage.
pub fn run(_: &Legion, step: &mut Step<'_, Legion>) {
    let next = step.next_tick();
    let men = &mut step.state.men;
    settle(men, next);
    travel(&mut men.x, &men.vx);
    travel(&mut men.z, &men.vz);
}

/// Adding 0 keeps −0 out of the columns.
fn travel(places: &mut [f32], speeds: &[f32]) {
    for (place, speed) in places.iter_mut().zip(speeds) {
        *place = (*place + *speed * DT).clamp(-EDGE, EDGE) + 0.0;
    }
}

/// Slow down those who fall, and lay down those who have fallen. The dead and the gone have no speed.
fn settle(men: &mut Men, tick: u32) {
    for man in 0..men.len() {
        if men.condition[man] != Condition::DYING {
            continue;
        }
        if tick >= men.falls_at[man] {
            men.condition[man] = Condition::DEAD;
            (men.vx[man], men.vz[man]) = (0.0, 0.0);
        } else {
            men.vx[man] = men.vx[man] * SLIDE + 0.0;
            men.vz[man] = men.vz[man] * SLIDE + 0.0;
        }
    }
}
