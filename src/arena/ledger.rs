//! The ledger: every constant of the rules, each with its status and source, read from `assets/arena/ledger.toml`.
//!
//! What the kernel or the shape of rows fixes (the grid, the length of a heading, the weight of a diagonal) stands in the
//! ledger all the same; any other value is refused there, so that the file never says what the code does not do.

use bincode::Encode;

use crate::arena::space::{CELL, COLUMNS, HEIGHT, ROWS, SUBTILES, WIDTH};
use crate::kernel::path::DIAGONAL_PER_MILLE;
use crate::kernel::sheet::{Table, Whole};
use crate::kernel::space::{HEADING_LENGTH, Spot};

/// All constants.
#[derive(Debug, Clone, PartialEq, Eq, Encode)]
pub struct Ledger {
    /// Milliseconds of a tick.
    pub tick_ms: i32,
    /// What ways cost.
    pub path: Paths,
    /// How speeds are rounded.
    pub motion: Motion,
    /// How bodies touch.
    pub contact: Contact,
    /// The towers of the lower side.
    pub towers: Towers,
    /// How elixir flows.
    pub elixir: Elixir,
    /// Ticks a fight lasts before overtime.
    pub length_ticks: u32,
    /// Ticks of overtime.
    pub overtime_ticks: u32,
    /// Rows of tiles a side may deploy in, from its own edge.
    pub own_rows: i32,
    /// Ticks from one thought of a chooser to the next.
    pub think_ticks: u32,
}

/// What ways cost, and the switches of the search.
#[derive(Debug, Clone, PartialEq, Eq, Encode)]
pub struct Paths {
    /// A cell of road.
    pub road: u8,
    /// A plain cell.
    pub plain: u8,
    /// A cell of water, for those who hop.
    pub water: u8,
    /// A cell under a building, where it can be crossed.
    pub building: u8,
    /// What the heuristic counts per cell.
    pub heuristic: u8,
    /// How near a node is passed, in native units.
    pub arrive: i32,
    /// Cells settled before a search is given up.
    pub node_limit: u32,
    /// Whose buildings count.
    pub occluders: Occluders,
    /// What they do.
    pub occluded: Occluded,
    /// Where cells wait.
    pub open_list: OpenChoice,
    /// How the goal's column follows the walker.
    pub goal_column: GoalColumn,
    /// What comes after the last node.
    pub last_steps: LastSteps,
    /// Ticks who finds no way waits.
    pub retry_ticks: u16,
}

/// How speeds are rounded.
#[derive(Debug, Clone, PartialEq, Eq, Encode)]
pub struct Motion {
    /// A stomper's.
    pub stomp: Rounding,
    /// A multiplied one.
    pub multiplier: Rounding,
}

/// How bodies touch.
#[derive(Debug, Clone, PartialEq, Eq, Encode)]
pub struct Contact {
    /// Whether they push.
    pub push: Push,
    /// Whether they give way.
    pub avoidance: Avoidance,
    /// Share of an overlap undone in a tick, in per cent.
    pub share_percent: i32,
    /// Farthest push of a tick along an axis, in native units.
    pub push_max: i32,
}

/// The towers of the lower side; the other's are these, turned.
#[derive(Debug, Clone, PartialEq, Eq, Encode)]
pub struct Towers {
    /// The king.
    pub king: Tower,
    /// Both princesses.
    pub princess: Tower,
    /// Where king, left and right princess stand, as their own side sees it.
    pub at: [(i32, i32); 3],
    /// Native units a tick that their shots fly.
    pub shot_speed: i32,
}

/// The numbers of a tower.
#[derive(Debug, Clone, PartialEq, Eq, Encode)]
pub struct Tower {
    /// Half the side of its box, in native units.
    pub radius: i32,
    /// Health when whole.
    pub health: i32,
    /// Damage of a shot.
    pub damage: i32,
    /// Ticks between shots.
    pub hit_ticks: u16,
    /// How far it shoots, edge to edge.
    pub range: i32,
}

