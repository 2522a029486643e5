//! Aims: whom a creature or a skill goes for. Equal targets are told apart by the chooser's own tie stream.

use crate::kernel::actor::place_from_id;
use crate::skirmish::content::skill::Aim;
use crate::skirmish::rules::Skirmish;
use crate::skirmish::state::State;
use crate::skirmish::unit::Unit;

/// A search for a target.
#[derive(Debug, Clone, Copy)]
pub struct Search {
    /// Row place of who searches.
    pub who: usize,
    /// What for.
    pub aim: Aim,
    /// How far, edge to edge, in millitiles; none for the whole field.
    pub range: Option<i32>,
    /// Someone not to consider.
    pub except: Option<usize>,
}

impl Search {
    /// Find the target, drawing from the searcher's tie stream only if several are equal.
    #[must_use]
    pub fn run(&self, rules: &Skirmish, state: &mut State) -> Option<usize> {
        let (best, equals) = self.best(rules, state)?;
        if equals == 1 {
            return self.equal_to(rules, state, best, 0);
        }
        let pick = state.units[self.who].roll_tie(equals);
        self.equal_to(rules, state, best, pick)
    }

    /// The lowest score, and how many have it.
    fn best(&self, rules: &Skirmish, state: &State) -> Option<(i64, u32)> {
        let mut best: Option<(i64, u32)> = None;
        for place in 0..state.units.len() {
            let Some(score) = self.score(rules, state, place) else { continue };
            match &mut best {
                Some((lowest, equals)) if *lowest == score => *equals += 1,
                Some((lowest, _)) if *lowest < score => {}
                _ => best = Some((score, 1)),
            }
        }
        best
    }

    fn equal_to(&self, rules: &Skirmish, state: &State, best: i64, nth: u32) -> Option<usize> {
        let mut equals = (0..state.units.len()).filter(|place| self.score(rules, state, *place) == Some(best));
        equals.nth(nth as usize)
    }

    /// How little a unit is wanted; none if it is no target.
    fn score(&self, rules: &Skirmish, state: &State, place: usize) -> Option<i64> {
        let (unit, other) = (&state.units[self.who], &state.units[place]);
        if !other.is_whole() || (other.side != unit.side) != self.aim.is_hostile() || self.except == Some(place) {
            return None;
        }
        if self.range.is_some_and(|range| !rules.is_within(unit, other, range)) {
            return None;
        }
        match self.aim {
            Aim::Nearest => Some(rules.gap(unit, other) - i64::from(rules.form(other).stats.threat)),
            Aim::Farthest => Some(-rules.gap(unit, other)),
            Aim::Weakest => Some(i64::from(other.vigor)),
            Aim::Clustered => Some(-company(rules, state, other)),
            Aim::LowestAlly => share_left(rules, other),
            Aim::Own => (place == self.who).then_some(0),
            Aim::Attacker => (place_from_id(unit.struck_by) == Some(place)).then_some(0),
            Aim::Target => (place_from_id(unit.target) == Some(place)).then_some(0),
        }
    }
}

/// How many of its own side stand about a unit.
fn company(rules: &Skirmish, state: &State, unit: &Unit) -> i64 {
    let radius = rules.content.constants.cluster_radius;
    let near = |other: &&Unit| other.is_whole() && other.side == unit.side && other.at.within(unit.at, radius);
    state.units.iter().filter(near).count() as i64
}

/// Vigor left, in thousandths; none if nothing is missing.
fn share_left(rules: &Skirmish, unit: &Unit) -> Option<i64> {
    let whole = rules.form(unit).stats.vigor;
    (unit.vigor < whole).then(|| i64::from(unit.vigor) * 1000 / i64::from(whole))
}
