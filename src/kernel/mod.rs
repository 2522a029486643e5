//! What all rulesets share.

pub use recorder::{DueTicks, Speed, TickClock, ticks_from_millis};

pub mod actor;
pub mod assets;
pub mod event;
pub mod grid;
pub mod math;
pub mod order_text;
pub mod path;
pub mod problem;
pub mod ruleset;
pub mod scenario;
pub mod schema;
pub mod sheet;
pub mod side;
pub mod space;
pub mod stream;
pub mod tally;
pub mod turns;
