//! The mesh: a canvas as triangles in pixels, every edge softened over one pixel.
//!
//! Edges are soft because the triangles say so, not because the display smooths them: a ring of triangles one pixel
//! wide goes from the colour to nothing. So the picture is as smooth under a software renderer as on a good card, and
//! is the same on both.

use std::ops::Range;

use super::atlas::ATLAS_PIXELS;
use super::stamp::{Mark, Stamp, TINTS_MAX};
use super::{Anchor, Atlas, Canvas, Item, Layer, Paint, Shape, Style, font, outline};
use crate::colour::Colour;
use crate::geometry::{Rect, Vec2, vec2};

/// Vertices of a run at most; indices are 16 bits wide.
const RUN_VERTICES: usize = 16_000;
/// A pixel of softness, half of it on each side of the edge.
pub(super) const SOFT: f32 = 0.5;
/// How far a sharp corner of a line may stick out, in half widths.
const MITER_MAX: f32 = 2.0;

/// A corner of a triangle.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Vertex {
    /// Where, in pixels.
    pub at: Vec2,
    /// Where in the atlas, in parts of it.
    pub atlas: Vec2,
    /// Its colour.
    pub colour: Colour,
}

/// A mark in pixels.
struct Placed {
    at: Vec2,
    along: Vec2,
    /// The stamp's measure for a pixel.
    part: f32,
}

/// Triangles that are drawn in one go.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Run {
    /// Its vertices.
    pub vertices: Range<usize>,
    /// Its indices, counted from its first vertex.
    pub indices: Range<usize>,
}

/// A picture as triangles.
#[derive(Debug, Default)]
pub struct Mesh {
    /// All vertices.
    pub vertices: Vec<Vertex>,
    /// Three a triangle.
    pub indices: Vec<u16>,
    /// The runs, to be drawn in order.
    pub runs: Vec<Run>,
    white: Vec2,
    scale: f32,
    /// The first vertex of the open run.
    run_start: usize,
    order: Vec<u32>,
    outline: Vec<Vec2>,
    edges: Vec<Vec2>,
    normals: Vec<Vec2>,
    uncut: Vec<u16>,
    /// Room for a triangle that is being cut.
    pieces: [Vec<Vertex>; 2],
}

impl Mesh {
    /// Make an empty mesh.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Turn a picture into triangles, at `scale` pixels a point. Keeps its memory from picture to picture.
    pub fn build(&mut self, canvas: &Canvas, atlas: &mut Atlas, scale: f32) {
        atlas.make_room();
        self.vertices.clear();
        self.indices.clear();
        self.runs.clear();
        self.white = atlas.white();
        self.scale = scale;
        let order = self.layered(canvas);
        for &place in &order {
            let item = &canvas.items()[place as usize];
            let clip = pixel_clip(canvas.clip_rect(item.clip), scale);
            if !self.may_show(canvas, item, clip) {
                continue;
            }
            self.open_run();
            if let Shape::Swarm { stamp, marks } = &item.shape {
                self.swarm(stamp, canvas.marks(marks), clip);
                continue;
            }
            let from = self.indices.len();
            self.item(canvas, atlas, item);
            if item.clip > 0 {
                self.cut(from, clip);
            }
        }
        self.order = order;
        self.close_run();
    }

    /// The places of the items, layer by layer.
    fn layered(&mut self, canvas: &Canvas) -> Vec<u32> {
        let mut order = std::mem::take(&mut self.order);
        order.clear();
        order.extend(0..canvas.items().len() as u32);
        order.sort_by_key(|place| -> (u8, Layer) {
            let item = &canvas.items()[*place as usize];
            (item.storey, item.layer)
        });
        order
    }

    /// Whether any of an item can lie within its clip: what is far off is not worth its triangles.
    fn may_show(&self, canvas: &Canvas, item: &Item, clip: Rect) -> bool {
        let (low, high, margin) = match &item.shape {
            Shape::Ellipse { centre, radius, .. } | Shape::Glow { centre, radius, .. } => {
                (*centre - *radius, *centre + *radius, 0.0)
            }
            Shape::Box { rect, .. } => (rect.at(0.0, 0.0), rect.at(1.0, 1.0), 0.0),
            Shape::Area { points, .. } | Shape::Triangles { points, .. } => extent(canvas.points(points), 0.0),
            Shape::Line { points, width, .. } => extent(canvas.points(points), *width * MITER_MAX),
            Shape::Text { .. } | Shape::Swarm { .. } => return true,
        };
        let (low, high, margin) = (low * self.scale, high * self.scale, margin * self.scale + 1.0);
        low.x - margin <= clip.right()
            && high.x + margin >= clip.x
            && low.y - margin <= clip.bottom()
            && high.y + margin >= clip.y
    }

