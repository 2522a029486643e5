//! The field: 18 × 32 tiles of 1000 native units, 36 × 64 cells of 500, and how either side sees it.
//!
//! The upper side sees the field turned by half a circle, and everything that could tell the two sides apart is decided as
//! the side itself sees it: a spot on the border of two cells counts to the one farther from its side's own corner.

use bincode::{Decode, Encode};
use bytemuck::{Pod, Zeroable};
use serde::{Deserialize, Serialize};

use crate::kernel::path::Cell;
use crate::kernel::space::Spot;

/// Width of the field, in native units.
pub const WIDTH: i32 = 18_000;

/// Height of the field, in native units.
pub const HEIGHT: i32 = 32_000;

/// Native units in a tile.
pub const TILE: i32 = 1000;

/// Native units in a cell.
pub const CELL: i32 = 500;

/// Columns of cells.
pub const COLUMNS: i32 = 36;

/// Rows of cells.
pub const ROWS: i32 = 64;

/// Subtiles in a native unit.
pub const SUBTILES: i32 = 18;

const _: () = assert!(COLUMNS * CELL == WIDTH && ROWS * CELL == HEIGHT);
const _: () = assert!((COLUMNS * ROWS) < u16::MAX as i32);
// Native squared distances would fit 32 bits; those of subtiles do not, and nobody should have to know which is which.
const _: () = assert!((WIDTH as i64 * SUBTILES as i64) * (WIDTH as i64 * SUBTILES as i64) > i32::MAX as i64);

/// A place on the field in subtiles, 18 to a native unit. Walkers stand on whole native units: the remainder of a step is
/// dropped, and so is that of a push.
#[repr(C)]
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Pod, Zeroable, Encode, Decode, Serialize, Deserialize)]
pub struct SubTile {
    /// From the left edge.
    pub x: i32,
    /// From the lower edge.
    pub y: i32,
}

impl SubTile {
    /// Find the subtile of a spot in native units.
    #[must_use]
    #[inline]
    pub const fn from_native(spot: Spot) -> Self {
        Self { x: spot.x * SUBTILES, y: spot.y * SUBTILES }
    }

    /// Give the spot in native units.
    #[must_use]
    #[inline]
    pub const fn native(self) -> Spot {
        Spot::new(self.x / SUBTILES, self.y / SUBTILES)
    }

    /// Tell whether it lies on whole native units.
    #[must_use]
    pub const fn is_whole(self) -> bool {
        self.x % SUBTILES == 0 && self.y % SUBTILES == 0
    }

    /// Measure the squared distance, in subtiles²: up to 3.3 × 10¹¹, beyond 32 bits.
    #[must_use]
    #[inline]
    pub const fn distance_sq(self, other: Self) -> i64 {
        let (dx, dy) = ((other.x - self.x) as i64, (other.y - self.y) as i64);
        dx * dx + dy * dy
    }
}

/// Turn a spot by half a circle about the field's middle.
#[must_use]
#[inline]
pub const fn turned(spot: Spot) -> Spot {
    Spot::new(WIDTH - spot.x, HEIGHT - spot.y)
}

/// Give a spot as a side sees it, or back.
#[must_use]
#[inline]
pub const fn seen_by(side: u8, spot: Spot) -> Spot {
    if side == 0 { spot } else { turned(spot) }
}

/// Give 1 for the lower side, -1 for the upper: what an offset as a side sees it is multiplied by.
#[must_use]
#[inline]
pub const fn sign_of(side: u8) -> i32 {
    if side == 0 { 1 } else { -1 }
}

/// Name the column and row a spot lies in; on a border, the one that is farther on as the side sees it.
#[must_use]
#[inline]
pub const fn column_row(side: u8, spot: Spot) -> (i32, i32) {
    let seen = seen_by(side, spot);
    let (column, row) = (seen.x.div_euclid(CELL), seen.y.div_euclid(CELL));
    if side == 0 { (column, row) } else { (COLUMNS - 1 - column, ROWS - 1 - row) }
}

/// Name the cell a spot lies in, brought onto the field.
#[must_use]
#[inline]
pub fn cell_at(side: u8, spot: Spot) -> Cell {
    let (column, row) = column_row(side, spot);
    cell(column.clamp(0, COLUMNS - 1), row.clamp(0, ROWS - 1))
}

/// Name the cell at a column and row of the field.
#[must_use]
#[inline]
pub const fn cell(column: i32, row: i32) -> Cell {
    Cell((row * COLUMNS + column) as u32)
}

/// Find the middle of a cell.
#[must_use]
#[inline]
pub const fn centre(cell: Cell) -> Spot {
    let (column, row) = (cell.0 as i32 % COLUMNS, cell.0 as i32 / COLUMNS);
    centre_of(column, row)
}

/// Find the middle of the cell at a column and row.
#[must_use]
#[inline]
pub const fn centre_of(column: i32, row: i32) -> Spot {
    Spot::new(column * CELL + CELL / 2, row * CELL + CELL / 2)
}

/// Turn a cell by half a circle about the field's middle.
#[must_use]
pub const fn turned_cell(cell: Cell) -> Cell {
    Cell((COLUMNS * ROWS) as u32 - 1 - cell.0)
}

/// Span the cells that overlap the half-open box around a middle, per axis, floored: `[c − r, c + r)`.
#[must_use]
#[inline]
pub const fn box_span(middle: i32, radius: i32) -> (i32, i32) {
    ((middle - radius).div_euclid(CELL), (middle + radius - 1).div_euclid(CELL))
}
