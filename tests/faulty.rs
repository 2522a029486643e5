//! Seeded faults: rules that break determinism on purpose, so that the detectors can be seen to detect.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex};

use foregone::kernel::assets::Assets;
use foregone::kernel::problem::Problems;
use foregone::kernel::ruleset::{Body, Fact, Line, Ruleset, Verdict};
use foregone::kernel::scenario::Scenario;
use recorder::{Digest, Orders, Packing, Simulation, Stage, Stamped, Step};

/// What a fault does to a state.
pub type Flip<S> = fn(&mut S);

/// A fault. What it does, it does in one stage; the tick is the frame that first shows it.
#[derive(Debug)]
pub enum Fault<G: Ruleset> {
    /// A counter outside the state: it changes a field every other time that the tick is stepped.
    Leak(Flip<G::State>),
    /// Other code under the same name, as in another build: it changes a field whenever the tick is stepped.
    Other(Flip<G::State>),
    /// A field that is not digested: the digest sees the state after this.
    Undigested(Flip<G::State>),
    /// A hashed map: from the tick on, a value comes from the order in which its keys are met.
    MapOrder(fn(&mut G::State, u32)),
    /// Buffers with a meaning: from the tick on, a state that was taken up again loses a field.
    Restarted(Flip<G::State>),
    /// A memory beside the state: from the tick on, what first came of a tick is held for what always comes of it, and
    /// a field is changed where it is not.
    Stale(Flip<G::State>),
    /// Orders are those of the tick after.
    Early(Arc<Orders<G::Order>>),
    /// The fight is over too soon, with this outcome, as soon as the state is this.
    Short(Box<G::State>, G::Outcome),
}

/// Rules with a fault.
#[derive(Debug)]
pub struct Faulty<G: Ruleset> {
    sound: G,
    stages: Vec<Stage<Self>>,
    stage: usize,
    tick: u32,
    fault: Arc<Fault<G>>,
    visits: Arc<AtomicU32>,
    /// What first came of each tick.
    seen: Arc<Mutex<BTreeMap<u32, u64>>>,
}

impl<G: Ruleset> Faulty<G> {
    /// Seed a leak into sound rules.
    pub fn new(sound: G, tick: u32, stage: &str, flip: Flip<G::State>) -> Self {
        Self::with(sound, tick, stage, Fault::Leak(flip))
    }

    /// Seed a fault into sound rules.
    pub fn with(sound: G, tick: u32, stage: &str, fault: Fault<G>) -> Self {
        Self::shared(sound, tick, stage, Arc::new(fault))
    }

    fn shared(sound: G, tick: u32, stage: &str, fault: Arc<Fault<G>>) -> Self {
        let names: Vec<&'static str> = sound.stages().iter().map(|stage| stage.name).collect();
        let stage = names.iter().position(|name| *name == stage).expect("the rules have that stage");
        let stages = names.into_iter().zip(runs()).map(|(name, run)| Stage { name, run }).collect();
        Self { sound, stages, stage, tick, fault, visits: Arc::default(), seen: Arc::default() }
    }

    /// Do what the fault does behind a stage.
    fn spoil(&self, tick: u32, state: &mut G::State, is_fresh: bool) {
        let (is_here, is_past) = (tick == self.tick, tick >= self.tick);
        match *self.fault {
            Fault::Leak(flip) if is_here && self.visits.fetch_add(1, Ordering::SeqCst) % 2 == 1 => flip(state),
            Fault::Other(flip) if is_here => flip(state),
            Fault::MapOrder(take) if is_past => take(state, order_of_a_map()),
            Fault::Restarted(flip) if is_past && is_fresh => flip(state),
            Fault::Stale(flip) if is_past => {
                let now = self.sound_digest(state);
                if *self.seen.lock().expect("no other test holds it").entry(tick).or_insert(now) != now {
                    flip(state);
                }
            }
            _ => {}
        }
    }

    fn sound_digest(&self, state: &G::State) -> u64 {
        let mut digest = Digest::new();
        self.sound.digest(state, &mut digest);
        digest.total()
    }
}

/// Fold the keys of a hashed map in the order in which they are met, which is another one for every map.
#[expect(clippy::disallowed_types, clippy::iter_over_hash_type, reason = "the fault that the bans are there for")]
fn order_of_a_map() -> u32 {
    let map: std::collections::HashMap<u32, ()> = (0..64).map(|key| (key, ())).collect();
    let mut order = 0_u32;
    for key in map.keys() {
        order = order.wrapping_mul(31).wrapping_add(*key);
    }
    order
}

/// The buffers of the rules, and whether a tick was stepped with them before.
#[derive(Debug, Default)]
pub struct Buffers<S> {
    inner: S,
    used: bool,
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
    let orders = match &*rules.fault {
        Fault::Early(all) => all.at(*tick + 1),
        _ => orders,
    };
    let mut inner =
        Step::<G> { tick: *tick, state: &mut **state, scratch: &mut scratch.inner, orders, journal: &mut **journal };
    (rules.sound.stages()[N].run)(&rules.sound, &mut inner);
    if N == rules.stage {
        let is_fresh = !std::mem::replace(&mut step.scratch.used, true) && step.tick > 0;
        rules.spoil(step.tick + 1, step.state, is_fresh);
    }
}

impl<G: Ruleset> Simulation for Faulty<G> {
    type State = G::State;
    type Scratch = Buffers<G::Scratch>;
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
        match *self.fault {
            Fault::Undigested(hide) => {
                let mut seen = state.clone();
                hide(&mut seen);
                self.sound.digest(&seen, digest);
            }
            _ => self.sound.digest(state, digest),
        }
    }

    fn outcome(&self, state: &Self::State) -> Option<Self::Outcome> {
        match &*self.fault {
            Fault::Short(last, outcome) if **last == *state => Some(outcome.clone()),
            _ => self.sound.outcome(state),
        }
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
        Self::shared(self.sound.with_seed(seed), self.tick, stage, Arc::clone(&self.fault))
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
