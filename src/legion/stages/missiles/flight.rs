//! Flight: gravity and the air bend the way; whoever stands on it is hit, and what hits nobody stays where it comes
//! down.

use recorder::Step;

use crate::legion::chance::{Chance, Chances};
use crate::legion::content::Kind;
use crate::legion::fall::{self, Hurt};
use crate::legion::hash::HALF;
use crate::legion::men::Men;
use crate::legion::rules::{DT, Legion};
use crate::legion::scratch::Scratch;
use crate::legion::shafts::{Shaft, Stuck};
use crate::legion::stages::missiles::GRAVITY;
use crate::legion::state::State;
use crate::legion::unit::{Formation, Unit};
use crate::legion::wound::{self, Aspect};

/// Metres from where it was let go within which a shaft does its own side no harm, measured in space. A distance, not a
/// time: a slow shaft would be live inside the rank it came from. It is the far side of the men who touch the shooter.
/// Source: massed battle, friendly fire.
pub const FRIENDLY_ARM: f32 = 1.3;

/// Metres from a man's middle within which a shaft hits him.
/// Source: massed battle, friendly fire.
pub const HIT_RADIUS: f32 = 0.4;

/// Metres above his feet up to which it does. Ours: a tall man in a helmet.
pub const HIT_TOP: f32 = 1.9;

/// The same of a rider on his horse, for both.
/// Ours: a horse is longer than a man is wide, and its rider sits above him.
const HORSE_RADIUS: f32 = 0.7;
/// See `HORSE_RADIUS`.
const HORSE_TOP: f32 = 2.5;

/// Part of the hits on a whole shield that it stops.
/// Ours: a shield covers most of a man, not his head and legs.
const SHIELD_STOPS: f32 = 0.6;

/// The same of shields locked together, which cover heads too: from all around half as well as from the front.
/// Ours: what shields are locked for.
const LOCKED_STOPS: f32 = 0.9;

/// How much the damage of hits varies, as a part of it.
/// Ours: where a missile hits is more a matter of chance than where a blow does.
const DAMAGE_SPREAD: f32 = 0.2;

/// Missiles that lie on the ground before the oldest make room, and how many make room at once.
/// Ours: bounds what is held and recorded, and is done seldom.
pub const STUCK_MAX: usize = 2048;
/// See [`STUCK_MAX`].
const STUCK_ROOM: usize = 256;

/// Where a shaft's way of one tick ends, if anywhere.
#[derive(Debug, Clone, Copy, PartialEq)]
enum End {
    /// In a man.
    Man(usize),
    /// In the ground, at a part of the way.
    Ground(f32),
    /// Off the field.
    Lost,
}

/// Move everything in the air on by a tick.
pub fn fly(rules: &Legion, step: &mut Step<'_, Legion>) {
    let chances = Chances::of(rules.muster.seed, "hit", step.tick);
    let mut flying = std::mem::take(&mut step.state.shafts.flying);
    let mut place = 0;
    flying.retain_mut(|shaft| {
        place += 1;
        let from = [shaft.x, shaft.y, shaft.z];
        advance(shaft, rules.content.missiles[usize::from(shaft.missile)].drag);
        match end_of_way(rules, step.state, step.scratch, shaft, from) {
            None => return true,
            Some(End::Man(man)) => hit(rules, step, shaft, man, &mut chances.for_one(place)),
            Some(End::Ground(part)) => stick(step, shaft, from, part),
            Some(End::Lost) => {}
        }
        false
    });
    step.state.shafts.flying = flying;
}

/// Bend a shaft's way, and move it.
fn advance(shaft: &mut Shaft, drag: f32) {
    let speed = (shaft.vx * shaft.vx + shaft.vy * shaft.vy + shaft.vz * shaft.vz).sqrt();
    let kept = 1.0 - (drag * speed * DT).min(1.0);
    shaft.vx = shaft.vx * kept + 0.0;
    shaft.vy = shaft.vy * kept - GRAVITY * DT + 0.0;
    shaft.vz = shaft.vz * kept + 0.0;
    shaft.x = shaft.x + shaft.vx * DT + 0.0;
    shaft.y = shaft.y + shaft.vy * DT + 0.0;
    shaft.z = shaft.z + shaft.vz * DT + 0.0;
}

