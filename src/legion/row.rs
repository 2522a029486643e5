//! What is recorded and seen of a battle: a row a unit, its men as packed columns; and one row, the last, for what is
//! in the air.
//!
//! Rounding happens here, once: what is seen is what is recorded. Nothing in a row goes back into the battle.

use std::sync::Arc;

use bincode::{Decode, Encode};
use recorder::{Show, crew};
use serde::{Deserialize, Serialize};

use crate::kernel::math::{atan2, floor_int};
use crate::legion::men::{Condition, Men};
use crate::legion::order::Task;
use crate::legion::plan::{Behaviour, Role};
use crate::legion::rules::Legion;
use crate::legion::shafts::Shaft;
use crate::legion::state::State;
use crate::legion::unit::{Formation, Nerve, Tally};

/// Steps of a metre in recorded places.
/// Ours: 4 mm, finer than any picture shows.
pub const STEPS: f32 = 256.0;

/// One row.
#[derive(Debug, Clone, PartialEq, Encode, Decode, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Row {
    /// A unit and its men.
    Body(Arc<Body>),
    /// What is in the air and what came down last.
    Air(Arc<Air>),
}

/// A unit and its men, as recorded. Columns have a place a man, in the order of the unit's places.
#[derive(Debug, Clone, Default, PartialEq, Encode, Decode, Serialize, Deserialize)]
pub struct Body {
    /// Index of the kind.
    pub kind: u16,
    /// Index of the side.
    pub side: u8,
    /// Men up.
    pub alive: u32,
    /// Middle of its front rank, in 1/256 m.
    pub x: i32,
    /// See `x`.
    pub z: i32,
    /// Where it faces, in 1/65536 of a turn from east to north.
    pub heading: u16,
    /// Files.
    pub width: u16,
    /// How its men stand.
    pub formation: Formation,
    /// What it does.
    pub task: Task,
    /// Whether a person gave the task.
    pub held: bool,
    /// Unit it is locked with.
    pub locked: u16,
    /// Men who have an opponent.
    pub engaged: u16,
    /// Morale left, in 1/100 of a point.
    pub morale: u16,
    /// How steady it is.
    pub nerve: Nerve,
    /// What the general has it for.
    pub role: Role,
    /// What its officer is at.
    pub behaviour: Behaviour,
    /// Where the general wants it, in decimetres.
    pub station: [i16; 2],
    /// Missiles left, all men together.
    pub ammo: u32,
    /// Breath spent, in 1/255.
    pub fatigue: u8,
    /// What it has done and suffered.
    pub tally: Tally,
    /// Men's places, from the point that the unit started at, in 1/256 m.
    pub men_x: Vec<i32>,
    /// See `men_x`.
    pub men_z: Vec<i32>,
    /// Where men face, in 1/256 of a turn from east to north; of those who fell, the way they lie.
    pub men_heading: Vec<u8>,
    /// How men are: [`crate::legion::men::Condition`].
    pub men_condition: Vec<u8>,
    /// Health, in 1/255 of whole, rounded up.
    pub men_health: Vec<u8>,
    /// When the blow that they have begun lands, or when those who fall lie there: see [`ticks_until_blow`].
    pub men_swing: Vec<u8>,
    /// Whom they fight, by place among all men; `u16::MAX` for nobody.
    pub men_target: Vec<u16>,
}

/// What is in the air, and what lies on the ground.
#[derive(Debug, Clone, Default, PartialEq, Encode, Decode, Serialize, Deserialize)]
pub struct Air {
    /// Index of the missile, for each in the air, in the order in which they were let go.
    pub missile: Vec<u8>,
    /// Side that sent it.
    pub side: Vec<u8>,
    /// Where, in 1/16 m.
    pub x: Vec<i16>,
    /// Height, in 1/16 m.
    pub y: Vec<i16>,
    /// See `x`.
    pub z: Vec<i16>,
    /// Where it flies, in 1/256 of a turn from east to north.
    pub heading: Vec<u8>,
    /// How steeply: 128 is level, more is up; in 1/256 of half a turn.
    pub pitch: Vec<u8>,
    /// How many came down in all; where each did, the journal does not say and the picture need not know.
    pub landed: u32,
}

impl Row {
    /// Bytes it takes, its columns counted.
    #[must_use]
    pub fn bytes(&self) -> usize {
        let own = size_of::<Self>();
        own + match self {
            Self::Body(body) => size_of::<Body>() + body.men_x.len() * (4 + 4 + 1 + 1 + 1 + 1 + 2),
            Self::Air(air) => size_of::<Air>() + air.x.len() * (1 + 1 + 2 + 2 + 2 + 1 + 1),
        }
    }
}

