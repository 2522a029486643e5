//! The officers: what each unit does about the general's command and the enemy before it.
//!
//! An officer thinks every ten ticks, those of one army one after the other; at once when his unit comes into contact or
//! out of it, and when an enemy first comes within 55 m. What he wants goes through the same door as a person's order.
//! A unit that a person has told something is left alone until it is released.

use recorder::Step;

use crate::legion::event::{Event, What};
use crate::legion::formation::Block;
use crate::legion::mind::book::{self, Way, Wish};
use crate::legion::mind::glance::Glance;
use crate::legion::mind::{bids, horse, screen};
use crate::legion::order::{Ability, Task, Word};
use crate::legion::plan::{Beat, Behaviour, Mind};
use crate::legion::rules::Legion;
use crate::legion::stages::orders::obey;
use crate::legion::state::State;
use crate::legion::unit::{Formation, NO_UNIT, Unit};

/// Ticks from one thought of an officer to the next.
/// Source: massed battle, 9.
pub const THINK_TICKS: u32 = 10;

/// Metres within which an enemy makes an officer think at once.
/// Source: massed battle, 9.
pub const STARTLES: f32 = 55.0;

/// Metres from which foot that attacks runs in with all its weight.
/// Source: ours.
const CHARGES_FROM: f32 = 30.0;

/// Run the stage.
pub fn run(rules: &Legion, step: &mut Step<'_, Legion>) {
    let now = step.next_tick();
    step.scratch.told.clear();
    for index in 0..step.state.units.len() {
        let unit = &step.state.units[index];
        if !unit.is_here() || !unit.nerve.is_in_order() || unit.held {
            continue;
        }
        if is_due(index, now) || is_startled(rules, step.state, index, now) {
            think(rules, step, index, now);
        }
    }
    obey_all(rules, step);
}

fn is_due(index: usize, now: u32) -> bool {
    (now + index as u32) % THINK_TICKS == 0
}

/// Tell whether something has happened that does not wait: contact, or its end; an enemy near, for the first time.
fn is_startled(rules: &Legion, state: &State, index: usize, now: u32) -> bool {
    let unit = &state.units[index];
    if (unit.locked != NO_UNIT) != unit.mind.was_locked {
        return true;
    }
    !unit.mind.saw_near && has_near(rules, state, unit, now)
}

/// Tell whether an enemy in order and in view is within 55 m.
fn has_near(rules: &Legion, state: &State, unit: &Unit, now: u32) -> bool {
    let army = &state.sides[usize::from(unit.side)];
    let own = Block::of(unit, rules.kind(unit));
    state.units.iter().enumerate().any(|(index, foe)| {
        foe.side != unit.side
            && foe.is_here()
            && foe.nerve.is_in_order()
            && army.has_in_view(index, now)
            && own.gap(&Block::of(foe, rules.kind(foe))).0 < STARTLES
    })
}

/// Think for one unit.
fn think(rules: &Legion, step: &mut Step<'_, Legion>, index: usize, now: u32) {
    let mut mind = step.state.units[index].mind;
    let glance = Glance::of(rules, step.state, index, now);
    let behaviour = bids::choose(&glance);
    if behaviour != mind.behaviour {
        (mind.behaviour, mind.since) = (behaviour, now);
        (mind.beat, mind.beat_since) = (Beat::None, now);
    }
    (mind.was_locked, mind.saw_near) = (glance.locked, glance.nearest.is_some_and(|foe| foe.gap < STARTLES));
    note_idling(&glance, &mut mind);
    let wish = dressed(&glance, behaviour, act(&glance, &mut mind));
    let unit = &step.state.units[index];
    let told = &mut step.scratch.told;
    book::words(unit, &mut mind, wish, now, |word| told.push((index as u16, word)));
    step.state.units[index].mind = mind;
}

/// Note since when a unit has stood by while others fight.
fn note_idling(at: &Glance<'_>, mind: &mut Mind) {
    let shoots = at.ammo > 0 && at.mark.is_some();
    let idles = !at.locked && at.fight_near && !shoots && at.unit.task == Task::Hold;
    mind.idle_since = match (idles, mind.idle_since) {
        (false, _) => 0,
        (true, 0) => at.now,
        (true, since) => since,
    };
}

