//! Dice: a unit's own streams, one a purpose, so that a roll for one thing never moves a roll for another.

use crate::kernel::stream::{Ratio, Stream};
use crate::skirmish::unit::Unit;

/// Give the key of a unit that marched in.
#[must_use]
pub fn key_of_recruit(seed: u64, birth: u32) -> u64 {
    Stream::from_seed(seed).fork("unit").fork_id(birth).key()
}

/// Give the key of the next unit that this one summons.
#[must_use]
pub fn key_of_brood(summoner: &Unit) -> u64 {
    Stream::from_seed(summoner.key).fork("brood").fork_id(u32::from(summoner.brood)).key()
}

impl Unit {
    /// Roll how much of a blow's damage lands, in per cent: 100, give or take the spread.
    pub fn roll_hit_percent(&mut self, spread_percent: i32) -> i32 {
        let key = Stream::from_seed(self.key).fork("hit").key();
        roll(key, &mut self.draws.hit, |s| s.between(100 - spread_percent, 100 + spread_percent))
    }

    /// Roll whether a strike hits a weak spot.
    pub fn roll_crit(&mut self, per_mille: i32) -> bool {
        let key = Stream::from_seed(self.key).fork("crit").key();
        roll(key, &mut self.draws.crit, |s| s.roll(Ratio::per_mille(per_mille)))
    }

    /// Roll whether it slips a strike.
    pub fn roll_dodge(&mut self, per_mille: i32) -> bool {
        let key = Stream::from_seed(self.key).fork("dodge").key();
        roll(key, &mut self.draws.dodge, |s| s.roll(Ratio::per_mille(per_mille)))
    }

    /// Roll which of several equal targets it takes.
    pub fn roll_tie(&mut self, equals: u32) -> u32 {
        let key = Stream::from_seed(self.key).fork("tie").key();
        roll(key, &mut self.draws.tie, |s| s.below(equals))
    }
}

fn roll<T>(key: u64, drawn: &mut u32, ask: impl FnOnce(&mut Stream) -> T) -> T {
    let mut stream = Stream::resume(key, *drawn);
    let answer = ask(&mut stream);
    *drawn = stream.drawn();
    answer
}
