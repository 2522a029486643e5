//! A trail in a file of its own: what a fight came to on one machine or in one build, for another to be held against.
//!
//! It names its fight and carries no scenario: who holds a run against it has the fight. Unlike a report it has the
//! digest of every section at every tick, and nothing that could be seen.

use std::fmt::Write as _;
use std::sync::Arc;

use recorder::{Comparison, Live, Orders, RecordError};

use super::parting::in_sections;
use super::read::{self, NAMES_MAX, ORDERS_MAX};
use super::trail::guard;
use super::witness::lower_half;
use super::write::{quoted, write_lines, write_list, write_trail};
use super::{About, FILE_BYTES_MAX, Trail, plain_name, scenario_hash, write_orders};
use crate::kernel::problem::Problems;
use crate::kernel::ruleset::Ruleset;
use crate::kernel::sheet::{Sheet, Table};
use crate::registry::RULESETS;

/// The format written, and the only one read.
const FORMAT: u32 = 1;

/// Ticks of section digests a line.
const HALVES_A_LINE: usize = 2;

/// A trail, and what it is of.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TrailFile {
    /// The version of the program that wrote it, and how and for what it was built.
    pub foregone: String,
    /// The ruleset's name.
    pub ruleset: String,
    /// The fight's name, for people.
    pub fight: String,
    /// The seed.
    pub seed: u64,
    /// Every order of the fight, as typed.
    pub orders: Vec<String>,
    /// The digest of everything in the rules that can change a fight.
    pub rules: u64,
    /// The digest of ruleset, seed and scenario.
    pub scenario: u64,
    /// What happened, in digests.
    pub trail: Trail,
    /// The names of the digest's sections.
    pub sections: Vec<String>,
    /// The lower half of the digest of each section, of every tick from 0 on, all sections of a tick together.
    pub halves: Vec<u32>,
}

/// In what two trails are of different fights.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum OtherFight {
    /// Ruleset, seed or scenario.
    #[error("the trail is of another fight: {fight} under seed {seed}")]
    Scenario {
        /// What it is called there.
        fight: String,
        /// The seed there.
        seed: u64,
    },
    /// Orders.
    #[error("the trail is of the fight under other orders: {}", list_of(.orders))]
    Orders {
        /// Those of the trail.
        orders: Vec<String>,
    },
}

fn list_of(orders: &[String]) -> String {
    if orders.is_empty() { "none".to_owned() } else { orders.join(", ") }
}

impl TrailFile {
    /// Run a fight to its end and write down its trail.
    ///
    /// # Errors
    /// The rules did not end it by their own cap.
    pub fn of<G: Ruleset>(rules: &Arc<G>, orders: &Orders<G::Order>, about: &About) -> Result<Self, RecordError> {
        let mut live = Live::start(Arc::clone(rules), Arc::new(orders.clone()));
        let mut trail = Trail::start(&live);
        let mut halves = Vec::new();
        let mut see = |live: &Live<G>| halves.extend(live.sections().iter().map(|s| lower_half(s.digest)));
        see(&live);
        while live.outcome().is_none() {
            guard(&live)?;
            trail.step(&mut live);
            see(&live);
        }
        Ok(Self {
            foregone: build(),
            ruleset: rules.ruleset().to_owned(),
            fight: plain_name(&about.fight),
            seed: about.seed,
            orders: write_orders(&**rules, orders),
            rules: rules.fingerprint(),
            scenario: scenario_hash(rules.ruleset(), about.seed, &about.scenario),
            trail,
            sections: live.sections().iter().map(|s| s.name.to_owned()).collect(),
            halves,
        })
    }

    /// Tell in what another trail is not of the same fight. Other rules are no other fight.
    ///
    /// # Errors
    /// It is of another one.
    pub fn same_fight(&self, other: &Self) -> Result<(), OtherFight> {
        if self.scenario != other.scenario {
            return Err(OtherFight::Scenario { fight: self.fight.clone(), seed: self.seed });
        }
        if self.orders != other.orders {
            return Err(OtherFight::Orders { orders: self.orders.clone() });
        }
        Ok(())
    }

