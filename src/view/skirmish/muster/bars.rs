//! The bars around the field: tier and budget, the squad's name and its foe, what is told, seed and Engage, the keys.

use egui::{Align, Align2, Context, Layout, Sense, TextEdit, TopBottomPanel, Ui};
use player::colour::palette;
use player::desk::colour;

use super::command::{Command, Zone};
use super::lore;
use super::slate::{Slate, Topic, bold_font, font, key_button, text};
use super::workshop::Workshop;
use crate::kernel::problem::counted;
use crate::skirmish::draft::{Change, Fault};
use crate::skirmish::field::{TILES_X, TILES_Y};

/// What is being typed.
#[derive(Debug, Clone, Default)]
pub(super) struct Typing {
    /// The seed, as far as it is typed.
    pub(super) seed: String,
    /// The text that the keyboard shall go into.
    pub(super) wanted: Option<Text>,
    /// The seed's text had the keyboard when it was shown last.
    seed_had_focus: bool,
}

/// A text that can be typed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Text {
    /// The squad's name.
    Name,
    /// The seed.
    Seed,
}

fn frame(fill: player::colour::Colour) -> egui::Frame {
    egui::Frame::new().fill(colour(fill)).inner_margin(egui::Margin { left: 12, right: 12, top: 0, bottom: 0 })
}

/// Lay out tier, budget and what concerns the whole squad.
pub(super) fn show_top(context: &Context, workshop: &Workshop, slate: &mut Slate) {
    let panel = TopBottomPanel::top("top").exact_height(44.0).frame(frame(palette::BARK_RAISED.darker(0.15)));
    panel.show(context, |ui| {
        ui.horizontal_centered(|ui| {
            if workshop.has_way_back() {
                let back = key_button(ui, "‹ Back", "Esc", true);
                slate.ask_if(&back, Command::Back);
            } else {
                ui.label(text("Muster", 17.0, palette::BONE).font(bold_font(17.0)));
            }
            ui.add_space(6.0);
            tiers(ui, workshop, slate);
            ui.add_space(6.0);
            budget(ui, workshop, slate);
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                ui.spacing_mut().item_spacing.x = 5.0;
                let help = key_button(ui, "Keys", "H", true);
                slate.ask_if(&help, Command::Help);
                let fights = key_button(ui, "Fights", "W", true);
                slate.ask_if(&fights, Command::OpenFights);
                let arena = key_button(ui, "Arena", "G", true);
                slate.ask_if(&arena, Command::Arena);
                let shelf = key_button(ui, "Squads", "L", true);
                slate.ask_if(&shelf, Command::OpenShelf);
                let keep = key_button(ui, "Keep", "K", true);
                slate.ask_if(&keep, Command::Save);
                let (undo, redo) = workshop.can_undo_redo();
                let redo = key_button(ui, "Redo", "⇧U", redo);
                slate.ask_if(&redo, Command::Redo);
                let undo = key_button(ui, "Undo", "U", undo);
                slate.ask_if(&undo, Command::Undo);
            });
        });
    });
}

fn tiers(ui: &mut Ui, workshop: &Workshop, slate: &mut Slate) {
    ui.label(text("Tier", 11.0, palette::BONE_DIM));
    ui.spacing_mut().item_spacing.x = 3.0;
    for tier in &workshop.content().tiers {
        let (rect, response) = ui.allocate_exact_size(egui::vec2(23.0, 23.0), Sense::click());
        let is_on = workshop.draft().tier == tier.tier;
        let fill = match (is_on, response.hovered()) {
            (true, _) => palette::AMBER,
            (false, true) => palette::BARK_RAISED.lighter(0.15),
            (false, false) => palette::BARK_RAISED.lighter(0.04),
        };
        let ink = if is_on { palette::NIGHT } else { palette::BONE };
        ui.painter().rect_filled(rect, 6.0, colour(fill));
        ui.painter().text(rect.center(), Align2::CENTER_CENTER, tier.tier.to_string(), bold_font(12.0), colour(ink));
        slate.ask_if(&response, Command::Change(Change::Tier { tier: tier.tier }));
        slate.tell_if(&response, Topic::Tier(tier.tier));
    }
}

