//! Entropy: what the columns of a battle weigh at the least, were every difference to a steady pace as long as it is rare.

use std::collections::BTreeMap;

/// A column of a unit's men.
pub type Column<U> = fn(&U) -> Vec<i64>;

/// A column's cells as numbers that can be taken from each other.
pub fn wide<T: Copy + Into<i64>>(column: &[T]) -> Vec<i64> {
    column.iter().map(|cell| (*cell).into()).collect()
}

/// Bytes a tick of all columns of all units, over all frames but the first two.
pub fn bytes<U>(frames: &[Vec<U>], columns: &[Column<U>]) -> f64 {
    let bits: f64 = columns.iter().map(|of| column_bits(frames, *of)).sum();
    bits / 8.0 / (frames.len() - 2) as f64
}

#[expect(clippy::disallowed_methods, reason = "a figure to compare with; no fight sees it")]
fn column_bits<U>(frames: &[Vec<U>], of: Column<U>) -> f64 {
    let mut counts = BTreeMap::<i64, u64>::new();
    for three in frames.windows(3) {
        for ((two, one), now) in three[0].iter().zip(&three[1]).zip(&three[2]) {
            for ((now, one), two) in of(now).iter().zip(of(one)).zip(of(two)) {
                *counts.entry(now - 2 * one + two).or_default() += 1;
            }
        }
    }
    let all = counts.values().sum::<u64>() as f64;
    counts.values().map(|&count| count as f64 * (all / count as f64).log2()).sum()
}
