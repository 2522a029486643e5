//! Banners: a block and a flag for every unit. The flag has the side's colour and the arm's sign, under it the men left
//! and the morale; who runs shows a white one, and it does not blink.

use crate::kernel::math;
use player::camera::Lens;
use player::canvas::{Canvas, Layer, Style, text_rect};
use player::colour::{Colour, palette};
use player::geometry::{Rect, Vec2, vec2};
use player::layout::unit_of;
use player::view::Look;

use super::pose::{Posed, Poses, Stance};
use super::{Sight, overlay};
use crate::legion::content::Arm;
use crate::legion::unit::{NO_UNIT, Nerve};

/// Points a metre from which units have no block any more: their men are seen.
const BLOCKS_UP_TO: f32 = 4.5;
/// Points a metre below which flags grow smaller.
const FULL_SIZE: f32 = 1.25;
/// Places of a flag that are tried, in flags back and to the side, the nearest first.
const PLACES: [(f32, f32); 12] = [
    (0.0, 0.0),
    (0.0, -1.0),
    (0.0, 1.0),
    (1.0, 0.0),
    (1.0, -1.0),
    (1.0, 1.0),
    (0.0, -2.0),
    (0.0, 2.0),
    (2.0, 0.0),
    (2.0, -1.0),
    (2.0, 1.0),
    (3.0, 0.0),
];
/// Points a metre from which names stand beside the flags.
const NAMES_FROM: f32 = 3.4;

const CLOTH: Colour = Colour::hex(0x00F4_EFE4);
const POLE: Colour = Colour::hex(0x002A_1E14);
pub(super) const STEADY: Colour = Colour::hex(0x009C_D67E);
pub(super) const SHAKEN: Colour = Colour::hex(0x00F2_C14E);
pub(super) const LOST: Colour = Colour::hex(0x00F0_6A5A);

/// Draw the blocks of ground that units hold, under their men.
pub(super) fn draw_blocks(canvas: &mut Canvas, look: &Look<'_>, poses: &Poses<'_>) {
    canvas.layer(Layer::Under);
    let px = look.lens.scale;
    let strength = ((BLOCKS_UP_TO - px) / (BLOCKS_UP_TO - 1.0)).clamp(0.0, 1.0);
    for unit in &poses.units {
        let Some(stance) = unit.stance.filter(|stance| shows(look, stance)) else { continue };
        let colour = palette::side(unit.side());
        let corners = || stance.corners().map(|corner| look.lens.screen_from_field(corner));
        if look.overlays.shows(overlay::MORALE) {
            let nerve = if unit.runs() { LOST } else { nerve_colour(morale(unit)) };
            canvas.area(&corners(), nerve.faded(0.42 * unit.closeness.max(0.3)));
        } else if strength > 0.0 && !unit.runs() {
            canvas.area(&corners(), colour.faded(0.3 * strength * unit.closeness));
        }
        if strength > 0.0 && !unit.runs() {
            draw_front(canvas, look, &stance, colour.lighter(0.25).faded(0.9 * strength));
        }
        if look.selected.contains(&unit.place) || look.hovered == Some(unit.place) {
            draw_ring(canvas, look, &stance, unit, look.selected.contains(&unit.place));
        }
    }
}

/// The front, with a point in its middle: where a unit faces is seen from afar.
fn draw_front(canvas: &mut Canvas, look: &Look<'_>, stance: &Stance, colour: Colour) {
    let [left, right] = [-1.0, 1.0].map(|side| look.lens.screen_from_field(stance.point(side, 1.0)));
    let middle = left.toward(right, 0.5);
    let width = (0.5 * look.lens.scale).clamp(1.0, 2.2);
    let half = (left - right).length() * 0.5;
    let tip = half.min(5.0);
    let along = (right - left).unit();
    canvas.path(&[left, middle - along * tip, middle + stance.ahead * tip, middle + along * tip, right], width, colour);
}

