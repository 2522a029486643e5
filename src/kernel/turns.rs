//! Turning points: the moments of a tally that are worth a line, the same for the command and the player.

use crate::kernel::tally::{Lead, Swing, Tally};

/// Changes of lead worth a line, the last ones.
const LEADS_MAX: usize = 5;
/// Swings worth a line.
const SWINGS_MAX: usize = 3;

/// A moment at which a fight turned.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Turn {
    /// The tick from which it can be watched.
    pub tick: u32,
    /// Index of the side it helped.
    pub side: usize,
    /// What it was.
    pub kind: TurnKind,
}

/// What made a moment a turning point.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TurnKind {
    /// The side led from the first tick on.
    Ahead {
        /// And never lost the lead.
        for_good: bool,
    },
    /// The side took the lead.
    Lead {
        /// And never lost it again.
        for_good: bool,
    },
    /// The side's margin grew far within a short span.
    Swing {
        /// By so many points.
        points: i64,
        /// Within so many ticks.
        ticks: u32,
    },
}

/// A turning point in words of its own ruleset.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Told {
    /// The tick whose frame first shows it.
    pub tick: u32,
    /// The side it helped.
    pub side: usize,
    /// What happened, in a sentence.
    pub words: String,
    /// It was never undone.
    pub for_good: bool,
}

/// The turning points of a fight, in order of time, and how many earlier changes of lead are left out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Turns {
    /// Those worth a line.
    pub told: Vec<Turn>,
    /// Changes of lead left out.
    pub hidden: usize,
}

impl Turns {
    /// Find them. A lead that lasted less than a second (`hz` ticks) is not worth a line.
    #[must_use]
    pub fn of(tally: &Tally, hz: u32) -> Self {
        let (leads, hidden) = told_leads(tally, hz);
        let decided = tally.decided();
        let lead = |lead: Lead| {
            let for_good = decided == Some(lead);
            let kind = if lead.tick == tally.first_tick() {
                TurnKind::Ahead { for_good }
            } else {
                TurnKind::Lead { for_good }
            };
            Turn { tick: lead.tick, side: lead.side, kind }
        };
        let swing = |swing: Swing| {
            let kind = TurnKind::Swing { points: swing.points, ticks: swing.to - swing.from };
            Turn { tick: swing.from, side: swing.side, kind }
        };
        let mut told: Vec<Turn> = leads.into_iter().map(lead).collect();
        told.extend(tally.swings(SWINGS_MAX).into_iter().map(swing));
        told.sort_by_key(|turn| turn.tick);
        Self { told, hidden }
    }
}

impl Turn {
    /// Say it of a side with this name, whose strength is counted in such `points`.
    #[must_use]
    pub fn words(&self, side: &str, points: &str, hz: u32) -> String {
        match self.kind {
            TurnKind::Ahead { for_good: true } => format!("{side} leads from the start and to the end"),
            TurnKind::Ahead { for_good: false } => format!("{side} starts ahead"),
            TurnKind::Lead { for_good: true } => format!("{side} takes the lead for good"),
            TurnKind::Lead { for_good: false } => format!("{side} takes the lead"),
            TurnKind::Swing { points: gained, ticks } => {
                let tenths = u64::from(ticks) * 10 / u64::from(hz.max(1));
                format!("{side} gains {gained} {points} on its foes within {}.{} s", tenths / 10, tenths % 10)
            }
        }
    }
}

/// The changes of lead worth telling: those that lasted a second, and the one for good; and how many earlier ones are
/// left out.
fn told_leads(tally: &Tally, hz: u32) -> (Vec<Lead>, usize) {
    let decided = tally.decided();
    let until = decided.map_or(u32::MAX, |lead| lead.tick);
    let mut told: Vec<Lead> = tally.lasting_leads(hz).into_iter().filter(|lead| lead.tick < until).collect();
    if let Some(decided) = decided {
        // Lost for a moment only: the lead for good is told where it was taken back.
        told.pop_if(|last| last.side == decided.side);
        told.push(decided);
    }
    let hidden = told.len().saturating_sub(LEADS_MAX);
    (told.split_off(hidden), hidden)
}