/// A meter of points: spent, and left.
fn budget(ui: &mut Ui, workshop: &Workshop, slate: &mut Slate) {
    let (draft, content) = (workshop.draft(), workshop.content());
    let (cost, budget) = (draft.cost(content), draft.budget(content).max(1));
    let (rect, response) = ui.allocate_exact_size(egui::vec2(208.0, 23.0), Sense::hover());
    slate.tell_if(&response, Topic::Tier(draft.tier));
    let part = (cost as f32 / budget as f32).clamp(0.0, 1.0);
    let tint = if cost > budget { palette::RUST } else { palette::LICHEN };
    ui.painter().rect_filled(rect, 6.0, colour(palette::NIGHT));
    let filled = egui::Rect::from_min_size(rect.min, egui::vec2(rect.width() * part, rect.height()));
    if part > 0.0 {
        ui.painter().rect_filled(filled, 6.0, colour(tint.toward(palette::NIGHT, 0.55)));
    }
    let stroke = egui::Stroke::new(1.0, colour(tint.faded(0.55)));
    ui.painter().rect_stroke(rect, 6.0, stroke, egui::StrokeKind::Inside);
    let left = budget - cost;
    let rest = if left < 0 { format!("{} too many", -left) } else { format!("{left} left") };
    let (from, to) = (rect.left_center() + egui::vec2(9.0, 0.0), rect.right_center() - egui::vec2(9.0, 0.0));
    let spent = format!("{cost} of {budget} points");
    ui.painter().text(from, Align2::LEFT_CENTER, spent, font(11.5), colour(palette::BONE));
    let ink = if left < 0 { palette::RUST.lighter(0.2) } else { palette::BONE };
    ui.painter().text(to, Align2::RIGHT_CENTER, rest, bold_font(11.5), colour(ink));
}

/// Lay out who fights whom, over the field.
pub(super) fn show_strip(context: &Context, workshop: &Workshop, slate: &mut Slate, typing: &mut Typing) {
    let panel = TopBottomPanel::top("strip").exact_height(40.0).frame(frame(palette::NIGHT));
    panel.show_separator_line(false).show(context, |ui| {
        ui.horizontal_centered(|ui| {
            ui.spacing_mut().item_spacing.x = 5.0;
            ui.spacing_mut().button_padding.x = 7.0;
            name(ui, workshop, slate, typing);
            let random = key_button(ui, "Random", "R", true);
            slate.ask_if(&random, Command::Random);
            let has_any = !workshop.draft().fighters.is_empty();
            let arrange = key_button(ui, "Arrange", "A", has_any);
            slate.ask_if(&arrange, Command::Change(Change::Arrange));
            let clear = key_button(ui, "Clear", "C", has_any);
            slate.ask_if(&clear, Command::Change(Change::Clear));
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| foe(ui, workshop, slate));
        });
    });
}

fn name(ui: &mut Ui, workshop: &Workshop, slate: &mut Slate, typing: &mut Typing) {
    let mut name = workshop.draft().name.clone();
    let hint = text("Name your squad  (M)", 12.0, palette::BONE_FAINT);
    let edit = TextEdit::singleline(&mut name).desired_width(128.0).hint_text(hint).font(bold_font(12.5));
    let response = ui.add(edit.text_color(colour(palette::side(0))).margin(egui::Margin::symmetric(7, 4)));
    if typing.wanted == Some(Text::Name) {
        response.request_focus();
        typing.wanted = None;
        select_all(ui, &response, workshop.draft().name.as_str());
    }
    if response.changed() {
        slate.ask(Command::Name(name));
    }
}

