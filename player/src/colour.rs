//! Colours, and the palette that all screens share: a dark forest floor, two sides that no kind of colour blindness
//! makes alike, and few accents.

/// A colour: red, green, blue, opacity, 0–255 each; opacity not multiplied in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Colour {
    /// Red.
    pub r: u8,
    /// Green.
    pub g: u8,
    /// Blue.
    pub b: u8,
    /// Opacity.
    pub a: u8,
}

impl Colour {
    /// Nothing at all.
    pub const CLEAR: Self = Self { r: 0, g: 0, b: 0, a: 0 };
    /// White.
    pub const WHITE: Self = Self::hex(0x00FF_FFFF);
    /// Black.
    pub const BLACK: Self = Self::hex(0);

    /// Make an opaque colour from `0xRRGGBB`.
    #[must_use]
    #[inline]
    pub const fn hex(rgb: u32) -> Self {
        let [_, r, g, b] = rgb.to_be_bytes();
        Self { r, g, b, a: 255 }
    }

    /// Multiply the opacity.
    #[must_use]
    #[inline]
    pub fn faded(self, by: f32) -> Self {
        Self { a: (f32::from(self.a) * by.clamp(0.0, 1.0) + 0.5) as u8, ..self }
    }

    /// Go part of the way to another colour, opacity too.
    #[must_use]
    #[inline]
    pub fn toward(self, other: Self, part: f32) -> Self {
        let part = part.clamp(0.0, 1.0);
        let mix = |a: u8, b: u8| (f32::from(a) + (f32::from(b) - f32::from(a)) * part + 0.5) as u8;
        Self { r: mix(self.r, other.r), g: mix(self.g, other.g), b: mix(self.b, other.b), a: mix(self.a, other.a) }
    }

    /// Go part of the way to white, opacity kept.
    #[must_use]
    #[inline]
    pub fn lighter(self, part: f32) -> Self {
        self.toward(Self { a: self.a, ..Self::WHITE }, part)
    }

    /// Go part of the way to black, opacity kept.
    #[must_use]
    #[inline]
    pub fn darker(self, part: f32) -> Self {
        self.toward(Self { a: self.a, ..Self::BLACK }, part)
    }
}

/// The colours of the screen.
pub mod palette {
    use super::Colour;

    /// Behind everything.
    pub const NIGHT: Colour = Colour::hex(0x0013_100E);
    /// Panels.
    pub const BARK: Colour = Colour::hex(0x001E_1915);
    /// Panels, raised: buttons, tips.
    pub const BARK_RAISED: Colour = Colour::hex(0x002C_251F);
    /// Hairlines between things.
    pub const RIM: Colour = Colour::hex(0x0043_3930);
    /// Text.
    pub const BONE: Colour = Colour::hex(0x00F1_E7D8);
    /// Text of less weight.
    pub const BONE_DIM: Colour = Colour::hex(0x00B4_A592);
    /// Text of least weight, still readable on panels.
    pub const BONE_FAINT: Colour = Colour::hex(0x0088_7B6C);
    /// What can be touched, and what has been: the cursor, the play button.
    pub const AMBER: Colour = Colour::hex(0x00FF_C857);
    /// Orders and branches.
    pub const LICHEN: Colour = Colour::hex(0x008F_D694);
    /// Refusals and errors.
    pub const RUST: Colour = Colour::hex(0x00FF_7A6B);
    /// Spores and other gentle magic.
    pub const VIOLET: Colour = Colour::hex(0x00C9_A0F5);
    /// A shadow under small things.
    pub const BLACK_SOFT: Colour = Colour { r: 0, g: 0, b: 0, a: 150 };
    /// The sides, in order; blue and orange differ in hue and in lightness for every kind of colour vision.
    pub const SIDES: [Colour; 4] =
        [Colour::hex(0x005B_B8F5), Colour::hex(0x00F5_923D), Colour::hex(0x00D7_D34E), Colour::hex(0x00E5_8AC4)];

    /// The colour of a side; sides beyond the fourth start again.
    #[must_use]
    #[inline]
    pub const fn side(side: usize) -> Colour {
        SIDES[side % SIDES.len()]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn going_nowhere_and_all_the_way_are_exact() {
        let (a, b) = (Colour::hex(0x0012_3456), Colour::hex(0x00FE_DCBA));
        assert_eq!((a.toward(b, 0.0), a.toward(b, 1.0)), (a, b));
        assert_eq!(a.faded(0.5).a, 128);
    }
}
