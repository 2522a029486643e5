//! A block as packed bytes: each changed row as its difference to the same place's row a tick before, then zstd.
//!
//! Layout before compression, three streams so that like lies beside like:
//! 1. `head`: for every frame its row count, its journal growth and its digest, then one bit a place: changed or not;
//! 2. `masks`: for every changed row its length, and where the length stayed, one bit a 32-bit word: changed or not;
//! 3. `values`: the changed words as zigzag varints of their difference; bytes that fill no word, and rows whose
//!    length changed, as they are.

use std::cell::RefCell;

use crate::Simulation;
use crate::block::{Block, Mark, index};
use crate::codec::{self, CodecError, DECODE_LIMIT};
#[cfg(target_family = "wasm")]
use crate::plain_zstd as zstd;
use crate::varint::{put_varint, take, take_u32, take_varint};

/// zstd's level: higher ones gained nothing on rows in difference form.
const LEVEL: i32 = 1;

/// A block of frames, packed. Made only by [`pack`] and [`StoredBlock::open`], which has unpacked all of it once: a
/// seek into it does not fail for its bytes.
#[derive(Debug)]
pub(crate) struct StoredBlock {
    first: u32,
    marks: Vec<Mark>,
    packed: Vec<u8>,
    raw_bytes: usize,
    /// Rows that differ from the one before them in their place.
    distinct: u64,
}

thread_local! {
    /// zstd's tables and the buffers of one unpacking, kept between seeks.
    static UNPACK: RefCell<Unpack> = RefCell::new(Unpack::default());
}

#[derive(Default)]
struct Unpack {
    zstd: Option<zstd::bulk::Decompressor<'static>>,
    raw: Vec<u8>,
    places: Vec<Vec<u8>>,
}

/// Pack a block.
pub(crate) fn pack<R: bincode::Encode>(block: &Block<R>) -> Vec<u8> {
    let mut streams = Streams::default();
    let rows: Vec<Vec<u8>> = block.rows.iter().map(codec::encode).collect();
    let mut before: Vec<u32> = Vec::new();
    let mut journal = 0;
    for offset in 0..block.marks.len() {
        let (mark, places) = (&block.marks[offset], block.frame(offset));
        put_varint(&mut streams.head, u64::from(mark.len));
        put_varint(&mut streams.head, u64::from(mark.journal - journal));
        streams.head.extend_from_slice(&mark.digest.to_le_bytes());
        journal = mark.journal;
        let changed: Vec<bool> = places.iter().enumerate().map(|(p, i)| before.get(p) != Some(i)).collect();
        streams.head.extend(changed.chunks(8).map(byte_of_bits));
        for (place, _) in changed.iter().enumerate().filter(|(_, changed)| **changed) {
            let old = before.get(place).map_or(&[][..], |&i| &rows[i as usize]);
            put_row(&mut streams, old, &rows[places[place] as usize]);
        }
        before.clear();
        before.extend_from_slice(places);
    }
    streams.compress(block)
}

#[derive(Default)]
struct Streams {
    head: Vec<u8>,
    masks: Vec<u8>,
    values: Vec<u8>,
}

impl Streams {
    fn compress<R>(self, block: &Block<R>) -> Vec<u8> {
        let mut raw = Vec::with_capacity(20 + self.head.len() + self.masks.len() + self.values.len());
        put_varint(&mut raw, u64::from(block.first));
        put_varint(&mut raw, block.marks.len() as u64);
        put_varint(&mut raw, self.head.len() as u64);
        put_varint(&mut raw, self.masks.len() as u64);
        raw.extend(self.head.iter().chain(&self.masks).chain(&self.values));
        zstd::bulk::compress(&raw, LEVEL).expect("compressing in memory cannot fail")
    }
}

fn put_row(streams: &mut Streams, old: &[u8], new: &[u8]) {
    put_varint(&mut streams.masks, new.len() as u64);
    if old.len() != new.len() {
        streams.values.extend_from_slice(new);
        return;
    }
    let (old_words, old_rest) = old.as_chunks::<4>();
    let (new_words, new_rest) = new.as_chunks::<4>();
    let changed: Vec<bool> = old_words.iter().zip(new_words).map(|(a, b)| a != b).collect();
    streams.masks.extend(changed.chunks(8).map(byte_of_bits));
    for (a, b) in old_words.iter().zip(new_words).filter(|(a, b)| a != b) {
        let difference = u32::from_le_bytes(*b).wrapping_sub(u32::from_le_bytes(*a)).cast_signed();
        put_varint(&mut streams.values, u64::from(zigzag(difference)));
    }
    streams.values.extend(old_rest.iter().zip(new_rest).map(|(a, b)| a ^ b));
}

