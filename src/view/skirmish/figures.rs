//! Figures: what belongs to a unit and is no part of its body: rings, shadows, bars, pips, names, reticles.

use player::canvas::{Canvas, Layer, Paint, Style};
use player::colour::{Colour, palette};
use player::geometry::{Rect, Vec2, vec2};
use player::layout::on_field;
use player::view::{Look, Scene};

use super::creature::DRAWN;
use super::effects::lettered;
use super::pose::{Pose, Poses, body_middle};
use super::{silhouette, statuses, vigor_max};
use crate::skirmish::unit::is_active;
use crate::skirmish::{Order, Skirmish, Unit};
use crate::view::tint::colour;

/// Draw shadows and rings under the units.
pub(super) fn draw_footing(canvas: &mut Canvas, scene: &Scene<'_, Skirmish>, look: &Look<'_>, poses: &Poses<'_>) {
    for pose in poses.back_to_front() {
        let r = pose.radius * pose.size * look.lens.scale;
        let foot = look.lens.screen_from_field(pose.at + vec2(pose.off.x, pose.off.y)) + vec2(0.0, r * 0.62);
        canvas.layer(Layer::Shadow);
        canvas.glow(foot, vec2(r * 1.6, r * 0.75), Colour::BLACK.faded(0.62));
        canvas.layer(Layer::Under);
        draw_ring(canvas, foot, r, pose.unit, 1.0);
        if look.selected.contains(&pose.place) {
            draw_selection(canvas, scene, foot, r);
        } else if look.hovered == Some(pose.place) {
            canvas.oval(foot, vec2(r * 1.55, r * 0.74), 2.0, palette::BONE.faded(0.65));
        }
        if pose.mended > 0.0 {
            canvas.glow(foot, vec2(r * 1.8, r * 0.9), Colour::hex(0x007D_E8A0).faded(0.3 * pose.mended));
        }
    }
    if let Some(place) = look.hovered {
        draw_intent(canvas, look, poses, place);
    }
}

/// The first side stands on rounds, the second on diamonds: sides differ in shape as well as in colour.
fn draw_ring(canvas: &mut Canvas, foot: Vec2, r: f32, unit: &Unit, strength: f32) {
    let colour = palette::side(usize::from(unit.side)).faded(strength);
    let radius = vec2(r * 1.28, r * 0.6);
    if unit.side == 0 {
        canvas.ellipse(foot, radius, Paint::Out(colour.faded(0.1), colour.faded(0.36)));
        canvas.oval(foot, radius, (r * 0.09).max(1.2), colour.faded(0.85));
    } else {
        let corners = [
            vec2(radius.x * 1.2, 0.0),
            vec2(0.0, radius.y * 1.25),
            vec2(-radius.x * 1.2, 0.0),
            vec2(0.0, -radius.y * 1.25),
        ];
        let corners = corners.map(|d| foot + d);
        canvas.area(&corners, Paint::Out(colour.faded(0.1), colour.faded(0.36)));
        canvas.closed_path(&corners, (r * 0.09).max(1.2), colour.faded(0.85));
    }
}

fn draw_selection(canvas: &mut Canvas, scene: &Scene<'_, Skirmish>, foot: Vec2, r: f32) {
    let turned = scene.moment.ticks() as f32 * 0.008;
    let width = (r * 0.13).max(2.0);
    for i in 0..6 {
        let mut points = Vec::with_capacity(6);
        let from = turned + i as f32 / 6.0;
        player::canvas::outline::arc(foot, vec2(r * 1.62, r * 0.8), from, from + 0.1, 6, &mut points);
        canvas.path(&points, width, palette::AMBER);
    }
}

/// A line from whom one points at to whom it goes for.
fn draw_intent(canvas: &mut Canvas, look: &Look<'_>, poses: &Poses<'_>, place: usize) {
    let Some(pose) = poses.get(place) else { return };
    let Some(foe) = usize::from(pose.unit.target).checked_sub(1).and_then(|place| poses.get(place)) else { return };
    let (a, b) = (look.lens.screen_from_field(pose.at), look.lens.screen_from_field(foe.at));
    let (way, far) = ((b - a).unit(), (b - a).length());
    let colour = palette::side(usize::from(pose.unit.side)).faded(0.6);
    let mut along = pose.radius * look.lens.scale * 1.5;
    canvas.layer(Layer::Under);
    while along + 6.0 < far - foe.radius * look.lens.scale * 1.4 {
        canvas.line(a + way * along, a + way * (along + 6.0), 2.0, colour);
        along += 13.0;
    }
}

