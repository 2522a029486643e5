//! Words: who a body is, what it is doing and what it can do, for cards and sheets.

use player::colour::{Colour, palette};
use player::layout::clock;
use player::playback::Moment;
use player::sheet::{Sheet, Stat, Status, Who};
use player::view::{Card, Scene};

use super::TOWERS;
use crate::arena::cast::{CardLook, Look};
use crate::arena::unit::Stance;
use crate::arena::{Arena, Cast, Unit};
use crate::kernel::actor::place_from_id;
use crate::view::tint::colour;

/// Say who a body is.
pub(super) fn who(cast: &Cast, place: usize, unit: &Unit) -> Who {
    let side = usize::from(unit.side);
    let card = cast.forms.get(usize::from(unit.form)).and_then(|form| cast.cards.get(usize::from(form.card?)));
    let own = card.map_or(palette::side(side).darker(0.2), |card| colour(&card.colour));
    Who { name: cast.name(place, unit.form), side, colour: own }
}

/// Say how much health a body has left, and has when whole.
pub(super) fn vigor(cast: &Cast, unit: &Unit) -> (i32, i32) {
    let whole = cast.forms.get(usize::from(unit.form)).map_or(unit.health, |form| form.health_max);
    (if unit.is_up() { unit.health.max(0) } else { 0 }, whole)
}

/// Say the little that stands beside the mouse.
pub(super) fn card(scene: &Scene<'_, Arena>, place: usize) -> Option<Card> {
    let (cast, unit) = (scene.cast(), scene.now.row(place)?);
    let form = cast.forms.get(usize::from(unit.form))?;
    let mut lines = vec![doing(scene, unit, form)];
    lines.extend(statuses(scene, unit).into_iter().map(|status| format!("{}  {}", status.name, status.strength)));
    Some(Card {
        name: cast.name(place, unit.form),
        side: usize::from(unit.side),
        about: kind(place, form),
        vigor: vigor(cast, unit),
        lines,
    })
}

/// Say everything about a body.
pub(super) fn sheet(scene: &Scene<'_, Arena>, place: usize) -> Option<Sheet> {
    let (cast, unit) = (scene.cast(), scene.now.row(place)?);
    let form = cast.forms.get(usize::from(unit.form))?;
    let card = form.card.and_then(|card| cast.cards.get(usize::from(card)));
    let about_tower = if place.is_multiple_of(3) {
        "Where it falls, the fight is over."
    } else {
        "It keeps a lane; who has lost more of them when time is up has lost."
    };
    let fallen = || format!("fallen at {}", clock(Moment::of_tick(u32::from(unit.gone)), scene.recording.tick_hz()));
    let standing = match unit.stance {
        Stance::FALLEN => Some(fallen()),
        Stance::DEPLOYING if unit.born > 0 => Some("entering".to_owned()),
        _ => None,
    };
    Some(Sheet {
        who: who(cast, place, unit),
        about: kind(place, form),
        text: card.map_or(about_tower, |card| card.text.as_str()).to_owned(),
        standing,
        vigor: vigor(cast, unit),
        shield: 0,
        target: place_from_id(unit.target).filter(|_| unit.is_up()),
        stats: stats(scene, unit, form),
        statuses: if unit.is_up() { statuses(scene, unit) } else { Vec::new() },
        skills: Vec::new(),
    })
}

fn kind(place: usize, form: &Look) -> String {
    let kind = match form {
        _ if place < TOWERS => "Tower",
        Look { is_building: true, .. } => "Building",
        Look { flies: true, .. } => "Flier",
        Look { hops: true, .. } => "Rider that hops the river",
        Look { only_buildings: true, .. } => "Goes for buildings alone",
        Look { shoots: true, .. } => "Shoots",
        _ => "On foot",
    };
    kind.to_owned()
}

