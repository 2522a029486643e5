//! Wounds: how likely a blow lands and what is left of it behind shield and armour.

use crate::kernel::math;

/// The least chance of a blow to land.
/// Source: massed battle, resolving a blow.
pub const HIT_LOW: f32 = 0.15;

/// The best chance of a blow to land; above it, a good match lands nine in ten.
/// Source: massed battle, resolving a blow.
pub const HIT_HIGH: f32 = 0.75;

/// Points of armour that keep half of a blow off, before [`ARMOUR_BITE`].
/// Source: massed battle, resolving a blow.
pub const ARMOUR_HALF: f32 = 55.0;

/// What armour keeps off at the very most.
/// Source: massed battle, resolving a blow.
pub const ARMOUR_BITE: f32 = 0.85;

/// Degrees off a man's facing up to which his shield covers him whole.
/// Source: massed battle, resolving a blow.
pub const SHIELD_FULL_DEGREES: f32 = 50.0;

/// Degrees off a man's facing from which his shield is edge-on.
/// Source: massed battle, resolving a blow.
pub const SHIELD_NONE_DEGREES: f32 = 100.0;

/// Cosine of 60°, within which of a unit's facing a blow comes from the front; from as near to its back, from the rear.
/// Ours: the source names front, flank and rear, not where one ends.
pub const FRONT_COSINE: f32 = 0.5;

/// Part of the damage against horse that armour can stop.
/// Source: massed battle, resolving a blow.
pub const HORSE_PLAIN: f32 = 0.4;

/// Part of the damage against horse that no armour stops: a spear that stops a horse goes deep.
/// Source: massed battle, resolving a blow.
pub const HORSE_PIERCING: f32 = 0.6;

/// Side of a unit from which something comes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Aspect {
    /// From where it faces.
    Front,
    /// From the side.
    Flank,
    /// From behind.
    Rear,
}

impl Aspect {
    /// Tell from which side of a unit something comes, by the direction from the unit's man to it.
    #[must_use]
    #[inline]
    pub fn of(facing: [f32; 2], toward: [f32; 2]) -> Self {
        let cosine = facing[0] * toward[0] + facing[1] * toward[1];
        if cosine >= FRONT_COSINE {
            Self::Front
        } else if cosine > -FRONT_COSINE {
            Self::Flank
        } else {
            Self::Rear
        }
    }

    /// What multiplies damage.
    /// Source: massed battle, resolving a blow.
    #[must_use]
    #[inline]
    pub const fn damage(self) -> f32 {
        [1.0, 1.22, 1.45][self as usize]
    }

    /// What part of armour does not count.
    /// Source: massed battle, resolving a blow.
    #[must_use]
    #[inline]
    pub const fn armour_bypass(self) -> f32 {
        [0.0, 0.12, 0.28][self as usize]
    }

    /// What multiplies the defence.
    /// Source: massed battle, resolving a blow.
    #[must_use]
    #[inline]
    pub const fn defence(self) -> f32 {
        [1.0, 0.82, 0.6][self as usize]
    }
}

/// Give the chance that a blow lands.
#[must_use]
#[inline]
pub fn hit_chance(attack: f32, defence: f32) -> f32 {
    let sum = attack + defence;
    if sum <= 0.0 {
        return 0.5;
    }
    (0.5 + 0.5 * (attack - defence) / sum).clamp(HIT_LOW, HIT_HIGH)
}

/// Give the part of a blow that armour keeps off.
#[must_use]
#[inline]
pub fn armour_share(armour: f32) -> f32 {
    armour / (armour + ARMOUR_HALF) * ARMOUR_BITE
}

/// Give how much of a man his shield covers against what comes from there: 1 before the boss, 0 edge-on.
#[must_use]
pub fn shield_cover(facing: [f32; 2], toward: [f32; 2]) -> f32 {
    let degrees = math::acos(facing[0] * toward[0] + facing[1] * toward[1]) * (180.0 / std::f32::consts::PI);
    let t = ((degrees - SHIELD_FULL_DEGREES) / (SHIELD_NONE_DEGREES - SHIELD_FULL_DEGREES)).clamp(0.0, 1.0);
    1.0 - t * t * (3.0 - 2.0 * t)
}

