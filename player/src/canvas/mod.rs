//! The canvas: a picture as a plain list of shapes.
//!
//! Views and panels only ever write such a list. [`mesh`] turns it into triangles, edges softened over one pixel, and
//! whoever shows the triangles (the window, or [`crate::raster`]) gives the same picture. So a picture can be built, measured and
//! tested without a display.
//!
//! Coordinates are points from the left top corner of the window; a point is a pixel times the display's scale.

mod atlas;
mod font;
pub mod mesh;
pub mod outline;
mod stamp;

use std::ops::Range;
use std::sync::Arc;

pub use atlas::{ATLAS_PIXELS, Atlas};
pub(crate) use font::{CAPITALS, font_bytes};
pub use font::{Weight, line_height, text_width};
pub use stamp::{Mark, Stamp, Tint};

use crate::colour::Colour;
use crate::geometry::{Rect, Vec2, vec2};

/// Corners of triangles in one shape at most.
const TRIANGLE_CORNERS: usize = 3 * 4_096;

/// What lies over what. Within a layer, later shapes lie over earlier ones.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub enum Layer {
    /// The ground and what lies flat on it.
    #[default]
    Ground,
    /// Soft shadows.
    Shadow,
    /// Rings and trails under the units.
    Under,
    /// The units.
    Units,
    /// What flies and flashes.
    Over,
    /// Bars and numbers that belong to units.
    Figures,
    /// Panels of the screen.
    Panel,
    /// What stands on panels.
    Detail,
    /// What lies over the whole screen: help, banners, tips.
    Overlay,
}

/// How an area is filled.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Paint {
    /// One colour.
    Flat(Colour),
    /// From the first colour at the top to the second at the bottom.
    Down(Colour, Colour),
    /// From the first colour at the centre to the second at the edge.
    Out(Colour, Colour),
}

impl From<Colour> for Paint {
    fn from(colour: Colour) -> Self {
        Self::Flat(colour)
    }
}

/// Which point of a text its position means.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Anchor {
    /// Left end, middle of the line's height.
    #[default]
    Left,
    /// Middle.
    Centre,
    /// Right end, middle of the line's height.
    Right,
}

/// How a text looks.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Style {
    /// Height of the letters' box, in points.
    pub size: f32,
    /// Weight of the letters.
    pub weight: Weight,
    /// Colour.
    pub colour: Colour,
    /// What its position means.
    pub anchor: Anchor,
    /// Digits all as wide as the widest, so that running numbers stand still.
    pub tabular: bool,
    /// Colour of an edge around the letters, so that they can be read on anything.
    pub edge: Option<Colour>,
}

impl Style {
    /// Text of medium weight.
    #[must_use]
    pub const fn new(size: f32, colour: Colour) -> Self {
        Self { size, weight: Weight::Medium, colour, anchor: Anchor::Left, tabular: false, edge: None }
    }

    /// The same, bold.
    #[must_use]
    pub const fn bold(self) -> Self {
        Self { weight: Weight::Bold, ..self }
    }

    /// The same, centred on its position.
    #[must_use]
    pub const fn centred(self) -> Self {
        Self { anchor: Anchor::Centre, ..self }
    }

    /// The same, ending at its position.
    #[must_use]
    pub const fn right(self) -> Self {
        Self { anchor: Anchor::Right, ..self }
    }

    /// The same, with an edge around the letters.
    #[must_use]
    pub const fn edged(self, colour: Colour) -> Self {
        Self { edge: Some(colour), ..self }
    }

    /// The same, for running numbers.
    #[must_use]
    pub const fn tabular(self) -> Self {
        Self { tabular: true, ..self }
    }
}

