//! The lane: nobody looses with a comrade in the first metres of the way.

use crate::legion::hash::{Hash, SAME_LEVEL};
use crate::legion::men::Men;
use crate::legion::stages::missiles::GRAVITY;
use crate::legion::stages::missiles::flight::{HIT_RADIUS, HIT_TOP};
use crate::legion::stages::missiles::launch::Launch;

/// Metres of the way that are looked at: his own block, and no further. All of them, not points along them: between
/// points a comrade can stand.
/// Source: massed battle, friendly fire.
pub const LANE: f32 = 5.0;

/// Metres beside the way at which a comrade is in it. Ours: what would hit him, and a hand.
pub const LANE_HALF: f32 = HIT_RADIUS + 0.1;

/// Where a shot begins and where it goes.
#[derive(Debug, Clone, Copy)]
pub struct Way {
    /// Place of the shooter.
    pub man: usize,
    /// Height that it leaves from, in metres.
    pub height: f32,
    /// Direction along the ground: a vector of length 1.
    pub dx: f32,
    /// See `dx`.
    pub dz: f32,
    /// How it leaves.
    pub launch: Launch,
    /// Metres to the mark.
    pub distance: f32,
}

/// Tell whether no comrade stands where the shot passes at his height.
#[must_use]
pub fn is_clear(men: &Men, hash: &Hash, way: &Way) -> bool {
    let length = LANE.min(way.distance);
    let (x, z) = (men.x[way.man], men.z[way.man]);
    let (mid_x, mid_z) = (x + way.dx * length * 0.5, z + way.dz * length * 0.5);
    let mut clear = true;
    hash.near(men, mid_x, mid_z, length * 0.5 + LANE_HALF, |other, _| {
        if other == way.man || men.side[other] != men.side[way.man] {
            return;
        }
        let (dx, dz) = (men.x[other] - x, men.z[other] - z);
        let (along, aside) = (dx * way.dx + dz * way.dz, dx * way.dz - dz * way.dx);
        if along <= 0.0 || along > length || aside.abs() > LANE_HALF {
            return;
        }
        let seconds = way.launch.seconds_to(along);
        let over_feet = way.height + (way.launch.up - 0.5 * GRAVITY * seconds) * seconds - men.y[other];
        let level = (men.y[other] - men.y[way.man]).abs() < SAME_LEVEL;
        clear &= !(level && over_feet < HIT_TOP);
    });
    clear
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::legion::field::{Field, SWORDS};

    const FLAT: Launch = Launch { along: 20.0, up: 1.0 };
    const LOFTED: Launch = Launch { along: 20.0, up: 20.0 };

    fn clear_past(comrade: [f32; 2], launch: Launch, distance: f32) -> bool {
        let mut field = Field::of_sides(2);
        field.block(0, SWORDS, [0.0, 0.0], [0.0, 1.0], 1, 1);
        field.block(0, SWORDS, comrade, [0.0, 1.0], 1, 1);
        field.block(1, SWORDS, [0.0, 2.0], [0.0, -1.0], 1, 1);
        field.scratch.hash.rebuild(&field.state.men);
        let way = Way { man: 0, height: 1.6, dx: 0.0, dz: 1.0, launch, distance };
        is_clear(&field.state.men, &field.scratch.hash, &way)
    }

    #[test]
    fn a_comrade_anywhere_in_the_lane_stops_a_flat_shot() {
        for tenths in 1..=50 {
            assert!(!clear_past([0.3, tenths as f32 * 0.1], FLAT, 30.0), "{tenths} tenths of a metre");
        }
        assert!(clear_past([0.0, 5.1], FLAT, 30.0), "beyond the lane");
        assert!(clear_past([0.51, 2.0], FLAT, 30.0), "beside it");
        assert!(!clear_past([0.49, 2.0], FLAT, 30.0));
        assert!(clear_past([0.0, -1.0], FLAT, 30.0), "behind him");
        assert!(clear_past([0.0, 4.0], FLAT, 3.0), "beyond the mark");
    }

    #[test]
    fn what_is_lofted_passes_over_heads() {
        assert!(!clear_past([0.0, 0.25], LOFTED, 60.0));
        assert!(clear_past([0.0, 1.0], LOFTED, 60.0));
    }
}
