//! Formations: how wide and deep a unit stands, who stands where in it, and the ground it takes.
//!
//! Slots count from the middle of the front rank. A line keeps its files: the man behind steps up. A wedge has one man
//! more on each side in every rank.

use crate::kernel::math::unit_or;
use crate::legion::content::Kind;
use crate::legion::men::Men;
use crate::legion::muster::SCALE_WHOLE;
use crate::legion::unit::{Formation, Unit};

/// Files that a rank can have, and ranks a unit: a man's place in either is one byte.
/// Ours: what a byte holds, and a few to spare.
const MOST: u32 = 250;

/// Ranks below which a line grows narrower rather than thinner.
/// Ours: who steps up must have stood behind someone.
const RANKS_MIN: u32 = 2;

/// Ranks of a screen.
/// Ours: thin, so that all can throw.
const SCREEN_RANKS: u32 = 3;

/// A line's files to one of a column.
/// Ours: narrow enough to march past another unit, wide enough to fight when met.
const COLUMN_PART: u16 = 4;

/// Files by which a unit is too wide before it dresses anew: dressing moves everyone.
/// Ours: a few losses should not set a whole block walking.
const DRESS_SLACK: u16 = 3;

/// The closest that bodies stand, in metres: two radii of 0.42 and a hand.
/// Source: massed battle, friendly fire: a file's distance.
const CLOSEST: f32 = 0.86;

/// Nobody, in a grid of places.
/// Ours: no unit has so many men.
const EMPTY: u16 = u16::MAX;

/// Give the files of a whole unit's line at a scale in per cent: as deep as it is wide, at any scale.
#[must_use]
pub fn full_width(kind: &Kind, scale: u32) -> u16 {
    let wide = f32::from(kind.files) * (scale as f32 / SCALE_WHOLE as f32).sqrt();
    (wide + 0.5).floor().clamp(1.0, MOST as f32) as u16
}

impl Formation {
    /// Give the metres between files and between ranks.
    #[must_use]
    #[inline]
    pub fn spacing(self, kind: &Kind) -> [f32; 2] {
        let [wide, deep] = kind.spacing;
        match self {
            Self::Line | Self::Column => [wide, deep],
            Self::Wedge => [wide, deep * 1.1],
            Self::Shield => [(wide * 0.94).max(CLOSEST), (deep * 0.92).max(CLOSEST)],
            Self::Loose => [wide * 1.6, deep * 1.6],
            Self::Skirmish => [wide * 1.7, deep * 1.9],
        }
    }

    /// Give the files that so many men stand in, of a unit whose line has `full` of them.
    #[must_use]
    pub fn files(self, full: u16, alive: u32) -> u16 {
        let alive = alive.max(1);
        let thin = alive.div_ceil(RANKS_MIN);
        let files = match self {
            Self::Line | Self::Loose | Self::Shield => u32::from(full).min(thin),
            Self::Column => u32::from((full / COLUMN_PART).max(4)).min(thin),
            Self::Wedge => 2 * wedge_ranks(alive) - 1,
            Self::Skirmish => alive.div_ceil(SCREEN_RANKS),
        };
        files.max(alive.div_ceil(MOST)).clamp(1, MOST) as u16
    }

    /// Give the ranks that so many men make in so many files.
    #[must_use]
    #[inline]
    pub fn ranks(self, files: u16, alive: u32) -> u32 {
        if self == Self::Wedge { wedge_ranks(alive) } else { alive.div_ceil(u32::from(files.max(1))) }
    }

    /// Tell whether men stand so far apart that they go any way without wheeling first.
    #[must_use]
    #[inline]
    pub const fn is_open(self) -> bool {
        matches!(self, Self::Loose | Self::Skirmish)
    }

    /// Give the part of its pace that it keeps.
    #[must_use]
    #[inline]
    pub fn pace(self) -> f32 {
        match self {
            Self::Line | Self::Wedge | Self::Loose => 1.0,
            Self::Column => 1.15,
            Self::Skirmish => 1.1,
            Self::Shield => 0.55,
        }
    }
}

