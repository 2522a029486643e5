//! A column packed: each cell as its difference to what it was expected to be, and those as few bits as they need.
//!
//! Expected is what the cell was a tick before ([`HOLD`]), or where it would be had it gone on as it did
//! ([`LINEAR`]); in a column that has no past, what its neighbour is. Then a [`Window`] is chosen: the differences inside
//! take as many bits each as it is wide, the others go onto a list.

use std::fmt::Debug;

use crate::block::index;
use crate::codec::CodecError;
use crate::packing::{Packer, Streams, Unpacker};
use crate::varint::{put_signed, put_varint};
use crate::window::{Counts, Difference, LISTED_BITS, OUTSIDE, SUMMED, WIDTHS, Window};

/// A plain number that columns are made of. Differences wrap at its own width.
pub trait Cell: Copy + PartialEq + Debug + 'static {
    /// Nothing.
    const ZERO: Self;
    /// Its difference to another.
    fn minus(self, other: Self) -> i32;
    /// What differs from it by so much.
    #[must_use]
    fn plus(self, difference: i32) -> Self;
    /// It and another one, wrapping.
    #[must_use]
    fn sum(self, other: Self) -> Self;
}

macro_rules! cell {
    ($($cell:ty: $signed:ty),*) => {$(
        impl Cell for $cell {
            const ZERO: Self = 0;

            #[inline(always)]
            fn minus(self, other: Self) -> i32 {
                i32::from(self.wrapping_sub(other) as $signed)
            }

            #[inline(always)]
            fn plus(self, difference: i32) -> Self {
                self.wrapping_add(difference as Self)
            }

            #[inline(always)]
            fn sum(self, other: Self) -> Self {
                self.wrapping_add(other)
            }
        }
    )*};
}

cell!(u8: i8, i8: i8, u16: i16, i16: i16, u32: i32, i32: i32);

/// How a column's mode byte is made up: what is expected in the two lowest bits, then the width's number.
const NEIGHBOUR: u8 = 0;
const HOLD: u8 = 1;
const LINEAR: u8 = 2;
const EXPECTED: u8 = 3;
const WIDTH_SHIFT: u8 = 2;
/// There is a list of cells outside of the window.
const LISTED: u8 = 0x20;
/// The window does not start at 0.
const BASED: u8 = 0x40;

/// What a cell claims of what a block may hold: its difference, on the way.
const CLAIM: usize = size_of::<i32>();

/// What packing a column needs, kept between columns.
#[derive(Debug, Default)]
pub(crate) struct Buffers {
    narrow: Differences<i16>,
    wide: Differences<i32>,
    cells: Vec<u8>,
    counts: Counts,
}

/// The differences of a column to what was expected, and those to what else might have been.
#[derive(Debug, Default)]
struct Differences<D> {
    taken: Vec<D>,
    others: Vec<D>,
}

impl Packer {
    /// Append a column of a kind, given what it was one and two ticks before. Columns of one kind should be alike.
    ///
    /// A past of another length is none.
    pub fn column<T: Cell>(&mut self, kind: usize, now: &[T], one: Option<&[T]>, two: Option<&[T]>) {
        let one = one.filter(|one| one.len() == now.len());
        let two = two.filter(|two| two.len() == now.len());
        self.claim(now.len() * CLAIM);
        match one {
            None => self.length(now.len()),
            Some(one) if self.streams.few(now, one) => return,
            Some(_) => {}
        }
        let Self { streams, buffers: Buffers { narrow, wide, cells, counts }, .. } = self;
        if let Some(expected) = narrow.take(now, one, two) {
            streams.differences(kind, expected, &narrow.taken, cells, counts);
        } else {
            let expected = wide.take(now, one, two).expect("all differences fit into 32 bits");
            streams.differences(kind, expected, &wide.taken, cells, counts);
        }
    }
}

