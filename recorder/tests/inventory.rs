//! The list of blocks and checkpoints covers a timeline once, and adds up to what `memory` counts. Would catch: a
//! spliced past listed beyond its splice, a block counted twice.

use recorder::{Holding, Recorder, Recording, Settings};

use crate::toy::{Ask, Pond, orders};

fn covered_once(recording: &Recording<Pond>) {
    let blocks = recording.blocks();
    let mut next = recording.first_tick();
    for block in &blocks {
        assert_eq!(block.first, next, "{blocks:?}");
        assert!(block.last >= block.first);
        next = block.last + 1;
    }
    assert_eq!(next, recording.last_tick() + 1, "{blocks:?}");
    let checkpoints = recording.checkpoint_ticks();
    assert!(checkpoints.is_sorted() && checkpoints.iter().all(|tick| *tick <= recording.last_tick()));
}

fn record(settings: Settings) -> Recording<Pond> {
    Recorder::new(Pond::default().shared(), orders(&[]), settings).finish().unwrap()
}

#[test]
fn blocks_cover_every_tick_once_and_add_up() {
    let recording = record(Settings::default());
    covered_once(&recording);
    let (blocks, memory) = (recording.blocks(), recording.memory());
    assert!(blocks.iter().all(|b| b.holding == Holding::Kept && !b.shared));
    assert_eq!(blocks.iter().map(|b| b.bytes).sum::<usize>(), memory.frame_bytes);
    assert_eq!(blocks.iter().map(|b| b.rows).sum::<u64>(), memory.rows);
    let distinct: u64 = blocks.iter().filter_map(|b| b.rows_distinct).sum();
    assert_eq!(memory.rows - distinct, memory.rows_shared);
    assert_eq!(recording.checkpoint_ticks().len() as u64, memory.checkpoints);
}

#[test]
fn a_spliced_past_is_listed_up_to_its_splice() {
    let parent = record(Settings::default());
    for tick in [0, 1, parent.last_tick() / 2, parent.last_tick() - 1] {
        let child = parent.splice(tick, [Ask::Hatch]).unwrap().finish().unwrap();
        covered_once(&child);
        let shared: u32 = child.blocks().iter().filter(|b| b.shared).map(|b| b.last - b.first + 1).sum();
        assert_eq!(shared, tick + 1);
    }
}

#[test]
fn blocks_let_go_and_blocks_from_files_are_told_apart() {
    let tight = record(Settings { budget_bytes: 0, ..Settings::default() });
    covered_once(&tight);
    assert!(tight.blocks().iter().any(|b| b.holding == Holding::Dropped && b.rows_distinct.is_none()));
    let bytes = tight.save().unwrap();
    let opened = recorder::file::open::<Pond>(&bytes, tight.ruleset(), None).unwrap().recording;
    covered_once(&opened);
    assert!(opened.blocks().iter().all(|b| b.holding == Holding::Stored));
    // Packed or not, a block of so many ticks shares as many rows.
    let (packed, kept) = (opened.memory(), record(Settings { block_ticks: 32, ..Settings::default() }).memory());
    assert!(packed.rows_shared > 0);
    assert_eq!((packed.rows, packed.rows_shared), (kept.rows, kept.rows_shared));
}
