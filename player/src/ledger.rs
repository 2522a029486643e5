//! The ledger: what every unit did and suffered, and how its health went, read from the journal as far as a timeline is
//! recorded. Any span of ticks is summed quickly: sums are kept at a grid of entries, so that a span costs two looks and
//! a few entries, however long the fight.

use recorder::{Recording, Simulation};

use crate::annals::Annals;
use crate::view::View;

/// Entries between two kept sums.
const GRID: usize = 256;

/// What an event did to the numbers that are counted. Row places; `by` is `None` where nobody did it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fact {
    /// Health lost.
    Damage {
        /// Who dealt it.
        by: Option<usize>,
        /// Who took it.
        to: usize,
        /// Points.
        amount: i32,
    },
    /// Health given back.
    Healing {
        /// Who gave it.
        by: Option<usize>,
        /// Who has it.
        to: usize,
        /// Points.
        amount: i32,
    },
    /// A fall.
    Fall {
        /// Who caused it.
        by: Option<usize>,
        /// Who fell.
        who: usize,
    },
}

/// A stretch of a fight: what the frames after the first tick, up to and with the last, are the first to show.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Span {
    /// The tick whose frame shows nothing of it yet.
    pub after: u32,
    /// The tick whose frame shows all of it.
    pub to: u32,
}

/// What a unit did within a span.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Sums {
    /// Damage dealt, in points.
    pub damage: i64,
    /// Damage taken.
    pub taken: i64,
    /// Health given back, to itself or others.
    pub healing: i64,
    /// Falls caused.
    pub kills: u32,
}

impl std::ops::Sub for Sums {
    type Output = Self;

    fn sub(self, before: Self) -> Self {
        Self {
            damage: self.damage - before.damage,
            taken: self.taken - before.taken,
            healing: self.healing - before.healing,
            kills: self.kills.saturating_sub(before.kills),
        }
    }
}

/// What passed between a unit and one other within a span, seen from the unit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Exchange {
    /// Row place of the other; `None` where nobody did it.
    pub other: Option<usize>,
    /// Damage that the unit dealt to the other.
    pub dealt: i64,
    /// Damage that the unit took from the other.
    pub taken: i64,
    /// Health that the unit gave the other.
    pub given: i64,
    /// Health that the unit had from the other.
    pub got: i64,
    /// The unit brought the other down.
    pub felled: bool,
    /// The other brought the unit down.
    pub felled_by: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Entry {
    tick: u32,
    fact: Fact,
}

/// What every unit did and how its health went, as far as it is read.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Ledger {
    read: Option<u32>,
    entries: Vec<Entry>,
    /// The sums of the first 256 entries, of the first 512 and so on.
    kept: Vec<Vec<Sums>>,
    /// Each unit's health wherever it changed, as tick and points.
    health: Vec<Vec<(u32, i32)>>,
}

impl Ledger {
    /// Read on as far as the annals are read.
    pub fn read_on<S: Simulation>(&mut self, recording: &Recording<S>, view: &dyn View<S>, annals: &Annals) {
        let from = self.read.map_or(recording.first_tick(), |read| read + 1);
        for tick in from..=annals.head() {
            let Some(frame) = recording.frame(tick) else { break };
            for number in annals.events_of(tick) {
                if let Some(fact) = recording.event(number).and_then(|event| view.fact(recording.cast(), event)) {
                    self.write(tick, fact);
                }
            }
            for (place, row) in frame.rows().enumerate() {
                self.note_health(tick, place, view.vigor(recording.cast(), place, row).0);
            }
            self.read = Some(tick);
        }
    }

    fn write(&mut self, tick: u32, fact: Fact) {
        self.entries.push(Entry { tick, fact });
        if self.entries.len().is_multiple_of(GRID) {
            let mut sums = self.kept.last().cloned().unwrap_or_default();
            self.entries[self.entries.len() - GRID..].iter().for_each(|entry| add(&mut sums, entry.fact));
            self.kept.push(sums);
        }
    }

    fn note_health(&mut self, tick: u32, place: usize, points: i32) {
        if self.health.len() <= place {
            self.health.resize(place + 1, Vec::new());
        }
        let known = &mut self.health[place];
        if known.last().is_none_or(|(_, last)| *last != points) {
            known.push((tick, points));
        }
    }

