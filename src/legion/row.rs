//! What is recorded and seen of a battle: a row a unit, its men as packed columns; and one row, the last, for what is
//! in the air.
//!
//! Rounding happens here, once: what is seen is what is recorded. Nothing in a row goes back into the battle.

use std::sync::Arc;

use bincode::{Decode, Encode};
use serde::{Deserialize, Serialize};

use crate::legion::order::Task;
use crate::legion::plan::{Behaviour, Role};
use crate::legion::rules::Legion;
use crate::legion::state::State;
use crate::legion::unit::{Formation, Nerve, Tally};

/// Steps of a metre in recorded places.
pub const STEPS: f32 = 256.0;

/// One row.
#[derive(Debug, Clone, PartialEq, Encode, Decode, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Row {
    /// A unit and its men.
    Body(Arc<Body>),
    /// What is in the air and what came down last.
    Air(Arc<Air>),
}

/// A unit and its men, as recorded. Columns have a place a man, in the order of the unit's places.
#[derive(Debug, Clone, PartialEq, Encode, Decode, Serialize, Deserialize)]
pub struct Body {
    /// Index of the kind.
    pub kind: u16,
    /// Index of the side.
    pub side: u8,
    /// Men up.
    pub alive: u32,
    /// Middle of its front rank, in 1/256 m.
    pub x: i32,
    /// See `x`.
    pub z: i32,
    /// Where it faces, in 1/65536 of a turn from east to north.
    pub heading: u16,
    /// Files.
    pub width: u16,
    /// How its men stand.
    pub formation: Formation,
    /// What it does.
    pub task: Task,
    /// Whether a person gave the task.
    pub held: bool,
    /// Unit it is locked with.
    pub locked: u16,
    /// Men who have an opponent.
    pub engaged: u16,
    /// Morale left, in 1/100 of a point.
    pub morale: u16,
    /// How steady it is.
    pub nerve: Nerve,
    /// What the general has it for.
    pub role: Role,
    /// What its officer is at.
    pub behaviour: Behaviour,
    /// Where the general wants it, in decimetres.
    pub station: [i16; 2],
    /// Missiles left, all men together.
    pub ammo: u32,
    /// Breath spent, in 1/255.
    pub fatigue: u8,
    /// What it has done and suffered.
    pub tally: Tally,
    /// Men's places, from the point that the unit started at, in 1/256 m.
    pub men_x: Vec<i32>,
    /// See `men_x`.
    pub men_z: Vec<i32>,
    /// Where men face, in 1/256 of a turn from east to north; of those who fell, the way they lie.
    pub men_heading: Vec<u8>,
    /// How men are: [`crate::legion::men::Condition`].
    pub men_condition: Vec<u8>,
    /// Health, in 1/255 of whole, rounded up.
    pub men_health: Vec<u8>,
    /// Where in a blow or shot they are: 0 at rest, then 1 to 255 through the swing.
    pub men_swing: Vec<u8>,
    /// Whom they fight, by place among all men; `u16::MAX` for nobody.
    pub men_target: Vec<u16>,
}

/// What is in the air, and what lies on the ground.
#[derive(Debug, Clone, Default, PartialEq, Encode, Decode, Serialize, Deserialize)]
pub struct Air {
    /// Index of the missile, for each in the air, in the order in which they were let go.
    pub missile: Vec<u8>,
    /// Side that sent it.
    pub side: Vec<u8>,
    /// Where, in 1/16 m.
    pub x: Vec<i16>,
    /// Height, in 1/16 m.
    pub y: Vec<i16>,
    /// See `x`.
    pub z: Vec<i16>,
    /// Where it flies, in 1/256 of a turn from east to north.
    pub heading: Vec<u8>,
    /// How steeply: 128 is level, more is up; in 1/256 of half a turn.
    pub pitch: Vec<u8>,
    /// How many came down in all; where each did, the journal does not say and the picture need not know.
    pub landed: u32,
}

impl Row {
    /// Bytes it takes, its columns counted.
    #[must_use]
    pub fn bytes(&self) -> usize {
        let own = size_of::<Self>();
        own + match self {
            Self::Body(body) => size_of::<Body>() + body.men_x.len() * (4 + 4 + 1 + 1 + 1 + 1 + 2),
            Self::Air(air) => size_of::<Air>() + air.x.len() * (1 + 1 + 2 + 2 + 2 + 1 + 1),
        }
    }
}

/// Show every row of a state.
pub fn observe(rules: &Legion, state: &State, see: &mut impl FnMut(&Row)) {
    _ = (rules, state, see);
    todo!("world")
}
