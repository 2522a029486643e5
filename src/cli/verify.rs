//! `foregone verify`: resolve a fight in every way there is and hold the results against each other.

use std::path::Path;
use std::sync::Arc;

use clap::builder::PossibleValuesParser;
use foregone::kernel::assets::read_sheet;
use foregone::kernel::ruleset::Ruleset;
use foregone::report::{About, TrailFile};
use foregone::verify::{self, MODES};
use recorder::verify::{Check, Subject};
use recorder::{Difference, Settings, compare};
use serde::Serialize;

use super::args::Verify;
use super::console::Console;
use super::diff::{Part, part};
use super::exit::{Exit, Failure};
use super::fight::{self, Fight, OnFight};
use super::interrupt::check_interrupt;
use super::plan::FightPlan;
use super::resolve::{broken, resolve};
use super::write::{Pending, keep_apart};

/// What a `.fight` holds, against a fresh run.
const RECORDED: &str = "recorded";

/// What a trail from elsewhere holds, against a fresh run.
const AGAINST: &str = "against";

/// What `--json` prints.
#[derive(Debug, Serialize)]
struct Verified {
    ok: bool,
    modes: Vec<Mode>,
    /// Where the trail was written to.
    trail: Option<String>,
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

/// The modes that can be asked for.
pub(crate) fn modes() -> PossibleValuesParser {
    PossibleValuesParser::new([RECORDED].into_iter().chain(MODES).chain([AGAINST]))
}

/// Verify it.
pub(crate) fn run(args: &Verify, console: &mut Console) -> Result<Exit, Failure> {
    let plan = FightPlan::new(&args.fight)?;
    let orders = args.fight.change.orders.as_deref();
    let read = plan.source.path().into_iter().chain(orders).chain(args.against.as_deref());
    keep_apart(read, args.emit_trail.as_deref())?;
    let against = args.against.as_deref().map(read_trail).transpose()?;
    fight::with(&plan, console, Verifying { args, against })
}

/// Read a trail file.
pub(crate) fn read_trail(path: &Path) -> Result<TrailFile, Failure> {
    Ok(TrailFile::read(&read_sheet(path)?)?)
}

/// Run a fight and write down its trail.
fn trail_of<G: Ruleset>(fight: &Fight<G>) -> Result<TrailFile, Failure> {
    let rules = fight.rules()?;
    let scenario = fight.scenario.clone().unwrap_or_default();
    let about = About { fight: fight.public_name.clone(), seed: rules.seed(), scenario, note: String::new() };
    TrailFile::of(rules, &fight.orders, &about).map_err(broken)
}

struct Verifying<'a> {
    args: &'a Verify,
    against: Option<TrailFile>,
}

