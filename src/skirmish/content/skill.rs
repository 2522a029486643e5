//! A skill: when it goes off, at whom, how it spreads, and what it does there.

use bincode::Encode;

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
