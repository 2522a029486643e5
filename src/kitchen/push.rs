//! The soft push: cooks who walked into each other part again, each by half, and what a wall takes from one the other has.

use crate::kitchen::body::{Axis, depth, sweep};
use crate::kitchen::constants::PUSH_PASSES;
use crate::kitchen::cook::Cook;
use crate::kitchen::grain::{Cell, Point};

/// How a push of two cooks came out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Parted {
    /// They were not in each other.
    Clear,
    /// At least one of them gave way.
    Moved,
    /// Terrain holds both, on both axes.
    Deadlock,
}

/// Part all cooks. `before` is where each stood, and how fast, when the tick's movement began.
///
/// Source: kitchen rule "cooks push cooks". Places only: nobody's speed changes and nobody turns. In a true deadlock
/// the later word is dropped and that cook is put back; who was sent no frame is never the one. Cooks who merely could
/// not be parted in the passes queue: whoever was asked later waits where it stood, keeping its speed.
pub fn separate(cooks: &mut [Cook], before: &[(Point, Point)], tick: u32, is_blocked: &impl Fn(Cell) -> bool) {
    let count = cooks.len();
    for _ in 0..PUSH_PASSES {
        let mut moved = false;
        for a in 0..count {
            for b in a + 1..count {
                match part(cooks, a, b, is_blocked) {
                    Parted::Clear => {}
                    Parted::Moved => moved = true,
                    Parted::Deadlock => revert(cooks, before, tick, (a, b)),
                }
            }
        }
        if !moved {
            return;
        }
    }
    queue(cooks, before, tick);
}

/// Part two cooks along the axis on which they are less deep in each other; of equals, along x.
fn part(cooks: &mut [Cook], a: usize, b: usize, is_blocked: &impl Fn(Cell) -> bool) -> Parted {
    let Some((x, y)) = depth(cooks[a].at, cooks[b].at) else { return Parted::Clear };
    let axes = if x <= y { [(Axis::X, x), (Axis::Y, y)] } else { [(Axis::Y, y), (Axis::X, x)] };
    for (axis, deep) in axes {
        if shove(cooks, (a, b), axis, deep, is_blocked) > 0 {
            return Parted::Moved;
        }
    }
    Parted::Deadlock
}

/// Shove two cooks apart along an axis, and say by how much that came about.
fn shove(cooks: &mut [Cook], (a, b): (usize, usize), axis: Axis, deep: i32, is_blocked: &impl Fn(Cell) -> bool) -> i32 {
    let place = |point: Point| if axis == Axis::X { point.x } else { point.y };
    // Of two on one spot the lower seat goes left or up.
    let away = if place(cooks[a].at) <= place(cooks[b].at) { -1 } else { 1 };
    // Rounded up, so that both give the same.
    let half = (deep + 1) / 2;
    let mut give = |seat: usize, length: i32| {
        let swept = sweep(cooks[seat].at, axis, length, is_blocked);
        let given = (place(swept.at) - place(cooks[seat].at)).abs();
        cooks[seat].at = swept.at;
        given
    };
    let given_a = give(a, away * half);
    let given_b = give(b, -away * (2 * half - given_a));
    let rest = 2 * half - given_a - given_b;
    let more = if rest > 0 && given_a == half { give(a, away * rest) } else { 0 };
    given_a + given_b + more
}

/// Drop the later word of two cooks in a deadlock: back to where it stood, as it was. The stun that has been spent stays so.
fn revert(cooks: &mut [Cook], before: &[(Point, Point)], tick: u32, (a, b): (usize, usize)) {
    let asked = [a, b].into_iter().filter(|seat| cooks[*seat].frame_at(tick).is_some());
    if let Some(loser) = asked.max_by_key(|seat| cooks[*seat].rank(*seat)) {
        (cooks[loser].at, cooks[loser].speed) = before[loser];
    }
}

/// Let those wait who still stand in each other, and did not before: the later word first.
fn queue(cooks: &mut [Cook], before: &[(Point, Point)], tick: u32) {
    let is_new = |cooks: &[Cook], a: usize, b: usize| {
        depth(cooks[a].at, cooks[b].at).is_some() && depth(before[a].0, before[b].0).is_none()
    };
    // Everyone waits at most once, and nobody was in anybody before: it comes to an end, with all of them clear.
    while let Some((a, b)) = pairs(cooks.len()).find(|(a, b)| is_new(cooks, *a, *b)) {
        let can_wait = [a, b].into_iter().filter(|seat| cooks[*seat].at != before[*seat].0);
        // Who was sent nothing goes before those who were: it stands where it stood.
        let later = can_wait.max_by_key(|seat| (cooks[*seat].frame_at(tick).is_none(), cooks[*seat].rank(*seat)));
        let Some(seat) = later else { return };
        cooks[seat].at = before[seat].0;
    }
}

fn pairs(count: usize) -> impl Iterator<Item = (usize, usize)> {
    (0..count).flat_map(move |a| (a + 1..count).map(move |b| (a, b)))
}
