//! The timelines: every branch of the fight with its end, to switch to, name, hold against another, save and delete.

use egui::{Align2, Rect, Sense, Ui, pos2, vec2};

use super::inspector::time;
use super::widgets::{self, Pen};
use super::{Drafts, Panel};
use crate::colour::palette;
use crate::command::Command;
use crate::comparison::{Comparison, Ending, Fate};
use crate::desk::{bold, colour};
use crate::standings::Column;
use crate::view::Measures;

/// Height of a line.
const LINE: f32 = 34.0;
/// Height of a line of two timelines side by side.
const PAIR: f32 = 26.0;
/// Room between the two.
const COLUMN_GAP: f32 = 24.0;

/// Every timeline as it is shown.
#[derive(Debug, Clone, PartialEq)]
pub struct Timelines {
    /// One a line, those that split off another under it.
    pub lines: Vec<Timeline>,
    /// The one that is watched.
    pub current: usize,
    /// Two of them held against each other.
    pub comparison: Option<Comparison>,
    /// What was not watched is hidden.
    pub hidden: bool,
    /// They can be saved.
    pub can_save: bool,
}

/// A line of the list.
#[derive(Debug, Clone, PartialEq)]
pub struct Timeline {
    /// How it stands.
    pub ending: Ending,
    /// The tick at which it split off; `None` for the first.
    pub from: Option<u32>,
    /// How many splits lie between it and the first.
    pub depth: usize,
}

impl Timelines {
    /// Lay them out.
    pub(super) fn show(&self, ui: &mut Ui, hz: u32, drafts: &mut Drafts, asked: &mut Vec<Command>) {
        if widgets::title(ui, "Timelines", "8") {
            asked.push(Command::TogglePanel(Panel::Timelines));
        }
        if self.lines.len() == 1 {
            widgets::faint(ui, "An order makes a second one: select a unit and press R, or F and click a foe.");
        }
        egui::ScrollArea::vertical().auto_shrink([false, false]).show(ui, |ui| {
            ui.spacing_mut().item_spacing.y = 2.0;
            for line in &self.lines {
                self.show_line(ui, line, hz, asked);
                if line.ending.place == self.current {
                    self.show_tools(ui, line, drafts, asked);
                } else if self.compares(line.ending.place) {
                    ui.add_space(2.0);
                }
            }
        });
    }

    fn compares(&self, place: usize) -> bool {
        self.comparison.as_ref().is_some_and(|compared| compared.endings.iter().any(|e| e.place == place))
    }

