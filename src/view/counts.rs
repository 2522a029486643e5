//! What every ruleset counts and says alike: facts for the player's ledger, the strength of sides, the moments at which a
//! fight turned, and how it ended.

use player::ledger::Fact as Counted;
use player::view::{Turn, Verdict};
use recorder::{Frame, Recording};

use crate::kernel::ruleset::{Fact, Ruleset, Verdict as Told};
use crate::kernel::tally::Tally;
use crate::kernel::turns::{self, TurnKind, Turns};

/// Say what an event did to the counted numbers, as the player counts them.
pub(super) fn counted<G: Ruleset>(event: &G::Event) -> Option<Counted> {
    match G::fact(event)? {
        Fact::Damage { by, to, amount } => Some(Counted::Damage { by, to, amount }),
        Fact::Healing { by, to, amount } => Some(Counted::Healing { by, to, amount }),
        Fact::Fell { by, who } => Some(Counted::Fall { by, who }),
        Fact::Withdrew { .. } | Fact::Order { .. } => None,
    }
}

/// Say how strong each side is in a frame.
pub(super) fn strengths<G: Ruleset>(cast: &G::Cast, frame: &Frame<'_, G>) -> Vec<i64> {
    let mut sums = vec![0; G::side_names(cast).len()];
    for (place, row) in frame.rows().enumerate() {
        let (side, strength) = G::strength(cast, place, row);
        if let Some(sum) = sums.get_mut(side) {
            *sum += i64::from(strength);
        }
    }
    sums
}

/// Say who won, or that nobody did.
pub(super) fn won(told: Told, side: Option<u8>) -> Verdict {
    let headline = told.winner.map_or("A draw".to_owned(), |winner| format!("{} wins", capitalised(&winner)));
    Verdict { headline, reason: told.reason, side: side.map(usize::from) }
}

/// Find where a fight turned, as far as a tick: as its ruleset tells it, or by the strength of the sides.
pub(super) fn turns<G: Ruleset>(recording: &Recording<G>, until: u32) -> Vec<Turn> {
    if let Some(told) = G::turns(recording, until) {
        let turn =
            |turn: turns::Told| Turn { tick: turn.tick, side: turn.side, words: turn.words, for_good: turn.for_good };
        return told.into_iter().map(turn).collect();
    }
    let (names, hz) = (G::side_names(recording.cast()), recording.tick_hz());
    let Ok(tally) = Tally::of(recording, until.min(recording.last_tick())) else { return Vec::new() };
    let name_of = |side: usize| capitalised(names.get(side).map_or("nobody", String::as_str));
    let told = Turns::of(&tally, hz).told.into_iter().map(|turn| Turn {
        tick: turn.tick,
        side: turn.side,
        words: unbroken(&turn.words(&name_of(turn.side), G::POINTS, hz)),
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
