//! Faults that users of other battle software met, as claims about this one. Numbers as in the list of cases.

use std::collections::BTreeSet;
use std::sync::Arc;

use foregone::kernel::side::Side;
use foregone::kernel::space::Spot;
use foregone::skirmish::event::What;
use foregone::skirmish::order::Order;
use foregone::skirmish::{Outcome, Reason, Skirmish, State};
use recorder::{Digest, Live, Orders, Simulation, Stamped};
use serde_json::Value;

use super::scene::{Fight, Scene, shipped, shipped_fight, shipped_names, trail};

fn digest(rules: &Skirmish, state: &State) -> u64 {
    let mut digest = Digest::new();
    rules.digest(state, &mut digest);
    digest.total()
}

/// c27: restoring a state must not restart a random stream.
#[test]
fn c27_draws_after_a_restore_go_on_where_they_were() {
    let rules = shipped_fight("ten");
    let straight = trail(&rules);
    let mut live = Live::start(Arc::new(rules), Arc::new(Orders::default()));
    while live.tick() < 200 {
        live.step();
    }
    let mut restored = live.through_save().expect("a state reads back");
    while restored.outcome().is_none() {
        restored.step();
        assert_eq!(restored.digest(), straight[restored.tick() as usize], "tick {}", restored.tick());
    }
}

/// c27: how much was drawn is part of what is digested.
#[test]
fn c27_a_draw_more_is_another_state() {
    let rules = shipped_fight("demo");
    let state = rules.start();
    let mut other = state.clone();
    other.units[0].draws.tie += 1;
    assert_ne!(digest(&rules, &state), digest(&rules, &other));
}

/// c28: fights that between them reach every way of choosing what to do and to whom, each run twice.
#[test]
fn c28_a_fight_run_twice_is_the_same_at_every_tick() {
    let content = shipped();
    let word = |of: &dyn std::fmt::Debug| format!("{of:?}").split(' ').next().unwrap_or_default().to_owned();
    let (mut triggers, mut aims) = (BTreeSet::new(), BTreeSet::new());
    for name in shipped_names() {
        let rules = shipped_fight(&name);
        assert_eq!(trail(&rules), trail(&rules), "{name}");
        let fight = Fight::shipped(&name).run_to_end();
        for skill in fight.all(|what| if let What::Used { skill, .. } = what { Some(*skill) } else { None }) {
            let skill = &content.skills[usize::from(skill)];
            triggers.insert(word(&skill.trigger));
            aims.insert(word(&skill.aim));
        }
    }
    let known = ["Cooldown", "LowVigor", "OnDeath", "OnHit", "OnKill", "Start", "WhenStruck"];
    assert!(triggers.iter().eq(known), "{triggers:?}");
    let known = ["Attacker", "Clustered", "Farthest", "LowestAlly", "Nearest", "Own", "Target", "Weakest"];
    assert!(aims.iter().eq(known), "{aims:?}");
}

/// All places of leaves in a value.
fn leaves(value: &Value, path: String, found: &mut Vec<String>) {
    match value {
        Value::Object(fields) => fields.iter().for_each(|(key, v)| leaves(v, format!("{path}/{key}"), found)),
        Value::Array(items) => items.iter().enumerate().for_each(|(n, v)| leaves(v, format!("{path}/{n}"), found)),
        _ => found.push(path),
    }
}

/// Another value of the same kind.
fn other(value: &Value) -> Value {
    match value {
        Value::Number(n) => n.as_u64().map_or_else(|| (n.as_i64().unwrap() ^ 1).into(), |n| (n ^ 1).into()),
        Value::String(word) if word == "fallen" => "fighting".into(),
        Value::String(word) if word == "last_fell" => "cap".into(),
        Value::String(_) => "fallen".into(),
        Value::Null => serde_json::json!({ "winner": 0, "reason": "cap" }),
        other => panic!("a kind of leaf nobody thought of: {other}"),
    }
}

