//! A tier: what a squad may cost, and the line-ups one meets there.

use bincode::Encode;

use crate::kernel::sheet::{Names, Table};

/// A tier.
#[derive(Debug, Clone, PartialEq, Eq, Encode)]
pub struct Tier {
    /// Its number, from 1.
    pub tier: u8,
    /// Points a squad may cost.
    pub budget: i32,
    /// What it is like, in a sentence.
    pub text: String,
}

/// A squad of a tier.
#[derive(Debug, Clone, PartialEq, Eq, Encode)]
pub struct Lineup {
    /// Its name.
    pub id: String,
    /// What it is, in a sentence.
    pub text: String,
    /// The tier that it is bought for.
    pub tier: u8,
    /// It is not met but brought: what a sensible player might buy.
    pub sensible: bool,
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

impl Tier {
    /// Read all tiers, numbered from 1 as they stand.
    pub fn read_all(t: &mut Table<'_>) -> Vec<Self> {
        let tiers = t.tables("tier", 1..=TIERS_MAX);
        tiers.into_iter().zip(1..).map(|(mut t, tier)| Self::read(&mut t, tier)).collect()
    }

    fn read(t: &mut Table<'_>, tier: u8) -> Self {
        if t.int("tier", 1..=TIERS_MAX as u8) != tier {
            t.fault("tier", "the tiers are out of order", format!("this one is tier {tier}"));
        }
        Self { tier, budget: t.int("budget", 1..=10_000), text: t.string("text") }
    }
}

/// The most tiers there can be.
pub const TIERS_MAX: usize = 20;

impl Lineup {
    /// Read all but the fighters.
    pub fn read(t: &mut Table<'_>, names: &mut Names, tiers: usize) -> Self {
        Self {
            id: t.new_name("id", names),
            text: t.string("text"),
            tier: t.int("tier", 1..=tiers as u8),
            sensible: t.flag_or("sensible", false),
            healers: t.flag_or("healers", false),
            recruits: Vec::new(),
        }
    }
}
