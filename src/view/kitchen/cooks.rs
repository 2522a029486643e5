//! Cooks, from above: each with a colour, a hat and a number of its own, turned to where it looks, its hands before it and
//! in them what it carries.

use player::canvas::{Canvas, Layer, Paint, Style, text_width};
use player::colour::{Colour, palette};
use player::geometry::{Rect, Vec2, vec2, wave};
use player::layout::on_field;
use player::view::Look;

use super::items::{self, INK, Spot};
use super::sight::{Pose, Sight};
use crate::kitchen::cook::Driver;
use crate::kitchen::grain::TILE;
use crate::view::tint::colour;

/// Half the side of a cook's body, in tiles.
pub(super) const RADIUS: f32 = crate::kitchen::constants::RADIUS as f32 / TILE as f32;
/// Cooks are drawn so much larger than they are: otherwise hats and hands are dots.
const DRAWN: f32 = 1.28;

const SKIN: [Colour; 4] =
    [Colour::hex(0x00E8_C3A0), Colour::hex(0x0096_6444), Colour::hex(0x00C9_9468), Colour::hex(0x00F0_D2B6)];
const LINEN: Colour = Colour::hex(0x00F2_EEE4);

/// Hats, one a seat: they differ in shape, so that cooks can be told apart without colours too.
const HATS: usize = 4;

/// Draw all cooks.
pub(super) fn draw(canvas: &mut Canvas, look: &Look<'_>, sight: &Sight<'_>) {
    for pose in sight.back_to_front() {
        draw_cook(canvas, look, sight, pose);
    }
}

/// The colour of a cook.
pub(super) fn tint_of(sight: &Sight<'_>, seat: usize) -> Colour {
    sight.cast.cooks.get(seat).map_or(palette::BONE_DIM, |look| vivid(colour(&look.colour)))
}

/// Clothes are lit by the kitchen's own light.
pub(super) fn vivid(tint: Colour) -> Colour {
    tint.lighter(0.14)
}

fn draw_cook(canvas: &mut Canvas, look: &Look<'_>, sight: &Sight<'_>, pose: &Pose<'_>) {
    let (at, r) = (look.lens.screen_from_field(pose.at), RADIUS * look.lens.scale * DRAWN);
    let tint = tint_of(sight, pose.seat);
    canvas.layer(Layer::Shadow);
    canvas.glow(at + vec2(0.1, 0.34) * r, vec2(1.5, 1.35) * r, Colour::BLACK.faded(0.55));
    canvas.layer(Layer::Under);
    let marked = look.selected.contains(&pose.seat) || look.hovered == Some(pose.seat);
    if look.driven == Some(pose.seat) {
        canvas.circle(at, r * 1.3, palette::AMBER.faded(0.3));
        canvas.ring(at, r * 1.3, (r * 0.14).max(2.0), palette::AMBER);
    } else if marked {
        canvas.ring(at, r * 1.3, (r * 0.12).max(1.8), palette::BONE.faded(0.9));
    }
    canvas.layer(Layer::Units);
    draw_figure(
        canvas,
        &Figure { at, r, ahead: pose.ahead, tint, seat: pose.seat, pose: Some(pose), ticks: sight.ticks },
    );
    if pose.cook.hand.is_some() {
        let bob = 0.05 * pose.pace * wave(sight.ticks / 6.0);
        let held = at + pose.ahead * (r * 1.06) - vec2(0.0, r * bob);
        items::draw(canvas, sight.cast, pose.cook.hand, Spot { at: held, r: r * 0.62, ticks: sight.ticks });
    }
    if pose.is_dazed {
        draw_daze(canvas, at, r, sight.ticks);
    }
    draw_name(canvas, look, sight, pose, at, r);
}

/// A cook as it is drawn, in points.
#[derive(Debug, Clone, Copy)]
pub(super) struct Figure<'a> {
    pub(super) at: Vec2,
    pub(super) r: f32,
    pub(super) ahead: Vec2,
    pub(super) tint: Colour,
    pub(super) seat: usize,
    /// What it does; nothing in a portrait.
    pub(super) pose: Option<&'a Pose<'a>>,
    pub(super) ticks: f32,
}

