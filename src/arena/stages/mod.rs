//! The stages of a tick, a file each.

pub mod choices;
pub mod contact;
pub mod falls;
pub mod missiles;
pub mod movement;
pub mod orders;
pub mod outcome;
pub mod routes;
pub mod strikes;
pub mod targets;
