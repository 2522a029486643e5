//! The reins: what a hand holds of a unit that it has taken over, and what of it changes from tick to tick.

use recorder::Simulation;

use crate::input::Key;

/// A key of the reins.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Rein {
    /// Up on the screen.
    Up,
    /// Down.
    Down,
    /// To the left.
    Left,
    /// To the right.
    Right,
    /// The one button.
    Act,
}

impl Rein {
    /// The rein that a key is.
    #[must_use]
    pub fn of_key(key: Key) -> Option<Self> {
        Some(match key {
            Key::Up | Key::Sign('w') => Self::Up,
            Key::Down | Key::Sign('s') => Self::Down,
            Key::Left | Key::Sign('a') => Self::Left,
            Key::Right | Key::Sign('d') => Self::Right,
            Key::Space => Self::Act,
            _ => return None,
        })
    }
}

/// What is asked of a unit while it is held: a way and the button.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Pull {
    /// −1, 0 or 1: to the left, not at all, to the right.
    pub x: i8,
    /// −1, 0 or 1: up, not at all, down.
    pub y: i8,
    /// The button is down.
    pub acts: bool,
}

/// Which reins are held.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Grip {
    held: [bool; 5],
    /// The button went down since it was last asked, and may be up again: a tap counts, however short.
    is_tapped: bool,
}

impl Grip {
    /// Take a rein, or let it go.
    pub fn set(&mut self, rein: Rein, is_held: bool) {
        let was_held = std::mem::replace(&mut self.held[rein as usize], is_held);
        self.is_tapped |= rein == Rein::Act && is_held && !was_held;
    }

    /// What is asked with this: ways that are opposite come to nothing.
    #[must_use]
    pub fn pull(&self) -> Pull {
        let held = |rein: Rein| i8::from(self.held[rein as usize]);
        Pull {
            x: held(Rein::Right) - held(Rein::Left),
            y: held(Rein::Down) - held(Rein::Up),
            acts: self.held[Rein::Act as usize] || self.is_tapped,
        }
    }

    /// Note that it was asked.
    pub fn note_asked(&mut self) {
        self.is_tapped = false;
    }
}

/// A game whose units can be taken over and moved by keys. Row places.
pub trait Driving<S: Simulation> {
    /// Whether a unit can be taken over.
    fn can_drive(&self, cast: &S::Cast, place: usize) -> bool;

    /// The order that asks a unit for a pull, until the next one.
    fn order(&self, place: usize, pull: Pull) -> S::Order;

    /// The order that lets a unit go again; `row` is what it was like when it was taken over.
    fn give_back(&self, place: usize, row: &S::Row) -> S::Order;

    /// Whether an order is for a unit: what was ordered for later makes way for the hand that takes it over.
    fn is_for(&self, order: &S::Order, place: usize) -> bool;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn opposite_ways_come_to_nothing_and_a_tap_counts_once() {
        let mut grip = Grip::default();
        grip.set(Rein::Left, true);
        grip.set(Rein::Up, true);
        assert_eq!(grip.pull(), Pull { x: -1, y: -1, acts: false });
        grip.set(Rein::Right, true);
        assert_eq!(grip.pull(), Pull { x: 0, y: -1, acts: false });
        grip.set(Rein::Act, true);
        grip.set(Rein::Act, false);
        assert!(grip.pull().acts, "a tap between two ticks");
        grip.note_asked();
        assert!(!grip.pull().acts);
    }
}
