//! Ten thousand errands on the arena's ground: ours beside the A* of the `pathfinding` library and a plain binary heap.
//!
//! `cargo run --release --bin paths` in this folder. All get the same grounds, starts and goals and must find the same costs.
//! Figures are the medians of alternating rounds.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::hint::black_box;
use std::time::Instant;

use foregone::bench::errands::Errands;
use foregone::kernel::path::{Cell, Errand, Ground, PathFinder, Route};

/// Errands.
const ERRANDS: u32 = 10_000;

/// Rounds of which the median counts.
const ROUNDS: usize = 9;

fn main() {
    let errands = Errands::new(ERRANDS);
    let (mut finder, mut path) = (PathFinder::new(), Vec::new());
    let mut seconds = [const { Vec::new() }; 3];
    let mut costs = [const { Vec::new() }; 3];
    for _ in 0..ROUNDS {
        let ours = |(ground, errand): (&Ground, Errand<'_>)| match finder.find(ground, &errand, &mut path) {
            Route::Found { cost, .. } => cost,
            _ => 0,
        };
        (seconds[0], costs[0]) = timed(std::mem::take(&mut seconds[0]), || errands.all().map(ours).collect());
        let library = |(ground, errand): (&Ground, Errand<'_>)| by_library(ground, &errand);
        (seconds[1], costs[1]) = timed(std::mem::take(&mut seconds[1]), || errands.all().map(library).collect());
        let plain = |(ground, errand): (&Ground, Errand<'_>)| by_heap(ground, &errand);
        (seconds[2], costs[2]) = timed(std::mem::take(&mut seconds[2]), || errands.all().map(plain).collect());
    }
    let count = costs[0].len();
    assert_eq!(costs[0], costs[1], "the library finds the same costs");
    assert_eq!(costs[0], costs[2], "a plain heap finds the same costs");
    let [ours, library, plain] = seconds.map(|all| median(all) * 1e6 / count as f64);
    println!("{count} errands, costs equal, {} in all", costs[0].iter().map(|cost| u64::from(*cost)).sum::<u64>());
    println!("ours         {ours:7.2} µs (asked: at most 18)");
    println!("pathfinding  {library:7.2} µs; ours is {:.3} of it (asked: at most 0.30)", ours / library);
    println!("plain heap   {plain:7.2} µs; ours is {:.3} of it", ours / plain);
}

/// What all of them step by.
fn successors(ground: &Ground, goals: &[bool], at: Cell) -> impl Iterator<Item = (Cell, u32)> {
    let (column, row) = ground.column_row(at);
    let steps = [(1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (1, -1), (-1, 1), (-1, -1)];
    steps.into_iter().filter_map(move |(dx, dy)| {
        let to = ground.cell(column + dx, row + dy)?;
        let entry = u32::from(ground.terrain_cost(to));
        let enters = entry > 0 && (ground.is_open(to) || goals[to.0 as usize]);
        enters.then(|| (to, if dx != 0 && dy != 0 { entry * 1414 / 1000 } else { entry }))
    })
}

/// The octile distance to the box of all goals.
fn guess_of(ground: &Ground, goals: &[Cell]) -> impl Fn(Cell) -> u32 {
    let places: Vec<(i32, i32)> = goals.iter().map(|goal| ground.column_row(*goal)).collect();
    let columns = places.iter().map(|place| place.0);
    let rows = places.iter().map(|place| place.1);
    let (left, right) = (columns.clone().min().unwrap_or(0), columns.max().unwrap_or(0));
    let (low, high) = (rows.clone().min().unwrap_or(0), rows.max().unwrap_or(0));
    let width = ground.columns();
    move |cell| {
        let (column, row) = ((cell.0 % width) as i32, (cell.0 / width) as i32);
        let across = (left - column).max(column - right).max(0) as u32;
        let along = (low - row).max(row - high).max(0) as u32;
        5 * (across.max(along) - across.min(along)) + 7 * across.min(along)
    }
}

fn marked(ground: &Ground, goals: &[Cell]) -> Vec<bool> {
    let mut marked = vec![false; (ground.columns() * ground.rows()) as usize];
    goals.iter().for_each(|goal| marked[goal.0 as usize] = true);
    marked
}

fn by_library(ground: &Ground, errand: &Errand<'_>) -> u32 {
    let goals = marked(ground, errand.goals);
    let guess = guess_of(ground, errand.goals);
    let found = pathfinding::directed::astar::astar(
        &errand.start.0,
        |at| successors(ground, &goals, Cell(*at)).map(|(cell, cost)| (cell.0, cost)),
        |at| guess(Cell(*at)),
        |at| goals[*at as usize],
    );
    found.map_or(0, |(_, cost)| cost)
}

fn by_heap(ground: &Ground, errand: &Errand<'_>) -> u32 {
    let goals = marked(ground, errand.goals);
    let guess = guess_of(ground, errand.goals);
    let mut costs = vec![u32::MAX; goals.len()];
    costs[errand.start.0 as usize] = 0;
    let mut open = BinaryHeap::from([Reverse((guess(errand.start), 0, errand.start.0))]);
    while let Some(Reverse((_, cost, at))) = open.pop() {
        if goals[at as usize] {
            return cost;
        }
        if cost > costs[at as usize] {
            continue;
        }
        for (to, step) in successors(ground, &goals, Cell(at)) {
            let there = cost + step;
            if there < costs[to.0 as usize] {
                costs[to.0 as usize] = there;
                open.push(Reverse((there + guess(to), there, to.0)));
            }
        }
    }
    0
}

fn timed(mut seconds: Vec<f64>, run: impl FnOnce() -> Vec<u32>) -> (Vec<f64>, Vec<u32>) {
    let start = Instant::now();
    let costs = black_box(run());
    seconds.push(start.elapsed().as_secs_f64());
    (seconds, costs)
}

fn median(mut figures: Vec<f64>) -> f64 {
    figures.sort_by(f64::total_cmp);
    figures[figures.len() / 2]
}
