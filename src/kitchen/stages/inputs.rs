//! Inputs: of all that was asked, one frame a cook; cooks by their own head think for themselves.

use crate::kitchen::bot;
use crate::kitchen::cook::Driver;
use crate::kitchen::event::What;
use crate::kitchen::input::winner;
use crate::kitchen::order::{Ask, Refusal};
use crate::kitchen::rules::Kitchen;
use crate::kitchen::stages::{Tick, tell};

/// Resolve what was asked, then let heads think.
pub fn run(rules: &Kitchen, tick: &mut Tick<'_>) {
    let orders = tick.orders;
    for (place, stamped) in orders.iter().enumerate() {
        let seat = stamped.order.seat().filter(|seat| *seat < tick.state.cooks.len());
        let refusal = match (seat, stamped.order.ask) {
            (None, _) => Some(Refusal::UnknownCook),
            (Some(seat), Ask::Do { .. }) if winner(orders, seat) != Some(place) => Some(Refusal::Outranked),
            (Some(seat), Ask::Auto) if tick.state.cooks[seat].driver == Driver::Bot => Some(Refusal::AlreadyAuto),
            _ => None,
        };
        if let Some(refusal) = refusal {
            tell(tick, What::Refused { order: stamped.order, refusal });
        }
    }
    for seat in 0..tick.state.cooks.len() {
        if let Some(place) = winner(orders, seat) {
            take_frame(tick, seat, place);
        }
    }
    // After the frames: of both in one tick, the head has the last word.
    for stamped in orders {
        let seat = stamped.order.seat().filter(|seat| *seat < tick.state.cooks.len());
        if let (Some(seat), Ask::Auto) = (seat, stamped.order.ask) {
            drive(tick, seat, Driver::Bot);
        }
    }
    bot::think(rules, tick);
}

fn take_frame(tick: &mut Tick<'_>, seat: usize, place: usize) {
    let stamped = &tick.orders[place];
    let Ask::Do { frame, ticks } = stamped.order.ask else { return };
    drive(tick, seat, Driver::Hand);
    let cook = &mut tick.state.cooks[seat];
    (cook.frame, cook.frame_until) = (frame, tick.tick + u32::from(ticks));
    (cook.received, cook.sequence) = (stamped.tick, stamped.sequence);
}

/// Let a cook change hands; the old frame goes with the old hand.
fn drive(tick: &mut Tick<'_>, seat: usize, driver: Driver) {
    let cook = &mut tick.state.cooks[seat];
    if cook.driver == driver {
        return;
    }
    cook.driver = driver;
    cook.frame_until = 0;
    (cook.errand, cook.thinks_at, cook.stuck_ticks, cook.aside_until) = (0, 0, 0, 0);
    tell(tick, What::Driven { cook: seat as u16, driver });
}
