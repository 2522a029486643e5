//! The constants of the rules, each with its unit; `assets/skirmish/rules.toml` says why each is what it is.

use bincode::Encode;

/// The constants of the rules.
#[derive(Debug, Clone, PartialEq, Eq, Encode)]
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
    /// Ticks a way around obstacles holds before it is sought again.
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
    /// Radius in which foes are counted about one another, in millitiles.
    pub cluster_radius: i32,
    /// Rows of a side beyond which it summons nobody.
    pub side_rows_max: i32,
    /// Fighters a squad may have.
    pub squad_max: i32,
}
