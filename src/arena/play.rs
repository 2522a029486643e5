//! Playing a card: whether it may be played, and what then enters the field.

use recorder::Step;

use crate::arena::card::{COUNT_MAX, Play};
use crate::arena::cast::{check_free, check_tile, tile_centre};
use crate::arena::event::{Event, What};
use crate::arena::order::{Order, Refusal};
use crate::arena::rules::Arena;
use crate::arena::space::{SubTile, sign_of};
use crate::arena::state::{Missile, Nodes, State};
use crate::arena::unit::{Facing, Stance, Unit, deadline};
use crate::kernel::actor::Actor;
use crate::kernel::actor::id_from_place;

/// A tick's step of this ruleset.
pub type Tick<'a> = Step<'a, Arena>;

/// Where the bodies of one card enter about its tile, as their side sees it, in native units.
pub(crate) const SPREAD: [(i32, i32); COUNT_MAX] =
    [(0, 500), (-600, -400), (600, -400), (0, -1000), (-1100, 400), (1100, 400)];

/// Where two enter.
pub(crate) const PAIR: [(i32, i32); 2] = [(-500, 0), (500, 0)];

/// Put one line into the journal, for the frame that this tick makes.
pub fn tell(tick: &mut Tick<'_>, what: What) {
    let event = Event { tick: tick.next_tick(), what };
    tick.journal.push(event);
}

/// Name the unit at a row place for the journal.
#[must_use]
pub fn actor(state: &State, place: usize) -> Actor {
    Actor { place: id_from_place(place) - 1, form: state.units[place].form }
}

/// Find out whether a card may be played; gives its place in the hand.
///
/// # Errors
/// The reason against it: of several the first of tile, hand, elixir, buildings.
pub fn may_play(rules: &Arena, state: &State, tick: u32, order: Order) -> Result<usize, Refusal> {
    let ledger = &rules.content.ledger;
    let card = rules.content.cards.get(usize::from(order.card)).ok_or(Refusal::NotInHand)?;
    check_tile(order, matches!(card.play, Play::Bodies(..)), ledger.own_rows as u8)?;
    let king = &state.units[State::king(order.side.index())];
    let slot = king.held(order.card).ok_or(Refusal::NotInHand)?;
    if king.drops(&ledger.elixir, tick) < card.cost * ledger.elixir.drops {
        return Err(Refusal::NotEnoughElixir);
    }
    if let Play::Bodies(form, _) = card.play {
        let form = &rules.content.forms[usize::from(form)];
        let radius = if form.is_building { form.radius } else { 0 };
        let stands = state.units.iter().filter(|unit| unit.is_up() && rules.form(unit).is_building);
        let stands = stands.map(|unit| (unit.at.native(), rules.form(unit).radius));
        check_free(tile_centre(order.x, order.y), radius, stands)?;
    }
    Ok(slot)
}

/// Play a card that may be played: pay, and let what it brings enter.
pub fn play(rules: &Arena, tick: &mut Tick<'_>, order: Order, slot: usize, ordered: bool) {
    let ledger = &rules.content.ledger;
    let card = rules.card(order.card);
    let king = State::king(order.side.index());
    tick.state.units[king].spend(slot, card.cost, &ledger.elixir, tick.tick);
    tell(tick, What::Played { order, ordered });
    let at = tile_centre(order.x, order.y);
    match &card.play {
        Play::Bodies(form, count) => {
            let sign = sign_of(order.side.index());
            for which in 0..*count {
                let (across, along) = match *count {
                    1 => (0, 0),
                    2 => PAIR[which],
                    _ => SPREAD[which],
                };
                enter(rules, tick, *form, order.side.index(), at.plus(across * sign, along * sign));
            }
        }
        Play::Spell(spell) => {
            let lands = tick.next_tick() + u32::from(spell.delay_ticks);
            tick.state.missiles.push(Missile {
                at: [at.x, at.y],
                by: id_from_place(king),
                lands: deadline(lands),
                spell: u16::from(order.card) + 1,
                ..Missile::default()
            });
            tell(tick, What::Cast { side: order.side.index(), card: order.card, at, lands });
        }
    }
}

/// Let a body enter the field.
fn enter(rules: &Arena, tick: &mut Tick<'_>, form: u16, side: u8, at: crate::kernel::space::Spot) {
    let place = tick.state.units.len();
    tick.state.units.push(Unit {
        at: SubTile::from_native(at),
        health: rules.content.forms[usize::from(form)].health,
        facing: Facing { x: 0, y: 256 * sign_of(side) as i16 },
        form,
        side,
        born: deadline(tick.next_tick()),
        stance: Stance::DEPLOYING,
        ..Unit::default()
    });
    tick.state.routes.push(Nodes::default());
    let who = actor(tick.state, place);
    tell(tick, What::Entered { who });
}
