//! A scene for tests: a kitchen drawn in a few lines, cooks put where a claim needs them, stepped by hand.

use std::sync::Arc;

use recorder::{Journal, Simulation, Stamped, Step};

use crate::kernel::assets::Assets;
use crate::kernel::ruleset::Ruleset;
use crate::kernel::scenario::Scenario;
use crate::kitchen::brief::{Brief, Seat};
use crate::kitchen::cook::Cook;
use crate::kitchen::event::{Event, What};
use crate::kitchen::grain::{Cell, Facing, Point};
use crate::kitchen::input::Frame;
use crate::kitchen::item::{Form, Item, Mark, Ware};
use crate::kitchen::ladder::Denial;
use crate::kitchen::level::Level;
use crate::kitchen::order::Order;
use crate::kitchen::pantry::Pantry;
use crate::kitchen::rules::Kitchen;
use crate::kitchen::scratch::Scratch;
use crate::kitchen::state::State;
use crate::kitchen::station::Station;

/// Every fixture once, with floor around.
pub const ALL_FIXTURES: &str = "\
#########
#t.B.O.P#
#.......#
#W..@..S#
#.......#
#r@.X.@.#
####.####
#########";

/// A scene in motion.
#[derive(Debug)]
pub struct Scene {
    pub rules: Arc<Kitchen>,
    pub state: State,
    pub tick: u32,
    scratch: Scratch,
}

pub fn pantry() -> Pantry {
    Pantry::from_assets(&Assets::embedded()).expect("what ships is right")
}

/// Draw a kitchen: `t` is a shelf of turnips, `r` the plate rack.
pub fn level(grid: &str) -> Level {
    let mut legend = String::new();
    for (letter, ware) in [("t", "turnip"), ("c", "cress"), ("r", "plate"), ("p", "plum")] {
        if grid.contains(letter) {
            legend += &format!("{letter} = \"{ware}\"\n");
        }
    }
    let text = format!("name = \"x\"\nround_ticks = 4000\nplates = 3\ngrid = '''\n{grid}\n'''\n[legend]\n{legend}");
    Level::parse("level.toml", &text, &pantry()).unwrap_or_else(|problems| panic!("{problems}"))
}

/// Open a fight that ships.
pub fn shipped(name: &str) -> Kitchen {
    let assets = Assets::embedded();
    let scenario = Scenario::find(&assets, name).unwrap_or_else(|problems| panic!("{problems}"));
    Kitchen::open(&scenario, &assets, None).unwrap_or_else(|problems| panic!("{problems}"))
}

impl Scene {
    /// Draw a kitchen and seat cooks that are moved from outside.
    pub fn new(grid: &str, cooks: usize) -> Self {
        Self::of(level(grid), cooks, 4000)
    }

    pub fn of(level: Level, cooks: usize, ticks: u32) -> Self {
        let names = ["Ash", "Birch", "Cedar", "Dill", "Elm", "Fir", "Gorse", "Hazel"];
        let seats = (0..cooks).map(|seat| Seat::hand(names[seat], seat as i32)).collect();
        let brief = Brief { title: "a scene".to_owned(), seats, ticks, ..Brief::default() };
        let rules = Kitchen::build(Arc::new(pantry()), Arc::new(level), brief, 7).expect("a scene can be built");
        Self::from_rules(rules)
    }

    pub fn from_rules(rules: Kitchen) -> Self {
        let state = rules.start();
        Self { rules: Arc::new(rules), state, tick: 0, scratch: Scratch::default() }
    }

    /// Step once with one frame a seat; those beyond the list have none.
    pub fn step(&mut self, frames: &[Option<Frame>]) -> Vec<What> {
        let orders = frames.iter().enumerate().filter_map(|(seat, frame)| Some((seat, (*frame)?)));
        let orders: Vec<Stamped<Order>> = orders
            .map(|(seat, frame)| Stamped { tick: self.tick, sequence: 0, order: Order::once(seat, frame) })
            .collect();
        self.step_orders(&orders)
    }

    /// Step once with these orders.
    pub fn step_orders(&mut self, orders: &[Stamped<Order>]) -> Vec<What> {
        let rules = Arc::clone(&self.rules);
        let mut journal = Journal::<Event>::new();
        let mut step =
            Step { tick: self.tick, state: &mut self.state, scratch: &mut self.scratch, orders, journal: &mut journal };
        for stage in rules.stages() {
            (stage.run)(&rules, &mut step);
        }
        self.tick += 1;
        journal.events().iter().map(|event| event.what).collect()
    }

    /// Give everyone the same frame for some ticks.
    pub fn run(&mut self, frames: &[Option<Frame>], ticks: u32) -> Vec<What> {
        (0..ticks).flat_map(|_| self.step(frames)).collect()
    }

    pub fn cook(&mut self, seat: usize) -> &mut Cook {
        &mut self.state.cooks[seat]
    }

    /// Put a cook in the middle of a tile, looking somewhere.
    pub fn put(&mut self, seat: usize, x: i16, y: i16, facing: Facing) {
        self.put_at(seat, Cell::new(x, y).middle(), facing);
    }

    pub fn put_at(&mut self, seat: usize, at: Point, facing: Facing) {
        let cook = self.cook(seat);
        (cook.at, cook.facing) = (at, facing);
    }

    /// Put something in a cook's hand.
    pub fn give(&mut self, seat: usize, ware: Ware, form: Form) -> Item {
        let item = self.state.tally.mint(ware, form);
        self.cook(seat).hand = item;
        item
    }

    /// Lay something on the station of a tile, as nobody's.
    pub fn lay(&mut self, x: i16, y: i16, ware: Ware, form: Form) -> Item {
        let item = self.state.tally.mint(ware, form);
        self.station(x, y).put(item, Mark::NONE);
        item
    }

    pub fn place(&self, x: i16, y: i16) -> usize {
        self.rules.level.station(Cell::new(x, y)).expect("a station stands there")
    }

    pub fn station(&mut self, x: i16, y: i16) -> &mut Station {
        let place = self.place(x, y);
        &mut self.state.stations[place]
    }

    /// Press and let go; give what the press came to.
    pub fn press(&mut self, seat: usize) -> Vec<What> {
        let mut frames = vec![None; self.state.cooks.len()];
        self.step(&frames);
        frames[seat] = Some(Frame::REST.acting());
        self.step(&frames)
    }
}

/// The denial of a seat among events.
pub fn denial(events: &[What], seat: u16) -> Option<Denial> {
    events.iter().find_map(|what| match what {
        What::Denied { cook, denial, .. } if *cook == seat => Some(*denial),
        _ => None,
    })
}

/// Turnips.
pub fn turnip() -> Ware {
    Ware::ingredient(0)
}
