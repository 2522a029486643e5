//! The raster: a canvas as pixels, without any display.
//!
//! It fills the very triangles that the window draws, with the same rules as a graphics card: a pixel belongs to the
//! triangle that holds its centre, of two that share an edge to exactly one, and colours are laid over each other
//! byte by byte. So both show the same picture, to within what rounding differs.

mod span;
mod triangle;

use crate::canvas::mesh::{Mesh, Vertex};
use crate::canvas::{Atlas, Canvas};
use crate::picture::Picture;
use span::Sheet;
use triangle::Spot;

/// Draws pictures, keeping its memory from one to the next.
#[derive(Debug, Default)]
pub struct Raster {
    atlas: Atlas,
    mesh: Mesh,
    width: u32,
    height: u32,
    pixels: Vec<u32>,
    /// The corners of the run that is being filled.
    spots: Vec<Spot>,
}

impl Raster {
    /// Make a raster that has drawn nothing yet.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Draw a picture, at `scale` pixels a point.
    pub fn draw(&mut self, canvas: &Canvas, scale: f32) {
        let size = canvas.size();
        (self.width, self.height) = (whole_pixels(size.x, scale), whole_pixels(size.y, scale));
        self.pixels.clear();
        self.pixels.resize(self.width as usize * self.height as usize, 0);
        self.mesh.build(canvas, &mut self.atlas, scale);
        let mut sheet = Sheet { pixels: &mut self.pixels, width: self.width as usize, height: self.height as usize };
        let white = self.atlas.white();
        for run in &self.mesh.runs {
            let vertices = &self.mesh.vertices[run.vertices.clone()];
            self.spots.clear();
            self.spots.extend(vertices.iter().map(|vertex| Spot::of(vertex.at)));
            for corners in self.mesh.indices[run.indices.clone()].chunks_exact(3) {
                let at = [0, 1, 2].map(|i| self.spots[usize::from(corners[i])]);
                let corners: [&Vertex; 3] = [0, 1, 2].map(|i| &vertices[usize::from(corners[i])]);
                let letter = corners.iter().any(|corner| corner.atlas != white);
                triangle::fill(&mut sheet, corners, at, letter.then_some(&self.atlas));
            }
        }
    }

    /// Width and height of the last picture, in pixels.
    #[must_use]
    pub fn size(&self) -> (u32, u32) {
        (self.width, self.height)
    }

    /// The last picture, row by row from the top; a pixel is `0xBBGGRR`.
    #[must_use]
    pub fn pixels(&self) -> &[u32] {
        &self.pixels
    }

    /// Take the pixels of the last picture out, and leave others to draw the next one on.
    pub fn swap_pixels(&mut self, with: &mut Vec<u32>) {
        std::mem::swap(&mut self.pixels, with);
    }

    /// The last picture, to be kept.
    #[must_use]
    pub fn picture(&self) -> Picture {
        let mut rgb = Vec::with_capacity(self.pixels.len() * 3);
        for pixel in &self.pixels {
            rgb.extend_from_slice(&pixel.to_le_bytes()[..3]);
        }
        Picture { width: self.width, height: self.height, rgb }
    }
}

fn whole_pixels(points: f32, scale: f32) -> u32 {
    (points * scale).round().max(0.0) as u32
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::canvas::Style;
    use crate::colour::Colour;
    use crate::geometry::{Rect, Vec2, vec2};

    fn drawn(write: impl FnOnce(&mut Canvas)) -> Raster {
        let mut canvas = Canvas::new(vec2(60.0, 40.0));
        write(&mut canvas);
        let mut raster = Raster::new();
        raster.draw(&canvas, 1.0);
        raster
    }

    fn sum(raster: &Raster) -> f32 {
        raster.pixels().iter().map(|p| (p & 255) as f32 / 255.0).sum()
    }

    #[test]
    fn a_box_between_pixels_fills_just_its_own() {
        let raster = drawn(|c| c.rect(Rect::new(10.0, 5.0, 20.0, 10.0), Colour::WHITE));
        assert_eq!(raster.size(), (60, 40));
        assert!((sum(&raster) - 200.0).abs() < 0.5, "{}", sum(&raster));
        assert_eq!(raster.pixels()[10 * 60 + 20], 0x00FF_FFFF);
        assert_eq!(raster.pixels()[3 * 60 + 20], 0);
    }

    #[test]
    fn no_pixel_is_filled_twice_where_triangles_meet() {
        let half = Colour { a: 128, ..Colour::WHITE };
        let raster = drawn(|c| c.circle(vec2(30.3, 20.4), 15.2, half));
        assert!(raster.pixels().iter().all(|p| p & 255 <= 128), "an edge shows");
        assert_eq!(raster.pixels()[20 * 60 + 30] & 255, 128, "a seam shows");
        let area = std::f32::consts::PI * 15.2 * 15.2 * 128.0 / 255.0;
        assert!((sum(&raster) / area - 1.0).abs() < 0.02, "a polygon is a little less: {} {area}", sum(&raster));
    }

    #[test]
    fn letters_are_as_dark_as_they_are_in_the_atlas() {
        let raster = drawn(|c| {
            c.text(vec2(4.0, 20.0), Style::new(24.0, Colour::WHITE).bold(), "III");
        });
        assert!(raster.pixels().contains(&0x00FF_FFFF), "a stem is full");
        assert!(sum(&raster) > 150.0 && sum(&raster) < 400.0, "{}", sum(&raster));
    }

    #[test]
    fn what_lies_outside_or_is_no_number_harms_nothing() {
        let raster = drawn(|c| {
            c.circle(vec2(-1e7, 20.0), 1e7 + 10.0, Colour::WHITE);
            c.circle(vec2(30.0, 1e30), 5.0, Colour::WHITE);
            c.rect(Rect::new(f32::NAN, 0.0, 10.0, 10.0), Colour::WHITE);
            c.line(vec2(f32::INFINITY, 0.0), Vec2::ZERO, 2.0, Colour::WHITE);
        });
        assert_eq!(raster.pixels()[20 * 60 + 59], 0);
    }

    #[test]
    fn the_same_canvas_gives_the_same_pixels_whatever_was_drawn_before() {
        let canvas = |radius: f32| {
            let mut canvas = Canvas::new(vec2(60.0, 40.0));
            canvas.circle(vec2(30.0, 20.0), radius, Colour::hex(0x0012_A4F0));
            canvas.text(vec2(4.0, 20.0), Style::new(radius, Colour::WHITE), "spores");
            canvas
        };
        let mut raster = Raster::new();
        raster.draw(&canvas(9.0), 1.0);
        let first = raster.pixels().to_vec();
        raster.draw(&canvas(13.0), 2.0);
        assert_eq!(raster.size(), (120, 80));
        raster.draw(&canvas(9.0), 1.0);
        assert_eq!(raster.pixels(), first);
    }
}
