//! Neither side has an advantage: with the sides swapped, the field mirrored and everyone keeping their dice, a fight
//! plays out as its own mirror, tick for tick. Caught: a push that reached the later unit first.

use foregone::kernel::space::Spot;
use foregone::skirmish::event::What;
use foregone::skirmish::field::WIDTH;
use foregone::skirmish::unit::{SKILLS_MAX, Unit};
use foregone::skirmish::{Muster, Outcome, Reason, Skirmish};

use super::scene::{Fight, Scene, shipped_fight, shipped_names};

/// All that can be seen of a unit without naming a side or an id, beginning with its dice, which it keeps.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Seen {
    key: u64,
    at: Spot,
    side: u8,
    vigor: i32,
    ready: [u16; SKILLS_MAX],
    strike_at: u16,
    draws: [u32; 4],
    born_gone: (u16, u16),
}

fn seen(fight: &Fight, mirror: bool) -> Vec<Seen> {
    let one = |unit: &Unit| Seen {
        key: unit.key,
        at: if mirror { Spot::new(WIDTH - 1 - unit.at.x, unit.at.y) } else { unit.at },
        side: if mirror { 1 - unit.side } else { unit.side },
        vigor: unit.vigor,
        ready: unit.ready,
        strike_at: unit.strike_at,
        draws: [unit.draws.hit, unit.draws.crit, unit.draws.dodge, unit.draws.tie],
        born_gone: (unit.born, unit.gone),
    };
    let mut all: Vec<Seen> = fight.units().iter().map(one).collect();
    all.sort();
    all
}

fn assert_mirrored(name: &str, rules: &Skirmish) {
    let other = Skirmish::new(rules.content.clone(), rules.muster.mirrored());
    let (mut there, mut back) = (Fight::of(rules.clone(), Vec::new()), Fight::of(other, Vec::new()));
    loop {
        let tick = there.live.tick();
        assert_eq!(seen(&there, false), seen(&back, true), "{name}, tick {tick}");
        let mirrored = |outcome: Outcome| Outcome { winner: outcome.winner.map(|side| 1 - side), ..outcome };
        assert_eq!(there.live.outcome(), back.live.outcome().map(mirrored), "{name}, tick {tick}");
        if there.live.outcome().is_some() {
            return;
        }
        there.step();
        back.step();
    }
}

#[test]
fn a_shipped_fight_with_its_sides_swapped_is_its_own_mirror() {
    for name in shipped_names() {
        assert_mirrored(&name, &shipped_fight(&name));
    }
}

#[test]
fn random_squads_with_their_sides_swapped_are_mirrors() {
    let content = super::scene::shipped();
    for seed in 0..12 {
        let mut dice = foregone::kernel::stream::Stream::from_seed(seed);
        let squads = [90, 170].map(|budget| foregone::skirmish::balance::buy_squad(&content, budget, &mut dice));
        let walls = if seed % 2 == 0 { vec![[11, 5], [11, 6], [11, 7], [12, 9], [10, 3]] } else { Vec::new() };
        let muster = Muster { obstacles: walls, ..Muster::new("swapped", seed, squads) };
        assert_mirrored(&format!("seed {seed}"), &Skirmish::new(content.clone(), muster));
    }
}

#[test]
fn equals_without_luck_bring_each_other_down_in_the_same_tick() {
    let scene = Scene::plain().ally("fist", 11, 6).enemy("fist", 11, 6);
    let fight = scene.start().run_to_end();
    assert_eq!(fight.live.outcome(), Some(Outcome { winner: None, reason: Reason::BothGone }));
    let fell: Vec<u16> = fight.units().iter().map(|u| u.gone).collect();
    assert_eq!(fell[0], fell[1]);
}

/// c40: both front units die in one exchange; both last effects fire; swapping the sides mirrors the result.
#[test]
fn both_last_effects_fire_when_both_fronts_fall_in_one_exchange() {
    let keys =
        "trigger = 'on_death'\nonce = true\naim = 'self'\narea = 4000\neffects = [{ kind = 'damage', amount = 30 }]";
    let scene = Scene::with_skill(keys)
        .species("front", "vigor = 40\npower = 20\nreach = 1200\npace = 100\ninnate = ['it']\nstrike_period_ticks = 10")
        .ally("front", 11, 6)
        .ally("post", 9, 6)
        .enemy("front", 11, 6)
        .enemy("post", 9, 6);
    let rules = scene.rules();
    let fight = Fight::of(rules.clone(), Vec::new()).run(30);
    let bursts = fight.all(|what| if let What::Burst { by, .. } = what { Some(by.place) } else { None });
    assert_eq!(bursts, [0, 2]);
    assert_eq!((fight.unit(2).vigor, fight.unit(4).vigor), (970, 970));
    assert_eq!(fight.unit(1).gone, fight.unit(3).gone);
}

#[test]
fn the_mirror_of_that_exchange_is_its_mirror() {
    let keys = "trigger = 'on_death'\nonce = true\naim = 'self'\narea = 4000\neffects = [{ kind = 'damage', amount = 30 }, { kind = 'knockback', distance = 900 }]";
    let scene = Scene::with_skill(keys)
        .species("front", "vigor = 40\npower = 20\nreach = 1200\npace = 100\ninnate = ['it']\nstrike_period_ticks = 10")
        .ally("front", 11, 6)
        .ally("bow", 9, 6)
        .enemy("front", 11, 6)
        .enemy("fist", 8, 7);
    let rules = scene.rules();
    let other = Skirmish::new(rules.content.clone(), rules.muster.mirrored());
    let (mut there, mut back) = (Fight::of(rules, Vec::new()), Fight::of(other, Vec::new()));
    while there.live.outcome().is_none() && there.live.tick() < 600 {
        assert_eq!(seen(&there, false), seen(&back, true), "tick {}", there.live.tick());
        there.step();
        back.step();
    }
}
