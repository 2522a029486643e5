//! A uniform grid over the field: who is near, without asking everyone. Counting sort into cells, buffers reused.
//!
//! Answers are exact (squared distances, reach inclusive) and in id order, so that nothing of the grid's own shape
//! shows in a fight. Spots outside the field count to the cells of its edge.

use crate::kernel::space::Spot;

/// Finds spots by place.
#[derive(Debug, Clone)]
pub struct SpotGrid {
    cell_millitiles: i32,
    columns: i32,
    rows: i32,
    /// Where each cell's members begin in `members`, and one more for the end.
    starts: Vec<u32>,
    /// All members, cell by cell, within a cell in the order given.
    members: Vec<Member>,
    /// The members in the order given, to be sorted into cells.
    given: Vec<Member>,
    /// Reused by `pairs`.
    near: Vec<u32>,
}

#[derive(Debug, Clone, Copy)]
struct Member {
    id: u32,
    spot: Spot,
}

impl SpotGrid {
    /// Lay a grid over a field from the origin, all lengths in millitiles. A cell about as wide as the usual reach
    /// is best; any width gives the same answers.
    #[must_use]
    pub fn new(width: i32, height: i32, cell_millitiles: i32) -> Self {
        assert!(width > 0 && height > 0 && cell_millitiles > 0, "a grid needs a field and a cell");
        let (columns, rows) = ((width - 1) / cell_millitiles + 1, (height - 1) / cell_millitiles + 1);
        let cells = usize::try_from(i64::from(columns) * i64::from(rows)).expect("a field has few enough cells");
        Self {
            cell_millitiles,
            columns,
            rows,
            starts: vec![0; cells + 1],
            members: Vec::new(),
            given: Vec::new(),
            near: Vec::new(),
        }
    }

    /// Forget everyone and take in these.
    pub fn rebuild(&mut self, spots: impl IntoIterator<Item = (u32, Spot)>) {
        self.given.clear();
        self.given.extend(spots.into_iter().map(|(id, spot)| Member { id, spot }));
        self.starts.fill(0);
        for place in 0..self.given.len() {
            let cell = self.cell_of(self.given[place].spot);
            self.starts[cell] += 1;
        }
        let mut sum = 0;
        for start in &mut self.starts {
            sum += *start;
            *start = sum;
        }
        self.members.clear();
        self.members.resize(self.given.len(), Member { id: 0, spot: Spot::default() });
        // From the back, so that a cell's members end up in the order given and `starts` at the beginnings.
        for place in (0..self.given.len()).rev() {
            let member = self.given[place];
            let cell = self.cell_of(member.spot);
            self.starts[cell] -= 1;
            self.members[self.starts[cell] as usize] = member;
        }
    }

    /// Find everyone within reach of a spot, lowest id first; exactly at reach counts.
    pub fn near(&self, middle: Spot, reach_millitiles: i32, found: &mut Vec<u32>) {
        found.clear();
        if reach_millitiles < 0 {
            return;
        }
        let left = self.column_of(middle.x.saturating_sub(reach_millitiles));
        let right = self.column_of(middle.x.saturating_add(reach_millitiles));
        let low = self.row_of(middle.y.saturating_sub(reach_millitiles));
        let high = self.row_of(middle.y.saturating_add(reach_millitiles));
        for row in low..=high {
            // Cells of one row lie side by side, so their members are one slice.
            let from = self.starts[self.index(left, row)] as usize;
            let to = self.starts[self.index(right, row) + 1] as usize;
            let hits = self.members[from..to].iter().filter(|m| m.spot.within(middle, reach_millitiles));
            found.extend(hits.map(|m| m.id));
        }
        found.sort();
    }

    /// Find every pair within reach of each other, lower id first, in order of (lower, higher).
    pub fn pairs(&mut self, reach_millitiles: i32, found: &mut Vec<(u32, u32)>) {
        found.clear();
        let mut near = std::mem::take(&mut self.near);
        for member in &self.given {
            self.near(member.spot, reach_millitiles, &mut near);
            found.extend(near.iter().filter(|id| **id > member.id).map(|id| (member.id, *id)));
        }
        self.near = near;
        found.sort();
    }

    fn cell_of(&self, spot: Spot) -> usize {
        self.index(self.column_of(spot.x), self.row_of(spot.y))
    }

    fn column_of(&self, x: i32) -> i32 {
        x.div_euclid(self.cell_millitiles).clamp(0, self.columns - 1)
    }

    fn row_of(&self, y: i32) -> i32 {
        y.div_euclid(self.cell_millitiles).clamp(0, self.rows - 1)
    }

    fn index(&self, column: i32, row: i32) -> usize {
        (row * self.columns + column) as usize
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const WIDTH: i32 = 24_000;
    const HEIGHT: i32 = 14_000;

    /// Some stand outside the field, many on the same few spots.
    fn crowds() -> impl Strategy<Value = Vec<(u32, Spot)>> {
        let spot = prop_oneof![
            (-3_000..WIDTH + 3_000, -3_000..HEIGHT + 3_000),
            (0..4_i32, 0..3_i32).prop_map(|(x, y)| (x * 1000, y * 1000)),
        ];
        prop::collection::vec(spot, 0..80).prop_map(|spots| {
            spots.into_iter().enumerate().map(|(i, (x, y))| (i as u32 * 3, Spot::new(x, y))).collect()
        })
    }

    fn near_by_asking_everyone(crowd: &[(u32, Spot)], middle: Spot, reach: i32) -> Vec<u32> {
        crowd.iter().filter(|(_, spot)| spot.within(middle, reach)).map(|(id, _)| *id).collect()
    }

    proptest! {
        #[test]
        fn near_finds_what_asking_everyone_finds(
            crowd in crowds(),
            cell in 300..30_000,
            x in -5_000..WIDTH + 5_000,
            y in -5_000..HEIGHT + 5_000,
            reach in -10..9_000,
        ) {
            let mut grid = SpotGrid::new(WIDTH, HEIGHT, cell);
            grid.rebuild([(9, Spot::new(1, 1))]);
            grid.rebuild(crowd.iter().copied());
            let mut found = vec![77];
            grid.near(Spot::new(x, y), reach, &mut found);
            prop_assert_eq!(found, near_by_asking_everyone(&crowd, Spot::new(x, y), reach));
        }

        #[test]
        fn pairs_are_all_pairs_within_reach(crowd in crowds(), cell in 300..30_000, reach in 0..4_000) {
            let mut grid = SpotGrid::new(WIDTH, HEIGHT, cell);
            grid.rebuild(crowd.iter().copied());
            let mut found = Vec::new();
            grid.pairs(reach, &mut found);
            let mut expected = Vec::new();
            for (place, (a, at)) in crowd.iter().enumerate() {
                expected.extend(crowd[place + 1..].iter().filter(|(_, b)| at.within(*b, reach)).map(|(b, _)| (*a, *b)));
            }
            prop_assert_eq!(found, expected);
        }

        #[test]
        fn the_order_in_which_they_are_given_does_not_show(crowd in crowds(), reach in 0..9_000) {
            let mut there = SpotGrid::new(WIDTH, HEIGHT, 1000);
            there.rebuild(crowd.iter().copied());
            let mut back = SpotGrid::new(WIDTH, HEIGHT, 1000);
            back.rebuild(crowd.iter().rev().copied());
            let (mut a, mut b) = (Vec::new(), Vec::new());
            there.near(Spot::new(6_000, 6_000), reach, &mut a);
            back.near(Spot::new(6_000, 6_000), reach, &mut b);
            prop_assert_eq!(a, b);
        }
    }
}
