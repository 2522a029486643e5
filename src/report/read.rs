//! Reading a report: every problem at once, each with its place. Nothing in a file is believed; a length that it claims
//! is checked against what is there.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;

use super::{FILE_BYTES_MAX, FORMAT, Report, Trail, Witness};
use crate::kernel::problem::{Problem, Problems, quote};
use crate::kernel::sheet::{Place, Sheet, Table};
use crate::registry::RULESETS;

/// Orders a report may have.
pub(super) const ORDERS_MAX: usize = 65_536;

/// Stages of a tick, and sections of a digest, that a report may name.
pub(super) const NAMES_MAX: usize = 256;

/// A report as it was read, with the places at which later problems are noted.
#[derive(Debug)]
pub struct Opened {
    /// The report.
    pub report: Report,
    /// Where each order stands.
    pub orders: Vec<Place>,
    /// Where the trail begins.
    pub trail: Place,
    /// Where the witness begins.
    pub witness: Place,
    /// Ruleset, seed or scenario are not those that the trail belongs to: the report can be watched, not reproduced.
    pub edited: Option<Problem>,
}

impl Report {
    /// Read a report.
    ///
    /// # Errors
    /// It has another format, or something is missing, of the wrong kind, out of range or unknown.
    pub fn read(sheet: &Sheet) -> Result<Opened, Problems> {
        check_format(sheet, "report", FORMAT)?;
        sheet.read(|table| read_all(sheet, table))
    }
}

/// Refuse other formats before their keys are: they may well have others.
pub(super) fn check_format(sheet: &Sheet, what: &str, known: u32) -> Result<(), Problems> {
    sheet.read(|table| {
        table.keys().into_iter().for_each(|key| table.pass(key));
        let format: Option<u32> = table.opt_int("format", 0..=u32::MAX);
        if format.is_some_and(|format| format != known) {
            let help = format!("this build reads format {known}; the line `foregone` says which version wrote it");
            table.fault("format", format!("unsupported {what} format {}", format.unwrap_or(0)), help);
        }
    })
}

fn read_all(sheet: &Sheet, table: &mut Table<'_>) -> Opened {
    let _: u32 = table.int("format", FORMAT..=FORMAT);
    let foregone = table.string("foregone");
    let ruleset = RULESETS.get(table.one_of("ruleset", RULESETS)).copied().unwrap_or_default().to_owned();
    let fight = table.string("fight");
    let seed = u64::try_from(table.int("seed", 0..=i64::MAX)).unwrap_or(0);
    let note = table.opt_block("note", FILE_BYTES_MAX).unwrap_or_default();
    let (orders, order_places) = table.placed_strings("orders", 0..=ORDERS_MAX).into_iter().unzip();
    let (rules, layout) = table.child("rules").map(|mut t| read_rules(&mut t)).unwrap_or_default();
    let scenario = table.child("scenario").map(|mut t| read_scenario(&mut t));
    let (trail_place, witness_place) = (table.place("trail"), table.place("witness"));
    let trail = table.child("trail").map_or_else(empty_trail, |mut t| read_trail(&mut t));
    let witness = table.child("witness").map(|mut t| read_witness(&mut t)).unwrap_or_default();
    let (hash, scenario, hash_place) = scenario.unwrap_or_else(|| (0, String::new(), table.head()));
    let report = Report { foregone, ruleset, fight, seed, note, orders, rules, layout, scenario, trail, witness };
    let edited = (hash != report.scenario_hash()).then(|| {
        let help = "the trail belongs to the fight as it was reported; `engage` runs the edited one";
        let problem = "ruleset, seed or scenario were changed after the report was written";
        sheet.problem_at(&hash_place, problem, help.to_owned())
    });
    Opened { report, orders: order_places, trail: trail_place, witness: witness_place, edited }
}

fn read_rules(table: &mut Table<'_>) -> (u64, u32) {
    (read_digest(table, "fingerprint"), table.int("layout", 0..=u32::MAX))
}

