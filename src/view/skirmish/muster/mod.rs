//! The muster: a squad is bought, grafted, placed and sent into a fight; the screen that everything starts from.
//!
//! [`workshop`] is all of it but the picture; keys and mouse only become [`command`]s that it obeys. The field is the
//! first frame of the very fight that Engage would resolve.

mod bars;
mod bench;
pub mod command;
mod ground;
mod lore;
mod over;
pub mod shelf;
mod shop;
mod slate;
#[cfg(test)]
mod tests;
pub mod workshop;

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use player::camera::Lens;
use player::canvas::{Canvas, Layer};
use player::colour::{Colour, palette};
use player::desk::Desk;
use player::geometry::{Rect, Vec2, vec2};
use player::input::{Button, Held, Input, Key};
use player::screen::{Fault, Next, Screen};

use super::creature::{self, Brush, Portrait};
use crate::kernel::assets::Assets;
use crate::kernel::problem::Problems;
use crate::kernel::scenario::{Scenario, fight_names};
use crate::skirmish::draft::{Change, is_own_tile};
use crate::skirmish::squad_file::{self, is_squad};
use crate::skirmish::{Content, Skirmish};
use crate::view::arena::muster::ArenaMuster;
use crate::view::engagement::engage;
use crate::view::tint::colour;
use bars::{Text, Typing};
use command::{Command, command_for_key};
use ground::{Ground, Load, Pointing, lens, tile_at};
use shelf::Listed;
use slate::{Sitter, Slate, Topic};
use workshop::{Fight, Open, Wish, Workshop};

/// Points that a held mouse may move before a click becomes a drag.
const CLICK_SLACK: f32 = 5.0;
/// Ticks of the picture in a second: how fast everyone breathes.
const TICKS_PER_SECOND: f64 = 10.0;
/// The tier one begins on.
const FIRST_TIER: u8 = 3;

/// The muster screen.
pub struct MusterScreen {
    assets: Assets,
    workshop: Workshop,
    ground: Ground,
    /// Panels beside the field.
    desk: Desk,
    /// What lies over everything.
    over: Desk,
    slate: Slate,
    typing: Typing,
    size: Vec2,
    now: Duration,
    pointer: Option<Vec2>,
    grip: Option<Grip>,
    is_quitting: bool,
    next: Option<Next>,
}

/// What the mouse has taken hold of.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Grip {
    load: Load,
    from: Vec2,
    dragged: bool,
}

impl std::fmt::Debug for MusterScreen {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("MusterScreen").field("workshop", &self.workshop).finish_non_exhaustive()
    }
}

impl MusterScreen {
    /// Open the muster with what the assets have; squads are kept in a folder.
    ///
    /// # Errors
    /// Everything that is wrong with the content.
    pub fn new(assets: &Assets, squads: PathBuf) -> Result<Self, Problems> {
        let content = Arc::new(Content::from_assets(assets)?);
        let tier = FIRST_TIER.min(content.tiers.len() as u8).max(1);
        let workshop = Workshop::new(content, squads, tier);
        let mut screen = Self {
            assets: assets.clone(),
            ground: Ground::new(&workshop),
            workshop,
            desk: Desk::new(),
            over: Desk::new(),
            slate: Slate::default(),
            typing: Typing::default(),
            size: vec2(1280.0, 720.0),
            now: Duration::ZERO,
            pointer: None,
            grip: None,
            is_quitting: false,
            next: None,
        };
        screen.lay_out();
        Ok(screen)
    }

    /// All of it but the picture.
    #[must_use]
    pub fn workshop(&self) -> &Workshop {
        &self.workshop
    }

    /// Do what is asked.
    pub fn obey(&mut self, command: Command) {
        self.workshop.obey(command);
        self.ground.follow(&self.workshop);
        if let Some(wish) = self.workshop.take_wish() {
            self.grant(wish);
        }
    }

    /// Open a squad file, wherever it lies, with everything in it that fits; what does not is told on the screen.
    ///
    /// # Errors
    /// Why nothing of it can be read.
    pub fn open(&mut self, path: &Path) -> Result<(), Problems> {
        self.workshop.load(path)?;
        self.ground.follow(&self.workshop);
        Ok(())
    }

    fn grant(&mut self, wish: Wish) {
        match wish {
            Wish::Engage(scenario) => self.engage(&scenario),
            Wish::Fights => self.show_fights(),
            Wish::Watch(name) => self.next = Some(Next::Open(PathBuf::from(name))),
            Wish::EditName => self.typing.wanted = Some(Text::Name),
            Wish::EditSeed => self.typing.wanted = Some(Text::Seed),
            Wish::Back => self.next = Some(Next::Back),
            Wish::Arena => self.go_to_arena(),
            Wish::Quit => self.is_quitting = true,
            Wish::Fault(title, words) => self.next = Some(Next::Fault(Fault::new(title, words))),
        }
    }

