//! Paths: weighted A* over a grid of cells, by a bucket queue, in arrays that are reused from search to search.
//!
//! A step costs what the cell entered costs, times 1414/1000 (floored) on a diagonal. Of equal ways:
//! a cell keeps the first of its equally cheap predecessors; of cells with equal estimates the one put in last is
//! taken first; neighbours are put in diagonals first, so straight steps are preferred. Nothing depends on a cell's
//! number, so a field turned by half a circle, asked with [`Errand::turned`], gives the turned path.
//!
//! Only the question decides the answer: not what was asked before, nor when (arrays are stamped, not trusted).

use bincode::{Decode, Encode};
use serde::{Deserialize, Serialize};

mod field;
mod open;

pub use field::Field;
pub use open::{Heap, Ordered};

/// A diagonal step costs this many thousandths of a straight one: √2, in integers.
pub const DIAGONAL_PER_MILLE: u32 = 1414;

/// Buckets in the ring. One step moves an estimate by its cost and by as much heuristic again, at most.
const RING: usize = 1024;

const _: () = assert!(2 * diagonal(u8::MAX as u32) < RING as u32);
const _: () = assert!(RING.is_power_of_two());

/// The end of a bucket's chain.
const NONE: u32 = u32::MAX;

/// A cell of a [`Ground`]: row × columns + column.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Encode, Decode, Serialize, Deserialize)]
pub struct Cell(pub u32);

/// What it costs to walk where. Terrain never changes; buildings may come and go.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ground {
    columns: u32,
    rows: u32,
    /// What the heuristic counts per step: no more than the cheapest cell costs.
    least: u32,
    /// What it costs to enter a cell under a building; 0 if nobody can.
    building_cost: u8,
    /// Cost of entering by terrain alone, 0 where nobody can; with a blocked border all around.
    terrain: Vec<u8>,
    /// How many buildings stand on each cell.
    buildings: Vec<u8>,
    /// Cost of entering now: that of the terrain, or 0 under a building.
    entry: Vec<u8>,
}

/// What is asked of a [`PathFinder`].
#[derive(Debug, Clone, Copy)]
pub struct Errand<'a> {
    /// Where from. It may itself be blocked: one can always leave.
    pub start: Cell,
    /// Where to: the cheapest to reach of these.
    pub goals: &'a [Cell],
    /// Whether a diagonal may pass a blocked cell.
    pub corners: Corners,
    /// Whether a goal may be entered although a building stands on it. Terrain still blocks.
    pub enter_building: bool,
    /// Break ties as seen from the other side of the field, turned by half a circle.
    pub turned: bool,
    /// The most cells to settle, the goal included. At exactly the limit a goal is found; one beyond it is not.
    pub limit: u32,
}

/// Whether a diagonal step may pass a blocked cell.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Encode, Decode, Serialize, Deserialize)]
pub enum Corners {
    /// Any diagonal into an open cell is a step.
    Cut,
    /// Both cells beside a diagonal must be open.
    Kept,
}

/// The answer to an [`Errand`]. The path is empty unless it is found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Route {
    /// There is a way; this is the cheapest.
    Found {
        /// What it costs.
        cost: u32,
        /// Cells settled to find it.
        settled: u32,
    },
    /// The start is a goal.
    Arrived,
    /// There is no way at all. Walking anyway is circling: wait, choose another target, or ask for `nearest`.
    Unreachable {
        /// The cell that can be reached and is nearest to the goals by the heuristic; of equals the first settled.
        nearest: Cell,
    },
    /// The search was given up; whether there is a way is not known.
    LimitReached,
}

/// Finds paths. Keep one and reuse it: after its first search on a ground it allocates nothing.
#[derive(Debug, Clone, Default)]
pub struct PathFinder<Q = Buckets> {
    /// The stamp of the current search; marks left by others count for nothing.
    stamp: u32,
    nodes: Vec<Node>,
    /// The stamp of the search of which a cell is a goal.
    goals: Vec<u32>,
    open: Q,
}

/// Where the cells yet to be settled wait, least estimate first. How ties come out is the list's own rule.
pub trait OpenList: Default {
    /// Forget all that wait; at most `cells` × 8 + 1 will be put in, the estimates never falling below what was taken.
    fn start(&mut self, cells: usize);
    /// Put in a cell.
    fn put(&mut self, estimate: u32, spot: Waiting);
    /// Take the cell with the least estimate.
    fn take(&mut self) -> Option<Waiting>;
}

/// A cell that waits to be settled.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Waiting {
    index: u32,
    column: u16,
    row: u16,
}

/// An open list of buckets in a ring, one for each estimate; of equals the last put in comes first.
#[derive(Debug, Clone)]
pub struct Buckets {
    /// The estimate that is being taken.
    current: u32,
    waiting: usize,
    /// The latest of each bucket.
    heads: Vec<u32>,
    chain: Vec<(Waiting, u32)>,
}

