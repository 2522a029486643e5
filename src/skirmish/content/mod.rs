//! What there is to fight with: everything that the files under `assets/skirmish/` say.

use bincode::Encode;
use twox_hash::XxHash3_64;

pub mod constants;
pub mod graft;
pub mod skill;
pub mod species;
pub mod status;
pub mod tier;

use constants::Constants;
use graft::Graft;
use skill::Skill;
use species::Species;
use status::Status;
use tier::{Lineup, Recruit, Tier};

/// All content. Everything refers to everything else by index.
#[derive(Debug, Clone, PartialEq, Eq, Encode)]
pub struct Content {
    /// Species, as the file lists them.
    pub species: Vec<Species>,
    /// Grafts.
    pub grafts: Vec<Graft>,
    /// Skills.
    pub skills: Vec<Skill>,
    /// The eight statuses, in the order of [`status::Ail::ALL`].
    pub statuses: Vec<Status>,
    /// Tiers, from 1.
    pub tiers: Vec<Tier>,
    /// Line-ups.
    pub lineups: Vec<Lineup>,
    /// Constants.
    pub constants: Constants,
}

impl Content {
    /// Digest all of it.
    #[must_use]
    pub fn fingerprint(&self) -> u64 {
        fingerprint_of(self)
    }

    /// Sum what a recruit costs, in points.
    #[must_use]
    pub fn cost(&self, recruit: &Recruit) -> i32 {
        let grafts = recruit.grafts.iter().map(|g| self.grafts[usize::from(*g)].cost);
        let skills = recruit.skills.iter().map(|s| self.skills[usize::from(*s)].cost);
        self.species[usize::from(recruit.species)].cost + grafts.sum::<i32>() + skills.sum::<i32>()
    }

    /// Sum what a squad costs, in points.
    #[must_use]
    pub fn squad_cost(&self, squad: &[Recruit]) -> i32 {
        squad.iter().map(|recruit| self.cost(recruit)).sum()
    }

    /// Give the budget of a tier.
    #[must_use]
    pub fn budget(&self, tier: u8) -> Option<i32> {
        self.tiers.iter().find(|t| t.tier == tier).map(|t| t.budget)
    }
}

/// Digest anything that can be encoded.
#[must_use]
pub fn fingerprint_of<T: Encode>(value: &T) -> u64 {
    let bytes = bincode::encode_to_vec(value, bincode::config::legacy()).expect("content fits in memory");
    XxHash3_64::oneshot(&bytes)
}
