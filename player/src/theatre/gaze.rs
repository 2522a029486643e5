//! The theatre's gaze: the camera that follows the fight, follows a unit, or is led by hand.

use recorder::Simulation;

use super::Theatre;
use crate::camera::{Camera, Lens};
use crate::colour::palette;
use crate::command::Command;
use crate::geometry::Rect;
use crate::minimap::Minimap;
use crate::playback::Moment;
use crate::view::Scene;

/// What the camera that follows looks back on, in tenths of a second: it glides after the units, and never looks ahead,
/// so that an order moves nothing of the picture it is given at.
const FOLLOW_TENTHS: u32 = 24;
/// Looks taken on the way.
const FOLLOW_LOOKS: u32 = 8;
/// Room that the camera leaves around a unit when it begins to follow it, in radii of the unit.
const UNIT_ROOM: f32 = 9.0;
/// Room around the field that can be looked at, in parts of its shorter side.
const FIELD_ROOM: f32 = 0.06;

/// What the camera is at.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub(super) enum Gaze {
    /// It follows the fight.
    #[default]
    Fight,
    /// It follows the unit at a row place, from as near as the camera says.
    Unit { place: usize, camera: Camera },
    /// It is led by hand.
    Hand(Camera),
}

/// Where something was at a tick: of a timeline, the fight or a unit.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Look {
    branch: usize,
    of: Option<usize>,
    tick: u32,
    area: Option<Rect>,
}

/// The looks taken last: a camera that follows takes the same ones from picture to picture.
#[derive(Debug, Default)]
pub(super) struct Looks(Vec<Look>);

/// Looks that are kept.
const LOOKS_KEPT: usize = 32;

impl Looks {
    /// Forget them: timelines have changed places.
    pub(super) fn clear(&mut self) {
        self.0.clear();
    }

    fn find(&self, branch: usize, of: Option<usize>, tick: u32) -> Option<Look> {
        self.0.iter().find(|look| (look.branch, look.of, look.tick) == (branch, of, tick)).copied()
    }

    fn keep(&mut self, look: Look) {
        if self.0.len() >= LOOKS_KEPT {
            self.0.remove(0);
        }
        self.0.push(look);
    }
}

impl<S: Simulation> Theatre<S> {
    /// The camera over the field.
    #[must_use]
    pub fn lens(&self) -> Lens {
        self.camera().lens(self.field(), self.layout().field)
    }

    /// The unit that the camera follows, by its row place.
    #[must_use]
    pub fn followed(&self) -> Option<usize> {
        if let Gaze::Unit { place, .. } = self.gaze { Some(place) } else { None }
    }

    /// The map of the field, while one looks closer by hand or follows a unit.
    #[must_use]
    pub fn minimap(&self) -> Option<Minimap> {
        let closer = match self.gaze {
            Gaze::Fight => false,
            Gaze::Unit { camera, .. } | Gaze::Hand(camera) => !camera.is_whole(),
        };
        (closer && !self.still).then(|| Minimap::of(&self.layout(), self.field()))
    }

    /// The field and some room around it, for what stands at its edge and the words above it.
    pub(super) fn field(&self) -> Rect {
        let field = self.view.field(self.branches.current().recording().cast());
        field.inset(-FIELD_ROOM * field.w.min(field.h))
    }

    pub(super) fn camera(&self) -> Camera {
        let (field, view) = (self.field(), self.layout().field);
        let zooms = self.view.zooms();
        let camera = match self.gaze {
            Gaze::Hand(camera) => camera,
            Gaze::Unit { place, mut camera } => {
                if let Some(area) = self.of_late(Some(place)) {
                    camera.look_at(field, area.centre());
                }
                camera
            }
            Gaze::Fight => {
                let action = self.of_late(None);
                action.map(|area| Camera::framing(field, view, area, zooms.follow)).unwrap_or_default()
            }
        };
        camera.reaching(zooms.closest)
    }

