//! Screens: what fills the window, one at a time. A screen says where to go next; the [`crate::house`] goes there.

use std::fmt::Debug;
use std::path::{Path, PathBuf};
use std::time::Duration;

use recorder::Budget;

use crate::canvas::Canvas;
use crate::geometry::Vec2;
use crate::input::Input;

/// Something that fills the window. It is told real time, hands and budgets, and reads no clock.
pub trait Screen: Debug {
    /// Let the window be of this size, in points.
    fn set_size(&mut self, size: Vec2);

    /// Take in what a hand did.
    fn input(&mut self, input: &Input);

    /// Let go of whatever a hand holds: that it lets go will not be seen here.
    fn let_go(&mut self) {}

    /// Take in real time.
    fn advance(&mut self, real: Duration);

    /// Learn whether there is a screen beneath to go back to.
    fn set_way_back(&mut self, _is_there: bool) {}

    /// Draw the whole of it on an empty canvas.
    fn draw(&self, canvas: &mut Canvas);

    /// Go on with long work within a budget.
    fn resolve(&mut self, _budget: Budget<'_>) {}

    /// Whether there is long work to go on with.
    fn is_busy(&self) -> bool {
        false
    }

    /// Whether closing the whole player was asked for.
    fn is_quitting(&self) -> bool {
        false
    }

    /// The shape that the mouse has over what it is over.
    fn mouse(&self) -> Mouse {
        Mouse::Arrow
    }

    /// Take out where to go, once it is known.
    fn take_next(&mut self) -> Option<Next> {
        None
    }

    /// Take out what was copied for the clipboard.
    fn take_copied(&mut self) -> Option<String> {
        None
    }

    /// Make use of a file that was dropped on the window. Says whether the screen did; if not, the house opens it.
    fn take_file(&mut self, _path: &Path) -> bool {
        false
    }

    /// Where a picture of what is shown goes, without its ending: beside the fight, named by fight and tick. Of a path
    /// without a folder the folder is the one the program runs in.
    fn picture_path(&self) -> PathBuf {
        PathBuf::from("foregone")
    }
}

/// Shapes of the mouse: what a press would do.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Mouse {
    /// Nothing in particular.
    #[default]
    Arrow,
    /// Press something.
    Hand,
    /// Set the caret.
    Caret,
    /// Choose a target.
    Cross,
    /// Move something.
    Move,
    /// Shift an edge across.
    Across,
    /// Shift an edge up or down.
    Along,
    /// Nothing that is allowed.
    Forbidden,
}

/// Where to go from a screen.
#[derive(Debug)]
pub enum Next {
    /// To another screen; from there one comes back.
    Screen(Box<dyn Screen>),
    /// To another screen in place of this one.
    Replace(Box<dyn Screen>),
    /// To whatever a file holds.
    Open(PathBuf),
    /// Nowhere: this went wrong, and is told over the screen.
    Fault(Fault),
    /// Back to the screen before.
    Back,
}

/// Something that went wrong, as a person is told it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fault {
    /// What could not be done: `Cannot open odd.fight`.
    pub title: String,
    /// Why, and what would be right; lines are kept, long ones are broken.
    pub words: String,
}

impl Fault {
    /// Say what could not be done and why.
    #[must_use]
    pub fn new(title: impl Into<String>, words: impl Into<String>) -> Self {
        Self { title: title.into(), words: words.into() }
    }
}