fn foe(ui: &mut Ui, workshop: &Workshop, slate: &mut Slate) {
    let next = ui.button(text("›", 15.0, palette::BONE));
    slate.ask_if(&next, Command::TurnLineup(1));
    let name = workshop.sortie().enemy(workshop.content()).map(|lineup| lineup.name()).unwrap_or_default();
    let (rect, response) = ui.allocate_exact_size(egui::vec2(138.0, 24.0), Sense::click());
    ui.painter().rect_filled(rect, 6.0, colour(palette::side(1).toward(palette::NIGHT, 0.82)));
    let ink = colour(palette::side(1).lighter(0.15));
    ui.painter().text(rect.center(), Align2::CENTER_CENTER, name, bold_font(12.5), ink);
    slate.ask_if(&response, Command::TurnLineup(1));
    slate.tell_if(&response, Topic::Lineup);
    let before = ui.button(text("‹", 15.0, palette::BONE));
    slate.ask_if(&before, Command::TurnLineup(-1));
    if ui.available_width() > 70.0 {
        ui.label(text(", .", 10.0, palette::AMBER.faded(0.85)));
        ui.label(text("against", 11.0, palette::BONE_FAINT));
    }
}

/// Lay out what is told, the seed and Engage, under the field.
pub(super) fn show_foot(context: &Context, workshop: &Workshop, slate: &mut Slate, typing: &mut Typing, told: Topic) {
    let margin = egui::Margin { left: 14, right: 12, top: 9, bottom: 8 };
    let fill = egui::Frame::new().fill(colour(palette::BARK)).inner_margin(margin);
    // What the field cannot use is for words.
    let room = context.available_rect();
    let beside_field = room.height() - room.width() * TILES_Y as f32 / TILES_X as f32;
    let panel = TopBottomPanel::bottom("foot").exact_height(beside_field.clamp(132.0, 236.0)).frame(fill);
    panel.show(context, |ui| {
        let room = ui.available_rect_before_wrap();
        let right = egui::Rect::from_min_max(egui::pos2(room.right() - 176.0, room.top()), room.max);
        let left = egui::Rect::from_min_max(room.min, egui::pos2(right.left() - 14.0, room.bottom()));
        lore::show(&mut ui.new_child(egui::UiBuilder::new().max_rect(left)), workshop, told);
        engage(&mut ui.new_child(egui::UiBuilder::new().max_rect(right)), workshop, slate, typing);
    });
}

fn engage(ui: &mut Ui, workshop: &Workshop, slate: &mut Slate, typing: &mut Typing) {
    ui.spacing_mut().item_spacing.y = 6.0;
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 5.0;
        ui.label(text("Seed", 11.0, palette::BONE_DIM));
        seed(ui, workshop, slate, typing);
        let roll = key_button(ui, "Roll", "S", true);
        slate.ask_if(&roll, Command::Reroll);
    });
    let faults = workshop.draft().faults(workshop.content());
    let can = faults.is_empty();
    let room = egui::vec2(ui.available_width(), 50.0);
    let (rect, response) = ui.allocate_exact_size(room, Sense::click());
    let (fill, ink) = match (can, response.hovered()) {
        (true, true) => (palette::AMBER.lighter(0.2), palette::NIGHT),
        (true, false) => (palette::AMBER, palette::NIGHT),
        (false, _) => (palette::BARK_RAISED, palette::BONE_FAINT),
    };
    ui.painter().rect_filled(rect, 9.0, colour(fill));
    ui.painter().text(rect.center(), Align2::CENTER_CENTER, "Engage", bold_font(20.0), colour(ink));
    let corner = rect.right_center() - egui::vec2(12.0, 0.0);
    ui.painter().text(corner, Align2::RIGHT_CENTER, "E", bold_font(11.0), colour(ink.faded(0.7)));
    slate.ask_if(&response, Command::Engage);
    if faults == [Fault::Empty] {
        let words = "Buy creatures on the left, or roll a random squad: R";
        ui.add(egui::Label::new(text(words, 10.5, palette::BONE_DIM)).wrap());
    } else if let Some(fault) = faults.first() {
        let words = fault.words(workshop.content(), workshop.draft());
        let words = if faults.len() > 1 { format!("{words}; F tells all {}", faults.len()) } else { words };
        ui.add(egui::Label::new(text(words, 10.5, palette::RUST)).wrap());
    }
}