    /// Fights that do not open are told of where they are opened, not here.
    fn show_fights(&mut self) {
        let names = match fight_names(&self.assets) {
            Ok(names) => names,
            Err(problems) => {
                self.next = Some(Next::Fault(Fault::new("The fights cannot be listed", problems.to_string())));
                return;
            }
        };
        let fights = names.into_iter().map(|name| {
            let title = Scenario::find(&self.assets, &name).map(|scenario| scenario.title).unwrap_or_default();
            Fight { name, title }
        });
        self.workshop.show_fights(fights.collect());
    }

    fn go_to_arena(&mut self) {
        let muster = ArenaMuster::new(&self.assets, self.workshop.folder().with_file_name("decks"));
        self.next = Some(match muster {
            Ok(screen) => Next::Screen(Box::new(screen)),
            Err(problems) => Next::Fault(Fault::new("The arena cannot be opened", problems.to_string())),
        });
    }

    fn engage(&mut self, text: &str) {
        let stem = squad_file::stem(&self.workshop.draft().name);
        self.next = Some(engage::<Skirmish>(&self.assets, text, self.workshop.folder(), &stem));
    }

    fn is_covered(&self) -> bool {
        *self.workshop.open() != Open::Nothing
    }

    fn field_view(&self) -> Rect {
        self.slate.field.map_or(Rect::new(0.0, 0.0, 1.0, 1.0), |rect| self.desk.from_desk(rect))
    }

    fn lens(&self) -> Lens {
        lens(self.field_view().inset(4.0 * self.desk.unit()))
    }

    fn pointing(&self) -> Pointing {
        let over_field = self.pointer.filter(|at| self.field_view().contains(*at) && !self.is_covered());
        Pointing {
            at: self.pointer,
            load: self.grip.filter(|grip| grip.dragged).map(|grip| grip.load),
            hovered: over_field.and_then(|at| self.ground.unit_at(self.lens(), at)),
        }
    }

    fn ticks(&self) -> f64 {
        self.now.as_secs_f64() * TICKS_PER_SECOND
    }

    /// Lay out the panels, and again if they asked for something that changes them, or if the keyboard goes into a text:
    /// it is there the next time.
    fn lay_out(&mut self) {
        for _ in 0..3 {
            let was_wanted = self.typing.wanted.is_some();
            self.lay_out_once();
            let commands = std::mem::take(&mut self.slate.commands);
            if commands.is_empty() && !was_wanted && self.typing.wanted.is_none() {
                return;
            }
            commands.into_iter().for_each(|command| self.obey(command));
        }
    }

    fn lay_out_once(&mut self) {
        let on_field = self.pointing().hovered.map(Topic::Unit);
        let Self { desk, over, slate, typing, workshop, size, now, .. } = self;
        let workshop = &*workshop;
        let usual = on_field.unwrap_or_else(|| lore::usual_topic(workshop));
        let mut told = slate.topic.unwrap_or(usual);
        desk.show(*size, *now, |context| {
            slate.begin_pass();
            bars::show_top(context, workshop, slate);
            bars::show_hint(context, workshop, slate);
            shop::show(context, workshop, slate);
            bench::show(context, workshop, slate);
            bars::show_strip(context, workshop, slate, typing);
            // Told of is what the panels before have seen the mouse on, or saw it on the last time.
            told = slate.topic.unwrap_or(told);
            bars::show_foot(context, workshop, slate, typing, told);
            slate.field = Some(context.available_rect());
            told = slate.topic.unwrap_or(usual);
        });
        let mut asked = Vec::new();
        // What has just been opened only finds out how large it is the first time.
        for _ in 0..2 {
            over.show(*size, *now, |context| over::show(context, workshop, &mut asked));
        }
        slate.commands.append(&mut asked);
    }

    fn draw_sitters(&self, canvas: &mut Canvas) {
        let content = self.workshop.content();
        let mut brush = Brush::default();
        canvas.layer(Layer::Overlay);
        for Sitter { rect, clip, species, grafts, is_dim } in &self.slate.portraits {
            let species = &content.species[usize::from(*species)];
            let rect = self.desk.from_desk(*rect);
            let dimmed = |tint: Colour| if *is_dim { tint.toward(palette::BARK, 0.62) } else { tint };
            let portrait = Portrait {
                shape: &species.shape,
                body: dimmed(colour(&species.colour)),
                rim: dimmed(palette::side(0)),
                cues: &ground::cues(content, grafts),
                at: rect.at(0.5, 0.52),
                unit: rect.h.min(rect.w) * 0.36,
                facing: 1.0,
                ticks: self.ticks() as f32,
                strength: 1.0,
            };
            canvas.clipped(self.desk.from_desk(*clip), |canvas| {
                creature::draw_portrait(canvas, &portrait, &mut brush);
            });
        }
    }