/// How elixir flows. It is counted in drops; a tick brings one, or two once it is doubled.
#[derive(Debug, Clone, PartialEq, Eq, Encode)]
pub struct Elixir {
    /// Points each side starts with.
    pub start: i32,
    /// The most points a side can hold.
    pub cap: i32,
    /// Drops in a point.
    pub drops: i32,
    /// Tick from which a tick brings two drops.
    pub double_from: u32,
}

/// Whose buildings close cells to a walker.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Encode)]
pub enum Occluders {
    /// Those of its own side.
    Friendly,
    /// Everyone's.
    All,
}

/// What a building does to the cells it stands on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Encode)]
pub enum Occluded {
    /// Nobody enters.
    Block,
    /// It costs to enter.
    Cost,
}

/// Which open list searches with.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Encode)]
pub enum OpenChoice {
    /// A ring of buckets.
    Buckets,
    /// A binary heap.
    Heap,
    /// An ordered array.
    Array,
}

/// How a goal's column follows a walker.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Encode)]
pub enum GoalColumn {
    /// The walker's own, brought into the target's box.
    Clamped,
    /// The target's.
    Middle,
}

/// What comes after the last node.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Encode)]
pub enum LastSteps {
    /// Straight at the target.
    Straight,
    /// Nothing.
    Wait,
}

/// How a quotient becomes whole.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Encode)]
pub enum Rounding {
    /// Down.
    Floor,
    /// To the nearest; halves go up.
    Nearest,
}

/// Whether bodies push.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Encode)]
pub enum Push {
    /// The lighter gives way more.
    MassWeighted,
    /// They pass through one another.
    None,
}

/// Whether bodies give way.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Encode)]
pub enum Avoidance {
    /// They do not.
    None,
    /// Who has a friend right ahead bends its step.
    Sidestep,
}

impl Rounding {
    /// Divide. Both are above 0.
    #[must_use]
    pub const fn divide(self, dividend: i32, divisor: i32) -> i32 {
        match self {
            Self::Floor => dividend / divisor,
            Self::Nearest => (dividend + divisor / 2) / divisor,
        }
    }
}

impl Elixir {
    /// Count the drops that have fallen by a tick, whoever caught them.
    #[must_use]
    pub const fn fallen(&self, tick: u32) -> i32 {
        let doubled = tick.saturating_sub(self.double_from);
        (tick + doubled) as i32
    }
}

impl Ledger {
    /// Turn milliseconds into ticks; what is left over is dropped.
    #[must_use]
    pub const fn ticks(&self, ms: i32) -> i32 {
        ms / self.tick_ms
    }

    /// Read the whole ledger.
    pub fn read(t: &mut Table<'_>) -> Self {
        let tick_ms = read_fixed(t);
        let path = t.child("path").map(|mut t| read_paths(&mut t, tick_ms));
        let motion = t.child("move").map(|mut t| read_motion(&mut t));
        let contact = t.child("contact").map(|mut t| read_contact(&mut t));
        let towers = t.child("tower").map(|mut t| read_towers(&mut t, tick_ms));
        let (mut length_ticks, mut overtime_ticks) = (1, 1);
        if let Some(mut t) = t.child("clock") {
            length_ticks = ticks(&mut t, "length_ms", 1000..=600_000, tick_ms) as u32;
            overtime_ticks = ticks(&mut t, "overtime_ms", 50..=600_000, tick_ms) as u32;
        }
        let elixir = t.child("elixir").map(|mut t| read_elixir(&mut t, tick_ms, length_ticks));
        let own_rows = t.child("deploy").map(|mut t| number(&mut t, "own_rows", 1..=15));
        let think = t.child("chooser").map(|mut t| ticks(&mut t, "think_ms", 50..=60_000, tick_ms));
        Self {
            tick_ms,
            path: path.unwrap_or_default(),
            motion: motion.unwrap_or_default(),
            contact: contact.unwrap_or_default(),
            towers: towers.unwrap_or_default(),
            elixir: elixir.unwrap_or_default(),
            length_ticks,
            overtime_ticks,
            own_rows: own_rows.unwrap_or(1),
            think_ticks: think.unwrap_or(1) as u32,
        }
    }
}

