//! The recorder: steps a fight to its end, a slice at a time, and keeps every tick. It reads no clock.

use std::sync::{Arc, Mutex};

use crate::block::{Block, Spare};
use crate::codec::DECODE_LIMIT;
use crate::file::BLOCK_TICKS_MAX;
use crate::live::{Live, digest_of};
use crate::packed::BlockPacker;
use crate::recording::{About, Recording};
use crate::remade::{Remade, room_in};
use crate::run::{Level, Past, Run, Slot};
use crate::{Orders, Simulation, crew};

/// Ticks by which the recorder's guard stands above the rules' own cap. Only broken rules reach it.
pub const GUARD_TICKS: u32 = 8;

/// How a fight is recorded.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Settings {
    /// Ticks a block; a power of two, at most 65536.
    pub block_ticks: u32,
    /// Ticks between checkpoints; a power of two, at most `block_ticks`. Half of it is the mean way a splice has to
    /// go again before it is at its tick.
    pub checkpoint_ticks: u32,
    /// Bytes that frames, checkpoints, journal and frames made again or unpacked may take together, a shared past not
    /// counted. Before it comes to more, frames and checkpoints off a grid are let go, the grid's spacing doubling; of
    /// packed frames, checkpoints alone for as long as that helps.
    pub budget_bytes: usize,
}

impl Default for Settings {
    fn default() -> Self {
        Self { block_ticks: 64, checkpoint_ticks: 32, budget_bytes: 512 << 20 }
    }
}

/// How far one call may go.
pub enum Budget<'a> {
    /// So many ticks.
    Ticks(u32),
    /// As long as the caller says so, asked before every tick. The caller may look at a clock; the recorder does not.
    While(&'a mut dyn FnMut() -> bool),
    /// To the end.
    Everything,
}

impl Budget<'_> {
    fn allows_one_more(&mut self) -> bool {
        match self {
            Self::Ticks(left) => {
                let more = *left > 0;
                *left = left.saturating_sub(1);
                more
            }
            Self::While(go_on) => go_on(),
            Self::Everything => true,
        }
    }
}

impl std::fmt::Debug for Budget<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Ticks(n) => write!(f, "Ticks({n})"),
            Self::While(_) => f.write_str("While(..)"),
            Self::Everything => f.write_str("Everything"),
        }
    }
}

/// How far the recording is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Progress {
    /// The last tick recorded.
    pub recorded: u32,
    /// The tick at which the rules would end it at the latest.
    pub cap: u32,
    /// It is complete.
    pub done: bool,
}

/// Why recording stops short.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum RecordError {
    /// The rules did not end the fight at their own cap. The fight can still be stepped live.
    #[error("the rules promise an end by tick {cap}, and at tick {tick} there was none")]
    GuardTripped {
        /// The rules' own cap.
        cap: u32,
        /// Where the guard stands.
        tick: u32,
    },
    /// On the way to a splice, the past came out otherwise than it was recorded.
    #[error("the past moved: tick {tick} came out as {found:016x} where {expected:016x} was recorded")]
    PastMoved {
        /// The splice's tick.
        tick: u32,
        /// The digest recorded.
        expected: u64,
        /// The digest found.
        found: u64,
    },
}

/// Records one timeline.
#[derive(Debug)]
pub struct Recorder<S: Simulation> {
    live: Live<S>,
    about: Arc<About<S>>,
    orders: Arc<Orders<S::Order>>,
    past: Option<Arc<Past<S>>>,
    run: Run<S>,
    settings: Settings,
    /// How much has been let go.
    level: Level,
    /// Bytes of the own run's closed blocks and checkpoints.
    kept_bytes: usize,
    /// The digest that the splice's tick must come out with before anything new is recorded.
    splice_digest: Option<u64>,
    /// Shared by all handles while nothing more is recorded.
    sealed: Option<Arc<Run<S>>>,
    /// The block that grows, while no handle shows it; the run's own is then empty.
    open: Block<S::Row>,
    /// The rows of the last frame recorded, side by side.
    latest: Vec<S::Row>,
    /// Packs the block that grows, where the simulation packs.
    packer: Option<BlockPacker<S::Row>>,
    /// Whether the last frame recorded is yet to be packed: where there is help, that is done during the next step.
    is_behind: bool,
    /// Rows of packed blocks, whose memory the next ones are made in.
    spare: Spare<S::Row>,
    /// Bytes that the last block took when it closed: the one that grows will take about as much.
    open_bytes: usize,
    remade: Arc<Mutex<Remade<S>>>,
}

