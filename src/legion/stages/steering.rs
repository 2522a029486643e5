//! Steering: where each man wants to go this tick, and where he looks.

use recorder::{Step, crew};

use crate::kernel::math::unit_or;
use crate::legion::content::Kind;
use crate::legion::men::{Condition, Men, NOBODY};
use crate::legion::rules::{DT, Legion};
use crate::legion::scratch::Scratch;
use crate::legion::state::State;
use crate::legion::unit::Unit;

/// Metres off his slot within which a man is content to stand. Wider than the jitter: a man at rest stays at rest.
///
/// Ours: three times the jitter of a line.
const CONTENT: f32 = 0.15;

/// Of the way to his slot, what a man makes in a second.
///
/// Ours: a man slows down as he comes near, and is there in about a second.
const CATCH_UP: f32 = 4.0;

/// Metres a second squared that a man on foot and a rider gain or lose at the most.
///
/// Ours: a run is reached in about a second or less.
const HASTE: [f32; 2] = [7.0, 9.0];

/// Of his weapon's reach, how near a man steps to his opponent.
///
/// Ours: an enemy who sways back is still in reach.
const STEP_IN: f32 = 0.85;

/// Ranks that a man leaves his slot by to get at an opponent.
///
/// Source: massed battle, how many men can fight.
pub const PRESS_RANKS: f32 = 2.5;

/// Part of his facing that a man turns by in a tick.
///
/// Ours: most of a turn in a third of a second.
const TURN: f32 = 0.22;

/// Cosine of the angle within which he looks where he wants to.
///
/// Ours: below a degree, which nobody sees.
const TURNED: f32 = 0.999_9;

/// Metres a second from which a man off his slot looks where he goes.
///
/// Ours: below it he dresses, and keeps his front.
const LOOKS_AHEAD: f32 = 1.0;

/// Part of a run that the slowest of a fleeing crowd makes, and what the quickest has on him.
///
/// Ours: a crowd draws out.
const FLEE_PACE: [f32; 2] = [0.8, 0.25];

/// How far a fleeing man's way is off the crowd's, at most, to either side: metres aside to a metre ahead.
///
/// Ours: 19°; a crowd that runs loses its ranks.
const FLEE_SPREAD: f32 = 0.35;

/// Men below whom a share of them is not cut in two.
///
/// Ours: a matter of speed only; what comes out is the same.
const SHARE_MEN: usize = 1_000;

/// Run the stage.
pub fn run(rules: &Legion, step: &mut Step<'_, Legion>) {
    let State { men, units, .. } = &mut *step.state;
    let Men { x, z, vx, vz, fx, fz, condition, target, grain, .. } = men;
    let Scratch { slot_x, slot_z, .. } = &*step.scratch;
    let field = Field { rules, x, z, condition, target, grain, slot_x, slot_z };
    field.steer_all(units, Moving { first: 0, vx, vz, fx, fz });
}

/// What steering looks at.
#[derive(Clone, Copy)]
struct Field<'a> {
    rules: &'a Legion,
    x: &'a [f32],
    z: &'a [f32],
    condition: &'a [Condition],
    target: &'a [u32],
    grain: &'a [u8],
    slot_x: &'a [f32],
    slot_z: &'a [f32],
}

/// Speeds and facings of some men, side by side.
struct Moving<'a> {
    /// The place of the first one.
    first: usize,
    vx: &'a mut [f32],
    vz: &'a mut [f32],
    fx: &'a mut [f32],
    fz: &'a mut [f32],
}

impl<'a> Moving<'a> {
    /// Cut before a man.
    fn cut(self, man: usize) -> [Self; 2] {
        let at = man - self.first;
        let (vx, other_vx) = self.vx.split_at_mut(at);
        let (vz, other_vz) = self.vz.split_at_mut(at);
        let (fx, other_fx) = self.fx.split_at_mut(at);
        let (fz, other_fz) = self.fz.split_at_mut(at);
        let other = Self { first: man, vx: other_vx, vz: other_vz, fx: other_fx, fz: other_fz };
        [Self { first: self.first, vx, vz, fx, fz }, other]
    }

    /// Change a man's speed toward what he wants, by no more than his haste.
    #[inline]
    fn hasten(&mut self, n: usize, wx: f32, wz: f32, haste: f32) {
        let (dx, dz) = (wx - self.vx[n], wz - self.vz[n]);
        let change_sq = dx * dx + dz * dz;
        let part = if change_sq > haste * haste { haste / change_sq.sqrt() } else { 1.0 };
        self.vx[n] = self.vx[n] + dx * part + 0.0;
        self.vz[n] = self.vz[n] + dz * part + 0.0;
    }

