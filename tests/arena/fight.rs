//! The whole fight beyond the ground rules: elixir, hands, deploys and refusals, targets, blows, spells, towers, outcome.

use std::sync::Arc;

use foregone::arena::event::{Means, What};
use foregone::arena::order::Refusal;
use foregone::arena::unit::Stance;
use foregone::arena::{Arena, Event, Outcome, Reason, State};
use foregone::kernel::ruleset::Ruleset;
use foregone::kernel::space::Spot;
use recorder::file;

use super::scene::{BEGIN, PEACE, Scene};
use crate::fights::{matches, open_match};

fn refusals(events: &[Event]) -> Vec<Refusal> {
    let refusal = |event: &Event| match event.what {
        What::Refused { refusal, .. } => Some(refusal),
        _ => None,
    };
    events.iter().filter_map(refusal).collect()
}

fn drops(scene: &Scene, side: u8, tick: u32) -> i32 {
    scene.state.units[State::king(side)].drops(&scene.rules.content.ledger.elixir, tick)
}

#[test]
fn elixir_starts_at_five_comes_every_2_8_seconds_and_stops_at_ten() {
    let scene = Scene::shipped();
    let points = |tick: u32| drops(&scene, 0, tick) / 56;
    assert_eq!([points(0), points(55), points(56), points(112)], [5, 5, 6, 7]);
    assert_eq!([points(279), points(280), points(2000)], [9, 10, 10]);
}

#[test]
fn elixir_comes_twice_as_fast_in_the_last_minute() {
    let mut scene = Scene::shipped();
    let king = &mut scene.state.units[0];
    king.elixir_base = 2400; // nothing left when the minute begins
    let points = |tick: u32| drops(&scene, 0, tick);
    assert_eq!([points(2400), points(2428), points(2456), points(2680)], [0, 56, 112, 560]);
}

#[test]
fn a_card_that_is_played_is_paid_goes_to_the_back_and_makes_room_for_the_next() {
    let mut scene = Scene::peaceful();
    let before = *scene.unit(0);
    scene.order(0, "ally deploy thornlings 3 10");
    scene.run(1);
    let after = scene.unit(0);
    assert_eq!(after.hand, [before.hand[0], before.queue[0], before.hand[2], before.hand[3]]);
    assert_eq!(after.queue, [before.queue[1], before.queue[2], before.queue[3], before.hand[1]]);
    assert_eq!(drops(&scene, 0, BEGIN), before.drops(&scene.rules.content.ledger.elixir, BEGIN) - 56);
    assert_eq!(scene.state.units.len(), 9, "three of them");
}

#[test]
fn every_refusal_has_its_name_and_is_told_once() {
    let mut scene = Scene::peaceful();
    scene.state.units[0].elixir_base = BEGIN as i32 - 2 * 56;
    let orders = [
        ("ally deploy mossguard 3 10", Refusal::NotEnoughElixir),
        ("ally deploy duskwing 3 10", Refusal::NotInHand),
        ("ally deploy thornlings 3 15", Refusal::OutsideOwnHalf),
        ("enemy deploy thornlings 3 16", Refusal::OutsideOwnHalf),
        ("ally deploy thornlings 18 3", Refusal::OutsideField),
        ("ally deploy thornlings 3 32", Refusal::OutsideField),
        ("ally deploy thornlings 3 6", Refusal::OccupiedByBuilding),
        ("ally deploy thornlings 9 2", Refusal::OccupiedByBuilding),
        ("ally deploy boltnest 4 8", Refusal::NotEnoughElixir),
    ];
    for (words, _) in orders {
        scene.order(0, words);
    }
    let events = scene.run(1);
    assert_eq!(refusals(&events), orders.map(|(_, refusal)| refusal));
    assert_eq!(scene.state.units.len(), 6);
}

#[test]
fn a_building_is_refused_where_another_stands_in_its_box() {
    let mut scene = Scene::peaceful();
    scene.put("boltnest", 0, 8500, 10_500);
    scene.order(0, "ally deploy boltnest 9 10");
    scene.order(0, "ally deploy boltnest 10 10");
    assert_eq!(refusals(&scene.run(1)), [Refusal::OccupiedByBuilding]);
    assert_eq!(scene.state.units.len(), 8);
}

#[test]
fn spells_may_be_played_anywhere_on_the_field() {
    let mut scene = Scene::peaceful();
    scene.state.units[0].hand[0] = scene.rules.content.card("hailburst").expect("it is a card");
    scene.state.units[0].queue[0] = scene.rules.content.card("mossguard").expect("it is a card");
    scene.order(0, "ally deploy hailburst 14 25");
    let events = scene.run(22);
    assert_eq!(refusals(&events), []);
    let struck =
        events.iter().filter(|event| matches!(event.what, What::Struck { means: Means::Spell(_), amount: 34, .. }));
    assert_eq!(struck.count(), 1, "the left princess of the upper side takes 30 % of 115");
}

