//! The brief: who cooks, what lies about, what is put in, and for how long. With level and seed it makes a round.

use bincode::{Decode, Encode};
use recorder::Stamped;

use crate::kitchen::constants::COOKS_MAX;
use crate::kitchen::item::{Form, Ware};
use crate::kitchen::level::Level;
use crate::kitchen::order::Order;
use crate::kitchen::station::SLOTS;

/// Everything a round needs beside its level and its seed.
#[derive(Debug, Clone, Default, PartialEq, Eq, Encode, Decode)]
pub struct Brief {
    /// What the round is called.
    pub title: String,
    /// The cooks; by seat once the round is built.
    pub seats: Vec<Seat>,
    /// What lies on stations before anyone acts.
    pub items: Vec<Laid>,
    /// How many ticks it runs at most.
    pub ticks: u32,
    /// What is put in, in the order in which it was written.
    pub frames: Vec<Stamped<Order>>,
}

/// A cook's seat.
#[derive(Debug, Clone, PartialEq, Eq, Encode, Decode)]
pub struct Seat {
    /// The cook's name.
    pub name: String,
    /// The number of the seat, from 0: it picks the start and the colour.
    pub seat: i32,
    /// Whether the cook starts out by its own head.
    pub is_bot: bool,
}

/// Something that lies on a station from the start.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Encode, Decode)]
pub struct Laid {
    /// The station, by index.
    pub station: u16,
    /// What it is.
    pub ware: Ware,
    /// What was done to it.
    pub form: Form,
}

/// Why a round cannot be built.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum BuildError {
    /// The level has nowhere to start.
    #[error("a level without a start: no cook can be seated")]
    NoSpawn,
    /// Nobody cooks.
    #[error("a round without cooks")]
    NoCooks,
    /// There are too many.
    #[error("{count} cooks, where a round has {COOKS_MAX} at most")]
    TooManyCooks {
        /// How many.
        count: usize,
    },
    /// A seat below 0 has no place.
    #[error("seat {seat} of {name} is below 0")]
    NegativeSeat {
        /// Its place in the list of cooks.
        cook: usize,
        /// Whose.
        name: String,
        /// Which.
        seat: i32,
    },
    /// Two on one seat.
    #[error("seat {seat} of {name} is taken already")]
    SeatTaken {
        /// Its place in the list of cooks.
        cook: usize,
        /// Whose.
        name: String,
        /// Which.
        seat: i32,
    },
    /// Two with one name.
    #[error("two cooks called {name}")]
    NameTaken {
        /// Its place in the list of cooks.
        cook: usize,
        /// Which.
        name: String,
    },
    /// Something lies where nothing can.
    #[error("no room for what lies on station {station} at the start")]
    NoRoom {
        /// The station, by index.
        station: u16,
    },
}

impl Seat {
    /// Seat a cook that is moved from outside.
    #[must_use]
    pub fn hand(name: &str, seat: i32) -> Self {
        Self { name: name.to_owned(), seat, is_bot: false }
    }

    /// Seat a cook that goes by its own head.
    #[must_use]
    pub fn bot(name: &str, seat: i32) -> Self {
        Self { is_bot: true, ..Self::hand(name, seat) }
    }
}

impl Brief {
    /// Give the names of the cooks, in their order.
    #[must_use]
    pub fn names(&self) -> Vec<String> {
        self.seats.iter().map(|seat| seat.name.clone()).collect()
    }

    /// See to it that everyone and everything has a place.
    ///
    /// # Errors
    /// The first that has none.
    pub fn check(&self, level: &Level) -> Result<(), BuildError> {
        self.faults(level).into_iter().next().map_or(Ok(()), Err)
    }

    /// List everyone and everything that has no place.
    #[must_use]
    pub fn faults(&self, level: &Level) -> Vec<BuildError> {
        let mut faults = Vec::new();
        if level.spawns.is_empty() {
            faults.push(BuildError::NoSpawn);
        }
        match self.seats.len() {
            0 => faults.push(BuildError::NoCooks),
            count if count > COOKS_MAX => faults.push(BuildError::TooManyCooks { count }),
            _ => {}
        }
        faults.extend((0..self.seats.len()).flat_map(|cook| self.seat_faults(cook)));
        for station in 0..level.spots.len() as u16 {
            let laid = self.items.iter().filter(|laid| laid.station == station).count();
            if laid > SLOTS {
                faults.push(BuildError::NoRoom { station });
            }
        }
        faults
    }

    /// List why a cook, by place in the list, has no seat or no name beside those before.
    fn seat_faults(&self, cook: usize) -> Vec<BuildError> {
        let (earlier, Seat { name, seat, .. }) = (&self.seats[..cook], &self.seats[cook]);
        let mut faults = Vec::new();
        if *seat < 0 {
            faults.push(BuildError::NegativeSeat { cook, name: name.clone(), seat: *seat });
        } else if earlier.iter().any(|other| other.seat == *seat) {
            faults.push(BuildError::SeatTaken { cook, name: name.clone(), seat: *seat });
        }
        if earlier.iter().any(|other| other.name == *name) {
            faults.push(BuildError::NameTaken { cook, name: name.clone() });
        }
        faults
    }
}
