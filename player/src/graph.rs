//! The graph behind the bar: who is stronger, moment by moment. Bars rise for the first side and hang for the second
//! one; the line of another branch lies over them from where the two part.

use crate::annals::Annals;
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
    /// The last tick that it shares with the watched one.
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
        let lead = height(annals.share(moment.tick()).lead());
        let (side, h) = (usize::from(lead < 0.0), (lead.abs() * graph.h * 0.5).max(EVEN * u));
        let y = if lead < 0.0 { middle } else { middle - h };
        let strength = if moment <= cursor { 0.8 } else { 0.38 };
        canvas.rect(Rect::new(x, y, BAR * u, h), palette::side(side).darker(0.2).faded(strength));
    }
}

/// Draw the line of another branch.
pub fn draw_ghost(canvas: &mut Canvas, layout: &Layout, axis: &Axis, ghost: &Ghost<'_>) {
    let (u, graph) = (layout.unit, layout.graph());
    if ghost.to <= ghost.from {
        return;
    }
    let y_of = |tick: u32| graph.centre().y - height(ghost.annals.share(tick).lead()) * (graph.h * 0.5 - u);
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
