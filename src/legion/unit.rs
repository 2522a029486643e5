//! A unit: a formation of men of one kind, under one order. Its men are the places `first..first + count`.

use std::ops::Range;

use bincode::{Decode, Encode};
use recorder::Digest;
use serde::{Deserialize, Serialize};

use crate::legion::content::Kind;
use crate::legion::ledger::Ledger;
use crate::legion::order::{Ability, Task};
use crate::legion::plan::{Command, Mind};

/// No unit, where an index is asked for.
/// Ours: no battle has so many units.
pub const NO_UNIT: u16 = u16::MAX;

/// How men stand.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Encode, Decode, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Formation {
    /// Ranks and files, wide.
    #[default]
    Line,
    /// Ranks and files, deep.
    Column,
    /// Wide apart.
    Loose,
    /// Shields locked; slow, hard to shoot.
    Shield,
    /// A point that drives in.
    Wedge,
    /// A thin screen that gives way.
    Skirmish,
}

impl Formation {
    /// All of them, by their numbers.
    pub const ALL: [Self; 6] = [Self::Line, Self::Column, Self::Loose, Self::Shield, Self::Wedge, Self::Skirmish];

    /// The name that files and orders use.
    #[must_use]
    pub const fn id(self) -> &'static str {
        match self {
            Self::Line => "line",
            Self::Column => "column",
            Self::Loose => "loose",
            Self::Shield => "shield",
            Self::Wedge => "wedge",
            Self::Skirmish => "skirmish",
        }
    }
}

/// How steady a unit is.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Encode, Decode, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Nerve {
    /// In order.
    #[default]
    Steady,
    /// Close to breaking.
    Wavering,
    /// Runs; may rally.
    Routing,
    /// Runs for good.
    Broken,
    /// Off the field, or nobody left.
    Lost,
}

impl Nerve {
    /// Holds its place and obeys.
    #[must_use]
    #[inline]
    pub const fn is_in_order(self) -> bool {
        matches!(self, Self::Steady | Self::Wavering)
    }
}

/// One unit.
#[derive(Debug, Clone, PartialEq, Encode, Decode, Serialize, Deserialize)]
pub struct Unit {
    /// Index into the content's kinds.
    pub kind: u16,
    /// Index of its side.
    pub side: u8,
    /// Place of its first man.
    pub first: u32,
    /// Places it has.
    pub count: u32,
    /// Men that were asked for; more than `count` where the pool ran out.
    pub asked: u32,
    /// Men up.
    pub alive: u32,
    /// Middle of its front rank, in metres.
    pub x: f32,
    /// See `x`.
    pub z: f32,
    /// Where it faces: a vector of length 1.
    pub fx: f32,
    /// See `fx`.
    pub fz: f32,
    /// Where it means to face: a vector of length 1. It turns there as fast as its width lets it.
    pub wish_fx: f32,
    /// See `wish_fx`.
    pub wish_fz: f32,
    /// Files.
    pub width: u16,
    /// Files of a line when it was whole.
    pub full_width: u16,
    /// How its men stand.
    pub formation: Formation,
    /// What it does.
    pub task: Task,
    /// Whether a person gave the task: the army's own heads leave it alone until it is released.
    pub held: bool,
    /// Unit it is locked with; [`NO_UNIT`] for none.
    pub locked: u16,
    /// Tick at which the lock came about, or went.
    pub locked_since: u32,
    /// The averaged contact normal, from it to the enemy; zeros without contact.
    pub nx: f32,
    /// See `nx`.
    pub nz: f32,
    /// Men who have an opponent.
    pub engaged: u16,
    /// Tick of its last charge; 0 for none.
    pub charged_at: u32,
    /// Points of morale left.
    pub morale: f32,
    /// Points a second that it is being pressed, smoothed.
    pub pressure: f32,
    /// How steady it is.
    pub nerve: Nerve,
    /// Tick at which its nerve last changed.
    pub nerve_since: u32,
    /// How often it has broken.
    pub breaks: u8,
    /// Shares of the blows of late that came from anywhere but the front, and from the rear. The stage `morale` works
    /// them out of [`super::scratch::Scratch::struck`].
    pub flanked: f32,
    /// See `flanked`.
    pub from_rear: f32,
    /// Share of its breath spent, 0 to 1.
    pub fatigue: f32,
    /// Tick until which an ability works, by [`crate::legion::order::Ability`].
    pub ability_until: [u32; ABILITIES],
    /// Tick from which it can be used again.
    pub ability_ready: [u32; ABILITIES],
    /// What the general wants of it.
    pub command: Command,
    /// What its own officer has in mind.
    pub mind: Mind,
    /// Blows and losses of all the fight.
    pub count_of: Tally,
    /// Tick at which a man of it last fell; 0 for never.
    pub lost_at: u32,
    /// What its next line in the journal will say.
    pub ledger: Ledger,
}

