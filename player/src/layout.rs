//! The layout: where on the screen everything of the theatre lies, at any size of window.

use crate::geometry::{Rect, Vec2, vec2};
use crate::playback::Moment;

/// Lanes of other branches shown under the bar at most.
pub const LANES_MAX: usize = 4;
/// Room for all lanes, in units. It is there before there are any, so that an order moves nothing on the screen.
const LANES: f32 = 22.0;
/// Height of a lane, in units, while they are few.
const LANE: f32 = 8.0;
/// Height of the marks over the bar, with the graph behind them, in units.
const MARKS: f32 = 40.0;
/// Height of the band above the graph in which handles and markers have their tabs, in units.
const TABS: f32 = 13.0;
/// Narrower windows, in units, have no room for the feed beside the field.
const FEED_FROM: f32 = 760.0;
/// Smaller pictures, in points a side, show the field alone.
const STILL_FROM: f32 = 160.0;

/// Points to one unit in a window of this size: the measure of panels and letters. Grows with the window, slower than
/// it.
#[must_use]
pub fn unit_of(size: Vec2) -> f32 {
    (size.x / 1280.0).min(size.y / 720.0).max(0.01).powf(0.7).clamp(0.5, 3.0)
}

/// Points to one unit of what is written on the field itself and grows with it: where that stops growing is further out in
/// a larger window, as panels are, and no nearer in a small one.
#[must_use]
pub fn field_unit_of(size: Vec2) -> f32 {
    unit_of(size).max(1.0)
}

/// Size of something on the field that grows with it, in points: no less than `least`, no more than `most` units of what
/// is written there.
#[must_use]
pub fn on_field(window: Vec2, points: f32, least: f32, most: f32) -> f32 {
    points.clamp(least, most * field_unit_of(window))
}

/// Width of the rail with the panels' buttons, in units.
const RAIL: f32 = 34.0;
/// Width of the panels at the left, in units.
const LEFT: f32 = 312.0;
/// Width of the panels at the right, in units.
const RIGHT: f32 = 270.0;
/// The upper one of two panels has this part of their height: table over timelines, unit over feed.
const UPPER: [f32; 2] = [0.64, 0.68];

/// Which panels are wanted beside the field.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Docks {
    /// Contributions, at the left.
    pub contributions: bool,
    /// Timelines, at the left.
    pub timelines: bool,
    /// The inspector, at the right.
    pub inspector: bool,
    /// The feed, at the right.
    pub feed: bool,
}

/// Where everything lies. No two parts overlap, and none lies outside the window.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Layout {
    /// Points to one unit.
    pub unit: f32,
    /// The window.
    pub screen: Rect,
    /// Title and sides.
    pub top: Rect,
    /// The field.
    pub field: Rect,
    /// The rail with the panels' buttons; none in small windows.
    pub rail: Option<Rect>,
    /// The contributions.
    pub contributions: Option<Rect>,
    /// The timelines.
    pub timelines: Option<Rect>,
    /// The inspector.
    pub inspector: Option<Rect>,
    /// The feed.
    pub feed: Option<Rect>,
    /// Buttons and times.
    pub transport: Rect,
    /// Marks over the bar.
    pub marks: Rect,
    /// The bar.
    pub track: Rect,
    /// The other branches, under the bar.
    pub lanes: Rect,
    /// The line that says which keys do what.
    pub hint: Rect,
}

impl Layout {
    /// Lay out a window of this size, with or without the feed.
    #[must_use]
    pub fn of(size: Vec2, feed: bool) -> Self {
        Self::docked(size, Docks { feed, ..Docks::default() })
    }

    /// Lay out a window of this size with panels. Where there is no room for both sides, the left ones go first.
    #[must_use]
    pub fn docked(size: Vec2, docks: Docks) -> Self {
        let unit = unit_of(size);
        let screen = Rect::new(0.0, 0.0, size.x.max(1.0), size.y.max(1.0));
        let mut rest = screen;
        let top = rest.cut_top(50.0 * unit);
        let hint = rest.cut_bottom(20.0 * unit);
        let lanes = rest.cut_bottom(LANES * unit).inset_by(16.0 * unit, 0.0);
        let track = rest.cut_bottom(12.0 * unit).inset_by(16.0 * unit, 0.0);
        let marks = rest.cut_bottom(MARKS * unit).inset_by(16.0 * unit, 0.0);
        let transport = rest.cut_bottom(44.0 * unit);
        let mut layout =
            Self { unit, screen, top, transport, marks, track, lanes, hint, ..Self::nothing_in(screen, unit) };
        layout.dock(rest, docks);
        layout
    }

