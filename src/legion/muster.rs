//! A muster: who fights, where they stand at the start, and under which seed.

use bincode::Encode;
use recorder::{Stamped, fold, hash};

use crate::legion::content::Content;
use crate::legion::order::Order;

/// Tiers of the pool: their names and how many places they have.
///
/// Source: massed battle, how big the pool is.
pub const POOLS: [(&str, u32); 4] = [("low", 1_600), ("medium", 3_200), ("high", 10_000), ("ultra", 12_000)];

/// Of the pool, in per cent, what an order of battle may fill.
///
/// Source: massed battle, the fitted scale of units.
pub const POOL_FILL_PERCENT: u64 = 94;

/// Scale of a battle as its files say it, in per cent.
///
/// Ours: files hold whole numbers.
pub const SCALE_WHOLE: u32 = 100;

/// What a deployment file says, worked out: a place for every unit.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Muster {
    /// One sentence.
    pub title: String,
    /// What all chance comes from.
    pub seed: u64,
    /// Places in the pool of men.
    pub pool: u32,
    /// How much larger than its kind says a unit is, in per cent; engines are never scaled.
    pub scale: u32,
    /// The armies.
    pub sides: Vec<Army>,
    /// Orders that the scenario carries.
    pub orders: Vec<Stamped<Order>>,
}

/// An army.
#[derive(Debug, Clone, Default, PartialEq, Encode)]
pub struct Army {
    /// Its name in orders: the faction's, unless the file says otherwise.
    pub name: String,
    /// Index of the faction.
    pub faction: u16,
    /// Its units, in the order of the file.
    pub units: Vec<Post>,
}

/// A unit at its place.
#[derive(Debug, Clone, Default, PartialEq, Encode)]
pub struct Post {
    /// Index of the kind.
    pub kind: u16,
    /// Its name: `Cohort III`.
    pub name: String,
    /// Men asked for, at scale 1.
    pub strength: u32,
    /// Middle of the front rank, in metres.
    pub x: f32,
    /// See `x`.
    pub z: f32,
    /// Where it faces, in degrees from east to north.
    pub degrees: i32,
}

impl Muster {
    /// Men asked for at scale 1, all armies together.
    #[must_use]
    pub fn base(&self) -> u32 {
        self.posts().map(|(_, post)| post.strength).sum()
    }

    /// List all units with their side, in row order.
    pub fn posts(&self) -> impl Iterator<Item = (u8, &Post)> {
        self.sides.iter().enumerate().flat_map(|(side, army)| army.units.iter().map(move |post| (side as u8, post)))
    }

    /// Give the scale that is fought at, in per cent: what is asked for, or what the pool can hold.
    #[must_use]
    pub fn fitted_scale(&self) -> u32 {
        let fits = u64::from(self.pool) * POOL_FILL_PERCENT / u64::from(self.base().max(1));
        u64::from(self.scale).min(fits) as u32
    }

    /// Give the men of a unit at the scale that is fought at, rounded to the nearest; never nobody.
    #[must_use]
    pub fn strength(&self, content: &Content, post: &Post) -> u32 {
        let scale = if content.kinds[usize::from(post.kind)].scales { self.fitted_scale() } else { SCALE_WHOLE };
        ((post.strength * scale + SCALE_WHOLE / 2) / SCALE_WHOLE).max(1)
    }

