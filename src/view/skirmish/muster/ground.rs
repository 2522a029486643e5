//! The ground: the field before the fight, which is the fight's own first frame, and what is being placed on it.

use std::sync::Arc;

use player::annals::Annals;
use player::camera::{Camera, Lens};
use player::canvas::{Canvas, Layer, Style};
use player::colour::{Colour, palette};
use player::geometry::{Rect, Vec2, vec2};
use player::playback::Moment;
use player::view::{Look, Overlays, Scene, View};
use recorder::{Orders, Recorder, Recording, Settings};

use super::workshop::Workshop;
use crate::skirmish::draft::{is_own_tile, own_tiles};
use crate::skirmish::field::{START_TILES_X, TILES_X, TILES_Y};
use crate::skirmish::{Content, Skirmish};
use crate::view::skirmish::SkirmishView;
use crate::view::skirmish::creature::{self, Brush, Portrait};
use crate::view::tint::colour;

/// The first frame of the fight as it would be.
#[derive(Debug)]
pub(super) struct Ground {
    recording: Recording<Skirmish>,
    annals: Annals,
    version: u64,
}

/// What the mouse carries.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Load {
    /// A creature from the shop.
    Species(u16),
    /// A fighter of the squad.
    Fighter(usize),
}

/// What the mouse is at on the field.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub(super) struct Pointing {
    /// Where it is, in points of the window.
    pub(super) at: Option<Vec2>,
    /// What it carries, once it has moved.
    pub(super) load: Option<Load>,
    /// The row place of the unit under it.
    pub(super) hovered: Option<usize>,
}

impl Ground {
    /// Set the field for what the workshop has.
    pub(super) fn new(workshop: &Workshop) -> Self {
        let muster = workshop.sortie().muster(workshop.content());
        let rules = Arc::new(Skirmish::new(Arc::clone(workshop.content()), muster));
        let recording = Recorder::new(rules, Orders::default(), Settings::default()).recording();
        Self { annals: Annals::of(&recording, &SkirmishView), recording, version: workshop.version() }
    }

    /// Set it anew if anything on it has changed.
    pub(super) fn follow(&mut self, workshop: &Workshop) {
        if self.version != workshop.version() {
            *self = Self::new(workshop);
        }
    }

    /// Draw the field through a lens. Nobody fights yet, but everyone breathes: `ticks` goes on.
    pub(super) fn draw(&self, canvas: &mut Canvas, workshop: &Workshop, lens: Lens, pointing: Pointing, ticks: f64) {
        let Some(mut scene) = Scene::at(&self.recording, &self.annals, Moment::of_tick(0)) else { return };
        scene.moment = Moment::between(ticks as u32, ticks.fract());
        let own = workshop.draft().fighters.len();
        let looked = workshop.looked().map(|(foe, _)| own + foe);
        let selected: Vec<usize> = workshop.selected().or(looked).into_iter().collect();
        let hovered = pointing.hovered.filter(|_| pointing.load.is_none());
        let look = Look {
            lens,
            selected: &selected,
            hovered,
            aiming: false,
            overlays: Overlays::default(),
            chosen: None,
            driven: None,
            pointer: None,
        };
        SkirmishView.draw(&scene, &look, canvas);
        draw_middle(canvas, lens);
        draw_reach(canvas, workshop, lens);
        draw_doubled(canvas, workshop, lens);
        draw_tiles(canvas, workshop, lens, pointing);
    }

