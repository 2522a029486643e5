//! The kitchen, seen: from above, north at the top, as its grid is drawn. What guests wait for stands at the left of it,
//! what has come of it at the right. Every picture is a function of recording and moment.

mod board;
mod bubbles;
mod cooks;
mod ground;
mod hazards;
mod items;
mod reach;
mod sight;
mod stations;
#[cfg(test)]
mod tests;
mod tickets;
mod words;

use player::canvas::Canvas;
use player::colour::{Colour, palette};
use player::geometry::{Rect, Vec2, vec2};
use player::ledger::Fact;
use player::reins::{Driving, Pull};
use player::sheet::{Sheet, Who};
use player::view::{
    Ask, Card, Look, MarkKind, Measures, Note, Offer, Overlay, Scene, Side, Turn, Unit as Seen, Verdict, View, Zooms,
};
use recorder::{Frame, Recording};

use crate::kernel::ruleset::Ruleset;
use crate::kitchen::constants::THROTTLE_FULL;
use crate::kitchen::cook::Driver;
use crate::kitchen::event::What;
use crate::kitchen::grain::{Cell, Point, TILE};
use crate::kitchen::input;
use crate::kitchen::order::HOLD_MAX;
use crate::kitchen::{Cast, Event, Kitchen, Order, Outcome, Row};
use crate::view::counts::{capitalised, strengths, turns};
use sight::Sight;

/// Tiles around the kitchen that are in view: at the sides there is room for tickets and score.
const ROOM: Vec2 = vec2(3.3, 0.35);
/// The crew's side, for colours.
const CREW: usize = 0;
/// The guests' side.
const GUESTS: usize = 1;
/// The side of what belongs to nobody.
const HOUSE: usize = 2;
/// The offer that gives a cook back to its own head.
const AUTO: char = 'a';

/// The view of a kitchen.
#[derive(Debug, Clone, Copy)]
pub struct KitchenView;

impl View<Kitchen> for KitchenView {
    fn title(&self, recording: &Recording<Kitchen>) -> String {
        recording.cast().title.clone()
    }

    fn field(&self, cast: &Cast) -> Rect {
        Rect::new(0.0, 0.0, f32::from(cast.width), f32::from(cast.height)).inset_by(-ROOM.x, -ROOM.y)
    }

    fn draw(&self, scene: &Scene<'_, Kitchen>, look: &Look<'_>, canvas: &mut Canvas) {
        let Some(sight) = Sight::of_scene(scene) else { return };
        ground::draw(canvas, look, &sight);
        hazards::draw_spills(canvas, look, &sight);
        stations::draw(canvas, look, &sight);
        hazards::draw_carts(canvas, look, &sight);
        reach::draw(canvas, scene, look, &sight);
        cooks::draw(canvas, look, &sight);
        stations::draw_rings(canvas, look, &sight);
        hazards::draw_fires(canvas, look, &sight);
        bubbles::draw(canvas, scene, look, &sight);
        tickets::draw(canvas, scene, look, &sight);
        board::draw(canvas, look, &sight);
    }

    fn sides(&self, scene: &Scene<'_, Kitchen>) -> Vec<Side> {
        Sight::of_scene(scene).map(|sight| board::sides(&sight)).unwrap_or_default()
    }

    fn strength(&self, cast: &Cast, frame: &Frame<'_, Kitchen>) -> Vec<i64> {
        strengths(cast, frame)
    }

    fn unit(&self, scene: &Scene<'_, Kitchen>, place: usize) -> Option<Seen> {
        let (now, next) = scene.rows(place)?;
        match (now, next) {
            (Row::Cook(now), Row::Cook(next)) => {
                let at = sight::glide(now.at, next.at, scene.alpha());
                Some(Seen { at, radius: cooks::RADIUS, side: CREW })
            }
            (Row::Station(_), _) => {
                let station = scene.cast().stations.get(place.checked_sub(scene.cast().cooks.len())?)?;
                Some(Seen { at: middle(station.cell), radius: 0.4, side: HOUSE })
            }
            (Row::Cart(now), Row::Cart(next)) => {
                Some(Seen { at: sight::glide(now.at, next.at, scene.alpha()), radius: hazards::CART, side: HOUSE })
            }
            _ => None,
        }
    }

    /// The whole kitchen: it is never large.
    fn action(&self, scene: &Scene<'_, Kitchen>) -> Option<Rect> {
        Some(self.field(scene.cast()))
    }

    fn zooms(&self) -> Zooms {
        Zooms { follow: 1.0, ..Zooms::default() }
    }

    fn card(&self, scene: &Scene<'_, Kitchen>, place: usize) -> Option<Card> {
        words::card(scene, place)
    }

    fn who(&self, cast: &Cast, place: usize, row: &Row) -> Who {
        words::who(cast, place, row)
    }

    fn vigor(&self, _: &Cast, _: usize, row: &Row) -> (i32, i32) {
        words::footing(row)
    }

    fn measures(&self) -> Measures {
        let columns = [
            Some(("Points", "What the dishes it handed out earned")),
            Some(("Denied", "Presses that came to nothing")),
            Some(("Handled", "Things it took, set down and passed on")),
            None,
        ];
        Measures { vigor: "Footing", columns }
    }

    fn sheet(&self, scene: &Scene<'_, Kitchen>, place: usize) -> Option<Sheet> {
        words::sheet(scene, place)
    }

    fn fact(&self, cast: &Cast, event: &Event) -> Option<Fact> {
        words::fact(cast, event)
    }

    fn turns(&self, recording: &Recording<Kitchen>, until: u32) -> Vec<Turn> {
        turns(recording, until)
    }

