//! Tints: colours as content writes them.

use player::colour::Colour;

/// The colour of what has none.
pub(super) const UNKNOWN: Colour = Colour::hex(0x009A_9080);

/// Read a colour as content writes it, `#RRGGBB`; [`UNKNOWN`] for what is none.
pub(super) fn colour(text: &str) -> Colour {
    let digits = text.strip_prefix('#').filter(|digits| digits.len() == 6);
    digits.and_then(|digits| u32::from_str_radix(digits, 16).ok()).map_or(UNKNOWN, Colour::hex)
}
