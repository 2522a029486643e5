//! Scripts: a round with all that was put in, written down as a scenario that plays it again.

use std::fmt::Write;

use recorder::{Orders, Simulation};

use crate::kitchen::order::Order;
use crate::kitchen::rules::Kitchen;
use crate::kitchen::scenario::Sequences;

/// Write a round and the orders it was played with as a scenario. `level` is the level's name among the assets.
///
/// The script has the cooks, what lies about, the seed and every line of input; played, it gives the same end.
#[must_use]
pub fn write(rules: &Kitchen, level: &str, orders: &Orders<Order>) -> String {
    let mut text = String::new();
    let title = toml::Value::String(rules.brief.title.clone());
    let _ = writeln!(text, "ruleset = \"{}\"\ntitle = {title}\nseed = {}", rules.ruleset(), rules.seed);
    let level = toml::Value::String(level.to_owned());
    let _ = writeln!(text, "level = {level}\nticks = {}", rules.brief.ticks);
    write_frames(&mut text, rules, orders);
    for seat in &rules.brief.seats {
        let name = toml::Value::String(seat.name.clone());
        let _ = writeln!(text, "\n[[cook]]\nname = {name}\nseat = {}\nbot = {}", seat.seat, seat.is_bot);
    }
    let names = rules.pantry.ware_names();
    for laid in &rules.brief.items {
        let cell = rules.level.spots[usize::from(laid.station)].cell;
        let ware = names.get(usize::from(laid.ware.0) - 1).copied().unwrap_or("plate");
        let _ = writeln!(
            text,
            "\n[[item]]\nat = [{}, {}]\nware = \"{ware}\"\nform = \"{}\"",
            cell.x,
            cell.y,
            laid.form.name()
        );
    }
    text
}

fn write_frames(text: &mut String, rules: &Kitchen, orders: &Orders<Order>) {
    let (names, mut before) = (rules.brief.names(), Sequences::default());
    text.push_str("frames = [\n");
    for stamped in orders.all() {
        let words = stamped.order.write_in_script(&names);
        let is_usual = stamped.sequence == before.next(stamped.tick);
        let sequence = if is_usual { String::new() } else { format!("#{}", stamped.sequence) };
        before.note(stamped);
        let _ = writeln!(text, "    \"{}{sequence} {words}\",", stamped.tick);
    }
    text.push_str("]\n");
}
