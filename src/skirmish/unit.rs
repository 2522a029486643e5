//! A unit: everything of one fighter that changes, in one plain struct that is state, row and digest at once.
//!
//! Times are absolute deadlines in ticks, never countdowns: a unit to whom nothing happens does not change, and a
//! recording shares its row. A status is active at a tick below its `until`; 0 is no status.
//! People are named by id, which is the row's place plus one; 0 is nobody.

use bincode::{Decode, Encode};
use bytemuck::{Pod, Zeroable};
use serde::{Deserialize, Serialize};

use crate::kernel::space::Spot;

/// Skills one unit can have. Two innate, two granted by grafts, two socketed.
pub const SKILLS_MAX: usize = 6;

/// No tile to walk to.
pub const NO_WAY: [u8; 2] = [0, 0];

/// A deadline that never comes: a skill that has been used up.
pub const NEVER: u16 = u16::MAX;

/// One fighter.
#[repr(C)]
#[derive(Debug, Clone, Copy, Default, Pod, Zeroable, Encode, Decode, Serialize, Deserialize)]
pub struct Unit {
    /// Key of its random streams. A summoned unit's comes from its summoner's, so it does not depend on row places.
    pub key: u64,
    /// Its middle, in millitiles.
    pub at: Spot,
    /// How many numbers it has drawn, by purpose.
    pub draws: Draws,
    /// Health left, in points. 0 falls at the end of the tick.
    pub vigor: i32,
    /// What it is: an index into the cast's forms.
    pub form: u16,
    /// 0 is the ally, 1 the enemy.
    pub side: u8,
    /// How it stands: see [`Condition`].
    pub condition: Condition,
    /// Id of the unit it goes for; 0 for none.
    pub target: u16,
    /// Tick from which it can strike again.
    pub strike_at: u16,
    /// Tick from which each skill can be used again; [`NEVER`] when used up.
    pub ready: [u16; SKILLS_MAX],
    /// Fire: damage at every pulse.
    pub burn: Ailment,
    /// Poison: damage at every pulse, growing with every dose.
    pub poison: Ailment,
    /// Regrowth: healing at every pulse.
    pub regrow: Ailment,
    /// Points of damage still taken up before vigor is.
    pub shield: Ailment,
    /// Slower steps and strikes.
    pub slow: Pace,
    /// Faster steps and strikes.
    pub haste: Pace,
    /// Until when it can do nothing.
    pub stun_until: u16,
    /// Until when it must go for its taunter.
    pub taunt_until: u16,
    /// Id of the taunter.
    pub taunt_by: u16,
    /// Id of the one who harmed it last; 0 for nobody.
    pub struck_by: u16,
    /// Tile it is walking to around obstacles, as its side sees it, column and row counted from 1; zeros for none.
    pub way: [u8; 2],
    /// Until when it keeps to its target; it has given up on a nearer one.
    pub holds_until: u16,
    /// Tick at which it gives up on a target that it cannot get at; 0 when nothing is in its way.
    pub stalled_until: u16,
    /// Id of its summoner; 0 for those who marched in.
    pub owner: u16,
    /// How many it has summoned.
    pub brood: u16,
    /// Tick whose frame first shows it.
    pub born: u16,
    /// Tick whose frame first shows it gone; 0 while it is on the field.
    pub gone: u16,
    /// How often it has come back from its fall.
    pub revived: u16,
}

const _: () = assert!(size_of::<Unit>() <= 120);

/// Numbers drawn from each of a unit's streams.
#[repr(C)]
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Pod, Zeroable, Encode, Decode, Serialize, Deserialize)]
pub struct Draws {
    /// How hard its blows land.
    pub hit: u32,
    /// Whether they strike a weak spot.
    pub crit: u32,
    /// Whether it slips a strike.
    pub dodge: u32,
    /// Whom it goes for when several are equal.
    pub tie: u32,
}

/// How a unit stands, as a number that can lie in a digested column.
#[repr(transparent)]
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Pod, Zeroable, Encode, Decode, Serialize, Deserialize)]
#[serde(into = "Word", from = "Word")]
pub struct Condition(u8);

/// A condition as files and differences spell it.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Word {
    Fighting,
    Retreating,
    Fallen,
    Withdrawn,
}

impl From<Condition> for Word {
    fn from(condition: Condition) -> Self {
        match condition {
            Condition::FIGHTING => Self::Fighting,
            Condition::RETREATING => Self::Retreating,
            Condition::FALLEN => Self::Fallen,
            _ => Self::Withdrawn,
        }
    }
}

