//! Scripts: what ships does what it is for, wrong ones are told all of it, and any cut goes on to the same end.

use std::sync::Arc;

use recorder::verify::{self, Subject};
use recorder::{Live, Orders, Recorder, Recording, Settings, Simulation, Stamped};

use super::scene::shipped;
use crate::kernel::assets::Assets;
use crate::kernel::ruleset::Ruleset;
use crate::kernel::scenario::Scenario;
use crate::kitchen::event::What;
use crate::kitchen::grain::Facing;
use crate::kitchen::input::Frame;
use crate::kitchen::order::{HOLD_MAX, Order};
use crate::kitchen::rules::Kitchen;
use crate::kitchen::script;

fn record(rules: &Arc<Kitchen>, orders: Orders<Order>) -> Recording<Kitchen> {
    Recorder::new(Arc::clone(rules), orders, Settings::default()).finish().expect("it ends")
}

/// Play a fight and list what happened.
fn events(name: &str) -> Vec<(u32, What)> {
    let rules = Arc::new(shipped(name));
    let mut live = Live::start(Arc::clone(&rules), Arc::new(Orders::new(rules.scenario_orders())));
    let mut all = Vec::new();
    while rules.outcome(live.state()).is_none() {
        live.step();
        all.extend(live.events().iter().map(|event| (event.tick, event.what)));
    }
    all
}

#[test]
fn the_pass_is_a_pick_a_set_down_a_pass_and_the_trash() {
    let events = events("kitchen/pass");
    let kinds: Vec<&What> = events.iter().map(|(_, what)| what).collect();
    assert!(
        matches!(
            kinds[..],
            [
                What::Picked { cook: 0, .. },
                What::Dropped { cook: 0, .. },
                What::HandedOff { from: 0, to: 1, .. },
                What::Trashed { cook: 1, .. },
                What::Ended { .. }
            ]
        ),
        "{events:#?}"
    );
}

#[test]
fn the_contest_has_a_winner_and_a_loser_with_a_reason() {
    let events = events("kitchen/contest");
    let lost = events
        .iter()
        .filter(|(_, what)| matches!(what, What::Denied { denial: crate::kitchen::ladder::Denial::ContestedLost, .. }));
    assert_eq!(lost.count(), 2, "{events:#?}");
}

#[test]
fn the_walk_goes_places() {
    let rules = Arc::new(shipped("kitchen/walk"));
    let mut live = Live::start(Arc::clone(&rules), Arc::new(Orders::new(rules.scenario_orders())));
    let mut cells = std::collections::BTreeSet::new();
    while rules.outcome(live.state()).is_none() {
        live.step();
        cells.insert(live.state().cooks[0].at.cell());
    }
    assert_eq!(live.tick(), 600);
    assert!(cells.len() > 25, "{} tiles", cells.len());
}

#[test]
fn a_wrong_script_is_told_all_that_is_wrong() {
    let text = "\
ruleset = 'kitchen'
title = 'bad'
seed = 1
level = 'nook'
frames = ['0 Fern act', 'x Fern act', '3 Fern move nan 0', '9 Ferm act', '4 Oak', '99999 Fern act', '7#z Fern act']
tick_hz = 30
[[cook]]
name = 'Fern'
[[cook]]
name = 'Oak'
seat = -2
[[item]]
at = [3, 3]
ware = 'turnip'
[[item]]
at = [6, 1]
ware = 'turnop'
form = 'plated'
";
    let assets = Assets::embedded();
    let scenario = Scenario::parse(&assets, "bad.toml", text).expect("its head is right");
    let problems = Kitchen::open(&scenario, &assets, None).expect_err("it is wrong");
    let all = problems.to_string();
    let expected = [
        "`x` is no tick",
        "`nan` is no throttle",
        "`Ferm` is no cook",
        "nothing is asked",
        "beyond the longest round",
        "`z` is no sequence",
        "`tick_hz`",
        "seat -2 of Oak is below 0",
        "no station at [3, 3]",
        "turnop",
        "cannot be plated",
    ];
    for part in expected {
        assert!(all.contains(part), "{part} is not told:\n{all}");
    }
    assert!(problems.list().iter().all(|problem| problem.line.is_some()), "each with its place");
}

