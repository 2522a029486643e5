//! The views: how each ruleset is shown. The only part of this package that sees the player.

use std::any::Any;
use std::path::PathBuf;

use player::branches::Opening;
use player::house::House;
use player::markers::Keeper;
use player::screen::Screen;
use player::theatre::{Start, Theatre};
use player::view::View;
use player::window::{self, WindowError};
use recorder::{Budget, Recording, Simulation};

use crate::kernel::ruleset::Ruleset;

pub mod arena;
mod clerk;
mod counts;
mod engagement;
pub mod film;
pub mod kitchen;
pub mod legion;
#[cfg(test)]
mod proof;
mod scatter;
pub mod skirmish;
mod tint;

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

/// Set a theatre to watch a fight in: one to be resolved, or one that is recorded already. Pictures and files of it go to
/// `place`; the moments a person keeps go to `markers`.
///
/// # Errors
/// There is no view.
pub fn theatre<G: Ruleset>(
    ruleset: &str,
    opening: Opening<G>,
    start: Start,
    place: PathBuf,
    markers: Option<Box<dyn Keeper>>,
) -> Result<Box<dyn Screen>, WatchError> {
    let view = view_of::<G>().ok_or_else(|| WatchError::NoView(ruleset.to_owned()))?;
    let clerk = Box::new(clerk::Clerk::new(place.clone()));
    let mut theatre = Theatre::new(view, opening, start).at_place(place).with_clerk(clerk);
    if let Some(keeper) = markers {
        theatre.keep_markers(keeper);
    }
    Ok(Box::new(theatre))
}

/// Show a house in a window until it is closed.
///
/// # Errors
/// There is no display, or a shot of the script could not be written.
pub fn show(house: House, options: window::Options) -> Result<(), WatchError> {
    Ok(window::run(house, options)?)
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
    let legion: Box<dyn View<crate::legion::Legion>> = Box::new(legion::LegionView::default());
    let arena: Box<dyn View<crate::arena::Arena>> = Box::new(arena::ArenaView);
    let kitchen: Box<dyn View<crate::kitchen::Kitchen>> = Box::new(kitchen::KitchenView);
    let known: [Box<dyn Any>; 4] = [Box::new(skirmish), Box::new(legion), Box::new(arena), Box::new(kitchen)];
    known.into_iter().find_map(|view| view.downcast::<Box<dyn View<S>>>().ok()).map(|view| *view)
}