fn draw_ring(canvas: &mut Canvas, look: &Look<'_>, stance: &Stance, unit: &Posed<'_>, selected: bool) {
    let room = (4.0 / look.lens.scale).max(1.0);
    let wide = Stance { half: stance.half + vec2(room, room), ..*stance };
    let corners = wide.corners().map(|corner| look.lens.screen_from_field(corner));
    let colour = if look.aiming && !selected { palette::RUST } else { palette::AMBER };
    if selected {
        canvas.area(&corners, colour.faded(0.1));
    }
    let own = if selected { colour } else { palette::side(unit.side()).lighter(0.3).faded(0.9) };
    canvas.closed_path(&corners, if selected { 2.2 } else { 1.5 }, own);
}

/// Where the line fights, a warm shine.
pub(super) fn draw_fray(canvas: &mut Canvas, look: &Look<'_>, poses: &Poses<'_>) {
    canvas.layer(Layer::Under);
    let px = look.lens.scale;
    let strength = (3.0 / px).clamp(0.0, 1.0);
    for unit in poses.units.iter().filter(|unit| unit.now.engaged > 2 && unit.now.locked != NO_UNIT) {
        let Some(stance) = unit.stance.filter(|stance| shows(look, stance)) else { continue };
        let share = (f32::from(unit.now.engaged) * 6.0 / unit.now.alive.max(1) as f32).clamp(0.3, 1.0);
        let radius = (stance.half.x.max(6.0) * 0.8 * px).max(6.0);
        for part in [-0.6, 0.0, 0.6] {
            let at = look.lens.screen_from_field(stance.point(part, 1.0));
            canvas.glow(at, vec2(radius * 0.6, radius * 0.6), palette::AMBER.faded(0.13 * share * strength));
        }
    }
}

fn shows(look: &Look<'_>, stance: &Stance) -> bool {
    look.lens.screen_rect(stance.area().inset(-12.0)).overlaps(look.lens.view)
}

/// How large flags are, in units, at a zoom.
fn size(px: f32) -> f32 {
    math::powf(px / FULL_SIZE, 0.6).clamp(0.5, 1.15)
}

/// How large the measure of flags is, in points: they grow with the view, as panels do with the window.
fn measure(lens: Lens) -> f32 {
    unit_of(vec2(lens.view.w * 1.28, lens.view.h * 1.34)) * size(lens.scale)
}

/// Hang the flags of units, given as row place, side and stance: behind them, on the side that their army came from, and
/// farther back or beside that where another hangs already. The bars under a flag belong to it.
pub(super) fn hang(units: &[(usize, usize, Stance)], lens: Lens, homes: &[Vec2]) -> Vec<(usize, Rect)> {
    let s = measure(lens);
    let mut hung: Vec<(usize, Rect)> = Vec::with_capacity(units.len());
    for (place, side, stance) in units {
        let home = homes.get(*side).copied().unwrap_or(vec2(0.0, 1.0));
        let off = stance.extent(home) * lens.scale + 16.0 * s;
        let centre = lens.screen_from_field(stance.at);
        let at = |(back, aside): (f32, f32)| {
            let off = off + back * 28.0 * s;
            let at = centre + vec2(home.x * (off + 4.0 * s), home.y * off) + home.quarter_turned() * (aside * 26.0 * s);
            Rect::around(at, 22.0 * s, 24.0 * s)
        };
        let is_free = |rect: &Rect| hung.iter().all(|(_, other)| !other.overlaps(rect.inset(-s)));
        let rect = PLACES.into_iter().map(at).find(is_free).unwrap_or_else(|| at(PLACES[0]));
        hung.push((*place, rect));
    }
    hung
}

/// Draw all flags, those of the selected on top. Gives where the names are.
pub(super) fn draw(canvas: &mut Canvas, look: &Look<'_>, sight: &Sight<'_>) -> Vec<Rect> {
    canvas.layer(Layer::Figures);
    let marked = |place: usize| look.selected.contains(&place) || look.hovered == Some(place);
    let mut named = Vec::new();
    // No pole lies over a flag.
    for unit in &sight.poses.units {
        if let Some(stance) = unit.stance.filter(|stance| shows(look, stance)) {
            draw_pole(canvas, look, sight, unit, &stance);
        }
    }
    for on_top in [false, true] {
        for unit in sight.poses.units.iter().filter(|unit| marked(unit.place) == on_top) {
            if unit.stance.is_none_or(|stance| !shows(look, &stance)) {
                continue;
            }
            draw_flag(canvas, look, sight, unit, on_top);
            draw_name(canvas, look, sight, unit, on_top, &mut named);
        }
    }
    named
}

