//! The desk's shapes on the canvas. Text goes over line by line and letter style by letter style; it stays text.
//! Pictures and turned text are left out: nothing on the desk has them.

use egui::epaint::text::{Glyph, LayoutJob, PlacedRow, TextFormat};
use egui::epaint::{
    CircleShape, ClippedShape, ColorMode, CornerRadius, EllipseShape, Mesh, PathShape, RectShape, TextShape,
};
use egui::{Color32, Shape, Stroke, StrokeKind};

use super::BOLD;
use crate::canvas::{CAPITALS, Canvas, Style, Weight, outline};
use crate::colour::Colour;
use crate::geometry::{Rect, Vec2, vec2};

/// Layers that a soft edge is made of.
const BLUR_LAYERS: u32 = 6;

/// Draw shapes; `unit` points of the canvas are one of egui's.
pub(super) fn draw(shapes: &[ClippedShape], unit: f32, canvas: &mut Canvas) {
    let brush = Brush { unit };
    for group in shapes.chunk_by(|a, b| a.clip_rect == b.clip_rect) {
        let clip = brush.rect(group[0].clip_rect);
        canvas.clipped(clip, |canvas| group.iter().for_each(|shape| brush.shape(&shape.shape, canvas)));
    }
}

#[derive(Debug, Clone, Copy)]
struct Brush {
    unit: f32,
}

impl Brush {
    fn point(self, at: egui::Pos2) -> Vec2 {
        vec2(at.x, at.y) * self.unit
    }

    fn rect(self, rect: egui::Rect) -> Rect {
        Rect::spanning(self.point(rect.min), self.point(rect.max))
    }

    fn shape(self, shape: &Shape, canvas: &mut Canvas) {
        match shape {
            Shape::Noop | Shape::Callback(_) => {}
            Shape::Vec(shapes) => shapes.iter().for_each(|shape| self.shape(shape, canvas)),
            Shape::Circle(circle) => self.circle(circle, canvas),
            Shape::Ellipse(ellipse) => self.ellipse(ellipse, canvas),
            Shape::LineSegment { points, stroke } => self.segment(*points, *stroke, canvas),
            Shape::Path(path) => self.path(path, canvas),
            Shape::Rect(rect) => self.boxed(rect, canvas),
            Shape::Text(text) => self.text(text, canvas),
            Shape::Mesh(mesh) => self.mesh(mesh, Vec2::ZERO, |_| true, canvas),
            Shape::QuadraticBezier(curve) => {
                let (points, closed) = (curve.flatten(Some(0.1)), curve.closed);
                let stroke = curve.stroke.clone();
                self.path(&PathShape { points, closed, fill: curve.fill, stroke }, canvas);
            }
            Shape::CubicBezier(curve) => {
                let (points, closed) = (curve.flatten(Some(0.1)), curve.closed);
                let stroke = curve.stroke.clone();
                self.path(&PathShape { points, closed, fill: curve.fill, stroke }, canvas);
            }
        }
    }

    fn circle(self, circle: &CircleShape, canvas: &mut Canvas) {
        let (centre, radius) = (self.point(circle.center), circle.radius * self.unit);
        if circle.fill != Color32::TRANSPARENT {
            canvas.circle(centre, radius, straight(circle.fill));
        }
        if !circle.stroke.is_empty() {
            canvas.ring(centre, radius, circle.stroke.width * self.unit, straight(circle.stroke.color));
        }
    }

    fn ellipse(self, ellipse: &EllipseShape, canvas: &mut Canvas) {
        let (centre, radius) = (self.point(ellipse.center), vec2(ellipse.radius.x, ellipse.radius.y) * self.unit);
        if ellipse.fill != Color32::TRANSPARENT {
            canvas.ellipse(centre, radius, straight(ellipse.fill));
        }
        if !ellipse.stroke.is_empty() {
            canvas.oval(centre, radius, ellipse.stroke.width * self.unit, straight(ellipse.stroke.color));
        }
    }

