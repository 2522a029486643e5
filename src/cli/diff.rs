//! `foregone diff`: compare two fights.

use std::path::Path;

use foregone::kernel::assets::read_sheet;
use foregone::kernel::problem::counted;
use foregone::kernel::ruleset::Ruleset;
use foregone::report::{Report, ReportsParted};
use recorder::{Comparison, Difference, Recording, compare};
use serde::Serialize;

use super::args::Diff;
use super::console::Console;
use super::exit::{Exit, Failure};
use super::fight::{self, Fight, OnFight};
use super::plan::{FightPlan, Source, is_trail};
use super::resolve::resolve;
use super::verify::read_trail;

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
    /// The tick at which both reports saw the field: `tick`, or the next one that both witnessed.
    seen_at: Option<u32>,
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
    if is_trail(&args.a) && is_trail(&args.b) {
        return trails(args, console);
    }
    let (a, b) = (FightPlan::plain(&args.a)?, FightPlan::plain(&args.b)?);
    let written = match (&a.source, &b.source) {
        (Source::Report(a), Source::Report(b)) => parted_reports(a, b)?,
        _ => None,
    };
    match written {
        Some((one, other)) => fight::with(&a, console, Written { one: &one, other: &other, json: args.json }),
        None => fight::with(&a, console, Comparing { b: &b, json: args.json }),
    }
}

/// Compare two trails.
fn trails(args: &Diff, console: &mut Console) -> Result<Exit, Failure> {
    let (a, b) = (read_trail(&args.a)?, read_trail(&args.b)?);
    a.same_fight(&b).map_err(|other| Failure::cannot_run(format_args!("{other}: {}", args.a.display())))?;
    if a.rules != b.rules {
        console.note("the two were made under different rules");
    }
    let verdict = verdict(console, args.json, a.compare(&b), None, None);
    Ok(if verdict == Exit::Differs && a.rules != b.rules { Exit::RulesChanged } else { verdict })
}

/// Read two reports; give them where they are of one fight and hold different trails. To run both here would tell
/// nothing: they would come to the same.
fn parted_reports(a: &Path, b: &Path) -> Result<Option<(Report, Report)>, Failure> {
    let (a, b) = (Report::read(&read_sheet(a)?)?.report, Report::read(&read_sheet(b)?)?.report);
    Ok((a.is_of_the_fight_of(&b) && a.trail != b.trail).then_some((a, b)))
}

/// Two reports of one fight, as they were written.
struct Written<'a> {
    one: &'a Report,
    other: &'a Report,
    json: bool,
}

impl OnFight for Written<'_> {
    fn run<G: Ruleset>(self, fight: Fight<G>, console: &mut Console) -> Result<Exit, Failure> {
        let Self { one, other, json } = self;
        let cast = fight.rules()?.cast();
        let parted = one.compare::<G>(other, &cast);
        let ReportsParted { found, seen_at } = parted.map_err(Failure::cannot_run)?;
        console.note("one fight, reported twice with different trails: compared as they were written");
        let verdict = verdict(console, json, found, None, seen_at);
        Ok(if one.rules == other.rules { verdict } else { Exit::RulesChanged })
    }
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
        if found.ticks_compared == 0 {
            return Err(Failure::cannot_run("there is no tick that both have"));
        }
        let name = found.first.as_ref().and_then(|first| name_of(&a, first));
        Ok(verdict(console, self.json, found, name.as_deref(), None))
    }
}

/// Say what was found, and end with the code for it.
fn verdict(console: &mut Console, json: bool, found: Comparison, name: Option<&str>, seen_at: Option<u32>) -> Exit {
    let (same, ticks_compared) = (found.is_same(), found.ticks_compared);
    match (json, &found.first) {
        (true, _) => console.json(&Compared { seen_at, ..compared(same, ticks_compared, found.first) }),
        (false, None) => console.say(format_args!("the same: {} compared", counted(ticks_compared, "tick"))),
        (false, Some(first)) => {
            let Part { place, values } = part(first, name, "a", "b");
            console.say(place);
            console.say(values);
            if let Some(seen) = seen_at.filter(|seen| *seen != first.tick) {
                console.say(format_args!("both show what could be seen at tick {seen} only, not before"));
            }
            console.say(format_args!("{} compared", counted(ticks_compared, "tick")));
        }
    }
    if same { Exit::Done } else { Exit::Differs }
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
        seen_at: None,
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
