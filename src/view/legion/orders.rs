//! Orders: what a person points at, as words to units.

use player::geometry::{Vec2, vec2};
use player::view::{Ask, Offer, Scene};

use super::pose::{Stance, sketch};
use super::words::formation as formation_name;
use super::{body, homes};
use crate::legion::content::Kind;
use crate::legion::event::What;
use crate::legion::order::{Ability, Order, Word};
use crate::legion::row::Body;
use crate::legion::rules::{FIELD, TICK_HZ};
use crate::legion::unit::{Formation, Nerve};
use crate::legion::{Cast, Event, Legion};
use crate::view::counts::capitalised;

/// Metres before the edge at which a unit is sent that should leave.
const EDGE: f32 = FIELD - 1.0;
/// The same in decimetres.
const EDGE_DECIMETRES: i32 = (EDGE * 10.0) as i32;

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
        Ask::Play { .. } => Err("there are no cards in a battle".to_owned()),
    }
}

/// The keys of offers that are no formation and no ability.
const HALT: char = 'h';
const FACE: char = 'f';
const RELEASE: char = 'r';

/// The key of a formation, by its number; abilities come after them.
fn digit(number: usize) -> char {
    char::from(b'1' + number as u8)
}

fn formation_of(key: char) -> Option<Formation> {
    Formation::ALL.into_iter().find(|formation| digit(*formation as usize) == key)
}

fn ability_of(key: char) -> Option<Ability> {
    Ability::ALL.into_iter().find(|ability| digit(Formation::ALL.len() + *ability as usize) == key)
}

/// Say what else the selected can be told.
pub(super) fn offers(scene: &Scene<'_, Legion>, selected: &[usize]) -> Vec<Offer> {
    let (Some(rules), Ok(units)) = (scene.recording.rules(), listening(scene, selected)) else { return Vec::new() };
    let kinds: Vec<&Kind> = units.iter().filter_map(|(_, unit, _)| kind(rules, unit)).collect();
    let plain = |key, words: &str, live, aims| Offer { key, words: words.to_owned(), lit: false, live, aims };
    let mut offers = vec![
        plain(HALT, "Halt", true, false),
        plain(FACE, "Face a spot", true, true),
        plain(RELEASE, "Release", units.iter().any(|(_, unit, _)| unit.held), false),
    ];
    for formation in Formation::ALL.into_iter().filter(|f| kinds.iter().any(|kind| kind.formations.contains(f))) {
        let lit = units.iter().all(|(_, unit, _)| unit.formation == formation);
        let words = formation_name(formation).to_owned();
        offers.push(Offer { key: digit(formation as usize), words, lit, live: !lit, aims: false });
    }
    for ability in Ability::ALL.into_iter().filter(|a| kinds.iter().any(|kind| kind.abilities.contains(a))) {
        let able =
            units.iter().filter(|(_, unit, _)| kind(rules, unit).is_some_and(|k| k.abilities.contains(&ability)));
        let rest = able.map(|(place, _, _)| rest_seconds(scene, *place, ability)).min().unwrap_or(0);
        let name = capitalised(ability.id());
        let words = if rest == 0 { name } else { format!("{name} in {rest} s") };
        let key = digit(Formation::ALL.len() + ability as usize);
        offers.push(Offer { key, words, lit: false, live: rest == 0, aims: false });
    }
    offers
}

fn kind<'a>(rules: &'a Legion, unit: &Body) -> Option<&'a Kind> {
    rules.content.kinds.get(usize::from(unit.kind))
}

/// Seconds until a unit can use an ability again, as the journal tells when it last did.
fn rest_seconds(scene: &Scene<'_, Legion>, place: usize, wanted: Ability) -> u32 {
    let rest = wanted.rest_seconds() * TICK_HZ;
    let is_use = |event: &Event| match event.what {
        What::Used { unit, ability } => usize::from(unit) == place && ability == wanted,
        What::Obeyed { order } => usize::from(order.unit) == place && order.word == Word::Use { ability: wanted },
        _ => false,
    };
    let from = scene.tick().saturating_sub(rest - 1);
    let used = (from..=scene.tick()).rev().find(|tick| scene.events_of(*tick).any(|(_, event)| is_use(event)));
    used.map_or(0, |tick| (tick + rest - scene.tick()).div_ceil(TICK_HZ))
}

/// Turn an offer into orders for those who can do it.
pub(super) fn take_up(
    scene: &Scene<'_, Legion>,
    selected: &[usize],
    offer: char,
    spot: Option<Vec2>,
) -> Result<Vec<Order>, String> {
    let rules = scene.recording.rules().ok_or("it was recorded under other rules, and takes no orders")?;
    let units = listening(scene, selected)?;
    let able = |able: &dyn Fn(&Kind, usize, &Body) -> bool, word: Word| -> Vec<Order> {
        let able = units.iter().filter(|(place, unit, _)| kind(rules, unit).is_some_and(|k| able(k, *place, unit)));
        able.map(|(place, unit, _)| Order { side: unit.side, unit: *place as u16, word }).collect()
    };
    let (orders, refusal) = match (offer, spot) {
        (HALT, _) => (able(&|_, _, _| true, Word::Halt), ""),
        (RELEASE, _) => (able(&|_, _, unit| unit.held, Word::Release), "they are left to their officers already"),
        (FACE, Some(spot)) => {
            let [x, z] = decimetres(spot).map(|at| at.clamp(-EDGE_DECIMETRES, EDGE_DECIMETRES));
            (able(&|_, _, _| true, Word::Face { x, z }), "")
        }
        (FACE, None) => (Vec::new(), "point at the spot that they should face"),
        (key, _) => match (formation_of(key), ability_of(key)) {
            (Some(formation), _) => (
                able(
                    &|kind, _, unit| kind.formations.contains(&formation) && unit.formation != formation,
                    Word::Form { formation },
                ),
                "they stand so already, or their kind cannot",
            ),
            (None, Some(ability)) => (
                able(
                    &|kind, place, _| kind.abilities.contains(&ability) && rest_seconds(scene, place, ability) == 0,
                    Word::Use { ability },
                ),
                "they cannot do that again yet",
            ),
            (None, None) => (Vec::new(), "nobody can be told that"),
        },
    };
    if orders.is_empty() { Err(refusal.to_owned()) } else { Ok(orders) }
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
    let [x, z] = decimetres(to);
    Word::Move { x, z, run }
}

fn decimetres(spot: Vec2) -> [i32; 2] {
    [spot.x, -spot.y].map(|metres| (metres * 10.0).round() as i32)
}

/// Say an order in a few words.
pub(super) fn words(cast: &Cast, order: &Order) -> String {
    let name = cast.unit(order.unit);
    match order.word {
        Word::Move { x, z, .. } if x.abs().max(z.abs()) >= EDGE_DECIMETRES => format!("{name} leaves the field"),
        Word::Move { run: true, .. } => format!("{name} runs"),
        Word::Move { .. } => format!("{name} moves"),
        Word::Attack { unit } => format!("{name} goes for {}", cast.unit(unit)),
        Word::Halt => format!("{name} halts"),
        Word::Face { .. } => format!("{name} turns"),
        Word::Form { formation } => format!("{name}: {}", formation_name(formation).to_lowercase()),
        Word::Use { ability } => format!("{name}: {}", ability.id()),
        Word::Release => format!("{name} is left to its officer"),
    }
}
