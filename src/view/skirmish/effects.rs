//! Effects: what flies, flashes and falls. Each is drawn from its event and the ticks since, so it runs backwards too.

use std::collections::BTreeMap;
use std::ops::Range;

use player::canvas::{Canvas, Layer, Paint, Style};
use player::colour::{Colour, palette};
use player::geometry::{Vec2, eased, vec2, wave};
use player::layout::field_unit_of;
use player::view::{Look, Scene};

use super::creature::{self, Brush, Coat, Stance};
use super::pose::{Poses, body_middle, fade};
use super::silhouette;
use super::{field_from_spot, form_colour, radius};
use crate::kernel::actor::Actor;
use crate::kernel::space::Spot;
use crate::skirmish::event::{Means, What};
use crate::skirmish::unit::Condition;
use crate::skirmish::{Skirmish, Unit};
use crate::view::scatter::scattered;
use crate::view::tint::colour;

/// Ticks that the longest effect is seen; missiles are followed for [`FLIGHT`].
const BACK: u32 = 14;
/// Ticks that the slowest missile flies over the longest field.
const FLIGHT: u32 = 80;
/// Ticks that a body takes to sink after its fall.
const SINK: f32 = 7.0;
/// Ticks that a number rises.
const RISE: f32 = 11.0;
/// Numbers grow with the field up to this many units a tile.
const NUMBER_SCALE_MAX: f32 = 62.0;

const HEAL: Colour = Colour::hex(0x007D_E8A0);
const SHIELD: Colour = Colour::hex(0x00F2_D277);
const BLOW: Colour = Colour::hex(0x00FF_F4E2);

/// Draw those who fell: sinking at first, then a stain for the rest of the fight.
pub(super) fn draw_remains(canvas: &mut Canvas, scene: &Scene<'_, Skirmish>, look: &Look<'_>) {
    let mut brush = Brush::default();
    for (place, unit) in scene.now.rows().enumerate() {
        let since = scene.ticks_since(u32::from(unit.gone));
        match unit.condition {
            Condition::FALLEN => draw_fallen(canvas, scene, look, unit, place, since, &mut brush),
            Condition::WITHDRAWN if since < 5.0 => draw_leaving(canvas, scene, look, unit, since, &mut brush),
            _ => {}
        }
    }
}

fn draw_fallen(
    canvas: &mut Canvas,
    scene: &Scene<'_, Skirmish>,
    look: &Look<'_>,
    unit: &Unit,
    place: usize,
    since: f32,
    brush: &mut Brush,
) {
    let (cast, scale) = (scene.cast(), look.lens.scale);
    let at = look.lens.screen_from_field(field_from_spot(unit.at));
    let r = radius(cast, unit) * scale;
    let (side, own) = (palette::side(usize::from(unit.side)), form_colour(cast, unit.form));
    let stained = eased(since / SINK);
    canvas.layer(Layer::Ground);
    let foot = at + vec2(0.0, r * 0.45);
    canvas.glow(foot, vec2(r * 1.7, r * 0.85) * (0.6 + 0.4 * stained), own.darker(0.72).faded(0.75 * stained));
    for i in 0..7 {
        let d = Vec2::at_turn(scattered(place as u32 * 8 + i, 61)) * (0.4 + 0.9 * scattered(place as u32 * 8 + i, 62));
        let spot = foot + vec2(d.x * r * 1.1, d.y * r * 0.5);
        let size = r * (0.05 + 0.08 * scattered(place as u32 * 8 + i, 63)) * stained;
        canvas.circle(spot, size, own.toward(side, 0.4).darker(0.2).faded(0.55));
    }
    // A small cross in the side's colour keeps count of the fallen.
    let d = r * 0.3;
    let mark = side.darker(0.3).faded(0.75 * stained);
    canvas.line(foot - vec2(d, d * 0.5), foot + vec2(d, d * 0.5), r * 0.13, mark);
    canvas.line(foot + vec2(-d, d * 0.5), foot + vec2(d, -d * 0.5), r * 0.13, mark);
    if since < SINK {
        draw_sinking(canvas, scene, look, unit, since, brush);
        burst_of_spores(canvas, at, r, own, since, place as u32);
    }
}

