//! `foregone list`: the fights there are.

use super::args::List;
use super::console::Console;
use super::exit::{Exit, Failure};

/// List them.
pub(crate) fn run(_args: &List, _console: &mut Console) -> Result<Exit, Failure> {
    Err(Failure::cannot_run("`list` is not built yet"))
}
