//! Random streams by name: SplitMix64 as a key and a counter, so that a stream can be stored, resumed and forked.
//!
//! Draw number `k` of a stream is `mix(key + k · GAMMA)`: nothing but (key, drawn) is state. A fork is made from the
//! parent's key alone: what the parent drew before, and which forks were made first, move no child. Every question
//! costs exactly one draw, whatever its answer, so that a chance changed in the data shifts no later roll.

use bincode::{Decode, Encode};
use serde::{Deserialize, Serialize};

/// Step between the inputs of two draws: the 64-bit golden ratio, made odd, as SplitMix64 was published with.
const GAMMA: u64 = 0x9E37_79B9_7F4A_7C15;

/// Sets forks by number apart from forks by name.
const NUMBERED: u64 = 0xD1B5_4A32_D192_ED03;

/// A stream of random numbers. Not `Copy`: a copy drawn from by mistake would repeat rolls.
#[derive(Debug, Clone, PartialEq, Eq, Encode, Decode, Serialize, Deserialize)]
pub struct Stream {
    key: u64,
    drawn: u32,
}

impl Stream {
    /// Start the root stream of a seed.
    #[must_use]
    #[inline]
    pub const fn from_seed(seed: u64) -> Self {
        Self { key: seed, drawn: 0 }
    }

    /// Take a stream up where it was left: `drawn` numbers have been taken from `key` already.
    #[must_use]
    #[inline]
    pub const fn resume(key: u64, drawn: u32) -> Self {
        Self { key, drawn }
    }

    /// What tells this stream from all others; constant while it is drawn from.
    #[must_use]
    #[inline]
    pub const fn key(&self) -> u64 {
        self.key
    }

    /// How many numbers have been taken. Part of the state of whoever draws.
    #[must_use]
    #[inline]
    pub const fn drawn(&self) -> u32 {
        self.drawn
    }

    /// Derive the child of that name, undrawn.
    #[must_use]
    #[inline]
    pub const fn fork(&self, name: &str) -> Self {
        Self::from_seed(mix(self.key ^ name_hash(name)))
    }

    /// Derive the child of that number, undrawn. Two numbers never give one child.
    #[must_use]
    #[inline]
    pub const fn fork_id(&self, id: u32) -> Self {
        Self::from_seed(mix((self.key ^ NUMBERED).wrapping_add((id as u64).wrapping_mul(GAMMA))))
    }

    /// Draw 64 random bits. After 2³² draws the stream starts over.
    #[inline]
    pub const fn next_u64(&mut self) -> u64 {
        self.drawn = self.drawn.wrapping_add(1);
        mix(self.key.wrapping_add((self.drawn as u64).wrapping_mul(GAMMA)))
    }

    /// Draw a number in `0..n`. `n` must not be 0.
    ///
    /// The high half of a 64 × 32 bit product, without rejection: no number is likelier than another by more than
    /// one part in 2³², and it is always one draw.
    #[inline]
    pub const fn below(&mut self, n: u32) -> u32 {
        assert!(n > 0, "a draw below 0 has no answer");
        ((self.next_u64() as u128 * n as u128) >> 64) as u32
    }

    /// Draw a number in `low..=high`. `low` must not exceed `high`.
    #[inline]
    pub const fn between(&mut self, low: i32, high: i32) -> i32 {
        assert!(low <= high, "a draw from an empty range has no answer");
        let span = (high as i64 - low as i64 + 1) as u128;
        let above = (self.next_u64() as u128 * span) >> 64;
        (low as i64 + above as i64) as i32
    }

    /// Try a chance.
    #[inline]
    pub const fn roll(&mut self, chance: Ratio) -> bool {
        self.below(chance.of) < chance.hits
    }

    /// Pick one of a list; an empty list gives none and costs no draw.
    #[inline]
    pub fn pick<'a, T>(&mut self, list: &'a [T]) -> Option<&'a T> {
        if list.is_empty() {
            return None;
        }
        let n = u32::try_from(list.len()).expect("a list to pick from fits in 32 bits");
        list.get(self.below(n) as usize)
    }
}

