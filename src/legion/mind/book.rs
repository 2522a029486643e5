//! The book: what an officer told his unit last, so that he does not say it again every time he thinks.

use crate::legion::order::{Ability, Task, Word};
use crate::legion::plan::Mind;
use crate::legion::unit::{Formation, Unit};

/// Metres by which a new place must differ from the last one told.
/// Source: massed battle, 9.
pub const SAME_PLACE: f32 = 4.0;

/// Radians by which a new facing must differ from the last one told, and its cosine.
/// Source: massed battle, 9.
pub const SAME_FACING: f32 = 0.45;
/// See [`SAME_FACING`].
pub const SAME_FACING_COSINE: f32 = 0.900_447_1;

/// Ticks from one move, attack or facing to the next.
/// Source: massed battle, 9.
pub const REPEAT_TICKS: u32 = 6;

/// What an officer wants of his unit now, before the book has been asked.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Wish {
    /// How men should stand.
    pub form: Option<Formation>,
    /// An ability to use.
    pub ability: Option<Ability>,
    /// Where to be.
    pub way: Way,
}

/// Where a unit should be.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub enum Way {
    /// As it is.
    #[default]
    Keep,
    /// Where it is, facing that way: a vector of length 1.
    Stand { fx: f32, fz: f32 },
    /// There.
    Go { x: f32, z: f32, run: bool },
    /// At a unit.
    Attack { unit: u16 },
}

/// Turn a wish into the words that the unit has not been told yet, and note them.
pub fn words(unit: &Unit, mind: &mut Mind, wish: Wish, now: u32, mut tell: impl FnMut(Word)) {
    if let Some(formation) = wish.form.filter(|&form| form != unit.formation) {
        tell(Word::Form { formation });
    }
    if let Some(ability) = wish.ability {
        tell(Word::Use { ability });
    }
    if mind.told_at != 0 && now.saturating_sub(mind.told_at) < REPEAT_TICKS {
        return;
    }
    match wish.way {
        Way::Keep => {}
        Way::Stand { fx, fz } => stand(unit, mind, fx, fz, now, &mut tell),
        Way::Go { x, z, run } => go(unit, mind, (x, z), run, now, &mut tell),
        Way::Attack { unit: foe } if unit.task != (Task::Attack { unit: foe }) => {
            mind.told_at = now;
            tell(Word::Attack { unit: foe });
        }
        Way::Attack { .. } => {}
    }
}

fn stand(unit: &Unit, mind: &mut Mind, fx: f32, fz: f32, now: u32, tell: &mut impl FnMut(Word)) {
    if unit.task != Task::Hold {
        mind.told_at = now;
        tell(Word::Halt);
    }
    if unit.wish_fx * fx + unit.wish_fz * fz < SAME_FACING_COSINE {
        (mind.told_fx, mind.told_fz, mind.told_at) = (fx, fz, now);
        let (x, z) = (unit.x + fx * FACE_AHEAD, unit.z + fz * FACE_AHEAD);
        tell(Word::Face { x: decimetres(x), z: decimetres(z) });
    }
}

fn go(unit: &Unit, mind: &mut Mind, (x, z): (f32, f32), run: bool, now: u32, tell: &mut impl FnMut(Word)) {
    if let Task::Go { x: to_x, z: to_z, run: runs } = unit.task
        && is_same_place(x - to_x, z - to_z)
        && runs == run
    {
        return;
    }
    (mind.told_x, mind.told_z, mind.told_at) = (x, z, now);
    tell(Word::Move { x: decimetres(x), z: decimetres(z), run });
}

/// Tell whether two places are one to the book.
#[must_use]
pub fn is_same_place(dx: f32, dz: f32) -> bool {
    dx * dx + dz * dz < SAME_PLACE * SAME_PLACE
}

/// Metres before a unit of the point that it is told to face.
/// Ours: an order to face names a point; far enough off that a step does not turn it.
const FACE_AHEAD: f32 = 20.0;

/// Metres as decimetres, kept within what orders allow.
fn decimetres(metres: f32) -> i32 {
    let edge = crate::legion::rules::FIELD - 1.0;
    (metres.clamp(-edge, edge) * 10.0).round() as i32
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::legion::sketch::Sketch;

    fn unit() -> Unit {
        Sketch::new(&["rome"]).unit(0, "legionary-cohort", 0.0, 0.0, 90).state.units.remove(0)
    }

    fn said(unit: &Unit, mind: &mut Mind, way: Way, now: u32) -> usize {
        let mut count = 0;
        words(unit, mind, Wish { way, ..Wish::default() }, now, |_| count += 1);
        count
    }

    #[test]
    fn a_place_within_four_metres_of_the_last_is_not_told_again() {
        let (mut unit, mut mind) = (unit(), Mind::default());
        unit.task = Task::Go { x: 10.0, z: 0.0, run: false };
        assert_eq!(said(&unit, &mut mind, Way::Go { x: 13.9, z: 0.0, run: false }, 100), 0);
        assert_eq!(said(&unit, &mut mind, Way::Go { x: 14.0, z: 0.0, run: false }, 100), 1);
        let mut mind = Mind::default();
        assert_eq!(said(&unit, &mut mind, Way::Go { x: 10.0, z: 0.0, run: true }, 100), 1, "but at a run");
    }

    #[test]
    fn six_ticks_pass_between_two_words() {
        let (unit, mut mind) = (unit(), Mind::default());
        let to = |x| Way::Go { x, z: 0.0, run: false };
        assert_eq!(said(&unit, &mut mind, to(50.0), 100), 1);
        assert_eq!(said(&unit, &mut mind, to(90.0), 99 + REPEAT_TICKS), 0);
        assert_eq!(said(&unit, &mut mind, to(90.0), 100 + REPEAT_TICKS), 1);
    }

    #[test]
    fn a_facing_within_the_limit_of_the_last_is_not_told_again() {
        let near = SAME_FACING - 0.01;
        let far = SAME_FACING + 0.01;
        for (angle, told) in [(near, 0), (far, 1)] {
            let (unit, mut mind) = (unit(), Mind::default());
            let [fx, fz] = [crate::kernel::math::sin(angle), crate::kernel::math::cos(angle)];
            assert_eq!(said(&unit, &mut mind, Way::Stand { fx, fz }, 100), told, "{angle}");
        }
    }

    #[test]
    fn an_attack_under_way_is_not_ordered_again() {
        let (mut unit, mut mind) = (unit(), Mind::default());
        unit.task = Task::Attack { unit: 3 };
        assert_eq!(said(&unit, &mut mind, Way::Attack { unit: 3 }, 100), 0);
        assert_eq!(said(&unit, &mut mind, Way::Attack { unit: 4 }, 100), 1);
    }
}
