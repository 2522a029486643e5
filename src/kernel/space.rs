//! Integer geometry: spots, headings, steps, boxes and circles, with no float anywhere.
//!
//! A spot is in millitiles, 1000 to a tile. Squared distances are `i64`: two spots a field apart overflow an `i32`
//! without a word. Coordinates keep within ±[`SPOT_MAX`], so that no distance overflows an `i64` either.

use bincode::{Decode, Encode};
use bytemuck::{Pod, Zeroable};
use serde::{Deserialize, Serialize};

/// Millitiles along the side of a tile.
pub const TILE_MILLITILES: i32 = 1000;

/// The farthest a coordinate may lie from 0, in millitiles: a million tiles, far beyond any field.
pub const SPOT_MAX: i32 = 1_000_000_000;

/// The length of a [`Heading`], before its axes are truncated.
pub const HEADING_LENGTH: i32 = 256;

const _: () = assert!(2 * (2 * SPOT_MAX as i128) * (2 * SPOT_MAX as i128) < i64::MAX as i128);
const _: () = assert!(SPOT_MAX % TILE_MILLITILES == 0);

/// A place on the field, in millitiles.
#[repr(C)]
#[derive(
    Debug,
    Clone,
    Copy,
    Default,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Hash,
    Pod,
    Zeroable,
    Encode,
    Decode,
    Serialize,
    Deserialize,
)]
pub struct Spot {
    /// From the left edge.
    pub x: i32,
    /// From the lower edge.
    pub y: i32,
}

/// A tile of the field.
#[repr(C)]
#[derive(
    Debug,
    Clone,
    Copy,
    Default,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Hash,
    Pod,
    Zeroable,
    Encode,
    Decode,
    Serialize,
    Deserialize,
)]
pub struct Tile {
    /// Column, from the left.
    pub x: i32,
    /// Row. A ruleset says from which edge it counts; a picture follows it.
    pub y: i32,
}

/// A direction, each axis truncated on its own: its length is 256 or a little less.
#[repr(C)]
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, Pod, Zeroable, Encode, Decode, Serialize, Deserialize)]
pub struct Heading {
    /// Rightward, in 256ths.
    pub x: i32,
    /// Upward, in 256ths.
    pub y: i32,
}

/// An upright box of millitiles, half open: `least` is in it, `beyond` is not.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Area {
    /// The lower left corner.
    pub least: Spot,
    /// The corner past the upper right.
    pub beyond: Spot,
}

/// Name the tile a spot lies in.
#[must_use]
#[inline]
pub const fn tile_from_spot(spot: Spot) -> Tile {
    Tile { x: spot.x.div_euclid(TILE_MILLITILES), y: spot.y.div_euclid(TILE_MILLITILES) }
}

/// Find the middle of a tile.
#[must_use]
#[inline]
pub const fn spot_from_tile(tile: Tile) -> Spot {
    Spot::new(tile.x * TILE_MILLITILES + TILE_MILLITILES / 2, tile.y * TILE_MILLITILES + TILE_MILLITILES / 2)
}

/// Find the box a tile covers.
#[must_use]
#[inline]
pub const fn area_from_tile(tile: Tile) -> Area {
    let least = Spot::new(tile.x * TILE_MILLITILES, tile.y * TILE_MILLITILES);
    Area { least, beyond: Spot::new(least.x + TILE_MILLITILES, least.y + TILE_MILLITILES) }
}

impl Tile {
    /// Name a tile by column and row.
    #[must_use]
    #[inline]
    pub const fn new(x: i32, y: i32) -> Self {
        Self { x, y }
    }
}

impl Spot {
    /// Name a spot, in millitiles.
    #[must_use]
    #[inline]
    pub const fn new(x: i32, y: i32) -> Self {
        Self { x, y }
    }

    /// Move by so many millitiles on each axis.
    #[must_use]
    #[inline]
    pub const fn plus(self, dx: i32, dy: i32) -> Self {
        Self { x: self.x + dx, y: self.y + dy }
    }

    /// Measure the squared distance, in millitiles².
    #[must_use]
    #[inline]
    pub const fn distance_sq(self, other: Self) -> i64 {
        let (dx, dy) = offset(self, other);
        dx * dx + dy * dy
    }

    /// Measure the distance, floored to whole millitiles.
    #[must_use]
    #[inline]
    pub const fn distance(self, other: Self) -> i64 {
        self.distance_sq(other).isqrt()
    }

