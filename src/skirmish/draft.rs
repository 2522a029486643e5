//! A draft: a squad while it is being put together, which may still have faults; each of them has words.

use crate::kernel::problem::counted;
use crate::kernel::stream::Stream;
use crate::skirmish::balance::{buy_squad, place_by_role};
use crate::skirmish::content::Content;
use crate::skirmish::content::tier::Recruit;
use crate::skirmish::field::{START_TILES_X, TILES_Y};

/// Grafts that one creature can bear.
pub const GRAFTS_MAX: usize = 2;

/// A squad that is being put together.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Draft {
    /// What it is called.
    pub name: String,
    /// The tier whose budget it keeps to.
    pub tier: u8,
    /// Its fighters, in row order.
    pub fighters: Vec<Recruit>,
}

/// What keeps a squad from fighting. Fighters by place, parts by index.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fault {
    /// Nobody is in it.
    Empty,
    /// There are more fighters than a squad may have.
    Crowded {
        /// How many there are.
        count: usize,
    },
    /// It costs more than the tier allows.
    TooDear {
        /// What it costs.
        cost: i32,
        /// What it may cost.
        budget: i32,
    },
    /// A species that is only ever summoned.
    NotForSale {
        /// Who.
        fighter: usize,
    },
    /// More grafts than one creature bears.
    TooManyGrafts {
        /// Who.
        fighter: usize,
    },
    /// A graft twice on one creature.
    GraftTwice {
        /// Who.
        fighter: usize,
        /// Which.
        graft: u16,
    },
    /// More skills than sockets.
    NoSocket {
        /// Who.
        fighter: usize,
    },
    /// A skill that cannot be socketed.
    NoSuchSocketing {
        /// Who.
        fighter: usize,
        /// Which.
        skill: u16,
    },
    /// A skill twice in one creature.
    SkillTwice {
        /// Who.
        fighter: usize,
        /// Which.
        skill: u16,
    },
    /// A start outside the own half.
    OutsideOwnHalf {
        /// Who.
        fighter: usize,
    },
    /// Two on one tile.
    TileTaken {
        /// Who.
        fighter: usize,
        /// Who stands there already.
        by: usize,
    },
}

/// A change to a draft. Fighters by place, parts by index, tiles as the own side counts them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Change {
    /// Buy a creature and put it on a tile, or wherever its role stands.
    Add {
        /// Which species.
        species: u16,
        /// Where.
        tile: Option<[u8; 2]>,
    },
    /// Buy the same again, with grafts and skills.
    Double {
        /// Who.
        fighter: usize,
    },
    /// Put a fighter on another tile; whoever stands there swaps with it.
    Move {
        /// Who.
        fighter: usize,
        /// Where to.
        tile: [u8; 2],
    },
    /// Send a fighter away.
    Remove {
        /// Who.
        fighter: usize,
    },
    /// Grow a graft on, or take it off.
    Graft {
        /// Who.
        fighter: usize,
        /// Which.
        graft: u16,
    },
    /// Socket a skill, or take it out.
    Skill {
        /// Who.
        fighter: usize,
        /// Which.
        skill: u16,
    },
    /// Send everyone away.
    Clear,
    /// Let everyone stand where their role stands.
    Arrange,
    /// Buy a whole squad at random within the budget.
    Random {
        /// The seed it hangs on.
        seed: u64,
    },
    /// Keep to the budget of another tier. Always goes; what is too dear then is a fault.
    Tier {
        /// Which.
        tier: u8,
    },
}

/// Why a change is refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Denial {
    /// It would bring a fault in.
    Fault(Fault),
    /// There is no such fighter, part or tier.
    NoSuchThing,
    /// The creature has that skill already, without a socket.
    KnowsIt {
        /// Who.
        fighter: usize,
        /// Which skill.
        skill: u16,
    },
    /// Every tile of the own half is taken.
    NoRoom,
}

impl Draft {
    /// Start an empty squad for a tier.
    #[must_use]
    pub fn new(tier: u8) -> Self {
        Self { tier, ..Self::default() }
    }

