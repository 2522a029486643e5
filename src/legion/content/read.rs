//! Reading the content: three files that name each other, every problem in any of them at once.
//!
//! Files hold whole numbers: centimetres, centimetres a second, per cent. Here they become metres and parts.

use crate::kernel::assets::Assets;
use crate::kernel::problem::{Problems, quote};
use crate::kernel::sheet::{Names, Table};
use crate::legion::content::{Arm, Content, Doctrine, Faction, Kind, Missile, Trajectory};
use crate::legion::order::Ability;
use crate::legion::unit::Formation;

/// Most of anything that a file may list.
/// Ours: far above the lists that ship, and low enough that no file fills the memory.
const LISTED_MAX: usize = 200;

/// What a kind can be, by the names that files use.
pub const ARMS: [(&str, Arm); 6] = [
    ("foot", Arm::Foot),
    ("spear", Arm::Spear),
    ("missile", Arm::Missile),
    ("skirmish", Arm::Skirmish),
    ("horse", Arm::Horse),
    ("artillery", Arm::Artillery),
];

/// How missiles are sent.
const TRAJECTORIES: [(&str, Trajectory); 2] = [("high", Trajectory::High), ("flat", Trajectory::Flat)];

impl Content {
    /// Read the content that the assets have.
    ///
    /// # Errors
    /// Everything that is wrong in any of the files.
    pub fn from_assets(assets: &Assets) -> Result<Self, Problems> {
        let mut problems = Problems::default();
        let mut sheet = |name: &str| problems.take(assets.read(&format!("legion/{name}.toml")));
        let sheets = [sheet("missiles"), sheet("kinds"), sheet("factions")];
        let [Some(missiles), Some(kinds), Some(factions)] = sheets else { return Err(problems) };
        let mut names = Names::default();
        let missiles = missiles.read(|t| {
            let tables = t.tables("missile", 1..=LISTED_MAX);
            tables.into_iter().map(|mut t| Missile::read(&mut t, &mut names)).collect::<Vec<_>>()
        });
        let kinds = kinds.read(|t| {
            let mut own = Names::default();
            let tables = t.tables("kind", 1..=LISTED_MAX);
            tables.into_iter().map(|mut t| Kind::read(&mut t, &mut own, &names)).collect::<Vec<_>>()
        });
        let factions = factions.read(|t| {
            let mut own = Names::default();
            let tables = t.tables("faction", 1..=LISTED_MAX);
            tables.into_iter().map(|mut t| Faction::read(&mut t, &mut own)).collect::<Vec<_>>()
        });
        let content = Self {
            kinds: problems.take(kinds).unwrap_or_default(),
            missiles: problems.take(missiles).unwrap_or_default(),
            factions: problems.take(factions).unwrap_or_default(),
        };
        problems.or(content)
    }
}

impl Missile {
    fn read(t: &mut Table<'_>, names: &mut Names) -> Self {
        let missile = Self {
            id: t.new_name("id", names),
            name: t.string("name"),
            arc: t.choice("arc", &TRAJECTORIES),
            speed: hundredths(t, "speed", 100, 20_000),
            elevation: t.int::<i32>("elevation", 1..=80) as f32,
            drag: t.int::<i32>("drag", 0..=50_000) as f32 / 1_000_000.0,
            compensation: t.int::<i32>("compensation", 0..=1000) as f32 / 1000.0,
            range: hundredths(t, "range", 100, 100_000),
            range_min: hundredths(t, "range_min", 0, 100_000),
            damage: points(t, "damage"),
            piercing: points(t, "piercing"),
            period: t.int("period_ticks", 1..=3000),
            spread: t.int::<i32>("spread", 0..=500) as f32 / 1000.0,
            volley: t.flag_or("volley", false),
        };
        if missile.range_min >= missile.range {
            t.fault("range_min", "the least range is not below the greatest", "a missile needs room to fly".to_owned());
        }
        missile
    }
}

