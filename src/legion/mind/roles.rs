//! Roles: what each unit is for, and where it stands in its army, from how the army drew up.

use crate::legion::content::{Arm, Content, Doctrine, Kind};
use crate::legion::muster::Muster;
use crate::legion::plan::Role;
use crate::legion::state::State;
use crate::legion::unit::Unit;

/// Points of charge from which foot breaks in rather than holds.
/// Ours: parts the kinds that ship into those who charge and those who stand.
pub const SHOCK_CHARGE: f32 = 24.0;

/// Metres by which a unit must have drawn up behind the middle of the foot to be kept back before the doctrine asks
/// for it.
/// Ours: more than a line's depth.
pub const SECOND_LINE: f32 = 12.0;

/// A unit's place in its army as it drew up, in metres: to the right of the middle of the foot, and before it.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Place {
    /// To the right.
    pub right: f32,
    /// Before.
    pub ahead: f32,
}

/// The roles and places of all units of the battle, by index.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Roles {
    /// What each is for.
    pub roles: Vec<Role>,
    /// Where each drew up.
    pub places: Vec<Place>,
}

/// What roles are worked out from.
struct Stock<'a> {
    content: &'a Content,
    muster: &'a Muster,
}

impl<'a> Stock<'a> {
    fn kind(&self, unit: &Unit) -> &'a Kind {
        &self.content.kinds[usize::from(unit.kind)]
    }

    fn doctrine(&self, side: usize) -> &'a Doctrine {
        &self.content.factions[usize::from(self.muster.sides[side].faction)].doctrine
    }
}

/// Tell whether a kind of troops makes the line.
#[must_use]
pub const fn is_core(arm: Arm) -> bool {
    matches!(arm, Arm::Foot | Arm::Spear)
}

impl Roles {
    /// Work them out from how the armies drew up. A function of the rules alone.
    #[must_use]
    pub fn of(content: &Content, muster: &Muster, opening: &State) -> Self {
        let stock = &Stock { content, muster };
        let units = opening.units.len();
        let mut all = Self { roles: vec![Role::Line; units], places: vec![Place::default(); units] };
        for side in 0..opening.sides.len() {
            all.place(stock, opening, side);
            all.assign(stock, opening, side);
        }
        all
    }

    fn place(&mut self, stock: &Stock<'_>, opening: &State, side: usize) {
        let own = || opening.units.iter().filter(|unit| usize::from(unit.side) == side);
        let has_core = own().any(|unit| is_core(stock.kind(unit).arm));
        let core = || own().filter(|unit| !has_core || is_core(stock.kind(unit).arm));
        let Some((x, z)) = mean(core().map(|unit| (unit.x, unit.z))) else { return };
        let facing = mean(core().map(|unit| (unit.fx, unit.fz)));
        let (fx, fz) = facing.map_or((0.0, 1.0), |(fx, fz)| direction(fx, fz, (0.0, 1.0)));
        for (index, unit) in opening.units.iter().enumerate().filter(|(_, unit)| usize::from(unit.side) == side) {
            let (dx, dz) = (unit.x - x, unit.z - z);
            self.places[index] = Place { right: dx * fz - dz * fx, ahead: dx * fx + dz * fz };
        }
    }

    fn assign(&mut self, stock: &Stock<'_>, opening: &State, side: usize) {
        let own = || opening.units.iter().enumerate().filter(|(_, unit)| usize::from(unit.side) == side);
        for (index, unit) in own() {
            self.roles[index] = by_kind(stock, unit);
        }
        let mut foot: Vec<usize> =
            own().filter(|(_, unit)| is_core(stock.kind(unit).arm)).map(|(index, _)| index).collect();
        let key = |index: &usize| {
            let place = self.places[*index];
            // Rows of ten metres, the rearmost first; in a row, the middle first.
            ((place.ahead / 10.0).round() as i32, place.right.abs() as i32, *index)
        };
        foot.sort_by_key(key);
        let share = stock.doctrine(side).reserve;
        let kept = (share * foot.len() as f32).floor() as usize;
        for &index in foot.iter().take(kept).filter(|&&index| self.places[index].ahead < -SECOND_LINE) {
            self.roles[index] = Role::Reserve;
        }
        let line = foot.iter().filter(|&&index| self.roles[index] == Role::Line);
        if let Some(&anchor) = line.min_by_key(|&&index| (self.places[index].right.abs() as i32, index)) {
            self.roles[anchor] = Role::Anchor;
        }
    }
}

