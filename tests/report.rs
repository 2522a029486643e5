//! Reports: what is written can be read, judged and located; what is tampered with is told; what is hostile is refused.

use std::sync::{Arc, LazyLock};

use foregone::kernel::assets::Assets;
use foregone::kernel::problem::Problems;
use foregone::kernel::ruleset::Ruleset;
use foregone::kernel::scenario::Scenario;
use foregone::kernel::sheet::Sheet;
use foregone::report::{About, Judgement, Opened, Report, Verdict, reproduce};
use foregone::skirmish::Skirmish;
use recorder::{Difference, Orders, Stamped};

use crate::fights::{Fight, fight, read_order};

/// An order that changes the demo, and the tick whose frame first shows it.
const ORDER: &str = "90 ally retreat 3";
const SHOWN: u32 = 91;

/// A fight, reported.
fn report_of(fight: &Fight) -> Report {
    let about = About {
        fight: fight.name.clone(),
        seed: fight.rules.seed(),
        scenario: fight.text.clone(),
        note: "unit 3 walks off \"too soon\"\nand then some".to_owned(),
    };
    Report::of(&fight.rules, &fight.orders, about).expect("the fight ends")
}

fn demo() -> (Fight, Report) {
    let fight = fight("skirmish/demo").with_orders(&[ORDER]);
    let report = report_of(&fight);
    (fight, report)
}

fn open(text: &str) -> Result<Opened, Problems> {
    Report::read(&Sheet::parse("demo.report.toml", text)?)
}

/// Run what a report says, as `reproduce` does; an error stands for "cannot run".
fn judge(text: &str) -> Result<Judgement, String> {
    let opened = open(text).map_err(|problems| problems.to_string())?;
    let report = &opened.report;
    let rules = rules_of(report).map_err(|problems| problems.to_string())?;
    if let Some(edited) = opened.edited {
        return Err(edited.to_string());
    }
    let mut orders = Vec::new();
    for (n, text) in report.orders.iter().enumerate() {
        let (tick, order) = read_order(&rules, text).ok_or_else(|| format!("no order: {text}"))?;
        orders.push(Stamped { tick, sequence: n as u32, order });
    }
    reproduce(report, &Arc::new(rules), Orders::new(orders)).map_err(|error| error.to_string())
}

/// Make the rules of a report. Those of the demo are made once: reading all content takes longer than a fight.
fn rules_of(report: &Report) -> Result<Skirmish, Problems> {
    static DEMO: LazyLock<Fight> = LazyLock::new(|| fight("skirmish/demo"));
    if report.scenario == DEMO.text {
        return Ok(DEMO.rules.with_seed(report.seed));
    }
    let assets = Assets::embedded();
    Skirmish::open(&Scenario::parse(&assets, "scenario", &report.scenario)?, &assets, Some(report.seed))
}

fn diverged(text: &str) -> (Judgement, Difference) {
    let judgement = judge(text).expect("it runs");
    assert_eq!(judgement.verdict, Verdict::Diverged);
    let first = judgement.first.clone().expect("a divergence is located");
    for part in [&first.stage, &first.entity, &first.field, &first.a, &first.b] {
        assert!(!part.is_empty(), "{first:?}");
    }
    assert_ne!(first.a, first.b, "{first:?}");
    (judgement, first)
}

/// Replace the hexadecimal digit at a byte by another one.
fn bump_digit(text: &str, at: usize) -> String {
    let mut bytes = text.as_bytes().to_vec();
    bytes[at] = if bytes[at] == b'0' { b'1' } else { b'0' };
    String::from_utf8(bytes).expect("one digit for another")
}

/// The byte at which a digest of the trail is written.
fn place_of_digest(text: &str, report: &Report, tick: u32) -> usize {
    let digest = report.trail.digest(tick).expect("the tick is in the trail");
    text.find(&format!("{digest:016x}")).expect("the digest is in the text")
}

#[test]
fn what_is_written_is_read_back_and_small() {
    let (_, report) = demo();
    let text = report.to_text();
    let opened = open(&text).expect("it was just written");
    assert_eq!(opened.report, report);
    assert_eq!(opened.edited, None);
    assert_eq!(opened.report.to_text(), text);
    assert_eq!(report.orders, [ORDER]);
    assert_eq!(report.witness.every, 1, "a small fight is witnessed every tick");
    assert!(text.len() < 96 << 10, "{} bytes", text.len());
}

