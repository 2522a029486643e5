//! The source's tables of constants, per second and per tick. A constant without a row fails.

use crate::kitchen::constants::*;

/// A row: the constant's name, what it is, and what the table says.
macro_rules! rows {
    ($($name:ident = $value:expr,)*) => { [$((stringify!($name), $name as i64, $value as i64)),*] };
}

#[test]
fn every_constant_is_what_the_table_says() {
    let tile = 10_000;
    let rows = rows! {
        TICK_HZ = 20,
        TICK_MILLIS = 50,
        CALL_MAX_MILLIS = 100,
        CALL_MAX_TICKS = 2,
        COOKS_MAX = 8,
        SPEED_GRAINS_PER_SECOND = 35 * tile / 10,
        GAIN_GRAINS_PER_SECOND_SQ = 30 * tile,
        BRAKE_GRAINS_PER_SECOND_SQ = 40 * tile,
        RADIUS = 35 * tile / 100,
        CONTACT_GAP = tile / 10_000,
        DIAGONAL_NORMED = 1,
        THROTTLE_FULL = 1000,
        STUN_TICKS = 6 * 20 / 10,
        PUSH_PASSES = 2,
        REACH = tile,
        FORGIVE = 6 * tile / 10,
        HANDLING_TICKS = 0,
        HANDOFF_WINDOW_TICKS = 20,
        TRASH_HOLD_TICKS = 8,
        TRASH_SCORE = -2,
        SPEED = 35 * tile / 10 / 20,
        GAIN = 30 * tile / 20 / 20,
        BRAKE = 40 * tile / 20 / 20,
        REACH_MAX = 16 * tile / 10,
    };
    for (name, is, says) in rows {
        assert_eq!(is, says, "{name}");
    }
    let source = include_str!("../constants.rs");
    let names = source.lines().filter_map(|line| line.strip_prefix("pub const ")?.split(':').next());
    for name in names {
        assert!(rows.iter().any(|(row, ..)| *row == name), "no row for {name}");
    }
}
