//! The theatre's bar: what the timeline shows, and what lies under the mouse there.

use recorder::Simulation;

use super::Theatre;
use crate::annals::Line;
use crate::camera::Camera;
use crate::canvas::Canvas;
use crate::geometry::{Rect, Vec2, vec2};
use crate::graph::Ghost;
use crate::layout::{Axis, Layout, clock};
use crate::playback::Moment;
use crate::timeline::{Lane, Tab, Timeline};
use crate::view::Scene;
use crate::{peek, timeline};

impl<S: Simulation> Theatre<S> {
    pub(super) fn draw_timeline(&self, canvas: &mut Canvas, layout: &Layout) {
        let axis = self.axis(layout);
        let lanes = self.lanes();
        let at = self.pointer.at();
        let hovered_lane = at.and_then(|at| lane_at(layout, &lanes, at));
        let over_bar = at.filter(|at| self.playback.is_scrubbing() || bar_rect(layout).contains(*at));
        let hovered_tab = at.and_then(|at| self.tab_at(layout, &axis, at));
        let splits = self.splits();
        let stages = self.view.stages(self.branches.current().recording().cast());
        let shown = Timeline {
            axis,
            playback: &self.playback,
            annals: self.branches.current().annals(),
            ghost: self.ghost(hovered_lane),
            markers: self.markers.all(),
            parted: self.parted(),
            splits: &splits,
            stages: &stages,
            lanes: &lanes,
            hovered_lane,
            hovered_tab,
            hover: over_bar,
        };
        timeline::draw(canvas, layout, &shown);
        self.draw_hover(canvas, layout, &shown);
        if let (Some(at), Some(lane)) = (at, hovered_lane.and_then(|place| lanes.iter().find(|l| l.place == place))) {
            let since = lane.from.map(|from| format!(" from {}", clock(Moment::of_tick(from), self.playback.hz())));
            let words = format!("{}{}", lane.name, since.unwrap_or_default());
            timeline::tip(canvas, layout, vec2(at.x, layout.marks.y - 4.0 * layout.unit), &words);
        }
    }

    /// Say what lies under the mouse on the bar: a kept moment's name, or what the moment looks like.
    fn draw_hover(&self, canvas: &mut Canvas, layout: &Layout, shown: &Timeline<'_>) {
        let Some(hovered) = timeline::hovered(shown).filter(|_| !self.help_shown) else { return };
        timeline::draw_hover(canvas, layout, hovered);
        let over = vec2(hovered.x, layout.marks.y - 4.0 * layout.unit);
        let Some(moment) = hovered.moment else { return timeline::tip(canvas, layout, over, "not watched yet") };
        let hz = self.playback.hz();
        if let Some(Tab::Marker(tick)) = shown.hovered_tab {
            let name = self.markers.at(tick).map_or("", |marker| marker.name.as_str());
            let name = if name.is_empty() { "marker" } else { name };
            return timeline::tip(canvas, layout, over, &format!("{name}   {}", clock(Moment::of_tick(tick), hz)));
        }
        let branch = self.branches.current();
        match Scene::at(branch.recording(), branch.annals(), moment) {
            Some(scene) if !self.has_floating() && !self.playback.is_scrubbing() && shown.hovered_tab.is_none() => {
                let near = self.line_near(&shown.axis, hovered.x, 5.0 * layout.unit);
                peek::draw(canvas, layout, &*self.view, &scene, self.peek_camera(&scene), hovered.x, near);
            }
            _ => timeline::tip(canvas, layout, over, &format!("{}   tick {}", clock(moment, hz), moment.tick())),
        }
    }

    /// Look at where the units of a scene are, in a picture as wide as the field.
    fn peek_camera(&self, scene: &Scene<'_, S>) -> Camera {
        let field = self.view.field(scene.cast());
        let area = self.view.action(scene).unwrap_or(field);
        Camera::framing(field, field, area, self.view.zooms().follow)
    }

    /// The line of what has a mark nearest to a place on the bar, within so many points.
    fn line_near(&self, axis: &Axis, x: f32, within: f32) -> Option<&Line> {
        let off = |line: &Line| (axis.x_of_tick(line.tick) - x).abs();
        let lines = self.branches.current().annals().lines_up_to(u32::MAX).iter();
        let marked =
            lines.filter(|line| line.mark.is_some() && self.playback.may_show(line.tick) && off(line) <= within);
        marked.min_by(|a, b| off(a).total_cmp(&off(b)))
    }

    /// The branch whose line lies over the graph: the one under the mouse, or else the one this came of, or else the
    /// latest that came of this.
    fn ghost(&self, hovered: Option<usize>) -> Option<Ghost<'_>> {
        let (all, current) = (self.branches.all(), self.branches.current_place());
        let parent = self.branches.current().origin().map(|(parent, _)| parent);
        let latest = || all.iter().rposition(|branch| branch.origin().is_some_and(|(of, _)| of == current));
        let place = hovered.or(parent).or_else(latest)?;
        let branch = &all[place];
        let seen = if self.playback.is_spoiler_free() { branch.watched().tick() } else { branch.head() };
        let ends = branch.is_done() && seen >= branch.head();
        let from = self.branches.shared_up_to(current, place)?;
        Some(Ghost { annals: branch.annals(), from, to: seen, ends })
    }

    pub(super) fn tab_at(&self, layout: &Layout, axis: &Axis, at: Vec2) -> Option<Tab> {
        timeline::tab_at(layout, axis, &self.playback, self.markers.all(), at)
    }

    pub(super) fn axis(&self, layout: &Layout) -> Axis {
        let branches = self.branches.all();
        let longest = branches.iter().filter_map(crate::branches::Branch::last_tick).max();
        let cap = self.branches.current().recording().cap_ticks();
        timeline::axis(layout, &self.playback, longest, cap)
    }

    /// The other branches, most recent first.
    pub(super) fn lanes(&self) -> Vec<Lane> {
        let hidden = self.playback.is_spoiler_free();
        let others = self.branches.all().iter().enumerate().rev();
        others
            .filter(|(place, _)| *place != self.branches.current_place())
            .map(|(place, branch)| Lane {
                place,
                from: branch.origin().map(|(_, tick)| tick),
                to: if hidden { branch.watched().tick() } else { branch.head() },
                name: branch.name().to_owned(),
            })
            .collect()
    }

    /// The ticks at which the watched branch and those before it split off.
    pub(super) fn splits(&self) -> Vec<u32> {
        let mut splits = Vec::new();
        let mut branch = self.branches.current();
        while let Some((parent, tick)) = branch.origin() {
            splits.push(tick);
            branch = &self.branches.all()[parent];
        }
        splits
    }
}

/// Where the bar can be taken hold of: over its marks too.
pub(super) fn bar_rect(layout: &Layout) -> Rect {
    let (marks, track) = (layout.marks, layout.track);
    Rect::new(track.x, marks.y, track.w, track.bottom() - marks.y).inset_by(-8.0 * layout.unit, 0.0)
}

pub(super) fn lane_at(layout: &Layout, lanes: &[Lane], at: Vec2) -> Option<usize> {
    let seen = lanes.iter().take(crate::layout::LANES_MAX).enumerate();
    seen.filter(|(place, _)| layout.lane(*place, lanes.len()).contains(at)).map(|(_, lane)| lane.place).next()
}
