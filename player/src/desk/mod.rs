//! The desk: panels laid out by egui and drawn through the canvas, so that the window, the raster and
//! [`Canvas::texts`] see them like everything else.
//!
//! egui measures with the font that the canvas draws with, so what it lays out is what is shown. Its points are units
//! of the layout ([`unit_of`]): panels grow with the window as all else does. [`Desk::to_desk`] and
//! [`Desk::from_desk`] lead from one measure to the other.
//!
//! Side panels, bars, windows and areas hold the mouse. What a central panel covers does not count as covered, so a
//! screen can put one over its field and still be clicked.

mod hands;
mod paint;
mod style;

use std::time::Duration;

use egui::epaint::ClippedShape;

use crate::canvas::{Canvas, Layer};
use crate::geometry::{Rect, Vec2, vec2};
use crate::input::{Button, Input, Key};
use crate::layout::unit_of;
use crate::screen::Mouse;

pub use style::{BOLD, bold, colour};

/// Points that are laid out at least. Of a window with fewer the rest is outside it; panels need not reckon with that.
const LEAST: egui::Vec2 = egui::vec2(320.0, 200.0);

/// Panels over a screen.
pub struct Desk {
    context: egui::Context,
    events: Vec<egui::Event>,
    shapes: Vec<ClippedShape>,
    unit: f32,
    at: Option<Vec2>,
    grip: Option<Grip>,
    takes_keys: bool,
    is_typing: bool,
    is_laid_out: bool,
    copied: Option<String>,
    cursor: egui::CursorIcon,
}

/// Whose the mouse is while a button of it is held.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Grip {
    button: Button,
    is_ours: bool,
}

impl std::fmt::Debug for Desk {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Desk").field("unit", &self.unit).field("events", &self.events).finish_non_exhaustive()
    }
}

impl Default for Desk {
    fn default() -> Self {
        Self::new()
    }
}

impl Desk {
    /// Set up a desk with nothing on it.
    #[must_use]
    pub fn new() -> Self {
        let context = egui::Context::default();
        style::apply(&context);
        Self {
            context,
            events: Vec::new(),
            shapes: Vec::new(),
            unit: 1.0,
            at: None,
            grip: None,
            takes_keys: false,
            is_typing: false,
            is_laid_out: false,
            copied: None,
            cursor: egui::CursorIcon::Default,
        }
    }

    /// Let Tab, arrows, Space and Enter reach the widgets even while none of them has the focus. Off at first: a
    /// screen with keys of its own keeps them.
    pub fn take_keys(&mut self, on: bool) {
        self.takes_keys = on;
    }

    /// Take in what a hand did. Says whether the desk keeps it to itself: then nothing beneath may act on it.
    pub fn take_in(&mut self, input: &Input) -> bool {
        let kept = self.keeps(input);
        self.follow_mouse(input, kept);
        let is_key = matches!(input, Input::Key(..) | Input::KeyUp(_) | Input::Text(_));
        if kept || !is_key || self.takes_keys {
            hands::push_events(input, self.unit, &mut self.events);
        }
        kept
    }

    fn keeps(&self, input: &Input) -> bool {
        match *input {
            Input::Move(at) => self.grip.map_or_else(|| self.is_over(at), |grip| grip.is_ours),
            Input::Press(at, ..) => self.grip.map_or_else(|| self.is_over(at), |grip| grip.is_ours),
            Input::Release(..) => self.grip.is_some_and(|grip| grip.is_ours),
            Input::Wheel(at, _) => self.is_over(at),
            Input::Text(_) => self.is_typing,
            Input::Key(key, held) => self.keeps_key(key, held.ctrl),
            Input::KeyUp(_) | Input::Leave => false,
        }
    }

    fn keeps_key(&self, key: Key, ctrl: bool) -> bool {
        match key {
            Key::Sign(sign) if ctrl => self.is_typing && "acvxyz".contains(sign),
            Key::F12 => false,
            Key::Space | Key::Enter | Key::Tab | Key::Escape | Key::Left | Key::Right | Key::Up | Key::Down => {
                self.wants_keys()
            }
            _ => self.is_typing,
        }
    }

    fn follow_mouse(&mut self, input: &Input, kept: bool) {
        match *input {
            Input::Move(at) | Input::Wheel(at, _) => self.at = Some(at),
            Input::Press(at, button, _) => {
                self.at = Some(at);
                self.grip = self.grip.or(Some(Grip { button, is_ours: kept }));
            }
            Input::Release(at, button, _) => {
                self.at = Some(at);
                self.grip = self.grip.filter(|grip| grip.button != button);
            }
            Input::Leave => self.at = None,
            Input::Key(..) | Input::KeyUp(_) | Input::Text(_) => {}
        }
    }

