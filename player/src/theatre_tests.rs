//! The theatre without a window: what is shown when, what an order changes, and that no sequence of hands breaks it.
//! Cases c11, c13–c16, c18 of public fault reports, as far as they concern the player.

use std::time::Duration;

use recorder::{Budget, Settings};

use crate::branches::Opening;
use crate::canvas::mesh::Mesh;
use crate::canvas::{Atlas, Canvas};
use crate::colour::palette;
use crate::command::Command;
use crate::geometry::{Vec2, vec2};
use crate::input::{Button, Held, Input, Key, NAMED_KEYS};
use crate::playback::{Moment, Speed};
use crate::screen::Next;
use crate::theatre::{Start, Theatre};
use crate::toy::{BORN, LATE, Toy, ToyView, opening, recorder};
use crate::view::View;

const FRAME: Duration = Duration::from_nanos(16_666_667);

fn theatre(length: u32, start: Start) -> Theatre<Toy> {
    Theatre::new(Box::new(ToyView), opening(length, 10), start)
}

/// A theatre whose fight is resolved, paused at a tick.
fn resolved(length: u32, at: u32) -> Theatre<Toy> {
    let mut theatre = theatre(length, Start { at: Some(at), ..Start::default() });
    while theatre.is_busy() {
        theatre.resolve(Budget::Ticks(64));
    }
    theatre
}

fn digest(theatre: &Theatre<Toy>) -> u64 {
    theatre.scene().unwrap().now.digest()
}

fn drawn(theatre: &Theatre<Toy>) -> Canvas {
    let mut canvas = Canvas::new(vec2(0.0, 0.0));
    theatre.draw(&mut canvas);
    canvas
}

fn says(theatre: &Theatre<Toy>, words: &str) -> bool {
    drawn(theatre).texts().any(|(text, _)| text.contains(words))
}

#[test]
fn the_fight_is_resolved_in_slices_behind_the_labelled_bar_then_plays() {
    let mut theatre = theatre(300, Start::default());
    theatre.resolve(Budget::Ticks(100));
    theatre.advance(FRAME);
    assert!(theatre.is_choreographing() && theatre.is_busy());
    assert!(says(&theatre, "Choreographing the battle") && says(&theatre, "tick 100 recorded, at most 300"));
    assert_eq!(theatre.playback().cursor(), Moment::of_tick(0));
    (0..2).for_each(|_| theatre.resolve(Budget::Ticks(100)));
    assert!(!theatre.is_choreographing() && !theatre.is_busy());
    theatre.advance(Duration::from_millis(100));
    assert_eq!(theatre.playback().cursor(), Moment::of_tick(1));
    assert!(!says(&theatre, "Choreographing"));
}

#[test]
fn a_fight_being_resolved_can_be_watched_up_to_its_head() {
    let mut theatre = theatre(300, Start::default());
    theatre.resolve(Budget::Ticks(2));
    theatre.obey(Command::TogglePlay);
    (0..60).for_each(|_| theatre.advance(FRAME));
    assert_eq!(theatre.playback().cursor(), Moment::of_tick(2));
    assert!(says(&theatre, "waiting for the recorder"));
    theatre.resolve(Budget::Everything);
    theatre.advance(FRAME);
    assert_eq!(theatre.playback().cursor().tick(), 2);
    assert!(theatre.playback().cursor() > Moment::of_tick(2), "the wait is not made up for");
}

#[test]
fn c16_opened_at_a_tick_the_first_frame_drawn_is_that_tick() {
    let theatre = resolved(600, 312);
    assert!(!theatre.playback().is_playing());
    assert_eq!(theatre.scene().unwrap().now.tick(), 312);
    assert!(says(&theatre, "tick 312"));
}

#[test]
fn c13_after_a_seek_back_nobody_is_seen_who_is_not_born_yet() {
    let mut theatre = resolved(600, 400);
    assert!(ToyView.unit(&theatre.scene().unwrap(), LATE).is_some());
    for (tick, part) in [(BORN - 1, 0.0), (BORN - 1, 0.9), (20, 0.5)] {
        theatre.obey(Command::Seek(Moment::between(tick, part)));
        assert!(ToyView.unit(&theatre.scene().unwrap(), LATE).is_none(), "at {tick} + {part}");
        assert!(!says(&theatre, &format!("walker {LATE}")));
    }
    theatre.obey(Command::Seek(Moment::of_tick(BORN)));
    let born = ToyView.unit(&theatre.scene().unwrap(), LATE).unwrap();
    assert_eq!(born.at, vec2(9_000.0, 7_000.0), "no slide to where it is born");
}

#[test]
fn c14_after_an_order_between_ticks_the_pose_is_of_the_new_timeline() {
    let mut theatre = resolved(600, 0);
    theatre.obey(Command::Seek(Moment::between(300, 0.5)));
    let pose = |theatre: &Theatre<Toy>| ToyView.unit(&theatre.scene().unwrap(), 5).unwrap().at.x;
    let x =
        |theatre: &Theatre<Toy>, tick| theatre.branches().current().recording().frame(tick).unwrap().row(5).unwrap().x;
    let old_next = x(&theatre, 301);
    theatre.obey(Command::Select { place: 5, add: false });
    theatre.obey(Command::Retreat);
    let (now, next) = (x(&theatre, 300), x(&theatre, 301));
    assert_ne!(next, old_next);
    assert!((pose(&theatre) - (now + next) as f32 * 0.5).abs() < 0.1, "halfway between new 300 and new 301");
    assert_eq!(theatre.playback().cursor(), Moment::between(300, 0.5), "the cursor stays");
}

