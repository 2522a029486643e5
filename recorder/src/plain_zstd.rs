//! What this crate uses of zstd, where zstd's C does not build: frames are written uncompressed, and read by a decoder in
//! Rust. Both are zstd's own format, so files go from one to the other.

use std::io;

/// The bytes that every frame begins with.
const MAGIC: [u8; 4] = 0xFD2F_B528_u32.to_le_bytes();
/// The frame says how long its content is, in eight bytes, and is one segment.
const DESCRIPTOR: u8 = 0b1110_0000;
/// The most bytes of a block.
const BLOCK_BYTES_MAX: usize = 128 << 10;

/// Compressing and decompressing in one go.
pub(crate) mod bulk {
    use std::io::{self, Read};
    use std::marker::PhantomData;

    use ruzstd::decoding::StreamingDecoder;

    use super::{malformed, write_frame, zstd_safe};
    use crate::codec::DECODE_LIMIT;

    pub(crate) fn compress(raw: &[u8], _level: i32) -> io::Result<Vec<u8>> {
        let mut frame = Vec::with_capacity(zstd_safe::compress_bound(raw.len()));
        write_frame(raw, &mut frame);
        Ok(frame)
    }

    pub(crate) fn decompress(frame: &[u8], room: usize) -> io::Result<Vec<u8>> {
        let mut raw = Vec::with_capacity(room);
        Decompressor::new()?.decompress_to_buffer(frame, &mut raw)?;
        Ok(raw)
    }

    #[derive(Default)]
    pub(crate) struct Compressor<'a>(PhantomData<&'a ()>);

    impl Compressor<'_> {
        pub(crate) fn new(_level: i32) -> io::Result<Self> {
            Ok(Self(PhantomData))
        }

        pub(crate) fn include_contentsize(&mut self, _include: bool) -> io::Result<()> {
            Ok(())
        }

        pub(crate) fn compress_to_buffer(&mut self, raw: &[u8], buffer: &mut Vec<u8>) -> io::Result<usize> {
            buffer.clear();
            write_frame(raw, buffer);
            Ok(buffer.len())
        }
    }

    #[derive(Default)]
    pub(crate) struct Decompressor<'a>(PhantomData<&'a ()>);

    impl Decompressor<'_> {
        pub(crate) fn new() -> io::Result<Self> {
            Ok(Self(PhantomData))
        }

        /// Fill a buffer; what is beyond its capacity is too long.
        pub(crate) fn decompress_to_buffer(&mut self, frame: &[u8], buffer: &mut Vec<u8>) -> io::Result<usize> {
            buffer.clear();
            let room = buffer.capacity();
            let decoder = StreamingDecoder::new_with_max_window_size(frame, DECODE_LIMIT as u64);
            let mut content = decoder.map_err(|error| malformed(&error.to_string()))?.take(room as u64 + 1);
            content.read_to_end(buffer)?;
            if buffer.len() > room { Err(malformed("longer than it may be")) } else { Ok(buffer.len()) }
        }
    }
}

/// Looking at a frame.
pub(crate) mod zstd_safe {
    use ruzstd::decoding::FrameDecoder;

    use super::DESCRIPTOR;

    /// Give the length that a frame says its content has; none where it does not say.
    pub(crate) fn get_frame_content_size(frame: &[u8]) -> Result<Option<u64>, String> {
        let mut decoder = FrameDecoder::new();
        decoder.init(frame).map_err(|error| error.to_string())?;
        // The decoder has 0 for both; an empty frame of ours does say so.
        let says = decoder.content_size() > 0 || frame.get(4) == Some(&DESCRIPTOR);
        Ok(says.then(|| decoder.content_size()))
    }

    pub(crate) fn compress_bound(len: usize) -> usize {
        len + 3 * (len / super::BLOCK_BYTES_MAX + 1) + 13
    }
}

/// Write a frame of uncompressed blocks.
fn write_frame(raw: &[u8], frame: &mut Vec<u8>) {
    frame.extend_from_slice(&MAGIC);
    frame.push(DESCRIPTOR);
    frame.extend_from_slice(&(raw.len() as u64).to_le_bytes());
    let blocks = raw.len().div_ceil(BLOCK_BYTES_MAX).max(1);
    for n in 0..blocks {
        let block = &raw[n * BLOCK_BYTES_MAX..raw.len().min((n + 1) * BLOCK_BYTES_MAX)];
        // Bit 0: the last one; bits 1 and 2: uncompressed; then the length.
        let head = u32::from(n + 1 == blocks) | (block.len() as u32) << 3;
        frame.extend_from_slice(&head.to_le_bytes()[..3]);
        frame.extend_from_slice(block);
    }
}

fn malformed(reason: &str) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, reason)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Nothing, a little, and just above a block; of these bytes no two blocks are alike.
    fn contents() -> impl Iterator<Item = Vec<u8>> {
        [0, 1, 1000, BLOCK_BYTES_MAX, BLOCK_BYTES_MAX + 1]
            .into_iter()
            .map(|len| (0..len).map(|n| (n % 251) as u8).collect())
    }

    #[test]
    fn zstd_reads_what_is_written_here() {
        for raw in contents() {
            let frame = bulk::compress(&raw, 1).expect("in memory");
            assert_eq!(::zstd::zstd_safe::get_frame_content_size(&frame).ok(), Some(Some(raw.len() as u64)));
            assert_eq!(::zstd::bulk::decompress(&frame, raw.len()).expect("a frame"), raw);
        }
    }

    #[test]
    fn what_zstd_writes_is_read_here() {
        for raw in contents() {
            let frame = ::zstd::bulk::compress(&raw, 1).expect("in memory");
            if !raw.is_empty() {
                assert_eq!(zstd_safe::get_frame_content_size(&frame), Ok(Some(raw.len() as u64)));
                assert!(bulk::decompress(&frame, raw.len() - 1).is_err(), "there is no room for it");
            }
            assert_eq!(bulk::decompress(&frame, raw.len()).expect("a frame"), raw);
        }
    }
}
