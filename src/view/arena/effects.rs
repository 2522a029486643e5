//! Effects: what flies, bursts, burns and is left behind, all read from the journal.

use player::canvas::{Canvas, Layer, Style};
use player::colour::{Colour, palette};
use player::geometry::{Vec2, eased, vec2, wave};
use player::layout::field_unit_of;
use player::view::{Look, Scene};

use super::pose::{Pose, Poses};
use super::{TILE, TOWERS, field_from_spot, field_from_subtile};
use crate::arena::Arena;
use crate::arena::cast::CardLook;
use crate::arena::event::What;
use crate::kernel::actor::Actor;
use crate::kernel::space::Spot;
use crate::view::scatter::scattered;
use crate::view::tint::colour;

/// Ticks for which a shot or a spell is looked back for: longer than any is on its way.
const FLIGHT_TICKS: u32 = 90;
/// Ticks that a burst is seen.
const BURST_TICKS: f32 = 16.0;
/// Ticks that numbers of damage rise.
const NUMBER_TICKS: f32 = 18.0;
/// Ticks that the fallen are seen.
const REMAINS_TICKS: f32 = 90.0;
/// Points of a tile from which numbers of damage are written.
const NUMBERS_FROM: f32 = 26.0;

/// Draw what is left of the fallen: of towers for ever, of others for a while.
pub(super) fn draw_remains(canvas: &mut Canvas, scene: &Scene<'_, Arena>, look: &Look<'_>) {
    canvas.layer(Layer::Ground);
    for (place, unit) in scene.now.rows().enumerate().filter(|(_, unit)| !unit.is_up()) {
        let Some(form) = scene.cast().forms.get(usize::from(unit.form)) else { continue };
        let (age, r) = (scene.ticks_since(u32::from(unit.gone)), form.radius as f32 / TILE * look.lens.scale);
        let at = look.lens.screen_from_field(field_from_subtile(scene.cast(), unit.at));
        let side = palette::side(usize::from(unit.side));
        if place < TOWERS {
            draw_rubble(canvas, at, r, side, place as u32);
            continue;
        }
        let left = 1.0 - age / REMAINS_TICKS;
        if left > 0.0 {
            draw_stain(canvas, at, r, side, left, place as u32);
        }
    }
}

fn draw_rubble(canvas: &mut Canvas, at: Vec2, r: f32, side: Colour, number: u32) {
    canvas.glow(at, vec2(1.6, 1.4) * r, Colour::BLACK.faded(0.7));
    for i in 0..16 {
        let salt = number * 32 + i;
        let d = Vec2::at_turn(scattered(salt, 11)) * (r * (0.15 + 0.95 * scattered(salt, 12)));
        let size = (0.14 + 0.2 * scattered(salt, 13)) * r;
        let tint =
            if i % 5 == 0 { side.darker(0.45) } else { Colour::hex(0x006A_655B).darker(0.35 * scattered(salt, 14)) };
        canvas.ellipse(at + d + vec2(0.0, size * 0.3), vec2(size, size * 0.8), Colour::BLACK.faded(0.5));
        canvas.ellipse(at + d, vec2(size, size * 0.8), tint);
    }
}

fn draw_stain(canvas: &mut Canvas, at: Vec2, r: f32, side: Colour, left: f32, number: u32) {
    let strength = left.min(0.6) / 0.6;
    canvas.ellipse(at, vec2(1.05, 0.8) * r, Colour::BLACK.faded(0.34 * strength));
    for i in 0..5 {
        let salt = number * 8 + i;
        let d = Vec2::at_turn(scattered(salt, 21)) * (r * (0.3 + 0.6 * scattered(salt, 22)));
        let half = Vec2::at_turn(scattered(salt, 23)) * (0.3 * r);
        canvas.line(at + d - half, at + d + half, (0.14 * r).max(1.0), side.darker(0.35).faded(0.7 * strength));
    }
}