#[test]
fn an_order_after_the_end_is_refused_as_over() {
    let fight = open_match("arena/script").with_orders(&["4800 ally deploy mossguard 3 10"]);
    let recording = fight.record();
    let late: Vec<Refusal> = refusals(recording.late_refusals());
    assert_eq!(late, [Refusal::Over]);
}

#[test]
fn an_order_shows_in_the_documented_frame_and_once() {
    // c36: stamped 120, first visible in frame 121, live and replayed.
    let plain = open_match("arena/duel").record();
    let is_mine = |event: &&Event| matches!(event.what, What::Refused { refusal: Refusal::OutsideField, .. });
    for (order, refused) in [("120 ally deploy mossguard 3 32", &[121][..]), ("120 ally deploy mossguard 3 12", &[])] {
        let fight = open_match("arena/duel").with_orders(&[order]);
        let live = fight.record();
        let bytes = live.save().expect("it can be saved");
        let replayed = file::open(&bytes, Arena::NAME, Some(Arc::clone(&fight.rules))).expect("it opens").recording;
        for (how, shown) in [("live", &live), ("replayed", &replayed)] {
            let first = (0..).find(|tick| shown.digest(*tick) != plain.digest(*tick));
            assert_eq!(first, Some(121), "{how}: {order}");
            let mine: Vec<u32> = shown.events(0..shown.event_count()).filter(is_mine).map(|event| event.tick).collect();
            assert_eq!(mine, refused, "{how}: {order}");
            assert_eq!(shown.orders().all().iter().filter(|order| order.tick == 120).count(), 1, "{how}");
        }
    }
}

#[test]
fn walkers_go_for_the_nearest_and_equal_distances_go_to_the_lower_id() {
    // c44.
    let mut scene = Scene::peaceful();
    let looker = scene.put("mossguard", 0, 9000, 10_000);
    let left = scene.put("mossguard", 1, 7000, 12_000);
    scene.put("mossguard", 1, 11_000, 12_000);
    scene.run(1);
    assert_eq!(usize::from(scene.unit(looker).target), left + 1);
    let mut scene = Scene::peaceful();
    let looker = scene.put("mossguard", 0, 9000, 10_000);
    scene.put("mossguard", 1, 7000, 12_000);
    let nearer = scene.put("mossguard", 1, 11_000, 11_999);
    scene.run(1);
    assert_eq!(usize::from(scene.unit(looker).target), nearer + 1);
}

#[test]
fn who_heeds_buildings_alone_walks_past_everyone() {
    let mut scene = Scene::peaceful();
    let heavy = scene.put("boulderback", 0, 3500, 12_000);
    scene.put("mossguard", 1, 3500, 13_500);
    scene.run(1);
    assert_eq!(usize::from(scene.unit(heavy).target), 5 + 1, "the right princess of the upper side stands in its lane");
}

#[test]
fn who_strikes_the_ground_alone_does_not_see_fliers() {
    let mut scene = Scene::peaceful();
    let guard = scene.put("mossguard", 0, 9000, 12_000);
    let archers = scene.put("reedarchers", 0, 9000, 11_000);
    let moth = scene.put("duskwing", 1, 9000, 14_000);
    scene.run(1);
    assert_ne!(usize::from(scene.unit(guard).target), moth + 1);
    assert_eq!(usize::from(scene.unit(archers).target), moth + 1);
}

#[test]
fn an_attacker_keeps_its_target_until_it_falls() {
    let mut scene = Scene::peaceful();
    let guard = scene.put("mossguard", 0, 9000, 10_000);
    let first = scene.put("boulderback", 1, 9000, 11_500);
    scene.run(1);
    assert_eq!(scene.unit(guard).stance, Stance::ATTACKING);
    // Someone nearer comes up.
    scene.put("boulderback", 1, 9000, 10_900);
    scene.live = None;
    scene.run(3);
    assert_eq!(usize::from(scene.unit(guard).target), first + 1);
}

#[test]
fn range_is_measured_from_edge_to_edge() {
    let mut scene = Scene::peaceful();
    let form = scene.form("mossguard");
    let form = scene.rules.content.forms[usize::from(form)].clone();
    let reach = form.range + 2 * form.radius;
    let near = scene.put("mossguard", 0, 9000, 10_000);
    scene.put("mossguard", 1, 9000, 10_000 + reach);
    let far = scene.put("mossguard", 0, 14_000, 10_000);
    scene.put("mossguard", 1, 14_000, 10_000 + reach + 1);
    scene.run(1);
    assert_eq!((scene.unit(near).stance, scene.unit(far).stance), (Stance::ATTACKING, Stance::WALKING));
}

