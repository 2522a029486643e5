//! A house for tests, without a window: fights that ship, opened by name; and tours through its screens, as scripts.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use foregone::view;
use player::branches::Opening;
use player::house::{House, Opened, Opener};
use player::screen::{Fault, Screen};
use player::theatre::Start;
use recorder::{Recorder, Settings};

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
frame 110 shot home
";

/// Opens fights that ship, by name.
#[derive(Debug)]
pub struct Usher;

impl Opener for Usher {
    fn open(&mut self, path: &Path) -> Result<Opened, Fault> {
        let name = path.to_string_lossy();
        if name.starts_with("skirmish/") {
            return Ok(Opened { screen: theatre(&name, true), remark: None });
        }
        Err(Fault::new(format!("Cannot open {name}"), "this is no fight\n".repeat(60)))
    }

    fn home(&mut self) -> Option<Box<dyn Screen>> {
        Some(theatre("skirmish/demo", false))
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
    let mut house = House::new(Box::new(Usher));
    house.go_home();
    house
}

/// A house that was opened with a fight.
pub fn house_with(name: &str) -> House {
    let mut house = House::new(Box::new(Usher));
    house.enter(theatre(name, false));
    house
}
