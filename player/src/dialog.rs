//! The dialog: what went wrong and why, over whatever screen is shown. Any sign that it was read closes it.

use crate::canvas::{Canvas, Layer, Style, line_height, text_width, wrapped};
use crate::colour::palette;
use crate::geometry::{Rect, Vec2, vec2};
use crate::input::{Input, Key};
use crate::layout::unit_of;
use crate::screen::Fault;

/// Width of the dialog, in units.
const WIDTH: f32 = 600.0;
/// Part of the window's height that the words may take.
const WORDS_PART: f32 = 0.55;
/// Longest text that is shown, in letters; what reads files has bounds of its own.
const LETTERS_MAX: usize = 20_000;
/// Longest title, in letters; more does not fit anyway.
const TITLE_MAX: usize = 120;

/// A fault, being told.
#[derive(Debug)]
pub(crate) struct Dialog {
    fault: Fault,
    /// Lines above the first that is shown.
    scrolled: usize,
    /// A button of the mouse went down since it opened: only then its going up is a click.
    is_pressed: bool,
}

/// Where everything of a dialog lies.
struct Plan {
    unit: f32,
    panel: Rect,
    words: Rect,
    close: Rect,
    rows: usize,
}

impl Dialog {
    pub(crate) fn new(fault: Fault) -> Self {
        let words = fault.words.chars().take(LETTERS_MAX).map(|c| if c == '\t' { ' ' } else { c });
        let words = words.filter(|c| *c == '\n' || !c.is_control()).collect();
        let title = fault.title.chars().filter(|c| !c.is_control()).take(TITLE_MAX).collect();
        Self { fault: Fault { title, words }, scrolled: 0, is_pressed: false }
    }

    pub(crate) fn fault(&self) -> &Fault {
        &self.fault
    }

    /// Take in what a hand did. Says whether that closes it.
    pub(crate) fn input(&mut self, input: &Input, size: Vec2) -> bool {
        match *input {
            Input::Key(Key::Escape | Key::Enter | Key::Space, _) => return true,
            Input::Key(Key::Down, _) => self.scroll(1, size),
            Input::Key(Key::Up, _) => self.scroll(-1, size),
            Input::Key(Key::PageDown, _) => self.scroll(8, size),
            Input::Key(Key::PageUp, _) => self.scroll(-8, size),
            Input::Wheel(_, notches) if notches.is_finite() => self.scroll(-(notches * 3.0) as isize, size),
            Input::Press(..) => self.is_pressed = true,
            Input::Release(..) => return self.is_pressed,
            _ => {}
        }
        false
    }

    fn scroll(&mut self, lines: isize, size: Vec2) {
        let plan = self.plan(size);
        let last = self.lines(&plan).len().saturating_sub(plan.rows);
        self.scrolled = self.scrolled.saturating_add_signed(lines).min(last);
    }

    fn plan(&self, size: Vec2) -> Plan {
        let screen = Rect::new(0.0, 0.0, size.x, size.y);
        let unit = unit_of(size).min(size.x / (WIDTH + 24.0)).max(0.01);
        let (w, row) = (WIDTH * unit, row_height(unit));
        let inner = w - 56.0 * unit;
        let all = self.broken(unit, inner).len().max(1);
        let rows = all.min(((size.y * WORDS_PART) / row) as usize).max(1);
        let panel = Rect::around(screen.centre(), w, row * rows as f32 + 138.0 * unit);
        let words = Rect::new(panel.x + 28.0 * unit, panel.y + 64.0 * unit, inner, row * rows as f32);
        let close = Rect::new(panel.right() - 138.0 * unit, panel.bottom() - 52.0 * unit, 110.0 * unit, 30.0 * unit);
        Plan { unit, panel, words, close, rows }
    }

    fn lines(&self, plan: &Plan) -> Vec<&str> {
        self.broken(plan.unit, plan.words.w)
    }

    /// The words, long lines broken; words too long for a line are cut where they have to be.
    fn broken(&self, unit: f32, width: f32) -> Vec<&str> {
        let style = words_style(unit);
        let mut lines = Vec::new();
        for line in self.fault.words.lines() {
            let pieces = wrapped(line, style, width);
            if pieces.is_empty() {
                lines.push("");
            }
            for mut piece in pieces {
                loop {
                    let (head, rest) = piece.split_at(fitting(piece, style, width));
                    lines.push(head);
                    if rest.is_empty() {
                        break;
                    }
                    piece = rest;
                }
            }
        }
        lines
    }

    pub(crate) fn draw(&self, canvas: &mut Canvas) {
        let size = canvas.size();
        let plan = self.plan(size);
        let (u, panel) = (plan.unit, plan.panel);
        canvas.layer(Layer::Overlay);
        canvas.rect(Rect::new(0.0, 0.0, size.x, size.y), palette::NIGHT.faded(0.7));
        canvas.rounded(panel, 14.0 * u, palette::BARK);
        canvas.frame(panel, 14.0 * u, 1.5 * u, palette::RUST.faded(0.6));
        let head = Style::new(18.0 * u, palette::BONE).bold();
        canvas.circle(vec2(panel.x + 34.0 * u, panel.y + 36.0 * u), 6.0 * u, palette::RUST);
        canvas.text_within(vec2(panel.x + 52.0 * u, panel.y + 36.0 * u), head, panel.w - 80.0 * u, &self.fault.title);
        self.draw_words(canvas, &plan);
        canvas.rounded(plan.close, 7.0 * u, palette::AMBER);
        canvas.text(plan.close.centre(), Style::new(13.5 * u, palette::NIGHT).bold().centred(), "Go on");
        let hint = Style::new(11.5 * u, palette::BONE_FAINT);
        canvas.text(
            vec2(plan.words.x, plan.close.centre().y),
            hint,
            "Enter, Esc or a click closes this; Ctrl+Q closes all",
        );
    }

    fn draw_words(&self, canvas: &mut Canvas, plan: &Plan) {
        let style = words_style(plan.unit);
        let (lines, row) = (self.lines(plan), row_height(plan.unit));
        for (place, line) in lines.iter().skip(self.scrolled).take(plan.rows).enumerate() {
            canvas.text(vec2(plan.words.x, plan.words.y + row * (place as f32 + 0.5)), style, line);
        }
        if lines.len() > plan.rows {
            let track = Rect::new(plan.panel.right() - 16.0 * plan.unit, plan.words.y, 4.0 * plan.unit, plan.words.h);
            let part = |lines_above: usize| lines_above as f32 / lines.len() as f32 * track.h;
            let thumb = Rect { y: track.y + part(self.scrolled), h: part(plan.rows), ..track };
            canvas.rounded(track, 2.0 * plan.unit, palette::NIGHT);
            canvas.rounded(thumb, 2.0 * plan.unit, palette::RIM);
        }
    }
}

fn words_style(unit: f32) -> Style {
    Style::new(13.0 * unit, palette::BONE_DIM)
}

fn row_height(unit: f32) -> f32 {
    line_height(13.0 * unit) * 1.15
}

/// Bytes of the letters from the start that fit into a width; one letter at least.
fn fitting(text: &str, style: Style, width: f32) -> usize {
    let mut wide = 0.0;
    let over = text.char_indices().skip_while(|(at, letter)| {
        let end = at + letter.len_utf8();
        wide += text_width(&text[*at..end], style);
        wide <= width || *at == 0
    });
    over.map(|(at, _)| at).next().unwrap_or(text.len())
}
