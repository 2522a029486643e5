//! The legend: which overlays there are, which of them are shown, and what their colours mean.

use crate::canvas::{Canvas, Layer, Style, text_width};
use crate::colour::palette;
use crate::geometry::{Rect, vec2};
use crate::layout::Layout;
use crate::view::{Overlay, Overlays};

/// Height of an overlay's own line, and of one that explains its colours, in units.
const LINE: f32 = 20.0;
/// See `LINE`.
const COLOURS: f32 = 17.0;
/// Room around it, in units.
const RIM: f32 = 9.0;

/// The key of an overlay, by its place.
const KEYS: [&str; 4] = ["F5", "F6", "F7", "F8"];

/// The legend with the boxes of its lines.
#[derive(Debug, Clone, PartialEq)]
pub struct Legend {
    /// All of it.
    pub rect: Rect,
    /// An overlay's own line each, in their order.
    pub lines: Vec<Rect>,
}

fn name_style(u: f32) -> Style {
    Style::new(12.0 * u, palette::BONE).bold()
}

fn what_style(u: f32) -> Style {
    Style::new(11.0 * u, palette::BONE_DIM)
}

/// Width of a line that explains colours, in points.
fn colours_width(u: f32, overlay: &Overlay) -> f32 {
    overlay.colours.iter().map(|(_, what)| text_width(what, what_style(u)) + 26.0 * u).sum()
}

impl Legend {
    /// Lay it out in the right upper corner of the field; `None` while no overlay is shown.
    #[must_use]
    pub fn of(layout: &Layout, overlays: &[Overlay], shown: Overlays) -> Option<Self> {
        let u = layout.unit;
        if shown.is_empty() || overlays.is_empty() {
            return None;
        }
        let names = overlays.iter().map(|overlay| text_width(overlay.name, name_style(u)) + 62.0 * u);
        let explained = overlays.iter().enumerate().filter(|(place, _)| shown.shows(*place));
        let widest = names.chain(explained.map(|(_, overlay)| colours_width(u, overlay))).fold(0.0, f32::max);
        let height = |place: usize| (LINE + if shown.shows(place) { COLOURS } else { 0.0 }) * u;
        let whole: f32 = (0..overlays.len()).map(height).sum();
        let field = layout.field.inset(10.0 * u);
        let (w, h) = (widest + 2.0 * RIM * u, whole + (2.0 * RIM - 2.0) * u);
        let rect = Rect::new(field.right() - w, field.y, w, h);
        let mut inner = rect.inset(RIM * u);
        let line = |place: usize| {
            let mut own = inner.cut_top(height(place));
            own.cut_top(LINE * u)
        };
        Some(Self { rect, lines: (0..overlays.len()).map(line).collect() })
    }

    /// Draw it; `hovered` is the place of the line under the mouse.
    pub fn draw(
        &self,
        canvas: &mut Canvas,
        layout: &Layout,
        overlays: &[Overlay],
        shown: Overlays,
        hovered: Option<usize>,
    ) {
        let u = layout.unit;
        canvas.layer(Layer::Overlay);
        canvas.rounded(self.rect, 9.0 * u, palette::BARK.faded(0.93));
        canvas.frame(self.rect, 9.0 * u, 1.2 * u, palette::RIM);
        for (place, (overlay, line)) in overlays.iter().zip(&self.lines).enumerate() {
            let (on, y) = (shown.shows(place), line.centre().y);
            let tick = Rect::around(vec2(line.x + 6.0 * u, y), 11.0 * u, 11.0 * u);
            canvas.rounded(tick, 2.5 * u, palette::NIGHT);
            canvas.frame(tick, 2.5 * u, u, palette::RIM.lighter(0.2));
            if on {
                canvas.rounded(tick.inset(2.5 * u), 1.5 * u, palette::AMBER);
            }
            let ink = if on || hovered == Some(place) { palette::BONE } else { palette::BONE_DIM };
            canvas.text(vec2(line.x + 18.0 * u, y), Style { colour: ink, ..name_style(u) }, overlay.name);
            let key = Style::new(10.0 * u, palette::BONE_FAINT).bold().right();
            canvas.text(vec2(line.right(), y), key, KEYS.get(place).copied().unwrap_or_default());
            if on {
                self.draw_colours(canvas, u, overlay, vec2(line.x, line.bottom() + COLOURS * 0.42 * u));
            }
        }
    }

    fn draw_colours(&self, canvas: &mut Canvas, u: f32, overlay: &Overlay, at: crate::geometry::Vec2) {
        let mut x = at.x + 2.0 * u;
        for (colour, what) in overlay.colours {
            canvas.line(vec2(x, at.y), vec2(x + 10.0 * u, at.y), 3.0 * u, *colour);
            x = canvas.text(vec2(x + 15.0 * u, at.y), what_style(u), what).right() + 10.0 * u;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::colour::Colour;

    const ALL: [Overlay; 2] = [
        Overlay { name: "Plans", colours: &[(Colour::WHITE, "told"), (Colour::BLACK, "wanted by the general")] },
        Overlay { name: "Morale", colours: &[(Colour::WHITE, "steady")] },
    ];

    #[test]
    fn it_is_there_while_something_is_shown_and_all_of_it_lies_on_its_panel() {
        for size in [vec2(900.0, 600.0), vec2(2_560.0, 1_440.0)] {
            let layout = Layout::of(size, true);
            assert_eq!(Legend::of(&layout, &ALL, Overlays::default()), None);
            assert_eq!(Legend::of(&layout, &[], Overlays::first(2)), None);
            let shown = Overlays::default().toggled(0);
            let legend = Legend::of(&layout, &ALL, shown).unwrap();
            let mut canvas = Canvas::new(size);
            legend.draw(&mut canvas, &layout, &ALL, shown, None);
            let texts: Vec<(&str, Rect)> = canvas.texts().collect();
            assert_eq!(texts.len(), 6, "two names, two keys, two colours of what is shown: {texts:?}");
            assert!(texts.iter().all(|(_, rect)| rect.x >= legend.rect.x && rect.right() <= legend.rect.right()));
            assert!(legend.rect.bottom() <= layout.field.bottom());
        }
    }
}
