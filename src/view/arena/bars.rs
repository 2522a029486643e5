//! Bars: health, how far a deployment has come, and how long a building still lasts; and the clock over the field.

use player::canvas::{Canvas, Layer, Paint, Style, text_width};
use player::colour::palette;
use player::geometry::{Rect, vec2};
use player::layout::unit_of;
use player::view::{Look, Scene};

use super::TOWERS;
use super::pose::{Pose, Poses};
use super::words;
use crate::arena::{Arena, Cast};

/// Draw every bar, and the clock.
pub(super) fn draw(canvas: &mut Canvas, scene: &Scene<'_, Arena>, look: &Look<'_>, poses: &Poses<'_>) {
    canvas.layer(Layer::Figures);
    let u = unit_of(canvas.size());
    for pose in poses.back_to_front() {
        if pose.arrived < 1.0 {
            draw_arrival(canvas, look, pose);
        }
        draw_health(canvas, scene, look, pose, u);
    }
    draw_clock(canvas, scene, look, u);
}

/// A ring that closes, as a clock goes round.
fn draw_arrival(canvas: &mut Canvas, look: &Look<'_>, pose: &Pose<'_>) {
    let at = look.lens.screen_from_field(pose.body());
    let r = (pose.radius * look.lens.scale * 1.75).max(8.0);
    let width = (r * 0.2).max(2.0);
    canvas.ring(at, r, width + 1.5, palette::NIGHT.faded(0.6));
    if pose.arrived > 0.01 {
        canvas.arc(at, r, -0.25..pose.arrived - 0.25, width, palette::BONE);
    }
}

/// Towers always have a bar, with a number; others once they are hurt or looked at.
fn draw_health(canvas: &mut Canvas, scene: &Scene<'_, Arena>, look: &Look<'_>, pose: &Pose<'_>, u: f32) {
    let (vigor, whole) = words::vigor(scene.cast(), pose.unit);
    let is_tower = pose.place < TOWERS;
    let marked = look.selected.contains(&pose.place) || look.hovered == Some(pose.place);
    if !(is_tower || pose.look.is_building || vigor < whole || marked) {
        return;
    }
    let scale = look.lens.scale;
    let r = pose.radius * scale;
    let at = look.lens.screen_from_field(pose.body());
    let w = if is_tower { (r * 2.3).max(26.0 * u) } else { (r * 2.4).clamp(14.0 * u, 60.0 * u) };
    let h = if is_tower { 6.0 * u } else { 4.0 * u };
    // Below a tower of the near side, above one of the far side: outside, where nobody walks.
    let y = match (is_tower, pose.side()) {
        (true, 0) => at.y + r * 1.15 + h,
        (true, _) => at.y - r * 1.15 - h,
        (false, _) => at.y - r * 1.7 - h,
    };
    let bar = Rect::around(vec2(at.x, y), w, h);
    canvas.rounded(bar.inset(-1.2), h * 0.5 + 1.2, palette::NIGHT.faded(0.9));
    let part = (vigor.max(0) as f32 / whole.max(1) as f32).clamp(0.0, 1.0);
    let tint = palette::side(pose.side());
    if part > 0.0 {
        let left = Rect { w: (bar.w * part).max(h * 0.6), ..bar };
        canvas.rounded(left, h * 0.5, Paint::Down(tint.lighter(0.25), tint.darker(0.15)));
    }
    if pose.flash > 0.0 {
        canvas.rounded(bar, h * 0.5, palette::BONE.faded(0.5 * pose.flash));
    }
    if is_tower {
        let style = Style::new(10.5 * u, palette::BONE).bold().tabular().edged(palette::NIGHT.faded(0.9));
        if pose.place.is_multiple_of(3) {
            // Over a king hangs the clock.
            canvas.text(vec2(bar.right() + 5.0 * u, y), style, &vigor.to_string());
            return;
        }
        let off = if pose.side() == 0 { 9.5 * u } else { -9.5 * u };
        canvas.text(vec2(at.x, y + off), style.centred(), &vigor.to_string());
    }
    if pose.look.life_ticks > 0 {
        let span = f32::from(pose.look.life_ticks);
        let gone = scene.ticks_since(u32::from(pose.unit.born) + u32::from(pose.look.deploy_ticks));
        let left = (1.0 - gone / span).clamp(0.0, 1.0);
        let line = Rect::new(bar.x, bar.bottom() + 2.0, bar.w * left, (1.6 * u).max(1.0));
        canvas.rect(line, palette::BONE.faded(0.85));
    }
}

/// What is left of the time, and which rules hold.
fn draw_clock(canvas: &mut Canvas, scene: &Scene<'_, Arena>, look: &Look<'_>, u: f32) {
    let view = look.lens.view;
    if view.w < 260.0 * u || view.h < 240.0 * u {
        return;
    }
    let (cast, hz) = (scene.cast(), scene.recording.tick_hz());
    let (left, about) = standing(cast, scene.tick());
    let seconds = left.div_ceil(hz);
    let time = format!("{}:{:02}", seconds / 60, seconds % 60);
    let is_late = !about.is_empty();
    let large = Style::new(15.0 * u, if is_late { palette::VIOLET } else { palette::BONE }).bold().tabular();
    let small = Style::new(10.5 * u, palette::BONE_DIM.lighter(0.2)).bold();
    let (wide, gap) = (text_width(&time, large), if is_late { 7.0 * u } else { 0.0 });
    let whole = wide + gap + text_width(about, small);
    let pill = Rect::around(vec2(view.centre().x, view.y + 13.0 * u), whole + 24.0 * u, 21.0 * u);
    canvas.rounded(pill, pill.h * 0.5, palette::NIGHT.faded(0.85));
    canvas.frame(pill, pill.h * 0.5, u.max(1.0), palette::RIM);
    let x = pill.x + 12.0 * u;
    canvas.text(vec2(x, pill.centre().y), large, &time);
    canvas.text(vec2(x + wide + gap, pill.centre().y + 0.5 * u), small, about);
}

/// Ticks left of what runs, and what holds beside the usual.
fn standing(cast: &Cast, tick: u32) -> (u32, &'static str) {
    if tick >= cast.length_ticks {
        ((cast.length_ticks + cast.overtime_ticks).saturating_sub(tick), "overtime  ×2 elixir")
    } else if tick >= cast.flow.double_from {
        (cast.length_ticks - tick, "×2 elixir")
    } else {
        (cast.length_ticks - tick, "")
    }
}