#[test]
fn c15_and_c18_every_tick_shows_the_same_whatever_way_leads_to_it() {
    let mut theatre = resolved(600, 0);
    let truth: Vec<u64> =
        (0..=600).map(|tick| theatre.branches().current().recording().digest(tick).unwrap()).collect();
    for tick in [0, 450, 20, 450, 0, 450, 20, 450] {
        theatre.obey(Command::Seek(Moment::of_tick(tick)));
        assert_eq!(digest(&theatre), truth[tick as usize], "after a seek to {tick}");
    }
    for speed in Speed::ALL {
        theatre.obey(Command::Seek(Moment::of_tick(300)));
        theatre.obey(Command::SetSpeed(speed));
        theatre.obey(Command::Play);
        for _ in 0..120 {
            theatre.advance(FRAME);
            let tick = theatre.playback().cursor().tick();
            assert_eq!(digest(&theatre), truth[tick as usize], "at {} tick {tick}", speed.label());
        }
    }
    theatre.obey(Command::Home);
    for tick in 1..=600 {
        theatre.obey(Command::Step(1));
        assert_eq!(digest(&theatre), truth[tick as usize], "stepped to {tick}");
    }
}

#[test]
fn c55_what_differs_is_marked_at_its_tick_and_what_was_recorded_plays_on() {
    let digests: Vec<u64> = {
        let whole = recorder(300, 10).finish().unwrap();
        (0..=300).map(|tick| whole.digest(tick).unwrap()).collect()
    };
    let watched = |digests: Vec<u64>| {
        let opening = Opening::Again(Box::new(recorder(300, 10)), digests);
        let mut theatre = Theatre::new(Box::new(ToyView), opening, Start { at: Some(0), ..Start::default() });
        while theatre.is_busy() {
            theatre.resolve(Budget::Ticks(64));
        }
        theatre.obey(Command::Play);
        theatre
    };
    let note = "not as it was reported, from tick";
    let mut wrong = digests.clone();
    wrong[120] ^= 1;
    let mut theatre = watched(wrong.clone());
    while theatre.playback().cursor().tick() < 119 {
        theatre.advance(FRAME);
    }
    assert!(theatre.playback().is_playing() && !says(&theatre, note), "up to there it is what was reported");
    (0..60).for_each(|_| theatre.advance(FRAME));
    assert_eq!(theatre.playback().cursor(), Moment::of_tick(120));
    assert!(!theatre.playback().is_playing() && says(&theatre, "not as it was reported, from tick 120 on"));
    let told = matches!(crate::screen::Screen::take_next(&mut theatre), Some(Next::Fault(fault)) if fault.words.contains("Tick 120"));
    assert!(told, "it is said, and what to do");
    theatre.obey(Command::Play);
    (0..120).for_each(|_| theatre.advance(FRAME));
    assert!(theatre.playback().is_playing() && theatre.playback().cursor().tick() > 130, "who plays on knows");
    assert!(says(&theatre, note));
    theatre.obey(Command::Seek(Moment::of_tick(119)));
    assert!(!says(&theatre, note));
    // An order in the good part makes a future that was never reported; one behind it carries the fault on.
    for (tick, parted) in [(100, None), (200, Some(120))] {
        let mut theatre = watched(wrong.clone());
        theatre.obey(Command::Seek(Moment::of_tick(tick)));
        theatre.obey(Command::Select { place: 5, add: false });
        theatre.obey(Command::Retreat);
        assert_eq!((theatre.branches().all().len(), theatre.branches().current().parted()), (2, parted));
    }
    for (other, parted) in [(digests.clone(), None), (digests[..200].to_vec(), Some(200)), (Vec::new(), None)] {
        assert_eq!(watched(other).branches().current().parted(), parted);
    }
    let longer = [digests, vec![0; 9]].concat();
    assert_eq!(watched(longer).branches().current().parted(), Some(300), "it was reported to go on");
}

#[test]
fn c11_a_tight_memory_budget_shows_the_same_picture() {
    let tight = Settings { budget_bytes: 4 << 10, ..Settings::default() };
    let rules = std::sync::Arc::new(Toy { length: 1_500, hz: 10 });
    let small = recorder::Recorder::new(rules, recorder::Orders::default(), tight);
    let mut theatre = Theatre::new(Box::new(ToyView), Opening::Resolve(Box::new(small)), Start::default());
    theatre.resolve(Budget::Everything);
    while theatre.is_busy() {
        theatre.resolve(Budget::Everything);
    }
    let truth = recorder(1_500, 10).finish().unwrap();
    for tick in [1_490, 1_480, 3, 700, 699, 1_500] {
        theatre.obey(Command::Seek(Moment::of_tick(tick)));
        assert_eq!(digest(&theatre), truth.digest(tick).unwrap(), "tick {tick}");
    }
}

#[test]
fn the_same_moment_draws_the_same_picture_from_both_ways() {
    let mut theatre = resolved(600, 0);
    let at = Moment::between(150, 0.25);
    theatre.obey(Command::Seek(at));
    let one = drawn(&theatre);
    theatre.obey(Command::End);
    theatre.obey(Command::Seek(Moment::of_tick(149)));
    theatre.obey(Command::Seek(at));
    let other = drawn(&theatre);
    assert_eq!(one.items(), other.items());
}

