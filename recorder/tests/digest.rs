//! The digest takes in everything it is given, in order, and says by section what differs. Would catch: values lost
//! outside a section or around an inner one, columns that run into each other, −0 told from +0.

use proptest::prelude::*;
use recorder::{Digest, Section};

use crate::plan::cases;

fn total(write: impl FnOnce(&mut Digest<'_>)) -> u64 {
    let mut digest = Digest::new();
    write(&mut digest);
    digest.total()
}

/// One field after another, as a ruleset would give them.
fn fields(d: &mut Digest<'_>, a: u64, column: &[u16], b: &[u8]) {
    d.section("a", |d| d.u64(a));
    d.section("rest", |d| {
        d.column(column);
        d.bytes(b);
    });
}

proptest! {
    #![proptest_config(cases(256))]

    #[test]
    fn one_flipped_bit_anywhere_changes_the_total_and_its_section_only(
        a: u64,
        column in prop::collection::vec(any::<u16>(), 1..40),
        b: Vec<u8>,
        bit: u32,
        place: prop::sample::Index,
    ) {
        let mut before = Vec::new();
        fields(&mut Digest::with_sections(&mut before), a, &column, &b);
        let mut flipped = column.clone();
        flipped[place.index(column.len())] ^= 1 << (bit % 16);
        let mut after = Vec::new();
        fields(&mut Digest::with_sections(&mut after), a, &flipped, &b);
        prop_assert_eq!(&before[0], &after[0]);
        prop_assert_ne!(&before[1], &after[1]);
        prop_assert_ne!(total(|d| fields(d, a, &column, &b)), total(|d| fields(d, a, &flipped, &b)));
        prop_assert_ne!(total(|d| fields(d, a, &column, &b)), total(|d| fields(d, a ^ 1 << (bit % 64), &column, &b)));
    }

    #[test]
    fn where_one_column_ends_and_the_next_begins_counts(bytes in prop::collection::vec(any::<u8>(), 1..40), cut: prop::sample::Index) {
        let whole = total(|d| d.section("s", |d| { d.bytes(&bytes); d.bytes(&[]); }));
        let (front, back) = bytes.split_at(cut.index(bytes.len()));
        prop_assert_ne!(whole, total(|d| d.section("s", |d| { d.bytes(front); d.bytes(back); })));
    }
}

#[test]
fn values_outside_any_section_count() {
    assert_ne!(total(|d| d.u64(1)), total(|d| d.u64(2)));
    let before_a_section = |value| {
        total(|d| {
            d.u64(value);
            d.section("s", |d| d.u64(7));
        })
    };
    assert_ne!(before_a_section(1), before_a_section(2));
}

#[test]
fn values_around_an_inner_section_count() {
    let around = |value| {
        let mut sections = Vec::new();
        Digest::with_sections(&mut sections).section("outer", |d| {
            d.u64(value);
            d.section("inner", |d| d.u64(7));
        });
        sections
    };
    let name = |s: &Section| s.name;
    assert_eq!(around(1).iter().map(name).collect::<Vec<_>>(), ["inner", "outer"]);
    assert_eq!(around(1)[0], around(2)[0]);
    assert_ne!(around(1)[1], around(2)[1]);
}

#[test]
fn swapped_values_and_swapped_sections_count() {
    let two = |a, b| {
        total(|d| {
            d.section("a", |d| d.u64(a));
            d.section("b", |d| d.u64(b));
        })
    };
    assert_ne!(two(1, 2), two(2, 1));
    assert_ne!(
        total(|d| {
            d.u64(1);
            d.u64(2)
        }),
        total(|d| {
            d.u64(2);
            d.u64(1)
        })
    );
}

#[test]
fn zeros_count_by_their_number() {
    let zeros = |n: usize| total(|d| d.section("s", |d| (0..n).for_each(|_| d.u64(0))));
    assert_ne!(zeros(0), zeros(1));
    assert_ne!(zeros(1), zeros(2));
}

#[test]
fn minus_zero_is_zero() {
    assert_eq!(total(|d| d.section("s", |d| d.f32(-0.0))), total(|d| d.section("s", |d| d.f32(0.0))));
    assert_ne!(total(|d| d.section("s", |d| d.f32(1.0))), total(|d| d.section("s", |d| d.f32(-1.0))));
}
