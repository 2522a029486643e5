//! The recorder's promises, one file each; the list says what each guards.

mod chunks; // the file format as an outsider reads it
mod flock; // starlings in packed columns
mod plan; // random scenes
mod straight; // the naive twin
mod toy; // skimmers on a pond, with faults to switch on

mod compare; // the first tick, stage, entity and field that differ
mod damage; // cut, flipped and forged files
mod digest; // the digest takes in everything, and says by section what differs
mod ending; // the outcome is the terminal frame's alone; the guard trips; orders behind the end are refused
mod file; // what is saved opens to the same, whole or cut out
mod handle; // a handle taken while recording shows what was recorded then, and goes on showing it
mod inventory; // the list of blocks and checkpoints covers a timeline once
mod limits; // what is too large is refused, and not saved in the first place
mod packed; // packed blocks show what was recorded, in bounded work and memory
mod readme; // the README shows the toy that runs
mod seek; // any seek under any budget equals the straight run, in bounded work
mod sharing; // a splice shares its past by reference, and the old future is out of reach
mod slicing; // any slicing equals one go
mod splice; // a splice equals a run from the seed
mod timelines; // every branch of a tree stays the fight it is, within one budget
mod verify; // the detectors detect
