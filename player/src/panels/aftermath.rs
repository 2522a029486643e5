//! The aftermath: how it ended, who did what for it, where it turned, and where to go from there.

use egui::{Align2, Rect, Sense, Ui, pos2, vec2};

use super::Drafts;
use super::inspector::time;
use super::widgets::{self, Pen};
use crate::colour::palette;
use crate::command::Command;
use crate::desk::{bold, colour};
use crate::playback::Moment;
use crate::standings::{Column, Standing};
use crate::view::{Measures, Turn, Verdict};

/// Height of what stands above chart and turning points.
const HEAD: f32 = 66.0;
/// Height of a line of the chart.
const LINE: f32 = 23.0;
/// Narrower cards have chart and turning points under each other.
const BESIDE_FROM: f32 = 400.0;
/// Narrower cards have the rematch on a line of its own.
const ONE_ROW_FROM: f32 = 630.0;
/// Room at the sides of a card.
const RIMS: f32 = 42.0;

/// Why there is no command, and how there will be one.
pub(crate) const NO_COMMAND: &str =
    "No command shows this fight again yet: save it (Ctrl+S) or a report (Ctrl+Shift+S) first.";

/// The end of a fight as it is shown.
#[derive(Debug, Clone, PartialEq)]
pub struct Aftermath {
    /// How it ended.
    pub verdict: Verdict,
    /// When.
    pub tick: u32,
    /// What the counted numbers are called.
    pub measures: Measures,
    /// What everyone did, most first.
    pub standings: Vec<Standing>,
    /// Where it turned, in order of time.
    pub turns: Vec<Turn>,
    /// The seed; `None` where there is no other fight like this one.
    pub seed: Option<u64>,
    /// The command that runs it again; `None` where there is none.
    pub command: Option<String>,
    /// It can be saved.
    pub can_save: bool,
}

impl Aftermath {
    /// Lay it out over the field.
    pub(super) fn show(
        &self,
        context: &egui::Context,
        field: Rect,
        hz: u32,
        drafts: &mut Drafts,
        asked: &mut Vec<Command>,
    ) {
        let width = (field.width() - 20.0).clamp(100.0, 740.0);
        let rect = super::floating(field, vec2(width, self.height(width)));
        widgets::card(context, "aftermath", rect, |ui| {
            self.show_head(ui, hz, asked);
            let room = (ui.available_height() - self.foot(ui.available_width())).max(40.0);
            // What is to be scrolled is seen to be.
            ui.spacing_mut().scroll = egui::style::ScrollStyle { bar_width: 6.0, ..egui::style::ScrollStyle::solid() };
            egui::ScrollArea::vertical()
                .max_height(room)
                .min_scrolled_height(room)
                .auto_shrink([false, false])
                .show(ui, |ui| self.show_middle(ui, hz, asked));
            self.show_foot(ui, drafts, asked);
        });
    }

    /// The height at which nothing of it needs to be scrolled, give or take a line.
    fn height(&self, width: f32) -> f32 {
        let chart = LINE * self.standings.len() as f32;
        let turns = 29.0 * self.turns.len().max(1) as f32;
        let inner = width - RIMS;
        let middle = if inner < BESIDE_FROM { chart + turns + 36.0 } else { chart.max(turns) };
        HEAD + 34.0 + middle + self.foot(inner) + 40.0
    }

    fn foot(&self, inner: f32) -> f32 {
        let rematch = if self.rematch_seed().is_some() && inner < ONE_ROW_FROM { 30.0 } else { 0.0 };
        rematch + if self.command.is_some() || self.can_save { 66.0 } else { 38.0 }
    }

    fn rematch_seed(&self) -> Option<u64> {
        self.seed.filter(|_| self.can_save)
    }