/// Draw what flies and bursts.
pub(super) fn draw(canvas: &mut Canvas, scene: &Scene<'_, Arena>, look: &Look<'_>, poses: &Poses<'_>) {
    for (tick, event) in scene.recent(FLIGHT_TICKS) {
        let age = scene.ticks_since(tick);
        if age < 0.0 {
            continue;
        }
        match event.what {
            What::Thrown { by, to, from, lands } => {
                let part = age / (lands.saturating_sub(tick)).max(1) as f32;
                if part < 1.0 {
                    draw_shot(canvas, scene, look, poses, Shot { by, to, from, part });
                }
            }
            What::Cast { side, card, at, lands } => {
                let part = age / (lands.saturating_sub(tick)).max(1) as f32;
                if let Some(card) = scene.cast().cards.get(usize::from(card)).filter(|_| part < 1.0) {
                    draw_coming(canvas, scene, look, card, usize::from(side), at, part);
                }
            }
            What::Burst { at, radius, card, .. } if age < BURST_TICKS => {
                let card = card.and_then(|card| scene.cast().cards.get(usize::from(card)));
                draw_burst(canvas, scene, look, card, at, radius, age / BURST_TICKS);
            }
            What::Fell { who, .. } if age < BURST_TICKS => draw_fall(canvas, scene, look, who, age / BURST_TICKS),
            What::Struck { to, amount, .. } if age < NUMBER_TICKS && look.lens.scale > NUMBERS_FROM => {
                draw_number(canvas, look, poses, to, amount, age / NUMBER_TICKS);
            }
            _ => {}
        }
    }
    for pose in poses.back_to_front() {
        draw_pace(canvas, scene, look, pose);
    }
}

#[derive(Clone, Copy)]
struct Shot {
    by: Actor,
    to: Actor,
    from: Spot,
    part: f32,
}

fn draw_shot(canvas: &mut Canvas, scene: &Scene<'_, Arena>, look: &Look<'_>, poses: &Poses<'_>, shot: Shot) {
    let cast = scene.cast();
    let from = field_from_spot(cast, shot.from);
    let to = poses.get(usize::from(shot.to.place)).map(Pose::body).or_else(|| {
        let row = scene.now.row(usize::from(shot.to.place))?;
        Some(field_from_subtile(cast, row.at))
    });
    let Some(to) = to else { return };
    let form = cast.forms.get(usize::from(shot.by.form));
    let card = form.and_then(|form| cast.cards.get(usize::from(form.card?)));
    let side = scene.now.row(usize::from(shot.by.place)).map_or(0, |row| usize::from(row.side));
    let long = (to - from).length();
    let splash = form.is_some_and(|form| form.splash > 0);
    // What splashes is lobbed; arrows fly nearly straight.
    let high = long * if splash { 1.2 } else { 0.24 } * shot.part * (1.0 - shot.part);
    let scale = look.lens.scale;
    let ground = look.lens.screen_from_field(from.toward(to, shot.part));
    let at = ground - vec2(0.0, high * scale);
    let ahead = (to - from).unit();
    canvas.layer(Layer::Shadow);
    canvas.ellipse(ground, vec2(0.18, 0.1) * scale, Colour::BLACK.faded(0.4));
    canvas.layer(Layer::Over);
    let tint = palette::side(side);
    match card.map(|card| card.shape.as_str()) {
        Some("pot") => {
            let ember = Colour::hex(0x00FF_8A3C);
            canvas.glow(at, vec2(0.75, 0.75) * scale, ember.faded(0.7));
            for back in 1..4 {
                let tail = at - ahead * (0.22 * back as f32 * scale);
                canvas.circle(tail, (0.2 - 0.045 * back as f32) * scale, ember.faded(0.6 - 0.14 * back as f32));
            }
            canvas.circle(at, 0.24 * scale, tint.darker(0.2));
            canvas.circle(at, 0.18 * scale, Colour::hex(0x00FF_E08A));
        }
        Some("hive") => {
            canvas.circle(at, 0.34 * scale, palette::NIGHT.faded(0.8));
            canvas.circle(at, 0.28 * scale, Colour::hex(0x00D9_A93B));
            canvas.ring(at, 0.28 * scale, (0.08 * scale).max(1.0), tint);
        }
        Some("moth") => {
            canvas.glow(at, vec2(0.5, 0.5) * scale, palette::VIOLET.faded(0.8));
            canvas.circle(at, 0.16 * scale, tint.lighter(0.4));
        }
        _ => {
            let tail = at - ahead * (0.62 * scale);
            canvas.line(tail, at, (0.2 * scale).max(2.4), palette::NIGHT.faded(0.75));
            canvas.line(tail, at, (0.1 * scale).max(1.2), tint.lighter(0.5));
            canvas.circle(at, (0.12 * scale).max(1.2), Colour::WHITE);
        }
    }
}

