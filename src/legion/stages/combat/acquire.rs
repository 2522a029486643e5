//! Acquiring: a man without an opponent looks for the nearest enemy in reach, those in front of him before others.

use recorder::{Step, crew};

use crate::legion::content::Kind;
use crate::legion::event::{Event, What};
use crate::legion::fray::{Blow, Charge};
use crate::legion::hash::Hash;
use crate::legion::men::{Condition, Men, NOBODY};
use crate::legion::order::Ability;
use crate::legion::rules::{Legion, TICK_HZ};
use crate::legion::stages::combat::hold::can_meet;
use crate::legion::unit::{Formation, NO_UNIT, Unit};

/// Metres beyond his weapon's reach at which a man takes an opponent: a body's diameter, and two centimetres. His own
/// body brings the man behind him that much closer.
/// Source: massed battle, reach and pads.
pub const ACQUIRE_PAD: f32 = 0.86;

/// Metres by which an enemy straight ahead counts as nearer.
/// Source: massed battle, acquisition.
pub const FRONT_BIAS: f32 = 1.6;

/// Attackers from which on an enemy is less attractive to one more.
/// Source: massed battle, acquisition.
pub const CROWD_SOFT_CAP: u8 = 2;

/// Attackers that a man has at the most: three can get at one.
/// Source: massed battle, acquisition and known defects; chosen as three, and kept to by `>=`.
pub const CROWD_HARD_CAP: u8 = 3;

/// Metres by which a crowded enemy counts as further, for each attacker from the soft cap on.
/// Ours: a crowded enemy is less liked, says the source, not by how much.
const CROWD_STEP: f32 = 0.8;

/// Men who fight at once, at the least.
/// Source: massed battle, how many men can fight.
pub const ENGAGE_MIN: f32 = 6.0;

/// Men who fight at once, for each file.
/// Source: massed battle, how many men can fight.
pub const ENGAGE_PER_WIDTH: f32 = 1.2;

/// The same with spears, which strike past the man in front.
/// Source: massed battle, how many men can fight.
pub const ENGAGE_PER_WIDTH_SPEAR: f32 = 1.8;

/// Reach in metres from which a weapon is a spear.
/// Source: massed battle, how many men can fight.
pub const SPEAR_REACH: f32 = 2.2;

/// Rank, from 0, down to which men look often.
/// Source: massed battle, acquisition.
const EAGER_RANK: u8 = 2;

/// Ticks between two looks of those who look often, and of the others, who hardly ever have anyone in reach.
/// Source: massed battle, acquisition.
const EAGER_TICKS: u32 = 8;
/// See `EAGER_TICKS`.
const IDLE_TICKS: u32 = 32;

/// Ticks in contact after which everyone looks often.
/// Source: massed battle, acquisition.
const EAGER_CONTACT_TICKS: u32 = 4 * TICK_HZ;

/// Part of a kind's run at which a man who closes comes in with weight, and metres a second it takes at least.
/// Ours: who walks up does not charge.
const CHARGE_SHARE: f32 = 0.6;
/// See `CHARGE_SHARE`.
const CHARGE_SPEED: f32 = 2.4;

/// Ticks after fronts lock in which men still run in with weight; later, those who hurry up from behind do not.
/// Ours: the time in which the ranks of one charge come in.
const CHARGE_TICKS: u32 = 3 * TICK_HZ;

/// What multiplies the weight of a run-in that was called for.
/// Ours: calling for it must be felt.
const CHARGE_FACTOR: f32 = 1.5;

/// Ticks without anyone running in after which a run-in is another charge.
/// Ours: longer than the ranks of one charge are apart.
const CHARGE_AGAIN_TICKS: u32 = 10 * TICK_HZ;

const _: () = assert!(CROWD_SOFT_CAP < CROWD_HARD_CAP && EAGER_TICKS.is_power_of_two() && IDLE_TICKS.is_power_of_two());

/// Give the number of men of a unit who fight at once.
#[must_use]
pub fn engage_cap(unit: &Unit, kind: &Kind) -> u16 {
    let per_width = if kind.reach >= SPEAR_REACH { ENGAGE_PER_WIDTH_SPEAR } else { ENGAGE_PER_WIDTH };
    let front = f32::from(unit.width).min(unit.alive as f32);
    ENGAGE_MIN.max((front * per_width + 0.5).floor()) as u16
}

