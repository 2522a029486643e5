//! Duels: a quarter of those who fight each other do nothing else. They stand where they are, face each other, strike
//! in turn, and no push moves them.

use crate::legion::men::{Men, NOBODY};

/// Part of mutual pairings that are duels.
/// Source: massed battle, resolving a blow.
pub const DUEL_SHARE: f32 = 0.25;

/// Sets the hash of pairs apart from every other use of the seed.
/// Ours: the letters of `duel`.
const PAIRING: u64 = 0x6475_656C;

/// Tell whether a man and his opponent fight a duel. The pair's own hash says so, so that both say the same.
#[must_use]
#[inline]
pub fn is_duel(seed: u64, men: &Men, man: usize) -> bool {
    let foe = men.target[man];
    foe != NOBODY && men.target[foe as usize] == man as u32 && is_pair(seed, man as u32, foe)
}

/// Tell whether two would duel if they fought each other.
fn is_pair(seed: u64, one: u32, other: u32) -> bool {
    let pair = recorder::fold(recorder::fold(seed ^ PAIRING, u64::from(one.min(other))), u64::from(one.max(other)));
    ((pair >> 40) as f32) < DUEL_SHARE * 16_777_216.0
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::legion::field::{Field, SWORDS};
    use crate::legion::stages::combat;

    #[test]
    fn a_quarter_of_pairs_duel_and_both_agree() {
        let pairs = (0..100_u32).flat_map(|one| (100..200).map(move |other| (one, other)));
        let duels = pairs.filter(|&(one, other)| {
            assert_eq!(is_pair(41, one, other), is_pair(41, other, one));
            is_pair(41, one, other)
        });
        let duels = duels.count();
        assert!((2300..2700).contains(&duels), "{duels} of 10,000");
    }

    #[test]
    fn only_those_who_fight_each_other_duel() {
        let mut field = Field::of_sides(2);
        field.block(0, SWORDS, [0.0, 0.0], [0.0, 1.0], 40, 40);
        field.block(1, SWORDS, [0.0, 1.0], [0.0, -1.0], 40, 40);
        field.run_for(combat::run, 32);
        let men = &mut field.state.men;
        let duellist = (0..40).find(|&man| is_duel(0, men, man)).expect("one of forty");
        let foe = men.target[duellist] as usize;
        assert!(is_duel(0, men, foe));
        men.target[foe] = NOBODY;
        assert!(!is_duel(0, men, duellist));
    }
}
