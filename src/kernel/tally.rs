//! The tally of a fight over time: each side's strength, who led when, and where the fight turned.
//!
//! A side's strength is the vigor of its units on the field. Everything is a function of (recording, tick).

use recorder::{Recording, SeekError};
use serde::Serialize;

use crate::kernel::ruleset::Ruleset;

/// Seconds over which a swing is measured. Two: long enough for an exchange of blows, short enough to point at.
const SWING_SECONDS: u32 = 2;

/// Swings smaller than this share of all vigor at the start are not worth a line: one part in so many.
const SWING_PART: i64 = 12;

/// Each side's strength, tick by tick.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Tally {
    first: u32,
    tick_hz: u32,
    sides: usize,
    /// `sides` numbers a tick, in points of vigor.
    strength: Vec<i64>,
}

/// A moment at which a side went ahead.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Lead {
    /// The tick whose frame first shows it.
    pub tick: u32,
    /// Index of the side.
    pub side: usize,
}

/// A short span in which the balance moved far.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Swing {
    /// The tick it is measured from.
    pub from: u32,
    /// The tick it is measured to.
    pub to: u32,
    /// Index of the side it helped.
    pub side: usize,
    /// By how many points of vigor that side's margin grew.
    pub points: i64,
}

impl Tally {
    /// Count a recording up to a tick, that tick's frame included.
    ///
    /// # Errors
    /// A tick cannot be shown.
    pub fn of<G: Ruleset>(recording: &Recording<G>, until: u32) -> Result<Self, SeekError> {
        let cast = recording.cast();
        let sides = G::side_names(cast).len();
        let mut tally = Self { first: recording.first_tick(), tick_hz: recording.tick_hz(), sides, strength: vec![] };
        for tick in recording.first_tick()..=until {
            let frame = recording.seek(tick)?;
            let bodies = frame.rows().enumerate().map(|(place, row)| G::strength(cast, place, row));
            tally.push(bodies);
        }
        Ok(tally)
    }

    /// Start one that a caller fills tick by tick, from tick 0.
    #[must_use]
    pub fn new(sides: usize, tick_hz: u32) -> Self {
        Self { first: 0, tick_hz, sides, strength: Vec::new() }
    }

    /// Add the next tick: side and vigor of everything there is.
    pub fn push(&mut self, bodies: impl Iterator<Item = (usize, i32)>) {
        let from = self.strength.len();
        self.strength.resize(from + self.sides, 0);
        for (side, vigor) in bodies {
            if let Some(sum) = self.strength[from..].get_mut(side) {
                *sum += i64::from(vigor.max(0));
            }
        }
    }

    /// Each side's strength at a tick; empty where none was counted.
    #[must_use]
    pub fn at(&self, tick: u32) -> &[i64] {
        let place = tick.checked_sub(self.first).map_or(usize::MAX, |n| (n as usize).saturating_mul(self.sides));
        self.strength.get(place..place.saturating_add(self.sides)).unwrap_or_default()
    }

    /// The first tick counted.
    #[must_use]
    pub fn first_tick(&self) -> u32 {
        self.first
    }

    /// The last tick counted.
    #[must_use]
    pub fn last_tick(&self) -> u32 {
        let ticks = u32::try_from(self.strength.len() / self.sides.max(1)).unwrap_or(u32::MAX);
        self.first + ticks.saturating_sub(1)
    }

    /// Every moment at which a side went ahead of the one that led before. A tie changes nothing; at the start nobody
    /// leads until somebody does.
    #[must_use]
    pub fn leads(&self) -> Vec<Lead> {
        let mut leads: Vec<Lead> = Vec::new();
        for tick in self.first..=self.last_tick() {
            let Some(side) = leader(self.at(tick)) else { continue };
            if leads.last().is_none_or(|lead| lead.side != side) {
                leads.push(Lead { tick, side });
            }
        }
        leads
    }

    /// Those of [`Tally::leads`] that were held for so many ticks, the last one whatever it lasted.
    #[must_use]
    pub fn lasting_leads(&self, ticks: u32) -> Vec<Lead> {
        let all = self.leads();
        let mut lasting: Vec<Lead> = Vec::new();
        for (n, lead) in all.iter().enumerate() {
            let lasts = all.get(n + 1).is_none_or(|next| next.tick - lead.tick >= ticks);
            if lasts && lasting.last().is_none_or(|last| last.side != lead.side) {
                lasting.push(*lead);
            }
        }
        lasting
    }

    /// How often the lead changed hands.
    #[must_use]
    pub fn lead_changes(&self) -> u32 {
        u32::try_from(self.leads().len().saturating_sub(1)).unwrap_or(u32::MAX)
    }

