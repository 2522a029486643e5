//! Items: an own outline for every ware, and what was done to it: whole, cut up, cooked, burnt; plates, clean, dirty and
//! with a dish on them.

use player::canvas::Canvas;
use player::colour::Colour;
use player::geometry::{Vec2, vec2, wave};

use crate::kitchen::Cast;
use crate::kitchen::item::{Form, Item, Ware};
use crate::view::tint::colour;

/// The line around things.
pub(super) const INK: Colour = Colour::hex(0x0023_1A14);
const CHINA: Colour = Colour::hex(0x00F4_F0E8);
const LEAF: Colour = Colour::hex(0x0055_9A45);
const CHAR: Colour = Colour::hex(0x0030_2A27);
const BOWL: Colour = Colour::hex(0x0057_4B45);

/// Where something is drawn, how large, and at what time.
#[derive(Debug, Clone, Copy)]
pub(super) struct Spot {
    /// Its middle, in points.
    pub(super) at: Vec2,
    /// Its radius, in points.
    pub(super) r: f32,
    /// Ticks, for steam.
    pub(super) ticks: f32,
}

impl Spot {
    fn p(self, x: f32, y: f32) -> Vec2 {
        self.at + vec2(x, y) * self.r
    }

    fn ink(self) -> f32 {
        (self.r * 0.14).max(0.8)
    }

    fn blob(self, canvas: &mut Canvas, x: f32, y: f32, half: (f32, f32), tint: Colour) {
        let half = vec2(half.0, half.1) * self.r;
        let edge = self.ink();
        canvas.ellipse(self.p(x, y), half + vec2(edge, edge), INK);
        canvas.ellipse(self.p(x, y), half, tint);
    }

    fn dot(self, canvas: &mut Canvas, x: f32, y: f32, half: (f32, f32), tint: Colour) {
        canvas.ellipse(self.p(x, y), vec2(half.0, half.1) * self.r, tint);
    }

    fn area(self, canvas: &mut Canvas, points: &[(f32, f32)], tint: Colour) {
        let points: Vec<Vec2> = points.iter().map(|(x, y)| self.p(*x, *y)).collect();
        canvas.closed_path(&points, self.ink() * 2.0, INK);
        canvas.area(&points, tint);
    }

    fn stroke(self, canvas: &mut Canvas, points: &[(f32, f32)], width: f32, tint: Colour) {
        let points: Vec<Vec2> = points.iter().map(|(x, y)| self.p(*x, *y)).collect();
        canvas.path(&points, (width * self.r).max(0.8), tint);
    }

    fn part(self, x: f32, y: f32, size: f32) -> Self {
        Self { at: self.p(x, y), r: self.r * size, ..self }
    }
}

/// Draw an item.
pub(super) fn draw(canvas: &mut Canvas, cast: &Cast, item: Item, spot: Spot) {
    match (item.ware.as_ingredient(), item.ware.as_dish(), item.form) {
        (Some(place), ..) => draw_ingredient(canvas, cast, place, item.form, spot),
        (None, Some(dish), _) => draw_dish(canvas, cast, dish, spot),
        (None, None, Form::DIRTY) => draw_plate(canvas, spot, true),
        (None, None, _) => draw_plate(canvas, spot, false),
    }
}

/// Draw a ware as it comes from its shelf.
pub(super) fn draw_ware(canvas: &mut Canvas, cast: &Cast, ware: Ware, spot: Spot) {
    draw(canvas, cast, Item { id: 1, ware, form: Form::RAW }, spot);
}

fn draw_plate(canvas: &mut Canvas, spot: Spot, is_dirty: bool) {
    let china = if is_dirty { CHINA.darker(0.14) } else { CHINA };
    spot.blob(canvas, 0.0, 0.0, (0.86, 0.86), china);
    canvas.ring(spot.at, spot.r * 0.56, (spot.r * 0.07).max(0.7), china.darker(0.2));
    if !is_dirty {
        spot.stroke(canvas, &[(-0.58, -0.3), (-0.34, -0.56)], 0.12, Colour::WHITE);
        return;
    }
    let stain = Colour::hex(0x007A_5430);
    spot.dot(canvas, -0.16, 0.1, (0.34, 0.24), stain);
    spot.dot(canvas, 0.24, -0.2, (0.2, 0.16), stain.lighter(0.15));
    spot.dot(canvas, 0.3, 0.32, (0.12, 0.1), stain);
    spot.stroke(canvas, &[(-0.5, -0.3), (-0.2, -0.44), (0.06, -0.4)], 0.1, stain.lighter(0.1));
}

