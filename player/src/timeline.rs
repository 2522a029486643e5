//! The timeline: the bar with what happened when, how far it is recorded, and where the branches split off.

use crate::annals::Annals;
use crate::canvas::{Canvas, Layer, Style, text_width};
use crate::colour::palette;
use crate::geometry::{Rect, Vec2, vec2};
use crate::graph::{self, Ghost};
use crate::layout::{Axis, LANES_MAX, Layout};
use crate::markers::Marker;
use crate::playback::{Moment, Playback};
use crate::repeat::End;
use crate::sigils;
use crate::view::{MarkKind, Stage};

/// Without spoilers the bar ends at a whole number of these beyond what was watched, and so tells nothing.
const VEIL_SECONDS: u32 = 30;

/// A branch, as the bar shows it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Lane {
    /// Its place among the branches.
    pub place: usize,
    /// The tick at which it split off; `None` for the first.
    pub from: Option<u32>,
    /// The last tick of it that may be shown.
    pub to: u32,
    /// Its name.
    pub name: String,
}

/// What the timeline shows.
#[derive(Debug, Clone, Copy)]
pub struct Timeline<'a> {
    /// Where moments lie.
    pub axis: Axis,
    /// The cursor and how far there is to go.
    pub playback: &'a Playback,
    /// What is known of the watched branch.
    pub annals: &'a Annals,
    /// Another branch to compare it with.
    pub ghost: Option<Ghost<'a>>,
    /// The moments a person keeps.
    pub markers: &'a [Marker],
    /// The tick from which on the watched branch is not as it was reported.
    pub parted: Option<u32>,
    /// The ticks at which the watched branch and its ancestors split off.
    pub splits: &'a [u32],
    /// From when on other rules hold.
    pub stages: &'a [Stage],
    /// The other branches, most recent first.
    pub lanes: &'a [Lane],
    /// The lane under the mouse.
    pub hovered_lane: Option<usize>,
    /// The tab under the mouse.
    pub hovered_tab: Option<Tab>,
    /// Where the mouse is over the bar.
    pub hover: Option<Vec2>,
}

/// A tab over the bar.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Tab {
    /// A handle of the repeated part.
    Handle(End),
    /// The marker of a tick.
    Marker(u32),
}

/// Find the tab at a point: handles lie over markers, later markers over earlier ones.
#[must_use]
pub fn tab_at(layout: &Layout, axis: &Axis, playback: &Playback, markers: &[Marker], at: Vec2) -> Option<Tab> {
    let handle = [End::A, End::B].into_iter().find(|end| {
        let set = playback.repeat().end(*end);
        set.is_some_and(|moment| handle_tab(layout, axis, *end, moment).contains(at))
    });
    handle.map(Tab::Handle).or_else(|| {
        let shown = markers.iter().rev().filter(|marker| playback.may_show(marker.tick));
        let mut hit = shown.filter(|marker| marker_tab(layout, axis, marker.tick).contains(at));
        hit.next().map(|marker| Tab::Marker(marker.tick))
    })
}

/// Handles have their tabs outside of the part between them, and so never lie over each other.
fn handle_tab(layout: &Layout, axis: &Axis, end: End, moment: Moment) -> Rect {
    let (left, right) = if end == End::A { (14.0, 1.0) } else { (1.0, 14.0) };
    layout.tab(axis.x_of(moment), left, right)
}

fn marker_tab(layout: &Layout, axis: &Axis, tick: u32) -> Rect {
    layout.tab(axis.x_of_tick(tick), 6.0, 6.0)
}

/// Find where the bar ends. `longest` is the last tick of the longest branch, `cap` the rules' own end, which counts
/// until a branch is complete.
#[must_use]
pub fn axis(layout: &Layout, playback: &Playback, longest: Option<u32>, cap: u32) -> Axis {
    let last = if playback.is_spoiler_free() {
        let step = VEIL_SECONDS * playback.hz();
        let seen = playback.watched().tick() + 5 * playback.hz() - playback.first();
        playback.first() + seen.div_ceil(step) * step
    } else {
        longest.unwrap_or(cap).max(playback.head())
    };
    Axis { track: layout.track, first: playback.first(), last }
}

