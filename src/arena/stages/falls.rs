//! Falls: who has no health left is gone, and so are buildings whose time has come.

use crate::arena::event::What;
use crate::arena::play::{Tick, actor, tell};
use crate::arena::rules::Arena;
use crate::arena::unit::{Stance, deadline};
use crate::kernel::actor::place_from_id;

/// Take those off the field who fall.
pub fn run(rules: &Arena, tick: &mut Tick<'_>) {
    let next = tick.next_tick();
    for place in 0..tick.state.units.len() {
        let unit = &tick.state.units[place];
        if !unit.is_up() {
            continue;
        }
        let form = rules.form(unit);
        let ends = u32::from(unit.born) + u32::from(form.deploy_ticks) + u32::from(form.life_ticks);
        let is_spent = form.life_ticks > 0 && next >= ends;
        if unit.health == 0 || is_spent {
            fall(tick, place);
        }
    }
}

fn fall(tick: &mut Tick<'_>, place: usize) {
    let gone = deadline(tick.next_tick());
    tick.state.clear_route(place);
    let unit = &mut tick.state.units[place];
    (unit.stance, unit.target, unit.gone) = (Stance::FALLEN, 0, gone);
    unit.health = 0;
    let who = actor(tick.state, place);
    let by = place_from_id(tick.scratch.killers[place]).map(|killer| actor(tick.state, killer));
    tell(tick, What::Fell { who, by });
}
