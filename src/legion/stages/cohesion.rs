//! Cohesion: units count their men, close their ranks, meet or part with the enemy, and carry their middle on.
//!
//! Everything about other units is read from the ground they took when the stage began, so that no unit gains by its
//! place in the list.

use recorder::{Step, crew};

use crate::kernel::math::unit_or;
use crate::legion::content::{Arm, Kind};
use crate::legion::event::{Event, What};
use crate::legion::formation::{Block, Slots, turned};
use crate::legion::men::{Condition, Men, NOBODY};
use crate::legion::order::Task;
use crate::legion::rules::{DT, FIELD, Legion};
use crate::legion::scratch::{Scratch, Sums};
use crate::legion::stages::squaring::{ENGAGED_FEW, Squaring, square_up};
use crate::legion::state::State;
use crate::legion::unit::{NO_UNIT, Unit};

/// Two fronts this near, in metres, lock.
///
/// Source: massed battle, the push.
pub const CONTACT_ENTER: f32 = 1.6;

/// Two locked fronts further apart than this, in metres, are free.
///
/// Source: massed battle, the push.
pub const CONTACT_EXIT: f32 = 4.5;

/// Metres at which two locked fronts are held.
///
/// Source: massed battle, the push.
pub const CONTACT_GAP: f32 = 1.0;

/// Metres from which a unit makes the last stride by itself. Above the exit: otherwise a front that was pushed back
/// stands there for ever, out of reach of a fight that nobody ended.
///
/// Source: massed battle, the push.
pub const ENGAGE_REACH: f32 = 5.0;
const _: () = assert!(ENGAGE_REACH > CONTACT_EXIT && CONTACT_EXIT > CONTACT_ENTER && CONTACT_ENTER > CONTACT_GAP);

/// Metres from the enemy at which foot that goes for him begins to run.
///
/// Ours: a march is walked and the last of it run.
const RUN_IN: f32 = 25.0;

/// Of its missiles' range, how near a shooting unit that is told to attack goes.
///
/// Ours: a mark that steps back is still in range.
const SHOOT_FROM: f32 = 0.85;

/// Metres within which a unit goes sideways or back without turning.
///
/// Ours: somewhat more than a block's depth; for more, a unit turns.
const SIDESTEP: f32 = 8.0;

/// Part of a walk that a sidestep goes at.
///
/// Ours: men who do not look where they go are slower.
const SIDESTEP_PACE: f32 = 0.6;

/// Metres from its goal at which a unit is there.
///
/// Ours: a few ticks of a walk, so that nobody walks past and back.
const ARRIVED: f32 = 0.3;

/// Cosine of the angle between facing and wish from which a unit turns about rather than wheels.
///
/// Ours: 120°; each man turns where he stands, which is shorter than the wing's way.
const ABOUT: f32 = -0.5;

/// Cosine of the angle between facing and way from which a wheeling unit begins to walk.
///
/// Ours: 37°.
const ALIGNED: f32 = 0.8;

/// Least and most that a unit wheels, in radians a second.
///
/// Ours: the widest line still comes round, and the narrowest does not spin.
const WHEEL: [f32; 2] = [0.12, 1.5];

/// Metres that the men may trail behind before their middle slows down, and what it loses a metre.
///
/// Ours: a block waits for its men rather than come apart.
const LAG_FREE: f32 = 2.0;
/// See [`LAG_FREE`].
const LAG_LOSS: f32 = 0.3;

/// Part of its pace that a unit never falls below for those who trail.
///
/// Ours: one man who is held up does not stop all.
const LAG_LEAST: f32 = 0.25;

/// Seconds of running, of fighting and of rest that change breath from all to none or back.
///
/// Ours: a run tires soon, a fight over minutes, and both can be rested from within a battle.
const RUN_SECONDS: f32 = 90.0;
/// See [`RUN_SECONDS`].
const FIGHT_SECONDS: f32 = 300.0;
/// See [`RUN_SECONDS`].
const REST_SECONDS: f32 = 120.0;

/// Part of its pace that a unit without breath has lost.
///
/// Ours: the tired are slower and still move.
const FATIGUE_PACE: f32 = 0.3;

/// Radians a second that a fleeing crowd turns.
///
/// Ours: as fast as the narrowest line wheels.
const FLEE_TURN: f32 = 1.5;