#[test]
fn an_order_splits_the_timeline_and_the_past_stays() {
    let mut theatre = resolved(600, 0);
    theatre.obey(Command::Seek(Moment::of_tick(200)));
    let past: Vec<u64> = (0..=200).map(|t| theatre.branches().current().recording().digest(t).unwrap()).collect();
    let fell = theatre.branches().current().annals().marks().len();
    theatre.obey(Command::Select { place: 4, add: false });
    theatre.obey(Command::Play);
    theatre.obey(Command::Retreat);
    assert_eq!(theatre.branches().all().len(), 2);
    assert!(theatre.is_busy(), "the future is recorded in slices");
    assert!(theatre.branches().current().head() > 200, "but the next tick is there at once");
    theatre.advance(FRAME);
    assert!(theatre.playback().cursor() > Moment::of_tick(200), "it plays on");
    theatre.resolve(Budget::Everything);
    let branch = theatre.branches().current();
    let again: Vec<u64> = (0..=200).map(|t| branch.recording().digest(t).unwrap()).collect();
    assert_eq!(past, again);
    assert_eq!(branch.annals().marks().len(), fell + 1, "the falls of the past and the order");
    assert_eq!(branch.origin(), Some((0, 200)));
    assert!(says(&theatre, "walker 4 turns"));
}

#[test]
fn the_old_branch_can_be_watched_again_at_the_same_moment() {
    let mut theatre = resolved(600, 0);
    theatre.obey(Command::Seek(Moment::between(250, 0.5)));
    theatre.obey(Command::RetreatAll);
    let new = digest(&theatre);
    theatre.resolve(Budget::Everything);
    theatre.obey(Command::Seek(Moment::between(400, 0.5)));
    let x = |theatre: &Theatre<Toy>| ToyView.unit(&theatre.scene().unwrap(), 0).unwrap().at.x;
    let turned = x(&theatre);
    theatre.obey(Command::PreviousBranch);
    assert_eq!(theatre.playback().cursor(), Moment::between(400, 0.5));
    assert_ne!(x(&theatre), turned);
    theatre.obey(Command::NextBranch);
    assert_eq!(x(&theatre).to_bits(), turned.to_bits());
    theatre.obey(Command::Seek(Moment::between(250, 0.5)));
    assert_eq!(digest(&theatre), new);
}

#[test]
fn orders_that_make_no_sense_are_answered_and_change_nothing() {
    let mut theatre = resolved(600, 50);
    theatre.obey(Command::Retreat);
    assert_eq!(theatre.word(), Some("select who retreats: click a unit"));
    theatre.obey(Command::Focus(2));
    assert_eq!(theatre.word(), Some("that one is on your side"));
    theatre.obey(Command::End);
    theatre.obey(Command::RetreatAll);
    assert_eq!(theatre.word(), Some("the fight is over"));
    assert_eq!(theatre.branches().all().len(), 1);
    theatre.obey(Command::Home);
    (0..2).for_each(|_| theatre.obey(Command::RetreatAll));
    assert_eq!(theatre.word(), Some("that is ordered already"));
    assert_eq!(theatre.branches().all().len(), 2);
}

#[test]
fn the_outcome_is_told_on_the_terminal_frame_alone() {
    let mut theatre = resolved(600, 599);
    assert!(!says(&theatre, "Left wins"));
    theatre.obey(Command::Seek(Moment::between(599, 0.99)));
    assert!(!says(&theatre, "Left wins"));
    theatre.obey(Command::End);
    assert!(says(&theatre, "Left wins") && says(&theatre, "the walk is over · 1:00.0"));
}

#[test]
fn without_spoilers_neither_length_nor_end_is_told_before_it_is_watched() {
    let start = Start { spoiler_free: true, ..Start::default() };
    let mut theatre = theatre(600, start);
    theatre.resolve(Budget::Ticks(50));
    assert!(says(&theatre, "its length stays hidden") && !says(&theatre, "600"));
    while theatre.is_busy() {
        theatre.resolve(Budget::Everything);
    }
    theatre.advance(FRAME);
    assert!(says(&theatre, "–:––") && !says(&theatre, "1:00.0"));
    theatre.obey(Command::End);
    theatre.obey(Command::NextFall);
    assert_eq!(theatre.playback().cursor().tick(), 0, "nothing beyond what was watched can be gone to");
    theatre.obey(Command::SetSpeed(Speed::from_halves(16).unwrap()));
    for _ in 0..60 * 9 {
        theatre.advance(FRAME);
    }
    assert!(says(&theatre, "Left wins") && says(&theatre, "/ 1:00.0"));
}

#[test]
fn falls_and_orders_can_be_gone_through() {
    let mut theatre = resolved(600, 0);
    let mut seen = Vec::new();
    for _ in 0..4 {
        theatre.obey(Command::NextFall);
        seen.push(theatre.playback().cursor().tick());
    }
    assert_eq!(seen, [40, 70, 100, 100]);
    assert_eq!(theatre.word(), Some("no fall after this"));
    theatre.obey(Command::Seek(Moment::between(70, 0.1)));
    theatre.obey(Command::PreviousFall);
    assert_eq!(theatre.playback().cursor().tick(), 70);
    theatre.obey(Command::PreviousFall);
    assert_eq!(theatre.playback().cursor().tick(), 40);
}

