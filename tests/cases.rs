//! Faults that users of other replay and battle software met, each as a test that this program does not have it.
//!
//! Named by case. Those that speak of the rules of skirmish are in `tests/skirmish/`, those of recording, seeking and
//! files in `recorder/tests/`, those of the picture in `player/`. Here are the ones that need the whole program.

use std::fs;
use std::sync::Arc;

use foregone::golden::Golden;
use foregone::kernel::ruleset::{Fact, Ruleset};
use foregone::kernel::sheet::Sheet;
use foregone::kernel::stream::Stream;
use foregone::report::{About, Report, Verdict, reproduce};
use foregone::skirmish::Skirmish;
use foregone::summary::Summary;
use foregone::{sweep, verify};
use recorder::{Budget, Frame, Live, Recorder, Recording, Settings, SpliceError, file};

use crate::command::foregone_in;
use crate::fights::{Fight, fight, open_match, read_order};

fn digests(recording: &Recording<Skirmish>) -> Vec<u64> {
    (0..=recording.last_tick()).map(|tick| recording.digest(tick).expect("every tick is recorded")).collect()
}

/// Step it live to the end, and give the digest of every tick.
fn stepped(fight: &Fight) -> Vec<u64> {
    let mut live = Live::start(Arc::clone(&fight.rules), Arc::new(fight.orders.clone()));
    let mut digests = vec![live.digest()];
    while live.outcome().is_none() {
        live.step();
        digests.push(live.digest());
    }
    digests
}

/// Save it and open it again.
fn through_file(fight: &Fight, recording: &Recording<Skirmish>) -> Recording<Skirmish> {
    let bytes = recording.save().expect("it can be saved");
    file::open(&bytes, Skirmish::NAME, Some(Arc::clone(&fight.rules))).expect("it opens").recording
}

fn report_of(fight: &Fight) -> Report {
    let (name, seed, scenario) = (fight.name.clone(), fight.rules.seed(), fight.text.clone());
    let about = About { fight: name, seed, scenario, note: String::new() };
    Report::of(&fight.rules, &fight.orders, about).expect("the fight ends")
}

fn rows(frame: &Frame<'_, Skirmish>) -> Vec<<Skirmish as recorder::Simulation>::Row> {
    frame.rows().copied().collect()
}

/// A replay whose map was missing played on with defaults and was called out of sync.
#[test]
fn c07_a_missing_ruleset_or_creature_is_named_and_nothing_runs() {
    let folder = tempfile::tempdir().expect("a folder for the test");
    let text = report_of(&fight("skirmish/demo")).to_text();
    for (from, to, named) in [
        ("ruleset = \"skirmish\"", "ruleset = \"kitchen-of-old\"", "kitchen-of-old"),
        ("\"shellback\"", "\"map_of_nowhere\"", "map_of_nowhere"),
    ] {
        fs::write(folder.path().join("bug.report.toml"), text.replacen(from, to, 1)).expect("written");
        let ran = foregone_in(folder.path(), &["reproduce", "bug.report.toml", "--json"]);
        assert_eq!(ran.code, 2, "not the code of a divergence: {ran:?}");
        assert_eq!((&ran.json()["verdict"], &ran.json()["ticks_run"]), (&"cannot_run".into(), &0.into()));
        assert!(ran.err.contains(named), "{named} is not named: {}", ran.err);
    }
}

/// An old replay drove the program into an assertion.
#[test]
fn c08_reports_of_other_versions_and_of_noise_are_refused_with_a_message() {
    let text = report_of(&fight("skirmish/demo")).to_text();
    for format in ["0", "2", "18446744073709551616"] {
        let other = text.replacen("format = 1", &format!("format = {format}"), 1);
        let told = Sheet::parse("x.report.toml", other).and_then(|sheet| Report::read(&sheet)).expect_err(format);
        assert!(told.to_string().starts_with("x.report.toml:2:10: "), "{told}");
    }
    let mut dice = Stream::from_seed(8);
    for _ in 0..10_000 {
        let length = dice.below(400);
        let noise: Vec<u8> = (0..length).map(|_| (dice.next_u64() & 0x7F) as u8).collect();
        let noise = String::from_utf8(noise).expect("seven bits are text");
        let read = Sheet::parse("x.report.toml", noise).and_then(|sheet| Report::read(&sheet));
        assert!(read.is_err_and(|problems| !problems.is_empty()));
    }
}

