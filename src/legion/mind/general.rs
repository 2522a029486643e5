//! The general: sees what his units see, goes through the phases, dresses the line, and commands every unit.

use recorder::{Step, fold};

use crate::kernel::stream::Stream;
use crate::legion::content::{Arm, Doctrine};
use crate::legion::event::{Event, What};
use crate::legion::formation::Block;
use crate::legion::mind::phases::{self, STAND_OFF, Standing};
use crate::legion::mind::roles::{Place, direction, is_core, mean};
use crate::legion::mind::sight;
use crate::legion::plan::{Command, Phase, Role};
use crate::legion::rules::{FIELD, Legion, TICK_HZ};
use crate::legion::state::State;
use crate::legion::unit::{NO_UNIT, Nerve, Unit};

/// Ticks from one thought of a general to the next; sides take turns within them.
/// Ours: as often as an officer, whose ten ticks are the source's.
pub const THINK_TICKS: u32 = 10;

/// Ticks between the thoughts of two sides.
/// Ours: prime to [`THINK_TICKS`], so that of the eight sides there can be no two think in one tick.
const TURN_TICKS: u32 = 3;

/// Metres that the line is sent ahead of itself: faster units wait there for slower ones.
/// Ours: far enough that the line does not stop at every thought, near enough that it is not drawn apart.
pub const STRIDE: f32 = 35.0;

/// Cosine of the angle by which the enemy must be off the front for the line to wheel, and the part of the way that it
/// wheels at a thought.
/// Ours: 10°, below which wheeling costs more order than it gains; by parts, since the far wing has the longest way.
const WHEELS_AT: f32 = 0.985;
/// See [`WHEELS_AT`].
const WHEELS_BY: f32 = 0.3;

/// Metres behind the line: of shooters once it goes, of skirmishers then, of reserves. Before it: of skirmishers while
/// missiles fly.
/// Ours: one behind the other, clear of the line's own depth.
const SHOOTERS_BEHIND: f32 = 22.0;
/// See [`SHOOTERS_BEHIND`].
const SCREEN_BEHIND: f32 = 30.0;
/// See [`SHOOTERS_BEHIND`].
const RESERVE_BEHIND: f32 = 45.0;
/// See [`SHOOTERS_BEHIND`].
const SCREEN_BEFORE: f32 = 35.0;

/// Part of its men that a screen loses before it goes behind the line for good.
/// Ours: a screen is there to throw, not to be worn down.
pub const SCREEN_SPENT: f32 = 0.3;

/// Seconds of fighting after which reserves go in without being needed.
/// Ours: below the minute that nobody should idle.
const RESERVE_SECONDS: u32 = 45;

/// Metres that a second attacker on the same enemy is worth less, and that the enemy of the last thought is worth more.
/// Ours: attackers spread over the enemy's line, and do not change their minds for a few metres.
const SHARED: f32 = 30.0;
/// See [`SHARED`].
const KEPT: f32 = 15.0;

/// Metres that an army which gives up goes at a time.
/// Ours: out of reach of a charge, and soon asked again.
const FALLS_BACK: f32 = 80.0;

/// Metres from the edge of the field that no station comes nearer to.
/// Ours: room for a block's depth and for those who give way.
const EDGE: f32 = 40.0;

/// Run every general whose turn it is.
pub fn run(rules: &Legion, step: &mut Step<'_, Legion>) {
    let now = step.next_tick();
    for side in 0..step.state.sides.len() {
        if (now + TURN_TICKS * side as u32).is_multiple_of(THINK_TICKS) && step.state.sides[side].deployed > 0 {
            think(rules, step, side, now);
        }
    }
}

