//! The branches: every timeline of a fight that orders have made, the first one and those that split off it. The
//! past of a branch is shared with its parent; its future is recorded in slices while one watches.

use recorder::{Budget, Recorder, Recording, Simulation, SpliceError};

use crate::annals::Annals;
use crate::ledger::Ledger;
use crate::playback::Moment;
use crate::reported::Reported;
use crate::view::View;

/// Ticks of a finished recording that are read in one go, where the budget is in ticks.
const READ_TICKS: u32 = 512;
/// Ticks that are read between two looks at the clock.
const READ_SLICE: u32 = 16;

/// Letters of a name that are kept.
const NAME_CHARS_MAX: usize = 80;

/// Why a timeline cannot be taken away.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum DeleteError {
    /// There is none at that place.
    #[error("there is no such timeline")]
    Unknown,
    /// It is the fight itself.
    #[error("the fight as it was resolved stays")]
    First,
}

/// Where a timeline comes from.
#[derive(Debug)]
pub enum Opening<S: Simulation> {
    /// A fight to be resolved.
    Resolve(Box<Recorder<S>>),
    /// A fight to be resolved again, with the digests that its ticks were reported to have.
    Again(Box<Recorder<S>>, Vec<u64>),
    /// A fight that is recorded already.
    Ready(Recording<S>),
}

/// One timeline.
#[derive(Debug)]
pub struct Branch<S: Simulation> {
    recording: Recording<S>,
    recorder: Option<Box<Recorder<S>>>,
    annals: Annals,
    ledger: Ledger,
    /// The branch it split off and the tick of the orders that did it.
    origin: Option<(usize, u32)>,
    /// Those orders, in words, or what a person called it.
    name: String,
    /// The furthest moment of it that was shown.
    watched: Moment,
    /// Why it ends before the fight does.
    fault: Option<String>,
    /// What it was reported to be.
    reported: Reported,
    /// It is being played: recorded no further than that needs.
    is_played: bool,
}

impl<S: Simulation> Branch<S> {
    fn open(opening: Opening<S>, view: &dyn View<S>) -> Self {
        let mut reported = Reported::default();
        let (recording, recorder) = match opening {
            Opening::Resolve(mut recorder) => (recorder.recording(), Some(recorder)),
            Opening::Again(mut recorder, digests) => {
                reported = Reported::new(digests);
                (recorder.recording(), Some(recorder))
            }
            Opening::Ready(recording) => (recording, None),
        };
        let annals = Annals::of(&recording, view);
        let watched = Moment::of_tick(recording.first_tick());
        let (ledger, name) = (Ledger::default(), "as resolved".to_owned());
        Self {
            recording,
            recorder,
            annals,
            ledger,
            origin: None,
            name,
            watched,
            fault: None,
            reported,
            is_played: false,
        }
    }

    /// The recording, as far as it goes.
    #[must_use]
    pub fn recording(&self) -> &Recording<S> {
        &self.recording
    }

    /// What the bar and the feed know of it.
    #[must_use]
    pub fn annals(&self) -> &Annals {
        &self.annals
    }

    /// What every unit did and how its health went.
    #[must_use]
    pub fn ledger(&self) -> &Ledger {
        &self.ledger
    }

    /// The branch it split off, and the tick at which it did.
    #[must_use]
    pub fn origin(&self) -> Option<(usize, u32)> {
        self.origin
    }

    /// Its name: the orders that made it, in words, until it is given another.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The last tick that can be shown.
    #[must_use]
    pub fn head(&self) -> u32 {
        self.annals.head()
    }

    /// Its last tick, once nothing more is to be recorded.
    #[must_use]
    pub fn last_tick(&self) -> Option<u32> {
        self.recorder.is_none().then(|| self.recording.last_tick())
    }

    /// Whether nothing more will come.
    #[must_use]
    pub fn is_done(&self) -> bool {
        self.recorder.is_none() && self.annals.head() >= self.recording.last_tick()
    }

    /// Whether there is more of it to be recorded now.
    #[must_use]
    pub fn is_waiting(&self) -> bool {
        !self.is_done() && !self.is_played
    }

    /// Why it ends before the fight does.
    #[must_use]
    pub fn fault(&self) -> Option<&str> {
        self.fault.as_deref()
    }

    /// The first tick that is not as it was reported.
    #[must_use]
    pub fn parted(&self) -> Option<u32> {
        self.reported.parted()
    }

