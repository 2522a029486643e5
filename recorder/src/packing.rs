//! Packing: how a simulation whose rows are columns of many things says to write them small. Blocks of such rows are
//! packed as they close.
//!
//! A row is put as numbers and columns, and taken again in the same order. Where they end up is this file's business:
//! streams, so that like lies beside like, each compressed on its own.

use std::cell::RefCell;

use crate::codec::CodecError;
use crate::column::Buffers;
#[cfg(target_family = "wasm")]
use crate::plain_zstd as zstd;
use crate::varint::{ends_early, put_signed, put_varint, take, take_varint, unzigzag};
use crate::window::WIDTHS;

/// How rows are packed. What `put` appends, `take` takes, given the same past.
#[derive(Debug)]
pub struct Packing<R> {
    /// How many kinds of columns there are. Columns of one kind lie side by side.
    pub kinds: usize,
    /// Append a row.
    pub put: fn(&R, Before<'_, R>, &mut Packer),
    /// Take a row, given one that is no longer needed, whose memory may be used again. Whatever the bytes are, it comes to
    /// an end, and allocates only what columns and [`Unpacker::length`] let it.
    pub take: Take<R>,
}

/// How a row is taken: see [`Packing::take`].
pub type Take<R> = fn(Before<'_, R>, Option<R>, &mut Unpacker) -> Result<R, CodecError>;

impl<R> Clone for Packing<R> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<R> Copy for Packing<R> {}

/// What a row was before, as far as its block tells.
#[derive(Debug)]
pub struct Before<'a, R> {
    /// The row in the same place a tick before.
    pub one: Option<&'a R>,
    /// The row in the same place two ticks before; there only if `one` is.
    pub two: Option<&'a R>,
}

impl<R> Clone for Before<'_, R> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<R> Copy for Before<'_, R> {}

/// zstd's level: higher ones gained nothing on differences.
const LEVEL: i32 = 1;

/// Streams shorter than this are not worth compressing.
const WORTH_COMPRESSING: usize = 32;

/// The streams that are not cells: numbers, modes, bases, gaps, values.
const OTHERS: usize = 5;
const NUMBERS: usize = 0;
const MODES: usize = 1;
const BASES: usize = 2;
const GAPS: usize = 3;
const VALUES: usize = 4;

/// Where the cells of a kind and a width lie. Of no width there are none.
fn cells_stream(kind: usize, width: u8) -> usize {
    OTHERS + kind * (WIDTHS.len() - 1) + usize::from(width).saturating_sub(1)
}

fn streams(kinds: usize) -> usize {
    OTHERS + kinds * (WIDTHS.len() - 1)
}

thread_local! {
    /// zstd's tables, kept between blocks.
    static ZSTD: RefCell<Zstd> = RefCell::default();
}

#[derive(Default)]
struct Zstd {
    compress: Option<zstd::bulk::Compressor<'static>>,
    decompress: Option<zstd::bulk::Decompressor<'static>>,
    buffer: Vec<u8>,
}

/// Takes rows apart.
#[derive(Debug)]
pub struct Packer {
    pub(crate) streams: Streams,
    /// What whoever unpacks this will have to claim.
    claims: u64,
    pub(crate) buffers: Buffers,
}

/// What is put, by what it is.
#[derive(Debug)]
pub(crate) struct Streams(Vec<Vec<u8>>);

impl Streams {
    pub(crate) fn numbers(&mut self) -> &mut Vec<u8> {
        &mut self.0[NUMBERS]
    }

    pub(crate) fn modes(&mut self) -> &mut Vec<u8> {
        &mut self.0[MODES]
    }

    pub(crate) fn bases(&mut self) -> &mut Vec<u8> {
        &mut self.0[BASES]
    }

    pub(crate) fn gaps(&mut self) -> &mut Vec<u8> {
        &mut self.0[GAPS]
    }

    pub(crate) fn values(&mut self) -> &mut Vec<u8> {
        &mut self.0[VALUES]
    }

    pub(crate) fn cells_of(&mut self, kind: usize, width: u8) -> &mut Vec<u8> {
        &mut self.0[cells_stream(kind, width)]
    }
}

impl Packer {
    pub(crate) fn new(kinds: usize) -> Self {
        Self { streams: Streams(vec![Vec::new(); streams(kinds)]), claims: 0, buffers: Buffers::default() }
    }

