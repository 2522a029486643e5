//! The witness of a report: the rows as they could be seen, at a cadence, so that a difference can be named.
//!
//! Packed: every witnessed tick as the bytes of its rows, written as the difference to those of the one before, then
//! zstd with a checksum. Unpacking is bounded whatever the input claims.

use std::io::Read;

use bincode::{Decode, Encode};
use recorder::{CodecError, Live, Simulation, decode, encode};

/// The most bytes of text that the packed rows may take in a report. Two screens of a chat, and a mail carries it.
pub const TEXT_BYTES_MAX: usize = 48 << 10;

/// The most bytes that unpacking may give, whatever the input claims.
const RAW_BYTES_MAX: usize = 16 << 20;

/// Bytes of rows held while a fight runs before every other witnessed tick is let go.
const HELD_BYTES_MAX: usize = RAW_BYTES_MAX / 2;

/// zstd's level. A report is packed once; level 9 packs the demo a tenth smaller than level 1.
const LEVEL: i32 = 9;

/// log2 of the largest window a packed witness may ask for: what [`RAW_BYTES_MAX`] needs.
const WINDOW_LOG_MAX: u32 = 24;

const _: () = assert!(1 << WINDOW_LOG_MAX == RAW_BYTES_MAX);

/// Rows as they could be seen, packed.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Witness {
    /// Ticks between two that are witnessed, a power of two; 0 where nothing is. The terminal tick always is.
    pub every: u32,
    /// The names of the digest's sections.
    pub sections: Vec<String>,
    /// The packed rows.
    pub packed: Vec<u8>,
}

/// One witnessed tick.
#[derive(Debug, Clone, PartialEq, Encode, Decode)]
pub(super) struct Sight<R> {
    pub tick: u32,
    /// The lower half of each section's digest.
    pub sections: Vec<u32>,
    pub rows: Vec<R>,
}

/// Why a witness cannot be read.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum WitnessError {
    /// The bytes do not unpack.
    #[error("the witness does not unpack: {0}")]
    Packed(String),
    /// It would unpack to more than is allowed.
    #[error("the witness unpacks to more than {RAW_BYTES_MAX} bytes")]
    TooLarge,
    /// A length in it does not fit what there is.
    #[error("the witness is cut short")]
    Short,
    /// What unpacks is no rows.
    #[error(transparent)]
    Rows(#[from] CodecError),
    /// Its ticks do not go up.
    #[error("the witness has tick {tick} out of order")]
    Order {
        /// The tick out of order.
        tick: u32,
    },
}

impl<R: Encode + Decode<()> + Clone> Sight<R> {
    /// See a fight as it stands.
    pub(super) fn of<S: Simulation<Row = R>>(live: &Live<S>) -> Self {
        let mut rows = Vec::new();
        live.rules().observe(live.state(), &mut |row| rows.push(row.clone()));
        Self { tick: live.tick(), sections: live.sections().iter().map(|s| lower_half(s.digest)).collect(), rows }
    }
}

/// The part of a section's digest that a witness keeps.
pub(super) fn lower_half(digest: u64) -> u32 {
    (digest & u64::from(u32::MAX)) as u32
}

/// Collects a witness while a fight runs.
#[derive(Debug)]
pub(super) struct Writer {
    every: u32,
    sections: Vec<String>,
    held: Vec<(u32, Vec<u8>)>,
    held_bytes: usize,
}

impl Writer {
    /// Start at frame 0.
    pub(super) fn start<S: Simulation>(live: &Live<S>) -> Self {
        let sections = live.sections().iter().map(|s| s.name.to_owned()).collect();
        let mut writer = Self { every: 1, sections, held: Vec::new(), held_bytes: 0 };
        writer.see(live);
        writer
    }

    /// Look at a tick, if it is one of those to be looked at.
    pub(super) fn see<S: Simulation>(&mut self, live: &Live<S>) {
        if live.tick().is_multiple_of(self.every) {
            self.keep(live);
        }
        while self.held_bytes > HELD_BYTES_MAX && self.held.len() > 1 {
            self.thin(None);
        }
    }

