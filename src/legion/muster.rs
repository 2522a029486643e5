//! A muster: who fights, where they stand at the start, and under which seed.

use recorder::Stamped;

use crate::legion::order::Order;

/// What a deployment file says, worked out: a place for every unit.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Muster {
    /// One sentence.
    pub title: String,
    /// What all chance comes from.
    pub seed: u64,
    /// Places in the pool of men.
    pub pool: u32,
    /// How much larger than its kind says a unit is, in per cent; engines are never scaled.
    pub scale: u32,
    /// The armies.
    pub sides: Vec<Army>,
    /// Orders that the scenario carries.
    pub orders: Vec<Stamped<Order>>,
}

/// An army.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Army {
    /// Its name in orders: the faction's, unless the file says otherwise.
    pub name: String,
    /// Index of the faction.
    pub faction: u16,
    /// Its units, in the order of the file.
    pub units: Vec<Post>,
}

/// A unit at its place.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Post {
    /// Index of the kind.
    pub kind: u16,
    /// Its name: `Cohort III`.
    pub name: String,
    /// Men asked for, at scale 1.
    pub strength: u32,
    /// Middle of the front rank, in metres.
    pub x: f32,
    /// See `x`.
    pub z: f32,
    /// Where it faces, in degrees from east to north.
    pub degrees: i32,
}
