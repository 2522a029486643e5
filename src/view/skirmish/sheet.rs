//! The sheet of a creature: its numbers, what is laid on it and what it can do, from the recording's cast and its row.

use player::layout::clock;
use player::playback::Moment;
use player::sheet::{Ready, Sheet, Skill, Stat, Status, Who};
use player::view::Scene;

use super::{form_colour, statuses};
use crate::skirmish::cast::Look;
use crate::skirmish::content::skill::Trigger;
use crate::skirmish::content::status::Ail;
use crate::skirmish::unit::{Condition, NEVER, is_active};
use crate::skirmish::{Cast, Skirmish, Unit};
use crate::view::counts::capitalised;
use crate::view::tint::colour;

/// Say who a unit is.
pub(super) fn who(cast: &Cast, place: usize, unit: &Unit) -> Who {
    Who { name: cast.name(place, unit.form), side: usize::from(unit.side), colour: form_colour(cast, unit.form) }
}

/// Say everything about a unit.
pub(super) fn of(scene: &Scene<'_, Skirmish>, place: usize) -> Option<Sheet> {
    let (unit, cast) = (scene.now.row(place)?, scene.cast());
    let form = cast.forms.get(usize::from(unit.form))?;
    let grafts = if form.grafts.is_empty() { String::new() } else { format!(" with {}", form.grafts.join(", ")) };
    let shielded = is_active(unit.shield.until, scene.tick());
    Some(Sheet {
        who: who(cast, place, unit),
        about: format!("{}{grafts}", capitalised(&form.role)),
        text: form.text.clone(),
        standing: standing(scene, unit),
        vigor: (if unit.condition == Condition::FALLEN { 0 } else { unit.vigor }, form.vigor_max),
        shield: if shielded { i32::from(unit.shield.amount) } else { 0 },
        target: usize::from(unit.target).checked_sub(1).filter(|_| unit.is_up()),
        stats: stats(scene, form, unit),
        // Who is off the field bears nothing and can do nothing any more.
        statuses: if unit.is_up() { laid_on(cast, unit, scene.tick()) } else { Vec::new() },
        skills: if unit.is_up() { skills(scene, form, unit) } else { Vec::new() },
    })
}

fn standing(scene: &Scene<'_, Skirmish>, unit: &Unit) -> Option<String> {
    let gone = || clock(Moment::of_tick(u32::from(unit.gone)), scene.recording.tick_hz());
    match unit.condition {
        Condition::RETREATING => Some("retreating".to_owned()),
        Condition::FALLEN => Some(format!("fallen at {}", gone())),
        Condition::WITHDRAWN => Some(format!("left the field at {} with {}", gone(), unit.vigor)),
        _ => None,
    }
}

fn stats(scene: &Scene<'_, Skirmish>, form: &Look, unit: &Unit) -> Vec<Stat> {
    let hz = scene.recording.tick_hz() as i32;
    let stat = |name, value, text| Stat { name, value, text };
    let mut stats = vec![
        stat("Power", form.power.to_string(), "Damage of a strike, before armour."),
        stat("Strikes every", format!("{} s", tenths(form.strike_period_ticks * 10 / hz)), "Time between two strikes."),
        stat("Reach", tiles(form.reach), "How far it strikes, from edge to edge."),
        stat("Armour", form.armour.to_string(), "At 100 half of a blow gets through, at 200 a third."),
        stat("Pace", format!("{} / s", tiles(form.pace * hz)), "How far it walks in a second."),
    ];
    if form.mend > 0 {
        stats.push(stat("Mending", form.mend.to_string(), "What its healing and shields grow with."));
    }
    // Chances are in the rules, not in the cast: a recording without its rules does not tell them.
    if let Some(own) = scene.recording.rules().and_then(|rules| rules.forms.get(usize::from(unit.form))) {
        stats.push(stat("Weak spots", per_mille(own.stats.crit), "Chance that a strike hits one and counts for more."));
        stats.push(stat("Slips", per_mille(own.stats.dodge), "Chance that a strike misses it."));
    }
    stats
}

fn laid_on(cast: &Cast, unit: &Unit, tick: u32) -> Vec<Status> {
    let mut all = Vec::new();
    for (place, until) in statuses(unit).into_iter().enumerate().filter(|(_, until)| is_active(*until, tick)) {
        let Some(label) = cast.statuses.get(place) else { continue };
        all.push(Status {
            name: label.name.clone(),
            text: label.text.clone(),
            colour: colour(&label.colour),
            left: u32::from(until) - tick,
            strength: strength(Ail::ALL[place], unit),
        });
    }
    all
}

fn strength(ail: Ail, unit: &Unit) -> String {
    match ail {
        Ail::Burn => format!("{} a pulse", unit.burn.amount),
        Ail::Poison => format!("{} a pulse", unit.poison.amount),
        Ail::Regrow => format!("{} a pulse", unit.regrow.amount),
        Ail::Shield => format!("{} left", unit.shield.amount),
        Ail::Slow => format!("{} %", unit.slow.percent),
        Ail::Haste => format!("{} %", unit.haste.percent),
        Ail::Stun | Ail::Taunt => String::new(),
    }
}

fn skills(scene: &Scene<'_, Skirmish>, form: &Look, unit: &Unit) -> Vec<Skill> {
    let mut all = Vec::new();
    for (skill, ready) in form.skills.iter().zip(unit.ready) {
        let Some(label) = scene.cast().skills.get(usize::from(*skill)) else { continue };
        let known = scene.recording.rules().map(|rules| rules.skill(*skill));
        let ready = match ready {
            NEVER => Ready::UsedUp,
            ready if is_active(ready, scene.tick()) => {
                let left = u32::from(ready) - scene.tick();
                let wait = known.and_then(|skill| u32::try_from(skill.cooldown_ticks).ok());
                Ready::In { left, of: wait.filter(|wait| *wait >= left) }
            }
            _ => Ready::Now,
        };
        let waits = known.map_or("", |skill| waits_for(skill.trigger));
        all.push(Skill { name: label.name.clone(), text: format!("{}{waits}", label.text), ready });
    }
    all
}

fn waits_for(trigger: Trigger) -> &'static str {
    match trigger {
        Trigger::Start => " At the start of the fight.",
        Trigger::LowVigor { .. } => " When its vigor runs low.",
        Trigger::OnHit => " When it strikes.",
        Trigger::WhenStruck => " When it is struck.",
        Trigger::OnKill => " When it brings someone down.",
        Trigger::OnDeath => " When it falls.",
        Trigger::Cooldown => "",
    }
}

fn tiles(millitiles: i32) -> String {
    format!("{} tiles", tenths(millitiles / 100))
}

fn per_mille(chance: i32) -> String {
    format!("{} %", tenths(chance))
}

fn tenths(number: i32) -> String {
    format!("{}.{}", number / 10, number % 10)
}
