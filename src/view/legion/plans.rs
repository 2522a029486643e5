//! Plans: what units mean to do. Of those that are selected, or of all: their way, whom they go for, where the general
//! wants them, and where they meet.

use player::canvas::{Canvas, Layer, Style, text_rect};
use player::colour::{Colour, palette};
use player::geometry::{Rect, Vec2, vec2};
use player::layout::unit_of;
use player::view::Look;

use super::men::meeting;
use super::pose::{Posed, Poses, Stance, spot_of_metres};
use super::{Sight, overlay, words};
use crate::legion::men::Condition;
use crate::legion::order::Task;
use crate::legion::unit::NO_UNIT;

/// Part of the men who fight that are left out at either end of the line along which they do.
const ENDS: f32 = 0.04;
/// Points a metre above which all units say what they do while plans are shown.
const WORDS_FROM: f32 = 2.0;

/// Draw the plans that are shown.
pub(super) fn draw(canvas: &mut Canvas, look: &Look<'_>, sight: &Sight<'_>) {
    let u = unit_of(canvas.size());
    for unit in &sight.poses.units {
        let chosen = look.selected.contains(&unit.place);
        let marked = chosen || look.hovered == Some(unit.place);
        let shows = |place| marked || look.overlays.shows(place);
        if unit.stance.is_none() || (!marked && look.overlays.is_empty()) {
            continue;
        }
        let strength = if chosen { 1.0 } else { 0.6 };
        canvas.layer(Layer::Over);
        if shows(overlay::CONTACT) {
            draw_contact(canvas, look, sight.poses, unit, u, strength);
        }
        if shows(overlay::PLANS) {
            draw_way(canvas, look, unit, u, strength);
            if !unit.now.held && !unit.runs() {
                draw_station(canvas, look, unit, u, strength);
            }
        }
        if shows(overlay::TARGETS) {
            draw_target(canvas, look, sight.poses, unit, u, strength);
        }
    }
}

/// Where a unit was told to go, and how it will stand there.
fn draw_way(canvas: &mut Canvas, look: &Look<'_>, unit: &Posed<'_>, u: f32, strength: f32) {
    let (Some(stance), Task::Go { x, z, run }) = (unit.stance, unit.now.task) else { return };
    let (to, colour) = (spot_of_metres(x, z), palette::LICHEN.faded(0.9 * strength));
    if (to - stance.at).length() < 3.0 {
        return;
    }
    let there = Stance { at: to - stance.ahead * stance.half.y, ..stance };
    let corners = there.corners().map(|corner| look.lens.screen_from_field(corner));
    canvas.closed_path(&corners, 1.3 * u, colour.faded(0.7));
    arrow(canvas, look.lens.screen_from_field(stance.at), look.lens.screen_from_field(to), u, colour, run);
}

/// Whom a unit goes for; whom it fights without having been told to.
fn draw_target(canvas: &mut Canvas, look: &Look<'_>, poses: &Poses<'_>, unit: &Posed<'_>, u: f32, strength: f32) {
    let (foe, colour) = match unit.now.task {
        Task::Attack { unit: foe } => (foe, palette::RUST),
        _ if unit.now.locked != NO_UNIT && !unit.runs() => (unit.now.locked, palette::VIOLET),
        _ => return,
    };
    let (Some(stance), Some(foe)) = (unit.stance, poses.stance(usize::from(foe))) else { return };
    let [from, to] = [stance.at, foe.at].map(|spot| look.lens.screen_from_field(spot));
    arrow(canvas, from, to, u, colour.faded(0.9 * strength), false);
}

/// An arrow; of those who run, with two heads.
fn arrow(canvas: &mut Canvas, from: Vec2, to: Vec2, u: f32, colour: Colour, run: bool) {
    let way = to - from;
    let ahead = way.unit();
    let head = (9.0 * u).min(way.length() * 0.5);
    if head < 1.0 {
        return;
    }
    canvas.line(from, to - ahead * head, 2.0 * u, colour);
    for back in [0.0, 0.8].into_iter().take(1 + usize::from(run)) {
        let tip = to - ahead * (head * back);
        let side = ahead.quarter_turned() * (head * 0.55);
        canvas.area(&[tip, tip - ahead * head + side, tip - ahead * (head * 0.7), tip - ahead * head - side], colour);
    }
}