    fn show_head(&self, ui: &mut Ui, hz: u32, asked: &mut Vec<Command>) {
        let (rect, _) = ui.allocate_exact_size(vec2(ui.available_width(), HEAD), Sense::hover());
        let ink = self.verdict.side.map_or(palette::BONE, palette::side);
        let middle = rect.center().x;
        let pen = Pen::new(30.0, ink).bold();
        widgets::write(
            ui.painter(),
            pos2(middle, rect.top() + 18.0),
            Align2::CENTER_CENTER,
            &self.verdict.headline,
            pen,
            rect.width() - 60.0,
        );
        let words = format!("{} · {}", self.verdict.reason, time(self.tick, hz));
        let pen = Pen::new(13.0, palette::BONE_DIM);
        widgets::write(ui.painter(), pos2(middle, rect.top() + 47.0), Align2::CENTER_CENTER, &words, pen, rect.width());
        let corner = Rect::from_min_size(pos2(rect.right() - 18.0, rect.top()), vec2(18.0, 18.0));
        let mut corner = ui.new_child(egui::UiBuilder::new().max_rect(corner));
        if widgets::close(&mut corner, "Put away (Esc); 9 brings it back") {
            asked.push(Command::ToggleAftermath);
        }
    }

    fn show_middle(&self, ui: &mut Ui, hz: u32, asked: &mut Vec<Command>) {
        let width = ui.available_width() - 6.0;
        if width < BESIDE_FROM {
            ui.set_max_width(width);
            self.show_chart(ui, asked);
            ui.add_space(8.0);
            return self.show_turns(ui, hz, asked);
        }
        ui.horizontal_top(|ui| {
            let column = |ui: &mut Ui, width: f32, show: &mut dyn FnMut(&mut Ui)| {
                ui.allocate_ui_with_layout(vec2(width, 0.0), egui::Layout::top_down(egui::Align::Min), |ui| {
                    ui.set_width(width);
                    show(ui);
                });
            };
            column(ui, width * 0.52 - 8.0, &mut |ui| self.show_chart(ui, asked));
            ui.add_space(8.0);
            column(ui, width * 0.48 - 16.0, &mut |ui| self.show_turns(ui, hz, asked));
        });
    }

