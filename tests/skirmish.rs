//! The skirmish ruleset: each line of its rules is a claim here.
//!
//! Most scenes use content made for the test, without luck: no spread, crits or dodges, no spite, no feeding. What is
//! said of the shipped content and fights is said of all of it.

mod aims; // whom creatures and skills go for
mod balance; // figures over many random fights
mod cases; // faults met elsewhere
mod content; // what ships, and how the loader judges what does not fit
mod effects; // each effect does what its name says
mod facts; // rate, cap, rows, cast, shipped fights
mod mirror; // neither side has an advantage
mod orders; // retreat, focus and every refusal
mod scene; // builds small fights
mod triggers; // what sets skills off
