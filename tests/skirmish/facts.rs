//! Facts of the ruleset, and of every fight that ships.

use foregone::kernel::ruleset::Ruleset;
use foregone::skirmish::event::What;
use foregone::skirmish::unit::{Condition, Unit};
use foregone::skirmish::{Reason, Skirmish};
use recorder::Simulation;

use super::scene::{Fight, Scene, shipped_fight, shipped_names, trail};

#[test]
fn ten_ticks_a_second_and_a_cap_of_1800() {
    let rules = shipped_fight("demo");
    assert_eq!((rules.tick_hz(), rules.cap_ticks(), recorder::GUARD_TICKS), (10, 1800, 8));
}

#[test]
fn the_stages_are_the_tick_in_order() {
    let rules = shipped_fight("demo");
    let names: Vec<&str> = rules.stages().iter().map(|stage| stage.name).collect();
    let order = "orders statuses targeting decisions movement collision strikes projectiles deaths outcome";
    assert_eq!(names.join(" "), order);
}

#[test]
fn frame_0_is_before_anyone_has_acted() {
    for name in shipped_names() {
        let rules = shipped_fight(&name);
        let start = rules.start();
        for unit in &start.units {
            assert_eq!(unit.vigor, rules.form(unit).stats.vigor);
            assert_eq!((unit.target, unit.strike_at, unit.draws), (0, 0, Default::default()));
        }
        assert_eq!((start.missiles.len(), start.ending), (0, None));
    }
}

#[test]
fn a_row_takes_no_more_than_120_bytes() {
    assert!(size_of::<Unit>() <= 120, "{}", size_of::<Unit>());
}

#[test]
fn a_row_is_the_unit_itself() {
    let fight = Fight::shipped("demo").run(30);
    let mut rows = Vec::new();
    fight.live.rules().observe(fight.live.state(), &mut |row| rows.push(*row));
    assert_eq!(rows, fight.units());
}

#[test]
fn the_fallen_never_change_again() {
    let mut fight = Fight::shipped("ten");
    while fight.live.outcome().is_none() {
        let before = fight.units().to_vec();
        fight.step();
        for (then, now) in before.iter().zip(fight.units()).filter(|(then, _)| !then.is_up()) {
            assert_eq!(then, now, "tick {}", fight.live.tick());
        }
    }
}

#[test]
fn who_stands_and_waits_shares_its_row() {
    let fight = Scene::plain().ally("post", 1, 1).enemy("bow", 11, 1).start().run(3);
    let posted = Scene::plain().ally("bow", 11, 6).enemy("post", 11, 6).start().run(2);
    assert_eq!(posted.unit(1), posted.run(1).unit(1), "between two strikes nothing of it changes");
    assert_eq!(fight.unit(1).draws, Default::default());
}

#[test]
fn the_cap_is_a_draw_from_which_the_living_go_home() {
    let fight = Fight::shipped("stalemate").run_to_end();
    assert_eq!(fight.live.tick(), 1800);
    let outcome = fight.live.outcome().unwrap();
    assert_eq!((outcome.winner, outcome.reason), (None, Reason::Cap));
    let alive: Vec<&Unit> = fight.units().iter().filter(|u| u.condition != Condition::FALLEN).collect();
    assert!(alive.iter().any(|u| u.side == 0) && alive.iter().any(|u| u.side == 1));
    assert!(alive.iter().all(|u| u.condition == Condition::WITHDRAWN && u.vigor > 0));
    assert_eq!(fight.all(|what| matches!(what, What::Withdrew { .. }).then_some(())).len(), alive.len());
    let verdict = Skirmish::verdict(&fight.live.rules().cast(), &outcome);
    assert_eq!((verdict.kind, verdict.winner), ("draw", None));
}

/// Units × ticks in which a row was the same as in the frame before, in per cent.
fn shared_percent(name: &str) -> usize {
    let mut fight = Fight::shipped(name);
    let (mut same, mut all) = (0, 0);
    while fight.live.outcome().is_none() {
        let before = fight.units().to_vec();
        fight.step();
        all += before.len();
        same += before.iter().zip(fight.units()).filter(|(a, b)| a == b).count();
    }
    same * 100 / all
}

#[test]
fn in_the_stalemate_most_rows_stop_changing() {
    assert!(shared_percent("stalemate") >= 80, "{} %", shared_percent("stalemate"));
}

#[test]
fn the_demo_is_a_clear_ally_win_of_150_to_260_ticks() {
    let fight = Fight::shipped("demo").run_to_end();
    assert_eq!(fight.live.outcome().unwrap().winner, Some(0));
    assert!((150..=260).contains(&fight.live.tick()), "{} ticks", fight.live.tick());
    let standing = fight.units().iter().filter(|u| u.is_up()).count();
    assert!(standing >= 2, "a clear win leaves {standing} standing");
    assert_eq!(fight.live.rules().start().units.len(), 8);
}