fn draw_sinking(
    canvas: &mut Canvas,
    scene: &Scene<'_, Skirmish>,
    look: &Look<'_>,
    unit: &Unit,
    since: f32,
    brush: &mut Brush,
) {
    let cast = scene.cast();
    let Some(form) = cast.forms.get(usize::from(unit.form)) else { return };
    let part = eased(since / SINK);
    let at = look.lens.screen_from_field(field_from_spot(unit.at));
    let r = radius(cast, unit) * look.lens.scale * creature::DRAWN;
    let facing = if unit.side == 0 { 1.0 } else { -1.0 };
    let stance = Stance {
        at: at + vec2(0.0, r * (0.75 * part - 0.3)),
        size: vec2(facing * r * (1.0 + 0.25 * part), r * (1.0 - 0.7 * part)),
        lean: Vec2::at_turn(-0.08 * facing * part),
        sway: 0.0,
    };
    let coat = Coat {
        body: form_colour(cast, unit.form).toward(Colour::hex(0x0055_5048), part),
        rim: palette::side(usize::from(unit.side)),
        flash: 0.6 * fade(since, 2.0),
        strength: 1.0 - part,
    };
    canvas.layer(Layer::Under);
    creature::paint(canvas, silhouette::of_shape(&form.shape), stance, coat, false, brush);
}

fn draw_leaving(
    canvas: &mut Canvas,
    scene: &Scene<'_, Skirmish>,
    look: &Look<'_>,
    unit: &Unit,
    since: f32,
    brush: &mut Brush,
) {
    let cast = scene.cast();
    let Some(form) = cast.forms.get(usize::from(unit.form)) else { return };
    let out = if unit.side == 0 { -1.0 } else { 1.0 };
    let at = look.lens.screen_from_field(field_from_spot(unit.at) + vec2(out * since * 0.14, 0.0));
    let r = radius(cast, unit) * look.lens.scale * creature::DRAWN;
    let stance = Stance { at, size: vec2(out * r, r), lean: Vec2::at_turn(0.0), sway: 0.0 };
    let coat = Coat {
        body: form_colour(cast, unit.form),
        rim: palette::side(usize::from(unit.side)),
        flash: 0.0,
        strength: 1.0 - since / 5.0,
    };
    canvas.layer(Layer::Units);
    creature::paint(canvas, silhouette::of_shape(&form.shape), stance, coat, false, brush);
}

fn burst_of_spores(canvas: &mut Canvas, at: Vec2, r: f32, own: Colour, since: f32, salt: u32) {
    canvas.layer(Layer::Over);
    let part = since / SINK;
    for i in 0..12 {
        let d = Vec2::at_turn(scattered(salt * 16 + i, 71));
        let far = r * (0.5 + 1.9 * scattered(salt * 16 + i, 72)) * eased(part.min(1.0));
        let spot = at + vec2(d.x * far, d.y * far * 0.7 - r * 0.8 * part);
        let size = r * (0.1 + 0.14 * scattered(salt * 16 + i, 73)) * (1.0 - part);
        canvas.circle(spot, size, own.lighter(0.35).faded(0.9 * (1.0 - part)));
    }
}

/// Where effects find those they concern.
struct Stage<'s, 'a> {
    scene: &'s Scene<'a, Skirmish>,
    look: &'s Look<'s>,
    poses: &'s Poses<'s>,
}

impl Stage<'_, '_> {
    /// The middle of someone's body on the screen: where it is now, or where it fell.
    fn body(&self, who: Actor) -> Option<Vec2> {
        let place = usize::from(who.place);
        if let Some(pose) = self.poses.get(place) {
            return Some(self.look.lens.screen_from_field(body_middle(pose)));
        }
        let unit = self.scene.now.row(place)?;
        Some(self.spot(unit.at) - vec2(0.0, radius(self.scene.cast(), unit) * 0.35 * self.look.lens.scale))
    }

    fn spot(&self, spot: Spot) -> Vec2 {
        self.look.lens.screen_from_field(field_from_spot(spot))
    }

