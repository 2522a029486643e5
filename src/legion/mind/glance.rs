//! A glance: what an officer sees around his unit when he thinks.

use crate::legion::content::{Arm, Kind};
use crate::legion::formation::Block;
use crate::legion::order::Ability;
use crate::legion::plan::{Command, Phase, Role};
use crate::legion::rules::{Legion, TICK_HZ};
use crate::legion::side::Side;
use crate::legion::state::State;
use crate::legion::unit::{NO_UNIT, Nerve, Unit};

/// An enemy at a distance.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Foe {
    /// Its index.
    pub unit: u16,
    /// Metres to it, front to front.
    pub gap: f32,
}

/// What is around a unit. Enemies are those that its army has in view.
#[derive(Debug, Clone, Copy)]
pub struct Glance<'a> {
    /// The battle.
    pub rules: &'a Legion,
    /// See `rules`.
    pub state: &'a State,
    /// The unit, by index and itself, its kind, its army, what the general wants of it.
    pub index: usize,
    /// See `index`.
    pub unit: &'a Unit,
    /// See `index`.
    pub kind: &'a Kind,
    /// See `index`.
    pub army: &'a Side,
    /// See `index`.
    pub command: &'a Command,
    /// The tick that this step makes.
    pub now: u32,
    /// Whether it fights hand to hand.
    pub locked: bool,
    /// Missiles its men have, all together.
    pub ammo: u32,
    /// Metres to its station.
    pub off_station: f32,
    /// The nearest enemy in order; the nearest that fights hand to hand; the nearest horse that comes on.
    pub nearest: Option<Foe>,
    /// See `nearest`.
    pub threat: Option<Foe>,
    /// See `nearest`.
    pub horse: Option<Foe>,
    /// The nearest enemy in order off its front, near enough to be turned to.
    pub beside: Option<Foe>,
    /// The nearest that runs.
    pub runner: Option<Foe>,
    /// The best mark for its missiles: in reach, not in contact with its own side if there is another.
    pub mark: Option<Foe>,
    /// Whom it should go for hand to hand.
    pub prey: Option<Foe>,
    /// The enemy who stands where one of its army has just broken, near enough to be thrown at.
    pub gap_maker: Option<Foe>,
    /// Enemies who could be shooting at it.
    pub shooters: u32,
    /// Whether it or a friend near it wavers.
    pub wavers: bool,
    /// Whether a fight that it could join is near.
    pub fight_near: bool,
}

/// Metres at which an enemy at the flank is turned to.
/// Ours: time to turn a block before the enemy is there.
pub const BESIDE: f32 = 45.0;

/// Cosine off the front from which an enemy is at the flank: 60°.
/// Ours: the same 60° from which a blow comes off the front.
const OFF_FRONT: f32 = 0.5;

/// Metres from which a coming horse is seen as one.
/// Ours: further than [`BESIDE`], for horse is there sooner.
const HORSE_NEAR: f32 = 70.0;

/// Cosine within which horse that faces a unit comes at it.
/// Ours: 45° to both sides; beyond, it rides past.
const COMES_ON: f32 = 0.7;

/// Metres within which an officer steadies others, and within which a fight is near.
/// Ours: as far as a voice is heard, and as far as a unit can join in before it is over.
pub const STEADIES: f32 = 40.0;
/// See [`STEADIES`].
pub const FIGHT_NEAR: f32 = 150.0;

/// Metres around a friend that has broken in which whoever beat him is a hole in the line, and for how many seconds.
/// Ours: about two units' fronts, for as long as those who broke the line need to turn on the next.
pub const HOLE: f32 = 50.0;
/// See [`HOLE`].
pub const HOLE_SECONDS: u32 = 25;

/// Metres over which a unit goes to plug a hole.
/// Ours: a way that a unit makes while the hole is still one.
pub const PLUGS: f32 = 140.0;

/// Seconds of idling near a fight after which an officer goes without being asked, and how far.
/// Source: ours; below the minute that nobody should idle.
pub const IDLE_SECONDS: u32 = 30;
/// See [`IDLE_SECONDS`].
pub const IDLE_LEASH: f32 = 300.0;

