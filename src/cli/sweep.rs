//! `foregone sweep`: one fight under many seeds, results in seed order.

use std::ops::Range;

use foregone::kernel::ruleset::Ruleset;
use foregone::sweep::{self, Sum, Trial, TrialError};
use serde::Serialize;
use serde_json::{Map, Value};

use super::args::{Change, SEED_MAX, Sweep, seed};
use super::console::{Console, Stopwatch};
use super::exit::{Exit, Failure};
use super::fight::{self, Fight, OnFight};
use super::interrupt::is_interrupted;
use super::plan::FightPlan;
use super::show::{cell, per_cent, seconds};
use super::write::{Pending, keep_apart};

/// Seeds in one sweep. Their results are kept until the end, a few hundred bytes each.
const SEEDS_MAX: u64 = 1_000_000;

/// What `--json` prints.
#[derive(Debug, Serialize)]
struct Swept<'a> {
    fight: &'a str,
    seeds: [u64; 2],
    runs: u64,
    wins: Map<String, Value>,
    draws: u64,
    ticks: Ticks,
    with_lead_change: u64,
    digest: String,
    fights_per_s: f64,
    wall_ms: u64,
}

#[derive(Debug, Serialize)]
struct Ticks {
    min: u32,
    median: u32,
    max: u32,
}

/// Sweep.
pub(crate) fn run(args: &Sweep, console: &mut Console) -> Result<Exit, Failure> {
    let seeds = seeds(&args.seeds).map_err(|why| {
        Failure::cannot_run_help(
            format_args!("--seeds {}: {why}", args.seeds),
            format_args!("A..B runs the seeds from A up to but not including B, at most {SEEDS_MAX} of them"),
        )
    })?;
    let change = Change { seed: None, order: args.order.clone(), orders: args.orders.clone() };
    let plan = FightPlan::changed(&args.fight, &change)?;
    let read = plan.source.path().into_iter().chain(args.orders.as_deref());
    keep_apart(read, args.csv.as_deref())?;
    fight::with(&plan, console, Sweeping { args, seeds })
}

struct Sweeping<'a> {
    args: &'a Sweep,
    seeds: Range<u64>,
}

impl OnFight for Sweeping<'_> {
    fn run<G: Ruleset>(self, fight: Fight<G>, console: &mut Console) -> Result<Exit, Failure> {
        let Self { args, seeds } = self;
        let csv = args.csv.as_deref().map(Pending::new).transpose()?;
        let rules = fight.rules()?;
        let sides = G::side_names(&rules.cast());
        let bar = console.bar("Sweeping", seeds.end - seeds.start);
        let go_on = || {
            bar.inc(1);
            !is_interrupted()
        };
        let watch = Stopwatch::start();
        let work = || sweep::sweep(seeds.clone(), |seed| (rules.with_seed(seed), fight.orders.clone()), go_on);
        let trials = in_jobs(args.jobs, work)?.map_err(failed)?;
        let elapsed = watch.elapsed();
        bar.finish_and_clear();
        if let Some(csv) = csv {
            write_csv(csv, &trials, &sides)?;
        }
        let sum = Sum::of(&trials, &sides);
        let fights_per_s = (trials.len() as f64 / elapsed.as_secs_f64().max(1e-9) * 10.0).round() / 10.0;
        if args.json {
            console.json(&Swept {
                fight: &fight.name,
                seeds: [seeds.start, seeds.end],
                runs: sum.runs,
                wins: sum.wins.iter().map(|(side, n)| (side.clone(), Value::from(*n))).collect(),
                draws: sum.draws,
                ticks: Ticks { min: sum.ticks_min, median: sum.ticks_median, max: sum.ticks_max },
                with_lead_change: sum.with_lead_change,
                digest: format!("{:016x}", sum.digest),
                fights_per_s,
                wall_ms: watch.millis(),
            });
        } else {
            show(console, &fight.name, &sum, rules.tick_hz(), fights_per_s);
        }
        Ok(Exit::Done)
    }
}

