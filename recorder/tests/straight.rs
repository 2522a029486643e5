//! The naive twin: the same fight stepped by hand from the seed, every tick cloned whole. What a recording is held to.

use std::sync::Arc;

use recorder::{Live, Orders, Recording, Simulation};

use crate::toy::{Ask, Event, Outcome, Pond, Skimmer};

/// A fight kept the wasteful way.
#[derive(Debug)]
pub struct Straight {
    pub frames: Vec<Shot>,
    pub events: Vec<Event>,
    pub late: Vec<Event>,
    pub outcome: Option<Outcome>,
}

/// One tick of it.
#[derive(Debug, PartialEq)]
pub struct Shot {
    pub rows: Vec<Skimmer>,
    pub journal: u32,
    pub digest: u64,
}

impl Straight {
    /// Step from the seed to the end.
    pub fn run(pond: &Arc<Pond>, orders: &Orders<Ask>) -> Self {
        let mut live = Live::start(Arc::clone(pond), Arc::new(orders.clone()));
        let mut straight = Self { frames: Vec::new(), events: Vec::new(), late: Vec::new(), outcome: None };
        straight.shoot(&live);
        while straight.outcome.is_none() {
            live.step();
            straight.shoot(&live);
        }
        let ended = live.tick();
        let late = orders.all().iter().filter(|o| o.tick >= ended);
        straight.late = late.map(|o| pond.refuse_late(o, ended)).collect();
        straight
    }

    fn shoot(&mut self, live: &Live<Pond>) {
        self.events.extend_from_slice(live.events());
        let mut rows = Vec::new();
        live.rules().observe(live.state(), &mut |row| rows.push(row.clone()));
        self.frames.push(Shot { rows, journal: self.events.len() as u32, digest: live.digest() });
        self.outcome = live.outcome();
    }

    /// The terminal tick.
    pub fn last_tick(&self) -> u32 {
        self.frames.len() as u32 - 1
    }

    /// Claim that a recording is this fight, seeking forwards.
    pub fn assert_is(&self, recording: &Recording<Pond>) {
        assert!(recording.is_complete(), "not complete");
        assert_eq!((recording.first_tick(), recording.last_tick()), (0, self.last_tick()), "first and last tick");
        (0..=self.last_tick()).for_each(|tick| self.assert_shows(recording, tick));
        self.assert_journal(recording);
        assert_eq!(recording.late_refusals(), self.late, "late refusals");
        assert!(recording.frame(self.last_tick() + 1).is_none(), "a tick beyond the end");
    }

    /// Claim that one tick shows exactly this fight's rows, journal, digest and, at the end, outcome.
    pub fn assert_shows(&self, recording: &Recording<Pond>, tick: u32) {
        let frame = recording.seek(tick).unwrap_or_else(|e| panic!("tick {tick}: {e}"));
        let found = Shot { rows: frame.rows().cloned().collect(), journal: frame.journal(), digest: frame.digest() };
        assert_eq!(found, self.frames[tick as usize], "tick {tick}");
        assert_eq!((frame.tick(), frame.len()), (tick, found.rows.len()), "tick {tick}");
        assert!((0..frame.len()).all(|n| frame.row(n) == Some(&found.rows[n])) && frame.row(frame.len()).is_none());
        assert_eq!(recording.digest(tick), Some(found.digest), "tick {tick}");
        let outcome = if tick == self.last_tick() { self.outcome.as_ref() } else { None };
        assert_eq!(frame.outcome(), outcome, "outcome at tick {tick}");
    }

    fn assert_journal(&self, recording: &Recording<Pond>) {
        assert_eq!(recording.event_count() as usize, self.events.len(), "events");
        assert!(recording.events(0..recording.event_count()).eq(&self.events), "the journal differs");
        assert_eq!(recording.event(recording.event_count()), None, "an event beyond the last");
    }
}
