//! The inspector: everything about one unit at the cursor, how its health went, and what passed between it and others.

use egui::{Align2, Rect, Sense, Ui, pos2, vec2};
use egui_plot::{Line, Plot, PlotPoints, VLine};

use super::Panel;
use super::widgets::{self, Pen};
use crate::colour::palette;
use crate::command::Command;
use crate::desk::{bold, colour};
use crate::layout::clock;
use crate::ledger::{Exchange, Sums};
use crate::playback::Moment;
use crate::sheet::{Ready, Sheet, Skill, Status, Who};
use crate::standings::Column;
use crate::view::Measures;

/// What the inspector shows.
#[derive(Debug, Clone, PartialEq)]
pub struct Inspector {
    /// The unit's place and sheet; `None` while nobody is looked at, or before it came.
    pub unit: Option<(usize, Sheet)>,
    /// Whom it goes for.
    pub target: Option<(usize, Who)>,
    /// What passed between it and others within the stretch told, most first.
    pub exchanges: Vec<(Option<usize>, Option<Who>, Exchange)>,
    /// The stretch in words: `so far`.
    pub stretch: &'static str,
    /// Its health wherever it changed, as far as that may be told.
    pub health: Vec<(u32, i32)>,
    /// What the counted numbers are called.
    pub measures: Measures,
    /// The first tick and the last that may be told.
    pub ticks: (u32, u32),
    /// Where the cursor is.
    pub cursor: Moment,
    /// Somebody is looked at, but is not there yet.
    pub unborn: bool,
}

impl Inspector {
    /// Lay it out.
    pub(super) fn show(&self, ui: &mut Ui, hz: u32, asked: &mut Vec<Command>) {
        if widgets::title(ui, "Unit", "7") {
            asked.push(Command::TogglePanel(Panel::Inspector));
        }
        let Some((place, sheet)) = &self.unit else {
            let words =
                if self.unborn { "It is not on the field yet." } else { "Click a unit to look at it, or press Tab." };
            widgets::faint(ui, words);
            return;
        };
        egui::ScrollArea::vertical().auto_shrink([false, false]).show(ui, |ui| {
            ui.set_max_width(ui.available_width() - 4.0);
            show_who(ui, sheet);
            show_vigor(ui, sheet, self.measures.vigor);
            self.show_standing(ui, sheet, asked);
            self.show_health(ui, *place, sheet, hz, asked);
            show_statuses(ui, &sheet.statuses, hz);
            show_skills(ui, &sheet.skills, hz);
            self.show_exchanges(ui, asked);
            show_stats(ui, sheet);
        });
    }

    fn show_standing(&self, ui: &mut Ui, sheet: &Sheet, asked: &mut Vec<Command>) {
        if let Some(standing) = &sheet.standing {
            ui.label(egui::RichText::new(standing).size(12.0).color(colour(palette::AMBER)));
        }
        if let Some((place, who)) = &self.target {
            ui.horizontal(|ui| {
                ui.spacing_mut().item_spacing.x = 5.0;
                widgets::faint(ui, "goes for");
                if name_link(ui, who) {
                    asked.push(Command::Inspect(*place));
                }
            });
        }
    }

    /// The plot of its health; a click on it leads there.
    fn show_health(&self, ui: &mut Ui, place: usize, sheet: &Sheet, hz: u32, asked: &mut Vec<Command>) {
        let seconds = |ticks: f64| ticks / f64::from(hz);
        let (first, last) = (f64::from(self.ticks.0), f64::from(self.ticks.1.max(self.ticks.0 + 1)));
        let whole = f64::from(sheet.vigor.1.max(1));
        let ink = colour(palette::side(sheet.who.side));
        let plot = Plot::new(("health", place))
            .height(84.0)
            .allow_zoom(false)
            .allow_drag(false)
            .allow_scroll(false)
            .allow_boxed_zoom(false)
            .allow_axis_zoom_drag(false)
            .allow_double_click_reset(false)
            .show_background(false)
            .show_x(false)
            .show_y(false)
            .y_axis_min_width(26.0)
            .set_margin_fraction(vec2(0.0, 0.0))
            .default_x_bounds(seconds(first), seconds(last))
            .default_y_bounds(0.0, whole * 1.06)
            .x_axis_formatter(|mark, _| clock_of(mark.value))
            // The zero would lie on the first time.
            .y_axis_formatter(|mark, _| if mark.value > 0.0 { format!("{:.0}", mark.value) } else { String::new() })
            .show_grid([false, true])
            .label_formatter(|_, _| String::new())
            .cursor_color(colour(palette::BONE.faded(0.3)));
        let shown = plot.show(ui, |plot| {
            plot.set_plot_bounds(egui_plot::PlotBounds::from_min_max(
                [seconds(first), 0.0],
                [seconds(last), whole * 1.06],
            ));
            let now = self.cursor.ticks();
            let (before, after) = (self.steps(0.0, now), self.steps(now, last));
            let in_seconds =
                |steps: Vec<[f64; 2]>| steps.into_iter().map(|[t, y]| [seconds(t), y]).collect::<PlotPoints<'_>>();
            let faint = ink.gamma_multiply(0.4);
            plot.line(
                Line::new("then", in_seconds(after))
                    .color(faint)
                    .width(1.2)
                    .fill(0.0)
                    .fill_alpha(0.05)
                    .allow_hover(false),
            );
            plot.line(
                Line::new("so far", in_seconds(before))
                    .color(ink)
                    .width(1.8)
                    .fill(0.0)
                    .fill_alpha(0.16)
                    .allow_hover(false),
            );
            plot.vline(VLine::new("now", seconds(now)).color(colour(palette::AMBER)).width(1.2).allow_hover(false));
            plot.response().clicked().then(|| plot.pointer_coordinate()).flatten()
        });
        let response = shown.response.on_hover_text(format!("{} over time; click to go there", self.measures.vigor));
        if let (true, Some(at)) = (response.clicked(), shown.inner) {
            let tick = (at.x * f64::from(hz)).clamp(first, last);
            asked.push(Command::Seek(Moment::between(tick as u32, tick.fract())));
        }
    }

