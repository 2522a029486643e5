//! Scratch: buffers that a tick reuses. Nothing here outlives the tick that wrote it.

use crate::kernel::path::{Cell, PathFinder};
use crate::kernel::space::Spot;
use crate::skirmish::blows::Blow;
use crate::skirmish::event::Means;
use crate::skirmish::state::Missile;

/// Buffers reused between ticks.
#[derive(Debug, Default)]
pub struct Scratch {
    /// What each unit does this tick, by row place.
    pub acts: Vec<Act>,
    /// Where each unit will be, by row place.
    pub spots: Vec<Spot>,
    /// How each unit is pushed, by row place.
    pub pushes: Vec<(i32, i32)>,
    /// Effects gathered, to be settled together.
    pub blows: Vec<Blow>,
    /// Strikes that landed, as places of striker and struck.
    pub landed: Vec<(u16, u16)>,
    /// Whom a skill reaches, with the share of its effect in per cent.
    pub reached: Vec<(u16, i32)>,
    /// Where those who leap come down.
    pub leaps: Vec<(u16, Spot)>,
    /// What drains give back.
    pub drained: Vec<(u16, i32, Means)>,
    /// Missiles that come down this tick.
    pub landing: Vec<Missile>,
    /// Those who fall in one wave, by row place.
    pub fallen: Vec<u16>,
    /// The way found last.
    pub way: Vec<Cell>,
    /// Finds ways around obstacles. What it keeps from search to search changes no answer.
    pub finder: PathFinder,
}

/// What a unit does in a tick.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Act {
    /// It walks, or waits.
    #[default]
    Walk,
    /// It strikes its target.
    Strike,
    /// It uses a skill.
    Use {
        /// Which of its skills.
        slot: u8,
        /// On whom, by row place.
        on: u16,
    },
}