#[test]
fn the_mouse_scrubs_selects_orders_and_jumps_from_the_feed() {
    let mut theatre = resolved(600, 90);
    let track = theatre.layout().track;
    let (from, to) = (track.at(0.2, 0.5), track.at(0.5, 0.5));
    theatre.input(&Input::Press(from, Button::Left, Held::default()));
    theatre.input(&Input::Move(to));
    theatre.input(&Input::Move(vec2(to.x, 5.0)));
    theatre.input(&Input::Release(vec2(to.x, 5.0), Button::Left, Held::default()));
    assert!(theatre.playback().cursor().tick().abs_diff(300) <= 1);

    click(&mut theatre, spot(5), Button::Left);
    assert_eq!(theatre.selected(), [5]);
    click(&mut theatre, spot(6), Button::Right);
    assert_eq!(theatre.branches().current().name(), "walker 6 turns");
    theatre.resolve(Budget::Everything);

    let line = drawn(&theatre).texts().find(|(text, _)| *text == "Walker 2 falls").unwrap().1;
    click(&mut theatre, |_: &Theatre<Toy>| line.centre(), Button::Left);
    assert_eq!(theatre.playback().cursor(), Moment::of_tick(70));

    let lane = theatre.layout().lane(0, 1).centre();
    click(&mut theatre, |_: &Theatre<Toy>| lane, Button::Left);
    assert_eq!(theatre.branches().current_place(), 0);
}

#[test]
fn a_right_click_on_the_ground_sends_the_selected_there() {
    let mut theatre = resolved(600, 90);
    let empty = |theatre: &Theatre<Toy>| theatre.lens().screen_from_field(vec2(9_000.0, 300.0));
    click(&mut theatre, empty, Button::Right);
    assert_eq!(theatre.branches().all().len(), 1, "nobody is selected, so nobody goes");
    click(&mut theatre, spot(5), Button::Left);
    click(&mut theatre, empty, Button::Right);
    assert_eq!(theatre.branches().current().name(), "walker 5 turns");
    theatre.obey(Command::AimFocus);
    click(&mut theatre, empty, Button::Right);
    assert_eq!(theatre.branches().all().len(), 2, "while an enemy is chosen it only ends that");
}

fn spot(place: usize) -> impl Fn(&Theatre<Toy>) -> Vec2 {
    move |theatre| theatre.lens().screen_from_field(ToyView.unit(&theatre.scene().unwrap(), place).unwrap().at)
}

fn click(theatre: &mut Theatre<Toy>, at: impl Fn(&Theatre<Toy>) -> Vec2, button: Button) {
    let at = at(theatre);
    theatre.input(&Input::Move(at));
    theatre.input(&Input::Press(at, button, Held::default()));
    theatre.input(&Input::Release(at, button, Held::default()));
}

#[test]
fn a_box_selects_one_side_and_shift_adds() {
    let mut theatre = resolved(600, 10);
    let field = theatre.layout().field;
    let (from, to) = (field.at(0.01, 0.01), field.at(0.99, 0.99));
    theatre.input(&Input::Press(from, Button::Left, Held::default()));
    theatre.input(&Input::Move(to));
    theatre.input(&Input::Release(to, Button::Left, Held::default()));
    assert_eq!(theatre.selected(), [0, 1, 2, 3]);
    let at = spot(6)(&theatre);
    let shift = Held { shift: true, ctrl: false };
    theatre.input(&Input::Press(at, Button::Left, shift));
    theatre.input(&Input::Release(at, Button::Left, shift));
    assert_eq!(theatre.selected(), [0, 1, 2, 3, 6]);
    theatre.obey(Command::Seek(Moment::of_tick(45)));
    assert_eq!(theatre.selected(), [0, 2, 3, 6], "the fallen are let go");
}

#[test]
fn the_map_is_there_while_one_looks_closer_and_leads_elsewhere() {
    let mut theatre = resolved(600, 10);
    let middle = |theatre: &Theatre<Toy>| theatre.lens().field_from_screen(theatre.layout().field.centre());
    theatre.obey(Command::FitView);
    assert_eq!(theatre.minimap(), None);
    theatre.obey(Command::Zoom { around: theatre.layout().field.centre(), factor: 4.0 });
    let (before, corner) = (middle(&theatre), theatre.minimap().unwrap().rect.at(0.02, 0.02));
    theatre.input(&Input::Press(corner, Button::Left, Held::default()));
    let pressed = middle(&theatre);
    assert!(pressed.x < before.x && pressed.y < before.y, "{before:?} {pressed:?}");
    theatre.input(&Input::Move(vec2(9_999.0, 9_999.0)));
    let dragged = middle(&theatre);
    assert!(dragged.x > before.x && dragged.y > before.y, "{before:?} {dragged:?}");
    theatre.input(&Input::Release(corner, Button::Left, Held::default()));
    theatre.input(&Input::Move(corner));
    assert_eq!(middle(&theatre), dragged, "let go of");
}

