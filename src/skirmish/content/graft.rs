//! A graft: something grown onto a creature that changes its numbers, and sometimes what it can do.

use bincode::Encode;

use crate::kernel::sheet::{Names, Table};
use crate::skirmish::content::species::Stats;

/// A graft.
#[derive(Debug, Clone, PartialEq, Eq, Encode)]
pub struct Graft {
    /// The name that scenarios use.
    pub id: String,
    /// The name that people read.
    pub name: String,
    /// What it does, in a sentence.
    pub text: String,
    /// How it shows on the creature that wears it.
    pub cue: String,
    /// Points it costs.
    pub cost: i32,
    /// What it adds to the numbers in per cent of them: vigor, power, strike period, pace, radius, mend.
    pub percent: Stats,
    /// What it adds to the numbers outright: armour, reach, crit, dodge, threat.
    pub flat: Stats,
    /// A skill it brings along, by index.
    pub grants: Option<u16>,
}

impl Graft {
    /// Read one; the skill it grants is named among those read before.
    pub fn read(t: &mut Table<'_>, names: &mut Names, skills: &Names) -> Self {
        let mut percent = |key| t.int_or(key, -80..=300, 0);
        let percent = Stats {
            vigor: percent("vigor_percent"),
            power: percent("power_percent"),
            strike_period: percent("strike_period_percent"),
            pace: percent("pace_percent"),
            radius: percent("radius_percent"),
            mend: percent("mend_percent"),
            ..Stats::default()
        };
        let flat = Stats {
            armour: t.int_or("armour", -1000..=1000, 0),
            reach: t.int_or("reach", -10_000..=10_000, 0),
            crit: t.int_or("crit", -1000..=1000, 0),
            dodge: t.int_or("dodge", -1000..=1000, 0),
            threat: t.int_or("threat", -30_000..=30_000, 0),
            ..Stats::default()
        };
        Self {
            id: t.new_name("id", names),
            name: t.string("name"),
            text: t.string("text"),
            cue: t.string("cue"),
            cost: t.int("cost", 1..=1000),
            percent,
            flat,
            grants: t.opt_one_of("grants", skills.list()).map(|skill| skill as u16),
        }
    }

    /// Grow it onto someone. The percentages of several grafts add up, so their order does not matter.
    #[must_use]
    pub fn sum(grafts: &[&Self], base: Stats) -> Stats {
        let percent = |of: fn(&Stats) -> i32| {
            let more: i32 = grafts.iter().map(|g| of(&g.percent)).sum();
            of(&base) * (100 + more).max(PERCENT_MIN) / 100
        };
        let flat = |of: fn(&Stats) -> i32| of(&base) + grafts.iter().map(|g| of(&g.flat)).sum::<i32>();
        Stats {
            vigor: percent(|s| s.vigor).max(1),
            power: percent(|s| s.power),
            strike_period: percent(|s| s.strike_period).max(1),
            pace: percent(|s| s.pace),
            radius: percent(|s| s.radius),
            mend: percent(|s| s.mend),
            armour: flat(|s| s.armour).max(0),
            reach: flat(|s| s.reach).max(0),
            crit: flat(|s| s.crit).clamp(0, 1000),
            dodge: flat(|s| s.dodge).clamp(0, DODGE_MAX),
            threat: flat(|s| s.threat),
        }
    }
}

/// Lowest a number can be brought by grafts, in per cent of itself.
const PERCENT_MIN: i32 = 20;

/// Highest chance to slip a strike, per mille. Above 750, two nimble ones fight for minutes.
const DODGE_MAX: i32 = 750;