    fn take_key(&mut self, key: Key, held: Held) {
        let by_number = match (self.workshop.open(), key) {
            (Open::Shelf(squads), key) => self.command_on_shelf(squads, key).map(|command| vec![command]),
            (Open::Fights(fights), key) => self.command_on_fights(fights, key).map(|command| vec![command]),
            (Open::Delete(file), Key::Enter) => Some(vec![Command::Delete(file.clone())]),
            (Open::Leave, Key::Enter) => Some(vec![Command::Leave]),
            (Open::Leave, Key::Sign('k')) => Some(vec![Command::Cancel, Command::Save]),
            (Open::Replace(_), Key::Enter) => Some(vec![Command::Replace]),
            (Open::Replace(_), Key::Sign('m')) => Some(vec![Command::Cancel, Command::EditName]),
            _ => None,
        };
        let commands = by_number.unwrap_or_else(|| {
            let command = command_for_key(key, held);
            let is_allowed = |command: &Command| {
                !self.is_covered() || matches!(command, Command::Cancel | Command::Quit | Command::Help)
            };
            command.filter(is_allowed).into_iter().collect()
        });
        commands.into_iter().for_each(|command| self.obey(command));
    }

    fn command_on_shelf(&self, squads: &[Listed], key: Key) -> Option<Command> {
        let (at, page) = (self.workshop.shelf_at(), over::PAGE);
        Some(match key {
            Key::Up => Command::TurnShelf(-1),
            Key::Down => Command::TurnShelf(1),
            Key::PageUp | Key::Left => Command::TurnShelf(-(page as i32)),
            Key::PageDown | Key::Right => Command::TurnShelf(page as i32),
            Key::Home => Command::TurnShelf(i32::MIN),
            Key::End => Command::TurnShelf(i32::MAX),
            Key::Enter | Key::Space => Command::Load(squads.get(at)?.file.clone()),
            Key::Delete | Key::Backspace => Command::AskDelete(squads.get(at)?.file.clone()),
            Key::Sign(sign @ '1'..='9') => {
                Command::Load(squads.get(at / page * page + usize::from(sign as u8 - b'1'))?.file.clone())
            }
            _ => return None,
        })
    }

    fn command_on_fights(&self, fights: &[Fight], key: Key) -> Option<Command> {
        let (at, page) = (self.workshop.fights_at(), over::PAGE);
        Some(match key {
            Key::Up => Command::TurnFights(-1),
            Key::Down => Command::TurnFights(1),
            Key::PageUp | Key::Left => Command::TurnFights(-(page as i32)),
            Key::PageDown | Key::Right => Command::TurnFights(page as i32),
            Key::Home => Command::TurnFights(i32::MIN),
            Key::End => Command::TurnFights(i32::MAX),
            Key::Enter | Key::Space => Command::Watch(fights.get(at)?.name.clone()),
            Key::Sign(sign @ '1'..='9') => {
                Command::Watch(fights.get(at / page * page + usize::from(sign as u8 - b'1'))?.name.clone())
            }
            _ => return None,
        })
    }

    fn press(&mut self, at: Vec2, button: Button) {
        let on_card = self.slate.cards.iter().find(|(rect, _)| self.desk.from_desk(*rect).contains(at));
        if let (Some((_, species)), Button::Left) = (on_card, button) {
            let species = *species;
            self.obey(Command::MarkSpecies(species));
            self.obey(Command::Enter(command::Zone::Shop));
            self.obey(Command::Select(None));
            self.grip = Some(Grip { load: Load::Species(species), from: at, dragged: false });
            return;
        }
        if self.desk.is_over(at) || !self.field_view().contains(at) {
            return;
        }
        let lens = self.lens();
        let own = self.workshop.draft().fighters.len();
        let unit = self.ground.unit_at(lens, at);
        let fighter = unit.filter(|place| *place < own);
        self.obey(Command::Enter(command::Zone::Field));
        if let Some(tile) = tile_at(lens, at) {
            self.obey(Command::MarkTile(tile));
        }
        self.obey(Command::Select(fighter));
        match (fighter, button) {
            (Some(fighter), Button::Left) => {
                self.grip = Some(Grip { load: Load::Fighter(fighter), from: at, dragged: false });
            }
            (Some(_), Button::Right) => self.obey(Command::Sell),
            (None, _) => unit.into_iter().for_each(|place| self.obey(Command::Look(place - own))),
            _ => {}
        }
    }

