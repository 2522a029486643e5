//! The command line as a contract: names, keys, exit codes, and what goes to which stream. Drives the built program.

use std::fs;
use std::io::{BufRead, BufReader, Read};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use serde_json::Value;
use tempfile::TempDir;

const DEMO: &str = "skirmish/demo";

/// What a run of the program left behind.
#[derive(Debug)]
struct Ran {
    code: i32,
    out: String,
    err: String,
    line: String,
}

impl Ran {
    fn json(&self) -> Value {
        assert_eq!(self.code, 0, "{self:?}");
        serde_json::from_str(&self.out).unwrap_or_else(|error| panic!("{error} in the output of {}", self.line))
    }

    /// It refused: this code, nothing on stdout, and these words on stderr.
    fn refused(&self, code: i32, words: &[&str]) {
        assert_eq!(self.code, code, "{self:?}");
        assert_eq!(self.out, "", "a refusal prints no result: {}", self.line);
        assert!(!self.err.contains("panicked"), "{self:?}");
        // Long lines are wrapped and drawn around; words are looked for without that.
        let err: String = self.err.chars().filter(|c| !c.is_whitespace() && !"│╰╭├▶×─·".contains(*c)).collect();
        for word in words {
            let word: String = word.chars().filter(|c| !c.is_whitespace()).collect();
            assert!(err.contains(&word), "`{word}` is missing in the error of {}:\n{}", self.line, self.err);
        }
    }
}

fn program(dir: &Path, args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_foregone"));
    command.args(args).current_dir(dir).stdin(Stdio::null());
    for name in ["NO_COLOR", "CLICOLOR", "CLICOLOR_FORCE", "DISPLAY", "WAYLAND_DISPLAY"] {
        command.env_remove(name);
    }
    command
}

fn run_in(dir: &Path, args: &[&str]) -> Ran {
    let done = program(dir, args).output().expect("the program starts");
    Ran {
        code: done.status.code().unwrap_or(-1),
        out: String::from_utf8(done.stdout).expect("stdout is UTF-8"),
        err: String::from_utf8_lossy(&done.stderr).into_owned(),
        line: format!("foregone {}", args.join(" ")),
    }
}

fn run(args: &[&str]) -> Ran {
    run_in(&std::env::temp_dir(), args)
}

fn dir() -> TempDir {
    tempfile::tempdir().expect("a directory for the test")
}

fn keys(value: &Value) -> Vec<&str> {
    value.as_object().unwrap_or_else(|| panic!("not an object: {value}")).keys().map(String::as_str).collect()
}

fn has_keys(value: &Value, expected: &str) {
    let found = keys(value);
    for key in expected.split(", ") {
        assert!(found.contains(&key), "`{key}` is missing among {found:?}");
    }
}

fn files_in(dir: &Path) -> Vec<PathBuf> {
    let mut files: Vec<PathBuf> =
        fs::read_dir(dir).expect("the directory is there").map(|entry| entry.expect("an entry").path()).collect();
    files.sort();
    files
}

// ---- keys ----

#[test]
fn list_names_every_fight() {
    let listed = run(&["list", "--json"]).json();
    has_keys(&listed, "fights");
    let fights = listed["fights"].as_array().unwrap();
    for fight in fights {
        has_keys(fight, "name, ruleset, title");
    }
    for name in ["demo", "ten", "stalemate", "swarm", "retreat", "focus"] {
        let name = format!("skirmish/{name}");
        assert!(fights.iter().any(|f| f["name"] == *name), "{name} is not listed");
        assert!(run(&["list"]).out.lines().any(|line| line.starts_with(&name)));
    }
}

#[test]
fn engage_prints_the_keys_of_the_contract_and_nothing_else() {
    let ran = run(&["engage", DEMO, "--json"]);
    assert_eq!(ran.err, "", "progress shows on a terminal alone");
    let engaged = ran.json();
    has_keys(
        &engaged,
        "ruleset, fight, seed, tick_hz, ticks, outcome, sides, units, totals, journal, digest, rules, recording, wall_ms",
    );
    has_keys(&engaged["outcome"], "kind, winner, reason");
    has_keys(&engaged["sides"][0], "name, started, alive, withdrew, damage, healing, kills");
    has_keys(&engaged["units"][0], "id, name, side, alive, damage, taken, healing, kills, fell_at");
    has_keys(&engaged["totals"], "damage, healing, kills");
    has_keys(&engaged["journal"][0], "tick, kind, text, actors");
    has_keys(&engaged["recording"], "frames, rows, rows_shared, bytes, bytes_unshared");
    for hex in ["digest", "rules"] {
        let text = engaged[hex].as_str().unwrap();
        assert!(text.len() == 16 && text.chars().all(|c| c.is_ascii_hexdigit()), "{hex}: {text}");
    }
    assert_eq!(engaged["fight"], DEMO);
    assert_eq!(engaged["recording"]["frames"], engaged["ticks"].as_u64().unwrap() + 1);
}

#[test]
fn the_demo_is_a_clear_win_for_the_ally() {
    let engaged = run(&["engage", DEMO, "--json"]).json();
    assert_eq!(engaged["outcome"]["kind"], "win");
    assert_eq!(engaged["outcome"]["winner"], "ally");
    assert!((150..=260).contains(&engaged["ticks"].as_u64().unwrap()), "{}", engaged["ticks"]);
}

