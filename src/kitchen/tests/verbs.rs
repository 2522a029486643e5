//! The ladder as a table: what is carried, what it is aimed at, and what a press means. A verb or a denial without a row
//! fails; and every press has exactly one event, however long it lasts.

use super::scene::{ALL_FIXTURES, Scene, denial, turnip};
use crate::kitchen::event::What;
use crate::kitchen::grain::{Facing, Point};
use crate::kitchen::input::Frame;
use crate::kitchen::item::{Form, Mark, Ware};
use crate::kitchen::ladder::{Denial, Verb};
use crate::kitchen::press::{judge, scene};
use crate::kitchen::reach::Target;
use crate::kitchen::station::Condition;
use crate::kitchen::ticket::Ticket;

/// Names, a scene made ready, and what a press of cook 0 means in it.
type Row = (&'static str, fn(&mut Scene), Result<Verb, Denial>);

fn at_shelf(s: &mut Scene) {
    s.put(0, 1, 2, Facing::North);
}

fn at_board(s: &mut Scene) {
    s.put(0, 3, 2, Facing::North);
}

fn at_stove(s: &mut Scene) {
    s.put(0, 5, 2, Facing::North);
}

fn at_prep(s: &mut Scene) {
    s.put(0, 7, 2, Facing::North);
}

fn at_window(s: &mut Scene) {
    s.put(0, 2, 3, Facing::West);
}

fn at_sink(s: &mut Scene) {
    s.put(0, 6, 3, Facing::East);
}

fn at_trash(s: &mut Scene) {
    s.put(0, 4, 6, Facing::North);
}

fn mash() -> Ware {
    Ware::dish(1)
}

const ROWS: &[Row] = &[
    ("stock", at_shelf, Ok(Verb::PickFromStation)),
    (
        "a set-down on a shelf",
        |s| {
            at_shelf(s);
            let item = s.state.tally.mint(turnip(), Form::RAW);
            s.station(1, 1).put(item, Mark::new(1, 0));
        },
        Ok(Verb::PickItem),
    ),
    (
        "a shelf, full hand",
        |s| {
            at_shelf(s);
            s.give(0, turnip(), Form::RAW);
        },
        Ok(Verb::Release),
    ),
    (
        "a loaded shelf, full hand",
        |s| {
            at_shelf(s);
            s.give(0, turnip(), Form::RAW);
            s.lay(1, 1, turnip(), Form::RAW);
        },
        Err(Denial::HandsFull),
    ),
    (
        "an empty rack",
        |s| {
            s.put(0, 1, 4, Facing::South);
            s.station(1, 5).stock = 0;
        },
        Err(Denial::InvalidState),
    ),
    (
        "a board, full hand",
        |s| {
            at_board(s);
            s.give(0, turnip(), Form::RAW);
        },
        Ok(Verb::PlaceOnStation),
    ),
    (
        "a stove, full hand",
        |s| {
            at_stove(s);
            s.give(0, turnip(), Form::CHOPPED);
        },
        Ok(Verb::PlaceOnStation),
    ),
    (
        "a loaded board, full hand",
        |s| {
            at_board(s);
            s.give(0, turnip(), Form::RAW);
            s.lay(3, 1, turnip(), Form::RAW);
        },
        Err(Denial::HandsFull),
    ),
    (
        "a ready board, full hand",
        |s| {
            at_board(s);
            s.give(0, turnip(), Form::RAW);
            s.lay(3, 1, turnip(), Form::CHOPPED);
            s.station(3, 1).condition = Condition::Ready;
        },
        Err(Denial::HandsFull),
    ),
    (
        "a ready board, free hand",
        |s| {
            at_board(s);
            s.lay(3, 1, turnip(), Form::CHOPPED);
            s.station(3, 1).condition = Condition::Ready;
        },
        Ok(Verb::PickFromStation),
    ),
    (
        "a board to be worked",
        |s| {
            at_board(s);
            s.lay(3, 1, turnip(), Form::RAW);
        },
        Ok(Verb::StartWork),
    ),
    ("an empty board", at_board, Err(Denial::InvalidState)),
    (
        "one's own work",
        |s| {
            at_board(s);
            s.lay(3, 1, turnip(), Form::RAW);
            s.station(3, 1).condition = Condition::Busy;
            s.station(3, 1).worker = 1;
            s.cook(0).works_at = s.place(3, 1) as u16 + 1;
        },
        Ok(Verb::HoldWork),
    ),
    (
        "another's work",
        |s| {
            at_board(s);
            s.lay(3, 1, turnip(), Form::RAW);
            s.station(3, 1).condition = Condition::Busy;
            s.station(3, 1).worker = 2;
            s.cook(1).works_at = s.place(3, 1) as u16 + 1;
            s.put(1, 4, 1, Facing::West);
            s.cook(1).frame = Frame::REST.acting();
            s.cook(1).frame_until = 90;
            s.cook(1).held_ticks = 1;
        },
        Err(Denial::StationBusy),
    ),
    (
        "a stove at work",
        |s| {
            at_stove(s);
            s.lay(5, 1, turnip(), Form::CHOPPED);
            s.station(5, 1).condition = Condition::Busy;
        },
        Err(Denial::StationBusy),
    ),
    (
        "a board just used",
        |s| {
            at_board(s);
            s.give(0, turnip(), Form::RAW);
            s.station(3, 1).ready_at = 5;
        },
        Err(Denial::StationBusy),
    ),
    (
        "flames",
        |s| {
            at_stove(s);
            s.station(5, 1).condition = Condition::Blocked;
        },
        Err(Denial::InvalidState),
    ),
    (
        "soot, free hand",
        |s| {
            at_stove(s);
            s.station(5, 1).condition = Condition::Dirty;
        },
        Err(Denial::StationDirty),
    ),
    (
        "soot, full hand",
        |s| {
            at_stove(s);
            s.give(0, turnip(), Form::CHOPPED);
            s.station(5, 1).condition = Condition::Dirty;
        },
        Err(Denial::StationDirty),
    ),
    (
        "soot at the window, wrong thing",
        |s| {
            at_window(s);
            s.give(0, turnip(), Form::RAW);
            s.station(1, 3).condition = Condition::Dirty;
        },
        Err(Denial::StationDirty),
    ),
    (
        "a prep, anything",
        |s| {
            at_prep(s);
            s.give(0, turnip(), Form::RAW);
        },
        Ok(Verb::PlateDish),
    ),
    (
        "a prep, a part that fits",
        |s| {
            at_prep(s);
            s.lay(7, 1, turnip(), Form::COOKED);
            s.give(0, Ware::PLATE, Form::RAW);
        },
        Ok(Verb::PlateDish),
    ),
    (
        "a prep, a part that does not",
        |s| {
            at_prep(s);
            s.lay(7, 1, turnip(), Form::COOKED);
            s.give(0, turnip(), Form::RAW);
        },
        Err(Denial::HandsFull),
    ),
    ("an empty prep, free hand", at_prep, Err(Denial::InvalidState)),
    (
        "the window, a dish",
        |s| {
            at_window(s);
            s.give(0, mash(), Form::PLATED);
        },
        Ok(Verb::Serve),
    ),
    (
        "the window, a dish nobody ordered",
        |s| {
            at_window(s);
            s.give(0, Ware::dish(0), Form::PLATED);
        },
        Err(Denial::WrongItem),
    ),
    (
        "the window, no dish",
        |s| {
            at_window(s);
            s.give(0, turnip(), Form::COOKED);
        },
        Err(Denial::WrongItem),
    ),
    ("the window, nothing", at_window, Err(Denial::HandsEmpty)),
    (
        "the sink, a dirty plate",
        |s| {
            at_sink(s);
            s.give(0, Ware::PLATE, Form::DIRTY);
        },
        Ok(Verb::Wash),
    ),
    (
        "the sink, a clean plate",
        |s| {
            at_sink(s);
            s.give(0, Ware::PLATE, Form::RAW);
        },
        Err(Denial::WrongItem),
    ),
    ("the sink, nothing", at_sink, Err(Denial::HandsEmpty)),
    (
        "the sink, loaded",
        |s| {
            at_sink(s);
            s.lay(7, 3, Ware::PLATE, Form::DIRTY);
            s.give(0, Ware::PLATE, Form::DIRTY);
        },
        Err(Denial::HandsFull),
    ),
    (
        "the sink, a plate left in it",
        |s| {
            at_sink(s);
            s.lay(7, 3, Ware::PLATE, Form::DIRTY);
        },
        Ok(Verb::StartWork),
    ),
    (
        "the trash, something",
        |s| {
            at_trash(s);
            s.give(0, turnip(), Form::RAW);
        },
        Ok(Verb::Trash),
    ),
    ("the trash, nothing", at_trash, Err(Denial::HandsEmpty)),
    ("open floor", |s| s.put(0, 4, 3, Facing::South), Err(Denial::NothingHere)),
    (
        "open floor, full hand: no dropping",
        |s| {
            s.put(0, 4, 3, Facing::South);
            s.give(0, turnip(), Form::RAW);
        },
        Err(Denial::NothingHere),
    ),
    (
        "dazed, before everything else",
        |s| {
            s.put(0, 4, 3, Facing::South);
            s.cook(0).stun_until = 9;
        },
        Err(Denial::Stunned),
    ),
    (
        "on the window, past its middle",
        |s| s.put_at(0, Point::new(15_000, 34_000), Facing::North),
        Err(Denial::NotFacing),
    ),
];

/// Denials that no press on its own comes to, each tested below: a target kept from before, and a lost contest.
const BESIDE: [Denial; 2] = [Denial::OutOfReach, Denial::ContestedLost];

fn ready(make: fn(&mut Scene)) -> Scene {
    let mut scene = Scene::new(ALL_FIXTURES, 2);
    scene.put(1, 6, 5, Facing::South);
    scene.state.tickets[0] = Ticket { number: 1, dish: 1, opened: 0, due: 900 };
    make(&mut scene);
    scene
}

#[test]
fn every_press_means_what_the_table_says() {
    for (name, make, means) in ROWS {
        let scene = ready(*make);
        let found = judge(&scene.rules, &scene.state, 0, 0).map(|(verb, _)| verb).map_err(|(denial, _)| denial);
        assert_eq!(found, *means, "{name}");
    }
}

#[test]
fn the_table_has_a_row_for_every_verb_and_every_denial() {
    for verb in Verb::ALL {
        assert!(ROWS.iter().any(|(.., means)| *means == Ok(verb)), "no row for {verb:?}");
    }
    for (denial, name) in Denial::ALL {
        let is_there = ROWS.iter().any(|(.., means)| *means == Err(denial)) || BESIDE.contains(&denial);
        assert!(is_there, "no row for {name}");
        assert_eq!(denial.name(), name);
    }
    assert_eq!(Denial::ALL.len(), 11);
}

#[test]
fn a_target_kept_from_before_can_be_out_of_reach() {
    let scene = ready(|s| s.put(0, 4, 3, Facing::North));
    let far = scene.place(7, 1);
    let scene_now = super::verbs::scene(&scene.rules, &scene.state, 0);
    assert_eq!(scene_now.judge(&scene.state.cooks[0], 0, Target::Station(far)), Err(Denial::OutOfReach));
    let near = scene.place(1, 1);
    let mut kept = ready(at_shelf);
    kept.station(1, 1).stock = 0;
    let scene_now = super::verbs::scene(&kept.rules, &kept.state, 0);
    let gone = scene_now.judge(&kept.state.cooks[0], 0, Target::Item(near));
    assert_eq!(gone, Err(Denial::InvalidState), "what was there is not there any more");
}

/// Whether an event is what a press of a cook came to; what a station does by itself is not.
fn is_of_press(what: &What) -> bool {
    matches!(
        what,
        What::Picked { .. }
            | What::HandedOff { .. }
            | What::Dropped { .. }
            | What::Started { .. }
            | What::Served { .. }
            | What::Denied { .. }
    )
}

#[test]
fn every_press_has_one_event_however_long_it_lasts() {
    for (name, make, means) in ROWS {
        let mut scene = ready(*make);
        let events = scene.run(&[Some(Frame::REST.acting())], 30);
        let of_press = events.iter().filter(|what| is_of_press(what)).count();
        // These begin or keep up a hold.
        let expected = usize::from(!matches!(means, Ok(Verb::Trash | Verb::HoldWork)));
        assert_eq!(of_press, expected, "{name}: {events:?}");
        if let Err(wanted) = means {
            assert_eq!(denial(&events, 0), Some(*wanted), "{name}");
        }
    }
}

#[test]
fn a_release_makes_the_next_press_a_new_one() {
    let mut scene = ready(|s| s.put(0, 4, 3, Facing::South));
    let press = [Some(Frame::REST.acting())];
    assert_eq!(denial(&scene.step(&press), 0), Some(Denial::NothingHere));
    assert_eq!(scene.cook(0).held_ticks, 1);
    assert_eq!(scene.step(&press), []);
    assert_eq!(scene.cook(0).held_ticks, 2);
    scene.step(&[None]);
    assert_eq!((scene.cook(0).held_ticks, scene.cook(0).pressed_tick), (0, 0), "no frame lets go too");
    // No handling time: the very next tick counts.
    assert_eq!(denial(&scene.step(&press), 0), Some(Denial::NothingHere));
}
