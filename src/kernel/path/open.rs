//! Other open lists, to hold the buckets against: a binary heap and an ordered array.
//!
//! Both take of equal estimates the one put in last, as the buckets do, so all three find the very same paths.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use super::{OpenList, Waiting};

/// An open list that is a binary heap.
#[derive(Debug, Clone, Default)]
pub struct Heap {
    waiting: BinaryHeap<Entry>,
    put: u32,
}

/// An open list that is an array, kept in order: the least estimate last.
#[derive(Debug, Clone, Default)]
pub struct Ordered {
    waiting: Vec<(u32, Waiting)>,
}

/// Greatest for the least estimate, and of those for the last put in.
#[derive(Debug, Clone, Copy)]
struct Entry {
    key: (Reverse<u32>, u32),
    spot: Waiting,
}

impl PartialEq for Entry {
    fn eq(&self, other: &Self) -> bool {
        self.key == other.key
    }
}

impl Eq for Entry {}

impl PartialOrd for Entry {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Entry {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        self.key.cmp(&other.key)
    }
}

impl OpenList for Heap {
    fn start(&mut self, cells: usize) {
        self.waiting.clear();
        self.waiting.reserve(cells * 8 + 1);
        self.put = 0;
    }

    fn put(&mut self, estimate: u32, spot: Waiting) {
        self.put += 1;
        self.waiting.push(Entry { key: (Reverse(estimate), self.put), spot });
    }

    fn take(&mut self) -> Option<Waiting> {
        self.waiting.pop().map(|entry| entry.spot)
    }
}

impl OpenList for Ordered {
    fn start(&mut self, cells: usize) {
        self.waiting.clear();
        self.waiting.reserve(cells * 8 + 1);
    }

    fn put(&mut self, estimate: u32, spot: Waiting) {
        let place = self.waiting.partition_point(|(other, _)| *other >= estimate);
        // Behind all that are equal: taken before them.
        self.waiting.insert(place, (estimate, spot));
    }

    fn take(&mut self) -> Option<Waiting> {
        self.waiting.pop().map(|(_, spot)| spot)
    }
}
