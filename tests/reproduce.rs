//! `report` and `reproduce` as a person meets them: the verdict, the exit code, the keys, and nothing run in vain.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;
use tempfile::TempDir;

use crate::command::{Ran, copy_folder, foregone, foregone_in};

const ORDER: &str = "90 ally retreat 3";

/// A folder with `demo.report.toml`: the demo with one order.
fn reported() -> (TempDir, PathBuf) {
    let folder = tempfile::tempdir().expect("a folder for the test");
    let args = ["report", "skirmish/demo", "--order", ORDER, "--out", "demo.report.toml", "--note", "odd", "--json"];
    let ran = foregone_in(folder.path(), &args);
    assert_eq!(ran.code, 0, "{ran:?}");
    let path = folder.path().join("demo.report.toml");
    let json = ran.json();
    assert_eq!(json["file"], "demo.report.toml");
    assert_eq!(json["bytes"], fs::metadata(&path).expect("written").len());
    (folder, path)
}

fn edit(path: &Path, from: &str, to: &str) {
    let text = fs::read_to_string(path).expect("it can be read");
    assert!(text.contains(from), "{from} is not in the report");
    fs::write(path, text.replacen(from, to, 1)).expect("written");
}

fn reproduce(path: &Path) -> Ran {
    foregone(&["reproduce", &path.display().to_string(), "--json"])
}

fn assert_located(json: &Value) {
    assert!(json["tick"].is_u64(), "{json}");
    for key in ["stage", "entity", "field", "expected", "found"] {
        assert!(json[key].as_str().is_some_and(|text| !text.is_empty()), "{key} in {json}");
    }
}

#[test]
fn an_untouched_report_is_the_same_and_exits_with_0() {
    let (_folder, path) = reported();
    let ran = reproduce(&path);
    assert_eq!(ran.code, 0, "{ran:?}");
    let json = ran.json();
    assert_eq!(json["verdict"], "same");
    assert!(json["ticks_run"].as_u64() > Some(100), "{json}");
    for key in ["tick", "stage", "entity", "field", "expected", "found"] {
        assert!(json[key].is_null() && json.get(key).is_some(), "{key} in {json}");
    }
}

#[test]
fn one_order_changed_is_located_and_exits_with_1() {
    let (_folder, path) = reported();
    edit(&path, ORDER, "90 ally retreat 2");
    let ran = reproduce(&path);
    assert_eq!(ran.code, 1, "{ran:?}");
    let json = ran.json();
    assert_eq!((&json["verdict"], &json["tick"], &json["stage"]), (&"diverged".into(), &91.into(), &"orders".into()));
    assert_located(&json);
}

#[test]
fn one_trail_value_changed_is_located_and_exits_with_1() {
    let (_folder, path) = reported();
    let text = fs::read_to_string(&path).expect("it can be read");
    let digests = text.find("digests = \"\"\"\n").expect("there is a trail") + 14;
    let word = &text[digests + 17 * 11..][..16]; // eight digests a line: the third of the second line
    edit(&path, word, &format!("{:016x}", u64::from_str_radix(word, 16).expect("a digest") ^ 1));
    let ran = reproduce(&path);
    assert_eq!(ran.code, 1, "{ran:?}");
    let json = ran.json();
    assert_eq!((&json["verdict"], &json["tick"], &json["stage"]), (&"diverged".into(), &11.into(), &"trail".into()));
    assert_located(&json);
}

#[test]
fn an_asset_number_changed_is_another_verdict_and_exits_with_3() {
    let (folder, path) = reported();
    let assets = folder.path().join("assets");
    copy_folder(&Path::new(env!("CARGO_MANIFEST_DIR")).join("assets"), &assets);
    let path = path.display().to_string();
    let with_assets = |json: &str| foregone_in(folder.path(), &["reproduce", &path, "--assets", "assets", json]);
    assert_eq!(with_assets("--json").code, 0, "a copy of the assets is the same rules");
    edit(&assets.join("skirmish/species.toml"), "vigor = ", "vigor = 1");
    let ran = with_assets("--json");
    assert_eq!(ran.code, 3, "{ran:?}");
    assert_eq!(ran.json()["verdict"], "rules_changed");
    assert_located(&ran.json());
}

#[test]
fn what_cannot_run_exits_with_2_and_runs_nothing() {
    let cases = [
        ("\"shellback\"", "\"shelback\"", "shellback"),
        ("ruleset = \"skirmish\"", "ruleset = \"skirmihs\"", "skirmish"),
        ("format = 1", "format = 7", "format 7"),
        ("seed = ", "seed = 1", "changed after the report was written"),
        (ORDER, "90 ally retreet 3", "retreat"),
        ("[trail]", "[trail", ""),
    ];
    for (from, to, said) in cases {
        let (_folder, path) = reported();
        edit(&path, from, to);
        let ran = reproduce(&path);
        assert_eq!(ran.code, 2, "{from} as {to}: {ran:?}");
        let json = ran.json();
        assert_eq!((&json["verdict"], &json["ticks_run"]), (&"cannot_run".into(), &0.into()), "{json}");
        let reason = json["reason"].as_str().expect("a reason");
        assert!(reason.contains(said), "{said} in {json}");
        let mut lines: Vec<&str> = reason.lines().collect();
        lines.dedup();
        assert_eq!(lines.len(), reason.lines().count(), "told twice: {reason}");
        assert!(ran.err.contains("demo.report.toml"), "the file is named: {}", ran.err);
    }
    assert_eq!(reproduce(Path::new("nowhere.report.toml")).code, 2);
    assert_eq!(reproduce(Path::new("src")).code, 2);
    let ran = reproduce(Path::new("skirmish/demo"));
    assert!(ran.code == 2 && ran.err.contains("no such report"), "{ran:?}");
    let ran = reproduce(Path::new("odd.fight"));
    assert!(ran.code == 2 && ran.err.contains("a recording is not a report"), "{ran:?}");
}

#[test]
fn a_report_is_a_fight_with_its_orders() {
    let (folder, _path) = reported();
    let digest = |args: &[&str]| {
        let ran = foregone_in(folder.path(), args);
        assert_eq!(ran.code, 0, "{ran:?}");
        ran.json()["digest"].clone()
    };
    let typed = digest(&["engage", "skirmish/demo", "--order", ORDER, "--json"]);
    assert_eq!(digest(&["engage", "demo.report.toml", "--json"]), typed);
    assert_eq!(digest(&["engage", "skirmish/demo", "--orders", "demo.report.toml", "--json"]), typed);
    assert_ne!(digest(&["engage", "skirmish/demo", "--json"]), typed);
    assert_eq!(foregone_in(folder.path(), &["verify", "demo.report.toml"]).code, 0);
}

#[test]
fn engage_can_write_the_report_and_a_recording_can_be_reported() {
    let folder = tempfile::tempdir().expect("a folder for the test");
    let run = |args: &[&str]| foregone_in(folder.path(), args);
    let ran = run(&["engage", "skirmish/demo", "--out", "a.fight", "--report", "a.report.toml", "--json"]);
    assert_eq!(ran.code, 0, "{ran:?}");
    assert_eq!(run(&["reproduce", "a.report.toml"]).code, 0);
    let ran = run(&["report", "a.fight", "--out", "b.report.toml"]);
    assert_eq!(ran.code, 0, "{ran:?}");
    assert_eq!(run(&["reproduce", "b.report.toml"]).code, 0);
    assert_eq!(run(&["diff", "a.fight", "b.report.toml"]).code, 0);
}
