//! Verifying a fight: every way of running it, held against the others tick by tick.
//!
//! The recorder has the detectors; this gives them orders to splice in, and adds the one that needs threads.

use std::sync::Arc;

use rayon::prelude::*;
use recorder::verify::{Check, Looks, Subject, heavy, live, seek, sliced, splice_afresh, through_file, twice};
use recorder::{GUARD_TICKS, Live, RecordError, Recorder, Recording, compare, crew};

use crate::kernel::ruleset::{Body, Ruleset};

/// Threads of the pools that run the same fight at the same time.
const POOL_THREADS: [usize; 3] = [1, 2, 8];

/// Bytes of a state from which a battle is massed: about 1,100 men. A state smaller than that is checked in every way
/// there is; a larger one at the cadences below, which the output says.
const MASSED_BYTES: usize = 64 * 1024;

/// Ticks between two saves of the heavy mode in a massed battle: twice a second, and prime, so that saves fall on every
/// tick of every cycle of the rules.
const MASSED_HEAVY_TICKS: u32 = 17;

/// Orders spliced into a massed battle.
const MASSED_SPLICES: usize = 3;

/// Where the seek mode looks in a massed battle: few times, since under no budget at all each look steps half a battle;
/// on the way back at a prime stride, so that looks fall on every place in a block.
const MASSED_LOOKS: Looks = Looks { back_ticks: 431, scattered: 4 };

/// The names of the modes, in the order in which they run.
pub const MODES: [&str; 8] = ["twice", "sliced", "live", "threads", "heavy", "splice", "file", "seek"];

/// Run one mode; `None` where there is none of that name.
#[must_use]
pub fn run<G: Ruleset>(mode: &str, subject: &Subject<G>) -> Option<Check> {
    Some(match mode {
        "twice" => twice(subject),
        "sliced" => sliced(subject),
        "live" => live(subject),
        "threads" if is_massed(subject) => threads_in_turn(subject, u32::MAX),
        "threads" => threads(subject),
        "heavy" => heavy(subject, heavy_ticks(subject)),
        "splice" => splice_afresh(subject, &splices(subject), || {
            Arc::new(Ruleset::with_seed(&*subject.rules, subject.rules.seed()))
        }),
        "file" => through_file(subject),
        "seek" => seek(subject, if is_massed(subject) { MASSED_LOOKS } else { Looks::default() }),
        _ => return None,
    })
}

/// Say at which cadence a mode runs where that is not the full one; `None` where it is.
#[must_use]
pub fn cadence<G: Ruleset>(mode: &str, subject: &Subject<G>) -> Option<String> {
    if !is_massed(subject) {
        return None;
    }
    match mode {
        "heavy" => Some(format!("massed: saved and loaded every {MASSED_HEAVY_TICKS} ticks")),
        "threads" => Some("massed: one fight a pool, one pool after the other".to_owned()),
        "splice" => Some(format!("massed: orders at {MASSED_SPLICES} ticks")),
        "seek" => {
            let Looks { back_ticks, scattered } = MASSED_LOOKS;
            Some(format!("massed: every tick forwards, one in {back_ticks} back, {scattered} scattered"))
        }
        _ => None,
    }
}

/// Tell whether a fight is too large for every mode at every tick.
fn is_massed<G: Ruleset>(subject: &Subject<G>) -> bool {
    G::state_bytes(&subject.rules.start()) >= MASSED_BYTES
}

fn heavy_ticks<G: Ruleset>(subject: &Subject<G>) -> u32 {
    if is_massed(subject) { MASSED_HEAVY_TICKS } else { 1 }
}

/// Step it in a pool of each size, one after the other and recording nothing, against stepping it alone; up to a tick.
#[must_use]
pub fn threads_in_turn<G: Ruleset>(subject: &Subject<G>, until: u32) -> Check {
    let mut check = Check { mode: "threads", ticks_compared: 0, first: None, failure: None };
    let alone = crew::alone(|| digests(subject, until));
    for threads in POOL_THREADS {
        let pool = match rayon::ThreadPoolBuilder::new().num_threads(threads).build() {
            Ok(pool) => pool,
            Err(error) => return Check { failure: Some(error.to_string()), ..check },
        };
        let found = pool.install(|| digests(subject, until));
        check.ticks_compared += alone.len().min(found.len()) as u32;
        if found == alone {
            continue;
        }
        let tick = alone.iter().zip(&found).take_while(|(a, b)| a == b).count() as u32;
        let located = pool.install(|| twice(subject)).first;
        let why = format!("tick {tick} is not as alone in a pool of {threads} threads");
        return Check { first: located, failure: Some(why), ..check };
    }
    check
}

