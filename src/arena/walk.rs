//! Walking: how far and where a body steps in a tick. Nothing here remembers anything: no inertia, no turning, no remainder.

use crate::arena::card::Form;
use crate::arena::ledger::{Ledger, Rounding};
use crate::kernel::space::{Heading, Spot};

/// Step from a spot towards another by the law of the field.
///
/// The heading is taken before the move: each axis times 256 over the floored distance, truncated. The step is truncated
/// on each axis, and what is left over is dropped. From the spot itself there is no heading, and no step.
#[must_use]
#[inline]
pub fn step(from: Spot, to: Spot, native_per_tick: i32) -> Option<(Spot, Heading)> {
    let heading = from.heading_to(to)?;
    Some((from.along(heading, native_per_tick), heading))
}

/// Tell whether a stomper stands still on its `walked`-th moving tick, counted from 0 and never reset.
///
/// The pause stops its own steps only: it may still be pushed.
#[must_use]
#[inline]
pub fn pauses(form: &Form, walked: u32, tick_ms: i32) -> bool {
    form.stop_ms > 0 && ((walked as i32 + 1) * tick_ms) % (form.stop_ms + form.wait_ms) > form.stop_ms
}

/// Change a step by a multiplier, in per cent: where everything that makes anyone faster or slower comes in.
#[must_use]
#[inline]
pub fn multiplied(native_per_tick: i32, percent: i32, rounding: Rounding) -> i32 {
    if percent == 100 { native_per_tick } else { rounding.divide(native_per_tick * percent, 100) }
}

/// Tell whether a walker has come near enough to a node to go on to the next.
#[must_use]
#[inline]
pub fn passes(at: Spot, node: Spot, ledger: &Ledger) -> bool {
    at.within(node, ledger.path.arrive)
}
