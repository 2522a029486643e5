//! Combat: men find opponents, strike, and units push.
//!
//! All blows that land in a tick are found first and dealt after, so that two men can fell each other, and neither side
//! strikes first for standing earlier in the list.

pub mod acquire;
mod blow;
pub mod duel;
mod hold;
mod push;
mod strike;
mod survey;
mod trample;

pub use acquire::{ACQUIRE_PAD, CROWD_HARD_CAP, CROWD_SOFT_CAP, FRONT_BIAS, engage_cap};
pub use hold::KEEP_PAD;
pub use strike::{HIT_FRAME, swing_ticks};

use recorder::Step;

use crate::legion::rules::Legion;

/// Run the stage.
pub fn run(rules: &Legion, step: &mut Step<'_, Legion>) {
    open(step);
    survey::survey(rules, step);
    hold::hold(rules, step);
    acquire::acquire(rules, step);
    strike::strike(rules, step);
    trample::trample(rules, step);
    blow::deal(rules, step);
    push::push(rules, step);
}

/// Forget the last tick.
fn open(step: &mut Step<'_, Legion>) {
    step.scratch.losses.clear();
    step.scratch.struck.clear();
    step.scratch.struck.resize(step.state.units.len(), [0; 3]);
    step.scratch.fray.blows.clear();
    step.scratch.fray.charges.clear();
}

#[cfg(test)]
mod tests {
    use crate::legion::testing::{battle, line, live};

    #[test]
    fn in_a_settled_front_of_160_about_35_fight_and_it_grinds() {
        let cohort = line("legionary-cohort", 160, [0, -15], 90);
        let warband = line("warband", 180, [0, 15], 270);
        let mut live = live(battle(&[cohort], &[warband]), &[]);
        let (mut fighting, mut alive) = (Vec::new(), 0);
        for tick in 0..45 * 30 {
            live.step();
            let units = &live.state().units;
            if tick == 15 * 30 {
                alive = units[0].alive + units[1].alive;
            }
            if tick >= 15 * 30 {
                fighting.push(units[0].engaged);
            }
        }
        let mean = fighting.iter().map(|&men| f32::from(men)).sum::<f32>() / fighting.len() as f32;
        assert!((28.0..=42.0).contains(&mean), "{mean} men");
        let units = &live.state().units;
        let fallen = alive - units[0].alive - units[1].alive;
        assert!((20..=110).contains(&fallen), "{fallen} of both in half a minute");
        assert!(units.iter().all(|unit| unit.nerve.is_in_order()), "nobody breaks in the first forty-five seconds");
    }
}
