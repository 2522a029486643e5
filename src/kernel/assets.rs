//! Assets: the content files, embedded in the program or in a folder of the same layout, and reading files at all.
//!
//! The one place in the kernel that touches files. Everything here happens before a fight starts; rules never read.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{ErrorKind, Read};
use std::path::{Path, PathBuf};

use recorder::Digest;

use crate::kernel::problem::{Problem, Problems, Source, quote, suggest};
use crate::kernel::schema::Schemas;
use crate::kernel::sheet::Sheet;

/// Bytes of the largest text that is read.
pub const FILE_MAX: u64 = 4 * 1024 * 1024;

/// Folders below a folder of assets that are looked into.
const DEPTH_MAX: u32 = 8;

/// Every `*.toml` under `assets/` when this was built: path and text, sorted by path.
static EMBEDDED: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/assets.rs"));

/// Where content comes from. Paths have `/` between their parts on every system: `skirmish/species.toml`.
#[derive(Debug, Clone)]
pub struct Assets {
    root: Root,
    /// Where what readers ask for is noted.
    schemas: Option<Schemas>,
}

#[derive(Debug, Clone)]
enum Root {
    Embedded,
    Folder(PathBuf),
    Given(BTreeMap<String, String>),
}

impl Assets {
    /// Use what is embedded in the program.
    #[must_use]
    pub fn embedded() -> Self {
        Self::from_root(Root::Embedded)
    }

    /// Use a folder in place of all that is embedded.
    pub fn in_dir(folder: impl Into<PathBuf>) -> Result<Self, Problems> {
        let folder = folder.into();
        let name = folder.display().to_string();
        match fs::metadata(&folder) {
            Ok(found) if found.is_dir() => Ok(Self::from_root(Root::Folder(folder))),
            Ok(_) => Err(Problem::of_file(name, "not a folder", Some(FOLDER_HELP.into())).into()),
            Err(error) => Err(Problem::of_file(name, reason(&error), Some(FOLDER_HELP.into())).into()),
        }
    }

    /// Use these paths and texts, as a test does.
    #[must_use]
    pub fn given<P: Into<String>, T: Into<String>>(files: impl IntoIterator<Item = (P, T)>) -> Self {
        Self::from_root(Root::Given(files.into_iter().map(|(path, text)| (path.into(), text.into())).collect()))
    }

    fn from_root(root: Root) -> Self {
        Self { root, schemas: None }
    }

    /// Note what the readers of its sheets ask for: of each kind of file, which is the folder that it lies in, or the file
    /// itself where that lies right in a ruleset's: `skirmish/fights`, `skirmish/species`.
    #[must_use]
    pub fn noting(mut self, schemas: Schemas) -> Self {
        self.schemas = Some(schemas);
        self
    }

    /// Read a file as a sheet.
    pub fn read(&self, path: &str) -> Result<Sheet, Problems> {
        let sheet = Sheet::parse(self.shown(path), self.text(path)?)?;
        Ok(match &self.schemas {
            Some(schemas) => sheet.noting(schemas.noted(kind_of(path))),
            None => sheet,
        })
    }

