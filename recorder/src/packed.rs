//! A block packed the simulation's own way: its rows taken apart into columns, frame by frame as they are recorded.
//!
//! ```text
//! first tick  frames  head  sheaf*           numbers as varints
//! head        a stream: for every frame its row count, its journal growth and its digest, then one bit a place:
//!             changed or not
//! sheaf       the changed rows of up to 16 frames, as the streams of a `Packer`
//! ```
//! A stream is its length, the length it is packed to (the same where it is not packed), and its bytes. Sheaves are
//! unpacked one after the other, as far as they are needed.

use std::sync::Arc;

use crate::Simulation;
use crate::block::{Block, Mark, index};
use crate::codec::{CodecError, DECODE_LIMIT};
use crate::packing::{Before, Packer, Packing, Unpacker, read_stream, write_stream};
use crate::varint::{put_varint, take, take_u32};

/// Frames a sheaf: more would make a seek unpack more than it needs, fewer leave little to find alike.
pub(crate) const SHEAF_FRAMES: u32 = 16;

/// A block of frames, packed.
#[derive(Debug)]
pub(crate) struct PackedBlock {
    first: u32,
    marks: Arc<[Mark]>,
    packed: Vec<u8>,
    /// Rows that differ from the one before them in their place.
    distinct: u64,
    /// Bytes of all rows shown, were each there once a frame.
    shown_bytes: u64,
    /// What its rows claim of [`DECODE_LIMIT`].
    claims: u64,
    /// It was read from a file: nothing stands by to make it again.
    from_file: bool,
}

impl PackedBlock {
    /// Unpack all of a block once and keep it packed: a seek into it does not fail for its bytes.
    pub fn open<S: Simulation>(packing: &Packing<S::Row>, packed: Vec<u8>) -> Result<Self, CodecError> {
        let header = Header::read(&packed)?;
        let mut block = Self {
            first: header.first,
            marks: Arc::from([]),
            packed,
            distinct: 0,
            shown_bytes: 0,
            claims: 0,
            from_file: true,
        };
        let mut cursor = Cursor::new(packing, &block)?;
        let mut marks = Vec::new();
        for _ in 0..header.frames {
            marks.push(cursor.next(packing, &block.packed)?);
            block.shown_bytes += cursor.one.iter().map(|row| S::row_bytes(row) as u64).sum::<u64>();
        }
        cursor.finish(&block.packed)?;
        block.marks = Arc::from(marks);
        block.distinct = cursor.distinct;
        block.claims = DECODE_LIMIT as u64 - cursor.unpacker.left();
        Ok(block)
    }

    pub fn first(&self) -> u32 {
        self.first
    }

    pub fn marks(&self) -> &Arc<[Mark]> {
        &self.marks
    }

    pub fn packed(&self) -> &[u8] {
        &self.packed
    }

    pub fn bytes(&self) -> usize {
        size_of::<Self>() + self.packed.capacity() + size_of_val(&*self.marks)
    }

    pub fn distinct(&self) -> u64 {
        self.distinct
    }

    pub fn shown_bytes(&self) -> u64 {
        self.shown_bytes
    }

    pub fn claims(&self) -> u64 {
        self.claims
    }

    pub fn is_from_file(&self) -> bool {
        self.from_file
    }

    pub fn mark(&self, tick: u32) -> Option<&Mark> {
        self.marks.get(tick.checked_sub(self.first)? as usize)
    }
}

/// Packs a block as it is recorded.
#[derive(Debug)]
pub(crate) struct BlockPacker<R> {
    packing: Packing<R>,
    row_bytes: fn(&R) -> usize,
    first: u32,
    marks: Vec<Mark>,
    head: Vec<u8>,
    packer: Packer,
    sheaves: Vec<u8>,
    distinct: u64,
    shown_bytes: u64,
}

impl<R> BlockPacker<R> {
    /// Start with the block of a first tick; `row_bytes` says what a row takes.
    pub fn new(packing: Packing<R>, row_bytes: fn(&R) -> usize, first: u32) -> Self {
        Self {
            packer: Packer::new(packing.kinds),
            packing,
            row_bytes,
            first,
            marks: Vec::new(),
            head: Vec::new(),
            sheaves: Vec::new(),
            distinct: 0,
            shown_bytes: 0,
        }
    }

    /// Pack a whole block.
    pub fn pack(packing: Packing<R>, row_bytes: fn(&R) -> usize, block: &Block<R>) -> PackedBlock {
        let mut packer = Self::new(packing, row_bytes, block.first);
        (0..block.marks.len()).for_each(|offset| packer.frame(block, offset));
        packer.finish(block.first)
    }