/// One shape of the list. Points and letters lie in the canvas's own pools.
#[derive(Debug, Clone, PartialEq)]
pub enum Shape {
    /// An ellipse, filled.
    Ellipse {
        /// Its middle.
        centre: Vec2,
        /// Its half axes.
        radius: Vec2,
        /// Its filling.
        paint: Paint,
    },
    /// A box with rounded corners, filled.
    Box {
        /// The box.
        rect: Rect,
        /// Radius of the corners.
        corner: f32,
        /// Its filling.
        paint: Paint,
    },
    /// A closed outline, filled; its middle must see all of it.
    Area {
        /// Its points.
        points: Range<u32>,
        /// Its filling.
        paint: Paint,
    },
    /// A line through points.
    Line {
        /// Its points.
        points: Range<u32>,
        /// Its width, in points.
        width: f32,
        /// Its colour.
        colour: Colour,
        /// Whether the end joins the start; open lines have round ends.
        closed: bool,
    },
    /// A soft spot: full in the middle, nothing at the edge.
    Glow {
        /// Its middle.
        centre: Vec2,
        /// Its half axes.
        radius: Vec2,
        /// Its colour in the middle.
        colour: Colour,
    },
    /// Triangles as they are, edges not softened.
    Triangles {
        /// Their corners, three each.
        points: Range<u32>,
        /// The corners' colours, as many.
        colours: Range<u32>,
    },
    /// A line of text.
    Text {
        /// Where its anchor lies.
        at: Vec2,
        /// How it looks.
        style: Style,
        /// Its letters.
        letters: Range<u32>,
    },
    /// A stamp, set down many times.
    Swarm {
        /// The stamp.
        stamp: Arc<Stamp>,
        /// Where it is set down.
        marks: Range<u32>,
    },
}

/// Points that are kept with a picture, to be drawn more than once.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Kept {
    from: u32,
    to: u32,
}

impl Kept {
    const fn range(self) -> Range<u32> {
        self.from..self.to
    }
}

/// A shape with its place in the picture.
#[derive(Debug, Clone, PartialEq)]
pub struct Item {
    /// Which picture it belongs to: one that is drawn above another has all its layers above it.
    pub storey: u8,
    /// What it lies over.
    pub layer: Layer,
    /// The clip that cuts it, as an index into the canvas's clips.
    pub clip: u16,
    /// The shape.
    pub shape: Shape,
}

/// A picture being written.
#[derive(Debug)]
pub struct Canvas {
    size: Vec2,
    items: Vec<Item>,
    points: Vec<Vec2>,
    colours: Vec<Colour>,
    letters: String,
    marks: Vec<Mark>,
    clips: Vec<Rect>,
    storey: u8,
    layer: Layer,
    clip: u16,
}

impl Canvas {
    /// Start an empty picture of a size in points.
    #[must_use]
    pub fn new(size: Vec2) -> Self {
        let mut canvas = Self {
            size,
            items: Vec::new(),
            points: Vec::new(),
            colours: Vec::new(),
            letters: String::new(),
            marks: Vec::new(),
            clips: Vec::new(),
            storey: 0,
            layer: Layer::Ground,
            clip: 0,
        };
        canvas.clear(size);
        canvas
    }

    /// Empty the picture, keeping its memory.
    pub fn clear(&mut self, size: Vec2) {
        self.size = size;
        self.items.clear();
        self.points.clear();
        self.colours.clear();
        self.letters.clear();
        self.marks.clear();
        self.clips.clear();
        self.clips.push(Rect::new(0.0, 0.0, size.x, size.y));
        self.storey = 0;
        self.layer = Layer::Ground;
        self.clip = 0;
    }

    /// Size of the picture, in points.
    #[must_use]
    pub fn size(&self) -> Vec2 {
        self.size
    }

    /// The shapes, in the order in which they were written.
    #[must_use]
    pub fn items(&self) -> &[Item] {
        &self.items
    }

    /// The points that a shape names.
    #[must_use]
    pub fn points(&self, range: &Range<u32>) -> &[Vec2] {
        &self.points[range.start as usize..range.end as usize]
    }

    /// The colours that triangles name.
    #[must_use]
    pub fn colours(&self, range: &Range<u32>) -> &[Colour] {
        &self.colours[range.start as usize..range.end as usize]
    }

    /// The letters that a text names.
    #[must_use]
    pub fn letters(&self, range: &Range<u32>) -> &str {
        &self.letters[range.start as usize..range.end as usize]
    }

