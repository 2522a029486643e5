//! The views: how each ruleset is shown. The only part of this package that sees the player.

use std::any::Any;
use std::path::PathBuf;

use player::branches::Opening;
use player::playback::Speed;
use player::script::Script;
use player::theatre::{Start, Theatre};
use player::view::View;
use player::window::{self, WindowError};
use recorder::{Budget, Recording, Simulation};

mod counts;
pub mod skirmish;

/// How a fight is watched.
#[derive(Debug, Clone, Default)]
pub struct Watching {
    /// Title of the window.
    pub title: String,
    /// Begin paused at this tick; otherwise play from the start.
    pub at: Option<u32>,
    /// Begin at this speed.
    pub speed: Option<Speed>,
    /// Hide what was not watched yet.
    pub spoiler_free: bool,
    /// Size of the window, in points.
    pub size: Option<(u32, u32)>,
    /// A hand written down, instead of a person's.
    pub script: Option<Script>,
    /// Where the script's shots go.
    pub shots: Option<PathBuf>,
    /// Asked every frame; the window closes when it says so.
    pub stop: Option<fn() -> bool>,
}

/// Why a fight cannot be watched.
#[derive(Debug, thiserror::Error)]
pub enum WatchError {
    /// Nobody has drawn this ruleset yet.
    #[error("the ruleset `{0}` has no view to watch it with")]
    NoView(String),
    /// The window failed.
    #[error(transparent)]
    Window(#[from] WindowError),
}

impl WatchError {
    /// Say what would help.
    #[must_use]
    pub fn help(&self) -> &'static str {
        match self {
            Self::NoView(_) => "`foregone engage` resolves it and sums it up",
            Self::Window(error) => error.help(),
        }
    }
}

/// Watch a fight in a window until it is closed: one to be resolved, or one that is recorded already.
///
/// # Errors
/// There is no display, no view, or a shot of the script could not be written.
pub fn watch<S: Simulation>(ruleset: &str, opening: Opening<S>, watching: Watching) -> Result<(), WatchError> {
    let view = view_of::<S>().ok_or_else(|| WatchError::NoView(ruleset.to_owned()))?;
    let Watching { title, at, speed, spoiler_free, size, script, shots, stop } = watching;
    let theatre = Theatre::new(view, opening, Start { at, speed, spoiler_free });
    Ok(window::run(theatre, window::Options { title, size, script, shots, stop })?)
}

/// Set a theatre for pictures of a recorded fight, without a window.
///
/// # Errors
/// There is no view.
pub fn stage<S: Simulation>(recording: Recording<S>) -> Result<Theatre<S>, WatchError> {
    let view = view_of::<S>().ok_or_else(|| WatchError::NoView(recording.ruleset().to_owned()))?;
    let start = Start { at: Some(recording.first_tick()), ..Start::default() };
    let mut theatre = Theatre::new(view, Opening::Ready(recording), start);
    while theatre.is_busy() {
        theatre.resolve(Budget::Everything);
    }
    Ok(theatre)
}

/// Check that there is a display to watch on.
///
/// # Errors
/// There is none.
pub fn has_display() -> Result<(), WatchError> {
    Ok(window::has_display()?)
}

/// Find the view of a ruleset; `None` for one that nobody has drawn yet.
#[must_use]
pub fn view_of<S: Simulation>() -> Option<Box<dyn View<S>>> {
    // A table of views by type: a line for each.
    let skirmish: Box<dyn View<crate::skirmish::Skirmish>> = Box::new(skirmish::SkirmishView);
    let known: [Box<dyn Any>; 1] = [Box::new(skirmish)];
    known.into_iter().find_map(|view| view.downcast::<Box<dyn View<S>>>().ok()).map(|view| *view)
}
