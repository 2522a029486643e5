//! Files that are there whole or not at all: written beside their place, then put into it in one step.
//!
//! A program that is killed leaves what it was writing beside the place, and whoever next writes into that folder takes
//! it away. One that is still being written is known by its lock, which ends with the process that holds it.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use tempfile::NamedTempFile;

const PREFIX: &str = ".foregone-";
const SUFFIX: &str = ".part";

/// How often a new file may be taken away, between being made and being locked, before that is an error.
const TRIES: usize = 8;

/// The files that this process makes beside their places. One that got its place is not there under that name any more.
static MADE: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

/// Open a new file in a folder, to be filled and then put into its place. It gets the permissions of any new file.
///
/// # Errors
/// The folder takes no file.
pub fn beside(folder: &Path) -> io::Result<NamedTempFile> {
    take_away_left(folder);
    let mut builder = tempfile::Builder::new();
    builder.prefix(PREFIX).suffix(SUFFIX);
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    let mut made = made();
    made.retain(|path| path.exists());
    for _ in 0..TRIES {
        let file = builder.tempfile_in(folder)?;
        // Where there are no locks, nothing is ever taken away.
        _ = file.as_file().lock();
        if file.path().exists() {
            made.push(file.path().to_owned());
            return Ok(file);
        }
    }
    Err(io::Error::other("files in this folder are taken away at once"))
}

/// Take away what this process is still writing, for one that ends where it stands. Nothing can be written after it.
pub fn leave_nothing() {
    let mut made = made();
    for path in made.drain(..) {
        _ = fs::remove_file(path);
    }
    // Whoever makes another file now waits for the end.
    std::mem::forget(made);
}

fn made() -> MutexGuard<'static, Vec<PathBuf>> {
    MADE.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Take away what killed programs left. What cannot be looked at stays.
fn take_away_left(folder: &Path) {
    let Ok(entries) = fs::read_dir(folder) else { return };
    for entry in entries.flatten() {
        let named = |name: &str| name.starts_with(PREFIX) && name.ends_with(SUFFIX);
        // Neither through a link nor into a pipe.
        let is_ours =
            entry.file_name().to_str().is_some_and(named) && entry.file_type().is_ok_and(|kind| kind.is_file());
        if is_ours && File::open(entry.path()).is_ok_and(|file| file.try_lock().is_ok()) {
            _ = fs::remove_file(entry.path());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn count(folder: &Path) -> usize {
        fs::read_dir(folder).unwrap().count()
    }

    #[test]
    fn what_nobody_writes_any_more_is_taken_away_and_nothing_else() {
        let folder = tempfile::tempdir().unwrap();
        for name in [".foregone-dead.part", ".foregone-notes", "x.part", "mine.fight"] {
            fs::write(folder.path().join(name), "left").unwrap();
        }
        let first = beside(folder.path()).unwrap();
        assert_eq!(count(folder.path()), 4, "one taken away, one new");
        let second = beside(folder.path()).unwrap();
        assert_eq!(count(folder.path()), 5, "what is being written stays");
        first.persist(folder.path().join("first.fight")).unwrap();
        drop(second);
        assert_eq!(count(folder.path()), 4);
    }
}
