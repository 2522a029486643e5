//! The code reads its constants from the ledger, and every switch there switches something.

use foregone::arena::ledger::Ledger;
use foregone::kernel::sheet::Sheet;

use super::scene::{Scene, text_of, with_value};

fn ledger_of(text: &str) -> Ledger {
    let sheet = Sheet::parse("ledger.toml", text.to_owned()).expect("it is TOML");
    sheet.read(Ledger::read).unwrap_or_else(|problems| panic!("{problems}"))
}

/// Entries whose only right value is the one the code is built for.
const FIXED: [&str; 10] = [
    "time.tick_ms",
    "time.subtiles_per_speed",
    "space.width",
    "space.height",
    "space.subtiles",
    "space.cell",
    "space.columns",
    "space.rows",
    "path.diagonal_per_mille",
    "move.heading_length",
];

/// Every entry of the shipped ledger, with its value as written.
fn entries() -> Vec<(String, String)> {
    let text = text_of("arena/ledger.toml");
    let mut entries = Vec::new();
    let mut name = String::new();
    for line in text.lines() {
        if let Some(head) = line.strip_prefix('[') {
            name = head.trim_end_matches(']').to_owned();
        } else if let Some(value) = line.strip_prefix("value = ") {
            entries.push((name.clone(), value.to_owned()));
        }
    }
    entries
}

/// Another value that is right too.
fn another(entry: &str, value: &str) -> String {
    let switches = [
        ("path.occluders", "\"all\""),
        ("path.occluded", "\"cost\""),
        ("path.open_list", "\"heap\""),
        ("path.goal_column", "\"middle\""),
        ("path.last_steps", "\"wait\""),
        ("move.stomp_rounding", "\"nearest\""),
        ("move.multiplier_rounding", "\"nearest\""),
        ("contact.push", "\"none\""),
        ("contact.avoidance", "\"sidestep\""),
        ("path.heuristic", "4"),
        ("deploy.own_rows", "14"),
        ("path.node_limit", "2303"),
    ];
    if let Some((_, other)) = switches.iter().find(|(name, _)| *name == entry) {
        return (*other).to_owned();
    }
    if value.starts_with('[') {
        return "[5500, 6500]".to_owned();
    }
    let number: i32 = value.parse().unwrap_or_else(|_| panic!("{entry} is neither a number nor a known switch"));
    if entry.ends_with("_ms") { (number + 50).to_string() } else { (number + 1).to_string() }
}

#[test]
fn every_constant_is_read_from_the_ledger() {
    let text = text_of("arena/ledger.toml");
    let shipped = ledger_of(&text);
    let entries = entries();
    assert!(entries.len() > 50);
    for (entry, value) in entries.iter().filter(|(entry, _)| !FIXED.contains(&entry.as_str())) {
        let changed = ledger_of(&with_value(&text, entry, &another(entry, value)));
        assert_ne!(changed, shipped, "{entry} = {} changes nothing", another(entry, value));
    }
}

#[test]
fn every_choice_between_rules_is_a_switch_with_the_status_of_a_choice() {
    let text = text_of("arena/ledger.toml");
    for (entry, _) in entries().iter().filter(|(_, value)| value.starts_with('"')) {
        let at = text.find(&format!("[{entry}]\n")).expect("it is there");
        let status = text[at..].lines().nth(2).expect("it has a status");
        assert_eq!(status, "status = \"choice\"", "{entry}");
        let before = text[..at].lines().last().expect("a comment stands before it");
        assert!(before.starts_with("# switch: "), "{entry} is not marked as a switch");
    }
}

#[test]
fn a_fight_under_another_ledger_is_another_fight() {
    let prints: std::collections::BTreeSet<u64> = ["60", "61"]
        .into_iter()
        .map(|push| {
            use recorder::Simulation;
            Scene::with(&[("contact.push_max", push)]).rules.fingerprint()
        })
        .collect();
    assert_eq!(prints.len(), 2);
}
