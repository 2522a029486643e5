//! What lies over the muster: the squads that are kept, the question whether to replace one, the help.

use egui::{Align2, Context, Sense, Ui};
use player::colour::palette;
use player::desk::colour;

use super::command::{Command, KEYS};
use super::shelf::Listed;
use super::slate::{bold_font, font, key_button, text};
use super::workshop::{Fight, Open, Workshop};
use crate::skirmish::squad_file::ENDING;

/// Kept squads on one page: as many as there are digits.
pub(super) const PAGE: usize = 9;

/// Lay out what lies over the muster, if anything does.
pub(super) fn show(context: &Context, workshop: &Workshop, commands: &mut Vec<Command>) {
    if *workshop.open() == Open::Nothing {
        return;
    }
    let modal = egui::Modal::new("over".into()).backdrop_color(colour(palette::NIGHT.faded(0.72)));
    let modal = modal.frame(egui::Frame::popup(&context.style()).inner_margin(16.0));
    let shown = modal.show(context, |ui| match workshop.open() {
        Open::Nothing => {}
        Open::Shelf(names) => shelf(ui, workshop, names, commands),
        Open::Fights(all) => fights(ui, workshop, all, commands),
        Open::Delete(file) => delete(ui, file, commands),
        Open::Leave => leave(ui, commands),
        Open::Replace(name) => replace(ui, name, commands),
        Open::Help => help(ui),
    });
    if shown.backdrop_response.clicked() {
        commands.push(Command::Cancel);
    }
}

fn shelf(ui: &mut Ui, workshop: &Workshop, squads: &[Listed], commands: &mut Vec<Command>) {
    ui.set_width(420.0);
    let at = workshop.shelf_at().min(squads.len().saturating_sub(1));
    let (page, pages) = (at / PAGE, squads.len().div_ceil(PAGE).max(1));
    ui.label(text("Squads", 16.0, palette::BONE).font(bold_font(16.0)));
    if squads.is_empty() {
        ui.label(text("None is kept yet. K keeps the one on the field.", 12.0, palette::BONE_DIM));
    }
    ui.spacing_mut().item_spacing.y = 4.0;
    for (place, squad) in squads.iter().enumerate().skip(page * PAGE).take(PAGE) {
        kept_squad(ui, squad, place, place == at, commands);
    }
    ui.add_space(2.0);
    if pages > 1 {
        ui.horizontal(|ui| {
            let step = PAGE as i32;
            if key_button(ui, "Before", "PageUp", page > 0).clicked() {
                commands.push(Command::TurnShelf(-step));
            }
            if key_button(ui, "After", "PageDown", page + 1 < pages).clicked() {
                commands.push(Command::TurnShelf(step));
            }
            let words = format!("page {} of {pages}, {} squads", page + 1, squads.len());
            ui.label(text(words, 11.0, palette::BONE_DIM));
        });
    }
    let folder = format!("kept in {}", workshop.folder().display());
    ui.add(egui::Label::new(text(folder, 10.5, palette::BONE_FAINT)).wrap());
    ui.horizontal(|ui| {
        if let Some(squad) = squads.get(at) {
            if key_button(ui, "Open", "Enter", true).clicked() {
                commands.push(Command::Load(squad.file.clone()));
            }
            if key_button(ui, "Throw away", "Delete", true).clicked() {
                commands.push(Command::AskDelete(squad.file.clone()));
            }
        }
        if key_button(ui, "Close", "Esc", true).clicked() {
            commands.push(Command::Cancel);
        }
    });
}

fn fights(ui: &mut Ui, workshop: &Workshop, fights: &[Fight], commands: &mut Vec<Command>) {
    ui.set_width(540.0);
    let at = workshop.fights_at().min(fights.len().saturating_sub(1));
    let (page, pages) = (at / PAGE, fights.len().div_ceil(PAGE).max(1));
    ui.label(text("Fights", 16.0, palette::BONE).font(bold_font(16.0)));
    ui.spacing_mut().item_spacing.y = 4.0;
    for (place, fight) in fights.iter().enumerate().skip(page * PAGE).take(PAGE) {
        built_in(ui, fight, place, place == at, commands);
    }
    ui.add_space(2.0);
    ui.horizontal(|ui| {
        if let Some(fight) = fights.get(at)
            && key_button(ui, "Watch", "Enter", true).clicked()
        {
            commands.push(Command::Watch(fight.name.clone()));
        }
        if pages > 1 {
            let step = PAGE as i32;
            if key_button(ui, "Before", "PageUp", page > 0).clicked() {
                commands.push(Command::TurnFights(-step));
            }
            if key_button(ui, "After", "PageDown", page + 1 < pages).clicked() {
                commands.push(Command::TurnFights(step));
            }
            let words = format!("page {} of {pages}, {} fights", page + 1, fights.len());
            ui.label(text(words, 11.0, palette::BONE_DIM));
        }
        if key_button(ui, "Close", "Esc", true).clicked() {
            commands.push(Command::Cancel);
        }
    });
}

