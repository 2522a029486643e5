//! Towers: kings and princesses, from above, with the colours of their side on the roof.

use player::canvas::{Canvas, Layer, Paint};
use player::colour::{Colour, palette};
use player::geometry::{Rect, Vec2, vec2};
use player::view::{Look, Scene};

use super::TOWERS;
use super::pose::{Pose, Poses};
use crate::arena::Arena;

const WALL: Colour = Colour::hex(0x0077_7268);
const FLOOR: Colour = Colour::hex(0x0051_4D46);
const GOLD: Colour = Colour::hex(0x00F3_C64F);

/// Draw the towers that stand.
pub(super) fn draw(canvas: &mut Canvas, _: &Scene<'_, Arena>, look: &Look<'_>, poses: &Poses<'_>) {
    for pose in poses.back_to_front().into_iter().filter(|pose| pose.place < TOWERS) {
        draw_tower(canvas, look, pose);
    }
}

fn draw_tower(canvas: &mut Canvas, look: &Look<'_>, pose: &Pose<'_>) {
    let (at, r) = (look.lens.screen_from_field(pose.at), pose.radius * look.lens.scale);
    let side = palette::side(pose.side());
    let is_king = pose.place.is_multiple_of(3);
    canvas.layer(Layer::Shadow);
    canvas.glow(at + vec2(0.2, 0.35) * r, vec2(1.7, 1.5) * r, Colour::BLACK.faded(0.6));
    canvas.layer(Layer::Under);
    if look.selected.contains(&pose.place) || look.hovered == Some(pose.place) {
        canvas.ring(at, r * 1.42, 2.0, palette::BONE.faded(0.8));
    }
    canvas.layer(Layer::Units);
    let block = Rect::around(at, r * 2.1, r * 2.1);
    let hurt = |colour: Colour| colour.toward(Colour::WHITE, 0.65 * pose.flash);
    canvas.rounded(block.moved(vec2(0.0, r * 0.16)), r * 0.3, WALL.darker(0.6));
    canvas.rounded(block, r * 0.3, hurt(WALL));
    draw_battlements(canvas, block, r, hurt(WALL.lighter(0.22)));
    let roof = block.inset(r * 0.3);
    canvas.rounded(roof, r * 0.2, FLOOR.darker(0.2));
    let roof = roof.inset(r * 0.08);
    canvas.rounded(roof, r * 0.16, Paint::Down(hurt(side.darker(0.12)), hurt(side.darker(0.45))));
    draw_crew(canvas, at, r, pose, side);
    if is_king {
        draw_crown(canvas, at - vec2(0.0, r * 0.02), r * 0.52);
    }
}

fn draw_battlements(canvas: &mut Canvas, block: Rect, r: f32, colour: Colour) {
    let stone = 0.3 * r;
    for step in 0..4 {
        let along = (step as f32 + 0.5) / 4.0;
        for spot in [(along, 0.07), (along, 0.93), (0.07, along), (0.93, along)] {
            canvas.rounded(Rect::around(block.at(spot.0, spot.1), stone, stone), stone * 0.2, colour);
        }
    }
}

/// Whoever shoots from it, turned to the target.
fn draw_crew(canvas: &mut Canvas, at: Vec2, r: f32, pose: &Pose<'_>, side: Colour) {
    let (ahead, right) = (pose.ahead, pose.ahead.quarter_turned());
    let back = 0.12 * pose.lunge;
    let p = |x: f32, y: f32| at + (ahead * (x - back) + right * y) * r;
    let width = |part: f32| (part * r).max(1.0);
    if pose.place.is_multiple_of(3) {
        canvas.line(p(0.2, 0.0), p(1.02, 0.0), width(0.36), palette::NIGHT);
        canvas.line(p(0.25, 0.0), p(0.98, 0.0), width(0.2), Colour::hex(0x0044_474C));
        return;
    }
    canvas.path(&[p(0.3, -0.46), p(0.56, 0.0), p(0.3, 0.46)], width(0.16), palette::NIGHT.faded(0.9));
    canvas.path(&[p(0.3, -0.46), p(0.56, 0.0), p(0.3, 0.46)], width(0.08), GOLD);
    canvas.circle(at, r * 0.36, palette::NIGHT.faded(0.9));
    canvas.circle(at, r * 0.29, side.lighter(0.45));
    canvas.circle(p(-0.04, 0.0), r * 0.17, Colour::hex(0x00E8_C9A0));
}

fn draw_crown(canvas: &mut Canvas, at: Vec2, size: f32) {
    let points = [(-0.8, 0.55), (-0.95, -0.45), (-0.45, 0.0), (0.0, -0.75), (0.45, 0.0), (0.95, -0.45), (0.8, 0.55)];
    let points = points.map(|(x, y)| at + vec2(x, y) * size);
    canvas.closed_path(&points, (size * 0.3).max(1.5), palette::NIGHT.faded(0.9));
    // Seen from its middle below the points, all of it is seen.
    canvas.area(&points, GOLD);
    canvas.line(points[0], points[6], (size * 0.2).max(1.0), GOLD.darker(0.25));
}
