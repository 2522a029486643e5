//! The arena without a window: the same picture from both ways, every event drawn, cards played by click, refusals told.

use std::sync::Arc;

use player::branches::Opening;
use player::canvas::Atlas;
use player::canvas::mesh::Mesh;
use player::command::Command;
use player::geometry::{Vec2, vec2};
use player::input::{Button, Held, Input, Key};
use player::playback::Moment;
use player::theatre::{Start, Theatre};
use player::view::{Choice, MarkKind, View};
use recorder::{Budget, Orders, Recorder, Settings};

use super::{ArenaView, figure};
use crate::arena::Arena;
use crate::arena::event::What;
use crate::kernel::assets::Assets;
use crate::kernel::ruleset::Ruleset;
use crate::kernel::scenario::Scenario;
use crate::view::proof::{assert_the_same_both_ways, drawn, says};
use crate::view::tint::{UNKNOWN, colour};

fn theatre(name: &str, at: u32) -> Theatre<Arena> {
    let assets = Assets::embedded();
    let scenario = Scenario::find(&assets, name).expect("the fight ships");
    let rules = Arc::new(Arena::open(&scenario, &assets, None).expect("what ships is right"));
    let orders = Orders::new(rules.scenario_orders());
    let opening = Opening::Resolve(Box::new(Recorder::new(rules, orders, Settings::default())));
    let mut theatre = Theatre::new(Box::new(ArenaView), opening, Start { at: Some(at), ..Start::default() });
    while theatre.is_busy() {
        theatre.resolve(Budget::Everything);
    }
    theatre
}

fn click(theatre: &mut Theatre<Arena>, at: Vec2) {
    for input in [Input::Move(at), Input::Press(at, Button::Left, Held::default())] {
        theatre.input(&input);
    }
    theatre.input(&Input::Release(at, Button::Left, Held::default()));
}

fn key(theatre: &mut Theatre<Arena>, sign: char) {
    theatre.input(&Input::Key(Key::Sign(sign), Held::default()));
}

/// The middle of a tile, in points of the window.
fn tile(theatre: &Theatre<Arena>, x: f32, y: f32) -> Vec2 {
    theatre.lens().screen_from_field(vec2(x + 0.5, 32.0 - y - 0.5))
}

#[test]
fn every_moment_draws_the_same_forwards_backwards_and_after_a_seek() {
    assert_the_same_both_ways(&mut theatre("arena/duel", 0));
}

#[test]
fn every_event_can_be_drawn_at_every_size() {
    let (mut mesh, mut atlas) = (Mesh::new(), Atlas::new());
    for (place, name) in ["arena/duel", "arena/siege", "arena/script"].into_iter().enumerate() {
        let mut theatre = theatre(name, 0);
        theatre.obey(Command::ToggleOverlays);
        theatre.set_size([vec2(1280.0, 720.0), vec2(900.0, 600.0), vec2(2560.0, 1440.0)][place]);
        let recording = theatre.branches().current().recording();
        let events = recording.events(0..recording.event_count());
        // One tick of every kind of event, and some in between.
        let mut seen = std::collections::BTreeMap::new();
        for event in events {
            seen.entry(kind(&event.what)).or_insert(event.tick);
        }
        let last = theatre.branches().current().head();
        let ticks: Vec<u32> = seen.into_values().chain((0..last).step_by(311)).chain([last]).collect();
        for tick in ticks {
            theatre.obey(Command::Seek(Moment::between(tick.min(last), 0.3)));
            let canvas = drawn(&theatre);
            mesh.build(&canvas, &mut atlas, 1.0);
            assert!(mesh.vertices.iter().all(|v| v.at.x.is_finite() && v.at.y.is_finite()), "{name} at {tick}");
        }
    }
}

fn kind(what: &What) -> &'static str {
    match what {
        What::Played { .. } => "played",
        What::Refused { .. } => "refused",
        What::Entered { .. } => "entered",
        What::Routed { .. } => "routed",
        What::Stranded { .. } => "stranded",
        What::Thrown { .. } => "thrown",
        What::Cast { .. } => "cast",
        What::Burst { .. } => "burst",
        What::Struck { .. } => "struck",
        What::Fell { .. } => "fell",
        What::Overtime => "overtime",
        What::Ended { .. } => "ended",
    }
}

