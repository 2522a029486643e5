//! Figures: an own outline for every kind of card, turned to where it faces, on a stand in the colour of its side. The first
//! side stands on rounds, the second on diamonds: sides differ in shape as well as in colour.

use player::canvas::{Canvas, Layer, Paint};
use player::colour::{Colour, palette};
use player::geometry::{Vec2, vec2, wave};
use player::view::{Look, Scene};

use super::TOWERS;
use super::pose::{Pose, Poses};
use crate::arena::Arena;
use crate::arena::unit::Stance;
use crate::view::tint::colour;

const INK: Colour = Colour::hex(0x0016_1310);
const SKIN: Colour = Colour::hex(0x00E8_C9A0);
const STEEL: Colour = Colour::hex(0x00DD_E4EA);
const WOOD: Colour = Colour::hex(0x0079_5A3A);

/// Bodies are drawn so much larger than they are: otherwise the small ones are dots.
const DRAWN: f32 = 1.3;

/// A picture of a body.
#[derive(Debug, Clone, Copy)]
pub(super) struct Portrait<'a> {
    /// The outline's name.
    pub(super) shape: &'a str,
    /// Its own colour.
    pub(super) body: Colour,
    /// The colour of its side.
    pub(super) side: Colour,
    /// Its middle, in points.
    pub(super) at: Vec2,
    /// Its radius, in points.
    pub(super) radius: f32,
    /// Where it faces, length 1.
    pub(super) ahead: Vec2,
    /// From 0 to 1: how much of it is there.
    pub(super) strength: f32,
    /// From 0 to 1: how far its weapon is out.
    pub(super) lunge: f32,
    /// Ticks of its own time, for wings and gait.
    pub(super) ticks: f32,
    /// From 0 to 1: how much it glares.
    pub(super) flash: f32,
}

impl Portrait<'_> {
    /// A spot of the body: so far ahead and so far to its right, in radii.
    fn p(&self, x: f32, y: f32) -> Vec2 {
        self.at + (self.ahead * x + self.ahead.quarter_turned() * y) * self.radius
    }

    fn tint(&self, colour: Colour) -> Colour {
        colour.toward(Colour::WHITE, 0.7 * self.flash).faded(self.strength)
    }

    fn area(&self, canvas: &mut Canvas, points: &[(f32, f32)], colour: Colour) {
        let points: Vec<Vec2> = points.iter().map(|(x, y)| self.p(*x, *y)).collect();
        canvas.closed_path(&points, (0.2 * self.radius).max(1.2), self.tint(INK).faded(0.85));
        canvas.area(&points, self.tint(colour));
    }

    /// Both halves of an outline, given from front to back along the right side.
    fn halves(&self, canvas: &mut Canvas, right: &[(f32, f32)], colour: Colour) {
        let left = right.iter().rev().filter(|(_, y)| *y > 1e-3).map(|(x, y)| (*x, -*y));
        let points: Vec<(f32, f32)> = right.iter().copied().chain(left).collect();
        self.area(canvas, &points, colour);
    }

    fn disc(&self, canvas: &mut Canvas, x: f32, y: f32, r: f32, colour: Colour) {
        let at = self.p(x, y);
        canvas.circle(at, r * self.radius + (0.1 * self.radius).max(0.6), self.tint(INK).faded(0.85));
        canvas.circle(at, r * self.radius, self.tint(colour));
    }

    fn dot(&self, canvas: &mut Canvas, x: f32, y: f32, r: f32, colour: Colour) {
        canvas.circle(self.p(x, y), (r * self.radius).max(0.5), self.tint(colour));
    }

    fn stroke(&self, canvas: &mut Canvas, points: &[(f32, f32)], width: f32, colour: Colour) {
        let points: Vec<Vec2> = points.iter().map(|(x, y)| self.p(*x, *y)).collect();
        canvas.path(&points, (width * self.radius).max(0.9), self.tint(colour));
    }

    fn edged(&self, canvas: &mut Canvas, points: &[(f32, f32)], width: f32, colour: Colour) {
        self.stroke(canvas, points, width + 0.16, INK);
        self.stroke(canvas, points, width, colour);
    }
}

