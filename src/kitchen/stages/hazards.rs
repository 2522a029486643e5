//! Hazards: spills fall and dry, carts drive and hit.

use crate::kernel::stream::Stream;
use crate::kitchen::constants::STUN_TICKS;
use crate::kitchen::event::What;
use crate::kitchen::hazard::{Spill, SpillPlan};
use crate::kitchen::level::Tile;
use crate::kitchen::rules::Kitchen;
use crate::kitchen::stages::{Tick, tell};

/// Dry and spill, then drive.
pub fn run(rules: &Kitchen, tick: &mut Tick<'_>) {
    if let Some(plan) = rules.level.spill {
        dry(tick);
        spill(rules, tick, plan);
    }
    for (place, plan) in rules.level.carts.iter().enumerate() {
        plan.advance(&mut tick.state.carts[place]);
        hit(rules, tick, place);
    }
}

fn dry(tick: &mut Tick<'_>) {
    for slot in 0..tick.state.spills.len() {
        let spill = tick.state.spills[slot];
        if spill.dries_at > 0 && tick.tick >= u32::from(spill.dries_at) {
            tick.state.spills[slot] = Spill::default();
            tell(tick, What::Dried { at: spill.at });
        }
    }
}

fn spill(rules: &Kitchen, tick: &mut Tick<'_>, plan: SpillPlan) {
    if tick.tick < u32::from(tick.state.tally.next_spill_at) {
        return;
    }
    tick.state.tally.next_spill_at = tick.tick as u16 + plan.every_ticks;
    let Some(slot) = tick.state.spills.iter().position(|spill| spill.dries_at == 0) else { return };
    let dry = &mut tick.scratch.dry;
    dry.clear();
    let is_dry = |cell| !tick.state.spills.iter().any(|spill| spill.dries_at > 0 && spill.at == cell);
    dry.extend(rules.level.open_cells().filter(|cell| rules.level.tile(*cell) == Tile::Floor && is_dry(*cell)));
    let tally = &mut tick.state.tally;
    let mut stream = Stream::resume(Stream::from_seed(rules.seed).fork("spills").key(), tally.spill_draws);
    let Some(at) = stream.pick(dry).copied() else { return };
    tally.spill_draws = stream.drawn();
    let dries_at = tick.tick as u16 + plan.lasts_ticks;
    tick.state.spills[slot] = Spill { at, dries_at, spare: 0 };
    tell(tick, What::Spilled { at });
}

/// Whoever stands in a cart's way is held from the next tick on, and spared for a while after.
fn hit(rules: &Kitchen, tick: &mut Tick<'_>, place: usize) {
    let cart = tick.state.carts[place];
    let next = tick.next_tick();
    for cook in &mut tick.state.cooks {
        if next >= u32::from(cook.spared_until) && cart.hits(cook.at) {
            stun(cook, next, rules.pantry.times.spared_ticks);
        }
    }
}

/// Hold a cook for [`STUN_TICKS`] steps, the next one first.
pub fn stun(cook: &mut crate::kitchen::cook::Cook, next: u32, spared_ticks: u16) {
    cook.stun_until = next as u16 + STUN_TICKS;
    cook.spared_until = cook.stun_until + spared_ticks;
}