impl<S: Simulation> Recorder<S> {
    /// Prepare a fight: frame 0 is recorded at once.
    ///
    /// # Panics
    /// The settings' ticks are not powers of two or out of range, a checkpoint comes less than once a block, or the
    /// rules have no ticks in a second.
    #[must_use]
    pub fn new(rules: Arc<S>, orders: Orders<S::Order>, settings: Settings) -> Self {
        Self::with_notes(rules, orders, settings, Vec::new())
    }

    /// Prepare a fight with notes (name and text) that stay beside the recording and go into its file.
    ///
    /// # Panics
    /// As [`Recorder::new`].
    #[must_use]
    pub fn with_notes(
        rules: Arc<S>,
        orders: Orders<S::Order>,
        settings: Settings,
        notes: Vec<(String, String)>,
    ) -> Self {
        let Settings { block_ticks, checkpoint_ticks, .. } = settings;
        assert!(
            block_ticks.is_power_of_two() && checkpoint_ticks.is_power_of_two(),
            "ticks a block and a checkpoint are powers of two"
        );
        assert!(checkpoint_ticks <= block_ticks, "every block starts at a checkpoint");
        assert!(block_ticks <= BLOCK_TICKS_MAX, "a block takes at most {BLOCK_TICKS_MAX} ticks");
        assert!(rules.tick_hz() > 0, "time has to pass");
        let about = About {
            cast: rules.cast(),
            ruleset: rules.ruleset().to_owned(),
            fingerprint: rules.fingerprint(),
            tick_hz: rules.tick_hz(),
            cap_ticks: rules.cap_ticks(),
            rules: Some(Arc::clone(&rules)),
            notes,
        };
        let orders = Arc::new(orders);
        let mut recorder = Self {
            live: Live::start(rules, Arc::clone(&orders)),
            about: Arc::new(about),
            orders,
            past: None,
            run: Run::new(0, block_ticks, 0),
            settings,
            level: Level::whole::<S>(),
            kept_bytes: 0,
            splice_digest: None,
            sealed: None,
            open: Block::new(0),
            latest: Vec::new(),
            packer: S::packing().map(|packing| BlockPacker::new(packing, S::row_bytes, 0)),
            is_behind: false,
            spare: Spare::default(),
            open_bytes: 0,
            remade: Arc::default(),
        };
        recorder.record();
        recorder.catch_up();
        recorder
    }

    /// Prepare the timeline that leaves `parent` at a tick with these orders.
    pub(crate) fn after(parent: &Recording<S>, tick: u32, orders: Orders<S::Order>) -> Self {
        let rules = Arc::clone(parent.about.rules.as_ref().expect("a splice has rules"));
        let past = parent.past_up_to(tick);
        let orders = Arc::new(orders);
        let nearest = parent.checkpoint(tick).map(|at| &**at);
        let live = Live::from_nearest(rules, Arc::clone(&orders), nearest);
        Self {
            live,
            about: Arc::clone(&parent.about),
            orders,
            run: Run::new(tick + 1, parent.settings.block_ticks, past.events),
            past: Some(past),
            settings: parent.settings,
            level: Level::whole::<S>(),
            kept_bytes: 0,
            splice_digest: parent.digest(tick),
            sealed: None,
            open: Block::new(tick + 1),
            latest: Vec::new(),
            packer: S::packing().map(|packing| BlockPacker::new(packing, S::row_bytes, tick + 1)),
            is_behind: false,
            spare: Spare::default(),
            open_bytes: 0,
            remade: Arc::clone(&parent.remade),
        }
    }

    /// Go on for as long as the budget lets it. Any slicing gives the same recording.
    ///
    /// # Errors
    /// The rules broke a promise: no end by their cap, or a past that came out otherwise.
    pub fn advance(&mut self, mut budget: Budget<'_>) -> Result<Progress, RecordError> {
        if !self.is_shared() {
            return self.advance_by(&mut budget, Self::advance_tick);
        }
        // Whoever is asked how long is asked on its own thread.
        let done = match budget {
            Budget::While(_) => self.advance_by(&mut budget, |recorder| crew::among(|| recorder.advance_tick())),
            Budget::Ticks(ticks) => crew::among(|| self.advance_by(&mut Budget::Ticks(ticks), Self::advance_tick)),
            Budget::Everything => crew::among(|| self.advance_by(&mut Budget::Everything, Self::advance_tick)),
        };
        self.catch_up();
        done
    }

    fn advance_by(
        &mut self,
        budget: &mut Budget<'_>,
        mut advance: impl FnMut(&mut Self) -> Result<(), RecordError>,
    ) -> Result<Progress, RecordError> {
        while self.run.end.is_none() {
            if !budget.allows_one_more() {
                break;
            }
            advance(self)?;
        }
        Ok(self.progress())
    }