    /// Digest all that can change the battle, on top of the content. Orders and titles are not part of the rules.
    #[must_use]
    pub fn fingerprint(&self, content: u64) -> u64 {
        let sides = hash(&recorder::encode(&self.sides));
        [self.seed, u64::from(self.pool), u64::from(self.scale), sides].into_iter().fold(content, fold)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::legion::event::What;
    use crate::legion::testing::{line, live, open, shipped};

    // A comment elsewhere was twelve men out: the engines' crew, which no size of battle multiplies.
    #[test]
    fn the_default_battle_has_8632_men() {
        let rules = shipped("legion/default");
        let state = rules.opening();
        let deployed: Vec<u32> = state.sides.iter().map(|side| side.deployed).collect();
        assert_eq!(deployed, [3772, 4860]);
        assert_eq!(state.men.len(), 8632);
        assert_eq!(rules.muster.seed, 4_265_438_264);
        let of = |side: u8| {
            let posts = rules.muster.posts().filter(move |(s, _)| *s == side);
            let mut units: Vec<(&str, u32)> = posts
                .map(|(_, post)| (rules.content.kinds[usize::from(post.kind)].id.as_str(), post.strength))
                .collect();
            units.sort();
            units.dedup_by_key(|unit| unit.0);
            units
        };
        assert_eq!(
            of(0),
            [
                ("archers", 150),
                ("auxiliary-spears", 120),
                ("cavalry", 60),
                ("legionary-cohort", 160),
                ("scorpion-battery", 12),
                ("slingers", 100)
            ]
        );
        assert_eq!(
            of(1),
            [
                ("bowmen", 110),
                ("javelin-skirmishers", 100),
                ("nobles", 80),
                ("riders", 50),
                ("spear-warband", 170),
                ("warband", 180)
            ]
        );
    }

    #[test]
    fn every_battle_that_ships_opens_with_everyone_on_the_field() {
        for (name, men) in [("default", 8632), ("small", 600), ("punic", 2150), ("lopsided", 1660), ("stall", 420)] {
            let rules = shipped(&format!("legion/{name}"));
            let state = rules.opening();
            assert_eq!(state.men.len(), men, "{name}");
            assert!(state.units.iter().all(|unit| unit.count == unit.asked), "{name}: nobody is short");
            assert!(state.men.x.iter().chain(&state.men.z).all(|at| at.abs() < 1180.0), "{name}");
        }
    }

    fn scaled(pool: u32, scale: u32) -> u32 {
        let post = Post { strength: 4322, ..Post::default() };
        let sides = vec![Army { units: vec![post], ..Army::default() }];
        Muster { pool, scale, sides, ..Muster::default() }.fitted_scale()
    }

    #[test]
    fn a_battle_is_as_large_as_asked_or_as_the_pool_holds() {
        assert_eq!(POOLS.map(|pool| pool.1), [1_600, 3_200, 10_000, 12_000]);
        assert_eq!(scaled(10_000, 200), 200, "what is asked for fits");
        assert_eq!(scaled(10_000, 300), 217, "10,000 × 0.94 / 4,322 is 2.17");
        assert_eq!(scaled(12_000, 300), 260, "whole per cents, downward: rounding up might not fit");
        assert_eq!(scaled(1_600, 200), 34);
    }

    #[test]
    fn engines_are_never_scaled() {
        let sides = format!(
            "pool = 'low'\nscale = 200\n[[side]]\nfaction = 'rome'\n{}{}[[side]]\nfaction = 'juthungi'\n{}",
            line("scorpion-battery", 12, [0, -50], 90),
            line("archers", 100, [0, -60], 90),
            line("bowmen", 100, [0, 50], 270)
        );
        let counts: Vec<u32> = open(&sides).expect("right").opening().units.iter().map(|unit| unit.count).collect();
        assert_eq!(counts, [12, 200, 200]);
    }

    #[test]
    fn a_pool_that_runs_out_leaves_a_unit_short_and_says_so() {
        // Engines alone can overflow the pool, as they are not scaled to it.
        let line = |z, facing| line("scorpion-battery", 900, [0, z], facing);
        let text = format!(
            "pool = 'low'\n[[side]]\nfaction = 'rome'\n{}[[side]]\nfaction = 'juthungi'\n{}",
            line(-100, 90),
            line(100, 270)
        );
        let rules = open(&text).expect("right");
        assert_eq!(
            rules.opening().units.iter().map(|u| (u.count, u.asked)).collect::<Vec<_>>(),
            [(900, 900), (700, 900)]
        );
        let mut live = live(rules, &[]);
        live.step();
        let short = live.events().iter().find(|event| matches!(event.what, What::Short { .. }));
        assert_eq!(short.map(|event| event.what), Some(What::Short { unit: 1, men: 700, asked: 900 }));
    }

    #[test]
    fn a_seed_changes_the_men_and_nothing_else_does() {
        let rules = shipped("legion/small");
        let other = rules.with_seed(9);
        assert_ne!(rules.opening().men.grain, other.opening().men.grain);
        assert_eq!(rules.with_seed(rules.muster.seed).opening(), rules.opening());
        assert_ne!(rules.muster.fingerprint(1), other.muster.fingerprint(1));
    }
}
