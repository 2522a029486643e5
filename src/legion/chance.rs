//! Chance: a stream for each purpose, tick and man, so that no roll moves another and none is left over in the state.

use crate::kernel::stream::Stream;

/// The streams of one purpose at one tick.
#[derive(Debug)]
pub struct Chances(Stream);

impl Chances {
    /// Give those of a purpose, by its name.
    #[must_use]
    pub fn of(seed: u64, purpose: &str, tick: u32) -> Self {
        Self(Stream::from_seed(seed).fork(purpose).fork_id(tick))
    }

    /// Give those of one man, or of whatever the purpose counts.
    #[must_use]
    #[inline]
    pub fn for_one(&self, id: u32) -> Chance {
        Chance(self.0.fork_id(id))
    }
}

/// The rolls of one, in the order in which they are asked for.
#[derive(Debug)]
pub struct Chance(Stream);

impl Chance {
    /// Roll from 0 to below 1.
    #[inline]
    pub fn share(&mut self) -> f32 {
        (self.0.next_u64() >> 40) as f32 * (1.0 / 16_777_216.0)
    }

    /// Roll around 1, evenly, at most `by` away from it.
    #[inline]
    pub fn around_one(&mut self, by: f32) -> f32 {
        1.0 + (self.share() * 2.0 - 1.0) * by
    }

    /// Roll around 0, at most 1 away, near it more often than far.
    #[inline]
    pub fn scatter(&mut self) -> f32 {
        self.share() - self.share()
    }

    /// Draw a number below `n`, which must not be 0.
    #[inline]
    pub fn below(&mut self, n: u32) -> u32 {
        self.0.below(n)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_stay_in_their_range_and_spread_over_it() {
        let mut chance = Chances::of(7, "blow", 3).for_one(9);
        let rolls: Vec<f32> = (0..4000).map(|_| chance.share()).collect();
        assert!(rolls.iter().all(|roll| (0.0..1.0).contains(roll)));
        let mean = rolls.iter().sum::<f32>() / 4000.0;
        assert!((0.48..0.52).contains(&mean), "{mean}");
    }

    #[test]
    fn purpose_tick_and_man_each_make_another_roll() {
        let roll = |purpose, tick, man| Chances::of(7, purpose, tick).for_one(man).share().to_bits();
        let rolls = [roll("blow", 1, 1), roll("shot", 1, 1), roll("blow", 2, 1), roll("blow", 1, 2)];
        assert!((1..4).all(|at| rolls[0] != rolls[at]), "{rolls:?}");
        assert_eq!(roll("blow", 1, 1), rolls[0]);
    }
}
