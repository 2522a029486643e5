//! The splice bench: the selected fighter, its numbers, and what can be grafted onto it and socketed into it.

use egui::{Align2, Context, Sense, SidePanel, Ui};
use player::colour::palette;
use player::desk::colour;

use super::command::{Command, Part, Zone};
use super::slate::{ChipLook, Sitter, Slate, Topic, bold_font, chip, font, heading, key_button, text};
use super::workshop::Workshop;
use crate::skirmish::Content;
use crate::skirmish::anatomy::{Reading, Stat, turned_away_percent};
use crate::skirmish::content::tier::Recruit;
use crate::skirmish::draft::{Change, GRAFTS_MAX, named};
use crate::view::skirmish::capitalised;

/// Width of the panel.
const WIDTH: f32 = 312.0;
/// Height of the picture.
const PICTURE: f32 = 116.0;
/// Height of a chip.
const CHIP: f32 = 22.0;

/// Lay out the bench.
pub(super) fn show(context: &Context, workshop: &Workshop, slate: &mut Slate) {
    let frame = egui::Frame::new().fill(colour(palette::BARK)).inner_margin(egui::Margin {
        left: 10,
        right: 8,
        top: 8,
        bottom: 6,
    });
    SidePanel::right("bench").exact_width(WIDTH).resizable(false).frame(frame).show(context, |ui| {
        ui.spacing_mut().item_spacing.y = 4.0;
        let recruit = on_the_bench(workshop);
        picture(ui, workshop, slate, &recruit);
        readings(ui, workshop.content(), slate, &recruit);
        let area = egui::ScrollArea::vertical()
            .auto_shrink(false)
            .scroll_source(egui::scroll_area::ScrollSource { drag: false, ..Default::default() });
        area.show(ui, |ui| {
            ui.spacing_mut().item_spacing.y = 4.0;
            grafts(ui, workshop, slate, &recruit);
            ui.add_space(3.0);
            skills(ui, workshop, slate, &recruit);
        });
    });
}

/// The selected fighter, or the foe's that is looked at; without one, what is marked in the shop, as it would be bought.
pub(super) fn on_the_bench(workshop: &Workshop) -> Recruit {
    let selected = workshop.selected().and_then(|fighter| workshop.draft().fighters.get(fighter));
    let looked = || workshop.looked().map(|(_, recruit)| recruit);
    selected.or_else(looked).cloned().unwrap_or_else(|| Recruit { species: workshop.species(), ..Recruit::default() })
}

fn picture(ui: &mut Ui, workshop: &Workshop, slate: &mut Slate, recruit: &Recruit) {
    let (rect, response) = ui.allocate_exact_size(egui::vec2(ui.available_width(), PICTURE), Sense::hover());
    slate.tell_if(&response, Topic::Species(recruit.species));
    let stroke = egui::Stroke::new(1.0, colour(palette::RIM));
    ui.painter().rect(rect, 8.0, colour(palette::NIGHT.lighter(0.03)), stroke, egui::StrokeKind::Inside);
    let sitter = egui::Rect::from_min_size(rect.min + egui::vec2(6.0, 8.0), egui::vec2(112.0, PICTURE - 16.0));
    slate.portraits.push(Sitter {
        rect: sitter,
        clip: rect,
        species: recruit.species,
        grafts: recruit.grafts.clone(),
        is_dim: false,
    });
    let column = egui::Rect::from_min_max(rect.min + egui::vec2(126.0, 9.0), rect.max - egui::vec2(8.0, 7.0));
    // A child of its own: what follows goes under the picture, not under the column.
    let mut inner = ui.new_child(egui::UiBuilder::new().max_rect(column));
    column_beside(&mut inner, workshop, slate, recruit);
}