    /// A bar for each unit: damage, then healing, of the most that anyone did.
    fn show_chart(&self, ui: &mut Ui, asked: &mut Vec<Command>) {
        ui.horizontal(|ui| {
            ui.label(bold("Contributions", 13.0).color(colour(palette::BONE_DIM)));
            for (column, ink) in [(Column::Damage, palette::RUST), (Column::Healing, palette::LICHEN)] {
                if let Some((title, _)) = column.title(&self.measures) {
                    widgets::faint(ui, &title.to_lowercase());
                    swatch(ui, ink);
                }
            }
        });
        let sum = |s: &Standing| s.sums.damage + s.sums.healing;
        let most = self.standings.iter().map(sum).max().unwrap_or(0).max(1) as f32;
        ui.spacing_mut().item_spacing.y = 0.0;
        for (rank, standing) in self.standings.iter().enumerate() {
            let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), LINE), Sense::click());
            if response.hovered() {
                ui.painter().rect_filled(rect.expand2(vec2(4.0, 0.0)), 5.0, colour(palette::BARK_RAISED));
            }
            show_bar(ui.painter(), rect, standing, most, rank == 0, Column::Kills.is_counted(&self.measures));
            if response.on_hover_text(self.measures.tell(&standing.sums)).clicked() {
                asked.push(Command::Inspect(standing.place));
            }
        }
    }

    fn show_turns(&self, ui: &mut Ui, hz: u32, asked: &mut Vec<Command>) {
        // On a line as high as the one above the chart.
        ui.horizontal(|ui| ui.label(bold("Turning points", 13.0).color(colour(palette::BONE_DIM))));
        if self.turns.is_empty() {
            widgets::faint(ui, "Nobody ever pulled ahead.");
        }
        ui.spacing_mut().item_spacing.y = 2.0;
        for turn in &self.turns {
            if show_turn(ui, turn, hz).clicked() {
                asked.push(Command::WatchFrom(turn.tick));
            }
        }
    }

    fn show_foot(&self, ui: &mut Ui, drafts: &mut Drafts, asked: &mut Vec<Command>) {
        let rim = egui::Stroke::new(1.0, colour(palette::RIM));
        ui.painter().hline(ui.max_rect().x_range(), ui.cursor().top(), rim);
        ui.add_space(6.0);
        if let Some(command) = &self.command {
            self.show_command(ui, command, asked);
        } else if self.can_save {
            // As high as the line with the command.
            let (rect, _) = ui.allocate_exact_size(vec2(ui.available_width(), 22.0), Sense::hover());
            let pen = Pen::new(11.5, palette::BONE_FAINT);
            widgets::write(ui.painter(), rect.left_center(), Align2::LEFT_CENTER, NO_COMMAND, pen, rect.width());
        }
        let one_row = ui.available_width() >= ONE_ROW_FROM;
        ui.horizontal(|ui| {
            ui.spacing_mut().item_spacing.x = 6.0;
            if primary(ui, "Watch again").on_hover_text("From the start (Home)").clicked() {
                asked.push(Command::WatchFrom(0));
            }
            if self.can_save {
                if ui.button("Save fight").on_hover_text("To a file that plays for ever (Ctrl+S)").clicked() {
                    asked.push(Command::SaveFight);
                }
                if ui.button("Save report").on_hover_text("To a file that runs it again (Ctrl+Shift+S)").clicked() {
                    asked.push(Command::SaveReport);
                }
            }
            if ui.button("Leave").on_hover_text("Back to where you came from (Backspace)").clicked() {
                asked.push(Command::Back);
            }
            if let Some(seed) = self.rematch_seed().filter(|_| one_row) {
                self.show_rematch(ui, seed, drafts, asked);
            }
        });
        if let Some(seed) = self.rematch_seed().filter(|_| !one_row) {
            ui.horizontal(|ui| self.show_rematch(ui, seed, drafts, asked));
        }
    }

    fn show_command(&self, ui: &mut Ui, command: &str, asked: &mut Vec<Command>) {
        ui.horizontal(|ui| {
            let width = ui.available_width() - 66.0;
            let (rect, response) = ui.allocate_exact_size(vec2(width, 22.0), Sense::click());
            ui.painter().rect_filled(rect, 5.0, colour(palette::NIGHT));
            let pen = Pen::new(11.5, palette::BONE_DIM);
            widgets::write(
                ui.painter(),
                rect.left_center() + vec2(8.0, 0.0),
                Align2::LEFT_CENTER,
                command,
                pen,
                width - 14.0,
            );
            let copy = ui.button("Copy").on_hover_text("The command that runs this very fight again (Ctrl+C)");
            if copy.clicked() || response.on_hover_text(command).clicked() {
                asked.push(Command::CopyCommand);
            }
        });
    }

    fn show_rematch(&self, ui: &mut Ui, seed: u64, drafts: &mut Drafts, asked: &mut Vec<Command>) {
        ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
            let typed = drafts.seed.trim().parse::<u64>();
            let live = drafts.seed.trim().is_empty() || typed.is_ok();
            let button = ui.add_enabled(live, egui::Button::new("Rematch"));
            if button.on_hover_text("The same squads under another seed (Ctrl+N; Ctrl+Shift+N types one)").clicked() {
                asked.push(Command::Rematch(typed.ok()));
            }
            let field = egui::TextEdit::singleline(&mut drafts.seed).char_limit(20).desired_width(74.0);
            let next = seed.wrapping_add(1).to_string();
            let field = ui.add(field.hint_text(next).text_color_opt((!live).then(|| colour(palette::RUST))));
            let hint = if live { "The next one where nothing is typed" } else { "A seed is a whole number" };
            field.on_hover_text(hint);
            widgets::faint(ui, &format!("seed {seed}, next"));
        });
    }
}

fn swatch(ui: &mut Ui, ink: crate::colour::Colour) {
    let (rect, _) = ui.allocate_exact_size(vec2(10.0, 10.0), Sense::hover());
    ui.painter().rect_filled(rect.shrink(1.0), 2.5, colour(ink));
}

