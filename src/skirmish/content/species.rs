//! A species: what a grown creature is before anything is grafted onto it.

use bincode::Encode;

use crate::kernel::sheet::{Names, Table};
use crate::skirmish::content::colour;
use crate::skirmish::content::skill::Aim;

/// A species.
#[derive(Debug, Clone, PartialEq, Eq, Encode)]
pub struct Species {
    /// The name that scenarios use.
    pub id: String,
    /// The name that people read.
    pub name: String,
    /// What it is, in a sentence.
    pub text: String,
    /// What it does in a squad: `front`, `striker`, `lobber`, …
    pub role: String,
    /// The outline it is drawn with.
    pub shape: String,
    /// Its colour, `#rrggbb`.
    pub colour: String,
    /// Points it costs; 0 for one that is only ever summoned.
    pub cost: i32,
    /// Its numbers.
    pub stats: Stats,
    /// Millitiles a tick that its strike flies; 0 strikes by touch.
    pub missile_pace: i32,
    /// Whom it goes for.
    pub prefers: Aim,
    /// Skills it is born with, by index.
    pub innate: Vec<u16>,
    /// How many skills can be socketed into it.
    pub sockets: u8,
}

/// The numbers of a fighter.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Encode)]
pub struct Stats {
    /// Health when whole, in points.
    pub vigor: i32,
    /// Against blows; see the constant `armour_half`.
    pub armour: i32,
    /// Damage of a strike, in points, before everything.
    pub power: i32,
    /// Ticks between strikes.
    pub strike_period: i32,
    /// How far it strikes, edge to edge, in millitiles.
    pub reach: i32,
    /// How far it walks in a tick, in millitiles.
    pub pace: i32,
    /// Radius of its body, in millitiles.
    pub radius: i32,
    /// Chance that a strike hits a weak spot, per mille.
    pub crit: i32,
    /// Chance to slip a strike, per mille.
    pub dodge: i32,
    /// Healing power, in points.
    pub mend: i32,
    /// By how many millitiles it seems nearer than it is to those who look for a target.
    pub threat: i32,
}

/// Whom a creature can prefer.
const PREFERENCES: [(&str, Aim); 4] =
    [("nearest", Aim::Nearest), ("weakest", Aim::Weakest), ("farthest", Aim::Farthest), ("clustered", Aim::Clustered)];

impl Species {
    /// Read one; its skills are named among those read before.
    pub fn read(t: &mut Table<'_>, names: &mut Names, skills: &Names) -> Self {
        let innate = t.many_of("innate", 0..=2, skills.list());
        Self {
            id: t.new_name("id", names),
            name: t.string("name"),
            text: t.string("text"),
            role: t.string("role"),
            shape: t.string("shape"),
            colour: colour(t),
            cost: t.int("cost", 0..=1000),
            stats: Stats::read(t),
            missile_pace: t.int_or("missile_pace", 50..=5000, 0),
            prefers: t.choice("prefers", &PREFERENCES),
            innate: innate.into_iter().map(|skill| skill as u16).collect(),
            sockets: t.int_or("sockets", 0..=2, 0),
        }
    }
}

impl Stats {
    fn read(t: &mut Table<'_>) -> Self {
        Self {
            vigor: t.int("vigor", 1..=10_000),
            armour: t.int("armour", 0..=1000),
            power: t.int("power", 0..=1000),
            strike_period: t.int("strike_period_ticks", 1..=200),
            reach: t.int("reach", 0..=30_000),
            pace: t.int("pace", 1..=1000),
            radius: t.int("radius", 100..=900),
            crit: t.int_or("crit", 0..=1000, 0),
            dodge: t.int_or("dodge", 0..=750, 0),
            mend: t.int_or("mend", 0..=1000, 0),
            threat: t.int_or("threat", -30_000..=30_000, 0),
        }
    }
}
