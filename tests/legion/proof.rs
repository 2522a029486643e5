//! Battles are the same however they are run; an order leaves the past alone; the default battle begins as its golden
//! says. Caught: results that hang on how many threads there are, ticks run in other portions.

use std::path::Path;

use foregone::kernel::ruleset::Ruleset;
use foregone::legion::Legion;
use foregone::verify::{self, MODES};
use recorder::{Budget, Holding, Live, Recorder, Settings};

use crate::command::foregone;
use crate::fights::{battle, battles};

/// The tick of the default battle from which it is run on other threads, its lines locked all along the field, and for
/// how many. `check` runs all of it.
const MELEE: u32 = 4_300;
const MELEE_TICKS: u32 = 300;

#[test]
fn one_two_and_eight_threads_come_to_the_same() {
    for name in battles().into_iter().filter(|name| name != "legion/default") {
        let check = verify::threads_in_turn(&battle(&name).subject(), u32::MAX);
        assert!(check.is_ok() && check.ticks_compared > 3 * 2_000, "{name}: {check:?}");
    }
}

#[test]
fn the_default_battle_fights_on_alike_on_any_threads() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("goldens/legion/default.snap");
    let golden = std::fs::read_to_string(file).expect("it has a golden");
    let fight = battle("legion/default");
    let (rules, orders) = (fight.rules, std::sync::Arc::new(fight.orders));
    let pool = |threads| rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads can be had");
    let mut live = Live::start(rules.clone(), orders.clone());
    let mut compared = 0;
    pool(2).install(|| {
        while live.tick() < MELEE {
            compared += is_as_golden(&live, &golden);
            live.step();
        }
    });
    assert_eq!(compared, MELEE / 100, "on two threads it begins as its golden says");
    let fighting: u32 = live.state().units.iter().map(|unit| u32::from(unit.engaged)).sum();
    assert!(fighting > 400, "{fighting} men fight");
    let melee = |threads| {
        let mut live = Live::resume(rules.clone(), orders.clone(), live.checkpoint().clone());
        let mut digests = Vec::new();
        pool(threads).install(|| {
            while live.tick() < MELEE + MELEE_TICKS {
                is_as_golden(&live, &golden);
                live.step();
                digests.push(live.digest());
            }
        });
        digests
    };
    let alone = recorder::crew::alone(|| melee(1));
    for threads in [1, 2, 8] {
        assert!(melee(threads) == alone, "on {threads} threads");
    }
}

/// Hold a tick against the golden if that has it; gives how many were compared.
fn is_as_golden(live: &Live<Legion>, golden: &str) -> u32 {
    if !live.tick().is_multiple_of(100) {
        return 0;
    }
    let entry = format!("\"{}\": \"{:016x}\"", live.tick(), live.digest());
    assert!(golden.contains(&entry), "tick {}: {entry} is not in the golden", live.tick());
    1
}

/// c01: all ticks were held in memory as they were. A minute of the default battle keeps to the budget by far, whatever
/// happens in it, and twice the ticks take twice as much at the most.
#[test]
fn c01_a_massed_battle_grows_with_its_ticks_and_keeps_to_its_budget() {
    let fight = battle("legion/default");
    let settings = Settings::default();
    let mut recorder = Recorder::new(fight.rules, fight.orders, settings);
    let bytes = [64, 64].map(|ticks| {
        recorder.advance(Budget::Ticks(ticks)).expect("it goes on");
        recorder.recording().memory().bytes
    });
    assert!(bytes[1] <= 2 * bytes[0], "{bytes:?} bytes after 64 and 128 ticks");
    // Nobody moves yet. What a man and tick take at the worst is measured where all fight and run.
    let men: u32 = recorder.recording().cast().units.iter().map(|unit| unit.count).sum();
    let worst = worst_bytes_of_a_man_and_tick("legion/small");
    let minute = (worst * f64::from(men) * 1_800.0) as usize;
    assert!(
        men == 8_632 && minute <= settings.budget_bytes / 8,
        "a minute takes {minute} bytes, {worst} a man and tick"
    );
}

/// Bytes of a man and tick in the block of a battle that takes most.
fn worst_bytes_of_a_man_and_tick(name: &str) -> f64 {
    let fight = battle(name);
    let recording = fight.record();
    let men: u32 = recording.cast().units.iter().map(|unit| unit.count).sum();
    let packed = recording.blocks().into_iter().filter(|block| block.holding == Holding::Stored);
    let each = packed.map(|block| {
        let ticks = block.last - block.first + 1;
        block.bytes as f64 / f64::from(ticks * men)
    });
    each.fold(0.0, f64::max)
}