    /// Tell whether another spot lies within reach; exactly at reach counts.
    #[must_use]
    #[inline]
    pub const fn within(self, other: Self, reach_millitiles: i32) -> bool {
        let reach = reach_millitiles as i64;
        reach >= 0 && self.distance_sq(other) <= reach * reach
    }

    /// Step towards a spot by a length, and no farther than the spot: within the length it lands on it exactly.
    ///
    /// Both axes are truncated towards zero and the remainder is dropped. The length walked, floored as every distance
    /// is, never exceeds the length asked for.
    #[must_use]
    #[inline]
    pub const fn toward(self, to: Self, length_millitiles: i32) -> Self {
        let (dx, dy) = offset(self, to);
        let distance = (dx * dx + dy * dy).isqrt();
        let length = length_millitiles as i64;
        if distance <= length {
            return to;
        }
        self.plus((dx * length / distance) as i32, (dy * length / distance) as i32)
    }

    /// Step straight away from a spot by a length; from the very same spot, along `instead`.
    #[must_use]
    #[inline]
    pub const fn away(self, from: Self, length_millitiles: i32, instead: Heading) -> Self {
        let (dx, dy) = offset(from, self);
        let distance = (dx * dx + dy * dy).isqrt();
        if distance == 0 {
            return self.along(instead, length_millitiles);
        }
        let length = length_millitiles as i64;
        self.plus((dx * length / distance) as i32, (dy * length / distance) as i32)
    }

    /// Find the heading to another spot: each axis times 256 over the floored distance, truncated. None to itself.
    #[must_use]
    #[inline]
    pub const fn heading_to(self, to: Self) -> Option<Heading> {
        let (dx, dy) = offset(self, to);
        let distance = (dx * dx + dy * dy).isqrt();
        if distance == 0 {
            return None;
        }
        let length = HEADING_LENGTH as i64;
        Some(Heading { x: (dx * length / distance) as i32, y: (dy * length / distance) as i32 })
    }

    /// Step along a heading by a length, each axis truncated, the remainder dropped.
    #[must_use]
    #[inline]
    pub const fn along(self, heading: Heading, length_millitiles: i32) -> Self {
        let length = length_millitiles as i64;
        let unit = HEADING_LENGTH as i64;
        self.plus((length * heading.x as i64 / unit) as i32, (length * heading.y as i64 / unit) as i32)
    }
}

impl Area {
    /// Span a box from the origin, as a field does.
    #[must_use]
    #[inline]
    pub const fn of_size(width: i32, height: i32) -> Self {
        Self { least: Spot::new(0, 0), beyond: Spot::new(width, height) }
    }

    /// Span the box that reaches `reach` from a middle to every side.
    #[must_use]
    #[inline]
    pub const fn around(middle: Spot, reach: i32) -> Self {
        Self { least: middle.plus(-reach, -reach), beyond: middle.plus(reach, reach) }
    }

    /// Tell whether a spot is in the box; its upper and right edges are not.
    #[must_use]
    #[inline]
    pub const fn contains(&self, spot: Spot) -> bool {
        self.least.x <= spot.x && spot.x < self.beyond.x && self.least.y <= spot.y && spot.y < self.beyond.y
    }

    /// Bring a body's middle to the nearest spot at which the body, `radius` wide, is wholly in the box.
    /// A body wider than the box goes to its middle.
    #[must_use]
    #[inline]
    pub const fn clamp(&self, spot: Spot, radius: i32) -> Spot {
        Spot::new(
            clamp_axis(spot.x, self.least.x, self.beyond.x, radius),
            clamp_axis(spot.y, self.least.y, self.beyond.y, radius),
        )
    }

    /// Find the spot of the box nearest to a spot; the spot itself if it is inside.
    #[must_use]
    #[inline]
    pub const fn nearest(&self, spot: Spot) -> Spot {
        self.clamp(spot, 0)
    }

    /// Tell whether a body reaches into the box. Mere touching does not count: a body may stand against a wall.
    #[must_use]
    #[inline]
    pub const fn overlaps_circle(&self, middle: Spot, radius: i32) -> bool {
        if self.contains(middle) {
            return true;
        }
        // The wall of a half-open box is its edge, not the last millitile before it.
        let wall = Spot::new(
            clamp_between(middle.x, self.least.x, self.beyond.x),
            clamp_between(middle.y, self.least.y, self.beyond.y),
        );
        let radius = radius as i64;
        middle.distance_sq(wall) < radius * radius
    }

