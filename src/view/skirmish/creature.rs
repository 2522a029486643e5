//! Creatures: silhouettes in their own colour, within an outline in their side's.

use player::canvas::{Canvas, Kept, Layer, Paint};
use player::colour::{Colour, palette};
use player::geometry::{Vec2, vec2, wave};
use player::layout::on_field;
use player::view::{Look, Scene};

use super::form_colour;
use super::pose::{Pose, Poses, body_middle};
use super::silhouette::{self, Form, Part, Seat, Silhouette, Tone};
use crate::skirmish::Skirmish;
use crate::view::scatter::scattered;

/// Bodies are drawn a little larger than they collide: a crowd reads better when it overlaps.
pub(super) const DRAWN: f32 = 1.3;

/// Draw everyone, hindmost first.
pub(super) fn draw_all(canvas: &mut Canvas, scene: &Scene<'_, Skirmish>, look: &Look<'_>, poses: &Poses<'_>) {
    let mut brush = Brush::default();
    canvas.layer(Layer::Units);
    for pose in poses.back_to_front() {
        draw(canvas, scene, look, pose, &mut brush);
    }
}

/// Memory that drawing reuses.
#[derive(Debug, Default)]
pub(super) struct Brush {
    kept: Vec<Kept>,
}

/// Where and how a silhouette stands.
#[derive(Debug, Clone, Copy)]
pub(super) struct Stance {
    /// Its middle on the screen.
    pub(super) at: Vec2,
    /// Points to one unit of the silhouette, across and up.
    pub(super) size: Vec2,
    /// Which way its own right looks: how it leans.
    pub(super) lean: Vec2,
    /// Sway of what sways, −1 to 1.
    pub(super) sway: f32,
}

/// What a silhouette is painted with.
#[derive(Debug, Clone, Copy)]
pub(super) struct Coat {
    /// The creature's colour.
    pub(super) body: Colour,
    /// Its side's, around it.
    pub(super) rim: Colour,
    /// How much it is white with a blow.
    pub(super) flash: f32,
    /// How much of it is there.
    pub(super) strength: f32,
}

fn draw(canvas: &mut Canvas, scene: &Scene<'_, Skirmish>, look: &Look<'_>, pose: &Pose<'_>, brush: &mut Brush) {
    let Some(form) = scene.cast().forms.get(usize::from(pose.unit.form)) else { return };
    let shape = silhouette::of_shape(&form.shape);
    let ticks = scene.moment.ticks() as f32 + scattered(pose.place as u32, 51) * 40.0;
    let stance = stance(look, pose, shape, ticks);
    let stunned = pose.unit.is_stunned(scene.tick());
    let body = form_colour(scene.cast(), pose.unit.form).lighter(0.08);
    let coat = Coat {
        body: if stunned { body.toward(Colour::hex(0x0080_8088), 0.45) } else { body },
        rim: palette::side(usize::from(pose.unit.side)),
        flash: pose.struck * pose.struck * 0.5,
        strength: 1.0,
    };
    let bright = look.hovered == Some(pose.place) || look.selected.contains(&pose.place);
    let cues = || form.cues.iter().filter_map(|cue| silhouette::of_cue(cue));
    for cue in cues().filter(|cue| cue.seat == Seat::Behind) {
        paint(canvas, &cue.shape, stance.seated(shape, cue.seat), coat, bright, brush);
    }
    paint(canvas, shape, stance, coat, bright, brush);
    for cue in cues().filter(|cue| cue.seat != Seat::Behind) {
        paint_inside(canvas, &cue.shape, stance.seated(shape, cue.seat), coat, brush);
    }
}

/// A creature by itself, off the field.
#[derive(Debug, Clone, Copy)]
pub(super) struct Portrait<'a> {
    /// Name of its shape.
    pub(super) shape: &'a str,
    /// Its colour.
    pub(super) body: Colour,
    /// The colour around it.
    pub(super) rim: Colour,
    /// Names of what its grafts show.
    pub(super) cues: &'a [&'a str],
    /// Its middle on the screen.
    pub(super) at: Vec2,
    /// Points to one unit of the silhouette, of which it is about two high.
    pub(super) unit: f32,
    /// 1 looks right, −1 left.
    pub(super) facing: f32,
    /// Ticks, for its breath.
    pub(super) ticks: f32,
    /// How much of it is there.
    pub(super) strength: f32,
}

