//! The rail: a button for each panel, along the left edge of the field.

use crate::canvas::{Canvas, Layer, Style};
use crate::colour::{Colour, palette};
use crate::command::Command;
use crate::geometry::{Rect, Vec2, vec2};
use crate::layout::Layout;
use crate::panels::Panel;
use crate::repeat::End;

/// Height of a button at most, in units.
const BUTTON: f32 = 46.0;

/// A button of the rail.
#[derive(Debug, Clone, PartialEq)]
pub struct Button {
    /// Its box.
    pub rect: Rect,
    /// What it asks.
    pub command: Command,
    /// Its panel is shown.
    pub lit: bool,
    /// It would do something now.
    pub live: bool,
    face: Face,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Face {
    Contributions,
    Inspector,
    Timelines,
    Aftermath,
    Feed,
    Marker,
    From,
    To,
    Unset,
    Time,
    Veil,
    Leave,
}

impl Face {
    const ALL: [Self; 12] = [
        Self::Contributions,
        Self::Inspector,
        Self::Timelines,
        Self::Aftermath,
        Self::Feed,
        Self::Marker,
        Self::From,
        Self::To,
        Self::Unset,
        Self::Time,
        Self::Veil,
        Self::Leave,
    ];

    const fn words(self) -> (&'static str, &'static str) {
        match self {
            Self::Contributions => ("Contributions", "6"),
            Self::Inspector => ("Unit", "7"),
            Self::Timelines => ("Timelines", "8"),
            Self::Aftermath => ("Aftermath", "9"),
            Self::Feed => ("Journal", "J"),
            Self::Marker => ("Marker here: set or remove", "M"),
            Self::From => ("Repeat from here", "U"),
            Self::To => ("Repeat up to here", "I"),
            Self::Unset => ("Repeat nothing", "X"),
            Self::Time => ("Type a time to go to", "G"),
            Self::Veil => ("Hide what is not watched yet", "T"),
            Self::Leave => ("Leave the fight (Backspace)", "leave"),
        }
    }

    const fn command(self) -> Command {
        match self {
            Self::Contributions => Command::TogglePanel(Panel::Contributions),
            Self::Inspector => Command::TogglePanel(Panel::Inspector),
            Self::Timelines => Command::TogglePanel(Panel::Timelines),
            Self::Aftermath => Command::ToggleAftermath,
            Self::Feed => Command::ToggleFeed,
            Self::Marker => Command::ToggleMarker,
            Self::From => Command::SetRepeat(End::A),
            Self::To => Command::SetRepeat(End::B),
            Self::Unset => Command::ClearRepeat,
            Self::Time => Command::AskTime,
            Self::Veil => Command::ToggleSpoilerFree,
            Self::Leave => Command::Back,
        }
    }
}

/// What of the rail is on: each panel; and whether the fight's end is on the screen.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Lit {
    /// The contributions are shown.
    pub contributions: bool,
    /// The inspector is shown.
    pub inspector: bool,
    /// The timelines are shown.
    pub timelines: bool,
    /// The aftermath is shown.
    pub aftermath: bool,
    /// There is an aftermath to show.
    pub is_over: bool,
    /// The feed is shown.
    pub feed: bool,
    /// There is a marker at the cursor's tick.
    pub marked: bool,
    /// The ends of the repeated part that are set.
    pub ends: [bool; 2],
    /// What was not watched is hidden.
    pub spoiler_free: bool,
}

/// Lay out the buttons; none where there is no rail.
#[must_use]
pub fn buttons(layout: &Layout, lit: Lit) -> Vec<Button> {
    let Some(mut rail) = layout.rail else { return Vec::new() };
    let u = layout.unit;
    rail.cut_top(5.0 * u);
    let height = (rail.h / Face::ALL.len() as f32).min(BUTTON * u);
    let button = |face| {
        let rect = rail.cut_top(height);
        let (lit, live) = match face {
            Face::Contributions => (lit.contributions, true),
            Face::Inspector => (lit.inspector, true),
            Face::Timelines => (lit.timelines, true),
            Face::Aftermath => (lit.aftermath, lit.is_over),
            Face::Feed => (lit.feed, true),
            Face::Marker => (lit.marked, true),
            Face::From => (lit.ends[0], true),
            Face::To => (lit.ends[1], true),
            Face::Unset => (false, lit.ends != [false; 2]),
            Face::Veil => (lit.spoiler_free, true),
            Face::Time | Face::Leave => (false, true),
        };
        Button { rect, command: face.command(), lit, live, face }
    };
    Face::ALL.map(button).into()
}

/// A letter of the repeated part's ends.
fn draw_letter(canvas: &mut Canvas, at: Vec2, u: f32, ink: Colour, letter: &str) {
    canvas.text(at, Style::new(15.0 * u, ink).bold().centred(), letter);
}

