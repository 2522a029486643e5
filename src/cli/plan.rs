//! What is meant by what was typed: which fight, from where, under which seed and with which further orders.

use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};

use super::args::{Change, FightArgs};
use super::exit::Failure;

/// A file of orders, or a scenario, is read up to here and no further. 4 MiB is a thousand times the largest real one.
pub(crate) const TEXT_BYTES_MAX: u64 = 4 << 20;

/// A fight as it is meant.
#[derive(Debug, Clone)]
pub(crate) struct FightPlan {
    pub source: Source,
    /// Instead of the fight's own.
    pub seed: Option<u64>,
    /// Added to the fight's own, in this order.
    pub orders: Vec<OrderText>,
}

/// Where a fight comes from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Source {
    /// One of the fights among the assets: `skirmish/demo`.
    Name(String),
    /// A scenario file.
    Scenario(PathBuf),
    /// A bug report.
    Report(PathBuf),
    /// A recording.
    Recording(PathBuf),
}

/// An order, its words still unread: only the ruleset can read them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct OrderText {
    pub tick: u32,
    /// All after the tick: `ally retreat 3`.
    pub words: String,
    /// As it was given, for error messages.
    pub given: String,
}

impl FightPlan {
    /// Work out what was typed.
    pub(crate) fn new(typed: &FightArgs) -> Result<Self, Failure> {
        Self::changed(&typed.fight, &typed.change)
    }

    /// Work out a fight with changes.
    pub(crate) fn changed(fight: &Path, change: &Change) -> Result<Self, Failure> {
        let mut plan = Self::plain(fight)?;
        plan.seed = change.seed;
        plan.orders = orders(&change.order, change.orders.as_deref())?;
        Ok(plan)
    }

    /// Work out a fight as it is.
    pub(crate) fn plain(fight: &Path) -> Result<Self, Failure> {
        Ok(Self { source: Source::of(fight)?, seed: None, orders: Vec::new() })
    }
}

impl Source {
    /// Tell by the ending what is meant: files have one, names have none.
    pub(crate) fn of(fight: &Path) -> Result<Self, Failure> {
        let path = fight.to_owned();
        let Some(text) = fight.to_str() else {
            return match fight.extension().and_then(|e| e.to_str()) {
                Some("fight") => Ok(Self::Recording(path)),
                Some("toml") => Ok(Self::Scenario(path)),
                _ => Err(unknown_kind(fight)),
            };
        };
        if text.ends_with(".fight") {
            Ok(Self::Recording(path))
        } else if text.ends_with(".report.toml") {
            Ok(Self::Report(path))
        } else if text.ends_with(".toml") {
            Ok(Self::Scenario(path))
        } else if fight.is_dir() || fight.extension().is_some() || fight.is_absolute() {
            Err(unknown_kind(fight))
        } else {
            Ok(Self::Name(text.to_owned()))
        }
    }
}

fn unknown_kind(fight: &Path) -> Failure {
    let what = if fight.is_dir() { "a directory is not a fight" } else { "this is not the name of a fight" };
    Failure::cannot_run_help(
        format_args!("{what}: {}", fight.display()),
        "a fight is a name (see `foregone list`), a scenario *.toml, a report *.report.toml or a recording *.fight",
    )
}

/// Read the orders given on the command line, those of the file first. Every malformed one is told.
pub(crate) fn orders(given: &[String], file: Option<&Path>) -> Result<Vec<OrderText>, Failure> {
    let mut texts = match file {
        Some(path) => orders_of_file(path)?,
        None => Vec::new(),
    };
    texts.extend_from_slice(given);
    let mut orders = Vec::new();
    let mut wrong = Vec::new();
    for text in texts {
        match OrderText::read(&text) {
            Ok(order) => orders.push(order),
            Err(why) => wrong.push(why),
        }
    }
    if wrong.is_empty() { Ok(orders) } else { Err(Failure::cannot_run(wrong.join("\n"))) }
}

impl OrderText {
    /// Split an order into its tick and its words.
    pub(crate) fn read(text: &str) -> Result<Self, String> {
        let trimmed = text.trim();
        let (tick, words) = trimmed.split_once(char::is_whitespace).unwrap_or((trimmed, ""));
        let tick = tick.parse().map_err(|_| {
            format!("order \"{text}\": it starts with {tick:?} where a tick from 0 to {} was expected", u32::MAX)
        })?;
        let words = words.split_whitespace().collect::<Vec<_>>().join(" ");
        if words.is_empty() {
            return Err(format!("order \"{text}\": after the tick, a side and what it shall do were expected"));
        }
        Ok(Self { tick, words, given: text.to_owned() })
    }
}

/// Read the list `orders` of a TOML file.
fn orders_of_file(path: &Path) -> Result<Vec<String>, Failure> {
    let text = read_text(path)?;
    let wrong = |what: String| Failure::cannot_run_help(what, "a list was expected: orders = [\"90 ally retreat 3\"]");
    let table: toml::Table =
        toml::from_str(&text).map_err(|error| Failure::cannot_run(format!("{}: {error}", path.display())))?;
    let list = table.get("orders").ok_or_else(|| wrong(format!("there is no list `orders` in {}", path.display())))?;
    let list = list.as_array().ok_or_else(|| wrong(format!("`orders` is not a list in {}", path.display())))?;
    let read = |value: &toml::Value| {
        let text = value.as_str().map(str::to_owned);
        text.ok_or_else(|| wrong(format!("`orders` holds {value}, which is not an order, in {}", path.display())))
    };
    list.iter().map(read).collect()
}

/// Read a text file that a person wrote, or say why not.
pub(crate) fn read_text(path: &Path) -> Result<String, Failure> {
    let fail = |why: String| Failure::cannot_run(format!("cannot read {}: {why}", path.display()));
    let found = fs::metadata(path).map_err(|error| fail(error.to_string()))?;
    if found.is_dir() {
        return Err(fail("it is a directory".to_owned()));
    }
    let mut bytes = Vec::new();
    let file = fs::File::open(path).map_err(|error| fail(error.to_string()))?;
    file.take(TEXT_BYTES_MAX + 1).read_to_end(&mut bytes).map_err(|error| fail(error.to_string()))?;
    if bytes.len() as u64 > TEXT_BYTES_MAX {
        return Err(fail(format!("it is longer than {TEXT_BYTES_MAX} bytes")));
    }
    String::from_utf8(bytes).map_err(|_| fail("it is not text in UTF-8".to_owned()))
}