/// The enemy nearest to a unit, by the gap between the ground they take.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Meeting {
    /// Who; [`NO_UNIT`] where there is no enemy near.
    pub foe: u16,
    /// Metres from front man to front man; below 0 if they overlap.
    pub gap: f32,
    /// Where to.
    pub nx: f32,
    /// See `nx`.
    pub nz: f32,
}

impl Meeting {
    const NONE: Self = Self { foe: NO_UNIT, gap: f32::MAX, nx: 0.0, nz: 0.0 };
}

/// Metres between middles, less both radii, beyond which nobody looks.
///
/// Ours: above [`RUN_IN`] and every distance at which fronts lock.
const LOOK: f32 = 60.0;

/// Run the stage.
pub fn run(rules: &Legion, step: &mut Step<'_, Legion>) {
    muster(rules, step.state, step.scratch);
    meet(step.state, step.scratch);
    lock(step);
    for index in 0..step.state.units.len() {
        if step.state.units[index].is_here() {
            carry(rules, step.state, step.scratch, index);
        }
    }
    place_slots(rules, step.state, step.scratch);
}

/// Count men, close ranks, and take down the ground each unit has.
fn muster(rules: &Legion, state: &mut State, scratch: &mut Scratch) {
    scratch.blocks.clear();
    let State { men, units, .. } = state;
    scratch.sums = crew::each_if(rules.is_massed(), units.iter().collect(), |_, unit| sum_up(men, unit));
    for (unit, sums) in units.iter_mut().zip(&scratch.sums) {
        let has_lost = sums.alive != unit.alive;
        unit.alive = sums.alive;
        if unit.is_here() && unit.nerve.is_in_order() {
            if gather(men, unit) {
                // Whoever comes back from a rout falls in where he is.
                (unit.x, unit.z) = (sums.x / sums.alive as f32 + 0.0, sums.z / sums.alive as f32 + 0.0);
                scratch.dresser.dress(men, unit);
            } else if has_lost {
                scratch.dresser.close(men, unit);
            }
        } else if unit.is_here() {
            scatter(men, unit);
        }
        scratch.blocks.push(Block::of(unit, rules.kind(unit)));
    }
}

/// Sum up a unit's men.
fn sum_up(men: &Men, unit: &Unit) -> Sums {
    let mut sums = Sums::default();
    for man in unit.men() {
        if men.is_up(man) {
            sums.alive += 1;
            sums.ammo += u32::from(men.ammo[man]);
            sums.x += men.x[man];
            sums.z += men.z[man];
            sums.ranks += u32::from(men.rank[man]);
            sums.files += u32::from(men.file[man]);
        }
    }
    sums
}

/// Bring back those who fled, and tell whether there were any.
fn gather(men: &mut Men, unit: &Unit) -> bool {
    let mut some = false;
    for condition in &mut men.condition[unit.men()] {
        if *condition == Condition::FLEEING {
            *condition = Condition::READY;
            some = true;
        }
    }
    some
}

/// Let everyone up flee.
fn scatter(men: &mut Men, unit: &Unit) {
    for man in unit.men() {
        if men.is_up(man) && men.condition[man] != Condition::FLEEING {
            men.condition[man] = Condition::FLEEING;
            men.target[man] = NOBODY;
            men.lands_at[man] = 0;
        }
    }
}

/// Find the nearest enemy in order of every unit; of equal ones the lower index.
fn meet(state: &State, scratch: &mut Scratch) {
    let Scratch { blocks, meetings, .. } = scratch;
    meetings.clear();
    meetings.resize(state.units.len(), Meeting::NONE);
    let stands = |unit: &Unit| unit.is_here() && unit.nerve.is_in_order();
    for (one, own) in state.units.iter().enumerate() {
        for (other, foe) in state.units.iter().enumerate().skip(one + 1) {
            if own.side == foe.side || !stands(own) || !stands(foe) {
                continue;
            }
            let (a, b) = (&blocks[one], &blocks[other]);
            let (dx, dz) = (b.x - a.x, b.z - a.z);
            let reach = a.radius() + b.radius() + LOOK;
            if dx * dx + dz * dz > reach * reach {
                continue;
            }
            let (gap, [nx, nz]) = a.gap(b);
            if gap < meetings[one].gap {
                meetings[one] = Meeting { foe: other as u16, gap, nx, nz };
            }
            if gap < meetings[other].gap {
                meetings[other] = Meeting { foe: one as u16, gap, nx: 0.0 - nx, nz: 0.0 - nz };
            }
        }
    }
}

