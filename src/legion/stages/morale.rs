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
//! | at rest, nobody fallen for ten seconds | −2.0; running and let alone −3.0, running and chased 0 |
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
pub const ARMY: f32 = 10.0;

/// Points a second when all blows come off the front.
/// Ours: the source's table of terms is missing; from the flank outweighs what comes back in contact.
pub const FLANK: f32 = 8.0;

/// Share of blows off the front that an honest press has anyway.
/// Source: massed battle, 7.
pub const FLANK_DEADBAND: f32 = 0.28;

/// Points a second when all blows come from behind.
/// Ours: on top of [`FLANK`], for what comes from behind is off the front too.
pub const REAR: f32 = 5.0;

/// Shares of blows off the front and from behind, above both of which a unit is surrounded, and what that adds, in
/// points a second.
/// Source: massed battle, 7; the points ours.
pub const SURROUNDED_FLANKED: f32 = 0.58;
/// See [`SURROUNDED_FLANKED`].
pub const SURROUNDED_REAR: f32 = 0.2;
/// See [`SURROUNDED_FLANKED`].
pub const SURROUNDED: f32 = 3.0;

/// Points a second at three to one, nothing up to three to two; men in order counted within [`ODDS_REACH`] metres.
/// Ours: being outnumbered frightens and does not break.
pub const ODDS: f32 = 1.2;
/// See [`ODDS`].
pub const ODDS_REACH: f32 = 45.0;

/// Points a second with all breath spent, nothing up to half of it.
/// Ours: tired men lose heart slowly, less than contact gives back.
pub const FATIGUE: f32 = 0.6;

/// Points a second that come back in contact.
/// Source: massed battle, 7, by what attrition does not outweigh below a third.
pub const CONTACT: f32 = 0.8;

/// Points a second that come back out of contact, once nobody has fallen for so many seconds; before, it is as in
/// contact: who is shot at does not rest.
/// Ours: a unit that is pulled out comes back within a minute, one that is shot at does not.
pub const REST: f32 = 2.0;
/// See [`REST`].
pub const REST_SECONDS: u32 = 10;

/// Points a second that come back to a unit that runs and is let alone.
/// Ours: more than rest, so that those let alone can rally before they have left.
pub const RELIEF: f32 = 3.0;

/// Metres within which an enemy in order chases a unit that runs.
/// Ours: near enough to be heard behind.
pub const CHASED: f32 = 60.0;

/// Points a second that come back near an officer's word, and how near, in metres.
/// Ours: as much as rest, in the middle of a fight; as far as a voice is heard.
pub const INSPIRED: f32 = 2.0;
/// See [`INSPIRED`].
pub const INSPIRED_REACH: f32 = 40.0;

/// What running leaves of the pressure: who is out of it feels half of it, and can come back.
/// Ours: otherwise nobody would rally.
pub const RUNNING: f32 = 0.5;

/// What bracing leaves of the pressure.
/// Ours: bracing must be felt, and is no cure.
pub const BRACED: f32 = 0.75;

/// Seconds over which pressure is smoothed.
/// Source: massed battle, 7.
pub const PRESSURE_TAU: f32 = 4.0;

/// Points a second that morale falls at most, shocks apart.
/// Source: massed battle, 7.
pub const MAX_FALL: f32 = 5.0;

/// Points that the loss of a whole unit would take at once; a man takes his share.
/// Ours: a volley that takes a tenth is felt at once, above what attrition does over time.
pub const FRESH_LOSS: f32 = 125.0;

/// Points that a charge takes from the unit it meets; twice that when it does not meet its front.
/// Ours: shocks are direct, says the source, not how great; below one neighbour's rout.
pub const CHARGE_SHOCK: f32 = 3.0;

/// Points that a neighbour's rout takes, and how near a neighbour is, in metres; less with distance.
/// Source: massed battle, 7: below 11, which took most of a warband from steady to broken by three neighbours.
pub const CONTAGION: f32 = 7.0;
/// See [`CONTAGION`].
pub const CONTAGION_REACH: f32 = 70.0;

/// Points that an enemy's rout gives to those in the same reach.
/// Ours: less than [`CONTAGION`]: a win lifts less than a loss takes.
pub const CHEER: f32 = 3.0;

/// Routs after which a unit can come back.
/// Source: massed battle, 7.
pub const RALLIES: u8 = 1;

/// Points that each break takes off what a unit can come back to.
/// Source: massed battle, 7.
pub const BREAK_PENALTY: f32 = 9.0;

