//! The rules of one fight: content, scenario and seed, worked out once and never changed; and the table of the tick.

use std::sync::Arc;

use recorder::{Digest, Simulation, Stage, Stamped};

use crate::skirmish::aims::Search;
use crate::skirmish::cast::Cast;
use crate::skirmish::content::Content;
use crate::skirmish::content::skill::{Aim, Skill, Trigger};
use crate::skirmish::content::status::{Ail, Status};
use crate::skirmish::dice::key_of_recruit;
use crate::skirmish::event::{Event, What};
use crate::skirmish::field::Field;
use crate::skirmish::form::Form;
use crate::skirmish::muster::{Muster, start_spot};
use crate::skirmish::order::{Order, Refusal};
use crate::skirmish::outcome::Outcome;
use crate::skirmish::scratch::Scratch;
use crate::skirmish::stages;
use crate::skirmish::state::{State, Told};
use crate::skirmish::unit::{SKILLS_MAX, Unit, deadline};

/// Ticks in a second.
pub const TICK_HZ: u32 = 10;

/// The tick at which a fight ends in a draw. Three minutes: two squads of menders can refuse to lose for ever.
pub const CAP_TICKS: u32 = 1800;

/// The rules of one fight.
#[derive(Debug, Clone)]
pub struct Skirmish {
    /// Species, grafts, skills, statuses, constants.
    pub content: Arc<Content>,
    /// Who fights, where, and with what.
    pub muster: Muster,
    /// Every form there can be: first each species as it is summoned, then each recruit, in row order.
    pub forms: Arc<[Form]>,
    /// The field.
    pub field: Arc<Field>,
    /// Vigor each side starts with.
    pub start_vigor: [i64; 2],
    content_print: u64,
    fingerprint: u64,
}

/// A tick, in order.
const STAGES: [Stage<Skirmish>; 10] = [
    Stage { name: "orders", run: stages::orders::run },
    Stage { name: "statuses", run: stages::statuses::run },
    Stage { name: "targeting", run: stages::targeting::run },
    Stage { name: "decisions", run: stages::decisions::run },
    Stage { name: "movement", run: stages::movement::run },
    Stage { name: "collision", run: stages::collision::run },
    Stage { name: "strikes", run: stages::strikes::run },
    Stage { name: "projectiles", run: stages::projectiles::run },
    Stage { name: "deaths", run: stages::deaths::run },
    Stage { name: "outcome", run: stages::outcome::run },
];

impl Skirmish {
    /// Make the rules of a fight. The muster fits the content: whoever reads or buys one sees to that.
    #[must_use]
    pub fn new(content: Arc<Content>, muster: Muster) -> Self {
        let bare = (0..content.species.len()).map(|species| Form::bare(&content, species as u16));
        let recruited = muster.recruits().map(|(_, recruit)| Form::new(&content, recruit));
        let forms: Arc<[Form]> = bare.chain(recruited).collect();
        let field = Arc::new(Field::new(&muster.obstacles));
        let content_print = content.fingerprint();
        let fingerprint = muster.fingerprint(content_print);
        let mut rules = Self { content, muster, forms, field, start_vigor: [0; 2], content_print, fingerprint };
        let start = rules.start();
        rules.start_vigor = [start.vigor(0), start.vigor(1)];
        rules
    }

    /// Give the same fight under another seed.
    #[must_use]
    pub fn with_seed(&self, seed: u64) -> Self {
        let mut other = self.clone();
        other.muster.seed = seed;
        other.fingerprint = other.muster.fingerprint(other.content_print);
        other
    }