    /// Sum what it costs, in points.
    #[must_use]
    pub fn cost(&self, content: &Content) -> i32 {
        content.squad_cost(&self.fighters)
    }

    /// Give what it may cost, in points.
    #[must_use]
    pub fn budget(&self, content: &Content) -> i32 {
        content.budget(self.tier).unwrap_or(0)
    }

    /// Give what is left to spend, in points; below 0 if it is too dear.
    #[must_use]
    pub fn left(&self, content: &Content) -> i32 {
        self.budget(content) - self.cost(content)
    }

    /// List everything that keeps it from fighting.
    #[must_use]
    pub fn faults(&self, content: &Content) -> Vec<Fault> {
        let mut faults = Vec::new();
        let (count, cost, budget) = (self.fighters.len(), self.cost(content), self.budget(content));
        if count == 0 {
            faults.push(Fault::Empty);
        }
        if count > content.constants.squad_max as usize {
            faults.push(Fault::Crowded { count });
        }
        if cost > budget {
            faults.push(Fault::TooDear { cost, budget });
        }
        for fighter in 0..count {
            self.find_faults_of(content, fighter, &mut faults);
        }
        faults
    }

    /// Find who stands on a tile.
    #[must_use]
    pub fn fighter_at(&self, tile: [u8; 2]) -> Option<usize> {
        self.fighters.iter().position(|recruit| recruit.tile == tile)
    }

    /// Make a change, or say why not. Only a change that brings no new fault in goes, so a squad with faults can be
    /// mended step by step. Gives the place of the fighter it concerned.
    ///
    /// # Errors
    /// Why it was refused; nothing has changed then.
    pub fn change(&mut self, content: &Content, change: &Change) -> Result<Option<usize>, Denial> {
        let mut changed = self.clone();
        let fighter = changed.apply(content, change)?;
        let is_bound = !matches!(change, Change::Tier { .. });
        if let Some(fault) = changed.fault_brought_in(content, self).filter(|_| is_bound) {
            return Err(Denial::Fault(fault));
        }
        *self = changed;
        Ok(fighter)
    }

    fn find_faults_of(&self, content: &Content, fighter: usize, faults: &mut Vec<Fault>) {
        let recruit = &self.fighters[fighter];
        let species = &content.species[usize::from(recruit.species)];
        if species.cost == 0 {
            faults.push(Fault::NotForSale { fighter });
        }
        if recruit.grafts.len() > GRAFTS_MAX {
            faults.push(Fault::TooManyGrafts { fighter });
        }
        faults.extend(doubled(&recruit.grafts).map(|graft| Fault::GraftTwice { fighter, graft }));
        if recruit.skills.len() > usize::from(species.sockets) {
            faults.push(Fault::NoSocket { fighter });
        }
        let unsold = recruit.skills.iter().filter(|skill| content.skills[usize::from(**skill)].cost == 0);
        faults.extend(unsold.map(|skill| Fault::NoSuchSocketing { fighter, skill: *skill }));
        faults.extend(doubled(&recruit.skills).map(|skill| Fault::SkillTwice { fighter, skill }));
        if !is_own_tile(recruit.tile) {
            faults.push(Fault::OutsideOwnHalf { fighter });
        }
        if let Some(by) = self.fighters[..fighter].iter().position(|other| other.tile == recruit.tile) {
            faults.push(Fault::TileTaken { fighter, by });
        }
    }

    /// The first fault that was not there before; one that grew less is none.
    fn fault_brought_in(&self, content: &Content, before: &Self) -> Option<Fault> {
        let old = before.faults(content);
        let is_new = |fault: &Fault| match *fault {
            Fault::Empty => false,
            Fault::TooDear { cost, .. } => cost > before.cost(content).max(self.budget(content)),
            Fault::Crowded { count } => count > before.fighters.len(),
            // Places shift when someone is sent away, so faults are told apart by how many of their kind there are.
            other => count_like(&old, other) < count_like(&self.faults(content), other),
        };
        self.faults(content).into_iter().find(is_new)
    }

