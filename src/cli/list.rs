//! `foregone list`: the fights there are.

use foregone::kernel::problem::Problems;
use foregone::kernel::scenario::{Scenario, fight_names};
use serde::Serialize;

use super::args::List;
use super::check::no_fights;
use super::console::Console;
use super::exit::{Exit, Failure};
use super::show::cell;

/// What `--json` prints.
#[derive(Debug, Serialize)]
struct Listed {
    fights: Vec<Entry>,
}

#[derive(Debug, Serialize)]
struct Entry {
    name: String,
    ruleset: String,
    title: String,
}

/// List them.
pub(crate) fn run(args: &List, console: &mut Console) -> Result<Exit, Failure> {
    let mut fights = Vec::new();
    let mut problems = Problems::default();
    for name in fight_names(console.assets())? {
        match Scenario::find(console.assets(), &name) {
            Ok(Scenario { ruleset, title, .. }) => fights.push(Entry { name, ruleset, title }),
            Err(more) => problems.extend(more),
        }
    }
    problems.or(())?;
    if fights.is_empty() {
        return Err(no_fights());
    }
    if args.json {
        console.json(&Listed { fights });
        return Ok(Exit::Done);
    }
    let widest = fights.iter().map(|f| f.name.chars().count()).max().unwrap_or(0);
    for fight in &fights {
        console.say(format_args!("{}  {}", cell(&fight.name, widest), fight.title));
    }
    Ok(Exit::Done)
}
