//! `.fight` files: a recording that can be watched for ever, whatever becomes of the rules.
//!
//! ```text
//! magic (8 bytes)  format version (u32)
//! chunk*           tag (4 bytes)  length (u64)  XXH3-64 of the payload, folded with the tag (u64)  payload
//! HEAD             which ruleset, which layout, rates, notes: readable without knowing the ruleset
//! DATA             orders and cast
//! BLOC*            one block of frames and its events
//! PACK*            the same, its rows packed the simulation's own way; in place of BLOC, and only from version 2 on
//! TAIL             the end: counts to check against, outcome, late refusals
//! ```
//! All numbers little-endian. A file cut anywhere behind DATA opens to its last whole chunk; one whose bytes were
//! changed is refused. No length is trusted before it is held against what is there and against a limit.

use std::ops::RangeInclusive;
use std::sync::Arc;

use bincode::{Decode, Encode};

use crate::Simulation;
use crate::block::{Block, Mark, index};
use crate::codec::{self, CodecError, DECODE_LIMIT, List};
use crate::orders::{Orders, Stamped};
use crate::packed::{BlockPacker, PackedBlock};
#[cfg(target_family = "wasm")]
use crate::plain_zstd as zstd;
use crate::recorder::Settings;
use crate::recording::{About, Recording, SeekError};
use crate::run::{Run, Slot};
use crate::stored::{self, StoredBlock};

/// The latest version this build writes: that of files whose rows are packed the simulation's own way. All others are of
/// version 1. It reads every version up to it.
pub const FORMAT_VERSION: u32 = 2;

/// The version of files without such blocks.
const VERSION_WITHOUT_PACKING: u32 = 1;

const MAGIC: [u8; 8] = *b"\x89FIGHT\r\n";
/// Bytes before the first chunk.
pub const PREAMBLE: usize = MAGIC.len() + 4;
const CHUNK_HEAD: usize = 4 + 8 + 8;

/// The most bytes that all blocks of one file may unpack to: about 40 minutes of a battle of ten thousand.
const UNPACKED_LIMIT: u64 = 4 << 30;

/// The most that the rows of all packed blocks of one file may claim: 40 minutes of a battle of twelve thousand.
const CLAIMS_LIMIT: u64 = 32 << 30;

/// The most ticks a block of a file that is not packed: half of a block is unpacked at every seek. 32 halve the time that 64 take for a
/// sixth more bytes.
const FILE_BLOCK_TICKS: u32 = 32;

/// The most ticks of one file: their digests stay in memory. 4.8 days at 10 Hz.
const TICKS_MAX: u32 = 1 << 22;

/// The most ticks in a second of a file, and the latest first tick: whoever plays it can count some seconds on from any
/// tick in 32 bits.
const TICK_HZ_MAX: u32 = 1 << 20;
const FIRST_TICK_MAX: u32 = u32::MAX / 2;

/// The most bytes that the events of one file may take in memory, what they own not counted.
const EVENTS_LIMIT: usize = 256 << 20;

/// The most ticks a block; [`Settings::block_ticks`] is held to it, so that what is recorded can be opened again.
pub(crate) const BLOCK_TICKS_MAX: u32 = 1 << 16;

/// What a file says of itself before anything of its ruleset is known.
#[derive(Debug, Clone, PartialEq, Eq, Encode, Decode)]
pub struct Head {
    /// The ruleset's name.
    pub ruleset: String,
    /// The layout number of the ruleset's data: [`Simulation::LAYOUT`].
    pub layout: u32,
    /// The digest of the rules it was recorded under.
    pub fingerprint: u64,
    /// Ticks in a second.
    pub tick_hz: u32,
    /// The tick at which the rules end a fight.
    pub cap_ticks: u32,
    /// Ticks a block.
    pub block_ticks: u32,
    /// The first tick; above 0 in a clip.
    pub first_tick: u32,
    /// Events before the first one in the file.
    pub first_event: u32,
    /// What the program wrote beside it: name and text.
    pub notes: Vec<(String, String)>,
}

#[derive(Encode, Decode)]
struct Data<O, C> {
    orders: Vec<Stamped<O>>,
    cast: C,
}

#[derive(Encode, Decode)]
struct Tail<E, O> {
    last_tick: u32,
    events: u32,
    trail: u64,
    outcome: Option<O>,
    late: List<E>,
}