    /// Turn a man toward where he wants to look.
    #[inline]
    fn look_at(&mut self, n: usize, [wx, wz]: [f32; 2]) {
        let (fx, fz) = (self.fx[n], self.fz[n]);
        let along = fx * wx + fz * wz;
        [self.fx[n], self.fz[n]] = if along >= TURNED {
            [wx + 0.0, wz + 0.0]
        } else if along < -0.9 {
            // Straight behind there is nothing between: he starts by his left.
            unit_or(fx - fz * TURN, fz + fx * TURN, [wx, wz])
        } else {
            unit_or(fx + (wx - fx) * TURN, fz + (wz - fz) * TURN, [wx, wz])
        };
    }
}

impl Field<'_> {
    /// Steer units whose men lie side by side. Nobody looks at anybody's speed or facing but his own.
    fn steer_all(self, units: &[Unit], mut moving: Moving<'_>) {
        if units.len() > 1 && moving.vx.len() >= 2 * SHARE_MEN && crew::has_help() {
            let (one, other) = units.split_at(units.len() / 2);
            let [moving, others] = moving.cut(other[0].first as usize);
            crew::both(|| self.steer_all(one, moving), || self.steer_all(other, others));
            return;
        }
        for unit in units.iter().filter(|unit| unit.is_here()) {
            let kind = self.rules.kind(unit);
            if unit.nerve.is_in_order() {
                self.steer(&mut moving, unit, kind);
            } else {
                self.flee(&mut moving, unit, kind);
            }
        }
    }

    /// Steer a unit in order: to the slot, or to the opponent.
    fn steer(self, moving: &mut Moving<'_>, unit: &Unit, kind: &Kind) {
        let haste = HASTE[usize::from(kind.is_horse())] * DT;
        let most = kind.run;
        let near = kind.reach * STEP_IN;
        let leash = PRESS_RANKS * unit.formation.spacing(kind)[1];
        for man in unit.men() {
            let condition = self.condition[man];
            if !condition.is_up() {
                continue;
            }
            let n = man - moving.first;
            let (x, z) = (self.x[man], self.z[man]);
            let (sx, sz) = (self.slot_x[man] - x, self.slot_z[man] - z);
            let off_sq = sx * sx + sz * sz;
            let foe = self.target[man];
            let (wx, wz, look) = if condition == Condition::FIGHTING && foe != NOBODY {
                let (dx, dz) = (self.x[foe as usize] - x, self.z[foe as usize] - z);
                let distance = (dx * dx + dz * dz).sqrt().max(1e-4);
                let (dx, dz) = (dx / distance, dz / distance);
                // Beyond the leash he fights where he is.
                let speed = if distance > near && off_sq < leash * leash {
                    ((distance - near) * CATCH_UP).min(kind.walk)
                } else {
                    0.0
                };
                (dx * speed, dz * speed, [dx, dz])
            } else {
                let (wx, wz) = to_slot(sx, sz, off_sq, most);
                let speed_sq = moving.vx[n] * moving.vx[n] + moving.vz[n] * moving.vz[n];
                let is_far = off_sq > 1.0 && speed_sq > LOOKS_AHEAD * LOOKS_AHEAD;
                (wx, wz, if is_far { unit_or(sx, sz, [unit.fx, unit.fz]) } else { [unit.fx, unit.fz] })
            };
            moving.hasten(n, wx, wz, haste);
            moving.look_at(n, look);
        }
    }

    /// Let a broken unit run: everyone at his own pace and a little off the others' way.
    fn flee(self, moving: &mut Moving<'_>, unit: &Unit, kind: &Kind) {
        let haste = HASTE[usize::from(kind.is_horse())] * DT;
        for man in unit.men() {
            if !self.condition[man].is_up() {
                continue;
            }
            let n = man - moving.first;
            let grain = self.grain[man];
            let off = (f32::from(grain & 15) - 7.5) * (FLEE_SPREAD / 7.5);
            let pace = kind.run * (FLEE_PACE[0] + FLEE_PACE[1] * f32::from(grain >> 4) / 15.0);
            let way = unit_or(unit.fx - unit.fz * off, unit.fz + unit.fx * off, [unit.fx, unit.fz]);
            moving.hasten(n, way[0] * pace, way[1] * pace, haste);
            moving.look_at(n, way);
        }
    }
}

