//! The theatre's moments: going to what happened, to what was marked and to what was typed.

use recorder::Simulation;

use super::Theatre;
use crate::colour::palette;
use crate::layout::clock;
use crate::markers::Toggled;
use crate::playback::Moment;
use crate::prompt::{self, Asked, Prompt};
use crate::screen::{Fault, Next};
use crate::view::MarkKind;

/// What is said, without spoilers, at the end of what was watched.
const NOTHING_WATCHED: &str = "nothing further is watched yet";

impl<S: Simulation> Theatre<S> {
    /// The first tick of the watched timeline that is not as it was reported.
    pub(super) fn parted(&self) -> Option<u32> {
        self.branches.current().parted()
    }

    /// Stop where the fight first goes another way than was reported, and say so once. Who plays on knows.
    pub(super) fn stop_at_parting(&mut self, before: Moment) {
        let passed = |parted: &u32| (before.tick()..self.playback.cursor().tick()).contains(&parted.saturating_sub(1));
        let Some(parted) = self.parted().filter(|parted| !self.parting_told && passed(parted)) else { return };
        self.parting_told = true;
        self.playback.pause();
        self.playback.seek(Moment::of_tick(parted));
        let words = format!(
            "Tick {parted} came out otherwise than the report has it. From here on, what is shown and counted is not what \
             was reported; the bar is marked.\n\nClose this and play on, or go back to what came before."
        );
        self.next = Some(Next::Fault(Fault::new("Another way than was reported", words)));
    }

    pub(super) fn seek_mark(&mut self, on: bool, kinds: &[MarkKind], what: &str) {
        let cursor = self.playback.cursor();
        let annals = self.branches.current().annals();
        // From between two ticks, what the tick before showed lies behind.
        let before = if cursor.is_on_tick() { cursor.tick() } else { cursor.tick() + 1 };
        let found = if on { annals.mark_after(cursor.tick(), kinds) } else { annals.mark_before(before, kinds) };
        match found.filter(|tick| self.playback.may_show(*tick)) {
            Some(tick) => self.playback.seek(Moment::of_tick(tick)),
            None if on => self.say_nothing_after(&format!("no {what} after this")),
            None => self.say(format!("no {what} before this"), palette::BONE_DIM),
        }
    }

    /// To the end, or the end of what was watched; at that already, say so.
    pub(super) fn go_to_end(&mut self) {
        if self.playback.is_at_veil() {
            self.say_nothing_after(NOTHING_WATCHED);
        }
        self.playback.go_to_end();
    }

    /// Say that there is nothing of a kind further on. Without spoilers the same is said whether or not there is.
    fn say_nothing_after(&mut self, nothing: &str) {
        let playback = &self.playback;
        let words = if playback.is_at_veil() {
            NOTHING_WATCHED.to_owned()
        } else if playback.is_spoiler_free() && !(playback.is_complete() && playback.may_show(playback.head())) {
            format!("{nothing}, as far as was watched")
        } else {
            nothing.to_owned()
        };
        self.say(words, palette::BONE_DIM);
    }

    pub(super) fn follow_head(&mut self) {
        self.raise_curtain(true);
        self.playback.follow_head();
        if self.playback.is_spoiler_free() {
            let on = self.playback.is_playing();
            let words = if on { "playing on from what was watched" } else { "all of it was watched" };
            self.say(words.to_owned(), palette::BONE_DIM);
        } else if !self.playback.is_following() {
            self.say("all of it is recorded".to_owned(), palette::BONE_DIM);
        }
    }

    pub(super) fn seek_marker(&mut self, on: bool) {
        let cursor = self.playback.cursor();
        let before = if cursor.is_on_tick() { cursor.tick() } else { cursor.tick() + 1 };
        let found = if on { self.markers.after(cursor.tick()) } else { self.markers.before(before) };
        match found.filter(|marker| self.playback.may_show(marker.tick)).cloned() {
            Some(marker) => {
                self.playback.seek(Moment::of_tick(marker.tick));
                if !marker.name.is_empty() {
                    self.say(marker.name, palette::VIOLET);
                }
            }
            None if on => self.say_nothing_after("no marker after this"),
            None => self.say("no marker before this".to_owned(), palette::BONE_DIM),
        }
    }

    pub(super) fn toggle_marker(&mut self) {
        let done = self.markers.toggle(self.playback.cursor().tick());
        self.tell_marker(done, "marked; Shift+M names it");
    }

