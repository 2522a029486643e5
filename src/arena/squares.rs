//! Squares: a crowd sorted by where it stands, so that pairs and nearest ones are found without looking at all of it.
//!
//! What is found is what looking at everyone would find; the order in which it comes up means nothing to those who ask.

use crate::arena::space::{HEIGHT, WIDTH};
use crate::kernel::space::Spot;

/// Things of a crowd, square by square.
#[derive(Debug)]
pub struct Squares<T> {
    size: i32,
    columns: i32,
    rows: i32,
    /// Where each square's members begin.
    starts: Vec<u32>,
    members: Vec<T>,
}

impl<T> Default for Squares<T> {
    fn default() -> Self {
        Self { size: 1, columns: 0, rows: 0, starts: Vec::new(), members: Vec::new() }
    }
}

impl<T: Copy> Squares<T> {
    /// Sort a crowd into squares of a size, in native units.
    pub fn fill(&mut self, size: i32, crowd: &[T], at: impl Fn(&T) -> Spot) {
        (self.size, self.columns, self.rows) = (size, WIDTH / size + 1, HEIGHT / size + 1);
        self.starts.clear();
        self.starts.resize((self.columns * self.rows) as usize + 1, 0);
        for one in crowd {
            let square = self.index(self.column_row(at(one)));
            self.starts[square] += 1;
        }
        let mut sum = 0;
        for start in &mut self.starts {
            sum += *start;
            *start = sum;
        }
        self.members.clear();
        self.members.extend_from_slice(crowd);
        for one in crowd.iter().rev() {
            let square = self.index(self.column_row(at(one)));
            self.starts[square] -= 1;
            self.members[self.starts[square] as usize] = *one;
        }
    }

    /// Show every pair in the same or in neighbouring squares, once.
    pub fn each_pair(&self, mut see: impl FnMut(&T, &T)) {
        for row in 0..self.rows {
            for column in 0..self.columns {
                let own = self.slice(row, column, column);
                // The square to the right, and the three above.
                let right = self.slice(row, column + 1, column + 1);
                let above = self.slice(row + 1, column - 1, column + 1);
                for (n, one) in own.iter().enumerate() {
                    own[n + 1..].iter().chain(right).chain(above).for_each(|other| see(one, other));
                }
            }
        }
    }

    /// Show squares from a spot outward, to a reach at least; `see` says what it has, as a squared distance, and nothing is
    /// shown that is surely farther.
    pub fn outward(&self, from: Spot, reach: i32, mut see: impl FnMut(&[T]) -> i64) {
        let (column, row) = self.column_row(from);
        let mut best = i64::MAX;
        for ring in 0..=reach / self.size + 1 {
            let least = i64::from((ring - 1).max(0) * self.size);
            if least * least > best {
                return;
            }
            for there in row - ring..=row + ring {
                let (left, right) = (column - ring, column + ring);
                if (there - row).abs() == ring {
                    best = see(self.slice(there, left, right));
                } else {
                    see(self.slice(there, left, left));
                    best = see(self.slice(there, right, right));
                }
            }
        }
    }

    fn column_row(&self, at: Spot) -> (i32, i32) {
        ((at.x / self.size).clamp(0, self.columns - 1), (at.y / self.size).clamp(0, self.rows - 1))
    }

    fn index(&self, (column, row): (i32, i32)) -> usize {
        (row * self.columns + column) as usize
    }

    /// The members of some squares of a row, side by side; none where there are no squares.
    fn slice(&self, row: i32, first: i32, last: i32) -> &[T] {
        let (first, last) = (first.max(0), last.min(self.columns - 1));
        if row < 0 || row >= self.rows || first > last {
            return &[];
        }
        let (from, to) = (self.index((first, row)), self.index((last, row)) + 1);
        &self.members[self.starts[from] as usize..self.starts[to] as usize]
    }
}
