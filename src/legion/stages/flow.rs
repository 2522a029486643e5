//! Flow: who leaves the field, whether the battle is over, and who won. Sides are whoever brought men, however many.
//!
//! A side is spent when nobody of it is in order, when less than 0.22 of what it brought is, or when it has less than
//! half of what it brought and less than a third of the strongest enemy. It is beaten once it has been spent for six
//! seconds; a second of not being spent makes up for two. The battle ends when all sides but one are beaten, when
//! nobody has fallen for two minutes since somebody last did, or when time is up; the last two go by points.
//! All of them spent at once decides nothing, unless only some of them have anyone in order left.

use recorder::Step;

use crate::legion::event::{Event, What};
use crate::legion::men::{Condition, NOBODY};
use crate::legion::outcome::{Outcome, Reason};
use crate::legion::rules::{FIELD, Legion, TICK_HZ, TIMEOUT_SECONDS};
use crate::legion::side::Side;
use crate::legion::state::State;
use crate::legion::unit::{NO_UNIT, Nerve, Unit};

/// Part of what it brought below which a side in order is spent.
/// Source: massed battle, 8.
pub const SPENT: f32 = 0.22;

/// Part of the strongest enemy in order, and part of what it brought, below both of which a side is spent.
/// Source: massed battle, 8.
pub const MARGIN: f32 = 0.33;
/// See [`MARGIN`].
pub const MARGIN_OWN: f32 = 0.5;

/// Seconds for which a side must be spent to be beaten.
/// Source: massed battle, 8.
pub const CONFIRM_SECONDS: u32 = 6;

/// Ticks that a tick of not being spent makes up for.
/// Source: massed battle, 8.
pub const CONFIRM_FALL: u32 = 2;

/// Seconds without a fall, after the first, that end a battle.
/// Source: massed battle, 8.
pub const STALEMATE_SECONDS: u32 = 120;

/// Part of the best side's points within which the second best draws.
/// Source: massed battle, 8.
pub const DRAW: f32 = 0.05;

/// Part of its men below which a unit counts as lost in the report.
/// Source: massed battle, 8.
pub const LOST_BELOW: f32 = 0.25;

/// Seconds that a unit runs before it can leave.
/// Source: massed battle, 3.
pub const LEAVES_SECONDS: u32 = 18;

/// Metres from the nearest enemy at which a unit that runs is off, wherever it is.
/// Source: massed battle, 3.
pub const LEAVES_CLEAR: f32 = 260.0;

/// Seconds between two lines of the journal on the same unit's losses and volleys.
/// Ours: a journal that can be read through.
pub const LINE_SECONDS: u32 = 60;

/// Ticks from one look to the next for those who ran over the edge of the field; units take turns.
/// Ours: a quarter of a second is nothing to those who run.
const EDGE_TICKS: u32 = 8;

/// Ticks for which a verdict must hold. See [`CONFIRM_SECONDS`].
const CONFIRM: u32 = CONFIRM_SECONDS * TICK_HZ;

/// Run the stage.
pub fn run(_rules: &Legion, step: &mut Step<'_, Legion>) {
    if step.state.ending.is_some() {
        return;
    }
    keep_ledgers(step);
    leave(step);
    census(step.state);
    confirm(&mut step.state.sides);
    let now = step.next_tick();
    if let Some(outcome) = judge(step.state, now) {
        step.state.ending = Some(outcome);
        write_lines(step, |_| true);
        step.journal.push(Event { tick: now, what: What::Ended { outcome } });
    } else if now.is_multiple_of(LINE_SECONDS * TICK_HZ) {
        write_lines(step, |_| true);
    }
}

/// Take off the field who has run far enough, and strike units of which nobody is left.
fn leave(step: &mut Step<'_, Legion>) {
    let now = step.next_tick();
    for index in 0..step.state.units.len() {
        let unit = &step.state.units[index];
        if unit.nerve == Nerve::Lost {
            continue;
        }
        if has_run_off(step.state, index, now) {
            strike(step.state, index, |_, _| true);
        } else if !unit.nerve.is_in_order() && (now + index as u32).is_multiple_of(EDGE_TICKS) {
            strike(step.state, index, is_past_edge);
        }
        if step.state.units[index].alive == 0 {
            let unit = &mut step.state.units[index];
            (unit.nerve, unit.nerve_since, unit.engaged, unit.held) = (Nerve::Lost, now, 0, false);
            unit.locked = NO_UNIT;
            write_lines(step, |unit| unit == index);
            step.journal.push(Event { tick: now, what: What::Lost { unit: index as u16 } });
        }
    }
}

