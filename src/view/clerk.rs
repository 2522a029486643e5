//! The clerk of the player: saves fights and reports beside the fight, and sets rematches.

use std::cell::OnceCell;
use std::ffi::OsString;
use std::fs;
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use player::branches::Opening;
use player::screen::Screen;
use player::theatre::Start;
use recorder::{Orders, Recorder, Recording, Settings, Stamped};

use crate::beside::beside;
use crate::kernel::assets::Assets;
use crate::kernel::ruleset::Ruleset;
use crate::kernel::scenario::Scenario;
use crate::notes;
use crate::report::{About, FILE_BYTES_MAX, Report};

/// Files of one name that are told apart by a number.
const COPIES_MAX: u32 = 999;

/// Keeps the fights of one theatre.
#[derive(Debug)]
pub(super) struct Clerk {
    /// Where files go, without seed and ending.
    place: PathBuf,
    /// The fight is one of those that ship, so its name is enough to run it.
    ships: OnceCell<bool>,
    /// The fight or report saved last, and the trail of what it is of.
    saved: Option<(u64, PathBuf)>,
}

impl Clerk {
    pub(super) fn new(place: PathBuf) -> Self {
        Self { place, ships: OnceCell::new(), saved: None }
    }

    fn ships<G: Ruleset>(&self, recording: &Recording<G>) -> bool {
        *self.ships.get_or_init(|| {
            let (Some(name), Some(text)) = (recording.note(notes::FIGHT), recording.note(notes::SCENARIO)) else {
                return false;
            };
            !name.ends_with(".toml")
                && Scenario::find(&Assets::embedded(), name).is_ok_and(|scenario| scenario.text() == text)
        })
    }

    /// A name for a file of a fight: with its seed, as that is what tells rematches apart.
    fn name<G: Ruleset>(&self, recording: &Recording<G>) -> OsString {
        let mut name = self.place.clone().into_os_string();
        if let Some(seed) = seed_of(recording) {
            name.push(format!("-seed-{seed}"));
        }
        name
    }

    /// Write a file that shows the fight again; gives its name for people.
    fn write<G: Ruleset>(&mut self, recording: &Recording<G>, ending: &str, bytes: &[u8]) -> Result<String, String> {
        let path = write_new(&self.name(recording), ending, bytes)?;
        let name = plain(&path);
        self.saved = Some((recording.trail_digest(), path));
        Ok(name)
    }
}

impl<G: Ruleset> player::clerk::Clerk<G> for Clerk {
    fn seed(&self, recording: &Recording<G>) -> Option<u64> {
        recording.rules().map(|rules| rules.seed())
    }

    fn save_fight(&mut self, recording: &Recording<G>) -> Result<String, String> {
        let bytes = recording.save().map_err(|error| error.to_string())?;
        self.write(recording, ".fight", &bytes)
    }

    fn save_report(&mut self, recording: &Recording<G>, note: &str) -> Result<String, String> {
        let rules = recording.rules().ok_or("it was recorded under other rules; no report can run it again")?;
        let scenario = recording.note(notes::SCENARIO).ok_or("there is no scenario to put into a report")?;
        let about = About {
            fight: recording.note(notes::FIGHT).unwrap_or("unnamed").to_owned(),
            seed: rules.seed(),
            scenario: scenario.to_owned(),
            note: note.to_owned(),
        };
        let text = Report::of(rules, recording.orders(), about).map_err(|error| error.to_string())?.to_text();
        if text.len() > FILE_BYTES_MAX {
            return Err(format!("a report of {} bytes could not be read again", text.len()));
        }
        self.write(recording, ".report.toml", text.as_bytes())
    }

    fn save_script(&mut self, recording: &Recording<G>) -> Result<String, String> {
        let rules = recording.rules().ok_or("it was recorded under other rules; no script can play it again")?;
        let scenario = recording.note(notes::SCENARIO).ok_or("there is no scenario to make a script of")?;
        let script = rules.write_script(scenario, recording.orders());
        let text = script.ok_or("only rounds of the kitchen are played from scripts; a report runs this one again")?;
        Ok(plain(&write_new(&self.name(recording), ".toml", text.as_bytes())?))
    }