/// c02: what was unpacked lay beside the memory limit. Scrubbed back and played on, a battle keeps to its budget.
#[test]
fn c02_a_battle_that_is_scrubbed_keeps_to_its_budget() {
    let fight = battle("legion/small");
    for budget_bytes in [3 << 20, 512 << 20] {
        let settings = Settings { budget_bytes, ..Settings::default() };
        let recorder = Recorder::new(fight.rules.clone(), fight.orders.clone(), settings);
        let recording = recorder.finish().expect("it ends");
        let last = recording.last_tick();
        for tick in (0..=last).rev().step_by(61).chain((0..=last).step_by(17)) {
            drop(recording.seek(tick).expect("it is there"));
            assert!(recording.memory().bytes <= budget_bytes, "tick {tick}: {:?}", recording.memory());
        }
        assert!(recording.memory().remade_bytes > 0, "something is unpacked");
    }
}

/// c33: a grid of ways depended on when it was first asked for. Taken up at any tick, with nothing of what was worked out
/// before, a battle goes on as it did.
#[test]
fn c33_a_battle_taken_up_late_goes_the_same_ways() {
    let fight = battle("legion/stall");
    let (rules, orders) = (fight.rules, std::sync::Arc::new(fight.orders));
    let mut live = Live::start(rules.clone(), orders.clone());
    for tick in [0, 250, 500] {
        while live.tick() < tick {
            live.step();
        }
        let mut late = Live::resume(rules.clone(), orders.clone(), live.checkpoint().clone());
        for _ in 0..100 {
            live.step();
            late.step();
            assert_eq!(live.digest(), late.digest(), "taken up at tick {tick}, at tick {}", live.tick());
        }
    }
}

#[test]
fn every_mode_passes_on_a_battle_that_is_not_massed() {
    let subject = battle("legion/stall").subject();
    for mode in MODES {
        assert_eq!(verify::cadence(mode, &subject), None);
        let check = verify::run(mode, &subject).expect("the mode is in the table");
        assert!(check.is_ok() && check.ticks_compared > 2_000, "{check:?}");
    }
}

#[test]
fn a_massed_battle_says_at_which_cadence_it_was_verified() {
    let subject = battle("legion/default").subject();
    let said: Vec<&str> = MODES.into_iter().filter(|mode| verify::cadence(mode, &subject).is_some()).collect();
    assert_eq!(said, ["threads", "heavy", "splice", "seek"]);
    assert!(verify::cadence("heavy", &subject).is_some_and(|said| said.contains("every 17 ticks")));
    assert!(verify::cadence("seek", &subject).is_some_and(|said| said.contains("one in 431 back")));
    for (name, is_massed) in [("legion/small", false), ("legion/stall", false), ("legion/lopsided", true)] {
        assert_eq!(verify::cadence("heavy", &battle(name).subject()).is_some(), is_massed, "{name}");
    }
}

#[test]
fn an_order_at_any_tick_leaves_the_past_as_it_was() {
    let fight = battle("legion/small");
    let parent = fight.record();
    let last = parent.last_tick();
    let order = |words: &str| fight.rules.read_order(words).expect("an order");
    for tick in [0, 1, 63, 64, 65, last / 3, last / 2, last - last / 4, last - 1] {
        let mut spliced =
            parent.splice(tick, [order("rome halt 1"), order("juthungi move 4 0 0 run")]).expect("in time");
        spliced.advance(Budget::Ticks(3)).expect("it goes on");
        let other = spliced.recording();
        for past in 0..=tick {
            assert_eq!(other.digest(past), parent.digest(past), "an order at {tick} changed tick {past}");
        }
        let rows = |of: &recorder::Recording<_>, tick| {
            let frame = of.frame(tick).expect("it is there");
            frame.rows().cloned().collect::<Vec<foregone::legion::Row>>()
        };
        for past in [0, tick / 2, tick] {
            assert_eq!(rows(&other, past), rows(&parent, past), "an order at {tick} changed tick {past}");
        }
        assert_ne!(other.digest(tick + 1), parent.digest(tick + 1), "the order at {tick} is in the next frame");
    }
}

#[test]
fn rows_of_a_battle_are_printed_with_their_men() {
    let ran = foregone(&["state", "legion/stall", "--at", "90", "--json"]);
    assert_eq!(ran.code, 0, "{ran:?}");
    let json = ran.json();
    let rows = json["rows"].as_array().expect("a list");
    let body = &rows[0]["body"];
    assert!(rows[0]["name"].is_string() && rows[0]["side"] == "rome", "{}", rows[0]["name"]);
    let men = body["men_x"].as_array().expect("a column").len();
    assert!(men > 0 && body["alive"].as_u64() == Some(men as u64), "{body}");
    let said = foregone(&["state", "legion/stall", "--at", "90"]).out;
    assert!(said.contains(&format!("{men}/{men}")) || said.contains(&men.to_string()), "{said}");
    let ran = foregone(&["state", "legion/stall", "--at", "900000"]);
    assert!(ran.code == 2 && ran.err.contains("there is no tick 900000"), "{ran:?}");
}
