//! Goldens: every fight that ships comes to what its golden says; `check` names what does not, `bless` moves it.
//!
//! A golden that moved: see goldens/README.md.

use std::fs;
use std::path::{Path, PathBuf};

use foregone::golden::{Golden, GoldenFile, embedded};
use tempfile::TempDir;

use crate::command::{Ran, foregone, foregone_in};
use crate::fights::{battle, battles, fight, matches, open_match, open_round, rounds, skirmishes};

fn goldens() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("goldens")
}

/// Assert a golden as the snapshot that it is.
fn assert_golden(name: &str, golden: &Golden) {
    let (ruleset, fight) = name.split_once('/').expect("a fight has a ruleset");
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path(goldens().join(ruleset));
    settings.set_prepend_module_to_snapshot(false);
    settings.bind(|| insta::assert_snapshot!(fight, golden.to_text()));
}

#[test]
fn every_fight_comes_to_its_golden() {
    for name in skirmishes() {
        assert_golden(&name, &Golden::of(&name, &fight(&name).record()).expect("it can be summed up"));
    }
}

#[test]
fn every_match_comes_to_its_golden() {
    for name in matches() {
        assert_golden(&name, &Golden::of(&name, &open_match(&name).record()).expect("it can be summed up"));
    }
}

#[test]
fn every_kitchen_round_comes_to_its_golden() {
    for name in rounds() {
        assert_golden(&name, &Golden::of(&name, &open_round(&name).record()).expect("it can be summed up"));
    }
}

/// The default battle takes minutes without optimisation: `check` holds the whole of it, and `tests/legion/proof.rs` how
/// it begins.
#[test]
fn every_battle_but_the_largest_comes_to_its_golden() {
    for name in battles().iter().filter(|name| *name != "legion/default") {
        assert_golden(name, &Golden::of(name, &battle(name).record()).expect("it can be summed up"));
    }
}

#[test]
fn every_golden_is_of_a_fight_that_ships_has_a_reason_and_is_built_in() {
    for (ruleset, names) in
        [("skirmish", skirmishes()), ("legion", battles()), ("arena", matches()), ("kitchen", rounds())]
    {
        let files = fs::read_dir(goldens().join(ruleset)).expect("there are goldens");
        let mut seen = 0;
        for file in files {
            let path = file.expect("it can be listed").path();
            let stem = path.file_stem().expect("it has a name").to_string_lossy().into_owned();
            let text = fs::read_to_string(&path).expect("it can be read");
            if !text.starts_with("---\nsource: tests/golden.rs\n") {
                continue; // a table that another test keeps, or what insta leaves beside a snapshot that failed
            }
            let name = format!("{ruleset}/{stem}");
            assert!(names.contains(&name), "{name} has a golden and does not ship");
            let reason = GoldenFile::read(&text).expect("it is a golden").reason();
            assert!(reason.is_some_and(|reason| !reason.trim().is_empty()), "{name} has no reason");
            assert_eq!(embedded(&name), Some(text.as_str()), "{name} is built in as it is");
            seen += 1;
        }
        assert_eq!(seen, names.len(), "each has one");
    }
}

/// A copy of the golden of the demo, in a folder of its own.
fn copy() -> (TempDir, PathBuf) {
    let folder = tempfile::tempdir().expect("a folder for the test");
    let path = folder.path().join("goldens/skirmish/demo.snap");
    fs::create_dir_all(path.parent().expect("it lies in a folder")).expect("made");
    fs::copy(goldens().join("skirmish/demo.snap"), &path).expect("copied");
    (folder, path)
}

fn edit(path: &Path, from: &str, to: &str) {
    let text = fs::read_to_string(path).expect("it can be read");
    assert!(text.contains(from), "{from} is not in the golden");
    fs::write(path, text.replacen(from, to, 1)).expect("written");
}

fn check(folder: &TempDir) -> Ran {
    foregone_in(folder.path(), &["check", "skirmish/demo", "--json"])
}

#[test]
fn check_passes_on_what_ships_and_counts_what_it_compared() {
    let mut names = skirmishes();
    names.push("legion/stall".to_owned());
    names.push("arena/script".to_owned());
    let args: Vec<&str> = ["check", "--json"].into_iter().chain(names.iter().map(String::as_str)).collect();
    let ran = foregone(&args);
    assert_eq!(ran.code, 0, "{ran:?}");
    let json = ran.json();
    assert_eq!(json["ok"], true);
    let checked = json["goldens"].as_array().expect("a list");
    assert_eq!(checked.len(), names.len());
    assert!(checked.iter().all(|one| one["ticks_compared"].as_u64() > Some(1) && one["tick"].is_null()), "{json}");
}

