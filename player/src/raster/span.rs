//! Spans: runs of pixels within a row, laid over what is there.

use std::ops::Range;

use crate::colour::Colour;

/// The pixels being drawn on, `0xBBGGRR` each.
pub(super) struct Sheet<'a> {
    pub(super) pixels: &'a mut [u32],
    pub(super) width: usize,
    pub(super) height: usize,
}

impl Sheet<'_> {
    pub(super) fn span(&mut self, row: usize, columns: Range<usize>) -> &mut [u32] {
        let start = row * self.width;
        &mut self.pixels[start + columns.start..start + columns.end]
    }
}

/// Red and blue of a pixel, green shifted beside nothing: two channels are mixed in one multiplication.
const PAIR: u32 = 0x00FF_00FF;

/// A colour without its opacity, as a pixel.
pub(super) fn pixel(colour: Colour) -> u32 {
    u32::from_le_bytes([colour.r, colour.g, colour.b, 0])
}

/// Lay a colour over a pixel, rounded as a byte is.
#[inline]
pub(super) fn over(under: u32, colour: u32, opacity: u32) -> u32 {
    let rest = 255 - opacity;
    let pair = (colour & PAIR) * opacity + (under & PAIR) * rest + 0x0080_0080;
    let green = (colour >> 8 & 0xFF) * opacity + (under >> 8 & 0xFF) * rest + 0x80;
    let pair = (pair + (pair >> 8 & PAIR)) >> 8 & PAIR;
    let green = (green + (green >> 8)) >> 8 & 0xFF;
    pair | green << 8
}

/// Lay one colour over a span.
pub(super) fn lay(span: &mut [u32], colour: u32, opacity: u8) {
    match opacity {
        0 => {}
        255 => span.fill(colour),
        _ => span.iter_mut().for_each(|under| *under = over(*under, colour, u32::from(opacity))),
    }
}

/// A channel along a span, in 65,536ths: whole numbers are quicker to step than floats, and exact enough for a byte.
#[derive(Clone, Copy)]
struct Ramp {
    at: i32,
    step: i32,
}

impl Ramp {
    fn new(first: f32, step: f32) -> Self {
        Self { at: ((first + 0.5) * 65_536.0) as i32, step: (step * 65_536.0) as i32 }
    }

    fn next(&mut self) -> u32 {
        let byte = (self.at >> 16).clamp(0, 255) as u32;
        // Only in triangles thinner than a pixel do steps run over, and their spans have one pixel.
        self.at = self.at.wrapping_add(self.step);
        byte
    }
}

/// Lay one colour over a span, its opacity rising by a step a pixel.
pub(super) fn lay_fading(span: &mut [u32], colour: u32, first: f32, step: f32) {
    let mut opacity = Ramp::new(first, step);
    span.iter_mut().for_each(|under| *under = over(*under, colour, opacity.next()));
}

/// Lay a span of which every channel changes: red, green, blue, opacity.
pub(super) fn lay_changing(span: &mut [u32], first: [f32; 4], step: [f32; 4]) {
    let [mut r, mut g, mut b, mut a] = std::array::from_fn(|c| Ramp::new(first[c], step[c]));
    for under in span {
        let colour = r.next() | g.next() << 8 | b.next() << 16;
        *under = over(*under, colour, a.next());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn laying_over_rounds_as_the_exact_sum_does() {
        for opacity in [0, 1, 77, 128, 200, 254, 255_u32] {
            for (under, colour) in [(0, 255), (255, 0), (13, 200), (200, 13), (255, 255), (7, 7_u32)] {
                let exact = (f64::from(colour * opacity + under * (255 - opacity)) / 255.0).round() as u32;
                let all = |byte: u32| byte | byte << 8 | byte << 16;
                assert_eq!(over(all(under), all(colour), opacity), all(exact), "{under} {colour} {opacity}");
            }
        }
    }
}
