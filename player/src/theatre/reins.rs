//! The theatre's reins: a unit is taken over at the cursor, time goes on at its own pace, and every change of what is held
//! is an order of the next tick. The timeline that comes of it is recorded no further than it is watched; the one it left
//! stays. Given back, it is recorded to its end.

use recorder::{Simulation, SpliceError};

use super::Theatre;
use crate::colour::palette;
use crate::command::Command;
use crate::playback::Speed;
use crate::reins::{Grip, Pull, Rein};

/// Ticks that are recorded ahead of the cursor: more than one advance can pass.
const LEAD_TICKS: u32 = 8;

/// A unit that is taken over.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Reins<O> {
    /// Its row place.
    pub(super) place: usize,
    grip: Grip,
    /// What was asked last, and the tick of that order.
    asked: (Pull, u32),
    /// The order that gives it back.
    back: O,
}

impl<S: Simulation> Theatre<S> {
    /// The unit that is taken over, by its row place.
    #[must_use]
    pub fn driven(&self) -> Option<usize> {
        self.reins.as_ref().map(|reins| reins.place)
    }

    /// Take over a unit, or the selected one, or the first that can be.
    pub(super) fn take_over(&mut self, place: Option<usize>) {
        let Some(driving) = self.view.driving() else {
            return self.say("nobody can be taken over here".to_owned(), palette::BONE_DIM);
        };
        if self.curtain.is_some() {
            return self.say("nobody can be taken over before it is resolved".to_owned(), palette::BONE_DIM);
        }
        let at = self.input_tick();
        let recording = self.branches.current().recording();
        let cast = recording.cast();
        let Some(frame) = recording.frame(at) else { return };
        let can = |place: &usize| driving.can_drive(cast, *place) && *place < frame.len();
        let chosen = match place {
            Some(place) => Some(place).filter(can),
            None => self.selected.iter().copied().find(can).or_else(|| (0..frame.len()).find(can)),
        };
        let Some((place, row)) = chosen.and_then(|place| Some((place, frame.row(place)?))) else {
            return self.say("there is nobody of that number".to_owned(), palette::BONE_DIM);
        };
        if self.driven() == Some(place) {
            return;
        }
        let name = self.view.who(cast, place, row).name;
        let (rest, back) = (driving.order(place, Pull::default()), driving.give_back(place, row));
        let before = self.reins.as_ref().map(|reins| reins.back.clone());
        let makes_way = |order: &S::Order| driving.is_for(order, place);
        let done = match before {
            // From hand to hand it is one timeline.
            Some(before) => self.branches.go_over(&*self.view, at, &makes_way, vec![before, rest]),
            None => self.branches.take_over(&*self.view, at, &makes_way, vec![rest], format!("{name} by hand")),
        };
        match done {
            Ok(()) => {
                let grip = self.reins.take().map_or_else(Grip::default, |reins| reins.grip);
                self.reins = Some(Reins { place, grip, asked: (Pull::default(), at), back });
                self.playback.unwatch_after(at);
                self.playback.clear_repeat();
                self.playback.hurry(false);
                self.playback.set_speed(Speed::NORMAL);
                self.follow_recorder();
                self.playback.play();
                self.selected = vec![place];
                self.say(format!("{name} is yours"), palette::AMBER);
            }
            Err(error) => self.tell_splice(&error),
        }
    }

    /// Take a rein, or let it go.
    pub(super) fn pull(&mut self, rein: Rein, is_held: bool) {
        if let Some(reins) = &mut self.reins {
            reins.grip.set(rein, is_held);
            self.pass_on_reins();
        }
    }

    /// Let all reins go, but keep the unit.
    pub(super) fn drop_reins(&mut self) {
        if let Some(reins) = &mut self.reins {
            reins.grip = Grip::default();
            self.pass_on_reins();
        }
    }

