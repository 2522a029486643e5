//! Squaring up: two fronts that met at an angle or by a corner turn to each other, and a front that stands beside its
//! opponent closes up to it. Without, units lock by a few men and the fight hardly goes on.

use crate::legion::content::Kind;
use crate::legion::formation::Block;
use crate::legion::rules::DT;
use crate::legion::scratch::Scratch;
use crate::legion::state::State;

/// Part of the narrower of two fronts that should stand before the other one.
/// Ours: below the whole, so that two fronts of a width do not shuffle for ever.
const OVERLAP: f32 = 0.8;

/// Part of a walk at which a front closes up sideways.
/// Ours: sideways, with the enemy before them.
const SLIDE_PACE: f32 = 0.5;

/// Metres between the ground of two units of a side that one of them leaves when it closes up.
/// Ours: neighbours do not mix their files.
const ELBOW: f32 = 0.5;

/// Cosine between a unit's facing and its opponent's side from which it turns there at all: beyond, it is attacked from
/// behind, and its men turn one by one.
/// Ours: 107°, somewhat past the side.
const TURNS_FROM: f32 = -0.3;

/// Men in a fight below which a unit that stands with its back to its opponent turns about.
/// Ours: the source's least number of men who fight.
pub const ENGAGED_FEW: u16 = 6;

/// What a locked unit does to stand before its opponent.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Squaring {
    /// Where it should face; `None` where it faces well or cannot turn.
    pub facing: Option<[f32; 2]>,
    /// By how much it goes sideways in this tick, in metres.
    pub aside: [f32; 2],
}

/// Say how a locked unit squares up to its opponent.
#[must_use]
pub fn square_up(state: &State, scratch: &Scratch, index: usize, kind: &Kind) -> Squaring {
    let unit = &state.units[index];
    let (own, foe) = (&scratch.blocks[index], &scratch.blocks[usize::from(unit.locked)]);
    let [nx, nz] = face_of(foe, own);
    let turns = unit.fx * nx + unit.fz * nz > TURNS_FROM || unit.engaged < ENGAGED_FEW;
    let facing = turns.then_some([nx, nz]);
    let across = (foe.x - own.x) * unit.fz - (foe.z - own.z) * unit.fx;
    let wanted = lacking(own, foe, across);
    let stride = wanted.clamp(-1.0, 1.0) * (kind.walk * SLIDE_PACE * DT).min(wanted.abs());
    let aside = [unit.fz * stride, 0.0 - unit.fx * stride];
    let free = stride != 0.0 && !crowds(state, scratch, index, aside);
    Squaring { facing, aside: if free { aside } else { [0.0; 2] } }
}

/// The way into the side of a block that another one stands before; its front wherever it stands before that.
fn face_of(foe: &Block, own: &Block) -> [f32; 2] {
    let (dx, dz) = (own.x - foe.x, own.z - foe.z);
    let (ahead, right) = (dx * foe.fx + dz * foe.fz, dx * foe.fz - dz * foe.fx);
    let beside = right.abs() - foe.half_wide - own.half_deep;
    if ahead > foe.half_deep && ahead - foe.half_deep > beside {
        [0.0 - foe.fx, 0.0 - foe.fz]
    } else if beside > ahead.abs() - foe.half_deep - own.half_deep {
        let sign = if right < 0.0 { 1.0 } else { -1.0 };
        [foe.fz * sign + 0.0, 0.0 - foe.fx * sign]
    } else {
        let sign = if ahead < 0.0 { 1.0 } else { -1.0 };
        [foe.fx * sign + 0.0, foe.fz * sign + 0.0]
    }
}

/// Metres to the right that a front lacks for enough of it to stand before the other.
fn lacking(own: &Block, foe: &Block, across: f32) -> f32 {
    let (rx, rz) = (own.fz, 0.0 - own.fx);
    let foe_half = foe.reach(rx, rz);
    let most = own.half_wide + foe_half - 2.0 * own.half_wide.min(foe_half) * OVERLAP;
    let over = (across.abs() - most).max(0.0);
    if across < 0.0 { -over } else { over }
}