    pub(super) fn ask_name(&mut self) {
        let tick = self.playback.cursor().tick();
        let name = self.markers.at(tick).map_or("", |marker| marker.name.as_str());
        self.prompt = Some(Prompt::new(Asked::Name(tick), name));
    }

    pub(super) fn seek_turn(&mut self, on: bool) {
        let cursor = self.playback.cursor();
        let before = if cursor.is_on_tick() { cursor.tick() } else { cursor.tick() + 1 };
        let turns = self.turns(self.told());
        let found = if on {
            turns.into_iter().find(|turn| turn.tick > cursor.tick())
        } else {
            turns.into_iter().rfind(|turn| turn.tick < before)
        };
        match found.filter(|turn| self.playback.may_show(turn.tick)) {
            Some(turn) => {
                self.playback.seek(Moment::of_tick(turn.tick));
                self.say(turn.words, palette::BONE);
            }
            None if on => self.say_nothing_after("no turning point after this"),
            None => self.say("no turning point before this".to_owned(), palette::BONE_DIM),
        }
    }

    pub(super) fn ask_branch_name(&mut self) {
        let place = self.branches.current_place();
        self.prompt = Some(Prompt::new(Asked::Branch(place), self.branches.current().name()));
    }

    pub(super) fn ask_delete(&mut self) {
        let branch = self.branches.current();
        if branch.origin().is_none() {
            return self.say("the fight as it was resolved stays".to_owned(), palette::BONE_DIM);
        }
        self.prompt = Some(Prompt::new(Asked::Delete(self.branches.current_place()), branch.name()));
    }

    pub(super) fn ask_seed(&mut self) {
        self.prompt = Some(Prompt::new(Asked::Seed, ""));
    }

    fn enter_seed(&mut self, mut prompt: Prompt) {
        let typed = prompt.text.trim();
        match typed.parse() {
            _ if typed.is_empty() => self.rematch(None),
            Ok(seed) => self.rematch(Some(seed)),
            Err(_) => {
                prompt.fault = Some("a seed is a whole number".to_owned());
                self.prompt = Some(prompt);
            }
        }
    }

    fn tell_marker(&mut self, done: Result<Toggled, String>, set: &str) {
        match done {
            Ok(Toggled::Set) => self.say(set.to_owned(), palette::VIOLET),
            Ok(Toggled::Removed) => self.say("marker removed".to_owned(), palette::VIOLET),
            Ok(Toggled::Full) => self.say("there are too many markers".to_owned(), palette::RUST),
            Err(fault) => self.say(fault, palette::RUST),
        }
        if let Some(remark) = self.markers.take_remark() {
            self.next = Some(Next::Fault(Fault::new("The old markers were set aside", remark)));
        }
    }

    /// Take what the open field holds; what cannot be taken is told in it.
    pub(super) fn enter(&mut self) {
        let Some(mut prompt) = self.prompt.take() else { return };
        match prompt.asked {
            Asked::Name(tick) => {
                let done = self.markers.name(tick, &prompt.text);
                self.tell_marker(done, "marked");
            }
            Asked::Branch(place) => self.rename_branch(place, &prompt.text),
            Asked::Delete(place) => self.delete_branch(place),
            Asked::Seed => self.enter_seed(prompt),
            Asked::Time => {
                match prompt::read_time(&prompt.text, self.playback.hz()).and_then(|to| self.reachable(to)) {
                    Ok(to) => {
                        self.raise_curtain(true);
                        self.playback.seek(to);
                    }
                    Err(fault) => {
                        prompt.fault = Some(fault);
                        self.prompt = Some(prompt);
                    }
                }
            }
        }
    }

    /// A moment that was typed, if one can go there.
    fn reachable(&self, to: Moment) -> Result<Moment, String> {
        let playback = &self.playback;
        let (head, first) = (Moment::of_tick(playback.head()), Moment::of_tick(playback.first()));
        let clock = |moment| clock(moment, playback.hz());
        if playback.is_spoiler_free() && to > playback.watched() {
            Err("you have not watched that far yet".to_owned())
        } else if to > head && playback.is_complete() {
            Err(format!("the fight ends at {}", clock(head)))
        } else if to > head {
            Err(format!("recorded up to {} so far", clock(head)))
        } else if to < first {
            Err(format!("this begins at {}", clock(first)))
        } else {
            Ok(to)
        }
    }
}
