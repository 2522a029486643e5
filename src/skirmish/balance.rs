//! Balance: many fights between random squads of one price, and what they say about the content.

use std::fmt;
use std::sync::Arc;

use recorder::{Live, Orders};

use crate::kernel::stream::Stream;
use crate::skirmish::content::Content;
use crate::skirmish::content::tier::Recruit;
use crate::skirmish::field::{START_TILES_X, TILES_Y};
use crate::skirmish::muster::Muster;
use crate::skirmish::rules::{CAP_TICKS, Skirmish};

/// What a run of fights says.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Balance {
    /// Fights run.
    pub fights: u32,
    /// Fights nobody won.
    pub draws: u32,
    /// Fights in which the side with more vigor changed at least once.
    pub with_lead_change: u32,
    /// The length of each, in ticks, shortest first.
    pub ticks: Vec<u32>,
    /// How each species did.
    pub species: Vec<Presence>,
}

/// How the sides did that had a species when the other had none.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Presence {
    /// The species.
    pub id: String,
    /// Fights that somebody won in which just one side had it.
    pub fights: u32,
    /// Those that side won.
    pub wins: u32,
}

/// How one fight went.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Course {
    /// Its length.
    pub ticks: u32,
    /// Who won.
    pub winner: Option<u8>,
    /// How often the side with more vigor changed.
    pub lead_changes: u32,
}

impl Balance {
    /// Fight once for every seed on every tier, random squads of equal price against each other.
    #[must_use]
    pub fn measure(content: &Arc<Content>, seeds: std::ops::Range<u64>) -> Self {
        let species = content.species.iter().map(|s| Presence { id: s.id.clone(), ..Presence::default() });
        let mut balance = Self { species: species.collect(), ..Self::default() };
        for seed in seeds {
            for tier in &content.tiers {
                let root = Stream::from_seed(seed).fork("balance").fork_id(u32::from(tier.tier));
                let squads = ["ally", "enemy"].map(|side| buy_squad(content, tier.budget, &mut root.fork(side)));
                let rules = Skirmish::new(Arc::clone(content), Muster::new("balance", root.key(), squads));
                balance.count(&rules, run_to_end(&rules));
            }
        }
        balance.ticks.sort();
        balance
    }

    fn count(&mut self, rules: &Skirmish, course: Course) {
        self.fights += 1;
        self.with_lead_change += u32::from(course.lead_changes > 0);
        self.ticks.push(course.ticks);
        let Some(winner) = course.winner else {
            self.draws += 1;
            return;
        };
        for (species, presence) in self.species.iter_mut().enumerate() {
            let has = [0, 1].map(|side| rules.muster.squads[side].iter().any(|r| usize::from(r.species) == species));
            if has[0] != has[1] {
                presence.fights += 1;
                presence.wins += u32::from(has[usize::from(winner)]);
            }
        }
    }

    /// Give the median length, in ticks.
    #[must_use]
    pub fn median_ticks(&self) -> u32 {
        self.ticks.get(self.ticks.len() / 2).copied().unwrap_or(0)
    }

    /// Give the share of fights with a change of lead, per mille.
    #[must_use]
    pub fn lead_change_per_mille(&self) -> u32 {
        self.with_lead_change * 1000 / self.fights.max(1)
    }
}

impl Presence {
    /// Give the share of fights won, per mille.
    #[must_use]
    pub fn wins_per_mille(&self) -> u32 {
        self.wins * 1000 / self.fights.max(1)
    }
}

impl fmt::Display for Balance {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let at = |per_cent: usize| self.ticks.get(self.ticks.len() * per_cent / 100).copied().unwrap_or(0);
        writeln!(f, "fights            {}", self.fights)?;
        writeln!(f, "draws             {}", self.draws)?;
        writeln!(f, "change of lead    {} ‰", self.lead_change_per_mille())?;
        writeln!(f, "ticks             10 %: {}  median: {}  90 %: {}", at(10), self.median_ticks(), at(90))?;
        writeln!(f, "species           fights  won ‰")?;
        for presence in self.species.iter().filter(|p| p.fights > 0) {
            writeln!(f, "{:17} {:6} {:6}", presence.id, presence.fights, presence.wins_per_mille())?;
        }
        Ok(())
    }
}

