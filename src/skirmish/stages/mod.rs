//! The stages of a tick, one file each, in the order of the table in `rules.rs`.

pub mod collision;
pub mod deaths;
pub mod decisions;
pub mod movement;
pub mod orders;
pub mod outcome;
pub mod projectiles;
pub mod statuses;
pub mod strikes;
pub mod targeting;
