//! What a person gets wrong in ledger, map, cards, decks and scripts is named, all of it, with its place.

use foregone::arena::Arena;
use foregone::arena::content::Content;
use foregone::kernel::assets::Assets;
use foregone::kernel::ruleset::Ruleset;
use foregone::kernel::scenario::Scenario;
use foregone::kernel::sheet::Sheet;

use super::scene::{text_of, with_value};

/// Read content with one file replaced; gives what is wrong.
fn said_of(file: &str, text: &str) -> String {
    let sheet = |name: &str| {
        let path = format!("arena/{name}.toml");
        let text = if name == file { text.to_owned() } else { text_of(&path) };
        Sheet::parse(format!("{name}.toml"), text)
    };
    let read = || Content::read(&sheet("ledger")?, &sheet("map")?, &sheet("cards")?);
    read().err().unwrap_or_else(|| panic!("{file} is accepted")).to_string()
}

fn said_of_fight(text: &str) -> String {
    let assets = Assets::embedded();
    let opened = Scenario::parse(&assets, "odd.toml", text).and_then(|scenario| Arena::open(&scenario, &assets, None));
    opened.expect_err("the fight is refused").to_string()
}

fn assert_says(said: &str, parts: &[&str]) {
    for part in parts {
        assert!(said.contains(part), "{part} is not in:\n{said}");
    }
}

/// The line of a text that begins with something, counted from 1.
fn line_of(text: &str, begins: &str) -> usize {
    text.lines().position(|line| line.trim_start().starts_with(begins)).expect("there is such a line") + 1
}

#[test]
fn a_constant_that_is_missing_is_named() {
    let text = text_of("arena/ledger.toml");
    let without = |entry: &str| {
        let at = text.find(&format!("[{entry}]")).expect("it is there");
        let end = text[at + 1..].find("\n[").map_or(text.len(), |end| at + 1 + end);
        format!("{}{}", &text[..at], &text[end..])
    };
    for entry in ["path.road", "time.tick_ms", "tower.king_at", "elixir.period_ms", "contact.push"] {
        let key = entry.split_once('.').expect("a section and a key").1;
        assert_says(&said_of("ledger", &without(entry)), &[&format!("missing key `{key}`"), "ledger.toml:"]);
    }
}

#[test]
fn every_entry_of_the_ledger_has_a_status_and_a_source() {
    let text = text_of("arena/ledger.toml").replacen("status = \"measured\"\n", "", 1);
    assert_says(&said_of("ledger", &text), &["missing key `status`", "`measured`", "`datamined`", "`choice`"]);
    let text = text_of("arena/ledger.toml").replacen("status = \"measured\"", "status = \"guessed\"", 1);
    assert_says(&said_of("ledger", &text), &["`status` is unknown: `guessed`"]);
    let at = text_of("arena/ledger.toml").find("source = ").expect("there is one");
    let text = text_of("arena/ledger.toml");
    let end = at + text[at..].find('\n').expect("a line ends");
    assert_says(&said_of("ledger", &format!("{}{}", &text[..at], &text[end..])), &["missing key `source`"]);
}

#[test]
fn a_constant_the_code_cannot_follow_is_refused() {
    let text = with_value(&text_of("arena/ledger.toml"), "path.diagonal_per_mille", "1500");
    let line = line_of(&text, "value = 1500");
    assert_says(
        &said_of("ledger", &text),
        &[&format!("ledger.toml:{line}:9"), "`value` is out of range: `1500`", "from 1414 to 1414"],
    );
    let text = with_value(&text_of("arena/ledger.toml"), "path.heuristic", "9");
    assert_says(&said_of("ledger", &text), &["`heuristic` over-estimates", "at most 5"]);
}

#[test]
fn every_problem_of_a_ledger_comes_at_once() {
    let text = with_value(&text_of("arena/ledger.toml"), "path.occluders", "\"friends\"");
    let text = with_value(&text, "elixir.period_ms", "0");
    let text = with_value(&text, "move.stomp_rounding", "1");
    let said = said_of("ledger", &text);
    assert_says(
        &said,
        &["`value` is unknown: `friends`; did you mean `friendly`?", "out of range: `0`", "the number `1`"],
    );
    assert_eq!(said.lines().count(), 3, "{said}");
}

#[test]
fn a_map_of_the_wrong_size_is_refused() {
    let text = text_of("arena/map.toml");
    let line = text.lines().nth(10).expect("a row").to_owned() + "\n";
    assert_says(&said_of("map", &text.replacen(&line, "", 1)), &["`rows` is a list of 63", "a list of exactly 64"]);
    let short = text.replacen("\"0,0,", "\"0,", 1);
    let row = line_of(&short, "\"0,0");
    assert_says(&said_of("map", &short), &[&format!("map.toml:{row}:5"), "row 0 has 35 cells", "36 numbers"]);
}

#[test]
fn a_map_with_a_flag_nobody_knows_names_row_and_column() {
    let text = text_of("arena/map.toml").replacen("\"0,0,0", "\"0,4,x", 1);
    assert_says(
        &said_of("map", &text),
        &["column 1 of row 0 is `4`", "column 2 of row 0 is `x`", "a sum of 1, 2, 16, 32"],
    );
}

#[test]
fn a_map_that_favours_a_side_is_refused() {
    let text = text_of("arena/map.toml").replacen("\"0,0,0", "\"0,0,32", 1);
    assert_says(&said_of("map", &text), &["the map favours a side: column 2 of row 0 is 32", "row 63"]);
}

