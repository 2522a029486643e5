//! The ground: a forest floor by night, each side's edge in its own light, and what stands in the way.

use player::canvas::{Canvas, Layer, Paint};
use player::colour::{Colour, palette};
use player::geometry::{Rect, Vec2, vec2, wave};
use player::view::{Look, Scene};

use crate::skirmish::{Cast, Skirmish};
use crate::view::scatter::scattered;

const SOIL: Colour = Colour::hex(0x003A_3226);
const SOIL_DEEP: Colour = Colour::hex(0x002A_241B);
const MOSS: Colour = Colour::hex(0x0049_5530);
const LEAF: Colour = Colour::hex(0x0060_4729);
const THREAD: Colour = Colour::hex(0x00C9_B48C);
const STONE: Colour = Colour::hex(0x0059_5348);
/// Soft patches that break up the soil.
const PATCHES: u32 = 46;
/// Fallen leaves and pebbles.
const LITTER: u32 = 90;
/// Grass and toadstools.
const TUFTS: u32 = 70;
/// Threads of mycelium.
const THREADS: u32 = 14;
/// Spores in the air.
const MOTES: u32 = 42;

/// Draw the ground and the air over it.
pub(super) fn draw(canvas: &mut Canvas, scene: &Scene<'_, Skirmish>, look: &Look<'_>) {
    let cast = scene.cast();
    let field = Rect::new(0.0, 0.0, cast.width as f32 / super::TILE, cast.height as f32 / super::TILE);
    let area = look.lens.screen_rect(field);
    canvas.layer(Layer::Ground);
    canvas.rect(look.lens.view, palette::NIGHT);
    canvas.rounded(area.inset(-6.0), 14.0, palette::NIGHT.lighter(0.04));
    canvas.rounded(area, 10.0, Paint::Down(SOIL, SOIL_DEEP));
    canvas.clipped(area, |canvas| {
        draw_patches(canvas, look, field);
        draw_threads(canvas, look, field);
        draw_litter(canvas, look, field);
        draw_tufts(canvas, scene, look, field);
        draw_edges(canvas, look, area);
        draw_obstacles(canvas, look, cast);
        draw_motes(canvas, scene, look, field);
    });
    canvas.layer(Layer::Ground);
    canvas.frame(area, 10.0, 1.5, palette::RIM.faded(0.7));
}

fn draw_patches(canvas: &mut Canvas, look: &Look<'_>, field: Rect) {
    for i in 0..PATCHES {
        let at = field.at(scattered(i, 1), scattered(i, 2));
        let size = 1.2 + 2.6 * scattered(i, 3);
        let colour = [MOSS, SOIL_DEEP, LEAF][(i % 3) as usize];
        let radius = vec2(size, size * 0.62) * look.lens.scale;
        canvas.glow(look.lens.screen_from_field(at), radius, colour.faded(0.5));
    }
}

fn draw_threads(canvas: &mut Canvas, look: &Look<'_>, field: Rect) {
    for i in 0..THREADS {
        let mut at = field.at(scattered(i, 11), scattered(i, 12));
        let mut turn = scattered(i, 13);
        let mut points = Vec::with_capacity(9);
        for step in 0..9 {
            points.push(look.lens.screen_from_field(at));
            turn += (scattered(i * 16 + step, 14) - 0.5) * 0.16;
            at += Vec2::at_turn(turn) * 0.55;
        }
        canvas.path(&points, 0.035 * look.lens.scale, THREAD.faded(0.09));
    }
}

fn draw_litter(canvas: &mut Canvas, look: &Look<'_>, field: Rect) {
    for i in 0..LITTER {
        let at = look.lens.screen_from_field(field.at(scattered(i, 21), scattered(i, 22)));
        let size = (0.05 + 0.09 * scattered(i, 23)) * look.lens.scale;
        let along = Vec2::at_turn(scattered(i, 24)) * size;
        match i % 3 {
            0 => {
                let side = along.quarter_turned() * 0.42;
                canvas.area(&[at - along * 1.5, at + side, at + along * 1.5, at - side], LEAF.lighter(0.1).faded(0.5));
            }
            1 => canvas.ellipse(at, vec2(size, size * 0.7), STONE.faded(0.35)),
            _ => canvas.circle(at, size * 0.35, THREAD.faded(0.18)),
        }
    }
}

