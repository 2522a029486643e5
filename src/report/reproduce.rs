//! Running a report again: the same, diverged, or other rules.

use std::sync::Arc;

use recorder::{Difference, Live, Orders, RecordError};
use serde::Serialize;

use super::parting::{Mark, at_end, at_tick, in_sights};
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

    /// Tell whether and in what this tick is not as reported.
    fn parting(&self, trail: &Trail, checks: &[u16]) -> Option<Difference> {
        let tick = self.live.tick();
        let stages = if self.same_stages { Some(trail.stages.as_slice()) } else { None };
        at_tick(tick, stages, trail.mark(tick), Mark { digest: Some(self.live.digest()), checks })
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
        let now = Sight::of(&self.live);
        let names = &self.report.witness.sections;
        let found = in_sights::<G>(&self.live.rules().cast(), names, (&self.sights[n], &now), &parting);
        Ok(found.map_or((parting, tick), |difference| (difference, seen)))
    }

    /// One of the two goes on where the other has ended.
    fn other_end(&self, reported: u32, found: u32) -> Difference {
        let end = if found > reported { format!("after {reported}") } else { found.to_string() };
        at_end(reported.min(found), (reported.to_string(), end))
    }
}