    fn open_run(&mut self) {
        if self.runs.is_empty() || self.vertices.len() - self.run_start > RUN_VERTICES {
            self.close_run();
            let (v, i) = (self.vertices.len(), self.indices.len());
            self.runs.push(Run { vertices: v..v, indices: i..i });
            self.run_start = v;
        }
    }

    /// Cut the triangles from an index on to a clip. Most pictures lie within theirs and are left as they are.
    fn cut(&mut self, from: usize, clip: Rect) {
        let start = self.run_start;
        let inside =
            |v: &Vertex| v.at.x >= clip.x && v.at.x <= clip.right() && v.at.y >= clip.y && v.at.y <= clip.bottom();
        let touched = self.indices[from..].iter().any(|i| !inside(&self.vertices[start + usize::from(*i)]));
        if !touched {
            return;
        }
        let mut whole = std::mem::take(&mut self.uncut);
        whole.clear();
        whole.extend(self.indices.drain(from..));
        let [mut piece, mut spare] = std::mem::take(&mut self.pieces);
        for triangle in whole.chunks_exact(3) {
            let corners = [0, 1, 2].map(|n| self.vertices[start + usize::from(triangle[n])]);
            // Most triangles lie within the clip, or beyond one side of it.
            if corners.iter().all(&inside) {
                self.indices.extend_from_slice(triangle);
                continue;
            }
            if is_beyond(&corners, clip) {
                continue;
            }
            piece.clear();
            piece.extend_from_slice(&corners);
            cut_piece(&mut piece, &mut spare, clip);
            let first = self.corners();
            self.vertices.extend_from_slice(&piece);
            for i in 1..(piece.len() as u16).saturating_sub(1) {
                self.indices.extend([first, first + i, first + i + 1]);
            }
        }
        self.uncut = whole;
        self.pieces = [piece, spare];
    }

    fn close_run(&mut self) {
        if let Some(run) = self.runs.last_mut() {
            run.vertices.end = self.vertices.len();
            run.indices.end = self.indices.len();
        }
    }

    fn item(&mut self, canvas: &Canvas, atlas: &mut Atlas, item: &Item) {
        let scale = self.scale;
        match &item.shape {
            Shape::Ellipse { centre, radius, paint } => {
                let count = outline::round_points(radius.x.max(radius.y) * scale);
                self.outlined(|into| outline::ellipse(*centre * scale, *radius * scale, count, into));
                self.fill(*centre * scale, *paint);
            }
            Shape::Box { rect, corner, paint } => {
                let rect = Rect::new(rect.x * scale, rect.y * scale, rect.w * scale, rect.h * scale);
                self.outlined(|into| box_outline(rect, corner * scale, corner * scale, into));
                self.fill(rect.centre(), *paint);
            }
            Shape::Area { points, paint } => {
                self.outlined(|into| into.extend(canvas.points(points).iter().map(|p| *p * scale)));
                let centre = middle(&self.outline);
                self.fill(centre, *paint);
            }
            Shape::Line { points, width, colour, closed } => {
                self.outlined(|into| into.extend(canvas.points(points).iter().map(|p| *p * scale)));
                self.stroke(width * scale, *colour, *closed);
            }
            Shape::Triangles { points, colours } => {
                let corners = canvas.points(points).iter().zip(canvas.colours(colours));
                for (at, colour) in corners {
                    let number = self.corner(*at * scale, *colour);
                    self.indices.push(number);
                }
            }
            Shape::Glow { centre, radius, colour } => self.glow(*centre * scale, *radius * scale, *colour),
            Shape::Text { at, style, letters } => self.text(atlas, *at, *style, canvas.letters(letters)),
            Shape::Swarm { .. } => {} // has its own clipping, mark by mark
        }
    }

