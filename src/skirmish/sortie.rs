//! A sortie: a squad, whom it goes against and under which seed; all that is needed to write the fight down.

use std::fmt::Write;

use crate::kernel::problem::quote;
use crate::kernel::side::Side;
use crate::skirmish::content::Content;
use crate::skirmish::content::tier::{Lineup, Recruit};
use crate::skirmish::draft::{Draft, Fault};
use crate::skirmish::field::TILES_X;
use crate::skirmish::muster::Muster;
use crate::skirmish::squad_file::unit_text;

/// Seeds a scenario can name.
pub const SEED_MAX: u64 = i64::MAX.unsigned_abs();

/// A fight before it is engaged.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sortie {
    /// The own squad.
    pub draft: Draft,
    /// Whom it meets: an index into the content's line-ups.
    pub lineup: usize,
    /// The seed of all dice.
    pub seed: u64,
}

impl Sortie {
    /// Begin with an empty squad against the first line-up of a tier.
    #[must_use]
    pub fn new(content: &Content, tier: u8, seed: u64) -> Self {
        let lineup = met_on(content, tier).next().unwrap_or(0);
        Self { draft: Draft::new(tier), lineup, seed: seed.min(SEED_MAX) }
    }

    /// Go to another tier; the line-up there is the one at the same place of its tier, as far as there are so many.
    pub fn follow_tier(&mut self, content: &Content) {
        let place = content.lineups.get(self.lineup).map(|lineup| lineup.tier);
        if place == Some(self.draft.tier) {
            return;
        }
        let before = place.and_then(|tier| met_on(content, tier).position(|n| n == self.lineup)).unwrap_or(0);
        let met: Vec<usize> = met_on(content, self.draft.tier).collect();
        self.lineup = met.get(before).or(met.last()).copied().unwrap_or(self.lineup);
    }

    /// Meet the line-up so many places on in the tier's list, which goes round.
    pub fn turn_lineup(&mut self, content: &Content, by: i32) {
        let met: Vec<usize> = met_on(content, self.draft.tier).collect();
        let Some(place) = met.iter().position(|n| *n == self.lineup) else { return };
        let count = i64::try_from(met.len()).unwrap_or(1);
        let next = (i64::try_from(place).unwrap_or(0) + i64::from(by)).rem_euclid(count);
        self.lineup = met[usize::try_from(next).unwrap_or(0)];
    }

    /// The squad it meets.
    #[must_use]
    pub fn enemy<'c>(&self, content: &'c Content) -> Option<&'c Lineup> {
        content.lineups.get(self.lineup)
    }

    /// What the fight is called.
    #[must_use]
    pub fn title(&self, content: &Content) -> String {
        let own = if self.draft.name.is_empty() { "A squad" } else { &self.draft.name };
        match self.enemy(content) {
            Some(enemy) => format!("{own} against {}", enemy.name()),
            None => own.to_owned(),
        }
    }

    /// The two squads on the field. With faults it is for looking at only.
    #[must_use]
    pub fn muster(&self, content: &Content) -> Muster {
        let enemy = self.enemy(content).map(|lineup| lineup.recruits.clone()).unwrap_or_default();
        Muster::new(&self.title(content), self.seed, [self.draft.fighters.clone(), enemy])
    }

    /// Write the fight down as a scenario that needs no other file.
    ///
    /// # Errors
    /// What keeps the squad from fighting.
    pub fn scenario(&self, content: &Content) -> Result<String, Vec<Fault>> {
        let faults = self.draft.faults(content);
        if !faults.is_empty() {
            return Err(faults);
        }
        let muster = self.muster(content);
        let mut text = String::new();
        let title = toml::Value::from(muster.title.as_str());
        let _ = writeln!(text, "ruleset = \"skirmish\"\ntitle = {title}\nseed = {}", self.seed);
        let _ = writeln!(text, "tier = {}", self.draft.tier);
        for (side, squad) in Side::BOTH.into_iter().zip(&muster.squads) {
            let _ = write!(text, "\n[[side]]\nname = \"{}\"\n{}", side.name(), squad_text(content, side, squad));
        }
        Ok(text)
    }
}

