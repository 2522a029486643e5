//! A run: the frames, events and checkpoints that were recorded in one go. A timeline is a chain of runs, each child
//! sharing its parent's up to the tick it left it.

use std::sync::Arc;

use crate::Simulation;
use crate::block::{Block, Mark};
use crate::live::Checkpoint;
use crate::stored::StoredBlock;

/// One closed block of a run, in whatever form it is held.
#[derive(Debug)]
pub(crate) enum Slot<R> {
    /// In memory.
    Kept(Arc<Block<R>>),
    /// As packed bytes, unpacked a frame at a time.
    Stored(Arc<StoredBlock>),
    /// Let go for the memory budget; made again from a checkpoint when asked for, and held against these marks.
    Dropped(Arc<[Mark]>),
}

impl<R> Clone for Slot<R> {
    fn clone(&self) -> Self {
        match self {
            Self::Kept(block) => Self::Kept(Arc::clone(block)),
            Self::Stored(stored) => Self::Stored(Arc::clone(stored)),
            Self::Dropped(marks) => Self::Dropped(Arc::clone(marks)),
        }
    }
}

/// What was recorded in one go. Blocks lie on the grid of `block_ticks` counted from tick 0, so a run that starts off
/// the grid starts with a short block.
#[derive(Debug)]
pub(crate) struct Run<S: Simulation> {
    pub first: u32,
    /// The tick of the next frame to come.
    pub next: u32,
    pub block_ticks: u32,
    pub slots: im::Vector<Slot<S::Row>>,
    /// The block that grows; when the run is complete, its last one.
    pub open: Arc<Block<S::Row>>,
    pub events: im::Vector<S::Event>,
    /// How many events the journal held before this run's first one.
    pub first_event: u32,
    /// In tick order. Those of a run lie at its own ticks only.
    pub checkpoints: im::Vector<Arc<Checkpoint<S::State>>>,
    /// Refusals of orders stamped at or after the end.
    pub late: Arc<[S::Event]>,
    pub end: Option<Arc<S::Outcome>>,
}

impl<S: Simulation> Clone for Run<S> {
    fn clone(&self) -> Self {
        Self {
            first: self.first,
            next: self.next,
            block_ticks: self.block_ticks,
            slots: self.slots.clone(),
            open: Arc::clone(&self.open),
            events: self.events.clone(),
            first_event: self.first_event,
            checkpoints: self.checkpoints.clone(),
            late: Arc::clone(&self.late),
            end: self.end.clone(),
        }
    }
}

/// A run's block, found.
pub(crate) enum Found<'a, R> {
    Kept(&'a Arc<Block<R>>),
    Stored(&'a Arc<StoredBlock>),
    Dropped { first: u32, marks: &'a Arc<[Mark]> },
}

impl<S: Simulation> Run<S> {
    pub fn new(first: u32, block_ticks: u32, first_event: u32) -> Self {
        Self {
            first,
            next: first,
            block_ticks,
            slots: im::Vector::new(),
            open: Arc::new(Block::new(first)),
            events: im::Vector::new(),
            first_event,
            checkpoints: im::Vector::new(),
            late: Arc::from([]),
            end: None,
        }
    }

    /// The tick of the next frame to come.
    #[inline]
    pub fn next_tick(&self) -> u32 {
        self.next
    }

    /// The tick at which the block in slot `n` starts.
    pub fn slot_first(&self, n: usize) -> u32 {
        let on_grid = (self.first / self.block_ticks + crate::block::index(n)) * self.block_ticks;
        on_grid.max(self.first)
    }

    /// Find the block of a tick that the run has.
    #[inline]
    pub fn find(&self, tick: u32) -> Found<'_, S::Row> {
        // `block_ticks` is a power of two: a shift is a tenth of a division, and every seek comes by here.
        let shift = self.block_ticks.trailing_zeros();
        let n = ((tick >> shift) - (self.first >> shift)) as usize;
        match self.slots.get(n) {
            None => Found::Kept(&self.open),
            Some(Slot::Kept(block)) => Found::Kept(block),
            Some(Slot::Stored(stored)) => Found::Stored(stored),
            Some(Slot::Dropped(marks)) => Found::Dropped { first: self.slot_first(n), marks },
        }
    }

    /// The nearest checkpoint at or before a tick.
    pub fn checkpoint(&self, tick: u32) -> Option<&Arc<Checkpoint<S::State>>> {
        let after = self.checkpoints.binary_search_by(|c| c.tick.cmp(&tick));
        let place = after.map_or_else(|place| place.checked_sub(1), Some)?;
        self.checkpoints.get(place)
    }

    /// Let go of blocks and checkpoints off the grid that `level` says, spacing 2^level blocks.
    ///
    /// Checkpoints stay twice as dense as frames: a seek into a gap then re-makes at most half of it.
    pub fn thin(&self, level: u32) -> Self {
        let slots = self.slots.iter().enumerate().map(|(n, slot)| match slot {
            Slot::Kept(block) if !on_grid(self.slot_first(n) / self.block_ticks, level) => {
                Slot::Dropped(Arc::from(block.marks.as_slice()))
            }
            other => other.clone(),
        });
        let checkpoints =
            self.checkpoints.iter().filter(|c| keeps_checkpoint(c.tick, self.block_ticks, level)).cloned();
        Self { slots: slots.collect(), checkpoints: checkpoints.collect(), ..self.clone() }
    }
}

/// Tell whether block number `n` stays at a level.
pub(crate) fn on_grid(n: u32, level: u32) -> bool {
    n.is_multiple_of(1_u32.checked_shl(level).unwrap_or(u32::MAX))
}

/// Tell whether a checkpoint stays at a level: at level 0 all do.
pub(crate) fn keeps_checkpoint(tick: u32, block_ticks: u32, level: u32) -> bool {
    level == 0 || (tick.is_multiple_of(block_ticks) && on_grid(tick / block_ticks, level - 1))
}

/// An earlier run as a later one shares it: whole, but readable only up to the tick of the splice.
#[derive(Debug)]
pub(crate) struct Past<S: Simulation> {
    pub run: Arc<Run<S>>,
    /// The last tick that is shared.
    pub last: u32,
    /// How many events are shared.
    pub events: u32,
    pub before: Option<Arc<Past<S>>>,
}
