//! Hands: what each side holds, beside the field: its cards with what they cost, its elixir, and what comes next.

use player::canvas::{Canvas, Layer, Paint, Style, wrapped};
use player::colour::{Colour, palette};
use player::geometry::{Rect, vec2};
use player::layout::unit_of;
use player::view::{Choice, Look, Scene, Slot};

use super::figure::{self, Portrait};
use crate::arena::cast::CardLook;
use crate::arena::unit::{HAND, QUEUE};
use crate::arena::{Arena, Cast, Unit};
use crate::view::counts::capitalised;
use crate::view::tint::colour;

/// The colour of elixir.
pub(super) const ELIXIR: Colour = Colour::hex(0x00D4_62E8);

/// Breadth and height of the field with the room around it, in tiles: what is left beside it is for the hands.
const WHOLE: [f32; 2] = [20.16, 34.16];
/// Breadth of a hand, in units: at least and at most.
const BREADTHS: [f32; 2] = [58.0, 236.0];
/// From this breadth on, in units, cards lie in two columns.
const TWO_FROM: f32 = 150.0;
/// Height of a card at most, in units.
const CARD_MAX: f32 = 122.0;
/// Narrower parts of a window, in units, show the field alone.
const VIEW_FROM: f32 = 300.0;

/// Where everything of a hand lies.
#[derive(Debug, Clone, Copy)]
struct Rack {
    panel: Rect,
    head: Rect,
    elixir: Rect,
    cards: [Rect; HAND],
    next: Rect,
    unit: f32,
}

/// Lay out the hand of a side; nothing where there is no room.
fn rack(view: Rect, u: f32, side: usize) -> Option<Rack> {
    if view.w < VIEW_FROM * u || view.h < VIEW_FROM * u {
        return None;
    }
    let scale = (view.w / WHOLE[0]).min(view.h / WHOLE[1]);
    let gap = (view.w - WHOLE[0] * scale) * 0.5;
    let w = (gap - 14.0 * u).clamp(BREADTHS[0] * u, BREADTHS[1] * u);
    let columns = if w >= TWO_FROM * u { 2 } else { 1 };
    let rows = HAND / columns;
    let (pad, space) = (8.0 * u, 6.0 * u);
    let fixed = 2.0 * pad + (22.0 + 22.0 + 34.0) * u + space * rows as f32;
    let card = ((view.h - 16.0 * u - fixed) / rows as f32).min(CARD_MAX * u);
    let h = fixed + card * rows as f32;
    let middle = (gap * 0.5).max(w * 0.5 + 6.0 * u);
    let x = if side == 0 { view.x + middle } else { view.right() - middle };
    let panel = Rect::new(x - w * 0.5, view.y + 8.0 * u, w, h);
    let mut rest = panel.inset(pad);
    let (head, elixir) = (rest.cut_top(22.0 * u), rest.cut_top(22.0 * u));
    let next = rest.cut_bottom(34.0 * u);
    let breadth = (rest.w - space * (columns - 1) as f32) / columns as f32;
    let cards = [0, 1, 2, 3].map(|place| {
        let (column, row) = (place % columns, place / columns);
        Rect::new(
            rest.x + column as f32 * (breadth + space),
            rest.y + space * 0.5 + row as f32 * (card + space),
            breadth,
            card,
        )
    });
    Some(Rack { panel, head, elixir, cards, next, unit: u })
}

/// Say where the cards lie that can be chosen.
pub(super) fn slots(view: Rect, unit: f32) -> Vec<Slot> {
    let racks = [0, 1].into_iter().filter_map(|side| Some((side, rack(view, unit, side)?)));
    let slots = racks.flat_map(|(side, rack)| {
        let cards = rack.cards.into_iter().enumerate();
        cards.map(move |(place, rect)| Slot { choice: Choice { side, place }, rect })
    });
    slots.collect()
}

/// The card of a hand, by its index in the cast.
pub(super) fn card_of(scene: &Scene<'_, Arena>, choice: Choice) -> Option<u8> {
    let king = scene.now.row(choice.side * 3)?;
    king.hand.get(choice.place).copied()
}

