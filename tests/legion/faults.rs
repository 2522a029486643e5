//! A seeded fault in one man is located to its tick, stage, man and field, early and late. Caught: a snapshot taken
//! long after two runs had parted.

use std::sync::Arc;

use foregone::kernel::ruleset::Ruleset;
use foregone::legion::{Legion, State};
use foregone::report::{About, Report, Verdict, reproduce};
use foregone::verify;
use recorder::verify::Subject;
use recorder::{Live, Settings, compare};

use crate::faulty::{Faulty, Flip};
use crate::fights::battle;

/// The small battle; one man is touched after a stage, every other time the tick is stepped.
fn touched(tick: u32, stage: &str, flip: Flip<State>) -> Subject<Faulty<Legion>> {
    let fight = battle("legion/small");
    let rules = Faulty::new(Legion::clone(&fight.rules), tick, stage, flip);
    Subject { rules: Arc::new(rules), orders: fight.orders, settings: Settings::default() }
}

fn wounds(state: &mut State) {
    state.men.hp[41] -= 0.5;
}

fn moves(state: &mut State) {
    state.men.x[300] += 0.001;
}

#[test]
fn comparing_names_tick_stage_man_and_field() {
    let last = battle("legion/small").record().last_tick();
    let faults: [(u32, &str, Flip<State>, &str, &str); 3] = [
        (1, "combat", wounds, "#41", "men/hp"),
        (last / 2, "integration", moves, "#300", "men/x"),
        (last - 1, "missiles", wounds, "#41", "men/hp"),
    ];
    for (tick, stage, flip, man, field) in faults {
        let subject = touched(tick, stage, flip);
        let record = || recorder::Recorder::new(Arc::clone(&subject.rules), subject.orders.clone(), subject.settings);
        let (sound, wrong) = (record().finish().expect("it ends"), record().finish().expect("it ends"));
        let found = compare(&sound, &wrong);
        let first = found.first.expect("the fault shows");
        assert_eq!((first.tick, first.stage.as_str()), (tick, stage), "{first:?}");
        assert_eq!((first.entity.as_str(), first.field.as_str()), (man, field), "{first:?}");
        assert_eq!((found.ticks_compared, first.differing), (tick + 1, 1), "{first:?}");
    }
}

#[test]
fn stepping_side_by_side_names_them_at_once() {
    for mode in ["twice", "heavy"] {
        let check = verify::run(mode, &touched(1_200, "combat", wounds)).expect("the mode is in the table");
        let first = check.first.expect("the fault shows");
        assert_eq!((check.ticks_compared, first.tick, first.stage.as_str()), (1_201, 1_200, "combat"), "{first:?}");
        assert_eq!((first.entity.as_str(), first.field.as_str()), ("#41", "men/hp"), "{first:?}");
    }
}

/// A report of the sound battle, run under the faulty rules: the tick is the fault's own, and so is the stage. The field
/// is that of the next tick whose rows the report could carry.
#[test]
fn a_report_names_the_very_tick_and_stage() {
    let fight = battle("legion/small");
    let about = About {
        fight: fight.name.clone(),
        seed: fight.rules.seed(),
        scenario: fight.text.clone(),
        note: String::new(),
    };
    let report = Report::of(&fight.rules, &fight.orders, about).expect("the fight ends");
    let judged = reproduce(&report, &fight.rules, fight.orders.clone()).expect("it runs");
    assert_eq!(judged.verdict, Verdict::Same);
    let last = report.trail.last_tick();
    let faults: [(u32, &str, Flip<State>); 2] = [(40, "combat", wounds), (last - 1, "integration", moves)];
    for (tick, stage, flip) in faults {
        let subject = touched(tick, stage, flip);
        // A first visit, which changes nothing: `reproduce` pays the second.
        let mut first_visit = Live::start(Arc::clone(&subject.rules), Arc::new(subject.orders.clone()));
        while first_visit.tick() < tick {
            first_visit.step();
        }
        let judged = reproduce(&report, &subject.rules, subject.orders.clone()).expect("it runs");
        assert_eq!(judged.verdict, Verdict::Diverged);
        let first = judged.first.expect("a divergence is located");
        assert_eq!((first.tick, first.stage.as_str()), (tick, stage), "{first:?}");
        assert!(!first.entity.is_empty() && !first.field.is_empty(), "{first:?}");
    }
}
