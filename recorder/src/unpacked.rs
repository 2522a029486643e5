//! Frames unpacked of late. What lies before a frame far into a block is unpacked on the way to it, in memory used again,
//! and not kept; where the way leads back, a whole sheaf is kept. So playing on unpacks every frame once, going back over
//! them none, and playing back none but those of one sheaf more than twice.

use std::sync::Arc;

use crate::block::Block;
use crate::codec::CodecError;
use crate::packed::{Cursor, PackedBlock, SHEAF_FRAMES, Start};
use crate::packing::Packing;

/// The blocks asked for last. Kept to a budget by its owner.
#[derive(Debug)]
pub(crate) struct Unpacked<R> {
    /// Least lately used first.
    blocks: Vec<Begun<R>>,
}

/// A block, unpacked in part.
#[derive(Debug)]
struct Begun<R> {
    of: Arc<PackedBlock>,
    cursor: Cursor<R>,
    /// Of each sheaf that was come to, in order.
    starts: Vec<Start<R>>,
    /// Those kept, each a block of its own.
    frames: Vec<Option<Arc<Block<R>>>>,
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
            Some(last) if last + 1 == self.blocks.len() => return self.blocks[last].frame(packing, offset, row_bytes),
            Some(place) => self.blocks.remove(place),
            None => Begun::new(packing, of)?,
        };
        let frame = begun.frame(packing, offset, row_bytes)?;
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
    fn new(packing: &Packing<R>, of: &Arc<PackedBlock>) -> Result<Self, CodecError> {
        let frames = vec![None; of.marks().len()];
        Ok(Self { of: Arc::clone(of), cursor: Cursor::new(packing, of)?, starts: Vec::new(), frames, bytes: 0 })
    }

    fn frame(
        &mut self,
        packing: &Packing<R>,
        offset: usize,
        row_bytes: fn(&R) -> usize,
    ) -> Result<Arc<Block<R>>, CodecError> {
        if let Some(frame) = &self.frames[offset] {
            return Ok(Arc::clone(frame));
        }
        let sheaf = offset / SHEAF_FRAMES as usize;
        let next = self.cursor.frames() as usize;
        let first_kept = if next > offset { sheaf * SHEAF_FRAMES as usize } else { offset };
        if let Some(start) = self.starts.get(..=sheaf).unwrap_or(&self.starts).last()
            && (next > offset || next < start.frames() as usize)
        {
            self.cursor.go_to(start);
        }
        while self.cursor.frames() as usize <= offset {
            let next = self.cursor.frames() as usize;
            if next == self.starts.len() * SHEAF_FRAMES as usize {
                let start = self.cursor.start();
                self.bytes += start.bytes(row_bytes);
                self.starts.push(start);
            }
            let mark = self.cursor.next(packing, self.of.packed())?;
            if next >= first_kept && self.frames[next].is_none() {
                let first = self.of.first() + crate::block::index(next);
                let rows = self.cursor.one.clone();
                let block = Block::alone(first, rows, mark);
                // Rows may share what they own with those before them; they are counted as if they did not.
                self.bytes += block.bytes(row_bytes);
                self.frames[next] = Some(Arc::new(block));
            }
        }
        self.frames[offset].clone().ok_or_else(|| CodecError::of_block("a frame that is not there"))
    }
}
