//! Minds: the general of each army and the officer of each unit.
//!
//! A general sees what his units see, and writes one command a unit: what it is for, where it should be, whom it should
//! go for. An officer weighs sixteen behaviours against each other and tells his unit something a person could tell
//! it too. Neither does the other's work: a general gives no orders, an officer has no plan.

pub mod bids;
pub mod book;
pub mod general;
pub mod glance;
pub mod horse;
pub mod phases;
pub mod roles;
pub mod screen;
pub mod sight;
