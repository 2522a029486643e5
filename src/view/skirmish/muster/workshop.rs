//! The workshop: the muster without its picture. It obeys commands, and it is all that a picture is made of.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::command::{Command, Part, SELECTED, Zone};
use super::shelf::{Kept, Shelf};
use crate::kernel::problem::Problems;
use crate::kernel::stream::Stream;
use crate::skirmish::Content;
use crate::skirmish::content::species::Species;
use crate::skirmish::draft::{Change, Denial, Draft, is_own_tile, named};
use crate::skirmish::field::{START_TILES_X, TILES_Y};
use crate::skirmish::sortie::{Sortie, read_seed};
use crate::skirmish::squad_file::NAME_MAX;

/// Changes that can be taken back.
const HISTORY_MAX: usize = 200;
/// Seeds that are rolled: short enough to be told to someone.
const ROLLED_SEEDS: u32 = 1_000_000;

/// The muster without its picture.
#[derive(Debug)]
pub struct Workshop {
    content: Arc<Content>,
    shelf: Shelf,
    sortie: Sortie,
    undo: Vec<Sortie>,
    redo: Vec<Sortie>,
    /// Counts the changes, so that a picture knows when to look again.
    version: u64,
    selected: Option<usize>,
    zone: Zone,
    tile: [u8; 2],
    /// The fighter that the keyboard has taken up.
    held: Option<usize>,
    species: u16,
    part: Option<Part>,
    open: Open,
    word: Option<Word>,
    /// What was wrong with the file that was opened last.
    problems: Vec<String>,
    /// How long the person took so far: where rolls come from.
    moment: u64,
    wish: Option<Wish>,
}

/// What lies over the muster.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum Open {
    /// Nothing.
    #[default]
    Nothing,
    /// The squads that are kept.
    Shelf(Vec<String>),
    /// Whether a squad may go over the file of that name.
    Replace(String),
    /// All keys.
    Help,
}

/// What the workshop said last.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Word {
    /// The words.
    pub words: String,
    /// It says why something did not go.
    pub is_denial: bool,
}

/// What is to be done outside the workshop.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Wish {
    /// Resolve this scenario and watch it.
    Engage(String),
    /// Put the keyboard into the name of the squad.
    EditName,
    /// Put the keyboard into the seed.
    EditSeed,
    /// Close the player.
    Quit,
    /// Tell what went wrong: what could not be done, and why.
    Fault(String, String),
}

impl Workshop {
    /// Begin with an empty squad of a tier.
    #[must_use]
    pub fn new(content: Arc<Content>, squads: PathBuf, tier: u8) -> Self {
        let sortie = Sortie::new(&content, tier, 7);
        let species = for_sale(&content).next().unwrap_or(0);
        Self {
            shelf: Shelf::new(squads),
            sortie,
            undo: Vec::new(),
            redo: Vec::new(),
            version: 0,
            selected: None,
            zone: Zone::Shop,
            tile: [START_TILES_X as u8 - 3, TILES_Y as u8 / 2],
            held: None,
            species,
            part: None,
            open: Open::Nothing,
            word: None,
            problems: Vec::new(),
            moment: 0,
            wish: None,
            content,
        }
    }

    /// What there is to fight with.
    #[must_use]
    pub fn content(&self) -> &Arc<Content> {
        &self.content
    }

    /// Squad, line-up and seed.
    #[must_use]
    pub fn sortie(&self) -> &Sortie {
        &self.sortie
    }

    /// The squad.
    #[must_use]
    pub fn draft(&self) -> &Draft {
        &self.sortie.draft
    }

    /// Counts the changes of what stands on the field.
    #[must_use]
    pub fn version(&self) -> u64 {
        self.version
    }

    /// The selected fighter.
    #[must_use]
    pub fn selected(&self) -> Option<usize> {
        self.selected
    }

    /// Where the keyboard is.
    #[must_use]
    pub fn zone(&self) -> Zone {
        self.zone
    }

    /// The marked tile.
    #[must_use]
    pub fn tile(&self) -> [u8; 2] {
        self.tile
    }

    /// The fighter that the keyboard has taken up.
    #[must_use]
    pub fn held(&self) -> Option<usize> {
        self.held
    }

    /// The species that is marked in the shop.
    #[must_use]
    pub fn species(&self) -> u16 {
        self.species
    }

    /// The part that is marked on the bench.
    #[must_use]
    pub fn part(&self) -> Option<Part> {
        self.part
    }

    /// What lies over the muster.
    #[must_use]
    pub fn open(&self) -> &Open {
        &self.open
    }

    /// What was said last.
    #[must_use]
    pub fn word(&self) -> Option<&Word> {
        self.word.as_ref()
    }