/// A file, opened.
#[derive(Debug)]
pub struct Opened<S: Simulation> {
    /// What can be watched.
    pub recording: Recording<S>,
    /// The rules at hand are not those it was recorded under: it plays as recorded, and a re-run may differ.
    pub rules_changed: bool,
    /// The file was cut: what is missing.
    pub cut: Option<Cut>,
}

/// Where a file was cut.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("the file ends inside or before the chunk at byte {at}; ticks up to {last_tick} are whole")]
pub struct Cut {
    /// The byte at which the first chunk that is not whole should start.
    pub at: u64,
    /// The last tick that could be read.
    pub last_tick: u32,
}

/// Why a file does not open.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum FileError {
    /// It does not start like a recording.
    #[error("not a recording: it does not start with the mark of a .fight file")]
    NotARecording,
    /// It is from a later version.
    #[error("unsupported recording version {found} (this build reads 1 to {supported})")]
    UnsupportedVersion {
        /// The file's.
        found: u32,
        /// This build's.
        supported: u32,
    },
    /// Its ruleset is another.
    #[error("a recording of the ruleset `{found}`, opened as `{expected}`")]
    OtherRuleset {
        /// The file's.
        found: String,
        /// The one it was opened as.
        expected: String,
    },
    /// Its ruleset's data are laid out in a way this build does not know.
    #[error("unsupported layout {found} of `{ruleset}` rows (this build reads {supported})")]
    UnsupportedLayout {
        /// The ruleset.
        ruleset: String,
        /// The file's.
        found: u32,
        /// This build's.
        supported: u32,
    },
    /// It ends before the first tick.
    #[error("cut before its first tick: the chunk at byte {at} is not whole")]
    NothingWhole {
        /// Where the cut chunk starts.
        at: u64,
    },
    /// A chunk's bytes are not those that were written.
    #[error("damaged: the {tag} chunk at byte {at} does not match its checksum")]
    Checksum {
        /// The chunk.
        tag: String,
        /// Where it starts.
        at: u64,
    },
    /// A chunk's bytes are those that were written, and make no sense.
    #[error("malformed: the {tag} chunk at byte {at}: {reason}")]
    Malformed {
        /// The chunk.
        tag: String,
        /// Where it starts.
        at: u64,
        /// What is wrong.
        reason: String,
    },
}

/// Why a recording cannot be saved.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum SaveError {
    /// A tick asked for cannot be shown.
    #[error(transparent)]
    Seek(#[from] SeekError),
    /// The selection is empty.
    #[error("nothing to save: the selection ends before it starts")]
    Empty,
    /// It could not be opened again.
    #[error("too large to save: {size} {what}, where a file takes {limit}")]
    TooLarge {
        /// What there is too much of.
        what: &'static str,
        /// How much there is.
        size: u64,
        /// How much there may be.
        limit: u64,
    },
}

impl<S: Simulation> Recording<S> {
    /// Give the bytes of a `.fight` file of all that is recorded.
    ///
    /// # Errors
    /// A tick let go for the memory budget does not come out the same again.
    pub fn save(&self) -> Result<Vec<u8>, SaveError> {
        self.clip(self.first_tick()..=self.last_tick())
    }

    /// Give the bytes of a `.fight` file of exactly these ticks.
    ///
    /// # Errors
    /// The selection is empty or not recorded, or as [`Recording::save`].
    pub fn clip(&self, ticks: RangeInclusive<u32>) -> Result<Vec<u8>, SaveError> {
        let (first, last) = ticks.into_inner();
        if first > last {
            return Err(SaveError::Empty);
        }
        let end = self.seek(last)?.outcome().cloned();
        within("ticks", u64::from(last - first) + 1, u64::from(TICKS_MAX))?;
        let first_event = match first.checked_sub(1) {
            Some(before) if first > self.first_tick() => self.seek(before)?.journal(),
            _ => self.first_event(),
        };
        let mut file = Writer::new(if S::packing().is_some() { FORMAT_VERSION } else { VERSION_WITHOUT_PACKING });
        let head = codec::encode(&self.head(first, first_event));
        within("bytes in one chunk", head.len() as u64, DECODE_LIMIT as u64)?;
        file.chunk(*b"HEAD", &head);
        file.chunk(*b"DATA", &compress(&self.data())?);
        let mut trail = 0;
        let mut events = first_event;
        let mut tick = first;
        while tick <= last {
            let end = (tick | (self.file_block_ticks() - 1)).min(last);
            let block = self.packed_block(tick, end)?;
            trail = block.marks().iter().fold(trail, |trail, mark| crate::fold(trail, mark.digest));
            let known = block.marks().last().map_or(events, |m| m.journal);
            let written: Vec<S::Event> = self.events(events..known).cloned().collect();
            file.chunk(block.tag(), &block_payload(block.packed(), &written)?);
            events = known;
            tick = end + 1;
        }
        let late = List(if end.is_some() { self.late_refusals().to_vec() } else { Vec::new() });
        let events_bytes = (events - first_event) as usize * size_of::<S::Event>();
        within("bytes of events", events_bytes as u64, EVENTS_LIMIT as u64)?;
        file.chunk(*b"TAIL", &compress(&Tail { last_tick: last, events, trail, outcome: end, late })?);
        Ok(file.bytes)
    }

