//! Trampling: horse at speed strikes those on foot whom it rides through, besides whomever its rider fights.

use recorder::Step;

use crate::legion::fray::Blow;
use crate::legion::hash::Hash;
use crate::legion::rules::Legion;
use crate::legion::stages::combat::hold::can_meet;
use crate::legion::state::State;

/// Metres a second from which a horse tramples.
/// Ours: above a walk.
pub const TRAMPLE_SPEED: f32 = 3.0;

/// Metres from its middle that a horse tramples. Ours: its breast, and a man's width.
pub const TRAMPLE_REACH: f32 = 1.2;

/// Ticks between two of one horse. Ours: at a gallop, about a man each two ranks.
const TRAMPLE_TICKS: u32 = 6;

/// Part of the weight of a run-in that a man feels who is merely in the way.
/// Ours: who is brushed feels less than who is ridden at.
const TRAMPLE_SHARE: f32 = 0.5;

/// Cosine of the cone before it, 72° to both sides.
/// Ours: what a horse's breast meets.
const AHEAD: f32 = 0.3;

/// Find whom the horses ride through.
pub fn trample(rules: &Legion, step: &mut Step<'_, Legion>) {
    let (state, scratch) = (&*step.state, &mut *step.scratch);
    for (index, unit) in state.units.iter().enumerate() {
        let kind = rules.kind(unit);
        if !kind.is_horse() || !scratch.fray.near[index] || !unit.nerve.is_in_order() {
            continue;
        }
        for man in unit.men() {
            if !(man as u32).wrapping_add(step.tick).is_multiple_of(TRAMPLE_TICKS) || !state.men.is_up(man) {
                continue;
            }
            let speed_sq = state.men.vx[man] * state.men.vx[man] + state.men.vz[man] * state.men.vz[man];
            if speed_sq < TRAMPLE_SPEED * TRAMPLE_SPEED {
                continue;
            }
            let speed = speed_sq.sqrt();
            if let Some(foe) = under_hoof(rules, state, &scratch.hash, man, speed) {
                let charge = kind.charge * (speed / kind.run).min(1.0) * TRAMPLE_SHARE;
                scratch.fray.blows.push(Blow { by: man as u32, man: foe as u32, charge });
            }
        }
    }
}

/// Find the nearest enemy on foot before a horse, other than whom its rider fights; equals go to the lower place.
fn under_hoof(rules: &Legion, state: &State, hash: &Hash, man: usize, speed: f32) -> Option<usize> {
    let men = &state.men;
    let (ahead_x, ahead_z) = (men.vx[man] / speed, men.vz[man] / speed);
    let mut best: Option<(f32, usize)> = None;
    hash.near(men, men.x[man], men.z[man], TRAMPLE_REACH, |foe, distance_sq| {
        if men.side[foe] == men.side[man]
            || men.target[man] == foe as u32
            || !can_meet(men, man, foe, distance_sq, TRAMPLE_REACH)
            || rules.kind(&state.units[usize::from(men.unit[foe])]).is_horse()
        {
            return;
        }
        let ahead = (men.x[foe] - men.x[man]) * ahead_x + (men.z[foe] - men.z[man]) * ahead_z;
        if ahead < AHEAD * distance_sq.sqrt() {
            return;
        }
        if best.is_none_or(|(nearest, at)| distance_sq < nearest || (distance_sq <= nearest && foe < at)) {
            best = Some((distance_sq, foe));
        }
    });
    best.map(|(_, foe)| foe)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::legion::field::{Field, HORSE, SWORDS};

    /// Whom a horse at the origin tramples that rides north, with men where they are given.
    fn trampled(kind: usize, speed: f32, foes: &[[f32; 2]]) -> Vec<u32> {
        let mut field = Field::of_sides(2);
        field.block(0, HORSE, [0.0, 0.0], [0.0, 1.0], 1, 1);
        for &foe in foes {
            field.block(1, kind, foe, [0.0, -1.0], 1, 1);
        }
        field.state.men.vz[0] = speed;
        field.run(
            |rules, step| {
                step.scratch.fray.near = vec![true; step.state.units.len()];
                trample(rules, step);
            },
            0,
        );
        field.scratch.fray.blows.iter().map(|blow| blow.man).collect()
    }

    #[test]
    fn a_horse_at_speed_tramples_the_nearest_on_foot_before_it() {
        assert_eq!(trampled(SWORDS, 3.0, &[[0.0, 1.1], [0.3, 0.8]]), [2]);
        assert!(trampled(SWORDS, 2.9, &[[0.0, 1.1]]).is_empty(), "too slow");
        assert!(trampled(SWORDS, 3.0, &[[0.0, 1.21]]).is_empty(), "too far");
        assert!(trampled(SWORDS, 3.0, &[[0.0, -0.5]]).is_empty(), "behind it");
        assert!(trampled(HORSE, 3.0, &[[0.0, 1.0]]).is_empty(), "as high as itself");
    }
}
