//! The shelf: the folder in which squads are kept, one file each. Nothing on it is ever written over unasked.

use std::fs;
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};

use crate::kernel::assets::read_sheet;
use crate::kernel::problem::Problems;
use crate::skirmish::Content;
use crate::skirmish::draft::Draft;
use crate::skirmish::squad_file::{self, ENDING};

/// Squads listed at most.
const LISTED_MAX: usize = 500;

/// The folder in which squads are kept.
#[derive(Debug, Clone)]
pub struct Shelf {
    folder: PathBuf,
}

/// What came of keeping a squad.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Kept {
    /// It is in this file.
    Saved(String),
    /// The file of that name holds another squad.
    Taken(String),
}

impl Shelf {
    /// Keep squads in a folder, which is made when the first one is kept.
    #[must_use]
    pub fn new(folder: PathBuf) -> Self {
        Self { folder }
    }

    /// Where the squads are.
    #[must_use]
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// List the files of squads, by name.
    ///
    /// # Errors
    /// Why the folder cannot be read; one that is not there is empty.
    pub fn list(&self) -> Result<Vec<String>, String> {
        let entries = match fs::read_dir(&self.folder) {
            Ok(entries) => entries,
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Vec::new()),
            Err(error) => return Err(told("cannot look into", &self.folder, &error)),
        };
        let names = entries.filter_map(|entry| entry.ok()?.file_name().into_string().ok());
        let mut names: Vec<String> = names.filter(|name| name.ends_with(ENDING)).collect();
        names.sort();
        names.truncate(LISTED_MAX);
        Ok(names)
    }

    /// Keep a squad under its own name; over a file that holds something else only if told to.
    ///
    /// # Errors
    /// Why it could not be written; a file that was there is as it was.
    pub fn keep(&self, content: &Content, draft: &Draft, replace: bool) -> Result<Kept, String> {
        let name = squad_file::file_name(&draft.name);
        let (path, text) = (self.folder.join(&name), squad_file::write(content, draft));
        if !replace && path.exists() && fs::read(&path).ok().as_deref() != Some(text.as_bytes()) {
            return Ok(Kept::Taken(name));
        }
        self.write(&path, &text, replace).map_err(|error| told("cannot write", &path, &error))?;
        Ok(Kept::Saved(name))
    }

    /// Read a squad: what of it fits, and everything that does not.
    ///
    /// # Errors
    /// Why it cannot be opened at all.
    pub fn read(content: &Content, path: &Path) -> Result<(Draft, Problems), Problems> {
        let sheet = read_sheet(path)?;
        Ok(squad_file::read(content, &sheet))
    }

    /// Written beside its place and then put there, so that it is there whole or not at all.
    fn write(&self, path: &Path, text: &str, replace: bool) -> io::Result<()> {
        fs::create_dir_all(&self.folder)?;
        let mut file = tempfile::Builder::new().prefix(".foregone-").suffix(".part").tempfile_in(&self.folder)?;
        file.write_all(text.as_bytes())?;
        if replace || path.exists() {
            file.persist(path)?;
        } else {
            file.persist_noclobber(path)?;
        }
        Ok(())
    }
}

fn told(what: &str, path: &Path, error: &io::Error) -> String {
    format!("{what} {}: {error}", path.display())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kernel::assets::Assets;
    use crate::skirmish::draft::Change;

    fn draft(content: &Content, name: &str, seed: u64) -> Draft {
        let mut draft = Draft { name: name.to_owned(), ..Draft::new(3) };
        draft.change(content, &Change::Random { seed }).expect("there is something to buy");
        draft
    }

    #[test]
    fn what_is_kept_is_found_again_and_nothing_is_written_over_unasked() {
        let content = Content::from_assets(&Assets::embedded()).expect("what ships is right");
        let folder = tempfile::tempdir().expect("a folder for the test");
        let shelf = Shelf::new(folder.path().join("squads"));
        assert_eq!(shelf.list(), Ok(Vec::new()), "a folder that is not there is empty");
        let (first, second) = (draft(&content, "Nest", 1), draft(&content, "nest!", 2));
        let name = "nest.squad.toml".to_owned();
        assert_eq!(shelf.keep(&content, &first, false), Ok(Kept::Saved(name.clone())));
        assert_eq!(
            shelf.keep(&content, &first, false),
            Ok(Kept::Saved(name.clone())),
            "the same again changes nothing"
        );
        assert_eq!(shelf.keep(&content, &second, false), Ok(Kept::Taken(name.clone())));
        let path = shelf.folder().join(&name);
        assert_eq!(Shelf::read(&content, &path).expect("it is there").0, first);
        assert_eq!(shelf.keep(&content, &second, true), Ok(Kept::Saved(name.clone())));
        assert_eq!(Shelf::read(&content, &path).expect("it is there").0, second);
        assert_eq!(shelf.list(), Ok(vec![name]));
        assert_eq!(fs::read_dir(shelf.folder()).expect("there").count(), 1, "nothing half written is left");
    }
}