/// A chance of `hits` in `of`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Encode, Decode, Serialize, Deserialize)]
pub struct Ratio {
    hits: u32,
    of: u32,
}

impl Ratio {
    /// Make a chance of `hits` in `of`; at `hits >= of` it is certain. `of` must not be 0.
    #[must_use]
    #[inline]
    pub const fn new(hits: u32, of: u32) -> Self {
        assert!(of > 0, "a chance in 0 means nothing");
        Self { hits, of }
    }

    /// Make a chance from thousandths, as stats hold it; below 0 is never, above 1000 certain.
    #[must_use]
    #[inline]
    pub const fn per_mille(thousandths: i32) -> Self {
        Self { hits: if thousandths > 0 { thousandths.unsigned_abs() } else { 0 }, of: 1000 }
    }
}

/// Hash a stream's name, eight bytes at a time. Usable in constants; a literal name costs nothing at run time.
#[must_use]
#[inline]
pub const fn name_hash(name: &str) -> u64 {
    let bytes = name.as_bytes();
    let mut hash = bytes.len() as u64;
    let mut rest = bytes;
    while let Some((word, tail)) = rest.split_first_chunk::<8>() {
        hash = fold(hash, u64::from_le_bytes(*word));
        rest = tail;
    }
    mix(fold(hash, last_word(rest)))
}

/// Gather the last 0 to 7 bytes of a name into one word, by two reads that may overlap. The length, which the hash
/// starts from, tells apart what the overlap does not.
#[inline]
const fn last_word(rest: &[u8]) -> u64 {
    if let (Some(head), Some(tail)) = (rest.first_chunk::<4>(), rest.last_chunk::<4>()) {
        return u32::from_le_bytes(*head) as u64 | (u32::from_le_bytes(*tail) as u64) << 32;
    }
    match *rest {
        [] => 0,
        [a] => a as u64,
        [a, b] => a as u64 | (b as u64) << 8,
        [a, b, c, ..] => a as u64 | (b as u64) << 8 | (c as u64) << 16,
    }
}

/// Fold eight bytes of a name into its hash. A bijection of either argument, the other held.
#[inline]
const fn fold(hash: u64, word: u64) -> u64 {
    let mixed = (hash.rotate_left(29) ^ word).wrapping_mul(GAMMA);
    mixed ^ (mixed >> 32)
}