/// Find where a shaft's way of this tick ends.
fn end_of_way(rules: &Legion, state: &State, scratch: &Scratch, shaft: &Shaft, from: [f32; 3]) -> Option<End> {
    let ground = if shaft.y <= 0.0 { (from[1] / (from[1] - shaft.y).max(1e-6)).clamp(0.0, 1.0) } else { 1.0 };
    if from[1].min(shaft.y) <= HORSE_TOP
        && let Some(man) = first_hit(rules, state, scratch, shaft, from, ground)
    {
        return Some(End::Man(man));
    }
    if shaft.y <= 0.0 {
        return Some(End::Ground(ground));
    }
    (shaft.x.abs() >= HALF || shaft.z.abs() >= HALF).then_some(End::Lost)
}

/// Find the first man on the way, up to a part of it; equals go to the lower place.
fn first_hit(
    rules: &Legion,
    state: &State,
    scratch: &Scratch,
    shaft: &Shaft,
    from: [f32; 3],
    until: f32,
) -> Option<usize> {
    let men = &state.men;
    let side = state.units[usize::from(shaft.unit)].side;
    let way = [shaft.x - from[0], shaft.y - from[1], shaft.z - from[2]];
    let length_sq = (way[0] * way[0] + way[2] * way[2]).max(1e-9);
    let reach = length_sq.sqrt() * 0.5 + HORSE_RADIUS;
    let (mid_x, mid_z) = (from[0] + way[0] * 0.5, from[2] + way[2] * 0.5);
    let mut first: Option<(f32, usize)> = None;
    scratch.hash.near(men, mid_x, mid_z, reach, |man, distance_sq| {
        if distance_sq > reach * reach {
            return;
        }
        let part = ((men.x[man] - from[0]) * way[0] + (men.z[man] - from[2]) * way[2]) / length_sq;
        let part = part.clamp(0.0, until);
        let at = [from[0] + way[0] * part, from[1] + way[1] * part, from[2] + way[2] * part];
        if is_on_way(rules, state, men, man, at)
            && !(men.side[man] == side && is_unarmed(shaft, at))
            && first.is_none_or(|(nearest, other)| part < nearest || (part <= nearest && man < other))
        {
            first = Some((part, man));
        }
    });
    first.map(|(_, man)| man)
}

/// Tell whether a man's body is where a shaft is. This is a true test in space: no level is needed.
#[inline]
fn is_on_way(rules: &Legion, state: &State, men: &Men, man: usize, at: [f32; 3]) -> bool {
    let rides = rules.kind(&state.units[usize::from(men.unit[man])]).is_horse();
    let (radius, top) = if rides { (HORSE_RADIUS, HORSE_TOP) } else { (HIT_RADIUS, HIT_TOP) };
    let (dx, dz, dy) = (men.x[man] - at[0], men.z[man] - at[2], at[1] - men.y[man]);
    dx * dx + dz * dz <= radius * radius && (0.0..=top).contains(&dy) && men.is_up(man)
}

/// Tell whether a shaft is still harmless to its own side.
#[inline]
fn is_unarmed(shaft: &Shaft, at: [f32; 3]) -> bool {
    let (dx, dy, dz) = (at[0] - shaft.from_x, at[1] - shaft.from_y, at[2] - shaft.from_z);
    dx * dx + dy * dy + dz * dz < FRIENDLY_ARM * FRIENDLY_ARM
}

