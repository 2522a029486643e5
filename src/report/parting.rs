//! Where two trails part: tick and stage, from digests alone; and the field, where rows of both are at hand.

use recorder::compare::fields;
use recorder::{Comparison, Difference};

use super::witness::{Sight, WitnessError};
use super::{Report, Trail};
use crate::kernel::ruleset::Ruleset;

/// What a trail says of one tick.
#[derive(Debug, Clone, Copy)]
pub(super) struct Mark<'a> {
    /// Its digest, where the trail goes that far.
    pub digest: Option<u64>,
    /// The checks on the way to it, one a stage.
    pub checks: &'a [u16],
}

impl Mark<'_> {
    fn shown(self) -> String {
        self.digest.map_or_else(|| "absent".to_owned(), |digest| format!("{digest:016x}"))
    }
}

/// Tell whether and in what a tick of two trails differs. Where only the tick's own digest does, nothing but the trail
/// itself does. `stages` are those of both, or `None` where they are not the same.
pub(super) fn at_tick(tick: u32, stages: Option<&[String]>, a: Mark<'_>, b: Mark<'_>) -> Option<Difference> {
    let digests = || (a.shown(), b.shown());
    let totals_differ = a.digest != b.digest;
    let parted =
        |stages: &[String]| (0..stages.len().min(b.checks.len())).find(|&n| a.checks.get(n) != b.checks.get(n));
    if let Some((stages, n)) = stages.and_then(|stages| Some((stages, parted(stages)?))) {
        let check = |checks: &[u16]| checks.get(n).map_or_else(|| "absent".to_owned(), |check| format!("{check:04x}"));
        let (field, values) = match totals_differ {
            true => ("digest", digests()),
            false => ("check", (check(a.checks), check(b.checks))),
        };
        return Some(difference(tick, &stages[n], "state", field, values));
    }
    let stage = match (tick, stages) {
        (0, _) => "start",
        (_, Some(_)) => "trail",
        (_, None) => "unknown",
    };
    totals_differ.then(|| difference(tick, stage, "state", "digest", digests()))
}

/// One of the two goes on where the other has ended, at a tick.
pub(super) fn at_end(tick: u32, last_ticks: (String, String)) -> Difference {
    difference(tick + 1, "trail", "fight", "last_tick", last_ticks)
}

pub(super) fn difference(tick: u32, stage: &str, entity: &str, field: &str, (a, b): (String, String)) -> Difference {
    Difference { tick, stage: stage.to_owned(), entity: entity.to_owned(), field: field.to_owned(), a, b, differing: 1 }
}

impl Trail {
    /// What it says of a tick.
    pub(super) fn mark(&self, tick: u32) -> Mark<'_> {
        Mark { digest: self.digest(tick), checks: self.checks_at(tick) }
    }

    /// Hold two trails against each other, running nothing.
    #[must_use]
    pub fn compare(&self, other: &Self) -> Comparison {
        let stages = if self.stages == other.stages { Some(self.stages.as_slice()) } else { None };
        let (a, b) = (self.last_tick(), other.last_tick());
        let last = a.min(b);
        for tick in 0..=last {
            let first = at_tick(tick, stages, self.mark(tick), other.mark(tick));
            if first.is_some() {
                return Comparison { ticks_compared: tick + 1, first };
            }
        }
        let first = if a == b { None } else { Some(at_end(last, (a.to_string(), b.to_string()))) };
        Comparison { ticks_compared: last + 1, first }
    }
}

/// Where two reports of one fight part.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReportsParted {
    /// What was compared, and the first difference.
    pub found: Comparison,
    /// The tick at which the field was seen to differ: the difference's own, or the next that both witnessed.
    pub seen_at: Option<u32>,
}

impl Report {
    /// Tell whether another report is of the same fight: the same scenario, seed and orders.
    #[must_use]
    pub fn is_of_the_fight_of(&self, other: &Self) -> bool {
        self.scenario_hash() == other.scenario_hash() && self.orders == other.orders
    }

    /// Hold what two reports of one fight wrote down against each other, running nothing.
    ///
    /// # Errors
    /// The witness of one of them is broken.
    pub fn compare<G: Ruleset>(&self, other: &Self, cast: &G::Cast) -> Result<ReportsParted, WitnessError> {
        let found = self.trail.compare(&other.trail);
        let Some(parting) = &found.first else { return Ok(ReportsParted { found, seen_at: None }) };
        let (a, b) = (self.witness.open::<G::Row>()?, other.witness.open::<G::Row>()?);
        let twin = |a: &Sight<G::Row>| b.iter().position(|b| b.tick == a.tick);
        let seen = a.iter().filter(|a| a.tick >= parting.tick).find_map(|a| Some((a, &b[twin(a)?])));
        let field = seen.and_then(|seen| in_sights::<G>(cast, &self.witness.sections, seen, parting));
        let seen_at = field.as_ref().and(seen).map(|(sight, _)| sight.tick);
        let found = Comparison { first: field.or(found.first), ..found };
        Ok(ReportsParted { found, seen_at })
    }
}

/// Say which field of what was seen differs, at the tick and stage where digests part: rows first, then the sections
/// of the digest.
pub(super) fn in_sights<G: Ruleset>(
    cast: &G::Cast,
    sections: &[String],
    (a, b): (&Sight<G::Row>, &Sight<G::Row>),
    parting: &Difference,
) -> Option<Difference> {
    let (tick, stage) = (parting.tick, parting.stage.as_str());
    if let Some(mut found) = fields(tick, stage, &a.rows, &b.rows) {
        found.entity = name_of::<G>(cast, &found.entity, &b.rows);
        if found.field.is_empty() {
            found.field = "row".to_owned(); // one of the two has no such row
        }
        return Some(found);
    }
    in_sections(sections, &a.sections, &b.sections, parting)
}

/// Say which section of a digest differs, by the lower halves of both.
pub(super) fn in_sections(names: &[String], a: &[u32], b: &[u32], parting: &Difference) -> Option<Difference> {
    let n = (0..names.len()).find(|&n| a.get(n) != b.get(n))?;
    let half = |half: Option<&u32>| half.map_or_else(|| "absent".to_owned(), |half| format!("{half:08x}"));
    Some(difference(parting.tick, &parting.stage, &names[n], "digest", (half(a.get(n)), half(b.get(n)))))
}

/// Put a unit's name in the place of its row number.
fn name_of<G: Ruleset>(cast: &G::Cast, entity: &str, rows: &[G::Row]) -> String {
    let place = entity.trim_start_matches('#').split('/').next().and_then(|place| place.parse::<usize>().ok());
    match place.and_then(|place| Some((place, rows.get(place)?))) {
        Some((place, row)) => G::body(cast, place, row).name,
        None => format!("row {entity}"),
    }
}
