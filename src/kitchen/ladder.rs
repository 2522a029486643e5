//! The ladder: what a press means right now, or the name of why it means nothing.

use bincode::{Decode, Encode};
use serde::{Deserialize, Serialize};

use crate::kitchen::cook::Cook;
use crate::kitchen::item::{Form, Item};
use crate::kitchen::level::Level;
use crate::kitchen::pantry::Pantry;
use crate::kitchen::reach::{Target, is_behind, is_in_reach};
use crate::kitchen::station::{Condition, Fixture, SLOTS, Station};
use crate::kitchen::ticket::{Ticket, wanted};

/// What a press does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verb {
    /// Lift what a hand set down.
    PickItem,
    /// Take what a station gives: stock, or what is done.
    PickFromStation,
    /// Set something down on a shelf.
    Release,
    /// Set something down where it is worked.
    PlaceOnStation,
    /// Add something to a dish.
    PlateDish,
    /// Begin to work.
    StartWork,
    /// Go on working.
    HoldWork,
    /// Hand a dish out.
    Serve,
    /// Put a dirty plate in the sink.
    Wash,
    /// Begin to throw away.
    Trash,
}

/// Why a press came to nothing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Encode, Decode, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Denial {
    /// The cook was hit; that comes before everything else.
    Stunned,
    /// No station in reach.
    NothingHere,
    /// The station is too far.
    OutOfReach,
    /// The station is behind the cook.
    NotFacing,
    /// There is something in the hand that has no place there.
    HandsFull,
    /// There is nothing in the hand.
    HandsEmpty,
    /// What is in the hand is not what is wanted.
    WrongItem,
    /// The station is sooty, whatever is held.
    StationDirty,
    /// The station is at work, for somebody else or by itself, or has just been used.
    StationBusy,
    /// There is nothing to be done with the station as it is.
    InvalidState,
    /// Another cook was first.
    ContestedLost,
}

/// What the ladder looks at.
#[derive(Debug, Clone, Copy)]
pub struct Scene<'a> {
    /// The tick being left.
    pub tick: u32,
    /// What can be cooked.
    pub pantry: &'a Pantry,
    /// The kitchen.
    pub level: &'a Level,
    /// The stations.
    pub stations: &'a [Station],
    /// What is ordered.
    pub tickets: &'a [Ticket],
}

impl Verb {
    /// All of them.
    pub const ALL: [Self; 10] = [
        Self::PickItem,
        Self::PickFromStation,
        Self::Release,
        Self::PlaceOnStation,
        Self::PlateDish,
        Self::StartWork,
        Self::HoldWork,
        Self::Serve,
        Self::Wash,
        Self::Trash,
    ];

    /// Tell whether it takes something into the hand.
    #[must_use]
    pub fn is_taking(self) -> bool {
        matches!(self, Self::PickItem | Self::PickFromStation)
    }
}

impl Denial {
    /// All of them, with their names.
    pub const ALL: [(Self, &str); 11] = [
        (Self::Stunned, "stunned"),
        (Self::NothingHere, "nothing_here"),
        (Self::OutOfReach, "out_of_reach"),
        (Self::NotFacing, "not_facing"),
        (Self::HandsFull, "hands_full"),
        (Self::HandsEmpty, "hands_empty"),
        (Self::WrongItem, "wrong_item"),
        (Self::StationDirty, "station_dirty"),
        (Self::StationBusy, "station_busy"),
        (Self::InvalidState, "invalid_state"),
        (Self::ContestedLost, "contested_lost"),
    ];

    /// Give its name.
    #[must_use]
    pub fn name(self) -> &'static str {
        Self::ALL[self as usize].1
    }

    /// Say it in a phrase.
    #[must_use]
    pub fn phrase(self) -> &'static str {
        match self {
            Self::Stunned => "still dazed",
            Self::NothingHere => "nothing within reach",
            Self::OutOfReach => "too far away",
            Self::NotFacing => "looking the other way",
            Self::HandsFull => "hands full",
            Self::HandsEmpty => "nothing in hand",
            Self::WrongItem => "that is not what is wanted there",
            Self::StationDirty => "covered in soot",
            Self::StationBusy => "in use",
            Self::InvalidState => "nothing to be done there",
            Self::ContestedLost => "someone else was quicker",
        }
    }
}