fn think(rules: &Legion, step: &mut Step<'_, Legion>, side: usize, now: u32) {
    sight::look(step.state, side, now);
    choose_foe(rules, step.state, side);
    let Some(line) = Line::of(rules, step.state, side, now) else { return };
    let doctrine = &rules.faction(side as u8).doctrine;
    let army = &mut step.state.sides[side];
    let phase = phases::next(army.phase, now - army.phase_since, line.standing, doctrine);
    if phase != army.phase {
        (army.phase, army.phase_since) = (phase, now);
        step.journal.push(Event { tick: now, what: What::Phase { side: side as u8, phase } });
    }
    dress(step.state, side, &line, phase);
    choose_wing(rules, step.state, side);
    command(rules, step.state, side, &line, now);
}

/// Units of a side that are in order, with their indices.
fn in_order(state: &State, side: usize) -> impl Iterator<Item = (usize, &Unit)> {
    let ours = move |unit: &Unit| usize::from(unit.side) == side && unit.is_here() && unit.nerve.is_in_order();
    state.units.iter().enumerate().filter(move |(_, unit)| ours(unit))
}

/// Settle which of the other armies to go for: the one that stands nearest; another only when it is nearer by far.
fn choose_foe(rules: &Legion, state: &mut State, side: usize) {
    let Some(own) = mean(in_order(state, side).map(|(_, unit)| (unit.x, unit.z))) else { return };
    let mut best = (f32::MAX, state.sides[side].foe);
    for foe in (0..state.sides.len()).filter(|&foe| foe != side) {
        let Some((x, z)) = believed_middle(rules, state, side, foe) else { continue };
        let away = ((x - own.0) * (x - own.0) + (z - own.1) * (z - own.1)).sqrt();
        let counts = if state.sides[side].foe == Some(foe as u8) { away * FOE_KEPT } else { away };
        if counts < best.0 {
            best = (counts, Some(foe as u8));
        }
    }
    state.sides[side].foe = if best.0 < f32::MAX { best.1 } else { None };
}

/// Part of its distance at which the army that one goes for already counts.
/// Ours: only another one that is nearer by far draws an army off.
const FOE_KEPT: f32 = 0.7;

/// Where the middle of another army's foot is believed to be; of all of it where no foot is known. Those who run do not
/// count while anyone stands.
fn believed_middle(rules: &Legion, state: &State, side: usize, foe: usize) -> Option<(f32, f32)> {
    let known = |wanted: &dyn Fn(&Unit) -> bool| {
        let of_foe = state.units.iter().enumerate().filter(|(_, unit)| usize::from(unit.side) == foe);
        let wanted = of_foe.filter(|(_, unit)| unit.is_here() && wanted(unit));
        mean(wanted.filter_map(|(index, _)| state.sides[side].believes(index)))
    };
    known(&|unit| unit.nerve.is_in_order() && is_core(rules.kind(unit).arm))
        .or_else(|| known(&|unit| unit.nerve.is_in_order()))
        .or_else(|| known(&|_| true))
}

/// An army's line as it is.
#[derive(Debug, Clone, Copy)]
struct Line {
    /// Where its middle is, in metres.
    x: f32,
    z: f32,
    /// Where its middle was when the same units drew up, from the middle of all.
    drawn_up: Place,
    /// Where the enemy is, from it: a vector of length 1.
    to_foe: (f32, f32),
    /// Whether any enemy is known.
    knows: bool,
    standing: Standing,
    now: u32,
}