fn draw_station(canvas: &mut Canvas, look: &Look<'_>, unit: &Posed<'_>, u: f32, strength: f32) {
    let Some(stance) = unit.stance else { return };
    let [x, z] = unit.now.station.map(|decimetres| f32::from(decimetres) * 0.1);
    let station = spot_of_metres(x, z);
    if (station - stance.at).length() < stance.half.y + 4.0 {
        return;
    }
    let (at, from) = (look.lens.screen_from_field(station), look.lens.screen_from_field(stance.at));
    let colour = palette::BONE.faded(0.7 * strength);
    dashes(canvas, from, at, u, colour.faded(0.6));
    let r = 5.0 * u;
    canvas.closed_path(&[vec2(0.0, -r), vec2(r, 0.0), vec2(0.0, r), vec2(-r, 0.0)].map(|d| at + d), 1.5 * u, colour);
}

fn dashes(canvas: &mut Canvas, from: Vec2, to: Vec2, u: f32, colour: Colour) {
    let long = (to - from).length();
    let count = (long / (9.0 * u)).min(160.0) as u32;
    for dash in 0..count {
        let part = |n: f32| from.toward(to, n / count as f32);
        canvas.line(part(dash as f32 + 0.2), part(dash as f32 + 0.7), 1.2 * u, colour);
    }
}

/// The line along which a unit's men fight: through the middles between them and their enemies.
fn draw_contact(canvas: &mut Canvas, look: &Look<'_>, poses: &Poses<'_>, unit: &Posed<'_>, u: f32, strength: f32) {
    let Some(stance) = unit.stance.filter(|_| unit.now.engaged > 1) else { return };
    let right = stance.ahead.quarter_turned();
    let fighting = unit.now.men_condition.iter().enumerate().filter(|(_, c)| **c == Condition::FIGHTING.0);
    let mut met: Vec<Vec2> = fighting.filter_map(|(place, _)| meeting(poses, unit, place)).collect();
    if met.len() < 2 {
        return;
    }
    met.sort_by(|a, b| a.dot(right).total_cmp(&b.dot(right)));
    let cut = (met.len() as f32 * ENDS) as usize;
    let met = &met[cut..met.len() - cut];
    let each = met.len().div_ceil(8).max(1);
    let mean = |part: &[Vec2]| part.iter().fold(Vec2::ZERO, |sum, spot| sum + *spot) * (1.0 / part.len() as f32);
    let line: Vec<Vec2> = met.chunks(each).map(|part| look.lens.screen_from_field(mean(part))).collect();
    canvas.path(&line, 5.0 * u, palette::NIGHT.faded(0.5 * strength));
    canvas.path(&line, 2.4 * u, palette::AMBER.faded(strength));
}

/// Say what units do: those that are selected always, all others where their words run into nothing that is written.
pub(super) fn draw_words(canvas: &mut Canvas, look: &Look<'_>, sight: &Sight<'_>, mut written: Vec<Rect>) {
    canvas.layer(Layer::Figures);
    let all = look.overlays.shows(overlay::PLANS) && look.lens.scale > WORDS_FROM;
    for chosen in [true, false] {
        let units = sight.poses.units.iter().filter(|unit| look.selected.contains(&unit.place) == chosen);
        for unit in units.filter(|unit| unit.stance.is_some() && (chosen || all)) {
            draw_doing(canvas, sight, unit, chosen, &mut written);
        }
    }
}

fn draw_doing(canvas: &mut Canvas, sight: &Sight<'_>, unit: &Posed<'_>, chosen: bool, written: &mut Vec<Rect>) {
    let Some(flag) = sight.flag(unit.place) else { return };
    let (u, home) = (unit_of(canvas.size()), sight.home(unit.side()));
    // Beside the name, away from the unit.
    let y = if home.y < 0.0 { flag.y - 21.0 * u } else { flag.bottom() + 21.0 * u };
    let colour = if unit.now.held { palette::LICHEN } else { palette::BONE_DIM.lighter(0.3) };
    let style = Style::new(10.5 * u, colour).centred().edged(palette::NIGHT.faded(0.75));
    let (at, words) = (vec2(flag.centre().x, y), words::doing(sight.cast, unit.now));
    let room = text_rect(at, style, &words).inset_by(0.0, 2.0 * u);
    if chosen || sight.is_free(room, unit.place, written) {
        written.push(room);
        canvas.text(at, style, &words);
    }
}
