//! Sigils: the small signs that screens share. Sides differ in shape as well as in colour.

use crate::canvas::{Canvas, Style};
use crate::colour::{Colour, palette};
use crate::geometry::{Rect, Vec2, vec2};

/// A sign on a button.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Sigil {
    /// A triangle: play.
    Play,
    /// Two bars: pause.
    Pause,
    /// A triangle to the left: play backwards.
    PlayBack,
    /// One step back.
    StepBack,
    /// One step on.
    StepOn,
    /// Back to the fall before.
    SkipBack,
    /// On to the next fall.
    SkipOn,
    /// Fast forward.
    Hurry,
    /// Less.
    Minus,
    /// More.
    Plus,
}

/// Draw a sign within a circle of this radius.
pub fn draw(canvas: &mut Canvas, sigil: Sigil, at: Vec2, r: f32, colour: Colour) {
    match sigil {
        Sigil::Play => triangle(canvas, at + vec2(r * 0.08, 0.0), r * 0.62, colour),
        Sigil::PlayBack => triangle(canvas, at - vec2(r * 0.08, 0.0), -r * 0.62, colour),
        Sigil::Pause => {
            bar(canvas, at - vec2(r * 0.26, 0.0), r * 0.5, r * 0.26, colour);
            bar(canvas, at + vec2(r * 0.26, 0.0), r * 0.5, r * 0.26, colour);
        }
        Sigil::StepOn => {
            triangle(canvas, at + vec2(r * 0.18, 0.0), r * 0.5, colour);
            bar(canvas, at - vec2(r * 0.42, 0.0), r * 0.42, r * 0.16, colour);
        }
        Sigil::StepBack => {
            triangle(canvas, at - vec2(r * 0.18, 0.0), -r * 0.5, colour);
            bar(canvas, at + vec2(r * 0.42, 0.0), r * 0.42, r * 0.16, colour);
        }
        Sigil::SkipOn => {
            triangle(canvas, at - vec2(r * 0.3, 0.0), r * 0.46, colour);
            triangle(canvas, at + vec2(r * 0.24, 0.0), r * 0.46, colour);
            bar(canvas, at + vec2(r * 0.66, 0.0), r * 0.42, r * 0.16, colour);
        }
        Sigil::SkipBack => {
            triangle(canvas, at + vec2(r * 0.3, 0.0), -r * 0.46, colour);
            triangle(canvas, at - vec2(r * 0.24, 0.0), -r * 0.46, colour);
            bar(canvas, at - vec2(r * 0.66, 0.0), r * 0.42, r * 0.16, colour);
        }
        Sigil::Hurry => {
            triangle(canvas, at - vec2(r * 0.36, 0.0), r * 0.52, colour);
            triangle(canvas, at + vec2(r * 0.32, 0.0), r * 0.52, colour);
        }
        Sigil::Minus => canvas.line(at - vec2(r * 0.4, 0.0), at + vec2(r * 0.4, 0.0), r * 0.2, colour),
        Sigil::Plus => {
            canvas.line(at - vec2(r * 0.4, 0.0), at + vec2(r * 0.4, 0.0), r * 0.2, colour);
            canvas.line(at - vec2(0.0, r * 0.4), at + vec2(0.0, r * 0.4), r * 0.2, colour);
        }
    }
}

fn triangle(canvas: &mut Canvas, at: Vec2, r: f32, colour: Colour) {
    let h = r.abs();
    canvas.area(&[at + vec2(r, 0.0), at + vec2(-r * 0.6, h * 0.95), at + vec2(-r * 0.6, -h * 0.95)], colour);
}

fn bar(canvas: &mut Canvas, at: Vec2, half: f32, width: f32, colour: Colour) {
    canvas.line(at - vec2(0.0, half), at + vec2(0.0, half), width, colour);
}

/// Draw the sign of a side: a disc, a diamond, a square, a triangle. Hollow for those who are gone.
pub fn side(canvas: &mut Canvas, side: usize, at: Vec2, r: f32, colour: Colour, full: bool) {
    let corners: &[(f32, f32)] = match side % palette::SIDES.len() {
        0 => {
            if full {
                canvas.circle(at, r, colour);
            } else {
                canvas.ring(at, r * 0.8, r * 0.35, colour);
            }
            return;
        }
        1 => &[(0.0, -1.2), (1.2, 0.0), (0.0, 1.2), (-1.2, 0.0)],
        2 => &[(-0.9, -0.9), (0.9, -0.9), (0.9, 0.9), (-0.9, 0.9)],
        _ => &[(0.0, -1.1), (1.0, 0.8), (-1.0, 0.8)],
    };
    let corners: Vec<Vec2> = corners.iter().map(|(x, y)| at + vec2(*x, *y) * if full { r } else { r * 0.85 }).collect();
    if full {
        canvas.area(&corners, colour);
    } else {
        canvas.closed_path(&corners, r * 0.35, colour);
    }
}

