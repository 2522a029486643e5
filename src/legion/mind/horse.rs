//! Horse: it hunts for a mark, swings out for a run at its flank or rear, charges, and when it is stuck gets away,
//! gathers, and hunts again.

use recorder::fold;

use crate::kernel::stream::{Ratio, Stream};
use crate::legion::content::Arm;
use crate::legion::formation::Block;
use crate::legion::mind::bids::NEVER;
use crate::legion::mind::book::{Way, Wish};
use crate::legion::mind::glance::Glance;
use crate::legion::mind::roles::direction;
use crate::legion::order::Ability;
use crate::legion::plan::{Beat, Mind, Phase};
use crate::legion::rules::TICK_HZ;
use crate::legion::unit::{NO_UNIT, Nerve, Unit};

/// Metres at which horse that covers a flank goes for who comes near.
/// Ours: far enough to meet who comes, near enough to leave no gap at the flank.
const COVERS: f32 = 90.0;

/// Metres of a run-up, and how near to its start is there.
/// Ours: what horse needs to come in at a gallop; it need not stand on the spot.
const RUN_UP: f32 = 55.0;
/// See [`RUN_UP`].
const AT_RUN_UP: f32 = 18.0;

/// Metres from which it charges.
/// Ours: just below the run-up.
const CHARGES_FROM: f32 = 50.0;

/// Seconds that a swing and a charge last at most; that it stays in a melee it did not break; that it rides off and
/// gathers.
/// Ours: the source names the six steps of the cycle, not how long they last.
const SWING_SECONDS: u32 = 25;
/// See [`SWING_SECONDS`].
const STRIKE_SECONDS: u32 = 20;
/// See [`SWING_SECONDS`].
const STUCK_SECONDS: u32 = 14;
/// See [`SWING_SECONDS`].
const WITHDRAW_SECONDS: u32 = 9;
/// See [`SWING_SECONDS`].
const REFORM_SECONDS: u32 = 5;

/// Metres that it rides off.
/// Ours: above the run-up, so that the next charge has room.
const RIDES_OFF: f32 = 75.0;

/// Value of a mark below which it waits.
/// Ours: where what a mark promises and what it costs are even.
const WORTH_IT: f32 = 0.0;

/// Chance, in thousandths, that an officer sees the points before he charges them.
/// Source: ours, for what the source draws at one of its two places of chance.
const SEES_POINTS: i32 = 850;

/// Bid for waiting.
#[must_use]
pub fn bid_hold(at: &Glance<'_>) -> f32 {
    if at.kind.is_horse() { 38.0 } else { NEVER }
}

/// Bid for covering a flank until the lines have met.
#[must_use]
pub fn bid_screen(at: &Glance<'_>) -> f32 {
    let early = matches!(at.army.phase, Phase::Skirmish | Phase::Advance);
    if at.kind.is_horse() && early && !at.locked { 48.0 } else { NEVER }
}

/// Bid for hunting.
#[must_use]
pub fn bid(at: &Glance<'_>) -> f32 {
    if !at.kind.is_horse() {
        return NEVER;
    }
    if at.locked || is_in_cycle(&at.unit.mind) {
        return 76.0;
    }
    let late = matches!(at.army.phase, Phase::Engagement | Phase::Exploit | Phase::Pursuit);
    let near = at.threat.is_some_and(|foe| foe.gap < COVERS && at.of_index(foe.unit).side != at.unit.side);
    match best_mark(at) {
        Some(_) if late || at.idles() => 58.0 + 12.0 * at.command.aggression,
        Some(_) if near && at.army.phase != Phase::Withdraw => 60.0,
        _ => NEVER,
    }
}

fn is_in_cycle(mind: &Mind) -> bool {
    matches!(mind.beat, Beat::Swing | Beat::Strike | Beat::Withdraw | Beat::Reform) && mind.target != NO_UNIT
}