/// Lock fronts that have met, and free those that are apart.
fn lock(step: &mut Step<'_, Legion>) {
    let (tick, next) = (step.tick, step.next_tick());
    let units = &mut step.state.units;
    for index in 0..units.len() {
        let meeting = step.scratch.meetings[index];
        let held = units[index].locked;
        let still = held != NO_UNIT && {
            let foe = &units[usize::from(held)];
            let is_there = foe.is_here() && foe.nerve.is_in_order();
            is_there && step.scratch.blocks[index].gap(&step.scratch.blocks[usize::from(held)]).0 <= CONTACT_EXIT
        };
        let still = still && units[index].is_here() && units[index].nerve.is_in_order();
        let locked = if still {
            held
        } else if meeting.gap <= CONTACT_ENTER {
            meeting.foe
        } else {
            NO_UNIT
        };
        if locked == held {
            continue;
        }
        units[index].locked = locked;
        units[index].locked_since = tick;
        // One line for the two of them.
        if locked != NO_UNIT && units[usize::from(locked)].locked != index as u16 {
            let what = What::Contact { unit: index as u16, foe: locked };
            step.journal.push(Event { tick: next, what });
        }
    }
}

/// Move and turn one unit.
fn carry(rules: &Legion, state: &mut State, scratch: &mut Scratch, index: usize) {
    if !state.units[index].nerve.is_in_order() {
        return flee(state, scratch, index);
    }
    let kind = rules.kind(&state.units[index]);
    let way = way_of(rules, state, scratch, index, kind);
    let is_locked = state.units[index].locked != NO_UNIT;
    let squaring = if is_locked { square_up(state, scratch, index, kind) } else { Squaring::default() };
    let sums = scratch.sums[index];
    let unit = &mut state.units[index];
    let block = scratch.blocks[index];
    if unit.task != Task::Hold && way.is_none() {
        unit.task = Task::Hold;
    }
    let mut moved = false;
    if let Some(way) = way {
        moved = walk(unit, kind, &block, way, lag(unit, kind, &sums));
        if moved && way.turns {
            (unit.wish_fx, unit.wish_fz) = (way.dx, way.dz);
        }
    }
    if is_locked && !moved {
        close_gap(unit, kind, scratch, index);
        shift(unit, squaring.aside[0], squaring.aside[1], 1.0);
        if let Some([wx, wz]) = squaring.facing {
            (unit.wish_fx, unit.wish_fz) = (wx, wz);
        }
    } else if !is_locked && way.is_none() {
        last_stride(unit, kind, scratch.meetings[index]);
    }
    breathe(unit, way.filter(|_| moved));
    let State { men, units, .. } = state;
    let can_turn = !is_locked || moved || units[index].engaged < ENGAGED_FEW;
    turn(&mut units[index], kind, &block, can_turn, |unit| scratch.dresser.dress(men, unit));
}

/// Where a unit is going.
#[derive(Debug, Clone, Copy)]
struct Way {
    /// Direction, of length 1, and metres.
    dx: f32,
    dz: f32,
    distance: f32,
    run: bool,
    /// Whether it turns to where it goes.
    turns: bool,
}

/// Work out where a unit is going; `None` where it is there or has no reason to go.
fn way_of(rules: &Legion, state: &State, scratch: &Scratch, index: usize, kind: &Kind) -> Option<Way> {
    let unit = &state.units[index];
    match unit.task {
        Task::Hold => None,
        Task::Go { x, z, run } => {
            let (dx, dz) = (x - unit.x, z - unit.z);
            let distance = (dx * dx + dz * dz).sqrt();
            if distance < ARRIVED {
                return None;
            }
            let (dx, dz) = (dx / distance, dz / distance);
            if unit.locked != NO_UNIT && !leads_away(unit, scratch, dx, dz) {
                return Some(Way { dx, dz, distance: 0.0, run, turns: false });
            }
            // Out of a melee one goes backward at a walk, or turns one's back to run. A swarm goes any way it likes.
            let turns = distance > SIDESTEP && (run || unit.locked == NO_UNIT) && !unit.formation.is_open();
            Some(Way { dx, dz, distance, run, turns })
        }
        Task::Attack { unit: foe } => {
            let other = &state.units[usize::from(foe)];
            if !other.is_here() {
                return None;
            }
            let (own, there) = (&scratch.blocks[index], &scratch.blocks[usize::from(foe)]);
            let (dx, dz) = (there.x - own.x, there.z - own.z);
            let distance = (dx * dx + dz * dz).sqrt().max(1e-3);
            let (dx, dz) = (dx / distance, dz / distance);
            let gap = own.gap(there).0;
            let shoots = matches!(kind.arm, Arm::Missile | Arm::Skirmish | Arm::Artillery);
            let stop = match kind.missile {
                Some(missile) if shoots && scratch.sums[index].ammo > 0 => {
                    rules.content.missiles[usize::from(missile)].range * SHOOT_FROM
                }
                // Those who break cannot be locked: they are run down.
                _ if !other.nerve.is_in_order() => -own.half_deep,
                _ => CONTACT_GAP,
            };
            let rest = if unit.locked == NO_UNIT { (gap - stop).max(0.0) } else { 0.0 };
            let run = kind.is_horse() || gap < RUN_IN || !other.nerve.is_in_order();
            Some(Way { dx, dz, distance: rest, run, turns: true })
        }
    }
}