#[test]
fn the_first_hit_waits_for_what_is_not_loaded_and_the_others_for_a_whole_hit() {
    let mut scene = Scene::peaceful();
    let guard = scene.put("mossguard", 0, 9000, 10_000);
    scene.put("boulderback", 1, 9000, 11_500);
    let events = scene.run(70);
    let hits: Vec<u32> = events
        .iter()
        .filter(|event| matches!(event.what, What::Struck { by, .. } if usize::from(by.place) == guard))
        .map(|event| event.tick - BEGIN)
        .collect();
    assert_eq!(hits, [1 + 10, 1 + 10 + 24, 1 + 10 + 48]);
}

#[test]
fn two_who_kill_each_other_fall_in_one_tick() {
    let mut scene = Scene::peaceful();
    let one = scene.put("mossguard", 0, 9000, 15_500);
    let other = scene.put("mossguard", 1, 9000, 16_700);
    (scene.state.units[one].health, scene.state.units[other].health) = (75, 75);
    let events = scene.run(30);
    let falls: Vec<u32> = events.iter().filter(|e| matches!(e.what, What::Fell { .. })).map(|e| e.tick).collect();
    assert_eq!(falls.len(), 2);
    assert_eq!(falls[0], falls[1]);
}

#[test]
fn a_shot_takes_its_time_and_finds_its_target() {
    let mut scene = Scene::peaceful();
    scene.put("farshot", 0, 9000, 10_000);
    scene.put("boulderback", 1, 9000, 16_500);
    let events = scene.run(60);
    let thrown = events.iter().find_map(|event| match event.what {
        What::Thrown { lands, .. } => Some((event.tick, lands)),
        _ => None,
    });
    let (thrown, lands) = thrown.expect("it shot");
    assert!(lands > thrown + 3);
    let struck = events.iter().find(|event| matches!(event.what, What::Struck { means: Means::Shot, .. }));
    assert_eq!(struck.map(|event| event.tick), Some(lands));
}

#[test]
fn a_splash_reaches_those_beside_its_target_and_no_friends() {
    let mut scene = Scene::peaceful();
    scene.put("emberpot", 0, 9000, 10_000);
    let foes = [(9000, 15_000), (9900, 15_000), (9000, 15_900)].map(|(x, y)| scene.put("thornlings", 1, x, y));
    let friend = scene.put("duskwing", 0, 8200, 15_300);
    let whole = scene.unit(friend).health;
    scene.run(40);
    assert!(foes.iter().all(|foe| !scene.unit(*foe).is_up()), "all three are gone");
    assert_eq!(scene.unit(friend).health, whole);
}

#[test]
fn a_spell_hurries_friends_and_another_slows_foes() {
    let mut scene = Scene::peaceful();
    let friend = scene.put("mossguard", 0, 3250, 10_250);
    let foe = scene.put("mossguard", 1, 14_750, 21_750);
    let lone = scene.at(friend);
    for (slot, card) in [(0, "quickening"), (1, "mire")] {
        scene.state.units[0].hand[slot] = scene.rules.content.card(card).expect("a card");
    }
    assert_eq!(scene.at(friend), lone);
    let quick = scene.rules.content.card("quickening").expect("a card");
    let spell = |card: u8| u16::from(card) + 1;
    scene.state.units[0] = *Scene::peaceful().unit(0);
    scene.state.missiles.push(foregone::arena::state::Missile {
        at: [3250, 10_250],
        by: 1,
        lands: BEGIN as u16 + 1,
        spell: spell(quick),
        ..Default::default()
    });
    scene.state.missiles.push(foregone::arena::state::Missile {
        at: [14_750, 21_750],
        by: 1,
        lands: BEGIN as u16 + 1,
        spell: spell(scene.rules.content.card("mire").expect("a card")),
        ..Default::default()
    });
    scene.run(1);
    let pace = |scene: &mut Scene, place: usize| {
        let before = scene.at(place);
        scene.run(1);
        let after = scene.at(place);
        Spot::new(before.0, before.1).distance(Spot::new(after.0, after.1))
    };
    assert!((79..=81).contains(&pace(&mut scene, friend)), "60 and 35 % more");
    assert!((34..=36).contains(&pace(&mut scene, foe)), "60 and 40 % less");
}

#[test]
fn a_building_crumbles_when_its_time_has_come() {
    let mut scene = Scene::peaceful();
    scene.order(0, "ally deploy boltnest 9 10");
    let form = scene.form("boltnest");
    let life = u32::from(scene.rules.content.forms[usize::from(form)].life_ticks);
    scene.run(1 + 20 + life - 1);
    assert!(scene.unit(6).is_up());
    let events = scene.run(1);
    assert!(events.iter().any(|event| matches!(event.what, What::Fell { by: None, .. })));
    assert!(!scene.unit(6).is_up());
}