#[test]
fn the_camera_follows_a_unit_until_it_is_led_away_or_the_unit_is_gone() {
    let mut theatre = resolved(600, 200);
    theatre.obey(Command::FollowUnit);
    assert!(theatre.followed().is_none() && says(&theatre, "select whom to follow"));
    theatre.obey(Command::Select { place: 5, add: false });
    let shift = Held { shift: true, ctrl: false };
    theatre.input(&Input::Key(Key::Sign('c'), shift));
    assert!(theatre.followed() == Some(5) && says(&theatre, "after Walker 5"));
    let off_middle = |theatre: &Theatre<Toy>| {
        let at = ToyView.unit(&theatre.scene().unwrap(), 5).unwrap().at;
        (theatre.lens().screen_from_field(at) - theatre.layout().field.centre()).length()
    };
    let wide = theatre.lens().scale;
    theatre.obey(Command::Zoom { around: vec2(300.0, 200.0), factor: 1.5 });
    assert!(theatre.followed() == Some(5) && theatre.lens().scale > wide, "nearer, and still after it");
    for tick in [200, 260, 330] {
        theatre.obey(Command::Seek(Moment::of_tick(tick)));
        assert!(off_middle(&theatre) < 60.0, "{} points off at {tick}", off_middle(&theatre));
    }
    let lens = theatre.lens();
    theatre.obey(Command::Select { place: 5, add: false });
    theatre.obey(Command::Retreat);
    assert_eq!(theatre.lens(), lens, "an order moves nothing of the picture it is given at");
    theatre.obey(Command::Pan(vec2(40.0, 0.0)));
    assert_eq!(theatre.followed(), None);
    theatre.obey(Command::Seek(Moment::of_tick(60)));
    theatre.obey(Command::Select { place: 2, add: false });
    theatre.obey(Command::FollowUnit);
    theatre.obey(Command::Seek(Moment::of_tick(69)));
    let lens = theatre.lens();
    theatre.obey(Command::Seek(Moment::of_tick(71)));
    assert_eq!(theatre.followed(), None, "it fell");
    assert!(
        (theatre.lens().field_from_screen(vec2(0.0, 0.0)) - lens.field_from_screen(vec2(0.0, 0.0))).length() < 900.0
    );
}

#[test]
fn overlays_come_and_go_by_key_and_by_a_click_on_the_legend() {
    let mut theatre = resolved(600, 100);
    assert!(!says(&theatre, "Moods"));
    theatre.input(&Input::Key(Key::Sign('z'), Held::default()));
    assert!(says(&theatre, "Ways") && says(&theatre, "where it goes") && says(&theatre, "low"));
    theatre.input(&Input::Key(Key::F5, Held::default()));
    assert!(says(&theatre, "Ways") && !says(&theatre, "where it goes") && says(&theatre, "high"));
    let canvas = drawn(&theatre);
    let (_, line) = canvas.texts().find(|(text, _)| *text == "Ways").unwrap();
    theatre.input(&Input::Press(line.centre(), Button::Left, Held::default()));
    theatre.input(&Input::Release(line.centre(), Button::Left, Held::default()));
    assert!(says(&theatre, "where it goes"), "clicked on");
    theatre.input(&Input::Key(Key::F8, Held::default()));
    theatre.obey(Command::ToggleOverlays);
    assert!(!says(&theatre, "Ways"), "nothing is shown, no legend either");
}

#[test]
fn the_selected_are_told_by_button_by_key_and_at_a_spot() {
    let mut theatre = resolved(600, 200);
    assert!(!says(&theatre, "Turn back"), "nobody is selected");
    theatre.obey(Command::Select { place: 5, add: false });
    let click = |theatre: &mut Theatre<Toy>, at: Vec2| {
        theatre.input(&Input::Move(at));
        theatre.input(&Input::Press(at, Button::Left, Held::default()));
        theatre.input(&Input::Release(at, Button::Left, Held::default()));
    };
    let orders = |theatre: &Theatre<Toy>| theatre.branches().current().recording().orders().all().len();
    let canvas = drawn(&theatre);
    let (_, button) = canvas.texts().find(|(text, _)| *text == "Turn back").unwrap();
    click(&mut theatre, button.centre());
    assert_eq!((orders(&theatre), theatre.selected()), (1, &[5][..]));
    let ctrl = Held { shift: false, ctrl: true };
    theatre.obey(Command::Seek(Moment::of_tick(210)));
    theatre.input(&Input::Key(Key::Sign('1'), ctrl));
    assert!(orders(&theatre) == 1 && says(&theatre, "Click the spot"));
    let spot = theatre.lens().screen_from_field(vec2(5_000.0, 300.0));
    click(&mut theatre, spot);
    assert_eq!(orders(&theatre), 2);
    assert!(!says(&theatre, "Click the spot") && theatre.selected() == [5], "aimed once");
    theatre.input(&Input::Key(Key::Sign('9'), ctrl));
    assert!(orders(&theatre) == 2 && says(&theatre, "they cannot do that"));
    theatre.obey(Command::Seek(Moment::of_tick(220)));
    theatre.obey(Command::Tell('1'));
    theatre.obey(Command::Aim { spot: vec2(-9.0, 300.0), unit: None });
    assert!(orders(&theatre) == 2 && says(&theatre, "that is off the field"), "the refusal is told");
    theatre.obey(Command::Tell('1'));
    theatre.obey(Command::Cancel);
    assert!(!says(&theatre, "Click the spot") && theatre.selected() == [5], "Esc lets go of the aim first");
}

#[test]
fn every_key_in_the_help_asks_something() {
    let lens = theatre(10, Start::default()).lens();
    let asks = |key, shift| crate::input::command_for_key(key, Held { shift, ctrl: false }, lens).is_some();
    for sign in ",.bcnpot[]rfh?+-wasd0j12345leuixmvgz".chars() {
        assert!(asks(Key::Sign(sign), false), "{sign}");
    }
    for name in
        ["space", "left", "right", "up", "down", "home", "end", "tab", "enter", "escape", "f5", "f6", "f7", "f8"]
    {
        let key = NAMED_KEYS.iter().find(|(known, _)| *known == name).unwrap().1;
        assert!(asks(key, false) && asks(key, true), "{name}");
    }
}

