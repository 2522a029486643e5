//! Inputs: what one cook is asked to do in a tick, and which of several askings counts.

use bincode::{Decode, Encode};
use bytemuck::NoUninit;
use recorder::Stamped;
use serde::{Deserialize, Serialize};

use crate::kitchen::constants::THROTTLE_FULL;
use crate::kitchen::grain::{Facing, Point};
use crate::kitchen::order::{Ask, Order};

/// The largest number an intent keeps. Longer ones mean nothing more: an intent is cut to full throttle.
pub const INTENT_MAX: i32 = 1_000_000_000;

/// What a cook is asked to do: where to go, whether the button is down, where to look.
#[repr(C)]
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, NoUninit, Encode, Decode, Serialize, Deserialize)]
pub struct Frame {
    /// Where to go, in thousandths of full throttle; as it came, cut only when it is spent.
    pub go: Point,
    /// 1 while the button is down.
    pub act: u16,
    /// Where to look: 0 for nowhere in particular, else the place in [`Facing::ALL`] plus one.
    pub face: u16,
}

impl Frame {
    /// Ask for nothing.
    pub const REST: Self = Self { go: Point::new(0, 0), act: 0, face: 0 };

    /// Ask to go somewhere, in thousandths of full throttle.
    #[must_use]
    pub const fn go(x: i32, y: i32) -> Self {
        Self { go: Point::new(x, y), ..Self::REST }
    }

    /// Ask to go one way at full throttle.
    #[must_use]
    pub const fn walk(way: Facing) -> Self {
        let (x, y) = way.step();
        Self::go(x as i32 * THROTTLE_FULL, y as i32 * THROTTLE_FULL)
    }

    /// The same with the button down.
    #[must_use]
    pub const fn acting(self) -> Self {
        Self { act: 1, ..self }
    }

    /// The same, looking somewhere.
    #[must_use]
    pub const fn facing(self, facing: Facing) -> Self {
        Self { face: facing as u16 + 1, ..self }
    }

    /// Give where it asks to look.
    #[must_use]
    pub fn face(self) -> Option<Facing> {
        usize::from(self.face).checked_sub(1).and_then(|place| Facing::ALL.get(place).copied())
    }

    /// Tell whether the button is down.
    #[must_use]
    pub const fn is_acting(self) -> bool {
        self.act != 0
    }

    /// Make the intent a direction: cut to full throttle, so that neither a wild number nor a diagonal is faster.
    ///
    /// Source: kitchen rule "the clamp". `normed` is [`crate::kitchen::constants::DIAGONAL_NORMED`] in every fight; a
    /// test shows what the other rule would do.
    #[must_use]
    pub fn intent(self, normed: bool) -> (i32, i32) {
        let (x, y) = (self.go.x.clamp(-INTENT_MAX, INTENT_MAX), self.go.y.clamp(-INTENT_MAX, INTENT_MAX));
        if !normed {
            return (x.clamp(-THROTTLE_FULL, THROTTLE_FULL), y.clamp(-THROTTLE_FULL, THROTTLE_FULL));
        }
        let (wide_x, wide_y, full) = (i64::from(x), i64::from(y), i64::from(THROTTLE_FULL));
        let length = (wide_x * wide_x + wide_y * wide_y).isqrt();
        if length <= full {
            return (x, y);
        }
        ((wide_x * full / length) as i32, (wide_y * full / length) as i32)
    }
}

/// Find the asking that counts for a seat: earliest received, then lowest sequence, then first seen.
#[must_use]
pub fn winner(orders: &[Stamped<Order>], seat: usize) -> Option<usize> {
    let mine = |order: &Stamped<Order>| order.order.seat() == Some(seat) && !matches!(order.order.ask, Ask::Auto);
    let asked = orders.iter().enumerate().filter(|(_, order)| mine(order));
    // The first of equals is the first seen: `min_by_key` keeps it.
    asked.min_by_key(|(_, order)| (order.tick, order.sequence)).map(|(place, _)| place)
}
