//! A column packed: each cell as its difference to what it was expected to be, and those as few bits as they need.
//!
//! Expected is what the cell was a tick before ([`HOLD`]), or where it would be had it gone on as it did
//! ([`LINEAR`]); in a column that has no past, what its neighbour is. Then a window of 2^width differences is chosen: those inside
//! take `width` bits each, the others go onto a list. Width 0 is the column in which all cells, or all but a
//! few, did the same. Widths divide a byte, so that like bytes come of like cells, and a byte-wise coder behind this one
//! finds what they have in common.

use std::fmt::Debug;

use crate::block::index;
use crate::codec::CodecError;
use crate::packing::{Packer, Unpacker};
use crate::varint::{put_signed, put_varint};

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

/// Bits a cell, by number.
pub(crate) const WIDTHS: [u64; 7] = [0, 1, 2, 4, 8, 16, 32];

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

/// What a cell on the list is reckoned to take: its distance from the last one and its difference.
const LISTED_BITS: u64 = 14;

/// So many differences about their middle are counted; what lies further off is on the list, or all cells are wide.
const COUNTED: usize = 64;
/// No difference counts as further off than this where their middle is looked for.
const FAR_OFF: i32 = 127;

/// What a cell claims of what a block may hold: its difference, on the way.
const CLAIM: usize = size_of::<i32>();

/// How a column is packed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Plan {
    width: u8,
    /// The lowest difference in the window.
    base: i32,
    listed: u64,
    bits: u64,
}

/// Buffers of one packing, kept between columns.
#[derive(Debug, Default)]
pub(crate) struct Buffers {
    differences: Vec<i32>,
    others: Vec<i32>,
    counts: Counts,
}

/// How many differences lie below each one counted.
type Below = [i32; COUNTED + 2];

/// Counted by turns in two places: most differences are the same one, and a count has to be written before it can be
/// read again.
#[derive(Debug)]
struct Counts {
    below: Below,
    others: Below,
}

impl Default for Counts {
    fn default() -> Self {
        Self { below: [0; COUNTED + 2], others: [0; COUNTED + 2] }
    }
}

impl Packer {
    /// Append a column of a kind, given what it was one and two ticks before. Columns of one kind should be alike.
    ///
    /// A past of another length is none.
    pub fn column<T: Cell>(&mut self, kind: usize, now: &[T], one: Option<&[T]>, two: Option<&[T]>) {
        let one = one.filter(|one| one.len() == now.len());
        let two = two.filter(|two| two.len() == now.len());
        self.claim(now.len() * CLAIM);
        if let Some(one) = one
            && self.few(now, one)
        {
            return;
        }
        let mut buffers = std::mem::take(&mut self.buffers);
        let expected = match one {
            None => {
                self.length(now.len());
                let before = std::iter::once(T::ZERO).chain(now.iter().copied());
                buffers.differences.clear();
                buffers.differences.extend(now.iter().zip(before).map(|(a, b)| a.minus(b)));
                NEIGHBOUR
            }
            Some(one) => steadier(&mut buffers, now, one, two),
        };
        let plan = plan(&buffers.differences, &mut buffers.counts);
        let base = if plan.base == 0 { 0 } else { BASED };
        let listed = if plan.listed == 0 { 0 } else { LISTED };
        self.modes().push(expected | plan.width << WIDTH_SHIFT | listed | base);
        if plan.base != 0 {
            put_signed(self.bases(), i64::from(plan.base));
        }
        self.cells(kind, plan, &buffers.differences);
        self.buffers = buffers;
    }

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

    fn cells(&mut self, kind: usize, plan: Plan, differences: &[i32]) {
        let bits = WIDTHS[usize::from(plan.width)];
        let bytes = self.cells_of(kind, plan.width);
        match bits {
            0 => {}
            1 => put_bits::<1, 8>(bytes, differences, plan.base),
            2 => put_bits::<2, 4>(bytes, differences, plan.base),
            4 => put_bits::<4, 2>(bytes, differences, plan.base),
            8 => bytes.extend(differences.iter().map(|d| d.wrapping_sub(plan.base) as u8)),
            16 => differences.iter().for_each(|d| bytes.extend((d.wrapping_sub(plan.base) as u16).to_le_bytes())),
            _ => differences.iter().for_each(|d| bytes.extend(d.wrapping_sub(plan.base).to_le_bytes())),
        }
        if plan.listed > 0 {
            self.list(plan, differences);
        }
    }