impl Line {
    /// Look over an army. `None` where nobody of it is in order.
    fn of(rules: &Legion, state: &State, side: usize, now: u32) -> Option<Self> {
        let army = &state.sides[side];
        let has_core = in_order(state, side).any(|(_, unit)| is_core(rules.kind(unit).arm));
        let held = |index: usize| rules.roles.roles[index] == Role::Reserve;
        let core = || {
            in_order(state, side)
                .filter(move |(index, unit)| !has_core || (is_core(rules.kind(unit).arm) && !held(*index)))
        };
        // A line of which only the reserve is left is the reserve.
        let core: Vec<(usize, &Unit)> = match core().next() {
            Some(_) => core().collect(),
            None => in_order(state, side).filter(|(_, unit)| is_core(rules.kind(unit).arm)).collect(),
        };
        let (x, z) = mean(core.iter().map(|(_, unit)| (unit.x, unit.z)))?;
        let places = core.iter().map(|&(index, _)| rules.roles.places[index]);
        let (right, ahead) = mean(places.map(|place| (place.right, place.ahead)))?;
        let foe = army.foe.and_then(|foe| believed_middle(rules, state, side, usize::from(foe)));
        let front =
            if army.front_x == 0.0 && army.front_z == 0.0 { facing(&core) } else { (army.front_x, army.front_z) };
        let to_foe = foe.map_or(front, |(fx, fz)| direction(fx - x, fz - z, front));
        let standing = standing(rules, state, side, &core, now);
        Some(Self { x, z, drawn_up: Place { right, ahead }, to_foe, knows: foe.is_some(), standing, now })
    }
}

/// Where units face, taken together.
fn facing(units: &[(usize, &Unit)]) -> (f32, f32) {
    let sum = mean(units.iter().map(|(_, unit)| (unit.fx, unit.fz)));
    sum.map_or((0.0, 1.0), |(fx, fz)| direction(fx, fz, (0.0, 1.0)))
}

fn standing(rules: &Legion, state: &State, side: usize, core: &[(usize, &Unit)], now: u32) -> Standing {
    let army = &state.sides[side];
    let own_men: u32 = in_order(state, side).map(|(_, unit)| unit.alive).sum();
    let mut at = Standing {
        foe: 1.0,
        own: own_men as f32 / army.deployed.max(1) as f32,
        own_men,
        gap: f32::MAX,
        ..Standing::default()
    };
    for (index, foe) in state.units.iter().enumerate().filter(|(_, unit)| usize::from(unit.side) != side) {
        if !foe.is_here() || army.believes(index).is_none() {
            continue;
        }
        if !foe.nerve.is_in_order() {
            at.runners += foe.alive;
            continue;
        }
        at.foes += foe.alive;
        if army.has_in_view(index, now) && is_core(rules.kind(foe).arm) {
            let block = Block::of(foe, rules.kind(foe));
            let gaps = core.iter().map(|(_, unit)| Block::of(unit, rules.kind(unit)).gap(&block).0);
            at.gap = gaps.fold(at.gap, f32::min);
        }
    }
    let brought = state.sides.iter().enumerate().filter(|&(other, _)| other != side).map(|(_, other)| other.deployed);
    if at.foes + at.runners > 0 {
        at.foe = at.foes as f32 / brought.sum::<u32>().max(1) as f32;
    }
    let engaged = core.iter().filter(|(_, unit)| unit.locked != NO_UNIT).count();
    at.engaged = engaged as f32 / core.len().max(1) as f32;
    at.shoots = in_order(state, side).any(|(_, unit)| {
        matches!(rules.kind(unit).arm, Arm::Missile | Arm::Skirmish) && unit.men().any(|man| state.men.ammo[man] > 0)
    });
    at
}

/// Set where the middle of the line should be and how it should front.
fn dress(state: &mut State, side: usize, line: &Line, phase: Phase) {
    let army = &mut state.sides[side];
    let front = if army.front_x == 0.0 && army.front_z == 0.0 {
        line.to_foe
    } else if army.front_x * line.to_foe.0 + army.front_z * line.to_foe.1 < WHEELS_AT {
        let keep = 1.0 - WHEELS_BY;
        let (x, z) = (army.front_x * keep + line.to_foe.0 * WHEELS_BY, army.front_z * keep + line.to_foe.1 * WHEELS_BY);
        direction(x, z, line.to_foe)
    } else {
        (army.front_x, army.front_z)
    };
    (army.front_x, army.front_z) = front;
    let gap = if line.standing.gap < f32::MAX { line.standing.gap } else { STRIDE + STAND_OFF };
    let ahead = match phase {
        Phase::Deploy => 0.0,
        Phase::Skirmish => (gap - STAND_OFF).clamp(0.0, STRIDE),
        Phase::Advance | Phase::Engagement | Phase::Exploit | Phase::Pursuit => gap.clamp(0.0, STRIDE),
        Phase::Withdraw => -FALLS_BACK,
    };
    // Nobody known: on, and back to the middle of the field before its edge.
    let way = if line.knows || line.x.abs().max(line.z.abs()) < FIELD * 0.6 {
        front
    } else {
        direction(-line.x, -line.z, front)
    };
    (army.line_x, army.line_z) = (line.x + way.0 * ahead + 0.0, line.z + way.1 * ahead + 0.0);
}

