//! One fight on two machines, or in two builds: what one writes down of it, the other holds its own run against, and
//! tick, stage and part of the state come from the trail alone. Also `verify` of files that hold a part of a fight.

use std::fs;
use std::path::Path;
use std::sync::Arc;

use foregone::kernel::ruleset::Ruleset;
use foregone::kernel::sheet::Sheet;
use foregone::report::{About, Report, TrailFile};
use foregone::skirmish::{Skirmish, State};
use recorder::{Orders, Simulation, fold};
use serde_json::Value;
use tempfile::TempDir;

use crate::command::{Ran, foregone_in};
use crate::faulty::{Fault, Faulty};
use crate::fights::fight;

const DEMO: &str = "skirmish/demo";

fn about() -> About {
    let fight = fight(DEMO);
    About { fight: fight.name, seed: fight.rules.seed(), scenario: fight.text, note: String::new() }
}

/// The demo as another build would run it: at tick 40, unit 2 throws its dice once too often.
fn other_build() -> Arc<Faulty<Skirmish>> {
    let throw = Fault::Other(|state: &mut State| state.units[1].draws.hit += 1);
    Arc::new(Faulty::with(Skirmish::clone(&fight(DEMO).rules), 40, "movement", throw))
}

fn trail_of<G: Ruleset>(rules: &Arc<G>) -> TrailFile {
    TrailFile::of(rules, &Orders::default(), &about()).expect("it ends")
}

/// A folder with the trail of the demo of this build, and of the other one.
fn folder() -> TempDir {
    let folder = tempfile::tempdir().expect("a folder for the test");
    let write = |name: &str, trail: &TrailFile| {
        fs::write(folder.path().join(name), trail.to_text().expect("it is short")).expect("written");
    };
    write("here.trail.toml", &trail_of(&fight(DEMO).rules));
    write("there.trail.toml", &trail_of(&other_build()));
    folder
}

fn against(folder: &Path, trail: &str, more: &[&str]) -> Ran {
    let args = ["verify", DEMO, "--mode", "against", "--against", trail, "--json"];
    foregone_in(folder, &[&args, more].concat())
}

fn found(value: &Value) -> (Option<u64>, Option<&str>, Option<&str>, Option<&str>) {
    let text = |key: &str| value[key].as_str();
    (value["tick"].as_u64(), text("stage"), text("entity"), text("field"))
}

#[test]
fn a_trail_that_is_emitted_is_met_by_the_same_fight() {
    let folder = tempfile::tempdir().expect("a folder for the test");
    let emit = ["verify", DEMO, "--mode", "twice", "--emit-trail", "a.trail.toml", "--json"];
    let ran = foregone_in(folder.path(), &emit);
    assert_eq!((ran.code, &ran.json()["trail"]), (0, &"a.trail.toml".into()), "{ran:?}");
    let ran = against(folder.path(), "a.trail.toml", &[]);
    assert_eq!(ran.code, 0, "{ran:?}");
    let modes = ran.json()["modes"].clone();
    assert_eq!((modes.as_array().map(Vec::len), &modes[0]["mode"]), (Some(1), &"against".into()));
    assert_eq!(modes[0]["ticks_compared"].as_u64(), Some(u64::from(fight(DEMO).record().last_tick()) + 1));
    assert_eq!(foregone_in(folder.path(), &["diff", "a.trail.toml", "a.trail.toml"]).code, 0);
}

#[test]
fn another_build_is_located_to_tick_stage_and_section_by_its_trail_alone() {
    let folder = folder();
    let place = (Some(40), Some("movement"), Some("units"), Some("digest"));
    let ran = against(folder.path(), "there.trail.toml", &[]);
    assert_eq!(ran.code, 1, "{ran:?}");
    assert_eq!(found(&ran.json()["modes"][0]["first_difference"]), place, "{ran:?}");
    let ran = foregone_in(folder.path(), &["diff", "there.trail.toml", "here.trail.toml", "--json"]);
    assert_eq!((ran.code, ran.json()["ticks_compared"].as_u64()), (1, Some(41)), "{ran:?}");
    assert_eq!(found(&ran.json()), place);
    let kept = ["verify", DEMO, "--against", "there.trail.toml", "--emit-trail", "new.trail.toml"];
    assert_eq!(foregone_in(folder.path(), &kept).code, 1);
    assert!(!folder.path().join("new.trail.toml").exists(), "what does not verify is no measure for others");
}

#[test]
fn two_reports_of_one_fight_are_compared_as_they_were_written_down_to_the_field() {
    let folder = tempfile::tempdir().expect("a folder for the test");
    let write = |name: &str, report: Report| fs::write(folder.path().join(name), report.to_text()).expect("written");
    let orders = Orders::default();
    write("here.report.toml", Report::of(&fight(DEMO).rules, &orders, about()).expect("it ends"));
    write("there.report.toml", Report::of(&other_build(), &orders, about()).expect("it ends"));
    let ran = foregone_in(folder.path(), &["diff", "here.report.toml", "there.report.toml", "--json"]);
    assert_eq!(ran.code, 1, "{ran:?}");
    let json = ran.json();
    assert_eq!(
        (json["tick"].as_u64(), &json["stage"], &json["field"]),
        (Some(40), &"movement".into(), &"draws/hit".into())
    );
    assert_eq!((json["seen_at"].as_u64(), json["ticks_compared"].as_u64()), (Some(40), Some(41)), "{json}");
    assert_ne!(json["a"], json["b"]);
    let same = foregone_in(folder.path(), &["diff", "here.report.toml", "here.report.toml"]);
    assert_eq!(same.code, 0, "{same:?}");
    assert_eq!(foregone_in(folder.path(), &["reproduce", "there.report.toml"]).code, 1);
}

