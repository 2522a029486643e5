//! `foregone bless`: rewrite goldens.

use super::args::Bless;
use super::console::Console;
use super::exit::{Exit, Failure};

/// Rewrite them.
pub(crate) fn run(_args: &Bless, _console: &mut Console) -> Result<Exit, Failure> {
    Err(Failure::cannot_run("`bless` is not built yet"))
}
