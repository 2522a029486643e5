//! `foregone reproduce`: run a report again and judge: same, diverged, rules changed or cannot run.

use std::path::Path;

use foregone::kernel::assets::read_sheet;
use foregone::kernel::problem::{Problem, Problems};
use foregone::kernel::ruleset::Ruleset;
use foregone::kernel::sheet::Sheet;
use foregone::report::{CannotRun, Judgement, Opened, Report, Verdict, reproduce};
use recorder::Difference;
use serde::Serialize;

use super::args::Reproduce;
use super::console::Console;
use super::diff::{Part, part};
use super::exit::{Exit, Failure};
use super::fight::{self, Fight, OnFight};
use super::plan::{FightPlan, Source};
use super::resolve::broken;

/// What `--json` prints.
#[derive(Debug, Default, Serialize)]
struct Judged {
    verdict: &'static str,
    ticks_run: u32,
    tick: Option<u32>,
    stage: Option<String>,
    entity: Option<String>,
    field: Option<String>,
    expected: Option<String>,
    found: Option<String>,
    differing: Option<u32>,
    /// The tick at which the witness saw the field: `tick`, or the next one witnessed.
    seen_at: Option<u32>,
    /// Why it cannot be run.
    reason: Option<String>,
}

/// Judge it.
pub(crate) fn run(args: &Reproduce, console: &mut Console) -> Result<Exit, Failure> {
    let judged = judge(args, console);
    match judged {
        Err(failure) if failure.exit == Exit::CannotRun => {
            let reason = failure.phrase();
            if args.json {
                let verdict = "cannot_run";
                console.json(&Judged { verdict, reason: Some(reason), ..Judged::default() });
            } else {
                console.say(format_args!("cannot run: {}", reason.lines().next().unwrap_or_default()));
            }
            Err(failure)
        }
        other => other,
    }
}

fn judge(args: &Reproduce, console: &mut Console) -> Result<Exit, Failure> {
    refuse_fights(&args.file)?;
    let sheet = read_sheet(&args.file)?;
    let opened = Report::read(&sheet)?;
    let source = Source::Report(args.file.clone());
    let plan = FightPlan { source, seed: None, listed: None, orders: Vec::new() };
    let edited = opened.edited.clone();
    let judging = Judging { args, sheet: &sheet, opened: &opened };
    // Whatever is wrong with the scenario explains better than its hash that it was edited.
    fight::with(&plan, console, judging).map_err(|failure| match edited {
        Some(edited) => failure.and(edited),
        None => failure,
    })
}

/// Tell someone who names a fight that only a report of one can be judged. A report may have any other name.
fn refuse_fights(file: &Path) -> Result<(), Failure> {
    let shown = file.display();
    match Source::of(file) {
        Ok(Source::Recording(_)) => Err(Failure::cannot_run_help(
            format_args!("a recording is not a report: {shown}"),
            format_args!("`foregone verify {shown}` runs it again, `foregone report {shown} --out F` reports it"),
        )),
        Ok(Source::Name(name)) if !file.exists() => Err(Failure::cannot_run_help(
            format_args!("no such report: {name}"),
            "a report is a file that `foregone report FIGHT --out F` wrote",
        )),
        _ => Ok(()),
    }
}

struct Judging<'a> {
    args: &'a Reproduce,
    sheet: &'a Sheet,
    opened: &'a Opened,
}

impl OnFight for Judging<'_> {
    fn run<G: Ruleset>(self, fight: Fight<G>, console: &mut Console) -> Result<Exit, Failure> {
        if let Some(edited) = &self.opened.edited {
            return Err(Problems::from(edited.clone()).into());
        }
        let report = &self.opened.report;
        let judgement = match reproduce(report, fight.rules()?, fight.orders.clone()) {
            Ok(judgement) => judgement,
            Err(CannotRun::Broken(error)) => return Err(broken(error)),
            Err(other) => return Err(Problems::from(self.placed(&other)).into()),
        };
        if self.args.json {
            console.json(&judged(&judgement));
        } else {
            say(console, &judgement, report.trail.last_tick());
        }
        Ok(match judgement.verdict {
            Verdict::Same => Exit::Done,
            Verdict::Diverged => Exit::Differs,
            Verdict::RulesChanged => Exit::RulesChanged,
        })
    }
}

impl Judging<'_> {
    /// Put what contradicts itself in a report where it stands.
    fn placed(&self, error: &CannotRun) -> Problem {
        let place = match error {
            CannotRun::Stages { .. } => &self.opened.trail,
            _ => &self.opened.witness,
        };
        let help = "take the report as it was written";
        self.sheet.problem_at(place, error.to_string(), help.to_owned())
    }
}

fn judged(judgement: &Judgement) -> Judged {
    let verdict = match judgement.verdict {
        Verdict::Same => "same",
        Verdict::Diverged => "diverged",
        Verdict::RulesChanged => "rules_changed",
    };
    let bare = Judged { verdict, ticks_run: judgement.ticks_run, seen_at: judgement.seen_at, ..Judged::default() };
    match judgement.first.clone() {
        None => bare,
        Some(Difference { tick, stage, entity, field, a, b, differing }) => Judged {
            tick: Some(tick),
            stage: Some(stage),
            entity: Some(entity),
            field: Some(field),
            expected: Some(a),
            found: Some(b),
            differing: Some(differing),
            ..bare
        },
    }
}

fn say(console: &mut Console, judgement: &Judgement, last_tick: u32) {
    let Judgement { verdict, ticks_run, first, seen_at } = judgement;
    console.say(match verdict {
        Verdict::Same => format!("same: {ticks_run} ticks came out as reported"),
        Verdict::Diverged => format!("diverged after {ticks_run} of {last_tick} ticks"),
        Verdict::RulesChanged => "rules changed: the report was made under other rules".to_owned(),
    });
    match first {
        None if *verdict == Verdict::RulesChanged => {
            console.say(format_args!("this fight comes out as reported all the same: {ticks_run} ticks"));
        }
        None => {}
        Some(first) => {
            let Part { place, values } = part(first, None, "reported", "now");
            console.say(place);
            console.say(values);
            if let Some(seen) = seen_at.filter(|seen| *seen != first.tick) {
                console.say(format_args!("the report shows what could be seen at tick {seen} only, not before"));
            }
        }
    }
}
