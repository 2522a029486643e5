//! The window of differences in which a column takes the fewest bits: those inside take `width` bits each, the others go
//! onto a list. Width 0 is the column in which all cells, or all but a few, did the same. Widths divide a byte, so that
//! like bytes come of like cells, and a byte-wise coder behind finds what they have in common.

use std::fmt::Debug;

use crate::block::index;

/// Bits a cell, by number.
pub(crate) const WIDTHS: [u64; 7] = [0, 1, 2, 4, 8, 16, 32];

/// What a cell on the list is reckoned to take: its distance from the last one and its difference.
pub(crate) const LISTED_BITS: u64 = 14;

/// So many differences about their middle are counted; what lies further off is on the list, or all cells are wide.
const COUNTED: usize = 32;
/// No difference counts as further off than this where their middle is looked for.
const FAR_OFF: i16 = 127;
/// No difference counts as further off than this where it is told how closely they lie.
const FAR: u16 = 63;

/// The cell of a difference that is not in the window.
pub(crate) const OUTSIDE: u8 = 0x80;

/// As many as sum up in 16 bits, of what is at most [`FAR_OFF`].
pub(crate) const SUMMED: usize = 256;

/// A difference. Most fit into 16 bits, and then twice as many are looked at at once.
pub(crate) trait Difference: Copy + Default + Ord + Into<i32> + Debug {
    /// Make one; one that does not fit comes out as another.
    fn of(difference: i32) -> Self;
    /// Tell by anything but 0 that one does not fit. One that does can be taken from another without wrapping.
    fn beyond(difference: i32) -> u32;
    /// How far it lies above a base, wrapping.
    fn above(self, base: i32) -> u32;
    /// Tell whether it is the base or at most so far above it.
    fn is_within(self, base: i32, last: u32) -> bool;
    /// How far it lies above a base; anything below it, or beyond `most`, counts as `most`.
    fn place(self, base: i32, most: u8) -> u8;
    /// How far it lies from a mean, at most [`FAR`].
    fn distance(self, mean: Self) -> u16;
    /// It, or [`FAR_OFF`] if it lies further off than that.
    fn near(self) -> i16;
}

macro_rules! difference {
    ($($difference:ty: $above:ty, $beyond:expr;)*) => {$(
        impl Difference for $difference {
            #[inline(always)]
            fn of(difference: i32) -> Self {
                difference as Self
            }

            #[inline(always)]
            fn beyond(difference: i32) -> u32 {
                $beyond(difference)
            }

            #[inline(always)]
            fn above(self, base: i32) -> u32 {
                u32::from(self.wrapping_sub(base as Self).cast_unsigned())
            }

            #[inline(always)]
            fn is_within(self, base: i32, last: u32) -> bool {
                self.wrapping_sub(base as Self).cast_unsigned() <= last as $above
            }

            #[inline(always)]
            fn place(self, base: i32, most: u8) -> u8 {
                self.wrapping_sub(base as Self).cast_unsigned().min(<$above>::from(most)) as u8
            }

            #[inline(always)]
            fn distance(self, mean: Self) -> u16 {
                self.wrapping_sub(mean).unsigned_abs().min(<$above>::from(FAR)) as u16
            }

            #[inline(always)]
            fn near(self) -> i16 {
                self.clamp((-FAR_OFF).into(), FAR_OFF.into()) as i16
            }
        }
    )*};
}

difference! {
    // Half of what they have room for.
    i16: u16, |difference: i32| difference.wrapping_add(1 << 14).cast_unsigned() >> 15;
    i32: u32, |_| 0;
}

/// How a column is packed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Window {
    /// By number: see [`WIDTHS`].
    pub width: u8,
    /// The lowest difference inside.
    pub base: i32,
    /// How many are outside.
    pub listed: u64,
    /// What it is reckoned to take.
    bits: u64,
}

/// How many differences lie below each one counted.
type Below = [u32; COUNTED + 1];

/// Counts differences.
#[derive(Debug)]
pub(crate) struct Counts {
    /// Where each difference is counted.
    places: Vec<u8>,
    /// By turns in some tables: most differences are the same one, and a count has to be written before it can be read
    /// again.
    tables: [[u32; 1 << 8]; 4],
}

impl Default for Counts {
    fn default() -> Self {
        Self { places: Vec::new(), tables: [[0; 1 << 8]; 4] }
    }
}