    /// Packed blocks go into the file as they lie in memory.
    fn file_block_ticks(&self) -> u32 {
        let most = if S::packing().is_some() { BLOCK_TICKS_MAX } else { FILE_BLOCK_TICKS };
        self.settings.block_ticks.min(most)
    }

    fn head(&self, first_tick: u32, first_event: u32) -> Head {
        Head {
            ruleset: self.about.ruleset.clone(),
            layout: S::LAYOUT,
            fingerprint: self.about.fingerprint,
            tick_hz: self.about.tick_hz,
            cap_ticks: self.about.cap_ticks,
            block_ticks: self.file_block_ticks(),
            first_tick,
            first_event,
            notes: self.about.notes.clone(),
        }
    }

    fn data(&self) -> Data<S::Order, S::Cast> {
        Data { orders: self.orders.all().to_vec(), cast: self.about.cast.clone() }
    }

    /// Pack the frames of these ticks, or take them as they are packed already.
    fn packed_block(&self, first: u32, last: u32) -> Result<FileBlock, SaveError> {
        let Some(packing) = S::packing() else {
            let block = self.block_of(first, last)?;
            let packed = stored::pack(&block);
            let unpacked = zstd::zstd_safe::get_frame_content_size(&packed).ok().flatten();
            within("bytes in one block", unpacked.unwrap_or(u64::MAX), DECODE_LIMIT as u64)?;
            return Ok(FileBlock::Differences { packed, marks: block.marks });
        };
        if let Some(whole) = self.whole_block(first, last) {
            return Ok(FileBlock::Columns(Arc::clone(whole)));
        }
        let packed = BlockPacker::pack(packing, S::row_bytes, &self.block_of(first, last)?);
        within("bytes in one block", packed.claims(), DECODE_LIMIT as u64)?;
        Ok(FileBlock::Columns(Arc::new(packed)))
    }

    fn block_of(&self, first: u32, last: u32) -> Result<Block<S::Row>, SeekError> {
        let mut block = Block::new(first);
        let mut latest = Vec::new();
        for tick in first..=last {
            let frame = self.seek(tick)?;
            block.push(&mut latest, None, frame.journal(), |shown| frame.rows().for_each(|row| shown.row(row)));
            block.sign(frame.digest());
        }
        Ok(block)
    }
}

/// A block on its way into a file.
enum FileBlock {
    Differences { packed: Vec<u8>, marks: Vec<Mark> },
    Columns(Arc<PackedBlock>),
}

impl FileBlock {
    fn tag(&self) -> [u8; 4] {
        match self {
            Self::Differences { .. } => *b"BLOC",
            Self::Columns(_) => *b"PACK",
        }
    }

    fn packed(&self) -> &[u8] {
        match self {
            Self::Differences { packed, .. } => packed,
            Self::Columns(block) => block.packed(),
        }
    }

    fn marks(&self) -> &[Mark] {
        match self {
            Self::Differences { marks, .. } => marks,
            Self::Columns(block) => block.marks(),
        }
    }
}

fn block_payload<E: Encode>(packed: &[u8], events: &Vec<E>) -> Result<Vec<u8>, SaveError> {
    // Reading a list counts its values by what they take in memory and once more by their number.
    let held = events.len() * (size_of::<E>() + 1) + 8;
    within("bytes of events in one block", held as u64, DECODE_LIMIT as u64)?;
    let mut payload = Vec::new();
    payload.extend_from_slice(&index(packed.len()).to_le_bytes());
    payload.extend_from_slice(packed);
    payload.extend(compress(events)?);
    Ok(payload)
}

