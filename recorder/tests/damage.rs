//! Damaged and hostile files: cut at any byte they open to their last whole chunk, any flipped byte is found, and
//! whatever else is done to them they give an error or a fight that can be watched; never a panic, never a bomb.

use std::sync::Arc;

use recorder::file::{self, FileError, Opened};
use recorder::{Recorder, Recording, Settings};

use crate::chunks::Chunks;
use crate::toy::{Ask, Pond, orders as list};

/// A fight of five short blocks with events and orders, early, wrong and late.
pub fn fight() -> Recording<Pond> {
    let asks = [(5, Ask::Hatch), (9, Ask::Hush(99)), (11, Ask::Sing(vec![3; 9])), (90, Ask::Hatch)];
    let settings = Settings { block_ticks: 16, checkpoint_ticks: 16, ..Settings::default() };
    Recorder::new(Pond::lasting(70).shared(), list(&asks), settings).finish().unwrap()
}

fn open(bytes: &[u8]) -> Result<Opened<Pond>, FileError> {
    file::open(bytes, "pond", None)
}

/// Read everything there is to read.
fn watch_all(recording: &Recording<Pond>) {
    let (first, last) = (recording.first_tick(), recording.last_tick());
    let near = (first..=last).take(2_000).chain((first..=last).rev().take(50));
    for tick in near {
        let frame = recording.seek(tick).expect("an opened file shows every tick it says it has");
        assert_eq!((frame.tick(), frame.rows().count()), (tick, frame.len()));
        assert!(frame.journal() <= recording.event_count());
    }
    assert_eq!(recording.events(0..u32::MAX).count() as u32, recording.event_count() - recording.first_event());
    let _ = (recording.memory(), recording.trail_digest(), recording.late_refusals(), recording.checkpoint(last));
}

#[test]
fn cut_at_any_byte_it_opens_to_its_last_whole_chunk() {
    let whole = fight();
    let bytes = whole.save().unwrap();
    let chunks = Chunks::split(&bytes);
    assert_eq!(chunks.join(), bytes);
    let first_block_ends = chunks.start(3);
    for cut in 0..bytes.len() {
        match open(&bytes[..cut]) {
            Err(error) => {
                assert!(cut < first_block_ends, "cut at {cut}: {error}");
                assert!(matches!(error, FileError::NotARecording | FileError::NothingWhole { .. }), "{error}");
            }
            Ok(opened) => {
                let whole_blocks = (3..chunks.list.len()).take_while(|&n| chunks.start(n) <= cut).count() as u32;
                let last = (whole_blocks * 16 - 1).min(70);
                let missing = opened.cut.expect("a cut is told");
                assert_eq!((missing.last_tick, opened.recording.last_tick()), (last, last), "cut at {cut}");
                assert_eq!(missing.at, chunks.start(2 + whole_blocks as usize) as u64, "cut at {cut}");
                assert!(!opened.recording.is_complete());
                let same = |t| opened.recording.digest(t) == whole.digest(t);
                assert!((0..=last).all(same), "cut at {cut}");
            }
        }
    }
}

#[test]
fn a_cut_fight_can_be_recorded_to_its_end_again() {
    let whole = fight();
    let bytes = whole.save().unwrap();
    let cut = &bytes[..Chunks::split(&bytes).start(4)];
    let opened = file::open(cut, "pond", whole.rules().map(Arc::clone)).unwrap();
    let last = opened.recording.last_tick();
    assert_eq!(
        opened.cut.unwrap().to_string(),
        format!("the file ends inside or before the chunk at byte {}; ticks up to 31 are whole", cut.len())
    );
    let again = opened.recording.splice(last, []).unwrap().finish().unwrap();
    assert_eq!(again.trail_digest(), whole.trail_digest());
}

#[test]
fn every_flipped_byte_is_found() {
    let bytes = fight().save().unwrap();
    for at in 0..bytes.len() {
        for flip in [0x01, 0x80] {
            let mut flipped = bytes.clone();
            flipped[at] ^= flip;
            // A chunk that claims to be longer than the file looks like a cut, and is told as one.
            let unnoticed = open(&flipped).is_ok_and(|opened| opened.cut.is_none());
            assert!(!unnoticed, "byte {at} ^ {flip:#04x} went unnoticed");
        }
    }
}

