//! What is too large: files that unpack to far more than they weigh are refused before they fill the memory, and what
//! could not be opened again is not saved. Would catch: a file of a megabyte that takes ten gigabytes to open.

use std::sync::Arc;

use recorder::file::{self, FileError};
use recorder::{Digest, Orders, Recorder, Settings, Simulation, Stage, Stamped};

use crate::chunks::Chunks;

/// One row of any weight that changes its length every tick, and an event of no bytes at all.
#[derive(Debug)]
struct Block {
    row_bytes: usize,
    ticks: u32,
}

impl Simulation for Block {
    type State = u32;
    type Scratch = ();
    type Row = Vec<u8>;
    type Event = ();
    type Order = ();
    type Outcome = ();
    type Cast = ();

    fn ruleset(&self) -> &str {
        "block"
    }

    fn fingerprint(&self) -> u64 {
        0
    }

    fn tick_hz(&self) -> u32 {
        1
    }

    fn cap_ticks(&self) -> u32 {
        self.ticks
    }

    fn start(&self) -> u32 {
        0
    }

    fn stages(&self) -> &[Stage<Self>] {
        &[Stage {
            name: "age",
            run: |_, step| {
                *step.state += 1;
                step.journal.push(());
            },
        }]
    }

    fn observe(&self, age: &u32, see: &mut impl FnMut(&Vec<u8>)) {
        see(&vec![0; self.row_bytes + *age as usize]);
    }

    fn digest(&self, age: &u32, digest: &mut Digest<'_>) {
        digest.u64(u64::from(*age));
    }

    fn outcome(&self, age: &u32) -> Option<()> {
        (*age >= self.ticks).then_some(())
    }

    fn refuse_late(&self, _: &Stamped<()>, _: u32) {}

    fn cast(&self) {}

    fn row_bytes(row: &Vec<u8>) -> usize {
        size_of_val(row) + row.capacity()
    }
}

fn record(row_bytes: usize, ticks: u32, settings: Settings) -> recorder::Recording<Block> {
    Recorder::new(Arc::new(Block { row_bytes, ticks }), Orders::default(), settings).finish().unwrap()
}

fn open(chunks: &Chunks) -> Result<file::Opened<Block>, FileError> {
    file::open(&chunks.join(), "block", None)
}

fn varint(mut n: u64) -> Vec<u8> {
    let mut bytes = Vec::new();
    while n >= 0x80 {
        bytes.push(n as u8 | 0x80);
        n >>= 7;
    }
    bytes.push(n as u8);
    bytes
}

/// A block chunk of frames that show nothing.
fn empty_frames(first: u64, frames: u64) -> Vec<u8> {
    let head = frames * 10;
    let mut raw = [varint(first), varint(frames), varint(head), varint(0)].concat();
    raw.resize(raw.len() + head as usize, 0);
    let packed = zstd::bulk::compress(&raw, 1).unwrap();
    let events = zstd::bulk::compress(&[0; 8], 1).unwrap();
    [&(packed.len() as u32).to_le_bytes()[..], &packed, &events].concat()
}

#[test]
fn a_file_of_endless_empty_frames_is_refused() {
    let mut chunks = Chunks::split(&record(0, 1, Settings::default()).save().unwrap());
    chunks.list.truncate(2);
    // Behind the name, the layout, the fingerprint and two rates stands how long a block is.
    let block_ticks = 8 + "block".len() + 4 + 8 + 4 + 4;
    chunks.list[0].1[block_ticks..block_ticks + 4].copy_from_slice(&(1_u32 << 16).to_le_bytes());
    chunks.list.extend((0..200).map(|n| (*b"BLOC", empty_frames(n << 16, 1 << 16))));
    assert!(chunks.join().len() < 100_000);
    let error = open(&chunks).unwrap_err().to_string();
    assert!(error.ends_with("more than 4194304 ticks"), "{error}");
}

#[test]
fn rates_and_first_ticks_beyond_counting_are_refused() {
    let saved = record(0, 1, Settings::default()).save().unwrap();
    // Behind the name, the layout and the fingerprint stand the rate, the cap, how long a block is and the first tick.
    let rate = 8 + "block".len() + 4 + 8;
    for (at, value) in [(rate, 0), (rate, u32::MAX), (rate + 8, 3), (rate + 12, u32::MAX - 1)] {
        let mut chunks = Chunks::split(&saved);
        chunks.list[0].1[at..at + 4].copy_from_slice(&value.to_le_bytes());
        let error = open(&chunks).unwrap_err().to_string();
        assert!(error.ends_with("a tick rate, block length or first tick that cannot be"), "{error}");
    }
}

#[test]
fn events_without_bytes_are_counted_before_they_are_made() {
    let mut chunks = Chunks::split(&record(4, 3, Settings::default()).save().unwrap());
    assert_eq!(open(&chunks).unwrap().recording.event_count(), 3);
    chunks.edit_inside(2, 1, |raw| raw.copy_from_slice(&(1_u64 << 60).to_le_bytes()));
    assert!(open(&chunks).is_err());
    chunks.edit_inside(2, 1, |raw| raw.copy_from_slice(&3_u64.to_le_bytes()));
    chunks.edit_inside(3, 0, |raw| {
        let late = raw.len() - 8;
        raw[late..].copy_from_slice(&(1_u64 << 60).to_le_bytes());
    });
    assert!(open(&chunks).is_err());
}

#[test]
fn a_block_too_large_to_open_again_is_not_saved() {
    let in_blocks_of = |ticks| Settings { block_ticks: ticks, checkpoint_ticks: 1, ..Settings::default() };
    let error = record(17 << 20, 4, in_blocks_of(4)).save().unwrap_err().to_string();
    assert!(error.starts_with("too large to save: 71"), "{error}");
    // Shorter blocks are the way out.
    let bytes = record(17 << 20, 4, in_blocks_of(2)).save().unwrap();
    assert_eq!(file::open::<Block>(&bytes, "block", None).unwrap().recording.last_tick(), 4);
}

#[test]
#[should_panic(expected = "at most 65536")]
fn blocks_longer_than_a_file_takes_are_refused_at_once() {
    record(0, 1, Settings { block_ticks: 1 << 17, ..Settings::default() });
}

#[test]
#[should_panic(expected = "powers of two")]
fn ticks_a_block_are_a_power_of_two() {
    record(0, 1, Settings { block_ticks: 48, ..Settings::default() });
}

#[test]
#[should_panic(expected = "every block starts at a checkpoint")]
fn checkpoints_are_no_further_apart_than_blocks_are_long() {
    record(0, 1, Settings { block_ticks: 16, checkpoint_ticks: 32, ..Settings::default() });
}
