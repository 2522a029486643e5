//! The state of a fight: the units, their paths, what is in the air, and how it ended.

use bincode::{Decode, Encode};
use bytemuck::{Pod, Zeroable};
use recorder::Digest;
use serde::{Deserialize, Serialize};

use crate::arena::outcome::Outcome;
use crate::arena::rules::Arena;
use crate::arena::unit::{Stance, Unit};
use crate::kernel::actor::place_from_id;

/// Rows of towers at the start: king, left and right princess of the lower side, then of the upper.
pub const TOWERS: usize = 6;

/// All that changes from tick to tick.
#[derive(Debug, Clone, PartialEq, Encode, Decode, Serialize, Deserialize)]
pub struct State {
    /// Every body there ever was, in row order: the towers, then all others as they entered.
    pub units: Vec<Unit>,
    /// The path of each, beside the units.
    pub routes: Vec<Nodes>,
    /// What is in the air, in the order in which it was thrown or cast.
    pub missiles: Vec<Missile>,
    /// How it ended; `None` while it runs.
    pub ending: Option<Outcome>,
}

/// A path: half-tile cells, goal first, without the cell it began in; walked from the back.
#[derive(Debug, Clone, Default, PartialEq, Eq, Encode, Decode, Serialize, Deserialize)]
pub struct Nodes(pub Vec<u16>);

/// Something thrown or cast that has not come down yet. What is thrown follows its target.
#[repr(C)]
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Pod, Zeroable, Encode, Decode, Serialize, Deserialize)]
pub struct Missile {
    /// Where a spell comes down, in native units.
    pub at: [i32; 2],
    /// Damage of a shot; a spell's card knows its own.
    pub amount: i32,
    /// Id of the thrower; of a spell, of its side's king.
    pub by: u16,
    /// Id of the target; 0 for a spell.
    pub to: u16,
    /// Tick whose frame first shows it down.
    pub lands: u16,
    /// The card of a spell, an index plus one; 0 for a shot.
    pub spell: u16,
}

impl State {
    /// Digest everything, in named sections.
    pub fn digest(&self, digest: &mut Digest<'_>) {
        digest.section("units", |d| d.column(&self.units));
        digest.section("routes", |d| {
            for (place, nodes) in self.routes.iter().enumerate().filter(|(_, nodes)| !nodes.0.is_empty()) {
                d.u64(place as u64);
                d.column(&nodes.0);
            }
        });
        digest.section("missiles", |d| d.column(&self.missiles));
        digest.section("ending", |d| d.u64(self.ending.map_or(0, Outcome::digest_word)));
    }

    /// Find a unit by id.
    #[must_use]
    pub fn unit(&self, id: u16) -> Option<&Unit> {
        self.units.get(place_from_id(id)?)
    }

    /// Give the row place of a side's king.
    #[must_use]
    pub const fn king(side: u8) -> usize {
        side as usize * (TOWERS / 2)
    }

    /// Give the towers of a side: king, left and right princess.
    #[must_use]
    pub fn towers(&self, side: u8) -> &[Unit] {
        let king = Self::king(side);
        &self.units[king..king + TOWERS / 2]
    }

    /// Count the towers a side has lost; without its king it has lost all.
    #[must_use]
    pub fn towers_lost(&self, side: u8) -> usize {
        let towers = self.towers(side);
        if towers[0].is_up() { towers.iter().filter(|tower| !tower.is_up()).count() } else { towers.len() }
    }

    /// Let a unit forget its path.
    pub fn clear_route(&mut self, place: usize) {
        self.routes[place].0.clear();
        let unit = &mut self.units[place];
        (unit.goal, unit.next, unit.path_left) = (0, 0, 0);
    }

    /// Check what holds between two ticks.
    ///
    /// # Panics
    /// It does not hold: a fault in the rules.
    pub fn check_invariants(&self, rules: &Arena) {
        assert_eq!(self.units.len(), self.routes.len(), "units and paths differ in length");
        for (place, unit) in self.units.iter().enumerate() {
            self.check_unit(rules, place, unit);
        }
        for missile in &self.missiles {
            assert!(self.unit(missile.by).is_some(), "a missile from nobody");
            assert!(missile.spell > 0 || self.unit(missile.to).is_some(), "a shot at nobody");
        }
        for side in 0..2 {
            rules.check_hand(side, &self.units[Self::king(side)]);
        }
    }

    fn check_unit(&self, rules: &Arena, place: usize, unit: &Unit) {
        let id = place + 1;
        let form = rules.form(unit);
        let nodes = &self.routes[place].0;
        assert!((0..=form.health).contains(&unit.health), "unit {id} has {} of {} health", unit.health, form.health);
        assert!(unit.at.is_whole(), "unit {id} stands between native units at {:?}", unit.at);
        assert_eq!(unit.is_up(), unit.gone == 0, "unit {id} is up and gone at once");
        assert_eq!(usize::from(unit.path_left), nodes.len(), "unit {id} has another path than it says");
        assert_eq!(unit.next, nodes.last().map_or(0, |node| node + 1), "unit {id} walks to another node than it says");
        assert!(nodes.is_empty() || unit.target > 0, "unit {id} has a path and no target");
        assert!(nodes.is_empty() || unit.stance == Stance::WALKING, "unit {id} has a path and does not walk");
        let foe = self.unit(unit.target);
        assert!(foe.is_none_or(|foe| foe.side != unit.side), "unit {id} goes for its own side");
        assert!(usize::from(unit.target) <= self.units.len(), "unit {id} goes for a unit that is not there");
    }
}
