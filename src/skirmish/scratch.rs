//! Scratch: buffers that a tick reuses. Nothing here outlives the tick that wrote it.

use crate::kernel::space::Spot;
use crate::skirmish::blows::Blow;
use crate::skirmish::event::Means;
use crate::skirmish::field::WaySearch;
use crate::skirmish::rules::Skirmish;
use crate::skirmish::state::{Missile, State};

/// Buffers reused between ticks.
#[derive(Debug, Default)]
pub struct Scratch {
    /// What each unit does this tick, by row place.
    pub acts: Vec<Act>,
    /// Everyone on the field, in row order.
    pub bodies: Vec<Body>,
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
    /// Finds ways around obstacles.
    pub ways: WaySearch,
}

/// What others see of a unit when they walk: the fallen are not in anyone's way.
#[derive(Debug, Clone, Copy)]
pub struct Body {
    /// Its row place.
    pub place: usize,
    /// Its middle.
    pub at: Spot,
    /// Its radius, in millitiles.
    pub radius: i32,
}

impl Body {
    /// List everyone on the field, in row order.
    pub fn list(rules: &Skirmish, state: &State, bodies: &mut Vec<Self>) {
        let up = state.units.iter().enumerate().filter(|(_, unit)| unit.is_up());
        bodies.clear();
        bodies.extend(up.map(|(place, unit)| Self { place, at: unit.at, radius: rules.form(unit).stats.radius }));
    }
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