/// Change every leaf of a state, one at a time; each must show in the digest and survive a save.
fn assert_every_leaf_counts(rules: &Skirmish, state: &State) -> usize {
    let before = digest(rules, state);
    let whole = serde_json::to_value(state).expect("a state is data");
    let mut paths = Vec::new();
    leaves(&whole, String::new(), &mut paths);
    for path in &paths {
        let mut changed = whole.clone();
        let leaf = changed.pointer_mut(path).expect("the place of a leaf");
        *leaf = other(leaf);
        let changed: State = serde_json::from_value(changed).unwrap_or_else(|error| panic!("{path}: {error}"));
        assert_ne!(digest(rules, &changed), before, "{path} is not digested");
        let bytes = bincode::encode_to_vec(&changed, bincode::config::legacy()).expect("it can be saved");
        let (saved, _): (State, usize) =
            bincode::decode_from_slice(&bytes, bincode::config::legacy()).expect("and read");
        assert_eq!(saved, changed, "{path} is not saved");
    }
    paths.len()
}

/// c31: every field of the state is digested and saved, also after a death, a summons and with things in the air.
#[test]
fn c31_no_field_of_the_state_is_forgotten() {
    let mut fight = Fight::shipped("ten");
    assert!(assert_every_leaf_counts(fight.live.rules(), fight.live.state()) > 20 * 40);
    fight.until(|what| matches!(what, What::Fell { .. }));
    fight.until(|what| matches!(what, What::Thrown { .. }));
    let state = fight.live.state();
    assert!(state.units.len() > 20 && !state.missiles.is_empty() && state.units.iter().any(|u| !u.is_up()));
    assert_every_leaf_counts(fight.live.rules(), state);
}

/// c31: the ending counts too.
#[test]
fn c31_nor_how_it_ended() {
    let rules = shipped_fight("demo");
    let mut state = rules.start();
    let mut seen = std::collections::BTreeSet::from([digest(&rules, &state)]);
    for winner in [None, Some(0), Some(1)] {
        for reason in [Reason::LastFell, Reason::LastWithdrew, Reason::BothGone, Reason::Cap] {
            state.ending = Some(Outcome { winner, reason });
            assert!(seen.insert(digest(&rules, &state)), "{winner:?} {reason:?}");
        }
    }
}

/// c33: what was asked of the path finder before, and when, must not show.
#[test]
fn c33_ways_do_not_depend_on_what_was_asked_before() {
    let rules = Arc::new(shipped_fight("swarm"));
    let mut straight = Live::start(Arc::clone(&rules), Arc::new(Orders::default()));
    let mut fresh = Live::start(Arc::clone(&rules), Arc::new(Orders::default()));
    while straight.outcome().is_none() {
        straight.step();
        fresh.step();
        assert_eq!(straight.digest(), fresh.digest(), "tick {}", straight.tick());
        // Every buffer, the finder's among them, is new at every tick of this one.
        fresh = fresh.through_save().expect("a state reads back");
    }
}

/// c36: an order stamped 120 first shows in frame 121, once.
#[test]
fn c36_an_order_shows_in_the_frame_after_its_tick() {
    let order = Stamped { tick: 120, sequence: 0, order: Order::Retreat { side: Side::Ally, unit: None } };
    let rules = shipped_fight("demo");
    let (mut without, mut with) = (Fight::of(rules.clone(), Vec::new()), Fight::of(rules, vec![order]));
    while with.live.tick() < 120 {
        without.step();
        with.step();
        assert_eq!(without.live.digest(), with.live.digest(), "tick {}", with.live.tick());
    }
    without.step();
    with.step();
    assert_ne!(without.live.digest(), with.live.digest());
    let obeyed: Vec<u32> =
        with.run_to_end().events.iter().filter(|e| matches!(e.what, What::Obeyed { .. })).map(|e| e.tick).collect();
    assert_eq!(obeyed, [121]);
}

