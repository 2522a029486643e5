//! What a recording takes in memory, and what sharing saves.

use std::collections::BTreeSet;
use std::sync::Arc;

use serde::Serialize;

use crate::block::Mark;
use crate::run::{Run, Slot};
use crate::{Recording, Simulation};

/// What a recording takes in memory.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
pub struct Memory {
    /// Frames recorded.
    pub frames: u64,
    /// Rows shown by all frames together.
    pub rows: u64,
    /// Of those, rows that a frame shares with the one before it, in blocks in memory: packed ones are not counted.
    pub rows_shared: u64,
    /// Blocks of frames in memory.
    pub blocks_kept: u64,
    /// Blocks held as packed bytes.
    pub blocks_stored: u64,
    /// Blocks let go for the budget.
    pub blocks_dropped: u64,
    /// Checkpoints.
    pub checkpoints: u64,
    /// Bytes of the frames: rows, indices, digests.
    pub frame_bytes: usize,
    /// Bytes of the checkpoints.
    pub checkpoint_bytes: usize,
    /// Bytes of the journal.
    pub journal_bytes: usize,
    /// Bytes of blocks made again or unpacked, and kept at hand.
    pub remade_bytes: usize,
    /// All bytes.
    pub bytes: usize,
    /// What the same frames would take with every row copied every tick. Of rows let go, or of a file that is not packed
    /// in columns, what they own outside themselves is not counted.
    pub bytes_unshared: usize,
}

impl<S: Simulation> Recording<S> {
    /// Count what this recording takes, its shared past included.
    #[must_use]
    pub fn memory(&self) -> Memory {
        let mut memory = Memory::default();
        let mut seen = BTreeSet::new();
        for run in self.runs() {
            memory.add(&run, &mut seen);
        }
        memory.remade_bytes = self.remade.lock().map_or(0, |remade| remade.bytes());
        memory.close()
    }

    /// Count what this timeline keeps beyond its own frames, events and checkpoints: its link to the past and its
    /// list of orders. This is what a splice costs besides its future.
    #[must_use]
    pub fn splice_bytes(&self) -> usize {
        // Two counters stand before the value behind every shared reference.
        let counters = 2 * size_of::<usize>();
        let link = self.past.as_ref().map_or(0, |_| counters + size_of::<crate::run::Past<S>>());
        let orders = size_of_val(self.orders.all());
        link + orders + counters + size_of_val(&*self.orders)
    }

    pub(crate) fn runs(&self) -> Vec<Arc<Run<S>>> {
        let mut runs = vec![Arc::clone(&self.run)];
        let mut past = self.past.as_ref();
        while let Some(earlier) = past {
            runs.push(Arc::clone(&earlier.run));
            past = earlier.before.as_ref();
        }
        runs
    }
}

impl Memory {
    /// Add a run's blocks, those not seen before.
    pub(crate) fn add<S: Simulation>(&mut self, run: &Run<S>, seen: &mut BTreeSet<usize>) {
        for slot in &run.slots {
            match slot {
                Slot::Kept(block) if seen.insert(Arc::as_ptr(block).addr()) => self.add_block::<S>(block),
                Slot::Stored(stored) if seen.insert(Arc::as_ptr(stored).addr()) => {
                    self.blocks_stored += 1;
                    self.frame_bytes += stored.bytes();
                    let shown = self.add_marks::<S>(stored.marks(), size_of::<S::Row>());
                    self.rows_shared += shown - stored.distinct();
                }
                Slot::Packed(packed) if seen.insert(Arc::as_ptr(packed).addr()) => {
                    self.blocks_stored += 1;
                    self.frame_bytes += packed.bytes();
                    let shown = self.add_marks::<S>(packed.marks(), 0);
                    self.rows_shared += shown - packed.distinct();
                    self.bytes_unshared += usize::try_from(packed.shown_bytes()).unwrap_or(usize::MAX);
                }
                Slot::Dropped(marks) if seen.insert(marks.as_ptr().addr()) => {
                    self.blocks_dropped += 1;
                    self.frame_bytes += size_of_val(&**marks);
                    self.add_marks::<S>(marks, size_of::<S::Row>());
                }
                _ => {}
            }
        }
        if !run.open.marks.is_empty() && seen.insert(Arc::as_ptr(&run.open).addr()) {
            self.add_block::<S>(&run.open);
        }
        for checkpoint in run.checkpoints.iter().filter(|c| seen.insert(Arc::as_ptr(c).addr())) {
            self.checkpoints += 1;
            self.checkpoint_bytes += S::state_bytes(&checkpoint.state);
        }
        if !run.events.is_empty() && seen.insert(std::ptr::from_ref(&run.events[0]).addr()) {
            self.journal_bytes += run.events.len() * size_of::<S::Event>();
        }
    }

    fn add_block<S: Simulation>(&mut self, block: &crate::block::Block<S::Row>) {
        self.blocks_kept += 1;
        self.frame_bytes += block.bytes(S::row_bytes);
        let shown = self.add_marks::<S>(&block.marks, block.rows.first().map_or(0, S::row_bytes));
        self.rows_shared += shown - block.rows.len() as u64;
    }

    /// Add frames by their marks; gives the rows they show, each of so many bytes.
    fn add_marks<S: Simulation>(&mut self, marks: &[Mark], row_bytes: usize) -> u64 {
        let shown: u64 = marks.iter().map(|m| u64::from(m.len)).sum();
        self.frames += marks.len() as u64;
        self.rows += shown;
        let copied = usize::try_from(shown).unwrap_or(usize::MAX).saturating_mul(row_bytes);
        self.bytes_unshared += copied + size_of::<Vec<S::Row>>() * marks.len();
        shown
    }

    /// Add up the totals.
    pub(crate) fn close(mut self) -> Self {
        self.bytes = self.frame_bytes + self.checkpoint_bytes + self.journal_bytes + self.remade_bytes;
        self.bytes_unshared += self.checkpoint_bytes + self.journal_bytes;
        self
    }
}
