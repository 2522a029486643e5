//! A unit: everything of one body that changes, in one plain struct that is state, row and digest at once. Towers and
//! buildings are units; a king also holds its side's hand and elixir.
//!
//! Times are absolute deadlines in ticks, never countdowns. Others are named by id, which is the row's place plus one; 0 is
//! nobody. Cells are numbered from 1; 0 is none.

use bincode::{Decode, Encode};
use bytemuck::{Pod, Zeroable};
use serde::{Deserialize, Serialize};

use crate::arena::space::SubTile;

/// Cards in a hand.
pub const HAND: usize = 4;

/// Cards that wait behind a hand.
pub const QUEUE: usize = 4;

/// Cards in a deck.
pub const DECK: usize = HAND + QUEUE;

/// One body.
#[repr(C)]
#[derive(Debug, Clone, Copy, Default, Pod, Zeroable, Encode, Decode, Serialize, Deserialize)]
pub struct Unit {
    /// Its middle.
    pub at: SubTile,
    /// Health left. 0 falls at the end of the tick.
    pub health: i32,
    /// Of a king: drops its side has had fall past it or has spent; what fell beyond that is its elixir. Else 0.
    pub elixir_base: i32,
    /// Where it faces.
    pub facing: Facing,
    /// What it is: an index into the cast's forms.
    pub form: u16,
    /// Id of the unit it goes for; 0 for none.
    pub target: u16,
    /// The cell its path is to lead to, from 1; 0 for none. As the goal rule derives it; see the path for where it ends.
    pub goal: u16,
    /// The cell it walks to now, from 1; 0 without a path.
    pub next: u16,
    /// Nodes of its path that are left.
    pub path_left: u16,
    /// The tick whose frame first shows its path: the journal has the whole of it there.
    pub routed_at: u16,
    /// Ticks it has been walking, pauses included; never reset.
    pub walked: u16,
    /// Tick from which it can hit again.
    pub strike_at: u16,
    /// Hits it has dealt or let fly.
    pub hits: u16,
    /// Tick whose frame first shows it.
    pub born: u16,
    /// Tick whose frame first shows it gone; 0 while it stands.
    pub gone: u16,
    /// Until when it walks faster.
    pub haste_until: u16,
    /// By how many per cent.
    pub haste_percent: u16,
    /// Until when it walks slower.
    pub slow_until: u16,
    /// By how many per cent.
    pub slow_percent: u16,
    /// Until when it has given up on bodies it found no way to.
    pub blocked_until: u16,
    /// Ticks on which contact moved it. One for whom this stands still walked alone.
    pub pushed: u16,
    /// Of a king: the cards in hand, by index. Else zeros.
    pub hand: [u8; HAND],
    /// Of a king: the cards that come next, first first. Else zeros.
    pub queue: [u8; QUEUE],
    /// 0 is the lower side, 1 the upper.
    pub side: u8,
    /// What it is doing.
    pub stance: Stance,
}

const _: () = assert!(size_of::<Unit>() == 64);

/// A heading in 256ths, each axis truncated on its own.
#[repr(C)]
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Pod, Zeroable, Encode, Decode, Serialize, Deserialize)]
pub struct Facing {
    /// Rightward.
    pub x: i16,
    /// Upward.
    pub y: i16,
}

/// What a body is doing, as a number that can lie in a digested column.
#[repr(transparent)]
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Pod, Zeroable, Encode, Decode, Serialize, Deserialize)]
#[serde(into = "Word", from = "Word")]
pub struct Stance(u8);

/// A stance as files and differences spell it.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Word {
    Deploying,
    Idle,
    Walking,
    Attacking,
    Fallen,
}

impl From<Stance> for Word {
    fn from(stance: Stance) -> Self {
        match stance {
            Stance::DEPLOYING => Self::Deploying,
            Stance::IDLE => Self::Idle,
            Stance::WALKING => Self::Walking,
            Stance::ATTACKING => Self::Attacking,
            _ => Self::Fallen,
        }
    }
}

impl From<Word> for Stance {
    fn from(word: Word) -> Self {
        match word {
            Word::Deploying => Self::DEPLOYING,
            Word::Idle => Self::IDLE,
            Word::Walking => Self::WALKING,
            Word::Attacking => Self::ATTACKING,
            Word::Fallen => Self::FALLEN,
        }
    }
}

impl Stance {
    /// Held where it entered.
    pub const DEPLOYING: Self = Self(0);
    /// With nobody to go for.
    pub const IDLE: Self = Self(1);
    /// On its way.
    pub const WALKING: Self = Self(2);
    /// In range of its target.
    pub const ATTACKING: Self = Self(3);
    /// Gone.
    pub const FALLEN: Self = Self(4);
}

impl PartialEq for Unit {
    // Row sharing compares every unit every tick: eight words are quicker than thirty fields, and there is no padding.
    #[inline]
    fn eq(&self, other: &Self) -> bool {
        let words: [&[u64; 8]; 2] = [bytemuck::cast_ref(self), bytemuck::cast_ref(other)];
        words[0].iter().zip(words[1]).fold(0, |differing, (a, b)| differing | (a ^ b)) == 0
    }
}

impl Eq for Unit {}

impl Unit {
    /// Tell whether it is on the field. Between a lethal blow and the end of the tick it still is.
    #[must_use]
    #[inline]
    pub fn is_up(&self) -> bool {
        self.stance != Stance::FALLEN
    }

    /// Tell whether it is on the field and has health left.
    #[must_use]
    #[inline]
    pub fn is_whole(&self) -> bool {
        self.is_up() && self.health > 0
    }

    /// Give its speed at a tick, in per cent of its own.
    #[must_use]
    #[inline]
    pub fn speed_percent(&self, tick: u32) -> i32 {
        let haste = if tick < u32::from(self.haste_until) { i32::from(self.haste_percent) } else { 0 };
        let slow = if tick < u32::from(self.slow_until) { i32::from(self.slow_percent) } else { 0 };
        100 + haste - slow
    }
}

/// Turn a tick into a deadline. Ticks end at the cap, far below the largest.
#[must_use]
#[inline]
pub fn deadline(tick: u32) -> u16 {
    u16::try_from(tick).unwrap_or(u16::MAX)
}
