//! The `.fight` format as an outsider reads it, to forge files whose checksums are right. Kept apart from the crate's own
//! reader on purpose: the two agreeing is a test of the description in `file.rs`.

use twox_hash::XxHash3_64;

/// A file taken apart.
#[derive(Debug, Clone, PartialEq)]
pub struct Chunks {
    /// Mark and version.
    pub preamble: Vec<u8>,
    /// Tag and payload.
    pub list: Vec<([u8; 4], Vec<u8>)>,
}

impl Chunks {
    pub fn split(bytes: &[u8]) -> Self {
        let (preamble, mut rest) = bytes.split_at(12);
        let mut list = Vec::new();
        while !rest.is_empty() {
            let len = u64::from_le_bytes(rest[4..12].try_into().unwrap()) as usize;
            list.push((rest[..4].try_into().unwrap(), rest[20..20 + len].to_vec()));
            rest = &rest[20 + len..];
        }
        Self { preamble: preamble.to_vec(), list }
    }

    /// Put it together again with checksums that fit.
    pub fn join(&self) -> Vec<u8> {
        let mut bytes = self.preamble.clone();
        for (tag, payload) in &self.list {
            bytes.extend_from_slice(tag);
            bytes.extend_from_slice(&(payload.len() as u64).to_le_bytes());
            bytes.extend_from_slice(&checksum(*tag, payload).to_le_bytes());
            bytes.extend_from_slice(payload);
        }
        bytes
    }

    /// Where chunk `n` starts.
    pub fn start(&self, n: usize) -> usize {
        self.preamble.len() + self.list[..n].iter().map(|(_, payload)| 20 + payload.len()).sum::<usize>()
    }

    /// Change the uncompressed bytes of a compressed chunk. `part` picks frames (even) or events (odd) of a block.
    pub fn edit_inside(&mut self, n: usize, part: usize, edit: impl FnOnce(&mut Vec<u8>)) {
        let (tag, payload) = &mut self.list[n];
        match &*tag {
            b"DATA" | b"TAIL" => *payload = recompressed(payload, edit),
            b"BLOC" => {
                let len = u32::from_le_bytes(payload[..4].try_into().unwrap()) as usize;
                let (mut frames, mut events) = (payload[4..4 + len].to_vec(), payload[4 + len..].to_vec());
                let edited = if part.is_multiple_of(2) { &mut frames } else { &mut events };
                *edited = recompressed(edited, edit);
                *payload = [&(frames.len() as u32).to_le_bytes()[..], &frames, &events].concat();
            }
            _ => edit(payload),
        }
    }
}

fn checksum(tag: [u8; 4], payload: &[u8]) -> u64 {
    recorder::fold(u32::from_le_bytes(tag).into(), XxHash3_64::oneshot(payload))
}

fn recompressed(bytes: &[u8], edit: impl FnOnce(&mut Vec<u8>)) -> Vec<u8> {
    let mut raw = zstd::bulk::decompress(bytes, 1 << 20).unwrap();
    edit(&mut raw);
    zstd::bulk::compress(&raw, 1).unwrap()
}