    /// Record to the end.
    ///
    /// # Errors
    /// As [`Recorder::advance`].
    pub fn finish(mut self) -> Result<Recording<S>, RecordError> {
        self.advance(Budget::Everything)?;
        Ok(self.recording())
    }

    /// How far it is.
    #[must_use]
    pub fn progress(&self) -> Progress {
        Progress { recorded: self.run.next_tick() - 1, cap: self.about.cap_ticks, done: self.run.end.is_some() }
    }

    /// All orders of this timeline.
    #[must_use]
    pub fn orders(&self) -> &Orders<S::Order> {
        &self.orders
    }

    /// How it is recorded.
    #[must_use]
    pub fn settings(&self) -> Settings {
        self.settings
    }

    /// Take a handle on what is recorded so far, to be watched while the rest is recorded.
    #[must_use]
    pub fn recording(&mut self) -> Recording<S> {
        let Self { sealed, run, open, .. } = self;
        let run = sealed.get_or_insert_with(|| {
            run.open = Arc::new(std::mem::replace(open, Block::new(run.next)));
            Arc::new(run.clone())
        });
        Recording {
            about: Arc::clone(&self.about),
            orders: Arc::clone(&self.orders),
            past: self.past.clone(),
            run: Arc::clone(run),
            settings: self.settings,
            remade: Arc::clone(&self.remade),
        }
    }

    /// Give up recording and go on live from where the recorder is.
    #[must_use]
    pub fn into_live(mut self) -> Live<S> {
        // A splice that has not been advanced yet stands at the checkpoint before its tick.
        while self.live.tick() + 1 < self.run.next_tick() {
            self.live.step();
        }
        self.live
    }

    fn advance_tick(&mut self) -> Result<(), RecordError> {
        if self.live.tick() + 1 < self.run.next_tick() {
            self.live.step(); // on the way from the checkpoint to the splice's tick
            return Ok(());
        }
        if let Some(expected) = self.splice_digest.take() {
            let (tick, found) = (self.live.tick(), self.live.digest());
            if found != expected {
                self.splice_digest = Some(expected);
                return Err(RecordError::PastMoved { tick, expected, found });
            }
        }
        let cap = self.about.cap_ticks;
        if self.live.tick() >= cap.saturating_add(GUARD_TICKS) {
            return Err(RecordError::GuardTripped { cap, tick: self.live.tick() });
        }
        self.step();
        self.record();
        Ok(())
    }

    /// Tell whether what there is to do is shared out between threads.
    fn is_shared(&self) -> bool {
        self.packer.is_some() && self.live.rules().long_stage().is_some() && crew::has_help()
    }

    /// Step, and pack what is yet to be packed beside it.
    fn step(&mut self) {
        let Self { live, packer, open, is_behind, .. } = self;
        match packer {
            Some(packer) if std::mem::take(is_behind) => live.step_beside(|| packer.push(open)),
            _ => live.step(),
        }
    }

    /// Pack what is yet to be packed.
    fn catch_up(&mut self) {
        if let Some(packer) = &mut self.packer
            && std::mem::take(&mut self.is_behind)
        {
            packer.push(&self.open);
        }
    }

    /// Keep the tick that the live state stands at.
    fn record(&mut self) {
        let tick = self.live.tick();
        self.unseal();
        if is_multiple(tick, self.settings.block_ticks) && !self.open.marks.is_empty() {
            let open = Block::like(tick, &self.open);
            self.close_block(open);
        }
        self.look();
        self.is_behind = self.packer.is_some();
        if !self.is_shared() {
            self.catch_up();
        }
        self.run.next = tick + 1;
        if !self.live.events().is_empty() {
            self.run.events.extend(self.live.take_events());
        }
        if is_multiple(tick, self.settings.checkpoint_ticks)
            && self.level.keeps_checkpoint(tick, self.settings.block_ticks)
        {
            let checkpoint = Arc::new(self.live.checkpoint().clone());
            self.kept_bytes += S::state_bytes(&checkpoint.state);
            self.run.checkpoints.push_back(checkpoint);
        }
        if let Some(outcome) = self.live.outcome() {
            self.end(tick, outcome);
        }
    }

    /// Take down the frame of the live state, and its digest.
    fn look(&mut self) {
        let Self { live, open, latest, spare, packer, run, settings, .. } = self;
        let journal = live.checkpoint().journal_len;
        let (rules, at) = (&**live.rules(), live.checkpoint());
        if at.tick == run.first
            && let Some(rows) = rules.rows(&at.state)
        {
            open.make_room(settings.block_ticks, rows.len());
            latest.reserve(rows.len());
        }
        let digest = if packer.is_some() {
            let rows = || open.push(latest, Some(spare), journal, |shown| shown.state(rules, &at.state));
            crew::both_if(rules.long_stage().is_some(), rows, || digest_of(rules, at)).1
        } else {
            open.push(latest, None, journal, |shown| shown.state(rules, &at.state));
            digest_of(rules, at)
        };
        open.sign(digest);
    }

