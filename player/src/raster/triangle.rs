//! Triangles: which pixels they fill, and with what.

use std::ops::Range;

use super::span::{Sheet, lay, lay_changing, lay_fading, over, pixel};
use crate::canvas::mesh::Vertex;
use crate::canvas::{ATLAS_PIXELS, Atlas};
use crate::colour::Colour;
use crate::geometry::Vec2;

/// Bits of a part of a pixel that corners are rounded to, as cards do.
const PART_BITS: u32 = 8;
/// A whole pixel, in those parts.
const PIXEL: i32 = 1 << PART_BITS;
/// As far from the picture as anything is drawn, in pixels: larger than any picture, and small enough to reckon with.
const FAR: f32 = 1_048_576.0;
/// Bits of a part of a pixel that edges are stepped in: over as many rows as there can be, no step goes wrong by what
/// could be seen.
const STEP_BITS: u32 = 24;

/// A corner of a triangle, in parts of a pixel. Rounded once, however many triangles meet there.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Spot {
    y: i32,
    x: i32,
}

impl Spot {
    /// Round a place in pixels; what is no number lies at 0, what is too far lies as far as can be.
    pub(super) fn of(at: Vec2) -> Self {
        // By way of whole numbers: rounding floats would be a call into a library.
        let kept = |n: f32| (n.clamp(-FAR, FAR) * PIXEL as f32 + 0.5_f32.copysign(n)) as i32;
        Self { y: kept(at.y), x: kept(at.x) }
    }

    fn place(self) -> Vec2 {
        let pixels = |n: i32| n as f32 * (1.0 / PIXEL as f32);
        Vec2 { x: pixels(self.x), y: pixels(self.y) }
    }
}

/// Fill a triangle, with letters of the atlas or without.
pub(super) fn fill(sheet: &mut Sheet<'_>, corners: [&Vertex; 3], at: [Spot; 3], atlas: Option<&Atlas>) {
    // Soft edges are thin: many of their triangles lie between the centres of pixels.
    if holds_none(at.map(|p| p.y), sheet.height) || holds_none(at.map(|p| p.x), sheet.width) {
        return;
    }
    let colours = corners.map(|corner| corner.colour);
    if colours.iter().all(|colour| colour.a == 0) || is_line(at) {
        return;
    }
    match atlas {
        Some(atlas) => {
            let to = ATLAS_PIXELS as f32;
            let slopes = Slopes::of(at);
            let across = slopes.plane(corners.map(|corner| corner.atlas.x * to));
            let down = slopes.plane(corners.map(|corner| corner.atlas.y * to));
            let ink = Ink { atlas, across, down, colour: pixel(colours[0]), opacity: u32::from(colours[0].a) };
            rows(sheet, at, |sheet, row, columns| ink.lay(sheet, row, columns));
        }
        None => paint(sheet, at, colours),
    }
}

fn paint(sheet: &mut Sheet<'_>, at: [Spot; 3], colours: [Colour; 3]) {
    let [first, ..] = colours;
    let colour = pixel(first);
    if colours.iter().all(|other| *other == first) {
        return rows(sheet, at, |sheet, row, columns| lay(sheet.span(row, columns), colour, first.a));
    }
    let slopes = Slopes::of(at);
    let opacity = slopes.plane(colours.map(|c| f32::from(c.a)));
    if colours.iter().all(|other| pixel(*other) == colour) {
        return rows(sheet, at, |sheet, row, columns| {
            let from = opacity.at(columns.start, row);
            lay_fading(sheet.span(row, columns), colour, from, opacity.x);
        });
    }
    let red = slopes.plane(colours.map(|c| f32::from(c.r)));
    let green = slopes.plane(colours.map(|c| f32::from(c.g)));
    let blue = slopes.plane(colours.map(|c| f32::from(c.b)));
    let planes = [red, green, blue, opacity];
    rows(sheet, at, |sheet, row, columns| {
        let from = planes.map(|plane| plane.at(columns.start, row));
        lay_changing(sheet.span(row, columns), from, planes.map(|plane| plane.x));
    });
}

/// Walk the rows of pixels whose centres a triangle holds. Left and top edges belong to it, right and lower ones to
/// its neighbour; a shared edge is stepped the same way from both sides, so that nothing is filled twice or left out.
fn rows(sheet: &mut Sheet<'_>, mut at: [Spot; 3], mut lay: impl FnMut(&mut Sheet<'_>, usize, Range<usize>)) {
    at.sort();
    let [top, middle, bottom] = at;
    let (width, height) = (sheet.width, sheet.height);
    let mut long = Edge::of(top, bottom, height);
    for (from, to) in [(top, middle), (middle, bottom)] {
        let mut short = Edge::of(from, to, height);
        for row in first_centre(from.y, height)..first_centre(to.y, height) {
            let (a, b) = (long.next_column(width), short.next_column(width));
            let columns = a.min(b)..a.max(b);
            if !columns.is_empty() {
                lay(sheet, row, columns);
            }
        }
    }
}

/// Whether no centre of a pixel lies between the least and the greatest of three.
fn holds_none([a, b, c]: [i32; 3], end: usize) -> bool {
    first_centre(a.min(b).min(c), end) == first_centre(a.max(b).max(c), end)
}

