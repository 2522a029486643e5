//! What the command, the goldens and the player need of a ruleset beyond stepping it.
//!
//! Everything here reads a recording (cast, rows, events), never the state, so that it works alike on a fight just
//! resolved and on a file made by rules that have changed since.

use recorder::{Orders, Recording, Simulation, Stamped};
use serde::Serialize;

use crate::kernel::assets::Assets;
use crate::kernel::problem::Problems;
use crate::kernel::scenario::Scenario;
use crate::kernel::turns::Told;

/// A ruleset as the program knows it.
pub trait Ruleset: Simulation {
    /// The ruleset's name, as scenarios and files spell it: `skirmish`.
    const NAME: &'static str;

    /// What a unit's strength is counted in.
    const POINTS: &'static str = "points";

    /// What is counted of units, in a word each: what they did to others and what was done to them, health given back,
    /// falls caused; none where nobody counts it.
    const COUNTED: [Option<&'static str>; 4] = [Some("damage"), Some("taken"), Some("healing"), Some("kills")];

    /// Make the rules of a scenario, under its own seed or another one.
    ///
    /// # Errors
    /// Everything that is wrong in the scenario or in the content it needs, at once.
    fn open(scenario: &Scenario, assets: &Assets, seed: Option<u64>) -> Result<Self, Problems>;

    /// The seed it runs under.
    fn seed(&self) -> u64;

    /// Give the same fight under another seed. Cheap: a sweep asks it of every fight.
    fn with_seed(&self, seed: u64) -> Self;

    /// Read an order's words after the tick: `ally retreat 3`. The error says what would be right.
    fn read_order(&self, words: &str) -> Result<Self::Order, String>;

    /// Write an order the way [`Ruleset::read_order`] reads it.
    fn write_order(&self, order: &Self::Order) -> String;

    /// Write a scenario that plays these orders again, from the text of the one that they were given in; `None` where
    /// scenarios of this ruleset hold no such thing.
    fn write_script(&self, _scenario: &str, _orders: &Orders<Self::Order>) -> Option<String> {
        None
    }

    /// Say what a fight turned on, as far as a tick, in order of time; `None` where the strength of the sides tells it.
    fn turns(_recording: &Recording<Self>, _until: u32) -> Option<Vec<Told>> {
        None
    }

    /// Orders that the scenario itself carries.
    fn scenario_orders(&self) -> Vec<Stamped<Self::Order>>;

    /// Name the sides, in order.
    fn side_names(cast: &Self::Cast) -> Vec<String>;

    /// Say who a row is and how it is doing.
    fn body(cast: &Self::Cast, place: usize, row: &Self::Row) -> Body;

    /// Give a row's side and its vigor on the field, 0 once it has fallen or left. Override where [`Ruleset::body`] costs
    /// more than that: it is asked of every row of every tick.
    fn strength(cast: &Self::Cast, place: usize, row: &Self::Row) -> (usize, i32) {
        let body = Self::body(cast, place, row);
        (body.side, if body.alive { body.vigor } else { 0 })
    }

    /// Say what an event did, if it moved a number that is counted.
    fn fact(event: &Self::Event) -> Option<Fact>;

    /// Say an event in one line for the feed; `None` for those that are only counted or drawn.
    fn tell(cast: &Self::Cast, event: &Self::Event) -> Option<Line>;

    /// Say how it ended.
    fn verdict(cast: &Self::Cast, outcome: &Self::Outcome) -> Verdict;
}

/// The index of the side of what belongs to none.
pub const NO_SIDE: usize = usize::MAX;

/// Who a row is and how it is doing. Amounts in the ruleset's own points.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Body {
    /// The number orders name it by.
    pub id: u32,
    /// Its name, unique enough to read: `Sporeling 2`.
    pub name: String,
    /// Index of its side; [`NO_SIDE`] for what belongs to none, and so is no unit.
    pub side: usize,
    /// Alive and on the field.
    pub alive: bool,
    /// Left the field alive.
    pub withdrew: bool,
    /// Health left.
    pub vigor: i32,
    /// Health when whole.
    pub vigor_max: i32,
}

/// What an event did to the counted numbers. `by` and `to` are row places; `by` is `None` where nobody did it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fact {
    /// Health lost, after armour and shields.
    Damage { by: Option<usize>, to: usize, amount: i32 },
    /// Health given back.
    Healing { by: Option<usize>, to: usize, amount: i32 },
    /// A fall, with who caused it.
    Fell { by: Option<usize>, who: usize },
    /// Left the field alive.
    Withdrew { who: usize },
    /// An order took effect or was refused.
    Order { refused: bool },
}

/// One line of the feed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Line {
    /// The tick whose frame first shows it.
    pub tick: u32,
    /// The sentence.
    pub text: String,
    /// The kind, in one word, for colour and filter: `fall`, `order`, `refused`, `skill`, `end`.
    pub kind: &'static str,
    /// Row places it speaks of.
    pub actors: Vec<usize>,
}

/// How it ended.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Verdict {
    /// `win` or `draw`.
    pub kind: &'static str,
    /// The winning side's name.
    pub winner: Option<String>,
    /// Why, in a phrase: `the last enemy fell`.
    pub reason: String,
}

impl Verdict {
    /// A win of the winner; a draw where there is none.
    #[must_use]
    pub fn of(winner: Option<String>, reason: String) -> Self {
        Self { kind: if winner.is_some() { "win" } else { "draw" }, winner, reason }
    }
}