    fn show_line(&self, ui: &mut Ui, line: &Timeline, hz: u32, asked: &mut Vec<Command>) {
        let current = line.ending.place == self.current;
        let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), LINE), Sense::click());
        let painter = ui.painter();
        let fill = match (current, response.hovered()) {
            (true, _) => palette::LICHEN.faded(0.14),
            (false, true) => palette::BARK_RAISED,
            (false, false) => palette::BARK_RAISED.faded(0.35),
        };
        painter.rect_filled(rect, 6.0, colour(fill));
        let inset = 10.0 + 12.0 * line.depth.min(6) as f32;
        if line.depth > 0 {
            let stroke = egui::Stroke::new(1.5, colour(palette::LICHEN.faded(0.6)));
            let (x, y) = (rect.left() + inset - 9.0, rect.center().y - 6.0);
            painter.line_segment([pos2(x, rect.top() + 2.0), pos2(x, y)], stroke);
            painter.line_segment([pos2(x, y), pos2(x + 5.0, y)], stroke);
        }
        let left = rect.left() + inset;
        let width = rect.right() - left - 8.0;
        let pen = Pen::new(12.0, if current { palette::BONE.lighter(0.4) } else { palette::BONE });
        let pen = if current { pen.bold() } else { pen };
        let at = pos2(left, rect.top() + 10.5);
        // The way to the other one lies at the right of its line.
        let compare = (!current).then(|| {
            Rect::from_min_max(pos2(rect.right() - 62.0, rect.top() + 3.0), pos2(rect.right() - 4.0, rect.top() + 18.0))
        });
        let room = if compare.is_some() { width - 58.0 } else { width };
        widgets::write(painter, at, Align2::LEFT_CENTER, &line.ending.name, pen, room);
        self.write_ending(painter, pos2(left, rect.top() + 25.0), line, hz, width);
        if let Some(compare) = compare {
            let id = ui.id().with(("compare", line.ending.place));
            let over =
                ui.interact(compare, id, Sense::click()).on_hover_text("Hold it against the one that is watched");
            let ink = if over.hovered() { palette::AMBER } else { palette::BONE_FAINT };
            let at = compare.right_center() - vec2(2.0, 0.0);
            widgets::write(ui.painter(), at, Align2::RIGHT_CENTER, "compare", Pen::new(10.5, ink), compare.width());
            if over.clicked() {
                return asked.push(Command::Compare(Some(line.ending.place)));
            }
        }
        let hint = if current { "This one is watched" } else { "Watch it, at the same tick" };
        if response.on_hover_text(hint).clicked() && !current {
            asked.push(Command::SwitchBranch(line.ending.place));
        }
    }

    fn write_ending(&self, painter: &egui::Painter, at: egui::Pos2, line: &Timeline, hz: u32, width: f32) {
        let from = line.from.map(|from| format!("from {} · ", time(from, hz))).unwrap_or_default();
        let (words, ink) = ending_words(&line.ending, hz, self.hidden);
        let from = widgets::write(painter, at, Align2::LEFT_CENTER, &from, Pen::new(10.5, palette::BONE_FAINT), width);
        // What ends in a blank is measured without it.
        let gap = if from.width() > 0.0 { 3.0 } else { 0.0 };
        let at = pos2(from.right() + gap, at.y);
        widgets::write(painter, at, Align2::LEFT_CENTER, &words, Pen::new(10.5, ink), width - from.width() - gap);
    }

    /// What can be done with the one that is watched.
    fn show_tools(&self, ui: &mut Ui, line: &Timeline, drafts: &mut Drafts, asked: &mut Vec<Command>) {
        let place = line.ending.place;
        if let Some((_, name)) = drafts.name.as_mut().filter(|(named, _)| *named == place) {
            let field = ui.add(
                egui::TextEdit::singleline(name).hint_text("its name").desired_width(f32::INFINITY).char_limit(80),
            );
            let done = ui.input(|input| input.key_pressed(egui::Key::Enter));
            if !field.has_focus() && !field.lost_focus() {
                field.request_focus();
            }
            if field.lost_focus() {
                if done {
                    asked.push(Command::RenameBranch { place, name: name.clone() });
                }
                drafts.name = None;
            }
            return;
        }
        ui.horizontal_wrapped(|ui| {
            ui.spacing_mut().item_spacing = vec2(5.0, 4.0);
            if widgets::choice(ui, "Rename", false, true).clicked() {
                drafts.name = Some((place, line.ending.name.clone()));
            }
            for (words, command, hint) in [
                ("Save fight", Command::SaveFight, "Write it to a file (Ctrl+S)"),
                ("Save report", Command::SaveReport, "Write a file that runs it again (Ctrl+Shift+S)"),
            ] {
                if self.can_save && widgets::choice(ui, words, false, true).on_hover_text(hint).clicked() {
                    asked.push(command);
                }
            }
            if line.from.is_some() {
                self.show_delete(ui, place, drafts, asked);
            }
        });
        ui.add_space(3.0);
    }

    fn show_delete(&self, ui: &mut Ui, place: usize, drafts: &mut Drafts, asked: &mut Vec<Command>) {
        let doomed = drafts.doomed == Some(place);
        let words = if doomed { "Really delete?" } else { "Delete" };
        let response = widgets::choice(ui, words, doomed, true);
        if response.clicked() {
            drafts.doomed = (!doomed).then_some(place);
            if doomed {
                asked.push(Command::DeleteBranch(place));
            }
        } else if doomed && ui.input(|input| input.pointer.any_click()) {
            drafts.doomed = None;
        }
    }
}