/// The digest of every tick up to the end, or to a tick.
fn digests<G: Ruleset>(subject: &Subject<G>, until: u32) -> Vec<u64> {
    let mut live = Live::start(Arc::clone(&subject.rules), Arc::new(subject.orders.clone()));
    let guard = live.rules().cap_ticks().saturating_add(GUARD_TICKS);
    let mut digests = vec![live.digest()];
    while live.outcome().is_none() && live.tick() < until.min(guard) {
        live.step();
        digests.push(live.digest());
    }
    digests
}

/// Run it in pools of several sizes, all at the same time, against running it alone.
#[must_use]
pub fn threads<G: Ruleset>(subject: &Subject<G>) -> Check {
    let mut check = Check { mode: "threads", ticks_compared: 0, first: None, failure: None };
    let alone = match crew::alone(|| record(subject)) {
        Ok(recording) => recording,
        Err(error) => return Check { failure: Some(error.to_string()), ..check },
    };
    for result in in_pools(subject) {
        match result {
            Err(failure) => {
                check.failure.get_or_insert(failure);
            }
            Ok(other) => {
                let found = compare(&alone, &other);
                check.ticks_compared += found.ticks_compared;
                check.first = check.first.or(found.first);
            }
        }
    }
    check
}

/// Record the fight once a thread in each pool; results come in pool order.
#[expect(clippy::disallowed_methods, reason = "a thread to each pool; results are put back in pool order")]
fn in_pools<G: Ruleset>(subject: &Subject<G>) -> Vec<Result<Recording<G>, String>> {
    let in_pool = |threads: usize| match rayon::ThreadPoolBuilder::new().num_threads(threads).build() {
        Err(error) => vec![Err(error.to_string())],
        Ok(pool) => pool.install(|| {
            let runs = (0..threads).into_par_iter();
            runs.map(|_| record(subject).map_err(|error| error.to_string())).collect()
        }),
    };
    std::thread::scope(|scope| {
        let pools = POOL_THREADS.map(|threads| scope.spawn(move || in_pool(threads)));
        let panicked = |_| vec![Err("a thread of a pool panicked".to_owned())];
        pools.into_iter().flat_map(|pool| pool.join().unwrap_or_else(panicked)).collect()
    })
}

fn record<G: Ruleset>(subject: &Subject<G>) -> Result<Recording<G>, RecordError> {
    Recorder::new(Arc::clone(&subject.rules), subject.orders.clone(), subject.settings).finish()
}

/// Choose ticks all over the fight, and at each of them nothing, or one order that the ruleset can read.
fn splices<G: Ruleset>(subject: &Subject<G>) -> Vec<(u32, Vec<G::Order>)> {
    let Ok(recording) = record(subject) else { return vec![(0, Vec::new())] };
    let last = recording.last_tick();
    let orders = sample_orders(subject, &recording);
    let mut ticks: Vec<u32> = [0, 1, last / 4, last / 2, last / 2 + 1, last - last / 4, last.saturating_sub(1)].into();
    if is_massed(subject) {
        // Late in a battle: what is run again from a checkpoint and from the seed is what costs.
        ticks = vec![last / 2, last - last / 4, last.saturating_sub(1)];
        debug_assert_eq!(ticks.len(), MASSED_SPLICES);
    }
    ticks.dedup();
    let given = |n: usize| if n.is_multiple_of(3) || orders.is_empty() { Vec::new() } else { vec![nth(&orders, n)] };
    ticks.into_iter().enumerate().map(|(n, tick)| (tick, given(n))).collect()
}

fn nth<T: Clone>(items: &[T], n: usize) -> T {
    items[n % items.len()].clone()
}

/// Orders a person might give: those the fight has, and such as name a side and a unit.
fn sample_orders<G: Ruleset>(subject: &Subject<G>, recording: &Recording<G>) -> Vec<G::Order> {
    let cast = recording.cast();
    let mut orders: Vec<G::Order> = subject.orders.all().iter().map(|o| o.order.clone()).collect();
    let Some(frame) = recording.frame(recording.first_tick()) else { return orders };
    let bodies: Vec<_> = frame.rows().enumerate().map(|(place, row)| G::body(cast, place, row)).collect();
    for (side, name) in G::side_names(cast).iter().enumerate() {
        let one = bodies.iter().find(|body| body.side == side).map_or(0, |body| body.id);
        let is_foe = |body: &&Body| body.side != side && body.vigor_max > 0;
        let foe = bodies.iter().rfind(is_foe).map_or(0, |body| body.id);
        let words = [
            format!("{name} focus {foe}"),
            format!("{name} retreat {one}"),
            format!("{name} retreat all"),
            format!("{name} attack {one} {foe}"),
            format!("{name} halt {one}"),
        ];
        orders.extend(words.iter().filter_map(|words| subject.rules.read_order(words).ok()));
    }
    orders
}
