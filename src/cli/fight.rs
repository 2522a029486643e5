//! Opening a FIGHT: from its source to rules, orders and, for a recording, what was recorded.

use std::sync::Arc;

use foregone::kernel::ruleset::Ruleset;
use foregone::registry::{self, Job, RULESETS};
use recorder::{Orders, Recording, Stamped};

use super::console::Console;
use super::exit::{Exit, Failure};
use super::plan::{FightPlan, OrderText};

/// A fight, opened.
#[derive(Debug)]
pub(crate) struct Fight<G: Ruleset> {
    /// As it was named: `skirmish/demo`, or the file.
    pub name: String,
    /// What the scenario calls it.
    pub title: Option<String>,
    /// The seed it runs under; `None` for a recording that does not tell.
    pub seed: Option<u64>,
    /// What it runs under. A recording may have none at hand.
    pub rules: Option<Arc<G>>,
    /// The rules at hand are not those that the recording was made under.
    pub rules_changed: bool,
    /// The scenario's own orders, then those given on top.
    pub orders: Orders<G::Order>,
    /// Those given on top alone, as a report lists them.
    pub given: Vec<OrderText>,
    /// What a recording holds; with a seed or orders on top it is set aside and the fight runs afresh.
    pub recording: Option<Recording<G>>,
}

impl<G: Ruleset> Fight<G> {
    /// The rules, or why there are none.
    pub(crate) fn rules(&self) -> Result<&Arc<G>, Failure> {
        self.rules.as_ref().ok_or_else(|| Failure::cannot_run("no rules"))
    }

    /// What goes into a recording beside the fight itself, so that a file alone is enough to run it again.
    pub(crate) fn notes(&self) -> Vec<(String, String)> {
        vec![]
    }
}

/// Work on an opened fight, the same for every ruleset.
pub(crate) trait OnFight {
    fn run<G: Ruleset>(self, fight: Fight<G>, console: &mut Console) -> Result<Exit, Failure>;
}

/// Open a fight and do the work.
pub(crate) fn with(plan: &FightPlan, console: &mut Console, work: impl OnFight) -> Result<Exit, Failure> {
    struct Open<'a, W>(&'a FightPlan, &'a mut Console, W);
    impl<W: OnFight> Job for Open<'_, W> {
        type Output = Result<Exit, Failure>;
        fn run<G: Ruleset>(self) -> Self::Output {
            let Self(plan, console, work) = self;
            let fight = open::<G>(plan, console)?;
            work.run(fight, console)
        }
    }
    let ruleset = ruleset_of(plan)?;
    registry::dispatch(&ruleset, Open(plan, console, work)).unwrap_or_else(|| Err(unknown_ruleset(&ruleset)))
}

/// Open a fight whose ruleset is known.
pub(crate) fn open<G: Ruleset>(plan: &FightPlan, _console: &Console) -> Result<Fight<G>, Failure> {
    Err(Failure::cannot_run(format_args!("no ruleset can open {:?} yet", plan.source)))
}

fn ruleset_of(plan: &FightPlan) -> Result<String, Failure> {
    Err(Failure::cannot_run(format_args!("no ruleset can open {:?} yet", plan.source)))
}

fn unknown_ruleset(name: &str) -> Failure {
    Failure::cannot_run_help(
        format_args!("unknown ruleset `{name}`"),
        format_args!("this build has: {}", RULESETS.join(", ")),
    )
}

/// Put the scenario's own orders and those given on top into one order. All that cannot be read are told at once.
pub(crate) fn read_orders<G: Ruleset>(rules: &G, given: &[OrderText]) -> Result<Orders<G::Order>, Failure> {
    let mut orders = Orders::new(rules.scenario_orders());
    let mut wrong = Vec::new();
    for text in given {
        match rules.read_order(&text.words) {
            Ok(order) => {
                let sequence = orders.next_sequence(text.tick);
                orders.insert(Stamped { tick: text.tick, sequence, order });
            }
            Err(why) => wrong.push(format!("order \"{}\": {why}", text.given)),
        }
    }
    if wrong.is_empty() { Ok(orders) } else { Err(Failure::cannot_run(wrong.join("\n"))) }
}