/// How a timeline stands, in words and a colour.
fn ending_words(ending: &Ending, hz: u32, hidden: bool) -> (String, crate::colour::Colour) {
    let told = time(ending.told, hz);
    match &ending.verdict {
        Some(verdict) => {
            let ink = verdict.side.map_or(palette::BONE_DIM, palette::side);
            (format!("{} at {told}", verdict.headline), ink)
        }
        None if hidden => (format!("watched to {told}"), palette::BONE_DIM),
        None if ending.running => (format!("being recorded, {told} so far"), palette::LICHEN),
        None => (format!("to {told}"), palette::BONE_DIM),
    }
}

/// Lay out two timelines side by side, over the field.
pub(super) fn compare(
    context: &egui::Context,
    field: Rect,
    comparison: &Comparison,
    hz: u32,
    asked: &mut Vec<Command>,
) {
    let size = vec2((field.width() - 24.0).clamp(100.0, 640.0), PAIR * comparison.pairs.len() as f32 + 118.0);
    let rect = super::floating(field, size);
    widgets::card(context, "comparison", rect, |ui| {
        ui.horizontal(|ui| {
            ui.label(bold("Side by side", 15.0));
            let same = !comparison.pairs.iter().any(crate::comparison::Pair::differs);
            let words = if same { "parted, and yet the same for everyone, since" } else { "the same up to" };
            widgets::faint(ui, &format!("{words} {}", time(comparison.parted, hz)));
            let legend = [("+ more", palette::AMBER), ("− less than at the left", palette::VIOLET)];
            for (words, ink) in legend {
                ui.label(egui::RichText::new(words).size(11.0).color(colour(ink)));
            }
            ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
                if widgets::close(ui, "Close (Esc)") {
                    asked.push(Command::Compare(None));
                }
            });
        });
        show_endings(ui, comparison, hz);
        egui::ScrollArea::vertical().auto_shrink([false, false]).show(ui, |ui| {
            ui.spacing_mut().item_spacing.y = 0.0;
            for pair in &comparison.pairs {
                let (line, response) = ui.allocate_exact_size(vec2(ui.available_width() - 4.0, PAIR), Sense::click());
                if response.hovered() {
                    ui.painter().rect_filled(line, 5.0, colour(palette::BARK_RAISED));
                }
                let faded = if pair.differs() { 1.0 } else { 0.45 };
                let [name, one, other] = columns(line);
                widgets::sigil(ui.painter(), pair.who.side, pos2(name.left() + 5.0, line.center().y), 4.0, true);
                let pen = Pen::new(12.0, palette::BONE.faded(faded));
                let at = pos2(name.left() + 15.0, line.center().y);
                widgets::write(ui.painter(), at, Align2::LEFT_CENTER, &pair.who.name, pen, name.width() - 20.0);
                let ink = palette::side(pair.who.side).faded(faded);
                let counted = shown(&comparison.measures);
                write_fate(ui.painter(), one, counted, (&pair.fates[0], None), ink, hz, faded);
                write_fate(ui.painter(), other, counted, (&pair.fates[1], Some(&pair.fates[0])), ink, hz, faded);
                if response.on_hover_text(difference(&comparison.measures, pair.fates)).clicked() {
                    asked.push(Command::Inspect(pair.place));
                }
            }
        });
    });
}

fn columns(line: Rect) -> [Rect; 3] {
    let name = line.width() * 0.26;
    let rest = (line.width() - name) * 0.5;
    let column = |left: f32, w: f32| Rect::from_min_size(pos2(line.left() + left, line.top()), vec2(w, line.height()));
    [column(0.0, name), column(name, rest - COLUMN_GAP), column(name + rest, rest)]
}