impl From<Word> for Condition {
    fn from(word: Word) -> Self {
        match word {
            Word::Fighting => Self::FIGHTING,
            Word::Retreating => Self::RETREATING,
            Word::Fallen => Self::FALLEN,
            Word::Withdrawn => Self::WITHDRAWN,
        }
    }
}

impl Condition {
    /// On the field and fighting.
    pub const FIGHTING: Self = Self(0);
    /// On the field, on its way out.
    pub const RETREATING: Self = Self(1);
    /// Dead where it lies.
    pub const FALLEN: Self = Self(2);
    /// Left the field alive.
    pub const WITHDRAWN: Self = Self(3);
}

/// A status with an amount, and who caused it.
#[repr(C)]
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Pod, Zeroable, Encode, Decode, Serialize, Deserialize)]
pub struct Ailment {
    /// Active at ticks below this one.
    pub until: u16,
    /// Points a pulse, or points left of a shield.
    pub amount: u16,
    /// Id of who is to be credited; 0 for nobody.
    pub by: u16,
}

/// A status that changes speed.
#[repr(C)]
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Pod, Zeroable, Encode, Decode, Serialize, Deserialize)]
pub struct Pace {
    /// Active at ticks below this one.
    pub until: u16,
    /// By how many per cent.
    pub percent: u16,
}

impl PartialEq for Unit {
    // Row sharing compares every unit every tick: words are quicker than thirty fields, there is no padding, and
    // gathering all differences before looking is a fifth quicker than a comparison that may stop early.
    #[inline]
    fn eq(&self, other: &Self) -> bool {
        let words: [&[u64; size_of::<Self>() / 8]; 2] = [bytemuck::cast_ref(self), bytemuck::cast_ref(other)];
        words[0].iter().zip(words[1]).fold(0, |differing, (a, b)| differing | (a ^ b)) == 0
    }
}

impl Eq for Unit {}

impl Unit {
    /// Tell whether it is on the field, fighting or leaving.
    #[must_use]
    #[inline]
    pub fn is_up(&self) -> bool {
        self.condition.0 <= Condition::RETREATING.0
    }

    /// Tell whether it is on the field and has vigor left. Between a lethal blow and the end of the tick it is up
    /// but no longer whole.
    #[must_use]
    #[inline]
    pub fn is_whole(&self) -> bool {
        self.is_up() && self.vigor > 0
    }

    /// Tell whether it has been ordered off the field and is still on it.
    #[must_use]
    pub fn is_retreating(&self) -> bool {
        self.condition == Condition::RETREATING
    }

    /// Tell whether it is stunned at a tick.
    #[must_use]
    #[inline]
    pub fn is_stunned(&self, tick: u32) -> bool {
        is_active(self.stun_until, tick)
    }

    /// Give its speed at a tick, in per cent of its own.
    #[must_use]
    #[inline]
    pub fn speed_percent(&self, tick: u32) -> i32 {
        let haste = if is_active(self.haste.until, tick) { i32::from(self.haste.percent) } else { 0 };
        let slow = if is_active(self.slow.until, tick) { i32::from(self.slow.percent) } else { 0 };
        (100 + haste - slow).max(SPEED_PERCENT_MIN)
    }

    /// Turn to someone, or with 0 to nobody, and forget what had to do with the one before.
    pub fn turn_to(&mut self, target: u16) {
        self.target = target;
        self.way = NO_WAY;
        (self.stalled_until, self.holds_until) = (0, 0);
    }

    /// Forget every status, as the fallen do.
    pub fn clear_statuses(&mut self) {
        (self.burn, self.poison, self.regrow, self.shield) = Default::default();
        (self.slow, self.haste) = Default::default();
        (self.stun_until, self.taunt_until, self.taunt_by) = Default::default();
    }
}

/// Slowest a unit can be made, in per cent. Below 25, a slowed fighter looks stunned.
const SPEED_PERCENT_MIN: i32 = 25;

/// Tell whether a status lasts at a tick.
#[must_use]
#[inline]
pub fn is_active(until: u16, tick: u32) -> bool {
    tick < u32::from(until)
}

/// Turn a tick into a deadline. Ticks end at the cap, far below the largest.
#[must_use]
#[inline]
pub fn deadline(tick: u32) -> u16 {
    u16::try_from(tick).unwrap_or(NEVER - 1)
}
