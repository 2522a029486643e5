//! Separation: bodies do not stand in each other.
//!
//! One Gauss–Seidel pass over pairs: each pair is parted from where its two men are by then. A pair is found once, from
//! the man in the earlier square. Squares are a little wider than a body, so that only the next ones need be looked at;
//! they repeat over the field, and men who share a square from afar are told apart by their distance.

use recorder::Step;

use crate::kernel::math::floor_int;
use crate::legion::hash::SAME_LEVEL;
use crate::legion::men::{Condition, Men};
use crate::legion::rules::Legion;

/// Radius of a body, in metres.
///
/// Source: massed battle, crowd separation.
pub const RADIUS: f32 = 0.42;

/// Metres that a man without an opponent is moved at most in a tick, by all his neighbours together.
///
/// Source: massed battle, crowd separation.
pub const BUDGET_LOOSE: f32 = 0.22;

/// Metres that a man with an opponent is moved at most in a tick.
///
/// Source: massed battle, crowd separation.
pub const BUDGET_FIGHTING: f32 = 0.08;

/// Weight of a man who walks, in men.
///
/// Source: massed battle, crowd separation.
pub const MASS_LOOSE: f32 = 1.0;

/// Weight of a man who has set his feet to fight.
///
/// Source: massed battle, crowd separation.
pub const MASS_FIGHTING: f32 = 3.0;

/// Weight of horse and rider.
///
/// Source: massed battle, crowd separation.
pub const MASS_MOUNTED: f32 = 5.0;

/// Side of a square, in metres. From 0.85 to 1.0 costs alike; smaller ones miss neighbours.
///
/// Ours: a little over two radii.
const CELL: f32 = 0.9;
const _: () = assert!(CELL >= 2.0 * RADIUS);

/// Squares to a man before they repeat, and the fewest and most squares, as powers of two: fewer would set more men
/// from afar into one square, more would take longer to go through than the men.
///
/// Ours: a matter of speed only.
const CELLS_A_MAN: usize = 4;
/// See [`CELLS_A_MAN`].
const CELLS_LOG: std::ops::RangeInclusive<u32> = 10..=17;

/// Squares from the middle of the field to where counting starts: further than anyone gets.
///
/// Ours: keeps numbers of squares above 0.
const OFFSET: i32 = 2048;

/// Men noted as overlapping one man before they are dealt with; a power of two.
///
/// Ours: a matter of speed only; whoever has more is dealt with in parts.
const GATHERED: usize = 64;

/// The squared distance below which two bodies overlap.
/// See [`RADIUS`]; in square metres.
const DIAMETER_SQ: f32 = 4.0 * RADIUS * RADIUS;

/// Run the stage. The stage `hash` has put everyone into squares.
pub fn run(_: &Legion, step: &mut Step<'_, Legion>) {
    step.scratch.crowd.settle(&mut step.state.men);
}

/// A body, as it is pushed about.
#[derive(Debug, Clone, Copy, Default)]
struct Pushed {
    /// One over its weight.
    light: f32,
    /// Metres it can still be moved.
    budget: f32,
    /// Height of its feet.
    y: f32,
    /// Its man.
    man: u32,
}

/// Bodies in squares.
#[derive(Debug, Clone, Default)]
pub struct Crowd {
    /// Squares east, and north, before they repeat; powers of two, four times as many east as north.
    columns: usize,
    rows: usize,
    /// Of the columns, the power of two.
    columns_log: u32,
    /// For each square, where its list starts.
    starts: Vec<u32>,
    /// The square of each man.
    cells: Vec<u32>,
    /// Places, bodies and their squares, in the order of the squares.
    x: Vec<f32>,
    z: Vec<f32>,
    bodies: Vec<Pushed>,
    squares: Vec<u32>,
    /// Whether each unit rides.
    mounted: Vec<bool>,
}

/// No square.
///
/// Ours: no square has this number.
const NOWHERE: u32 = u32::MAX;

