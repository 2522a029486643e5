//! The rules of one round: pantry, level, cooks, seed and inputs, worked out once; and the table of the tick.

use std::sync::Arc;

use recorder::{Digest, Simulation, Stage, Stamped, encode, fold, hash};

use crate::kitchen::body::{Axis, sweep};
use crate::kitchen::brief::{Brief, BuildError};
use crate::kitchen::cast::Cast;
use crate::kitchen::constants::TICK_HZ;
use crate::kitchen::cook::{Cook, Driver};
use crate::kitchen::errand::Ways;
use crate::kitchen::event::{Event, What};
use crate::kitchen::grain::TILE;
use crate::kitchen::hazard::{SPILLS_MAX, Spill};
use crate::kitchen::item::Mark;
use crate::kitchen::level::Level;
use crate::kitchen::order::{Order, Refusal};
use crate::kitchen::outcome::Outcome;
use crate::kitchen::pantry::Pantry;
use crate::kitchen::row::Row;
use crate::kitchen::scratch::Scratch;
use crate::kitchen::stages;
use crate::kitchen::state::State;
use crate::kitchen::station::Station;
use crate::kitchen::tally::Tally;
use crate::kitchen::ticket::{TICKETS_OPEN_MAX, Ticket};

/// Raised when a rule changes that no data shows: files then say so.
const RULES_VERSION: u64 = 1;

/// The rules of one round.
#[derive(Debug, Clone)]
pub struct Kitchen {
    /// What can be cooked.
    pub pantry: Arc<Pantry>,
    /// The kitchen.
    pub level: Arc<Level>,
    /// Who cooks, from which inputs.
    pub brief: Brief,
    /// The seed.
    pub seed: u64,
    /// The ways through the kitchen.
    pub ways: Arc<Ways>,
    content_print: u64,
}

/// A tick, in order.
const STAGES: [Stage<Kitchen>; 7] = [
    Stage { name: "inputs", run: stages::inputs::run },
    Stage { name: "actions", run: stages::actions::run },
    Stage { name: "movement", run: stages::movement::run },
    Stage { name: "stations", run: stages::stations::run },
    Stage { name: "tickets", run: stages::tickets::run },
    Stage { name: "hazards", run: stages::hazards::run },
    Stage { name: "clock", run: stages::clock::run },
];

impl Kitchen {
    /// Build a round: a function of level, seats, seed and inputs, and of nothing else.
    ///
    /// # Errors
    /// Seats that have no place, by name.
    pub fn build(pantry: Arc<Pantry>, level: Arc<Level>, mut brief: Brief, seed: u64) -> Result<Self, BuildError> {
        brief.check(&level)?;
        brief.seats.sort_by_key(|seat| seat.seat);
        let ways = Arc::new(Ways::new(&level));
        let content_print = hash(&encode(&(&*pantry, &*level, &brief)));
        Ok(Self { pantry, level, brief, seed, ways, content_print })
    }

    /// Give the same round under another seed.
    #[must_use]
    pub fn with_seed(&self, seed: u64) -> Self {
        Self { seed, ..self.clone() }
    }

    /// Put the cooks at their starts: in the middle of the tile, those who share one a quarter tile apart, along x, then y.
    fn seat_cooks(&self) -> Vec<Cook> {
        let spawns = &self.level.spawns;
        let spawn_of = |seat: i32| seat as usize % spawns.len();
        let seats = &self.brief.seats;
        let place = |(index, seat): (usize, &crate::kitchen::brief::Seat)| {
            let spawn = spawn_of(seat.seat);
            let earlier = seats[..index].iter().filter(|other| spawn_of(other.seat) == spawn).count() as i32;
            let is_blocked = |cell| self.level.is_blocked(cell);
            let aside = sweep(spawns[spawn].middle(), Axis::X, TILE / 4 * (earlier % 2), &is_blocked);
            let at = sweep(aside.at, Axis::Y, TILE / 4 * (earlier / 2 % 2), &is_blocked).at;
            Cook::new(at, if seat.is_bot { Driver::Bot } else { Driver::Hand })
        };
        seats.iter().enumerate().map(place).collect()
    }
}

impl Simulation for Kitchen {
    type State = State;
    type Scratch = Scratch;
    type Row = Row;
    type Event = Event;
    type Order = Order;
    type Outcome = Outcome;
    type Cast = Cast;

    fn ruleset(&self) -> &str {
        "kitchen"
    }

    fn fingerprint(&self) -> u64 {
        fold(fold(self.content_print, self.seed), RULES_VERSION)
    }

    fn tick_hz(&self) -> u32 {
        TICK_HZ
    }

    fn cap_ticks(&self) -> u32 {
        self.brief.ticks
    }

    fn start(&self) -> State {
        let mut tally = Tally {
            next_ticket_at: 20,
            next_spill_at: self.level.spill.map_or(0, |plan| plan.every_ticks),
            ..Tally::default()
        };
        let mut stations: Vec<Station> =
            self.level.spots.iter().map(|spot| Station::new(spot.fixture, spot.stock)).collect();
        for laid in &self.brief.items {
            let item = tally.mint(laid.ware, laid.form);
            stations[usize::from(laid.station)].put(item, Mark::NONE);
        }
        State {
            cooks: self.seat_cooks(),
            stations,
            tickets: [Ticket::default(); TICKETS_OPEN_MAX],
            spills: [Spill::default(); SPILLS_MAX],
            carts: self.level.carts.iter().map(|plan| plan.start()).collect(),
            tally,
            ending: None,
        }
    }

    fn stages(&self) -> &[Stage<Self>] {
        &STAGES
    }

    fn observe(&self, state: &State, see: &mut impl FnMut(&Row)) {
        state.cooks.iter().for_each(|cook| see(&Row::Cook(*cook)));
        state.stations.iter().for_each(|station| see(&Row::Station(*station)));
        state.tickets.iter().for_each(|ticket| see(&Row::Ticket(*ticket)));
        state.spills.iter().for_each(|spill| see(&Row::Spill(*spill)));
        state.carts.iter().for_each(|cart| see(&Row::Cart(*cart)));
        see(&Row::Tally(state.tally));
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
        size_of::<State>()
            + size_of_val(&state.cooks[..])
            + size_of_val(&state.stations[..])
            + size_of_val(&state.carts[..])
    }
}
