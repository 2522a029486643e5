//! The arena's muster: two decks of eight are chosen from all cards, and sent against each other. Decks are kept as
//! scenarios, so that every command runs them.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use player::canvas::{Canvas, Layer, Style, text_width, wrapped};
use player::colour::palette;
use player::geometry::{Rect, Vec2, vec2};
use player::input::{Button, Held, Input, Key};
use player::layout::unit_of;
use player::screen::{Fault, Mouse, Next, Screen};

use super::hands::{Face, draw_card};
use super::words;
use crate::arena::muster::{Chooser, Player};
use crate::arena::unit::DECK;
use crate::arena::{Arena, Cast};
use crate::kernel::assets::{Assets, read_text};
use crate::kernel::problem::Problems;
use crate::kernel::ruleset::Ruleset;
use crate::kernel::scenario::Scenario;
use crate::kernel::side::Side;
use crate::view::clerk;
use crate::view::counts::capitalised;
use crate::view::engagement::engage;
use crate::view::scatter::scattered;

/// The fight whose decks one begins with.
const FIRST: &str = "arena/duel";
/// Columns of the cards to choose from.
const COLUMNS: usize = 5;
/// Seeds that are rolled: short enough to be told to someone.
const ROLLED_SEEDS: f32 = 1_000_000.0;
/// Choosers, with their names in files and the words for people.
const CHOOSERS: [(Chooser, &str, &str); 3] = [
    (Chooser::Steady, "steady", "plays by itself, steadily"),
    (Chooser::Eager, "eager", "plays by itself, eagerly"),
    (Chooser::None, "none", "plays as you tell it"),
];

/// The muster screen of the arena.
pub struct ArenaMuster {
    assets: Assets,
    folder: PathBuf,
    cast: Cast,
    players: [Player; 2],
    seed: u64,
    /// The side whose deck is being chosen.
    active: usize,
    /// Counts rolls, so that no two are alike.
    rolls: u32,
    /// Which of the kept decks was opened last.
    opened: usize,
    word: Option<(String, bool)>,
    pointer: Option<Vec2>,
    size: Vec2,
    next: Option<Next>,
    is_quitting: bool,
}

/// Something that can be asked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Wish {
    Toggle(u8),
    Drop(usize, usize),
    Turn(usize),
    Chooser(usize),
    Random,
    Roll,
    Keep,
    Load,
    Engage,
    Back,
}

/// The buttons at the foot, with their keys.
const BUTTONS: [(Wish, &str, char); 5] = [
    (Wish::Random, "Random", 'r'),
    (Wish::Roll, "Seed", 's'),
    (Wish::Keep, "Keep", 'k'),
    (Wish::Load, "Load", 'l'),
    (Wish::Engage, "Engage", 'e'),
];

impl std::fmt::Debug for ArenaMuster {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("ArenaMuster").field("players", &self.players).field("seed", &self.seed).finish_non_exhaustive()
    }
}

impl ArenaMuster {
    /// Open the muster with what the assets have; decks are kept in a folder.
    ///
    /// # Errors
    /// Everything that is wrong with the content.
    pub fn new(assets: &Assets, folder: PathBuf) -> Result<Self, Problems> {
        let rules = Arena::open(&Scenario::find(assets, FIRST)?, assets, None)?;
        Ok(Self {
            assets: assets.clone(),
            folder,
            cast: Cast::new(&rules),
            players: rules.muster.players.clone(),
            seed: rules.muster.seed,
            active: 0,
            rolls: 0,
            opened: 0,
            word: None,
            pointer: None,
            size: vec2(1280.0, 720.0),
            next: None,
            is_quitting: false,
        })
    }