    fn radius(&self, who: Actor) -> f32 {
        let form = self.scene.cast().forms.get(usize::from(who.form));
        form.map_or(0.4, |form| form.radius as f32 / super::TILE) * self.look.lens.scale
    }

    fn side(&self, who: Actor) -> Colour {
        let side = self.scene.now.row(usize::from(who.place)).map_or(0, |unit| usize::from(unit.side));
        palette::side(side)
    }

    /// The side to which things fly off someone whom another struck: −1 left, 1 right.
    fn away(&self, by: Actor, from: Actor) -> f32 {
        match (self.body(by), self.body(from)) {
            (Some(striker), Some(struck)) if by != from => {
                if struck.x < striker.x {
                    -1.0
                } else {
                    1.0
                }
            }
            _ => 0.0,
        }
    }

    fn own(&self, who: Actor) -> Colour {
        form_colour(self.scene.cast(), who.form)
    }
}

/// Draw what recent events still show.
pub(super) fn draw(canvas: &mut Canvas, scene: &Scene<'_, Skirmish>, look: &Look<'_>, poses: &Poses<'_>) {
    let stage = Stage { scene, look, poses };
    let mut sums = Sums::new();
    for (tick, event) in scene.recent(FLIGHT) {
        let since = scene.ticks_since(tick);
        if let What::Thrown { by, to, from, lands, means } = event.what {
            draw_missile(canvas, &stage, (by, to), from, tick..lands, means);
        }
        if since <= BACK as f32 {
            draw_event(canvas, &stage, &event.what, since);
            add_up(&mut sums, tick, &event.what);
        }
    }
    for ((tick, _, kind), sum) in &sums {
        draw_sum(canvas, &stage, *kind, sum, scene.ticks_since(*tick));
    }
}

fn draw_event(canvas: &mut Canvas, stage: &Stage<'_, '_>, what: &What, since: f32) {
    match *what {
        What::Struck { by, to, crit, means, .. } if !matches!(means, Means::Status(_)) => {
            draw_slash(canvas, stage, by, to, since, crit);
        }
        What::Healed { to, amount, means, .. } if amount > 0 && !matches!(means, Means::Status(_)) => {
            draw_mending(canvas, stage, to, since);
        }
        What::Shielded { to, .. } => draw_bubble(canvas, stage, to, since),
        What::Afflicted { to, status, .. } => draw_affliction(canvas, stage, to, status, since),
        What::Used { by, skill, .. } => draw_skill_name(canvas, stage, by, skill, since),
        What::Jumped { from, to, .. } => draw_bolt(canvas, stage, from, to, since),
        What::Burst { by, at, radius, .. } => draw_burst(canvas, stage, by, at, radius, since),
        What::Pushed { to, .. } => draw_dust(canvas, stage, to, since),
        What::Leapt { who, from } => draw_leap(canvas, stage, who, from, since),
        What::Summoned { who, .. } => draw_sprouting(canvas, stage, who, since),
        What::Revived { who, .. } => draw_column(canvas, stage, who, since),
        _ => {}
    }
}

/// What a number stands for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Kind {
    /// Vigor lost to blows.
    Blow,
    /// Vigor lost to a status.
    Ail(u16),
    /// Taken by a shield.
    Absorbed,
    /// A strike slipped.
    Dodge,
    /// Vigor given back.
    Heal,
    /// A shield raised.
    Shield,
}

/// What came together: one number for all blows of a tick on one body, not one for each.
#[derive(Debug, Clone, Copy)]
struct Sum {
    by: Actor,
    to: Actor,
    amount: i32,
    crit: bool,
}

/// By tick, row place and kind.
type Sums = BTreeMap<(u32, u16, Kind), Sum>;

