//! The cast: what a recording keeps of the rules, so that it can be drawn and told for ever.

use bincode::{Decode, Encode};
use serde::{Deserialize, Serialize};

use crate::kitchen::grain::Cell;
use crate::kitchen::item::{Form, Item, Ware};
use crate::kitchen::level::Tile;
use crate::kitchen::pantry::Times;
use crate::kitchen::rules::Kitchen;
use crate::kitchen::station::Fixture;

/// The colours of seats; the fifth has the first one's again.
pub const SEAT_COLOURS: [&str; 4] = ["#3f7cac", "#c8553d", "#5f8f4e", "#9a6fb0"];

/// Everything that never changes but is needed to draw and name the rows.
#[derive(Debug, Clone, PartialEq, Eq, Encode, Decode, Serialize, Deserialize)]
pub struct Cast {
    /// What the round is called.
    pub title: String,
    /// What the kitchen is called.
    pub level: String,
    /// Columns of tiles.
    pub width: i16,
    /// Rows of tiles.
    pub height: i16,
    /// The map: a text a row, `#` wall, `.` floor, `=` counter, space void, `o` station.
    pub map: Vec<String>,
    /// The cooks, as rows list them.
    pub cooks: Vec<CookLook>,
    /// The stations, as rows list them behind the cooks.
    pub stations: Vec<StationLook>,
    /// All ingredients; wares count through them.
    pub ingredients: Vec<Label>,
    /// All dishes; wares count through them.
    pub dishes: Vec<DishLook>,
    /// Scores from which there are one, two and three stars.
    pub stars: [i32; 3],
    /// Tickets of the evening.
    pub tickets: u16,
    /// Ticks of the round.
    pub ticks: u32,
    /// Ticks that chopping, cooking, burning and washing take, for progress rings.
    pub work: Work,
}

/// Who a cook is.
#[derive(Debug, Clone, PartialEq, Eq, Encode, Decode, Serialize, Deserialize)]
pub struct CookLook {
    /// Its name.
    pub name: String,
    /// Its colour, `#rrggbb`.
    pub colour: String,
}

/// Where a station stands.
#[derive(Debug, Clone, PartialEq, Eq, Encode, Decode, Serialize, Deserialize)]
pub struct StationLook {
    /// What it is.
    pub fixture: Fixture,
    /// Its tile.
    pub cell: Cell,
    /// What a shelf gives.
    pub gives: Ware,
    /// What it is called: `turnip shelf`, `board 2`.
    pub name: String,
}

/// What an ingredient or a dish is called.
#[derive(Debug, Clone, PartialEq, Eq, Encode, Decode, Serialize, Deserialize)]
pub struct Label {
    /// The name that people read.
    pub name: String,
    /// Its colour, `#rrggbb`.
    pub colour: String,
}

/// What a dish is.
#[derive(Debug, Clone, PartialEq, Eq, Encode, Decode, Serialize, Deserialize)]
pub struct DishLook {
    /// What it is called.
    pub label: Label,
    /// What goes on its plate.
    pub parts: Vec<Ware>,
    /// What it earns.
    pub points: i32,
}

/// How long work takes, in ticks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Encode, Decode, Serialize, Deserialize)]
pub struct Work {
    /// Chopping.
    pub chop_ticks: u16,
    /// Cooking.
    pub cook_ticks: u16,
    /// From cooked to burnt.
    pub burn_ticks: u16,
    /// Washing.
    pub wash_ticks: u16,
}