    /// Append a number; small ones take less.
    pub fn number(&mut self, number: u64) {
        put_varint(self.streams.numbers(), number);
    }

    /// Append a number of either sign; those near 0 take less.
    pub fn signed(&mut self, number: i64) {
        put_signed(self.streams.numbers(), number);
    }

    /// Append how many things follow, to be taken by [`Unpacker::length`].
    pub fn length(&mut self, length: usize) {
        self.number(length as u64);
        self.claim(length);
    }

    pub(crate) fn claim(&mut self, bytes: usize) {
        self.claims += bytes as u64;
    }

    /// What was claimed since this was last asked.
    pub(crate) fn take_claims(&mut self) -> u64 {
        std::mem::take(&mut self.claims)
    }

    /// Write all streams, each with its length and what it is packed to, and empty them.
    pub(crate) fn write(&mut self, into: &mut Vec<u8>) {
        for stream in &mut self.streams.0 {
            self.claims += stream.len() as u64;
            write_stream(stream, into);
            stream.clear();
        }
    }

    /// Bytes held.
    pub(crate) fn bytes(&self) -> usize {
        self.streams.0.iter().map(Vec::capacity).sum()
    }
}

/// Write a stream: its length, the length it is packed to (the same where it is not), and the bytes.
pub(crate) fn write_stream(stream: &[u8], into: &mut Vec<u8>) {
    put_varint(into, stream.len() as u64);
    if stream.is_empty() {
        return;
    }
    ZSTD.with_borrow_mut(|zstd| {
        let Zstd { compress, buffer, .. } = zstd;
        let compress = compress.get_or_insert_with(|| {
            let mut compressor = zstd::bulk::Compressor::new(LEVEL).expect("zstd has memory for its tables");
            compressor.include_contentsize(false).expect("zstd knows the setting");
            compressor
        });
        buffer.clear();
        buffer.reserve(zstd::zstd_safe::compress_bound(stream.len()));
        let worth = stream.len() >= WORTH_COMPRESSING
            && compress.compress_to_buffer(stream, buffer).expect("compressing in memory cannot fail") < stream.len();
        let bytes = if worth { buffer } else { stream };
        put_varint(into, bytes.len() as u64);
        into.extend_from_slice(bytes);
    });
}

/// Read a stream that [`write_stream`] wrote, of at most so many bytes.
pub(crate) fn read_stream(from: &mut &[u8], limit: u64, into: &mut Vec<u8>) -> Result<(), CodecError> {
    into.clear();
    let len = take_varint(from)?;
    if len == 0 {
        return Ok(());
    }
    if len > limit {
        return Err(CodecError::of_block("a stream longer than a block may be"));
    }
    let packed = take_varint(from)?;
    let bytes = take(from, packed)?;
    if packed == len {
        into.extend_from_slice(bytes);
        return Ok(());
    }
    // The limit holds the length to what memory there is, and zstd to the length.
    let len = len as usize;
    into.reserve(len);
    ZSTD.with_borrow_mut(|zstd| {
        if zstd.decompress.is_none() {
            let fresh = zstd::bulk::Decompressor::new().map_err(|e| CodecError::of_block(&e.to_string()))?;
            zstd.decompress = Some(fresh);
        }
        let decompress = zstd.decompress.as_mut().expect("made above");
        decompress.decompress_to_buffer(bytes, into).map_err(|e| CodecError::of_block(&e.to_string()))
    })?;
    if into.len() == len { Ok(()) } else { Err(CodecError::of_block("a stream of another length than it says")) }
}

/// Puts rows together again.
#[derive(Debug)]
pub struct Unpacker {
    streams: Vec<Stream>,
    /// Bytes that rows may still take.
    left: u64,
}

#[derive(Debug, Default)]
struct Stream {
    bytes: Vec<u8>,
    at: usize,
}

impl Stream {
    #[inline]
    fn rest(&self) -> &[u8] {
        &self.bytes[self.at..]
    }

    #[inline]
    fn byte(&mut self) -> Result<u8, CodecError> {
        let byte = *self.bytes.get(self.at).ok_or_else(ends_early)?;
        self.at += 1;
        Ok(byte)
    }

    #[inline(always)]
    fn varint(&mut self) -> Result<u64, CodecError> {
        // Nearly all are of one byte.
        if let Some(&byte) = self.bytes.get(self.at)
            && byte < 0x80
        {
            self.at += 1;
            return Ok(u64::from(byte));
        }
        self.long_varint()
    }

