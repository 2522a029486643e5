//! Cards and forms: what can be played, and what then stands on the field.

use bincode::Encode;

use crate::arena::ledger::{Ledger, Rounding, Tower};
use crate::arena::map::Gait;
use crate::kernel::sheet::{Names, Table};

/// Most cards a file may list: rows name a card by one byte.
const CARDS_MAX: usize = 200;

/// Most bodies a card may bring.
pub const COUNT_MAX: usize = 6;

/// Form of a king.
pub const KING: u16 = 0;

/// Form of a princess.
pub const PRINCESS: u16 = 1;

/// A card.
#[derive(Debug, Clone, PartialEq, Eq, Encode)]
pub struct Card {
    /// The name that scenarios and orders use.
    pub id: String,
    /// The name that people read.
    pub name: String,
    /// What it is, in a sentence.
    pub text: String,
    /// The outline it is drawn with.
    pub shape: String,
    /// Its colour, `#rrggbb`.
    pub colour: String,
    /// Elixir it costs, in points.
    pub cost: i32,
    /// What playing it does.
    pub play: Play,
}

/// What playing a card does.
#[derive(Debug, Clone, PartialEq, Eq, Encode)]
pub enum Play {
    /// Bodies enter the field: the form's index, and how many.
    Bodies(u16, usize),
    /// Something happens where it is played.
    Spell(Spell),
}

/// What a spell does to those in its ring.
#[derive(Debug, Clone, Default, PartialEq, Eq, Encode)]
pub struct Spell {
    /// Ticks from play to effect.
    pub delay_ticks: u16,
    /// Radius, in native units.
    pub area: i32,
    /// Damage to foes.
    pub damage: i32,
    /// Share of it that towers take, in per cent.
    pub tower_percent: i32,
    /// How much faster friends walk, in per cent.
    pub haste_percent: u16,
    /// How much slower foes walk, in per cent.
    pub slow_percent: u16,
    /// Ticks that lasts.
    pub pace_ticks: u16,
}

/// What a body is, apart from how it is doing.
#[derive(Debug, Clone, PartialEq, Eq, Encode)]
pub struct Form {
    /// The name that people read.
    pub name: String,
    /// The card that brings it; `None` for towers.
    pub card: Option<u8>,
    /// Whether it stands where it was put, closes cells and counts as a building.
    pub is_building: bool,
    /// Health when whole.
    pub health: i32,
    /// Damage of a hit.
    pub damage: i32,
    /// Ticks between hits.
    pub hit_ticks: u16,
    /// Ticks from coming into range to the first hit: what of a hit is not loaded beforehand.
    pub first_ticks: u16,
    /// How far it hits, edge to edge, in native units.
    pub range: i32,
    /// Radius of its body, in native units.
    pub radius: i32,
    /// How far it sees, edge to edge, in native units.
    pub sight: i32,
    /// Native units it walks in a tick, stomping included; 0 stands.
    pub step: i32,
    /// Milliseconds it walks before it pauses; 0 never pauses.
    pub stop_ms: i32,
    /// Milliseconds of a pause.
    pub wait_ms: i32,
    /// What it weighs against others in a push.
    pub mass: i32,
    /// Ticks it is held after it entered.
    pub deploy_ticks: u16,
    /// Whether it flies.
    pub flies: bool,
    /// Whether it hops the river.
    pub hops: bool,
    /// Whom it can go for.
    pub targets: Targets,
    /// Native units a tick that its hits fly; 0 strikes by touch.
    pub shot_speed: i32,
    /// Radius that its hits splash over, in native units; 0 hits one.
    pub splash: i32,
    /// Ticks it lasts; 0 for as long as it stands.
    pub life_ticks: u16,
}

/// Whom a form can go for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Encode)]
pub enum Targets {
    /// Whatever stands on the ground.
    Ground,
    /// Whatever there is.
    All,
    /// Buildings alone.
    Buildings,
}

impl Form {
    /// Give how near to a target's centre its path leads: range and its own radius.
    #[must_use]
    #[inline]
    pub const fn reach(&self) -> i32 {
        self.range + self.radius
    }

    /// Give how it gets about on the ground.
    #[must_use]
    pub const fn gait(&self) -> Gait {
        if self.hops { Gait::Hop } else { Gait::Walk }
    }

    /// Tell whether it can go for a body of another form.
    #[must_use]
    #[inline]
    pub const fn can_hit(&self, other: &Self) -> bool {
        match self.targets {
            Targets::All => true,
            Targets::Ground => !other.flies,
            Targets::Buildings => other.is_building,
        }
    }

    /// Make the form of a tower.
    #[must_use]
    pub fn tower(name: &str, tower: &Tower, ledger: &Ledger) -> Self {
        Self {
            name: name.to_owned(),
            card: None,
            is_building: true,
            health: tower.health,
            damage: tower.damage,
            hit_ticks: tower.hit_ticks,
            first_ticks: tower.hit_ticks / 2,
            range: tower.range,
            radius: tower.radius,
            sight: tower.range,
            step: 0,
            stop_ms: 0,
            wait_ms: 0,
            mass: 1,
            deploy_ticks: 0,
            flies: false,
            hops: false,
            targets: Targets::All,
            shot_speed: ledger.towers.shot_speed,
            splash: 0,
            life_ticks: 0,
        }
    }
}

/// Work out the native units a walker makes in a tick: its speed, or a stomper's, made up for its pauses.
#[must_use]
pub const fn step_of(speed: i32, stop_ms: i32, wait_ms: i32, rounding: Rounding) -> i32 {
    if stop_ms == 0 { speed } else { rounding.divide(speed * (stop_ms + wait_ms), stop_ms) }
}