/// Draw the timeline.
pub fn draw(canvas: &mut Canvas, layout: &Layout, timeline: &Timeline<'_>) {
    let shown = shown_up_to(timeline.playback);
    graph::draw(canvas, layout, &timeline.axis, timeline.annals, shown, timeline.playback.cursor());
    if let Some(ghost) = &timeline.ghost {
        graph::draw_ghost(canvas, layout, &timeline.axis, ghost);
    }
    draw_track(canvas, layout, timeline);
    draw_ruler(canvas, layout, timeline);
    draw_stages(canvas, layout, timeline);
    draw_lanes(canvas, layout, timeline);
    draw_marks(canvas, layout, timeline);
    draw_repeat(canvas, layout, timeline);
    draw_markers(canvas, layout, timeline);
    draw_parting(canvas, layout, timeline);
    draw_cursor(canvas, layout, timeline);
}

fn draw_track(canvas: &mut Canvas, layout: &Layout, timeline: &Timeline<'_>) {
    let (axis, playback) = (timeline.axis, timeline.playback);
    let (track, corner) = (layout.track, layout.track.h * 0.5);
    canvas.rounded(track, corner, palette::NIGHT);
    let recorded = Rect::new(track.x, track.y, (axis.x_of(shown_up_to(playback)) - track.x).max(track.h), track.h);
    canvas.rounded(recorded, corner, palette::RIM);
    let played = Rect::new(track.x, track.y, (axis.x_of(playback.cursor()) - track.x).max(track.h), track.h);
    canvas.rounded(played, corner, palette::AMBER.darker(0.42).faded(0.95));
    if !playback.is_complete() && !playback.is_spoiler_free() {
        // The recorder's head, while it is at work.
        let x = recorded.right();
        canvas.glow(vec2(x, track.centre().y), vec2(14.0, 10.0) * layout.unit, palette::LICHEN.faded(0.8));
        canvas.line(vec2(x, track.y), vec2(x, track.bottom()), 2.0 * layout.unit, palette::LICHEN);
    }
}

/// How far the bar tells anything.
fn shown_up_to(playback: &Playback) -> Moment {
    if playback.is_spoiler_free() { playback.watched() } else { Moment::of_tick(playback.head()) }
}

/// Seconds between lines of the ruler: the fewest that stand apart.
fn ruler_step(axis: &Axis, hz: u32, unit: f32) -> u32 {
    let seconds = (axis.last - axis.first) as f32 / hz as f32;
    let wanted = seconds * 56.0 * unit / axis.track.w.max(1.0);
    [1, 2, 5, 10, 15, 30, 60, 120, 300].into_iter().find(|step| *step as f32 >= wanted).unwrap_or(600)
}

fn draw_ruler(canvas: &mut Canvas, layout: &Layout, timeline: &Timeline<'_>) {
    let (axis, hz) = (timeline.axis, timeline.playback.hz());
    let step = ruler_step(&axis, hz, layout.unit) * hz;
    let first = axis.first.next_multiple_of(step);
    for tick in (first..axis.last).step_by(step as usize).filter(|tick| *tick > axis.first) {
        let x = axis.x_of_tick(tick);
        let (top, bottom) = (layout.track.y + layout.track.h * 0.3, layout.track.bottom() - layout.track.h * 0.3);
        canvas.line(vec2(x, top), vec2(x, bottom), layout.unit, palette::BONE.faded(0.16));
    }
}

/// Where other rules begin to hold: a line through graph and bar, with its name beside it.
fn draw_stages(canvas: &mut Canvas, layout: &Layout, timeline: &Timeline<'_>) {
    let (axis, u) = (timeline.axis, layout.unit);
    let shown = |stage: &&Stage| {
        stage.tick <= axis.last && stage.tick < timeline.playback.head() && timeline.playback.may_show(stage.tick)
    };
    for stage in timeline.stages.iter().filter(shown) {
        let x = axis.x_of_tick(stage.tick);
        let top = layout.graph().y - 2.0 * u;
        canvas.line(vec2(x, top), vec2(x, layout.track.bottom()), 1.4 * u, palette::VIOLET.faded(0.75));
        let style = Style::new(9.5 * u, palette::VIOLET).bold().edged(palette::BARK.faded(0.9));
        let left = (x + 5.0 * u).min(layout.track.right() - text_width(stage.words, style));
        canvas.text(vec2(left, top + 5.0 * u), style, stage.words);
    }
}