impl StoredBlock {
    /// Unpack all of a packed block once and keep it packed.
    pub fn open<S: Simulation>(packed: Vec<u8>) -> Result<Self, CodecError> {
        UNPACK.with_borrow_mut(|unpack| {
            unpack.inflate(&packed, DECODE_LIMIT)?;
            let mut reader = Reader::new(&unpack.raw)?;
            let mut marks = Vec::new();
            let mut distinct = 0;
            unpack.places.clear();
            for _ in 0..reader.frames {
                let mark = reader.frame(&mut unpack.places, |row| {
                    distinct += 1;
                    codec::decode::<S::Row>("row", row).map(drop)
                })?;
                marks.push(mark);
            }
            reader.finish()?;
            let raw_bytes = unpack.raw.len();
            let first = reader.first;
            Ok(Self { first, marks, packed, raw_bytes, distinct })
        })
    }

    pub fn first(&self) -> u32 {
        self.first
    }

    pub fn marks(&self) -> &[Mark] {
        &self.marks
    }

    pub fn bytes(&self) -> usize {
        self.packed.len() + size_of_val(&*self.marks)
    }

    pub fn distinct(&self) -> u64 {
        self.distinct
    }

    pub fn raw_bytes(&self) -> usize {
        self.raw_bytes
    }

    pub fn mark(&self, tick: u32) -> Option<&Mark> {
        self.marks.get(tick.checked_sub(self.first)? as usize)
    }

    /// Unpack one frame, as a block of its own.
    pub fn frame<R: bincode::Decode<()>>(&self, tick: u32) -> Result<Block<R>, CodecError> {
        UNPACK.with_borrow_mut(|unpack| {
            unpack.inflate(&self.packed, self.raw_bytes)?;
            let mut reader = Reader::new(&unpack.raw)?;
            unpack.places.iter_mut().for_each(Vec::clear);
            let mut mark = Mark { len: 0, journal: 0, digest: 0 };
            for _ in self.first..=tick {
                mark = reader.frame(&mut unpack.places, |_| Ok(()))?;
            }
            let rows = unpack.places[..mark.len as usize].iter();
            let rows = rows.map(|row| codec::decode("row", row)).collect::<Result<Vec<R>, _>>()?;
            Ok(Block::alone(tick, rows, mark))
        })
    }
}

impl Unpack {
    fn inflate(&mut self, packed: &[u8], limit: usize) -> Result<(), CodecError> {
        if self.zstd.is_none() {
            self.zstd = Some(zstd::bulk::Decompressor::new().map_err(|e| malformed(&e.to_string()))?);
        }
        let zstd = self.zstd.as_mut().expect("made above");
        // The frame's own claim is a hint for the buffer, cut to the limit; a block without one gets the limit.
        let claimed = zstd::zstd_safe::get_frame_content_size(packed).ok().flatten();
        let room = claimed.map_or(limit, |n| usize::try_from(n).unwrap_or(usize::MAX)).min(limit);
        self.raw.clear();
        self.raw.reserve(room);
        zstd.decompress_to_buffer(packed, &mut self.raw).map_err(|e| malformed(&e.to_string()))?;
        Ok(())
    }
}

/// Reads the streams of one block, frame by frame.
struct Reader<'a> {
    first: u32,
    frames: usize,
    head: &'a [u8],
    masks: &'a [u8],
    values: &'a [u8],
    journal: u32,
    known: usize,
}

impl<'a> Reader<'a> {
    fn new(raw: &'a [u8]) -> Result<Self, CodecError> {
        let mut rest = raw;
        let first = take_u32(&mut rest)?;
        let frames = take_varint(&mut rest)?;
        let head_len = take_varint(&mut rest)?;
        let masks_len = take_varint(&mut rest)?;
        let head = take(&mut rest, head_len)?;
        let masks = take(&mut rest, masks_len)?;
        if frames == 0 || frames > head.len() as u64 || u64::from(first) + frames > u64::from(u32::MAX) {
            return Err(malformed("a frame count that its bytes do not bear out"));
        }
        let frames = usize::try_from(frames).map_err(|_| malformed("too many frames"))?;
        Ok(Self { first, frames, head, masks, values: rest, journal: 0, known: 0 })
    }

