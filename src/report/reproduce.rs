//! Running a report again: the same, diverged, or other rules.

use std::sync::Arc;

use recorder::compare::fields;
use recorder::{Difference, Live, Orders, RecordError};
use serde::Serialize;

use super::trail::{guard, stage_names, step_checked};
use super::witness::{Sight, WitnessError};
use super::{Report, Trail};
use crate::kernel::ruleset::Ruleset;

/// What a report turned out to be.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    /// Every tick came out as reported.
    Same,
    /// Under the same rules, a tick came out otherwise.
    Diverged,
    /// The rules are others now. The report was run all the same, and what first differs is said.
    RulesChanged,
}

/// The judgement of a report.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Judgement {
    /// What it turned out to be.
    pub verdict: Verdict,
    /// Ticks stepped.
    pub ticks_run: u32,
    /// Where the reported fight (`a`) and this run (`b`) first part.
    pub first: Option<Difference>,
    /// The tick at which the field was seen to differ: the difference's own, or the next that was witnessed.
    pub seen_at: Option<u32>,
}

/// Why a report was not run, although it could be read.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum CannotRun {
    /// Its witness is broken.
    #[error(transparent)]
    Witness(#[from] WitnessError),
    /// Its stages are not those of the rules it names.
    #[error("the trail has the stages {found:?}, and these very rules have {expected:?}")]
    Stages {
        /// What the rules have.
        expected: Vec<String>,
        /// What the report says.
        found: Vec<String>,
    },
    /// Its sections are not those of the rules it names.
    #[error("the witness has the sections {found:?}, and these very rules have {expected:?}")]
    Sections {
        /// What the rules have.
        expected: Vec<String>,
        /// What the report says.
        found: Vec<String>,
    },
    /// The rules did not end the fight.
    #[error(transparent)]
    Broken(#[from] RecordError),
}

/// Run a report under these rules, made from its scenario and seed, and with these orders, read from it.
///
/// # Errors
/// The report contradicts itself, and nothing was run; or the rules do not end the fight.
pub fn reproduce<G: Ruleset>(
    report: &Report,
    rules: &Arc<G>,
    orders: Orders<G::Order>,
) -> Result<Judgement, CannotRun> {
    let live = Live::start(Arc::clone(rules), Arc::new(orders));
    let same_rules = report.rules == rules.fingerprint() && report.layout == G::LAYOUT;
    let sights = if same_rules { witness_of(report, &live)? } else { witness_of(report, &live).unwrap_or_default() };
    let mut run = Run { report, live, sights, same_stages: report.trail.stages == stage_names(&**rules) };
    let found = run.first_difference()?;
    let verdict = match (&found, same_rules) {
        (_, false) => Verdict::RulesChanged,
        (None, true) => Verdict::Same,
        (Some(_), true) => Verdict::Diverged,
    };
    let (first, seen_at) = found.unzip();
    Ok(Judgement { verdict, ticks_run: run.live.tick(), first, seen_at })
}

/// Read the witness and hold the report's tables against those of the rules.
fn witness_of<G: Ruleset>(report: &Report, live: &Live<G>) -> Result<Vec<Sight<G::Row>>, CannotRun> {
    let stages = stage_names(&**live.rules());
    if report.trail.stages != stages {
        return Err(CannotRun::Stages { expected: stages, found: report.trail.stages.clone() });
    }
    let sections: Vec<String> = live.sections().iter().map(|s| s.name.to_owned()).collect();
    if report.witness.every > 0 && report.witness.sections != sections {
        return Err(CannotRun::Sections { expected: sections, found: report.witness.sections.clone() });
    }
    Ok(report.witness.open()?)
}

/// A report while it is run.
struct Run<'a, G: Ruleset> {
    report: &'a Report,
    live: Live<G>,
    sights: Vec<Sight<G::Row>>,
    /// The trail's checks are of the stages that the rules have.
    same_stages: bool,
}

/// A difference, and the tick at which its field was seen.
type Located = (Difference, u32);

