//! Marks: which enemy unit a unit shoots at.

use crate::legion::content::{Missile, Trajectory};
use crate::legion::extent::Extent;
use crate::legion::order::Task;
use crate::legion::state::State;
use crate::legion::unit::{NO_UNIT, Unit};

/// Metres around its own units within which a way counts as over them.
/// Ours: men stand off their slots, and shafts stray.
const CORRIDOR: f32 = 2.0;

/// Metres by which those who run count as further. Ours: there is no need to shoot them.
const RUNNING_PENALTY: f32 = 40.0;

/// Choose an enemy to shoot at: the one that a person named, come what may; else whom its own head named, if it may;
/// else the nearest it may. Equals go to the lower index.
#[must_use]
pub fn choose(state: &State, extents: &[Extent], index: usize, missile: &Missile) -> Option<usize> {
    let unit = &state.units[index];
    if let Task::Attack { unit: named } = unit.task {
        let named = usize::from(named);
        let ordered = unit.held || may_shoot_at(state, extents, index, named, missile.arc);
        if ordered && is_enemy(state, index, named) && is_in_range(extents, index, named, missile) {
            return Some(named);
        }
    }
    let mut best: Option<(f32, usize)> = None;
    for foe in 0..state.units.len() {
        if !is_enemy(state, index, foe) || !is_in_range(extents, index, foe, missile) {
            continue;
        }
        let far = if state.units[foe].nerve.is_in_order() { 0.0 } else { RUNNING_PENALTY };
        let far = far + extents[foe].distance(extents[index].x, extents[index].z);
        if best.is_none_or(|(nearest, _)| far < nearest) && may_shoot_at(state, extents, index, foe, missile.arc) {
            best = Some((far, foe));
        }
    }
    best.map(|(_, foe)| foe)
}

fn is_enemy(state: &State, index: usize, foe: usize) -> bool {
    state.units[foe].side != state.units[index].side && state.units[foe].is_here()
}

/// Tell whether someone of one can reach someone of the other.
fn is_in_range(extents: &[Extent], index: usize, foe: usize, missile: &Missile) -> bool {
    extents[index].comes_near(&extents[foe], missile.range)
}

/// Tell whether a unit may shoot at another at will: not over its own side's line into a fight that is locked. Both
/// halves are needed: a locked enemy can still be shot at from the wing. What flies flat goes over no line at all.
/// Source: massed battle, friendly fire; what flies flat is ours.
#[must_use]
pub fn may_shoot_at(state: &State, extents: &[Extent], index: usize, foe: usize, arc: Trajectory) -> bool {
    if arc == Trajectory::High && !is_locked(&state.units[foe]) {
        return true;
    }
    let from = [extents[index].x, extents[index].z];
    // As far as the enemy's edge: what comes behind it is his, or fights him.
    let to = extents[foe].nearest(from[0], from[1]);
    !(0..state.units.len()).any(|other| {
        other != index
            && state.units[other].side == state.units[index].side
            && extents[other].is_crossed(from, to, CORRIDOR)
    })
}

fn is_locked(unit: &Unit) -> bool {
    unit.locked != NO_UNIT || unit.engaged > 0
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::legion::field::{ARROW, BOWS, Field, SWORDS};

    /// Archers at a place, a line of their own at the origin, an enemy line before that, another further back.
    fn scene(archers: [f32; 2]) -> Field {
        let mut field = Field::of_sides(2);
        field.block(0, BOWS, archers, [0.0, 1.0], 40, 20);
        field.block(0, SWORDS, [0.0, 0.0], [0.0, 1.0], 120, 30);
        field.block(1, SWORDS, [0.0, 1.0], [0.0, -1.0], 120, 30);
        field.block(1, SWORDS, [0.0, 60.0], [0.0, -1.0], 120, 30);
        field
    }

    fn choice(field: &Field) -> Option<usize> {
        let extents: Vec<Extent> = field.state.units.iter().map(|unit| Extent::of(&field.state.men, unit)).collect();
        choose(&field.state, &extents, 0, &field.rules.content.missiles[ARROW])
    }

    fn lock(field: &mut Field) {
        (field.state.units[1].locked, field.state.units[2].locked) = (2, 1);
    }

    #[test]
    fn the_nearest_is_shot_at_even_over_the_own_line() {
        assert_eq!(choice(&scene([0.0, -30.0])), Some(2));
    }

    #[test]
    fn nobody_shoots_at_will_over_his_line_into_a_locked_fight() {
        let mut field = scene([0.0, -30.0]);
        lock(&mut field);
        assert_eq!(choice(&field), Some(3), "the one that is not locked");
        field.state.units[3].alive = 0;
        assert_eq!(choice(&field), None);
    }

    #[test]
    fn what_flies_flat_goes_over_no_line_of_ones_own() {
        let mut field = scene([0.0, -30.0]);
        let flat = |field: &Field| {
            let extents: Vec<Extent> =
                field.state.units.iter().map(|unit| Extent::of(&field.state.men, unit)).collect();
            [2, 3].map(|foe| may_shoot_at(&field.state, &extents, 0, foe, Trajectory::Flat))
        };
        assert_eq!(flat(&field), [false, false]);
        field.state.units[1].side = 1;
        field.state.men.side[40..160].fill(1);
        assert_eq!(flat(&field), [true, true], "over others' it does");
    }

    #[test]
    fn from_the_wing_a_locked_enemy_is_shot_at() {
        let mut field = scene([50.0, 3.0]);
        lock(&mut field);
        assert_eq!(choice(&field), Some(2));
    }

    #[test]
    fn a_person_can_order_it_all_the_same_and_the_units_own_head_cannot() {
        let mut field = scene([0.0, -30.0]);
        lock(&mut field);
        field.state.units[0].task = Task::Attack { unit: 2 };
        assert_eq!(choice(&field), Some(3));
        field.state.units[0].held = true;
        assert_eq!(choice(&field), Some(2));
    }

    #[test]
    fn what_is_out_of_range_is_no_mark() {
        let far = Field::of_sides(2).rules.content.missiles[ARROW].range;
        for (apart, shot) in [(far - 0.1, true), (far + 0.1, false)] {
            let mut field = Field::of_sides(2);
            field.block(0, BOWS, [0.0, 0.0], [0.0, 1.0], 20, 20);
            field.block(1, SWORDS, [0.0, apart], [0.0, -1.0], 20, 20);
            assert_eq!(choice(&field).is_some(), shot, "{apart} m");
        }
    }
}
