//! A deployment file: who stands where, in lines of units, and in how large a pool.

use std::ops::RangeInclusive;

use recorder::Stamped;

use crate::kernel::math::unit_from_degrees;
use crate::kernel::problem::quote;
use crate::kernel::sheet::{Names, Table};
use crate::legion::content::Content;
use crate::legion::formation::full_width;
use crate::legion::muster::{Army, Muster, POOLS, Post, SCALE_WHOLE};
use crate::legion::order::Order;
use crate::legion::rules::FIELD;
use crate::legion::ruleset::read_order;

/// The most orders a scenario can carry.
/// Ours: more than anyone writes by hand.
const ORDERS_MAX: usize = 1000;

/// Armies there can be.
/// Source: legion rules, world: nothing is hard-wired to two. The eight are ours.
const SIDES: RangeInclusive<usize> = 2..=8;

/// Lines an army can have, and units a line.
/// Ours: well above the order of battle that ships.
const LINES_MAX: usize = 40;

/// Units that all armies together can have. Officers look at one another: a tick takes as long as there are units,
/// squared.
/// Ours: a bound on that time.
const UNITS_MAX: u32 = 500;

/// Where a line can stand, in metres.
/// See [`FIELD`].
const PLACES: RangeInclusive<i32> = -(FIELD as i32)..=FIELD as i32;

impl Muster {
    /// Read what a deployment file says.
    pub fn read(t: &mut Table<'_>, content: &Content, title: &str, seed: u64) -> Self {
        Self::read_in_pool(t, content, title, seed, None)
    }

    /// Read what a deployment file says, with so many places in the pool instead of those it says, and no tier's end.
    pub fn read_in_pool(t: &mut Table<'_>, content: &Content, title: &str, seed: u64, pool: Option<u32>) -> Self {
        let tier = t.opt_choice("pool", &POOLS).unwrap_or(POOLS[2].1);
        let pool = pool.unwrap_or(tier);
        let scale = t.int_or("scale", 10..=1000, SCALE_WHOLE);
        let sides = read_sides(t, content, pool, scale);
        let mut muster = Self { title: title.to_owned(), seed, pool, scale, sides, orders: Vec::new() };
        muster.orders = read_orders(t, &muster);
        muster
    }
}