#[test]
fn sums_agree_with_each_other() {
    let engaged = run(&["engage", DEMO, "--json"]).json();
    let sum = |list: &str, key: &str| -> i64 {
        engaged[list].as_array().unwrap().iter().map(|entry| entry[key].as_i64().unwrap()).sum()
    };
    for key in ["damage", "healing", "kills"] {
        assert_eq!(sum("units", key), sum("sides", key), "{key}");
        assert!(sum("units", key) <= engaged["totals"][key].as_i64().unwrap(), "{key}");
    }
    assert_eq!(sum("units", "taken"), engaged["totals"]["damage"].as_i64().unwrap());
    let fell = engaged["units"].as_array().unwrap().iter().filter(|u| !u["fell_at"].is_null()).count();
    let gone = engaged["units"].as_array().unwrap().iter().filter(|u| u["alive"] == false).count();
    assert_eq!(fell, gone);
}

#[test]
fn trail_has_every_tick_and_ends_in_the_digest_of_engage() {
    let ticks = run(&["engage", DEMO, "--json"]).json()["ticks"].as_u64().unwrap();
    let trail = run(&["trail", DEMO, "--json"]).json();
    let marks = trail["ticks"].as_array().unwrap();
    assert_eq!(marks.len() as u64, ticks + 1);
    has_keys(&marks[0], "tick, digest, sections");
    let sparse = run(&["trail", DEMO, "--every", "50", "--sections", "--json"]).json();
    for mark in sparse["ticks"].as_array().unwrap() {
        let tick = mark["tick"].as_u64().unwrap();
        assert!(tick % 50 == 0 || tick == ticks);
        assert_eq!(mark["digest"], marks[tick as usize]["digest"]);
        has_keys(&mark["sections"], "clock, journal");
    }
    let plain = run(&["trail", DEMO, "--every", "1000000"]);
    assert_eq!(plain.out.lines().count(), 2, "the first and the last: {}", plain.out);
}

#[test]
fn state_shows_the_start_and_keeps_the_end_to_itself() {
    let start = run(&["state", DEMO, "--at", "0", "--json"]).json();
    has_keys(&start, "tick, rows, journal, outcome");
    has_keys(&start["rows"][0], "id, name, side, alive, vigor");
    assert_eq!(start["outcome"], Value::Null);
    let ticks = run(&["engage", DEMO, "--json"]).json()["ticks"].as_u64().unwrap();
    let before = run(&["state", DEMO, "--at", &(ticks - 1).to_string(), "--json"]).json();
    assert_eq!(before["outcome"], Value::Null);
    let end = run(&["state", DEMO, "--at", &ticks.to_string(), "--json"]).json();
    has_keys(&end["outcome"], "kind, winner, reason");
    assert!(end["journal"].as_array().unwrap().len() > before["journal"].as_array().unwrap().len());
}

#[test]
fn state_beyond_the_end_names_the_last_tick() {
    let ticks = run(&["engage", DEMO, "--json"]).json()["ticks"].as_u64().unwrap();
    let beyond = (ticks + 1).to_string();
    run(&["state", DEMO, "--at", &beyond, "--json"]).refused(2, &["no tick", &format!("ends at tick {ticks}")]);
}

#[test]
fn an_order_leaves_everything_up_to_its_tick_as_it_was() {
    let order = "60 ally retreat all";
    for at in ["0", "30", "59", "60"] {
        let without = run(&["state", DEMO, "--at", at, "--json"]);
        let with = run(&["state", DEMO, "--at", at, "--json", "--order", order]);
        assert_eq!(without.json(), with.json(), "tick {at}");
    }
    let without = run(&["state", DEMO, "--at", "61", "--json"]).json();
    let with = run(&["state", DEMO, "--at", "61", "--json", "--order", order]).json();
    assert_ne!(without, with, "the order shows one tick later");
}

#[test]
fn inspect_counts_what_engage_counts() {
    let engaged = run(&["engage", DEMO, "--json"]).json();
    let inspected = run(&["inspect", DEMO, "--json"]).json();
    has_keys(
        &inspected,
        "frames, rows, rows_shared, bytes, bytes_unshared, checkpoints, checkpoint_ticks, blocks, stages",
    );
    for key in ["frames", "rows", "rows_shared", "bytes", "bytes_unshared"] {
        assert_eq!(inspected[key], engaged["recording"][key], "{key}");
    }
    has_keys(&inspected["stages"][0], "stage, ns_total, ns_per_tick, per_mille");
    let frames: u64 = inspected["blocks"].as_array().unwrap().iter().map(block_ticks).sum();
    assert_eq!(frames, engaged["ticks"].as_u64().unwrap() + 1);
}

fn block_ticks(block: &Value) -> u64 {
    block["last"].as_u64().unwrap() - block["first"].as_u64().unwrap() + 1
}