    /// Move a body straight out of the box, to where it only touches.
    ///
    /// From outside it moves away from the nearest point of the wall; from inside, through the nearest wall, equal
    /// ones in the order left, right, lower, upper. A body that does not overlap stays.
    #[must_use]
    pub const fn push_out(&self, middle: Spot, radius: i32) -> Spot {
        if !self.overlaps_circle(middle, radius) {
            return middle;
        }
        if self.contains(middle) { self.leave(middle, radius) } else { self.back_off(middle, radius) }
    }

    /// Leave the box from inside, through the nearest wall.
    const fn leave(&self, middle: Spot, radius: i32) -> Spot {
        let exits = [
            Spot::new(self.least.x - radius, middle.y),
            Spot::new(self.beyond.x + radius, middle.y),
            Spot::new(middle.x, self.least.y - radius),
            Spot::new(middle.x, self.beyond.y + radius),
        ];
        let mut best = exits[0];
        let mut place = 1;
        while place < exits.len() {
            if middle.distance_sq(exits[place]) < middle.distance_sq(best) {
                best = exits[place];
            }
            place += 1;
        }
        best
    }

    /// Back off from the wall a body leans into from outside; rounded outward, so that it is clear afterwards.
    const fn back_off(&self, middle: Spot, radius: i32) -> Spot {
        let wall = Spot::new(
            clamp_between(middle.x, self.least.x, self.beyond.x),
            clamp_between(middle.y, self.least.y, self.beyond.y),
        );
        let (dx, dy) = offset(wall, middle);
        let distance = (dx * dx + dy * dy).isqrt();
        if distance == 0 {
            // Exactly on the right or upper edge, which is outside a half-open box.
            return self.leave(middle, radius);
        }
        let radius = radius as i64;
        wall.plus(div_outward(dx * radius, distance) as i32, div_outward(dy * radius, distance) as i32)
    }
}

/// Tell whether two bodies overlap; mere touching does not count.
#[must_use]
#[inline]
pub const fn bodies_overlap(a: Spot, a_radius: i32, b: Spot, b_radius: i32) -> bool {
    let reach = a_radius as i64 + b_radius as i64;
    a.distance_sq(b) < reach * reach
}

/// The way from one spot to another, wide enough to be squared.
#[inline]
const fn offset(from: Spot, to: Spot) -> (i64, i64) {
    (to.x as i64 - from.x as i64, to.y as i64 - from.y as i64)
}

/// Divide by a positive number, rounding away from zero.
const fn div_outward(value: i64, by: i64) -> i64 {
    if value < 0 { -((-value + by - 1) / by) } else { (value + by - 1) / by }
}

const fn clamp_axis(value: i32, least: i32, beyond: i32, radius: i32) -> i32 {
    let (low, high) = (least + radius, beyond - 1 - radius);
    if low > high {
        return least + (beyond - least) / 2;
    }
    clamp_between(value, low, high)
}