/// Whether a way leads out of the contact a unit is in.
fn leads_away(unit: &Unit, scratch: &Scratch, dx: f32, dz: f32) -> bool {
    let own = usize::from(unit.locked);
    let (ox, oz) = (scratch.blocks[own].x - unit.x, scratch.blocks[own].z - unit.z);
    dx * ox + dz * oz < 0.0
}

/// Part of its pace that is left to a unit whose men trail.
fn lag(unit: &Unit, kind: &Kind, sums: &Sums) -> f32 {
    let men = sums.alive.max(1) as f32;
    let [x, z] = Slots::of(unit, kind, unit.locked != NO_UNIT).middle(sums.ranks as f32, sums.files as f32, men);
    let (dx, dz) = (sums.x / men - x, sums.z / men - z);
    let behind = (dx * dx + dz * dz).sqrt();
    (1.0 - (behind - LAG_FREE).max(0.0) * LAG_LOSS).max(LAG_LEAST)
}

/// Metres a second that a unit makes at the most.
fn pace(unit: &Unit, kind: &Kind, run: bool) -> f32 {
    let pace = if run { kind.run } else { kind.walk };
    pace * unit.formation.pace() * (1.0 - FATIGUE_PACE * unit.fatigue)
}

/// Carry the middle on, and tell whether it moved.
fn walk(unit: &mut Unit, kind: &Kind, block: &Block, way: Way, lag: f32) -> bool {
    if way.distance <= 0.0 {
        return false;
    }
    let along = unit.fx * way.dx + unit.fz * way.dz;
    let speed = if unit.formation.is_open() {
        pace(unit, kind, way.run)
    } else if !way.turns {
        pace(unit, kind, false) * SIDESTEP_PACE
    } else if along >= ALIGNED || block.half_wide < 1.0 {
        pace(unit, kind, way.run)
    } else {
        // It wheels on the spot first.
        0.0
    };
    let stride = (speed * lag * DT).min(way.distance);
    unit.x = (unit.x + way.dx * stride).clamp(-FIELD, FIELD) + 0.0;
    unit.z = (unit.z + way.dz * stride).clamp(-FIELD, FIELD) + 0.0;
    true
}

/// Hold a locked front at its distance: each of the two does half.
fn close_gap(unit: &mut Unit, kind: &Kind, scratch: &Scratch, index: usize) {
    let (gap, [nx, nz]) = scratch.blocks[index].gap(&scratch.blocks[usize::from(unit.locked)]);
    let most = kind.walk * DT;
    let stride = ((gap - CONTACT_GAP) * 0.5).clamp(-most, most);
    shift(unit, nx, nz, stride);
}

/// Close up to an enemy in reach, unless one shoots for a living.
fn last_stride(unit: &mut Unit, kind: &Kind, meeting: Meeting) {
    let fights = !matches!(kind.arm, Arm::Missile | Arm::Skirmish | Arm::Artillery);
    if fights && meeting.foe != NO_UNIT && meeting.gap <= ENGAGE_REACH {
        let stride = (pace(unit, kind, false) * DT).min((meeting.gap - CONTACT_GAP).max(0.0));
        shift(unit, meeting.nx, meeting.nz, stride);
    }
}

fn shift(unit: &mut Unit, nx: f32, nz: f32, stride: f32) {
    unit.x = (unit.x + nx * stride).clamp(-FIELD, FIELD) + 0.0;
    unit.z = (unit.z + nz * stride).clamp(-FIELD, FIELD) + 0.0;
}

