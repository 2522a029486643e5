//! `foregone watch`: the player.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use foregone::kernel::assets::{Assets, read_text};
use foregone::kernel::ruleset::Ruleset;
use foregone::skirmish::squad_file::is_squad;
use foregone::view;
use foregone::view::skirmish::muster::MusterScreen;
use player::branches::Opening;
use player::house::{House, Opened, Opener};
use player::markers::Keeper;
use player::playback::Speed;
use player::screen::{Fault, Screen};
use player::script::Script;
use player::theatre::Start;
use player::window::Options;
use recorder::{Recorder, Settings};

use super::args::{Color, Watch};
use super::console::Console;
use super::engage;
use super::exit::{Exit, Failure};
use super::fight::{self, Fight, OnFight};
use super::interrupt::is_interrupted;
use super::marks::MarksFile;
use super::plan::FightPlan;
use super::state::check_tick;

/// Watch a fight. Where it cannot be opened, the window says why and the player goes on; the exit code tells it too.
pub(crate) fn run(args: &Watch, console: &mut Console) -> Result<Exit, Failure> {
    let plan = FightPlan::new(&args.fight)?;
    let script = args.input.as_deref().map(read_script).transpose()?;
    let start = Start { at: args.at, speed: args.speed, spoiler_free: args.spoiler_free };
    // What there is to be said of it goes to the terminal and over the window.
    console.keep_notes();
    let opened = match plan.source.path().filter(|path| is_squad(path)) {
        Some(squad) => muster(console.assets(), squad),
        None => open(&plan, start, console),
    };
    let notes = console.take_notes();
    notes.iter().for_each(|note| console.note(note));
    let mut house = House::new(Box::new(Usher { assets: console.assets().clone() }));
    let (title, failure) = match opened {
        Ok(Stage { title, screen }) => {
            house.enter(screen);
            remark(&args.fight.fight, &notes).into_iter().for_each(|remark| house.tell(remark));
            (format!("{title} · foregone"), None)
        }
        Err(failure) if failure.exit == Exit::CannotRun && view::has_display().is_ok() => {
            console.fail(&failure);
            house.go_home();
            house.tell(fault(&args.fight.fight, &failure));
            ("foregone".to_owned(), Some(failure))
        }
        Err(failure) => return Err(failure),
    };
    let options = Options { title, size: args.size, script, shots: args.shots.clone(), stop: Some(is_interrupted) };
    show(house, options)?;
    Ok(failure.map_or(Exit::Done, |failure| failure.exit))
}

/// Open the player for someone who gave no command; where there is no display, resolve the demo.
pub(crate) fn run_demo(console: &mut Console) -> Result<Exit, Failure> {
    if view::has_display().is_err() {
        return engage::run_demo(console);
    }
    // Where content was put in place of what ships, what is wrong with it is said before anything opens.
    MusterScreen::new(console.assets(), squads_folder())?;
    let mut house = House::new(Box::new(Usher { assets: console.assets().clone() }));
    house.go_home();
    show(house, Options { title: "foregone".to_owned(), stop: Some(is_interrupted), ..Options::default() })
}

fn show(house: House, options: Options) -> Result<Exit, Failure> {
    view::show(house, options).map_err(|error| {
        let help = error.help();
        Failure::cannot_run_help(error, help)
    })?;
    if is_interrupted() { Err(Failure::interrupted()) } else { Ok(Exit::Done) }
}

/// Opens fights for the window.
#[derive(Debug)]
struct Usher {
    assets: Assets,
}

impl Usher {
    /// Open a fight, with what there is to be said of it.
    fn open(&self, path: &Path) -> Result<(Stage, Vec<String>), Failure> {
        if is_squad(path) {
            return Ok((muster(&self.assets, path)?, Vec::new()));
        }
        let mut console = Console::new(Color::Auto);
        console.set_assets(self.assets.clone());
        console.keep_notes();
        let stage = open(&FightPlan::plain(path)?, Start::default(), &mut console)?;
        Ok((stage, console.take_notes()))
    }
}

impl Opener for Usher {
    fn open(&mut self, path: &Path) -> Result<Opened, Fault> {
        let (Stage { screen, .. }, notes) = Self::open(self, path).map_err(|failure| fault(path, &failure))?;
        Ok(Opened { screen, remark: remark(path, &notes) })
    }

    fn home(&mut self) -> Option<Box<dyn Screen>> {
        Some(Box::new(MusterScreen::new(&self.assets, squads_folder()).ok()?))
    }
}

/// Open the muster with a squad in it.
fn muster(assets: &Assets, squad: &Path) -> Result<Stage, Failure> {
    let mut screen = MusterScreen::new(assets, squads_folder())?;
    screen.open(squad)?;
    Ok(Stage { title: file_name(squad), screen: Box::new(screen) })
}

