//! Every column of the state is digested and survives a save. Caught: a hash over four fields of a man.

use foregone::legion::State;
use recorder::Live;

use crate::fights::battle;
use crate::leaves::try_leaves;

/// Tick of the small battle at which missiles fly, some lie, and men fight and have fallen.
const IN_THE_MIDST: u32 = 1_800;

#[test]
fn no_column_of_the_state_is_forgotten() {
    let fight = battle("legion/small");
    let mut live = Live::start(fight.rules.clone(), std::sync::Arc::new(fight.orders));
    let is_full =
        |state: &State| !state.shafts.flying.is_empty() && !state.shafts.stuck.is_empty() && state.last_fall > 0;
    while live.tick() < IN_THE_MIDST || !is_full(live.state()) {
        assert!(live.outcome().is_none(), "the battle ended before anything flew and anyone fell");
        live.step();
    }
    let tried = try_leaves(&**live.rules(), live.state());
    assert!(tried.undigested.is_empty() && tried.unsaved.is_empty(), "{tried:?}");
    // Twenty columns of men, and the fields of units, shafts and sides.
    assert!(tried.count > 20 * 3 + 3 * 40 && tried.untried.is_empty(), "{tried:?}");
}