impl Cast {
    /// Take from the rules what a recording needs.
    #[must_use]
    pub fn new(rules: &Kitchen) -> Self {
        let (level, pantry) = (&rules.level, &rules.pantry);
        let label = |name: &str, colour: &str| Label { name: name.to_owned(), colour: colour.to_owned() };
        let dishes = pantry.dishes.iter().map(|dish| DishLook {
            label: label(&dish.name, &dish.colour),
            parts: dish.parts.clone(),
            points: dish.points,
        });
        let cooks = rules.brief.seats.iter().map(|seat| CookLook {
            name: seat.name.clone(),
            colour: SEAT_COLOURS[seat.seat as usize % SEAT_COLOURS.len()].to_owned(),
        });
        Self {
            title: rules.brief.title.clone(),
            level: level.name.clone(),
            width: level.width,
            height: level.height,
            map: map(rules),
            cooks: cooks.collect(),
            stations: stations(rules),
            ingredients: pantry.ingredients.iter().map(|known| label(&known.name, &known.colour)).collect(),
            dishes: dishes.collect(),
            stars: level.stars,
            tickets: level.tickets,
            ticks: rules.brief.ticks,
            work: Work::of(&pantry.times),
        }
    }

    /// Name a cook.
    #[must_use]
    pub fn cook(&self, seat: u16) -> &str {
        self.cooks.get(usize::from(seat)).map_or("nobody", |look| look.name.as_str())
    }

    /// Name a station.
    #[must_use]
    pub fn station(&self, place: u16) -> &str {
        self.stations.get(usize::from(place)).map_or("nothing", |look| look.name.as_str())
    }

    /// Name the station whose row has this place; a file can claim that of a place that is a cook's.
    #[must_use]
    pub fn station_in(&self, place: usize) -> &str {
        let station = place.checked_sub(self.cooks.len()).and_then(|station| self.stations.get(station));
        station.map_or("nothing", |look| look.name.as_str())
    }

    /// Name a dish.
    #[must_use]
    pub fn dish(&self, place: u16) -> &str {
        self.dishes.get(usize::from(place)).map_or("a dish", |look| look.label.name.as_str())
    }

    /// Name an item: `chopped turnip`, `dirty plate`, `barley stew`.
    #[must_use]
    pub fn item(&self, item: Item) -> String {
        let ingredient = item.ware.as_ingredient().and_then(|place| self.ingredients.get(place));
        match (ingredient, item.ware.as_dish(), item.form) {
            (Some(label), _, form) => format!("{} {}", form.name(), label.name.to_lowercase()),
            (None, Some(dish), _) => self.dish(dish as u16).to_owned(),
            (None, None, Form::DIRTY) => "dirty plate".to_owned(),
            (None, None, _) => "clean plate".to_owned(),
        }
    }
}

impl Work {
    fn of(times: &Times) -> Self {
        Self {
            chop_ticks: times.chop_ticks,
            cook_ticks: times.cook_ticks,
            burn_ticks: times.burn_ticks,
            wash_ticks: times.wash_ticks,
        }
    }
}

fn map(rules: &Kitchen) -> Vec<String> {
    let level = &rules.level;
    let sign = |cell| match level.tile(cell) {
        Tile::Void => ' ',
        Tile::Wall => '#',
        Tile::Counter => '=',
        Tile::Floor => '.',
        Tile::Station => 'o',
    };
    (0..level.height).map(|y| (0..level.width).map(|x| sign(Cell::new(x, y))).collect()).collect()
}

/// Stations by name, numbered where there are several of one.
fn stations(rules: &Kitchen) -> Vec<StationLook> {
    let plain = |place: usize| {
        let spot = &rules.level.spots[place];
        let gives = spot.gives.as_ingredient().and_then(|known| rules.pantry.ingredients.get(known));
        match (spot.fixture, gives) {
            (Fixture::Shelf, Some(known)) => format!("{} shelf", known.name.to_lowercase()),
            (Fixture::Shelf, None) => "plate rack".to_owned(),
            (fixture, _) => fixture.name().to_owned(),
        }
    };
    let names: Vec<String> = (0..rules.level.spots.len()).map(plain).collect();
    let number = |place: usize| {
        let same = |until: usize| names[..until].iter().filter(|name| **name == names[place]).count();
        if same(names.len()) == 1 { names[place].clone() } else { format!("{} {}", names[place], same(place + 1)) }
    };
    let look = |(place, spot): (usize, &crate::kitchen::level::Spot)| StationLook {
        fixture: spot.fixture,
        cell: spot.cell,
        gives: spot.gives,
        name: number(place),
    };
    rules.level.spots.iter().enumerate().map(look).collect()
}
