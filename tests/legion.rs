//! The legion ruleset on the battles that ship: proved as every fight is, and plausible as a battle.

mod columns; // every column of the state is digested and saved
mod faults; // a seeded fault is located to tick, stage, man and field
mod plausible; // what battles come to, over seeds
mod proof; // threads, orders, ways of running