    /// Draw what the mouse carries, over everything.
    pub(super) fn draw_load(canvas: &mut Canvas, workshop: &Workshop, lens: Lens, pointing: Pointing, ticks: f64) {
        let (Some(load), Some(at)) = (pointing.load, pointing.at) else { return };
        let Some((species, cues)) = carried(workshop, load) else { return };
        let species = &workshop.content().species[usize::from(species)];
        let unit = species.stats.radius as f32 / 1000.0 * creature::DRAWN * lens.scale;
        canvas.layer(Layer::Overlay);
        let shape = &species.shape;
        let portrait = Portrait {
            shape,
            body: colour(&species.colour),
            rim: palette::side(0),
            cues: &cues,
            at,
            unit: unit.max(12.0),
            facing: 1.0,
            ticks: ticks as f32,
            strength: 0.85,
        };
        creature::draw_portrait(canvas, &portrait, &mut Brush::default());
        let target = tile_at(lens, at).filter(|tile| is_own_tile(*tile));
        let words = match (load, target) {
            (Load::Fighter(_), None) => Some("let go to send away"),
            (Load::Species(_), None) => Some("let go on a tile of the left half"),
            _ => None,
        };
        if let Some(words) = words {
            let style = Style::new(12.0, palette::BONE).bold().centred().edged(palette::NIGHT.faded(0.9));
            canvas.text(at + vec2(0.0, unit.max(12.0) * 1.5 + 8.0), style, words);
        }
    }

    /// The row place of the unit under a point, nearest first; both sides.
    pub(super) fn unit_at(&self, lens: Lens, at: Vec2) -> Option<usize> {
        let scene = Scene::at(&self.recording, &self.annals, Moment::of_tick(0))?;
        let spot = lens.field_from_screen(at);
        let near = |place: usize| {
            let unit = SkirmishView.unit(&scene, place)?;
            let far = (unit.at - vec2(0.0, unit.radius * 0.3) - spot).length();
            (far < unit.radius * 1.35).then_some((place, far))
        };
        let near = (0..scene.now.len()).filter_map(near);
        near.min_by(|a, b| a.1.total_cmp(&b.1)).map(|(place, _)| place)
    }
}

/// The lens over the field in a part of the window.
pub(super) fn lens(view: Rect) -> Lens {
    let field = Rect::new(0.0, 0.0, TILES_X as f32, TILES_Y as f32);
    Camera::default().lens(field, view)
}

/// The tile under a point of the window, if the field has one there.
pub(super) fn tile_at(lens: Lens, at: Vec2) -> Option<[u8; 2]> {
    let spot = lens.field_from_screen(at);
    let inside = (0.0..TILES_X as f32).contains(&spot.x) && (0.0..TILES_Y as f32).contains(&spot.y);
    inside.then_some([spot.x as u8, spot.y as u8])
}

fn carried(workshop: &Workshop, load: Load) -> Option<(u16, Vec<&str>)> {
    match load {
        Load::Species(species) => Some((species, Vec::new())),
        Load::Fighter(fighter) => {
            let recruit = workshop.draft().fighters.get(fighter)?;
            Some((recruit.species, cues(workshop.content(), &recruit.grafts)))
        }
    }
}

/// How grafts show.
pub(super) fn cues<'c>(content: &'c Content, grafts: &[u16]) -> Vec<&'c str> {
    grafts.iter().map(|graft| content.grafts[usize::from(*graft)].cue.as_str()).collect()
}

/// A dotted line in the middle: up to there the own half goes.
fn draw_middle(canvas: &mut Canvas, lens: Lens) {
    canvas.layer(Layer::Under);
    for row in 0..TILES_Y * 2 {
        let y = row as f32 * 0.5 + 0.15;
        let from = lens.screen_from_field(vec2(START_TILES_X as f32, y));
        let to = lens.screen_from_field(vec2(START_TILES_X as f32, y + 0.2));
        canvas.line(from, to, (0.05 * lens.scale).max(1.0), palette::BONE.faded(0.22));
    }
}

/// How far the selected fighter strikes.
fn draw_reach(canvas: &mut Canvas, workshop: &Workshop, lens: Lens) {
    let Some(recruit) = workshop.selected().and_then(|fighter| workshop.draft().fighters.get(fighter)) else { return };
    let stats = crate::skirmish::form::Form::new(workshop.content(), recruit).stats;
    let reach = (stats.radius + stats.reach) as f32 / 1000.0;
    let middle = tile_middle(recruit.tile);
    canvas.layer(Layer::Under);
    canvas.ring(lens.screen_from_field(middle), reach * lens.scale, 1.5, palette::side(0).faded(0.45));
}

