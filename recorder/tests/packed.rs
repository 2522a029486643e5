//! Packed blocks show what was recorded, on every way to them, and cost what they say. Would catch: a column that comes
//! back otherwise, a seek that unpacks more than its block, a cache that the memory budget knows nothing of, a packed file
//! that crashes whoever opens it.

use std::sync::Arc;

use proptest::prelude::*;
use recorder::file::{self, FileError};
use recorder::verify::{self, Check, Subject};
use recorder::{BranchId, Budget, Holding, Live, Orders, Recorder, Recording, Settings, Timelines};

use crate::chunks::Chunks;
use crate::damage::{Dice, spoil};
use crate::flock::{Ask, Flock, Sky, asks, take_taken};
use crate::plan::{budgets, cases, tick_in};

fn record(sky: Sky, settings: Settings) -> Recording<Sky> {
    Recorder::new(sky.shared(), asks(), settings).finish().unwrap()
}

fn in_blocks_of(block_ticks: u32) -> Settings {
    Settings { block_ticks, checkpoint_ticks: block_ticks.min(32), ..Settings::default() }
}

/// One flock that nobody asks anything: a row a tick at the most.
fn alone(cap_ticks: u32) -> Recording<Sky> {
    let sky = Sky { flocks: 1, cap_ticks, ..Sky::default() };
    Recorder::new(sky.shared(), Orders::default(), Settings::default()).finish().unwrap()
}

/// Every tick's rows, stepped by hand.
fn straight(sky: &Arc<Sky>) -> Vec<Vec<Flock>> {
    let mut live = Live::start(Arc::clone(sky), Arc::new(asks()));
    let mut frames = Vec::new();
    loop {
        let mut rows = Vec::new();
        recorder::Simulation::observe(&**sky, live.state(), &mut |row: &Flock| rows.push(row.clone()));
        frames.push(rows);
        if live.outcome().is_some() {
            return frames;
        }
        live.step();
    }
}

fn shows(recording: &Recording<Sky>, frames: &[Vec<Flock>], tick: u32) {
    let frame = recording.seek(tick).unwrap_or_else(|e| panic!("tick {tick}: {e}"));
    assert!(frame.rows().eq(&frames[tick as usize]), "tick {tick}");
    assert_eq!((frame.tick(), Some(frame.digest())), (tick, recording.digest(tick)));
    assert_eq!(frame.outcome().is_some(), tick as usize + 1 == frames.len());
}

proptest! {
    #![proptest_config(cases(24))]

    #[test]
    fn any_seek_under_any_budget_equals_the_straight_run(
        seed: u64,
        flocks in 0..6_u32,
        birds in 0..40_u32,
        cap_ticks in 1..300_u32,
        block_ticks in prop::sample::select(vec![1, 2, 16, 64, 128]),
        budget_bytes in budgets(),
        seeks in prop::collection::vec(any::<u32>(), 1..40),
    ) {
        let sky = Sky { seed, flocks, birds, cap_ticks, ballast: 0 }.shared();
        let frames = straight(&sky);
        let settings = Settings { budget_bytes, ..in_blocks_of(block_ticks) };
        let recording = Recorder::new(sky, asks(), settings).finish().unwrap();
        seeks.into_iter().for_each(|pick| shows(&recording, &frames, tick_in(cap_ticks, pick)));
        (0..=cap_ticks).rev().for_each(|tick| shows(&recording, &frames, tick));
        let bytes = recording.save().unwrap();
        let opened = file::open::<Sky>(&bytes, "sky", None).unwrap();
        prop_assert!(opened.cut.is_none());
        (0..=cap_ticks).for_each(|tick| shows(&opened.recording, &frames, tick));
        prop_assert_eq!(opened.recording.save().unwrap(), bytes);
    }
}

#[test]
fn every_detector_passes() {
    let subject = Subject { rules: Sky::default().shared(), orders: asks(), settings: Settings::default() };
    let splices = [(0, vec![]), (63, vec![Ask::Split(1)]), (64, vec![]), (200, vec![Ask::Startle(0)])];
    let checks: [Check; 7] = [
        verify::twice(&subject),
        verify::heavy(&subject, 7),
        verify::sliced(&subject),
        verify::live(&subject),
        verify::splice(&subject, &splices),
        verify::through_file(&subject),
        verify::seek(&subject, verify::Looks::default()),
    ];
    checks.iter().for_each(|check| assert!(check.is_ok(), "{check:?}"));
}

#[test]
fn closed_blocks_are_packed_and_take_less() {
    let recording = record(Sky::default(), Settings::default());
    let blocks = recording.blocks();
    let held: Vec<Holding> = blocks.iter().map(|block| block.holding).collect();
    assert_eq!(held, [Holding::Stored; 5]);
    let (memory, shown) = (recording.memory(), recording.last_frame().unwrap().len() as u64);
    assert_eq!((memory.blocks_stored, memory.blocks_kept, memory.remade_bytes), (5, 0, 0));
    assert!(memory.rows >= 300 * shown / 2 && memory.rows_shared > 0);
    let packed: usize = blocks[..4].iter().map(|block| block.bytes).sum();
    let shown: usize =
        (0..256).flat_map(|t| recording.frame(t).unwrap().rows().map(row_bytes).collect::<Vec<_>>()).sum();
    assert!(packed * 8 < shown, "{packed} bytes packed of {shown}");
}

