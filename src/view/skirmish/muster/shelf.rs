//! The shelf: the folder in which squads are kept, one file each. Nothing on it is ever written over unasked.

use std::fs;
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};

use crate::beside::beside;
use crate::kernel::assets::read_sheet;
use crate::kernel::problem::Problems;
use crate::kernel::ruleset::Ruleset;
use crate::skirmish::draft::Draft;
use crate::skirmish::squad_file::{self, ENDING};
use crate::skirmish::{Content, Skirmish};
use crate::view::clerk::cannot_write;

/// Squads listed at most.
const LISTED_MAX: usize = 500;

/// The folder in which squads are kept.
#[derive(Debug, Clone)]
pub struct Shelf {
    folder: PathBuf,
}

/// A squad that is kept.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Listed {
    /// The name of its file.
    pub file: String,
    /// The squad's own name; `None` where the file cannot be read or names none.
    pub name: Option<String>,
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

    /// List the squads, by the names of their files.
    ///
    /// # Errors
    /// Why the folder cannot be read; one that is not there is empty.
    pub fn list(&self) -> Result<Vec<Listed>, String> {
        let entries = match fs::read_dir(&self.folder) {
            Ok(entries) => entries,
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Vec::new()),
            Err(error) => return Err(told("cannot look into", &self.folder, &error)),
        };
        let names = entries.filter_map(|entry| entry.ok()?.file_name().into_string().ok());
        let mut names: Vec<String> = names.filter(|name| name.ends_with(ENDING)).collect();
        names.sort();
        names.truncate(LISTED_MAX);
        Ok(names.into_iter().map(|file| Listed { name: self.name_in(&file), file }).collect())
    }

    fn name_in(&self, file: &str) -> Option<String> {
        let sheet = read_sheet(&self.folder.join(file)).ok()?;
        let name = sheet.table_in_part().opt_string("name")?;
        Some(name.trim().to_owned()).filter(|name| !name.is_empty())
    }

    /// Throw a kept squad away.
    ///
    /// # Errors
    /// Why its file is still there.
    pub fn delete(&self, file: &str) -> Result<(), String> {
        let path = self.folder.join(file);
        fs::remove_file(&path).map_err(|error| told("cannot delete", &path, &error))
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
        self.write(&path, &text, replace).map_err(|error| cannot_write(&path, &error))?;
        Ok(Kept::Saved(name))
    }

    /// Read a squad: what of it fits, and everything that does not.
    ///
    /// # Errors
    /// Why it cannot be opened at all: it is of another ruleset, or nothing in it fits.
    pub fn read(content: &Content, path: &Path) -> Result<(Draft, Problems), Problems> {
        let sheet = read_sheet(path)?;
        let ruleset = sheet.table_in_part().opt_string("ruleset");
        let is_foreign = ruleset.is_some_and(|ruleset| ruleset != Skirmish::NAME);
        let (draft, problems) = squad_file::read(content, &sheet);
        if !problems.is_empty() && (is_foreign || draft.fighters.is_empty()) {
            return Err(problems);
        }
        Ok((draft, problems))
    }

    /// Written beside its place and then put there, so that it is there whole or not at all.
    fn write(&self, path: &Path, text: &str, replace: bool) -> io::Result<()> {
        fs::create_dir_all(&self.folder)?;
        let mut file = beside(&self.folder)?;
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
        assert_eq!(shelf.list(), Ok(vec![Listed { file: name.clone(), name: Some("nest!".to_owned()) }]));
        assert_eq!(fs::read_dir(shelf.folder()).expect("there").count(), 1, "nothing half written is left");
        assert_eq!(shelf.delete(&name), Ok(()));
        assert_eq!(shelf.list(), Ok(Vec::new()));
        assert!(shelf.delete(&name).is_err_and(|why| why.contains(&name)));
    }

    #[test]
    fn where_nothing_can_be_kept_the_file_and_what_would_help_are_named() {
        let content = Content::from_assets(&Assets::embedded()).expect("what ships is right");
        let folder = tempfile::tempdir().expect("a folder for the test");
        fs::write(folder.path().join("squads"), "a file").expect("written");
        let shelf = Shelf::new(folder.path().join("squads"));
        let why = shelf.keep(&content, &draft(&content, "Nest", 1), false).expect_err("a file is no folder");
        assert!(why.starts_with("cannot write nest.squad.toml into ") && why.contains("squads"), "{why}");
        assert!(!why.contains(".part") && !why.contains("os error"), "{why}");
    }

    #[test]
    fn what_holds_no_squad_does_not_open() {
        let content = Content::from_assets(&Assets::embedded()).expect("what ships is right");
        let folder = tempfile::tempdir().expect("a folder for the test");
        let path = folder.path().join("odd.squad.toml");
        let other = "ruleset = 'duel'\ntier = 1\nunit = [{ species = 'shellback', at = [3, 3] }]\n";
        for text in ["", other, "ruleset = 'skirmish'\ntier = 1\nunit = [{ species = 'dragon' }]\n"] {
            fs::write(&path, text).expect("written");
            assert!(Shelf::read(&content, &path).is_err(), "{text}");
        }
    }
}