    /// Add the block's last frame.
    pub fn push(&mut self, block: &Block<R>) {
        self.frame(block, block.marks.len() - 1);
    }

    fn frame(&mut self, block: &Block<R>, offset: usize) {
        let (mark, places) = (&block.marks[offset], block.frame(offset));
        let before = |ticks| offset.checked_sub(ticks).map_or(&[][..], |offset| block.frame(offset));
        let (one, two) = (before(1), before(2));
        put_varint(&mut self.head, u64::from(mark.len));
        put_varint(&mut self.head, u64::from(mark.journal - self.marks.last().map_or(0, |mark| mark.journal)));
        self.head.extend_from_slice(&mark.digest.to_le_bytes());
        let flags = self.head.len();
        self.head.resize(flags + places.len().div_ceil(8), 0);
        for (place, row) in places.iter().enumerate().filter(|(place, row)| one.get(*place) != Some(row)) {
            self.head[flags + place / 8] |= 1 << (place % 8);
            let row_of = |places: &[u32]| places.get(place).map(|&row| &block.rows[row as usize]);
            let one = row_of(one);
            let before = Before { one, two: one.and_then(|_| row_of(two)) };
            (self.packing.put)(&block.rows[*row as usize], before, &mut self.packer);
            self.distinct += 1;
        }
        self.shown_bytes += places.iter().map(|&row| (self.row_bytes)(&block.rows[row as usize]) as u64).sum::<u64>();
        self.marks.push(*mark);
        if index(self.marks.len()).is_multiple_of(SHEAF_FRAMES) {
            self.packer.write(&mut self.sheaves);
        }
    }

    /// Give the block, and start the next one.
    pub fn finish(&mut self, next: u32) -> PackedBlock {
        if !index(self.marks.len()).is_multiple_of(SHEAF_FRAMES) {
            self.packer.write(&mut self.sheaves);
        }
        let mut packed = Vec::with_capacity(self.sheaves.len() + self.head.len() + 32);
        put_varint(&mut packed, u64::from(self.first));
        put_varint(&mut packed, self.marks.len() as u64);
        write_stream(&self.head, &mut packed);
        packed.extend_from_slice(&self.sheaves);
        packed.shrink_to_fit();
        let places = self.marks.iter().map(|mark| u64::from(mark.len)).sum::<u64>();
        let claims = places * claim_of_place::<R>() + self.packer.take_claims();
        let block = PackedBlock {
            first: self.first,
            marks: Arc::from(self.marks.as_slice()),
            packed,
            distinct: std::mem::take(&mut self.distinct),
            shown_bytes: std::mem::take(&mut self.shown_bytes),
            claims,
            from_file: false,
        };
        self.first = next;
        self.marks.clear();
        self.head.clear();
        self.sheaves.clear();
        block
    }

    /// Bytes held.
    pub fn bytes(&self) -> usize {
        self.packer.bytes() + self.sheaves.capacity() + self.head.capacity() + self.marks.capacity() * size_of::<Mark>()
    }
}

/// What a place in a frame claims of what a block may hold, whether its row changed or not.
fn claim_of_place<R>() -> u64 {
    size_of::<R>() as u64 + 4
}

/// What stands before the sheaves.
struct Header {
    first: u32,
    frames: u32,
    head: Vec<u8>,
    /// Where the sheaves start.
    at: usize,
}

impl Header {
    fn read(packed: &[u8]) -> Result<Self, CodecError> {
        let mut rest = packed;
        let (first, frames) = (take_u32(&mut rest)?, take_u32(&mut rest)?);
        let mut head = Vec::new();
        read_stream(&mut rest, DECODE_LIMIT as u64, &mut head)?;
        // Every frame has a row count, a journal growth and a digest.
        let borne_out = frames > 0 && u64::from(frames) * 10 <= head.len() as u64;
        if !borne_out || first.checked_add(frames).is_none() {
            return Err(CodecError::of_block("a frame count that its bytes do not bear out"));
        }
        Ok(Self { first, frames, head, at: packed.len() - rest.len() })
    }
}

/// Stands behind a frame of a packed block, to unpack the next one.
#[derive(Debug)]
pub(crate) struct Cursor<R> {
    head: Vec<u8>,
    head_at: usize,
    /// Where the next sheaf starts.
    sheaf_at: usize,
    unpacker: Unpacker,
    frames: u32,
    journal: u32,
    distinct: u64,
    /// The rows of the last frame, and of the one before it.
    pub one: Vec<R>,
    two: Vec<R>,
    /// Those before them: memory for the next frame's.
    spare: Vec<R>,
}

