//! Phases: what a general is about, and the phases of the field as a watcher sees them.

use serde::Serialize;

use crate::legion::content::Doctrine;
use crate::legion::plan::Phase;
use crate::legion::row::Body;
use crate::legion::rules::TICK_HZ;
use crate::legion::unit::{NO_UNIT, Nerve, Unit};

/// Seconds for which an army draws up.
/// Source: massed battle, 8.
pub const DEPLOY_SECONDS: u32 = 6;

/// Metres between the lines in which missiles are exchanged.
/// Source: massed battle, 8: the longest bow range there is.
pub const SKIRMISH_GAP: f32 = 165.0;

/// Metres at which a line waits for its missiles to have done their part.
/// Ours: below the longest bow range, so that shooters behind the line reach.
pub const STAND_OFF: f32 = 130.0;

/// Metres at which a line goes in, whatever its missiles do.
/// Ours: standing still there gives the enemy the charge.
pub const TOO_NEAR: f32 = 70.0;

/// Seconds of skirmishing, over what the doctrine says, after which the line goes from wherever it is.
/// Ours: no army waits for ever for missiles that do not come.
pub const SKIRMISH_PATIENCE: u32 = 90;

/// Part of the line in contact at which the line fights.
/// Ours: one brush of a wing is not yet the battle.
pub const FIGHTS: f32 = 0.25;

/// Part of the enemies in view that run at which an army exploits it.
/// Ours: one unit that runs is not yet a line that gives.
pub const GIVES: f32 = 0.25;

/// Times the enemy's men in order at which an army presses on without that, and after how many seconds of fighting.
/// Ours: nearly two to one, held for a while, is a fight that is being won.
pub const OUTWEIGHS: f32 = 1.7;
/// See [`OUTWEIGHS`].
pub const OUTWEIGHS_SECONDS: u32 = 30;

/// Part of what the enemy brought that is in order still, below which an army that has more of its own left exploits
/// it.
/// Ours: well before [`BREAKS_UP`], so that there is something left to exploit.
pub const WEAKENED: f32 = 0.55;

/// Part of the enemies in view, and of what the enemy brought, that is in order below which they are run down.
/// Ours: about a third, as in the margin by which a battle is decided.
pub const BREAKS_UP: f32 = 0.35;

/// Part of what all enemies brought that is in order still, from which an army that pursues draws up again: there is
/// another one.
/// Ours: above [`BREAKS_UP`], so that an army does not change its mind at one number.
pub const REGROUPS: f32 = 0.4;
const _: () = assert!(REGROUPS > BREAKS_UP && REGROUPS < WEAKENED);

/// Part of the enemy's men in order below which an army that has lost too much gives up.
/// Ours: who has lost much but still has more than that fights on.
pub const OVERMATCHED: f32 = 0.6;

/// What a general goes by.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Standing {
    /// Part of what it brought that is in order, and men in order.
    pub own: f32,
    /// See `own`.
    pub own_men: u32,
    /// Enemies in view or remembered, in order, and those that run.
    pub foes: u32,
    /// See `foes`.
    pub runners: u32,
    /// Part of what the enemies brought that is known to be in order; 1 where nothing is known.
    pub foe: f32,
    /// Metres between the lines; far where no enemy is known.
    pub gap: f32,
    /// Part of the line in contact.
    pub engaged: f32,
    /// Whether any of its shooters has missiles.
    pub shoots: bool,
}

/// Say what a general is about next. He goes on in the order of the phases; giving up is the only short cut, and the
/// only way back is from a pursuit to those who still stand.
#[must_use]
pub fn next(phase: Phase, ticks: u32, at: Standing, doctrine: &Doctrine) -> Phase {
    let seconds = ticks / TICK_HZ;
    let beaten = at.own < doctrine.withdraw_below && (at.own_men as f32) < OVERMATCHED * at.foes as f32;
    if beaten {
        return Phase::Withdraw;
    }
    match phase {
        Phase::Deploy if seconds >= DEPLOY_SECONDS || at.gap < SKIRMISH_GAP => Phase::Skirmish,
        Phase::Skirmish if is_done_skirmishing(seconds, at, doctrine) => Phase::Advance,
        Phase::Advance if at.engaged >= FIGHTS => Phase::Engagement,
        Phase::Engagement if gives(seconds, at) => Phase::Exploit,
        Phase::Exploit if breaks_up(at) => Phase::Pursuit,
        Phase::Pursuit if at.foes > at.own_men && at.foe >= REGROUPS => Phase::Advance,
        Phase::Withdraw if breaks_up(at) => Phase::Pursuit,
        same => same,
    }
}