/// Whether three corners hold no area.
fn is_line([a, b, c]: [Spot; 3]) -> bool {
    let wide = |n: i32| i64::from(n);
    let across = (wide(b.x) - wide(a.x)) * (wide(c.y) - wide(a.y));
    across == (wide(b.y) - wide(a.y)) * (wide(c.x) - wide(a.x))
}

/// The first pixel whose centre does not lie before this, at most `end`.
#[inline]
fn first_centre(at: i32, end: usize) -> usize {
    (((at + (PIXEL / 2 - 1)) >> PART_BITS).max(0) as usize).min(end)
}

/// A side of a triangle, stepped from row to row, from the first centre below its upper end.
struct Edge {
    x: i64,
    step: i64,
}

impl Edge {
    fn of(from: Spot, to: Spot, height: usize) -> Self {
        let (dx, dy) = (i64::from(to.x) - i64::from(from.x), i64::from(to.y) - i64::from(from.y));
        if dy == 0 {
            return Self { x: 0, step: 0 }; // no row lies between its ends
        }
        let step = (dx as f64 / dy as f64 * f64::from(1_u32 << STEP_BITS)) as i64;
        let row = first_centre(from.y, height) as i64;
        let down = row * i64::from(PIXEL) + i64::from(PIXEL / 2) - i64::from(from.y);
        let start = i64::from(from.x) << (STEP_BITS - PART_BITS);
        // What lies below the picture is never stepped; there the product may be anything.
        Self { x: start.wrapping_add(down.wrapping_mul(step) >> PART_BITS), step }
    }

    /// The first column whose centre does not lie left of it, in the row it is at; then go to the next row.
    #[inline]
    fn next_column(&mut self, width: usize) -> usize {
        let column = (self.x + (1 << (STEP_BITS - 1)) - 1) >> STEP_BITS;
        self.x = self.x.wrapping_add(self.step);
        (column.max(0) as usize).min(width)
    }
}

/// What is needed to spread values over a triangle.
struct Slopes {
    from: Vec2,
    ab: Vec2,
    ac: Vec2,
    part: f32,
}

/// A value that changes evenly over the picture.
#[derive(Clone, Copy)]
struct Plane {
    from: Vec2,
    value: f32,
    /// By how much it rises a pixel to the right.
    x: f32,
    /// By how much it rises a pixel down.
    y: f32,
}

impl Slopes {
    /// The three hold an area.
    fn of(at: [Spot; 3]) -> Self {
        let [a, b, c] = at.map(Spot::place);
        let (ab, ac) = (b - a, c - a);
        Self { from: a, ab, ac, part: 1.0 / (ab.x * ac.y - ab.y * ac.x) }
    }

    fn plane(&self, [a, b, c]: [f32; 3]) -> Plane {
        let (b, c) = (b - a, c - a);
        let x = (b * self.ac.y - c * self.ab.y) * self.part;
        let y = (c * self.ab.x - b * self.ac.x) * self.part;
        Plane { from: self.from, value: a, x, y }
    }
}

impl Plane {
    /// The value at the centre of a pixel.
    fn at(&self, column: usize, row: usize) -> f32 {
        self.value + (column as f32 + 0.5 - self.from.x) * self.x + (row as f32 + 0.5 - self.from.y) * self.y
    }
}

/// Letters of one colour.
struct Ink<'a> {
    atlas: &'a Atlas,
    across: Plane,
    down: Plane,
    colour: u32,
    opacity: u32,
}

impl Ink<'_> {
    fn lay(&self, sheet: &mut Sheet<'_>, row: usize, columns: Range<usize>) {
        for column in columns.clone() {
            let (u, v) = (self.across.at(column, row), self.down.at(column, row));
            let coverage = coverage(self.atlas.pixels(), u - 0.5, v - 0.5);
            if coverage > 0 {
                let under = &mut sheet.span(row, column..column + 1)[0];
                *under = over(*under, self.colour, (coverage * self.opacity + 127) / 255);
            }
        }
    }
}

/// Coverage between the centres of four pixels of the atlas.
fn coverage(pixels: &[u8], u: f32, v: f32) -> u32 {
    let side = ATLAS_PIXELS as usize;
    // In 256ths: letters that are drawn as large as they are kept fall on whole pixels.
    let (u, v) = ((u * 256.0 + 0.5).max(0.0) as usize, (v * 256.0 + 0.5).max(0.0) as usize);
    let (x, y) = ((u >> 8).min(side - 1), (v >> 8).min(side - 1));
    let (right, down) = ((u & 255) as u32, (v & 255) as u32);
    let here = u32::from(pixels[y * side + x]);
    if right == 0 && down == 0 {
        return here;
    }
    let (x2, y2) = ((x + 1).min(side - 1), (y + 1).min(side - 1));
    let mix = |a: u32, b: u32, part: u32| a * (256 - part) + b * part;
    let upper = mix(here, u32::from(pixels[y * side + x2]), right);
    let lower = mix(u32::from(pixels[y2 * side + x]), u32::from(pixels[y2 * side + x2]), right);
    (mix(upper, lower, down) + 0x8000) >> 16
}