/// Draw a creature by itself, on whatever layer is written on.
pub(super) fn draw_portrait(canvas: &mut Canvas, portrait: &Portrait<'_>, brush: &mut Brush) {
    let shape = silhouette::of_shape(portrait.shape);
    let (unit, ticks) = (portrait.unit, portrait.ticks);
    let breath = 0.02 * wave(ticks * 0.045);
    let hover = if shape.hover > 0.0 { 0.2 + 0.06 * wave(ticks * 0.06) } else { 0.0 };
    let stance = Stance {
        at: portrait.at - vec2(0.0, hover * unit),
        size: vec2(portrait.facing * unit * (1.0 - breath), unit * (1.0 + breath)),
        lean: Vec2::at_turn(0.0),
        sway: wave(ticks * 0.07),
    };
    let body = portrait.body.lighter(0.08);
    let coat = Coat { body, rim: portrait.rim, flash: 0.0, strength: portrait.strength };
    let cues = || portrait.cues.iter().filter_map(|cue| silhouette::of_cue(cue));
    for cue in cues().filter(|cue| cue.seat == Seat::Behind) {
        paint(canvas, &cue.shape, stance.seated(shape, cue.seat), coat, false, brush);
    }
    paint(canvas, shape, stance, coat, false, brush);
    for cue in cues().filter(|cue| cue.seat != Seat::Behind) {
        paint_inside(canvas, &cue.shape, stance.seated(shape, cue.seat), coat, brush);
    }
}

fn stance(look: &Look<'_>, pose: &Pose<'_>, shape: &Silhouette, ticks: f32) -> Stance {
    let unit = pose.radius * DRAWN * pose.size * look.lens.scale;
    let breath = 0.02 * wave(ticks * 0.045);
    let walking = (pose.pace * 8.0).min(1.0);
    let hop = if shape.hover > 0.0 { 0.06 * wave(ticks * 0.06) } else { walking * 0.09 * wave(ticks * 0.19).abs() };
    let squash = 0.16 * pose.struck * pose.struck;
    let middle = look.lens.screen_from_field(body_middle(pose));
    Stance {
        at: middle - vec2(0.0, (shape.hover + hop) * unit),
        size: vec2(pose.facing * unit * (1.0 - breath + squash * 0.6), unit * (1.0 + breath - squash)),
        lean: Vec2::at_turn(walking * 0.012 * wave(ticks * 0.095) + pose.off.x * 0.06),
        sway: wave(ticks * 0.07),
    }
}

impl Stance {
    /// The stance of something that sits on a body of this stance.
    fn seated(self, shape: &Silhouette, seat: Seat) -> Self {
        Self { at: self.screen_from_body(shape.seat(seat), 0.0), ..self }
    }

    fn screen_from_body(&self, p: Vec2, sway: f32) -> Vec2 {
        // The top sways, the feet stay.
        let swayed = vec2(p.x + sway * self.sway * (0.9 - p.y), p.y);
        let sized = vec2(swayed.x * self.size.x, swayed.y * self.size.y);
        self.at + sized.turned_by(self.lean)
    }

    fn unit(&self) -> f32 {
        self.size.y.abs()
    }
}

/// Paint a silhouette: first the rim around all of it, then its parts.
pub(super) fn paint(
    canvas: &mut Canvas,
    shape: &Silhouette,
    stance: Stance,
    coat: Coat,
    bright: bool,
    brush: &mut Brush,
) {
    let rim = on_field(canvas.size(), stance.unit() * 0.13, 1.6, 7.0);
    let ink = rim * 0.5;
    let edge = if bright { coat.rim.lighter(0.55) } else { coat.rim };
    place(canvas, shape, stance, brush);
    for (grown, colour) in [(rim + ink, edge), (ink, palette::NIGHT)] {
        for (part, kept) in shape.parts.iter().zip(&brush.kept).filter(|(part, _)| part.outer) {
            outline_part(canvas, part, *kept, stance, grown, colour.faded(coat.strength));
        }
    }
    fill(canvas, shape, stance, coat, brush);
}

