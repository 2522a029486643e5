//! The state of a fight: the units, what is in the air, what the sides were told, and how it ended.

use bincode::{Decode, Encode};
use bytemuck::{Pod, Zeroable};
use recorder::Digest;
use serde::{Deserialize, Serialize};

use crate::kernel::actor::place_from_id;
use crate::skirmish::outcome::Outcome;
use crate::skirmish::rules::Skirmish;
use crate::skirmish::unit::Unit;

/// All that changes from tick to tick.
#[derive(Debug, Clone, PartialEq, Encode, Decode, Serialize, Deserialize)]
pub struct State {
    /// Every unit there ever was, in row order: allies, enemies, then the summoned as they came.
    pub units: Vec<Unit>,
    /// What is in the air, in the order in which it was thrown.
    pub missiles: Vec<Missile>,
    /// What each side has been told.
    pub sides: [Told; 2],
    /// How it ended; `None` while it runs.
    pub ending: Option<Outcome>,
}

/// Something thrown that has not come down yet. It follows its target.
#[repr(C)]
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Pod, Zeroable, Encode, Decode, Serialize, Deserialize)]
pub struct Missile {
    /// Damage of a strike, before armour; 0 for a skill, whose effects are worked out where it lands.
    pub amount: i32,
    /// Id of the thrower.
    pub by: u16,
    /// Id of the target.
    pub to: u16,
    /// The skill that was thrown, an index plus one; 0 for a plain strike.
    pub skill: u16,
    /// Tick whose step brings it down.
    pub lands: u16,
    /// 1 if it hits a weak spot.
    pub crit: u16,
    /// How hard a skill hits, in per cent; 0 for a plain strike, whose amount has it already.
    pub hit_percent: u16,
}

/// What a side has been told.
#[repr(C)]
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Pod, Zeroable, Encode, Decode, Serialize, Deserialize)]
pub struct Told {
    /// Id of the enemy it prefers until that one falls or leaves; 0 for none.
    pub focus: u16,
}

impl State {
    /// Digest everything, in named sections.
    pub fn digest(&self, digest: &mut Digest<'_>) {
        digest.section("units", |d| d.column(&self.units));
        digest.section("missiles", |d| d.column(&self.missiles));
        digest.section("sides", |d| d.column(&self.sides));
        digest.section("ending", |d| d.u64(self.ending.map_or(0, Outcome::digest_word)));
    }

    /// Find a unit by id.
    #[must_use]
    pub fn unit(&self, id: u16) -> Option<&Unit> {
        self.units.get(place_from_id(id)?)
    }

    /// Sum the vigor a side has left.
    #[must_use]
    pub fn vigor(&self, side: u8) -> i64 {
        self.units.iter().filter(|u| u.is_up() && u.side == side).map(|u| i64::from(u.vigor)).sum()
    }

    /// Stop the run if the state contradicts itself.
    pub fn check_invariants(&self, rules: &Skirmish) {
        for (place, unit) in self.units.iter().enumerate() {
            self.check_unit(rules, place, unit);
        }
        for missile in &self.missiles {
            assert!(self.unit(missile.by).is_some() && self.unit(missile.to).is_some(), "a missile between nobody");
        }
        for side in self.sides {
            assert!(side.focus == 0 || self.unit(side.focus).is_some(), "a side told to go for nobody");
        }
    }

    fn check_unit(&self, rules: &Skirmish, place: usize, unit: &Unit) {
        let stats = &rules.form(unit).stats;
        let id = place + 1;
        assert!((0..=stats.vigor).contains(&unit.vigor), "unit {id} has {} of {} vigor", unit.vigor, stats.vigor);
        assert!(unit.side < 2, "unit {id} is on side {}", unit.side);
        assert_eq!(unit.is_up(), unit.gone == 0, "unit {id} is up and gone at once");
        assert!(!unit.is_up() || unit.vigor > 0, "unit {id} stands without vigor");
        assert!(rules.field.holds(unit.at), "unit {id} stands at {:?}, off the field or in an obstacle", unit.at);
        for other in [unit.target, unit.struck_by, unit.owner, unit.taunt_by] {
            assert!(usize::from(other) <= self.units.len(), "unit {id} knows of a unit {other}, which is not there");
        }
        let foe = self.unit(unit.target);
        assert!(foe.is_none_or(|foe| foe.side != unit.side), "unit {id} goes for its own side");
    }
}