    /// Read a file as text.
    pub fn text(&self, path: &str) -> Result<Cow<'_, str>, Problems> {
        let found = match &self.root {
            _ if !is_plain(path) => None,
            Root::Embedded => {
                let place = EMBEDDED.binary_search_by_key(&path, |(known, _)| *known).ok();
                place.map(|place| Cow::Borrowed(EMBEDDED[place].1))
            }
            Root::Given(files) => files.get(path).map(|text| Cow::Borrowed(text.as_str())),
            Root::Folder(folder) => {
                let help = || Some(FOLDER_HELP.to_owned());
                return read_text_or(&folder.join(path), help).map(Cow::Owned);
            }
        };
        found.ok_or_else(|| {
            Problem::of_file(self.shown(path), "no such asset", suggest(path, self.all().unwrap_or_default())).into()
        })
    }

    /// List the paths of all files, sorted.
    pub fn all(&self) -> Result<Vec<String>, Problems> {
        match &self.root {
            Root::Embedded => Ok(EMBEDDED.iter().map(|(path, _)| (*path).to_owned()).collect()),
            Root::Given(files) => Ok(files.keys().cloned().collect()),
            Root::Folder(folder) => {
                let mut paths = Vec::new();
                list_into(folder, "", DEPTH_MAX, &mut paths)?;
                paths.sort();
                Ok(paths)
            }
        }
    }

    /// List the paths of the files right in a folder, sorted: `skirmish/fights` has `skirmish/fights/demo.toml`.
    pub fn list(&self, folder: &str) -> Result<Vec<String>, Problems> {
        let mut paths = self.all()?;
        paths.retain(|path| path.rsplit_once('/').map_or("", |(parent, _)| parent) == folder);
        Ok(paths)
    }

    /// Digest files, in the order given, with their paths. Line ends do not count: a checkout may change them.
    pub fn fingerprint(&self, paths: &[&str]) -> Result<u64, Problems> {
        let mut digest = Digest::new();
        let mut problems = Problems::default();
        digest.section("assets", |digest| {
            for path in paths {
                if let Some(text) = problems.take(self.text(path)) {
                    digest.bytes(path.as_bytes());
                    digest.bytes(text.replace("\r\n", "\n").as_bytes());
                }
            }
        });
        problems.or(digest.total())
    }

    /// What a file is called in messages.
    fn shown(&self, path: &str) -> String {
        match &self.root {
            Root::Folder(folder) => folder.join(path).display().to_string(),
            Root::Embedded | Root::Given(_) => path.to_owned(),
        }
    }
}

/// Tell the kind of a file.
#[must_use]
pub fn kind_of(path: &str) -> &str {
    let folder = path.rsplit_once('/').map_or("", |(folder, _)| folder);
    if folder.contains('/') { folder } else { path.strip_suffix(".toml").unwrap_or(path) }
}

const FOLDER_HELP: &str = "an assets folder has the layout of `assets/`; copy that and change the copy";

/// Read a file that a person named, as text.
pub fn read_text(path: &Path) -> Result<String, Problems> {
    read_text_or(path, || neighbours_of(path))
}

/// Read a file that a person named, as a sheet.
pub fn read_sheet(path: &Path) -> Result<Sheet, Problems> {
    Sheet::parse(path.display().to_string(), read_text(path)?)
}

/// Say that a file that a person named is not there, and which ones are.
#[must_use]
pub fn no_such_file(path: &Path) -> Problems {
    Problem::of_file(path.display().to_string(), "no such file", neighbours_of(path)).into()
}

/// Read a file as text; `help` is for when it is not there.
fn read_text_or(path: &Path, help: impl FnOnce() -> Option<String>) -> Result<String, Problems> {
    let name = path.display().to_string();
    let problem = |phrase: String, help: Option<String>| Problems::from(Problem::of_file(name.clone(), phrase, help));
    let found = match fs::metadata(path) {
        Ok(found) => found,
        Err(error) if error.kind() == ErrorKind::NotFound => return Err(problem("no such file".to_owned(), help())),
        Err(error) => return Err(problem(reason(&error), None)),
    };
    if found.is_dir() {
        return Err(problem("a folder, not a file".to_owned(), Some("name a file in it".to_owned())));
    }
    if !found.is_file() {
        return Err(problem("not a plain file".to_owned(), None));
    }
    let mut bytes = Vec::new();
    // The length may grow between asking and reading; reading itself is bounded.
    let read = File::open(path).and_then(|file| file.take(FILE_MAX + 1).read_to_end(&mut bytes));
    if let Err(error) = read {
        return Err(problem(reason(&error), None));
    }
    if bytes.len() as u64 > FILE_MAX {
        let help = format!("at most {} MiB are read", FILE_MAX / (1024 * 1024));
        return Err(problem(format!("file of {} bytes is too large", found.len().max(FILE_MAX + 1)), Some(help)));
    }
    text_from(&name, bytes)
}

