//! What all rulesets share.

pub mod ruleset;