/// A spell on its way: where it will come down, and how soon.
fn draw_coming(
    canvas: &mut Canvas,
    scene: &Scene<'_, Arena>,
    look: &Look<'_>,
    card: &CardLook,
    side: usize,
    at: Spot,
    part: f32,
) {
    let tint = colour(&card.colour);
    let scale = look.lens.scale;
    let middle = look.lens.screen_from_field(field_from_spot(scene.cast(), at));
    let r = card.area as f32 / TILE * scale;
    canvas.layer(Layer::Ground);
    canvas.circle(middle, r, tint.faded(0.16));
    canvas.layer(Layer::Over);
    canvas.ring(middle, r, 2.0, palette::side(side).faded(0.9));
    canvas.ring(middle, r * (1.0 - 0.97 * part).max(0.02), 1.5, tint.faded(0.8));
    for i in 0..9 {
        let d = Vec2::at_turn(scattered(i, 31)) * (r * 0.85 * scattered(i, 32).sqrt());
        let high = (1.0 - part) * (3.0 + 3.0 * scattered(i, 33)) * scale;
        let size = (0.1 + 0.1 * scattered(i, 34)) * scale;
        let spot = middle + d - vec2(0.0, high);
        canvas.line(spot - vec2(0.0, size * 3.0), spot, size, tint.faded(0.55));
        canvas.circle(spot, size, tint.lighter(0.45));
    }
}

fn draw_burst(
    canvas: &mut Canvas,
    scene: &Scene<'_, Arena>,
    look: &Look<'_>,
    card: Option<&CardLook>,
    at: Spot,
    radius: i32,
    part: f32,
) {
    let middle = look.lens.screen_from_field(field_from_spot(scene.cast(), at));
    let (scale, r) = (look.lens.scale, radius as f32 / TILE * look.lens.scale);
    let tint = card.map_or(Colour::hex(0x00FF_9A48), |card| colour(&card.colour));
    let (left, grown) = (1.0 - part, eased((part * 2.2).min(1.0)));
    canvas.layer(Layer::Ground);
    canvas.circle(middle, r * grown, tint.faded(0.3 * left));
    canvas.layer(Layer::Over);
    canvas.glow(middle, vec2(r, r) * 1.1, tint.lighter(0.3).faded(0.55 * left * left));
    canvas.ring(middle, r * grown, (0.2 * scale * left).max(1.0), tint.lighter(0.35).faded(left));
    let bits = if card.is_some() { 22 } else { 9 };
    for i in 0..bits {
        let d = Vec2::at_turn(scattered(i, 41)) * (r * grown * (0.25 + 0.7 * scattered(i, 42)));
        let size = (0.1 + 0.14 * scattered(i, 43)) * scale * left;
        let spot = middle + d;
        match card.map(|card| card.shape.as_str()) {
            Some("hail") => {
                let (a, b) = (vec2(0.0, -size * 1.6), vec2(size * 0.8, 0.0));
                canvas.area(&[spot + a, spot + b, spot - a, spot - b], tint.lighter(0.5).faded(left));
            }
            Some("wind") => {
                let along = (d.quarter_turned()).unit() * (0.5 * scale);
                canvas.line(spot - along, spot + along, (0.07 * scale).max(1.0), tint.lighter(0.3).faded(left));
            }
            Some("mire") => canvas.ellipse(spot, vec2(1.6, 1.1) * size, tint.darker(0.2).faded(left)),
            _ => {
                let rise = vec2(0.0, -part * scale * (0.5 + scattered(i, 44)));
                canvas.circle(spot + rise, size, Colour::hex(0x00FF_C25C).toward(tint, part).faded(left));
            }
        }
    }
}