/// Go on with the cycle.
#[must_use]
pub fn act(at: &Glance<'_>, mind: &mut Mind) -> Wish {
    let lost = mind.target == NO_UNIT || !at.of_index(mind.target).is_here();
    if matches!(mind.beat, Beat::None | Beat::Approach) || lost && !at.locked {
        let mark = best_mark(at);
        mind.target = mark.unwrap_or(NO_UNIT);
        let beat = mark.map_or(Beat::Approach, |mark| opening(at, at.of_index(mark)));
        turn(mind, beat, at.now);
    }
    if at.locked {
        mind.target = at.unit.locked;
        if !matches!(mind.beat, Beat::Stuck | Beat::Withdraw) {
            turn(mind, Beat::Stuck, at.now);
        }
    }
    if mind.target == NO_UNIT {
        return stand(at);
    }
    let foe = at.of_index(mind.target);
    let seconds = at.now.saturating_sub(mind.beat_since) / TICK_HZ;
    match mind.beat {
        Beat::Swing => swing(at, mind, foe, seconds),
        Beat::Strike => strike(at, mind, foe, seconds),
        Beat::Stuck => stuck(at, mind, foe, seconds),
        Beat::Withdraw => withdraw(at, mind, foe, seconds),
        Beat::Reform => reform(at, mind, foe, seconds),
        Beat::None | Beat::Approach => stand(at),
    }
}

fn turn(mind: &mut Mind, beat: Beat, now: u32) {
    if mind.beat != beat {
        (mind.beat, mind.beat_since) = (beat, now);
    }
}

/// Straight at who runs, shoots or shows a side; around to who does not.
fn opening(at: &Glance<'_>, foe: &Unit) -> Beat {
    if is_soft(at, foe) || bearing(at.unit, foe) < OFF_FRONT { Beat::Strike } else { Beat::Swing }
}

fn swing(at: &Glance<'_>, mind: &mut Mind, foe: &Unit, seconds: u32) -> Wish {
    let (x, z) = run_up(at.unit, foe);
    let (dx, dz) = (x - at.unit.x, z - at.unit.z);
    let there = dx * dx + dz * dz < AT_RUN_UP * AT_RUN_UP;
    if there || seconds >= SWING_SECONDS || is_soft(at, foe) {
        turn(mind, Beat::Strike, at.now);
        return attack(mind.target);
    }
    way(Way::Go { x, z, run: true })
}

fn strike(at: &Glance<'_>, mind: &mut Mind, foe: &Unit, seconds: u32) -> Wish {
    if seconds >= STRIKE_SECONDS {
        mind.target = NO_UNIT;
        turn(mind, Beat::Approach, at.now);
        return stand(at);
    }
    let gap = Block::of(at.unit, at.kind).gap(&Block::of(foe, at.rules.kind(foe))).0;
    let charge = gap < CHARGES_FROM && foe.nerve.is_in_order() && at.can_use(Ability::Charge);
    Wish { ability: charge.then_some(Ability::Charge), ..attack(mind.target) }
}

fn stuck(at: &Glance<'_>, mind: &mut Mind, foe: &Unit, seconds: u32) -> Wish {
    if !at.locked {
        turn(mind, Beat::Reform, at.now);
        return stand(at);
    }
    let breaking = foe.nerve != Nerve::Steady || foe.flanked > super::super::stages::morale::SURROUNDED_FLANKED;
    if seconds >= STUCK_SECONDS && !breaking {
        turn(mind, Beat::Withdraw, at.now);
        return way(ride_off(at.unit, foe));
    }
    attack(mind.target)
}

fn withdraw(at: &Glance<'_>, mind: &mut Mind, foe: &Unit, seconds: u32) -> Wish {
    if seconds >= WITHDRAW_SECONDS {
        turn(mind, if at.locked { Beat::Stuck } else { Beat::Reform }, at.now);
        return stand(at);
    }
    // Told once: the way off does not bend with every step.
    if seconds == 0 { way(ride_off(at.unit, foe)) } else { Wish::default() }
}

fn reform(at: &Glance<'_>, mind: &mut Mind, foe: &Unit, seconds: u32) -> Wish {
    if seconds >= REFORM_SECONDS {
        mind.target = NO_UNIT;
        turn(mind, Beat::Approach, at.now);
    }
    let (fx, fz) = direction(foe.x - at.unit.x, foe.z - at.unit.z, (at.unit.fx, at.unit.fz));
    way(Way::Stand { fx, fz })
}

/// Cover the flank, or wait: at the station, facing as the general wants.
#[must_use]
pub fn stand(at: &Glance<'_>) -> Wish {
    let run = at.command.run || at.off_station > RIDES_OFF;
    if at.locked {
        Wish::default()
    } else if at.off_station > AT_RUN_UP {
        way(Way::Go { x: at.command.x, z: at.command.z, run })
    } else {
        way(Way::Stand { fx: at.command.fx, fz: at.command.fz })
    }
}