/// Let men who have nobody look for an opponent.
pub fn acquire(rules: &Legion, step: &mut Step<'_, Legion>) {
    let seekers = seekers(rules, step);
    let (state, scratch) = (&mut *step.state, &mut *step.scratch);
    for index in 0..state.units.len() {
        let unit = &mut state.units[index];
        if !looks(unit, scratch.fray.near[index]) {
            continue;
        }
        let mut look = Look {
            kind: rules.kind(unit),
            tick: step.tick,
            hash: &scratch.hash,
            attackers: &mut scratch.attackers,
            blows: &mut scratch.fray.blows,
            charges: &mut scratch.fray.charges,
        };
        match seekers.get(index) {
            Some(seekers) => {
                look.unit(&mut state.men, unit, index as u16, seekers.iter().map(|&man| man as usize));
            }
            None => {
                let men = unit.men();
                look.unit(&mut state.men, unit, index as u16, men);
            }
        }
    }
    tell(step);
}

/// Tell whether a unit's men look for opponents at all.
fn looks(unit: &Unit, is_near: bool) -> bool {
    is_near && unit.nerve.is_in_order() && unit.alive > 0
}

/// Where there is help, find out beforehand who has an enemy in reach: hardly anyone has. Whether he takes him hangs on
/// who took one before him; that there is one does not.
fn seekers(rules: &Legion, step: &Step<'_, Legion>) -> Vec<Vec<u32>> {
    if !rules.is_massed() || !crew::has_help() {
        return Vec::new();
    }
    let (men, scratch) = (&step.state.men, &*step.scratch);
    crew::each_if(true, step.state.units.iter().collect(), |index, unit| {
        let kind = rules.kind(unit);
        if !looks(unit, scratch.fray.near[index]) || unit.engaged >= engage_cap(unit, kind) {
            return Vec::new();
        }
        let (reach, eager) = (kind.reach + ACQUIRE_PAD, all_eager(unit, kind, step.tick));
        let has_someone = |man: usize| {
            let (x, z, mut some) = (men.x[man], men.z[man], false);
            scratch.hash.near(men, x, z, reach, |foe, distance_sq| {
                some |= men.side[foe] != men.side[man] && can_meet(men, man, foe, distance_sq, reach);
            });
            some
        };
        let seeks = |man: usize| seeks(men, man, step.tick, eager) && has_someone(man);
        unit.men().filter(|&man| seeks(man)).map(|man| man as u32).collect()
    })
}

/// Tell whether all of a unit's men look often, whatever their rank.
fn all_eager(unit: &Unit, kind: &Kind, tick: u32) -> bool {
    let loose = matches!(unit.formation, Formation::Loose | Formation::Skirmish);
    let long = unit.locked != NO_UNIT && tick.saturating_sub(unit.locked_since) > EAGER_CONTACT_TICKS;
    loose || long || kind.is_horse()
}

/// Tell whether a man looks for an opponent now.
#[inline]
fn seeks(men: &Men, man: usize, tick: u32, all_eager: bool) -> bool {
    men.target[man] == NOBODY && is_due(man, men.rank[man], tick, all_eager) && men.is_up(man)
}

/// What a unit's men look with.
struct Look<'a> {
    kind: &'a Kind,
    tick: u32,
    hash: &'a Hash,
    attackers: &'a mut [u8],
    blows: &'a mut Vec<Blow>,
    charges: &'a mut Vec<Charge>,
}

