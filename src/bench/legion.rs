//! The default battle of legion: a tick in all, on one thread and on two; what recording it costs and takes; how its cost
//! grows with the men.

use std::sync::Arc;

use recorder::{Budget, Digest, Live, Orders, Recorder, Recording, Settings, Simulation, fold};

use super::entropy::{self, Column, wide};
use super::played::Played;
use super::timing::{Contender, alternate, by_turns};
use super::{Figure, Size, digest, hex, others, packed_bytes, row_digest, shipped};
use crate::kernel::assets::Assets;
use crate::kernel::problem::Problems;
use crate::kernel::ruleset::Ruleset;
use crate::kernel::scenario::Scenario;
use crate::kernel::stream::Stream;
use crate::legion::content::Content;
use crate::legion::muster::{Muster, POOL_FILL_PERCENT, SCALE_WHOLE};
use crate::legion::row::Body;
use crate::legion::rules::TICK_HZ;
use crate::legion::{Legion, Row, State};

/// The battle.
const DEFAULT: &str = "legion/default";

/// Ticks a turn.
const SLICE: u32 = 64;

/// The tick from which recording is timed, and for how many: lines have met by then, and arrows fly.
const MET: u32 = 6_000;
const RECORDED: u32 = 384;

/// Men of the battles whose cost is compared, and ticks of them: they march, meet and fight.
const MEN: [u32; 4] = [1_000, 2_500, 8_632, 20_000];
const GROWN_TICKS: u32 = 6_000;

impl Size {
    fn ticks(self, full: u32) -> u32 {
        match self {
            Self::Full => full,
            Self::Quick => full.min(SLICE),
        }
    }
}

/// The default battle with about so many men.
fn battle_of(men: u32) -> Arc<Legion> {
    let assets = Assets::embedded();
    let read = || {
        let content = Arc::new(Content::from_assets(&assets)?);
        let base = shipped::<Legion>(DEFAULT).muster.base();
        let scale = (men * SCALE_WHOLE + base / 2) / base;
        let pool = u64::from(base) * u64::from(scale + 1) / POOL_FILL_PERCENT;
        let scenario = Scenario::parse(&assets, "grown", &format!("like = \"{DEFAULT}\"\nscale = {scale}\n"))?;
        let muster =
            scenario.read(|t| Muster::read_in_pool(t, &content, &scenario.title, scenario.seed, Some(pool as u32)))?;
        Ok::<_, Problems>(Legion::new(content, muster))
    };
    Arc::new(read().unwrap_or_else(|problems| panic!("the grown battle does not open: {problems}")))
}

fn pool(threads: usize) -> rayon::ThreadPool {
    rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("two threads can be had")
}

fn orders(rules: &Legion) -> Orders<<Legion as Simulation>::Order> {
    Orders::new(rules.scenario_orders())
}

/// Record the battle, up to a tick.
fn recorder(rules: &Arc<Legion>) -> Recorder<Legion> {
    Recorder::new(Arc::clone(rules), orders(rules), Settings::default())
}

/// Go on by a slice, and tell whether that was the last one.
fn advance(recorder: &mut Recorder<Legion>, until: u32) -> bool {
    let progress = recorder.advance(Budget::Ticks(SLICE)).expect("a shipped fight ends");
    progress.done || progress.recorded >= until
}