#[test]
fn a_card_taken_by_key_or_click_is_played_where_one_clicks() {
    let mut theatre = theatre("arena/script", 5);
    key(&mut theatre, '1');
    assert_eq!(theatre.chosen(), Some(Choice { side: 0, place: 0 }));
    let at = tile(&theatre, 3.0, 12.0);
    theatre.input(&Input::Move(at));
    assert!(says(&theatre, "Mossguard at 3 12"), "where it would enter");
    click(&mut theatre, at);
    assert_eq!((theatre.branches().all().len(), theatre.chosen()), (2, None), "a new timeline, and the card is gone");
    let given = theatre.branches().current().recording().orders().at(5).to_vec();
    let rules = theatre.branches().current().recording().rules().expect("they are at hand");
    assert_eq!(rules.write_order(&given[0].order), "ally deploy mossguard 3 12");
    theatre.obey(Command::Seek(Moment::of_tick(8)));
    let scene = theatre.scene().unwrap();
    let king = scene.now.row(0).unwrap();
    assert!(!king.hand.contains(&given[0].order.card), "it was paid for");
    drop(scene);
    let layout = theatre.layout();
    let slot = theatre.slots(&layout).into_iter().find(|slot| slot.choice.side == 1).expect("the other hand");
    click(&mut theatre, slot.rect.centre());
    assert_eq!(theatre.chosen(), Some(slot.choice));
    theatre.input(&Input::Key(Key::Escape, Held::default()));
    assert_eq!(theatre.chosen(), None);
}

#[test]
fn a_key_goes_from_one_hand_to_the_other_and_to_none() {
    let mut theatre = theatre("arena/script", 5);
    let chosen = [0, 1, 2].map(|_| {
        key(&mut theatre, '2');
        theatre.chosen().map(|choice| (choice.side, choice.place))
    });
    assert_eq!(chosen, [Some((0, 1)), Some((1, 1)), None]);
}

#[test]
fn what_would_be_refused_is_told_before_and_gives_no_order() {
    let mut theatre = theatre("arena/script", 5);
    let refusals = [
        ('1', 3.0, 25.0, "outside the own half"),
        ('1', 3.0, 6.0, "occupied by a building"),
        ('1', -1.0, 6.0, "outside the field"),
        ('2', 3.0, 12.0, ""),
    ];
    for (sign, x, y, why) in refusals.into_iter().take(3) {
        key(&mut theatre, sign);
        let at = tile(&theatre, x, y);
        theatre.input(&Input::Move(at));
        assert!(says(&theatre, why), "{why}");
        click(&mut theatre, at);
        assert!(theatre.word().is_some_and(|word| word.ends_with(why)), "{:?}", theatre.word());
        assert_eq!(theatre.branches().all().len(), 1);
        assert!(theatre.chosen().is_some(), "one tries again");
        theatre.input(&Input::Key(Key::Escape, Held::default()));
    }
}

#[test]
fn refusals_are_in_the_journal_and_on_the_bar_and_only_towers_are_marked_as_fallen() {
    let theatre = theatre("arena/script", 0);
    let branch = theatre.branches().current();
    let lines = branch.annals().lines_up_to(branch.head());
    let refused = lines.iter().filter(|line| line.mark == Some(MarkKind::Refusal));
    assert!(refused.clone().count() >= 4 && refused.clone().all(|line| line.text.contains("refused")));
    let towers = branch.recording().last_frame().unwrap();
    let fallen = towers.rows().take(6).filter(|tower| !tower.is_up()).count();
    let marks = branch.annals().marks().iter().filter(|mark| mark.kind == MarkKind::Fall).count();
    assert_eq!(marks, fallen);
}

#[test]
fn the_overlay_shows_more_and_the_bar_says_when_rules_change() {
    let mut theatre = theatre("arena/duel", 700);
    let before = drawn(&theatre).items().len();
    key(&mut theatre, 'z');
    assert!(drawn(&theatre).items().len() > before + 10, "paths and goals");
    assert!(says(&theatre, "×2 elixir"));
    let scene = theatre.scene().unwrap();
    for place in 0..scene.now.len() {
        let sheet = ArenaView.sheet(&scene, place).unwrap();
        assert!((0..=sheet.vigor.1).contains(&sheet.vigor.0) && sheet.stats.len() >= 5, "{sheet:?}");
    }
}

#[test]
fn every_shape_and_colour_of_the_cards_has_a_drawing() {
    let theatre = theatre("arena/mirror", 0);
    for card in &theatre.branches().current().recording().cast().cards {
        assert!(figure::is_known(&card.shape), "{}", card.shape);
        assert_ne!(colour(&card.colour), UNKNOWN, "{}", card.colour);
    }
}

#[test]
fn hands_lie_within_the_window_and_beside_each_other() {
    let mut theatre = theatre("arena/mirror", 0);
    for size in [vec2(900.0, 600.0), vec2(1280.0, 720.0), vec2(2560.0, 1440.0)] {
        theatre.set_size(size);
        let layout = theatre.layout();
        let slots = theatre.slots(&layout);
        assert_eq!(slots.len(), 8);
        for (place, slot) in slots.iter().enumerate() {
            let inside = slot.rect.shared_with(layout.field);
            assert!((inside.w - slot.rect.w).abs() + (inside.h - slot.rect.h).abs() < 0.01, "{slot:?} at {size:?}");
            assert!(slots[place + 1..].iter().all(|other| !other.rect.overlaps(slot.rect)), "{slot:?} at {size:?}");
        }
    }
}