    /// Give the form of a unit.
    #[must_use]
    #[inline]
    pub fn form<'r>(&'r self, unit: &Unit) -> &'r Form {
        &self.forms[usize::from(unit.form)]
    }

    /// Give a skill by index.
    #[must_use]
    #[inline]
    pub fn skill(&self, index: u16) -> &Skill {
        &self.content.skills[usize::from(index)]
    }

    /// Give a status.
    #[must_use]
    #[inline]
    pub fn status(&self, ail: Ail) -> &Status {
        &self.content.statuses[usize::from(ail.index())]
    }

    /// Measure from the edge of one body to the edge of another, in millitiles; below 0 if they overlap.
    #[must_use]
    pub fn gap(&self, a: &Unit, b: &Unit) -> i64 {
        a.at.distance(b.at) - i64::from(self.form(a).stats.radius + self.form(b).stats.radius)
    }

    /// Tell whether two bodies are no farther apart than that, edge to edge.
    #[must_use]
    #[inline]
    pub fn is_within(&self, a: &Unit, b: &Unit, range: i32) -> bool {
        a.at.within(b.at, range + self.form(a).stats.radius + self.form(b).stats.radius)
    }

    /// Give what is left of healing at a tick, in per cent.
    #[must_use]
    pub fn healing_percent(&self, tick: u32) -> i32 {
        let constants = &self.content.constants;
        let past = (i32::try_from(tick).unwrap_or(i32::MAX) - constants.wilt_from_tick).max(0);
        (100 - past * constants.wilt_percent / 100).max(constants.wilt_floor_percent)
    }

    /// Give the ticks from which a form's skills can be used, for one that is born at a tick.
    #[must_use]
    pub fn ready_at(&self, form: u16, born: u32) -> [u16; SKILLS_MAX] {
        let mut ready = [0; SKILLS_MAX];
        for (ready, skill) in ready.iter_mut().zip(&self.forms[usize::from(form)].skills) {
            *ready = deadline(born + self.skill(*skill).warmup_ticks.cast_unsigned());
        }
        ready
    }

    /// Find whom a skill goes for that something else set off; `other` is who brought that about.
    #[must_use]
    pub fn aim_after(&self, state: &mut State, who: usize, skill: u16, other: usize) -> Option<usize> {
        let skill = self.skill(skill);
        match skill.aim {
            Aim::Attacker | Aim::Target => {
                // Where someone fell there is still ground to cover.
                (state.units[other].is_up() || skill.area > 0).then_some(other)
            }
            Aim::Own => Some(who),
            aim => Search { who, aim, range: Some(skill.range), except: None }.run(self, state),
        }
    }
}

impl Simulation for Skirmish {
    type State = State;
    type Scratch = Scratch;
    type Row = Unit;
    type Event = Event;
    type Order = Order;
    type Outcome = Outcome;
    type Cast = Cast;

    fn ruleset(&self) -> &str {
        "skirmish"
    }

    fn fingerprint(&self) -> u64 {
        self.fingerprint
    }

    fn tick_hz(&self) -> u32 {
        TICK_HZ
    }

    fn cap_ticks(&self) -> u32 {
        CAP_TICKS
    }

    fn start(&self) -> State {
        let recruits = self.muster.recruits().enumerate();
        let units = recruits.map(|(place, (side, recruit))| {
            let form = (self.content.species.len() + place) as u16;
            Unit {
                key: key_of_recruit(self.muster.seed, self.muster.births[place]),
                at: start_spot(side, recruit.tile),
                vigor: self.forms[usize::from(form)].stats.vigor,
                form,
                side,
                ready: self.ready_at(form, 0),
                ..Unit::default()
            }
        });
        State { units: units.collect(), missiles: Vec::new(), sides: [Told::default(); 2], ending: None }
    }

    fn stages(&self) -> &[Stage<Self>] {
        &STAGES
    }

    fn rows<'a>(&'a self, state: &'a State) -> Option<&'a [Unit]> {
        Some(&state.units)
    }

    fn digest(&self, state: &State, digest: &mut Digest<'_>) {
        state.digest(digest);
    }

    fn outcome(&self, state: &State) -> Option<Outcome> {
        state.ending
    }

    fn refuse_late(&self, order: &Stamped<Order>, ended: u32) -> Event {
        Event { tick: ended, what: What::Refused { order: order.order, refusal: Refusal::Over } }
    }

    fn cast(&self) -> Cast {
        Cast::new(self)
    }

    fn state_bytes(state: &State) -> usize {
        size_of::<State>() + size_of_val(&state.units[..]) + size_of_val(&state.missiles[..])
    }
}

impl Trigger {
    /// Tell whether a skill that waits for this is chosen in the decisions, rather than set off by an event.
    #[must_use]
    pub fn is_decided(self) -> bool {
        matches!(self, Self::LowVigor { .. } | Self::Start | Self::Cooldown)
    }
}
