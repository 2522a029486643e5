//! The repeat: the part of a fight that is played over and over, from A to B.

use crate::playback::Moment;

/// The shortest part that an end can be shifted to, in thousandths of a second; below, a loop is only a flicker.
const SHORTEST_MILLIS: i64 = 200;

/// One end of the repeated part.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum End {
    /// The earlier one.
    A,
    /// The later one.
    B,
}

impl End {
    /// Its letter on the bar.
    #[must_use]
    pub const fn letter(self) -> &'static str {
        match self {
            Self::A => "A",
            Self::B => "B",
        }
    }

    const fn other(self) -> Self {
        match self {
            Self::A => Self::B,
            Self::B => Self::A,
        }
    }
}

/// Which part is repeated. With one end set it waits for the other.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Repeat {
    a: Option<Moment>,
    b: Option<Moment>,
}

impl Repeat {
    /// Nothing is repeated.
    pub const NONE: Self = Self { a: None, b: None };

    /// Set an end. The other one is dropped where it would no longer lie on its side.
    pub fn set(&mut self, end: End, at: Moment) {
        *self.slot(end) = Some(at);
        if matches!((self.a, self.b), (Some(a), Some(b)) if a >= b) {
            *self.slot(end.other()) = None;
        }
    }

    /// Shift an end that is set; it stops shortly before the other one, at so many ticks a second.
    pub fn shift(&mut self, end: End, to: Moment, hz: u32) {
        let to = match (end, self.end(end.other())) {
            (End::A, Some(b)) => to.min(b.after_millis(-SHORTEST_MILLIS, hz)),
            (End::B, Some(a)) => to.max(a.after_millis(SHORTEST_MILLIS, hz)),
            (_, None) => to,
        };
        if let Some(set) = self.slot(end) {
            *set = to;
        }
    }

    /// Repeat nothing.
    pub fn clear(&mut self) {
        *self = Self::default();
    }

    /// Where an end lies, if it is set.
    #[must_use]
    pub const fn end(&self, end: End) -> Option<Moment> {
        match end {
            End::A => self.a,
            End::B => self.b,
        }
    }

    /// Both ends, once both are set.
    #[must_use]
    pub fn part(&self) -> Option<(Moment, Moment)> {
        self.a.zip(self.b)
    }

    /// Where a way leads that begins within the repeated part: round and round in it. `None` for a way that begins
    /// elsewhere; what lies beyond `end` counts as not there.
    pub(crate) fn lead(&self, from: Moment, to: Moment, end: Moment) -> Option<Moment> {
        let (a, b) = self.part()?;
        let (Moment(a), Moment(b)) = (a, b.min(end));
        if a >= b || !(a..=b).contains(&from.0) {
            return None;
        }
        // Told in one go or in many, time leads to the same place: exactly B comes before A, going either way round.
        let led = match to.0 {
            to if to > b => a + 1 + (to - b - 1) % (b - a),
            to if to < a => b - 1 - (a - to - 1) % (b - a),
            to => to,
        };
        Some(Moment(led))
    }

    const fn slot(&mut self, end: End) -> &mut Option<Moment> {
        match end {
            End::A => &mut self.a,
            End::B => &mut self.b,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const END: Moment = Moment::of_tick(1_000);

    fn repeat(a: u32, b: u32) -> Repeat {
        let mut repeat = Repeat::default();
        repeat.set(End::A, Moment::of_tick(a));
        repeat.set(End::B, Moment::of_tick(b));
        repeat
    }

    #[test]
    fn a_way_out_at_one_end_comes_in_at_the_other() {
        let lead = |from: u32, to: u32| repeat(10, 20).lead(Moment::of_tick(from), Moment::of_tick(to), END);
        assert_eq!(lead(15, 18), Some(Moment::of_tick(18)));
        assert_eq!(lead(15, 20), Some(Moment::of_tick(20)));
        assert_eq!(lead(15, 23), Some(Moment::of_tick(13)));
        assert_eq!(lead(15, 43), Some(Moment::of_tick(13)), "three times round");
        assert_eq!(lead(12, 7), Some(Moment::of_tick(17)));
        assert_eq!(lead(5, 23), None, "from before it, time passes through");
        assert_eq!(lead(21, 19), None);
    }

    #[test]
    fn what_is_not_there_is_not_waited_for() {
        let far = repeat(10, 2_000);
        assert_eq!(far.lead(Moment::of_tick(999), Moment::of_tick(1_001), END), Some(Moment::of_tick(11)));
        assert_eq!(repeat(1_000, 2_000).lead(END, Moment::of_tick(1_001), END), None);
    }

    #[test]
    fn an_end_set_on_the_wrong_side_drops_the_other() {
        let mut repeat = repeat(10, 20);
        repeat.set(End::A, Moment::of_tick(30));
        assert_eq!((repeat.end(End::A), repeat.end(End::B)), (Some(Moment::of_tick(30)), None));
        repeat.set(End::B, Moment::of_tick(5));
        assert_eq!((repeat.end(End::A), repeat.end(End::B)), (None, Some(Moment::of_tick(5))));
    }

    #[test]
    fn a_shifted_end_stops_shortly_before_the_other() {
        let mut repeat = repeat(10, 20);
        repeat.shift(End::A, Moment::of_tick(300), 10);
        assert_eq!(repeat.part(), Some((Moment::of_tick(18), Moment::of_tick(20))));
        repeat.shift(End::B, Moment::of_tick(0), 10);
        assert_eq!(repeat.part(), Some((Moment::of_tick(18), Moment::of_tick(20))));
        repeat.clear();
        repeat.shift(End::B, Moment::of_tick(7), 10);
        assert_eq!(repeat, Repeat::default(), "there is nothing to shift");
    }
}