    fn apply(&mut self, content: &Content, change: &Change) -> Result<Option<usize>, Denial> {
        match *change {
            Change::Add { species, tile } => {
                let recruit = Recruit { species, ..Recruit::default() };
                return self.add(content, recruit, tile).map(Some);
            }
            Change::Double { fighter } => {
                let recruit = self.fighter(fighter)?.clone();
                return self.add(content, recruit, None).map(Some);
            }
            Change::Move { fighter, tile } => {
                let from = self.fighter(fighter)?.tile;
                if let Some(other) = self.fighter_at(tile) {
                    self.fighters[other].tile = from;
                }
                self.fighters[fighter].tile = tile;
                return Ok(Some(fighter));
            }
            Change::Remove { fighter } => {
                self.fighter(fighter)?;
                self.fighters.remove(fighter);
            }
            Change::Graft { fighter, graft } => {
                content.grafts.get(usize::from(graft)).ok_or(Denial::NoSuchThing)?;
                toggle(&mut self.fighter(fighter)?.grafts, graft);
                return Ok(Some(fighter));
            }
            Change::Skill { fighter, skill } => return self.socket(content, fighter, skill).map(Some),
            Change::Clear => self.fighters.clear(),
            Change::Arrange => self.arrange(content),
            Change::Random { seed } => {
                let mut dice = Stream::from_seed(seed).fork("squad").fork_id(u32::from(self.tier));
                self.fighters = buy_squad(content, self.budget(content), &mut dice);
                self.arrange(content);
            }
            Change::Tier { tier } => {
                content.budget(tier).ok_or(Denial::NoSuchThing)?;
                self.tier = tier;
            }
        }
        Ok(None)
    }

    /// Everyone into the column of their role, with a free tile between two as far as there is room.
    fn arrange(&mut self, content: &Content) {
        place_by_role(content, &mut self.fighters);
        for x in 0..START_TILES_X as u8 {
            let column = self.fighters.iter_mut().filter(|recruit| recruit.tile[0] == x);
            let mut column: Vec<&mut Recruit> = column.collect();
            column.sort_by_key(|recruit| recruit.tile[1]);
            let count = column.len() as i32;
            if 2 * count - 1 <= TILES_Y {
                let first = TILES_Y / 2 - (count - 1);
                column.iter_mut().zip(0..).for_each(|(recruit, n)| recruit.tile[1] = (first + 2 * n).max(0) as u8);
            }
        }
    }

    fn fighter(&mut self, fighter: usize) -> Result<&mut Recruit, Denial> {
        self.fighters.get_mut(fighter).ok_or(Denial::NoSuchThing)
    }

    fn add(&mut self, content: &Content, recruit: Recruit, tile: Option<[u8; 2]>) -> Result<usize, Denial> {
        content.species.get(usize::from(recruit.species)).ok_or(Denial::NoSuchThing)?;
        let tile = match tile {
            Some(tile) => tile,
            None => self.free_tile(content, recruit.species).ok_or(Denial::NoRoom)?,
        };
        self.fighters.push(Recruit { tile, ..recruit });
        Ok(self.fighters.len() - 1)
    }

    fn socket(&mut self, content: &Content, fighter: usize, skill: u16) -> Result<usize, Denial> {
        content.skills.get(usize::from(skill)).ok_or(Denial::NoSuchThing)?;
        let recruit = self.fighter(fighter)?;
        let species = &content.species[usize::from(recruit.species)];
        let granted = |graft: &u16| content.grafts[usize::from(*graft)].grants == Some(skill);
        let knows = species.innate.contains(&skill) || recruit.grafts.iter().any(granted);
        if knows && !recruit.skills.contains(&skill) {
            return Err(Denial::KnowsIt { fighter, skill });
        }
        toggle(&mut recruit.skills, skill);
        Ok(fighter)
    }