fn row_bytes(row: &Flock) -> usize {
    <Sky as recorder::Simulation>::row_bytes(row)
}

#[test]
fn c11_a_seek_unpacks_its_block_up_to_its_tick_and_the_way_back_one_sheaf() {
    let recording = alone(6_000);
    for (tick, most) in
        [(5_000, 9), (4_990, 63), (4_992, 1), (5_055, 63), (5_050, 11), (5_045, 0), (4_990, 0), (64, 1), (127, 63)]
    {
        take_taken();
        recording.seek(tick).unwrap();
        let taken = take_taken();
        assert!(taken <= most, "{taken} rows unpacked to seek {tick}, {most} allowed");
    }
}

#[test]
fn playing_on_unpacks_every_frame_once_and_playing_back_twice_at_the_most() {
    let recording = alone(1_000);
    let bytes = recording.save().unwrap();
    for (way, most) in [((0..=1_000).rev().collect::<Vec<u32>>(), 2_002), ((0..=1_000).collect(), 1_001)] {
        let recording = file::open::<Sky>(&bytes, "sky", None).unwrap().recording;
        take_taken();
        let mut last = None;
        for tick in way {
            let frame = recording.seek(tick).unwrap();
            // A picture between two ticks asks for both.
            if let Some(last) = last.replace(tick) {
                assert!(recording.seek(last).unwrap().tick().abs_diff(frame.tick()) == 1);
            }
        }
        let taken = take_taken();
        assert!(taken <= most && taken > 500, "{taken} rows unpacked");
    }
}

#[test]
fn c02_memory_keeps_to_its_budget_what_is_unpacked_included() {
    let sky = Sky { flocks: 20, birds: 60, cap_ticks: 3_000, ballast: 20_000, ..Sky::default() };
    let whole = record(sky.clone(), in_blocks_of(16)).memory();
    for budget_bytes in [4 << 20, 6 << 20, 512 << 20] {
        let recording = record(sky.clone(), Settings { budget_bytes, ..in_blocks_of(16) });
        for tick in (0..=3_000).rev().step_by(50).chain(0..500) {
            drop(recording.seek(tick).unwrap());
            assert!(recording.memory().bytes <= budget_bytes, "budget {budget_bytes}: {:?}", recording.memory());
        }
        let memory = recording.memory();
        assert!(memory.remade_bytes > 0);
        assert_eq!(memory.checkpoints == whole.checkpoints, budget_bytes == 512 << 20, "budget {budget_bytes}");
    }
}

#[test]
fn checkpoints_go_before_packed_frames_do() {
    let sky = Sky { cap_ticks: 3_000, ballast: 100_000, ..Sky::default() };
    let tight = record(sky, Settings { budget_bytes: 3 << 20, ..Settings::default() });
    let (memory, ticks) = (tight.memory(), tight.checkpoint_ticks());
    assert_eq!(memory.blocks_dropped, 0, "{memory:?}");
    assert_eq!(ticks[..4], [0, 128, 256, 384]);
    assert!(memory.bytes <= 3 << 20);
    // A splice between checkpoints is what it always was.
    let child = tight.splice(700, [Ask::Split(0)]).unwrap().finish().unwrap();
    let whole = Recorder::new(Arc::clone(tight.rules().unwrap()), child.orders().clone(), Settings::default());
    assert_eq!(child.trail_digest(), whole.finish().unwrap().trail_digest());
}

#[test]
fn a_budget_of_nothing_lets_packed_frames_go_as_well() {
    let bare = record(Sky { cap_ticks: 2_000, ..Sky::default() }, Settings { budget_bytes: 0, ..Settings::default() });
    assert!(bare.memory().blocks_dropped > 20 && bare.checkpoint_ticks().len() <= 3, "{:?}", bare.memory());
}

#[test]
fn timelines_share_packed_blocks_and_thin_alike() {
    let settings = Settings { budget_bytes: 1 << 20, ..Settings::default() };
    let mut tree =
        Timelines::new(Sky { cap_ticks: 1_500, ballast: 12_000, ..Sky::default() }.shared(), asks(), settings);
    tree.advance(BranchId::ROOT, Budget::Everything).unwrap();
    for tick in [1_300, 700, 650] {
        let branch = tree.splice(BranchId::ROOT, tick, [Ask::Split(0)]).unwrap();
        tree.advance(branch, Budget::Everything).unwrap();
        let recording = tree.recording(branch).unwrap();
        let whole =
            Recorder::new(Arc::clone(recording.rules().unwrap()), recording.orders().clone(), Settings::default());
        let whole = whole.finish().unwrap();
        assert!(recorder::compare(&recording, &whole).is_same(), "branch at {tick}");
        assert!(tree.memory().bytes <= settings.budget_bytes, "{:?}", tree.memory());
    }
}