#[derive(Debug, Clone, Copy, Default)]
struct Node {
    stamp: u32,
    cost: u32,
    /// Place in [`STEPS`] of the step that led here.
    step: u8,
    settled: bool,
}

/// The box around all goals: distances to it never exceed those to any goal in it.
#[derive(Debug, Clone, Copy)]
struct GoalBox {
    left: i32,
    right: i32,
    low: i32,
    high: i32,
    straight: u32,
    diagonal: u32,
}

/// Steps to the neighbours, in the order in which they are put in.
const STEPS: [(i32, i32); 8] = [(1, 1), (-1, -1), (-1, 1), (1, -1), (1, 0), (-1, 0), (0, 1), (0, -1)];

/// Steps before this place are diagonal.
const DIAGONALS: usize = 4;

/// The cost of a diagonal step by the cost of the cell entered.
const DIAGONAL_COSTS: [u32; 256] = {
    let mut costs = [0; 256];
    let mut entry = 0;
    while entry < 256 {
        costs[entry] = diagonal(entry as u32);
        entry += 1;
    }
    costs
};

/// One of the [`STEPS`], worked out for a ground and for the side that asks.
#[derive(Debug, Clone, Copy)]
struct Step {
    across: i16,
    along: i16,
    /// How far apart the two cells lie in the bordered arrays.
    offset: i32,
    row_offset: i32,
}

impl Ground {
    /// Lay out a ground; the costs are asked for row by row from (0, 0). Cost 0 cannot be entered.
    #[must_use]
    pub fn new(columns: u32, rows: u32, mut cost: impl FnMut(u32, u32) -> u8) -> Self {
        assert!(columns > 0 && rows > 0 && columns < 0xFFFF && rows < 0xFFFF, "a ground of {columns} × {rows} cells");
        let cells = (columns as usize + 2) * (rows as usize + 2);
        assert!(cells < NONE as usize / 8, "a ground of {columns} × {rows} cells is too large");
        let mut ground = Self {
            columns,
            rows,
            least: 0,
            building_cost: 0,
            terrain: vec![0; cells],
            buildings: vec![0; cells],
            entry: Vec::new(),
        };
        for row in 0..rows {
            for column in 0..columns {
                let index = ground.index(column, row);
                ground.terrain[index] = cost(column, row);
            }
        }
        ground.least = ground.terrain.iter().copied().filter(|c| *c > 0).min().map_or(1, u32::from);
        ground.entry = ground.terrain.clone();
        ground
    }

    /// Let the heuristic count so much per step instead of what the cheapest cell costs; at 0 it knows nothing.
    ///
    /// # Panics
    /// It would over-estimate, and searches would miss the cheapest path.
    #[must_use]
    pub fn with_heuristic(mut self, per_step: u8) -> Self {
        assert!(u32::from(per_step) <= self.least, "a heuristic of {per_step} over-estimates cells of {}", self.least);
        self.least = u32::from(per_step);
        self
    }

    /// Let buildings put up from now on be crossed at a cost instead of closing their cells.
    ///
    /// # Panics
    /// A building costs less than the heuristic expects of any cell.
    #[must_use]
    pub fn with_building_cost(mut self, cost: u8) -> Self {
        assert!(cost == 0 || u32::from(cost) >= self.least, "a building of {cost} is cheaper than any cell");
        self.building_cost = cost;
        self
    }

    /// Columns of cells.
    #[must_use]
    pub const fn columns(&self) -> u32 {
        self.columns
    }

    /// Rows of cells.
    #[must_use]
    pub const fn rows(&self) -> u32 {
        self.rows
    }

    /// Name the cell at a column and row; none outside.
    #[must_use]
    pub const fn cell(&self, column: i32, row: i32) -> Option<Cell> {
        if column < 0 || row < 0 || column as u32 >= self.columns || row as u32 >= self.rows {
            return None;
        }
        Some(Cell(row as u32 * self.columns + column as u32))
    }

    /// Say in which column and row a cell lies.
    #[must_use]
    pub const fn column_row(&self, cell: Cell) -> (i32, i32) {
        ((cell.0 % self.columns) as i32, (cell.0 / self.columns) as i32)
    }

    /// Tell whether a cell can be entered now.
    #[must_use]
    pub fn is_open(&self, cell: Cell) -> bool {
        self.entry[self.index_of(cell)] > 0
    }

    /// Tell the cost of entering a cell by terrain alone; 0 where nobody can.
    #[must_use]
    pub fn terrain_cost(&self, cell: Cell) -> u8 {
        self.terrain[self.index_of(cell)]
    }

    /// Put a building on these columns and rows, ends included; what lies outside the ground is left out.
    pub fn build(&mut self, columns: std::ops::RangeInclusive<i32>, rows: std::ops::RangeInclusive<i32>) {
        self.each_cell(columns, rows, |ground, index| {
            ground.buildings[index] = ground.buildings[index].checked_add(1).expect("at most 255 buildings on a cell");
            ground.entry[index] = if ground.terrain[index] == 0 { 0 } else { ground.building_cost };
        });
    }