fn primary(ui: &mut Ui, words: &str) -> egui::Response {
    let words = bold(words, 12.5).color(colour(palette::NIGHT));
    ui.add(egui::Button::new(words).fill(colour(palette::AMBER)))
}

fn show_bar(painter: &egui::Painter, rect: Rect, standing: &Standing, most: f32, first: bool, kills: bool) {
    let y = rect.center().y;
    let faded = if standing.up { 1.0 } else { 0.62 };
    widgets::sigil(painter, standing.who.side, pos2(rect.left() + 5.0, y), 4.0, standing.up);
    let pen = Pen::new(12.0, palette::BONE.faded(faded));
    let pen = if first { pen.bold() } else { pen };
    // Where no falls are counted, the names have their room.
    let (name, room) = if kills { (rect.width() * 0.36, 46.0) } else { (rect.width() * 0.45, 0.0) };
    widgets::write(painter, pos2(rect.left() + 15.0, y), Align2::LEFT_CENTER, &standing.who.name, pen, name - 18.0);
    let sums = standing.sums;
    let number = Pen::new(11.5, palette::BONE_DIM.faded(faded)).bold();
    let kills = match sums.kills {
        _ if !kills => String::new(),
        0 => String::new(),
        1 => "1 kill".to_owned(),
        kills => format!("{kills} kills"),
    };
    widgets::write(
        painter,
        pos2(rect.right(), y),
        Align2::RIGHT_CENTER,
        &kills,
        Pen::new(10.5, palette::AMBER.faded(faded)),
        42.0,
    );
    let all = (sums.damage + sums.healing).to_string();
    widgets::write(painter, pos2(rect.right() - room, y), Align2::RIGHT_CENTER, &all, number, 40.0);
    let bar = Rect::from_min_max(pos2(rect.left() + name, y - 5.0), pos2(rect.right() - room - 36.0, y + 5.0));
    painter.rect_filled(bar, 5.0, colour(palette::NIGHT.faded(0.7)));
    let (damage, whole) = (sums.damage as f32 / most, (sums.damage + sums.healing) as f32 / most);
    widgets::bar(painter, bar, 0.0, whole, palette::LICHEN.faded(faded));
    widgets::bar(painter, bar, 0.0, damage, palette::RUST.faded(faded));
}

fn show_turn(ui: &mut Ui, turn: &Turn, hz: u32) -> egui::Response {
    let width = ui.available_width();
    let ink = if turn.for_good { palette::BONE.lighter(0.4) } else { palette::BONE };
    let font = if turn.for_good {
        egui::FontId::new(12.0, egui::FontFamily::Name(crate::desk::BOLD.into()))
    } else {
        egui::FontId::proportional(12.0)
    };
    let galley = ui.painter().layout(turn.words.clone(), font, colour(ink), width - 64.0);
    let (rect, response) = ui.allocate_exact_size(vec2(width, galley.size().y + 8.0), Sense::click());
    if response.hovered() {
        ui.painter().rect_filled(rect, 5.0, colour(palette::BARK_RAISED));
    }
    let stripe = Rect::from_min_size(rect.min + vec2(2.0, 4.0), vec2(3.0, rect.height() - 8.0));
    ui.painter().rect_filled(stripe, 1.5, colour(palette::side(turn.side)));
    let at = pos2(rect.left() + 11.0, rect.top() + 4.0 + 7.5);
    widgets::write(
        ui.painter(),
        at,
        Align2::LEFT_CENTER,
        &time(turn.tick, hz),
        Pen::new(11.0, palette::BONE_FAINT),
        46.0,
    );
    ui.painter().galley(pos2(rect.left() + 56.0, rect.top() + 4.0), galley, colour(ink));
    response.on_hover_text("Watch from there")
}

/// The moment to watch from.
#[must_use]
pub fn start_of(tick: u32, first: u32) -> Moment {
    Moment::of_tick(tick.max(first))
}
