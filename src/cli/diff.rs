//! `foregone diff`: compare two fights.

use super::args::Diff;
use super::console::Console;
use super::exit::{Exit, Failure};

/// Compare them.
pub(crate) fn run(_args: &Diff, _console: &mut Console) -> Result<Exit, Failure> {
    Err(Failure::cannot_run("`diff` is not built yet"))
}
