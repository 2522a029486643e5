//! The theatre's panels: what they show at a moment, and what is done with timelines, files and the end of the fight.

use std::time::Duration;

use recorder::Simulation;

use super::Theatre;
use crate::canvas::Canvas;
use crate::clerk::Clerk;
use crate::colour::palette;
use crate::command::Command;
use crate::comparison::{Comparison, Ending};
use crate::desk::Desk;
use crate::geometry::Vec2;
use crate::input::Input;
use crate::layout::{Docks, clock};
use crate::ledger::Span;
use crate::panels::aftermath::NO_COMMAND;
use crate::panels::timelines::Timeline;
use crate::panels::{self, Aftermath, Contributions, Drafts, Inspector, Panel, Shown, Timelines, Wishes};
use crate::playback::{Moment, Speed};
use crate::rail;
use crate::repeat::End;
use crate::screen::{Fault, Next};
use crate::standings::{Column, Scope, Sort, standings, total};
use crate::theatre::Start;
use crate::view::Turn;

/// The desk of a theatre and what is half done on it.
#[derive(Debug, Default)]
pub(super) struct Side {
    desk: Desk,
    drafts: Drafts,
    now: Duration,
    laid: Option<Laid>,
    asked: Vec<Command>,
    /// Turning points of a timeline up to a tick, with both: they take a walk through the whole of it.
    turns: Option<(usize, u32, Vec<Turn>)>,
}

impl Side {
    /// Let go of what the mouse holds.
    pub(super) fn let_go(&mut self) {
        self.desk.let_go();
    }
}

/// What the panels were laid out for.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Laid {
    size: Vec2,
    cursor: Moment,
    branch: usize,
    heads: u32,
    wishes: Wishes,
    changes: u64,
}

impl<S: Simulation> Theatre<S> {
    /// Let a clerk keep fights and start others like them.
    #[must_use]
    pub fn with_clerk(mut self, clerk: Box<dyn Clerk<S>>) -> Self {
        self.clerk = Some(clerk);
        self
    }

    /// Which panels are wanted, and how.
    #[must_use]
    pub fn wishes(&self) -> &Wishes {
        &self.wishes
    }

    /// Whether the aftermath lies over the field.
    #[must_use]
    pub fn shows_aftermath(&self) -> bool {
        self.is_over() && !self.wishes.aftermath_away && !self.still
    }

    /// Whether the banner says how it ended: nothing else does.
    pub(super) fn shows_verdict(&self) -> bool {
        !self.shows_aftermath() && self.wishes.compared.is_none()
    }

    /// Whether the end of the fight is on the screen.
    pub(super) fn is_over(&self) -> bool {
        self.curtain.is_none() && self.scene().is_some_and(|scene| scene.now.outcome().is_some())
    }

    /// Whether a panel floats over the field.
    pub(super) fn has_floating(&self) -> bool {
        self.shows_aftermath() || self.wishes.compared.is_some()
    }

