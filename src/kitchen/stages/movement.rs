//! Movement: intent becomes speed, speed becomes a place, and cooks who walked into each other part.

use crate::kitchen::body::{Axis, sweep};
use crate::kitchen::constants::{BRAKE, DIAGONAL_NORMED, GAIN, SPEED, STUN_TICKS, THROTTLE_FULL};
use crate::kitchen::cook::{Cook, Gait};
use crate::kitchen::event::What;
use crate::kitchen::grain::{Facing, Point};
use crate::kitchen::hazard::Traction;
use crate::kitchen::input::Frame;
use crate::kitchen::push::separate;
use crate::kitchen::rules::Kitchen;
use crate::kitchen::stages::{Tick, tell};

/// Move everyone.
pub fn run(rules: &Kitchen, tick: &mut Tick<'_>) {
    let is_blocked = |cell| rules.level.is_blocked(cell);
    tick.scratch.before.clear();
    for seat in 0..tick.state.cooks.len() {
        spend_stun(tick, seat);
        let cook = &mut tick.state.cooks[seat];
        tick.scratch.before.push((cook.at, cook.speed));
        let traction = Traction::at(&tick.state.spills, cook.at.cell());
        walk(cook, tick.tick, traction, &is_blocked);
    }
    separate(&mut tick.state.cooks, &tick.scratch.before, tick.tick, &is_blocked);
}

/// Hold who was hit, and let go of it when the time is over: the one place where a stun is spent.
fn spend_stun(tick: &mut Tick<'_>, seat: usize) {
    let cook = &mut tick.state.cooks[seat];
    let is_held = tick.tick < u32::from(cook.stun_until);
    match (is_held, cook.gait == Gait::Stunned) {
        (true, false) => {
            cook.gait = Gait::Stunned;
            cook.speed = Point::default();
            let what = What::Stunned { cook: seat as u16, at: cook.at, ticks: STUN_TICKS };
            tell(tick, what);
        }
        (false, true) => cook.gait = Gait::Idle,
        _ => {}
    }
}

/// Move one cook by its own will.
pub fn walk(cook: &mut Cook, tick: u32, traction: Traction, is_blocked: &impl Fn(crate::kitchen::grain::Cell) -> bool) {
    if cook.gait == Gait::Stunned {
        return;
    }
    let frame = cook.frame_at(tick).unwrap_or(Frame::REST);
    let intent = frame.intent(DIAGONAL_NORMED);
    cook.facing = facing(cook.facing, frame, intent);
    cook.speed = speed(cook.speed, intent, traction);
    let aside = sweep(cook.at, Axis::X, cook.speed.x, is_blocked);
    let ahead = sweep(aside.at, Axis::Y, cook.speed.y, is_blocked);
    cook.at = ahead.at;
    // A wall takes the speed into it.
    if aside.is_stopped {
        cook.speed.x = 0;
    }
    if ahead.is_stopped {
        cook.speed.y = 0;
    }
    cook.gait = if cook.speed == Point::default() { Gait::Idle } else { Gait::Moving };
}

/// Source: kitchen rule "facing". What is asked for wins, then where one wants to go; else it stays, button or push.
#[must_use]
pub fn facing(now: Facing, frame: Frame, intent: (i32, i32)) -> Facing {
    frame.face().or_else(|| Facing::of(intent.0, intent.1)).unwrap_or(now)
}

/// Bring a speed nearer to what is wanted: by the gain while something is, by the brake once nothing is.
#[must_use]
pub fn speed(now: Point, intent: (i32, i32), traction: Traction) -> Point {
    if intent == (0, 0) && traction.slide {
        return now;
    }
    let most = SPEED * traction.speed_percent / 100;
    let wanted = Point::new(intent.0 * most / THROTTLE_FULL, intent.1 * most / THROTTLE_FULL);
    let change = if intent == (0, 0) { BRAKE } else { GAIN } * traction.grip_percent / 100;
    let gap = now.distance_sq(wanted).isqrt();
    if gap <= i64::from(change) {
        return wanted;
    }
    let part = |now: i32, wanted: i32| (i64::from(wanted - now) * i64::from(change) / gap) as i32;
    now.plus(part(now.x, wanted.x), part(now.y, wanted.y))
}
