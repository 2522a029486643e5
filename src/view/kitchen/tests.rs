//! The kitchen without a window: the same picture from both ways, every event and denial drawn, tickets and board beside
//! the kitchen, stations told; cooks taken over by keys, and what was played saved as a script.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use player::branches::Opening;
use player::canvas::Atlas;
use player::canvas::mesh::Mesh;
use player::command::Command;
use player::geometry::{Vec2, vec2};
use player::input::{Held, Input, Key};
use player::playback::Moment;
use player::screen::Screen;
use player::theatre::{Start, Theatre};
use player::view::{MarkKind, View};
use recorder::{Budget, Orders, Recorder, Settings};

use super::bubbles;
use super::sight::glide;
use super::tickets::strips;
use super::{KitchenView, spot};
use crate::kernel::assets::Assets;
use crate::kernel::ruleset::Ruleset;
use crate::kernel::scenario::Scenario;
use crate::kitchen::cook::Driver;
use crate::kitchen::grain::{Point, TILE};
use crate::kitchen::ladder::Denial;
use crate::kitchen::{Cook, Event, Kitchen, Order, Row};
use crate::notes;
use crate::view::clerk::Clerk;
use crate::view::proof::{assert_the_same_both_ways, drawn, says};

fn rules(name: &str) -> Kitchen {
    let assets = Assets::embedded();
    let scenario = Scenario::find(&assets, name).expect("the round ships");
    Kitchen::open(&scenario, &assets, None).expect("what ships is right")
}

/// Nobody looks after a stove.
const FORGOTTEN: &str = r#"
ruleset = "kitchen"
title = "A pan that is forgotten"
seed = 1
level = "galley"
ticks = 640

[[cook]]
name = "Fern"

[[item]]
at = [3, 10]
ware = "turnip"
form = "chopped"
"#;

fn theatre(name: &str, at: u32) -> Theatre<Kitchen> {
    open(rules(name), at)
}

fn open(rules: Kitchen, at: u32) -> Theatre<Kitchen> {
    let rules = Arc::new(rules);
    let orders = Orders::new(rules.scenario_orders());
    let opening = Opening::Resolve(Box::new(Recorder::new(rules, orders, Settings::default())));
    let mut theatre = Theatre::new(Box::new(KitchenView), opening, Start { at: Some(at), ..Start::default() });
    while theatre.is_busy() {
        theatre.resolve(Budget::Everything);
    }
    theatre
}

#[test]
fn every_moment_draws_the_same_forwards_backwards_and_after_a_seek() {
    assert_the_same_both_ways(&mut theatre("kitchen/level3", 0));
}

#[test]
fn every_event_can_be_drawn_at_every_size() {
    let (mut mesh, mut atlas) = (Mesh::new(), Atlas::new());
    let mut kinds = BTreeMap::new();
    let names = ["level1", "level2", "level3", "contest", "pass"];
    let assets = Assets::embedded();
    let forgotten = Scenario::parse(&assets, "forgotten.toml", FORGOTTEN).unwrap();
    let forgotten = ("forgotten", Kitchen::open(&forgotten, &assets, None).unwrap());
    let rounds = names.map(|name| (name, rules(&format!("kitchen/{name}"))));
    for (place, (name, rules)) in rounds.into_iter().chain([forgotten]).enumerate() {
        let mut theatre = open(rules, 0);
        theatre.obey(Command::ToggleOverlays);
        theatre.set_size([vec2(1280.0, 720.0), vec2(900.0, 600.0), vec2(2560.0, 1440.0)][place % 3]);
        let recording = theatre.branches().current().recording();
        // One tick of every kind of event, and some in between.
        let mut seen = BTreeMap::new();
        for event in recording.events(0..recording.event_count()) {
            seen.entry(kind(event)).or_insert(event.tick);
        }
        let last = theatre.branches().current().head();
        let ticks: Vec<u32> = seen.values().copied().chain((0..last).step_by(311)).chain([last]).collect();
        for tick in ticks {
            theatre.obey(Command::Seek(Moment::between(tick.min(last), 0.3)));
            let canvas = drawn(&theatre);
            mesh.build(&canvas, &mut atlas, 1.0);
            assert!(mesh.vertices.iter().all(|v| v.at.x.is_finite() && v.at.y.is_finite()), "{name} at {tick}");
        }
        kinds.extend(seen);
    }
    let all =
        ["served", "missed", "burnt", "caught", "quenched", "denied", "stunned", "spilled", "handed_off", "trashed"];
    for kind in all {
        assert!(kinds.contains_key(kind), "{kind} is in none of the rounds: {kinds:?}");
    }
}

