//! `foregone report`: write a bug report.

use super::args::Report;
use super::console::Console;
use super::exit::{Exit, Failure};

/// Write it.
pub(crate) fn run(_args: &Report, _console: &mut Console) -> Result<Exit, Failure> {
    Err(Failure::cannot_run("`report` is not built yet"))
}
