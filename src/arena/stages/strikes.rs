//! Strikes: whoever has its target in range and is ready hits it, by touch or by a shot.

use crate::arena::event::{Means, What};
use crate::arena::play::{Tick, actor, tell};
use crate::arena::rules::Arena;
use crate::arena::scratch::{Blow, Scratch};
use crate::arena::state::{Missile, State};
use crate::arena::unit::{Stance, deadline};
use crate::kernel::actor::{id_from_place, place_from_id};
use crate::kernel::space::Spot;

/// Let everyone strike who can.
pub fn run(rules: &Arena, tick: &mut Tick<'_>) {
    let next = tick.next_tick();
    tick.scratch.blows.clear();
    for place in 0..tick.state.units.len() {
        let unit = &tick.state.units[place];
        let is_ready = unit.stance == Stance::ATTACKING && next >= u32::from(unit.strike_at);
        if let Some(target) = place_from_id(unit.target).filter(|_| is_ready) {
            strike(rules, tick, place, target);
        }
    }
}

fn strike(rules: &Arena, tick: &mut Tick<'_>, place: usize, target: usize) {
    let next = tick.next_tick();
    let form = rules.form(&tick.state.units[place]);
    let unit = &mut tick.state.units[place];
    unit.strike_at = deadline(next + u32::from(form.hit_ticks));
    unit.hits = unit.hits.saturating_add(1);
    let (from, to) = (unit.at.native(), tick.state.units[target].at.native());
    if form.shot_speed == 0 {
        land(rules, tick, place, target, form.damage, Means::Touch);
        return;
    }
    // A shot flies from edge to edge, at least for a tick.
    let way = (from.distance(to) as i32 - form.radius - rules.form(&tick.state.units[target]).radius).max(0);
    let lands = next + 1 + (way / form.shot_speed) as u32;
    tick.state.missiles.push(Missile {
        at: [0, 0],
        amount: form.damage,
        by: id_from_place(place),
        to: id_from_place(target),
        lands: deadline(lands),
        spell: 0,
    });
    let (by, to) = (actor(tick.state, place), actor(tick.state, target));
    tell(tick, What::Thrown { by, to, from, lands });
}

/// Let a hit land on a target, and splash where it splashes.
pub(super) fn land(rules: &Arena, tick: &mut Tick<'_>, place: usize, target: usize, amount: i32, means: Means) {
    let form = rules.form(&tick.state.units[place]);
    tick.scratch.blows.push(Blow { by: place as u16, to: target as u16, amount, means });
    if form.splash == 0 {
        return;
    }
    let at = tick.state.units[target].at.native();
    let by = actor(tick.state, place);
    tell(tick, What::Burst { by, at, radius: form.splash, card: None });
    let side = tick.state.units[place].side;
    splash(rules, tick.state, tick.scratch, side, at, form.splash, |other, place_of| {
        (place_of != target && form.can_hit(other)).then_some(Blow {
            by: place as u16,
            to: place_of as u16,
            amount,
            means: Means::Splash,
        })
    });
}

/// Gather a blow for every foe of a side whose edge is within a ring.
pub(super) fn splash(
    rules: &Arena,
    state: &State,
    scratch: &mut Scratch,
    side: u8,
    at: Spot,
    radius: i32,
    blow: impl Fn(&crate::arena::card::Form, usize) -> Option<Blow>,
) {
    for (place, unit) in state.units.iter().enumerate() {
        if unit.side == side || !unit.is_whole() {
            continue;
        }
        let form = rules.form(unit);
        if unit.at.native().within(at, radius + form.radius) {
            scratch.blows.extend(blow(form, place));
        }
    }
}
