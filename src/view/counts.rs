//! What every ruleset counts alike: facts for the player's ledger, and the moments at which a fight turned.

use player::ledger::Fact as Counted;
use player::view::Turn;
use recorder::Recording;

use crate::kernel::ruleset::{Fact, Ruleset};
use crate::kernel::tally::Tally;
use crate::kernel::turns::{TurnKind, Turns};

/// Say what an event did to the counted numbers, as the player counts them.
pub(super) fn counted<G: Ruleset>(event: &G::Event) -> Option<Counted> {
    match G::fact(event)? {
        Fact::Damage { by, to, amount } => Some(Counted::Damage { by, to, amount }),
        Fact::Healing { by, to, amount } => Some(Counted::Healing { by, to, amount }),
        Fact::Fell { by, who } => Some(Counted::Fall { by, who }),
        Fact::Withdrew { .. } | Fact::Order { .. } => None,
    }
}

/// Find where a fight turned, as far as a tick.
pub(super) fn turns<G: Ruleset>(recording: &Recording<G>, until: u32) -> Vec<Turn> {
    let (names, hz) = (G::side_names(recording.cast()), recording.tick_hz());
    let Ok(tally) = Tally::of(recording, until.min(recording.last_tick())) else { return Vec::new() };
    let told = Turns::of(&tally, hz).told.into_iter().map(|turn| Turn {
        tick: turn.tick,
        side: turn.side,
        words: unbroken(&turn.words(&capitalised(names.get(turn.side).map_or("nobody", String::as_str)), hz)),
        for_good: matches!(turn.kind, TurnKind::Ahead { for_good: true } | TurnKind::Lead { for_good: true }),
    });
    told.collect()
}

/// Keep a number and its unit on one line.
fn unbroken(words: &str) -> String {
    words.strip_suffix(" s").map_or_else(|| words.to_owned(), |number| format!("{number}\u{a0}s"))
}

/// Write a word with a capital.
pub(super) fn capitalised(word: &str) -> String {
    let mut letters = word.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}
