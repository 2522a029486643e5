//! Poses: where everyone is between two ticks and what they are at, worked out from rows and recent events.

use player::geometry::{Vec2, eased, vec2};
use player::view::Scene;

use super::{field_from_spot, radius};
use crate::kernel::actor::Actor;
use crate::skirmish::event::{Means, What};
use crate::skirmish::{Cast, Skirmish, Unit};

/// Farther than this between two ticks, in tiles, nobody walks: it is a leap of place, and is not slid.
const SLIDE_MAX: f32 = 3.0;
/// Ticks that a pose looks back for what moved it, and over which lost vigor still shows.
const BACK: u32 = 8;
/// Ticks that a newcomer takes to come up.
const RISE_TICKS: f32 = 4.0;
/// Ticks before a blow lands in which the striker comes forward, and after it in which it falls back.
const LUNGE: (f32, f32) = (1.0, 2.4);

/// Someone on the field at a moment.
#[derive(Debug, Clone, Copy)]
pub(super) struct Pose<'a> {
    /// Row place.
    pub(super) place: usize,
    /// The row at the tick before the moment.
    pub(super) unit: &'a Unit,
    /// Where it stands, in tiles.
    pub(super) at: Vec2,
    /// How its body is off that, in tiles: lunges, dodges, recoil.
    pub(super) off: Vec2,
    /// How high it is off the ground, in tiles.
    pub(super) high: f32,
    /// Radius of its body, in tiles.
    pub(super) radius: f32,
    /// 1 looks right, −1 left.
    pub(super) facing: f32,
    /// Tiles a tick that it walks.
    pub(super) pace: f32,
    /// Its size, 1 when it has come up.
    pub(super) size: f32,
    /// How much it still shows a blow, 1 as it lands.
    pub(super) struck: f32,
    /// How much it still shows mending, 1 as it comes.
    pub(super) mended: f32,
    /// Vigor lost in the last moments, less of it the longer ago.
    pub(super) lost: f32,
}

/// Everyone on the field at a moment, in place order.
#[derive(Debug)]
pub(super) struct Poses<'a> {
    all: Vec<Pose<'a>>,
    /// Hindmost first, as indices.
    back_to_front: Vec<usize>,
}

impl<'a> Poses<'a> {
    /// Pose everyone on the field.
    pub(super) fn of_scene(scene: &'a Scene<'_, Skirmish>) -> Self {
        let mut all: Vec<Pose<'a>> = (0..scene.now.len()).filter_map(|place| stand(scene, place)).collect();
        for (tick, event) in scene.recent(BACK) {
            disturb(&mut all, scene.ticks_since(tick), &event.what, scene.cast());
        }
        let mut back_to_front: Vec<usize> = (0..all.len()).collect();
        back_to_front.sort_by(|a, b| all[*a].at.y.total_cmp(&all[*b].at.y).then(a.cmp(b)));
        Self { all, back_to_front }
    }

    /// Who stands at a row place; `None` for those who are not on the field.
    pub(super) fn get(&self, place: usize) -> Option<&Pose<'a>> {
        self.all.binary_search_by_key(&place, |pose| pose.place).ok().map(|at| &self.all[at])
    }

    /// Everyone, hindmost first.
    pub(super) fn back_to_front(&self) -> impl Iterator<Item = &Pose<'a>> {
        self.back_to_front.iter().map(|at| &self.all[*at])
    }
}

/// Where a unit is between two ticks, in tiles.
pub(super) fn glide(scene: &Scene<'_, Skirmish>, now: &Unit, next: &Unit) -> Vec2 {
    let (from, to) = (field_from_spot(now.at), field_from_spot(next.at));
    if (to - from).length() > SLIDE_MAX { from } else { from.toward(to, scene.alpha()) }
}

fn stand<'a>(scene: &'a Scene<'_, Skirmish>, place: usize) -> Option<Pose<'a>> {
    let (now, next) = scene.rows(place)?;
    if !now.is_up() {
        return None;
    }
    let (from, to) = (field_from_spot(now.at), field_from_spot(next.at));
    let born = scene.ticks_since(u32::from(now.born));
    Some(Pose {
        place,
        unit: now,
        at: glide(scene, now, next),
        off: Vec2::ZERO,
        high: 0.0,
        radius: radius(scene.cast(), now),
        facing: facing(scene, now, to - from),
        pace: (to - from).length(),
        size: if now.born > 0 { 0.35 + 0.65 * eased(born / RISE_TICKS) } else { 1.0 },
        struck: 0.0,
        mended: 0.0,
        lost: 0.0,
    })
}

