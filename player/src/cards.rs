//! Cards: who a unit is and how it is doing, beside the mouse or pinned while it is selected.

use crate::canvas::{Canvas, Layer, Paint, Style, text_width};
use crate::colour::palette;
use crate::geometry::{Rect, Vec2, vec2};
use crate::layout::Layout;
use crate::sigils;
use crate::view::Card;

/// Draw the card of the unit under the mouse, beside it and within the field.
pub fn draw_beside(canvas: &mut Canvas, layout: &Layout, card: &Card, at: Vec2, radius: f32) {
    let u = layout.unit;
    let (w, h) = size(u, card);
    let field = layout.field.inset(6.0 * u);
    let right = at.x + radius + 14.0 * u;
    let x = if right + w <= field.right() { right } else { at.x - radius - 14.0 * u - w };
    let rect =
        Rect::new(within(x, field.x, field.right() - w), within(at.y - h * 0.5, field.y, field.bottom() - h), w, h);
    draw(canvas, u, card, rect);
}

/// Where the card of the selected unit lies.
#[must_use]
pub fn pinned(layout: &Layout, card: &Card) -> Rect {
    let (w, h) = size(layout.unit, card);
    let field = layout.field.inset(10.0 * layout.unit);
    Rect::new(field.x, field.bottom() - h, w, h)
}

/// Draw the card of the selected unit in the corner of the field; more than one are only counted.
pub fn draw_pinned(canvas: &mut Canvas, layout: &Layout, card: &Card, others: usize) {
    let u = layout.unit;
    let rect = pinned(layout, card);
    draw(canvas, u, card, rect);
    if others > 0 {
        let style = Style::new(12.0 * u, palette::BONE).bold();
        let words = format!("and {others} more");
        let tab =
            Rect::new(rect.right() + 6.0 * u, rect.bottom() - 26.0 * u, text_width(&words, style) + 20.0 * u, 26.0 * u);
        canvas.rounded(tab, 8.0 * u, palette::BARK.faded(0.94));
        canvas.text(vec2(tab.x + 10.0 * u, tab.centre().y), style, &words);
    }
}

fn within(x: f32, from: f32, to: f32) -> f32 {
    x.min(to).max(from)
}

fn size(u: f32, card: &Card) -> (f32, f32) {
    let name = text_width(&card.name, name_style(u)) + 24.0 * u;
    let about = text_width(&card.about, line_style(u));
    let widest = card.lines.iter().map(|line| text_width(line, line_style(u))).fold(name.max(about), f32::max);
    let rows = card.lines.len() as f32;
    ((widest + 28.0 * u).max(190.0 * u), (head(card) + 17.0 * rows + if rows > 0.0 { 4.0 } else { 0.0 }) * u)
}

fn name_style(u: f32) -> Style {
    Style::new(14.5 * u, palette::BONE).bold()
}

fn line_style(u: f32) -> Style {
    Style::new(12.0 * u, palette::BONE_DIM)
}

fn draw(canvas: &mut Canvas, u: f32, card: &Card, rect: Rect) {
    let colour = palette::side(card.side);
    canvas.layer(Layer::Overlay);
    canvas.rounded(rect, 10.0 * u, palette::BARK.faded(0.95));
    canvas.frame(rect, 10.0 * u, 1.2 * u, colour.faded(0.55));
    let left = rect.x + 14.0 * u;
    sigils::side(canvas, card.side, vec2(left + 5.0 * u, rect.y + 20.0 * u), 5.0 * u, colour, true);
    canvas.text(vec2(left + 18.0 * u, rect.y + 20.0 * u), name_style(u), &card.name);
    canvas.text(vec2(left, rect.y + 40.0 * u), Style { colour: palette::BONE_FAINT, ..line_style(u) }, &card.about);
    draw_vigor(canvas, u, card, Rect::new(left, rect.y + 52.0 * u, rect.w - 28.0 * u, 8.0 * u));
    for (row, line) in card.lines.iter().enumerate() {
        canvas.text(vec2(left, rect.y + (head(card) + 17.0 * row as f32) * u), line_style(u), line);
    }
}

/// Height of what stands above the lines, in units: what has no health has no bar of it.
fn head(card: &Card) -> f32 {
    if card.vigor.1 > 0 { 78.0 } else { 58.0 }
}

fn draw_vigor(canvas: &mut Canvas, u: f32, card: &Card, room: Rect) {
    let (vigor, whole) = card.vigor;
    if whole == 0 {
        return;
    }
    let colour = palette::side(card.side);
    let number = Style::new(12.0 * u, palette::BONE).bold().tabular().right();
    let words = format!("{vigor} / {whole}");
    let bar = Rect { y: room.y + 4.0 * u, w: room.w - 12.0 * u - text_width(&words, number), ..room };
    canvas.rounded(bar, 4.0 * u, palette::NIGHT);
    let part = (vigor.max(0) as f32 / whole as f32).clamp(0.0, 1.0);
    if part > 0.0 {
        let paint = Paint::Down(colour.lighter(0.12), colour.darker(0.22));
        canvas.rounded(Rect { w: (bar.w * part).max(bar.h), ..bar }, 4.0 * u, paint);
    }
    canvas.text(vec2(room.right(), bar.centre().y), number, &words);
}
