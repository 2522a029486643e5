//! The ground: a tiled floor, walls around it, counters with their tops.

use player::canvas::{Canvas, Layer, Paint};
use player::colour::{Colour, palette};
use player::geometry::{Rect, vec2};
use player::view::Look;

use super::sight::Sight;
use super::tile;
use crate::kitchen::grain::Cell;

const FLOOR: Colour = Colour::hex(0x00B9_A58A);
const FLOOR_DARK: Colour = Colour::hex(0x00A8_9378);
const JOINT: Colour = Colour::hex(0x0086_7259);
const WALL: Colour = Colour::hex(0x004A_4640);
const WALL_TOP: Colour = Colour::hex(0x005E_5950);
/// The top of a counter.
pub(super) const COUNTER: Colour = Colour::hex(0x006E_4B2E);

/// Draw the ground.
pub(super) fn draw(canvas: &mut Canvas, look: &Look<'_>, sight: &Sight<'_>) {
    canvas.layer(Layer::Ground);
    canvas.rect(look.lens.view, palette::NIGHT);
    let cells = || cells(sight);
    let scale = look.lens.scale;
    for (cell, sign) in cells().filter(|(_, sign)| *sign != ' ' && *sign != '#') {
        draw_floor(canvas, look.lens.screen_rect(tile(cell)), cell, scale, sign);
    }
    for (cell, _) in cells().filter(|(_, sign)| *sign == '#') {
        draw_wall(canvas, look.lens.screen_rect(tile(cell)), scale, is_wall(sight, cell.plus(0, 1)));
    }
    for (cell, _) in cells().filter(|(_, sign)| *sign == '=') {
        draw_counter(canvas, look.lens.screen_rect(tile(cell)), scale);
    }
}

/// Every tile with its sign.
fn cells<'a>(sight: &'a Sight<'_>) -> impl Iterator<Item = (Cell, char)> + use<'a> {
    let rows = sight.cast.map.iter().enumerate();
    rows.flat_map(|(y, row)| row.chars().enumerate().map(move |(x, sign)| (Cell::new(x as i16, y as i16), sign)))
}

fn is_wall(sight: &Sight<'_>, cell: Cell) -> bool {
    let row = usize::try_from(cell.y).ok().and_then(|y| sight.cast.map.get(y));
    row.and_then(|row| row.chars().nth(usize::try_from(cell.x).ok()?)) == Some('#')
}

fn draw_floor(canvas: &mut Canvas, rect: Rect, cell: Cell, scale: f32, sign: char) {
    let tint = if (cell.x + cell.y) % 2 == 0 { FLOOR } else { FLOOR_DARK };
    canvas.rect(rect, JOINT);
    canvas.rounded(rect.inset(scale * 0.015), scale * 0.04, tint);
    if sign == '.' {
        canvas.rect(Rect::new(rect.x, rect.y, rect.w, scale * 0.06).inset(scale * 0.015), tint.lighter(0.12));
    }
}

/// Walls are seen a little from the south: a top, and a front where there is no wall below.
fn draw_wall(canvas: &mut Canvas, rect: Rect, scale: f32, is_inner: bool) {
    canvas.rect(rect, WALL_TOP);
    if is_inner {
        return;
    }
    let front = Rect { y: rect.bottom() - scale * 0.26, h: scale * 0.26, ..rect };
    canvas.rect(front, Paint::Down(WALL, WALL.darker(0.35)));
    canvas.rect(Rect { h: (scale * 0.03).max(0.8), ..front }, WALL_TOP.lighter(0.18));
}

/// A block with a wooden top.
pub(super) fn draw_counter(canvas: &mut Canvas, rect: Rect, scale: f32) {
    let block = rect.inset(scale * 0.02);
    canvas.rounded(block, scale * 0.08, COUNTER.darker(0.55));
    let top = Rect { h: block.h - scale * 0.13, ..block };
    canvas.rounded(top, scale * 0.08, Paint::Down(COUNTER.lighter(0.16), COUNTER));
    for part in [0.3, 0.65] {
        let (from, to) = (top.at(0.06, part), top.at(0.94, part));
        canvas.line(from, to, (scale * 0.015).max(0.6), COUNTER.darker(0.25).faded(0.7));
    }
    canvas.line(
        top.at(0.0, 1.0) + vec2(scale * 0.06, 0.0),
        top.at(1.0, 1.0) - vec2(scale * 0.06, 0.0),
        (scale * 0.03).max(0.8),
        COUNTER.darker(0.4),
    );
}
