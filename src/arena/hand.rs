//! A hand: what a side holds, what comes next, and what it can pay. The king of the side keeps all of it.

use crate::arena::ledger::Elixir;
use crate::arena::muster::{Muster, Player};
use crate::arena::unit::{DECK, HAND, QUEUE, Unit};
use crate::kernel::stream::Stream;

/// Give the cards of a side in the order in which they will come up.
///
/// Both sides shuffle by the same draws: equal decks come up equal, and nobody gains by being asked first.
#[must_use]
pub fn order_of(muster: &Muster, player: &Player) -> [u8; DECK] {
    let mut cards = [0; DECK];
    for (card, dealt) in cards.iter_mut().zip(&player.deck) {
        *card = *dealt;
    }
    if player.shuffled {
        let mut stream = Stream::from_seed(muster.seed).fork("deck");
        for place in (1..DECK).rev() {
            cards.swap(place, stream.below(place as u32 + 1) as usize);
        }
    }
    cards
}

impl Unit {
    /// Take up a deck, in order, and the elixir of the start.
    pub fn take_up(&mut self, cards: [u8; DECK], elixir: &Elixir) {
        self.hand.copy_from_slice(&cards[..HAND]);
        self.queue.copy_from_slice(&cards[HAND..]);
        self.elixir_base = -elixir.start * elixir.drops;
    }

    /// Count the drops a king's side holds at a tick.
    #[must_use]
    pub fn drops(&self, elixir: &Elixir, tick: u32) -> i32 {
        (elixir.fallen(tick) - self.elixir_base).min(elixir.cap * elixir.drops)
    }

    /// Find a card in a king's hand.
    #[must_use]
    pub fn held(&self, card: u8) -> Option<usize> {
        self.hand.iter().position(|held| *held == card)
    }

    /// Pay for a card and put it behind the others; the next one takes its place in the hand.
    pub fn spend(&mut self, slot: usize, points: i32, elixir: &Elixir, tick: u32) {
        let left = self.drops(elixir, tick) - points * elixir.drops;
        self.elixir_base = elixir.fallen(tick) - left;
        let played = std::mem::replace(&mut self.hand[slot], self.queue[0]);
        self.queue.rotate_left(1);
        self.queue[QUEUE - 1] = played;
    }
}
