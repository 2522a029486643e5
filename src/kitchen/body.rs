//! Bodies: squares of 0.7 tiles that no wall lets in. One geometry answers both where a body stands and where it stops.
//!
//! A body covers a tile if their insides share a point; one that is flush with a tile's edge does not cover it. In
//! whole grains that is exact, so the footprint and the sweep cannot disagree.

use std::ops::RangeInclusive;

use crate::kitchen::constants::{CONTACT_GAP, RADIUS};
use crate::kitchen::grain::{Cell, Point, TILE};

/// An axis to move along.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Axis {
    /// Left and right.
    X,
    /// Up and down.
    Y,
}

/// Where a sweep ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Swept {
    /// The body's middle.
    pub at: Point,
    /// Something stopped it.
    pub is_stopped: bool,
}

/// Give the columns or rows that a body covers, by its middle on that axis.
#[must_use]
pub const fn span(middle: i32) -> RangeInclusive<i32> {
    // The last grain inside lies one before the body's edge.
    (middle - RADIUS).div_euclid(TILE)..=(middle + RADIUS - 1).div_euclid(TILE)
}

/// List the tiles a body covers, row by row.
pub fn footprint(at: Point) -> impl Iterator<Item = Cell> {
    span(at.y).flat_map(move |y| span(at.x).map(move |x| Cell::new(x as i16, y as i16)))
}

/// Find the first blocked tile that a body covers.
pub fn overlap(at: Point, is_blocked: impl Fn(Cell) -> bool) -> Option<Cell> {
    footprint(at).find(|cell| is_blocked(*cell))
}

/// Move a body along one axis until it is there or something blocks its way.
///
/// Source: kitchen rule "sweep". Every tile that the body would newly cover is tried, over its whole span on the other
/// axis, nearest first: nothing is walked through at any speed, no corner is clipped, and a tile the body is in already
/// holds nobody back. It stops [`CONTACT_GAP`] short of what blocks it, and never goes backwards for that.
pub fn sweep(at: Point, axis: Axis, delta: i32, is_blocked: &impl Fn(Cell) -> bool) -> Swept {
    if delta == 0 {
        return Swept { at, is_stopped: false };
    }
    let (along, across) = match axis {
        Axis::X => (at.x, at.y),
        Axis::Y => (at.y, at.x),
    };
    let is_line_blocked = |line: i32| {
        span(across).any(|other| {
            is_blocked(match axis {
                Axis::X => Cell::new(line as i16, other as i16),
                Axis::Y => Cell::new(other as i16, line as i16),
            })
        })
    };
    let stop = if delta > 0 {
        let (last, goal) = (*span(along).end(), *span(along + delta + CONTACT_GAP).end());
        let wall = (last + 1..=goal).find(|line| is_line_blocked(*line));
        wall.map(|line| (line * TILE - RADIUS - CONTACT_GAP).max(along))
    } else {
        let (first, goal) = (*span(along).start(), *span(along + delta - CONTACT_GAP).start());
        let wall = (goal..first).rev().find(|line| is_line_blocked(*line));
        wall.map(|line| ((line + 1) * TILE + RADIUS + CONTACT_GAP).min(along))
    };
    let end = stop.unwrap_or(along + delta);
    let at = match axis {
        Axis::X => Point::new(end, at.y),
        Axis::Y => Point::new(at.x, end),
    };
    Swept { at, is_stopped: stop.is_some() }
}

/// Measure how deep two bodies are in each other on each axis; `None` if they are not. Touching is not overlapping.
#[must_use]
pub const fn depth(a: Point, b: Point) -> Option<(i32, i32)> {
    let x = 2 * RADIUS - (a.x - b.x).abs();
    let y = 2 * RADIUS - (a.y - b.y).abs();
    if x > 0 && y > 0 { Some((x, y)) } else { None }
}
