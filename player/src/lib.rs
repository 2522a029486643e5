//! Plays recordings: cursor, timeline, camera, canvas and window.
//!
//! Everything but the folder `window` is without a window and without a clock, and is tested so.

pub mod animation;
pub mod annals;
pub mod banner;
pub mod branches;
pub mod camera;
pub mod canvas;
pub mod cards;
pub mod clerk;
pub mod colour;
pub mod command;
pub mod comparison;
pub mod desk;
mod dialog;
pub mod feed;
pub mod geometry;
pub mod graph;
pub mod help;
pub mod house;
pub mod input;
pub mod layout;
pub mod ledger;
pub mod legend;
pub mod markers;
pub mod minimap;
pub mod offers;
pub mod panels;
pub mod peek;
pub mod picture;
pub mod playback;
pub mod prompt;
pub mod rail;
pub mod raster;
pub mod reins;
pub mod repeat;
pub mod reported;
pub mod scoreboard;
pub mod screen;
pub mod script;
pub mod sheet;
mod shot;
pub mod sigils;
pub mod standings;
pub mod swatches;
pub mod theatre;
pub mod timeline;
pub mod transport;
pub mod view;
pub mod window;

#[cfg(test)]
mod house_tests;
#[cfg(test)]
mod panels_tests;
#[cfg(test)]
mod theatre_tests;
#[cfg(test)]
mod toy;
