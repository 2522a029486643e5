//! Missiles: what comes down now adds its blows to those of the tick; then all of them are dealt at once.

use crate::arena::card::{Play, Spell};
use crate::arena::event::{Means, What};
use crate::arena::play::{Tick, actor, tell};
use crate::arena::rules::Arena;
use crate::arena::scratch::Blow;
use crate::arena::stages::strikes::{land, splash};
use crate::arena::state::Missile;
use crate::arena::unit::deadline;
use crate::kernel::actor::{id_from_place, place_from_id};
use crate::kernel::space::Spot;

/// Let everything land that lands now, and deal all blows.
pub fn run(rules: &Arena, tick: &mut Tick<'_>) {
    let next = deadline(tick.next_tick());
    let mut landing = std::mem::take(&mut tick.scratch.landing);
    landing.clear();
    tick.state.missiles.retain(|missile| {
        let is_down = missile.lands <= next;
        landing.extend(is_down.then_some(*missile));
        !is_down
    });
    for missile in &landing {
        come_down(rules, tick, missile);
    }
    tick.scratch.landing = landing;
    deal(tick);
}

fn come_down(rules: &Arena, tick: &mut Tick<'_>, missile: &Missile) {
    let Some(by) = place_from_id(missile.by) else { return };
    let spell = missile.spell.checked_sub(1).map(|card| card as u8);
    if let Some(card) = spell {
        if let Play::Spell(spell) = &rules.card(card).play {
            cast(rules, tick, by, card, spell, Spot::new(missile.at[0], missile.at[1]));
        }
        return;
    }
    let Some(to) = place_from_id(missile.to) else { return };
    let splashes = rules.form(&tick.state.units[by]).splash > 0;
    // A shot at one who has fallen meanwhile is lost, unless it splashes.
    if tick.state.units[to].is_whole() || splashes {
        land(rules, tick, by, to, missile.amount, Means::Shot);
    }
}

/// Let a spell take effect.
fn cast(rules: &Arena, tick: &mut Tick<'_>, king: usize, card: u8, spell: &Spell, at: Spot) {
    let next = tick.next_tick();
    let by = actor(tick.state, king);
    tell(tick, What::Burst { by, at, radius: spell.area, card: Some(card) });
    let side = tick.state.units[king].side;
    if spell.damage > 0 {
        splash(rules, tick.state, tick.scratch, side, at, spell.area, |form, place| {
            let percent = if form.card.is_none() { spell.tower_percent } else { 100 };
            let amount = spell.damage * percent / 100;
            Some(Blow { by: king as u16, to: place as u16, amount, means: Means::Spell(card) })
        });
    }
    if spell.pace_ticks == 0 {
        return;
    }
    let until = deadline(next + u32::from(spell.pace_ticks));
    for unit in tick.state.units.iter_mut().filter(|unit| unit.is_whole()) {
        let form = rules.form(unit);
        if form.is_building || !unit.at.native().within(at, spell.area + form.radius) {
            continue;
        }
        if unit.side == side && spell.haste_percent > 0 {
            (unit.haste_until, unit.haste_percent) = (until, spell.haste_percent);
        }
        if unit.side != side && spell.slow_percent > 0 {
            (unit.slow_until, unit.slow_percent) = (until, spell.slow_percent);
        }
    }
}

/// Deal the blows. A body takes blows of one side alone, and within a side they come in the order of ids.
fn deal(tick: &mut Tick<'_>) {
    let blows = std::mem::take(&mut tick.scratch.blows);
    tick.scratch.killers.clear();
    tick.scratch.killers.resize(tick.state.units.len(), 0);
    for blow in &blows {
        let unit = &mut tick.state.units[usize::from(blow.to)];
        let amount = blow.amount.min(unit.health);
        if amount <= 0 {
            continue;
        }
        unit.health -= amount;
        if unit.health == 0 {
            tick.scratch.killers[usize::from(blow.to)] = id_from_place(usize::from(blow.by));
        }
        let (by, to) = (actor(tick.state, usize::from(blow.by)), actor(tick.state, usize::from(blow.to)));
        tell(tick, What::Struck { by, to, amount, means: blow.means });
    }
    tick.scratch.blows = blows;
}
