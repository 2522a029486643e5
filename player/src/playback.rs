//! Playback: where in the recording one is looking, and how that moves with time. It reads no clock and sees no
//! recording; both are told to it.
//!
//! The cursor is an integer in parts of a tick so small that every speed comes out whole: time told in any slicing
//! moves it equally far, and nothing ever drifts. Reverse is only reading backwards.

use std::time::Duration;

use crate::repeat::{End, Repeat};

/// The most real time one advance takes in. A longer pause counts as this much: after a stall the fight goes on from
/// where it was, without a burst.
pub const STALL_MAX: Duration = recorder::STALL_MAX;

/// Parts of a tick. A nanosecond at one tick a second and half speed moves the cursor by one part.
const TICK: i64 = 2_000_000_000;

/// A moment in a recording, between ticks too.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub struct Moment(pub(crate) i64);

impl Moment {
    /// The moment at which a tick's frame is exactly shown.
    #[must_use]
    pub const fn of_tick(tick: u32) -> Self {
        Self(tick as i64 * TICK)
    }

    /// The moment a part of a tick after a tick; for tests and for places on a bar.
    #[must_use]
    pub fn between(tick: u32, part: f64) -> Self {
        Self(Self::of_tick(tick).0 + ((part * TICK as f64) as i64).clamp(0, TICK - 1))
    }

    /// The last tick at or before it.
    #[must_use]
    pub const fn tick(self) -> u32 {
        (self.0 / TICK) as u32
    }

    /// The part of the next tick already past: at least 0, always below 1.
    #[must_use]
    pub fn alpha(self) -> f32 {
        // Taken to 24 bits before it becomes a float: rounding the whole fraction could give 1.
        const STEPS: i64 = 1 << 24;
        ((self.0 % TICK) * STEPS / TICK) as f32 / STEPS as f32
    }

    /// Ticks since tick 0, for drawing.
    #[must_use]
    pub fn ticks(self) -> f64 {
        self.0 as f64 / TICK as f64
    }

    /// Whether it lies exactly on a tick.
    #[must_use]
    pub const fn is_on_tick(self) -> bool {
        self.0 % TICK == 0
    }

    /// The moment so many milliseconds of fight away, at so many ticks a second; not before tick 0.
    #[must_use]
    pub const fn after_millis(self, millis: i64, hz: u32) -> Self {
        let moved = self.0.saturating_add(millis.saturating_mul(TICK / 1_000).saturating_mul(hz as i64));
        Self(if moved < 0 { 0 } else { moved })
    }
}

/// How fast the fight is shown, in halves of its own pace; never zero.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Speed(i8);

impl Speed {
    /// Every speed there is, slowest (fastest backwards) first.
    pub const ALL: [Self; 10] =
        [Self(-16), Self(-8), Self(-4), Self(-2), Self(-1), Self(1), Self(2), Self(4), Self(8), Self(16)];
    /// The fight's own pace.
    pub const NORMAL: Self = Self(2);
    /// The fastest there is, forwards.
    pub const FASTEST: Self = Self(16);

    /// The speed of this many halves; `None` where there is none.
    #[must_use]
    pub fn from_halves(halves: i8) -> Option<Self> {
        Self::ALL.into_iter().find(|speed| speed.0 == halves)
    }

    /// The speed nearest to a number, as a person writes it on a command line; `None` for what is no number.
    #[must_use]
    pub fn nearest(times: f64) -> Option<Self> {
        let off = |speed: &Self| (speed.times() - times).abs();
        times.is_finite().then_some(())?;
        Self::ALL.into_iter().min_by(|a, b| off(a).total_cmp(&off(b)))
    }

    /// How many times the fight's own pace; below 0 backwards.
    #[must_use]
    pub fn times(self) -> f64 {
        f64::from(self.0) * 0.5
    }

    /// The next faster one; the fastest stays.
    #[must_use]
    pub fn faster(self) -> Self {
        Self::ALL.into_iter().find(|speed| *speed > self).unwrap_or(self)
    }

    /// The next slower one; the fastest backwards stays.
    #[must_use]
    pub fn slower(self) -> Self {
        Self::ALL.into_iter().rfind(|speed| *speed < self).unwrap_or(self)
    }

    /// As fast, the other way.
    #[must_use]
    pub const fn reversed(self) -> Self {
        Self(-self.0)
    }