fn seed(ui: &mut Ui, workshop: &Workshop, slate: &mut Slate, typing: &mut Typing) {
    if !typing.seed_had_focus {
        typing.seed = workshop.sortie().seed.to_string();
    }
    let edit = TextEdit::singleline(&mut typing.seed).desired_width(62.0).font(font(12.0));
    let response = ui.add(edit.margin(egui::Margin::symmetric(6, 3)).char_limit(20));
    if typing.wanted == Some(Text::Seed) {
        response.request_focus();
        typing.wanted = None;
        select_all(ui, &response, &typing.seed);
    }
    if response.lost_focus() {
        slate.ask(Command::TypeSeed(typing.seed.clone()));
    }
    typing.seed_had_focus = response.has_focus();
}

/// Select all of a text, so that typing puts something else in its place.
fn select_all(ui: &Ui, response: &egui::Response, text: &str) {
    use egui::text::{CCursor, CCursorRange};
    let mut state = egui::TextEdit::load_state(ui.ctx(), response.id).unwrap_or_default();
    let range = CCursorRange::two(CCursor::new(0), CCursor::new(text.chars().count()));
    state.cursor.set_char_range(Some(range));
    state.store(ui.ctx(), response.id);
}

/// A button that tells all that is wrong.
fn faults(ui: &mut Ui, count: usize, slate: &mut Slate) {
    let words = counted(count, "fault");
    let (rect, response) = ui.allocate_exact_size(egui::vec2(84.0, 18.0), Sense::click());
    let fill = if response.hovered() {
        palette::RUST.toward(palette::NIGHT, 0.5)
    } else {
        palette::RUST.toward(palette::NIGHT, 0.72)
    };
    ui.painter().rect_filled(rect, 5.0, colour(fill));
    let (left, right) = (rect.left_center() + egui::vec2(8.0, 0.0), rect.right_center() - egui::vec2(8.0, 0.0));
    ui.painter().text(left, Align2::LEFT_CENTER, words, bold_font(10.5), colour(palette::RUST.lighter(0.25)));
    ui.painter().text(right, Align2::RIGHT_CENTER, "F", bold_font(10.0), colour(palette::AMBER));
    slate.ask_if(&response, Command::Faults);
}

/// Lay out the keys for where the keyboard is.
pub(super) fn show_hint(context: &Context, workshop: &Workshop, slate: &mut Slate) {
    let panel = TopBottomPanel::bottom("hint").exact_height(22.0).frame(frame(palette::NIGHT));
    panel.show_separator_line(false).show(context, |ui| {
        ui.horizontal_centered(|ui| {
            ui.spacing_mut().item_spacing.x = 5.0;
            let (place, keys): (&str, &[(&str, &str)]) = match workshop.zone() {
                Zone::Shop => ("Shop", &[("↑ ↓", "creature"), ("Enter", "buy")]),
                Zone::Field if workshop.held().is_some() => {
                    ("Field", &[("← → ↑ ↓", "carry"), ("Enter", "put down"), ("Esc", "leave it")])
                }
                Zone::Field => ("Field", &[("← → ↑ ↓", "tile"), ("Enter", "take up, or buy here"), ("X", "send away")]),
                Zone::Bench => ("Bench", &[("↑ ↓", "part"), ("Enter", "in or out")]),
            };
            ui.label(text(place, 10.5, palette::AMBER).font(bold_font(10.5)));
            let common = [
                ("Tab", "shop, field, bench"),
                ("N", "next fighter"),
                ("V", "foe"),
                ("1–8", "tier"),
                ("E", "engage"),
                ("Ctrl+Q", "close"),
            ];
            for (key, what) in keys.iter().chain(&common) {
                ui.add_space(5.0);
                ui.label(text(*key, 10.5, palette::BONE_DIM).font(bold_font(10.5)));
                ui.label(text(*what, 10.5, palette::BONE_FAINT));
            }
            let count = workshop.fault_count();
            if count > 0 {
                ui.with_layout(Layout::right_to_left(Align::Center), |ui| faults(ui, count, slate));
            }
        });
    });
}