impl<D: Difference> Differences<D> {
    /// Take the differences of a column to that expectation to which they lie closer; `None` if they do not fit.
    fn take<T: Cell>(&mut self, now: &[T], one: Option<&[T]>, two: Option<&[T]>) -> Option<u8> {
        let Self { taken, others } = self;
        taken.resize(now.len(), D::default());
        let Some(one) = one else {
            let before = std::iter::once(T::ZERO).chain(now.iter().copied());
            fill(taken, now.iter().zip(before).map(|(now, before)| now.minus(before)))?;
            return Some(NEIGHBOUR);
        };
        let hold = fill(taken, now.iter().zip(one).map(|(now, one)| now.minus(*one)))?;
        let Some(two) = two else { return Some(HOLD) };
        others.resize(now.len(), D::default());
        let ahead = now.iter().zip(one).zip(two);
        let linear = fill(others, ahead.map(|((now, one), two)| now.minus(one.plus(one.minus(*two)))))?;
        if spread(others, linear) < spread(taken, hold) {
            std::mem::swap(taken, others);
            Some(LINEAR)
        } else {
            Some(HOLD)
        }
    }
}

impl Streams {
    /// Append a column in which so few cells changed that listing them takes least. Tells whether it is one.
    fn few<T: Cell>(&mut self, now: &[T], one: &[T]) -> bool {
        let changed = changed(now, one);
        if u64::from(changed) * LISTED_BITS > now.len() as u64 {
            return false;
        }
        if changed == 0 {
            self.modes().push(HOLD);
            return true;
        }
        self.modes().push(HOLD | LISTED);
        put_varint(self.gaps(), u64::from(changed));
        let mut next = 0;
        for (start, (now, one)) in (0..).step_by(RUN).zip(now.chunks(RUN).zip(one.chunks(RUN))) {
            if now == one {
                continue;
            }
            for (n, (now, one)) in now.iter().zip(one).enumerate().filter(|(_, (now, one))| now != one) {
                put_varint(self.gaps(), (start + n - next) as u64);
                put_signed(self.values(), i64::from(now.minus(*one)));
                next = start + n + 1;
            }
        }
        true
    }

    /// Append differences to what was expected, in the window that suits them.
    fn differences<D: Difference>(
        &mut self,
        kind: usize,
        expected: u8,
        differences: &[D],
        cells: &mut Vec<u8>,
        counts: &mut Counts,
    ) {
        let window = Window::of(differences, counts);
        let Window { width, base, listed, .. } = window;
        let based = if base == 0 { 0 } else { BASED };
        let list = if listed == 0 { 0 } else { LISTED };
        self.modes().push(expected | width << WIDTH_SHIFT | list | based);
        if base != 0 {
            put_signed(self.bases(), i64::from(base));
        }
        let bits = WIDTHS[usize::from(width)];
        if listed > 0 || (1..8).contains(&bits) {
            window.cells(differences, cells);
        }
        let bytes = self.cells_of(kind, width);
        match bits {
            0 => {}
            1 => put_bits::<1>(bytes, cells),
            2 => put_bits::<2>(bytes, cells),
            4 => put_bits::<4>(bytes, cells),
            8 => bytes.extend(differences.iter().map(|d| d.above(base) as u8)),
            16 => differences.iter().for_each(|d| bytes.extend((d.above(base) as u16).to_le_bytes())),
            _ => differences.iter().for_each(|d| bytes.extend(d.above(base).to_le_bytes())),
        }
        if listed > 0 {
            self.list(listed, differences, cells);
        }
    }

    /// Append a list of the differences whose cells are [`OUTSIDE`].
    fn list<D: Difference>(&mut self, listed: u64, differences: &[D], cells: &[u8]) {
        put_varint(self.gaps(), listed);
        let mut next = 0;
        for (start, eight) in (0..).step_by(8).zip(eights(cells)) {
            let mut outside = u64::from_le_bytes(eight) & u64::from_le_bytes([OUTSIDE; 8]);
            while outside != 0 {
                let place = start + outside.trailing_zeros() as usize / 8;
                put_varint(self.gaps(), (place - next) as u64);
                put_signed(self.values(), i64::from(differences[place].into()));
                next = place + 1;
                outside &= outside - 1;
            }
        }
    }
}

/// Cells that are looked at together: mostly there is nothing among them.
const RUN: usize = 16;

/// Count the cells that are not what they were.
fn changed<T: Cell>(now: &[T], one: &[T]) -> u32 {
    // Few enough at a time for a byte to count them: as many are compared at once as there are bytes in a register.
    let runs = now.chunks(128).zip(one.chunks(128));
    runs.map(|(now, one)| u32::from(now.iter().zip(one).map(|(now, one)| u8::from(now != one)).sum::<u8>())).sum()
}

