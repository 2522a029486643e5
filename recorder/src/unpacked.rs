//! Frames unpacked of late: for each block as far as it was asked for, so that playing on unpacks every frame once, and
//! going back over them none.

use std::sync::Arc;

use crate::block::Block;
use crate::codec::CodecError;
use crate::packed::{Cursor, PackedBlock};
use crate::packing::Packing;

/// The blocks asked for last. Kept to a budget by its owner.
#[derive(Debug)]
pub(crate) struct Unpacked<R> {
    /// Least lately used first.
    blocks: Vec<Begun<R>>,
}

/// A block, unpacked from its start up to some frame.
#[derive(Debug)]
struct Begun<R> {
    of: Arc<PackedBlock>,
    cursor: Cursor<R>,
    /// Each frame as a block of its own.
    frames: Vec<Arc<Block<R>>>,
    bytes: usize,
}

impl<R> Default for Unpacked<R> {
    fn default() -> Self {
        Self { blocks: Vec::new() }
    }
}

impl<R: Clone + PartialEq> Unpacked<R> {
    /// Unpack the frame at an offset, or take it from what is unpacked.
    pub fn frame(
        &mut self,
        packing: &Packing<R>,
        of: &Arc<PackedBlock>,
        offset: usize,
        row_bytes: fn(&R) -> usize,
    ) -> Result<Arc<Block<R>>, CodecError> {
        let mut begun = match self.blocks.iter().position(|begun| Arc::ptr_eq(&begun.of, of)) {
            Some(place) if place + 1 == self.blocks.len() && offset < self.blocks[place].frames.len() => {
                return Ok(Arc::clone(&self.blocks[place].frames[offset]));
            }
            Some(place) => self.blocks.remove(place),
            None => Begun { of: Arc::clone(of), cursor: Cursor::new(packing, of)?, frames: Vec::new(), bytes: 0 },
        };
        while begun.frames.len() <= offset {
            begun.unpack(packing, row_bytes)?;
        }
        let frame = Arc::clone(&begun.frames[offset]);
        self.blocks.push(begun);
        Ok(frame)
    }

    /// Let go of the block that was not asked for the longest, but not of the last one. Tells whether there was one.
    pub fn let_go(&mut self) -> bool {
        let more = self.blocks.len() > 1;
        if more {
            self.blocks.remove(0);
        }
        more
    }

    /// Bytes held.
    pub fn bytes(&self) -> usize {
        self.blocks.iter().map(|begun| begun.bytes + begun.cursor.bytes()).sum()
    }
}

impl<R: Clone + PartialEq> Begun<R> {
    fn unpack(&mut self, packing: &Packing<R>, row_bytes: fn(&R) -> usize) -> Result<(), CodecError> {
        let mark = self.cursor.next(packing, self.of.packed())?;
        let first = self.of.first() + crate::block::index(self.frames.len());
        let rows = self.cursor.one.clone();
        let block = Block { first, places: (0..mark.len).collect(), rows, marks: vec![mark] };
        // Rows that did not change may share what they own with those before them; they are counted as if they did not.
        self.bytes += block.bytes(row_bytes) + size_of::<Arc<Block<R>>>();
        self.frames.push(Arc::new(block));
        Ok(())
    }
}