#[test]
fn a_packed_recording_is_not_counted_as_one_that_shares_nothing() {
    let dir = dir();
    let engaged = run_in(dir.path(), &["engage", DEMO, "--out", "a.fight", "--json"]).json();
    let opened = run_in(dir.path(), &["inspect", "a.fight", "--json"]).json();
    let (rows, bytes) = (opened["rows"].as_u64().unwrap(), opened["bytes"].as_u64().unwrap());
    assert_eq!(rows, engaged["recording"]["rows"].as_u64().unwrap());
    assert!(opened["bytes_unshared"].as_u64().unwrap() > bytes, "{opened}");
    let said = run_in(dir.path(), &["inspect", "a.fight"]).out;
    assert!(said.contains("packed") && !said.contains("shared 0"), "{said}");
}

#[test]
fn bench_lists_its_scenes_as_json() {
    let listed = run(&["bench", "--list", "--json"]).json();
    let scenes = listed["scenes"].as_array().unwrap();
    has_keys(&scenes[0], "name, about");
    assert_eq!(scenes.len(), run(&["bench", "--list"]).out.lines().count());
}

#[test]
fn sweep_prints_the_keys_of_the_contract() {
    let swept = run(&["sweep", DEMO, "--seeds", "0..8", "--json"]).json();
    has_keys(&swept, "runs, wins, draws, ticks, digest, fights_per_s");
    has_keys(&swept["ticks"], "min, median, max");
    has_keys(&swept["wins"], "ally, enemy");
    let wins: u64 = ["ally", "enemy"].iter().map(|side| swept["wins"][*side].as_u64().unwrap()).sum();
    assert_eq!(wins + swept["draws"].as_u64().unwrap(), 8);
    let ticks = |key: &str| swept["ticks"][key].as_u64().unwrap();
    assert!(ticks("min") <= ticks("median") && ticks("median") <= ticks("max"));
}

// ---- the same fight in every way ----

#[test]
fn threads_do_not_show() {
    let one = run(&["--threads", "1", "engage", DEMO, "--json"]).json();
    let two = run(&["engage", DEMO, "--json", "--threads", "2"]).json();
    assert_eq!(one["digest"], two["digest"]);
}

#[test]
fn jobs_do_not_show() {
    let dir = dir();
    let swept = |jobs: &str, csv: &str| {
        run_in(dir.path(), &["sweep", DEMO, "--seeds", "3..19", "--jobs", jobs, "--csv", csv, "--json"]).json()
    };
    let (one, two) = (swept("1", "one.csv"), swept("2", "two.csv"));
    assert_eq!(one["digest"], two["digest"]);
    assert_eq!(one["wins"], two["wins"]);
    let csv = fs::read_to_string(dir.path().join("one.csv")).unwrap();
    assert_eq!(csv, fs::read_to_string(dir.path().join("two.csv")).unwrap());
    let seeds: Vec<&str> = csv.lines().skip(1).map(|line| line.split(',').next().unwrap()).collect();
    assert_eq!(seeds, (3..19).map(|n| n.to_string()).collect::<Vec<_>>(), "one line a seed, in seed order");
    assert_eq!(files_in(dir.path()).len(), 2, "nothing else is left behind");
}

#[test]
fn a_swept_fight_is_the_engaged_one() {
    let dir = dir();
    run_in(dir.path(), &["sweep", DEMO, "--seeds", "41..42", "--csv", "s.csv", "--json"]).json();
    let engaged = run(&["engage", DEMO, "--seed", "41", "--json"]).json();
    let csv = fs::read_to_string(dir.path().join("s.csv")).unwrap();
    assert!(csv.contains(engaged["digest"].as_str().unwrap()), "{csv}");
    assert_eq!(engaged["seed"], 41);
}

#[test]
fn a_saved_recording_tells_the_same() {
    let dir = dir();
    let engaged = run_in(dir.path(), &["engage", DEMO, "--out", "demo.fight", "--json"]).json();
    let mut opened = run_in(dir.path(), &["engage", "demo.fight", "--json"]).json();
    for key in ["ruleset", "seed", "ticks", "outcome", "sides", "units", "totals", "journal", "digest", "rules"] {
        assert_eq!(engaged[key], opened[key].take(), "{key}");
    }
    let from_name = run(&["state", DEMO, "--at", "100", "--json"]).json();
    let from_file = run_in(dir.path(), &["state", "demo.fight", "--at", "100", "--json"]).json();
    assert_eq!(from_name, from_file);
    let inspected = run_in(dir.path(), &["inspect", "demo.fight", "--json"]).json();
    let bytes = fs::metadata(dir.path().join("demo.fight")).unwrap().len();
    assert_eq!(inspected["file_bytes"], bytes);
}

#[test]
fn a_recording_runs_again_under_another_seed_or_with_orders() {
    let dir = dir();
    run_in(dir.path(), &["engage", DEMO, "--out", "demo.fight", "--json"]).json();
    for change in [["--seed", "9"], ["--order", "50 ally retreat all"]] {
        let by_name = run(&["engage", DEMO, "--json", change[0], change[1]]).json();
        let by_file = run_in(dir.path(), &["engage", "demo.fight", "--json", change[0], change[1]]).json();
        assert_eq!(by_name["digest"], by_file["digest"], "{change:?}");
    }
}