impl Scene<'_> {
    /// Judge a cook's press: the cook's own condition first, then how the target lies, then what it is.
    ///
    /// # Errors
    /// The named reason why it means nothing.
    pub fn judge(&self, cook: &Cook, seat: usize, target: Target) -> Result<Verb, Denial> {
        if cook.is_stunned(self.tick) {
            return Err(Denial::Stunned);
        }
        let place = target.station().ok_or(Denial::NothingHere)?;
        let cell = self.level.spots[place].cell;
        if !is_in_reach(cook.at, cell) {
            return Err(Denial::OutOfReach);
        }
        if is_behind(cook.at, cook.facing, cell) {
            return Err(Denial::NotFacing);
        }
        let station = &self.stations[place];
        match target {
            Target::Item(_) => judge_item(cook.hand, station),
            _ => self.judge_station(cook.hand, seat, station),
        }
    }

    /// Source: kitchen rule "dirt outranks every other state", then whoever works there, then the rest.
    fn judge_station(&self, hand: Item, seat: usize, station: &Station) -> Result<Verb, Denial> {
        match station.condition {
            Condition::Dirty => return Err(Denial::StationDirty),
            Condition::Busy if usize::from(station.worker) == seat + 1 => return Ok(Verb::HoldWork),
            Condition::Busy => return Err(Denial::StationBusy),
            Condition::Blocked => return Err(Denial::InvalidState),
            Condition::Idle | Condition::Ready if self.tick < u32::from(station.ready_at) => {
                return Err(Denial::StationBusy);
            }
            Condition::Idle | Condition::Ready => {}
        }
        match station.fixture {
            Fixture::Window => self.judge_window(hand),
            Fixture::Trash if hand.is_some() => Ok(Verb::Trash),
            Fixture::Trash => Err(Denial::HandsEmpty),
            Fixture::Sink => judge_sink(hand, station),
            Fixture::Shelf => judge_shelf(hand, station),
            Fixture::Board | Fixture::Stove => self.judge_surface(hand, station),
            Fixture::Prep => self.judge_prep(hand, station),
        }
    }

    fn judge_window(&self, hand: Item) -> Result<Verb, Denial> {
        if !hand.is_some() {
            return Err(Denial::HandsEmpty);
        }
        let dish = hand.ware.as_dish().filter(|_| hand.form == Form::PLATED);
        dish.and_then(|dish| wanted(self.tickets, dish)).map(|_| Verb::Serve).ok_or(Denial::WrongItem)
    }

    fn judge_surface(&self, hand: Item, station: &Station) -> Result<Verb, Denial> {
        match (hand.is_some(), station.top()) {
            // One thing at a time.
            (true, Some(_)) => Err(Denial::HandsFull),
            (true, None) => Ok(Verb::PlaceOnStation),
            (false, Some(item)) if station.fixture == Fixture::Board && fits(self.pantry, Fixture::Board, item) => {
                Ok(Verb::StartWork)
            }
            (false, _) => Err(Denial::InvalidState),
        }
    }

    fn judge_prep(&self, hand: Item, station: &Station) -> Result<Verb, Denial> {
        if !hand.is_some() {
            return Err(Denial::InvalidState);
        }
        let has_room = station.count() < SLOTS && station.condition == Condition::Idle;
        let together = station.contents().iter().copied().chain([hand]);
        if station.count() == 0 || (has_room && self.pantry.is_start_of_dish(together)) {
            return Ok(Verb::PlateDish);
        }
        Err(Denial::HandsFull)
    }
}

/// Tell whether a station's work is the next step of an item: such an item goes in, and comes out when it is done.
#[must_use]
pub fn fits(pantry: &Pantry, fixture: Fixture, item: Item) -> bool {
    match fixture {
        Fixture::Board => pantry.next_step(item) == Some(Form::CHOPPED),
        Fixture::Stove => pantry.next_step(item) == Some(Form::COOKED),
        Fixture::Sink => item.is_dirty_plate(),
        Fixture::Shelf | Fixture::Prep | Fixture::Window | Fixture::Trash => false,
    }
}

fn judge_item(hand: Item, station: &Station) -> Result<Verb, Denial> {
    if hand.is_some() {
        return Err(Denial::HandsFull);
    }
    if !station.is_grabbable() {
        // It was there when it was aimed at.
        return Err(Denial::InvalidState);
    }
    let is_set_down = station.count().checked_sub(1).is_some_and(|top| station.marks[top].by != 0);
    Ok(if is_set_down { Verb::PickItem } else { Verb::PickFromStation })
}

fn judge_sink(hand: Item, station: &Station) -> Result<Verb, Denial> {
    match (hand.is_some(), station.top()) {
        (true, _) if !hand.is_dirty_plate() => Err(Denial::WrongItem),
        (true, Some(_)) => Err(Denial::HandsFull),
        (true, None) => Ok(Verb::Wash),
        (false, Some(item)) if item.is_dirty_plate() => Ok(Verb::StartWork),
        (false, Some(_)) => Err(Denial::InvalidState),
        (false, None) => Err(Denial::HandsEmpty),
    }
}

fn judge_shelf(hand: Item, station: &Station) -> Result<Verb, Denial> {
    match (hand.is_some(), station.count()) {
        (true, 0) => Ok(Verb::Release),
        (true, _) => Err(Denial::HandsFull),
        (false, _) => Err(Denial::InvalidState),
    }
}
