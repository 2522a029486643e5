//! The map: what lies on each of 36 × 64 cells, read from `assets/arena/map.toml`.
//!
//! A cell is a number of flags. Bits 1 and 2 are the road of a lane, 16 is edge or king's ground, 32 is water; 128, 256
//! and 512 are marks without meaning for walkers. A map must be the same for both sides: turned by half a circle, with the
//! lanes changed, it is itself.

use crate::arena::ledger::{Ledger, Paths};
use crate::arena::space::{COLUMNS, ROWS, box_span, cell, turned_cell};
use crate::kernel::path::{Cell, Ground};
use crate::kernel::problem::quote;
use crate::kernel::sheet::{Place, Table};

/// The road of the left lane.
pub const LANE_LEFT: u16 = 1;

/// The road of the right lane.
pub const LANE_RIGHT: u16 = 2;

/// Edge of the river or ground of a king: nobody walks there.
pub const BLOCKED: u16 = 16;

/// Water.
pub const WATER: u16 = 32;

/// Marks that mean nothing to walkers.
pub const MARKS: u16 = 128 | 256 | 512;

const ROAD: u16 = LANE_LEFT | LANE_RIGHT;

/// How someone gets about on the ground.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Gait {
    /// On foot: neither water nor edges.
    Walk,
    /// Hopping the river: water costs its own price, and so do its banks what a plain does.
    Hop,
}

/// The flags of every cell.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Map {
    flags: Vec<u16>,
}

impl Map {
    /// Read the map; every row and cell that is wrong is a problem with its place.
    pub fn read(t: &mut Table<'_>, ledger: &Ledger) -> Self {
        let rows = t.placed_strings("rows", ROWS as usize..=ROWS as usize);
        let whole = rows.len() == ROWS as usize;
        let mut flags = vec![0; (COLUMNS * ROWS) as usize];
        let mut right = whole;
        for (row, (text, place)) in rows.iter().enumerate() {
            right &= read_row(t, row, text, place, &mut flags);
        }
        let map = Self { flags };
        if right && map.check_turned(t, &rows) {
            map.check_ways(t, ledger);
        }
        map
    }

    /// Give the flags of a cell.
    #[must_use]
    pub fn flags(&self, cell: Cell) -> u16 {
        self.flags[cell.0 as usize]
    }

    /// Give all flags, row by row.
    #[must_use]
    pub fn all(&self) -> &[u16] {
        &self.flags
    }

    /// Lay out the ground as someone gets about on it, without buildings.
    #[must_use]
    pub fn ground(&self, paths: &Paths, gait: Gait) -> Ground {
        Ground::new(COLUMNS as u32, ROWS as u32, |column, row| {
            cost(paths, gait, self.flags(cell(column as i32, row as i32)))
        })
        .with_heuristic(paths.heuristic)
    }

    /// Find cells that are not what the cell across the field is with its lanes changed.
    fn check_turned(&self, t: &Table<'_>, rows: &[(String, Place)]) -> bool {
        for (index, flags) in self.flags.iter().enumerate() {
            let across = self.flags(turned_cell(Cell(index as u32)));
            let wanted = with_lanes_changed(across);
            if *flags != wanted {
                let (column, row) = (index % COLUMNS as usize, index / COLUMNS as usize);
                let problem = format!("the map favours a side: column {column} of row {row} is {flags}");
                let help = format!(
                    "{wanted}, as column {} of row {} is {across} and the lanes change",
                    COLUMNS as usize - 1 - column,
                    ROWS as usize - 1 - row
                );
                t.fault_at(&rows[row].1, problem, help);
                return false;
            }
        }
        true
    }