fn show_endings(ui: &mut Ui, comparison: &Comparison, hz: u32) {
    let (line, _) = ui.allocate_exact_size(vec2(ui.available_width() - 4.0, 50.0), Sense::hover());
    let [_, one, other] = columns(line);
    for (rect, ending) in [one, other].into_iter().zip(&comparison.endings) {
        let pen = Pen::new(12.5, palette::BONE).bold();
        let at = pos2(rect.left(), rect.top() + 10.0);
        widgets::write(ui.painter(), at, Align2::LEFT_CENTER, &ending.name, pen, rect.width());
        let (words, ink) = ending_words(ending, hz, !ending.running && ending.verdict.is_none());
        let at = pos2(rect.left(), rect.top() + 26.0);
        widgets::write(ui.painter(), at, Align2::LEFT_CENTER, &words, Pen::new(11.5, ink), rect.width());
        let [first, second] = shown(&comparison.measures).map(|column| column.title(&comparison.measures));
        for (part, words, anchor) in [
            (0.0, Some(comparison.measures.vigor), Align2::LEFT_CENTER),
            (0.72, first.map(|(title, _)| title), Align2::RIGHT_CENTER),
            (1.0, second.map(|(title, _)| title), Align2::RIGHT_CENTER),
        ] {
            let (at, words) = (pos2(rect.left() + rect.width() * part, rect.top() + 42.0), words.unwrap_or_default());
            let pen = Pen::new(10.5, palette::BONE_FAINT);
            widgets::write(ui.painter(), at, anchor, &words.to_lowercase(), pen, rect.width());
        }
    }
    let rim = egui::Stroke::new(1.0, colour(palette::RIM));
    ui.painter().hline(line.x_range(), line.bottom(), rim);
}

/// The two numbers that are held against each other.
fn shown(measures: &Measures) -> [Column; 2] {
    [Column::Damage, if Column::Healing.is_counted(measures) { Column::Healing } else { Column::Taken }]
}

/// Room that a number and its difference need, in points.
const DIFFERENCE_WIDTH: f32 = 58.0;

/// What became of a unit: vigor or the time of its fall, and two numbers; with what there was more or less of than in
/// the other timeline.
fn write_fate(
    painter: &egui::Painter,
    rect: Rect,
    columns: [Column; 2],
    (fate, other): (&Fate, Option<&Fate>),
    ink: crate::colour::Colour,
    hz: u32,
    faded: f32,
) {
    let y = rect.center().y;
    if !fate.there {
        let pen = Pen::new(11.0, palette::BONE_FAINT);
        widgets::write(painter, pos2(rect.left(), y), Align2::LEFT_CENTER, "never came", pen, rect.width());
        return;
    }
    let vigor = Rect::from_min_max(pos2(rect.left(), y - 3.5), pos2(rect.left() + rect.width() * 0.4, y + 3.5));
    if let Some(fell) = fate.fell_at.or((fate.vigor <= 0).then_some(0)) {
        let words = if fell == 0 { "gone".to_owned() } else { format!("fell {}", time(fell, hz)) };
        let pen = Pen::new(11.0, palette::BONE_DIM.faded(faded));
        widgets::write(painter, vigor.left_center(), Align2::LEFT_CENTER, &words, pen, vigor.width());
    } else {
        let pen = Pen::new(11.0, palette::BONE.faded(faded));
        let number =
            widgets::write(painter, vigor.left_center(), Align2::LEFT_CENTER, &fate.vigor.to_string(), pen, 40.0);
        let bar = vigor.with_min_x(vigor.left().max(number.right() + 5.0).max(vigor.left() + 28.0));
        painter.rect_filled(bar, 3.5, colour(palette::NIGHT.faded(0.8)));
        widgets::bar(painter, bar, 0.0, fate.vigor as f32 / fate.vigor_max.max(1) as f32, ink);
    }
    let numbers = [0.72, 1.0].into_iter().zip(columns);
    let numbers =
        numbers.map(|(part, column)| (part, column.number(&fate.sums), other.map(|other| column.number(&other.sums))));
    for (part, number, before) in numbers {
        let at = pos2(rect.left() + rect.width() * part, y);
        let (by, tone) = match before {
            Some(before) if number > before => (format!(" (+{})", number - before), palette::AMBER),
            Some(before) if number < before => (format!(" (−{})", before - number), palette::VIOLET),
            _ => (String::new(), palette::BONE),
        };
        // Where there is little room, the colour alone tells which way it differs.
        let room = rect.width() * 0.27;
        let words = if room > DIFFERENCE_WIDTH { format!("{number}{by}") } else { number.to_string() };
        widgets::write(painter, at, Align2::RIGHT_CENTER, &words, Pen::new(11.0, tone.faded(faded)), room);
    }
}

/// What differs, in words.
fn difference(measures: &Measures, [one, other]: [Fate; 2]) -> String {
    if one == other {
        return "the same in both".to_owned();
    }
    format!("{}\n{}", measures.tell(&one.sums), measures.tell(&other.sums))
}