/// After a seek back, units were seen that had not come up yet.
#[test]
fn c13_nobody_has_a_row_before_its_birth() {
    fn births<G: Ruleset>(fight: &Fight<G>) -> usize {
        let recording = fight.record();
        let len = |tick| recording.frame(tick).expect("recorded").len();
        let summed = |tick| Summary::at(&recording, tick).expect("recorded").units.len();
        let lens: Vec<usize> = (0..=recording.last_tick()).map(len).collect();
        assert!(lens.is_sorted(), "a row keeps its place to the end");
        for tick in [recording.last_tick(), 10, recording.last_tick() / 2, 0] {
            assert_eq!((len(tick), summed(tick)), (lens[tick as usize], lens[tick as usize]), "tick {tick}");
        }
        lens[lens.len() - 1] - lens[0]
    }
    assert!(births(&fight("skirmish/swarm")) > 10);
    assert!(births(&open_match("arena/duel")) > 10);
}

/// Instant, automatic and manual modes of one seeded battle ended differently.
#[test]
fn c24_engaged_swept_stepped_and_replayed_are_one_fight() {
    for seed in 0..20 {
        let fight = fight("skirmish/demo").with_seed(seed);
        let recording = fight.record();
        let engaged = digests(&recording);
        assert_eq!(engaged, stepped(&fight), "seed {seed}, stepped");
        assert_eq!(engaged, digests(&through_file(&fight, &recording)), "seed {seed}, from a file");
        let trial = sweep::run(Skirmish::clone(&fight.rules), fight.orders.clone(), seed).expect("it ends");
        assert_eq!(trial.digest, engaged.iter().copied().fold(0, recorder::fold), "seed {seed}, swept");
    }
}

/// A restart left a checksum message of the old run in the queue, and the warning itself had been switched off for years.
#[test]
fn c26_after_a_restart_nothing_is_heard_of_the_run_before() {
    let folder = tempfile::tempdir().expect("a folder for the test");
    let differs = |flags: &[&str]| {
        let args = [&["diff", "skirmish/demo", "skirmish/retreat"][..], flags].concat();
        foregone_in(folder.path(), &args)
    };
    for flags in [&[][..], &["--json"], &["--color", "never"], &["--threads", "1"]] {
        assert_eq!(differs(flags).code, 1, "nothing keeps a difference from being told: {flags:?}");
    }
    let fight = fight("skirmish/demo");
    let mut recorder = Recorder::new(Arc::clone(&fight.rules), fight.orders.clone(), Settings::default());
    recorder.advance(Budget::Ticks(90)).expect("it goes on");
    let order = fight.rules.read_order("ally retreat all").expect("it can be read");
    let other = recorder.recording().splice(60, [order]).expect("it is recorded").finish().expect("it ends");
    let restarted = fight.record();
    assert!(!recorder::compare(&restarted, &other).is_same(), "the run before was another");
    for mode in verify::MODES {
        let check = verify::run(mode, &fight.subject()).expect("the mode is in the table");
        assert!(check.is_ok() && check.ticks_compared > 0, "{check:?}");
    }
    assert!(recorder::compare(&restarted, &fight.record()).is_same());
}