    /// The marks that a swarm names.
    #[must_use]
    pub fn marks(&self, range: &Range<u32>) -> &[Mark] {
        &self.marks[range.start as usize..range.end as usize]
    }

    /// The box that a clip index names.
    #[must_use]
    pub fn clip_rect(&self, clip: u16) -> Rect {
        self.clips[usize::from(clip)]
    }

    /// Every text with the box it fills, in the order in which they were written. For tests and for whoever reads the
    /// screen aloud.
    pub fn texts(&self) -> impl Iterator<Item = (&str, Rect)> {
        self.items.iter().filter_map(|item| match &item.shape {
            Shape::Text { at, style, letters } => {
                let text = self.letters(letters);
                Some((text, text_rect(*at, *style, text)))
            }
            _ => None,
        })
    }

    /// Write on this layer from here on.
    pub fn layer(&mut self, layer: Layer) {
        self.layer = layer;
    }

    /// Write within a box: nothing of it shows outside. Boxes nest.
    pub fn clipped(&mut self, rect: Rect, write: impl FnOnce(&mut Self)) {
        let outer = self.clip;
        let rect = rect.shared_with(self.clip_rect(outer));
        self.clips.push(rect);
        self.clip = u16::try_from(self.clips.len() - 1).expect("fewer than 65,536 clips in a picture");
        write(self);
        self.clip = outer;
    }

    /// Write a picture above this one: all its layers lie over all of those outside.
    pub fn above(&mut self, write: impl FnOnce(&mut Self)) {
        let outer = (self.storey, self.layer);
        self.storey = self.storey.saturating_add(1);
        write(self);
        (self.storey, self.layer) = outer;
    }

    /// Fill a circle.
    pub fn circle(&mut self, centre: Vec2, radius: f32, paint: impl Into<Paint>) {
        self.ellipse(centre, vec2(radius, radius), paint);
    }

    /// Fill an ellipse.
    pub fn ellipse(&mut self, centre: Vec2, radius: Vec2, paint: impl Into<Paint>) {
        self.push(Shape::Ellipse { centre, radius, paint: paint.into() });
    }

    /// Draw a circle's line.
    pub fn ring(&mut self, centre: Vec2, radius: f32, width: f32, colour: Colour) {
        self.oval(centre, vec2(radius, radius), width, colour);
    }

    /// Draw an ellipse's line.
    pub fn oval(&mut self, centre: Vec2, radius: Vec2, width: f32, colour: Colour) {
        let count = outline::round_points(radius.x.max(radius.y) * 2.0);
        let points = self.sample(|into| outline::ellipse(centre, radius, count, into));
        self.push(Shape::Line { points, width, colour, closed: true });
    }

    /// Draw a part of a circle's line, angles in turns, round ends.
    pub fn arc(&mut self, centre: Vec2, radius: f32, turns: Range<f32>, width: f32, colour: Colour) {
        let part = (turns.end - turns.start).abs().min(1.0);
        let count = (outline::round_points(radius * 2.0) as f32 * part) as u32 + 3;
        let points =
            self.sample(|into| outline::arc(centre, vec2(radius, radius), turns.start, turns.end, count, into));
        self.push(Shape::Line { points, width, colour, closed: false });
    }

    /// Fill a box.
    pub fn rect(&mut self, rect: Rect, paint: impl Into<Paint>) {
        self.rounded(rect, 0.0, paint);
    }

    /// Fill a box with rounded corners.
    pub fn rounded(&mut self, rect: Rect, corner: f32, paint: impl Into<Paint>) {
        let corner = corner.min(rect.w * 0.5).min(rect.h * 0.5);
        self.push(Shape::Box { rect, corner, paint: paint.into() });
    }

    /// Draw the line of a box with rounded corners, inside its edge.
    pub fn frame(&mut self, rect: Rect, corner: f32, width: f32, colour: Colour) {
        let rect = rect.inset(width * 0.5);
        let corner = (corner - width * 0.5).max(0.0).min(rect.w * 0.5).min(rect.h * 0.5);
        let points = self.sample(|into| mesh::box_outline(rect, corner, corner * 2.0, into));
        self.push(Shape::Line { points, width, colour, closed: true });
    }

