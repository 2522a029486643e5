//! Orders as they are typed: a tick, and words that only the ruleset can read.

use recorder::{Orders, Stamped};

use crate::kernel::problem::quote;
use crate::kernel::ruleset::Ruleset;

/// An order, its words still unread.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OrderText {
    /// The tick at which it is given.
    pub tick: u32,
    /// All after the tick: `ally retreat 3`.
    pub words: String,
    /// As it was given, for error messages.
    pub given: String,
}

impl OrderText {
    /// Split an order into its tick and its words.
    pub fn read(text: &str) -> Result<Self, String> {
        let trimmed = text.trim();
        let (tick, words) = trimmed.split_once(char::is_whitespace).unwrap_or((trimmed, ""));
        let tick = tick
            .parse()
            .map_err(|_| format!("it starts with {} where a tick from 0 to {} belongs", quote(tick), u32::MAX))?;
        let words = words.split_whitespace().collect::<Vec<_>>().join(" ");
        if words.is_empty() {
            return Err("behind the tick there is no order, as in \"90 ally retreat 3\"".to_owned());
        }
        Ok(Self { tick, words, given: text.to_owned() })
    }

    /// Read the words and put the order behind all others of its tick.
    pub fn add_to<G: Ruleset>(&self, orders: &mut Orders<G::Order>, rules: &G) -> Result<(), String> {
        let order = rules.read_order(&self.words)?;
        let sequence = orders.next_sequence(self.tick);
        orders.insert(Stamped { tick: self.tick, sequence, order });
        Ok(())
    }
}
