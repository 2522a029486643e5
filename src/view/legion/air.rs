//! What is in the air: shafts over their shadows. Height is drawn as a shift up the screen, so that volleys arc.

use player::canvas::{Canvas, Layer, Mark};
use player::colour::{Colour, palette};
use player::geometry::{Vec2, vec2};
use player::view::{Look, Scene};

use super::stamps::Stamps;
use crate::legion::Legion;
use crate::legion::row::{Air, Row};

/// Steps of a metre in the places of what flies.
const STEPS: f32 = 16.0;
/// Part of a height that is drawn as a shift up the screen.
const LIFT: f32 = 0.55;
/// Metres of a tick that no shaft goes beyond.
const FASTEST: f32 = 3.2;
/// Shortest that a shaft is drawn, in points.
const SHORTEST: f32 = 5.0;

/// Draw what flies.
pub(super) fn draw(canvas: &mut Canvas, scene: &Scene<'_, Legion>, look: &Look<'_>, stamps: &Stamps) {
    let Some((air, next)) = rows(scene) else { return };
    let flying = Flying::of(scene, air, next, look);
    let px = look.lens.scale;
    if px > 1.5 {
        canvas.layer(Layer::Shadow);
        let colour = Colour::BLACK.faded(0.3);
        let marks =
            flying.all.iter().map(|shot| Mark { at: shot.foot, along: vec2((0.35 * px).max(0.9), 0.0), colour });
        canvas.swarm(&stamps.spot, marks);
    }
    canvas.layer(Layer::Over);
    let shafts = flying.all.iter().filter(|shot| !shot.is_stone);
    canvas.swarm(&stamps.shaft, shafts.map(|shot| shot.mark(px)));
    let stones = flying.all.iter().filter(|shot| shot.is_stone);
    canvas.swarm(&stamps.spot, stones.map(|shot| Mark { along: vec2((0.16 * px).max(1.1), 0.0), ..shot.mark(px) }));
}

fn rows<'a>(scene: &'a Scene<'_, Legion>) -> Option<(&'a Air, Option<&'a Air>)> {
    let place = scene.cast().units.len();
    let Row::Air(now) = scene.now.row(place)? else { return None };
    let next = scene.next.as_ref().and_then(|next| next.row(place));
    Some((now, next.and_then(|row| if let Row::Air(air) = row { Some(&**air) } else { None })))
}

/// A shaft as it is drawn, in points.
struct Shot {
    at: Vec2,
    foot: Vec2,
    /// Where it points, foreshortened as it is seen.
    along: Vec2,
    metres: f32,
    colour: Colour,
    is_stone: bool,
}

impl Shot {
    fn mark(&self, px: f32) -> Mark {
        let long = (self.metres * px).max(SHORTEST);
        let along = self.along * long;
        // Where a shaft is thinner than a pixel, it is fainter.
        let thin = (long * 0.07).clamp(0.55, 1.0);
        Mark { at: self.at, along, colour: self.colour.faded(thin) }
    }
}

struct Flying {
    all: Vec<Shot>,
}

impl Flying {
    fn of(scene: &Scene<'_, Legion>, air: &Air, next: Option<&Air>, look: &Look<'_>) -> Self {
        let (lens, alpha) = (look.lens, scene.alpha());
        let view = lens.view.inset(-40.0);
        let missiles = &scene.cast().missiles;
        let mut after = 0;
        let mut all = Vec::new();
        for place in 0..air.x.len() {
            // Both frames hold what flies in the order in which it was let go, so who lives on is found in passing.
            let lands = next.is_some_and(|next| !is_next_of(air, place, next, after));
            let (mut spot, mut height) = (spot(air, place), air.y[place]);
            if let Some(next) = next.filter(|next| !lands && after < next.x.len()) {
                spot = spot.toward(self::spot(next, after), alpha);
                height += ((f32::from(next.y[after] - height)) * alpha) as i16;
                after += 1;
            }
            let foot = lens.screen_from_field(spot);
            let at = foot - vec2(0.0, f32::from(height) / STEPS * LIFT * lens.scale);
            if !view.contains(at) && !view.contains(foot) {
                continue;
            }
            let name = missiles.get(usize::from(air.missile[place])).map_or("", String::as_str);
            let is_stone = is_stone(name);
            let level = Vec2::at_turn(f32::from(air.heading[place]) / -256.0);
            let (up, flat) = {
                let pitch = Vec2::at_turn((f32::from(air.pitch[place]) - 128.0) / 512.0);
                (pitch.y, pitch.x)
            };
            let along = level * flat - vec2(0.0, up * LIFT);
            let tint = palette::side(usize::from(air.side[place])).toward(palette::BONE, 0.6);
            all.push(Shot { at, foot, along, metres: length(name), colour: tint, is_stone });
        }
        Self { all }
    }
}

fn spot(air: &Air, place: usize) -> Vec2 {
    vec2(f32::from(air.x[place]) / STEPS, f32::from(air.z[place]) / -STEPS)
}

/// Whether one that flies is the same as one of the next frame: of the same kind and side, and ahead of where it was by
/// no more than it can fly in a tick.
fn is_next_of(air: &Air, place: usize, next: &Air, after: usize) -> bool {
    if after >= next.x.len() || air.missile[place] != next.missile[after] || air.side[place] != next.side[after] {
        return false;
    }
    let way = spot(next, after) - spot(air, place);
    let ahead = way.dot(Vec2::at_turn(f32::from(air.heading[place]) / -256.0));
    let long = way.length();
    long <= FASTEST && ahead >= long * 0.9 - 0.15
}

fn is_stone(name: &str) -> bool {
    ["stone", "lead", "bullet"].iter().any(|part| name.contains(part))
}

/// Metres that a missile is drawn at: a little more than it is, or nobody would see it.
fn length(name: &str) -> f32 {
    match name {
        name if name.contains("rrow") => 1.15,
        name if name.contains("olt") => 1.4,
        _ => 1.9,
    }
}