    /// The furthest moment of it that was shown.
    #[must_use]
    pub fn watched(&self) -> Moment {
        self.watched
    }

    /// Record and read on within a budget.
    fn go_on(&mut self, view: &dyn View<S>, budget: Budget<'_>) {
        let Some(recorder) = &mut self.recorder else { return self.read_on(view, budget) };
        let progress = recorder.advance(budget);
        self.recording = recorder.recording();
        match progress {
            Ok(progress) if !progress.done => {}
            Ok(_) => self.recorder = None,
            Err(fault) => {
                self.fault = Some(fault.to_string());
                self.recorder = None;
            }
        }
        self.reported.hold(&self.recording, self.recorder.is_none());
        self.read(view, READ_TICKS);
    }

    /// Read on in a recording that is there within a budget.
    fn read_on(&mut self, view: &dyn View<S>, budget: Budget<'_>) {
        let Budget::While(go_on) = budget else { return self.read(view, READ_TICKS) };
        while !self.is_done() && go_on() {
            self.read(view, READ_SLICE);
        }
    }

    fn read(&mut self, view: &dyn View<S>, ticks_max: u32) {
        self.annals.read_on(&self.recording, view, ticks_max);
        self.ledger.read_on(&self.recording, view, &self.annals);
    }
}

/// All timelines of a fight, and which one is watched.
#[derive(Debug)]
pub struct Branches<S: Simulation> {
    all: Vec<Branch<S>>,
    current: usize,
}

impl<S: Simulation> Branches<S> {
    /// Begin with one timeline.
    #[must_use]
    pub fn new(opening: Opening<S>, view: &dyn View<S>) -> Self {
        Self { all: vec![Branch::open(opening, view)], current: 0 }
    }

    /// The one that is watched.
    #[must_use]
    pub fn current(&self) -> &Branch<S> {
        &self.all[self.current]
    }

    /// The place of the one that is watched.
    #[must_use]
    pub fn current_place(&self) -> usize {
        self.current
    }

    /// All of them, oldest first.
    #[must_use]
    pub fn all(&self) -> &[Branch<S>] {
        &self.all
    }

    /// The last tick that two timelines share; `None` where they share none, `u32::MAX` for one and the same.
    #[must_use]
    pub fn shared_up_to(&self, one: usize, other: usize) -> Option<u32> {
        let others: Vec<(usize, u32)> = self.line_of(other).collect();
        self.line_of(one).find_map(|(place, bound)| {
            let (_, theirs) = others.iter().find(|(their, _)| *their == place)?;
            Some(bound.min(*theirs))
        })
    }