impl Crowd {
    /// Say of each unit whether it rides.
    pub fn ride(&mut self, units: impl IntoIterator<Item = bool>) {
        self.mounted.clear();
        self.mounted.extend(units);
    }

    /// Part everyone who is up.
    pub fn part(&mut self, men: &mut Men) {
        self.index(men);
        self.settle(men);
    }

    /// Put everyone who is up into squares.
    pub fn index(&mut self, men: &Men) {
        self.count(men);
        self.fill(men);
    }

    /// Part everyone who was put into a square.
    pub fn settle(&mut self, men: &mut Men) {
        self.resolve();
        for (body, (x, z)) in self.bodies.iter().zip(self.x.iter().zip(&self.z)) {
            (men.x[body.man as usize], men.z[body.man as usize]) = (*x + 0.0, *z + 0.0);
        }
    }

    fn count(&mut self, men: &Men) {
        let log = (men.len() * CELLS_A_MAN).next_power_of_two().ilog2().clamp(*CELLS_LOG.start(), *CELLS_LOG.end());
        self.rows = 1 << ((log - 2) / 2);
        self.columns_log = log - self.rows.ilog2();
        self.columns = 1 << self.columns_log;
        self.starts.clear();
        self.starts.resize(self.columns * self.rows + 1, 0);
        let (right, top, log) = (self.columns as u32 - 1, self.rows as u32 - 1, self.columns_log);
        let square = |((&x, &z), condition): ((&f32, &f32), &Condition)| {
            let column = (floor_int(x * (1.0 / CELL)) + OFFSET) as u32 & right;
            let row = (floor_int(z * (1.0 / CELL)) + OFFSET) as u32 & top;
            if condition.is_up() { (row << log) + column } else { NOWHERE }
        };
        // First all squares, then all counts: several squares are found at once.
        self.cells.clear();
        self.cells.extend(men.x.iter().zip(&men.z).zip(&men.condition).map(square));
        for &cell in self.cells.iter().filter(|cell| **cell != NOWHERE) {
            self.starts[cell as usize] += 1;
        }
        let mut total = 0;
        for run in self.starts.chunks_mut(16) {
            // Most squares are empty, and so are those beside them.
            if run.iter().fold(0, |any, start| any | start) == 0 {
                run.fill(total);
                continue;
            }
            for start in run {
                total += *start;
                *start = total;
            }
        }
    }

    /// Fill from the back, so that within a square the lower number comes first.
    fn fill(&mut self, men: &Men) {
        let total = self.starts.last().map_or(0, |&end| end as usize);
        self.x.resize(total, 0.0);
        self.z.resize(total, 0.0);
        self.bodies.resize(total, Pushed::default());
        self.squares.resize(total, 0);
        let Self { starts, cells, mounted, .. } = self;
        let (xs, zs, bodies) = (&mut self.x[..total], &mut self.z[..total], &mut self.bodies[..total]);
        let squares = &mut self.squares[..total];
        let places = cells.iter().zip(&men.x).zip(&men.z).zip(&men.y);
        let men = places.zip(&men.condition).zip(&men.unit).enumerate();
        for (man, (((((&cell, &x), &z), &y), &condition), &unit)) in men.rev() {
            if cell == NOWHERE {
                continue;
            }
            let place = &mut starts[cell as usize];
            *place -= 1;
            let place = *place as usize;
            let is_fighting = condition == Condition::FIGHTING;
            let mass = match (mounted[usize::from(unit)], is_fighting) {
                (true, _) => MASS_MOUNTED,
                (false, true) => MASS_FIGHTING,
                (false, false) => MASS_LOOSE,
            };
            let budget = if is_fighting { BUDGET_FIGHTING } else { BUDGET_LOOSE };
            (xs[place], zs[place]) = (x, z);
            squares[place] = cell;
            bodies[place] = Pushed { light: 1.0 / mass, budget, y, man: man as u32 };
        }
    }