    /// Bring `places` to the next frame and show every row that changed.
    fn frame(
        &mut self,
        places: &mut Vec<Vec<u8>>,
        mut changed: impl FnMut(&[u8]) -> Result<(), CodecError>,
    ) -> Result<Mark, CodecError> {
        let len = take_u32(&mut self.head)?;
        let grown = take_u32(&mut self.head)?;
        self.journal = self.journal.checked_add(grown).ok_or_else(|| malformed("a journal longer than 2^32 events"))?;
        let digest = take(&mut self.head, 8)?;
        let digest = u64::from_le_bytes(digest.try_into().expect("eight bytes"));
        let flags = take(&mut self.head, u64::from(len).div_ceil(8))?;
        let len = len as usize;
        // Places beyond those of the frame before are new: they must be marked as changed, so each costs bytes.
        for place in 0..len {
            if flags[place / 8] >> (place % 8) & 1 == 0 {
                if place >= self.known {
                    return Err(malformed("an unchanged row that was never shown"));
                }
                continue;
            }
            if place >= places.len() {
                places.push(Vec::new());
            }
            if place >= self.known {
                places[place].clear();
            }
            self.row(&mut places[place])?;
            changed(&places[place])?;
        }
        self.known = len;
        Ok(Mark { len: index(len), journal: self.journal, digest })
    }

    fn row(&mut self, row: &mut Vec<u8>) -> Result<(), CodecError> {
        let len = take_varint(&mut self.masks)?;
        if len != row.len() as u64 {
            let bytes = take(&mut self.values, len)?;
            row.clear();
            row.extend_from_slice(bytes);
            return Ok(());
        }
        let (words, rest) = row.as_chunks_mut::<4>();
        let mask = take(&mut self.masks, words.len().div_ceil(8) as u64)?;
        for (n, &bits) in mask.iter().enumerate() {
            let mut bits = bits;
            while bits != 0 {
                let word = n * 8 + bits.trailing_zeros() as usize;
                let word = words.get_mut(word).ok_or_else(|| malformed("a mask beyond its row"))?;
                let difference = unzigzag(take_u32(&mut self.values)?);
                *word = u32::from_le_bytes(*word).wrapping_add_signed(difference).to_le_bytes();
                bits &= bits - 1;
            }
        }
        let xored = take(&mut self.values, rest.len() as u64)?;
        rest.iter_mut().zip(xored).for_each(|(byte, x)| *byte ^= x);
        Ok(())
    }

    fn finish(&self) -> Result<(), CodecError> {
        match self.head.len() + self.masks.len() + self.values.len() {
            0 => Ok(()),
            extra => Err(CodecError::Trailing { what: "block", extra }),
        }
    }
}

fn byte_of_bits(bits: &[bool]) -> u8 {
    bits.iter().enumerate().fold(0, |byte, (n, &bit)| byte | u8::from(bit) << n)
}

fn zigzag(n: i32) -> u32 {
    ((n << 1) ^ (n >> 31)).cast_unsigned()
}

fn unzigzag(n: u32) -> i32 {
    (n >> 1).cast_signed() ^ -(n & 1).cast_signed()
}

fn malformed(reason: &str) -> CodecError {
    CodecError::of_block(reason)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn zigzag_varints_come_back(n: i32) {
            let mut bytes = Vec::new();
            put_varint(&mut bytes, u64::from(zigzag(n)));
            prop_assert_eq!(unzigzag(take_u32(&mut bytes.as_slice()).unwrap()), n);
        }

        #[test]
        fn a_packed_block_unpacks_to_the_same_frames(frames in prop::collection::vec(prop::collection::vec((0u32..9, any::<Vec<u8>>()), 0..6), 1..9)) {
            let mut block = Block::new(7);
            let mut latest = Vec::new();
            for (n, rows) in frames.iter().enumerate() {
                block.push(&mut latest, None, n as u32, |shown| rows.iter().for_each(|r| shown.row(r)));
                block.sign(n as u64);
            }
            let packed = pack(&block);
            let raw_bytes = zstd::bulk::decompress(&packed, 1 << 20).unwrap().len();
            let stored = StoredBlock { first: 7, marks: Vec::new(), packed, raw_bytes, distinct: 0 };
            for (n, rows) in frames.iter().enumerate() {
                let found: Block<(u32, Vec<u8>)> = stored.frame(7 + n as u32).unwrap();
                prop_assert_eq!(&found.rows, rows);
                prop_assert_eq!(found.marks[0].journal, n as u32);
                prop_assert_eq!(found.marks[0].digest, n as u64);
            }
        }
    }
}
