//! The help: every key, over the whole screen.

use crate::canvas::{Canvas, Layer, Style, text_width};
use crate::colour::palette;
use crate::geometry::{Rect, Vec2, vec2};
use crate::layout::Layout;

/// Keys and what they do, by group. [`crate::input`] is where they do it; a test holds the two together.
pub const KEYS: [(&str, &[(&str, &str)]); 5] = [
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
            ("L", "hold: 8× as long as it is down"),
            ("E", "stay at the recorder's head, or watch on"),
        ],
    ),
    (
        "Moments",
        &[
            ("N P", "next, previous fall; with Shift turning point"),
            ("O Shift+O", "next, previous order"),
            ("V Shift+V", "next, previous marker"),
            ("M Shift+M", "marker here: set or remove, name"),
            ("G", "type a time to go to"),
            ("U I X", "repeat from here, up to here, nothing"),
            ("Bar", "click or drag to go there"),
            ("Journal", "click a line to go there"),
        ],
    ),
    (
        "Orders",
        &[
            ("Click", "select; with Shift one more"),
            ("Drag", "select with a box"),
            ("Tab Shift+Tab", "select the next, previous unit"),
            ("R Shift+R", "retreat: selected, whole side"),
            ("F, click", "focus an enemy; or right-click it"),
            ("Right-click", "go there, with Shift at a run"),
            ("Ctrl+1 – 9, H F R", "what else the selected can be told"),
            ("1 – 4, click", "play a card there; twice: the other hand's"),
            ("Enter", "take a cook over, from here on; Esc gives it back"),
            ("[ ]", "timeline before, after"),
            ("Esc", "select nobody, close"),
        ],
    ),
    (
        "Panels",
        &[
            ("6", "who contributed what"),
            ("K Y", "next column, next stretch of time"),
            ("7", "one unit, closely"),
            ("8", "timelines"),
            ("F2 Delete", "name, delete the watched timeline"),
            ("Q", "side by side with the one before"),
            ("9", "aftermath, at the end"),
            ("Ctrl+S", "save the fight; with Shift a report"),
            ("Ctrl+E", "save a script that plays it again"),
            ("Ctrl+C", "copy the command that runs it again"),
            ("Ctrl+N", "rematch, next seed; with Shift a typed one"),
        ],
    ),
    (
        "View",
        &[
            ("Wheel + −", "closer, farther"),
            ("W A S D", "shift; or drag with the right button"),
            ("0", "the whole field"),
            ("Z, F5 – F8", "overlays: all or none, one by one"),
            ("C Shift+C", "follow the fight, the selected unit"),
            ("J", "journal; PageUp, PageDown scroll it"),
            ("T", "hide what is not watched yet"),
            ("H ?", "this help"),
            ("F12", "save a picture"),
            ("Backspace", "leave the fight; Ctrl+Q closes"),
        ],
    ),
];

/// What the hint line says in every game, most wanted first; what does not fit is left out.
const HINTS: [(&str, &str); 3] = [("Space", "play"), ("← →", "seek"), ("↑ ↓", "speed")];

/// What it says at the end.
const ALL_KEYS: (&str, &str) = ("H", "all keys");

/// What the keys do while a unit is taken over.
pub const REINS: &str = "arrows or W A S D walk    Space acts, held it works    1 – 8 another    P pauses    \
                         Ctrl+E saves the script    Esc gives back";

/// Draw the hint line: what is waited for, or the keys of every game and those of this one.
pub fn draw_hint(canvas: &mut Canvas, layout: &Layout, hint: Option<&str>, own: &[(&str, &str)]) {
    let u = layout.unit;
    canvas.layer(Layer::Detail);
    let mut at = vec2(layout.hint.x + 18.0 * u, layout.hint.centre().y - 1.0 * u);
    let (key, what) = (Style::new(11.0 * u, palette::BONE_DIM).bold(), Style::new(11.0 * u, palette::BONE_FAINT));
    if let Some(hint) = hint {
        canvas.text_within(at, Style::new(11.5 * u, palette::AMBER), layout.hint.w - 36.0 * u, hint);
        return;
    }
    for &(keys, words) in HINTS.iter().chain(own).chain([&ALL_KEYS]) {
        let width = text_width(keys, key) + text_width(words, what) + 26.0 * u;
        if at.x + width > layout.hint.right() {
            break;
        }
        let end = canvas.text(at, key, keys).right();
        at.x = canvas.text(vec2(end + 6.0 * u, at.y), what, words).right() + 20.0 * u;
    }
}

/// Columns that the groups stand in.
const COLUMNS: usize = 3;
/// Height of a line of the help, in units.
const LINE: f32 = 22.0;
/// Height of a group's head and of the room below the group, in units.
const HEAD: f32 = 48.0;
/// Room around everything and between columns, in units.
const MARGIN: f32 = 28.0;
/// Height of the help's own head, in units.
const TOP: f32 = 50.0;

