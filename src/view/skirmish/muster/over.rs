//! What lies over the muster: the squads that are kept, the question whether to replace one, the help.

use egui::{Align2, Context, Sense, Ui};
use player::colour::palette;
use player::desk::colour;

use super::command::{Command, KEYS};
use super::slate::{bold_font, font, key_button, text};
use super::workshop::{Open, Workshop};
use crate::skirmish::squad_file::ENDING;

/// Lay out what lies over the muster, if anything does.
pub(super) fn show(context: &Context, workshop: &Workshop, commands: &mut Vec<Command>) {
    if *workshop.open() == Open::Nothing {
        return;
    }
    let modal = egui::Modal::new("over".into()).backdrop_color(colour(palette::NIGHT.faded(0.72)));
    let shown = modal.show(context, |ui| match workshop.open() {
        Open::Nothing => {}
        Open::Shelf(names) => shelf(ui, workshop, names, commands),
        Open::Replace(name) => replace(ui, name, commands),
        Open::Help => help(ui),
    });
    if shown.backdrop_response.clicked() {
        commands.push(Command::Cancel);
    }
}

fn shelf(ui: &mut Ui, workshop: &Workshop, names: &[String], commands: &mut Vec<Command>) {
    ui.set_width(360.0);
    ui.label(text("Squads", 16.0, palette::BONE).font(bold_font(16.0)));
    if names.is_empty() {
        ui.label(text("None is kept yet. K keeps the one on the field.", 12.0, palette::BONE_DIM));
    }
    egui::ScrollArea::vertical().max_height(340.0).show(ui, |ui| {
        ui.spacing_mut().item_spacing.y = 4.0;
        for (place, name) in names.iter().enumerate() {
            let (rect, response) = ui.allocate_exact_size(egui::vec2(ui.available_width(), 28.0), Sense::click());
            let fill = if response.hovered() { palette::BARK_RAISED.lighter(0.08) } else { palette::BARK_RAISED };
            ui.painter().rect_filled(rect, 6.0, colour(fill));
            let left = rect.left_center() + egui::vec2(10.0, 0.0);
            let shown = name.strip_suffix(ENDING).unwrap_or(name);
            ui.painter().text(left, Align2::LEFT_CENTER, shown, font(13.0), colour(palette::BONE));
            if place < 9 {
                let right = rect.right_center() - egui::vec2(10.0, 0.0);
                let key = (place + 1).to_string();
                ui.painter().text(right, Align2::RIGHT_CENTER, key, bold_font(11.0), colour(palette::AMBER));
            }
            if response.clicked() {
                commands.push(Command::Load(name.clone()));
            }
        }
    });
    let folder = format!("kept in {}", workshop.folder().display());
    ui.add(egui::Label::new(text(folder, 10.5, palette::BONE_FAINT)).wrap());
    if key_button(ui, "Close", "Esc", true).clicked() {
        commands.push(Command::Cancel);
    }
}

fn replace(ui: &mut Ui, name: &str, commands: &mut Vec<Command>) {
    ui.set_width(340.0);
    ui.label(text("Another squad has that name", 16.0, palette::BONE).font(bold_font(16.0)));
    let words = format!("{name} holds a different squad. Keep this one in its place, or give it another name?");
    ui.add(egui::Label::new(text(words, 12.0, palette::BONE_DIM)).wrap());
    ui.add_space(6.0);
    ui.horizontal(|ui| {
        if key_button(ui, "Replace it", "Enter", true).clicked() {
            commands.push(Command::Replace);
        }
        if key_button(ui, "Another name", "M", true).clicked() {
            commands.extend([Command::Cancel, Command::EditName]);
        }
        if key_button(ui, "Cancel", "Esc", true).clicked() {
            commands.push(Command::Cancel);
        }
    });
}

fn help(ui: &mut Ui) {
    ui.set_width(760.0_f32.min(ui.ctx().content_rect().width() - 60.0));
    ui.label(text("Keys", 16.0, palette::BONE).font(bold_font(16.0)));
    ui.columns(KEYS.len(), |columns| {
        for ((title, keys), ui) in KEYS.iter().zip(columns) {
            ui.label(text(*title, 11.0, palette::AMBER).font(bold_font(11.0)));
            egui::Grid::new(title).num_columns(2).spacing(egui::vec2(10.0, 4.0)).show(ui, |ui| {
                for (key, what) in *keys {
                    ui.label(text(*key, 11.5, palette::BONE).font(bold_font(11.5)));
                    ui.label(text(*what, 11.5, palette::BONE_DIM));
                    ui.end_row();
                }
            });
        }
    });
    let mouse = "Mouse: drag a creature from the shop onto the field; drag a fighter to another tile, onto another \
                 fighter to swap, or off the field to send it away; right-click a fighter to send it away.";
    ui.add(egui::Label::new(text(mouse, 11.5, palette::BONE_DIM)).wrap());
}
