//! Goldens: what a whole fight comes to, kept as text, so that no change of the rules goes unseen.
//!
//! A golden is an insta snapshot under `goldens/`, and the test suite asserts it as one. `check` holds the same text
//! against a fresh run and says what changed; `bless` rewrites it, by hand and with a reason. See goldens/README.md.

use std::fmt::Write as _;

use recorder::{Recording, SeekError};
use serde_json::{Map, Value, json};

use crate::kernel::ruleset::Ruleset;
use crate::summary::Summary;

/// Ticks between two digests of a golden's trail. The terminal tick's is always there.
pub const TRAIL_TICKS: u32 = 10;

/// The same in a ruleset of massed battles, those whose rows are packed: they are long.
pub const MASSED_TRAIL_TICKS: u32 = 100;

/// The most bytes a golden file may have.
pub const FILE_BYTES_MAX: usize = 4 << 20;

/// Every golden as it was when this was built: path and text, sorted by path.
static EMBEDDED: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/goldens.rs"));

/// What a fight comes to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Golden(Map<String, Value>);

/// A golden as its file has it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GoldenFile {
    /// The lines of insta's header, without the fences.
    header: Vec<String>,
    /// What the fight came to when it was blessed.
    pub golden: Golden,
}

/// How a fresh run stands to a golden.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GoldenCheck {
    /// How many ticks had their digests held against each other.
    pub ticks_compared: u32,
    /// The first tick known to differ; `None` where nothing does.
    pub tick: Option<u32>,
    /// What changed: `units.3.damage 120 → 121`.
    pub changed: Vec<String>,
}

/// Why a golden cannot be read.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum GoldenError {
    /// There is no header.
    #[error("it does not start with a header between two lines `---`")]
    NoHeader,
    /// What follows the header is not a golden.
    #[error("line {line}: {reason}")]
    Malformed {
        /// The line in the file.
        line: usize,
        /// What is wrong with it.
        reason: String,
    },
}

/// Give the text of a golden that is built in.
#[must_use]
pub fn embedded(fight: &str) -> Option<&'static str> {
    let path = format!("{fight}.snap");
    EMBEDDED.iter().find(|(known, _)| *known == path).map(|(_, text)| *text)
}

impl Golden {
    /// Sum up a fight that is recorded to its end.
    ///
    /// # Errors
    /// The recording cannot show its last tick.
    pub fn of<G: Ruleset>(fight: &str, recording: &Recording<G>) -> Result<Self, SeekError> {
        let summary = Summary::of(recording)?;
        let kills = summary.kills.iter().map(|kill| json!({ "tick": kill.tick, "who": kill.who, "by": kill.by }));
        let Value::Object(golden) = json!({
            "fight": fight,
            "outcome": summary.outcome,
            "ticks": summary.tick,
            "tick_hz": recording.tick_hz(),
            "totals": summary.totals,
            "sides": keyed(&summary.sides, "name"),
            "units": keyed(&summary.units, "id"),
            "kills": kills.collect::<Vec<_>>(),
            "trail": trail(recording),
        }) else {
            unreachable!("a literal object is an object");
        };
        Ok(Self(golden))
    }

    /// Write it for people to read and to compare line by line.
    #[must_use]
    pub fn to_text(&self) -> String {
        let mut text = String::new();
        write_golden(&mut text, &self.0).expect("writing to memory cannot fail");
        text
    }

    /// Hold a fresh run against it.
    #[must_use]
    pub fn check(&self, fresh: &Self) -> GoldenCheck {
        let mut changes = Vec::new();
        compare(&Value::Object(self.0.clone()), &Value::Object(fresh.0.clone()), &mut Vec::new(), &mut changes);
        let tick = changes.iter().map(|change| change.tick(fresh)).min();
        GoldenCheck { ticks_compared: self.trail_ticks_of(fresh), tick, changed: told(&changes) }
    }

    fn trail_ticks_of(&self, fresh: &Self) -> u32 {
        let ticks = |golden: &Self| golden.0.get("trail").and_then(Value::as_object).cloned().unwrap_or_default();
        let (own, fresh) = (ticks(self), ticks(fresh));
        u32::try_from(own.keys().filter(|tick| fresh.contains_key(*tick)).count()).unwrap_or(u32::MAX)
    }

    fn ticks(&self) -> u32 {
        tick_from(self.0.get("ticks")).unwrap_or(0)
    }
}