/// Draw bars, pips and names over the units.
pub(super) fn draw(canvas: &mut Canvas, scene: &Scene<'_, Skirmish>, look: &Look<'_>, poses: &Poses<'_>) {
    canvas.layer(Layer::Figures);
    draw_reticles(canvas, scene, look, poses);
    for pose in poses.back_to_front() {
        draw_over(canvas, scene, look, pose);
    }
}

fn draw_over(canvas: &mut Canvas, scene: &Scene<'_, Skirmish>, look: &Look<'_>, pose: &Pose<'_>) {
    let (scale, window) = (look.lens.scale, canvas.size());
    let r = pose.radius * scale;
    let hover =
        scene.cast().forms.get(usize::from(pose.unit.form)).map_or(0.0, |form| silhouette::of_shape(&form.shape).hover);
    let middle = look.lens.screen_from_field(pose.at - vec2(0.0, pose.radius * 0.35 + pose.high));
    let top = middle - vec2(0.0, r * DRAWN * (1.28 + hover));
    let bar = Rect::around(top, (r * 2.2).max(22.0), on_field(window, scale * 0.11, 4.0, 9.0));
    draw_bar(canvas, scene, pose, bar);
    draw_pips(canvas, scene, pose.unit, vec2(bar.x, bar.y - bar.h * 1.35), on_field(window, scale * 0.085, 3.4, 8.0));
    if pose.unit.is_retreating() {
        let foot = vec2(bar.right() + bar.h * 1.2, bar.bottom() + bar.h * 0.5);
        player::sigils::flag(canvas, foot, bar.h * 3.0, Colour::WHITE);
    }
    if look.hovered == Some(pose.place) || look.selected.contains(&pose.place) {
        let style = Style::new(on_field(window, scale * 0.26, 10.0, 16.0), palette::BONE).bold().centred();
        let at = look.lens.screen_from_field(pose.at) + vec2(0.0, r * 1.42 + 4.0);
        lettered(canvas, at, style, &scene.cast().name(pose.place, pose.unit.form));
    }
}

fn draw_bar(canvas: &mut Canvas, scene: &Scene<'_, Skirmish>, pose: &Pose<'_>, bar: Rect) {
    let unit = pose.unit;
    let whole = vigor_max(scene.cast(), unit).max(1) as f32;
    let corner = bar.h * 0.5;
    canvas.rounded(bar.inset(-1.5), corner + 1.5, palette::NIGHT.faded(0.9));
    let strip = |from: f32, to: f32| {
        let (from, to) = (from.clamp(0.0, 1.0), to.clamp(0.0, 1.0));
        Rect::new(bar.x + bar.w * from, bar.y, bar.w * (to - from), bar.h)
    };
    let left = unit.vigor as f32 / whole;
    let lost = pose.lost / whole;
    if lost > 0.0 {
        canvas.rounded(strip(0.0, left + lost), corner, Colour::WHITE.faded(0.85));
    }
    let side = palette::side(usize::from(unit.side));
    if left > 0.0 {
        let fill = strip(0.0, left);
        canvas.rounded(
            Rect { w: fill.w.max(bar.h.min(bar.w)), ..fill },
            corner,
            Paint::Down(side.lighter(0.2), side.darker(0.18)),
        );
    }
    if is_active(unit.shield.until, scene.tick()) && unit.shield.amount > 0 {
        let part = f32::from(unit.shield.amount) / whole;
        let over = Rect::new(bar.x, bar.y - bar.h * 0.1, (bar.w * part.min(1.0)).max(bar.h), bar.h * 0.55);
        canvas.rounded(over, corner * 0.55, Colour::hex(0x00FF_E08A));
    }
    // Every fifty points a notch: long bars look long.
    let notches = (whole / 50.0).ceil() as u32;
    for i in 1..notches {
        let x = bar.x + bar.w * (i as f32 * 50.0 / whole);
        canvas.line(vec2(x, bar.y + 1.0), vec2(x, bar.bottom() - 1.0), 1.0, palette::NIGHT.faded(0.5));
    }
}

/// A pip for each status: its own colour and its own shape.
fn draw_pips(canvas: &mut Canvas, scene: &Scene<'_, Skirmish>, unit: &Unit, from: Vec2, r: f32) {
    let active = statuses(unit).into_iter().enumerate().filter(|(_, until)| is_active(*until, scene.tick()));
    let mut at = from + vec2(r, -r * 0.2);
    for (place, _) in active {
        let tint = scene.cast().statuses.get(place).map_or(palette::BONE, |label| colour(&label.colour));
        canvas.circle(at, r * 1.28, palette::NIGHT.faded(0.9));
        draw_pip(canvas, place, at, r, tint.lighter(0.12));
        at.x += r * 2.75;
    }
}

