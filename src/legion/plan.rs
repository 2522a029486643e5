//! What heads have in mind: the general's command to a unit, and what the unit's own officer makes of it.

use bincode::{Decode, Encode};
use serde::{Deserialize, Serialize};

use crate::legion::unit::NO_UNIT;

/// What a unit is for in the general's plan. The last three wait for walls to storm.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Encode, Decode, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Role {
    /// Holds the line.
    #[default]
    Line,
    /// Holds the middle, come what may.
    Anchor,
    /// Breaks in.
    Shock,
    /// Waits.
    Reserve,
    /// Shoots from behind or beside the line.
    Missile,
    /// Goes before the line.
    Screen,
    /// Goes round.
    Flank,
    /// Engines.
    Artillery,
    /// Goes over a wall.
    Storm,
    /// Carries ladders.
    Escalade,
    /// Goes through a breach.
    Breach,
}

/// The general's command to a unit.
#[derive(Debug, Clone, Copy, PartialEq, Encode, Decode, Serialize, Deserialize)]
pub struct Command {
    /// What it is for.
    pub role: Role,
    /// Where it should be, in metres.
    pub x: f32,
    /// See `x`.
    pub z: f32,
    /// Where it should face: a vector of length 1.
    pub fx: f32,
    /// See `fx`.
    pub fz: f32,
    /// Whom it should go for; [`NO_UNIT`] for whom it likes.
    pub target: u16,
    /// How hard it should press, 0 to 1.
    pub aggression: f32,
    /// Whether to run.
    pub run: bool,
    /// Whether it may pursue.
    pub pursue: bool,
    /// How far from its place it may go for an enemy, in metres.
    pub leash: f32,
}

impl Default for Command {
    fn default() -> Self {
        Self {
            role: Role::Line,
            x: 0.0,
            z: 0.0,
            fx: 0.0,
            fz: 1.0,
            target: NO_UNIT,
            aggression: 0.5,
            run: false,
            pursue: false,
            leash: 40.0,
        }
    }
}

/// What a unit's officer can set his mind on. Scored 0 to 100 against each other.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Encode, Decode, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Behaviour {
    /// Stand in the line.
    #[default]
    HoldLine,
    /// Go where the general wants it.
    March,
    /// Go for an enemy.
    Engage,
    /// Stand fast against a charge.
    Brace,
    /// Lock shields against missiles.
    Testudo,
    /// Fill a hole in the line.
    PlugGap,
    /// Turn to an enemy at the flank.
    RefuseFlank,
    /// Shoot.
    Shoot,
    /// Shooters get out of the way.
    MissileWithdraw,
    /// Go up, loose, get away.
    Skirmish,
    /// Horse waits.
    CavalryHold,
    /// Horse covers a flank.
    CavalryScreen,
    /// Horse hunts.
    Cavalry,
    /// Go after those who run.
    Pursue,
    /// Steady those beside it.
    Inspire,
    /// Hold a wall-walk; waits for walls.
    Parapet,
}

/// Behaviours there are.
/// Source: massed battle, 9.
pub const BEHAVIOURS: usize = 16;

/// Where a cycle of horse or skirmishers stands.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Encode, Decode, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Beat {
    /// Not in a cycle.
    #[default]
    None,
    /// Horse looks for a mark; skirmishers go up.
    Approach,
    /// Horse swings out for a run-up.
    Swing,
    /// Horse charges; skirmishers loose.
    Strike,
    /// Horse stands in a melee it did not break.
    Stuck,
    /// Gets away.
    Withdraw,
    /// Gathers.
    Reform,
}

/// What an officer has in mind.
#[derive(Debug, Clone, Copy, PartialEq, Encode, Decode, Serialize, Deserialize)]
pub struct Mind {
    /// What it is at.
    pub behaviour: Behaviour,
    /// Since which tick.
    pub since: u32,
    /// Where its cycle stands, and since when.
    pub beat: Beat,
    /// See `beat`.
    pub beat_since: u32,
    /// Whom it is after; [`NO_UNIT`] for nobody.
    pub target: u16,
    /// Whether it was in contact, and had an enemy near, when it last thought: a change makes it think early.
    pub was_locked: bool,
    /// See `was_locked`.
    pub saw_near: bool,
    /// The last order it gave itself, and when, so that it is not given again.
    pub told_x: f32,
    /// See `told_x`.
    pub told_z: f32,
    /// See `told_x`.
    pub told_fx: f32,
    /// See `told_x`.
    pub told_fz: f32,
    /// See `told_x`.
    pub told_at: u32,
    /// Tick from which it has been idle while it could fight; 0 when it is not.
    pub idle_since: u32,
}

impl Default for Mind {
    fn default() -> Self {
        Self {
            behaviour: Behaviour::HoldLine,
            since: 0,
            beat: Beat::None,
            beat_since: 0,
            target: NO_UNIT,
            was_locked: false,
            saw_near: false,
            told_x: 0.0,
            told_z: 0.0,
            told_fx: 0.0,
            told_fz: 0.0,
            told_at: 0,
            idle_since: 0,
        }
    }
}

/// What the general is about.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Encode, Decode, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Phase {
    /// Draws up.
    #[default]
    Deploy,
    /// Missiles and screens go first.
    Skirmish,
    /// The line goes.
    Advance,
    /// The line fights.
    Engagement,
    /// Pushes in where the enemy gives.
    Exploit,
    /// Runs them down.
    Pursuit,
    /// Gets away.
    Withdraw,
}
