//! Stations: crates, boards, stoves, mats, hatches, sinks and bins, with what lies on them; and the rings that say how far
//! work is, how soon something burns, and when a station can be used again.

use player::canvas::{Canvas, Layer, Paint, Style};
use player::colour::{Colour, palette};
use player::geometry::{Rect, Vec2, vec2, wave};
use player::view::Look;

use super::ground::draw_counter;
use super::items::{self, INK, Spot};
use super::sight::Sight;
use super::{middle, tile};
use crate::kitchen::cast::StationLook;
use crate::kitchen::item::{Form, Ware};
use crate::kitchen::pantry::Times;
use crate::kitchen::station::{Condition, ENDLESS, Fixture, Station};

const WOOD: Colour = Colour::hex(0x00A9_7B48);
const STEEL: Colour = Colour::hex(0x00C3_CACD);
const IRON: Colour = Colour::hex(0x0043_4549);
const SOOT: Colour = Colour::hex(0x0016_1412);
const EMBER: Colour = Colour::hex(0x00FF_7A2E);
const CLOTH: Colour = Colour::hex(0x00D9_CBB2);
const WATER: Colour = Colour::hex(0x006F_B4C9);

/// Radius of a thing that lies on a station, in tiles.
const THING: f32 = 0.27;

/// Draw all stations with what lies on them.
pub(super) fn draw(canvas: &mut Canvas, look: &Look<'_>, sight: &Sight<'_>) {
    for (place, (look_of, (station, _))) in sight.cast.stations.iter().zip(&sight.stations).enumerate() {
        let rect = look.lens.screen_rect(tile(look_of.cell));
        canvas.layer(Layer::Ground);
        draw_counter(canvas, rect, look.lens.scale);
        canvas.layer(Layer::Under);
        draw_fixture(canvas, sight, look_of, station, rect, look.lens.scale);
        draw_things(canvas, sight, look_of, station, rect, look.lens.scale);
        let row = sight.cooks.len() + place;
        if look.selected.contains(&row) || look.hovered == Some(row) {
            canvas.frame(rect.inset(1.0), look.lens.scale * 0.1, 2.0, palette::BONE.faded(0.85));
        }
    }
}

/// The top of a block, as it is seen from above.
fn top_of(rect: Rect) -> Rect {
    Rect { h: rect.h - rect.w * 0.13, ..rect }.inset(rect.w * 0.08)
}

fn draw_fixture(canvas: &mut Canvas, sight: &Sight<'_>, look: &StationLook, station: &Station, rect: Rect, scale: f32) {
    let top = top_of(rect);
    match look.fixture {
        Fixture::Shelf => draw_crate(canvas, sight, look, station, top, scale),
        Fixture::Board => {
            canvas.rounded(top.inset(scale * 0.02), scale * 0.08, WOOD.darker(0.45));
            canvas.rounded(top.inset(scale * 0.05), scale * 0.07, Paint::Down(WOOD.lighter(0.3), WOOD.lighter(0.1)));
            if station.condition != Condition::Busy {
                draw_knife(canvas, top.at(0.8, 0.2), vec2(-0.25, 0.97), scale * 0.5);
            }
        }
        Fixture::Stove => draw_stove(canvas, sight, station, top, scale),
        Fixture::Prep => {
            canvas.rounded(top.inset(scale * 0.02), scale * 0.05, CLOTH.darker(0.3));
            canvas.rounded(top.inset(scale * 0.04), scale * 0.04, CLOTH);
            canvas.frame(top.inset(scale * 0.09), scale * 0.02, (scale * 0.025).max(0.8), Colour::hex(0x00B5_5A4A));
        }
        Fixture::Window => draw_hatch(canvas, sight, look, top, scale),
        Fixture::Sink => {
            canvas.rounded(top.inset(scale * 0.02), scale * 0.1, STEEL.darker(0.3));
            canvas.rounded(top.inset(scale * 0.06), scale * 0.1, STEEL);
            let basin = top.inset(scale * 0.12);
            canvas.rounded(basin, scale * 0.09, Paint::Down(WATER.darker(0.35), WATER));
            let sway = 0.04 * wave(sight.ticks / 40.0);
            canvas.line(
                basin.at(0.2 + sway, 0.35),
                basin.at(0.5 + sway, 0.35),
                (scale * 0.03).max(0.7),
                Colour::WHITE.faded(0.5),
            );
            canvas.line(top.at(0.5, 0.02), top.at(0.5, 0.3), (scale * 0.09).max(1.2), STEEL.darker(0.45));
            canvas.line(top.at(0.5, 0.02), top.at(0.5, 0.28), (scale * 0.05).max(0.8), STEEL.lighter(0.4));
        }
        Fixture::Trash => {
            let (at, r) = (top.centre(), scale * 0.36);
            canvas.circle(at, r * 1.12, INK);
            canvas.circle(at, r, Colour::hex(0x005C_6B5E));
            canvas.circle(at, r * 0.74, Colour::hex(0x0027_2D28));
            for turn in [0.06, 0.31, 0.56, 0.81] {
                let way = Vec2::at_turn(turn);
                canvas.line(
                    at + way * (r * 0.78),
                    at + way * (r * 0.96),
                    (scale * 0.05).max(0.9),
                    Colour::hex(0x0083_9685),
                );
            }
            let lid = at + vec2(-0.22, -0.22) * r;
            canvas.arc(lid, r * 0.5, 0.5..0.8, (scale * 0.035).max(0.8), Colour::WHITE.faded(0.3));
        }
    }
}

