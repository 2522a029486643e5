//! `foregone verify`: resolve a fight in every way there is.

use super::args::Verify;
use super::console::Console;
use super::exit::{Exit, Failure};

/// Verify it.
pub(crate) fn run(_args: &Verify, _console: &mut Console) -> Result<Exit, Failure> {
    Err(Failure::cannot_run("`verify` is not built yet"))
}