/// Tell whether a unit that runs is off: past the edge, or clear of every enemy.
fn has_run_off(state: &State, index: usize, now: u32) -> bool {
    let unit = &state.units[index];
    let runs = matches!(unit.nerve, Nerve::Routing | Nerve::Broken);
    if !runs || now.saturating_sub(unit.nerve_since) <= LEAVES_SECONDS * TICK_HZ {
        return false;
    }
    let Some((x, z)) = middle(state, unit) else { return true };
    is_past_edge(x, z) || !has_enemy_within(state, unit.side, x, z, LEAVES_CLEAR)
}

/// Tell whether a place is off the field.
#[must_use]
pub fn is_past_edge(x: f32, z: f32) -> bool {
    x.abs() > FIELD || z.abs() > FIELD
}

/// The middle of a unit's men, not of its banner: those who run leave it behind. `None` where nobody is up.
fn middle(state: &State, unit: &Unit) -> Option<(f32, f32)> {
    let up = || unit.men().filter(|&man| state.men.is_up(man));
    let (x, z) = up().fold((0.0, 0.0), |(x, z), man| (x + state.men.x[man], z + state.men.z[man]));
    let men = up().count();
    (men > 0).then(|| (x / men as f32, z / men as f32))
}

fn has_enemy_within(state: &State, side: u8, x: f32, z: f32, reach: f32) -> bool {
    let is_near = |unit: &Unit| (unit.x - x) * (unit.x - x) + (unit.z - z) * (unit.z - z) <= reach * reach;
    state.units.iter().any(|unit| unit.side != side && unit.is_here() && unit.nerve.is_in_order() && is_near(unit))
}

/// Take those of a unit's men off the field alive who stand where they can leave.
fn strike(state: &mut State, index: usize, can_leave: impl Fn(f32, f32) -> bool) {
    for man in state.units[index].men() {
        if state.men.is_up(man) && can_leave(state.men.x[man], state.men.z[man]) {
            state.men.condition[man] = Condition::GONE;
            (state.men.target[man], state.men.lands_at[man]) = (NOBODY, 0);
            (state.men.vx[man], state.men.vz[man]) = (0.0, 0.0);
            state.units[index].alive = state.units[index].alive.saturating_sub(1);
        }
    }
}

/// Count each side's men up, and those in order.
fn census(state: &mut State) {
    state.sides.iter_mut().for_each(|side| (side.alive, side.in_order) = (0, 0));
    for unit in state.units.iter().filter(|unit| unit.is_here()) {
        let side = &mut state.sides[usize::from(unit.side)];
        side.alive += unit.alive;
        side.in_order += if unit.nerve.is_in_order() { unit.alive } else { 0 };
    }
}

/// Tell whether a side is spent, by its own strength and the strongest enemy's, in men in order.
#[must_use]
pub fn is_spent(side: &Side, strongest_enemy: u32) -> bool {
    let own = side.in_order as f32 / side.deployed.max(1) as f32;
    side.in_order == 0 || own < SPENT || is_outdone(side, strongest_enemy)
}

/// Tell whether a side is spent by the margin alone.
fn is_outdone(side: &Side, strongest_enemy: u32) -> bool {
    let own = side.in_order as f32 / side.deployed.max(1) as f32;
    own < MARGIN_OWN && (side.in_order as f32) < MARGIN * strongest_enemy as f32
}

/// The most men in order that a side other than this one has.
fn strongest_enemy(sides: &[Side], own: usize) -> u32 {
    sides.iter().enumerate().filter(|&(side, _)| side != own).map(|(_, side)| side.in_order).max().unwrap_or(0)
}

/// Count up for who is spent, down twice as fast for who is not. When all are, only those count up who have nobody
/// in order against somebody.
fn confirm(sides: &mut [Side]) {
    let fights = |side: &Side| side.deployed > 0;
    let spent = |sides: &[Side], index: usize| is_spent(&sides[index], strongest_enemy(sides, index));
    let all = (0..sides.len()).all(|index| !fights(&sides[index]) || spent(sides, index));
    for index in 0..sides.len() {
        let gone = sides[index].in_order == 0 && strongest_enemy(sides, index) > 0;
        let counts = spent(sides, index) && (!all || gone);
        let beaten = &mut sides[index].beaten;
        *beaten = if counts { (*beaten + 1).min(CONFIRM) } else { beaten.saturating_sub(CONFIRM_FALL) };
    }
}