/// Ranks of a wedge: 1, 3, 5, … men.
fn wedge_ranks(alive: u32) -> u32 {
    let mut ranks = 1;
    while ranks * ranks < alive {
        ranks += 1;
    }
    ranks
}

/// The ground a unit takes: a rectangle that looks where the unit looks.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Block {
    /// Its middle, in metres.
    pub x: f32,
    /// See `x`.
    pub z: f32,
    /// Where it looks.
    pub fx: f32,
    /// See `fx`.
    pub fz: f32,
    /// Half of how wide and how deep it is, from the outermost man to the outermost.
    pub half_wide: f32,
    /// See `half_wide`.
    pub half_deep: f32,
}

impl Block {
    /// Give the ground of a unit.
    #[must_use]
    pub fn of(unit: &Unit, kind: &Kind) -> Self {
        let [wide, deep] = unit.formation.spacing(kind);
        let files = u32::from(unit.width).min(unit.alive.max(1));
        let half_wide = (files - 1) as f32 * wide * 0.5;
        let half_deep = (unit.formation.ranks(unit.width, unit.alive.max(1)) - 1) as f32 * deep * 0.5;
        let (x, z) = (unit.x - unit.fx * half_deep, unit.z - unit.fz * half_deep);
        Self { x, z, fx: unit.fx, fz: unit.fz, half_wide, half_deep }
    }

    /// Reach of the rectangle along a direction, from its middle.
    #[must_use]
    #[inline]
    pub fn reach(&self, nx: f32, nz: f32) -> f32 {
        (self.fx * nx + self.fz * nz).abs() * self.half_deep + (self.fz * nx - self.fx * nz).abs() * self.half_wide
    }

    /// Measure the gap to another, front man to front man, and the direction in which it is: below 0 if they overlap.
    /// Of two directions that part them alike, the first of own front, own side, other's front, other's side.
    #[must_use]
    pub fn gap(&self, other: &Self) -> (f32, [f32; 2]) {
        let (dx, dz) = (other.x - self.x, other.z - self.z);
        let axes = [[self.fx, self.fz], [self.fz, 0.0 - self.fx], [other.fx, other.fz], [other.fz, 0.0 - other.fx]];
        let mut best = (f32::MIN, [1.0, 0.0]);
        for [ax, az] in axes {
            let along = dx * ax + dz * az;
            let gap = along.abs() - self.reach(ax, az) - other.reach(ax, az);
            if gap > best.0 {
                let sign = if along < 0.0 { -1.0 } else { 1.0 };
                best = (gap, [ax * sign + 0.0, az * sign + 0.0]);
            }
        }
        best
    }

    /// A bound on how far its men are from its middle.
    #[must_use]
    #[inline]
    pub fn radius(&self) -> f32 {
        self.half_wide + self.half_deep
    }
}

/// Buffers of dressing.
#[derive(Debug, Clone, Default)]
pub struct Dresser {
    order: Vec<(f32, u32)>,
    grid: Vec<u16>,
    heights: Vec<u16>,
}

impl Dresser {
    /// Give every man up a new place, near where he is: when the formation or its facing has changed, or it has gathered.
    pub fn dress(&mut self, men: &mut Men, unit: &mut Unit) {
        unit.width = unit.formation.files(unit.full_width, unit.alive);
        let (fx, fz) = (unit.fx, unit.fz);
        let forward = |men: &Men, man: usize| men.x[man] * fx + men.z[man] * fz;
        let right = |men: &Men, man: usize| men.x[man] * fz - men.z[man] * fx;
        let mut order = std::mem::take(&mut self.order);
        order.clear();
        let up = unit.men().filter(|&man| men.is_up(man));
        if unit.formation == Formation::Wedge {
            order.extend(up.map(|man| (-forward(men, man), man as u32)));
            sort(&mut order);
            let mut rank = 0;
            let mut from = 0;
            while from < order.len() {
                let to = (from + 2 * rank + 1).min(order.len());
                order[from..to].iter_mut().for_each(|(key, man)| *key = right(men, *man as usize));
                sort(&mut order[from..to]);
                // A last rank that is not full stands in the middle.
                let missing = 2 * rank + 1 - (to - from);
                for (file, (_, man)) in order[from..to].iter().enumerate() {
                    men.rank[*man as usize] = rank as u8;
                    men.file[*man as usize] = (file + missing / 2) as u8;
                }
                (from, rank) = (to, rank + 1);
            }
        } else {
            order.extend(up.map(|man| (right(men, man), man as u32)));
            sort(&mut order);
            let (files, count) = (usize::from(unit.width), order.len());
            let mut from = 0;
            for file in 0..files {
                let to = count * (file + 1) / files;
                order[from..to].iter_mut().for_each(|(key, man)| *key = -forward(men, *man as usize));
                sort(&mut order[from..to]);
                for (rank, (_, man)) in order[from..to].iter().enumerate() {
                    men.rank[*man as usize] = rank as u8;
                    men.file[*man as usize] = file as u8;
                }
                from = to;
            }
        }
        self.order = order;
    }

