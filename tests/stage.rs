//! A house for tests, without a window: fights that ship, opened by name; and tours through its screens, as scripts.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use foregone::kernel::assets::Assets;
use foregone::view;
use foregone::view::skirmish::muster::MusterScreen;
use player::branches::Opening;
use player::house::{House, Opened, Opener};
use player::screen::{Fault, Screen};
use player::theatre::Start;
use recorder::{Recorder, Settings};
use tempfile::TempDir;

use crate::fights::fight;

/// Sizes of window at which everything has to be right.
pub const SIZES: [(u32, u32); 3] = [(900, 600), (1_280, 720), (2_560, 1_440)];

/// A way through the screens, one look after the other. Only keys, so that it is the same at every size.
pub const TOUR: &str = "
frame 1 shot choreography
frame 40 shot start
frame 60 key tab
frame 62 shot selected
frame 63 key f
frame 65 shot aiming
frame 66 key escape
frame 67 key tab
frame 68 key r
frame 72 shot ordered
frame 80 key +
frame 81 key +
frame 83 shot closer
frame 84 key c
frame 85 key h
frame 87 shot help
frame 88 key escape
frame 89 key t
frame 91 shot hiding
frame 92 key t
frame 93 key end
frame 95 shot end
frame 96 drop odd.bin
frame 98 shot dialog
frame 99 key enter
frame 100 key backspace
frame 104 shot muster
frame 105 key r
frame 107 shot squad
frame 108 key tab
frame 109 key right
frame 110 key tab
frame 112 shot bench
frame 113 key h
frame 115 shot keys
frame 116 key escape
frame 117 key l
frame 119 shot shelf
frame 120 key escape
frame 121 key c
frame 123 shot nobody
frame 124 key e
frame 126 shot refused
frame 127 key u
frame 129 key e
frame 160 shot engaged
frame 161 key backspace
frame 164 shot back
";

/// Opens fights that ship, by name; at home is the muster, its squads in a folder of their own.
#[derive(Debug)]
pub struct Usher {
    squads: TempDir,
}

impl Usher {
    fn new() -> Self {
        Self { squads: tempfile::tempdir().expect("there is room for a folder") }
    }
}

impl Opener for Usher {
    fn open(&mut self, path: &Path) -> Result<Opened, Fault> {
        let name = path.to_string_lossy();
        if name.starts_with("skirmish/") {
            return Ok(Opened { screen: theatre(&name, true), remark: None });
        }
        Err(Fault::new(format!("Cannot open {name}"), "this is no fight\n".repeat(60)))
    }

    fn home(&mut self) -> Option<Box<dyn Screen>> {
        let squads = self.squads.path().to_owned();
        Some(Box::new(MusterScreen::new(&Assets::embedded(), squads).expect("what ships is right")))
    }
}

/// A theatre with a fight that ships, still to be resolved.
pub fn theatre(name: &str, spoiler_free: bool) -> Box<dyn Screen> {
    let fight = fight(name);
    let recorder = Recorder::new(Arc::clone(&fight.rules), fight.orders.clone(), Settings::default());
    let start = Start { spoiler_free, ..Start::default() };
    let place = PathBuf::from(name.replace('/', "-"));
    view::theatre("skirmish", Opening::Resolve(Box::new(recorder)), start, place).expect("skirmishes have a view")
}

/// A house at home.
pub fn house() -> House {
    let mut house = House::new(Box::new(Usher::new()));
    house.go_home();
    house
}

/// A house that was opened with a fight.
pub fn house_with(name: &str) -> House {
    let mut house = House::new(Box::new(Usher::new()));
    house.enter(theatre(name, false));
    house
}