    fn list(&mut self, plan: Plan, differences: &[i32]) {
        put_varint(self.gaps(), plan.listed);
        let mut next = 0;
        for (start, run) in (0..).step_by(RUN).zip(differences.chunks(RUN)) {
            if all_in_window(run, plan.base, plan.width) {
                continue;
            }
            for (n, &difference) in run.iter().enumerate() {
                if !in_window(difference, plan.base, plan.width) {
                    put_varint(self.gaps(), (start + n - next) as u64);
                    put_signed(self.values(), i64::from(difference));
                    next = start + n + 1;
                }
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

/// Take the expectation whose differences lie closer together; they end up in the buffer.
fn steadier<T: Cell>(buffers: &mut Buffers, now: &[T], one: &[T], two: Option<&[T]>) -> u8 {
    let Buffers { differences, others, .. } = buffers;
    differences.resize(now.len(), 0);
    let Some(two) = two else {
        fill(differences, now.iter().zip(one).map(|(now, one)| now.minus(*one)));
        return HOLD;
    };
    others.resize(now.len(), 0);
    let hold = fill(differences, now.iter().zip(one).map(|(now, one)| now.minus(*one)));
    let ahead = now.iter().zip(one).zip(two);
    let linear = fill(others, ahead.map(|((now, one), two)| now.minus(one.plus(one.minus(*two)))));
    if spread(others, linear) < spread(differences, hold) {
        std::mem::swap(differences, others);
        LINEAR
    } else {
        HOLD
    }
}

/// How far differences lie from their mean, all together; one far off counts no more than one that goes onto the list.
/// A sum that wraps makes the choice no wrong one, only a poorer one.
fn spread(differences: &[i32], sum: i32) -> u32 {
    const FAR: u32 = 63;
    let mean = sum / index(differences.len()).cast_signed().max(1);
    differences
        .iter()
        .fold(0_u32, |far, difference| far.wrapping_add(difference.wrapping_sub(mean).unsigned_abs().min(FAR)))
}

/// Fill a buffer of as many, and give their sum.
fn fill(into: &mut [i32], from: impl Iterator<Item = i32>) -> i32 {
    let mut sum = 0_i32;
    for (into, from) in into.iter_mut().zip(from) {
        *into = from;
        sum = sum.wrapping_add(from);
    }
    sum
}

/// Choose the window that takes the fewest bits; of equal ones, the narrowest and lowest.
fn plan(differences: &[i32], counts: &mut Counts) -> Plan {
    let (mut min, mut max) = (i32::MAX, i32::MIN);
    for &difference in differences {
        min = min.min(difference);
        max = max.max(difference);
    }
    let n = differences.len() as u64;
    if min >= max {
        return Plan { width: 0, base: differences.first().copied().unwrap_or_default(), listed: 0, bits: 0 };
    }
    let span = max.abs_diff(min);
    let whole = if span < 1 << 8 {
        4
    } else if span < 1 << 16 {
        5
    } else {
        6
    };
    let bits = WIDTHS[usize::from(whole)];
    let mut best = Plan { width: whole, base: if bits == 32 { 0 } else { min }, listed: 0, bits: n * bits };
    let (mut from, mut to) = (min, max);
    if span as usize >= COUNTED {
        let middle = middle(differences);
        if whole > 4 {
            let base = middle - 128;
            let listed = outside(differences, base, 4);
            let taken = n * WIDTHS[4] + listed * (LISTED_BITS + bits);
            if taken <= best.bits {
                best = Plan { width: 4, base, listed, bits: taken };
            }
        }
        from = min.max(middle - (COUNTED / 2) as i32);
        to = max.min(middle + (COUNTED / 2) as i32 - 1);
        if from > to {
            return best;
        }
    }
    let below = count(differences, from, to, counts);
    // What is too far off to be counted takes more on the list.
    let far = n - u64::from(below[from.abs_diff(to) as usize + 1].cast_unsigned());
    for width in (0..4_u8).rev() {
        let (base, inside) = window(from, to, WIDTHS[usize::from(width)], below);
        let listed = n - u64::from(inside);
        let taken = n * WIDTHS[usize::from(width)] + listed * LISTED_BITS + far * bits;
        if taken <= best.bits {
            best = Plan { width, base, listed, bits: taken };
        }
    }
    if best.listed > 0 {
        // A window at the end of what is counted may hold some that were too far off to be counted.
        best.listed = outside(differences, best.base, best.width);
    }
    best
}

/// Count the differences outside of a window.
fn outside(differences: &[i32], base: i32, width: u8) -> u64 {
    u64::from(differences.iter().map(|difference| u32::from(!in_window(*difference, base, width))).sum::<u32>())
}

/// Where differences have their middle, were none of them far off.
fn middle(differences: &[i32]) -> i32 {
    let sum =
        differences.iter().fold(0_i32, |sum, difference| sum.wrapping_add((*difference).clamp(-FAR_OFF, FAR_OFF)));
    sum / index(differences.len()).cast_signed().max(1)
}

/// Count how many differences lie below each one from `from` to `to`, those outside of it left out.
fn count<'a>(differences: &[i32], from: i32, to: i32, counts: &'a mut Counts) -> &'a Below {
    let Counts { below, others } = counts;
    let span = from.abs_diff(to) + 1;
    let used = ..span as usize + 2;
    below[used].fill(0);
    others[used].fill(0);
    // What is outside is counted behind the last place.
    let place =
        |difference: i32| (difference.wrapping_sub(from).cast_unsigned().min(span) as usize + 1).min(COUNTED + 1);
    let (pairs, rest) = differences.as_chunks::<2>();
    for &[a, b] in pairs {
        below[place(a)] += 1;
        others[place(b)] += 1;
    }
    rest.iter().for_each(|&difference| below[place(difference)] += 1);
    let mut sum = 0;
    for (below, other) in below[..=span as usize].iter_mut().zip(&*others) {
        sum += *below + other;
        *below = sum;
    }
    below
}

/// Find the window of 2^bits differences with the most in it: where it starts, and how many those are.
fn window(from: i32, to: i32, bits: u64, below: &Below) -> (i32, u32) {
    let span = from.abs_diff(to) as usize + 1;
    let wide = 1_usize << bits;
    if span <= wide {
        return (from, below[span].cast_unsigned());
    }
    let starts = || below[..=span - wide].iter().zip(&below[wide..]).map(|(below, upto)| upto - below);
    let inside = starts().fold(0, i32::max);
    let start = starts().position(|of_window| of_window == inside).unwrap_or_default();
    (from + start as i32, inside.cast_unsigned())
}

#[inline]
fn in_window(difference: i32, base: i32, width: u8) -> bool {
    let bits = WIDTHS[usize::from(width)];
    bits == 32 || difference.wrapping_sub(base).cast_unsigned() < 1 << bits
}

/// Tell whether all of some differences are in a window.
#[inline]
fn all_in_window(differences: &[i32], base: i32, width: u8) -> bool {
    let bits = WIDTHS[usize::from(width)];
    let any = differences.iter().fold(0, |any, difference| any | difference.wrapping_sub(base).cast_unsigned());
    bits == 32 || any >> bits == 0
}

/// Append cells of less than a byte, the first one in the lowest bits. One outside of the window is written as 0.
fn put_bits<const BITS: u32, const EACH: usize>(bytes: &mut Vec<u8>, differences: &[i32], base: i32) {
    let byte_of = |few: &[i32; EACH]| {
        let mut byte = 0;
        for (n, difference) in few.iter().enumerate() {
            let cell = difference.wrapping_sub(base).cast_unsigned();
            byte |= if cell < 1 << BITS { cell << (n as u32 * BITS) } else { 0 };
        }
        byte as u8
    };
    let (whole, rest) = differences.as_chunks::<EACH>();
    bytes.extend(whole.iter().map(byte_of));
    if !rest.is_empty() {
        let mut last = [base; EACH];
        last[..rest.len()].copy_from_slice(rest);
        bytes.push(byte_of(&last));
    }
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
    fn the_narrowest_window_is_taken_and_what_is_outside_is_listed() {
        let plan = |differences: &[i32]| plan(differences, &mut Counts::default());
        assert_eq!(plan(&[]), Plan { width: 0, base: 0, listed: 0, bits: 0 });
        assert_eq!(plan(&[-9; 80]), Plan { width: 0, base: -9, listed: 0, bits: 0 });
        let mut few = [11; 80];
        few[40] = 700;
        assert_eq!(plan(&few), Plan { width: 0, base: 11, listed: 1, bits: LISTED_BITS + 16 });
        let mut two: [i32; 80] = std::array::from_fn(|n| 11 + n as i32 % 2);
        assert_eq!(plan(&two), Plan { width: 1, base: 11, listed: 0, bits: 80 });
        two[3] = -128;
        two[4] = 127;
        assert_eq!(plan(&two), Plan { width: 1, base: 11, listed: 2, bits: 80 + 2 * (LISTED_BITS + 8) });
        let far: [i32; 80] = std::array::from_fn(|n| 1000 + n as i32 * 7);
        assert_eq!(plan(&far), Plan { width: 5, base: 1000, listed: 0, bits: 80 * 16 });
        assert_eq!(plan(&[i32::MIN, i32::MAX]).width, 6);
    }

    #[test]
    fn what_lies_in_the_window_behind_the_last_difference_counted_is_not_listed() {
        let mut column: [i32; 80] = std::array::from_fn(|n| 120 + n as i32 % 8);
        (column[3], column[4]) = (130, 700);
        let taken = plan(&column, &mut Counts::default());
        assert_eq!((taken.width, taken.base, taken.listed), (3, 120, 1));
        comes_back(&[[&column[..], &[0; 80], &[0; 80]]]);
        column[4] = 133;
        comes_back(&[[&column[..], &[0; 80], &[0; 80]]]);
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
            packer.modes().extend(modes);
            packer.gaps().extend(gaps);
            packer.values().push(0);
            packer.cells_of(0, 1).extend(cells);
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