    /// Fill a closed outline; its middle must see all of it.
    pub fn area(&mut self, points: &[Vec2], paint: impl Into<Paint>) {
        let points = self.sample(|into| into.extend_from_slice(points));
        self.push(Shape::Area { points, paint: paint.into() });
    }

    /// Draw a straight line with round ends.
    pub fn line(&mut self, from: Vec2, to: Vec2, width: f32, colour: Colour) {
        self.path(&[from, to], width, colour);
    }

    /// Draw an open line through points.
    pub fn path(&mut self, points: &[Vec2], width: f32, colour: Colour) {
        let points = self.sample(|into| into.extend_from_slice(points));
        self.push(Shape::Line { points, width, colour, closed: false });
    }

    /// Draw a closed line through points.
    pub fn closed_path(&mut self, points: &[Vec2], width: f32, colour: Colour) {
        let points = self.sample(|into| into.extend_from_slice(points));
        self.push(Shape::Line { points, width, colour, closed: true });
    }

    /// Draw a soft spot.
    pub fn glow(&mut self, centre: Vec2, radius: Vec2, colour: Colour) {
        self.push(Shape::Glow { centre, radius, colour });
    }

    /// Fill triangles, three corners each, colours running over from corner to corner. Their edges are not softened:
    /// they are for what is softened already. What is left over of a triangle is not drawn.
    pub fn triangles(&mut self, corners: impl Iterator<Item = (Vec2, Colour)>) {
        let (from, first) = (self.points.len(), self.colours.len());
        for (at, colour) in corners {
            self.points.push(at);
            self.colours.push(colour);
        }
        let whole = (self.points.len() - from) / 3 * 3;
        self.points.truncate(from + whole);
        self.colours.truncate(first + whole);
        // In pieces that one run of the mesh can hold.
        for start in (0..whole).step_by(TRIANGLE_CORNERS) {
            let end = (start + TRIANGLE_CORNERS).min(whole);
            let range = |base: usize| (base + start) as u32..(base + end) as u32;
            self.push(Shape::Triangles { points: range(from), colours: range(first) });
        }
    }

    /// Set a stamp down at every mark.
    pub fn swarm(&mut self, stamp: &Arc<Stamp>, marks: impl IntoIterator<Item = Mark>) {
        let start = self.marks.len() as u32;
        self.marks.extend(marks);
        let marks = start..self.marks.len() as u32;
        if !marks.is_empty() {
            self.push(Shape::Swarm { stamp: Arc::clone(stamp), marks });
        }
    }

    /// Keep points with the picture, to draw them more than once.
    pub fn keep(&mut self, points: impl IntoIterator<Item = Vec2>) -> Kept {
        let range = self.sample(|into| into.extend(points));
        Kept { from: range.start, to: range.end }
    }

    /// Fill kept points; their middle must see all of them.
    pub fn area_of(&mut self, kept: Kept, paint: impl Into<Paint>) {
        self.push(Shape::Area { points: kept.range(), paint: paint.into() });
    }

    /// Draw a line through kept points.
    pub fn path_of(&mut self, kept: Kept, width: f32, colour: Colour, closed: bool) {
        self.push(Shape::Line { points: kept.range(), width, colour, closed });
    }

    /// Write a line of text and return the box it fills.
    pub fn text(&mut self, at: Vec2, style: Style, text: &str) -> Rect {
        let start = self.letters.len() as u32;
        self.letters.push_str(text);
        self.push(Shape::Text { at, style, letters: start..self.letters.len() as u32 });
        text_rect(at, style, text)
    }