impl Look<'_> {
    fn unit(&mut self, men: &mut Men, unit: &mut Unit, index: u16, among: impl Iterator<Item = usize>) {
        let cap = engage_cap(unit, self.kind);
        let all_eager = all_eager(unit, self.kind, self.tick);
        for man in among {
            if unit.engaged >= cap {
                return;
            }
            if !seeks(men, man, self.tick, all_eager) {
                continue;
            }
            if let Some(foe) = self.find(men, man) {
                self.take(men, unit, index, man, foe);
            }
        }
    }

    /// Find the best enemy in reach; equals go to the lower place.
    fn find(&self, men: &Men, man: usize) -> Option<usize> {
        let reach = self.kind.reach + ACQUIRE_PAD;
        let (side, fx, fz) = (men.side[man], men.fx[man], men.fz[man]);
        let mut best: Option<(f32, usize)> = None;
        let (x, z) = (men.x[man], men.z[man]);
        self.hash.near(men, x, z, reach, |foe, distance_sq| {
            if men.side[foe] == side || !can_meet(men, man, foe, distance_sq, reach) {
                return;
            }
            let crowd = self.attackers[foe];
            if crowd >= CROWD_HARD_CAP {
                return;
            }
            let distance = distance_sq.sqrt().max(1e-3);
            let ahead = ((men.x[foe] - x) * fx + (men.z[foe] - z) * fz) / distance;
            let crowded = f32::from((crowd + 1).saturating_sub(CROWD_SOFT_CAP)) * CROWD_STEP;
            let score = ahead * FRONT_BIAS - distance - crowded;
            if best.is_none_or(|(top, at)| score > top || (score >= top && foe < at)) {
                best = Some((score, foe));
            }
        });
        best.map(|(_, foe)| foe)
    }

    fn take(&mut self, men: &mut Men, unit: &mut Unit, index: u16, man: usize, foe: usize) {
        men.target[man] = foe as u32;
        men.condition[man] = Condition::FIGHTING;
        self.attackers[foe] = self.attackers[foe].saturating_add(1);
        unit.engaged += 1;
        let closing = closing_speed(men, man, foe);
        let fresh = unit.locked == NO_UNIT || self.tick.saturating_sub(unit.locked_since) <= CHARGE_TICKS;
        let fast = closing >= CHARGE_SPEED && closing >= self.kind.run * CHARGE_SHARE;
        if fresh && fast && self.kind.charge > 0.0 {
            self.run_in(men, unit, index, man, foe, closing);
        } else if men.ready_at[man] < self.tick {
            // Not everyone strikes at once: some need a moment.
            men.ready_at[man] = self.tick + u32::from(men.grain[man]) * self.kind.period / 512;
        }
    }

    /// Strike at once, with the weight of the run.
    fn run_in(&mut self, men: &mut Men, unit: &Unit, index: u16, man: usize, foe: usize, closing: f32) {
        let factor = if unit.is_using(Ability::Charge, self.tick) { CHARGE_FACTOR } else { 1.0 };
        let charge = self.kind.charge * (closing / self.kind.run).min(1.0) * factor;
        self.blows.push(Blow { by: man as u32, man: foe as u32, charge });
        men.ready_at[man] = self.tick + self.kind.period;
        men.lands_at[man] = 0;
        let met = men.unit[foe];
        match self.charges.iter_mut().find(|charge| (charge.unit, charge.foe) == (index, met)) {
            Some(charge) => charge.men += 1,
            None => self.charges.push(Charge { unit: index, foe: met, men: 1 }),
        }
    }
}

/// Tell whether it is a man's turn to look. Turns are spread over the ticks by place.
#[inline]
fn is_due(man: usize, rank: u8, tick: u32, all_eager: bool) -> bool {
    let eager = all_eager || rank <= EAGER_RANK;
    let every = if eager { EAGER_TICKS } else { IDLE_TICKS };
    (man as u32).wrapping_add(tick) & (every - 1) == 0
}

/// Write down the units that have begun to run in.
fn tell(step: &mut Step<'_, Legion>) {
    for charge in &step.scratch.fray.charges {
        let unit = &mut step.state.units[usize::from(charge.unit)];
        if unit.charged_at == 0 || step.tick + 1 - unit.charged_at >= CHARGE_AGAIN_TICKS {
            let what = What::Charged { unit: charge.unit, foe: charge.foe };
            step.journal.push(Event { tick: step.tick + 1, what });
        }
        unit.charged_at = step.tick + 1;
    }
}