/// Turn a list into an object under one of its fields, so that a change names its unit by id and not by place.
fn keyed(items: &impl serde::Serialize, key: &str) -> Value {
    let Ok(Value::Array(items)) = serde_json::to_value(items) else { return Value::Null };
    let entries = items.into_iter().filter_map(|item| {
        let Value::Object(mut fields) = item else { return None };
        let key = fields.shift_remove(key)?;
        Some((key.as_str().map_or_else(|| key.to_string(), str::to_owned), Value::Object(fields)))
    });
    Value::Object(entries.collect())
}

fn trail<G: Ruleset>(recording: &Recording<G>) -> Value {
    let last = recording.last_tick();
    let apart = if G::packing().is_some() { MASSED_TRAIL_TICKS } else { TRAIL_TICKS };
    let ticks = (0..=last).filter(|tick| tick.is_multiple_of(apart) || *tick == last);
    let digest = |tick| Some((u32::to_string(&tick), Value::String(format!("{:016x}", recording.digest(tick)?))));
    Value::Object(ticks.filter_map(digest).collect())
}

// Text: one line an entry, so that a diff shows the unit or the tick that moved.

fn write_golden(out: &mut String, golden: &Map<String, Value>) -> std::fmt::Result {
    writeln!(out, "{{")?;
    for (n, (key, value)) in golden.iter().enumerate() {
        write!(out, "  {}: ", Value::String(key.clone()))?;
        write_block(out, value)?;
        writeln!(out, "{}", if n + 1 < golden.len() { "," } else { "" })?;
    }
    writeln!(out, "}}")
}

/// Write a list or an object of things with a line each; anything flatter goes on the same line.
fn write_block(out: &mut String, value: &Value) -> std::fmt::Result {
    let entries: Vec<String> = match value {
        Value::Array(items) if !items.is_empty() => items.iter().map(inline).collect(),
        Value::Object(fields) if is_table(fields) => fields.iter().map(|(key, value)| field(key, value)).collect(),
        flat => return write!(out, "{}", inline(flat)),
    };
    let (open, close) = if value.is_array() { ('[', ']') } else { ('{', '}') };
    writeln!(out, "{open}")?;
    for (n, entry) in entries.iter().enumerate() {
        writeln!(out, "    {entry}{}", if n + 1 < entries.len() { "," } else { "" })?;
    }
    write!(out, "  {close}")
}

/// Tell whether an object is a table: a unit, a side or a tick in every line.
fn is_table(fields: &Map<String, Value>) -> bool {
    fields.iter().any(|(key, value)| value.is_object() || key.parse::<u32>().is_ok())
}

fn inline(value: &Value) -> String {
    match value {
        Value::Array(items) => format!("[{}]", items.iter().map(inline).collect::<Vec<_>>().join(", ")),
        Value::Object(fields) if fields.is_empty() => "{}".to_owned(),
        Value::Object(fields) => {
            let fields: Vec<String> = fields.iter().map(|(key, value)| field(key, value)).collect();
            format!("{{ {} }}", fields.join(", "))
        }
        plain => plain.to_string(),
    }
}

fn field(key: &str, value: &Value) -> String {
    format!("{}: {}", Value::String(key.to_owned()), inline(value))
}

// Comparing.

/// A value that changed, by its path.
struct Change {
    path: Vec<String>,
    golden: Value,
    fresh: Value,
    /// Ticks that the entry it belongs to speaks of, in either.
    ticks: Vec<u32>,
}

impl Change {
    /// The earliest tick that a change speaks of; sums speak of the last one.
    fn tick(&self, fresh: &Golden) -> u32 {
        self.ticks.iter().copied().min().unwrap_or(fresh.ticks())
    }
}

/// Walk two goldens side by side and list the values that differ, in the golden's order.
fn compare(golden: &Value, fresh: &Value, path: &mut Vec<String>, changes: &mut Vec<Change>) {
    match (golden, fresh) {
        _ if golden == fresh => {}
        (Value::Object(own), Value::Object(other)) => {
            let only_fresh = other.keys().filter(|key| !own.contains_key(*key));
            for key in own.keys().chain(only_fresh) {
                let (a, b) = (own.get(key).unwrap_or(&Value::Null), other.get(key).unwrap_or(&Value::Null));
                path.push(key.clone());
                compare_entry(a, b, path, changes);
                path.pop();
            }
        }
        (Value::Array(own), Value::Array(other)) => {
            for n in 0..own.len().max(other.len()) {
                let (a, b) = (own.get(n).unwrap_or(&Value::Null), other.get(n).unwrap_or(&Value::Null));
                path.push(n.to_string());
                compare_entry(a, b, path, changes);
                path.pop();
            }
        }
        _ => {
            changes.push(Change {
                path: path.clone(),
                golden: golden.clone(),
                fresh: fresh.clone(),
                ticks: Vec::new(),
            });
        }
    }
}

