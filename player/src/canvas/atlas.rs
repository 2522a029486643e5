//! The atlas: one texture with every letter at every size in use, and a white spot for everything that is no letter.

use std::collections::BTreeMap;

use ab_glyph::{Font as _, Glyph, PxScale, point};

use super::font;
use super::font::Weight;
use crate::geometry::{Rect, Vec2, vec2};

/// Width and height, in pixels. Holds about 2,000 letters of the usual sizes.
pub const ATLAS_PIXELS: u32 = 1024;
/// Positions within a pixel at which a letter is drawn of its own; more are not told apart by eye.
const SHIFTS: u8 = 4;
/// Pixels of the white spot.
const SPOT: u32 = 4;
/// Sizes beyond this are drawn from this one, enlarged.
const SIZE_MAX: u16 = 96;

/// A letter in the atlas: where it lies and where it goes.
#[derive(Debug, Clone, Copy)]
pub(super) struct Sprite {
    /// Its box in the atlas, in pixels.
    pub(super) from: Rect,
    /// Its left top corner, from the pen, in pixels.
    pub(super) to: Vec2,
    /// Screen pixels to each pixel of the atlas.
    pub(super) enlarged: f32,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Key {
    letter: char,
    size: u16,
    weight: Weight,
    shift: u8,
}

/// The texture: coverage, one byte a pixel.
#[derive(Debug)]
pub struct Atlas {
    pixels: Vec<u8>,
    sprites: BTreeMap<Key, Option<Sprite>>,
    shelf: (u32, u32, u32),
    version: u32,
    full: bool,
}

impl Default for Atlas {
    fn default() -> Self {
        Self::new()
    }
}

impl Atlas {
    /// Make an atlas with nothing in it but the white spot.
    #[must_use]
    pub fn new() -> Self {
        let mut atlas = Self {
            pixels: vec![0; (ATLAS_PIXELS * ATLAS_PIXELS) as usize],
            sprites: BTreeMap::new(),
            shelf: (0, 0, 0),
            version: 0,
            full: false,
        };
        atlas.empty();
        atlas
    }

    /// Coverage by row, [`ATLAS_PIXELS`] a row.
    #[must_use]
    pub fn pixels(&self) -> &[u8] {
        &self.pixels
    }

    /// Rises whenever the pixels change.
    #[must_use]
    pub fn version(&self) -> u32 {
        self.version
    }

    /// The middle of the white spot, as parts of the texture.
    #[must_use]
    pub fn white(&self) -> Vec2 {
        let middle = SPOT as f32 * 0.5 / ATLAS_PIXELS as f32;
        vec2(middle, middle)
    }

    /// Start afresh if a letter found no room since the last call. To be called between pictures, never within one.
    pub fn make_room(&mut self) {
        if self.full {
            self.empty();
        }
    }

    fn empty(&mut self) {
        self.pixels.fill(0);
        self.sprites.clear();
        for y in 0..SPOT {
            let row = (y * ATLAS_PIXELS) as usize;
            self.pixels[row..row + SPOT as usize].fill(255);
        }
        self.shelf = (SPOT + 1, 0, SPOT);
        self.version += 1;
        self.full = false;
    }

    /// Find a letter, drawing it first if it is new. `size` in pixels, `part` of a pixel to the right of the pen's.
    /// `None` for blanks, and for what finds no room in this picture.
    pub(super) fn sprite(&mut self, letter: char, weight: Weight, size: f32, part: f32) -> Option<Sprite> {
        let rounded = (size + 0.5) as u16;
        let kept = rounded.clamp(1, SIZE_MAX);
        let shift = ((part * f32::from(SHIFTS)) as u8).min(SHIFTS - 1);
        let key = Key { letter, size: kept, weight, shift };
        let enlarged = if rounded > SIZE_MAX { size / f32::from(kept) } else { 1.0 };
        if !self.sprites.contains_key(&key) {
            let sprite = self.draw(key);
            self.sprites.insert(key, sprite);
        }
        self.sprites[&key].map(|sprite| Sprite { enlarged, ..sprite })
    }

    fn draw(&mut self, key: Key) -> Option<Sprite> {
        let font = font::font(key.weight);
        let scale = PxScale::from(font::outline_scale(key.weight, f32::from(key.size)));
        let pen = point(f32::from(key.shift) / f32::from(SHIFTS), 0.0);
        let glyph = Glyph { id: font.glyph_id(key.letter), scale, position: pen };
        let outlined = font.outline_glyph(glyph)?;
        let bounds = outlined.px_bounds();
        let (w, h) = (bounds.width() as u32, bounds.height() as u32);
        let (x, y) = self.place(w, h)?;
        outlined.draw(|dx, dy, coverage| {
            self.pixels[((y + dy) * ATLAS_PIXELS + x + dx) as usize] = (coverage.clamp(0.0, 1.0) * 255.0 + 0.5) as u8;
        });
        self.version += 1;
        let from = Rect::new(x as f32, y as f32, w as f32, h as f32);
        Some(Sprite { from, to: vec2(bounds.min.x, bounds.min.y), enlarged: 1.0 })
    }

    /// Find room on the current shelf or open the next one below it.
    fn place(&mut self, w: u32, h: u32) -> Option<(u32, u32)> {
        let (mut x, mut y, mut shelf) = self.shelf;
        if x + w > ATLAS_PIXELS {
            (x, y, shelf) = (0, y + shelf + 1, 0);
        }
        if y + h > ATLAS_PIXELS || w > ATLAS_PIXELS {
            self.full = true;
            return None;
        }
        self.shelf = (x + w + 1, y, shelf.max(h));
        Some((x, y))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_do_not_overlap_in_the_texture() {
        let mut atlas = Atlas::new();
        let mut boxes = vec![Rect::new(0.0, 0.0, SPOT as f32, SPOT as f32)];
        for size in [11.0, 13.0, 27.0] {
            for letter in '!'..='~' {
                boxes.extend(atlas.sprite(letter, Weight::Medium, size, 0.3).map(|s| s.from));
            }
        }
        for (i, a) in boxes.iter().enumerate() {
            assert!(boxes[i + 1..].iter().all(|b| !a.overlaps(*b)), "{a:?}");
        }
    }

    #[test]
    fn a_full_atlas_starts_afresh_between_pictures() {
        let mut atlas = Atlas::new();
        let mut size = 20.0;
        while !atlas.full {
            ('A'..='Z').for_each(|letter| _ = atlas.sprite(letter, Weight::Bold, size, 0.0));
            size += 1.0;
            assert!(size < 97.0, "never full");
        }
        let before = atlas.version();
        atlas.make_room();
        assert!(atlas.version() > before);
        assert!(atlas.sprite('A', Weight::Bold, 90.0, 0.0).is_some());
    }
}
