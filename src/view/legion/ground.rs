//! The ground: dry grass with darker and lighter patches of any size, blades near by, a net of a hundred metres far off,
//! and the edge of the field.

use crate::kernel::math;
use player::canvas::{Canvas, Layer, Mark, Paint, Style, text_width};
use player::colour::{Colour, palette};
use player::geometry::{Rect, Vec2, vec2};
use player::layout::unit_of;
use player::view::Look;

use super::stamps::Stamps;
use crate::legion::rules::FIELD;
use crate::view::scatter::scattered;

const GRASS: Colour = Colour::hex(0x004E_5033);
const GRASS_FAR: Colour = Colour::hex(0x0042_472D);
const LIGHT: Colour = Colour::hex(0x0074_6F45);
const DARK: Colour = Colour::hex(0x0029_301F);
const EARTH: Colour = Colour::hex(0x0076_5E3B);
const BLADE: Colour = Colour::hex(0x0082_8452);
const BEYOND: Colour = Colour::hex(0x0019_1B13);

/// Points that a patch of the ground's pattern is about as wide as.
const PATCH: f32 = 150.0;
/// Metres between tufts.
const TUFTS: f32 = 2.2;
/// Points a metre from which blades are seen, and at which all are.
const TUFTS_FROM: f32 = 7.0;
const TUFTS_FULL: f32 = 14.0;

/// All of the ground there is.
const WHOLE: Rect = Rect::new(-FIELD, -FIELD, 2.0 * FIELD, 2.0 * FIELD);

/// Draw the ground under everything.
pub(super) fn draw(canvas: &mut Canvas, look: &Look<'_>, stamps: &Stamps) {
    let field = WHOLE;
    canvas.layer(Layer::Ground);
    canvas.rect(look.lens.view, BEYOND);
    let area = look.lens.screen_rect(field);
    canvas.clipped(area.shared_with(look.lens.view), |canvas| {
        canvas.rect(look.lens.view, Paint::Down(GRASS_FAR, GRASS));
        draw_patches(canvas, look, stamps);
        draw_tufts(canvas, look, stamps);
        draw_net(canvas, look, field);
    });
    draw_edge(canvas, look, area);
}

/// Three sizes of patches at a time, the next coming in as the last goes out, so that the ground is rich at every zoom.
fn draw_patches(canvas: &mut Canvas, look: &Look<'_>, stamps: &Stamps) {
    let wanted = math::ln(PATCH / look.lens.scale) / std::f32::consts::LN_2;
    let level = wanted.floor();
    let part = wanted - level;
    for (level, strength) in
        [(level - 1.0, 0.75 * (1.0 - part)), (level, 1.0 - 0.25 * part), (level + 1.0, 1.0), (level + 2.0, part)]
    {
        patches(canvas, look, stamps, level, strength);
    }
}

fn patches(canvas: &mut Canvas, look: &Look<'_>, stamps: &Stamps, level: f32, strength: f32) {
    let cell = math::powf(2.0, level);
    let salt = 100 + (level as i32 + 40).unsigned_abs() * 8;
    let marks = cells(look, cell, cell * 1.3).map(|(number, corner)| {
        let at = corner + vec2(scattered(number, salt), scattered(number, salt + 1)) * cell;
        let size = cell * (0.5 + 0.8 * scattered(number, salt + 2)) * look.lens.scale;
        let kind = scattered(number, salt + 3);
        let colour = if kind < 0.42 {
            DARK.faded(0.36)
        } else if kind < 0.84 {
            LIGHT.faded(0.24)
        } else {
            EARTH.faded(0.32)
        };
        let along = Vec2::at_turn(scattered(number, salt + 4)) * size;
        Mark { at: look.lens.screen_from_field(at), along, colour: colour.faded(strength) }
    });
    canvas.swarm(&stamps.cloud, marks);
}

