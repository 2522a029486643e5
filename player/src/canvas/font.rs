//! The embedded font: Inter, in two weights, under the Open Font License (`assets/fonts/OFL.txt`).

use std::sync::LazyLock;

use ab_glyph::{Font as _, FontRef};

use super::Style;

/// Weights that are embedded.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub enum Weight {
    /// For reading.
    #[default]
    Medium,
    /// For headings and figures.
    Bold,
}

/// Height of Inter's capitals, as a part of the size. Lines are centred on the capitals, not on the box.
pub(crate) const CAPITALS: f32 = 0.727;
/// Inter's own distance of lines, as a part of the size.
const LINE: f32 = 1.21;

struct Face {
    font: FontRef<'static>,
    /// Advances of the first 128 characters at size 1; measuring is mostly these.
    ascii: [f32; 128],
    widest_digit: f32,
}

static MEDIUM: LazyLock<Face> = LazyLock::new(|| Face::read(font_bytes(Weight::Medium)));
static BOLD: LazyLock<Face> = LazyLock::new(|| Face::read(font_bytes(Weight::Bold)));

/// The font file of a weight, as it is embedded.
pub(crate) const fn font_bytes(weight: Weight) -> &'static [u8] {
    match weight {
        Weight::Medium => include_bytes!("../../assets/fonts/Inter-Medium.ttf"),
        Weight::Bold => include_bytes!("../../assets/fonts/Inter-Bold.ttf"),
    }
}

impl Face {
    fn read(bytes: &'static [u8]) -> Self {
        let font = FontRef::try_from_slice(bytes).expect("the embedded font is sound");
        let ascii = std::array::from_fn(|code| advance_at_one(&font, code as u8 as char));
        let widest_digit = ascii[usize::from(b'0')..=usize::from(b'9')].iter().copied().fold(0.0, f32::max);
        Self { font, ascii, widest_digit }
    }
}

fn advance_at_one(font: &FontRef<'_>, letter: char) -> f32 {
    font.h_advance_unscaled(font.glyph_id(letter)) / font.units_per_em().expect("Inter has an em")
}

fn face(weight: Weight) -> &'static Face {
    match weight {
        Weight::Medium => &MEDIUM,
        Weight::Bold => &BOLD,
    }
}

/// The font of a weight.
pub(super) fn font(weight: Weight) -> &'static FontRef<'static> {
    &face(weight).font
}

/// The scale with which the outlines of a font come out at a size.
pub(super) fn outline_scale(weight: Weight, size: f32) -> f32 {
    let font = font(weight);
    // The scale of this library is the height from descender to ascender; ours is the em.
    size * font.height_unscaled() / font.units_per_em().expect("Inter has an em")
}

/// Advance of one letter, in points.
pub(super) fn advance(letter: char, style: Style) -> f32 {
    let face = face(style.weight);
    if style.tabular && letter.is_ascii_digit() {
        return face.widest_digit * style.size;
    }
    let at_one = face.ascii.get(letter as usize).copied();
    at_one.unwrap_or_else(|| advance_at_one(&face.font, letter)) * style.size
}

/// How far a letter's own box is moved to stand in the middle of its advance.
pub(super) fn centring(letter: char, style: Style) -> f32 {
    if style.tabular && letter.is_ascii_digit() {
        let own = face(style.weight).ascii[letter as usize] * style.size;
        return (advance(letter, style) - own) * 0.5;
    }
    0.0
}

/// Measure a line of text, in points.
#[must_use]
pub fn text_width(text: &str, style: Style) -> f32 {
    text.chars().map(|letter| advance(letter, style)).sum()
}

/// Height of a line of text, in points.
#[must_use]
pub fn line_height(size: f32) -> f32 {
    size * LINE
}

/// How far the baseline lies below the middle of a line.
pub(super) fn baseline_below_middle(size: f32) -> f32 {
    size * CAPITALS * 0.5
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::colour::Colour;

    #[test]
    fn tabular_digits_are_all_alike() {
        let style = Style::new(16.0, Colour::WHITE).tabular();
        let widths: Vec<f32> = ('0'..='9').map(|d| advance(d, style)).collect();
        assert!(widths.iter().all(|w| (w - widths[0]).abs() < 1e-6));
        assert!(advance('1', Style::new(16.0, Colour::WHITE)) < widths[0], "proportional digits differ");
    }

    #[test]
    fn every_sign_the_screens_use_is_in_the_font() {
        for weight in [Weight::Medium, Weight::Bold] {
            for sign in "←→↑↓−½×·…–—’“”°+/:?[]%".chars() {
                assert_ne!(font(weight).glyph_id(sign).0, 0, "{sign} is missing");
            }
        }
    }

    #[test]
    fn width_grows_with_size_and_weight() {
        let style = Style::new(10.0, Colour::WHITE);
        let (small, large) = (text_width("Sporeling", style), text_width("Sporeling", Style { size: 20.0, ..style }));
        assert!((large - small * 2.0).abs() < 1e-3);
        assert!(text_width("Sporeling", style.bold()) > small);
    }
}