/// Show every row of a state: a unit each, then what is in the air.
pub fn observe(rules: &Legion, state: &State, see: &mut impl FnMut(&Row)) {
    for place in 0..state.units.len() {
        see(&body_row(rules, state, place, None));
    }
    see(&Row::Air(Arc::new(air(state))));
}

/// Show them made in the memory of rows that are no longer needed.
pub fn show(rules: &Legion, state: &State, to: &mut impl Show<Row>) {
    let units = 0..state.units.len();
    if rules.is_massed() && crew::has_help() {
        let spares = units.map(|place| to.spare(place)).collect();
        let rows = crew::each_if(true, spares, |place, spare| body_row(rules, state, place, spare));
        rows.into_iter().for_each(|row| to.row(row));
    } else {
        for place in units {
            let spare = to.spare(place);
            to.row(body_row(rules, state, place, spare));
        }
    }
    to.row(Row::Air(Arc::new(air(state))));
}

/// The row of a unit, in the memory of another one if nobody else has that.
fn body_row(rules: &Legion, state: &State, place: usize, spare: Option<Row>) -> Row {
    let mut body = match spare {
        Some(Row::Body(body)) => body,
        _ => Arc::default(),
    };
    if Arc::get_mut(&mut body).is_none() {
        body = Arc::default();
    }
    write_down(rules, state, place, Arc::get_mut(&mut body).expect("nobody else has it"));
    Row::Body(body)
}

/// Round metres to 1/256 m.
#[must_use]
#[inline]
pub fn steps(metres: f32) -> i32 {
    floor_int(metres * STEPS + 0.5)
}

/// Turns from east to north in 1/256, of a vector of length 1. Off by less than a third of a step.
#[must_use]
#[inline]
pub fn heading(fx: f32, fz: f32) -> u8 {
    let (wide, high) = (fx.abs(), fz.abs());
    let (small, large) = if wide < high { (wide, high) } else { (high, wide) };
    let t = small / large.max(1e-9);
    // A fit of atan over 0 to 1, in 1/256 of a turn.
    let square = t * t;
    let arc = t * (40.735_5 + square * (-13.310_6 + square * (6.188_1 + square * -1.613_4)));
    let quarter = if wide < high { 64.0 - arc } else { arc };
    let half = if fx < 0.0 { 128.0 - quarter } else { quarter };
    let whole = if fz < 0.0 { 256.0 - half } else { half };
    ((whole + 0.5) as i32 & 255) as u8
}

/// Turns from east to north in 1/65536, of a vector of length 1.
#[must_use]
pub fn fine_heading(fx: f32, fz: f32) -> u16 {
    let turns = atan2(fz, fx) / std::f32::consts::TAU;
    ((turns * 65536.0 + 0.5).floor() as i32 & 0xFFFF) as u16
}

/// Write down when a blow lands: 0 for none. The tick's rest by 255, and one: it changes when a blow begins and when it
/// has landed, not on the way.
#[must_use]
#[inline]
pub fn swing_from_tick(lands_at: u32) -> u8 {
    if lands_at == 0 { 0 } else { (lands_at % 255) as u8 + 1 }
}

/// Ticks from a tick until a blow lands that was written down so; `None` for none.
#[must_use]
pub fn ticks_until_blow(swing: u8, tick: u32) -> Option<u32> {
    (swing > 0).then(|| (u32::from(swing) - 1 + 255 - tick % 255) % 255)
}

/// Write a unit and its men over what a body holds.
fn write_down(rules: &Legion, state: &State, place: usize, into: &mut Body) {
    let unit = &state.units[place];
    let (men, places) = (&state.men, unit.men());
    let Body { men_x, men_z, men_heading, men_condition, men_health, men_swing, men_target, .. } = std::mem::take(into);
    let decimetres = |metres: f32| (metres * 10.0).round_ties_even() as i16;
    *into = Body {
        kind: unit.kind,
        side: unit.side,
        alive: unit.alive,
        x: steps(unit.x),
        z: steps(unit.z),
        heading: fine_heading(unit.fx, unit.fz),
        width: unit.width,
        formation: unit.formation,
        task: unit.task,
        held: unit.held,
        locked: unit.locked,
        engaged: unit.engaged,
        morale: (unit.morale.max(0.0) * 100.0) as u16,
        nerve: unit.nerve,
        role: unit.command.role,
        behaviour: unit.mind.behaviour,
        station: [decimetres(unit.command.x), decimetres(unit.command.z)],
        ammo: men.ammo[places.clone()].iter().map(|&ammo| u32::from(ammo)).sum(),
        fatigue: (unit.fatigue.clamp(0.0, 1.0) * 255.0) as u8,
        tally: unit.count_of,
        men_x,
        men_z,
        men_heading,
        men_condition,
        men_health,
        men_swing,
        men_target,
    };
    let opening = &rules.opening().units[place];
    let fixed = |from: f32| {
        let from = steps(from);
        move |&at: &f32| steps(at) - from
    };
    fill(&mut into.men_x, men.x[places.clone()].iter().map(fixed(opening.x)));
    fill(&mut into.men_z, men.z[places.clone()].iter().map(fixed(opening.z)));
    let facings = men.fx[places.clone()].iter().zip(&men.fz[places.clone()]);
    fill(&mut into.men_heading, facings.map(|(&fx, &fz)| heading(fx, fz)));
    fill(&mut into.men_condition, men.condition[places.clone()].iter().map(|condition| condition.0));
    // Rounded up: whoever lives has some.
    let whole = 255.0 / rules.kind(unit).hp;
    let health = |&hp: &f32| (0 - floor_int(0.0 - hp.max(0.0) * whole)).min(255) as u8;
    fill(&mut into.men_health, men.hp[places.clone()].iter().map(health));
    fill(&mut into.men_swing, men.lands_at[places.clone()].iter().map(|&tick| swing_from_tick(tick)));
    fill(&mut into.men_target, men.target[places.clone()].iter().map(|&man| man.min(u32::from(u16::MAX)) as u16));
    if unit.alive < unit.count {
        lay_down(men, places, into);
    }
}