    /// Where a species would stand by its role, or else the nearest free tile to that; ties go to the upper, then to
    /// the one farther back.
    #[must_use]
    pub fn free_tile(&self, content: &Content, species: u16) -> Option<[u8; 2]> {
        let mut alone = [Recruit { species, ..Recruit::default() }];
        place_by_role(content, &mut alone);
        let [x, y] = alone[0].tile;
        let far = |tile: &[u8; 2]| {
            let (dx, dy) = (i32::from(tile[0]) - i32::from(x), i32::from(tile[1]) - i32::from(y));
            let is_close =
                |other: &&Recruit| other.tile[0].abs_diff(tile[0]) <= 1 && other.tile[1].abs_diff(tile[1]) <= 1;
            let close = self.fighters.iter().filter(is_close).count() as i32;
            // Along the line first, for a column is a rank; and rather with some air around it.
            (9 * dx * dx + dy * dy + 6 * close, tile[1], tile[0])
        };
        own_tiles().filter(|tile| self.fighter_at(*tile).is_none()).min_by_key(far)
    }
}

/// List the tiles of the own half.
pub fn own_tiles() -> impl Iterator<Item = [u8; 2]> {
    (0..START_TILES_X as u8).flat_map(|x| (0..TILES_Y as u8).map(move |y| [x, y]))
}

/// Tell whether a tile lies in the own half.
#[must_use]
pub fn is_own_tile([x, y]: [u8; 2]) -> bool {
    i32::from(x) < START_TILES_X && i32::from(y) < TILES_Y
}

fn doubled(list: &[u16]) -> impl Iterator<Item = u16> + '_ {
    list.iter().enumerate().filter(|(place, one)| list[..*place].contains(one)).map(|(_, one)| *one)
}

fn toggle(list: &mut Vec<u16>, part: u16) {
    match list.iter().position(|one| *one == part) {
        Some(place) => {
            list.remove(place);
        }
        None => list.push(part),
    }
}

fn count_like(faults: &[Fault], like: Fault) -> usize {
    let kind = std::mem::discriminant(&like);
    faults.iter().filter(|fault| std::mem::discriminant(*fault) == kind).count()
}

impl Fault {
    /// Say what is wrong, as a phrase.
    #[must_use]
    pub fn words(&self, content: &Content, draft: &Draft) -> String {
        let name = |fighter: usize| named(content, draft, fighter);
        let graft = |graft: u16| content.grafts[usize::from(graft)].name.as_str();
        let skill_name = |skill: u16| content.skills[usize::from(skill)].name.as_str();
        match *self {
            Self::Empty => "nobody is in the squad".to_owned(),
            Self::Crowded { count } => {
                format!("{count} fighters are too many: a squad has at most {}", content.constants.squad_max)
            }
            Self::TooDear { cost, budget } => {
                format!("it costs {cost} points, {} more than tier {} allows", cost - budget, draft.tier)
            }
            Self::NotForSale { fighter } => format!("{} can only be summoned, not bought", name(fighter)),
            Self::TooManyGrafts { fighter } => format!("{} bears at most {GRAFTS_MAX} grafts", name(fighter)),
            Self::GraftTwice { fighter, graft: g } => format!("{} has {} twice", name(fighter), graft(g)),
            Self::NoSocket { fighter } => {
                let sockets =
                    draft.fighters.get(fighter).map_or(0, |r| content.species[usize::from(r.species)].sockets);
                format!("{} has only {} for skills", name(fighter), counted(sockets, "socket"))
            }
            Self::NoSuchSocketing { fighter, skill } => {
                format!("{} cannot be socketed, into {} or anyone", skill_name(skill), name(fighter))
            }
            Self::SkillTwice { fighter, skill } => format!("{} has {} twice", name(fighter), skill_name(skill)),
            Self::OutsideOwnHalf { fighter } => {
                let [x, y] = draft.fighters.get(fighter).map_or([0, 0], |recruit| recruit.tile);
                format!("{} stands outside the own half, on tile {x},{y}", name(fighter))
            }
            Self::TileTaken { fighter, by } => {
                let [x, y] = draft.fighters.get(fighter).map_or([0, 0], |recruit| recruit.tile);
                format!("{} and {} stand on one tile, {x},{y}", name(by), name(fighter))
            }
        }
    }
}