/// Compare an entry, and give the changes in it the ticks that it speaks of.
fn compare_entry(golden: &Value, fresh: &Value, path: &mut Vec<String>, changes: &mut Vec<Change>) {
    let from = changes.len();
    compare(golden, fresh, path, changes);
    let ticks = ticks_of(path, golden, fresh);
    for change in &mut changes[from..] {
        if change.ticks.is_empty() {
            change.ticks.clone_from(&ticks);
        }
    }
}

/// The ticks that an entry speaks of: the key of a digest, the tick of a fall, the length of the fight.
fn ticks_of(path: &[String], golden: &Value, fresh: &Value) -> Vec<u32> {
    let own = [golden, fresh];
    match path.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["trail", tick] => tick.parse().into_iter().collect(),
        ["kills", _] => own.iter().filter_map(|kill| tick_from(kill.get("tick"))).collect(),
        ["ticks"] | ["units", _, "fell_at"] => own.iter().filter_map(|tick| tick_from(Some(tick))).collect(),
        _ => Vec::new(),
    }
}

fn tick_from(value: Option<&Value>) -> Option<u32> {
    value?.as_u64()?.try_into().ok()
}

/// Say each change in a line. Once a digest differs, those behind it do too, and are only counted.
fn told(changes: &[Change]) -> Vec<String> {
    let is_trail = |change: &&Change| change.path.first().is_some_and(|part| part == "trail");
    let mut lines: Vec<String> = changes.iter().filter(|c| !is_trail(c)).map(Change::line).collect();
    let trail: Vec<&Change> = changes.iter().filter(is_trail).collect();
    if let Some(first) = trail.first() {
        let more = if trail.len() > 1 { format!(", and {} later digests", trail.len() - 1) } else { String::new() };
        lines.push(format!("{}{more}", first.line()));
    }
    lines
}

impl Change {
    fn line(&self) -> String {
        format!("{} {} → {}", self.path.join("."), shown(&self.golden), shown(&self.fresh))
    }
}

fn shown(value: &Value) -> String {
    match value {
        Value::Null => "none".to_owned(),
        Value::String(text) => text.clone(),
        other => inline(other),
    }
}

// Files.

impl GoldenFile {
    /// Start the file of a golden that has none yet.
    #[must_use]
    pub fn new(golden: Golden, reason: &str) -> Self {
        let header = vec!["source: tests/golden.rs".to_owned(), "expression: golden.to_text()".to_owned()];
        Self { header, golden: Golden(Map::new()) }.blessed(golden, reason)
    }

    /// Take a new golden in, with the reason; the rest of the header stays as it is.
    #[must_use]
    pub fn blessed(mut self, golden: Golden, reason: &str) -> Self {
        self.header.retain(|line| !line.starts_with(REASON));
        let after_source = usize::from(self.header.first().is_some_and(|line| line.starts_with("source:")));
        self.header.insert(after_source, format!("{REASON} {}", Value::String(reason.trim().to_owned())));
        Self { golden, ..self }
    }

    /// Why it was blessed last.
    #[must_use]
    pub fn reason(&self) -> Option<String> {
        let quoted = self.header.iter().find_map(|line| line.strip_prefix(REASON))?;
        serde_json::from_str(quoted.trim()).ok()
    }

    /// Read a file.
    ///
    /// # Errors
    /// It has no header, or no golden behind it.
    pub fn read(text: &str) -> Result<Self, GoldenError> {
        let text = text.replace("\r\n", "\n");
        let body = text.strip_prefix("---\n").ok_or(GoldenError::NoHeader)?;
        let (header, body) = body.split_once("\n---\n").ok_or(GoldenError::NoHeader)?;
        let lines_before = header.lines().count() + 2;
        let golden: Map<String, Value> = serde_json::from_str(body).map_err(|error| GoldenError::Malformed {
            line: lines_before + error.line(),
            reason: error.to_string().split(" at line ").next().unwrap_or_default().to_owned(),
        })?;
        Ok(Self { header: header.lines().map(str::to_owned).collect(), golden: Golden(golden) })
    }

    /// Write the file.
    #[must_use]
    pub fn to_text(&self) -> String {
        format!("---\n{}\n---\n{}", self.header.join("\n"), self.golden.to_text())
    }
}