    /// What was wrong with the file that was opened last.
    #[must_use]
    pub fn problems(&self) -> &[String] {
        &self.problems
    }

    /// Whether there is something to take back, and something to make again.
    #[must_use]
    pub fn can_undo_redo(&self) -> (bool, bool) {
        (!self.undo.is_empty(), !self.redo.is_empty())
    }

    /// The folder in which squads are kept.
    #[must_use]
    pub fn folder(&self) -> &Path {
        self.shelf.folder()
    }

    /// Take out what is to be done outside.
    pub fn take_wish(&mut self) -> Option<Wish> {
        self.wish.take()
    }

    /// Let time pass; rolls hang on it.
    pub fn pass(&mut self, nanos: u64) {
        self.moment = self.moment.wrapping_add(nanos);
    }

    /// Do what is asked, or say why not.
    pub fn obey(&mut self, command: Command) {
        match command {
            Command::Change(change) => self.change(change),
            Command::Buy => self.buy(),
            Command::Select(fighter) => self.select(fighter),
            Command::SelectNext(by) => self.select_next(by),
            Command::MarkSpecies(species) => self.mark_species(species),
            Command::MarkPart(part) => self.part = Some(part),
            Command::MarkTile(tile) => self.mark_tile(tile),
            Command::Enter(zone) => self.zone = zone,
            Command::NextZone(by) => self.next_zone(by),
            Command::Step(x, y) => self.step(x, y),
            Command::Act => self.act(),
            Command::Sell => self.sell(),
            Command::TurnLineup(by) => self.edit(|sortie, content| sortie.turn_lineup(content, by)),
            Command::Reroll => self.reroll(),
            Command::TypeSeed(text) => self.type_seed(&text),
            Command::Random => self.random(),
            Command::Name(name) => self.name(&name),
            Command::EditName => self.wish = Some(Wish::EditName),
            Command::EditSeed => self.wish = Some(Wish::EditSeed),
            Command::Undo => self.go_back(),
            Command::Redo => self.go_again(),
            Command::Save => self.save(false),
            Command::Replace => self.save(true),
            Command::OpenShelf => self.open_shelf(),
            Command::Load(name) => self.take_from_shelf(&name),
            Command::Help => self.open = if self.open == Open::Help { Open::Nothing } else { Open::Help },
            Command::Engage => self.engage(),
            Command::Cancel => self.cancel(),
            Command::Quit => self.wish = Some(Wish::Quit),
        }
    }

    /// Open a squad file, wherever it lies, with everything in it that fits.
    ///
    /// # Errors
    /// Why nothing of it can be read; the squad on the field is as it was.
    pub fn load(&mut self, path: &Path) -> Result<(), Problems> {
        let (draft, problems) = Shelf::read(&self.content, path)?;
        self.edit(|sortie, content| {
            sortie.draft = draft;
            sortie.follow_tier(content);
        });
        self.open = Open::Nothing;
        self.select(None);
        self.problems = problems.list().iter().map(ToString::to_string).collect();
        let name = name_of(path);
        match self.problems.len() {
            0 => self.say(format!("opened {name}")),
            1 => self.deny(format!("opened {name} without what is wrong in it")),
            count => self.deny(format!("opened {name} without {count} things that are wrong in it")),
        }
        Ok(())
    }

    fn take_from_shelf(&mut self, name: &str) {
        let path = self.shelf.folder().join(name);
        if let Err(problems) = self.load(&path) {
            self.wish = Some(Wish::Fault(format!("Cannot open {name}"), problems.to_string()));
        }
    }

    /// Make a change to the sortie that can be taken back.
    fn edit(&mut self, edit: impl FnOnce(&mut Sortie, &Content)) {
        let before = self.sortie.clone();
        edit(&mut self.sortie, &self.content);
        if self.sortie == before {
            return;
        }
        if self.undo.len() >= HISTORY_MAX {
            self.undo.remove(0);
        }
        self.undo.push(before);
        self.redo.clear();
        self.touch();
    }

    fn touch(&mut self) {
        self.version += 1;
        let count = self.draft().fighters.len();
        self.selected = self.selected.filter(|fighter| *fighter < count);
        self.held = self.held.filter(|fighter| *fighter < count);
    }

    fn change(&mut self, change: Change) {
        let Some(change) = self.filled_in(change) else {
            return self.deny("select a fighter first".to_owned());
        };
        let mut draft = self.draft().clone();
        match draft.change(&self.content, &change) {
            Ok(fighter) => {
                self.word = None;
                let is_whole = matches!(change, Change::Clear | Change::Random { .. });
                self.edit(|sortie, content| {
                    sortie.draft = draft;
                    sortie.follow_tier(content);
                });
                if is_whole {
                    self.problems.clear();
                }
                if let Some(fighter) = fighter {
                    self.select(Some(fighter));
                } else if let Change::Remove { fighter } = change {
                    self.forget(fighter);
                }
            }
            Err(denial) => self.deny_as(denial),
        }
    }