/// The whole battle: simulated, recorded and digested on one thread and on two, and simulated alone.
pub fn battle(size: Size) -> Vec<Figure> {
    let rules = shipped(DEFAULT);
    let until = size.ticks(u32::MAX);
    let pools = [pool(1), pool(2)];
    let [mut one, mut two] = [recorder(&rules), recorder(&rules)];
    let mut bare = Live::start(Arc::clone(&rules), Arc::new(orders(&rules)));
    let [one_seconds, two_seconds, bare_seconds] = by_turns([
        Box::new(|| pools[0].install(|| advance(&mut one, until))),
        Box::new(|| pools[1].install(|| advance(&mut two, until))),
        Box::new(|| {
            pools[0].install(|| {
                for _ in 0..SLICE {
                    if bare.outcome().is_some() || bare.tick() >= until {
                        return true;
                    }
                    bare.step();
                }
                false
            })
        }),
    ]);
    let [one, two] = [one.recording(), two.recording()];
    assert_eq!(one.trail_digest(), two.trail_digest(), "two threads come to what one comes to");
    assert_eq!(Some(bare.digest()), one.digest(bare.tick()), "simulated alone, it comes to the same");
    let ticks = f64::from(one.last_tick());
    let ms = |seconds: f64| seconds * 1e3 / ticks;
    let real = ticks / f64::from(TICK_HZ);
    let digest = hex(one.trail_digest());
    vec![
        Figure {
            name: "legion/battle",
            ours: ms(one_seconds),
            others: others([("simulate alone", ms(bare_seconds)), ("ticks", ticks)]),
            ratio: (one_seconds - bare_seconds) / one_seconds,
            unit: "ms/tick on one thread, recorded and digested",
            digest: digest.clone(),
            target: "≤ 2.7 (the ratio is the share of recording and digesting)",
            met: ms(one_seconds) <= 2.7,
        },
        Figure {
            name: "legion/battle/threads",
            ours: ms(two_seconds),
            others: others([("one thread", ms(one_seconds))]),
            ratio: one_seconds / two_seconds,
            unit: "ms/tick on two threads",
            digest: digest.clone(),
            target: "≥ 1.4 × one thread (the ratio)",
            met: one_seconds >= 1.4 * two_seconds,
        },
        Figure {
            name: "legion/battle/real-time",
            ours: real / one_seconds,
            others: others([("two threads", real / two_seconds), ("seconds of battle", real)]),
            ratio: real / one_seconds / 12.0,
            unit: "× real time on one thread",
            digest,
            target: "≥ 12",
            met: real >= 12.0 * one_seconds,
        },
    ]
}

/// Recording, digesting and seeking.
pub fn record(size: Size) -> Vec<Figure> {
    let rules = shipped(DEFAULT);
    let mut live = Live::start(Arc::clone(&rules), Arc::new(orders(&rules)));
    while live.tick() < size.ticks(MET) {
        live.step();
    }
    let mut states = vec![live.state().clone()];
    for _ in 0..size.ticks(RECORDED) {
        live.step();
        states.push(live.state().clone());
    }
    let digest = digested(size, &rules, &states);
    let played = Played::of(&rules, states);
    let mut whole = recorder(&rules);
    while !advance(&mut whole, size.ticks(u32::MAX).saturating_add(SLICE)) {}
    let whole = whole.recording();
    let mut figures = vec![time(size, &rules, &played), stored(size, &rules, &played, &whole), digest];
    figures.extend(seeks(size, &whole));
    figures
}

/// Recording alone, beside keeping every row of every tick.
fn time(size: Size, rules: &Arc<Legion>, played: &Arc<Played<Legion>>) -> Figure {
    let alone = pool(1);
    let ours = Contender::new(
        || {
            let recorder = Recorder::new(Arc::clone(played), Orders::default(), Settings::default());
            alone.install(|| recorder.finish().expect("it was played to its end"))
        },
        |recording| {
            let frames = (0..=recording.last_tick()).filter_map(|tick| recording.frame(tick));
            frames.fold(0, |digest, frame| frame.rows().fold(digest, row_digest))
        },
    );
    let naive = Contender::new(
        || {
            let ticks = (0..played.ticks()).map(|tick| {
                let mut rows = Vec::new();
                played.show(tick, &mut |row| rows.push(row.clone()));
                rows
            });
            ticks.collect::<Vec<_>>()
        },
        |frames| frames.iter().flatten().fold(0, row_digest),
    );
    let ([ours, naive], digest) = alternate(size.rounds(), [ours, naive]);
    let each = |seconds: f64| seconds * 1e9 / (f64::from(played.ticks()) * rules.opening().men.len() as f64);
    Figure {
        name: "legion/record",
        ours: each(ours),
        others: others([("naive clone", each(naive))]),
        ratio: ours / naive,
        unit: "ns/soldier-tick",
        digest: hex(digest),
        target: "≤ 40, ≤ 2.5 × naive clone",
        met: each(ours) <= 40.0 && ours <= 2.5 * naive,
    }
}