/// Look at whom it goes for, else where it goes, else across the field.
fn facing(scene: &Scene<'_, Skirmish>, unit: &Unit, step: Vec2) -> f32 {
    let foe = usize::from(unit.target).checked_sub(1).and_then(|place| scene.now.row(place));
    let toward = match foe {
        _ if unit.is_retreating() => step.x,
        Some(foe) => (foe.at.x - unit.at.x) as f32,
        None => step.x,
    };
    if toward.abs() > 1e-3 {
        return toward.signum();
    }
    if unit.side == 0 { 1.0 } else { -1.0 }
}

/// Let an event that happened `since` ticks ago, or is about to, show in the poses.
fn disturb(poses: &mut [Pose<'_>], since: f32, what: &What, cast: &Cast) {
    match *what {
        What::Struck { by, to, means, amount, .. } => {
            if let Some(pose) = find(poses, to) {
                pose.lost += amount as f32 * fade(since, BACK as f32);
            }
            let throws = cast.forms.get(usize::from(by.form)).is_some_and(|form| form.throws);
            if matches!(means, Means::Strike) && !throws {
                lunge(poses, by, to, since);
            }
            if !matches!(means, Means::Status(_)) {
                flinch(poses, by, to, since);
            }
        }
        What::Dodged { by, to } => {
            lunge(poses, by, to, since);
            sidestep(poses, by, to, since);
        }
        What::Thrown { by, to, .. } => recoil(poses, by, to, since),
        What::Healed { to, means, .. } if !matches!(means, Means::Status(_)) => {
            if let Some(pose) = find(poses, to) {
                pose.mended = pose.mended.max(fade(since, 4.0));
            }
        }
        What::Leapt { who, .. } => {
            // It is in the air during the tick that ends with the leap.
            if let Some(pose) = find(poses, who).filter(|_| (-1.0..0.0).contains(&since)) {
                pose.high += -4.0 * since * (1.0 + since) * 1.1;
            }
        }
        _ => {}
    }
}

fn find<'p, 'a>(poses: &'p mut [Pose<'a>], who: Actor) -> Option<&'p mut Pose<'a>> {
    let place = usize::from(who.place);
    poses.binary_search_by_key(&place, |pose| pose.place).ok().map(|at| &mut poses[at])
}

/// The direction from one to another and how far it is; `None` when either is not there.
fn between(poses: &[Pose<'_>], from: Actor, to: Actor) -> Option<(Vec2, f32)> {
    let index = |who: Actor| poses.binary_search_by_key(&usize::from(who.place), |pose| pose.place).ok();
    let at = |who: Actor| index(who).map(|at| poses[at].at);
    let way = at(to)? - at(from)?;
    Some((way.unit(), way.length()))
}

fn lunge(poses: &mut [Pose<'_>], by: Actor, to: Actor, since: f32) {
    let Some((way, far)) = between(poses, by, to) else { return };
    let forward = if since < 0.0 { eased(1.0 + since / LUNGE.0) } else { 1.0 - eased(since / LUNGE.1) };
    if let Some(pose) = find(poses, by) {
        pose.off += way * (forward * (far * 0.4).min(0.42));
    }
}

fn flinch(poses: &mut [Pose<'_>], by: Actor, to: Actor, since: f32) {
    let way = between(poses, by, to).map_or(Vec2::ZERO, |(way, _)| way);
    if let Some(pose) = find(poses, to).filter(|_| since >= 0.0) {
        let shown = fade(since, 2.2);
        pose.struck = pose.struck.max(shown);
        pose.off += way * (0.12 * shown * shown);
    }
}

fn sidestep(poses: &mut [Pose<'_>], by: Actor, to: Actor, since: f32) {
    let Some((way, _)) = between(poses, by, to) else { return };
    if let Some(pose) = find(poses, to) {
        let aside = (1.0 - (since - 0.6).abs() / 1.6).max(0.0);
        pose.off += way.quarter_turned() * (0.34 * eased(aside));
    }
}

fn recoil(poses: &mut [Pose<'_>], by: Actor, to: Actor, since: f32) {
    let Some((way, _)) = between(poses, by, to) else { return };
    if let Some(pose) = find(poses, by) {
        let back = if since < 0.0 { eased(1.0 + since) } else { fade(since, 2.0) };
        pose.off += way * (-0.14 * back);
    }
}

/// 1 at the event, 0 so many ticks later and before it.
pub(super) fn fade(since: f32, ticks: f32) -> f32 {
    if since < 0.0 { 0.0 } else { (1.0 - since / ticks).max(0.0) }
}

/// The middle of a body on the screen's plane: above where it stands.
pub(super) fn body_middle(pose: &Pose<'_>) -> Vec2 {
    pose.at + pose.off - vec2(0.0, pose.radius * 0.35 + pose.high)
}
