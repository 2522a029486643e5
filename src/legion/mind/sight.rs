//! Sight: what an army knows of the others. Who is near enough to one of its units is seen; who was seen is remembered
//! where he was until that place is seen to be empty.

use crate::legion::side::{Side, Sighting};
use crate::legion::state::State;
use crate::legion::unit::Unit;

/// Metres that a unit sees on open ground.
/// Ours: the source has each side see for itself, not how far.
pub const SIGHT: f32 = 500.0;

/// Ticks for which a unit that was seen counts as in view: somewhat more than from one look to the next.
/// Ours: a look is every ten ticks; one that is late must not blind an army.
pub const IN_VIEW: u32 = 20;

/// Look around for a side.
pub fn look(state: &mut State, side: usize, now: u32) {
    let State { units, sides, .. } = state;
    let own = sides[side].seen.len();
    if own < units.len() {
        sides[side].seen.resize(units.len(), Sighting::default());
    }
    for (index, unit) in units.iter().enumerate().filter(|(_, unit)| usize::from(unit.side) != side) {
        let sighting = &mut sides[side].seen[index];
        if unit.is_here() && is_overlooked(units, side, unit.x, unit.z) {
            *sighting = Sighting { x: unit.x, z: unit.z, tick: now };
        } else if sighting.tick != 0 && is_overlooked(units, side, sighting.x, sighting.z) {
            *sighting = Sighting::default();
        }
    }
}

/// Tell whether a unit of a side sees a place.
fn is_overlooked(units: &[Unit], side: usize, x: f32, z: f32) -> bool {
    let sees = |unit: &Unit| (unit.x - x) * (unit.x - x) + (unit.z - z) * (unit.z - z) <= SIGHT * SIGHT;
    units.iter().any(|unit| usize::from(unit.side) == side && unit.is_here() && sees(unit))
}

impl Side {
    /// Tell whether it has a unit in view.
    #[must_use]
    #[inline]
    pub fn has_in_view(&self, unit: usize, now: u32) -> bool {
        self.seen.get(unit).is_some_and(|seen| seen.tick != 0 && now.saturating_sub(seen.tick) <= IN_VIEW)
    }

    /// Give where it believes a unit to be; `None` where it knows nothing.
    #[must_use]
    #[inline]
    pub fn believes(&self, unit: usize) -> Option<(f32, f32)> {
        self.seen.get(unit).filter(|seen| seen.tick != 0).map(|seen| (seen.x, seen.z))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::legion::sketch::Sketch;

    fn apart(metres: f32) -> Sketch {
        Sketch::new(&["rome", "juthungi"])
            .unit(0, "legionary-cohort", 0.0, 0.0, 90)
            .unit(1, "warband", 0.0, metres, 270)
    }

    #[test]
    fn an_army_sees_as_far_as_its_units_and_no_further() {
        for (metres, sees) in [(SIGHT, true), (SIGHT + 0.1, false)] {
            let mut sketch = apart(metres);
            look(&mut sketch.state, 0, 10);
            assert_eq!(sketch.state.sides[0].has_in_view(1, 10), sees, "{metres} m");
            assert_eq!(sketch.state.sides[0].believes(1), sees.then_some((0.0, metres)));
        }
    }

    #[test]
    fn who_was_seen_is_remembered_until_his_place_is_seen_empty() {
        let mut sketch = apart(400.0);
        look(&mut sketch.state, 0, 10);
        sketch.state.units[1].z = 900.0;
        sketch.state.units[0].z = -200.0;
        look(&mut sketch.state, 0, 10 + IN_VIEW + 1);
        let army = &sketch.state.sides[0];
        assert!(!army.has_in_view(1, 10 + IN_VIEW + 1));
        assert_eq!(army.believes(1), Some((0.0, 400.0)), "that place is out of sight");
        sketch.state.units[0].z = 0.0;
        look(&mut sketch.state, 0, 40);
        assert_eq!(sketch.state.sides[0].believes(1), None);
    }
}
