//! The spatial hash: who stands where, in squares of two metres, made anew every tick by counting.
//!
//! Of each row of squares only the part that is stood on is cleared and summed; every square outside holds nobody, so the
//! lists are those that the whole field would give. Within a square men lie in the order of their numbers. The dead and the
//! gone are left out.

use crate::kernel::math::floor_int;
use crate::legion::men::Men;

/// Side of a square, in metres.
/// Source: massed battle, 4.
pub const CELL: f32 = 2.0;

/// Half of the side of the whole, in metres.
/// Source: massed battle, 4.
pub const HALF: f32 = 1500.0;

/// Squares in a row: with one more at the right end, for the end of the last one's list.
/// Source: massed battle, 4: 3000 m in squares of 2 m, and two.
const COLUMNS: usize = 1502;

/// Men whose feet are further apart in height than this do not meet, whatever the plane says.
/// Source: massed battle, 4: a little over a man's height.
pub const SAME_LEVEL: f32 = 1.9;

/// The index. Scratch: made from the men at every tick.
#[derive(Debug, Clone)]
pub struct Hash {
    /// For each square, where its list starts; the next one's start is its end.
    starts: Vec<u32>,
    /// The lists, one after the other.
    men: Vec<u32>,
    /// The square of each man; outside the field: none.
    cells: Vec<u32>,
    /// Of each row of squares, the part that is stood on, both ends in it; turned over where nobody stands.
    spans: Vec<[u16; 2]>,
    /// The rows that are stood on, both ends in it; turned over when nobody stands.
    low: usize,
    high: usize,
}

/// A row in which nobody stands.
/// Ours: turned over, so that the first man widens it like any other.
const EMPTY: [u16; 2] = [u16::MAX, 0];

/// Not in any square.
/// Ours: no square has this number.
const NOWHERE: u32 = u32::MAX;

impl Default for Hash {
    fn default() -> Self {
        Self { starts: Vec::new(), men: Vec::new(), cells: Vec::new(), spans: Vec::new(), low: 1, high: 0 }
    }
}

impl Hash {
    /// Make the index anew.
    pub fn rebuild(&mut self, men: &Men) {
        if self.starts.is_empty() {
            self.starts = vec![0; COLUMNS * COLUMNS];
            self.spans = vec![EMPTY; COLUMNS];
        }
        self.forget();
        self.count(men);
        self.sum();
        self.fill(men.len());
    }

    /// Clear what was stood on the last time.
    fn forget(&mut self) {
        for row in self.low..self.high + 1 {
            let [left, right] = std::mem::replace(&mut self.spans[row], EMPTY).map(usize::from);
            if left <= right {
                self.starts[row * COLUMNS + left..=row * COLUMNS + right + 1].fill(0);
            }
        }
        (self.low, self.high) = (COLUMNS, 0);
    }

    fn count(&mut self, men: &Men) {
        self.cells.resize(men.len(), NOWHERE);
        let places = men.x.iter().zip(&men.z).zip(&men.condition);
        for (own, ((&x, &z), condition)) in self.cells.iter_mut().zip(places) {
            let square = if condition.is_up() { square(x, z) } else { None };
            let Some([column, row]) = square else {
                *own = NOWHERE;
                continue;
            };
            let span = &mut self.spans[row];
            *span = [span[0].min(column as u16), span[1].max(column as u16)];
            (self.low, self.high) = (self.low.min(row), self.high.max(row));
            let cell = row * COLUMNS + column;
            self.starts[cell] += 1;
            *own = cell as u32;
        }
        if self.low == COLUMNS {
            (self.low, self.high) = (1, 0);
        }
    }

    /// Turn counts into ends; filling from the back then turns ends into starts.
    fn sum(&mut self) {
        let mut total = 0;
        for row in self.low..self.high + 1 {
            let [left, right] = self.spans[row].map(usize::from);
            if left > right {
                continue;
            }
            for start in &mut self.starts[row * COLUMNS + left..=row * COLUMNS + right] {
                total += *start;
                *start = total;
            }
            self.starts[row * COLUMNS + right + 1] = total;
        }
        self.men.resize(total as usize, 0);
    }

    fn fill(&mut self, men: usize) {
        for man in (0..men).rev() {
            let cell = self.cells[man];
            if cell != NOWHERE {
                let place = &mut self.starts[cell as usize];
                *place -= 1;
                self.men[*place as usize] = man as u32;
            }
        }
    }

    /// Visit everyone in the squares that a circle touches, with the true squared distance on the plane. Nothing else
    /// is sorted out: not the distance, not the level.
    #[inline]
    pub fn near(&self, men: &Men, x: f32, z: f32, radius: f32, mut visit: impl FnMut(usize, f32)) {
        for list in self.rows(x, z, radius) {
            for &man in list {
                let man = man as usize;
                let (dx, dz) = (men.x[man] - x, men.z[man] - z);
                visit(man, dx * dx + dz * dz);
            }
        }
    }

