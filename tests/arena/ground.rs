//! Gates 1 to 3: every vector exactly, the cost of 2,000 random errands against Dijkstra's, and every published path made of
//! neighbouring cells. Caught: water at its shipped price, which makes some paths too cheap.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use foregone::arena::card::{Form, Targets, step_of};
use foregone::arena::event::What;
use foregone::arena::goal::cells_in_reach;
use foregone::arena::ledger::Rounding;
use foregone::arena::map::Gait;
use foregone::arena::space::{COLUMNS, ROWS, box_span, cell, centre, seen_by};
use foregone::arena::walk::{passes, pauses, step};
use foregone::kernel::path::{Cell, Corners, Errand, Field, Ground, Heap, OpenList, Ordered, PathFinder, Route};
use foregone::kernel::space::Spot;
use foregone::kernel::stream::Stream;

use super::scene::content_with;
use crate::fights::{matches, open_match};

#[derive(serde::Deserialize)]
struct Vectors {
    costs: Vec<CostVector>,
    walks: Vec<WalkVector>,
}

#[derive(serde::Deserialize)]
struct CostVector {
    side: u8,
    buildings: Vec<[i32; 3]>,
    start: [i32; 2],
    target: [i32; 2],
    reach: i32,
    cost: u32,
}

#[derive(serde::Deserialize)]
struct WalkVector {
    unit: String,
    speed: i32,
    stop_ms: i32,
    wait_ms: i32,
    step: i32,
    start: [i32; 2],
    path_goal_first: Vec<u32>,
    positions: Vec<[i32; 2]>,
}

fn vectors() -> Vectors {
    serde_json::from_str(include_str!("vectors/arena-ground.json")).expect("the vectors can be read")
}

/// A side's ground with its own towers and some buildings.
fn ground(side: u8, buildings: &[[i32; 3]]) -> Ground {
    let content = content_with(&[]);
    let mut ground = content.map.ground(&content.ledger.path, Gait::Walk);
    let towers = &content.ledger.towers;
    let own = (0..3).map(|which| {
        let at = seen_by(side, towers.spot(which));
        [at.x, at.y, if which == 0 { towers.king.radius } else { towers.princess.radius }]
    });
    for [x, y, radius] in own.chain(buildings.iter().copied()) {
        let ((left, right), (low, high)) = (box_span(x, radius), box_span(y, radius));
        ground.build(left..=right, low..=high);
    }
    ground
}

fn errand<'a>(side: u8, start: [i32; 2], goals: &'a [Cell]) -> Errand<'a> {
    let start = cell(start[0], start[1]);
    Errand { corners: Corners::Cut, enter_building: true, turned: side == 1, ..Errand::new(start, goals) }
}

fn cost_of(route: Route) -> Option<u32> {
    match route {
        Route::Found { cost, .. } => Some(cost),
        Route::Arrived => Some(0),
        _ => None,
    }
}

fn cost_by<Q: OpenList>(ground: &Ground, errand: &Errand<'_>) -> Option<u32> {
    cost_of(PathFinder::<Q>::default().find(ground, errand, &mut Vec::new()))
}

#[test]
fn gate_1_every_cost_vector_comes_out_exactly() {
    let vectors = vectors();
    assert_eq!(vectors.costs.len(), 60);
    for (number, vector) in vectors.costs.iter().enumerate() {
        let ground = ground(vector.side, &vector.buildings);
        let mut goals = Vec::new();
        cells_in_reach(&ground, Spot::new(vector.target[0], vector.target[1]), vector.reach, &mut goals);
        let errand = errand(vector.side, vector.start, &goals);
        let wanted = Some(vector.cost);
        assert_eq!(cost_of(PathFinder::new().find(&ground, &errand, &mut Vec::new())), wanted, "vector {number}");
        assert_eq!(cost_by::<Heap>(&ground, &errand), wanted, "vector {number}, by a heap");
        assert_eq!(cost_by::<Ordered>(&ground, &errand), wanted, "vector {number}, by an array");
        let mut field = Field::default();
        field.fill(&ground, &errand);
        assert_eq!(field.cost(&ground, errand.start), wanted, "vector {number}, by a kept field");
    }
}