/// Turn a unit toward its wish: about where that is behind it, else by wheeling as fast as the outer files can walk.
fn turn(unit: &mut Unit, kind: &Kind, block: &Block, can_turn: bool, dress: impl FnOnce(&mut Unit)) {
    let along = unit.fx * unit.wish_fx + unit.fz * unit.wish_fz;
    if along < ABOUT && can_turn {
        (unit.fx, unit.fz) = (unit.wish_fx, unit.wish_fz);
        // The front rank is now where the rear was; nobody has to walk for it.
        unit.x = (block.x + unit.fx * block.half_deep).clamp(-FIELD, FIELD) + 0.0;
        unit.z = (block.z + unit.fz * block.half_deep).clamp(-FIELD, FIELD) + 0.0;
        return dress(unit);
    }
    let rate = (pace(unit, kind, true) * 0.5 / (block.half_wide + 0.5)).clamp(WHEEL[0], WHEEL[1]);
    [unit.fx, unit.fz] = turned([unit.fx, unit.fz], [unit.wish_fx, unit.wish_fz], rate * DT);
}

/// Get breath back, or lose it.
fn breathe(unit: &mut Unit, way: Option<Way>) {
    let change = if way.is_some_and(|way| way.run && way.distance > 0.0) {
        1.0 / RUN_SECONDS
    } else if unit.locked != NO_UNIT {
        1.0 / FIGHT_SECONDS
    } else if way.is_some() {
        0.0
    } else {
        -1.0 / REST_SECONDS
    };
    unit.fatigue = (unit.fatigue + change * DT).clamp(0.0, 1.0) + 0.0;
}

/// Let a broken unit's middle be where its men are, and let it look away from the enemy.
fn flee(state: &mut State, scratch: &Scratch, index: usize) {
    let sums = scratch.sums[index];
    let alive = sums.alive.max(1) as f32;
    let (x, z) = (sums.x / alive, sums.z / alive);
    let side = state.units[index].side;
    let (mut ax, mut az) = (0.0, 0.0);
    for (foe, block) in state.units.iter().zip(&scratch.blocks) {
        if foe.side != side && foe.is_here() && foe.nerve.is_in_order() {
            let (dx, dz) = (x - block.x, z - block.z);
            let weight = 1.0 / (dx * dx + dz * dz + 100.0);
            ax += dx * weight;
            az += dz * weight;
        }
    }
    let unit = &mut state.units[index];
    let [wx, wz] = unit_or(ax, az, [0.0 - unit.fx, 0.0 - unit.fz]);
    let is_new = unit.fx * wx + unit.fz * wz < 0.0 && unit.locked != NO_UNIT;
    [unit.fx, unit.fz] = if is_new { [wx, wz] } else { turned([unit.fx, unit.fz], [wx, wz], FLEE_TURN * DT) };
    (unit.wish_fx, unit.wish_fz) = (unit.fx, unit.fz);
    (unit.x, unit.z) = (x + 0.0, z + 0.0);
    unit.task = Task::Hold;
    unit.fatigue = (unit.fatigue + DT / RUN_SECONDS).min(1.0);
}

/// Work out where everyone should stand.
fn place_slots(rules: &Legion, state: &State, scratch: &mut Scratch) {
    scratch.slot_x.resize(state.men.len(), 0.0);
    scratch.slot_z.resize(state.men.len(), 0.0);
    place_some(rules, &state.men, &state.units, [&mut scratch.slot_x, &mut scratch.slot_z]);
}

/// Men below whom a share of them is not cut in two.
///
/// Ours: a matter of speed only; what comes out is the same.
const SHARE_MEN: usize = 1_000;

/// Work it out for units whose men lie side by side.
fn place_some(rules: &Legion, men: &Men, units: &[Unit], [xs, zs]: [&mut [f32]; 2]) {
    let Some(first) = units.first().map(|unit| unit.first as usize) else { return };
    if units.len() > 1 && xs.len() >= 2 * SHARE_MEN && crew::has_help() {
        let (one, other) = units.split_at(units.len() / 2);
        let at = other[0].first as usize - first;
        let ((xs, other_xs), (zs, other_zs)) = (xs.split_at_mut(at), zs.split_at_mut(at));
        crew::both(|| place_some(rules, men, one, [xs, zs]), || place_some(rules, men, other, [other_xs, other_zs]));
        return;
    }
    for unit in units.iter().filter(|unit| unit.is_here()) {
        let slots = Slots::of(unit, rules.kind(unit), unit.locked != NO_UNIT);
        let places = unit.men();
        let posts = men.rank[places.clone()].iter().zip(&men.file[places.clone()]).zip(&men.grain[places.clone()]);
        let here = places.start - first..places.end - first;
        for ((x, z), ((&rank, &file), &grain)) in xs[here.clone()].iter_mut().zip(&mut zs[here]).zip(posts) {
            [*x, *z] = slots.slot(rank, file, grain);
        }
    }
}

