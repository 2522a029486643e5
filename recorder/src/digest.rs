//! The digest: 64 bits over everything that matters, in named sections, hashing columns where they lie.
//!
//! XXH3-64 over each piece, folded into the running value in order. Fixed width; floats by their bits with −0 folded
//! into +0. In-place columns mean the digest is defined for little-endian machines only, which the build checks.

use bincode::Encode;
use bytemuck::NoUninit;
use twox_hash::XxHash3_64;

use crate::codec;

#[cfg(target_endian = "big")]
compile_error!("digests hash columns in place, and their bytes are defined as little-endian");

/// Multiplier of the fold: the 64-bit golden ratio, odd, as in SplitMix64.
const FOLD: u64 = 0x9E37_79B9_7F4A_7C15;

/// A running digest.
///
/// Two sinks: the total alone (the fast path), or the total and each section by name.
#[derive(Debug)]
pub struct Digest<'a> {
    total: u64,
    section: u64,
    sections: Option<&'a mut Vec<Section>>,
    /// For values that have to be written to be hashed.
    buffer: Vec<u8>,
}

/// The digest of one named part of the state.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Section {
    /// The part's name.
    pub name: &'static str,
    /// Its digest.
    pub digest: u64,
}

impl Default for Digest<'_> {
    fn default() -> Self {
        Self::new()
    }
}

impl<'a> Digest<'a> {
    /// Start a digest of which only the total is wanted.
    #[must_use]
    pub fn new() -> Self {
        Self { total: 0, section: 0, sections: None, buffer: Vec::new() }
    }

    /// Start a digest that also pushes each section, in order.
    #[must_use]
    pub fn with_sections(sections: &'a mut Vec<Section>) -> Self {
        Self { total: 0, section: 0, sections: Some(sections), buffer: Vec::new() }
    }

    /// Digest one named part of the state. A section within a section counts as its own; what is written outside of
    /// any counts in the total.
    pub fn section(&mut self, name: &'static str, write: impl FnOnce(&mut Self)) {
        let around = std::mem::take(&mut self.section);
        write(self);
        let digest = std::mem::replace(&mut self.section, around);
        self.total = fold(self.total, digest);
        if let Some(sections) = &mut self.sections {
            sections.push(Section { name, digest });
        }
    }

    /// Take in bytes where they lie.
    pub fn bytes(&mut self, bytes: &[u8]) {
        self.section = fold(self.section, hash(bytes));
        self.section = fold(self.section, bytes.len() as u64);
    }

    /// Take in a column of plain values where it lies, copying nothing. Not for floats: see [`Digest::f32s`].
    pub fn column<T: NoUninit>(&mut self, column: &[T]) {
        self.bytes(bytemuck::cast_slice(column));
    }

    /// Take in a value by the bytes that it is saved as. For columns and plain numbers the others are quicker.
    pub fn value<T: Encode>(&mut self, value: &T) {
        let mut buffer = std::mem::take(&mut self.buffer);
        buffer.clear();
        codec::write(value, &mut buffer);
        self.bytes(&buffer);
        self.buffer = buffer;
    }

    /// Take in one integer.
    pub fn u64(&mut self, value: u64) {
        self.section = fold(self.section, value);
    }

    /// Take in one signed integer.
    pub fn i64(&mut self, value: i64) {
        self.u64(value.cast_unsigned());
    }

    /// Take in one float by its bits, −0 as +0.
    pub fn f32(&mut self, value: f32) {
        self.u64(u64::from((value + 0.0).to_bits()));
    }

    /// Take in a column of floats where it lies. The caller keeps −0 out of the column (`x + 0.0` clears it);
    /// a debug build checks.
    pub fn f32s(&mut self, column: &[f32]) {
        debug_assert!(column.iter().all(|x| x.to_bits() != (-0.0_f32).to_bits()), "a digested column holds −0");
        self.column(column);
    }

    /// The digest of everything so far.
    #[must_use]
    pub fn total(&self) -> u64 {
        if self.section == 0 { self.total } else { fold(self.total, self.section) }
    }
}

/// Hash bytes: XXH3-64, unseeded.
#[must_use]
#[inline]
pub fn hash(bytes: &[u8]) -> u64 {
    XxHash3_64::oneshot(bytes)
}

/// Fold one more value into a running digest; order matters.
#[must_use]
pub fn fold(running: u64, value: u64) -> u64 {
    let mixed = (running ^ value).wrapping_mul(FOLD);
    (mixed ^ (mixed >> 29)).wrapping_add(running.rotate_left(23)).wrapping_add(FOLD)
}