/// Draw a mark of a fall: the side's sign on a stem, its foot at `foot`.
pub fn fall(canvas: &mut Canvas, of_side: Option<usize>, foot: Vec2, h: f32) {
    let colour = of_side.map_or(palette::BONE_DIM, palette::side);
    let (head, r) = (foot - vec2(0.0, h * 0.66), h * 0.34);
    canvas.line(foot, head, h * 0.12, colour);
    side(canvas, of_side.unwrap_or(0), head, r * 1.4, palette::BARK, true);
    side(canvas, of_side.unwrap_or(0), head, r, colour, true);
}

/// Draw a mark of an order: a small flag with its foot at `at`.
pub fn flag(canvas: &mut Canvas, at: Vec2, h: f32, colour: Colour) {
    canvas.line(at, at - vec2(0.0, h), h * 0.14, colour);
    let top = at - vec2(0.0, h);
    canvas.area(&[top, top + vec2(h * 0.7, h * 0.28), top + vec2(0.0, h * 0.56)], colour);
}

/// Draw a star with five points.
pub fn star(canvas: &mut Canvas, at: Vec2, r: f32, colour: Colour) {
    let corner = |place: u32| {
        let long = if place.is_multiple_of(2) { r } else { r * 0.45 };
        at + Vec2::at_turn(place as f32 * 0.1 - 0.25) * long
    };
    let corners: Vec<Vec2> = (0..10).map(corner).collect();
    canvas.closed_path(&corners, r * 0.4, palette::BARK);
    canvas.area(&corners, colour);
}

/// Draw a cross: something was missed.
pub fn cross(canvas: &mut Canvas, at: Vec2, r: f32, colour: Colour) {
    for (ink, width) in [(palette::BARK, 1.1), (colour, 0.6)] {
        canvas.line(at + vec2(-r, -r), at + vec2(r, r), r * width, ink);
        canvas.line(at + vec2(r, -r), at + vec2(-r, r), r * width, ink);
    }
}

/// Draw a flame that stands on a spot.
pub fn flame(canvas: &mut Canvas, foot: Vec2, h: f32) {
    let outline = |size: f32| {
        let points = [(0.0, -1.0), (0.24, -0.62), (0.36, -0.3), (0.2, 0.0), (-0.2, 0.0), (-0.36, -0.3), (-0.14, -0.52)];
        points.map(|(x, y)| foot + vec2(x, y) * (h * size))
    };
    canvas.closed_path(&outline(1.0), h * 0.16, palette::BARK);
    canvas.area(&outline(1.0), palette::RUST);
    canvas.area(&outline(0.6), palette::AMBER);
}

/// Draw a handle of the repeated part: its letter on a tab, its stem down to `foot`.
pub fn handle(canvas: &mut Canvas, tab: Rect, foot: Vec2, u: f32, letter: &str, held: bool) {
    let colour = if held { palette::AMBER.lighter(0.4) } else { palette::AMBER };
    canvas.line(vec2(foot.x, tab.y + 2.0 * u), foot, 1.6 * u, colour);
    canvas.rounded(tab, 3.0 * u, colour);
    canvas.text(tab.centre(), Style::new(10.0 * u, palette::NIGHT).bold().centred(), letter);
}

/// Draw a marker: a ribbon hung in at the top, its stem down to `foot`.
pub fn ribbon(canvas: &mut Canvas, tab: Rect, foot: Vec2, u: f32, hovered: bool) {
    let colour = if hovered { palette::VIOLET.lighter(0.4) } else { palette::VIOLET };
    canvas.line(vec2(foot.x, tab.y), foot, 1.2 * u, colour.faded(0.75));
    let ribbon = tab.inset_by(2.0 * u, 0.5 * u);
    let notch = vec2(foot.x, ribbon.bottom() - 3.0 * u);
    let corners = [ribbon.at(0.0, 0.0), ribbon.at(1.0, 0.0), ribbon.at(1.0, 1.0), notch, ribbon.at(0.0, 1.0)];
    canvas.area(&corners, colour);
}

/// Draw a point at which a branch splits off.
pub fn split(canvas: &mut Canvas, at: Vec2, r: f32, colour: Colour) {
    let corners = [vec2(0.0, -r), vec2(r, 0.0), vec2(0.0, r), vec2(-r, 0.0)].map(|d| at + d);
    canvas.area(&corners, palette::NIGHT);
    canvas.closed_path(&corners, r * 0.42, colour);
}