    /// Close the ranks after men fell: whoever stands behind a hole steps into it. A unit too wide for its men dresses.
    pub fn close(&mut self, men: &mut Men, unit: &mut Unit) {
        let files = unit.formation.files(unit.full_width, unit.alive);
        if unit.formation == Formation::Wedge {
            unit.width = files;
            return self.close_wedge(men, unit);
        }
        if unit.width > files + DRESS_SLACK {
            return self.dress(men, unit);
        }
        self.close_files(men, unit);
    }

    /// Fill the grid of the unit's places, `wide` to a rank, and give its ranks.
    fn fill(&mut self, men: &Men, unit: &Unit, wide: usize) -> usize {
        let up = || unit.men().filter(|&man| men.is_up(man));
        let ranks = up().map(|man| usize::from(men.rank[man]) + 1).max().unwrap_or(0);
        self.grid.clear();
        self.grid.resize(ranks * wide, EMPTY);
        for man in up() {
            let place = usize::from(men.rank[man]) * wide + usize::from(men.file[man]);
            debug_assert_eq!(self.grid[place], EMPTY, "two men in one place");
            self.grid[place] = (man - unit.first as usize) as u16;
        }
        ranks
    }

    fn close_files(&mut self, men: &mut Men, unit: &Unit) {
        let (first, wide) = (unit.first as usize, usize::from(unit.width));
        let ranks = self.fill(men, unit, wide);
        self.heights.clear();
        self.heights.resize(wide, 0);
        for (place, &man) in self.grid.iter().enumerate() {
            if man != EMPTY {
                let height = &mut self.heights[place % wide];
                men.rank[first + usize::from(man)] = *height as u8;
                *height += 1;
            }
        }
        // The last man of the deepest file goes to the shallowest until they are level.
        while let Some((from, to)) = self.uneven() {
            let rank = self.heights[from] - 1;
            let places = (0..ranks).rev().map(|rank| rank * wide + from);
            let Some(place) = places.into_iter().find(|&place| self.grid[place] != EMPTY) else { break };
            let man = first + usize::from(std::mem::replace(&mut self.grid[place], EMPTY));
            debug_assert_eq!(u16::from(men.rank[man]), rank, "the last of the file");
            men.rank[man] = self.heights[to] as u8;
            men.file[man] = to as u8;
            self.heights[from] -= 1;
            self.heights[to] += 1;
        }
    }

    /// The deepest file nearest to the shallowest one, where they are two men apart.
    fn uneven(&self) -> Option<(usize, usize)> {
        let low = *self.heights.iter().min()?;
        let high = *self.heights.iter().max()?;
        if high < low + 2 {
            return None;
        }
        let to = self.heights.iter().position(|&height| height == low)?;
        let deep = (0..self.heights.len()).filter(|&file| self.heights[file] == high);
        Some((deep.min_by_key(|&file| (file.abs_diff(to), file))?, to))
    }

