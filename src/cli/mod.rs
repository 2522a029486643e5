//! The command line: typed in `args`, meant in `plan`, opened in `fight`, then one file per command.

use std::io::{self, Write};
use std::process::ExitCode;

use clap::Parser;
use foregone::kernel::assets::Assets;

mod args;
mod bench;
mod bless;
mod check;
mod console;
mod diff;
mod engage;
mod exit;
mod export;
mod feed;
mod fight;
mod inspect;
mod interrupt;
mod list;
#[cfg(feature = "player")]
mod marks;
mod plan;
mod report;
mod reproduce;
mod resolve;
mod schema;
mod show;
mod state;
mod sweep;
mod trail;
mod verify;
#[cfg(feature = "player")]
mod watch;
mod write;

use args::{Command, Typed};
use console::Console;
use exit::{Exit, Failure};

/// Read the command line, do what it says, and end with the exit code of the contract.
pub(crate) fn main() -> ExitCode {
    let typed = match Typed::try_parse() {
        Ok(typed) => typed,
        Err(told) => return tell(&told).into(),
    };
    interrupt::listen();
    let mut console = Console::new(typed.global.color);
    let result = run(&typed, &mut console).and_then(|exit| console.finish().map(|()| exit));
    result
        .unwrap_or_else(|failure| {
            console.fail(&failure);
            failure.exit
        })
        .into()
}

/// Print help, the version, or what is wrong with the usage. A reader that went away is no error.
fn tell(told: &clap::Error) -> Exit {
    let gone = |error: &io::Error| error.kind() == io::ErrorKind::BrokenPipe;
    match told.print().and_then(|()| io::stdout().flush()) {
        Err(error) if !gone(&error) => {
            // With nobody to tell, the code has to do.
            _ = writeln!(io::stderr(), "cannot write to standard output: {error}");
            Exit::CannotRun
        }
        _ if told.use_stderr() => Exit::CannotRun,
        _ => Exit::Done,
    }
}

fn run(typed: &Typed, console: &mut Console) -> Result<Exit, Failure> {
    if let Some(threads) = typed.global.threads {
        // Fails only if the pool was built before, and then there is nothing to do about it.
        _ = rayon::ThreadPoolBuilder::new().num_threads(threads).build_global();
    }
    if let Some(dir) = &typed.global.assets {
        console.set_assets(Assets::in_dir(dir)?);
    }
    match &typed.command {
        #[cfg(feature = "player")]
        None => watch::run_demo(console),
        #[cfg(not(feature = "player"))]
        None => engage::run_demo(console),
        Some(Command::List(args)) => list::run(args, console),
        Some(Command::Engage(args)) => engage::run(args, console),
        Some(Command::Trail(args)) => trail::run(args, console),
        Some(Command::State(args)) => state::run(args, console),
        Some(Command::Report(args)) => report::run(args, console),
        Some(Command::Reproduce(args)) => reproduce::run(args, console),
        Some(Command::Diff(args)) => diff::run(args, console),
        Some(Command::Verify(args)) => verify::run(args, console),
        Some(Command::Check(args)) => check::run(args, console),
        Some(Command::Bless(args)) => bless::run(args, console),
        Some(Command::Inspect(args)) => inspect::run(args, console),
        Some(Command::Sweep(args)) => sweep::run(args, console),
        #[cfg(feature = "player")]
        Some(Command::Watch(args)) => watch::run(args, console),
        Some(Command::Export(args)) => export::run(args, console),
        Some(Command::Schema(args)) => schema::run(args, console),
        Some(Command::Bench(args)) => bench::run(args, console),
    }
}