/// Choose the wing to lean on: where the enemy has fewer men. A dead heat is drawn for.
fn choose_wing(rules: &Legion, state: &mut State, side: usize) {
    if state.sides[side].wing != 0 || state.sides[side].phase < Phase::Skirmish {
        return;
    }
    let army = &state.sides[side];
    let (mut left, mut right) = (0_u32, 0_u32);
    for (index, foe) in state.units.iter().enumerate().filter(|(_, unit)| usize::from(unit.side) != side) {
        if let Some((x, z)) = army.believes(index).filter(|_| foe.is_here()) {
            let across = (x - army.line_x) * army.front_z - (z - army.line_z) * army.front_x;
            if across > 0.0 { right += foe.alive } else { left += foe.alive }
        }
    }
    let army = &mut state.sides[side];
    army.wing = match right.cmp(&left) {
        std::cmp::Ordering::Less => 1,
        std::cmp::Ordering::Greater => -1,
        std::cmp::Ordering::Equal => {
            let mut stream = Stream::resume(general_key(rules.muster.seed, side), army.drawn);
            let heads = stream.below(2) == 1;
            army.drawn = stream.drawn();
            if heads { 1 } else { -1 }
        }
    };
}

/// The key of what chance a general has.
fn general_key(seed: u64, side: usize) -> u64 {
    fold(Stream::from_seed(seed).fork("general").key(), side as u64)
}

/// Write every unit's command.
fn command(rules: &Legion, state: &mut State, side: usize, line: &Line, now: u32) {
    let mut shared = vec![0_u8; state.units.len()];
    for index in 0..state.units.len() {
        let unit = &state.units[index];
        if usize::from(unit.side) != side || !unit.is_here() {
            continue;
        }
        let role = rules.roles.roles[index];
        let mut command = station(rules, state, index, role, line);
        command.target = target(rules, state, index, &command, &shared, now);
        if command.target != NO_UNIT {
            shared[usize::from(command.target)] += 1;
        }
        state.units[index].command = command;
    }
}

/// Say where a unit should be and how it should go about it.
fn station(rules: &Legion, state: &State, index: usize, role: Role, line: &Line) -> Command {
    let (unit, kind) = (&state.units[index], rules.kind(&state.units[index]));
    let army = &state.sides[usize::from(unit.side)];
    let doctrine = &rules.faction(unit.side).doctrine;
    let place = rules.roles.places[index];
    let (right, depth) = (place.right - line.drawn_up.right, place.ahead - line.drawn_up.ahead);
    let skirmishing = army.phase <= Phase::Skirmish;
    let range = kind.missile.map_or(0.0, |missile| rules.content.missiles[usize::from(missile)].range);
    let ahead = match role {
        _ if army.phase == Phase::Deploy => depth,
        Role::Missile if skirmishing => (line.standing.gap - range * 0.8).clamp(-SHOOTERS_BEHIND, STRIDE),
        Role::Missile => -SHOOTERS_BEHIND,
        Role::Screen if skirmishing && unit.loss() < SCREEN_SPENT => SCREEN_BEFORE,
        Role::Screen => -SCREEN_BEHIND,
        Role::Reserve => depth.min(-RESERVE_BEHIND),
        _ => depth,
    };
    let (fx, fz) = (army.front_x, army.front_z);
    let edge = FIELD - EDGE;
    let x = (army.line_x + fz * right + fx * ahead).clamp(-edge, edge);
    let z = (army.line_z - fx * right + fz * ahead).clamp(-edge, edge);
    Command {
        role,
        x: x + 0.0,
        z: z + 0.0,
        fx,
        fz,
        target: NO_UNIT,
        aggression: aggression(army.phase, role, doctrine, on_wing(army.wing, right)),
        run: runs(army.phase, role, line.standing.gap, doctrine),
        pursue: role == Role::Flank || army.phase == Phase::Pursuit || doctrine.foot_pursues,
        leash: leash(army.phase, role, commits(state, usize::from(unit.side), line)),
    }
}

