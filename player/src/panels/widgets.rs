//! What the panels are made of.

use egui::{Align2, Color32, FontFamily, FontId, Rect, Response, Sense, Stroke, Ui, Vec2, pos2, vec2};

use crate::colour::{Colour, palette};
use crate::desk::{BOLD, bold, colour};

/// Room between a dock's edge and what is in it.
const MARGIN: f32 = 12.0;

/// Lay out a panel in a place of its own.
pub(super) fn dock(context: &egui::Context, id: &str, rect: Rect, show: impl FnOnce(&mut Ui)) {
    board(context, id, egui::Order::Middle, rect, vec2(MARGIN, 8.0), |painter| {
        painter.rect_filled(rect, 0.0, colour(palette::BARK));
        let rim = Stroke::new(1.0, colour(palette::RIM.faded(0.6)));
        painter.rect_stroke(rect, 0.0, rim, egui::StrokeKind::Inside);
    })
    .show(show);
}

/// Lay out a card over the field.
pub(super) fn card(context: &egui::Context, id: &str, rect: Rect, show: impl FnOnce(&mut Ui)) {
    board(context, id, egui::Order::Foreground, rect, vec2(18.0, 14.0), |painter| {
        painter.rect_filled(rect.translate(vec2(0.0, 5.0)).expand(3.0), 16.0, colour(palette::BLACK_SOFT));
        painter.rect_filled(rect, 12.0, colour(palette::BARK));
        let rim = Stroke::new(1.2, colour(palette::RIM));
        painter.rect_stroke(rect, 12.0, rim, egui::StrokeKind::Inside);
    })
    .show(show);
}

/// Something with a place of its own, drawn from the first time on: what egui lays out in an area of unknown size is
/// not to be seen yet.
struct Board(Ui);

impl Board {
    fn show(mut self, show: impl FnOnce(&mut Ui)) {
        show(&mut self.0);
    }
}

fn board(
    context: &egui::Context,
    id: &str,
    order: egui::Order,
    rect: Rect,
    margin: Vec2,
    paint: impl FnOnce(&egui::Painter),
) -> Board {
    let area = egui::Area::new(egui::Id::new(id)).fixed_pos(rect.min).order(order).constrain(false);
    let layer = area.show(context, |ui| ui.allocate_rect(rect, Sense::hover()).layer_id).inner;
    let builder = egui::UiBuilder::new().layer_id(layer).max_rect(rect.shrink2(margin));
    let mut ui = Ui::new(context.clone(), egui::Id::new((id, "inside")), builder);
    ui.set_clip_rect(rect.expand(12.0));
    paint(ui.painter());
    ui.set_clip_rect(rect.shrink(1.0));
    Board(ui)
}

/// Write the title of a panel, and what closes it at the right. Says whether that was clicked.
pub(super) fn title(ui: &mut Ui, words: &str, key: &str) -> bool {
    let mut closed = false;
    ui.horizontal(|ui| {
        ui.label(bold(words, 13.0).color(colour(palette::BONE_DIM)));
        ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
            closed = close(ui, &format!("Hide ({key})"));
        });
    });
    closed
}

/// A cross that closes something.
pub(super) fn close(ui: &mut Ui, hint: &str) -> bool {
    let (rect, response) = ui.allocate_exact_size(Vec2::splat(18.0), Sense::click());
    let ink = if response.hovered() { palette::BONE } else { palette::BONE_FAINT };
    if response.hovered() {
        ui.painter().rect_filled(rect, 5.0, colour(palette::BARK_RAISED));
    }
    let arm = rect.shrink(5.5);
    let stroke = Stroke::new(1.5, colour(ink));
    ui.painter().line_segment([arm.left_top(), arm.right_bottom()], stroke);
    ui.painter().line_segment([arm.right_top(), arm.left_bottom()], stroke);
    response.on_hover_text(hint).clicked()
}

/// A small heading within a panel.
pub(super) fn heading(ui: &mut Ui, words: &str) {
    ui.add_space(5.0);
    ui.label(bold(words, 11.5).color(colour(palette::BONE_DIM)));
}

/// Words of less weight.
pub(super) fn faint(ui: &mut Ui, words: &str) {
    ui.label(egui::RichText::new(words).size(11.5).color(colour(palette::BONE_FAINT)));
}

