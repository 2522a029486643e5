//! Routes: a walker whose goal cell moved, or on whose side a building entered, searches its whole way anew, in this tick.

use crate::arena::card::Form;
use crate::arena::event::What;
use crate::arena::goal::{goal_cell, goals_of};
use crate::arena::play::{Tick, actor, tell};
use crate::arena::rules::Arena;
use crate::arena::scratch::Scratch;
use crate::arena::space::cell_at;
use crate::arena::unit::{Stance, deadline};
use crate::kernel::actor::place_from_id;
use crate::kernel::path::{Corners, Errand, Route};

/// Search where there is a reason to.
pub fn run(rules: &Arena, tick: &mut Tick<'_>) {
    let next = tick.next_tick();
    let entered = entered(rules, tick, next);
    for place in 0..tick.state.units.len() {
        let unit = &tick.state.units[place];
        let form = rules.form(unit);
        let is_held = next < u32::from(unit.born) + u32::from(form.deploy_ticks);
        if unit.stance != Stance::WALKING || form.flies || is_held {
            continue;
        }
        let Some(target) = place_from_id(unit.target) else { continue };
        let radius = rules.form(&tick.state.units[target]).radius;
        let (at, to) = (tick.scratch.spots[place], tick.scratch.spots[target]);
        let rule = rules.content.ledger.path.goal_column;
        let goal = goal_cell(unit.side, at, form.reach(), to, radius, rule).0 as u16 + 1;
        let closed_in = entered[usize::from(unit.side)] && unit.path_left > 0;
        let looks_again = unit.path_left == 0 && next == u32::from(unit.blocked_until);
        if unit.goal != goal || closed_in || looks_again {
            search(rules, tick, place, target, goal);
        }
    }
}

/// Tell on which sides a building entered in this very tick.
fn entered(rules: &Arena, tick: &Tick<'_>, next: u32) -> [bool; 2] {
    let mut entered = [false; 2];
    for unit in tick.state.units.iter().rev().take_while(|unit| unit.born == deadline(next)) {
        entered[usize::from(unit.side)] |= rules.form(unit).is_building;
    }
    entered
}

/// Search the whole way to a target.
fn search(rules: &Arena, tick: &mut Tick<'_>, place: usize, target: usize, goal: u16) {
    let next = tick.next_tick();
    let unit = tick.state.units[place];
    let form = rules.form(&unit);
    let radius = rules.form(&tick.state.units[target]).radius;
    let found = find(rules, tick.scratch, unit.side, form, place, target, radius);
    let who = actor(tick.state, place);
    let nodes = &mut tick.state.routes[place].0;
    nodes.clear();
    nodes.extend(tick.scratch.path.iter().map(|cell| cell.0 as u16));
    let unit = &mut tick.state.units[place];
    unit.path_left = nodes.len() as u16;
    unit.next = nodes.last().map_or(0, |node| node + 1);
    (unit.goal, unit.routed_at) = (goal, deadline(next));
    match found {
        Route::Found { .. } | Route::Arrived => {
            let path = nodes.clone();
            tell(tick, What::Routed { who, path });
        }
        // No way: it waits and then looks again, meanwhile only for buildings.
        Route::Unreachable { .. } | Route::LimitReached => {
            unit.blocked_until = deadline(next + u32::from(rules.content.ledger.path.retry_ticks));
            tell(tick, What::Stranded { who });
        }
    }
}

fn find(
    rules: &Arena,
    scratch: &mut Scratch,
    side: u8,
    form: &Form,
    place: usize,
    target: usize,
    radius: i32,
) -> Route {
    let paths = &rules.content.ledger.path;
    let Scratch { spots, grounds, finder, goals, path, .. } = scratch;
    let ground = grounds.of(side, form.hops);
    goals_of(ground, form, spots[target], radius, goals);
    let errand = Errand {
        start: cell_at(side, spots[place]),
        goals,
        corners: Corners::Cut,
        enter_building: true,
        turned: side == 1,
        limit: paths.node_limit,
    };
    finder.find(paths.open_list, ground, &errand, path)
}