    /// Hold two trails against each other: tick, stage and section of the first difference.
    #[must_use]
    pub fn compare(&self, other: &Self) -> Comparison {
        let found = self.trail.compare(&other.trail);
        let section = found.first.as_ref().and_then(|parting| {
            let (a, b) = (self.halves_at(parting.tick)?, other.halves_at(parting.tick)?);
            if self.sections == other.sections { in_sections(&self.sections, a, b, parting) } else { None }
        });
        Comparison { first: section.or(found.first), ..found }
    }

    fn halves_at(&self, tick: u32) -> Option<&[u32]> {
        let width = self.sections.len();
        let from = (tick as usize).saturating_mul(width);
        self.halves.get(from..from.saturating_add(width))
    }

    /// Write it as text; `None` where it could not be read again.
    #[must_use]
    pub fn to_text(&self) -> Option<String> {
        let mut text = String::new();
        self.write(&mut text).expect("writing to memory cannot fail");
        Some(text).filter(|text| text.len() <= FILE_BYTES_MAX)
    }

    fn write(&self, out: &mut String) -> std::fmt::Result {
        writeln!(out, "# What a fight came to, tick by tick: foregone verify FIGHT --against FILE")?;
        writeln!(out, "format = {FORMAT}")?;
        writeln!(out, "foregone = {}", quoted(&self.foregone))?;
        writeln!(out, "ruleset = {}", quoted(&self.ruleset))?;
        writeln!(out, "fight = {}", quoted(&self.fight))?;
        writeln!(out, "seed = {}", self.seed)?;
        write_list(out, "orders", &self.orders)?;
        writeln!(out, "rules = \"{:016x}\"", self.rules)?;
        writeln!(out, "scenario = \"{:016x}\"", self.scenario)?;
        write_trail(out, &self.trail)?;
        writeln!(out, "\n# The lower half of the digest of each section, of every tick from 0 on.\n[sections]")?;
        write_list(out, "names", &self.sections)?;
        let word = |halves: &[u32]| halves.iter().map(|half| format!("{half:08x}")).collect::<String>();
        let ticks: Vec<String> = self.halves.chunks(self.sections.len().max(1)).map(word).collect();
        write_lines(out, "halves", ticks.chunks(HALVES_A_LINE).map(|line| line.join(" ")))
    }

    /// Read a trail.
    ///
    /// # Errors
    /// It has another format, or something is missing, of the wrong kind, out of range or unknown.
    pub fn read(sheet: &Sheet) -> Result<Self, Problems> {
        read::check_format(sheet, "trail", FORMAT)?;
        sheet.read(read_all)
    }
}

/// The version, and what could tell two builds of it apart.
fn build() -> String {
    let profile = if cfg!(debug_assertions) { "debug" } else { "release" };
    let (arch, os) = (std::env::consts::ARCH, std::env::consts::OS);
    format!("{} {profile} {arch} {os}", env!("CARGO_PKG_VERSION"))
}

fn read_all(table: &mut Table<'_>) -> TrailFile {
    let _: u32 = table.int("format", FORMAT..=FORMAT);
    let foregone = table.string("foregone");
    let ruleset = RULESETS.get(table.one_of("ruleset", RULESETS)).copied().unwrap_or_default().to_owned();
    let fight = table.string("fight");
    let seed = u64::try_from(table.int("seed", 0..=i64::MAX)).unwrap_or(0);
    let orders = table.strings("orders", 0..=ORDERS_MAX);
    let (rules, scenario) = (read::read_digest(table, "rules"), read::read_digest(table, "scenario"));
    let trail = table.child("trail").map_or_else(read::empty_trail, |mut t| read::read_trail(&mut t));
    let ticks = trail.digests.len() as u64;
    let (sections, halves) = table.child("sections").map(|mut t| read_sections(&mut t, ticks)).unwrap_or_default();
    TrailFile { foregone, ruleset, fight, seed, orders, rules, scenario, trail, sections, halves }
}

fn read_sections(table: &mut Table<'_>, ticks: u64) -> (Vec<String>, Vec<u32>) {
    let names = table.strings("names", 1..=NAMES_MAX);
    let halves = table.block("halves", FILE_BYTES_MAX);
    let each = names.len();
    let halves = read::read_words(table, "halves", &halves, ticks, 0, &|word, out: &mut Vec<u32>| {
        out.extend(read::pieces(word, each, 8).filter_map(|half| u32::try_from(half).ok()));
    });
    (names, halves)
}
