//! The help: every key, over the whole screen.

use crate::canvas::{Canvas, Layer, Style, text_width};
use crate::colour::palette;
use crate::geometry::{Rect, Vec2, vec2};
use crate::layout::Layout;

/// Keys and what they do, by group. [`crate::input`] is where they do it; a test holds the two together.
pub const KEYS: [(&str, &[(&str, &str)]); 4] = [
    (
        "Time",
        &[
            ("Space", "play or pause"),
            ("← →", "1 second back, on; with Shift 5"),
            (", .", "1 tick back, on"),
            ("Home End", "start, end"),
            ("↑ ↓", "faster, slower, down to −8×"),
            ("1 – 5", "½× 1× 2× 4× 8×"),
            ("B", "play the other way"),
        ],
    ),
    (
        "Moments",
        &[
            ("N P", "next, previous fall"),
            ("O Shift+O", "next, previous order"),
            ("[ ]", "timeline before, after"),
            ("T", "hide what is not watched yet"),
            ("Bar", "click or drag to go there"),
            ("Journal", "click a line to go there"),
        ],
    ),
    (
        "Orders",
        &[
            ("Click", "select; with Shift one more"),
            ("Drag", "select with a box"),
            ("Tab", "select the next unit"),
            ("R Shift+R", "retreat: selected, whole side"),
            ("F, click", "focus an enemy; or right-click it"),
            ("Esc", "select nobody, close"),
        ],
    ),
    (
        "View",
        &[
            ("Wheel + −", "closer, farther"),
            ("W A S D", "shift; or drag with the right button"),
            ("0", "the whole field"),
            ("C", "follow the fight"),
            ("J", "journal"),
            ("H ?", "this help"),
            ("F12", "save a picture"),
            ("Backspace", "leave the fight; Ctrl+Q closes"),
        ],
    ),
];

/// What the hint line says, most wanted first; what does not fit is left out.
const HINTS: [(&str, &str); 8] = [
    ("Space", "play"),
    ("← →", "seek"),
    ("↑ ↓", "speed"),
    ("N P", "falls"),
    ("Click", "select"),
    ("R", "retreat"),
    ("F", "focus"),
    ("H", "all keys"),
];

/// Draw the hint line.
pub fn draw_hint(canvas: &mut Canvas, layout: &Layout, hint: Option<&str>) {
    let u = layout.unit;
    canvas.layer(Layer::Detail);
    let mut at = vec2(layout.hint.x + 18.0 * u, layout.hint.centre().y - 1.0 * u);
    let (key, what) = (Style::new(11.0 * u, palette::BONE_DIM).bold(), Style::new(11.0 * u, palette::BONE_FAINT));
    if let Some(hint) = hint {
        canvas.text(at, Style::new(11.5 * u, palette::AMBER), hint);
        return;
    }
    for (keys, words) in HINTS {
        let width = text_width(keys, key) + text_width(words, what) + 26.0 * u;
        if at.x + width > layout.hint.right() {
            break;
        }
        let end = canvas.text(at, key, keys).right();
        at.x = canvas.text(vec2(end + 6.0 * u, at.y), what, words).right() + 20.0 * u;
    }
}

/// Draw the help.
pub fn draw(canvas: &mut Canvas, layout: &Layout) {
    canvas.layer(Layer::Overlay);
    canvas.rect(layout.screen, palette::NIGHT.faded(0.78));
    // As large as the screen's own measure, but never larger than the window.
    let u = layout.unit.min(layout.screen.w / 860.0).min(layout.screen.h / 524.0);
    let panel = Rect::around(layout.screen.centre(), 820.0 * u, 494.0 * u);
    canvas.rounded(panel, 14.0 * u, palette::BARK);
    canvas.frame(panel, 14.0 * u, 1.2 * u, palette::RIM);
    let mut inner = panel.inset(28.0 * u);
    let head = inner.cut_top(38.0 * u);
    canvas.text(vec2(head.x, head.y + 10.0 * u), Style::new(20.0 * u, palette::BONE).bold(), "Keys and mouse");
    let close = Style::new(12.0 * u, palette::BONE_FAINT).right();
    canvas.text(vec2(head.right(), head.y + 10.0 * u), close, "H or Esc closes this");
    let left = inner.cut_left(inner.w * 0.5);
    for (place, (title, keys)) in KEYS.iter().enumerate() {
        let column = if place % 2 == 0 { left } else { inner };
        let top = column.y + if place < 2 { 0.0 } else { 200.0 * u };
        draw_group(canvas, vec2(column.x, top), u, title, keys);
    }
}

fn draw_group(canvas: &mut Canvas, at: Vec2, u: f32, title: &str, keys: &[(&str, &str)]) {
    canvas.text(vec2(at.x, at.y + 8.0 * u), Style::new(13.0 * u, palette::AMBER).bold(), title);
    for (row, (key, what)) in keys.iter().enumerate() {
        let y = at.y + (34.0 + 22.0 * row as f32) * u;
        canvas.text(vec2(at.x, y), Style::new(12.5 * u, palette::BONE).bold(), key);
        canvas.text(vec2(at.x + 92.0 * u, y), Style::new(12.5 * u, palette::BONE_DIM), what);
    }
}