    fn landmark(&self) -> &'static str {
        "event"
    }

    fn note(&self, cast: &Cast, _: &Frame<'_, Kitchen>, event: &Event) -> Note {
        let (mark, side) = match event.what {
            What::Served { .. } => (Some(MarkKind::Gain), CREW),
            What::Missed { .. } => (Some(MarkKind::Loss), GUESTS),
            What::Burnt { .. } | What::Caught { .. } => (Some(MarkKind::Mishap), HOUSE),
            What::Denied { .. } | What::TrashedAlreadyEmpty { .. } => (Some(MarkKind::Denial), CREW),
            What::Driven { .. } => (Some(MarkKind::Order), CREW),
            What::Refused { .. } => (Some(MarkKind::Refusal), CREW),
            // Every thing taken up and set down is seen; a line for each would hide everything else.
            What::Picked { .. } | What::Dropped { .. } | What::Started { .. } => return Note::default(),
            What::Ordered { .. } => (None, GUESTS),
            What::Finished { .. } | What::Assembled { .. } | What::Cleaned { .. } | What::PlateBack { .. } => {
                (None, HOUSE)
            }
            What::Spilled { .. } | What::Dried { .. } | What::Quenched { .. } => (None, HOUSE),
            What::HandedOff { .. } | What::Trashed { .. } | What::Stunned { .. } => (None, CREW),
            What::Ended { .. } => {
                return Note { line: Kitchen::tell(cast, event).map(|line| line.text), ..Note::default() };
            }
        };
        Note { mark, line: Kitchen::tell(cast, event).map(|line| line.text), side: Some(side) }
    }

    fn overlays(&self) -> &'static [Overlay] {
        const REACH: [(Colour, &str); 3] = [
            (reach::WALK, "tiles a hand tries"),
            (reach::AIM, "what it is at"),
            (palette::BONE_DIM, "how far it reaches"),
        ];
        &[Overlay { name: "Reach", colours: &REACH }]
    }

    fn order(&self, _: &Scene<'_, Kitchen>, _: &Ask) -> Result<Vec<Order>, String> {
        Err("cooks go by hand: Enter takes over the one that is selected".to_owned())
    }

    fn offers(&self, scene: &Scene<'_, Kitchen>, selected: &[usize]) -> Vec<Offer> {
        let driven: Vec<bool> =
            selected.iter().filter_map(|place| Some(words::cook(scene, *place)?.driver == Driver::Hand)).collect();
        if driven.is_empty() {
            return Vec::new();
        }
        let live = driven.contains(&true);
        vec![Offer { key: AUTO, words: "Leave to its own head".to_owned(), lit: false, live, aims: false }]
    }

    fn take_up(
        &self,
        scene: &Scene<'_, Kitchen>,
        selected: &[usize],
        offer: char,
        _: Option<Vec2>,
    ) -> Result<Vec<Order>, String> {
        let by_hand = |place: &&usize| words::cook(scene, **place).is_some_and(|cook| cook.driver == Driver::Hand);
        let orders: Vec<Order> = selected.iter().filter(by_hand).map(|place| Order::auto(*place)).collect();
        if offer != AUTO || orders.is_empty() {
            return Err("nobody can be told that".to_owned());
        }
        Ok(orders)
    }

    fn obeys(&self) -> bool {
        false
    }

    fn hints(&self) -> &'static [(&'static str, &'static str)] {
        &[("N P", "events"), ("Click", "select"), ("Enter", "take over"), ("Z", "reach")]
    }

    fn driving(&self) -> Option<&dyn Driving<Kitchen>> {
        Some(self)
    }

    fn words(&self, cast: &Cast, order: &Order) -> String {
        let names: Vec<String> = cast.cooks.iter().map(|look| look.name.clone()).collect();
        order.write(&names)
    }

    fn verdict(&self, cast: &Cast, outcome: &Outcome) -> Verdict {
        let told = Kitchen::verdict(cast, outcome);
        let headline = told.winner.as_ref().map_or("The round is over".to_owned(), |who| match outcome.stars {
            0 => format!("{} go home hungry", capitalised(who)),
            1 => "One star".to_owned(),
            2 => "Two stars".to_owned(),
            _ => "Three stars".to_owned(),
        });
        let side = told.winner.map(|_| if outcome.is_won() { CREW } else { GUESTS });
        Verdict { headline, reason: told.reason, side }
    }
}

impl Driving<Kitchen> for KitchenView {
    fn can_drive(&self, cast: &Cast, place: usize) -> bool {
        place < cast.cooks.len()
    }

    /// Held until the next one: as long as a frame can be.
    fn order(&self, place: usize, pull: Pull) -> Order {
        let go = |way: i8| i32::from(way) * THROTTLE_FULL;
        let frame = input::Frame { act: u16::from(pull.acts), ..input::Frame::go(go(pull.x), go(pull.y)) };
        Order::held(place, frame, HOLD_MAX)
    }

    fn give_back(&self, place: usize, row: &Row) -> Order {
        match row {
            Row::Cook(cook) if cook.driver == Driver::Bot => Order::auto(place),
            _ => Order::once(place, input::Frame::REST),
        }
    }

    fn is_for(&self, order: &Order, place: usize) -> bool {
        order.seat() == Some(place)
    }
}

/// Where a place of the kitchen lies, in tiles.
fn spot(at: Point) -> Vec2 {
    vec2(at.x as f32 / TILE as f32, at.y as f32 / TILE as f32)
}

/// The middle of a tile.
fn middle(cell: Cell) -> Vec2 {
    spot(cell.middle())
}

/// The box of a tile.
fn tile(cell: Cell) -> Rect {
    Rect::around(middle(cell), 1.0, 1.0)
}
