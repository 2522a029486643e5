//! The battle without a window: something to be seen at every zoom, the same picture from both ways, nobody who slides
//! from nowhere, only what shows is drawn, and orders as asked.

use std::sync::Arc;

use player::branches::Opening;
use player::canvas::mesh::Mesh;
use player::canvas::{Atlas, Canvas, Shape};
use player::command::Command;
use player::geometry::vec2;
use player::playback::Moment;
use player::theatre::{Start, Theatre};
use player::view::{Scene, View};
use recorder::{Budget, Orders, Recorder, Settings};

use super::pose::Poses;
use super::{LegionView, body};
use crate::kernel::ruleset::Ruleset;
use crate::legion::Legion;
use crate::legion::order::Word;
use crate::legion::testing::{battle, line, shipped};

/// A battle recorded so far, paused at a tick.
fn theatre(rules: Legion, ticks: u32, at: u32) -> Theatre<Legion> {
    let orders = Orders::new(rules.scenario_orders());
    let mut recorder = Recorder::new(Arc::new(rules), orders, Settings::default());
    recorder.advance(Budget::Ticks(ticks)).expect("it runs");
    let start = Start { at: Some(at), ..Start::default() };
    let mut theatre = Theatre::new(Box::new(LegionView::default()), Opening::Resolve(Box::new(recorder)), start);
    while theatre.branches().current().head() < ticks && theatre.is_busy() {
        theatre.resolve(Budget::Ticks(1));
    }
    theatre.obey(Command::Play);
    theatre.obey(Command::Pause);
    theatre.obey(Command::Seek(Moment::of_tick(at)));
    theatre
}

/// Two units a side, about to meet.
fn meeting() -> Legion {
    battle(
        &[line("legionary-cohort", 60, [0, -14], 90), line("archers", 40, [0, -70], 90)],
        &[line("warband", 60, [0, 14], 270), line("riders", 20, [60, 40], 270)],
    )
}

fn drawn(theatre: &Theatre<Legion>) -> Canvas {
    let mut canvas = Canvas::new(vec2(1.0, 1.0));
    theatre.draw(&mut canvas);
    canvas
}

fn marks(canvas: &Canvas) -> usize {
    let swarm = |shape: &Shape| if let Shape::Swarm { marks, .. } = shape { marks.len() } else { 0 };
    canvas.items().iter().map(|item| swarm(&item.shape)).sum()
}

#[test]
fn there_is_something_to_see_at_every_zoom() {
    let mut theatre = theatre(meeting(), 150, 120);
    let (mut mesh, mut atlas) = (Mesh::new(), Atlas::new());
    theatre.obey(Command::FitView);
    let mut last = 0.0;
    for factor in [1.0, 8.0, 6.0, 4.0] {
        let around = theatre.lens().screen_from_field(vec2(0.0, 0.0));
        theatre.obey(Command::Zoom { around, factor });
        assert!(theatre.lens().scale > last);
        last = theatre.lens().scale;
        let canvas = drawn(&theatre);
        assert!(marks(&canvas) > 60, "{last} points a metre: {} marks", marks(&canvas));
        assert!(canvas.texts().any(|(text, _)| text.ends_with(" m")), "how far that is");
        mesh.build(&canvas, &mut atlas, 1.0);
        assert!(mesh.vertices.iter().all(|v| v.at.x.is_finite() && v.at.y.is_finite()));
        let longest = mesh.runs.iter().map(|run| run.vertices.len()).max();
        assert!(longest < Some(usize::from(u16::MAX)));
    }
    assert!(last > 30.0, "so near that a man is a man");
    theatre.obey(Command::FollowFight);
    let names: Vec<String> = drawn(&theatre).texts().map(|(text, _)| text.to_owned()).collect();
    let shows = |wanted: &str| names.iter().any(|name| name == wanted);
    assert!(shows("Rome") && shows("Juthungi"), "{names:?}");
    assert!(["Skirmish", "Clash", "Rout"].into_iter().any(shows), "the phase of the field: {names:?}");
    theatre.obey(Command::ToggleOverlays);
    let names: Vec<String> = drawn(&theatre).texts().map(|(text, _)| text.to_owned()).collect();
    for overlay in ["Plans", "Targets", "Morale", "Contact"] {
        assert!(names.iter().any(|name| name == overlay), "{overlay} is in the legend");
    }
}

