//! The feed: the journal in words, up to the cursor. It follows the cursor; a click on a line leads there.

use crate::annals::Line;
use crate::canvas::{Canvas, Layer, Style, wrapped};
use crate::colour::{Colour, palette};
use crate::geometry::{Rect, vec2};
use crate::layout::{Layout, clock};
use crate::playback::Moment;
use crate::view::MarkKind;

/// Height of a line of letters, in units.
const LETTERS: f32 = 16.0;
/// Room between two lines of the feed, in units.
const GAP: f32 = 5.0;
/// Width of the time at a line's head, in units.
const TIME: f32 = 44.0;

/// A line of the feed with its place on the screen.
#[derive(Debug, Clone, PartialEq)]
pub struct Placed<'a> {
    /// Its box.
    pub rect: Rect,
    /// The line.
    pub line: &'a Line,
    rows: Vec<&'a str>,
}

/// Lay out the lines that are seen, latest at the bottom, `scrolled` lines back.
#[must_use]
pub fn placed<'a>(layout: &Layout, lines: &'a [Line], scrolled: usize) -> Vec<Placed<'a>> {
    let Some(panel) = layout.feed else { return Vec::new() };
    let u = layout.unit;
    let mut room = panel.inset_by(10.0 * u, 8.0 * u);
    room.cut_top(28.0 * u);
    let width = room.w - (TIME + 12.0) * u;
    let mut seen = Vec::new();
    for line in lines[..lines.len().saturating_sub(scrolled)].iter().rev() {
        let rows = wrapped(&line.text, text_style(u, palette::BONE), width);
        let height = (rows.len().max(1) as f32 * LETTERS + GAP) * u;
        if height > room.h {
            break;
        }
        seen.push(Placed { rect: room.cut_bottom(height), line, rows });
    }
    seen
}

/// How far back the feed can be scrolled.
#[must_use]
pub fn scroll_max(lines: &[Line]) -> usize {
    lines.len().saturating_sub(3)
}

/// Draw the feed. `now` is the tick under the cursor: its lines stand out, older ones fade.
pub fn draw(canvas: &mut Canvas, layout: &Layout, placed: &[Placed<'_>], hovered: Option<usize>, now: Moment, hz: u32) {
    let Some(panel) = layout.feed else { return };
    let u = layout.unit;
    canvas.layer(Layer::Panel);
    canvas.rect(panel, palette::BARK);
    canvas.rect(Rect::new(panel.x, panel.y, u.max(1.0), panel.h), palette::RIM.faded(0.6));
    canvas.layer(Layer::Detail);
    let head = vec2(panel.x + 16.0 * u, panel.y + 20.0 * u);
    canvas.text(head, Style::new(13.0 * u, palette::BONE_DIM).bold(), "Journal");
    if placed.is_empty() {
        let at = vec2(head.x, head.y + 26.0 * u);
        canvas.text(at, Style::new(12.5 * u, palette::BONE_FAINT), "Nothing has happened yet.");
    }
    for (place, entry) in placed.iter().enumerate() {
        draw_line(canvas, u, entry, hovered == Some(place), now, hz);
    }
}

fn draw_line(canvas: &mut Canvas, u: f32, entry: &Placed<'_>, hovered: bool, now: Moment, hz: u32) {
    let (rect, line) = (entry.rect, entry.line);
    if hovered {
        canvas.rounded(rect.inset_by(0.0, 0.5 * u), 5.0 * u, palette::BARK_RAISED);
    }
    let age_seconds = (now.ticks() - f64::from(line.tick)) as f32 / hz as f32;
    let strength = if hovered { 1.0 } else { (1.15 - age_seconds * 0.05).clamp(0.62, 1.0) };
    let stripe = Rect::new(rect.x + 4.0 * u, rect.y + 4.0 * u, 3.0 * u, rect.h - 8.0 * u);
    canvas.rounded(stripe, 1.5 * u, line_colour(line).faded(strength));
    let y = rect.y + (GAP * 0.5 + LETTERS * 0.5) * u;
    let time = Style::new(11.0 * u, palette::BONE_FAINT).tabular();
    canvas.text(vec2(rect.x + 13.0 * u, y), time, &clock(Moment::of_tick(line.tick), hz));
    let style = text_style(u, text_colour(line).faded(strength));
    for (row, letters) in entry.rows.iter().enumerate() {
        canvas.text(vec2(rect.x + (TIME + 10.0) * u, y + row as f32 * LETTERS * u), style, letters);
    }
}

fn text_style(u: f32, colour: Colour) -> Style {
    Style::new(12.5 * u, colour)
}

fn text_colour(line: &Line) -> Colour {
    match line.mark {
        Some(MarkKind::Order) => palette::LICHEN,
        Some(MarkKind::Refusal | MarkKind::Loss | MarkKind::Mishap) => palette::RUST,
        Some(MarkKind::Gain) => palette::AMBER,
        Some(MarkKind::Denial) => palette::BONE_DIM,
        Some(MarkKind::Fall) => palette::BONE.lighter(0.5),
        _ => palette::BONE,
    }
}

fn line_colour(line: &Line) -> Colour {
    match (line.mark, line.side) {
        (Some(MarkKind::Order), _) => palette::LICHEN,
        (Some(MarkKind::Refusal | MarkKind::Loss | MarkKind::Mishap | MarkKind::Denial), _) => palette::RUST,
        (Some(MarkKind::Gain), _) => palette::AMBER,
        (_, Some(side)) => palette::side(side),
        _ => palette::BONE_FAINT,
    }
}