/// Write a unit's name at its flag where it runs into no other; of those that are marked, always.
fn draw_name(
    canvas: &mut Canvas,
    look: &Look<'_>,
    sight: &Sight<'_>,
    unit: &Posed<'_>,
    marked: bool,
    named: &mut Vec<Rect>,
) {
    let Some(flag) = sight.flag(unit.place).filter(|_| marked || look.lens.scale >= NAMES_FROM) else { return };
    let u = unit_of(canvas.size());
    let style = Style::new(11.0 * u, palette::BONE).bold().centred().edged(palette::NIGHT.faded(0.75));
    let below = if sight.home(unit.side()).y < 0.0 { flag.y - 8.0 * u } else { flag.bottom() + 8.0 * u };
    let at = vec2(flag.centre().x, below);
    let room = text_rect(at, style, &unit.name.name).inset_by(0.0, 2.0 * u);
    if marked || sight.is_free(room, unit.place, named) {
        named.push(room);
        canvas.text(at, style, &unit.name.name);
    }
}

fn draw_pole(canvas: &mut Canvas, look: &Look<'_>, sight: &Sight<'_>, unit: &Posed<'_>, stance: &Stance) {
    let (centre, home) = (look.lens.screen_from_field(stance.at), sight.home(unit.side()));
    let Some(rect) = sight.flag(unit.place) else { return };
    let foot = centre + home * (stance.extent(home) * look.lens.scale);
    canvas.line(foot, rect.centre(), 1.3 * measure(look.lens), POLE.faded(0.7));
}

fn draw_flag(canvas: &mut Canvas, look: &Look<'_>, sight: &Sight<'_>, unit: &Posed<'_>, marked: bool) {
    let s = measure(look.lens);
    let Some(rect) = sight.flag(unit.place) else { return };
    draw_cloth(canvas, s, Rect { h: 16.5 * s, ..rect }, unit, marked);
    draw_bars(canvas, s, rect, unit);
}

fn draw_cloth(canvas: &mut Canvas, s: f32, cloth: Rect, unit: &Posed<'_>, marked: bool) {
    let own = palette::side(unit.side());
    canvas.rounded(cloth.moved(vec2(1.0, 1.5) * s).inset(-s), 2.5 * s, Colour::BLACK.faded(0.45));
    let rim = if marked { palette::AMBER } else { palette::NIGHT.faded(0.9) };
    canvas.rounded(cloth.inset(-1.3 * s), 2.8 * s, rim);
    let (field, sign) = match unit.now.nerve {
        Nerve::Steady => (own, palette::NIGHT),
        Nerve::Wavering => (own.toward(CLOTH, 0.35), palette::NIGHT),
        Nerve::Routing | Nerve::Broken | Nerve::Lost => (CLOTH, own.darker(0.35)),
    };
    canvas.rounded(cloth, 1.8 * s, field);
    if unit.runs() {
        draw_stripes(canvas, s, cloth, own, unit.now.nerve == Nerve::Broken);
    } else if unit.now.nerve == Nerve::Wavering {
        let strip = Rect { y: cloth.bottom() - 4.0 * s, h: 4.0 * s, ..cloth };
        canvas.rounded(strip, 1.5 * s, CLOTH);
    }
    draw_sign(canvas, cloth.centre(), 5.6 * s, unit.arm, sign);
    if unit.now.held {
        canvas.circle(cloth.at(1.0, 0.0), 3.4 * s, palette::NIGHT);
        canvas.circle(cloth.at(1.0, 0.0), 2.4 * s, palette::LICHEN);
    }
}