#[test]
fn a_clip_is_packed_anew_and_shows_the_same() {
    let whole = record(Sky::default(), Settings::default());
    let bytes = whole.clip(137..=211).unwrap();
    let clip = file::open::<Sky>(&bytes, "sky", None).unwrap().recording;
    assert_eq!((clip.first_tick(), clip.last_tick()), (137, 211));
    assert!((137..=211).all(|t| clip.seek(t).unwrap().rows().eq(whole.seek(t).unwrap().rows())));
    assert!(clip.blocks().iter().all(|block| block.holding == Holding::Stored));
}

#[test]
fn a_file_is_the_same_whatever_was_let_go_on_the_way() {
    let whole = record(Sky::default(), Settings::default()).save().unwrap();
    let bare = record(Sky::default(), Settings { budget_bytes: 0, ..Settings::default() }).save().unwrap();
    assert_eq!(whole, bare);
}

#[test]
fn a_packed_file_spliced_keeps_what_it_cannot_make_again() {
    let whole = record(Sky::default(), Settings::default());
    let opened = file::open(&whole.save().unwrap(), "sky", whole.rules().map(Arc::clone)).unwrap().recording;
    let mut child = opened.splice(200, [Ask::Split(1)]).unwrap();
    child.advance(Budget::Everything).unwrap();
    let child = child.recording();
    assert!(child.blocks().iter().filter(|block| block.shared).all(|block| block.holding == Holding::Stored));
    assert!((0..=200).all(|t| child.seek(t).unwrap().rows().eq(whole.seek(t).unwrap().rows())));
}

#[test]
fn files_say_by_their_version_how_they_are_packed() {
    let bytes = record(Sky::default(), Settings::default()).save().unwrap();
    assert_eq!(bytes[8..12], 2_u32.to_le_bytes());
    let chunks = Chunks::split(&bytes);
    assert!(chunks.list[2..chunks.list.len() - 1].iter().all(|(tag, _)| tag == b"PACK"));
}

#[test]
fn a_packed_block_of_rows_that_are_not_packed_is_refused() {
    let mut chunks = Chunks::split(&crate::damage::fight().save().unwrap());
    chunks.list[2].0 = *b"PACK";
    let error = file::open::<crate::toy::Pond>(&chunks.join(), "pond", None).unwrap_err();
    assert!(matches!(error, FileError::Malformed { ref reason, .. } if reason.contains("not packed")), "{error}");
}

/// Read everything there is to read.
fn watch_all(recording: &Recording<Sky>) {
    for tick in recording.first_tick()..=recording.last_tick() {
        let frame = recording.seek(tick).expect("an opened file shows every tick it says it has");
        assert_eq!(frame.rows().count(), frame.len());
    }
}

#[test]
fn cut_at_any_byte_it_gives_an_error_or_its_whole_blocks() {
    let sky = Sky { flocks: 2, birds: 5, cap_ticks: 70, ..Sky::default() };
    let bytes = record(sky, in_blocks_of(16)).save().unwrap();
    for cut in 0..bytes.len() {
        if let Ok(opened) = file::open::<Sky>(&bytes[..cut], "sky", None) {
            assert!(opened.cut.is_some());
            watch_all(&opened.recording);
        }
    }
}

#[test]
fn ten_thousand_forged_blocks_give_an_error_or_frames() {
    // Short streams are not compressed: a change to the payload is a change to what is packed.
    let short = record(Sky { flocks: 2, birds: 6, cap_ticks: 20, ..Sky::default() }, in_blocks_of(8)).save().unwrap();
    let long = record(Sky { birds: 300, cap_ticks: 100, ..Sky::default() }, Settings::default()).save().unwrap();
    let mut opened_anyway = 0;
    for seed in 0..10_000 {
        let mut dice = Dice(seed);
        let mut chunks = Chunks::split(if seed % 8 == 0 { &long } else { &short });
        let block = 2 + dice.roll(chunks.list.len() - 3);
        let payload = &mut chunks.list[block].1;
        let len = u32::from_le_bytes(payload[..4].try_into().unwrap()) as usize;
        let (mut packed, events) = (payload[4..4 + len].to_vec(), payload[4 + len..].to_vec());
        (0..1 + dice.roll(3)).for_each(|_| spoil(&mut packed, &mut dice));
        *payload = [&(packed.len() as u32).to_le_bytes()[..], &packed, &events].concat();
        let Ok(opened) = file::open::<Sky>(&chunks.join(), "sky", None) else { continue };
        opened_anyway += 1;
        watch_all(&opened.recording);
        opened.recording.save().expect("what opens can be saved");
    }
    assert!(opened_anyway > 100, "the forger is too clumsy to test anything: {opened_anyway} opened");
}
