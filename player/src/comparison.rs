//! The comparison: two timelines side by side, what became of every unit in each.

use recorder::Simulation;

use crate::branches::{Branch, Branches};
use crate::ledger::{Span, Sums};
use crate::sheet::Who;
use crate::standings::sums;
use crate::view::{Measures, Verdict, View};

/// How a timeline stands, as far as it may be told.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ending {
    /// Its place among the branches.
    pub place: usize,
    /// Its name.
    pub name: String,
    /// The last tick of it that is told.
    pub told: u32,
    /// How it ended, where that is told.
    pub verdict: Option<Verdict>,
    /// It is still being recorded.
    pub running: bool,
}

impl Ending {
    /// Tell how a timeline stands. `hide` tells only what of it was watched.
    #[must_use]
    pub fn of<S: Simulation>(branches: &Branches<S>, view: &dyn View<S>, place: usize, hide: bool) -> Option<Self> {
        Self::up_to(branches, view, place, hide, u32::MAX)
    }

    fn up_to<S: Simulation>(
        branches: &Branches<S>,
        view: &dyn View<S>,
        place: usize,
        hide: bool,
        until: u32,
    ) -> Option<Self> {
        let branch = branches.all().get(place)?;
        let told = if hide { branch.watched().tick().min(branch.head()) } else { branch.head() }.min(until);
        let frame = branch.recording().frame(told);
        let outcome = frame.as_ref().and_then(|frame| frame.outcome());
        let verdict = outcome.map(|outcome| view.verdict(branch.recording().cast(), outcome));
        // That it is still at work tells how long it is at least.
        Some(Self { place, name: branch.name().to_owned(), told, verdict, running: !hide && !branch.is_done() })
    }
}

/// What became of a unit in one timeline.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Fate {
    /// It is there at all.
    pub there: bool,
    /// Health left; 0 off the field.
    pub vigor: i32,
    /// Health when whole.
    pub vigor_max: i32,
    /// What it did.
    pub sums: Sums,
    /// The tick whose frame first shows it fallen, if it is down.
    pub fell_at: Option<u32>,
}

/// A unit in both timelines.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pair {
    /// Row place.
    pub place: usize,
    /// Who it is.
    pub who: Who,
    /// What became of it, in the one and in the other.
    pub fates: [Fate; 2],
}

impl Pair {
    /// Whether anything of it differs.
    #[must_use]
    pub fn differs(&self) -> bool {
        self.fates[0] != self.fates[1]
    }
}

/// Two timelines side by side.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Comparison {
    /// How each stands.
    pub endings: [Ending; 2],
    /// The last tick that both share.
    pub parted: u32,
    /// What the counted numbers are called.
    pub measures: Measures,
    /// Every unit of either, in row order. Summoned ones may be different creatures in the two; a pair is named after
    /// the first.
    pub pairs: Vec<Pair>,
}

impl Comparison {
    /// Hold two timelines against each other, each as far as it is told; with `hide`, both at the last tick that was
    /// watched of either. `None` where one is not there.
    #[must_use]
    pub fn of<S: Simulation>(
        branches: &Branches<S>,
        view: &dyn View<S>,
        [one, other]: [usize; 2],
        hide: bool,
    ) -> Option<Self> {
        let watched = |place: usize| branches.all().get(place).map(|branch| branch.watched().tick());
        let common = if hide { watched(one)?.min(watched(other)?) } else { u32::MAX };
        let ending = |place| Ending::up_to(branches, view, place, hide, common);
        let endings = [ending(one)?, ending(other)?];
        let sides = [0, 1].map(|n: usize| (&branches.all()[endings[n].place], endings[n].told));
        let fates = sides.map(|(branch, told)| fates(branch, view, told));
        let count = fates[0].len().max(fates[1].len());
        let pairs = (0..count).filter_map(|place| {
            let [one, other] = [0, 1].map(|n: usize| fates[n].get(place));
            let who = one.or(other)?.0.clone();
            if [one, other].iter().flatten().all(|(_, fate)| fate.vigor_max <= 0) {
                return None;
            }
            Some(Pair {
                place,
                who,
                fates: [one, other].map(|fate| fate.map_or_else(Fate::default, |(_, fate)| *fate)),
            })
        });
        let (parted, measures) = (parted(branches, one, other), view.measures());
        Some(Self { parted, measures, pairs: pairs.collect(), endings })
    }
}

fn fates<S: Simulation>(branch: &Branch<S>, view: &dyn View<S>, told: u32) -> Vec<(Who, Fate)> {
    let Some(frame) = branch.recording().frame(told) else { return Vec::new() };
    let cast = branch.recording().cast();
    let sums = sums(branch, view, Span { after: branch.recording().first_tick(), to: told });
    let fate = |(place, row): (usize, &S::Row)| {
        let (vigor, vigor_max) = view.vigor(cast, place, row);
        let fell_at = branch.ledger().fell_at(place, told).filter(|_| vigor <= 0);
        let sums = sums.get(place).copied().unwrap_or_default();
        (view.who(cast, place, row), Fate { there: true, vigor, vigor_max, sums, fell_at })
    };
    frame.rows().enumerate().map(fate).collect()
}