impl<'a> Glance<'a> {
    /// Look around.
    #[must_use]
    pub fn of(rules: &'a Legion, state: &'a State, index: usize, now: u32) -> Self {
        let unit = &state.units[index];
        let (army, kind) = (&state.sides[usize::from(unit.side)], rules.kind(unit));
        let (dx, dz) = (unit.command.x - unit.x, unit.command.z - unit.z);
        let mut all = Self {
            rules,
            state,
            index,
            unit,
            kind,
            army,
            command: &unit.command,
            now,
            locked: unit.locked != NO_UNIT,
            ammo: unit.men().filter(|&man| state.men.is_up(man)).map(|man| u32::from(state.men.ammo[man])).sum(),
            off_station: (dx * dx + dz * dz).sqrt(),
            nearest: None,
            threat: None,
            horse: None,
            beside: None,
            runner: None,
            mark: None,
            prey: None,
            gap_maker: None,
            shooters: 0,
            wavers: unit.nerve == Nerve::Wavering,
            fight_near: false,
        };
        all.look_at_foes();
        all.look_at_friends();
        all
    }

    /// The unit's reach with missiles, in metres, most and least; zeros for none.
    #[must_use]
    pub fn range(&self) -> (f32, f32) {
        let missile = self.kind.missile.map(|missile| &self.rules.content.missiles[usize::from(missile)]);
        missile.map_or((0.0, 0.0), |missile| (missile.range, missile.range_min))
    }