    /// The decks as a scenario.
    fn scenario(&self) -> String {
        let mut text = format!("ruleset = \"arena\"\ntitle = \"Two decks\"\nseed = {}\n", self.seed);
        for (side, player) in Side::BOTH.into_iter().zip(&self.players) {
            let cards = player.deck.iter().filter_map(|card| self.cast.cards.get(usize::from(*card)));
            let cards: Vec<String> = cards.map(|card| format!("\"{}\"", card.id)).collect();
            let chooser = CHOOSERS.iter().find(|(kind, ..)| *kind == player.chooser).map_or("none", |(_, id, _)| id);
            text.push_str(&format!(
                "\n[[side]]\nname = \"{}\"\nchooser = \"{chooser}\"\nshuffled = {}\ndeck = [{}]\n",
                side.name(),
                player.shuffled,
                cards.join(", ")
            ));
        }
        text
    }

    /// Take the decks of a scenario.
    fn open(&mut self, path: &Path) -> Result<(), Problems> {
        let name = path.file_name().unwrap_or(path.as_os_str()).to_string_lossy();
        let scenario = Scenario::parse(&self.assets, &name, &read_text(path)?)?;
        let rules = Arena::open(&scenario, &self.assets, None)?;
        self.players = rules.muster.players;
        self.seed = rules.muster.seed;
        Ok(())
    }

    fn obey(&mut self, wish: Wish) {
        self.word = None;
        match wish {
            Wish::Toggle(card) => self.toggle(card),
            Wish::Drop(side, place) => {
                self.active = side;
                if place < self.players[side].deck.len() {
                    self.players[side].deck.remove(place);
                }
            }
            Wish::Turn(side) => self.active = side,
            Wish::Chooser(side) => {
                let player = &mut self.players[side];
                let at = CHOOSERS.iter().position(|(kind, ..)| *kind == player.chooser).unwrap_or(0);
                player.chooser = CHOOSERS[(at + 1) % CHOOSERS.len()].0;
            }
            Wish::Random => self.random(),
            Wish::Roll => {
                self.rolls += 1;
                self.seed = (scattered(self.rolls, self.seed as u32) * ROLLED_SEEDS) as u64;
            }
            Wish::Keep => self.keep(),
            Wish::Load => self.load(),
            Wish::Engage => self.engage(),
            Wish::Back => self.next = Some(Next::Back),
        }
    }

    fn toggle(&mut self, card: u8) {
        let deck = &mut self.players[self.active].deck;
        match deck.iter().position(|held| *held == card) {
            Some(at) => {
                deck.remove(at);
            }
            None if deck.len() < DECK => deck.push(card),
            None => self.word = Some((format!("{DECK} cards are a deck; take one out first"), true)),
        }
    }

    fn random(&mut self) {
        self.rolls += 1;
        let mut cards: Vec<u8> = (0..self.cast.cards.len() as u8).collect();
        let salt = self.rolls * 2 + self.active as u32;
        cards.sort_by(|a, b| scattered(u32::from(*a), salt).total_cmp(&scattered(u32::from(*b), salt)));
        cards.truncate(DECK);
        self.players[self.active].deck = cards;
    }

    /// Say why these decks cannot fight.
    fn fault(&self) -> Option<String> {
        let short = Side::BOTH.into_iter().zip(&self.players).find(|(_, player)| player.deck.len() < DECK);
        short.map(|(side, player)| format!("{} has {} of {DECK} cards", capitalised(side.name()), player.deck.len()))
    }

    fn keep(&mut self) {
        self.word = Some(match self.fault() {
            Some(fault) => (fault, true),
            None => match clerk::write_new(&self.folder.join("decks").into(), ".toml", self.scenario().as_bytes()) {
                Ok(path) => (format!("kept as {}", path.display()), false),
                Err(error) => (error.lines().next().unwrap_or_default().to_owned(), true),
            },
        });
    }