/// The line of insta's header that holds the reason.
const REASON: &str = "description:";

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = r#"---
source: tests/golden.rs
description: "first golden"
expression: golden.to_text()
---
{
  "fight": "duel",
  "outcome": { "kind": "win", "winner": "ally", "reason": "the last enemy fell" },
  "ticks": 25,
  "totals": { "damage": 130, "healing": 0, "kills": 1 },
  "units": {
    "1": { "name": "Ram", "damage": 120, "fell_at": null },
    "2": { "name": "Medic", "damage": 10, "fell_at": 24 }
  },
  "kills": [
    { "tick": 24, "who": "Medic", "by": "Ram" }
  ],
  "trail": {
    "0": "00000000000000aa",
    "10": "00000000000000bb",
    "20": "00000000000000cc",
    "25": "00000000000000dd"
  }
}
"#;

    fn edited(from: &str, to: &str) -> GoldenCheck {
        assert!(TEXT.contains(from), "{from} is not in the golden");
        let golden = GoldenFile::read(&TEXT.replace(from, to)).expect("the edit leaves a golden").golden;
        golden.check(&GoldenFile::read(TEXT).expect("the text is a golden").golden)
    }

    #[test]
    fn a_file_is_written_as_it_was_read() {
        let file = GoldenFile::read(TEXT).expect("the text is a golden");
        assert_eq!(file.to_text(), TEXT);
        assert_eq!(file.reason().as_deref(), Some("first golden"));
        assert_eq!(GoldenFile::read(&TEXT.replace('\n', "\r\n")), Ok(file));
    }

    #[test]
    fn an_equal_run_is_equal_and_says_how_much_was_compared() {
        let check = edited("duel", "duel");
        assert_eq!(check, GoldenCheck { ticks_compared: 4, tick: None, changed: Vec::new() });
    }

    #[test]
    fn every_edit_is_named_with_its_tick() {
        let cases = [
            (r#""damage": 120"#, r#""damage": 121"#, 25, "units.1.damage 121 → 120"),
            (r#""ticks": 25"#, r#""ticks": 24"#, 24, "ticks 24 → 25"),
            (r#""fell_at": 24"#, r#""fell_at": 22"#, 22, "units.2.fell_at 22 → 24"),
            (r#""fell_at": null"#, r#""fell_at": 7"#, 7, "units.1.fell_at 7 → none"),
            (r#""tick": 24"#, r#""tick": 23"#, 23, "kills.0.tick 23 → 24"),
            (r#""by": "Ram""#, r#""by": null"#, 24, "kills.0.by none → Ram"),
            (r#""winner": "ally""#, r#""winner": "enemy""#, 25, "outcome.winner enemy → ally"),
            ("00bb", "00be", 10, "trail.10 00000000000000be → 00000000000000bb"),
            ("00aa", "00ae", 0, "trail.0 00000000000000ae → 00000000000000aa"),
            ("\"damage\": 130, ", "", 25, "totals.damage none → 130"),
        ];
        for (from, to, tick, line) in cases {
            let check = edited(from, to);
            assert_eq!((check.tick, check.changed), (Some(tick), vec![line.to_owned()]), "{from} edited to {to}");
        }
    }

    #[test]
    fn digests_behind_the_first_that_differs_are_counted_only() {
        let check =
            edited("\"00000000000000bb\",\n    \"20\": \"00000000000000cc\"", "\"0b\", \"20\": \"0c\", \"21\": \"\"");
        assert_eq!(check.changed, ["trail.10 0b → 00000000000000bb, and 2 later digests"]);
        assert_eq!((check.tick, check.ticks_compared), (Some(10), 4));
    }

    #[test]
    fn a_blessing_keeps_the_header_and_changes_the_reason() {
        let file = GoldenFile::read(TEXT).expect("the text is a golden");
        let blessed = file.clone().blessed(file.golden.clone(), " a \"quoted\": reason\n");
        assert_eq!(blessed.reason().as_deref(), Some("a \"quoted\": reason"));
        assert_eq!(blessed.header.len(), 3);
        assert_eq!(GoldenFile::new(file.golden.clone(), "first golden"), file);
    }

    #[test]
    fn what_is_no_golden_is_refused_with_its_line() {
        assert_eq!(GoldenFile::read(""), Err(GoldenError::NoHeader));
        assert_eq!(GoldenFile::read("---\nsource: x\n{}"), Err(GoldenError::NoHeader));
        let cut = GoldenFile::read(&TEXT[..TEXT.len() - 4]);
        assert!(matches!(cut, Err(GoldenError::Malformed { line: 23, .. })), "{cut:?}");
        let wrong = GoldenFile::read(&TEXT.replace("\"ticks\": 25", "\"ticks\": x"));
        assert!(matches!(wrong, Err(GoldenError::Malformed { line: 9, .. })), "{wrong:?}");
    }
}