#[test]
fn check_uses_what_is_built_in_where_there_is_no_folder() {
    let folder = tempfile::tempdir().expect("a folder for the test");
    let ran = foregone_in(folder.path(), &["check", "skirmish/demo"]);
    assert_eq!(ran.code, 0, "{ran:?}");
}

#[test]
fn check_names_the_tick_and_the_change_of_an_edited_golden() {
    let (folder, path) = copy();
    edit(&path, "\"kills\": ", "\"kills\": 1");
    let ran = check(&folder);
    assert_eq!(ran.code, 1, "{ran:?}");
    let one = &ran.json()["goldens"][0];
    assert_eq!((&one["name"], &one["ok"]), (&"skirmish/demo".into(), &false.into()));
    assert!(one["tick"].is_u64(), "{one}");
    assert!(one["changed"][0].as_str().is_some_and(|change| change.starts_with("totals.kills 1")), "{one}");
}

#[test]
fn check_names_the_first_tick_of_an_edited_trail() {
    let (folder, path) = copy();
    edit(&path, "\"50\": \"", "\"50\": \"0");
    let ran = foregone_in(folder.path(), &["check", "skirmish/demo"]);
    assert_eq!(ran.code, 1, "{ran:?}");
    assert!(ran.out.contains("first at tick 50") && ran.out.contains("trail.50"), "{ran:?}");
}

#[test]
fn check_cannot_run_without_the_golden_or_the_fight() {
    let (folder, path) = copy();
    fs::remove_file(&path).expect("removed");
    assert_eq!(check(&folder).code, 2);
    fs::write(&path, "no golden").expect("written");
    assert_eq!(check(&folder).code, 2);
    let ran = foregone(&["check", "skirmish/dmeo"]);
    assert_eq!(ran.code, 2);
    assert!(ran.err.contains("skirmish/demo"), "the near name is offered: {ran:?}");
}

#[test]
fn bless_moves_only_what_is_named_and_keeps_the_reason() {
    let (folder, path) = copy();
    let before = fs::read_to_string(&path).expect("it can be read");
    edit(&path, "\"ticks\": ", "\"ticks\": 1");
    let ran = foregone_in(folder.path(), &["bless", "skirmish/demo", "--reason", "a \"test\" of it"]);
    assert_eq!(ran.code, 0, "{ran:?}");
    let after = GoldenFile::read(&fs::read_to_string(&path).expect("it can be read")).expect("it is a golden");
    assert_eq!(after.reason().as_deref(), Some("a \"test\" of it"));
    assert_eq!(after.golden, GoldenFile::read(&before).expect("it is a golden").golden);
    assert_eq!(check(&folder).code, 0);
    let others = fs::read_dir(path.parent().expect("it lies in a folder")).expect("listed").count();
    assert_eq!(others, 1, "nothing is left beside it");
}

#[test]
fn bless_makes_a_golden_that_the_tests_take_as_it_is() {
    let (folder, path) = copy();
    fs::remove_file(&path).expect("removed");
    let ran = foregone_in(folder.path(), &["bless", "skirmish/demo", "--reason", "first golden"]);
    assert_eq!(ran.code, 0, "{ran:?}");
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path(path.parent().expect("it lies in a folder"));
    settings.set_prepend_module_to_snapshot(false);
    let golden = Golden::of("skirmish/demo", &fight("skirmish/demo").record()).expect("it can be summed up");
    settings.bind(|| insta::assert_snapshot!("demo", golden.to_text()));
}

#[test]
fn bless_needs_a_reason_a_fight_and_a_folder() {
    let (folder, path) = copy();
    let before = fs::read(&path).expect("it can be read");
    for args in [
        &["bless", "skirmish/demo"][..],
        &["bless", "skirmish/demo", "--reason", " "],
        &["bless", "--reason", "why"],
        &["bless", "skirmish/demo", "skirmish/dmeo", "--reason", "why"],
    ] {
        let ran = foregone_in(folder.path(), args);
        assert_eq!(ran.code, 2, "{args:?}: {ran:?}");
        assert_eq!(fs::read(&path).expect("it can be read"), before, "{args:?} wrote something");
    }
    let elsewhere = tempfile::tempdir().expect("a folder for the test");
    let ran = foregone_in(elsewhere.path(), &["bless", "skirmish/demo", "--reason", "why"]);
    assert_eq!(ran.code, 2, "{ran:?}");
}
