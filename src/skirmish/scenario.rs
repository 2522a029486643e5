//! A scenario of this ruleset: all that its file says beyond what every fight has.

use recorder::Stamped;

use crate::kernel::problem::quote;
use crate::kernel::sheet::Table;
use crate::kernel::side::Side;
use crate::skirmish::content::Content;
use crate::skirmish::content::tier::Recruit;
use crate::skirmish::field::{TILES_X, TILES_Y};
use crate::skirmish::muster::Muster;
use crate::skirmish::order::Order;
use crate::skirmish::ruleset::read_order;
use crate::skirmish::squad::SquadReader;

/// The most orders a scenario can carry.
const ORDERS_MAX: usize = 1000;

impl Muster {
    /// Read what a scenario says of the field, the squads and the orders.
    pub fn read(t: &mut Table<'_>, content: &Content, title: &str, seed: u64) -> Self {
        let tier = t.opt_int("tier", 1..=content.tiers.len() as u8);
        let obstacles = read_obstacles(t);
        let squads = read_sides(t, content, tier, &obstacles);
        Self { obstacles, orders: read_orders(t), ..Self::new(title, seed, squads) }
    }
}

fn read_obstacles(t: &mut Table<'_>) -> Vec<[u8; 2]> {
    let tiles = t.pairs("obstacles", 0..=300, 0..=TILES_X as u8 - 1, 0..=TILES_Y as u8 - 1);
    let mut obstacles: Vec<[u8; 2]> = Vec::new();
    for (x, y) in tiles {
        if obstacles.contains(&[x, y]) {
            t.fault("obstacles", format!("the tile [{x}, {y}] twice"), "each tile once".to_owned());
        }
        obstacles.push([x, y]);
    }
    obstacles
}

fn read_sides(t: &mut Table<'_>, content: &Content, tier: Option<u8>, obstacles: &[[u8; 2]]) -> [Vec<Recruit>; 2] {
    let mut squads = [Vec::new(), Vec::new()];
    for (side, mut t) in Side::BOTH.into_iter().zip(t.tables("side", 2..=2)) {
        side.check_name(&mut t);
        let squad = SquadReader::of_scenario(content, side, obstacles).read(&mut t);
        let budget = tier.and_then(|tier| content.budget(tier));
        if let Some((problem, help)) = budget.and_then(|budget| content.over_budget(&squad, budget)) {
            t.fault("unit", problem, help);
        }
        squads[usize::from(side.index())] = squad;
    }
    squads
}

fn read_orders(t: &mut Table<'_>) -> Vec<Stamped<Order>> {
    let mut orders: Vec<Stamped<Order>> = Vec::new();
    for (words, place) in t.placed_strings("orders", 0..=ORDERS_MAX) {
        match read_stamped(&words) {
            Ok((tick, order)) => {
                let sequence = orders.iter().filter(|other| other.tick == tick).count() as u32;
                orders.push(Stamped { tick, sequence, order });
            }
            Err(problem) => t.fault_at(&place, problem, "for example `90 ally retreat 3`".to_owned()),
        }
    }
    orders
}

fn read_stamped(words: &str) -> Result<(u32, Order), String> {
    let (tick, order) = words.trim().split_once(char::is_whitespace).unwrap_or((words, ""));
    let tick = tick.parse().map_err(|_| format!("{} is no tick", quote(tick)))?;
    Ok((tick, read_order(order)?))
}
