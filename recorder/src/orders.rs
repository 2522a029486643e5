//! Orders: what may be asked at a tick, kept in one total order.

use bincode::{Decode, Encode};
use serde::{Deserialize, Serialize};

/// An order with the tick at which it is given and its place among others.
///
/// An order at tick T is read by the step that leaves tick T: frames 0..=T do not know of it, frame T + 1 is the
/// first that can.
#[derive(Debug, Clone, PartialEq, Eq, Encode, Decode, Serialize, Deserialize)]
pub struct Stamped<O> {
    /// The tick at which it is given.
    pub tick: u32,
    /// Orders of one tick apply lowest sequence first; equal sequences in the order in which they came.
    pub sequence: u32,
    /// What is asked.
    pub order: O,
}

/// All orders of a fight: earliest tick first, then lowest sequence, then first seen.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Orders<O>(Vec<Stamped<O>>);

impl<O> Default for Orders<O> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<O: Clone> Orders<O> {
    /// Put a list into the total order. The sort is stable: that is what "first seen" means.
    #[must_use]
    pub fn new(mut orders: Vec<Stamped<O>>) -> Self {
        orders.sort_by_key(|o| (o.tick, o.sequence));
        Self(orders)
    }

    /// Every order, in the total order.
    #[must_use]
    pub fn all(&self) -> &[Stamped<O>] {
        &self.0
    }

    /// The orders stamped with exactly this tick.
    #[must_use]
    pub fn at(&self, tick: u32) -> &[Stamped<O>] {
        let from = self.0.partition_point(|o| o.tick < tick);
        let to = from + self.0[from..].partition_point(|o| o.tick == tick);
        &self.0[from..to]
    }

    /// Add one, after all that are equal to it in tick and sequence.
    pub fn insert(&mut self, order: Stamped<O>) {
        let place = self.0.partition_point(|o| (o.tick, o.sequence) <= (order.tick, order.sequence));
        self.0.insert(place, order);
    }

    /// The sequence that puts a new order of this tick behind all others of it.
    #[must_use]
    pub fn next_sequence(&self, tick: u32) -> u32 {
        self.at(tick).last().map_or(0, |o| o.sequence.saturating_add(1))
    }
}
