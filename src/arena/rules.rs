//! The rules of one fight: content, scenario and seed, worked out once and never changed; and the table of the tick.

use std::sync::Arc;

use recorder::{Digest, Simulation, Stage, Stamped};

use crate::arena::card::{Card, Form, KING, PRINCESS};
use crate::arena::cast::Cast;
use crate::arena::content::Content;
use crate::arena::event::{Event, What};
use crate::arena::hand::order_of;
use crate::arena::ledger::Occluded;
use crate::arena::map::Gait;
use crate::arena::muster::Muster;
use crate::arena::order::{Order, Refusal};
use crate::arena::outcome::Outcome;
use crate::arena::scratch::Scratch;
use crate::arena::space::{SubTile, seen_by, sign_of};
use crate::arena::stages;
use crate::arena::state::{Nodes, State};
use crate::arena::unit::{Facing, Stance, Unit};
use crate::kernel::path::Ground;

/// Ticks in a second.
pub const TICK_HZ: u32 = 20;

/// The rules of one fight.
#[derive(Debug, Clone)]
pub struct Arena {
    /// Ledger, map, cards and forms.
    pub content: Arc<Content>,
    /// Who plays with what.
    pub muster: Muster,
    /// The ground without buildings, for walkers and for those who hop.
    pub grounds: Arc<[Ground; 2]>,
    content_print: u64,
    fingerprint: u64,
}

/// A tick, in order.
const STAGES: [Stage<Arena>; 10] = [
    Stage { name: "orders", run: stages::orders::run },
    Stage { name: "choices", run: stages::choices::run },
    Stage { name: "targets", run: stages::targets::run },
    Stage { name: "routes", run: stages::routes::run },
    Stage { name: "movement", run: stages::movement::run },
    Stage { name: "contact", run: stages::contact::run },
    Stage { name: "strikes", run: stages::strikes::run },
    Stage { name: "missiles", run: stages::missiles::run },
    Stage { name: "falls", run: stages::falls::run },
    Stage { name: "outcome", run: stages::outcome::run },
];

impl Arena {
    /// Make the rules of a fight. The muster fits the content: whoever reads one sees to that.
    #[must_use]
    pub fn new(content: Arc<Content>, muster: Muster) -> Self {
        let paths = &content.ledger.path;
        let building = if paths.occluded == Occluded::Cost { paths.building } else { 0 };
        let grounds = [Gait::Walk, Gait::Hop].map(|gait| content.map.ground(paths, gait).with_building_cost(building));
        let content_print = content.fingerprint();
        let fingerprint = muster.fingerprint(content_print);
        Self { content, muster, grounds: Arc::new(grounds), content_print, fingerprint }
    }

    /// Give the same fight under another seed.
    #[must_use]
    pub fn with_seed(&self, seed: u64) -> Self {
        let mut other = self.clone();
        other.muster.seed = seed;
        other.fingerprint = other.muster.fingerprint(other.content_print);
        other
    }

    /// Give the form of a unit.
    #[must_use]
    #[inline]
    pub fn form(&self, unit: &Unit) -> &Form {
        &self.content.forms[usize::from(unit.form)]
    }

    /// Give a card by index.
    #[must_use]
    pub fn card(&self, index: u8) -> &Card {
        &self.content.cards[usize::from(index)]
    }

    /// Check that a king holds its side's deck.
    ///
    /// # Panics
    /// It does not: a fault in the rules.
    pub fn check_hand(&self, side: u8, king: &Unit) {
        let mut held: Vec<u8> = king.hand.iter().chain(&king.queue).copied().collect();
        let mut deck = self.muster.players[usize::from(side)].deck.clone();
        held.sort();
        deck.sort();
        assert_eq!(held, deck, "side {side} holds other cards than its deck has");
    }

    fn tower(&self, side: u8, which: usize) -> Unit {
        let form = if which == 0 { KING } else { PRINCESS };
        Unit {
            at: SubTile::from_native(seen_by(side, self.content.ledger.towers.spot(which))),
            health: self.content.forms[usize::from(form)].health,
            facing: Facing { x: 0, y: 256 * sign_of(side) as i16 },
            form,
            side,
            stance: Stance::IDLE,
            ..Unit::default()
        }
    }
}

impl Simulation for Arena {
    type State = State;
    type Scratch = Scratch;
    type Row = Unit;
    type Event = Event;
    type Order = Order;
    type Outcome = Outcome;
    type Cast = Cast;

    fn ruleset(&self) -> &str {
        "arena"
    }

    fn fingerprint(&self) -> u64 {
        self.fingerprint
    }

    fn tick_hz(&self) -> u32 {
        TICK_HZ
    }

    fn cap_ticks(&self) -> u32 {
        self.content.ledger.length_ticks + self.content.ledger.overtime_ticks
    }

    fn start(&self) -> State {
        let mut units = Vec::with_capacity(64);
        for side in 0..2 {
            units.extend((0..3).map(|which| self.tower(side, which)));
            let cards = order_of(&self.muster, &self.muster.players[usize::from(side)]);
            units[State::king(side)].take_up(cards, &self.content.ledger.elixir);
        }
        let routes = vec![Nodes::default(); units.len()];
        State { units, routes, missiles: Vec::new(), ending: None }
    }

    fn stages(&self) -> &[Stage<Self>] {
        &STAGES
    }

    fn rows<'a>(&'a self, state: &'a State) -> Option<&'a [Unit]> {
        Some(&state.units)
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

    fn state_bytes(state: &State) -> usize {
        let nodes: usize = state.routes.iter().map(|nodes| size_of_val(&nodes.0[..])).sum();
        size_of::<State>()
            + size_of_val(&state.units[..])
            + size_of_val(&state.routes[..])
            + size_of_val(&state.missiles[..])
            + nodes
    }
}