/// Give the speed at which a man runs at another, in metres a second.
fn closing_speed(men: &Men, man: usize, foe: usize) -> f32 {
    let (dx, dz) = (men.x[foe] - men.x[man], men.z[foe] - men.z[man]);
    let distance = (dx * dx + dz * dz).sqrt().max(1e-3);
    (men.vx[man] * dx + men.vz[man] * dz) / distance
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::legion::field::{Field, HORSE, SPEARS, SWORDS};
    use crate::legion::stages::combat;

    /// One man of side 0 at the origin, facing north; enemies as given.
    fn one_against(foes: &[[f32; 2]]) -> Field {
        let mut field = Field::of_sides(2);
        field.block(0, SWORDS, [0.0, 0.0], [0.0, 1.0], 1, 1);
        for &foe in foes {
            field.block(1, SWORDS, foe, [0.0, -1.0], 1, 1);
        }
        field
    }

    fn choice(foes: &[[f32; 2]]) -> u32 {
        let mut field = one_against(foes);
        field.run_for(combat::run, EAGER_TICKS);
        field.state.men.target[0]
    }

    #[test]
    fn an_opponent_is_taken_at_reach_and_a_body() {
        let reach = Field::of_sides(2).rules.content.kinds[SWORDS].reach;
        assert_eq!(choice(&[[0.0, reach + 0.85]]), 1);
        assert_eq!(choice(&[[0.0, reach + 0.87]]), NOBODY);
    }

    #[test]
    fn whoever_is_ahead_counts_as_up_to_a_metre_sixty_nearer() {
        assert_eq!(choice(&[[0.4, 0.0], [0.0, 1.9]]), 2, "1.9 − 1.6 < 0.4");
        assert_eq!(choice(&[[0.2, 0.0], [0.0, 1.9]]), 1, "1.9 − 1.6 > 0.2");
        assert_eq!(choice(&[[0.0, -0.5], [0.9, 0.0]]), 2, "behind counts as further");
    }

    #[test]
    fn equals_go_to_the_lower_place() {
        assert_eq!(choice(&[[0.5, 1.0], [-0.5, 1.0]]), 1);
        assert_eq!(choice(&[[-0.5, 1.0], [0.5, 1.0]]), 1);
    }

    #[test]
    fn three_get_at_one_man_and_a_fourth_does_not() {
        let mut field = Field::of_sides(2);
        for x in [-0.6, -0.2, 0.2, 0.6] {
            field.block(0, SWORDS, [x, -1.0], [0.0, 1.0], 1, 1);
        }
        field.block(1, SWORDS, [0.0, 0.0], [0.0, -1.0], 1, 1);
        field.rules_mut().content_mut().kinds[SWORDS].damage = 0.0;
        field.run_for(combat::run, 90);
        let on_him = (0..4).filter(|&man| field.state.men.target[man] == 4).count();
        assert_eq!(on_him, usize::from(CROWD_HARD_CAP));
        assert_eq!(CROWD_HARD_CAP, 3);
    }

    #[test]
    fn a_crowded_man_is_less_attractive_from_two_on() {
        let mut field = Field::of_sides(2);
        for x in [-0.3, 0.0, 0.3] {
            field.block(0, SWORDS, [x, 0.0], [0.0, 1.0], 1, 1);
        }
        field.block(1, SWORDS, [0.0, 1.0], [0.0, -1.0], 1, 1);
        field.block(1, SWORDS, [0.0, 1.6], [0.0, -1.0], 1, 1);
        field.rules_mut().content_mut().kinds[SWORDS].damage = 0.0;
        field.run_for(combat::run, EAGER_TICKS);
        let on = |foe| (0..3).filter(|&man| field.state.men.target[man] == foe).count();
        assert_eq!((on(3), on(4)), (2, 1), "the third takes the one behind, 0.6 m further");
    }

    #[test]
    fn the_front_looks_every_eight_ticks_and_the_depth_every_thirty_two() {
        let due = |rank, all_eager| (0..64).filter(|&tick| is_due(5, rank, tick, all_eager)).count();
        assert_eq!([due(2, false), due(3, false), due(9, true)], [8, 2, 8]);
    }

    #[test]
    fn the_front_decides_how_many_fight() {
        let field = one_against(&[[0.0, 50.0]]);
        let mut unit = field.state.units[0].clone();
        let [swords, spears] = [SWORDS, SPEARS].map(|kind| &field.rules.content.kinds[kind]);
        assert!(spears.reach >= SPEAR_REACH && swords.reach < SPEAR_REACH);
        (unit.width, unit.alive) = (29, 160);
        assert_eq!((engage_cap(&unit, swords), engage_cap(&unit, spears)), (35, 52));
        (unit.width, unit.alive) = (28, 160);
        assert_eq!((engage_cap(&unit, swords), engage_cap(&unit, spears)), (34, 50));
        unit.alive = 10;
        assert_eq!(engage_cap(&unit, swords), 12);
        unit.alive = 5;
        assert_eq!(engage_cap(&unit, swords), 6, "six at the least");
        unit.alive = 4;
        assert_eq!(engage_cap(&unit, swords), 6);
    }

    #[test]
    fn two_blocks_pressed_into_each_other_stay_within_the_cap() {
        let mut field = Field::of_sides(2);
        field.block(0, SWORDS, [0.0, 0.0], [0.0, 1.0], 160, 29);
        field.block(1, SWORDS, [0.0, 0.3], [0.0, -1.0], 160, 29);
        field.rules_mut().content_mut().kinds[SWORDS].damage = 0.0;
        field.run_for(combat::run, 300);
        assert_eq!([field.state.units[0].engaged, field.state.units[1].engaged], [35, 35]);
    }

    #[test]
    fn every_two_of_three_sides_fight() {
        for (one, other) in [(0, 1), (0, 2), (1, 2), (2, 0)] {
            let mut field = Field::of_sides(3);
            field.block(one, SWORDS, [0.0, 0.0], [0.0, 1.0], 1, 1);
            field.block(other, SWORDS, [0.0, 1.0], [0.0, -1.0], 1, 1);
            field.run_for(combat::run, EAGER_TICKS);
            assert_eq!([field.state.men.target[0], field.state.men.target[1]], [1, 0], "{one} against {other}");
        }
    }

    #[test]
    fn a_charge_into_two_units_at_once_is_one_charge() {
        let mut field = Field::of_sides(2);
        field.block(0, HORSE, [0.0, 0.0], [0.0, 1.0], 2, 2);
        field.block(1, SWORDS, [-0.5, 1.5], [0.0, -1.0], 1, 1);
        field.block(1, SWORDS, [0.5, 1.5], [0.0, -1.0], 1, 1);
        field.state.men.vz[..2].fill(6.0);
        field.run_for(combat::run, 2 * EAGER_TICKS);
        let charges = field.events.iter().filter(|event| matches!(event.what, What::Charged { .. })).count();
        assert_eq!(charges, 1);
    }

    #[test]
    fn who_hurries_up_to_a_fight_that_is_on_runs_in_no_more() {
        for (since, ran) in [(CHARGE_TICKS + 1 - EAGER_TICKS, true), (CHARGE_TICKS + 1, false)] {
            let mut field = Field::of_sides(2);
            field.block(0, HORSE, [0.0, 0.0], [0.0, 1.0], 1, 1);
            field.block(1, SWORDS, [0.0, 1.5], [0.0, -1.0], 1, 1);
            (field.state.men.vz[0], field.state.units[0].locked) = (6.0, 1);
            (since..since + EAGER_TICKS).for_each(|tick| field.run(combat::run, tick));
            assert_eq!(field.state.units[0].charged_at > 0, ran);
        }
    }

    #[test]
    fn a_man_who_runs_in_strikes_at_once_and_a_walker_does_not() {
        for (speed, ran) in [(6.0, true), (2.0, false)] {
            let mut field = Field::of_sides(2);
            field.block(0, HORSE, [0.0, 0.0], [0.0, 1.0], 1, 1);
            field.block(1, SWORDS, [0.0, 1.5], [0.0, -1.0], 1, 1);
            field.state.men.vz[0] = speed;
            field.run_for(combat::run, EAGER_TICKS);
            assert_eq!(field.state.units[0].charged_at > 0, ran, "{speed} m/s");
        }
    }
}