type Group = (&'static str, &'static [(&'static str, &'static str)]);

/// Groups below each other, as wide as their texts need. All in units.
struct Column {
    groups: &'static [Group],
    keys_width: f32,
    width: f32,
    height: f32,
}

impl Column {
    fn of(groups: &'static [Group]) -> Self {
        let lines = || groups.iter().flat_map(|(_, keys)| keys.iter());
        let keys_width = lines().map(|(key, _)| text_width(key, key_style(1.0))).fold(0.0, f32::max) + 16.0;
        let words_width = lines().map(|(_, what)| text_width(what, what_style(1.0))).fold(0.0, f32::max);
        let height = groups.iter().map(|(_, keys)| HEAD + LINE * keys.len() as f32).sum();
        Self { groups, keys_width, width: keys_width + words_width, height }
    }
}

/// Share the groups out, in their order, so that the longest column is as short as can be.
fn columns() -> [Column; COLUMNS] {
    let count = KEYS.len();
    let cuts = (1..count).flat_map(|a| (a..count).map(move |b| (a, b)));
    let shared = cuts.map(|(a, b)| [&KEYS[..a], &KEYS[a..b], &KEYS[b..]].map(Column::of));
    let longest = |columns: &[Column; COLUMNS]| columns.iter().map(|c| c.height).fold(0.0, f32::max);
    shared.min_by(|a, b| longest(a).total_cmp(&longest(b))).expect("there are more groups than one")
}

fn key_style(u: f32) -> Style {
    Style::new(12.5 * u, palette::BONE).bold()
}

fn what_style(u: f32) -> Style {
    Style::new(12.5 * u, palette::BONE_DIM)
}

/// Draw the help.
pub fn draw(canvas: &mut Canvas, layout: &Layout) {
    canvas.layer(Layer::Overlay);
    canvas.rect(layout.screen, palette::NIGHT.faded(0.78));
    let columns = columns();
    let width = columns.iter().map(|column| column.width + MARGIN).sum::<f32>() + MARGIN;
    let height = columns.iter().map(|column| column.height).fold(0.0, f32::max) + TOP + MARGIN;
    // As large as the screen's own measure, but never larger than the window.
    let u = layout.unit.min(layout.screen.w / (width + 16.0)).min(layout.screen.h / (height + 16.0));
    let panel = Rect::around(layout.screen.centre(), width * u, height * u);
    canvas.rounded(panel, 14.0 * u, palette::BARK);
    canvas.frame(panel, 14.0 * u, 1.2 * u, palette::RIM);
    let mut inner = panel.inset_by(MARGIN * u, 0.0);
    let head = inner.cut_top(TOP * u);
    let title = Style::new(20.0 * u, palette::BONE).bold();
    canvas.text(vec2(head.x, head.y + 32.0 * u), title, "Keys and mouse");
    let close = Style::new(12.0 * u, palette::BONE_FAINT).right();
    canvas.text(vec2(head.right(), head.y + 32.0 * u), close, "H or Esc closes this");
    for column in &columns {
        draw_column(canvas, inner.at(0.0, 0.0), u, column);
        inner.cut_left((column.width + MARGIN) * u);
    }
}

fn draw_column(canvas: &mut Canvas, mut at: Vec2, u: f32, column: &Column) {
    for (title, keys) in column.groups {
        canvas.text(vec2(at.x, at.y + 22.0 * u), Style::new(13.0 * u, palette::AMBER).bold(), title);
        for (row, (key, what)) in keys.iter().enumerate() {
            let y = at.y + (46.0 + LINE * row as f32) * u;
            canvas.text(vec2(at.x, y), key_style(u), key);
            canvas.text(vec2(at.x + column.keys_width * u, y), what_style(u), what);
        }
        at.y += (HEAD + LINE * keys.len() as f32) * u;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_of_it_is_in_the_window_and_no_line_runs_into_another() {
        for size in [vec2(900.0, 600.0), vec2(1_280.0, 720.0), vec2(3_840.0, 2_160.0), vec2(320.0, 200.0)] {
            let mut canvas = Canvas::new(size);
            draw(&mut canvas, &Layout::of(size, true));
            let texts: Vec<(&str, Rect)> = canvas.texts().collect();
            assert_eq!(texts.len(), 2 + KEYS.iter().map(|(_, keys)| 1 + 2 * keys.len()).sum::<usize>());
            for (place, (text, rect)) in texts.iter().enumerate() {
                assert!(rect.x >= 0.0 && rect.right() <= size.x && rect.bottom() <= size.y, "{text} at {size:?}");
                let other = texts[place + 1..].iter().find(|(_, other)| other.overlaps(rect.inset(0.2)));
                assert!(other.is_none(), "{text} and {other:?} at {size:?}");
            }
        }
    }
}