fn compress<T: Encode>(value: &T) -> Result<Vec<u8>, SaveError> {
    let raw = codec::encode(value);
    within("bytes in one chunk", raw.len() as u64, DECODE_LIMIT as u64)?;
    Ok(zstd::bulk::compress(&raw, 1).expect("compressing in memory cannot fail"))
}

fn within(what: &'static str, size: u64, limit: u64) -> Result<(), SaveError> {
    if size > limit { Err(SaveError::TooLarge { what, size, limit }) } else { Ok(()) }
}

struct Writer {
    bytes: Vec<u8>,
}

impl Writer {
    fn new(version: u32) -> Self {
        let mut bytes = MAGIC.to_vec();
        bytes.extend_from_slice(&version.to_le_bytes());
        Self { bytes }
    }

    fn chunk(&mut self, tag: [u8; 4], payload: &[u8]) {
        self.bytes.extend_from_slice(&tag);
        self.bytes.extend_from_slice(&(payload.len() as u64).to_le_bytes());
        self.bytes.extend_from_slice(&checksum(tag, payload).to_le_bytes());
        self.bytes.extend_from_slice(payload);
    }
}

fn checksum(tag: [u8; 4], payload: &[u8]) -> u64 {
    crate::fold(u64::from(u32::from_le_bytes(tag)), crate::hash(payload))
}

/// Tell whether bytes start as a recording does, of whatever version.
#[must_use]
pub fn is_recording(bytes: &[u8]) -> bool {
    bytes.starts_with(&MAGIC)
}

/// Read what a file says of itself, to learn which ruleset to open it with.
///
/// # Errors
/// It is no recording, from a later version, or damaged at its head.
pub fn peek(bytes: &[u8]) -> Result<Head, FileError> {
    Chunks::new(bytes)?.head()
}

/// Open a file. With rules whose fingerprint is the file's, orders can be spliced in; without, it can be watched.
///
/// # Errors
/// It is no recording of this ruleset, from a later version, damaged, or cut before its first tick.
pub fn open<S: Simulation>(bytes: &[u8], ruleset: &str, rules: Option<Arc<S>>) -> Result<Opened<S>, FileError> {
    let mut chunks = Chunks::new(bytes)?;
    let head = chunks.head()?;
    if head.ruleset != ruleset {
        return Err(FileError::OtherRuleset { found: head.ruleset, expected: ruleset.to_owned() });
    }
    if head.layout != S::LAYOUT {
        return Err(FileError::UnsupportedLayout { ruleset: head.ruleset, found: head.layout, supported: S::LAYOUT });
    }
    let (at, data) = chunks.expect(*b"DATA")?;
    let data: Data<S::Order, S::Cast> = decompress("orders and cast", data).map_err(malformed("DATA", at))?;
    let mut body = Body::<S>::new(&head);
    let mut cut = true;
    while let Some((tag, at, payload)) = chunks.next()? {
        match &tag {
            b"BLOC" => body.block(payload).map_err(|reason| malformed_because("BLOC", at, reason))?,
            b"PACK" => body.pack(payload).map_err(|reason| malformed_because("PACK", at, reason))?,
            b"TAIL" => {
                body.tail(payload).map_err(|reason| malformed_because("TAIL", at, reason))?;
                cut = false;
                break;
            }
            other => return Err(malformed_because(&tag_text(*other), at, "a chunk of an unknown kind".to_owned())),
        }
    }
    if body.run.slots.is_empty() {
        return Err(FileError::NothingWhole { at: chunks.at as u64 });
    }
    if !cut && chunks.at != bytes.len() {
        return Err(malformed_because("TAIL", chunks.at as u64, "bytes left over behind the end".to_owned()));
    }
    let known = rules.as_ref().map(|rules| rules.fingerprint());
    let rules_changed = known.is_some_and(|known| known != head.fingerprint);
    let about = About {
        rules: rules.filter(|_| !rules_changed),
        cast: data.cast,
        ruleset: head.ruleset,
        fingerprint: head.fingerprint,
        tick_hz: head.tick_hz,
        cap_ticks: head.cap_ticks,
        notes: head.notes,
    };
    let settings = Settings { block_ticks: head.block_ticks, ..Settings::default() };
    let checkpoint_ticks = settings.checkpoint_ticks.min(settings.block_ticks);
    let recording = Recording {
        about: Arc::new(about),
        orders: Arc::new(Orders::new(data.orders)),
        past: None,
        run: Arc::new(body.run),
        settings: Settings { checkpoint_ticks, ..settings },
        remade: Arc::default(),
    };
    let cut = cut.then(|| Cut { at: chunks.at as u64, last_tick: recording.last_tick() });
    Ok(Opened { recording, rules_changed, cut })
}