fn draw_marks(canvas: &mut Canvas, layout: &Layout, timeline: &Timeline<'_>) {
    let (axis, u) = (timeline.axis, layout.unit);
    let y = layout.graph().centre().y;
    for mark in timeline.annals.marks().iter().filter(|mark| timeline.playback.may_show(mark.tick)) {
        let x = axis.x_of_tick(mark.tick);
        let foot = vec2(x, layout.marks.bottom() - 1.5 * u);
        match mark.kind {
            MarkKind::Fall => sigils::fall(canvas, mark.side, foot, 13.0 * u),
            MarkKind::Exit => {
                let colour = mark.side.map_or(palette::BONE_DIM, palette::side);
                sigils::side(canvas, mark.side.unwrap_or(0), vec2(x, y), 4.5 * u, colour, false);
            }
            MarkKind::Order => sigils::flag(canvas, foot, 12.0 * u, palette::LICHEN),
            MarkKind::Refusal => sigils::flag(canvas, foot, 12.0 * u, palette::RUST),
            MarkKind::Gain => sigils::star(canvas, foot - vec2(0.0, 8.0 * u), 5.5 * u, palette::AMBER),
            MarkKind::Loss => sigils::cross(canvas, foot - vec2(0.0, 7.0 * u), 4.0 * u, palette::RUST),
            MarkKind::Mishap => sigils::flame(canvas, foot, 13.0 * u),
            MarkKind::Denial => canvas.line(foot, foot - vec2(0.0, 4.0 * u), 1.6 * u, palette::RUST.faded(0.7)),
        }
    }
    for tick in timeline.splits.iter().filter(|tick| timeline.playback.may_show(**tick)) {
        let at = vec2(axis.x_of_tick(*tick), layout.track.centre().y);
        sigils::split(canvas, at, 6.0 * u, palette::LICHEN);
    }
}

fn draw_repeat(canvas: &mut Canvas, layout: &Layout, timeline: &Timeline<'_>) {
    let (axis, u, repeat) = (&timeline.axis, layout.unit, timeline.playback.repeat());
    let (top, bottom) = (layout.graph().y, layout.track.bottom());
    if let Some((a, b)) = repeat.part() {
        let (from, to) = (axis.x_of(a), axis.x_of(b));
        canvas.rect(Rect::new(from, top, to - from, bottom - top), palette::AMBER.faded(0.12));
        let band = Rect::new(from, layout.track.y - 2.0 * u, to - from, 2.0 * u);
        canvas.rect(band, palette::AMBER.faded(0.8));
    }
    for end in [End::A, End::B] {
        let Some(moment) = repeat.end(end) else { continue };
        let held = timeline.hovered_tab == Some(Tab::Handle(end));
        let foot = vec2(axis.x_of(moment), bottom);
        sigils::handle(canvas, handle_tab(layout, axis, end, moment), foot, u, end.letter(), held);
    }
}

fn draw_markers(canvas: &mut Canvas, layout: &Layout, timeline: &Timeline<'_>) {
    for marker in timeline.markers.iter().filter(|marker| timeline.playback.may_show(marker.tick)) {
        let hovered = timeline.hovered_tab == Some(Tab::Marker(marker.tick));
        let foot = vec2(timeline.axis.x_of_tick(marker.tick), layout.track.y);
        let tab = marker_tab(layout, &timeline.axis, marker.tick);
        sigils::ribbon(canvas, tab, foot, layout.unit, hovered);
    }
}

/// A line where it parts from what was reported, and a seam under all that follows.
fn draw_parting(canvas: &mut Canvas, layout: &Layout, timeline: &Timeline<'_>) {
    let Some(parted) = timeline.parted.filter(|tick| timeline.playback.may_show(*tick)) else { return };
    let (track, u, axis) = (layout.track, layout.unit, timeline.axis);
    let (from, to) = (axis.x_of_tick(parted), axis.x_of(shown_up_to(timeline.playback)));
    canvas.rect(Rect::new(from, track.bottom(), (to - from).max(0.0), 2.5 * u), palette::RUST);
    canvas.line(vec2(from, track.y - 7.0 * u), vec2(from, track.bottom() + 7.0 * u), 2.5 * u, palette::RUST);
}