/// The name of an event, as files have it.
fn kind(event: &Event) -> String {
    let told = serde_json::to_value(event.what).expect("events are plain");
    told.as_object().and_then(|what| what.keys().next().cloned()).expect("every event has a name")
}

#[test]
fn every_denial_has_words_of_its_own_that_fit_a_bubble() {
    let words: Vec<&str> = Denial::ALL.iter().map(|(denial, _)| bubbles::words(*denial)).collect();
    assert!(words.iter().all(|words| (4..=13).contains(&words.len())), "{words:?}");
    let mut apart = words.clone();
    apart.sort();
    apart.dedup();
    assert_eq!(apart.len(), 11, "{words:?}");
}

#[test]
fn a_denied_press_is_told_over_the_cook_in_the_feed_and_on_the_bar() {
    let mut theatre = theatre("kitchen/contest", 0);
    let branch = theatre.branches().current();
    let marks: Vec<u32> =
        branch.annals().marks().iter().filter(|mark| mark.kind == MarkKind::Denial).map(|mark| mark.tick).collect();
    let told =
        branch.annals().lines_up_to(branch.head()).iter().any(|line| line.text.ends_with("someone else was quicker"));
    assert!(!marks.is_empty() && told, "{marks:?}");
    theatre.obey(Command::Seek(Moment::of_tick(marks[0])));
    assert!(says(&theatre, "too slow"));
    theatre.obey(Command::Seek(Moment::of_tick(marks[0] - 1)));
    assert!(!says(&theatre, "too slow"), "not before it happens");
}

#[test]
fn whoever_is_put_elsewhere_does_not_slide_there() {
    let (here, near, far) = (Point::new(0, 0), Point::new(TILE / 5, 0), Point::new(4 * TILE, 0));
    assert_eq!(glide(here, near, 0.5), vec2(0.1, 0.0));
    assert_eq!(glide(here, far, 0.5), spot(here));
    assert_eq!(glide(far, far, 0.5), spot(far));
}

#[test]
fn score_stars_tickets_and_cooks_stand_beside_the_kitchen_at_every_size() {
    let mut theatre = theatre("kitchen/level3", 1500);
    for size in [vec2(900.0, 600.0), vec2(1280.0, 720.0), vec2(2560.0, 1440.0), vec2(3840.0, 2160.0)] {
        theatre.set_size(size);
        let (layout, lens) = (theatre.layout(), theatre.lens());
        let cast = theatre.branches().current().recording().cast();
        let kitchen = [vec2(0.0, 0.0), vec2(f32::from(cast.width), f32::from(cast.height))];
        let [from, to] = kitchen.map(|corner| lens.screen_from_field(corner));
        let [left, right] = strips(layout.field, cast, layout.unit);
        assert!(left.x >= layout.field.x && left.right() <= from.x, "{left:?} at {size:?}");
        assert!(right.x >= to.x && right.right() <= layout.field.right(), "{right:?} at {size:?}");
        for words in ["points", "Fern", "Sedge", "230"] {
            assert!(says(&theatre, words), "{words} at {size:?}");
        }
    }
}

#[test]
fn served_and_missed_are_marked_and_next_event_goes_from_one_to_the_next() {
    let mut theatre = theatre("kitchen/level3", 0);
    let branch = theatre.branches().current();
    let last = branch.recording().last_frame().unwrap();
    let Some(Row::Tally(tally)) = last.row(last.len() - 1) else { panic!("the tally comes last") };
    let count = |kind| branch.annals().marks().iter().filter(|mark| mark.kind == kind).count();
    assert_eq!((count(MarkKind::Gain), count(MarkKind::Loss)), (usize::from(tally.served), usize::from(tally.missed)));
    let first = branch.annals().marks().iter().find(|mark| mark.kind == MarkKind::Gain).unwrap().tick;
    theatre.input(&Input::Key(Key::Sign('n'), Held::default()));
    assert_eq!(theatre.playback().cursor(), Moment::of_tick(first));
}

