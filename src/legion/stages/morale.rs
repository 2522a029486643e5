//! Morale: pressure, nerve, rout and rally. Men are not killed to the last; this is what decides battles.
//!
//! What moves a unit's morale, in points a second, pressures divided by its kind's discipline:
//!
//! | term | points a second |
//! |---|---|
//! | attrition | 22 × own loss³: 0.18 at a fifth, 2.75 at a half |
//! | army | 3 × own army's loss²: of casualties, never of routs, or one rout would bring on the next |
//! | flank | 5 × what is over 0.28 of the blows that come off the front |
//! | rear | 3 × share of the blows that come from behind |
//! | surrounded | 3 |
//! | odds | up to 1.2, from one and a half to three times as many men in 45 m |
//! | fatigue | up to 0.6, from half of its breath spent |
//! | in contact | −0.8 |
//! | at rest | −2.0; running and let alone −3.0, running and chased 0 |
//! | inspired | −2.0 within 40 m |
//!
//! The sum of the pressures is smoothed over four seconds, so that units waver before they go; the net fall is at
//! most five points a second, a rise as fast as it comes. Shocks go to morale at once: a fresh loss, a charge, a
//! neighbour's rout. A rout is heard after every unit has been looked at: what it breaks, breaks a tick later.

use recorder::Step;

use crate::legion::content::Kind;
use crate::legion::event::{Event, What};
use crate::legion::men::{Condition, NOBODY};
use crate::legion::order::{Ability, Task};
use crate::legion::rules::{DT, Legion, TICK_HZ};
use crate::legion::state::State;
use crate::legion::unit::{NO_UNIT, Nerve, Unit};

/// Points a second at total loss, by the cube. Below a third of the unit it does not outweigh [`CONTACT`].
/// Source: massed battle, 7.
pub const ATTRITION: f32 = 22.0;

/// Points a second at an army's total loss, by the square.
/// Source: massed battle, 7, which says of what, not how much.
pub const ARMY: f32 = 3.0;

/// Points a second when all blows come off the front.
/// Source: ours.
pub const FLANK: f32 = 5.0;

/// Share of blows off the front that an honest press has anyway.
/// Source: massed battle, 7.
pub const FLANK_DEADBAND: f32 = 0.28;

/// Points a second when all blows come from behind.
/// Source: ours.
pub const REAR: f32 = 3.0;

/// Shares of blows off the front and from behind, above both of which a unit is surrounded, and what that adds, in
/// points a second.
/// Source: massed battle, 7; the points ours.
pub const SURROUNDED_FLANKED: f32 = 0.58;
/// See [`SURROUNDED_FLANKED`].
pub const SURROUNDED_REAR: f32 = 0.2;
/// See [`SURROUNDED_FLANKED`].
pub const SURROUNDED: f32 = 3.0;

/// Points a second at three to one, nothing up to three to two; men in order counted within [`ODDS_REACH`] metres.
/// Source: ours.
pub const ODDS: f32 = 1.2;
/// See [`ODDS`].
pub const ODDS_REACH: f32 = 45.0;

/// Points a second with all breath spent, nothing up to half of it.
/// Source: ours.
pub const FATIGUE: f32 = 0.6;

/// Points a second that come back in contact.
/// Source: massed battle, 7, by what attrition does not outweigh below a third.
pub const CONTACT: f32 = 0.8;

/// Points a second that come back out of contact.
/// Source: ours.
pub const REST: f32 = 2.0;

/// Points a second that come back to a unit that runs and is let alone.
/// Source: ours.
pub const RELIEF: f32 = 3.0;

/// Metres within which an enemy in order chases a unit that runs.
/// Source: ours.
pub const CHASED: f32 = 60.0;

/// Points a second that come back near an officer's word, and how near, in metres.
/// Source: ours.
pub const INSPIRED: f32 = 2.0;
/// See [`INSPIRED`].
pub const INSPIRED_REACH: f32 = 40.0;

/// What bracing leaves of the pressure.
/// Source: ours.
pub const BRACED: f32 = 0.75;

/// Seconds over which pressure is smoothed.
/// Source: massed battle, 7.
pub const PRESSURE_TAU: f32 = 4.0;

/// Points a second that morale falls at most, shocks apart.
/// Source: massed battle, 7.
pub const MAX_FALL: f32 = 5.0;