/// Abilities there are.
/// Ours: the source has abilities among its orders, not how many.
pub const ABILITIES: usize = 3;

/// What a unit has done and suffered.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Encode, Decode, Serialize, Deserialize)]
pub struct Tally {
    /// Enemies brought down.
    pub kills: u32,
    /// Own side's men brought down by its missiles.
    pub friendly: u32,
    /// Missiles loosed.
    pub shots: u32,
    /// Of them, those that hit an enemy, on his shield too.
    pub hits: u32,
    /// Of them, those that hit the own side.
    pub friendly_hits: u32,
    /// Men lost.
    pub lost: u32,
}

impl Unit {
    /// A unit of a kind, given by its index too, with so many men from a place on: whole and at rest in the middle of the
    /// field, in line, looking along z.
    #[must_use]
    pub fn at_rest(index: u16, kind: &Kind, side: u8, first: u32, count: u32) -> Self {
        Self {
            kind: index,
            side,
            first,
            count,
            asked: count,
            alive: count,
            x: 0.0,
            z: 0.0,
            fx: 0.0,
            fz: 1.0,
            wish_fx: 0.0,
            wish_fz: 1.0,
            width: 1,
            full_width: 1,
            formation: Formation::Line,
            task: Task::Hold,
            held: false,
            locked: NO_UNIT,
            locked_since: 0,
            nx: 0.0,
            nz: 0.0,
            engaged: 0,
            charged_at: 0,
            morale: kind.morale,
            pressure: 0.0,
            nerve: if count == 0 { Nerve::Lost } else { Nerve::Steady },
            nerve_since: 0,
            breaks: 0,
            flanked: 0.0,
            from_rear: 0.0,
            fatigue: 0.0,
            ability_until: [0; ABILITIES],
            ability_ready: [0; ABILITIES],
            command: Command::default(),
            mind: Mind::default(),
            count_of: Tally::default(),
            lost_at: 0,
            ledger: Ledger::default(),
        }
    }

    /// The places of its men.
    #[must_use]
    #[inline]
    pub fn men(&self) -> Range<usize> {
        self.first as usize..(self.first + self.count) as usize
    }

    /// Whether anyone of it is on the field.
    #[must_use]
    #[inline]
    pub fn is_here(&self) -> bool {
        self.alive > 0 && self.nerve != Nerve::Lost
    }

    /// Whether an ability of it works now.
    #[must_use]
    #[inline]
    pub fn is_using(&self, ability: Ability, tick: u32) -> bool {
        self.ability_until[ability as usize] > tick
    }

    /// Share of its men that it has lost, 0 to 1.
    #[must_use]
    #[inline]
    pub fn loss(&self) -> f32 {
        1.0 - self.alive as f32 / self.count.max(1) as f32
    }

    /// Digest all of it.
    pub fn digest(&self, d: &mut Digest<'_>) {
        d.value(self);
    }
}
