//! The peek: what a moment on the bar looks like, small, before one goes there.

use recorder::Simulation;

use crate::annals::Line;
use crate::camera::Camera;
use crate::canvas::{Canvas, Layer, Style};
use crate::colour::palette;
use crate::geometry::{Rect, Vec2, vec2};
use crate::layout::{Layout, clock};
use crate::sigils;
use crate::view::{Look, Overlays, Scene, View};

/// Width of the picture, in units.
const WIDTH: f32 = 236.0;
/// Height of the picture at most, in units.
const HEIGHT_MAX: f32 = 160.0;
/// Room around it, in units.
const RIM: f32 = 5.0;
/// Height of a line below it, in units.
const ROW: f32 = 19.0;
/// Fields lower than this, in units, leave no room for it.
const FIELD_MIN: f32 = 220.0;

/// Draw a scene above the point of the bar that it belongs to, and say what happens there.
pub fn draw<S: Simulation>(
    canvas: &mut Canvas,
    layout: &Layout,
    view: &dyn View<S>,
    scene: &Scene<'_, S>,
    camera: Camera,
    x: f32,
    line: Option<&Line>,
) {
    let u = layout.unit;
    let field = view.field(scene.cast());
    let size = picture_size(layout, field);
    let rows = if line.is_some() { 2.0 } else { 1.0 };
    let (w, h) = (size.x + 2.0 * RIM * u, size.y + (2.0 * RIM + rows * ROW + 4.0) * u);
    let left = (x - w * 0.5).min(layout.screen.w - w - 4.0 * u).max(4.0 * u);
    let panel = Rect::new(left, layout.marks.y - h - 6.0 * u, w, h);
    canvas.above(|canvas| {
        canvas.layer(Layer::Ground);
        canvas.rounded(panel, 8.0 * u, palette::BARK_RAISED);
        let mut inner = panel.inset(RIM * u);
        let picture = inner.cut_top(size.y);
        canvas.clipped(picture, |canvas| {
            let (lens, overlays) = (camera.lens(field, picture), Overlays::default());
            let look = Look {
                lens,
                selected: &[],
                hovered: None,
                aiming: false,
                overlays,
                chosen: None,
                driven: None,
                pointer: None,
            };
            view.draw(scene, &look, canvas);
        });
        canvas.layer(Layer::Overlay);
        canvas.frame(panel, 8.0 * u, u.max(1.0), palette::RIM.lighter(0.15));
        inner.cut_top(3.0 * u);
        draw_standing(canvas, u, inner.cut_top(ROW * u), view, scene);
        if let Some(line) = line {
            let colour = line.side.map_or(palette::BONE, palette::side);
            let row = inner.cut_top(ROW * u);
            let style = Style::new(11.5 * u, colour.lighter(0.25)).centred();
            canvas.text_within(row.centre(), style, row.w - 4.0 * u, &line.text);
        }
    });
}

fn picture_size(layout: &Layout, field: Rect) -> Vec2 {
    let u = layout.unit;
    let w = (WIDTH * u).min(layout.screen.w - 20.0 * u).max(1.0);
    if layout.field.h < FIELD_MIN * u {
        return vec2(w, 0.0);
    }
    vec2(w, (w * field.h / field.w.max(1e-3)).min(HEIGHT_MAX * u))
}

/// The time in the middle, and on its sides how many of each side stand; of more than two, the time comes first.
fn draw_standing<S: Simulation>(canvas: &mut Canvas, u: f32, row: Rect, view: &dyn View<S>, scene: &Scene<'_, S>) {
    let time = Style::new(12.5 * u, palette::BONE).bold().tabular();
    let sides = view.sides(scene);
    let now = clock(scene.moment, scene.recording.tick_hz());
    if sides.len() > 2 {
        let from = canvas.text(vec2(row.x + 6.0 * u, row.centre().y), time, &now).right() + 12.0 * u;
        let each = (row.right() - from) / sides.len() as f32;
        for (place, side) in sides.iter().enumerate() {
            let (colour, x) = (palette::side(place), from + each * place as f32 + 6.0 * u);
            sigils::side(canvas, place, vec2(x, row.centre().y), 4.3 * u, colour, true);
            let style = Style::new(12.0 * u, colour).bold();
            canvas.text_within(vec2(x + 9.0 * u, row.centre().y), style, each - 14.0 * u, &side.up.to_string());
        }
        return;
    }
    canvas.text(row.centre(), time.centred(), &format!("{now}  ·  {}", scene.tick()));
    for (place, side) in sides.iter().enumerate() {
        let colour = palette::side(place);
        let (edge, toward) = if place == 0 { (row.x + 8.0 * u, 1.0) } else { (row.right() - 8.0 * u, -1.0) };
        sigils::side(canvas, place, vec2(edge, row.centre().y), 4.3 * u, colour, true);
        let style = Style::new(12.0 * u, colour).bold();
        let style = if place == 0 { style } else { style.right() };
        canvas.text(vec2(edge + toward * 9.0 * u, row.centre().y), style, &side.up.to_string());
    }
}