/// Paint the parts of a silhouette without a rim.
pub(super) fn paint_inside(canvas: &mut Canvas, shape: &Silhouette, stance: Stance, coat: Coat, brush: &mut Brush) {
    place(canvas, shape, stance, brush);
    fill(canvas, shape, stance, coat, brush);
}

/// Place the points of all parts on the screen, once for all that is done with them.
fn place(canvas: &mut Canvas, shape: &Silhouette, stance: Stance, brush: &mut Brush) {
    brush.kept.clear();
    brush.kept.extend(shape.parts.iter().map(|part| match &part.form {
        Form::Filled(points) | Form::Stroked(points, _) => place_part(canvas, part, points, stance),
        Form::Eye(at, _) => canvas.keep([stance.screen_from_body(*at, 0.0)]),
    }));
}

/// Small curves are drawn with every second or third point; the last one always counts, for lines end there.
fn place_part(canvas: &mut Canvas, part: &Part, points: &[Vec2], stance: Stance) -> Kept {
    let stride = match stance.unit() {
        _ if !part.smooth => 1,
        unit if unit > 44.0 => 1,
        unit if unit > 20.0 => 2,
        _ => 3,
    };
    let last = points.last().filter(|_| !(points.len() - 1).is_multiple_of(stride));
    canvas.keep(points.iter().step_by(stride).chain(last).map(|p| stance.screen_from_body(*p, part.sway)))
}

fn outline_part(canvas: &mut Canvas, part: &Part, kept: Kept, stance: Stance, grown: f32, colour: Colour) {
    match &part.form {
        Form::Filled(_) => canvas.path_of(kept, grown * 2.0, colour, true),
        Form::Stroked(_, width) => canvas.path_of(kept, width * stance.unit() + grown * 2.0, colour, false),
        Form::Eye(..) => {}
    }
}

fn fill(canvas: &mut Canvas, shape: &Silhouette, stance: Stance, coat: Coat, brush: &Brush) {
    for (part, kept) in shape.parts.iter().zip(&brush.kept) {
        let colour = tone(part.tone, coat.body).toward(Colour::WHITE, coat.flash).faded(coat.strength);
        match &part.form {
            Form::Filled(_) if part.outer => {
                canvas.area_of(*kept, Paint::Down(colour.lighter(0.1), colour.darker(0.22)));
            }
            Form::Filled(_) => canvas.area_of(*kept, colour),
            Form::Stroked(_, width) => canvas.path_of(*kept, width * stance.unit(), colour, false),
            Form::Eye(at, r) => draw_eye(canvas, stance, coat, *at, *r),
        }
    }
}

fn draw_eye(canvas: &mut Canvas, stance: Stance, coat: Coat, at: Vec2, r: f32) {
    let (middle, r) = (stance.screen_from_body(at, 0.0), r * stance.unit());
    let ahead = if stance.size.x < 0.0 { -1.0 } else { 1.0 };
    canvas.circle(middle, r, palette::BONE.lighter(0.4).faded(coat.strength));
    canvas.circle(middle + vec2(ahead * r * 0.26, r * 0.05), r * 0.58, palette::NIGHT.faded(coat.strength));
}

fn tone(tone: Tone, body: Colour) -> Colour {
    match tone {
        Tone::Body => body,
        Tone::Shade => body.darker(0.34),
        Tone::Light => body.lighter(0.34),
        Tone::Ink => body.darker(0.8),
        Tone::Bone => Colour::hex(0x00EC_E0C4),
        Tone::Glow => Colour::hex(0x00FF_F0A8).toward(body, 0.12),
    }
}
