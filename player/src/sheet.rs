//! The sheet: everything about a unit at a moment, for whoever looks at it closely. Words and colours are the game's own.

use crate::colour::Colour;

/// Who a unit is, whatever the moment.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Who {
    /// Its name.
    pub name: String,
    /// Its side.
    pub side: usize,
    /// Its own colour.
    pub colour: Colour,
}

/// Everything about a unit at a moment.
#[derive(Debug, Clone, PartialEq)]
pub struct Sheet {
    /// Who it is.
    pub who: Who,
    /// What it is, in a phrase.
    pub about: String,
    /// The same in a sentence.
    pub text: String,
    /// How it stands, where that is not simply fighting: `retreating`, `fallen at 0:12.3`.
    pub standing: Option<String>,
    /// Health left and health when whole.
    pub vigor: (i32, i32),
    /// Points that a shield still takes.
    pub shield: i32,
    /// Whom it goes for, as a row place.
    pub target: Option<usize>,
    /// Its numbers.
    pub stats: Vec<Stat>,
    /// What is laid on it.
    pub statuses: Vec<Status>,
    /// What it can do.
    pub skills: Vec<Skill>,
}

/// A number of a unit.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Stat {
    /// What it is called.
    pub name: &'static str,
    /// The number with its unit.
    pub value: String,
    /// What it means, in a sentence.
    pub text: &'static str,
}

/// Something laid on a unit for a while.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Status {
    /// Its name.
    pub name: String,
    /// What it does, in a sentence.
    pub text: String,
    /// Its colour.
    pub colour: Colour,
    /// Ticks that it still lasts.
    pub left: u32,
    /// Its strength: `5 a pulse`, `30 %`; empty where there is none.
    pub strength: String,
}

/// Something a unit can do.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Skill {
    /// Its name.
    pub name: String,
    /// What it does, in a sentence.
    pub text: String,
    /// When it can be used.
    pub ready: Ready,
}

/// When a skill can be used.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ready {
    /// Now.
    Now,
    /// After some ticks.
    In {
        /// Ticks to wait.
        left: u32,
        /// Ticks of the whole wait, where it is known.
        of: Option<u32>,
    },
    /// Never again.
    UsedUp,
}
