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

/// How strong each side is at a tick.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Standing<'a> {
    sides: &'a [u32],
    most: u32,
}

impl<'a> Standing<'a> {
    /// Sides there are.
    #[must_use]
    pub fn sides(self) -> usize {
        self.sides.len()
    }

    /// Each side's part of all strength there is at the tick; even parts where there is none at all.
    pub fn parts(self) -> impl Iterator<Item = f32> + use<'a> {
        let whole: u64 = self.sides.iter().map(|side| u64::from(*side)).sum();
        let even = 1.0 / self.sides.len().max(1) as f32;
        self.sides.iter().map(move |side| if whole == 0 { even } else { *side as f32 / whole as f32 })
    }

    /// Each side's strength as a part of the most that any side ever had.
    pub fn left(self) -> impl Iterator<Item = f32> + use<'a> {
        self.sides.iter().map(move |side| *side as f32 / self.most.max(1) as f32)
    }

    /// From −1, all with the second side, to 1, all with the first.
    #[must_use]
    pub fn lead(self) -> f32 {
        let mut parts = self.parts();
        parts.next().unwrap_or(0.0) - parts.next().unwrap_or(0.0)
    }
}

/// Marks, lines and journal lengths of a timeline, tick by tick.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Annals {
    first: u32,
    /// The journal's length after each tick read so far; the first tick's is always there.
    lengths: Vec<u32>,
    /// How strong the sides are after each tick, as many numbers as there are sides.
    strengths: Vec<u32>,
    sides: usize,
    /// The most that any side ever had.
    most: u32,
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
        let strength = frame.map_or_else(Vec::new, |frame| view.strength(recording.cast(), &frame));
        let sides = strength.len();
        let mut annals = Self {
            first,
            lengths: vec![length],
            strengths: Vec::new(),
            sides,
            most: 0,
            marks: Vec::new(),
            lines: Vec::new(),
        };
        annals.note_strength(&strength);
        annals
    }

    /// Read on as far as the timeline is recorded, at most so many ticks.
    pub fn read_on<S: Simulation>(&mut self, recording: &Recording<S>, view: &dyn View<S>, ticks_max: u32) {
        let to = recording.last_tick().min(self.head().saturating_add(ticks_max));
        for tick in self.head() + 1..=to {
            let Some(frame) = recording.frame(tick) else { break };
            self.lengths.push(frame.journal());
            self.note_strength(&view.strength(recording.cast(), &frame));
            for number in self.events_of(tick) {
                if let Some(event) = recording.event(number) {
                    self.take_note(tick, view.note(recording.cast(), &frame, event));
                }
            }
        }
    }

    fn note_strength(&mut self, strength: &[i64]) {
        let plain = |side: &i64| u32::try_from((*side).max(0)).unwrap_or(u32::MAX);
        self.strengths.extend(strength.iter().map(plain));
        // As many numbers a tick, whatever a view says.
        self.strengths.resize(self.lengths.len() * self.sides, 0);
        self.most = strength.iter().map(plain).fold(self.most, u32::max);
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
        shared.strengths.truncate(kept * self.sides);
        shared.marks.truncate(self.marks.partition_point(|mark| mark.tick <= tick));
        shared.lines.truncate(self.lines.partition_point(|line| line.tick <= tick));
        shared
    }

    /// The last tick read.
    #[must_use]
    pub fn head(&self) -> u32 {
        self.first + self.lengths.len() as u32 - 1
    }

    /// How strong the sides were at a tick; the nearest one that was read.
    #[must_use]
    pub fn standing(&self, tick: u32) -> Standing<'_> {
        let place = (tick.saturating_sub(self.first) as usize).min(self.lengths.len() - 1);
        Standing { sides: &self.strengths[place * self.sides..(place + 1) * self.sides], most: self.most }
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
