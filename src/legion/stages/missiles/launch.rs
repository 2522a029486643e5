//! Launching: how a missile must leave to come down where it is wanted, were there no air.

use crate::kernel::math;
use crate::legion::content::{Missile, Trajectory};
use crate::legion::stages::missiles::GRAVITY;

/// How a missile leaves: metres a second along the ground, and upwards.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Launch {
    /// Along the ground.
    pub along: f32,
    /// Upwards.
    pub up: f32,
}

impl Launch {
    /// Give the seconds to a distance.
    #[must_use]
    pub fn seconds_to(self, distance: f32) -> f32 {
        distance / self.along
    }
}

/// What of a missile does not change from shot to shot.
#[derive(Debug, Clone, Copy)]
pub struct Weapon<'a> {
    /// The missile.
    pub missile: &'a Missile,
    sine: f32,
    cosine: f32,
}

impl<'a> Weapon<'a> {
    /// Make ready.
    #[must_use]
    pub fn new(missile: &'a Missile) -> Self {
        let radians = missile.elevation * (std::f32::consts::PI / 180.0);
        Self { missile, sine: math::sin(radians), cosine: math::cos(radians) }
    }

    /// Tell how to reach a point so far away and so much higher; `None` where no throw gets there. What is lofted
    /// leaves at its one elevation and is drawn as much as it takes; what flies flat leaves with all its power, by the
    /// lower of the two ways.
    #[must_use]
    pub fn launch(&self, distance: f32, rise: f32) -> Option<Launch> {
        match self.missile.arc {
            Trajectory::High => self.lofted(distance, rise),
            Trajectory::Flat => self.flat(distance, rise),
        }
    }

    fn lofted(&self, distance: f32, rise: f32) -> Option<Launch> {
        let above = distance * self.sine / self.cosine - rise;
        if above <= 0.0 {
            return None;
        }
        let speed_sq = GRAVITY * distance * distance / (2.0 * self.cosine * self.cosine * above);
        let speed = speed_sq.sqrt();
        (speed <= self.missile.speed).then_some(Launch { along: speed * self.cosine, up: speed * self.sine })
    }

    fn flat(&self, distance: f32, rise: f32) -> Option<Launch> {
        let speed_sq = self.missile.speed * self.missile.speed;
        let rest = speed_sq * speed_sq - GRAVITY * (GRAVITY * distance * distance + 2.0 * rise * speed_sq);
        if rest < 0.0 || distance <= 0.0 {
            return None;
        }
        let slope = (speed_sq - rest.sqrt()) / (GRAVITY * distance);
        let along = self.missile.speed / (1.0 + slope * slope).sqrt();
        Some(Launch { along, up: along * slope })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::legion::field::{ARROW, Field, JAVELIN};

    /// Height above the start at a distance, without air.
    fn height(launch: Launch, distance: f32) -> f32 {
        let seconds = launch.seconds_to(distance);
        launch.up * seconds - 0.5 * GRAVITY * seconds * seconds
    }

    fn missiles() -> [Missile; 2] {
        let field = Field::of_sides(2);
        [ARROW, JAVELIN].map(|missile| field.rules.content.missiles[missile].clone())
    }

    #[test]
    fn both_ways_lead_to_the_mark() {
        for missile in missiles() {
            for (distance, rise) in [(8.0, 0.0), (20.0, -1.2), (27.0, 3.0)] {
                let launch = Weapon::new(&missile).launch(distance, rise).expect("within reach");
                assert!((height(launch, distance) - rise).abs() < 1e-3, "{} {distance} {rise}", missile.id);
            }
        }
    }

    #[test]
    fn what_is_lofted_keeps_its_elevation_and_changes_its_draw() {
        let [arrow, _] = missiles();
        let weapon = Weapon::new(&arrow);
        let [near, far] = [40.0, 140.0].map(|distance| weapon.launch(distance, 0.0).expect("within reach"));
        assert!((near.up / near.along - far.up / far.along).abs() < 1e-5);
        assert!(far.along > near.along * 1.5);
    }

    #[test]
    fn what_flies_flat_has_all_its_power_and_takes_the_lower_way() {
        let [_, javelin] = missiles();
        let launch = Weapon::new(&javelin).launch(20.0, 0.0).expect("within reach");
        let speed = (launch.along * launch.along + launch.up * launch.up).sqrt();
        assert!((speed - javelin.speed).abs() < 1e-3);
        assert!(launch.up < launch.along * 0.5);
    }

    #[test]
    fn nothing_gets_further_than_its_power_takes_it() {
        let [arrow, javelin] = missiles();
        let furthest = javelin.speed * javelin.speed / GRAVITY;
        assert!(Weapon::new(&javelin).launch(furthest - 0.1, 0.0).is_some());
        assert_eq!(Weapon::new(&javelin).launch(furthest + 0.1, 0.0), None);
        assert_eq!(Weapon::new(&arrow).launch(260.0, 0.0), None);
        assert_eq!(Weapon::new(&arrow).launch(5.0, 9.0), None, "steeper than it leaves");
    }
}
