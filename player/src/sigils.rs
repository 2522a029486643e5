//! Sigils: the small signs that screens share. Sides differ in shape as well as in colour.

use crate::canvas::Canvas;
use crate::colour::{Colour, palette};
use crate::geometry::{Vec2, vec2};

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

/// Draw a point at which a branch splits off.
pub fn split(canvas: &mut Canvas, at: Vec2, r: f32, colour: Colour) {
    let corners = [vec2(0.0, -r), vec2(r, 0.0), vec2(0.0, r), vec2(-r, 0.0)].map(|d| at + d);
    canvas.area(&corners, palette::NIGHT);
    canvas.closed_path(&corners, r * 0.42, colour);
}
