//! The fights that ship, opened for tests.

use std::sync::Arc;

use foregone::arena::Arena;
use foregone::kernel::assets::Assets;
use foregone::kernel::ruleset::Ruleset;
use foregone::kernel::scenario::{Scenario, fight_names};
use foregone::kitchen::Kitchen;
use foregone::legion::Legion;
use foregone::skirmish::Skirmish;
use recorder::verify::Subject;
use recorder::{Orders, Recorder, Recording, Settings, Stamped};

/// A fight, opened.
#[derive(Debug, Clone)]
pub struct Fight<G: Ruleset = Skirmish> {
    /// Its name.
    pub name: String,
    /// Its scenario, with nothing left to look up.
    pub text: String,
    /// Its rules.
    pub rules: Arc<G>,
    /// Its orders.
    pub orders: Orders<G::Order>,
}

/// Name every skirmish that ships.
pub fn skirmishes() -> Vec<String> {
    names_of("skirmish/")
}

/// Name every battle that ships.
pub fn battles() -> Vec<String> {
    names_of("legion/")
}

/// Name every arena match that ships.
pub fn matches() -> Vec<String> {
    names_of("arena/")
}

/// Name every kitchen round that ships.
pub fn rounds() -> Vec<String> {
    names_of("kitchen/")
}

fn names_of(ruleset: &str) -> Vec<String> {
    let mut names = fight_names(&Assets::embedded()).expect("what is built in can be listed");
    names.retain(|name| name.starts_with(ruleset));
    names
}

/// Open a fight that ships.
pub fn fight(name: &str) -> Fight {
    open(name)
}

/// Open a battle that ships.
pub fn battle(name: &str) -> Fight<Legion> {
    open(name)
}

/// Open an arena match that ships.
pub fn open_match(name: &str) -> Fight<Arena> {
    open(name)
}

/// Open a kitchen round that ships.
pub fn open_round(name: &str) -> Fight<Kitchen> {
    open(name)
}

fn open<G: Ruleset>(name: &str) -> Fight<G> {
    let assets = Assets::embedded();
    let scenario = Scenario::find(&assets, name).expect("the fight ships");
    let rules = Arc::new(G::open(&scenario, &assets, None).expect("what ships is right"));
    let orders = Orders::new(rules.scenario_orders());
    Fight { name: name.to_owned(), text: scenario.text(), rules, orders }
}

impl<G: Ruleset> Fight<G> {
    /// Give orders, as typed, on top of its own.
    pub fn with_orders(mut self, orders: &[&str]) -> Self {
        for text in orders {
            let (tick, order) = read_order(&*self.rules, text).expect("the order can be read");
            let sequence = self.orders.next_sequence(tick);
            self.orders.insert(Stamped { tick, sequence, order });
        }
        self
    }

    /// Take another seed.
    pub fn with_seed(mut self, seed: u64) -> Self {
        self.rules = Arc::new(Ruleset::with_seed(&*self.rules, seed));
        self
    }

    /// Record it to its end.
    pub fn record(&self) -> Recording<G> {
        let recorder = Recorder::new(Arc::clone(&self.rules), self.orders.clone(), Settings::default());
        recorder.finish().expect("the rules end it")
    }

    /// Hand it to the detectors.
    pub fn subject(&self) -> Subject<G> {
        Subject { rules: Arc::clone(&self.rules), orders: self.orders.clone(), settings: Settings::default() }
    }
}

/// Read an order as it is typed.
pub fn read_order<G: Ruleset>(rules: &G, text: &str) -> Option<(u32, G::Order)> {
    let (tick, words) = text.split_once(' ')?;
    Some((tick.parse().ok()?, rules.read_order(words).ok()?))
}
