//! The tick clock: turns real time, told by the caller, into whole ticks and a fraction. It reads no clock itself.
//!
//! Everything is an integer, so that many short advances come to exactly the same as one long one. Speed scales the
//! time that comes in, never the length of a tick. A stall is cut at [`STALL_MAX`], and a call yields no more ticks
//! than the caller allows; what lies beyond is shed, never caught up in a burst.

use std::time::Duration;

/// The most real time one advance takes in. A longer pause (a window dragged, a laptop closed) counts as this much.
pub const STALL_MAX: Duration = Duration::from_millis(250);

/// Parts of normal speed that speeds are counted in: thirds, sixteenths and thousandths all come out whole.
const SPEED_PARTS: u32 = 6_000;

/// The highest speed, in times normal.
const SPEED_MAX: u32 = 8;

/// The highest tick rate. Keeps every product of the clock within 64 bits.
const HZ_MAX: u32 = 1_000;

const NANOS_PER_SECOND: u64 = 1_000_000_000;

/// One tick in the clock's own unit: nanoseconds × tick rate × speed parts.
const TICK: u64 = NANOS_PER_SECOND * SPEED_PARTS as u64;

const _: () =
    assert!(SPEED_PARTS.is_multiple_of(3) && SPEED_PARTS.is_multiple_of(16) && SPEED_PARTS.is_multiple_of(1_000));
const _: () = assert!(
    STALL_MAX.as_nanos() * HZ_MAX as u128 * (SPEED_MAX * SPEED_PARTS) as u128 + (TICK as u128) < u64::MAX as u128
);

/// How fast time runs: a fraction of normal speed between 0 (paused) and 8.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Speed(u32);

impl Speed {
    /// Time stands still.
    pub const PAUSED: Self = Self(0);
    /// Time runs as it does outside.
    pub const NORMAL: Self = Self(SPEED_PARTS);

    /// Run at `times / of` of normal speed. None above 8 or where it does not come out in whole 6000ths.
    #[must_use]
    pub const fn new(times: u32, of: u32) -> Option<Self> {
        let wanted = times as u64 * SPEED_PARTS as u64;
        if of == 0 || !wanted.is_multiple_of(of as u64) || wanted / of as u64 > (SPEED_MAX * SPEED_PARTS) as u64 {
            return None;
        }
        Some(Self((wanted / of as u64) as u32))
    }

    /// Run at so many thousandths of normal speed; above 8000 counts as 8000.
    #[must_use]
    pub const fn per_mille(thousandths: u32) -> Self {
        let most = SPEED_MAX * 1_000;
        Self((if thousandths > most { most } else { thousandths }) * (SPEED_PARTS / 1_000))
    }

    /// Give the speed in thousandths of normal, floored.
    #[must_use]
    pub const fn to_per_mille(self) -> u32 {
        self.0 / (SPEED_PARTS / 1_000)
    }
}

/// What an advance of the clock came to.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct DueTicks {
    /// Whole ticks to step now.
    pub ticks: u32,
    /// Whole ticks beyond the caller's limit, dropped for good.
    pub shed: u32,
}

/// Where playback or live stepping stands: a whole tick and the part of the next one already past.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TickClock {
    hz: u32,
    speed: Speed,
    tick: u32,
    /// The part of a tick already past, in the clock's own unit; always below [`TICK`].
    remainder: u64,
}

impl TickClock {
    /// Start at tick 0 with no time past, at normal speed. Rates of 1 to 1000 ticks a second.
    #[must_use]
    pub const fn new(hz: u32) -> Self {
        assert!(hz > 0 && hz <= HZ_MAX, "a tick rate is 1 to 1000 a second");
        Self { hz, speed: Speed::NORMAL, tick: 0, remainder: 0 }
    }

    /// Take in real time; yield at most `limit` ticks and shed the rest. The part of a tick left over is carried.
    pub const fn advance(&mut self, delta: Duration, limit: u32) -> DueTicks {
        let delta_nanos = if delta.as_nanos() > STALL_MAX.as_nanos() { STALL_MAX } else { delta }.as_nanos() as u64;
        let past = self.remainder + delta_nanos * self.hz as u64 * self.speed.0 as u64;
        self.remainder = past % TICK;
        let due = (past / TICK) as u32;
        let ticks = if due > limit { limit } else { due };
        self.tick = self.tick.saturating_add(ticks);
        DueTicks { ticks, shed: due - ticks }
    }

    /// Run at another speed from now on. The part of a tick already past stays as it is.
    pub const fn set_speed(&mut self, speed: Speed) {
        self.speed = speed;
    }