fn column_beside(ui: &mut Ui, workshop: &Workshop, slate: &mut Slate, recruit: &Recruit) {
    let (content, selected) = (workshop.content(), workshop.selected());
    let species = &content.species[usize::from(recruit.species)];
    ui.spacing_mut().item_spacing.y = 2.0;
    let name = selected.map_or_else(|| species.name.clone(), |fighter| named(content, workshop.draft(), fighter));
    ui.label(text(name, 15.0, palette::BONE).font(bold_font(15.0)));
    ui.label(text(capitalised(&species.role), 11.0, palette::BONE_DIM));
    ui.add(egui::Label::new(text(price_of(content, recruit), 11.0, palette::AMBER)).wrap());
    ui.add_space(3.0);
    ui.horizontal(|ui| match selected {
        Some(fighter) => {
            ui.spacing_mut().button_padding.x = 6.0;
            let twice = key_button(ui, "Again", "D", true);
            slate.ask_if(&twice, Command::Change(Change::Double { fighter }));
            let sell = key_button(ui, "Send away", "X", true);
            slate.ask_if(&sell, Command::Change(Change::Remove { fighter }));
        }
        None if workshop.looked().is_some() => {
            ui.label(text("the foe's", 11.0, palette::side(1).lighter(0.15)));
        }
        None => {
            let buy = key_button(ui, "Buy", "B", species.cost <= workshop.draft().left(content));
            slate.ask_if(&buy, Command::Buy);
        }
    });
}

/// What it costs, part by part.
fn price_of(content: &Content, recruit: &Recruit) -> String {
    let grafts = recruit.grafts.iter().map(|graft| content.grafts[usize::from(*graft)].cost);
    let skills = recruit.skills.iter().map(|skill| content.skills[usize::from(*skill)].cost);
    let parts: Vec<String> = grafts.chain(skills).map(|cost| cost.to_string()).collect();
    let own = content.species[usize::from(recruit.species)].cost;
    if parts.is_empty() {
        return format!("{own} points");
    }
    format!("{own} + {} = {} points", parts.join(" + "), content.cost(recruit))
}

/// All numbers, in two columns, each with what the grafts changed.
fn readings(ui: &mut Ui, content: &Content, slate: &mut Slate, recruit: &Recruit) {
    let readings = Reading::all(content, recruit);
    let rows = readings.len().div_ceil(2);
    let (row, gap) = (17.0, 10.0);
    let width = (ui.available_width() - gap) * 0.5;
    let (area, _) = ui.allocate_exact_size(egui::vec2(ui.available_width(), row * rows as f32), Sense::hover());
    for (place, reading) in readings.iter().enumerate() {
        let (column, line) = (place / rows, place % rows);
        let at = area.min + egui::vec2(column as f32 * (width + gap), line as f32 * row);
        let rect = egui::Rect::from_min_size(at, egui::vec2(width, row));
        let response = ui.interact(rect, ui.id().with(("reading", place)), Sense::hover());
        slate.tell_if(&response, Topic::Stat(reading.stat));
        draw_reading(ui, content, reading, rect);
    }
}

fn draw_reading(ui: &Ui, content: &Content, reading: &Reading, rect: egui::Rect) {
    let painter = ui.painter();
    let (left, right) = (rect.left_center(), rect.right_center());
    painter.text(left, Align2::LEFT_CENTER, reading.stat.name(), font(11.0), colour(palette::BONE_DIM));
    let mut value = reading.stat.say(reading.value);
    if reading.stat == Stat::Armour && reading.value > 0 {
        value = format!("{value} (−{} %)", turned_away_percent(content, reading.value));
    }
    let by = reading.value - reading.bare;
    let is_better = (by > 0) != reading.stat.is_better_low();
    let ink = match by {
        0 => palette::BONE,
        _ if is_better => palette::LICHEN,
        _ => palette::RUST,
    };
    let value = painter.text(right, Align2::RIGHT_CENTER, value, bold_font(11.0), colour(ink));
    if by != 0 {
        let sign = if by > 0 { "+" } else { "" };
        let change = format!("{sign}{}", reading.stat.say(by));
        let change = change.split(' ').next().unwrap_or_default();
        let at = value.left_center() - egui::vec2(6.0, 0.0);
        painter.text(at, Align2::RIGHT_CENTER, change, font(9.5), colour(ink.faded(0.75)));
    }
}