/// A copy of the assets in which one species has more vigor.
fn other_assets(at: &Path) -> PathBuf {
    let to = at.join("assets/skirmish");
    fs::create_dir_all(to.join("fights")).unwrap();
    let from = Path::new(env!("CARGO_MANIFEST_DIR")).join("assets/skirmish");
    for folder in ["", "fights"] {
        for file in files_in(&from.join(folder)).into_iter().filter(|path| path.is_file()) {
            fs::copy(&file, to.join(folder).join(file.file_name().unwrap())).unwrap();
        }
    }
    let species = fs::read_to_string(to.join("species.toml")).unwrap();
    let (before, after) = species.split_once("vigor = ").expect("a species has vigor");
    fs::write(to.join("species.toml"), format!("{before}vigor = 1{after}")).unwrap();
    at.join("assets")
}

#[test]
fn a_recording_outlives_its_rules() {
    let dir = dir();
    let at = dir.path();
    let recorded = run_in(at, &["engage", DEMO, "--out", "demo.fight", "--json"]).json();
    let assets = other_assets(at);
    let assets = assets.to_str().unwrap();
    let shown = run_in(at, &["engage", "demo.fight", "--json", "--assets", assets]);
    assert!(shown.err.contains("other rules"), "{}", shown.err);
    let shown = shown.json();
    for key in ["ticks", "outcome", "units", "journal", "digest", "rules"] {
        assert_eq!(recorded[key], shown[key], "{key}");
    }
    let now = run_in(at, &["engage", DEMO, "--json", "--assets", assets]).json();
    assert_ne!(now["digest"], recorded["digest"]);
    run_in(at, &["trail", "demo.fight", "--sections", "--assets", assets]).refused(3, &["rules"]);
    let again = run_in(at, &["engage", "demo.fight", "--json", "--order", "9999 ally retreat 1", "--assets", assets]);
    assert_eq!(again.json()["digest"], now["digest"], "with an order it runs under the rules of now");
}

#[test]
fn a_cut_recording_is_shown_as_far_as_it_goes_and_a_damaged_one_is_refused() {
    let dir = dir();
    let at = dir.path();
    let ticks = run_in(at, &["engage", DEMO, "--out", "demo.fight", "--json"]).json()["ticks"].as_u64().unwrap();
    let whole = fs::read(at.join("demo.fight")).unwrap();
    fs::write(at.join("cut.fight"), &whole[..whole.len() * 9 / 10]).unwrap();
    let cut = run_in(at, &["engage", "cut.fight", "--json"]);
    assert!(cut.err.contains("cut.fight"), "{}", cut.err);
    let cut = cut.json();
    assert!(cut["ticks"].as_u64().unwrap() < ticks && cut["outcome"].is_null());
    run_in(at, &["state", "cut.fight", "--at", &ticks.to_string()]).refused(2, &["stops at tick"]);
    let mut damaged = whole.clone();
    damaged[whole.len() / 2] ^= 0x10;
    fs::write(at.join("damaged.fight"), damaged).unwrap();
    run_in(at, &["engage", "damaged.fight"]).refused(2, &["damaged.fight"]);
    fs::write(at.join("stub.fight"), &whole[..100]).unwrap();
    run_in(at, &["engage", "stub.fight"]).refused(2, &["stub.fight"]);
}

#[test]
fn a_report_is_a_fight_and_a_list_of_orders() {
    let dir = dir();
    let at = dir.path();
    let order = "50 ally retreat 1";
    let args = ["engage", DEMO, "--seed", "3", "--order", order, "--report", "odd.report.toml", "--json"];
    let engaged = run_in(at, &args).json();
    assert_eq!(run_in(at, &["engage", "odd.report.toml", "--json"]).json()["digest"], engaged["digest"]);
    let by_list = ["engage", DEMO, "--seed", "3", "--orders", "odd.report.toml", "--json"];
    assert_eq!(run_in(at, &by_list).json()["digest"], engaged["digest"]);
    let text = fs::read_to_string(at.join("odd.report.toml")).unwrap();
    assert!(!text.contains(at.to_str().unwrap()), "a report carries no path");
}

#[test]
fn a_scenario_file_is_the_fight_it_describes() {
    let dir = dir();
    let text = fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/assets/skirmish/fights/demo.toml")).unwrap();
    fs::write(dir.path().join("mine.toml"), text).unwrap();
    let by_file = run_in(dir.path(), &["engage", "mine.toml", "--json"]).json();
    let by_name = run(&["engage", DEMO, "--json"]).json();
    assert_eq!(by_file["digest"], by_name["digest"]);
    let assets = concat!(env!("CARGO_MANIFEST_DIR"), "/assets");
    let from_assets = run(&["engage", DEMO, "--json", "--assets", assets]).json();
    assert_eq!(from_assets["digest"], by_name["digest"]);
    assert_eq!(from_assets["rules"], by_name["rules"]);
}

// ---- orders ----

#[test]
fn the_fights_with_an_order_end_otherwise_than_the_demo() {
    let demo = run(&["engage", DEMO, "--json"]).json();
    for name in ["skirmish/retreat", "skirmish/focus"] {
        let other = run(&["engage", name, "--json"]).json();
        assert_ne!(demo["digest"], other["digest"], "{name}");
        assert!(other["journal"].as_array().unwrap().iter().any(|line| line["kind"] == "order"), "{name}");
        let again = run(&["engage", name, "--json", "--orders", "/dev/null"]);
        again.refused(2, &["/dev/null"]);
    }
}