    /// Set a stamp down at every mark that shows. Few lie across the clip's edge; only those are cut.
    fn swarm(&mut self, stamp: &Stamp, marks: &[Mark], clip: Rect) {
        let scale = self.scale;
        let mut shades = [Colour::CLEAR; 2 * TINTS_MAX];
        let mut shaded = None;
        for mark in marks {
            let (at, along) = (mark.at * scale, mark.along * scale);
            let size = along.length();
            let reach = stamp.reach() * size + 1.0;
            // What is no number lies nowhere.
            let near = at.x + reach >= clip.x
                && at.x - reach <= clip.right()
                && at.y + reach >= clip.y
                && at.y - reach <= clip.bottom();
            if !near || size < 1e-3 || mark.colour.a == 0 {
                continue;
            }
            self.open_run();
            let from = self.indices.len();
            // Of a crowd, many have the same colour as the one before.
            if shaded != Some(mark.colour) {
                stamp.colours(mark.colour, &mut shades);
                shaded = Some(mark.colour);
            }
            self.stamp(stamp, &Placed { at, along, part: 1.0 / size }, &shades);
            if !clip.inset(reach).contains(at) {
                self.cut(from, clip);
            }
        }
    }

    fn stamp(&mut self, stamp: &Stamp, mark: &Placed, shades: &[Colour; 2 * TINTS_MAX]) {
        let Placed { at, along, part } = *mark;
        let atlas = self.white;
        let first = self.corners();
        self.vertices.extend(stamp.corners.iter().map(|corner| {
            // Softness is in pixels, the rest in the stamp's measure.
            let spot = corner.at + corner.out * part.min(corner.room);
            let colour = shades[usize::from(corner.shade) % (2 * TINTS_MAX)];
            Vertex { at: at + spot.turned_by(along), atlas, colour }
        }));
        self.indices.extend(stamp.indices.iter().map(|i| first + i));
    }

    fn outlined(&mut self, write: impl FnOnce(&mut Vec<Vec2>)) {
        self.outline.clear();
        write(&mut self.outline);
        self.outline.dedup_by(|a, b| are_one(*a, *b));
    }

    /// A closed outline ends where it begins; a point there twice would have no direction.
    fn close_outline(&mut self) {
        while let ([first, .., last], true) = (&self.outline[..], self.outline.len() > 2) {
            if !are_one(*first, *last) {
                break;
            }
            self.outline.pop();
        }
    }

    /// Fill the outline as a fan around its middle, with a soft edge.
    fn fill(&mut self, centre: Vec2, paint: Paint) {
        self.close_outline();
        if self.outline.len() < 3 {
            return;
        }
        self.find_normals(true);
        // Outlines may go round either way; normals must point outward.
        let outward = if area_twice(&self.outline) >= 0.0 { -SOFT } else { SOFT };
        let bounds = vertical_extent(&self.outline);
        let hub = self.corner(centre, paint_at(paint, centre.y, bounds, true));
        let first = self.corners();
        let atlas = self.white;
        for (p, n) in self.outline.iter().zip(&self.normals) {
            let (colour, n) = (paint_at(paint, p.y, bounds, false), *n * outward);
            self.vertices.push(Vertex { at: *p - n, atlas, colour });
            self.vertices.push(Vertex { at: *p + n, atlas, colour: nothing_of(colour) });
        }
        let mut a = first + (self.outline.len() as u16 - 1) * 2;
        for i in 0..self.outline.len() as u16 {
            let b = first + i * 2;
            self.indices.extend([hub, a, b, a, a + 1, b, b, a + 1, b + 1]);
            a = b;
        }
    }