/// Let a shaft do what it does to a man.
fn hit(rules: &Legion, step: &mut Step<'_, Legion>, shaft: &Shaft, man: usize, chance: &mut Chance) {
    let state = &mut *step.state;
    let unit = &state.units[usize::from(state.men.unit[man])];
    let kind = rules.kind(unit);
    let speed = (shaft.vx * shaft.vx + shaft.vz * shaft.vz).sqrt().max(1e-3);
    let (dx, dz) = (shaft.vx / speed, shaft.vz / speed);
    let stopped = chance.share() < shield_stops(kind, unit, [state.men.fx[man], state.men.fz[man]], [-dx, -dz]);
    let aspect = Aspect::of([unit.fx, unit.fz], [-dx, -dz]);
    let missile = &rules.content.missiles[usize::from(shaft.missile)];
    let spread = chance.around_one(DAMAGE_SPREAD);
    let points = wound::damage(missile.damage * spread, missile.piercing * spread, kind.armour, aspect);
    let friendly = state.men.side[man] == state.units[usize::from(shaft.unit)].side;
    let count = &mut state.units[usize::from(shaft.unit)].count_of;
    count.hits += u32::from(!friendly);
    count.friendly_hits += u32::from(friendly);
    if !stopped {
        fall::hurt(state, step.scratch, step.tick, Hurt { man, by: shaft.unit, points, dx, dz });
    }
}

/// Give the chance that a shield stops a missile.
fn shield_stops(kind: &Kind, unit: &Unit, facing: [f32; 2], toward: [f32; 2]) -> f32 {
    if kind.shield <= 0.0 {
        return 0.0;
    }
    let cover = wound::shield_cover(facing, toward);
    if unit.formation == Formation::Shield { LOCKED_STOPS * cover.max(0.5) } else { SHIELD_STOPS * cover }
}

