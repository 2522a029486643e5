//! The prompt: a small field in which a person types a time to go to, or the name of a marker.

use crate::canvas::{Canvas, Layer, Style, text_width};
use crate::colour::palette;
use crate::geometry::{Rect, vec2};
use crate::layout::Layout;
use crate::markers::NAME_MAX;
use crate::playback::Moment;

/// Letters of a time at most.
const TIME_MAX: usize = 16;

/// Digits of a seed at most.
const SEED_MAX: usize = 20;

/// What is asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Asked {
    /// A time to go to.
    Time,
    /// The name of the marker at a tick.
    Name(u32),
    /// The name of the timeline at a place.
    Branch(usize),
    /// Whether the timeline at a place should be taken away.
    Delete(usize),
    /// The seed of a rematch.
    Seed,
}

/// An open field.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Prompt {
    /// What is asked for.
    pub asked: Asked,
    /// What is typed so far.
    pub text: String,
    /// What is wrong with what was entered.
    pub fault: Option<String>,
}

impl Prompt {
    /// Open a field with a text in it.
    #[must_use]
    pub fn new(asked: Asked, text: &str) -> Self {
        Self { asked, text: text.to_owned(), fault: None }
    }

    /// Type a sign; more than there is room for is not taken.
    pub fn sign(&mut self, sign: char) {
        let most = match self.asked {
            Asked::Time => TIME_MAX,
            Asked::Name(_) | Asked::Branch(_) => NAME_MAX,
            Asked::Seed => SEED_MAX,
            Asked::Delete(_) => 0,
        };
        if !sign.is_control() && self.text.chars().count() < most {
            self.text.push(sign);
            self.fault = None;
        }
    }

    /// Take back the last sign.
    pub fn erase(&mut self) {
        self.text.pop();
        self.fault = None;
    }
}

/// Read a time as a person types it: `1:08.3`, `68.3` (seconds), `t683` (a tick).
///
/// # Errors
/// What would be right.
pub fn read_time(text: &str, hz: u32) -> Result<Moment, String> {
    let wrong = || "a time is 1:08.3, 68.3 or a tick t683".to_owned();
    let text = text.trim();
    if let Some(tick) = text.strip_prefix(['t', 'T']) {
        let tick = tick.trim_start();
        let sound = !tick.is_empty() && tick.bytes().all(|b| b.is_ascii_digit());
        return if sound { Ok(Moment::of_tick(tick.parse().unwrap_or(u32::MAX))) } else { Err(wrong()) };
    }
    let (minutes, seconds) = text.split_once(':').map_or((None, text), |(m, s)| (Some(m), s));
    let minutes = minutes.map_or(Some(0), |minutes| digits(minutes, 6)).ok_or_else(wrong)?;
    let (seconds, part) = seconds.split_once(['.', ',']).unwrap_or((seconds, "0"));
    let seconds = digits(seconds, 6).ok_or_else(wrong)?;
    // Thousandths: as many of the digits behind the point as there are.
    let thousandths = digits(part, 9).map(|_| format!("{part:0<3.3}")).ok_or_else(wrong)?;
    let thousandths: i64 = thousandths.parse().map_err(|_| wrong())?;
    let millis = (minutes * 60 + seconds) * 1_000 + thousandths;
    Ok(Moment::of_tick(0).after_millis(millis, hz))
}

fn digits(text: &str, most: usize) -> Option<i64> {
    let sound = (1..=most).contains(&text.len()) && text.bytes().all(|b| b.is_ascii_digit());
    sound.then(|| text.parse().ok()).flatten()
}

/// Where the prompt lies: at the foot of the field, in the middle.
#[must_use]
pub fn rect(layout: &Layout, prompt: &Prompt) -> Rect {
    let u = layout.unit;
    let wide: f32 = match prompt.asked {
        Asked::Time | Asked::Seed => 280.0,
        Asked::Name(_) | Asked::Branch(_) | Asked::Delete(_) => 460.0,
    };
    let w = (wide * u).min(layout.field.w);
    let h = (96.0 * u).min(layout.field.h);
    let y = (layout.field.bottom() - h - 14.0 * u).max(layout.field.y);
    Rect::new(layout.field.centre().x - w * 0.5, y, w, h)
}

