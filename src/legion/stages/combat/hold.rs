//! Holding: a man keeps his opponent until that one falls or gets out of reach.

use recorder::Step;

use crate::legion::hash::SAME_LEVEL;
use crate::legion::men::{Condition, Men, NOBODY};
use crate::legion::rules::Legion;
use crate::legion::stages::combat::acquire::ACQUIRE_PAD;
use crate::legion::unit::Unit;

/// Metres beyond his weapon's reach to which a man keeps an opponent. Above [`ACQUIRE_PAD`] by four ticks of the most
/// that a man in a fight is jostled: less, and he drops the one he strikes at because somebody leaned on him.
/// Source: massed battle, reach and pads.
pub const KEEP_PAD: f32 = ACQUIRE_PAD + KEEP_BAND;

/// See [`KEEP_PAD`].
const KEEP_BAND: f32 = 0.32;

const _: () = assert!(KEEP_BAND >= 4.0 * 0.08 - 1e-6);

/// Drop those who are gone, and count who is left: the opponents of each unit, and those on each man.
pub fn hold(rules: &Legion, step: &mut Step<'_, Legion>) {
    let (state, scratch) = (&mut *step.state, &mut *step.scratch);
    scratch.attackers.clear();
    scratch.attackers.resize(state.men.len(), 0);
    for (unit, &near) in state.units.iter_mut().zip(&scratch.fray.near) {
        let fights = near && unit.nerve.is_in_order();
        if !fights && unit.engaged == 0 {
            continue;
        }
        let keep = if fights { rules.kind(unit).reach + KEEP_PAD } else { -1.0 };
        hold_unit(&mut state.men, unit, keep, &mut scratch.attackers);
    }
}

/// Drop whom a unit's men cannot keep, and work out its opponents: how many, and where on average.
fn hold_unit(men: &mut Men, unit: &mut Unit, keep: f32, attackers: &mut [u8]) {
    let (mut engaged, mut nx, mut nz) = (0_u16, 0.0, 0.0);
    for man in unit.men() {
        let foe = men.target[man];
        if foe == NOBODY {
            continue;
        }
        let foe = foe as usize;
        let (dx, dz) = (men.x[foe] - men.x[man], men.z[foe] - men.z[man]);
        let distance_sq = dx * dx + dz * dz;
        if keep < 0.0 || !can_meet(men, man, foe, distance_sq, keep) {
            drop_foe(men, man);
            continue;
        }
        attackers[foe] = attackers[foe].saturating_add(1);
        engaged = engaged.saturating_add(1);
        let distance = distance_sq.sqrt().max(1e-3);
        nx += dx / distance;
        nz += dz / distance;
    }
    unit.engaged = engaged;
    let length = (nx * nx + nz * nz).sqrt();
    // Opponents all round leave no direction.
    (unit.nx, unit.nz) = if length < 0.1 { (0.0, 0.0) } else { (nx / length + 0.0, nz / length + 0.0) };
}

/// Tell whether a man can fight another within a distance: both up, on one level, near enough.
#[inline]
pub fn can_meet(men: &Men, man: usize, foe: usize, distance_sq: f32, reach: f32) -> bool {
    distance_sq <= reach * reach && men.is_up(man) && men.is_up(foe) && (men.y[foe] - men.y[man]).abs() < SAME_LEVEL
}

/// Let go of an opponent, and of the blow meant for him.
fn drop_foe(men: &mut Men, man: usize) {
    men.target[man] = NOBODY;
    men.lands_at[man] = 0;
    if men.condition[man] == Condition::FIGHTING {
        men.condition[man] = Condition::READY;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::legion::field::{Field, SWORDS};
    use crate::legion::stages::combat;

    fn pair(apart: f32) -> Field {
        let mut field = Field::of_sides(2);
        field.block(0, SWORDS, [0.0, 0.0], [0.0, 1.0], 1, 1);
        field.block(1, SWORDS, [0.0, apart], [0.0, -1.0], 1, 1);
        field
    }

    #[test]
    fn an_opponent_is_kept_further_than_he_is_taken() {
        let reach = Field::of_sides(2).rules.content.kinds[SWORDS].reach;
        for (apart, kept) in [(reach + 1.17, true), (reach + 1.19, false)] {
            let mut field = pair(apart);
            (field.state.men.target[0], field.state.units[0].engaged) = (1, 1);
            field.state.men.condition[0] = Condition::FIGHTING;
            field.run(combat::run, 0);
            assert_eq!(field.state.men.target[0] == 1, kept, "{apart} m");
            assert_eq!(field.state.men.condition[0] == Condition::FIGHTING, kept);
            assert_eq!(field.state.units[0].engaged, u16::from(kept));
        }
    }

    #[test]
    fn a_man_on_another_level_is_dropped() {
        for (height, kept) in [(1.8, true), (1.9, false)] {
            let mut field = pair(1.0);
            (field.state.men.target[0], field.state.units[0].engaged) = (1, 1);
            field.state.men.y[1] = height;
            field.run(combat::run, 0);
            assert_eq!(field.state.men.target[0] == 1, kept, "{height} m");
        }
    }

    #[test]
    fn a_unit_that_breaks_lets_go_of_everyone() {
        let mut field = pair(1.0);
        field.run_for(combat::run, 40);
        assert_eq!(field.state.men.target[0], 1);
        field.state.units[0].nerve = crate::legion::unit::Nerve::Routing;
        field.run(combat::run, 40);
        assert_eq!((field.state.men.target[0], field.state.units[0].engaged), (NOBODY, 0));
    }

    #[test]
    fn the_normal_is_the_mean_of_the_ways_to_opponents() {
        let mut field = pair(1.0);
        field.run_for(combat::run, 40);
        let unit = &field.state.units[0];
        assert_eq!((unit.nx, unit.nz), (0.0, 1.0));
        let foe = &field.state.units[1];
        assert_eq!((foe.nx, foe.nz), (0.0, -1.0));
    }
}