impl<G: Ruleset> Run<'_, G> {
    /// Step to the end, or to the first tick that does not come out as reported.
    fn first_difference(&mut self) -> Result<Option<Located>, RecordError> {
        let trail = &self.report.trail;
        let mut checks = Vec::new();
        loop {
            if let Some(parting) = self.parting(trail, &checks) {
                return self.locate(parting).map(Some);
            }
            let (tick, last) = (self.live.tick(), trail.last_tick());
            match (self.live.outcome().is_some(), tick == last) {
                (true, true) => return Ok(None),
                (true, false) => return Ok(Some((self.other_end(last, tick), tick))),
                (false, true) => return Ok(Some((self.other_end(last, tick + 1), tick))),
                (false, false) => {}
            }
            guard(&self.live)?;
            checks.clear();
            step_checked(&mut self.live, &mut checks);
        }
    }

    /// Tell whether and in what this tick is not as reported. Where only the tick's own digest differs, nothing but
    /// the trail itself does.
    fn parting(&self, trail: &Trail, checks: &[u16]) -> Option<Difference> {
        let tick = self.live.tick();
        let (reported, found) = (trail.digest(tick), self.live.digest());
        let digests = (reported.map_or_else(|| "absent".to_owned(), |d| format!("{d:016x}")), format!("{found:016x}"));
        let totals_differ = reported != Some(found);
        let reported = if self.same_stages { trail.checks_at(tick) } else { checks };
        if let Some(n) = (0..checks.len()).find(|&n| reported.get(n) != checks.get(n)) {
            let check = |check: Option<&u16>| check.map_or_else(|| "absent".to_owned(), |c| format!("{c:04x}"));
            let (field, values) = match totals_differ {
                true => ("digest", digests),
                false => ("check", (check(reported.get(n)), check(checks.get(n)))),
            };
            return Some(difference(tick, &trail.stages[n], "state", field, values));
        }
        let stage = match (tick, self.same_stages) {
            (0, _) => "start",
            (_, true) => "trail",
            (_, false) => "unknown",
        };
        totals_differ.then(|| difference(tick, stage, "state", "digest", digests))
    }

    /// Say which field differs, as the witness saw it at this tick or, stepping on, at the next one it saw.
    fn locate(&mut self, parting: Difference) -> Result<Located, RecordError> {
        let tick = parting.tick;
        let n = self.sights.partition_point(|sight| sight.tick < tick);
        let Some(witnessed) = self.sights.get(n).map(|sight| sight.tick) else { return Ok((parting, tick)) };
        while self.live.tick() < witnessed && self.live.outcome().is_none() {
            guard(&self.live)?;
            self.live.step();
        }
        let seen = self.live.tick();
        let found = self.seen_difference(&self.sights[n], tick, &parting.stage);
        Ok(found.map_or((parting, tick), |difference| (difference, seen)))
    }

    /// Hold what the witness saw against what is there now: rows first, then the sections of the digest.
    fn seen_difference(&self, sight: &Sight<G::Row>, tick: u32, stage: &str) -> Option<Difference> {
        let now = Sight::of(&self.live);
        if let Some(mut found) = fields(tick, stage, &sight.rows, &now.rows) {
            found.entity = self.name_of(&found.entity, &now.rows);
            if found.field.is_empty() {
                found.field = "row".to_owned(); // one of the two has no such row
            }
            return Some(found);
        }
        let sections = self.live.sections();
        let n = (0..sections.len()).find(|&n| sight.sections.get(n) != now.sections.get(n))?;
        let half = |half: Option<&u32>| half.map_or_else(|| "absent".to_owned(), |half| format!("{half:08x}"));
        let values = (half(sight.sections.get(n)), half(now.sections.get(n)));
        Some(difference(tick, stage, sections[n].name, "digest", values))
    }

    /// Put a unit's name in the place of its row number.
    fn name_of(&self, entity: &str, rows: &[G::Row]) -> String {
        let place = entity.trim_start_matches('#').split('/').next().and_then(|place| place.parse::<usize>().ok());
        match place.and_then(|place| Some((place, rows.get(place)?))) {
            Some((place, row)) => G::body(&self.live.rules().cast(), place, row).name,
            None => format!("row {entity}"),
        }
    }

    /// One of the two goes on where the other has ended.
    fn other_end(&self, reported: u32, found: u32) -> Difference {
        let end = if found > reported { format!("after {reported}") } else { found.to_string() };
        difference(reported.min(found) + 1, "trail", "fight", "last_tick", (reported.to_string(), end))
    }
}

fn difference(tick: u32, stage: &str, entity: &str, field: &str, (a, b): (String, String)) -> Difference {
    Difference { tick, stage: stage.to_owned(), entity: entity.to_owned(), field: field.to_owned(), a, b, differing: 1 }
}