#[test]
fn what_units_do_is_written_over_no_flag_and_no_other_words() {
    let rome: Vec<String> = (0..6).map(|n| line("legionary-cohort", 60, [n * 14 - 42, -20], 90)).collect();
    let mut theatre = theatre(battle(&rome, &[line("warband", 60, [0, 200], 270)]), 40, 40);
    theatre.obey(Command::ToggleOverlays);
    let around = theatre.lens().screen_from_field(vec2(0.0, 20.0));
    theatre.obey(Command::Zoom { around, factor: 2.2 / theatre.lens().scale });
    let canvas = drawn(&theatre);
    let said: Vec<_> = canvas.texts().filter(|(text, _)| *text == "stands in the line").map(|(_, rect)| rect).collect();
    assert!((2..6).contains(&said.len()), "some of six, side by side: {said:?}");
    let rooms: Vec<_> = said.iter().map(|rect| rect.inset_by(0.0, 3.0)).collect();
    for (place, room) in rooms.iter().enumerate() {
        assert!(rooms[..place].iter().all(|other| !other.overlaps(*room)), "{rooms:?}");
    }
}

#[test]
fn every_moment_draws_the_same_forwards_backwards_and_after_a_seek() {
    let mut theatre = theatre(meeting(), 400, 0);
    let around = theatre.lens().screen_from_field(vec2(0.0, 0.0));
    theatre.obey(Command::Zoom { around, factor: 2.0 });
    let step = theatre.branches().current().head() / 20;
    assert!(step > 3, "it lasts for a while");
    let moments: Vec<Moment> = (0..20).map(|i| Moment::between(i * step, f64::from(i % 4) * 0.25)).collect();
    let picture = |theatre: &mut Theatre<Legion>, moment: Moment| {
        theatre.obey(Command::Seek(moment));
        let canvas = drawn(theatre);
        let swarms = canvas.items().iter().filter_map(|item| match &item.shape {
            Shape::Swarm { marks, .. } => Some(canvas.marks(marks).to_vec()),
            _ => None,
        });
        let swarms: Vec<_> = swarms.collect();
        (swarms, canvas.items().to_vec(), canvas.texts().map(|(text, _)| text.to_owned()).collect::<Vec<_>>())
    };
    let pictures: Vec<_> = moments.iter().map(|moment| picture(&mut theatre, *moment)).collect();
    assert!(pictures.windows(2).all(|pair| pair[0].0 != pair[1].0), "time is seen to pass");
    for (moment, before) in moments.iter().zip(&pictures).rev() {
        assert!(picture(&mut theatre, *moment) == *before, "{moment:?}");
    }
}

#[test]
fn only_what_shows_is_drawn() {
    let mut theatre = theatre(shipped("legion/small"), 2, 0);
    let all = marks(&drawn(&theatre));
    let around = theatre.lens().screen_from_field(vec2(-900.0, -900.0));
    theatre.obey(Command::Zoom { around, factor: 100.0 });
    theatre.obey(Command::LookAt(vec2(-900.0, -900.0)));
    let mut own = Canvas::new(theatre.layout().screen.at(1.0, 1.0));
    let look = player::view::Look {
        lens: theatre.lens(),
        selected: &[],
        hovered: None,
        aiming: false,
        overlays: player::view::Overlays::first(4),
        chosen: None,
        driven: None,
        pointer: None,
    };
    let scene = theatre.scene().unwrap();
    let sight = Poses::of_scene(&scene);
    let men: usize = sight.units.iter().map(|unit| sight.men(unit, look.lens, 0.0).count()).sum();
    assert_eq!(men, 0, "nobody is there");
    LegionView::default().draw(&scene, &look, &mut own);
    assert!(all > 600);
    let flags = own.texts().filter(|(text, _)| scene.cast().units.iter().any(|unit| unit.name == **text)).count();
    assert_eq!(flags, 0);
}

