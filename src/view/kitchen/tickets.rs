//! Tickets: what guests wait for, at the left of the kitchen, with what belongs on the plate and how long they still wait.

use player::canvas::{Canvas, Layer, Paint, Style};
use player::colour::{Colour, palette};
use player::geometry::{Rect, vec2};
use player::layout::unit_of;
use player::view::{Look, Scene};

use super::ROOM;
use super::items::{self, Spot};
use super::sight::Sight;
use crate::kitchen::event::What;
use crate::kitchen::item::{Form, Item, Ware};
use crate::kitchen::ticket::{TICKETS_OPEN_MAX, Ticket};
use crate::kitchen::{Cast, Kitchen};
use crate::view::tint::colour;

/// Ticks that a ticket which is gone is still seen.
const GONE_TICKS: f32 = 24.0;
/// Height of a ticket at most, in units.
const HEIGHT_MAX: f32 = 86.0;
/// Breadth of what stands beside the kitchen, in units, at most.
const BREADTH_MAX: f32 = 196.0;
/// Narrower ones, in units, have no words.
const WORDS_FROM: f32 = 104.0;
const PAPER: Colour = Colour::hex(0x00F3_EAD6);
const INK: Colour = Colour::hex(0x0033_2A22);

/// The strips beside the kitchen: at the left, and at the right.
pub(super) fn strips(view: Rect, cast: &Cast, u: f32) -> [Rect; 2] {
    let (wide, high) = (f32::from(cast.width), f32::from(cast.height));
    let scale = (view.w / (wide + 2.0 * ROOM.x)).min(view.h / (high + 2.0 * ROOM.y));
    let gap = (view.w - wide * scale) * 0.5;
    let w = (gap - 16.0 * u).min(BREADTH_MAX * u).max(40.0 * u);
    let y = view.y + 9.0 * u;
    let h = view.h - 18.0 * u;
    let left = view.x + (gap - w) * 0.5;
    [Rect::new(left, y, w, h), Rect::new(view.right() - (gap + w) * 0.5, y, w, h)]
}

/// Draw the tickets.
pub(super) fn draw(canvas: &mut Canvas, scene: &Scene<'_, Kitchen>, look: &Look<'_>, sight: &Sight<'_>) {
    if sight.cast.tickets == 0 {
        return;
    }
    let u = unit_of(canvas.size());
    let [strip, _] = strips(look.lens.view, sight.cast, u);
    let places = sight.tickets.len().max(1);
    let pitch = (strip.h / places as f32).min((HEIGHT_MAX + 7.0) * u);
    let rect = |place: usize| Rect::new(strip.x, strip.y + place as f32 * pitch, strip.w, pitch - 7.0 * u);
    for (place, ticket) in sight.tickets.iter().enumerate().take(TICKETS_OPEN_MAX) {
        if ticket.is_open() {
            draw_ticket(canvas, sight, ticket, rect(place), u);
        }
    }
    draw_gone(canvas, scene, sight, rect, u);
    if !sight.tickets.iter().any(|ticket| ticket.is_open()) {
        canvas.layer(Layer::Panel);
        let words = if sight.tally.issued >= sight.cast.tickets { "Nobody waits any more" } else { "Nobody waits yet" };
        let style = Style::new(11.5 * u, palette::BONE_FAINT).centred();
        canvas.text_within(vec2(strip.centre().x, strip.y + 20.0 * u), style, strip.w, words);
    }
}

