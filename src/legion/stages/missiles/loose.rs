//! Loosing: who shoots now, at which man, and with what error.

use recorder::Step;

use crate::legion::chance::{Chance, Chances};
use crate::legion::content::{Arm, Kind, Missile, Trajectory};
use crate::legion::men::{Condition, Men};
use crate::legion::rules::Legion;
use crate::legion::shafts::Shaft;
use crate::legion::stages::missiles::lane::{self, Way};
use crate::legion::stages::missiles::launch::Weapon;
use crate::legion::stages::missiles::mark;
use crate::legion::state::State;
use crate::legion::unit::{Formation, NO_UNIT, Unit};

/// Metres above his feet from which a man shoots, and a rider.
/// Ours: a man's shoulder, standing and in the saddle.
const SHOULDER: f32 = 1.6;
/// See `SHOULDER`.
const SADDLE: f32 = 2.2;

/// Metres above his feet at which a man is aimed at.
/// Ours: the middle of what can be hit.
const CHEST: f32 = 1.1;

/// Metres a second up to which a man can draw a bow or a sling; javelins are thrown at a run.
/// Ours: below a walk; dressing the ranks does not stop anyone.
const STEADY_SPEED: f32 = 1.0;

/// Men of a crew for each engine. One engine shoots for all of them.
/// Source: massed battle, missiles: a battery shoots by its engines, not by its men.
pub const CREW: u32 = 3;

/// Ticks between two ranks of a volley.
/// Ours: a volley ripples through the ranks in about a second.
const RANK_TICKS: u32 = 4;

/// How much the time from shot to shot varies at will, as a part of it.
/// Ours: without, units at will would shoot volleys.
const PERIOD_SPREAD: f32 = 0.2;

/// Ticks after which a man looks again whose lane was not clear, or who found nobody in range.
/// Ours: a third of a second, in which a lane may clear.
const AGAIN_TICKS: u32 = 10;

/// Enemies a man looks at before he settles for one.
/// Ours: a bound on work; who has found nobody looks again soon.
const LOOKS: u32 = 3;

/// Places looked along from each of them for someone who is up.
/// Ours: a bound on work where most of a block is down.
const LOOK_ALONG: usize = 16;

/// Ranks of a unit in contact that nobody aims at: comrades stand among them.
/// Ours: the ranks that reach an enemy.
const FIGHTING_RANKS: u8 = 2;

/// Let men shoot.
pub fn loose(rules: &Legion, step: &mut Step<'_, Legion>) {
    let chances = Chances::of(rules.muster.seed, "shot", step.tick);
    for index in 0..step.state.units.len() {
        let unit = &step.state.units[index];
        let kind = rules.kind(unit);
        let Some(missile) = kind.missile else { continue };
        let weapon = Weapon::new(&rules.content.missiles[usize::from(missile)]);
        if !may_shoot(unit, kind) || !is_anyone_ready(&step.state.men, unit, weapon.missile, step.tick) {
            continue;
        }
        if let Some(foe) = mark::choose(step.state, &step.scratch.fray.extents, index, weapon.missile) {
            let shooters = Shooters { kind, weapon, missile, unit: index, foe, tick: step.tick };
            shooters.shoot(step, &chances);
        }
    }
}

/// Tell whether a unit can shoot as it stands: in order, not locked, and not behind locked shields.
fn may_shoot(unit: &Unit, kind: &Kind) -> bool {
    let free = unit.locked == NO_UNIT || kind.arm == Arm::Artillery;
    unit.is_here() && unit.nerve.is_in_order() && free && unit.formation != Formation::Shield
}

fn is_anyone_ready(men: &Men, unit: &Unit, missile: &Missile, tick: u32) -> bool {
    unit.men().any(|man| is_ready(men, unit, man, missile, tick))
}

