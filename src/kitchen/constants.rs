//! The numbers of the kitchen's rules: per second as people say them, per tick as the rules run on them.

use crate::kitchen::grain::TILE;

/// Ticks in a second. One tick is 50 ms, the only step there is.
pub const TICK_HZ: u32 = 20;

/// Milliseconds of a tick.
pub const TICK_MILLIS: u32 = 1000 / TICK_HZ;

/// The most time one call of the live round takes in, in milliseconds: two ticks, so that a stall cannot spiral.
pub const CALL_MAX_MILLIS: u32 = 100;

/// Ticks one call can yield at most.
pub const CALL_MAX_TICKS: u32 = CALL_MAX_MILLIS / TICK_MILLIS;

/// The most cooks of a round.
pub const COOKS_MAX: usize = 8;

/// Speed of a cook, in grains a second: 3.5 tiles.
pub const SPEED_GRAINS_PER_SECOND: i32 = 35_000;

/// How fast intent becomes speed, in grains a second²: 30 tiles.
pub const GAIN_GRAINS_PER_SECOND_SQ: i32 = 300_000;

/// How fast speed goes once nothing is wanted, in grains a second²: 40 tiles. Harder than the gain, for running past a
/// station is the mistake made most.
pub const BRAKE_GRAINS_PER_SECOND_SQ: i32 = 400_000;

/// Half the side of a cook's square body, in grains: 0.35 tiles.
pub const RADIUS: i32 = 3_500;

/// What a swept body stays clear of a blocked tile, in grains: a ten-thousandth of a tile.
pub const CONTACT_GAP: i32 = 1;

/// Whether a diagonal is a direction only. Without it, walking aslant is √2 faster.
pub const DIAGONAL_NORMED: bool = true;

/// Length of a full intent: thousandths of full throttle.
pub const THROTTLE_FULL: i32 = 1_000;

/// Ticks a hit keeps a cook still: 0.6 s.
pub const STUN_TICKS: u16 = 12;

/// Passes of the soft push. Two take a shove through a chain of four.
pub const PUSH_PASSES: u32 = 2;

/// How far the front tile is reached, middle to middle, in grains: a tile.
pub const REACH: i32 = 10_000;

/// What is forgiven beyond it, in grains: 0.6 tiles, so that a tile aslant is in reach from the near corner.
pub const FORGIVE: i32 = 6_000;

/// Ticks between two presses beyond the release between them: none, the edge is the gate.
pub const HANDLING_TICKS: u16 = 0;

/// Ticks within which lifting what another cook set down is a pass; the last one counts.
pub const HANDOFF_WINDOW_TICKS: u16 = 20;

/// The tick of a hold that throws away what is carried.
pub const TRASH_HOLD_TICKS: u16 = 8;

/// What throwing something away does to the score.
pub const TRASH_SCORE: i32 = -2;

/// Speed, in grains a tick.
pub const SPEED: i32 = SPEED_GRAINS_PER_SECOND / TICK_HZ as i32;

/// Gain of speed, in grains a tick, each tick.
pub const GAIN: i32 = GAIN_GRAINS_PER_SECOND_SQ / (TICK_HZ * TICK_HZ) as i32;

/// Loss of speed, in grains a tick, each tick.
pub const BRAKE: i32 = BRAKE_GRAINS_PER_SECOND_SQ / (TICK_HZ * TICK_HZ) as i32;

/// How far a cook reaches, to the middle of a tile, in grains; exactly that far counts.
pub const REACH_MAX: i32 = REACH + FORGIVE;

const _: () = assert!(TICK_MILLIS * TICK_HZ == 1000, "a tick is a whole number of milliseconds");
const _: () = assert!(SPEED * TICK_HZ as i32 == SPEED_GRAINS_PER_SECOND, "the speed is whole grains a tick");
const _: () = assert!(GAIN * (TICK_HZ * TICK_HZ) as i32 == GAIN_GRAINS_PER_SECOND_SQ, "the gain is whole");
const _: () = assert!(BRAKE * (TICK_HZ * TICK_HZ) as i32 == BRAKE_GRAINS_PER_SECOND_SQ, "the brake is whole");
const _: () = assert!(2 * RADIUS + 2 * CONTACT_GAP < TILE, "a body fits a passage of one tile");