    /// Write a line of text that must not be wider than this: what does not fit ends in an ellipsis.
    pub fn text_within(&mut self, at: Vec2, style: Style, width: f32, text: &str) -> Rect {
        if text_width(text, style) <= width {
            return self.text(at, style, text);
        }
        let mut kept = String::with_capacity(text.len());
        for letter in text.chars() {
            kept.push(letter);
            kept.push('…');
            let fits = text_width(&kept, style) <= width;
            kept.pop();
            if !fits {
                kept.pop();
                break;
            }
        }
        kept.truncate(kept.trim_end().len());
        kept.push('…');
        self.text(at, style, &kept)
    }

    fn sample(&mut self, write: impl FnOnce(&mut Vec<Vec2>)) -> Range<u32> {
        let start = self.points.len() as u32;
        write(&mut self.points);
        start..self.points.len() as u32
    }

    fn push(&mut self, shape: Shape) {
        self.items.push(Item { storey: self.storey, layer: self.layer, clip: self.clip, shape });
    }
}

/// The box that a text fills.
#[must_use]
pub fn text_rect(at: Vec2, style: Style, text: &str) -> Rect {
    let (w, h) = (text_width(text, style), line_height(style.size));
    let left = match style.anchor {
        Anchor::Left => at.x,
        Anchor::Centre => at.x - w * 0.5,
        Anchor::Right => at.x - w,
    };
    Rect::new(left, at.y - h * 0.5, w, h)
}

/// Break a text into lines that are no wider than this, at spaces; a word that is too long stands alone.
#[must_use]
pub fn wrapped(text: &str, style: Style, width: f32) -> Vec<&str> {
    let mut lines = Vec::new();
    let mut rest = text.trim_end();
    while !rest.is_empty() {
        let end = line_end(rest, style, width);
        lines.push(rest[..end].trim_end());
        rest = rest[end..].trim_start();
    }
    lines
}

fn line_end(text: &str, style: Style, width: f32) -> usize {
    let mut end = 0;
    for (space, _) in text.match_indices(' ').chain([(text.len(), "")]) {
        if end > 0 && text_width(&text[..space], style) > width {
            break;
        }
        end = space;
    }
    end
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nested_clips_only_narrow() {
        let mut canvas = Canvas::new(vec2(100.0, 100.0));
        canvas.clipped(Rect::new(10.0, 10.0, 50.0, 50.0), |c| {
            c.clipped(Rect::new(40.0, 0.0, 100.0, 100.0), |c| c.circle(Vec2::ZERO, 3.0, Colour::WHITE));
        });
        canvas.circle(Vec2::ZERO, 3.0, Colour::WHITE);
        assert_eq!(canvas.clip_rect(canvas.items()[0].clip), Rect::new(40.0, 10.0, 20.0, 50.0));
        assert_eq!(canvas.items()[1].clip, 0);
    }

    #[test]
    fn text_that_does_not_fit_ends_in_an_ellipsis_and_fits() {
        let mut canvas = Canvas::new(vec2(400.0, 100.0));
        let style = Style::new(14.0, Colour::WHITE);
        let rect = canvas.text_within(vec2(5.0, 50.0), style, 80.0, "a sentence much longer than that");
        assert!(rect.w <= 80.0 && rect.w > 50.0, "{rect:?}");
        assert!(canvas.texts().next().unwrap().0.ends_with('…'));
    }

    #[test]
    fn anchors_move_the_box() {
        let style = Style::new(14.0, Colour::WHITE);
        let boxes = [style, style.centred(), style.right()].map(|s| text_rect(vec2(100.0, 20.0), s, "Sporeling"));
        assert_eq!(boxes[0].x, 100.0);
        assert!((boxes[1].centre().x - 100.0).abs() < 1e-3);
        assert!((boxes[2].right() - 100.0).abs() < 1e-3);
    }

    #[test]
    fn wrapping_keeps_every_word_and_the_width() {
        let style = Style::new(13.0, Colour::WHITE);
        let text = "the Mendcap opens its gills and the whole line breathes easier for a while";
        let lines = wrapped(text, style, 120.0);
        assert!(lines.len() > 2);
        assert_eq!(lines.join(" "), text);
        assert!(lines.iter().all(|line| text_width(line, style) <= 120.0));
    }
}