#[test]
fn the_ten_are_ten_against_ten_for_180_to_320_ticks() {
    let fight = Fight::shipped("ten").run_to_end();
    assert!((180..=320).contains(&fight.live.tick()), "{} ticks", fight.live.tick());
    let start = fight.live.rules().start();
    assert_eq!([0, 1].map(|side| start.units.iter().filter(|u| u.side == side).count()), [10, 10]);
}

#[test]
fn the_swarm_grows_beyond_60_rows() {
    let fight = Fight::shipped("swarm").run_to_end();
    assert!(fight.units().len() > 60, "{} rows", fight.units().len());
}

#[test]
fn one_order_turns_the_demo() {
    let demo = Fight::shipped("demo").run_to_end();
    for name in ["retreat", "focus"] {
        let rules = shipped_fight(name);
        assert_eq!(rules.scenario_orders().len(), 1, "{name}");
        assert_eq!(rules.muster.squads, demo.live.rules().muster.squads, "{name} is the demo but for its order");
        let fight = Fight::shipped(name).run_to_end();
        assert_ne!(fight.live.outcome().unwrap().winner, demo.live.outcome().unwrap().winner, "{name}");
    }
}

#[test]
fn some_fight_has_obstacles_that_units_walk_around() {
    let rules = shipped_fight("swarm");
    assert!(!rules.field.is_open());
    let mut fight = Fight::shipped("swarm");
    let mut ways = 0;
    while fight.live.outcome().is_none() && fight.live.tick() < 200 {
        fight.step();
        ways += fight.units().iter().filter(|u| u.way != [0, 0]).count();
    }
    assert!(ways > 100, "{ways} unit-ticks on a way around");
}

#[test]
fn the_summoned_are_named_from_cast_and_row() {
    let fight = Fight::shipped("swarm").run(30);
    let cast = fight.live.rules().cast();
    let place = cast.names.len();
    let body = Skirmish::body(&cast, place, &fight.units()[place]);
    assert_eq!((body.name.as_str(), body.id as usize), ("Grub 13", place + 1));
    assert_eq!(body.vigor_max, fight.units()[place].vigor);
}

#[test]
fn names_are_unique() {
    for name in shipped_names() {
        let fight = Fight::shipped(&name).run(400);
        let cast = fight.live.rules().cast();
        let mut names: Vec<String> =
            fight.units().iter().enumerate().map(|(place, unit)| cast.name(place, unit.form)).collect();
        names.sort();
        names.dedup();
        assert_eq!(names.len(), fight.units().len(), "{name}");
    }
}

#[test]
fn the_journal_adds_up_to_the_rows() {
    for name in shipped_names() {
        let fight = Fight::shipped(&name).run_to_end();
        let start = |id: usize| fight.live.rules().form(&fight.unit(id)).stats.vigor;
        let mut vigor: Vec<i32> = (1..=fight.units().len()).map(start).collect();
        for event in &fight.events {
            match event.what {
                What::Struck { to, amount, .. } => vigor[usize::from(to.place)] -= amount,
                What::Healed { to, amount, .. } => vigor[usize::from(to.place)] += amount,
                What::Revived { who, vigor: back } => vigor[usize::from(who.place)] += back,
                _ => {}
            }
        }
        let rows: Vec<i32> = fight.units().iter().map(|u| u.vigor).collect();
        assert_eq!(vigor, rows, "{name}: damage, healing and comebacks account for every point");
    }
}

#[test]
fn every_fall_and_leaving_has_one_event_at_the_tick_of_its_row() {
    let fight = Fight::shipped("ten").run_to_end();
    for (place, unit) in fight.units().iter().enumerate().filter(|(_, u)| !u.is_up()) {
        let gone = fight.events.iter().filter(|e| match e.what {
            What::Fell { who, .. } | What::Withdrew { who } => usize::from(who.place) == place,
            _ => false,
        });
        let ticks: Vec<u32> = gone.map(|e| e.tick).collect();
        assert_eq!(ticks, [u32::from(unit.gone)]);
    }
}

#[test]
fn an_event_carries_the_tick_whose_frame_shows_it() {
    let mut fight = Fight::shipped("demo");
    while fight.live.outcome().is_none() {
        fight.step();
        assert!(fight.live.events().iter().all(|e| e.tick == fight.live.tick()));
    }
}

#[test]
fn every_line_of_the_feed_is_a_sentence() {
    for name in shipped_names() {
        let fight = Fight::shipped(&name).run(500);
        let cast = fight.live.rules().cast();
        let lines: Vec<_> = fight.events.iter().filter_map(|e| Skirmish::tell(&cast, e)).collect();
        assert!(!lines.is_empty());
        assert!(lines.iter().all(|line| line.text.chars().next().is_some_and(char::is_uppercase)), "{lines:#?}");
    }
}

#[test]
fn another_seed_is_another_fight_under_another_fingerprint() {
    let rules = shipped_fight("demo");
    let other = rules.with_seed(rules.muster.seed + 1);
    assert_ne!(rules.fingerprint(), other.fingerprint());
    assert_ne!(trail(&rules), trail(&other));
    assert_eq!(other.with_seed(rules.muster.seed).fingerprint(), rules.fingerprint());
}