/// Give the damage behind armour, from an aspect.
#[must_use]
#[inline]
pub fn damage(plain: f32, piercing: f32, armour: f32, aspect: Aspect) -> f32 {
    let kept_off = armour_share(armour * (1.0 - aspect.armour_bypass()));
    (plain * (1.0 - kept_off) + piercing) * aspect.damage()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn toward(degrees: f32) -> [f32; 2] {
        let radians = degrees * (std::f32::consts::PI / 180.0);
        [math::cos(radians), math::sin(radians)]
    }

    #[test]
    fn equals_hit_half_the_time_and_nobody_beyond_the_bounds() {
        assert_eq!(hit_chance(40.0, 40.0), 0.5);
        assert_eq!(hit_chance(30.0, 10.0), 0.75);
        assert_eq!(hit_chance(1000.0, 1.0), HIT_HIGH);
        assert_eq!(hit_chance(1.0, 1000.0), HIT_LOW);
        assert_eq!(hit_chance(0.0, 0.0), 0.5);
    }

    #[test]
    fn armour_bites_ever_less_and_never_whole() {
        assert_eq!(armour_share(0.0), 0.0);
        assert_eq!(armour_share(55.0), 0.5 * 0.85);
        assert!(armour_share(1.0e6) < ARMOUR_BITE);
        // A warband's blow gets through a legionary's mail: a flat subtraction would let nothing through.
        assert!(damage(27.0, 5.0, 58.0, Aspect::Front) > 19.0);
    }

    #[test]
    fn a_shield_covers_to_fifty_degrees_and_is_edge_on_at_a_hundred() {
        let cover = |degrees| shield_cover([1.0, 0.0], toward(degrees));
        assert_eq!(cover(0.0), 1.0);
        assert_eq!(cover(49.9), 1.0);
        assert!((0.49..0.51).contains(&cover(75.0)), "{}", cover(75.0));
        assert!((0.49..0.51).contains(&cover(-75.0)));
        assert!(cover(51.0) < 1.0 && cover(99.0) > 0.0);
        assert_eq!(cover(100.1), 0.0);
        assert_eq!(cover(180.0), 0.0);
    }

    #[test]
    fn aspects_change_at_sixty_and_a_hundred_and_twenty_degrees() {
        let aspect = |degrees| Aspect::of([1.0, 0.0], toward(degrees));
        assert_eq!([aspect(0.0), aspect(59.9), aspect(-59.9)], [Aspect::Front; 3]);
        assert_eq!([aspect(60.1), aspect(119.9), aspect(-90.0)], [Aspect::Flank; 3]);
        assert_eq!([aspect(120.1), aspect(180.0)], [Aspect::Rear; 2]);
    }

    #[test]
    fn aspects_weigh_as_the_rules_say() {
        let of = |aspect: Aspect| [aspect.damage(), aspect.armour_bypass(), aspect.defence()];
        assert_eq!(of(Aspect::Front), [1.0, 0.0, 1.0]);
        assert_eq!(of(Aspect::Flank), [1.22, 0.12, 0.82]);
        assert_eq!(of(Aspect::Rear), [1.45, 0.28, 0.6]);
    }

    #[test]
    fn mail_does_not_save_a_horse_from_a_spear() {
        let bonus = 40.0;
        let split = damage(bonus * HORSE_PLAIN, bonus * HORSE_PIERCING, 60.0, Aspect::Front);
        let whole = damage(bonus, 0.0, 60.0, Aspect::Front);
        assert!(split > bonus * HORSE_PIERCING && split > whole * 1.4, "{split} {whole}");
        assert_eq!(HORSE_PLAIN + HORSE_PIERCING, 1.0);
    }
}