/// A plate with its parts on it, and a rim in the colour of the dish.
fn draw_dish(canvas: &mut Canvas, cast: &Cast, dish: usize, spot: Spot) {
    draw_plate(canvas, spot, false);
    let Some(look) = cast.dishes.get(dish) else { return };
    canvas.ring(spot.at, spot.r * 0.74, (spot.r * 0.13).max(1.0), colour(&look.label.colour));
    let places: &[(f32, f32)] = match look.parts.len() {
        0 | 1 => &[(0.0, 0.0)],
        2 => &[(-0.22, -0.08), (0.24, 0.1)],
        _ => &[(-0.24, -0.16), (0.26, -0.12), (0.0, 0.26)],
    };
    for (place, (x, y)) in places.iter().enumerate() {
        let part = look.parts.get(place).and_then(|ware| cast.ingredients.get(ware.as_ingredient()?));
        let tint = part.map_or(CHAR, |label| colour(&label.colour));
        let size = if places.len() == 1 { 0.46 } else { 0.32 };
        spot.blob(canvas, *x, *y, (size, size * 0.9), tint);
        spot.dot(canvas, x - 0.08, y - 0.1, (size * 0.4, size * 0.28), tint.lighter(0.35));
    }
}

fn draw_ingredient(canvas: &mut Canvas, cast: &Cast, place: usize, form: Form, spot: Spot) {
    let Some(label) = cast.ingredients.get(place) else { return };
    let tint = colour(&label.colour);
    let name = label.name.to_lowercase();
    match form {
        Form::CHOPPED => draw_chopped(canvas, &name, tint, spot),
        Form::COOKED => draw_cooked(canvas, tint, spot),
        Form::BURNT => draw_burnt(canvas, spot),
        _ => draw_whole(canvas, &name, tint, spot),
    }
}

fn draw_whole(canvas: &mut Canvas, name: &str, tint: Colour, spot: Spot) {
    match name {
        "turnip" => {
            for lean in [-0.34, 0.0, 0.34] {
                spot.stroke(canvas, &[(0.0, -0.3), (lean, -0.92)], 0.34, INK);
            }
            for lean in [-0.34, 0.0, 0.34] {
                spot.stroke(canvas, &[(0.0, -0.3), (lean, -0.9)], 0.2, LEAF);
            }
            let body =
                [(-0.64, -0.22), (-0.4, -0.5), (0.4, -0.5), (0.64, -0.22), (0.56, 0.24), (0.2, 0.6), (0.0, 0.96)];
            let body: Vec<(f32, f32)> = body.into_iter().chain([(-0.2, 0.6), (-0.56, 0.24)]).collect();
            spot.area(canvas, &body, CHINA.toward(tint, 0.2));
            let top =
                [(-0.62, -0.2), (-0.4, -0.48), (0.4, -0.48), (0.62, -0.2), (0.58, 0.04), (0.0, 0.14), (-0.58, 0.04)];
            let top: Vec<Vec2> = top.iter().map(|(x, y)| spot.p(*x, *y)).collect();
            canvas.area(&top, tint);
        }
        "cress" => {
            for (x, y) in [(-0.4, 0.1), (0.4, 0.1), (0.0, -0.2)] {
                spot.stroke(canvas, &[(0.0, 0.86), (x, y)], 0.26, INK);
                spot.stroke(canvas, &[(0.0, 0.84), (x, y)], 0.12, tint.darker(0.2));
            }
            for (x, y, r) in [(-0.5, -0.02, 0.36), (0.5, -0.02, 0.36), (0.0, -0.42, 0.42)] {
                spot.blob(canvas, x, y, (r, r * 0.9), tint);
                spot.dot(canvas, x - 0.08, y - 0.1, (r * 0.4, r * 0.3), tint.lighter(0.3));
            }
        }
        "barley" => {
            for lean in [-0.42, 0.0, 0.42] {
                spot.stroke(canvas, &[(0.0, 0.9), (lean, -0.5)], 0.22, INK);
            }
            for lean in [-0.42, 0.0, 0.42] {
                spot.stroke(canvas, &[(0.0, 0.88), (lean, -0.5)], 0.1, tint.darker(0.15));
                for step in [0.0, 0.3, 0.6] {
                    let (x, y) = (lean * (1.0 - step * 0.42), -0.62 + step * 1.1);
                    spot.blob(canvas, x, y, (0.15, 0.2), tint);
                }
            }
            spot.stroke(canvas, &[(-0.2, 0.46), (0.2, 0.46)], 0.2, Colour::hex(0x00A6_4B3A));
        }
        "perch" => {
            spot.area(canvas, &[(0.44, 0.0), (0.96, -0.44), (0.84, 0.0), (0.96, 0.44)], tint.darker(0.15));
            spot.blob(canvas, -0.18, 0.0, (0.7, 0.42), tint);
            spot.area(canvas, &[(-0.3, -0.36), (0.0, -0.66), (0.24, -0.34)], tint.darker(0.2));
            for x in [-0.1, 0.12, 0.32] {
                spot.stroke(canvas, &[(x, -0.24), (x + 0.06, 0.0), (x, 0.24)], 0.08, tint.darker(0.3));
            }
            spot.dot(canvas, -0.56, -0.08, (0.12, 0.12), CHINA);
            spot.dot(canvas, -0.56, -0.08, (0.06, 0.06), INK);
        }
        "plum" => {
            spot.blob(canvas, 0.0, 0.12, (0.64, 0.66), tint);
            spot.stroke(canvas, &[(0.06, -0.48), (0.16, -0.86)], 0.14, Colour::hex(0x0055_3B22));
            spot.dot(canvas, 0.42, -0.72, (0.28, 0.15), LEAF);
            spot.stroke(canvas, &[(0.06, -0.4), (-0.06, 0.1), (0.04, 0.6)], 0.07, tint.darker(0.35));
            spot.dot(canvas, -0.28, -0.12, (0.16, 0.2), tint.lighter(0.45));
        }
        _ => {
            spot.blob(canvas, 0.0, 0.0, (0.7, 0.7), tint);
            spot.dot(canvas, -0.2, -0.24, (0.24, 0.18), tint.lighter(0.4));
        }
    }
}