    /// Take over what a timeline shares that splits off at a tick.
    #[must_use]
    pub fn up_to(&self, tick: u32) -> Self {
        let mut shared = self.clone();
        shared.read = self.read.map(|read| read.min(tick));
        shared.entries.truncate(self.until(tick));
        shared.kept.truncate(shared.entries.len() / GRID);
        for known in &mut shared.health {
            known.truncate(known.partition_point(|(at, _)| *at <= tick));
        }
        // Who is not born yet is not there.
        while shared.health.pop_if(|known| known.is_empty()).is_some() {}
        shared
    }

    /// What every unit did within a span, by row place; places beyond the list did nothing.
    #[must_use]
    pub fn sums(&self, span: Span) -> Vec<Sums> {
        let mut sums = self.sums_to(span.to);
        for (place, before) in self.sums_to(span.after.min(span.to)).into_iter().enumerate() {
            sums[place] = sums[place] - before;
        }
        sums
    }

    fn sums_to(&self, tick: u32) -> Vec<Sums> {
        let until = self.until(tick);
        let whole = until / GRID;
        let mut sums = whole.checked_sub(1).map(|last| self.kept[last].clone()).unwrap_or_default();
        self.entries[whole * GRID..until].iter().for_each(|entry| add(&mut sums, entry.fact));
        sums
    }

    /// What passed between a unit and every other within a span: most damage and healing first, equals by row place,
    /// what nobody did last.
    #[must_use]
    pub fn exchanges(&self, who: usize, span: Span) -> Vec<Exchange> {
        let mut all: Vec<Exchange> = Vec::new();
        let from = self.until(span.after);
        for entry in &self.entries[from..self.until(span.to).max(from)] {
            exchange(&mut all, who, entry.fact);
        }
        all.sort_by_key(|e| (-(e.dealt + e.taken + e.given + e.got), e.other.unwrap_or(usize::MAX)));
        all
    }

    /// A unit's health wherever it changed, as tick and points, up to a tick. It keeps each value until the next one.
    #[must_use]
    pub fn health(&self, place: usize, until: u32) -> &[(u32, i32)] {
        let known = self.health.get(place).map(Vec::as_slice).unwrap_or_default();
        &known[..known.partition_point(|(tick, _)| *tick <= until)]
    }

    /// The tick whose frame first shows the last fall of a unit, up to a tick.
    #[must_use]
    pub fn fell_at(&self, place: usize, until: u32) -> Option<u32> {
        let fell = |entry: &&Entry| matches!(entry.fact, Fact::Fall { who, .. } if who == place);
        self.entries[..self.until(until)].iter().rfind(fell).map(|entry| entry.tick)
    }

    fn until(&self, tick: u32) -> usize {
        self.entries.partition_point(|entry| entry.tick <= tick)
    }
}

fn add(sums: &mut Vec<Sums>, fact: Fact) {
    match fact {
        Fact::Damage { by, to, amount } => {
            of(sums, to).taken += i64::from(amount);
            if let Some(by) = by {
                of(sums, by).damage += i64::from(amount);
            }
        }
        Fact::Healing { by: Some(by), amount, .. } => of(sums, by).healing += i64::from(amount),
        Fact::Fall { by: Some(by), .. } => of(sums, by).kills += 1,
        Fact::Healing { by: None, .. } | Fact::Fall { by: None, .. } => {}
    }
}

fn of(sums: &mut Vec<Sums>, place: usize) -> &mut Sums {
    if sums.len() <= place {
        sums.resize(place + 1, Sums::default());
    }
    &mut sums[place]
}