    fn close_wedge(&mut self, men: &mut Men, unit: &Unit) {
        let first = unit.first as usize;
        let wide = unit.men().filter(|&man| men.is_up(man)).map(|man| usize::from(men.rank[man]) * 2 + 1).max();
        let Some(wide) = wide else { return };
        let ranks = self.fill(men, unit, wide);
        for hole_rank in 0..ranks.saturating_sub(1) {
            for hole_file in 0..=2 * hole_rank {
                let (mut rank, mut file) = (hole_rank, hole_file);
                // The hole wanders back until nobody is behind it.
                while self.grid[rank * wide + file] == EMPTY && rank + 1 < ranks {
                    let behind = file + 1;
                    let row = &self.grid[(rank + 1) * wide..(rank + 1) * wide + 2 * rank + 3];
                    let near = (0..row.len()).filter(|&f| row[f] != EMPTY).min_by_key(|&f| (f.abs_diff(behind), f));
                    let Some(near) = near else { break };
                    let man = std::mem::replace(&mut self.grid[(rank + 1) * wide + near], EMPTY);
                    self.grid[rank * wide + file] = man;
                    men.rank[first + usize::from(man)] = rank as u8;
                    men.file[first + usize::from(man)] = file as u8;
                    (rank, file) = (rank + 1, near);
                }
            }
        }
    }
}

/// Sort by key; equals by the man's number.
fn sort(order: &mut [(f32, u32)]) {
    order.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
}

/// Where slots are, worked out once for a unit.
#[derive(Debug, Clone, Copy)]
pub struct Slots {
    x: f32,
    z: f32,
    fx: f32,
    fz: f32,
    wide: f32,
    deep: f32,
    /// Half a rank's files, and by how much each rank adds to it.
    middle: f32,
    widening: f32,
    /// How far every second rank stands to the side, in files.
    stagger: f32,
    jitter: f32,
}

/// How far a man may stand off his slot in a line, in metres: nobody stands to the inch.
/// Ours: breaks up the grid to the eye.
const JITTER: f32 = 0.05;

/// Part of the depth between ranks that is left where they press up in a melee.
/// Ours: brings those behind nearer to the enemy.
const PRESSED: f32 = 0.75;

impl Slots {
    /// Work out where a unit's slots are. In a melee the ranks press up and look past each other.
    #[must_use]
    pub fn of(unit: &Unit, kind: &Kind, is_pressing: bool) -> Self {
        let [wide, deep] = unit.formation.spacing(kind);
        let is_wedge = unit.formation == Formation::Wedge;
        let is_open = unit.formation.is_open();
        Self {
            x: unit.x,
            z: unit.z,
            fx: unit.fx,
            fz: unit.fz,
            wide,
            deep: if is_pressing { deep * PRESSED } else { deep },
            middle: if is_wedge { 0.0 } else { (unit.width.max(1) - 1) as f32 * 0.5 },
            widening: if is_wedge { 1.0 } else { 0.0 },
            stagger: if is_pressing && !is_wedge { 0.25 } else { 0.0 },
            jitter: if is_open { JITTER * 6.0 } else { JITTER },
        }
    }

    /// Give the slot of a place.
    #[must_use]
    #[inline]
    pub fn slot(&self, rank: u8, file: u8, grain: u8) -> [f32; 2] {
        let back = f32::from(rank);
        let odd = f32::from(rank & 1) - 0.5;
        let side = f32::from(file) - self.middle - self.widening * back + self.stagger * odd * 2.0;
        let off = |bits: u8| (f32::from(bits & 15) - 7.5) * (1.0 / 7.5);
        let right = side * self.wide + off(grain) * self.jitter;
        let behind = back * self.deep + off(grain >> 4) * self.jitter;
        [self.x + self.fz * right - self.fx * behind, self.z - self.fx * right - self.fz * behind]
    }

    /// Give the middle of a unit's slots, from the sums of its men's ranks and files.
    #[must_use]
    pub fn middle(&self, ranks: f32, files: f32, men: f32) -> [f32; 2] {
        let (rank, file) = (ranks / men, files / men);
        let right = (file - self.middle - self.widening * rank) * self.wide;
        let behind = rank * self.deep;
        [self.x + self.fz * right - self.fx * behind, self.z - self.fx * right - self.fz * behind]
    }
}

