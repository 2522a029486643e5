//! The pantry: what there is to cook, what dishes come of it, and how long everything takes.

use bincode::{Decode, Encode};

use crate::kernel::assets::Assets;
use crate::kernel::problem::Problems;
use crate::kernel::sheet::{Names, Table};
use crate::kitchen::item::{Form, Item, Ware};

/// Where it stands among the assets.
pub const PANTRY: &str = "kitchen/pantry.toml";

/// Ingredients a dish has at most; with its plate it fits a prep.
pub const PARTS_MAX: usize = 3;

/// Everything that can be cooked.
#[derive(Debug, Clone, PartialEq, Eq, Encode, Decode)]
pub struct Pantry {
    /// All ingredients; wares count through them.
    pub ingredients: Vec<Ingredient>,
    /// All dishes; wares count through them.
    pub dishes: Vec<Dish>,
    /// How long things take.
    pub times: Times,
    /// What a ticket that was not served costs.
    pub missed_points: i32,
}

/// Something that comes raw from a shelf.
#[derive(Debug, Clone, PartialEq, Eq, Encode, Decode)]
pub struct Ingredient {
    /// The name that files use.
    pub id: String,
    /// The name that people read.
    pub name: String,
    /// Its colour, `#rrggbb`.
    pub colour: String,
    /// What must be done to it, in order, before it goes on a plate.
    pub steps: Vec<Form>,
}

/// Something that is ordered.
#[derive(Debug, Clone, PartialEq, Eq, Encode, Decode)]
pub struct Dish {
    /// The name that files use.
    pub id: String,
    /// The name that people read.
    pub name: String,
    /// Its colour, `#rrggbb`.
    pub colour: String,
    /// What goes on the plate, each at the end of its steps; sorted.
    pub parts: Vec<Ware>,
    /// What it earns.
    pub points: i32,
    /// What it earns beside that when served at once; it melts away with the ticket's time.
    pub tip: i32,
    /// How long a ticket waits.
    pub patience_ticks: u16,
}

/// How long things take, in ticks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Encode, Decode)]
pub struct Times {
    /// Cutting something up.
    pub chop_ticks: u16,
    /// Cooking something.
    pub cook_ticks: u16,
    /// From cooked to burnt.
    pub burn_ticks: u16,
    /// From burnt to flames.
    pub flare_ticks: u16,
    /// Until flames go out.
    pub fire_ticks: u16,
    /// Until soot is off.
    pub soot_ticks: u16,
    /// Washing a plate.
    pub wash_ticks: u16,
    /// Until a plate comes back.
    pub plate_back_ticks: u16,
    /// Until a station can be used again once its work is taken.
    pub cooldown_ticks: u16,
    /// Until a cook that was hit can be hit again.
    pub spared_ticks: u16,
}

impl Pantry {
    /// Read the pantry among the assets.
    ///
    /// # Errors
    /// Everything that is wrong in it.
    pub fn from_assets(assets: &Assets) -> Result<Self, Problems> {
        assets.read(PANTRY)?.read(Self::read)
    }

    /// Read a pantry.
    pub fn read(t: &mut Table<'_>) -> Self {
        let ingredients = read_ingredients(t);
        let dishes = read_dishes(t, &ingredients);
        let times = t.child("times").map_or(Times::default(), |mut t| Times::read(&mut t));
        let missed_points = -t.int("missed_points", 0..=100);
        Self { ingredients, dishes, times, missed_points }
    }

    /// Give what is to be done next to an item before it goes on a plate; `None` where nothing is, or nothing helps.
    #[must_use]
    pub fn next_step(&self, item: Item) -> Option<Form> {
        let steps = &self.ingredients.get(item.ware.as_ingredient()?)?.steps;
        match item.form {
            Form::RAW => steps.first().copied(),
            done => steps.iter().position(|step| *step == done).and_then(|place| steps.get(place + 1)).copied(),
        }
    }

    /// Tell whether an item can go on a plate as it is.
    #[must_use]
    pub fn is_done(&self, item: Item) -> bool {
        let steps = item.ware.as_ingredient().and_then(|place| self.ingredients.get(place)).map(|known| &known.steps);
        steps.is_some_and(|steps| item.form == steps.last().copied().unwrap_or(Form::RAW))
    }