    /// Stand at another tick and keep the part already past: the ground moved under the clock, time did not.
    pub const fn rebase(&mut self, tick: u32) {
        self.tick = tick;
    }

    /// Stand exactly at a tick, with nothing of the next one past: a seek, a frame step, the end of a fight.
    pub const fn resync(&mut self, tick: u32) {
        self.tick = tick;
        self.remainder = 0;
    }

    /// The last whole tick reached.
    #[must_use]
    pub const fn tick(&self) -> u32 {
        self.tick
    }

    /// The speed in force.
    #[must_use]
    pub const fn speed(&self) -> Speed {
        self.speed
    }

    /// The part of the next tick already past, to blend with: at least 0, always below 1.
    ///
    /// Taken to 24 bits before it becomes a float: rounding the whole fraction could give 1.
    #[must_use]
    pub const fn alpha(&self) -> f32 {
        const STEPS: u32 = 1 << 24;
        let steps = (self.remainder as u128 * STEPS as u128 / TICK as u128) as u32;
        steps as f32 / STEPS as f32
    }
}

/// Say how many ticks a duration lasts: the nearest number, a half goes up, and above 0 at least one.
///
/// The one rule for effect times that fall between ticks: 750 ms at 10 Hz are 8 ticks.
#[must_use]
pub const fn ticks_from_millis(millis: u32, hz: u32) -> u32 {
    let nearest = (millis as u64 * hz as u64 + 500) / 1000;
    let ticks = if nearest > u32::MAX as u64 { u32::MAX } else { nearest as u32 };
    if ticks == 0 && millis > 0 && hz > 0 { 1 } else { ticks }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const NO_LIMIT: u32 = u32::MAX;

    fn advance_nanos(clock: &mut TickClock, nanos: u64) -> u32 {
        clock.advance(Duration::from_nanos(nanos), NO_LIMIT).ticks
    }

    #[test]
    fn sixty_seconds_of_uneven_frames_lose_no_time() {
        // c19: frames of 7, 11 and 16.6 ms at 30 Hz.
        for frame_nanos in [7_000_000_u64, 11_000_000, 16_600_000] {
            let mut clock = TickClock::new(30);
            let (mut past, mut ticks) = (0, 0);
            while past < 60 * NANOS_PER_SECOND {
                let frame = frame_nanos.min(60 * NANOS_PER_SECOND - past);
                past += frame;
                ticks += advance_nanos(&mut clock, frame);
            }
            assert_eq!((ticks, clock.tick(), clock.remainder), (1_800, 1_800, 0), "frames of {frame_nanos} ns");
        }
    }

    #[test]
    fn alpha_rises_every_frame_and_is_zero_on_the_tick() {
        // c21: painting at 144 Hz over ticks at 30 Hz.
        let mut clock = TickClock::new(30);
        let (mut before, mut at_zero) = (0.0, 0);
        for frame in 1..=1_440_u64 {
            let nanos = frame * NANOS_PER_SECOND / 144 - (frame - 1) * NANOS_PER_SECOND / 144;
            let ticks = advance_nanos(&mut clock, nanos);
            let alpha = clock.alpha();
            assert!((0.0..1.0).contains(&alpha), "alpha {alpha} at frame {frame}");
            assert!(ticks > 0 || alpha > before, "alpha stood still at frame {frame}");
            assert!(ticks == 0 || alpha < 30.0 / 144.0, "more than one frame is left over after a tick");
            at_zero += u32::from(ticks > 0 && alpha == 0.0);
            before = alpha;
        }
        assert_eq!(clock.tick(), 300);
        // 24 frames are 5 ticks, but only every third such moment is a whole number of nanoseconds.
        assert!(at_zero >= 20, "{at_zero} of 60 common moments fell exactly on a tick");
    }

    #[test]
    fn durations_between_ticks_follow_the_one_rule() {
        // c23: milliseconds → ticks at 20, 30 and 60 Hz.
        let table = [
            (0, [0, 0, 0]),
            (1, [1, 1, 1]),
            (24, [1, 1, 1]),
            (25, [1, 1, 2]),
            (50, [1, 2, 3]),
            (75, [2, 2, 5]),
            (100, [2, 3, 6]),
            (250, [5, 8, 15]),
            (330, [7, 10, 20]),
            (750, [15, 23, 45]),
            (1_000, [20, 30, 60]),
            (1_250, [25, 38, 75]),
            (2_775, [56, 83, 167]),
            (4_000, [80, 120, 240]),
        ];
        for (millis, expected) in table {
            let found = [20, 30, 60].map(|hz| ticks_from_millis(millis, hz));
            assert_eq!(found, expected, "{millis} ms");
        }
        assert_eq!(ticks_from_millis(750, 10), 8);
        assert_eq!(ticks_from_millis(u32::MAX, 1_000), u32::MAX);
    }

    #[test]
    fn a_stall_counts_as_a_quarter_second() {
        let mut clock = TickClock::new(10);
        assert_eq!(clock.advance(Duration::from_secs(3_600), NO_LIMIT), DueTicks { ticks: 2, shed: 0 });
        assert!((clock.alpha() - 0.5).abs() < 1e-6);
        assert_eq!(clock.advance(Duration::MAX, NO_LIMIT).ticks, 3);
    }

    #[test]
    fn a_backlog_is_shed_and_the_remainder_carried() {
        let mut clock = TickClock::new(100);
        assert_eq!(clock.advance(Duration::from_millis(235), 4), DueTicks { ticks: 4, shed: 19 });
        assert_eq!(clock.tick(), 4);
        assert!((clock.alpha() - 0.5).abs() < 1e-6);
        assert_eq!(clock.advance(Duration::from_millis(5), 4), DueTicks { ticks: 1, shed: 0 });
    }

    #[test]
    fn rebase_keeps_the_part_of_a_tick_and_resync_drops_it() {
        let mut rebased = TickClock::new(10);
        advance_nanos(&mut rebased, 160_000_000);
        let mut resynced = rebased.clone();
        rebased.rebase(40);
        resynced.resync(40);
        assert_eq!((rebased.tick(), resynced.tick()), (40, 40));
        assert!((rebased.alpha() - 0.6).abs() < 1e-6);
        assert_eq!(resynced.alpha().to_bits(), 0);
        // Forty milliseconds later the one has reached the next tick, the other has not.
        assert_eq!((advance_nanos(&mut rebased, 40_000_000), advance_nanos(&mut resynced, 40_000_000)), (1, 0));
    }

    #[test]
    fn alpha_stays_below_one_at_the_last_instant_of_a_tick() {
        let clock = TickClock { remainder: TICK - 1, ..TickClock::new(30) };
        assert!(clock.alpha() < 1.0);
    }

    #[test]
    fn a_paused_clock_stands_still_and_keeps_its_part() {
        let mut clock = TickClock::new(10);
        advance_nanos(&mut clock, 50_000_000);
        let before = clock.alpha();
        clock.set_speed(Speed::PAUSED);
        assert_eq!(advance_nanos(&mut clock, 250_000_000), 0);
        assert_eq!(clock.alpha().to_bits(), before.to_bits());
    }

    #[test]
    fn speeds_are_fractions_from_nought_to_eight() {
        assert_eq!(Speed::new(1, 4), Some(Speed::per_mille(250)));
        assert_eq!(Speed::new(8, 1), Some(Speed::per_mille(9_000)));
        assert!(Speed::new(1, 3).is_some() && Speed::new(1, 16).is_some());
        for (times, of) in [(9, 1), (1, 0), (1, 7), (u32::MAX, 1)] {
            assert_eq!(Speed::new(times, of), None, "{times}/{of}");
        }
    }

    proptest! {
        #[test]
        fn many_short_advances_equal_one_long_one(
            parts in prop::collection::vec(0..20_000_000_u64, 1..12),
            hz in 1..=1_000_u32,
            thousandths in 0..=8_000_u32,
        ) {
            let mut short = TickClock::new(hz);
            short.set_speed(Speed::per_mille(thousandths));
            let mut long = short.clone();
            let ticks: u32 = parts.iter().map(|nanos| advance_nanos(&mut short, *nanos)).sum();
            prop_assert_eq!(ticks, advance_nanos(&mut long, parts.iter().sum()));
            prop_assert_eq!(short, long);
        }

        #[test]
        fn every_stall_speed_and_limit_keeps_alpha_in_range_and_accounts_for_each_tick(
            steps in prop::collection::vec((any::<u64>(), 0..=9_000_u32, 0..50_u32), 1..40),
            hz in 1..=1_000_u32,
        ) {
            let mut clock = TickClock::new(hz);
            let mut units = 0_u128;
            let mut ticks = 0_u128;
            for (nanos, thousandths, limit) in steps {
                clock.set_speed(Speed::per_mille(thousandths));
                let step = clock.advance(Duration::from_nanos(nanos), limit);
                prop_assert!(step.ticks <= limit);
                prop_assert!((0.0..1.0).contains(&clock.alpha()));
                units += u128::from(nanos.min(250_000_000)) * u128::from(hz) * u128::from(clock.speed.0);
                ticks += u128::from(step.ticks) + u128::from(step.shed);
            }
            prop_assert_eq!(units, ticks * u128::from(TICK) + u128::from(clock.remainder));
        }
    }
}
