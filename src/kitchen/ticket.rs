//! Tickets: what the guests ordered, and until when they wait.

use bincode::{Decode, Encode};
use bytemuck::NoUninit;
use serde::{Deserialize, Serialize};

use crate::kitchen::pantry::Dish;

/// Tickets that can be open at once.
pub const TICKETS_OPEN_MAX: usize = 5;

/// A ticket. Free places are all zeros.
#[repr(C)]
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, NoUninit, Encode, Decode, Serialize, Deserialize)]
pub struct Ticket {
    /// Its number, from 1; 0 for no ticket.
    pub number: u16,
    /// The dish, by its place in the book.
    pub dish: u16,
    /// Tick whose frame first shows it.
    pub opened: u32,
    /// First tick at which it is too late.
    pub due: u32,
}

impl Ticket {
    /// Tell whether somebody waits.
    #[must_use]
    pub const fn is_open(&self) -> bool {
        self.number != 0
    }

    /// Give what a dish earns when it is served in the step that leaves a tick: its points, and what is left of the tip.
    #[must_use]
    pub fn worth(&self, dish: &Dish, tick: u32) -> i32 {
        let (left, all) = (i64::from(self.due.saturating_sub(tick)), i64::from(self.due - self.opened).max(1));
        dish.points + (i64::from(dish.tip) * left / all) as i32
    }
}

/// Find the ticket that a dish is for: the one that waits the shortest; of equals the lower number.
#[must_use]
pub fn wanted(tickets: &[Ticket], dish: usize) -> Option<usize> {
    let open = tickets.iter().enumerate().filter(|(_, t)| t.is_open() && usize::from(t.dish) == dish);
    open.min_by_key(|(_, t)| (t.due, t.number)).map(|(slot, _)| slot)
}
