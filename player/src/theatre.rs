//! The theatre: everything on the screen and everything that can be done with it, without a window. It is told real
//! time, hands and budgets; it reads no clock.

mod bar;
mod docks;
mod gaze;
mod hands;
mod moments;
mod reins;

use std::cell::RefCell;
use std::path::PathBuf;
use std::time::Duration;

use recorder::{Budget, Simulation};

use crate::branches::{Branches, Opening};
use crate::camera::Lens;
use crate::canvas::{Canvas, Layer};
use crate::clerk::Clerk;
use crate::colour::{Colour, palette};
use crate::command::Command;
use crate::geometry::{Rect, Vec2, vec2};
use crate::input::{Input, Pointer, Surroundings, Target};
use crate::layout::{Axis, Layout, clock};
use crate::legend::Legend;
use crate::markers::{Keeper, Marker, Markers};
use crate::minimap::Minimap;
use crate::panels::Wishes;
use crate::playback::{Moment, Playback, Speed};
use crate::prompt::{Asked, Prompt};
use crate::screen::{Mouse, Next, Screen};
use crate::timeline::Tab;
use crate::transport::{Button, Switches};
use crate::view::{Ask, Choice, Look, MarkKind, Overlays, Scene, Slot, View};
use crate::{banner, cards, feed, help, offers, prompt, rail, scoreboard, transport};
use bar::{bar_rect, lane_at};
use gaze::{Gaze, Looks};
use hands::Aim;
use reins::Reins;

/// How long a word stays at the foot of the field.
const WORD_TIME: Duration = Duration::from_millis(2_600);
/// The last part of it, in which it fades.
const WORD_FADE: Duration = Duration::from_millis(500);
/// Points beyond a unit's edge at which it can still be pointed at.
const REACH_POINTS: f32 = 5.0;

/// How a theatre opens.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Start {
    /// Begin paused at this tick; otherwise play from the start.
    pub at: Option<u32>,
    /// Begin at this speed.
    pub speed: Option<Speed>,
    /// Hide what was not watched yet.
    pub spoiler_free: bool,
}

/// A screen on which a fight is watched.
pub struct Theatre<S: Simulation> {
    view: Box<dyn View<S>>,
    branches: Branches<S>,
    playback: Playback,
    /// What to do once the curtain rises; down until the fight is resolved.
    curtain: Option<Start>,
    gaze: Gaze,
    looks: RefCell<Looks>,
    pointer: Pointer,
    selected: Vec<usize>,
    aim: Option<Aim>,
    /// The card that the next click on the field plays.
    chosen: Option<Choice>,
    /// The unit that is taken over.
    reins: Option<Reins<S::Order>>,
    overlays: Overlays,
    feed_shown: bool,
    feed_scrolled: f32,
    help_shown: bool,
    markers: Markers,
    prompt: Option<Prompt>,
    word: Option<Word>,
    size: Vec2,
    /// Nobody touches it: there is nothing to press and nothing to read along.
    still: bool,
    quitting: bool,
    next: Option<Next>,
    /// Where pictures of the fight go: its file or its name, without an ending.
    place: PathBuf,
    clerk: Option<Box<dyn Clerk<S>>>,
    wishes: Wishes,
    side: RefCell<docks::Side>,
    /// Counts what was done, for panels to know that they are no longer up to date.
    changes: u64,
    copied: Option<String>,
    /// It was said that the fight goes another way than it was reported to.
    parting_told: bool,
}

#[derive(Debug, Clone)]
struct Word {
    words: String,
    colour: Colour,
    left: Duration,
}

impl<S: Simulation> std::fmt::Debug for Theatre<S> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Theatre")
            .field("playback", &self.playback)
            .field("selected", &self.selected)
            .finish_non_exhaustive()
    }
}

impl<S: Simulation> Theatre<S> {
    /// Open a theatre on a fight.
    #[must_use]
    pub fn new(view: Box<dyn View<S>>, opening: Opening<S>, start: Start) -> Self {
        let branches = Branches::new(opening, &*view);
        let recording = branches.current().recording();
        let mut playback = Playback::new(recording.tick_hz(), recording.first_tick());
        playback.set_spoiler_free(start.spoiler_free);
        if let Some(speed) = start.speed {
            playback.set_speed(speed);
        }
        let mut theatre = Self {
            view,
            branches,
            playback,
            curtain: Some(start),
            gaze: Gaze::default(),
            looks: RefCell::default(),
            pointer: Pointer::default(),
            selected: Vec::new(),
            aim: None,
            chosen: None,
            reins: None,
            overlays: Overlays::default(),
            feed_shown: true,
            feed_scrolled: 0.0,
            help_shown: false,
            markers: Markers::default(),
            prompt: None,
            word: None,
            size: vec2(1280.0, 720.0),
            still: false,
            quitting: false,
            next: None,
            place: PathBuf::from("fight"),
            clerk: None,
            wishes: Wishes::default(),
            side: RefCell::default(),
            changes: 0,
            copied: None,
            parting_told: false,
        };
        theatre.follow_recorder();
        theatre
    }