/// Parts of the way from breaking to its ceiling: wavering below the first, steady again above the second, rallied
/// above the third.
/// Ours: apart, so that no unit changes its mind at one number.
pub const WAVERS_AT: f32 = 0.25;
/// See [`WAVERS_AT`].
pub const STEADIES_AT: f32 = 0.35;
/// See [`WAVERS_AT`].
pub const RALLIES_AT: f32 = 0.5;

/// Seconds that a unit runs at least.
/// Ours: whoever breaks gets out of the fight first.
pub const RUNS_SECONDS: u32 = 6;

/// Part of its men below which a unit that breaks does not come back.
/// Source: massed battle, 8: what is under a quarter is lost.
pub const TOO_FEW: f32 = 0.25;

/// Blows after which half of what was known of where they come from is forgotten.
/// Source: ours; two seconds of a settled front.
const BLOWS_KEPT: f32 = 45.0;

/// Seconds without a blow after which the flank is forgotten.
/// Ours: longer than the time from blow to blow.
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
fn recovery(unit: &Unit, field: Field, tick: u32) -> f32 {
    let own = match unit.nerve {
        Nerve::Broken | Nerve::Lost => 0.0,
        Nerve::Routing if field.chased => 0.0,
        Nerve::Routing => RELIEF,
        _ if unit.locked != NO_UNIT || unit.engaged > 0 || !rests(unit, tick) => CONTACT,
        _ => REST,
    };
    own + if field.inspired && unit.nerve.is_in_order() { INSPIRED } else { 0.0 }
}

/// Tell whether nobody of a unit has fallen of late.
fn rests(unit: &Unit, tick: u32) -> bool {
    unit.lost_at == 0 || tick.saturating_sub(unit.lost_at) >= REST_SECONDS * TICK_HZ
}

/// Say what a unit can come back to, in points.
fn ceiling(kind: &Kind, unit: &Unit) -> f32 {
    (kind.morale - BREAK_PENALTY * f32::from(unit.breaks)).max(kind.breaks_at)
}

/// Smooth the pressure, and move morale by what is left of it.
fn press(rules: &Legion, unit: &mut Unit, field: Field, tick: u32) {
    let kind = rules.kind(unit);
    let braced = if is_using(unit, Ability::Brace, tick) { BRACED } else { 1.0 };
    let running = if unit.nerve.is_in_order() || field.chased { 1.0 } else { RUNNING };
    let wanted = pressure(unit, field, kind.discipline) * braced * running;
    unit.pressure += (wanted - unit.pressure) * (DT / PRESSURE_TAU);
    let net = (recovery(unit, field, tick) - unit.pressure).max(-MAX_FALL);
    unit.morale = (unit.morale + net * DT).clamp(0.0, ceiling(kind, unit));
}

