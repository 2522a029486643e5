//! What there is to fight with: everything that the files under `assets/skirmish/` say.

use bincode::Encode;
use recorder::{encode, hash};

pub mod constants;
pub mod graft;
mod read;
pub mod skill;
pub mod species;
pub mod status;
pub mod tier;

use crate::kernel::problem::quote;
use crate::kernel::sheet::Table;
use constants::Constants;
use graft::Graft;
pub use read::Sheets;
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
    /// Digest all of it that can change a fight: no texts, no looks, and nothing of what one could have bought.
    #[must_use]
    pub fn fingerprint(&self) -> u64 {
        let mut bare = Self { tiers: Vec::new(), lineups: Vec::new(), ..self.clone() };
        for s in &mut bare.species {
            [&mut s.name, &mut s.text, &mut s.role, &mut s.shape, &mut s.colour].into_iter().for_each(String::clear);
        }
        for g in &mut bare.grafts {
            [&mut g.name, &mut g.text, &mut g.cue].into_iter().for_each(String::clear);
        }
        for s in &mut bare.skills {
            [&mut s.name, &mut s.text].into_iter().for_each(String::clear);
        }
        for s in &mut bare.statuses {
            [&mut s.name, &mut s.text, &mut s.colour].into_iter().for_each(String::clear);
        }
        hash(&encode(&bare))
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

/// Read a colour.
fn colour(t: &mut Table<'_>) -> String {
    let colour = t.string("colour");
    let right = colour.len() == 7 && colour.starts_with('#') && colour[1..].bytes().all(|b| b.is_ascii_hexdigit());
    if !right && !colour.is_empty() {
        t.fault("colour", format!("no colour: {}", quote(&colour)), "six hexadecimal digits: `#c25b4e`".to_owned());
    }
    colour
}