/// Read what has one right value only; gives the milliseconds of a tick.
fn read_fixed(t: &mut Table<'_>) -> i32 {
    let mut tick_ms = 50;
    if let Some(mut t) = t.child("time") {
        tick_ms = number(&mut t, "tick_ms", 50..=50);
        let _: i32 = number(&mut t, "subtiles_per_speed", SUBTILES..=SUBTILES);
    }
    if let Some(mut t) = t.child("space") {
        let fixed = [
            ("width", WIDTH),
            ("height", HEIGHT),
            ("subtiles", SUBTILES),
            ("cell", CELL),
            ("columns", COLUMNS),
            ("rows", ROWS),
        ];
        for (key, value) in fixed {
            number(&mut t, key, value..=value);
        }
    }
    tick_ms
}

fn read_paths(t: &mut Table<'_>, tick_ms: i32) -> Paths {
    let diagonal = DIAGONAL_PER_MILLE as i32;
    number(t, "diagonal_per_mille", diagonal..=diagonal);
    let paths = Paths {
        road: number(t, "road", 1..=100),
        plain: number(t, "plain", 1..=100),
        water: number(t, "water", 1..=100),
        building: number(t, "building", 1..=100),
        heuristic: number(t, "heuristic", 0..=100),
        arrive: number(t, "arrive", 1..=5000),
        node_limit: number(t, "node_limit", 1..=(COLUMNS * ROWS) as u32),
        occluders: switch(t, "occluders", &[("friendly", Occluders::Friendly), ("all", Occluders::All)]),
        occluded: switch(t, "occluded", &[("block", Occluded::Block), ("cost", Occluded::Cost)]),
        open_list: switch(
            t,
            "open_list",
            &[("buckets", OpenChoice::Buckets), ("heap", OpenChoice::Heap), ("array", OpenChoice::Array)],
        ),
        goal_column: switch(t, "goal_column", &[("clamped", GoalColumn::Clamped), ("middle", GoalColumn::Middle)]),
        last_steps: switch(t, "last_steps", &[("straight", LastSteps::Straight), ("wait", LastSteps::Wait)]),
        retry_ticks: ticks(t, "retry_ms", 50..=60_000, tick_ms) as u16,
    };
    let least = paths.road.min(paths.plain).min(paths.water).min(paths.building);
    if paths.heuristic > least {
        let problem = format!("`heuristic` over-estimates: {} a cell, and the cheapest costs {least}", paths.heuristic);
        t.fault("heuristic", problem, format!("at most {least}, or searches miss the cheapest path"));
    }
    paths
}

fn read_motion(t: &mut Table<'_>) -> Motion {
    number(t, "heading_length", HEADING_LENGTH..=HEADING_LENGTH);
    let roundings = [("floor", Rounding::Floor), ("nearest", Rounding::Nearest)];
    Motion { stomp: switch(t, "stomp_rounding", &roundings), multiplier: switch(t, "multiplier_rounding", &roundings) }
}

fn read_contact(t: &mut Table<'_>) -> Contact {
    Contact {
        push: switch(t, "push", &[("mass_weighted", Push::MassWeighted), ("none", Push::None)]),
        avoidance: switch(t, "avoidance", &[("none", Avoidance::None), ("sidestep", Avoidance::Sidestep)]),
        share_percent: number(t, "share_percent", 1..=100),
        push_max: number(t, "push_max", 1..=500),
    }
}

