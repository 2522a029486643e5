//! Hazards: puddles on the floor, carts that do not stop, flames.

use player::canvas::{Canvas, Layer};
use player::colour::{Colour, palette};
use player::geometry::{Vec2, vec2, wave};
use player::view::Look;

use super::middle;
use super::sight::Sight;
use crate::kitchen::grain::TILE;
use crate::kitchen::hazard::CART_RADIUS;
use crate::kitchen::station::Condition;
use crate::view::scatter::scattered;

/// Half the side of a cart, in tiles.
pub(super) const CART: f32 = CART_RADIUS as f32 / TILE as f32;

const PUDDLE: Colour = Colour::hex(0x0063_9DB0);
const FLAMES: [Colour; 3] = [Colour::hex(0x00E8_4A26), Colour::hex(0x00FF_8A2E), Colour::hex(0x00FF_DC6E)];

/// Ticks before it is dry from which a puddle shrinks.
const DRYING_TICKS: f32 = 40.0;

/// Draw the puddles.
pub(super) fn draw_spills(canvas: &mut Canvas, look: &Look<'_>, sight: &Sight<'_>) {
    canvas.layer(Layer::Ground);
    let scale = look.lens.scale;
    for spill in sight.spills.iter().filter(|spill| spill.dries_at > 0) {
        let at = look.lens.screen_from_field(middle(spill.at));
        let size = (sight.left(spill.dries_at) / DRYING_TICKS).clamp(0.0, 1.0).sqrt() * scale;
        let salt = (spill.at.x as u32).wrapping_mul(64).wrapping_add(spill.at.y as u32);
        let outline = |grow: f32| {
            let corner = |place: u32| {
                let long = (0.37 + 0.09 * scattered(salt, place)) * grow * size;
                at + Vec2::at_turn(place as f32 / 14.0) * long
            };
            (0..14).map(corner).collect::<Vec<_>>()
        };
        canvas.area(&outline(1.08), PUDDLE.darker(0.45).faded(0.55));
        canvas.area(&outline(1.0), PUDDLE.faded(0.85));
        let glint = at + vec2(-0.14, -0.14) * size;
        canvas.ellipse(glint, vec2(0.13, 0.06) * size, Colour::WHITE.faded(0.7));
        canvas.ellipse(at + vec2(0.14, 0.12) * size, vec2(0.08, 0.04) * size, Colour::WHITE.faded(0.45));
    }
}

/// Draw the carts.
pub(super) fn draw_carts(canvas: &mut Canvas, look: &Look<'_>, sight: &Sight<'_>) {
    let scale = look.lens.scale;
    for (place, (spot, way)) in sight.carts.iter().enumerate() {
        let (at, r) = (look.lens.screen_from_field(*spot), CART * scale);
        let (ahead, right) = (*way, way.quarter_turned());
        let p = |x: f32, y: f32| at + (ahead * x + right * y) * r;
        canvas.layer(Layer::Shadow);
        canvas.glow(at + vec2(0.0, 0.3) * r, vec2(1.5, 1.4) * r, Colour::BLACK.faded(0.6));
        canvas.layer(Layer::Units);
        for (x, y) in [(-0.7, -0.95), (0.7, -0.95), (-0.7, 0.95), (0.7, 0.95)] {
            canvas.line(p(x - 0.22, y), p(x + 0.22, y), (r * 0.3).max(1.5), palette::NIGHT);
        }
        let body = [p(-1.0, -0.9), p(1.0, -0.9), p(1.0, 0.9), p(-1.0, 0.9)];
        canvas.area(&body, Colour::hex(0x0050_5A66));
        canvas.closed_path(&body, (r * 0.14).max(1.2), palette::NIGHT);
        for x in [-0.5, 0.0, 0.5] {
            canvas.line(p(x, -0.7), p(x, 0.7), (r * 0.12).max(0.9), Colour::hex(0x008A_98A8));
        }
        // Stripes in front: keep off.
        for stripe in [-0.66, -0.22, 0.22, 0.66] {
            let tint = if (stripe * 10.0) as i32 % 4 == 2 { palette::AMBER } else { palette::NIGHT };
            canvas.line(p(0.9, stripe - 0.2), p(0.9, stripe + 0.2), (r * 0.24).max(1.6), tint);
        }
        let row = sight.cooks.len() + sight.stations.len() + sight.tickets.len() + sight.spills.len() + place;
        if look.selected.contains(&row) || look.hovered == Some(row) {
            canvas.ring(at, r * 1.6, 2.0, palette::BONE.faded(0.85));
        }
    }
}

/// Draw flames on what burns.
pub(super) fn draw_fires(canvas: &mut Canvas, look: &Look<'_>, sight: &Sight<'_>) {
    canvas.layer(Layer::Over);
    let scale = look.lens.scale;
    let burning = sight.stations.iter().zip(&sight.cast.stations);
    for ((_, look_of), salt) in burning.filter(|((now, _), _)| now.condition == Condition::Blocked).zip(0_u32..) {
        let at = look.lens.screen_from_field(middle(look_of.cell));
        canvas.glow(at, vec2(1.1, 1.1) * scale, FLAMES[1].faded(0.6));
        for (layer, tint) in FLAMES.into_iter().enumerate() {
            for tongue in 0..5 {
                let number = salt * 32 + tongue;
                let beat = wave(sight.ticks / (9.0 + 5.0 * scattered(number, 7)) + scattered(number, 8));
                let high = (0.5 + 0.22 * scattered(number, 9) + 0.13 * beat) * (1.0 - 0.3 * layer as f32) * scale;
                let wide = 0.15 * (1.0 - 0.25 * layer as f32) * scale;
                let foot = at + vec2((tongue as f32 - 2.0) * 0.15 * scale, 0.3 * scale);
                let tip = foot + vec2(0.06 * beat * scale, -high);
                let side = vec2(wide, -high * 0.3);
                let flame = [tip, foot + side, foot + vec2(0.0, wide * 0.4), foot + vec2(-side.x, side.y)];
                canvas.area(&flame, tint.faded(0.92));
            }
        }
    }
}
