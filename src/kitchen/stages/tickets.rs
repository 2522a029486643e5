//! Tickets: guests order, wait, and give up.

use crate::kernel::stream::Stream;
use crate::kitchen::event::What;
use crate::kitchen::rules::Kitchen;
use crate::kitchen::stages::{Tick, tell};
use crate::kitchen::ticket::Ticket;

/// Close what is overdue, then open what is due.
pub fn run(rules: &Kitchen, tick: &mut Tick<'_>) {
    give_up(rules, tick);
    order(rules, tick);
}

fn give_up(rules: &Kitchen, tick: &mut Tick<'_>) {
    for slot in 0..tick.state.tickets.len() {
        let ticket = tick.state.tickets[slot];
        if !ticket.is_open() || tick.next_tick() < ticket.due {
            continue;
        }
        tick.state.tickets[slot] = Ticket::default();
        let points = rules.pantry.missed_points;
        tick.state.tally.missed += 1;
        tick.state.tally.score(points);
        tell(tick, What::Missed { ticket: ticket.number, dish: ticket.dish, points });
    }
}

fn order(rules: &Kitchen, tick: &mut Tick<'_>) {
    let level = &rules.level;
    let tally = &tick.state.tally;
    let is_due = tick.tick >= u32::from(tally.next_ticket_at) && tally.issued < level.tickets;
    let open = tick.state.tickets.iter().filter(|ticket| ticket.is_open()).count();
    if !is_due || open >= usize::from(level.tickets_open) {
        return;
    }
    let Some(slot) = tick.state.tickets.iter().position(|ticket| !ticket.is_open()) else { return };
    let mut stream = Stream::resume(Stream::from_seed(rules.seed).fork("tickets").key(), tally.ticket_draws);
    let Some(dish) = stream.pick(&level.menu).copied() else { return };
    let opened = tick.next_tick();
    let due = opened + u32::from(rules.pantry.dishes[usize::from(dish)].patience_ticks);
    let tally = &mut tick.state.tally;
    tally.ticket_draws = stream.drawn();
    tally.issued += 1;
    tally.next_ticket_at = tick.tick as u16 + level.ticket_every_ticks;
    let number = tally.issued;
    tick.state.tickets[slot] = Ticket { number, dish, opened, due };
    tell(tick, What::Ordered { ticket: number, dish, due });
}
