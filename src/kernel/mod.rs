//! What all rulesets share.

pub mod grid;
pub mod ruleset;
pub mod space;
pub mod stream;
