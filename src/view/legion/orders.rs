//! Orders: what a person points at, as words to units.

use player::geometry::{Vec2, vec2};
use player::view::{Ask, Scene};

use super::pose::{Stance, sketch};
use super::{body, homes};
use crate::legion::order::{Order, Word};
use crate::legion::row::Body;
use crate::legion::rules::FIELD;
use crate::legion::unit::Nerve;
use crate::legion::{Cast, Legion};

/// Metres before the edge at which a unit is sent that should leave.
const EDGE: f32 = FIELD - 1.0;

/// Turn what was asked into orders.
pub(super) fn read(scene: &Scene<'_, Legion>, ask: &Ask) -> Result<Vec<Order>, String> {
    match ask {
        Ask::Retreat(places) => retreat(scene, places),
        Ask::RetreatAll(of) => {
            let side = of.and_then(|place| body(scene, place)).map_or(0, |unit| unit.side);
            let of_side = |place: &usize| body(scene, *place).is_some_and(|unit| unit.side == side);
            let places: Vec<usize> = (0..scene.now.len()).filter(of_side).collect();
            retreat(scene, &places)
        }
        Ask::Focus { selected, target } => attack(scene, selected, *target),
        Ask::Go { selected, spot, run } => go(scene, selected, *spot, *run),
    }
}

/// The units that would listen.
fn listening<'a>(scene: &'a Scene<'_, Legion>, places: &[usize]) -> Result<Vec<(usize, &'a Body, Stance)>, String> {
    if places.is_empty() {
        return Err("select who should: click a unit or drag a box around some".to_owned());
    }
    let here = places.iter().filter_map(|place| Some((*place, body(scene, *place)?, sketch(scene, *place)?.1)));
    let listening: Vec<_> = here.filter(|(_, unit, _)| unit.nerve.is_in_order()).collect();
    if listening.is_empty() { Err("they run, and do not listen".to_owned()) } else { Ok(listening) }
}

/// Straight to the edge that their army came from.
fn retreat(scene: &Scene<'_, Legion>, places: &[usize]) -> Result<Vec<Order>, String> {
    let homes = homes(scene.cast());
    let order = |(place, unit, stance): (usize, &Body, Stance)| {
        let home = homes.get(usize::from(unit.side)).copied().unwrap_or(vec2(0.0, 1.0));
        let edge = |at: f32, home: f32, other: f32| if home.abs() >= other.abs() { EDGE.copysign(home) } else { at };
        let to = vec2(edge(stance.at.x, home.x, home.y), edge(stance.at.y, home.y, home.x * 1.001));
        Order { side: unit.side, unit: place as u16, word: move_to(to, true) }
    };
    Ok(listening(scene, places)?.into_iter().map(order).collect())
}

fn attack(scene: &Scene<'_, Legion>, selected: &[usize], target: usize) -> Result<Vec<Order>, String> {
    let foe = body(scene, target).filter(|foe| foe.nerve != Nerve::Lost && foe.alive > 0);
    let foe = foe.ok_or("there is nobody to go for")?;
    let units = listening(scene, selected)?;
    if units.iter().any(|(_, unit, _)| unit.side == foe.side) {
        return Err("that one is on their own side; go for a foe".to_owned());
    }
    let word = Word::Attack { unit: target as u16 };
    Ok(units.into_iter().map(|(place, unit, _)| Order { side: unit.side, unit: place as u16, word }).collect())
}

/// Several keep their places beside each other.
fn go(scene: &Scene<'_, Legion>, selected: &[usize], spot: Vec2, run: bool) -> Result<Vec<Order>, String> {
    let units = listening(scene, selected)?;
    let sum = units.iter().fold(Vec2::ZERO, |sum, (_, _, stance)| sum + stance.at);
    let middle = sum * (1.0 / units.len() as f32);
    let order = |(place, unit, stance): (usize, &Body, Stance)| {
        let to = spot + (stance.at - middle);
        let to = vec2(to.x.clamp(-EDGE, EDGE), to.y.clamp(-EDGE, EDGE));
        Order { side: unit.side, unit: place as u16, word: move_to(to, run) }
    };
    Ok(units.into_iter().map(order).collect())
}

/// Orders count in decimetres, and north is up.
fn move_to(to: Vec2, run: bool) -> Word {
    let decimetres = |metres: f32| (metres * 10.0).round() as i32;
    Word::Move { x: decimetres(to.x), z: decimetres(-to.y), run }
}

/// Say an order in a few words.
pub(super) fn words(cast: &Cast, order: &Order) -> String {
    let name = cast.unit(order.unit);
    match order.word {
        Word::Move { x, z, .. } if x.abs().max(z.abs()) >= (EDGE * 10.0) as i32 => format!("{name} leaves the field"),
        Word::Move { run: true, .. } => format!("{name} runs"),
        Word::Move { .. } => format!("{name} moves"),
        Word::Attack { unit } => format!("{name} goes for {}", cast.unit(unit)),
        Word::Halt => format!("{name} halts"),
        Word::Face { .. } => format!("{name} turns"),
        Word::Form { formation } => format!("{name} forms {}", formation.id()),
        Word::Use { ability } => format!("{name} uses {}", ability.id()),
        Word::Release => format!("{name} is left to its officer"),
    }
}