    /// Whether a point of the window lies over a panel.
    #[must_use]
    pub fn is_over(&self, at: Vec2) -> bool {
        if !self.is_laid_out {
            return false;
        }
        let at = egui::pos2(at.x / self.unit, at.y / self.unit);
        match self.context.layer_id_at(at) {
            Some(layer) if layer.order == egui::Order::Background => !self.context.available_rect().contains(at),
            Some(_) => true,
            None => false,
        }
    }

    /// Whether the mouse is the desk's: over a panel, or holding something of it.
    #[must_use]
    pub fn wants_pointer(&self) -> bool {
        self.grip.map_or_else(|| self.at.is_some_and(|at| self.is_over(at)), |grip| grip.is_ours)
    }

    /// Whether a widget has the keyboard.
    #[must_use]
    pub fn wants_keys(&self) -> bool {
        self.context.wants_keyboard_input()
    }

    /// Whether what is typed goes into a text field.
    #[must_use]
    pub fn is_typing(&self) -> bool {
        self.is_typing
    }

    /// Let go of what the mouse holds, as if its button went up outside of everything.
    pub fn let_go(&mut self) {
        let Some(Grip { button, is_ours }) = self.grip.take() else { return };
        if is_ours {
            let release = Input::Release(vec2(-1.0, -1.0), button, crate::input::Held::default());
            hands::push_events(&release, self.unit, &mut self.events);
        }
    }

    /// Take away the focus from whatever widget has it.
    pub fn drop_focus(&mut self) {
        self.context.memory_mut(|memory| {
            if let Some(focused) = memory.focused() {
                memory.surrender_focus(focused);
            }
        });
        self.is_typing = false;
    }

    /// Lay out the panels, in a window of so many points, at a time that never goes back. The panels are shown as often
    /// as it takes for a press and a release of one frame both to be seen, so what they ask must be kept outside.
    pub fn show(&mut self, size: Vec2, now: Duration, mut show: impl FnMut(&egui::Context)) {
        let unit = unit_of(size);
        self.is_laid_out &= self.unit == unit;
        self.unit = unit;
        if !self.is_laid_out {
            // The first time, areas only find out how large they are.
            self.pass(size, now, Vec::new(), &mut show);
            self.is_laid_out = true;
        }
        for events in hands::one_press_each(std::mem::take(&mut self.events)) {
            self.pass(size, now, events, &mut show);
        }
    }

    fn pass(&mut self, size: Vec2, now: Duration, events: Vec<egui::Event>, show: &mut impl FnMut(&egui::Context)) {
        let room = (egui::vec2(size.x, size.y) / self.unit).max(LEAST);
        let screen = egui::Rect::from_min_size(egui::Pos2::ZERO, room);
        let mut input =
            egui::RawInput { screen_rect: Some(screen), time: Some(now.as_secs_f64()), events, ..Default::default() };
        if let Some(viewport) = input.viewports.get_mut(&egui::ViewportId::ROOT) {
            viewport.native_pixels_per_point = Some(self.unit);
        }
        let output = self.context.run(input, &mut *show);
        self.shapes = output.shapes;
        self.is_typing = output.platform_output.ime.is_some();
        self.cursor = output.platform_output.cursor_icon;
        for command in output.platform_output.commands {
            if let egui::OutputCommand::CopyText(text) = command {
                self.copied = Some(text);
            }
        }
    }

    /// Draw the panels over what is drawn already.
    pub fn draw(&self, canvas: &mut Canvas) {
        canvas.layer(Layer::Overlay);
        paint::draw(&self.shapes, self.unit, canvas);
    }

    /// Take out what was copied for the clipboard.
    pub fn take_copied(&mut self) -> Option<String> {
        self.copied.take()
    }

    /// The shape of the mouse over the panels.
    #[must_use]
    pub fn mouse(&self) -> Mouse {
        hands::mouse(self.cursor)
    }

    /// egui's own state, for what is to be done outside [`Self::show`].
    #[must_use]
    pub fn context(&self) -> &egui::Context {
        &self.context
    }

    /// Points of the window to one point of egui.
    #[must_use]
    pub fn unit(&self) -> f32 {
        self.unit
    }

    /// A box of the window as egui measures it.
    #[must_use]
    pub fn to_desk(&self, rect: Rect) -> egui::Rect {
        let (min, max) = (egui::pos2(rect.x, rect.y), egui::pos2(rect.right(), rect.bottom()));
        egui::Rect::from_min_max(min / self.unit, max / self.unit)
    }

    /// A box of egui's as the window measures it.
    #[must_use]
    pub fn from_desk(&self, rect: egui::Rect) -> Rect {
        Rect::spanning(vec2(rect.min.x, rect.min.y) * self.unit, vec2(rect.max.x, rect.max.y) * self.unit)
    }
}

#[cfg(test)]
mod tests;