    /// Take a building off the columns and rows it was put on.
    pub fn raze(&mut self, columns: std::ops::RangeInclusive<i32>, rows: std::ops::RangeInclusive<i32>) {
        self.each_cell(columns, rows, |ground, index| {
            ground.buildings[index] =
                ground.buildings[index].checked_sub(1).expect("a building is razed where it stands");
            if ground.buildings[index] == 0 {
                ground.entry[index] = ground.terrain[index];
            }
        });
    }

    fn each_cell(
        &mut self,
        columns: std::ops::RangeInclusive<i32>,
        rows: std::ops::RangeInclusive<i32>,
        mut act: impl FnMut(&mut Self, usize),
    ) {
        for row in rows {
            for column in columns.clone() {
                if let Some(cell) = self.cell(column, row) {
                    let index = self.index_of(cell);
                    act(self, index);
                }
            }
        }
    }

    /// Tell whether a place in the bordered arrays is a cell, not border.
    const fn is_inside(&self, index: usize) -> bool {
        let (row, column) = (index / self.stride(), index % self.stride());
        row > 0 && column > 0 && row <= self.rows as usize && column <= self.columns as usize
    }

    /// The place of a cell in the bordered arrays.
    const fn index(&self, column: u32, row: u32) -> usize {
        (row as usize + 1) * self.stride() + column as usize + 1
    }

    fn index_of(&self, cell: Cell) -> usize {
        assert!(cell.0 < self.columns * self.rows, "{cell:?} is not on a ground of {} × {}", self.columns, self.rows);
        self.index(cell.0 % self.columns, cell.0 / self.columns)
    }

    const fn cell_from_index(&self, index: usize) -> Cell {
        let (row, column) = (index / self.stride() - 1, index % self.stride() - 1);
        Cell(row as u32 * self.columns + column as u32)
    }

    const fn stride(&self) -> usize {
        self.columns as usize + 2
    }
}

impl<'a> Errand<'a> {
    /// Ask for the way to the cheapest of some goals: corners kept, buildings closed, no limit.
    #[must_use]
    pub const fn new(start: Cell, goals: &'a [Cell]) -> Self {
        Self { start, goals, corners: Corners::Kept, enter_building: false, turned: false, limit: u32::MAX }
    }
}

impl PathFinder {
    /// Make a finder with the usual open list.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }
}

impl<Q: OpenList> PathFinder<Q> {
    /// Find the cheapest way. The path comes goal first and without the start, to be popped from the back.
    pub fn find(&mut self, ground: &Ground, errand: &Errand<'_>, path: &mut Vec<Cell>) -> Route {
        path.clear();
        if errand.goals.contains(&errand.start) {
            return Route::Arrived;
        }
        let Some(goal_box) = self.begin(ground, errand) else {
            return Route::Unreachable { nearest: errand.start };
        };
        let steps = Step::all(ground, errand.turned);
        let (mut settled, mut nearest) = (0, (u32::MAX, errand.start));
        while let Some(at) = self.open.take() {
            let index = at.index as usize;
            if std::mem::replace(&mut self.nodes[index].settled, true) {
                continue;
            }
            // The start costs nothing to settle; it is where one stands.
            if settled > errand.limit {
                return Route::LimitReached;
            }
            settled += 1;
            if self.goals[index] == self.stamp {
                self.trace(ground, errand, &steps, index, path);
                return Route::Found { cost: self.nodes[index].cost, settled: settled - 1 };
            }
            let left = goal_box.distance(i32::from(at.column), i32::from(at.row));
            if left < nearest.0 {
                nearest = (left, ground.cell_from_index(index));
            }
            self.look_around(ground, errand, &steps, &goal_box, at);
        }
        Route::Unreachable { nearest: nearest.1 }
    }

    /// Stamp the goals, put in the start; none if there is no goal to go to.
    fn begin(&mut self, ground: &Ground, errand: &Errand<'_>) -> Option<GoalBox> {
        let cells = ground.entry.len();
        if self.nodes.len() != cells || self.stamp == u32::MAX {
            self.stamp = 0;
            self.nodes.clear();
            self.nodes.resize(cells, Node::default());
            self.goals.clear();
            self.goals.resize(cells, 0);
        }
        self.stamp += 1;
        let goal_box = GoalBox::around(ground, errand.goals)?;
        for goal in errand.goals {
            self.goals[ground.index_of(*goal)] = self.stamp;
        }
        let start = ground.index_of(errand.start);
        self.nodes[start] = Node { stamp: self.stamp, cost: 0, step: 0, settled: false };
        let (column, row) = ground.column_row(errand.start);
        self.open.start(cells);
        let waiting = Waiting { index: start as u32, column: column as u16, row: row as u16 };
        self.open.put(goal_box.distance(column, row), waiting);
        Some(goal_box)
    }