/// Where squads are kept: the folder that the system has for a program's own files.
#[expect(clippy::disallowed_methods, reason = "only the system says where a program's own files go")]
fn squads_folder() -> PathBuf {
    let named = |name: &str| std::env::var_os(name).filter(|path| !path.is_empty()).map(PathBuf::from);
    let home = || named("HOME").map(|home| home.join(".local").join("share"));
    let own = named("XDG_DATA_HOME").or_else(|| named("APPDATA")).or_else(home).unwrap_or_default();
    own.join("foregone").join("squads")
}

fn fault(path: &Path, failure: &Failure) -> Fault {
    Fault::new(format!("Cannot open {}", file_name(path)), failure.explain())
}

/// What there is to be said of a file that opened all the same.
fn remark(path: &Path, notes: &[String]) -> Option<Fault> {
    (!notes.is_empty()).then(|| Fault::new(file_name(path), notes.join("\n\n")))
}

fn file_name(path: &Path) -> String {
    path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().into_owned()
}

/// A fight, ready to be watched.
struct Stage {
    title: String,
    screen: Box<dyn Screen>,
}

fn open(plan: &FightPlan, start: Start, console: &mut Console) -> Result<Stage, Failure> {
    let mut stage = None;
    let (place, marks) = (place(plan), MarksFile::of(plan));
    fight::with(plan, console, Staging { start, place, marks, stage: &mut stage })?;
    Ok(stage.expect("a fight that opens is staged"))
}

/// Where pictures of a fight go: beside its file, or by its name into the folder at hand.
fn place(plan: &FightPlan) -> PathBuf {
    match (plan.source.path(), &plan.source) {
        (Some(path), _) => path.with_extension(""),
        (None, super::plan::Source::Name(name)) => name.replace(['/', '\\'], "-").into(),
        (None, _) => PathBuf::from("fight"),
    }
}

struct Staging<'a> {
    start: Start,
    place: PathBuf,
    marks: Option<MarksFile>,
    stage: &'a mut Option<Stage>,
}

impl OnFight for Staging<'_> {
    fn run<G: Ruleset>(self, fight: Fight<G>, _: &mut Console) -> Result<Exit, Failure> {
        let title = fight.title.clone().unwrap_or_else(|| fight.name.clone());
        let opening = match fight.recording.clone() {
            Some(recording) => {
                self.start.at.map_or(Ok(()), |tick| check_tick(&recording, tick))?;
                Opening::Ready(recording)
            }
            None => {
                let (rules, orders) = (Arc::clone(fight.rules()?), fight.orders.clone());
                let recorder = Recorder::with_notes(rules, orders, Settings::default(), fight.notes());
                Opening::Again(Box::new(recorder), fight.reported)
            }
        };
        let marks = self.marks.map(|file| Box::new(file) as Box<dyn Keeper>);
        let screen = view::theatre(G::NAME, opening, self.start, self.place, marks).map_err(|error| {
            let help = error.help();
            Failure::cannot_run_help(error, help)
        })?;
        *self.stage = Some(Stage { title, screen });
        Ok(Exit::Done)
    }
}

fn read_script(path: &Path) -> Result<Script, Failure> {
    let text = read_text(path)?;
    Script::read(&text).map_err(|error| {
        Failure::cannot_run_help(
            format_args!("cannot read the script {}:\n{error}", path.display()),
            "a line is `frame N` and one of: key K, click X Y, rightclick X Y, move X Y, drag X1 Y1 X2 Y2, \
             wheel X Y NOTCHES, type WORDS, hold K, release K, drop FILE, shot NAME, quit",
        )
    })
}

/// Read a speed: one of those there are.
pub(crate) fn speed(text: &str) -> Result<Speed, String> {
    let number = text.trim().trim_end_matches(['x', '×']).replace('−', "-").replace('½', "0.5");
    let times: f64 = number.parse().map_err(|_| SPEEDS.to_owned())?;
    Speed::nearest(times).filter(|speed| (speed.times() - times).abs() < 1e-9).ok_or_else(|| SPEEDS.to_owned())
}

const SPEEDS: &str = "a speed is one of -8, -4, -2, -1, -0.5, 0.5, 1, 2, 4, 8";

/// Read the size of a window.
pub(crate) fn size(text: &str) -> Result<(u32, u32), String> {
    let wrong = || "a size is WIDTHxHEIGHT in points, from 640x400 to 16384x16384".to_owned();
    let (w, h) = text.split_once(['x', '×']).ok_or_else(wrong)?;
    let read = |text: &str, least: u32| text.parse().ok().filter(|n| (least..=16_384).contains(n));
    Ok((read(w, 640).ok_or_else(wrong)?, read(h, 400).ok_or_else(wrong)?))
}
