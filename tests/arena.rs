//! The arena ruleset, rule by rule and gate by gate.

mod cases; // faults met elsewhere
mod content; // bad ledgers, maps, cards, decks and scripts
mod crowds; // contact, and those who find no way
mod fight; // cards, elixir, deploys, targets, blows, outcome
mod ground; // gates 1 to 3: vectors, costs against Dijkstra's, published paths
mod ledger; // every constant is read from the ledger, every switch switches
mod mirror; // gate 4: sides changed, field turned
mod proof; // gate 5 and every way of running a fight
mod rules; // the ground rules, each test named after its rule
mod scene; // scenes for tests