    /// Draw a straight line; upright and level ones lie on whole pixels, or they blur.
    fn segment(self, points: [egui::Pos2; 2], stroke: Stroke, canvas: &mut Canvas) {
        if stroke.is_empty() {
            return;
        }
        let width = stroke.width * self.unit;
        let [mut a, mut b] = points.map(|point| self.point(point));
        let on_pixels = |at: f32| if width.round().max(1.0) % 2.0 == 1.0 { at.floor() + 0.5 } else { at.round() };
        if a.x == b.x {
            (a.x, b.x) = (on_pixels(a.x), on_pixels(b.x));
        } else if a.y == b.y {
            (a.y, b.y) = (on_pixels(a.y), on_pixels(b.y));
        }
        canvas.line(a, b, width, straight(stroke.color));
    }

    fn path(self, path: &PathShape, canvas: &mut Canvas) {
        let points: Vec<Vec2> = path.points.iter().map(|point| self.point(*point)).collect();
        if path.closed && path.fill != Color32::TRANSPARENT {
            canvas.area(&points, straight(path.fill));
        }
        let colour = match &path.stroke.color {
            ColorMode::Solid(colour) => *colour,
            ColorMode::UV(colour_at) => {
                path.points.first().map_or(Color32::TRANSPARENT, |p| colour_at(path.visual_bounding_rect(), *p))
            }
        };
        let width = path.stroke.width * self.unit;
        if width <= 0.0 || colour == Color32::TRANSPARENT {
            return;
        }
        if path.closed {
            canvas.closed_path(&points, width, straight(colour));
        } else {
            canvas.path(&points, width, straight(colour));
        }
    }

    fn boxed(self, shape: &RectShape, canvas: &mut Canvas) {
        let width = shape.stroke.width * self.unit;
        let rect = self.rect(shape.rect);
        if rect.w <= 0.0 && rect.h <= 0.0 {
            return;
        }
        if shape.blur_width > 0.0 {
            return self.blurred(shape, rect, canvas);
        }
        // On whole points, or the edges blur.
        let rect =
            Rect::spanning(vec2(rect.x.round(), rect.y.round()), vec2(rect.right().round(), rect.bottom().round()));
        if shape.fill != Color32::TRANSPARENT {
            self.filled(rect, shape.corner_radius, straight(shape.fill), canvas);
        }
        if !shape.stroke.is_empty() {
            let grown = match shape.stroke_kind {
                StrokeKind::Inside => 0.0,
                StrokeKind::Middle => width * 0.5,
                StrokeKind::Outside => width,
            };
            let corner = f32::from(shape.corner_radius.nw) * self.unit;
            let corner = if corner > 0.0 { corner + grown } else { 0.0 };
            canvas.frame(rect.inset(-grown), corner, width, straight(shape.stroke.color));
        }
    }

    fn filled(self, rect: Rect, corners: CornerRadius, colour: Colour, canvas: &mut Canvas) {
        let CornerRadius { nw, ne, sw, se } = corners;
        if corners.is_same() {
            return canvas.rounded(rect, f32::from(nw) * self.unit, colour);
        }
        let mut points = Vec::new();
        for (corner, across, down, turn) in
            [(nw, 0.0, 0.0, 0.5), (ne, 1.0, 0.0, 0.75), (se, 1.0, 1.0, 1.0), (sw, 0.0, 1.0, 1.25)]
        {
            let r = (f32::from(corner) * self.unit).min(rect.w * 0.5).min(rect.h * 0.5);
            if r <= 0.0 {
                points.push(rect.at(across, down));
                continue;
            }
            let hub = rect.inset(r).at(across, down);
            outline::arc(hub, vec2(r, r), turn, turn + 0.25, outline::round_points(r) / 4 + 2, &mut points);
        }
        canvas.area(&points, colour);
    }

    /// Lay boxes over each other, each a little smaller than the one before.
    fn blurred(self, shape: &RectShape, rect: Rect, canvas: &mut Canvas) {
        let blur = shape.blur_width * self.unit;
        let colour = straight(shape.fill);
        let colour = colour.faded(1.0 / BLUR_LAYERS as f32);
        let corner = f32::from(shape.corner_radius.nw) * self.unit;
        for layer in 0..BLUR_LAYERS {
            let out = blur * (0.5 - (layer as f32 + 0.5) / BLUR_LAYERS as f32);
            canvas.rounded(rect.inset(-out), (corner + out).max(0.0), colour);
        }
    }

