//! The contributions: a table of what every unit did, sortable by any column, for any stretch of time.

use egui::{Align2, Rect, Sense, Ui, pos2, vec2};

use super::Panel;
use super::widgets::{self, Pen};
use crate::colour::{Colour, palette};
use crate::command::Command;
use crate::desk::colour;
use crate::ledger::Sums;
use crate::standings::{Column, Scope, Sort, Standing};
use crate::view::Measures;

/// Height of a line.
const LINE: f32 = 25.0;
/// Widths of the columns of numbers.
const NUMBERS: [f32; 4] = [45.0, 40.0, 45.0, 33.0];

/// The table as it is shown.
#[derive(Debug, Clone, PartialEq)]
pub struct Contributions {
    /// What the counted numbers are called.
    pub measures: Measures,
    /// Its lines, sorted.
    pub lines: Vec<Standing>,
    /// The sides' names and sums, in order.
    pub sides: Vec<(String, Sums)>,
    /// How it is sorted.
    pub sort: Sort,
    /// Which stretch of time it tells of.
    pub scope: Scope,
    /// Whether there is a part from A to B.
    pub has_loop: bool,
    /// What was not watched is hidden.
    pub hidden: bool,
    /// The stretch in times: `0:00.0 – 0:08.0`.
    pub stretch: String,
    /// The unit looked at.
    pub inspected: Option<usize>,
}

impl Contributions {
    /// Lay it out.
    pub(super) fn show(&self, ui: &mut Ui, asked: &mut Vec<Command>) {
        if widgets::title(ui, "Contributions", "6") {
            asked.push(Command::TogglePanel(Panel::Contributions));
        }
        self.show_scopes(ui, asked);
        ui.spacing_mut().item_spacing.y = 0.0;
        ui.add_space(2.0);
        self.show_head(ui, asked);
        let foot = LINE * self.sides.len() as f32 + 8.0;
        let room = (ui.available_height() - foot).max(LINE * 2.0);
        egui::ScrollArea::vertical().max_height(room).auto_shrink([false, true]).show_rows(
            ui,
            LINE,
            self.lines.len(),
            |ui, rows| {
                for standing in &self.lines[rows] {
                    self.show_line(ui, standing, asked);
                }
            },
        );
        self.show_foot(ui);
    }

    fn show_scopes(&self, ui: &mut Ui, asked: &mut Vec<Command>) {
        ui.horizontal(|ui| {
            ui.spacing_mut().item_spacing.x = 5.0;
            for scope in Scope::ALL {
                let live = scope != Scope::Loop || self.has_loop;
                let response = widgets::choice(ui, scope.title(self.hidden), self.scope == scope, live);
                let response = match scope {
                    Scope::Cursor => response.on_hover_text("From the start to the cursor"),
                    Scope::Whole => response.on_hover_text("All of the fight that may be shown"),
                    Scope::Loop if live => response.on_hover_text("Within the loop"),
                    Scope::Loop => response.on_hover_text("Set a loop first: U sets its start, I its end"),
                };
                if live && response.clicked() {
                    asked.push(Command::SetScope(scope));
                }
            }
        });
        widgets::faint(ui, &self.stretch);
    }

    fn show_head(&self, ui: &mut Ui, asked: &mut Vec<Command>) {
        let (rect, _) = ui.allocate_exact_size(vec2(ui.available_width(), 20.0), Sense::hover());
        for column in self.columns() {
            let Some((title, hint)) = column.title(&self.measures) else { continue };
            let cell = self.cell(rect, column);
            let response = ui.interact(cell, ui.id().with(column), Sense::click()).on_hover_text(hint);
            let sorted = self.sort.column == column;
            let ink = match (sorted, response.hovered()) {
                (true, _) => palette::AMBER,
                (false, true) => palette::BONE,
                (false, false) => palette::BONE_DIM,
            };
            let (at, anchor) = match column {
                Column::Name => (cell.left_center(), Align2::LEFT_CENTER),
                _ => (cell.right_center(), Align2::RIGHT_CENTER),
            };
            let text = widgets::write(ui.painter(), at, anchor, title, Pen::new(11.0, ink).bold(), cell.width());
            if sorted {
                arrow(ui.painter(), text, self.sort.turned);
            }
            if response.clicked() {
                asked.push(Command::SortBy(column));
            }
        }
        let rim = egui::Stroke::new(1.0, colour(palette::RIM));
        ui.painter().hline(rect.x_range(), rect.bottom(), rim);
    }

