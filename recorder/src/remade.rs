//! Blocks that had to go for the memory budget and were made again: the last few, kept at hand for all timelines alike.

use std::sync::Arc;

use crate::block::{Block, Mark};
use crate::{Checkpoint, Orders, Simulation};

/// The part of a memory budget that blocks made again may take.
fn share_of(budget_bytes: usize) -> usize {
    budget_bytes / 8
}

/// The part of a memory budget that is for what is kept.
pub(crate) fn room_in(budget_bytes: usize) -> usize {
    budget_bytes - share_of(budget_bytes)
}

/// A state, and the orders under which it came about.
type Under<S> = (Arc<Orders<<S as Simulation>::Order>>, Checkpoint<<S as Simulation>::State>);

/// The blocks made again last, within their share of the budget, one at the least.
#[derive(Debug)]
pub(crate) struct Remade<S: Simulation> {
    /// Least lately used first.
    blocks: Vec<Made<S::Row>>,
    /// Where the making of the last one ended: the next one is a tick away.
    ahead: Option<Under<S>>,
}

#[derive(Debug)]
struct Made<R> {
    /// The marks left behind by the block that had to go. They tell blocks of all timelines apart.
    of: Arc<[Mark]>,
    block: Arc<Block<R>>,
    bytes: usize,
}

impl<S: Simulation> Default for Remade<S> {
    fn default() -> Self {
        Self { blocks: Vec::new(), ahead: None }
    }
}

impl<S: Simulation> Remade<S> {
    /// Take the block of these marks, if it is here with at least so many frames.
    ///
    /// It may have more: a timeline that shares the front of a block reads no further than that.
    pub fn take(&mut self, of: &Arc<[Mark]>, frames: usize) -> Option<Arc<Block<S::Row>>> {
        let place = self.blocks.iter().position(|made| Arc::ptr_eq(&made.of, of))?;
        let made = self.blocks.remove(place);
        let block = Arc::clone(&made.block);
        if block.marks.len() < frames {
            return None;
        }
        self.blocks.push(made);
        Some(block)
    }

    /// The state to go on from to a tick under these orders, if it lies behind a checkpoint's tick.
    pub fn nearer(
        &self,
        orders: &Arc<Orders<S::Order>>,
        than: Option<u32>,
        tick: u32,
    ) -> Option<&Checkpoint<S::State>> {
        let (under, at) = self.ahead.as_ref()?;
        let nearer = at.tick <= tick && than.is_none_or(|than| than < at.tick);
        (nearer && Arc::ptr_eq(under, orders)).then_some(at)
    }

    /// Keep a block at hand, and the state at its end.
    pub fn put(&mut self, of: &Arc<[Mark]>, block: &Arc<Block<S::Row>>, ahead: Under<S>, budget_bytes: usize) {
        let bytes = block.bytes(S::row_bytes);
        self.blocks.push(Made { of: Arc::clone(of), block: Arc::clone(block), bytes });
        self.ahead = Some(ahead);
        while self.blocks.len() > 1 && self.bytes() > share_of(budget_bytes) {
            self.blocks.remove(0);
        }
    }

    /// Bytes held.
    pub fn bytes(&self) -> usize {
        let blocks: usize = self.blocks.iter().map(|made| made.bytes).sum();
        blocks + self.ahead.as_ref().map_or(0, |(_, at)| S::state_bytes(&at.state))
    }
}
