//! The board at the right of the kitchen: time, score, stars, and who is doing what.

use player::canvas::{Canvas, Layer, Paint, Style};
use player::colour::palette;
use player::geometry::{Rect, vec2};
use player::layout::unit_of;
use player::view::{Look, Side};

use super::sight::{Pose, Sight};
use super::tickets::strips;
use super::{cooks, words};
use crate::kitchen::cook::Driver;
use crate::view::counts::capitalised;

/// Height of the board above the list of cooks, in units.
const HEAD: f32 = 136.0;
/// Height of the legend of overlays, in units.
const LEGEND: f32 = 60.0;
/// Height of a cook's line, in units, at most.
const LINE_MAX: f32 = 40.0;
/// Narrower boards, in units, have numbers alone.
const WORDS_FROM: f32 = 112.0;

/// Say how crew and guests stand.
pub(super) fn sides(sight: &Sight<'_>) -> Vec<Side> {
    let (cast, tally) = (sight.cast, sight.tally);
    let open = sight.tickets.iter().filter(|ticket| ticket.is_open()).count();
    let next = cast.stars.iter().find(|least| tally.score < **least);
    let goal = match next {
        _ if cast.tickets == 0 => "nobody to cook for".to_owned(),
        Some(least) => format!("{} points, next star at {least}", tally.score),
        None => format!("{} points, all stars", tally.score),
    };
    let left = i64::from(cast.tickets.saturating_sub(tally.served.saturating_add(tally.missed)));
    let guests = match (cast.tickets, tally.missed) {
        (0, _) => "none tonight".to_owned(),
        (_, 0) => format!("{} of {} served", tally.served, cast.tickets),
        (_, missed) => format!("{} of {} served, {missed} missed", tally.served, cast.tickets),
    };
    let crew = Side {
        name: "Crew".to_owned(),
        up: sight.cooks.len(),
        gone: 0,
        vigor: i64::from(tally.score.min(cast.stars[2])),
        vigor_max: i64::from(cast.stars[2]),
        note: goal,
    };
    let hungry = Side {
        name: "Guests".to_owned(),
        up: open,
        gone: 0,
        vigor: left,
        vigor_max: i64::from(cast.tickets),
        note: guests,
    };
    vec![crew, hungry]
}

/// Draw the board.
pub(super) fn draw(canvas: &mut Canvas, look: &Look<'_>, sight: &Sight<'_>) {
    let u = unit_of(canvas.size());
    let [_, strip] = strips(look.lens.view, sight.cast, u);
    // Below the legend of what is laid over the kitchen.
    let down = if look.overlays.is_empty() { 0.0 } else { LEGEND * u };
    let strip = Rect { y: strip.y + down, h: (strip.h - down).max(0.0), ..strip };
    let count = sight.cooks.len() as f32;
    let head = if sight.cast.tickets == 0 { 52.0 } else { HEAD } * u;
    let line = ((strip.h - head - 10.0 * u) / count.max(1.0)).min(LINE_MAX * u);
    let panel = Rect { h: head + line * count + 8.0 * u, ..strip };
    canvas.layer(Layer::Panel);
    canvas.rounded(panel, 9.0 * u, palette::BARK.faded(0.94));
    canvas.frame(panel, 9.0 * u, 1.2 * u, palette::RIM);
    canvas.layer(Layer::Detail);
    let mut rest = panel;
    draw_head(canvas, sight, rest.cut_top(head), u);
    for pose in &sight.cooks {
        draw_line(canvas, look, sight, pose, rest.cut_top(line), u);
    }
}

