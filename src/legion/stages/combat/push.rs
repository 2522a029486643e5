//! The push: where fronts are locked, the weaker one gives ground, along the mean way to those it fights. The way to the
//! other's middle would turn two blocks that met off-centre about each other.

use recorder::Step;

use crate::legion::content::Kind;
use crate::legion::men::Condition;
use crate::legion::order::Ability;
use crate::legion::rules::{DT, Legion};
use crate::legion::stages::combat::blow::breath_left;
use crate::legion::stages::combat::duel;
use crate::legion::state::State;
use crate::legion::unit::{Formation, NO_UNIT, Unit};

/// Metres a second at which a front gives way to infinite weight.
/// Ours: a slow walk backwards; a front gives ground and does not fly.
pub const PUSH_SPEED: f32 = 0.6;

/// Lead in weight, as a part of all weight, below which nobody gives way. Ours: the noise of who happens to fight.
pub const PUSH_DEADBAND: f32 = 0.12;

/// What each rank behind the first adds to the weight, as a part of it, and how many ranks count.
/// Ours: depth helps, and six ranks of it are all that a man feels.
const DEPTH_SHARE: f32 = 0.08;
/// See `DEPTH_SHARE`.
const DEPTH_RANKS: f32 = 6.0;

/// What multiplies the weight of those who stand fast.
/// Ours: feet set against the shove.
const BRACE_PUSH: f32 = 1.4;

/// Let the weaker fronts give way.
pub fn push(rules: &Legion, step: &mut Step<'_, Legion>) {
    weigh(rules, step);
    for index in 0..step.state.units.len() {
        let (own, shoved) = (step.scratch.fray.weight[index], step.scratch.fray.shoved[index]);
        let metres = yielded(own, shoved);
        if metres > 0.0 {
            give_way(rules, step.state, index, metres);
        }
    }
}

/// Work out what each unit brings, and what is brought to bear on it.
fn weigh(rules: &Legion, step: &mut Step<'_, Legion>) {
    let (state, fray) = (&*step.state, &mut step.scratch.fray);
    fray.weight.clear();
    fray.weight.extend(state.units.iter().map(|unit| weight(rules.kind(unit), unit, step.tick)));
    fray.shoved.clear();
    fray.shoved.resize(state.units.len(), 0.0);
    for (unit, &weight) in state.units.iter().zip(&fray.weight) {
        if unit.locked != NO_UNIT {
            fray.shoved[usize::from(unit.locked)] += weight;
        }
    }
}

/// Give what a unit brings to a push, in men.
fn weight(kind: &Kind, unit: &Unit, tick: u32) -> f32 {
    if !unit.is_here() || !unit.nerve.is_in_order() {
        return 0.0;
    }
    let ranks = (unit.alive as f32 / f32::from(unit.width.max(1)) - 1.0).clamp(0.0, DEPTH_RANKS);
    let formation = match unit.formation {
        Formation::Line => 1.0,
        Formation::Column => 1.1,
        Formation::Loose => 0.7,
        Formation::Shield => 1.2,
        Formation::Wedge => 1.25,
        Formation::Skirmish => 0.5,
    };
    let braced = if unit.is_using(Ability::Brace, tick) { BRACE_PUSH } else { 1.0 };
    f32::from(unit.engaged) * kind.mass * (1.0 + ranks * DEPTH_SHARE) * formation * braced * breath_left(unit)
}

/// Give how far a front gives way in a tick, in metres.
fn yielded(own: f32, shoved: f32) -> f32 {
    let all = own + shoved;
    if all <= 0.0 {
        return 0.0;
    }
    let lead = (shoved - own) / all;
    if lead < PUSH_DEADBAND { 0.0 } else { PUSH_SPEED * lead * DT }
}

/// Move a unit back, and those who are locked on it after it. Its men who fight go with it; duellists stay.
fn give_way(rules: &Legion, state: &mut State, index: usize, metres: f32) {
    let (nx, nz) = (state.units[index].nx, state.units[index].nz);
    let (dx, dz) = (-nx * metres, -nz * metres);
    move_by(&mut state.units[index], dx, dz);
    for unit in &mut state.units {
        if usize::from(unit.locked) == index && unit.nerve.is_in_order() {
            move_by(unit, dx, dz);
        }
    }
    for man in state.units[index].men() {
        let men = &mut state.men;
        if men.condition[man] == Condition::FIGHTING && !duel::is_duel(rules.muster.seed, men, man) {
            men.x[man] += dx;
            men.z[man] += dz;
        }
    }
}

fn move_by(unit: &mut Unit, dx: f32, dz: f32) {
    unit.x += dx;
    unit.z += dz;
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::legion::field::{Field, SWORDS};
    use crate::legion::stages::combat;

    /// Two locked blocks, the second weaker by its breath or its depth, the first `across` metres to the side.
    fn locked(across: f32, files: u16) -> Field {
        let mut field = Field::of_sides(2);
        field.block(0, SWORDS, [across, 0.0], [0.0, 1.0], 160, files);
        field.block(1, SWORDS, [0.0, 1.0], [0.0, -1.0], 60, 29);
        field.rules_mut().content_mut().kinds[SWORDS].damage = 0.0;
        (field.state.units[0].locked, field.state.units[1].locked) = (1, 0);
        field.state.units[1].fatigue = 0.9;
        field
    }

    #[test]
    fn equals_stand_and_the_weaker_gives_way() {
        assert_eq!(yielded(10.0, 10.0), 0.0);
        assert_eq!(yielded(0.0, 0.0), 0.0);
        // Lead 0.119 and 0.121.
        assert_eq!(yielded(0.881, 1.119), 0.0);
        assert!(yielded(0.879, 1.121) > 0.0);
        assert_eq!(yielded(0.0, 5.0), PUSH_SPEED * DT);
        assert_eq!(yielded(5.0, 0.0), 0.0);
    }

    #[test]
    fn the_weaker_goes_back_and_the_stronger_follows() {
        let mut field = locked(0.0, 29);
        field.run_for(combat::run, 90);
        let [own, foe] = [&field.state.units[0], &field.state.units[1]];
        assert!(foe.z > 1.05, "it gave {} m", foe.z - 1.0);
        assert!((foe.z - own.z - 1.0).abs() < 1e-4, "the gap stays: {}", foe.z - own.z);
    }

    #[test]
    fn blocks_that_meet_off_centre_do_not_turn_about_each_other() {
        let mut field = locked(12.0, 29);
        field.run_for(combat::run, 90);
        let foe = &field.state.units[1];
        assert!(foe.z > 1.02, "{}", foe.z);
        assert!(foe.x.abs() < (foe.z - 1.0) * 0.35, "it went {} m aside and {} m back", foe.x, foe.z - 1.0);
    }

    #[test]
    fn duellists_stay_where_they_are() {
        let mut field = locked(0.0, 29);
        field.run_for(combat::run, 60);
        let before = field.state.men.clone();
        let men = field.state.units[1].men();
        push(&field.rules.clone(), &mut field.step(60));
        for man in men {
            let moved = field.state.men.z[man] > before.z[man];
            let duels = duel::is_duel(field.rules.muster.seed, &before, man);
            let fights = before.condition[man] == Condition::FIGHTING;
            assert_eq!(moved, fights && !duels, "man {man}");
        }
    }
}
