//! Rows: what can be seen of a round, one thing each: cooks, stations, tickets, spills, carts, and the tally last.

use bincode::{Decode, Encode};
use serde::{Deserialize, Serialize};

use crate::kitchen::cook::Cook;
use crate::kitchen::hazard::{Cart, Spill};
use crate::kitchen::station::Station;
use crate::kitchen::tally::Tally;
use crate::kitchen::ticket::Ticket;

/// One thing that can be seen.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Encode, Decode, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Row {
    /// A cook, and what it carries.
    Cook(Cook),
    /// A station, and what lies on it.
    Station(Station),
    /// A place for a ticket.
    Ticket(Ticket),
    /// A place for a spill.
    Spill(Spill),
    /// A cart.
    Cart(Cart),
    /// The tally.
    Tally(Tally),
}

const _: () = assert!(size_of::<Row>() <= 120);
