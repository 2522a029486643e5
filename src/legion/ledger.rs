//! The ledger: what a unit suffered and loosed since its last line in the journal, so that the journal has a line a
//! minute and not a line a blow.

use bincode::{Decode, Encode};
use serde::{Deserialize, Serialize};

use crate::legion::unit::NO_UNIT;

/// Enemies that are told apart between two lines.
/// Ours: enough to tell who did most of it.
const FOES: usize = 4;

/// What happened to a unit since its last line.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Encode, Decode, Serialize, Deserialize)]
pub struct Ledger {
    /// Men lost.
    pub lost: u32,
    /// Of them, to missiles of their own side.
    pub friendly: u32,
    /// Missiles loosed in all when the last line was written.
    pub shots_told: u32,
    /// Who brought them down, and by how many they lead.
    foes: [(u16, u32); FOES],
}

impl Default for Ledger {
    fn default() -> Self {
        Self { lost: 0, friendly: 0, shots_told: 0, foes: [(NO_UNIT, 0); FOES] }
    }
}

impl Ledger {
    /// Count a man lost. Four enemies are counted apart; a fifth takes one from each of them, so that whoever brought
    /// down more than a fifth of all is still there at the end.
    pub fn lose(&mut self, by: u16, friendly: bool) {
        self.lost += 1;
        self.friendly += u32::from(friendly);
        if by == NO_UNIT {
            return;
        }
        if let Some(foe) = self.foes.iter_mut().find(|foe| foe.0 == by && foe.1 > 0) {
            foe.1 += 1;
        } else if let Some(free) = self.foes.iter_mut().find(|foe| foe.1 == 0) {
            *free = (by, 1);
        } else {
            self.foes.iter_mut().for_each(|foe| foe.1 -= 1);
        }
    }

    /// Name the enemy who brought down most; ties to the lower index, [`NO_UNIT`] for nobody known.
    #[must_use]
    pub fn worst(&self) -> u16 {
        let known = self.foes.iter().filter(|foe| foe.1 > 0);
        known.min_by_key(|foe| (u32::MAX - foe.1, foe.0)).map_or(NO_UNIT, |foe| foe.0)
    }

    /// Begin anew after a line.
    pub fn clear(&mut self, shots: u32) {
        *self = Self { shots_told: shots, ..Self::default() };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_worst_enemy_is_found_among_more_than_can_be_counted() {
        let mut ledger = Ledger::default();
        for man in 0..100 {
            ledger.lose(if man % 3 == 0 { 7 } else { 100 + man }, false);
        }
        assert_eq!((ledger.worst(), ledger.lost), (7, 100));
    }

    #[test]
    fn equals_go_to_the_lower_index_and_nobody_to_nobody() {
        let mut ledger = Ledger::default();
        ledger.lose(NO_UNIT, true);
        assert_eq!((ledger.worst(), ledger.friendly), (NO_UNIT, 1));
        [9, 4].into_iter().for_each(|foe| ledger.lose(foe, false));
        assert_eq!(ledger.worst(), 4);
        ledger.clear(12);
        assert_eq!(ledger, Ledger { shots_told: 12, ..Ledger::default() });
    }
}
