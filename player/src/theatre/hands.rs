//! The theatre's hands: what the selected are told, by pointing, by keys and by the buttons over their card.

use recorder::Simulation;

use super::Theatre;
use crate::cards;
use crate::colour::palette;
use crate::geometry::Vec2;
use crate::layout::Layout;
use crate::offers::TAKE_OVER;
use crate::reins::Driving;
use crate::view::{Ask, Choice, Offer};

/// What the next click on the field is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Aim {
    /// Whom the selected go for.
    Foe,
    /// The spot that an offer asks for, by the offer's key.
    Spot(char),
}

impl<S: Simulation> Theatre<S> {
    pub(super) fn retreat(&mut self) {
        if self.selected.is_empty() && self.view.obeys() {
            self.say("select who retreats: click a unit".to_owned(), palette::BONE_DIM);
        } else {
            self.give(&Ask::Retreat(self.selected.clone()));
        }
    }

    pub(super) fn go(&mut self, spot: Vec2, run: bool) {
        if self.aim.is_some() || self.selected.is_empty() {
            self.cancel();
        } else {
            self.give(&Ask::Go { selected: self.selected.clone(), spot, run });
        }
    }

    /// Whether anything can be pointed at; if not, why is said.
    fn can_aim(&mut self) -> bool {
        if self.playback.is_at_end() {
            self.say("the fight is over".to_owned(), palette::RUST);
        } else if self.has_floating() {
            self.say("close what lies over the field first".to_owned(), palette::BONE_DIM);
        } else {
            return true;
        }
        false
    }

    pub(super) fn aim_focus(&mut self) {
        if !self.view.obeys() {
            self.say("nobody here goes for an enemy by order".to_owned(), palette::BONE_DIM);
        } else if self.can_aim() {
            self.aim = if self.aim == Some(Aim::Foe) { None } else { Some(Aim::Foe) };
        }
    }

    /// Take what was pointed at: a spot, with the unit that is there.
    pub(super) fn take_aim(&mut self, spot: Vec2, unit: Option<usize>) {
        match (self.aim.take(), unit) {
            (Some(Aim::Spot(key)), _) => self.take_up(key, Some(spot)),
            (Some(Aim::Foe), Some(target)) => self.give(&Ask::Focus { selected: self.selected.clone(), target }),
            (Some(Aim::Foe), None) | (None, _) => {}
        }
    }

    /// What else the selected can be told now.
    pub(super) fn offers(&self) -> Vec<Offer> {
        let orders = self.branches.current().recording().rules().is_some();
        let is_held = self.curtain.is_some() || self.reins.is_some();
        if self.selected.is_empty() || !orders || is_held || self.is_covered() {
            return Vec::new();
        }
        let Some(scene) = self.scene() else { return Vec::new() };
        let driving = self.view.driving();
        let can_drive = |driving: &dyn Driving<S>| self.selected.iter().any(|p| driving.can_drive(scene.cast(), *p));
        let live = !self.playback.is_at_end();
        let taking = || Offer { key: TAKE_OVER, words: "Take over".to_owned(), lit: false, live, aims: false };
        let own = driving.filter(|driving| can_drive(*driving)).map(|_| taking());
        own.into_iter().chain(self.view.offers(&scene, &self.selected)).collect()
    }

    /// Where the buttons of offers have their foot: on the card of the selected unit, where there is one.
    pub(super) fn offers_foot(&self, layout: &Layout) -> f32 {
        let u = layout.unit;
        let pinned = self.selected.first().filter(|_| layout.inspector.is_none());
        let card = pinned.and_then(|place| self.view.card(&self.scene()?, *place));
        card.map_or(layout.field.bottom() - 10.0 * u, |card| cards::pinned(layout, &card).y - 5.0 * u)
    }

    /// Tell the selected what an offer says; one that asks for a spot waits for it.
    pub(super) fn tell(&mut self, key: char) {
        let offers = self.offers();
        let Some(offer) = offers.iter().find(|offer| offer.key == key) else {
            if !offers.is_empty() {
                self.say("they cannot do that".to_owned(), palette::BONE_DIM);
            }
            return;
        };
        if key == TAKE_OVER {
            return self.take_over(None);
        }
        if !offer.aims {
            return self.take_up(key, None);
        }
        if self.can_aim() {
            self.aim = if self.aim == Some(Aim::Spot(key)) { None } else { Some(Aim::Spot(key)) };
        }
    }

    fn take_up(&mut self, key: char, spot: Option<Vec2>) {
        let Some(scene) = self.scene() else { return };
        let orders = self.view.take_up(&scene, &self.selected, key, spot);
        drop(scene);
        self.order(orders);
    }

    /// Give orders at the tick under the cursor: the frame shown stays, the next one is of the new timeline.
    pub(super) fn give(&mut self, ask: &Ask) {
        let Some(scene) = self.scene() else { return };
        let orders = self.view.order(&scene, ask);
        drop(scene);
        self.order(orders);
    }

    fn order(&mut self, orders: Result<Vec<S::Order>, String>) {
        if self.curtain.is_some() {
            return;
        }
        let mut orders = match orders {
            Ok(orders) => orders,
            Err(refusal) => return self.say(refusal, palette::RUST),
        };
        let Some(scene) = self.scene() else { return };
        let tick = scene.tick();
        // An order of this very tick does not show yet; asked again, it would only be refused.
        let given = scene.recording.orders().at(tick);
        orders.retain(|order| given.iter().all(|other| other.order != *order));
        if orders.is_empty() {
            return self.say("that is ordered already".to_owned(), palette::BONE_DIM);
        }
        let words: Vec<String> = orders.iter().map(|order| self.view.words(scene.cast(), order)).collect();
        drop(scene);
        let name = words.join(", ");
        match self.branches.split(&*self.view, tick, orders, name.clone()) {
            Ok(()) => {
                self.playback.unwatch_after(tick);
                self.say(name, palette::LICHEN);
                self.follow_recorder();
            }
            Err(error) => self.tell_splice(&error),
        }
    }

    /// Take a card to be played, or put it back.
    pub(super) fn choose(&mut self, choice: Option<Choice>) {
        if choice.is_some() && self.playback.is_at_end() {
            return self.say("the fight is over".to_owned(), palette::RUST);
        }
        self.aim = self.aim.filter(|_| choice.is_none());
        self.chosen = choice;
    }

    pub(super) fn choose_next(&mut self, place: usize) {
        if !self.has_hands() {
            return;
        }
        let slots = self.slots(&self.layout()).into_iter().map(|slot| slot.choice);
        let same: Vec<Choice> = slots.filter(|choice| choice.place == place).collect();
        let at = self.chosen.and_then(|chosen| same.iter().position(|choice| *choice == chosen));
        self.choose(same.get(at.map_or(0, |at| at + 1)).copied());
    }

    /// Play the chosen card; it stays chosen where that is refused.
    pub(super) fn put(&mut self, spot: Vec2) {
        let Some(choice) = self.chosen else { return };
        let count = self.branches.all().len();
        self.give(&Ask::Play { choice, spot });
        self.chosen = self.chosen.filter(|_| self.branches.all().len() == count);
    }

    /// The card that is about to be played.
    #[must_use]
    pub fn chosen(&self) -> Option<Choice> {
        self.chosen
    }
}
