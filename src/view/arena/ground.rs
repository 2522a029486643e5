//! The ground: mown grass, the lanes, the river with its bridges, and where a side may play its cards.

use player::canvas::{Canvas, Layer, Paint};
use player::colour::{Colour, palette};
use player::geometry::{Rect, Vec2, vec2, wave};
use player::view::{Look, Scene};

use crate::arena::{Arena, Cast};
use crate::view::scatter::scattered;

const GRASS: Colour = Colour::hex(0x0039_4A2C);
const GRASS_LIGHT: Colour = Colour::hex(0x0040_5231);
const EARTH: Colour = Colour::hex(0x006B_5A40);
const WATER: Colour = Colour::hex(0x0023_5468);
const WATER_DEEP: Colour = Colour::hex(0x001A_4052);
const FOAM: Colour = Colour::hex(0x009F_D0DC);
const PLANK: Colour = Colour::hex(0x0082_6544);
const STONE: Colour = Colour::hex(0x0058_584E);

/// Flags of the map, by what the ground there is.
const ROADS: u16 = 3;
const RIVER: u16 = 32;
/// The banks and what lies under the edge of them.
const BANK: u16 = 16;
/// Cells to a tile, along an axis.
const CELLS: f32 = 2.0;
/// Tufts of grass and pebbles.
const LITTER: u32 = 150;
/// Lights on the water.
const RIPPLES: u32 = 26;

/// Draw the ground.
pub(super) fn draw(canvas: &mut Canvas, scene: &Scene<'_, Arena>, look: &Look<'_>) {
    let cast = scene.cast();
    let field = Rect::new(0.0, 0.0, cast.width as f32 / super::TILE, cast.height as f32 / super::TILE);
    let area = look.lens.screen_rect(field);
    canvas.layer(Layer::Ground);
    canvas.rect(look.lens.view, palette::NIGHT);
    let rim = (look.lens.scale * 0.34).max(3.0);
    canvas.rounded(area.inset(-rim), rim * 1.4, palette::BARK_RAISED.darker(0.2));
    canvas.frame(area.inset(-rim), rim * 1.4, 1.2, palette::RIM);
    canvas.rect(area, GRASS);
    canvas.clipped(area, |canvas| {
        draw_lawn(canvas, look, field);
        draw_litter(canvas, look, field);
        draw_roads(canvas, look, cast);
        draw_halves(canvas, area);
        draw_river(canvas, scene, look, cast);
    });
    canvas.frame(area, 0.0, 1.2, palette::NIGHT.faded(0.8));
}

/// Mown in squares of a tile, so that tiles can be counted.
fn draw_lawn(canvas: &mut Canvas, look: &Look<'_>, field: Rect) {
    for y in 0..field.h as u32 {
        for x in (y % 2..field.w as u32).step_by(2) {
            let tile = Rect::new(x as f32, y as f32, 1.0, 1.0);
            canvas.rect(look.lens.screen_rect(tile), GRASS_LIGHT);
        }
    }
}

fn draw_litter(canvas: &mut Canvas, look: &Look<'_>, field: Rect) {
    let scale = look.lens.scale;
    for i in 0..LITTER {
        let at = look.lens.screen_from_field(field.at(scattered(i, 71), scattered(i, 72)));
        let size = (0.06 + 0.1 * scattered(i, 73)) * scale;
        if i % 4 == 0 {
            canvas.ellipse(at, vec2(size, size * 0.7), STONE.faded(0.45));
            continue;
        }
        let tint = GRASS_LIGHT.lighter(0.1 + 0.08 * scattered(i, 74)).faded(0.7);
        for lean in [-0.7, 0.0, 0.7] {
            canvas.line(at, at + vec2(lean * size, -size * 1.5), (size * 0.28).max(0.7), tint);
        }
    }
}

