//! Arena: two sides, three towers each, a river with two bridges, twenty ticks a second, three minutes and one of overtime.
//!
//! A tick is ten stages: orders, choices, targets, routes, movement, contact, strikes, missiles, falls, outcome. Everything
//! is in whole numbers. Every stage works out everything from what it found before anyone could see a change, and blows
//! are dealt together, so neither side gains by being first. The upper side sees the field turned by half a circle; what
//! would tell the sides apart (the border of a cell, the order of equal steps) is decided as a side sees it, and ties
//! among bodies go to the lower id, which within a side is the order of entering. So a fight with its sides changed
//! plays out turned, tick for tick.
//!
//! An order at tick T is read by the step that leaves T; what it brings stands in frame T + 1.

pub mod card;
pub mod cast;
pub mod chooser;
pub mod content;
pub mod event;
pub mod goal;
pub mod hand;
pub mod ledger;
pub mod map;
pub mod muster;
pub mod order;
pub mod outcome;
pub mod play;
pub mod rules;
mod ruleset;
pub mod scratch;
pub mod space;
pub mod squares;
pub mod stages;
pub mod state;
pub mod unit;
pub mod walk;

pub use cast::Cast;
pub use content::Content;
pub use event::Event;
pub use muster::Muster;
pub use order::{Order, Refusal};
pub use outcome::{Outcome, Reason};
pub use rules::Arena;
pub use state::State;
pub use unit::Unit;
