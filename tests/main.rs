//! All integration tests of the package, in one binary: one link, one map.

mod bans; // every ban of clippy.toml fires
mod cli; // names, keys, exit codes and streams of the command
mod contract; // rules look at nothing outside
mod fights; // the fights that ship, opened for tests
mod report; // bug reports: written, judged, tampered with, hostile
mod sweep; // a fight swept is the fight recorded and stored
