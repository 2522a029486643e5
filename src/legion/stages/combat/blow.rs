//! Dealing: what the blows of a tick do, in the order in which they were found.

use recorder::Step;

use crate::legion::chance::Chances;
use crate::legion::content::{Arm, Kind};
use crate::legion::fall::{self, Hurt};
use crate::legion::fray::Blow;
use crate::legion::order::Ability;
use crate::legion::rules::Legion;
use crate::legion::state::State;
use crate::legion::unit::{Formation, Unit};
use crate::legion::wound::{self, Aspect, HORSE_PIERCING, HORSE_PLAIN};

/// How much the damage of blows varies, as a part of it.
/// Ours: men of a kind should not fall at the same blow.
const DAMAGE_SPREAD: f32 = 0.15;

/// What a spent man has lost of attack and defence.
/// Ours: the tired lose to the fresh and are not helpless.
pub const FATIGUE_BITE: f32 = 0.3;

/// What multiplies the defence, and the attack, of men with shields locked.
/// Ours: locked shields cover more and strike less.
const SHIELD_DEFENCE: f32 = 1.25;
/// See `SHIELD_DEFENCE`.
const SHIELD_ATTACK: f32 = 0.75;

/// What multiplies the weight of a run-in as a wedge.
/// Ours: what a wedge is formed for.
const WEDGE_CHARGE: f32 = 1.25;

/// What multiplies the weight of horse that runs into the points of spears from the front.
/// Ours: horse does not ride onto points.
const SPEARS_CHARGE: f32 = 0.25;

/// What multiplies the weight of a run-in against those who stand fast, from the front.
/// Ours: bracing must be felt, and less than spears.
pub const BRACE_CHARGE: f32 = 0.5;

/// Deal all blows.
pub fn deal(rules: &Legion, step: &mut Step<'_, Legion>) {
    let chances = Chances::of(rules.muster.seed, "blow", step.tick);
    let blows = std::mem::take(&mut step.scratch.fray.blows);
    for blow in &blows {
        if !step.state.men.is_up(blow.man as usize) {
            continue;
        }
        let Some((aspect, hurt)) = resolve(rules, step.state, step.tick, blow, &chances) else { continue };
        let unit = usize::from(step.state.men.unit[blow.man as usize]);
        let struck = &mut step.scratch.struck[unit][aspect as usize];
        *struck = struck.saturating_add(1);
        fall::hurt(step.state, step.scratch, step.tick, hurt);
    }
    step.scratch.fray.blows = blows;
}

/// Work out whether a blow lands, from where, and what it does.
fn resolve(rules: &Legion, state: &State, tick: u32, blow: &Blow, chances: &Chances) -> Option<(Aspect, Hurt)> {
    let (men, by, man) = (&state.men, blow.by as usize, blow.man as usize);
    let (own, met) = (&state.units[usize::from(men.unit[by])], &state.units[usize::from(men.unit[man])]);
    let (kind, met_kind) = (rules.kind(own), rules.kind(met));
    let (dx, dz) = (men.x[by] - men.x[man], men.z[by] - men.z[man]);
    let distance = (dx * dx + dz * dz).sqrt().max(1e-3);
    let toward = [dx / distance, dz / distance];
    let aspect = Aspect::of([met.fx, met.fz], toward);
    let facing = [men.fx[man], men.fz[man]];
    let mut chance = chances.for_one(blow.by);
    let defence = defence(met_kind, met, aspect, facing, toward);
    if chance.share() >= wound::hit_chance(attack(kind, own), defence) {
        return None;
    }
    let charge = charge_weight(blow.charge, kind, own, met_kind, met, aspect, tick);
    let against_horse = if met_kind.is_horse() { kind.against_horse } else { 0.0 };
    let spread = chance.around_one(DAMAGE_SPREAD);
    let plain = kind.damage * spread + charge + against_horse * HORSE_PLAIN;
    let piercing = kind.piercing * spread + against_horse * HORSE_PIERCING;
    let points = wound::damage(plain, piercing, met_kind.armour, aspect);
    Some((aspect, Hurt { man, by: men.unit[by], points, dx: -toward[0], dz: -toward[1] }))
}

/// Give how well a unit's men strike now.
fn attack(kind: &Kind, unit: &Unit) -> f32 {
    let locked = if unit.formation == Formation::Shield { SHIELD_ATTACK } else { 1.0 };
    kind.attack * locked * breath_left(unit)
}

/// Give how well a unit's man wards off now: flank and rear by the unit's facing, his shield by his own.
fn defence(kind: &Kind, unit: &Unit, aspect: Aspect, facing: [f32; 2], toward: [f32; 2]) -> f32 {
    let locked = if unit.formation == Formation::Shield { SHIELD_DEFENCE } else { 1.0 };
    let shield = if kind.shield > 0.0 { kind.shield * wound::shield_cover(facing, toward) } else { 0.0 };
    (kind.defence * aspect.defence() * locked + shield) * breath_left(unit)
}

/// What is left of attack, defence and weight to men short of breath.
#[inline]
pub fn breath_left(unit: &Unit) -> f32 {
    1.0 - FATIGUE_BITE * unit.fatigue
}

