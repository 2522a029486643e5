//! The panels: contributions, inspector, timelines and aftermath. What they show is worked out before they are laid
//! out, from recording and moment; what is done on them comes out as commands.

pub mod aftermath;
pub mod contributions;
pub mod inspector;
pub mod timelines;
mod widgets;

use crate::command::Command;
use crate::desk::Desk;
use crate::layout::Layout;
use crate::standings::{Scope, Sort};

pub use aftermath::Aftermath;
pub use contributions::Contributions;
pub use inspector::Inspector;
pub use timelines::Timelines;

/// A panel that can be shown and hidden.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Panel {
    /// Who contributed what.
    Contributions,
    /// Everything about one unit.
    Inspector,
    /// Every timeline.
    Timelines,
}

/// Which panels are wanted and how.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Wishes {
    /// The contributions are wanted.
    pub contributions: bool,
    /// The inspector is wanted.
    pub inspector: bool,
    /// The timelines are wanted.
    pub timelines: bool,
    /// The aftermath was put away.
    pub aftermath_away: bool,
    /// How the table is sorted.
    pub sort: Sort,
    /// Which stretch of time is told.
    pub scope: Scope,
    /// The unit looked at.
    pub inspected: Option<usize>,
    /// The timelines held against each other.
    pub compared: Option<[usize; 2]>,
}

impl Wishes {
    /// Show or hide a panel.
    pub fn toggle(&mut self, panel: Panel) {
        let shown = match panel {
            Panel::Contributions => &mut self.contributions,
            Panel::Inspector => &mut self.inspector,
            Panel::Timelines => &mut self.timelines,
        };
        *shown = !*shown;
    }
}

/// What is half done on the panels: a name half typed, a timeline about to be deleted, a seed.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Drafts {
    /// The timeline being named, and its name so far.
    pub name: Option<(usize, String)>,
    /// The timeline that a second click deletes.
    pub doomed: Option<usize>,
    /// The seed for a rematch.
    pub seed: String,
}

/// What the panels show; those that are not shown are `None`.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Shown {
    /// The table.
    pub contributions: Option<Contributions>,
    /// One unit.
    pub inspector: Option<Inspector>,
    /// All timelines.
    pub timelines: Option<Timelines>,
    /// How it ended.
    pub aftermath: Option<Aftermath>,
    /// Ticks in a second.
    pub hz: u32,
}

/// Room below a panel that floats over the field, in units, for words said at the field's foot.
const WORDS: f32 = 44.0;

/// The box of a panel of a size that floats over a field, as far as there is room.
fn floating(field: egui::Rect, size: egui::Vec2) -> egui::Rect {
    let room = field.with_max_y(field.bottom() - WORDS).shrink(8.0);
    egui::Rect::from_center_size(room.center(), size.min(room.size().max(egui::vec2(100.0, 80.0))))
}

/// Lay out the panels on a desk. Gives what was asked on them, in the order in which it was.
pub fn lay_out(
    desk: &mut Desk,
    layout: &Layout,
    now: std::time::Duration,
    shown: &Shown,
    drafts: &mut Drafts,
) -> Vec<Command> {
    let mut asked = Vec::new();
    let size = crate::geometry::vec2(layout.screen.w, layout.screen.h);
    let place = |rect| {
        let unit = layout.unit;
        let rect: crate::geometry::Rect = rect;
        egui::Rect::from_min_size(egui::pos2(rect.x, rect.y) / unit, egui::vec2(rect.w, rect.h) / unit)
    };
    desk.show(size, now, |context| {
        if let (Some(rect), Some(table)) = (layout.contributions, &shown.contributions) {
            widgets::dock(context, "contributions", place(rect), |ui| table.show(ui, &mut asked));
        }
        if let (Some(rect), Some(timelines)) = (layout.timelines, &shown.timelines) {
            widgets::dock(context, "timelines", place(rect), |ui| timelines.show(ui, shown.hz, drafts, &mut asked));
        }
        if let (Some(rect), Some(unit)) = (layout.inspector, &shown.inspector) {
            widgets::dock(context, "inspector", place(rect), |ui| unit.show(ui, shown.hz, &mut asked));
        }
        if let Some(aftermath) = &shown.aftermath {
            aftermath.show(context, place(layout.field), shown.hz, drafts, &mut asked);
        }
        if let Some(comparison) = shown.timelines.as_ref().and_then(|timelines| timelines.comparison.as_ref()) {
            timelines::compare(context, place(layout.field), comparison, shown.hz, &mut asked);
        }
    });
    asked
}