    /// Pack, at the smallest cadence that fits.
    pub(super) fn finish<S: Simulation>(mut self, live: &Live<S>) -> Witness {
        if self.held.last().is_none_or(|(tick, _)| *tick != live.tick()) {
            self.keep(live);
        }
        let last = live.tick();
        loop {
            let packed = pack(self.held.iter().map(|(_, bytes)| bytes.as_slice()));
            if text_bytes(packed.len()) <= TEXT_BYTES_MAX {
                return Witness { every: self.every, sections: self.sections, packed };
            }
            if self.every > last {
                return Witness::default();
            }
            self.thin(Some(last));
        }
    }

    fn keep<S: Simulation>(&mut self, live: &Live<S>) {
        let bytes = encode(&Sight::of(live));
        self.held_bytes += bytes.len();
        self.held.push((live.tick(), bytes));
    }

    /// Let go of every other tick, but for the terminal one.
    fn thin(&mut self, terminal: Option<u32>) {
        self.every *= 2;
        let every = self.every;
        self.held.retain(|(tick, _)| tick.is_multiple_of(every) || Some(*tick) == terminal);
        self.held_bytes = self.held.iter().map(|(_, bytes)| bytes.len()).sum();
    }
}

/// Count the bytes that so many take as base64.
fn text_bytes(packed: usize) -> usize {
    packed.div_ceil(3) * 4
}

fn pack<'a>(sights: impl Iterator<Item = &'a [u8]>) -> Vec<u8> {
    let mut raw = Vec::new();
    let mut before: &[u8] = &[];
    for sight in sights {
        let length = u32::try_from(sight.len()).expect("a witnessed tick has fewer than 2^32 bytes");
        raw.extend(length.to_le_bytes());
        raw.extend(sight.iter().enumerate().map(|(i, byte)| byte.wrapping_sub(before.get(i).copied().unwrap_or(0))));
        before = sight;
    }
    compress(&raw).expect("compressing in memory cannot fail")
}

fn compress(raw: &[u8]) -> std::io::Result<Vec<u8>> {
    let mut compressor = zstd::bulk::Compressor::new(LEVEL)?;
    compressor.set_parameter(zstd::zstd_safe::CParameter::ChecksumFlag(true))?;
    compressor.compress(raw)
}

impl Witness {
    /// Unpack and read all that was witnessed.
    pub(super) fn open<R: Decode<()>>(&self) -> Result<Vec<Sight<R>>, WitnessError> {
        if self.every == 0 {
            return Ok(Vec::new());
        }
        let raw = self.unpack()?;
        let mut sights: Vec<Sight<R>> = Vec::new();
        let (mut rest, mut before) = (raw.as_slice(), Vec::new());
        while !rest.is_empty() {
            let (length, after) = rest.split_first_chunk::<4>().ok_or(WitnessError::Short)?;
            let length = u32::from_le_bytes(*length) as usize;
            let (difference, after) = after.split_at_checked(length).ok_or(WitnessError::Short)?;
            let add = |(i, byte): (usize, &u8)| byte.wrapping_add(before.get(i).copied().unwrap_or(0));
            let bytes: Vec<u8> = difference.iter().enumerate().map(add).collect();
            let sight: Sight<R> = decode("witnessed tick", &bytes)?;
            if sights.last().is_some_and(|last| last.tick >= sight.tick) {
                return Err(WitnessError::Order { tick: sight.tick });
            }
            sights.push(sight);
            (before, rest) = (bytes, after);
        }
        Ok(sights)
    }

    fn unpack(&self) -> Result<Vec<u8>, WitnessError> {
        let fault = |error: std::io::Error| WitnessError::Packed(error.to_string());
        let mut decoder = zstd::stream::read::Decoder::with_buffer(self.packed.as_slice()).map_err(fault)?;
        decoder.window_log_max(WINDOW_LOG_MAX).map_err(fault)?;
        let mut raw = Vec::new();
        decoder.take(RAW_BYTES_MAX as u64 + 1).read_to_end(&mut raw).map_err(fault)?;
        if raw.len() > RAW_BYTES_MAX { Err(WitnessError::TooLarge) } else { Ok(raw) }
    }
}
