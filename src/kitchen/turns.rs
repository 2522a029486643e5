//! Turning points: stars that were reached and lost again, tickets that were missed, fires.

use recorder::Recording;

use crate::kernel::turns::Told;
use crate::kitchen::event::What;
use crate::kitchen::{Kitchen, Row};

/// The side of the cooks.
const CREW: usize = 0;
/// The side of those who wait.
const GUESTS: usize = 1;

/// What the stars are called, by number.
const STARS: [&str; 3] = ["The first star", "The second star", "The third star"];

/// Find where a round turned, as far as a tick.
#[must_use]
pub fn of(recording: &Recording<Kitchen>, until: u32) -> Vec<Told> {
    let cast = recording.cast();
    let mut turns: Vec<Told> = Vec::new();
    let mut stars = 0;
    for event in recording.events(0..recording.event_count()).filter(|event| event.tick <= until) {
        let turn = |side, words| Told { tick: event.tick, side, words, for_good: false };
        match event.what {
            What::Missed { ticket, dish, .. } => {
                turns.push(turn(GUESTS, format!("Ticket {ticket} is missed: {}", cast.dish(dish))));
            }
            What::Caught { station, .. } => {
                turns.push(turn(GUESTS, format!("The {} is on fire", cast.station(station))))
            }
            What::Served { .. } | What::Trashed { .. } => {}
            _ => continue,
        }
        let now = stars_at(recording, event.tick).unwrap_or(stars);
        let named = || STARS.iter().zip(cast.stars).enumerate();
        for (_, (star, least)) in named().filter(|(place, _)| (stars..now).contains(place)) {
            turns.push(turn(CREW, format!("{star}, at {least} points")));
        }
        for (_, (star, _)) in named().filter(|(place, _)| (now..stars).contains(place)) {
            turns.push(turn(GUESTS, format!("{star} is lost again")));
        }
        stars = now;
    }
    // The last star that was not lost again.
    if let Some(last) = turns.iter_mut().rfind(|turn| turn.side == CREW).filter(|_| stars > 0) {
        last.for_good = true;
    }
    turns
}

fn stars_at(recording: &Recording<Kitchen>, tick: u32) -> Option<usize> {
    let frame = recording.frame(tick)?;
    let Row::Tally(tally) = frame.row(frame.len().checked_sub(1)?)? else { return None };
    Some(usize::from(tally.stars(recording.cast().stars)))
}