/// Take bytes as text, or say where they stop being one.
fn text_from(name: &str, bytes: Vec<u8>) -> Result<String, Problems> {
    String::from_utf8(bytes).map_err(|error| {
        let (at, bytes) = (error.utf8_error().valid_up_to(), error.into_bytes());
        let phrase = format!("not text: byte 0x{:02X} at offset {at} is not UTF-8", bytes[at]);
        let source = Source::new(name, String::from_utf8_lossy(&bytes).into_owned());
        source.problem(at..at, phrase, Some("save the file as UTF-8 text".to_owned())).into()
    })
}

/// Suggest the files beside one that is not there.
fn neighbours_of(path: &Path) -> Option<String> {
    let folder = path.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let Ok(entries) = fs::read_dir(folder) else {
        return Some(format!("there is no folder {}", quote(&folder.display().to_string())));
    };
    let extension = path.extension();
    let wrong = path.file_name()?;
    let names = entries.flatten().take(1000).map(|entry| PathBuf::from(entry.file_name()));
    // A link to nothing is there by this very name.
    let names = names.filter(|name| name.extension() == extension && name != Path::new(wrong));
    let mut names: Vec<String> = names.map(|name| name.display().to_string()).collect();
    names.sort();
    suggest(&wrong.display().to_string(), names)
}

/// Collect the `*.toml` below a folder.
fn list_into(folder: &Path, prefix: &str, depth: u32, paths: &mut Vec<String>) -> Result<(), Problems> {
    let problem = |error| Problems::from(Problem::of_file(folder.display().to_string(), reason(&error), None));
    for entry in fs::read_dir(folder).map_err(problem)? {
        let entry = entry.map_err(problem)?;
        let Ok(name) = entry.file_name().into_string() else { continue };
        if depth > 0 && entry.path().is_dir() {
            list_into(&entry.path(), &format!("{prefix}{name}/"), depth - 1, paths)?;
        } else if name.ends_with(".toml") {
            paths.push(format!("{prefix}{name}"));
        }
    }
    Ok(())
}

/// Tell whether a path stays below its root.
fn is_plain(path: &str) -> bool {
    !path.contains('\\') && path.split('/').all(|part| !part.is_empty() && part != "." && part != "..")
}