/// Points that the loss of a whole unit would take at once; a man takes his share.
/// Source: ours.
pub const FRESH_LOSS: f32 = 12.0;

/// Points that a charge takes from the unit it meets; twice that when it does not meet its front.
/// Source: ours.
pub const CHARGE_SHOCK: f32 = 3.0;

/// Points that a neighbour's rout takes, and how near a neighbour is, in metres; less with distance.
/// Source: massed battle, 7: below 11, which took most of a warband from steady to broken by three neighbours.
pub const CONTAGION: f32 = 5.0;
/// See [`CONTAGION`].
pub const CONTAGION_REACH: f32 = 70.0;

/// Points that an enemy's rout gives to those in the same reach.
/// Source: ours.
pub const CHEER: f32 = 3.0;

/// Routs after which a unit can come back.
/// Source: massed battle, 7.
pub const RALLIES: u8 = 1;

/// Points that each break takes off what a unit can come back to.
/// Source: massed battle, 7.
pub const BREAK_PENALTY: f32 = 9.0;

/// Parts of the way from breaking to its ceiling: wavering below the first, steady again above the second, rallied
/// above the third.
/// Source: ours.
pub const WAVERS_AT: f32 = 0.25;
/// See [`WAVERS_AT`].
pub const STEADIES_AT: f32 = 0.35;
/// See [`WAVERS_AT`].
pub const RALLIES_AT: f32 = 0.5;

/// Seconds that a unit runs at least.
/// Source: ours.
pub const RUNS_SECONDS: u32 = 6;

/// Part of its men below which a unit that breaks does not come back.
/// Source: massed battle, 8: what is under a quarter is lost.
pub const TOO_FEW: f32 = 0.25;

/// Blows after which half of what was known of where they come from is forgotten.
/// Source: ours; two seconds of a settled front.
const BLOWS_KEPT: f32 = 45.0;

/// Seconds without a blow after which the flank is forgotten.
/// Source: ours.
const FLANK_FORGET_SECONDS: f32 = 6.0;

const _: () = assert!(STEADIES_AT > WAVERS_AT && RALLIES_AT > STEADIES_AT);

/// Run the stage.
pub fn run(rules: &Legion, step: &mut Step<'_, Legion>) {
    aspects(step);
    for unit in 0..step.state.units.len() {
        if step.state.units[unit].is_here() {
            let field = Field::around(step.state, unit, step.tick);
            press(rules, &mut step.state.units[unit], field, step.tick);
        }
    }
    shock(rules, step);
    step.scratch.routed.clear();
    for unit in 0..step.state.units.len() {
        if step.state.units[unit].is_here() {
            settle(rules, step, unit);
        }
    }
    spread(rules, step);
}

/// Take in where this tick's blows came from.
fn aspects(step: &mut Step<'_, Legion>) {
    for (unit, blows) in step.state.units.iter_mut().zip(&step.scratch.struck) {
        let [front, flank, rear] = blows.map(f32::from);
        let all = front + flank + rear;
        if all > 0.0 {
            let weight = all / (all + BLOWS_KEPT);
            unit.flanked += ((flank + rear) / all - unit.flanked) * weight;
            unit.from_rear += (rear / all - unit.from_rear) * weight;
        } else {
            let keep = 1.0 - DT / FLANK_FORGET_SECONDS;
            unit.flanked *= keep;
            unit.from_rear *= keep;
        }
    }
}

/// What a unit has around it.
#[derive(Debug, Clone, Copy, Default)]
struct Field {
    /// Men in order within [`ODDS_REACH`], its own among the friends.
    friends: u32,
    foes: u32,
    /// Whether an enemy in order is within [`CHASED`].
    chased: bool,
    /// Whether an officer's word reaches it.
    inspired: bool,
    /// The part of its army's men that fell, 0 to 1.
    army_loss: f32,
}

