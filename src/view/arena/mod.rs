//! The arena, seen: two sides over a river, from above, the first side below. Cards and elixir stand beside the field, the
//! first side's at the left. Every picture is a function of recording and moment.

mod bars;
mod deploy;
mod effects;
mod figure;
mod ground;
mod hands;
pub mod muster;
mod paths;
mod pose;
#[cfg(test)]
mod tests;
mod towers;
mod words;

use player::canvas::Canvas;
use player::colour::{Colour, palette};
use player::geometry::{Rect, Vec2, vec2};
use player::ledger::Fact;
use player::sheet::{Sheet, Who};
use player::view::{
    Ask, Card, Look, MarkKind, Note, Overlay, Scene, Side, Slot, Stage, Turn, Unit as Seen, Verdict, View, Zooms,
};
use recorder::{Frame, Recording};

use super::counts::{capitalised, counted, turns, won};
use crate::arena::event::What;
use crate::arena::space::SubTile;
use crate::arena::{Arena, Cast, Event, Order, Outcome, Unit};
use crate::kernel::ruleset::Ruleset;
use crate::kernel::space::Spot;
use pose::Poses;

/// Native units to a measure of the view: its field is measured in tiles.
const TILE: f32 = 1000.0;

/// Rows of towers, before all others: three a side.
const TOWERS: usize = 6;

/// The view of the arena.
#[derive(Debug, Clone, Copy)]
pub struct ArenaView;

impl View<Arena> for ArenaView {
    fn title(&self, recording: &Recording<Arena>) -> String {
        recording.cast().title.clone()
    }

    fn field(&self, cast: &Cast) -> Rect {
        Rect::new(0.0, 0.0, cast.width as f32 / TILE, cast.height as f32 / TILE)
    }

    fn draw(&self, scene: &Scene<'_, Arena>, look: &Look<'_>, canvas: &mut Canvas) {
        let poses = Poses::of_scene(scene);
        ground::draw(canvas, scene, look);
        effects::draw_remains(canvas, scene, look);
        paths::draw(canvas, scene, look, &poses);
        towers::draw(canvas, scene, look, &poses);
        figure::draw_all(canvas, scene, look, &poses);
        effects::draw(canvas, scene, look, &poses);
        bars::draw(canvas, scene, look, &poses);
        deploy::draw(canvas, scene, look);
        hands::draw(canvas, scene, look);
    }

    /// Towers alone decide, so towers alone are counted.
    fn sides(&self, scene: &Scene<'_, Arena>) -> Vec<Side> {
        let cast = scene.cast();
        let sides = cast.sides.iter().enumerate().map(|(side, name)| {
            let towers: Vec<&Unit> = towers_of(scene.now.rows(), side).collect();
            let up = towers.iter().filter(|tower| tower.is_up()).count();
            Side {
                name: capitalised(name),
                up,
                gone: towers.len() - up,
                vigor: towers.iter().map(|tower| i64::from(words::vigor(cast, tower).0)).sum(),
                vigor_max: towers.iter().map(|tower| i64::from(words::vigor(cast, tower).1)).sum(),
                note: String::new(),
            }
        });
        sides.collect()
    }

    fn strength(&self, cast: &Cast, frame: &Frame<'_, Arena>) -> Vec<i64> {
        let left = |side| towers_of(frame.rows(), side).map(|tower| i64::from(words::vigor(cast, tower).0)).sum();
        (0..cast.sides.len()).map(left).collect()
    }

    fn unit(&self, scene: &Scene<'_, Arena>, place: usize) -> Option<Seen> {
        let (now, next) = scene.rows(place)?;
        let look = scene.cast().forms.get(usize::from(now.form))?;
        let lift = if look.flies { vec2(0.0, -pose::LIFT) } else { Vec2::ZERO };
        let at = pose::glide(scene, now, next) + lift;
        now.is_up().then(|| Seen { at, radius: look.radius as f32 / TILE, side: usize::from(now.side) })
    }

    /// The whole field: a card may be played anywhere on it.
    fn action(&self, scene: &Scene<'_, Arena>) -> Option<Rect> {
        Some(self.field(scene.cast()))
    }