/// Where a cursor stood between two sheaves.
#[derive(Debug)]
pub(crate) struct Start<R> {
    head_at: usize,
    sheaf_at: usize,
    frames: u32,
    journal: u32,
    left: u64,
    one: Vec<R>,
    two: Vec<R>,
}

impl<R> Start<R> {
    /// Frames before it.
    pub fn frames(&self) -> u32 {
        self.frames
    }

    /// Bytes held, with what `row_bytes` says a row takes.
    pub fn bytes(&self, row_bytes: impl Fn(&R) -> usize) -> usize {
        size_of::<Self>() + self.one.iter().chain(&self.two).map(row_bytes).sum::<usize>()
    }
}

impl<R: Clone> Cursor<R> {
    pub fn new(packing: &Packing<R>, block: &PackedBlock) -> Result<Self, CodecError> {
        let Header { head, at, .. } = Header::read(&block.packed)?;
        Ok(Self {
            head,
            head_at: 0,
            sheaf_at: at,
            unpacker: Unpacker::new(packing.kinds, DECODE_LIMIT as u64),
            frames: 0,
            journal: 0,
            distinct: 0,
            one: Vec::new(),
            two: Vec::new(),
            spare: Vec::new(),
        })
    }

    /// Unpack the next frame: its rows are then in `one`.
    pub fn next(&mut self, packing: &Packing<R>, packed: &[u8]) -> Result<Mark, CodecError> {
        if self.frames.is_multiple_of(SHEAF_FRAMES) {
            self.unpacker.finish()?;
            let mut rest = packed.get(self.sheaf_at..).unwrap_or_default();
            self.unpacker.read(&mut rest)?;
            self.sheaf_at = packed.len() - rest.len();
        }
        let mut head = &self.head[self.head_at..];
        let len = take_u32(&mut head)?;
        let grown = take_u32(&mut head)?;
        let journal = self.journal.checked_add(grown);
        self.journal = journal.ok_or_else(|| CodecError::of_block("a journal longer than 2^32 events"))?;
        let digest = u64::from_le_bytes(take(&mut head, 8)?.try_into().expect("eight bytes"));
        let flags = take(&mut head, u64::from(len).div_ceil(8))?;
        self.unpacker.claim(u64::from(len) * claim_of_place::<R>())?;
        let mut rows = Vec::with_capacity((len as usize).min(self.one.len() + 1));
        let mut spares = self.spare.drain(..);
        for place in 0..len as usize {
            let (one, spare) = (self.one.get(place), spares.next());
            if flags[place / 8] >> (place % 8) & 1 == 0 {
                rows.push(one.cloned().ok_or_else(|| CodecError::of_block("an unchanged row that was never shown"))?);
                continue;
            }
            let before = Before { one, two: one.and_then(|_| self.two.get(place)) };
            rows.push((packing.take)(before, spare, &mut self.unpacker)?);
            self.distinct += 1;
        }
        drop(spares);
        self.head_at = self.head.len() - head.len();
        self.frames += 1;
        self.spare = std::mem::replace(&mut self.two, std::mem::replace(&mut self.one, rows));
        Ok(Mark { len, journal: self.journal, digest })
    }

    /// How many frames are unpacked.
    pub fn frames(&self) -> u32 {
        self.frames
    }

    /// Note where it stands; it stands between two sheaves.
    pub fn start(&self) -> Start<R> {
        debug_assert!(self.frames.is_multiple_of(SHEAF_FRAMES), "only a sheaf's first frame needs nothing before it");
        Start {
            head_at: self.head_at,
            sheaf_at: self.sheaf_at,
            frames: self.frames,
            journal: self.journal,
            left: self.unpacker.left(),
            one: self.one.clone(),
            two: self.two.clone(),
        }
    }

    /// Stand where it stood.
    pub fn go_to(&mut self, start: &Start<R>) {
        self.head_at = start.head_at;
        self.sheaf_at = start.sheaf_at;
        self.frames = start.frames;
        self.journal = start.journal;
        self.unpacker.go_to(start.left);
        self.one.clone_from(&start.one);
        self.two.clone_from(&start.two);
    }

    /// Check that nothing is left over.
    fn finish(&self, packed: &[u8]) -> Result<(), CodecError> {
        self.unpacker.finish()?;
        match self.head.len() - self.head_at + packed.len() - self.sheaf_at {
            0 => Ok(()),
            extra => Err(CodecError::Trailing { what: "block", extra }),
        }
    }

    /// Bytes held besides rows.
    pub fn bytes(&self) -> usize {
        size_of::<Self>() + self.head.capacity() + self.unpacker.bytes() + 3 * self.one.capacity() * size_of::<R>()
    }
}