#[test]
fn lengths_of_two_to_the_sixty_are_refused() {
    let bytes = fight().save().unwrap();
    let chunks = Chunks::split(&bytes);
    for n in 0..chunks.list.len() {
        let mut claimed = bytes.clone();
        let at = chunks.start(n) + 4;
        claimed[at..at + 8].copy_from_slice(&(1_u64 << 60).to_le_bytes());
        assert!(open(&claimed).map_or(true, |opened| opened.cut.is_some()), "chunk {n}");
        for part in 0..2 {
            let mut inner = 0;
            chunks.clone().edit_inside(n, part, |raw| inner = raw.len());
            for at in (0..inner.saturating_sub(7)).step_by(3) {
                let mut forged = chunks.clone();
                forged.edit_inside(n, part, |raw| raw[at..at + 8].copy_from_slice(&(1_u64 << 60).to_le_bytes()));
                if let Ok(opened) = open(&forged.join()) {
                    watch_all(&opened.recording);
                }
            }
        }
    }
}

/// SplitMix64, as a plain source of mischief.
pub struct Dice(pub u64);

impl Dice {
    pub fn roll(&mut self, sides: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        ((z ^ (z >> 31)) % sides.max(1) as u64) as usize
    }
}

/// Do something to bytes that whoever reads them would rather not meet.
pub fn spoil(bytes: &mut Vec<u8>, dice: &mut Dice) {
    let at = dice.roll(bytes.len());
    let room = bytes.len() - at;
    match dice.roll(7) {
        0 if room > 0 => bytes[at] ^= 1 << dice.roll(8),
        1 if room > 0 => bytes[at] = [0, 1, 0x7F, 0x80, 0xFE, 0xFF][dice.roll(6)],
        2 => bytes.truncate(at),
        3 => bytes.insert(at, dice.roll(256) as u8),
        4 if room > 0 => drop(bytes.remove(at)),
        5 if room >= 4 => {
            bytes[at..at + 4].copy_from_slice(&[u32::MAX, 0, 1 << 31, 1 << 16][dice.roll(4)].to_le_bytes())
        }
        6 if room >= 8 => bytes[at..at + 8].copy_from_slice(&[u64::MAX, 1 << 60, 1 << 32][dice.roll(3)].to_le_bytes()),
        _ => bytes.extend_from_within(at..),
    }
}

/// Forge a file: spoil it as it lies, inside a chunk, inside what a chunk packs, or the order of its chunks.
fn forge(bytes: &[u8], dice: &mut Dice) -> Vec<u8> {
    let mut chunks = Chunks::split(bytes);
    let n = dice.roll(chunks.list.len());
    match dice.roll(8) {
        0 => {
            let mut bytes = bytes.to_vec();
            spoil(&mut bytes, dice);
            return bytes;
        }
        1 => spoil(&mut chunks.list[n].1, dice),
        2 => drop(chunks.list.remove(n)),
        3 => chunks.list.insert(dice.roll(n), chunks.list[n].clone()),
        4 => chunks.list.swap(n, 2),
        _ => (0..1 + dice.roll(3)).for_each(|_| chunks.edit_inside(n, dice.0 as usize, |raw| spoil(raw, dice))),
    }
    chunks.join()
}

#[test]
fn ten_thousand_forged_files_give_an_error_or_a_fight() {
    let whole = fight();
    let rules = whole.rules().unwrap();
    let bytes = whole.save().unwrap();
    let clip = whole.clip(20..=50).unwrap();
    let mut opened_anyway = 0;
    for seed in 0..10_000 {
        let mut dice = Dice(seed);
        let forged = forge(if seed % 4 == 0 { &clip } else { &bytes }, &mut dice);
        let _ = file::peek(&forged);
        let Ok(opened) = file::open(&forged, "pond", Some(Arc::clone(rules))) else { continue };
        opened_anyway += 1;
        watch_all(&opened.recording);
        let saved = opened.recording.save().expect("what opens can be saved");
        let again = open(&saved).unwrap_or_else(|e| panic!("seed {seed}: what was opened does not open again: {e}"));
        assert_eq!(again.recording.trail_digest(), opened.recording.trail_digest(), "seed {seed}");
        if let Ok(splice) = opened.recording.splice(opened.recording.last_tick() / 2, [Ask::Hatch]) {
            drop(splice.finish());
        }
    }
    assert!(opened_anyway > 100, "the forger is too clumsy to test anything: {opened_anyway} opened");
}