    /// Say where pictures of the fight go: its file or its name, without an ending.
    #[must_use]
    pub fn at_place(self, place: PathBuf) -> Self {
        Self { place, ..self }
    }

    /// Let the window be of this size, in points.
    pub fn set_size(&mut self, size: Vec2) {
        self.size = size;
    }

    /// Draw pictures to be looked at, not touched: sides, field and bar, without buttons, feed and hints.
    pub fn be_still(&mut self) {
        self.still = true;
    }

    /// Take up the markers that were kept with the fight, and let what changes be kept.
    pub fn keep_markers(&mut self, keeper: Box<dyn Keeper>) {
        let (markers, fault) = Markers::kept_by(keeper);
        self.markers = markers;
        if let Some(fault) = fault {
            self.say(fault, palette::RUST);
        }
    }

    /// Whether anything is still to be recorded.
    #[must_use]
    pub fn is_busy(&self) -> bool {
        self.branches.all().iter().any(crate::branches::Branch::is_waiting)
    }

    /// Record on within a budget.
    pub fn resolve(&mut self, budget: Budget<'_>) {
        self.branches.go_on(&*self.view, budget);
        self.follow_recorder();
    }

    /// Take in real time.
    pub fn advance(&mut self, real: Duration) {
        if self.curtain.is_none() {
            let before = self.playback.cursor();
            self.keep_ahead();
            self.playback.advance(real);
            self.follow_reins();
            self.stop_at_parting(before);
            self.aim = self.aim.filter(|_| !self.playback.is_at_end());
            self.chosen = self.chosen.filter(|_| !self.playback.is_at_end());
        }
        self.word = self.word.take().and_then(|word| {
            let left = word.left.checked_sub(real.min(crate::playback::STALL_MAX))?;
            Some(Word { left, ..word })
        });
        self.drop_the_gone();
        self.advance_panels(real);
    }

    /// Take in what a hand did.
    pub fn input(&mut self, input: &Input) {
        // Over a panel, the mouse is not over the field.
        let input = match (self.desk_takes(input), input) {
            (true, Input::Move(_)) => &Input::Leave,
            (true, _) => return,
            (false, _) => input,
        };
        let mut pointer = self.pointer;
        let (layout, lens) = (self.layout(), self.lens());
        let buttons = self.buttons(&layout);
        let axis = self.axis(&layout);
        let commands = {
            let target = |at: Vec2| self.target(at, &layout, &buttons, &axis);
            let moment = |at: Vec2| axis.moment_at(at.x);
            let map = Minimap::of(&layout, self.field());
            let spot = |at: Vec2| map.spot(at);
            let around = Surroundings {
                target: &target,
                moment: &moment,
                spot: &spot,
                lens,
                aiming: self.aim.is_some(),
                hands: self.has_hands(),
                playing: self.chosen.is_some(),
                driving: self.reins.is_some(),
                typing: self.prompt.is_some(),
            };
            pointer.translate(input, around)
        };
        self.pointer = pointer;
        commands.into_iter().for_each(|command| self.obey(command));
    }

