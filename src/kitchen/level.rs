//! A level: the kitchen as it is drawn, where cooks start, and what an evening in it is like.

use std::collections::BTreeMap;

use bincode::{Decode, Encode};

use crate::kernel::problem::quote;
use crate::kernel::sheet::{Sheet, Table};
use crate::kitchen::errand::Ways;
use crate::kitchen::grain::Cell;
use crate::kitchen::hazard::{CartPlan, SpillPlan};
use crate::kitchen::item::{Form, Ware};
use crate::kitchen::pantry::Pantry;
use crate::kitchen::station::{ENDLESS, Fixture};
use crate::kitchen::ticket::TICKETS_OPEN_MAX;

/// Tiles a kitchen is wide or high at most.
pub const SIDE_MAX: usize = 48;

/// The longest round, in ticks: item numbers and deadlines stay within 16 bits.
pub const ROUND_TICKS_MAX: u16 = 8_000;

/// Bytes of a drawn grid at most.
const GRID_BYTES_MAX: usize = 8 * 1024;

/// What a tile is made of.
#[repr(u8)]
#[derive(Debug, Clone, Copy, PartialEq, Eq, Encode, Decode)]
pub enum Tile {
    /// Nothing at all.
    Void,
    /// A wall.
    Wall,
    /// A counter without use.
    Counter,
    /// Floor.
    Floor,
    /// A station stands on it.
    Station,
}

/// Where a station stands and what it has.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Encode, Decode)]
pub struct Spot {
    /// Its tile.
    pub cell: Cell,
    /// What it is.
    pub fixture: Fixture,
    /// What a shelf gives.
    pub gives: Ware,
    /// How much of it there is.
    pub stock: u16,
}

/// A kitchen.
#[derive(Debug, Clone, PartialEq, Eq, Encode, Decode)]
pub struct Level {
    /// What it is called.
    pub name: String,
    /// Columns.
    pub width: i16,
    /// Rows.
    pub height: i16,
    /// Every tile, row by row.
    pub tiles: Vec<Tile>,
    /// Index of the station on each tile, plus one; 0 for none.
    pub station_at: Vec<u16>,
    /// All stations, row by row.
    pub spots: Vec<Spot>,
    /// Where cooks start, row by row.
    pub spawns: Vec<Cell>,
    /// How long a round takes.
    pub round_ticks: u16,
    /// Tickets of an evening; once all are dealt with the round is over. 0: nobody orders anything.
    pub tickets: u16,
    /// Tickets open at once.
    pub tickets_open: u16,
    /// From one ticket to the next.
    pub ticket_every_ticks: u16,
    /// Dishes that are ordered, by their place in the book.
    pub menu: Vec<u16>,
    /// Scores from which there are one, two and three stars.
    pub stars: [i32; 3],
    /// What drives about.
    pub carts: Vec<CartPlan>,
    /// What is spilled.
    pub spill: Option<SpillPlan>,
}

/// Signs of a grid that are not stations.
const SIGNS: [(char, Tile); 5] =
    [('#', Tile::Wall), ('.', Tile::Floor), ('@', Tile::Floor), ('=', Tile::Counter), (' ', Tile::Void)];

impl Level {
    /// Read a level.
    pub fn read(t: &mut Table<'_>, pantry: &Pantry) -> Self {
        let name = t.string("name");
        let plates = t.int("plates", 0..=20);
        let legend = read_legend(t, pantry);
        let grid = t.block("grid", GRID_BYTES_MAX);
        let mut level = Self::draw(t, &name, &grid, &legend, plates);
        level.read_evening(t, pantry);
        level.check_reach(t);
        level.check_menu(t, pantry);
        level
    }

    /// Read a level from its text.
    ///
    /// # Errors
    /// Everything that is wrong in it.
    pub fn parse(name: &str, text: &str, pantry: &Pantry) -> Result<Self, crate::kernel::problem::Problems> {
        Sheet::parse(name, text)?.read(|t| Self::read(t, pantry))
    }

    /// Give what a tile is made of; off the kitchen is void.
    #[must_use]
    pub fn tile(&self, cell: Cell) -> Tile {
        self.place(cell).map_or(Tile::Void, |place| self.tiles[place])
    }

    /// Find the station on a tile.
    #[must_use]
    pub fn station(&self, cell: Cell) -> Option<usize> {
        usize::from(self.station_at[self.place(cell)?]).checked_sub(1)
    }