#[test]
fn the_overlay_shows_the_reach_of_everyone() {
    let mut theatre = theatre("kitchen/level1", 300);
    let before = drawn(&theatre).items().len();
    theatre.input(&Input::Key(Key::Sign('z'), Held::default()));
    assert!(drawn(&theatre).items().len() >= before + 4 * 9, "four cooks, four tiles each and a ring");
    assert!(says(&theatre, "tiles a hand tries"));
}

#[test]
fn cooks_and_stations_are_told_when_pointed_at() {
    let mut theatre = theatre("kitchen/level1", 600);
    let scene = theatre.scene().unwrap();
    for place in 0..scene.cast().cooks.len() + scene.cast().stations.len() {
        let card = KitchenView.card(&scene, place).expect("it has a card");
        let sheet = KitchenView.sheet(&scene, place).expect("it has a sheet");
        assert!(!card.lines.is_empty() && !sheet.stats.is_empty(), "{card:?}");
        assert!((0..=sheet.vigor.1).contains(&sheet.vigor.0));
    }
    let stove = scene.cast().stations.iter().position(|look| look.name == "stove 1").expect("there are two");
    let at: Vec2 = KitchenView.unit(&scene, scene.cast().cooks.len() + stove).unwrap().at;
    drop(scene);
    let at = theatre.lens().screen_from_field(at);
    theatre.input(&Input::Move(at));
    assert!(says(&theatre, "Stove 1") && says(&theatre, "Things cook here"));
}

#[test]
fn the_aftermath_tells_stars_and_who_handed_out_what() {
    let mut theatre = theatre("kitchen/level1", 0);
    theatre.obey(Command::End);
    assert!(theatre.shows_aftermath());
    theatre.advance(std::time::Duration::from_millis(16));
    assert!(says(&theatre, "star") && says(&theatre, "Fern"));
    theatre.input(&Input::Key(Key::Sign('6'), Held::default()));
    theatre.advance(Duration::from_millis(16));
    for words in ["Points", "Denied", "Handled"] {
        assert!(says(&theatre, words), "{words}");
    }
}

/// Let so many ticks pass, as frames of a window do.
fn pass(theatre: &mut Theatre<Kitchen>, ticks: u32) {
    for _ in 0..ticks {
        theatre.advance(Duration::from_millis(50));
    }
}

fn hold(theatre: &mut Theatre<Kitchen>, key: Key, ticks: u32) {
    theatre.input(&Input::Key(key, Held::default()));
    pass(theatre, ticks);
    theatre.input(&Input::KeyUp(key));
}

fn press(theatre: &mut Theatre<Kitchen>, key: Key) {
    theatre.input(&Input::Key(key, Held::default()));
    theatre.input(&Input::KeyUp(key));
}

fn finish(theatre: &mut Theatre<Kitchen>) {
    while theatre.is_busy() {
        theatre.resolve(Budget::Everything);
    }
}

fn cook(theatre: &Theatre<Kitchen>, seat: usize) -> Cook {
    let scene = theatre.scene().unwrap();
    match scene.now.row(seat) {
        Some(Row::Cook(cook)) => *cook,
        _ => panic!("cooks come first"),
    }
}

/// The digest of every tick of the same round, run from its seed with the same orders.
fn straight(rules: Kitchen, orders: Orders<Order>) -> u64 {
    Recorder::new(Arc::new(rules), orders, Settings::default()).finish().unwrap().trail_digest()
}

