//! A missile: how it flies and what it does.

use bincode::Encode;

/// How it is sent.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Encode)]
pub enum Arc {
    /// Lofted at a fixed elevation; the draw varies.
    High,
    /// The low root at full power.
    Flat,
}

/// A missile.
#[derive(Debug, Clone, PartialEq, Encode)]
pub struct Missile {
    /// The name that kinds use.
    pub id: String,
    /// The name that people read.
    pub name: String,
    /// How it is sent.
    pub arc: Arc,
    /// Metres a second at full power.
    pub speed: f32,
    /// Elevation of a lofted one: sine and cosine of it come from here, in degrees.
    pub elevation: f32,
    /// Quadratic drag, per metre.
    pub drag: f32,
    /// Part of the way by which it is aimed beyond at full range, for the drag that the launch does not reckon with;
    /// nearer in proportion, as drag takes less there.
    pub compensation: f32,
    /// Metres it is loosed at, at most, and at least.
    pub range: f32,
    /// See `range`.
    pub range_min: f32,
    /// Damage, in points.
    pub damage: f32,
    /// Of it, what no armour stops, in points.
    pub piercing: f32,
    /// Ticks from one shot to the next.
    pub period: u32,
    /// Spread of the aim, in parts of the way.
    pub spread: f32,
    /// Whether it is loosed in volleys by rank, or at will.
    pub volley: bool,
}
