//! Marker files: where the moments that a person keeps lie from one watching to the next. Beside a fight that is a
//! file, or in the folder that the system has for such things.

use std::fs;
use std::path::{Path, PathBuf};

use foregone::kernel::assets::read_sheet;
use foregone::kernel::problem::Problems;
use foregone::kernel::sheet::{Sheet, Table};
use player::markers::{Keeper, MARKERS_MAX, Marker};

use super::plan::{FightPlan, Source};
use super::write::write_file;

/// The ending of a marker file's name.
const ENDING: &str = ".marks.toml";
/// The format written and read.
const FORMAT: u32 = 1;

/// A marker file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct MarksFile {
    path: PathBuf,
    /// It is there and could not be read: what it holds must not be lost.
    unread: bool,
}

impl MarksFile {
    /// The file for the markers of a fight; `None` where there is no place for one.
    pub(crate) fn of(plan: &FightPlan) -> Option<Self> {
        let own = plan.source.path().filter(|_| !plan.is_changed());
        let path = own.map(beside).or_else(|| Some(state_folder()?.join(name_of(plan))))?;
        Some(Self { path, unread: false })
    }

    #[cfg(test)]
    fn at(path: PathBuf) -> Self {
        Self { path, unread: false }
    }

    /// Put what could not be read where nothing is written over it.
    fn set_aside(&self) -> std::io::Result<PathBuf> {
        let mut names = std::iter::once(String::from(".bad")).chain((2..).map(|n| format!(".bad{n}")));
        let free = names.find_map(|ending| {
            let mut name = self.path.clone().into_os_string();
            name.push(ending);
            let aside = PathBuf::from(name);
            (!aside.exists()).then_some(aside)
        });
        let aside = free.expect("numbers do not run out");
        fs::rename(&self.path, &aside)?;
        Ok(aside)
    }
}

impl Keeper for MarksFile {
    fn read(&mut self) -> Result<Vec<Marker>, String> {
        if !self.path.exists() {
            return Ok(Vec::new());
        }
        read_sheet(&self.path).and_then(|sheet| read(&sheet)).map_err(|problems| {
            self.unread = true;
            format!("cannot read the markers: {}", first_of(&problems))
        })
    }

    fn keep(&mut self, markers: &[Marker]) -> Result<Option<String>, String> {
        let told = |why: &dyn std::fmt::Display| format!("the markers are not kept: {why}: {}", self.path.display());
        let mut remark = None;
        if self.unread {
            let aside = self.set_aside().map_err(|error| told(&error))?;
            remark = Some(format!(
                "{} could not be read; it was set aside as {}, and new markers go into a new file.",
                name_in(&self.path),
                name_in(&aside)
            ));
            // From here on what is there is ours to write over.
            self.unread = false;
        } else if markers.is_empty() && !self.path.exists() {
            return Ok(None);
        }
        if let Some(folder) = self.path.parent().filter(|folder| !folder.as_os_str().is_empty()) {
            fs::create_dir_all(folder).map_err(|error| told(&error))?;
        }
        write_file(&self.path, write(markers).as_bytes()).map_err(|failure| told(&failure.explain()))?;
        Ok(remark)
    }
}

fn name_in(path: &Path) -> String {
    path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().into_owned()
}

fn first_of(problems: &Problems) -> String {
    let Some(first) = problems.list().first() else { return String::new() };
    let line = first.line.map(|line| format!(":{line}")).unwrap_or_default();
    format!("{}: {}{line}", first.problem, first.file)
}

fn beside(fight: &Path) -> PathBuf {
    let mut name = fight.with_extension("").into_os_string();
    name.push(ENDING);
    name.into()
}

/// Where programs keep what is not settings and not theirs to lose.
#[expect(clippy::disallowed_methods, reason = "only markers go there; what they mark does not depend on it")]
fn state_folder() -> Option<PathBuf> {
    let set = |name| std::env::var_os(name).map(PathBuf::from).filter(|path| path.is_absolute());
    let home = || Some(set("HOME").or_else(|| set("USERPROFILE"))?.join(".local").join("state"));
    Some(set("XDG_STATE_HOME").or_else(home)?.join("foregone").join("marks"))
}

/// A name of its own for every fight: another seed or other orders make another one.
fn name_of(plan: &FightPlan) -> String {
    let (name, path) = match &plan.source {
        Source::Name(name) => (name.clone(), None),
        Source::Scenario(path) | Source::Report(path) | Source::Recording(path) => {
            let stem = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
            (stem, Some(fs::canonicalize(path).unwrap_or_else(|_| path.clone())))
        }
    };
    let sound = |c: char| if c.is_alphanumeric() || matches!(c, '-' | '_') { c } else { '-' };
    let mut file: String = name.chars().map(sound).take(80).collect();
    if plan.is_changed() {
        let print = print(&format!("{path:?} {:?} {:?} {:?}", plan.seed, plan.listed, plan.orders));
        file.push_str(&format!("-{print:016x}"));
    }
    file.push_str(ENDING);
    file
}