/// Say why a file cannot be read, in our words where the system's differ from one to the next.
fn reason(error: &std::io::Error) -> String {
    match error.kind() {
        ErrorKind::NotFound => "no such file or folder".to_owned(),
        ErrorKind::PermissionDenied => "not allowed to read".to_owned(),
        _ => format!("cannot read: {}", error.to_string().to_lowercase()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said<T: std::fmt::Debug>(result: Result<T, Problems>) -> String {
        result.expect_err("it cannot be read").to_string()
    }

    fn given() -> Assets {
        Assets::given([("duel/b.toml", "x = 1\n"), ("duel/a.toml", "x = 2\n"), ("duel/fights/demo.toml", "x = 3\n")])
    }

    #[test]
    fn embedded_assets_are_sorted_and_can_all_be_read() {
        let assets = Assets::embedded();
        let all = assets.all().expect("embedded assets can be listed");
        let mut sorted = all.clone();
        sorted.sort();
        assert_eq!(all, sorted);
        for path in &all {
            assets.read(path).unwrap_or_else(|problems| panic!("{problems}"));
        }
    }

    #[test]
    fn a_folder_of_the_same_files_says_the_same() {
        let folder = tempfile::tempdir().expect("a folder for the test");
        let given = given();
        for path in given.all().expect("listed") {
            let target = folder.path().join(&path);
            fs::create_dir_all(target.parent().expect("below the folder")).expect("made");
            fs::write(target, given.text(&path).expect("there").replace('\n', "\r\n")).expect("written");
        }
        fs::write(folder.path().join("duel/notes.txt"), "no asset").expect("written");
        let there = Assets::in_dir(folder.path()).expect("a folder");
        assert_eq!(there.all().expect("listed"), given.all().expect("listed"));
        assert_eq!(there.list("duel").expect("listed"), ["duel/a.toml", "duel/b.toml"]);
        let paths = ["duel/a.toml", "duel/b.toml"];
        assert_eq!(there.fingerprint(&paths), given.fingerprint(&paths), "line ends do not count");
        let read = there.read("duel/a.toml").and_then(|sheet| sheet.read(|t| t.int("x", 0..=9)));
        assert_eq!(read.expect("read"), 2);
    }

    #[test]
    fn a_fingerprint_knows_content_path_and_order() {
        let print = |files: &[(&str, &str)], paths: &[&str]| {
            Assets::given(files.iter().copied()).fingerprint(paths).expect("all there")
        };
        let base = print(&[("a", "1"), ("b", "2")], &["a", "b"]);
        assert_ne!(base, print(&[("a", "1"), ("b", "3")], &["a", "b"]));
        assert_ne!(base, print(&[("a", "2"), ("b", "1")], &["a", "b"]));
        assert_ne!(base, print(&[("a", "1"), ("b", "2")], &["b", "a"]));
        assert_eq!(base, print(&[("a", "1"), ("b", "2"), ("c", "3")], &["a", "b"]), "only what is read counts");
    }

    #[test]
    fn a_missing_asset_is_named_with_the_near_ones() {
        assert_eq!(
            said(given().text("duel/aa.toml")),
            "no such asset: duel/aa.toml; did you mean `duel/a.toml` or `duel/b.toml`?"
        );
        let missing = said(given().fingerprint(&["x", "duel/a.toml", "y"]));
        assert_eq!(missing.lines().count(), 2, "{missing}");
    }

    #[test]
    fn no_asset_lies_outside_its_root() {
        let folder = tempfile::tempdir().expect("a folder for the test");
        fs::create_dir(folder.path().join("in")).expect("made");
        fs::write(folder.path().join("out.toml"), "x = 1").expect("written");
        let assets = Assets::in_dir(folder.path().join("in")).expect("a folder");
        for path in ["../out.toml", "/etc/hostname", "", "a//b", "./out.toml", "..\\out.toml"] {
            assert!(assets.text(path).is_err(), "{path}");
        }
    }

    #[test]
    fn a_missing_file_is_named_with_the_near_ones() {
        let folder = tempfile::tempdir().expect("a folder for the test");
        fs::write(folder.path().join("duel.toml"), "x = 1").expect("written");
        fs::write(folder.path().join("duel.txt"), "").expect("written");
        let path = folder.path().join("deul.toml");
        assert_eq!(said(read_text(&path)), format!("no such file: {}; did you mean `duel.toml`?", path.display()));
        let missing = said(read_text(&folder.path().join("no/duel.toml")));
        assert!(missing.contains("there is no folder"), "{missing}");
        assert!(said(Assets::in_dir(folder.path().join("no"))).contains("; an assets folder has the layout"));
        assert!(said(Assets::in_dir(folder.path().join("duel.toml"))).starts_with("not a folder: "));
    }

    #[test]
    fn a_folder_in_place_of_a_file_is_told_apart() {
        let folder = tempfile::tempdir().expect("a folder for the test");
        assert!(said(read_sheet(folder.path())).starts_with("a folder, not a file: "));
    }

    #[test]
    fn a_file_at_the_limit_is_read_and_one_byte_more_is_not() {
        let folder = tempfile::tempdir().expect("a folder for the test");
        let path = folder.path().join("big.toml");
        let limit = usize::try_from(FILE_MAX).expect("fits");
        fs::write(&path, "#".repeat(limit)).expect("written");
        assert_eq!(read_text(&path).expect("at the limit").len(), limit);
        fs::write(&path, "#".repeat(limit + 1)).expect("written");
        let problem = said(read_text(&path));
        assert_eq!(problem, format!("file of 4194305 bytes is too large: {}; at most 4 MiB are read", path.display()));
    }

    #[test]
    fn bytes_that_are_no_text_are_placed() {
        let folder = tempfile::tempdir().expect("a folder for the test");
        let path = folder.path().join("junk.toml");
        fs::write(&path, b"a = 1\nb = \xFF\xFE\x00").expect("written");
        let problem = said(read_sheet(&path));
        assert!(
            problem.ends_with(":2:5: not text: byte 0xFF at offset 10 is not UTF-8; save the file as UTF-8 text"),
            "{problem}"
        );
        fs::write(&path, [0_u8; 64]).expect("written");
        assert!(read_sheet(&path).is_err());
    }
}