/// Bytes of the whole battle, beside those of its men as the battle has them, and, where its lines meet, beside what the
/// differences to a steady pace weigh.
fn stored(size: Size, rules: &Legion, played: &Arc<Played<Legion>>, whole: &Recording<Legion>) -> Figure {
    let men = rules.opening().men.len() as f64;
    let ours = packed_bytes(whole) / men;
    let naive = rules.opening().bytes() as f64 / men;
    let recorder = Recorder::new(Arc::clone(played), Orders::default(), Settings::default());
    let met = packed_bytes(&recorder.finish().expect("it was played to its end")) / men;
    let entropy = entropy(played) / men;
    Figure {
        name: "legion/record/stored",
        ours,
        others: others([
            ("naive: men as the battle has them", naive),
            ("where the lines meet", met),
            ("order-0 entropy where the lines meet", entropy),
            ("ours / order-0 entropy", met / entropy),
            ("file", whole.save().map_or(f64::NAN, |file| file.len() as f64) / (f64::from(whole.last_tick()) * men)),
        ]),
        ratio: ours / naive,
        unit: "B/soldier-tick",
        digest: hex(whole.trail_digest()),
        target: "≤ 0.80, ≤ 1/28 of naive, ≤ 1.25 × order-0 entropy",
        // Men who have not set out yet have next to none.
        met: ours <= 0.80 && ours <= naive / 28.0 && (size == Size::Quick || met <= 1.25 * entropy),
    }
}

/// Bytes a tick of the differences to a steady pace of all men's columns, in the ticks that are recorded.
fn entropy(played: &Played<Legion>) -> f64 {
    let frames: Vec<Vec<Arc<Body>>> = (0..played.ticks()).map(|tick| bodies(played, tick)).collect();
    let columns: [Column<Arc<Body>>; 7] = [
        |b| wide(&b.men_x),
        |b| wide(&b.men_z),
        |b| wide(&b.men_heading),
        |b| wide(&b.men_condition),
        |b| wide(&b.men_health),
        |b| wide(&b.men_swing),
        |b| wide(&b.men_target),
    ];
    entropy::bytes(&frames, &columns)
}

fn bodies(played: &Played<Legion>, tick: u32) -> Vec<Arc<Body>> {
    let mut bodies = Vec::new();
    played.show(tick, &mut |row| {
        if let Row::Body(body) = row {
            bodies.push(Arc::clone(body));
        }
    });
    bodies
}

/// Digesting a state, beside FNV-1a byte by byte over as much.
fn digested(size: Size, rules: &Legion, states: &[State]) -> Figure {
    let state = states.last().expect("there is one at the least");
    let bytes = recorder::encode(&state.men);
    let agreed = state.men.len() as u64;
    let ours = Contender::new(
        || {
            let mut digest = Digest::new();
            rules.digest(state, &mut digest);
            digest.total()
        },
        |_| agreed,
    );
    let fnv = Contender::new(|| bytes.iter().fold(digest::FNV_START, digest::fnv_1a), |_| agreed);
    let ([ours, fnv], _) = alternate(size.rounds(), [ours, fnv]);
    Figure {
        name: "legion/record/digest",
        ours: ours * 1e6,
        others: others([("FNV-1a bytewise, men alone", fnv * 1e6), ("bytes of the men", bytes.len() as f64)]),
        ratio: fnv / ours,
        unit: "µs/tick",
        digest: hex(agreed),
        target: "≥ 15 × as fast as FNV-1a (the ratio)",
        met: fnv / ours >= 15.0,
    }
}

