//! All integration tests of the package, in one binary: one link, one map.

mod bans; // every ban of clippy.toml fires
mod contract; // rules look at nothing outside