/// Walks the chunks of a file.
struct Chunks<'a> {
    bytes: &'a [u8],
    at: usize,
}

type Chunk<'a> = ([u8; 4], u64, &'a [u8]);

impl<'a> Chunks<'a> {
    fn new(bytes: &'a [u8]) -> Result<Self, FileError> {
        let (magic, rest) = bytes.split_at_checked(MAGIC.len()).ok_or(FileError::NotARecording)?;
        let version = rest.first_chunk::<4>().ok_or(FileError::NotARecording)?;
        if magic != MAGIC {
            return Err(FileError::NotARecording);
        }
        match u32::from_le_bytes(*version) {
            1..=FORMAT_VERSION => Ok(Self { bytes, at: PREAMBLE }),
            found => Err(FileError::UnsupportedVersion { found, supported: FORMAT_VERSION }),
        }
    }

    /// The next whole chunk; `None` where the file ends inside it or before it.
    fn next(&mut self) -> Result<Option<Chunk<'a>>, FileError> {
        let at = self.at as u64;
        let Some((head, rest)) = self.bytes[self.at..].split_at_checked(CHUNK_HEAD) else { return Ok(None) };
        let tag: [u8; 4] = head[..4].try_into().expect("four bytes");
        let len = u64::from_le_bytes(head[4..12].try_into().expect("eight bytes"));
        let sum = u64::from_le_bytes(head[12..].try_into().expect("eight bytes"));
        let whole = usize::try_from(len).ok().and_then(|len| rest.get(..len));
        let Some(payload) = whole else { return Ok(None) };
        if checksum(tag, payload) != sum {
            return Err(FileError::Checksum { tag: tag_text(tag), at });
        }
        self.at += CHUNK_HEAD + payload.len();
        Ok(Some((tag, at, payload)))
    }

    fn expect(&mut self, tag: [u8; 4]) -> Result<(u64, &'a [u8]), FileError> {
        match self.next()? {
            None => Err(FileError::NothingWhole { at: self.at as u64 }),
            Some((found, at, payload)) if found == tag => Ok((at, payload)),
            Some((found, at, _)) => {
                Err(malformed_because(&tag_text(found), at, format!("a {} chunk belongs here", tag_text(tag))))
            }
        }
    }

    fn head(&mut self) -> Result<Head, FileError> {
        let (at, payload) = self.expect(*b"HEAD")?;
        let head: Head = codec::decode("head", payload).map_err(malformed("HEAD", at))?;
        let is_sane = head.block_ticks.is_power_of_two()
            && head.block_ticks <= BLOCK_TICKS_MAX
            && (1..=TICK_HZ_MAX).contains(&head.tick_hz)
            && head.first_tick <= FIRST_TICK_MAX;
        if is_sane {
            return Ok(head);
        }
        Err(malformed_because("HEAD", at, "a tick rate, block length or first tick that cannot be".to_owned()))
    }
}

/// Builds the run that a file's blocks make.
struct Body<S: Simulation> {
    run: Run<S>,
    trail: u64,
    unpacked: u64,
    claimed: u64,
}

impl<S: Simulation> Body<S> {
    fn new(head: &Head) -> Self {
        Self { run: Run::new(head.first_tick, head.block_ticks, head.first_event), trail: 0, unpacked: 0, claimed: 0 }
    }

    fn events(&self) -> u32 {
        self.run.first_event + index(self.run.events.len())
    }

    fn block(&mut self, payload: &[u8]) -> Result<(), String> {
        let (packed, events) = split_payload(payload)?;
        let stored = StoredBlock::open::<S>(packed.to_vec()).map_err(|e| e.to_string())?;
        self.unpacked += stored.raw_bytes() as u64;
        if self.unpacked > UNPACKED_LIMIT {
            return Err(format!("the file unpacks to more than {UNPACKED_LIMIT} bytes"));
        }
        self.frames(stored.first(), stored.marks(), events)?;
        self.run.slots.push_back(Slot::Stored(Arc::new(stored)));
        Ok(())
    }

