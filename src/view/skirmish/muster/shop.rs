//! The shop: every creature that can be bought, with its price.

use egui::{Align2, Context, Sense, SidePanel, Ui};
use player::colour::palette;
use player::desk::colour;

use super::command::Zone;
use super::slate::{Sitter, Slate, Topic, bold_font, font, heading};
use super::workshop::{Workshop, for_sale};
use crate::view::skirmish::capitalised;

/// Width of the panel.
const WIDTH: f32 = 214.0;
/// Height of a card.
const CARD: f32 = 37.0;

/// Lay out the shop.
pub(super) fn show(context: &Context, workshop: &Workshop, slate: &mut Slate) {
    let frame = egui::Frame::new().fill(colour(palette::BARK)).inner_margin(egui::Margin {
        left: 10,
        right: 6,
        top: 8,
        bottom: 6,
    });
    SidePanel::left("shop").exact_width(WIDTH).resizable(false).frame(frame).show(context, |ui| {
        heading(ui, "CREATURES", "click or drag");
        let area = egui::ScrollArea::vertical()
            .auto_shrink(false)
            .scroll_source(egui::scroll_area::ScrollSource { drag: false, ..Default::default() });
        area.show(ui, |ui| {
            ui.spacing_mut().item_spacing.y = 3.0;
            for species in for_sale(workshop.content()) {
                card(ui, workshop, slate, species);
            }
        });
    });
}

fn card(ui: &mut Ui, workshop: &Workshop, slate: &mut Slate, place: u16) {
    let species = &workshop.content().species[usize::from(place)];
    let (rect, response) = ui.allocate_exact_size(egui::vec2(ui.available_width() - 4.0, CARD), Sense::hover());
    let is_marked = workshop.species() == place;
    if is_marked && workshop.zone() == Zone::Shop {
        response.scroll_to_me(None);
    }
    if !ui.is_rect_visible(rect) {
        return;
    }
    let affordable = species.cost <= workshop.draft().left(workshop.content());
    let fill = match (is_marked, response.hovered()) {
        (_, true) => palette::BARK_RAISED.lighter(0.07),
        (true, false) => palette::BARK_RAISED,
        _ => palette::BARK.lighter(0.025),
    };
    let rim = if is_marked && workshop.zone() == Zone::Shop { palette::AMBER } else { palette::RIM.faded(0.6) };
    let stroke = egui::Stroke::new(1.0, colour(rim));
    ui.painter().rect(rect, 6.0, colour(fill), stroke, egui::StrokeKind::Inside);
    let picture = egui::Rect::from_min_size(rect.min + egui::vec2(3.0, 1.0), egui::vec2(40.0, CARD - 2.0));
    slate.portraits.push(Sitter {
        rect: picture,
        clip: ui.clip_rect(),
        species: place,
        grafts: Vec::new(),
        is_dim: !affordable,
    });
    let ink = if affordable { palette::BONE } else { palette::BONE_FAINT };
    let left = rect.left_center() + egui::vec2(47.0, 0.0);
    let painter = ui.painter();
    painter.text(left - egui::vec2(0.0, 7.0), Align2::LEFT_CENTER, &species.name, bold_font(12.0), colour(ink));
    let role = capitalised(&species.role);
    painter.text(left + egui::vec2(0.0, 8.0), Align2::LEFT_CENTER, role, font(10.5), colour(palette::BONE_DIM));
    let price = if affordable { palette::AMBER } else { palette::RUST.faded(0.8) };
    let right = rect.right_center() - egui::vec2(9.0, 0.0);
    painter.text(right, Align2::RIGHT_CENTER, species.cost.to_string(), bold_font(14.0), colour(price));
    let visible = rect.intersect(ui.clip_rect());
    slate.cards.push((visible, place));
    slate.tell_if(&response, Topic::Species(place));
    if response.hovered() {
        ui.ctx().set_cursor_icon(egui::CursorIcon::Grab);
    }
}