    /// Whether it goes backwards.
    #[must_use]
    pub const fn is_backwards(self) -> bool {
        self.0 < 0
    }

    /// As screens write it: `−½×`, `4×`.
    #[must_use]
    pub fn label(self) -> String {
        let sign = if self.0 < 0 { "−" } else { "" };
        match self.0.unsigned_abs() {
            1 => format!("{sign}½×"),
            halves => format!("{sign}{}×", halves / 2),
        }
    }
}

/// The cursor and how it moves.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Playback {
    hz: u32,
    first: u32,
    head: u32,
    complete: bool,
    cursor: Moment,
    speed: Speed,
    playing: bool,
    /// While the bar is held: whether to go on playing when it is let go.
    scrubbing: Option<bool>,
    /// Fast forward is held.
    hurried: bool,
    /// The cursor stays at the recorder's head.
    following: bool,
    repeat: Repeat,
    /// The furthest moment shown so far.
    watched: Moment,
    spoiler_free: bool,
}

impl Playback {
    /// Stand paused at the first tick of something at so many ticks a second, of which only the first frame is there
    /// yet.
    #[must_use]
    pub const fn new(hz: u32, first: u32) -> Self {
        assert!(hz > 0, "a fight has ticks");
        Self {
            hz,
            first,
            head: first,
            complete: false,
            cursor: Moment::of_tick(first),
            speed: Speed::NORMAL,
            playing: false,
            scrubbing: None,
            hurried: false,
            following: false,
            repeat: Repeat::NONE,
            watched: Moment::of_tick(first),
            spoiler_free: false,
        }
    }

    /// Take in real time. Nothing moves while paused, while the bar is held, or while the head is followed.
    pub fn advance(&mut self, real: Duration) {
        if !(self.playing || self.hurried) || self.scrubbing.is_some() || self.following {
            return;
        }
        let speed = self.pace();
        let nanos = real.min(STALL_MAX).as_nanos() as i64;
        let wanted = Moment(self.cursor.0 + nanos * i64::from(self.hz) * i64::from(speed.0));
        if let Some(led) = self.repeat.lead(self.cursor, wanted, self.known_end()) {
            return self.go_to(led);
        }
        self.go_to(wanted);
        let stopped = if speed.is_backwards() { wanted <= self.start() } else { self.complete && wanted >= self.end() };
        self.playing &= !stopped;
    }

    /// Learn how far the recording is. The cursor follows when the recording turns out shorter.
    pub fn set_head(&mut self, head: u32, complete: bool) {
        self.head = head.max(self.first);
        self.complete = complete;
        self.cursor = self.clamped(self.cursor);
        self.watched = self.watched.min(self.end());
        if self.following {
            self.go_to(self.end());
            self.following = !complete;
        }
    }

    /// Forget what was watched beyond a tick: the future from there on is another.
    pub fn unwatch_after(&mut self, tick: u32) {
        self.watched = self.watched.min(Moment::of_tick(tick)).max(self.cursor);
    }

    /// Take up another timeline that was watched up to here, at the same cursor.
    pub fn resume_watched(&mut self, watched: Moment) {
        self.watched = watched.max(self.cursor);
    }

    /// Play or pause. Playing on from the end begins again; playing back from the start begins at the end.
    pub fn toggle(&mut self) {
        if self.playing { self.pause() } else { self.play() }
    }

    /// Play.
    pub fn play(&mut self) {
        self.playing = true;
        self.following = false;
        self.scrubbing = self.scrubbing.map(|_| true);
        if self.is_repeating() {
            return;
        }
        if !self.speed.is_backwards() && self.complete && self.cursor >= self.end() {
            self.cursor = self.start();
        } else if self.speed.is_backwards() && self.cursor <= self.start() {
            self.go_to(self.reachable_end());
        }
    }

    /// Pause.
    pub fn pause(&mut self) {
        self.playing = false;
        self.following = false;
        self.scrubbing = self.scrubbing.map(|_| false);
    }

    /// Play at another speed from here.
    pub fn set_speed(&mut self, speed: Speed) {
        self.speed = speed;
    }

    /// Hold fast forward, or let it go: while it is held it plays on as fast as it can, whatever it did before.
    pub fn hurry(&mut self, on: bool) {
        self.hurried = on;
        self.following &= !on;
    }

