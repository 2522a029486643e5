//! The tally: the score, what it is made of, and the ledger of items.

use bincode::{Decode, Encode};
use bytemuck::NoUninit;
use serde::{Deserialize, Serialize};

use crate::kitchen::item::{Form, Item, Ware};

/// The numbers of a round.
#[repr(C)]
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, NoUninit, Encode, Decode, Serialize, Deserialize)]
pub struct Tally {
    /// The score; never below 0.
    pub score: i32,
    /// Numbers drawn for tickets.
    pub ticket_draws: u32,
    /// Numbers drawn for spills.
    pub spill_draws: u32,
    /// Tick whose step brings the next ticket.
    pub next_ticket_at: u16,
    /// Tick whose step brings the next spill.
    pub next_spill_at: u16,
    /// Tickets so far.
    pub issued: u16,
    /// Tickets served.
    pub served: u16,
    /// Tickets missed.
    pub missed: u16,
    /// Things thrown away.
    pub trashed: u16,
    /// Things passed from hand to hand.
    pub passed: u16,
    /// Things that ever came up; the last one's number.
    pub born: u16,
    /// Things that are no more.
    pub gone: u16,
    /// Nothing.
    pub spare: u16,
}

impl Tally {
    /// Bring up a new item.
    pub fn mint(&mut self, ware: Ware, form: Form) -> Item {
        self.born = self.born.checked_add(1).expect("a round has fewer than 65 536 things");
        Item { id: self.born, ware, form }
    }

    /// Note that an item is no more.
    pub fn retire(&mut self, item: Item) {
        assert!(item.is_some(), "nothing cannot be retired");
        self.gone += 1;
    }

    /// Count points; the score does not go below 0.
    pub fn score(&mut self, points: i32) {
        self.score = self.score.saturating_add(points).max(0);
    }

    /// Count the stars of the score.
    #[must_use]
    pub fn stars(&self, thresholds: [i32; 3]) -> u8 {
        thresholds.iter().filter(|least| self.score >= **least).count() as u8
    }
}