#[test]
fn a_king_sleeps_until_it_is_hurt_or_a_princess_fell() {
    let shots = |scene: &mut Scene| {
        let events = scene.run(60);
        events.iter().filter(|event| matches!(event.what, What::Thrown { by, .. } if by.place == 0)).count()
    };
    let scene = |change: fn(&mut State)| {
        let mut scene = Scene::shipped();
        scene.put("boulderback", 1, 9000, 9000);
        change(&mut scene.state);
        scene
    };
    assert_eq!(shots(&mut scene(|_| ())), 0);
    assert!(shots(&mut scene(|state| state.units[0].health -= 1)) > 0);
    assert!(shots(&mut scene(|state| state.units[1].health = 0)) > 0);
}

#[test]
fn short_arms_can_strike_a_king_whose_ground_they_cannot_enter() {
    let mut scene = Scene::peaceful();
    for place in [4, 5] {
        scene.state.units[place].health = 0;
    }
    let small = scene.put("thornlings", 0, 9000, 24_000);
    scene.run(80);
    assert_eq!((scene.unit(small).stance, scene.unit(small).target), (Stance::ATTACKING, 4));
}

fn ends_at(scene: &mut Scene, ticks: u32) -> Option<Outcome> {
    scene.run(ticks);
    scene.state.ending
}

#[test]
fn a_kings_fall_ends_it_and_both_are_a_draw() {
    let mut scene = Scene::peaceful();
    scene.state.units[3].health = 0;
    assert_eq!(ends_at(&mut scene, 1), Some(Outcome { winner: Some(0), reason: Reason::KingFell }));
    let mut scene = Scene::peaceful();
    (scene.state.units[0].health, scene.state.units[3].health) = (0, 0);
    assert_eq!(ends_at(&mut scene, 1), Some(Outcome { winner: None, reason: Reason::KingFell }));
}

#[test]
fn at_three_minutes_more_towers_lost_have_lost() {
    let mut scene = Scene::peaceful();
    scene.state.units[1].health = 0;
    assert_eq!(ends_at(&mut scene, 3600 - BEGIN - 1), None);
    assert_eq!(ends_at(&mut scene, 1), Some(Outcome { winner: Some(1), reason: Reason::MoreTowers }));
}

#[test]
fn overtime_goes_to_the_next_tower_then_to_the_weakest_then_to_nobody() {
    let overtime = |first: i32, second: i32| {
        let mut scene = Scene::peaceful();
        scene.run(3600 - BEGIN);
        assert_eq!(scene.state.ending, None);
        let mut state = scene.state.clone();
        (state.units[1].health, state.units[4].health) = (first, second);
        let at = recorder::Checkpoint { tick: 3600, journal_len: 0, journal_digest: 0, state };
        let mut live = recorder::Live::resume(scene.rules.clone(), Default::default(), at);
        while live.outcome().is_none() {
            live.step();
        }
        (live.tick(), live.outcome())
    };
    let won = |winner, reason| Some(Outcome { winner, reason });
    assert_eq!(overtime(1400, 0), (3601, won(Some(0), Reason::NextTower)));
    assert_eq!(overtime(900, 1000), (4800, won(Some(1), Reason::LowestTower)));
    assert_eq!(overtime(900, 900), (4800, won(None, Reason::Even)));
    assert_eq!(overtime(0, 0), (4800, won(None, Reason::Even)), "both at once tell nobody apart");
}

#[test]
fn the_shipped_fights_come_to_what_they_are_named_for() {
    assert_eq!(matches(), ["arena/duel", "arena/mirror", "arena/overtime", "arena/script", "arena/siege"]);
    let reason = |name: &str| {
        let recording = open_match(name).record();
        recording.last_frame().and_then(|frame| frame.outcome().copied()).expect("it ends").reason
    };
    assert_eq!(reason("arena/overtime"), Reason::NextTower);
    assert_eq!(reason("arena/mirror"), Reason::Even);
}

#[test]
fn the_script_shows_every_refusal_but_over_and_a_play_after_each() {
    let recording = open_match("arena/script").record();
    let events: Vec<Event> = recording.events(0..recording.event_count()).cloned().collect();
    let mut seen = refusals(&events);
    seen.dedup();
    for wanted in [Refusal::NotInHand, Refusal::NotEnoughElixir, Refusal::OutsideOwnHalf, Refusal::OccupiedByBuilding] {
        assert!(seen.contains(&wanted), "{wanted:?} is not in {seen:?}");
    }
}

#[test]
fn towers_are_peaceful_only_where_the_ledger_says_so() {
    assert_eq!(PEACE.len(), 2);
    let mut scene = Scene::shipped();
    let foe = scene.put("mossguard", 1, 3500, 12_000);
    let whole = scene.unit(foe).health;
    scene.run(40);
    assert!(scene.unit(foe).health < whole);
}
