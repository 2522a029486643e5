//! A skill: when it goes off, at whom, how it spreads, and what it does there.

use bincode::Encode;

use crate::kernel::sheet::{Names, Place, Table};

/// A skill.
#[derive(Debug, Clone, PartialEq, Eq, Encode)]
pub struct Skill {
    /// The name that scenarios use.
    pub id: String,
    /// The name that people read.
    pub name: String,
    /// What it does, in a sentence.
    pub text: String,
    /// Points it costs to socket; 0 for one that cannot be bought.
    pub cost: i32,
    /// What sets it off.
    pub trigger: Trigger,
    /// Ticks until it can be used again.
    pub cooldown_ticks: i32,
    /// Ticks of a fight before its first use.
    pub warmup_ticks: i32,
    /// Only once in a fight.
    pub once: bool,
    /// At whom.
    pub aim: Aim,
    /// How far away that may be, edge to edge, in millitiles.
    pub range: i32,
    /// Radius of the area it covers around the target, in millitiles; 0 for the target alone.
    pub area: i32,
    /// How it jumps on from the target.
    pub chain: Option<Chain>,
    /// Millitiles a tick that it flies; 0 works at once.
    pub missile_pace: i32,
    /// What it does, in order.
    pub effects: Vec<Effect>,
}

/// What sets a skill off.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Encode)]
pub enum Trigger {
    /// The bearer's vigor is below so many per cent.
    LowVigor {
        /// Per cent of the whole.
        below: i32,
    },
    /// The bearer's fight starts. Comes once.
    Start,
    /// Whenever it is ready.
    Cooldown,
    /// The bearer's strike lands.
    OnHit,
    /// A strike lands on the bearer.
    WhenStruck,
    /// The bearer brings someone down.
    OnKill,
    /// The bearer falls.
    OnDeath,
}

/// At whom a skill, or a creature, goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Encode)]
pub enum Aim {
    /// The nearest foe; threat makes one seem nearer.
    Nearest,
    /// The foe with the least vigor.
    Weakest,
    /// The farthest foe.
    Farthest,
    /// The foe with the most others about it.
    Clustered,
    /// The friend with the smallest share of its vigor, of those that are hurt.
    LowestAlly,
    /// The bearer.
    Own,
    /// The one who harmed the bearer last; for a falling bearer, its killer.
    Attacker,
    /// The foe the bearer is fighting; for a strike that landed, the one it landed on.
    Target,
}

impl Aim {
    /// Tell whether it finds foes rather than friends.
    #[must_use]
    pub fn is_hostile(self) -> bool {
        !matches!(self, Self::LowestAlly | Self::Own)
    }
}

/// A jump from one to the next.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Encode)]
pub struct Chain {
    /// How many are reached after the first.
    pub links: i32,
    /// How far a jump goes, edge to edge, in millitiles.
    pub hop: i32,
    /// Per cent of the effect that is left after a jump.
    pub keep: i32,
}

/// One thing a skill does.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Encode)]
pub struct Effect {
    /// What.
    pub deed: Deed,
    /// To the bearer instead of the target.
    pub on_self: bool,
}

/// Points: so many outright, and so many per cent of the bearer's power or mend.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Encode)]
pub struct Amount {
    /// Points.
    pub flat: i32,
    /// Per cent of the stat.
    pub percent: i32,
}

impl Amount {
    /// Work it out for a stat, at a share in per cent.
    #[must_use]
    pub fn of(self, stat: i32, share_percent: i32) -> i32 {
        (self.flat + stat * self.percent / 100) * share_percent / 100
    }
}

/// What an effect does.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Encode)]
pub enum Deed {
    /// Harm, by power.
    Damage(Amount),
    /// Harm, by power, of which the bearer gets so many per cent back.
    Drain {
        /// The harm.
        harm: Amount,
        /// What comes back, in per cent.
        keep: i32,
    },
    /// Vigor back, by mend.
    Heal(Amount),
    /// Points that are taken before vigor is, by mend.
    Shield {
        /// How many.
        amount: Amount,
        /// For how long.
        ticks: i32,
    },
    /// Harm at every pulse, by power.
    Burn {
        /// Harm a pulse.
        amount: Amount,
        /// For how long.
        ticks: i32,
    },
    /// Harm at every pulse, by power, more with every dose.
    Poison {
        /// Harm a pulse, added to what is there.
        amount: Amount,
        /// For how long.
        ticks: i32,
    },
    /// Vigor back at every pulse, by mend.
    Regrow {
        /// Vigor a pulse.
        amount: Amount,
        /// For how long.
        ticks: i32,
    },
    /// Slower steps and strikes.
    Slow {
        /// By how many per cent.
        percent: i32,
        /// For how long.
        ticks: i32,
    },
    /// Faster steps and strikes.
    Haste {
        /// By how many per cent.
        percent: i32,
        /// For how long.
        ticks: i32,
    },
    /// Neither steps nor strikes.
    Stun {
        /// For how long.
        ticks: i32,
    },
    /// Must go for the bearer.
    Taunt {
        /// For how long.
        ticks: i32,
    },
    /// Thrown back from the bearer.
    Knockback {
        /// How far, in millitiles.
        distance: i32,
    },
    /// The bearer leaps to the target's side.
    Leap,
    /// Others come up beside the bearer.
    Summon {
        /// Of which species, by index.
        species: u16,
        /// How many.
        count: i32,
    },
    /// The bearer does not fall but gets up with so many per cent of its vigor. Once in a fight.
    Revive {
        /// Per cent of the whole.
        percent: i32,
    },
}

