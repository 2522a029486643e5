//! Goals: the cells a path may end in, and the cell whose change makes a walker think again.

use crate::arena::card::Form;
use crate::arena::ledger::GoalColumn;
use crate::arena::space::{CELL, COLUMNS, ROWS, box_span, cell, centre_of, column_row, seen_by};
use crate::kernel::path::{Cell, Ground};
use crate::kernel::space::Spot;

/// Derive the goal cell of a walker: its own column brought into the target's box, and of that column the first row, on the
/// side it comes from, whose centre is within reach.
///
/// It says when to search anew, not where the search ends: any cell in reach may be the cheapest.
#[must_use]
pub fn goal_cell(side: u8, at: Spot, reach: i32, target: Spot, target_radius: i32, rule: GoalColumn) -> Cell {
    let own = match rule {
        GoalColumn::Clamped => column_row(side, at).0,
        GoalColumn::Middle => column_row(side, target).0,
    };
    let (left, right) = box_span(target.x, target_radius);
    let column = own.clamp(left, right).clamp(0, COLUMNS - 1);
    let dx = i64::from(centre_of(column, 0).x - target.x);
    let left_over = i64::from(reach) * i64::from(reach) - dx * dx;
    if left_over < 0 {
        let row = column_row(side, target).1;
        return cell(column, row.clamp(0, ROWS - 1));
    }
    let dy = left_over.isqrt() as i32;
    // Level with its target, it counts as coming from its own side.
    let seems_below = seen_by(side, at).y <= seen_by(side, target).y;
    let row = if seems_below == (side == 0) { lowest_row(target.y - dy) } else { highest_row(target.y + dy) };
    cell(column, row.clamp(0, ROWS - 1))
}

/// The first row whose centre is at or above a height.
const fn lowest_row(y: i32) -> i32 {
    -((CELL / 2 - y).div_euclid(CELL))
}

/// The last row whose centre is at or below a height.
const fn highest_row(y: i32) -> i32 {
    (y - CELL / 2).div_euclid(CELL)
}

/// List the cells whose centre is within reach of a target's centre and whose terrain can be entered.
///
/// Buildings do not count: the last cell of a path may lie under one.
pub fn cells_in_reach(ground: &Ground, target: Spot, reach: i32, goals: &mut Vec<Cell>) {
    goals.clear();
    let (left, right) = box_span(target.x, reach + CELL);
    let (low, high) = box_span(target.y, reach + CELL);
    let reach_sq = i64::from(reach) * i64::from(reach);
    for row in low.max(0)..=high.min(ROWS - 1) {
        for column in left.max(0)..=right.min(COLUMNS - 1) {
            let at = cell(column, row);
            if centre_of(column, row).distance_sq(target) <= reach_sq && ground.terrain_cost(at) > 0 {
                goals.push(at);
            }
        }
    }
}

/// List the goals of a walker: the cells in reach, or where there are none, as about a king for short arms, those from
/// which it can strike.
pub fn goals_of(ground: &Ground, form: &Form, target: Spot, target_radius: i32, goals: &mut Vec<Cell>) {
    cells_in_reach(ground, target, form.reach(), goals);
    if goals.is_empty() {
        cells_in_reach(ground, target, form.reach() + target_radius, goals);
    }
}
