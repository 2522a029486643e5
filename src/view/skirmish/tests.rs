//! The skirmish without a window: the same picture from both ways, everything told, orders as asked, and quick enough.

use std::sync::Arc;
use std::time::Duration;

use player::branches::Opening;
use player::canvas::Canvas;
use player::canvas::mesh::Mesh;
use player::command::Command;
use player::geometry::vec2;
use player::ledger::Span;
use player::playback::Moment;
use player::sheet::Ready;
use player::standings::{Column, Sort, standings};
use player::theatre::{Start, Theatre};
use player::view::View;
use recorder::{Budget, Orders, Recorder, Settings};

use super::SkirmishView;
use crate::kernel::assets::Assets;
use crate::kernel::ruleset::Ruleset;
use crate::kernel::scenario::Scenario;
use crate::skirmish::{Order, Skirmish};
use crate::summary::Summary;
use crate::view::tint::{UNKNOWN, colour};

fn rules(name: &str) -> Arc<Skirmish> {
    let assets = Assets::embedded();
    let scenario = Scenario::find(&assets, name).expect("the fight ships");
    Arc::new(Skirmish::open(&scenario, &assets, None).expect("what ships is right"))
}

fn recorder(rules: Arc<Skirmish>) -> Recorder<Skirmish> {
    let orders = Orders::new(rules.scenario_orders());
    Recorder::new(rules, orders, Settings::default())
}

/// A theatre with a fight that is resolved, paused at a tick.
fn theatre(name: &str, at: u32) -> Theatre<Skirmish> {
    theatre_of(rules(name), at)
}

fn theatre_of(rules: Arc<Skirmish>, at: u32) -> Theatre<Skirmish> {
    let opening = Opening::Resolve(Box::new(recorder(rules)));
    let start = Start { at: Some(at), ..Start::default() };
    let mut theatre = Theatre::new(Box::new(SkirmishView), opening, start);
    while theatre.is_busy() {
        theatre.resolve(Budget::Everything);
    }
    theatre
}

fn drawn(theatre: &Theatre<Skirmish>) -> Canvas {
    let mut canvas = Canvas::new(vec2(1.0, 1.0));
    theatre.draw(&mut canvas);
    canvas
}

#[test]
fn what_is_written_on_the_field_grows_with_the_window() {
    let mut theatre = theatre("skirmish/demo", 100);
    let mut height = |size: (f32, f32), words: &str| {
        theatre.set_size(vec2(size.0, size.1));
        theatre.advance(Duration::from_secs(2)); // the camera comes to rest
        let canvas = drawn(&theatre);
        let found = canvas.texts().find(|(text, _)| *text == words).map(|(_, rect)| rect.h);
        found.unwrap_or_else(|| panic!("{words} is not written at {size:?}"))
    };
    for words in ["23", "From the Rot"] {
        let (small, large) = (height((1280.0, 720.0), words), height((3840.0, 2160.0), words));
        assert!(large > 2.0 * small, "{words}: {small} points high at 1280x720, {large} at 3840x2160");
    }
}

#[test]
fn every_moment_draws_the_same_forwards_backwards_and_after_a_seek() {
    let mut theatre = theatre("skirmish/demo", 0);
    let moments: Vec<Moment> = (0..40).map(|i| Moment::between(i * 5, f64::from(i % 4) * 0.25)).collect();
    let mut pictures = Vec::new();
    for moment in &moments {
        theatre.obey(Command::Seek(*moment));
        pictures.push(drawn(&theatre));
    }
    for (moment, picture) in moments.iter().zip(&pictures).rev() {
        theatre.obey(Command::Seek(*moment));
        let again = drawn(&theatre);
        assert_eq!(again.items(), picture.items(), "{moment:?}");
        assert_eq!(again.texts().collect::<Vec<_>>(), picture.texts().collect::<Vec<_>>(), "{moment:?}");
    }
}