    /// Put in every neighbour that is reached more cheaply than before.
    #[inline]
    fn look_around(
        &mut self,
        ground: &Ground,
        errand: &Errand<'_>,
        steps: &[Step; 8],
        goal_box: &GoalBox,
        at: Waiting,
    ) {
        let cost_so_far = self.nodes[at.index as usize].cost;
        for (place, step) in steps.iter().enumerate() {
            let index = at.index.wrapping_add_signed(step.offset);
            let mut entry = ground.entry[index as usize];
            if entry == 0 {
                if !errand.enter_building || self.goals[index as usize] != self.stamp {
                    continue;
                }
                entry = ground.terrain[index as usize];
                if entry == 0 {
                    continue;
                }
            }
            let is_diagonal = place < DIAGONALS;
            if is_diagonal && errand.corners == Corners::Kept && step.passes_blocked(ground, at.index) {
                continue;
            }
            let cost = cost_so_far + if is_diagonal { DIAGONAL_COSTS[entry as usize] } else { u32::from(entry) };
            let node = &mut self.nodes[index as usize];
            if node.stamp == self.stamp && node.cost <= cost {
                continue;
            }
            *node = Node { stamp: self.stamp, cost, step: place as u8, settled: false };
            let column = at.column.wrapping_add_signed(step.across);
            let row = at.row.wrapping_add_signed(step.along);
            self.open.put(cost + goal_box.distance(i32::from(column), i32::from(row)), Waiting { index, column, row });
        }
    }

    /// Write the path down, from the goal back to the start, which is left out.
    fn trace(&self, ground: &Ground, errand: &Errand<'_>, steps: &[Step; 8], goal: usize, path: &mut Vec<Cell>) {
        let start = ground.index_of(errand.start);
        let mut index = goal;
        while index != start {
            path.push(ground.cell_from_index(index));
            index = index.wrapping_add_signed(-steps[self.nodes[index].step as usize].offset as isize);
        }
    }
}

impl Step {
    fn all(ground: &Ground, turned: bool) -> [Self; 8] {
        let sign = if turned { -1 } else { 1 };
        let stride = ground.stride() as i32;
        STEPS.map(|(dx, dy)| {
            let (dx, dy) = (dx * sign, dy * sign);
            Self { across: dx as i16, along: dy as i16, offset: dy * stride + dx, row_offset: dy * stride }
        })
    }

    /// Tell whether one of the two cells beside a diagonal is blocked.
    fn passes_blocked(&self, ground: &Ground, from: u32) -> bool {
        let beside = from.wrapping_add_signed(i32::from(self.across)) as usize;
        let above = from.wrapping_add_signed(self.row_offset) as usize;
        ground.entry[beside] == 0 || ground.entry[above] == 0
    }
}

impl GoalBox {
    fn around(ground: &Ground, goals: &[Cell]) -> Option<Self> {
        let first = ground.column_row(*goals.first()?);
        let mut found = Self {
            left: first.0,
            right: first.0,
            low: first.1,
            high: first.1,
            straight: ground.least,
            diagonal: diagonal(ground.least),
        };
        for goal in goals {
            let (column, row) = ground.column_row(*goal);
            (found.left, found.right) = (found.left.min(column), found.right.max(column));
            (found.low, found.high) = (found.low.min(row), found.high.max(row));
        }
        Some(found)
    }

    /// Never over-estimate the cost from a cell to any goal: octile steps to the box, each as cheap as any cell is.
    /// A distance to one goal, or to the target behind them, would over-estimate and lose the cheapest path.
    #[inline]
    fn distance(&self, column: i32, row: i32) -> u32 {
        let across = (self.left - column).max(column - self.right).max(0) as u32;
        let along = (self.low - row).max(row - self.high).max(0) as u32;
        let (long, short) = (across.max(along), across.min(along));
        self.straight * (long - short) + self.diagonal * short
    }
}

impl Default for Buckets {
    fn default() -> Self {
        Self { current: 0, waiting: 0, heads: vec![NONE; RING], chain: Vec::new() }
    }
}

impl OpenList for Buckets {
    fn start(&mut self, cells: usize) {
        self.heads.fill(NONE);
        self.chain.clear();
        // Every settled cell looks at eight others, once.
        self.chain.reserve(cells * 8 + 1);
        self.current = 0;
        self.waiting = 0;
    }

    #[inline]
    fn put(&mut self, estimate: u32, spot: Waiting) {
        if self.chain.is_empty() {
            self.current = estimate;
        }
        debug_assert!(
            estimate >= self.current && estimate - self.current < RING as u32,
            "the heuristic is inconsistent"
        );
        let head = &mut self.heads[estimate as usize % RING];
        self.chain.push((spot, *head));
        *head = (self.chain.len() - 1) as u32;
        self.waiting += 1;
    }