/// Tell whether a place is on the wing that the general leans on.
fn on_wing(wing: i8, right: f32) -> bool {
    f32::from(wing) * right > 0.0
}

fn aggression(phase: Phase, role: Role, doctrine: &Doctrine, on_wing: bool) -> f32 {
    let by_phase = match phase {
        Phase::Deploy | Phase::Withdraw => 0.1,
        Phase::Skirmish => 0.3,
        Phase::Advance | Phase::Engagement => 1.0,
        Phase::Exploit | Phase::Pursuit => 1.3,
    };
    let by_role = match role {
        Role::Shock => 1.15,
        Role::Flank if on_wing => 1.3,
        Role::Anchor => 0.8,
        Role::Missile | Role::Screen | Role::Artillery => 0.5,
        _ => 1.0,
    };
    (doctrine.aggression * by_phase * by_role).clamp(0.0, 1.0)
}

fn runs(phase: Phase, role: Role, gap: f32, doctrine: &Doctrine) -> bool {
    let charges = phase >= Phase::Advance && gap < doctrine.charge_from;
    phase >= Phase::Exploit || role == Role::Flank && phase >= Phase::Advance || charges && role != Role::Artillery
}

fn leash(phase: Phase, role: Role, commits: bool) -> f32 {
    let by_phase = match phase {
        Phase::Deploy => 15.0,
        Phase::Skirmish => 30.0,
        Phase::Advance => 55.0,
        Phase::Engagement => 110.0,
        Phase::Exploit => 260.0,
        Phase::Pursuit => 1500.0,
        Phase::Withdraw => 12.0,
    };
    match role {
        Role::Reserve if !commits => 25.0,
        Role::Flank => by_phase * 2.5,
        Role::Artillery => 8.0,
        _ => by_phase,
    }
}

/// Tell whether the reserves go in: the line has fought for long, wavers, or has broken somewhere.
fn commits(state: &State, side: usize, line: &Line) -> bool {
    let army = &state.sides[side];
    let shaken = |unit: &Unit| {
        usize::from(unit.side) == side && unit.is_here() && matches!(unit.nerve, Nerve::Wavering | Nerve::Routing)
    };
    let long = line.now.saturating_sub(army.phase_since) >= RESERVE_SECONDS * TICK_HZ;
    let fights = army.phase == Phase::Engagement && line.standing.engaged > 0.0;
    matches!(army.phase, Phase::Exploit | Phase::Pursuit) || fights && (long || state.units.iter().any(shaken))
}