/// Those who fall look the way they fall, and swing until they lie.
fn lay_down(men: &Men, places: std::ops::Range<usize>, into: &mut Body) {
    for (n, man) in places.enumerate() {
        if into.men_condition[n] >= Condition::DYING.0 {
            into.men_heading[n] = men.fall[man];
        }
        if into.men_condition[n] == Condition::DYING.0 {
            into.men_swing[n] = swing_from_tick(men.falls_at[man]);
        }
    }
}

fn fill<T>(column: &mut Vec<T>, cells: impl Iterator<Item = T>) {
    column.clear();
    column.extend(cells);
}

fn air(state: &State) -> Air {
    let flying = &state.shafts.flying;
    let sixteenths = |metres: f32| floor_int(metres * 16.0 + 0.5) as i16;
    let side = |unit: u16| state.units.get(usize::from(unit)).map_or(0, |unit| unit.side);
    Air {
        missile: flying.iter().map(|shaft| shaft.missile as u8).collect(),
        side: flying.iter().map(|shaft| side(shaft.unit)).collect(),
        x: flying.iter().map(|shaft| sixteenths(shaft.x)).collect(),
        y: flying.iter().map(|shaft| sixteenths(shaft.y)).collect(),
        z: flying.iter().map(|shaft| sixteenths(shaft.z)).collect(),
        heading: flying.iter().map(|shaft| heading(shaft.vx, shaft.vz)).collect(),
        pitch: flying.iter().map(pitch).collect(),
        landed: state.shafts.landed,
    }
}

/// How steeply a missile flies: 128 is level, more is up; in 1/256 of half a turn.
fn pitch(shaft: &Shaft) -> u8 {
    let level = (shaft.vx * shaft.vx + shaft.vz * shaft.vz).sqrt();
    // The first quarter of a turn of a heading is 64 of 256; of half a turn, 128 of 256.
    let up = i32::from(heading(level, shaft.vy.abs())) * 2;
    (128 + if shaft.vy < 0.0 { -up } else { up }).clamp(0, 255) as u8
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headings_are_right_to_a_step_all_around() {
        for step in 0..4096 {
            let angle = step as f32 / 4096.0 * std::f32::consts::TAU;
            let (x, z) = (crate::kernel::math::cos(angle), crate::kernel::math::sin(angle));
            let exact = step as f32 / 16.0;
            let off = (f32::from(heading(x, z)) - exact).abs();
            assert!(off.min(256.0 - off) < 0.6, "{step}: {} for {exact}", heading(x, z));
            assert_eq!(heading(3.0 * x, 3.0 * z), heading(x, z), "of any length");
            let fine = (f32::from(fine_heading(x, z)) - step as f32 * 16.0).abs();
            assert!(fine.min(65536.0 - fine) <= 1.0, "{step}");
        }
        assert_eq!([heading(1.0, 0.0), heading(0.0, 1.0), heading(-1.0, 0.0), heading(0.0, -1.0)], [0, 64, 128, 192]);
    }

    #[test]
    fn a_blow_is_written_once_and_counted_down_by_the_reader() {
        assert_eq!(swing_from_tick(0), 0);
        assert_eq!(ticks_until_blow(0, 77), None);
        for tick in [1, 254, 255, 256, 70_000] {
            assert_eq!(ticks_until_blow(swing_from_tick(tick + 20), tick), Some(20));
            assert_eq!(ticks_until_blow(swing_from_tick(tick), tick), Some(0));
        }
    }
}