/// Leave a shaft in the ground.
fn stick(step: &mut Step<'_, Legion>, shaft: &Shaft, from: [f32; 3], part: f32) {
    let shafts = &mut step.state.shafts;
    shafts.landed = shafts.landed.wrapping_add(1);
    shafts.stuck.push(Stuck {
        x: from[0] + (shaft.x - from[0]) * part + 0.0,
        z: from[2] + (shaft.z - from[2]) * part + 0.0,
        tick: step.tick + 1,
        missile: shaft.missile,
        heading: u16::from(fall::heading(shaft.vx, shaft.vz)) << 8,
    });
    if shafts.stuck.len() >= STUCK_MAX + STUCK_ROOM {
        shafts.stuck.drain(..STUCK_ROOM);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::legion::field::{ARROW, BOWS, Field, HORSE, SWORDS};

    /// An archer of side 0 far off, and a man of a side at the origin.
    fn target(side: u8, kind: usize) -> Field {
        let mut field = Field::of_sides(2);
        field.block(0, BOWS, [0.0, -100.0], [0.0, 1.0], 1, 1);
        field.block(side, kind, [0.0, 0.0], [0.0, -1.0], 1, 1);
        field.rules_mut().content_mut().missiles[ARROW].drag = 0.0;
        field
    }

    /// A shaft that flies north at 30 m/s, so a metre a tick, over a point at a height.
    fn shaft(at: [f32; 3]) -> Shaft {
        let [x, y, z] = at;
        Shaft { x, y, z, vz: 30.0, from_x: 0.0, from_y: 1.6, from_z: -100.0, missile: ARROW as u16, ..Shaft::default() }
    }

    fn hits(field: &mut Field, shaft: Shaft) -> bool {
        field.state.shafts.flying = vec![shaft];
        let count = |field: &Field| field.state.units[0].count_of.hits + field.state.units[0].count_of.friendly_hits;
        let before = count(field);
        field.run(fly, 0);
        count(field) > before
    }

    #[test]
    fn a_man_is_hit_within_his_breadth_and_height() {
        let hits = |x, y, kind| hits(&mut target(1, kind), shaft([x, y, -0.5]));
        assert!(hits(0.39, 1.0, SWORDS) && !hits(0.41, 1.0, SWORDS) && hits(0.69, 1.0, HORSE));
        // It falls by five millimetres on the way.
        assert!(hits(0.0, 1.9, SWORDS) && !hits(0.0, 1.92, SWORDS) && hits(0.0, 2.5, HORSE));
        assert!(hits(0.0, 0.02, SWORDS));
    }

    #[test]
    fn the_whole_way_of_a_tick_is_looked_at_and_no_more() {
        let hits = |z| hits(&mut target(1, SWORDS), shaft([0.0, 1.0, z]));
        assert!(hits(-1.3) && hits(-0.9) && hits(0.3));
        assert!(!hits(-1.5) && !hits(0.5));
    }

    #[test]
    fn the_first_on_the_way_is_hit() {
        let mut field = target(1, SWORDS);
        field.block(1, SWORDS, [0.0, -0.45], [0.0, -1.0], 1, 1);
        let whole = field.state.men.hp[1];
        field.rules_mut().content_mut().kinds[SWORDS].shield = 0.0;
        assert!(hits(&mut field, shaft([0.0, 1.0, -0.9])));
        assert_eq!(field.state.men.hp[1], whole);
        assert!(field.state.men.hp[2] < whole);
    }

    #[test]
    fn a_shaft_is_harmless_to_its_own_side_within_a_metre_thirty_in_space() {
        let near = |from: [f32; 3], side| {
            let mut field = target(side, SWORDS);
            let [from_x, from_y, from_z] = from;
            hits(&mut field, Shaft { from_x, from_y, from_z, ..shaft([0.0, 1.0, -0.5]) })
        };
        // It passes the man at (0, 1, 0), less what it falls.
        assert!(!near([0.0, 1.0, -1.29], 0));
        assert!(near([0.0, 1.0, -1.31], 0));
        assert!(near([0.0, 1.0, -1.29], 1), "to the enemy it is not");
        assert!(near([0.0, 2.2, -0.6], 0), "1.34 m in space, though 0.6 m on the plane");
    }

    #[test]
    fn killing_a_comrade_earns_nothing() {
        let mut field = target(0, SWORDS);
        field.rules_mut().content_mut().missiles[ARROW].piercing = 1.0e4;
        field.rules_mut().content_mut().kinds[SWORDS].shield = 0.0;
        assert!(hits(&mut field, shaft([0.0, 1.0, -0.5])));
        let count = field.state.units[0].count_of;
        assert_eq!((count.kills, count.friendly, count.friendly_hits), (0, 1, 1));
        assert!(field.scratch.losses[0].friendly);
    }

    #[test]
    fn what_misses_stays_where_it_comes_down_and_the_oldest_make_room() {
        let mut field = target(1, SWORDS);
        let mut low = shaft([20.0, 0.4, 0.0]);
        low.vy = -23.67;
        assert!(!hits(&mut field, low));
        assert!(field.state.shafts.flying.is_empty());
        let stuck = field.state.shafts.stuck[0];
        assert!((stuck.z - 0.5).abs() < 0.01 && stuck.x == 20.0, "half of the way: {stuck:?}");
        assert_eq!((stuck.heading, stuck.tick), (64 << 8, 1));
        for _ in 1..STUCK_MAX + STUCK_ROOM {
            field.state.shafts.flying = vec![low];
            field.run(fly, 1);
        }
        assert_eq!(field.state.shafts.stuck.len(), STUCK_MAX);
        assert_eq!(field.state.shafts.landed as usize, STUCK_MAX + STUCK_ROOM);
    }

    #[test]
    fn the_air_slows_the_fast_more_than_the_slow() {
        let after = |speed: f32| {
            let mut shaft = Shaft { vz: speed, ..Shaft::default() };
            advance(&mut shaft, 0.01);
            speed - shaft.vz
        };
        assert!((after(20.0) / after(10.0) - 4.0).abs() < 0.01, "with the square");
        let mut shaft = Shaft::default();
        advance(&mut shaft, 0.01);
        assert_eq!(shaft.vy, -GRAVITY * DT);
    }

    #[test]
    fn shields_stop_what_comes_from_before_them() {
        let mut field = target(1, SWORDS);
        let kind = field.rules.content.kinds[SWORDS].clone();
        let unit = &mut field.state.units[1];
        let stops = |unit: &Unit, toward| shield_stops(&kind, unit, [0.0, -1.0], toward);
        assert_eq!(stops(unit, [0.0, -1.0]), SHIELD_STOPS);
        assert_eq!(stops(unit, [0.0, 1.0]), 0.0);
        unit.formation = Formation::Shield;
        assert_eq!(stops(unit, [0.0, -1.0]), LOCKED_STOPS);
        assert_eq!(stops(unit, [0.0, 1.0]), LOCKED_STOPS * 0.5);
    }
}
