//! Projectiles: what was thrown comes down where its target is by then.

use crate::kernel::actor::place_from_id;
use crate::skirmish::blows::Tick;
use crate::skirmish::gather::{gather_skill, gather_strike};
use crate::skirmish::rules::Skirmish;
use crate::skirmish::settle::settle;
use crate::skirmish::state::Missile;

/// Bring down everything that is due, together.
pub fn run(rules: &Skirmish, tick: &mut Tick<'_>) {
    let now = tick.tick;
    let mut landing = std::mem::take(&mut tick.scratch.landing);
    landing.clear();
    tick.state.missiles.retain(|missile| {
        let flies = u32::from(missile.lands) > now;
        if !flies {
            landing.push(*missile);
        }
        flies
    });
    landing.iter().for_each(|missile| land(rules, tick, missile));
    tick.scratch.landing = landing;
    settle(rules, tick);
}

/// A strike or a pointed skill is lost with its target; one that covers an area bursts where the target was.
fn land(rules: &Skirmish, tick: &mut Tick<'_>, missile: &Missile) {
    let (Some(by), Some(to)) = (place_from_id(missile.by), place_from_id(missile.to)) else { return };
    let is_there = tick.state.units[to].is_whole();
    if missile.skill == 0 && is_there {
        gather_strike(tick, by, to, missile.amount, missile.crit > 0);
    } else if let Some(skill) = missile.skill.checked_sub(1)
        && (is_there || rules.skill(skill).area > 0)
    {
        gather_skill(rules, tick, by, skill, to, i32::from(missile.hit_percent));
    }
}