    fn command(&self, recording: &Recording<G>) -> Option<String> {
        let has_all = |rules: &G| rules.scenario_orders().iter().all(|own| recording.orders().all().contains(own));
        // Orders can be added on the command line, not taken away.
        if let Some(rules) = recording.rules().filter(|rules| self.ships(recording) && has_all(rules)) {
            let name = recording.note(notes::FIGHT)?;
            let own = rules.scenario_orders();
            let given = recording.orders().all().iter().filter(|order| !own.contains(order));
            let orders: String = given.map(|order| format!(" --order \"{}\"", written(&**rules, order))).collect();
            return Some(format!("foregone watch {name} --seed {}{orders}", rules.seed()));
        }
        let (of, path) = self.saved.as_ref()?;
        (*of == recording.trail_digest()).then(|| format!("foregone watch \"{}\"", path.display()))
    }

    fn rematch(&mut self, recording: &Recording<G>, seed: u64, start: Start) -> Result<Box<dyn Screen>, String> {
        let rules = recording.rules().ok_or("it was recorded under other rules; there is no rematch")?;
        let rules = Arc::new(rules.with_seed(seed));
        let kept = [notes::FIGHT, notes::TITLE, notes::SCENARIO];
        let kept = kept.into_iter().filter_map(|name| Some((name.to_owned(), recording.note(name)?.to_owned())));
        let notes = kept.chain([(notes::SEED.to_owned(), seed.to_string())]).collect();
        let orders = Orders::new(rules.scenario_orders());
        let recorder = Recorder::with_notes(rules, orders, Settings::default(), notes);
        let opening = Opening::Resolve(Box::new(recorder));
        super::theatre(recording.ruleset(), opening, start, self.place.clone(), None).map_err(|error| error.to_string())
    }
}

fn seed_of<G: Ruleset>(recording: &Recording<G>) -> Option<u64> {
    let noted = || recording.note(notes::SEED).and_then(|seed| seed.parse().ok());
    recording.rules().map(|rules| rules.seed()).or_else(noted)
}

fn written<G: Ruleset>(rules: &G, order: &Stamped<G::Order>) -> String {
    format!("{} {}", order.tick, rules.write_order(&order.order))
}

/// Write a file under the first name that is not taken: as named, then with a number. It is there whole or not at all.
pub(crate) fn write_new(name: &OsString, ending: &str, bytes: &[u8]) -> Result<PathBuf, String> {
    let mut first = name.clone();
    first.push(ending);
    let fail = |error: std::io::Error| cannot_write(Path::new(&first), &error);
    let folder = Path::new(name).parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    fs::create_dir_all(folder).map_err(fail)?;
    let mut file = beside(folder).map_err(fail)?;
    file.write_all(bytes).and_then(|()| file.as_file().sync_all()).map_err(fail)?;
    for copy in 1..=COPIES_MAX {
        let mut path = name.clone();
        if copy > 1 {
            path.push(format!("-{copy}"));
        }
        path.push(ending);
        match file.persist_noclobber(&path) {
            Ok(_) => return Ok(path.into()),
            Err(taken) if taken.error.kind() == ErrorKind::AlreadyExists => file = taken.file,
            Err(other) => return Err(fail(other.error)),
        }
    }
    Err(format!("there are {COPIES_MAX} files of that name: {}", plain(Path::new(name))))
}

/// Say that a file could not be written: which, where, why and what would help. What the system says names files that
/// nobody asked for, so only the kind of it counts.
pub(crate) fn cannot_write(path: &Path, error: &std::io::Error) -> String {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let (why, help) = match error.kind() {
        ErrorKind::PermissionDenied => (
            "this is not allowed there".to_owned(),
            "allow writing into that folder, or take the file into one of your own and open it there",
        ),
        ErrorKind::ReadOnlyFilesystem => {
            ("nothing can be written there".to_owned(), "take the file into a folder of your own and open it there")
        }
        ErrorKind::StorageFull | ErrorKind::QuotaExceeded => {
            ("there is no room left".to_owned(), "make room there and save again")
        }
        kind => (std::io::Error::from(kind).to_string(), "check that the folder is there and can be written to"),
    };
    format!("cannot write {} into {}: {why}\n\nTo save it, {help}.", plain(path), folder.display())
}