/// Tell whether a man can let go now. Volleys go by the unit's own clock, rank after rank.
#[inline]
fn is_ready(men: &Men, unit: &Unit, man: usize, missile: &Missile, tick: u32) -> bool {
    if men.ready_at[man] > tick || men.ammo[man] == 0 || men.condition[man] != Condition::READY {
        return false;
    }
    !missile.volley || is_turn(tick, unit.first, men.rank[man], missile.period)
}

/// Tell whether a rank's turn in its unit's volleys has come.
fn is_turn(tick: u32, first: u32, rank: u8, period: u32) -> bool {
    (tick + first + u32::from(u8::MAX - rank) * RANK_TICKS).is_multiple_of(period.max(1))
}

/// A unit that shoots at another.
struct Shooters<'a> {
    kind: &'a Kind,
    weapon: Weapon<'a>,
    missile: u16,
    unit: usize,
    foe: usize,
    tick: u32,
}

impl Shooters<'_> {
    fn shoot(&self, step: &mut Step<'_, Legion>, chances: &Chances) {
        let (places, mut up, mut shots) = (step.state.units[self.unit].men(), 0, 0);
        for man in places {
            if !step.state.men.is_up(man) {
                continue;
            }
            let has_engine = self.kind.arm != Arm::Artillery || up % CREW == 0;
            up += 1;
            let unit = &step.state.units[self.unit];
            if has_engine && is_ready(&step.state.men, unit, man, self.weapon.missile, self.tick) {
                shots += u32::from(self.let_go(step, man, &mut chances.for_one(man as u32)));
            }
        }
        step.state.units[self.unit].count_of.shots += shots;
    }

    /// Let one man shoot. Tells whether he did.
    fn let_go(&self, step: &mut Step<'_, Legion>, man: usize, chance: &mut Chance) -> bool {
        let men = &mut step.state.men;
        let speed_sq = men.vx[man] * men.vx[man] + men.vz[man] * men.vz[man];
        if self.weapon.missile.arc == Trajectory::High && speed_sq > STEADY_SPEED * STEADY_SPEED {
            return false;
        }
        men.ready_at[man] = self.tick + AGAIN_TICKS;
        let Some(foe) = self.look(step.state, man, chance) else { return false };
        let Some(way) = self.aim(&step.state.men, man, foe, chance) else { return false };
        if !lane::is_clear(&step.state.men, &step.scratch.hash, &way) {
            return false;
        }
        let men = &mut step.state.men;
        men.ready_at[man] = self.tick + self.rest(chance);
        men.ammo[man] -= 1;
        (men.fx[man], men.fz[man]) = (way.dx + 0.0, way.dz + 0.0);
        let shaft = self.shaft(men, &way);
        step.state.shafts.flying.push(shaft);
        true
    }

    /// Give the ticks until he can shoot again. Volleys are held to their clock, which comes round a little later.
    fn rest(&self, chance: &mut Chance) -> u32 {
        let period = self.weapon.missile.period;
        if self.weapon.missile.volley {
            period / 2
        } else {
            (period as f32 * chance.around_one(PERIOD_SPREAD)).floor() as u32
        }
    }

    /// Find a man of the enemy unit in range: of what flies flat the nearest of a few, else the first that will do.
    fn look(&self, state: &State, man: usize, chance: &mut Chance) -> Option<usize> {
        let (men, foes) = (&state.men, &state.units[self.foe]);
        let missile = self.weapon.missile;
        let fights = foes.locked != NO_UNIT;
        let mut best: Option<(f32, usize)> = None;
        for _ in 0..LOOKS {
            let from = chance.below(foes.count);
            let after = (from..foes.count).chain(0..from).map(|place| (foes.first + place) as usize);
            let is_mark = |&foe: &usize| men.is_up(foe) && (!fights || men.rank[foe] >= FIGHTING_RANKS);
            let Some(foe) = after.take(LOOK_ALONG).find(is_mark) else { continue };
            let (dx, dz) = (men.x[foe] - men.x[man], men.z[foe] - men.z[man]);
            let distance_sq = dx * dx + dz * dz;
            let in_range =
                distance_sq <= missile.range * missile.range && distance_sq >= missile.range_min * missile.range_min;
            if in_range && best.is_none_or(|(nearest, _)| distance_sq < nearest) {
                best = Some((distance_sq, foe));
                if missile.arc == Trajectory::High {
                    break;
                }
            }
        }
        best.map(|(_, foe)| foe)
    }

    /// Aim at where a man will be, with the error of the hand, and beyond him by what the air will take.
    fn aim(&self, men: &Men, man: usize, foe: usize, chance: &mut Chance) -> Option<Way> {
        let missile = self.weapon.missile;
        let height = if self.kind.is_horse() { SADDLE } else { SHOULDER };
        let rise = men.y[foe] + CHEST - men.y[man] - height;
        let beyond = |distance: f32| distance * (1.0 + missile.compensation * distance / missile.range);
        let (mut dx, mut dz) = (men.x[foe] - men.x[man], men.z[foe] - men.z[man]);
        let distance = (dx * dx + dz * dz).sqrt();
        let seconds = self.weapon.launch(beyond(distance), rise)?.seconds_to(distance);
        let (across, along) = (chance.scatter() * missile.spread, chance.scatter() * missile.spread);
        dx += men.vx[foe] * seconds + dx * along + dz * across;
        dz += men.vz[foe] * seconds + dz * along - dx * across;
        let distance = (dx * dx + dz * dz).sqrt().max(1e-3);
        let launch = self.weapon.launch(beyond(distance), rise)?;
        Some(Way { man, height: men.y[man] + height, dx: dx / distance, dz: dz / distance, launch, distance })
    }

    fn shaft(&self, men: &Men, way: &Way) -> Shaft {
        let (x, z) = (men.x[way.man], men.z[way.man]);
        Shaft {
            x,
            y: way.height,
            z,
            vx: way.dx * way.launch.along + 0.0,
            vy: way.launch.up + 0.0,
            vz: way.dz * way.launch.along + 0.0,
            from_x: x,
            from_y: way.height,
            from_z: z,
            unit: self.unit as u16,
            missile: self.missile,
            born: self.tick + 1,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::legion::field::{ARROW, BOWS, ENGINES, Field, SWORDS};
    use crate::legion::stages::{combat, missiles};

    fn both(rules: &Legion, step: &mut Step<'_, Legion>) {
        combat::run(rules, step);
        missiles::run(rules, step);
    }

    /// Shooters at the origin, a block of swords so far before them.
    fn range(kind: usize, men: u32, distance: f32) -> Field {
        let mut field = Field::of_sides(2);
        field.block(0, kind, [0.0, 0.0], [0.0, 1.0], men, 12);
        field.block(1, SWORDS, [0.0, distance], [0.0, -1.0], 160, 29);
        field.rules_mut().content_mut().kinds[SWORDS].missile = None;
        field
    }

    #[test]
    fn arrows_come_down_about_where_they_were_aimed_in_spite_of_the_air() {
        for distance in [60.0, 100.0, 140.0] {
            let mut field = range(BOWS, 12, distance);
            field.run_for(both, 900);
            let count = field.state.units[0].count_of;
            let landed = &field.state.shafts.stuck;
            let mean = landed.iter().map(|stuck| stuck.z).sum::<f32>() / landed.len() as f32;
            assert!(count.shots > 60 && count.hits * 10 > count.shots, "{distance}: {count:?}");
            assert!((mean - distance).abs() < 5.0, "{distance}: {mean}");
        }
    }

    #[test]
    fn nobody_shoots_beyond_his_range_or_without_arrows() {
        let far = Field::of_sides(2).rules.content.missiles[ARROW].range;
        let mut field = range(BOWS, 12, far + 0.5);
        field.run_for(both, 200);
        assert_eq!(field.state.units[0].count_of.shots, 0);
        let mut field = range(BOWS, 12, 80.0);
        field.state.men.ammo[..12].fill(1);
        field.run_for(both, 600);
        assert_eq!(field.state.units[0].count_of.shots, 12);
    }

    #[test]
    fn nobody_aims_at_those_who_fight() {
        let mut field = range(BOWS, 1, 80.0);
        field.state.units[1].locked = 0;
        let weapon = Weapon::new(&field.rules.content.missiles[ARROW]);
        let kind = &field.rules.content.kinds[BOWS];
        let shooters = Shooters { kind, weapon, missile: ARROW as u16, unit: 0, foe: 1, tick: 0 };
        let chances = Chances::of(1, "shot", 0);
        let marks: Vec<usize> =
            (0..200).filter_map(|n| shooters.look(&field.state, 0, &mut chances.for_one(n))).collect();
        assert!(marks.len() > 100 && marks.iter().all(|&foe| field.state.men.rank[foe] >= FIGHTING_RANKS));
        field.state.units[1].locked = NO_UNIT;
        let free = (0..200).filter_map(|n| shooters.look(&field.state, 0, &mut chances.for_one(n)));
        assert!(free.into_iter().any(|foe| field.state.men.rank[foe] < FIGHTING_RANKS));
    }

    #[test]
    fn a_battery_shoots_by_its_engines_and_not_by_its_men() {
        let mut field = range(ENGINES, 12, 100.0);
        field.rules_mut().content_mut().missiles[2].period = 1000;
        field.run_for(both, 600);
        assert_eq!(field.state.units[0].count_of.shots, 12 / CREW);
    }

    #[test]
    fn ranks_let_go_one_after_the_other() {
        let turns = |rank| (0..400).filter(|&tick| is_turn(tick, 7, rank, 100)).collect::<Vec<u32>>();
        let [first, second] = [turns(0), turns(1)];
        assert_eq!(first.len(), 4);
        let apart = first.iter().zip(&second).map(|(one, other)| (other + 100 - one) % 100);
        assert!(apart.into_iter().all(|ticks| ticks == RANK_TICKS), "{first:?} {second:?}");
    }

    #[test]
    fn those_who_walk_do_not_draw_a_bow_and_do_throw() {
        for (kind, shoots) in [(BOWS, false), (SWORDS, true)] {
            let mut field = Field::of_sides(2);
            field.block(0, kind, [0.0, 0.0], [0.0, 1.0], 12, 12);
            field.block(1, BOWS, [0.0, 24.0], [0.0, -1.0], 60, 29);
            field.state.men.ammo[12..].fill(0);
            field.state.men.vz[..12].fill(1.5);
            field.run_for(both, 60);
            assert_eq!(field.state.units[0].count_of.shots > 0, shoots, "{kind}");
        }
    }

    #[test]
    fn in_close_ranks_only_the_front_throws_flat() {
        let mut field = Field::of_sides(2);
        field.block(0, SWORDS, [0.0, 0.0], [0.0, 1.0], 58, 29);
        field.block(1, BOWS, [0.0, 20.0], [0.0, -1.0], 60, 29);
        field.state.men.ammo[58..].fill(0);
        field.run_for(both, 30);
        let thrown = |range: std::ops::Range<usize>| range.filter(|&man| field.state.men.ammo[man] < 2).count();
        assert!(thrown(0..29) > 20);
        assert!(thrown(29..58) < 3, "their comrades stand in the lane, unless they throw aslant between them");
    }

    #[test]
    fn locked_units_and_locked_shields_do_not_shoot() {
        let mut field = range(BOWS, 12, 80.0);
        field.state.units[0].formation = Formation::Shield;
        field.run_for(both, 200);
        field.state.units[0].formation = Formation::Line;
        field.state.units[0].locked = 1;
        field.run_for(both, 200);
        assert_eq!(field.state.units[0].count_of.shots, 0);
    }
}