/// Let this tick's fresh losses and charges be felt at once.
fn shock(rules: &Legion, step: &mut Step<'_, Legion>) {
    let now = step.next_tick();
    for loss in &step.scratch.losses {
        let unit = &mut step.state.units[usize::from(loss.unit)];
        unit.lost_at = now;
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

/// Bring a unit back, wavering. Its men fall in where they are at the next tick's cohesion.
fn rally(step: &mut Step<'_, Legion>, index: usize) {
    let now = step.next_tick();
    turn(&mut step.state.units[index], Nerve::Wavering, now);
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::legion::scratch::Loss;
    use crate::legion::sketch::Sketch;

    /// Two units of each of two sides, far apart.
    fn field() -> Sketch {
        Sketch::new(&["rome", "juthungi"])
            .unit(0, "legionary-cohort", 0.0, 0.0, 90)
            .unit(0, "legionary-cohort", 40.0, 0.0, 90)
            .unit(1, "warband", 0.0, 300.0, 270)
            .unit(1, "warband", 40.0, 300.0, 270)
    }

    fn tick(sketch: &mut Sketch) -> Vec<What> {
        sketch.stage(run)
    }

    fn lose(sketch: &mut Sketch, unit: usize, men: u32) {
        let own = &mut sketch.state.units[unit];
        own.count_of.lost += men;
        own.alive -= men;
        let first = own.first as usize;
        let fallen = sketch.state.men.condition[first..].iter_mut().filter(|c| c.is_up()).take(men as usize);
        fallen.for_each(|condition| *condition = Condition::DEAD);
    }

    #[test]
    fn attrition_is_nearly_flat_at_first_and_folds_a_unit_past_half() {
        let sketch = field();
        let mut unit = sketch.state.units[0].clone();
        unit.count = 100;
        for (alive, points) in [(100, 0.0), (80, 0.18), (70, 0.59), (60, 1.41), (50, 2.75), (40, 4.75)] {
            unit.alive = alive;
            let pressed = pressure(&unit, Field { friends: 1, ..Field::default() }, 1.0);
            assert!((pressed - points).abs() < 0.005, "{alive}: {pressed}");
        }
        unit.alive = 67;
        assert!(pressure(&unit, Field::default(), 1.0) < CONTACT, "a third does not outweigh contact");
    }

    #[test]
    fn discipline_divides_every_pressure() {
        let sketch = field();
        let mut unit = sketch.state.units[0].clone();
        unit.alive = unit.count / 2;
        let field = Field { friends: 10, foes: 100, army_loss: 0.5, ..Field::default() };
        let (praetorian, warband) = (pressure(&unit, field, 1.42), pressure(&unit, field, 0.98));
        assert!((praetorian * 1.42 - warband * 0.98).abs() < 1e-4);
    }

    #[test]
    fn the_flank_counts_from_its_deadband_on() {
        let mut unit = field().state.units[0].clone();
        (unit.flanked, unit.from_rear) = (FLANK_DEADBAND, 0.2);
        assert_eq!(pressure(&unit, Field::default(), 1.0), 0.0);
        unit.flanked = 1.0;
        assert!(pressure(&unit, Field::default(), 1.0) >= FLANK);
    }

    #[test]
    fn surrounded_is_above_both_shares_and_at_neither() {
        assert!(is_surrounded(0.581, 0.201));
        assert!(!is_surrounded(SURROUNDED_FLANKED, 0.5));
        assert!(!is_surrounded(0.9, SURROUNDED_REAR));
    }

    #[test]
    fn odds_press_from_three_to_two_and_no_more_than_at_three_to_one() {
        let odds = |foes| Field { friends: 100, foes, ..Field::default() }.odds();
        assert_eq!((odds(150), odds(300), odds(900)), (0.0, ODDS, ODDS));
        assert!(odds(200) > 0.0);
    }

    #[test]
    fn morale_falls_by_five_points_a_second_at_most_and_rises_as_it_comes() {
        let mut sketch = field();
        sketch.state.units[0].pressure = 500.0;
        let before = sketch.state.units[0].morale;
        tick(&mut sketch);
        let fell = before - sketch.state.units[0].morale;
        assert!((fell - MAX_FALL * DT).abs() < 1e-4, "{fell}");
        let unit = &mut sketch.state.units[0];
        (unit.pressure, unit.morale) = (0.0, 30.0);
        tick(&mut sketch);
        assert!((sketch.state.units[0].morale - 30.0 - REST * DT).abs() < 1e-4);
    }

    #[test]
    fn who_is_shot_at_does_not_rest() {
        let mut unit = field().state.units[0].clone();
        unit.lost_at = 100;
        let due = 100 + REST_SECONDS * TICK_HZ;
        assert_eq!(recovery(&unit, Field::default(), due - 1), CONTACT);
        assert_eq!(recovery(&unit, Field::default(), due), REST);
    }

    #[test]
    fn pressure_takes_four_seconds_to_come_through() {
        let mut sketch = field();
        let alive = sketch.state.units[0].count / 2;
        lose(&mut sketch, 0, alive);
        let wanted = {
            let unit = &sketch.state.units[0];
            let field = Field::around(&sketch.state, 0, 0);
            pressure(unit, field, sketch.rules.kind(unit).discipline)
        };
        (0..PRESSURE_TAU as u32 * TICK_HZ).for_each(|_| drop(tick(&mut sketch)));
        let part = sketch.state.units[0].pressure / wanted;
        assert!((part - 0.632).abs() < 0.01, "one time constant in, about 63 of 100: {part}");
    }

    #[test]
    fn a_shock_is_felt_at_once() {
        let mut sketch = field();
        let count = sketch.state.units[0].count;
        for _ in 0..count / 10 {
            sketch.scratch.losses.push(Loss { unit: 0, by: 2, friendly: false });
        }
        let before = sketch.state.units[0].morale;
        tick(&mut sketch);
        let fell = before - sketch.state.units[0].morale;
        let wanted = FRESH_LOSS * (count / 10) as f32 / count as f32 / 1.2;
        assert!((fell - wanted).abs() < 0.01, "{fell} against {wanted}");
    }

    #[test]
    fn a_unit_breaks_where_its_kind_says_and_its_men_run_at_once() {
        let mut sketch = field();
        let breaks_at = sketch.rules.kind(&sketch.state.units[2]).breaks_at;
        sketch.state.units[2].morale = breaks_at - 0.5;
        sketch.state.units[2].held = true;
        let told = tick(&mut sketch);
        assert!(told.contains(&What::Routed { unit: 2, lost: 0 }));
        let unit = &sketch.state.units[2];
        assert_eq!((unit.nerve, unit.breaks, unit.held), (Nerve::Routing, 1, false));
        assert!(sketch.state.men.condition[unit.men()].iter().all(|&c| c == Condition::FLEEING));
    }

    #[test]
    fn a_rout_shakes_neighbours_but_breaks_none_in_the_same_tick() {
        let mut sketch = field();
        let breaks_at = sketch.rules.kind(&sketch.state.units[2]).breaks_at;
        sketch.state.units[2].morale = breaks_at - 0.5;
        sketch.state.units[3].morale = breaks_at + 0.2;
        let first = tick(&mut sketch);
        assert_eq!(first.iter().filter(|what| matches!(what, What::Routed { .. })).count(), 1);
        assert!(sketch.state.units[3].morale < breaks_at, "it has heard of it");
        assert!(tick(&mut sketch).iter().any(|what| matches!(what, What::Routed { unit: 3, .. })));
    }

    #[test]
    fn a_rout_cheers_the_enemies_near_it_whoever_they_are() {
        let mut sketch = Sketch::new(&["rome", "juthungi", "carthage"])
            .unit(0, "legionary-cohort", 0.0, 0.0, 90)
            .unit(1, "warband", 0.0, 30.0, 270)
            .unit(2, "citizen-line", 30.0, 30.0, 180);
        let before: Vec<f32> = [0, 2]
            .map(|unit| {
                sketch.state.units[unit].morale -= 20.0;
                sketch.state.units[unit].morale
            })
            .to_vec();
        sketch.state.units[1].morale = 1.0;
        tick(&mut sketch);
        for (place, unit) in [0, 2].into_iter().enumerate() {
            assert!(sketch.state.units[unit].morale > before[place] + 1.0, "three sides are not two");
        }
    }

    #[test]
    fn it_rallies_once_at_nine_points_less_and_then_is_gone_for_good() {
        let mut sketch = field();
        let whole = sketch.rules.kind(&sketch.state.units[2]).morale;
        sketch.state.units[2].morale = 0.0;
        tick(&mut sketch);
        let mut rallied = 0;
        for _ in 0..60 * TICK_HZ {
            sketch.tick += 1;
            rallied += tick(&mut sketch).iter().filter(|what| matches!(what, What::Rallied { unit: 2 })).count();
        }
        let unit = &sketch.state.units[2];
        assert_eq!((rallied, unit.nerve), (1, Nerve::Steady));
        assert!((unit.morale - (whole - BREAK_PENALTY)).abs() < 1e-3);
        sketch.state.units[2].morale = 0.0;
        tick(&mut sketch);
        assert_eq!(sketch.state.units[2].nerve, Nerve::Broken);
    }

    #[test]
    fn a_unit_under_a_quarter_breaks_for_good_and_one_at_a_quarter_does_not() {
        for (left, nerve) in [(45, Nerve::Routing), (44, Nerve::Broken)] {
            let mut sketch = field();
            let lost = sketch.state.units[2].count - left;
            assert_eq!(sketch.state.units[2].count, 180);
            lose(&mut sketch, 2, lost);
            sketch.state.units[2].morale = 0.0;
            tick(&mut sketch);
            assert_eq!(sketch.state.units[2].nerve, nerve, "{left} left");
        }
    }

    #[test]
    fn the_army_term_is_of_casualties_and_not_of_routs() {
        let mut sketch = field();
        let before = Field::around(&sketch.state, 3, 0).army_loss;
        sketch.state.units[2].nerve = Nerve::Routing;
        assert_eq!(Field::around(&sketch.state, 3, 0).army_loss, before);
        lose(&mut sketch, 2, 90);
        assert!((Field::around(&sketch.state, 3, 0).army_loss - 0.25).abs() < 1e-6);
        assert_eq!(Field::around(&sketch.state, 0, 0).army_loss, 0.0, "and of the own side's");
    }

    #[test]
    fn blows_from_the_rear_are_remembered_for_a_while() {
        let mut sketch = field();
        sketch.scratch.struck.resize(4, [0; 3]);
        sketch.scratch.struck[0] = [0, 5, 10];
        for _ in 0..60 {
            aspects(&mut sketch.step());
        }
        let unit = &sketch.state.units[0];
        assert!(unit.flanked > 0.95 && unit.from_rear > 0.6, "{} {}", unit.flanked, unit.from_rear);
        sketch.scratch.struck[0] = [0; 3];
        for _ in 0..20 * TICK_HZ {
            aspects(&mut sketch.step());
        }
        assert!(sketch.state.units[0].flanked < 0.05);
    }
}
