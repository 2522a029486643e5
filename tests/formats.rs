//! Time: a file of every format there was is kept in `goldens/formats/`, and each opens, whatever became of the rules.
//! Caught: a format or a layout that was changed without its number.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use tempfile::TempDir;

use crate::command::{Ran, copy_folder, foregone, foregone_in};

/// A recording as it was made: format, ruleset, ticks, and the digest of all it holds, which no rule can move.
type Recorded = (&'static str, u32, &'static str, (u64, u64), &'static str);

const RECORDINGS: [Recorded; 4] = [
    ("fight-1.skirmish.fight", 1, "skirmish", (0, 187), "c2367296affdff96"),
    ("fight-1.arena.fight", 1, "arena", (200, 330), "927b0542e7e9c7c4"),
    ("fight-1.kitchen.fight", 1, "kitchen", (0, 200), "5c1b3461aba05e9a"),
    ("fight-2.legion.fight", 2, "legion", (3_000, 3_012), "fec05cd0467ebd45"),
];

const REPORTS: [&str; 2] = ["report-1.skirmish.report.toml", "report-1.kitchen.report.toml"];

/// Scenarios have no version: they are content, and are named here with their rulesets.
const SCENARIOS: [(&str, &str); 4] = [
    ("scenario.arena.toml", "arena"),
    ("scenario.kitchen.toml", "kitchen"),
    ("scenario.legion.toml", "legion"),
    ("scenario.skirmish.toml", "skirmish"),
];

const TRAIL: &str = "trail-1.skirmish.trail.toml";

/// Opened where its reader is: `the_sample_of_format_1_can_be_read`.
const MARKS: &str = "marks-1.marks.toml";

/// The most bytes of all samples.
const BYTES_MAX: u64 = 200 << 10;

fn samples() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("goldens/formats")
}

fn sample(name: &str) -> String {
    samples().join(name).to_str().expect("a plain path").to_owned()
}

/// All content, with one number of each ruleset changed.
fn changed_rules() -> TempDir {
    let folder = tempfile::tempdir().expect("a folder for the test");
    copy_folder(&Path::new(env!("CARGO_MANIFEST_DIR")).join("assets"), folder.path());
    let changes = [
        ("skirmish/species.toml", "vigor = ", "vigor = 1"),
        ("arena/cards.toml", "health = ", "health = 1"),
        ("kitchen/pantry.toml", "ticks = ", "ticks = 1"),
        ("legion/kinds.toml", "attack = 4", "attack = 3"),
    ];
    for (file, from, to) in changes {
        let path = folder.path().join(file);
        let text = fs::read_to_string(&path).expect("it is there");
        assert!(text.contains(from), "{from} is not in {file}");
        fs::write(path, text.replacen(from, to, 1)).expect("written");
    }
    folder
}

/// Run a command under other rules.
fn changed(folder: &TempDir, args: &[&str]) -> Ran {
    let assets = folder.path().to_str().expect("a plain path");
    foregone(&[args, &["--assets", assets]].concat())
}

#[test]
fn every_recording_there_was_plays_as_it_was_recorded() {
    for (name, format, ruleset, (first, last), digest) in RECORDINGS {
        let bytes = fs::read(sample(name)).expect("it is there");
        assert_eq!(bytes[8..12], format.to_le_bytes(), "{name} is of the format that its name tells");
        let ran = foregone(&["engage", &sample(name), "--json"]);
        assert_eq!(ran.code, 0, "{name}: {ran:?}");
        let json = ran.json();
        assert_eq!((&json["ruleset"], json["ticks"].as_u64()), (&ruleset.into(), Some(last)), "{name}");
        assert_eq!(json["digest"], digest, "{name} is not what was recorded");
        let ticks = foregone(&["trail", &sample(name), "--json"]).json()["ticks"].clone();
        assert_eq!(ticks[0]["tick"].as_u64(), Some(first), "{name}");
        let seen = foregone(&["state", &sample(name), "--at", &((first + last) / 2).to_string(), "--json"]);
        assert!(seen.json()["rows"].as_array().is_some_and(|rows| !rows.is_empty()), "{name}");
    }
}

#[test]
fn an_older_recording_plays_under_changed_rules_and_says_so() {
    let folder = changed_rules();
    for (name, .., digest) in RECORDINGS {
        let ran = changed(&folder, &["engage", &sample(name), "--json"]);
        assert_eq!(ran.code, 0, "{name}: {ran:?}");
        assert!(ran.err.contains("recorded under other rules"), "{name}: {ran:?}");
        assert_eq!(ran.json()["digest"], digest, "{name} plays as it was recorded");
        let ran = changed(&folder, &["verify", &sample(name)]);
        assert!(ran.code == 3 && ran.err.contains("made under rules"), "{name}: {ran:?}");
    }
}

