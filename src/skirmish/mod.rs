//! Skirmish: squads of up to ten on a field of 24 × 14 tiles, at ten ticks a second, for at most 1800 ticks.
//!
//! A tick is ten stages: orders, statuses, targeting, decisions, movement, collision, strikes, projectiles, deaths,
//! outcome. Every stage works out everything from the state it found before it changes anything that another unit
//! could see, so neither side gains by its place in the list. Of equal targets a unit's own tie stream picks one;
//! every other tie goes to the lower id. An order at tick T is read by the step that leaves T.

pub mod aims;
pub mod anatomy;
pub mod balance;
pub mod blows;
pub mod cast;
pub mod content;
pub mod dice;
pub mod draft;
pub mod event;
pub mod field;
pub mod form;
pub mod gather;
pub mod measure;
pub mod muster;
pub mod order;
pub mod outcome;
pub mod prose;
pub mod rules;
mod ruleset;
pub mod scenario;
pub mod scratch;
pub mod settle;
pub mod sortie;
pub mod squad;
pub mod squad_file;
pub mod stages;
pub mod state;
pub mod summons;
pub mod unit;

pub use cast::Cast;
pub use content::Content;
pub use event::Event;
pub use muster::Muster;
pub use order::{Order, Refusal};
pub use outcome::{Outcome, Reason};
pub use rules::Skirmish;
pub use state::State;
pub use unit::Unit;