/// Seeks into blocks that are not at hand, all over the battle: anywhere, and to the last frame of each.
fn seeks(size: Size, whole: &Recording<Legion>) -> [Figure; 2] {
    let blocks = whole.last_tick() / SLICE;
    let count = if size == Size::Full { 128 } else { 2 };
    let mut stream = Stream::from_seed(1).fork("seek");
    // More blocks than are kept at hand, and none of them twice.
    let block = |n: u32| n * 37 % blocks.max(1) * SLICE;
    let anywhere: Vec<u32> = (0..count).map(|n| block(n) + stream.below(SLICE)).collect();
    let last: Vec<u32> = (0..count).map(|n| block(n) + SLICE - 1).collect();
    let seek = |tick: u32| {
        let frame = whole.frame(tick).expect("it is recorded");
        frame.rows().fold(0, |sum: u64, row| match row {
            Row::Body(body) => fold(sum, u64::from(body.men_x[0].cast_unsigned())),
            Row::Air(air) => fold(sum, u64::from(air.landed)),
        })
    };
    let figure = |name, ticks: &[u32], most: f64, target| {
        let all = Contender::new(|| ticks.iter().fold(0, |sum: u64, &tick| fold(sum, seek(tick))), |sum| *sum);
        let ([seconds], digest) = alternate(size.rounds(), [all]);
        let ours = seconds * 1e3 / ticks.len() as f64;
        Figure {
            name,
            ours,
            others: others([]),
            ratio: ours / most,
            unit: "ms",
            digest: hex(digest),
            target,
            met: ours <= most,
        }
    };
    [
        figure("legion/record/seek", &anywhere, 3.0, "≤ 3, a tick anywhere in a block not at hand"),
        figure("legion/record/seek-worst", &last, 6.0, "≤ 6, the last tick of a block not at hand"),
    ]
}

/// Battles of many sizes, by turns.
pub fn growth(size: Size) -> Vec<Figure> {
    let battles = MEN.map(battle_of);
    let until = size.ticks(GROWN_TICKS);
    let mut recorders = battles.each_ref().map(recorder);
    let alone = pool(1);
    let mut ticks = recorders.each_mut().map(|recorder| recorder.progress().recorded);
    let seconds = {
        let alone = &alone;
        let mut turns = recorders.iter_mut().map(|recorder| {
            let turn: Box<dyn FnMut() -> bool> = Box::new(move || alone.install(|| advance(recorder, until)));
            turn
        });
        by_turns(std::array::from_fn::<_, 4, _>(|_| turns.next().expect("one a battle")))
    };
    for (ticks, recorder) in ticks.iter_mut().zip(&recorders) {
        *ticks = recorder.progress().recorded;
    }
    let men = battles.each_ref().map(|battle| battle.opening().men.len() as f64);
    let ms: [f64; 4] = std::array::from_fn(|n| seconds[n] * 1e3 / f64::from(ticks[n]));
    let digest = recorders.iter_mut().fold(0, |digest, recorder| fold(digest, recorder.recording().trail_digest()));
    let power = power_of(men[3] / men[0], ms[3] / ms[0]);
    vec![Figure {
        name: "legion/growth",
        ours: ms[3],
        others: others([
            ("1,000 men", ms[0]),
            ("2,500 men", ms[1]),
            ("8,632 men", ms[2]),
            ("men in all, of about 20,000", men[3]),
            ("from 1,000 to 8,632 men, a power of", power_of(men[2] / men[0], ms[2] / ms[0])),
        ]),
        ratio: power,
        unit: "ms/tick of 20,000 men",
        digest: hex(digest),
        target: "a power of the men of at most 1.1 (the ratio)",
        met: power <= 1.1,
    }]
}

/// As which power of the men the time grows.
#[expect(clippy::disallowed_methods, reason = "a figure to compare with; no fight sees it")]
fn power_of(men: f64, time: f64) -> f64 {
    time.ln() / men.ln()
}