/// The last tick that two timelines share, as far as both are recorded.
fn parted<S: Simulation>(branches: &Branches<S>, one: usize, other: usize) -> u32 {
    let recorded = branches.all()[one].head().min(branches.all()[other].head());
    branches.shared_up_to(one, other).map_or(0, |tick| tick.min(recorded))
}

#[cfg(test)]
mod tests {
    use recorder::Budget;

    use super::*;
    use crate::branches::DeleteError;
    use crate::playback::Moment;
    use crate::toy::{Toy, ToyView, Turn, opening};

    /// The first, one from 50, one from that at 120, and another from the first at 80.
    fn tree() -> Branches<Toy> {
        let mut branches = Branches::new(opening(200, 10), &ToyView);
        finish(&mut branches);
        for (from, tick, who) in [(0, 50, 0), (1, 120, 2), (0, 80, 3)] {
            branches.switch(from);
            branches.split(&ToyView, tick, vec![Turn(who)], format!("turn {who}")).unwrap();
            finish(&mut branches);
        }
        branches
    }

    fn finish(branches: &mut Branches<Toy>) {
        while branches.all().iter().any(|branch| !branch.is_done()) {
            branches.go_on(&ToyView, Budget::Everything);
        }
    }

    #[test]
    fn timelines_part_at_the_earliest_split_between_them() {
        let branches = tree();
        let parted = |one, other| Comparison::of(&branches, &ToyView, [one, other], false).unwrap().parted;
        assert_eq!([parted(0, 1), parted(0, 2), parted(1, 2), parted(2, 3), parted(3, 0)], [50, 50, 120, 50, 80]);
        for (one, other) in [(0, 1), (0, 2), (1, 2), (2, 3)] {
            let at = parted(one, other);
            let digest = |place: usize, tick| branches.all()[place].recording().digest(tick);
            assert_eq!(digest(one, at), digest(other, at));
            assert_ne!(digest(one, at + 1), digest(other, at + 1));
        }
    }

    #[test]
    fn units_differ_where_they_did_something_else() {
        let branches = tree();
        let compared = Comparison::of(&branches, &ToyView, [0, 3], false).unwrap();
        let differing: Vec<usize> = compared.pairs.iter().filter(|p| p.differs()).map(|p| p.place).collect();
        assert_eq!(differing, [0, 3], "who turned dealt 3 points, who was hit took them");
        assert_eq!(compared.pairs[3].fates[1].sums.damage, 3);
        assert_eq!(compared.pairs[1].fates.map(|fate| fate.fell_at), [Some(40); 2]);
    }

    #[test]
    fn what_was_not_watched_is_not_told() {
        let mut branches = tree();
        branches.switch(1);
        branches.note_watched(Moment::of_tick(60));
        let ending = Ending::of(&branches, &ToyView, 1, true).unwrap();
        assert_eq!((ending.told, ending.verdict), (60, None));
        assert!(Ending::of(&branches, &ToyView, 1, false).unwrap().verdict.is_some());
        assert!(Comparison::of(&branches, &ToyView, [0, 9], true).is_none());
        branches.switch(3);
        branches.note_watched(Moment::of_tick(140));
        let compared = Comparison::of(&branches, &ToyView, [1, 3], true).unwrap();
        assert_eq!(compared.endings.map(|ending| ending.told), [60, 60], "both at one moment");
    }

    #[test]
    fn what_split_off_a_deleted_one_splits_off_its_parent_where_they_part() {
        let mut branches = tree();
        assert_eq!(branches.delete(0), Err(DeleteError::First));
        assert_eq!(branches.delete(7), Err(DeleteError::Unknown));
        branches.switch(1);
        branches.delete(1).unwrap();
        assert_eq!(branches.current_place(), 0);
        let origins: Vec<_> = branches.all().iter().map(Branch::origin).collect();
        assert_eq!(origins, [None, Some((0, 50)), Some((0, 80))]);
        assert_eq!(Comparison::of(&branches, &ToyView, [1, 2], false).unwrap().parted, 50);
    }

    #[test]
    fn a_name_is_one_line_of_something() {
        let mut branches = tree();
        assert!(branches.rename(2, "  the long\nway "));
        assert_eq!(branches.all()[2].name(), "the longway");
        assert!(!branches.rename(2, " \t") && !branches.rename(9, "x"));
        assert_eq!(branches.all()[2].name(), "the longway");
    }
}
