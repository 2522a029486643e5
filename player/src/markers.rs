//! Markers: moments that a person keeps, each with a name if it is given one. They belong to the fight, not to one of
//! its timelines, and are kept beside it by whoever knows where that is.

/// Markers of a fight at most.
pub const MARKERS_MAX: usize = 1_000;
/// Letters of a name at most.
pub const NAME_MAX: usize = 60;

/// A moment that is kept.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Marker {
    /// The tick.
    pub tick: u32,
    /// Its name; empty for none.
    pub name: String,
}

/// Keeps markers from one watching to the next.
pub trait Keeper {
    /// Read what was kept; nothing where nothing was.
    ///
    /// # Errors
    /// A phrase that says what is wrong and with which file.
    fn read(&mut self) -> Result<Vec<Marker>, String>;

    /// Keep these from now on, in order of time. What could not be read before is set aside, never written over;
    /// then that is what is given back, for a person to read.
    ///
    /// # Errors
    /// A phrase that says what is wrong and with which file.
    fn keep(&mut self, markers: &[Marker]) -> Result<Option<String>, String>;
}

/// What came of asking for a marker.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Toggled {
    /// There is one now.
    Set,
    /// There is none now.
    Removed,
    /// There are too many.
    Full,
}

/// The markers of a fight, in order of time, one a tick at most.
#[derive(Default)]
pub struct Markers {
    all: Vec<Marker>,
    keeper: Option<Box<dyn Keeper>>,
    /// What is to be told of how they were kept.
    remark: Option<String>,
}

impl std::fmt::Debug for Markers {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Markers").field("all", &self.all).finish_non_exhaustive()
    }
}

impl Markers {
    /// Take up what a keeper has, and let it keep what is changed. The word is what could not be read.
    #[must_use]
    pub fn kept_by(mut keeper: Box<dyn Keeper>) -> (Self, Option<String>) {
        let (all, fault) = match keeper.read() {
            Ok(read) => (read, None),
            Err(fault) => (Vec::new(), Some(fault)),
        };
        let mut markers = Self { all: Vec::new(), keeper: Some(keeper), remark: None };
        all.into_iter().take(MARKERS_MAX).for_each(|marker| markers.put(marker.tick, &marker.name));
        (markers, fault)
    }

    /// All of them, in order of time.
    #[must_use]
    pub fn all(&self) -> &[Marker] {
        &self.all
    }

    /// The marker of a tick.
    #[must_use]
    pub fn at(&self, tick: u32) -> Option<&Marker> {
        self.place(tick).ok().map(|place| &self.all[place])
    }

    /// The first one after a tick.
    #[must_use]
    pub fn after(&self, tick: u32) -> Option<&Marker> {
        self.all.get(self.all.partition_point(|marker| marker.tick <= tick))
    }

    /// The last one before a tick.
    #[must_use]
    pub fn before(&self, tick: u32) -> Option<&Marker> {
        self.all[..self.all.partition_point(|marker| marker.tick < tick)].last()
    }

    /// Set a marker, or take away the one that is there.
    ///
    /// # Errors
    /// It holds for now, but could not be kept.
    pub fn toggle(&mut self, tick: u32) -> Result<Toggled, String> {
        let done = match self.place(tick) {
            Ok(place) => {
                self.all.remove(place);
                Toggled::Removed
            }
            Err(_) if self.all.len() >= MARKERS_MAX => return Ok(Toggled::Full),
            Err(_) => {
                self.put(tick, "");
                Toggled::Set
            }
        };
        self.keep().map(|()| done)
    }

    /// Give the marker of a tick a name, setting one if there is none.
    ///
    /// # Errors
    /// It holds for now, but could not be kept.
    pub fn name(&mut self, tick: u32, name: &str) -> Result<Toggled, String> {
        if self.at(tick).is_none() && self.all.len() >= MARKERS_MAX {
            return Ok(Toggled::Full);
        }
        self.put(tick, name);
        self.keep().map(|()| Toggled::Set)
    }

    fn put(&mut self, tick: u32, name: &str) {
        let name = name.trim().chars().filter(|letter| !letter.is_control()).take(NAME_MAX).collect();
        match self.place(tick) {
            Ok(place) => self.all[place].name = name,
            Err(place) => self.all.insert(place, Marker { tick, name }),
        }
    }

    fn keep(&mut self) -> Result<(), String> {
        let Some(keeper) = &mut self.keeper else { return Ok(()) };
        let remark = keeper.keep(&self.all)?;
        self.remark = remark.or(self.remark.take());
        Ok(())
    }

    /// Take out what is to be told of how they were kept: that an unreadable file was set aside.
    pub fn take_remark(&mut self) -> Option<String> {
        self.remark.take()
    }

    fn place(&self, tick: u32) -> Result<usize, usize> {
        self.all.binary_search_by_key(&tick, |marker| marker.tick)
    }
}

#[cfg(test)]
mod tests {
    use std::cell::RefCell;
    use std::rc::Rc;

    use super::*;

    struct Shelf(Rc<RefCell<Vec<Marker>>>);

    impl Keeper for Shelf {
        fn read(&mut self) -> Result<Vec<Marker>, String> {
            Ok(self.0.borrow().clone())
        }

        fn keep(&mut self, markers: &[Marker]) -> Result<Option<String>, String> {
            *self.0.borrow_mut() = markers.to_vec();
            Ok(None)
        }
    }

    fn marker(tick: u32, name: &str) -> Marker {
        Marker { tick, name: name.to_owned() }
    }

    #[test]
    fn what_is_changed_is_kept_in_order_of_time() {
        let shelf = Rc::new(RefCell::new(vec![marker(90, "late"), marker(20, "early"), marker(90, "again")]));
        let (mut markers, fault) = Markers::kept_by(Box::new(Shelf(Rc::clone(&shelf))));
        assert_eq!((markers.all(), fault), (&[marker(20, "early"), marker(90, "again")][..], None));
        assert_eq!(markers.toggle(50), Ok(Toggled::Set));
        assert_eq!(markers.toggle(20), Ok(Toggled::Removed));
        assert_eq!(markers.name(50, "  the turn\n"), Ok(Toggled::Set));
        assert_eq!(*shelf.borrow(), [marker(50, "the turn"), marker(90, "again")]);
        assert_eq!(markers.after(50).unwrap().tick, 90);
        assert_eq!(markers.before(50), None);
    }

    #[test]
    fn there_are_never_too_many() {
        let mut markers = Markers::default();
        for tick in 0..MARKERS_MAX as u32 {
            assert_eq!(markers.toggle(tick), Ok(Toggled::Set));
        }
        assert_eq!(markers.toggle(5_000), Ok(Toggled::Full));
        assert_eq!(markers.name(5_000, "one more"), Ok(Toggled::Full));
        assert_eq!(markers.name(3, "named"), Ok(Toggled::Set));
    }
}