    /// Draw the outline as a line with soft edges; open ends are round.
    fn stroke(&mut self, width: f32, colour: Colour, closed: bool) {
        if self.outline.len() < 2 {
            return;
        }
        if closed {
            self.close_outline();
        }
        let closed = closed && self.outline.len() > 2;
        // A line thinner than a pixel is a pixel wide and fainter.
        let (colour, width) = if width < 1.0 { (colour.faded(width), 1.0) } else { (colour, width) };
        let (inner, outer) = (width * 0.5 - SOFT, width * 0.5 + SOFT);
        self.find_normals(closed);
        let first = self.corners();
        let (atlas, nothing) = (self.white, nothing_of(colour));
        for (p, n) in self.outline.iter().zip(&self.normals) {
            self.vertices.extend([
                Vertex { at: *p - *n * outer, atlas, colour: nothing },
                Vertex { at: *p - *n * inner, atlas, colour },
                Vertex { at: *p + *n * inner, atlas, colour },
                Vertex { at: *p + *n * outer, atlas, colour: nothing },
            ]);
        }
        let count = self.outline.len() as u16;
        let mut a = if closed { first + (count - 1) * 4 } else { first };
        for i in u16::from(!closed)..count {
            let b = first + i * 4;
            self.indices.extend([a, a + 1, b, b, a + 1, b + 1]);
            self.indices.extend([a + 1, a + 2, b + 1, b + 1, a + 2, b + 2]);
            self.indices.extend([a + 2, a + 3, b + 2, b + 2, a + 3, b + 3]);
            a = b;
        }
        if !closed {
            let last = self.outline.len() - 1;
            self.cap(self.outline[0], -self.normals[0], inner, outer, colour);
            self.cap(self.outline[last], self.normals[last], inner, outer, colour);
        }
    }

    /// Round off an end: a half disc from one side of the line to the other.
    fn cap(&mut self, at: Vec2, normal: Vec2, inner: f32, outer: f32, colour: Colour) {
        let steps = (outline::round_points(outer) / 2).max(3);
        let hub = self.corner(at, colour);
        let first = self.corners();
        let step = Vec2::at_turn(-0.5 / steps as f32);
        let mut d = normal;
        for _ in 0..=steps {
            self.corner(at + d * inner, colour);
            self.corner(at + d * outer, nothing_of(colour));
            d = d.turned_by(step);
        }
        for i in 0..steps as u16 {
            let (a, b) = (first + i * 2, first + i * 2 + 2);
            self.indices.extend([hub, a, b, a, a + 1, b, b, a + 1, b + 1]);
        }
    }

    /// A spot that fades smoothly: rings of triangles, the fall steeper in the inner ones.
    fn glow(&mut self, centre: Vec2, radius: Vec2, colour: Colour) {
        let count = (outline::round_points(radius.x.max(radius.y)) / 2).clamp(8, 32);
        let [inner, outer] = [0.52, 0.16].map(|part| colour.faded(part));
        let hub = self.corner(centre, colour);
        let first = self.corners();
        let step = Vec2::at_turn(1.0 / count as f32);
        let mut turn = vec2(1.0, 0.0);
        for _ in 0..count {
            let d = vec2(turn.x * radius.x, turn.y * radius.y);
            self.corner(centre + d * 0.45, inner);
            self.corner(centre + d * 0.72, outer);
            self.corner(centre + d, nothing_of(colour));
            turn = turn.turned_by(step);
        }
        let mut a = first + (count as u16 - 1) * 3;
        for i in 0..count as u16 {
            let b = first + i * 3;
            self.indices.extend([hub, a, b]);
            self.indices.extend([a, a + 1, b, b, a + 1, b + 1]);
            self.indices.extend([a + 1, a + 2, b + 1, b + 1, a + 2, b + 2]);
            a = b;
        }
    }

    fn text(&mut self, atlas: &mut Atlas, at: Vec2, style: Style, text: &str) {
        let scale = self.scale;
        let width = font::text_width(text, style);
        let left = match style.anchor {
            Anchor::Left => at.x,
            Anchor::Centre => at.x - width * 0.5,
            Anchor::Right => at.x - width,
        };
        // Letters stand on a whole pixel, or they blur.
        let baseline = ((at.y + font::baseline_below_middle(style.size)) * scale).round();
        let pen = vec2(left * scale, baseline);
        if let Some(edge) = style.edge {
            let far = (style.size * scale * 0.07).max(1.0);
            for d in [vec2(-1.0, 0.4), vec2(1.0, 0.4), vec2(0.0, 1.3), vec2(0.0, -0.8)] {
                self.letters(atlas, pen + d * far, Style { colour: edge, ..style }, text);
            }
        }
        self.letters(atlas, pen, style, text);
    }