    fn release(&mut self, at: Vec2) {
        let Some(grip) = self.grip.take() else { return };
        let tile = tile_at(self.lens(), at).filter(|_| self.field_view().contains(at));
        let change = match (grip.load, tile, grip.dragged) {
            (Load::Species(species), _, false) => Some(Change::Add { species, tile: None }),
            (Load::Fighter(_), _, false) => None,
            // Let go over the shop again, nothing was meant.
            (Load::Species(_), None, true) => None,
            (Load::Species(species), Some(tile), true) if is_own_tile(tile) => {
                // A tile that is taken is not meant to be taken twice: the nearest free one is.
                let is_free = self.workshop.draft().fighter_at(tile).is_none();
                Some(Change::Add { species, tile: is_free.then_some(tile) })
            }
            (Load::Species(species), tile, true) => Some(Change::Add { species, tile }),
            (Load::Fighter(fighter), Some(tile), true) => Some(Change::Move { fighter, tile }),
            (Load::Fighter(fighter), None, true) => Some(Change::Remove { fighter }),
        };
        if let Some(change) = change {
            self.obey(Command::Change(change));
        }
    }

    fn mouse(&mut self, input: &Input) {
        match *input {
            Input::Press(at, button, _) if self.grip.is_none() => self.press(at, button),
            Input::Release(at, Button::Left, _) => self.release(at),
            Input::Move(at) => {
                if let Some(grip) = &mut self.grip {
                    grip.dragged |= (at - grip.from).length() > CLICK_SLACK;
                }
            }
            _ => {}
        }
    }
}

fn cannot_open(path: &Path, problems: &Problems) -> Fault {
    let name = path.file_name().unwrap_or(path.as_os_str()).to_string_lossy();
    Fault::new(format!("Cannot open {name}"), problems.to_string())
}

impl Screen for MusterScreen {
    fn set_size(&mut self, size: Vec2) {
        if self.size != size {
            self.size = size;
            self.lay_out();
        }
    }

    fn input(&mut self, input: &Input) {
        match *input {
            Input::Move(at) | Input::Press(at, ..) | Input::Release(at, ..) | Input::Wheel(at, _) => {
                self.pointer = Some(at);
            }
            Input::Leave => self.pointer = None,
            Input::Key(..) | Input::KeyUp(_) | Input::Text(_) => {}
        }
        let is_kept = if self.is_covered() { self.over.take_in(input) } else { self.desk.take_in(input) };
        match *input {
            Input::Key(key, held) if !is_kept => self.take_key(key, held),
            // With it the text is left, and what comes next is a command again.
            Input::Key(Key::Enter | Key::Escape | Key::Tab, _) if self.desk.is_typing() => self.lay_out(),
            Input::Wheel(_, notches) if matches!(self.workshop.open(), Open::Shelf(_)) && notches != 0.0 => {
                self.obey(Command::TurnShelf(if notches < 0.0 { 1 } else { -1 }));
            }
            Input::Wheel(_, notches) if matches!(self.workshop.open(), Open::Fights(_)) && notches != 0.0 => {
                self.obey(Command::TurnFights(if notches < 0.0 { 1 } else { -1 }));
            }
            _ if !self.is_covered() => self.mouse(input),
            _ => {}
        }
        // What is typed from here on belongs into the text, however fast it comes.
        if self.typing.wanted.is_some() {
            self.lay_out();
        }
    }

    fn advance(&mut self, real: Duration) {
        self.now += real;
        self.workshop.pass(real.as_nanos() as u64);
        self.lay_out();
    }

    fn draw(&self, canvas: &mut Canvas) {
        canvas.clear(self.size);
        canvas.layer(Layer::Ground);
        canvas.rect(Rect::new(0.0, 0.0, self.size.x, self.size.y), palette::NIGHT);
        let (view, pointing, ticks) = (self.field_view(), self.pointing(), self.ticks());
        let lens = self.lens();
        canvas.clipped(view, |canvas| self.ground.draw(canvas, &self.workshop, lens, pointing, ticks));
        self.desk.draw(canvas);
        self.draw_sitters(canvas);
        Ground::draw_load(canvas, &self.workshop, lens, pointing, ticks);
        self.over.draw(canvas);
    }

    fn set_way_back(&mut self, is_there: bool) {
        self.workshop.set_way_back(is_there);
        self.lay_out();
    }

    fn is_quitting(&self) -> bool {
        self.is_quitting
    }

    fn take_next(&mut self) -> Option<Next> {
        self.next.take()
    }

    fn take_copied(&mut self) -> Option<String> {
        self.desk.take_copied()
    }

    fn take_file(&mut self, path: &Path) -> bool {
        if !is_squad(path) {
            return false;
        }
        if let Err(problems) = self.open(path) {
            self.next = Some(Next::Fault(cannot_open(path, &problems)));
        }
        true
    }
}
