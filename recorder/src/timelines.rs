//! The tree of timelines: the first fight and every one that an order split off, each recorded on its own, all within
//! one memory budget.

use std::collections::BTreeSet;
use std::sync::Arc;

use crate::memory::Memory;
use crate::remade::room_in;
use crate::run::{Level, Past, Run};
use crate::{Budget, Orders, Progress, RecordError, Recorder, Recording, Settings, Simulation, SpliceError};

/// Names a branch of the tree; 0 is the root.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct BranchId(pub u32);

impl BranchId {
    /// The fight as it was first engaged.
    pub const ROOT: Self = Self(0);
}

/// What is known of a branch besides its recording.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Branch {
    /// Its number.
    pub id: BranchId,
    /// Its name; the root is `as engaged`, others are called after their tick until they are named.
    pub name: String,
    /// The branch it left and the tick at which it did.
    pub parent: Option<(BranchId, u32)>,
}

/// A fight and all its what-ifs.
#[derive(Debug)]
pub struct Timelines<S: Simulation> {
    branches: Vec<(Branch, Recorder<S>)>,
    next: u32,
    settings: Settings,
    /// How much has been let go of every branch.
    level: Level,
}

/// Why a branch cannot be taken away.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum DeleteError {
    /// There is none of that number.
    #[error("there is no timeline {0}")]
    Unknown(u32),
    /// It is the fight itself.
    #[error("the fight as it was engaged stays")]
    Root,
    /// Others left it.
    #[error("timeline {child} left this one; delete it first")]
    HasChildren {
        /// One that did.
        child: u32,
    },
}

impl<S: Simulation> Timelines<S> {
    /// Start a tree with the fight as it is engaged.
    #[must_use]
    pub fn new(rules: Arc<S>, orders: Orders<S::Order>, settings: Settings) -> Self {
        Self::from_recorder(Recorder::new(rules, orders, settings))
    }

    /// Start a tree with a recorder at work.
    #[must_use]
    pub fn from_recorder(recorder: Recorder<S>) -> Self {
        let settings = recorder.settings();
        let root = Branch { id: BranchId::ROOT, name: "as engaged".to_owned(), parent: None };
        Self { branches: vec![(root, recorder)], next: 1, settings, level: Level::whole::<S>() }
    }

    /// List the branches, oldest first.
    pub fn branches(&self) -> impl Iterator<Item = &Branch> {
        self.branches.iter().map(|(branch, _)| branch)
    }

    /// Take a handle on a branch's recording; `None` where there is no such branch.
    pub fn recording(&mut self, branch: BranchId) -> Option<Recording<S>> {
        self.recorder(branch).map(Recorder::recording)
    }

    /// How far a branch is recorded.
    #[must_use]
    pub fn progress(&self, branch: BranchId) -> Option<Progress> {
        self.branches.iter().find(|(b, _)| b.id == branch).map(|(_, recorder)| recorder.progress())
    }

    /// Give orders at a tick of a branch: a new branch leaves it there. The old one stays.
    ///
    /// # Errors
    /// As [`Recording::splice`]; a branch that does not exist has no rules.
    pub fn splice(
        &mut self,
        branch: BranchId,
        tick: u32,
        orders: impl IntoIterator<Item = S::Order>,
    ) -> Result<BranchId, SpliceError> {
        let parent = self.recording(branch).ok_or(SpliceError::NoRules)?;
        let mut recorder = parent.splice(tick, orders)?;
        // As thin as the others from its first tick: levels only rise, and a tree at the last one could not thin it later.
        recorder.thin(self.level);
        let id = BranchId(self.next);
        self.next += 1;
        let branch = Branch { id, name: format!("from tick {tick}"), parent: Some((branch, tick)) };
        self.branches.push((branch, recorder));
        Ok(id)
    }

