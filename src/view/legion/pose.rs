//! Poses: where everybody is at a moment between two ticks. Men keep their places in the columns, so each glides from
//! his own place to his own; nobody slides to where he comes up or from where he was taken.

use std::ops::Range;

use player::camera::Lens;
use player::geometry::{Rect, Vec2, vec2};
use player::view::Scene;

use super::arm_of;
use crate::kernel::math;
use crate::legion::cast::{Look, Name};
use crate::legion::content::Arm;
use crate::legion::men::Condition;
use crate::legion::row::{Body, Row, STEPS};
use crate::legion::unit::Nerve;
use crate::legion::{Cast, Legion};

/// Metres of a tick beyond which nobody glides: no man and no horse goes as far.
const GLIDE_MAX: f32 = 3.0;
/// Times that a block along the men's own line is smaller than one along the unit's facing, from which it begins to turn
/// there, and at which it has.
const ASKEW_FROM: f32 = 1.15;
const ASKEW_FULL: f32 = 1.6;
/// Half of an evenly filled width, in deviations of its points.
const EVEN: f32 = 1.75;
/// Square metres a man, up to which a unit's block is drawn in full.
const ROOM_CLOSE: f32 = 5.0;
/// Men of a unit that are looked at where its place is wanted and no more.
const SKETCHED: usize = 48;
/// Metres around a unit's men that belong to it: half a man.
const MARGIN: f32 = 0.5;

/// Where a unit's men are, in the view's measure: metres, x to the east, y to the south.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Stance {
    /// The middle of those who are up.
    pub(super) at: Vec2,
    /// Where it faces; length 1.
    pub(super) ahead: Vec2,
    /// Half of its width, and half of its depth.
    pub(super) half: Vec2,
}

impl Stance {
    /// The point so many half widths to the right and half depths ahead of the middle.
    pub(super) fn point(&self, right: f32, ahead: f32) -> Vec2 {
        self.at + self.ahead.quarter_turned() * (self.half.x * right) + self.ahead * (self.half.y * ahead)
    }

    /// The corners, from the left of the front on.
    pub(super) fn corners(&self) -> [Vec2; 4] {
        [(-1.0, 1.0), (1.0, 1.0), (1.0, -1.0), (-1.0, -1.0)].map(|(right, ahead)| self.point(right, ahead))
    }

    /// How far it goes from its middle in a direction of length 1.
    pub(super) fn extent(&self, way: Vec2) -> f32 {
        self.half.x * way.dot(self.ahead.quarter_turned()).abs() + self.half.y * way.dot(self.ahead).abs()
    }

    /// How far a spot is from its outline; less than nothing within it.
    pub(super) fn distance(&self, spot: Vec2) -> f32 {
        let off = spot - self.at;
        let x = off.dot(self.ahead.quarter_turned()).abs() - self.half.x;
        let y = off.dot(self.ahead).abs() - self.half.y;
        vec2(x.max(0.0), y.max(0.0)).length() + x.max(y).min(0.0)
    }

    /// The upright box around it.
    pub(super) fn area(&self) -> Rect {
        let (w, h) = (self.extent(vec2(1.0, 0.0)), self.extent(vec2(0.0, 1.0)));
        Rect::around(self.at, 2.0 * w, 2.0 * h)
    }
}

/// Sums from which a stance is worked out.
#[derive(Default)]
struct Sums {
    count: f32,
    sum: Vec2,
    square: Vec2,
    cross: f32,
}

impl Sums {
    /// Take in a spot, seen from the unit's own point: small numbers keep the squares exact.
    fn add(&mut self, off: Vec2, ahead: Vec2) {
        let own = vec2(off.dot(ahead.quarter_turned()), off.dot(ahead));
        self.count += 1.0;
        self.sum += own;
        self.square += vec2(own.x * own.x, own.y * own.y);
        self.cross += own.x * own.y;
    }

    fn stance(&self, point: Vec2, ahead: Vec2) -> Stance {
        let part = 1.0 / self.count.max(1.0);
        let (mean, square) = (self.sum * part, self.square * part);
        let at = point + ahead.quarter_turned() * mean.x + ahead * mean.y;
        let (xx, yy) = ((square.x - mean.x * mean.x).max(0.0), (square.y - mean.y * mean.y).max(0.0));
        let xy = self.cross * part - mean.x * mean.y;
        // Men who have yet to turn stand askew to where their unit faces: a block along their own line holds them
        // closer, and the more so the more is gained by it.
        let [straight, askew] = [xx * yy, xx * yy - xy * xy].map(|area| area.max(1e-3).sqrt());
        let part = ((straight / askew - ASKEW_FROM) / (ASKEW_FULL - ASKEW_FROM)).clamp(0.0, 1.0);
        let turn = if part > 0.0 { part * within_an_eighth(0.5 * math::atan2(2.0 * xy, xx - yy)) } else { 0.0 };
        let (c, s) = (math::cos(turn), math::sin(turn));
        let across = xx * c * c + 2.0 * xy * c * s + yy * s * s;
        let along = xx * s * s - 2.0 * xy * c * s + yy * c * c;
        let half = [across, along].map(|square| square.max(0.0).sqrt() * EVEN + MARGIN);
        Stance { at, ahead: ahead * c - ahead.quarter_turned() * s, half: vec2(half[0], half[1]) }
    }
}

