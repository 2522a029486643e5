//! The ground that a unit's men stand on, as a rectangle along its facing.

use crate::legion::men::Men;
use crate::legion::unit::Unit;

/// A rectangle that holds every man of a unit who is up.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Extent {
    /// Its middle, in metres.
    pub x: f32,
    /// See `x`.
    pub z: f32,
    /// Where its depth points: a vector of length 1.
    pub fx: f32,
    /// See `fx`.
    pub fz: f32,
    /// Half of it from side to side, in metres.
    pub half_width: f32,
    /// Half of it from front to back, in metres.
    pub half_depth: f32,
    /// Men in it; where there is nobody, it meets and crosses nothing.
    pub men: u32,
}

impl Extent {
    /// Measure a unit.
    #[must_use]
    pub fn of(men: &Men, unit: &Unit) -> Self {
        let (mut low, mut high) = ([f32::MAX; 2], [f32::MIN; 2]);
        let mut count = 0;
        for man in unit.men() {
            if men.is_up(man) {
                let (dx, dz) = (men.x[man] - unit.x, men.z[man] - unit.z);
                let at = [dx * unit.fz - dz * unit.fx, dx * unit.fx + dz * unit.fz];
                low = [low[0].min(at[0]), low[1].min(at[1])];
                high = [high[0].max(at[0]), high[1].max(at[1])];
                count += 1;
            }
        }
        if count == 0 {
            return Self { x: unit.x, z: unit.z, fx: unit.fx, fz: unit.fz, ..Self::default() };
        }
        let (across, along) = ((low[0] + high[0]) * 0.5, (low[1] + high[1]) * 0.5);
        Self {
            x: unit.x + across * unit.fz + along * unit.fx,
            z: unit.z - across * unit.fx + along * unit.fz,
            fx: unit.fx,
            fz: unit.fz,
            half_width: (high[0] - low[0]) * 0.5,
            half_depth: (high[1] - low[1]) * 0.5,
            men: count,
        }
    }

    /// Tell whether a man of one and a man of the other can be within a distance. May say yes where they are not; never
    /// says no where they are.
    #[must_use]
    pub fn comes_near(&self, other: &Self, distance: f32) -> bool {
        if self.men == 0 || other.men == 0 {
            return false;
        }
        let (dx, dz) = (other.x - self.x, other.z - self.z);
        let reach = self.radius() + other.radius() + distance;
        dx * dx + dz * dz <= reach * reach && !self.is_apart(other, distance) && !other.is_apart(self, distance)
    }

    /// Tell whether one of this rectangle's own directions shows a gap.
    fn is_apart(&self, other: &Self, distance: f32) -> bool {
        let (dx, dz) = (other.x - self.x, other.z - self.z);
        let same = (self.fx * other.fx + self.fz * other.fz).abs();
        let turned = (self.fx * other.fz - self.fz * other.fx).abs();
        let along = other.half_depth * same + other.half_width * turned + self.half_depth + distance;
        let across = other.half_width * same + other.half_depth * turned + self.half_width + distance;
        (dx * self.fx + dz * self.fz).abs() > along || (dx * self.fz - dz * self.fx).abs() > across
    }

    /// Metres from its middle to a corner.
    #[must_use]
    pub fn radius(&self) -> f32 {
        (self.half_width * self.half_width + self.half_depth * self.half_depth).sqrt()
    }

    /// Metres from a point to the nearest of it; 0 inside.
    #[must_use]
    pub fn distance(&self, x: f32, z: f32) -> f32 {
        let (dx, dz) = (x - self.x, z - self.z);
        let along = ((dx * self.fx + dz * self.fz).abs() - self.half_depth).max(0.0);
        let across = ((dx * self.fz - dz * self.fx).abs() - self.half_width).max(0.0);
        (along * along + across * across).sqrt()
    }

    /// The point of it that is nearest to another one.
    #[must_use]
    pub fn nearest(&self, x: f32, z: f32) -> [f32; 2] {
        let (dx, dz) = (x - self.x, z - self.z);
        let along = (dx * self.fx + dz * self.fz).clamp(0.0 - self.half_depth, self.half_depth);
        let across = (dx * self.fz - dz * self.fx).clamp(0.0 - self.half_width, self.half_width);
        [self.x + along * self.fx + across * self.fz, self.z + along * self.fz - across * self.fx]
    }

    /// Tell whether the way from one point to another comes within a margin of it.
    #[must_use]
    pub fn is_crossed(&self, from: [f32; 2], to: [f32; 2], margin: f32) -> bool {
        let own = |[x, z]: [f32; 2]| {
            let (dx, dz) = (x - self.x, z - self.z);
            [dx * self.fz - dz * self.fx, dx * self.fx + dz * self.fz]
        };
        let (a, b) = (own(from), own(to));
        let half = [self.half_width + margin, self.half_depth + margin];
        let (mut enter, mut leave) = (0.0_f32, 1.0_f32);
        for axis in 0..2 {
            let way = b[axis] - a[axis];
            if way.abs() < 1e-6 {
                if a[axis].abs() > half[axis] {
                    return false;
                }
                continue;
            }
            let (s, t) = ((-half[axis] - a[axis]) / way, (half[axis] - a[axis]) / way);
            enter = enter.max(s.min(t));
            leave = leave.min(s.max(t));
        }
        self.men > 0 && enter <= leave
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(x: f32, z: f32) -> Extent {
        Extent { x, z, fx: 0.0, fz: 1.0, half_width: 20.0, half_depth: 3.0, men: 160 }
    }

    #[test]
    fn lines_come_near_by_their_fronts_and_not_by_their_corners_circles() {
        let (own, foe) = (line(0.0, 0.0), line(0.0, 10.0));
        assert!(own.comes_near(&foe, 4.0));
        assert!(!own.comes_near(&foe, 3.9), "their circles overlap by far");
        assert!(!line(0.0, 0.0).comes_near(&Extent { men: 0, ..line(0.0, 0.0) }, 5.0));
    }

    #[test]
    fn a_turned_line_is_met_at_its_end() {
        let flank = Extent { fx: 1.0, fz: 0.0, ..line(24.0, 0.0) };
        assert!(line(0.0, 0.0).comes_near(&flank, 1.0));
        assert!(!line(0.0, 0.0).comes_near(&flank, 0.9));
    }

    #[test]
    fn a_way_crosses_a_line_or_goes_past_its_end() {
        assert!(line(0.0, 0.0).is_crossed([0.0, -30.0], [0.0, 30.0], 0.0));
        assert!(!line(0.0, 0.0).is_crossed([0.0, -30.0], [0.0, -4.0], 0.0), "it ends before");
        assert!(!line(0.0, 0.0).is_crossed([21.0, -30.0], [21.0, 30.0], 0.5));
        assert!(line(0.0, 0.0).is_crossed([21.0, -30.0], [21.0, 30.0], 1.5));
    }

    #[test]
    fn the_nearest_point_is_at_the_edge_or_inside() {
        assert_eq!(line(5.0, 5.0).nearest(50.0, 50.0), [25.0, 8.0]);
        assert_eq!(line(0.0, 0.0).nearest(-4.0, -30.0), [-4.0, -3.0]);
        assert_eq!(line(0.0, 0.0).nearest(2.0, 1.0), [2.0, 1.0]);
    }

    #[test]
    fn distance_is_to_the_edge() {
        assert_eq!(line(0.0, 0.0).distance(0.0, 0.0), 0.0);
        assert_eq!(line(0.0, 0.0).distance(23.0, 7.0), 5.0);
    }
}
