//! Integration: speeds become places; those who fall come to rest.

use recorder::Step;

use crate::legion::men::{Condition, Men};
use crate::legion::rules::{DT, Legion};

/// Nobody gets further from the middle of the field than this, in metres along either axis: the spatial hash ends
/// there.
/// Ours: ten metres inside the squares, whose half is the source's.
const EDGE: f32 = 1490.0;

/// Part of its speed that a falling body keeps from tick to tick.
/// Ours: a thrown body slides a step and not further.
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::legion::testing::{battle, line, live};

    #[test]
    fn places_follow_speeds_and_hold_no_negative_zero() {
        let mut places = [0.0, 1.0, EDGE, 0.5];
        travel(&mut places, &[-0.0, 3.0, 30.0, -15.0]);
        assert_eq!(places, [0.0, 1.1, EDGE, 0.0]);
        assert!(places.iter().all(|place| place.to_bits() != (-0.0_f32).to_bits()));
    }

    #[test]
    fn a_falling_man_lies_at_his_tick_and_slides_less_and_less() {
        let rules = battle(&[line("archers", 9, [0, -50], 90)], &[line("bowmen", 9, [0, 50], 270)]);
        let mut men = live(rules, &[]).state().men.clone();
        (men.condition[4], men.falls_at[4], men.vx[4]) = (Condition::DYING, 10, 1.4);
        settle(&mut men, 9);
        assert!(men.condition[4] == Condition::DYING && men.vx[4] < 1.4 && men.vx[4] > 0.0);
        settle(&mut men, 10);
        assert!(men.condition[4] == Condition::DEAD && men.vx[4] == 0.0);
    }
}