/// Whoever fell goes up in dust; a tower in much of it.
fn draw_fall(canvas: &mut Canvas, scene: &Scene<'_, Arena>, look: &Look<'_>, who: Actor, part: f32) {
    let cast = scene.cast();
    let Some(row) = scene.now.row(usize::from(who.place)) else { return };
    let Some(form) = cast.forms.get(usize::from(who.form)) else { return };
    let middle = look.lens.screen_from_field(field_from_subtile(cast, row.at));
    let r = form.radius as f32 / TILE * look.lens.scale;
    let tint = palette::side(usize::from(row.side));
    canvas.layer(Layer::Over);
    canvas.ring(middle, r * (1.0 + 1.2 * eased(part)), (0.3 * r * (1.0 - part)).max(1.0), tint.faded(1.0 - part));
    let puffs = if usize::from(who.place) < TOWERS { 16 } else { 7 };
    for i in 0..puffs {
        let salt = u32::from(who.place) * 16 + i;
        let d = Vec2::at_turn(scattered(salt, 51)) * (r * (0.4 + 1.3 * eased(part)) * (0.4 + scattered(salt, 52)));
        let size = r * (0.22 + 0.3 * scattered(salt, 53)) * (1.0 - 0.5 * part);
        canvas.circle(middle + d, size, Colour::hex(0x00CF_C2AE).faded(0.55 * (1.0 - part)));
    }
}

fn draw_number(canvas: &mut Canvas, look: &Look<'_>, poses: &Poses<'_>, to: Actor, amount: i32, part: f32) {
    let Some(pose) = poses.get(usize::from(to.place)).filter(|_| amount > 0) else { return };
    canvas.layer(Layer::Figures);
    let at = look.lens.screen_from_field(pose.body()) - vec2(0.0, (0.9 + 0.9 * part) * look.lens.scale * 0.7);
    let ink = palette::BONE.faded(1.0 - part * part);
    let style = Style::new(13.0 * field_unit_of(canvas.size()), ink)
        .bold()
        .centred()
        .edged(palette::NIGHT.faded(0.8 * (1.0 - part)));
    canvas.text(at, style, &amount.to_string());
}

/// Who is quick leaves streaks, who is slow wades.
fn draw_pace(canvas: &mut Canvas, scene: &Scene<'_, Arena>, look: &Look<'_>, pose: &Pose<'_>) {
    let (tick, unit) = (scene.tick(), pose.unit);
    let r = pose.radius * look.lens.scale;
    let at = look.lens.screen_from_field(pose.body());
    if tick < u32::from(unit.haste_until) {
        canvas.layer(Layer::Over);
        for y in [-0.7, 0.0, 0.7] {
            let beat = 0.3 * wave(scene.moment.ticks() as f32 / 8.0 + y);
            let from = at - pose.ahead * (r * (1.5 + beat)) + pose.ahead.quarter_turned() * (y * r);
            canvas.line(from, from - pose.ahead * (0.8 * r), (0.14 * r).max(1.2), Colour::hex(0x00F4_DE6A).faded(0.85));
        }
    }
    if tick < u32::from(unit.slow_until) {
        canvas.layer(Layer::Over);
        let slime = Colour::hex(0x0091_C27A);
        canvas.ring(at, r * 1.55, (0.22 * r).max(1.5), slime.faded(0.75));
        for i in 0..4 {
            let d = Vec2::at_turn(i as f32 / 4.0 + scene.moment.ticks() as f32 / 90.0) * (r * 1.55);
            canvas.circle(at + d, (0.26 * r).max(1.4), slime);
        }
    }
}