/// A white flag has the side's colour in slanting stripes; one that runs for good is crossed through.
fn draw_stripes(canvas: &mut Canvas, s: f32, cloth: Rect, own: Colour, for_good: bool) {
    canvas.clipped(cloth.inset(0.5 * s), |canvas| {
        for stripe in 0..4 {
            let x = cloth.x + (3.0 + 8.0 * stripe as f32) * s;
            canvas.line(
                vec2(x - 6.0 * s, cloth.bottom() + s),
                vec2(x + 4.0 * s, cloth.y - s),
                1.7 * s,
                own.faded(0.75),
            );
        }
        if for_good {
            canvas.line(cloth.at(0.05, 0.0), cloth.at(0.95, 1.0), 2.0 * s, POLE);
            canvas.line(cloth.at(0.95, 0.0), cloth.at(0.05, 1.0), 2.0 * s, POLE);
        }
    });
}

/// Morale left, of the whole.
fn morale(unit: &Posed<'_>) -> f32 {
    f32::from(unit.now.morale) / (f32::from(unit.look.morale.max(1)) * 100.0)
}

fn nerve_colour(morale: f32) -> Colour {
    if morale > 0.6 {
        STEADY
    } else if morale > 0.3 {
        SHAKEN
    } else {
        LOST
    }
}

/// Men left, and under them the morale left.
fn draw_bars(canvas: &mut Canvas, s: f32, rect: Rect, unit: &Posed<'_>) {
    let men = unit.now.alive as f32 / unit.now.men_x.len().max(1) as f32;
    let morale = morale(unit);
    let nerve = nerve_colour(morale);
    let bars = [(18.6, 3.6, men, palette::BONE), (22.8, 2.2, morale, nerve)];
    let back = Rect::new(rect.x - 1.3 * s, rect.y + 17.6 * s, rect.w + 2.6 * s, 8.4 * s);
    canvas.rounded(back, 2.0 * s, palette::NIGHT.faded(0.85));
    for (y, h, part, colour) in bars {
        let bar = Rect::new(rect.x, rect.y + y * s, rect.w * part.clamp(0.0, 1.0), h * s);
        if bar.w > 0.2 {
            canvas.rect(bar, colour);
        }
    }
}

/// Draw the sign of an arm within a circle of this radius.
pub(super) fn draw_sign(canvas: &mut Canvas, at: Vec2, r: f32, arm: Arm, colour: Colour) {
    let w = r * 0.3;
    let mut line = |a: (f32, f32), b: (f32, f32)| {
        canvas.line(at + vec2(a.0, a.1) * r, at + vec2(b.0, b.1) * r, w, colour);
    };
    match arm {
        Arm::Foot => {
            line((-0.8, 0.85), (0.8, -0.85));
            line((0.8, 0.85), (-0.8, -0.85));
            line((-0.95, 0.2), (-0.35, 0.85));
            line((0.95, 0.2), (0.35, 0.85));
        }
        Arm::Spear => {
            line((0.0, 1.0), (0.0, -0.5));
            let tip = [(0.0, -1.2), (0.42, -0.35), (-0.42, -0.35)].map(|(x, y)| at + vec2(x, y) * r);
            canvas.area(&tip, colour);
        }
        Arm::Missile => {
            line((-1.0, 0.0), (1.0, 0.0));
            line((1.0, 0.0), (0.55, -0.38));
            line((1.0, 0.0), (0.55, 0.38));
            canvas.arc(at - vec2(r * 0.55, 0.0), r * 1.0, -0.21..0.21, w, colour);
        }
        Arm::Skirmish => {
            line((-0.9, 0.9), (0.55, -0.55));
            let tip = [(1.0, -1.0), (0.75, -0.2), (0.2, -0.75)].map(|(x, y)| at + vec2(x, y) * r);
            canvas.area(&tip, colour);
            canvas.circle(at + vec2(-0.6, -0.45) * r, r * 0.22, colour);
            canvas.circle(at + vec2(0.55, 0.65) * r, r * 0.22, colour);
        }
        Arm::Horse => {
            canvas.arc(at - vec2(0.0, r * 0.1), r * 0.78, 0.38..1.12, w * 1.35, colour);
            canvas.circle(at + vec2(-0.72, 0.78) * r, r * 0.24, colour);
            canvas.circle(at + vec2(0.72, 0.78) * r, r * 0.24, colour);
        }
        Arm::Artillery => {
            canvas.ring(at, r * 0.78, w, colour);
            canvas.circle(at, r * 0.3, colour);
        }
    }
}