/// Choose whom a unit should go for: the nearest in its leash, but not where others go already. Of equals the lower
/// index.
fn target(rules: &Legion, state: &State, index: usize, command: &Command, shared: &[u8], now: u32) -> u16 {
    let unit = &state.units[index];
    if !unit.nerve.is_in_order() || matches!(command.role, Role::Missile | Role::Screen | Role::Artillery) {
        return NO_UNIT;
    }
    let (army, own) = (&state.sides[usize::from(unit.side)], Block::of(unit, rules.kind(unit)));
    let mut best = (f32::MAX, NO_UNIT);
    for (foe_index, foe) in state.units.iter().enumerate().filter(|(_, foe)| foe.side != unit.side) {
        if !foe.is_here() || !foe.nerve.is_in_order() || !army.has_in_view(foe_index, now) {
            continue;
        }
        let gap = own.gap(&Block::of(foe, rules.kind(foe))).0;
        let kept = if unit.command.target == foe_index as u16 { KEPT } else { 0.0 };
        let cost = gap + SHARED * f32::from(shared[foe_index]) - kept;
        if gap < command.leash && cost < best.0 {
            best = (cost, foe_index as u16);
        }
    }
    best.1
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::legion::sketch::Sketch;

    fn think_at(sketch: &mut Sketch, tick: u32) -> Vec<What> {
        sketch.tick = tick;
        sketch.stage(run)
    }

    /// Let all generals think for some seconds, from a tick on, with nothing else happening.
    fn think_for(sketch: &mut Sketch, seconds: u32) {
        let from = sketch.tick;
        (from..from + seconds * TICK_HZ).for_each(|tick| drop(think_at(sketch, tick)));
    }

    #[test]
    fn generals_take_turns_and_think_every_ten_ticks() {
        let mut sketch = Sketch::new(&["rome", "juthungi"])
            .unit(0, "legionary-cohort", 0.0, 0.0, 90)
            .unit(1, "warband", 0.0, 300.0, 270);
        think_at(&mut sketch, THINK_TICKS - 1);
        assert!(!sketch.state.sides[0].seen.is_empty() && sketch.state.sides[1].seen.is_empty());
        think_at(&mut sketch, 2 * THINK_TICKS - TURN_TICKS - 1);
        assert!(!sketch.state.sides[1].seen.is_empty());
    }

    #[test]
    fn each_of_three_armies_finds_a_foe() {
        let mut sketch = Sketch::new(&["rome", "juthungi", "carthage"])
            .unit(0, "legionary-cohort", 0.0, 0.0, 90)
            .unit(1, "warband", 0.0, 200.0, 270)
            .unit(2, "citizen-line", 300.0, 100.0, 180);
        think_for(&mut sketch, 1);
        assert_eq!(sketch.state.sides.iter().map(|side| side.foe).collect::<Vec<_>>(), [Some(1), Some(0), Some(0)]);
        sketch.state.units[0].nerve = Nerve::Lost;
        sketch.state.units[0].alive = 0;
        think_for(&mut sketch, 1);
        assert_eq!(sketch.state.sides[1].foe, Some(2));
        assert_eq!(sketch.state.sides[2].foe, Some(1), "two armies neither of which is the first");
    }

    #[test]
    fn what_is_beyond_sight_is_nobody_to_go_for() {
        let mut sketch = Sketch::new(&["rome", "juthungi"])
            .unit(0, "legionary-cohort", 0.0, -500.0, 90)
            .unit(1, "warband", 0.0, 500.0, 270);
        think_for(&mut sketch, 1);
        assert_eq!(sketch.state.sides[0].foe, None);
        assert_eq!(sketch.state.units[0].command.target, NO_UNIT);
    }

    #[test]
    fn an_army_that_knows_of_nobody_goes_on_until_it_does() {
        let mut sketch = Sketch::new(&["rome", "juthungi"])
            .unit(0, "legionary-cohort", 0.0, -500.0, 90)
            .unit(1, "warband", 0.0, 500.0, 270);
        think_for(&mut sketch, 8);
        assert!(sketch.state.units[0].command.z > -490.0, "{}", sketch.state.units[0].command.z);
    }

    #[test]
    fn a_line_keeps_the_places_in_which_it_drew_up() {
        let mut sketch = Sketch::new(&["rome", "juthungi"])
            .unit(0, "legionary-cohort", -40.0, 0.0, 90)
            .unit(0, "legionary-cohort", 40.0, 0.0, 90)
            .unit(1, "warband", 0.0, 300.0, 270);
        think_for(&mut sketch, 1);
        let at = |unit: usize| (sketch.state.units[unit].command.x, sketch.state.units[unit].command.z);
        assert!((at(0).0 + 40.0).abs() < 1.0 && (at(1).0 - 40.0).abs() < 1.0, "{:?} {:?}", at(0), at(1));
        assert!((at(0).1 - at(1).1).abs() < 1.0);
    }

    #[test]
    fn two_units_do_not_go_for_the_same_enemy_where_there_are_two() {
        let mut sketch = Sketch::new(&["juthungi", "rome"])
            .unit(0, "warband", -20.0, 0.0, 90)
            .unit(0, "warband", 20.0, 0.0, 90)
            .unit(1, "legionary-cohort", -15.0, 30.0, 270)
            .unit(1, "legionary-cohort", 15.0, 30.0, 270);
        sketch.state.sides[0].phase = Phase::Engagement;
        think_for(&mut sketch, 1);
        let mut targets = [0, 1].map(|unit: usize| sketch.state.units[unit].command.target);
        targets.sort();
        assert_eq!(targets, [2, 3]);
    }

    #[test]
    fn reserves_stay_until_the_line_wavers_or_has_fought_for_long() {
        let mut sketch = Sketch::new(&["rome", "juthungi"])
            .unit(0, "legionary-cohort", -40.0, 0.0, 90)
            .unit(0, "legionary-cohort", 0.0, 0.0, 90)
            .unit(0, "legionary-cohort", 40.0, 0.0, 90)
            .unit(0, "legionary-cohort", 0.0, -50.0, 90)
            .unit(1, "warband", 0.0, 15.0, 270);
        sketch.state.units[1].locked = 4;
        (sketch.state.sides[0].phase, sketch.state.sides[0].phase_since) = (Phase::Engagement, 1);
        think_for(&mut sketch, 1);
        let kept = sketch.state.units[3].command;
        assert_eq!((kept.role, kept.target), (Role::Reserve, NO_UNIT));
        sketch.state.units[1].nerve = Nerve::Wavering;
        think_for(&mut sketch, 1);
        assert_eq!(sketch.state.units[3].command.target, 4);
        sketch.state.units[1].nerve = Nerve::Steady;
        sketch.tick = RESERVE_SECONDS * TICK_HZ;
        think_for(&mut sketch, 1);
        assert_eq!(sketch.state.units[3].command.target, 4);
    }

    #[test]
    fn a_dead_heat_between_wings_is_drawn_for_and_counted() {
        let mut sketch = Sketch::new(&["rome", "juthungi"])
            .unit(0, "legionary-cohort", 0.0, 0.0, 90)
            .unit(1, "warband", -40.0, 300.0, 270)
            .unit(1, "warband", 40.0, 300.0, 270);
        think_for(&mut sketch, 9);
        let army = &sketch.state.sides[0];
        assert!(army.wing != 0 && army.drawn == 1);
        let mut again = sketch;
        again.state.sides[0].wing = 0;
        again.state.units[1].alive -= 1;
        think_for(&mut again, 1);
        assert_eq!((again.state.sides[0].wing, again.state.sides[0].drawn), (-1, 1), "the weaker side needs no draw");
    }

    #[test]
    fn a_phase_is_told_once() {
        let mut sketch = Sketch::new(&["rome", "juthungi"])
            .unit(0, "legionary-cohort", 0.0, 0.0, 90)
            .unit(1, "warband", 0.0, 300.0, 270);
        let told = (0..10 * TICK_HZ).flat_map(|tick| think_at(&mut sketch, tick)).collect::<Vec<_>>();
        assert_eq!(
            told.iter().filter(|what| matches!(what, What::Phase { side: 0, phase: Phase::Skirmish })).count(),
            1
        );
    }
}