/// The shipped map with every cell changed.
fn map_with(change: impl Fn(usize, usize, &str) -> String) -> String {
    let csv = include_str!("vectors/arena-tilemap.csv");
    let rows: Vec<String> = csv
        .lines()
        .enumerate()
        .map(|(row, line)| {
            let cells = line.trim().split(',').enumerate().map(|(column, cell)| change(column, row, cell));
            format!("    \"{}\",\n", cells.collect::<Vec<_>>().join(","))
        })
        .collect();
    format!("rows = [\n{}]\n", rows.concat())
}

#[test]
fn a_map_without_a_bridge_is_refused() {
    let text = map_with(|_, row, cell| if (30..=33).contains(&row) { "32".to_owned() } else { cell.to_owned() });
    assert_says(&said_of("map", &text), &["no bridge", "a road (1 or 2) or plain (0) across the rows of water"]);
}

#[test]
fn a_map_with_a_tower_nobody_can_reach_is_refused() {
    // A moat around the princess of each corner that is the other's turned.
    let moat = |column: usize, row: usize| {
        let (dx, dy) = (column as i32 - 28, row as i32 - 50);
        (dx.abs().max(dy.abs())) <= 7 && (dx.abs().max(dy.abs())) >= 4
    };
    let text =
        map_with(
            |column, row, cell| {
                if moat(column, row) || moat(35 - column, 63 - row) { "32".to_owned() } else { cell.to_owned() }
            },
        );
    assert_says(&said_of("map", &text), &["the left princess of the upper side cannot be reached on foot"]);
}

#[test]
fn bad_cards_are_named_with_what_would_be_right() {
    let text = text_of("arena/cards.toml");
    let text = text.replacen("load_ms = 700", "load_ms = 7000", 1);
    let text = text.replacen("stop_ms = 640\n", "", 1);
    let text = text.replacen("targets = \"buildings\"", "targets = \"building\"", 1);
    let text = text.replacen("delay_ms = 1000", "delay = 1000", 1);
    let text = text.replacen("id = \"thornlings\"", "id = \"mossguard\"", 1);
    assert_says(
        &said_of("cards", &text),
        &[
            "`load_ms` is 7000, longer than a hit",
            "a stomper needs `stop_ms` and `wait_ms`",
            "did you mean `buildings`?",
            "missing key `delay_ms`",
            "unknown key `delay`",
            "`mossguard` is named twice",
        ],
    );
}

#[test]
fn there_are_at_least_twelve_cards_of_every_kind_the_rules_know() {
    let content = Content::from_assets(&Assets::embedded()).expect("what ships is right");
    assert!(content.cards.len() >= 12);
    let any = |test: &dyn Fn(&foregone::arena::card::Form) -> bool| content.forms[2..].iter().any(test);
    use foregone::arena::card::Targets;
    assert!(any(&|form| form.targets == Targets::Buildings && form.stop_ms > 0), "a heavy");
    assert!(any(&|form| form.hops), "a rider");
    assert!(any(&|form| form.flies), "a flier");
    assert!(any(&|form| form.splash > 0 && !form.is_building), "a splash");
    assert!(content.forms[2..].iter().filter(|form| form.is_building).count() >= 2);
}

const FIGHT: &str = r#"
ruleset = "arena"
title = "odd"
seed = 1
orders = [ORDERS]
[[side]]
name = "ally"
deck = ["mossguard", "reedarchers", "boulderback", "emberpot", "thornlings", "boltnest", "hailburst", "duskwing"]
[[side]]
name = "enemy"
deck = ["mossguard", "reedarchers", "boulderback", "emberpot", "thornlings", "boltnest", "hailburst", "duskwing"]
"#;

#[test]
fn bad_decks_are_named() {
    let twice = FIGHT.replace("ORDERS", "").replacen("\"boltnest\"", "\"mossguard\"", 1);
    assert_says(&said_of_fight(&twice), &["odd.toml:8:8", "`mossguard` is in the deck twice", "no two alike"]);
    let unknown = FIGHT.replace("ORDERS", "").replacen("\"boltnest\"", "\"botlnest\"", 1);
    assert_says(&said_of_fight(&unknown), &["did you mean `boltnest`?"]);
    let short = FIGHT.replace("ORDERS", "").replacen("\"boltnest\", ", "", 1);
    assert_says(&said_of_fight(&short), &["`deck` is a list of 7", "exactly 8"]);
    let chooser = FIGHT.replace("ORDERS", "").replacen("name = \"ally\"", "name = \"ally\"\nchooser = \"steddy\"", 1);
    assert_says(&said_of_fight(&chooser), &["did you mean `steady`?"]);
    let swapped = FIGHT.replace("ORDERS", "").replacen("\"ally\"", "\"enemy\"", 1);
    assert_says(&said_of_fight(&swapped), &["the sides are out of order", "the first side is `ally`"]);
}

#[test]
fn bad_scripts_name_every_order_that_is_wrong() {
    let orders = [
        "soon ally deploy mossguard 3 12",
        "10 alley deploy mossguard 3 12",
        "10 ally drop mossguard 3 12",
        "10 ally deploy mosguard 3 12",
        "10 ally deploy mossguard three 12",
        "10 ally deploy mossguard 3",
    ];
    let text = FIGHT.replace("ORDERS", &orders.map(|order| format!("\n{order:?},")).concat());
    let said = said_of_fight(&text);
    assert_says(
        &said,
        &[
            "`soon` is no tick",
            "`alley` is no side",
            "`drop` is no order: it is deploy",
            "`mosguard` is no card; did you mean `mossguard`?",
            "`three` is no column of a tile",
            "has 4 words, not five",
            "odd.toml:6:",
            "odd.toml:11:",
        ],
    );
    assert_eq!(said.lines().count(), orders.len(), "{said}");
}
