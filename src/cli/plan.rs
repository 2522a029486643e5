//! What is meant by what was typed: which fight, from where, under which seed and with which further orders.

use std::path::{Path, PathBuf};

use foregone::kernel::assets::read_sheet;
use foregone::kernel::order_text::OrderText;
use foregone::kernel::problem::quote;
use foregone::kernel::sheet::Table;

use super::args::{Change, FightArgs};
use super::exit::Failure;

/// Orders that a file may list.
const ORDERS_MAX: usize = 65_536;

/// A fight as it is meant.
#[derive(Debug, Clone)]
pub(crate) struct FightPlan {
    pub source: Source,
    /// Instead of the fight's own.
    pub seed: Option<u64>,
    /// In place of all orders that the fight has itself.
    pub listed: Option<Vec<OrderText>>,
    /// Added on top, in this order.
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

impl FightPlan {
    /// Work out what was typed.
    pub(crate) fn new(typed: &FightArgs) -> Result<Self, Failure> {
        Self::changed(&typed.fight, &typed.change)
    }

    /// Work out a fight with changes.
    pub(crate) fn changed(fight: &Path, change: &Change) -> Result<Self, Failure> {
        let mut plan = Self::plain(fight)?;
        plan.seed = change.seed;
        plan.listed = change.orders.as_deref().map(orders_of_file).transpose()?;
        plan.orders = read_all(&change.order)?;
        Ok(plan)
    }

    /// Work out a fight as it is.
    pub(crate) fn plain(fight: &Path) -> Result<Self, Failure> {
        Ok(Self { source: Source::of(fight)?, seed: None, listed: None, orders: Vec::new() })
    }

    /// Tell whether it is another fight than the one its source holds.
    pub(crate) fn is_changed(&self) -> bool {
        self.seed.is_some() || self.listed.is_some() || !self.orders.is_empty()
    }
}

impl Source {
    /// The file it is, unless it is a name.
    pub(crate) fn path(&self) -> Option<&Path> {
        match self {
            Self::Name(_) => None,
            Self::Scenario(path) | Self::Report(path) | Self::Recording(path) => Some(path),
        }
    }

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
        } else if is_trail(fight) {
            Err(Failure::cannot_run_help(
                format_args!("a trail is what a fight came to, not a fight: {text}"),
                "`foregone verify FIGHT --against` takes it, and `foregone diff` two of them",
            ))
        } else if text.ends_with(".toml") {
            Ok(Self::Scenario(path))
        } else if fight.is_dir() || fight.extension().is_some() || fight.is_absolute() {
            Err(unknown_kind(fight))
        } else {
            Ok(Self::Name(text.to_owned()))
        }
    }
}

/// Tell by the ending whether a file is a trail.
pub(crate) fn is_trail(file: &Path) -> bool {
    file.to_str().is_some_and(|text| text.ends_with(".trail.toml"))
}

fn unknown_kind(fight: &Path) -> Failure {
    let what = if fight.is_dir() { "a folder is not a fight" } else { "this is not the name of a fight" };
    Failure::cannot_run_help(
        format_args!("{what}: {}", fight.display()),
        "a fight is a name (see `foregone list`), a scenario *.toml, a report *.report.toml or a recording *.fight",
    )
}

/// Read orders. Every malformed one is told.
fn read_all(texts: &[String]) -> Result<Vec<OrderText>, Failure> {
    let mut orders = Vec::new();
    let mut wrong = Vec::new();
    for text in texts {
        match OrderText::read(text) {
            Ok(order) => orders.push(order),
            Err(why) => wrong.push(format!("order {}: {why}", quote(text))),
        }
    }
    if wrong.is_empty() { Ok(orders) } else { Err(Failure::cannot_run(wrong.join("\n"))) }
}

/// Read the list `orders` of a TOML file, whatever else it holds.
fn orders_of_file(path: &Path) -> Result<Vec<OrderText>, Failure> {
    let sheet = read_sheet(path)?;
    let read = |table: &mut Table<'_>| {
        table.keys().into_iter().filter(|key| *key != "orders").for_each(|key| table.pass(key));
        let mut orders = Vec::new();
        for (text, place) in table.placed_strings("orders", 0..=ORDERS_MAX) {
            match OrderText::read(&text) {
                Ok(order) => orders.push(order),
                Err(why) => table.fault_at(&place, why, None),
            }
        }
        orders
    };
    Ok(sheet.read(read)?)
}