/// Work on so many threads; without a number, on as many as everything else uses.
fn in_jobs<T: Send>(jobs: Option<usize>, work: impl FnOnce() -> T + Send) -> Result<T, Failure> {
    let Some(jobs) = jobs else { return Ok(work()) };
    let pool = rayon::ThreadPoolBuilder::new().num_threads(jobs).build();
    let pool = pool.map_err(|error| Failure::cannot_run(format_args!("cannot start {jobs} threads: {error}")))?;
    Ok(pool.install(work))
}

fn failed(error: TrialError) -> Failure {
    match error {
        TrialError::NoEnd { .. } => Failure::broken(error),
        TrialError::Stopped => Failure::interrupted(),
    }
}

/// Read `A..B`.
fn seeds(text: &str) -> Result<Range<u64>, String> {
    let (from, to) = text.split_once("..").ok_or("there is no `..` in it")?;
    let from = seed(from.trim())?;
    let to = to.trim();
    // One past the highest seed is no seed, but it is where a range may end.
    let to = if to.parse() == Ok(SEED_MAX + 1) { SEED_MAX + 1 } else { seed(to)? };
    if to <= from {
        return Err("there is no seed in it".to_owned());
    }
    if to - from > SEEDS_MAX {
        return Err(format!("these are {} seeds", to - from));
    }
    Ok(from..to)
}

fn write_csv(mut csv: Pending, trials: &[Trial], sides: &[String]) -> Result<u64, Failure> {
    let mut text = String::from("seed,kind,winner,ticks,lead_changes");
    for side in sides {
        text.push_str(&format!(",{}", quoted(&format!("vigor {side}"))));
    }
    text.push_str(",digest,reason\n");
    for trial in trials {
        let winner = quoted(trial.verdict.winner.as_deref().unwrap_or(""));
        text.push_str(&format!(
            "{},{},{winner},{},{}",
            trial.seed, trial.verdict.kind, trial.ticks, trial.lead_changes
        ));
        for vigor in &trial.strength {
            text.push_str(&format!(",{vigor}"));
        }
        text.push_str(&format!(",{:016x},{}\n", trial.digest, quoted(&trial.verdict.reason)));
    }
    csv.put(text.as_bytes())?;
    csv.finish()
}

/// A CSV field, in quotes where it needs them.
fn quoted(field: &str) -> String {
    if field.contains([',', '"', '\n', '\r']) {
        format!("\"{}\"", field.replace('"', "\"\""))
    } else {
        field.to_owned()
    }
}

fn show(console: &mut Console, fight: &str, sum: &Sum, hz: u32, fights_per_s: f64) {
    console.say(format_args!("{fight} · {} fights · {fights_per_s} a second", sum.runs));
    console.say("");
    for (side, wins) in &sum.wins {
        console.say(line(&format!("{side} wins"), *wins, sum.runs));
    }
    console.say(line("draws", sum.draws, sum.runs));
    console.say(line("lead changed", sum.with_lead_change, sum.runs));
    console.say("");
    let length = |ticks| format!("{ticks} ticks ({} s)", seconds(ticks, hz));
    for (name, ticks) in [("shortest", sum.ticks_min), ("median", sum.ticks_median), ("longest", sum.ticks_max)] {
        console.say(format_args!("  {} {}", cell(name, 18), length(ticks)));
    }
    console.say("");
    console.say(format_args!("digest {:016x}", sum.digest));
}

fn line(name: &str, count: u64, of: u64) -> String {
    format!("  {} {count:>8}  {:>7}", cell(name, 18), per_cent(count, of))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seeds_are_a_half_open_range() {
        assert_eq!(seeds("3..7"), Ok(3..7));
        assert_eq!(seeds(&format!("{SEED_MAX}..{}", SEED_MAX + 1)), Ok(SEED_MAX..SEED_MAX + 1));
        for wrong in ["", "7", "7..7", "7..3", "-3..4", "a..b", "0..99999999999999999999", "0..1000001", "1...3"] {
            assert!(seeds(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn csv_fields_are_quoted_where_they_must_be() {
        assert_eq!(quoted("ally"), "ally");
        assert_eq!(quoted("a \"b\", c"), "\"a \"\"b\"\", c\"");
    }
}