    #[inline]
    fn take(&mut self) -> Option<Waiting> {
        if self.waiting == 0 {
            return None;
        }
        while self.heads[self.current as usize % RING] == NONE {
            self.current += 1;
        }
        let head = &mut self.heads[self.current as usize % RING];
        let (spot, next) = self.chain[*head as usize];
        *head = next;
        self.waiting -= 1;
        Some(spot)
    }
}

/// The cost of a diagonal step into a cell.
const fn diagonal(entry: u32) -> u32 {
    entry * DIAGONAL_PER_MILLE / 1000
}

#[cfg(test)]
mod tests {
    use std::cmp::Reverse;
    use std::collections::{BTreeMap, BinaryHeap};

    use proptest::prelude::*;

    use super::*;

    /// `#` terrain nobody enters, `b` plain under a building, `=` road at 5, `.` plain at 8. Row 0 first.
    fn ground(rows: &[&str]) -> Ground {
        let cells: Vec<&[u8]> = rows.iter().map(|row| row.as_bytes()).collect();
        let mut ground = Ground::new(rows[0].len() as u32, rows.len() as u32, |column, row| {
            match cells[row as usize][column as usize] {
                b'#' => 0,
                b'=' => 5,
                _ => 8,
            }
        });
        for (row, line) in cells.iter().enumerate() {
            for (column, _) in line.iter().enumerate().filter(|(_, c)| **c == b'b') {
                ground.build(column as i32..=column as i32, row as i32..=row as i32);
            }
        }
        ground
    }

    fn at(ground: &Ground, column: i32, row: i32) -> Cell {
        ground.cell(column, row).expect("the test asks for a cell on the ground")
    }

    fn find(ground: &Ground, errand: &Errand<'_>) -> (Route, Vec<(i32, i32)>) {
        let mut path = Vec::new();
        let route = PathFinder::new().find(ground, errand, &mut path);
        (route, path.into_iter().map(|cell| ground.column_row(cell)).collect())
    }

    /// The cheapest costs to every cell, by a plain Dijkstra over an ordered queue that knows nothing of A*.
    fn costs_by_dijkstra(ground: &Ground, errand: &Errand<'_>) -> BTreeMap<(i32, i32), u32> {
        let goals: Vec<(i32, i32)> = errand.goals.iter().map(|g| ground.column_row(*g)).collect();
        let entry = |column: i32, row: i32| {
            let cell = ground.cell(column, row)?;
            let is_exempt = errand.enter_building && goals.contains(&(column, row));
            let cost = u32::from(ground.terrain_cost(cell));
            (cost > 0 && (ground.is_open(cell) || is_exempt)).then_some(cost)
        };
        let is_open = |column: i32, row: i32| ground.cell(column, row).is_some_and(|cell| ground.is_open(cell));
        let mut settled = BTreeMap::new();
        let mut queue = BinaryHeap::from([Reverse((0, ground.column_row(errand.start)))]);
        while let Some(Reverse((cost, (x, y)))) = queue.pop() {
            if settled.contains_key(&(x, y)) {
                continue;
            }
            settled.insert((x, y), cost);
            if goals.contains(&(x, y)) {
                continue;
            }
            for (dx, dy) in (-1..=1).flat_map(|dx| (-1..=1).map(move |dy| (dx, dy))).filter(|d| *d != (0, 0)) {
                let Some(entry) = entry(x + dx, y + dy) else { continue };
                let is_diagonal = dx != 0 && dy != 0;
                let is_cut = is_diagonal && !(is_open(x + dx, y) && is_open(x, y + dy));
                if errand.corners == Corners::Cut || !is_cut {
                    queue.push(Reverse((
                        cost + if is_diagonal { entry * 1414 / 1000 } else { entry },
                        (x + dx, y + dy),
                    )));
                }
            }
        }
        settled
    }

    #[test]
    fn a_path_is_goal_first_without_the_start() {
        let ground = ground(&["....."]);
        let goals = [at(&ground, 4, 0)];
        let (route, path) = find(&ground, &Errand::new(at(&ground, 1, 0), &goals));
        assert!(matches!(route, Route::Found { cost: 24, .. }), "{route:?}");
        assert_eq!(path, [(4, 0), (3, 0), (2, 0)]);
    }

    #[test]
    fn a_detour_by_road_is_taken_where_it_is_cheaper() {
        let ground = ground(&["........", "========"]);
        let goals = [at(&ground, 7, 0)];
        let (route, path) = find(&ground, &Errand::new(at(&ground, 0, 0), &goals));
        // Diagonal onto the road 7, five along it 25, diagonal off it 11.
        assert!(matches!(route, Route::Found { cost: 43, .. }), "{route:?}");
        assert_eq!(path.iter().filter(|(_, row)| *row == 1).count(), 6);
    }