fn print(text: &str) -> u64 {
    text.bytes().fold(0, |print, byte| recorder::fold(print, u64::from(byte)))
}

fn write(markers: &[Marker]) -> String {
    let mut text = format!("# Moments to come back to, for the player.\nformat = {FORMAT}\n");
    for Marker { tick, name } in markers {
        text.push_str(&format!("\n[[mark]]\ntick = {tick}\n"));
        if !name.is_empty() {
            text.push_str(&format!("name = {}\n", toml::Value::String(name.clone())));
        }
    }
    text
}

fn read(sheet: &Sheet) -> Result<Vec<Marker>, Problems> {
    sheet.read(|table| {
        let _: u32 = table.int("format", FORMAT..=FORMAT);
        if !table.has("mark") {
            return Vec::new();
        }
        let marker = |mut mark: Table<'_>| Marker {
            tick: mark.int("tick", 0..=u32::MAX),
            name: mark.opt_string("name").unwrap_or_default(),
        };
        table.tables("mark", 0..=MARKERS_MAX).into_iter().map(marker).collect()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn marker(tick: u32, name: &str) -> Marker {
        Marker { tick, name: name.to_owned() }
    }

    #[test]
    fn what_is_kept_is_read_again() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("deep").join("demo.marks.toml");
        let mut file = MarksFile::at(path.clone());
        assert_eq!(file.read(), Ok(Vec::new()));
        assert_eq!(file.keep(&[]), Ok(None));
        assert!(!path.exists(), "nothing to keep makes no file");
        let markers = [marker(3, ""), marker(90, "\"the\" turn\\ — wände [x]"), marker(u32::MAX, "='''")];
        file.keep(&markers).unwrap();
        assert_eq!(MarksFile::at(path.clone()).read(), Ok(markers.to_vec()));
        file.keep(&[]).unwrap();
        assert_eq!(MarksFile::at(path).read(), Ok(Vec::new()));
    }

    #[test]
    fn the_sample_of_format_1_can_be_read() {
        let sample = concat!(env!("CARGO_MANIFEST_DIR"), "/goldens/formats/marks-1.marks.toml");
        let read = MarksFile::at(sample.into()).read();
        assert_eq!(read, Ok(vec![marker(41, "the first one falls"), marker(90, "")]));
    }

    #[test]
    fn what_cannot_be_read_is_told_and_set_aside() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("demo.marks.toml");
        for (n, bad) in ["format = 1\n[[mark]]\ntick = -4\n", "no toml at all", "format = 9\n"].iter().enumerate() {
            fs::write(&path, bad).unwrap();
            let mut file = MarksFile::at(path.clone());
            let told = file.read().unwrap_err();
            assert!(told.starts_with("cannot read the markers: ") && told.contains("demo.marks.toml"), "{told}");
            assert_eq!(fs::read_to_string(&path).unwrap(), *bad, "reading changes nothing");
            let remark = file.keep(&[marker(1, "new")]).unwrap().expect("it is told");
            assert_eq!(file.keep(&[marker(1, "newer")]), Ok(None), "and told once");
            let aside = if n == 0 { ".bad".to_owned() } else { format!(".bad{}", n + 1) };
            assert!(remark.contains(&format!("demo.marks.toml{aside},")), "{remark}");
            assert_eq!(fs::read_to_string(folder.path().join(format!("demo.marks.toml{aside}"))).unwrap(), *bad);
            assert_eq!(MarksFile::at(path.clone()).read(), Ok(vec![marker(1, "newer")]));
        }
    }

    #[test]
    fn a_file_has_its_markers_beside_it_and_other_fights_have_other_files() {
        let plan = |fight: &str| FightPlan::plain(Path::new(fight)).unwrap();
        assert_eq!(MarksFile::of(&plan("fights/demo.fight")).unwrap().path, Path::new("fights/demo.marks.toml"));
        assert_eq!(name_of(&plan("skirmish/demo")), "skirmish-demo.marks.toml");
        let seeded = |seed| FightPlan { seed: Some(seed), ..plan("skirmish/demo") };
        assert_ne!(name_of(&seeded(7)), name_of(&seeded(8)));
        assert_ne!(name_of(&seeded(7)), name_of(&plan("skirmish/demo")));
    }
}
