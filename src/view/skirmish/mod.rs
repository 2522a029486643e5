//! The skirmish, seen: grown creatures on a forest floor. Every picture is a function of recording and moment, so it is
//! the same forwards, backwards and after any seek.

mod creature;
mod effects;
mod figures;
mod ground;
pub mod muster;
mod pose;
mod sheet;
mod silhouette;
#[cfg(test)]
mod tests;

use player::canvas::Canvas;
use player::colour::Colour;
use player::geometry::{Rect, Vec2, vec2};
use player::ledger::Fact;
use player::sheet::{Sheet, Who};
use player::view::{Ask, Card, Look, MarkKind, Note, Scene, Side, Turn, Unit as Seen, Verdict, View};
use recorder::{Frame, Recording};

use crate::kernel::ruleset::Ruleset;
use crate::kernel::side::Side as Banner;
use crate::kernel::space::Spot;
use crate::skirmish::event::What;
use crate::skirmish::unit::{Condition, NEVER, is_active};
use crate::skirmish::{Cast, Event, Order, Outcome, Skirmish, Unit};
use crate::view::counts::{capitalised, counted, strengths, turns, won};
use crate::view::tint::{UNKNOWN, colour};

/// The view of a skirmish.
#[derive(Debug, Clone, Copy)]
pub struct SkirmishView;

/// Millitiles to a measure of the view: its field is measured in tiles.
const TILE: f32 = 1000.0;

impl View<Skirmish> for SkirmishView {
    fn title(&self, recording: &Recording<Skirmish>) -> String {
        recording.cast().title.clone()
    }

    fn field(&self, cast: &Cast) -> Rect {
        Rect::new(0.0, 0.0, cast.width as f32 / TILE, cast.height as f32 / TILE)
    }

    fn draw(&self, scene: &Scene<'_, Skirmish>, look: &Look<'_>, canvas: &mut Canvas) {
        let poses = pose::Poses::of_scene(scene);
        ground::draw(canvas, scene, look);
        effects::draw_remains(canvas, scene, look);
        figures::draw_footing(canvas, scene, look, &poses);
        creature::draw_all(canvas, scene, look, &poses);
        effects::draw(canvas, scene, look, &poses);
        figures::draw(canvas, scene, look, &poses);
    }

    fn sides(&self, scene: &Scene<'_, Skirmish>) -> Vec<Side> {
        let cast = scene.cast();
        let sides = cast.sides.iter().enumerate().map(|(place, name)| {
            let own: Vec<&Unit> = scene.now.rows().filter(|unit| usize::from(unit.side) == place).collect();
            let up = own.iter().filter(|unit| unit.is_up());
            Side {
                name: capitalised(name),
                up: up.clone().count(),
                gone: own.iter().filter(|unit| !unit.is_up()).count(),
                vigor: up.map(|unit| i64::from(unit.vigor)).sum(),
                vigor_max: own.iter().map(|unit| i64::from(vigor_max(cast, unit))).sum(),
                note: String::new(),
            }
        });
        sides.collect()
    }

    fn strength(&self, cast: &Cast, frame: &Frame<'_, Skirmish>) -> Vec<i64> {
        strengths(cast, frame)
    }

    fn unit(&self, scene: &Scene<'_, Skirmish>, place: usize) -> Option<Seen> {
        let (now, next) = scene.rows(place)?;
        let at = pose::glide(scene, now, next);
        now.is_up().then(|| Seen { at, radius: radius(scene.cast(), now), side: usize::from(now.side) })
    }

    fn card(&self, scene: &Scene<'_, Skirmish>, place: usize) -> Option<Card> {
        let (unit, cast) = (scene.now.row(place)?, scene.cast());
        let form = cast.forms.get(usize::from(unit.form))?;
        let mut about = capitalised(&form.role);
        if !form.grafts.is_empty() {
            about = format!("{about} with {}", form.grafts.join(", "));
        }
        Some(Card {
            name: cast.name(place, unit.form),
            side: usize::from(unit.side),
            about,
            vigor: (unit.vigor, form.vigor_max),
            lines: card_lines(scene, unit),
        })
    }

    fn who(&self, cast: &Cast, place: usize, row: &Unit) -> Who {
        sheet::who(cast, place, row)
    }

    fn vigor(&self, cast: &Cast, _: usize, row: &Unit) -> (i32, i32) {
        (if row.is_up() { row.vigor } else { 0 }, vigor_max(cast, row))
    }

    fn sheet(&self, scene: &Scene<'_, Skirmish>, place: usize) -> Option<Sheet> {
        sheet::of(scene, place)
    }

    fn fact(&self, _: &Cast, event: &Event) -> Option<Fact> {
        counted::<Skirmish>(event)
    }

    fn turns(&self, recording: &Recording<Skirmish>, until: u32) -> Vec<Turn> {
        turns(recording, until)
    }

    fn note(&self, cast: &Cast, frame: &Frame<'_, Skirmish>, event: &Event) -> Note {
        let line = Skirmish::tell(cast, event);
        let side_of = |place: usize| frame.row(place).map(|unit| usize::from(unit.side));
        let (mark, side) = match event.what {
            What::Fell { who, .. } => (Some(MarkKind::Fall), side_of(usize::from(who.place))),
            What::Withdrew { who } => (Some(MarkKind::Exit), side_of(usize::from(who.place))),
            What::Obeyed { order, .. } => (Some(MarkKind::Order), Some(usize::from(order.side().index()))),
            What::Refused { order, .. } => (Some(MarkKind::Refusal), Some(usize::from(order.side().index()))),
            _ => (None, line.as_ref().and_then(|line| side_of(*line.actors.first()?))),
        };
        Note { mark, line: line.map(|line| line.text), side }
    }