fn draw_ticket(canvas: &mut Canvas, sight: &Sight<'_>, ticket: &Ticket, rect: Rect, u: f32) {
    let Some(dish) = sight.cast.dishes.get(usize::from(ticket.dish)) else { return };
    let left = (ticket.due as f32 - sight.ticks).max(0.0);
    let part = (left / ticket.due.saturating_sub(ticket.opened).max(1) as f32).clamp(0.0, 1.0);
    let seconds = (left / sight.hz as f32).ceil() as u32;
    let is_late = part < 0.25;
    // A new ticket comes in from the left.
    let came = ((sight.ticks - ticket.opened as f32) / 6.0).clamp(0.0, 1.0);
    let rect = rect.moved(vec2(-(1.0 - came) * 18.0 * u, 0.0));
    canvas.layer(Layer::Panel);
    canvas.rounded(rect.moved(vec2(0.0, 2.0 * u)), 6.0 * u, Colour::BLACK.faded(0.45));
    canvas.rounded(rect, 6.0 * u, Paint::Down(PAPER, PAPER.darker(0.08)));
    let stripe = Rect { w: 5.0 * u, ..rect };
    canvas.rounded(stripe, 3.0 * u, colour(&dish.label.colour));
    let tint = if is_late {
        palette::RUST
    } else {
        palette::AMBER.toward(Colour::hex(0x0045_8A4A), ((part - 0.25) * 2.0).min(1.0))
    };
    let mut inner = Rect { x: rect.x + 10.0 * u, w: rect.w - 16.0 * u, ..rect };
    let foot = inner.cut_bottom(13.0 * u);
    let bar = Rect::new(inner.x, foot.y + 2.0 * u, inner.w, 6.0 * u);
    canvas.rounded(bar, 3.0 * u, INK.faded(0.22));
    canvas.rounded(Rect { w: (bar.w * part).max(bar.h), ..bar }, 3.0 * u, tint.darker(0.08));
    canvas.layer(Layer::Detail);
    let r = (inner.h * 0.36).min(inner.w * 0.15);
    let plate = vec2(inner.x + r * 0.95, inner.centre().y + 1.0 * u);
    let dish_item = Item { id: 1, ware: Ware::dish(usize::from(ticket.dish)), form: Form::PLATED };
    items::draw(canvas, sight.cast, dish_item, Spot { at: plate, r: r * 1.05, ticks: 0.0 });
    inner.cut_left(r * 2.25);
    let has_words = rect.w >= WORDS_FROM * u;
    let time = Style::new(13.0 * u, if is_late { palette::RUST.darker(0.25) } else { INK }).bold().tabular().right();
    if !has_words {
        canvas.text(vec2(rect.right() - 5.0 * u, inner.centre().y), time, &seconds.to_string());
        return;
    }
    let (upper, lower) = (inner.at(0.0, 0.3), inner.at(0.0, 0.74));
    let number = Style::new(10.0 * u, INK.faded(0.6)).tabular().right();
    let number_w = canvas.text(vec2(inner.right(), upper.y), number, &ticket.number.to_string()).w;
    canvas.text_within(upper, Style::new(12.5 * u, INK).bold(), inner.w - number_w - 4.0 * u, &dish.label.name);
    let time_w = canvas.text(vec2(inner.right(), lower.y), time, &format!("{seconds} s")).w;
    // What belongs on it, as it comes from the shelf.
    let room = (inner.w - time_w - 6.0 * u) / dish.parts.len().max(1) as f32;
    let size = (inner.h * 0.2).min(11.0 * u).min(room * 0.46);
    for (place, ware) in dish.parts.iter().enumerate() {
        let at = vec2(lower.x + size + place as f32 * (size * 2.5).min(room), lower.y);
        items::draw_ware(canvas, sight.cast, *ware, Spot { at, r: size, ticks: 0.0 });
    }
}

/// What was served or missed of late leaves its place with a word.
fn draw_gone(canvas: &mut Canvas, scene: &Scene<'_, Kitchen>, sight: &Sight<'_>, rect: impl Fn(usize) -> Rect, u: f32) {
    for (tick, event) in scene.recent(GONE_TICKS as u32) {
        let age = scene.ticks_since(tick);
        let (ticket, words, tint) = match event.what {
            What::Served { ticket, points, .. } => (ticket, format!("served  +{points}"), palette::LICHEN),
            What::Missed { ticket, points, .. } => {
                (ticket, format!("missed  −{}", points.unsigned_abs()), palette::RUST)
            }
            _ => continue,
        };
        // Where it hung: in the frame before.
        let before = tick.checked_sub(1).and_then(|before| scene.recording.frame(before));
        let tickets = sight.cooks.len() + sight.stations.len();
        let slot = before.and_then(|frame| {
            (0..sight.tickets.len()).find(|slot| {
                let row = frame.row(tickets + slot);
                matches!(row, Some(crate::kitchen::Row::Ticket(hung)) if hung.number == ticket)
            })
        });
        let Some(slot) = slot.filter(|slot| (0.0..GONE_TICKS).contains(&age) && !sight.tickets[*slot].is_open()) else {
            continue;
        };
        let strength = 1.0 - age / GONE_TICKS;
        let place = rect(slot);
        canvas.layer(Layer::Panel);
        canvas.rounded(place, 6.0 * u, tint.faded(0.2 * strength));
        canvas.frame(place, 6.0 * u, 1.6 * u, tint.faded(strength));
        let style = Style::new(13.0 * u, tint.faded(strength)).bold().centred();
        canvas.text_within(place.centre(), style, place.w - 8.0 * u, &words);
    }
}
