//! The canaries: every detector is tried with a fault that is its business, and must find it at its tick, in its stage,
//! in its field. A detector without a canary fails here. Caught: a detector that looks, and sees nothing.

use std::sync::Arc;

use foregone::golden::{Golden, GoldenFile, embedded};
use foregone::kernel::ruleset::Ruleset;
use foregone::report::{About, Report, TrailFile, reproduce};
use foregone::verify::{self, MODES};
use foregone::{arena, kitchen, legion, skirmish};
use recorder::verify::Subject;
use recorder::{Difference, Live, Orders, Recorder, Recording, Settings, Simulation, compare, file};

use crate::faulty::{Fault, Faulty};
use crate::fights::{Fight, battle, fight, open_match, open_round};
use crate::leaves::try_leaves;

/// A fault, the detector it is for, and what that must say.
struct Canary {
    fault: &'static str,
    detector: &'static str,
    /// The first tick that shows it, and the stage and the field that it is located in.
    place: (u32, &'static str, &'static str),
    /// Seed it and let the detector look.
    look: fn(&str) -> Option<Difference>,
}

/// The tick, the stage and the field of most faults: unit 2 of the demo throws its dice once too often.
const AT: u32 = 60;
const STAGE: &str = "movement";
const FIELD: &str = "draws/hit";

/// The first tick after the checkpoint from which a splice behind `AT` goes on.
const AFTER_CHECKPOINT: u32 = 65;

/// The order that one of the faults reads a tick early, and the tick in which it is told.
const ORDER: &str = "90 ally retreat 3";

/// The last tick of the demo.
const LAST: u32 = 187;

#[rustfmt::skip]
const CANARIES: &[Canary] = &[
    // A field flipped in one tick, every other time that it is stepped.
    canary("leak", "twice", (AT, STAGE, FIELD), leak),
    canary("leak", "sliced", (AT, STAGE, FIELD), leak),
    canary("leak", "live", (AT, STAGE, FIELD), leak),
    canary("leak", "threads", (AT, STAGE, FIELD), leak),
    canary("leak", "threads in turn", (AT, STAGE, FIELD), leak),
    canary("leak", "heavy", (AT, STAGE, FIELD), leak),
    canary("leak", "splice", (AT, STAGE, FIELD), leak),
    canary("leak", "file", (AT, STAGE, FIELD), leak),
    canary("leak", "seek", (AT, STAGE, FIELD), leak),
    canary("leak in the arena", "twice", (AT, "movement", "health"), leak_in_the_arena),
    canary("leak in the kitchen", "twice", (AT, "movement", "at/x"), leak_in_the_kitchen),
    canary("leak in the legion", "twice", (AT, "combat", "men/hp"), leak_in_the_legion),
    // A field flipped in one tick by another build.
    canary("other build", "diff", (AT, "unknown", FIELD), other_build),
    canary("other build", "recorded", (AT, "unknown", FIELD), other_build),
    canary("other build", "against", (AT, STAGE, "units"), other_build),
    canary("other build", "reproduce", (AT, STAGE, FIELD), other_build),
    canary("other build", "check", (AT, "golden", "trail.60"), other_build),
    // A field that is not digested: nothing tells it but a walk over all fields.
    canary("undigested field", "leaves", (0, "start", "/units/0/draws/hit"), undigested),
    // A value from the order of a hashed map.
    canary("map order", "twice", (AT, STAGE, FIELD), map_order),
    canary("map order", "threads", (AT, STAGE, FIELD), map_order),
    // A stream that starts anew where a state is taken up again.
    canary("restarted stream", "heavy", (AT, STAGE, FIELD), restarted),
    canary("restarted stream", "splice", (AFTER_CHECKPOINT, STAGE, FIELD), restarted),
    // What was worked out before a splice is taken for what comes after it.
    canary("stale after a splice", "splice", (AT, STAGE, FIELD), stale),
    // An order applied a tick early.
    canary("early order", "against", (90, "orders", "units"), early),
    canary("early order", "reproduce", (90, "orders", "at/x"), early),
    // A dropped last tick.
    canary("dropped last tick", "diff", (LAST - 1, "unknown", "outcome"), short),
    canary("dropped last tick", "against", (LAST, "trail", "fight"), short),
    canary("dropped last tick", "reproduce", (LAST, "trail", "last_tick"), short),
    canary("dropped last tick", "check", (LAST - 1, "golden", "ticks"), short),
    // A float function that rounds otherwise, by one bit of one number.
    canary("float function", "against", (AT, "integration", "places"), float_function),
];

