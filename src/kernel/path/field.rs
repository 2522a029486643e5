//! A kept field: the cheapest way to some goals from everywhere, for many walkers who go to the same place.
//!
//! Costs what some seven searches cost, and reads a way off in the time it takes to write it down. From each cell it
//! goes on to the neighbour over which the rest is cheapest; of equals straight steps come first, then those that the
//! path finder's order has last. A way of the field costs what the finder's costs; where several are equally cheap the
//! two may pick different ones.

use super::{Buckets, Cell, Corners, DIAGONAL_COSTS, DIAGONALS, Errand, Ground, OpenList, Route, Step, Waiting};

/// No way from here.
const FAR: u32 = u32::MAX;

/// No step to take: a goal, or no way.
const STAY: u8 = u8::MAX;

/// The cheapest ways to some goals, from everywhere.
#[derive(Debug, Clone, Default)]
pub struct Field {
    costs: Vec<u32>,
    /// Place of the step to take, among the steps as the side that asked sees them.
    next: Vec<u8>,
    offsets: [i32; 8],
    open: Buckets,
}

impl Field {
    /// Work out all ways to an errand's goals; its start and its limit do not count. Allocates nothing the second time.
    pub fn fill(&mut self, ground: &Ground, errand: &Errand<'_>) {
        let steps = Step::all(ground, errand.turned);
        self.offsets = steps.map(|step| step.offset);
        let cells = ground.entry.len();
        self.costs.clear();
        self.costs.resize(cells, FAR);
        self.next.clear();
        self.next.resize(cells, STAY);
        self.open.start(cells);
        for goal in errand.goals {
            let index = ground.index_of(*goal);
            let is_open = ground.entry[index] > 0 || (errand.enter_building && ground.terrain[index] > 0);
            if is_open && self.costs[index] != 0 {
                self.costs[index] = 0;
                self.open.put(0, waiting(index, 0));
            }
        }
        self.spread(ground, errand, &steps);
        self.point(ground, errand, &steps);
    }

    /// Read off the way from a cell, goal first and without the start.
    pub fn follow(&self, ground: &Ground, start: Cell, path: &mut Vec<Cell>) -> Route {
        path.clear();
        let mut index = ground.index_of(start);
        let cost = self.costs[index];
        if cost == FAR {
            return Route::Unreachable { nearest: start };
        }
        if cost == 0 {
            return Route::Arrived;
        }
        while self.next[index] != STAY {
            index = index.wrapping_add_signed(self.offsets[usize::from(self.next[index])] as isize);
            path.push(ground.cell_from_index(index));
        }
        path.reverse();
        Route::Found { cost, settled: 0 }
    }

    /// Tell what the way from a cell costs; `None` where there is none.
    #[must_use]
    pub fn cost(&self, ground: &Ground, start: Cell) -> Option<u32> {
        Some(self.costs[ground.index_of(start)]).filter(|cost| *cost != FAR)
    }

    /// Let the costs spread from the goals, against the steps.
    fn spread(&mut self, ground: &Ground, errand: &Errand<'_>, steps: &[Step; 8]) {
        while let Some(at) = self.open.take() {
            let index = at.index as usize;
            let cost = self.costs[index];
            if cost != waiting_cost(at) {
                continue; // reached more cheaply since
            }
            let entry = entry_of(ground, index, cost == 0);
            for (place, step) in steps.iter().enumerate() {
                let from = at.index.wrapping_add_signed(-step.offset);
                let is_diagonal = place < DIAGONALS;
                if is_diagonal && errand.corners == Corners::Kept && step.passes_blocked(ground, from) {
                    continue;
                }
                let there = cost + if is_diagonal { DIAGONAL_COSTS[entry as usize] } else { u32::from(entry) };
                if there < self.costs[from as usize] && ground.is_inside(from as usize) {
                    self.costs[from as usize] = there;
                    // One can leave a blocked cell, and not pass it.
                    if ground.entry[from as usize] > 0 {
                        self.open.put(there, waiting(from as usize, there));
                    }
                }
            }
        }
    }

    /// Point every cell at the neighbour to go to.
    fn point(&mut self, ground: &Ground, errand: &Errand<'_>, steps: &[Step; 8]) {
        for index in 0..self.costs.len() {
            let cost = self.costs[index];
            if cost == FAR || cost == 0 {
                continue;
            }
            for (place, step) in steps.iter().enumerate().rev() {
                let to = index.wrapping_add_signed(step.offset as isize);
                let rest = self.costs[to];
                if rest == FAR || (ground.entry[to] == 0 && rest != 0) {
                    continue;
                }
                let is_diagonal = place < DIAGONALS;
                if is_diagonal && errand.corners == Corners::Kept && step.passes_blocked(ground, index as u32) {
                    continue;
                }
                let entry = entry_of(ground, to, rest == 0);
                if rest + if is_diagonal { DIAGONAL_COSTS[entry as usize] } else { u32::from(entry) } == cost {
                    self.next[index] = place as u8;
                    break;
                }
            }
        }
    }
}

/// What it costs to enter a cell; a goal under a building costs what its terrain does.
fn entry_of(ground: &Ground, index: usize, is_goal: bool) -> u8 {
    match ground.entry[index] {
        0 if is_goal => ground.terrain[index],
        entry => entry,
    }
}

/// A cell that waits, with the cost it was put in at.
fn waiting(index: usize, cost: u32) -> Waiting {
    Waiting { index: index as u32, column: (cost >> 16) as u16, row: cost as u16 }
}

fn waiting_cost(at: Waiting) -> u32 {
    u32::from(at.column) << 16 | u32::from(at.row)
}