    fn letters(&mut self, atlas: &mut Atlas, from: Vec2, style: Style, text: &str) {
        let scale = self.scale;
        let (mut pen, baseline) = (from.x, from.y.round());
        for letter in text.chars() {
            let x = pen + font::centring(letter, style) * scale;
            if let Some(sprite) = atlas.sprite(letter, style.weight, style.size * scale, x - x.floor()) {
                let to = vec2(x.floor(), baseline) + sprite.to * sprite.enlarged;
                let to = Rect::new(to.x, to.y, sprite.from.w * sprite.enlarged, sprite.from.h * sprite.enlarged);
                self.sprite(sprite.from, to, style.colour);
            }
            pen += font::advance(letter, style) * scale;
        }
    }

    fn sprite(&mut self, from: Rect, to: Rect, colour: Colour) {
        let part = 1.0 / ATLAS_PIXELS as f32;
        let first = self.corners();
        for (across, down) in [(0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0)] {
            self.vertices.push(Vertex { at: to.at(across, down), atlas: from.at(across, down) * part, colour });
        }
        self.indices.extend([first, first + 1, first + 2, first, first + 2, first + 3]);
    }

    /// The number of the next corner within the open run.
    fn corners(&self) -> u16 {
        (self.vertices.len() - self.run_start) as u16
    }

    fn corner(&mut self, at: Vec2, colour: Colour) -> u16 {
        let number = self.corners();
        self.vertices.push(Vertex { at, atlas: self.white, colour });
        number
    }

    /// Find at each point the direction across the line, longer at corners so that both edges stay straight.
    fn find_normals(&mut self, closed: bool) {
        let points = &self.outline;
        let (Some(first), Some(last)) = (points.first(), points.last()) else { return };
        self.edges.clear();
        self.edges.extend(points.windows(2).map(|pair| across(pair[0], pair[1])));
        self.edges.push(if closed { across(*last, *first) } else { Vec2::ZERO });
        self.normals.clear();
        let mut before = if closed { self.edges[points.len() - 1] } else { self.edges[0] };
        for edge in &self.edges {
            self.normals.push(mitered(before, *edge));
            before = *edge;
        }
        if !closed && let [.., end, _] = self.edges[..] {
            self.normals[points.len() - 1] = end;
        }
    }
}

fn are_one(a: Vec2, b: Vec2) -> bool {
    (a - b).dot(a - b) < 1e-4
}

pub(super) fn across(a: Vec2, b: Vec2) -> Vec2 {
    (b - a).unit().quarter_turned()
}

pub(super) fn mitered(a: Vec2, b: Vec2) -> Vec2 {
    let sum = a + b;
    let square = sum.dot(sum);
    if square < 1e-4 {
        return a;
    }
    let miter = sum * (2.0 / square);
    let length = miter.length();
    if length > MITER_MAX { miter * (MITER_MAX / length) } else { miter }
}

/// Whether all corners lie beyond one side of a clip.
fn is_beyond(corners: &[Vertex; 3], clip: Rect) -> bool {
    corners.iter().all(|v| v.at.x < clip.x)
        || corners.iter().all(|v| v.at.x > clip.right())
        || corners.iter().all(|v| v.at.y < clip.y)
        || corners.iter().all(|v| v.at.y > clip.bottom())
}

/// The same colour, not there at all.
fn nothing_of(colour: Colour) -> Colour {
    Colour { a: 0, ..colour }
}

/// The corners of the box around some points, and the margin handed in.
fn extent(points: &[Vec2], margin: f32) -> (Vec2, Vec2, f32) {
    let start = (vec2(f32::MAX, f32::MAX), vec2(f32::MIN, f32::MIN));
    let (low, high) = points
        .iter()
        .fold(start, |(low, high), p| (vec2(low.x.min(p.x), low.y.min(p.y)), vec2(high.x.max(p.x), high.y.max(p.y))));
    (low, high, margin)
}

fn area_twice(points: &[Vec2]) -> f32 {
    let cross = |a: Vec2, b: Vec2| a.x * b.y - a.y * b.x;
    let closing = points.last().zip(points.first()).map_or(0.0, |(last, first)| cross(*last, *first));
    closing + points.windows(2).map(|pair| cross(pair[0], pair[1])).sum::<f32>()
}

fn middle(points: &[Vec2]) -> Vec2 {
    points.iter().fold(Vec2::ZERO, |sum, p| sum + *p) * (1.0 / points.len().max(1) as f32)
}