fn keys(theatre: &mut Theatre<Toy>, typed: &str) {
    for sign in typed.chars() {
        let key = match sign {
            ' ' => Key::Space,
            '⏎' => Key::Enter,
            '⌫' => Key::Backspace,
            '⎋' => Key::Escape,
            sign => Key::Sign(sign.to_ascii_lowercase()),
        };
        if sign.is_ascii() {
            theatre.input(&Input::Text(sign));
        }
        theatre.input(&Input::Key(key, Held { shift: sign.is_ascii_uppercase(), ctrl: false }));
    }
}

#[test]
fn a_time_that_is_typed_is_gone_to_and_a_wrong_one_is_told() {
    let mut theatre = resolved(600, 0);
    keys(&mut theatre, "g0:12.3⏎");
    assert_eq!(theatre.playback().cursor(), Moment::of_tick(123));
    keys(&mut theatre, "gt456⏎");
    assert_eq!(theatre.playback().cursor(), Moment::of_tick(456));
    keys(&mut theatre, "gnp⏎");
    assert!(theatre.playback().cursor() == Moment::of_tick(456) && says(&theatre, "a time is 1:08.3"));
    keys(&mut theatre, "⌫⌫3:00⏎");
    assert!(says(&theatre, "the fight ends at 1:00.0"));
    keys(&mut theatre, "⎋");
    assert!(theatre.prompt().is_none());
    theatre.obey(Command::Home);
    theatre.obey(Command::ToggleSpoilerFree);
    theatre.obey(Command::Seek(Moment::of_tick(200)));
    keys(&mut theatre, "gt450⏎");
    assert_eq!(theatre.playback().cursor(), Moment::of_tick(450), "it was watched before");
}

#[test]
fn without_spoilers_a_typed_time_leads_nowhere_that_was_not_watched_and_tells_no_length() {
    let mut theatre = theatre(600, Start { spoiler_free: true, ..Start::default() });
    while theatre.is_busy() {
        theatre.resolve(Budget::Everything);
    }
    for typed in ["gt500⏎⎋", "gt5000⏎⎋"] {
        keys(&mut theatre, typed.trim_end_matches('⎋'));
        assert_eq!(theatre.prompt().unwrap().fault.as_deref(), Some("you have not watched that far yet"));
        keys(&mut theatre, "⎋");
    }
    assert_eq!(theatre.playback().watched().tick(), 0);
}

#[test]
fn fast_forward_is_held_by_key_and_by_mouse() {
    let mut theatre = resolved(600, 10);
    theatre.input(&Input::Key(Key::Sign('l'), Held::default()));
    theatre.advance(Duration::from_millis(250));
    assert_eq!(theatre.playback().cursor(), Moment::of_tick(30));
    theatre.input(&Input::KeyUp(Key::Sign('l')));
    theatre.advance(Duration::from_millis(250));
    assert_eq!(theatre.playback().cursor(), Moment::of_tick(30), "it was paused before");
    let button = theatre.button_rect(&Command::Hurry(true)).unwrap().centre();
    theatre.input(&Input::Press(button, Button::Left, Held::default()));
    theatre.advance(Duration::from_millis(250));
    theatre.input(&Input::Release(vec2(2.0, 2.0), Button::Left, Held::default()));
    theatre.advance(Duration::from_millis(250));
    assert_eq!(theatre.playback().cursor(), Moment::of_tick(50));
}

#[test]
fn a_part_is_repeated_and_its_handles_can_be_dragged() {
    let mut theatre = resolved(600, 100);
    keys(&mut theatre, "u");
    theatre.obey(Command::Seek(Moment::of_tick(200)));
    keys(&mut theatre, "i");
    assert!(says(&theatre, "A") && says(&theatre, "B"));
    let letter =
        |theatre: &Theatre<Toy>, letter| drawn(theatre).texts().find(|(t, _)| *t == letter).unwrap().1.centre();
    let (b, track) = (letter(&theatre, "B"), theatre.layout().track);
    theatre.input(&Input::Press(b, Button::Left, Held::default()));
    theatre.input(&Input::Move(track.at(0.5, 0.5)));
    theatre.input(&Input::Release(track.at(0.5, 0.5), Button::Left, Held::default()));
    let (a, b) = theatre.playback().repeat().part().unwrap();
    assert_eq!((a, b.tick().abs_diff(300) <= 1), (Moment::of_tick(100), true));
    theatre.obey(Command::Seek(Moment::of_tick(299)));
    theatre.obey(Command::Play);
    for _ in 0..30 {
        theatre.advance(FRAME);
    }
    assert!(theatre.playback().cursor() < Moment::of_tick(110) && theatre.playback().cursor() > a);
    keys(&mut theatre, "x");
    assert_eq!(theatre.playback().repeat().part(), None);
}

#[test]
fn markers_are_set_named_gone_to_and_hidden_like_all_that_was_not_watched() {
    let mut theatre = resolved(600, 120);
    keys(&mut theatre, "m");
    theatre.obey(Command::Seek(Moment::of_tick(300)));
    keys(&mut theatre, "MThe turn⏎");
    let kept: Vec<(u32, &str)> = theatre.markers().iter().map(|m| (m.tick, m.name.as_str())).collect();
    assert_eq!(kept, [(120, ""), (300, "The turn")]);
    keys(&mut theatre, "V");
    assert_eq!(theatre.playback().cursor(), Moment::of_tick(120));
    keys(&mut theatre, "v");
    assert_eq!((theatre.playback().cursor(), theatre.word()), (Moment::of_tick(300), Some("The turn")));
    keys(&mut theatre, "v");
    assert_eq!(theatre.word(), Some("no marker after this"));
    keys(&mut theatre, "m");
    assert_eq!(theatre.markers().len(), 1);
}

