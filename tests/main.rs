//! All integration tests of the package, in one binary: one link, one map.

mod arena; // the arena ruleset: ground rules, gates, whole fights
mod bans; // every ban of clippy.toml fires
mod bench; // every scene runs, and bytes keep to their targets
mod canaries; // every detector, tried with a fault
mod case_table; // which tests hold which of them
mod cases; // faults met elsewhere, by case
mod cli; // names, keys, exit codes and streams of the command
mod command; // running the command itself
mod contract; // rules look at nothing outside
mod crash; // killed at any moment, full disks, protected folders
mod docs; // the documents speak of what is there
mod export; // pictures and clips, without a display
mod faulty; // rules with a seeded fault
mod fights; // the fights that ship, opened for tests
mod formats; // files of every format there was
mod golden; // goldens, check and bless
mod hostile; // files of any content, under a cap of memory
mod leaves; // every field of a state, changed
mod legion; // the legion ruleset: provable and plausible
mod matches; // every arena match through the command
mod report; // bug reports: written, judged, tampered with, hostile
mod reproduce; // bug reports as a person meets them
mod schema; // what files may hold, as editors are told
#[cfg(feature = "player")]
mod screens; // every screen at every size: texts there, whole, and apart
mod skirmish; // the skirmish ruleset, claim by claim
#[cfg(feature = "player")]
mod soak; // random hands over all screens
#[cfg(feature = "player")]
mod stage; // a house for tests, and tours through its screens
mod sweep; // a fight swept is the fight recorded and stored
mod trails; // one fight on two machines, or in two builds
mod verify; // every way of running a fight, held against the others
#[cfg(feature = "player")]
mod window; // the window on a virtual display, driven by scripts