#[test]
fn all_that_fell_are_marked_and_told() {
    let theatre = theatre("skirmish/demo", 0);
    let branch = theatre.branches().current();
    let last = branch.recording().last_frame().unwrap();
    let fallen = last.rows().filter(|unit| unit.gone > 0).count();
    assert!(fallen > 4);
    assert_eq!(branch.annals().marks().len(), fallen);
    let told = branch.annals().lines_up_to(branch.head());
    assert_eq!(told.iter().filter(|line| line.mark.is_some()).count(), fallen);
    assert!(told.last().unwrap().text.starts_with("The fight ends"));
}

#[test]
fn the_ledger_counts_what_the_summary_counts() {
    for name in ["skirmish/demo", "skirmish/swarm"] {
        let theatre = theatre(name, 0);
        let branch = theatre.branches().current();
        let health = |place, until| branch.ledger().health(place, until).last().map(|(_, points)| *points);
        for tick in (0..=branch.head()).step_by(29).chain([branch.head()]) {
            let summary = Summary::at(branch.recording(), tick).unwrap();
            let all = standings(
                branch,
                &SkirmishView,
                Span { after: 0, to: tick },
                Sort { column: Column::Name, turned: false },
            );
            assert_eq!(all.len(), summary.units.len());
            for standing in &all {
                let (unit, sums) = (&summary.units[standing.place], standing.sums);
                assert_eq!(standing.who.name, unit.name);
                let counted = (sums.damage, sums.taken, sums.healing, sums.kills);
                assert_eq!(counted, (unit.damage, unit.taken, unit.healing, unit.kills), "{} at {tick}", unit.name);
                let row = branch.recording().frame(tick).unwrap().row(standing.place).copied().unwrap();
                assert_eq!(health(standing.place, tick), Some(if row.is_up() { row.vigor } else { 0 }));
            }
        }
    }
}

#[test]
fn turning_points_end_with_the_side_that_won_and_tell_nothing_of_the_future() {
    let theatre = theatre("skirmish/demo", 0);
    let branch = theatre.branches().current();
    let turns = SkirmishView.turns(branch.recording(), branch.head());
    let good = turns.iter().find(|turn| turn.for_good).unwrap();
    assert_eq!((good.side, good.words.as_str()), (0, "Ally takes the lead for good"));
    assert!(SkirmishView.turns(branch.recording(), 60).iter().all(|turn| turn.tick <= 60));
}

#[test]
fn a_sheet_tells_of_statuses_and_cooldowns_of_its_moment() {
    let mut theatre = theatre("skirmish/ten", 0);
    let (mut statuses, mut waits) = (0, 0);
    for tick in (0..150).step_by(7) {
        theatre.obey(Command::Seek(Moment::of_tick(tick)));
        let scene = theatre.scene().unwrap();
        for place in 0..scene.now.len() {
            let sheet = SkirmishView.sheet(&scene, place).unwrap();
            assert!((0..=sheet.vigor.1).contains(&sheet.vigor.0) && sheet.stats.len() >= 7, "{sheet:?}");
            assert!(sheet.statuses.iter().all(|status| status.left > 0 && !status.text.is_empty()));
            statuses += sheet.statuses.len();
            waits += sheet.skills.iter().filter(|skill| matches!(skill.ready, Ready::In { .. })).count();
        }
    }
    assert!(statuses > 10 && waits > 10, "{statuses} statuses, {waits} waits");
}

#[test]
fn retreat_and_focus_become_orders_of_the_right_side() {
    let mut theatre = theatre("skirmish/demo", 30);
    theatre.obey(Command::Focus(5));
    theatre.obey(Command::Select { place: 2, add: false });
    theatre.obey(Command::Select { place: 3, add: true });
    theatre.obey(Command::Retreat);
    let orders = theatre.branches().current().recording().orders();
    let given: Vec<String> = orders.all().iter().map(|o| format!("{} {}", o.tick, written(&o.order))).collect();
    assert_eq!(given, ["30 ally focus 6", "30 ally retreat 3", "30 ally retreat 4"]);
    theatre.obey(Command::Focus(1));
    assert_eq!(theatre.word(), Some("that one is on their own side; go for a foe"));
}

fn written(order: &Order) -> String {
    let side = order.side().name();
    match order {
        Order::Retreat { unit, .. } => format!("{side} retreat {}", unit.map_or("all".to_owned(), |id| id.to_string())),
        Order::Focus { unit, .. } => format!("{side} focus {unit}"),
    }
}