    /// The moment after which the side that led at the end never lost the lead.
    #[must_use]
    pub fn decided(&self) -> Option<Lead> {
        let side = leader(self.at(self.last_tick()))?;
        let held = (self.first..=self.last_tick()).rev().take_while(|&t| leader(self.at(t)) == Some(side));
        held.last().map(|tick| Lead { tick, side })
    }

    /// The biggest swings, at most `count`, no two of them overlapping, in order of time. Of equal ones the earlier.
    #[must_use]
    pub fn swings(&self, count: usize) -> Vec<Swing> {
        let span = SWING_SECONDS * self.tick_hz;
        let least = self.at(self.first).iter().sum::<i64>() / SWING_PART;
        let mut all: Vec<Swing> = (self.first..=self.last_tick())
            .map_while(|from| Some((from, from.checked_add(span).filter(|to| *to <= self.last_tick())?)))
            .filter_map(|(from, to)| self.swing(from, to))
            .filter(|swing| swing.points > least)
            .collect();
        all.sort_by_key(|swing| (-swing.points, swing.from));
        let mut biggest: Vec<Swing> = Vec::new();
        for swing in all {
            let apart = biggest.iter().all(|other| swing.to < other.from || swing.from > other.to);
            if biggest.len() < count && apart {
                biggest.push(swing);
            }
        }
        biggest.sort_by_key(|swing| swing.from);
        biggest
    }

    /// The side whose margin over the strongest other grew most between two ticks.
    fn swing(&self, from: u32, to: u32) -> Option<Swing> {
        let grown = |side| margin(self.at(to), side) - margin(self.at(from), side);
        let (points, side) =
            (0..self.sides).map(|side| (grown(side), side)).max_by_key(|(p, side)| (*p, usize::MAX - side))?;
        (points > 0).then_some(Swing { from, to, side, points })
    }
}

/// The side that is ahead; `None` in a tie.
fn leader(strength: &[i64]) -> Option<usize> {
    let best = strength.iter().max()?;
    let mut ahead = strength.iter().enumerate().filter(|(_, s)| *s == best).map(|(side, _)| side);
    let side = ahead.next()?;
    ahead.next().is_none().then_some(side)
}

/// A side's strength above that of its strongest opponent.
fn margin(strength: &[i64], side: usize) -> i64 {
    let others = strength.iter().enumerate().filter(|(other, _)| *other != side).map(|(_, s)| *s).max();
    strength.get(side).copied().unwrap_or(0) - others.unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tally(ticks: &[[i32; 2]]) -> Tally {
        let mut tally = Tally::new(2, 1);
        for [a, b] in ticks {
            tally.push([(0, *a), (1, *b)].into_iter());
        }
        tally
    }

    #[test]
    fn a_tie_neither_gives_nor_takes_the_lead() {
        let tally = tally(&[[9, 9], [9, 8], [8, 8], [8, 7], [6, 7], [6, 6]]);
        assert_eq!(tally.leads(), [Lead { tick: 1, side: 0 }, Lead { tick: 4, side: 1 }]);
        assert_eq!(tally.lead_changes(), 1);
        assert_eq!(tally.decided(), None);
    }

    #[test]
    fn a_lead_of_a_moment_does_not_last() {
        let tally = tally(&[[9, 8], [9, 8], [7, 8], [7, 5], [6, 5], [4, 5], [4, 5]]);
        let lead = |tick, side| Lead { tick, side };
        assert_eq!(tally.leads(), [lead(0, 0), lead(2, 1), lead(3, 0), lead(5, 1)]);
        assert_eq!(tally.lasting_leads(2), [lead(0, 0), lead(5, 1)]);
    }

    #[test]
    fn the_fight_is_decided_where_the_last_leader_took_the_lead_for_good() {
        let tally = tally(&[[9, 9], [9, 8], [7, 8], [7, 5], [6, 5], [6, 0]]);
        assert_eq!(tally.decided(), Some(Lead { tick: 3, side: 0 }));
    }

    #[test]
    fn swings_do_not_overlap_and_the_biggest_come_first_of_all() {
        let tally = tally(&[[90, 90], [90, 90], [90, 40], [90, 40], [90, 40], [30, 40], [30, 40], [30, 40]]);
        let swings = tally.swings(3);
        assert_eq!(swings[0], Swing { from: 0, to: 2, side: 0, points: 50 });
        assert_eq!(swings[1], Swing { from: 3, to: 5, side: 1, points: 60 });
        assert_eq!(swings.len(), 2);
        assert_eq!(tally.swings(1), [Swing { from: 3, to: 5, side: 1, points: 60 }]);
    }

    #[test]
    fn nothing_counted_has_no_turning_points() {
        let tally = Tally::new(2, 10);
        assert_eq!((tally.leads(), tally.decided(), tally.swings(3)), (vec![], None, vec![]));
        assert!(tally.at(7).is_empty());
    }
}
