//! Skirmishers: they go up, loose, get away before they are caught, gather, and go up again.

use crate::legion::content::Arm;
use crate::legion::mind::bids::NEVER;
use crate::legion::mind::book::{Way, Wish};
use crate::legion::mind::general::SCREEN_SPENT;
use crate::legion::mind::glance::Glance;
use crate::legion::mind::roles::direction;
use crate::legion::plan::{Beat, Mind, Phase};
use crate::legion::rules::TICK_HZ;

/// Part of its reach from which a screen looses, and to which it goes up.
/// Ours: below the whole reach, so that an enemy who steps back is still in it.
const LOOSES_FROM: f32 = 0.85;
/// See [`LOOSES_FROM`].
const GOES_UP_TO: f32 = 0.7;

/// Metres beyond its reach that a screen goes for an enemy.
/// Ours: a screen goes out before the line and not over the field.
const GOES_FOR: f32 = 90.0;

/// Seconds that it looses in one place; that it gets away; that it gathers.
/// Ours: the source names the three steps of the cycle, not how long they last.
const LOOSE_SECONDS: u32 = 20;
/// See [`LOOSE_SECONDS`].
const AWAY_SECONDS: u32 = 7;
/// See [`LOOSE_SECONDS`].
const GATHER_SECONDS: u32 = 4;

/// Metres that it gets away.
/// Ours: out of reach of a charge of foot.
const AWAY: f32 = 45.0;

/// Bid for the cycle.
#[must_use]
pub fn bid(at: &Glance<'_>) -> f32 {
    let can = at.kind.arm == Arm::Skirmish && at.ammo > 0 && !at.locked;
    // A screen that was shot to pieces goes up again when the lines have met and nobody has time for it.
    let spent = at.unit.loss() >= SCREEN_SPENT && at.army.phase < Phase::Engagement;
    let when = at.army.phase >= Phase::Skirmish && at.army.phase != Phase::Withdraw && !spent;
    let reach = at.range().0 + GOES_FOR;
    if can && when && at.nearest.is_some_and(|foe| foe.gap < reach) { 62.0 } else { NEVER }
}

/// Go on with the cycle.
#[must_use]
pub fn act(at: &Glance<'_>, mind: &mut Mind) -> Wish {
    let Some(foe) = at.mark.or(at.nearest) else { return Wish::default() };
    let target = at.of_index(foe.unit);
    mind.target = foe.unit;
    let range = at.range().0;
    let seconds = at.now.saturating_sub(mind.beat_since) / TICK_HZ;
    let (dx, dz) = direction(target.x - at.unit.x, target.z - at.unit.z, (at.unit.fx, at.unit.fz));
    let beat = match mind.beat {
        Beat::Strike if foe.gap > range => Beat::Approach,
        Beat::Strike if seconds >= LOOSE_SECONDS && is_pressed(at) => Beat::Withdraw,
        Beat::Strike => Beat::Strike,
        Beat::Withdraw if seconds < AWAY_SECONDS => Beat::Withdraw,
        Beat::Withdraw => Beat::Reform,
        Beat::Reform if seconds < GATHER_SECONDS => Beat::Reform,
        _ if foe.gap <= range * LOOSES_FROM => Beat::Strike,
        _ => Beat::Approach,
    };
    if beat != mind.beat {
        (mind.beat, mind.beat_since) = (beat, at.now);
    }
    let way = match beat {
        Beat::Approach => {
            let ahead = (foe.gap - range * GOES_UP_TO).max(0.0);
            Way::Go { x: at.unit.x + dx * ahead, z: at.unit.z + dz * ahead, run: foe.gap > range * 1.5 }
        }
        Beat::Withdraw => away(at),
        _ => Way::Stand { fx: dx, fz: dz },
    };
    Wish { way, ..Wish::default() }
}

/// Whether somebody who fights hand to hand is near enough to come.
fn is_pressed(at: &Glance<'_>) -> bool {
    at.threat.is_some_and(|foe| foe.gap < at.range().0 * GOES_UP_TO)
}

/// Away from who threatens, and behind the own line.
#[must_use]
pub fn away(at: &Glance<'_>) -> Way {
    let (bx, bz) = (0.0 - at.command.fx, 0.0 - at.command.fz);
    let Some(foe) = at.threat.or(at.nearest) else {
        return Way::Go { x: at.command.x, z: at.command.z, run: true };
    };
    let foe = at.of_index(foe.unit);
    let (dx, dz) = direction(at.unit.x - foe.x, at.unit.z - foe.z, (bx, bz));
    let (wx, wz) = direction(dx + bx * 0.7, dz + bz * 0.7, (bx, bz));
    Way::Go { x: at.unit.x + wx * AWAY, z: at.unit.z + wz * AWAY, run: true }
}