fn by_kind(stock: &Stock<'_>, unit: &Unit) -> Role {
    let kind = stock.kind(unit);
    match kind.arm {
        Arm::Horse => Role::Flank,
        Arm::Missile => Role::Missile,
        Arm::Skirmish => Role::Screen,
        Arm::Artillery => Role::Artillery,
        Arm::Foot if kind.charge >= SHOCK_CHARGE => Role::Shock,
        Arm::Foot | Arm::Spear => Role::Line,
    }
}

/// The mean of points; `None` of none.
#[must_use]
pub fn mean(points: impl Iterator<Item = (f32, f32)>) -> Option<(f32, f32)> {
    let (mut sum, mut count) = ((0.0, 0.0), 0.0);
    for (x, z) in points {
        sum = (sum.0 + x, sum.1 + z);
        count += 1.0;
    }
    (count > 0.0).then(|| (sum.0 / count, sum.1 / count))
}

/// A vector of length 1 along another; `otherwise` where that is too short to have a direction.
#[must_use]
#[inline]
pub fn direction(x: f32, z: f32, otherwise: (f32, f32)) -> (f32, f32) {
    let length = (x * x + z * z).sqrt();
    if length > 1e-3 { (x / length + 0.0, z / length + 0.0) } else { otherwise }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::legion::sketch::Sketch;

    #[test]
    fn roles_follow_kind_and_where_a_unit_drew_up() {
        let sketch = Sketch::new(&["rome", "juthungi"])
            .unit(0, "legionary-cohort", -40.0, 0.0, 90)
            .unit(0, "legionary-cohort", 3.0, 0.0, 90)
            .unit(0, "legionary-cohort", 40.0, 0.0, 90)
            .unit(0, "legionary-cohort", 0.0, -40.0, 90)
            .unit(0, "archers", 0.0, -20.0, 90)
            .unit(0, "slingers", 0.0, 20.0, 90)
            .unit(0, "cavalry", 90.0, 0.0, 90)
            .unit(0, "scorpion-battery", 0.0, -60.0, 90)
            .unit(1, "warband", 0.0, 300.0, 270);
        let wanted = [
            Role::Line,
            Role::Anchor,
            Role::Line,
            Role::Reserve,
            Role::Missile,
            Role::Screen,
            Role::Flank,
            Role::Artillery,
            Role::Shock,
        ];
        assert_eq!(sketch.rules.roles.roles, wanted);
    }

    #[test]
    fn a_place_is_to_the_right_and_before_by_where_the_army_faces() {
        let sketch =
            Sketch::new(&["rome"]).unit(0, "legionary-cohort", 0.0, 0.0, 0).unit(0, "archers", -20.0, -30.0, 0);
        let place = sketch.rules.roles.places[1];
        assert!(
            (place.right - 30.0).abs() < 1e-3 && (place.ahead + 20.0).abs() < 1e-3,
            "facing east, south is right: {place:?}"
        );
    }

    #[test]
    fn a_line_without_depth_keeps_nobody_back() {
        let mut sketch = Sketch::new(&["rome"]);
        for x in 0..6_i16 {
            sketch = sketch.unit(0, "legionary-cohort", f32::from(x) * 40.0, 0.0, 90);
        }
        assert!(!sketch.rules.roles.roles.contains(&Role::Reserve));
    }
}