    /// Part every pair: a man and those after him in his own square and the next one, and those in the three squares of
    /// the next row.
    fn resolve(&mut self) {
        let Self { columns, rows, columns_log, starts, x, z, bodies, squares, .. } = self;
        let (columns, rows, log) = (*columns, *rows, *columns_log);
        let mut bodies = Bodies { x, z, bodies, near: [0; GATHERED], count: 0 };
        let start = |square: usize| starts[square] as usize;
        for (man, square) in squares.iter().enumerate() {
            let square = *square as usize;
            let (row, column) = (square >> log, square & (columns - 1));
            let next = (row + 1) & (rows - 1);
            let is_inside = column > 0 && column + 1 < columns;
            // The squares beside the first and the last one of a row are at its other end.
            let runs = if is_inside {
                let below = next * columns + column - 1;
                [[man + 1, start(square + 2)], [start(below), start(below + 3)]]
            } else {
                bodies.gather(man, man + 1, start(square + 1));
                let (east, west) = ((column + 1) & (columns - 1), (column + columns - 1) & (columns - 1));
                let squares = [row * columns + east, next * columns + west, next * columns + column];
                squares.into_iter().for_each(|other| bodies.gather(man, start(other), start(other + 1)));
                let last = next * columns + east;
                [[start(last), start(last + 1)], [0, 0]]
            };
            bodies.gather_few(man, runs);
            bodies.flush(man);
        }
    }
}

/// Bodies while they are parted.
struct Bodies<'a> {
    x: &'a mut [f32],
    z: &'a mut [f32],
    bodies: &'a mut [Pushed],
    /// Those who overlap the man whose turn it is, and how many they are.
    near: [u32; GATHERED],
    count: usize,
}