/// List the line-ups that one meets on a tier, as the content lists them.
pub fn met_on(content: &Content, tier: u8) -> impl Iterator<Item = usize> + '_ {
    let met = move |(_, lineup): &(usize, &Lineup)| lineup.tier == tier && !lineup.sensible;
    content.lineups.iter().enumerate().filter(met).map(|(place, _)| place)
}

impl Lineup {
    /// The name that people read: `cellar_nurses` is Cellar Nurses.
    #[must_use]
    pub fn name(&self) -> String {
        let words = self.id.split('_').map(|word| {
            let mut letters = word.chars();
            letters.next().map_or(String::new(), |first| first.to_uppercase().chain(letters).collect())
        });
        words.collect::<Vec<String>>().join(" ")
    }
}

/// The `unit` list of a side; a scenario counts tiles from the allies' edge for both.
fn squad_text(content: &Content, side: Side, squad: &[Recruit]) -> String {
    let mut text = "unit = [\n".to_owned();
    for recruit in squad {
        let [x, y] = recruit.tile;
        let x = if side == Side::Ally { x } else { TILES_X as u8 - 1 - x };
        let _ = writeln!(text, "    {},", unit_text(content, &Recruit { tile: [x, y], ..recruit.clone() }));
    }
    text.push_str("]\n");
    text
}

/// Read a seed that a person typed: a whole number; anything else is told.
///
/// # Errors
/// What would be right.
pub fn read_seed(text: &str) -> Result<u64, String> {
    let digits: String = text.trim().chars().filter(|sign| *sign != '_').collect();
    let seed = digits.parse::<u64>().ok().filter(|seed| *seed <= SEED_MAX);
    seed.ok_or_else(|| format!("{} is no seed: a whole number from 0 to {SEED_MAX}", quote(text.trim())))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kernel::assets::Assets;
    use crate::kernel::scenario::Scenario;
    use crate::skirmish::draft::Change;

    fn shipped() -> Content {
        Content::from_assets(&Assets::embedded()).expect("what ships is right")
    }

    #[test]
    fn what_is_written_down_reads_back_as_the_same_muster() {
        let content = shipped();
        for (place, lineup) in content.lineups.iter().enumerate().filter(|(_, lineup)| !lineup.sensible) {
            let mut sortie = Sortie::new(&content, lineup.tier, 40 + place as u64);
            sortie.lineup = place;
            sortie.draft.name = "The \"quoted\" ones\\".to_owned();
            sortie.draft.change(&content, &Change::Random { seed: place as u64 }).expect("there is something to buy");
            let text = sortie.scenario(&content).expect("a random squad has no faults");
            let scenario = Scenario::parse(&Assets::embedded(), "sortie", &text).expect("right");
            let read = scenario.read(|t| Muster::read(t, &content, &scenario.title, scenario.seed)).expect("right");
            assert_eq!(read, sortie.muster(&content), "{text}");
        }
    }

    #[test]
    fn a_squad_with_faults_is_not_written_down() {
        let content = shipped();
        assert_eq!(Sortie::new(&content, 2, 1).scenario(&content), Err(vec![Fault::Empty]));
    }

    #[test]
    fn every_tier_has_line_ups_to_meet_and_changing_it_keeps_the_place() {
        let content = shipped();
        let mut sortie = Sortie::new(&content, 1, 1);
        sortie.turn_lineup(&content, -1);
        for tier in 1..=8 {
            sortie.draft.tier = tier;
            sortie.follow_tier(&content);
            let met: Vec<usize> = met_on(&content, tier).collect();
            assert!(met.len() >= 4);
            assert_eq!(sortie.lineup, met[met.len() - 1], "the last stays the last");
        }
        sortie.turn_lineup(&content, 1);
        assert_eq!(Some(sortie.lineup), met_on(&content, 8).next(), "the list goes round");
    }

    #[test]
    fn seeds_are_whole_numbers() {
        assert_eq!(read_seed(" 12_345 "), Ok(12_345));
        assert_eq!(read_seed("9223372036854775807"), Ok(SEED_MAX));
        for wrong in ["", "-1", "9223372036854775808", "seven", "1.5"] {
            assert!(read_seed(wrong).is_err(), "{wrong}");
        }
    }
}