impl Window {
    /// Choose the one that takes the fewest bits; of equal ones, the narrowest and lowest.
    pub fn of<D: Difference>(differences: &[D], counts: &mut Counts) -> Self {
        let Some(&first) = differences.first() else { return Self { width: 0, base: 0, listed: 0, bits: 0 } };
        let (mut min, mut max) = (first, first);
        for &difference in differences {
            min = min.min(difference);
            max = max.max(difference);
        }
        let (min, max): (i32, i32) = (min.into(), max.into());
        if min == max {
            return Self { width: 0, base: min, listed: 0, bits: 0 };
        }
        let n = differences.len() as u64;
        let span = max.abs_diff(min);
        let whole = if span < 1 << 8 {
            4
        } else if span < 1 << 16 {
            5
        } else {
            6
        };
        let bits = WIDTHS[usize::from(whole)];
        let mut best = Self { width: whole, base: if bits == 32 { 0 } else { min }, listed: 0, bits: n * bits };
        let (mut from, mut to) = (min, max);
        if span as usize >= COUNTED {
            let middle = middle(differences);
            if whole > 4 {
                let mut wide = Self { width: 4, base: middle - 128, listed: 0, bits: 0 };
                wide.listed = wide.outside(differences);
                wide.bits = n * WIDTHS[4] + wide.listed * (LISTED_BITS + bits);
                if wide.bits <= best.bits {
                    best = wide;
                }
            }
            from = min.max(middle - (COUNTED / 2) as i32);
            to = max.min(middle + (COUNTED / 2) as i32 - 1);
            if from > to {
                return best;
            }
        }
        best.narrow(differences, from, from.abs_diff(to) as usize + 1, bits, counts);
        best
    }

    /// Take a window of less than a byte, if one of the `span` differences from the lowest counted on takes no more;
    /// `bits` is what one takes that is too far off to be counted.
    fn narrow<D: Difference>(&mut self, differences: &[D], from: i32, span: usize, bits: u64, counts: &mut Counts) {
        let below = counts.below(differences, from, span);
        let n = differences.len() as u64;
        let far = n - u64::from(below[span]);
        let mut found = None;
        for width in (0..4_u8).rev() {
            let inside = most_inside(&below, span, 1 << WIDTHS[usize::from(width)]);
            let listed = n - u64::from(inside);
            let taken = n * WIDTHS[usize::from(width)] + listed * LISTED_BITS + far * bits;
            if taken <= self.bits {
                *self = Self { width, base: from, listed, bits: taken };
                found = Some(inside);
            }
        }
        let Some(inside) = found else { return };
        self.base = from + first_with(&below, span, 1 << WIDTHS[usize::from(self.width)], inside) as i32;
        if self.listed > 0 {
            // A window at the end of what is counted may hold some that were too far off to be counted.
            self.listed = self.outside(differences);
        }
    }

    /// How far the highest one inside lies above the lowest.
    fn last(self) -> u32 {
        u32::MAX.checked_shr(32 - WIDTHS[usize::from(self.width)] as u32).unwrap_or_default()
    }

    /// Count the differences outside.
    fn outside<D: Difference>(self, differences: &[D]) -> u64 {
        let (base, last) = (self.base, self.last());
        let runs = differences.chunks(SUMMED);
        let outside = |run: &[D]| run.iter().map(|one| u16::from(!one.is_within(base, last))).sum::<u16>();
        runs.map(|run| u64::from(outside(run))).sum()
    }

    /// Make the cells of all differences: how far each lies above the base, 0 in a window of a byte and more, or
    /// [`OUTSIDE`].
    pub fn cells<D: Difference>(self, differences: &[D], cells: &mut Vec<u8>) {
        let (base, last) = (self.base, self.last());
        let kept = if last < u32::from(OUTSIDE) { u8::MAX } else { 0 };
        let cell = |one: &D| if one.is_within(base, last) { one.above(base) as u8 & kept } else { OUTSIDE };
        cells.clear();
        cells.extend(differences.iter().map(cell));
    }
}

/// Where differences have their middle, were none of them far off.
fn middle<D: Difference>(differences: &[D]) -> i32 {
    let runs = differences.chunks(SUMMED);
    let sum = runs.fold(0_i32, |sum, run| sum.wrapping_add(run.iter().map(|one| one.near()).sum::<i16>().into()));
    sum / index(differences.len()).cast_signed().max(1)
}