/// One of several that exclude each other. Says whether it was clicked.
pub(super) fn choice(ui: &mut Ui, words: &str, chosen: bool, live: bool) -> Response {
    let ink = match (live, chosen) {
        (false, _) => palette::BONE_FAINT.faded(0.7),
        (true, true) => palette::BONE,
        (true, false) => palette::BONE_DIM,
    };
    let font = FontId::proportional(11.5);
    let galley = ui.painter().layout_no_wrap(words.to_owned(), font, colour(ink));
    let size = galley.size() + vec2(16.0, 6.0);
    let (rect, response) = ui.allocate_exact_size(size, if live { Sense::click() } else { Sense::hover() });
    if chosen {
        ui.painter().rect_filled(rect, 6.0, colour(palette::AMBER.faded(0.2)));
        let rim = Stroke::new(1.0, colour(palette::AMBER.faded(0.7)));
        ui.painter().rect_stroke(rect, 6.0, rim, egui::StrokeKind::Inside);
    } else {
        let fill = if live && response.hovered() { palette::BARK_RAISED.lighter(0.06) } else { palette::BARK_RAISED };
        ui.painter().rect_filled(rect, 6.0, colour(if live { fill } else { fill.faded(0.5) }));
    }
    ui.painter().galley(rect.center() - galley.size() * 0.5, galley, Color32::PLACEHOLDER);
    response
}

/// The sign of a side: a disc, or a diamond; hollow for who is gone.
pub(super) fn sigil(painter: &egui::Painter, side: usize, at: egui::Pos2, r: f32, full: bool) {
    let ink = colour(palette::side(side));
    let stroke = Stroke::new(r * 0.35, ink);
    if side.is_multiple_of(2) {
        if full {
            painter.circle_filled(at, r, ink)
        } else {
            painter.circle_stroke(at, r * 0.8, stroke)
        };
        return;
    }
    let corners = [(0.0, -1.2), (1.2, 0.0), (0.0, 1.2), (-1.2, 0.0)].map(|(x, y)| at + vec2(x, y) * r);
    let shape = if full {
        egui::Shape::convex_polygon(corners.to_vec(), ink, Stroke::NONE)
    } else {
        egui::Shape::closed_line(corners.to_vec(), stroke)
    };
    painter.add(shape);
}

/// Fill a part of a bar.
pub(super) fn bar(painter: &egui::Painter, rect: Rect, from: f32, to: f32, ink: Colour) {
    let (from, to) = (from.clamp(0.0, 1.0), to.clamp(0.0, 1.0));
    if to > from {
        let (left, right) = (rect.left() + rect.width() * from, rect.left() + rect.width() * to);
        let part = Rect::from_min_max(pos2(left, rect.top()), pos2(right, rect.bottom()));
        painter.rect_filled(part, (rect.height() * 0.5).min(part.width() * 0.5), colour(ink));
    }
}

/// Write letters on one line, cut to a width with an ellipsis.
pub(super) fn write(
    painter: &egui::Painter,
    at: egui::Pos2,
    anchor: Align2,
    text: &str,
    style: Pen,
    width: f32,
) -> Rect {
    let family = if style.bold { FontFamily::Name(BOLD.into()) } else { FontFamily::Proportional };
    let mut job =
        egui::text::LayoutJob::simple_singleline(text.to_owned(), FontId::new(style.size, family), colour(style.ink));
    job.wrap = egui::text::TextWrapping {
        max_rows: 1,
        break_anywhere: true,
        ..egui::text::TextWrapping::truncate_at_width(width)
    };
    let galley = painter.layout_job(job);
    let rect = anchor.anchor_size(at, galley.size());
    painter.galley(rect.min, galley, colour(style.ink));
    rect
}

/// How letters look.
#[derive(Debug, Clone, Copy)]
pub(super) struct Pen {
    pub size: f32,
    pub ink: Colour,
    pub bold: bool,
}

impl Pen {
    pub(super) const fn new(size: f32, ink: Colour) -> Self {
        Self { size, ink, bold: false }
    }

    pub(super) const fn bold(self) -> Self {
        Self { bold: true, ..self }
    }
}