    /// Record more of a branch. One that does not exist is done.
    ///
    /// # Errors
    /// As [`Recorder::advance`].
    pub fn advance(&mut self, branch: BranchId, budget: Budget<'_>) -> Result<Progress, RecordError> {
        let Some(recorder) = self.recorder(branch) else {
            return Ok(Progress { recorded: 0, cap: 0, done: true });
        };
        let progress = recorder.advance(budget)?;
        self.keep_to_budget();
        Ok(progress)
    }

    /// Name a branch.
    pub fn rename(&mut self, branch: BranchId, name: impl Into<String>) {
        if let Some((branch, _)) = self.branches.iter_mut().find(|(b, _)| b.id == branch) {
            branch.name = name.into();
        }
    }

    /// Take a branch away that no other left.
    ///
    /// # Errors
    /// It is the root, others left it, or there is none.
    pub fn delete(&mut self, branch: BranchId) -> Result<(), DeleteError> {
        if branch == BranchId::ROOT {
            return Err(DeleteError::Root);
        }
        let place = self.branches.iter().position(|(b, _)| b.id == branch).ok_or(DeleteError::Unknown(branch.0))?;
        if let Some((child, _)) = self.branches.iter().find(|(b, _)| b.parent.is_some_and(|(p, _)| p == branch)) {
            return Err(DeleteError::HasChildren { child: child.id.0 });
        }
        self.branches.remove(place);
        Ok(())
    }

    /// Count what the whole tree takes; what branches share counts once.
    pub fn memory(&mut self) -> Memory {
        let mut seen = BTreeSet::new();
        // All branches go back to the root, and share what it made again.
        let remade_bytes = self.branches.first().map_or(0, |(_, root)| root.remade_bytes());
        let mut memory = Memory { remade_bytes, ..Memory::default() };
        for (_, recorder) in &mut self.branches {
            for run in recorder.recording().runs() {
                memory.add(&run, &mut seen);
            }
        }
        memory.close()
    }

    fn recorder(&mut self, branch: BranchId) -> Option<&mut Recorder<S>> {
        self.branches.iter_mut().find(|(b, _)| b.id == branch).map(|(_, recorder)| recorder)
    }

    /// Thin every branch alike until the tree fits, or until nothing more can go.
    fn keep_to_budget(&mut self) {
        let longest = self.branches.iter().map(|(_, r)| r.progress().recorded).max().unwrap_or(0);
        let blocks = longest / self.settings.block_ticks + 1;
        while self.branches.len() > 1
            && self.level.has_next(blocks)
            && self.kept_bytes() > room_in(self.settings.budget_bytes)
        {
            self.level = self.level.next();
            self.thin();
        }
    }

    fn kept_bytes(&mut self) -> usize {
        let memory = self.memory();
        memory.bytes - memory.remade_bytes
    }

    fn thin(&mut self) {
        let level = self.level;
        let mut thinned = Thinned::new();
        for (_, recorder) in &mut self.branches {
            let own = Arc::clone(&recorder.recording().run);
            recorder.thin(level.max(recorder.level()));
            thinned.push((own, Arc::clone(&recorder.recording().run)));
        }
        for (_, recorder) in &mut self.branches {
            let past = recorder.past().map(|past| thin_past(past, level, &mut thinned));
            recorder.set_past(past);
        }
    }
}

/// Runs before and after thinning.
type Thinned<S> = Vec<(Arc<Run<S>>, Arc<Run<S>>)>;

/// Thin a past, each run of it once: what was shared stays shared.
fn thin_past<S: Simulation>(past: &Arc<Past<S>>, level: Level, thinned: &mut Thinned<S>) -> Arc<Past<S>> {
    let before = past.before.as_ref().map(|before| thin_past(before, level, thinned));
    let known = thinned.iter().find(|(old, _)| Arc::ptr_eq(old, &past.run)).map(|(_, new)| Arc::clone(new));
    let run = known.unwrap_or_else(|| {
        let new = Arc::new(past.run.thin(level));
        thinned.push((Arc::clone(&past.run), Arc::clone(&new)));
        new
    });
    Arc::new(Past { run, last: past.last, events: past.events, before })
}