#[test]
fn gate_1_every_walk_vector_comes_out_exactly() {
    let content = content_with(&[]);
    let vectors = vectors();
    assert_eq!(vectors.walks.len(), 10);
    for vector in &vectors.walks {
        let pace = step_of(vector.speed, vector.stop_ms, vector.wait_ms, Rounding::Floor);
        assert_eq!(pace, vector.step, "{}", vector.unit);
        let form = Form {
            step: pace,
            stop_ms: vector.stop_ms,
            wait_ms: vector.wait_ms,
            targets: Targets::Ground,
            ..content.forms[0].clone()
        };
        let mut at = Spot::new(vector.start[0], vector.start[1]);
        let mut path = vector.path_goal_first.clone();
        let mut walked = Vec::new();
        while walked.len() < 400 {
            let Some(node) = path.last().map(|node| centre(Cell(*node))) else { break };
            if !pauses(&form, walked.len() as u32, content.ledger.tick_ms) {
                at = step(at, node, pace).expect("nobody stands on a node").0;
            }
            if passes(at, node, &content.ledger) {
                path.pop();
            }
            walked.push([at.x, at.y]);
        }
        assert_eq!(walked, vector.positions, "{}", vector.unit);
    }
}

/// The cheapest cost to any goal, by Dijkstra over plain arrays.
fn cost_by_dijkstra(ground: &Ground, errand: &Errand<'_>) -> Option<u32> {
    let mut costs = vec![u32::MAX; (COLUMNS * ROWS) as usize];
    costs[errand.start.0 as usize] = 0;
    let mut queue = BinaryHeap::from([Reverse((0, errand.start.0))]);
    while let Some(Reverse((cost, at))) = queue.pop() {
        if errand.goals.contains(&Cell(at)) {
            return Some(cost);
        }
        if costs[at as usize] < cost {
            continue;
        }
        let (column, row) = (at as i32 % COLUMNS, at as i32 / COLUMNS);
        for (dx, dy) in [(1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (1, -1), (-1, 1), (-1, -1)] {
            let Some(to) = ground.cell(column + dx, row + dy) else { continue };
            let enters = ground.is_open(to) || errand.goals.contains(&to);
            let entry = u32::from(ground.terrain_cost(to));
            if !enters || entry == 0 {
                continue;
            }
            let there = cost + if dx != 0 && dy != 0 { entry * 1414 / 1000 } else { entry };
            if there < costs[to.0 as usize] {
                costs[to.0 as usize] = there;
                queue.push(Reverse((there, to.0)));
            }
        }
    }
    None
}

#[test]
fn gate_2_two_thousand_random_errands_cost_what_dijkstra_says() {
    let mut dice = Stream::from_seed(2).fork("errands");
    let mut path = Vec::new();
    let (mut finder, mut found) = (PathFinder::new(), 0);
    for number in 0..2000 {
        let side = dice.below(2) as u8;
        let mut tile = || [dice.between(1, 17) * 1000 - 500, dice.between(1, 31) * 1000 - 500];
        let buildings: Vec<[i32; 3]> = (0..3).map(|_| tile()).map(|[x, y]| [x, y, 600]).collect();
        let target = tile();
        let reach = dice.between(1000, 7000);
        let start = [dice.between(0, COLUMNS - 1), dice.between(0, ROWS - 1)];
        let ground = ground(side, &buildings);
        let mut goals = Vec::new();
        cells_in_reach(&ground, Spot::new(target[0], target[1]), reach, &mut goals);
        let errand = errand(side, start, &goals);
        let wanted = cost_by_dijkstra(&ground, &errand);
        assert_eq!(cost_of(finder.find(&ground, &errand, &mut path)), wanted, "errand {number}");
        found += usize::from(wanted.is_some_and(|cost| cost > 0));
        assert_neighbours(Some(errand.start), &path.iter().map(|cell| cell.0 as u16).collect::<Vec<_>>());
    }
    assert!(found > 1500, "only {found} errands had a way to go");
}

/// Check that a path, goal first, never leaves out a cell.
fn assert_neighbours(start: Option<Cell>, path: &[u16]) {
    let column_row = |node: u16| (i32::from(node) % COLUMNS, i32::from(node) / COLUMNS);
    let with_start: Vec<u16> = path.iter().copied().chain(start.map(|cell| cell.0 as u16)).collect();
    for pair in with_start.windows(2).filter(|_| !path.is_empty()) {
        let ((ax, ay), (bx, by)) = (column_row(pair[0]), column_row(pair[1]));
        assert_eq!((ax - bx).abs().max((ay - by).abs()), 1, "{path:?} has a gap");
    }
}

#[test]
fn gate_3_every_published_path_goes_from_neighbour_to_neighbour() {
    let mut paths = 0;
    for name in matches() {
        let recording = open_match(&name).record();
        for event in recording.events(0..recording.event_count()) {
            if let What::Routed { path, .. } = &event.what {
                assert_neighbours(None, path);
                paths += 1;
            }
        }
    }
    assert!(paths > 200, "only {paths} paths were published");
}
