//! Plays recordings: cursor, timeline, camera, canvas and window.
//!
//! Everything but the folder `window` is without a window and without a clock, and is tested so.

pub mod canvas;
pub mod colour;
pub mod geometry;
