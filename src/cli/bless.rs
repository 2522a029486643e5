//! `foregone bless`: rewrite goldens, by hand only; the reason is kept in them.

use std::fs;

use foregone::golden::GoldenFile;
use foregone::kernel::assets::read_text;

use super::args::Bless;
use super::check::{self, Shelf};
use super::console::Console;
use super::exit::{Exit, Failure};
use super::interrupt::check_interrupt;
use super::write::write_file;

/// Rewrite them.
pub(crate) fn run(args: &Bless, console: &mut Console) -> Result<Exit, Failure> {
    if args.reason.trim().is_empty() {
        return Err(Failure::cannot_run_help(
            "a golden moves for a reason, and none was given",
            "say it so that others understand: --reason \"units now yield to the lower id when pushed\"",
        ));
    }
    let shelf = Shelf::find(args.goldens.as_deref())?;
    let names = check::names(&args.names, console)?;
    let mut blessed = Vec::new();
    for name in names {
        check_interrupt()?;
        let Some(path) = shelf.path(&name) else {
            return Err(Failure::cannot_run_help(
                "there is no folder of goldens here to write to",
                "run it where `goldens` is, or name the folder: --goldens DIR",
            ));
        };
        let fresh = check::fresh(&name, console)?;
        let file = match read_text(&path).ok().and_then(|text| GoldenFile::read(&text).ok()) {
            Some(file) => file.blessed(fresh, &args.reason),
            None => GoldenFile::new(fresh, &args.reason),
        };
        blessed.push((name, path, file));
    }
    // Nothing is written before all of it could be.
    for (name, path, file) in blessed {
        let folder = path.parent().expect("a golden lies in a folder");
        fs::create_dir_all(folder)
            .map_err(|error| Failure::cannot_run(format_args!("cannot make {}: {error}", folder.display())))?;
        write_file(&path, file.to_text().as_bytes())?;
        console.say(format_args!("{name}: blessed"));
    }
    Ok(Exit::Done)
}