#[test]
fn a_cook_taken_over_goes_where_keys_say_and_the_old_timeline_stays() {
    let mut theatre = theatre("kitchen/level1", 200);
    let before = theatre.branches().all()[0].recording().trail_digest();
    let from = cook(&theatre, 0).at;
    press(&mut theatre, Key::Enter);
    assert_eq!((theatre.driven(), theatre.branches().all().len()), (Some(0), 2));
    assert!(says(&theatre, "Fern is yours") && says(&theatre, "Esc gives back") && says(&theatre, "by hand"));
    assert_eq!(theatre.playback().cursor(), Moment::of_tick(200), "the picture stands still until time goes on");
    hold(&mut theatre, Key::Right, 20);
    let to = cook(&theatre, 0).at;
    assert!(to.x > from.x + TILE * 2, "{from:?} to {to:?}");
    assert_eq!(theatre.playback().cursor().tick(), 220, "time goes on at its own pace");
    pass(&mut theatre, 10);
    let stands = cook(&theatre, 0).at;
    pass(&mut theatre, 10);
    assert_eq!(cook(&theatre, 0).at, stands, "nothing held, nothing done");
    hold(&mut theatre, Key::Sign('a'), 10);
    assert!(cook(&theatre, 0).at.x < stands.x);
    press(&mut theatre, Key::Escape);
    assert_eq!(theatre.driven(), None);
    finish(&mut theatre);
    let [old, new] = [0, 1].map(|place| theatre.branches().all()[place].recording());
    assert_eq!(old.trail_digest(), before, "the old timeline stays as it was");
    assert!(new.is_complete() && (0..=200).all(|tick| old.digest(tick) == new.digest(tick)), "the past is shared");
    assert_ne!(old.digest(230), new.digest(230));
    assert_eq!(straight(rules("kitchen/level1"), new.orders().clone()), new.trail_digest(), "as if run from the seed");
    theatre.obey(Command::Seek(Moment::of_tick(400)));
    assert_eq!(cook(&theatre, 0).driver, Driver::Bot, "its own head has it again");
}

#[test]
fn a_tap_of_the_button_is_one_press_however_short_and_whenever_it_comes() {
    for parts in [1, 17, 33, 49] {
        let mut theatre = theatre("kitchen/level1", 100);
        press(&mut theatre, Key::Enter);
        pass(&mut theatre, 10);
        theatre.advance(Duration::from_millis(parts));
        // Presses so far: ticks at which the button had just gone down.
        let press_at = |theatre: &Theatre<Kitchen>| {
            let recording = theatre.branches().current().recording();
            let is_press = |tick: &u32| matches!(recording.frame(*tick).unwrap().row(0), Some(Row::Cook(cook)) if cook.held_ticks == 1);
            (100..=recording.last_tick()).filter(is_press).count()
        };
        let before = press_at(&theatre);
        theatre.input(&Input::Key(Key::Left, Held::default()));
        press(&mut theatre, Key::Space);
        theatre.input(&Input::KeyUp(Key::Left));
        pass(&mut theatre, 8);
        assert_eq!(press_at(&theatre), before + 1, "{parts} ms into a tick");
    }
}

#[test]
fn while_a_cook_is_taken_over_keys_ask_nothing_else_and_going_elsewhere_gives_it_back() {
    let mut theatre = theatre("kitchen/level2", 300);
    press(&mut theatre, Key::Enter);
    for key in [Key::Left, Key::Up, Key::Space, Key::Sign('n'), Key::Sign('g'), Key::Sign('b'), Key::Home, Key::Tab] {
        press(&mut theatre, key);
    }
    pass(&mut theatre, 5);
    assert!(theatre.driven() == Some(0) && theatre.playback().is_playing() && theatre.prompt().is_none());
    assert_eq!(theatre.playback().cursor(), Moment::of_tick(305));
    press(&mut theatre, Key::Sign('3'));
    assert_eq!((theatre.driven(), theatre.branches().all().len()), (Some(2), 2), "from hand to hand in one timeline");
    pass(&mut theatre, 3);
    assert_eq!([0, 2].map(|seat| cook(&theatre, seat).driver), [Driver::Bot, Driver::Hand]);
    press(&mut theatre, Key::Sign('p'));
    pass(&mut theatre, 5);
    assert!(theatre.playback().cursor() == Moment::of_tick(308) && theatre.driven() == Some(2), "paused");
    theatre.obey(Command::Seek(Moment::of_tick(100)));
    assert_eq!((theatre.driven(), theatre.playback().cursor()), (None, Moment::of_tick(100)));
    finish(&mut theatre);
    assert!(theatre.branches().current().is_done());
}

#[test]
fn a_hand_that_leaves_the_window_lets_go_of_the_keys() {
    let mut theatre = theatre("kitchen/level1", 200);
    press(&mut theatre, Key::Enter);
    theatre.input(&Input::Key(Key::Right, Held::default()));
    pass(&mut theatre, 3);
    Screen::let_go(&mut theatre);
    pass(&mut theatre, 6);
    let stands = cook(&theatre, 0).at;
    pass(&mut theatre, 6);
    assert_eq!(cook(&theatre, 0).at, stands);
}