    #[test]
    fn corners_are_cut_only_where_allowed() {
        let ground = ground(&[".#", ".."]);
        let goals = [at(&ground, 1, 1)];
        let kept = Errand::new(at(&ground, 0, 0), &goals);
        assert!(matches!(find(&ground, &kept).0, Route::Found { cost: 16, .. }));
        let cut = Errand { corners: Corners::Cut, ..kept };
        assert!(matches!(find(&ground, &cut).0, Route::Found { cost: 11, .. }));
    }

    #[test]
    fn a_goal_under_a_building_is_entered_only_if_exempt_and_never_crossed() {
        let ground = ground(&["..b.b"]);
        let goals = [at(&ground, 2, 0), at(&ground, 4, 0)];
        let closed = Errand::new(at(&ground, 0, 0), &goals);
        assert_eq!(find(&ground, &closed).0, Route::Unreachable { nearest: at(&ground, 1, 0) });
        let exempt = Errand { enter_building: true, ..closed };
        assert_eq!(find(&ground, &exempt), (Route::Found { cost: 16, settled: 2 }, vec![(2, 0), (1, 0)]));
        let behind = [at(&ground, 4, 0)];
        let behind = Errand { goals: &behind, ..exempt };
        assert_eq!(find(&ground, &behind).0, Route::Unreachable { nearest: at(&ground, 1, 0) });
    }

    #[test]
    fn one_can_leave_a_blocked_cell() {
        let ground = ground(&["#b."]);
        let goals = [at(&ground, 2, 0)];
        assert!(matches!(find(&ground, &Errand::new(at(&ground, 1, 0), &goals)).0, Route::Found { cost: 8, .. }));
    }

    #[test]
    fn standing_on_a_goal_is_arrival_and_no_goal_is_no_way() {
        let ground = ground(&["..."]);
        let goals = [at(&ground, 2, 0), at(&ground, 0, 0)];
        let here = at(&ground, 0, 0);
        assert_eq!(find(&ground, &Errand::new(here, &goals)), (Route::Arrived, vec![]));
        assert_eq!(find(&ground, &Errand::new(here, &[])), (Route::Unreachable { nearest: here }, vec![]));
    }

    #[test]
    fn an_unreachable_spot_gets_a_named_answer_and_the_nearest_one() {
        // c49: a spot walled in on all sides. The nearest cell is where the walker may wait.
        let ground = ground(&[".........", "....###..", "....#.#..", "....###..", "........."]);
        let goals = [at(&ground, 5, 2)];
        let (route, path) = find(&ground, &Errand::new(at(&ground, 0, 2), &goals));
        let Route::Unreachable { nearest } = route else { panic!("{route:?}") };
        assert!(path.is_empty());
        let (column, row) = ground.column_row(nearest);
        assert_eq!((column - 5).abs().max((row - 2).abs()), 2);
        assert_eq!(find(&ground, &Errand::new(nearest, &goals)).0, route, "asked again from there it stays put");
    }

    #[test]
    fn at_exactly_the_limit_a_goal_is_found_and_one_beyond_it_is_not() {
        // c47.
        let ground = ground(&["...........", ".########..", "........#..", ".######.#..", "......#...."]);
        let goals = [at(&ground, 5, 4)];
        let errand = Errand::new(at(&ground, 10, 0), &goals);
        let (Route::Found { cost, settled }, path) = find(&ground, &errand) else { panic!("there is a way") };
        let at_limit = Errand { limit: settled, ..errand };
        assert_eq!(find(&ground, &at_limit), (Route::Found { cost, settled }, path));
        for limit in 0..settled {
            let below = Errand { limit, ..errand };
            assert_eq!(find(&ground, &below), (Route::LimitReached, vec![]), "limit {limit} of {settled}");
        }
    }

    #[test]
    fn of_equal_ways_straight_steps_come_first() {
        let ground = ground(&["....", "....", "...."]);
        let goals = [at(&ground, 3, 1)];
        let (_, path) = find(&ground, &Errand::new(at(&ground, 0, 0), &goals));
        assert_eq!(path, [(3, 1), (2, 0), (1, 0)]);
    }

    #[test]
    fn a_building_razed_leaves_the_ground_as_it_was() {
        let mut ground = ground(&[".=#.", "...="]);
        let before = ground.clone();
        ground.build(-3..=1, 0..=0);
        ground.build(1..=9, 0..=1);
        assert!(!ground.is_open(at(&ground, 1, 0)));
        ground.raze(-3..=1, 0..=0);
        assert!(!ground.is_open(at(&ground, 1, 0)), "two stood there");
        ground.raze(1..=9, 0..=1);
        assert_eq!(ground, before);
    }

