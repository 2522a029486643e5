//! A station: a fixture of the kitchen, what lies on it, and how far its work is.

use bincode::{Decode, Encode};
use bytemuck::NoUninit;
use serde::{Deserialize, Serialize};

use crate::kitchen::item::{Item, Mark};

/// What a station can hold at most.
pub const SLOTS: usize = 4;

/// Stock that never ends.
pub const ENDLESS: u16 = u16::MAX;

/// What kind of fixture it is.
#[repr(u8)]
#[derive(
    Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, NoUninit, Encode, Decode, Serialize, Deserialize,
)]
#[serde(rename_all = "snake_case")]
pub enum Fixture {
    /// Gives out what it has in stock; anything can be set down on it.
    #[default]
    Shelf,
    /// Where things are cut up, by holding on.
    Board,
    /// Where things cook by themselves, and burn.
    Stove,
    /// Where a dish comes together on a plate.
    Prep,
    /// Where dishes leave the kitchen, and plates come back.
    Window,
    /// Where plates are washed, by holding on.
    Sink,
    /// Where things are thrown away, by holding on.
    Trash,
}

/// How a station stands.
#[repr(u8)]
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, NoUninit, Encode, Decode, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Condition {
    /// Waiting, empty or loaded.
    #[default]
    Idle,
    /// At work.
    Busy,
    /// Done: what lies on it can be taken.
    Ready,
    /// Out of use while it burns.
    Blocked,
    /// Out of use until the soot is off.
    Dirty,
}

/// One station.
#[repr(C)]
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, NoUninit, Encode, Decode, Serialize, Deserialize)]
pub struct Station {
    /// What lies on it, in the order in which it came; nothing behind the first nothing.
    pub items: [Item; SLOTS],
    /// Who set each of them down.
    pub marks: [Mark; SLOTS],
    /// Ticks of work done.
    pub progress: u16,
    /// Tick from which it can be used again.
    pub ready_at: u16,
    /// Tick whose step changes it by itself; 0 for none: it burns, the flames go out, the soot is gone.
    pub turns_at: u16,
    /// What is left in stock; [`ENDLESS`] never goes down.
    pub stock: u16,
    /// Seat of the cook who works at it, plus one; 0 for nobody.
    pub worker: u16,
    /// What kind it is.
    pub fixture: Fixture,
    /// How it stands.
    pub condition: Condition,
}

impl Fixture {
    /// All, with their names and how a grid draws them. Shelves are drawn by the letter of what they give.
    pub const ALL: [(Self, &str, char); 7] = [
        (Self::Shelf, "shelf", '\0'),
        (Self::Board, "board", 'B'),
        (Self::Stove, "stove", 'O'),
        (Self::Prep, "prep", 'P'),
        (Self::Window, "window", 'W'),
        (Self::Sink, "sink", 'S'),
        (Self::Trash, "trash", 'X'),
    ];

    /// Give its name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        Self::ALL[self as usize].1
    }

    /// Tell whether a body passes over it: windows, sinks and trash are leaned over.
    #[must_use]
    pub const fn is_passable(self) -> bool {
        matches!(self, Self::Window | Self::Sink | Self::Trash)
    }
}

impl Station {
    /// Put an empty station down.
    #[must_use]
    pub fn new(fixture: Fixture, stock: u16) -> Self {
        Self { fixture, stock, ..Self::default() }
    }

    /// Count what lies on it.
    #[must_use]
    pub fn count(&self) -> usize {
        self.items.iter().take_while(|item| item.is_some()).count()
    }

    /// Show what lies on it.
    #[must_use]
    pub fn contents(&self) -> &[Item] {
        &self.items[..self.count()]
    }

    /// Give what came last.
    #[must_use]
    pub fn top(&self) -> Option<Item> {
        self.contents().last().copied()
    }

    /// Lay something on top. There must be room.
    pub fn put(&mut self, item: Item, mark: Mark) {
        let place = self.count();
        assert!(place < SLOTS, "a station holds {SLOTS} things at most");
        (self.items[place], self.marks[place]) = (item, mark);
    }

    /// Take what came last, and its mark.
    pub fn take(&mut self) -> Option<(Item, Mark)> {
        let place = self.count().checked_sub(1)?;
        let item = std::mem::replace(&mut self.items[place], Item::NONE);
        Some((item, std::mem::replace(&mut self.marks[place], Mark::NONE)))
    }

    /// Take everything off it.
    pub fn clear(&mut self) {
        self.items = [Item::NONE; SLOTS];
        self.marks = [Mark::NONE; SLOTS];
    }

    /// Tell whether a free hand may take what lies on top: the one place where that is decided.
    ///
    /// Source: kitchen rule "grabbability is the mark". A shelf gives whatever it has. Elsewhere what a hand set down
    /// can be taken at once, and what no hand set down once the work is done. Nothing comes out of flames or soot.
    #[must_use]
    pub fn is_grabbable(&self) -> bool {
        if !matches!(self.condition, Condition::Idle | Condition::Ready) {
            return false;
        }
        let Some(place) = self.count().checked_sub(1) else {
            return self.fixture == Fixture::Shelf && self.stock > 0;
        };
        self.fixture == Fixture::Shelf || self.marks[place].by != 0 || self.condition == Condition::Ready
    }
}