impl Denial {
    /// Say why it does not go, as a phrase. `draft` is as it would have been for faults, else as it is.
    #[must_use]
    pub fn words(&self, content: &Content, draft: &Draft) -> String {
        match *self {
            Self::Fault(Fault::TooDear { cost, .. }) => {
                let left = draft.left(content).max(0);
                let wanted = cost - draft.cost(content);
                format!("that costs {wanted} more points, and {left} are left")
            }
            Self::Fault(fault) => fault.words(content, draft),
            Self::NoSuchThing => "there is no such thing".to_owned(),
            Self::KnowsIt { fighter, skill } => {
                format!("{} knows {} already", named(content, draft, fighter), content.skills[usize::from(skill)].name)
            }
            Self::NoRoom => "every tile of the own half is taken".to_owned(),
        }
    }
}

/// Name a fighter by its species, numbered where there are several of it.
#[must_use]
pub fn named(content: &Content, draft: &Draft, fighter: usize) -> String {
    let Some(recruit) = draft.fighters.get(fighter) else { return "It".to_owned() };
    let name = &content.species[usize::from(recruit.species)].name;
    let same = |r: &&Recruit| r.species == recruit.species;
    if draft.fighters.iter().filter(same).count() == 1 {
        return name.clone();
    }
    format!("{name} {}", draft.fighters[..=fighter].iter().filter(same).count())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kernel::assets::Assets;

    fn shipped() -> Content {
        Content::from_assets(&Assets::embedded()).expect("what ships is right")
    }

    fn species(content: &Content, id: &str) -> u16 {
        content.species.iter().position(|s| s.id == id).expect("it ships") as u16
    }

    fn graft(content: &Content, id: &str) -> u16 {
        content.grafts.iter().position(|g| g.id == id).expect("it ships") as u16
    }

    fn skill(content: &Content, id: &str) -> u16 {
        content.skills.iter().position(|s| s.id == id).expect("it ships") as u16
    }

    fn add(content: &Content, id: &str) -> Change {
        Change::Add { species: species(content, id), tile: None }
    }

    #[test]
    fn random_squads_are_legal_on_every_tier() {
        let content = shipped();
        for tier in 1..=8 {
            let mut draft = Draft::new(tier);
            for seed in 0..40 {
                draft.change(&content, &Change::Random { seed }).expect("there is something to buy");
                assert_eq!(draft.faults(&content), [], "tier {tier}, seed {seed}");
                assert!(draft.fighters.len() >= 2, "tier {tier}, seed {seed}");
            }
        }
        let squad = |seed| {
            let mut draft = Draft::new(4);
            draft.change(&content, &Change::Random { seed }).expect("there is something to buy");
            draft
        };
        assert_eq!(squad(5), squad(5));
        assert_ne!(squad(5), squad(6));
    }

    #[test]
    fn nobody_is_bought_beyond_the_budget_and_the_words_say_how_much_is_missing() {
        let content = shipped();
        let mut draft = Draft::new(1);
        while draft.change(&content, &add(&content, "ram_beetle")).is_ok() {}
        assert_eq!((draft.fighters.len(), draft.left(&content)), (3, 1));
        let denial = draft.change(&content, &add(&content, "puffball")).expect_err("it costs 8");
        assert_eq!(denial.words(&content, &draft), "that costs 8 more points, and 1 are left");
        assert_eq!(draft.fighters.len(), 3);
    }

    #[test]
    fn a_squad_that_is_too_dear_can_be_mended_but_not_made_worse() {
        let content = shipped();
        let mut draft = Draft::new(8);
        draft.change(&content, &Change::Random { seed: 3 }).expect("there is something to buy");
        draft.change(&content, &Change::Tier { tier: 1 }).expect("a tier can always be chosen");
        let cost = draft.cost(&content);
        let fault = Fault::TooDear { cost, budget: 40 };
        assert!(draft.faults(&content).contains(&fault));
        let words = format!("it costs {cost} points, {} more than tier 1 allows", cost - 40);
        assert_eq!(fault.words(&content, &draft), words);
        assert!(draft.change(&content, &add(&content, "puffball")).is_err());
        while !draft.faults(&content).is_empty() {
            draft.change(&content, &Change::Remove { fighter: 0 }).expect("sending away always goes");
        }
        assert!(!draft.fighters.is_empty());
    }

    #[test]
    fn two_swap_when_one_is_put_onto_the_other() {
        let content = shipped();
        let mut draft = Draft::new(3);
        for tile in [[9, 5], [3, 2]] {
            draft.change(&content, &Change::Add { species: 0, tile: Some(tile) }).expect("there is room");
        }
        draft.change(&content, &Change::Move { fighter: 0, tile: [3, 2] }).expect("they swap");
        assert_eq!(draft.fighters.iter().map(|f| f.tile).collect::<Vec<_>>(), [[3, 2], [9, 5]]);
        let denial = draft.change(&content, &Change::Move { fighter: 0, tile: [12, 2] });
        assert_eq!(denial, Err(Denial::Fault(Fault::OutsideOwnHalf { fighter: 0 })));
    }

    #[test]
    fn parts_that_do_not_fit_are_denied_by_name() {
        let content = shipped();
        let mut draft = Draft::new(8);
        draft.change(&content, &add(&content, "shellback")).expect("there are points");
        let mut try_to = |change: &Change| {
            let denial = draft.change(&content, change).err();
            denial.map(|denial| denial.words(&content, &draft))
        };
        let grow = |id| Change::Graft { fighter: 0, graft: graft(&content, id) };
        let socket = |id| Change::Skill { fighter: 0, skill: skill(&content, id) };
        assert_eq!(try_to(&grow("thick_pulp")), None);
        assert_eq!(try_to(&grow("barbed_coat")), None);
        assert_eq!(try_to(&grow("long_stalk")).expect("two are enough"), "Shellback bears at most 2 grafts");
        assert_eq!(try_to(&grow("thick_pulp")), None, "asked again, it comes off");
        assert_eq!(try_to(&socket("goading_rasp")).expect("innate"), "Shellback knows Goading Rasp already");
        assert_eq!(try_to(&socket("barbs")).expect("granted"), "Shellback knows Barbs already");
        let words = "Lay Grubs cannot be socketed, into Shellback or anyone";
        assert_eq!(try_to(&socket("lay_grubs")).expect("it has no price"), words);
        assert_eq!(try_to(&socket("gorge")), None);
        assert_eq!(try_to(&socket("pounce")).expect("one socket"), "Shellback has only 1 socket for skills");
        let grub = add(&content, "grub");
        assert_eq!(try_to(&grub).expect("not for sale"), "It can only be summoned, not bought");
        assert_eq!(try_to(&Change::Remove { fighter: 9 }).expect("not there"), "there is no such thing");
        assert_eq!(try_to(&Change::Graft { fighter: 0, graft: 999 }).expect("not there"), "there is no such thing");
    }

    #[test]
    fn every_fighter_gets_a_tile_of_its_own_until_the_squad_is_full() {
        let content = shipped();
        let mut draft = Draft::new(8);
        while draft.change(&content, &add(&content, "puffball")).is_ok() {}
        assert_eq!(draft.fighters.len(), content.constants.squad_max as usize);
        assert_eq!(draft.faults(&content), []);
        let denial = draft.change(&content, &add(&content, "puffball")).expect_err("ten are enough");
        assert_eq!(denial.words(&content, &draft), "11 fighters are too many: a squad has at most 10");
    }

    /// What a draft calls right, the reader of scenarios takes; see also `sortie`.
    #[test]
    fn every_shipped_line_up_is_without_fault() {
        let content = shipped();
        for lineup in &content.lineups {
            let draft = Draft { name: String::new(), tier: lineup.tier, fighters: lineup.recruits.clone() };
            assert_eq!(draft.faults(&content), [], "{}", lineup.id);
        }
    }
}