impl Deed {
    /// Tell whether it is meant for foes; `None` if it concerns the bearer only.
    #[must_use]
    pub fn is_hostile(self) -> Option<bool> {
        match self {
            Self::Damage(_)
            | Self::Drain { .. }
            | Self::Burn { .. }
            | Self::Poison { .. }
            | Self::Slow { .. }
            | Self::Stun { .. }
            | Self::Taunt { .. }
            | Self::Knockback { .. } => Some(true),
            Self::Heal(_) | Self::Shield { .. } | Self::Regrow { .. } | Self::Haste { .. } => Some(false),
            Self::Leap | Self::Summon { .. } | Self::Revive { .. } => None,
        }
    }
}

impl Skill {
    /// Tell whether any of it is meant for foes.
    #[must_use]
    pub fn is_hostile(&self) -> bool {
        self.effects.iter().any(|e| e.deed.is_hostile() == Some(true))
    }
}

/// Species that skills summon, named before the species are known.
pub type Summons = Vec<SummonedName>;

/// A species that an effect names.
#[derive(Debug)]
pub struct SummonedName {
    /// The skill, by index.
    pub skill: usize,
    /// Its effect, by index.
    pub effect: usize,
    /// The name.
    pub name: String,
    /// Where it stands.
    pub place: Place,
}

const AIMS: [(&str, Aim); 8] = [
    ("nearest", Aim::Nearest),
    ("weakest", Aim::Weakest),
    ("farthest", Aim::Farthest),
    ("clustered", Aim::Clustered),
    ("lowest_ally", Aim::LowestAlly),
    ("self", Aim::Own),
    ("attacker", Aim::Attacker),
    ("target", Aim::Target),
];

const TRIGGERS: [(&str, Trigger); 7] = [
    ("cooldown", Trigger::Cooldown),
    ("start", Trigger::Start),
    ("low_vigor", Trigger::LowVigor { below: 0 }),
    ("on_hit", Trigger::OnHit),
    ("when_struck", Trigger::WhenStruck),
    ("on_kill", Trigger::OnKill),
    ("on_death", Trigger::OnDeath),
];

/// Kinds of effects, as files name them.
const KINDS: [&str; 15] = [
    "damage",
    "drain",
    "heal",
    "shield",
    "burn",
    "poison",
    "regrow",
    "slow",
    "haste",
    "stun",
    "taunt",
    "knockback",
    "leap",
    "summon",
    "revive",
];

/// The longest a status or a cooldown can last: a whole fight.
const TICKS_MAX: i32 = 1800;

/// The farthest anything can reach: beyond the field's corners.
const LENGTH_MAX: i32 = 30_000;

impl Skill {
    /// Read one; the species it summons are noted, to be found once they are known.
    pub fn read(t: &mut Table<'_>, names: &mut Names, summons: &mut Summons) -> Self {
        let skill = names.list().len();
        let id = t.new_name("id", names);
        let aim = t.choice("aim", &AIMS);
        let mut effects = Vec::new();
        for (effect, mut t) in t.tables("effects", 1..=4).into_iter().enumerate() {
            let note = |name, place| summons.push(SummonedName { skill, effect, name, place });
            effects.push(Effect::read(&mut t, note));
        }
        let skill = Self {
            id,
            name: t.string("name"),
            text: t.string("text"),
            cost: t.int("cost", 0..=1000),
            trigger: Trigger::read(t),
            cooldown_ticks: t.int_or("cooldown_ticks", 0..=TICKS_MAX, 0),
            warmup_ticks: t.int_or("warmup_ticks", 0..=TICKS_MAX, 0),
            once: t.flag_or("once", false),
            aim,
            range: if aim == Aim::Own { 0 } else { t.int("range", 0..=LENGTH_MAX) },
            area: t.int_or("area", 100..=LENGTH_MAX, 0),
            chain: t.opt_child("chain").map(|mut t| Chain::read(&mut t)),
            missile_pace: t.int_or("missile_pace", 50..=5000, 0),
            effects,
        };
        skill.check(t);
        skill
    }