impl Bodies<'_> {
    /// Note those of two runs of places who overlap a man. Nearly always there is room for all who might.
    #[inline(always)]
    fn gather_few(&mut self, man: usize, runs: [[usize; 2]; 2]) {
        let most = runs.iter().map(|[from, to]| to - from).sum::<usize>();
        if self.count + most >= GATHERED {
            runs.into_iter().for_each(|[from, to]| self.gather(man, from, to));
            return;
        }
        let (x, z, mut count) = (self.x[man], self.z[man], self.count);
        for [from, to] in runs {
            for (other, (ox, oz)) in (from..to).zip(self.x[from..to].iter().zip(&self.z[from..to])) {
                let (dx, dz) = (ox - x, oz - z);
                self.near[count & (GATHERED - 1)] = other as u32;
                count += usize::from(dx * dx + dz * dz < DIAMETER_SQ);
            }
        }
        self.count = count;
    }

    /// Note those of a run of places who overlap a man.
    #[cold]
    fn gather(&mut self, man: usize, mut from: usize, to: usize) {
        while from < to {
            let until = to.min(from + GATHERED - self.count);
            let (x, z, mut count) = (self.x[man], self.z[man], self.count);
            // Without a branch: everyone is written down, and those who do not overlap are written over.
            for (other, (ox, oz)) in (from..until).zip(self.x[from..until].iter().zip(&self.z[from..until])) {
                let (dx, dz) = (ox - x, oz - z);
                self.near[count & (GATHERED - 1)] = other as u32;
                count += usize::from(dx * dx + dz * dz < DIAMETER_SQ);
            }
            self.count = count;
            if count == GATHERED {
                self.flush(man);
            }
            from = until;
        }
    }

    /// Part a man from those noted.
    #[inline]
    fn flush(&mut self, man: usize) {
        for n in 0..std::mem::take(&mut self.count) {
            self.push_apart(man, self.near[n] as usize);
        }
    }

    /// Part two by their overlap, each by his lightness and within his budget.
    #[inline]
    fn push_apart(&mut self, one: usize, other: usize) {
        let (a, b) = (self.bodies[one], self.bodies[other]);
        let (dx, dz) = (self.x[other] - self.x[one], self.z[other] - self.z[one]);
        let distance_sq = dx * dx + dz * dz;
        if distance_sq >= DIAMETER_SQ || (a.y - b.y).abs() >= SAME_LEVEL {
            return;
        }
        let distance = distance_sq.sqrt();
        // Two in the very same place part from east to west, the lower number to the west.
        let (nx, nz) = if distance > 1e-4 {
            (dx / distance, dz / distance)
        } else {
            (if a.man < b.man { 1.0 } else { -1.0 }, 0.0)
        };
        let overlap = 2.0 * RADIUS - distance;
        let share = overlap / (a.light + b.light);
        let (back, forth) = ((share * a.light).min(a.budget), (share * b.light).min(b.budget));
        self.bodies[one].budget = a.budget - back;
        self.bodies[other].budget = b.budget - forth;
        self.x[one] -= nx * back;
        self.z[one] -= nz * back;
        self.x[other] += nx * forth;
        self.z[other] += nz * forth;
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// Someone: where, how, whether he rides, and at what height.
    #[derive(Debug, Clone, Copy)]
    struct One {
        x: f32,
        z: f32,
        y: f32,
        condition: Condition,
        rides: bool,
    }

    const LOOSE: One = One { x: 0.0, z: 0.0, y: 0.0, condition: Condition::READY, rides: false };

    fn part(ones: &[One]) -> Vec<[f32; 2]> {
        let mut men = Men::default();
        for one in ones {
            men.x.push(one.x);
            men.z.push(one.z);
            men.y.push(one.y);
            men.condition.push(one.condition);
            men.unit.push(u16::from(one.rides));
        }
        let mut crowd = Crowd { mounted: vec![false, true], ..Crowd::default() };
        crowd.part(&mut men);
        men.x.into_iter().zip(men.z).map(|(x, z)| [x, z]).collect()
    }

    fn close(a: f32, b: f32) -> bool {
        (a - b).abs() < 1e-4
    }

    #[test]
    fn two_who_overlap_part_to_the_width_of_a_body() {
        let out = part(&[One { x: -0.3, ..LOOSE }, One { x: 0.3, ..LOOSE }]);
        assert!(close(out[0][0], -0.42) && close(out[1][0], 0.42), "{out:?}");
        let apart = [One { x: -0.42, ..LOOSE }, One { x: 0.42, ..LOOSE }];
        assert_eq!(part(&apart), [[-0.42, 0.0], [0.42, 0.0]], "at 0.84 m nobody moves");
    }

    #[test]
    fn the_lighter_gives_way_one_to_three_to_five() {
        let fighting = One { condition: Condition::FIGHTING, ..LOOSE };
        let riding = One { rides: true, ..LOOSE };
        // An overlap of 0.04 m, well within every budget.
        let shares = |a: One, b: One| {
            let out = part(&[One { x: -0.4, ..a }, One { x: 0.4, ..b }]);
            (out[0][0] + 0.4) / (out[1][0] - 0.4)
        };
        assert!((shares(LOOSE, fighting) + 3.0).abs() < 1e-2);
        assert!((shares(LOOSE, riding) + 5.0).abs() < 1e-2);
        assert!((shares(fighting, riding) + 5.0 / 3.0).abs() < 1e-2);
        assert!((shares(LOOSE, LOOSE) + 1.0).abs() < 1e-2);
    }

    #[test]
    fn nobody_is_moved_beyond_his_budget_on_either_side_of_a_pair() {
        let fighting = One { condition: Condition::FIGHTING, ..LOOSE };
        let out = part(&[One { x: -0.01, ..LOOSE }, One { x: 0.01, ..LOOSE }]);
        assert!(close(out[0][0], -0.01 - BUDGET_LOOSE) && close(out[1][0], 0.01 + BUDGET_LOOSE), "{out:?}");
        let out = part(&[One { x: -0.01, ..fighting }, One { x: 0.01, ..fighting }]);
        assert!(close(out[0][0], -0.01 - BUDGET_FIGHTING) && close(out[1][0], 0.01 + BUDGET_FIGHTING), "{out:?}");
        // A crowd on one man: all of it together moves him no further.
        let mut crowd = vec![fighting];
        crowd.extend((0..8).map(|n| One { x: 0.1 + 0.02 * n as f32, ..LOOSE }));
        let out = part(&crowd);
        assert!((out[0][0] * out[0][0] + out[0][1] * out[0][1]).sqrt() <= BUDGET_FIGHTING + 1e-5, "{out:?}");
    }

    #[test]
    fn those_on_another_level_and_those_who_fell_are_in_nobodys_way() {
        let near = [One { x: -0.1, ..LOOSE }, One { x: 0.1, y: SAME_LEVEL, ..LOOSE }];
        assert_eq!(part(&near), [[-0.1, 0.0], [0.1, 0.0]]);
        let level = [One { x: -0.1, ..LOOSE }, One { x: 0.1, y: SAME_LEVEL - 0.01, ..LOOSE }];
        assert_ne!(part(&level), [[-0.1, 0.0], [0.1, 0.0]]);
        let fallen = [One { x: -0.1, ..LOOSE }, One { x: 0.1, condition: Condition::DYING, ..LOOSE }];
        assert_eq!(part(&fallen), [[-0.1, 0.0], [0.1, 0.0]]);
    }

    #[test]
    fn two_in_the_very_same_place_part_too() {
        let out = part(&[LOOSE, LOOSE]);
        assert!(out[0][0] < 0.0 && out[1][0] > 0.0, "{out:?}");
    }

    // Squares repeat: neighbours over the seam must be found, and namesakes from afar left alone.
    #[test]
    fn the_seams_of_the_squares_do_not_show() {
        // Few men have 64 squares east and 16 north before they repeat.
        let (wide, high) = (CELL * 64.0, CELL * 16.0);
        for (x, z) in [(wide, 3.1), (3.1, high), (-wide, -high), (-3.0 * wide, 0.0)] {
            for (dx, dz) in [(0.3, 0.0), (0.0, 0.3), (0.2, 0.2), (-0.2, 0.2)] {
                let out = part(&[One { x: x - dx, z: z - dz, ..LOOSE }, One { x: x + dx, z: z + dz, ..LOOSE }]);
                let (gx, gz) = (out[1][0] - out[0][0], out[1][1] - out[0][1]);
                assert!((gx * gx + gz * gz).sqrt() > 0.83, "{x} {z} {dx} {dz}: {out:?}");
            }
            let far = [LOOSE, One { x: wide, z: high, ..LOOSE }];
            assert_eq!(part(&far)[0], [0.0, 0.0]);
        }
    }

    proptest! {
        #[test]
        fn every_overlapping_pair_is_found(
            places in prop::collection::vec((-400.0..400.0_f32, -200.0..200.0_f32, 0.0..6.3_f32, 0.1..0.8_f32), 1..60),
        ) {
            // Pairs far from each other, so that what becomes of each is known without the order of the pass.
            let mut ones: Vec<One> = Vec::new();
            for (x, z, angle, gap) in places {
                let is_clear = |one: &One| (one.x - x).abs() > 4.0 || (one.z - z).abs() > 4.0;
                if ones.iter().all(is_clear) {
                    ones.push(One { x, z, ..LOOSE });
                    let (dx, dz) = (crate::kernel::math::cos(angle) * gap, crate::kernel::math::sin(angle) * gap);
                    ones.push(One { x: x + dx, z: z + dz, ..LOOSE });
                }
            }
            let out = part(&ones);
            for (pair, before) in out.chunks(2).zip(ones.chunks(2)) {
                let gap = |a: [f32; 2], b: [f32; 2]| {
                    let (dx, dz) = (a[0] - b[0], a[1] - b[1]);
                    (dx * dx + dz * dz).sqrt()
                };
                let was = gap([before[0].x, before[0].z], [before[1].x, before[1].z]);
                let wanted = was + (2.0 * RADIUS - was).min(2.0 * BUDGET_LOOSE);
                prop_assert!((gap(pair[0], pair[1]) - wanted).abs() < 1e-3, "{was} became {}", gap(pair[0], pair[1]));
            }
        }
    }
}
