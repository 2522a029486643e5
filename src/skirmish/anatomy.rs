//! Anatomy: the numbers of a creature one by one, what each of its grafts did to them, and how they are said.

use crate::skirmish::content::Content;
use crate::skirmish::content::graft::Graft;
use crate::skirmish::content::species::Stats;
use crate::skirmish::content::tier::Recruit;
use crate::skirmish::measure::{chance, plain, seconds, tiles, tiles_per_second};

/// One of a creature's numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stat {
    /// Health when whole.
    Vigor,
    /// Against blows.
    Armour,
    /// Damage of a strike.
    Power,
    /// Time between strikes.
    StrikePeriod,
    /// How far it strikes.
    Reach,
    /// How fast it walks.
    Pace,
    /// Chance to hit a weak spot.
    Crit,
    /// Chance to slip a strike.
    Dodge,
    /// Healing power.
    Mend,
    /// How much nearer it seems to foes.
    Threat,
    /// Half its width.
    Radius,
}

/// A number of a creature.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reading {
    /// Which.
    pub stat: Stat,
    /// Of the bare species.
    pub bare: i32,
    /// With all grafts.
    pub value: i32,
    /// What each graft changed, in the order in which they were grafted; together exactly `value - bare`.
    pub changes: Vec<Change>,
}

/// What a graft changed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Change {
    /// The graft, by index.
    pub graft: u16,
    /// By how much.
    pub by: i32,
}

impl Stat {
    /// All of them, as they are listed.
    pub const ALL: [Self; 11] = [
        Self::Vigor,
        Self::Armour,
        Self::Power,
        Self::StrikePeriod,
        Self::Reach,
        Self::Pace,
        Self::Mend,
        Self::Crit,
        Self::Dodge,
        Self::Threat,
        Self::Radius,
    ];

    /// Give the name that people read.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Vigor => "Vigor",
            Self::Armour => "Armour",
            Self::Power => "Power",
            Self::StrikePeriod => "Strikes every",
            Self::Reach => "Reach",
            Self::Pace => "Pace",
            Self::Crit => "Weak spots",
            Self::Dodge => "Dodge",
            Self::Mend => "Mend",
            Self::Threat => "Threat",
            Self::Radius => "Girth",
        }
    }

    /// Say in a sentence what it is good for.
    #[must_use]
    pub fn text(self) -> &'static str {
        match self {
            Self::Vigor => "Points it can lose before it falls.",
            Self::Armour => "Turns a part of every blow away; more of it, less and less.",
            Self::Power => "Points of its strikes, and what its harmful skills count by.",
            Self::StrikePeriod => "From one strike to the next.",
            Self::Reach => "How far it strikes, from edge to edge.",
            Self::Pace => "How fast it walks.",
            Self::Crit => "Chance that a strike hits a weak spot.",
            Self::Dodge => "Chance to slip a strike. Skills cannot be slipped.",
            Self::Mend => "What its helpful skills count by.",
            Self::Threat => "How much nearer it seems to foes who look for someone.",
            Self::Radius => "From its middle to its edge.",
        }
    }

    /// Write an amount of it with its unit.
    #[must_use]
    pub fn say(self, amount: i32) -> String {
        match self {
            Self::Vigor | Self::Armour | Self::Power | Self::Mend => plain(amount),
            Self::StrikePeriod => seconds(amount),
            Self::Reach | Self::Threat | Self::Radius => tiles(amount),
            Self::Pace => tiles_per_second(amount),
            Self::Crit | Self::Dodge => chance(amount),
        }
    }

    /// Tell whether less of it is better.
    #[must_use]
    pub fn is_better_low(self) -> bool {
        matches!(self, Self::StrikePeriod | Self::Radius)
    }

    /// Take it from a creature's numbers.
    #[must_use]
    pub fn of(self, stats: &Stats) -> i32 {
        match self {
            Self::Vigor => stats.vigor,
            Self::Armour => stats.armour,
            Self::Power => stats.power,
            Self::StrikePeriod => stats.strike_period,
            Self::Reach => stats.reach,
            Self::Pace => stats.pace,
            Self::Crit => stats.crit,
            Self::Dodge => stats.dodge,
            Self::Mend => stats.mend,
            Self::Threat => stats.threat,
            Self::Radius => stats.radius,
        }
    }
}

