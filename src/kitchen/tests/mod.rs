//! Tests of the kitchen, a file each.

mod blocking;
mod bots;
mod carry;
mod constants;
mod inputs;
mod levels;
mod movement;
mod pace;
mod push;
mod reach;
mod scene;
mod scripts;
mod stations;
mod stress;
mod verbs;