fn add_up(sums: &mut Sums, tick: u32, what: &What) {
    let mut add = |by: Actor, to: Actor, kind: Kind, amount: i32, crit: bool| {
        let sum = sums.entry((tick, to.place, kind)).or_insert(Sum { by, to, amount: 0, crit: false });
        sum.amount += amount;
        sum.crit |= crit;
    };
    match *what {
        What::Struck { by, to, amount, absorbed, crit, means } => {
            let kind = if let Means::Status(status) = means { Kind::Ail(status) } else { Kind::Blow };
            if amount > 0 {
                add(by, to, kind, amount, crit);
            }
            if absorbed > 0 {
                add(by, to, Kind::Absorbed, absorbed, false);
            }
        }
        What::Dodged { by, to } => add(by, to, Kind::Dodge, 0, false),
        What::Healed { by, to, amount, .. } if amount > 0 => add(by, to, Kind::Heal, amount, false),
        What::Shielded { by, to, amount } => add(by, to, Kind::Shield, amount, false),
        _ => {}
    }
}

/// Say how much it was: larger numbers in larger letters.
fn draw_sum(canvas: &mut Canvas, stage: &Stage<'_, '_>, kind: Kind, sum: &Sum, since: f32) {
    let weight = (sum.amount as f32 / 30.0).min(1.0);
    let drift = stage.away(sum.by, sum.to);
    let amount = sum.amount;
    let (words, size, colour, drift) = match kind {
        Kind::Blow if sum.crit => (format!("{amount}!"), 0.4 + 0.16 * weight, palette::AMBER, drift),
        Kind::Blow => (amount.to_string(), 0.27 + 0.19 * weight, BLOW, drift),
        Kind::Ail(status) => {
            let label = stage.scene.cast().statuses.get(usize::from(status));
            let colour = label.map_or(BLOW, |label| colour(&label.colour).lighter(0.25));
            (amount.to_string(), 0.22 + 0.14 * weight, colour, 0.0)
        }
        Kind::Absorbed => (format!("({amount})"), 0.22 + 0.12 * weight, SHIELD, drift),
        Kind::Dodge => ("dodged".to_owned(), 0.24, palette::BONE_DIM, drift),
        Kind::Heal => (format!("+{amount}"), 0.2 + 0.22 * weight, HEAL, 0.0),
        Kind::Shield => (format!("+{amount}"), 0.22 + 0.16 * weight, SHIELD, 0.0),
    };
    let salt = u32::from(sum.to.place) * 64 + amount.unsigned_abs();
    rise(canvas, stage, sum.to, since, salt, &Rising { words: &words, size, colour, drift });
}

/// A missile on its way; what is lobbed flies high, what is shot flies flat.
fn draw_missile(
    canvas: &mut Canvas,
    stage: &Stage<'_, '_>,
    (by, to): (Actor, Actor),
    from: Spot,
    flight: Range<u32>,
    means: Means,
) {
    let whole = (flight.end.saturating_sub(flight.start)).max(1) as f32;
    let since = stage.scene.ticks_since(flight.start);
    if !(0.0..whole).contains(&since) {
        return;
    }
    let Some(goal) = stage.body(to) else { return };
    let start = stage.spot(from) - vec2(0.0, stage.radius(by) * 0.6);
    let lobbed = matches!(means, Means::Skill(_));
    let high = (goal - start).length() * if lobbed { 0.32 } else { 0.07 };
    let at = |part: f32| start.toward(goal, part) - vec2(0.0, high * 4.0 * part * (1.0 - part));
    let part = since / whole;
    let r = stage.look.lens.scale * if lobbed { 0.17 } else { 0.11 };
    let colour = stage.own(by).lighter(0.25);
    canvas.layer(Layer::Shadow);
    canvas.glow(
        start.toward(goal, part) + vec2(0.0, stage.radius(to)),
        vec2(r * 1.6, r * 0.8),
        Colour::BLACK.faded(0.5),
    );
    canvas.layer(Layer::Over);
    for i in 1..7 {
        let behind = part - i as f32 * 0.35 / whole;
        if behind > 0.0 {
            let left = 1.0 - i as f32 / 7.0;
            canvas.circle(at(behind), r * left, colour.faded(0.4 * left));
        }
    }
    canvas.glow(at(part), vec2(r * 3.0, r * 3.0), colour.faded(0.5));
    canvas.circle(at(part), r * 1.25, stage.side(by));
    canvas.circle(at(part), r * 0.85, colour.lighter(0.35));
}

