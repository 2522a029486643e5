//! Legion: massed battles of up to twelve thousand men on open ground, at thirty ticks a second.
//!
//! Men are columns of a pool that is allocated once; a unit is a run of them. A tick is fourteen stages, see
//! [`rules`]; what a stage works out of the state it found and writes to many men is written in the order of their
//! numbers. Lengths are in metres, times in seconds where a name says so and in ticks everywhere else, weights and
//! points as their names say. Floats are `f32` with + − × ÷ √ and comparisons; everything else comes from
//! [`crate::kernel::math`], so that every machine gives the same bits.

pub mod cast;
pub mod chance;
pub mod content;
pub mod event;
pub mod extent;
pub mod fall;
#[cfg(test)]
pub mod field;
pub mod formation;
pub mod fray;
pub mod hash;
pub mod ledger;
pub mod men;
pub mod mind;
pub mod muster;
pub mod order;
pub mod outcome;
mod packing;
pub mod plan;
pub mod row;
pub mod rules;
mod ruleset;
mod scenario;
pub mod scratch;
pub mod shafts;
pub mod side;
#[cfg(test)]
mod sketch;
mod spawn;
pub mod stages;
pub mod state;
#[cfg(test)]
pub(crate) mod testing;
pub mod unit;
pub mod wound;

pub use cast::Cast;
pub use content::Content;
pub use event::Event;
pub use muster::Muster;
pub use order::Order;
pub use outcome::{Outcome, Reason};
pub use row::Row;
pub use rules::Legion;
pub use state::State;