/// Draw every troop and building that stands.
pub(super) fn draw_all(canvas: &mut Canvas, scene: &Scene<'_, Arena>, look: &Look<'_>, poses: &Poses<'_>) {
    let cast = scene.cast();
    let bodies = poses.back_to_front().into_iter().filter(|pose| pose.place >= TOWERS);
    for pose in bodies {
        let Some(card) = pose.look.card.and_then(|card| cast.cards.get(usize::from(card))) else { continue };
        draw_stand(canvas, look, pose);
        let r = pose.radius * look.lens.scale * DRAWN;
        let walking = pose.unit.stance == Stance::WALKING;
        let sway = if walking { wave(pose.gait / 9.0) * 0.06 } else { 0.0 };
        let body = look.lens.screen_from_field(pose.body());
        let ahead = pose.ahead;
        let push = if pose.look.shoots { -0.12 } else { 0.4 } * pose.lunge;
        let portrait = Portrait {
            shape: &card.shape,
            body: colour(&card.colour),
            side: palette::side(pose.side()),
            at: body + (ahead * push + ahead.quarter_turned() * sway) * r,
            radius: r * 0.86,
            ahead,
            strength: 0.35 + 0.65 * pose.arrived,
            lunge: pose.lunge,
            ticks: scene.moment.ticks() as f32 + pose.place as f32 * 3.7,
            flash: pose.flash,
        };
        canvas.layer(if pose.look.flies { Layer::Over } else { Layer::Units });
        draw(canvas, &portrait);
    }
}

/// What a body stands on; of fliers, the shadow below them.
fn draw_stand(canvas: &mut Canvas, look: &Look<'_>, pose: &Pose<'_>) {
    let r = pose.radius * look.lens.scale * DRAWN;
    let at = look.lens.screen_from_field(pose.at);
    let side = palette::side(pose.side());
    let marked = look.selected.contains(&pose.place) || look.hovered == Some(pose.place);
    canvas.layer(Layer::Shadow);
    if pose.look.flies {
        canvas.ellipse(at, vec2(0.85, 0.5) * r, Colour::BLACK.faded(0.42));
        canvas.layer(Layer::Over);
        let body = look.lens.screen_from_field(pose.body());
        draw_nose(canvas, body, r * 0.92, pose.ahead, side.faded(0.75 * pose.arrived));
        draw_base(canvas, pose.side(), body, r * 0.92, pose.ahead, side.faded(0.75 * pose.arrived));
        if marked {
            canvas.ring(body, r * 1.5, 2.0, palette::BONE.faded(0.9));
        }
        return;
    }
    canvas.glow(at + vec2(0.12, 0.3) * r, vec2(1.6, 1.35) * r, Colour::BLACK.faded(0.55));
    canvas.layer(Layer::Under);
    if marked {
        canvas.ring(at, r * 1.5, 2.0, palette::BONE.faded(0.9));
    }
    let side = side.faded(0.3 + 0.7 * pose.arrived);
    if pose.look.is_building {
        // It stands as it was put, whatever it aims at.
        draw_base(canvas, pose.side(), at, r, Vec2::at_turn(0.125), side);
    } else {
        draw_nose(canvas, at, r, pose.ahead, side);
        draw_base(canvas, pose.side(), at, r, pose.ahead, side);
    }
}

/// The nose of a stand, which points ahead.
fn draw_nose(canvas: &mut Canvas, at: Vec2, r: f32, ahead: Vec2, colour: Colour) {
    let right = ahead.quarter_turned();
    let nose = [ahead * 1.66, ahead * 0.9 + right * 0.55, ahead * 0.9 - right * 0.55].map(|d| at + d * r);
    canvas.closed_path(&nose, (r * 0.2).max(1.4), Colour { a: colour.a, ..INK }.faded(0.8));
    canvas.area(&nose, colour);
}

/// What a body stands on.
fn draw_base(canvas: &mut Canvas, side: usize, at: Vec2, r: f32, ahead: Vec2, colour: Colour) {
    let (rim, right) = (Colour { a: colour.a, ..INK }.faded(0.8), ahead.quarter_turned());
    let width = (r * 0.16).max(1.0);
    let fill = Paint::Out(colour.darker(0.5), colour);
    if side == 0 {
        canvas.circle(at, r * 1.12 + width * 0.6, rim);
        canvas.circle(at, r * 1.12, fill);
    } else {
        let corners = [ahead, right, -ahead, -right].map(|d| at + d * (r * 1.36));
        canvas.closed_path(&corners, width * 1.6, rim);
        canvas.area(&corners, fill);
    }
}

