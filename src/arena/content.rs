//! Content: ledger, map and cards, read from the assets with every problem in any of them at once.

use recorder::{Digest, encode, hash};

use crate::arena::card::{Card, Form, read_cards};
use crate::arena::ledger::Ledger;
use crate::arena::map::Map;
use crate::kernel::assets::Assets;
use crate::kernel::problem::Problems;
use crate::kernel::sheet::Sheet;

/// What every fight of this ruleset stands on.
#[derive(Debug, Clone)]
pub struct Content {
    /// The constants.
    pub ledger: Ledger,
    /// What lies where.
    pub map: Map,
    /// All cards.
    pub cards: Vec<Card>,
    /// All forms: the towers', then one for each card that brings bodies.
    pub forms: Vec<Form>,
}

impl Content {
    /// Read the content that the assets have.
    ///
    /// # Errors
    /// Everything that is wrong in any of the files.
    pub fn from_assets(assets: &Assets) -> Result<Self, Problems> {
        let mut problems = Problems::default();
        let sheets = ["ledger", "map", "cards"].map(|name| problems.take(assets.read(&format!("arena/{name}.toml"))));
        let [Some(ledger), Some(map), Some(cards)] = sheets else { return Err(problems) };
        Self::read(&ledger, &map, &cards)
    }

    /// Read all content.
    ///
    /// # Errors
    /// Everything that is wrong in any of the files.
    pub fn read(ledger: &Sheet, map: &Sheet, cards: &Sheet) -> Result<Self, Problems> {
        // Map and cards are judged by the ledger; with one in doubt, they could not be told right from wrong.
        let ledger = ledger.read(Ledger::read)?;
        let mut problems = Problems::default();
        let map = problems.take(map.read(|t| Map::read(t, &ledger)));
        let cards = problems.take(cards.read(|t| read_cards(t, &ledger)));
        match (map, cards) {
            (Some(map), Some((cards, forms))) => problems.or(Self { ledger, map, cards, forms }),
            _ => Err(problems),
        }
    }

    /// Digest all of it.
    #[must_use]
    pub fn fingerprint(&self) -> u64 {
        let mut digest = Digest::new();
        digest.u64(hash(&encode(&self.ledger)));
        digest.column(self.map.all());
        digest.u64(hash(&encode(&self.cards)));
        digest.u64(hash(&encode(&self.forms)));
        digest.total()
    }

    /// Find a card by the name that files use.
    #[must_use]
    pub fn card(&self, id: &str) -> Option<u8> {
        self.cards.iter().position(|card| card.id == id).map(|index| index as u8)
    }
}
