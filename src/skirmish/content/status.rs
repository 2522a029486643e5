//! The eight statuses: how each behaves, and how it is told and drawn.

use bincode::Encode;

use crate::kernel::sheet::Table;
use crate::skirmish::content::colour;

/// Which status.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Encode)]
pub enum Ail {
    /// Harm at every pulse; a stronger fire replaces a weaker one.
    Burn,
    /// Harm at every pulse; doses add up.
    Poison,
    /// Healing at every pulse.
    Regrow,
    /// Takes damage before vigor does.
    Shield,
    /// Slower steps and strikes.
    Slow,
    /// Faster steps and strikes.
    Haste,
    /// Neither steps nor strikes.
    Stun,
    /// Must go for the taunter.
    Taunt,
}

impl Ail {
    /// All of them, in the order of their indices.
    pub const ALL: [Self; 8] =
        [Self::Burn, Self::Poison, Self::Regrow, Self::Shield, Self::Slow, Self::Haste, Self::Stun, Self::Taunt];

    /// Give the name that the data file uses.
    #[must_use]
    pub fn id(self) -> &'static str {
        match self {
            Self::Burn => "burn",
            Self::Poison => "poison",
            Self::Regrow => "regrow",
            Self::Shield => "shield",
            Self::Slow => "slow",
            Self::Haste => "haste",
            Self::Stun => "stun",
            Self::Taunt => "taunt",
        }
    }

    /// Give its index.
    #[must_use]
    pub fn index(self) -> u16 {
        self as u16
    }
}

/// A status.
#[derive(Debug, Clone, PartialEq, Eq, Encode)]
pub struct Status {
    /// The name that people read.
    pub name: String,
    /// What it does, in a sentence.
    pub text: String,
    /// Its colour, `#rrggbb`.
    pub colour: String,
    /// Ticks from pulse to pulse; 0 for one that does not pulse. All of a kind pulse together.
    pub pulse_ticks: i32,
    /// The most points, a pulse or in all.
    pub amount_max: i32,
    /// Per cent of armour that its harm ignores.
    pub pierces_percent: i32,
}

impl Status {
    /// Read the eight statuses, in the order of [`Ail::ALL`].
    pub fn read_all(t: &mut Table<'_>) -> Vec<Self> {
        Ail::ALL.iter().filter_map(|ail| t.child(ail.id()).map(|mut t| Self::read(&mut t, *ail))).collect()
    }

    fn read(t: &mut Table<'_>, ail: Ail) -> Self {
        let pulses = matches!(ail, Ail::Burn | Ail::Poison | Ail::Regrow);
        Self {
            name: t.string("name"),
            text: t.string("text"),
            colour: colour(t),
            pulse_ticks: if pulses { t.int("pulse_ticks", 1..=100) } else { 0 },
            amount_max: if pulses || ail == Ail::Shield { t.int("amount_max", 1..=10_000) } else { 0 },
            pierces_percent: if pulses { t.int_or("pierces_percent", 0..=100, 0) } else { 0 },
        }
    }
}