/// Draw a body, or the sign of a spell.
pub(super) fn draw(canvas: &mut Canvas, p: &Portrait<'_>) {
    match p.shape {
        "shield" => draw_shield(canvas, p),
        "hill" => draw_hill(canvas, p),
        "cairn" => draw_cairn(canvas, p),
        "thorn" => draw_thorn(canvas, p),
        "blade" => draw_blade(canvas, p),
        "antlers" => draw_antlers(canvas, p),
        "bow" => draw_bow(canvas, p, 0.8),
        "long bow" => draw_bow(canvas, p, 1.25),
        "moth" => draw_moth(canvas, p),
        "gnat" => draw_gnat(canvas, p),
        "pot" => draw_pot(canvas, p),
        "nest" => draw_nest(canvas, p),
        "hive" => draw_hive(canvas, p),
        "hail" => draw_hail(canvas, p),
        "root" => draw_root(canvas, p),
        "wind" => draw_wind(canvas, p),
        "mire" => draw_mire(canvas, p),
        _ => p.disc(canvas, 0.0, 0.0, 0.8, p.body),
    }
}

/// Whether there is a drawing of that name.
#[cfg(test)]
pub(super) fn is_known(shape: &str) -> bool {
    const KNOWN: [&str; 17] = [
        "shield", "hill", "cairn", "thorn", "blade", "antlers", "bow", "long bow", "moth", "gnat", "pot", "nest",
        "hive", "hail", "root", "wind", "mire",
    ];
    KNOWN.contains(&shape)
}

fn draw_head(canvas: &mut Canvas, p: &Portrait<'_>, hood: Colour) {
    p.disc(canvas, -0.05, 0.0, 0.4, hood);
    p.dot(canvas, 0.1, 0.0, 0.24, SKIN);
}

fn draw_shield(canvas: &mut Canvas, p: &Portrait<'_>) {
    p.halves(canvas, &[(0.3, 0.0), (0.2, 0.8), (-0.4, 0.75), (-0.7, 0.3), (-0.72, 0.0)], p.body.darker(0.25));
    draw_head(canvas, p, p.body.lighter(0.15));
    let out = 0.2 * p.lunge;
    let front = [(0.98 + out, 0.0), (0.85 + out, 0.55), (0.42 + out, 0.9), (0.4 + out, 0.6), (0.62 + out, 0.0)];
    p.halves(canvas, &front, WOOD.lighter(0.12));
    p.stroke(canvas, &[(0.82 + out, -0.4), (0.9 + out, 0.0), (0.82 + out, 0.4)], 0.12, p.body.lighter(0.25));
}

fn draw_hill(canvas: &mut Canvas, p: &Portrait<'_>) {
    let back = [(0.85, 0.0), (0.75, 0.45), (0.3, 0.92), (-0.35, 0.95), (-0.85, 0.6), (-1.0, 0.0)];
    p.halves(canvas, &back, p.body.darker(0.3));
    for (x, y, r) in
        [(-0.45, 0.45, 0.42), (-0.45, -0.45, 0.42), (0.2, 0.42, 0.38), (0.2, -0.42, 0.38), (-0.1, 0.0, 0.42)]
    {
        p.disc(canvas, x, y, r, p.body.lighter(0.06 + 0.1 * y.abs()));
        p.dot(canvas, x - 0.08, y - 0.08, r * 0.4, p.body.lighter(0.3));
    }
    p.disc(canvas, 0.82 + 0.15 * p.lunge, 0.0, 0.32, p.body.darker(0.1));
    for y in [-0.13, 0.13] {
        p.dot(canvas, 0.95 + 0.15 * p.lunge, y, 0.09, palette::AMBER);
    }
}