fn read_towers(t: &mut Table<'_>, tick_ms: i32) -> Towers {
    let king = Tower {
        radius: number(t, "king_radius", 500..=2000),
        health: number(t, "king_health", 1..=100_000),
        damage: number(t, "king_damage", 0..=10_000),
        hit_ticks: ticks(t, "king_hit_ms", 50..=10_000, tick_ms) as u16,
        range: number(t, "king_range", 0..=20_000),
    };
    let princess = Tower {
        radius: number(t, "princess_radius", 500..=2000),
        health: number(t, "princess_health", 1..=100_000),
        damage: number(t, "princess_damage", 0..=10_000),
        hit_ticks: ticks(t, "princess_hit_ms", 50..=10_000, tick_ms) as u16,
        range: number(t, "princess_range", 0..=20_000),
    };
    let at = ["king_at", "princess_left_at", "princess_right_at"].map(|key| spot(t, key));
    Towers { king, princess, at, shot_speed: number(t, "shot_speed", 1..=10_000) }
}

fn read_elixir(t: &mut Table<'_>, tick_ms: i32, length_ticks: u32) -> Elixir {
    let cap = number(t, "cap", 1..=100);
    let last = ticks(t, "double_last_ms", 0..=600_000, tick_ms) as u32;
    Elixir {
        start: number(t, "start", 0..=cap),
        cap,
        drops: ticks(t, "period_ms", 50..=60_000, tick_ms),
        double_from: length_ticks.saturating_sub(last),
    }
}

/// The statuses an entry can have.
const STATUSES: [&str; 3] = ["measured", "datamined", "choice"];

/// Open an entry; its status and source must be there.
fn entry<'a>(t: &mut Table<'a>, key: &'a str) -> Option<Table<'a>> {
    let mut entry = t.child(key)?;
    entry.one_of("status", &STATUSES);
    entry.string("source");
    Some(entry)
}

fn number<'a, T: Whole>(t: &mut Table<'a>, key: &'a str, range: std::ops::RangeInclusive<T>) -> T {
    let least = *range.start();
    entry(t, key).map_or(least, |mut entry| entry.int("value", range))
}

/// Read milliseconds as ticks.
fn ticks<'a>(t: &mut Table<'a>, key: &'a str, range: std::ops::RangeInclusive<i32>, tick_ms: i32) -> i32 {
    number(t, key, range) / tick_ms
}

fn spot<'a>(t: &mut Table<'a>, key: &'a str) -> (i32, i32) {
    entry(t, key).map_or((0, 0), |mut entry| entry.pair("value", 0..=WIDTH, 0..=HEIGHT / 2))
}

fn switch<'a, T: Clone>(t: &mut Table<'a>, key: &'a str, choices: &[(&str, T)]) -> T {
    entry(t, key).map_or_else(|| choices[0].1.clone(), |mut entry| entry.choice("value", choices))
}

impl Towers {
    /// Find where a tower stands: 0 the king, 1 and 2 the princesses, as their own side sees it.
    #[must_use]
    pub fn spot(&self, which: usize) -> Spot {
        Spot::new(self.at[which].0, self.at[which].1)
    }
}

impl Default for Paths {
    fn default() -> Self {
        Self {
            road: 1,
            plain: 1,
            water: 1,
            building: 1,
            heuristic: 0,
            arrive: 1,
            node_limit: 1,
            occluders: Occluders::Friendly,
            occluded: Occluded::Block,
            open_list: OpenChoice::Buckets,
            goal_column: GoalColumn::Clamped,
            last_steps: LastSteps::Straight,
            retry_ticks: 1,
        }
    }
}

impl Default for Motion {
    fn default() -> Self {
        Self { stomp: Rounding::Floor, multiplier: Rounding::Floor }
    }
}

impl Default for Contact {
    fn default() -> Self {
        Self { push: Push::None, avoidance: Avoidance::None, share_percent: 1, push_max: 1 }
    }
}

impl Default for Towers {
    fn default() -> Self {
        let tower = Tower { radius: 500, health: 1, damage: 0, hit_ticks: 1, range: 0 };
        Self { king: tower.clone(), princess: tower, at: [(0, 0); 3], shot_speed: 1 }
    }
}

impl Default for Elixir {
    fn default() -> Self {
        Self { start: 0, cap: 1, drops: 1, double_from: 0 }
    }
}
