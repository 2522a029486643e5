//! Settling: what was gathered takes effect, by kind, and strikes that landed set off what waits for them.

use crate::kernel::actor::id_from_place;
use crate::kernel::space::{HEADING_LENGTH, Heading, Spot};
use crate::skirmish::blows::{Blow, Tick, actor, tell};
use crate::skirmish::content::skill::{Deed, Trigger};
use crate::skirmish::content::status::Ail;
use crate::skirmish::event::{Means, What};
use crate::skirmish::field::seen_by;
use crate::skirmish::gather::use_skill;
use crate::skirmish::rules::Skirmish;
use crate::skirmish::state::State;
use crate::skirmish::summons::settle_summons;
use crate::skirmish::unit::{Ailment, NEVER, Pace, deadline, is_active};

/// Settle what was gathered, then let the strikes that landed set off skills, and settle those. What they set off
/// sets off nothing more.
pub fn settle(rules: &Skirmish, tick: &mut Tick<'_>) {
    settle_wave(rules, tick);
    set_off_by_strikes(rules, tick);
    settle_wave(rules, tick);
    tick.scratch.landed.clear();
}

/// Settle what was gathered, by kind.
pub fn settle_wave(rules: &Skirmish, tick: &mut Tick<'_>) {
    let mut blows = std::mem::take(&mut tick.scratch.blows);
    if !blows.is_empty() {
        settle_leaps(rules, tick, &blows);
        blows.iter().for_each(|blow| settle_gift(rules, tick, blow));
        blows.iter().for_each(|blow| settle_harm(rules, tick, blow));
        settle_drained(rules, tick);
        blows.iter().for_each(|blow| settle_affliction(rules, tick, blow));
        blows.iter().for_each(|blow| settle_push(rules, tick, blow));
        blows.iter().for_each(|blow| settle_summons(rules, tick, blow));
    }
    blows.clear();
    tick.scratch.blows = blows;
}

/// Strikes that landed: what the striker has for it, then what the struck one has.
fn set_off_by_strikes(rules: &Skirmish, tick: &mut Tick<'_>) {
    let landed = std::mem::take(&mut tick.scratch.landed);
    for &(by, to) in &landed {
        let (by, to) = (usize::from(by), usize::from(to));
        // A thrown strike may land after its thrower fell.
        if tick.state.units[by].is_up() {
            set_off(rules, tick, by, Trigger::OnHit, to);
        }
        set_off(rules, tick, to, Trigger::WhenStruck, by);
    }
    tick.scratch.landed = landed;
}

/// Use every skill of a unit that waits for a trigger and is ready. `other` is who brought it about.
pub fn set_off(rules: &Skirmish, tick: &mut Tick<'_>, who: usize, trigger: Trigger, other: usize) {
    let form = rules.form(&tick.state.units[who]);
    for (slot, skill) in form.skills.iter().enumerate().filter(|(slot, _)| form.triggers[*slot] == trigger) {
        if u32::from(tick.state.units[who].ready[slot]) > tick.tick {
            continue;
        }
        if let Some(on) = rules.aim_after(tick.state, who, *skill, other) {
            spend(rules, tick, who, slot);
            use_skill(rules, tick, who, *skill, on);
        }
    }
}

/// Start the cooldown of a unit's skill, or use it up.
pub fn spend(rules: &Skirmish, tick: &mut Tick<'_>, who: usize, slot: usize) {
    let unit = &mut tick.state.units[who];
    let skill = rules.skill(rules.form(unit).skills[slot]);
    unit.ready[slot] = if skill.once { NEVER } else { deadline(tick.tick + skill.cooldown_ticks.cast_unsigned()) };
}

/// All leap at once: each from where it stands to where its target stood.
fn settle_leaps(rules: &Skirmish, tick: &mut Tick<'_>, blows: &[Blow]) {
    let mut leaps = std::mem::take(&mut tick.scratch.leaps);
    leaps.clear();
    for blow in blows.iter().filter(|b| b.deed == Deed::Leap && b.by != b.to) {
        leaps.push((blow.by, landing_spot(rules, tick.state, usize::from(blow.by), usize::from(blow.to))));
    }
    for &(who, to) in &leaps {
        let place = usize::from(who);
        let from = std::mem::replace(&mut tick.state.units[place].at, to);
        tell(tick, What::Leapt { who: actor(tick.state, place), from });
    }
    tick.scratch.leaps = leaps;
}

/// Beside the target, on the near side; one who stands there already stays.
fn landing_spot(rules: &Skirmish, state: &State, by: usize, to: usize) -> Spot {
    let (unit, target) = (&state.units[by], &state.units[to]);
    let [a, b] = [unit, target].map(|u| rules.form(u).stats.radius);
    let (from, at) = (seen_by(unit.side, unit.at), seen_by(unit.side, target.at));
    let landed = rules.field.slide(unit.side, at, at.toward(from, a + b), a);
    seen_by(unit.side, landed)
}

