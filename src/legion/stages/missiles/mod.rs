//! Missiles: men shoot; what is in the air flies, hits or comes down.
//!
//! A shaft does not know whose men are on its way. Four things keep it from its own side: it is harmless to them near
//! where it was let go; nobody looses with a comrade before him; nobody shoots at will over his own line into a locked
//! fight; and whoever hits his own earns nothing.

mod flight;
mod lane;
mod launch;
mod loose;
mod mark;

pub use flight::{FRIENDLY_ARM, HIT_RADIUS, HIT_TOP};
pub use lane::LANE;

use recorder::Step;

use crate::legion::rules::Legion;

/// Metres a second, each second, downwards.
/// Ours: the earth's; the source says that there is gravity, not how much.
pub const GRAVITY: f32 = 9.81;

/// Run the stage: what is in the air first, so that what is let go now is seen where it is let go.
pub fn run(rules: &Legion, step: &mut Step<'_, Legion>) {
    flight::fly(rules, step);
    loose::loose(rules, step);
}