fn draw_cairn(canvas: &mut Canvas, p: &Portrait<'_>) {
    for y in [-1.0, 1.0] {
        p.disc(canvas, 0.35 + 0.4 * p.lunge, y * 0.82, 0.36, p.body.darker(0.25));
    }
    let low = [(0.7, 0.0), (0.62, 0.5), (0.1, 0.95), (-0.6, 0.8), (-0.95, 0.25), (-0.95, 0.0)];
    p.halves(canvas, &low, p.body.darker(0.2));
    let middle = [(0.5, 0.0), (0.4, 0.42), (-0.1, 0.62), (-0.55, 0.4), (-0.62, 0.0)];
    p.halves(canvas, &middle, p.body.lighter(0.08));
    let top = [(0.3, 0.0), (0.2, 0.28), (-0.15, 0.32), (-0.32, 0.0)];
    p.halves(canvas, &top, p.body.lighter(0.3));
    for y in [-0.12, 0.12] {
        p.dot(canvas, 0.2, y, 0.08, Colour::hex(0x007D_F0E0));
    }
}

fn draw_thorn(canvas: &mut Canvas, p: &Portrait<'_>) {
    let spikes = [(1.15, 0.0), (0.45, 0.28), (0.35, 0.95), (-0.05, 0.5), (-0.65, 0.8), (-0.5, 0.25), (-0.95, 0.0)];
    p.halves(canvas, &spikes, p.body);
    p.dot(canvas, -0.05, 0.0, 0.34, p.body.lighter(0.3));
    for y in [-0.14, 0.14] {
        p.dot(canvas, 0.32, y, 0.12, Colour::WHITE);
    }
}

fn draw_blade(canvas: &mut Canvas, p: &Portrait<'_>) {
    p.halves(canvas, &[(0.35, 0.0), (0.25, 0.7), (-0.3, 0.78), (-0.95, 0.3), (-0.9, 0.0)], p.body);
    draw_head(canvas, p, p.body.darker(0.35));
    let (hand, tip) = ((0.25, 0.68), (1.25 + 0.5 * p.lunge, 0.55 - 0.7 * p.lunge));
    p.edged(canvas, &[hand, tip], 0.24, STEEL);
    p.edged(canvas, &[(0.32, 0.42), (0.38, 0.95)], 0.14, palette::AMBER);
}

fn draw_antlers(canvas: &mut Canvas, p: &Portrait<'_>) {
    p.halves(canvas, &[(0.75, 0.0), (0.55, 0.34), (0.0, 0.5), (-0.7, 0.48), (-1.1, 0.2), (-1.15, 0.0)], p.body);
    p.halves(canvas, &[(1.12, 0.0), (0.95, 0.22), (0.6, 0.24), (0.5, 0.0)], p.body.lighter(0.2));
    for s in [-1.0, 1.0] {
        let bone = Colour::hex(0x00F0_E2C4);
        p.edged(canvas, &[(0.72, 0.14 * s), (0.85, 0.6 * s), (1.25, 0.85 * s)], 0.13, bone);
        p.edged(canvas, &[(0.82, 0.52 * s), (0.6, 0.92 * s)], 0.12, bone);
    }
    p.disc(canvas, -0.2, 0.0, 0.34, p.side.lighter(0.1));
    p.dot(canvas, -0.12, 0.0, 0.2, SKIN);
    p.edged(canvas, &[(-0.3, 0.42), (1.15 + 0.4 * p.lunge, 0.4)], 0.1, STEEL);
}

fn draw_bow(canvas: &mut Canvas, p: &Portrait<'_>, long: f32) {
    p.halves(canvas, &[(0.25, 0.0), (0.2, 0.62), (-0.4, 0.66), (-0.8, 0.25), (-0.8, 0.0)], p.body.darker(0.2));
    draw_head(canvas, p, p.body.lighter(0.1));
    let tip = 0.82 * long;
    let bow = [(0.28, -tip), (0.62, -tip * 0.62), (0.78, 0.0), (0.62, tip * 0.62), (0.28, tip)];
    let drawn = 0.3 - 0.4 * p.lunge;
    p.stroke(canvas, &[(0.28, -tip), (drawn.min(0.28), 0.0), (0.28, tip)], 0.06, Colour::hex(0x00F0_E8D8));
    p.edged(canvas, &bow, 0.14, WOOD.lighter(0.25));
    p.edged(canvas, &[(drawn.min(0.28), 0.0), (1.1, 0.0)], 0.08, STEEL);
}