fn is_done_skirmishing(seconds: u32, at: Standing, doctrine: &Doctrine) -> bool {
    let asked = doctrine.skirmish_seconds as u32;
    let in_range = at.gap < SKIRMISH_GAP && (seconds >= asked || !at.shoots);
    at.gap < TOO_NEAR || in_range || seconds >= asked + SKIRMISH_PATIENCE
}

fn gives(seconds: u32, at: Standing) -> bool {
    let run = at.runners as f32 >= GIVES * (at.foes + at.runners) as f32 && at.runners > 0;
    let outweighs = at.own_men as f32 >= OUTWEIGHS * at.foes as f32 && seconds >= OUTWEIGHS_SECONDS;
    let weakened = at.foe < WEAKENED && at.own > at.foe;
    run || outweighs || weakened
}

fn breaks_up(at: Standing) -> bool {
    let run = at.runners > 0 && (at.foes as f32) < BREAKS_UP * (at.foes + at.runners) as f32;
    run || at.foe < BREAKS_UP && at.own > at.foe
}

/// A phase of the field as a watcher sees it. It follows from what is on the field, and may go backwards.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum FieldPhase {
    /// Nobody has moved yet.
    Deployment,
    /// The armies come on.
    Advance,
    /// Missiles are exchanged.
    Skirmish,
    /// Units fight hand to hand.
    Clash,
    /// An army runs.
    Rout,
    /// It is over.
    Aftermath,
}

/// Part of an army's men up that runs at which the watcher sees a rout.
/// Source: massed battle, 8.
pub const ROUT_SHARE: f32 = 0.34;

/// What of a unit tells the phase of the field.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Seen {
    /// Its side.
    pub side: u8,
    /// Where it is, in metres.
    pub x: f32,
    /// See `x`.
    pub z: f32,
    /// Men up.
    pub alive: u32,
    /// Whether it fights hand to hand.
    pub fights: bool,
    /// How steady it is.
    pub nerve: Nerve,
}

impl From<&Unit> for Seen {
    fn from(unit: &Unit) -> Self {
        let (Unit { side, x, z, alive, nerve, .. }, fights) = (unit, unit.engaged > 0 || unit.locked != NO_UNIT);
        Self { side: *side, x: *x, z: *z, alive: *alive, fights, nerve: *nerve }
    }
}

impl From<&Body> for Seen {
    fn from(body: &Body) -> Self {
        let metres = |steps: i32| steps as f32 / crate::legion::row::STEPS;
        let fights = body.engaged > 0 || body.locked != NO_UNIT;
        let (x, z) = (metres(body.x), metres(body.z));
        Self { side: body.side, x, z, alive: body.alive, fights, nerve: body.nerve }
    }
}

/// Say the phase of the field at a tick, from its units alone.
#[must_use]
pub fn of_field(units: &[Seen], tick: u32, over: bool) -> FieldPhase {
    let here = || units.iter().filter(|unit| unit.alive > 0 && unit.nerve != Nerve::Lost);
    let runs = |side: u8| {
        let of_side = || here().filter(|unit| unit.side == side);
        let running: u32 = of_side().filter(|unit| !unit.nerve.is_in_order()).map(|unit| unit.alive).sum();
        let all: u32 = of_side().map(|unit| unit.alive).sum();
        running as f32 > ROUT_SHARE * all as f32
    };
    if over {
        FieldPhase::Aftermath
    } else if here().any(|unit| runs(unit.side)) {
        FieldPhase::Rout
    } else if here().any(|unit| unit.fights) {
        FieldPhase::Clash
    } else if lines_gap(units) < SKIRMISH_GAP {
        FieldPhase::Skirmish
    } else if tick < DEPLOY_SECONDS * TICK_HZ {
        FieldPhase::Deployment
    } else {
        FieldPhase::Advance
    }
}

