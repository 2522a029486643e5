//! The style of the desk: Inter, and the palette that all screens share.

use std::sync::Arc;

use egui::epaint::text::{FontData, FontDefinitions};
use egui::style::{HandleShape, Selection, WidgetVisuals, Widgets};
use egui::{Color32, CornerRadius, FontFamily, FontId, Margin, RichText, Shadow, Stroke, TextStyle};

use crate::canvas::{Weight, font_bytes};
use crate::colour::{Colour, palette};

/// Name of the family of bold letters.
pub const BOLD: &str = "bold";

/// A text in bold letters; egui has no weight of its own.
#[must_use]
pub fn bold(text: impl Into<String>, size: f32) -> RichText {
    RichText::new(text).font(FontId::new(size, FontFamily::Name(BOLD.into())))
}

/// A colour of ours as egui has it.
#[must_use]
pub const fn colour(colour: Colour) -> Color32 {
    let Colour { r, g, b, a } = colour;
    if a == 255 { Color32::from_rgb(r, g, b) } else { premultiplied(r, g, b, a) }
}

const fn premultiplied(r: u8, g: u8, b: u8, a: u8) -> Color32 {
    const fn by(part: u8, a: u8) -> u8 {
        ((part as u16 * a as u16 + 127) / 255) as u8
    }
    Color32::from_rgba_premultiplied(by(r, a), by(g, a), by(b, a), a)
}

/// Give a context our letters and colours.
pub(super) fn apply(context: &egui::Context) {
    context.set_fonts(fonts());
    context.set_theme(egui::Theme::Dark);
    context.options_mut(|options| options.zoom_with_keyboard = false);
    context.all_styles_mut(|style| {
        style.text_styles = [
            (TextStyle::Small, FontId::proportional(10.5)),
            (TextStyle::Body, FontId::proportional(12.5)),
            (TextStyle::Button, FontId::proportional(12.5)),
            (TextStyle::Monospace, FontId::monospace(12.5)),
            (TextStyle::Heading, FontId::new(15.0, FontFamily::Name(BOLD.into()))),
        ]
        .into();
        style.animation_time = 0.08;
        style.spacing.item_spacing = egui::vec2(8.0, 5.0);
        style.spacing.button_padding = egui::vec2(9.0, 3.5);
        style.spacing.interact_size = egui::vec2(32.0, 21.0);
        style.spacing.window_margin = Margin::same(12);
        style.spacing.menu_margin = Margin::same(6);
        style.spacing.scroll = egui::style::ScrollStyle::thin();
        style.interaction.selectable_labels = false;
        visuals(&mut style.visuals);
    });
}

fn fonts() -> FontDefinitions {
    let mut fonts = FontDefinitions::empty();
    for (name, weight) in [("medium", Weight::Medium), (BOLD, Weight::Bold)] {
        fonts.font_data.insert(name.to_owned(), Arc::new(FontData::from_static(font_bytes(weight))));
    }
    for (family, name) in
        [(FontFamily::Proportional, "medium"), (FontFamily::Monospace, "medium"), (FontFamily::Name(BOLD.into()), BOLD)]
    {
        fonts.families.insert(family, vec![name.to_owned()]);
    }
    fonts
}

fn visuals(visuals: &mut egui::Visuals) {
    let corner = CornerRadius::same(6);
    visuals.widgets = widgets();
    visuals.selection = Selection {
        bg_fill: colour(palette::AMBER.faded(0.28)),
        stroke: Stroke::new(1.0, colour(palette::AMBER.lighter(0.3))),
    };
    visuals.override_text_color = None;
    visuals.weak_text_color = Some(colour(palette::BONE_DIM));
    visuals.hyperlink_color = colour(palette::AMBER);
    visuals.warn_fg_color = colour(palette::AMBER);
    visuals.error_fg_color = colour(palette::RUST);
    visuals.faint_bg_color = colour(palette::BONE.faded(0.035));
    visuals.extreme_bg_color = colour(palette::NIGHT);
    visuals.code_bg_color = colour(palette::NIGHT);
    visuals.panel_fill = colour(palette::BARK);
    visuals.window_fill = colour(palette::BARK);
    visuals.window_stroke = Stroke::new(1.0, colour(palette::RIM));
    visuals.window_corner_radius = CornerRadius::same(10);
    visuals.menu_corner_radius = corner;
    visuals.window_shadow = Shadow { offset: [0, 4], blur: 18, spread: 0, color: Color32::from_black_alpha(120) };
    visuals.popup_shadow = Shadow { offset: [0, 3], blur: 10, spread: 0, color: Color32::from_black_alpha(120) };
    visuals.text_cursor.stroke = Stroke::new(1.5, colour(palette::AMBER));
    visuals.handle_shape = HandleShape::Circle;
    visuals.slider_trailing_fill = true;
    visuals.striped = true;
    visuals.disabled_alpha = 0.45;
}

fn widgets() -> Widgets {
    let widget = |fill: Colour, rim: Colour, ink: Colour| WidgetVisuals {
        bg_fill: colour(fill),
        weak_bg_fill: colour(fill),
        bg_stroke: Stroke::new(1.0, colour(rim)),
        corner_radius: CornerRadius::same(6),
        fg_stroke: Stroke::new(1.0, colour(ink)),
        expansion: 0.0,
    };
    let (raised, amber) = (palette::BARK_RAISED, palette::AMBER);
    Widgets {
        noninteractive: widget(palette::BARK, palette::RIM, palette::BONE),
        inactive: widget(raised, palette::RIM.faded(0.6), palette::BONE),
        hovered: widget(raised.lighter(0.07), palette::RIM.lighter(0.2), palette::BONE.lighter(0.5)),
        active: widget(raised.lighter(0.12), amber, palette::BONE.lighter(0.5)),
        open: widget(raised, palette::RIM, palette::BONE),
    }
}