/// Tell whether and how the battle is over.
fn judge(state: &State, now: u32) -> Option<Outcome> {
    let fights = || state.sides.iter().enumerate().filter(|(_, side)| side.deployed > 0);
    let mut standing = fights().filter(|(_, side)| side.beaten < CONFIRM);
    if let (Some((winner, _)), None) = (standing.next(), standing.next()) {
        return Some(Outcome { winner: Some(winner as u8), reason: why_beaten(state, winner) });
    }
    let on_points = |reason| Some(Outcome { winner: on_points(&state.sides), reason });
    if fights().all(|(_, side)| side.alive == 0) {
        return on_points(if fights().all(|(index, _)| is_slain(state, index)) {
            Reason::Annihilation
        } else {
            Reason::Rout
        });
    }
    if state.last_fall > 0 && now.saturating_sub(state.last_fall) >= STALEMATE_SECONDS * TICK_HZ {
        return on_points(Reason::Stalemate);
    }
    if now >= TIMEOUT_SECONDS * TICK_HZ { on_points(Reason::Timeout) } else { None }
}

/// Say why the others lost: the mildest of what happened to them.
fn why_beaten(state: &State, winner: usize) -> Reason {
    let losers = || state.sides.iter().enumerate().filter(|&(index, side)| index != winner && side.deployed > 0);
    if losers().all(|(index, _)| is_slain(state, index)) {
        return Reason::Annihilation;
    }
    let by_margin = |side: &Side| side.in_order as f32 >= SPENT * side.deployed as f32;
    if losers().any(|(_, side)| by_margin(side)) { Reason::Margin } else { Reason::Rout }
}

/// Tell whether every man of a side fell: who left alive was not slain.
fn is_slain(state: &State, side: usize) -> bool {
    let lost: u32 = state.units.iter().filter(|unit| usize::from(unit.side) == side).map(|u| u.count_of.lost).sum();
    lost >= state.sides[side].deployed
}

/// Give it to the side with the largest part of its men in order; `None` within five per cent of the best.
#[must_use]
pub fn on_points(sides: &[Side]) -> Option<u8> {
    let points = |side: &Side| side.in_order as f32 / side.deployed.max(1) as f32;
    let (mut best, mut second) = ((0.0, None), 0.0);
    for (index, side) in sides.iter().enumerate().filter(|(_, side)| side.deployed > 0) {
        let own = points(side);
        if best.1.is_none() || own > best.0 {
            second = best.0;
            best = (own, Some(index as u8));
        } else if own > second {
            second = own;
        }
    }
    if best.0 - second <= DRAW * best.0 { None } else { best.1 }
}

/// Tell whether a unit counts as lost in the report: nobody left, broken, running, or under a quarter.
#[must_use]
pub fn is_lost(nerve: Nerve, alive: u32, count: u32) -> bool {
    !nerve.is_in_order() || (alive as f32) < LOST_BELOW * count as f32
}

/// Put this tick's fallen into the ledgers.
fn keep_ledgers(step: &mut Step<'_, Legion>) {
    for loss in &step.scratch.losses {
        step.state.units[usize::from(loss.unit)].ledger.lose(loss.by, loss.friendly);
    }
}