    fn show_line(&self, ui: &mut Ui, standing: &Standing, asked: &mut Vec<Command>) {
        let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), LINE), Sense::click());
        let painter = ui.painter();
        if response.hovered() || self.inspected == Some(standing.place) {
            let fill = if response.hovered() { palette::BARK_RAISED } else { palette::BARK_RAISED.faded(0.6) };
            painter.rect_filled(rect.expand2(vec2(5.0, -0.5)), 5.0, colour(fill));
        }
        let side = palette::side(standing.who.side);
        let faded = if standing.up { 1.0 } else { 0.55 };
        let middle = rect.center().y - 1.5;
        widgets::sigil(painter, standing.who.side, pos2(rect.left() + 4.5, middle), 4.0, standing.up);
        let name = self.cell(rect, Column::Name);
        let at = pos2(rect.left() + 14.0, middle);
        let pen = Pen::new(12.0, palette::BONE.faded(faded));
        widgets::write(painter, at, Align2::LEFT_CENTER, &standing.who.name, pen, name.width() - 10.0);
        for column in self.columns().skip(1) {
            self.write_number(painter, rect, column, &standing.sums, self.sort.column == column, faded);
        }
        self.show_share(painter, rect, standing, side.faded(faded));
        if response.on_hover_text("Look at it").clicked() {
            asked.push(Command::Inspect(standing.place));
        }
    }

    /// The bar under a line: its part of the largest number in the column it is sorted by.
    fn show_share(&self, painter: &egui::Painter, rect: Rect, standing: &Standing, ink: Colour) {
        let column = if self.sort.column == Column::Name { Column::Damage } else { self.sort.column };
        let most = self.lines.iter().map(|s| column.number(&s.sums)).max().unwrap_or(0).max(1);
        let bar = Rect::from_min_max(pos2(rect.left(), rect.bottom() - 4.0), pos2(rect.right(), rect.bottom() - 1.5));
        painter.rect_filled(bar, 1.2, colour(palette::NIGHT.faded(0.7)));
        widgets::bar(painter, bar, 0.0, column.number(&standing.sums) as f32 / most as f32, ink);
    }

    fn show_foot(&self, ui: &mut Ui) {
        ui.add_space(3.0);
        let rim = egui::Stroke::new(1.0, colour(palette::RIM));
        let y = ui.cursor().top();
        ui.painter().hline(ui.max_rect().x_range(), y, rim);
        for (side, (name, sums)) in self.sides.iter().enumerate() {
            let (rect, _) = ui.allocate_exact_size(vec2(ui.available_width(), LINE - 2.0), Sense::hover());
            let painter = ui.painter();
            widgets::sigil(painter, side, pos2(rect.left() + 4.5, rect.center().y), 4.0, true);
            let at = pos2(rect.left() + 14.0, rect.center().y);
            let pen = Pen::new(12.0, palette::side(side)).bold();
            let room = self.cell(rect, Column::Name).width() - 10.0;
            widgets::write(painter, at, Align2::LEFT_CENTER, name, pen, room);
            for column in self.columns().skip(1) {
                self.write_number(painter, rect.translate(vec2(0.0, 1.5)), column, sums, true, 1.0);
            }
        }
    }

    /// The columns that are counted, from left to right.
    fn columns(&self) -> impl Iterator<Item = Column> + use<'_> {
        Column::ALL.into_iter().filter(|column| column.is_counted(&self.measures))
    }

    /// Where a column lies on a line: the name takes what the numbers leave.
    fn cell(&self, line: Rect, column: Column) -> Rect {
        let width = |column: Column| {
            let place = Column::ALL.iter().position(|c| *c == column).unwrap_or(0);
            place.checked_sub(1).map_or(0.0, |number| NUMBERS[number])
        };
        let from = |first: Column| self.columns().skip_while(|c| *c != first).map(width).sum::<f32>();
        let (left, right) = match column {
            Column::Name => (line.left(), line.right() - from(Column::Name)),
            number => (line.right() - from(number), line.right() - from(number) + width(number)),
        };
        Rect::from_min_max(pos2(left, line.top()), pos2(right, line.bottom()))
    }

    fn write_number(&self, painter: &egui::Painter, line: Rect, column: Column, sums: &Sums, strong: bool, faded: f32) {
        let number = column.number(sums);
        let ink = match (number, strong) {
            (0, _) => palette::BONE_FAINT.faded(0.55),
            (_, true) => palette::BONE.faded(faded),
            (_, false) => palette::BONE_DIM.faded(faded),
        };
        let cell = self.cell(line, column);
        let at = pos2(cell.right(), cell.center().y - 1.5);
        let pen = if strong { Pen::new(12.0, ink).bold() } else { Pen::new(12.0, ink) };
        widgets::write(painter, at, Align2::RIGHT_CENTER, &number.to_string(), pen, cell.width());
    }
}

/// A small arrow under a title: down for most first.
fn arrow(painter: &egui::Painter, text: Rect, turned: bool) {
    let (x, y) = (text.center().x, text.bottom() + 0.5);
    let (tip, foot) = if turned { (y - 0.5, y + 2.5) } else { (y + 2.5, y - 0.5) };
    let corners = vec![pos2(x - 3.5, foot), pos2(x + 3.5, foot), pos2(x, tip)];
    painter.add(egui::Shape::convex_polygon(corners, colour(palette::AMBER), egui::Stroke::NONE));
}