#[test]
fn a_long_fight_is_witnessed_less_often_and_stays_small() {
    let report = report_of(&fight("skirmish/stalemate"));
    let text = report.to_text();
    assert!(report.witness.every > 0 && report.witness.every.is_power_of_two());
    assert!(text.len() < 256 << 10, "{} bytes", text.len());
    assert_eq!(judge(&text).expect("it runs").verdict, Verdict::Same);
}

#[test]
#[expect(clippy::disallowed_methods, reason = "looks for what must not be in a report")]
fn a_report_names_no_path_no_user_and_no_host() {
    let text = demo().1.to_text();
    for private in [std::env::var("HOME"), std::env::var("HOSTNAME"), Ok(env!("CARGO_MANIFEST_DIR").to_owned())] {
        let private = private.unwrap_or_default();
        assert!(private.len() < 2 || !text.contains(&private), "{private} is in the report");
    }
}

#[test]
fn whatever_stands_in_name_note_and_scenario_comes_back() {
    let fight = fight("skirmish/demo");
    let odds = [
        "",
        "'''",
        "\"\"\"",
        "a\\",
        "\n\nx\n",
        "tab\there",
        "\u{7}\u{1b}[31m",
        "菌 é",
        "\u{2028}",
        "x\ry",
        "#\n[trail]",
    ];
    for odd in odds {
        let comment = odd.replace(|c: char| c.is_control() && c != '\t', " ");
        let about = About {
            fight: format!("odd{odd}"),
            seed: fight.rules.seed(),
            scenario: format!("{}\n#{comment}\n", fight.text),
            note: odd.to_owned(),
        };
        let report = Report::of(&fight.rules, &fight.orders, about).expect("the fight ends");
        let text = report.to_text();
        assert_eq!(open(&text).map(|opened| opened.report), Ok(report), "{odd:?}");
        assert_eq!(judge(&text).map(|judgement| judgement.verdict), Ok(Verdict::Same), "{odd:?}");
    }
}

#[test]
fn line_ends_changed_on_the_way_change_nothing() {
    let text = demo().1.to_text().replace('\n', "\r\n");
    assert_eq!(judge(&text).map(|judgement| judgement.verdict), Ok(Verdict::Same));
    let mut fight = fight("skirmish/demo");
    fight.text = fight.text.replace('\n', "\r\n");
    assert_eq!(judge(&report_of(&fight).to_text()).map(|judgement| judgement.verdict), Ok(Verdict::Same));
}

#[test]
fn an_untouched_report_reproduces() {
    let (_, report) = demo();
    let ticks_run = report.trail.last_tick();
    let expected = Judgement { verdict: Verdict::Same, ticks_run, first: None, seen_at: None };
    assert_eq!(judge(&report.to_text()), Ok(expected));
}

#[test]
fn an_order_to_someone_else_diverges_where_it_is_given() {
    let (fight, report) = demo();
    let (judgement, first) = diverged(&report.to_text().replace(ORDER, "90 ally retreat 2"));
    assert_eq!((first.tick, first.stage.as_str()), (SHOWN, "orders"));
    let recording = fight.record();
    let (frame, cast) = (recording.frame(0).expect("frame 0 is recorded"), recording.cast());
    let name = |place: usize| Skirmish::body(cast, place, frame.row(place).expect("a unit there")).name;
    assert!([name(1), name(2)].contains(&first.entity), "{first:?}");
    assert_eq!(judgement.seen_at, Some(SHOWN));
    assert!(judgement.ticks_run < 100, "it stops where it knows");
}

#[test]
fn an_order_at_another_tick_or_left_out_diverges() {
    let (_, report) = demo();
    let earlier = report.to_text().replace(ORDER, "89 ally retreat 3");
    assert_eq!(diverged(&earlier).1.tick, SHOWN - 1);
    let without = report.to_text().replace(&format!("  \"{ORDER}\",\n"), "");
    assert_eq!(diverged(&without).1.tick, SHOWN);
}

#[test]
fn a_wrong_digest_in_the_trail_is_found_at_its_tick() {
    let (_, report) = demo();
    let text = report.to_text();
    let last = report.trail.last_tick();
    for tick in [0, 1, last / 2, last] {
        let (_, first) = diverged(&bump_digit(&text, place_of_digest(&text, &report, tick)));
        let stage = if tick == 0 { "start" } else { "trail" };
        let found = (first.tick, first.stage.as_str(), first.entity.as_str(), first.field.as_str());
        assert_eq!(found, (tick, stage, "state", "digest"));
    }
}