#[test]
fn who_has_no_place_is_told_where_he_is_written() {
    let text = "\
ruleset = 'kitchen'
title = 'bad'
seed = 1
level = 'nook'
[[cook]]
name = 'Fern'
[[cook]]
name = 'Oak'
seat = -2
[[cook]]
seat = 0
name = 'Ash'
[[cook]]
seat = 3
name = 'Fern'
[[item]]
at = [1, 3]
ware = 'plate'
";
    let assets = Assets::embedded();
    let text = text.to_owned() + &"[[item]]\nware = 'plate'\nat = [1, 3]\n".repeat(5);
    let scenario = Scenario::parse(&assets, "bad.toml", &text).expect("its head is right");
    let problems = Kitchen::open(&scenario, &assets, None).expect_err("it is wrong");
    let told = |words: &str| {
        let problem = problems.list().iter().find(|problem| problem.to_string().contains(words));
        problem.unwrap_or_else(|| panic!("{words} is not told:\n{problems}")).line
    };
    let lines = ["seat -2 of Oak", "seat 0 of Ash", "two cooks called Fern", "no room for what lies"].map(told);
    // The fifth plate on a station is the first that has no room.
    assert_eq!(lines, [Some(9), Some(11), Some(15), Some(30)], "{problems}");
}

#[test]
fn a_script_cut_at_any_tick_goes_on_to_the_same_end() {
    for name in ["kitchen/pass", "kitchen/contest"] {
        let rules = Arc::new(shipped(name));
        let orders = Arc::new(Orders::new(rules.scenario_orders()));
        let mut live = Live::start(Arc::clone(&rules), Arc::clone(&orders));
        let mut saved = Vec::new();
        while rules.outcome(live.state()).is_none() {
            saved.push((live.tick(), live.state().clone()));
            live.step();
        }
        for (tick, state) in saved {
            let at = recorder::Checkpoint { tick, journal_len: 0, journal_digest: 0, state };
            let again = Live::resume(Arc::clone(&rules), Arc::clone(&orders), at);
            let mut again = again.through_save().expect("a state reads back");
            while rules.outcome(again.state()).is_none() {
                again.step();
            }
            assert_eq!(again.state(), live.state(), "{name} cut at {tick}");
        }
    }
}

#[test]
fn a_round_keeps_every_promise_of_the_tick() {
    for name in ["kitchen/pass", "kitchen/contest", "kitchen/level3"] {
        let rules = Arc::new(shipped(name));
        let orders = Orders::new(rules.scenario_orders());
        let subject = Subject { rules, orders, settings: Settings::default() };
        assert!(verify::twice(&subject).is_ok(), "{name}");
        assert!(verify::sliced(&subject).is_ok(), "{name}");
        assert!(verify::live(&subject).is_ok(), "{name}");
        assert!(verify::heavy(&subject, 7).is_ok(), "{name}");
        assert!(verify::through_file(&subject).is_ok(), "{name}");
        assert!(verify::seek(&subject, verify::Looks::default()).is_ok(), "{name}");
        let frame = Order::held(0, Frame::walk(Facing::North).acting(), 30);
        assert!(verify::splice(&subject, &[(0, vec![frame]), (25, vec![frame]), (40, vec![frame])]).is_ok(), "{name}");
    }
}