#[test]
fn a_list_of_orders_takes_the_place_of_the_fights_own() {
    let dir = dir();
    fs::write(dir.path().join("none.toml"), "orders = []\n").unwrap();
    let without = run_in(dir.path(), &["engage", "skirmish/retreat", "--orders", "none.toml", "--json"]).json();
    assert_eq!(without["outcome"], run(&["engage", DEMO, "--json"]).json()["outcome"]);
    assert!(without["journal"].as_array().unwrap().iter().all(|line| line["kind"] != "order"));
}

fn journal_of(args: &[&str]) -> Vec<(String, String)> {
    let engaged = run(&[&["engage", DEMO, "--json"], args].concat()).json();
    let line = |entry: &Value| (entry["kind"].as_str().unwrap().to_owned(), entry["text"].as_str().unwrap().to_owned());
    engaged["journal"].as_array().unwrap().iter().map(line).collect()
}

#[test]
fn an_order_that_cannot_be_obeyed_is_one_refusal_in_the_journal() {
    let ticks = run(&["engage", DEMO, "--json"]).json()["ticks"].as_u64().unwrap();
    let units = run(&["engage", DEMO, "--json"]).json();
    let fallen =
        units["units"].as_array().unwrap().iter().find(|u| u["side"] == "enemy" && u["alive"] == false).unwrap();
    let of_the_dead = format!("{} enemy retreat {}", fallen["fell_at"].as_u64().unwrap() + 1, fallen["id"]);
    let after_the_end = format!("{} ally retreat all", ticks + 40);
    let at_the_end = format!("{ticks} ally retreat all");
    let never = format!("{} ally retreat all", u32::MAX);
    for order in [
        of_the_dead.as_str(),
        after_the_end.as_str(),
        at_the_end.as_str(),
        never.as_str(),
        "30 ally retreat 5",  // of the other side
        "30 ally focus 1",    // one's own
        "30 ally focus 4000", // nobody
        "30 ally retreat 0",
    ] {
        let journal = journal_of(&["--order", order]);
        let refused: Vec<_> = journal.iter().filter(|(kind, _)| kind == "refused").collect();
        assert_eq!(refused.len(), 1, "{order}: {refused:?}");
    }
}

#[test]
fn an_order_that_can_be_obeyed_is_in_the_journal_once() {
    let journal = journal_of(&["--order", "30 ally retreat 1"]);
    assert_eq!(
        journal.iter().filter(|(kind, text)| kind == "order" && text.contains("retreat")).count(),
        1,
        "{journal:?}"
    );
    assert!(journal.iter().all(|(kind, _)| kind != "refused"));
}

#[test]
fn the_summary_names_the_orders_that_were_refused() {
    let ran = run(&["engage", DEMO, "--order", "30 ally retreat 5", "--order", "60000 ally retreat all"]);
    let told = ran.out.split("Orders refused").nth(1).unwrap_or_else(|| panic!("{ran:?}"));
    assert!(told.contains("3.1 s  Order to the ally refused: retreat 5"), "{told}");
    assert!(told.contains("the fight is over"), "{told}");
    assert!(!run(&["engage", DEMO, "--order", "30 ally retreat 1"]).out.contains("refused"));
}

#[test]
fn orders_may_come_from_a_file() {
    let dir = dir();
    fs::write(dir.path().join("o.toml"), "orders = [\"30 ally retreat 1\", \"60 enemy focus 2\"]\n").unwrap();
    let by_file = run_in(dir.path(), &["engage", DEMO, "--json", "--orders", "o.toml"]).json();
    let typed = ["engage", DEMO, "--json", "--order", "30 ally retreat 1", "--order", "60 enemy focus 2"];
    assert_eq!(by_file["digest"], run(&typed).json()["digest"]);
}

#[test]
fn malformed_orders_are_refused_all_together() {
    let ran = run(&[
        "engage",
        DEMO,
        "--json",
        "--order",
        "soon ally retreat 3",
        "--order",
        "90",
        "--order",
        "-1 ally retreat 1",
    ]);
    ran.refused(2, &["soon", "`90`", "-1"]);
    for order in [
        "90 nobody retreat 3",
        "90 ally dance 3",
        "90 ally retreat",
        "90 ally retreat three",
        "90 ally retreat 3 4",
        "",
    ] {
        run(&["engage", DEMO, "--order", order]).refused(2, &["order"]);
    }
    run(&["engage", DEMO, "--order", "99999999999 ally retreat 3"]).refused(2, &["99999999999", "tick from 0 to"]);
    run(&["engage", DEMO, "--order", "90 nobody retreat 3", "--order", "90 ally dance 3"])
        .refused(2, &["nobody", "dance"]);
}

// ---- what cannot run ----

#[test]
fn an_unknown_fight_is_refused_with_the_nearest() {
    run(&["engage", "skirmish/dmo"]).refused(2, &["skirmish/dmo", "skirmish/demo"]);
    run(&["engage", "demo"]).refused(2, &["skirmish/demo"]);
    run(&["engage", ""]).refused(2, &[]);
    run(&["engage", "skirmish/../../../etc/passwd"]).refused(2, &[]);
}