/// A file's name without its folder.
fn plain(path: &Path) -> String {
    path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().into_owned()
}

#[cfg(test)]
mod tests {
    use recorder::file;

    use super::*;
    use crate::skirmish::Skirmish;
    use player::clerk::Clerk as _;

    /// The demo with an order, and a clerk for a folder of its own.
    fn desk(folder: &Path) -> (Clerk, Recording<Skirmish>) {
        let assets = Assets::embedded();
        let scenario = Scenario::find(&assets, "skirmish/demo").unwrap();
        let rules = Arc::new(Skirmish::open(&scenario, &assets, None).unwrap());
        let order = rules.read_order("ally retreat 3").unwrap();
        let orders = Orders::new(vec![Stamped { tick: 90, sequence: 0, order }]);
        let noted = [(notes::FIGHT, "skirmish/demo".to_owned()), (notes::SCENARIO, scenario.text())];
        let noted = noted.map(|(name, text)| (name.to_owned(), text)).to_vec();
        let recording = Recorder::with_notes(rules, orders, Settings::default(), noted).finish().unwrap();
        (Clerk::new(folder.join("skirmish-demo")), recording)
    }

    #[test]
    fn nothing_is_written_over_and_all_can_be_read_again() {
        let folder = tempfile::tempdir().unwrap();
        let (mut clerk, recording) = desk(folder.path());
        let seed = clerk.seed(&recording).unwrap();
        let saved: Vec<String> = (0..2).map(|_| clerk.save_fight(&recording).unwrap()).collect();
        assert_eq!(saved, [format!("skirmish-demo-seed-{seed}.fight"), format!("skirmish-demo-seed-{seed}-2.fight")]);
        let bytes = fs::read(folder.path().join(&saved[1])).unwrap();
        let opened = file::open::<Skirmish>(&bytes, "skirmish", None).unwrap();
        assert_eq!(opened.recording.trail_digest(), recording.trail_digest());
        let report = clerk.save_report(&recording, "odd").unwrap();
        let text = fs::read_to_string(folder.path().join(report)).unwrap();
        assert!(text.contains("\"90 ally retreat 3\"") && text.contains("note = \"odd\""));
        let left: Vec<_> = fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().file_name()).collect();
        assert_eq!(left.len(), 3, "{left:?}");
    }

    #[test]
    fn a_place_that_cannot_be_made_is_told() {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("taken"), "a file").unwrap();
        let (mut clerk, recording) = desk(&folder.path().join("taken"));
        let why = clerk.save_fight(&recording).unwrap_err();
        assert!(why.starts_with("cannot write skirmish-demo-seed-") && why.contains(".fight into "), "{why}");
        assert!(!why.contains("at path") && !why.contains("os error") && why.contains("To save it"), "{why}");
    }

    #[test]
    fn the_command_names_seed_and_given_orders_alone() {
        let folder = tempfile::tempdir().unwrap();
        let (mut clerk, recording) = desk(folder.path());
        let seed = clerk.seed(&recording).unwrap();
        let wanted = format!("foregone watch skirmish/demo --seed {seed} --order \"90 ally retreat 3\"");
        assert_eq!(clerk.command(&recording), Some(wanted));
        clerk.ships = OnceCell::from(false);
        assert_eq!(clerk.command(&recording), None);
        let saves: [fn(&mut Clerk, &Recording<Skirmish>) -> String; 2] =
            [|clerk, fight| clerk.save_report(fight, "").unwrap(), |clerk, fight| clerk.save_fight(fight).unwrap()];
        for save in saves {
            let file = save(&mut clerk, &recording);
            let wanted = format!("foregone watch \"{}\"", folder.path().join(file).display());
            assert_eq!(clerk.command(&recording), Some(wanted));
        }
        let plain = Recorder::new(Arc::clone(recording.rules().unwrap()), Orders::default(), Settings::default());
        assert_eq!(clerk.command(&plain.finish().unwrap()), None, "what was saved is another fight");
    }
}
