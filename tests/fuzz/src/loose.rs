//! Recordings without their checksums and compression, and back: what the fuzzer can change to some effect.
//!
//! A chunk is its tag, its length (u32) and its payload; in a `BLOC` or `PACK` the frames' length and the frames come
//! before the events. What does not divide like that is sealed as it is. The streams of a `PACK` may be plain in a sealed
//! file too; they are made so once.

use recorder::file::PREAMBLE;

/// The most bytes that a part unpacks to.
const PART_MAX: usize = 16 << 20;

/// Take off what a file is sealed with.
#[must_use]
pub fn loosen(file: &[u8]) -> Vec<u8> {
    let (preamble, mut rest) = file.split_at(PREAMBLE);
    let mut loose = preamble.to_vec();
    while let Some((head, after)) = rest.split_at_checked(20) {
        let len = u64::from_le_bytes(head[4..12].try_into().expect("eight bytes"));
        let (payload, after) = after.split_at(usize::try_from(len).expect("a file in memory"));
        let payload = parts(&head[..4], payload, &unpack);
        loose.extend_from_slice(&head[..4]);
        loose.extend_from_slice(&length(&payload));
        loose.extend_from_slice(&payload);
        rest = after;
    }
    loose
}

/// Seal what may be a loosened file.
pub(crate) fn seal(loose: &[u8]) -> Vec<u8> {
    let Some((preamble, mut rest)) = loose.split_at_checked(PREAMBLE) else { return loose.to_vec() };
    let mut file = preamble.to_vec();
    while let Some((head, after)) = rest.split_at_checked(8) {
        let len = u32::from_le_bytes(head[4..].try_into().expect("four bytes")) as usize;
        let (payload, after) = after.split_at(len.min(after.len()));
        let payload = parts(&head[..4], payload, &pack);
        let tag = u32::from_le_bytes(head[..4].try_into().expect("four bytes"));
        file.extend_from_slice(&head[..4]);
        file.extend_from_slice(&(payload.len() as u64).to_le_bytes());
        file.extend_from_slice(&recorder::fold(u64::from(tag), recorder::hash(&payload)).to_le_bytes());
        file.extend_from_slice(&payload);
        rest = after;
    }
    file
}

/// Change the parts of a chunk that are compressed.
fn parts(tag: &[u8], payload: &[u8], change: &dyn Fn(&[u8]) -> Vec<u8>) -> Vec<u8> {
    match tag {
        b"DATA" | b"TAIL" => change(payload),
        b"BLOC" | b"PACK" => {
            let Some((len, rest)) = payload.split_first_chunk::<4>() else { return payload.to_vec() };
            let (frames, events) = rest.split_at((u32::from_le_bytes(*len) as usize).min(rest.len()));
            let frames = if tag == b"BLOC" { change(frames) } else { plain(frames).unwrap_or_else(|| frames.to_vec()) };
            [&length(&frames)[..], &frames, &change(events)].concat()
        }
        _ => payload.to_vec(),
    }
}

fn length(part: &[u8]) -> [u8; 4] {
    (part.len() as u32).to_le_bytes()
}

fn pack(part: &[u8]) -> Vec<u8> {
    zstd::bulk::compress(part, 1).expect("compressing in memory cannot fail")
}

fn unpack(part: &[u8]) -> Vec<u8> {
    zstd::bulk::decompress(part, PART_MAX).expect("what was packed unpacks")
}

/// Write the streams of a packed block plain; `None` where they are not what they should be.
fn plain(block: &[u8]) -> Option<Vec<u8>> {
    let mut rest = block;
    varint(&mut rest)?; // the first tick
    varint(&mut rest)?; // how many
    let mut plain = block[..block.len() - rest.len()].to_vec();
    while !rest.is_empty() {
        let start = rest;
        let len = varint(&mut rest)?;
        plain.extend_from_slice(&start[..start.len() - rest.len()]);
        if len == 0 {
            continue;
        }
        let start = rest;
        let packed = varint(&mut rest)?;
        let (bytes, after) = rest.split_at_checked(packed)?;
        if packed == len {
            plain.extend_from_slice(&start[..start.len() - after.len()]);
        } else {
            put_varint(&mut plain, len);
            plain.extend(zstd::bulk::decompress(bytes, len).ok()?);
        }
        rest = after;
    }
    Some(plain)
}

fn varint(from: &mut &[u8]) -> Option<usize> {
    let mut value = 0;
    for shift in (0..28).step_by(7) {
        let (&byte, rest) = from.split_first()?;
        *from = rest;
        value |= usize::from(byte & 127) << shift;
        if byte < 128 {
            return Some(value);
        }
    }
    None
}

fn put_varint(into: &mut Vec<u8>, mut value: usize) {
    while value > 127 {
        into.push((value & 127) as u8 | 128);
        value >>= 7;
    }
    into.push(value as u8);
}
