//! A field for tests: a few kinds of plain numbers, and blocks of men put where they are wanted.

use std::sync::Arc;

use recorder::{Journal, Simulation, Step};

use crate::legion::content::{Arm, Content, Doctrine, Faction, Kind, Missile, Trajectory};
use crate::legion::event::Event;
use crate::legion::men::{Condition, NOBODY};
use crate::legion::muster::{Army, Muster};
use crate::legion::order::Ability;
use crate::legion::rules::Legion;
use crate::legion::scratch::Scratch;
use crate::legion::state::State;
use crate::legion::unit::{Formation, Unit};

/// Foot with swords and javelins to throw. These numbers are ours: the order in which [`content`] has its kinds.
pub const SWORDS: usize = 0;
/// Foot with long spears.
pub const SPEARS: usize = 1;
/// Horse.
pub const HORSE: usize = 2;
/// Archers.
pub const BOWS: usize = 3;
/// Engines with crews.
pub const ENGINES: usize = 4;

/// Missile of [`BOWS`]. These numbers are ours: the order in which [`content`] has its missiles.
pub const ARROW: usize = 0;
/// Missile of [`SWORDS`].
pub const JAVELIN: usize = 1;
/// Missile of [`ENGINES`].
pub const BOLT: usize = 2;

/// Metres between files and between ranks of every block. Ours: easy to count with, and wider than a body.
pub const SPACING: [f32; 2] = [1.0, 1.0];

/// Rules, a state and buffers, to run single stages on.
#[derive(Debug, Clone)]
pub struct Field {
    /// The rules.
    pub rules: Arc<Legion>,
    /// The state.
    pub state: State,
    /// The buffers.
    pub scratch: Scratch,
    /// What was written.
    pub events: Vec<Event>,
    journal: Pen,
}

/// A journal that a copy of a field does not share.
#[derive(Debug, Default)]
struct Pen(Journal<Event>);

impl Clone for Pen {
    fn clone(&self) -> Self {
        Self::default()
    }
}

impl Field {
    /// Make an empty field for so many sides.
    pub fn of_sides(sides: u8) -> Self {
        let army = |side: u8| Army { name: format!("side {side}"), faction: 0, units: Vec::new() };
        let muster = Muster { seed: 41, sides: (0..sides).map(army).collect(), ..Muster::default() };
        let rules = Legion::new(Arc::new(content()), muster);
        let state = rules.start();
        Self { rules: Arc::new(rules), state, scratch: Scratch::default(), events: Vec::new(), journal: Pen::default() }
    }

    /// The rules, to change them before a test runs.
    pub fn rules_mut(&mut self) -> &mut Legion {
        Arc::make_mut(&mut self.rules)
    }

    /// Put a block of men down, its front rank's middle at a point; gives the unit's index.
    pub fn block(&mut self, side: u8, kind: usize, at: [f32; 2], facing: [f32; 2], men: u32, files: u16) -> u16 {
        let unit = self.state.units.len() as u16;
        let first = self.state.men.len() as u32;
        for place in 0..men {
            let (rank, file) = (place / u32::from(files), place % u32::from(files));
            let across = (file as f32 - (f32::from(files) - 1.0) * 0.5) * SPACING[0];
            let back = rank as f32 * SPACING[1];
            let x = at[0] + across * facing[1] - back * facing[0];
            let z = at[1] - across * facing[0] - back * facing[1];
            self.man(unit, side, kind, [x, z], facing, [rank as u8, file as u8]);
        }
        let of_kind = &self.rules.content.kinds[kind];
        let [[x, z], [fx, fz]] = [at, facing];
        self.state.units.push(Unit {
            x,
            z,
            fx,
            fz,
            wish_fx: fx,
            wish_fz: fz,
            width: files,
            full_width: files,
            ..Unit::at_rest(kind as u16, of_kind, side, first, men)
        });
        self.state.sides[usize::from(side)].deployed += men;
        unit
    }

    fn man(&mut self, unit: u16, side: u8, kind: usize, at: [f32; 2], facing: [f32; 2], place: [u8; 2]) {
        let kind = &self.rules.content.kinds[kind];
        let men = &mut self.state.men;
        let grain = (men.len() * 73 % 256) as u8;
        men.x.push(at[0] + 0.0);
        men.z.push(at[1] + 0.0);
        [&mut men.y, &mut men.vx, &mut men.vz].into_iter().for_each(|column| column.push(0.0));
        men.fx.push(facing[0]);
        men.fz.push(facing[1]);
        men.hp.push(kind.hp);
        men.condition.push(Condition::READY);
        men.unit.push(unit);
        men.side.push(side);
        men.rank.push(place[0]);
        men.file.push(place[1]);
        men.target.push(NOBODY);
        [&mut men.ready_at, &mut men.lands_at, &mut men.falls_at].into_iter().for_each(|column| column.push(0));
        men.ammo.push(kind.ammo);
        men.fall.push(0);
        men.grain.push(grain);
    }