#[test]
fn a_wrong_check_is_found_at_its_tick_and_stage() {
    let (_, report) = demo();
    let last = report.trail.last_tick();
    for (tick, stage) in [(1, 0), (last / 2, 4), (last, report.trail.stages.len() - 1)] {
        let mut wrong = report.clone();
        wrong.trail.checks[(tick as usize - 1) * report.trail.stages.len() + stage] ^= 1;
        let (_, first) = diverged(&wrong.to_text());
        let found = (first.tick, first.stage.as_str(), first.entity.as_str(), first.field.as_str());
        assert_eq!(found, (tick, report.trail.stages[stage].as_str(), "state", "check"));
    }
}

#[test]
fn a_trail_cut_short_or_drawn_out_diverges_at_its_end() {
    let (_, report) = demo();
    let last = report.trail.last_tick();
    let mut short = report.clone();
    short.trail.digests.pop();
    short.trail.checks.truncate(short.trail.checks.len() - short.trail.stages.len());
    let (_, first) = diverged(&short.to_text());
    assert_eq!((first.tick, first.entity.as_str(), first.field.as_str()), (last, "fight", "last_tick"));
    let mut long = report.clone();
    long.trail.digests.push(7);
    long.trail.checks.extend(vec![7; long.trail.stages.len()]);
    let (_, first) = diverged(&long.to_text());
    assert_eq!((first.tick, first.entity.as_str(), first.field.as_str()), (last + 1, "fight", "last_tick"));
}

#[test]
fn without_a_witness_the_stage_is_named_and_the_field_is_the_digest() {
    let (_, mut report) = demo();
    report.witness = Default::default();
    report.orders = vec!["90 ally retreat 2".to_owned()];
    let (_, first) = diverged(&report.to_text());
    let found = (first.tick, first.stage.as_str(), first.entity.as_str(), first.field.as_str());
    assert_eq!(found, (SHOWN, "orders", "state", "digest"));
}

#[test]
fn other_rules_are_another_verdict_and_still_say_what_differs() {
    let (_, report) = demo();
    let mut changed = report.clone();
    changed.rules ^= 1;
    let judgement = judge(&changed.to_text()).expect("it runs");
    assert_eq!((judgement.verdict, judgement.first), (Verdict::RulesChanged, None));
    changed.orders.clear();
    changed.layout += 1; // then nothing is known of the rows
    changed.witness.packed.clear();
    let judgement = judge(&changed.to_text()).expect("it runs");
    assert_eq!(judgement.verdict, Verdict::RulesChanged);
    assert_eq!(judgement.first.map(|first| (first.tick, first.stage)), Some((SHOWN, "orders".to_owned())));
    changed.trail.stages[0] = "mandates".to_owned();
    let judgement = judge(&changed.to_text()).expect("it runs");
    assert_eq!(judgement.first.map(|first| (first.tick, first.stage)), Some((SHOWN, "unknown".to_owned())));
}

#[test]
fn an_edited_scenario_or_seed_cannot_be_judged() {
    let text = demo().1.to_text();
    let edited = text.replacen("seed = ", "seed = 1", 1);
    assert!(judge(&edited).expect_err("another seed").contains("changed after the report was written"));
    let wrong = text.replacen("species = \"shellback\"", "species = \"nobody\"", 1);
    assert_ne!(wrong, text);
    assert!(judge(&wrong).expect_err("nobody is no species").contains("nobody"));
}

#[test]
fn what_is_missing_wrong_or_doubled_is_told_with_its_place() {
    let text = demo().1.to_text();
    let cases = [
        ("format = 1", "", "missing key `format`"),
        ("format = 1", "format = 0", "unsupported report format 0"),
        ("format = 1", "format = 2", "unsupported report format 2"),
        ("format = 1", "format = 99999999999999999999", "`format` is out of range"),
        ("format = 1", "format = \"1\"", "`format` is the text"),
        ("ruleset = \"skirmish\"", "ruleset = \"skirmihs\"", "did you mean `skirmish`?"),
        ("ruleset = \"skirmish\"", "ruleset = 3", "`ruleset` is the number"),
        ("seed = ", "seed = -", "`seed` is out of range"),
        ("seed = ", "seed = 9223372036854775807", "`seed` is out of range"),
        ("layout = ", "layout = -", "`layout` is out of range"),
        ("orders = [", "orders = [[],", "`orders`"),
        ("last_tick = ", "last_tick = 1", "`last_tick`"),
        ("last_tick = ", "last_tick = 115292150460684697", "`last_tick` is out of range"),
        ("every = ", "every = -", "`every` is out of range"),
        ("every = ", "every = 115292150460684697", "`every` is out of range"),
        ("[trail]", "[trial]", "missing key `trail`"),
        ("[witness]", "[witness]\nevery = 1", "duplicate"),
        ("fingerprint = \"", "fingerprint = \"x", "16 hexadecimal digits"),
        ("hash = \"", "hash = \"-", "16 hexadecimal digits"),
        ("stages = [", "stages = []\nstagse = [", "`stages` is a list of 0"),
        ("rows = \"\"\"\n", "rows = \"\"\"\n!", "no base64"),
    ];
    for (from, to, said) in cases {
        let wrong = text.replacen(from, to, 1);
        assert_ne!(wrong, text, "{from} is not in the report");
        let told = judge(&wrong).expect_err(to);
        assert!(told.contains("demo.report.toml:"), "no place for {to}: {told}");
        assert!(told.contains(said), "{from} as {to}: {told}");
    }
}

