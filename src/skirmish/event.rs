//! The journal's lines: enough for the feed, the contributions, and everything that flies, flashes or falls.

use bincode::{Decode, Encode};
use serde::{Deserialize, Serialize};

use crate::kernel::actor::Actor;
use crate::kernel::event;
use crate::kernel::space::Spot;
use crate::skirmish::order::{Order, Refusal};
use crate::skirmish::outcome::Outcome;

/// Something that happened.
pub type Event = event::Event<What>;

/// What brought an effect about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Encode, Decode, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Means {
    /// A plain strike.
    Strike,
    /// A skill, by index into the cast's skills.
    Skill(u16),
    /// A status, by index into the cast's statuses.
    Status(u16),
    /// A fall, which feeds the fallen one's own side.
    Fall,
}

/// What happened. Amounts in points of vigor.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Encode, Decode, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum What {
    /// A blow landed. `amount` is the vigor lost, no more than there was; `absorbed` is what a shield took.
    Struck {
        /// Who dealt it.
        by: Actor,
        /// Who took it.
        to: Actor,
        /// Vigor lost.
        amount: i32,
        /// Taken by a shield.
        absorbed: i32,
        /// It hit a weak spot.
        crit: bool,
        /// With what.
        means: Means,
    },
    /// A strike was slipped.
    Dodged {
        /// Who struck.
        by: Actor,
        /// Who slipped it.
        to: Actor,
    },
    /// Vigor came back; only what was missing counts.
    Healed {
        /// Who is to be thanked.
        by: Actor,
        /// Whom it mends.
        to: Actor,
        /// Vigor given back.
        amount: i32,
        /// With what.
        means: Means,
    },
    /// A shield was raised.
    Shielded {
        /// Who raised it.
        by: Actor,
        /// Who stands behind it.
        to: Actor,
        /// Points it takes.
        amount: i32,
    },
    /// A status was laid on someone.
    Afflicted {
        /// Who laid it.
        by: Actor,
        /// Who has it.
        to: Actor,
        /// Index into the cast's statuses.
        status: u16,
        /// How long, in ticks.
        ticks: u16,
    },
    /// A skill was used.
    Used {
        /// Who used it.
        by: Actor,
        /// On whom.
        to: Actor,
        /// Index into the cast's skills.
        skill: u16,
    },
    /// Something was thrown; until `lands` it flies from `from` to wherever `to` is.
    Thrown {
        /// Who threw.
        by: Actor,
        /// At whom.
        to: Actor,
        /// Where it starts.
        from: Spot,
        /// The tick whose frame first shows it down.
        lands: u32,
        /// What was thrown.
        means: Means,
    },
    /// A chain jumped.
    Jumped {
        /// From whom.
        from: Actor,
        /// To whom.
        to: Actor,
        /// Index into the cast's skills.
        skill: u16,
    },
    /// An area was covered.
    Burst {
        /// Who caused it.
        by: Actor,
        /// Its middle.
        at: Spot,
        /// Its radius, in millitiles.
        radius: i32,
        /// Index into the cast's skills.
        skill: u16,
    },
    /// Someone was knocked back.
    Pushed {
        /// Who pushed.
        by: Actor,
        /// Who was pushed.
        to: Actor,
    },
    /// Someone leapt.
    Leapt {
        /// Who.
        who: Actor,
        /// From where.
        from: Spot,
    },
    /// Someone new came up.
    Summoned {
        /// The summoner.
        by: Actor,
        /// The new one.
        who: Actor,
    },
    /// Someone came back from its fall.
    Revived {
        /// Who.
        who: Actor,
        /// With how much vigor. It does not count as healing.
        vigor: i32,
    },
    /// Someone fell.
    Fell {
        /// Who.
        who: Actor,
        /// Who caused it.
        by: Option<Actor>,
    },
    /// Someone left the field alive.
    Withdrew {
        /// Who.
        who: Actor,
    },
    /// An order took effect.
    Obeyed {
        /// The order.
        order: Order,
        /// The unit it names.
        unit: Option<Actor>,
    },
    /// An order did not take effect.
    Refused {
        /// The order.
        order: Order,
        /// Why.
        refusal: Refusal,
    },
    /// The fight ended.
    Ended {
        /// How.
        outcome: Outcome,
    },
}
