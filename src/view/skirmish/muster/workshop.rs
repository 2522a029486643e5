//! The workshop: the muster without its picture. It obeys commands, and it is all that a picture is made of.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::command::{Command, Part, SELECTED, Zone};
use super::shelf::{Kept, Listed, Shelf};
use crate::kernel::problem::{Problem, Problems, counted};
use crate::kernel::stream::Stream;
use crate::skirmish::Content;
use crate::skirmish::content::species::Species;
use crate::skirmish::content::tier::Recruit;
use crate::skirmish::draft::{Change, Denial, Draft, Fault, is_own_tile, named};
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
    /// The fighter of the foe's that is looked at.
    looked: Option<usize>,
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
    /// They stand on the screen.
    shows_problems: bool,
    /// The squad as it was when it was last kept or opened.
    kept: Draft,
    /// Which of the kept squads is marked.
    shelf_at: usize,
    /// Which of the fights that are built in is marked.
    fights_at: usize,
    /// There is a screen beneath.
    has_way_back: bool,
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
    Shelf(Vec<Listed>),
    /// Whether the kept squad of that file may be thrown away.
    Delete(String),
    /// Whether to go back though the squad is not kept.
    Leave,
    /// Whether a squad may go over the file of that name.
    Replace(String),
    /// The fights that are built in.
    Fights(Vec<Fight>),
    /// All keys.
    Help,
}