/// The first side's half is tinged with its colour, the second's with that of its own.
fn draw_halves(canvas: &mut Canvas, area: Rect) {
    let half = area.h * 0.5;
    let far = Rect { h: half, ..area };
    let near = Rect { y: area.y + half, h: half, ..area };
    canvas.rect(far, Paint::Down(palette::side(1).faded(0.16), palette::side(1).faded(0.03)));
    canvas.rect(near, Paint::Down(palette::side(0).faded(0.03), palette::side(0).faded(0.16)));
}

/// Runs of equal ground along the rows of cells, those of rows above each other that are alike as one box, in tiles.
fn runs(cast: &Cast, is_in: impl Fn(u16) -> bool) -> Vec<Rect> {
    let (columns, rows) = (usize::from(cast.columns), usize::from(cast.rows));
    let mut open: Vec<Rect> = Vec::new();
    let mut done = Vec::new();
    for row in 0..rows {
        let Some(flags) = cast.map.get(row * columns..(row + 1) * columns) else { break };
        // Rows count from below.
        let y = (rows - 1 - row) as f32 / CELLS;
        let mut found = Vec::new();
        let mut from = None;
        for column in 0..=columns {
            let inside = flags.get(column).is_some_and(|flag| is_in(*flag));
            match (inside, from) {
                (true, None) => from = Some(column),
                (false, Some(start)) => {
                    let (x, w) = (start as f32 / CELLS, (column - start) as f32 / CELLS);
                    found.push(Rect::new(x, y, w, 1.0 / CELLS));
                    from = None;
                }
                _ => {}
            }
        }
        for run in &mut found {
            if let Some(at) = open.iter().position(|above| above.x == run.x && above.w == run.w) {
                run.h += open.remove(at).h;
            }
        }
        done.append(&mut open);
        open = found;
    }
    done.append(&mut open);
    done
}

fn draw_roads(canvas: &mut Canvas, look: &Look<'_>, cast: &Cast) {
    let roads = runs(cast, |flag| flag & ROADS != 0);
    let scale = look.lens.scale;
    let boxed = |road: &Rect, by: f32| look.lens.screen_rect(road.inset(-by));
    for road in &roads {
        canvas.rounded(boxed(road, 0.14), 0.3 * scale, EARTH.darker(0.45));
    }
    for road in &roads {
        canvas.rounded(boxed(road, -0.02), 0.22 * scale, EARTH.darker(0.12));
    }
    for (number, road) in roads.iter().enumerate() {
        let count = (road.w * road.h * 0.6) as u32;
        for i in 0..count {
            let salt = number as u32 * 512 + i;
            let at = look.lens.screen_from_field(road.inset(0.2).at(scattered(salt, 81), scattered(salt, 82)));
            let size = (0.05 + 0.13 * scattered(salt, 83)) * scale;
            let tint = if salt.is_multiple_of(2) { EARTH.lighter(0.1) } else { EARTH.darker(0.25) };
            canvas.ellipse(at, vec2(size * 1.5, size * 0.8), tint.faded(0.5));
        }
    }
}