impl Figure<'_> {
    /// A spot of the body: so far ahead and so far to its right, in radii.
    fn p(&self, x: f32, y: f32) -> Vec2 {
        self.at + (self.ahead * x + self.ahead.quarter_turned() * y) * self.r
    }

    fn disc(&self, canvas: &mut Canvas, x: f32, y: f32, r: f32, tint: Colour) {
        canvas.circle(self.p(x, y), r * self.r + (self.r * 0.07).max(0.7), INK);
        canvas.circle(self.p(x, y), r * self.r, tint);
    }

    fn area(&self, canvas: &mut Canvas, points: &[(f32, f32)], tint: Colour) {
        let points: Vec<Vec2> = points.iter().map(|(x, y)| self.p(*x, *y)).collect();
        canvas.closed_path(&points, (self.r * 0.14).max(1.2), INK);
        canvas.area(&points, tint);
    }
}

/// Draw a cook: shoes, body, apron, hands, head and hat.
pub(super) fn draw_figure(canvas: &mut Canvas, figure: &Figure<'_>) {
    let skin = SKIN[figure.seat % SKIN.len()];
    let (pace, busy, full) =
        figure.pose.map_or((0.0, false, false), |pose| (pose.pace, pose.cook.works_at > 0, pose.cook.hand.is_some()));
    let step = wave(figure.ticks / 7.0 + figure.seat as f32 * 0.2) * pace;
    for (side, sign) in [(-0.34, 1.0), (0.34, -1.0)] {
        figure.disc(canvas, 0.4 * step * sign, side, 0.2, Colour::hex(0x003A_2F2A));
    }
    let shoulders =
        [(0.5, -0.44), (0.6, 0.0), (0.5, 0.44), (0.08, 0.86), (-0.44, 0.7), (-0.58, 0.0), (-0.44, -0.7), (0.08, -0.86)];
    figure.area(canvas, &shoulders, figure.tint);
    let apron: Vec<Vec2> = [(0.56, -0.3), (0.64, 0.0), (0.56, 0.3), (0.1, 0.36), (0.1, -0.36)]
        .into_iter()
        .map(|(x, y)| figure.p(x, y))
        .collect();
    canvas.area(&apron, LINEN);
    let beat = if busy { 0.16 * wave(figure.ticks / 8.0) } else { 0.0 };
    let reach = if full || busy { 0.88 } else { 0.5 };
    let apart = if full { 0.46 } else { 0.6 };
    for (sign, swing) in [(-1.0, step * 0.2 + beat), (1.0, -step * 0.2 - beat)] {
        let hand = figure.p(reach + swing, sign * apart);
        canvas.line(figure.p(0.12, sign * 0.74), hand, (figure.r * 0.34).max(2.0), INK);
        canvas.line(figure.p(0.12, sign * 0.74), hand, (figure.r * 0.24).max(1.4), figure.tint.darker(0.12));
        canvas.circle(hand, figure.r * 0.2, INK);
        canvas.circle(hand, figure.r * 0.15, skin);
    }
    figure.disc(canvas, 0.1, 0.0, 0.44, skin);
    // A nose, under whatever hat: it says where one looks.
    figure.disc(canvas, 0.56, 0.0, 0.1, skin.darker(0.08));
    draw_hat(canvas, figure);
}