#[test]
fn men_glide_between_their_own_two_places() {
    let theatre = theatre(meeting(), 80, 0);
    let branch = theatre.branches().current();
    let at = |moment| Scene::at(branch.recording(), branch.annals(), moment).unwrap();
    let (from, to) = (at(Moment::of_tick(60)), at(Moment::of_tick(61)));
    let half = at(Moment::between(60, 0.5));
    let [from, half, to] = [&from, &half, &to].map(Poses::of_scene);
    let mut went = 0;
    for man in 0..180 {
        let [from, half, to] = [&from, &half, &to].map(|poses| poses.spot(man).unwrap());
        assert!((half - from.toward(to, 0.5)).length() < 1e-3, "{man}");
        went += usize::from((to - from).length() > 0.01);
    }
    assert!(went > 50, "only {went} went anywhere");
}

/// c14: motion smoothed from states thrown away.
#[test]
fn c14_after_an_order_between_ticks_men_are_between_their_new_places() {
    let mut theatre = theatre(meeting(), 90, 60);
    theatre.obey(Command::Seek(Moment::between(60, 0.5)));
    let spots = |theatre: &Theatre<Legion>, moment| -> Vec<player::geometry::Vec2> {
        let branch = theatre.branches().current();
        let scene = Scene::at(branch.recording(), branch.annals(), moment).unwrap();
        let poses = Poses::of_scene(&scene);
        (0..60).map(|man| poses.spot(man).unwrap()).collect()
    };
    let old_next = spots(&theatre, Moment::of_tick(61));
    theatre.obey(Command::Select { place: 0, add: false });
    theatre.obey(Command::Retreat);
    let [now, next] = [60, 61].map(|tick| spots(&theatre, Moment::of_tick(tick)));
    assert_ne!(next, old_next, "they turn about at once");
    let (scene, mut moved) = (theatre.scene().unwrap(), 0);
    let poses = Poses::of_scene(&scene);
    for man in 0..60 {
        let half = poses.spot(man).unwrap();
        assert!((half - now[man].toward(next[man], 0.5)).length() < 1e-3, "{man}");
        moved += usize::from((half - now[man].toward(old_next[man], 0.5)).length() > 2e-3);
    }
    assert!(moved > 10, "only {moved} would be elsewhere if it were the old 61");
}

#[test]
fn a_unit_is_taken_hold_of_anywhere_on_it_and_by_its_flag() {
    let theatre = theatre(meeting(), 2, 0);
    let (scene, lens, view) = (theatre.scene().unwrap(), theatre.lens(), LegionView::default());
    let stance = super::pose::sketch(&scene, 0).unwrap().1;
    let picked = |spot| view.pick(&scene, lens, lens.screen_from_field(spot), 5.0);
    assert_eq!(picked(stance.point(0.9, 0.9)), Some(0), "a corner of its block");
    assert_eq!(picked(vec2(-150.0, 30.0)), None, "nobody is there");
    let homes = super::homes(scene.cast());
    let units: Vec<_> = (0..4).map(|place| (place, super::pose::sketch(&scene, place).unwrap())).collect();
    let units: Vec<_> = units.into_iter().map(|(place, (side, stance))| (place, side, stance)).collect();
    let flags = super::banners::hang(&units, lens, &homes);
    assert!(flags[0].1.centre().y > lens.screen_from_field(stance.at).y, "Rome came from the south");
    for (place, flag) in &flags {
        assert_eq!(view.pick(&scene, lens, flag.centre(), 5.0), Some(*place));
        assert!(flags.iter().all(|(other, rect)| other == place || !rect.overlaps(*flag)), "{place} is hidden");
    }
}