    /// Do what is asked.
    pub fn obey(&mut self, command: Command) {
        self.changes += 1;
        if reins::leaves(&command) {
            self.give_back();
        }
        let selected = self.selected.clone();
        let before = self.playback.cursor();
        match command {
            Command::TogglePlay => {
                // Before the curtain rises, playing means watching up to the recorder's head.
                if self.raise_curtain(true) { self.playback.play() } else { self.playback.toggle() }
            }
            Command::Play => {
                self.raise_curtain(true);
                self.playback.play();
            }
            Command::Pause => self.playback.pause(),
            Command::SetSpeed(speed) => self.playback.set_speed(speed),
            Command::Faster => self.playback.set_speed(self.playback.speed().faster()),
            Command::Slower => self.playback.set_speed(self.playback.speed().slower()),
            Command::Reverse => self.playback.set_speed(self.playback.speed().reversed()),
            Command::Hurry(on) => {
                if on {
                    self.raise_curtain(true);
                }
                self.playback.hurry(on);
            }
            Command::FollowHead => self.follow_head(),
            Command::Step(ticks) => self.playback.step(ticks),
            Command::Jump(millis) => self.playback.jump(millis),
            Command::Home => self.playback.go_home(),
            Command::End => self.go_to_end(),
            Command::Seek(moment) => self.playback.seek(moment),
            Command::BeginScrub => self.playback.begin_scrub(),
            Command::EndScrub => self.playback.end_scrub(),
            Command::NextFall => self.seek_mark(true, &MarkKind::LANDMARKS, self.view.landmark()),
            Command::PreviousFall => self.seek_mark(false, &MarkKind::LANDMARKS, self.view.landmark()),
            Command::NextOrder => self.seek_mark(true, &ORDERS, "order"),
            Command::PreviousOrder => self.seek_mark(false, &ORDERS, "order"),
            Command::NextTurn => self.seek_turn(true),
            Command::PreviousTurn => self.seek_turn(false),
            Command::SetRepeat(end) => self.playback.set_repeat(end),
            Command::ShiftRepeat(end, to) => self.playback.shift_repeat(end, to),
            Command::ClearRepeat => self.playback.clear_repeat(),
            Command::ToggleMarker => self.toggle_marker(),
            Command::NextMarker => self.seek_marker(true),
            Command::PreviousMarker => self.seek_marker(false),
            Command::AskTime => self.prompt = Some(Prompt::new(Asked::Time, "")),
            Command::AskName => self.ask_name(),
            Command::AskBranchName => self.ask_branch_name(),
            Command::AskDelete => self.ask_delete(),
            Command::AskSeed => self.ask_seed(),
            Command::Type(sign) => self.prompt.iter_mut().for_each(|prompt| prompt.sign(sign)),
            Command::Erase => self.prompt.iter_mut().for_each(Prompt::erase),
            Command::Enter => self.enter(),
            Command::ToggleSpoilerFree => self.toggle_spoiler_free(),
            Command::Select { place, add } => self.select(place, add),
            Command::SelectBox { area, add } => self.select_box(area, add),
            Command::SelectNext => self.select_beside(1),
            Command::SelectPrevious => self.select_beside(-1),
            Command::Cancel => self.cancel(),
            Command::Retreat => self.retreat(),
            Command::RetreatAll => self.give(&Ask::RetreatAll(self.selected.first().copied())),
            Command::AimFocus => self.aim_focus(),
            Command::Aim { spot, unit } => self.take_aim(spot, unit),
            Command::Tell(key) => self.tell(key),
            Command::Focus(target) => {
                self.aim = None;
                self.give(&Ask::Focus { selected: self.selected.clone(), target });
            }
            Command::Go { spot, run } => self.go(spot, run),
            Command::Choose(choice) => self.choose(Some(choice).filter(|_| self.chosen != Some(choice))),
            Command::ChooseNext(place) => self.choose_next(place),
            Command::Put(spot) => self.put(spot),
            Command::PreviousBranch => self.switch_beside(false),
            Command::NextBranch => self.switch_beside(true),
            Command::SwitchBranch(place) => self.switch(place),
            Command::ToggleOverlays => self.toggle_overlays(),
            Command::ToggleOverlay(place) => self.toggle_overlay(place),
            Command::ScrollFeed(lines) => self.scroll_feed(lines),
            Command::ToggleFeed => self.feed_shown = !self.feed_shown,
            Command::ToggleHelp => self.help_shown = !self.help_shown,
            Command::TakeOver(place) => self.take_over(place),
            Command::Pull(rein, is_held) => self.pull(rein, is_held),
            Command::GiveBack => self.give_back(),
            Command::Back => self.next = Some(Next::Back),
            Command::Quit => self.quitting = true,
            gaze @ (Command::Zoom { .. }
            | Command::Pan(_)
            | Command::LookAt(_)
            | Command::FitView
            | Command::FollowUnit
            | Command::FollowFight) => self.obey_gaze(&gaze),
            other => self.obey_panels(other),
        }
        if let Some(first) = self.selected.first().filter(|_| self.selected != selected) {
            self.wishes.inspected = Some(*first);
        }
        self.branches.note_watched(self.playback.watched());
        self.drop_the_gone();
        // Who goes elsewhere, or looks at something else, aims no more.
        let goes_on = self.playback.cursor() == before && !self.is_covered() && !self.playback.is_at_end();
        self.aim = self.aim.filter(|_| goes_on);
        // A card stays in the hand while one waits for the moment to play it.
        self.chosen = self.chosen.filter(|_| !self.is_covered() && !self.playback.is_at_end());
    }

    /// Whether something lies over the field, so that nothing on it can be pointed at.
    pub(crate) fn is_covered(&self) -> bool {
        self.help_shown || self.prompt.is_some() || self.has_floating()
    }

    /// Whether closing was asked for.
    #[must_use]
    pub fn is_quitting(&self) -> bool {
        self.quitting
    }

    /// The playback.
    #[must_use]
    pub fn playback(&self) -> &Playback {
        &self.playback
    }