#[test]
fn the_bar_shows_a_moment_before_one_goes_there_unless_it_is_hidden() {
    let mut theatre = resolved(600, 0);
    let track = theatre.layout().track;
    theatre.input(&Input::Move(track.at(0.5, 0.5)));
    assert!(says(&theatre, "0:30.0  ·  300") || says(&theatre, "0:29.9  ·  299"));
    let walkers = drawn(&theatre).texts().filter(|(text, _)| text.starts_with("walker")).count();
    assert!(walkers > 8, "the field is drawn twice: {walkers}");
    theatre.obey(Command::ToggleSpoilerFree);
    assert!(says(&theatre, "not watched yet") && !says(&theatre, "300"));
}

#[test]
fn the_strength_of_the_other_branch_lies_over_the_graph_from_where_they_part() {
    let mut theatre = resolved(600, 0);
    let lines = |theatre: &Theatre<Toy>| {
        let canvas = drawn(theatre);
        let points = canvas.items().iter().filter_map(|item| match &item.shape {
            crate::canvas::Shape::Line { points, closed: false, colour, .. } if *colour == palette::LICHEN => {
                Some(canvas.points(points).to_vec())
            }
            _ => None,
        });
        points.max_by_key(Vec::len).unwrap_or_default()
    };
    assert!(lines(&theatre).len() < 10);
    theatre.obey(Command::Seek(Moment::of_tick(300)));
    theatre.obey(Command::RetreatAll);
    while theatre.is_busy() {
        theatre.resolve(Budget::Everything);
    }
    let ghost = lines(&theatre);
    let track = theatre.layout().track;
    assert!((ghost[0].x - track.at(0.5, 0.0).x).abs() < 1.0, "from the split");
    assert!((ghost.last().unwrap().x - track.right()).abs() < 1.0, "to its end");
    theatre.obey(Command::ToggleSpoilerFree);
    theatre.obey(Command::SwitchBranch(0));
    assert!(lines(&theatre).len() < 10, "what was not watched of it stays hidden");
}

#[test]
fn the_head_is_followed_while_it_is_recorded() {
    let mut theatre = theatre(600, Start::default());
    keys(&mut theatre, "e");
    for head in [50, 100] {
        theatre.resolve(Budget::Ticks(50));
        theatre.advance(FRAME);
        assert_eq!(theatre.playback().cursor(), Moment::of_tick(head));
    }
    assert!(says(&theatre, "at the recorder's head"));
    while theatre.is_busy() {
        theatre.resolve(Budget::Everything);
    }
    assert!(theatre.playback().is_at_end());
}

/// SplitMix64: a test's dice.
struct Dice(u64);