fn draw_pip(canvas: &mut Canvas, status: usize, at: Vec2, r: f32, tint: Colour) {
    let shape = |canvas: &mut Canvas, corners: &[(f32, f32)]| {
        let corners: Vec<Vec2> = corners.iter().map(|(x, y)| at + vec2(*x, *y) * r).collect();
        canvas.area(&corners, tint);
    };
    match status {
        // Fire: a flame.
        0 => shape(
            canvas,
            &[(0.0, -1.0), (0.5, -0.2), (0.62, 0.4), (0.3, 0.9), (-0.3, 0.9), (-0.62, 0.4), (-0.35, -0.1), (-0.1, 0.0)],
        ),
        // Poison: a drop.
        1 => shape(
            canvas,
            &[(0.0, -0.95), (0.45, 0.05), (0.55, 0.45), (0.3, 0.85), (-0.3, 0.85), (-0.55, 0.45), (-0.45, 0.05)],
        ),
        // Regrowth: a plus.
        2 => {
            canvas.line(at - vec2(r * 0.6, 0.0), at + vec2(r * 0.6, 0.0), r * 0.42, tint);
            canvas.line(at - vec2(0.0, r * 0.6), at + vec2(0.0, r * 0.6), r * 0.42, tint);
        }
        // Shield: a shield.
        3 => shape(canvas, &[(-0.7, -0.7), (0.7, -0.7), (0.65, 0.1), (0.0, 0.9), (-0.65, 0.1)]),
        // Slow: down; haste: up.
        4 | 5 => {
            let way = if status == 4 { r } else { -r };
            for y in [-0.35, 0.3] {
                let tip = at + vec2(0.0, (y + 0.35) * way);
                canvas.path(
                    &[tip + vec2(-r * 0.55, -0.5 * way), tip, tip + vec2(r * 0.55, -0.5 * way)],
                    r * 0.34,
                    tint,
                );
            }
        }
        // Stun: a star.
        6 => {
            let star: Vec<(f32, f32)> = (0..10)
                .map(|i| {
                    let d = Vec2::at_turn(i as f32 / 10.0 - 0.25) * if i % 2 == 0 { 1.0 } else { 0.42 };
                    (d.x, d.y)
                })
                .collect();
            shape(canvas, &star);
        }
        // Taunt: a call.
        _ => {
            canvas.line(at - vec2(0.0, r * 0.75), at + vec2(0.0, r * 0.15), r * 0.38, tint);
            canvas.circle(at + vec2(0.0, r * 0.72), r * 0.24, tint);
        }
    }
}

/// A reticle around whom a side was told to go for, as long as it stands.
fn draw_reticles(canvas: &mut Canvas, scene: &Scene<'_, Skirmish>, look: &Look<'_>, poses: &Poses<'_>) {
    let mut told = [None; 2];
    for given in scene.recording.orders().all().iter().take_while(|given| given.tick < scene.tick()) {
        if let Order::Focus { side, unit } = given.order {
            told[usize::from(side.index())] = (unit as usize).checked_sub(1);
        }
    }
    for (side, place) in told.into_iter().enumerate() {
        let foe = place.and_then(|place| poses.get(place));
        if let Some(pose) = foe.filter(|pose| usize::from(pose.unit.side) != side) {
            draw_reticle(canvas, look, pose, palette::side(side));
        }
    }
    if let (true, Some(place)) = (look.aiming, look.hovered)
        && let Some(pose) = poses.get(place)
    {
        draw_reticle(canvas, look, pose, palette::AMBER);
    }
}

fn draw_reticle(canvas: &mut Canvas, look: &Look<'_>, pose: &Pose<'_>, colour: Colour) {
    let at = look.lens.screen_from_field(body_middle(pose));
    let r = pose.radius * look.lens.scale * 1.7;
    for i in 0..4 {
        let turn = 0.125 + i as f32 * 0.25;
        canvas.arc(at, r, turn - 0.055..turn + 0.055, r * 0.1, colour);
        let d = Vec2::at_turn(i as f32 * 0.25);
        canvas.line(at + d * (r * 0.86), at + d * (r * 1.12), r * 0.07, colour);
    }
}
