//! The cast: what a recording keeps of the rules, so that it can be drawn and told for ever, whatever became of them.

use bincode::{Decode, Encode};
use serde::{Deserialize, Serialize};

use crate::arena::card::Play;
use crate::arena::ledger::Elixir;
use crate::arena::muster::Chooser;
use crate::arena::order::{Order, Refusal};
use crate::arena::rules::Arena;
use crate::arena::space::{COLUMNS, HEIGHT, ROWS, TILE, WIDTH, box_span, seen_by};
use crate::arena::unit::Unit;
use crate::kernel::actor::Actor;
use crate::kernel::side::Side;
use crate::kernel::space::Spot;

/// Everything that never changes but is needed to draw and name the rows.
#[derive(Debug, Clone, PartialEq, Eq, Encode, Decode, Serialize, Deserialize)]
pub struct Cast {
    /// What the fight is called.
    pub title: String,
    /// Width of the field, in native units.
    pub width: i32,
    /// Height of the field, in native units.
    pub height: i32,
    /// Columns of cells.
    pub columns: u16,
    /// Rows of cells.
    pub rows: u16,
    /// The flags of every cell, the lower edge first: 1 and 2 roads, 16 edges and kings' ground, 32 water.
    pub map: Vec<u16>,
    /// The names of the sides, in order.
    pub sides: Vec<String>,
    /// Whether a chooser plays for each side.
    pub chooses: Vec<bool>,
    /// All cards, by index.
    pub cards: Vec<CardLook>,
    /// All forms, by index: king, princess, then those that cards bring.
    pub forms: Vec<Look>,
    /// How elixir flows.
    pub flow: Flow,
    /// Rows of tiles a side may deploy in, from its own edge.
    pub own_rows: u8,
    /// Ticks before overtime.
    pub length_ticks: u32,
    /// Ticks of overtime.
    pub overtime_ticks: u32,
}

/// How a card is drawn and told.
#[derive(Debug, Clone, PartialEq, Eq, Encode, Decode, Serialize, Deserialize)]
pub struct CardLook {
    /// The name that files and orders use.
    pub id: String,
    /// The name that people read.
    pub name: String,
    /// What it is, in a sentence.
    pub text: String,
    /// The outline it is drawn with.
    pub shape: String,
    /// Its colour, `#rrggbb`.
    pub colour: String,
    /// Elixir it costs.
    pub cost: i32,
    /// The form it brings; `None` for a spell.
    pub form: Option<u16>,
    /// How many of it.
    pub count: u8,
    /// Radius of a spell, in native units; 0 for bodies.
    pub area: i32,
}

/// How a form is drawn and told.
#[derive(Debug, Clone, PartialEq, Eq, Encode, Decode, Serialize, Deserialize)]
pub struct Look {
    /// The name that people read.
    pub name: String,
    /// The card that brings it; `None` for towers.
    pub card: Option<u8>,
    /// Whether it stands where it was put.
    pub is_building: bool,
    /// Whether it flies.
    pub flies: bool,
    /// Whether it hops the river.
    pub hops: bool,
    /// Whether it heeds buildings alone.
    pub only_buildings: bool,
    /// Health when whole.
    pub health_max: i32,
    /// Damage of a hit.
    pub damage: i32,
    /// Ticks between hits.
    pub hit_ticks: u16,
    /// How far it hits, edge to edge, in native units.
    pub range: i32,
    /// Radius of its body, in native units.
    pub radius: i32,
    /// Native units it walks in a tick.
    pub step: i32,
    /// Whether its hits fly.
    pub shoots: bool,
    /// Radius its hits splash over; 0 for one.
    pub splash: i32,
    /// Ticks it is held after it entered.
    pub deploy_ticks: u16,
    /// Ticks it lasts; 0 for as long as it stands.
    pub life_ticks: u16,
}

/// How elixir flows, in drops.
#[derive(Debug, Clone, PartialEq, Eq, Encode, Decode, Serialize, Deserialize)]
pub struct Flow {
    /// Drops in a point.
    pub drops: i32,
    /// The most points.
    pub cap: i32,
    /// Tick from which a tick brings two drops.
    pub double_from: u32,
}

impl Cast {
    /// Take from the rules what a recording needs.
    #[must_use]
    pub fn new(rules: &Arena) -> Self {
        let (content, ledger) = (&rules.content, &rules.content.ledger);
        let cards = content.cards.iter().map(|card| {
            let (form, count, area) = match &card.play {
                Play::Bodies(form, count) => (Some(*form), *count as u8, 0),
                Play::Spell(spell) => (None, 0, spell.area),
            };
            CardLook {
                id: card.id.clone(),
                name: card.name.clone(),
                text: card.text.clone(),
                shape: card.shape.clone(),
                colour: card.colour.clone(),
                cost: card.cost,
                form,
                count,
                area,
            }
        });
        Self {
            title: rules.muster.title.clone(),
            width: WIDTH,
            height: HEIGHT,
            columns: COLUMNS as u16,
            rows: ROWS as u16,
            map: content.map.all().to_vec(),
            sides: Side::BOTH.map(|side| side.name().to_owned()).to_vec(),
            chooses: rules.muster.players.iter().map(|player| player.chooser != Chooser::None).collect(),
            cards: cards.collect(),
            forms: content.forms.iter().map(look).collect(),
            flow: Flow { drops: ledger.elixir.drops, cap: ledger.elixir.cap, double_from: ledger.elixir.double_from },
            own_rows: ledger.own_rows as u8,
            length_ticks: ledger.length_ticks,
            overtime_ticks: ledger.overtime_ticks,
        }
    }