impl OnFight for Verifying<'_> {
    fn run<G: Ruleset>(self, fight: Fight<G>, console: &mut Console) -> Result<Exit, Failure> {
        let Self { args, against } = self;
        let subject =
            Subject { rules: Arc::clone(fight.rules()?), orders: fight.orders.clone(), settings: Settings::default() };
        // A bad target and a trail of another fight are told before the work, not after it.
        let out = args.emit_trail.as_deref().map(Pending::new).transpose()?;
        let trail = if out.is_some() || against.is_some() { Some(trail_of(&fight)?) } else { None };
        let pair = against.as_ref().zip(trail.as_ref());
        pair.map_or(Ok(()), |(theirs, ours)| theirs.same_fight(ours)).map_err(Failure::cannot_run)?;
        let rules_changed = pair.is_some_and(|(theirs, ours)| theirs.rules != ours.rules);

        let wanted = |mode: &str| args.mode.is_empty() || args.mode.iter().any(|named| named == mode);
        let mut modes = Vec::new();
        let mut add = |check: Check, cadence: Option<String>, console: &mut Console| {
            let mode = mode(check, cadence);
            if !args.json {
                say(console, &mode);
            }
            modes.push(mode);
        };
        if fight.recording.is_some() && wanted(RECORDED) {
            let (check, held) = recorded(&fight, &subject, console)?;
            add(check, held, console);
        }
        for name in MODES.into_iter().filter(|name| wanted(name)) {
            check_interrupt()?;
            let check = verify::run(name, &subject).expect("the mode is in the table");
            add(check, verify::cadence(name, &subject), console);
        }
        if let Some((theirs, ours)) = pair {
            add(against_trail(theirs, ours), None, console);
        }
        // Nothing compared is never a pass.
        if modes.is_empty() {
            return Err(nothing_to_compare(&args.mode));
        }
        let ok = modes.iter().all(|mode| mode.ok);
        let kept = match (out, trail) {
            (Some(out), Some(trail)) if ok => Some(emit(&trail, out, &fight.name)?),
            (Some(_), _) => {
                console.note("no trail was written: what does not verify is no measure for others");
                None
            }
            _ => None,
        };
        let only_rules = rules_changed && modes.iter().all(|mode| mode.ok || mode.mode == AGAINST);
        if args.json {
            let trail = kept.and(args.emit_trail.as_ref()).map(|path| path.display().to_string());
            console.json(&Verified { ok, modes, trail });
        }
        Ok(match ok {
            true => Exit::Done,
            false if only_rules => Exit::RulesChanged,
            false => Exit::Differs,
        })
    }
}

fn emit(trail: &TrailFile, mut out: Pending, name: &str) -> Result<u64, Failure> {
    let text = trail.to_text();
    let text = text.ok_or_else(|| Failure::cannot_run(format_args!("too long for a trail: {name}")))?;
    out.put(text.as_bytes())?;
    out.finish()
}

/// Hold a trail from elsewhere against one of here.
fn against_trail(theirs: &TrailFile, ours: &TrailFile) -> Check {
    let found = theirs.compare(ours);
    let failure = (theirs.rules != ours.rules).then(|| {
        let fight = if found.first.is_none() { "; this fight comes out as there all the same" } else { "" };
        format!("the trail was made under rules {:016x}, and these are {:016x}{fight}", theirs.rules, ours.rules)
    });
    Check { mode: AGAINST, ticks_compared: found.ticks_compared, first: found.first, failure }
}

fn nothing_to_compare(named: &[String]) -> Failure {
    Failure::cannot_run_help(
        format_args!("nothing to compare: {}", named.join(", ")),
        format_args!("`{RECORDED}` needs a recording *.fight, `{AGAINST}` a trail: --against F.trail.toml"),
    )
}

/// Hold what a file recorded against a run from the seed; says which ticks it holds, where not all. What a cut file or
/// a clip lacks at its end is no difference.
fn recorded<G: Ruleset>(
    fight: &Fight<G>,
    subject: &Subject<G>,
    console: &Console,
) -> Result<(Check, Option<String>), Failure> {
    let stored = resolve(fight, console)?;
    let fresh = recorder::Recorder::new(Arc::clone(&subject.rules), subject.orders.clone(), subject.settings).finish();
    let fresh = fresh.map_err(Failure::broken)?;
    let mut found = compare(&stored, &fresh);
    if !stored.is_complete() && stored.last_tick() < fresh.last_tick() {
        found.first.take_if(|first| first.tick > stored.last_tick());
    }
    let held = (stored.first_tick(), stored.last_tick());
    let all = held == (fresh.first_tick(), fresh.last_tick());
    let held = (!all).then(|| format!("the file holds ticks {} to {}", held.0, held.1));
    Ok((Check { mode: RECORDED, ticks_compared: found.ticks_compared, first: found.first, failure: None }, held))
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
        let (a, b) = if mode.mode == AGAINST { ("there", "here") } else { ("first", "second") };
        let Part { place, values } = part(first, None, a, b);
        console.say(format_args!("          {place}"));
        console.say(format_args!("          {values}"));
    }
    if let Some(failure) = &mode.failure {
        console.say(format_args!("          {failure}"));
    }
}
