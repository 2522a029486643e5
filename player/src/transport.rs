//! The transport: buttons, speed and times, on one line between field and bar.

use crate::canvas::{Canvas, Layer, Style, text_width};
use crate::colour::palette;
use crate::command::Command;
use crate::geometry::{Rect, vec2};
use crate::layout::{Layout, clock};
use crate::playback::{Moment, Playback};
use crate::sigils::{self, Sigil};

/// A button: where it is, what it asks, what it looks like.
#[derive(Debug, Clone, PartialEq)]
pub struct Button {
    /// Its box.
    pub rect: Rect,
    /// What it asks.
    pub command: Command,
    face: Face,
    /// It stands for something that is on now.
    lit: bool,
    /// It would do something now.
    live: bool,
}

#[derive(Debug, Clone, PartialEq)]
enum Face {
    Round(Sigil),
    Sigil(Sigil),
    Words { words: &'static str, key: &'static str },
}

/// What the transport shows besides the playback.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Switches {
    /// Someone is selected.
    pub selected: bool,
    /// An enemy is being chosen.
    pub aiming: bool,
    /// The feed is shown.
    pub feed: bool,
    /// The help is shown.
    pub help: bool,
    /// Units can be told to retreat and to go for an enemy in this game.
    pub obeys: bool,
    /// Orders can be given now: the rules are at hand.
    pub orders: bool,
}

/// Lay out the buttons.
#[must_use]
pub fn buttons(layout: &Layout, playback: &Playback, switches: Switches) -> Vec<Button> {
    let u = layout.unit;
    let mut rest = layout.transport.inset_by(16.0 * u, 0.0);
    let mut all = Vec::with_capacity(13);
    let playing = playback.is_playing();
    let play = match (playing, playback.speed().is_backwards()) {
        (true, _) => Sigil::Pause,
        (false, false) => Sigil::Play,
        (false, true) => Sigil::PlayBack,
    };
    let mut sign = |command, sigil, width: f32, live| {
        let rect = rest.cut_left(width * u).inset_by(0.0, 6.0 * u);
        let face = if width > 40.0 { Face::Round(sigil) } else { Face::Sigil(sigil) };
        let lit = width > 40.0 || sigil == Sigil::Hurry && playback.is_hurried();
        all.push(Button { rect, command, face, lit, live });
    };
    sign(Command::PreviousFall, Sigil::SkipBack, 34.0, true);
    sign(Command::Step(-1), Sigil::StepBack, 30.0, true);
    sign(Command::TogglePlay, play, 44.0, true);
    sign(Command::Step(1), Sigil::StepOn, 30.0, true);
    sign(Command::NextFall, Sigil::SkipOn, 34.0, true);
    sign(Command::Hurry(true), Sigil::Hurry, 32.0, true);
    rest.cut_left(SPEED_GAP * u);
    let slower = rest.cut_left(22.0 * u);
    rest.cut_left(SPEED_WIDTH * u);
    let faster = rest.cut_left(22.0 * u);
    for (rect, command, sigil) in [(slower, Command::Slower, Sigil::Minus), (faster, Command::Faster, Sigil::Plus)] {
        let rect = rect.inset_by(0.0, 8.0 * u);
        all.push(Button { rect, command, face: Face::Sigil(sigil), lit: false, live: true });
    }
    let worded = [
        ("Help", "H", Command::ToggleHelp, switches.help, true),
        ("Journal", "J", Command::ToggleFeed, switches.feed, true),
        ("Focus", "F", Command::AimFocus, switches.aiming, switches.orders),
        ("Retreat", "R", Command::Retreat, false, switches.orders && switches.selected),
    ];
    for (words, key, command, lit, live) in worded.into_iter().take(if switches.obeys { 4 } else { 2 }) {
        let width = text_width(words, word_style(u)) + text_width(key, key_style(u)) + 34.0 * u;
        let rect = rest.cut_right(width).inset_by(3.0 * u, 8.0 * u);
        all.push(Button { rect, command, face: Face::Words { words, key }, lit, live });
    }
    all
}

/// Room between the buttons and the speed, in units.
const SPEED_GAP: f32 = 14.0;
/// Room for the speed itself, in units.
const SPEED_WIDTH: f32 = 38.0;
/// Where the times begin, from the left edge of the window, in units.
const TIMES_FROM: f32 = 16.0 + 34.0 + 30.0 + 44.0 + 30.0 + 34.0 + 32.0 + SPEED_GAP + 22.0 + SPEED_WIDTH + 22.0 + 16.0;

fn word_style(u: f32) -> Style {
    Style::new(12.5 * u, palette::BONE)
}

fn key_style(u: f32) -> Style {
    Style::new(10.5 * u, palette::BONE_DIM).bold()
}