impl Field {
    fn around(state: &State, unit: usize, tick: u32) -> Self {
        let own = &state.units[unit];
        let (mut field, mut lost) = (Self::default(), 0);
        for other in &state.units {
            let friend = other.side == own.side;
            lost += if friend { other.count_of.lost } else { 0 };
            if !other.is_here() || !other.nerve.is_in_order() {
                continue;
            }
            let (dx, dz) = (other.x - own.x, other.z - own.z);
            let away = dx * dx + dz * dz;
            let near = if away < ODDS_REACH * ODDS_REACH { other.alive } else { 0 };
            if friend {
                field.friends += near;
                field.inspired |= away < INSPIRED_REACH * INSPIRED_REACH && is_using(other, Ability::Inspire, tick);
            } else {
                field.foes += near;
                field.chased |= away < CHASED * CHASED;
            }
        }
        field.army_loss = lost as f32 / state.sides[usize::from(own.side)].deployed.max(1) as f32;
        field
    }

    /// What the odds press with, in points a second.
    fn odds(self) -> f32 {
        let odds = self.foes as f32 / self.friends.max(1) as f32;
        ODDS * ((odds - 1.5) / 1.5).clamp(0.0, 1.0)
    }
}

/// Whether an ability of a unit works.
#[inline]
fn is_using(unit: &Unit, ability: Ability, tick: u32) -> bool {
    unit.ability_until[ability as usize] > tick
}

/// Add up the pressure on a unit, in points a second, not smoothed yet.
fn pressure(unit: &Unit, field: Field, discipline: f32) -> f32 {
    let loss = unit.loss();
    let over = ((unit.flanked - FLANK_DEADBAND) / (1.0 - FLANK_DEADBAND)).max(0.0);
    let rear = if over > 0.0 { unit.from_rear } else { 0.0 };
    let surrounded = if is_surrounded(unit.flanked, unit.from_rear) { SURROUNDED } else { 0.0 };
    let sum = ATTRITION * loss * loss * loss
        + ARMY * field.army_loss * field.army_loss
        + FLANK * over
        + REAR * rear
        + surrounded
        + field.odds()
        + FATIGUE * ((unit.fatigue - 0.5) * 2.0).max(0.0);
    sum / discipline
}

/// Tell whether blows come from so many sides that there is no way out.
#[must_use]
pub fn is_surrounded(flanked: f32, from_rear: f32) -> bool {
    flanked > SURROUNDED_FLANKED && from_rear > SURROUNDED_REAR
}

/// Say what comes back, in points a second.
fn recovery(unit: &Unit, field: Field) -> f32 {
    let own = match unit.nerve {
        Nerve::Broken | Nerve::Lost => 0.0,
        Nerve::Routing if field.chased => 0.0,
        Nerve::Routing => RELIEF,
        _ if unit.locked != NO_UNIT || unit.engaged > 0 => CONTACT,
        _ => REST,
    };
    own + if field.inspired && unit.nerve.is_in_order() { INSPIRED } else { 0.0 }
}

/// Say what a unit can come back to, in points.
fn ceiling(kind: &Kind, unit: &Unit) -> f32 {
    (kind.morale - BREAK_PENALTY * f32::from(unit.breaks)).max(kind.breaks_at)
}

/// Smooth the pressure, and move morale by what is left of it.
fn press(rules: &Legion, unit: &mut Unit, field: Field, tick: u32) {
    let kind = rules.kind(unit);
    let braced = if is_using(unit, Ability::Brace, tick) { BRACED } else { 1.0 };
    let wanted = pressure(unit, field, kind.discipline) * braced;
    unit.pressure += (wanted - unit.pressure) * (DT / PRESSURE_TAU);
    let net = (recovery(unit, field) - unit.pressure).max(-MAX_FALL);
    unit.morale = (unit.morale + net * DT).clamp(0.0, ceiling(kind, unit));
}

/// Let this tick's fresh losses and charges be felt at once.
fn shock(rules: &Legion, step: &mut Step<'_, Legion>) {
    for loss in &step.scratch.losses {
        let unit = &mut step.state.units[usize::from(loss.unit)];
        hurt(rules, unit, FRESH_LOSS / unit.count.max(1) as f32);
    }
    for event in step.journal.events() {
        if let What::Charged { unit, foe } = event.what {
            let (runner, met) = (&step.state.units[usize::from(unit)], &step.state.units[usize::from(foe)]);
            let times = if meets_front(runner, met) { 1.0 } else { 2.0 };
            hurt(rules, &mut step.state.units[usize::from(foe)], CHARGE_SHOCK * times);
        }
    }
}

