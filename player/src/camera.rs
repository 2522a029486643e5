//! The camera: which part of the field is seen, and where on the screen each spot of it lies.

use crate::geometry::{Rect, Vec2, vec2};

/// Closest look where nothing else is said, in times the whole field.
const ZOOM_MAX: f32 = 8.0;

/// Where one looks from. At zoom 1 the whole field fits.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Camera {
    /// The middle of the view, in parts of the field.
    centre: Vec2,
    zoom: f32,
    /// Closest look, in times the whole field.
    closest: f32,
}

impl Default for Camera {
    fn default() -> Self {
        Self { centre: vec2(0.5, 0.5), zoom: 1.0, closest: ZOOM_MAX }
    }
}

/// A camera over a field in a part of the window: turns spots into points and back.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Lens {
    /// The part of the window that shows the field.
    pub view: Rect,
    /// Points to one measure of the field.
    pub scale: f32,
    offset: Vec2,
}

impl Camera {
    /// Look so that a box of the field is seen with some room around it: closer than the whole field, but no closer
    /// than so many times.
    #[must_use]
    pub fn framing(field: Rect, view: Rect, area: Rect, zoom_max: f32) -> Self {
        let mut camera = Self::default();
        let whole = camera.lens(field, view).scale;
        let wanted = (view.w / area.w.max(1e-3)).min(view.h / area.h.max(1e-3));
        camera.zoom = (wanted / whole).clamp(1.0, zoom_max);
        camera.shift(field, area.centre() - field.centre());
        camera
    }

    /// The same, but able to look so many times closer than the whole field.
    #[must_use]
    pub fn reaching(self, closest: f32) -> Self {
        Self { closest: closest.max(1.0), ..self }
    }

    /// Look at a field through a part of the window.
    #[must_use]
    pub fn lens(&self, field: Rect, view: Rect) -> Lens {
        let fit = (view.w / field.w.max(1e-3)).min(view.h / field.h.max(1e-3)).max(1e-3);
        let scale = fit * self.zoom;
        let offset = view.centre() - field.at(self.centre.x, self.centre.y) * scale;
        Lens { view, scale, offset }
    }

    /// Look closer or from farther off; the spot under a point of the window stays under it.
    pub fn zoom(&mut self, field: Rect, view: Rect, around: Vec2, factor: f32) {
        if !factor.is_finite() {
            return;
        }
        let before = self.lens(field, view).field_from_screen(around);
        self.zoom = (self.zoom * factor).clamp(1.0, self.closest);
        let after = self.lens(field, view).field_from_screen(around);
        self.shift(field, before - after);
    }

    /// Shift the picture by so many points of the window.
    pub fn pan(&mut self, field: Rect, view: Rect, by: Vec2) {
        let scale = self.lens(field, view).scale;
        self.shift(field, -by * (1.0 / scale));
    }

    /// Look at a spot of the field, as far as the view stays within it.
    pub fn look_at(&mut self, field: Rect, spot: Vec2) {
        self.shift(field, spot - field.at(self.centre.x, self.centre.y));
    }

    /// Whether the whole field is seen.
    #[must_use]
    pub fn is_whole(&self) -> bool {
        self.zoom <= 1.0
    }

    fn shift(&mut self, field: Rect, by: Vec2) {
        // The middle of the view stays within the field, and in the middle of it when all of it is seen.
        let room = 0.5 - 0.5 / self.zoom;
        let moved = self.centre + vec2(by.x / field.w.max(1e-3), by.y / field.h.max(1e-3));
        let keep = |part: f32| if part.is_finite() { part.clamp(0.5 - room, 0.5 + room) } else { 0.5 };
        self.centre = vec2(keep(moved.x), keep(moved.y));
    }
}

impl Lens {
    /// Where on the screen a spot of the field lies.
    #[must_use]
    #[inline]
    pub fn screen_from_field(&self, spot: Vec2) -> Vec2 {
        spot * self.scale + self.offset
    }

    /// Which spot of the field lies at a point of the screen.
    #[must_use]
    #[inline]
    pub fn field_from_screen(&self, point: Vec2) -> Vec2 {
        (point - self.offset) * (1.0 / self.scale)
    }

    /// Where on the screen a box of the field lies.
    #[must_use]
    #[inline]
    pub fn screen_rect(&self, area: Rect) -> Rect {
        Rect::spanning(self.screen_from_field(area.at(0.0, 0.0)), self.screen_from_field(area.at(1.0, 1.0)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const FIELD: Rect = Rect::new(0.0, 0.0, 24.0, 14.0);
    const VIEW: Rect = Rect::new(0.0, 46.0, 1_000.0, 560.0);

    #[test]
    fn at_first_the_whole_field_is_seen_in_the_middle() {
        let lens = Camera::default().lens(FIELD, VIEW);
        let seen = lens.screen_rect(FIELD);
        let room = VIEW.inset(-0.1);
        assert!(room.contains(seen.at(0.0, 0.0)) && room.contains(seen.at(1.0, 1.0)));
        assert!((seen.centre() - VIEW.centre()).length() < 0.01);
        assert!(seen.h > VIEW.h * 0.95 || seen.w > VIEW.w * 0.95);
    }

    #[test]
    fn zooming_keeps_the_spot_under_the_mouse() {
        let mut camera = Camera::default();
        let mouse = vec2(420.0, 300.0);
        let before = camera.lens(FIELD, VIEW).field_from_screen(mouse);
        camera.zoom(FIELD, VIEW, mouse, 3.0);
        let after = camera.lens(FIELD, VIEW).field_from_screen(mouse);
        assert!((before - after).length() < 1e-3, "{before:?} {after:?}");
    }

    #[test]
    fn no_pan_leaves_the_field_and_no_number_breaks_it() {
        let mut camera = Camera::default();
        camera.zoom(FIELD, VIEW, VIEW.centre(), 4.0);
        camera.pan(FIELD, VIEW, vec2(1e9, -1e9));
        assert!(FIELD.contains(camera.lens(FIELD, VIEW).field_from_screen(VIEW.centre())));
        camera.pan(FIELD, VIEW, vec2(f32::NAN, f32::INFINITY));
        camera.zoom(FIELD, VIEW, VIEW.centre(), f32::NAN);
        camera.zoom(FIELD, VIEW, VIEW.centre(), 1e-9);
        assert!(camera.is_whole());
        assert!(camera.lens(FIELD, VIEW).screen_from_field(vec2(1.0, 1.0)).x.is_finite());
    }

    #[test]
    fn framing_shows_what_it_frames() {
        let area = Rect::new(4.0, 3.0, 9.0, 5.0);
        let lens = Camera::framing(FIELD, VIEW, area, 3.0).lens(FIELD, VIEW);
        let seen = lens.screen_rect(area);
        let room = VIEW.inset(-0.5);
        assert!(room.contains(seen.at(0.0, 0.0)) && room.contains(seen.at(1.0, 1.0)), "{seen:?}");
        assert!(seen.w > VIEW.w * 0.9 || seen.h > VIEW.h * 0.9);
        let spot = Rect::new(23.0, 13.0, 0.0, 0.0);
        let corner = Camera::framing(FIELD, VIEW, spot, 2.0).lens(FIELD, VIEW).screen_from_field(vec2(23.0, 13.0));
        assert!(VIEW.contains(corner));
    }

    #[test]
    fn there_and_back_is_the_same_spot() {
        let lens = Camera::default().lens(FIELD, VIEW);
        let spot = vec2(3.25, 9.5);
        assert!((lens.field_from_screen(lens.screen_from_field(spot)) - spot).length() < 1e-4);
    }
}
