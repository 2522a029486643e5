//! Summons: who comes up during a fight, where, and with which streams.

use crate::kernel::actor::id_from_place;
use crate::kernel::space::TILE_MILLITILES;
use crate::skirmish::blows::{Blow, Tick, actor, tell};
use crate::skirmish::content::skill::Deed;
use crate::skirmish::dice::key_of_brood;
use crate::skirmish::event::What;
use crate::skirmish::field::seen_by;
use crate::skirmish::rules::Skirmish;
use crate::skirmish::unit::{Unit, deadline};

/// Bring up those that a blow summons, unless the field is full.
pub fn settle_summons(rules: &Skirmish, tick: &mut Tick<'_>, blow: &Blow) {
    let Deed::Summon { species, count } = blow.deed else { return };
    let by = usize::from(blow.by);
    for _ in 0..count {
        // Counted by side, or the last free row would go to whoever is asked first.
        let side = tick.state.units[by].side;
        let rows = tick.state.units.iter().filter(|u| u.side == side).count();
        if rows >= rules.content.constants.side_rows_max as usize {
            return;
        }
        summon(rules, tick, by, species);
    }
}

/// Where the summoned come up, around their summoner as it sees the field, in millitiles.
const NEST: [(i32, i32); 8] =
    [(700, -400), (700, 400), (0, -800), (0, 800), (900, 0), (-600, -500), (-600, 500), (-800, 0)];

const _: () = assert!(NEST[0].0 < TILE_MILLITILES);

fn summon(rules: &Skirmish, tick: &mut Tick<'_>, by: usize, species: u16) {
    let born = deadline(tick.next_tick());
    let parent = &mut tick.state.units[by];
    let (dx, dy) = NEST[usize::from(parent.brood) % NEST.len()];
    let nest = seen_by(parent.side, parent.at);
    let key = key_of_brood(parent);
    parent.brood += 1;
    let stats = &rules.forms[usize::from(species)].stats;
    let at = rules.field.slide(parent.side, nest, nest.plus(dx, dy), stats.radius);
    let unit = Unit {
        key,
        at: seen_by(parent.side, at),
        vigor: stats.vigor,
        form: species,
        side: parent.side,
        ready: rules.ready_at(species, tick.next_tick()),
        owner: id_from_place(by),
        born,
        ..Unit::default()
    };
    tick.state.units.push(unit);
    let (by, who) = (actor(tick.state, by), actor(tick.state, tick.state.units.len() - 1));
    tell(tick, What::Summoned { by, who });
}
