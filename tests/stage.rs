//! A house for tests, without a window: fights that ship, opened by name; and tours through its screens, as scripts.

use std::path::Path;
use std::sync::Arc;

use foregone::kernel::assets::Assets;
use foregone::kernel::ruleset::Ruleset;
use foregone::kernel::scenario::Scenario;
use foregone::legion::Legion;
use foregone::notes;
use foregone::view;
use foregone::view::skirmish::muster::MusterScreen;
use player::branches::Opening;
use player::house::{House, Opened, Opener};
use player::screen::{Fault, Screen};
use player::theatre::Start;
use recorder::{Budget, Orders, Recorder, Settings};
use tempfile::TempDir;

use crate::fights::{Fight, fight, open_round};

/// Sizes of window at which everything has to be right.
pub const SIZES: [(u32, u32); 3] = [(900, 600), (1_280, 720), (2_560, 1_440)];

/// A way through the screens, one look after the other. Only keys, so that it is the same at every size.
pub const TOUR: &str = "
frame 1 shot choreography
frame 40 shot start
frame 60 key tab
frame 62 shot selected
frame 63 key 7
frame 65 shot unit
frame 66 key 7
frame 67 key f
frame 69 shot aiming
frame 70 key escape
frame 71 key tab
frame 72 key r
frame 76 shot ordered
frame 77 key 6
frame 79 shot contributions
frame 80 key 8
frame 81 key q
frame 83 shot timelines
frame 84 key 6
frame 85 key 8
frame 86 key escape
frame 87 key +
frame 88 key +
frame 89 shot closer
frame 90 key c
frame 91 key h
frame 93 shot help
frame 94 key escape
frame 95 key g
frame 96 type 0:0
frame 98 shot typed
frame 99 key escape
frame 100 key m
frame 101 key u
frame 102 key end
frame 103 key i
frame 105 shot end
frame 106 key 9
frame 108 shot aftermath
frame 109 key t
frame 110 key home
frame 112 shot hiding
frame 113 drop odd.bin
frame 115 shot dialog
frame 116 key enter
frame 120 key backspace
frame 124 shot muster
frame 125 key r
frame 127 shot squad
frame 128 key tab
frame 129 key right
frame 130 key tab
frame 132 shot bench
frame 133 key h
frame 135 shot keys
frame 136 key escape
frame 137 key l
frame 139 shot shelf
frame 140 key escape
frame 140 key w
frame 141 shot fights
frame 141 key escape
frame 142 key c
frame 143 shot nobody
frame 144 key e
frame 146 shot refused
frame 147 key u
frame 149 key e
frame 180 shot engaged
frame 181 key backspace
frame 184 shot back
frame 185 key g
frame 187 shot arena
frame 188 key escape
";

/// A way through the screens of a battle.
pub const BATTLE_TOUR: &str = "
frame 1 shot field
frame 2 key z
frame 4 shot overlays
frame 5 key f7
frame 6 key f8
frame 8 shot two-overlays
frame 9 key z
frame 10 key tab
frame 12 shot selected
frame 13 key ctrl+f
frame 15 shot aiming
frame 16 key escape
frame 17 key shift+c
frame 19 shot after
frame 20 key ctrl+3
frame 22 shot ordered
frame 23 key 6
frame 24 key 7
frame 26 shot panels
frame 27 key 8
frame 28 key q
frame 30 shot timelines
frame 31 key q
frame 32 key 6
frame 33 key 7
frame 34 key 8
frame 35 key 0
frame 37 shot fit
frame 38 key h
frame 40 shot help
frame 41 key h
frame 42 key shift+r
frame 44 shot retreat
";

/// A way through the screens of an evening in a kitchen.
pub const KITCHEN_TOUR: &str = "
frame 40 shot start
frame 280 key z
frame 282 shot reach
frame 283 key z
frame 284 key tab
frame 286 shot selected
frame 287 key 7
frame 289 shot unit
frame 290 key 7
frame 291 key enter
frame 292 hold right
frame 310 shot driven
frame 312 key space
frame 316 release right
frame 320 key 3
frame 330 shot another
frame 332 key ctrl+e
frame 334 shot saved
frame 336 key escape
frame 338 key 6
frame 339 key 8
frame 341 shot panels
frame 342 key 6
frame 343 key 8
frame 344 key h
frame 346 shot help
frame 347 key h
frame 348 key end
frame 400 shot end
frame 401 key 9
frame 403 shot aftermath
";

