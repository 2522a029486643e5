//! The command `foregone`.

use std::process::ExitCode;

#[allow(dead_code, reason = "the commands are being filled in")]
mod cli;

fn main() -> ExitCode {
    cli::main()
}
