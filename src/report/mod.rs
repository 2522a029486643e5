//! The report: a fight that can be run again anywhere, and what it did at every tick where it was written.
//!
//! A report carries its scenario resolved and inline, every order, the fingerprint of the rules, a trail (a digest a
//! tick, a check a stage) and a witness (what could be seen, at a cadence, so that a difference has a name). It
//! carries no path, no user and no host.

use std::sync::Arc;

use recorder::{Digest, Live, Orders, RecordError, Stamped};

use crate::kernel::ruleset::Ruleset;

mod parting;
mod read;
mod reproduce;
mod trail;
mod trail_file;
mod witness;
mod write;

pub use parting::ReportsParted;
pub use read::Opened;
pub use reproduce::{CannotRun, Judgement, Verdict, reproduce};
pub use trail::Trail;
pub use trail_file::{OtherFight, TrailFile};
pub use witness::{Witness, WitnessError};

/// The format written, and the only one read.
pub const FORMAT: u32 = 1;

/// The most bytes a report may have. The largest real one, a fight to the cap, has a twentieth of it.
pub const FILE_BYTES_MAX: usize = 4 << 20;

/// Characters of a fight's name that are kept.
const NAME_CHARS_MAX: usize = 200;

/// A report.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Report {
    /// The version of the program that wrote it.
    pub foregone: String,
    /// The ruleset's name.
    pub ruleset: String,
    /// The fight's name, for people.
    pub fight: String,
    /// The seed.
    pub seed: u64,
    /// What is wrong, in the reporter's words.
    pub note: String,
    /// Every order of the fight, as typed: `90 ally retreat 3`. Their order in the list is their sequence.
    pub orders: Vec<String>,
    /// The digest of everything in the rules that can change a fight.
    pub rules: u64,
    /// The number of the layout in which the witness has its rows.
    pub layout: u32,
    /// The scenario, with nothing left to look up elsewhere.
    pub scenario: String,
    /// What happened, in digests.
    pub trail: Trail,
    /// What could be seen.
    pub witness: Witness,
}

/// What a report says beside the fight itself.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct About {
    /// The fight's name, for people. No path.
    pub fight: String,
    /// The seed that the rules were made with.
    pub seed: u64,
    /// The scenario, with nothing left to look up elsewhere.
    pub scenario: String,
    /// What is wrong, in the reporter's words.
    pub note: String,
}

impl Report {
    /// Run a fight to its end and report it.
    ///
    /// # Errors
    /// The rules did not end it by their own cap.
    pub fn of<G: Ruleset>(rules: &Arc<G>, orders: &Orders<G::Order>, about: About) -> Result<Self, RecordError> {
        let mut live = Live::start(Arc::clone(rules), Arc::new(orders.clone()));
        let mut trail = Trail::start(&live);
        let mut witness = witness::Writer::start(&live);
        while live.outcome().is_none() {
            trail::guard(&live)?;
            trail.step(&mut live);
            witness.see(&live);
        }
        Ok(Self {
            foregone: env!("CARGO_PKG_VERSION").to_owned(),
            ruleset: rules.ruleset().to_owned(),
            fight: plain_name(&about.fight),
            seed: about.seed,
            note: with_plain_lines(&about.note),
            orders: write_orders(&**rules, orders),
            rules: rules.fingerprint(),
            layout: G::LAYOUT,
            scenario: with_plain_lines(&about.scenario),
            trail,
            witness: witness.finish(&live),
        })
    }

    /// Digest what the trail belongs to. A report whose scenario was edited by hand has a trail of another fight.
    #[must_use]
    pub fn scenario_hash(&self) -> u64 {
        scenario_hash(&self.ruleset, self.seed, &self.scenario)
    }
}

/// Digest ruleset, seed and scenario. Line ends do not count: a mail may change them.
fn scenario_hash(ruleset: &str, seed: u64, scenario: &str) -> u64 {
    let mut digest = Digest::new();
    digest.section("scenario", |d| {
        d.bytes(ruleset.as_bytes());
        d.u64(seed);
        d.bytes(with_plain_lines(scenario).as_bytes());
    });
    digest.total()
}

/// Cut a name to one that a report can hold: one line, not empty, not endless.
fn plain_name(name: &str) -> String {
    let plain: String = name.chars().filter(|c| !c.is_control()).take(NAME_CHARS_MAX).collect();
    if plain.trim().is_empty() { "unnamed".to_owned() } else { plain }
}

/// End every line in the one way.
fn with_plain_lines(text: &str) -> String {
    text.replace("\r\n", "\n")
}

/// Write orders the way they are typed.
fn write_orders<G: Ruleset>(rules: &G, orders: &Orders<G::Order>) -> Vec<String> {
    let typed = |order: &Stamped<G::Order>| format!("{} {}", order.tick, rules.write_order(&order.order));
    orders.all().iter().map(typed).collect()
}