/// Tell whether a step aside brings a unit onto the ground of another one of its side.
fn crowds(state: &State, scratch: &Scratch, index: usize, [dx, dz]: [f32; 2]) -> bool {
    let unit = &state.units[index];
    let now = &scratch.blocks[index];
    let then = Block { x: now.x + dx, z: now.z + dz, ..*now };
    state.units.iter().zip(&scratch.blocks).enumerate().any(|(other, (friend, block))| {
        let near = other != index && friend.side == unit.side && friend.is_here() && friend.nerve.is_in_order();
        near && {
            let gap = then.gap(block).0;
            gap < ELBOW && gap < now.gap(block).0
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::legion::stages::combat::acquire::engage_cap;
    use crate::legion::testing::{battle, line, live};
    use crate::legion::unit::NO_UNIT;

    /// A cohort that looks north, and a warband put somewhere, told to go for each other; how many of both fight after
    /// some seconds, in per cent of those who can.
    fn fights(at: [i32; 2], facing: i32, seconds: u32) -> [u32; 2] {
        let rules = battle(&[line("legionary-cohort", 160, [0, 0], 90)], &[line("warband", 180, at, facing)]);
        let mut live = live(rules, &["0 rome attack 1 2", "0 juthungi attack 2 1"]);
        (0..seconds * 30).for_each(|_| live.step());
        let part = |unit: usize| {
            let unit = &live.state().units[unit];
            u32::from(unit.engaged) * 100 / u32::from(engage_cap(unit, live.rules().kind(unit)))
        };
        [part(0), part(1)]
    }

    fn assert_squared(at: [i32; 2], facing: i32) {
        let [cohort, warband] = fights(at, facing, 25);
        assert!(cohort >= 85 && warband >= 85, "{cohort} % and {warband} % of those who can at {at:?}, {facing}°");
    }

    #[test]
    fn fronts_that_met_by_a_corner_turn_to_each_other() {
        assert_squared([17, 15], 180);
        assert_squared([-17, 15], 0);
    }

    #[test]
    fn fronts_that_met_at_an_angle_square_up() {
        assert_squared([6, 6], 240);
        assert_squared([-8, 7], 300);
    }

    #[test]
    fn a_front_beside_its_opponent_closes_up() {
        assert_squared([22, 2], 270);
        assert_squared([-22, 2], 270);
    }

    #[test]
    fn nobody_is_left_standing_back_to_back() {
        assert_squared([0, -8], 270);
    }

    /// Two cohorts side by side, the second of them locked with a warband that stands to the left of it.
    fn step_aside(friend_x: i32) -> [f32; 2] {
        let cohorts = [line("legionary-cohort", 160, [friend_x, 0], 90), line("legionary-cohort", 160, [0, 0], 90)];
        let rules = battle(&cohorts, &[line("warband", 180, [-20, 1], 270)]);
        let mut state = rules.opening().clone();
        (state.units[1].locked, state.units[2].locked, state.units[0].locked) = (2, 1, NO_UNIT);
        let mut scratch = Scratch::default();
        scratch.blocks.extend(state.units.iter().map(|unit| Block::of(unit, rules.kind(unit))));
        square_up(&state, &scratch, 1, rules.kind(&state.units[1])).aside
    }

    #[test]
    fn nobody_closes_up_onto_a_comrade() {
        // A cohort is 28 files of 0.9 m wide.
        let free = step_aside(-60);
        assert!(free[0] < 0.0 && free[1] == 0.0, "{free:?}");
        assert_eq!(step_aside(-25), [0.0; 2], "0.2 m between them");
        assert_ne!(step_aside(25), [0.0; 2], "away from him");
    }

    #[test]
    fn a_front_is_content_with_four_fifths_of_the_narrower_before_the_other() {
        let own = Block { x: 0.0, z: 0.0, fx: 0.0, fz: 1.0, half_wide: 10.0, half_deep: 2.0 };
        let foe = Block { z: 6.0, fz: -1.0, ..own };
        assert_eq!(lacking(&own, &foe, 20.0 * (1.0 - OVERLAP)), 0.0);
        assert!((lacking(&own, &foe, 5.0) - 1.0).abs() < 1e-5);
        assert!((lacking(&own, &foe, -5.0) + 1.0).abs() < 1e-5);
    }

    #[test]
    fn whoever_is_met_from_behind_does_not_wheel_unless_hardly_anyone_fights() {
        let rules = battle(&[line("legionary-cohort", 160, [0, 0], 90)], &[line("warband", 180, [0, -8], 90)]);
        let mut state = rules.opening().clone();
        (state.units[0].locked, state.units[1].locked) = (1, 0);
        let mut scratch = Scratch::default();
        scratch.blocks.extend(state.units.iter().map(|unit| Block::of(unit, rules.kind(unit))));
        let facing = |state: &State| square_up(state, &scratch, 0, rules.kind(&state.units[0])).facing;
        state.units[0].engaged = ENGAGED_FEW;
        assert_eq!(facing(&state), None);
        state.units[0].engaged = ENGAGED_FEW - 1;
        assert!(facing(&state).is_some_and(|[_, fz]| fz < -0.9));
    }
}