#[test]
fn what_is_pointed_at_becomes_orders() {
    let mut theatre = theatre(meeting(), 40, 30);
    let said = |theatre: &Theatre<Legion>| theatre.word().unwrap_or_default().to_owned();
    theatre.obey(Command::Focus(2));
    assert!(said(&theatre).starts_with("select who should"));
    theatre.obey(Command::Select { place: 0, add: false });
    theatre.obey(Command::Focus(1));
    assert!(said(&theatre).contains("own side"));
    theatre.obey(Command::Focus(2));
    theatre.obey(Command::Select { place: 1, add: true });
    theatre.obey(Command::Go { spot: vec2(20.0, 90.0), run: true });
    theatre.obey(Command::Retreat);
    let orders = theatre.branches().current().recording().orders().all().to_vec();
    let rules = meeting();
    let written: Vec<String> = orders.iter().map(|o| rules.write_order(&o.order)).collect();
    assert_eq!(written[0], "rome attack 1 3");
    let to = |place: usize| match orders[place].order.word {
        Word::Move { x, z, run: true } => (x, z),
        other => panic!("{other:?}"),
    };
    let middle = ((to(1).0 + to(2).0) / 2, (to(1).1 + to(2).1) / 2);
    assert!((middle.0 - 200).abs() < 10 && (middle.1 + 900).abs() < 10, "{middle:?}: both around the spot");
    assert!((to(1).1 - to(2).1).abs() > 300, "each in its own place");
    assert_eq!((to(3).1, to(4).1), (-11_790, -11_790), "Rome came from the south");
    assert_eq!(written.len(), 5);
}

#[test]
fn an_order_moves_nothing_of_the_picture_it_is_given_at() {
    let mut theatre = theatre(meeting(), 90, 60);
    theatre.obey(Command::Select { place: 0, add: false });
    let before = theatre.lens();
    theatre.obey(Command::Retreat);
    assert_eq!(theatre.lens(), before);
    let scene = theatre.scene().unwrap();
    assert!(!body(&scene, 0).unwrap().held, "the frame it is given at does not know of it");
}

/// What the buttons over a card offer, by key.
fn offered(theatre: &Theatre<Legion>, selected: &[usize]) -> Vec<(char, bool)> {
    let offers = LegionView::default().offers(&theatre.scene().unwrap(), selected);
    offers.iter().map(|offer| (offer.key, offer.live)).collect()
}

#[test]
fn every_word_there_is_can_be_said_by_hand() {
    let mut theatre = theatre(meeting(), 90, 30);
    theatre.obey(Command::Select { place: 0, add: false });
    let keys: String = offered(&theatre, &[0]).into_iter().map(|(key, _)| key).collect();
    assert_eq!(keys, "hfr12345789", "a cohort knows no skirmish order");
    assert!(offered(&theatre, &[0]).contains(&('1', false)), "it stands in a line already");
    assert!(offered(&theatre, &[0]).contains(&('r', false)), "and its officer has it");
    for (key, spot) in [('h', None), ('f', Some(vec2(300.0, -14.0))), ('4', None), ('9', None)] {
        theatre.obey(Command::Tell(key));
        if let Some(spot) = spot {
            theatre.obey(Command::Aim { spot, unit: None });
        }
    }
    theatre.obey(Command::Seek(Moment::of_tick(33)));
    assert!(offered(&theatre, &[0]).contains(&('r', true)), "a person has it");
    theatre.obey(Command::Tell('r'));
    let rules = meeting();
    let orders = theatre.branches().current().recording().orders().all().to_vec();
    let written: Vec<String> = orders.iter().map(|order| rules.write_order(&order.order)).collect();
    assert_eq!(
        written,
        ["rome halt 1", "rome face 1 300 14", "rome form 1 shield", "rome use 1 inspire", "rome release 1"]
    );
}