/// Say what a behaviour wants.
fn act(at: &Glance<'_>, mind: &mut Mind) -> Wish {
    match mind.behaviour {
        Behaviour::HoldLine | Behaviour::Parapet => hold(at),
        Behaviour::March => march(at),
        Behaviour::Engage => engage(at, mind),
        Behaviour::Brace => face_foe(at, at.horse.map(|foe| foe.unit), Some(Ability::Brace)),
        Behaviour::Testudo => hold(at),
        Behaviour::PlugGap => go_for(at, mind, at.gap_maker.map(|foe| foe.unit)),
        Behaviour::RefuseFlank => face_foe(at, at.beside.map(|foe| foe.unit), None),
        Behaviour::Shoot => shoot(at, mind),
        Behaviour::MissileWithdraw => way(screen::away(at)),
        Behaviour::Skirmish => screen::act(at, mind),
        Behaviour::CavalryHold | Behaviour::CavalryScreen => horse::stand(at),
        Behaviour::Cavalry => horse::act(at, mind),
        Behaviour::Pursue => go_for(at, mind, at.runner.map(|foe| foe.unit)),
        Behaviour::Inspire => Wish { ability: Some(Ability::Inspire), ..Wish::default() },
    }
}

/// Stand as the behaviour asks: shields locked in a testudo, else as the kind stands.
fn dressed(at: &Glance<'_>, behaviour: Behaviour, wish: Wish) -> Wish {
    let usual = at.kind.formations.first().copied();
    let form = if behaviour == Behaviour::Testudo { Some(Formation::Shield) } else { usual };
    // Nobody dresses his ranks in contact.
    Wish { form: form.filter(|_| !at.locked), ..wish }
}

fn way(way: Way) -> Wish {
    Wish { way, ..Wish::default() }
}

fn hold(at: &Glance<'_>) -> Wish {
    if at.locked { Wish::default() } else { way(Way::Stand { fx: at.command.fx, fz: at.command.fz }) }
}

fn march(at: &Glance<'_>) -> Wish {
    way(Way::Go { x: at.command.x, z: at.command.z, run: at.command.run })
}

/// Fight whom it is locked with; else go for the prey, with all its weight over the last stretch.
fn engage(at: &Glance<'_>, mind: &mut Mind) -> Wish {
    if at.locked {
        mind.target = at.unit.locked;
        return way(Way::Attack { unit: at.unit.locked });
    }
    let Some(prey) = at.prey else { return hold(at) };
    let charge = prey.gap < CHARGES_FROM && at.can_use(Ability::Charge);
    Wish { ability: charge.then_some(Ability::Charge), ..go_for(at, mind, Some(prey.unit)) }
}

fn go_for(at: &Glance<'_>, mind: &mut Mind, foe: Option<u16>) -> Wish {
    let Some(unit) = foe else { return hold(at) };
    mind.target = unit;
    way(Way::Attack { unit })
}

/// Turn to an enemy and stand, with an ability where it can be used.
fn face_foe(at: &Glance<'_>, foe: Option<u16>, ability: Option<Ability>) -> Wish {
    let Some(foe) = foe else { return hold(at) };
    let foe = at.of_index(foe);
    let (fx, fz) =
        crate::legion::mind::roles::direction(foe.x - at.unit.x, foe.z - at.unit.z, (at.unit.fx, at.unit.fz));
    Wish { ability: ability.filter(|&ability| at.can_use(ability)), ..way(Way::Stand { fx, fz }) }
}

/// Stand and shoot at the mark; with none in reach, go up to the nearest.
fn shoot(at: &Glance<'_>, mind: &mut Mind) -> Wish {
    if let Some(mark) = at.mark {
        mind.target = mark.unit;
        return face_foe(at, Some(mark.unit), None);
    }
    let Some(foe) = at.nearest else { return hold(at) };
    let target = at.of_index(foe.unit);
    let (dx, dz) =
        crate::legion::mind::roles::direction(target.x - at.unit.x, target.z - at.unit.z, (at.unit.fx, at.unit.fz));
    let ahead = (foe.gap - at.range().0 * 0.85).max(0.0);
    way(Way::Go { x: at.unit.x + dx * ahead, z: at.unit.z + dz * ahead, run: false })
}

/// Let the units obey, in the order in which their officers spoke.
fn obey_all(rules: &Legion, step: &mut Step<'_, Legion>) {
    let tick = step.next_tick();
    let told = std::mem::take(&mut step.scratch.told);
    for &(unit, word) in &told {
        let obeyed = obey(rules, step.state, step.scratch, step.tick, unit, word).is_ok();
        if let Word::Use { ability } = word
            && obeyed
        {
            step.journal.push(Event { tick, what: What::Used { unit, ability } });
        }
    }
    step.scratch.told = told;
}
