//! A run: the frames, events and checkpoints that were recorded in one go. A timeline is a chain of runs, each child
//! sharing its parent's up to the tick it left it.

use std::sync::Arc;

use crate::Simulation;
use crate::block::{Block, Mark};
use crate::live::Checkpoint;
use crate::packed::PackedBlock;
use crate::stored::StoredBlock;

/// One closed block of a run, in whatever form it is held.
#[derive(Debug)]
pub(crate) enum Slot<R> {
    /// In memory.
    Kept(Arc<Block<R>>),
    /// As packed bytes, unpacked a frame at a time.
    Stored(Arc<StoredBlock>),
    /// As bytes packed the simulation's own way, unpacked as far as it is asked for.
    Packed(Arc<PackedBlock>),
    /// Let go for the memory budget; made again from a checkpoint when asked for, and held against these marks.
    Dropped(Arc<[Mark]>),
}

impl<R> Clone for Slot<R> {
    fn clone(&self) -> Self {
        match self {
            Self::Kept(block) => Self::Kept(Arc::clone(block)),
            Self::Stored(stored) => Self::Stored(Arc::clone(stored)),
            Self::Packed(packed) => Self::Packed(Arc::clone(packed)),
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
    /// The block that grows; when the run is complete, an empty one.
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
    Packed(&'a Arc<PackedBlock>),
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
            Some(Slot::Packed(packed)) => Found::Packed(packed),
            Some(Slot::Dropped(marks)) => Found::Dropped { first: self.slot_first(n), marks },
        }
    }

    /// The nearest checkpoint at or before a tick.
    pub fn checkpoint(&self, tick: u32) -> Option<&Arc<Checkpoint<S::State>>> {
        let after = self.checkpoints.binary_search_by(|c| c.tick.cmp(&tick));
        let place = after.map_or_else(|place| place.checked_sub(1), Some)?;
        self.checkpoints.get(place)
    }

    /// Let go of blocks and checkpoints off the grids that a level says.
    pub fn thin(&self, level: Level) -> Self {
        let slots = self.slots.iter().enumerate().map(|(n, slot)| match slot {
            slot if level.keeps_block(self.slot_first(n) / self.block_ticks) => slot.clone(),
            Slot::Kept(block) => Slot::Dropped(Arc::from(block.marks.as_slice())),
            Slot::Packed(packed) if !packed.is_from_file() => Slot::Dropped(Arc::clone(packed.marks())),
            other => other.clone(),
        });
        let checkpoints = self.checkpoints.iter().filter(|c| level.keeps_checkpoint(c.tick, self.block_ticks)).cloned();
        Self { slots: slots.collect(), checkpoints: checkpoints.collect(), ..self.clone() }
    }
}

/// How much has been let go for the memory budget, in steps that each let go of about half of something.
///
/// Where frames lie as they are, both they and the checkpoints go: frames off a grid of 2^step blocks, checkpoints off
/// one twice as dense, so that a seek into a gap re-makes at most half of it. Where frames are packed, a checkpoint weighs
/// more than the frames it stands between, and nobody sees it go: the first steps take checkpoints alone.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Level {
    step: u32,
    /// How many steps take checkpoints alone.
    spared: u32,
}

/// Steps in which frames that are packed are spared: a splice then steps 8 blocks at the most.
const STEPS_SPARED: u32 = 4;

impl Level {
    /// Everything is there.
    pub fn whole<S: Simulation>() -> Self {
        Self { step: 0, spared: if S::packing().is_some() { STEPS_SPARED } else { 0 } }
    }

    pub fn next(self) -> Self {
        Self { step: self.step + 1, ..self }
    }

    /// Tell whether block number `n` stays.
    pub fn keeps_block(self, n: u32) -> bool {
        on_grid(n, self.step.saturating_sub(self.spared))
    }

    /// Tell whether a checkpoint stays: on the first level all do.
    pub fn keeps_checkpoint(self, tick: u32, block_ticks: u32) -> bool {
        let step = self.step.min(self.spared).max(self.step.saturating_sub(self.spared));
        step == 0 || (tick.is_multiple_of(block_ticks) && on_grid(tick / block_ticks, step - 1))
    }

    /// Tell whether the next level could still let go of something in so many blocks.
    pub fn has_next(self, blocks: u32) -> bool {
        1_u64 << self.step.saturating_sub(self.spared) < u64::from(blocks) * 2
    }
}

fn on_grid(n: u32, step: u32) -> bool {
    n.is_multiple_of(1_u32.checked_shl(step).unwrap_or(u32::MAX))
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
