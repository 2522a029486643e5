//! Small battles made by hand, for the tests of stages.

use std::sync::Arc;

use recorder::{Journal, Simulation, Step};

use crate::kernel::assets::Assets;
use crate::legion::content::Content;
use crate::legion::event::{Event, What};
use crate::legion::muster::{Army, Muster, Post};
use crate::legion::rules::Legion;
use crate::legion::scratch::Scratch;
use crate::legion::state::State;

/// A battle that is run stage by stage.
#[derive(Debug)]
pub struct Sketch {
    /// Its rules.
    pub rules: Legion,
    /// Where it stands.
    pub state: State,
    /// Its buffers, kept from stage to stage.
    pub scratch: Scratch,
    /// The tick that stages leave.
    pub tick: u32,
    journal: Journal<Event>,
}

impl Sketch {
    /// Begin one with nobody in it, by the names of the factions.
    pub fn new(factions: &[&str]) -> Self {
        let content = Arc::new(Content::from_assets(&Assets::embedded()).expect("the embedded content reads"));
        let faction =
            |id: &&str| content.factions.iter().position(|faction| faction.id == *id).expect("a faction") as u16;
        let army = |id: &&str| Army { name: String::from(*id), faction: faction(id), units: Vec::new() };
        let sides = factions.iter().map(army).collect();
        let muster =
            Muster { title: String::from("a sketch"), seed: 7, pool: 12_000, scale: 100, sides, ..Muster::default() };
        Self::of(Legion::new(content, muster))
    }

    fn of(rules: Legion) -> Self {
        let state = rules.start();
        Self { rules, state, scratch: Scratch::default(), tick: 1, journal: Journal::new() }
    }

    /// Put a whole unit somewhere, facing so many degrees from east to north. Units of a side must come before those of
    /// the next side.
    #[must_use]
    pub fn unit(self, side: usize, kind: &str, x: f32, z: f32, degrees: i32) -> Self {
        let Legion { content, mut muster, .. } = self.rules;
        let index = content.kinds.iter().position(|own| own.id == kind).expect("a kind");
        let (strength, name) = (content.kinds[index].strength, content.kinds[index].name.clone());
        muster.sides[side].units.push(Post { kind: index as u16, name, strength, x, z, degrees });
        Self::of(Legion::new(content, muster))
    }

    /// Give what a stage is given.
    pub fn step(&mut self) -> Step<'_, Legion> {
        let Self { state, scratch, tick, journal, .. } = self;
        Step { tick: *tick, state, scratch, orders: &[], journal }
    }

    /// Run one stage, and say what it wrote.
    pub fn stage(&mut self, run: fn(&Legion, &mut Step<'_, Legion>)) -> Vec<What> {
        self.journal.clear();
        let Self { rules, state, scratch, tick, journal } = self;
        run(rules, &mut Step { tick: *tick, state, scratch, orders: &[], journal });
        self.journal.events().iter().map(|event| event.what).collect()
    }
}
