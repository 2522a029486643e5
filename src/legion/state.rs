//! The state of a battle.

use bincode::{Decode, Encode};
use recorder::Digest;
use serde::{Deserialize, Serialize};

use crate::legion::men::Men;
use crate::legion::outcome::Outcome;
use crate::legion::shafts::Shafts;
use crate::legion::side::Side;
use crate::legion::unit::Unit;

/// All that changes from tick to tick.
#[derive(Debug, Clone, PartialEq, Encode, Decode, Serialize, Deserialize)]
pub struct State {
    /// The men, by place.
    pub men: Men,
    /// The units, by index.
    pub units: Vec<Unit>,
    /// What is in the air.
    pub shafts: Shafts,
    /// The armies, by index.
    pub sides: Vec<Side>,
    /// Tick at which a man last fell; 0 before the first.
    pub last_fall: u32,
    /// How it ended; `None` while it runs.
    pub ending: Option<Outcome>,
}

impl State {
    /// Digest everything, in named sections.
    pub fn digest(&self, digest: &mut Digest<'_>) {
        self.men.digest(digest);
        digest.section("units", |d| self.units.iter().for_each(|unit| unit.digest(d)));
        digest.section("shafts", |d| self.shafts.digest(d));
        digest.section("sides", |d| d.value(&self.sides));
        digest.section("flow", |d| {
            d.u64(u64::from(self.last_fall));
            d.u64(self.ending.map_or(0, Outcome::digest_word));
        });
    }

    /// Bytes it takes, its columns counted.
    #[must_use]
    pub fn bytes(&self) -> usize {
        let a_man = 8 * size_of::<f32>() + 4 * size_of::<u32>() + 8;
        size_of::<Self>()
            + self.men.len() * a_man
            + size_of_val(&self.units[..])
            + size_of_val(&self.shafts.flying[..])
            + size_of_val(&self.shafts.stuck[..])
            + size_of_val(&self.sides[..])
    }
}