    /// What a stage is given, the spatial hash made.
    pub fn step(&mut self, tick: u32) -> Step<'_, Legion> {
        self.scratch.hash.rebuild(&self.state.men);
        let (state, scratch) = (&mut self.state, &mut self.scratch);
        Step { tick, state, scratch, orders: &[], journal: &mut self.journal.0 }
    }

    /// Run a stage.
    pub fn run(&mut self, stage: impl FnOnce(&Legion, &mut Step<'_, Legion>), tick: u32) {
        let rules = Arc::clone(&self.rules);
        stage(&rules, &mut self.step(tick));
        self.events.extend_from_slice(self.journal.0.events());
        self.journal.0.clear();
    }

    /// Run a stage at the ticks from 0 on.
    pub fn run_for(&mut self, stage: fn(&Legion, &mut Step<'_, Legion>), ticks: u32) {
        (0..ticks).for_each(|tick| self.run(stage, tick));
    }
}

impl Legion {
    /// The content, to change it before a test runs.
    pub fn content_mut(&mut self) -> &mut Content {
        Arc::make_mut(&mut self.content)
    }
}

fn content() -> Content {
    let swords = Kind {
        id: "swords".into(),
        name: "Swords".into(),
        text: "Foot with swords.".into(),
        arm: Arm::Foot,
        strength: 160,
        scales: true,
        hp: 100.0,
        attack: 40.0,
        defence: 30.0,
        armour: 40.0,
        shield: 15.0,
        damage: 27.0,
        piercing: 5.0,
        against_horse: 0.0,
        reach: 1.1,
        period: 48,
        walk: 1.6,
        run: 3.6,
        mass: 1.0,
        charge: 15.0,
        morale: 70.0,
        breaks_at: 12.0,
        discipline: 1.0,
        missile: Some(JAVELIN as u16),
        ammo: 2,
        spacing: SPACING,
        files: 29,
        formations: Formation::ALL.to_vec(),
        abilities: Ability::ALL.to_vec(),
        colour: None,
    };
    let spears =
        Kind { id: "spears".into(), arm: Arm::Spear, reach: 2.4, against_horse: 40.0, missile: None, ..swords.clone() };
    let horse = Kind {
        id: "horse".into(),
        arm: Arm::Horse,
        hp: 140.0,
        walk: 3.0,
        run: 8.0,
        mass: 3.0,
        charge: 60.0,
        missile: None,
        shield: 0.0,
        ..swords.clone()
    };
    let bows = Kind {
        id: "bows".into(),
        arm: Arm::Missile,
        missile: Some(ARROW as u16),
        ammo: 20,
        abilities: Vec::new(),
        ..swords.clone()
    };
    let engines = Kind {
        id: "engines".into(),
        arm: Arm::Artillery,
        scales: false,
        missile: Some(BOLT as u16),
        ammo: 30,
        ..bows.clone()
    };
    Content { kinds: vec![swords, spears, horse, bows, engines], missiles: missiles(), factions: vec![faction()] }
}

fn missiles() -> Vec<Missile> {
    let arrow = Missile {
        id: "arrow".into(),
        name: "Arrow".into(),
        arc: Trajectory::High,
        speed: 46.0,
        elevation: 40.0,
        drag: 0.0012,
        compensation: 0.155,
        range: 150.0,
        range_min: 20.0,
        damage: 24.0,
        piercing: 4.0,
        period: 120,
        spread: 0.03,
        volley: false,
    };
    let javelin = Missile {
        id: "javelin".into(),
        arc: Trajectory::Flat,
        speed: 22.0,
        range: 28.0,
        range_min: 4.0,
        damage: 40.0,
        compensation: 0.054,
        ..arrow.clone()
    };
    let bolt =
        Missile { id: "bolt".into(), speed: 60.0, range: 220.0, compensation: 0.221, damage: 120.0, ..javelin.clone() };
    vec![arrow, javelin, bolt]
}

fn faction() -> Faction {
    let doctrine = Doctrine {
        name: "plain".into(),
        skirmish_seconds: 30.0,
        aggression: 0.5,
        reserve: 0.2,
        charge_from: 30.0,
        withdraw_below: 0.2,
        foot_pursues: false,
    };
    Faction { id: "all".into(), name: "All".into(), colour: 0xffffff, doctrine }
}