fn draw_slash(canvas: &mut Canvas, stage: &Stage<'_, '_>, by: Actor, to: Actor, since: f32, crit: bool) {
    let left = fade(since, 3.0);
    let (Some(from), Some(at)) = (stage.body(by), stage.body(to)) else { return };
    if left <= 0.0 {
        return;
    }
    let r = stage.radius(to) * if crit { 1.35 } else { 1.05 };
    let turn = (at - from).turn();
    let swept = eased(since / 1.4);
    canvas.layer(Layer::Over);
    let (start, end) = (turn - 0.2, turn - 0.2 + 0.4 * swept);
    let colour = if crit { palette::AMBER } else { BLOW };
    canvas.arc(at, r, start..end, r * 0.26 * left, colour.faded(0.95 * left));
    canvas.arc(at, r * 1.12, start + 0.04..end, r * 0.1 * left, stage.side(by).lighter(0.2).faded(0.8 * left));
    for i in 0..if crit { 7 } else { 4 } {
        let d = Vec2::at_turn(turn + (scattered(u32::from(to.place) * 8 + i, 81) - 0.5) * 0.5);
        let near = at + d * (r * (0.7 + 0.7 * swept));
        canvas.line(near, near + d * (r * 0.34 * left), r * 0.08, colour.faded(left));
    }
}

/// A word that rises from someone.
struct Rising<'w> {
    words: &'w str,
    /// Height of its letters, in tiles.
    size: f32,
    colour: Colour,
    /// The side to which it drifts: away from whoever caused it.
    drift: f32,
}

/// Let a word rise from someone, drift aside and fade. Several at once spread.
fn rise(canvas: &mut Canvas, stage: &Stage<'_, '_>, who: Actor, since: f32, number: u32, word: &Rising<'_>) {
    let Some(at) = stage.body(who).filter(|_| (0.0..RISE).contains(&since)) else { return };
    let (r, scale) = (stage.radius(who), number_scale(canvas, stage));
    let part = since / RISE;
    let aside = word.drift * (0.5 * r + scale * 0.7 * eased(part)) + (scattered(number, 91) - 0.5) * 0.8 * r;
    let up = r * 0.7 + scale * (0.95 * eased(part) + 0.3 * scattered(number, 92));
    let pop = 1.0 + 0.35 * fade(since, 1.6);
    let strength = (3.0 * (1.0 - part)).min(1.0);
    let style = Style::new((word.size * scale).max(8.5) * pop, word.colour.faded(strength)).bold().centred();
    canvas.layer(Layer::Figures);
    lettered(canvas, at + vec2(aside, -up), style, word.words);
}

/// Points a tile that numbers and words are measured by.
fn number_scale(canvas: &Canvas, stage: &Stage<'_, '_>) -> f32 {
    stage.look.lens.scale.min(NUMBER_SCALE_MAX * field_unit_of(canvas.size()))
}

/// Write on the field: letters with a dark edge, so that they can be read on anything.
pub(super) fn lettered(canvas: &mut Canvas, at: Vec2, style: Style, words: &str) {
    let strength = f32::from(style.colour.a) / 255.0;
    canvas.text(at, style.edged(palette::NIGHT.faded(0.8 * strength * strength)), words);
}

fn draw_mending(canvas: &mut Canvas, stage: &Stage<'_, '_>, to: Actor, since: f32) {
    let Some(at) = stage.body(to).filter(|_| (0.0..6.0).contains(&since)) else { return };
    let r = stage.radius(to);
    let left = fade(since, 6.0);
    canvas.layer(Layer::Over);
    canvas.glow(at, vec2(r * 1.7, r * 1.7), HEAL.faded(0.26 * left));
    for i in 0..4 {
        let x = (scattered(u32::from(to.place) * 4 + i, 95) - 0.5) * 1.7 * r;
        let y = r * (0.8 - 1.9 * since / 6.0 - 0.5 * scattered(u32::from(to.place) * 4 + i, 96));
        let (spot, d) = (at + vec2(x, y), r * 0.15);
        canvas.line(spot - vec2(d, 0.0), spot + vec2(d, 0.0), r * 0.09, HEAL.faded(left));
        canvas.line(spot - vec2(0.0, d), spot + vec2(0.0, d), r * 0.09, HEAL.faded(left));
    }
}