fn vertical_extent(points: &[Vec2]) -> (f32, f32) {
    points.iter().fold((f32::MAX, f32::MIN), |(top, bottom), p| (top.min(p.y), bottom.max(p.y)))
}

fn paint_at(paint: Paint, y: f32, (top, bottom): (f32, f32), hub: bool) -> Colour {
    match paint {
        Paint::Flat(colour) => colour,
        Paint::Down(from, to) => from.toward(to, (y - top) / (bottom - top).max(1e-3)),
        Paint::Out(from, to) => {
            if hub {
                from
            } else {
                to
            }
        }
    }
}

/// A clip in pixels, its edges between pixels, so that nothing is cut through the middle of one.
fn pixel_clip(rect: Rect, scale: f32) -> Rect {
    let (left, top) = ((rect.x * scale).round(), (rect.y * scale).round());
    Rect::new(left, top, (rect.right() * scale).round() - left, (rect.bottom() * scale).round() - top)
}

/// Cut a convex piece to a box, edge by edge.
fn cut_piece(piece: &mut Vec<Vertex>, spare: &mut Vec<Vertex>, clip: Rect) {
    let edges: [&dyn Fn(Vec2) -> f32; 4] =
        [&|p| p.x - clip.x, &|p| clip.right() - p.x, &|p| p.y - clip.y, &|p| clip.bottom() - p.y];
    for inside in edges {
        if piece.iter().all(|corner| inside(corner.at) >= 0.0) {
            continue;
        }
        spare.clear();
        for (i, corner) in piece.iter().enumerate() {
            let next = &piece[(i + 1) % piece.len()];
            let (a, b) = (inside(corner.at), inside(next.at));
            if a >= 0.0 {
                spare.push(*corner);
            }
            if (a >= 0.0) != (b >= 0.0) {
                spare.push(between(corner, next, a / (a - b)));
            }
        }
        std::mem::swap(piece, spare);
    }
}

fn between(a: &Vertex, b: &Vertex, part: f32) -> Vertex {
    Vertex {
        at: a.at.toward(b.at, part),
        atlas: a.atlas.toward(b.atlas, part),
        colour: a.colour.toward(b.colour, part),
    }
}

/// Sample the outline of a box with rounded corners; `corner_pixels` tells how fine.
pub(super) fn box_outline(rect: Rect, corner: f32, corner_pixels: f32, into: &mut Vec<Vec2>) {
    if corner <= 0.01 {
        into.extend([(0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0)].map(|(x, y)| rect.at(x, y)));
        return;
    }
    let inner = rect.inset(corner);
    let points = outline::round_points(corner_pixels) / 4 + 1;
    let radius = vec2(corner, corner);
    for (turn, (x, y)) in [(0.5, (0.0, 0.0)), (0.75, (1.0, 0.0)), (1.0, (1.0, 1.0)), (1.25, (0.0, 1.0))] {
        outline::arc(inner.at(x, y), radius, turn, turn + 0.25, points, into);
    }
}

#[cfg(test)]
mod tests {
    use super::super::Tint;
    use super::*;

    /// Area that a mesh covers, weighted with opacity, in pixels.
    fn covered(mesh: &Mesh) -> f32 {
        let mut sum = 0.0;
        for run in &mesh.runs {
            let vertices = &mesh.vertices[run.vertices.clone()];
            for triangle in mesh.indices[run.indices.clone()].chunks(3) {
                let [a, b, c] = [0, 1, 2].map(|i| vertices[usize::from(triangle[i])]);
                let area = ((b.at - a.at).x * (c.at - a.at).y - (b.at - a.at).y * (c.at - a.at).x).abs() * 0.5;
                sum += area * [a, b, c].iter().map(|v| f32::from(v.colour.a)).sum::<f32>() / 3.0 / 255.0;
            }
        }
        sum
    }

    fn built(scale: f32, write: impl FnOnce(&mut Canvas)) -> Mesh {
        let mut canvas = Canvas::new(vec2(400.0, 300.0));
        write(&mut canvas);
        let mut mesh = Mesh::new();
        mesh.build(&canvas, &mut Atlas::new(), scale);
        mesh
    }