    /// Put the selected fighter in where a key could not name it.
    fn filled_in(&self, change: Change) -> Option<Change> {
        match change {
            Change::Double { fighter: SELECTED } => Some(Change::Double { fighter: self.selected? }),
            other => Some(other),
        }
    }

    /// Who came after one that was sent away has moved up.
    fn forget(&mut self, gone: usize) {
        let moved = |fighter: usize| match fighter.cmp(&gone) {
            std::cmp::Ordering::Less => Some(fighter),
            std::cmp::Ordering::Equal => None,
            std::cmp::Ordering::Greater => Some(fighter - 1),
        };
        self.selected = self.selected.and_then(moved);
        self.held = None;
    }

    fn buy(&mut self) {
        let is_free = self.zone == Zone::Field && self.draft().fighter_at(self.tile).is_none();
        self.change(Change::Add { species: self.species, tile: is_free.then_some(self.tile) });
    }

    fn select(&mut self, fighter: Option<usize>) {
        self.selected = fighter.filter(|fighter| *fighter < self.draft().fighters.len());
        self.held = None;
        if let Some(fighter) = self.selected {
            self.tile = self.draft().fighters[fighter].tile;
        }
    }

    fn select_next(&mut self, by: i32) {
        let count = self.draft().fighters.len();
        if count == 0 {
            return self.deny("nobody is in the squad yet".to_owned());
        }
        let next = match self.selected {
            Some(fighter) => turned(fighter, by, count),
            None if by < 0 => count - 1,
            None => 0,
        };
        self.select(Some(next));
    }

    fn mark_species(&mut self, species: u16) {
        if for_sale(&self.content).any(|known| known == species) {
            self.species = species;
        }
    }

    fn mark_tile(&mut self, tile: [u8; 2]) {
        if is_own_tile(tile) {
            self.tile = tile;
        }
    }

    fn next_zone(&mut self, by: i32) {
        let place = Zone::ALL.iter().position(|zone| *zone == self.zone).unwrap_or(0);
        self.zone = Zone::ALL[turned(place, by, Zone::ALL.len())];
        if self.zone == Zone::Bench && self.selected.is_none() && !self.draft().fighters.is_empty() {
            self.select(Some(0));
        }
    }

    fn step(&mut self, x: i32, y: i32) {
        match self.zone {
            Zone::Shop => {
                let all: Vec<u16> = for_sale(&self.content).collect();
                let place = all.iter().position(|species| *species == self.species).unwrap_or(0);
                self.species = all.get(turned(place, x + y, all.len())).copied().unwrap_or(self.species);
            }
            Zone::Field => {
                let [tx, ty] = self.tile.map(i32::from);
                let tile = [(tx + x).clamp(0, START_TILES_X - 1), (ty + y).clamp(0, TILES_Y - 1)];
                self.tile = tile.map(|part| part as u8);
            }
            Zone::Bench => {
                let parts = self.parts();
                let place = self.part.and_then(|part| parts.iter().position(|other| *other == part));
                let next = place.map_or(0, |place| turned(place, x + y, parts.len()));
                self.part = parts.get(next).copied();
            }
        }
    }

    /// Every part that the bench offers, in the order in which it shows them.
    #[must_use]
    pub fn parts(&self) -> Vec<Part> {
        let grafts = (0..self.content.grafts.len() as u16).map(Part::Graft);
        let skills = self.content.skills.iter().zip(0..).filter(|(skill, _)| skill.cost > 0);
        grafts.chain(skills.map(|(_, skill)| Part::Skill(skill))).collect()
    }

    fn act(&mut self) {
        match self.zone {
            Zone::Shop => self.change(Change::Add { species: self.species, tile: None }),
            Zone::Field => self.take_up_or_put_down(),
            Zone::Bench => match (self.selected, self.part) {
                (None, _) => self.deny("select a fighter first: N, or click on one".to_owned()),
                (Some(_), None) => self.step(0, 0),
                (Some(fighter), Some(Part::Graft(graft))) => self.change(Change::Graft { fighter, graft }),
                (Some(fighter), Some(Part::Skill(skill))) => self.change(Change::Skill { fighter, skill }),
            },
        }
    }

    fn take_up_or_put_down(&mut self) {
        let (tile, there) = (self.tile, self.draft().fighter_at(self.tile));
        match (self.held.take(), there) {
            (Some(fighter), _) => self.change(Change::Move { fighter, tile }),
            (None, Some(fighter)) => {
                self.select(Some(fighter));
                self.held = Some(fighter);
                self.say(format!("{} goes where you put it down", named(&self.content, self.draft(), fighter)));
            }
            (None, None) => self.change(Change::Add { species: self.species, tile: Some(tile) }),
        }
    }