/// Grass and small mushrooms, most of them along the far and the near edge. They sway on the fight's own time.
fn draw_tufts(canvas: &mut Canvas, scene: &Scene<'_, Skirmish>, look: &Look<'_>, field: Rect) {
    let ticks = scene.moment.ticks() as f32;
    for i in 0..TUFTS {
        let deep = scattered(i, 52);
        // Squared, so that they crowd toward the edges and leave the middle to the fight.
        let down = if i % 2 == 0 { deep * deep * 0.45 } else { 1.0 - deep * deep * 0.4 };
        let foot = look.lens.screen_from_field(field.at(scattered(i, 53), down));
        let scale = look.lens.scale * (0.75 + 0.5 * scattered(i, 54));
        if i % 5 == 0 {
            draw_toadstool(canvas, foot, scale, i);
        } else {
            let sway = 0.05 * wave(ticks * 0.012 + scattered(i, 55));
            draw_grass(canvas, foot, scale, sway, i);
        }
    }
}

fn draw_grass(canvas: &mut Canvas, foot: Vec2, scale: f32, sway: f32, number: u32) {
    let tint = MOSS.lighter(0.06 + 0.16 * scattered(number, 56)).faded(0.75);
    for blade in 0..3 {
        let lean = (scattered(number * 4 + blade, 57) - 0.5) * 0.4 + sway;
        let high = (0.2 + 0.2 * scattered(number * 4 + blade, 58)) * scale;
        let root = foot + vec2((blade as f32 - 1.0) * 0.05 * scale, 0.0);
        let tip = root + vec2(lean * scale, -high);
        let half = vec2(0.024 * scale, 0.0);
        let waist = root.toward(tip, 0.5) + vec2(-lean * 0.2 * scale, 0.0);
        canvas.area(&[root - half, waist - half * 0.8, tip, waist + half * 0.8, root + half], tint);
    }
}

fn draw_toadstool(canvas: &mut Canvas, foot: Vec2, scale: f32, number: u32) {
    let tint = [Colour::hex(0x009A_5B4A), Colour::hex(0x008A_7A9A), Colour::hex(0x00A8_8B5A)][(number % 3) as usize];
    let size = scale * (0.1 + 0.06 * scattered(number, 59));
    canvas.glow(foot, vec2(size * 1.6, size * 0.7), Colour::BLACK.faded(0.5));
    let stem = [vec2(-0.3, 0.0), vec2(-0.24, -1.0), vec2(0.24, -1.0), vec2(0.3, 0.0)].map(|p| foot + p * size);
    canvas.area(&stem, THREAD.darker(0.35));
    let mut cap = Vec::with_capacity(12);
    player::canvas::outline::arc(foot - vec2(0.0, size * 0.9), vec2(size, size * 0.85), 0.5, 1.0, 12, &mut cap);
    canvas.area(&cap, Paint::Down(tint.lighter(0.1), tint.darker(0.35)));
    canvas.circle(foot + vec2(-0.3 * size, -1.3 * size), size * 0.14, THREAD.faded(0.6));
    canvas.circle(foot + vec2(0.25 * size, -1.15 * size), size * 0.1, THREAD.faded(0.6));
}

