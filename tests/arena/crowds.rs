//! Contact pushes by mass and symmetrically; who finds no way waits and goes for something else; and what a crowd does on
//! grids is what everyone would do by looking at all. Caught: a goal under the river that a walker circled for.

use foregone::arena::event::What;
use foregone::arena::unit::Stance;
use foregone::kernel::stream::Stream;

use super::scene::{PEACE, Scene};

#[test]
fn the_lighter_gives_way_more() {
    let mut scene = Scene::with(&[("tower.king_damage", "0"), ("tower.princess_damage", "0")]);
    let heavy = scene.put("boulderback", 0, 5250, 10_250);
    let light = scene.put("thornlings", 0, 5650, 10_250);
    let alone = |card: &str, x: i32| {
        let mut scene = Scene::peaceful();
        let place = scene.put(card, 0, x, 10_250);
        scene.run(1);
        scene.at(place)
    };
    scene.run(1);
    let pushed = |place: usize, lone: (i32, i32)| (scene.at(place).0 - lone.0).abs();
    let (heavy, light) = (pushed(heavy, alone("boulderback", 5250)), pushed(light, alone("thornlings", 5650)));
    assert!(light > 5 * heavy.max(1), "{light} and {heavy}");
}

#[test]
fn two_of_a_mass_on_one_spot_part_evenly() {
    let mut scene = Scene::with(&[PEACE[0], PEACE[1], ("contact.push_max", "500")]);
    let one = scene.put("mossguard", 0, 9000, 10_250);
    let other = scene.put("mossguard", 0, 9000, 10_250);
    scene.run(1);
    let ((ax, ay), (bx, by)) = (scene.at(one), scene.at(other));
    assert_eq!((bx - ax, by - ay), (400, 0), "the lower id to the left");
}

#[test]
fn a_stomper_is_pushed_in_its_pause() {
    let mut scene = Scene::peaceful();
    let heavy = scene.put("boulderback", 0, 5250, 10_250);
    scene.state.units[heavy].walked = 12;
    let mut alone = Scene::peaceful();
    let lone = alone.put("boulderback", 0, 5250, 10_250);
    alone.state.units[lone].walked = 12;
    scene.put("cairnwalker", 0, 5650, 10_250);
    alone.run(1);
    scene.run(1);
    assert_eq!(alone.at(lone), (5250, 10_250), "it pauses on this tick");
    assert!(scene.at(heavy).0 < 5250, "and is pushed all the same");
}

#[test]
fn nobody_is_pushed_into_the_river() {
    let mut scene = Scene::peaceful();
    let edge = scene.put("thornlings", 0, 4450, 15_900);
    // Held by mire, so that only pushes move it: its own steps may cut the corner of a bridge.
    (scene.state.units[edge].slow_until, scene.state.units[edge].slow_percent) = (4000, 100);
    scene.put("cairnwalker", 0, 3900, 15_900);
    for _ in 0..10 {
        scene.run(1);
        let (x, y) = scene.at(edge);
        assert!(x < 4500 || !(14_000..18_000).contains(&y), "at {x} {y} it stands in the river");
    }
}

#[test]
fn who_finds_no_way_waits_and_goes_for_a_building_instead() {
    // A rider in mid-river: no cell in reach of a thornling's arm can be entered.
    let mut scene = Scene::with(&[PEACE[0], PEACE[1], ("contact.push", "\"none\"")]);
    let rider = scene.put("stagrider", 1, 9000, 16_000);
    scene.state.units[rider].slow_percent = 100;
    scene.state.units[rider].slow_until = 4000;
    let hunter = scene.put("thornlings", 0, 9000, 12_500);
    let events = scene.run(1);
    let stranded =
        events.iter().any(|event| matches!(event.what, What::Stranded { who } if usize::from(who.place) == hunter));
    assert!(stranded, "{events:?}");
    assert_eq!(scene.at(hunter), (9000, 12_500), "it waits where it is");
    scene.run(2);
    let target = usize::from(scene.unit(hunter).target) - 1;
    assert!((3..6).contains(&target), "then it goes for a tower, not for unit {}", target + 1);
    // c49: what it walks is capped: it is on its way to the tower, not around the rider.
    assert!(scene.unit(hunter).path_left > 0);
}

