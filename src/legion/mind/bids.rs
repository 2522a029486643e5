//! Bids: how much an officer wants to do each of sixteen things, from 0 to 100; below 0 is never. What he is at already
//! gets six more, and the highest wins; of equals, the one that stands first.

use crate::legion::content::Arm;
use crate::legion::mind::glance::{BESIDE, Glance};
use crate::legion::mind::{horse, screen};
use crate::legion::order::Ability;
use crate::legion::plan::{BEHAVIOURS, Behaviour, Phase, Role};
use crate::legion::stages::squaring::ENGAGED_FEW;
use crate::legion::unit::Formation;

/// What the present behaviour is worth more.
/// Source: massed battle, 9.
pub const INCUMBENT: f32 = 6.0;

/// Never.
/// Source: massed battle, 9, by its sign: negative is never.
pub const NEVER: f32 = -1.0;

/// Metres off its station within which a unit is there.
/// Ours: above the 4 m by which a place must differ to be told anew, so that nobody waits for an order that is not
/// given.
const THERE: f32 = 6.0;

/// Metres at which shooters get away from those who fight hand to hand; from horse further.
/// Ours: before they are met, and near enough to have shot; horse covers the way faster.
const SHOOTERS_FLEE: f32 = 30.0;
/// See [`SHOOTERS_FLEE`].
const SHOOTERS_FLEE_HORSE: f32 = 50.0;

/// Metres by which shooters that have nobody in reach may go up.
/// Ours: a short way, so that shooters do not run ahead of the line.
const SHOOTERS_GO_UP: f32 = 70.0;

/// Metres that no enemy may be nearer than for shields to be locked overhead, and men lost in the minute that make it
/// worth it.
/// Ours: locked shields are slow and must be open again before a charge comes in.
const TESTUDO_CLEAR: f32 = 50.0;
/// See [`TESTUDO_CLEAR`].
const TESTUDO_LOST: u32 = 2;

