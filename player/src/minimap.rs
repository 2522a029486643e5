//! The minimap: the whole field, small, in a corner of it, while one looks closer by hand. Dragging on it looks elsewhere.

use crate::camera::Lens;
use crate::canvas::{Canvas, Layer};
use crate::colour::palette;
use crate::geometry::{Rect, Vec2};
use crate::layout::Layout;
use crate::view::Unit;

/// Largest width, in units.
const WIDTH: f32 = 184.0;
/// Part of the field's view that it takes at most, either way.
const PART: f32 = 0.28;
/// Radius of a dot at least, in units.
const DOT: f32 = 2.2;

/// A map of the field, in points of the window.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Minimap {
    /// Its box.
    pub rect: Rect,
    field: Rect,
    unit: f32,
}

impl Minimap {
    /// Lay out the map of a field; `field` in its own measure.
    #[must_use]
    pub fn of(layout: &Layout, field: Rect) -> Self {
        let (unit, view) = (layout.unit, layout.field);
        let scale = (WIDTH * unit).min(view.w * PART) / field.w.max(1e-3);
        let scale = scale.min(view.h * PART / field.h.max(1e-3));
        let (w, h) = (field.w * scale, field.h * scale);
        let gap = (10.0 * unit).min(view.w * 0.1).min(view.h * 0.1);
        Self { rect: Rect::new(view.right() - gap - w, view.bottom() - gap - h, w, h), field, unit }
    }

    /// The spot of the field that a point stands for; beyond the map's edge, the spot at its edge.
    #[must_use]
    pub fn spot(&self, point: Vec2) -> Vec2 {
        let part = |at: f32, from: f32, long: f32| ((at - from) / long.max(1e-3)).clamp(0.0, 1.0);
        self.field.at(part(point.x, self.rect.x, self.rect.w), part(point.y, self.rect.y, self.rect.h))
    }

    fn point(&self, spot: Vec2) -> Vec2 {
        let scale = self.rect.w / self.field.w.max(1e-3);
        self.rect.at(0.0, 0.0) + (spot - self.field.at(0.0, 0.0)) * scale
    }

    /// Draw it with everyone who is up, and with what the lens shows.
    pub fn draw(&self, canvas: &mut Canvas, lens: Lens, units: impl Iterator<Item = Unit>) {
        let u = self.unit;
        canvas.layer(Layer::Overlay);
        canvas.rounded(self.rect.inset(-3.0 * u), 6.0 * u, palette::BARK.faded(0.92));
        canvas.frame(self.rect.inset(-3.0 * u), 6.0 * u, 1.2 * u, palette::RIM);
        canvas.clipped(self.rect, |canvas| {
            canvas.rect(self.rect, palette::NIGHT.faded(0.6));
            for unit in units {
                let r = (unit.radius * self.rect.w / self.field.w.max(1e-3)).max(DOT * u);
                canvas.circle(self.point(unit.at), r, palette::side(unit.side));
            }
            let seen = Rect::spanning(
                self.point(lens.field_from_screen(lens.view.at(0.0, 0.0))),
                self.point(lens.field_from_screen(lens.view.at(1.0, 1.0))),
            );
            let seen = seen.shared_with(self.rect);
            canvas.rect(seen, palette::BONE.faded(0.08));
            canvas.frame(seen, 2.0 * u, 1.5 * u, palette::BONE.faded(0.85));
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::camera::Camera;
    use crate::geometry::vec2;

    #[test]
    fn points_of_the_map_and_spots_of_the_field_agree() {
        let field = Rect::new(-2.0, 3.0, 24.0, 14.0);
        for size in [vec2(900.0, 600.0), vec2(2_560.0, 1_440.0), vec2(1.0, 1.0)] {
            let layout = Layout::of(size, true);
            let map = Minimap::of(&layout, field);
            assert!(map.rect.w <= layout.field.w && map.rect.h <= layout.field.h);
            assert!(map.rect.x >= layout.field.x && map.rect.bottom() <= layout.field.bottom());
            assert!((map.spot(map.rect.centre()) - field.centre()).length() < 0.1 || size.x < 2.0);
            assert!(field.inset(-0.01).contains(map.spot(vec2(-1e9, 1e9))));
        }
        let map = Minimap::of(&Layout::of(vec2(900.0, 600.0), true), field);
        let spot = vec2(7.5, 9.0);
        assert!((map.spot(map.point(spot)) - spot).length() < 0.01);
    }

    #[test]
    fn what_is_seen_is_framed_within_the_map() {
        let field = Rect::new(0.0, 0.0, 24.0, 14.0);
        let layout = Layout::of(vec2(1_280.0, 720.0), true);
        let map = Minimap::of(&layout, field);
        let mut camera = Camera::default();
        camera.zoom(field, layout.field, layout.field.centre(), 3.0);
        camera.look_at(field, vec2(24.0, 0.0));
        let lens = camera.lens(field, layout.field);
        let seen = lens.field_from_screen(layout.field.centre());
        assert!(seen.x > 18.0 && seen.y < 4.0, "as far to the corner as there is a field: {seen:?}");
        let mut canvas = Canvas::new(vec2(1_280.0, 720.0));
        map.draw(&mut canvas, lens, std::iter::empty());
        assert!(canvas.items().len() > 3);
    }
}