impl Counts {
    /// Count how many of the `span` differences from the lowest counted on lie below each of them, and below their end.
    fn below<D: Difference>(&mut self, differences: &[D], from: i32, span: usize) -> Below {
        let Self { places, tables } = self;
        tables.iter_mut().for_each(|counts| counts[..=span].fill(0));
        // What is not counted has the last place.
        places.clear();
        places.extend(differences.iter().map(|difference| difference.place(from, span as u8)));
        let [one, two, three, four] = tables;
        let (fours, rest) = places.as_chunks::<4>();
        for &[a, b, c, d] in fours {
            one[usize::from(a)] += 1;
            two[usize::from(b)] += 1;
            three[usize::from(c)] += 1;
            four[usize::from(d)] += 1;
        }
        rest.iter().for_each(|&place| one[usize::from(place)] += 1);
        let (mut below, mut sum) = ([0; COUNTED + 1], 0);
        for place in 0..span {
            sum += one[place] + two[place] + three[place] + four[place];
            below[place + 1] = sum;
        }
        below
    }
}

/// How many lie inside of each window of so many differences.
fn insides(below: &Below, span: usize, wide: usize) -> impl Iterator<Item = u32> {
    let wide = wide.min(span);
    below[..=span - wide].iter().zip(&below[wide..=span]).map(|(below, upto)| upto - below)
}

/// The most that one of those windows holds.
fn most_inside(below: &Below, span: usize, wide: usize) -> u32 {
    insides(below, span, wide).fold(0, u32::max)
}

/// Where the first of them starts that holds so many.
fn first_with(below: &Below, span: usize, wide: usize, inside: u32) -> usize {
    insides(below, span, wide).position(|of_window| of_window == inside).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn window(differences: &[i32]) -> Window {
        let wide = Window::of(differences, &mut Counts::default());
        if differences.iter().all(|difference| i16::beyond(*difference) == 0) {
            let narrow: Vec<i16> = differences.iter().map(|difference| i16::of(*difference)).collect();
            assert_eq!(Window::of(&narrow, &mut Counts::default()), wide, "as narrow ones");
        }
        wide
    }

    #[test]
    fn the_narrowest_window_is_taken_and_what_is_outside_is_listed() {
        assert_eq!(window(&[]), Window { width: 0, base: 0, listed: 0, bits: 0 });
        assert_eq!(window(&[-9; 80]), Window { width: 0, base: -9, listed: 0, bits: 0 });
        let mut few = [11; 80];
        few[40] = 700;
        assert_eq!(window(&few), Window { width: 0, base: 11, listed: 1, bits: LISTED_BITS + 16 });
        let mut two: [i32; 80] = std::array::from_fn(|n| 11 + n as i32 % 2);
        assert_eq!(window(&two), Window { width: 1, base: 11, listed: 0, bits: 80 });
        two[3] = -128;
        two[4] = 127;
        assert_eq!(window(&two), Window { width: 1, base: 11, listed: 2, bits: 80 + 2 * (LISTED_BITS + 8) });
        let far: [i32; 80] = std::array::from_fn(|n| 1000 + n as i32 * 7);
        assert_eq!(window(&far), Window { width: 5, base: 1000, listed: 0, bits: 80 * 16 });
        assert_eq!(window(&[i32::MIN, i32::MAX]).width, 6);
    }

    #[test]
    fn what_lies_in_the_window_behind_the_last_difference_counted_is_not_listed() {
        let mut column: [i32; 80] = std::array::from_fn(|n| 120 + n as i32 % 8);
        (column[3], column[4]) = (130, 700);
        let taken = window(&column);
        assert_eq!((taken.width, taken.base, taken.listed), (3, 120, 1));
    }

    #[test]
    fn narrow_differences_are_those_that_can_be_taken_from_one_another() {
        let edge = 1 << 14;
        for (difference, fits) in [(edge - 1, true), (-edge, true), (edge, false), (-edge - 1, false)] {
            assert_eq!(i16::beyond(difference) == 0, fits, "{difference}");
        }
        assert!(i16::beyond(i32::MIN) != 0 && i16::beyond(i32::MAX) != 0);
        assert_eq!(i16::of(edge - 1).above(-edge), (2 * edge - 1).cast_unsigned());
        let ends = [-edge, edge - 1, 0, 0, 0, 0];
        assert_eq!((window(&ends).width, window(&ends).outside(&ends)), (0, 2));
    }

    #[test]
    fn as_many_are_summed_as_16_bits_hold() {
        let far = vec![i32::from(FAR_OFF) * 2; 3 * SUMMED + 1];
        assert_eq!(middle(&far), i32::from(FAR_OFF));
        assert_eq!(middle(&far.iter().map(|far| -far).collect::<Vec<_>>()), -i32::from(FAR_OFF));
    }
}
