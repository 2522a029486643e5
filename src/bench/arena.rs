//! The arena: path searches beside a plain A* and from kept fields, and matches of few, of many and of thousands.
//!
//! `rivals/` runs the same errands beside a library of path searches, which is in no build of the product.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::sync::Arc;

use recorder::{Checkpoint, Live, Orders, Simulation};

use super::errands::Errands;
use super::timing::{Contender, alternate, timed};
use super::{Figure, Size, hex, others, shipped};
use crate::arena::muster::{Chooser, Muster, Player};
use crate::arena::space::SubTile;
use crate::arena::state::Nodes;
use crate::arena::unit::{Stance, Unit};
use crate::arena::{Arena, Content, State};
use crate::kernel::assets::Assets;
use crate::kernel::path::{Cell, DIAGONAL_PER_MILLE, Errand, Field, Ground, PathFinder, Route};
use crate::kernel::ruleset::Ruleset;
use crate::kernel::space::Spot;
use crate::kernel::stream::Stream;

/// Errands a making.
const ERRANDS: u32 = 10_000;

/// Ticks of a match of four.
const FOUR_TICKS: u32 = 600;

/// Agents of the crowd.
const AGENTS: u32 = 3_000;

/// Ticks of the crowd.
const CROWD_TICKS: u32 = 400;

pub fn paths(size: Size) -> Vec<Figure> {
    let errands = Errands::new(size.scaled(ERRANDS));
    let (mut finder, mut path) = (PathFinder::new(), Vec::new());
    let ours = Contender::new(
        || errands.all().map(|(ground, errand)| cost_of(finder.find(ground, &errand, &mut path))).sum::<u64>(),
        |sum| *sum,
    );
    let plain = Contender::new(
        || errands.all().map(|(ground, errand)| u64::from(plain(ground, &errand))).sum::<u64>(),
        |sum| *sum,
    );
    let ([ours, plain], digest) = alternate(size.rounds(), [ours, plain]);
    let each = |seconds: f64| seconds * 1e6 / errands.len() as f64;
    let ([kept, searched], filled, kept_digest) = kept(size, &errands);
    vec![
        Figure {
            name: "arena-path",
            ours: each(ours),
            others: others([("plain binary heap", each(plain))]),
            ratio: ours / plain,
            unit: "µs",
            digest: hex(digest),
            target: "≤ 18",
            met: each(ours) <= 18.0,
        },
        Figure {
            name: "arena-path/kept",
            ours: each(kept),
            others: others([("a search", each(searched)), ("making a field", filled * 1e6)]),
            ratio: kept / searched,
            unit: "µs",
            digest: hex(kept_digest),
            target: "≤ 1.0",
            met: each(kept) <= 1.0,
        },
    ]
}

/// Goals for which fields are kept, two for each ground.
const FIELDS: usize = 32;