#[cfg(test)]
mod tests {
    use recorder::{Live, Simulation};

    use super::*;
    use crate::legion::testing::{battle, line, live, middle};

    /// Two cohorts' width apart in fronts: `gap` metres from front rank to front rank.
    fn facing(gap: f32) -> (Legion, State, Scratch) {
        let rules = battle(&[line("legionary-cohort", 160, [0, 0], 90)], &[line("warband", 180, [0, 50], 270)]);
        let mut state = rules.start();
        let shift = gap - 50.0;
        state.units[1].z += shift;
        for man in state.units[1].men() {
            state.men.z[man] += shift;
        }
        (rules, state, Scratch::default())
    }

    fn step_cohesion(rules: &Legion, state: &mut State, scratch: &mut Scratch) {
        let mut journal = recorder::Journal::new();
        run(rules, &mut Step { tick: 7, state, scratch, orders: &[], journal: &mut journal });
    }

    fn locks_at(gap: f32) -> bool {
        let (rules, mut state, mut scratch) = facing(gap);
        step_cohesion(&rules, &mut state, &mut scratch);
        assert_eq!(state.units[0].locked == 1, state.units[1].locked == 0, "both or neither");
        state.units[0].locked == 1
    }

    #[test]
    fn fronts_lock_at_1_6_metres() {
        assert!(locks_at(1.59));
        assert!(!locks_at(1.61));
    }

    #[test]
    fn locked_fronts_part_beyond_4_5_metres() {
        let stays = |gap: f32| {
            let (rules, mut state, mut scratch) = facing(gap);
            (state.units[0].locked, state.units[1].locked) = (1, 0);
            step_cohesion(&rules, &mut state, &mut scratch);
            state.units[0].locked == 1
        };
        assert!(stays(4.49));
        assert!(!stays(4.51));
    }

    #[test]
    fn locked_fronts_come_to_stand_a_metre_apart() {
        for gap in [0.2, 1.5] {
            let (rules, mut state, mut scratch) = facing(gap);
            for _ in 0..60 {
                step_cohesion(&rules, &mut state, &mut scratch);
            }
            assert!((state.units[1].z - state.units[0].z - CONTACT_GAP).abs() < 0.01, "from {gap}");
        }
    }

    // Below the exit, a front that was pushed back is left alone with an order it has long fulfilled, for ever.
    #[test]
    fn a_unit_makes_the_last_stride_itself_from_5_metres() {
        let closes = |gap: f32| {
            let (rules, mut state, mut scratch) = facing(gap);
            let before = state.units[1].z - state.units[0].z;
            step_cohesion(&rules, &mut state, &mut scratch);
            state.units[1].z - state.units[0].z < before
        };
        assert!(closes(4.6), "just freed");
        assert!(closes(4.99));
        assert!(!closes(5.01));
    }

    #[test]
    fn a_locked_unit_is_not_moved_by_an_order_into_the_enemy_but_can_get_away() {
        let moved = |z: f32, run: bool| {
            let (rules, mut state, mut scratch) = facing(1.0);
            state.units[0].task = Task::Go { x: 0.0, z, run };
            (0..30).for_each(|_| step_cohesion(&rules, &mut state, &mut scratch));
            state.units[0].z
        };
        assert!(moved(40.0, false).abs() < 1e-3 && moved(40.0, true).abs() < 1e-3);
        let (backward, running) = (moved(-40.0, false), moved(-40.0, true));
        assert!((-1.2..-0.5).contains(&backward), "{backward}");
        assert!(running < 2.0 * backward, "{running}");
    }

    #[test]
    fn a_contact_is_one_line() {
        let (rules, mut state, mut scratch) = facing(1.2);
        let mut journal = recorder::Journal::new();
        let mut step = Step { tick: 7, state: &mut state, scratch: &mut scratch, orders: &[], journal: &mut journal };
        run(&rules, &mut step);
        let contacts: Vec<What> = journal.events().iter().map(|event| event.what).collect();
        assert_eq!(contacts, [What::Contact { unit: 0, foe: 1 }]);
    }