    /// Find out whether walkers can cross the river, and get at every tower of the other side.
    fn check_ways(&self, t: &Table<'_>, ledger: &Ledger) {
        let ground = self.ground(&ledger.path, Gait::Walk);
        let reached = flood(&ground, cell(COLUMNS / 2, ledger.own_rows));
        let middle = (ROWS / 2 * COLUMNS) as usize;
        if !reached[middle..].contains(&true) {
            t.fault("rows", "no bridge: walkers of the lower side cannot cross the river", BRIDGE_HELP.to_owned());
            return;
        }
        let towers = &ledger.towers;
        let names = ["king", "left princess", "right princess"];
        for (which, name) in names.into_iter().enumerate() {
            let radius = if which == 0 { towers.king.radius } else { towers.princess.radius };
            let at = crate::arena::space::turned(towers.spot(which));
            let ((left, right), (low, high)) = (box_span(at.x, radius), box_span(at.y, radius));
            let near = |column: i32, row: i32| ground.cell(column, row).is_some_and(|cell| reached[cell.0 as usize]);
            // Two cells beyond its box are still in range of every weapon there is.
            let is_near = (low - 2..=high + 2).any(|row| (left - 2..=right + 2).any(|column| near(column, row)));
            if !is_near {
                let problem = format!("the {name} of the upper side cannot be reached on foot");
                t.fault("rows", problem, "open ground up to within two cells of every tower".to_owned());
            }
        }
    }
}

const BRIDGE_HELP: &str = "a road (1 or 2) or plain (0) across the rows of water (32)";

/// Read the flags of a row.
fn read_row(t: &Table<'_>, row: usize, text: &str, place: &Place, flags: &mut [u16]) -> bool {
    let parts: Vec<&str> = text.split(',').collect();
    if parts.len() != COLUMNS as usize {
        t.fault_at(place, format!("row {row} has {} cells", parts.len()), format!("{COLUMNS} numbers, commas between"));
        return false;
    }
    let mut right = true;
    for (column, part) in parts.into_iter().enumerate() {
        match part.trim().parse::<u16>() {
            Ok(found) if found & !(ROAD | BLOCKED | WATER | MARKS) == 0 => {
                if let Some(flag) = flags.get_mut(row * COLUMNS as usize + column) {
                    *flag = found;
                }
            }
            _ => {
                let problem = format!("column {column} of row {row} is {}", quote(part.trim()));
                t.fault_at(place, problem, "a sum of 1, 2, 16, 32, 128, 256 and 512".to_owned());
                right = false;
            }
        }
    }
    right
}

/// What a cell costs to enter; 0 where nobody can.
fn cost(paths: &Paths, gait: Gait, flags: u16) -> u8 {
    let is_edge = flags & BLOCKED != 0;
    match gait {
        Gait::Walk if is_edge || flags & WATER != 0 => 0,
        // The ground of a king carries a lane too; the river's edge does not.
        Gait::Hop if is_edge && flags & ROAD != 0 => 0,
        Gait::Hop if flags & WATER != 0 => paths.water,
        _ if !is_edge && flags & ROAD != 0 => paths.road,
        _ => paths.plain,
    }
}

const fn with_lanes_changed(flags: u16) -> u16 {
    let lanes = flags & ROAD;
    let changed = if lanes == LANE_LEFT || lanes == LANE_RIGHT { ROAD - lanes } else { lanes };
    flags & !ROAD | changed
}

/// Mark every cell that can be reached from one.
fn flood(ground: &Ground, from: Cell) -> Vec<bool> {
    let mut reached = vec![false; (ground.columns() * ground.rows()) as usize];
    let mut waiting = vec![from];
    while let Some(at) = waiting.pop() {
        if std::mem::replace(&mut reached[at.0 as usize], true) {
            continue;
        }
        let (column, row) = ground.column_row(at);
        for (dx, dy) in [(1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (1, -1), (-1, 1), (-1, -1)] {
            let next = ground.cell(column + dx, row + dy);
            waiting.extend(next.filter(|next| ground.is_open(*next) && !reached[next.0 as usize]));
        }
    }
    reached
}