/// A line of the fights: the key that opens it, its title and its name.
fn built_in(ui: &mut Ui, fight: &Fight, place: usize, is_marked: bool, commands: &mut Vec<Command>) {
    let (rect, response) = ui.allocate_exact_size(egui::vec2(ui.available_width(), 28.0), Sense::click());
    let fill = if response.hovered() { palette::BARK_RAISED.lighter(0.08) } else { palette::BARK_RAISED };
    let rim = if is_marked { palette::BONE } else { palette::RIM.faded(0.4) };
    let stroke = egui::Stroke::new(if is_marked { 1.4 } else { 1.0 }, colour(rim));
    ui.painter().rect(rect, 6.0, colour(fill), stroke, egui::StrokeKind::Inside);
    let key = (place % PAGE + 1).to_string();
    let at = rect.left_center() + egui::vec2(10.0, 0.0);
    ui.painter().text(at, Align2::LEFT_CENTER, key, bold_font(11.0), colour(palette::AMBER));
    let at = rect.right_center() - egui::vec2(10.0, 0.0);
    let name = ui.painter().text(at, Align2::RIGHT_CENTER, &fight.name, font(10.5), colour(palette::BONE_FAINT));
    let from = rect.left_center() + egui::vec2(28.0, 0.0);
    let mut job = egui::text::LayoutJob::simple_singleline(fight.title.clone(), font(12.5), colour(palette::BONE));
    job.wrap = egui::text::TextWrapping::truncate_at_width(name.left() - from.x - 8.0);
    let galley = ui.painter().layout_job(job);
    let at = from - egui::vec2(0.0, galley.size().y * 0.5);
    ui.painter().galley(at, galley, colour(palette::BONE));
    if response.clicked() {
        commands.push(Command::Watch(fight.name.clone()));
    }
}

/// A line of the shelf: the squad's name, its file, and the key that opens it.
fn kept_squad(ui: &mut Ui, squad: &Listed, place: usize, is_marked: bool, commands: &mut Vec<Command>) {
    let (rect, response) = ui.allocate_exact_size(egui::vec2(ui.available_width(), 28.0), Sense::click());
    let bin = egui::Rect::from_min_max(egui::pos2(rect.right() - 26.0, rect.top()), rect.max);
    let fill = if response.hovered() { palette::BARK_RAISED.lighter(0.08) } else { palette::BARK_RAISED };
    let rim = if is_marked { palette::BONE } else { palette::RIM.faded(0.4) };
    let stroke = egui::Stroke::new(if is_marked { 1.4 } else { 1.0 }, colour(rim));
    ui.painter().rect(rect, 6.0, colour(fill), stroke, egui::StrokeKind::Inside);
    let painter =
        ui.painter().with_clip_rect(egui::Rect::from_min_max(rect.min, egui::pos2(bin.left(), rect.bottom())));
    let stem = squad.file.strip_suffix(ENDING).unwrap_or(&squad.file);
    let key = (place % PAGE + 1).to_string();
    painter.text(
        rect.left_center() + egui::vec2(10.0, 0.0),
        Align2::LEFT_CENTER,
        key,
        bold_font(11.0),
        colour(palette::AMBER),
    );
    let name = squad.name.as_deref().unwrap_or(stem);
    let from = rect.left_center() + egui::vec2(28.0, 0.0);
    let end = painter.text(from, Align2::LEFT_CENTER, name, font(13.0), colour(palette::BONE)).right();
    if squad.name.is_some() {
        let from = egui::pos2(end + 10.0, rect.center().y);
        painter.text(from, Align2::LEFT_CENTER, stem, font(10.5), colour(palette::BONE_FAINT));
    }
    let is_on_bin = response.hover_pos().is_some_and(|at| bin.contains(at));
    let ink = if is_on_bin { palette::RUST } else { palette::BONE_FAINT };
    ui.painter().text(bin.center(), Align2::CENTER_CENTER, "×", bold_font(14.0), colour(ink));
    if response.clicked() {
        let file = squad.file.clone();
        let is_on_bin = response.interact_pointer_pos().is_some_and(|at| bin.contains(at));
        commands.push(if is_on_bin { Command::AskDelete(file) } else { Command::Load(file) });
    }
}

fn delete(ui: &mut Ui, file: &str, commands: &mut Vec<Command>) {
    ui.set_width(340.0);
    ui.label(text("Throw this squad away?", 16.0, palette::BONE).font(bold_font(16.0)));
    let words = format!("{file} is deleted; this cannot be undone.");
    ui.add(egui::Label::new(text(words, 12.0, palette::BONE_DIM)).wrap());
    ui.add_space(6.0);
    ui.horizontal(|ui| {
        if key_button(ui, "Throw away", "Enter", true).clicked() {
            commands.push(Command::Delete(file.to_owned()));
        }
        if key_button(ui, "Let it be", "Esc", true).clicked() {
            commands.push(Command::Cancel);
        }
    });
}

fn leave(ui: &mut Ui, commands: &mut Vec<Command>) {
    ui.set_width(340.0);
    ui.label(text("Go back without this squad?", 16.0, palette::BONE).font(bold_font(16.0)));
    ui.add(egui::Label::new(text("It has changed and is not kept.", 12.0, palette::BONE_DIM)).wrap());
    ui.add_space(6.0);
    ui.horizontal(|ui| {
        if key_button(ui, "Go back", "Enter", true).clicked() {
            commands.push(Command::Leave);
        }
        if key_button(ui, "Keep it", "K", true).clicked() {
            commands.extend([Command::Cancel, Command::Save]);
        }
        if key_button(ui, "Stay", "Esc", true).clicked() {
            commands.push(Command::Cancel);
        }
    });
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
    ui.set_width(880.0_f32.min(ui.ctx().content_rect().width() - 60.0));
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
                 fighter to swap, or off the field to send it away; right-click a fighter to send it away; click a \
                 foe to look at it.";
    ui.add(egui::Label::new(text(mouse, 11.5, palette::BONE_DIM)).wrap());
}
