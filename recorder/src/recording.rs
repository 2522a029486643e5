//! A recording: one timeline, read-only, cheap to clone, in progress or complete.

use std::ops::Range;
use std::sync::{Arc, Mutex};

use crate::block::{Block, Mark};
use crate::codec::CodecError;
use crate::live::{Checkpoint, Live};
use crate::packed::PackedBlock;
use crate::recorder::{Recorder, Settings};
use crate::remade::Remade;
use crate::run::{Found, Past, Run};
use crate::{Orders, Simulation, Stamped, crew};

/// What is said once about a recording, whatever its timeline.
#[derive(Debug)]
pub(crate) struct About<S: Simulation> {
    /// The rules, where they are at hand; a file opened for viewing has none.
    pub rules: Option<Arc<S>>,
    pub cast: S::Cast,
    pub ruleset: String,
    pub fingerprint: u64,
    pub tick_hz: u32,
    pub cap_ticks: u32,
    /// What the program wrote beside it: name and text.
    pub notes: Vec<(String, String)>,
}

/// One timeline of a fight, tick by tick.
///
/// A handle: cloning it shares everything. One taken from a [`Recorder`] at work shows what is recorded so far and
/// does not grow; take another to see more.
#[derive(Debug)]
pub struct Recording<S: Simulation> {
    pub(crate) about: Arc<About<S>>,
    pub(crate) orders: Arc<Orders<S::Order>>,
    pub(crate) past: Option<Arc<Past<S>>>,
    pub(crate) run: Arc<Run<S>>,
    pub(crate) settings: Settings,
    pub(crate) remade: Arc<Mutex<Remade<S>>>,
}

impl<S: Simulation> Clone for Recording<S> {
    fn clone(&self) -> Self {
        Self {
            about: Arc::clone(&self.about),
            orders: Arc::clone(&self.orders),
            past: self.past.clone(),
            run: Arc::clone(&self.run),
            settings: self.settings,
            remade: Arc::clone(&self.remade),
        }
    }
}

/// One tick as it was recorded.
#[derive(Debug)]
pub struct Frame<'a, S: Simulation> {
    held: Held<'a, S::Row>,
    offset: usize,
    outcome: Option<&'a S::Outcome>,
}

#[derive(Debug)]
enum Held<'a, R> {
    Kept(&'a Block<R>),
    Made(Arc<Block<R>>),
}

impl<R> Held<'_, R> {
    #[inline]
    fn block(&self) -> &Block<R> {
        match self {
            Self::Kept(block) => block,
            Self::Made(block) => block,
        }
    }
}

/// Why a tick cannot be shown.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum SeekError {
    /// The recording does not have it.
    #[error("tick {tick} is not recorded; ticks {first} to {last} are")]
    NotRecorded {
        /// The tick asked for.
        tick: u32,
        /// The first there is.
        first: u32,
        /// The last there is.
        last: u32,
    },
    /// It was let go for the memory budget, and the rules did not make the same again.
    #[error("tick {tick} was made again and differs: digest {found:016x} where {expected:016x} was recorded")]
    NotReproducible {
        /// The first tick that differs.
        tick: u32,
        /// The digest recorded.
        expected: u64,
        /// The digest found.
        found: u64,
    },
    /// The packed bytes do not unpack.
    #[error(transparent)]
    Malformed(#[from] CodecError),
}

/// Why an order cannot be spliced in.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum SpliceError {
    /// The fight is over by then.
    #[error("an order at tick {tick} comes after the end at tick {end}")]
    AfterEnd {
        /// The order's tick.
        tick: u32,
        /// The terminal tick.
        end: u32,
    },
    /// The recorder is not there yet.
    #[error("an order at tick {tick} comes before that tick is recorded; the head is at {head}")]
    AheadOfHead {
        /// The order's tick.
        tick: u32,
        /// The last recorded tick.
        head: u32,
    },
    /// A file without its rules, or a clip without its beginning, can be watched but not changed.
    #[error("this recording has no rules to go on with; it can be watched, not changed")]
    NoRules,
}