    /// Stay at the recorder's head until it has all, or until something else is asked. Without spoilers, play on from
    /// the end of what was watched.
    pub fn follow_head(&mut self) {
        if self.spoiler_free {
            self.go_to(self.watched);
            self.following = false;
            if self.speed.is_backwards() {
                self.speed = self.speed.reversed();
            }
            self.playing = !self.is_at_end();
            return;
        }
        self.playing = false;
        self.go_to(self.end());
        self.following = !self.complete;
    }

    /// Set an end of the repeated part where the cursor is.
    pub fn set_repeat(&mut self, end: End) {
        self.repeat.set(end, self.cursor);
    }

    /// Shift an end of the repeated part; without spoilers, not beyond what was watched.
    pub fn shift_repeat(&mut self, end: End, to: Moment) {
        let to = self.clamped(to.min(self.reachable_end()));
        self.repeat.shift(end, to, self.hz);
    }

    /// Repeat nothing any more.
    pub fn clear_repeat(&mut self) {
        self.repeat.clear();
    }

    /// Go to a moment; beyond the recording means its end. Without spoilers, beyond what was watched means there.
    pub fn seek(&mut self, to: Moment) {
        self.following = false;
        self.go_to(if self.spoiler_free { to.min(self.watched) } else { to });
    }

    /// Pause and go so many whole ticks on or back. From between two ticks, one step leads to the next one that way.
    pub fn step(&mut self, ticks: i32) {
        self.pause();
        let down = i64::from(self.cursor.tick());
        let from = if ticks < 0 && !self.cursor.is_on_tick() { down + 1 } else { down };
        let to = u32::try_from(from + i64::from(ticks)).unwrap_or(0);
        self.go_to(Moment::of_tick(to));
    }

    /// Go so many milliseconds of fight on or back.
    pub fn jump(&mut self, millis: i64) {
        self.following = false;
        self.go_to(self.cursor.after_millis(millis, self.hz));
    }

    /// Go to the start.
    pub fn go_home(&mut self) {
        self.following = false;
        self.go_to(self.start());
    }

    /// Go to the end; without spoilers, to the end of what was watched.
    pub fn go_to_end(&mut self) {
        self.following = false;
        self.go_to(self.reachable_end());
    }

    /// Take hold of the bar: the cursor follows the hand until it is let go.
    pub fn begin_scrub(&mut self) {
        self.following = false;
        self.scrubbing.get_or_insert(self.playing);
    }

    /// Let go of the bar and go on as before.
    pub fn end_scrub(&mut self) {
        if let Some(was_playing) = self.scrubbing.take() {
            self.playing = was_playing && (self.is_repeating() || !self.is_at_end());
        }
    }

    /// Hide, or show again, what lies beyond the watched part.
    pub fn set_spoiler_free(&mut self, on: bool) {
        self.spoiler_free = on;
        if on && self.following {
            (self.following, self.playing) = (false, true);
        }
    }

    /// Whether it stands where, without spoilers, nothing further was watched.
    #[must_use]
    pub fn is_at_veil(&self) -> bool {
        self.spoiler_free && self.cursor >= self.watched && !self.is_at_end()
    }

    /// Where one is looking.
    #[must_use]
    pub const fn cursor(&self) -> Moment {
        self.cursor
    }

    /// The speed.
    #[must_use]
    pub const fn speed(&self) -> Speed {
        self.speed
    }

    /// The speed at which it moves: the fastest while fast forward is held.
    #[must_use]
    pub const fn pace(&self) -> Speed {
        if self.hurried { Speed::FASTEST } else { self.speed }
    }

    /// Whether fast forward is held.
    #[must_use]
    pub const fn is_hurried(&self) -> bool {
        self.hurried
    }

    /// Whether it stays at the recorder's head.
    #[must_use]
    pub const fn is_following(&self) -> bool {
        self.following
    }

    /// The repeated part.
    #[must_use]
    pub const fn repeat(&self) -> &Repeat {
        &self.repeat
    }

    /// Whether the cursor is within a part that is repeated.
    #[must_use]
    pub fn is_repeating(&self) -> bool {
        self.repeat.lead(self.cursor, self.cursor, self.known_end()).is_some()
    }

    /// Whether it plays (or would, were the bar not held).
    #[must_use]
    pub const fn is_playing(&self) -> bool {
        self.playing
    }

    /// Whether the bar is held.
    #[must_use]
    pub const fn is_scrubbing(&self) -> bool {
        self.scrubbing.is_some()
    }

