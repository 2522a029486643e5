//! `foregone check`: hold the goldens against a fresh run.

use super::args::Check;
use super::console::Console;
use super::exit::{Exit, Failure};

/// Check them.
pub(crate) fn run(_args: &Check, _console: &mut Console) -> Result<Exit, Failure> {
    Err(Failure::cannot_run("`check` is not built yet"))
}
