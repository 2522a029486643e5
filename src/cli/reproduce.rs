//! `foregone reproduce`: run a report again and judge.

use super::args::Reproduce;
use super::console::Console;
use super::exit::{Exit, Failure};

/// Judge it.
pub(crate) fn run(_args: &Reproduce, _console: &mut Console) -> Result<Exit, Failure> {
    Err(Failure::cannot_run("`reproduce` is not built yet"))
}
