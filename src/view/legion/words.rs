//! Words: who a unit is, what it is doing and how it stands, for cards and sheets.

use player::colour::palette;
use player::playback::Moment;
use player::sheet::{Sheet, Stat, Who};
use player::view::{Card, Scene};

use super::body;
use crate::legion::event::What;
use crate::legion::order::Task;
use crate::legion::plan::{Behaviour, Phase, Role};
use crate::legion::row::Body;
use crate::legion::unit::{Formation, NO_UNIT, Nerve};
use crate::legion::{Cast, Legion};

/// Say who a unit is.
pub(super) fn who(cast: &Cast, place: usize) -> Who {
    let Some(unit) = cast.units.get(place) else {
        return Who { name: "What is in the air".to_owned(), side: 0, colour: player::colour::palette::BONE_DIM };
    };
    let side = usize::from(unit.side);
    Who { name: unit.name.clone(), side, colour: palette::side(side) }
}

/// Say how many men of a unit are on the field, and how many there were.
pub(super) fn vigor(body: &Body) -> (i32, i32) {
    let left = if body.nerve == Nerve::Lost { 0 } else { body.alive };
    (left.cast_signed(), body.men_x.len() as i32)
}

/// Say what the general of a side is about: what the journal last said of him.
pub(super) fn general(scene: &Scene<'_, Legion>, side: u8) -> &'static str {
    let told = (0..scene.now.journal()).rev().filter_map(|number| scene.recording.event(number));
    let mut phases = told.filter_map(|event| match event.what {
        What::Phase { side: of, phase } if of == side => Some(phase),
        _ => None,
    });
    match phases.next().unwrap_or_default() {
        Phase::Deploy => "draws up",
        Phase::Skirmish => "skirmishes",
        Phase::Advance => "advances",
        Phase::Engagement => "fights",
        Phase::Exploit => "pushes in",
        Phase::Pursuit => "pursues",
        Phase::Withdraw => "gets away",
    }
}

/// Say the little that stands beside the mouse.
pub(super) fn card(scene: &Scene<'_, Legion>, place: usize) -> Option<Card> {
    let (cast, unit) = (scene.cast(), body(scene, place)?);
    let look = cast.kinds.get(usize::from(unit.kind))?;
    // Who runs does nothing else.
    let mut lines: Vec<String> = unit.nerve.is_in_order().then(|| doing(cast, unit)).into_iter().collect();
    let whole = u32::from(look.morale.max(1)) * 100;
    lines.push(format!("{}  morale {} %", nerve(unit.nerve), u32::from(unit.morale) * 100 / whole));
    lines.push(format!("{}  {} fight", formation(unit.formation), unit.engaged));
    if look.ammo > 0 {
        lines.push(format!("{} missiles left", unit.ammo));
    }
    lines.push(format!("{} brought down, {} lost", unit.tally.kills, unit.tally.lost));
    let side = usize::from(unit.side);
    Some(Card { name: cast.unit(place as u16).to_owned(), side, about: look.name.clone(), vigor: vigor(unit), lines })
}

/// Say everything about a unit.
pub(super) fn sheet(scene: &Scene<'_, Legion>, place: usize) -> Option<Sheet> {
    let (cast, unit) = (scene.cast(), body(scene, place)?);
    let look = cast.kinds.get(usize::from(unit.kind))?;
    let target = match unit.task {
        Task::Attack { unit: foe } => Some(foe),
        _ => Some(unit.locked).filter(|foe| *foe != NO_UNIT),
    };
    let standing = match unit.nerve {
        Nerve::Steady => None,
        _ => Some(nerve(unit.nerve).to_lowercase()),
    };
    Some(Sheet {
        who: who(cast, place),
        about: match target {
            Some(_) => look.name.clone(),
            None => format!("{}, {}", look.name, doing(cast, unit)),
        },
        text: look.text.clone(),
        standing,
        vigor: vigor(unit),
        shield: 0,
        target: target.map(usize::from),
        stats: stats(unit, look),
        statuses: Vec::new(),
        skills: Vec::new(),
    })
}

fn stats(unit: &Body, look: &crate::legion::cast::Look) -> Vec<Stat> {
    let stat = |name, value, text| Stat { name, value, text };
    let morale = format!("{} of {}", unit.morale / 100, look.morale);
    let breath = format!("{} %", 100 - u32::from(unit.fatigue) * 100 / 255);
    let mut stats = vec![
        stat("Morale", morale, "At nothing it breaks and runs."),
        stat("Breath", breath, "Running and fighting spend it; tired men strike worse."),
        stat("Formation", formation(unit.formation).to_owned(), "How its men stand."),
        stat("Files", unit.width.to_string(), "Men side by side."),
        stat("Fighting", unit.engaged.to_string(), "Men who have an opponent."),
        stat("Brought down", unit.tally.kills.to_string(), "Enemies, by blow and by missile."),
        stat("Lost", unit.tally.lost.to_string(), "Men who fell."),
    ];
    if look.ammo > 0 {
        let rate = (unit.tally.hits * 100).checked_div(unit.tally.shots).unwrap_or(0);
        stats.push(stat("Missiles", unit.ammo.to_string(), "Left, all men together."));
        stats.push(stat(
            "Hits",
            format!("{} of {} ({rate} %)", unit.tally.hits, unit.tally.shots),
            "Of what it let go.",
        ));
        if unit.tally.friendly > 0 {
            stats.push(stat("Own men hit", unit.tally.friendly.to_string(), "Brought down by its own missiles."));
        }
    }
    let role = if unit.held { "your orders".to_owned() } else { self::role(unit.role).to_owned() };
    stats.push(stat("Role", role, "What its general has it for."));
    stats
}

/// Say what a unit is doing: what a person told it, or else what its officer is at.
pub(super) fn doing(cast: &Cast, unit: &Body) -> String {
    match unit.nerve {
        Nerve::Routing => return "running away".to_owned(),
        Nerve::Broken => return "running for good".to_owned(),
        Nerve::Lost => return "off the field".to_owned(),
        Nerve::Steady | Nerve::Wavering => {}
    }
    match unit.task {
        Task::Attack { unit: foe } => format!("goes for {}", cast.unit(foe)),
        Task::Go { run, .. } if unit.held => if run { "runs as ordered" } else { "goes as ordered" }.to_owned(),
        Task::Hold if unit.held => "holds as ordered".to_owned(),
        Task::Go { .. } | Task::Hold if unit.locked != NO_UNIT => format!("fights {}", cast.unit(unit.locked)),
        Task::Go { .. } | Task::Hold => behaviour(unit.behaviour).to_owned(),
    }
}

fn behaviour(behaviour: Behaviour) -> &'static str {
    match behaviour {
        Behaviour::HoldLine => "stands in the line",
        Behaviour::March => "goes where the general wants it",
        Behaviour::Engage => "goes for the enemy",
        Behaviour::Brace => "stands fast",
        Behaviour::Testudo => "locks shields",
        Behaviour::PlugGap => "fills a hole in the line",
        Behaviour::RefuseFlank => "turns to the flank",
        Behaviour::Shoot => "shoots",
        Behaviour::MissileWithdraw => "gets out of the way",
        Behaviour::Skirmish => "skirmishes",
        Behaviour::CavalryHold => "waits",
        Behaviour::CavalryScreen => "covers a flank",
        Behaviour::Cavalry => "hunts",
        Behaviour::Pursue => "pursues",
        Behaviour::Inspire => "steadies those beside it",
        Behaviour::Parapet => "holds the wall",
    }
}

fn role(role: Role) -> &'static str {
    match role {
        Role::Line => "line",
        Role::Anchor => "middle",
        Role::Shock => "shock",
        Role::Reserve => "reserve",
        Role::Missile => "missiles",
        Role::Screen => "screen",
        Role::Flank => "flank",
        Role::Artillery => "engines",
        Role::Storm => "storm",
        Role::Escalade => "ladders",
        Role::Breach => "breach",
    }
}

fn nerve(nerve: Nerve) -> &'static str {
    match nerve {
        Nerve::Steady => "Steady",
        Nerve::Wavering => "Wavering",
        Nerve::Routing => "Running",
        Nerve::Broken => "Running for good",
        Nerve::Lost => "Off the field",
    }
}

pub(super) fn formation(formation: Formation) -> &'static str {
    match formation {
        Formation::Line => "Line",
        Formation::Column => "Column",
        Formation::Loose => "Loose order",
        Formation::Shield => "Locked shields",
        Formation::Wedge => "Wedge",
        Formation::Skirmish => "Skirmish order",
    }
}

/// Seconds since the start, as a watcher counts them.
pub(super) fn seconds(moment: Moment, hz: u32) -> f32 {
    (moment.ticks() / f64::from(hz.max(1))) as f32
}