/// Say where men at some spots are, as a unit that faces somewhere.
#[cfg(test)]
pub(super) fn stance_of(spots: impl Iterator<Item = Vec2>, ahead: Vec2) -> Stance {
    let mut sums = Sums::default();
    spots.for_each(|spot| sums.add(spot, ahead));
    sums.stance(Vec2::ZERO, ahead)
}

/// Of the two directions of a line and the two across it, the one that is the least of a turn.
fn within_an_eighth(turn: f32) -> f32 {
    use std::f32::consts::{FRAC_PI_2, FRAC_PI_4};
    if turn > FRAC_PI_4 {
        turn - FRAC_PI_2
    } else if turn < -FRAC_PI_4 {
        turn + FRAC_PI_2
    } else {
        turn
    }
}

/// A unit on the field at a moment.
pub(super) struct Posed<'a> {
    /// Its row place.
    pub(super) place: usize,
    /// Who it is.
    pub(super) name: &'a Name,
    /// What its men look like.
    pub(super) look: &'a Look,
    /// What sort of troops.
    pub(super) arm: Arm,
    /// The frame at or before the moment, and the one after.
    pub(super) now: &'a Body,
    /// See `now`.
    pub(super) next: &'a Body,
    /// Where it is, while anyone of it is up.
    pub(super) stance: Option<Stance>,
    /// How close its men stand: 1 in close order, towards 0 the more scattered they are.
    pub(super) closeness: f32,
    spots: Range<usize>,
}

impl Posed<'_> {
    /// Its side.
    pub(super) fn side(&self) -> usize {
        usize::from(self.now.side)
    }

    /// Whether it runs.
    pub(super) fn runs(&self) -> bool {
        !self.now.nerve.is_in_order()
    }
}

/// A man at a moment.
#[derive(Debug, Clone, Copy)]
pub(super) struct Man {
    /// His place in his unit.
    pub(super) place: usize,
    /// Where he is on the screen, in points.
    pub(super) at: Vec2,
    /// Where he faces on the screen; length 1.
    pub(super) ahead: Vec2,
    /// How he is.
    pub(super) condition: Condition,
}

/// Everybody at a moment.
pub(super) struct Poses<'a> {
    /// Every unit there ever was, by row place.
    pub(super) units: Vec<Posed<'a>>,
    /// Everybody's spot, in the view's measure.
    spots: Vec<Vec2>,
    alpha: f32,
    ways: Box<[Vec2; 256]>,
}

impl<'a> Poses<'a> {
    /// Work out where everybody is.
    pub(super) fn of_scene(scene: &'a Scene<'_, Legion>) -> Self {
        let (cast, alpha) = (scene.cast(), scene.alpha());
        let mut spots = Vec::with_capacity(cast.units.iter().map(|unit| unit.count as usize).sum());
        let units = (0..cast.units.len()).filter_map(|place| posed(scene, place, &mut spots));
        let units = units.collect();
        let ways = Box::new(std::array::from_fn(|way| Vec2::at_turn(way as f32 / -256.0)));
        Self { units, spots, alpha, ways }
    }

    /// The unit at a row place.
    pub(super) fn unit(&self, place: usize) -> Option<&Posed<'a>> {
        self.units.get(place)
    }

    /// The stance of the unit at a row place, while it is on the field.
    pub(super) fn stance(&self, place: usize) -> Option<Stance> {
        self.unit(place)?.stance
    }

    /// A man's spot by his place among all men.
    pub(super) fn spot(&self, man: usize) -> Option<Vec2> {
        self.spots.get(man).copied()
    }

    /// The men of a unit that show through a lens, up, falling or fallen; `margin` points beyond its edge too.
    pub(super) fn men<'b>(&'b self, unit: &'b Posed<'a>, lens: Lens, margin: f32) -> impl Iterator<Item = Man> + 'b {
        let view = lens.view.inset(-margin);
        let spots = self.spots[unit.spots.clone()].iter().enumerate();
        spots.filter_map(move |(place, spot)| {
            let condition = Condition(unit.now.men_condition[place]);
            let at = lens.screen_from_field(*spot);
            if condition == Condition::GONE || !view.contains(at) {
                return None;
            }
            Some(Man { place, at, ahead: self.way(unit, place), condition })
        })
    }

    /// Metres a second at which a man goes, in the view's measure.
    pub(super) fn speed(&self, unit: &Posed<'_>, place: usize) -> Vec2 {
        let way = vec2(
            (unit.next.men_x[place] - unit.now.men_x[place]) as f32,
            (unit.now.men_z[place] - unit.next.men_z[place]) as f32,
        );
        way * (crate::legion::rules::TICK_HZ as f32 / STEPS)
    }

    fn way(&self, unit: &Posed<'_>, place: usize) -> Vec2 {
        let (from, to) = (unit.now.men_heading[place], unit.next.men_heading[place]);
        let step = to.wrapping_sub(from).cast_signed();
        match step {
            0 => self.ways[usize::from(from)],
            -16..=16 => self.ways[usize::from(from)].toward(self.ways[usize::from(to)], self.alpha),
            // A body that falls lies another way than the man stood.
            _ if !Condition(unit.next.men_condition[place]).is_up() => self.ways[usize::from(from)],
            _ => Vec2::at_turn((f32::from(from) + f32::from(step) * self.alpha) / -256.0),
        }
    }
}