#[test]
fn files_that_are_no_fights_are_refused() {
    let dir = dir();
    let at = dir.path();
    let junk: Vec<u8> = (0..9000_u32).map(|n| (n.wrapping_mul(2_654_435_761) >> 13) as u8).collect();
    for name in ["junk.toml", "junk.fight", "junk.report.toml"] {
        fs::write(at.join(name), &junk).unwrap();
        fs::create_dir(at.join(format!("dir.{name}"))).unwrap();
        fs::write(at.join(format!("empty.{name}")), b"").unwrap();
    }
    for name in ["junk.toml", "junk.fight", "junk.report.toml"] {
        run_in(at, &["engage", name]).refused(2, &[name]);
        run_in(at, &["engage", &format!("dir.{name}")]).refused(2, &["folder"]);
        run_in(at, &["engage", &format!("empty.{name}")]).refused(2, &[]);
        run_in(at, &["engage", &format!("missing.{name}")]).refused(2, &["missing"]);
    }
    run_in(at, &["engage", "."]).refused(2, &["folder"]);
    run_in(at, &["engage", "picture.png"]).refused(2, &["picture.png"]);
    run_in(at, &["engage", "my.squad.toml"]).refused(2, &["a squad is one side of a fight", "foregone watch"]);
    assert_eq!(run_in(at, &["report", DEMO, "--out", "odd.toml"]).code, 0);
    run_in(at, &["engage", "odd.toml"]).refused(2, &["this is a report", ".report.toml"]);
    assert_eq!(run_in(at, &["reproduce", "odd.toml"]).code, 0);
}

#[test]
fn an_unknown_ruleset_is_refused_with_those_there_are() {
    let dir = dir();
    fs::write(dir.path().join("odd.toml"), "ruleset = \"skirmash\"\ntitle = \"x\"\nseed = 1\n").unwrap();
    run_in(dir.path(), &["engage", "odd.toml"]).refused(2, &["skirmash", "skirmish"]);
}

#[test]
fn a_wrong_scenario_names_line_and_column_and_every_problem() {
    let dir = dir();
    let text = "ruleset = \"skirmish\"\ntitle = \"x\"\nseed = -4\nlike = \"skirmish/demo\"\ncolour = 3\n";
    fs::write(dir.path().join("odd.toml"), text).unwrap();
    run_in(dir.path(), &["engage", "odd.toml"]).refused(2, &["odd.toml:3:", "-4", "odd.toml:5:", "colour"]);
}

#[test]
fn wrong_numbers_are_refused() {
    let beyond = "9223372036854775808";
    for seed in ["-1", beyond, "1.5", "seven", "99999999999999999999999"] {
        run(&["engage", DEMO, "--seed", seed]).refused(2, &["0 to 9223372036854775807"]);
    }
    for at in ["-1", "4294967296", "x"] {
        run(&["state", DEMO, "--at", at]).refused(2, &["--at"]);
        #[cfg(feature = "player")]
        run(&["watch", DEMO, "--at", at]).refused(2, &["--at"]);
    }
    for every in ["0", "-1", "x"] {
        run(&["trail", DEMO, "--every", every]).refused(2, &["--every"]);
    }
    for seeds in ["5..5", "9..3", "-3..4", "x", "0..9223372036854775808", "0..18446744073709551615"] {
        run(&["sweep", DEMO, "--seeds", seeds]).refused(2, &["--seeds"]);
    }
    for count in ["0", "-1", "99999999999"] {
        run(&["sweep", DEMO, "--seeds", "0..2", "--jobs", count]).refused(2, &["--jobs"]);
        run(&["engage", DEMO, "--threads", count]).refused(2, &["--threads"]);
    }
    run(&["engage", DEMO, "--assets", "/no/such/place"]).refused(2, &["/no/such/place"]);
}

#[test]
fn assets_without_fights_are_refused() {
    let dir = dir();
    for args in [&["check"][..], &["check", "--json"], &["list"], &["list", "--json"]] {
        run_in(dir.path(), &[args, &["--assets", "."]].concat()).refused(2, &["no fight among these assets"]);
    }
}

#[test]
fn an_open_quote_is_told_in_a_few_lines() {
    let dir = dir();
    let args = ["report", DEMO, "--out", "a.report.toml", "--json"];
    run_in(dir.path(), &args).json();
    let report = fs::read_to_string(dir.path().join("a.report.toml")).unwrap();
    let report = report.replacen("digests = \"\"\"", "digests = \"", 1);
    fs::write(dir.path().join("a.report.toml"), report).unwrap();
    let ran = run_in(dir.path(), &["engage", "a.report.toml"]);
    ran.refused(2, &["a.report.toml:", "more"]);
    assert!(ran.err.lines().count() < 100, "{} lines", ran.err.lines().count());
}

#[test]
fn usage_is_refused_with_the_usage() {
    run(&["engage"]).refused(2, &["FIGHT"]);
    run(&["engag", DEMO]).refused(2, &["engage"]);
    run(&["engage", DEMO, "--jsn"]).refused(2, &["--json"]);
}