fn draw_river(canvas: &mut Canvas, scene: &Scene<'_, Arena>, look: &Look<'_>, cast: &Cast) {
    let river = runs(cast, |flag| flag & RIVER != 0);
    let Some(bed) = river.iter().copied().reduce(Rect::spanned) else { return };
    let scale = look.lens.scale;
    let bank = look.lens.screen_rect(Rect::new(bed.x - 1.0, bed.y - 0.42, bed.w + 2.0, bed.h + 0.84));
    canvas.rect(bank, STONE.darker(0.3));
    let stones = (bed.w * 2.4) as u32;
    for i in 0..stones * 2 {
        let y = if i % 2 == 0 { bed.y - 0.26 } else { bed.bottom() + 0.26 };
        let at = look.lens.screen_from_field(vec2(bed.x + (i / 2) as f32 / 2.4 + 0.2, y));
        let size = (0.2 + 0.08 * scattered(i, 91)) * scale;
        canvas.ellipse(at, vec2(size, size * 0.72), STONE.lighter(0.05 + 0.14 * scattered(i, 92)));
    }
    let water = look.lens.screen_rect(Rect::new(bed.x - 1.0, bed.y, bed.w + 2.0, bed.h));
    canvas.rect(water, Paint::Down(WATER_DEEP, WATER));
    canvas.rect(Rect { h: (0.1 * scale).max(1.0), ..water }, FOAM.faded(0.25));
    let seconds = scene.moment.ticks() as f32 / scene.recording.tick_hz() as f32;
    for i in 0..RIPPLES {
        let across = scattered(i, 95) + seconds * (0.012 + 0.01 * scattered(i, 96));
        let down = 0.14 + 0.72 * scattered(i, 97) + 0.03 * wave(seconds * 0.3 + scattered(i, 98));
        let at = look.lens.screen_from_field(bed.at(across - across.floor(), down));
        let half = vec2((0.25 + 0.4 * scattered(i, 99)) * scale, 0.0);
        let bow = vec2(0.0, -0.07 * scale);
        canvas.path(&[at - half, at + bow, at + half], (0.06 * scale).max(0.8), FOAM.faded(0.3));
    }
    for bridge in bridges(cast, bed) {
        draw_bridge(canvas, look, bridge);
    }
}

/// Where the water has gaps.
fn bridges(cast: &Cast, bed: Rect) -> Vec<Rect> {
    let over = runs(cast, |flag| flag & RIVER == 0 && flag & ROADS != 0 && flag & BANK == 0);
    let over = over.into_iter().map(|road| road.shared_with(bed)).filter(|bridge| bridge.w > 0.4 && bridge.h > 0.4);
    let mut all: Vec<Rect> = Vec::new();
    for part in over {
        match all.iter_mut().find(|bridge| bridge.x < part.right() && part.x < bridge.right()) {
            Some(bridge) => *bridge = bridge.spanned(part),
            None => all.push(part),
        }
    }
    all
}

fn draw_bridge(canvas: &mut Canvas, look: &Look<'_>, bridge: Rect) {
    let scale = look.lens.scale;
    let long = bridge.inset_by(0.0, -0.45);
    let deck = look.lens.screen_rect(long);
    canvas.rect(deck.moved(vec2(0.14, 0.12) * scale), Colour::BLACK.faded(0.35));
    canvas.rect(deck, PLANK.darker(0.35));
    let planks = (long.h * 2.6) as u32;
    for i in 0..planks {
        let part = 1.0 / planks as f32;
        let from = long.at(0.0, i as f32 * part);
        let plank = Rect::new(from.x + 0.03, from.y + 0.03, long.w - 0.06, long.h * part - 0.06);
        canvas.rect(look.lens.screen_rect(plank), PLANK.toward(PLANK.lighter(0.16), scattered(i, 61)));
    }
    for x in [long.x, long.right()] {
        let ends: [Vec2; 2] = [vec2(x, long.y), vec2(x, long.bottom())].map(|at| look.lens.screen_from_field(at));
        canvas.line(ends[0], ends[1], (0.2 * scale).max(1.5), PLANK.darker(0.5));
        canvas.line(ends[0], ends[1], (0.1 * scale).max(0.8), PLANK.lighter(0.25));
    }
}

/// Show where a side may play bodies: what is not its own darkens.
pub(super) fn draw_own(canvas: &mut Canvas, look: &Look<'_>, cast: &Cast, side: usize) {
    let (w, h) = (cast.width as f32 / super::TILE, cast.height as f32 / super::TILE);
    let own = f32::from(cast.own_rows);
    let (rest, own) = if side == 0 {
        (Rect::new(0.0, 0.0, w, h - own), Rect::new(0.0, h - own, w, own))
    } else {
        (Rect::new(0.0, own, w, h - own), Rect::new(0.0, 0.0, w, own))
    };
    canvas.rect(look.lens.screen_rect(rest), palette::NIGHT.faded(0.45));
    canvas.frame(look.lens.screen_rect(own), 2.0, 2.0, palette::side(side).faded(0.8));
}