fn bodies<'a>(scene: &'a Scene<'_, Legion>, place: usize) -> Option<(&'a Body, &'a Body)> {
    match scene.rows(place)? {
        (Row::Body(now), Row::Body(next)) => Some((now, next)),
        _ => None,
    }
}

/// A spot of the view from one in 1/256 m.
pub(super) fn spot(x: i32, z: i32) -> Vec2 {
    vec2(x as f32 / STEPS, z as f32 / -STEPS)
}

/// A spot of the view from metres.
pub(super) fn spot_of_metres(x: f32, z: f32) -> Vec2 {
    vec2(x, -z)
}

/// Where a unit faces, in the view's measure.
fn ahead(now: &Body, next: &Body, alpha: f32) -> Vec2 {
    let step = f32::from(next.heading.wrapping_sub(now.heading).cast_signed());
    Vec2::at_turn((f32::from(now.heading) + step * alpha) / -65536.0)
}

/// Where a man is between two frames.
#[inline]
fn glide(now: &Body, next: &Body, place: usize, alpha: f32) -> Vec2 {
    let from = spot(now.men_x[place], now.men_z[place]);
    let to = spot(next.men_x[place], next.men_z[place]);
    let way = to - from;
    let slides = way.dot(way) < GLIDE_MAX * GLIDE_MAX && next.men_condition[place] != Condition::GONE.0;
    if slides { from + way * alpha } else { from }
}

fn posed<'a>(scene: &'a Scene<'_, Legion>, place: usize, spots: &mut Vec<Vec2>) -> Option<Posed<'a>> {
    let cast: &'a Cast = scene.cast();
    let (name, (now, next)) = (cast.units.get(place)?, bodies(scene, place)?);
    let look = cast.kinds.get(usize::from(now.kind))?;
    let (alpha, from) = (scene.alpha(), spots.len());
    let (origin, ahead) = (spot(name.x, name.z), ahead(now, next, alpha));
    let mut sums = Sums::default();
    for (man, condition) in now.men_condition.iter().enumerate() {
        let off = glide(now, next, man, alpha);
        spots.push(origin + off);
        if Condition(*condition).is_up() {
            sums.add(off, ahead);
        }
    }
    let stance = is_here(now).then(|| sums.stance(origin, ahead));
    let room = |stance: Stance| 4.0 * stance.half.x * stance.half.y / sums.count.max(1.0);
    let closeness = stance.map_or(1.0, |stance| (ROOM_CLOSE / room(stance)).clamp(0.2, 1.0));
    Some(Posed { place, name, look, arm: arm_of(look), now, next, stance, closeness, spots: from..spots.len() })
}

/// Whether anyone of a unit is on the field.
pub(super) fn is_here(body: &Body) -> bool {
    body.alive > 0 && body.nerve != Nerve::Lost && body.men_condition.iter().any(|c| Condition(*c).is_up())
}

/// Say where one unit is, from some of its men: where nothing of it is drawn, that is enough.
pub(super) fn sketch(scene: &Scene<'_, Legion>, place: usize) -> Option<(usize, Stance)> {
    let (name, (now, next)) = (scene.cast().units.get(place)?, bodies(scene, place)?);
    if !is_here(now) {
        return None;
    }
    let alpha = scene.alpha();
    let ahead = ahead(now, next, alpha);
    let stride = (now.men_x.len() / SKETCHED).max(1);
    let mut sums = Sums::default();
    let up = |man: &usize| Condition(now.men_condition[*man]).is_up();
    let men = (0..now.men_x.len()).filter(up).step_by(stride.min(now.alive.max(1) as usize));
    men.for_each(|man| sums.add(glide(now, next, man, alpha), ahead));
    Some((usize::from(now.side), sums.stance(spot(name.x, name.z), ahead)))
}