    /// A unit, by index.
    #[must_use]
    pub fn of_index(&self, unit: u16) -> &'a Unit {
        &self.state.units[usize::from(unit)]
    }

    /// How long it has stood idle near a fight.
    #[must_use]
    pub fn idles(&self) -> bool {
        let since = self.unit.mind.idle_since;
        since != 0 && self.now.saturating_sub(since) >= IDLE_SECONDS * TICK_HZ
    }

    /// Whether it can use an ability now.
    #[must_use]
    pub fn can_use(&self, ability: Ability) -> bool {
        self.kind.abilities.contains(&ability) && self.unit.ability_ready[ability as usize] < self.now
    }

    /// How far it may go for an enemy.
    #[must_use]
    pub fn leash(&self) -> f32 {
        if self.idles() && self.army.phase != Phase::Withdraw { IDLE_LEASH } else { self.command.leash }
    }

    fn look_at_foes(&mut self) {
        let own = Block::of(self.unit, self.kind);
        let (far, near) = self.range();
        let (mut prey, mut mark) = (f32::MAX, f32::MAX);
        for (index, foe) in self.state.units.iter().enumerate().filter(|(_, foe)| foe.side != self.unit.side) {
            if !foe.is_here() || !self.army.has_in_view(index, self.now) {
                continue;
            }
            let kind = self.rules.kind(foe);
            let gap = own.gap(&Block::of(foe, kind)).0;
            let seen = Foe { unit: index as u16, gap };
            if !foe.nerve.is_in_order() {
                keep_nearer(&mut self.runner, seen);
                continue;
            }
            keep_nearer(&mut self.nearest, seen);
            self.fight_near |= foe.locked != NO_UNIT && gap < FIGHT_NEAR;
            self.look_at_threat(foe, kind, seen);
            if let Some(cost) = self.prey_cost(foe, seen).filter(|&cost| cost < prey) {
                (prey, self.prey) = (cost, Some(seen));
            }
            let cost = gap + if foe.locked == NO_UNIT { 0.0 } else { LOCKED_MARK };
            if self.ammo > 0 && gap >= near && gap <= far && cost < mark {
                (mark, self.mark) = (cost, Some(seen));
            }
        }
    }

    fn look_at_threat(&mut self, foe: &Unit, kind: &Kind, seen: Foe) {
        let (dx, dz) = (foe.x - self.unit.x, foe.z - self.unit.z);
        let away = (dx * dx + dz * dz).sqrt().max(1.0);
        let fights = !matches!(kind.arm, Arm::Missile | Arm::Skirmish | Arm::Artillery);
        let off_front = self.unit.fx * dx + self.unit.fz * dz < OFF_FRONT * away;
        let comes = -(foe.fx * dx + foe.fz * dz) > COMES_ON * away;
        if fights {
            keep_nearer(&mut self.threat, seen);
        }
        if fights && seen.gap < BESIDE && off_front && foe.locked == NO_UNIT {
            keep_nearer(&mut self.beside, seen);
        }
        if kind.is_horse() && seen.gap < HORSE_NEAR && comes {
            keep_nearer(&mut self.horse, seen);
        }
        let missile = kind.missile.map(|missile| self.rules.content.missiles[usize::from(missile)].range);
        let shoots = matches!(kind.arm, Arm::Missile | Arm::Skirmish) && foe.locked == NO_UNIT;
        self.shooters += u32::from(shoots && missile.is_some_and(|range| seen.gap < range));
    }

    /// What going for an enemy costs, in metres; `None` beyond the leash.
    fn prey_cost(&self, foe: &Unit, seen: Foe) -> Option<f32> {
        if seen.gap > self.leash() {
            return None;
        }
        let wanted = if seen.unit == self.command.target { WANTED } else { 0.0 };
        let kept = if seen.unit == self.unit.mind.target { KEPT } else { 0.0 };
        // Behind a friend who fights him already there is no way to him.
        let taken = if foe.locked != NO_UNIT && usize::from(foe.locked) != self.index { TAKEN } else { 0.0 };
        Some(seen.gap + taken - wanted - kept)
    }

    fn look_at_friends(&mut self) {
        let mut hole: Option<Foe> = None;
        for (index, friend) in self.state.units.iter().enumerate() {
            if friend.side != self.unit.side || index == self.index || !friend.is_here() {
                continue;
            }
            let (dx, dz) = (friend.x - self.unit.x, friend.z - self.unit.z);
            let away = (dx * dx + dz * dz).sqrt();
            self.wavers |= friend.nerve == Nerve::Wavering && away < STEADIES;
            self.fight_near |= friend.locked != NO_UNIT && away < FIGHT_NEAR;
            let fresh = self.now.saturating_sub(friend.nerve_since) < HOLE_SECONDS * TICK_HZ;
            if !friend.nerve.is_in_order() && fresh && away < PLUGS {
                hole = hole.or_else(|| self.who_stands_at(friend));
            }
        }
        self.gap_maker = hole;
    }

    /// The enemy in order nearest to where a friend broke.
    fn who_stands_at(&self, friend: &Unit) -> Option<Foe> {
        let mut best = None;
        for (index, foe) in self.state.units.iter().enumerate().filter(|(_, foe)| foe.side != self.unit.side) {
            if foe.is_here() && foe.nerve.is_in_order() && self.army.has_in_view(index, self.now) {
                let (dx, dz) = (foe.x - friend.x, foe.z - friend.z);
                keep_nearer(&mut best, Foe { unit: index as u16, gap: (dx * dx + dz * dz).sqrt() });
            }
        }
        best.filter(|foe| foe.gap < HOLE)
    }

    /// Whether it is part of the line.
    #[must_use]
    pub fn is_foot(&self) -> bool {
        matches!(self.kind.arm, Arm::Foot | Arm::Spear)
    }

    /// Whether it stands back until it is called.
    #[must_use]
    pub fn is_kept_back(&self) -> bool {
        self.command.role == Role::Reserve
    }
}

/// Metres that an enemy in contact is worth less as a mark for missiles.
/// Ours: who is free comes first; comrades stand among the others.
const LOCKED_MARK: f32 = 60.0;

/// Metres that the general's choice and the own one of the last thought are worth more, and that an enemy who has an
/// opponent already is worth less.
/// Ours: the general's choice outweighs a little distance, and a choice once made is not dropped for a step.
const WANTED: f32 = 30.0;
/// See [`WANTED`].
const KEPT: f32 = 12.0;
/// See [`WANTED`].
const TAKEN: f32 = 12.0;

fn keep_nearer(best: &mut Option<Foe>, foe: Foe) {
    if best.is_none_or(|best| foe.gap < best.gap) {
        *best = Some(foe);
    }
}