/// Read all cards, and the forms of all bodies: the two towers first.
pub fn read_cards(t: &mut Table<'_>, ledger: &Ledger) -> (Vec<Card>, Vec<Form>) {
    let mut forms = vec![
        Form::tower("King's Tower", &ledger.towers.king, ledger),
        Form::tower("Princess Tower", &ledger.towers.princess, ledger),
    ];
    let mut names = Names::default();
    let tables = t.tables("card", 4..=CARDS_MAX);
    let cards = tables.into_iter().enumerate().map(|(index, mut t)| {
        let mut card = read_head(&mut t, &mut names, ledger);
        card.play = match t.one_of("kind", &["troop", "building", "spell"]) {
            2 => Play::Spell(read_spell(&mut t, ledger)),
            kind => {
                let form = read_form(&mut t, &card, index as u8, kind == 1, ledger);
                let count = t.int_or("count", 1..=COUNT_MAX as u32, 1) as usize;
                if kind == 1 && count > 1 {
                    t.fault("count", "a building comes in several", "leave `count` out".to_owned());
                }
                forms.push(form);
                Play::Bodies((forms.len() - 1) as u16, count)
            }
        };
        card
    });
    let cards = cards.collect();
    (cards, forms)
}

fn read_head(t: &mut Table<'_>, names: &mut Names, ledger: &Ledger) -> Card {
    let card = Card {
        id: t.new_name("id", names),
        name: t.string("name"),
        text: t.string("text"),
        shape: t.string("shape"),
        colour: t.string("colour"),
        cost: t.int("cost", 1..=ledger.elixir.cap.max(1)),
        play: Play::Spell(Spell::default()),
    };
    let hex = card.colour.strip_prefix('#').unwrap_or_default();
    if !card.colour.is_empty() && (hex.len() != 6 || !hex.chars().all(|c| c.is_ascii_hexdigit())) {
        t.fault("colour", "`colour` is no colour", "`#rrggbb`, six digits from 0 to f".to_owned());
    }
    card
}

fn read_form(t: &mut Table<'_>, card: &Card, index: u8, is_building: bool, ledger: &Ledger) -> Form {
    let hit_ms = t.int("hit_ms", 50..=20_000);
    let load_ms = t.int("load_ms", 0..=20_000);
    if load_ms > hit_ms {
        t.fault("load_ms", format!("`load_ms` is {load_ms}, longer than a hit"), format!("at most {hit_ms}"));
    }
    let range = t.int("range", 0..=20_000);
    let (mut step, mut stop_ms, mut wait_ms, mut mass) = (0, 0, 0, 1);
    let (mut flies, mut hops, mut sight, mut life_ms) = (false, false, range, 0);
    if is_building {
        life_ms = t.int("life_ms", 50..=600_000);
    } else {
        let speed = t.int("speed", 1..=500);
        (stop_ms, wait_ms) = (t.int_or("stop_ms", 50..=10_000, 0), t.int_or("wait_ms", 50..=10_000, 0));
        if (stop_ms == 0) != (wait_ms == 0) {
            t.fault("stop_ms", "a stomper needs `stop_ms` and `wait_ms`", "both, or neither".to_owned());
        }
        step = step_of(speed, stop_ms, wait_ms, ledger.motion.stomp);
        mass = t.int("mass", 1..=100);
        (flies, hops) = (t.flag_or("flies", false), t.flag_or("hops", false));
        sight = t.int("sight", 0..=30_000);
    }
    let targets = [("ground", Targets::Ground), ("all", Targets::All), ("buildings", Targets::Buildings)];
    Form {
        name: card.name.clone(),
        card: Some(index),
        is_building,
        health: t.int("health", 1..=100_000),
        damage: t.int("damage", 0..=10_000),
        hit_ticks: ledger.ticks(hit_ms) as u16,
        first_ticks: ledger.ticks((hit_ms - load_ms).max(0)) as u16,
        range,
        radius: t.int("radius", 100..=1000),
        sight,
        step,
        stop_ms,
        wait_ms,
        mass,
        deploy_ticks: ledger.ticks(t.int("deploy_ms", 50..=20_000)) as u16,
        flies,
        hops,
        targets: t.choice("targets", &targets),
        shot_speed: t.int_or("shot_speed", 1..=10_000, 0),
        splash: t.int_or("splash", 1..=10_000, 0),
        life_ticks: ledger.ticks(life_ms) as u16,
    }
}

fn read_spell(t: &mut Table<'_>, ledger: &Ledger) -> Spell {
    let damage = t.int_or("damage", 1..=10_000, 0);
    let haste_percent = t.int_or("haste_percent", 1..=500, 0);
    let slow_percent = t.int_or("slow_percent", 1..=90, 0);
    if damage == 0 && haste_percent == 0 && slow_percent == 0 {
        let help = "one of `damage`, `haste_percent` and `slow_percent`";
        t.fault("kind", "a spell that does nothing", help.to_owned());
    }
    let mut spell = Spell {
        delay_ticks: ledger.ticks(t.int("delay_ms", 50..=20_000)) as u16,
        area: t.int("area", 100..=20_000),
        damage,
        haste_percent,
        slow_percent,
        ..Spell::default()
    };
    if damage > 0 {
        spell.tower_percent = t.int("tower_percent", 0..=100);
    }
    if haste_percent > 0 || slow_percent > 0 {
        spell.pace_ticks = ledger.ticks(t.int("pace_ms", 50..=60_000)) as u16;
    }
    spell
}
