//! Banners: what lies over the field for a while: the fight being resolved, its end, a word on an order.

use crate::canvas::{Canvas, Layer, Style, text_width};
use crate::colour::{Colour, palette};
use crate::geometry::{Rect, vec2};
use crate::layout::Layout;
use crate::view::Verdict;

/// What the bar says while a fight is resolved.
pub const CHOREOGRAPHING: &str = "Choreographing the battle";

/// Draw the bar of a fight that is being resolved: ticks recorded, of those that there can be at most, and how much time
/// of the fight that is. Without spoilers, and so without the time, it says only that something is going on: where it
/// stops would tell how long the fight is.
pub fn draw_choreography(canvas: &mut Canvas, layout: &Layout, recorded: u32, cap: u32, time: Option<&str>) {
    let u = layout.unit;
    canvas.layer(Layer::Overlay);
    canvas.rect(layout.field, palette::NIGHT.faded(0.6));
    let panel = Rect::around(layout.field.centre(), (440.0 * u).min(layout.field.w), 128.0 * u);
    plate(canvas, u, panel, palette::RIM);
    let inner = panel.inset_by(28.0 * u, 0.0);
    let middle = panel.centre().x;
    canvas.text(vec2(middle, panel.y + 36.0 * u), Style::new(19.0 * u, palette::BONE).bold().centred(), CHOREOGRAPHING);
    let bar = Rect::new(inner.x, panel.y + 62.0 * u, inner.w, 10.0 * u);
    canvas.rounded(bar, 5.0 * u, palette::NIGHT);
    let small = Style::new(12.0 * u, palette::BONE_DIM).tabular().centred();
    let below = vec2(middle, panel.y + 98.0 * u);
    if let Some(time) = time {
        let part = recorded as f32 / cap.max(1) as f32;
        let w = (bar.w * part.clamp(0.0, 1.0)).max(bar.h);
        canvas.rounded(Rect { w, ..bar }, 5.0 * u, palette::LICHEN);
        canvas.text(below, small, &format!("tick {recorded} recorded, at most {cap} · {time}"));
    } else {
        let w = bar.w * 0.2;
        let x = bar.x + (bar.w - w) * ((recorded % 128) as f32 / 127.0);
        canvas.rounded(Rect { x, w, ..bar }, 5.0 * u, palette::LICHEN);
        canvas.text(below, small, "its length stays hidden");
    }
}

/// Draw how it ended.
pub fn draw_verdict(canvas: &mut Canvas, layout: &Layout, verdict: &Verdict, length: &str) {
    let u = layout.unit;
    let colour = verdict.side.map_or(palette::BONE, palette::side);
    canvas.layer(Layer::Overlay);
    let head = Style::new(34.0 * u, colour).bold().centred();
    let below = Style::new(14.0 * u, palette::BONE_DIM).centred();
    let words = format!("{} · {length}", verdict.reason);
    let wide = text_width(&verdict.headline, head).max(text_width(&words, below)) + 72.0 * u;
    let panel = Rect::around(layout.field.at(0.5, 0.22), wide.min(layout.field.w), 104.0 * u);
    canvas.glow(panel.centre(), vec2(panel.w * 0.8, panel.h * 1.1), colour.faded(0.25));
    plate(canvas, u, panel, colour.faded(0.7));
    canvas.text_within(vec2(panel.centre().x, panel.y + 41.0 * u), head, panel.w - 24.0 * u, &verdict.headline);
    canvas.text_within(vec2(panel.centre().x, panel.y + 76.0 * u), below, panel.w - 24.0 * u, &words);
}

/// Where a short word lies.
#[must_use]
pub fn word_rect(layout: &Layout, words: &str) -> Rect {
    let u = layout.unit;
    let wide = (text_width(words, word_style(u)) + 36.0 * u).min(layout.field.w - 8.0 * u).max(0.0);
    Rect::around(vec2(layout.field.centre().x, layout.field.bottom() - 30.0 * u), wide, 32.0 * u)
}

fn word_style(u: f32) -> Style {
    Style::new(14.0 * u, palette::BONE).centred()
}

/// Draw that what is shown ends before its fight does.
pub fn draw_cut(canvas: &mut Canvas, layout: &Layout, words: &str) {
    let u = layout.unit;
    canvas.layer(Layer::Overlay);
    let style = Style::new(17.0 * u, palette::BONE).bold().centred();
    let wide = (text_width(words, style) + 48.0 * u).min(layout.field.w);
    let panel = Rect::around(layout.field.at(0.5, 0.14), wide, 44.0 * u);
    plate(canvas, u, panel, palette::RIM);
    canvas.text_within(panel.centre(), style, panel.w - 20.0 * u, words);
}

/// Draw that what is shown, and all that is counted up to it, is not what was reported.
pub fn draw_parted(canvas: &mut Canvas, layout: &Layout, tick: u32) {
    let u = layout.unit;
    canvas.layer(Layer::Overlay);
    let words = format!("not as it was reported, from tick {tick} on");
    let style = Style::new(13.0 * u, palette::RUST).centred();
    let wide = (text_width(&words, style) + 32.0 * u).min(layout.field.w);
    let panel = Rect::around(vec2(layout.field.centre().x, layout.field.y + 22.0 * u), wide, 28.0 * u);
    canvas.rounded(panel, 14.0 * u, palette::BARK_RAISED.faded(0.94));
    canvas.frame(panel, 14.0 * u, 1.2 * u, palette::RUST.faded(0.6));
    canvas.text_within(panel.centre(), style, panel.w - 20.0 * u, &words);
}

/// Draw a short word at the foot of the field.
pub fn draw_word(canvas: &mut Canvas, layout: &Layout, words: &str, colour: Colour, strength: f32) {
    let u = layout.unit;
    canvas.layer(Layer::Overlay);
    let style = Style { colour: colour.faded(strength), ..word_style(u) };
    let panel = word_rect(layout, words);
    canvas.rounded(panel, 16.0 * u, palette::BARK_RAISED.faded(0.94 * strength));
    canvas.frame(panel, 16.0 * u, 1.2 * u, colour.faded(0.5 * strength));
    canvas.text_within(panel.centre(), style, panel.w - 24.0 * u, words);
}

fn plate(canvas: &mut Canvas, u: f32, rect: Rect, rim: Colour) {
    canvas.rounded(rect, 14.0 * u, palette::BARK.faded(0.94));
    canvas.frame(rect, 14.0 * u, 1.5 * u, rim);
}