const fn clamp_between(value: i32, low: i32, high: i32) -> i32 {
    if value < low {
        low
    } else if value > high {
        high
    } else {
        value
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn spots() -> impl Strategy<Value = Spot> {
        (-30_000..30_000, -30_000..30_000).prop_map(|(x, y)| Spot::new(x, y))
    }

    #[test]
    fn the_farthest_two_spots_have_a_distance() {
        let (a, b) = (Spot::new(-SPOT_MAX, -SPOT_MAX), Spot::new(SPOT_MAX, SPOT_MAX));
        assert_eq!(a.distance(b), 2_828_427_124);
        assert_eq!(a.toward(b, 1000), a.plus(707, 707));
    }

    #[test]
    fn distance_is_floored() {
        assert_eq!(Spot::new(0, 0).distance(Spot::new(1, 1)), 1);
        assert_eq!(Spot::new(0, 0).distance(Spot::new(3, 4)), 5);
        assert_eq!(Spot::new(0, 0).distance(Spot::new(10, 14)), 17);
    }

    #[test]
    fn exactly_at_reach_is_within_and_one_beyond_is_not() {
        let (a, b) = (Spot::new(0, 0), Spot::new(300, 400));
        assert!(a.within(b, 500));
        assert!(!a.within(b, 499));
        assert!(!a.within(a, -1));
    }

    #[test]
    fn a_step_truncates_each_axis_towards_zero() {
        let start = Spot::new(0, 0);
        assert_eq!(start.toward(Spot::new(1000, 1000), 100), Spot::new(70, 70));
        assert_eq!(start.toward(Spot::new(-1000, -1000), 100), Spot::new(-70, -70));
    }

    #[test]
    fn a_heading_is_over_the_floored_length_and_truncated() {
        // 3, 4, 5 scaled; then a length that floors: √2 → 1.
        assert_eq!(Spot::new(0, 0).heading_to(Spot::new(-300, 400)), Some(Heading { x: -153, y: 204 }));
        assert_eq!(Spot::new(0, 0).heading_to(Spot::new(1, 1)), Some(Heading { x: 256, y: 256 }));
        assert_eq!(Spot::new(5, 5).heading_to(Spot::new(5, 5)), None);
    }

    #[test]
    fn walking_along_a_heading_drops_the_remainder() {
        assert_eq!(Spot::new(0, 0).along(Heading { x: -153, y: 204 }, 60), Spot::new(-35, 47));
    }

    #[test]
    fn two_bodies_on_one_spot_part_along_the_given_heading() {
        let spot = Spot::new(50, 50);
        assert_eq!(spot.away(spot, 100, Heading { x: 256, y: 0 }), Spot::new(150, 50));
        assert_eq!(spot.away(Spot::new(50, 40), 100, Heading { x: 256, y: 0 }), Spot::new(50, 150));
    }

    #[test]
    fn tiles_left_of_and_below_the_field_are_negative() {
        assert_eq!(tile_from_spot(Spot::new(-1, 999)), Tile::new(-1, 0));
        assert_eq!(tile_from_spot(Spot::new(1000, -1000)), Tile::new(1, -1));
        assert_eq!(spot_from_tile(Tile::new(2, 0)), Spot::new(2500, 500));
    }

    #[test]
    fn a_box_is_half_open() {
        let area = area_from_tile(Tile::new(1, 1));
        assert!(area.contains(Spot::new(1000, 1000)));
        assert!(area.contains(Spot::new(1999, 1999)));
        assert!(!area.contains(Spot::new(2000, 1500)));
    }

    #[test]
    fn a_body_is_kept_wholly_on_the_field() {
        let field = Area::of_size(24_000, 14_000);
        assert_eq!(field.clamp(Spot::new(-5, 20_000), 400), Spot::new(400, 13_599));
        assert_eq!(field.clamp(Spot::new(5, 5), 9_000), Spot::new(9_000, 7_000), "too wide for the height alone");
    }

    #[test]
    fn touching_a_wall_is_not_overlapping_it() {
        let area = area_from_tile(Tile::new(1, 1));
        assert!(!area.overlaps_circle(Spot::new(600, 1500), 400));
        assert!(area.overlaps_circle(Spot::new(601, 1500), 400));
        assert!(!area.overlaps_circle(Spot::new(2400, 1500), 400));
        assert!(area.overlaps_circle(Spot::new(2399, 1500), 400));
        assert!(!bodies_overlap(Spot::new(0, 0), 300, Spot::new(700, 0), 400));
        assert!(bodies_overlap(Spot::new(0, 0), 300, Spot::new(699, 0), 400));
    }

    #[test]
    fn a_body_in_the_very_middle_leaves_by_the_left() {
        let area = area_from_tile(Tile::new(1, 1));
        assert_eq!(area.push_out(Spot::new(1500, 1500), 400), Spot::new(600, 1500));
    }

    proptest! {
        #[test]
        fn a_step_never_overshoots_and_always_gets_nearer(from in spots(), to in spots(), length in 1..2000) {
            let next = from.toward(to, length);
            prop_assert!(next.distance_sq(to) <= from.distance_sq(to));
            if from.distance(to) <= i64::from(length) {
                prop_assert_eq!(next, to);
            } else {
                prop_assert!(from.distance(next) <= i64::from(length));
            }
        }

        #[test]
        fn a_heading_is_about_256_long(from in spots(), to in spots()) {
            prop_assume!(from.distance(to) >= 256);
            let h = from.heading_to(to).expect("the spots differ");
            let length = Spot::new(0, 0).distance(Spot::new(h.x, h.y));
            prop_assert!((254..=256).contains(&length), "{:?} is {} long", h, length);
        }

        #[test]
        fn a_pushed_body_no_longer_overlaps(middle in spots(), radius in 1..3000, x in -20..20, y in -20..20) {
            let area = area_from_tile(Tile::new(x, y));
            let out = area.push_out(middle, radius);
            prop_assert!(!area.overlaps_circle(out, radius));
            prop_assert_eq!(area.push_out(out, radius), out);
        }

        #[test]
        fn a_tile_holds_the_spots_that_name_it(spot in spots()) {
            prop_assert!(area_from_tile(tile_from_spot(spot)).contains(spot));
        }
    }
}