    #[test]
    fn a_used_finder_allocates_no_more() {
        let ground = Ground::new(36, 64, |column, row| if (column * 7 + row * 3) % 5 == 0 { 5 } else { 8 });
        let mut finder = PathFinder::new();
        let mut path = Vec::new();
        let _ = finder.find(&ground, &Errand::new(Cell(0), &[Cell(1)]), &mut path);
        let room = (finder.nodes.capacity(), finder.goals.capacity(), finder.open.chain.capacity());
        for start in (0..36 * 64).step_by(97) {
            let _ = finder.find(&ground, &Errand::new(Cell(start), &[Cell(36 * 64 - 1)]), &mut path);
        }
        assert_eq!(room, (finder.nodes.capacity(), finder.goals.capacity(), finder.open.chain.capacity()));
    }

    #[derive(Debug, Clone)]
    struct Scene {
        ground: Ground,
        start: Cell,
        goals: Vec<Cell>,
        corners: Corners,
        enter_building: bool,
    }

    impl Scene {
        fn errand(&self) -> Errand<'_> {
            let (corners, enter_building) = (self.corners, self.enter_building);
            Errand { corners, enter_building, ..Errand::new(self.start, &self.goals) }
        }

        /// The same scene seen from the other side.
        fn turned(&self) -> Self {
            let mut turned = self.clone();
            turned.ground.terrain.reverse();
            turned.ground.buildings.reverse();
            turned.ground.entry.reverse();
            turned.start = self.turn(self.start);
            turned.goals = self.goals.iter().map(|goal| self.turn(*goal)).collect();
            turned
        }

