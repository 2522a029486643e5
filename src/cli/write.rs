//! Writing a file so that it is there whole or not at all: into a neighbour first, then swapped in.

use std::fs::{self, Metadata};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use foregone::beside::beside;
use tempfile::NamedTempFile;

use super::exit::Failure;
use super::interrupt::check_interrupt;

/// A file that is being written beside its place. Dropped, it leaves the place as it was.
#[derive(Debug)]
pub(crate) struct Pending {
    path: PathBuf,
    file: Kind,
}

#[derive(Debug)]
enum Kind {
    Beside(BufWriter<NamedTempFile>),
    /// A pipe or device has no "whole": it is written as it comes.
    Straight(BufWriter<fs::File>),
}

impl Pending {
    /// Prepare to write a file, before anything is computed for it: a bad target is told at once.
    pub(crate) fn new(path: &Path) -> Result<Self, Failure> {
        let refuse = |why: &str, help: &str| Failure::cannot_run_help(refusal(why, path), help);
        let fail = |error: io::Error| Failure::cannot_run(refusal(&error.to_string(), path));
        let path = match fs::canonicalize(path) {
            Ok(named) => named, // through a link, to what it names
            Err(_) if path.is_symlink() => return Err(refuse("it is a link to nothing", "name the file itself")),
            Err(_) => path.to_owned(),
        };
        let there = fs::metadata(&path).ok();
        match &there {
            Some(found) if found.is_dir() => return Err(refuse("it is a folder", "name a file in it")),
            Some(found) if !found.is_file() => {
                let file = fs::OpenOptions::new().write(true).open(&path).map_err(fail)?;
                return Ok(Self { path, file: Kind::Straight(BufWriter::new(file)) });
            }
            Some(found) if found.permissions().readonly() => {
                return Err(refuse("it is write-protected", "remove the protection or name another file"));
            }
            _ => {}
        }
        if path.file_name().is_none() {
            return Err(refuse("it names no file", "name a file"));
        }
        let folder = path.parent().filter(|p| !p.as_os_str().is_empty()).unwrap_or(Path::new("."));
        if !folder.is_dir() {
            let why = format!("there is no folder {}", folder.display());
            return Err(refuse(&why, "make the folder first or name another one"));
        }
        let file = neighbour(folder, there.as_ref()).map_err(|error| fail(unnamed(error)))?;
        Ok(Self { path, file: Kind::Beside(BufWriter::new(file)) })
    }

    /// Write a piece of it.
    pub(crate) fn put(&mut self, bytes: &[u8]) -> Result<(), Failure> {
        let written = match &mut self.file {
            Kind::Beside(file) => file.write_all(bytes).map_err(unnamed),
            Kind::Straight(file) => file.write_all(bytes),
        };
        written.map_err(|error| Failure::cannot_run(refusal(&error.to_string(), &self.path)))
    }

    /// Put the file in its place; gives its bytes.
    pub(crate) fn finish(self) -> Result<u64, Failure> {
        check_interrupt()?;
        let path = self.path;
        let fail = |error: io::Error| Failure::cannot_run(refusal(&error.to_string(), &path));
        match self.file {
            Kind::Straight(mut file) => {
                file.flush().map_err(fail)?;
                Ok(0)
            }
            Kind::Beside(file) => {
                let file = file.into_inner().map_err(|e| fail(unnamed(e.into_error())))?;
                // On the disk before it has the name: a power cut leaves the old or the new file, too.
                file.as_file().sync_all().map_err(fail)?;
                let bytes = file.as_file().metadata().map_err(fail)?.len();
                file.persist(&path).map_err(|e| fail(e.error))?;
                Ok(bytes)
            }
        }
    }
}

/// Refuse to write over a file that the same command reads, or two results into one file.
pub(crate) fn keep_apart<'a>(
    read: impl IntoIterator<Item = &'a Path>,
    written: impl IntoIterator<Item = &'a Path>,
) -> Result<(), Failure> {
    let read: Vec<PathBuf> = read.into_iter().filter_map(place).collect();
    let mut taken: Vec<PathBuf> = Vec::new();
    for path in written {
        let Some(at) = place(path) else { continue };
        let why = match () {
            () if read.contains(&at) => "this command reads it",
            () if taken.contains(&at) => "another result goes there",
            () => {
                taken.push(at);
                continue;
            }
        };
        return Err(Failure::cannot_run_help(refusal(why, path), "name another file"));
    }
    Ok(())
}

/// Where a file is or would be, by whatever name; nowhere for pipes and devices, which keep nothing.
fn place(path: &Path) -> Option<PathBuf> {
    if let Ok(found) = fs::canonicalize(path) {
        return found.is_file().then_some(found);
    }
    let folder = path.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."));
    Some(fs::canonicalize(folder).ok()?.join(path.file_name()?))
}

/// Write a whole file; gives its bytes.
pub(crate) fn write_file(path: &Path, bytes: &[u8]) -> Result<u64, Failure> {
    let mut pending = Pending::new(path)?;
    pending.put(bytes)?;
    pending.finish()
}

/// Take its path out of an error: the system's own words name the neighbour, which nobody asked for.
fn unnamed(error: io::Error) -> io::Error {
    error.kind().into()
}

fn refusal(why: &str, path: &Path) -> String {
    format!("cannot write {}: {why}", path.display())
}

/// Open the neighbour with the permissions the file has, or that any new file would get.
fn neighbour(folder: &Path, there: Option<&Metadata>) -> io::Result<NamedTempFile> {
    let file = beside(folder)?;
    if let Some(there) = there {
        file.as_file().set_permissions(there.permissions())?;
    }
    Ok(file)
}