#[test]
fn a_round_taken_over_is_saved_as_a_script_and_plays_again() {
    let rules = Arc::new(shipped("kitchen/level1"));
    let mut orders = Orders::new(rules.scenario_orders());
    for (tick, sequence, seat, frame) in [
        (40, 0, 1, Frame::walk(Facing::East)),
        (40, 0, 0, Frame::walk(Facing::South).acting()),
        (41, 3, 1, Frame::go(300, -250).facing(Facing::West)),
        (90, 1, 2, Frame::REST.acting()),
    ] {
        orders.insert(Stamped { tick, sequence, order: Order::held(seat, frame, 4) });
    }
    // As keys held down by a hand: until something newer comes.
    for (tick, frame) in [(120, Frame::walk(Facing::East)), (131, Frame::REST), (200, Frame::walk(Facing::North))] {
        orders.insert(Stamped { tick, sequence: 0, order: Order::held(1, frame, HOLD_MAX) });
    }
    let played = record(&rules, orders.clone());
    let text = script::write(&rules, "galley", &orders);
    assert!(text.contains(" rest held\"") && !text.contains("for 10000"), "{text}");
    let assets = Assets::embedded();
    let scenario =
        Scenario::parse(&assets, "saved.toml", &text).unwrap_or_else(|problems| panic!("{problems}\n{text}"));
    let again = Kitchen::open(&scenario, &assets, None).unwrap_or_else(|problems| panic!("{problems}\n{text}"));
    let again_orders = Orders::new(again.scenario_orders());
    assert_eq!(again_orders, orders);
    let replayed = record(&Arc::new(again), again_orders);
    assert!(recorder::compare::compare_trails(&played, &replayed).is_same());
}

#[test]
fn an_order_is_first_seen_the_tick_after_its_own() {
    // c36: stamped 120, first seen in frame 121, live and replayed, and there once.
    let rules = Arc::new(shipped("kitchen/level1"));
    let order = Order::held(0, Frame::walk(Facing::North).facing(Facing::West), 5);
    let orders = Orders::new(vec![Stamped { tick: 120, sequence: 0, order }]);
    let plain = record(&rules, Orders::default());
    let played = record(&rules, orders.clone());
    let difference = recorder::compare(&plain, &played).first.expect("it did something");
    assert_eq!(difference.tick, 121);
    assert_eq!(orders.all().len(), 1);
}

#[test]
fn the_draws_of_a_round_are_the_same_however_it_is_stepped() {
    // c39: stream positions are state; a round with heads, spills and tickets, straight and through saves.
    let rules = Arc::new(shipped("kitchen/level2"));
    let orders = Arc::new(Orders::default());
    let mut plain = Live::start(Arc::clone(&rules), Arc::clone(&orders));
    let mut saved = Live::start(Arc::clone(&rules), Arc::clone(&orders));
    for _ in 0..600 {
        plain.step();
        saved.step();
        saved = saved.through_save().expect("a state reads back");
        let draws = |live: &Live<Kitchen>| {
            let state = live.state();
            let heads: Vec<u32> = state.cooks.iter().map(|cook| cook.drawn).collect();
            (state.tally.ticket_draws, state.tally.spill_draws, heads)
        };
        assert_eq!(draws(&plain), draws(&saved));
    }
}

#[test]
fn every_part_of_the_state_is_digested() {
    let rules = shipped("kitchen/level3");
    let start = rules.start();
    let total = |state: &crate::kitchen::State| {
        let mut digest = recorder::Digest::new();
        rules.digest(state, &mut digest);
        digest.total()
    };
    type Change = fn(&mut crate::kitchen::State);
    let changes: [(&str, Change); 10] = [
        ("a cook's place", |s| s.cooks[3].at.x += 1),
        ("a cook's draws", |s| s.cooks[3].drawn += 1),
        ("a cook's last thought", |s| s.cooks[3].thought_at.y += 1),
        ("a station's progress", |s| s.stations[5].progress += 1),
        ("a set-down mark", |s| s.stations[5].marks[3].tick += 1),
        ("a ticket", |s| s.tickets[4].due += 1),
        ("a spill", |s| s.spills[3].dries_at += 1),
        ("a cart", |s| s.carts[0].back += 1),
        ("the draws of the tally", |s| s.tally.spill_draws += 1),
        ("the ending", |s| {
            let reason = crate::kitchen::Reason::TimeUp;
            s.ending = Some(crate::kitchen::Outcome { reason, stars: 0, score: 0, served: 0, missed: 0 });
        }),
    ];
    for (part, change) in changes {
        let mut other = start.clone();
        change(&mut other);
        assert_ne!(total(&other), total(&start), "{part}");
    }
}
