//! `foregone report`: write a bug report.

use foregone::kernel::ruleset::Ruleset;
use foregone::report;
use serde::Serialize;

use super::args::Report;
use super::console::Console;
use super::exit::{Exit, Failure};
use super::fight::{self, Fight, OnFight};
use super::plan::FightPlan;
use super::resolve::broken;
use super::write::{Pending, keep_apart};

/// What `--json` prints.
#[derive(Debug, Serialize)]
struct Reported {
    file: String,
    bytes: u64,
}

/// Write it.
pub(crate) fn run(args: &Report, console: &mut Console) -> Result<Exit, Failure> {
    let plan = FightPlan::new(&args.fight)?;
    let read = plan.source.path().into_iter().chain(args.fight.change.orders.as_deref());
    keep_apart(read, [args.out.as_path()])?;
    fight::with(&plan, console, Reporting { args })
}

struct Reporting<'a> {
    args: &'a Report,
}

impl OnFight for Reporting<'_> {
    fn run<G: Ruleset>(self, fight: Fight<G>, console: &mut Console) -> Result<Exit, Failure> {
        let out = Pending::new(&self.args.out)?;
        let bytes = write(&fight, self.args.note.as_deref().unwrap_or_default(), out)?;
        let file = self.args.out.display().to_string();
        if self.args.json {
            console.json(&Reported { file, bytes });
        } else {
            console.say(format_args!("{file}: {bytes} bytes; `foregone reproduce {file}` runs it again"));
        }
        Ok(Exit::Done)
    }
}

/// Run a fight from its rules and write the report of it; gives its bytes.
pub(crate) fn write<G: Ruleset>(fight: &Fight<G>, note: &str, mut out: Pending) -> Result<u64, Failure> {
    let rules = fight.rules()?;
    let scenario = fight.scenario.clone().ok_or_else(|| {
        Failure::cannot_run(format_args!("there is no scenario to put into a report: {}", fight.name))
    })?;
    let about = report::About { fight: fight.public_name.clone(), seed: rules.seed(), scenario, note: note.to_owned() };
    let text = report::Report::of(rules, &fight.orders, about).map_err(broken)?.to_text();
    if text.len() > report::FILE_BYTES_MAX {
        let (bytes, most) = (text.len(), report::FILE_BYTES_MAX);
        return Err(Failure::cannot_run_help(
            format_args!("a report of {bytes} bytes could not be read again: {}", fight.name),
            format_args!("at most {most}; give a shorter note or scenario"),
        ));
    }
    out.put(text.as_bytes())?;
    out.finish()
}