/// Fill a buffer with as many differences, and give their sum, wrapping; `None` if one does not fit.
fn fill<D: Difference>(into: &mut [D], from: impl Iterator<Item = i32>) -> Option<i32> {
    let (mut sum, mut beyond) = (0_i32, 0);
    for (into, from) in into.iter_mut().zip(from) {
        *into = D::of(from);
        beyond |= D::beyond(from);
        sum = sum.wrapping_add(from);
    }
    (beyond == 0).then_some(sum)
}

/// How far differences lie from their mean, all together; one far off counts no more than one that goes onto the list.
/// A sum that wraps makes the choice no wrong one, only a poorer one.
fn spread<D: Difference>(differences: &[D], sum: i32) -> u32 {
    let mean = D::of(sum / index(differences.len()).cast_signed().max(1));
    let runs = differences.chunks(SUMMED);
    runs.map(|run| u32::from(run.iter().map(|difference| difference.distance(mean)).sum::<u16>())).sum()
}

/// Append cells of so many bits, the first one in the lowest of a byte; of one that is [`OUTSIDE`] they are 0.
fn put_bits<const BITS: u32>(bytes: &mut Vec<u8>, cells: &[u8]) {
    let end = bytes.len() + (cells.len() * BITS as usize).div_ceil(8);
    for eight in eights(cells) {
        bytes.extend_from_slice(&gather::<BITS>(eight)[..BITS as usize]);
    }
    bytes.truncate(end);
}

/// Cells eight at a time, the last of them filled up with 0.
fn eights(cells: &[u8]) -> impl Iterator<Item = [u8; 8]> {
    let (whole, rest) = cells.as_chunks::<8>();
    let mut last = [0; 8];
    last[..rest.len()].copy_from_slice(rest);
    whole.iter().copied().chain([last])
}

/// Move eight cells together: by twos, then fours, then all.
fn gather<const BITS: u32>(cells: [u8; 8]) -> [u8; 8] {
    let apart = 8 - BITS;
    let mut all = u64::from_le_bytes(cells) & !u64::from_le_bytes([OUTSIDE; 8]);
    all = (all | all >> apart) & (0x0001_0001_0001_0001 * ((1 << (2 * BITS)) - 1));
    all = (all | all >> (2 * apart)) & (0x0000_0001_0000_0001 * ((1 << (4 * BITS)) - 1));
    (all | all >> (4 * apart)).to_le_bytes()
}

impl Unpacker {
    /// Take the column of a kind that [`Packer::column`] appended, given the same past; its cells go in place of those in
    /// `into`, whose memory is used again.
    ///
    /// # Errors
    /// The bytes are not such a column, or claim more than a block may hold.
    pub fn column<T: Cell>(
        &mut self,
        kind: usize,
        one: Option<&[T]>,
        two: Option<&[T]>,
        mut into: Vec<T>,
    ) -> Result<Vec<T>, CodecError> {
        let n = match one {
            Some(one) if self.peek_mode()? & EXPECTED != NEIGHBOUR => one.len(),
            _ => self.length()?,
        };
        let mode = self.mode()?;
        self.claim(n as u64 * CLAIM as u64)?;
        let missing = || CodecError::of_block("a column that goes on from one that is not there");
        let one = if mode & EXPECTED == NEIGHBOUR { &[][..] } else { one.ok_or_else(missing)? };
        into.clear();
        if mode == HOLD {
            into.extend_from_slice(one);
            return Ok(into);
        }
        match mode & EXPECTED {
            NEIGHBOUR => {
                into.resize(n, T::ZERO);
                self.differ(kind, mode, &mut into, |_| T::ZERO)?;
                let mut last = T::ZERO;
                for cell in &mut into {
                    last = last.sum(*cell);
                    *cell = last;
                }
            }
            HOLD => {
                into.extend_from_slice(one);
                self.differ(kind, mode, &mut into, |place| one[place])?;
            }
            LINEAR => {
                let two = two.filter(|two| two.len() == n).ok_or_else(missing)?;
                let ahead = |(one, two): (&T, &T)| one.plus(one.minus(*two));
                into.extend(one.iter().zip(two).map(ahead));
                self.differ(kind, mode, &mut into, |place| ahead((&one[place], &two[place])))?;
            }
            _ => return Err(CodecError::of_block("a column of an unknown mode")),
        }
        Ok(into)
    }