/// A bid for a behaviour.
type Bid = fn(&Glance<'_>) -> f32;

/// The sixteen.
pub const BIDS: [(Behaviour, Bid); BEHAVIOURS] = [
    (Behaviour::HoldLine, hold_line),
    (Behaviour::March, march),
    (Behaviour::Engage, engage),
    (Behaviour::Brace, brace),
    (Behaviour::Testudo, testudo),
    (Behaviour::PlugGap, plug_gap),
    (Behaviour::RefuseFlank, refuse_flank),
    (Behaviour::Shoot, shoot),
    (Behaviour::MissileWithdraw, missile_withdraw),
    (Behaviour::Skirmish, screen::bid),
    (Behaviour::CavalryHold, horse::bid_hold),
    (Behaviour::CavalryScreen, horse::bid_screen),
    (Behaviour::Cavalry, horse::bid),
    (Behaviour::Pursue, pursue),
    (Behaviour::Inspire, inspire),
    (Behaviour::Parapet, parapet),
];

/// Choose what to do.
#[must_use]
pub fn choose(glance: &Glance<'_>) -> Behaviour {
    let mut best = (NEVER, Behaviour::HoldLine);
    for (behaviour, bid) in BIDS {
        let score = bid(glance);
        let kept = if score >= 0.0 && behaviour == glance.unit.mind.behaviour { INCUMBENT } else { 0.0 };
        if score + kept > best.0 {
            best = (score + kept, behaviour);
        }
    }
    best.1
}

fn hold_line(at: &Glance<'_>) -> f32 {
    if at.kind.is_horse() { NEVER } else { 32.0 }
}

fn march(at: &Glance<'_>) -> f32 {
    if at.locked || at.off_station < THERE {
        NEVER
    } else if at.army.phase == Phase::Withdraw {
        88.0
    } else {
        40.0 + at.off_station.min(60.0) * 0.2
    }
}

/// Foot goes in hand to hand when it is let; others when they have nothing else left.
fn engage(at: &Glance<'_>) -> f32 {
    if at.locked {
        return if at.kind.is_horse() { NEVER } else { 78.0 };
    }
    let Some(prey) = at.prey else { return NEVER };
    let near = 15.0 * (1.0 - prey.gap / at.leash().max(1.0)).clamp(0.0, 1.0);
    let idle = if at.idles() { 25.0 } else { 0.0 };
    match at.kind.arm {
        Arm::Foot | Arm::Spear => 44.0 + 24.0 * at.command.aggression + near + idle,
        Arm::Missile | Arm::Skirmish if at.ammo == 0 && at.army.phase >= Phase::Engagement => 26.0 + near + idle,
        _ => NEVER,
    }
}

fn brace(at: &Glance<'_>) -> f32 {
    let steady = at.kind.arm == Arm::Spear || at.kind.abilities.contains(&Ability::Brace);
    let free = !at.locked && at.is_foot();
    if steady && free && at.horse.is_some() { 84.0 } else { NEVER }
}

fn testudo(at: &Glance<'_>) -> f32 {
    let can = at.is_foot() && !at.locked && at.kind.formations.contains(&Formation::Shield);
    let clear = at.threat.is_none_or(|foe| foe.gap > TESTUDO_CLEAR);
    let shot_at = at.shooters > 0 && at.unit.ledger.lost >= TESTUDO_LOST;
    if can && clear && shot_at && at.army.phase < Phase::Advance { 58.0 } else { NEVER }
}

fn plug_gap(at: &Glance<'_>) -> f32 {
    match at.gap_maker {
        Some(_) if !at.locked && at.is_foot() && at.is_kept_back() => 80.0,
        Some(_) if !at.locked && at.is_foot() => 52.0,
        _ => NEVER,
    }
}

fn refuse_flank(at: &Glance<'_>) -> f32 {
    if at.locked || !at.is_foot() {
        return NEVER;
    }
    // The nearer, the more; an enemy within arm's reach is fought, not turned to.
    at.beside.map_or(NEVER, |foe| 52.0 + 24.0 * (1.0 - foe.gap / BESIDE).clamp(0.0, 1.0))
}

fn shoot(at: &Glance<'_>) -> f32 {
    let shooter = matches!(at.kind.arm, Arm::Missile | Arm::Artillery);
    if !shooter || at.locked || at.ammo == 0 || at.army.phase == Phase::Withdraw {
        return NEVER;
    }
    let goes_up = at.kind.arm == Arm::Missile
        && at.army.phase >= Phase::Skirmish
        && at.nearest.is_some_and(|foe| foe.gap < at.range().0 + SHOOTERS_GO_UP);
    match at.mark {
        Some(_) => 64.0,
        None if goes_up => 55.0,
        None => NEVER,
    }
}

fn missile_withdraw(at: &Glance<'_>) -> f32 {
    // Once enough of them are caught, it is too late to get away.
    let caught = at.locked && at.unit.engaged >= ENGAGED_FEW;
    if !matches!(at.kind.arm, Arm::Missile | Arm::Skirmish) || caught {
        return NEVER;
    }
    let near = |foe: Option<super::glance::Foe>, metres: f32| foe.is_some_and(|foe| foe.gap < metres);
    let pressed = near(at.threat, SHOOTERS_FLEE) || near(at.horse, SHOOTERS_FLEE_HORSE);
    // With nothing left to shoot, a pursuit is theirs too.
    if pressed && !(at.ammo == 0 && at.army.phase >= Phase::Exploit) { 86.0 } else { NEVER }
}

fn pursue(at: &Glance<'_>) -> f32 {
    let Some(runner) = at.runner.filter(|_| at.command.pursue && !at.locked) else { return NEVER };
    let free = at.threat.is_none_or(|foe| foe.gap > 40.0);
    let late = at.army.phase >= Phase::Exploit && at.army.phase != Phase::Withdraw;
    match at.kind.arm {
        Arm::Horse if runner.gap < 250.0 => {
            if late {
                66.0
            } else {
                50.0
            }
        }
        Arm::Artillery => NEVER,
        _ if late && free && runner.gap < 120.0 => 54.0,
        _ => NEVER,
    }
}

fn inspire(at: &Glance<'_>) -> f32 {
    if at.wavers && at.can_use(Ability::Inspire) { 92.0 } else { NEVER }
}

/// Walls come later: nobody stands on one.
fn parapet(at: &Glance<'_>) -> f32 {
    let on_wall = matches!(at.command.role, Role::Storm | Role::Escalade | Role::Breach);
    if on_wall { 40.0 } else { NEVER }
}
