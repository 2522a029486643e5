//! Geometry of pictures: points, boxes and turns, in `f32`. Nothing here ever reaches a simulation.

use std::ops::{Add, AddAssign, Mul, Neg, Sub};

/// A point or a direction; x to the right, y down.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Vec2 {
    /// To the right.
    pub x: f32,
    /// Down.
    pub y: f32,
}

/// Make a point.
#[must_use]
pub const fn vec2(x: f32, y: f32) -> Vec2 {
    Vec2 { x, y }
}

impl Vec2 {
    /// The origin.
    pub const ZERO: Self = vec2(0.0, 0.0);

    /// Make the unit vector at an angle in turns: 0 is to the right, a quarter is down.
    #[must_use]
    #[inline]
    pub fn at_turn(turns: f32) -> Self {
        let (sin, cos) = (turns * std::f32::consts::TAU).sin_cos();
        vec2(cos, sin)
    }

    /// The angle in turns, in (−½, ½].
    #[must_use]
    #[inline]
    pub fn turn(self) -> f32 {
        self.y.atan2(self.x) / std::f32::consts::TAU
    }

    /// How long it is.
    #[must_use]
    #[inline]
    pub fn length(self) -> f32 {
        self.dot(self).sqrt()
    }

    /// The scalar product.
    #[must_use]
    #[inline]
    pub fn dot(self, other: Self) -> f32 {
        self.x * other.x + self.y * other.y
    }

    /// Scale to length one; the zero vector stays zero.
    #[must_use]
    #[inline]
    pub fn unit(self) -> Self {
        let length = self.length();
        if length > 1e-9 { self * (1.0 / length) } else { Self::ZERO }
    }

    /// Turn by a quarter, clockwise as seen on a screen.
    #[must_use]
    #[inline]
    pub const fn quarter_turned(self) -> Self {
        vec2(-self.y, self.x)
    }

    /// Turn by an angle in turns, clockwise as seen on a screen.
    #[must_use]
    #[inline]
    pub fn turned(self, turns: f32) -> Self {
        self.turned_by(Self::at_turn(turns))
    }

    /// Turn by the angle of a unit vector.
    #[must_use]
    #[inline]
    pub const fn turned_by(self, to: Self) -> Self {
        vec2(self.x * to.x - self.y * to.y, self.x * to.y + self.y * to.x)
    }

    /// Go part of the way to another point.
    #[must_use]
    #[inline]
    pub fn toward(self, other: Self, part: f32) -> Self {
        self + (other - self) * part
    }
}

impl Add for Vec2 {
    type Output = Self;
    #[inline]
    fn add(self, other: Self) -> Self {
        vec2(self.x + other.x, self.y + other.y)
    }
}

impl AddAssign for Vec2 {
    #[inline]
    fn add_assign(&mut self, other: Self) {
        *self = *self + other;
    }
}

impl Sub for Vec2 {
    type Output = Self;
    #[inline]
    fn sub(self, other: Self) -> Self {
        vec2(self.x - other.x, self.y - other.y)
    }
}

impl Mul<f32> for Vec2 {
    type Output = Self;
    #[inline]
    fn mul(self, by: f32) -> Self {
        vec2(self.x * by, self.y * by)
    }
}

impl Neg for Vec2 {
    type Output = Self;
    #[inline]
    fn neg(self) -> Self {
        vec2(-self.x, -self.y)
    }
}

/// An upright box. Layouts are made by cutting pieces off one.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Rect {
    /// Left edge.
    pub x: f32,
    /// Top edge.
    pub y: f32,
    /// Width, never negative.
    pub w: f32,
    /// Height, never negative.
    pub h: f32,
}

impl Rect {
    /// Make a box from its left top corner and size.
    #[must_use]
    #[inline]
    pub const fn new(x: f32, y: f32, w: f32, h: f32) -> Self {
        Self { x, y, w, h }
    }

    /// Make the box that has two points as opposite corners.
    #[must_use]
    #[inline]
    pub fn spanning(a: Vec2, b: Vec2) -> Self {
        Self::new(a.x.min(b.x), a.y.min(b.y), (a.x - b.x).abs(), (a.y - b.y).abs())
    }

    /// Make a box around a point.
    #[must_use]
    #[inline]
    pub fn around(centre: Vec2, w: f32, h: f32) -> Self {
        Self::new(centre.x - w * 0.5, centre.y - h * 0.5, w, h)
    }

    /// Right edge.
    #[must_use]
    #[inline]
    pub fn right(self) -> f32 {
        self.x + self.w
    }

    /// Bottom edge.
    #[must_use]
    #[inline]
    pub fn bottom(self) -> f32 {
        self.y + self.h
    }

    /// The middle.
    #[must_use]
    #[inline]
    pub fn centre(self) -> Vec2 {
        vec2(self.x + self.w * 0.5, self.y + self.h * 0.5)
    }