    /// Nothing at all, in a window.
    fn nothing_in(screen: Rect, unit: f32) -> Self {
        let nothing = Rect::new(0.0, screen.bottom(), 0.0, 0.0);
        Self {
            unit,
            screen,
            top: Rect::default(),
            field: screen,
            rail: None,
            contributions: None,
            timelines: None,
            inspector: None,
            feed: None,
            transport: nothing,
            marks: nothing,
            track: nothing,
            lanes: nothing,
            hint: nothing,
        }
    }

    /// Cut rail and panels off the field.
    fn dock(&mut self, mut field: Rect, docks: Docks) {
        let (unit, width) = (self.unit, self.screen.w);
        let has_room = |taken: f32| width > (FEED_FROM + taken) * unit;
        if has_room(0.0) {
            self.rail = Some(field.cut_left(RAIL * unit));
        }
        let left = (docks.contributions || docks.timelines) && has_room(0.0);
        if left {
            let panels = field.cut_left((LEFT * unit).min(width * 0.3));
            [self.contributions, self.timelines] = shared(panels, [docks.contributions, docks.timelines], UPPER[0]);
        }
        if (docks.inspector || docks.feed) && has_room(if left { LEFT } else { 0.0 }) {
            let panels = field.cut_right((RIGHT * unit).min(width * 0.3));
            [self.inspector, self.feed] = shared(panels, [docks.inspector, docks.feed], UPPER[1]);
        }
        self.field = field;
    }

    /// Lay out a picture that nobody touches: top, field and bar; the field alone where there is little room.
    #[must_use]
    pub fn still(size: Vec2) -> Self {
        let Self { unit, screen, .. } = Self::of(size, false);
        let mut rest = screen;
        let nothing = Rect::new(0.0, screen.bottom(), 0.0, 0.0);
        let (mut top, mut track, mut marks) = (Rect::default(), nothing, nothing);
        if size.x.min(size.y) >= STILL_FROM {
            top = rest.cut_top(50.0 * unit);
            rest.cut_bottom(10.0 * unit);
            track = rest.cut_bottom(12.0 * unit).inset_by(16.0 * unit, 0.0);
            marks = rest.cut_bottom(34.0 * unit).inset_by(16.0 * unit, 0.0);
        }
        let transport = Rect::new(0.0, marks.y, 0.0, 0.0);
        Self { top, field: rest, transport, marks, track, ..Self::nothing_in(screen, unit) }
    }

    /// Whether there is anything but the field.
    #[must_use]
    pub fn has_bars(&self) -> bool {
        self.top.h > 0.0
    }

    /// The graph: the marks without the tabs above it.
    #[must_use]
    pub fn graph(&self) -> Rect {
        let mut graph = self.marks;
        graph.cut_top(TABS * self.unit);
        graph
    }

    /// The tab of a handle or a marker whose stem stands here, from so many units left of it to so many right of it.
    #[must_use]
    pub fn tab(&self, x: f32, left: f32, right: f32) -> Rect {
        let u = self.unit;
        Rect::new(x - left * u, self.marks.y, (left + right) * u, TABS * u)
    }

    /// The lane of one of so many other branches.
    #[must_use]
    pub fn lane(&self, place: usize, of: usize) -> Rect {
        let h = (self.lanes.h / of.clamp(1, LANES_MAX) as f32).min(LANE * self.unit);
        Rect::new(self.lanes.x, self.lanes.y + h * place as f32, self.lanes.w, h)
    }

    /// Every part, by name.
    #[must_use]
    pub fn parts(&self) -> Vec<(&'static str, Rect)> {
        let mut parts = vec![
            ("top", self.top),
            ("field", self.field),
            ("transport", self.transport),
            ("marks", self.marks),
            ("track", self.track),
            ("lanes", self.lanes),
            ("hint", self.hint),
        ];
        let panels = [
            ("rail", self.rail),
            ("contributions", self.contributions),
            ("timelines", self.timelines),
            ("inspector", self.inspector),
            ("feed", self.feed),
        ];
        parts.extend(panels.into_iter().filter_map(|(name, rect)| Some((name, rect?))));
        parts
    }
}

/// Share a column among the panels that are wanted, the first on top.
fn shared(mut column: Rect, wanted: [bool; 2], part: f32) -> [Option<Rect>; 2] {
    let upper = match wanted {
        [true, true] => column.h * part,
        [true, false] => column.h,
        [false, _] => 0.0,
    };
    let first = column.cut_top(upper);
    [wanted[0].then_some(first), wanted[1].then_some(column)]
}

