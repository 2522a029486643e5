//! How arena orders are read and written, and how its rows, events and outcomes are told.

use std::sync::Arc;

use recorder::Stamped;

use crate::arena::cast::Cast;
use crate::arena::content::Content;
use crate::arena::event::{Event, What};
use crate::arena::muster::Muster;
use crate::arena::order::Order;
use crate::arena::outcome::{Outcome, Reason};
use crate::arena::rules::Arena;
use crate::arena::unit::Unit;
use crate::kernel::actor::Actor;
use crate::kernel::assets::Assets;
use crate::kernel::problem::{Problems, quote, suggest};
use crate::kernel::ruleset::{Body, Fact, Line, Ruleset, Verdict};
use crate::kernel::scenario::Scenario;
use crate::kernel::side::Side;

/// What an order looks like, for those who got it wrong.
const ORDER_FORM: &str = "an order is `SIDE deploy CARD X Y`, with SIDE ally or enemy and X Y a tile of the field";

impl Ruleset for Arena {
    const NAME: &'static str = "arena";

    fn open(scenario: &Scenario, assets: &Assets, seed: Option<u64>) -> Result<Self, Problems> {
        let content = Arc::new(Content::from_assets(assets)?);
        let seed = seed.unwrap_or(scenario.seed);
        let muster = scenario.read(|t| Muster::read(t, &content, &scenario.title, seed))?;
        Ok(Self::new(content, muster))
    }

    fn seed(&self) -> u64 {
        self.muster.seed
    }

    fn with_seed(&self, seed: u64) -> Self {
        Self::with_seed(self, seed)
    }

    fn strength(_cast: &Cast, _place: usize, row: &Unit) -> (usize, i32) {
        (usize::from(row.side), if row.is_up() { row.health } else { 0 })
    }

    fn read_order(&self, words: &str) -> Result<Order, String> {
        read_order(words, &self.content)
    }

    fn write_order(&self, order: &Order) -> String {
        let card = self.content.cards.get(usize::from(order.card)).map_or("?", |card| card.id.as_str());
        format!("{} deploy {card} {} {}", order.side.name(), order.x, order.y)
    }

    fn scenario_orders(&self) -> Vec<Stamped<Order>> {
        self.muster.orders.clone()
    }

    fn side_names(cast: &Cast) -> Vec<String> {
        cast.sides.clone()
    }

    fn body(cast: &Cast, place: usize, row: &Unit) -> Body {
        Body {
            id: u32::try_from(place + 1).unwrap_or(u32::MAX),
            name: cast.name(place, row.form),
            side: usize::from(row.side),
            alive: row.is_up(),
            withdrew: false,
            vigor: row.health,
            vigor_max: cast.forms.get(usize::from(row.form)).map_or(row.health, |look| look.health_max),
        }
    }

    fn fact(event: &Event) -> Option<Fact> {
        match event.what {
            What::Struck { by, to, amount, .. } => Some(Fact::Damage { by: Some(place(by)), to: place(to), amount }),
            What::Fell { who, by } => Some(Fact::Fell { by: by.map(place), who: place(who) }),
            What::Played { ordered: true, .. } => Some(Fact::Order { refused: false }),
            What::Refused { .. } => Some(Fact::Order { refused: true }),
            _ => None,
        }
    }

    fn tell(cast: &Cast, event: &Event) -> Option<Line> {
        let (text, kind, actors) = sentence(cast, &event.what)?;
        Some(Line { tick: event.tick, text, kind, actors: actors.into_iter().map(place).collect() })
    }

    fn verdict(cast: &Cast, outcome: &Outcome) -> Verdict {
        let side = |side: u8| cast.sides.get(usize::from(side)).map_or("nobody", String::as_str);
        let loser = outcome.winner.map_or("nobody", |winner| side(1 - winner.min(1)));
        let reason = match (outcome.reason, outcome.winner) {
            (Reason::KingFell, Some(_)) => format!("the king of the {loser} fell"),
            (Reason::KingFell, None) => "both kings fell".to_owned(),
            (Reason::MoreTowers, _) => format!("time was up and the {loser} had lost more towers"),
            (Reason::NextTower, _) => format!("the {loser} lost the next tower in overtime"),
            (Reason::LowestTower, _) => format!("overtime was up and the {loser} had the weakest tower"),
            (Reason::Even, _) => "overtime was up and nothing told the sides apart".to_owned(),
        };
        let winner = outcome.winner.map(|winner| side(winner).to_owned());
        Verdict::of(winner, reason)
    }
}

/// Read an order's words after the tick.
pub(crate) fn read_order(words: &str, content: &Content) -> Result<Order, String> {
    let parts: Vec<&str> = words.split_whitespace().collect();
    let [side, kind, card, x, y] = parts[..] else {
        return Err(format!("`{words}` has {} words, not five: {ORDER_FORM}", parts.len()));
    };
    let Some(side) = Side::named(side) else {
        return Err(format!("{} is no side: it is ally or enemy", quote(side)));
    };
    if kind != "deploy" {
        return Err(format!("{} is no order: it is deploy", quote(kind)));
    }
    let Some(card) = content.card(card) else {
        let near = suggest(card, content.cards.iter().map(|card| &card.id)).unwrap_or_default();
        return Err(format!("{} is no card; {near}", quote(card)));
    };
    let tile = |word: &str, what: &str| {
        word.parse().map_err(|_| format!("{} is no {what} of a tile: columns are 0 to 17, rows 0 to 31", quote(word)))
    };
    Ok(Order { side, card, x: tile(x, "column")?, y: tile(y, "row")? })
}

fn place(actor: Actor) -> usize {
    usize::from(actor.place)
}

/// A line of the feed: its text, kind and actors. Blows, shots and paths are counted and drawn, not told.
fn sentence(cast: &Cast, what: &What) -> Option<(String, &'static str, Vec<Actor>)> {
    let name = |actor: Actor| cast.actor(actor);
    Some(match what {
        What::Played { order, ordered } => {
            let kind = if *ordered { "order" } else { "skill" };
            (format!("The {} plays {}", side_name(cast, *order), at_tile(cast, *order)), kind, Vec::new())
        }
        What::Refused { order, refusal } => {
            let wanted = at_tile(cast, *order);
            let text = format!("Order to the {} refused: {wanted}: {}", side_name(cast, *order), refusal.phrase());
            (text, "refused", Vec::new())
        }
        What::Fell { who, by: Some(by) } => {
            (format!("{} brings down {}", name(*by), name(*who)), "fall", vec![*by, *who])
        }
        What::Fell { who, by: None } => (format!("{} crumbles", name(*who)), "fall", vec![*who]),
        What::Overtime => ("Overtime: the next tower decides".to_owned(), "skill", Vec::new()),
        What::Ended { outcome } => {
            let verdict = Arena::verdict(cast, outcome);
            let winner = verdict.winner.map_or("a draw".to_owned(), |winner| format!("victory for the {winner}"));
            (format!("The fight ends: {winner}, {}", verdict.reason), "end", Vec::new())
        }
        _ => return None,
    })
}

fn side_name(cast: &Cast, order: Order) -> &str {
    cast.sides.get(usize::from(order.side.index())).map_or("nobody", String::as_str)
}

fn at_tile(cast: &Cast, order: Order) -> String {
    format!("{} at {} {}", cast.card(order.card), order.x, order.y)
}
