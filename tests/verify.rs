//! Verifying: every mode passes on every fight that ships and says how far it looked, and every mode catches a seeded
//! fault and locates it. A detector that compared nothing has found nothing out.

use std::fs;
use std::sync::Arc;

use foregone::kernel::ruleset::Ruleset;
use foregone::skirmish::{Skirmish, State};
use foregone::verify::{self, MODES};
use recorder::verify::Subject;
use recorder::{Recorder, Settings};

use crate::command::{foregone, foregone_in};
use crate::faulty::Faulty;
use crate::fights::{Fight, fight, open_round, skirmishes};

fn assert_every_mode_passes<G: Ruleset>(fight: &Fight<G>) {
    let subject = fight.subject();
    for mode in MODES {
        let check = verify::run(mode, &subject).expect("the mode is in the table");
        assert!(check.is_ok() && check.ticks_compared > 1, "verify {}: {check:?}", fight.name);
    }
}

#[test]
fn every_mode_passes_on_every_fight_and_compares_ticks() {
    skirmishes().iter().for_each(|name| assert_every_mode_passes(&fight(name)));
}

/// Those of arena and legion are in their own proofs; `.ci/run` verifies a whole evening.
#[test]
fn every_mode_passes_on_scripted_rounds_of_the_kitchen() {
    ["kitchen/walk", "kitchen/pass", "kitchen/contest"]
        .iter()
        .for_each(|name| assert_every_mode_passes(&open_round(name)));
}

#[test]
fn the_command_prints_what_each_mode_compared() {
    let ran = foregone(&["verify", "skirmish/demo", "--json"]);
    assert_eq!(ran.code, 0, "{ran:?}");
    let json = ran.json();
    assert_eq!(json["ok"], true);
    let modes = json["modes"].as_array().expect("a list");
    assert_eq!(modes.iter().map(|mode| mode["mode"].as_str().expect("a name")).collect::<Vec<_>>(), MODES);
    for mode in modes {
        assert!(mode["ok"] == true && mode["ticks_compared"].as_u64() > Some(1), "{mode}");
        assert!(mode["first_difference"].is_null(), "{mode}");
    }
    let said = foregone(&["verify", "skirmish/demo"]);
    assert!(MODES.iter().all(|mode| said.out.contains(mode)) && said.out.contains("ticks compared"), "{said:?}");
}

/// The demo with a leak: unit 2 throws its dice once too often, every other time the tick is stepped.
fn leaky(tick: u32) -> Subject<Faulty<Skirmish>> {
    let fight = fight("skirmish/demo");
    let throw = |state: &mut State| state.units[1].draws.hit += 1;
    let rules = Faulty::new(Skirmish::clone(&fight.rules), tick, "movement", throw);
    Subject { rules: Arc::new(rules), orders: fight.orders, settings: Settings::default() }
}

#[test]
fn every_mode_catches_a_leak_and_locates_it() {
    let last = fight("skirmish/demo").record().last_tick();
    for tick in [1, last / 2, last - 1] {
        for mode in MODES {
            let check = verify::run(mode, &leaky(tick)).expect("the mode is in the table");
            assert!(!check.is_ok() && check.ticks_compared > 0, "{mode} missed a leak at tick {tick}: {check:?}");
            let Some(first) = check.first else {
                // Making a dropped frame again, or a past again, stops at the first tick that is not as recorded.
                assert!(check.failure.is_some_and(|why| why.contains(&format!("tick {tick} "))), "{mode}");
                continue;
            };
            assert_eq!(first.tick, tick, "{mode}: {first:?}");
            assert!(["units/1", "rows/1"].contains(&first.entity.as_str()), "{mode}: {first:?}");
            assert_eq!(first.field, "draws/hit", "{mode}: {first:?}");
            assert!(["movement", "unknown"].contains(&first.stage.as_str()), "{mode}: {first:?}");
        }
    }
}

#[test]
fn a_file_that_holds_another_fight_than_its_rules_make_is_found_out() {
    let fight = fight("skirmish/demo");
    let notes = [("fight", fight.name.clone()), ("seed", fight.rules.seed().to_string()), ("scenario", fight.text)];
    let notes: Vec<(String, String)> = notes.map(|(name, text)| (name.to_owned(), text)).into();
    let Subject { rules, orders, settings } = leaky(40);
    let record = || Recorder::with_notes(Arc::clone(&rules), orders.clone(), settings, notes.clone()).finish();
    let (honest, wrong) = (record().expect("it ends"), record().expect("it ends"));
    let folder = tempfile::tempdir().expect("a folder for the test");
    for (recording, code) in [(honest, 0), (wrong, 1)] {
        fs::write(folder.path().join("a.fight"), recording.save().expect("it can be saved")).expect("written");
        let ran = foregone_in(folder.path(), &["verify", "a.fight", "--json"]);
        assert_eq!(ran.code, code, "{ran:?}");
        let modes = ran.json()["modes"].clone();
        let said = foregone_in(folder.path(), &["verify", "a.fight"]).out;
        let verdict = if code == 0 { "recorded  ok" } else { "recorded  FAILED" };
        assert!(said.starts_with(verdict), "the file's own line comes first: {said}");
        assert_eq!((&modes[0]["mode"], &modes[0]["ok"]), (&"recorded".into(), &(code == 0).into()));
        assert!(modes[0]["ticks_compared"].as_u64() > Some(1), "{modes}");
        if code == 1 {
            let first = &modes[0]["first_difference"];
            assert_eq!((&first["tick"], &first["entity"]), (&40.into(), &"rows/1".into()), "{first}");
            assert!(modes.as_array().expect("a list")[1..].iter().all(|mode| mode["ok"] == true), "{modes}");
        }
    }
}

#[test]
fn stepping_side_by_side_names_the_stage() {
    for mode in ["twice", "heavy", "sliced", "threads"] {
        let check = verify::run(mode, &leaky(40)).expect("the mode is in the table");
        assert_eq!(check.first.map(|first| first.stage).as_deref(), Some("movement"), "{mode}");
    }
}
