//! `foregone trail`: the digest of every tick.

use std::sync::Arc;

use foregone::kernel::ruleset::Ruleset;
use recorder::{Live, Recording, Section};
use serde::Serialize;
use serde_json::{Map, Value};

use super::args::Trail;
use super::console::Console;
use super::exit::{Exit, Failure};
use super::fight::{self, Fight, OnFight};
use super::interrupt::check_interrupt;
use super::plan::FightPlan;
use super::resolve::resolve;

/// What `--json` prints.
#[derive(Debug, Serialize)]
struct Trailed {
    ticks: Vec<Mark>,
}

#[derive(Debug, Serialize)]
struct Mark {
    tick: u32,
    digest: String,
    /// Empty unless asked for.
    sections: Map<String, Value>,
}

/// Print it.
pub(crate) fn run(args: &Trail, console: &mut Console) -> Result<Exit, Failure> {
    let plan = FightPlan::new(&args.fight)?;
    fight::with(&plan, console, Trailing { args })
}

struct Trailing<'a> {
    args: &'a Trail,
}

impl OnFight for Trailing<'_> {
    fn run<G: Ruleset>(self, fight: Fight<G>, console: &mut Console) -> Result<Exit, Failure> {
        let recording = resolve(&fight, console)?;
        let mut live = match self.args.sections {
            true => Some(Live::start(Arc::clone(fight.rules()?), Arc::new(fight.orders.clone()))),
            false => None,
        };
        let mut marks = Vec::new();
        for tick in recording.first_tick()..=recording.last_tick() {
            check_interrupt()?;
            if !tick.is_multiple_of(self.args.every) && tick != recording.last_tick() {
                continue;
            }
            let mark = mark(&recording, live.as_mut(), tick)?;
            if self.args.json {
                marks.push(mark);
            } else {
                console.say(line(&mark));
            }
            if console.is_closed() {
                break;
            }
        }
        if self.args.json {
            console.json(&Trailed { ticks: marks });
        }
        Ok(Exit::Done)
    }
}

fn mark<G: Ruleset>(recording: &Recording<G>, live: Option<&mut Live<G>>, tick: u32) -> Result<Mark, Failure> {
    let digest = recording.digest(tick).expect("the tick lies between the first and the last");
    let sections = match live {
        None => Vec::new(),
        Some(live) => sections(live, tick, digest)?,
    };
    let sections = sections.into_iter().map(|s| (s.name.to_owned(), Value::from(hex(s.digest)))).collect();
    Ok(Mark { tick, digest: hex(digest), sections })
}

/// Step on to a tick and digest it by section. The sections of a state that is not the recorded one would mislead.
fn sections<G: Ruleset>(live: &mut Live<G>, tick: u32, expected: u64) -> Result<Vec<Section>, Failure> {
    while live.tick() < tick {
        live.step();
    }
    match live.digest() {
        found if found == expected => Ok(live.sections()),
        found => Err(Failure::broken(format_args!(
            "tick {tick} came out as {found:016x} where {expected:016x} was recorded"
        ))),
    }
}

fn line(mark: &Mark) -> String {
    let mut line = format!("{:>6}  {}", mark.tick, mark.digest);
    for (name, digest) in &mark.sections {
        line.push_str(&format!("  {name}={}", digest.as_str().unwrap_or_default()));
    }
    line
}

fn hex(digest: u64) -> String {
    format!("{digest:016x}")
}