impl Dice {
    fn roll(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    fn below(&mut self, n: u64) -> u64 {
        self.roll() % n
    }

    fn point(&mut self, size: Vec2) -> Vec2 {
        let part = |roll: u64| roll as f32 / 1_000.0 * 1.2 - 0.1;
        vec2(part(self.below(1_001)) * size.x, part(self.below(1_001)) * size.y)
    }

    fn input(&mut self, size: Vec2) -> Input {
        let held = Held { shift: self.below(4) == 0, ctrl: false };
        let button = [Button::Left, Button::Left, Button::Right, Button::Middle][self.below(4) as usize];
        match self.below(9) {
            0 | 1 => Input::Key(Key::Sign(char::from(b' ' + self.below(95) as u8)), held),
            2 => Input::Key(NAMED_KEYS[self.below(NAMED_KEYS.len() as u64) as usize].1, held),
            3 | 4 => Input::Press(self.point(size), button, held),
            5 => Input::Release(self.point(size), button, held),
            6 => Input::Move(self.point(size)),
            7 => [Input::KeyUp(Key::Sign('l')), Input::Text('5')][self.below(2) as usize],
            _ => Input::Wheel(self.point(size), self.below(9) as f32 - 4.0),
        }
    }
}

#[test]
fn no_sequence_of_hands_breaks_the_theatre() {
    let mut dice = Dice(41);
    let (mut canvas, mut atlas, mut mesh) = (Canvas::new(vec2(1.0, 1.0)), Atlas::new(), Mesh::new());
    let mut theatre = theatre(400, Start::default());
    let mut most = 0;
    for round in 0..2_500 {
        let size = [vec2(1280.0, 720.0), vec2(900.0, 600.0), vec2(320.0, 200.0)][(round / 500) % 3];
        theatre.set_size(size);
        theatre.input(&dice.input(size));
        if dice.below(3) == 0 {
            theatre.resolve(Budget::Ticks(dice.below(40) as u32));
        }
        theatre.advance(Duration::from_millis(dice.below(400)));
        most = most.max(theatre.branches().all().len());
        let playback = theatre.playback();
        let cursor = playback.cursor();
        assert!((0.0..1.0).contains(&cursor.alpha()), "round {round}");
        assert!(cursor <= Moment::of_tick(playback.head()) && playback.watched() >= cursor, "round {round}");
        assert_eq!(theatre.scene().unwrap().now.tick(), cursor.tick(), "round {round}");
        if round % 10 == 0 {
            theatre.draw(&mut canvas);
            mesh.build(&canvas, &mut atlas, 1.0);
            assert!(mesh.vertices.iter().all(|v| v.at.x.is_finite() && v.at.y.is_finite()), "round {round}");
        }
    }
    assert!(most > 1, "the hands gave orders too");
}

fn hold(theatre: &mut Theatre<Toy>, key: char) {
    theatre.input(&Input::Key(Key::Sign(key), Held::default()));
}

#[test]
fn without_spoilers_the_head_is_where_one_has_watched_to() {
    let mut theatre = theatre(600, Start { at: Some(60), spoiler_free: true, ..Start::default() });
    theatre.resolve(Budget::Ticks(200));
    theatre.obey(Command::FollowHead);
    while theatre.is_busy() {
        theatre.resolve(Budget::Everything);
    }
    assert!(theatre.playback().watched() <= Moment::of_tick(60), "{:?}", theatre.playback());
    theatre.obey(Command::Home);
    theatre.obey(Command::FollowHead);
    assert_eq!(theatre.playback().cursor(), theatre.playback().watched());
    assert!(theatre.playback().is_playing() && theatre.playback().watched() <= Moment::of_tick(60));
    theatre.obey(Command::Pause);
    for command in [Command::End, Command::NextFall, Command::NextMarker] {
        theatre.obey(Command::Hurry(false));
        theatre.obey(command);
        assert_eq!(theatre.word(), Some("nothing further is watched yet"));
    }
    theatre.obey(Command::Seek(Moment::of_tick(50)));
    theatre.obey(Command::NextFall);
    assert_eq!(theatre.word(), Some("no fall after this, as far as was watched"));
}

#[test]
fn what_holds_is_let_go_of_when_the_hands_are_elsewhere() {
    let mut theatre = resolved(600, 90);
    let track = theatre.layout().track;
    theatre.input(&Input::Press(track.at(0.2, 0.5), Button::Left, Held::default()));
    hold(&mut theatre, 'l');
    assert!(theatre.playback().is_scrubbing() && theatre.playback().is_hurried());
    crate::screen::Screen::let_go(&mut theatre);
    assert!(!theatre.playback().is_scrubbing() && !theatre.playback().is_hurried());
    let at = theatre.playback().cursor();
    theatre.input(&Input::Move(track.at(0.8, 0.5)));
    assert_eq!(theatre.playback().cursor(), at);
}

#[test]
fn one_aims_only_where_and_while_one_looks() {
    let mut theatre = resolved(600, 90);
    let aims = |theatre: &Theatre<Toy>| says(theatre, "Click the enemy to go for");
    for command in [Command::Step(1), Command::Home, Command::ToggleHelp, Command::AskTime] {
        theatre.obey(Command::Seek(Moment::of_tick(90)));
        theatre.obey(Command::AimFocus);
        assert!(aims(&theatre));
        theatre.obey(command.clone());
        assert!(!aims(&theatre), "{command:?}");
        if !matches!(command, Command::Step(_) | Command::Home) {
            theatre.obey(Command::Cancel);
        }
    }
    theatre.obey(Command::Seek(Moment::of_tick(599)));
    theatre.obey(Command::AimFocus);
    theatre.obey(Command::Play);
    (0..30).for_each(|_| theatre.advance(FRAME));
    assert!(!aims(&theatre));
    theatre.obey(Command::AimFocus);
    assert_eq!(theatre.word(), Some("the fight is over"));
}

#[test]
fn neither_peek_nor_card_lies_over_what_is_open() {
    let mut theatre = resolved(600, 10);
    theatre.obey(Command::Select { place: 5, add: false });
    theatre.input(&Input::Move(theatre.layout().track.at(0.05, 0.5)));
    assert!(says(&theatre, "on two feet") && says(&theatre, "  ·  "), "a card and a peek");
    theatre.obey(Command::AskTime);
    assert!(!says(&theatre, "on two feet"));
    theatre.obey(Command::Cancel);
    theatre.obey(Command::ToggleHelp);
    assert!(!says(&theatre, "on two feet") && !says(&theatre, "  ·  "));
}

#[test]
fn a_clip_fills_the_bar_and_says_where_it_ends() {
    let whole = recorder(600, 10).finish().unwrap();
    let clip = ::recorder::file::open::<Toy>(&whole.clip(60..=110).unwrap(), "toy", None).unwrap().recording;
    let mut theatre = Theatre::new(Box::new(ToyView), Opening::Ready(clip), Start::default());
    while theatre.is_busy() {
        theatre.resolve(Budget::Everything);
    }
    theatre.obey(Command::Seek(Moment::of_tick(109)));
    assert!(!says(&theatre, "The clip ends here"));
    theatre.obey(Command::End);
    assert!(says(&theatre, "The clip ends here"));
    let track = theatre.layout().track;
    theatre.input(&Input::Press(track.at(0.5, 0.5), Button::Left, Held::default()));
    assert!(theatre.playback().cursor().tick().abs_diff(85) <= 1, "{:?}", theatre.playback().cursor());
    theatre.input(&Input::Release(track.at(0.5, 0.5), Button::Left, Held::default()));
    theatre.obey(Command::End);
    theatre.obey(Command::ToggleAftermath);
    assert_eq!(theatre.word(), Some("a clip has no aftermath"));
}