#[test]
fn every_command_has_help_with_an_example() {
    for command in [
        "list",
        "engage",
        "trail",
        "state",
        "report",
        "reproduce",
        "diff",
        "verify",
        "check",
        "bless",
        "inspect",
        "sweep",
    ] {
        let ran = run(&[command, "--help"]);
        assert_eq!((ran.code, ran.err.as_str()), (0, ""), "{command}");
        assert!(ran.out.contains("Example") && ran.out.contains(&format!("foregone {command}")), "{}", ran.out);
    }
    assert!(run(&["--help"]).out.contains("Exit codes"));
    assert_eq!(run(&["--version"]).out.trim(), concat!("foregone ", env!("CARGO_PKG_VERSION")));
}

#[test]
fn without_a_command_and_without_a_display_the_demo_is_engaged() {
    let ran = run(&[]);
    assert_eq!(ran.code, 0, "{ran:?}");
    assert!(ran.err.contains("skirmish/demo"), "{}", ran.err);
    assert!(ran.out.contains("ally wins"), "{}", ran.out);
}

// ---- files being written ----

#[test]
fn a_target_that_cannot_be_written_is_refused_before_the_work() {
    let dir = dir();
    let at = dir.path();
    fs::create_dir(at.join("folder")).unwrap();
    run_in(at, &["engage", DEMO, "--out", "folder"]).refused(2, &["folder", "it is a folder"]);
    run_in(at, &["engage", DEMO, "--out", "no/such/demo.fight"]).refused(2, &["no/such/demo.fight", "no folder"]);
    run_in(at, &["engage", DEMO, "--out", "folder/"]).refused(2, &["folder"]);
    run_in(at, &["engage", DEMO, "--out", ""]).refused(2, &[]);
    run_in(at, &["sweep", DEMO, "--seeds", "0..2", "--csv", "folder"]).refused(2, &["folder", "it is a folder"]);
    assert_eq!(files_in(at).len(), 1);
}

#[test]
fn nothing_is_written_over_what_the_command_reads_or_writes_elsewhere() {
    let dir = dir();
    let at = dir.path();
    let scenario = include_str!("../assets/skirmish/fights/demo.toml");
    fs::write(at.join("my.toml"), scenario).unwrap();
    fs::write(at.join("o.toml"), "orders = []\n").unwrap();
    for (args, why) in [
        (&["engage", DEMO, "--out", "a.fight", "--report", "./a.fight"][..], "another result"),
        (&["engage", "my.toml", "--out", "my.toml"], "reads it"),
        (&["engage", DEMO, "--orders", "o.toml", "--report", "o.toml"], "reads it"),
        (&["report", "my.toml", "--out", "./my.toml"], "reads it"),
        (&["sweep", "my.toml", "--seeds", "0..2", "--csv", "my.toml"], "reads it"),
    ] {
        run_in(at, args).refused(2, &["cannot write", why]);
    }
    assert_eq!(fs::read_to_string(at.join("my.toml")).unwrap(), scenario);
    assert_eq!(files_in(at).len(), 2, "nothing else was written");
}

#[cfg(unix)]
#[test]
fn two_results_may_go_to_one_device() {
    run(&["engage", DEMO, "--out", "/dev/null", "--report", "/dev/null", "--json"]).json();
}

#[cfg(unix)]
#[test]
fn an_endless_device_is_no_recording() {
    let dir = dir();
    std::os::unix::fs::symlink("/dev/zero", dir.path().join("zero.fight")).unwrap();
    run_in(dir.path(), &["inspect", "zero.fight"]).refused(2, &["not a plain file"]);
}

#[cfg(unix)]
#[test]
fn a_link_to_nothing_is_refused_and_stays() {
    let dir = dir();
    std::os::unix::fs::symlink("nothing.fight", dir.path().join("link.fight")).unwrap();
    run_in(dir.path(), &["engage", DEMO, "--out", "link.fight"]).refused(2, &["link.fight", "link to nothing"]);
    let read = run_in(dir.path(), &["reproduce", "link.fight", "--json"]);
    assert!(read.code == 2 && !read.err.contains("did you mean"), "{read:?}");
    assert!(fs::symlink_metadata(dir.path().join("link.fight")).unwrap().is_symlink());
}

#[cfg(unix)]
#[test]
fn a_protected_directory_is_refused() {
    use std::os::unix::fs::PermissionsExt;
    let dir = dir();
    fs::set_permissions(dir.path(), fs::Permissions::from_mode(0o555)).unwrap();
    if fs::write(dir.path().join("probe"), b"").is_ok() {
        return; // whoever runs this is above permissions
    }
    run(&["engage", DEMO, "--out", dir.path().join("demo.fight").to_str().unwrap()]).refused(2, &["cannot write"]);
}

#[test]
fn an_error_leaves_the_old_file() {
    let dir = dir();
    let at = dir.path();
    for target in ["old.fight", "old.csv"] {
        fs::write(at.join(target), b"precious").unwrap();
    }
    run_in(at, &["engage", "skirmish/nothing", "--out", "old.fight"]).refused(2, &[]);
    run_in(at, &["engage", DEMO, "--order", "x", "--out", "old.fight"]).refused(2, &[]);
    run_in(at, &["sweep", "skirmish/nothing", "--seeds", "0..2", "--csv", "old.csv"]).refused(2, &[]);
    for target in ["old.fight", "old.csv"] {
        assert_eq!(fs::read(at.join(target)).unwrap(), b"precious");
    }
    assert_eq!(files_in(at).len(), 2, "nothing is left beside them");
}