fn draw_lanes(canvas: &mut Canvas, layout: &Layout, timeline: &Timeline<'_>) {
    let (axis, u) = (timeline.axis, layout.unit);
    for (place, lane) in timeline.lanes.iter().take(LANES_MAX).enumerate() {
        let y = layout.lane(place, timeline.lanes.len()).centre().y + 1.5 * u;
        let hovered = timeline.hovered_lane == Some(lane.place);
        let colour = if hovered { palette::LICHEN } else { palette::LICHEN.darker(0.25).faded(0.6) };
        let from = axis.x_of_tick(lane.from.unwrap_or(axis.first));
        let to = axis.x_of_tick(lane.to).max(from);
        let width = if hovered { 4.0 } else { 3.0 } * u;
        if lane.from.is_some() {
            let foot = vec2(from, layout.track.bottom());
            canvas.line(foot, vec2(from, y), 1.5 * u, colour.faded(0.7));
        }
        canvas.line(vec2(from, y), vec2(to, y), width, colour);
    }
}

fn draw_cursor(canvas: &mut Canvas, layout: &Layout, timeline: &Timeline<'_>) {
    let (track, u) = (layout.track, layout.unit);
    let at = vec2(timeline.axis.x_of(timeline.playback.cursor()), track.centre().y);
    let r = if timeline.playback.is_scrubbing() { 10.0 } else { 8.0 } * u;
    canvas.line(vec2(at.x, layout.marks.y), vec2(at.x, track.y), 1.5 * u, palette::AMBER.faded(0.55));
    canvas.glow(at, vec2(r * 2.0, r * 2.0), palette::BLACK_SOFT);
    canvas.circle(at, r, palette::AMBER);
    canvas.circle(at, r * 0.45, palette::NIGHT);
}

/// What the mouse points at on the bar.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Hovered {
    /// Where it is on the bar.
    pub x: f32,
    /// The moment; `None` for one that was not watched yet and stays hidden.
    pub moment: Option<Moment>,
}

/// Find what the mouse points at on the bar.
#[must_use]
pub fn hovered(timeline: &Timeline<'_>) -> Option<Hovered> {
    let (playback, axis) = (timeline.playback, timeline.axis);
    let moment = axis.moment_at(timeline.hover?.x);
    let hidden = playback.is_spoiler_free() && moment > playback.watched();
    if hidden && !playback.is_scrubbing() {
        return Some(Hovered { x: axis.x_of(moment), moment: None });
    }
    let moment = moment.min(shown_up_to(playback));
    Some(Hovered { x: axis.x_of(moment), moment: Some(moment) })
}

/// Draw the line under the mouse.
pub fn draw_hover(canvas: &mut Canvas, layout: &Layout, hovered: Hovered) {
    canvas.layer(Layer::Overlay);
    let (top, bottom) = (vec2(hovered.x, layout.graph().y), vec2(hovered.x, layout.track.bottom()));
    canvas.line(top, bottom, layout.unit, palette::BONE.faded(0.6));
}

/// Draw a small label whose middle stands over a point, kept within the window.
pub fn tip(canvas: &mut Canvas, layout: &Layout, over: Vec2, words: &str) {
    let u = layout.unit;
    let style = Style::new(12.0 * u, palette::BONE).tabular().centred();
    let (w, h) = (text_width(words, style) + 18.0 * u, 22.0 * u);
    let x = over.x.clamp(w * 0.5 + 4.0 * u, (layout.screen.w - w * 0.5 - 4.0 * u).max(w * 0.5 + 4.0 * u));
    let rect = Rect::new(x - w * 0.5, over.y - h, w, h);
    canvas.layer(Layer::Overlay);
    canvas.rounded(rect, 6.0 * u, palette::BARK_RAISED);
    canvas.frame(rect, 6.0 * u, u.max(1.0), palette::RIM);
    canvas.text(rect.centre(), style, words);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn without_spoilers_the_bar_does_not_tell_how_long_the_fight_is() {
        let layout = Layout::of(vec2(1_280.0, 720.0), true);
        let lasts: Vec<u32> = [150, 208, 1_800]
            .into_iter()
            .map(|head| {
                let mut playback = Playback::new(10, 0);
                playback.set_head(head, true);
                playback.set_spoiler_free(true);
                axis(&layout, &playback, Some(head), 1_800).last
            })
            .collect();
        assert_eq!(lasts, [300, 300, 300]);
    }

    #[test]
    fn ruler_lines_stand_apart() {
        for ticks in [20, 200, 1_800, 100_000] {
            let axis = Axis { track: Rect::new(0.0, 0.0, 900.0, 12.0), first: 0, last: ticks };
            let step = ruler_step(&axis, 10, 1.0) * 10;
            assert!(900.0 * step as f32 / ticks as f32 > 50.0 || step == 6_000, "{ticks}");
        }
    }
}