fn draw_bubble(canvas: &mut Canvas, stage: &Stage<'_, '_>, to: Actor, since: f32) {
    let Some(at) = stage.body(to).filter(|_| (0.0..5.0).contains(&since)) else { return };
    let r = stage.radius(to) * (1.2 + 0.5 * fade(since, 5.0));
    canvas.layer(Layer::Over);
    canvas.ring(at, r, r * 0.1, SHIELD.faded(fade(since, 5.0)));
}

fn draw_affliction(canvas: &mut Canvas, stage: &Stage<'_, '_>, to: Actor, status: u16, since: f32) {
    let Some(at) = stage.body(to).filter(|_| (0.0..4.0).contains(&since)) else { return };
    let label = stage.scene.cast().statuses.get(usize::from(status));
    let colour = label.map_or(palette::VIOLET, |label| colour(&label.colour));
    let r = stage.radius(to) * (0.7 + 0.8 * eased(since / 4.0));
    canvas.layer(Layer::Over);
    canvas.ring(at, r, r * 0.14 * fade(since, 4.0), colour.faded(0.9 * fade(since, 4.0)));
}

fn draw_skill_name(canvas: &mut Canvas, stage: &Stage<'_, '_>, by: Actor, skill: u16, since: f32) {
    let Some(label) = stage.scene.cast().skills.get(usize::from(skill)).filter(|label| label.told) else { return };
    let Some(at) = stage.body(by).filter(|_| (0.0..14.0).contains(&since)) else { return };
    let r = stage.radius(by);
    canvas.layer(Layer::Under);
    canvas.ring(
        at + vec2(0.0, r * 0.9),
        r * (0.9 + 0.9 * eased(since / 5.0)),
        r * 0.1,
        stage.own(by).lighter(0.3).faded(0.7 * fade(since, 5.0)),
    );
    let strength = (1.6 * fade(since, 14.0)).min(1.0);
    let size = (number_scale(canvas, stage) * 0.27).max(9.5);
    let words = Style::new(size, stage.own(by).lighter(0.6).faded(strength));
    let form = stage.scene.cast().forms.get(usize::from(by.form));
    let hover = form.map_or(0.0, |form| silhouette::of_shape(&form.shape).hover);
    let up = r * creature::DRAWN * (1.28 + hover) + words.size * (1.9 + 0.3 * eased(since / 4.0));
    canvas.layer(Layer::Figures);
    lettered(canvas, at - vec2(0.0, up), words.bold().centred(), &label.name);
}

/// A bolt that jumps: a jagged line, jagged anew each tick.
fn draw_bolt(canvas: &mut Canvas, stage: &Stage<'_, '_>, from: Actor, to: Actor, since: f32) {
    let left = fade(since, 3.5);
    let (Some(a), Some(b)) = (stage.body(from), stage.body(to)) else { return };
    if left <= 0.0 {
        return;
    }
    let across = (b - a).unit().quarter_turned();
    let salt = u32::from(from.place) * 64 + u32::from(to.place) + since as u32 * 4_096;
    let points: Vec<Vec2> = (0..=8)
        .map(|i| {
            let part = i as f32 / 8.0;
            let off = (scattered(salt + i, 101) - 0.5) * stage.look.lens.scale * 0.45 * wave(part * 0.5);
            a.toward(b, part) + across * off
        })
        .collect();
    let scale = stage.look.lens.scale;
    canvas.layer(Layer::Over);
    canvas.path(&points, scale * 0.16 * left, stage.own(from).lighter(0.2).faded(0.45 * left));
    canvas.path(&points, scale * 0.06, Colour::WHITE.faded(left));
}