/// Draw both hands.
pub(super) fn draw(canvas: &mut Canvas, scene: &Scene<'_, Arena>, look: &Look<'_>) {
    let u = unit_of(canvas.size());
    for side in [0, 1] {
        let (Some(rack), Some(king)) = (rack(look.lens.view, u, side), scene.now.row(side * 3)) else { continue };
        draw_rack(canvas, scene, look, &rack, side, king);
    }
    draw_told(canvas, scene, look, u);
}

fn draw_rack(canvas: &mut Canvas, scene: &Scene<'_, Arena>, look: &Look<'_>, rack: &Rack, side: usize, king: &Unit) {
    let (cast, u) = (scene.cast(), rack.unit);
    let tint = palette::side(side);
    canvas.layer(Layer::Panel);
    canvas.rounded(rack.panel, 10.0 * u, palette::BARK.faded(0.94));
    canvas.frame(rack.panel, 10.0 * u, 1.2 * u, tint.faded(0.55));
    canvas.layer(Layer::Detail);
    let name = cast.sides.get(side).map_or_else(String::new, |name| capitalised(name));
    let style = Style::new(13.0 * u, tint.lighter(0.1)).bold();
    let end = canvas.text(vec2(rack.head.x + 1.0 * u, rack.head.y + 8.0 * u), style, &name).right();
    let who = if cast.chooses.get(side).copied().unwrap_or(false) { "plays by itself" } else { "plays as told" };
    let small = Style::new(10.5 * u, palette::BONE_FAINT).right();
    if rack.head.w > 150.0 * u && end < rack.head.right() {
        canvas.text(vec2(rack.head.right(), rack.head.y + 8.5 * u), small, who);
    }
    let points = elixir(scene, king);
    draw_elixir(canvas, cast, rack, points);
    for (place, rect) in rack.cards.into_iter().enumerate() {
        let Some(card) = king.hand.get(place).and_then(|card| cast.cards.get(usize::from(*card))) else { continue };
        let choice = Choice { side, place };
        let face = Face {
            rect,
            side,
            key: Some(place + 1),
            is_chosen: look.chosen == Some(choice),
            is_hovered: look.pointer.is_some_and(|at| rect.contains(at)),
            paid: (points / card.cost.max(1) as f32).min(1.0),
        };
        draw_card(canvas, card, &face, u);
    }
    draw_next(canvas, cast, rack, king);
}

/// Points of elixir in hand at a moment.
fn elixir(scene: &Scene<'_, Arena>, king: &Unit) -> f32 {
    let (cast, tick) = (scene.cast(), scene.tick());
    let [now, next] = [tick, tick + 1].map(|tick| cast.drops(king, tick) as f32);
    (now + (next - now) * scene.alpha()) / cast.flow.drops.max(1) as f32
}

fn draw_elixir(canvas: &mut Canvas, cast: &Cast, rack: &Rack, points: f32) {
    let u = rack.unit;
    let cap = cast.flow.cap.max(1);
    let mut bar = Rect::new(rack.elixir.x, rack.elixir.y + 2.0 * u, rack.elixir.w, 15.0 * u);
    let drop = bar.cut_left(26.0 * u);
    let number = Style::new(14.0 * u, Colour::WHITE).bold().tabular().centred();
    canvas.circle(drop.centre(), 9.5 * u, ELIXIR.darker(0.45));
    canvas.text(drop.centre(), number, &format!("{}", points.floor() as i32));
    canvas.rounded(bar, 4.0 * u, palette::NIGHT);
    let segment = bar.w / cap as f32;
    for point in 0..cap {
        let part = (points - point as f32).clamp(0.0, 1.0);
        let room = Rect::new(bar.x + segment * point as f32, bar.y, segment, bar.h).inset_by(0.8 * u, 1.6 * u);
        let ink = if part >= 1.0 { ELIXIR } else { ELIXIR.darker(0.45) };
        if part > 0.0 {
            canvas.rect(Rect { w: room.w * part, ..room }, Paint::Down(ink.lighter(0.25), ink.darker(0.1)));
        }
    }
}