    /// Name the unit at a row place that has a form.
    #[must_use]
    pub fn name(&self, place: usize, form: u16) -> String {
        let name = self.forms.get(usize::from(form)).map_or("Body", |look| look.name.as_str());
        match place % 3 {
            _ if place >= 6 => format!("{name} {}", place + 1),
            0 => name.to_owned(),
            1 => format!("Left {name}"),
            _ => format!("Right {name}"),
        }
    }

    /// Name someone that an event speaks of.
    #[must_use]
    pub fn actor(&self, actor: Actor) -> String {
        self.name(usize::from(actor.place), actor.form)
    }

    /// Name a card.
    #[must_use]
    pub fn card(&self, card: u8) -> &str {
        self.cards.get(usize::from(card)).map_or("a card", |card| card.name.as_str())
    }

    /// Count the drops of elixir a king's side holds at a tick; `flow.drops` of them are a point.
    #[must_use]
    pub fn drops(&self, king: &Unit, tick: u32) -> i32 {
        let flow = Elixir { start: 0, cap: self.flow.cap, drops: self.flow.drops, double_from: self.flow.double_from };
        king.drops(&flow, tick)
    }

    /// Tell beforehand why an order would be refused, from the rows of the frame it is given at.
    ///
    /// # Errors
    /// The reason.
    pub fn may_play<'r>(
        &self,
        rows: impl Iterator<Item = &'r Unit> + Clone,
        tick: u32,
        order: Order,
    ) -> Result<(), Refusal> {
        let king = rows.clone().nth(usize::from(order.side.index()) * 3).ok_or(Refusal::NotInHand)?;
        let card = self.cards.get(usize::from(order.card)).ok_or(Refusal::NotInHand)?;
        check_tile(order, card.form.is_some(), self.own_rows)?;
        if king.held(order.card).is_none() {
            return Err(Refusal::NotInHand);
        }
        if self.drops(king, tick) < card.cost * self.flow.drops {
            return Err(Refusal::NotEnoughElixir);
        }
        let Some(form) = card.form.and_then(|form| self.forms.get(usize::from(form))) else { return Ok(()) };
        let radius = if form.is_building { form.radius } else { 0 };
        let stands = rows.filter(|row| row.is_up()).filter_map(|row| {
            let look = self.forms.get(usize::from(row.form)).filter(|look| look.is_building)?;
            Some((row.at.native(), look.radius))
        });
        check_free(tile_centre(order.x, order.y), radius, stands)
    }
}

/// Find the middle of a tile.
#[must_use]
pub const fn tile_centre(x: u8, y: u8) -> Spot {
    Spot::new(x as i32 * TILE + TILE / 2, y as i32 * TILE + TILE / 2)
}

/// Check that a tile is on the field and, for bodies, in the own half.
pub(crate) fn check_tile(order: Order, brings_bodies: bool, own_rows: u8) -> Result<(), Refusal> {
    if i32::from(order.x) * TILE >= WIDTH || i32::from(order.y) * TILE >= HEIGHT {
        return Err(Refusal::OutsideField);
    }
    let seen = seen_by(order.side.index(), tile_centre(order.x, order.y));
    if brings_bodies && seen.y >= i32::from(own_rows) * TILE { Err(Refusal::OutsideOwnHalf) } else { Ok(()) }
}

/// Check that no building stands on any cell of a box; of radius 0, on the cells about a tile's middle.
pub(crate) fn check_free(at: Spot, radius: i32, buildings: impl Iterator<Item = (Spot, i32)>) -> Result<(), Refusal> {
    let spans = |at: Spot, radius: i32| (box_span(at.x, radius), box_span(at.y, radius));
    let apart = |a: (i32, i32), b: (i32, i32)| a.1 < b.0 || b.1 < a.0;
    let (columns, rows) = spans(at, radius.max(1));
    for (other, reach) in buildings {
        let (their_columns, their_rows) = spans(other, reach);
        if !apart(columns, their_columns) && !apart(rows, their_rows) {
            return Err(Refusal::OccupiedByBuilding);
        }
    }
    Ok(())
}

fn look(form: &crate::arena::card::Form) -> Look {
    Look {
        name: form.name.clone(),
        card: form.card,
        is_building: form.is_building,
        flies: form.flies,
        hops: form.hops,
        only_buildings: form.targets == crate::arena::card::Targets::Buildings,
        health_max: form.health,
        damage: form.damage,
        hit_ticks: form.hit_ticks,
        range: form.range,
        radius: form.radius,
        step: form.step,
        shoots: form.shot_speed > 0,
        splash: form.splash,
        deploy_ticks: form.deploy_ticks,
        life_ticks: form.life_ticks,
    }
}