fn draw_tufts(canvas: &mut Canvas, look: &Look<'_>, stamps: &Stamps) {
    let px = look.lens.scale;
    let strength = ((px - TUFTS_FROM) / (TUFTS_FULL - TUFTS_FROM)).clamp(0.0, 1.0);
    if strength <= 0.0 {
        return;
    }
    let marks = cells(look, TUFTS, 0.5).map(|(number, corner)| {
        let at = corner + vec2(scattered(number, 11), scattered(number, 12)) * TUFTS;
        let size = (0.22 + 0.3 * scattered(number, 13)) * px;
        let tint = BLADE.toward(DARK, 0.7 * scattered(number, 14));
        let along = vec2(1.0, 0.0).turned(0.1 * (scattered(number, 15) - 0.5)) * size;
        Mark { at: look.lens.screen_from_field(at), along, colour: tint.faded(0.55 * strength) }
    });
    canvas.swarm(&stamps.tuft, marks);
}

/// The cells of a lattice that show, each with a number of its own and its corner on the field.
fn cells(look: &Look<'_>, cell: f32, margin: f32) -> impl Iterator<Item = (u32, Vec2)> {
    let lens = look.lens;
    let low = lens.field_from_screen(lens.view.at(0.0, 0.0)) - vec2(margin, margin);
    let high = lens.field_from_screen(lens.view.at(1.0, 1.0)) + vec2(margin, margin);
    let columns = (low.x / cell).floor() as i32..=(high.x / cell).floor() as i32;
    let rows = (low.y / cell).floor() as i32..=(high.y / cell).floor() as i32;
    rows.flat_map(move |y| {
        columns.clone().map(move |x| {
            let number = x.cast_unsigned().wrapping_mul(0x9E37) ^ y.cast_unsigned().wrapping_mul(0x0085_EBCB);
            (number, vec2(x as f32, y as f32) * cell)
        })
    })
}

fn draw_net(canvas: &mut Canvas, look: &Look<'_>, field: Rect) {
    let colour = palette::BONE.faded(0.05 * (4.0 - look.lens.scale).clamp(0.0, 1.0));
    if colour.a == 0 {
        return;
    }
    for step in -11..=11 {
        let at = step as f32 * 100.0;
        let [a, b, c, d] = [vec2(at, field.y), vec2(at, field.bottom()), vec2(field.x, at), vec2(field.right(), at)]
            .map(|spot| look.lens.screen_from_field(spot));
        canvas.line(a, b, 1.0, colour);
        canvas.line(c, d, 1.0, colour);
    }
}

fn draw_edge(canvas: &mut Canvas, look: &Look<'_>, area: Rect) {
    let u = unit_of(canvas.size());
    let view = look.lens.view;
    let shows = area.x > view.x || area.y > view.y || area.right() < view.right() || area.bottom() < view.bottom();
    if shows {
        canvas.frame(area, 2.0, 1.5 * u, palette::BONE.faded(0.35));
    }
}

/// Draw how long a stretch of the ground is, in the corner of the view.
pub(super) fn draw_measure(canvas: &mut Canvas, look: &Look<'_>) {
    let (u, view) = (unit_of(canvas.size()), look.lens.view);
    if view.w < 360.0 * u || view.h < 240.0 * u {
        return;
    }
    let fits = |metres: &&f32| **metres * look.lens.scale <= 130.0 * u;
    let metres = [500.0, 200.0, 100.0, 50.0, 20.0, 10.0, 5.0, 2.0, 1.0].iter().find(fits).copied().unwrap_or(1.0);
    let (long, from) = (metres * look.lens.scale, vec2(view.x + 14.0 * u, view.y + 20.0 * u));
    canvas.layer(Layer::Figures);
    let colour = palette::BONE.faded(0.9);
    let style = Style::new(11.0 * u, colour);
    let words = format!("{metres} m");
    let plate = Rect::new(view.x + 6.0 * u, view.y + 8.0 * u, long + text_width(&words, style) + 23.0 * u, 20.0 * u);
    canvas.rounded(plate, 6.0 * u, palette::NIGHT.faded(0.62));
    for (a, b) in [
        (vec2(0.0, 0.0), vec2(long, 0.0)),
        (vec2(0.0, -4.0 * u), vec2(0.0, 0.0)),
        (vec2(long, -4.0 * u), vec2(long, 0.0)),
    ] {
        canvas.line(from + a, from + b, 1.4 * u, colour);
    }
    canvas.text(from + vec2(long + 7.0 * u, -2.0 * u), style, &words);
}
