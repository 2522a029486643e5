//! The journal's lines: enough for the feed, the contributions, the paths, and everything that flies, bursts or falls.

use bincode::{Decode, Encode};
use serde::{Deserialize, Serialize};

use crate::arena::order::{Order, Refusal};
use crate::arena::outcome::Outcome;
use crate::kernel::actor::Actor;
use crate::kernel::event;
use crate::kernel::space::Spot;

/// Something that happened.
pub type Event = event::Event<What>;

/// What a blow was dealt with.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Encode, Decode, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Means {
    /// By touch.
    Touch,
    /// A shot.
    Shot,
    /// What splashed off a blow at someone else.
    Splash,
    /// A spell, by its card's index.
    Spell(u8),
}

/// What happened. Spots in native units, amounts in points of health.
#[derive(Debug, Clone, PartialEq, Eq, Encode, Decode, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum What {
    /// A card was played.
    Played {
        /// What was played where.
        order: Order,
        /// By an order, not by the side's own chooser.
        ordered: bool,
    },
    /// An order did not take effect.
    Refused {
        /// The order.
        order: Order,
        /// Why.
        refusal: Refusal,
    },
    /// A body entered the field.
    Entered {
        /// Who.
        who: Actor,
    },
    /// A path was made: from here on it is what `path_left` of these are left, counted from the front.
    Routed {
        /// Whose.
        who: Actor,
        /// Cells, goal first.
        path: Vec<u16>,
    },
    /// A walker found no way to its target.
    Stranded {
        /// Who.
        who: Actor,
    },
    /// A shot flies; until `lands` it is on its way from `from` to wherever `to` is.
    Thrown {
        /// Who shot.
        by: Actor,
        /// At whom.
        to: Actor,
        /// Where it starts.
        from: Spot,
        /// The tick whose frame first shows it down.
        lands: u32,
    },
    /// A spell is on its way.
    Cast {
        /// Its side.
        side: u8,
        /// Its card.
        card: u8,
        /// Where it will come down.
        at: Spot,
        /// The tick whose frame first shows it down.
        lands: u32,
    },
    /// A ring was covered, by a spell or by a splash.
    Burst {
        /// Who caused it; of a spell, its side's king.
        by: Actor,
        /// Its middle.
        at: Spot,
        /// Its radius.
        radius: i32,
        /// The spell's card; `None` for a splash.
        card: Option<u8>,
    },
    /// A blow landed. `amount` is the health lost, no more than there was.
    Struck {
        /// Who dealt it; of a spell, its side's king.
        by: Actor,
        /// Who took it.
        to: Actor,
        /// Health lost.
        amount: i32,
        /// With what.
        means: Means,
    },
    /// A body fell.
    Fell {
        /// Who.
        who: Actor,
        /// Who caused it; `None` for a building whose time had come.
        by: Option<Actor>,
    },
    /// The sides were even when time was up; the next tower decides.
    Overtime,
    /// The fight ended.
    Ended {
        /// How.
        outcome: Outcome,
    },
}
