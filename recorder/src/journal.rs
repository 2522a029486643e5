//! The journal writer that a tick is given: events in the order in which they happen.

/// Collects the events of one tick.
#[derive(Debug)]
pub struct Journal<E>(pub(crate) Vec<E>);

impl<E> Default for Journal<E> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<E> Journal<E> {
    /// Make an empty journal, to step a state by hand in a test.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Write one event.
    pub fn push(&mut self, event: E) {
        self.0.push(event);
    }

    /// Forget what was written, for the next tick.
    pub fn clear(&mut self) {
        self.0.clear();
    }

    /// What this tick wrote so far.
    #[must_use]
    pub fn events(&self) -> &[E] {
        &self.0
    }
}