/// Give what is left of the weight of a run-in, in points.
fn charge_weight(charge: f32, kind: &Kind, own: &Unit, met_kind: &Kind, met: &Unit, aspect: Aspect, tick: u32) -> f32 {
    if charge <= 0.0 {
        return 0.0;
    }
    let wedge = if own.formation == Formation::Wedge { WEDGE_CHARGE } else { 1.0 };
    let front = aspect == Aspect::Front && met.nerve.is_in_order();
    let braced = if front && met.is_using(Ability::Brace, tick) { BRACE_CHARGE } else { 1.0 };
    let spears = if front && kind.is_horse() && met_kind.arm == Arm::Spear { SPEARS_CHARGE } else { 1.0 };
    charge * wedge * braced * spears
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::legion::field::{Field, HORSE, SPEARS, SWORDS};
    use crate::legion::stages::combat;

    fn pair(kinds: [usize; 2]) -> Field {
        let mut field = Field::of_sides(2);
        field.block(0, kinds[0], [0.0, 0.0], [0.0, 1.0], 1, 1);
        field.block(1, kinds[1], [0.0, 1.0], [0.0, -1.0], 1, 1);
        field
    }

    /// The mean of what a blow takes, misses counted.
    fn mean_points(field: &Field, charge: f32) -> f32 {
        let blow = Blow { by: 0, man: 1, charge };
        let sum: f32 = (0..2000)
            .filter_map(|tick| resolve(&field.rules, &field.state, 0, &blow, &Chances::of(3, "blow", tick)))
            .map(|(_, hurt)| hurt.points)
            .sum();
        sum / 2000.0
    }

    #[test]
    fn two_men_can_fell_each_other_in_one_tick() {
        let mut field = pair([SWORDS, SWORDS]);
        field.rules_mut().content_mut().kinds[SWORDS].damage = 1.0e6;
        let men = &mut field.state.men;
        for (man, foe) in [(0, 1), (1, 0)] {
            (men.target[man], men.lands_at[man]) = (foe, 1);
        }
        [0, 1].into_iter().for_each(|unit| field.state.units[unit].engaged = 1);
        let both = (1..200).any(|seed| {
            let mut field = field.clone();
            field.rules_mut().muster.seed = seed;
            field.run(combat::run, 1);
            !field.state.men.is_up(0) && !field.state.men.is_up(1)
        });
        assert!(both, "a quarter of all seeds should do it");
    }

    #[test]
    fn a_blow_from_the_rear_counts_for_more_and_is_told_as_such() {
        let front = pair([SWORDS, SWORDS]);
        let mut rear = front.clone();
        rear.state.units[1].fz = 1.0;
        assert!(mean_points(&rear, 0.0) > mean_points(&front, 0.0) * 1.45);
        let blow = Blow { by: 0, man: 1, charge: 0.0 };
        let aspects: Vec<Aspect> = (0..40)
            .filter_map(|tick| resolve(&rear.rules, &rear.state, 0, &blow, &Chances::of(3, "blow", tick)))
            .map(|(aspect, _)| aspect)
            .collect();
        assert!(!aspects.is_empty() && aspects.iter().all(|&aspect| aspect == Aspect::Rear));
    }

    #[test]
    fn a_man_can_turn_his_shield_but_not_his_cohort() {
        let mut field = pair([SWORDS, SWORDS]);
        field.state.units[1].fz = 1.0;
        let turned = mean_points(&field, 0.0);
        field.state.men.fz[1] = 1.0;
        assert!(mean_points(&field, 0.0) > turned * 1.1, "the shield is behind him now");
    }

    #[test]
    fn spears_hurt_horse_and_break_its_run() {
        let spears = mean_points(&pair([SPEARS, HORSE]), 0.0);
        let swords = mean_points(&pair([SWORDS, HORSE]), 0.0);
        assert!(spears > swords * 1.5, "{spears} {swords}");
        let [into_spears, into_swords] = [SPEARS, SWORDS].map(|met| {
            let field = pair([HORSE, met]);
            mean_points(&field, 60.0) - mean_points(&field, 0.0)
        });
        assert!(into_spears < into_swords * 0.5, "{into_spears} {into_swords}");
    }

    #[test]
    fn those_who_stand_fast_take_half_of_a_run_in_from_the_front_only() {
        let mut field = pair([SWORDS, SWORDS]);
        let weight = |field: &Field, aspect| {
            let [own, met] = [&field.state.units[0], &field.state.units[1]];
            charge_weight(20.0, field.rules.kind(own), own, field.rules.kind(met), met, aspect, 5)
        };
        assert_eq!(weight(&field, Aspect::Front), 20.0);
        field.state.units[1].ability_until[Ability::Brace as usize] = 6;
        assert_eq!(weight(&field, Aspect::Front), 20.0 * BRACE_CHARGE);
        assert_eq!(weight(&field, Aspect::Flank), 20.0);
        field.state.units[1].ability_until[Ability::Brace as usize] = 5;
        assert_eq!(weight(&field, Aspect::Front), 20.0);
    }

    #[test]
    fn the_spent_strike_and_ward_off_worse() {
        let mut field = pair([SWORDS, SWORDS]);
        let fresh = mean_points(&field, 0.0);
        field.state.units[0].fatigue = 1.0;
        assert!(mean_points(&field, 0.0) < fresh);
        assert_eq!(breath_left(&field.state.units[0]), 1.0 - FATIGUE_BITE);
    }

    #[test]
    fn blows_are_counted_by_where_they_came_from() {
        let mut field = pair([SWORDS, SWORDS]);
        field.rules_mut().content_mut().kinds[SWORDS].damage = 0.0;
        field.state.units[1].fz = 1.0;
        let mut all = [0; 3];
        for tick in 0..600 {
            field.run(combat::run, tick);
            let struck = field.scratch.struck[1];
            (0..3).for_each(|aspect| all[aspect] += u32::from(struck[aspect]));
        }
        assert!(all[2] > 2 && all[0] == 0 && all[1] == 0, "{all:?}");
    }
}
