//! Every arena match through the command: checked, verified, swept, reported and reproduced.

use crate::command::{foregone, foregone_in};
use crate::fights::matches;

#[test]
fn every_match_checks_against_its_golden() {
    let mut args = vec!["check".to_owned(), "--json".to_owned()];
    args.extend(matches());
    let ran = foregone(&args.iter().map(String::as_str).collect::<Vec<_>>());
    assert_eq!(ran.code, 0, "{ran:?}");
    let json = ran.json();
    let checked = json["goldens"].as_array().expect("a list");
    assert_eq!(checked.len(), matches().len());
    assert!(checked.iter().all(|one| one["ticks_compared"].as_u64() > Some(350)), "{json}");
}

#[test]
fn every_match_is_verified_swept_and_reproduced() {
    let folder = tempfile::tempdir().expect("a folder for the test");
    let run = |args: &[&str]| {
        let ran = foregone_in(folder.path(), args);
        assert_eq!(ran.code, 0, "{args:?}: {ran:?}");
        ran.json()
    };
    for name in matches() {
        assert_eq!(run(&["verify", &name, "--json"])["ok"], true, "{name}");
        let swept = run(&["sweep", &name, "--seeds", "0..6", "--json"]);
        assert!(swept.to_string().contains("3600") || swept.to_string().contains("ticks"), "{swept}");
        let order = "1000 enemy deploy mossguard 14 20";
        run(&["report", &name, "--order", order, "--out", "odd.report.toml", "--json"]);
        let judged = run(&["reproduce", "odd.report.toml", "--json"]);
        assert_eq!(judged["verdict"], "same", "{name}: {judged}");
    }
}

#[test]
fn an_order_of_a_report_that_was_changed_is_located() {
    let folder = tempfile::tempdir().expect("a folder for the test");
    let order = "1000 ally deploy mossguard 3 10";
    let ran =
        foregone_in(folder.path(), &["report", "arena/mirror", "--order", order, "--out", "odd.report.toml", "--json"]);
    assert_eq!(ran.code, 0, "{ran:?}");
    let path = folder.path().join("odd.report.toml");
    let text = std::fs::read_to_string(&path).expect("written");
    std::fs::write(&path, text.replacen(order, "1000 ally deploy mossguard 4 10", 1)).expect("written");
    let json = foregone_in(folder.path(), &["reproduce", "odd.report.toml", "--json"]).json();
    assert_eq!((&json["verdict"], &json["tick"], &json["stage"]), (&"diverged".into(), &1001.into(), &"orders".into()));
}
