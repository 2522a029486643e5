//! Blows: effects are gathered first and settled together, so that no side gains by being asked first.
//!
//! Gathering reads the state as the stage found it and draws from the doer's streams. Settling goes by kind, and
//! within a kind in the order gathered, which is by doer: leaps, then what friends give, then harm, then what drains
//! give back, then afflictions, pushes and summons. Only foes harm and only friends mend, so within a kind nobody is
//! touched by both sides, and swapping the sides swaps the result.

use recorder::Step;

use crate::kernel::actor::Actor;
use crate::kernel::actor::id_from_place;
use crate::kernel::space::Spot;
use crate::skirmish::content::skill::Deed;
use crate::skirmish::event::{Event, Means, What};
use crate::skirmish::rules::Skirmish;
use crate::skirmish::state::State;

/// One effect on its way to one unit.
#[derive(Debug, Clone, Copy)]
pub struct Blow {
    /// Row place of the doer.
    pub by: u16,
    /// Row place of the one it reaches.
    pub to: u16,
    /// What it does.
    pub deed: Deed,
    /// Points, worked out: stat, share, spread and spite included, armour not.
    pub amount: i32,
    /// It hits a weak spot.
    pub crit: bool,
    /// With what.
    pub means: Means,
    /// Where it comes from, for pushes.
    pub from: Spot,
}

/// A tick's step of this ruleset.
pub type Tick<'a> = Step<'a, Skirmish>;

/// Tell whether harm of a side is raised while it is behind, in per cent on top.
#[must_use]
pub fn spite_percent(rules: &Skirmish, state: &State, side: u8) -> i32 {
    let share = |side: u8| {
        let whole = rules.start_vigor[usize::from(side)].max(1);
        (state.vigor(side) * 1000 / whole).min(1000)
    };
    let behind = (share(1 - side) - share(side)).max(0);
    i32::try_from(behind).unwrap_or(0) * rules.content.constants.spite_percent / 1000
}

/// Put one line into the journal, for the frame that this tick makes.
pub fn tell(tick: &mut Tick<'_>, what: What) {
    let event = Event { tick: tick.next_tick(), what };
    tick.journal.push(event);
}

/// Name the unit at a row place for the journal.
#[must_use]
pub fn actor(state: &State, place: usize) -> Actor {
    Actor { place: id_from_place(place) - 1, form: state.units[place].form }
}
