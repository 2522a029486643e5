//! The chooser: plays a side's cards when nobody else does. It counters what comes over the river, pushes when it can
//! afford to, and looks at the field as its own side sees it, so that equal decks choose alike.
//!
//! It holds no state: a thought is a function of the field, the hand and the seed. Its whims come from a stream named by the
//! tick, the same for both sides.

use crate::arena::card::{Card, Form, Play, Spell, Targets};
use crate::arena::cast::tile_centre;
use crate::arena::muster::Chooser;
use crate::arena::order::Order;
use crate::arena::play::may_play;
use crate::arena::rules::Arena;
use crate::arena::space::{HEIGHT, TILE, WIDTH, seen_by};
use crate::arena::state::State;
use crate::arena::unit::Unit;
use crate::kernel::side::Side;
use crate::kernel::space::Spot;
use crate::kernel::stream::Stream;

/// How far up the field a foe is a threat, as the side sees it: over the river and a little beyond.
const ALARM_Y: i32 = 18_500;

/// How far around a threat friends count as already on it.
const GUARD: i32 = 6000;

/// A chooser's whim: up to so many points either way between cards.
const WHIM: u32 = 4;

/// What one side has before it when it thinks.
struct View<'a> {
    rules: &'a Arena,
    state: &'a State,
    side: Side,
    tick: u32,
    /// Points of elixir in hand, floored.
    elixir: i32,
}

/// A body as the side sees it.
#[derive(Debug, Clone, Copy)]
struct Body<'a> {
    at: Spot,
    unit: &'a Unit,
    form: &'a Form,
}

/// Choose a card and a tile, or wait.
#[must_use]
pub fn choose(rules: &Arena, state: &State, tick: u32, side: Side) -> Option<Order> {
    let king = &state.units[State::king(side.index())];
    let ledger = &rules.content.ledger.elixir;
    let view = View { rules, state, side, tick, elixir: king.drops(ledger, tick) / ledger.drops };
    let mut whims = Stream::from_seed(rules.muster.seed).fork("chooser").fork_id(tick);
    let whims: Vec<i32> = king.hand.iter().map(|_| whims.below(WHIM) as i32).collect();
    let left_lane = Stream::from_seed(rules.muster.seed).fork("lane").fork_id(tick / 200).below(2) == 0;
    view.strike_cluster(&whims).or_else(|| view.counter(&whims)).or_else(|| view.push(&whims, left_lane))
}

impl<'a> View<'a> {
    fn bodies(&self, own: bool) -> impl Iterator<Item = Body<'a>> + use<'a> {
        let (side, rules) = (self.side.index(), self.rules);
        let units = self.state.units.iter().filter(move |unit| (unit.side == side) == own && unit.is_whole());
        units.map(move |unit| Body { at: seen_by(side, unit.at.native()), unit, form: rules.form(unit) })
    }

    fn foes(&self) -> impl Iterator<Item = Body<'a>> + use<'a> {
        self.bodies(false).filter(|body| !body.form.is_building)
    }

    fn friends(&self) -> impl Iterator<Item = Body<'a>> + use<'a> {
        self.bodies(true).filter(|body| !body.form.is_building)
    }

