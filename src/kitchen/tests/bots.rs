//! Cooks by their own head play every level that ships, to at least a star.

use std::sync::Arc;

use recorder::{Live, Orders, Simulation};

use super::scene::shipped;

#[test]
fn heads_earn_stars_on_every_level() {
    for name in ["kitchen/level1", "kitchen/level2", "kitchen/level3"] {
        let rules = Arc::new(shipped(name));
        let mut live = Live::start(Arc::clone(&rules), Arc::new(Orders::default()));
        let outcome = loop {
            live.step();
            if let Some(outcome) = rules.outcome(live.state()) {
                break outcome;
            }
        };
        println!("{name}: tick {} {outcome:?} {:?}", live.tick(), live.state().tally);
        assert!(outcome.stars > 0, "{name}: {outcome:?} {:?}", live.state());
    }
}
