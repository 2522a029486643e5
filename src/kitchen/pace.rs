//! The live round: a caller gives time and frames, and gets whole ticks. The clock is the kernel's.

use std::sync::Arc;
use std::time::Duration;

use recorder::{Journal, Simulation, Stamped, Step};

use crate::kernel::TickClock;
use crate::kitchen::constants::{CALL_MAX_MILLIS, CALL_MAX_TICKS, TICK_HZ};
use crate::kitchen::event::Event;
use crate::kitchen::input::winner;
use crate::kitchen::order::Order;
use crate::kitchen::rules::Kitchen;
use crate::kitchen::scratch::Scratch;
use crate::kitchen::state::State;

/// A round in motion, driven by whoever calls.
#[derive(Debug)]
pub struct Pace {
    rules: Arc<Kitchen>,
    clock: TickClock,
    state: State,
    scratch: Scratch,
}

impl Pace {
    /// Start from frame 0.
    #[must_use]
    pub fn new(rules: Arc<Kitchen>) -> Self {
        let state = rules.start();
        Self { rules, clock: TickClock::new(TICK_HZ), state, scratch: Scratch::default() }
    }

    /// Take in time and frames; step every whole tick that comes of them, and give what happened.
    ///
    /// Source: kitchen rule "the tick". Time above 100 ms a call is dropped, what is no whole tick is kept for the next
    /// call. Frames are resolved once a call and offered to every tick of it; what comes of none goes with the call.
    pub fn step(&mut self, delta: Duration, frames: &[Stamped<Order>]) -> Vec<Event> {
        let delta = delta.min(Duration::from_millis(u64::from(CALL_MAX_MILLIS)));
        let due = self.clock.advance(delta, CALL_MAX_TICKS).ticks;
        let resolved: Vec<Stamped<Order>> = (0..self.state.cooks.len())
            .filter_map(|seat| winner(frames, seat))
            .map(|place| frames[place].clone())
            .collect();
        let mut events = Vec::new();
        for nth in 0..due {
            if self.state.ending.is_some() {
                break;
            }
            // Who is wrong is told so once a call.
            let offered = if nth == 0 { frames } else { &resolved };
            let tick = self.clock.tick() - due + nth;
            events.extend(self.step_once(tick, offered));
        }
        events
    }

    /// The state after the last whole tick.
    #[must_use]
    pub fn state(&self) -> &State {
        &self.state
    }

    /// Ticks stepped so far.
    #[must_use]
    pub fn tick(&self) -> u32 {
        self.clock.tick()
    }

    fn step_once(&mut self, tick: u32, orders: &[Stamped<Order>]) -> Vec<Event> {
        let mut journal = Journal::new();
        let mut step = Step { tick, state: &mut self.state, scratch: &mut self.scratch, orders, journal: &mut journal };
        for stage in self.rules.stages() {
            (stage.run)(&self.rules, &mut step);
        }
        journal.events().to_vec()
    }
}