fn exchange(all: &mut Vec<Exchange>, who: usize, fact: Fact) {
    match fact {
        Fact::Damage { by, to, amount } => {
            if by == Some(who) {
                with(all, Some(to)).dealt += i64::from(amount);
            }
            if to == who {
                with(all, by).taken += i64::from(amount);
            }
        }
        Fact::Healing { by, to, amount } => {
            if by == Some(who) {
                with(all, Some(to)).given += i64::from(amount);
            }
            // What it gave itself counts once.
            if to == who && by != Some(who) {
                with(all, by).got += i64::from(amount);
            }
        }
        Fact::Fall { by, who: fallen } => {
            if by == Some(who) && fallen != who {
                with(all, Some(fallen)).felled = true;
            }
            if fallen == who && by != Some(who) {
                with(all, by).felled_by = true;
            }
        }
    }
}

fn with(all: &mut Vec<Exchange>, other: Option<usize>) -> &mut Exchange {
    let place = all.iter().position(|e| e.other == other).unwrap_or_else(|| {
        let none = Exchange { other, dealt: 0, taken: 0, given: 0, got: 0, felled: false, felled_by: false };
        all.push(none);
        all.len() - 1
    });
    &mut all[place]
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Blows of all against all, `count` of them, three a tick.
    fn brawl(count: u32) -> Ledger {
        let mut ledger = Ledger::default();
        for n in 0..count {
            let (by, to) = (Some((n * 7 % 5) as usize), (n * 3 % 4) as usize);
            let amount = (n % 11) as i32;
            let fact = match n % 6 {
                0 => Fact::Healing { by, to, amount },
                1 => Fact::Fall { by, who: to },
                2 => Fact::Damage { by: None, to, amount },
                _ => Fact::Damage { by, to, amount },
            };
            ledger.write(1 + n / 3, fact);
        }
        ledger
    }

    /// The sums, entry by entry.
    fn counted(ledger: &Ledger, span: Span) -> Vec<Sums> {
        let mut sums = Vec::new();
        let within = |entry: &&Entry| entry.tick > span.after && entry.tick <= span.to;
        ledger.entries.iter().filter(within).for_each(|entry| add(&mut sums, entry.fact));
        sums
    }

    #[test]
    fn kept_sums_agree_with_counting_every_entry() {
        let ledger = brawl(1_500);
        for after in (0..520).step_by(37) {
            for to in (after..520).step_by(61) {
                let span = Span { after, to };
                let (mut quick, mut slow) = (ledger.sums(span), counted(&ledger, span));
                quick.resize(5, Sums::default());
                slow.resize(5, Sums::default());
                assert_eq!(quick, slow, "{span:?}");
            }
        }
    }

    #[test]
    fn a_branch_takes_over_exactly_what_came_before_it() {
        let ledger = brawl(1_500);
        let mut grown = brawl(600);
        assert_eq!(ledger.up_to(200), grown);
        grown.write(201, Fact::Fall { by: None, who: 2 });
        assert_eq!(grown.fell_at(2, 500), Some(201));
        assert!(ledger.up_to(200).fell_at(2, 500) < Some(201));
    }

    #[test]
    fn exchanges_sum_to_what_the_unit_did() {
        let ledger = brawl(900);
        let span = Span { after: 20, to: 270 };
        for (who, sums) in ledger.sums(span).into_iter().enumerate() {
            let all = ledger.exchanges(who, span);
            assert_eq!(all.iter().map(|e| e.dealt).sum::<i64>(), sums.damage, "{who}");
            assert_eq!(all.iter().map(|e| e.taken).sum::<i64>(), sums.taken, "{who}");
            assert_eq!(all.iter().map(|e| e.given).sum::<i64>(), sums.healing, "{who}");
        }
        let amounts: Vec<i64> = ledger.exchanges(1, span).iter().map(|e| e.dealt + e.taken + e.given + e.got).collect();
        assert!(amounts.is_sorted_by(|a, b| a >= b), "{amounts:?}");
    }

    #[test]
    fn health_is_kept_where_it_changes() {
        let mut ledger = Ledger::default();
        for (tick, points) in [(0, 9), (1, 9), (2, 4), (3, 4), (4, 0)] {
            ledger.note_health(tick, 1, points);
        }
        assert_eq!(ledger.health(1, 9), [(0, 9), (2, 4), (4, 0)]);
        assert_eq!(ledger.health(1, 3), [(0, 9), (2, 4)]);
        assert!(ledger.health(0, 9).is_empty() && ledger.health(7, 9).is_empty());
    }
}
