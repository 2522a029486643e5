//! `foregone inspect`: what a recording is made of.

use super::args::Inspect;
use super::console::Console;
use super::exit::{Exit, Failure};

/// Show it.
pub(crate) fn run(_args: &Inspect, _console: &mut Console) -> Result<Exit, Failure> {
    Err(Failure::cannot_run("`inspect` is not built yet"))
}