#[test]
fn what_cannot_be_done_again_yet_says_when_it_can() {
    let mut theatre = theatre(meeting(), 90, 30);
    theatre.obey(Command::Select { place: 0, add: false });
    theatre.obey(Command::Tell('9'));
    theatre.obey(Command::Seek(Moment::of_tick(40)));
    let offers = LegionView::default().offers(&theatre.scene().unwrap(), &[0]);
    let inspire = offers.iter().find(|offer| offer.key == '9').unwrap();
    assert!(!inspire.live && inspire.words == "Inspire in 90 s", "{inspire:?}");
    theatre.obey(Command::Tell('9'));
    assert_eq!(theatre.word(), Some("they cannot do that again yet"));
    assert!(offered(&theatre, &[1]).iter().all(|(key, _)| *key != '9'), "archers inspire nobody");
}

#[test]
fn panels_count_men_at_every_tick_and_know_of_no_unit_in_the_air() {
    let theatre = theatre(meeting(), 500, 450);
    let branch = theatre.branches().current();
    let head = branch.head();
    let view = LegionView::default();
    let all = player::standings::standings(
        branch,
        &view,
        player::ledger::Span { after: 0, to: head },
        player::standings::Sort::default(),
    );
    assert_eq!(all.len(), 4, "what is in the air is no unit");
    let frame = branch.recording().frame(head).unwrap();
    let lost: i64 = all.iter().map(|standing| standing.sums.taken).sum();
    let down: i64 =
        frame.rows().map(|row| view.vigor(branch.recording().cast(), 0, row)).map(|(a, b)| i64::from(b - a)).sum();
    assert!(lost > 10 && lost == down, "{lost} were lost, {down} are missing");
    assert!(all.windows(2).all(|pair| pair[0].sums.damage >= pair[1].sums.damage), "most first");
}

#[test]
fn three_armies_are_all_told_of() {
    let theatre = theatre(shipped("legion/punic"), 3, 1);
    let texts: Vec<String> = drawn(&theatre).texts().map(|(text, _)| text.to_owned()).collect();
    for name in ["Rome", "Juthungi", "Carthage"] {
        assert!(texts.iter().any(|text| text == name), "{name}: {texts:?}");
    }
    assert_eq!(texts.iter().filter(|text| *text == "draws up").count(), 3, "what each general is about");
    assert!(texts.iter().any(|text| text == "Deployment"));
    let standing = theatre.branches().current().annals().standing(2);
    let parts: Vec<f32> = standing.parts().collect();
    assert!(parts.len() == 3 && (parts.iter().sum::<f32>() - 1.0).abs() < 1e-3, "{parts:?}");
}

#[test]
fn a_block_lies_along_its_men_while_they_have_yet_to_turn() {
    let spots = |turns: f32| {
        let along = player::geometry::Vec2::at_turn(turns);
        (0..60).map(move |man| along * (man as f32 - 30.0) + along.quarter_turned() * (man % 3) as f32)
    };
    for (turns, ahead) in [(0.0, vec2(0.0, -1.0)), (0.1, vec2(0.0, -1.0)), (-0.07, vec2(0.0, -1.0))] {
        let stance = super::pose::stance_of(spots(turns), ahead);
        assert!(stance.half.y < 3.0 && stance.half.x > 24.0, "{turns}: {:?}", stance.half);
        assert!(stance.ahead.dot(ahead) > 0.7, "its front is where it faces");
    }
    // As deep as it is wide, it has no line of its own.
    let square = (0..64).map(|man| vec2((man % 8) as f32, (man / 8) as f32));
    assert!(super::pose::stance_of(square, vec2(0.0, -1.0)).ahead.dot(vec2(0.0, -1.0)) > 0.999);
}