    fn load(&mut self) {
        let entries = fs::read_dir(&self.folder).into_iter().flatten().filter_map(|entry| Some(entry.ok()?.path()));
        let mut files: Vec<PathBuf> =
            entries.filter(|path| path.extension().is_some_and(|end| end == "toml")).collect();
        files.sort();
        let Some(path) = files.get(self.opened % files.len().max(1)).cloned() else {
            self.word = Some(("no decks are kept yet; K keeps these".to_owned(), true));
            return;
        };
        self.opened += 1;
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        match self.open(&path) {
            Ok(()) => self.word = Some((format!("{name}; L goes on to the next"), false)),
            Err(problems) => {
                self.next = Some(Next::Fault(Fault::new(format!("Cannot open {name}"), problems.to_string())));
            }
        }
    }

    fn engage(&mut self) {
        if let Some(fault) = self.fault() {
            self.word = Some((fault, true));
            return;
        }
        self.next = Some(engage::<Arena>(&self.assets, &self.scenario(), &self.folder, "arena"));
    }

    fn take_key(&mut self, key: Key, held: Held) {
        let wish = match key {
            Key::Sign('q') if held.ctrl => {
                self.is_quitting = true;
                return;
            }
            Key::Tab => Wish::Turn(1 - self.active),
            Key::Escape | Key::Backspace => Wish::Back,
            Key::Enter => Wish::Engage,
            Key::Sign('c') => Wish::Chooser(self.active),
            Key::Sign(sign) => match BUTTONS.iter().find(|(.., key)| *key == sign) {
                Some((wish, ..)) => *wish,
                None => return,
            },
            _ => return,
        };
        self.obey(wish);
    }

    /// What can be clicked where, later over earlier.
    fn boxes(&self) -> Vec<(Rect, Wish)> {
        let page = Page::of(self.size);
        let mut boxes = vec![(page.back, Wish::Back)];
        for side in [0, 1] {
            boxes.push((page.decks[side], Wish::Turn(side)));
            boxes.push((page.chooser(side), Wish::Chooser(side)));
            boxes.extend((0..DECK).map(|place| (page.slot(side, place), Wish::Drop(side, place))));
        }
        boxes.extend(
            (0..self.cast.cards.len()).map(|card| (page.card(card, self.cast.cards.len()), Wish::Toggle(card as u8))),
        );
        boxes.extend(BUTTONS.iter().enumerate().map(|(place, (wish, ..))| (page.button(place), *wish)));
        boxes
    }

    fn wish_at(&self, at: Vec2) -> Option<Wish> {
        self.boxes().into_iter().rev().find(|(rect, _)| rect.contains(at)).map(|(_, wish)| wish)
    }

    fn hovered(&self) -> Option<Wish> {
        self.pointer.and_then(|at| self.wish_at(at))
    }

    fn draw_deck(&self, canvas: &mut Canvas, page: &Page, side: usize) {
        let (u, deck, player) = (page.unit, page.decks[side], &self.players[side]);
        let (tint, is_active) = (palette::side(side), self.active == side);
        canvas.rounded(deck, 12.0 * u, palette::BARK);
        let rim = if is_active { tint } else { palette::RIM };
        canvas.frame(deck, 12.0 * u, if is_active { 2.0 * u } else { u }, rim);
        let head = vec2(deck.x + 14.0 * u, deck.y + 20.0 * u);
        let name = self.cast.sides.get(side).map_or_else(String::new, |name| capitalised(name));
        canvas.text(head, Style::new(16.0 * u, tint.lighter(0.1)).bold(), &name);
        let cards = player.deck.iter().filter_map(|card| self.cast.cards.get(usize::from(*card)));
        let sum: i32 = cards.map(|card| card.cost).sum();
        let tenths = sum * 10 / (player.deck.len().max(1) as i32);
        let words = format!("{} of {DECK}  ·  mean cost {}.{}", player.deck.len(), tenths / 10, tenths % 10);
        let style = Style::new(12.0 * u, palette::BONE_DIM).right();
        canvas.text(vec2(deck.right() - 14.0 * u, head.y), style, &words);
        for place in 0..DECK {
            let rect = page.slot(side, place);
            let card = player.deck.get(place).and_then(|card| self.cast.cards.get(usize::from(*card)));
            let Some(card) = card else {
                canvas.rounded(rect, 7.0 * u, palette::NIGHT.faded(0.6));
                canvas.frame(rect, 7.0 * u, u, palette::RIM);
                continue;
            };
            let is_hovered = self.hovered() == Some(Wish::Drop(side, place));
            let face = Face { rect, side, key: None, is_chosen: false, is_hovered, paid: 1.0 };
            draw_card(canvas, card, &face, u);
        }
        let button = page.chooser(side);
        let is_hovered = self.hovered() == Some(Wish::Chooser(side));
        canvas.rounded(
            button,
            6.0 * u,
            if is_hovered { palette::BARK_RAISED.lighter(0.08) } else { palette::BARK_RAISED },
        );
        let words = CHOOSERS.iter().find(|(kind, ..)| *kind == player.chooser).map_or("", |(.., words)| words);
        let words = format!("{} {words}", if is_active { "C  " } else { "" });
        canvas.text_within(
            button.centre(),
            Style::new(11.5 * u, palette::BONE).centred(),
            button.w - 8.0 * u,
            words.trim(),
        );
    }