    fn text(self, text: &TextShape, canvas: &mut Canvas) {
        let mut letter = 0;
        let formats = Formats::of(&text.galley.job);
        for row in &text.galley.rows {
            let corner = self.point(text.pos + row.pos.to_vec2());
            let glyphs = row.visuals.glyph_vertex_range.clone();
            self.mesh(&row.visuals.mesh, corner, |vertex| !glyphs.contains(&vertex), canvas);
            self.row(text, row, formats.from(letter), canvas);
            letter += row.char_count_including_newline();
        }
        if !text.underline.is_empty() {
            let rect = text.galley.rect.translate(text.pos.to_vec2());
            self.segment([rect.left_bottom(), rect.right_bottom()], text.underline, canvas);
        }
    }

    /// Write a row: as many texts as there are styles in it.
    fn row<'a>(
        self,
        text: &TextShape,
        row: &PlacedRow,
        formats: impl Iterator<Item = &'a TextFormat>,
        canvas: &mut Canvas,
    ) {
        let styled: Vec<(&Glyph, &TextFormat)> = row.glyphs.iter().zip(formats).collect();
        for run in styled.chunk_by(|(_, a), (_, b)| std::ptr::eq(*a, *b)) {
            let (Some(first), Some((_, format))) = (run.iter().find(|(g, _)| !g.chr.is_whitespace()), run.first())
            else {
                continue;
            };
            let start = run.iter().position(|(g, _)| std::ptr::eq(*g, first.0)).unwrap_or(0);
            let letters: String =
                run[start..].iter().map(|(g, _)| if g.chr.is_whitespace() { ' ' } else { g.chr }).collect();
            let pen = text.pos + row.pos.to_vec2() + first.0.pos.to_vec2();
            let style = self.style(text, format);
            // Our texts lie by the middle of their capitals, egui's by the baseline.
            let at = self.point(pen) - vec2(0.0, style.size * CAPITALS * 0.5);
            canvas.text(at, style, letters.trim_end());
        }
    }

    fn style(self, text: &TextShape, format: &TextFormat) -> Style {
        let own = if format.color == Color32::PLACEHOLDER { text.fallback_color } else { format.color };
        let colour = straight(text.override_text_color.unwrap_or(own)).faded(text.opacity_factor);
        let weight = match &format.font_id.family {
            egui::FontFamily::Name(name) if &**name == BOLD => Weight::Bold,
            _ => Weight::Medium,
        };
        Style { weight, ..Style::new(format.font_id.size * self.unit, colour) }
    }

    /// Draw those triangles of a mesh whose first corner is wanted.
    fn mesh(self, mesh: &Mesh, from: Vec2, wanted: impl Fn(usize) -> bool, canvas: &mut Canvas) {
        let corners = mesh.indices.chunks_exact(3).filter(|triangle| wanted(triangle[0] as usize)).flatten();
        canvas.triangles(corners.filter_map(|place| {
            let vertex = mesh.vertices.get(*place as usize)?;
            Some((from + self.point(vertex.pos), straight(vertex.color)))
        }));
    }
}

/// The letter styles of a text, letter by letter.
struct Formats<'a> {
    job: &'a LayoutJob,
    /// Section of each letter.
    sections: Vec<usize>,
}

impl<'a> Formats<'a> {
    fn of(job: &'a LayoutJob) -> Self {
        let section_at = |byte: usize| job.sections.iter().position(|section| section.byte_range.contains(&byte));
        let sections = match job.sections.len() {
            0 | 1 => Vec::new(),
            _ => job.text.char_indices().map(|(byte, _)| section_at(byte).unwrap_or(0)).collect(),
        };
        Self { job, sections }
    }

    /// The styles from a letter on; beyond the end, where an ellipsis may stand, the last.
    fn from(&self, letter: usize) -> impl Iterator<Item = &'a TextFormat> + '_ {
        let last = self.sections.last().copied().unwrap_or(0);
        let rest = self.sections.get(letter..).unwrap_or_default().iter().copied();
        let job = self.job;
        rest.chain(std::iter::repeat(last)).map_while(move |section| Some(&job.sections.get(section)?.format))
    }
}

/// A colour of egui's, its opacity not multiplied in.
fn straight(colour: Color32) -> Colour {
    let [r, g, b, a] = colour.to_srgba_unmultiplied();
    Colour { r, g, b, a }
}