    fn pack(&mut self, payload: &[u8]) -> Result<(), String> {
        let packing = S::packing().ok_or("a packed block of rows that are not packed")?;
        let (packed, events) = split_payload(payload)?;
        let packed = PackedBlock::open::<S>(&packing, packed.to_vec()).map_err(|e| e.to_string())?;
        self.claimed += packed.claims();
        if self.claimed > CLAIMS_LIMIT {
            return Err(format!("the file's rows claim more than {CLAIMS_LIMIT} bytes"));
        }
        self.frames(packed.first(), packed.marks(), events)?;
        self.run.slots.push_back(Slot::Packed(Arc::new(packed)));
        Ok(())
    }

    /// Take in a block's frames and the events that belong to them.
    fn frames(&mut self, first: u32, marks: &[Mark], events: &[u8]) -> Result<(), String> {
        let next = self.run.next_tick();
        if first != next || (!self.run.slots.is_empty() && !next.is_multiple_of(self.run.block_ticks)) {
            return Err(format!("a block that starts at tick {first} where tick {next} is due"));
        }
        let frames = index(marks.len());
        if frames > self.run.block_ticks - next % self.run.block_ticks {
            return Err("a block longer than the file's blocks are".to_owned());
        }
        if next - self.run.first + frames > TICKS_MAX {
            return Err(format!("the file holds more than {TICKS_MAX} ticks"));
        }
        let List(events): List<S::Event> = decompress("events", events).map_err(|e| e.to_string())?;
        if (self.run.events.len() + events.len()) * size_of::<S::Event>() > EVENTS_LIMIT {
            return Err(format!("the file's events take more than {EVENTS_LIMIT} bytes"));
        }
        let known = self.events().checked_add(index(events.len())).ok_or("a journal longer than 2^32 events")?;
        let mut watermarks = marks.iter().map(|m| m.journal);
        if marks[0].journal < self.events() || watermarks.next_back() != Some(known) {
            return Err("events that the frames do not account for".to_owned());
        }
        self.trail = marks.iter().fold(self.trail, |trail, m| crate::fold(trail, m.digest));
        self.run.events.extend(events);
        self.run.next = next + frames;
        self.run.open = Arc::new(Block::new(self.run.next));
        Ok(())
    }

    fn tail(&mut self, payload: &[u8]) -> Result<(), String> {
        let tail: Tail<S::Event, S::Outcome> = decompress("end", payload).map_err(|e| e.to_string())?;
        let found = (self.run.next_tick().checked_sub(1), self.events(), self.trail);
        if found != (Some(tail.last_tick), tail.events, tail.trail) {
            return Err("counts that the blocks do not bear out".to_owned());
        }
        self.run.end = tail.outcome.map(Arc::new);
        self.run.late = Arc::from(tail.late.0);
        Ok(())
    }
}

/// Split a block's payload into its frames and its events.
fn split_payload(payload: &[u8]) -> Result<(&[u8], &[u8]), &'static str> {
    let (len, rest) = payload.split_first_chunk::<4>().ok_or("it ends early")?;
    rest.split_at_checked(u32::from_le_bytes(*len) as usize).ok_or("it ends early")
}

fn decompress<T: Decode<()>>(what: &'static str, bytes: &[u8]) -> Result<T, CodecError> {
    let malformed = |reason: String| CodecError::Malformed { what, reason };
    let claimed = zstd::zstd_safe::get_frame_content_size(bytes).ok().flatten();
    let room = claimed.ok_or_else(|| malformed("no size given".to_owned()))?;
    let room = usize::try_from(room).ok().filter(|room| *room <= DECODE_LIMIT);
    let room = room.ok_or_else(|| malformed(format!("it unpacks to more than {DECODE_LIMIT} bytes")))?;
    let raw = zstd::bulk::decompress(bytes, room).map_err(|e| malformed(e.to_string()))?;
    codec::decode(what, &raw)
}

fn malformed(tag: &'static str, at: u64) -> impl FnOnce(CodecError) -> FileError {
    move |error| malformed_because(tag, at, error.to_string())
}

fn malformed_because(tag: &str, at: u64, reason: String) -> FileError {
    FileError::Malformed { tag: tag.to_owned(), at, reason }
}

fn tag_text(tag: [u8; 4]) -> String {
    tag.escape_ascii().to_string()
}