    /// The steps of its health between two times in ticks.
    fn steps(&self, from: f64, to: f64) -> Vec<[f64; 2]> {
        let mut steps: Vec<[f64; 2]> = Vec::new();
        let mut known: Option<i32> = None;
        for (tick, points) in &self.health {
            let at = f64::from(*tick);
            if at > to {
                break;
            }
            if at < from {
                known = Some(*points);
                continue;
            }
            match known {
                Some(before) if steps.is_empty() => steps.extend([[from, f64::from(before)], [at, f64::from(before)]]),
                Some(before) => steps.push([at, f64::from(before)]),
                None => {}
            }
            steps.push([at, f64::from(*points)]);
            known = Some(*points);
        }
        if let Some(last) = known.filter(|_| to > from) {
            if steps.is_empty() {
                steps.push([from, f64::from(last)]);
            }
            steps.push([to, f64::from(last)]);
        }
        steps
    }

    fn show_exchanges(&self, ui: &mut Ui, asked: &mut Vec<Command>) {
        if self.exchanges.is_empty() {
            return;
        }
        widgets::heading(ui, &format!("Who hit whom, {}", self.stretch));
        let of = |e: &Exchange| [e.dealt, e.taken, e.given, e.got];
        let most = self.exchanges.iter().flat_map(|(_, _, e)| of(e)).max().unwrap_or(0).max(1) as f32;
        ui.spacing_mut().item_spacing.y = 2.0;
        for (place, who, exchange) in &self.exchanges {
            let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), 33.0), Sense::click());
            show_exchange(ui, rect, who.as_ref(), exchange, most, response.hovered());
            let response = response.on_hover_text(told(exchange, &self.measures));
            if let (true, Some(place)) = (response.clicked(), place) {
                asked.push(Command::Inspect(*place));
            }
        }
    }
}

fn clock_of(seconds: f64) -> String {
    let whole = seconds.max(0.0).round() as u64;
    format!("{}:{:02}", whole / 60, whole % 60)
}

fn show_who(ui: &mut Ui, sheet: &Sheet) {
    let (rect, _) = ui.allocate_exact_size(vec2(ui.available_width(), 20.0), Sense::hover());
    widgets::sigil(ui.painter(), sheet.who.side, pos2(rect.left() + 5.0, rect.center().y), 5.0, sheet.vigor.0 > 0);
    let at = pos2(rect.left() + 17.0, rect.center().y);
    let pen = Pen::new(15.0, palette::BONE).bold();
    widgets::write(ui.painter(), at, Align2::LEFT_CENTER, &sheet.who.name, pen, rect.width() - 18.0);
    ui.label(egui::RichText::new(&sheet.about).size(12.0).color(colour(palette::BONE_DIM))).on_hover_text(&sheet.text);
}

