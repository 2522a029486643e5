//! Bubbles: why a press came to nothing, over the cook; what was earned and lost, over where it was; passes.

use player::canvas::{Canvas, Layer, Style, text_width};
use player::colour::{Colour, palette};
use player::geometry::{Rect, Vec2, eased, vec2};
use player::layout::on_field;
use player::view::{Look, Scene};

use super::cooks;
use super::middle;
use super::sight::Sight;
use crate::kitchen::Kitchen;
use crate::kitchen::event::What;
use crate::kitchen::ladder::Denial;

/// Ticks that a bubble stands.
const BUBBLE_TICKS: f32 = 26.0;
/// The last of them, in which it fades.
const FADE_TICKS: f32 = 7.0;
/// Ticks that points rise.
const POINTS_TICKS: f32 = 40.0;
/// Ticks that a pass is seen.
const PASS_TICKS: f32 = 14.0;

/// Draw what was said and earned of late.
pub(super) fn draw(canvas: &mut Canvas, scene: &Scene<'_, Kitchen>, look: &Look<'_>, sight: &Sight<'_>) {
    let mut bubbles: Vec<Option<(f32, &'static str)>> = vec![None; sight.cooks.len()];
    for (tick, event) in scene.recent(POINTS_TICKS as u32) {
        let age = scene.ticks_since(tick);
        if age < 0.0 {
            continue;
        }
        let over = |station: u16| {
            let look_of = sight.cast.stations.get(usize::from(station));
            look_of.map(|look_of| look.lens.screen_from_field(middle(look_of.cell)))
        };
        match event.what {
            What::Denied { cook, denial, .. } if age < BUBBLE_TICKS => {
                set(&mut bubbles, cook, (age, words(denial)));
            }
            What::TrashedAlreadyEmpty { cook, .. } if age < BUBBLE_TICKS => {
                set(&mut bubbles, cook, (age, "nothing in it"))
            }
            What::Served { station, points, .. } => {
                if let Some(at) = over(station) {
                    draw_points(canvas, look, at, points, age);
                }
            }
            What::Trashed { station, points, .. } => {
                if let Some(at) = over(station) {
                    draw_points(canvas, look, at, points, age);
                }
            }
            What::HandedOff { from, to, .. } if age < PASS_TICKS => {
                draw_pass(canvas, look, sight, [from, to], age / PASS_TICKS);
            }
            _ => {}
        }
    }
    // The last word of each cook alone.
    for (pose, bubble) in sight.cooks.iter().zip(bubbles) {
        if let Some((age, words)) = bubble {
            let strength = ((BUBBLE_TICKS - age) / FADE_TICKS).min(1.0);
            draw_bubble(canvas, look, look.lens.screen_from_field(pose.at), words, strength);
        }
    }
}

fn set<T>(bubbles: &mut [Option<T>], cook: u16, said: T) {
    if let Some(bubble) = bubbles.get_mut(usize::from(cook)) {
        *bubble = Some(said);
    }
}

/// A denial in as few words as a bubble holds.
pub(super) fn words(denial: Denial) -> &'static str {
    match denial {
        Denial::Stunned => "dazed",
        Denial::NothingHere => "nothing here",
        Denial::OutOfReach => "too far",
        Denial::NotFacing => "behind me",
        Denial::HandsFull => "hands full",
        Denial::HandsEmpty => "hands empty",
        Denial::WrongItem => "not wanted",
        Denial::StationDirty => "sooty",
        Denial::StationBusy => "in use",
        Denial::InvalidState => "no use now",
        Denial::ContestedLost => "too slow",
    }
}

fn draw_bubble(canvas: &mut Canvas, look: &Look<'_>, at: Vec2, words: &str, strength: f32) {
    let scale = look.lens.scale;
    let ink = Colour::hex(0x0046_1D18).faded(strength);
    let style = Style::new(on_field(canvas.size(), scale * 0.27, 10.5, 24.0), ink).bold().centred();
    let (w, h) = (text_width(words, style) + style.size * 2.2, style.size * 1.65);
    let view = look.lens.view;
    let x = at.x.clamp(view.x + w * 0.5, (view.right() - w * 0.5).max(view.x + w * 0.5));
    let y = (at.y - cooks::RADIUS * scale * 1.5 - h * 0.75).max(view.y + h * 0.5 + 2.0);
    let pill = Rect::around(vec2(x, y), w, h);
    canvas.layer(Layer::Figures);
    let (paper, edge) = (Colour::hex(0x00FF_E9DF).faded(0.97 * strength), palette::RUST.faded(strength));
    let tail = [
        vec2(at.x - h * 0.2, pill.bottom() - 1.0),
        vec2(at.x + h * 0.2, pill.bottom() - 1.0),
        vec2(at.x, pill.bottom() + h * 0.34),
    ];
    canvas.closed_path(&tail, (scale * 0.06).max(1.6), edge);
    canvas.rounded(pill.inset(-(scale * 0.03).max(1.0)), h * 0.5, edge);
    canvas.area(&tail, paper);
    canvas.rounded(pill, h * 0.46, paper);
    // A cross, for who does not read along.
    let sign = vec2(pill.x + style.size * 0.8, y);
    player::sigils::cross(canvas, sign, style.size * 0.22, palette::RUST.darker(0.2).faded(strength));
    canvas.text(vec2(pill.centre().x + style.size * 0.45, y), style, words);
}

fn draw_points(canvas: &mut Canvas, look: &Look<'_>, at: Vec2, points: i32, age: f32) {
    let (scale, part) = (look.lens.scale, age / POINTS_TICKS);
    let tint = if points > 0 { palette::AMBER } else { palette::RUST };
    let strength = 1.0 - part * part;
    canvas.layer(Layer::Figures);
    if points > 0 {
        canvas.ring(
            at,
            (0.4 + 0.5 * eased((part * 3.0).min(1.0))) * scale,
            (scale * 0.07).max(1.5),
            tint.faded((1.0 - part * 2.5).max(0.0)),
        );
    }
    let words = if points > 0 { format!("+{points}") } else { format!("−{}", points.unsigned_abs()) };
    let style = Style::new(on_field(canvas.size(), scale * 0.46, 14.0, 40.0), tint.faded(strength)).bold().centred();
    let view = look.lens.view;
    let w = text_width(&words, style) * 0.5 + 4.0;
    let spot = vec2(at.x.clamp(view.x + w, (view.right() - w).max(view.x + w)), at.y - (0.35 + 0.6 * part) * scale);
    canvas.text(spot, style.edged(palette::NIGHT.faded(0.85 * strength)), &words);
}

/// A line from hand to hand.
fn draw_pass(canvas: &mut Canvas, look: &Look<'_>, sight: &Sight<'_>, hands: [u16; 2], part: f32) {
    let at = hands.map(|seat| sight.cooks.get(usize::from(seat)).map(|pose| look.lens.screen_from_field(pose.at)));
    let [Some(from), Some(to)] = at else { return };
    canvas.layer(Layer::Over);
    let tint = palette::LICHEN.faded(1.0 - part);
    canvas.line(from, to, (look.lens.scale * 0.07).max(1.5), tint);
    let head = from.toward(to, eased(part));
    canvas.circle(head, (look.lens.scale * 0.12).max(3.0), tint);
}