/// Fight to the end, looking at every tick.
#[must_use]
pub fn run_to_end(rules: &Skirmish) -> Course {
    let mut live = Live::start(Arc::new(rules.clone()), Arc::new(Orders::default()));
    let (mut lead, mut lead_changes) = (0, 0);
    loop {
        let ahead = (live.state().vigor(0) - live.state().vigor(1)).signum();
        // A tie changes nothing: only another side in front does.
        if ahead != 0 && lead != 0 && ahead != lead {
            lead_changes += 1;
        }
        lead = if ahead == 0 { lead } else { ahead };
        if let Some(outcome) = live.outcome() {
            return Course { ticks: live.tick(), winner: outcome.winner, lead_changes };
        }
        assert!(live.tick() <= CAP_TICKS, "a fight outlived its cap");
        live.step();
    }
}

/// Buy a random squad: fighters first, grafts and skills for what is left, everyone placed by role.
#[must_use]
pub fn buy_squad(content: &Content, budget: i32, dice: &mut Stream) -> Vec<Recruit> {
    let mut left = budget;
    let mut squad: Vec<Recruit> = Vec::new();
    let wanted = (budget / POINTS_A_FIGHTER).clamp(1, content.constants.squad_max) as usize;
    while squad.len() < wanted {
        let affordable = |species: &usize| (1..=left).contains(&content.species[*species].cost);
        let choice: Vec<usize> = (0..content.species.len()).filter(affordable).collect();
        let Some(species) = dice.pick(&choice) else { break };
        left -= content.species[*species].cost;
        squad.push(Recruit { species: *species as u16, ..Recruit::default() });
    }
    while let Some((fighter, part, cost)) = pick_part(content, &squad, left, dice) {
        left -= cost;
        match part {
            Part::Graft(graft) => squad[fighter].grafts.push(graft),
            Part::Skill(skill) => squad[fighter].skills.push(skill),
        }
    }
    place_by_role(content, &mut squad);
    squad
}

/// Points that a fighter with its grafts and skills takes of a budget, about.
const POINTS_A_FIGHTER: i32 = 16;

#[derive(Clone, Copy)]
enum Part {
    Graft(u16),
    Skill(u16),
}

/// Any graft or skill that fits anyone and the purse.
fn pick_part(content: &Content, squad: &[Recruit], left: i32, dice: &mut Stream) -> Option<(usize, Part, i32)> {
    let mut choice = Vec::new();
    for (fighter, recruit) in squad.iter().enumerate() {
        if recruit.grafts.len() < 2 {
            let grafts =
                content.grafts.iter().zip(0_u16..).filter(|(g, n)| g.cost <= left && !recruit.grafts.contains(n));
            choice.extend(grafts.map(|(graft, n)| (fighter, Part::Graft(n), graft.cost)));
        }
        let species = &content.species[usize::from(recruit.species)];
        if recruit.skills.len() < usize::from(species.sockets) {
            let has = |n: &u16| recruit.skills.contains(n) || species.innate.contains(n);
            let skills = content.skills.iter().zip(0_u16..).filter(|(s, n)| (1..=left).contains(&s.cost) && !has(n));
            choice.extend(skills.map(|(skill, n)| (fighter, Part::Skill(n), skill.cost)));
        }
    }
    dice.pick(&choice).copied()
}

/// Those who strike by touch in front, those who reach far behind, each column filled from the middle.
pub fn place_by_role(content: &Content, squad: &mut [Recruit]) {
    let mut taken: Vec<[u8; 2]> = Vec::new();
    for recruit in squad {
        let stats = &content.species[usize::from(recruit.species)].stats;
        let column = START_TILES_X - 3 - (stats.reach / 1000).min(4);
        let rows = (0..TILES_Y).map(|n| TILES_Y / 2 + if n % 2 == 0 { n / 2 } else { -(n / 2 + 1) });
        let tiles = rows.map(|row| [column as u8, row.clamp(0, TILES_Y - 1) as u8]);
        recruit.tile = tiles.into_iter().find(|tile| !taken.contains(tile)).unwrap_or_default();
        taken.push(recruit.tile);
    }
}