fn show_vigor(ui: &mut Ui, sheet: &Sheet, name: &str) {
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), 18.0), Sense::hover());
    let (vigor, whole) = sheet.vigor;
    let shield = if sheet.shield > 0 { format!(" +{}", sheet.shield) } else { String::new() };
    let at = rect.right_center();
    let pen = Pen::new(12.0, palette::BONE).bold();
    let number =
        widgets::write(ui.painter(), at, Align2::RIGHT_CENTER, &format!("{vigor} / {whole}{shield}"), pen, 120.0);
    let bar =
        Rect::from_min_max(pos2(rect.left(), rect.center().y - 4.5), pos2(number.left() - 8.0, rect.center().y + 4.5));
    let all = (whole.max(vigor + sheet.shield)).max(1) as f32;
    let part = vigor.max(0) as f32 / all;
    ui.painter().rect_filled(bar, 4.5, colour(palette::NIGHT));
    widgets::bar(ui.painter(), bar, part, part + sheet.shield as f32 / all, palette::BONE.faded(0.75));
    widgets::bar(ui.painter(), bar, 0.0, part, palette::side(sheet.who.side));
    let above = if sheet.shield > 0 { "; a shield comes on top" } else { "" };
    response.on_hover_text(format!("{name} left, of the whole{above}"));
}

fn show_statuses(ui: &mut Ui, statuses: &[Status], hz: u32) {
    if statuses.is_empty() {
        return;
    }
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = vec2(5.0, 4.0);
        for status in statuses {
            let words = format!("{} {}", status.name, seconds(status.left, hz));
            let galley = ui.painter().layout_no_wrap(words, egui::FontId::proportional(11.0), colour(palette::BONE));
            let (rect, response) = ui.allocate_exact_size(galley.size() + vec2(24.0, 6.0), Sense::hover());
            ui.painter().rect_filled(rect, 9.0, colour(status.colour.faded(0.2)));
            let rim = egui::Stroke::new(1.0, colour(status.colour.faded(0.6)));
            ui.painter().rect_stroke(rect, 9.0, rim, egui::StrokeKind::Inside);
            ui.painter().circle_filled(pos2(rect.left() + 9.0, rect.center().y), 3.2, colour(status.colour));
            let at = pos2(rect.left() + 16.0, rect.center().y - galley.size().y * 0.5);
            ui.painter().galley(at, galley, colour(palette::BONE));
            let strength = if status.strength.is_empty() { String::new() } else { format!(" ({})", status.strength) };
            response.on_hover_text(format!("{}{strength}", status.text));
        }
    });
}

fn show_skills(ui: &mut Ui, skills: &[Skill], hz: u32) {
    if skills.is_empty() {
        return;
    }
    widgets::heading(ui, "Skills");
    ui.spacing_mut().item_spacing.y = 2.0;
    for skill in skills {
        let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), 21.0), Sense::hover());
        let (words, ink, part) = match skill.ready {
            Ready::Now => ("ready".to_owned(), palette::LICHEN, 1.0),
            Ready::UsedUp => ("used up".to_owned(), palette::BONE_FAINT, 0.0),
            Ready::In { left, of } => {
                let part = of.map_or(0.0, |of| 1.0 - left as f32 / of.max(1) as f32);
                (format!("in {}", seconds(left, hz)), palette::AMBER, part)
            }
        };
        ui.painter().rect_filled(rect, 5.0, colour(palette::NIGHT.faded(0.6)));
        widgets::bar(
            ui.painter(),
            rect.with_min_y(rect.bottom() - 2.5).shrink2(vec2(4.0, 0.0)),
            0.0,
            part,
            ink.faded(0.8),
        );
        let at = pos2(rect.left() + 8.0, rect.center().y - 0.5);
        let right = pos2(rect.right() - 8.0, at.y);
        let when = widgets::write(ui.painter(), right, Align2::RIGHT_CENTER, &words, Pen::new(11.0, ink), 80.0);
        let pen = Pen::new(12.0, palette::BONE);
        widgets::write(ui.painter(), at, Align2::LEFT_CENTER, &skill.name, pen, when.left() - at.x - 8.0);
        response.on_hover_text(&skill.text);
    }
}

fn show_stats(ui: &mut Ui, sheet: &Sheet) {
    widgets::heading(ui, "Numbers");
    ui.spacing_mut().item_spacing.y = 0.0;
    for pair in sheet.stats.chunks(2) {
        let (line, _) = ui.allocate_exact_size(vec2(ui.available_width(), 19.0), Sense::hover());
        let half = line.width() * 0.5;
        for (n, stat) in pair.iter().enumerate() {
            let left = line.left() + n as f32 * (half + 5.0);
            let rect = Rect::from_min_size(pos2(left, line.top()), vec2(half - 5.0, line.height()));
            let pen = Pen::new(11.5, palette::BONE).bold();
            let value =
                widgets::write(ui.painter(), rect.right_center(), Align2::RIGHT_CENTER, &stat.value, pen, rect.width());
            let pen = Pen::new(11.5, palette::BONE_DIM);
            let room = value.left() - rect.left() - 4.0;
            widgets::write(ui.painter(), rect.left_center(), Align2::LEFT_CENTER, stat.name, pen, room);
            ui.interact(rect, ui.id().with(stat.name), Sense::hover()).on_hover_text(stat.text);
        }
    }
}