/// Slices of what is round, dice of what has roots, shreds of what has leaves.
fn draw_chopped(canvas: &mut Canvas, name: &str, tint: Colour, spot: Spot) {
    let places = [(-0.42, -0.3), (0.34, -0.38), (-0.04, 0.06), (-0.5, 0.4), (0.44, 0.36)];
    for (place, (x, y)) in places.into_iter().enumerate() {
        match name {
            "cress" => {
                let turn = Vec2::at_turn(0.13 * place as f32) * 0.34;
                spot.stroke(canvas, &[(x - turn.x, y - turn.y), (x + turn.x, y + turn.y)], 0.34, INK);
                spot.stroke(canvas, &[(x - turn.x, y - turn.y), (x + turn.x, y + turn.y)], 0.2, tint.lighter(0.12));
            }
            "perch" => {
                spot.blob(canvas, x, y, (0.3, 0.22), tint.lighter(0.45));
                spot.dot(canvas, x, y - 0.1, (0.26, 0.07), tint.darker(0.1));
            }
            _ => {
                let s = 0.26;
                let cube = [(x - s, y - s * 0.8), (x + s, y - s), (x + s * 0.9, y + s), (x - s * 0.9, y + s * 0.9)];
                spot.area(canvas, &cube, CHINA.toward(tint, 0.55));
                spot.dot(canvas, x - 0.06, y - 0.08, (0.1, 0.07), CHINA);
            }
        }
    }
}

/// In a bowl, steaming.
fn draw_cooked(canvas: &mut Canvas, tint: Colour, spot: Spot) {
    spot.blob(canvas, 0.0, 0.12, (0.8, 0.7), BOWL);
    spot.dot(canvas, 0.0, 0.08, (0.64, 0.52), tint.darker(0.08));
    for (x, y) in [(-0.28, 0.0), (0.22, -0.1), (0.04, 0.26)] {
        spot.dot(canvas, x, y, (0.22, 0.17), tint.lighter(0.22));
    }
    draw_steam(canvas, spot, Colour::WHITE.faded(0.6));
}

fn draw_burnt(canvas: &mut Canvas, spot: Spot) {
    spot.blob(canvas, 0.0, 0.12, (0.8, 0.7), BOWL);
    let lump = [(-0.5, 0.1), (-0.26, -0.24), (0.1, -0.3), (0.46, -0.06), (0.5, 0.26), (0.1, 0.46), (-0.36, 0.4)];
    spot.area(canvas, &lump, CHAR);
    for (x, y) in [(-0.16, 0.06), (0.2, 0.16), (0.06, -0.1)] {
        spot.dot(canvas, x, y, (0.08, 0.06), Colour::hex(0x00D8_5A2A));
    }
    draw_steam(canvas, spot, Colour::hex(0x0020_1C1A).faded(0.75));
}

fn draw_steam(canvas: &mut Canvas, spot: Spot, tint: Colour) {
    for (place, x) in [-0.3, 0.05, 0.36].into_iter().enumerate() {
        let sway = 0.12 * wave(spot.ticks / 30.0 + place as f32 * 0.31);
        let rise = spot.part(x, -0.42, 1.0);
        rise.stroke(canvas, &[(sway, 0.0), (-sway, -0.28), (sway, -0.56)], 0.12, tint);
    }
}