    /// What is said at the last tick of what ends before its fight does.
    pub(super) fn cut_words(&self) -> &'static str {
        if self.is_clip() { "The clip ends here" } else { "The recording ends here, before the fight does" }
    }

    /// Whether it was cut out of a fight.
    fn is_clip(&self) -> bool {
        self.playback.first() > 0
    }

    pub(super) fn docks(&self) -> Docks {
        let Wishes { contributions, timelines, inspector, .. } = self.wishes;
        Docks { contributions, timelines, inspector, feed: self.feed_shown }
    }

    pub(super) fn rail_buttons(&self, layout: &crate::layout::Layout) -> Vec<rail::Button> {
        rail::buttons(
            layout,
            rail::Lit {
                contributions: self.wishes.contributions,
                inspector: self.wishes.inspector,
                timelines: self.wishes.timelines,
                aftermath: self.shows_aftermath(),
                is_over: self.is_over(),
                marked: self.markers.at(self.playback.cursor().tick()).is_some(),
                ends: [End::A, End::B].map(|end| self.playback.repeat().end(end).is_some()),
                spoiler_free: self.playback.is_spoiler_free(),
                feed: self.feed_shown,
            },
        )
    }

    /// Let the desk have what a hand did. Says whether it keeps it.
    pub(super) fn desk_takes(&mut self, input: &Input) -> bool {
        if self.still || self.help_shown {
            return false;
        }
        self.changes += 1;
        self.side.get_mut().desk.take_in(input)
    }

    /// Let time pass on the desk, lay the panels out and do what was asked on them.
    pub(super) fn advance_panels(&mut self, real: Duration) {
        if self.still {
            return;
        }
        if !self.is_over() {
            self.wishes.aftermath_away = false;
        }
        self.side.get_mut().now += real;
        self.lay_out_panels();
        for command in std::mem::take(&mut self.side.get_mut().asked) {
            self.obey(command);
        }
    }

    /// Draw the panels as they are at this very moment.
    pub(super) fn draw_panels(&self, canvas: &mut Canvas) {
        if self.side.borrow().laid != Some(self.laid()) {
            self.lay_out_panels();
        }
        self.side.borrow().desk.draw(canvas);
    }

    /// Take out what was copied.
    pub(super) fn take_copied_text(&mut self) -> Option<String> {
        self.copied.take().or_else(|| self.side.get_mut().desk.take_copied())
    }

    fn laid(&self) -> Laid {
        Laid {
            size: self.size,
            cursor: self.playback.cursor(),
            branch: self.branches.current_place(),
            heads: self.branches.all().iter().map(|branch| branch.head()).sum(),
            wishes: self.wishes,
            changes: self.changes,
        }
    }

    fn lay_out_panels(&self) {
        let layout = self.layout();
        let shown = self.shown();
        let side = &mut *self.side.borrow_mut();
        let asked = panels::lay_out(&mut side.desk, &layout, side.now, &shown, &mut side.drafts);
        side.asked.extend(asked);
        side.laid = Some(self.laid());
    }

    fn shown(&self) -> Shown {
        let layout = self.layout();
        Shown {
            contributions: layout.contributions.and_then(|_| self.contributions()),
            inspector: layout.inspector.and_then(|_| self.inspector()),
            timelines: (layout.timelines.is_some() || self.wishes.compared.is_some()).then(|| self.timelines()),
            aftermath: if self.shows_aftermath() && self.wishes.compared.is_none() { self.aftermath() } else { None },
            hz: self.playback.hz(),
        }
    }

    /// The last tick of the watched timeline that may be told.
    pub(super) fn told(&self) -> u32 {
        let head = self.branches.current().head();
        if self.playback.is_spoiler_free() { self.playback.watched().tick().min(head) } else { head }
    }

    /// The stretch of time that is told of.
    fn span(&self) -> Span {
        let (first, cursor) = (self.playback.first(), self.playback.cursor().tick());
        match (self.wishes.scope, self.repeated()) {
            (Scope::Whole, _) => Span { after: first, to: self.told() },
            (Scope::Loop, Some((a, b))) => Span { after: a.tick(), to: b.tick().min(self.told()) },
            (Scope::Cursor | Scope::Loop, _) => Span { after: first, to: cursor },
        }
    }

    /// The part that is repeated, where both its ends are set.
    fn repeated(&self) -> Option<(Moment, Moment)> {
        self.playback.repeat().part()
    }

    fn contributions(&self) -> Option<Contributions> {
        let (branch, span) = (self.branches.current(), self.span());
        let lines = standings(branch, &*self.view, span, self.wishes.sort);
        let scene = self.scene()?;
        let names = self.view.sides(&scene).into_iter().map(|side| side.name).enumerate();
        let time = |tick| clock(Moment::of_tick(tick), self.playback.hz());
        let has_loop = self.repeated().is_some();
        let scope = if has_loop || self.wishes.scope != Scope::Loop { self.wishes.scope } else { Scope::Cursor };
        Some(Contributions {
            measures: self.view.measures(),
            sides: names.map(|(side, name)| (name, total(&lines, Some(side)))).collect(),
            lines,
            sort: self.wishes.sort,
            scope,
            has_loop,
            hidden: self.playback.is_spoiler_free(),
            stretch: format!("{} – {}", time(span.after), time(span.to)),
            inspected: self.wishes.inspected,
        })
    }

    fn inspector(&self) -> Option<Inspector> {
        let (scene, branch, span, told) = (self.scene()?, self.branches.current(), self.span(), self.told());
        let place = self.wishes.inspected;
        let sheet = place.and_then(|place| Some((place, self.view.sheet(&scene, place)?)));
        let frame = branch.recording().frame(span.to.max(scene.tick()));
        let who = |place: usize| {
            let row = frame.as_ref().and_then(|frame| frame.row(place))?;
            Some(self.view.who(scene.cast(), place, row))
        };
        let exchanges = match &sheet {
            Some((place, _)) => branch.ledger().exchanges(*place, span),
            None => Vec::new(),
        };
        Some(Inspector {
            measures: self.view.measures(),
            target: sheet.as_ref().and_then(|(_, sheet)| Some((sheet.target?, who(sheet.target?)?))),
            exchanges: exchanges.into_iter().map(|e| (e.other, e.other.and_then(who), e)).collect(),
            stretch: match self.wishes.scope {
                Scope::Whole if self.playback.is_spoiler_free() => "in what was watched",
                Scope::Whole => "in the whole fight",
                Scope::Loop if self.repeated().is_some() => "from A to B",
                Scope::Cursor | Scope::Loop => "so far",
            },
            health: sheet.as_ref().map(|(p, _)| branch.ledger().health(*p, told).to_vec()).unwrap_or_default(),
            ticks: (self.playback.first(), told),
            cursor: self.playback.cursor(),
            unborn: place.is_some() && sheet.is_none(),
            unit: sheet,
        })
    }

    fn timelines(&self) -> Timelines {
        let hidden = self.playback.is_spoiler_free();
        let mut lines = Vec::new();
        self.push_timelines(None, 0, hidden, &mut lines);
        let comparison = self.wishes.compared.and_then(|two| Comparison::of(&self.branches, &*self.view, two, hidden));
        let current = self.branches.current_place();
        Timelines { lines, current, comparison, hidden, can_save: self.clerk.is_some() }
    }

    /// Those that split off a timeline, oldest first, each with its own below it.
    fn push_timelines(&self, parent: Option<usize>, depth: usize, hidden: bool, lines: &mut Vec<Timeline>) {
        for (place, branch) in self.branches.all().iter().enumerate() {
            if branch.origin().map(|(from, _)| from) != parent {
                continue;
            }
            if let Some(ending) = Ending::of(&self.branches, &*self.view, place, hidden) {
                lines.push(Timeline { ending, from: branch.origin().map(|(_, tick)| tick), depth });
            }
            self.push_timelines(Some(place), depth + 1, hidden, lines);
        }
    }

    fn aftermath(&self) -> Option<Aftermath> {
        let (scene, branch) = (self.scene()?, self.branches.current());
        let verdict = self.view.verdict(scene.cast(), scene.now.outcome()?);
        let span = Span { after: self.playback.first(), to: scene.tick() };
        let mut all = standings(branch, &*self.view, span, Sort::default());
        all.sort_by_key(|s| (-(s.sums.damage + s.sums.healing), s.place));
        let clerk = self.clerk.as_ref();
        Some(Aftermath {
            measures: self.view.measures(),
            verdict,
            tick: scene.tick(),
            standings: all,
            turns: self.turns(scene.tick()),
            seed: clerk.and_then(|clerk| clerk.seed(branch.recording())),
            command: clerk.and_then(|clerk| clerk.command(branch.recording())),
            can_save: clerk.is_some(),
        })
    }

    pub(super) fn turns(&self, until: u32) -> Vec<Turn> {
        let place = self.branches.current_place();
        let known =
            |side: &Side| side.turns.as_ref().filter(|(p, u, _)| (*p, *u) == (place, until)).map(|t| t.2.clone());
        if let Some(turns) = known(&self.side.borrow()) {
            return turns;
        }
        let turns = self.view.turns(self.branches.current().recording(), until);
        self.side.borrow_mut().turns = Some((place, until, turns.clone()));
        turns
    }

    /// Do what is asked of panels, timelines and files.
    pub(super) fn obey_panels(&mut self, command: Command) {
        match command {
            Command::TogglePanel(panel) => self.toggle_panel(panel),
            Command::ToggleAftermath => self.toggle_aftermath(),
            Command::SortBy(column) => self.wishes.sort = self.wishes.sort.by(column),
            Command::SortNext => self.sort_next(),
            Command::SetScope(scope) => self.wishes.scope = scope,
            Command::ScopeNext => self.scope_next(),
            Command::Inspect(place) => self.inspect(place),
            Command::WatchFrom(tick) => self.watch_from(tick),
            Command::Compare(None) => self.wishes.compared = None,
            Command::Compare(Some(place)) => self.compare(place),
            Command::CompareParent => self.compare_parent(),
            Command::RenameBranch { place, name } => self.rename_branch(place, &name),
            Command::DeleteBranch(place) => self.delete_branch(place),
            Command::SaveFight => self.save_fight(),
            Command::SaveReport => self.save_report(),
            Command::SaveScript => self.save_script(),
            Command::CopyCommand => self.copy_command(),
            Command::Rematch(seed) => self.rematch(seed),
            _ => {}
        }
    }

    fn toggle_panel(&mut self, panel: Panel) {
        self.wishes.toggle(panel);
        if panel == Panel::Inspector && self.wishes.inspector && self.wishes.inspected.is_none() {
            self.wishes.inspected = self.selected.first().copied();
        }
    }

    fn toggle_aftermath(&mut self) {
        if self.is_over() {
            self.wishes.aftermath_away = !self.wishes.aftermath_away;
        } else if self.playback.is_at_end() {
            let words = if self.is_clip() {
                "a clip has no aftermath"
            } else {
                "the recording ends before the fight: no aftermath"
            };
            self.say(words.to_owned(), palette::BONE_DIM);
        } else {
            self.say("the aftermath comes at the end of the fight".to_owned(), palette::BONE_DIM);
        }
    }

    /// The next column to the right that has numbers; after the last, the first.
    fn sort_next(&mut self) {
        let measures = self.view.measures();
        let counted: Vec<Column> = Column::ALL.into_iter().filter(|c| c.is_counted(&measures)).collect();
        let place = counted.iter().position(|column| *column == self.wishes.sort.column).unwrap_or(0);
        let column = counted[(place + 1) % counted.len()];
        self.wishes.sort = Sort { column, turned: false };
        self.wishes.contributions = true;
    }

    fn scope_next(&mut self) {
        self.wishes.scope = match self.wishes.scope {
            Scope::Cursor => Scope::Whole,
            Scope::Whole if self.repeated().is_some() => Scope::Loop,
            Scope::Whole | Scope::Loop => Scope::Cursor,
        };
        self.wishes.contributions = true;
    }

    /// Look at a unit closely, be it up or not.
    fn inspect(&mut self, place: usize) {
        let known = self.branches.current().recording().frame(self.told()).is_some_and(|frame| place < frame.len());
        if !known {
            return;
        }
        self.wishes.inspected = Some(place);
        self.wishes.inspector = true;
        self.selected.clear();
        self.select(place, false);
    }

    /// Play on from a tick; the same way that it was looked at before, but forwards.
    fn watch_from(&mut self, tick: u32) {
        if self.playback.speed().is_backwards() {
            self.playback.set_speed(Speed::NORMAL);
        }
        self.playback.seek(panels::aftermath::start_of(tick, self.playback.first()));
        self.playback.play();
    }

    fn compare(&mut self, place: usize) {
        let current = self.branches.current_place();
        if place < self.branches.all().len() && place != current {
            // The older one is the ground on which the other is judged.
            self.wishes.compared = Some([place.min(current), place.max(current)]);
        }
    }

    fn compare_parent(&mut self) {
        if self.wishes.compared.take().is_some() {
            return;
        }
        let parent = self.branches.current().origin().map(|(parent, _)| parent);
        // The first one is held against the one that was made last.
        match parent
            .or_else(|| self.branches.all().len().checked_sub(1))
            .filter(|p| *p != self.branches.current_place())
        {
            Some(place) => self.compare(place),
            None => self.say("there is one timeline; orders make more".to_owned(), palette::BONE_DIM),
        }
    }

    pub(super) fn rename_branch(&mut self, place: usize, name: &str) {
        if self.branches.rename(place, name) {
            self.say(format!("named {}", self.branches.all()[place].name()), palette::LICHEN);
        }
    }

    pub(super) fn delete_branch(&mut self, place: usize) {
        let was_watched = place == self.branches.current_place();
        self.branches.note_watched(self.playback.watched());
        match self.branches.delete(place) {
            Ok(()) => {
                self.looks.get_mut().clear();
                self.wishes.compared = None;
                let side = self.side.get_mut();
                side.turns = None;
                side.drafts = Drafts::default();
                if was_watched {
                    self.playback.resume_watched(self.branches.current().watched());
                }
                self.follow_recorder();
                self.say("timeline deleted".to_owned(), palette::BONE_DIM);
            }
            Err(error) => self.say(error.to_string(), palette::RUST),
        }
    }

    /// Whether the watched timeline can be kept; if not, why is said.
    fn can_keep(&mut self) -> bool {
        if self.clerk.is_none() {
            self.say("there is nowhere to save it".to_owned(), palette::RUST);
        } else if !self.branches.current().is_done() {
            self.say("it is still being recorded".to_owned(), palette::BONE_DIM);
        } else {
            return true;
        }
        false
    }

    fn save_fight(&mut self) {
        if self.can_keep()
            && let Some(clerk) = &mut self.clerk
        {
            let saved = clerk.save_fight(self.branches.current().recording());
            self.say_saved(saved, "Cannot save the fight");
        }
    }

    fn save_report(&mut self) {
        if self.can_keep()
            && let Some(clerk) = &mut self.clerk
        {
            let branch = self.branches.current();
            let saved = clerk.save_report(branch.recording(), branch.name());
            self.say_saved(saved, "Cannot save the report");
        }
    }

    /// What was put in is known at any time, so a timeline that is still being played can be kept too.
    fn save_script(&mut self) {
        let Some(clerk) = &mut self.clerk else {
            return self.say("there is nowhere to save it".to_owned(), palette::RUST);
        };
        let saved = clerk.save_script(self.branches.current().recording());
        self.say_saved(saved, "Cannot save the script");
    }

    fn say_saved(&mut self, saved: Result<String, String>, title: &str) {
        match saved {
            Ok(file) => self.say(format!("saved {file}"), palette::LICHEN),
            Err(problem) => self.next = Some(Next::Fault(Fault::new(title, problem))),
        }
    }

    fn copy_command(&mut self) {
        let branch = self.branches.current();
        match self.clerk.as_ref().and_then(|clerk| clerk.command(branch.recording())) {
            Some(command) => {
                self.say("the command is on the clipboard".to_owned(), palette::LICHEN);
                self.copied = Some(command);
            }
            None => self.say(NO_COMMAND.to_owned(), palette::BONE_DIM),
        }
    }

    pub(super) fn rematch(&mut self, seed: Option<u64>) {
        let recording = self.branches.current().recording();
        let Some(clerk) = &mut self.clerk else { return };
        let Some(own) = clerk.seed(recording) else {
            return self.say("there is no other fight like this one".to_owned(), palette::RUST);
        };
        let speed = Some(self.playback.speed()).filter(|speed| !speed.is_backwards());
        let start = Start { at: None, speed, spoiler_free: self.playback.is_spoiler_free() };
        match clerk.rematch(recording, seed.unwrap_or(own.wrapping_add(1)), start) {
            Ok(screen) => self.next = Some(Next::Screen(screen)),
            Err(problem) => self.say(problem, palette::RUST),
        }
    }
}
