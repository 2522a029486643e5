//! `foregone engage`: resolve a fight to its end and sum it up.

use foregone::kernel::ruleset::{Body, Ruleset, Verdict};
use foregone::kernel::tally::Tally;
use foregone::summary::{SideSum, Summary, Totals, UnitSum};
use recorder::Recording;
use serde::Serialize;

use super::args::{Change, Engage, FightArgs};
use super::console::{Console, Stopwatch};
use super::exit::{Exit, Failure};
use super::feed::{self, Entry};
use super::fight::{self, Fight, OnFight};
use super::plan::FightPlan;
use super::report;
use super::resolve::{resolve, unseekable};
use super::show;
use super::write::{Pending, keep_apart};

/// The fight to begin with.
pub(crate) const DEMO: &str = "skirmish/demo";

/// What `--json` prints.
#[derive(Debug, Serialize)]
struct Engaged<'a> {
    ruleset: &'a str,
    fight: &'a str,
    seed: Option<u64>,
    tick_hz: u32,
    ticks: u32,
    outcome: Option<&'a Verdict>,
    sides: &'a [SideSum],
    units: &'a [UnitSum],
    totals: Totals,
    journal: Vec<Entry>,
    digest: String,
    rules: String,
    recording: Kept,
    wall_ms: u64,
}

/// What the recording takes.
#[derive(Debug, Serialize)]
struct Kept {
    frames: u64,
    rows: u64,
    rows_shared: u64,
    bytes: usize,
    bytes_unshared: usize,
}

/// Resolve it.
pub(crate) fn run(args: &Engage, console: &mut Console) -> Result<Exit, Failure> {
    let plan = FightPlan::new(&args.fight)?;
    let read = plan.source.path().into_iter().chain(args.fight.change.orders.as_deref());
    keep_apart(read, args.out.as_deref().into_iter().chain(args.report.as_deref()))?;
    fight::with(&plan, console, Engaging { args })
}

/// Resolve the demo, for someone who gave no command.
pub(crate) fn run_demo(console: &mut Console) -> Result<Exit, Failure> {
    console.note(format_args!("no display to open the player on: foregone engage {DEMO}"));
    let change = Change { seed: None, order: Vec::new(), orders: None };
    let fight = FightArgs { fight: DEMO.into(), change };
    run(&Engage { fight, out: None, report: None, json: false }, console)
}

struct Engaging<'a> {
    args: &'a Engage,
}

impl OnFight for Engaging<'_> {
    fn run<G: Ruleset>(self, fight: Fight<G>, console: &mut Console) -> Result<Exit, Failure> {
        // A bad target is told before the work, not after it.
        let out = self.args.out.as_deref().map(Pending::new).transpose()?;
        let report = self.args.report.as_deref().map(Pending::new).transpose()?;
        let watch = Stopwatch::start();
        let recording = resolve(&fight, console)?;
        let wall_ms = watch.millis();
        if let Some(out) = out {
            save(&recording, out)?;
        }
        if let Some(report) = report {
            report::write(&fight, "", report)?;
        }
        let summary = Summary::of(&recording).map_err(unseekable)?;
        let bodies = bodies(&recording)?;
        if self.args.json {
            console.json(&engaged(&fight, &recording, &summary, &bodies, wall_ms));
        } else {
            let tally = Tally::of(&recording, recording.last_tick()).map_err(unseekable)?;
            let refused = feed::refusals(&recording, &bodies);
            show::summary(
                console,
                &show::Shown {
                    fight: &fight,
                    recording: &recording,
                    summary: &summary,
                    tally: &tally,
                    refused: &refused,
                },
            );
        }
        Ok(Exit::Done)
    }
}

fn engaged<'a, G: Ruleset>(
    fight: &'a Fight<G>,
    recording: &'a Recording<G>,
    summary: &'a Summary,
    bodies: &[Body],
    wall_ms: u64,
) -> Engaged<'a> {
    let mut journal = feed::entries(recording, recording.event_count(), bodies);
    journal.extend(feed::late_entries(recording, bodies));
    let memory = recording.memory();
    Engaged {
        ruleset: recording.ruleset(),
        fight: &fight.name,
        seed: fight.seed,
        tick_hz: recording.tick_hz(),
        ticks: recording.last_tick(),
        outcome: summary.outcome.as_ref(),
        sides: &summary.sides,
        units: &summary.units,
        totals: summary.totals,
        journal,
        digest: format!("{:016x}", recording.trail_digest()),
        rules: format!("{:016x}", recording.fingerprint()),
        recording: Kept {
            frames: memory.frames,
            rows: memory.rows,
            rows_shared: memory.rows_shared,
            bytes: memory.bytes,
            bytes_unshared: memory.bytes_unshared,
        },
        wall_ms,
    }
}

/// Everyone as the last frame shows them.
pub(crate) fn bodies<G: Ruleset>(recording: &Recording<G>) -> Result<Vec<Body>, Failure> {
    let frame = recording.seek(recording.last_tick()).map_err(unseekable)?;
    Ok(frame.rows().enumerate().map(|(place, row)| G::body(recording.cast(), place, row)).collect())
}

fn save<G: Ruleset>(recording: &Recording<G>, mut out: Pending) -> Result<u64, Failure> {
    let bytes = recording.save().map_err(Failure::broken)?;
    out.put(&bytes)?;
    out.finish()
}