    #[test]
    fn soft_edges_keep_the_area_of_shapes() {
        let disc = covered(&built(2.0, |c| c.circle(vec2(50.0, 50.0), 20.0, Colour::WHITE)));
        assert!((disc / (std::f32::consts::PI * 1600.0) - 1.0).abs() < 0.01, "{disc}");
        let plate = covered(&built(1.0, |c| c.rect(Rect::new(10.0, 10.0, 60.0, 30.0), Colour::WHITE)));
        assert!((plate / 1800.0 - 1.0).abs() < 0.01, "{plate}");
        let line = covered(&built(1.0, |c| {
            c.closed_path(&[vec2(0.0, 0.0), vec2(80.0, 0.0), vec2(80.0, 80.0), vec2(0.0, 80.0)], 6.0, Colour::WHITE)
        }));
        assert!((line / (4.0 * 80.0 * 6.0) - 1.0).abs() < 0.01, "{line}");
    }

    #[test]
    fn outlines_may_go_round_either_way() {
        let mut points = vec![vec2(0.0, 0.0), vec2(40.0, 0.0), vec2(40.0, 40.0), vec2(0.0, 40.0)];
        let one = covered(&built(1.0, |c| c.area(&points, Colour::WHITE)));
        points.reverse();
        let other = covered(&built(1.0, |c| c.area(&points, Colour::WHITE)));
        assert!((one - other).abs() < 0.5, "{one} {other}");
    }

    #[test]
    fn a_hair_line_is_faint_not_thin() {
        let line = covered(&built(1.0, |c| c.line(vec2(0.0, 5.0), vec2(100.0, 5.0), 0.25, Colour::WHITE)));
        assert!((line / 25.0 - 1.0).abs() < 0.05, "{line}");
    }

    #[test]
    fn a_pill_has_no_spike_where_its_line_closes() {
        let pill = Rect::new(20.0, 20.0, 80.0, 22.0);
        let mesh = built(1.0, |c| c.frame(pill, 11.0, 1.0, Colour::WHITE));
        let room = pill.inset(-1.0);
        assert!(mesh.vertices.iter().all(|v| room.contains(v.at)), "nothing sticks out");
        assert!(mesh.vertices.iter().all(|v| !pill.inset_by(3.0, 8.0).contains(v.at)), "nothing sticks in");
    }

    #[test]
    fn layers_order_the_picture_and_runs_hold_their_indices() {
        let mesh = built(1.0, |c| {
            c.layer(Layer::Overlay);
            c.circle(vec2(5.0, 5.0), 4.0, Colour::WHITE);
            c.layer(Layer::Ground);
            for i in 0..4_000 {
                c.circle(vec2(i as f32, 5.0), 9.0, Colour::BLACK);
            }
        });
        assert_eq!(mesh.vertices.last().unwrap().colour.r, 255, "the overlay comes last");
        assert!(mesh.runs.len() > 1);
        for run in &mesh.runs {
            assert!(run.vertices.len() <= usize::from(u16::MAX));
            let max = mesh.indices[run.indices.clone()].iter().max().unwrap();
            assert!(usize::from(*max) < run.vertices.len());
        }
    }

    #[test]
    fn clips_cut_what_lies_outside_and_nothing_else() {
        let clip = Rect::new(40.0, 40.0, 30.0, 30.0);
        let cut = built(1.0, |c| c.clipped(clip, |c| c.rect(Rect::new(0.0, 0.0, 200.0, 200.0), Colour::WHITE)));
        assert!((covered(&cut) - 900.0).abs() < 0.5, "{}", covered(&cut));
        assert!(cut.vertices[cut.runs[0].vertices.clone()].len() < 60);
        let inside = |c: &mut Canvas| c.circle(clip.centre(), 10.0, Colour::WHITE);
        let (free, clipped) = (built(1.0, inside), built(1.0, |c| c.clipped(clip, inside)));
        assert_eq!(free.vertices, clipped.vertices);
        let outside = built(1.0, |c| c.clipped(clip, |c| c.circle(vec2(300.0, 200.0), 10.0, Colour::WHITE)));
        assert_eq!(outside.indices.len(), 0);
    }

    /// A flag: 3 long and 2 wide, its origin in the middle of its left edge.
    fn flag() -> std::sync::Arc<Stamp> {
        std::sync::Arc::new(Stamp::new().area(&[(0.0, -1.0), (3.0, -1.0), (3.0, 1.0), (0.0, 1.0)], Tint::Own))
    }