/// Turn a facing toward a wish by no more than an angle, in radians below 0.5.
#[must_use]
#[inline]
pub fn turned([fx, fz]: [f32; 2], [wx, wz]: [f32; 2], most: f32) -> [f32; 2] {
    let (along, across) = (fx * wx + fz * wz, fx * wz - fz * wx);
    if along > 0.0 && across.abs() <= most {
        return [wx, wz];
    }
    let step = if across < 0.0 { -most } else { most };
    unit_or(fx - fz * step, fz + fx * step, [wx, wz])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::legion::men::Condition;
    use crate::legion::state::State;
    use crate::legion::testing::{battle, content, line};

    fn cohort() -> (State, Kind) {
        let rules = battle(&[line("legionary-cohort", 160, [0, -100], 90)], &[line("warband", 20, [0, 400], 270)]);
        let kind = rules.content.kinds[usize::from(rules.opening().units[0].kind)].clone();
        (rules.opening().clone(), kind)
    }

    fn places(state: &State) -> Vec<(u8, u8)> {
        let up = state.units[0].men().filter(|&man| state.men.is_up(man));
        let mut places: Vec<(u8, u8)> = up.map(|man| (state.men.rank[man], state.men.file[man])).collect();
        places.sort();
        places
    }

    /// Nobody shares a place, and no file has a hole or is two men deeper than another.
    fn assert_closed(state: &State) {
        let places = places(state);
        let mut distinct = places.clone();
        distinct.dedup();
        assert_eq!(distinct.len(), places.len(), "two men in one place");
        assert_eq!(places.len(), state.units[0].alive as usize);
        if state.units[0].formation == Formation::Wedge {
            let ranks = usize::from(places.last().expect("someone").0) + 1;
            for rank in 0..ranks - 1 {
                let here = places.iter().filter(|place| usize::from(place.0) == rank).count();
                assert_eq!(here, 2 * rank + 1, "rank {rank} of the wedge is full");
            }
            return;
        }
        let width = state.units[0].width;
        let heights: Vec<usize> =
            (0..width).map(|file| places.iter().filter(|place| u16::from(place.1) == file).count()).collect();
        assert!(heights.iter().max().unwrap() - heights.iter().min().unwrap() <= 1, "{heights:?}");
        for file in 0..width {
            let ranks = places.iter().filter(|place| u16::from(place.1) == file).map(|place| usize::from(place.0));
            assert!(ranks.enumerate().all(|(n, rank)| n == rank), "a hole in file {file}");
        }
    }

    fn fell(state: &mut State, men: impl Iterator<Item = usize>) {
        for man in men {
            if state.men.is_up(man) {
                state.men.condition[man] = Condition::DEAD;
                state.units[0].alive -= 1;
            }
        }
    }

    #[test]
    fn a_cohort_of_160_stands_29_wide() {
        let (state, _) = cohort();
        assert_eq!((state.units[0].width, state.units[0].count), (29, 160));
        let kind = &content().kinds[0];
        assert_eq!(full_width(kind, 100), 29);
        assert_eq!(full_width(kind, 200), 41, "twice the men are as much deeper as wider");
        assert_eq!(full_width(kind, 1), 3);
    }

    #[test]
    fn every_formation_gives_everyone_a_place_of_his_own() {
        for formation in Formation::ALL {
            let (mut state, kind) = cohort();
            state.units[0].formation = formation;
            Dresser::default().dress(&mut state.men, &mut state.units[0]);
            assert_closed(&state);
            let slots = Slots::of(&state.units[0], &kind, false);
            let at: Vec<[f32; 2]> =
                places(&state).into_iter().map(|(rank, file)| slots.slot(rank, file, 0x77)).collect();
            for (n, a) in at.iter().enumerate() {
                for b in &at[n + 1..] {
                    let (dx, dz) = (a[0] - b[0], a[1] - b[1]);
                    assert!(dx * dx + dz * dz > 0.85 * 0.85, "{formation:?}: {a:?} and {b:?}");
                }
            }
        }
    }

    #[test]
    fn formations_differ_as_their_names_say() {
        let kind = &content().kinds[0];
        let files = |formation: Formation| formation.files(29, 160);
        assert_eq!(Formation::ALL.map(files), [29, 7, 29, 29, 25, 54]);
        assert_eq!(Formation::Wedge.ranks(25, 160), 13);
        assert!(Formation::Shield.spacing(kind)[0] < Formation::Line.spacing(kind)[0]);
        assert!(Formation::Loose.spacing(kind)[0] > 1.5 * Formation::Line.spacing(kind)[0]);
        assert!(Formation::Shield.pace() < Formation::Line.pace() && Formation::Column.pace() > 1.0);
    }

    #[test]
    fn the_slots_of_a_line_are_centred_on_its_front() {
        let (state, kind) = cohort();
        let slots = Slots::of(&state.units[0], &kind, false);
        let ([left, _], [right, _]) = (slots.slot(0, 0, 0), slots.slot(0, 28, 0));
        assert!((left + right).abs() < 0.2, "facing north, the left file is in the west: {left} {right}");
        assert!(left < right);
        assert!(slots.slot(3, 14, 0)[1] < slots.slot(0, 14, 0)[1], "ranks go back");
    }

    #[test]
    fn whoever_stands_behind_a_hole_steps_up() {
        let (mut state, _) = cohort();
        let front = (0..160).find(|&man| (state.men.rank[man], state.men.file[man]) == (0, 12)).unwrap();
        let behind = (0..160).find(|&man| (state.men.rank[man], state.men.file[man]) == (1, 12)).unwrap();
        fell(&mut state, [front].into_iter());
        Dresser::default().close(&mut state.men, &mut state.units[0]);
        assert_eq!((state.men.rank[behind], state.men.file[behind]), (0, 12));
        assert_closed(&state);
    }

    #[test]
    fn ranks_close_in_every_formation_down_to_the_last_man() {
        for formation in Formation::ALL {
            let (mut state, _) = cohort();
            let mut dresser = Dresser::default();
            state.units[0].formation = formation;
            dresser.dress(&mut state.men, &mut state.units[0]);
            for round in 0..40 {
                fell(&mut state, (0..4).map(|n| (round * 37 + n * 53) % 160));
                if state.units[0].alive > 0 {
                    dresser.close(&mut state.men, &mut state.units[0]);
                    assert_closed(&state);
                }
            }
        }
    }

    #[test]
    fn a_line_of_few_is_narrower_rather_than_thinner() {
        let (mut state, _) = cohort();
        fell(&mut state, 0..120);
        Dresser::default().close(&mut state.men, &mut state.units[0]);
        assert_eq!((state.units[0].alive, state.units[0].width), (40, 20));
        assert_closed(&state);
    }

    #[test]
    fn a_gap_is_from_front_man_to_front_man() {
        let own = Block { x: 0.0, z: 0.0, fx: 0.0, fz: 1.0, half_wide: 13.0, half_deep: 2.5 };
        let foe = Block { z: 7.0, fz: -1.0, half_deep: 3.0, ..own };
        let (gap, normal) = own.gap(&foe);
        assert_eq!((gap, normal), (1.5, [0.0, 1.0]));
        assert_eq!(foe.gap(&own), (1.5, [0.0, -1.0]));
        let aside = Block { x: 30.0, z: 1.0, ..own };
        assert_eq!(own.gap(&aside), (4.0, [1.0, 0.0]));
        let inside = Block { z: 1.0, ..own };
        assert!(own.gap(&inside).0 < 0.0);
    }

    #[test]
    fn turning_is_bounded_and_arrives() {
        let mut facing = [0.0, 1.0];
        for _ in 0..200 {
            let next = turned(facing, [1.0, 0.0], 0.02);
            let (along, across) =
                (facing[0] * next[0] + facing[1] * next[1], facing[0] * next[1] - facing[1] * next[0]);
            assert!(along > 0.0 && across.abs() < 0.0201, "{facing:?} {next:?}");
            facing = next;
        }
        assert_eq!(facing, [1.0, 0.0]);
        assert_ne!(turned([0.0, 1.0], [0.0, -1.0], 0.1), [0.0, 1.0], "straight back is a way too");
    }
}