/// Two bars: what went from the unit to the other to the left of the middle, what came back to the right.
fn show_exchange(ui: &Ui, rect: Rect, who: Option<&Who>, exchange: &Exchange, most: f32, hovered: bool) {
    let painter = ui.painter();
    if hovered {
        painter.rect_filled(rect.expand2(vec2(5.0, 0.0)), 5.0, colour(palette::BARK_RAISED));
    }
    let y = rect.top() + 9.0;
    let mut left = rect.left();
    if let Some(who) = who {
        widgets::sigil(painter, who.side, pos2(left + 4.0, y), 3.6, !exchange.felled);
        left += 12.0;
    }
    let name = who.map_or("nobody in particular", |who| who.name.as_str());
    let name = widgets::write(
        painter,
        pos2(left, y),
        Align2::LEFT_CENTER,
        name,
        Pen::new(12.0, palette::BONE),
        rect.width() * 0.56,
    );
    let fate = if exchange.felled {
        Some(("brought down", palette::AMBER))
    } else if exchange.felled_by {
        Some(("brought it down", palette::RUST))
    } else {
        None
    };
    if let Some((words, ink)) = fate {
        let at = pos2(rect.right(), y);
        let room = rect.right() - name.right() - 6.0;
        widgets::write(painter, at, Align2::RIGHT_CENTER, words, Pen::new(10.5, ink), room);
    }
    let row = rect.top() + 23.5;
    let half = (rect.width() - 6.0) * 0.5;
    let columns = [
        (rect.left(), exchange.dealt, exchange.given, "dealt", "gave"),
        (rect.left() + half + 6.0, exchange.taken, exchange.got, "took", "got"),
    ];
    for (x, harm, help, harm_word, help_word) in columns {
        let (amount, word, ink) =
            if harm >= help { (harm, harm_word, palette::RUST) } else { (help, help_word, palette::LICHEN) };
        if amount == 0 {
            continue;
        }
        let words = format!("{word} {amount}");
        let text =
            widgets::write(painter, pos2(x, row), Align2::LEFT_CENTER, &words, Pen::new(10.5, palette::BONE_DIM), half);
        let bar = Rect::from_min_max(pos2(text.right().max(x + 52.0) + 4.0, row - 2.5), pos2(x + half, row + 2.5));
        widgets::bar(painter, bar, 0.0, amount as f32 / most, ink.faded(0.85));
    }
}

/// What passed between two, in words.
fn told(exchange: &Exchange, measures: &Measures) -> String {
    if !Column::Healing.is_counted(measures) {
        let sums = Sums { damage: exchange.dealt, taken: exchange.taken, ..Sums::default() };
        return measures.tell(&sums);
    }
    let amounts = [
        ("dealt", exchange.dealt, "damage"),
        ("took", exchange.taken, "damage"),
        ("gave", exchange.given, "vigor"),
        ("got", exchange.got, "vigor"),
    ];
    let words = amounts.into_iter().filter(|(_, n, _)| *n > 0).map(|(did, n, of)| format!("{did} {n} {of}"));
    words.collect::<Vec<_>>().join(", ")
}

/// A name that can be clicked.
pub(super) fn name_link(ui: &mut Ui, who: &Who) -> bool {
    let words = bold(who.name.clone(), 12.0).color(colour(palette::side(who.side)));
    ui.add(egui::Label::new(words).sense(Sense::click())).on_hover_text("Look at it").clicked()
}

fn seconds(ticks: u32, hz: u32) -> String {
    let tenths = u64::from(ticks) * 10 / u64::from(hz.max(1));
    format!("{}.{} s", tenths / 10, tenths % 10)
}

/// A time, for those who show one.
pub(super) fn time(tick: u32, hz: u32) -> String {
    clock(Moment::of_tick(tick), hz)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_keep_each_value_until_the_next_and_meet_at_the_cursor() {
        let inspector = Inspector {
            measures: Measures::default(),
            unit: None,
            target: None,
            exchanges: Vec::new(),
            stretch: "so far",
            health: vec![(0, 9), (4, 6), (10, 1)],
            ticks: (0, 20),
            cursor: Moment::of_tick(7),
            unborn: false,
        };
        assert_eq!(inspector.steps(0.0, 7.0), [[0.0, 9.0], [4.0, 9.0], [4.0, 6.0], [7.0, 6.0]]);
        assert_eq!(inspector.steps(7.0, 20.0), [[7.0, 6.0], [10.0, 6.0], [10.0, 1.0], [20.0, 1.0]]);
        assert_eq!(inspector.steps(12.0, 20.0), [[12.0, 1.0], [20.0, 1.0]]);
        assert!(inspector.steps(20.0, 20.0).is_empty());
    }
}
