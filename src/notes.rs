//! The notes that stand in a recording beside the fight, so that the file alone is enough to run it again.

/// What the fight is called; never a path.
pub const FIGHT: &str = "fight";
/// What the scenario calls it.
pub const TITLE: &str = "title";
/// The seed it ran under.
pub const SEED: &str = "seed";
/// The scenario, with nothing left to look up elsewhere.
pub const SCENARIO: &str = "scenario";