    /// Note what does not go together.
    fn check(&self, t: &Table<'_>) {
        let nobody = "an effect that touches nobody";
        let touches = |e: &Effect| match e.deed.is_hostile() {
            Some(hostile) => e.on_self || self.area > 0 || hostile == self.aim.is_hostile(),
            None => true,
        };
        let has = |deed: fn(&Deed) -> bool| self.effects.iter().any(|e| deed(&e.deed));
        if !self.effects.iter().all(touches) {
            let help =
                "what harms needs a hostile aim or an area, what helps a friendly aim, an area or `to = \"self\"`";
            t.fault("effects", nobody, help.to_owned());
        }
        if self.effects.iter().any(|e| e.on_self && e.deed.is_hostile() == Some(true)) {
            t.fault("effects", "an effect that harms its own bearer", "leave out `to`".to_owned());
        }
        if has(|d| *d == Deed::Leap) && !self.aim.is_hostile() {
            t.fault("aim", "a leap at nobody", "a leap needs a hostile aim".to_owned());
        }
        if has(|d| matches!(d, Deed::Revive { .. })) && (self.trigger != Trigger::OnDeath || self.aim != Aim::Own) {
            t.fault("effects", "a revival that never comes", "revive needs trigger on_death and aim self".to_owned());
        }
        if self.missile_pace > 0 && self.aim == Aim::Own {
            t.fault("missile_pace", "a throw at oneself", "leave it out, or choose another aim".to_owned());
        }
        if self.chain.is_some() && (self.area > 0 || self.aim == Aim::Own) {
            t.fault("chain", "a chain with an area or with aim self", "a chain needs a single first target".to_owned());
        }
        if self.trigger == Trigger::Cooldown && self.cooldown_ticks == 0 && !self.once {
            t.fault("cooldown_ticks", "a skill that is used at every tick", "at least 1 tick, or `once`".to_owned());
        }
    }
}

impl Trigger {
    fn read(t: &mut Table<'_>) -> Self {
        match t.choice("trigger", &TRIGGERS) {
            Self::LowVigor { .. } => Self::LowVigor { below: t.int("below_percent", 1..=100) },
            trigger => trigger,
        }
    }
}

impl Chain {
    fn read(t: &mut Table<'_>) -> Self {
        Self { links: t.int("links", 1..=20), hop: t.int("hop", 0..=LENGTH_MAX), keep: t.int("keep_percent", 1..=100) }
    }
}

impl Effect {
    fn read(t: &mut Table<'_>, note: impl FnMut(String, Place)) -> Self {
        let deed = Deed::read(t, note);
        Self { deed, on_self: t.opt_one_of("to", &["self"]).is_some() }
    }
}

impl Deed {
    fn read(t: &mut Table<'_>, mut note: impl FnMut(String, Place)) -> Self {
        match KINDS[t.one_of("kind", &KINDS)] {
            "damage" => Self::Damage(Amount::read(t)),
            "drain" => Self::Drain { harm: Amount::read(t), keep: t.int("keep_percent", 1..=100) },
            "heal" => Self::Heal(Amount::read(t)),
            "shield" => Self::Shield { amount: Amount::read(t), ticks: ticks(t) },
            "burn" => Self::Burn { amount: Amount::read(t), ticks: ticks(t) },
            "poison" => Self::Poison { amount: Amount::read(t), ticks: ticks(t) },
            "regrow" => Self::Regrow { amount: Amount::read(t), ticks: ticks(t) },
            "slow" => Self::Slow { percent: t.int("percent", 1..=100), ticks: ticks(t) },
            "haste" => Self::Haste { percent: t.int("percent", 1..=400), ticks: ticks(t) },
            "stun" => Self::Stun { ticks: ticks(t) },
            "taunt" => Self::Taunt { ticks: ticks(t) },
            "knockback" => Self::Knockback { distance: t.int("distance", 1..=LENGTH_MAX) },
            "leap" => Self::Leap,
            "summon" => {
                note(t.string("species"), t.place("species"));
                Self::Summon { species: 0, count: t.int("count", 1..=10) }
            }
            _ => Self::Revive { percent: t.int("percent", 1..=100) },
        }
    }
}

impl Amount {
    fn read(t: &mut Table<'_>) -> Self {
        let amount = Self { flat: t.int_or("amount", 0..=1000, 0), percent: t.int_or("percent", 0..=1000, 0) };
        if amount == Self::default() {
            t.fault("kind", "an effect of no points", "`amount`, `percent` or both".to_owned());
        }
        amount
    }
}

fn ticks(t: &mut Table<'_>) -> i32 {
    t.int("ticks", 1..=TICKS_MAX)
}