#[test]
fn what_a_script_said_later_makes_way_for_the_hand() {
    let mut theatre = theatre("kitchen/walk", 0);
    let all = theatre.branches().current().recording().orders().all().to_vec();
    let at = all[all.len() / 2].tick;
    theatre.obey(Command::Seek(Moment::of_tick(at)));
    let later = |theatre: &Theatre<Kitchen>| {
        let orders = theatre.branches().current().recording().orders().all().to_vec();
        orders.iter().filter(|order| order.tick >= at && order.order.seat() == Some(0)).count()
    };
    assert!(later(&theatre) >= 1);
    press(&mut theatre, Key::Enter);
    pass(&mut theatre, 5);
    assert_eq!(later(&theatre), 1, "the hand's own");
    press(&mut theatre, Key::Escape);
    finish(&mut theatre);
    let recording = theatre.branches().current().recording();
    assert_eq!(straight(rules("kitchen/walk"), recording.orders().clone()), recording.trail_digest());
}

/// A theatre with a clerk, as the command opens it.
fn with_clerk(name: &str, at: u32, folder: &std::path::Path) -> Theatre<Kitchen> {
    let assets = Assets::embedded();
    let scenario = Scenario::find(&assets, name).expect("the round ships");
    let rules = Arc::new(rules(name));
    let noted = [(notes::FIGHT, name.to_owned()), (notes::SCENARIO, scenario.text())];
    let noted = noted.map(|(key, text)| (key.to_owned(), text)).to_vec();
    let orders = Orders::new(rules.scenario_orders());
    let opening = Opening::Resolve(Box::new(Recorder::with_notes(rules, orders, Settings::default(), noted)));
    let start = Start { at: Some(at), ..Start::default() };
    let clerk = Box::new(Clerk::new(folder.join("round")));
    let mut theatre = Theatre::new(Box::new(KitchenView), opening, start).with_clerk(clerk);
    finish(&mut theatre);
    theatre
}

#[test]
fn what_was_played_is_saved_as_a_script_that_plays_to_the_same_digest() {
    let folder = tempfile::tempdir().unwrap();
    for (name, at) in [("kitchen/level3", 150), ("kitchen/contest", 20)] {
        let mut theatre = with_clerk(name, at, folder.path());
        press(&mut theatre, Key::Enter);
        for (key, ticks) in [(Key::Right, 9), (Key::Space, 3), (Key::Down, 12), (Key::Space, 9), (Key::Left, 5)] {
            hold(&mut theatre, key, ticks);
            pass(&mut theatre, 2);
        }
        press(&mut theatre, Key::Escape);
        finish(&mut theatre);
        theatre.input(&Input::Key(Key::Sign('e'), Held { ctrl: true, shift: false }));
        let word = theatre.word().expect("it is told").to_owned();
        let file = word.strip_prefix("saved ").expect("it says the name of the file");
        assert!(file.starts_with("round-seed-") && file.ends_with(".toml"), "{word}");
        let text = std::fs::read_to_string(folder.path().join(file)).unwrap();
        let assets = Assets::embedded();
        let again = Kitchen::open(&Scenario::parse(&assets, file, &text).unwrap(), &assets, None).unwrap();
        let orders = Orders::new(again.scenario_orders());
        let played = theatre.branches().current().recording();
        assert_eq!(straight(again, orders), played.trail_digest(), "{name}");
    }
}

#[test]
fn c37_keys_pressed_while_a_script_plays_are_not_applied_to_the_round() {
    for name in ["kitchen/contest", "kitchen/pass", "kitchen/level1"] {
        let alone = straight(rules(name), Orders::new(rules(name).scenario_orders()));
        let mut theatre = theatre(name, 0);
        theatre.obey(Command::Play);
        let keys = [Key::Right, Key::Space, Key::Sign('w'), Key::Left, Key::Sign('d'), Key::Sign('s'), Key::Sign('a')];
        for round in 0..12 {
            for key in keys {
                hold(&mut theatre, key, 1 + round % 3);
            }
        }
        // One who does take over gets a timeline of one's own.
        theatre.obey(Command::Seek(Moment::of_tick(10)));
        assert_eq!(theatre.branches().all().len(), 1, "{name}: keys alone change nothing");
        press(&mut theatre, Key::Enter);
        hold(&mut theatre, Key::Right, 6);
        press(&mut theatre, Key::Escape);
        finish(&mut theatre);
        assert_eq!(theatre.branches().all()[0].recording().trail_digest(), alone, "{name}: the script alone decides");
    }
}
