//! The scoreboard: title, sides and badges, along the top.

use crate::canvas::{Canvas, Layer, Paint, Style, text_width, wrapped};
use crate::colour::{Colour, palette};
use crate::geometry::{Rect, Vec2, vec2};
use crate::layout::Layout;
use crate::sigils;
use crate::view::Side;

/// Sides that have less room than this, in units, say only how many they have left.
const SHORT_BELOW: f32 = 240.0;
/// Signs of single units are drawn up to here; beyond, a number says it.
const SIGNS_MAX: usize = 10;

/// Draw the top of the screen. `badges` are short words for the right corner.
pub fn draw(canvas: &mut Canvas, layout: &Layout, title: &str, sides: &[Side], badges: &[(&str, Colour)]) {
    let (u, top) = (layout.unit, layout.top);
    canvas.layer(Layer::Panel);
    canvas.rect(top, palette::BARK);
    canvas.rect(Rect::new(0.0, top.bottom() - u.max(1.0), top.w, u.max(1.0)), palette::RIM.faded(0.6));
    canvas.layer(Layer::Detail);
    let mut rest = top.inset_by(16.0 * u, 0.0);
    let corner = rest.w * 0.21;
    let left = rest.cut_left(corner);
    let right = rest.cut_right(corner);
    draw_title(canvas, u, left, title);
    draw_badges(canvas, u, right, badges);
    let each = rest.w / sides.len().max(1) as f32;
    for (place, side) in sides.iter().enumerate() {
        let room = rest.cut_left(each).inset_by(7.0 * u, 0.0);
        draw_side(canvas, u, room, place, side, sides.len() == 2 && place == 0);
    }
}

/// Titles that are too long for one line stand on two, smaller.
fn draw_title(canvas: &mut Canvas, u: f32, room: Rect, title: &str) {
    let (width, middle) = (room.w - 10.0 * u, room.centre().y);
    let large = Style::new(15.5 * u, palette::BONE).bold();
    let small = Style::new(13.0 * u, palette::BONE).bold();
    if text_width(title, large) <= width {
        canvas.text(vec2(room.x, middle), large, title);
        return;
    }
    let lines = wrapped(title, small, width);
    let first = lines.first().copied().unwrap_or_default();
    let rest = title[first.len()..].trim_start();
    canvas.text_within(vec2(room.x, middle - 8.5 * u), small, width, first);
    if !rest.is_empty() {
        canvas.text_within(vec2(room.x, middle + 8.5 * u), small, width, rest);
    }
}

fn draw_badges(canvas: &mut Canvas, u: f32, mut room: Rect, badges: &[(&str, Colour)]) {
    for (words, colour) in badges {
        let style = Style::new(11.5 * u, *colour).bold().centred();
        let width = (text_width(words, style) + 18.0 * u).min(room.w);
        let rect = Rect::around(room.cut_right(width).centre(), width, 22.0 * u);
        canvas.rounded(rect, 11.0 * u, colour.faded(0.14));
        canvas.frame(rect, 11.0 * u, u.max(1.0), colour.faded(0.45));
        canvas.text_within(rect.centre(), style, width - 14.0 * u, words);
        room.cut_right(6.0 * u);
    }
}

/// The first of two sides has its bar emptied toward the left, the second one's toward the right: whoever loses gives
/// way. `turned` is the first of two; of more, all are alike.
fn draw_side(canvas: &mut Canvas, u: f32, room: Rect, place: usize, side: &Side, turned: bool) {
    let colour = palette::side(place);
    let inner = |x: f32| if turned { room.right() - x } else { room.x + x };
    let toward = if turned { -1.0 } else { 1.0 };
    let y = room.y + 17.0 * u;
    let name = Style::new(13.5 * u, colour).bold();
    let name = if turned { name.right() } else { name };
    let end = canvas.text_within(vec2(inner(0.0), y), name, room.w * 0.4, &side.name).w + 14.0 * u;
    let short = room.w < SHORT_BELOW * u;
    let end = end + draw_signs(canvas, u, vec2(inner(end), y), toward, (place, side), short);
    // What it is about, or else its health in a number.
    let (style, words) = if side.note.is_empty() {
        (Style::new(12.0 * u, palette::BONE_DIM).tabular(), side.vigor.to_string())
    } else {
        (Style::new(12.0 * u, palette::BONE_DIM), side.note.clone())
    };
    let style = if turned { style } else { style.right() };
    let left = room.w - end - 10.0 * u;
    if left > 12.0 * u {
        canvas.text_within(vec2(inner(room.w), y), style, left, &words);
    }
    let bar = Rect::new(room.x, room.y + 31.0 * u, room.w, 9.0 * u);
    canvas.rounded(bar, 4.5 * u, palette::NIGHT);
    let part = (side.vigor.max(0) as f32 / side.vigor_max.max(1) as f32).clamp(0.0, 1.0);
    if part > 0.0 {
        let w = (bar.w * part).max(bar.h);
        let x = if turned { bar.right() - w } else { bar.x };
        canvas.rounded(Rect::new(x, bar.y, w, bar.h), 4.5 * u, Paint::Down(colour.lighter(0.12), colour.darker(0.22)));
    }
}

/// Draw how many are up; says how much room that took.
fn draw_signs(canvas: &mut Canvas, u: f32, from: Vec2, toward: f32, (place, side): (usize, &Side), short: bool) -> f32 {
    let colour = palette::side(place);
    let whole = side.up + side.gone;
    if whole > SIGNS_MAX {
        let style = Style::new(12.0 * u, colour).bold();
        let style = if toward < 0.0 { style.right() } else { style };
        let words = if short { side.up.to_string() } else { format!("{} of {whole}", side.up) };
        return canvas.text(from, style, &words).w;
    }
    for i in 0..whole {
        let at = vec2(from.x + toward * i as f32 * 13.0 * u, from.y);
        let up = i < side.up;
        sigils::side(canvas, place, at, 4.3 * u, if up { colour } else { palette::BONE_FAINT.faded(0.7) }, up);
    }
    whole as f32 * 13.0 * u
}
