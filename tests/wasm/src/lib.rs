//! What `check.mjs` calls: how many fights there are, one resolved, and what is said of it.
//!
//! A text is handed over as the place and the length of its bytes; it stays until the next call.

use std::cell::RefCell;
use std::sync::Arc;

use foregone::golden::{self, Golden, GoldenFile};
use foregone::kernel::assets::Assets;
use foregone::kernel::ruleset::Ruleset;
use foregone::kernel::scenario::{Scenario, fight_names};
use foregone::registry::{self, Job};
use recorder::{Budget, Orders, Recorder, Settings};

thread_local! {
    static SAID: RefCell<String> = const { RefCell::new(String::new()) };
}

/// Count the fights that ship; why the program stops, if it does, is said from now on.
#[unsafe(no_mangle)]
pub extern "C" fn fights() -> usize {
    std::panic::set_hook(Box::new(|panic| SAID.set(panic.to_string())));
    names().len()
}

/// Say the name of a fight.
#[unsafe(no_mangle)]
pub extern "C" fn name(fight: usize) {
    SAID.set(names().swap_remove(fight));
}

/// Resolve a fight and say its digest, its last tick and what differs from its golden, a line each.
#[unsafe(no_mangle)]
pub extern "C" fn resolve(fight: usize) {
    let assets = Assets::embedded();
    let scenario = Scenario::find(&assets, &names()[fight]).unwrap_or_else(|problems| panic!("{problems}"));
    let said = registry::dispatch(&scenario.ruleset, Resolve { assets: &assets, scenario: &scenario });
    SAID.set(said.expect("its ruleset is known"));
}

/// Where what was said begins.
#[unsafe(no_mangle)]
pub extern "C" fn said() -> *const u8 {
    SAID.with_borrow(|said| said.as_ptr())
}

/// How many bytes it has.
#[unsafe(no_mangle)]
pub extern "C" fn said_len() -> usize {
    SAID.with_borrow(String::len)
}

fn names() -> Vec<String> {
    fight_names(&Assets::embedded()).expect("embedded assets can be listed")
}

struct Resolve<'a> {
    assets: &'a Assets,
    scenario: &'a Scenario,
}

impl Job for Resolve<'_> {
    type Output = String;

    fn run<G: Ruleset>(self) -> String {
        let Self { assets, scenario } = self;
        let rules = Arc::new(G::open(scenario, assets, None).unwrap_or_else(|problems| panic!("{problems}")));
        let orders = Orders::new(rules.scenario_orders());
        let mut recorder = Recorder::new(rules, orders, Settings::default());
        recorder.advance(Budget::Everything).expect("it ends");
        let recording = recorder.recording();
        let fresh = Golden::of(&scenario.name, &recording).expect("it is recorded");
        let text = golden::embedded(&scenario.name).expect("every fight that ships has a golden");
        let check = GoldenFile::read(text).expect("a golden").golden.check(&fresh);
        let last = recording.last_tick();
        let digest = recording.digest(last).expect("it is recorded");
        format!("{digest:016x}\n{last}\n{}\n{}", check.ticks_compared, check.changed.join("\n"))
    }
}
