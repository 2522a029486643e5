//! Falling: the one door through which a man is hurt and dies. Whoever hurts him comes through here, so that losses,
//! kills and the field's last death are counted once and alike.

use crate::kernel::math;
use crate::legion::men::{Condition, Men, NOBODY};
use crate::legion::rules::TICK_HZ;
use crate::legion::scratch::{Loss, Scratch};
use crate::legion::state::State;
use crate::legion::unit::NO_UNIT;

/// Ticks from the blow until he lies. Ours: about the length of a fall as it is drawn.
pub const FALL_TICKS: u32 = TICK_HZ;

/// Metres a second at which a body is thrown from the blow.
/// Source: massed battle, the soldier pool.
pub const THROW_SPEED: f32 = 1.4;

/// Something that hurts a man.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Hurt {
    /// Whom.
    pub man: usize,
    /// The unit of whoever does it; [`NO_UNIT`] for nobody.
    pub by: u16,
    /// Points of health.
    pub points: f32,
    /// Where it drives him: a vector of length 1.
    pub dx: f32,
    /// See `dx`.
    pub dz: f32,
}

/// Hurt a man, and let him fall where it is too much for him. Tells whether he fell.
pub fn hurt(state: &mut State, scratch: &mut Scratch, tick: u32, hurt: Hurt) -> bool {
    let man = hurt.man;
    if !state.men.is_up(man) {
        return false;
    }
    state.men.hp[man] -= hurt.points.max(0.0);
    if state.men.hp[man] > 0.0 {
        return false;
    }
    drop_man(&mut state.men, tick, hurt);
    credit(state, scratch, man, hurt.by);
    state.last_fall = tick + 1;
    true
}

fn drop_man(men: &mut Men, tick: u32, hurt: Hurt) {
    let man = hurt.man;
    men.hp[man] = 0.0;
    men.condition[man] = Condition::DYING;
    men.falls_at[man] = tick + 1 + FALL_TICKS;
    men.fall[man] = heading(hurt.dx, hurt.dz);
    men.vx[man] = hurt.dx * THROW_SPEED + 0.0;
    men.vz[man] = hurt.dz * THROW_SPEED + 0.0;
    men.target[man] = NOBODY;
    men.lands_at[man] = 0;
}

/// Count him as lost, and give credit for him: never to his own side, whichever way he was hit.
fn credit(state: &mut State, scratch: &mut Scratch, man: usize, by: u16) {
    let (unit, side) = (state.men.unit[man], state.men.side[man]);
    let friendly = by != NO_UNIT && state.units[usize::from(by)].side == side;
    let credited = if friendly { NO_UNIT } else { by };
    if friendly {
        state.units[usize::from(by)].count_of.friendly += 1;
    } else if by != NO_UNIT {
        state.units[usize::from(by)].count_of.kills += 1;
    }
    // Men up are counted by cohesion, which closes the ranks where the count has changed.
    state.units[usize::from(unit)].count_of.lost += 1;
    scratch.losses.push(Loss { unit, by: credited, friendly });
}

/// Give a direction in 1/256 of a turn from east to north.
#[must_use]
pub fn heading(x: f32, z: f32) -> u8 {
    let turns = math::atan2(z, x) * (1.0 / std::f32::consts::TAU);
    ((turns * 256.0 + 256.5).floor() as u32 & 255) as u8
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::legion::field::{Field, SWORDS};

    fn blow(man: usize, by: u16, points: f32) -> Hurt {
        Hurt { man, by, points, dx: 0.0, dz: 1.0 }
    }

    fn pair() -> Field {
        let mut field = Field::of_sides(2);
        field.block(0, SWORDS, [0.0, 0.0], [0.0, 1.0], 4, 4);
        field.block(1, SWORDS, [0.0, 2.0], [0.0, -1.0], 4, 4);
        field
    }

    #[test]
    fn a_man_falls_at_nothing_and_not_before() {
        let mut field = pair();
        let whole = field.state.men.hp[4];
        assert!(!hurt(&mut field.state, &mut field.scratch, 9, blow(4, 0, whole - 0.5)));
        assert!(field.state.men.is_up(4) && field.scratch.losses.is_empty());
        assert!(hurt(&mut field.state, &mut field.scratch, 9, blow(4, 0, 0.5)));
        assert_eq!(field.state.men.condition[4], Condition::DYING);
        assert_eq!(field.scratch.losses, [Loss { unit: 1, by: 0, friendly: false }]);
        assert_eq!(field.state.units[1].count_of.lost, 1);
        assert_eq!((field.state.units[0].count_of.kills, field.state.last_fall), (1, 10));
    }

    #[test]
    fn nobody_dies_twice() {
        let mut field = pair();
        assert!(hurt(&mut field.state, &mut field.scratch, 9, blow(4, 0, 1.0e4)));
        assert!(!hurt(&mut field.state, &mut field.scratch, 9, blow(4, 0, 1.0e4)));
        assert_eq!((field.state.units[0].count_of.kills, field.scratch.losses.len()), (1, 1));
    }

    #[test]
    fn killing_ones_own_side_earns_nothing() {
        let mut field = pair();
        field.block(1, SWORDS, [0.0, 9.0], [0.0, -1.0], 4, 4);
        hurt(&mut field.state, &mut field.scratch, 9, blow(4, 2, 1.0e4));
        assert_eq!(field.scratch.losses, [Loss { unit: 1, by: NO_UNIT, friendly: true }]);
        assert_eq!((field.state.units[2].count_of.kills, field.state.units[2].count_of.friendly), (0, 1));
    }

    #[test]
    fn he_is_thrown_from_the_blow_and_lies_after_a_second() {
        let mut field = pair();
        hurt(&mut field.state, &mut field.scratch, 9, blow(4, 0, 1.0e4));
        assert_eq!((field.state.men.vx[4], field.state.men.vz[4]), (0.0, THROW_SPEED));
        assert_eq!(field.state.men.falls_at[4], 10 + FALL_TICKS);
    }

    #[test]
    fn headings_go_round_from_east_to_north() {
        let at = |x, z| heading(x, z);
        assert_eq!([at(1.0, 0.0), at(0.0, 1.0), at(-1.0, 0.0), at(0.0, -1.0)], [0, 64, 128, 192]);
    }
}