    /// Add differences to cells that are what was expected of them; `expected` tells it once more.
    fn differ<T: Cell>(
        &mut self,
        kind: usize,
        mode: u8,
        cells: &mut [T],
        expected: impl Fn(usize) -> T,
    ) -> Result<(), CodecError> {
        let width = mode >> WIDTH_SHIFT & 7;
        let bits =
            *WIDTHS.get(usize::from(width)).ok_or_else(|| CodecError::of_block("a column of an unknown width"))?;
        let base = if mode & BASED == 0 { 0 } else { self.base()? };
        let bytes = self.cells_of(kind, width, (cells.len() as u64 * bits).div_ceil(8))?;
        match bits {
            0 if base == 0 => {}
            0 => cells.iter_mut().for_each(|cell| *cell = cell.plus(base)),
            1 => add_bits::<T, 1, 8>(bytes, base, cells),
            2 => add_bits::<T, 2, 4>(bytes, base, cells),
            4 => add_bits::<T, 4, 2>(bytes, base, cells),
            8 => add_bytes::<T, 1>(bytes, base, cells, |cell| i32::from(cell[0])),
            16 => add_bytes::<T, 2>(bytes, base, cells, |cell| i32::from(u16::from_le_bytes(cell))),
            _ => add_bytes::<T, 4>(bytes, base, cells, i32::from_le_bytes),
        }
        if mode & LISTED == 0 {
            return Ok(());
        }
        let mut next = 0_u64;
        for _ in 0..self.gap()? {
            let place = next.saturating_add(self.gap()?);
            let value = self.value()?;
            let place = usize::try_from(place).ok().filter(|place| *place < cells.len());
            let place = place.ok_or_else(|| CodecError::of_block("a cell beyond its column"))?;
            cells[place] = expected(place).plus(value);
            next = place as u64 + 1;
        }
        Ok(())
    }
}

/// Add cells of less than a byte to what was expected.
fn add_bits<T: Cell, const BITS: u32, const EACH: usize>(bytes: &[u8], base: i32, cells: &mut [T]) {
    let mask = (1_u8 << BITS) - 1;
    let difference = |byte: u8, n: usize| base.wrapping_add(i32::from(byte >> (n as u32 * BITS) & mask));
    let (whole, rest) = cells.as_chunks_mut::<EACH>();
    let last = bytes.get(whole.len());
    for (few, byte) in whole.iter_mut().zip(bytes) {
        for (n, cell) in few.iter_mut().enumerate() {
            *cell = cell.plus(difference(*byte, n));
        }
    }
    if let Some(byte) = last {
        rest.iter_mut().enumerate().for_each(|(n, cell)| *cell = cell.plus(difference(*byte, n)));
    }
}

