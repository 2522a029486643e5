//! Gathering: what a strike or a skill does to whom, worked out from the state as it stands.

use crate::kernel::actor::id_from_place;
use crate::kernel::space::Spot;
use crate::skirmish::blows::{Blow, Tick, actor, spite_percent, tell};
use crate::skirmish::content::skill::{Amount, Deed, Skill};
use crate::skirmish::event::{Means, What};
use crate::skirmish::rules::Skirmish;
use crate::skirmish::state::{Missile, State};
use crate::skirmish::unit::{Unit, deadline};

/// Roll a strike: its damage before armour, and whether it hits a weak spot.
#[must_use]
pub fn roll_strike(rules: &Skirmish, state: &mut State, by: usize, spite: i32) -> (i32, bool) {
    let stats = &rules.form(&state.units[by]).stats;
    let constants = &rules.content.constants;
    let unit = &mut state.units[by];
    let crit = unit.roll_crit(stats.crit);
    let hit = unit.roll_hit_percent(constants.spread_percent);
    let crit_percent = if crit { constants.crit_percent } else { 100 };
    (stats.power * hit / 100 * crit_percent / 100 * (100 + spite) / 100, crit)
}

/// Gather a plain strike that reaches its target.
pub fn gather_strike(tick: &mut Tick<'_>, by: usize, to: usize, amount: i32, crit: bool) {
    let from = tick.state.units[by].at;
    let deed = Deed::Damage(Amount::default());
    tick.scratch.blows.push(Blow { by: by as u16, to: to as u16, deed, amount, crit, means: Means::Strike, from });
}

/// Start using a skill on someone: throw it, or gather its effects at once.
pub fn use_skill(rules: &Skirmish, tick: &mut Tick<'_>, by: usize, skill: u16, on: usize) {
    let (doer, target) = (actor(tick.state, by), actor(tick.state, on));
    tell(tick, What::Used { by: doer, to: target, skill });
    // Rolled now even for what lands later: by then the doer may have fallen, and the fallen do not change.
    let hit = roll_use(rules, tick.state, by, skill);
    let pace = rules.skill(skill).missile_pace;
    if pace > 0 {
        let missile = Missile { skill: skill + 1, hit_percent: hit as u16, ..Missile::default() };
        throw(tick, by, on, pace, missile);
    } else {
        gather_skill(rules, tick, by, skill, on, hit);
    }
}

/// Roll how hard a skill hits, in per cent: once for all that it reaches, and not for one that only helps.
fn roll_use(rules: &Skirmish, state: &mut State, by: usize, skill: u16) -> i32 {
    let is_harm = |deed: Deed| matches!(deed, Deed::Damage(_) | Deed::Drain { .. });
    if !rules.skill(skill).effects.iter().any(|e| is_harm(e.deed)) {
        return 100;
    }
    state.units[by].roll_hit_percent(rules.content.constants.spread_percent)
}

/// Throw something. It flies for at least one tick.
pub fn throw(tick: &mut Tick<'_>, by: usize, to: usize, pace: i32, missile: Missile) {
    let units = &tick.state.units;
    let from = units[by].at;
    let flight = from.distance(units[to].at) / i64::from(pace) + 1;
    let lands = tick.tick + u32::try_from(flight).unwrap_or(u32::MAX / 2);
    let means = if missile.skill == 0 { Means::Strike } else { Means::Skill(missile.skill - 1) };
    let thrown = What::Thrown { by: actor(tick.state, by), to: actor(tick.state, to), from, lands: lands + 1, means };
    tell(tick, thrown);
    let (by, to) = (id_from_place(by), id_from_place(to));
    tick.state.missiles.push(Missile { by, to, lands: deadline(lands), ..missile });
}

