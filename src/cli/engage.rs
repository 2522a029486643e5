//! `foregone engage`: resolve a fight to its end and sum it up.

use super::args::Engage;
use super::console::Console;
use super::exit::{Exit, Failure};

/// Resolve it.
pub(crate) fn run(_args: &Engage, _console: &mut Console) -> Result<Exit, Failure> {
    Err(Failure::cannot_run("`engage` is not built yet"))
}