fn draw_crate(canvas: &mut Canvas, sight: &Sight<'_>, look: &StationLook, station: &Station, top: Rect, scale: f32) {
    canvas.rounded(top, scale * 0.05, WOOD.darker(0.6));
    let slats = 4;
    for slat in 0..slats {
        let (from, high) = (slat as f32 / slats as f32, 1.0 / slats as f32);
        let board = Rect::new(top.x, top.y + top.h * from, top.w, top.h * high).inset_by(scale * 0.02, scale * 0.014);
        canvas.rounded(board, scale * 0.02, WOOD.darker(0.12 + 0.1 * (slat % 2) as f32));
    }
    canvas.frame(top, scale * 0.05, (scale * 0.07).max(1.2), WOOD.lighter(0.08));
    if look.gives == Ware(0) {
        return;
    }
    let is_out = station.stock == 0 && station.count() == 0;
    let spot = Spot { at: top.centre(), r: scale * 0.3, ticks: sight.ticks };
    if !is_out && station.count() == 0 {
        if look.gives == Ware::PLATE {
            for step in [2.0, 1.0] {
                items::draw_ware(
                    canvas,
                    sight.cast,
                    look.gives,
                    Spot { at: spot.at + vec2(0.0, step * scale * 0.045), ..spot },
                );
            }
        }
        items::draw_ware(canvas, sight.cast, look.gives, Spot { at: spot.at - vec2(0.0, scale * 0.02), ..spot });
    }
    if station.stock != ENDLESS {
        let ink = if is_out { palette::RUST } else { palette::BONE };
        let style = Style::new((scale * 0.26).max(8.0), ink).bold().centred().edged(palette::NIGHT);
        canvas.text(top.at(0.84, 0.16), style, &station.stock.to_string());
    }
}

fn draw_stove(canvas: &mut Canvas, sight: &Sight<'_>, station: &Station, top: Rect, scale: f32) {
    let is_dirty = station.condition == Condition::Dirty;
    let is_hot = matches!(station.condition, Condition::Busy | Condition::Ready) && station.count() > 0;
    canvas.rounded(top, scale * 0.07, INK);
    canvas.rounded(top.inset(scale * 0.02), scale * 0.06, if is_dirty { SOOT.lighter(0.06) } else { IRON });
    let at = top.centre();
    if is_hot {
        canvas.glow(at, vec2(0.62, 0.62) * scale, EMBER.faded(0.75));
    }
    for part in [0.34, 0.22] {
        let ink = if is_hot { EMBER.lighter(0.1) } else { IRON.darker(0.5) };
        canvas.ring(at, scale * part, (scale * 0.04).max(0.9), ink);
    }
    if is_dirty {
        for (x, y, r) in [(0.3, 0.34, 0.2), (0.66, 0.6, 0.24), (0.62, 0.24, 0.13), (0.28, 0.74, 0.12)] {
            canvas.circle(top.at(x, y), r * scale, SOOT.faded(0.9));
        }
    }
    if station.count() > 0 {
        // The pan; what is in it lies on it.
        canvas.line(at, top.at(1.0, 0.9), (scale * 0.1).max(1.4), INK);
        canvas.circle(at, scale * 0.34, INK);
        canvas.circle(at, scale * 0.3, IRON.lighter(0.18));
        let beat = sight.ticks / 12.0;
        if station.condition == Condition::Busy {
            for (place, (x, y)) in [(-0.16, -0.2), (0.2, -0.1), (0.02, 0.22)].into_iter().enumerate() {
                let size = 0.03 + 0.025 * wave(beat + place as f32 * 0.37);
                canvas.circle(at + vec2(x, y) * scale, size.max(0.005) * scale, Colour::WHITE.faded(0.55));
            }
        }
    }
}