/// Gather all effects of a skill that reaches a unit and hits with so many per cent.
pub fn gather_skill(rules: &Skirmish, tick: &mut Tick<'_>, by: usize, index: u16, on: usize, hit: i32) {
    let skill = rules.skill(index);
    let side = tick.state.units[by].side;
    let spite = spite_percent(rules, tick.state, side);
    if skill.area > 0 {
        let (by, at) = (actor(tick.state, by), tick.state.units[on].at);
        tell(tick, What::Burst { by, at, radius: skill.area, skill: index });
    }
    let mut reached = std::mem::take(&mut tick.scratch.reached);
    for (n, effect) in skill.effects.iter().enumerate() {
        reached.clear();
        match effect.deed.is_hostile() {
            Some(hostile) if !effect.on_self => reach(rules, tick.state, skill, by, on, hostile, &mut reached),
            None if effect.deed == Deed::Leap => reached.push((on as u16, 100)),
            _ => reached.push((by as u16, 100)),
        }
        if n == 0 && skill.chain.is_some() {
            tell_jumps(tick, &reached, index);
        }
        for &(to, percent) in &reached {
            let amount = points(rules, tick.state, by, effect.deed, percent) * raised(effect.deed, hit, spite) / 100;
            let from = source(tick.state, skill, by, on);
            let means = Means::Skill(index);
            tick.scratch.blows.push(Blow { by: by as u16, to, deed: effect.deed, amount, crit: false, means, from });
        }
    }
    tick.scratch.reached = reached;
}

/// An area throws outward from its middle, everything else away from the doer.
fn source(state: &State, skill: &Skill, by: usize, on: usize) -> Spot {
    if skill.area > 0 { state.units[on].at } else { state.units[by].at }
}

/// List whom a skill reaches, of the foes or of the friends, with shares in per cent; the one it is used on first.
fn reach(
    rules: &Skirmish,
    state: &State,
    skill: &Skill,
    by: usize,
    on: usize,
    hostile: bool,
    reached: &mut Vec<(u16, i32)>,
) {
    let side = if hostile { 1 - state.units[by].side } else { state.units[by].side };
    let fits = |unit: &Unit| unit.is_whole() && unit.side == side;
    if skill.area > 0 {
        let middle = state.units[on].at;
        let touched = |unit: &Unit| middle.within(unit.at, skill.area + rules.form(unit).stats.radius);
        let all = state.units.iter().enumerate().filter(|(_, u)| fits(u) && touched(u));
        reached.extend(all.map(|(place, _)| (place as u16, 100)));
        return;
    }
    if fits(&state.units[on]) {
        reached.push((on as u16, 100));
    }
    let Some(chain) = skill.chain else { return };
    let (mut last, mut share) = (on, 100);
    for _ in 0..chain.links {
        share = share * chain.keep / 100;
        let hop = |place: usize| rules.gap(&state.units[last], &state.units[place]);
        let next = (0..state.units.len())
            .filter(|place| *place != on && fits(&state.units[*place]))
            .filter(|place| reached.iter().all(|(r, _)| usize::from(*r) != *place))
            .filter(|place| hop(*place) <= i64::from(chain.hop))
            .min_by_key(|place| (hop(*place), *place));
        let Some(next) = next else { return };
        reached.push((next as u16, share));
        last = next;
    }
}

fn tell_jumps(tick: &mut Tick<'_>, reached: &[(u16, i32)], skill: u16) {
    for pair in reached.windows(2) {
        let [from, to] = [pair[0].0, pair[1].0].map(|place| actor(tick.state, usize::from(place)));
        tell(tick, What::Jumped { from, to, skill });
    }
}

/// Work out an effect's points from the doer's stats, at a share in per cent.
fn points(rules: &Skirmish, state: &State, by: usize, deed: Deed, share: i32) -> i32 {
    let stats = &rules.form(&state.units[by]).stats;
    match deed {
        Deed::Damage(harm) | Deed::Drain { harm, .. } => harm.of(stats.power, share),
        Deed::Burn { amount, .. } | Deed::Poison { amount, .. } => amount.of(stats.power, share),
        Deed::Heal(amount) | Deed::Shield { amount, .. } | Deed::Regrow { amount, .. } => amount.of(stats.mend, share),
        _ => 0,
    }
}

/// What luck and spite make of an effect, in per cent. Only blows stray, and only blows are raised.
fn raised(deed: Deed, hit: i32, spite: i32) -> i32 {
    match deed {
        Deed::Damage(_) | Deed::Drain { .. } => hit * (100 + spite) / 100,
        _ => 100,
    }
}