const fn canary(
    fault: &'static str,
    detector: &'static str,
    place: (u32, &'static str, &'static str),
    look: fn(&str) -> Option<Difference>,
) -> Canary {
    Canary { fault, detector, place, look }
}

/// Detectors beside the modes of `verify`: threads of a massed battle, of a file, of a trail, of a report, of two fights,
/// of a golden, of a state.
const OTHERS: [&str; 7] = ["threads in turn", "recorded", "against", "reproduce", "diff", "check", "leaves"];

#[test]
fn every_canary_is_caught_at_its_tick_in_its_stage_and_field() {
    let mut missed = Vec::new();
    for Canary { fault, detector, place, look } in CANARIES {
        let found = look(detector);
        let at = found.as_ref().map(|found| (found.tick, found.stage.as_str(), shown(detector, found)));
        if at != Some(*place) {
            missed.push(format!("{fault}, {detector}: {place:?} was to be found, and {found:?} was"));
        }
    }
    assert!(missed.is_empty(), "{}", missed.join("\n"));
}

/// What a difference is in: a trail alone tells the section.
fn shown<'a>(detector: &str, found: &'a Difference) -> &'a str {
    if detector == "against" { &found.entity } else { &found.field }
}

#[test]
fn every_detector_has_a_canary() {
    for detector in MODES.into_iter().chain(OTHERS) {
        assert!(CANARIES.iter().any(|canary| canary.detector == detector), "{detector} has no canary");
    }
    for Canary { detector, .. } in CANARIES {
        assert!(MODES.contains(detector) || OTHERS.contains(detector), "{detector} is no detector");
    }
}

#[test]
fn sound_rules_are_found_sound_by_every_detector_that_has_a_canary() {
    for detector in MODES.into_iter().chain(OTHERS) {
        let fight = fight("skirmish/demo");
        let sound = Faulty::with(skirmish::Skirmish::clone(&fight.rules), u32::MAX, STAGE, Fault::Other(throw));
        assert_eq!(look(detector, &fight, sound), None, "{detector}");
    }
}

// ---- faults ----

fn throw(state: &mut skirmish::State) {
    state.units[1].draws.hit += 1;
}

fn demo(detector: &str, fault: Fault<skirmish::Skirmish>) -> Option<Difference> {
    let fight = fight("skirmish/demo");
    let rules = Faulty::with(skirmish::Skirmish::clone(&fight.rules), AT, STAGE, fault);
    look(detector, &fight, rules)
}

fn leak(detector: &str) -> Option<Difference> {
    demo(detector, Fault::Leak(throw))
}

fn leak_in_the_arena(detector: &str) -> Option<Difference> {
    let fight = open_match("arena/siege");
    let fault = Fault::Leak(|state: &mut arena::State| state.units[0].health -= 1);
    let rules = Faulty::with(arena::Arena::clone(&fight.rules), AT, "movement", fault);
    look(detector, &fight, rules)
}

fn leak_in_the_kitchen(detector: &str) -> Option<Difference> {
    let fight = open_round("kitchen/walk");
    let fault = Fault::Leak(|state: &mut kitchen::State| state.cooks[0].at.x += 1);
    let rules = Faulty::with(kitchen::Kitchen::clone(&fight.rules), AT, "movement", fault);
    look(detector, &fight, rules)
}

fn leak_in_the_legion(detector: &str) -> Option<Difference> {
    let fight = battle("legion/stall");
    let fault = Fault::Leak(|state: &mut legion::State| state.men.hp[41] -= 0.5);
    let rules = Faulty::with(legion::Legion::clone(&fight.rules), AT, "combat", fault);
    look(detector, &fight, rules)
}

fn other_build(detector: &str) -> Option<Difference> {
    demo(detector, Fault::Other(throw))
}

fn undigested(detector: &str) -> Option<Difference> {
    demo(detector, Fault::Undigested(|state: &mut skirmish::State| state.units[0].draws.hit = 0))
}

fn map_order(detector: &str) -> Option<Difference> {
    demo(detector, Fault::MapOrder(|state: &mut skirmish::State, order| state.units[1].draws.hit = order))
}

fn restarted(detector: &str) -> Option<Difference> {
    demo(detector, Fault::Restarted(|state: &mut skirmish::State| state.units[1].draws.hit = 0))
}

fn stale(detector: &str) -> Option<Difference> {
    demo(detector, Fault::Stale(throw))
}

fn early(detector: &str) -> Option<Difference> {
    let fight = fight("skirmish/demo").with_orders(&[ORDER]);
    let fault = Fault::Early(Arc::new(fight.orders.clone()));
    let rules = Faulty::with(skirmish::Skirmish::clone(&fight.rules), AT, STAGE, fault);
    look(detector, &fight, rules)
}

