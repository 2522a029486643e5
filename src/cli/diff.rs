//! `foregone diff`: compare two fights.

use foregone::kernel::ruleset::Ruleset;
use recorder::{Difference, Recording, compare};
use serde::Serialize;

use super::args::Diff;
use super::console::Console;
use super::exit::{Exit, Failure};
use super::fight::{self, Fight, OnFight};
use super::plan::FightPlan;
use super::resolve::resolve;

/// What `--json` prints.
#[derive(Debug, Serialize)]
struct Compared {
    same: bool,
    tick: Option<u32>,
    stage: Option<String>,
    entity: Option<String>,
    field: Option<String>,
    a: Option<String>,
    b: Option<String>,
    differing: Option<u32>,
    ticks_compared: u32,
}

/// A difference in words.
pub(crate) struct Part {
    /// `differs at tick 91, stage orders: units/3 (Scythe Mantis), condition`.
    pub place: String,
    /// `a: fighting, b: retreating; 4 fields differ there`.
    pub values: String,
}

/// Compare them.
pub(crate) fn run(args: &Diff, console: &mut Console) -> Result<Exit, Failure> {
    let (a, b) = (FightPlan::plain(&args.a)?, FightPlan::plain(&args.b)?);
    fight::with(&a, console, Comparing { b: &b, json: args.json })
}

struct Comparing<'a> {
    b: &'a FightPlan,
    json: bool,
}

impl OnFight for Comparing<'_> {
    fn run<G: Ruleset>(self, a: Fight<G>, console: &mut Console) -> Result<Exit, Failure> {
        let b = fight::open::<G>(self.b, console)?;
        let (a, b) = (resolve(&a, console)?, resolve(&b, console)?);
        let found = compare(&a, &b);
        let (same, ticks_compared) = (found.is_same(), found.ticks_compared);
        if ticks_compared == 0 {
            return Err(Failure::cannot_run("there is no tick that both have"));
        }
        match (self.json, &found.first) {
            (true, _) => console.json(&compared(same, ticks_compared, found.first)),
            (false, None) => console.say(format_args!("the same: {ticks_compared} ticks compared")),
            (false, Some(first)) => {
                let Part { place, values } = part(first, name_of(&a, first).as_deref(), "a", "b");
                console.say(place);
                console.say(values);
                console.say(format_args!("{ticks_compared} ticks compared"));
            }
        }
        Ok(if same { Exit::Done } else { Exit::Differs })
    }
}

fn compared(same: bool, ticks_compared: u32, first: Option<Difference>) -> Compared {
    let empty = Compared {
        same,
        tick: None,
        stage: None,
        entity: None,
        field: None,
        a: None,
        b: None,
        differing: None,
        ticks_compared,
    };
    match first {
        None => empty,
        Some(first) => Compared {
            tick: Some(first.tick),
            stage: Some(first.stage),
            entity: Some(first.entity),
            field: Some(first.field),
            a: Some(first.a),
            b: Some(first.b),
            differing: Some(first.differing),
            ..empty
        },
    }
}

/// Name the unit that a difference speaks of, if it speaks of one.
pub(crate) fn name_of<G: Ruleset>(recording: &Recording<G>, found: &Difference) -> Option<String> {
    let (list, place) = found.entity.split_once('/')?;
    let place = place.parse().ok().filter(|_| ["rows", "units"].contains(&list))?;
    let frame = recording.frame(found.tick)?;
    Some(G::body(recording.cast(), place, frame.row(place)?).name)
}

/// Put a difference into words; `name` is that of the unit, `a` and `b` are what the two are called.
pub(crate) fn part(found: &Difference, name: Option<&str>, a: &str, b: &str) -> Part {
    let Difference { tick, stage, entity, field, differing, .. } = found;
    let stage = match stage.as_str() {
        "start" => "before the first stage".to_owned(),
        "unknown" => "stage unknown".to_owned(),
        named => format!("stage {named}"),
    };
    let more = match differing {
        0 | 1 => String::new(),
        n => format!("; {n} fields differ there"),
    };
    let name = name.map(|name| format!(" ({name})")).unwrap_or_default();
    Part {
        place: format!("differs at tick {tick}, {stage}: {entity}{name}, {field}"),
        values: format!("{a}: {}, {b}: {}{more}", found.a, found.b),
    }
}