impl<S: Simulation> Recording<S> {
    /// The first tick there is; 0 but for clips.
    #[must_use]
    pub fn first_tick(&self) -> u32 {
        let mut first = self.run.first;
        let mut past = self.past.as_ref();
        while let Some(earlier) = past {
            first = earlier.run.first;
            past = earlier.before.as_ref();
        }
        first
    }

    /// The last tick recorded so far.
    #[must_use]
    pub fn last_tick(&self) -> u32 {
        self.run.next_tick().saturating_sub(1)
    }

    /// Tell whether the fight is recorded to its end.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.run.end.is_some()
    }

    /// The tick at which the rules themselves end a fight.
    #[must_use]
    pub fn cap_ticks(&self) -> u32 {
        self.about.cap_ticks
    }

    /// Ticks in a second.
    #[must_use]
    pub fn tick_hz(&self) -> u32 {
        self.about.tick_hz
    }

    /// The static data for drawing.
    #[must_use]
    pub fn cast(&self) -> &S::Cast {
        &self.about.cast
    }

    /// The rules, where they are at hand.
    #[must_use]
    pub fn rules(&self) -> Option<&Arc<S>> {
        self.about.rules.as_ref()
    }

    /// The ruleset's name.
    #[must_use]
    pub fn ruleset(&self) -> &str {
        &self.about.ruleset
    }

    /// The digest of the rules it was recorded under.
    #[must_use]
    pub fn fingerprint(&self) -> u64 {
        self.about.fingerprint
    }

    /// What the program wrote beside it under a name.
    #[must_use]
    pub fn note(&self, name: &str) -> Option<&str> {
        self.about.notes.iter().find(|(n, _)| n == name).map(|(_, text)| text.as_str())
    }

    /// All orders of this timeline.
    #[must_use]
    pub fn orders(&self) -> &Orders<S::Order> {
        &self.orders
    }

    /// The settings it was recorded with.
    #[must_use]
    pub fn settings(&self) -> Settings {
        self.settings
    }

    /// Show a tick; `None` where none is recorded. See [`Recording::seek`] for why.
    #[must_use]
    #[inline(always)]
    pub fn frame(&self, tick: u32) -> Option<Frame<'_, S>> {
        // The way of nearly every frame of a picture, without what can go wrong on others.
        let held = if tick >= self.run.first
            && tick < self.run.next_tick()
            && let Found::Kept(block) = self.run.find(tick)
        {
            Held::Kept(block)
        } else {
            self.held_elsewhere(tick)?
        };
        Some(self.frame_in(held, tick))
    }

    #[cold]
    fn held_elsewhere(&self, tick: u32) -> Option<Held<'_, S::Row>> {
        self.held(tick).ok()
    }

    /// Show the last tick recorded so far.
    #[must_use]
    pub fn last_frame(&self) -> Option<Frame<'_, S>> {
        self.frame(self.last_tick())
    }

    /// Show a tick.
    ///
    /// # Errors
    /// It is not recorded; it was let go and does not come out the same again; its packed bytes do not unpack.
    #[inline]
    pub fn seek(&self, tick: u32) -> Result<Frame<'_, S>, SeekError> {
        Ok(self.frame_in(self.held(tick)?, tick))
    }

    /// The block that holds a tick, found or made.
    fn held(&self, tick: u32) -> Result<Held<'_, S::Row>, SeekError> {
        let (run, last) = self.run_of(tick).ok_or_else(|| self.not_recorded(tick))?;
        Ok(match run.find(tick) {
            Found::Kept(block) => Held::Kept(block),
            Found::Stored(stored) => Held::Made(Arc::new(stored.frame(tick)?)),
            Found::Packed(packed) => Held::Made(self.unpack(packed, tick)?),
            Found::Dropped { first, marks } => {
                // Behind the splice, a shared block goes on with a future that is not this timeline's.
                let shared = marks.len().min((last - first) as usize + 1);
                Held::Made(self.remake(first, marks, shared)?)
            }
        })
    }

    /// The frame of a tick in the block that holds it.
    #[inline(always)]
    fn frame_in<'a>(&'a self, held: Held<'a, S::Row>, tick: u32) -> Frame<'a, S> {
        let offset = (tick - held.block().first) as usize;
        // Only the own run's last tick can be the terminal one: a past is left before its end.
        let outcome = if tick + 1 == self.run.next_tick() { self.run.end.as_deref() } else { None };
        Frame { held, offset, outcome }
    }

    fn not_recorded(&self, tick: u32) -> SeekError {
        SeekError::NotRecorded { tick, first: self.first_tick(), last: self.last_tick() }
    }

    /// Find the run that holds a tick of this timeline, and the last tick that the timeline has of that run.
    #[inline]
    fn run_of(&self, tick: u32) -> Option<(&Arc<Run<S>>, u32)> {
        if tick >= self.run.first {
            return (tick < self.run.next_tick()).then(|| (&self.run, self.run.next_tick() - 1));
        }
        let mut past = self.past.as_ref()?;
        while tick < past.run.first {
            past = past.before.as_ref()?;
        }
        Some((&past.run, past.last))
    }

    /// What a tick's frame is besides its rows, which are not made again for it.
    fn mark(&self, tick: u32) -> Option<&Mark> {
        let (run, _) = self.run_of(tick)?;
        match run.find(tick) {
            Found::Kept(block) => Some(&block.marks[(tick - block.first) as usize]),
            Found::Stored(stored) => stored.mark(tick),
            Found::Packed(packed) => packed.mark(tick),
            Found::Dropped { first, marks } => Some(&marks[(tick - first) as usize]),
        }
    }

    /// The digest of a tick; `None` where it is not recorded.
    #[must_use]
    pub fn digest(&self, tick: u32) -> Option<u64> {
        self.mark(tick).map(|mark| mark.digest)
    }

    /// The journal's length after a tick, without unpacking its frame; `None` where it is not recorded.
    #[must_use]
    pub fn journal_at(&self, tick: u32) -> Option<u32> {
        self.mark(tick).map(|mark| mark.journal)
    }

    /// Fold the digests of all ticks into one: two recordings with the same are the same, tick by tick.
    #[must_use]
    pub fn trail_digest(&self) -> u64 {
        (self.first_tick()..=self.last_tick()).filter_map(|t| self.digest(t)).fold(0, crate::fold)
    }

    /// How many events there are so far.
    #[must_use]
    pub fn event_count(&self) -> u32 {
        self.run.first_event + crate::block::index(self.run.events.len())
    }

    /// How many events came before the first one that is here; above 0 in a clip.
    #[must_use]
    pub fn first_event(&self) -> u32 {
        let mut first = self.run.first_event;
        let mut past = self.past.as_ref();
        while let Some(earlier) = past {
            first = earlier.run.first_event;
            past = earlier.before.as_ref();
        }
        first
    }

    /// One event by its number.
    #[must_use]
    pub fn event(&self, number: u32) -> Option<&S::Event> {
        let mut run = &self.run;
        let mut past = self.past.as_ref();
        while number < run.first_event {
            let earlier = past?;
            run = &earlier.run;
            past = earlier.before.as_ref();
        }
        run.events.get((number - run.first_event) as usize)
    }

    /// Events by number, in order, as far as they are here. `events(0..frame.journal())` is what can be known at a
    /// frame.
    pub fn events(&self, numbers: Range<u32>) -> impl Iterator<Item = &S::Event> {
        let first = numbers.start.max(self.first_event());
        let end = numbers.end.min(self.event_count());
        (first..end).map_while(|n| self.event(n))
    }

    /// Refusals of orders stamped at or after the end. They belong to no frame.
    #[must_use]
    pub fn late_refusals(&self) -> &[S::Event] {
        &self.run.late
    }

    /// The nearest checkpoint at or before a tick, in this timeline.
    #[must_use]
    pub fn checkpoint(&self, tick: u32) -> Option<&Arc<Checkpoint<S::State>>> {
        let mut found = self.run.checkpoint(tick);
        let mut past = self.past.as_ref();
        while found.is_none() {
            let earlier = past?;
            found = earlier.run.checkpoint(tick.min(earlier.last));
            past = earlier.before.as_ref();
        }
        found
    }

    /// Step a copy of the fight from the nearest checkpoint to a tick; `None` without rules, or beyond what is recorded.
    #[must_use]
    pub fn live_at(&self, tick: u32) -> Option<Live<S>> {
        if tick > self.last_tick() {
            return None;
        }
        let rules = Arc::clone(self.about.rules.as_ref()?);
        let nearest = self.checkpoint(tick).map(|at| &**at);
        let mut live = Live::from_nearest(rules, Arc::clone(&self.orders), nearest);
        while live.tick() < tick {
            live.step();
        }
        Some(live)
    }

    /// Step a copy of the fight from its start to a tick, whatever checkpoints there are; `None` without rules.
    pub(crate) fn straight_to(&self, tick: u32) -> Option<Live<S>> {
        let mut live = Live::start(Arc::clone(self.about.rules.as_ref()?), Arc::clone(&self.orders));
        while live.tick() < tick {
            live.step();
        }
        Some(live)
    }

    /// Give orders at a tick and get the recorder of the timeline that comes of it. Frames up to and including that
    /// tick are shared with this recording; orders that this timeline already has stay, the new ones come behind those
    /// of the same tick.
    ///
    /// # Errors
    /// The fight is over by then, the tick is not recorded yet, or there are no rules to go on with.
    pub fn splice(&self, tick: u32, orders: impl IntoIterator<Item = S::Order>) -> Result<Recorder<S>, SpliceError> {
        self.splice_over(tick, |_| false, orders)
    }

    /// The same, but of the orders that this timeline has from that tick on, those that make way are left out.
    ///
    /// # Errors
    /// As [`Recording::splice`].
    pub fn splice_over(
        &self,
        tick: u32,
        makes_way: impl Fn(&S::Order) -> bool,
        orders: impl IntoIterator<Item = S::Order>,
    ) -> Result<Recorder<S>, SpliceError> {
        let head = self.last_tick();
        if self.is_complete() && tick >= head {
            return Err(SpliceError::AfterEnd { tick, end: head });
        }
        if tick > head {
            return Err(SpliceError::AheadOfHead { tick, head });
        }
        if self.about.rules.is_none() || self.first_tick() > 0 {
            return Err(SpliceError::NoRules);
        }
        let kept = self.orders.all().iter().filter(|stamped| stamped.tick < tick || !makes_way(&stamped.order));
        let mut all = Orders::new(kept.cloned().collect());
        for order in orders {
            let sequence = all.next_sequence(tick);
            all.insert(Stamped { tick, sequence, order });
        }
        Ok(Recorder::after(self, tick, all))
    }

    /// The chain that a timeline splitting off at this tick shares.
    pub(crate) fn past_up_to(&self, tick: u32) -> Arc<Past<S>> {
        let events = self.mark(tick).expect("a splice is made at a recorded tick").journal;
        if tick >= self.run.first {
            let before = self.past.clone();
            return Arc::new(Past { run: Arc::clone(&self.run), last: tick, events, before });
        }
        let mut past = self.past.as_ref().expect("a tick before the own run lies in the past");
        while tick < past.run.first {
            past = past.before.as_ref().expect("a recorded tick lies in some run");
        }
        Arc::new(Past { run: Arc::clone(&past.run), last: tick, events, before: past.before.clone() })
    }

    /// The packed block of exactly these ticks, if there is one.
    pub(crate) fn whole_block(&self, first: u32, last: u32) -> Option<&Arc<PackedBlock>> {
        let (run, run_last) = self.run_of(first)?;
        let Found::Packed(packed) = run.find(first) else { return None };
        let ends = first + crate::block::index(packed.marks().len()) - 1;
        (packed.first() == first && ends == last && last <= run_last).then_some(packed)
    }

    /// Unpack one frame, as a block of its own.
    fn unpack(&self, packed: &Arc<PackedBlock>, tick: u32) -> Result<Arc<Block<S::Row>>, CodecError> {
        let packing = S::packing().expect("only a simulation that packs has packed blocks");
        let mut remade = self.remade.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        let frame = remade.unpacked.frame(&packing, packed, (tick - packed.first()) as usize, S::row_bytes);
        remade.keep_to(self.settings.budget_bytes);
        frame
    }

    /// Make the first frames of a dropped block again, or take them from the few made last.
    fn remake(&self, first: u32, of: &Arc<[Mark]>, frames: usize) -> Result<Arc<Block<S::Row>>, SeekError> {
        let mut remade = self.remade.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        if let Some(block) = remade.take(of, frames) {
            return Ok(block);
        }
        let mut live = self.live_before(first, &remade).expect("only a recording with rules lets blocks go");
        let rules = Arc::clone(live.rules());
        let mut block = Block::new(first);
        let mut latest = Vec::new();
        for mark in &of[..frames] {
            while live.tick() < block.first + crate::block::index(block.marks.len()) {
                // Whoever waits for the crew does other things meanwhile, and those may wait for what is locked here.
                crew::alone(|| live.step());
            }
            let found = live.digest();
            if found != mark.digest {
                return Err(SeekError::NotReproducible { tick: live.tick(), expected: mark.digest, found });
            }
            crew::alone(|| {
                block.push(&mut latest, None, mark.journal, |shown| shown.state(&*rules, live.state()));
            });
            block.sign(found);
        }
        let block = Arc::new(block);
        let ahead = (Arc::clone(&self.orders), live.checkpoint().clone());
        remade.put(of, &block, ahead, self.settings.budget_bytes);
        Ok(block)
    }

    /// Stand at or before a tick, as near as can be had without a step.
    fn live_before(&self, tick: u32, remade: &Remade<S>) -> Option<Live<S>> {
        let rules = Arc::clone(self.about.rules.as_ref()?);
        let orders = Arc::clone(&self.orders);
        let kept = self.checkpoint(tick).map(|at| &**at);
        let nearer = remade.nearer(&orders, kept.map(|at| at.tick), tick);
        Some(Live::from_nearest(rules, orders, nearer.or(kept)))
    }
}