    /// Do what is asked of the camera.
    pub(super) fn obey_gaze(&mut self, command: &Command) {
        let (field, view, mut camera) = (self.field(), self.layout().field, self.camera());
        match (command, self.gaze) {
            // Who follows a unit looks at it from nearer or farther off.
            (Command::Zoom { factor, .. }, Gaze::Unit { place, .. }) => {
                camera.zoom(field, view, view.centre(), *factor);
                self.gaze = Gaze::Unit { place, camera };
                return;
            }
            (Command::Zoom { around, factor }, _) => camera.zoom(field, view, *around, *factor),
            (Command::Pan(by), _) => camera.pan(field, view, *by),
            (Command::LookAt(spot), _) => camera.look_at(field, *spot),
            (Command::FitView, _) => camera = Camera::default().reaching(self.view.zooms().closest),
            (Command::FollowUnit, _) => return self.follow_unit(),
            (Command::FollowFight, _) => {
                self.gaze = Gaze::Fight;
                return;
            }
            _ => return,
        }
        self.gaze = Gaze::Hand(camera);
    }

    /// Follow the selected unit; where it is followed already, stay where it is now.
    fn follow_unit(&mut self) {
        let Some(place) = self.selected.first().copied().or_else(|| self.followed()) else {
            return self.say("select whom to follow: click a unit".to_owned(), palette::BONE_DIM);
        };
        let (field, view, now) = (self.field(), self.layout().field, self.camera());
        if self.followed() == Some(place) {
            self.gaze = Gaze::Hand(now);
            return self.say("nobody is followed any more".to_owned(), palette::BONE_DIM);
        }
        let Some(area) = self.scene().and_then(|scene| self.unit_area(&scene, place)) else { return };
        let close = Camera::framing(field, view, area, self.view.zooms().closest);
        let is_nearer = now.lens(field, view).scale >= close.lens(field, view).scale;
        self.gaze = Gaze::Unit { place, camera: if is_nearer { now } else { close } };
    }

    /// Who is gone is followed no more; the camera stays where it was.
    pub(super) fn leave_the_gone(&mut self) {
        if self.followed().is_some_and(|place| !self.is_up(place)) {
            self.gaze = Gaze::Hand(self.camera());
        }
    }

    fn unit_area(&self, scene: &Scene<'_, S>, place: usize) -> Option<Rect> {
        let unit = self.view.unit(scene, place)?;
        Some(Rect::around(unit.at, 0.0, 0.0).inset(-unit.radius * UNIT_ROOM))
    }

    /// Where a unit, or else the fight, was at a tick of the watched timeline.
    fn look_at(&self, of: Option<usize>, tick: u32) -> Option<Look> {
        let place = self.branches.current_place();
        if let Some(known) = self.looks.borrow().find(place, of, tick) {
            return Some(known);
        }
        let branch = self.branches.current();
        let scene = Scene::at(branch.recording(), branch.annals(), Moment::of_tick(tick))?;
        let area = of.map_or_else(|| self.view.action(&scene), |unit| self.unit_area(&scene, unit));
        let look = Look { branch: place, of, tick, area };
        self.looks.borrow_mut().keep(look);
        Some(look)
    }

    /// Where a unit, or else the fight, has been of late: the mean of its areas, the looks coming in and going out with
    /// no weight, so that it never jumps.
    fn of_late(&self, of: Option<usize>) -> Option<Rect> {
        let (cursor, first) = (self.playback.cursor(), self.playback.first());
        let step = (self.playback.hz() * FOLLOW_TENTHS / 10 / FOLLOW_LOOKS).max(1);
        let span = (step * FOLLOW_LOOKS) as f32;
        let (mut corners, mut weights) = ([0.0_f32; 4], 0.0_f32);
        for look in 0..=FOLLOW_LOOKS {
            let tick = i64::from(cursor.tick() / step * step) - i64::from(look * step);
            let age = (cursor.ticks() - tick as f64) as f32 / span;
            let weight = (age * (1.0 - age)).max(0.0);
            let tick = u32::try_from(tick).unwrap_or(0).max(first);
            if weight <= 0.0 {
                continue;
            }
            let Some(area) = self.look_at(of, tick)?.area else { continue };
            for (sum, edge) in corners.iter_mut().zip([area.x, area.y, area.right(), area.bottom()]) {
                *sum += edge * weight;
            }
            weights += weight;
        }
        if weights <= 0.0 {
            return None;
        }
        let [left, top, right, bottom] = corners.map(|sum: f32| sum / weights);
        Some(Rect::new(left, top, right - left, bottom - top))
    }
}