    fn draw_cards(&self, canvas: &mut Canvas, page: &Page) {
        let (u, count) = (page.unit, self.cast.cards.len());
        for (place, card) in self.cast.cards.iter().enumerate() {
            let wish = Wish::Toggle(place as u8);
            let face = Face {
                rect: page.card(place, count),
                side: self.active,
                key: None,
                is_chosen: self.players[self.active].deck.contains(&(place as u8)),
                is_hovered: self.hovered() == Some(wish),
                paid: 1.0,
            };
            draw_card(canvas, card, &face, u);
        }
        let card = match self.hovered() {
            Some(Wish::Toggle(card)) => Some(card),
            Some(Wish::Drop(side, place)) => self.players[side].deck.get(place).copied(),
            _ => None,
        };
        let style = Style::new(12.0 * u, palette::BONE_DIM);
        let mut at = vec2(page.told.x + 4.0 * u, page.told.y + 14.0 * u);
        let Some(card) = card.and_then(|card| self.cast.cards.get(usize::from(card))) else {
            canvas.text_within(
                at,
                style,
                page.told.w,
                "Click cards into the marked deck, or out of it. Tab goes to the other deck.",
            );
            return;
        };
        let end = canvas.text(at, Style::new(13.5 * u, palette::BONE).bold(), &card.name).right();
        let numbers = words::numbers(&self.cast, card, 20).join("  ·  ");
        canvas.text_within(vec2(end + 12.0 * u, at.y), style, page.told.right() - end - 12.0 * u, &numbers);
        for line in wrapped(&card.text, style, page.told.w).into_iter().take(1) {
            at.y += 18.0 * u;
            canvas.text(at, style, line);
        }
    }

    fn draw_foot(&self, canvas: &mut Canvas, page: &Page) {
        let u = page.unit;
        for (place, (wish, words, key)) in BUTTONS.iter().enumerate() {
            let rect = page.button(place);
            let is_hovered = self.hovered() == Some(*wish);
            let is_engage = *wish == Wish::Engage;
            let fill = if is_engage && self.fault().is_none() { palette::AMBER } else { palette::BARK_RAISED };
            canvas.rounded(rect, 7.0 * u, if is_hovered { fill.lighter(0.12) } else { fill });
            let ink = if is_engage && self.fault().is_none() { palette::NIGHT } else { palette::BONE };
            let words = if *wish == Wish::Roll { format!("Seed {}", self.seed) } else { (*words).to_owned() };
            let style = Style::new(if is_engage { 16.0 } else { 12.5 } * u, ink).bold().centred();
            canvas.text_within(rect.centre() - vec2(6.0 * u, 0.0), style, rect.w - 34.0 * u, &words);
            let sign = Style::new(10.0 * u, ink.faded(0.7)).bold().right();
            canvas.text(vec2(rect.right() - 8.0 * u, rect.centre().y), sign, &key.to_uppercase().to_string());
        }
        if let Some((words, is_denial)) = &self.word {
            let tint = if *is_denial { palette::RUST } else { palette::LICHEN };
            let at = vec2(page.screen.centre().x, page.foot.y - 12.0 * u);
            canvas.text_within(at, Style::new(12.5 * u, tint).bold().centred(), page.screen.w * 0.9, words);
        }
    }
}