#[test]
fn every_report_and_trail_there_was_is_judged() {
    for name in REPORTS {
        let ran = foregone(&["reproduce", &sample(name), "--json"]);
        let expected = match ran.code {
            0 => "same",
            1 => "diverged", // rules that changed in code alone
            3 => "rules_changed",
            _ => panic!("{name} cannot be run: {ran:?}"),
        };
        assert_eq!(ran.json()["verdict"], expected, "{name}");
        assert!(ran.json()["ticks_run"].as_u64() > Some(0), "{name}");
    }
    let scenario = sample("scenario.skirmish.toml");
    let ran = foregone(&["verify", &scenario, "--mode", "against", "--against", &sample(TRAIL), "--json"]);
    assert!([0, 1, 3].contains(&ran.code), "{ran:?}");
    assert!(ran.json()["modes"][0]["ticks_compared"].as_u64() > Some(0), "{ran:?}");
}

#[test]
fn a_report_from_older_rules_exits_with_3_and_tells_what_differs() {
    let folder = changed_rules();
    let ran = changed(&folder, &["reproduce", &sample(REPORTS[0]), "--json"]);
    assert_eq!(ran.code, 3, "{ran:?}");
    let json = ran.json();
    assert_eq!(json["verdict"], "rules_changed");
    for key in ["tick", "stage", "entity", "field", "expected", "found"] {
        assert!(!json[key].is_null(), "{key} is not told: {json}");
    }
    let told = changed(&folder, &["reproduce", &sample(REPORTS[0])]);
    assert!(told.out.contains("rules changed") && told.out.contains("differs at tick"), "{told:?}");
    let scenario = sample("scenario.skirmish.toml");
    let ran = changed(&folder, &["verify", &scenario, "--mode", "against", "--against", &sample(TRAIL), "--json"]);
    assert_eq!(ran.code, 3, "{ran:?}");
    assert!(ran.json()["modes"][0]["first_difference"]["tick"].is_u64(), "{ran:?}");
}

#[test]
fn every_scenario_there_was_runs() {
    for (name, ruleset) in SCENARIOS {
        let ran = foregone(&["engage", &sample(name), "--json"]);
        assert_eq!((ran.code, &ran.json()["ruleset"]), (0, &ruleset.into()), "{name}: {ran:?}");
    }
}

#[test]
fn every_sample_is_small_and_opened_by_a_test() {
    let mut known: BTreeSet<&str> = [TRAIL, MARKS].into();
    known.extend(RECORDINGS.map(|(name, ..)| name));
    known.extend(REPORTS);
    known.extend(SCENARIOS.map(|(name, _)| name));
    let files: Vec<_> = fs::read_dir(samples()).expect("it is there").map(|file| file.expect("listed")).collect();
    let found: BTreeSet<String> = files.iter().map(|file| file.file_name().to_string_lossy().into_owned()).collect();
    assert!(found.iter().map(String::as_str).eq(known), "{found:?}");
    let bytes: u64 = files.iter().map(|file| file.metadata().expect("there").len()).sum();
    assert!(bytes <= BYTES_MAX, "{bytes} bytes");
}

/// A format of a later version is refused by its number.
#[test]
fn a_format_from_later_is_refused_by_its_number() {
    let folder = tempfile::tempdir().expect("a folder for the test");
    let put = |name: &str, bytes: &[u8]| fs::write(folder.path().join(name), bytes).expect("written");
    let mut fight = fs::read(sample(RECORDINGS[0].0)).expect("it is there");
    fight[8] = 99;
    put("later.fight", &fight);
    let later = |name: &str| fs::read_to_string(sample(name)).expect("there").replacen("format = 1", "format = 99", 1);
    put("later.report.toml", later(REPORTS[0]).as_bytes());
    put("later.trail.toml", later(TRAIL).as_bytes());
    let commands = [
        &["engage", "later.fight"][..],
        &["reproduce", "later.report.toml"],
        &["verify", "skirmish/demo", "--mode", "against", "--against", "later.trail.toml"],
    ];
    for command in commands {
        let ran = foregone_in(folder.path(), command);
        assert!(ran.code == 2 && ran.err.contains("99"), "{command:?}: {ran:?}");
    }
}