/// States stayed reachable after the history was cleared or the input at frame 0 was changed.
#[test]
fn c34_after_an_order_nothing_of_the_old_future_can_be_read() {
    let fight = fight("skirmish/demo");
    let old = fight.record();
    for tick in [0, 1, 90] {
        let order = fight.rules.read_order("ally retreat all").expect("it can be read");
        let new = old.splice(tick, [order]).expect("the fight is not over").finish().expect("it ends");
        let from_seed = fight.clone().with_orders(&[&format!("{tick} ally retreat all")]).record();
        for at in 0..=tick {
            let (old, new) = (old.frame(at).expect("recorded"), new.frame(at).expect("recorded"));
            assert_eq!((rows(&old), old.digest()), (rows(&new), new.digest()), "the past moved at {at}");
            assert!(old.rows().zip(new.rows()).all(|(a, b)| std::ptr::eq(a, b)), "the past was copied at {at}");
        }
        assert_ne!(old.digest(tick + 1), new.digest(tick + 1));
        assert_eq!(digests(&new), digests(&from_seed));
        assert!(new.last_tick() < old.last_tick(), "they leave sooner than they fall");
        assert!(new.frame(new.last_tick() + 1).is_none(), "a tick behind the new end is a tick of the old timeline");
    }
}

/// Commands ran two frames early on playback, and one automatic command was recorded twice.
#[test]
fn c36_an_order_is_in_every_file_once_and_shows_at_its_tick() {
    let plain = fight("skirmish/demo").record();
    let fight = fight("skirmish/demo").with_orders(&["120 ally retreat all"]);
    let recording = fight.record();
    let played = through_file(&fight, &recording);
    let report = report_of(&fight);
    assert_eq!(report.orders, ["120 ally retreat all"]);
    for (how, shown) in [("live", &recording), ("replayed", &played)] {
        assert_eq!(shown.orders().all().len(), 1, "{how}");
        let first = (0..).find(|tick| shown.digest(*tick) != plain.digest(*tick));
        assert_eq!(first, Some(121), "{how}");
        let heeded = shown.events(0..shown.event_count()).filter_map(Skirmish::fact);
        assert_eq!(heeded.filter(|fact| matches!(fact, Fact::Order { .. })).count(), 1, "{how}");
    }
    assert_eq!(reproduce(&report, &fight.rules, fight.orders.clone()).map(|j| j.verdict), Ok(Verdict::Same));
}

/// Keys pressed while a replay was playing were applied inside it.
#[test]
fn c37_orders_given_while_watching_do_not_touch_what_is_watched() {
    let fight = fight("skirmish/demo");
    let mut recorder = Recorder::new(Arc::clone(&fight.rules), fight.orders.clone(), Settings::default());
    let order = |words: &str| fight.rules.read_order(words).expect("it can be read");
    let mut branches = Vec::new();
    while !recorder.progress().done {
        recorder.advance(Budget::Ticks(10)).expect("it goes on");
        let watched = recorder.recording();
        let tick = watched.last_tick().saturating_sub(3);
        match watched.splice(tick, [order("enemy retreat all"), order("ally focus 5")]) {
            Ok(branch) => branches.push(branch.finish().expect("it ends")),
            Err(error) => assert!(matches!(error, SpliceError::AfterEnd { .. }), "{error}"),
        }
    }
    assert!(branches.len() > 10);
    assert_eq!(digests(&recorder.recording()), digests(&fight.record()));
}

/// A roll was drawn or skipped by a flag of the live session that playback does not set.
#[test]
fn c39_played_fast_forwarded_and_stepped_draw_the_same() {
    let fight = fight("skirmish/demo").with_orders(&["60 ally focus 7", "120 enemy retreat 5"]);
    let draws = |recording: &Recording<Skirmish>| -> Vec<Vec<_>> {
        let ticks = 0..=recording.last_tick();
        ticks.map(|tick| recording.frame(tick).expect("recorded").rows().map(|unit| unit.draws).collect()).collect()
    };
    let in_one_go = draws(&fight.record());
    let slices = |mut next: Box<dyn FnMut() -> u32>| {
        let mut recorder = Recorder::new(Arc::clone(&fight.rules), fight.orders.clone(), Settings::default());
        while !recorder.progress().done {
            recorder.advance(Budget::Ticks(next())).expect("it goes on");
        }
        draws(&recorder.recording())
    };
    assert_eq!(in_one_go, slices(Box::new(|| 1)), "stepped");
    assert_eq!(in_one_go, slices(Box::new(|| 16)), "fast-forwarded");
    let mut dice = Stream::from_seed(39);
    assert_eq!(in_one_go, slices(Box::new(move || dice.below(5))), "played in frames of any length");
    let drawn: u32 = in_one_go.last().expect("there are ticks").iter().map(|d| d.hit + d.crit + d.dodge).sum();
    assert!(drawn > 100, "there are draws to compare: {drawn}");
}