fn draw_burst(canvas: &mut Canvas, stage: &Stage<'_, '_>, by: Actor, at: Spot, millitiles: i32, since: f32) {
    let left = fade(since, 6.0);
    if left <= 0.0 {
        return;
    }
    let middle = stage.spot(at);
    let r = millitiles as f32 / super::TILE * stage.look.lens.scale;
    let colour = stage.own(by).lighter(0.15);
    let reached = r * eased(0.3 + since / 3.0);
    canvas.layer(Layer::Under);
    canvas.ellipse(middle, vec2(reached, reached), Paint::Out(colour.faded(0.1 * left), colour.faded(0.34 * left)));
    canvas.ring(middle, reached, stage.look.lens.scale * 0.09 * left, colour.lighter(0.35).faded(left));
    canvas.layer(Layer::Over);
    for i in 0..14 {
        let d = Vec2::at_turn(scattered(u32::from(by.place) * 16 + i, 111));
        let far = reached * (0.3 + 0.7 * scattered(u32::from(by.place) * 16 + i, 112));
        let spot = middle + d * far - vec2(0.0, stage.look.lens.scale * 0.12 * since);
        let size = stage.look.lens.scale * (0.05 + 0.09 * scattered(i, 113)) * left;
        canvas.circle(spot, size, colour.lighter(0.4).faded(0.8 * left));
    }
}

fn draw_dust(canvas: &mut Canvas, stage: &Stage<'_, '_>, who: Actor, since: f32) {
    let Some(at) = stage.body(who).filter(|_| (0.0..5.0).contains(&since)) else { return };
    let (r, left) = (stage.radius(who), fade(since, 5.0));
    canvas.layer(Layer::Under);
    for i in 0..6 {
        let d = vec2((scattered(i, 121) - 0.5) * 2.6, 0.7 + 0.3 * scattered(i, 122));
        let size = r * (0.2 + 0.3 * scattered(i, 123)) * (1.3 - left);
        canvas.circle(at + d * r, size, Colour::hex(0x00A0_8C70).faded(0.35 * left));
    }
}

fn draw_leap(canvas: &mut Canvas, stage: &Stage<'_, '_>, who: Actor, from: Spot, since: f32) {
    draw_dust(canvas, stage, who, since);
    let Some(at) = stage.body(who).filter(|_| (-1.0..4.0).contains(&since)) else { return };
    let start = stage.spot(from);
    let left = if since < 0.0 { 1.0 } else { fade(since, 4.0) };
    let mut points = Vec::with_capacity(12);
    let pull = start.toward(at, 0.5) - vec2(0.0, (at - start).length() * 0.4);
    player::canvas::outline::bow(start, pull, at, 12, &mut points);
    canvas.layer(Layer::Under);
    canvas.path(&points, stage.radius(who) * 0.5 * left, stage.side(who).faded(0.35 * left));
}

fn draw_sprouting(canvas: &mut Canvas, stage: &Stage<'_, '_>, who: Actor, since: f32) {
    let Some(at) = stage.body(who).filter(|_| (0.0..6.0).contains(&since)) else { return };
    let (r, left) = (stage.radius(who), fade(since, 6.0));
    canvas.layer(Layer::Under);
    canvas.oval(at + vec2(0.0, r), vec2(r * 1.9, r * 0.8) * (1.3 - left), r * 0.16 * left, palette::LICHEN.faded(left));
    canvas.layer(Layer::Over);
    canvas.glow(at, vec2(r * 1.6, r * 1.6), palette::LICHEN.faded(0.3 * left));
}

fn draw_column(canvas: &mut Canvas, stage: &Stage<'_, '_>, who: Actor, since: f32) {
    let Some(at) = stage.body(who).filter(|_| (0.0..9.0).contains(&since)) else { return };
    let (r, left) = (stage.radius(who), fade(since, 9.0));
    canvas.layer(Layer::Over);
    canvas.glow(at - vec2(0.0, r), vec2(r * 1.2 * left, r * 4.0), palette::AMBER.faded(0.5 * left));
    canvas.oval(at + vec2(0.0, r * 0.8), vec2(r * 1.8, r * 0.7), r * 0.14 * left, palette::AMBER.faded(left));
}
