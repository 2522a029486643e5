//! Seeded faults: rules that break determinism on purpose, so that the detectors can be seen to detect.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use foregone::kernel::assets::Assets;
use foregone::kernel::problem::Problems;
use foregone::kernel::ruleset::{Body, Fact, Line, Ruleset, Verdict};
use foregone::kernel::scenario::Scenario;
use recorder::{Digest, Packing, Simulation, Stage, Stamped, Step};

/// What a fault does to a state.
pub type Flip<S> = fn(&mut S);

/// Rules with a leak: in one stage of one tick they look at a counter outside their state, and change a field every
/// other time they come by. `tick` is the frame that first shows it.
#[derive(Debug)]
pub struct Faulty<G: Ruleset> {
    sound: G,
    stages: Vec<Stage<Self>>,
    stage: usize,
    tick: u32,
    flip: Flip<G::State>,
    visits: Arc<AtomicU32>,
}

impl<G: Ruleset> Faulty<G> {
    /// Seed a fault into sound rules.
    pub fn new(sound: G, tick: u32, stage: &str, flip: Flip<G::State>) -> Self {
        let names: Vec<&'static str> = sound.stages().iter().map(|stage| stage.name).collect();
        let stage = names.iter().position(|name| *name == stage).expect("the rules have that stage");
        let stages = names.into_iter().zip(runs()).map(|(name, run)| Stage { name, run }).collect();
        Self { sound, stages, stage, tick, flip, visits: Arc::default() }
    }
}

type Run<G> = fn(&Faulty<G>, &mut Step<'_, Faulty<G>>);

/// One entry a stage: a table of plain functions cannot capture which stage it is.
fn runs<G: Ruleset>() -> [Run<G>; 14] {
    [
        nth::<G, 0>,
        nth::<G, 1>,
        nth::<G, 2>,
        nth::<G, 3>,
        nth::<G, 4>,
        nth::<G, 5>,
        nth::<G, 6>,
        nth::<G, 7>,
        nth::<G, 8>,
        nth::<G, 9>,
        nth::<G, 10>,
        nth::<G, 11>,
        nth::<G, 12>,
        nth::<G, 13>,
    ]
}

fn nth<G: Ruleset, const N: usize>(rules: &Faulty<G>, step: &mut Step<'_, Faulty<G>>) {
    let Step { tick, state, scratch, orders, journal } = &mut *step;
    let mut inner =
        Step::<G> { tick: *tick, state: &mut **state, scratch: &mut **scratch, orders, journal: &mut **journal };
    (rules.sound.stages()[N].run)(&rules.sound, &mut inner);
    let is_here = N == rules.stage && step.tick + 1 == rules.tick;
    if is_here && rules.visits.fetch_add(1, Ordering::SeqCst) % 2 == 1 {
        (rules.flip)(step.state);
    }
}

impl<G: Ruleset> Simulation for Faulty<G> {
    type State = G::State;
    type Scratch = G::Scratch;
    type Row = G::Row;
    type Event = G::Event;
    type Order = G::Order;
    type Outcome = G::Outcome;
    type Cast = G::Cast;

    fn ruleset(&self) -> &str {
        self.sound.ruleset()
    }

    fn fingerprint(&self) -> u64 {
        self.sound.fingerprint()
    }

    fn tick_hz(&self) -> u32 {
        self.sound.tick_hz()
    }

    fn cap_ticks(&self) -> u32 {
        self.sound.cap_ticks()
    }

    fn start(&self) -> Self::State {
        self.sound.start()
    }

    fn stages(&self) -> &[Stage<Self>] {
        &self.stages
    }

    fn observe(&self, state: &Self::State, see: &mut impl FnMut(&Self::Row)) {
        self.sound.observe(state, see);
    }

    fn digest(&self, state: &Self::State, digest: &mut Digest<'_>) {
        self.sound.digest(state, digest);
    }

    fn outcome(&self, state: &Self::State) -> Option<Self::Outcome> {
        self.sound.outcome(state)
    }

    fn refuse_late(&self, order: &Stamped<Self::Order>, ended: u32) -> Self::Event {
        self.sound.refuse_late(order, ended)
    }

    fn cast(&self) -> Self::Cast {
        self.sound.cast()
    }

    const LAYOUT: u32 = G::LAYOUT;

    fn packing() -> Option<Packing<Self::Row>> {
        G::packing()
    }

    fn row_bytes(row: &Self::Row) -> usize {
        G::row_bytes(row)
    }

    fn state_bytes(state: &Self::State) -> usize {
        G::state_bytes(state)
    }
}

impl<G: Ruleset> Ruleset for Faulty<G> {
    const NAME: &'static str = G::NAME;

    fn open(_: &Scenario, _: &Assets, _: Option<u64>) -> Result<Self, Problems> {
        unreachable!("a fault is seeded into rules at hand")
    }

    fn seed(&self) -> u64 {
        self.sound.seed()
    }

    fn with_seed(&self, seed: u64) -> Self {
        let stage = self.sound.stages()[self.stage].name;
        Self::new(self.sound.with_seed(seed), self.tick, stage, self.flip)
    }

    fn read_order(&self, words: &str) -> Result<Self::Order, String> {
        self.sound.read_order(words)
    }

    fn write_order(&self, order: &Self::Order) -> String {
        self.sound.write_order(order)
    }

    fn scenario_orders(&self) -> Vec<Stamped<Self::Order>> {
        self.sound.scenario_orders()
    }

    fn side_names(cast: &Self::Cast) -> Vec<String> {
        G::side_names(cast)
    }

    fn body(cast: &Self::Cast, place: usize, row: &Self::Row) -> Body {
        G::body(cast, place, row)
    }

    fn fact(event: &Self::Event) -> Option<Fact> {
        G::fact(event)
    }

    fn tell(cast: &Self::Cast, event: &Self::Event) -> Option<Line> {
        G::tell(cast, event)
    }

    fn verdict(cast: &Self::Cast, outcome: &Self::Outcome) -> Verdict {
        G::verdict(cast, outcome)
    }
}