/// How a card lies there.
#[derive(Debug, Clone, Copy)]
pub(super) struct Face {
    /// Where.
    pub(super) rect: Rect,
    /// Whose.
    pub(super) side: usize,
    /// The key that takes it.
    pub(super) key: Option<usize>,
    /// It is about to be played, or in the deck.
    pub(super) is_chosen: bool,
    /// The mouse is over it.
    pub(super) is_hovered: bool,
    /// From 0 to 1: how much of what it costs there is.
    pub(super) paid: f32,
}

/// Draw a card: what it costs, what it brings, its name.
pub(super) fn draw_card(canvas: &mut Canvas, card: &CardLook, face: &Face, u: f32) {
    let rect = if face.is_chosen { face.rect.inset(-1.5 * u) } else { face.rect };
    let (tint, side) = (colour(&card.colour), palette::side(face.side));
    let is_spell = card.form.is_none();
    let ground = if is_spell { ELIXIR.darker(0.72) } else { palette::BARK_RAISED };
    let ground = if face.is_hovered || face.is_chosen { ground.lighter(0.1) } else { ground };
    canvas.rounded(rect, 7.0 * u, Paint::Down(ground.toward(tint, 0.2), ground.darker(0.25)));
    let has_name = rect.w >= 72.0 * u && rect.h >= 58.0 * u;
    let foot = if has_name { 20.0 * u } else { 4.0 * u };
    let room = Rect { h: rect.h - foot, ..rect };
    draw_bodies(canvas, card, room, face, side);
    if face.paid < 1.0 {
        // The veil lifts as elixir comes.
        let veil = Rect { h: rect.h * (1.0 - face.paid), ..rect };
        canvas.rounded(rect, 7.0 * u, palette::NIGHT.faded(0.34));
        canvas.rounded(veil, 7.0 * u, palette::NIGHT.faded(0.4));
    }
    let ink = if face.paid < 1.0 { palette::BONE_DIM } else { palette::BONE };
    if has_name {
        let style = Style::new(11.0 * u, ink).bold().centred();
        canvas.text_within(vec2(rect.centre().x, rect.bottom() - 11.0 * u), style, rect.w - 8.0 * u, &card.name);
    }
    let badge = vec2(rect.x + 12.0 * u, rect.y + 12.0 * u);
    canvas.circle(badge, 10.0 * u, palette::NIGHT);
    canvas.circle(badge, 8.8 * u, if face.paid < 1.0 { ELIXIR.darker(0.55) } else { ELIXIR.darker(0.15) });
    let ink = if face.paid < 1.0 { palette::BONE_DIM } else { Colour::WHITE };
    canvas.text(badge, Style::new(13.0 * u, ink).bold().centred(), &card.cost.to_string());
    if let Some(key) = face.key.filter(|_| face.rect.w >= 52.0 * u) {
        let style = Style::new(10.5 * u, palette::BONE_DIM).bold().centred();
        let cap = Rect::around(vec2(rect.right() - 11.0 * u, rect.y + 12.0 * u), 14.0 * u, 14.0 * u);
        canvas.rounded(cap, 3.5 * u, palette::NIGHT.faded(0.6));
        canvas.text(cap.centre(), style, &key.to_string());
    }
    let (width, rim) = match (face.is_chosen, face.is_hovered) {
        (true, _) => (2.4 * u, palette::AMBER),
        (false, true) => (1.6 * u, palette::BONE.faded(0.8)),
        (false, false) => (1.0 * u, palette::RIM.lighter(0.1)),
    };
    canvas.frame(rect, 7.0 * u, width, rim);
}

/// As many bodies as it brings.
fn draw_bodies(canvas: &mut Canvas, card: &CardLook, room: Rect, face: &Face, side: Colour) {
    let ahead = vec2(0.0, -1.0);
    let size = room.w.min(room.h);
    let (radius, spots): (f32, &[(f32, f32)]) = match card.count {
        0 | 1 => (0.3, &[(0.0, 0.0)]),
        2 => (0.19, &[(-0.24, 0.04), (0.24, 0.04)]),
        _ => (0.18, &[(0.0, -0.2), (-0.27, 0.16), (0.27, 0.16)]),
    };
    let middle = room.centre() + vec2(0.0, size * 0.05);
    for (x, y) in spots {
        let at = middle + vec2(*x, *y) * size;
        let r = radius * size;
        if card.form.is_some() {
            canvas.circle(at, r * 1.2, Paint::Out(side.darker(0.55), side.darker(0.2)));
        }
        let portrait = Portrait {
            shape: &card.shape,
            body: colour(&card.colour),
            side,
            at,
            radius: r * 0.92,
            ahead,
            strength: 1.0,
            lunge: 0.0,
            ticks: 0.0,
            flash: if face.is_chosen { 0.06 } else { 0.0 },
        };
        figure::draw(canvas, &portrait);
    }
}

