//! The standings: who contributed what, in a table that can be sorted by any column and told of any stretch of time.

use recorder::Simulation;

use crate::branches::Branch;
use crate::ledger::{Span, Sums};
use crate::sheet::Who;
use crate::view::{Measures, View};

/// A column of the table.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Column {
    /// Who.
    Name,
    /// Damage dealt.
    Damage,
    /// Damage taken.
    Taken,
    /// Health given back.
    Healing,
    /// Falls caused.
    Kills,
}

impl Column {
    /// All of them, from left to right.
    pub const ALL: [Self; 5] = [Self::Name, Self::Damage, Self::Taken, Self::Healing, Self::Kills];

    /// Those that hold a number.
    pub const NUMBERS: [Self; 4] = [Self::Damage, Self::Taken, Self::Healing, Self::Kills];

    /// What stands over it, and what it is; `None` where nobody counts it.
    #[must_use]
    pub const fn title(self, measures: &Measures) -> Option<(&'static str, &'static str)> {
        match self {
            Self::Name => Some(("Unit", "Sort by name")),
            Self::Damage => measures.columns[0],
            Self::Taken => measures.columns[1],
            Self::Healing => measures.columns[2],
            Self::Kills => measures.columns[3],
        }
    }

    /// Whether anybody counts it.
    #[must_use]
    pub const fn is_counted(self, measures: &Measures) -> bool {
        self.title(measures).is_some()
    }

    /// The number of a unit in it; 0 for the name.
    #[must_use]
    pub fn number(self, sums: &Sums) -> i64 {
        match self {
            Self::Name => 0,
            Self::Damage => sums.damage,
            Self::Taken => sums.taken,
            Self::Healing => sums.healing,
            Self::Kills => i64::from(sums.kills),
        }
    }
}

/// How the table is sorted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Sort {
    /// By this column.
    pub column: Column,
    /// Turned round: least first, and names from the last.
    pub turned: bool,
}

impl Default for Sort {
    fn default() -> Self {
        Self { column: Column::Damage, turned: false }
    }
}

impl Sort {
    /// Sort by a column; asked a second time, the other way round.
    #[must_use]
    pub fn by(self, column: Column) -> Self {
        Self { column, turned: self.column == column && !self.turned }
    }
}

/// Which stretch of time the table tells of.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Scope {
    /// From the start to the cursor.
    #[default]
    Cursor,
    /// The whole fight, as far as it may be shown.
    Whole,
    /// Within the loop from A to B.
    Loop,
}

impl Scope {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Cursor, Self::Whole, Self::Loop];

    /// What it is called; `hidden` where what was not watched is.
    #[must_use]
    pub const fn title(self, hidden: bool) -> &'static str {
        match self {
            Self::Whole if hidden => "What was watched",
            Self::Cursor => "So far",
            Self::Whole => "Whole fight",
            Self::Loop => "A to B",
        }
    }
}

/// A line of the table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Standing {
    /// Row place.
    pub place: usize,
    /// Who it is.
    pub who: Who,
    /// What it did.
    pub sums: Sums,
    /// It is on the field at the span's end.
    pub up: bool,
}

/// Sum up what every unit did within a span of a branch, by row place: as its row counts it, else by the events.
#[must_use]
pub fn sums<S: Simulation>(branch: &Branch<S>, view: &dyn View<S>, span: Span) -> Vec<Sums> {
    let mut sums = branch.ledger().sums(span);
    let [Some(before), Some(after)] = [span.after, span.to].map(|tick| branch.recording().frame(tick)) else {
        return sums;
    };
    let cast = branch.recording().cast();
    for (place, row) in after.rows().enumerate() {
        let Some(done) = view.done(cast, place, row) else { continue };
        let known = before.row(place).and_then(|row| view.done(cast, place, row)).unwrap_or_default();
        sums.resize(sums.len().max(place + 1), Sums::default());
        sums[place] = done - known;
    }
    sums
}

/// Tell what every unit did within a span of a branch: everyone there is at its end, sorted, equals by row place.
#[must_use]
pub fn standings<S: Simulation>(branch: &Branch<S>, view: &dyn View<S>, span: Span, sort: Sort) -> Vec<Standing> {
    let Some(frame) = branch.recording().frame(span.to) else { return Vec::new() };
    let (cast, sums) = (branch.recording().cast(), sums(branch, view, span));
    let mut all: Vec<Standing> = Vec::with_capacity(frame.len());
    for (place, row) in frame.rows().enumerate() {
        let (vigor, whole) = view.vigor(cast, place, row);
        if whole <= 0 {
            continue;
        }
        let (who, up) = (view.who(cast, place, row), vigor > 0);
        all.push(Standing { place, who, sums: sums.get(place).copied().unwrap_or_default(), up });
    }
    match sort.column {
        Column::Name => all.sort_by(|a, b| a.who.name.cmp(&b.who.name).then(a.place.cmp(&b.place))),
        column => all.sort_by_key(|s| (-column.number(&s.sums), s.place)),
    }
    if sort.turned {
        all.reverse();
    }
    all
}

/// Add up a side, or everyone.
#[must_use]
pub fn total(standings: &[Standing], side: Option<usize>) -> Sums {
    let mut total = Sums::default();
    for standing in standings.iter().filter(|s| side.is_none_or(|side| s.who.side == side)) {
        total.damage += standing.sums.damage;
        total.taken += standing.sums.taken;
        total.healing += standing.sums.healing;
        total.kills += standing.sums.kills;
    }
    total
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::branches::Branches;
    use crate::toy::{ToyView, opening};
    use recorder::Budget;

    fn branches() -> Branches<crate::toy::Toy> {
        let mut branches = Branches::new(opening(200, 10), &ToyView);
        while !branches.current().is_done() {
            branches.go_on(&ToyView, Budget::Everything);
        }
        branches
    }

    #[test]
    fn the_table_tells_of_its_span_alone_and_sorts_both_ways() {
        let branches = branches();
        let kills = |after, to| {
            let all = standings(branches.current(), &ToyView, Span { after, to }, Sort::default().by(Column::Kills));
            (all[0].place, all[0].sums.kills, all.len())
        };
        assert_eq!(kills(0, 39), (0, 0, 7));
        assert_eq!(kills(0, 40), (0, 1, 7), "a fall counts from the frame that shows it");
        assert_eq!(kills(40, 100), (0, 2, 8), "and the span begins after its first tick");
        let sort = Sort::default().by(Column::Kills).by(Column::Kills);
        let turned = standings(branches.current(), &ToyView, Span { after: 0, to: 200 }, sort);
        assert_eq!((turned[7].place, turned[7].sums.kills, turned[0].place), (0, 3, 7));
        assert!(!turned.iter().find(|s| s.place == 1).unwrap().up);
    }
}