/// Healing, shields, regrowth and haste.
fn settle_gift(rules: &Skirmish, tick: &mut Tick<'_>, blow: &Blow) {
    let to = usize::from(blow.to);
    if !tick.state.units[to].is_whole() {
        return;
    }
    match blow.deed {
        Deed::Heal(_) => mend(rules, tick, usize::from(blow.by), to, blow.amount, blow.means),
        Deed::Shield { ticks, .. } => raise_shield(rules, tick, blow, ticks),
        Deed::Regrow { ticks, .. } => {
            let until = lasting(tick, ticks);
            let new = ailment(rules, Ail::Regrow, until, blow);
            let tick_now = tick.tick;
            let old = &mut tick.state.units[to].regrow;
            if !is_active(old.until, tick_now) || new.amount >= old.amount {
                *old = new;
            }
            tell_affliction(tick, blow, Ail::Regrow, ticks);
        }
        Deed::Haste { percent, ticks } => {
            let new = Pace { until: lasting(tick, ticks), percent: percent as u16 };
            let tick_now = tick.tick;
            stronger(&mut tick.state.units[to].haste, new, tick_now);
            tell_affliction(tick, blow, Ail::Haste, ticks);
        }
        _ => {}
    }
}

fn raise_shield(rules: &Skirmish, tick: &mut Tick<'_>, blow: &Blow, ticks: i32) {
    let to = usize::from(blow.to);
    let new = ailment(rules, Ail::Shield, lasting(tick, ticks), blow);
    let old = &mut tick.state.units[to].shield;
    // Shields do not add up: two wardens would make a wall of anyone.
    if new.amount < old.amount {
        return;
    }
    *old = new;
    let (by, to) = (actor(tick.state, usize::from(blow.by)), actor(tick.state, to));
    tell(tick, What::Shielded { by, to, amount: i32::from(new.amount) });
}

/// Give vigor back, as far as it is missing. The fallen-to-be are not saved: they were alive when it was sent.
pub fn mend(rules: &Skirmish, tick: &mut Tick<'_>, by: usize, to: usize, amount: i32, means: Means) {
    let unit = &mut tick.state.units[to];
    if !unit.is_whole() {
        return;
    }
    let missing = rules.form(unit).stats.vigor - unit.vigor;
    let given = (amount * rules.healing_percent(tick.tick) / 100).clamp(0, missing);
    if given == 0 {
        return;
    }
    unit.vigor += given;
    let (by, to) = (actor(tick.state, by), actor(tick.state, to));
    tell(tick, What::Healed { by, to, amount: given, means });
}

/// Damage and drains. A plain strike can be slipped; a skill cannot.
fn settle_harm(rules: &Skirmish, tick: &mut Tick<'_>, blow: &Blow) {
    let keep = match blow.deed {
        Deed::Damage(_) => 0,
        Deed::Drain { keep, .. } => keep,
        _ => return,
    };
    let (by, to) = (usize::from(blow.by), usize::from(blow.to));
    if !tick.state.units[to].is_whole() {
        return;
    }
    let dodge = rules.form(&tick.state.units[to]).stats.dodge;
    if blow.means == Means::Strike && tick.state.units[to].roll_dodge(dodge) {
        let (by, to) = (actor(tick.state, by), actor(tick.state, to));
        return tell(tick, What::Dodged { by, to });
    }
    let lost = harm(rules, tick, Harm { by, to, amount: blow.amount, pierces: 0, crit: blow.crit, means: blow.means });
    if blow.means == Means::Strike {
        tick.scratch.landed.push((blow.by, blow.to));
    }
    if keep > 0 {
        tick.scratch.drained.push((blow.by, lost * keep / 100, blow.means));
    }
}

/// Damage about to be taken.
#[derive(Debug, Clone, Copy)]
pub struct Harm {
    /// Row place of who deals it.
    pub by: usize,
    /// Row place of who takes it.
    pub to: usize,
    /// Points before armour and shield.
    pub amount: i32,
    /// Per cent of armour it ignores.
    pub pierces: i32,
    /// It hits a weak spot.
    pub crit: bool,
    /// With what.
    pub means: Means,
}

/// Take damage: armour, then shield, then vigor. Gives the vigor lost, which is never more than there was.
pub fn harm(rules: &Skirmish, tick: &mut Tick<'_>, harm: Harm) -> i32 {
    let unit = &mut tick.state.units[harm.to];
    let stats = &rules.form(unit).stats;
    let half = rules.content.constants.armour_half;
    let armour = stats.armour * (100 - harm.pierces) / 100;
    // At least one point gets through, or two armoured ones fight for ever.
    let through = (harm.amount * half / (half + armour)).max(1);
    let absorbed = if is_active(unit.shield.until, tick.tick) { through.min(i32::from(unit.shield.amount)) } else { 0 };
    let lost = (through - absorbed).min(unit.vigor);
    unit.shield.amount -= absorbed as u16;
    if absorbed > 0 && unit.shield.amount == 0 {
        unit.shield = Ailment::default();
    }
    unit.vigor -= lost;
    unit.struck_by = id_from_place(harm.by);
    let (by, to) = (actor(tick.state, harm.by), actor(tick.state, harm.to));
    tell(tick, What::Struck { by, to, amount: lost, absorbed, crit: harm.crit, means: harm.means });
    lost
}

