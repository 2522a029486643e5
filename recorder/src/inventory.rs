//! What a recording is made of, piece by piece: its blocks and its checkpoints.

use serde::Serialize;

use crate::run::Slot;
use crate::{Recording, Simulation};

/// How a block is held.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Holding {
    /// In memory.
    Kept,
    /// As packed bytes.
    Stored,
    /// Let go for the memory budget, to be made again on demand.
    Dropped,
}

/// One block of frames.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct BlockInfo {
    /// Its first tick.
    pub first: u32,
    /// Its last tick that belongs to this timeline.
    pub last: u32,
    /// How it is held.
    pub holding: Holding,
    /// Rows shown by its frames together.
    pub rows: u64,
    /// Rows that are there once each; `None` where the block would have to be unpacked or made to count them.
    pub rows_distinct: Option<u64>,
    /// Bytes it takes.
    pub bytes: usize,
    /// It belongs to a timeline that this one left.
    pub shared: bool,
}

impl<S: Simulation> Recording<S> {
    /// List the blocks of this timeline in order of time, those of its shared past included.
    #[must_use]
    pub fn blocks(&self) -> Vec<BlockInfo> {
        let mut blocks = self.own_blocks(&self.run, self.last_tick(), false);
        let mut past = self.past.as_ref();
        while let Some(earlier) = past {
            blocks.extend(self.own_blocks(&earlier.run, earlier.last, true));
            past = earlier.before.as_ref();
        }
        blocks.sort_by_key(|block| block.first);
        blocks
    }

    /// List the ticks that a splice or a seek can start from.
    #[must_use]
    pub fn checkpoint_ticks(&self) -> Vec<u32> {
        let mut ticks: Vec<u32> = self.run.checkpoints.iter().map(|c| c.tick).collect();
        let mut past = self.past.as_ref();
        while let Some(earlier) = past {
            ticks.extend(earlier.run.checkpoints.iter().map(|c| c.tick).filter(|tick| *tick <= earlier.last));
            past = earlier.before.as_ref();
        }
        ticks.sort();
        ticks
    }

    fn own_blocks(&self, run: &crate::run::Run<S>, last: u32, shared: bool) -> Vec<BlockInfo> {
        let closed = run.slots.iter().enumerate().map(|(n, slot)| match slot {
            Slot::Kept(block) => kept::<S>(block, shared),
            Slot::Stored(stored) => BlockInfo {
                first: stored.first(),
                last: stored.first() + crate::block::index(stored.marks().len()) - 1,
                holding: Holding::Stored,
                rows: stored.marks().iter().map(|m| u64::from(m.len)).sum(),
                rows_distinct: Some(stored.distinct()),
                bytes: stored.bytes(),
                shared,
            },
            Slot::Packed(packed) => BlockInfo {
                first: packed.first(),
                last: packed.first() + crate::block::index(packed.marks().len()) - 1,
                holding: Holding::Stored,
                rows: packed.marks().iter().map(|m| u64::from(m.len)).sum(),
                rows_distinct: Some(packed.distinct()),
                bytes: packed.bytes(),
                shared,
            },
            Slot::Dropped(marks) => BlockInfo {
                first: run.slot_first(n),
                last: run.slot_first(n) + crate::block::index(marks.len()) - 1,
                holding: Holding::Dropped,
                rows: marks.iter().map(|m| u64::from(m.len)).sum(),
                rows_distinct: None,
                bytes: size_of_val(&**marks),
                shared,
            },
        });
        let open = (!run.open.marks.is_empty()).then(|| kept::<S>(&run.open, shared));
        let here = closed.chain(open).filter(|block| block.first <= last);
        here.map(|block| BlockInfo { last: block.last.min(last), ..block }).collect()
    }
}

fn kept<S: Simulation>(block: &crate::block::Block<S::Row>, shared: bool) -> BlockInfo {
    BlockInfo {
        first: block.first,
        last: block.first + crate::block::index(block.marks.len()) - 1,
        holding: Holding::Kept,
        rows: block.marks.iter().map(|m| u64::from(m.len)).sum(),
        rows_distinct: Some(block.rows.len() as u64),
        bytes: block.bytes(S::row_bytes),
        shared,
    }
}
