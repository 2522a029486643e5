//! Stamps: small drawings that are set down many times in one go, each turned, sized and coloured by its own mark. A
//! crowd of thousands is a few shapes of the list, and is meshed at the speed of its corners.

use super::mesh::{SOFT, across, mitered};
use super::outline;
use crate::colour::Colour;
use crate::geometry::{Vec2, vec2};

/// Tints of one stamp at most.
pub const TINTS_MAX: usize = 16;

/// How a part of a stamp is coloured.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Tint {
    /// As its mark says.
    Own,
    /// As its mark says, lighter by this part.
    Lighter(f32),
    /// As its mark says, darker by this part.
    Darker(f32),
    /// In one colour, as opaque as its mark.
    Fixed(Colour),
}

impl Tint {
    #[inline]
    fn of(self, colour: Colour) -> Colour {
        match self {
            Self::Own => colour,
            Self::Lighter(part) => colour.lighter(part),
            Self::Darker(part) => colour.darker(part),
            Self::Fixed(fixed) => fixed.faded(f32::from(colour.a) / 255.0),
        }
    }
}

/// Where a stamp is set down.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Mark {
    /// Its origin, in points.
    pub at: Vec2,
    /// Where its x axis goes, as long as one measure of it, in points.
    pub along: Vec2,
    /// Its colour.
    pub colour: Colour,
}

/// A corner of a stamp, in its own measure.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Corner {
    pub(super) at: Vec2,
    /// Where softness pushes it, for a pixel of it.
    pub(super) out: Vec2,
    /// Most that softness may push it, in halves of the stamp's measure: a thin part must not turn inside out.
    pub(super) room: f32,
    /// Twice the number of its tint; one more at an edge, where there is nothing of it.
    pub(super) shade: u8,
}

/// A small drawing, x to the right and y down, in a measure of its own.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Stamp {
    pub(super) corners: Vec<Corner>,
    pub(super) indices: Vec<u16>,
    tints: Vec<Tint>,
    reach: f32,
}

impl Stamp {
    /// Start an empty one.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Draw a filled outline without dents, over what is there.
    #[must_use]
    pub fn area(mut self, points: &[(f32, f32)], tint: Tint) -> Self {
        let points: Vec<Vec2> = points.iter().map(|&(x, y)| vec2(x, y)).collect();
        self.outlined(&points, tint);
        self
    }

    /// Draw a filled ellipse with so many corners.
    #[must_use]
    pub fn ellipse(mut self, centre: (f32, f32), radius: (f32, f32), corners: u32, tint: Tint) -> Self {
        let mut points = Vec::new();
        outline::ellipse(vec2(centre.0, centre.1), vec2(radius.0, radius.1), corners, &mut points);
        self.outlined(&points, tint);
        self
    }

    /// Draw a straight line with square ends.
    #[must_use]
    pub fn line(mut self, from: (f32, f32), to: (f32, f32), width: f32, tint: Tint) -> Self {
        let (from, to) = (vec2(from.0, from.1), vec2(to.0, to.1));
        let half = across(from, to) * (width * 0.5);
        self.outlined(&[from - half, to - half, to + half, from + half], tint);
        self
    }

    /// Draw a soft spot: full in the middle, nothing at the edge.
    #[must_use]
    pub fn spot(mut self, radius: f32, corners: u16, tint: Tint) -> Self {
        let tint = self.tint(tint);
        let hub = self.corner(Vec2::ZERO, tint, false);
        for i in 0..corners {
            self.corner(Vec2::at_turn(f32::from(i) / f32::from(corners)) * radius, tint, true);
        }
        let rim = |i: u16| hub + 1 + i % corners;
        (0..corners).for_each(|i| self.indices.extend([hub, rim(i), rim(i + 1)]));
        self.reach = self.reach.max(radius);
        self
    }

    /// How far it goes from its origin, in its own measure.
    #[must_use]
    pub fn reach(&self) -> f32 {
        self.reach
    }

    /// The colours of its tints under a mark of this colour: solid, then faint, for each tint; as many as it has.
    pub(super) fn colours(&self, colour: Colour, into: &mut [Colour; 2 * TINTS_MAX]) {
        for (pair, tint) in into.chunks_exact_mut(2).zip(&self.tints) {
            let solid = tint.of(colour);
            pair[0] = solid;
            pair[1] = Colour { a: 0, ..solid };
        }
    }

    fn outlined(&mut self, points: &[Vec2], tint: Tint) {
        let tint = self.tint(tint);
        let count = points.len();
        let middle = points.iter().fold(Vec2::ZERO, |sum, p| sum + *p) * (1.0 / count.max(1) as f32);
        let edge = |i: usize| across(points[i % count], points[(i + 1) % count]);
        let inner_room = (0..count).map(|i| (points[i] - middle).dot(edge(i)).abs()).fold(f32::MAX, f32::min) * 0.8;
        let first = self.corners.len() as u16;
        for (i, &at) in points.iter().enumerate() {
            let normal = mitered(edge(i + count - 1), edge(i));
            // Outlines may go round either way; normals must point outward.
            let out = if (at - middle).dot(normal) < 0.0 { -normal } else { normal } * SOFT;
            self.corners.push(Corner { at, out: -out, room: inner_room * 2.0, shade: tint * 2 });
            self.corners.push(Corner { at, out, room: f32::MAX, shade: tint * 2 + 1 });
            self.reach = self.reach.max(at.length());
        }
        let count = count as u16;
        for i in 1..count.saturating_sub(1) {
            self.indices.extend([first, first + i * 2, first + i * 2 + 2]);
        }
        for i in 0..count {
            let (a, b) = (first + i * 2, first + (i + 1) % count * 2);
            self.indices.extend([a, a + 1, b, b, a + 1, b + 1]);
        }
    }

    fn corner(&mut self, at: Vec2, tint: u8, faint: bool) -> u16 {
        self.corners.push(Corner { at, out: Vec2::ZERO, room: f32::MAX, shade: tint * 2 + u8::from(faint) });
        (self.corners.len() - 1) as u16
    }

    fn tint(&mut self, tint: Tint) -> u8 {
        let place = self.tints.iter().position(|other| *other == tint).unwrap_or_else(|| {
            self.tints.push(tint);
            self.tints.len() - 1
        });
        assert!(place < TINTS_MAX, "a stamp has at most {TINTS_MAX} tints");
        place as u8
    }
}