#[test]
fn a_search_at_the_limit_finds_and_one_beyond_it_waits() {
    // c47, in a fight.
    let begins = |limit: &str| {
        let mut scene = Scene::with(&[PEACE[0], PEACE[1], ("path.node_limit", limit)]);
        let walker = scene.put("mossguard", 0, 3250, 10_250);
        scene.run(1);
        (scene.unit(walker).path_left, scene.unit(walker).stance)
    };
    let enough = (1..400).find(|limit| begins(&limit.to_string()).0 > 0).expect("some limit is enough");
    let found = begins(&enough.to_string());
    assert_eq!(begins("2304"), found);
    for below in [1, enough / 2, enough - 1] {
        assert_eq!(begins(&below.to_string()), (0, Stance::WALKING), "a limit of {below}: never a wrong path");
    }
}

/// Everyone's target and place after some ticks of a crowd of so many a side.
fn crowd(count: usize, seed: u64) -> Vec<(u16, (i32, i32))> {
    let mut scene = Scene::peaceful();
    let mut dice = Stream::from_seed(seed);
    for _ in 0..count {
        for side in 0..2 {
            let (x, y) = (dice.between(500, 17_500), dice.between(500, 31_500));
            let card = ["mossguard", "thornlings", "reedarchers", "duskwing"][dice.below(4) as usize];
            scene.put(card, side, x, y);
        }
    }
    scene.run(20);
    (0..scene.state.units.len()).map(|place| (scene.unit(place).target, scene.at(place))).collect()
}

#[test]
fn a_crowd_on_grids_picks_the_nearest_as_looking_at_all_would() {
    use foregone::arena::stages::targets::CROWD;
    let mut scene = Scene::peaceful();
    let mut dice = Stream::from_seed(9);
    for _ in 0..CROWD + 20 {
        for side in 0..2 {
            let at = (dice.between(500, 17_500), dice.between(500, 31_500));
            scene.put("reedarchers", side, at.0, at.1);
        }
    }
    scene.step();
    // All stood still until they chose: compare with the naive answer on the places they had.
    let mut dice = Stream::from_seed(9);
    let mut spots =
        scene.state.units[..6].iter().map(|tower| (tower.side, tower.at.native(), true)).collect::<Vec<_>>();
    for _ in 0..CROWD + 20 {
        for side in 0..2 {
            let at = (dice.between(500, 17_500), dice.between(500, 31_500));
            spots.push((side, foregone::kernel::space::Spot::new(at.0, at.1), false));
        }
    }
    let form = scene.rules.form(scene.unit(6)).clone();
    for place in 6..spots.len() {
        let (side, at, _) = spots[place];
        let radius = |other: usize| scene.rules.form(scene.unit(other)).radius;
        let foes = || (0..spots.len()).filter(|other| spots[*other].0 != side);
        let in_sight = foes().filter(|other| at.within(spots[*other].1, form.sight + form.radius + radius(*other)));
        let nearest = in_sight.min_by_key(|other| (at.distance_sq(spots[*other].1), *other));
        let tower =
            foes().filter(|other| spots[*other].2).min_by_key(|other| (at.distance_sq(spots[*other].1), *other));
        let wanted = nearest.or(tower).map_or(0, |other| other as u16 + 1);
        assert_eq!(scene.unit(place).target, wanted, "unit {}", place + 1);
    }
}

#[test]
fn a_crowd_of_hundreds_keeps_to_the_field_and_comes_out_the_same_twice() {
    let once = crowd(150, 4);
    assert_eq!(once, crowd(150, 4));
    for (_, (x, y)) in once {
        assert!((0..=18_000).contains(&x) && (0..=32_000).contains(&y), "{x} {y}");
    }
}
