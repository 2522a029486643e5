//! The graph behind the bar: who is stronger, moment by moment. Of two sides, bars rise for the first one and hang for
//! the second: a faint one for what each still has, a bright one for whoever is ahead. Of more sides, each bar is shared
//! out among them. The line of another branch lies over the bars from where the two part.

use crate::annals::{Annals, Standing};
use crate::canvas::{Canvas, Layer};
use crate::colour::palette;
use crate::geometry::{Rect, vec2};
use crate::layout::{Axis, Layout};
use crate::playback::Moment;

/// From one bar to the next, in units.
const PITCH: f32 = 4.0;
/// Width of a bar, in units.
const BAR: f32 = 3.0;
/// Half the height of a bar while both sides are as strong, in units.
const EVEN: f32 = 0.5;

/// Height for a lead, from −1 to 1: its root, so that the small leads that most of a fight is about can be seen too.
fn height(lead: f32) -> f32 {
    lead.abs().sqrt().copysign(lead)
}

/// Another branch, as far as it may be shown.
#[derive(Debug, Clone, Copy)]
pub struct Ghost<'a> {
    /// What is known of it.
    pub annals: &'a Annals,
    /// The last tick that it standing with the watched one.
    pub from: u32,
    /// The last tick of it that may be shown.
    pub to: u32,
    /// Whether that is where it ends.
    pub ends: bool,
}

/// Draw the strength of a branch up to a moment, what lies behind the cursor stronger than what lies before it.
pub fn draw(canvas: &mut Canvas, layout: &Layout, axis: &Axis, annals: &Annals, upto: Moment, cursor: Moment) {
    let (u, graph) = (layout.unit, layout.graph());
    let middle = graph.centre().y;
    let end = axis.x_of(upto);
    canvas.layer(Layer::Detail);
    for place in 0..(graph.w / (PITCH * u)) as u32 {
        let x = graph.x + place as f32 * PITCH * u;
        if x >= end {
            break;
        }
        let moment = axis.moment_at(x + BAR * 0.5 * u).min(upto);
        let standing = annals.standing(moment.tick());
        let strength = if moment <= cursor { 0.9 } else { 0.5 };
        if standing.sides() > 2 {
            draw_stack(canvas, Rect::new(x, graph.y, BAR * u, graph.h), standing, strength);
            continue;
        }
        for (side, left) in standing.left().enumerate() {
            let h = left * graph.h * 0.5;
            let y = if side == 0 { middle - h } else { middle };
            canvas.rect(Rect::new(x, y, BAR * u, h), palette::side(side).faded(0.3 * strength));
        }
        let lead = height(standing.lead());
        let (side, h) = (usize::from(lead < 0.0), (lead.abs() * graph.h * 0.5).max(EVEN * u));
        let y = if lead < 0.0 { middle } else { middle - h };
        canvas.rect(Rect::new(x, y, BAR * u, h), palette::side(side).faded(strength));
    }
}

/// A bar that is shared out among all sides, the first at its foot.
fn draw_stack(canvas: &mut Canvas, bar: Rect, standing: Standing<'_>, strength: f32) {
    let mut foot = bar.bottom();
    for (side, part) in standing.parts().enumerate() {
        let h = bar.h * part;
        canvas.rect(Rect::new(bar.x, foot - h, bar.w, h), palette::side(side).darker(0.12).faded(strength * 0.8));
        foot -= h;
    }
}

/// Draw the line of another branch.
pub fn draw_ghost(canvas: &mut Canvas, layout: &Layout, axis: &Axis, ghost: &Ghost<'_>) {
    let (u, graph) = (layout.unit, layout.graph());
    if ghost.to <= ghost.from {
        return;
    }
    let sides = ghost.annals.standing(ghost.from).sides();
    if sides <= 2 {
        let y = |standing: Standing<'_>| graph.centre().y - height(standing.lead()) * (graph.h * 0.5 - u);
        return draw_line(canvas, layout, axis, ghost, &y);
    }
    // Where one side's part of the bar ends and the next one's begins.
    for border in 1..sides {
        let y = |standing: Standing<'_>| graph.bottom() - standing.parts().take(border).sum::<f32>() * graph.h;
        draw_line(canvas, layout, axis, ghost, &y);
    }
}

fn draw_line(
    canvas: &mut Canvas,
    layout: &Layout,
    axis: &Axis,
    ghost: &Ghost<'_>,
    height_of: &dyn Fn(Standing<'_>) -> f32,
) {
    let (u, graph) = (layout.unit, layout.graph());
    let y_of = |tick: u32| height_of(ghost.annals.standing(tick));
    // One point a bar's width is as fine as can be seen.
    let step = ((axis.last - axis.first) as f32 * BAR * u / graph.w.max(1.0)).max(1.0) as usize;
    let mut points: Vec<_> =
        (ghost.from..ghost.to).step_by(step).map(|tick| vec2(axis.x_of_tick(tick), y_of(tick))).collect();
    points.push(vec2(axis.x_of_tick(ghost.to), y_of(ghost.to)));
    canvas.layer(Layer::Detail);
    canvas.path(&points, 3.5 * u, palette::BARK.faded(0.7));
    canvas.path(&points, 1.6 * u, palette::LICHEN);
    if let (true, Some(end)) = (ghost.ends, points.last()) {
        canvas.line(vec2(end.x, graph.y), vec2(end.x, graph.bottom()), 1.2 * u, palette::LICHEN.faded(0.5));
        canvas.circle(*end, 3.0 * u, palette::LICHEN);
    }
}
