//! Animations: pictures one after the other in a GIF file that plays for ever.

use std::borrow::Cow;

use gif::{DisposalMethod, Encoder, EncodingError, Frame, Repeat};

use crate::picture::PictureError;
use crate::swatches::{SWATCHES_MAX, Swatches};

/// The number that leaves a pixel as it was.
const AS_BEFORE: u8 = SWATCHES_MAX as u8;
/// Difference of a channel up to which a pixel that shows already stays: what the eye does not see need not be stored.
const UNSEEN: u8 = 2;
/// Thresholds by which neighbouring pixels are rounded differently, so that soft light does not fall into bands.
const WEAVE: [[i16; 4]; 4] = [[0, 8, 2, 10], [12, 4, 14, 6], [3, 11, 1, 9], [15, 7, 13, 5]];

/// An animation being written. Its bytes are taken out as they come.
pub struct Animation {
    encoder: Encoder<Vec<u8>>,
    size: (u16, u16),
    swatches: Swatches,
    /// The number that each pixel shows, and the colour it was chosen for.
    shown: Vec<u8>,
    meant: Vec<u32>,
    frames: u64,
}

impl std::fmt::Debug for Animation {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Animation").field("size", &self.size).field("frames", &self.frames).finish_non_exhaustive()
    }
}

impl Animation {
    /// Begin an animation of this size, in pixels, and of these colours.
    ///
    /// # Errors
    /// It is wider or higher than the format allows.
    pub fn new((width, height): (u32, u32), swatches: Swatches) -> Result<Self, PictureError> {
        let fail = |problem: &str| PictureError::new((width, height), problem);
        let (Ok(w), Ok(h)) = (u16::try_from(width), u16::try_from(height)) else {
            return Err(fail("a GIF has at most 65,535 pixels a side"));
        };
        let mut colours: Vec<u8> = swatches.colours().as_flattened().to_vec();
        colours.resize((SWATCHES_MAX + 1) * 3, 0);
        let mut encoder = Encoder::new(Vec::new(), w, h, &colours).map_err(|e| fail(&e.to_string()))?;
        encoder.set_repeat(Repeat::Infinite).map_err(|e| fail(&e.to_string()))?;
        let pixels = usize::from(w) * usize::from(h);
        Ok(Self { encoder, size: (w, h), swatches, shown: vec![0; pixels], meant: vec![0; pixels], frames: 0 })
    }

    /// Add a picture, `0xBBGGRR` a pixel, and show it for so many hundredths of a second.
    ///
    /// # Errors
    /// The picture is not as large as the animation.
    pub fn add(&mut self, pixels: &[u32], hundredths: u16) -> Result<(), PictureError> {
        let size = (u32::from(self.size.0), u32::from(self.size.1));
        if pixels.len() != self.shown.len() {
            return Err(PictureError::new(size, "a picture of another size"));
        }
        let mut buffer = vec![AS_BEFORE; pixels.len()];
        let changed = self.choose(pixels, &mut buffer);
        self.write(&buffer, changed, hundredths).map_err(|error| PictureError::new(size, error))?;
        self.frames += 1;
        Ok(())
    }

    /// Take out the bytes that are there so far.
    pub fn take_bytes(&mut self) -> Vec<u8> {
        std::mem::take(self.encoder.get_mut())
    }

    /// End the animation; gives the last bytes.
    ///
    /// # Errors
    /// Never, as it is written to memory.
    pub fn finish(self) -> Result<Vec<u8>, PictureError> {
        let size = (u32::from(self.size.0), u32::from(self.size.1));
        self.encoder.into_inner().map_err(|error| PictureError::new(size, error))
    }