fn stats(scene: &Scene<'_, Arena>, unit: &Unit, form: &Look) -> Vec<Stat> {
    let hz = scene.recording.tick_hz();
    let stat = |name, value, text| Stat { name, value, text };
    let mut stats = vec![
        stat("Doing", doing(scene, unit, form), "What it is at now."),
        stat("Damage", form.damage.to_string(), "Health that a hit takes."),
        stat("Hits every", seconds(u32::from(form.hit_ticks), hz), "Time between two hits."),
        stat("Range", tiles(form.range), "How far it hits, from edge to edge."),
        stat("Hits", unit.hits.to_string(), "Dealt or let fly so far."),
    ];
    if form.splash > 0 {
        stats.push(stat("Splash", tiles(form.splash), "Everyone so near to what it hits is hit too."));
    }
    if !form.is_building {
        stats.push(stat("Pace", format!("{} / s", tiles(form.step * hz as i32)), "How far it walks in a second."));
        stats.push(stat("Way left", format!("{} cells", unit.path_left), "Of the path it follows."));
        stats.push(stat("Pushed", format!("{} ticks", unit.pushed), "On which others moved it."));
    }
    if form.life_ticks > 0 {
        let end = u32::from(unit.born) + u32::from(form.deploy_ticks) + u32::from(form.life_ticks);
        stats.push(stat("Lasts", seconds(end.saturating_sub(scene.tick()), hz), "Then it crumbles."));
    }
    stats
}

fn statuses(scene: &Scene<'_, Arena>, unit: &Unit) -> Vec<Status> {
    let tick = scene.tick();
    let laid = |name: &str, text: &str, tint: Colour, until: u16, percent: u16| Status {
        name: name.to_owned(),
        text: text.to_owned(),
        colour: tint,
        left: u32::from(until) - tick,
        strength: format!("{percent} %"),
    };
    let mut all = Vec::new();
    if u32::from(unit.haste_until) > tick {
        let tint = Colour::hex(0x00E2_C94F);
        all.push(laid("Quickened", "It walks faster.", tint, unit.haste_until, unit.haste_percent));
    }
    if u32::from(unit.slow_until) > tick {
        let tint = Colour::hex(0x0091_C27A);
        all.push(laid("Mired", "It walks slower.", tint, unit.slow_until, unit.slow_percent));
    }
    all
}

/// Say what a body is at.
pub(super) fn doing(scene: &Scene<'_, Arena>, unit: &Unit, form: &Look) -> String {
    let name = |place: usize| scene.now.row(place).map(|row| scene.cast().name(place, row.form));
    let target = place_from_id(unit.target).and_then(name);
    match (unit.stance, target) {
        (Stance::FALLEN, _) => "fallen".to_owned(),
        (Stance::DEPLOYING, _) if unit.born > 0 => {
            let ready = u32::from(unit.born) + u32::from(form.deploy_ticks);
            format!("enters, {} to go", seconds(ready.saturating_sub(scene.tick()), scene.recording.tick_hz()))
        }
        (Stance::ATTACKING, Some(foe)) => format!("hits {foe}"),
        (Stance::WALKING, Some(foe)) => format!("makes for {foe}"),
        (_, Some(foe)) => format!("has its eye on {foe}"),
        (_, None) => "waits".to_owned(),
    }
}

/// Say a card's numbers, a line each.
pub(super) fn numbers(cast: &Cast, card: &CardLook, hz: u32) -> Vec<String> {
    let Some(form) = card.form.and_then(|form| cast.forms.get(usize::from(form))) else {
        return vec![format!("Spell, {} around", tiles(card.area))];
    };
    let many = if card.count > 1 { format!("{} × ", card.count) } else { String::new() };
    let pace = if form.is_building {
        format!("lasts {}", seconds(u32::from(form.life_ticks), hz))
    } else {
        format!("{} / s", tiles(form.step * hz as i32))
    };
    vec![
        format!(
            "{many}{} health, {} damage every {}",
            form.health_max,
            form.damage,
            seconds(u32::from(form.hit_ticks), hz)
        ),
        format!("range {}, {pace}", tiles(form.range)),
    ]
}

fn seconds(ticks: u32, hz: u32) -> String {
    let tenths = ticks * 10 / hz.max(1);
    format!("{}.{} s", tenths / 10, tenths % 10)
}

fn tiles(native: i32) -> String {
    let tenths = native / 100;
    format!("{}.{} tiles", tenths / 10, tenths % 10)
}
