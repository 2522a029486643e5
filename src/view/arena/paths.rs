//! Paths: where walkers are bound, of those who are selected or of all: what is left of their way, the cell it is to lead to
//! and whom they go for.

use player::canvas::{Canvas, Layer};
use player::colour::{Colour, palette};
use player::geometry::{Rect, Vec2, vec2};
use player::view::{Look, Scene};

use super::field_from_spot;
use super::pose::{Pose, Poses};
use crate::arena::event::What;
use crate::arena::space::centre;
use crate::arena::{Arena, Cast};
use crate::kernel::actor::place_from_id;
use crate::kernel::path::Cell;

/// Draw the paths that are shown.
pub(super) fn draw(canvas: &mut Canvas, scene: &Scene<'_, Arena>, look: &Look<'_>, poses: &Poses<'_>) {
    for pose in poses.back_to_front() {
        let chosen = look.selected.contains(&pose.place);
        if !(chosen || look.overlays.shows(0) || look.hovered == Some(pose.place)) {
            continue;
        }
        canvas.layer(Layer::Under);
        let strength = if chosen { 1.0 } else { 0.75 };
        draw_path(canvas, scene, look, pose, strength);
        draw_goal(canvas, scene, look, pose, strength);
        draw_target(canvas, look, poses, pose, strength);
    }
}

/// What is left of a unit's way, next cell first.
fn way<'a>(scene: &'a Scene<'_, Arena>, pose: &Pose<'_>) -> impl Iterator<Item = u16> + use<'a> {
    let (place, left) = (pose.place, usize::from(pose.unit.path_left));
    let routed = scene.events_of(u32::from(pose.unit.routed_at)).filter_map(move |(_, event)| match &event.what {
        What::Routed { who, path } if usize::from(who.place) == place => Some(path),
        _ => None,
    });
    let path = routed.last().filter(|_| left > 0);
    path.into_iter().flat_map(move |path| path[..left.min(path.len())].iter().rev().copied())
}

fn spot(cast: &Cast, cell: u16) -> Vec2 {
    field_from_spot(cast, centre(Cell(u32::from(cell))))
}

fn draw_path(canvas: &mut Canvas, scene: &Scene<'_, Arena>, look: &Look<'_>, pose: &Pose<'_>, strength: f32) {
    let cast = scene.cast();
    let next = pose.unit.next.checked_sub(1);
    let cells: Vec<u16> = next.into_iter().chain(way(scene, pose)).collect();
    if cells.is_empty() {
        return;
    }
    let scale = look.lens.scale;
    let from = std::iter::once(look.lens.screen_from_field(pose.at));
    let points: Vec<Vec2> =
        from.chain(cells.iter().map(|cell| look.lens.screen_from_field(spot(cast, *cell)))).collect();
    let tint = palette::side(pose.side());
    canvas.path(&points, (0.2 * scale).max(3.0), palette::NIGHT.faded(0.55 * strength));
    canvas.path(&points, (0.1 * scale).max(1.5), tint.lighter(0.2).faded(strength));
    for point in &points[1..] {
        canvas.circle(*point, (0.11 * scale).max(1.6), tint.lighter(0.55).faded(strength));
    }
}

/// The cell that the way is to lead to.
fn draw_goal(canvas: &mut Canvas, scene: &Scene<'_, Arena>, look: &Look<'_>, pose: &Pose<'_>, strength: f32) {
    let Some(goal) = pose.unit.goal.checked_sub(1) else { return };
    let cell = look.lens.screen_rect(Rect::around(spot(scene.cast(), goal), 0.5, 0.5));
    let tint = palette::side(pose.side());
    canvas.rect(cell, tint.faded(0.4 * strength));
    canvas.frame(cell.inset(-1.0), 1.0, 1.8, Colour::WHITE.faded(0.85 * strength));
}

fn draw_target(canvas: &mut Canvas, look: &Look<'_>, poses: &Poses<'_>, pose: &Pose<'_>, strength: f32) {
    let Some(foe) = place_from_id(pose.unit.target).and_then(|place| poses.get(place)) else { return };
    let (from, to) = (look.lens.screen_from_field(pose.body()), look.lens.screen_from_field(foe.body()));
    let tint = palette::RUST.faded(0.75 * strength);
    let (way, long) = ((to - from).unit(), (to - from).length() - foe.radius * look.lens.scale * 1.2);
    let dash = 7.0;
    let count = (long / dash).clamp(0.0, 200.0) as u32;
    for i in 0..count {
        let start = from + way * (i as f32 * dash);
        canvas.line(start, start + way * (dash * 0.45), 1.2, tint);
    }
    let r = foe.radius * look.lens.scale * 1.3;
    let at = look.lens.screen_from_field(foe.body());
    for corner in [vec2(1.0, 1.0), vec2(-1.0, 1.0), vec2(-1.0, -1.0), vec2(1.0, -1.0)] {
        let tip = at + corner * r;
        let inward = vec2(-corner.x, -corner.y) * (0.4 * r);
        canvas.path(&[tip + vec2(inward.x, 0.0), tip, tip + vec2(0.0, inward.y)], 1.6, tint);
    }
}
