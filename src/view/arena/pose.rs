//! Poses: where everyone is between two ticks, where they face, and what they are in the midst of.

use player::geometry::{Vec2, vec2};
use player::view::Scene;

use super::{TILE, field_from_subtile};
use crate::arena::cast::Look;
use crate::arena::event::What;
use crate::arena::unit::Stance;
use crate::arena::{Arena, Unit};

/// How far above the ground fliers are drawn, in tiles.
pub(super) const LIFT: f32 = 0.7;

/// Ticks that a blow is seen in whoever dealt it, and in whoever took it.
const BLOW_TICKS: f32 = 6.0;

/// Someone who is on the field.
#[derive(Debug, Clone, Copy)]
pub(super) struct Pose<'a> {
    /// Row place.
    pub(super) place: usize,
    /// Its row at the frame before the moment.
    pub(super) unit: &'a Unit,
    /// Its form.
    pub(super) look: &'a Look,
    /// Where its feet are, in tiles.
    pub(super) at: Vec2,
    /// Where it faces on the screen, length 1.
    pub(super) ahead: Vec2,
    /// Radius of its body, in tiles.
    pub(super) radius: f32,
    /// How far its deployment has come: 1 is on its own feet.
    pub(super) arrived: f32,
    /// 1 as it strikes, then less.
    pub(super) lunge: f32,
    /// 1 as it is struck, then less.
    pub(super) flash: f32,
    /// Ticks that it has been walking, for its gait.
    pub(super) gait: f32,
}

impl Pose<'_> {
    pub(super) fn side(&self) -> usize {
        usize::from(self.unit.side)
    }

    /// The middle of its body: of fliers, above where they are.
    pub(super) fn body(&self) -> Vec2 {
        if self.look.flies { self.at + vec2(0.0, -LIFT) } else { self.at }
    }
}

/// Everyone who is on the field at a moment, by row place.
#[derive(Debug)]
pub(super) struct Poses<'a> {
    all: Vec<Option<Pose<'a>>>,
}

impl<'a> Poses<'a> {
    pub(super) fn of_scene(scene: &'a Scene<'_, Arena>) -> Self {
        let mut all: Vec<Option<Pose<'a>>> = (0..scene.now.len()).map(|place| pose(scene, place)).collect();
        for (tick, event) in scene.recent(BLOW_TICKS as u32) {
            let age = scene.ticks_since(tick);
            if age < 0.0 {
                continue;
            }
            let left = 1.0 - (age / BLOW_TICKS).min(1.0);
            let mut set = |place: u16, of: for<'p> fn(&'p mut Pose<'a>) -> &'p mut f32| {
                if let Some(Some(pose)) = all.get_mut(usize::from(place)) {
                    let value = of(pose);
                    *value = value.max(left);
                }
            };
            match event.what {
                What::Thrown { by, .. } => set(by.place, |pose| &mut pose.lunge),
                What::Struck { by, to, means, .. } => {
                    if means == crate::arena::event::Means::Touch {
                        set(by.place, |pose| &mut pose.lunge);
                    }
                    set(to.place, |pose| &mut pose.flash);
                }
                _ => {}
            }
        }
        Self { all }
    }

    /// Find someone by row place.
    pub(super) fn get(&self, place: usize) -> Option<&Pose<'a>> {
        self.all.get(place)?.as_ref()
    }

    /// Everyone, from the far end of the field to the near one.
    pub(super) fn back_to_front(&self) -> Vec<&Pose<'a>> {
        let mut poses: Vec<&Pose<'a>> = self.all.iter().flatten().collect();
        poses.sort_by(|a, b| a.at.y.total_cmp(&b.at.y).then(a.place.cmp(&b.place)));
        poses
    }
}

fn pose<'a>(scene: &'a Scene<'_, Arena>, place: usize) -> Option<Pose<'a>> {
    let (unit, next) = scene.rows(place)?;
    let look = scene.cast().forms.get(usize::from(unit.form))?;
    if !unit.is_up() {
        return None;
    }
    let deploy = f32::from(look.deploy_ticks.max(1));
    let is_deploying = unit.stance == Stance::DEPLOYING && unit.born > 0;
    let arrived = if is_deploying { (scene.ticks_since(u32::from(unit.born)) / deploy).clamp(0.0, 1.0) } else { 1.0 };
    let walking = f32::from(next.walked.saturating_sub(unit.walked)) * scene.alpha();
    Some(Pose {
        place,
        unit,
        look,
        at: glide(scene, unit, next),
        ahead: heading(unit, next, scene.alpha()),
        radius: look.radius as f32 / TILE,
        arrived,
        lunge: 0.0,
        flash: 0.0,
        gait: f32::from(unit.walked) + walking,
    })
}

/// Where a unit is between its two rows, in tiles.
pub(super) fn glide(scene: &Scene<'_, Arena>, now: &Unit, next: &Unit) -> Vec2 {
    let at = |unit: &Unit| field_from_subtile(scene.cast(), unit.at);
    at(now).toward(at(next), scene.alpha())
}

fn heading(now: &Unit, next: &Unit, alpha: f32) -> Vec2 {
    // Those who never turned face the other side.
    let home = vec2(0.0, if now.side == 0 { -1.0 } else { 1.0 });
    let of = |unit: &Unit| vec2(f32::from(unit.facing.x), -f32::from(unit.facing.y)).unit();
    let (from, to) = (of(now), of(next));
    let between = from.toward(to, alpha).unit();
    [between, from, to].into_iter().find(|way| *way != Vec2::ZERO).unwrap_or(home)
}