    /// The timelines.
    #[must_use]
    pub fn branches(&self) -> &Branches<S> {
        &self.branches
    }

    /// Row places that are selected.
    #[must_use]
    pub fn selected(&self) -> &[usize] {
        &self.selected
    }

    /// Where the button lies that asks something.
    #[must_use]
    pub fn button_rect(&self, asks: &Command) -> Option<Rect> {
        self.buttons(&self.layout()).iter().find(|button| button.command == *asks).map(|button| button.rect)
    }

    /// The moments that are kept.
    #[must_use]
    pub fn markers(&self) -> &[Marker] {
        self.markers.all()
    }

    /// The field that is being typed into.
    #[must_use]
    pub fn prompt(&self) -> Option<&Prompt> {
        self.prompt.as_ref()
    }

    /// Whether the fight is still being resolved behind the labelled bar.
    #[must_use]
    pub fn is_choreographing(&self) -> bool {
        self.curtain.is_some()
    }

    /// The word at the foot of the field, if one is shown.
    #[must_use]
    pub fn word(&self) -> Option<&str> {
        self.word.as_ref().map(|word| word.words.as_str())
    }

    /// Where everything lies.
    #[must_use]
    pub fn layout(&self) -> Layout {
        if self.still { Layout::still(self.size) } else { Layout::docked(self.size, self.docks()) }
    }

