//! A fight rehearsed: its rows lie in one place and change there, tick by tick, as a simulation's do, so that whoever
//! records them finds them where a simulation leaves them: in the nearest cache. To read every tick from a place of its
//! own costs more than to keep it. What stepping costs, all contenders pay alike.

use std::ops::Range;
use std::sync::Arc;

use bincode::{Decode, Encode};
use recorder::{Digest, Live, Orders, Simulation, Stage, Stamped, Step};
use serde::{Deserialize, Serialize};

use crate::kernel::ruleset::Ruleset;

/// The changes of a fight's rows.
#[derive(Debug)]
pub struct Rehearsed<G: Ruleset>
where
    G::Row: Copy,
{
    rules: Arc<G>,
    first: Vec<G::Row>,
    /// Rows that changed or came, and their places.
    changes: Vec<(usize, G::Row)>,
    /// Which of the changes are a tick's.
    ticks: Vec<Range<usize>>,
    stages: [Stage<Self>; 1],
}

/// The rows of a tick.
#[derive(Debug, Clone, PartialEq, Encode, Decode, Serialize, Deserialize)]
pub struct Scene<R> {
    tick: u32,
    rows: Vec<R>,
}

impl<G: Ruleset> Rehearsed<G>
where
    G::Row: Copy,
{
    /// Run a fight that shows a slice of rows, and keep what changed.
    ///
    /// # Panics
    /// It shows no slice, or takes rows away.
    pub fn new(rules: &Arc<G>) -> Arc<Self> {
        let mut live = Live::start(Arc::clone(rules), Arc::new(Orders::new(rules.scenario_orders())));
        let shown = |live: &Live<G>| rules.rows(live.state()).expect("it shows a slice").to_vec();
        let first = shown(&live);
        let (mut latest, mut changes, mut ticks) = (first.clone(), Vec::new(), Vec::new());
        while live.outcome().is_none() {
            live.step();
            let rows = shown(&live);
            assert!(rows.len() >= latest.len(), "a row that came stays");
            let from = changes.len();
            let changed = rows.iter().enumerate().filter(|(place, row)| latest.get(*place) != Some(*row));
            changes.extend(changed.map(|(place, row)| (place, *row)));
            ticks.push(from..changes.len());
            latest = rows;
        }
        let stages = [Stage { name: "change", run: |rules, step: &mut Step<'_, Self>| rules.change(step.state) }];
        Arc::new(Self { rules: Arc::clone(rules), first, changes, ticks, stages })
    }

    /// Step through it as a recorder does, and show the rows of every tick.
    pub fn show(self: &Arc<Self>, mut see: impl FnMut(&[G::Row])) {
        let mut live = Live::start(Arc::clone(self), Arc::default());
        see(&live.state().rows);
        while live.outcome().is_none() {
            live.step();
            see(&live.state().rows);
        }
    }

    fn change(&self, scene: &mut Scene<G::Row>) {
        for (place, row) in &self.changes[self.ticks[scene.tick as usize].clone()] {
            match scene.rows.get_mut(*place) {
                Some(shown) => *shown = *row,
                None => scene.rows.push(*row),
            }
        }
        scene.tick += 1;
    }
}

impl<G: Ruleset> Simulation for Rehearsed<G>
where
    G::Row: Copy,
{
    type State = Scene<G::Row>;
    type Scratch = ();
    type Row = G::Row;
    type Event = ();
    type Order = ();
    type Outcome = ();
    type Cast = ();

    fn ruleset(&self) -> &str {
        self.rules.ruleset()
    }

    fn fingerprint(&self) -> u64 {
        0
    }

    fn tick_hz(&self) -> u32 {
        self.rules.tick_hz()
    }

    fn cap_ticks(&self) -> u32 {
        self.rules.cap_ticks()
    }

    fn start(&self) -> Self::State {
        Scene { tick: 0, rows: self.first.clone() }
    }

    fn stages(&self) -> &[Stage<Self>] {
        &self.stages
    }

    fn rows<'a>(&'a self, scene: &'a Self::State) -> Option<&'a [G::Row]> {
        Some(&scene.rows)
    }

    fn digest(&self, _: &Self::State, _: &mut Digest<'_>) {} // nor do the alternatives digest

    fn outcome(&self, scene: &Self::State) -> Option<()> {
        (scene.tick as usize == self.ticks.len()).then_some(())
    }

    fn refuse_late(&self, _: &Stamped<()>, _: u32) {}

    fn cast(&self) {}
}