    /// Tell whether no body may stand on a tile.
    ///
    /// Source: kitchen rule "what blocks". Walls, counters, void and most stations do; floor does not, nor do windows,
    /// sinks and trash, which are leaned over.
    #[must_use]
    pub fn is_blocked(&self, cell: Cell) -> bool {
        match self.tile(cell) {
            Tile::Floor => false,
            Tile::Station => !self.station(cell).is_some_and(|station| self.spots[station].fixture.is_passable()),
            Tile::Void | Tile::Wall | Tile::Counter => true,
        }
    }

    /// List every tile a body may stand on, row by row.
    pub fn open_cells(&self) -> impl Iterator<Item = Cell> + '_ {
        self.cells().filter(|cell| !self.is_blocked(*cell))
    }

    /// List every tile, row by row.
    pub fn cells(&self) -> impl Iterator<Item = Cell> + use<> {
        let width = self.width;
        (0..self.height).flat_map(move |y| (0..width).map(move |x| Cell::new(x, y)))
    }

    /// Give the place of a tile in the kitchen's lists; none off the kitchen.
    #[must_use]
    pub fn place(&self, cell: Cell) -> Option<usize> {
        let is_on = (0..self.width).contains(&cell.x) && (0..self.height).contains(&cell.y);
        is_on.then(|| cell.y as usize * self.width as usize + cell.x as usize)
    }

    /// Lay out what is drawn.
    fn draw(t: &Table<'_>, name: &str, grid: &str, legend: &BTreeMap<char, Ware>, plates: u16) -> Self {
        let rows: Vec<Vec<char>> = grid.lines().map(|row| row.trim_end_matches('\r').chars().collect()).collect();
        let width = rows.iter().map(Vec::len).max().unwrap_or(0);
        if rows.is_empty() || width > SIDE_MAX || rows.len() > SIDE_MAX {
            let help = format!("from 1 × 1 to {SIDE_MAX} × {SIDE_MAX} tiles");
            t.fault("grid", format!("a grid of {width} × {} tiles", rows.len()), help);
        }
        let (width, height) = (width.min(SIDE_MAX), rows.len().min(SIDE_MAX));
        let mut level = Self::bare(name, width, height);
        let mut drawn: Vec<char> = Vec::new();
        for cell in level.cells() {
            let row = &rows[cell.y as usize];
            // A row that ends early ends in void; editors cut trailing spaces.
            let sign = row.get(cell.x as usize).copied().unwrap_or(' ');
            drawn.push(sign);
            level.lay(t, cell, sign, legend, plates);
        }
        for letter in legend.keys().filter(|letter| !drawn.contains(letter)) {
            let help = "draw its shelf, or leave it out of the legend".to_owned();
            t.fault("legend", format!("`{letter}` is not on the grid"), help);
        }
        level
    }

    fn bare(name: &str, width: usize, height: usize) -> Self {
        Self {
            name: name.to_owned(),
            width: width as i16,
            height: height as i16,
            tiles: vec![Tile::Void; width * height],
            station_at: vec![0; width * height],
            spots: Vec::new(),
            spawns: Vec::new(),
            round_ticks: 1,
            tickets: 0,
            tickets_open: 1,
            ticket_every_ticks: 1,
            menu: Vec::new(),
            stars: [1, 2, 3],
            carts: Vec::new(),
            spill: None,
        }
    }

    /// Lay one tile.
    fn lay(&mut self, t: &Table<'_>, cell: Cell, sign: char, legend: &BTreeMap<char, Ware>, plates: u16) {
        let place = self.place(cell).expect("a tile of the grid is on the grid");
        if let Some((_, tile)) = SIGNS.iter().find(|(known, _)| *known == sign) {
            self.tiles[place] = *tile;
            if sign == '@' {
                self.spawns.push(cell);
            }
            return;
        }
        let drawn = Fixture::ALL.iter().find(|(_, _, known)| *known == sign && *known != '\0');
        let (fixture, gives) = match (drawn, legend.get(&sign)) {
            (Some((fixture, ..)), _) => (*fixture, Ware(0)),
            (None, Some(ware)) => (Fixture::Shelf, *ware),
            (None, None) => {
                let place = format!("row {}, column {}", cell.y + 1, cell.x + 1);
                let help = "`#` wall, `.` floor, `@` start, `=` counter, space void, B board, O stove, P prep, W window, \
                            S sink, X trash, or a small letter of the legend";
                t.fault("grid", format!("{} is no tile: {place}", quote(&sign.to_string())), help.to_owned());
                return;
            }
        };
        let stock = match (fixture, gives) {
            (Fixture::Shelf, Ware::PLATE) => plates,
            (Fixture::Shelf, _) => ENDLESS,
            _ => 0,
        };
        self.spots.push(Spot { cell, fixture, gives, stock });
        self.tiles[place] = Tile::Station;
        self.station_at[place] = self.spots.len() as u16;
    }

    /// Read what an evening is like.
    fn read_evening(&mut self, t: &mut Table<'_>, pantry: &Pantry) {
        self.round_ticks = t.int("round_ticks", 20..=ROUND_TICKS_MAX);
        self.tickets = t.int_or("tickets", 0..=200, 0);
        if self.tickets > 0 {
            let dishes: Vec<&str> = pantry.dishes.iter().map(|dish| dish.id.as_str()).collect();
            self.tickets_open = t.int("tickets_open", 1..=TICKETS_OPEN_MAX as u16);
            self.ticket_every_ticks = t.int("ticket_every_ticks", 1..=ROUND_TICKS_MAX);
            self.menu = t.many_of("menu", 1..=20, &dishes).into_iter().map(|dish| dish as u16).collect();
            let stars = t.ints("stars", 3..=3, 1..=100_000);
            if stars.windows(2).any(|pair| pair[0] >= pair[1]) {
                t.fault("stars", "stars that do not rise", "three scores, each above the one before it".to_owned());
            }
            self.stars = stars.try_into().unwrap_or(self.stars);
        }
        self.carts = t.tables("cart", 0..=4).into_iter().map(|mut t| CartPlan::read(&mut t, self)).collect();
        self.spill = t.opt_child("spill").map(|mut t| SpillPlan::read(&mut t));
    }

    /// See to it that a cook gets from every start to every station.
    fn check_reach(&self, t: &Table<'_>) {
        let ways = Ways::new(self);
        for (station, spot) in self.spots.iter().enumerate() {
            for spawn in &self.spawns {
                if ways.steps(station, *spawn).is_none() {
                    let (name, at) = (spot.fixture.name(), spot.cell);
                    let problem = format!(
                        "the {name} in row {}, column {} cannot be reached from the start in row {}, column {}",
                        at.y + 1,
                        at.x + 1,
                        spawn.y + 1,
                        spawn.x + 1
                    );
                    t.fault("grid", problem, "a way of open floor to a tile beside it".to_owned());
                }
            }
        }
    }

    /// See to it that everything on the menu can be cooked here.
    fn check_menu(&self, t: &Table<'_>, pantry: &Pantry) {
        let has = |fixture| self.spots.iter().any(|spot| spot.fixture == fixture);
        let gives = |ware| self.spots.iter().any(|spot| spot.fixture == Fixture::Shelf && spot.gives == ware);
        let mut missing: Vec<String> = Vec::new();
        let mut need = |is_there: bool, what: String| {
            if !is_there && !missing.contains(&what) {
                missing.push(what);
            }
        };
        for dish in self.menu.iter().map(|dish| &pantry.dishes[usize::from(*dish)]) {
            need(has(Fixture::Prep), "a prep".to_owned());
            need(has(Fixture::Window), "a window".to_owned());
            need(gives(Ware::PLATE), "a shelf of plates".to_owned());
            for known in dish.parts.iter().filter_map(|part| pantry.ingredients.get(part.as_ingredient()?)) {
                let place = pantry.ingredients.iter().position(|other| other.id == known.id).unwrap_or(0);
                need(gives(Ware::ingredient(place)), format!("a shelf of {}", known.id));
                need(!known.steps.contains(&Form::CHOPPED) || has(Fixture::Board), "a board".to_owned());
                need(!known.steps.contains(&Form::COOKED) || has(Fixture::Stove), "a stove".to_owned());
            }
        }
        for what in missing {
            t.fault("menu", format!("the menu needs {what}"), "draw it, or leave the dish out".to_owned());
        }
    }
}

/// Read which letter is a shelf of what.
fn read_legend(t: &mut Table<'_>, pantry: &Pantry) -> BTreeMap<char, Ware> {
    let names = pantry.ware_names();
    let mut legend = BTreeMap::new();
    let Some(mut t) = t.opt_child("legend") else { return legend };
    for key in t.keys() {
        let ware = Ware(t.one_of(key, &names) as u8 + Ware::PLATE.0);
        let mut letters = key.chars();
        match (letters.next(), letters.next()) {
            (Some(letter), None) if letter.is_ascii_lowercase() => {
                legend.insert(letter, ware);
            }
            _ => t.fault(key, format!("{} cannot stand for a shelf", quote(key)), "one small letter".to_owned()),
        }
    }
    legend
}