    /// Choose the numbers of all pixels that change; gives the box around them: left, top, right, bottom.
    fn choose(&mut self, pixels: &[u32], buffer: &mut [u8]) -> [usize; 4] {
        let width = usize::from(self.size.0);
        let mut changed = [usize::MAX, usize::MAX, 0, 0];
        for (row, line) in pixels.chunks_exact(width).enumerate() {
            let from = row * width;
            for (column, pixel) in line.iter().enumerate() {
                let place = from + column;
                if self.frames > 0 && is_close(*pixel, self.meant[place]) {
                    continue;
                }
                self.meant[place] = *pixel;
                let number = self.swatches.of(woven(*pixel, column, row));
                if self.frames > 0 && number == self.shown[place] {
                    continue;
                }
                self.shown[place] = number;
                buffer[place] = number;
                let [left, top, right, bottom] = changed;
                changed = [left.min(column), top.min(row), right.max(column + 1), bottom.max(row + 1)];
            }
        }
        // A frame must have a pixel, be it one that stays as it was.
        if changed[0] == usize::MAX { [0, 0, 1, 1] } else { changed }
    }

    fn write(
        &mut self,
        buffer: &[u8],
        [left, top, right, bottom]: [usize; 4],
        hundredths: u16,
    ) -> Result<(), EncodingError> {
        let width = usize::from(self.size.0);
        let rows = buffer.chunks_exact(width).skip(top).take(bottom - top);
        let mut part = Vec::with_capacity((right - left) * (bottom - top));
        rows.for_each(|row| part.extend_from_slice(&row[left..right]));
        self.encoder.write_frame(&Frame {
            delay: hundredths,
            dispose: DisposalMethod::Keep,
            transparent: Some(AS_BEFORE),
            left: left as u16,
            top: top as u16,
            width: (right - left) as u16,
            height: (bottom - top) as u16,
            buffer: Cow::Owned(part),
            ..Frame::default()
        })
    }
}

/// Whether two colours look the same.
fn is_close(a: u32, b: u32) -> bool {
    a == b || a.to_le_bytes().iter().zip(b.to_le_bytes()).all(|(a, b)| a.abs_diff(b) <= UNSEEN)
}

/// A colour, a little lighter or darker by where it stands.
fn woven(pixel: u32, column: usize, row: usize) -> [u8; 3] {
    let by = (WEAVE[row & 3][column & 3] - 7) / 3;
    let [r, g, b, _] = pixel.to_le_bytes();
    [r, g, b].map(|channel| (i16::from(channel) + by).clamp(0, 255) as u8)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::swatches::Census;

    fn animated(pictures: &[Vec<u32>], size: (u32, u32)) -> Vec<u8> {
        let mut census = Census::new();
        pictures.iter().for_each(|picture| census.gather(picture));
        let mut animation = Animation::new(size, census.choose()).unwrap();
        let mut bytes = Vec::new();
        for picture in pictures {
            animation.add(picture, 5).unwrap();
            bytes.extend(animation.take_bytes());
        }
        bytes.extend(animation.finish().unwrap());
        bytes
    }

    #[test]
    fn every_picture_is_a_frame_and_only_what_changes_is_stored() {
        let mut pictures = vec![vec![0x0020_4060_u32; 80 * 50]; 3];
        pictures[2][80 * 20 + 30] = 0x00F0_F0F0;
        let bytes = animated(&pictures, (80, 50));
        let mut reader = gif::DecodeOptions::new().read_info(bytes.as_slice()).unwrap();
        let mut frames = Vec::new();
        while let Some(frame) = reader.read_next_frame().unwrap() {
            frames.push((frame.left, frame.top, frame.width, frame.height, frame.delay));
        }
        assert_eq!(frames, [(0, 0, 80, 50, 5), (0, 0, 1, 1, 5), (30, 20, 1, 1, 5)]);
    }

    #[test]
    fn a_picture_of_another_size_is_refused() {
        let mut animation = Animation::new((8, 8), Census::new().choose()).unwrap();
        assert!(animation.add(&[0; 63], 5).is_err());
        assert!(Animation::new((70_000, 8), Census::new().choose()).is_err());
    }
}
