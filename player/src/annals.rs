//! The annals: what the bar and the feed know of a timeline, read from its journal as far as it is recorded.

use recorder::{Recording, Simulation};

use crate::view::{MarkKind, View};

/// A mark on the bar.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Mark {
    /// The tick whose frame first shows it.
    pub tick: u32,
    /// What it stands for.
    pub kind: MarkKind,
    /// The side it concerns.
    pub side: Option<usize>,
}

/// A line of the feed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Line {
    /// The tick whose frame first shows it.
    pub tick: u32,
    /// The sentence.
    pub text: String,
    /// The side it concerns.
    pub side: Option<usize>,
    /// What of it is on the bar.
    pub mark: Option<MarkKind>,
}

/// How much of all strength the first side has, in 65,535ths.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Share(u16);

impl Share {
    /// Compare two strengths; a half where there is none at all.
    #[must_use]
    pub fn of(strength: [i64; 2]) -> Self {
        let [one, other] = strength.map(|s| i128::from(s.max(0)));
        let whole = one + other;
        Self(if whole == 0 { 32_768 } else { (one * 65_535 / whole) as u16 })
    }

    /// From −1, all with the second side, to 1, all with the first.
    #[must_use]
    pub fn lead(self) -> f32 {
        ((f32::from(self.0) - 32_767.5) / 32_767.5).clamp(-1.0, 1.0)
    }
}

/// Marks, lines and journal lengths of a timeline, tick by tick.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Annals {
    first: u32,
    /// The journal's length after each tick read so far; the first tick's is always there.
    lengths: Vec<u32>,
    /// How strength is shared after each tick.
    shares: Vec<Share>,
    marks: Vec<Mark>,
    lines: Vec<Line>,
}

impl Annals {
    /// Read the first tick of a timeline.
    #[must_use]
    pub fn of<S: Simulation>(recording: &Recording<S>, view: &dyn View<S>) -> Self {
        let first = recording.first_tick();
        let frame = recording.frame(first);
        let length = frame.as_ref().map_or(0, |frame| frame.journal());
        let share = Share::of(frame.map_or([0, 0], |frame| view.strength(recording.cast(), &frame)));
        Self { first, lengths: vec![length], shares: vec![share], marks: Vec::new(), lines: Vec::new() }
    }

    /// Read on as far as the timeline is recorded, at most so many ticks.
    pub fn read_on<S: Simulation>(&mut self, recording: &Recording<S>, view: &dyn View<S>, ticks_max: u32) {
        let to = recording.last_tick().min(self.head().saturating_add(ticks_max));
        for tick in self.head() + 1..=to {
            let Some(frame) = recording.frame(tick) else { break };
            self.lengths.push(frame.journal());
            self.shares.push(Share::of(view.strength(recording.cast(), &frame)));
            for number in self.events_of(tick) {
                if let Some(event) = recording.event(number) {
                    self.take_note(tick, view.note(recording.cast(), &frame, event));
                }
            }
        }
    }

    fn take_note(&mut self, tick: u32, note: crate::view::Note) {
        if let Some(kind) = note.mark {
            self.marks.push(Mark { tick, kind, side: note.side });
        }
        if let Some(text) = note.line {
            self.lines.push(Line { tick, text, side: note.side, mark: note.mark });
        }
    }

    /// Take over what a timeline shares that splits off at a tick.
    #[must_use]
    pub fn up_to(&self, tick: u32) -> Self {
        let kept = (tick.saturating_sub(self.first) as usize + 1).min(self.lengths.len());
        let mut shared = self.clone();
        shared.lengths.truncate(kept);
        shared.shares.truncate(kept);
        shared.marks.truncate(self.marks.partition_point(|mark| mark.tick <= tick));
        shared.lines.truncate(self.lines.partition_point(|line| line.tick <= tick));
        shared
    }

    /// The last tick read.
    #[must_use]
    pub fn head(&self) -> u32 {
        self.first + self.lengths.len() as u32 - 1
    }

    /// How strength was shared at a tick; the nearest one that was read.
    #[must_use]
    pub fn share(&self, tick: u32) -> Share {
        let place = tick.saturating_sub(self.first) as usize;
        self.shares[place.min(self.shares.len() - 1)]
    }

    /// Numbers of the events that the frame of a tick is the first to show.
    #[must_use]
    pub fn events_of(&self, tick: u32) -> std::ops::Range<u32> {
        let Some(place) = tick.checked_sub(self.first) else { return 0..0 };
        let length = |place: u32| self.lengths.get(place as usize).copied();
        // What the first tick shows came before anything that is recorded here; a whole fight begins with none.
        let (Some(before), Some(after)) = (length(place.saturating_sub(1)), length(place)) else { return 0..0 };
        before..after
    }

    /// The marks, in order of time.
    #[must_use]
    pub fn marks(&self) -> &[Mark] {
        &self.marks
    }

    /// The lines up to a tick, in order of time.
    #[must_use]
    pub fn lines_up_to(&self, tick: u32) -> &[Line] {
        &self.lines[..self.lines.partition_point(|line| line.tick <= tick)]
    }

    /// The first mark of some kinds after a tick.
    #[must_use]
    pub fn mark_after(&self, tick: u32, kinds: &[MarkKind]) -> Option<u32> {
        let after = &self.marks[self.marks.partition_point(|mark| mark.tick <= tick)..];
        after.iter().find(|mark| kinds.contains(&mark.kind)).map(|mark| mark.tick)
    }

    /// The last mark of some kinds before a tick.
    #[must_use]
    pub fn mark_before(&self, tick: u32, kinds: &[MarkKind]) -> Option<u32> {
        let before = &self.marks[..self.marks.partition_point(|mark| mark.tick < tick)];
        before.iter().rfind(|mark| kinds.contains(&mark.kind)).map(|mark| mark.tick)
    }
}