    fn mark(x: f32, y: f32, along: Vec2) -> Mark {
        Mark { at: vec2(x, y), along, colour: Colour::WHITE }
    }

    #[test]
    fn a_stamp_is_turned_sized_and_soft_at_its_mark() {
        let mesh = built(2.0, |c| c.swarm(&flag(), [mark(50.0, 60.0, vec2(0.0, 4.0))]));
        let area = covered(&mesh);
        assert!((area / (24.0 * 16.0) - 1.0).abs() < 0.02, "{area}");
        let full = |v: &&Vertex| v.colour.a == 255;
        let low = mesh.vertices.iter().filter(full).map(|v| v.at.y).fold(f32::MAX, f32::min);
        let high = mesh.vertices.iter().filter(full).map(|v| v.at.y).fold(f32::MIN, f32::max);
        assert!((low - 120.5).abs() < 0.01 && (high - 143.5).abs() < 0.01, "its x axis points down: {low} to {high}");
    }

    #[test]
    fn a_stamp_thinner_than_a_pixel_does_not_turn_inside_out() {
        let line = std::sync::Arc::new(Stamp::new().line((-5.0, 0.0), (5.0, 0.0), 0.02, Tint::Own));
        let mesh = built(1.0, |c| c.swarm(&line, [mark(50.0, 50.0, vec2(1.0, 0.0))]));
        let area = covered(&mesh);
        assert!(area > 4.0 && area < 8.0, "{area}");
    }

    #[test]
    fn thousands_of_marks_are_drawn_in_runs_that_indices_can_count() {
        let many = (0..20_000).map(|i| mark((i % 380) as f32 + 5.0, (i / 380) as f32 * 5.0 + 5.0, vec2(0.3, 0.0)));
        let mesh = built(1.0, |c| c.swarm(&flag(), many));
        assert_eq!(mesh.vertices.len(), 20_000 * 8);
        assert!(mesh.runs.len() > 5 && mesh.runs.iter().all(|run| run.vertices.len() < 30_000));
        let within = |run: &Run| mesh.indices[run.indices.clone()].iter().all(|i| usize::from(*i) < run.vertices.len());
        assert!(mesh.runs.iter().all(within));
    }

    #[test]
    fn marks_beyond_a_clip_are_left_out_and_those_on_its_edge_are_cut() {
        let clip = Rect::new(100.0, 100.0, 50.0, 50.0);
        let swarm = |x: f32| built(1.0, |c| c.clipped(clip, |c| c.swarm(&flag(), [mark(x, 120.0, vec2(4.0, 0.0))])));
        assert_eq!(swarm(50.0).indices.len(), 0);
        assert_eq!(swarm(110.0).vertices.len(), 8);
        let cut = swarm(144.0);
        assert!((covered(&cut) - 6.0 * 8.0).abs() < 3.0, "{}", covered(&cut));
        let used = cut.indices.iter().map(|i| cut.vertices[usize::from(*i)].at.x);
        assert!(used.fold(f32::MIN, f32::max) <= clip.right() + 0.01);
        let nowhere =
            built(1.0, |c| c.swarm(&flag(), [mark(f32::NAN, 20.0, vec2(4.0, 0.0)), mark(9.0, 9.0, Vec2::ZERO)]));
        assert_eq!(nowhere.indices.len(), 0);
    }

    #[test]
    fn nothing_breaks_on_shapes_without_area() {
        let mesh = built(1.0, |c| {
            c.circle(vec2(5.0, 5.0), 0.0, Colour::WHITE);
            c.area(&[], Colour::WHITE);
            c.path(&[vec2(1.0, 1.0)], 2.0, Colour::WHITE);
            c.path(&[vec2(1.0, 1.0), vec2(1.0, 1.0)], 2.0, Colour::WHITE);
            c.rect(Rect::new(4.0, 4.0, 0.0, 10.0), Colour::WHITE);
            c.text(vec2(0.0, 0.0), Style::new(0.0, Colour::WHITE), "nothing");
        });
        assert!(mesh.vertices.iter().all(|v| v.at.x.is_finite() && v.at.y.is_finite()));
    }
}