/// Each side's edge glows faintly in its colour: that is where its units leave.
fn draw_edges(canvas: &mut Canvas, look: &Look<'_>, area: Rect) {
    let radius = vec2(3.2 * look.lens.scale, area.h * 0.75);
    for (side, x) in [(0, area.x), (1, area.right())] {
        canvas.glow(vec2(x, area.centre().y), radius, palette::side(side).faded(0.17));
        let lines = [vec2(x, area.y), vec2(x, area.bottom())];
        canvas.line(lines[0], lines[1], 3.0, palette::side(side).faded(0.55));
    }
    let top = Rect { h: area.h * 0.12, ..area };
    canvas.rect(top, Paint::Down(palette::NIGHT.faded(0.45), palette::NIGHT.faded(0.0)));
    let bottom = Rect { y: area.bottom() - area.h * 0.14, h: area.h * 0.14, ..area };
    canvas.rect(bottom, Paint::Down(palette::NIGHT.faded(0.0), palette::NIGHT.faded(0.5)));
}

/// Stumps and stones, a tile each; neighbours grow into one another.
fn draw_obstacles(canvas: &mut Canvas, look: &Look<'_>, cast: &Cast) {
    let mut tiles: Vec<[u8; 2]> = cast.obstacles.clone();
    // From the back to the front.
    tiles.sort_by_key(|[x, y]| (*y, *x));
    for [x, y] in tiles {
        let number = u32::from(x) * 64 + u32::from(y);
        let middle = vec2(f32::from(x) + 0.5, f32::from(y) + 0.5);
        draw_stone(canvas, look, middle, number);
    }
}

fn draw_stone(canvas: &mut Canvas, look: &Look<'_>, middle: Vec2, number: u32) {
    let scale = look.lens.scale;
    let at = look.lens.screen_from_field(middle);
    canvas.glow(at + vec2(0.06, 0.34) * scale, vec2(0.82, 0.5) * scale, Colour::BLACK.faded(0.6));
    let outline = |grow: f32, up: f32| -> Vec<Vec2> {
        (0..14)
            .map(|i| {
                let d = Vec2::at_turn(i as f32 / 14.0);
                let r = grow * (0.9 + 0.2 * scattered(number * 16 + i, 31));
                at + vec2(d.x * r, d.y * r * 0.86 - up) * scale
            })
            .collect()
    };
    let tint = STONE.toward(MOSS.lighter(0.1), 0.3 * scattered(number, 32));
    canvas.area(&outline(0.53, -0.06), tint.darker(0.45));
    canvas.area(&outline(0.51, 0.08), Paint::Down(tint.lighter(0.12), tint.darker(0.25)));
    canvas.area(&outline(0.3, 0.2), tint.lighter(0.16).faded(0.45));
    for i in 0..3 {
        let spot =
            at + vec2(scattered(number * 4 + i, 33) - 0.5, scattered(number * 4 + i, 34) * 0.5 - 0.42) * (0.7 * scale);
        let size = (0.05 + 0.06 * scattered(number * 4 + i, 35)) * scale;
        canvas.ellipse(spot, vec2(size, size * 0.7), MOSS.lighter(0.14).faded(0.75));
    }
}

/// Spores drift on the fight's own time, so that they stand still with it and drift back with it.
fn draw_motes(canvas: &mut Canvas, scene: &Scene<'_, Skirmish>, look: &Look<'_>, field: Rect) {
    canvas.layer(Layer::Over);
    let seconds = scene.moment.ticks() as f32 / scene.recording.tick_hz() as f32;
    for i in 0..MOTES {
        let pace = 0.008 + 0.014 * scattered(i, 41);
        let across = scattered(i, 42) + seconds * pace;
        let down = scattered(i, 43) + 0.02 * wave(seconds * (0.05 + 0.06 * scattered(i, 44)) + scattered(i, 45));
        let at = look.lens.screen_from_field(field.at(across - across.floor(), down));
        let twinkle = 0.6 + 0.4 * wave(seconds * 0.2 + scattered(i, 46));
        let size = (0.07 + 0.08 * scattered(i, 47)) * look.lens.scale;
        canvas.glow(at, vec2(size, size), THREAD.lighter(0.3).faded(0.3 * twinkle));
    }
}
