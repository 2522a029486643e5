//! Deploying: the card that is chosen, shown where it would enter, with the reason where it may not.

use player::canvas::{Canvas, Layer, Style, text_width};
use player::colour::{Colour, palette};
use player::geometry::{Rect, Vec2, vec2};
use player::layout::unit_of;
use player::view::{Choice, Look, Scene};

use super::figure::{self, Portrait};
use super::{TILE, field_from_spot, ground, hands};
use crate::arena::cast::tile_centre;
use crate::arena::play::{PAIR, SPREAD};
use crate::arena::space::sign_of;
use crate::arena::{Arena, Order, Refusal};
use crate::kernel::side::Side;
use crate::view::tint::colour;

/// Turn a card and a spot into an order.
///
/// # Errors
/// The card's name and why it would be refused.
pub(super) fn order(scene: &Scene<'_, Arena>, choice: Choice, spot: Vec2) -> Result<Order, String> {
    let order = meant(scene, choice, spot).ok_or("there is no such card")?;
    let refused = |refusal: Refusal| format!("{}: {}", scene.cast().card(order.card), refusal.phrase());
    may_play(scene, order).map_err(refused)?;
    Ok(order)
}

fn may_play(scene: &Scene<'_, Arena>, order: Order) -> Result<(), Refusal> {
    if scene.now.outcome().is_some() {
        return Err(Refusal::Over);
    }
    let rows: Vec<_> = scene.now.rows().collect();
    scene.cast().may_play(rows.iter().copied(), scene.tick(), order)
}

/// The order that is meant, be it allowed or not.
fn meant(scene: &Scene<'_, Arena>, choice: Choice, spot: Vec2) -> Option<Order> {
    let card = hands::card_of(scene, choice)?;
    let side = Side::BOTH.get(choice.side).copied()?;
    let high = scene.cast().height as f32 / TILE;
    // Off the field is a tile that no field has.
    let tile = |at: f32| if at < 0.0 { u8::MAX } else { at as u8 };
    Some(Order { side, card, x: tile(spot.x), y: tile(high - spot.y) })
}

/// Draw where the chosen card would enter, under the mouse.
pub(super) fn draw(canvas: &mut Canvas, scene: &Scene<'_, Arena>, look: &Look<'_>) {
    let (cast, u) = (scene.cast(), unit_of(canvas.size()));
    let Some(choice) = look.chosen else { return };
    let Some(card) = hands::card_of(scene, choice).and_then(|card| cast.cards.get(usize::from(card))) else { return };
    canvas.layer(Layer::Ground);
    if card.form.is_some() {
        ground::draw_own(canvas, look, cast, choice.side);
    }
    let view = look.lens.view;
    let over_hand = |at: Vec2| hands::slots(view, u).iter().any(|slot| slot.rect.contains(at));
    let Some(at) = look.pointer.filter(|at| view.contains(*at) && !over_hand(*at)) else { return };
    let spot = look.lens.field_from_screen(at);
    let Some(order) = meant(scene, choice, spot) else { return };
    let refusal = may_play(scene, order).err();
    let scale = look.lens.scale;
    if refusal != Some(Refusal::OutsideField) {
        let middle = tile_centre(order.x, order.y);
        let tile = look.lens.screen_rect(Rect::around(field_from_spot(cast, middle), 1.0, 1.0));
        let tint = if refusal.is_some() { palette::RUST } else { palette::LICHEN };
        canvas.layer(Layer::Over);
        canvas.rect(tile, tint.faded(0.35));
        canvas.frame(tile, 2.0, 1.6, tint);
        if card.area > 0 {
            let r = card.area as f32 / TILE * scale;
            canvas.circle(tile.centre(), r, tint.faded(0.14));
            canvas.ring(tile.centre(), r, 1.8, tint.faded(0.9));
        }
        let radius = card.form.and_then(|form| cast.forms.get(usize::from(form))).map_or(500, |form| form.radius);
        let sign = sign_of(choice.side as u8);
        for (across, along) in offsets(card.count) {
            let spot = field_from_spot(cast, middle.plus(across * sign, along * sign));
            let side = palette::side(choice.side);
            let portrait = Portrait {
                shape: &card.shape,
                body: if refusal.is_some() { palette::RUST.darker(0.3) } else { colour(&card.colour) },
                side,
                at: look.lens.screen_from_field(spot),
                radius: radius as f32 / TILE * scale * 1.15,
                ahead: vec2(0.0, -sign as f32),
                strength: 0.75,
                lunge: 0.0,
                ticks: 0.0,
                flash: 0.0,
            };
            figure::draw(canvas, &portrait);
        }
    }
    let words = refusal
        .map_or_else(|| format!("{} at {} {}", card.name, order.x, order.y), |refusal| refusal.phrase().to_owned());
    draw_words(canvas, look, at, &words, if refusal.is_some() { palette::RUST } else { palette::LICHEN }, u);
}

/// Where the bodies of a card enter about its tile, as their side sees it.
fn offsets(count: u8) -> Vec<(i32, i32)> {
    match count {
        0 | 1 => vec![(0, 0)],
        2 => PAIR.to_vec(),
        count => SPREAD[..usize::from(count).min(SPREAD.len())].to_vec(),
    }
}

fn draw_words(canvas: &mut Canvas, look: &Look<'_>, at: Vec2, words: &str, tint: Colour, u: f32) {
    let style = Style::new(12.5 * u, tint.lighter(0.2)).bold().centred();
    let (w, h) = (text_width(words, style) + 20.0 * u, 22.0 * u);
    let view = look.lens.view;
    let x = at.x.max(view.x + w * 0.5 + 4.0).min(view.right() - w * 0.5 - 4.0);
    let y = if at.y - 34.0 * u > view.y { at.y - 30.0 * u } else { at.y + 34.0 * u };
    let pill = Rect::around(vec2(x, y), w, h);
    canvas.layer(Layer::Overlay);
    canvas.rounded(pill, h * 0.5, palette::NIGHT.faded(0.92));
    canvas.frame(pill, h * 0.5, u.max(1.0), tint.faded(0.7));
    canvas.text(pill.centre(), style, words);
}