fn settle_drained(rules: &Skirmish, tick: &mut Tick<'_>) {
    let mut drained = std::mem::take(&mut tick.scratch.drained);
    for &(who, amount, means) in &drained {
        mend(rules, tick, usize::from(who), usize::from(who), amount, means);
    }
    drained.clear();
    tick.scratch.drained = drained;
}

/// Burn, poison, slow, stun and taunt.
fn settle_affliction(rules: &Skirmish, tick: &mut Tick<'_>, blow: &Blow) {
    let to = usize::from(blow.to);
    if !tick.state.units[to].is_whole() {
        return;
    }
    let now = tick.tick;
    match blow.deed {
        Deed::Burn { ticks, .. } => {
            let new = ailment(rules, Ail::Burn, lasting(tick, ticks), blow);
            let old = &mut tick.state.units[to].burn;
            if !is_active(old.until, now) || new.amount >= old.amount {
                *old = new;
            }
            tell_affliction(tick, blow, Ail::Burn, ticks);
        }
        Deed::Poison { ticks, .. } => {
            let mut new = ailment(rules, Ail::Poison, lasting(tick, ticks), blow);
            let old = &mut tick.state.units[to].poison;
            if is_active(old.until, now) {
                let most = rules.status(Ail::Poison).amount_max;
                new.amount = (i32::from(old.amount) + i32::from(new.amount)).min(most) as u16;
                new.until = new.until.max(old.until);
            }
            *old = new;
            tell_affliction(tick, blow, Ail::Poison, ticks);
        }
        Deed::Slow { percent, ticks } => {
            let new = Pace { until: lasting(tick, ticks), percent: percent as u16 };
            stronger(&mut tick.state.units[to].slow, new, now);
            tell_affliction(tick, blow, Ail::Slow, ticks);
        }
        Deed::Stun { ticks } => {
            let until = lasting(tick, ticks);
            let unit = &mut tick.state.units[to];
            unit.stun_until = unit.stun_until.max(until);
            tell_affliction(tick, blow, Ail::Stun, ticks);
        }
        Deed::Taunt { ticks } => {
            let until = lasting(tick, ticks);
            let unit = &mut tick.state.units[to];
            (unit.taunt_until, unit.taunt_by) = (until, blow.by + 1);
            tell_affliction(tick, blow, Ail::Taunt, ticks);
        }
        _ => {}
    }
}

/// The deadline of a status that lasts so many ticks, the next one being the first.
fn lasting(tick: &Tick<'_>, ticks: i32) -> u16 {
    deadline(tick.next_tick() + ticks.cast_unsigned())
}

fn ailment(rules: &Skirmish, ail: Ail, until: u16, blow: &Blow) -> Ailment {
    let amount = blow.amount.clamp(1, rules.status(ail).amount_max) as u16;
    Ailment { until, amount, by: blow.by + 1 }
}

/// A stronger change of pace replaces a weaker one; an equal one lasts as long as the longer.
fn stronger(old: &mut Pace, new: Pace, now: u32) {
    if !is_active(old.until, now) || new.percent > old.percent {
        *old = new;
    } else if new.percent == old.percent {
        old.until = old.until.max(new.until);
    }
}

fn tell_affliction(tick: &mut Tick<'_>, blow: &Blow, ail: Ail, ticks: i32) {
    let (by, to) = (actor(tick.state, usize::from(blow.by)), actor(tick.state, usize::from(blow.to)));
    tell(tick, What::Afflicted { by, to, status: ail.index(), ticks: ticks as u16 });
}

/// Away from where the blow came from; someone standing right there goes back towards its own edge.
fn settle_push(rules: &Skirmish, tick: &mut Tick<'_>, blow: &Blow) {
    let Deed::Knockback { distance } = blow.deed else { return };
    let unit = &mut tick.state.units[usize::from(blow.to)];
    if !unit.is_whole() {
        return;
    }
    let side = unit.side;
    let (from, at) = (seen_by(side, blow.from), seen_by(side, unit.at));
    let back = Heading { x: -HEADING_LENGTH, y: 0 };
    let pushed = rules.field.push(side, at, at.away(from, distance, back), rules.form(unit).stats.radius);
    unit.at = seen_by(side, pushed);
    let (by, to) = (actor(tick.state, usize::from(blow.by)), actor(tick.state, usize::from(blow.to)));
    tell(tick, What::Pushed { by, to });
}
