//! A form: a species with its grafts grown on and its skills in place, worked out once before the fight.

use crate::skirmish::content::Content;
use crate::skirmish::content::graft::Graft;
use crate::skirmish::content::skill::{Aim, Trigger};
use crate::skirmish::content::species::Stats;
use crate::skirmish::content::tier::Recruit;

/// What a unit is, apart from how it is doing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Form {
    /// Its species, by index.
    pub species: u16,
    /// Its grafts, by index.
    pub grafts: Vec<u16>,
    /// Its numbers, grafts included.
    pub stats: Stats,
    /// Its skills, by index, the most urgent triggers first.
    pub skills: Vec<u16>,
    /// What each of them waits for, beside `skills`.
    pub triggers: Vec<Trigger>,
    /// Millitiles a tick that its strike flies; 0 strikes by touch.
    pub missile_pace: i32,
    /// Whom it goes for.
    pub prefers: Aim,
}

impl Form {
    /// Work out a recruit's form. Skills keep the order innate, granted, socketed within one trigger.
    #[must_use]
    pub fn new(content: &Content, recruit: &Recruit) -> Self {
        let species = &content.species[usize::from(recruit.species)];
        let grafts: Vec<&Graft> = recruit.grafts.iter().map(|g| &content.grafts[usize::from(*g)]).collect();
        let granted = grafts.iter().filter_map(|g| g.grants);
        let mut skills: Vec<u16> =
            species.innate.iter().copied().chain(granted).chain(recruit.skills.iter().copied()).collect();
        let trigger = |skill: &u16| content.skills[usize::from(*skill)].trigger;
        skills.sort_by_key(trigger);
        // Grown twice, a skill is still one.
        let mut seen = Vec::new();
        skills.retain(|skill| {
            !seen.contains(skill) && {
                seen.push(*skill);
                true
            }
        });
        Self {
            species: recruit.species,
            grafts: recruit.grafts.clone(),
            stats: Graft::sum(&grafts, species.stats),
            triggers: skills.iter().map(trigger).collect(),
            skills,
            missile_pace: species.missile_pace,
            prefers: species.prefers,
        }
    }

    /// Work out the form of a species with nothing added, as it is summoned.
    #[must_use]
    pub fn bare(content: &Content, species: u16) -> Self {
        Self::new(content, &Recruit { species, ..Recruit::default() })
    }
}