    #[cold]
    fn long_varint(&mut self) -> Result<u64, CodecError> {
        let mut rest = self.rest();
        let before = rest.len();
        let number = take_varint(&mut rest)?;
        self.at += before - rest.len();
        Ok(number)
    }
}

impl Unpacker {
    pub(crate) fn new(kinds: usize, limit: u64) -> Self {
        let streams = (0..streams(kinds)).map(|_| Stream::default()).collect();
        Self { streams, left: limit }
    }

    /// Read all streams anew.
    pub(crate) fn read(&mut self, from: &mut &[u8]) -> Result<(), CodecError> {
        for stream in &mut self.streams {
            stream.at = 0;
            read_stream(from, self.left, &mut stream.bytes)?;
            self.left -= stream.bytes.len() as u64;
        }
        Ok(())
    }

    /// Check that everything was taken.
    pub(crate) fn finish(&self) -> Result<(), CodecError> {
        match self.streams.iter().map(|stream| stream.rest().len()).sum() {
            0 => Ok(()),
            extra => Err(CodecError::Trailing { what: "block", extra }),
        }
    }

    /// Take a number.
    ///
    /// # Errors
    /// There is none.
    pub fn number(&mut self) -> Result<u64, CodecError> {
        self.streams[NUMBERS].varint()
    }

    /// Take a number of either sign.
    ///
    /// # Errors
    /// There is none.
    pub fn signed(&mut self) -> Result<i64, CodecError> {
        self.number().map(unzigzag)
    }

    /// Take the number of things that follow, and hold it against what a block may hold: they may then be made.
    ///
    /// # Errors
    /// There is none, or it is too large.
    pub fn length(&mut self) -> Result<usize, CodecError> {
        let length = self.number()?;
        self.claim(length)?;
        Ok(length as usize)
    }

    /// Say that a row does not make sense.
    #[must_use]
    pub fn malformed(reason: &str) -> CodecError {
        CodecError::of_block(reason)
    }

    /// Count bytes toward what a block may hold, before they are made.
    pub(crate) fn claim(&mut self, bytes: u64) -> Result<(), CodecError> {
        let left = self.left.checked_sub(bytes);
        self.left = left.ok_or_else(|| CodecError::of_block("more rows than a block may hold"))?;
        Ok(())
    }

    /// Bytes that rows may still take.
    pub(crate) fn left(&self) -> u64 {
        self.left
    }

    /// Stand where so many bytes were left, with nothing to take before the next reading.
    pub(crate) fn go_to(&mut self, left: u64) {
        self.left = left;
        self.streams.iter_mut().for_each(|stream| stream.at = stream.bytes.len());
    }

    pub(crate) fn peek_mode(&self) -> Result<u8, CodecError> {
        self.streams[MODES].rest().first().copied().ok_or_else(ends_early)
    }

    #[inline]
    pub(crate) fn mode(&mut self) -> Result<u8, CodecError> {
        self.streams[MODES].byte()
    }

    pub(crate) fn base(&mut self) -> Result<i32, CodecError> {
        self.streams[BASES].varint().and_then(narrow)
    }

    #[inline]
    pub(crate) fn gap(&mut self) -> Result<u64, CodecError> {
        self.streams[GAPS].varint()
    }

    #[inline]
    pub(crate) fn value(&mut self) -> Result<i32, CodecError> {
        self.streams[VALUES].varint().and_then(narrow)
    }

    /// The next cells of a kind and a width.
    pub(crate) fn cells_of(&mut self, kind: usize, width: u8, bytes: u64) -> Result<&[u8], CodecError> {
        if bytes == 0 {
            return Ok(&[]);
        }
        let stream = &mut self.streams[cells_stream(kind, width)];
        let from = stream.at;
        let cells = usize::try_from(bytes).ok().and_then(|len| stream.bytes.get(from..from.checked_add(len)?));
        let cells = cells.ok_or_else(ends_early)?;
        stream.at += cells.len();
        Ok(cells)
    }

    /// Bytes held.
    pub(crate) fn bytes(&self) -> usize {
        self.streams.iter().map(|stream| stream.bytes.capacity()).sum()
    }
}

fn narrow(number: u64) -> Result<i32, CodecError> {
    i32::try_from(unzigzag(number)).map_err(|_| CodecError::of_block("a number of more than 32 bits"))
}