    /// What is shown: the watched timeline at the cursor.
    #[must_use]
    pub fn scene(&self) -> Option<Scene<'_, S>> {
        let branch = self.branches.current();
        Scene::at(branch.recording(), branch.annals(), self.playback.cursor())
    }

    /// Draw the whole screen.
    pub fn draw(&self, canvas: &mut Canvas) {
        canvas.clear(self.size);
        canvas.rect(Rect::new(0.0, 0.0, self.size.x, self.size.y), palette::NIGHT);
        let layout = self.layout();
        let Some(scene) = self.scene() else { return };
        self.draw_field(canvas, &layout, &scene);
        if self.still {
            self.draw_bars(canvas, &layout, &scene);
            return self.draw_overlays(canvas, &layout, &scene);
        }
        let buttons = self.buttons(&layout);
        self.draw_top(canvas, &layout, &scene);
        let hovered = self.pointer.at().and_then(|at| buttons.iter().position(|b| b.rect.contains(at)));
        transport::draw(canvas, &layout, &self.playback, &buttons, hovered);
        self.draw_timeline(canvas, &layout);
        self.draw_feed(canvas, &layout);
        self.draw_rail(canvas, &layout);
        self.draw_panels(canvas);
        help::draw_hint(canvas, &layout, self.hint().as_deref(), self.view.hints());
        self.draw_overlays(canvas, &layout, &scene);
    }

    /// What a picture shows around the field: the sides above, the bar below.
    fn draw_bars(&self, canvas: &mut Canvas, layout: &Layout, scene: &Scene<'_, S>) {
        if layout.has_bars() {
            self.draw_top(canvas, layout, scene);
            transport::draw_board(canvas, layout);
            self.draw_timeline(canvas, layout);
        }
    }

    fn draw_field(&self, canvas: &mut Canvas, layout: &Layout, scene: &Scene<'_, S>) {
        let lens = self.lens();
        let hovered = self.pointer.at().and_then(|at| self.unit_at(scene, layout, lens, at));
        let look = Look {
            lens,
            selected: &self.selected,
            hovered,
            aiming: self.aim.is_some(),
            overlays: self.overlays,
            chosen: self.chosen,
            driven: self.driven(),
            pointer: self.pointer.at().filter(|_| !self.still && !self.is_covered()),
        };
        canvas.clipped(layout.field, |canvas| {
            self.view.draw(scene, &look, canvas);
            canvas.layer(Layer::Overlay);
            if let Some(area) = self.pointer.drawn_box() {
                canvas.rounded(area, 3.0, palette::BONE.faded(0.08));
                canvas.frame(area, 3.0, 1.5, palette::BONE.faded(0.7));
            }
        });
        if let Some(map) = self.minimap() {
            let units = (0..scene.now.len()).filter_map(|place| self.view.unit(scene, place));
            map.draw(canvas, lens, units);
        }
        if let Some(legend) = self.legend(layout) {
            let over = self.pointer.at().and_then(|at| legend.lines.iter().position(|line| line.contains(at)));
            legend.draw(canvas, layout, self.view.overlays(), self.overlays, over);
        }
        self.draw_cards(canvas, layout, scene, lens, hovered);
        let offers = self.offers();
        let placed = offers::placed(layout, &offers, self.offers_foot(layout));
        let over = self.pointer.at().and_then(|at| placed.iter().position(|button| button.rect.contains(at)));
        let aimed = if let Some(Aim::Spot(key)) = self.aim { Some(key) } else { None };
        offers::draw(canvas, layout, &placed, over, aimed);
    }

    fn draw_cards(
        &self,
        canvas: &mut Canvas,
        layout: &Layout,
        scene: &Scene<'_, S>,
        lens: Lens,
        hovered: Option<usize>,
    ) {
        if self.curtain.is_some() || self.is_covered() {
            return;
        }
        let pinned = self.selected.first().copied().filter(|_| layout.inspector.is_none());
        if let Some(card) = pinned.and_then(|place| self.view.card(scene, place)) {
            cards::draw_pinned(canvas, layout, &card, self.selected.len() - 1);
        }
        let Some(place) = hovered.filter(|place| Some(*place) != pinned) else { return };
        if let (Some(unit), Some(card)) = (self.view.unit(scene, place), self.view.card(scene, place)) {
            cards::draw_beside(canvas, layout, &card, lens.screen_from_field(unit.at), unit.radius * lens.scale);
        }
    }

    fn draw_top(&self, canvas: &mut Canvas, layout: &Layout, scene: &Scene<'_, S>) {
        let branch = self.branches.current();
        let mut badges = Vec::new();
        if let Some(stage) = self.view.stage(scene) {
            badges.push((stage, palette::BONE));
        }
        if self.playback.is_spoiler_free() {
            badges.push(("spoiler-free", palette::VIOLET));
        }
        if self.branches.all().len() > 1 {
            badges.push((branch.name(), palette::LICHEN));
        }
        let followed = self.followed().and_then(|place| {
            let who = self.view.who(scene.cast(), place, scene.now.row(place)?);
            Some(format!("after {}", who.name))
        });
        if let Some(followed) = &followed {
            badges.push((followed, palette::AMBER));
        }
        scoreboard::draw(canvas, layout, &self.view.title(scene.recording), &self.view.sides(scene), &badges);
    }

    fn draw_feed(&self, canvas: &mut Canvas, layout: &Layout) {
        let placed = self.placed_lines(layout);
        let hovered = self.pointer.at().and_then(|at| placed.iter().position(|entry| entry.rect.contains(at)));
        feed::draw(canvas, layout, &placed, hovered, self.playback.cursor(), self.playback.hz());
    }

    fn draw_rail(&self, canvas: &mut Canvas, layout: &Layout) {
        let buttons = self.rail_buttons(layout);
        let hovered = self.pointer.at().and_then(|at| buttons.iter().position(|button| button.rect.contains(at)));
        rail::draw(canvas, layout, &buttons, hovered);
    }

    fn draw_overlays(&self, canvas: &mut Canvas, layout: &Layout, scene: &Scene<'_, S>) {
        if self.curtain.is_some() {
            let (recorded, cap) = (self.playback.head(), scene.recording.cap_ticks());
            let time = clock(Moment::of_tick(recorded), self.playback.hz());
            let time = Some(time.as_str()).filter(|_| !self.playback.is_spoiler_free());
            banner::draw_choreography(canvas, layout, recorded, cap, time);
        } else if let Some(outcome) = scene.now.outcome().filter(|_| self.shows_verdict()) {
            let verdict = self.view.verdict(scene.cast(), outcome);
            let length = clock(Moment::of_tick(scene.tick()), self.playback.hz());
            banner::draw_verdict(canvas, layout, &verdict, &length);
        } else if self.playback.is_at_end() && !self.is_over() && !self.has_floating() && !self.still {
            banner::draw_cut(canvas, layout, self.cut_words());
        }
        if let Some(parted) = self.parted().filter(|parted| *parted <= scene.tick() && self.curtain.is_none()) {
            banner::draw_parted(canvas, layout, parted);
        }
        if let Some(word) = &self.word {
            let strength = (word.left.as_secs_f32() / WORD_FADE.as_secs_f32()).min(1.0);
            let layout = self.above_the_foot(layout, scene, &word.words);
            banner::draw_word(canvas, &layout, &word.words, word.colour, strength);
        }
        if let Some(prompt) = &self.prompt {
            prompt::draw(canvas, layout, prompt);
        }
        if self.help_shown {
            help::draw(canvas, layout);
        }
    }

    /// The layout with a field that ends above what is being typed, and above the card of the selected unit and its
    /// buttons if a word would lie over them.
    fn above_the_foot(&self, layout: &Layout, scene: &Scene<'_, S>, words: &str) -> Layout {
        let ending = |foot: f32| Layout { field: Rect { h: foot - layout.field.y, ..layout.field }, ..*layout };
        if let Some(prompt) = &self.prompt {
            return ending(prompt::rect(layout, prompt).y);
        }
        let pinned = self.selected.first().filter(|_| !self.is_covered());
        let card = pinned.and_then(|place| self.view.card(scene, *place));
        let card = card.map(|card| cards::pinned(layout, &card));
        let offers = self.offers();
        let buttons = offers::panel(layout, &offers::placed(layout, &offers, self.offers_foot(layout)));
        let corner = card.into_iter().chain(buttons).reduce(Rect::spanned);
        let covered = corner.filter(|corner| corner.overlaps(banner::word_rect(layout, words)));
        covered.map_or(*layout, |corner| ending(corner.y))
    }

    fn hint(&self) -> Option<String> {
        if let Some((place, scene)) = self.driven().zip(self.scene()) {
            let name = self.view.who(scene.cast(), place, scene.now.row(place)?).name;
            return Some(format!("{name} is yours:  {}", help::REINS));
        }
        let playing = self.chosen.map(|_| "Click where the card is to be played, or press Esc");
        let aiming = self.aim.map(|aim| match aim {
            Aim::Foe => "Click the enemy to go for, or press Esc",
            Aim::Spot(_) => "Click the spot, or press Esc",
        });
        playing.or(aiming).map(str::to_owned)
    }

    fn buttons(&self, layout: &Layout) -> Vec<Button> {
        let switches = Switches {
            selected: !self.selected.is_empty(),
            aiming: self.aim == Some(Aim::Foe),
            feed: self.feed_shown,
            help: self.help_shown,
            obeys: self.view.obeys(),
            orders: self.branches.current().recording().rules().is_some(),
        };
        transport::buttons(layout, &self.playback, switches)
    }

    fn placed_lines(&self, layout: &Layout) -> Vec<feed::Placed<'_>> {
        let lines = self.branches.current().annals().lines_up_to(self.playback.cursor().tick());
        let scrolled = (self.feed_scrolled as usize).min(feed::scroll_max(lines));
        feed::placed(layout, lines, scrolled)
    }

    /// What lies under a point.
    fn target(&self, at: Vec2, layout: &Layout, buttons: &[Button], axis: &Axis) -> Target {
        if self.help_shown {
            return Target::Veil;
        }
        if let Some(prompt) = &self.prompt {
            return if prompt::rect(layout, prompt).contains(at) { Target::Nothing } else { Target::Veil };
        }
        if let Some(button) = buttons.iter().find(|button| button.rect.contains(at)) {
            let held = button.command == Command::Hurry(true);
            return if held { Target::Hurry } else { Target::Button(button.command.clone()) };
        }
        match self.tab_at(layout, axis, at) {
            Some(Tab::Handle(end)) => return Target::Handle(end),
            Some(Tab::Marker(tick)) => return Target::Button(Command::Seek(Moment::of_tick(tick))),
            None => {}
        }
        if let Some(button) = self.rail_buttons(layout).into_iter().find(|button| button.rect.contains(at)) {
            return Target::Button(button.command);
        }
        if bar_rect(layout).contains(at) {
            return Target::Bar(axis.moment_at(at.x));
        }
        if let Some(command) = self.over_field_at(layout, at) {
            return command.map_or(Target::Nothing, Target::Button);
        }
        if let Some(map) = self.minimap().filter(|map| map.rect.contains(at)) {
            return Target::Map(map.spot(at));
        }
        if let Some(place) = lane_at(layout, &self.lanes(), at) {
            return Target::Button(Command::SwitchBranch(place));
        }
        if let Some(entry) = self.placed_lines(layout).iter().find(|entry| entry.rect.contains(at)) {
            return Target::Button(Command::Seek(Moment::of_tick(entry.line.tick)));
        }
        if layout.feed.is_some_and(|feed| feed.contains(at)) {
            return Target::Feed;
        }
        if !layout.field.contains(at) {
            return Target::Nothing;
        }
        if let Some(slot) = self.slots(layout).into_iter().find(|slot| slot.rect.contains(at)) {
            return Target::Button(Command::Choose(slot.choice));
        }
        let unit = self.scene().and_then(|scene| self.unit_at(&scene, layout, self.lens(), at));
        unit.map_or(Target::Field, Target::Unit)
    }

    /// What a click asks on the panels that lie over the field; `None` beside them, nothing between their buttons.
    fn over_field_at(&self, layout: &Layout, at: Vec2) -> Option<Option<Command>> {
        if !layout.field.contains(at) || self.is_covered() {
            return None;
        }
        if let Some(legend) = self.legend(layout).filter(|legend| legend.rect.contains(at)) {
            let line = legend.lines.iter().position(|line| line.contains(at));
            return Some(line.map(Command::ToggleOverlay));
        }
        let offers = self.offers();
        let placed = offers::placed(layout, &offers, self.offers_foot(layout));
        offers::panel(layout, &placed).filter(|panel| panel.contains(at))?;
        let button = placed.iter().find(|button| button.rect.contains(at) && button.offer.live);
        Some(button.map(|button| Command::Tell(button.offer.key)))
    }

    /// Whether there are cards that can be played now.
    fn has_hands(&self) -> bool {
        let has_rules = || self.branches.current().recording().rules().is_some();
        self.view.has_hands() && self.curtain.is_none() && !self.still && has_rules()
    }

    /// Where the cards lie that can be chosen.
    #[must_use]
    pub fn slots(&self, layout: &Layout) -> Vec<Slot> {
        if self.has_hands() { self.view.slots(layout.field, layout.unit) } else { Vec::new() }
    }

    /// The unit nearest to a point that it can be pointed at with; of equals, the later row lies on top.
    fn unit_at(&self, scene: &Scene<'_, S>, layout: &Layout, lens: Lens, at: Vec2) -> Option<usize> {
        if !layout.field.contains(at) {
            return None;
        }
        self.view.pick(scene, lens, at, REACH_POINTS)
    }

    fn follow_recorder(&mut self) {
        let branch = self.branches.current();
        self.playback.set_head(branch.head(), branch.is_done());
        let (done, fault) = (branch.is_done(), branch.fault().map(str::to_owned));
        if let Some(fault) = fault.filter(|_| done && self.word.is_none()) {
            self.say(fault, palette::RUST);
        }
        if done {
            self.raise_curtain(false);
        }
        self.branches.note_watched(self.playback.watched());
    }

    /// Begin to show the fight, if that has not begun. `by_hand` before it is resolved.
    fn raise_curtain(&mut self, by_hand: bool) -> bool {
        let Some(start) = self.curtain.take() else { return false };
        if let Some(tick) = start.at {
            // To open at a moment is to have seen what came before it.
            self.playback.set_spoiler_free(false);
            self.playback.seek(Moment::of_tick(tick));
            let last = self.playback.head();
            if tick > last && self.playback.is_complete() {
                self.say(format!("there is no tick {tick}: the fight ends at tick {last}"), palette::RUST);
            }
            self.playback.set_spoiler_free(start.spoiler_free);
        } else if self.playback.speed().is_backwards() && !by_hand {
            self.playback.go_to_end();
            self.playback.play();
        } else {
            self.playback.play();
        }
        true
    }

    /// Show all overlays, or none.
    fn toggle_overlays(&mut self) {
        let count = self.view.overlays().len();
        if count == 0 {
            return self.say("there is nothing more to be shown over this fight".to_owned(), palette::BONE_DIM);
        }
        self.overlays = if self.overlays.is_empty() { Overlays::first(count) } else { Overlays::default() };
    }

    fn toggle_overlay(&mut self, place: usize) {
        if place < self.view.overlays().len() {
            self.overlays = self.overlays.toggled(place);
        }
    }

    fn legend(&self, layout: &Layout) -> Option<Legend> {
        // Where hands lie beside the field there is no room for one; the view tells the key itself.
        let has_room = !self.still && !self.view.has_hands();
        Legend::of(layout, self.view.overlays(), self.overlays).filter(|_| has_room)
    }

    fn toggle_spoiler_free(&mut self) {
        let on = !self.playback.is_spoiler_free();
        self.playback.set_spoiler_free(on);
        let words = if on { "what you have not watched stays hidden" } else { "everything is shown" };
        self.say(words.to_owned(), palette::VIOLET);
    }

    fn scroll_feed(&mut self, lines: f32) {
        let all = self.branches.current().annals().lines_up_to(self.playback.cursor().tick());
        let max = feed::scroll_max(all) as f32;
        if lines.is_finite() {
            self.feed_scrolled = (self.feed_scrolled.min(max) + lines).clamp(0.0, max);
        }
    }

    fn select(&mut self, place: usize, add: bool) {
        if !self.is_up(place) {
            return;
        }
        let chosen = self.selected.iter().position(|p| *p == place);
        match (add, chosen) {
            (true, Some(at)) => {
                self.selected.remove(at);
            }
            (true, None) => self.selected.push(place),
            (false, _) => self.selected = vec![place],
        }
    }

    /// A box that holds units of several sides takes those of the lowest side.
    fn select_box(&mut self, area: Rect, add: bool) {
        let Some(scene) = self.scene() else { return };
        let units = (0..scene.now.len()).filter_map(|place| Some((place, self.view.unit(&scene, place)?)));
        let inside: Vec<(usize, usize)> =
            units.filter(|(_, unit)| area.contains(unit.at)).map(|(place, unit)| (place, unit.side)).collect();
        let side = inside.iter().map(|(_, side)| *side).min();
        let chosen: Vec<usize> = inside.iter().filter(|(_, s)| Some(*s) == side).map(|(place, _)| *place).collect();
        if !add {
            self.selected.clear();
        }
        for place in chosen {
            if !self.selected.contains(&place) {
                self.selected.push(place);
            }
        }
    }

    fn select_beside(&mut self, way: isize) {
        let Some(scene) = self.scene() else { return };
        let up: Vec<usize> = (0..scene.now.len()).filter(|place| self.view.unit(&scene, *place).is_some()).collect();
        if up.is_empty() {
            return;
        }
        let at = self.selected.first().and_then(|place| up.iter().position(|p| p == place));
        let next = match at {
            Some(at) => (at as isize + way).rem_euclid(up.len() as isize) as usize,
            None if way > 0 => 0,
            None => up.len() - 1,
        };
        self.selected = vec![up[next]];
    }

    fn cancel(&mut self) {
        if self.help_shown {
            self.help_shown = false;
        } else if self.prompt.is_some() {
            self.prompt = None;
        } else if self.chosen.take().is_some() || self.aim.take().is_some() || self.wishes.compared.take().is_some() {
        } else if self.shows_aftermath() {
            self.wishes.aftermath_away = true;
        } else {
            self.selected.clear();
            self.wishes.inspected = None;
        }
    }

    fn switch_beside(&mut self, on: bool) {
        let (place, count) = (self.branches.current_place(), self.branches.all().len());
        if count == 1 {
            return self.say("there is one timeline; orders make more".to_owned(), palette::BONE_DIM);
        }
        self.switch(if on { (place + 1) % count } else { (place + count - 1) % count });
    }

    fn switch(&mut self, place: usize) {
        if place >= self.branches.all().len() || place == self.branches.current_place() {
            return;
        }
        self.branches.note_watched(self.playback.watched());
        self.branches.switch(place);
        let watched = self.branches.current().watched();
        self.playback.resume_watched(watched);
        self.say(self.branches.current().name().to_owned(), palette::LICHEN);
        self.follow_recorder();
    }

    fn say(&mut self, words: String, colour: Colour) {
        self.word = Some(Word { words, colour, left: WORD_TIME });
    }

    fn is_up(&self, place: usize) -> bool {
        self.scene().is_some_and(|scene| self.view.unit(&scene, place).is_some())
    }

    /// Nobody stays selected, or followed, who is not on the field.
    fn drop_the_gone(&mut self) {
        self.leave_the_gone();
        if self.selected.is_empty() {
            return;
        }
        let mut selected = std::mem::take(&mut self.selected);
        if let Some(scene) = self.scene() {
            selected.retain(|place| self.view.unit(&scene, *place).is_some());
        }
        self.selected = selected;
    }
}