#[test]
fn a_trail_of_another_fight_cannot_be_held_against_this_one() {
    let folder = folder();
    for more in [&["--seed", "7"][..], &["--order", "90 ally retreat 3"]] {
        let ran = against(folder.path(), "here.trail.toml", more);
        assert!(ran.code == 2 && ran.err.contains("the trail is of"), "{ran:?}");
    }
    let ran = foregone_in(folder.path(), &["engage", "here.trail.toml"]);
    assert!(ran.code == 2 && ran.err.contains("not a fight"), "{ran:?}");
}

#[test]
fn a_trail_made_under_other_rules_is_no_divergence() {
    let folder = folder();
    let rules = format!("{:016x}", fight(DEMO).rules.fingerprint());
    let text = fs::read_to_string(folder.path().join("there.trail.toml")).expect("it is there");
    fs::write(folder.path().join("older.trail.toml"), text.replace(&rules, "0123456789abcdef")).expect("written");
    let ran = against(folder.path(), "older.trail.toml", &[]);
    assert_eq!(ran.code, 3, "{ran:?}");
    let mode = ran.json()["modes"][0].clone();
    assert_eq!(mode["first_difference"]["tick"].as_u64(), Some(40), "what differs is told all the same: {mode}");
    assert!(mode["failure"].as_str().is_some_and(|why| why.contains("0123456789abcdef")), "{mode}");
    assert_eq!(foregone_in(folder.path(), &["diff", "older.trail.toml", "here.trail.toml"]).code, 3);
}

#[test]
fn a_trail_cut_anywhere_or_edited_is_refused() {
    let text = trail_of(&fight(DEMO).rules).to_text().expect("it is short");
    let read = |text: &str| TrailFile::read(&Sheet::parse("a.trail.toml", text)?);
    assert_eq!(read(&text).expect("it can be read").to_text().as_deref(), Some(text.as_str()));
    for cut in (0..text.len() - 4).step_by(text.len() / 61) {
        assert!(read(&text[..cut]).is_err(), "cut at {cut} of {}", text.len());
    }
    for (from, to) in [("format = 1", "format = 2"), ("last_tick = ", "last_tick = 1"), ("\"clock\"", "\"a\", \"b\"")] {
        assert!(read(&text.replacen(from, to, 1)).is_err(), "{from} → {to}");
    }
}

#[test]
fn a_trail_with_any_byte_changed_is_refused_or_held_against_without_a_panic() {
    let sound = trail_of(&fight(DEMO).rules);
    let text = sound.to_text().expect("it is short");
    let (mut refused, mut differ) = (0, 0);
    for n in 0..400 {
        let (place, byte) = (fold(1, n) as usize % text.len(), (fold(2, n) % 127) as u8);
        let mut bytes = text.clone().into_bytes();
        bytes[place] = byte;
        let text = String::from_utf8(bytes).expect("all of it is ASCII");
        match Sheet::parse("a.trail.toml", text).and_then(|sheet| TrailFile::read(&sheet)) {
            Err(_) => refused += 1,
            Ok(read) => differ += u32::from(read.compare(&sound).first.is_some()),
        }
    }
    assert!(refused > 50 && differ > 10, "{refused} refused, {differ} differ");
}

#[test]
fn nothing_to_compare_is_no_pass() {
    let folder = tempfile::tempdir().expect("a folder for the test");
    for mode in ["recorded", "against"] {
        let ran = foregone_in(folder.path(), &["verify", DEMO, "--mode", mode]);
        assert!(ran.code == 2 && ran.err.contains("nothing to compare"), "{ran:?}");
    }
    assert_eq!(foregone_in(folder.path(), &["verify", DEMO, "--mode", "guess"]).code, 2);
}

/// A cut file and a clip lack a part of their fight, which is no difference; the ticks they hold are verified, and it is
/// said which those are.
#[test]
fn what_a_cut_recording_or_a_clip_holds_is_verified() {
    let folder = tempfile::tempdir().expect("a folder for the test");
    let run = |args: &[&str]| foregone_in(folder.path(), args);
    assert_eq!(run(&["engage", DEMO, "--out", "demo.fight"]).code, 0);
    assert_eq!(run(&["export", "demo.fight", "--clip", "37..80", "--out", "clip.fight"]).code, 0);
    let whole = fs::read(folder.path().join("demo.fight")).expect("it is there");
    fs::write(folder.path().join("cut.fight"), &whole[..whole.len() / 2]).expect("written");
    for file in ["cut.fight", "clip.fight"] {
        let ran = run(&["verify", file, "--mode", "recorded", "--json"]);
        assert_eq!(ran.code, 0, "{ran:?}");
        let mode = ran.json()["modes"][0].clone();
        assert!(mode["cadence"].as_str().is_some_and(|held| held.contains("the file holds ticks")), "{mode}");
        assert!(mode["ticks_compared"].as_u64() > Some(30), "{mode}");
        assert_eq!(run(&["diff", file, "demo.fight"]).code, 1, "two files are not the same for that");
    }
}
