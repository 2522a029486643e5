//! The stages of a tick, in order.

pub mod cohesion;
pub mod combat;
pub mod flow;
pub mod general;
pub mod hash;
pub mod integration;
pub mod missiles;
pub mod morale;
pub mod orders;
pub mod pathfinding;
pub mod separation;
pub mod siege;
pub mod squaring;
pub mod steering;
pub mod tactical;