fn grafts(ui: &mut Ui, workshop: &Workshop, slate: &mut Slate, recruit: &Recruit) {
    let content = workshop.content();
    let count = format!("{} of {GRAFTS_MAX}", recruit.grafts.len());
    let nobody = if workshop.looked().is_some() { "of the foe's" } else { "select a fighter to splice" };
    heading(ui, "GRAFTS", if workshop.selected().is_some() { &count } else { nobody });
    let left = workshop.draft().left(content);
    let parts = content.grafts.iter().zip(0_u16..).map(|(graft, place)| {
        let is_on = recruit.grafts.contains(&place);
        let fits = graft.cost <= left && recruit.grafts.len() < GRAFTS_MAX;
        (Part::Graft(place), graft.name.as_str(), graft.cost, is_on, fits)
    });
    chips(ui, workshop, slate, &parts.collect::<Vec<_>>());
}

fn skills(ui: &mut Ui, workshop: &Workshop, slate: &mut Slate, recruit: &Recruit) {
    let content = workshop.content();
    let species = &content.species[usize::from(recruit.species)];
    let sockets = usize::from(species.sockets);
    heading(ui, "SKILLS", &format!("{} of {sockets} socketed", recruit.skills.len()));
    born_with(ui, content, slate, recruit);
    let left = workshop.draft().left(content);
    let sold = content.skills.iter().zip(0_u16..).filter(|(skill, _)| skill.cost > 0);
    let parts = sold.map(|(skill, place)| {
        let is_on = recruit.skills.contains(&place);
        let fits = skill.cost <= left && recruit.skills.len() < sockets && !species.innate.contains(&place);
        (Part::Skill(place), skill.name.as_str(), skill.cost, is_on, fits)
    });
    chips(ui, workshop, slate, &parts.collect::<Vec<_>>());
}

/// What it can do without a socket: its own skills and those that grafts bring along.
fn born_with(ui: &mut Ui, content: &Content, slate: &mut Slate, recruit: &Recruit) {
    let species = &content.species[usize::from(recruit.species)];
    let granted = recruit.grafts.iter().filter_map(|graft| content.grafts[usize::from(*graft)].grants);
    let granted: Vec<u16> = granted.filter(|skill| !species.innate.contains(skill)).collect();
    for (skills, why) in [(&species.innate, "own"), (&granted, "graft")] {
        for skill in skills {
            let look = ChipLook { is_on: true, is_possible: false, is_marked: false };
            let size = egui::vec2(ui.available_width() - 4.0, CHIP);
            let response = chip(ui, size, &content.skills[usize::from(*skill)].name, "", look);
            let right = response.rect.right_center() - egui::vec2(7.0, 0.0);
            ui.painter().text(right, Align2::RIGHT_CENTER, why, font(10.0), colour(palette::BONE_DIM));
            slate.tell_if(&response, Topic::Skill(*skill));
        }
    }
}

/// Parts in two columns: name, price, whether it is in, whether it fits.
fn chips(ui: &mut Ui, workshop: &Workshop, slate: &mut Slate, parts: &[(Part, &str, i32, bool, bool)]) {
    let width = (ui.available_width() - 4.0 - 5.0) * 0.5;
    for pair in parts.chunks(2) {
        ui.horizontal(|ui| {
            ui.spacing_mut().item_spacing.x = 5.0;
            for &(part, name, cost, is_on, fits) in pair {
                let is_marked = workshop.zone() == Zone::Bench && workshop.part() == Some(part);
                let is_possible = workshop.selected().is_some() && (is_on || fits);
                let look = ChipLook { is_on, is_possible, is_marked };
                let response = chip(ui, egui::vec2(width, CHIP), name, &cost.to_string(), look);
                if is_marked {
                    response.scroll_to_me(None);
                }
                let topic = match part {
                    Part::Graft(graft) => Topic::Graft(graft),
                    Part::Skill(skill) => Topic::Skill(skill),
                };
                slate.tell_if(&response, topic);
                if response.clicked() {
                    slate.ask(Command::Enter(Zone::Bench));
                    slate.ask(Command::MarkPart(part));
                    slate.ask(Command::Act);
                }
            }
        });
    }
}