    fn sell(&mut self) {
        let under = (self.zone == Zone::Field).then(|| self.draft().fighter_at(self.tile)).flatten();
        match self.selected.or(under) {
            Some(fighter) => self.change(Change::Remove { fighter }),
            None => self.deny("select a fighter first".to_owned()),
        }
    }

    fn dice(&self) -> Stream {
        let mixed = Stream::from_seed(self.moment).fork("muster").fork_id(self.version as u32);
        Stream::from_seed(mixed.key() ^ self.sortie.seed)
    }

    fn reroll(&mut self) {
        let seed = u64::from(self.dice().fork("seed").below(ROLLED_SEEDS));
        self.edit(|sortie, _| sortie.seed = seed);
        self.say(format!("the dice fall by seed {seed}"));
    }

    fn type_seed(&mut self, text: &str) {
        match read_seed(text) {
            Ok(seed) => self.edit(|sortie, _| sortie.seed = seed),
            Err(why) => self.deny(why),
        }
    }

    fn random(&mut self) {
        let seed = self.dice().fork("squad").next_u64();
        self.select(None);
        self.change(Change::Random { seed });
    }

    fn name(&mut self, name: &str) {
        let name: String = name.chars().filter(|letter| !letter.is_control()).take(NAME_MAX).collect();
        // Every letter typed would be a step to take back.
        self.sortie.draft.name = name;
    }

    fn go_back(&mut self) {
        let Some(before) = self.undo.pop() else { return self.deny("there is nothing to undo".to_owned()) };
        let name = self.draft().name.clone();
        self.redo.push(std::mem::replace(&mut self.sortie, before));
        self.settle(name);
    }

    fn go_again(&mut self) {
        let Some(after) = self.redo.pop() else { return self.deny("there is nothing to redo".to_owned()) };
        let name = self.draft().name.clone();
        self.undo.push(std::mem::replace(&mut self.sortie, after));
        self.settle(name);
    }

    fn settle(&mut self, name: String) {
        if self.sortie.draft.name.is_empty() {
            self.sortie.draft.name = name;
        }
        self.word = None;
        self.touch();
    }

    fn save(&mut self, replace: bool) {
        if self.draft().name.trim().is_empty() {
            self.wish = Some(Wish::EditName);
            return self.deny("the squad needs a name to be kept under".to_owned());
        }
        self.open = Open::Nothing;
        match self.shelf.keep(&self.content, self.draft(), replace) {
            Ok(Kept::Saved(name)) => self.say(format!("kept as {name}")),
            Ok(Kept::Taken(name)) => self.open = Open::Replace(name),
            Err(why) => self.wish = Some(Wish::Fault("The squad was not kept".to_owned(), why)),
        }
    }

    fn open_shelf(&mut self) {
        match self.shelf.list() {
            Ok(names) => self.open = Open::Shelf(names),
            Err(why) => self.wish = Some(Wish::Fault("The squads cannot be listed".to_owned(), why)),
        }
    }

    fn engage(&mut self) {
        match self.sortie.scenario(&self.content) {
            Ok(text) => {
                self.word = None;
                self.wish = Some(Wish::Engage(text));
            }
            Err(faults) => {
                let words = faults.first().map(|fault| fault.words(&self.content, self.draft()));
                self.deny(words.unwrap_or_default());
            }
        }
    }

    fn cancel(&mut self) {
        if self.open != Open::Nothing {
            self.open = Open::Nothing;
        } else if self.held.is_some() {
            self.held = None;
            self.word = None;
        } else if self.selected.is_some() {
            self.select(None);
        } else {
            self.word = None;
            self.problems.clear();
        }
    }

    fn say(&mut self, words: String) {
        self.word = Some(Word { words, is_denial: false });
    }

    fn deny(&mut self, words: String) {
        self.word = Some(Word { words, is_denial: true });
    }

    fn deny_as(&mut self, denial: Denial) {
        self.deny(denial.words(&self.content, self.draft()));
    }
}

/// List the species that can be bought, as the content lists them.
pub fn for_sale(content: &Content) -> impl Iterator<Item = u16> + '_ {
    let sold = content.species.iter().zip(0..).filter(|(species, _): &(&Species, u16)| species.cost > 0);
    sold.map(|(_, place)| place)
}

fn name_of(path: &Path) -> String {
    path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().into_owned()
}

fn turned(place: usize, by: i32, count: usize) -> usize {
    let count = i64::try_from(count.max(1)).unwrap_or(1);
    let turned = (i64::try_from(place).unwrap_or(0) + i64::from(by)).rem_euclid(count);
    usize::try_from(turned).unwrap_or(0)
}