fn short(detector: &str) -> Option<Difference> {
    let fight = fight("skirmish/demo");
    let recording = fight.record();
    assert_eq!(recording.last_tick(), LAST);
    let mut live = Live::start(Arc::clone(&fight.rules), Arc::default());
    while live.tick() < LAST - 1 {
        live.step();
    }
    let outcome = recording.last_frame().and_then(|frame| frame.outcome().cloned()).expect("it ended");
    let fault = Fault::Short(Box::new(live.state().clone()), outcome);
    look(detector, &fight, Faulty::with(skirmish::Skirmish::clone(&fight.rules), AT, STAGE, fault))
}

/// The least that another library for sines and roots could do to a man.
fn float_function(detector: &str) -> Option<Difference> {
    let fight = battle("legion/stall");
    let fault = Fault::Other(|state: &mut legion::State| state.men.x[30] = state.men.x[30].next_up());
    let rules = Faulty::with(legion::Legion::clone(&fight.rules), AT, "integration", fault);
    look(detector, &fight, rules)
}

// ---- detectors ----

/// Let a detector look at rules, and where it needs to know, at the sound fight.
fn look<G: Ruleset>(detector: &str, fight: &Fight<G>, rules: Faulty<G>) -> Option<Difference> {
    let rules = Arc::new(rules);
    match detector {
        "against" => {
            let theirs = TrailFile::of(&fight.rules, &fight.orders, &about(fight)).expect("it ends");
            theirs.compare(&TrailFile::of(&rules, &fight.orders, &about(fight)).expect("it ends")).first
        }
        "reproduce" => {
            let report = Report::of(&fight.rules, &fight.orders, about(fight)).expect("it ends");
            reproduce(&report, &rules, fight.orders.clone()).expect("it runs").first
        }
        "diff" => compare(&in_file::<G, G>(&fight.record()), &in_file::<G, _>(&record(&rules, &fight.orders))).first,
        // A file that the faulty rules made, against a run of the sound ones.
        "recorded" => compare(&in_file::<G, _>(&record(&rules, &fight.orders)), &fight.record()).first,
        "check" => golden(&fight.name, &record(&rules, &fight.orders)),
        "leaves" => {
            let tried = try_leaves(&*rules, &rules.start());
            assert!(tried.count > 100 && tried.untried.is_empty() && tried.unsaved.is_empty(), "{tried:?}");
            tried.undigested.first().map(|path| found(0, "start", path))
        }
        mode => {
            let subject = Subject { rules, orders: fight.orders.clone(), settings: Settings::default() };
            let check = match mode {
                "threads in turn" => verify::threads_in_turn(&subject, u32::MAX),
                mode => verify::run(mode, &subject).expect("it is a mode"),
            };
            assert!(check.ticks_compared > 0 && check.is_ok() == check.first.is_none(), "{check:?}");
            check.first
        }
    }
}

fn about<G: Ruleset>(fight: &Fight<G>) -> About {
    About { fight: fight.name.clone(), seed: fight.rules.seed(), scenario: fight.text.clone(), note: String::new() }
}

fn record<G: Ruleset>(rules: &Arc<G>, orders: &Orders<G::Order>) -> Recording<G> {
    Recorder::new(Arc::clone(rules), orders.clone(), Settings::default()).finish().expect("it ends")
}

/// What of a recording there is in a file, where no rules are at hand.
fn in_file<G, H>(recording: &Recording<H>) -> Recording<G>
where
    G: Ruleset,
    H: Ruleset,
{
    let bytes = recording.save().expect("it can be saved");
    file::open::<G>(&bytes, recording.ruleset(), None).expect("and opened").recording
}

/// Hold a recording against the golden of its fight, in the words of a difference.
fn golden<G: Ruleset>(name: &str, recording: &Recording<G>) -> Option<Difference> {
    let kept = GoldenFile::read(embedded(name).expect("it has a golden")).expect("it is one").golden;
    let check = kept.check(&Golden::of(name, recording).expect("it can be summed up"));
    assert!(check.ticks_compared > 0);
    let at_tick = |change: &&String| change.starts_with("trail.") || change.starts_with("ticks");
    let change = check.changed.iter().find(at_tick).or(check.changed.first())?;
    Some(found(check.tick?, "golden", change.split(' ').next().unwrap_or_default()))
}

fn found(tick: u32, stage: &str, field: &str) -> Difference {
    let text = str::to_owned;
    let (stage, entity, field) = (text(stage), text("state"), text(field));
    Difference { tick, stage, entity, field, a: String::new(), b: String::new(), differing: 1 }
}
