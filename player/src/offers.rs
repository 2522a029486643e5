//! The offers: what else the selected can be told, as buttons over their card.

use crate::canvas::{Canvas, Layer, Style, text_width};
use crate::colour::palette;
use crate::geometry::{Rect, vec2};
use crate::layout::Layout;
use crate::view::Offer;

/// The key of the theatre's own offer, to take a unit over.
pub const TAKE_OVER: char = '\n';

/// Height of a button, and room between two, in units.
const BUTTON: f32 = 22.0;
/// See `BUTTON`.
const GAP: f32 = 4.0;
/// Room around all of them, in units.
const RIM: f32 = 7.0;

/// An offer with the box of its button.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Placed<'a> {
    /// What is offered.
    pub offer: &'a Offer,
    /// Its box, in points.
    pub rect: Rect,
}

/// The key as it stands on the button.
fn key_words(offer: &Offer) -> String {
    if offer.key == TAKE_OVER {
        return "Enter".to_owned();
    }
    format!("Ctrl {}", offer.key.to_ascii_uppercase())
}

fn word_style(u: f32) -> Style {
    Style::new(12.0 * u, palette::BONE)
}

fn key_style(u: f32) -> Style {
    Style::new(10.0 * u, palette::BONE_FAINT).bold()
}

/// Lay them out from the left foot of the field up, their foot at `foot`; in as few columns as there is height for.
#[must_use]
pub fn placed<'a>(layout: &Layout, offers: &'a [Offer], foot: f32) -> Vec<Placed<'a>> {
    let u = layout.unit;
    let widest = offers
        .iter()
        .map(|offer| text_width(&offer.words, word_style(u)) + text_width(&key_words(offer), key_style(u)) + 26.0 * u);
    let width = widest.fold(0.0, f32::max);
    let pitch = (BUTTON + GAP) * u;
    let fits = (((foot - layout.field.y) / pitch - 0.8).max(1.0)) as usize;
    let columns = offers.len().div_ceil(fits.min(6)).max(1);
    let rows = offers.len().div_ceil(columns);
    let left = layout.field.x + (10.0 + RIM) * u;
    let top = foot - RIM * u - pitch * rows as f32 + GAP * u;
    let place = |(number, offer): (usize, &'a Offer)| {
        let (column, row) = ((number / rows) as f32, (number % rows) as f32);
        Placed { offer, rect: Rect::new(left + column * (width + GAP * u), top + row * pitch, width, BUTTON * u) }
    };
    offers.iter().enumerate().map(place).collect()
}

/// The box around all buttons; `None` where there are none.
#[must_use]
pub fn panel(layout: &Layout, placed: &[Placed<'_>]) -> Option<Rect> {
    placed.iter().map(|button| button.rect).reduce(Rect::spanned).map(|all| all.inset(-RIM * layout.unit))
}

/// Draw them; `hovered` is the place of the one under the mouse, `aimed` the key of the one that waits for a spot.
pub fn draw(canvas: &mut Canvas, layout: &Layout, placed: &[Placed<'_>], hovered: Option<usize>, aimed: Option<char>) {
    let u = layout.unit;
    let Some(panel) = panel(layout, placed) else { return };
    canvas.layer(Layer::Overlay);
    canvas.rounded(panel, 9.0 * u, palette::BARK.faded(0.95));
    canvas.frame(panel, 9.0 * u, 1.2 * u, palette::RIM);
    for (place, button) in placed.iter().enumerate() {
        let (rect, offer) = (button.rect, button.offer);
        let lit = offer.lit || aimed == Some(offer.key);
        let fill = if lit {
            palette::AMBER.faded(0.22)
        } else if hovered == Some(place) && offer.live {
            palette::BARK_RAISED.lighter(0.08)
        } else {
            palette::BARK_RAISED
        };
        canvas.rounded(rect, 5.0 * u, if offer.live { fill } else { fill.faded(0.5) });
        if lit {
            canvas.frame(rect, 5.0 * u, u, palette::AMBER.faded(0.8));
        }
        let ink = if offer.live { palette::BONE } else { palette::BONE_FAINT };
        let middle = rect.centre().y;
        canvas.text(vec2(rect.x + 8.0 * u, middle), Style { colour: ink, ..word_style(u) }, &offer.words);
        canvas.text(vec2(rect.right() - 7.0 * u, middle), key_style(u).right(), &key_words(offer));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn buttons_lie_in_the_field_above_the_foot_and_beside_each_other() {
        let words = ["Halt", "Face a spot", "Locked shields", "Leave to its officer"];
        let offer = |key: u8| Offer {
            key: char::from(b'a' + key),
            words: words[usize::from(key) % words.len()].to_owned(),
            lit: false,
            live: true,
            aims: false,
        };
        let offers: Vec<Offer> = (0..12).map(offer).collect();
        for size in [vec2(900.0, 600.0), vec2(1_280.0, 720.0), vec2(2_560.0, 1_440.0)] {
            let layout = Layout::of(size, true);
            let foot = layout.field.bottom() - 190.0 * layout.unit;
            let placed = placed(&layout, &offers, foot);
            let all = panel(&layout, &placed).unwrap();
            assert!(all.bottom() <= foot + 1.0 && all.y >= layout.field.y, "{all:?} at {size:?}");
            assert!(all.right() < layout.field.right());
            for (place, one) in placed.iter().enumerate() {
                assert!(placed[place + 1..].iter().all(|other| !other.rect.overlaps(one.rect)), "{size:?}");
            }
        }
        assert_eq!(panel(&Layout::of(vec2(900.0, 600.0), true), &[]), None);
    }
}