/// A fight that is built in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fight {
    /// Its name: `legion/default`.
    pub name: String,
    /// Its title, in a sentence.
    pub title: String,
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
    /// Show the fights that are built in.
    Fights,
    /// Watch the one of that name.
    Watch(String),
    /// Put the keyboard into the name of the squad.
    EditName,
    /// Put the keyboard into the seed.
    EditSeed,
    /// Go to the muster of the arena.
    Arena,
    /// Go back to the screen beneath.
    Back,
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
            kept: sortie.draft.clone(),
            sortie,
            undo: Vec::new(),
            redo: Vec::new(),
            version: 0,
            selected: None,
            looked: None,
            zone: Zone::Shop,
            tile: [START_TILES_X as u8 - 3, TILES_Y as u8 / 2],
            held: None,
            species,
            part: None,
            open: Open::Nothing,
            word: None,
            problems: Vec::new(),
            shows_problems: false,
            shelf_at: 0,
            fights_at: 0,
            has_way_back: false,
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

    /// Whether that stands on the screen.
    #[must_use]
    pub fn shows_problems(&self) -> bool {
        self.shows_problems
    }

    /// The fighter of the foe's that is looked at: its place in the line-up, and what it is.
    #[must_use]
    pub fn looked(&self) -> Option<(usize, &Recruit)> {
        let place = self.looked?;
        Some((place, self.sortie.enemy(&self.content)?.recruits.get(place)?))
    }

    /// Which of the kept squads is marked, while they are shown.
    #[must_use]
    pub fn shelf_at(&self) -> usize {
        self.shelf_at
    }

    /// Whether there is a screen beneath to go back to.
    #[must_use]
    pub fn has_way_back(&self) -> bool {
        self.has_way_back
    }

    /// Learn whether there is one.
    pub fn set_way_back(&mut self, is_there: bool) {
        self.has_way_back = is_there;
    }

    /// Count all that is wrong: with the squad, and with the file it came from. That nobody is in it is no fault yet.
    #[must_use]
    pub fn fault_count(&self) -> usize {
        self.faults().len() + self.problems.len()
    }

    fn faults(&self) -> Vec<String> {
        let faults = self.draft().faults(&self.content).into_iter().filter(|fault| *fault != Fault::Empty);
        faults.map(|fault| fault.words(&self.content, self.draft())).collect()
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
            Command::Look(foe) => self.look(foe),
            Command::LookNext(by) => self.look_next(by),
            Command::Faults => self.tell_faults(),
            Command::TurnShelf(by) => self.turn_shelf(by),
            Command::OpenFights => self.wish = Some(Wish::Fights),
            Command::TurnFights(by) => self.turn_fights(by),
            Command::Watch(name) => {
                self.open = Open::Nothing;
                self.wish = Some(Wish::Watch(name));
            }
            Command::AskDelete(file) => self.open = Open::Delete(file),
            Command::Delete(file) => self.delete(&file),
            Command::Back => self.ask_back(),
            Command::Leave => self.wish = Some(Wish::Back),
            Command::Arena => self.wish = Some(Wish::Arena),
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
        let name = name_of(path);
        self.problems = in_short(&problems, &name);
        self.shows_problems = !self.problems.is_empty();
        self.kept = self.draft().clone();
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
        self.looked = self.looked().map(|(place, _)| place);
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
                    self.shows_problems = false;
                }
                if let Some(fighter) = fighter {
                    self.select(Some(fighter));
                } else if let Change::Remove { fighter } = change {
                    self.forget(fighter);
                }
            }
            Err(Denial::Fault(Fault::OutsideOwnHalf { .. })) => self.deny_outside(&change),
            Err(denial) => self.deny_as(denial),
        }
    }

    /// Say who cannot stand where.
    fn deny_outside(&mut self, change: &Change) {
        let (who, tile) = match *change {
            Change::Add { species, tile } => (self.content.species[usize::from(species)].name.clone(), tile),
            Change::Move { fighter, tile } => (named(&self.content, self.draft(), fighter), Some(tile)),
            _ => ("a fighter".to_owned(), None),
        };
        let tile = tile.map(|[x, y]| format!(" on tile {x},{y}")).unwrap_or_default();
        self.deny(format!("{who} cannot stand{tile}: the own half goes from column 0 to column {}", START_TILES_X - 1));
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
        self.looked = None;
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

    fn look(&mut self, foe: usize) {
        self.select(None);
        let count = self.sortie.enemy(&self.content).map_or(0, |lineup| lineup.recruits.len());
        self.looked = Some(foe).filter(|foe| *foe < count);
    }

    fn look_next(&mut self, by: i32) {
        let count = self.sortie.enemy(&self.content).map_or(0, |lineup| lineup.recruits.len());
        let next = match self.looked {
            Some(foe) => turned(foe, by, count),
            None if by < 0 => count.saturating_sub(1),
            None => 0,
        };
        self.look(next);
    }

    /// Tell all that is wrong, in full.
    fn tell_faults(&mut self) {
        let (faults, count) = (self.faults(), self.fault_count());
        if count == 0 {
            return self.say("nothing is wrong with the squad".to_owned());
        }
        let mut lines = Vec::new();
        if !faults.is_empty() {
            lines.push("What keeps the squad from fighting:".to_owned());
            lines.extend(faults);
        }
        if !self.problems.is_empty() {
            lines.push("What was wrong in the file it came from:".to_owned());
            lines.extend(self.problems.iter().cloned());
        }
        let title = counted(count, "fault");
        self.wish = Some(Wish::Fault(title, lines.join("\n\n")));
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
            None if self.has_way_back => self.ask_back(),
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
        let sound = name.chars().filter(|letter| !letter.is_control());
        if sound.clone().count() > NAME_MAX {
            self.deny(format!("a name has at most {NAME_MAX} letters"));
        }
        let name: String = sound.take(NAME_MAX).collect();
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
            Ok(Kept::Saved(name)) => {
                self.kept = self.draft().clone();
                self.say(format!("kept as {name}"));
            }
            Ok(Kept::Taken(name)) => self.open = Open::Replace(name),
            Err(why) => self.wish = Some(Wish::Fault("The squad was not kept".to_owned(), why)),
        }
    }

    fn open_shelf(&mut self) {
        match self.shelf.list() {
            Ok(squads) => {
                self.shelf_at = self.shelf_at.min(squads.len().saturating_sub(1));
                self.open = Open::Shelf(squads);
            }
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
                let words = faults.first().map(|fault| fault.words(&self.content, self.draft())).unwrap_or_default();
                let more =
                    if faults.len() > 1 { format!("; F tells all {} faults", faults.len()) } else { String::new() };
                self.deny(format!("{words}{more}"));
            }
        }
    }

    fn cancel(&mut self) {
        if let Open::Delete(_) = self.open {
            self.open_shelf();
        } else if self.open != Open::Nothing {
            self.open = Open::Nothing;
        } else if self.held.is_some() {
            self.held = None;
            self.word = None;
        } else if self.selected.is_some() || self.looked.is_some() {
            self.select(None);
        } else if self.shows_problems {
            self.word = None;
            self.shows_problems = false;
        } else if self.has_way_back {
            self.ask_back();
        } else {
            self.word = None;
        }
    }

    /// Go back, or ask first if the squad would be lost by it.
    fn ask_back(&mut self) {
        if !self.has_way_back {
            return;
        }
        if self.draft().fighters.is_empty() || *self.draft() == self.kept {
            self.wish = Some(Wish::Back);
        } else {
            self.open = Open::Leave;
        }
    }

    fn turn_shelf(&mut self, by: i32) {
        if let Open::Shelf(squads) = &self.open {
            self.shelf_at = further(self.shelf_at, by, squads.len());
        }
    }

    fn turn_fights(&mut self, by: i32) {
        if let Open::Fights(fights) = &self.open {
            self.fights_at = further(self.fights_at, by, fights.len());
        }
    }

    /// Show fights to choose from.
    pub fn show_fights(&mut self, fights: Vec<Fight>) {
        self.fights_at = self.fights_at.min(fights.len().saturating_sub(1));
        self.open = Open::Fights(fights);
    }

    /// Which of the fights that are built in is marked.
    #[must_use]
    pub fn fights_at(&self) -> usize {
        self.fights_at
    }

    fn delete(&mut self, file: &str) {
        match self.shelf.delete(file) {
            Ok(()) => self.say(format!("threw {file} away")),
            Err(why) => self.wish = Some(Wish::Fault("The squad is still there".to_owned(), why)),
        }
        self.open_shelf();
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

/// Problems of a file, each without the folder it lies in.
fn in_short(problems: &Problems, name: &str) -> Vec<String> {
    let short = |problem: &Problem| {
        let mut problem = problem.clone();
        problem.file = name.to_owned();
        problem.to_string()
    };
    let mut told: Vec<String> = problems.list().iter().map(short).collect();
    told.extend(problems.further_phrase());
    told
}

/// So many places on in a list that ends.
fn further(place: usize, by: i32, count: usize) -> usize {
    let last = i32::try_from(count).unwrap_or(i32::MAX).saturating_sub(1).max(0);
    let at = i32::try_from(place).unwrap_or(0).saturating_add(by).clamp(0, last);
    usize::try_from(at).unwrap_or(0)
}

fn turned(place: usize, by: i32, count: usize) -> usize {
    let count = i64::try_from(count.max(1)).unwrap_or(1);
    let turned = (i64::try_from(place).unwrap_or(0) + i64::from(by)).rem_euclid(count);
    usize::try_from(turned).unwrap_or(0)
}