    /// The point at a part of the width and a part of the height.
    #[must_use]
    #[inline]
    pub fn at(self, across: f32, down: f32) -> Vec2 {
        vec2(self.x + self.w * across, self.y + self.h * down)
    }

    /// Whether a point lies in it; right and bottom edge do not belong to it.
    #[must_use]
    #[inline]
    pub fn contains(self, p: Vec2) -> bool {
        p.x >= self.x && p.x < self.right() && p.y >= self.y && p.y < self.bottom()
    }

    /// Whether two boxes share any area.
    #[must_use]
    #[inline]
    pub fn overlaps(self, other: Self) -> bool {
        self.x < other.right() && other.x < self.right() && self.y < other.bottom() && other.y < self.bottom()
    }

    /// The area that two boxes share; empty where they share none.
    #[must_use]
    #[inline]
    pub fn shared_with(self, other: Self) -> Self {
        let (x, y) = (self.x.max(other.x), self.y.max(other.y));
        let (right, bottom) = (self.right().min(other.right()), self.bottom().min(other.bottom()));
        Self::new(x, y, (right - x).max(0.0), (bottom - y).max(0.0))
    }

    /// The smallest box that holds two.
    #[must_use]
    #[inline]
    pub fn spanned(self, other: Self) -> Self {
        let (x, y) = (self.x.min(other.x), self.y.min(other.y));
        Self::new(x, y, self.right().max(other.right()) - x, self.bottom().max(other.bottom()) - y)
    }

    /// Shrink by a margin on every side (grow, where it is negative).
    #[must_use]
    #[inline]
    pub fn inset(self, by: f32) -> Self {
        self.inset_by(by, by)
    }

    /// Shrink by a margin at the sides and one at top and bottom.
    #[must_use]
    #[inline]
    pub fn inset_by(self, x: f32, y: f32) -> Self {
        Self::new(self.x + x, self.y + y, (self.w - 2.0 * x).max(0.0), (self.h - 2.0 * y).max(0.0))
    }

    /// Move.
    #[must_use]
    #[inline]
    pub fn moved(self, by: Vec2) -> Self {
        Self::new(self.x + by.x, self.y + by.y, self.w, self.h)
    }

    /// Cut a strip off the top and return it.
    #[inline]
    pub fn cut_top(&mut self, h: f32) -> Self {
        let h = h.min(self.h);
        let cut = Self::new(self.x, self.y, self.w, h);
        self.y += h;
        self.h -= h;
        cut
    }

    /// Cut a strip off the bottom and return it.
    #[inline]
    pub fn cut_bottom(&mut self, h: f32) -> Self {
        let h = h.min(self.h);
        self.h -= h;
        Self::new(self.x, self.bottom(), self.w, h)
    }

    /// Cut a strip off the left and return it.
    #[inline]
    pub fn cut_left(&mut self, w: f32) -> Self {
        let w = w.min(self.w);
        let cut = Self::new(self.x, self.y, w, self.h);
        self.x += w;
        self.w -= w;
        cut
    }

    /// Cut a strip off the right and return it.
    #[inline]
    pub fn cut_right(&mut self, w: f32) -> Self {
        let w = w.min(self.w);
        self.w -= w;
        Self::new(self.right(), self.y, w, self.h)
    }
}

/// A wave of height one: zero at zero, one at a quarter turn.
#[must_use]
pub fn wave(turns: f32) -> f32 {
    (turns * std::f32::consts::TAU).sin()
}

/// Ease a part in 0..=1: slow at both ends.
#[must_use]
pub fn eased(part: f32) -> f32 {
    let t = part.clamp(0.0, 1.0);
    t * t * (3.0 - 2.0 * t)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cutting_loses_no_area() {
        let mut rest = Rect::new(10.0, 20.0, 300.0, 200.0);
        let top = rest.cut_top(30.0);
        let right = rest.cut_right(90.0);
        assert_eq!(top, Rect::new(10.0, 20.0, 300.0, 30.0));
        assert_eq!(right, Rect::new(220.0, 50.0, 90.0, 170.0));
        assert_eq!(rest, Rect::new(10.0, 50.0, 210.0, 170.0));
        assert!(!top.overlaps(right) && !right.overlaps(rest) && !rest.overlaps(top));
    }

    #[test]
    fn cutting_more_than_there_is_takes_what_there_is() {
        let mut rest = Rect::new(0.0, 0.0, 10.0, 10.0);
        assert_eq!(rest.cut_left(25.0).w, 10.0);
        assert_eq!(rest.w, 0.0);
    }

    #[test]
    fn turns_go_round_clockwise() {
        let down = vec2(1.0, 0.0).turned(0.25);
        assert!((down.x).abs() < 1e-6 && (down.y - 1.0).abs() < 1e-6);
        assert!((down.turn() - 0.25).abs() < 1e-6);
    }
}