    /// Whether it would play on but has to wait for the recorder.
    #[must_use]
    pub fn is_waiting(&self) -> bool {
        let plays_on = self.hurried || self.playing && !self.speed.is_backwards();
        plays_on && !self.complete && self.cursor >= self.end()
    }

    /// Whether it stands on the terminal frame.
    #[must_use]
    pub fn is_at_end(&self) -> bool {
        self.complete && self.cursor >= self.end()
    }

    /// Whether what was not watched is hidden.
    #[must_use]
    pub const fn is_spoiler_free(&self) -> bool {
        self.spoiler_free
    }

    /// The furthest moment shown so far.
    #[must_use]
    pub const fn watched(&self) -> Moment {
        self.watched
    }

    /// Whether a tick may be spoken of: always, or without spoilers only once it was watched.
    #[must_use]
    pub fn may_show(&self, tick: u32) -> bool {
        !self.spoiler_free || Moment::of_tick(tick) <= self.watched
    }

    /// The last tick recorded.
    #[must_use]
    pub const fn head(&self) -> u32 {
        self.head
    }

    /// The first tick there is.
    #[must_use]
    pub const fn first(&self) -> u32 {
        self.first
    }

    /// Whether the recording is complete.
    #[must_use]
    pub const fn is_complete(&self) -> bool {
        self.complete
    }

    /// Ticks a second.
    #[must_use]
    pub const fn hz(&self) -> u32 {
        self.hz
    }

    fn start(&self) -> Moment {
        Moment::of_tick(self.first)
    }

    const fn end(&self) -> Moment {
        Moment::of_tick(self.head)
    }

    /// Where the fight ends, as far as that is known: what is still to be recorded is there too.
    const fn known_end(&self) -> Moment {
        if self.complete { self.end() } else { Moment(i64::MAX) }
    }

    fn reachable_end(&self) -> Moment {
        if self.spoiler_free { self.watched } else { self.end() }
    }

    fn clamped(&self, to: Moment) -> Moment {
        to.clamp(self.start(), self.end())
    }

