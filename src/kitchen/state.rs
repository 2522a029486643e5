//! The state of a round: cooks, stations, tickets, hazards, the tally, and how it ended.

use bincode::{Decode, Encode};
use recorder::Digest;
use serde::{Deserialize, Serialize};

use crate::kitchen::body::overlap;
use crate::kitchen::cook::Cook;
use crate::kitchen::hazard::{Cart, SPILLS_MAX, Spill};
use crate::kitchen::item::Item;
use crate::kitchen::outcome::Outcome;
use crate::kitchen::rules::Kitchen;
use crate::kitchen::station::{SLOTS, Station};
use crate::kitchen::tally::Tally;
use crate::kitchen::ticket::{TICKETS_OPEN_MAX, Ticket};

/// All that changes from tick to tick.
#[derive(Debug, Clone, PartialEq, Eq, Encode, Decode, Serialize, Deserialize)]
pub struct State {
    /// The cooks, by seat.
    pub cooks: Vec<Cook>,
    /// The stations, as the level lists them.
    pub stations: Vec<Station>,
    /// Places for tickets.
    pub tickets: [Ticket; TICKETS_OPEN_MAX],
    /// Places for spills.
    pub spills: [Spill; SPILLS_MAX],
    /// The carts, as the level lists them.
    pub carts: Vec<Cart>,
    /// The tally.
    pub tally: Tally,
    /// How it ended; `None` while it runs.
    pub ending: Option<Outcome>,
}

impl State {
    /// Digest everything, in named sections.
    pub fn digest(&self, digest: &mut Digest<'_>) {
        digest.section("cooks", |d| d.column(&self.cooks));
        digest.section("stations", |d| d.column(&self.stations));
        digest.section("tickets", |d| d.column(&self.tickets));
        digest.section("spills", |d| d.column(&self.spills));
        digest.section("carts", |d| d.column(&self.carts));
        digest.section("tally", |d| d.column(std::slice::from_ref(&self.tally)));
        digest.section("ending", |d| d.u64(self.ending.map_or(0, Outcome::digest_word)));
    }

    /// List every item there is: in hands by seat, then on stations.
    pub fn items(&self) -> impl Iterator<Item = Item> + '_ {
        let held = self.cooks.iter().map(|cook| cook.hand);
        held.chain(self.stations.iter().flat_map(|station| station.items)).filter(|item| item.is_some())
    }

    /// See to it that everything holds that must hold between two ticks.
    ///
    /// # Panics
    /// Something does not.
    pub fn check_invariants(&self, rules: &Kitchen) {
        let mut numbers: Vec<u16> = self.items().map(|item| item.id).collect();
        numbers.sort();
        let all = numbers.len();
        numbers.dedup();
        assert_eq!(numbers.len(), all, "an item is in two places");
        let live = self.tally.born - self.tally.gone;
        assert_eq!(all, usize::from(live), "{all} things in the kitchen, {live} in the ledger");
        for (seat, cook) in self.cooks.iter().enumerate() {
            let blocked = overlap(cook.at, |cell| rules.level.is_blocked(cell));
            assert!(blocked.is_none(), "cook {} at {:?} stands in {blocked:?}", seat + 1, cook.at);
        }
        for (place, station) in self.stations.iter().enumerate() {
            let count = station.count();
            assert!(station.items[count..].iter().all(|item| !item.is_some()), "a gap on station {place}");
            assert!(
                count <= SLOTS && (count..SLOTS).all(|slot| station.marks[slot].by == 0),
                "a stray mark on {place}"
            );
            if let Some(worker) = usize::from(station.worker).checked_sub(1) {
                let at = self.cooks.get(worker).map(|cook| usize::from(cook.works_at));
                assert_eq!(at, Some(place + 1), "station {place} and its worker disagree");
            }
        }
    }
}
