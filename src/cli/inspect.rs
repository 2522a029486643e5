//! `foregone inspect`: what a recording is made of, and what each stage of a tick costs.

use std::collections::BTreeMap;
use std::fs;
use std::sync::Arc;

use foregone::kernel::ruleset::Ruleset;
use recorder::{BlockInfo, GUARD_TICKS, Holding, Live, Memory, Recording};
use serde::Serialize;

use super::args::Inspect;
use super::console::{Console, Stopwatch};
use super::exit::{Exit, Failure};
use super::fight::{self, Fight, OnFight};
use super::interrupt::check_interrupt;
use super::plan::{FightPlan, Source};
use super::resolve::{broken_guard, resolve};
use super::show::per_cent;

/// Rounds of which each stage's quickest counts: what disturbs a round only ever makes it slower.
const ROUNDS: usize = 5;

/// What `--json` prints.
#[derive(Debug, Serialize)]
struct Inspected<'a> {
    ruleset: &'a str,
    fight: &'a str,
    first_tick: u32,
    last_tick: u32,
    complete: bool,
    orders: usize,
    events: u32,
    rules: String,
    /// Bytes of the file, if it came from one.
    file_bytes: Option<u64>,
    #[serde(flatten)]
    memory: Memory,
    checkpoint_ticks: Vec<u32>,
    blocks: Vec<BlockInfo>,
    /// Empty where the rules to step it again are not at hand.
    stages: Vec<StageCost>,
}

#[derive(Debug, Serialize)]
struct StageCost {
    stage: &'static str,
    ns_total: u64,
    ns_per_tick: u64,
    /// Of all stages together, in per mille.
    per_mille: u64,
}

/// Show it.
pub(crate) fn run(args: &Inspect, console: &mut Console) -> Result<Exit, Failure> {
    let plan = FightPlan::new(&args.fight)?;
    let file_bytes = match &plan.source {
        Source::Recording(path) => fs::metadata(path).ok().map(|found| found.len()),
        _ => None,
    };
    fight::with(&plan, console, Inspecting { args, file_bytes })
}

struct Inspecting<'a> {
    args: &'a Inspect,
    file_bytes: Option<u64>,
}

impl OnFight for Inspecting<'_> {
    fn run<G: Ruleset>(self, fight: Fight<G>, console: &mut Console) -> Result<Exit, Failure> {
        let recording = resolve(&fight, console)?;
        let stages = match &fight.rules {
            Some(rules) => stage_costs(rules, &fight)?,
            None => Vec::new(),
        };
        let inspected = Inspected {
            ruleset: recording.ruleset(),
            fight: &fight.name,
            first_tick: recording.first_tick(),
            last_tick: recording.last_tick(),
            complete: recording.is_complete(),
            orders: recording.orders().all().len(),
            events: recording.event_count(),
            rules: format!("{:016x}", recording.fingerprint()),
            file_bytes: self.file_bytes,
            memory: recording.memory(),
            checkpoint_ticks: recording.checkpoint_ticks(),
            blocks: recording.blocks(),
            stages,
        };
        if self.args.json {
            console.json(&inspected);
        } else {
            show(console, &inspected, unit_ticks(&recording));
        }
        Ok(Exit::Done)
    }
}

/// Step the fight again, a few times over, and time each stage.
fn stage_costs<G: Ruleset>(rules: &Arc<G>, fight: &Fight<G>) -> Result<Vec<StageCost>, Failure> {
    let mut best: BTreeMap<&'static str, u64> = BTreeMap::new();
    let mut ticks = 0;
    for _ in 0..ROUNDS {
        let (round, stepped) = time_round(rules, fight)?;
        ticks = stepped;
        for (stage, ns) in round {
            best.entry(stage).and_modify(|b| *b = ns.min(*b)).or_insert(ns);
        }
    }
    let all: u64 = best.values().sum();
    let names = rules.stages().iter().map(|stage| stage.name).chain(["observe", "digest"]);
    let cost = |stage| {
        let ns_total = best.get(stage).copied().unwrap_or(0);
        let ns_per_tick = ns_total / u64::from(ticks.max(1));
        StageCost { stage, ns_total, ns_per_tick, per_mille: ns_total * 1000 / all.max(1) }
    };
    Ok(names.map(cost).collect())
}

