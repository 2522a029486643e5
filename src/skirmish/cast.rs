//! The cast: what a recording keeps of the rules, so that it can be drawn and told for ever, whatever became of them.

use bincode::{Decode, Encode};
use serde::{Deserialize, Serialize};

use crate::kernel::actor::Actor;
use crate::kernel::side::Side;
use crate::skirmish::content::skill::Trigger;
use crate::skirmish::field::{HEIGHT, WIDTH};
use crate::skirmish::form::Form;
use crate::skirmish::rules::Skirmish;

/// Everything that never changes but is needed to draw and name the rows.
#[derive(Debug, Clone, PartialEq, Eq, Encode, Decode, Serialize, Deserialize)]
pub struct Cast {
    /// What the fight is called.
    pub title: String,
    /// Width of the field, in millitiles.
    pub width: i32,
    /// Height of the field, in millitiles.
    pub height: i32,
    /// Blocked tiles.
    pub obstacles: Vec<[u8; 2]>,
    /// The names of the sides, in order.
    pub sides: Vec<String>,
    /// Every form there can be: first each species as it is summoned, then each recruit, in row order.
    pub forms: Vec<Look>,
    /// All skills, by index.
    pub skills: Vec<Label>,
    /// All statuses, by index.
    pub statuses: Vec<Label>,
    /// The names of those who marched in, in row order.
    pub names: Vec<String>,
}

/// How a form is drawn and told.
#[derive(Debug, Clone, PartialEq, Eq, Encode, Decode, Serialize, Deserialize)]
pub struct Look {
    /// Id of its species.
    pub species: String,
    /// Name of its species.
    pub name: String,
    /// What it is, in a sentence.
    pub text: String,
    /// What it does in a squad.
    pub role: String,
    /// The outline it is drawn with.
    pub shape: String,
    /// Its colour, `#rrggbb`.
    pub colour: String,
    /// How its grafts show.
    pub cues: Vec<String>,
    /// The names of its grafts.
    pub grafts: Vec<String>,
    /// Its skills, by index, as its row's `ready` lists them.
    pub skills: Vec<u16>,
    /// Vigor when whole.
    pub vigor_max: i32,
    /// Armour.
    pub armour: i32,
    /// Damage of a strike.
    pub power: i32,
    /// Healing power.
    pub mend: i32,
    /// Ticks between strikes.
    pub strike_period_ticks: i32,
    /// How far it strikes, edge to edge, in millitiles.
    pub reach: i32,
    /// How far it walks in a tick, in millitiles.
    pub pace: i32,
    /// Radius of its body, in millitiles.
    pub radius: i32,
    /// Whether its strikes fly.
    pub throws: bool,
}

/// What a skill or a status is called.
#[derive(Debug, Clone, PartialEq, Eq, Encode, Decode, Serialize, Deserialize)]
pub struct Label {
    /// The name that files use.
    pub id: String,
    /// The name that people read.
    pub name: String,
    /// What it does, in a sentence.
    pub text: String,
    /// Its colour, `#rrggbb`; empty for skills.
    pub colour: String,
    /// Worth a line in the feed. Skills that go off at every strike are not.
    pub told: bool,
}

impl Cast {
    /// Take from the rules what a recording needs.
    #[must_use]
    pub fn new(rules: &Skirmish) -> Self {
        let content = &rules.content;
        let skills = content.skills.iter().map(|s| Label {
            id: s.id.clone(),
            name: s.name.clone(),
            text: s.text.clone(),
            colour: String::new(),
            told: !matches!(s.trigger, Trigger::OnHit | Trigger::WhenStruck),
        });
        let statuses = crate::skirmish::content::status::Ail::ALL.iter().zip(&content.statuses).map(|(ail, s)| Label {
            id: ail.id().to_owned(),
            name: s.name.clone(),
            text: s.text.clone(),
            colour: s.colour.clone(),
            told: true,
        });
        Self {
            title: rules.muster.title.clone(),
            width: WIDTH,
            height: HEIGHT,
            obstacles: rules.muster.obstacles.clone(),
            sides: Side::BOTH.map(|side| side.name().to_owned()).to_vec(),
            forms: rules.forms.iter().map(|form| look(rules, form)).collect(),
            skills: skills.collect(),
            statuses: statuses.collect(),
            names: names(rules),
        }
    }

    /// Name the unit at a row place that has a form: its own name, or for the summoned its species and id.
    #[must_use]
    pub fn name(&self, place: usize, form: u16) -> String {
        if let Some(name) = self.names.get(place) {
            return name.clone();
        }
        let species = self.forms.get(usize::from(form)).map_or("Creature", |look| look.name.as_str());
        format!("{species} {}", place + 1)
    }

    /// Name someone that an event speaks of.
    #[must_use]
    pub fn actor(&self, actor: Actor) -> String {
        self.name(usize::from(actor.place), actor.form)
    }
}

fn look(rules: &Skirmish, form: &Form) -> Look {
    let species = &rules.content.species[usize::from(form.species)];
    let grafts: Vec<_> = form.grafts.iter().map(|g| &rules.content.grafts[usize::from(*g)]).collect();
    Look {
        species: species.id.clone(),
        name: species.name.clone(),
        text: species.text.clone(),
        role: species.role.clone(),
        shape: species.shape.clone(),
        colour: species.colour.clone(),
        cues: grafts.iter().map(|g| g.cue.clone()).collect(),
        grafts: grafts.iter().map(|g| g.name.clone()).collect(),
        skills: form.skills.clone(),
        vigor_max: form.stats.vigor,
        armour: form.stats.armour,
        power: form.stats.power,
        mend: form.stats.mend,
        strike_period_ticks: form.stats.strike_period,
        reach: form.stats.reach,
        pace: form.stats.pace,
        radius: form.stats.radius,
        throws: form.missile_pace > 0,
    }
}

/// Species names, numbered through the whole fight where there are several of one.
fn names(rules: &Skirmish) -> Vec<String> {
    let species: Vec<u16> = rules.muster.recruits().map(|(_, recruit)| recruit.species).collect();
    let number = |place: usize| {
        let name = &rules.content.species[usize::from(species[place])].name;
        let same = |s: &&u16| **s == species[place];
        if species.iter().filter(same).count() == 1 {
            return name.clone();
        }
        format!("{name} {}", species[..=place].iter().filter(same).count())
    };
    (0..species.len()).map(number).collect()
}