const KEEPS: &str = "Enter keeps it, Esc leaves it as it was";

/// Draw the prompt.
pub fn draw(canvas: &mut Canvas, layout: &Layout, prompt: &Prompt) {
    let (u, panel) = (layout.unit, rect(layout, prompt));
    canvas.layer(Layer::Overlay);
    canvas.rounded(panel, 10.0 * u, palette::BARK.faded(0.97));
    canvas.frame(panel, 10.0 * u, 1.2 * u, palette::RIM);
    let inner = panel.inset_by(16.0 * u, 0.0);
    let (title, about) = match prompt.asked {
        Asked::Time => ("Go to", "1:08.3 or 68.3, or a tick as t683"),
        Asked::Name(_) => ("Name this marker", KEEPS),
        Asked::Branch(_) => ("Name this timeline", KEEPS),
        Asked::Delete(_) => ("Delete this timeline?", "Enter deletes it, Esc keeps it"),
        Asked::Seed => ("Rematch under the seed", "a whole number; nothing is the next one"),
    };
    canvas.text(vec2(inner.x, panel.y + 18.0 * u), Style::new(12.0 * u, palette::BONE_DIM).bold(), title);
    let field = Rect::new(inner.x, panel.y + 31.0 * u, inner.w, 30.0 * u);
    canvas.rounded(field, 6.0 * u, palette::NIGHT);
    canvas.frame(field, 6.0 * u, 1.2 * u, if prompt.fault.is_some() { palette::RUST } else { palette::AMBER });
    let style = Style::new(15.0 * u, palette::BONE).tabular();
    let room = field.w - 22.0 * u;
    let shown = tail(&prompt.text, style, room);
    let end = canvas.text(vec2(field.x + 10.0 * u, field.centre().y), style, shown).right();
    let caret = end.max(field.x + 10.0 * u) + 1.5 * u;
    canvas.rect(Rect::new(caret, field.y + 7.0 * u, 1.6 * u, field.h - 14.0 * u), palette::AMBER);
    let below = vec2(inner.x, panel.y + 78.0 * u);
    let (words, colour) = prompt.fault.as_deref().map_or((about, palette::BONE_FAINT), |fault| (fault, palette::RUST));
    canvas.text_within(below, Style::new(11.5 * u, colour), inner.w, words);
}

/// The end of a text, as much as fits.
fn tail(text: &str, style: Style, width: f32) -> &str {
    let starts = text.char_indices().map(|(at, _)| &text[at..]);
    starts.into_iter().find(|rest| text_width(rest, style) <= width).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::layout::clock;

    #[test]
    fn times_are_read_as_they_are_written() {
        for (text, tick) in [
            ("1:08.3", 683),
            ("68.3", 683),
            ("0:12", 120),
            ("12", 120),
            (" t683 ", 683),
            ("T 0", 0),
            ("100:00,5", 60_005),
        ] {
            assert_eq!(read_time(text, 10), Ok(Moment::of_tick(tick)), "{text}");
        }
        for tick in [0, 7, 599, 600, 683, 17_999] {
            let moment = Moment::of_tick(tick);
            assert_eq!(read_time(&clock(moment, 10), 10), Ok(moment));
        }
        assert_eq!(read_time("0:01.05", 10), Ok(Moment::between(10, 0.5)));
        assert_eq!(read_time("t99999999999999", 10), Ok(Moment::of_tick(u32::MAX)));
    }

    #[test]
    fn what_is_no_time_is_told_so() {
        for text in ["", "t", "t-1", "tick 5", "-3", "1:", ":5", "1:2:3", "1.2.3", "1e3", "½", "nan", "9999999"] {
            assert!(read_time(text, 10).is_err_and(|why| why.contains("1:08.3")), "{text}");
        }
    }

    #[test]
    fn a_long_text_shows_its_end() {
        let style = Style::new(14.0, palette::BONE);
        let text = "a name that is much longer than there is room for";
        let shown = tail(text, style, 100.0);
        assert!(text.ends_with(shown) && shown.len() > 5 && text_width(shown, style) <= 100.0);
    }
}
