//! Battles small enough to be said in a test.

use std::sync::Arc;

use recorder::{Live, Orders};

use crate::kernel::assets::Assets;
use crate::kernel::problem::Problems;
use crate::kernel::ruleset::Ruleset;
use crate::kernel::scenario::Scenario;
use crate::legion::content::Content;
use crate::legion::men::Men;
use crate::legion::order::Order;
use crate::legion::rules::Legion;
use crate::legion::unit::Unit;

/// The content that ships.
pub fn content() -> Content {
    Content::from_assets(&Assets::embedded()).expect("what ships is right")
}

/// A battle that ships.
pub fn shipped(name: &str) -> Legion {
    let assets = Assets::embedded();
    Scenario::find(&assets, name).and_then(|scenario| Legion::open(&scenario, &assets, None)).expect("it ships")
}

/// Open a deployment whose head is given.
pub fn open(text: &str) -> Result<Legion, Problems> {
    let assets = Assets::embedded();
    let scenario =
        Scenario::parse(&assets, "test", &format!("ruleset = 'legion'\ntitle = 'A test'\nseed = 5\n{text}"))?;
    Legion::open(&scenario, &assets, None)
}

/// One line of a side, as a deployment file has it.
pub fn line(kind: &str, strength: u32, [x, z]: [i32; 2], facing: i32) -> String {
    format!("[[side.line]]\nkind = '{kind}'\nstrength = {strength}\nat = [{x}, {z}]\nfacing = {facing}\n")
}

/// Rome with some lines, the Juthungi with others.
pub fn battle(rome: &[String], juthungi: &[String]) -> Legion {
    let side = |faction: &str, lines: &[String]| format!("[[side]]\nfaction = '{faction}'\n{}", lines.concat());
    open(&format!("{}{}", side("rome", rome), side("juthungi", juthungi))).expect("a test's battle is right")
}

/// Set a battle going, with orders as typed.
pub fn live(rules: Legion, orders: &[&str]) -> Live<Legion> {
    let rules = Arc::new(rules);
    let mut all: Orders<Order> = Orders::default();
    for text in orders {
        let (tick, words) = text.split_once(' ').expect("a tick and words");
        let (tick, order) = (tick.parse().expect("a tick"), rules.read_order(words).expect("an order"));
        all.insert(recorder::Stamped { tick, sequence: all.next_sequence(tick), order });
    }
    Live::start(rules, Arc::new(all))
}

/// The middle of a unit's men who are up.
pub fn middle(men: &Men, unit: &Unit) -> [f32; 2] {
    let up: Vec<usize> = unit.men().filter(|&man| men.is_up(man)).collect();
    let sum = |column: &[f32]| up.iter().map(|&man| column[man]).sum::<f32>() / up.len().max(1) as f32;
    [sum(&men.x), sum(&men.z)]
}