    /// Tell whether all of these can be parts of one dish, with its plate: the plate once, and no part too often.
    #[must_use]
    pub fn is_start_of_dish(&self, items: impl Iterator<Item = Item> + Clone) -> bool {
        self.dishes.iter().any(|dish| {
            let fits = |item: Item| {
                let alike = items.clone().filter(|other| other.ware == item.ware).count();
                if item.ware == Ware::PLATE {
                    return item.is_clean_plate() && alike == 1;
                }
                self.is_done(item) && alike <= dish.parts.iter().filter(|part| **part == item.ware).count()
            };
            items.clone().all(fits)
        })
    }

    /// Find the dish that these are: all its parts and a plate.
    #[must_use]
    pub fn dish_of(&self, items: &[Item]) -> Option<usize> {
        self.dishes.iter().position(|dish| {
            items.len() == dish.parts.len() + 1
                && items.iter().any(|item| item.is_clean_plate())
                && self.is_start_of_dish(items.iter().copied())
                && dish.parts.iter().all(|part| {
                    items.iter().filter(|item| item.ware == *part).count()
                        == dish.parts.iter().filter(|other| *other == part).count()
                })
        })
    }

    /// Name an item as people say it.
    #[must_use]
    pub fn ware_names(&self) -> Vec<&str> {
        let ingredients = self.ingredients.iter().map(|known| known.id.as_str());
        std::iter::once("plate").chain(ingredients).collect()
    }
}

fn read_ingredients(t: &mut Table<'_>) -> Vec<Ingredient> {
    let mut names = Names::default();
    let tables = t.tables("ingredient", 1..=Ware::INGREDIENTS_MAX);
    let read = |mut t: Table<'_>| Ingredient {
        id: t.new_name("id", &mut names),
        name: t.string("name"),
        colour: t.string("colour"),
        steps: read_steps(&mut t),
    };
    tables.into_iter().map(read).collect()
}

fn read_steps(t: &mut Table<'_>) -> Vec<Form> {
    const STEPS: [Form; 2] = [Form::CHOPPED, Form::COOKED];
    let steps: Vec<Form> = t.many_of("steps", 0..=2, &STEPS.map(Form::name)).into_iter().map(|s| STEPS[s]).collect();
    if !steps.is_sorted_by(|a, b| a < b) {
        t.fault("steps", "steps in the wrong order", "first `chopped`, then `cooked`, each once".to_owned());
    }
    steps
}

fn read_dishes(t: &mut Table<'_>, ingredients: &[Ingredient]) -> Vec<Dish> {
    let known: Vec<&str> = ingredients.iter().map(|known| known.id.as_str()).collect();
    let mut names = Names::default();
    let mut dishes: Vec<Dish> = Vec::new();
    for mut t in t.tables("dish", 1..=Ware::DISHES_MAX) {
        let parts = t.many_of("parts", 1..=PARTS_MAX, &known);
        let mut parts: Vec<Ware> = parts.into_iter().map(Ware::ingredient).collect();
        parts.sort();
        if let Some(twin) = dishes.iter().find(|other| other.parts == parts) {
            t.fault("parts", format!("the same parts as `{}`", twin.id), "each dish with parts of its own".to_owned());
        }
        dishes.push(Dish {
            id: t.new_name("id", &mut names),
            name: t.string("name"),
            colour: t.string("colour"),
            parts,
            points: t.int("points", 1..=1000),
            tip: t.int("tip", 0..=1000),
            patience_ticks: t.int("patience_ticks", 20..=20_000),
        });
    }
    dishes
}

impl Times {
    fn read(t: &mut Table<'_>) -> Self {
        Self {
            chop_ticks: t.int("chop_ticks", 1..=1000),
            cook_ticks: t.int("cook_ticks", 1..=1000),
            burn_ticks: t.int("burn_ticks", 1..=1000),
            flare_ticks: t.int("flare_ticks", 1..=1000),
            fire_ticks: t.int("fire_ticks", 1..=1000),
            soot_ticks: t.int("soot_ticks", 1..=1000),
            wash_ticks: t.int("wash_ticks", 1..=1000),
            plate_back_ticks: t.int("plate_back_ticks", 1..=1000),
            cooldown_ticks: t.int("cooldown_ticks", 0..=1000),
            spared_ticks: t.int("spared_ticks", 0..=1000),
        }
    }
}

impl Default for Times {
    fn default() -> Self {
        Self {
            chop_ticks: 1,
            cook_ticks: 1,
            burn_ticks: 1,
            flare_ticks: 1,
            fire_ticks: 1,
            soot_ticks: 1,
            wash_ticks: 1,
            plate_back_ticks: 1,
            cooldown_ticks: 0,
            spared_ticks: 0,
        }
    }
}