/// A battle of three armies that takes no time.
const BATTLE: &str = "
ruleset = 'legion'
title = 'Three small armies, each against both others'
seed = 7
[[side]]
faction = 'rome'
[[side.line]]
kind = 'legionary-cohort'
strength = 40
at = [0, -22]
facing = 90
[[side.line]]
kind = 'archers'
strength = 16
at = [0, -50]
facing = 90
[[side]]
faction = 'juthungi'
[[side.line]]
kind = 'warband'
strength = 40
at = [0, 22]
facing = 270
[[side.line]]
kind = 'riders'
strength = 10
at = [40, 40]
facing = 270
[[side]]
faction = 'carthage'
[[side.line]]
kind = 'libyan-spears'
strength = 30
at = [-60, 0]
facing = 0
";

/// A battle that has been going on for so many ticks, to be watched from one of them on.
pub fn battle(ticks: u32, at: u32, folder: &Path) -> Box<dyn Screen> {
    let assets = Assets::embedded();
    let scenario = Scenario::parse(&assets, "battle", BATTLE).expect("it is a scenario");
    let rules = Arc::new(Legion::open(&scenario, &assets, None).expect("it is a battle"));
    let mut recorder = Recorder::new(rules, Orders::default(), Settings::default());
    recorder.advance(Budget::Ticks(ticks)).expect("it goes on");
    let start = Start { at: Some(at), ..Start::default() };
    let place = folder.join("battle");
    let opening = Opening::Ready(recorder.recording());
    view::theatre("legion", opening, start, place, None).expect("battles have a view")
}

/// Opens fights that ship, by name; at home is the muster. What is saved goes into a folder of its own.
#[derive(Debug)]
pub struct Usher {
    folder: TempDir,
}

impl Usher {
    fn new() -> Self {
        Self { folder: tempfile::tempdir().expect("there is room for a folder") }
    }
}

impl Opener for Usher {
    fn open(&mut self, path: &Path) -> Result<Opened, Fault> {
        let name = path.to_string_lossy();
        if name.starts_with("skirmish/") {
            return Ok(Opened { screen: theatre(&name, true, self.folder.path()), remark: None });
        }
        if name.starts_with("legion/") {
            return Ok(Opened { screen: battle(BATTLE_TICKS, BATTLE_TICKS / 2, self.folder.path()), remark: None });
        }
        Err(Fault::new(format!("Cannot open {name}"), "this is no fight\n".repeat(60)))
    }

    fn home(&mut self) -> Option<Box<dyn Screen>> {
        let squads = self.folder.path().join("squads");
        Some(Box::new(MusterScreen::new(&Assets::embedded(), squads).expect("what ships is right")))
    }
}

/// A theatre with a fight that ships, still to be resolved.
pub fn theatre(name: &str, spoiler_free: bool, folder: &Path) -> Box<dyn Screen> {
    let start = Start { spoiler_free, ..Start::default() };
    theatre_of(&fight(name), start, folder)
}

/// A theatre for any fight, as the command opens it.
fn theatre_of<G: Ruleset>(fight: &Fight<G>, start: Start, folder: &Path) -> Box<dyn Screen> {
    let noted = [(notes::FIGHT, &fight.name), (notes::SCENARIO, &fight.text)];
    let noted = noted.map(|(name, text)| (name.to_owned(), text.clone())).to_vec();
    let (rules, orders) = (Arc::clone(&fight.rules), fight.orders.clone());
    let recorder = Recorder::with_notes(rules, orders, Settings::default(), noted);
    let place = folder.join(fight.name.replace('/', "-"));
    view::theatre(G::NAME, Opening::Resolve(Box::new(recorder)), start, place, None).expect("it has a view")
}

/// A house that was opened with an evening in a kitchen.
pub fn house_with_round(name: &str) -> House {
    let usher = Usher::new();
    let screen = theatre_of(&open_round(name), Start::default(), usher.folder.path());
    let mut house = House::new(Box::new(usher));
    house.enter(screen);
    house
}

/// A house at home.
pub fn house() -> House {
    let mut house = House::new(Box::new(Usher::new()));
    house.go_home();
    house
}

/// Ticks of a battle that a house opens.
const BATTLE_TICKS: u32 = 500;

/// A house that was opened with a battle.
pub fn house_with_battle() -> House {
    let usher = Usher::new();
    let screen = battle(BATTLE_TICKS, BATTLE_TICKS / 2, usher.folder.path());
    let mut house = House::new(Box::new(usher));
    house.enter(screen);
    house
}

/// A house that was opened with a fight.
pub fn house_with(name: &str) -> House {
    let usher = Usher::new();
    let screen = theatre(name, false, usher.folder.path());
    let mut house = House::new(Box::new(usher));
    house.enter(screen);
    house
}