fn add_bytes<T: Cell, const EACH: usize>(bytes: &[u8], base: i32, cells: &mut [T], read: impl Fn([u8; EACH]) -> i32) {
    for (cell, bytes) in cells.iter_mut().zip(bytes.as_chunks::<EACH>().0) {
        *cell = cell.plus(base.wrapping_add(read(*bytes)));
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// Put columns, each with its past, and take them again.
    fn comes_back<T: Cell>(columns: &[[&[T]; 3]]) -> usize {
        let mut packer = Packer::new(1);
        columns.iter().for_each(|[now, one, two]| packer.column(0, now, Some(one), Some(two)));
        let mut bytes = Vec::new();
        packer.write(&mut bytes);
        let mut unpacker = Unpacker::new(1, 1 << 20);
        unpacker.read(&mut &bytes[..]).unwrap();
        for [now, one, two] in columns {
            assert_eq!(unpacker.column(0, Some(one), Some(two), vec![T::ZERO; 3]).unwrap(), *now);
        }
        unpacker.finish().unwrap();
        bytes.len()
    }

    proptest! {
        #[test]
        fn any_columns_come_back(list in prop::collection::vec((
            prop::collection::vec(prop_oneof![-3..3_i32, any::<i32>()], 0..40),
            prop::collection::vec(-3..3_i32, 0..40),
            prop::collection::vec(any::<i32>(), 0..40),
        ), 0..9)) {
            let columns: Vec<[&[i32]; 3]> = list.iter().map(|(now, one, two)| [&now[..], one, two]).collect();
            comes_back(&columns);
        }

        #[test]
        fn columns_of_one_length_come_back(list in prop::collection::vec((any::<u8>(), 250..260_u16, any::<i16>(), -5..5_i32), 1..600), far in 0..20_u32) {
            comes_back(&[[&list.iter().map(|c| c.0).collect::<Vec<_>>(), &vec![7; list.len()], &vec![9; list.len()]]]);
            comes_back(&[[&list.iter().map(|c| c.1).collect::<Vec<_>>(), &vec![7; list.len()], &vec![9; list.len()]]]);
            comes_back(&[[&list.iter().map(|c| c.2).collect::<Vec<_>>(), &vec![7; list.len()], &vec![9; list.len()]]]);
            let near: Vec<i32> = list.iter().map(|c| c.3 << far).collect();
            comes_back(&[[&near, &vec![1; list.len()], &vec![i32::MIN; list.len()]]]);
        }
    }

    #[test]
    fn what_lies_in_the_window_behind_the_last_difference_counted_comes_back() {
        let mut column: [i32; 80] = std::array::from_fn(|n| 120 + n as i32 % 8);
        (column[3], column[4]) = (130, 700);
        comes_back(&[[&column[..], &[0; 80], &[0; 80]]]);
        column[4] = 133;
        comes_back(&[[&column[..], &[0; 80], &[0; 80]]]);
    }

    #[test]
    fn cells_of_some_bits_lie_in_a_byte_the_first_one_lowest() {
        let put = |put: fn(&mut Vec<u8>, &[u8]), cells: &[u8]| {
            let mut bytes = vec![0xFF];
            put(&mut bytes, cells);
            bytes.split_off(1)
        };
        assert_eq!(put(put_bits::<1>, &[1, 0, 1, 1, 0, 0, 0, 1, 1]), [0b1000_1101, 1]);
        assert_eq!(put(put_bits::<2>, &[1, 2, 3, 0, 0, 1, 2, 3, 3]), [0b0011_1001, 0b1110_0100, 3]);
        assert_eq!(put(put_bits::<4>, &[1, 2, 3, 4, 5, 6, 7, 8, 15]), [0x21, 0x43, 0x65, 0x87, 15]);
    }

    #[test]
    fn men_who_march_take_two_bits_of_a_place_at_the_most() {
        // Speeds that are no whole number of steps: rounding makes them go now a step more, now a step less.
        let at = |tick: i32| (0..160).map(|man| (man * 333 + tick * 2900) / 256).collect::<Vec<i32>>();
        assert!(comes_back(&[[&at(5)[..], &at(4), &at(3)]]) <= 160 / 4 + 40);
    }

    #[test]
    fn what_is_cut_or_points_elsewhere_is_refused() {
        let refused = |modes: &[u8], gaps: &[u8], cells: &[u8]| {
            let mut packer = Packer::new(1);
            packer.streams.modes().extend(modes);
            packer.streams.gaps().extend(gaps);
            packer.streams.values().push(0);
            packer.streams.cells_of(0, 1).extend(cells);
            let mut bytes = Vec::new();
            packer.write(&mut bytes);
            let mut unpacker = Unpacker::new(1, 1 << 20);
            unpacker.read(&mut &bytes[..]).unwrap();
            unpacker.column(0, Some(&[1_u8, 2, 3]), None, Vec::new()).is_err()
        };
        let one_bit = HOLD | 1 << WIDTH_SHIFT;
        assert!(!refused(&[one_bit], &[], &[5]));
        assert!(!refused(&[one_bit | LISTED], &[1, 2], &[5]));
        assert!(refused(&[one_bit | LISTED], &[1, 3], &[5]), "beyond the column");
        assert!(refused(&[one_bit | LISTED], &[2, 0], &[5]), "a list cut");
        assert!(refused(&[one_bit], &[], &[]), "cells cut");
        assert!(refused(&[one_bit | BASED], &[], &[5]), "no base");
        assert!(refused(&[], &[], &[]), "no mode");
        assert!(refused(&[NEIGHBOUR], &[], &[]), "no length");
        assert!(refused(&[EXPECTED], &[], &[]), "an unknown mode");
        assert!(refused(&[HOLD | 7 << WIDTH_SHIFT], &[], &[]), "an unknown width");
        assert!(refused(&[LINEAR | 1 << WIDTH_SHIFT], &[], &[5]), "no tick before the last");
    }
}