fn read_scenario(table: &mut Table<'_>) -> (u64, String, Place) {
    let place = table.place("hash");
    (read_digest(table, "hash"), table.block("text", FILE_BYTES_MAX), place)
}

pub(super) fn empty_trail() -> Trail {
    Trail { stages: Vec::new(), digests: Vec::new(), checks: Vec::new() }
}

pub(super) fn read_trail(table: &mut Table<'_>) -> Trail {
    let last_tick: u32 = table.int("last_tick", 0..=u32::MAX - 1);
    let stages = table.strings("stages", 1..=NAMES_MAX);
    let digests = table.block("digests", FILE_BYTES_MAX);
    let checks = table.block("checks", FILE_BYTES_MAX);
    let digests = read_words(table, "digests", &digests, u64::from(last_tick) + 1, 0, &|word, out: &mut Vec<u64>| {
        out.extend(hex(word, 16));
    });
    let each = stages.len();
    let checks = read_words(table, "checks", &checks, u64::from(last_tick), 1, &|word, out: &mut Vec<u16>| {
        out.extend(pieces(word, each, 4).filter_map(|check| u16::try_from(check).ok()));
    });
    Trail { stages, digests, checks }
}

/// Split a word into so many hexadecimal numbers of so many digits; one of another length gives none.
pub(super) fn pieces(word: &str, count: usize, digits: usize) -> impl Iterator<Item = u64> {
    let right = if word.len() == count * digits { word.as_bytes() } else { &[] };
    right.chunks(digits).map_while(move |piece| hex(std::str::from_utf8(piece).ok()?, digits))
}

/// Read the words of a block, one a tick, each of which gives as many values as the first.
pub(super) fn read_words<T>(
    table: &mut Table<'_>,
    key: &str,
    block: &str,
    count: u64,
    first_tick: u64,
    read: &dyn Fn(&str, &mut Vec<T>),
) -> Vec<T> {
    let mut values = Vec::new();
    let mut words = 0_u64;
    let mut each = 0;
    for word in block.split_ascii_whitespace() {
        let before = values.len();
        read(word, &mut values);
        let added = values.len() - before;
        each = if words == 0 { added } else { each };
        if added == 0 || added != each {
            let problem = format!("{} has {} for tick {}", quote(key), quote(word), words + first_tick);
            table.fault(key, problem, hex_help(key));
            return values;
        }
        words += 1;
    }
    if words != count {
        let problem = format!("{} has {words} words", quote(key));
        table.fault(key, problem, format!("{count}, one a tick from {first_tick} to `last_tick`"));
    }
    values
}

fn hex_help(key: &str) -> String {
    match key {
        "checks" => "four hexadecimal digits a stage, those of a tick in one word".to_owned(),
        "halves" => "eight hexadecimal digits a section, those of a tick in one word".to_owned(),
        _ => "16 hexadecimal digits".to_owned(),
    }
}

fn read_witness(table: &mut Table<'_>) -> Witness {
    let every: u32 = table.int("every", 0..=1 << 31);
    let sections = table.strings("sections", 0..=NAMES_MAX);
    let rows: String = table.block("rows", FILE_BYTES_MAX).split_ascii_whitespace().collect();
    let packed = STANDARD.decode(rows).unwrap_or_else(|error| {
        table.fault("rows", format!("`rows` is no base64: {error}"), "a report as it was written".to_owned());
        Vec::new()
    });
    Witness { every, sections, packed }
}

pub(super) fn read_digest(table: &mut Table<'_>, key: &'static str) -> u64 {
    let text = table.string(key);
    hex(&text, 16).unwrap_or_else(|| {
        if !text.is_empty() {
            table.fault(key, format!("{} is {}", quote(key), quote(&text)), hex_help(key));
        }
        0
    })
}

/// Read exactly so many hexadecimal digits.
fn hex(text: &str, digits: usize) -> Option<u64> {
    let plain = text.len() == digits && text.bytes().all(|byte| byte.is_ascii_hexdigit());
    if plain { u64::from_str_radix(text, 16).ok() } else { None }
}