impl Kind {
    fn read(t: &mut Table<'_>, names: &mut Names, missiles: &Names) -> Self {
        let formation_names: Vec<&str> = Formation::ALL.iter().map(|f| f.id()).collect();
        let ability_names: Vec<&str> = Ability::ALL.iter().map(|a| a.id()).collect();
        let formations = t.many_of("formations", 1..=Formation::ALL.len(), &formation_names);
        let abilities = t.many_of("abilities", 0..=Ability::ALL.len(), &ability_names);
        let spacing = t.pair("spacing", SPACING_CM, SPACING_CM);
        let missile = t.opt_one_of("missile", missiles.list());
        let kind = Self {
            id: t.new_name("id", names),
            name: t.string("name"),
            text: t.string("text"),
            arm: t.choice("arm", &ARMS),
            strength: t.int("strength", 1..=1000),
            scales: t.flag_or("scales", true),
            hp: t.int::<i32>("hp", 1..=10_000) as f32,
            attack: t.int::<i32>("attack", 1..=1000) as f32,
            defence: t.int::<i32>("defence", 1..=1000) as f32,
            armour: points(t, "armour"),
            shield: points(t, "shield"),
            damage: points(t, "damage"),
            piercing: points(t, "piercing"),
            against_horse: points(t, "against_horse"),
            reach: hundredths(t, "reach", 30, 1000),
            period: t.int("period_ticks", 2..=3000),
            walk: hundredths(t, "walk", 10, 1000),
            run: hundredths(t, "run", 10, 2000),
            mass: hundredths(t, "mass", 10, 2000),
            charge: points(t, "charge"),
            morale: t.int::<i32>("morale", 1..=600) as f32,
            breaks_at: points(t, "breaks_at"),
            discipline: hundredths(t, "discipline", 10, 1000),
            missile: missile.map(|missile| missile as u16),
            ammo: t.int_or("ammo", 1..=255, 0),
            spacing: [spacing.0 as f32 / 100.0, spacing.1 as f32 / 100.0],
            files: t.int("files", 1..=120),
            formations: formations.into_iter().map(|f| Formation::ALL[f]).collect(),
            abilities: abilities.into_iter().map(|a| Ability::ALL[a]).collect(),
            colour: t.has("colour").then(|| colour(t)),
        };
        if kind.run < kind.walk {
            t.fault("run", "a run is slower than a walk", None);
        }
        if kind.missile.is_some() != (kind.ammo > 0) {
            t.fault("ammo", "a missile without `ammo`, or `ammo` without a missile", "both or neither".to_owned());
        }
        kind
    }
}

/// Distances between files and ranks that can be asked for, in cm: bodies are 84 wide.
/// Source: massed battle, friendly fire, for the lower end: a file's distance. The upper one is ours: further apart is
/// no block.
const SPACING_CM: std::ops::RangeInclusive<i32> = 86..=1000;

impl Faction {
    fn read(t: &mut Table<'_>, names: &mut Names) -> Self {
        Self {
            id: t.new_name("id", names),
            name: t.string("name"),
            colour: colour(t),
            doctrine: Doctrine {
                name: t.string("doctrine"),
                skirmish_seconds: t.int::<i32>("skirmish_seconds", 0..=600) as f32,
                aggression: hundredths(t, "aggression", 0, 100),
                reserve: hundredths(t, "reserve", 0, 80),
                charge_from: t.int::<i32>("charge_from", 0..=200) as f32,
                withdraw_below: hundredths(t, "withdraw_below", 0, 90),
                foot_pursues: t.flag_or("foot_pursues", false),
            },
        }
    }
}

fn points(t: &mut Table<'_>, key: &'static str) -> f32 {
    t.int::<i32>(key, 0..=1000) as f32
}

fn hundredths(t: &mut Table<'_>, key: &'static str, low: i32, high: i32) -> f32 {
    t.int::<i32>(key, low..=high) as f32 / 100.0
}

/// Read a colour.
fn colour(t: &mut Table<'_>) -> u32 {
    let colour = t.string("colour");
    let digits = colour.strip_prefix('#').filter(|digits| digits.len() == 6);
    let value = digits.and_then(|digits| u32::from_str_radix(digits, 16).ok());
    if value.is_none() && !colour.is_empty() {
        t.fault("colour", format!("no colour: {}", quote(&colour)), "six hexadecimal digits: `#c25b4e`".to_owned());
    }
    value.unwrap_or(0)
}