    fn zooms(&self) -> Zooms {
        Zooms { follow: 1.0, ..Zooms::default() }
    }

    fn card(&self, scene: &Scene<'_, Arena>, place: usize) -> Option<Card> {
        words::card(scene, place)
    }

    fn who(&self, cast: &Cast, place: usize, row: &Unit) -> Who {
        words::who(cast, place, row)
    }

    fn vigor(&self, cast: &Cast, _: usize, row: &Unit) -> (i32, i32) {
        words::vigor(cast, row)
    }

    fn sheet(&self, scene: &Scene<'_, Arena>, place: usize) -> Option<Sheet> {
        words::sheet(scene, place)
    }

    fn fact(&self, _: &Cast, event: &Event) -> Option<Fact> {
        counted::<Arena>(event)
    }

    fn turns(&self, recording: &Recording<Arena>, until: u32) -> Vec<Turn> {
        turns(recording, until)
    }

    /// On the bar, the towers that fell: of troops it would be full.
    fn note(&self, cast: &Cast, frame: &Frame<'_, Arena>, event: &Event) -> Note {
        let side_of = |place: u16| frame.row(usize::from(place)).map(|unit| usize::from(unit.side));
        let of_order = |order: &Order| Some(usize::from(order.side.index()));
        let (mark, side) = match &event.what {
            What::Fell { who, .. } => ((usize::from(who.place) < TOWERS).then_some(MarkKind::Fall), side_of(who.place)),
            What::Played { order, ordered } => (ordered.then_some(MarkKind::Order), of_order(order)),
            What::Refused { order, .. } => (Some(MarkKind::Refusal), of_order(order)),
            _ => (None, None),
        };
        Note { mark, line: Arena::tell(cast, event).map(|line| line.text), side }
    }

    fn overlays(&self) -> &'static [Overlay] {
        const WAYS: [(Colour, &str); 3] =
            [(palette::side(0), "ally's way"), (palette::side(1), "enemy's way"), (Colour::WHITE, "goal cell")];
        &[Overlay { name: "Paths", colours: &WAYS }]
    }

    fn obeys(&self) -> bool {
        false
    }

    fn hints(&self) -> &'static [(&'static str, &'static str)] {
        &[("N P", "falls"), ("1 – 4", "choose a card"), ("Z", "paths and goal cells")]
    }

    fn has_hands(&self) -> bool {
        true
    }

    fn slots(&self, view: Rect, unit: f32) -> Vec<Slot> {
        hands::slots(view, unit)
    }

    fn stages(&self, cast: &Cast) -> Vec<Stage> {
        let double = Stage { tick: cast.flow.double_from, words: "×2 elixir" };
        vec![double, Stage { tick: cast.length_ticks, words: "overtime" }]
    }

    fn order(&self, scene: &Scene<'_, Arena>, ask: &Ask) -> Result<Vec<Order>, String> {
        match ask {
            Ask::Play { choice, spot } => deploy::order(scene, *choice, *spot).map(|order| vec![order]),
            _ => Err("they find their own way; play a card instead".to_owned()),
        }
    }

    fn words(&self, cast: &Cast, order: &Order) -> String {
        format!("{} at {} {}", cast.card(order.card), order.x, order.y)
    }

    fn verdict(&self, cast: &Cast, outcome: &Outcome) -> Verdict {
        won(Arena::verdict(cast, outcome), outcome.winner)
    }
}

fn towers_of<'a>(rows: impl Iterator<Item = &'a Unit>, side: usize) -> impl Iterator<Item = &'a Unit> {
    rows.take(TOWERS).filter(move |tower| usize::from(tower.side) == side)
}

/// Rows count from below in this ruleset; on the screen, from the top.
fn field_from_spot(cast: &Cast, spot: Spot) -> Vec2 {
    vec2(spot.x as f32 / TILE, (cast.height - spot.y) as f32 / TILE)
}

fn field_from_subtile(cast: &Cast, at: SubTile) -> Vec2 {
    field_from_spot(cast, at.native())
}