impl<'a, S: Simulation> Frame<'a, S> {
    #[inline]
    fn block(&self) -> &Block<S::Row> {
        self.held.block()
    }

    /// Its tick.
    #[must_use]
    pub fn tick(&self) -> u32 {
        self.block().first + crate::block::index(self.offset)
    }

    /// How many rows it shows.
    #[must_use]
    pub fn len(&self) -> usize {
        self.block().marks[self.offset].len as usize
    }

    /// Tell whether it shows no rows.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The row at a place.
    #[must_use]
    pub fn row(&self, place: usize) -> Option<&S::Row> {
        let block = self.block();
        block.frame(self.offset).get(place).map(|&i| &block.rows[i as usize])
    }

    /// All rows, in place order.
    #[inline]
    pub fn rows(&self) -> Rows<'_, S::Row> {
        let block = self.block();
        Rows { rows: &block.rows, places: block.frame(self.offset) }
    }

    /// The journal's length after this tick.
    #[must_use]
    pub fn journal(&self) -> u32 {
        self.block().marks[self.offset].journal
    }

    /// The digest of this tick.
    #[must_use]
    pub fn digest(&self) -> u64 {
        self.block().marks[self.offset].digest
    }

    /// How the fight ended: known to the terminal frame alone.
    #[must_use]
    pub fn outcome(&self) -> Option<&'a S::Outcome> {
        self.outcome
    }
}

/// The rows of a frame, in place order.
#[derive(Debug, Clone)]
pub struct Rows<'a, R> {
    rows: &'a [R],
    places: &'a [u32],
}

impl<'a, R> Iterator for Rows<'a, R> {
    type Item = &'a R;

    #[inline]
    fn next(&mut self) -> Option<&'a R> {
        let (place, rest) = self.places.split_first()?;
        self.places = rest;
        Some(&self.rows[*place as usize])
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.places.len(), Some(self.places.len()))
    }

    /// Four at a time: the next rows are on their way from memory while one is read.
    #[inline]
    fn fold<B, F: FnMut(B, &'a R) -> B>(self, init: B, mut with: F) -> B {
        let mut folded = init;
        let (fours, rest) = self.places.as_chunks::<4>();
        for four in fours {
            let rows = four.map(|place| &self.rows[place as usize]);
            for row in rows {
                folded = with(folded, row);
            }
        }
        for place in rest {
            folded = with(folded, &self.rows[*place as usize]);
        }
        folded
    }
}

impl<R> ExactSizeIterator for Rows<'_, R> {}