#[cfg(unix)]
#[test]
fn a_written_file_replaces_the_old_one_and_keeps_links_and_permissions() {
    use std::os::unix::fs::{PermissionsExt, symlink};
    let dir = dir();
    let at = dir.path();
    fs::write(at.join("real.fight"), b"old").unwrap();
    fs::set_permissions(at.join("real.fight"), fs::Permissions::from_mode(0o640)).unwrap();
    symlink("real.fight", at.join("link.fight")).unwrap();
    run_in(at, &["engage", DEMO, "--out", "link.fight", "--json"]).json();
    assert!(fs::symlink_metadata(at.join("link.fight")).unwrap().is_symlink());
    let found = fs::metadata(at.join("real.fight")).unwrap();
    assert!(found.len() > 1000);
    assert_eq!(found.permissions().mode() & 0o777, 0o640);
}

#[cfg(unix)]
#[test]
#[expect(clippy::disallowed_methods, reason = "it waits for another process, not for a fight")]
fn an_interrupted_sweep_ends_with_130_and_leaves_the_old_file() {
    let dir = dir();
    fs::write(dir.path().join("old.csv"), b"precious").unwrap();
    let args = ["sweep", DEMO, "--seeds", "0..1000000", "--csv", "old.csv"];
    let mut child =
        program(dir.path(), &args).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("the program starts");
    // Once the file beside it is there, the sweep has begun.
    while files_in(dir.path()).len() < 2 {
        assert!(child.try_wait().unwrap().is_none(), "it ended before it was interrupted");
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
    let killed = Command::new("kill").args(["-INT", &child.id().to_string()]).status().expect("kill is there");
    assert!(killed.success());
    let done = child.wait_with_output().unwrap();
    assert_eq!(done.status.code(), Some(130));
    assert!(done.stdout.is_empty() && done.stderr.is_empty());
    assert_eq!(fs::read(dir.path().join("old.csv")).unwrap(), b"precious");
    assert_eq!(files_in(dir.path()).len(), 1, "the unfinished file is gone");
}

// ---- streams ----

#[test]
fn a_reader_that_goes_away_is_no_error() {
    let mut child = program(&std::env::temp_dir(), &["trail", "skirmish/stalemate"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut line = String::new();
    BufReader::with_capacity(16, child.stdout.take().unwrap()).read_line(&mut line).unwrap();
    assert!(!line.is_empty());
    let mut err = String::new();
    child.stderr.take().unwrap().read_to_string(&mut err).unwrap();
    assert_eq!((child.wait().unwrap().code(), err.as_str()), (Some(0), ""));
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_an_error() {
    let full = fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
    let help = program(&std::env::temp_dir(), &["--help"]).stdout(full.try_clone().unwrap()).output().unwrap();
    assert_eq!(help.status.code(), Some(2), "{help:?}");
    let done = program(&std::env::temp_dir(), &["engage", DEMO, "--json"]).stdout(full).output().unwrap();
    assert_eq!(done.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&done.stderr).contains("cannot write"), "{done:?}");
}

#[test]
fn colour_is_for_terminals_and_for_those_who_ask() {
    let escape = '\u{1b}';
    assert!(!run(&["engage", DEMO]).out.contains(escape));
    assert!(run(&["engage", DEMO, "--color", "always"]).out.contains(escape));
    assert!(!run(&["engage", DEMO, "--color", "never"]).out.contains(escape));
    assert!(!run(&["engage", "skirmish/nothing"]).err.contains(escape));
    assert!(run(&["engage", "skirmish/nothing", "--color", "always"]).err.contains(escape));
    let env = program(&std::env::temp_dir(), &["engage", DEMO]).env("NO_COLOR", "1").output().unwrap();
    assert!(!env.stdout.contains(&0x1b));
}

#[test]
fn a_battle_is_summed_up_in_men_and_without_what_it_does_not_count() {
    let ran = run(&["engage", "legion/small"]);
    assert_eq!((ran.code, ran.err.as_str()), (0, ""));
    for word in ["felled", "lost", " men on its foes within "] {
        assert!(ran.out.contains(word), "{word}: {}", ran.out);
    }
    for word in ["damage", "healing", "kills", " points on"] {
        assert!(!ran.out.contains(word), "{word}: {}", ran.out);
    }
}

#[test]
fn the_summary_fits_into_eighty_columns() {
    for name in [DEMO, "skirmish/ten", "skirmish/swarm", "skirmish/stalemate"] {
        let ran = run(&["engage", name]);
        assert_eq!((ran.code, ran.err.as_str()), (0, ""), "{name}");
        for line in ran.out.lines() {
            assert!(line.chars().count() <= 80, "{} columns: {line}", line.chars().count());
        }
        for word in ["damage", "healing", "kills", "fell at", "Turning points"] {
            assert!(
                ran.out.contains(word) || (word == "Turning points" && name == "skirmish/stalemate"),
                "{name}: {word}"
            );
        }
    }
}
