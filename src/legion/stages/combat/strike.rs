//! Striking: a swing begins when a man is ready, and its blow lands a part of the way through it.

use recorder::Step;

use crate::legion::chance::Chances;
use crate::legion::content::Kind;
use crate::legion::fray::Blow;
use crate::legion::men::{Men, NOBODY};
use crate::legion::rules::Legion;
use crate::legion::stages::combat::duel;

/// Part of the swing after which its blow lands.
/// Source: massed battle, resolving a blow.
pub const HIT_FRAME: f32 = 0.45;

/// Ticks of a swing; of quicker weapons, the whole of their period.
/// Ours: 0.8 s, long enough to be seen.
const SWING_TICKS: u32 = 24;

/// How much the time from blow to blow varies, as a part of it. Ours: without, lines strike like one man.
const PERIOD_SPREAD: f32 = 0.15;

/// Give the ticks of a kind's swing.
#[must_use]
#[inline]
pub fn swing_ticks(kind: &Kind) -> u32 {
    kind.period.clamp(1, SWING_TICKS)
}

/// Give the ticks from the beginning of a kind's swing until its blow lands.
#[must_use]
#[inline]
pub fn ticks_to_hit(kind: &Kind) -> u32 {
    ((swing_ticks(kind) as f32 * HIT_FRAME + 0.5).floor() as u32).max(1)
}

/// Begin swings, and find the blows that land.
pub fn strike(rules: &Legion, step: &mut Step<'_, Legion>) {
    let chances = Chances::of(rules.muster.seed, "swing", step.tick);
    let state = &mut *step.state;
    for unit in &state.units {
        if unit.engaged == 0 {
            continue;
        }
        let kind = rules.kind(unit);
        for man in unit.men() {
            if state.men.target[man] == NOBODY {
                continue;
            }
            let duels = duel::is_duel(rules.muster.seed, &state.men, man);
            if duels {
                (state.men.vx[man], state.men.vz[man]) = (0.0, 0.0);
            }
            if let Some(blow) = swing(&mut state.men, man, kind, step.tick, duels, &chances) {
                step.scratch.fray.blows.push(blow);
            }
        }
    }
}

/// Go on with a man's swing; give the blow when it lands.
fn swing(men: &mut Men, man: usize, kind: &Kind, tick: u32, duels: bool, chances: &Chances) -> Option<Blow> {
    if men.lands_at[man] != 0 {
        if men.lands_at[man] > tick {
            return None;
        }
        men.lands_at[man] = 0;
        return Some(Blow { by: man as u32, man: men.target[man], charge: 0.0 });
    }
    if men.ready_at[man] <= tick {
        let spread = chances.for_one(man as u32).around_one(PERIOD_SPREAD);
        let period = (kind.period as f32 * spread).floor() as u32;
        men.lands_at[man] = tick + ticks_to_hit(kind);
        men.ready_at[man] = tick + period.max(ticks_to_hit(kind) + 1);
        if duels {
            // They strike in turn: the other's next comes half a period after this one.
            let foe = men.target[man] as usize;
            men.ready_at[foe] = men.ready_at[foe].max(tick + kind.period / 2);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::legion::field::{Field, SWORDS};

    fn pair() -> Field {
        let mut field = Field::of_sides(2);
        field.block(0, SWORDS, [0.0, 0.0], [0.0, 1.0], 1, 1);
        field.block(1, SWORDS, [0.0, 1.0], [0.0, -1.0], 1, 1);
        field
    }

    #[test]
    fn a_blow_lands_at_forty_five_hundredths_of_the_swing() {
        let mut kind = Field::of_sides(2).rules.content.kinds[SWORDS].clone();
        kind.period = 60;
        assert_eq!((swing_ticks(&kind), ticks_to_hit(&kind)), (24, 11), "10.8 rounded");
        kind.period = 20;
        assert_eq!((swing_ticks(&kind), ticks_to_hit(&kind)), (20, 9));
        kind.period = 0;
        assert_eq!((swing_ticks(&kind), ticks_to_hit(&kind)), (1, 1));
    }

    #[test]
    fn a_swing_lands_once_and_not_early() {
        let mut field = pair();
        let kind = field.rules.content.kinds[SWORDS].clone();
        let men = &mut field.state.men;
        (men.target[0], men.ready_at[0]) = (1, 100);
        let chances = Chances::of(1, "swing", 100);
        assert_eq!(swing(men, 0, &kind, 99, false, &chances), None);
        assert_eq!((men.lands_at[0], men.ready_at[0]), (0, 100), "not ready");
        let landed: Vec<u32> =
            (100..140).filter(|&tick| swing(men, 0, &kind, tick, false, &chances).is_some()).collect();
        assert_eq!(landed, [100 + ticks_to_hit(&kind)]);
    }

    #[test]
    fn duellists_strike_in_turn() {
        let mut field = pair();
        let kind = field.rules.content.kinds[SWORDS].clone();
        let men = &mut field.state.men;
        (men.target[0], men.target[1]) = (1, 0);
        let mut blows = Vec::new();
        for tick in 1..600 {
            let chances = Chances::of(1, "swing", tick);
            for man in 0..2 {
                blows.extend(swing(men, man, &kind, tick, true, &chances).map(|blow| (tick, blow.by)));
            }
        }
        let gaps: Vec<u32> = blows.windows(2).map(|two| two[1].0 - two[0].0).collect();
        assert!(blows.windows(2).all(|two| two[0].1 != two[1].1), "{blows:?}");
        assert!(gaps.iter().all(|&gap| gap >= kind.period / 2), "{gaps:?}");
    }
}