/// The cards behind the hand, the next one first.
fn draw_next(canvas: &mut Canvas, cast: &Cast, rack: &Rack, king: &Unit) {
    let u = rack.unit;
    let mut rest = rack.next;
    rest.cut_top(5.0 * u);
    if rest.w > 110.0 * u {
        let style = Style::new(10.5 * u, palette::BONE_FAINT);
        canvas.text(vec2(rest.x + 1.0 * u, rest.centre().y), style, "Next");
        rest.cut_left(32.0 * u);
    }
    let size = rest.h.min(rest.w / QUEUE as f32);
    let count = ((rest.w / (size + 3.0 * u)) as usize).clamp(1, QUEUE);
    for (place, card) in king.queue.iter().take(count).enumerate() {
        let Some(card) = cast.cards.get(usize::from(*card)) else { continue };
        let rect = Rect::new(rest.x + place as f32 * (size + 3.0 * u), rest.y, size, size);
        canvas.rounded(rect, 5.0 * u, palette::NIGHT.faded(if place == 0 { 0.9 } else { 0.5 }));
        if place == 0 {
            canvas.frame(rect, 5.0 * u, u.max(1.0), palette::BONE_FAINT);
        }
        let portrait = Portrait {
            shape: &card.shape,
            body: colour(&card.colour).darker(if place == 0 { 0.0 } else { 0.3 }),
            side: palette::side(usize::from(king.side)),
            at: rect.centre() + vec2(0.0, size * 0.06),
            radius: size * 0.33,
            ahead: vec2(0.0, -1.0),
            strength: 1.0,
            lunge: 0.0,
            ticks: 0.0,
            flash: 0.0,
        };
        figure::draw(canvas, &portrait);
    }
}

/// What the card under the mouse is.
fn draw_told(canvas: &mut Canvas, scene: &Scene<'_, Arena>, look: &Look<'_>, u: f32) {
    let Some(at) = look.pointer else { return };
    let Some(slot) = slots(look.lens.view, u).into_iter().find(|slot| slot.rect.contains(at)) else { return };
    let card = card_of(scene, slot.choice).and_then(|card| scene.cast().cards.get(usize::from(card)));
    let Some(card) = card else { return };
    let style = Style::new(11.5 * u, palette::BONE_DIM);
    let width = 210.0 * u;
    let mut lines: Vec<String> = wrapped(&card.text, style, width).into_iter().map(str::to_owned).collect();
    lines.extend(super::words::numbers(scene.cast(), card, scene.recording.tick_hz()));
    let h = (34.0 + 16.0 * lines.len() as f32) * u;
    let view = look.lens.view;
    let x = if slot.choice.side == 0 { slot.rect.right() + 10.0 * u } else { slot.rect.x - width - 34.0 * u };
    let y = slot.rect.y.min(view.bottom() - h - 6.0 * u);
    let panel = Rect::new(x, y, width + 24.0 * u, h);
    canvas.layer(Layer::Overlay);
    canvas.rounded(panel, 9.0 * u, palette::BARK.faded(0.97));
    canvas.frame(panel, 9.0 * u, 1.2 * u, palette::side(slot.choice.side).faded(0.6));
    let name = Style::new(13.5 * u, palette::BONE).bold();
    canvas.text(vec2(panel.x + 12.0 * u, panel.y + 16.0 * u), name, &card.name);
    for (row, line) in lines.iter().enumerate() {
        canvas.text(vec2(panel.x + 12.0 * u, panel.y + (35.0 + 16.0 * row as f32) * u), style, line);
    }
}
