//! Frames kept at hand for all timelines alike: of blocks that had to go for the memory budget and were made again, and
//! of packed ones.

use std::sync::Arc;

use crate::block::{Block, Mark};
use crate::unpacked::Unpacked;
use crate::{Checkpoint, Orders, Simulation};

/// The part of a memory budget that frames kept at hand may take.
fn share_of(budget_bytes: usize) -> usize {
    budget_bytes / 8
}

/// The part of a memory budget that is for what is kept.
pub(crate) fn room_in(budget_bytes: usize) -> usize {
    budget_bytes - share_of(budget_bytes)
}

/// A state, and the orders under which it came about.
type Under<S> = (Arc<Orders<<S as Simulation>::Order>>, Checkpoint<<S as Simulation>::State>);

/// The blocks made again and unpacked last, within their share of the budget, one of each at the least.
#[derive(Debug)]
pub(crate) struct Remade<S: Simulation> {
    /// Least lately used first.
    blocks: Vec<Made<S::Row>>,
    /// Where the making of the last one ended: the next one is a tick away.
    ahead: Option<Under<S>>,
    /// Frames of packed blocks.
    pub unpacked: Unpacked<S::Row>,
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
        Self { blocks: Vec::new(), ahead: None, unpacked: Unpacked::default() }
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
        self.keep_to(budget_bytes);
    }

    /// Let go of what is over the share of a budget: what was unpacked first, which is the quicker to be had again.
    pub fn keep_to(&mut self, budget_bytes: usize) {
        let share = share_of(budget_bytes);
        while self.bytes() > share && self.unpacked.let_go() {}
        while self.bytes() > share && self.blocks.len() > 1 {
            self.blocks.remove(0);
        }
    }

    /// Bytes held.
    pub fn bytes(&self) -> usize {
        let blocks: usize = self.blocks.iter().map(|made| made.bytes).sum();
        blocks + self.unpacked.bytes() + self.ahead.as_ref().map_or(0, |(_, at)| S::state_bytes(&at.state))
    }
}