/// A client showed a loss where the server had recorded a win. A thousand seeds of it are in `tests/sweep.rs`.
#[test]
fn c43_every_mode_shows_the_winner_that_is_stored() {
    for seed in 0..40 {
        let fight = fight("skirmish/demo").with_seed(seed);
        let recording = fight.record();
        let stored = Summary::of(&through_file(&fight, &recording)).expect("it can be summed up").outcome;
        let shown = Summary::of(&recording).expect("it can be summed up").outcome;
        let swept = sweep::run(Skirmish::clone(&fight.rules), fight.orders.clone(), seed).expect("it ends").verdict;
        assert_eq!((shown.as_ref(), stored.as_ref()), (Some(&swept), Some(&swept)), "seed {seed}");
    }
}

/// The replay test never compared checksums beyond the first tick.
#[test]
fn c50_one_wrong_digit_anywhere_fails_and_what_was_compared_is_counted() {
    let fight = fight("skirmish/stalemate");
    let report = report_of(&fight);
    let last = report.trail.last_tick();
    let fresh = Golden::of(&fight.name, &fight.record()).expect("it can be summed up");
    assert_eq!(fresh.check(&fresh).ticks_compared, last / 10 + 1);
    for tick in [1, 450, last] {
        let mut wrong = report.clone();
        wrong.trail.digests[tick as usize] ^= 1 << 17;
        let judgement = reproduce(&wrong, &fight.rules, fight.orders.clone()).expect("it runs");
        assert_eq!(judgement.verdict, Verdict::Diverged);
        assert!((tick..tick + wrong.witness.every).contains(&judgement.ticks_run), "{judgement:?}");
        assert_eq!(judgement.first.map(|first| first.tick), Some(tick));
    }
    let judgement = reproduce(&report, &fight.rules, fight.orders.clone()).expect("it runs");
    assert_eq!((judgement.verdict, judgement.ticks_run), (Verdict::Same, last));
}

/// Hashes from before a re-run were compared with final ones: false alarms.
#[test]
fn c53_only_digests_of_the_timeline_at_hand_are_compared() {
    let fight = fight("skirmish/demo");
    let (tick, order) = read_order(&*fight.rules, "100 ally retreat all").expect("it can be read");
    // Nothing is kept: every frame behind the first block is made again, under the orders of its own timeline.
    let settings = Settings { budget_bytes: 0, ..Settings::default() };
    let old = Recorder::new(Arc::clone(&fight.rules), fight.orders.clone(), settings).finish().expect("it ends");
    let before = digests(&old);
    let new = old.splice(tick, [order]).expect("the fight is not over").finish().expect("it ends");
    let from_seed = fight.clone().with_orders(&["100 ally retreat all"]).record();
    let found = recorder::compare(&from_seed, &new);
    assert!(found.is_same(), "{:?}", found.first);
    assert_eq!(found.ticks_compared, new.last_tick() + 1);
    for tick in (0..=new.last_tick()).rev() {
        let (made, straight) = (new.seek(tick).expect("no alarm"), from_seed.frame(tick).expect("recorded"));
        assert_eq!((rows(&made), made.digest()), (rows(&straight), straight.digest()), "tick {tick}");
    }
    for tick in (0..=old.last_tick()).rev() {
        assert_eq!(old.seek(tick).expect("no alarm in the old one either").digest(), before[tick as usize]);
    }
}