    /// The lists of the squares that a circle touches: for each row of squares one, its squares side by side.
    #[inline]
    pub fn rows(&self, x: f32, z: f32, radius: f32) -> impl Iterator<Item = &[u32]> {
        let at = |at: f32| floor_int((at + HALF) * (1.0 / CELL));
        let (left, right) = (at(x - radius).max(0) as usize, at(x + radius));
        let rows = at(z - radius).max(self.low as i32)..(at(z + radius).min(self.high as i32) + 1);
        rows.map(move |row| {
            let row = row as usize;
            let span = self.spans[row];
            let (left, right) = (left.max(usize::from(span[0])), right.min(i32::from(span[1])));
            if right < left as i32 {
                return &[][..];
            }
            let (from, to) = (self.starts[row * COLUMNS + left], self.starts[row * COLUMNS + right as usize + 1]);
            &self.men[from as usize..to as usize]
        })
    }
}

/// The square of a point; `None` off the field.
#[inline]
fn square(x: f32, z: f32) -> Option<[usize; 2]> {
    let (column, row) = (floor_int((x + HALF) * (1.0 / CELL)), floor_int((z + HALF) * (1.0 / CELL)));
    let inside = |at: i32| (0..COLUMNS as i32 - 1).contains(&at);
    (inside(column) && inside(row)).then_some([column as usize, row as usize])
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::legion::men::Condition;

    fn men(places: &[(f32, f32, bool)]) -> Men {
        let mut men = Men::default();
        for &(x, z, is_up) in places {
            men.x.push(x);
            men.z.push(z);
            men.condition.push(if is_up { Condition::READY } else { Condition::DEAD });
        }
        men
    }

    /// What a hash of the whole field lists for a circle, square by square, row by row.
    fn whole_grid(men: &Men, x: f32, z: f32, radius: f32) -> Vec<usize> {
        let mut found = Vec::new();
        let at = |at: f32| ((at + HALF) / CELL).floor() as i64;
        for row in at(z - radius)..=at(z + radius) {
            for column in at(x - radius)..=at(x + radius) {
                let here = |man: &usize| men.is_up(*man) && at(men.x[*man]) == column && at(men.z[*man]) == row;
                found.extend((0..men.len()).filter(here));
            }
        }
        found
    }

    fn listed(hash: &Hash, men: &Men, x: f32, z: f32, radius: f32) -> Vec<usize> {
        let mut found = Vec::new();
        hash.near(men, x, z, radius, |man, _| found.push(man));
        found
    }

    proptest! {
        #[test]
        fn the_parts_stood_on_list_what_the_whole_field_would(
            places in prop::collection::vec((-30.0..30.0_f32, -30.0..30.0_f32, prop::bool::weighted(0.8)), 0..120),
            later in prop::collection::vec((-1400.0..1400.0_f32, -40.0..40.0_f32, prop::bool::weighted(0.8)), 0..40),
            circles in prop::collection::vec((-60.0..60.0_f32, -60.0..60.0_f32, 0.0..25.0_f32), 1..12),
        ) {
            let mut hash = Hash::default();
            // A second rebuild must leave nothing of the first behind.
            for places in [&places, &later, &places] {
                let men = men(places);
                hash.rebuild(&men);
                for &(x, z, radius) in &circles {
                    prop_assert_eq!(listed(&hash, &men, x, z, radius), whole_grid(&men, x, z, radius));
                }
            }
        }
    }

    // A hash elsewhere promised the squared distance and gave the squared radius to everyone.
    #[test]
    fn whoever_is_visited_comes_with_his_own_squared_distance() {
        let men = men(&[(3.0, 4.0, true), (0.5, 0.0, true), (-6.0, 8.0, true)]);
        let mut hash = Hash::default();
        hash.rebuild(&men);
        let mut seen = Vec::new();
        hash.near(&men, 0.0, 0.0, 12.0, |man, distance_sq| seen.push((man, distance_sq)));
        seen.sort_by_key(|seen| seen.0);
        assert_eq!(seen, [(0, 25.0), (1, 0.25), (2, 100.0)]);
    }

    #[test]
    fn nobody_is_found_where_nobody_stands() {
        let mut hash = Hash::default();
        hash.rebuild(&men(&[(5.0, 5.0, false)]));
        assert!(listed(&hash, &men(&[]), 5.0, 5.0, 50.0).is_empty());
        hash.rebuild(&men(&[(5.0, 5.0, true)]));
        assert!(listed(&hash, &men(&[(5.0, 5.0, true)]), 900.0, -900.0, 5.0).is_empty());
        assert!(listed(&hash, &men(&[(5.0, 5.0, true)]), -2900.0, 0.0, 5.0).is_empty(), "off the whole");
    }
}