#[test]
fn every_shipped_fight_can_be_drawn_at_every_tick() {
    let mut mesh = Mesh::new();
    let mut atlas = player::canvas::Atlas::new();
    for name in ["skirmish/demo", "skirmish/ten", "skirmish/swarm", "skirmish/stalemate"] {
        let mut theatre = theatre(name, 0);
        let last = theatre.branches().current().head();
        for tick in (0..=last).step_by(47) {
            theatre.obey(Command::Seek(Moment::between(tick, 0.4)));
            let canvas = drawn(&theatre);
            mesh.build(&canvas, &mut atlas, 1.0);
            assert!(mesh.vertices.iter().all(|v| v.at.x.is_finite() && v.at.y.is_finite()), "{name} at {tick}");
        }
    }
}

#[test]
fn every_shape_and_cue_of_the_content_has_a_drawing() {
    let rules = rules("skirmish/ten");
    for species in &rules.content.species {
        assert!(super::silhouette::is_known_shape(&species.shape), "{}", species.shape);
        assert_ne!(colour(&species.colour), UNKNOWN, "{}", species.colour);
    }
    for graft in &rules.content.grafts {
        assert!(super::silhouette::of_cue(&graft.cue).is_some(), "{}", graft.cue);
    }
}

#[test]
fn nobody_slides_to_where_it_is_summoned() {
    let theatre = theatre("skirmish/swarm", 0);
    let recording = theatre.branches().current().recording();
    let last = recording.last_frame().unwrap();
    let (place, unit) = last.rows().enumerate().find(|(_, unit)| unit.born > 0).unwrap();
    let (born, annals) = (u32::from(unit.born), theatre.branches().current().annals());
    let at = |moment| player::view::Scene::at(recording, annals, moment).unwrap();
    assert!(SkirmishView.unit(&at(Moment::between(born - 1, 0.9)), place).is_none());
    assert!(SkirmishView.unit(&at(Moment::of_tick(born)), place).is_some());
}

/// Ten times the ten, each ten a tile farther: two hundred units.
fn crowd() -> Arc<Skirmish> {
    let ten = rules("skirmish/ten");
    let mut muster = ten.muster.clone();
    for squad in &mut muster.squads {
        let once = squad.clone();
        let shifted = (0..10_u8).flat_map(|i| {
            once.iter().cloned().map(move |mut r| {
                r.tile = [(r.tile[0] + i) % 12, (r.tile[1] + i) % 14];
                r
            })
        });
        *squad = shifted.collect();
    }
    muster.births = (1..=200).collect();
    Arc::new(Skirmish::new(Arc::clone(&ten.content), muster))
}

/// A measurement: `cargo test --release -- --ignored --nocapture display_list`.
#[test]
#[ignore = "a measurement, to be run with --release"]
#[expect(clippy::disallowed_methods, reason = "it measures")]
fn the_display_list_of_many_units_is_built_quickly() {
    let shipped = ["skirmish/demo", "skirmish/ten", "skirmish/swarm"].map(|name| (name, rules(name)));
    for (name, rules) in shipped.into_iter().chain([("a crowd", crowd())]) {
        let mut theatre = theatre_of(rules, 0);
        theatre.obey(Command::Seek(Moment::of_tick(20)));
        let units = theatre.scene().unwrap().now.rows().filter(|unit| unit.is_up()).count();
        let (mut canvas, mut mesh, mut atlas) = (drawn(&theatre), Mesh::new(), player::canvas::Atlas::new());
        mesh.build(&canvas, &mut atlas, 1.0);
        let (mut list, mut triangles) = (Duration::MAX, Duration::MAX);
        for _ in 0..200 {
            let from = std::time::Instant::now();
            theatre.draw(&mut canvas);
            list = list.min(from.elapsed());
            let from = std::time::Instant::now();
            mesh.build(&canvas, &mut atlas, 1.0);
            triangles = triangles.min(from.elapsed());
        }
        println!(
            "{name}  {units} units  {} shapes  list {list:?}  {} vertices  triangles {triangles:?}",
            canvas.items().len(),
            mesh.vertices.len()
        );
    }
}
