//! Gate 5 (the goldens are in tests/golden.rs) and every way of running a fight: sliced, threaded, saved and loaded after
//! every tick, spliced, swept, and with a fault seeded. Caught: grounds kept in the scratch of another timeline.

use std::sync::Arc;

use foregone::arena::unit::Unit;
use foregone::arena::{Arena, State};
use foregone::kernel::ruleset::Ruleset;
use foregone::verify::{self, MODES};
use recorder::verify::Subject;
use recorder::{Budget, Live, Orders, Settings};

use crate::faulty::Faulty;
use crate::fights::{matches, open_match};

#[test]
fn every_mode_passes_on_every_match() {
    for name in matches() {
        let subject = open_match(&name).subject();
        for mode in MODES {
            let check = verify::run(mode, &subject).expect("the mode is in the table");
            assert!(check.is_ok() && check.ticks_compared > 1, "verify {name}: {check:?}");
        }
    }
}

#[test]
fn gate_5_a_whole_three_minute_fight_has_a_golden() {
    let recording = open_match("arena/duel").record();
    assert!(recording.last_tick() >= 3600);
    let golden = foregone::golden::embedded("arena/duel").expect("it has one");
    assert!(golden.contains(&format!("\"ticks\": {}", recording.last_tick())));
}

#[test]
fn a_path_first_asked_for_late_is_the_one_asked_for_early() {
    // c33: one run has searched since tick 0; the other begins anew at 500 with nothing in its scratch.
    let fight = open_match("arena/duel");
    let orders = Arc::new(fight.orders.clone());
    let mut early = Live::start(Arc::clone(&fight.rules), Arc::clone(&orders));
    while early.tick() < 500 {
        early.step();
    }
    let mut late = Live::resume(Arc::clone(&fight.rules), orders, early.checkpoint().clone());
    for _ in 0..600 {
        early.step();
        late.step();
        assert_eq!(early.digest(), late.digest(), "tick {}", early.tick());
    }
}

#[test]
fn an_order_spliced_in_comes_to_what_it_comes_to_from_the_start() {
    let fight = open_match("arena/mirror");
    let parent = fight.record();
    let order = fight.rules.read_order("ally deploy mossguard 9 10").expect("an order");
    for tick in [0, 63, 64, 900, 2500] {
        let mut spliced = parent.splice(tick, [order]).expect("in time");
        while !spliced.advance(Budget::Everything).expect("it goes on").done {}
        let spliced = spliced.recording();
        let whole = fight.clone().with_orders(&[&format!("{tick} ally deploy mossguard 9 10")]).record();
        assert_eq!(spliced.trail_digest(), whole.trail_digest(), "an order at {tick}");
        assert_eq!(spliced.digest(tick), parent.digest(tick));
    }
}

/// A duel in which a fault is seeded every other time the tick is stepped.
fn faulty(tick: u32, fault: fn(&mut State)) -> Subject<Faulty<Arena>> {
    let fight = open_match("arena/siege");
    let rules = Faulty::new(Arena::clone(&fight.rules), tick, "movement", fault);
    Subject { rules: Arc::new(rules), orders: fight.orders, settings: Settings::default() }
}

#[test]
fn a_seeded_fault_is_caught_in_the_first_the_middle_and_the_last_tick() {
    let last = open_match("arena/siege").record().last_tick();
    for tick in [1, last / 2, last - 1] {
        let check = verify::run("twice", &faulty(tick, |state| state.units[0].health -= 1)).expect("a mode");
        let first = check.first.expect("it is located");
        assert_eq!((first.tick, first.stage.as_ref(), first.field.as_ref()), (tick, "movement", "health"), "{first:?}");
    }
}

#[test]
fn every_field_of_a_unit_is_digested_and_saved() {
    // c31: whatever is changed, the digest moves, and a save brings it back.
    let fight = open_match("arena/duel");
    let mut live = Live::start(Arc::clone(&fight.rules), Arc::new(Orders::new(Vec::new())));
    while live.tick() < 400 {
        live.step();
    }
    let digest = live.digest();
    let place = live.state().units.len() - 1;
    for byte in 0..size_of::<Unit>() {
        let mut at = live.checkpoint().clone();
        bytemuck::bytes_of_mut(&mut at.state.units[place])[byte] ^= 1;
        let changed = Live::resume(Arc::clone(&fight.rules), Arc::default(), at.clone());
        assert_ne!(changed.digest(), digest, "byte {byte} of a unit is not digested");
        let saved = changed.through_save().expect("it reads back");
        assert_eq!(saved.state(), &at.state, "byte {byte} of a unit is not saved");
    }
    let mut at = live.checkpoint().clone();
    let route = at.state.routes.iter_mut().find(|route| !route.0.is_empty()).expect("someone walks");
    route.0[0] ^= 1;
    assert_ne!(Live::resume(Arc::clone(&fight.rules), Arc::default(), at).digest(), digest, "paths are not digested");
}
