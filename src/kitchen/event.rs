//! The journal's lines: everything a press did or was denied, and what the kitchen did by itself.

use bincode::{Decode, Encode};
use serde::{Deserialize, Serialize};

use crate::kernel::event;
use crate::kitchen::cook::Driver;
use crate::kitchen::grain::{Cell, Point};
use crate::kitchen::item::Item;
use crate::kitchen::ladder::Denial;
use crate::kitchen::order::{Order, Refusal};
use crate::kitchen::outcome::Outcome;

/// Something that happened.
pub type Event = event::Event<What>;

/// What happened. Cooks by seat, stations by index, dishes by their place in the book.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Encode, Decode, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[expect(missing_docs, reason = "the fields are named alike throughout, and the lines above say what they are")]
pub enum What {
    /// A cook took something into its hand.
    Picked { cook: u16, station: u16, item: Item },
    /// A cook took what another had just set down: a pass.
    HandedOff { from: u16, to: u16, station: u16, item: Item },
    /// A cook set something down.
    Dropped { cook: u16, station: u16, item: Item },
    /// A cook began to work.
    Started { cook: u16, station: u16 },
    /// A dish left the kitchen; `points` are what it earned.
    Served { cook: u16, station: u16, dish: u16, ticket: u16, points: i32 },
    /// A cook threw away what it carried; `points` is what it costs.
    Trashed { cook: u16, station: u16, item: Item, points: i32 },
    /// A cook held on to throw away, and there was nothing.
    TrashedAlreadyEmpty { cook: u16, station: u16 },
    /// A press came to nothing, for a reason with a name.
    Denied { cook: u16, denial: Denial, station: Option<u16> },
    /// A cook was hit.
    Stunned { cook: u16, at: Point, ticks: u16 },
    /// Work at a station was done.
    Finished { station: u16, item: Item },
    /// A dish came together.
    Assembled { station: u16, item: Item },
    /// Something stood on the stove for too long.
    Burnt { station: u16, item: Item },
    /// A station caught fire; what lay on it is lost.
    Caught { station: u16, item: Item },
    /// The flames went out; soot is left.
    Quenched { station: u16 },
    /// The soot is off.
    Cleaned { station: u16 },
    /// A plate came back, dirty.
    PlateBack { station: u16, item: Item },
    /// Somebody ordered a dish.
    Ordered { ticket: u16, dish: u16, due: u32 },
    /// A ticket was not served in time; `points` is what it costs.
    Missed { ticket: u16, dish: u16, points: i32 },
    /// Something was spilled.
    Spilled { at: Cell },
    /// A spill dried.
    Dried { at: Cell },
    /// A cook changed hands.
    Driven { cook: u16, driver: Driver },
    /// An order did not take effect.
    Refused { order: Order, refusal: Refusal },
    /// The round ended.
    Ended { outcome: Outcome },
}