/// The tiles one can choose from, while something is carried; the marked one.
fn draw_tiles(canvas: &mut Canvas, workshop: &Workshop, lens: Lens, pointing: Pointing) {
    canvas.layer(Layer::Under);
    let is_placing = pointing.load.is_some() || workshop.held().is_some();
    if is_placing {
        for tile in own_tiles() {
            let at = lens.screen_from_field(tile_middle(tile));
            canvas.circle(at, (0.06 * lens.scale).max(1.2), palette::BONE.faded(0.3));
        }
    }
    let by_keys = workshop.zone() == super::command::Zone::Field;
    if let (Some(fighter), true) = (workshop.held(), by_keys) {
        draw_way(canvas, workshop, lens, fighter);
    }
    if by_keys && pointing.load.is_none() {
        let tint = if workshop.held().is_some() { palette::LICHEN } else { palette::AMBER };
        draw_mark(canvas, lens, workshop.tile(), tint);
    }
    if let (Some(_), Some(at)) = (pointing.load, pointing.at)
        && let Some(tile) = tile_at(lens, at)
    {
        let tint = if is_own_tile(tile) { palette::LICHEN } else { palette::RUST };
        draw_mark(canvas, lens, tile, tint);
    }
}

/// Tiles on which more than one fighter stands, with how many.
fn draw_doubled(canvas: &mut Canvas, workshop: &Workshop, lens: Lens) {
    let fighters = &workshop.draft().fighters;
    for (place, recruit) in fighters.iter().enumerate() {
        let count = fighters.iter().filter(|other| other.tile == recruit.tile).count();
        if count < 2 || fighters[..place].iter().any(|other| other.tile == recruit.tile) {
            continue;
        }
        draw_mark(canvas, lens, recruit.tile, palette::RUST);
        let style = Style::new(12.0, palette::RUST.lighter(0.3)).bold().centred().edged(palette::NIGHT.faded(0.9));
        let above = lens.screen_from_field(tile_middle(recruit.tile)) - vec2(0.0, lens.scale * 0.5 + 8.0);
        canvas.layer(Layer::Over);
        canvas.text(above, style, &format!("{count} on one tile"));
    }
}

fn draw_way(canvas: &mut Canvas, workshop: &Workshop, lens: Lens, fighter: usize) {
    let Some(recruit) = workshop.draft().fighters.get(fighter) else { return };
    let [from, to] = [recruit.tile, workshop.tile()].map(|tile| lens.screen_from_field(tile_middle(tile)));
    canvas.line(from, to, 2.0, palette::LICHEN.faded(0.6));
}

/// Four corners around a tile.
fn draw_mark(canvas: &mut Canvas, lens: Lens, [x, y]: [u8; 2], tint: Colour) {
    let area = lens.screen_rect(Rect::new(f32::from(x), f32::from(y), 1.0, 1.0)).inset(1.0);
    canvas.layer(Layer::Over);
    canvas.rounded(area, 4.0, tint.faded(0.14));
    let (long, width) = (area.w * 0.3, (lens.scale * 0.07).clamp(1.5, 4.0));
    for (across, down) in [(0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0)] {
        let corner = area.at(across, down);
        let (in_x, in_y) = (long * (1.0 - 2.0 * across), long * (1.0 - 2.0 * down));
        canvas.path(&[corner + vec2(in_x, 0.0), corner, corner + vec2(0.0, in_y)], width, tint);
    }
}

fn tile_middle([x, y]: [u8; 2]) -> Vec2 {
    vec2(f32::from(x) + 0.5, f32::from(y) + 0.5)
}