fn draw_moth(canvas: &mut Canvas, p: &Portrait<'_>) {
    let beat = 0.78 + 0.22 * wave(p.ticks / 7.0);
    for s in [-1.0, 1.0] {
        let wing = [(0.15, 0.12), (0.75, 1.05 * beat), (0.3, 1.5 * beat), (-0.2, 1.05 * beat), (-0.2, 0.12)];
        p.area(canvas, &wing.map(|(x, y)| (x, y * s)), p.body.lighter(0.12));
        let hind = [(-0.1, 0.12), (-0.25, 1.05 * beat), (-0.8, 0.95 * beat), (-0.6, 0.12)];
        p.area(canvas, &hind.map(|(x, y)| (x, y * s)), p.body.darker(0.2));
        p.dot(canvas, 0.28, 0.92 * beat * s, 0.2, p.side.lighter(0.2));
    }
    p.halves(canvas, &[(0.55, 0.0), (0.4, 0.18), (-0.5, 0.17), (-0.85, 0.0)], Colour::hex(0x003A_2E40));
    for s in [-1.0, 1.0] {
        p.stroke(canvas, &[(0.5, 0.08 * s), (0.9, 0.36 * s)], 0.08, Colour::hex(0x00E8_DCC8));
    }
}

fn draw_gnat(canvas: &mut Canvas, p: &Portrait<'_>) {
    let beat = 0.7 + 0.3 * wave(p.ticks / 3.0);
    for s in [-1.0, 1.0] {
        let wing = [(0.15, 0.1), (0.1, 1.1 * beat), (-0.5, 1.2 * beat), (-0.4, 0.1)];
        p.area(canvas, &wing.map(|(x, y)| (x, y * s)), Colour::hex(0x00DD_E8EC).faded(0.8));
    }
    p.halves(canvas, &[(0.6, 0.0), (0.45, 0.3), (-0.3, 0.34), (-0.95, 0.0)], p.body);
    p.stroke(canvas, &[(-0.1, -0.26), (-0.1, 0.26)], 0.14, INK);
    p.stroke(canvas, &[(-0.45, -0.2), (-0.45, 0.2)], 0.12, INK);
    p.edged(canvas, &[(0.55, 0.0), (1.0 + 0.3 * p.lunge, 0.0)], 0.06, STEEL);
    for s in [-1.0, 1.0] {
        p.dot(canvas, 0.42, 0.2 * s, 0.16, palette::RUST);
    }
}

fn draw_pot(canvas: &mut Canvas, p: &Portrait<'_>) {
    for s in [-1.0, 1.0] {
        p.disc(canvas, 0.1, 0.78 * s, 0.24, p.body.darker(0.4));
    }
    p.disc(canvas, 0.0, 0.0, 0.8, p.body.darker(0.25));
    p.disc(canvas, 0.05, 0.0, 0.56, Colour::hex(0x0030_1A12));
    let glow = 0.85 + 0.15 * wave(p.ticks / 11.0);
    p.dot(canvas, 0.05, 0.0, 0.46 * glow, Colour::hex(0x00FF_7A2E));
    p.dot(canvas, 0.1, 0.05, 0.26 * glow, Colour::hex(0x00FF_D76A));
    p.edged(canvas, &[(0.75, -0.3), (0.95, 0.0), (0.75, 0.3)], 0.14, p.body.lighter(0.2));
}

fn draw_nest(canvas: &mut Canvas, p: &Portrait<'_>) {
    p.disc(canvas, 0.0, 0.0, 0.95, p.body.darker(0.3));
    for i in 0..10 {
        let (a, b) = (Vec2::at_turn(i as f32 / 10.0), Vec2::at_turn(i as f32 / 10.0 + 0.16));
        p.stroke(canvas, &[(a.x * 0.95, a.y * 0.95), (b.x * 0.68, b.y * 0.68)], 0.16, p.body.lighter(0.12));
    }
    p.disc(canvas, 0.0, 0.0, 0.5, p.side.darker(0.25));
    let drawn = 0.35 * p.lunge;
    p.edged(canvas, &[(0.15, -0.75), (0.55, -0.3), (0.6, 0.0), (0.55, 0.3), (0.15, 0.75)], 0.15, WOOD.lighter(0.2));
    p.edged(canvas, &[(-0.4, 0.0), (1.1 - drawn, 0.0)], 0.14, STEEL);
}

