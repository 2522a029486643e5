//! The clerk: keeps fights in files and starts others like them. The game has one; the player only asks.

use recorder::{Recording, Simulation};

use crate::screen::Screen;
use crate::theatre::Start;

/// Whoever keeps fights.
pub trait Clerk<S: Simulation> {
    /// The seed of a fight; `None` where it is not known, and then there is no fight like it with another one.
    fn seed(&self, recording: &Recording<S>) -> Option<u64>;

    /// Write a recording to a file of its own; nothing is written over. Gives the file's name for people.
    ///
    /// # Errors
    /// A phrase that says what is wrong.
    fn save_fight(&mut self, recording: &Recording<S>) -> Result<String, String>;

    /// Write a report that runs the fight again to a file of its own. Gives the file's name for people.
    ///
    /// # Errors
    /// A phrase that says what is wrong.
    fn save_report(&mut self, recording: &Recording<S>, note: &str) -> Result<String, String>;

    /// Write a scenario that plays all that was put in again to a file of its own. Gives the file's name for people.
    ///
    /// # Errors
    /// A phrase that says what is wrong: not every game has such scenarios.
    fn save_script(&mut self, recording: &Recording<S>) -> Result<String, String>;

    /// Write the command that shows the fight again; `None` where one has to be saved first, it or a report of it.
    fn command(&self, recording: &Recording<S>) -> Option<String>;

    /// Set a theatre for the same fight under another seed.
    ///
    /// # Errors
    /// A phrase that says what is wrong.
    fn rematch(&mut self, recording: &Recording<S>, seed: u64, start: Start) -> Result<Box<dyn Screen>, String>;
}
