//! Triangles: which pixels they fill, and with what.

use std::ops::Range;

use super::span::{Sheet, lay, lay_changing, lay_fading, over, pixel};
use crate::canvas::mesh::Vertex;
use crate::canvas::{ATLAS_PIXELS, Atlas};
use crate::colour::Colour;
use crate::geometry::Vec2;

/// Parts of a pixel that corners are rounded to, as cards do.
const PARTS: f32 = 256.0;
/// Twice the area, in pixels, below which a triangle fills nothing.
const LEAST: f32 = 1e-6;

/// Fill a triangle, with letters of the atlas or without.
pub(super) fn fill(sheet: &mut Sheet<'_>, corners: [&Vertex; 3], atlas: Option<&Atlas>) {
    let colours = corners.map(|corner| corner.colour);
    if colours.iter().all(|colour| colour.a == 0) {
        return;
    }
    let at = corners.map(|corner| rounded(corner.at));
    // Soft edges are thin: many of their triangles lie between the centres of pixels.
    if holds_none(at.map(|p| p.y), sheet.height) || holds_none(at.map(|p| p.x), sheet.width) {
        return;
    }
    let Some(slopes) = Slopes::of(at) else { return };
    match atlas {
        Some(atlas) => {
            let to = ATLAS_PIXELS as f32;
            let across = slopes.plane(corners.map(|corner| corner.atlas.x * to));
            let down = slopes.plane(corners.map(|corner| corner.atlas.y * to));
            let ink = Ink { atlas, across, down, colour: pixel(colours[0]), opacity: u32::from(colours[0].a) };
            rows(sheet, at, |sheet, row, columns| ink.lay(sheet, row, columns));
        }
        None => paint(sheet, at, &slopes, colours),
    }
}

fn paint(sheet: &mut Sheet<'_>, at: [Vec2; 3], slopes: &Slopes, colours: [Colour; 3]) {
    let [first, ..] = colours;
    let colour = pixel(first);
    if colours.iter().all(|other| *other == first) {
        return rows(sheet, at, |sheet, row, columns| lay(sheet.span(row, columns), colour, first.a));
    }
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

fn rounded(p: Vec2) -> Vec2 {
    // By way of whole numbers: rounding floats would be a call into a library.
    let nearest = |n: f32| (n * PARTS + 0.5_f32.copysign(n)) as i32 as f32 / PARTS;
    Vec2 { x: nearest(p.x), y: nearest(p.y) }
}

/// Walk the rows of pixels whose centres a triangle holds. Left and top edges belong to it, right and lower ones to
/// its neighbour; a shared edge is reckoned the same way from both sides, so that nothing is filled twice or left out.
fn rows(sheet: &mut Sheet<'_>, mut at: [Vec2; 3], mut lay: impl FnMut(&mut Sheet<'_>, usize, Range<usize>)) {
    at.sort_by(|a, b| a.y.total_cmp(&b.y).then(a.x.total_cmp(&b.x)));
    let [top, middle, bottom] = at;
    let long = Edge::of(top, bottom);
    for (from, to) in [(top, middle), (middle, bottom)] {
        let short = Edge::of(from, to);
        for row in first_centre(from.y, sheet.height)..first_centre(to.y, sheet.height) {
            let (a, b) = (first_centre(long.x_at(row), sheet.width), first_centre(short.x_at(row), sheet.width));
            let columns = a.min(b)..a.max(b);
            if !columns.is_empty() {
                lay(sheet, row, columns);
            }
        }
    }
}

/// Whether no centre of a pixel lies between the least and the greatest of three.
fn holds_none([a, b, c]: [f32; 3], end: usize) -> bool {
    first_centre(a.min(b).min(c), end) == first_centre(a.max(b).max(c), end)
}

/// The first pixel whose centre does not lie before this, at most `end`.
#[inline]
fn first_centre(at: f32, end: usize) -> usize {
    let at = at - 0.5;
    let whole = (at as i32).max(0); // what is no number comes out as 0
    (whole as usize + usize::from((whole as f32) < at)).min(end)
}

/// A side of a triangle, from its upper end.
struct Edge {
    from: Vec2,
    slope: f32,
}

impl Edge {
    fn of(from: Vec2, to: Vec2) -> Self {
        Self { from, slope: if to.y > from.y { (to.x - from.x) / (to.y - from.y) } else { 0.0 } }
    }

    fn x_at(&self, row: usize) -> f32 {
        self.from.x + (row as f32 + 0.5 - self.from.y) * self.slope
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
    /// `None` where there is no area, or no number.
    fn of([a, b, c]: [Vec2; 3]) -> Option<Self> {
        let (ab, ac) = (b - a, c - a);
        let area = ab.x * ac.y - ab.y * ac.x;
        (area.abs() > LEAST && area.is_finite()).then(|| Self { from: a, ab, ac, part: 1.0 / area })
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
