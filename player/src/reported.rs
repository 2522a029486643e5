//! What a fight was reported to be: a digest a tick, held against those it has here while it is resolved.

use recorder::{Recording, Simulation};

/// The digests that a fight was reported with; without any, it is what it is.
#[derive(Debug, Clone, Default)]
pub struct Reported {
    digests: Vec<u64>,
    /// The next tick to be held against its digest.
    next: u32,
    parted: Option<u32>,
}

impl Reported {
    /// Take the digest of every tick from 0 on.
    #[must_use]
    pub fn new(digests: Vec<u64>) -> Self {
        Self { digests, ..Self::default() }
    }

    /// The first tick that is not as it was reported: it has another digest, or only one of the two fights has it.
    #[must_use]
    pub fn parted(&self) -> Option<u32> {
        self.parted
    }

    /// Hold all that was recorded since the last time against the report; `is_done` says that nothing more will come.
    pub fn hold<S: Simulation>(&mut self, recording: &Recording<S>, is_done: bool) {
        while self.is_open() && self.next <= recording.last_tick() {
            if self.digests.get(self.next as usize).copied() != recording.digest(self.next) {
                self.parted = Some(self.next);
            }
            self.next += 1;
        }
        if is_done && self.is_open() && (self.next as usize) < self.digests.len() {
            self.parted = Some(recording.last_tick());
        }
    }

    /// What a timeline knows that splits off at a tick: its own future was never reported.
    #[must_use]
    pub fn up_to(&self, tick: u32) -> Self {
        Self { parted: self.parted.filter(|parted| *parted <= tick), ..Self::default() }
    }

    /// Whether there is anything left to learn.
    fn is_open(&self) -> bool {
        self.parted.is_none() && !self.digests.is_empty()
    }
}