fn way(way: Way) -> Wish {
    Wish { way, ..Wish::default() }
}

fn attack(unit: u16) -> Wish {
    way(Way::Attack { unit })
}

/// Away from an enemy, and out of the press.
fn ride_off(own: &Unit, foe: &Unit) -> Way {
    let (dx, dz) = direction(own.x - foe.x, own.z - foe.z, (0.0 - own.fx, 0.0 - own.fz));
    Way::Go { x: own.x + dx * RIDES_OFF, z: own.z + dz * RIDES_OFF, run: true }
}

/// Where a run at an enemy's flank begins: to the side of it on which the horse is, and behind.
fn run_up(own: &Unit, foe: &Unit) -> (f32, f32) {
    let across = (own.x - foe.x) * foe.fz - (own.z - foe.z) * foe.fx;
    let side = if across < 0.0 { -1.0 } else { 1.0 };
    let (dx, dz) = direction(foe.fz * side - foe.fx * 0.6, -foe.fx * side - foe.fz * 0.6, (foe.fz, 0.0 - foe.fx));
    (foe.x + dx * RUN_UP, foe.z + dz * RUN_UP)
}

/// Cosine off an enemy's front from which it is met at the flank, and from which at the rear.
/// Ours: 66° and 120° off it.
const OFF_FRONT: f32 = 0.4;
/// See [`OFF_FRONT`].
const BEHIND: f32 = -0.5;

/// The cosine between where an enemy faces and where the horse is from it: 1 in front, −1 behind.
fn bearing(own: &Unit, foe: &Unit) -> f32 {
    let (dx, dz) = direction(own.x - foe.x, own.z - foe.z, (foe.fx, foe.fz));
    dx * foe.fx + dz * foe.fz
}

/// Whoever needs no run at the flank: who runs, shoots, serves engines, or rides.
fn is_soft(at: &Glance<'_>, foe: &Unit) -> bool {
    !foe.nerve.is_in_order() || !matches!(at.rules.kind(foe).arm, Arm::Foot | Arm::Spear)
}

/// The mark that is worth most; ties to the lower index. `None` where nothing is worth it.
fn best_mark(at: &Glance<'_>) -> Option<u16> {
    let mut best = (WORTH_IT, None);
    for (index, foe) in at.state.units.iter().enumerate().filter(|(_, foe)| foe.side != at.unit.side) {
        if foe.is_here() && at.army.has_in_view(index, at.now) {
            let value = value(at, index, foe);
            if value > best.0 {
                best = (value, Some(index as u16));
            }
        }
    }
    best.1
}

/// What an enemy is worth to horse, in metres that it would ride for him.
fn value(at: &Glance<'_>, index: usize, foe: &Unit) -> f32 {
    let (own, kind) = (at.unit, at.rules.kind(foe));
    let gap = Block::of(own, at.kind).gap(&Block::of(foe, kind)).0;
    if gap > at.leash() {
        return NEVER;
    }
    let engaged = foe.locked != NO_UNIT && usize::from(foe.locked) != at.index;
    let (bearing, wanted) = (bearing(own, foe), if at.command.target == index as u16 { 20.0 } else { 0.0 });
    let worth = match kind.arm {
        _ if !foe.nerve.is_in_order() => {
            if at.command.pursue {
                90.0
            } else {
                40.0
            }
        }
        Arm::Missile | Arm::Skirmish | Arm::Artillery => 150.0,
        Arm::Horse => 120.0,
        Arm::Foot | Arm::Spear if engaged && bearing < BEHIND => 190.0,
        Arm::Foot | Arm::Spear if engaged => 160.0,
        Arm::Foot => 30.0,
        Arm::Spear if sees_points(at, index) => NEVER,
        Arm::Spear => 30.0,
    };
    worth + wanted - gap * 0.6
}

/// Whether this officer, at this thought, sees that an enemy holds points. A chance of the pair and the moment: no
/// stream is moved by it.
fn sees_points(at: &Glance<'_>, foe: usize) -> bool {
    let root = Stream::from_seed(at.rules.muster.seed).fork("points").key();
    // One answer for ten seconds, or he would change his mind with every thought.
    let moment = u64::from(at.now / (10 * TICK_HZ));
    let key = [at.index as u64, foe as u64, moment].into_iter().fold(root, fold);
    Stream::from_seed(key).roll(Ratio::per_mille(SEES_POINTS))
}
