//! The summary: what a recording says of a fight up to a tick. Command, goldens and player all count with this.
//!
//! Everything is read from the recording; what lies behind the tick does not show, the outcome included.

use std::collections::BTreeMap;

use recorder::{Recording, SeekError};
use serde::Serialize;

use crate::kernel::ruleset::{Body, Fact, Ruleset, Verdict};

/// A fight up to a tick, in numbers.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Summary {
    /// The tick it speaks of.
    pub tick: u32,
    /// How it ended; `None` before the terminal tick.
    pub outcome: Option<Verdict>,
    /// Each side, in order.
    pub sides: Vec<SideSum>,
    /// Each unit, in row order. What is of no side is none.
    pub units: Vec<UnitSum>,
    /// Over everyone.
    pub totals: Totals,
    /// Falls, in journal order.
    pub kills: Vec<Kill>,
}

/// What a side did.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct SideSum {
    /// Its name.
    pub name: String,
    /// Units it had in frame 0.
    pub started: u32,
    /// Units alive, those that withdrew included.
    pub alive: u32,
    /// Units that left alive.
    pub withdrew: u32,
    /// Damage dealt, in points of vigor.
    pub damage: i64,
    /// Vigor given back.
    pub healing: i64,
    /// Falls caused.
    pub kills: u32,
}

/// What a unit did.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct UnitSum {
    /// The number orders name it by.
    pub id: u32,
    /// Its name.
    pub name: String,
    /// Its side's name.
    pub side: String,
    /// It has not fallen. Who withdrew is alive.
    pub alive: bool,
    /// Damage dealt, in points of vigor.
    pub damage: i64,
    /// Damage taken.
    pub taken: i64,
    /// Vigor given back, to itself or others.
    pub healing: i64,
    /// Falls caused.
    pub kills: u32,
    /// The tick whose frame first shows it fallen; `None` while it is alive.
    pub fell_at: Option<u32>,
}

/// Sums over everyone, those that nobody in particular caused included.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
pub struct Totals {
    /// Damage dealt.
    pub damage: i64,
    /// Vigor given back.
    pub healing: i64,
    /// Falls.
    pub kills: u32,
}

/// A fall.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Kill {
    /// The tick whose frame first shows it.
    pub tick: u32,
    /// Row place of who fell.
    pub place: usize,
    /// Name of who fell.
    pub who: String,
    /// Name of who caused it; `None` where nobody did.
    pub by: Option<String>,
}

/// What one unit did, by row place, before it has a name.
#[derive(Debug, Clone, Copy, Default)]
struct Deeds {
    damage: i64,
    taken: i64,
    healing: i64,
    kills: u32,
    fell_at: Option<u32>,
}

impl Summary {
    /// Sum a recording up to its last tick.
    ///
    /// # Errors
    /// That tick cannot be shown.
    pub fn of<G: Ruleset>(recording: &Recording<G>) -> Result<Self, SeekError> {
        Self::at(recording, recording.last_tick())
    }

    /// Sum a recording up to a tick, that tick's frame included.
    ///
    /// # Errors
    /// That tick cannot be shown.
    pub fn at<G: Ruleset>(recording: &Recording<G>, tick: u32) -> Result<Self, SeekError> {
        let cast = recording.cast();
        let frame = recording.seek(tick)?;
        let bodies: Vec<Body> = frame.rows().enumerate().map(|(place, row)| G::body(cast, place, row)).collect();
        let names = G::side_names(cast);
        let (deeds, totals, falls) = count(recording, tick);
        let name_of = |place: usize| bodies.get(place).map_or_else(|| format!("unit {place}"), |b| b.name.clone());
        let kills =
            falls.into_iter().map(|(tick, place, by)| Kill { tick, place, who: name_of(place), by: by.map(name_of) });
        let started = recording.seek(recording.first_tick())?.len();
        // What is of no side, as arrows in the air, is no unit.
        let counted = bodies.iter().enumerate().filter(|(_, body)| body.side < names.len());
        Ok(Self {
            tick,
            outcome: frame.outcome().map(|outcome| G::verdict(cast, outcome)),
            sides: sum_sides(&names, &bodies, &deeds, started),
            units: counted.map(|(p, body)| sum_unit(&names, body, deed(&deeds, p))).collect(),
            totals,
            kills: kills.collect(),
        })
    }
}

type Fall = (u32, usize, Option<usize>);

/// Count every event up to a tick.
fn count<G: Ruleset>(recording: &Recording<G>, until: u32) -> (BTreeMap<usize, Deeds>, Totals, Vec<Fall>) {
    let (mut deeds, mut totals, mut falls) = (BTreeMap::<usize, Deeds>::new(), Totals::default(), Vec::new());
    let mut counted = recording.first_event();
    for tick in recording.first_tick()..=until {
        let Some(known) = recording.journal_at(tick) else { continue };
        for fact in recording.events(counted..known).filter_map(G::fact) {
            match fact {
                Fact::Damage { by, to, amount } => {
                    totals.damage += i64::from(amount);
                    deeds.entry(to).or_default().taken += i64::from(amount);
                    if let Some(by) = by {
                        deeds.entry(by).or_default().damage += i64::from(amount);
                    }
                }
                Fact::Healing { by, amount, .. } => {
                    totals.healing += i64::from(amount);
                    if let Some(by) = by {
                        deeds.entry(by).or_default().healing += i64::from(amount);
                    }
                }
                Fact::Fell { by, who } => {
                    totals.kills += 1;
                    deeds.entry(who).or_default().fell_at = Some(tick);
                    if let Some(by) = by {
                        deeds.entry(by).or_default().kills += 1;
                    }
                    falls.push((tick, who, by));
                }
                Fact::Withdrew { .. } | Fact::Order { .. } => {}
            }
        }
        counted = known;
    }
    (deeds, totals, falls)
}

fn deed(deeds: &BTreeMap<usize, Deeds>, place: usize) -> Deeds {
    deeds.get(&place).copied().unwrap_or_default()
}

fn sum_unit(sides: &[String], body: &Body, deeds: Deeds) -> UnitSum {
    let alive = body.alive || body.withdrew;
    UnitSum {
        id: body.id,
        name: body.name.clone(),
        side: sides.get(body.side).cloned().unwrap_or_default(),
        alive,
        damage: deeds.damage,
        taken: deeds.taken,
        healing: deeds.healing,
        kills: deeds.kills,
        fell_at: deeds.fell_at.filter(|_| !alive),
    }
}

fn sum_sides(names: &[String], bodies: &[Body], deeds: &BTreeMap<usize, Deeds>, started: usize) -> Vec<SideSum> {
    let mut sides: Vec<SideSum> = names.iter().map(|n| SideSum { name: n.clone(), ..SideSum::default() }).collect();
    for (place, body) in bodies.iter().enumerate() {
        let Some(side) = sides.get_mut(body.side) else { continue };
        let did = deed(deeds, place);
        side.started += u32::from(place < started);
        side.alive += u32::from(body.alive || body.withdrew);
        side.withdrew += u32::from(body.withdrew);
        side.damage += did.damage;
        side.healing += did.healing;
        side.kills += did.kills;
    }
    sides
}
