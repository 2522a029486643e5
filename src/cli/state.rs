//! `foregone state`: everything that can be seen at a tick.

use foregone::kernel::ruleset::{Body, Ruleset, Verdict};
use recorder::Recording;
use serde::Serialize;
use serde_json::{Map, Value, json};

use super::args::State;
use super::console::Console;
use super::exit::{Exit, Failure};
use super::feed::{self, Entry};
use super::fight::{self, Fight, OnFight};
use super::plan::FightPlan;
use super::resolve::{resolve, unseekable};
use super::show;

/// What `--json` prints. Nothing in it knows of anything behind the tick.
#[derive(Debug, Serialize)]
struct Stated {
    tick: u32,
    rows: Vec<Value>,
    journal: Vec<Entry>,
    outcome: Option<Verdict>,
}

/// Show it.
pub(crate) fn run(args: &State, console: &mut Console) -> Result<Exit, Failure> {
    let plan = FightPlan::new(&args.fight)?;
    fight::with(&plan, console, Stating { args })
}

struct Stating<'a> {
    args: &'a State,
}

impl OnFight for Stating<'_> {
    fn run<G: Ruleset>(self, fight: Fight<G>, console: &mut Console) -> Result<Exit, Failure> {
        let recording = resolve(&fight, console)?;
        let tick = self.args.at;
        check_tick(&recording, tick)?;
        let frame = recording.seek(tick).map_err(unseekable)?;
        let cast = recording.cast();
        let bodies: Vec<Body> = frame.rows().enumerate().map(|(place, row)| G::body(cast, place, row)).collect();
        let journal = feed::entries(&recording, frame.journal(), &bodies);
        let outcome = frame.outcome().map(|outcome| G::verdict(cast, outcome));
        let sides = G::side_names(cast);
        if self.args.json {
            let rows = frame.rows().zip(&bodies).map(|(row, body)| row_fields(row, body, &sides)).collect();
            console.json(&Stated { tick, rows, journal, outcome });
        } else {
            show::state(console, tick, recording.tick_hz(), &bodies, &sides, &journal, outcome.as_ref());
        }
        Ok(Exit::Done)
    }
}

/// Check that there is such a tick.
pub(crate) fn check_tick<G: Ruleset>(recording: &Recording<G>, tick: u32) -> Result<(), Failure> {
    let (first, last) = (recording.first_tick(), recording.last_tick());
    if tick < first {
        return Err(Failure::cannot_run_help(
            format_args!("there is no tick {tick}: the clip starts at tick {first}"),
            format_args!("a tick from {first} to {last}"),
        ));
    }
    if tick > last {
        let end = if recording.is_complete() { "the fight ends" } else { "the recording stops" };
        return Err(Failure::cannot_run_help(
            format_args!("there is no tick {tick}: {end} at tick {last}"),
            format_args!("a tick from {first} to {last}"),
        ));
    }
    Ok(())
}

/// A row's own fields behind those that every ruleset has.
fn row_fields(row: &impl Serialize, body: &Body, sides: &[String]) -> Value {
    let mut fields = Map::new();
    fields.insert("id".to_owned(), json!(body.id));
    fields.insert("name".to_owned(), json!(body.name));
    fields.insert("side".to_owned(), json!(sides.get(body.side)));
    fields.insert("alive".to_owned(), json!(body.alive || body.withdrew));
    match serde_json::to_value(row) {
        Ok(Value::Object(own)) => {
            for (key, value) in own {
                fields.entry(key).or_insert(value);
            }
        }
        Ok(other) => {
            fields.insert("row".to_owned(), other);
        }
        Err(error) => {
            fields.insert("row".to_owned(), json!(format!("unprintable: {error}")));
        }
    }
    Value::Object(fields)
}