/// Where everything lies.
#[derive(Debug, Clone, Copy)]
struct Page {
    unit: f32,
    screen: Rect,
    back: Rect,
    decks: [Rect; 2],
    cards: Rect,
    told: Rect,
    foot: Rect,
}

impl Page {
    fn of(size: Vec2) -> Self {
        let unit = unit_of(size);
        let screen = Rect::new(0.0, 0.0, size.x.max(1.0), size.y.max(1.0));
        let mut rest = screen;
        let top = rest.cut_top(50.0 * unit);
        let foot = rest.cut_bottom(56.0 * unit);
        rest.cut_bottom(24.0 * unit);
        let mut rest = rest.inset_by(14.0 * unit, 6.0 * unit);
        let breadth = (rest.w * 0.22).max(150.0 * unit);
        let decks = [rest.cut_left(breadth), rest.cut_right(breadth)];
        let mut cards = rest.inset_by(14.0 * unit, 0.0);
        let told = cards.cut_bottom(44.0 * unit);
        let back = Rect::new(14.0 * unit, top.y + 11.0 * unit, 84.0 * unit, 28.0 * unit);
        Self { unit, screen, back, decks, cards, told, foot }
    }

    fn chooser(&self, side: usize) -> Rect {
        let deck = self.decks[side].inset(10.0 * self.unit);
        Rect::new(deck.x, deck.bottom() - 26.0 * self.unit, deck.w, 26.0 * self.unit)
    }

    fn slot(&self, side: usize, place: usize) -> Rect {
        let mut room = self.decks[side].inset(10.0 * self.unit);
        room.cut_top(26.0 * self.unit);
        room.cut_bottom(32.0 * self.unit);
        grid(room, 2, DECK / 2, place, 6.0 * self.unit)
    }

    fn card(&self, place: usize, of: usize) -> Rect {
        grid(self.cards, COLUMNS, of.div_ceil(COLUMNS), place, 7.0 * self.unit)
    }

    fn button(&self, place: usize) -> Rect {
        let row = self.foot.inset_by(14.0 * self.unit, 8.0 * self.unit);
        let each = (row.w * 0.15).min(150.0 * self.unit);
        let gap = 8.0 * self.unit;
        if place + 1 == BUTTONS.len() {
            return Rect::new(row.right() - each * 1.4, row.y, each * 1.4, row.h);
        }
        Rect::new(row.x + place as f32 * (each + gap), row.y, each, row.h)
    }
}

/// The box at a place of a grid.
fn grid(room: Rect, columns: usize, rows: usize, place: usize, gap: f32) -> Rect {
    let (column, row) = (place % columns, place / columns);
    let w = (room.w - gap * (columns - 1) as f32) / columns as f32;
    let h = (room.h - gap * (rows.max(1) - 1) as f32) / rows.max(1) as f32;
    Rect::new(room.x + column as f32 * (w + gap), room.y + row as f32 * (h + gap), w, h)
}

impl Screen for ArenaMuster {
    fn set_size(&mut self, size: Vec2) {
        self.size = size;
    }

    fn input(&mut self, input: &Input) {
        match *input {
            Input::Move(at) => self.pointer = Some(at),
            Input::Leave => self.pointer = None,
            Input::Press(at, Button::Left, _) => {
                self.pointer = Some(at);
                self.wish_at(at).into_iter().for_each(|wish| self.obey(wish));
            }
            Input::Key(key, held) => self.take_key(key, held),
            _ => {}
        }
    }

    fn advance(&mut self, _: Duration) {}