impl Reading {
    /// Read all numbers of a recruit, as [`Stat::ALL`] lists them.
    #[must_use]
    pub fn all(content: &Content, recruit: &Recruit) -> Vec<Self> {
        let bare = content.species[usize::from(recruit.species)].stats;
        let grafts: Vec<&Graft> = recruit.grafts.iter().map(|graft| &content.grafts[usize::from(*graft)]).collect();
        let grown: Vec<Stats> = (0..=grafts.len()).map(|count| Graft::sum(&grafts[..count], bare)).collect();
        let read = |stat: Stat| {
            let steps: Vec<i32> = grown.iter().map(|stats| stat.of(stats)).collect();
            let changes = recruit.grafts.iter().zip(steps.windows(2));
            let changes = changes.map(|(graft, step)| Change { graft: *graft, by: step[1] - step[0] });
            Self { stat, bare: stat.of(&bare), value: steps[steps.len() - 1], changes: changes.collect() }
        };
        Stat::ALL.into_iter().map(read).collect()
    }
}

/// Say how much of a blow armour turns away, in per cent, rounded down.
#[must_use]
pub fn turned_away_percent(content: &Content, armour: i32) -> i32 {
    100 * armour / (content.constants.armour_half + armour)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kernel::assets::Assets;
    use crate::skirmish::form::Form;

    #[test]
    fn readings_are_the_numbers_the_fight_runs_on_and_the_changes_add_up() {
        let content = Content::from_assets(&Assets::embedded()).expect("what ships is right");
        let graft = |id: &str| content.grafts.iter().position(|g| g.id == id).expect("it ships") as u16;
        for species in 0..content.species.len() as u16 {
            for second in 0..content.grafts.len() as u16 {
                let grafts = vec![graft("thick_pulp"), second];
                let recruit = Recruit { species, grafts, ..Recruit::default() };
                let form = Form::new(&content, &recruit);
                for reading in Reading::all(&content, &recruit) {
                    assert_eq!(reading.value, reading.stat.of(&form.stats));
                    let by: i32 = reading.changes.iter().map(|change| change.by).sum();
                    assert_eq!(reading.bare + by, reading.value, "{:?}", reading.stat);
                }
            }
        }
    }

    #[test]
    fn each_graft_has_its_own_share() {
        let content = Content::from_assets(&Assets::embedded()).expect("what ships is right");
        let graft = |id: &str| content.grafts.iter().position(|g| g.id == id).expect("it ships") as u16;
        let grafts = vec![graft("thick_pulp"), graft("hollow_bones")];
        let recruit = Recruit { grafts: grafts.clone(), ..Recruit::default() };
        let readings = Reading::all(&content, &recruit);
        let by = |stat: Stat| -> Vec<i32> {
            let reading = readings.iter().find(|reading| reading.stat == stat).expect("all are read");
            reading.changes.iter().map(|change| change.by).collect()
        };
        assert_eq!(by(Stat::Dodge), [0, content.grafts[usize::from(grafts[1])].flat.dodge]);
        assert!(by(Stat::Vigor)[0] > 0 && by(Stat::Vigor)[1] < 0);
        assert_eq!(by(Stat::Power), [0, 0]);
    }

    #[test]
    fn armour_turns_away_half_at_its_own_constant() {
        let content = Content::from_assets(&Assets::embedded()).expect("what ships is right");
        assert_eq!(turned_away_percent(&content, content.constants.armour_half), 50);
        assert_eq!(turned_away_percent(&content, 0), 0);
    }
}
