//! A squad as a person writes it: who, with what, on which tile; every fault noted at its place.

use crate::kernel::sheet::Table;
use crate::kernel::side::Side;
use crate::skirmish::content::Content;
use crate::skirmish::content::tier::Recruit;
use crate::skirmish::field::{START_TILES_X, TILES_X, TILES_Y};

/// Reads squads against the content.
#[derive(Debug)]
pub struct SquadReader<'c> {
    content: &'c Content,
    /// All there is to name.
    species: Vec<&'c str>,
    grafts: Vec<&'c str>,
    skills: Vec<&'c str>,
    /// In a scenario, tiles count from the allies' edge for both sides; in a line-up, from the own edge.
    side: Side,
    obstacles: &'c [[u8; 2]],
}

impl<'c> SquadReader<'c> {
    /// Read squads of line-ups: tiles count from the own edge and nothing is in the way.
    #[must_use]
    pub fn of_lineup(content: &'c Content) -> Self {
        Self::of_scenario(content, Side::Ally, &[])
    }

    /// Read a side of a scenario.
    #[must_use]
    pub fn of_scenario(content: &'c Content, side: Side, obstacles: &'c [[u8; 2]]) -> Self {
        Self {
            content,
            species: content.species.iter().map(|s| s.id.as_str()).collect(),
            grafts: content.grafts.iter().map(|g| g.id.as_str()).collect(),
            skills: content.skills.iter().map(|s| s.id.as_str()).collect(),
            side,
            obstacles,
        }
    }

    /// Read the `unit` tables of a squad.
    pub fn read(&self, t: &mut Table<'_>) -> Vec<Recruit> {
        let most = self.content.constants.squad_max as usize;
        let mut squad: Vec<Recruit> = Vec::new();
        for mut t in t.tables("unit", 1..=most) {
            let recruit = self.read_recruit(&mut t);
            if squad.iter().any(|other| other.tile == recruit.tile) {
                t.fault("at", "two units start on one tile", "a tile of its own for each".to_owned());
            }
            squad.push(recruit);
        }
        squad
    }

    fn read_recruit(&self, t: &mut Table<'_>) -> Recruit {
        let species = t.one_of("species", &self.species);
        let indices = |list: Vec<usize>| list.into_iter().map(|index| index as u16).collect::<Vec<u16>>();
        let grafts = indices(t.many_of("grafts", 0..=2, &self.grafts));
        let skills = indices(t.many_of("skills", 0..=SOCKETS_MAX, &self.skills));
        self.check_species(t, species, skills.len());
        self.check_parts(t, &grafts, &skills);
        Recruit { species: species as u16, grafts, skills, tile: self.read_tile(t) }
    }

    fn check_species(&self, t: &Table<'_>, species: usize, sockets_used: usize) {
        let species = &self.content.species[species];
        if species.cost == 0 && t.has("species") {
            let problem = format!("`{}` is only ever summoned", species.id);
            t.fault("species", problem, "a species with a cost".to_owned());
        }
        if sockets_used > usize::from(species.sockets) {
            let problem = format!("more skills than `{}` has sockets", species.id);
            t.fault("skills", problem, format!("at most {}", species.sockets));
        }
    }

    fn check_parts(&self, t: &Table<'_>, grafts: &[u16], skills: &[u16]) {
        let doubled = |list: &[u16]| list.iter().enumerate().any(|(n, one)| list[..n].contains(one));
        if doubled(grafts) {
            t.fault("grafts", "the same graft twice", "two different ones".to_owned());
        }
        if doubled(skills) {
            t.fault("skills", "the same skill twice", "two different ones".to_owned());
        }
        for skill in skills.iter().map(|skill| &self.content.skills[usize::from(*skill)]).filter(|s| s.cost == 0) {
            let problem = format!("`{}` cannot be socketed", skill.id);
            t.fault("skills", problem, "a skill with a cost".to_owned());
        }
    }

    /// The tile as its own side counts it.
    fn read_tile(&self, t: &mut Table<'_>) -> [u8; 2] {
        let (x, y) = t.pair("at", 0..=TILES_X as u8 - 1, 0..=TILES_Y as u8 - 1);
        let own = if self.side == Side::Ally { x } else { TILES_X as u8 - 1 - x };
        if own >= START_TILES_X as u8 {
            let (first, last) = match self.side {
                Side::Ally => (0, START_TILES_X - 1),
                Side::Enemy => (TILES_X - START_TILES_X, TILES_X - 1),
            };
            t.fault("at", "a start outside the own half", format!("x from {first} to {last}"));
        }
        if self.obstacles.contains(&[x, y]) {
            t.fault("at", "a start on a blocked tile", "a tile that is not among `obstacles`".to_owned());
        }
        [own, y]
    }
}

/// The most skills that can be socketed into anyone.
const SOCKETS_MAX: usize = 2;

impl Content {
    /// Say by how much a squad is beyond a budget, and what in it costs what; none if it is within.
    #[must_use]
    pub fn over_budget(&self, squad: &[Recruit], budget: i32) -> Option<(String, String)> {
        let cost = self.squad_cost(squad);
        if cost <= budget {
            return None;
        }
        let each = squad.iter().map(|r| format!("{} {}", self.species[usize::from(r.species)].id, self.cost(r)));
        let help = format!("at most {budget}; it has {}", each.collect::<Vec<_>>().join(", "));
        Some((format!("the squad costs {cost} points"), help))
    }
}