    fn order(&self, scene: &Scene<'_, Skirmish>, ask: &Ask) -> Result<Vec<Order>, String> {
        match ask {
            Ask::Retreat(places) => retreats(scene, places),
            Ask::RetreatAll(of) => {
                let side = of.and_then(|place| scene.now.row(place)).map_or(0, |unit| unit.side);
                Ok(vec![Order::Retreat { side: banner(side), unit: None }])
            }
            Ask::Focus { selected, target } => focus(scene, selected, *target),
            Ask::Go { .. } => Err("they find their own way; focus an enemy, or let them retreat".to_owned()),
            Ask::Play { .. } => Err("there are no cards in a skirmish".to_owned()),
        }
    }

    fn words(&self, cast: &Cast, order: &Order) -> String {
        let named = |id: u32| {
            let place = (id as usize).saturating_sub(1);
            cast.names.get(place).cloned().unwrap_or_else(|| format!("unit {id}"))
        };
        match *order {
            Order::Retreat { side, unit: None } => format!("{} retreats", capitalised(side.name())),
            Order::Retreat { unit: Some(id), .. } => format!("{} retreats", named(id)),
            Order::Focus { side, unit } => format!("{} goes for {}", capitalised(side.name()), named(unit)),
        }
    }

    fn verdict(&self, cast: &Cast, outcome: &Outcome) -> Verdict {
        won(Skirmish::verdict(cast, outcome), outcome.winner)
    }
}

fn retreats(scene: &Scene<'_, Skirmish>, places: &[usize]) -> Result<Vec<Order>, String> {
    let units = places.iter().filter_map(|place| Some((*place, scene.now.row(*place)?)));
    let staying: Vec<_> = units.filter(|(_, unit)| unit.condition == Condition::FIGHTING).collect();
    if staying.is_empty() && !places.is_empty() {
        return Err("they are on their way out".to_owned());
    }
    let order = |(place, unit): (usize, &Unit)| Order::Retreat { side: banner(unit.side), unit: Some(id_of(place)) };
    Ok(staying.into_iter().map(order).collect())
}

fn focus(scene: &Scene<'_, Skirmish>, selected: &[usize], target: usize) -> Result<Vec<Order>, String> {
    let foe = scene.now.row(target).filter(|unit| unit.is_up()).ok_or("there is nobody to go for")?;
    let chosen = selected.first().and_then(|place| scene.now.row(*place)).map(|unit| unit.side);
    // Without a selection, the first side is ours; its own units are nobody's target.
    let side = chosen.unwrap_or(0);
    if foe.side == side {
        return Err("that one is on their own side; go for a foe".to_owned());
    }
    Ok(vec![Order::Focus { side: banner(side), unit: id_of(target) }])
}

fn card_lines(scene: &Scene<'_, Skirmish>, unit: &Unit) -> Vec<String> {
    let (cast, tick) = (scene.cast(), scene.tick());
    let mut lines = Vec::new();
    match unit.condition {
        Condition::RETREATING => lines.push("retreating".to_owned()),
        Condition::FALLEN => lines.push("fallen".to_owned()),
        Condition::WITHDRAWN => lines.push("left the field".to_owned()),
        _ => {}
    }
    if !unit.is_up() {
        return lines;
    }
    for (place, until) in statuses(unit).into_iter().enumerate().filter(|(_, until)| is_active(*until, tick)) {
        if let Some(status) = cast.statuses.get(place) {
            lines.push(format!("{}  {}", status.name, seconds(u32::from(until) - tick)));
        }
    }
    let Some(form) = cast.forms.get(usize::from(unit.form)) else { return lines };
    for (skill, ready) in form.skills.iter().zip(unit.ready) {
        let Some(skill) = cast.skills.get(usize::from(*skill)) else { continue };
        let when = match ready {
            NEVER => "used up".to_owned(),
            ready if is_active(ready, tick) => format!("in {}", seconds(u32::from(ready) - tick)),
            _ => "ready".to_owned(),
        };
        lines.push(format!("{}  {when}", skill.name));
    }
    lines
}

fn seconds(ticks: u32) -> String {
    format!("{}.{} s", ticks / 10, ticks % 10)
}

/// Until when each status lasts, in the cast's order: burn, poison, regrow, shield, slow, haste, stun, taunt.
fn statuses(unit: &Unit) -> [u16; 8] {
    let shield = if unit.shield.amount > 0 { unit.shield.until } else { 0 };
    [
        unit.burn.until,
        unit.poison.until,
        unit.regrow.until,
        shield,
        unit.slow.until,
        unit.haste.until,
        unit.stun_until,
        unit.taunt_until,
    ]
}

/// Rows count from the top in this ruleset, as they do on the screen.
fn field_from_spot(spot: Spot) -> Vec2 {
    vec2(spot.x as f32 / TILE, spot.y as f32 / TILE)
}

fn radius(cast: &Cast, unit: &Unit) -> f32 {
    cast.forms.get(usize::from(unit.form)).map_or(0.4, |form| form.radius as f32 / TILE)
}

fn vigor_max(cast: &Cast, unit: &Unit) -> i32 {
    cast.forms.get(usize::from(unit.form)).map_or(unit.vigor, |form| form.vigor_max)
}

fn banner(side: u8) -> Banner {
    Banner::BOTH[usize::from(side.min(1))]
}

fn id_of(place: usize) -> u32 {
    u32::try_from(place + 1).unwrap_or(u32::MAX)
}

/// The colour of a form.
fn form_colour(cast: &Cast, form: u16) -> Colour {
    cast.forms.get(usize::from(form)).map_or(UNKNOWN, |look| colour(&look.colour))
}
