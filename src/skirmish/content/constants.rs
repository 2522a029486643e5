//! The constants of the rules, each with its unit; `assets/skirmish/rules.toml` says why each is what it is.

use bincode::Encode;

use crate::kernel::sheet::Table;

/// The constants of the rules.
#[derive(Debug, Clone, Default, PartialEq, Eq, Encode)]
pub struct Constants {
    /// Damage of a strike on a weak spot, in per cent.
    pub crit_percent: i32,
    /// How far a blow's damage strays either way, in per cent.
    pub spread_percent: i32,
    /// Armour that halves a blow.
    pub armour_half: i32,
    /// Ticks from one look for a better target to the next.
    pub look_ticks: i32,
    /// Ticks a unit waits behind others before it looks for someone else.
    pub stall_ticks: i32,
    /// Ticks it then keeps to whomever it found.
    pub hold_ticks: i32,
    /// Ticks from one search for ways around obstacles to the next.
    pub way_ticks: i32,
    /// Share of an overlap that is pushed apart in a tick, in per cent.
    pub push_percent: i32,
    /// The farthest a unit is pushed in a tick, in millitiles.
    pub push_max: i32,
    /// Pace of those who retreat, in per cent of their own.
    pub retreat_pace_percent: i32,
    /// Tick from which healing wilts.
    pub wilt_from_tick: i32,
    /// Per cent of healing lost for every hundred ticks after that.
    pub wilt_percent: i32,
    /// Per cent of healing that never wilts.
    pub wilt_floor_percent: i32,
    /// The most that the blows of a side gain while it is behind, in per cent.
    pub spite_percent: i32,
    /// Share of a fallen one's whole vigor that its side's survivors take up between them, in per cent.
    pub feed_percent: i32,
    /// Radius in which foes are counted about one another, in millitiles.
    pub cluster_radius: i32,
    /// Rows of a side beyond which it summons nobody.
    pub side_rows_max: i32,
    /// Fighters a squad may have.
    pub squad_max: i32,
}

impl Constants {
    /// Read the constants.
    pub fn read(t: &mut Table<'_>) -> Self {
        Self {
            crit_percent: t.int("crit_percent", 100..=1000),
            spread_percent: t.int("spread_percent", 0..=90),
            armour_half: t.int("armour_half", 1..=10_000),
            look_ticks: t.int("look_ticks", 1..=100),
            stall_ticks: t.int("stall_ticks", 1..=200),
            hold_ticks: t.int("hold_ticks", 0..=1000),
            way_ticks: t.int("way_ticks", 1..=200),
            push_percent: t.int("push_percent", 0..=100),
            push_max: t.int("push_max", 1..=1000),
            retreat_pace_percent: t.int("retreat_pace_percent", 10..=500),
            wilt_from_tick: t.int("wilt_from_tick", 0..=2000),
            wilt_percent: t.int("wilt_percent", 0..=100),
            wilt_floor_percent: t.int("wilt_floor_percent", 0..=100),
            spite_percent: t.int("spite_percent", 0..=500),
            feed_percent: t.int("feed_percent", 0..=100),
            cluster_radius: t.int("cluster_radius", 1..=30_000),
            side_rows_max: t.int("side_rows_max", 10..=1000),
            squad_max: t.int("squad_max", 1..=20),
        }
    }
}