/// Draw the rail.
pub fn draw(canvas: &mut Canvas, layout: &Layout, buttons: &[Button], hovered: Option<usize>) {
    let Some(rail) = layout.rail else { return };
    let u = layout.unit;
    canvas.layer(Layer::Panel);
    canvas.rect(rail, palette::BARK);
    canvas.rect(Rect::new(rail.right() - u.max(1.0), rail.y, u.max(1.0), rail.h), palette::RIM.faded(0.6));
    canvas.layer(Layer::Detail);
    for (place, button) in buttons.iter().enumerate() {
        let hovered = hovered == Some(place) && button.live;
        if button.lit || hovered {
            let fill = if button.lit { palette::AMBER.faded(0.16) } else { palette::BARK_RAISED };
            canvas.rounded(button.rect.inset_by(3.0 * u, 2.0 * u), 7.0 * u, fill);
        }
        let ink = match (button.live, button.lit, hovered) {
            (false, _, _) => palette::BONE_FAINT.faded(0.45),
            (true, true, _) => palette::AMBER,
            (true, false, true) => palette::BONE,
            (true, false, false) => palette::BONE_DIM,
        };
        draw_face(canvas, button.face, button.rect.centre() - vec2(0.0, 6.0 * u), u, ink);
        let key = Style::new(9.5 * u, ink.faded(0.8)).bold().centred();
        canvas.text(vec2(button.rect.centre().x, button.rect.bottom() - 10.0 * u), key, button.face.words().1);
    }
    if let Some(button) = hovered.and_then(|place| buttons.get(place)) {
        draw_tip(canvas, u, button);
    }
}

fn draw_tip(canvas: &mut Canvas, u: f32, button: &Button) {
    let words = match (button.face, button.live) {
        (Face::Aftermath, false) => "Aftermath: at the end of the fight",
        (face, _) => face.words().0,
    };
    let style = Style::new(12.0 * u, palette::BONE);
    let (w, h) = (crate::canvas::text_width(words, style) + 20.0 * u, 24.0 * u);
    let rect = Rect::new(button.rect.right() + 6.0 * u, button.rect.centre().y - h * 0.5, w, h);
    canvas.layer(Layer::Overlay);
    canvas.rounded(rect, 6.0 * u, palette::BARK_RAISED);
    canvas.frame(rect, 6.0 * u, u.max(1.0), palette::RIM);
    canvas.text(vec2(rect.x + 10.0 * u, rect.centre().y), style, words);
}

fn draw_face(canvas: &mut Canvas, face: Face, at: Vec2, u: f32, ink: Colour) {
    let point = |x: f32, y: f32| at + vec2(x, y) * u;
    let line = |canvas: &mut Canvas, from: Vec2, to: Vec2| canvas.line(from, to, 2.2 * u, ink);
    match face {
        Face::Contributions => {
            for (y, length) in [(-6.0, 14.0), (0.0, 9.0), (6.0, 5.0)] {
                line(canvas, point(-7.0, y), point(-7.0 + length, y));
            }
        }
        Face::Inspector => {
            canvas.ring(point(-1.5, -1.5), 5.5 * u, 2.0 * u, ink);
            line(canvas, point(3.0, 3.0), point(7.0, 7.0));
        }
        Face::Timelines => {
            line(canvas, point(-7.0, -4.0), point(7.0, -4.0));
            line(canvas, point(-3.0, -4.0), point(1.0, 5.0));
            line(canvas, point(1.0, 5.0), point(7.0, 5.0));
            canvas.circle(point(-3.0, -4.0), 3.0 * u, ink);
        }
        Face::Aftermath => {
            line(canvas, point(-5.0, -7.0), point(-5.0, 8.0));
            canvas.area(&[point(-5.0, -7.0), point(7.0, -3.5), point(-5.0, 1.0)], ink);
        }
        Face::Feed => {
            for (y, from) in [(-6.0, -3.0), (0.0, -3.0), (6.0, -3.0)] {
                canvas.circle(point(-6.5, y), 1.4 * u, ink);
                line(canvas, point(from, y), point(7.0, y));
            }
        }
        Face::Marker => {
            let left = [point(-5.0, -7.0), point(0.0, -7.0), point(0.0, 3.0), point(-5.0, 7.0)];
            let right = [point(0.0, -7.0), point(5.0, -7.0), point(5.0, 7.0), point(0.0, 3.0)];
            [left, right].iter().for_each(|half| canvas.area(half, ink));
        }
        Face::From => draw_letter(canvas, at, u, ink, "A"),
        Face::To => draw_letter(canvas, at, u, ink, "B"),
        Face::Unset => {
            line(canvas, point(-5.0, -5.0), point(5.0, 5.0));
            line(canvas, point(-5.0, 5.0), point(5.0, -5.0));
        }
        Face::Time => {
            canvas.ring(at, 6.5 * u, 2.0 * u, ink);
            line(canvas, at, point(0.0, -4.0));
            line(canvas, at, point(3.0, 1.5));
        }
        Face::Veil => {
            canvas.ring(at, 5.5 * u, 1.8 * u, ink);
            canvas.circle(at, 2.2 * u, ink);
            line(canvas, point(-7.0, 7.0), point(7.0, -7.0));
        }
        Face::Leave => {
            line(canvas, point(-7.0, 0.0), point(7.0, 0.0));
            line(canvas, point(-7.0, 0.0), point(-2.0, -5.0));
            line(canvas, point(-7.0, 0.0), point(-2.0, 5.0));
        }
    }
}