/// Write the lines of units on their losses and volleys, where there is anything to tell.
fn write_lines(step: &mut Step<'_, Legion>, whose: impl Fn(usize) -> bool) {
    let tick = step.next_tick();
    for (index, unit) in step.state.units.iter_mut().enumerate().filter(|(index, _)| whose(*index)) {
        let (ledger, shots) = (unit.ledger, unit.count_of.shots);
        let unit_index = index as u16;
        if shots > ledger.shots_told {
            let shots = shots - ledger.shots_told;
            step.journal.push(Event { tick, what: What::Volley { unit: unit_index, shots } });
        }
        if ledger.lost > 0 {
            let (by, men, friendly) = (ledger.worst(), ledger.lost, ledger.friendly);
            step.journal.push(Event { tick, what: What::Losses { unit: unit_index, by, men, friendly } });
        }
        unit.ledger.clear(shots);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::legion::scratch::Loss;
    use crate::legion::sketch::Sketch;

    fn side(deployed: u32, in_order: u32) -> Side {
        Side { deployed, in_order, alive: in_order, ..Side::default() }
    }

    fn field() -> Sketch {
        Sketch::new(&["rome", "juthungi"])
            .unit(0, "legionary-cohort", 0.0, 0.0, 90)
            .unit(1, "warband", 0.0, 300.0, 270)
            .unit(1, "warband", 40.0, 300.0, 270)
    }

    fn tick(sketch: &mut Sketch) -> Vec<What> {
        sketch.tick += 1;
        sketch.stage(run)
    }

    fn kill(sketch: &mut Sketch, unit: usize, men: u32) {
        let places = sketch.state.units[unit].men();
        let up = places.filter(|&man| sketch.state.men.is_up(man)).take(men as usize).collect::<Vec<_>>();
        let own = &mut sketch.state.units[unit];
        (own.alive, own.count_of.lost) = (own.alive - men, own.count_of.lost + men);
        up.into_iter().for_each(|man| sketch.state.men.condition[man] = Condition::DEAD);
        sketch.state.last_fall = sketch.tick;
    }

    #[test]
    fn a_side_is_spent_below_its_floor_and_not_on_it() {
        assert!(!is_spent(&side(1000, 220), 100));
        assert!(is_spent(&side(1000, 219), 100));
        assert!(is_spent(&side(1000, 0), 0));
    }

    #[test]
    fn the_margin_asks_for_both_of_its_halves() {
        assert!(is_spent(&side(1000, 499), 1513), "below half, and below a third of what stands opposite");
        assert!(!is_spent(&side(1000, 500), 5000), "half is still there");
        assert!(!is_spent(&side(1000, 499), 1512), "more than a third of the enemy");
    }

    #[test]
    fn beaten_takes_six_seconds_and_comes_undone_twice_as_fast() {
        let mut sides = [side(1000, 100), side(1000, 900)];
        (0..CONFIRM - 1).for_each(|_| confirm(&mut sides));
        assert_eq!(sides[0].beaten, CONFIRM - 1);
        sides[0].in_order = 400;
        confirm(&mut sides);
        assert_eq!(sides[0].beaten, CONFIRM - 1 - CONFIRM_FALL);
        sides[0].in_order = 100;
        (0..3).for_each(|_| confirm(&mut sides));
        assert_eq!((sides[0].beaten, sides[1].beaten), (CONFIRM, 0));
    }

    #[test]
    fn all_spent_at_once_decides_nothing_unless_only_some_stand() {
        let mut sides = [side(1000, 100), side(1000, 150)];
        confirm(&mut sides);
        assert_eq!(sides.each_ref().map(|side| side.beaten), [0, 0]);
        sides[0].in_order = 0;
        confirm(&mut sides);
        assert_eq!(sides.each_ref().map(|side| side.beaten), [1, 0]);
    }

    #[test]
    fn who_brought_nobody_is_no_side() {
        let mut sides = [side(1000, 900), side(0, 0), side(500, 400)];
        (0..CONFIRM * 2).for_each(|_| confirm(&mut sides));
        let mut sketch = field();
        sketch.state.sides = sides.to_vec();
        assert_eq!(judge(&sketch.state, 1000), None, "an army that was never there has not lost");
    }

    #[test]
    fn points_are_a_draw_within_five_per_cent_of_the_best() {
        assert_eq!(on_points(&[side(1000, 800), side(1000, 761)]), None);
        assert_eq!(on_points(&[side(1000, 800), side(1000, 759)]), Some(0));
        assert_eq!(on_points(&[side(100, 10), side(1000, 90), side(50, 40)]), Some(2), "by parts, of three");
        assert_eq!(on_points(&[side(100, 0), side(100, 0)]), None);
    }

    #[test]
    fn a_slain_army_is_annihilated_and_one_that_ran_is_routed() {
        for (slain, reason) in [(true, Reason::Annihilation), (false, Reason::Rout)] {
            let mut sketch = field();
            let all = sketch.state.units[0].count;
            kill(&mut sketch, 0, if slain { all } else { 100 });
            if !slain {
                sketch.state.units[0].nerve = Nerve::Broken;
                sketch.state.units[0].nerve_since = 1;
            }
            let mut told = Vec::new();
            for _ in 0..CONFIRM {
                assert_eq!(sketch.state.ending, None);
                told = tick(&mut sketch);
            }
            let outcome = Outcome { winner: Some(1), reason };
            assert_eq!(sketch.state.ending, Some(outcome));
            assert_eq!(told.last(), Some(&What::Ended { outcome }));
        }
    }

    #[test]
    fn a_side_ground_down_against_a_whole_one_loses_by_the_margin() {
        let mut sketch = field();
        kill(&mut sketch, 0, 60);
        sketch.state.units[0].alive = 60;
        sketch.state.sides[0].deployed = 160;
        (0..CONFIRM).for_each(|_| drop(tick(&mut sketch)));
        assert_eq!(sketch.state.ending, Some(Outcome { winner: Some(1), reason: Reason::Margin }));
    }

    #[test]
    fn two_minutes_without_a_fall_end_it_but_only_after_the_first() {
        let mut sketch = field();
        sketch.tick = STALEMATE_SECONDS * TICK_HZ * 3;
        tick(&mut sketch);
        assert_eq!(sketch.state.ending, None, "they have not met yet");
        sketch.state.last_fall = sketch.tick - STALEMATE_SECONDS * TICK_HZ + 2;
        sketch.tick -= 1;
        tick(&mut sketch);
        assert_eq!(sketch.state.ending, None);
        tick(&mut sketch);
        assert_eq!(sketch.state.ending, Some(Outcome { winner: None, reason: Reason::Stalemate }));
    }

    #[test]
    fn time_runs_out_at_two_thousand_four_hundred_seconds() {
        let mut sketch = field();
        sketch.tick = TIMEOUT_SECONDS * TICK_HZ - 3;
        tick(&mut sketch);
        assert_eq!(sketch.state.ending, None);
        tick(&mut sketch);
        assert_eq!(sketch.state.ending, Some(Outcome { winner: None, reason: Reason::Timeout }));
        assert!(tick(&mut sketch).is_empty(), "what is over stays over");
    }

    fn runs_for(sketch: &mut Sketch, unit: usize, ticks: u32) {
        sketch.tick = 10_000;
        let own = &mut sketch.state.units[unit];
        (own.nerve, own.nerve_since) = (Nerve::Routing, sketch.tick + 2 - ticks);
    }

    fn shift(sketch: &mut Sketch, unit: usize, dx: f32, dz: f32) {
        let places = sketch.state.units[unit].men();
        for man in places {
            sketch.state.men.x[man] += dx;
            sketch.state.men.z[man] += dz;
        }
    }

    #[test]
    fn it_leaves_after_eighteen_seconds_clear_of_all_enemies() {
        let limit = LEAVES_SECONDS * TICK_HZ;
        for (ticks, clear, leaves) in [(limit, 400.0, false), (limit + 1, 400.0, true), (limit + 1, -60.0, false)] {
            let mut sketch = field();
            runs_for(&mut sketch, 2, ticks);
            shift(&mut sketch, 2, 0.0, clear);
            let told = tick(&mut sketch);
            assert_eq!(told.contains(&What::Lost { unit: 2 }), leaves, "{ticks} ticks, {clear} m");
            if leaves {
                let men = sketch.state.units[2].men();
                assert!(sketch.state.men.condition[men].iter().all(|&c| c == Condition::GONE));
                assert_eq!(sketch.state.sides[1].alive, 180);
            }
        }
    }

    #[test]
    fn its_banner_does_not_leave_without_its_men() {
        let mut sketch = field();
        runs_for(&mut sketch, 2, LEAVES_SECONDS * TICK_HZ + 1);
        shift(&mut sketch, 2, 0.0, -200.0);
        sketch.state.units[2].z = 900.0;
        assert!(!tick(&mut sketch).contains(&What::Lost { unit: 2 }));
    }

    #[test]
    fn the_edge_of_the_field_is_not_past_it() {
        assert!(!is_past_edge(FIELD, -FIELD));
        assert!(is_past_edge(0.0, FIELD + 0.1));
    }

    #[test]
    fn a_unit_is_lost_in_the_report_when_it_runs_or_is_under_a_quarter() {
        assert!(!is_lost(Nerve::Wavering, 40, 160));
        assert!(is_lost(Nerve::Steady, 39, 160));
        assert!(is_lost(Nerve::Routing, 160, 160));
        assert!(is_lost(Nerve::Broken, 160, 160));
    }

    #[test]
    fn a_minute_has_one_line_a_unit() {
        let mut sketch = field();
        sketch.tick = LINE_SECONDS * TICK_HZ - 3;
        let loss = Loss { unit: 0, by: 2, friendly: false };
        sketch.scratch.losses = vec![loss, loss, Loss { by: NO_UNIT, friendly: true, ..loss }];
        sketch.state.units[1].count_of.shots = 40;
        assert!(tick(&mut sketch).is_empty());
        sketch.scratch.losses.clear();
        let told = tick(&mut sketch);
        let lines = [What::Losses { unit: 0, by: 2, men: 3, friendly: 1 }, What::Volley { unit: 1, shots: 40 }];
        assert_eq!(told, lines);
        sketch.tick += LINE_SECONDS * TICK_HZ - 1;
        assert!(tick(&mut sketch).is_empty(), "what was told is not told again");
    }
}