/// The output function of SplitMix64, a bijection of 64 bits.
#[inline]
const fn mix(input: u64) -> u64 {
    let z = (input ^ (input >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    fn draws(stream: &mut Stream, n: usize) -> Vec<u64> {
        (0..n).map(|_| stream.next_u64()).collect()
    }

    #[test]
    fn the_published_splitmix64_vectors_come_out() {
        let of_1234567 = [
            6_457_827_717_110_365_317,
            3_203_168_211_198_807_973,
            9_817_491_932_198_370_423,
            4_593_380_528_125_082_431,
            16_408_922_859_458_223_821,
        ];
        assert_eq!(draws(&mut Stream::from_seed(1_234_567), 5), of_1234567);
        let of_0 = [0xE220_A839_7B1D_CDAF, 0x6E78_9E6A_A1B9_65F4, 0x06C4_5D18_8009_454F, 0xF88B_B8A8_724C_81EC];
        assert_eq!(draws(&mut Stream::from_seed(0), 4), of_0);
    }

    #[test]
    fn a_resumed_stream_goes_on_where_it_was_left() {
        let mut straight = Stream::from_seed(41);
        let all = draws(&mut straight, 20);
        let mut resumed = Stream::resume(41, 12);
        assert_eq!(draws(&mut resumed, 8), all[12..]);
        assert_eq!(resumed, straight);
    }

    #[test]
    fn a_fork_is_moved_neither_by_the_parents_draws_nor_by_earlier_forks() {
        let mut parent = Stream::from_seed(7);
        let fresh = parent.fork("hit");
        draws(&mut parent, 9);
        let _ = (parent.fork("crit"), parent.fork_id(3));
        assert_eq!(parent.fork("hit"), fresh);
        assert_eq!(fresh.drawn(), 0);
    }

    #[test]
    fn forks_of_different_names_numbers_and_orders_differ() {
        let root = Stream::from_seed(7);
        let mut keys = BTreeSet::from([root.key()]);
        let names = ["", "a", "b", "ab", "ba", "hit", "hit ", "hit\0", "target_tie", "target_tif", "a\0b", "\0"];
        for name in names {
            assert!(keys.insert(root.fork(name).key()), "the name {name:?} gave a child seen before");
        }
        for id in 0..10_000 {
            assert!(keys.insert(root.fork_id(id).key()), "the number {id} gave a child seen before");
        }
        assert!(keys.insert(root.fork("a").fork("b").key()));
        assert!(keys.insert(root.fork("b").fork("a").key()));
    }

    #[test]
    fn the_forks_themselves_are_pinned() {
        let root = Stream::from_seed(1_234_567);
        assert_eq!(root.fork("hit").key(), HIT);
        assert_eq!(root.fork("target_tie").key(), TARGET_TIE);
        assert_eq!(root.fork("weather").key(), WEATHER);
        assert_eq!(root.fork_id(7).key(), SEVEN);
    }

    // Worked out apart from this code. A change here changes every fight: all goldens would move with it.
    const HIT: u64 = 0x28E3_1DBB_969C_2273;
    const TARGET_TIE: u64 = 0x8E53_6789_2D13_04DA;
    const WEATHER: u64 = 0x2AE9_306D_0DAB_4F49;
    const SEVEN: u64 = 0xE147_381C_9DA9_E61E;

    #[test]
    fn names_hash_in_constants() {
        const HIT: u64 = name_hash("hit");
        assert_eq!(HIT, name_hash(&String::from("hit")));
    }

    #[test]
    fn every_number_below_n_comes_up_about_equally_often() {
        let mut stream = Stream::from_seed(99);
        let mut seen = [0_u32; 6];
        for _ in 0..60_000 {
            seen[stream.below(6) as usize] += 1;
        }
        assert!(seen.iter().all(|n| (9_600..10_400).contains(n)), "{seen:?}");
    }

    #[test]
    fn a_range_includes_both_its_ends_even_the_widest() {
        let mut stream = Stream::from_seed(5);
        let seen: BTreeSet<i32> = (0..200).map(|_| stream.between(-2, 2)).collect();
        assert_eq!(seen.into_iter().collect::<Vec<_>>(), [-2, -1, 0, 1, 2]);
        assert_eq!(stream.between(9, 9), 9);
        let _ = stream.between(i32::MIN, i32::MAX);
    }

    #[test]
    fn a_chance_comes_true_as_often_as_it_says() {
        let mut stream = Stream::from_seed(3);
        let hits = (0..40_000).filter(|_| stream.roll(Ratio::new(1, 4))).count();
        assert!((9_700..10_300).contains(&hits), "{hits}");
    }

    #[test]
    fn never_and_always_still_cost_one_draw() {
        let mut stream = Stream::from_seed(3);
        assert!(!(0..1000).any(|_| stream.roll(Ratio::per_mille(-5))));
        assert!((0..1000).all(|_| stream.roll(Ratio::per_mille(1000))));
        assert!((0..1000).all(|_| stream.roll(Ratio::per_mille(4000))));
        assert_eq!(stream.drawn(), 3000);
    }

    #[test]
    fn picking_from_nothing_gives_nothing_and_draws_nothing() {
        let mut stream = Stream::from_seed(3);
        assert_eq!(stream.pick::<u8>(&[]), None);
        assert_eq!(stream.drawn(), 0);
        assert_eq!(stream.pick(&[8]), Some(&8));
        assert_eq!(stream.drawn(), 1);
    }
}