/// Tell whether a unit that is run into has the runner before its front: within 60° of where it faces.
fn meets_front(runner: &Unit, met: &Unit) -> bool {
    -(runner.fx * met.fx + runner.fz * met.fz) > 0.5
}

/// Take points off a unit's morale at once, by its discipline.
fn hurt(rules: &Legion, unit: &mut Unit, points: f32) {
    unit.morale = (unit.morale - points / rules.kind(unit).discipline).max(0.0);
}

/// Put a unit's nerve where its morale says.
fn settle(rules: &Legion, step: &mut Step<'_, Legion>, index: usize) {
    let unit = &step.state.units[index];
    let kind = rules.kind(unit);
    let part = (unit.morale - kind.breaks_at) / (ceiling(kind, unit) - kind.breaks_at).max(1.0);
    let (now, ran) = (step.next_tick(), step.next_tick().saturating_sub(unit.nerve_since));
    match unit.nerve {
        Nerve::Steady | Nerve::Wavering if unit.morale <= kind.breaks_at => rout(step, index),
        Nerve::Steady if part < WAVERS_AT => turn(&mut step.state.units[index], Nerve::Wavering, now),
        Nerve::Wavering if part > STEADIES_AT => turn(&mut step.state.units[index], Nerve::Steady, now),
        Nerve::Routing if is_too_few(unit) => turn(&mut step.state.units[index], Nerve::Broken, now),
        Nerve::Routing if part > RALLIES_AT && ran >= RUNS_SECONDS * TICK_HZ => rally(step, index),
        _ => {}
    }
}

fn turn(unit: &mut Unit, nerve: Nerve, now: u32) {
    (unit.nerve, unit.nerve_since) = (nerve, now);
}

/// Tell whether so few are left that a unit which breaks is gone for good.
fn is_too_few(unit: &Unit) -> bool {
    (unit.alive as f32) < TOO_FEW * unit.count as f32
}

/// Break a unit: it drops what it does, a person's order too, and its men run.
fn rout(step: &mut Step<'_, Legion>, index: usize) {
    let now = step.next_tick();
    let unit = &mut step.state.units[index];
    unit.breaks = unit.breaks.saturating_add(1);
    let for_good = unit.breaks > RALLIES || is_too_few(unit);
    turn(unit, if for_good { Nerve::Broken } else { Nerve::Routing }, now);
    (unit.task, unit.held) = (Task::Hold, false);
    let (lost, places) = (unit.count_of.lost, unit.men());
    for man in places {
        let men = &mut step.state.men;
        if men.is_up(man) {
            men.condition[man] = Condition::FLEEING;
            (men.target[man], men.lands_at[man]) = (NOBODY, 0);
        }
    }
    step.scratch.routed.push(index as u16);
    step.journal.push(Event { tick: now, what: What::Routed { unit: index as u16, lost } });
}

/// Bring a unit back, wavering.
fn rally(step: &mut Step<'_, Legion>, index: usize) {
    let now = step.next_tick();
    let unit = &mut step.state.units[index];
    turn(unit, Nerve::Wavering, now);
    for man in unit.men() {
        let condition = &mut step.state.men.condition[man];
        if *condition == Condition::FLEEING {
            *condition = Condition::READY;
        }
    }
    step.journal.push(Event { tick: now, what: What::Rallied { unit: index as u16 } });
}

/// Let the neighbours of those who broke this tick hear of it. Whom it breaks, it breaks at the next tick.
fn spread(rules: &Legion, step: &mut Step<'_, Legion>) {
    for &broken in &step.scratch.routed {
        let (x, z, side) = {
            let unit = &step.state.units[usize::from(broken)];
            (unit.x, unit.z, unit.side)
        };
        for unit in step.state.units.iter_mut().filter(|unit| unit.is_here() && unit.nerve.is_in_order()) {
            let away = ((unit.x - x) * (unit.x - x) + (unit.z - z) * (unit.z - z)).sqrt();
            let near = (1.0 - away / CONTAGION_REACH).max(0.0);
            if unit.side == side {
                hurt(rules, unit, CONTAGION * near);
            } else {
                unit.morale = (unit.morale + CHEER * near).min(ceiling(rules.kind(unit), unit));
            }
        }
    }
}