    /// Take the growing block back from the handles, who keep what they were shown.
    fn unseal(&mut self) {
        if self.sealed.take().is_some() {
            let empty = Arc::new(Block::new(self.run.next));
            self.open = Arc::unwrap_or_clone(std::mem::replace(&mut self.run.open, empty));
        }
    }

    fn end(&mut self, tick: u32, outcome: S::Outcome) {
        let rules = self.live.rules();
        let late = self.orders.all().iter().filter(|o| o.tick >= tick).map(|o| rules.refuse_late(o, tick));
        self.run.late = late.collect();
        self.run.end = Some(Arc::new(outcome));
        self.catch_up();
        self.close_block(Block::new(tick + 1));
        self.spare = Spare::default();
    }

    /// Close the growing block; the next one grows on.
    fn close_block(&mut self, next: Block<S::Row>) {
        debug_assert!(!self.is_behind, "a block closes when all of it is packed");
        let next_tick = next.first;
        let mut full = std::mem::replace(&mut self.open, next);
        full.shrink();
        let number = full.first / self.settings.block_ticks;
        let packed = self.packer.as_mut().map(|packer| packer.finish(next_tick));
        let bytes = full.bytes(S::row_bytes);
        let (slot, kept) = match packed {
            _ if !self.level.keeps_block(number) => (Slot::Dropped(Arc::from(full.marks.as_slice())), 0),
            // What is too large to be unpacked within bounds stays as it is.
            Some(packed) if packed.claims() <= DECODE_LIMIT as u64 => {
                let bytes = packed.bytes();
                full.give_up(&mut self.spare);
                (Slot::Packed(Arc::new(packed)), bytes)
            }
            _ => (Slot::Kept(Arc::new(full)), bytes),
        };
        self.kept_bytes += kept;
        self.open_bytes = if self.packer.is_some() { bytes } else { 0 };
        self.run.slots.push_back(slot);
        self.keep_to_budget();
    }

    /// Double the spacing of what is kept until it fits the budget, or until nothing more can go.
    fn keep_to_budget(&mut self) {
        let blocks = self.run.next_tick() / self.settings.block_ticks + 1;
        // The open block has room for as much as the last one took, but for what its rows will own.
        let packer = self.packer.as_ref().map_or(0, BlockPacker::bytes);
        let open = self.open.bytes(S::row_bytes).max(self.open_bytes);
        let always = open + packer + self.run.events.len() * size_of::<S::Event>();
        let room = room_in(self.settings.budget_bytes);
        while self.kept_bytes + always > room && self.level.has_next(blocks) {
            self.thin(self.level.next());
        }
    }

    /// Let go of what a level does not keep.
    pub(crate) fn thin(&mut self, level: Level) {
        self.level = level;
        self.unseal();
        self.run = self.run.thin(level);
        self.kept_bytes = kept_bytes(&self.run);
    }

    pub(crate) fn level(&self) -> Level {
        self.level
    }

    pub(crate) fn remade_bytes(&self) -> usize {
        self.remade.lock().map_or(0, |remade| remade.bytes())
    }

    pub(crate) fn set_past(&mut self, past: Option<Arc<Past<S>>>) {
        self.past = past;
    }

    pub(crate) fn past(&self) -> Option<&Arc<Past<S>>> {
        self.past.as_ref()
    }
}

/// Tell whether a tick lies on a grid whose spacing is a power of two. A division would be a tenth of a tick's recording.
fn is_multiple(tick: u32, spacing: u32) -> bool {
    debug_assert!(spacing.is_power_of_two(), "the settings are held to powers of two");
    tick & (spacing - 1) == 0
}

/// Bytes of a run's closed blocks and checkpoints.
pub(crate) fn kept_bytes<S: Simulation>(run: &Run<S>) -> usize {
    let slots = run.slots.iter().map(|slot| match slot {
        Slot::Kept(block) => block.bytes(S::row_bytes),
        Slot::Stored(stored) => stored.bytes(),
        Slot::Packed(packed) => packed.bytes(),
        Slot::Dropped(marks) => size_of_val(&**marks),
    });
    slots.sum::<usize>() + run.checkpoints.iter().map(|c| S::state_bytes(&c.state)).sum::<usize>()
}
