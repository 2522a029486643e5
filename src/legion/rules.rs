//! The rules of one battle: content, deployment and seed, worked out once and never changed; and the table of the tick.

use std::sync::Arc;

use recorder::{Digest, Packing, Show, Simulation, Stage, Stamped};

use crate::legion::cast::Cast;
use crate::legion::content::{Content, Faction, Kind};
use crate::legion::event::{Event, What};
use crate::legion::mind::roles::Roles;
use crate::legion::muster::Muster;
use crate::legion::order::{Order, Refusal};
use crate::legion::outcome::Outcome;
use crate::legion::packing::PACKING;
use crate::legion::row::Row;
use crate::legion::scratch::Scratch;
use crate::legion::stages;
use crate::legion::state::State;
use crate::legion::unit::Unit;

/// Ticks in a second.
/// Source: massed battle, 2.
pub const TICK_HZ: u32 = 30;

/// Seconds of a tick.
/// Source: massed battle, 2.
pub const DT: f32 = 1.0 / TICK_HZ as f32;

/// Seconds after which a battle ends on points.
/// Source: massed battle, 8.
pub const TIMEOUT_SECONDS: u32 = 2400;

/// Half of the side of the field, in metres.
/// Source: massed battle, 3: whoever runs past it has left.
pub const FIELD: f32 = 1180.0;

/// Men from whom on a tick is shared out between threads; fewer are moved in the time that it takes to ask for help.
/// Ours: a matter of speed only; what comes out is the same.
const MASSED_MEN: usize = 1_000;

/// The rules of one battle.
#[derive(Debug, Clone)]
pub struct Legion {
    /// Kinds, missiles, factions.
    pub content: Arc<Content>,
    /// Who fights, where they stand, under which seed.
    pub muster: Muster,
    /// The state of frame 0, made once.
    pub(crate) opening: Arc<State>,
    /// What each unit is for and where it stands in its army, from how the armies drew up.
    pub(crate) roles: Arc<Roles>,
    content_print: u64,
    fingerprint: u64,
}

/// A tick, in order. Officers carry out what the general wanted a tick ago; a rout counts toward the end in the same
/// tick.
/// Source: legion rules, tick order.
const STAGES: [Stage<Legion>; 14] = [
    Stage { name: "orders", run: stages::orders::run },
    Stage { name: "cohesion", run: stages::cohesion::run },
    Stage { name: "hash", run: stages::hash::run },
    Stage { name: "steering", run: stages::steering::run },
    Stage { name: "separation", run: stages::separation::run },
    Stage { name: "siege", run: stages::siege::run },
    Stage { name: "integration", run: stages::integration::run },
    Stage { name: "combat", run: stages::combat::run },
    Stage { name: "missiles", run: stages::missiles::run },
    Stage { name: "morale", run: stages::morale::run },
    Stage { name: "pathfinding", run: stages::pathfinding::run },
    Stage { name: "tactical", run: stages::tactical::run },
    Stage { name: "general", run: stages::general::run },
    Stage { name: "flow", run: stages::flow::run },
];

impl Legion {
    /// Make the rules of a battle. The muster fits the content: whoever reads one sees to that.
    #[must_use]
    pub fn new(content: Arc<Content>, muster: Muster) -> Self {
        let opening = Arc::new(State::start(&content, &muster));
        let roles = Arc::new(Roles::of(&content, &muster, &opening));
        let content_print = content.fingerprint();
        let fingerprint = muster.fingerprint(content_print);
        Self { content, muster, opening, roles, content_print, fingerprint }
    }

    /// Give the same battle under another seed.
    #[must_use]
    pub fn with_seed(&self, seed: u64) -> Self {
        let muster = Muster { seed, ..self.muster.clone() };
        let opening = Arc::new(State::start(&self.content, &muster));
        let roles = Arc::clone(&self.roles);
        let fingerprint = muster.fingerprint(self.content_print);
        Self {
            content: Arc::clone(&self.content),
            muster,
            opening,
            roles,
            content_print: self.content_print,
            fingerprint,
        }
    }

    /// The state of frame 0.
    #[must_use]
    pub fn opening(&self) -> &State {
        &self.opening
    }

    /// Whether there are so many men that a tick is worth sharing out between threads.
    #[must_use]
    pub(crate) fn is_massed(&self) -> bool {
        self.opening.men.len() >= MASSED_MEN
    }

    /// The kind of a unit.
    #[must_use]
    #[inline]
    pub fn kind(&self, unit: &Unit) -> &Kind {
        &self.content.kinds[usize::from(unit.kind)]
    }

    /// The faction of a side.
    #[must_use]
    pub fn faction(&self, side: u8) -> &Faction {
        &self.content.factions[usize::from(self.muster.sides[usize::from(side)].faction)]
    }
}

impl Simulation for Legion {
    type State = State;
    type Scratch = Scratch;
    type Row = Row;
    type Event = Event;
    type Order = Order;
    type Outcome = Outcome;
    type Cast = Cast;

    // 2: missiles are told from where they would have flown to.
    const LAYOUT: u32 = 2;

    fn ruleset(&self) -> &str {
        "legion"
    }

    fn fingerprint(&self) -> u64 {
        self.fingerprint
    }

    fn tick_hz(&self) -> u32 {
        TICK_HZ
    }

    fn cap_ticks(&self) -> u32 {
        TIMEOUT_SECONDS * TICK_HZ
    }

    fn start(&self) -> State {
        State::clone(&self.opening)
    }

    fn stages(&self) -> &[Stage<Self>] {
        &STAGES
    }

    fn observe(&self, state: &State, see: &mut impl FnMut(&Row)) {
        crate::legion::row::observe(self, state, see);
    }

    fn show(&self, state: &State, to: &mut impl Show<Row>) {
        crate::legion::row::show(self, state, to);
    }

    fn long_stage(&self) -> Option<&'static str> {
        self.is_massed().then_some("separation")
    }

    fn digest(&self, state: &State, digest: &mut Digest<'_>) {
        state.digest(digest);
    }

    fn outcome(&self, state: &State) -> Option<Outcome> {
        state.ending
    }

    fn refuse_late(&self, order: &Stamped<Order>, ended: u32) -> Event {
        Event { tick: ended, what: What::Refused { order: order.order, refusal: Refusal::Over } }
    }

    fn cast(&self) -> Cast {
        Cast::new(self)
    }

    fn packing() -> Option<Packing<Row>> {
        Some(PACKING)
    }

    fn row_bytes(row: &Row) -> usize {
        row.bytes()
    }

    fn state_bytes(state: &State) -> usize {
        state.bytes()
    }
}
