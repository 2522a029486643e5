//! `foregone verify`: resolve a fight in every way there is and hold the results against each other.

use std::sync::Arc;

use foregone::kernel::ruleset::Ruleset;
use foregone::verify::{self, MODES};
use recorder::verify::{Check, Subject};
use recorder::{Difference, Settings, compare};
use serde::Serialize;

use super::args::Verify;
use super::console::{Console, check_interrupt};
use super::diff::{Part, part};
use super::exit::{Exit, Failure};
use super::fight::{self, Fight, OnFight};
use super::plan::FightPlan;
use super::resolve::resolve;

/// What `--json` prints.
#[derive(Debug, Serialize)]
struct Verified {
    ok: bool,
    modes: Vec<Mode>,
}

#[derive(Debug, Serialize)]
struct Mode {
    mode: &'static str,
    ok: bool,
    ticks_compared: u32,
    /// At which cadence it ran, where that is not the full one.
    cadence: Option<String>,
    first_difference: Option<Difference>,
    /// Why the fight could not even be run to its end.
    failure: Option<String>,
}

/// Verify it.
pub(crate) fn run(args: &Verify, console: &mut Console) -> Result<Exit, Failure> {
    let plan = FightPlan::new(&args.fight)?;
    fight::with(&plan, console, Verifying { args })
}

struct Verifying<'a> {
    args: &'a Verify,
}

impl OnFight for Verifying<'_> {
    fn run<G: Ruleset>(self, fight: Fight<G>, console: &mut Console) -> Result<Exit, Failure> {
        let settings = Settings::default();
        let subject = Subject { rules: Arc::clone(fight.rules()?), orders: fight.orders.clone(), settings };
        let mut modes = Vec::new();
        let mut add = |check: Check, console: &mut Console| {
            let cadence = verify::cadence(check.mode, &subject);
            let mode = mode(check, cadence);
            if !self.args.json {
                say(console, &mode);
            }
            modes.push(mode);
        };
        if fight.recording.is_some() {
            add(recorded(&fight, &subject, console)?, console);
        }
        for name in MODES {
            check_interrupt()?;
            add(verify::run(name, &subject).expect("the mode is in the table"), console);
        }
        let ok = modes.iter().all(|mode| mode.ok);
        if self.args.json {
            console.json(&Verified { ok, modes });
        }
        Ok(if ok { Exit::Done } else { Exit::Differs })
    }
}

/// Hold what a file recorded against a run from the seed.
fn recorded<G: Ruleset>(fight: &Fight<G>, subject: &Subject<G>, console: &Console) -> Result<Check, Failure> {
    let stored = resolve(fight, console)?;
    let fresh = recorder::Recorder::new(Arc::clone(&subject.rules), subject.orders.clone(), subject.settings).finish();
    let found = compare(&stored, &fresh.map_err(Failure::broken)?);
    Ok(Check { mode: "recorded", ticks_compared: found.ticks_compared, first: found.first, failure: None })
}

fn mode(check: Check, cadence: Option<String>) -> Mode {
    let ok = check.is_ok();
    let Check { mode, ticks_compared, first, failure } = check;
    Mode { mode, ok, ticks_compared, cadence, first_difference: first, failure }
}

fn say(console: &mut Console, mode: &Mode) {
    let verdict = if mode.ok { "ok" } else { "FAILED" };
    let cadence = mode.cadence.as_ref().map(|cadence| format!("  {cadence}")).unwrap_or_default();
    console.say(format_args!("{:<9} {verdict:<7} {:>7} ticks compared{cadence}", mode.mode, mode.ticks_compared));
    if let Some(first) = &mode.first_difference {
        let Part { place, values } = part(first, None, "first", "second");
        console.say(format_args!("          {place}"));
        console.say(format_args!("          {values}"));
    }
    if let Some(failure) = &mode.failure {
        console.say(format_args!("          {failure}"));
    }
}