impl<S: Simulation> Screen for Theatre<S> {
    fn set_size(&mut self, size: Vec2) {
        self.set_size(size);
    }

    fn input(&mut self, input: &Input) {
        self.input(input);
    }

    fn advance(&mut self, real: Duration) {
        self.advance(real);
    }

    fn resolve(&mut self, budget: Budget<'_>) {
        self.resolve(budget);
    }

    fn is_busy(&self) -> bool {
        self.is_busy()
    }

    fn draw(&self, canvas: &mut Canvas) {
        self.draw(canvas);
    }

    fn is_quitting(&self) -> bool {
        self.is_quitting()
    }

    fn mouse(&self) -> Mouse {
        let Some(at) = self.pointer.at() else { return Mouse::Arrow };
        let layout = self.layout();
        match self.target(at, &layout, &self.buttons(&layout), &self.axis(&layout)) {
            Target::Button(_) | Target::Bar(_) | Target::Map(_) => Mouse::Hand,
            Target::Unit(_) | Target::Field if self.aim.is_some() || self.chosen.is_some() => Mouse::Cross,
            Target::Unit(_) => Mouse::Hand,
            _ => Mouse::Arrow,
        }
    }

    fn take_next(&mut self) -> Option<Next> {
        self.next.take()
    }

    fn take_copied(&mut self) -> Option<String> {
        self.take_copied_text()
    }

    fn let_go(&mut self) {
        self.drop_reins();
        let commands = self.pointer.let_go();
        commands.into_iter().for_each(|command| self.obey(command));
        self.side.get_mut().let_go();
    }

    fn picture_path(&self) -> PathBuf {
        let mut name = self.place.clone().into_os_string();
        name.push(format!("-tick-{}", self.playback.cursor().tick()));
        name.into()
    }
}

const ORDERS: [MarkKind; 2] = [MarkKind::Order, MarkKind::Refusal];
