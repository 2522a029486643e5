//! A tier: what a squad may cost, and the line-ups one meets there.

use bincode::Encode;

/// A tier.
#[derive(Debug, Clone, PartialEq, Eq, Encode)]
pub struct Tier {
    /// Its number, from 1.
    pub tier: u8,
    /// Points a squad may cost.
    pub budget: i32,
    /// What it is like, in a sentence.
    pub text: String,
    /// A squad that a sensible player might bring, from the line-ups.
    pub sensible: String,
}

/// A squad that is met on a tier.
#[derive(Debug, Clone, PartialEq, Eq, Encode)]
pub struct Lineup {
    /// Its name.
    pub id: String,
    /// What it is, in a sentence.
    pub text: String,
    /// The tier that it is bought for.
    pub tier: u8,
    /// It leans on menders behind a screen of strikers.
    pub healers: bool,
    /// Its fighters.
    pub recruits: Vec<Recruit>,
}

/// One fighter of a squad as it was bought: everything by index.
#[derive(Debug, Clone, Default, PartialEq, Eq, Encode)]
pub struct Recruit {
    /// Its species.
    pub species: u16,
    /// What is grafted onto it.
    pub grafts: Vec<u16>,
    /// What is socketed into it.
    pub skills: Vec<u16>,
    /// The tile it starts on, counted from its own side's edge and, like all rows, from the top.
    pub tile: [u8; 2],
}