    /// Give the unit back; its timeline is recorded to the end from here.
    pub(super) fn give_back(&mut self) {
        let Some(reins) = self.reins.take() else { return };
        // Of two words in one tick the first would count.
        let at = self.input_tick().max(reins.asked.1 + 1);
        // At the end of the fight there is nothing left to be given back.
        let _ = self.branches.go_over(&*self.view, at, &|_| false, vec![reins.back]);
        self.branches.let_go();
        self.follow_recorder();
        self.say("given back; the rest is worked out".to_owned(), palette::LICHEN);
    }

    /// Order what is held, if that is not what was ordered last; once a tick, for the first word of a tick counts.
    pub(super) fn pass_on_reins(&mut self) {
        let at = self.input_tick();
        let (Some(reins), Some(driving)) = (&mut self.reins, self.view.driving()) else { return };
        let pull = reins.grip.pull();
        if pull == reins.asked.0 || at <= reins.asked.1 {
            return;
        }
        let order = driving.order(reins.place, pull);
        match self.branches.go_over(&*self.view, at, &|_| false, vec![order]) {
            Ok(()) => {
                reins.grip.note_asked();
                reins.asked = (pull, at);
                self.changes += 1;
                self.follow_recorder();
            }
            // The fight ends there.
            Err(_) => self.end_reins(),
        }
    }

    /// Let time pass for a unit that is taken over: its timeline is recorded a little ahead.
    pub(super) fn keep_ahead(&mut self) {
        if self.reins.is_some() {
            let cursor = self.playback.cursor().tick();
            self.branches.keep_ahead(&*self.view, cursor.saturating_add(LEAD_TICKS));
            self.follow_recorder();
        }
    }

    /// Take in that time has passed.
    pub(super) fn follow_reins(&mut self) {
        self.pass_on_reins();
        if self.reins.is_some() && self.playback.is_at_end() {
            self.end_reins();
        }
    }

    fn end_reins(&mut self) {
        self.reins = None;
        self.branches.let_go();
        self.follow_recorder();
    }

    /// The tick whose order does not change what is shown: that of the frame shown, or between two the next one.
    fn input_tick(&self) -> u32 {
        let cursor = self.playback.cursor();
        cursor.tick() + u32::from(!cursor.is_on_tick())
    }

    pub(super) fn tell_splice(&mut self, error: &SpliceError) {
        let words = if matches!(error, SpliceError::AfterEnd { .. }) {
            "the fight is over".to_owned()
        } else {
            error.to_string()
        };
        self.say(words, palette::RUST);
    }
}

/// Whether a command is for somewhere else than the hand that holds a unit: it is given back before.
pub(super) fn leaves(command: &Command) -> bool {
    use Command as C;
    matches!(
        command,
        C::SetSpeed(_)
            | C::Faster
            | C::Slower
            | C::Reverse
            | C::Hurry(true)
            | C::FollowHead
            | C::Step(_)
            | C::Jump(_)
            | C::Home
            | C::End
            | C::Seek(_)
            | C::BeginScrub
            | C::NextFall
            | C::PreviousFall
            | C::NextOrder
            | C::PreviousOrder
            | C::NextTurn
            | C::PreviousTurn
            | C::NextMarker
            | C::PreviousMarker
            | C::SetRepeat(_)
            | C::AskTime
            | C::AskName
            | C::AskBranchName
            | C::AskDelete
            | C::AskSeed
            | C::ToggleSpoilerFree
            | C::Retreat
            | C::RetreatAll
            | C::AimFocus
            | C::Focus(_)
            | C::Go { .. }
            | C::Put(_)
            | C::Tell(_)
            | C::PreviousBranch
            | C::NextBranch
            | C::SwitchBranch(_)
            | C::DeleteBranch(_)
            | C::Compare(_)
            | C::CompareParent
            | C::WatchFrom(_)
            | C::ToggleHelp
            | C::Rematch(_)
            | C::Back
    )
}
