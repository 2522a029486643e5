//! Kitchen: up to eight cooks in one kitchen, each with one button, at twenty ticks a second, until the round's clock runs out.
//!
//! A tick is seven stages: inputs, actions, movement, stations, tickets, hazards, clock. Inputs are resolved to one
//! frame a cook before anyone acts; cooks act in seat order; two who want the same thing are told apart by who asked
//! first: received tick, then sequence, then seat. Everything is whole numbers: a tile is 10 000 grains.

pub mod body;
pub mod bot;
pub mod brief;
pub mod cast;
pub mod constants;
pub mod cook;
pub mod errand;
pub mod event;
pub mod grain;
pub mod hand;
pub mod hazard;
pub mod input;
pub mod item;
pub mod ladder;
pub mod level;
pub mod order;
pub mod outcome;
pub mod pace;
pub mod pantry;
pub mod press;
pub mod push;
pub mod reach;
pub mod row;
pub mod rules;
mod ruleset;
pub mod scenario;
pub mod scratch;
pub mod script;
pub mod stages;
pub mod state;
pub mod station;
pub mod tally;
pub mod ticket;
pub mod turns;

#[cfg(test)]
mod tests;

pub use brief::{Brief, BuildError, Seat};
pub use cast::Cast;
pub use cook::Cook;
pub use event::Event;
pub use level::Level;
pub use order::{Order, Refusal};
pub use outcome::{Outcome, Reason};
pub use pantry::Pantry;
pub use row::Row;
pub use rules::Kitchen;
pub use state::State;
