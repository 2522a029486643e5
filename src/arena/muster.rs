//! A muster: the decks, who plays them, the orders and the seed; and how a scenario says so.

use bincode::Encode;
use recorder::{Stamped, encode, hash};

use crate::arena::content::Content;
use crate::arena::order::Order;
use crate::arena::ruleset::read_order;
use crate::arena::unit::DECK;
use crate::kernel::problem::quote;
use crate::kernel::sheet::Table;
use crate::kernel::side::Side;

/// The most orders a scenario can carry.
const ORDERS_MAX: usize = 1000;

/// Everything that a scenario says.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Muster {
    /// What the fight is called.
    pub title: String,
    /// The seed of the shuffles and of the choosers' whims.
    pub seed: u64,
    /// The lower side, then the upper.
    pub players: [Player; 2],
    /// Orders that the scenario itself gives.
    pub orders: Vec<Stamped<Order>>,
}

/// One side.
#[derive(Debug, Clone, Default, PartialEq, Eq, Encode)]
pub struct Player {
    /// Its cards, by index: eight, no two alike.
    pub deck: Vec<u8>,
    /// Whether the deck is shuffled; if not, the first four are in hand.
    pub shuffled: bool,
    /// Who plays beside the orders.
    pub chooser: Chooser,
}

/// Who plays a side's cards beside its orders.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Encode)]
pub enum Chooser {
    /// Nobody.
    #[default]
    None,
    /// Counters, then pushes when its elixir allows.
    Steady,
    /// Pushes early.
    Eager,
}

#[derive(Encode)]
struct Print<'a> {
    content: u64,
    seed: u64,
    players: &'a [Player; 2],
}

impl Muster {
    /// Read what a scenario says of the sides and the orders.
    pub fn read(t: &mut Table<'_>, content: &Content, title: &str, seed: u64) -> Self {
        let mut players = [Player::default(), Player::default()];
        for (side, mut t) in Side::BOTH.into_iter().zip(t.tables("side", 2..=2)) {
            side.check_name(&mut t);
            players[usize::from(side.index())] = read_player(&mut t, content);
        }
        Self { title: title.to_owned(), seed, players, orders: read_orders(t, content) }
    }

    /// Change the sides and turn the field. Plays out as the original, turned.
    #[must_use]
    pub fn turned(&self) -> Self {
        let mut other = self.clone();
        other.players.swap(0, 1);
        other.orders.iter_mut().for_each(|stamped| stamped.order = stamped.order.turned());
        other
    }

    /// Digest all that can change the fight, on top of the content. Orders and titles are not part of the rules.
    #[must_use]
    pub fn fingerprint(&self, content: u64) -> u64 {
        hash(&encode(&Print { content, seed: self.seed, players: &self.players }))
    }
}

fn read_player(t: &mut Table<'_>, content: &Content) -> Player {
    let names: Vec<&str> = content.cards.iter().map(|card| card.id.as_str()).collect();
    let deck: Vec<u8> = t.many_of("deck", DECK..=DECK, &names).into_iter().map(|card| card as u8).collect();
    for (place, card) in deck.iter().enumerate() {
        if deck[..place].contains(card) {
            let name = quote(&content.cards[usize::from(*card)].id);
            t.fault("deck", format!("{name} is in the deck twice"), format!("{DECK} cards, no two alike"));
        }
    }
    let choosers = [("none", Chooser::None), ("steady", Chooser::Steady), ("eager", Chooser::Eager)];
    Player {
        deck,
        shuffled: t.flag_or("shuffled", true),
        chooser: t.opt_choice("chooser", &choosers).unwrap_or(Chooser::Steady),
    }
}

fn read_orders(t: &mut Table<'_>, content: &Content) -> Vec<Stamped<Order>> {
    let mut orders: Vec<Stamped<Order>> = Vec::new();
    for (words, place) in t.placed_strings("orders", 0..=ORDERS_MAX) {
        match read_stamped(&words, content) {
            Ok((tick, order)) => {
                let sequence = orders.iter().filter(|other| other.tick == tick).count() as u32;
                orders.push(Stamped { tick, sequence, order });
            }
            Err(problem) => {
                let card = content.cards.first().map_or("CARD", |card| &card.id);
                t.fault_at(&place, problem, format!("for example `90 ally deploy {card} 3 12`"));
            }
        }
    }
    orders
}

fn read_stamped(words: &str, content: &Content) -> Result<(u32, Order), String> {
    let (tick, order) = words.trim().split_once(char::is_whitespace).unwrap_or((words, ""));
    let tick = tick.parse().map_err(|_| format!("{} is no tick", quote(tick)))?;
    Ok((tick, read_order(order, content)?))
}
