//! Trails: read, written again, and held against what a fight of their ruleset comes to here.

use std::sync::{Arc, OnceLock};

use foregone::kernel::assets::Assets;
use foregone::kernel::ruleset::Ruleset;
use foregone::kernel::scenario::Scenario;
use foregone::kernel::sheet::Sheet;
use foregone::registry::{self, Job};
use foregone::report::{About, TrailFile};
use recorder::Orders;

use crate::texts::{SMALL, tell};

/// A trail, as `verify --against` takes it.
pub fn trail(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    let theirs = match Sheet::parse("hostile.trail.toml", text).and_then(|sheet| TrailFile::read(&sheet)) {
        Ok(trail) => trail,
        Err(problems) => return tell(&problems),
    };
    // One in the longest form that there is may take more than a file may.
    if let Some(written) = theirs.to_text() {
        let again = Sheet::parse("again", written.as_str()).and_then(|sheet| TrailFile::read(&sheet));
        let again = again.unwrap_or_else(|problems| panic!("{problems}\n{written}"));
        assert_eq!(again, theirs, "{written}");
    }
    let alike = theirs.compare(&theirs);
    assert!(alike.is_same() && alike.ticks_compared == theirs.trail.last_tick() + 1, "{alike:?}");
    for ours in here() {
        let other = theirs.same_fight(ours).err();
        assert!(other.is_none_or(|why| !why.to_string().is_empty()), "another fight without a reason");
        // Whether it is of this fight is asked before; what comes after must not rest on it.
        let (one, two) = (theirs.compare(ours), ours.compare(&theirs));
        assert_eq!((one.is_same(), one.ticks_compared), (two.is_same(), two.ticks_compared));
        assert_eq!(one.is_same(), theirs.trail.digests == ours.trail.digests && !checks_differ(&theirs, ours));
    }
}

/// Tell whether there are checks of the same stages, and others.
fn checks_differ(a: &TrailFile, b: &TrailFile) -> bool {
    a.trail.stages == b.trail.stages && a.trail.checks != b.trail.checks
}

/// What the small fights come to, worked out once; but for the massed one, which takes as long as it takes.
fn here() -> &'static [TrailFile] {
    static HERE: OnceLock<Vec<TrailFile>> = OnceLock::new();
    HERE.get_or_init(|| {
        SMALL.iter().filter(|(ruleset, _)| *ruleset != "legion").map(|(name, text)| of(name, text)).collect()
    })
}

fn of(name: &str, text: &str) -> TrailFile {
    let scenario = Scenario::parse(&Assets::embedded(), name, text).unwrap_or_else(|problems| panic!("{problems}"));
    registry::dispatch(&scenario.ruleset, Run(&scenario)).expect("its ruleset is there")
}

struct Run<'a>(&'a Scenario);

impl Job for Run<'_> {
    type Output = TrailFile;

    fn run<G: Ruleset>(self) -> TrailFile {
        let Self(scenario) = self;
        let rules = G::open(scenario, &Assets::embedded(), None).unwrap_or_else(|problems| panic!("{problems}"));
        trail_of(&Arc::new(rules), scenario)
    }
}

/// What a fight of a scenario with its own orders comes to.
pub fn trail_of<G: Ruleset>(rules: &Arc<G>, scenario: &Scenario) -> TrailFile {
    TrailFile::of(rules, &Orders::new(rules.scenario_orders()), &about(&**rules, scenario, "")).expect("it ends")
}

/// What a report or a trail of it says of itself.
pub fn about<G: Ruleset>(rules: &G, scenario: &Scenario, note: &str) -> About {
    About { fight: scenario.name.clone(), seed: rules.seed(), scenario: scenario.text(), note: note.to_owned() }
}
