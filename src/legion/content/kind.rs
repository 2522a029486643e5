//! A kind of unit: what its men are, carry and can do.

use bincode::Encode;

use crate::legion::order::Ability;
use crate::legion::unit::Formation;

/// What sort of troops a kind is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Encode)]
pub enum Arm {
    /// Foot that fights hand to hand.
    Foot,
    /// Foot with spears of reach; hurts horse.
    Spear,
    /// Foot that shoots and keeps away.
    Missile,
    /// Foot that throws and dances.
    Skirmish,
    /// Horse.
    Horse,
    /// Engines and their crews.
    Artillery,
}

/// A kind of unit. Points are of no unit but themselves.
#[derive(Debug, Clone, PartialEq, Encode)]
pub struct Kind {
    /// The name that scenarios use.
    pub id: String,
    /// The name that people read.
    pub name: String,
    /// What it is, in a sentence.
    pub text: String,
    /// What sort of troops.
    pub arm: Arm,
    /// Men of a unit at scale 1.
    pub strength: u32,
    /// Whether the size of a battle scales it; engines are never scaled.
    pub scales: bool,
    /// Health of a man when whole, in points.
    pub hp: f32,
    /// How well he strikes, in points.
    pub attack: f32,
    /// How well he wards off, in points.
    pub defence: f32,
    /// Against blows, in points: see `armour_share`.
    pub armour: f32,
    /// What his shield adds to the defence against what comes from the front, in points; 0 without one.
    pub shield: f32,
    /// Damage of a blow, in points.
    pub damage: f32,
    /// Of a blow, what no armour stops, in points.
    pub piercing: f32,
    /// More damage against horse, in points.
    pub against_horse: f32,
    /// How far he strikes, in metres.
    pub reach: f32,
    /// Ticks from one blow to the next.
    pub period: u32,
    /// Metres a second at a walk, and at a run.
    pub walk: f32,
    /// See `walk`.
    pub run: f32,
    /// Weight in a push, in men.
    pub mass: f32,
    /// What a charge adds to the first blow, in points.
    pub charge: f32,
    /// Morale when whole, in points, and where it breaks.
    pub morale: f32,
    /// See `morale`.
    pub breaks_at: f32,
    /// Divides every pressure.
    pub discipline: f32,
    /// Index of its missile; `None` for those who have none.
    pub missile: Option<u16>,
    /// Missiles a man carries.
    pub ammo: u8,
    /// Metres between files and between ranks in a line.
    pub spacing: [f32; 2],
    /// Files of a whole unit in a line, at scale 1.
    pub files: u16,
    /// Formations it can take, the first is how it begins.
    pub formations: Vec<Formation>,
    /// Abilities it has.
    pub abilities: Vec<Ability>,
    /// Its colour on banners, `0xRRGGBB`; the faction's where `None`.
    pub colour: Option<u32>,
}

impl Kind {
    /// Rides.
    #[must_use]
    #[inline]
    pub fn is_horse(&self) -> bool {
        self.arm == Arm::Horse
    }
}