/// c42: two who mend faster than they are hurt end at the cap, as a draw, with no more rows than they began with.
#[test]
fn c42_two_who_cannot_outdo_each_other_draw_at_the_cap() {
    let keys = "trigger = 'cooldown'\ncooldown_ticks = 10\naim = 'self'\neffects = [{ kind = 'heal', amount = 30 }]";
    let scene = Scene::with_skill(keys).ally("fighter", 11, 6).enemy("fighter", 11, 6);
    let fight = scene.start().run_to_end();
    assert_eq!(fight.live.tick(), 1800);
    assert_eq!(fight.live.outcome(), Some(Outcome { winner: None, reason: Reason::Cap }));
    assert_eq!(fight.units().len(), 2);
}

/// How far each unit has walked or been pushed in all, and where all ended up.
fn distances(scene: &Scene, ticks: u32) -> (Vec<i64>, Fight) {
    let mut fight = scene.start();
    let mut walked = vec![0; fight.units().len()];
    for _ in 0..ticks {
        let before: Vec<Spot> = fight.units().iter().map(|u| u.at).collect();
        fight.step();
        for (sum, (from, unit)) in walked.iter_mut().zip(before.iter().zip(fight.units())) {
            *sum += from.distance(unit.at);
        }
    }
    (walked, fight)
}

/// c49: one stands in a pocket with room for two about it; ten want to get at it. The rest wait.
#[test]
fn c49_who_finds_no_room_waits_and_does_not_circle() {
    let pocket = [[14, 5], [15, 5], [16, 5], [16, 6], [14, 7], [15, 7], [16, 7]];
    let knife = "vigor = 100\npower = 1\nreach = 150\npace = 150\nstrike_period_ticks = 10";
    let mut scene = Scene::plain().species("knife", knife).enemy("post", 8, 6).obstacles(&pocket);
    for y in 2..12 {
        scene = scene.ally("knife", 5, y);
    }
    let (walked, fight) = distances(&scene, 200);
    for (place, sum) in walked.iter().take(10).enumerate() {
        // The way around the pocket's edge is at most sixteen tiles for the farthest.
        assert!(*sum <= 20_000, "unit {} walked {sum} millitiles", place + 1);
    }
    let before: Vec<Spot> = fight.units().iter().map(|u| u.at).collect();
    let fight = fight.run(100);
    for (place, (from, unit)) in before.iter().zip(fight.units()).enumerate().take(10) {
        assert!(from.distance(unit.at) <= 300, "unit {} still moves about", place + 1);
    }
}

/// c49: one is walled in whole; another can be reached. Nobody keeps going for the first.
#[test]
fn c49_a_target_that_cannot_be_reached_is_given_up_for_one_that_can() {
    let walls = [[12, 5], [13, 5], [14, 5], [12, 6], [14, 6], [12, 7], [13, 7], [14, 7]];
    let scene = Scene::plain().ally("fist", 9, 6).enemy("post", 10, 6).enemy("dummy", 3, 2).obstacles(&walls);
    let rules = scene.rules();
    let mut fight = Fight::of(rules, Vec::new());
    let fell = fight.until(|what| matches!(what, What::Fell { who, .. } if who.place == 2));
    assert!(fell < 250, "it took until tick {fell}");
}

/// c49: and if nobody else is there, it waits, and the fight ends at the cap.
#[test]
fn c49_with_nobody_to_reach_it_waits_for_the_cap() {
    let walls = [[12, 5], [13, 5], [14, 5], [12, 6], [14, 6], [12, 7], [13, 7], [14, 7]];
    let scene = Scene::plain().ally("fist", 9, 6).enemy("post", 10, 6).obstacles(&walls);
    let (walked, fight) = distances(&scene, 1000);
    assert!(walked[0] <= 5_000, "{} millitiles", walked[0]);
    assert_eq!(fight.run_to_end().live.outcome(), Some(Outcome { winner: None, reason: Reason::Cap }));
}