    fn march(orders: &[&str], ticks: u32) -> Live<Legion> {
        let rules = battle(&[line("legionary-cohort", 160, [0, -600], 90)], &[line("warband", 180, [0, 600], 270)]);
        let mut live = live(rules, orders);
        (0..ticks).for_each(|_| live.step());
        live
    }

    #[test]
    fn a_cohort_marches_where_it_is_told_and_its_men_with_it() {
        let live = march(&["0 rome move 1 0 -540"], 60 * 30);
        let state = live.state();
        let unit = &state.units[0];
        assert!((unit.x.abs() + (unit.z + 540.0).abs()) < 1.0, "{} {}", unit.x, unit.z);
        let [x, z] = middle(&state.men, unit);
        assert!(x.abs() < 1.0 && (z + 542.5).abs() < 1.5, "{x} {z}");
        assert_eq!(unit.task, Task::Hold);
    }

    #[test]
    fn a_cohort_told_to_go_back_turns_about_and_its_men_do_not_run_through_each_other() {
        let live = march(&["0 rome move 1 0 -650"], 30);
        let unit = &live.state().units[0];
        assert!(unit.fz < -0.99, "it turned at once");
        let moved = live.state().men.z[0] - live.rules().opening().men.z[0];
        assert!(moved.abs() < 3.0, "{moved}");
    }

    #[test]
    fn a_swarm_goes_any_way_without_wheeling() {
        let gone = |kind: &str| {
            let rules = battle(&[line(kind, 100, [0, -600], 90)], &[line("warband", 180, [0, 600], 270)]);
            let mut live = live(rules, &["0 rome move 1 300 -600 run"]);
            (0..60).for_each(|_| live.step());
            live.state().units[0].x
        };
        assert!(gone("slingers") > 7.0, "{}", gone("slingers"));
        assert!(gone("legionary-cohort") < 0.1, "a line wheels first");
    }

    #[test]
    fn a_cohort_wheels_to_a_point_at_its_side() {
        let live = march(&["0 rome face 1 300 -600"], 40 * 30);
        let unit = &live.state().units[0];
        assert!(unit.fx > 0.999, "{} {}", unit.fx, unit.fz);
    }

    #[test]
    fn whoever_stands_at_rest_stands_perfectly_still() {
        let live = march(&["0 rome halt 1", "0 juthungi halt 2"], 90);
        let mut later = Live::resume(live.rules().clone(), std::sync::Arc::default(), live.checkpoint().clone());
        let before = later.state().men.clone();
        (0..10).for_each(|_| later.step());
        let men = &later.state().men;
        let still = |man: &usize| men.x[*man] == before.x[*man] && men.z[*man] == before.z[*man];
        assert_eq!((0..men.len()).filter(still).count(), men.len());
    }

    #[test]
    fn the_men_of_a_broken_unit_run_from_the_enemy_and_its_middle_with_them() {
        let (rules, mut state, mut scratch) = facing(1.2);
        state.units[0].nerve = crate::legion::unit::Nerve::Broken;
        for _ in 0..150 {
            step_cohesion(&rules, &mut state, &mut scratch);
            let mut journal = recorder::Journal::new();
            let mut step =
                Step { tick: 7, state: &mut state, scratch: &mut scratch, orders: &[], journal: &mut journal };
            crate::legion::stages::steering::run(&rules, &mut step);
            crate::legion::stages::integration::run(&rules, &mut step);
        }
        let [x, z] = middle(&state.men, &state.units[0]);
        assert!(z < -8.0, "{z}");
        let unit = &state.units[0];
        assert!((unit.x - x).abs() < 1.0 && (unit.z - z).abs() < 1.0, "a banner far from its men misleads everyone");
        assert!(unit.men().all(|man| state.men.condition[man] == Condition::FLEEING));
    }

    #[test]
    fn every_shipped_battle_steps_alike_twice() {
        for name in ["legion/small", "legion/punic"] {
            let digest = || {
                let mut live = live(crate::legion::testing::shipped(name), &[]);
                (0..120).for_each(|_| live.step());
                (live.digest(), live.rules().fingerprint())
            };
            assert_eq!(digest(), digest());
        }
    }
}
