//! `foregone trail`: the digest of every tick.

use super::args::Trail;
use super::console::Console;
use super::exit::{Exit, Failure};

/// Print it.
pub(crate) fn run(_args: &Trail, _console: &mut Console) -> Result<Exit, Failure> {
    Err(Failure::cannot_run("`trail` is not built yet"))
}