/// Time one run through: nanoseconds by stage, and the ticks there were. Two more lines than the table of stages has:
/// what showing all rows costs, and what the digest does.
fn time_round<G: Ruleset>(rules: &Arc<G>, fight: &Fight<G>) -> Result<(BTreeMap<&'static str, u64>, u32), Failure> {
    let mut spent: BTreeMap<&'static str, u64> = BTreeMap::new();
    let mut live = Live::start(Arc::clone(rules), Arc::new(fight.orders.clone()));
    while live.outcome().is_none() {
        check_interrupt()?;
        if live.tick() >= rules.cap_ticks() + GUARD_TICKS {
            return Err(broken_guard(rules.cap_ticks(), live.tick()));
        }
        let mut watch = Stopwatch::start();
        live.step_watched(&mut |stage, _, _| {
            *spent.entry(stage).or_default() += watch.nanos();
            watch = Stopwatch::start();
        });
        let watch = Stopwatch::start();
        rules.observe(live.state(), &mut |row| {
            std::hint::black_box(row);
        });
        *spent.entry("observe").or_default() += watch.nanos();
        let watch = Stopwatch::start();
        std::hint::black_box(live.digest());
        *spent.entry("digest").or_default() += watch.nanos();
    }
    Ok((spent, live.tick()))
}

/// How many rows all frames show: what costs are held against.
fn unit_ticks<G: Ruleset>(recording: &Recording<G>) -> u64 {
    recording.memory().rows
}

fn show(console: &mut Console, inspected: &Inspected<'_>, unit_ticks: u64) {
    let Inspected { memory, .. } = inspected;
    console.say(format_args!("{} · {} · rules {}", inspected.fight, inspected.ruleset, inspected.rules));
    let end = if inspected.complete { "complete" } else { "not complete" };
    let ticks = format!("{} to {}, {end}", inspected.first_tick, inspected.last_tick);
    let orders_and_events = format!("{} orders, {} events", inspected.orders, inspected.events);
    let rows = if memory.blocks_kept == 0 {
        format!("{}, packed; what they share is counted once they are unpacked", memory.rows)
    } else {
        let shared = per_cent(memory.rows_shared, memory.rows);
        format!("{}, of which shared {} ({shared})", memory.rows, memory.rows_shared)
    };
    let bytes =
        format!("{} ({} for frames, {} for checkpoints)", memory.bytes, memory.frame_bytes, memory.checkpoint_bytes);
    let unshared = format!("{} with every row copied every tick", memory.bytes_unshared);
    let per_row = format!("{} a row and tick", memory.bytes as u64 / unit_ticks.max(1));
    for (name, value) in [
        ("ticks", ticks),
        ("journal", orders_and_events),
        ("rows", rows),
        ("bytes", bytes),
        ("", unshared),
        ("", per_row),
        ("file", inspected.file_bytes.map_or_else(|| "none".to_owned(), |bytes| format!("{bytes} bytes"))),
    ] {
        console.say(format_args!("  {name:<9} {value}"));
    }
    checkpoints(console, &inspected.checkpoint_ticks);
    console.say("");
    console.say("  block        ticks  held         rows  distinct     bytes");
    for block in &inspected.blocks {
        let distinct = block.rows_distinct.map_or_else(|| "-".to_owned(), |n| n.to_string());
        let shared = if block.shared { "  shared" } else { "" };
        let ticks = format!("{}..={}", block.first, block.last);
        let held = held(block.holding);
        console
            .say(format_args!("  {ticks:>16}  {held:<8} {:>8}  {distinct:>8}  {:>8}{shared}", block.rows, block.bytes));
    }
    if inspected.stages.is_empty() {
        return;
    }
    console.say("");
    console.say("  stage            µs a tick   share");
    for cost in &inspected.stages {
        let (whole, rest) = (cost.ns_per_tick / 1000, cost.ns_per_tick % 1000 / 10);
        console.say(format_args!("  {:<16} {whole:>6}.{rest:02}   {:>6}", cost.stage, per_cent(cost.per_mille, 1000)));
    }
}

fn checkpoints(console: &mut Console, ticks: &[u32]) {
    let grid = ticks.windows(2).map(|pair| pair[1] - pair[0]).min();
    let text = match (ticks.len(), grid) {
        (0, _) => "none".to_owned(),
        (1, _) => format!("at tick {}", ticks[0]),
        (count, Some(grid)) => format!("{count}, from tick {} on, {grid} ticks apart", ticks[0]),
        (count, None) => count.to_string(),
    };
    console.say(format_args!("  {:<9} {text}", "starts"));
}

fn held(holding: Holding) -> &'static str {
    match holding {
        Holding::Kept => "kept",
        Holding::Stored => "packed",
        Holding::Dropped => "let go",
    }
}