    fn go_to(&mut self, to: Moment) {
        self.cursor = self.clamped(to);
        self.watched = self.watched.max(self.cursor);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const FRAME: Duration = Duration::from_nanos(16_666_667);

    fn ready(hz: u32, head: u32) -> Playback {
        let mut playback = Playback::new(hz, 0);
        playback.set_head(head, true);
        playback
    }

    #[test]
    fn any_slicing_of_time_moves_the_cursor_equally_far() {
        for speed in Speed::ALL {
            let mut one = ready(30, 100_000);
            one.seek(Moment::of_tick(50_000));
            one.set_speed(speed);
            one.play();
            let mut many = one.clone();
            one.advance(Duration::from_nanos(240_000_001));
            (0..7).for_each(|_| many.advance(Duration::from_nanos(34_285_714)));
            many.advance(Duration::from_nanos(240_000_001 - 7 * 34_285_714));
            assert_eq!(one, many, "{}", speed.label());
        }
    }

    #[test]
    fn after_a_stall_of_ten_seconds_there_is_no_burst() {
        let mut playback = ready(10, 1_000);
        playback.play();
        playback.advance(Duration::from_secs(10));
        assert_eq!(playback.cursor(), Moment::of_tick(0).after_millis(250, 10));
        playback.advance(FRAME);
        assert_eq!(playback.cursor().tick(), 2, "the next frame is an ordinary one");
    }

    // c21
    #[test]
    fn alpha_rises_every_frame_stays_below_one_and_begins_anew_after_a_tick() {
        let mut playback = ready(30, 10_000);
        playback.play();
        let mut before = playback.cursor();
        for frame in 0..14_400_u64 {
            let nanos = (frame + 1) * 1_000_000_000 / 144 - frame * 1_000_000_000 / 144;
            playback.advance(Duration::from_nanos(nanos));
            let now = playback.cursor();
            assert!((0.0..1.0).contains(&now.alpha()), "alpha {}", now.alpha());
            if now.tick() == before.tick() {
                assert!(now.alpha() > before.alpha());
            } else {
                assert_eq!(now.tick(), before.tick() + 1);
                assert!(now.alpha() < 0.21, "the rest of a frame of 1/4.8 tick: {}", now.alpha());
            }
            before = now;
        }
        assert_eq!(before, Moment::of_tick(3_000), "100 s at 30 Hz");
    }

    #[test]
    fn alpha_is_below_one_at_the_last_part_of_a_tick() {
        assert!(Moment(TICK - 1).alpha() < 1.0);
        assert_eq!(Moment(TICK).alpha().to_bits(), 0);
    }

    #[test]
    fn it_follows_the_head_without_passing_it() {
        let mut playback = Playback::new(10, 0);
        playback.play();
        playback.set_head(1, false);
        (0..60).for_each(|_| playback.advance(FRAME));
        assert_eq!(playback.cursor(), Moment::of_tick(1));
        assert!(playback.is_playing() && playback.is_waiting());
        playback.set_head(50, false);
        playback.advance(FRAME);
        assert!(playback.cursor() > Moment::of_tick(1) && !playback.is_waiting());
        assert_eq!(playback.cursor().tick(), 1, "the wait is not made up for");
    }

    #[test]
    fn it_stops_at_both_ends_and_begins_again_from_there() {
        let mut playback = ready(10, 5);
        playback.play();
        (0..100).for_each(|_| playback.advance(FRAME));
        assert!(playback.is_at_end() && !playback.is_playing());
        assert_eq!(playback.cursor().alpha().to_bits(), 0);
        playback.toggle();
        assert_eq!((playback.cursor().tick(), playback.is_playing()), (0, true));
        playback.set_speed(Speed::NORMAL.reversed());
        playback.advance(FRAME);
        assert!(!playback.is_playing());
        playback.toggle();
        assert_eq!((playback.cursor().tick(), playback.is_playing()), (5, true), "backwards begins at the end");
    }

    #[test]
    fn a_step_from_between_two_ticks_leads_to_the_next_one_that_way() {
        let mut playback = ready(10, 100);
        for (from, step, to) in [
            (Moment::between(83, 0.4), 1, 84),
            (Moment::between(83, 0.4), -1, 83),
            (Moment::of_tick(83), -1, 82),
            (Moment::of_tick(83), 1, 84),
            (Moment::of_tick(0), -1, 0),
            (Moment::of_tick(100), 1, 100),
            (Moment::of_tick(50), i32::MIN, 0),
            (Moment::of_tick(50), i32::MAX, 100),
        ] {
            playback.play();
            playback.seek(from);
            playback.step(step);
            assert_eq!((playback.cursor(), playback.is_playing()), (Moment::of_tick(to), false), "{from:?} {step}");
        }
    }

    #[test]
    fn jumps_are_in_seconds_of_the_fight() {
        let mut playback = ready(30, 1_000);
        playback.jump(5_000);
        assert_eq!(playback.cursor(), Moment::of_tick(150));
        playback.jump(-1_000);
        assert_eq!(playback.cursor(), Moment::of_tick(120));
        playback.jump(i64::MIN);
        assert_eq!(playback.cursor(), Moment::of_tick(0));
        playback.jump(i64::MAX);
        assert_eq!(playback.cursor(), Moment::of_tick(1_000));
    }

    #[test]
    fn speeds_go_up_and_down_one_at_a_time_and_have_names() {
        let names: Vec<String> = Speed::ALL.iter().map(|s| s.label()).collect();
        assert_eq!(names, ["−8×", "−4×", "−2×", "−1×", "−½×", "½×", "1×", "2×", "4×", "8×"]);
        assert!(Speed::ALL.windows(2).all(|w| w[0].faster() == w[1] && w[1].slower() == w[0]));
        assert_eq!(Speed::nearest(3.1), Speed::from_halves(8));
        assert_eq!(Speed::nearest(-100.0), Speed::from_halves(-16));
        assert_eq!(Speed::nearest(f64::NAN), None);
    }

    // c19
    #[test]
    fn frames_of_odd_lengths_lose_no_time() {
        for frame_micros in [7_000_u64, 11_000, 16_600] {
            let mut playback = ready(30, 100_000);
            playback.play();
            let frames = 60_000_000 / frame_micros;
            (0..frames).for_each(|_| playback.advance(Duration::from_micros(frame_micros)));
            playback.advance(Duration::from_micros(60_000_000 - frames * frame_micros));
            assert_eq!(playback.cursor(), Moment::of_tick(1_800), "frames of {frame_micros} µs");
        }
    }

    #[test]
    fn a_part_is_repeated_both_ways_and_any_slicing_of_time_comes_to_the_same() {
        for speed in Speed::ALL {
            let mut one = ready(10, 1_000);
            for (end, tick) in [(End::A, 100), (End::B, 103)] {
                one.seek(Moment::of_tick(tick));
                one.set_repeat(end);
            }
            one.set_speed(speed);
            one.play();
            let mut many = one.clone();
            for _ in 0..40 {
                one.advance(Duration::from_millis(240));
                (0..240).for_each(|_| many.advance(Duration::from_millis(1)));
                assert_eq!(one, many, "{}", speed.label());
                assert!((100..=103).contains(&one.cursor().tick()) && one.is_playing());
            }
        }
    }

    #[test]
    fn a_repeated_part_up_to_the_end_goes_on_for_ever() {
        let mut playback = ready(10, 50);
        playback.seek(Moment::of_tick(40));
        playback.set_repeat(End::A);
        playback.go_to_end();
        playback.set_repeat(End::B);
        playback.play();
        for _ in 0..600 {
            playback.advance(FRAME);
            assert!(playback.is_playing() && playback.cursor() >= Moment::of_tick(40));
        }
        playback.clear_repeat();
        (0..600).for_each(|_| playback.advance(FRAME));
        assert!(!playback.is_playing() && playback.is_at_end());
    }

    #[test]
    fn fast_forward_is_at_eight_times_while_it_is_held_and_goes_on_as_before() {
        let mut playback = ready(10, 1_000);
        playback.seek(Moment::of_tick(100));
        playback.set_speed(Speed::NORMAL.reversed());
        for playing in [false, true] {
            if playing {
                playback.play();
            }
            let from = playback.cursor();
            playback.hurry(true);
            playback.advance(Duration::from_millis(100));
            assert_eq!(playback.cursor(), from.after_millis(800, 10));
            playback.hurry(false);
            assert_eq!(playback.is_playing(), playing);
            playback.advance(Duration::from_millis(100));
            assert_eq!(playback.cursor(), from.after_millis(if playing { 700 } else { 800 }, 10));
        }
    }

    #[test]
    fn the_head_is_followed_until_all_is_recorded_or_something_else_is_asked() {
        let mut playback = Playback::new(10, 0);
        playback.follow_head();
        for head in [20, 21, 400] {
            playback.set_head(head, false);
            playback.advance(FRAME);
            assert_eq!(playback.cursor(), Moment::of_tick(head));
        }
        let mut other = playback.clone();
        playback.set_head(500, true);
        assert!(playback.is_at_end() && !playback.is_following() && !playback.is_playing());
        other.step(-1);
        other.set_head(500, false);
        assert_eq!(other.cursor(), Moment::of_tick(399));
    }

    #[test]
    fn holding_the_bar_stops_time_and_letting_go_goes_on_as_before() {
        let mut playback = ready(10, 100);
        playback.play();
        playback.begin_scrub();
        playback.seek(Moment::of_tick(40));
        playback.advance(FRAME);
        assert_eq!(playback.cursor(), Moment::of_tick(40));
        playback.end_scrub();
        assert!(playback.is_playing());
        playback.pause();
        playback.begin_scrub();
        playback.end_scrub();
        assert!(!playback.is_playing());
    }

    #[test]
    fn without_spoilers_no_seek_leads_beyond_what_was_watched() {
        let mut playback = ready(10, 100);
        playback.set_spoiler_free(true);
        playback.seek(Moment::of_tick(90));
        assert_eq!(playback.cursor().tick(), 0);
        playback.go_to_end();
        assert_eq!(playback.cursor().tick(), 0);
        playback.play();
        (0..120).for_each(|_| playback.advance(FRAME));
        let watched = playback.watched();
        assert_eq!(watched.tick(), 20);
        assert!(playback.may_show(20) && !playback.may_show(21));
        playback.go_home();
        playback.go_to_end();
        assert_eq!(playback.cursor(), watched);
        playback.jump(5_000);
        assert_eq!(playback.cursor().tick(), 70, "skipping ahead is watching");
    }

    #[test]
    fn a_shorter_future_takes_the_cursor_along() {
        let mut playback = ready(10, 200);
        playback.seek(Moment::of_tick(180));
        playback.set_head(150, true);
        assert_eq!((playback.cursor().tick(), playback.watched().tick()), (150, 150));
    }
}
