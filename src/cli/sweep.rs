//! `foregone sweep`: one fight under many seeds.

use super::args::Sweep;
use super::console::Console;
use super::exit::{Exit, Failure};

/// Sweep.
pub(crate) fn run(_args: &Sweep, _console: &mut Console) -> Result<Exit, Failure> {
    Err(Failure::cannot_run("`sweep` is not built yet"))
}
