//! Scratch: buffers that a tick reuses. Nothing here outlives the tick that wrote it.

use crate::kitchen::grain::Point;

/// Buffers reused between ticks.
#[derive(Debug, Default)]
pub struct Scratch {
    /// Where each cook stood before it moved, and how fast it was, by seat.
    pub before: Vec<(Point, Point)>,
    /// Stations that the heads of cooks have set out for in this tick, an index plus one.
    pub errands: Vec<u16>,
    /// Claims on stations, each with the seat that has the best of them.
    pub claims: Vec<crate::kitchen::press::Claim>,
    /// What each seat's press would have done before anyone acted.
    pub intents: Vec<crate::kitchen::press::Intent>,
    /// Tiles a spill may fall on.
    pub dry: Vec<crate::kitchen::grain::Cell>,
}