fn draw_knife(canvas: &mut Canvas, at: Vec2, way: Vec2, long: f32) {
    let (tip, grip) = (at + way * long, at + way * (long * 0.4));
    canvas.line(at, tip, (long * 0.24).max(1.6), INK);
    canvas.line(grip, tip, (long * 0.14).max(1.0), STEEL.lighter(0.3));
    canvas.line(at, grip, (long * 0.15).max(1.0), Colour::hex(0x0059_3A20));
}

/// An opening in the wall, with a shelf, a bell, and an arrow out of the kitchen.
fn draw_hatch(canvas: &mut Canvas, sight: &Sight<'_>, look: &StationLook, top: Rect, scale: f32) {
    canvas.rounded(top, scale * 0.06, INK);
    canvas.rounded(top.inset(scale * 0.03), scale * 0.05, Paint::Down(STEEL, STEEL.darker(0.2)));
    let kitchen = vec2(f32::from(sight.cast.width), f32::from(sight.cast.height)) * 0.5;
    let off = middle(look.cell) - kitchen;
    // Out is where the nearest edge of the kitchen is.
    let out = if (off.x / kitchen.x).abs() > (off.y / kitchen.y).abs() {
        vec2(off.x.signum(), 0.0)
    } else {
        vec2(0.0, off.y.signum())
    };
    let across = out.quarter_turned();
    let point = |along: f32, aside: f32| top.centre() + (out * along + across * aside) * scale;
    let arrow = [point(0.34, 0.0), point(0.1, -0.2), point(0.1, 0.2)];
    canvas.area(&arrow, palette::AMBER);
    canvas.line(point(-0.26, 0.0), point(0.1, 0.0), (scale * 0.13).max(1.4), palette::AMBER);
}

/// What lies on a station: one thing in the middle, more in a row.
fn draw_things(canvas: &mut Canvas, sight: &Sight<'_>, look: &StationLook, station: &Station, rect: Rect, scale: f32) {
    let top = top_of(rect);
    let things = station.contents();
    let is_stove = look.fixture == Fixture::Stove;
    for (place, item) in things.iter().enumerate() {
        let (spread, r) = if things.len() == 1 { (0.0, THING) } else { (0.34, THING * 0.74) };
        let turn = place as f32 / things.len() as f32 + 0.625;
        let at = top.centre() + Vec2::at_turn(turn) * (spread * scale * 0.6);
        // Dirty plates are stacked.
        let at = if item.is_dirty_plate() { top.centre() - vec2(0.0, place as f32 * scale * 0.09) } else { at };
        let r = if is_stove { THING * 0.8 } else { r };
        items::draw(canvas, sight.cast, *item, Spot { at, r: r * scale, ticks: sight.ticks });
    }
    if station.condition == Condition::Busy && look.fixture == Fixture::Board {
        let beat = wave(sight.ticks / 8.0);
        let at = top.at(0.74, 0.3) - vec2(0.0, (0.08 + 0.08 * beat) * scale);
        draw_knife(canvas, at, vec2(-0.5, 0.86), scale * 0.5);
    }
    if station.condition == Condition::Busy && look.fixture == Fixture::Sink {
        for place in 0..5 {
            let part = (sight.ticks / 24.0 + place as f32 * 0.2).fract();
            let at = top.at(0.25 + 0.12 * place as f32, 0.7 - 0.5 * part);
            canvas.ring(
                at,
                (0.05 + 0.04 * part) * scale,
                (scale * 0.02).max(0.7),
                Colour::WHITE.faded(0.8 * (1.0 - part)),
            );
        }
    }
}