/// Seconds to read the ways of all errands' starts off kept fields, to search them, and to make one field.
fn kept(size: Size, errands: &Errands) -> ([f64; 2], f64, u64) {
    let all: Vec<(&Ground, Errand<'_>)> = errands.all().collect();
    let fields: Vec<Field> = all.iter().take(FIELDS).map(|(ground, errand)| filled(ground, errand)).collect();
    let asked: Vec<(usize, Errand<'_>)> = all
        .iter()
        .enumerate()
        .map(|(number, (_, errand))| {
            let field = number % FIELDS.min(all.len());
            (field, Errand { start: errand.start, ..all[field].1 })
        })
        .collect();
    let (mut way, mut path, mut finder) = (Vec::new(), Vec::new(), PathFinder::new());
    let read = Contender::new(
        || {
            let costs = asked.iter().map(|(n, errand)| cost_of(fields[*n].follow(all[*n].0, errand.start, &mut way)));
            costs.sum::<u64>()
        },
        |sum| *sum,
    );
    let search = Contender::new(
        || asked.iter().map(|(n, errand)| cost_of(finder.find(all[*n].0, errand, &mut path))).sum::<u64>(),
        |sum| *sum,
    );
    let (seconds, digest) = alternate(size.rounds(), [read, search]);
    let mut field = Field::default();
    let ([fill], _) = alternate(size.rounds(), [Contender::new(|| field.fill(all[0].0, &all[0].1), |()| 0)]);
    (seconds, fill, digest)
}

fn filled(ground: &Ground, errand: &Errand<'_>) -> Field {
    let mut field = Field::default();
    field.fill(ground, errand);
    field
}

fn cost_of(route: Route) -> u64 {
    match route {
        Route::Found { cost, .. } => u64::from(cost),
        _ => 0,
    }
}

/// A* as it is usually written: a binary heap, arrays made for each search, a heuristic to the box of the goals.
fn plain(ground: &Ground, errand: &Errand<'_>) -> u32 {
    let cells = (ground.columns() * ground.rows()) as usize;
    let (mut costs, mut is_goal) = (vec![u32::MAX; cells], vec![false; cells]);
    errand.goals.iter().for_each(|goal| is_goal[goal.0 as usize] = true);
    let places: Vec<(i32, i32)> = errand.goals.iter().map(|goal| ground.column_row(*goal)).collect();
    let span = |axis: fn(&(i32, i32)) -> i32| {
        let all = || places.iter().map(axis);
        (all().min().unwrap_or(0), all().max().unwrap_or(0))
    };
    let ((left, right), (low, high)) = (span(|place| place.0), span(|place| place.1));
    let guess = |column: i32, row: i32| {
        let across = (left - column).max(column - right).max(0) as u32;
        let along = (low - row).max(row - high).max(0) as u32;
        5 * (across.max(along) - across.min(along)) + 7 * across.min(along)
    };
    let (column, row) = ground.column_row(errand.start);
    costs[errand.start.0 as usize] = 0;
    let mut open = BinaryHeap::from([Reverse((guess(column, row), 0, errand.start.0))]);
    while let Some(Reverse((_, cost, at))) = open.pop() {
        if is_goal[at as usize] {
            return cost;
        }
        if cost > costs[at as usize] {
            continue;
        }
        let (column, row) = ground.column_row(Cell(at));
        for (dx, dy) in [(1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (1, -1), (-1, 1), (-1, -1)] {
            let Some(to) = ground.cell(column + dx, row + dy) else { continue };
            let entry = u32::from(ground.terrain_cost(to));
            if entry == 0 || !(ground.is_open(to) || is_goal[to.0 as usize]) {
                continue;
            }
            let there = cost + if dx != 0 && dy != 0 { entry * DIAGONAL_PER_MILLE / 1000 } else { entry };
            if there < costs[to.0 as usize] {
                costs[to.0 as usize] = there;
                open.push(Reverse((there + guess(column + dx, row + dy), there, to.0)));
            }
        }
    }
    0
}

pub fn matches(size: Size) -> Vec<Figure> {
    let four = four();
    let ours = Contender::new(
        || {
            let mut live = four.begin();
            (0..FOUR_TICKS).for_each(|_| live.step());
            live
        },
        |live| live.digest(),
    );
    let ([seconds], digest) = alternate(size.rounds(), [ours]);
    let each = seconds * 1e6 / f64::from(FOUR_TICKS);
    let duel = shipped::<Arena>("arena/duel");
    let whole = Contender::new(
        || {
            let mut live = Live::start(Arc::clone(&duel), Arc::new(Orders::new(duel.scenario_orders())));
            while live.outcome().is_none() {
                live.step();
            }
            live
        },
        |live| live.digest(),
    );
    let ticks = {
        let mut live = Live::start(Arc::clone(&duel), Arc::new(Orders::new(duel.scenario_orders())));
        while live.outcome().is_none() {
            live.step();
        }
        f64::from(live.tick())
    };
    let ([duel_seconds], duel_digest) = alternate(size.rounds(), [whole]);
    let duel_each = duel_seconds * 1e6 / ticks;
    vec![
        Figure {
            name: "arena-match",
            ours: each,
            others: others([("match-ticks a second", 1e6 / each), ("best public figure a second", 370_000.0)]),
            ratio: 370_000.0 * each / 1e6,
            unit: "µs a tick",
            digest: hex(digest),
            target: "≤ 1.0",
            met: each <= 1.0,
        },
        Figure {
            name: "arena-match/duel",
            ours: duel_each,
            others: others([("match-ticks a second", 1e6 / duel_each), ("whole duel, ms", duel_seconds * 1e3)]),
            ratio: duel_each / each,
            unit: "µs a tick",
            digest: hex(duel_digest),
            target: "told, not asked",
            met: true,
        },
    ]
}

pub fn crowd(size: Size) -> Vec<Figure> {
    let count = size.scaled(AGENTS);
    let scene = crowded(count);
    // Every round does the same work tick by tick: the least of a tick's times is what it takes, the rest is the
    // machine's.
    let mut took = vec![f64::INFINITY; size.scaled(CROWD_TICKS) as usize];
    let mut digest = 0;
    for _ in 0..size.rounds() {
        let mut live = scene.begin();
        for least in &mut took {
            *least = least.min(timed(|| live.step()).1 * 1e3);
        }
        digest = live.digest();
    }
    took.sort_by(f64::total_cmp);
    let at = |share: f64| took[((took.len() as f64 * share) as usize).min(took.len() - 1)];
    let (middle, p99, most) = (at(0.5), at(0.99), at(1.0));
    vec![Figure {
        name: "arena-crowd",
        ours: p99,
        others: others([("median", middle), ("worst", most), ("best public figure", 34.9)]),
        ratio: p99 / 34.9,
        unit: "ms a tick, p99",
        digest: hex(digest),
        target: "≤ 8 for 3,000 agents",
        met: p99 <= 8.0,
    }]
}

/// A field with bodies on it.
struct Scene {
    rules: Arc<Arena>,
    state: State,
}

impl Scene {
    fn new(content: Content) -> Self {
        let player = Player { deck: (0..8).collect(), shuffled: false, chooser: Chooser::None };
        let muster = Muster { players: [player.clone(), player], ..Muster::default() };
        let rules = Arc::new(Arena::new(Arc::new(content), muster));
        let state = rules.start();
        Self { rules, state }
    }

    fn put(&mut self, form: u16, side: u8, at: Spot) {
        let health = self.rules.content.forms[usize::from(form)].health;
        let at = SubTile::from_native(at);
        self.state.units.push(Unit { at, health, form, side, stance: Stance::IDLE, born: 1, ..Unit::default() });
        self.state.routes.push(Nodes::default());
    }

    fn begin(&self) -> Live<Arena> {
        let at = Checkpoint { tick: 100, journal_len: 0, journal_digest: 0, state: self.state.clone() };
        Live::resume(Arc::clone(&self.rules), Arc::default(), at)
    }
}

fn content() -> Content {
    Content::from_assets(&Assets::embedded()).expect("what is built in is right")
}

/// Two a side, each pair on its lane; they meet at the river and go on.
fn four() -> Scene {
    let mut scene = Scene::new(content());
    for (form, x, y) in [(2, 3_250, 9_250), (3, 14_250, 8_250)] {
        scene.put(form, 0, Spot::new(x, y));
        scene.put(form, 1, crate::arena::space::turned(Spot::new(x, y)));
    }
    scene
}

/// So many agents of every walking and flying form, spread over the field; nobody's blows hurt, so that all of them stay.
fn crowded(count: u32) -> Scene {
    let mut content = content();
    content.forms.iter_mut().for_each(|form| form.damage = 0);
    let bodies: Vec<u16> =
        (2..content.forms.len() as u16).filter(|form| content.forms[usize::from(*form)].step > 0).collect();
    let mut scene = Scene::new(content);
    let mut dice = Stream::from_seed(3_000).fork("crowd");
    for number in 0..count {
        let form = bodies[dice.below(bodies.len() as u32) as usize];
        let at = Spot::new(dice.between(500, 17_500), dice.between(500, 13_500));
        let side = (number % 2) as u8;
        scene.put(form, side, crate::arena::space::seen_by(side, at));
    }
    scene
}