    /// A timeline and those it comes of, each with the last tick that it has of it.
    fn line_of(&self, place: usize) -> impl Iterator<Item = (usize, u32)> + '_ {
        std::iter::successors(Some((place, u32::MAX)), |(place, bound)| {
            let (parent, tick) = self.all.get(*place)?.origin?;
            Some((parent, tick.min(*bound)))
        })
    }

    /// Watch another one. A place that is none changes nothing.
    pub fn switch(&mut self, place: usize) {
        if place < self.all.len() {
            self.current = place;
        }
    }

    /// Remember how far the current one was watched.
    pub fn note_watched(&mut self, watched: Moment) {
        self.all[self.current].watched = watched;
    }

    /// Record and read on within a budget: the watched one first, then the others.
    pub fn go_on(&mut self, view: &dyn View<S>, budget: Budget<'_>) {
        let next = std::iter::once(self.current).chain(0..self.all.len()).find(|place| self.all[*place].is_waiting());
        if let Some(place) = next {
            self.all[place].go_on(view, budget);
        }
    }

    /// Give orders at a tick of the watched timeline and watch the one that comes of them. Its next tick is recorded at
    /// once, so that the picture never waits.
    ///
    /// # Errors
    /// The recording cannot be spliced there.
    pub fn split(
        &mut self,
        view: &dyn View<S>,
        tick: u32,
        orders: Vec<S::Order>,
        name: String,
    ) -> Result<(), SpliceError> {
        let branch = self.branch_at(view, tick, &|_| false, orders, name)?;
        self.watch_new(branch);
        Ok(())
    }

    /// The same, but of the orders from that tick on those that make way are left out; and the new one is being played:
    /// it is recorded no further than [`Branches::keep_ahead`] says.
    ///
    /// # Errors
    /// The recording cannot be spliced there.
    pub fn take_over(
        &mut self,
        view: &dyn View<S>,
        tick: u32,
        makes_way: &dyn Fn(&S::Order) -> bool,
        orders: Vec<S::Order>,
        name: String,
    ) -> Result<(), SpliceError> {
        let branch = self.branch_at(view, tick, makes_way, orders, name)?;
        self.watch_new(Branch { is_played: true, ..branch });
        Ok(())
    }

    fn watch_new(&mut self, branch: Branch<S>) {
        self.all.push(branch);
        self.current = self.all.len() - 1;
    }

    /// Give orders at a tick of the watched timeline, in place: what was recorded of it beyond that tick is forgotten.
    /// It must be the one that is being played, of which nothing splits off.
    ///
    /// # Errors
    /// The recording cannot be spliced there.
    pub fn go_over(
        &mut self,
        view: &dyn View<S>,
        tick: u32,
        makes_way: &dyn Fn(&S::Order) -> bool,
        orders: Vec<S::Order>,
    ) -> Result<(), SpliceError> {
        let name = self.current().name.clone();
        let branch = self.branch_at(view, tick, makes_way, orders, name)?;
        let own = &mut self.all[self.current];
        let (origin, watched) = (own.origin, own.watched);
        *own = Branch { origin, watched, is_played: true, ..branch };
        Ok(())
    }

    /// Record the one that is being played as far as this tick.
    pub fn keep_ahead(&mut self, view: &dyn View<S>, tick: u32) {
        let branch = &mut self.all[self.current];
        while branch.head() < tick && !branch.is_done() {
            branch.go_on(view, Budget::Ticks(tick - branch.head()));
        }
    }

    /// Nothing is being played any more: all there is gets recorded.
    pub fn let_go(&mut self) {
        self.all.iter_mut().for_each(|branch| branch.is_played = false);
    }

    /// The timeline that comes of orders at a tick of the watched one, its next tick recorded.
    fn branch_at(
        &self,
        view: &dyn View<S>,
        tick: u32,
        makes_way: &dyn Fn(&S::Order) -> bool,
        orders: Vec<S::Order>,
        name: String,
    ) -> Result<Branch<S>, SpliceError> {
        let parent = self.current();
        let mut recorder = Box::new(parent.recording.splice_over(tick, makes_way, orders)?);
        let mut branch = Branch {
            recording: recorder.recording(),
            recorder: Some(recorder),
            annals: parent.annals.up_to(tick),
            ledger: parent.ledger.up_to(tick),
            origin: Some((self.current, tick)),
            name,
            watched: parent.watched.min(Moment::of_tick(tick)),
            fault: None,
            reported: parent.reported.up_to(tick),
            is_played: false,
        };
        while branch.head() <= tick && !branch.is_done() {
            branch.go_on(view, Budget::Ticks(1));
        }
        Ok(branch)
    }

    /// Name one. Control characters and blanks at the ends are left out; a name of nothing changes nothing. Gives
    /// whether there is such a branch and such a name.
    pub fn rename(&mut self, place: usize, name: &str) -> bool {
        let plain: String = name.chars().filter(|c| !c.is_control()).collect();
        let plain: String = plain.trim().chars().take(NAME_CHARS_MAX).collect();
        match self.all.get_mut(place) {
            Some(branch) if !plain.is_empty() => {
                branch.name = plain;
                true
            }
            _ => false,
        }
    }

    /// Take one away. Those that split off it now split off the one that it came from, at the earlier of both ticks:
    /// that is where they part. Whoever watches it watches that one instead.
    ///
    /// # Errors
    /// It is the first one, which stays, or there is none.
    pub fn delete(&mut self, place: usize) -> Result<(), DeleteError> {
        let (parent, left) = self.all.get(place).ok_or(DeleteError::Unknown)?.origin.ok_or(DeleteError::First)?;
        self.all.remove(place);
        let moved = |other: usize| if other > place { other - 1 } else { other };
        for branch in &mut self.all {
            branch.origin = branch
                .origin
                .map(|(from, tick)| if from == place { (parent, tick.min(left)) } else { (moved(from), tick) });
        }
        self.current = if self.current == place { parent } else { moved(self.current) };
        Ok(())
    }
}