/// Draw the rings over the stations.
pub(super) fn draw_rings(canvas: &mut Canvas, look: &Look<'_>, sight: &Sight<'_>) {
    canvas.layer(Layer::Figures);
    let scale = look.lens.scale;
    for (place, (look_of, (station, _))) in sight.cast.stations.iter().zip(&sight.stations).enumerate() {
        let at = look.lens.screen_from_field(middle(look_of.cell)) - vec2(0.0, scale * 0.05);
        if let Some((part, tint)) = ring_of(sight, place, station) {
            draw_ring(canvas, at, scale, part, tint);
        }
        if station.condition == Condition::Ready && look_of.fixture != Fixture::Window {
            draw_sign(canvas, look.lens.screen_rect(tile(look_of.cell)).at(0.84, 0.14), scale, station);
        }
    }
}

/// The ring of a station: what part of it is closed, in which colour.
fn ring_of(sight: &Sight<'_>, place: usize, station: &Station) -> Option<(f32, Colour)> {
    let (work, left) = (&sight.cast.work, sight.left(station.turns_at));
    let part = |left: f32, whole: u16| (left / f32::from(whole.max(1))).clamp(0.0, 1.0);
    // A recording knows how long work takes; of the rest only rules do, and without them there is no ring.
    let whole = |of: fn(&Times) -> u16| sight.times.as_ref().map(of);
    let is_burnt = station.top().is_some_and(|item| item.form == Form::BURNT);
    match (station.fixture, station.condition) {
        (Fixture::Board | Fixture::Sink, Condition::Busy | Condition::Idle)
            if station.progress > 0 && station.count() > 0 =>
        {
            let whole = if station.fixture == Fixture::Board { work.chop_ticks } else { work.wash_ticks };
            // Work that nobody goes on with stands there, dimmer.
            let tint = if station.condition == Condition::Busy { palette::LICHEN } else { palette::BONE_DIM };
            Some((part(sight.progress(place), whole), tint))
        }
        (Fixture::Stove, Condition::Busy) => Some((part(sight.progress(place), work.cook_ticks), palette::LICHEN)),
        (Fixture::Stove, Condition::Ready) if is_burnt => {
            Some((part(left, whole(|times| times.flare_ticks)?), palette::RUST))
        }
        (Fixture::Stove, Condition::Ready) if station.turns_at > 0 => {
            let part = part(left, work.burn_ticks);
            Some((part, palette::RUST.toward(palette::AMBER, (part * 1.6).min(1.0))))
        }
        (_, Condition::Blocked) => Some((part(left, whole(|times| times.fire_ticks)?), EMBER)),
        (_, Condition::Dirty) => Some((part(left, whole(|times| times.soot_ticks)?), palette::BONE_DIM)),
        (_, Condition::Idle) if f32::from(station.ready_at) > sight.ticks => {
            let whole = whole(|times| times.cooldown_ticks)?;
            Some((part(f32::from(station.ready_at) - sight.ticks, whole), palette::BONE_FAINT))
        }
        _ => None,
    }
}

fn draw_ring(canvas: &mut Canvas, at: Vec2, scale: f32, part: f32, tint: Colour) {
    let (r, width) = (scale * 0.42, (scale * 0.085).max(2.0));
    canvas.ring(at, r, width + (scale * 0.045).max(1.2), palette::NIGHT.faded(0.72));
    if part > 0.01 {
        canvas.arc(at, r, -0.25..part - 0.25, width, tint);
    }
}

/// Ready: a tick; burnt: an exclamation mark.
fn draw_sign(canvas: &mut Canvas, at: Vec2, scale: f32, station: &Station) {
    let r = (scale * 0.17).max(4.0);
    let is_burnt = station.top().is_some_and(|item| item.form == Form::BURNT);
    let tint = if is_burnt { palette::RUST } else { palette::LICHEN };
    canvas.circle(at, r * 1.15, palette::NIGHT);
    canvas.circle(at, r, tint);
    if is_burnt {
        canvas.line(at - vec2(0.0, r * 0.5), at + vec2(0.0, r * 0.1), r * 0.3, palette::NIGHT);
        canvas.circle(at + vec2(0.0, r * 0.52), r * 0.17, palette::NIGHT);
    } else {
        let tick = [at + vec2(-0.45, 0.02) * r, at + vec2(-0.1, 0.4) * r, at + vec2(0.5, -0.4) * r];
        canvas.path(&tick, r * 0.3, palette::NIGHT);
    }
}