fn draw_head(canvas: &mut Canvas, sight: &Sight<'_>, mut room: Rect, u: f32) {
    let (cast, tally) = (sight.cast, sight.tally);
    let is_wide = room.w >= WORDS_FROM * u;
    let left = (cast.ticks as f32 - sight.ticks).max(0.0) / sight.hz as f32;
    let seconds = left.ceil() as u32;
    let time = format!("{}:{:02}", seconds / 60, seconds % 60);
    let clock = room.cut_top(34.0 * u);
    let ink = if seconds <= 15 { palette::RUST } else { palette::BONE };
    let large = Style::new(19.0 * u, ink).bold().tabular().centred();
    canvas.text(vec2(clock.centre().x, clock.y + 20.0 * u), large, &time);
    let bar = Rect::new(room.x + 12.0 * u, room.y + 2.0 * u, room.w - 24.0 * u, 4.0 * u);
    canvas.rounded(bar, 2.0 * u, palette::NIGHT);
    let part = (left * sight.hz as f32 / cast.ticks.max(1) as f32).clamp(0.0, 1.0);
    canvas.rounded(Rect { w: (bar.w * part).max(bar.h), ..bar }, 2.0 * u, palette::BONE_DIM);
    if cast.tickets == 0 {
        return;
    }
    let middle = room.centre().x;
    let score = Style::new(29.0 * u, palette::AMBER).bold().tabular().centred();
    canvas.text(vec2(middle, room.y + 30.0 * u), score, &tally.score.to_string());
    if is_wide {
        let small = Style::new(10.0 * u, palette::BONE_FAINT).centred();
        canvas.text(vec2(middle, room.y + 47.0 * u), small, if tally.score == 1 { "point" } else { "points" });
    }
    let stars = tally.stars(cast.stars);
    let pitch = (room.w / 3.4).min(46.0 * u);
    for (place, least) in cast.stars.iter().enumerate() {
        let at = vec2(middle + (place as f32 - 1.0) * pitch, room.y + 68.0 * u);
        let is_won = place < usize::from(stars);
        let tint = if is_won { palette::AMBER } else { palette::RIM.lighter(0.12) };
        player::sigils::star(canvas, at, (pitch * 0.3).min(11.0 * u), tint);
        if pitch < 26.0 * u {
            continue; // numbers would run into each other
        }
        let style = Style::new(10.0 * u, if is_won { palette::AMBER } else { palette::BONE_FAINT }).tabular().centred();
        canvas.text(at + vec2(0.0, 19.0 * u), style, &least.to_string());
    }
}

/// A cook: who, and what it is at; its number is its key.
fn draw_line(canvas: &mut Canvas, look: &Look<'_>, sight: &Sight<'_>, pose: &Pose<'_>, room: Rect, u: f32) {
    let is_marked = look.selected.contains(&pose.seat) || look.hovered == Some(pose.seat);
    let own = room.inset_by(5.0 * u, 1.5 * u);
    let tint = cooks::tint_of(sight, pose.seat);
    if is_marked {
        canvas.rounded(own, 6.0 * u, Paint::Flat(tint.faded(0.25)));
    }
    let r = (own.h * 0.3).min(11.5 * u);
    let at = vec2(own.x + r * 1.6, own.centre().y);
    cooks::draw_portrait(canvas, sight, pose.seat, at, r);
    if room.w < WORDS_FROM * u {
        return;
    }
    let x = at.x + r * 1.9;
    let width = own.right() - x - 3.0 * u;
    let name = Style::new(12.0 * u, tint.lighter(0.4)).bold();
    let small = Style::new(10.0 * u, palette::BONE_DIM);
    let (upper, lower) = (own.y + own.h * 0.3, own.y + own.h * 0.72);
    let end = canvas.text_within(vec2(x, upper), name, width, sight.cast.cook(pose.seat as u16)).right();
    if pose.cook.driver == Driver::Hand {
        let style = Style::new(9.5 * u, palette::AMBER).bold();
        canvas.text_within(vec2(end + 6.0 * u, upper), style, own.right() - end - 8.0 * u, "by hand");
    }
    canvas.text_within(vec2(x, lower), small, width, &capitalised(&words::doing(sight.cast, pose.cook, sight.tick)));
}