    /// The cards in hand that can be paid, with their place in the hand.
    fn hand(&self) -> impl Iterator<Item = (usize, u8, &'a Card)> + use<'a> {
        let (rules, elixir) = (self.rules, self.elixir);
        let king = &self.state.units[State::king(self.side.index())];
        let cards = king.hand.iter().enumerate().map(move |(slot, card)| (slot, *card, rules.card(*card)));
        cards.filter(move |(_, _, card)| card.cost <= elixir)
    }

    /// Take the best of some choices that can be played; of equals the first in hand.
    fn best(&self, choices: impl Iterator<Item = (i32, Order)>) -> Option<Order> {
        let mut best: Option<(i32, Order)> = None;
        for (score, order) in choices {
            let is_better = best.is_none_or(|(other, _)| score > other);
            if score > 0 && is_better && may_play(self.rules, self.state, self.tick, order).is_ok() {
                best = Some((score, order));
            }
        }
        best.map(|(_, order)| order)
    }

    /// Name the tile of a spot as the side sees it.
    fn order(&self, card: u8, seen: Spot) -> Order {
        let inside = Spot::new(seen.x.clamp(TILE / 2, WIDTH - TILE / 2), seen.y.clamp(TILE / 2, HEIGHT - TILE / 2));
        let (x, y) = ((inside.x / TILE).min(17) as u8, (inside.y / TILE).min(31) as u8);
        let order = Order { side: Side::Ally, card, x, y };
        if self.side == Side::Ally { order } else { order.turned() }
    }

    /// Name a tile for a body near a spot in the own half, past any building that stands there.
    fn place(&self, card: u8, seen: Spot) -> Order {
        let last_row = self.rules.content.ledger.own_rows * TILE - TILE / 2;
        let wanted = Spot::new(seen.x, seen.y.clamp(TILE / 2, last_row));
        let tries = [(0, 0), (0, 2), (0, -2), (2, 0), (-2, 0), (3, 3), (-3, 3), (3, -3), (-3, -3), (0, 4)];
        let orders = tries.map(|(dx, dy)| {
            let spot = wanted.plus(dx * TILE, dy * TILE);
            self.order(card, Spot::new(spot.x, spot.y.clamp(TILE / 2, last_row)))
        });
        let free = |order: &Order| may_play(self.rules, self.state, self.tick, *order).is_ok();
        orders.into_iter().find(free).unwrap_or(orders[0])
    }

    /// Cast a harmful spell where enough foes stand together.
    fn strike_cluster(&self, whims: &[i32]) -> Option<Order> {
        let choices = self.hand().filter_map(|(slot, card, about)| {
            let Play::Spell(spell) = &about.play else { return None };
            (spell.damage > 0).then(|| self.best_ring(spell, slot, card, about, whims)).flatten()
        });
        self.best(choices)
    }

    fn best_ring(&self, spell: &Spell, slot: usize, card: u8, about: &Card, whims: &[i32]) -> Option<(i32, Order)> {
        let mut best: Option<(i32, Order)> = None;
        for centre in self.foes() {
            let order = self.order(card, centre.at);
            let seen = seen_by(self.side.index(), tile_centre(order.x, order.y));
            let worth: i32 = self
                .foes()
                .filter(|foe| foe.at.within(seen, spell.area))
                .map(|foe| value(self.rules, foe.form) * foe.unit.health.min(spell.damage) / foe.form.health.max(1))
                .sum();
            // In tenths of elixir: it has to destroy about as much as it costs.
            let score = worth - about.cost * 9 + whims[slot];
            if best.is_none_or(|(other, _)| score > other) {
                best = Some((score, order));
            }
        }
        best
    }

    /// Answer the foe that has come farthest, unless enough friends are on it already.
    fn counter(&self, whims: &[i32]) -> Option<Order> {
        let threat = self.foes().filter(|foe| foe.at.y < ALARM_Y).min_by_key(|foe| (foe.at.y, foe.at.x))?;
        let near = |body: &Body<'_>| body.at.within(threat.at, GUARD);
        let against: i32 = self.foes().filter(near).map(|foe| worth(self.rules, &foe)).sum();
        let guards = self.bodies(true).filter(|body| body.form.card.is_some() && can_answer(body.form, threat.form));
        let guarding: i32 = guards.filter(near).map(|friend| worth(self.rules, &friend)).sum();
        if guarding >= against {
            return None;
        }
        let count = self.foes().filter(near).count() as i32;
        let choices = self.hand().filter_map(|(slot, card, about)| {
            let Play::Bodies(form, bodies) = about.play else { return None };
            let form = &self.rules.content.forms[usize::from(form)];
            let score = answer_score(form, bodies as i32, threat.form, count)? - about.cost + whims[slot];
            let back = if form.range > 3000 { 5000 } else { 2500 };
            let inward = (WIDTH / 2 - threat.at.x).signum() * if form.is_building { 3000 } else { 500 };
            Some((score, self.place(card, Spot::new(threat.at.x + inward, threat.at.y - back))))
        });
        self.best(choices)
    }

    /// Begin a push behind the own towers, or join the one that is on its way.
    fn push(&self, whims: &[i32], left_lane: bool) -> Option<Order> {
        let chooser = self.rules.muster.players[usize::from(self.side.index())].chooser;
        let (begin, join) = if chooser == Chooser::Eager { (6, 4) } else { (9, 6) };
        let leader = self.friends().max_by_key(|friend| (friend.form.mass, friend.at.y, friend.at.x));
        match leader.filter(|leader| leader.at.y > 5000 && leader.at.y < 26_000) {
            Some(leader) if self.elixir >= join => self.join(whims, &leader),
            None if self.elixir >= begin => self.begin(whims, left_lane),
            _ => (self.elixir >= 10).then(|| self.begin(whims, left_lane)).flatten(),
        }
    }

    fn begin(&self, whims: &[i32], left_lane: bool) -> Option<Order> {
        let choices = self.hand().filter_map(|(slot, card, about)| {
            let Play::Bodies(form, _) = about.play else { return None };
            let form = &self.rules.content.forms[usize::from(form)];
            if form.is_building {
                return None;
            }
            // Heavy ones from far behind, quick ones at the bridge.
            let y = if form.step > 80 {
                13_500
            } else if form.mass > 10 {
                2_500
            } else {
                8_500
            };
            let score = 10 + form.mass + whims[slot];
            Some((score, self.place(card, Spot::new(self.lane_x(left_lane), y))))
        });
        self.best(choices)
    }

    fn join(&self, whims: &[i32], leader: &Body<'_>) -> Option<Order> {
        let choices = self.hand().filter_map(|(slot, card, about)| match &about.play {
            Play::Bodies(form, _) => {
                let form = &self.rules.content.forms[usize::from(*form)];
                let is_fit = !form.is_building && form.mass <= leader.form.mass;
                let behind = if form.range > 3000 { 3000 } else { 1500 };
                let score = 10 + i32::from(form.targets == Targets::All) * 2 + whims[slot];
                is_fit.then(|| (score, self.place(card, leader.at.plus(0, -behind))))
            }
            // A push that is over the river is worth hurrying, and those who meet it are worth slowing.
            Play::Spell(spell) => {
                let far = leader.at.y > HEIGHT / 2 && spell.damage == 0 && self.elixir > about.cost + 2;
                far.then(|| (9 + whims[slot], self.order(card, leader.at.plus(0, TILE))))
            }
        });
        self.best(choices)
    }

    /// The lane whose princess stands weaker; of equals the one the whim names.
    fn lane_x(&self, left_lane: bool) -> i32 {
        let foes = self.state.towers(self.side.other().index());
        // What is left as the other side sees it is right as this side does.
        let (right, left) = (foes[1].health, foes[2].health);
        let go_left = match left.cmp(&right) {
            _ if left == 0 => false,
            _ if right == 0 => true,
            std::cmp::Ordering::Less => true,
            std::cmp::Ordering::Greater => false,
            std::cmp::Ordering::Equal => left_lane,
        };
        if go_left { 3_500 } else { 14_500 }
    }
}

/// Tenths of elixir that a whole body is worth.
fn value(rules: &Arena, form: &Form) -> i32 {
    let Some(card) = form.card.map(|card| rules.card(card)) else { return 0 };
    match card.play {
        Play::Bodies(_, count) => card.cost * 10 / count as i32,
        Play::Spell(_) => 0,
    }
}

/// Tenths of elixir that a body is worth as it stands.
fn worth(rules: &Arena, body: &Body<'_>) -> i32 {
    value(rules, body.form) * body.unit.health / body.form.health.max(1)
}

fn can_answer(form: &Form, threat: &Form) -> bool {
    form.can_hit(threat) && form.targets != Targets::Buildings
}

/// How well a card answers a threat; `None` if not at all.
fn answer_score(form: &Form, bodies: i32, threat: &Form, count: i32) -> Option<i32> {
    if !can_answer(form, threat) {
        return None;
    }
    let hits = form.damage * bodies * 20 / i32::from(form.hit_ticks.max(1));
    let mut score = 10 + (hits / 20).min(10);
    if count >= 3 {
        score += if form.splash > 0 { 8 } else { -2 * i32::from(bodies == 1) };
    }
    if threat.targets == Targets::Buildings {
        score += if form.is_building { 6 } else { bodies };
    }
    if threat.damage >= 200 && bodies > 1 {
        score += 4;
    }
    Some(score)
}