/// Metres between the nearest units of two sides.
fn lines_gap(units: &[Seen]) -> f32 {
    let here = || units.iter().filter(|unit| unit.alive > 0 && unit.nerve.is_in_order());
    let mut least = f32::MAX;
    for own in here() {
        for foe in here().filter(|foe| foe.side > own.side) {
            let (dx, dz) = (foe.x - own.x, foe.z - own.z);
            least = least.min(dx * dx + dz * dz);
        }
    }
    least.sqrt()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn doctrine() -> Doctrine {
        Doctrine {
            name: String::new(),
            skirmish_seconds: 40.0,
            aggression: 0.5,
            reserve: 0.3,
            charge_from: 25.0,
            withdraw_below: 0.22,
            foot_pursues: false,
        }
    }

    fn at(gap: f32) -> Standing {
        Standing { own: 1.0, own_men: 1000, foes: 1000, foe: 1.0, runners: 0, gap, engaged: 0.0, shoots: true }
    }

    #[test]
    fn phases_go_in_order_and_each_has_its_reason() {
        let next = |phase, seconds: u32, at| next(phase, seconds * TICK_HZ, at, &doctrine());
        assert_eq!(next(Phase::Deploy, DEPLOY_SECONDS - 1, at(300.0)), Phase::Deploy);
        assert_eq!(next(Phase::Deploy, DEPLOY_SECONDS, at(300.0)), Phase::Skirmish);
        assert_eq!(next(Phase::Skirmish, 39, at(130.0)), Phase::Skirmish);
        assert_eq!(next(Phase::Skirmish, 40, at(130.0)), Phase::Advance);
        assert_eq!(next(Phase::Skirmish, 40, at(SKIRMISH_GAP)), Phase::Skirmish, "not in range yet");
        assert_eq!(next(Phase::Skirmish, 1, Standing { shoots: false, ..at(130.0) }), Phase::Advance);
        assert_eq!(next(Phase::Skirmish, 1, at(TOO_NEAR - 1.0)), Phase::Advance);
        let fights = Standing { engaged: FIGHTS, ..at(1.0) };
        assert_eq!(next(Phase::Advance, 1, fights), Phase::Engagement);
        let gives = Standing { runners: 400, ..fights };
        assert_eq!(next(Phase::Engagement, 1, gives), Phase::Exploit);
        let weak = Standing { foe: WEAKENED - 0.01, ..fights };
        assert_eq!(next(Phase::Engagement, 1, weak), Phase::Exploit);
        assert_eq!(next(Phase::Engagement, 1, Standing { own: 0.5, ..weak }), Phase::Engagement, "so is it");
        assert_eq!(next(Phase::Exploit, 1, Standing { foe: BREAKS_UP - 0.01, ..fights }), Phase::Pursuit);
        let run = Standing { runners: 2000, foes: 1000, ..fights };
        assert_eq!(next(Phase::Exploit, 1, run), Phase::Pursuit);
        assert_eq!(next(Phase::Pursuit, 1, run), Phase::Pursuit);
        assert_eq!(next(Phase::Pursuit, 1, Standing { foes: 1001, foe: REGROUPS - 0.01, ..fights }), Phase::Pursuit);
        let another = Standing { foes: 1001, foe: REGROUPS, ..fights };
        assert_eq!(next(Phase::Pursuit, 1, another), Phase::Advance, "there is another army");
    }

    #[test]
    fn an_army_gives_up_below_its_doctrine_and_only_when_outmatched() {
        let low = Standing { own: 0.21, own_men: 210, foes: 351, ..at(1.0) };
        assert_eq!(next(Phase::Engagement, 0, low, &doctrine()), Phase::Withdraw);
        assert_ne!(next(Phase::Engagement, 0, Standing { foes: 349, ..low }, &doctrine()), Phase::Withdraw);
        assert_ne!(next(Phase::Engagement, 0, Standing { own: 0.22, ..low }, &doctrine()), Phase::Withdraw);
    }

    fn seen(side: u8, z: f32, nerve: Nerve, fights: bool) -> Seen {
        Seen { side, x: 0.0, z, alive: 100, fights, nerve }
    }

    #[test]
    fn the_fields_phase_follows_the_field_and_may_go_backwards() {
        let late = 60 * TICK_HZ;
        let far = [seen(0, 0.0, Nerve::Steady, false), seen(1, 300.0, Nerve::Steady, false)];
        assert_eq!(of_field(&far, 0, false), FieldPhase::Deployment);
        assert_eq!(of_field(&far, late, false), FieldPhase::Advance);
        let near = [far[0], seen(1, SKIRMISH_GAP - 0.1, Nerve::Steady, false)];
        assert_eq!(of_field(&near, 0, false), FieldPhase::Skirmish);
        let clash = [seen(0, 0.0, Nerve::Steady, true), seen(2, 2.0, Nerve::Steady, true)];
        assert_eq!(of_field(&clash, late, false), FieldPhase::Clash);
        assert_eq!(of_field(&near, late, false), FieldPhase::Skirmish, "back again");
        assert_eq!(of_field(&clash, late, true), FieldPhase::Aftermath);
    }

    #[test]
    fn a_rout_is_more_than_a_third_of_one_army() {
        let mut army = vec![seen(1, 2.0, Nerve::Steady, true)];
        army.extend((0..66).map(|_| seen(0, 0.0, Nerve::Steady, true)));
        army.extend((0..34).map(|_| seen(0, 0.0, Nerve::Routing, false)));
        assert_eq!(of_field(&army, 0, false), FieldPhase::Clash, "34 of 100 is not more than 0.34");
        army.push(seen(0, 0.0, Nerve::Broken, false));
        assert_eq!(of_field(&army, 0, false), FieldPhase::Rout);
    }
}