        fn turn(&self, cell: Cell) -> Cell {
            Cell(self.ground.columns * self.ground.rows - 1 - cell.0)
        }
    }

    /// Add up what a way costs.
    fn walked_cost(scene: &Scene, start: Cell, way: &[Cell]) -> u32 {
        let (mut sum, mut before) = (0, scene.ground.column_row(start));
        for cell in way.iter().rev() {
            let (column, row) = scene.ground.column_row(*cell);
            let (dx, dy) = ((column - before.0).abs(), (row - before.1).abs());
            assert_eq!(dx.max(dy), 1, "steps lead to neighbours");
            let entry = u32::from(scene.ground.terrain_cost(*cell));
            sum += if dx + dy == 2 { entry * 1414 / 1000 } else { entry };
            before = (column, row);
        }
        sum
    }

    fn scenes() -> impl Strategy<Value = Scene> {
        (1..14_u32, 1..14_u32).prop_flat_map(|(columns, rows)| {
            let cells = columns * rows;
            let cost = prop_oneof![4 => Just(8_u8), 3 => Just(5), 2 => Just(0), 1 => any::<u8>()];
            let costs = prop::collection::vec(cost, cells as usize);
            let buildings = prop::collection::vec((0..columns as i32, 0..rows as i32, 0..3), 0..4);
            let goals = prop::collection::vec(0..cells, 1..5);
            let flags = (any::<bool>(), any::<bool>());
            (costs, buildings, 0..cells, goals, flags).prop_map(
                move |(costs, buildings, start, goals, (cut, exempt))| {
                    let mut ground = Ground::new(columns, rows, |column, row| costs[(row * columns + column) as usize]);
                    for (column, row, size) in buildings {
                        ground.build(column..=column + size, row..=row + size);
                    }
                    Scene {
                        ground,
                        start: Cell(start),
                        goals: goals.into_iter().map(Cell).collect(),
                        corners: if cut { Corners::Cut } else { Corners::Kept },
                        enter_building: exempt,
                    }
                },
            )
        })
    }

    proptest! {
        #[test]
        fn the_cost_is_dijkstras_and_the_path_adds_up_to_it(scene in scenes()) {
            let errand = scene.errand();
            let mut path = Vec::new();
            let route = PathFinder::new().find(&scene.ground, &errand, &mut path);
            let costs = costs_by_dijkstra(&scene.ground, &errand);
            let cheapest = scene.goals.iter().filter_map(|goal| costs.get(&scene.ground.column_row(*goal))).min();
            match route {
                Route::Arrived => prop_assert_eq!(cheapest, Some(&0)),
                Route::Unreachable { nearest } => {
                    prop_assert_eq!(cheapest, None);
                    prop_assert!(costs.contains_key(&scene.ground.column_row(nearest)));
                }
                Route::Found { cost, .. } => {
                    prop_assert_eq!(cheapest, Some(&cost));
                    prop_assert!(scene.goals.contains(&path[0]));
                    let (mut sum, mut before) = (0, scene.ground.column_row(scene.start));
                    while let Some(cell) = path.pop() {
                        let (column, row) = scene.ground.column_row(cell);
                        let (dx, dy) = ((column - before.0).abs(), (row - before.1).abs());
                        prop_assert_eq!(dx.max(dy), 1, "steps lead to neighbours");
                        let entry = u32::from(scene.ground.terrain_cost(cell));
                        sum += if dx + dy == 2 { entry * 1414 / 1000 } else { entry };
                        before = (column, row);
                        prop_assert_eq!(costs[&before], sum, "no cell on the way is reached more cheaply");
                    }
                    prop_assert_eq!(sum, cost);
                }
                Route::LimitReached => prop_assert!(false, "no limit was set"),
            }
        }

        #[test]
        fn what_was_asked_before_does_not_show(first in scenes(), second in scenes()) {
            // c33: the first question at tick 0 or at tick 500, the answer after it is the same.
            let mut used = PathFinder::new();
            let (mut path, mut again) = (Vec::new(), Vec::new());
            for scene in [&first, &second, &first] {
                let _ = used.find(&scene.ground, &scene.errand(), &mut path);
            }
            let route = used.find(&second.ground, &second.errand(), &mut path);
            prop_assert_eq!(route, PathFinder::new().find(&second.ground, &second.errand(), &mut again));
            prop_assert_eq!(path, again);
        }

        #[test]
        fn a_stamp_that_runs_out_starts_over_clean(scene in scenes()) {
            let (mut path, mut again) = (Vec::new(), Vec::new());
            let mut old = PathFinder::new();
            let route = old.find(&scene.ground, &scene.errand(), &mut path);
            old.stamp = u32::MAX;
            prop_assert_eq!(old.find(&scene.ground, &scene.errand(), &mut again), route);
            prop_assert_eq!(again, path);
        }

        #[test]
        fn a_turned_field_gives_the_turned_path(scene in scenes()) {
            let turned = scene.turned();
            let (mut path, mut other) = (Vec::new(), Vec::new());
            let route = PathFinder::new().find(&scene.ground, &scene.errand(), &mut path);
            let errand = Errand { turned: true, ..turned.errand() };
            let turned_route = PathFinder::new().find(&turned.ground, &errand, &mut other);
            prop_assert_eq!(path.iter().map(|cell| scene.turn(*cell)).collect::<Vec<_>>(), other);
            match (route, turned_route) {
                (Route::Unreachable { nearest: a }, Route::Unreachable { nearest: b }) => {
                    prop_assert_eq!(scene.turn(a), b);
                }
                (a, b) => prop_assert_eq!(a, b),
            }
        }

        #[test]
        fn another_open_list_gives_paths_of_equal_cost(scene in scenes()) {
            let mut path = Vec::new();
            let cost = |route| match route {
                Route::Found { cost, .. } => Some(cost),
                _ => None,
            };
            let by_buckets = cost(PathFinder::new().find(&scene.ground, &scene.errand(), &mut path));
            let kept = path.clone();
            let by_heap = cost(PathFinder::<Heap>::default().find(&scene.ground, &scene.errand(), &mut path));
            prop_assert_eq!((by_buckets, &kept), (by_heap, &path));
            let by_array = cost(PathFinder::<Ordered>::default().find(&scene.ground, &scene.errand(), &mut path));
            prop_assert_eq!((by_buckets, &kept), (by_array, &path));
        }

        #[test]
        fn a_kept_field_gives_ways_of_the_same_cost(scene in scenes()) {
            let (mut path, mut way) = (Vec::new(), Vec::new());
            let mut field = Field::default();
            field.fill(&scene.ground, &scene.errand());
            let mut finder = PathFinder::new();
            for start in 0..scene.ground.columns * scene.ground.rows {
                let errand = Errand { start: Cell(start), ..scene.errand() };
                let found = finder.find(&scene.ground, &errand, &mut path);
                match (found, field.follow(&scene.ground, Cell(start), &mut way)) {
                    (Route::Found { cost, .. }, Route::Found { cost: kept, .. }) => {
                        prop_assert_eq!(cost, kept);
                        prop_assert_eq!(walked_cost(&scene, Cell(start), &way), cost);
                        prop_assert!(scene.goals.contains(&way[0]));
                    }
                    (Route::Unreachable { .. }, Route::Unreachable { .. }) | (Route::Arrived, Route::Arrived) => {}
                    // A search that starts on a goal nobody can enter is there; the field does not know of the start.
                    (Route::Arrived, _) => prop_assert!(!scene.ground.is_open(Cell(start))),
                    (found, kept) => prop_assert!(false, "{:?} and {:?}", found, kept),
                }
            }
        }

        #[test]
        fn a_turned_field_of_ways_gives_turned_ways(scene in scenes()) {
            let turned = scene.turned();
            let (mut field, mut other) = (Field::default(), Field::default());
            field.fill(&scene.ground, &scene.errand());
            other.fill(&turned.ground, &Errand { turned: true, ..turned.errand() });
            let (mut path, mut back) = (Vec::new(), Vec::new());
            for start in 0..scene.ground.columns * scene.ground.rows {
                let _ = field.follow(&scene.ground, Cell(start), &mut path);
                let _ = other.follow(&turned.ground, scene.turn(Cell(start)), &mut back);
                prop_assert_eq!(path.iter().map(|cell| scene.turn(*cell)).collect::<Vec<_>>(), back.clone());
            }
        }
    }
}