#[test]
fn several_faults_are_told_together() {
    let text = demo().1.to_text();
    let wrong = text.replacen("seed = ", "seed = -", 1).replacen("layout = ", "layuot = ", 1);
    let told = open(&wrong).expect_err("two faults").to_string();
    for part in ["`seed` is out of range", "missing key `layout`", "unknown key `layuot`"] {
        assert!(told.contains(part), "{part} is missing in {told}");
    }
}

#[test]
fn a_report_cut_anywhere_is_refused() {
    let text = demo().1.to_text();
    let end = text.trim_end().len();
    for cut in (0..end).step_by(end / 97).chain([end - 1, end - 3]) {
        let Some(head) = text.get(..cut) else { continue };
        assert!(judge(head).is_err(), "cut at {cut} of {end}");
    }
}

#[test]
fn a_witness_that_claims_the_world_is_refused_in_bounds() {
    let (_, report) = demo();
    let zeros = zstd::bulk::compress(&vec![0_u8; 64 << 20], 1).expect("zeros pack");
    let huge_length = zstd::bulk::compress(&[0xFF; 64], 1).expect("bytes pack");
    let huge_rows = {
        let mut sight = vec![20, 0, 0, 0, 1, 0, 0, 0];
        sight.extend((1_u64 << 60).to_le_bytes());
        sight.extend([0; 8]);
        zstd::bulk::compress(&sight, 1).expect("bytes pack")
    };
    // A frame header that claims 2^60 bytes of content.
    let huge_frame = [&[0x28, 0xB5, 0x2F, 0xFD, 0xE0][..], &(1_u64 << 60).to_le_bytes(), &[0; 16]].concat();
    for packed in [zeros, huge_length, huge_rows, huge_frame, vec![1, 2, 3], Vec::new()] {
        let mut hostile = report.clone();
        hostile.witness.packed = packed;
        let result = judge(&hostile.to_text());
        assert!(result.is_err(), "{result:?}");
    }
}

#[test]
fn a_thousand_mutations_get_a_verdict_and_no_panic() {
    let text = demo().1.to_text();
    let mut dice = foregone::kernel::stream::Stream::from_seed(50);
    let mut counts = [0_u32; 4];
    for round in 0..1000 {
        let mut bytes = text.as_bytes().to_vec();
        for _ in 0..1 + round % 3 {
            mutate(&mut bytes, &mut dice);
        }
        let verdict = match std::str::from_utf8(&bytes).ok().map(judge) {
            None | Some(Err(_)) => 2,
            Some(Ok(judgement)) => match judgement.verdict {
                Verdict::Same => 0,
                Verdict::Diverged => 1,
                Verdict::RulesChanged => 3,
            },
        };
        counts[verdict] += 1;
    }
    assert!(counts[1] > 50 && counts[2] > 50, "the mutations reach both verdicts: {counts:?}");
}

/// Flip, drop, double or swap a piece.
fn mutate(bytes: &mut Vec<u8>, dice: &mut foregone::kernel::stream::Stream) {
    let mut below = |n: usize| dice.below(n as u32) as usize;
    if bytes.is_empty() {
        return;
    }
    let at = below(bytes.len());
    match below(5) {
        0 => bytes[at] ^= 1 << below(8),
        1 => bytes[at] = b"0123456789abcdef\"'[]=-.\n"[below(24)],
        2 => drop(bytes.drain(at..(at + 1 + below(40)).min(bytes.len()))),
        3 => {
            let piece = bytes[at..(at + 1 + below(40)).min(bytes.len())].to_vec();
            bytes.splice(at..at, piece);
        }
        _ => {
            let other = below(bytes.len());
            bytes.swap(at, other);
        }
    }
}
