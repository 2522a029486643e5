//! `foregone check`: hold the goldens against a fresh run.

use std::path::{Path, PathBuf};

use foregone::golden::{self, Golden, GoldenFile};
use foregone::kernel::assets::read_text;
use foregone::kernel::problem::{Problem, Problems};
use foregone::kernel::ruleset::Ruleset;
use foregone::kernel::scenario::{Scenario, fight_names};
use serde::Serialize;

use super::args::Check;
use super::console::Console;
use super::exit::{Exit, Failure};
use super::fight::{self, Fight, OnFight};
use super::interrupt::check_interrupt;
use super::plan::{FightPlan, Source};
use super::resolve::{resolve, unseekable};

/// Where goldens are looked for when nobody says where.
const FOLDER: &str = "goldens";

/// Changes of a golden that are printed.
const SAID_MAX: usize = 12;

/// What `--json` prints.
#[derive(Debug, Serialize)]
struct Checked {
    ok: bool,
    goldens: Vec<One>,
}

#[derive(Debug, Serialize)]
struct One {
    name: String,
    ok: bool,
    ticks_compared: u32,
    tick: Option<u32>,
    changed: Vec<String>,
}

/// Check them.
pub(crate) fn run(args: &Check, console: &mut Console) -> Result<Exit, Failure> {
    let names = names(&args.names, console)?;
    let shelf = Shelf::find(args.goldens.as_deref())?;
    // A golden that is not there is no golden that passes: told before anything is run.
    let files = read_all(&names, &shelf)?;
    let mut goldens = Vec::new();
    for (name, file) in names.into_iter().zip(files) {
        check_interrupt()?;
        let fresh = fresh(&name, console)?;
        let found = file.golden.check(&fresh);
        let ok = found.changed.is_empty() && found.ticks_compared > 0;
        let one = One { name, ok, ticks_compared: found.ticks_compared, tick: found.tick, changed: found.changed };
        if !args.json {
            say(console, &one);
        }
        goldens.push(one);
    }
    let ok = goldens.iter().all(|one| one.ok);
    if args.json {
        console.json(&Checked { ok, goldens });
    }
    Ok(if ok { Exit::Done } else { Exit::Differs })
}

fn say(console: &mut Console, one: &One) {
    let verdict = if one.ok { "same" } else { "DIFFERS" };
    let tick = one.tick.map(|tick| format!("  first at tick {tick}")).unwrap_or_default();
    console.say(format_args!("{:<24} {verdict:<8} {:>5} digests compared{tick}", one.name, one.ticks_compared));
    for change in one.changed.iter().take(SAID_MAX) {
        console.say(format_args!("    {change}"));
    }
    if one.changed.len() > SAID_MAX {
        console.say(format_args!("    and {} more", one.changed.len() - SAID_MAX));
    }
}

/// The fights that were named, or all there are. A name that is no fight is told with those that are near.
pub(crate) fn names(given: &[String], console: &Console) -> Result<Vec<String>, Failure> {
    if given.is_empty() {
        let all = fight_names(console.assets())?;
        // Nothing compared is never a pass.
        return if all.is_empty() { Err(no_fights()) } else { Ok(all) };
    }
    let mut problems = Problems::default();
    for name in given {
        if name.ends_with(".toml") {
            let help = Some("goldens are of the fights that ship; `foregone list` shows them".to_owned());
            problems.push(Problem::of_file(name.as_str(), "a file has no golden", help));
        } else if let Err(unknown) = Scenario::find(console.assets(), name) {
            problems.extend(unknown);
        }
    }
    Ok(problems.or(given.to_vec())?)
}

/// Assets without a single fight.
pub(crate) fn no_fights() -> Failure {
    Failure::cannot_run_help(
        "there is no fight among these assets",
        "an assets folder has the layout of `assets/`, fights in RULESET/fights/*.toml",
    )
}

/// Run a fight that ships and sum it up.
pub(crate) fn fresh(name: &str, console: &mut Console) -> Result<Golden, Failure> {
    struct Summing<'a>(&'a mut Option<Golden>);
    impl OnFight for Summing<'_> {
        fn run<G: Ruleset>(self, fight: Fight<G>, console: &mut Console) -> Result<Exit, Failure> {
            let recording = resolve(&fight, console)?;
            *self.0 = Some(Golden::of(&fight.name, &recording).map_err(unseekable)?);
            Ok(Exit::Done)
        }
    }
    let source = Source::Name(name.to_owned());
    let plan = FightPlan { source, seed: None, listed: None, orders: Vec::new() };
    let mut golden = None;
    fight::with(&plan, console, Summing(&mut golden))?;
    Ok(golden.expect("a fight that could be opened was summed up"))
}

/// Where the goldens are.
#[derive(Debug)]
pub(crate) enum Shelf {
    /// In a folder.
    Folder(PathBuf),
    /// In the program, as they were when it was built.
    Embedded,
}

impl Shelf {
    /// Take the folder that was named, or the one where the command is run, or what is in the program.
    pub(crate) fn find(folder: Option<&Path>) -> Result<Self, Failure> {
        match folder {
            Some(folder) if folder.is_dir() => Ok(Self::Folder(folder.to_owned())),
            Some(folder) => Err(Failure::cannot_run_help(
                format_args!("there is no folder of goldens: {}", folder.display()),
                "name the folder where they are; for new ones make it first",
            )),
            None if Path::new(FOLDER).is_dir() => Ok(Self::Folder(FOLDER.into())),
            None => Ok(Self::Embedded),
        }
    }

    /// Where a golden is, if in a folder.
    pub(crate) fn path(&self, name: &str) -> Option<PathBuf> {
        match self {
            Self::Folder(folder) => Some(folder.join(format!("{name}.snap"))),
            Self::Embedded => None,
        }
    }

    fn read(&self, name: &str) -> Result<GoldenFile, Problems> {
        let missing = |what: String| {
            let help = format!("if the fight is as it should be: foregone bless {name} --reason \"…\"");
            Problems::from(Problem::of_file(what, "there is no golden", Some(help)))
        };
        let (shown, text) = match self.path(name) {
            Some(path) if !path.exists() => return Err(missing(path.display().to_string())),
            Some(path) => (path.display().to_string(), read_text(&path)?),
            None => (name.to_owned(), golden::embedded(name).ok_or_else(|| missing(name.to_owned()))?.to_owned()),
        };
        GoldenFile::read(&text).map_err(|error| {
            Problem::of_file(shown, format!("this is no golden: {error}"), Some("bless it again".to_owned())).into()
        })
    }
}

/// Read the goldens of these fights; all that are missing or broken are told at once.
fn read_all(names: &[String], shelf: &Shelf) -> Result<Vec<GoldenFile>, Failure> {
    let mut problems = Problems::default();
    let mut files = Vec::new();
    for name in names {
        match shelf.read(name) {
            Ok(file) => files.push(file),
            Err(wrong) => problems.extend(wrong),
        }
    }
    Ok(problems.or(files)?)
}