fn draw_hat(canvas: &mut Canvas, figure: &Figure<'_>) {
    let tint = figure.tint;
    match figure.seat % HATS {
        0 => {
            for turn in 0..6 {
                let way = Vec2::at_turn(turn as f32 / 6.0) * 0.26;
                figure.disc(canvas, way.x - 0.06, way.y, 0.22, LINEN);
            }
            canvas.circle(figure.p(-0.06, 0.0), figure.r * 0.4, LINEN);
        }
        1 => {
            // A kerchief, its knot behind.
            figure.area(canvas, &[(-0.34, 0.0), (-0.78, -0.22), (-0.66, 0.0), (-0.78, 0.22)], tint.darker(0.15));
            figure.disc(canvas, -0.06, 0.0, 0.42, tint.lighter(0.12));
            for (x, y) in [(0.1, 0.2), (-0.22, -0.2), (0.12, -0.22), (-0.2, 0.22)] {
                canvas.circle(figure.p(x, y), figure.r * 0.05, LINEN);
            }
        }
        2 => {
            // A flat cap with a peak.
            figure.area(
                canvas,
                &[(0.28, -0.36), (0.62, -0.2), (0.66, 0.0), (0.62, 0.2), (0.28, 0.36)],
                tint.darker(0.35),
            );
            figure.disc(canvas, -0.06, 0.0, 0.44, tint.darker(0.15));
        }
        _ => {
            // A straw hat, its band in the cook's own colour.
            let straw = Colour::hex(0x00E3_C77E);
            figure.disc(canvas, -0.02, 0.0, 0.56, straw.darker(0.08));
            canvas.circle(figure.p(-0.04, 0.0), figure.r * 0.38, tint);
            canvas.circle(figure.p(-0.06, 0.0), figure.r * 0.31, straw.lighter(0.15));
        }
    }
    let dark = matches!(figure.seat % HATS, 0 | 3);
    let ink = if dark { INK } else { LINEN };
    let style = Style::new((figure.r * 0.62).max(7.0), ink).bold().centred();
    canvas.text(figure.p(-0.06, 0.0), style, &(figure.seat + 1).to_string());
}

/// Stars go round the head of who was hit.
fn draw_daze(canvas: &mut Canvas, at: Vec2, r: f32, ticks: f32) {
    canvas.layer(Layer::Over);
    for place in 0..4 {
        let way = Vec2::at_turn(place as f32 * 0.25 + ticks / 24.0);
        let star = at + vec2(way.x * 0.85, way.y * 0.36 - 0.55) * r;
        player::sigils::star(canvas, star, r * 0.24, palette::AMBER);
    }
}

/// The name under a cook: in amber who is taken over, a dot before who goes by hand.
fn draw_name(canvas: &mut Canvas, look: &Look<'_>, sight: &Sight<'_>, pose: &Pose<'_>, at: Vec2, r: f32) {
    let by_hand = pose.cook.driver == Driver::Hand;
    let marked = look.selected.contains(&pose.seat) || look.hovered == Some(pose.seat);
    if r < 11.0 && !marked {
        return;
    }
    canvas.layer(Layer::Figures);
    let name = sight.cast.cook(pose.seat as u16);
    let size = on_field(canvas.size(), r * 0.5, 9.0, 22.0);
    let style = Style::new(size, tint_of(sight, pose.seat).lighter(0.55)).bold().centred();
    let foot = at + vec2(0.0, r * 1.46);
    let (w, h) = (text_width(name, style) + r * 0.5, style.size * 1.25);
    let pill = Rect::around(foot, w, h);
    canvas.rounded(pill, h * 0.5, palette::NIGHT.faded(0.72));
    if by_hand {
        canvas.frame(pill, h * 0.5, (r * 0.06).max(1.0), palette::AMBER);
    }
    canvas.text(foot, style, name);
}

/// Draw the head of a list: the cook, small.
pub(super) fn draw_portrait(canvas: &mut Canvas, sight: &Sight<'_>, seat: usize, at: Vec2, r: f32) {
    canvas.circle(at, r * 1.3, Paint::Out(palette::BARK_RAISED.lighter(0.1), palette::BARK_RAISED));
    let figure =
        Figure { at, r: r * 0.92, ahead: vec2(0.0, 1.0), tint: tint_of(sight, seat), seat, pose: None, ticks: 0.0 };
    draw_figure(canvas, &figure);
}