fn draw_hive(canvas: &mut Canvas, p: &Portrait<'_>) {
    let corner = |r: f32| [0.0, 1.0, 2.0, 3.0, 4.0, 5.0].map(|i| Vec2::at_turn(i / 6.0) * r).map(|d| (d.x, d.y));
    p.area(canvas, &corner(1.02), p.body.darker(0.25));
    p.area(canvas, &corner(0.78), p.body.lighter(0.1));
    for i in 0..6 {
        let d = Vec2::at_turn(i as f32 / 6.0 + 0.083) * 0.5;
        p.dot(canvas, d.x, d.y, 0.17, p.body.darker(0.4));
    }
    p.disc(canvas, 0.0, 0.0, 0.3, INK);
    p.edged(canvas, &[(0.0, 0.0), (0.9 - 0.3 * p.lunge, 0.0)], 0.34, p.side.darker(0.1));
}

fn draw_hail(canvas: &mut Canvas, p: &Portrait<'_>) {
    for (x, y, r) in [(0.2, -0.55, 0.42), (-0.45, 0.05, 0.5), (0.35, 0.5, 0.36)] {
        let corners = [0.0, 1.0, 2.0, 3.0, 4.0, 5.0].map(|i| Vec2::at_turn(i / 6.0) * r).map(|d| (x + d.x, y + d.y));
        p.area(canvas, &corners, p.body);
        p.dot(canvas, x + r * 0.25, y - r * 0.2, r * 0.35, Colour::WHITE);
    }
    for (x, y) in [(0.95, -0.5), (0.75, 0.1), (1.0, 0.6)] {
        p.stroke(canvas, &[(x, y), (x - 0.28, y)], 0.1, p.body.lighter(0.4));
    }
}

fn draw_root(canvas: &mut Canvas, p: &Portrait<'_>) {
    let flame = [(1.05, 0.0), (0.5, 0.38), (0.1, 0.62), (-0.5, 0.6), (-0.85, 0.25), (-0.9, 0.0)];
    p.halves(canvas, &flame, p.body);
    p.halves(canvas, &[(0.55, 0.0), (0.1, 0.3), (-0.45, 0.36), (-0.75, 0.0)], Colour::hex(0x00FF_B347));
    p.halves(canvas, &[(0.1, 0.0), (-0.3, 0.2), (-0.65, 0.0)], Colour::hex(0x00FF_EFA8));
    for s in [-1.0, 1.0] {
        p.edged(canvas, &[(-0.7, 0.15 * s), (-0.85, 0.6 * s), (-0.55, 0.98 * s)], 0.12, WOOD);
    }
}

fn draw_wind(canvas: &mut Canvas, p: &Portrait<'_>) {
    for (y, from) in [(-0.5, -0.6), (0.0, -0.9), (0.5, -0.5)] {
        p.edged(canvas, &[(from, y), (0.5, y), (0.85, y - 0.2), (0.6, y - 0.38)], 0.14, p.body);
    }
    p.edged(canvas, &[(0.35, -0.95), (0.95, -0.0), (0.35, 0.95)], 0.13, p.body.lighter(0.35));
}

fn draw_mire(canvas: &mut Canvas, p: &Portrait<'_>) {
    let pool = [(0.55, 0.0), (0.45, 0.7), (0.0, 1.0), (-0.55, 0.75), (-0.8, 0.0)];
    p.halves(canvas, &pool, p.body.darker(0.2));
    for (x, y, r) in [(-0.1, -0.35, 0.28), (0.1, 0.3, 0.2), (-0.4, 0.25, 0.16), (0.75, 0.0, 0.14)] {
        p.disc(canvas, x, y, r, p.body.lighter(0.2));
        p.dot(canvas, x + r * 0.3, y - r * 0.3, r * 0.3, p.body.lighter(0.6));
    }
}