/// Draw the transport.
pub fn draw(canvas: &mut Canvas, layout: &Layout, playback: &Playback, buttons: &[Button], hovered: Option<usize>) {
    let u = layout.unit;
    draw_board(canvas, layout);
    for (place, button) in buttons.iter().enumerate() {
        draw_button(canvas, u, button, hovered == Some(place));
    }
    draw_speed(canvas, layout, playback);
    draw_times(canvas, layout, playback, buttons);
}

/// Draw what the transport and the bar stand on.
pub fn draw_board(canvas: &mut Canvas, layout: &Layout) {
    canvas.layer(Layer::Panel);
    let board = Rect::new(0.0, layout.transport.y, layout.screen.w, layout.screen.bottom() - layout.transport.y);
    canvas.rect(board, palette::BARK);
    canvas.rect(Rect::new(0.0, board.y, board.w, layout.unit.max(1.0)), palette::RIM.faded(0.6));
    canvas.layer(Layer::Detail);
}

fn draw_button(canvas: &mut Canvas, u: f32, button: &Button, hovered: bool) {
    let rect = button.rect;
    let middle = rect.centre();
    let ink = if button.live { palette::BONE } else { palette::BONE_FAINT.faded(0.6) };
    match &button.face {
        Face::Round(sigil) => {
            let r = rect.h.min(rect.w) * 0.5;
            let fill = if hovered { palette::AMBER.lighter(0.25) } else { palette::AMBER };
            canvas.circle(middle, r, fill);
            sigils::draw(canvas, *sigil, middle, r * 0.72, palette::NIGHT);
        }
        Face::Sigil(sigil) => {
            if hovered {
                canvas.rounded(rect.inset_by(1.0 * u, 1.0 * u), 6.0 * u, palette::BARK_RAISED);
            }
            sigils::draw(
                canvas,
                *sigil,
                middle,
                9.5 * u,
                if button.lit {
                    palette::AMBER
                } else if hovered {
                    palette::BONE
                } else {
                    palette::BONE_DIM
                },
            );
        }
        Face::Words { words, key } => {
            let fill = if button.lit {
                palette::AMBER.faded(0.22)
            } else if hovered && button.live {
                palette::BARK_RAISED.lighter(0.06)
            } else {
                palette::BARK_RAISED
            };
            canvas.rounded(rect, 6.0 * u, if button.live { fill } else { fill.faded(0.5) });
            if button.lit {
                canvas.frame(rect, 6.0 * u, 1.2 * u, palette::AMBER.faded(0.8));
            }
            let word = canvas.text(vec2(rect.x + 9.0 * u, middle.y), Style { colour: ink, ..word_style(u) }, words);
            let cap =
                Rect::new(word.right() + 6.0 * u, middle.y - 7.5 * u, rect.right() - word.right() - 12.0 * u, 15.0 * u);
            canvas.rounded(cap, 3.5 * u, palette::NIGHT.faded(0.55));
            let colour = if button.live { palette::BONE_DIM } else { palette::BONE_FAINT.faded(0.6) };
            canvas.text(cap.centre(), Style { colour, ..key_style(u).centred() }, key);
        }
    }
}

fn draw_speed(canvas: &mut Canvas, layout: &Layout, playback: &Playback) {
    let u = layout.unit;
    let left = TIMES_FROM - 16.0 - 22.0 - SPEED_WIDTH;
    let at = vec2((left + SPEED_WIDTH * 0.5) * u, layout.transport.centre().y);
    let colour = match playback.pace() {
        _ if playback.is_hurried() => palette::AMBER,
        pace if pace.is_backwards() => palette::VIOLET,
        _ => palette::BONE,
    };
    canvas.text(at, Style::new(14.5 * u, colour).bold().centred(), &playback.pace().label());
}

fn draw_times(canvas: &mut Canvas, layout: &Layout, playback: &Playback, buttons: &[Button]) {
    let u = layout.unit;
    let right = buttons.last().map_or(layout.screen.right(), |button| button.rect.x) - 10.0 * u;
    let y = layout.transport.centre().y;
    let now = Style::new(17.0 * u, palette::BONE).bold().tabular();
    let rect = canvas.text(vec2(TIMES_FROM * u, y), now, &clock(playback.cursor(), playback.hz()));
    let whole = if playback.is_complete() && playback.may_show(playback.head()) {
        clock(Moment::of_tick(playback.head()), playback.hz())
    } else {
        "–:––".to_owned()
    };
    let small = Style::new(12.5 * u, palette::BONE_DIM).tabular();
    let rect = canvas.text(vec2(rect.right() + 6.0 * u, y + 1.5 * u), small, &format!("/ {whole}"));
    let state = if playback.is_waiting() {
        "waiting for the recorder".to_owned()
    } else if playback.is_following() {
        "at the recorder's head".to_owned()
    } else {
        format!("tick {}", playback.cursor().tick())
    };
    let at = vec2(rect.right() + 14.0 * u, y + 1.5 * u);
    let faint = Style::new(12.0 * u, palette::BONE_FAINT).tabular();
    if at.x + text_width(&state, faint) < right {
        canvas.text(at, faint, &state);
    }
}