    fn draw(&self, canvas: &mut Canvas) {
        canvas.clear(self.size);
        canvas.layer(Layer::Ground);
        let page = Page::of(self.size);
        let u = page.unit;
        canvas.rect(page.screen, palette::NIGHT);
        canvas.rect(Rect { h: 50.0 * u, ..page.screen }, palette::BARK);
        canvas.rect(page.foot, palette::BARK);
        canvas.layer(Layer::Panel);
        let is_hovered = self.hovered() == Some(Wish::Back);
        canvas.rounded(
            page.back,
            6.0 * u,
            if is_hovered { palette::BARK_RAISED.lighter(0.1) } else { palette::BARK_RAISED },
        );
        canvas.text(page.back.centre(), Style::new(12.5 * u, palette::BONE).centred(), "‹ Back  Esc");
        let title = Style::new(18.0 * u, palette::BONE).bold();
        let at = vec2(page.back.right() + 16.0 * u, page.back.centre().y);
        let end = canvas.text(at, title, "Arena").right();
        let about = Style::new(12.5 * u, palette::BONE_DIM);
        let words = "two decks of eight, three minutes, a river between them";
        if end + text_width(words, about) < page.screen.right() {
            canvas.text(vec2(end + 14.0 * u, at.y + u), about, words);
        }
        for side in [0, 1] {
            self.draw_deck(canvas, &page, side);
        }
        self.draw_cards(canvas, &page);
        self.draw_foot(canvas, &page);
    }

    fn is_quitting(&self) -> bool {
        self.is_quitting
    }

    fn mouse(&self) -> Mouse {
        if self.hovered().is_some() { Mouse::Hand } else { Mouse::Arrow }
    }

    fn take_next(&mut self) -> Option<Next> {
        self.next.take()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn muster(folder: &Path) -> ArenaMuster {
        ArenaMuster::new(&Assets::embedded(), folder.to_path_buf()).expect("what ships is right")
    }

    fn key(screen: &mut ArenaMuster, sign: char) {
        screen.input(&Input::Key(Key::Sign(sign), Held::default()));
    }

    #[test]
    fn decks_are_chosen_by_click_kept_loaded_and_engaged() {
        let folder = tempfile::tempdir().expect("a folder for the test");
        let mut screen = muster(&folder.path().join("decks"));
        let first = screen.players[0].deck[0];
        let at = Page::of(screen.size).slot(0, 0).centre();
        screen.input(&Input::Press(at, Button::Left, Held::default()));
        assert_eq!(screen.players[0].deck.len(), DECK - 1);
        key(&mut screen, 'e');
        assert!(screen.next.is_none() && screen.fault().is_some_and(|why| why == "Ally has 7 of 8 cards"));
        let at = Page::of(screen.size).card(usize::from(first), screen.cast.cards.len()).centre();
        screen.input(&Input::Press(at, Button::Left, Held::default()));
        assert!(screen.players[0].deck.contains(&first));
        key(&mut screen, 'k');
        let kept = screen.players.clone();
        key(&mut screen, 'r');
        assert_ne!(screen.players, kept);
        key(&mut screen, 'l');
        assert_eq!(screen.players, kept, "{:?}", screen.word);
        key(&mut screen, 'e');
        assert!(matches!(screen.take_next(), Some(Next::Screen(_))));
    }

    #[test]
    fn everything_lies_within_the_window() {
        let folder = tempfile::tempdir().expect("a folder for the test");
        let mut screen = muster(folder.path());
        for size in [vec2(900.0, 600.0), vec2(1280.0, 720.0), vec2(2560.0, 1440.0)] {
            screen.set_size(size);
            let mut canvas = Canvas::new(size);
            screen.draw(&mut canvas);
            for (text, rect) in canvas.texts() {
                assert!(rect.x >= 0.0 && rect.right() <= size.x && rect.bottom() <= size.y, "{text} at {size:?}");
            }
        }
    }
}
