//! Reading the content: seven files that name each other, every problem in any of them at once.

use crate::kernel::assets::Assets;
use crate::kernel::problem::{Problems, quote, suggest};
use crate::kernel::sheet::{Names, Sheet, Table};
use crate::skirmish::content::Content;
use crate::skirmish::content::constants::Constants;
use crate::skirmish::content::graft::Graft;
use crate::skirmish::content::skill::{Deed, Skill, Summons};
use crate::skirmish::content::species::Species;
use crate::skirmish::content::status::Status;
use crate::skirmish::content::tier::{Lineup, Tier};
use crate::skirmish::squad::SquadReader;

/// Most of anything that a file may list.
const LISTED_MAX: usize = 500;

/// The seven files.
#[derive(Debug)]
pub struct Sheets {
    /// `rules.toml`
    pub rules: Sheet,
    /// `statuses.toml`
    pub statuses: Sheet,
    /// `skills.toml`
    pub skills: Sheet,
    /// `species.toml`
    pub species: Sheet,
    /// `grafts.toml`
    pub grafts: Sheet,
    /// `tiers.toml`
    pub tiers: Sheet,
    /// `lineups.toml`
    pub lineups: Sheet,
}

impl Sheets {
    /// Read the seven files.
    ///
    /// # Errors
    /// Those that are missing or are no TOML.
    pub fn from_assets(assets: &Assets) -> Result<Self, Problems> {
        let mut problems = Problems::default();
        let mut sheet = |name: &str| problems.take(assets.read(&format!("skirmish/{name}.toml")));
        let sheets = [
            sheet("rules"),
            sheet("statuses"),
            sheet("skills"),
            sheet("species"),
            sheet("grafts"),
            sheet("tiers"),
            sheet("lineups"),
        ];
        let [Some(rules), Some(statuses), Some(skills), Some(species), Some(grafts), Some(tiers), Some(lineups)] =
            sheets
        else {
            return Err(problems);
        };
        Ok(Self { rules, statuses, skills, species, grafts, tiers, lineups })
    }
}

impl Content {
    /// Read the content that the assets have.
    ///
    /// # Errors
    /// Everything that is wrong in any of the files.
    pub fn from_assets(assets: &Assets) -> Result<Self, Problems> {
        Self::read(&Sheets::from_assets(assets)?)
    }

    /// Read all content.
    ///
    /// # Errors
    /// Everything that is wrong in any of the files.
    pub fn read(sheets: &Sheets) -> Result<Self, Problems> {
        let mut problems = Problems::default();
        let mut content = read_parts(sheets, &mut problems);
        // Squads are judged by costs and names; with those in doubt, every one of them would be a problem.
        if problems.is_empty() {
            content.lineups = problems.take(read_lineups(&sheets.lineups, &content)).unwrap_or_default();
        }
        problems.or(content)
    }
}

fn read_parts(sheets: &Sheets, problems: &mut Problems) -> Content {
    let (mut skill_names, mut species_names) = (Names::default(), Names::default());
    let mut summons = Summons::new();
    let skills = sheets.skills.read(|t| {
        let tables = t.tables("skill", 1..=LISTED_MAX);
        tables.into_iter().map(|mut t| Skill::read(&mut t, &mut skill_names, &mut summons)).collect::<Vec<_>>()
    });
    let mut skills = problems.take(skills).unwrap_or_default();
    let species = sheets.species.read(|t| {
        let tables = t.tables("species", 1..=LISTED_MAX);
        tables.into_iter().map(|mut t| Species::read(&mut t, &mut species_names, &skill_names)).collect::<Vec<_>>()
    });
    let grafts = sheets.grafts.read(|t| {
        let mut names = Names::default();
        let tables = t.tables("graft", 1..=LISTED_MAX);
        tables.into_iter().map(|mut t| Graft::read(&mut t, &mut names, &skill_names)).collect::<Vec<_>>()
    });
    problems.take(resolve(&sheets.skills, &mut skills, &summons, &species_names));
    Content {
        species: problems.take(species).unwrap_or_default(),
        grafts: problems.take(grafts).unwrap_or_default(),
        skills,
        statuses: problems.take(sheets.statuses.read(Status::read_all)).unwrap_or_default(),
        constants: problems.take(sheets.rules.read(Constants::read)).unwrap_or_default(),
        tiers: problems.take(sheets.tiers.read(Tier::read_all)).unwrap_or_default(),
        lineups: Vec::new(),
    }
}

/// Find the species that skills summon.
fn resolve(sheet: &Sheet, skills: &mut [Skill], summons: &Summons, species: &Names) -> Result<(), Problems> {
    let mut problems = Problems::default();
    for summoned in summons {
        let Some(index) = species.position(&summoned.name) else {
            let problem = format!("`species` is unknown: {}", quote(&summoned.name));
            problems.push(sheet.problem_at(&summoned.place, problem, suggest(&summoned.name, species.list())));
            continue;
        };
        let effect = skills.get_mut(summoned.skill).and_then(|skill| skill.effects.get_mut(summoned.effect));
        if let Some(Deed::Summon { species, .. }) = effect.map(|effect| &mut effect.deed) {
            *species = index as u16;
        }
    }
    problems.or(())
}

fn read_lineups(sheet: &Sheet, content: &Content) -> Result<Vec<Lineup>, Problems> {
    let reader = SquadReader::of_lineup(content);
    let mut names = Names::default();
    sheet.read(|t| {
        let tables = t.tables("lineup", 1..=LISTED_MAX);
        tables.into_iter().map(|mut t| read_lineup(&mut t, &reader, content, &mut names)).collect()
    })
}

fn read_lineup(t: &mut Table<'_>, reader: &SquadReader<'_>, content: &Content, names: &mut Names) -> Lineup {
    let lineup = Lineup::read(t, names, content.tiers.len());
    let recruits = reader.read(t);
    let budget = content.budget(lineup.tier);
    if let Some((problem, help)) = budget.and_then(|budget| content.over_budget(&recruits, budget)) {
        t.fault("unit", problem, help);
    }
    Lineup { recruits, ..lineup }
}