fn read_sides(t: &mut Table<'_>, content: &Content, pool: u32, scale: u32) -> Vec<Army> {
    let factions: Vec<&str> = content.factions.iter().map(|faction| faction.id.as_str()).collect();
    let kinds: Vec<&str> = content.kinds.iter().map(|kind| kind.id.as_str()).collect();
    let mut names = Names::default();
    let mut lines: Vec<Vec<(Line, Table<'_>)>> = Vec::new();
    let mut armies = Vec::new();
    for mut t in t.tables("side", SIDES) {
        let faction = t.one_of("faction", &factions);
        let key = if t.has("name") { "name" } else { "faction" };
        let name = t.new_name(key, &mut names);
        if name.contains(char::is_whitespace) {
            t.fault(key, format!("{} is more than a word", quote(&name)), "orders name a side by one word".to_owned());
        }
        let tables = t.tables("line", 1..=LINES_MAX);
        lines.push(tables.into_iter().map(|mut t| (Line::read(&mut t, &kinds, content), t)).collect());
        armies.push(Army { name, faction: faction as u16, units: Vec::new() });
    }
    // Units are as wide as the scale makes them, and that depends on everyone.
    let all = || lines.iter().flatten().map(|(line, _)| line);
    let units: u32 = all().map(|line| line.count).sum();
    if units > UNITS_MAX {
        t.fault("side", format!("there are {units} units"), format!("at most {UNITS_MAX}, all armies together"));
        return armies;
    }
    let base = all().map(|line| line.count * line.strength).sum::<u32>().max(1);
    let bare = Post { strength: base, ..Post::default() };
    let whole = Army { units: vec![bare], ..Army::default() };
    let scale = Muster { pool, scale, sides: vec![whole], ..Muster::default() }.fitted_scale();
    for (army, lines) in armies.iter_mut().zip(&lines) {
        for (line, t) in lines {
            if line.draw_up(content, scale, &mut army.units) > FIELD {
                t.fault("at", "the line reaches off the field", format!("the field ends {FIELD} m from its middle"));
            }
        }
        name_units(content, &mut army.units);
    }
    armies
}

/// Units of a kind side by side.
struct Line {
    kind: u16,
    count: u32,
    strength: u32,
    x: f32,
    z: f32,
    degrees: i32,
    gap: f32,
}

impl Line {
    fn read(t: &mut Table<'_>, kinds: &[&str], content: &Content) -> Self {
        let kind = t.one_of("kind", kinds);
        let (x, z) = t.pair("at", PLACES, PLACES);
        // Without a number of its own a unit has what its files and a depth of six come to.
        let usual = content.kinds.get(kind).map_or(1, |kind| kind.strength);
        Self {
            kind: kind as u16,
            count: t.int_or("count", 1..=40, 1),
            strength: t.int_or("strength", 1..=1000, usual),
            x: x as f32,
            z: z as f32,
            degrees: t.int("facing", -360..=360),
            gap: t.int_or::<i32>("gap", 0..=1000, 6) as f32,
        }
    }

    /// Set the units side by side, from the left as they look. Gives how far from the middle of the field, in metres east
    /// or north, the middle of a front is at the most.
    fn draw_up(&self, content: &Content, scale: u32, posts: &mut Vec<Post>) -> f32 {
        let kind = &content.kinds[usize::from(self.kind)];
        let scale = if kind.scales { scale } else { SCALE_WHOLE };
        let formation = kind.formations.first().copied().unwrap_or_default();
        let wide = formation.spacing(kind)[0] * f32::from(formation.files(full_width(kind, scale), self.strength));
        let pitch = wide + self.gap;
        let [fx, fz] = unit_from_degrees(self.degrees);
        let mut reach: f32 = 0.0;
        for n in 0..self.count {
            let along = (n as f32 - (self.count - 1) as f32 * 0.5) * pitch;
            // The right hand of one who looks along (fx, fz).
            let (x, z) = (self.x + fz * along + 0.0, self.z - fx * along + 0.0);
            reach = reach.max(x.abs()).max(z.abs());
            posts.push(Post {
                kind: self.kind,
                name: String::new(),
                strength: self.strength,
                x,
                z,
                degrees: self.degrees,
            });
        }
        reach
    }
}

/// Name units by kind, with a Roman number where there are several of one.
fn name_units(content: &Content, posts: &mut [Post]) {
    for place in 0..posts.len() {
        let same = |post: &&Post| post.kind == posts[place].kind;
        let (all, before) = (posts.iter().filter(same).count(), posts[..place].iter().filter(same).count());
        let name = &content.kinds[usize::from(posts[place].kind)].name;
        posts[place].name = if all == 1 { name.clone() } else { format!("{name} {}", roman(before + 1)) };
    }
}

fn roman(mut number: usize) -> String {
    /// Roman signs and their values, greatest first. Source: Roman numbers as they are commonly written.
    const SIGNS: [(usize, &str); 9] =
        [(100, "C"), (90, "XC"), (50, "L"), (40, "XL"), (10, "X"), (9, "IX"), (5, "V"), (4, "IV"), (1, "I")];
    let mut text = String::new();
    for (value, sign) in SIGNS {
        while number >= value {
            text.push_str(sign);
            number -= value;
        }
    }
    text
}

fn read_orders(t: &mut Table<'_>, muster: &Muster) -> Vec<Stamped<Order>> {
    let mut orders: Vec<Stamped<Order>> = Vec::new();
    for (words, place) in t.placed_strings("orders", 0..=ORDERS_MAX) {
        match read_stamped(&words, muster) {
            Ok((tick, order)) => {
                let sequence = orders.iter().filter(|other| other.tick == tick).count() as u32;
                orders.push(Stamped { tick, sequence, order });
            }
            Err(problem) => t.fault_at(&place, problem, "for example `90 rome move 3 0 40`".to_owned()),
        }
    }
    orders
}

fn read_stamped(words: &str, muster: &Muster) -> Result<(u32, Order), String> {
    let (tick, order) = words.trim().split_once(char::is_whitespace).unwrap_or((words, ""));
    let tick = tick.parse().map_err(|_| format!("{} is no tick", quote(tick)))?;
    Ok((tick, read_order(&muster.sides, order)?))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::legion::testing::{line, open};

    /// What is said of a deployment with so many cohorts in Rome's line, as far east.
    fn said(count: u32, east: i32, facing: i32) -> Option<String> {
        let rome = line("legionary-cohort", 160, [east, -100], facing);
        let juthungi = line("warband", 180, [0, 100], 270);
        let text = format!(
            "[[side]]\nfaction = 'rome'\n{rome}count = {count}\n[[side]]\nfaction = 'juthungi'\n{juthungi}count = 40\n"
        );
        open(&text).err().map(|problems| problems.to_string())
    }

    #[test]
    fn a_line_reaches_as_far_as_its_units_are_wide() {
        // A cohort is 29 files of 0.9 m, and 6 m lie between two: 32.1 m from one to the next.
        assert_eq!(said(5, 1_115, 90), None);
        assert!(said(5, 1_116, 90).is_some_and(|said| said.contains("the line reaches off the field")));
        assert_eq!(said(5, 1_180, 0), None, "it stands along the edge");
    }

    #[test]
    fn there_are_no_more_units_than_officers_can_look_at() {
        let many = |lines: usize| {
            let line = |z, facing| format!("{}count = 40\n", line("riders", 1, [0, z], facing)).repeat(lines);
            let text = format!(
                "[[side]]\nfaction = 'rome'\n{}[[side]]\nfaction = 'juthungi'\n{}",
                line(-100, 90),
                line(100, 270)
            );
            open(&text).map(|_| ()).map_err(|problems| problems.to_string())
        };
        assert_eq!(many(6), Ok(()));
        assert!(many(7).is_err_and(|said| said.contains("there are 560 units; at most 500, all armies together")));
    }

    #[test]
    fn numbers_are_written_as_on_standards() {
        let written: Vec<String> = [1, 4, 9, 14, 40].map(roman).to_vec();
        assert_eq!(written, ["I", "IV", "IX", "XIV", "XL"]);
    }
}