/// Speed to a slot: less the nearer it is, none within [`CONTENT`].
#[inline]
fn to_slot(sx: f32, sz: f32, off_sq: f32, most: f32) -> (f32, f32) {
    if off_sq < CONTENT * CONTENT {
        return (0.0, 0.0);
    }
    let off = off_sq.sqrt();
    let speed = (off * CATCH_UP).min(most) / off;
    (sx * speed, sz * speed)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::legion::sketch::Sketch;
    use crate::legion::stages::{cohesion, integration};

    fn tick(sketch: &mut Sketch) {
        sketch.stage(cohesion::run);
        sketch.stage(run);
        sketch.stage(integration::run);
        sketch.tick += 1;
    }

    fn alone() -> Sketch {
        Sketch::new(&["rome", "juthungi"]).unit(0, "legionary-cohort", 0.0, 0.0, 90).unit(1, "warband", 0.0, 900.0, 270)
    }

    #[test]
    fn a_man_off_his_slot_goes_back_to_it_and_stops() {
        let mut sketch = alone();
        sketch.state.men.z[7] -= 6.0;
        (0..120).for_each(|_| tick(&mut sketch));
        let (men, slots) = (&sketch.state.men, &sketch.scratch);
        let (dx, dz) = (men.x[7] - slots.slot_x[7], men.z[7] - slots.slot_z[7]);
        assert!((dx * dx + dz * dz).sqrt() <= CONTENT, "{dx} {dz}");
        assert_eq!((men.vx[7], men.vz[7]), (0.0, 0.0));
        assert_eq!((men.fx[7], men.fz[7]), (0.0, 1.0), "and looks where his unit looks");
    }

    #[test]
    fn nobody_outruns_his_kind_nor_gains_speed_beyond_his_haste() {
        let mut sketch = alone();
        sketch.state.men.x[3] += 40.0;
        let run = sketch.rules.kind(&sketch.state.units[0]).run;
        let mut last = 0.0;
        for _ in 0..90 {
            tick(&mut sketch);
            let men = &sketch.state.men;
            let speed = (men.vx[3] * men.vx[3] + men.vz[3] * men.vz[3]).sqrt();
            assert!(speed <= run + 1e-4 && speed - last <= HASTE[0] * DT + 1e-4, "{speed} after {last}");
            last = speed;
        }
    }

    #[test]
    fn a_fighting_man_steps_in_to_his_reach_and_no_further() {
        let mut sketch = alone();
        let foe = sketch.state.units[1].first as usize;
        let front = (0..160).find(|&man| sketch.state.men.rank[man] == 0 && sketch.state.men.file[man] == 14).unwrap();
        sketch.state.men.condition[front] = Condition::FIGHTING;
        sketch.state.men.target[front] = foe as u32;
        (sketch.state.men.x[foe], sketch.state.men.z[foe]) =
            (sketch.state.men.x[front] + 0.5, sketch.state.men.z[front] + 1.8);
        let reach = sketch.rules.kind(&sketch.state.units[0]).reach;
        for _ in 0..60 {
            sketch.stage(cohesion::run);
            sketch.stage(run);
            let men = &mut sketch.state.men;
            men.x[front] += men.vx[front] * DT;
            men.z[front] += men.vz[front] * DT;
        }
        let men = &sketch.state.men;
        let (dx, dz) = (men.x[foe] - men.x[front], men.z[foe] - men.z[front]);
        let distance = (dx * dx + dz * dz).sqrt();
        assert!((distance - reach * STEP_IN).abs() < 0.1, "{distance}");
        assert!(men.fx[front] * dx + men.fz[front] * dz > 0.99 * distance, "and looks at him");
    }

    #[test]
    fn a_man_fights_no_further_than_2_5_ranks_from_his_slot() {
        let steps = |off: f32| {
            let mut sketch = alone();
            sketch.stage(cohesion::run);
            let foe = sketch.state.units[1].first;
            let men = &mut sketch.state.men;
            (men.condition[5], men.target[5]) = (Condition::FIGHTING, foe);
            men.x[5] = sketch.scratch.slot_x[5] + off;
            sketch.stage(run);
            sketch.state.men.vz[5] > 0.0
        };
        // Ranks of a cohort are 0.95 m deep.
        assert!(steps(PRESS_RANKS * 0.95 - 0.02));
        assert!(!steps(PRESS_RANKS * 0.95 + 0.02));
    }
}
