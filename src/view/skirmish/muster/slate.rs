//! The slate: what a pass over the panels leaves behind: what was asked, what lies where, what is to be drawn there.

use egui::{Align2, FontFamily, FontId, Response, Sense, Ui};
use player::colour::{Colour, palette};
use player::desk::{BOLD, colour};

use super::command::Command;
use crate::skirmish::anatomy::Stat;

/// What the panels leave behind. Boxes are in the measure of the desk.
#[derive(Debug, Default)]
pub(super) struct Slate {
    /// What was asked, in order.
    pub(super) commands: Vec<Command>,
    /// Creatures to be drawn in the panels.
    pub(super) portraits: Vec<Sitter>,
    /// Where the shop's creatures can be taken hold of.
    pub(super) cards: Vec<(egui::Rect, u16)>,
    /// What the mouse points at that has a text.
    pub(super) topic: Option<Topic>,
    /// What the panels leave to the field.
    pub(super) field: Option<egui::Rect>,
}

/// A creature in a panel.
#[derive(Debug, Clone)]
pub(super) struct Sitter {
    /// Where.
    pub(super) rect: egui::Rect,
    /// Outside of this nothing of it shows.
    pub(super) clip: egui::Rect,
    /// Its species.
    pub(super) species: u16,
    /// Its grafts.
    pub(super) grafts: Vec<u16>,
    /// It cannot be had.
    pub(super) is_dim: bool,
}

/// Something that has a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Topic {
    /// A creature.
    Species(u16),
    /// A graft.
    Graft(u16),
    /// A skill.
    Skill(u16),
    /// A number of a creature.
    Stat(Stat),
    /// Whom one meets.
    Lineup,
    /// The tier.
    Tier(u8),
    /// A unit on the field, by row place; the own squad first.
    Unit(usize),
}

impl Slate {
    /// Begin a pass: all but what was asked is found anew.
    pub(super) fn begin_pass(&mut self) {
        self.portraits.clear();
        self.cards.clear();
        self.topic = None;
        self.field = None;
    }

    pub(super) fn ask(&mut self, command: Command) {
        self.commands.push(command);
    }

    /// Ask something when a button is pressed.
    pub(super) fn ask_if(&mut self, response: &Response, command: Command) {
        if response.clicked() {
            self.ask(command);
        }
    }

    /// Tell of something while the mouse is on it.
    pub(super) fn tell_if(&mut self, response: &Response, topic: Topic) {
        if response.hovered() {
            self.topic = Some(topic);
        }
    }
}

/// Letters of a size.
pub(super) fn font(size: f32) -> FontId {
    FontId::proportional(size)
}

/// Bold letters of a size.
pub(super) fn bold_font(size: f32) -> FontId {
    FontId::new(size, FontFamily::Name(BOLD.into()))
}

/// A text of a size and a colour.
pub(super) fn text(words: impl Into<String>, size: f32, tint: Colour) -> egui::RichText {
    egui::RichText::new(words).size(size).color(colour(tint))
}

/// A button that says which key does the same.
pub(super) fn key_button(ui: &mut Ui, words: &str, key: &str, enabled: bool) -> Response {
    let mut job = egui::text::LayoutJob::default();
    let format = |font_id, tint| egui::TextFormat { font_id, color: colour(tint), ..Default::default() };
    let (ink, dim) = if enabled { (palette::BONE, palette::AMBER) } else { (palette::BONE_FAINT, palette::BONE_FAINT) };
    job.append(words, 0.0, format(font(12.0), ink));
    job.append(key, 6.0, format(bold_font(9.5), dim.faded(0.85)));
    ui.add_enabled(enabled, egui::Button::new(job))
}

/// What a chip looks like.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct ChipLook {
    /// It is in.
    pub(super) is_on: bool,
    /// It could be put in, or taken out.
    pub(super) is_possible: bool,
    /// The keyboard is on it.
    pub(super) is_marked: bool,
}

/// A chip: a part with its price, in or out.
pub(super) fn chip(ui: &mut Ui, size: egui::Vec2, words: &str, price: &str, look: ChipLook) -> Response {
    let (rect, response) = ui.allocate_exact_size(size, Sense::click());
    if !ui.is_rect_visible(rect) {
        return response;
    }
    let raised = if response.hovered() { palette::BARK_RAISED.lighter(0.08) } else { palette::BARK_RAISED };
    let (fill, rim, ink) = match look {
        ChipLook { is_on: true, .. } => (palette::AMBER.toward(palette::BARK, 0.78), palette::AMBER, palette::BONE),
        ChipLook { is_possible: true, .. } => (raised, palette::RIM, palette::BONE),
        _ => (palette::BARK.lighter(0.02), palette::RIM.faded(0.5), palette::BONE_FAINT),
    };
    let rim = if look.is_marked { palette::BONE } else { rim };
    let stroke = egui::Stroke::new(if look.is_marked { 1.6 } else { 1.0 }, colour(rim));
    ui.painter().rect(rect, 5.0, colour(fill), stroke, egui::StrokeKind::Inside);
    let (left, right) = (rect.left_center() + egui::vec2(7.0, 0.0), rect.right_center() - egui::vec2(7.0, 0.0));
    let room = rect.width() - if price.is_empty() { 14.0 } else { 30.0 };
    let mut job = egui::text::LayoutJob::simple_singleline(words.to_owned(), font(11.5), colour(ink));
    job.wrap = egui::text::TextWrapping::truncate_at_width(room);
    let galley = ui.fonts_mut(|fonts| fonts.layout_job(job));
    let middle = egui::pos2(left.x, left.y - galley.size().y * 0.5);
    ui.painter().galley(middle, galley, colour(ink));
    let price_ink = if look.is_on || look.is_possible { palette::AMBER } else { palette::BONE_FAINT };
    ui.painter().text(right, Align2::RIGHT_CENTER, price, bold_font(11.0), colour(price_ink));
    response
}

/// A small heading with something at its right end.
pub(super) fn heading(ui: &mut Ui, words: &str, right: &str) {
    ui.horizontal(|ui| {
        ui.label(text(words, 10.5, palette::BONE_FAINT).font(bold_font(10.5)));
        ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
            ui.label(text(right, 10.5, palette::BONE_DIM));
        });
    });
}
