//! `foregone state`: everything that can be seen at a tick.

use super::args::State;
use super::console::Console;
use super::exit::{Exit, Failure};

/// Show it.
pub(crate) fn run(_args: &State, _console: &mut Console) -> Result<Exit, Failure> {
    Err(Failure::cannot_run("`state` is not built yet"))
}