/// The bar's measure: which moment lies where.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Axis {
    /// The bar.
    pub track: Rect,
    /// Its first tick.
    pub first: u32,
    /// Its last tick.
    pub last: u32,
}

impl Axis {
    /// Where a moment lies.
    #[must_use]
    pub fn x_of(&self, moment: Moment) -> f32 {
        let part = (moment.ticks() - f64::from(self.first)) / self.ticks();
        self.track.x + self.track.w * (part as f32).clamp(0.0, 1.0)
    }

    /// Where a tick lies.
    #[must_use]
    pub fn x_of_tick(&self, tick: u32) -> f32 {
        self.x_of(Moment::of_tick(tick))
    }

    /// Which moment lies at a point; beyond the ends, the ends.
    #[must_use]
    pub fn moment_at(&self, x: f32) -> Moment {
        let part = f64::from(((x - self.track.x) / self.track.w.max(1.0)).clamp(0.0, 1.0));
        let ticks = f64::from(self.first) + part * self.ticks();
        let tick = ticks.floor();
        Moment::between(tick as u32, ticks - tick)
    }

    fn ticks(&self) -> f64 {
        f64::from((self.last - self.first).max(1))
    }
}

/// Write a time of the fight: `1:08.3`.
#[must_use]
pub fn clock(moment: Moment, hz: u32) -> String {
    let tenths = (moment.ticks() / f64::from(hz) * 10.0 + 1e-6) as u64;
    format!("{}:{:02}.{}", tenths / 600, tenths / 10 % 60, tenths % 10)
}

/// The point in the middle of the right edge of a box, some way inside.
#[must_use]
pub fn right_inside(rect: Rect, by: f32) -> Vec2 {
    vec2(rect.right() - by, rect.centre().y)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_overlaps_and_nothing_lies_outside_at_any_size() {
        for (w, h) in [
            (1_280.0, 720.0),
            (900.0, 600.0),
            (2_560.0, 1_440.0),
            (3_840.0, 2_160.0),
            (640.0, 1_200.0),
            (320.0, 200.0),
            (1.0, 1.0),
        ] {
            let docked = (0..16).map(|bits| {
                let wanted = |bit: u32| bits & bit != 0;
                let (contributions, timelines) = (wanted(1), wanted(2));
                Docks { contributions, timelines, inspector: wanted(4), feed: wanted(8) }
            });
            let docked = docked.map(|docks| Layout::docked(vec2(w, h), docks));
            for layout in docked.chain([Layout::still(vec2(w, h))]) {
                let parts = layout.parts();
                for (i, (name, rect)) in parts.iter().enumerate() {
                    let inside = rect.shared_with(layout.screen);
                    assert!((inside.w - rect.w).abs() < 0.01 && (inside.h - rect.h).abs() < 0.01, "{name} at {w}×{h}");
                    for (other, theirs) in &parts[i + 1..] {
                        let shared = rect.shared_with(*theirs);
                        assert!(shared.w.min(shared.h) < 0.01, "{name} and {other} at {w}×{h}");
                    }
                }
            }
        }
    }

    #[test]
    fn the_usual_windows_have_most_of_their_room_for_the_field() {
        for (w, h) in [(1_280.0, 720.0), (900.0, 600.0), (2_560.0, 1_440.0)] {
            let layout = Layout::of(vec2(w, h), true);
            assert!(layout.feed.is_some());
            assert!(layout.field.w * layout.field.h > 0.5 * w * h, "{w}×{h}");
            let all = Docks { contributions: true, timelines: true, inspector: true, feed: true };
            let layout = Layout::docked(vec2(w, h), all);
            assert!(layout.parts().len() == 12 && layout.field.w > 0.42 * w, "{w}×{h}");
        }
    }

    #[test]
    fn moments_and_points_of_the_bar_agree() {
        let axis = Axis { track: Rect::new(16.0, 0.0, 1_000.0, 12.0), first: 0, last: 200 };
        assert_eq!(axis.x_of_tick(100), 516.0);
        assert_eq!(axis.moment_at(516.0).tick(), 100);
        assert_eq!(axis.moment_at(-50.0), Moment::of_tick(0));
        assert_eq!(axis.moment_at(5_000.0), Moment::of_tick(200));
    }

    #[test]
    fn times_are_written_in_minutes_seconds_and_tenths() {
        assert_eq!(clock(Moment::of_tick(0), 10), "0:00.0");
        assert_eq!(clock(Moment::of_tick(683), 10), "1:08.3");
        assert_eq!(clock(Moment::between(1_799, 0.99), 30), "0:59.9");
    }
}
