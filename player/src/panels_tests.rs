//! The panels in a theatre: keys and clicks ask what they say, a moment shows the same from every way, and without
//! spoilers nothing of them tells what was not watched.

use std::cell::RefCell;
use std::rc::Rc;
use std::time::Duration;

use recorder::{Budget, Recording};

use crate::canvas::Canvas;
use crate::clerk::Clerk;
use crate::command::Command;
use crate::geometry::vec2;
use crate::input::{Button, Held, Input, Key};
use crate::panels::Panel;
use crate::playback::Moment;
use crate::screen::{Next, Screen};
use crate::standings::{Column, Scope};
use crate::theatre::{Start, Theatre};
use crate::toy::{Toy, ToyView, opening};

const FRAME: Duration = Duration::from_nanos(16_666_667);

fn theatre(at: u32, spoiler_free: bool) -> Theatre<Toy> {
    let start = Start { at: Some(at), spoiler_free, ..Start::default() };
    let mut theatre = Theatre::new(Box::new(ToyView), opening(300, 10), start);
    finish(&mut theatre);
    theatre
}

fn finish(theatre: &mut Theatre<Toy>) {
    while theatre.is_busy() {
        theatre.resolve(Budget::Everything);
    }
    theatre.advance(FRAME);
}

fn texts(theatre: &Theatre<Toy>) -> Vec<String> {
    let mut canvas = Canvas::new(vec2(0.0, 0.0));
    theatre.draw(&mut canvas);
    canvas.texts().map(|(text, _)| text.to_owned()).collect()
}

fn says(theatre: &Theatre<Toy>, words: &str) -> bool {
    texts(theatre).iter().any(|text| text.contains(words))
}

fn key(theatre: &mut Theatre<Toy>, sign: char) {
    theatre.input(&Input::Key(Key::Sign(sign), Held::default()));
    theatre.advance(FRAME);
}

/// Click the last of the texts that say this, as a hand would.
fn click(theatre: &mut Theatre<Toy>, words: &str) {
    let mut canvas = Canvas::new(vec2(0.0, 0.0));
    theatre.draw(&mut canvas);
    let at = canvas.texts().filter(|(text, _)| *text == words).last().map(|(_, rect)| rect.centre());
    let at = at.unwrap_or_else(|| panic!("`{words}` is not on the screen"));
    let held = Held::default();
    for input in [Input::Move(at), Input::Press(at, Button::Left, held), Input::Release(at, Button::Left, held)] {
        theatre.input(&input);
        theatre.advance(FRAME);
    }
}

#[test]
fn panels_open_and_close_by_key_and_by_click_and_leave_the_field_alone() {
    let mut theatre = theatre(110, false);
    let whole = theatre.layout().field;
    for sign in ['6', '7', '8'] {
        key(&mut theatre, sign);
    }
    assert!(says(&theatre, "Contributions") && says(&theatre, "Timelines") && says(&theatre, "Click a unit"));
    assert!(theatre.layout().field.w < whole.w * 0.7);
    key(&mut theatre, '7');
    key(&mut theatre, '8');
    let close = theatre.layout().contributions.unwrap();
    let at = vec2(close.right() - 21.0, close.y + 17.0);
    let held = Held::default();
    for input in [Input::Move(at), Input::Press(at, Button::Left, held), Input::Release(at, Button::Left, held)] {
        theatre.input(&input);
        theatre.advance(FRAME);
    }
    assert_eq!(theatre.layout().field, whole);
    assert!(theatre.selected().is_empty(), "a click on a panel is none on the field");
}

#[test]
fn the_table_is_sorted_by_its_heads_and_a_line_leads_to_its_unit() {
    let mut theatre = theatre(110, false);
    theatre.obey(Command::TogglePanel(Panel::Contributions));
    click(&mut theatre, "Kills");
    assert_eq!(theatre.wishes().sort.column, Column::Kills);
    assert!(!theatre.wishes().sort.turned);
    click(&mut theatre, "Kills");
    assert!(theatre.wishes().sort.turned);
    click(&mut theatre, "Whole fight");
    assert_eq!(theatre.wishes().scope, Scope::Whole);
    click(&mut theatre, "Walker 2");
    assert_eq!(theatre.wishes().inspected, Some(2));
    assert!(theatre.selected().is_empty(), "it has fallen, and can be looked at all the same");
    assert!(says(&theatre, "fallen"));
}

#[test]
fn a_moment_shows_the_same_panels_from_both_ways() {
    let mut theatre = theatre(0, false);
    for panel in [Panel::Contributions, Panel::Inspector, Panel::Timelines] {
        theatre.obey(Command::TogglePanel(panel));
    }
    theatre.obey(Command::Inspect(1));
    theatre.obey(Command::Seek(Moment::of_tick(60)));
    let one = texts(&theatre);
    theatre.obey(Command::End);
    assert_ne!(texts(&theatre), one);
    theatre.obey(Command::Seek(Moment::of_tick(60)));
    assert_eq!(texts(&theatre), one);
}

#[test]
fn without_spoilers_panels_tell_only_what_was_watched() {
    let mut theatre = theatre(50, true);
    for panel in [Panel::Contributions, Panel::Inspector, Panel::Timelines] {
        theatre.obey(Command::TogglePanel(panel));
    }
    theatre.obey(Command::SetScope(Scope::Whole));
    theatre.advance(FRAME);
    assert!(says(&theatre, "0:00.0 – 0:05.0") && says(&theatre, "watched to 0:05.0"));
    assert!(!says(&theatre, "Left wins") && !says(&theatre, "0:30.0"));
    theatre.obey(Command::ToggleSpoilerFree);
    theatre.advance(FRAME);
    assert!(says(&theatre, "Left wins at 0:30.0") && says(&theatre, "0:00.0 – 0:30.0"));
}

#[test]
fn the_aftermath_comes_with_the_end_and_leads_back_to_where_it_turned() {
    let mut theatre = theatre(299, false);
    assert!(!theatre.shows_aftermath());
    key(&mut theatre, '9');
    assert!(!theatre.shows_aftermath(), "there is nothing to bring back yet");
    theatre.obey(Command::End);
    theatre.advance(FRAME);
    assert!(says(&theatre, "a walker falls at 100"));
    theatre.obey(Command::Cancel);
    theatre.advance(FRAME);
    assert!(!says(&theatre, "a walker falls at 100") && says(&theatre, "Left wins"), "the banner stays");
    key(&mut theatre, '9');
    click(&mut theatre, "a walker falls at 100");
    assert!(theatre.playback().is_playing() && theatre.playback().cursor().tick().abs_diff(100) <= 1);
    theatre.obey(Command::End);
    theatre.advance(FRAME);
    assert!(theatre.shows_aftermath(), "each end has its own");
}

/// Three timelines: the first, one of an order at 50, and one of that at 120.
fn branched() -> Theatre<Toy> {
    let mut theatre = theatre(50, false);
    for (tick, place) in [(50, 5), (120, 6)] {
        theatre.obey(Command::Seek(Moment::of_tick(tick)));
        theatre.obey(Command::Select { place, add: false });
        theatre.obey(Command::Retreat);
        finish(&mut theatre);
    }
    theatre.obey(Command::TogglePanel(Panel::Timelines));
    theatre.advance(FRAME);
    theatre
}

#[test]
fn timelines_are_switched_named_and_deleted_in_their_panel() {
    let mut theatre = branched();
    click(&mut theatre, "walker 5 turns");
    assert_eq!((theatre.branches().current_place(), theatre.playback().cursor().tick()), (1, 120));
    click(&mut theatre, "Rename");
    theatre.advance(FRAME);
    for letter in "x2".chars() {
        theatre.input(&Input::Text(letter));
        theatre.input(&Input::Key(Key::Sign(letter), Held::default()));
        theatre.advance(FRAME);
    }
    theatre.input(&Input::Key(Key::Enter, Held::default()));
    theatre.advance(FRAME);
    theatre.advance(FRAME);
    assert_eq!(theatre.branches().current().name(), "walker 5 turnsx2");
    click(&mut theatre, "Delete");
    assert_eq!(theatre.branches().all().len(), 3, "once is not enough");
    click(&mut theatre, "Really delete?");
    assert_eq!(theatre.branches().all().len(), 2);
    assert_eq!(theatre.branches().current_place(), 0);
    assert_eq!(theatre.branches().all()[1].origin(), Some((0, 50)));
    theatre.obey(Command::DeleteBranch(0));
    assert_eq!(theatre.word(), Some("the fight as it was resolved stays"));
}

#[test]
fn two_timelines_are_held_side_by_side_until_escape() {
    let mut theatre = branched();
    key(&mut theatre, 'q');
    assert_eq!(theatre.wishes().compared, Some([1, 2]));
    assert!(says(&theatre, "Side by side") && says(&theatre, "the same up to 0:12.0"));
    theatre.input(&Input::Key(Key::Escape, Held::default()));
    theatre.advance(FRAME);
    assert!(!says(&theatre, "Side by side"));
}

/// Writes down what it is asked.
struct Scribe(Rc<RefCell<Vec<String>>>);

impl Clerk<Toy> for Scribe {
    fn save_script(&mut self, _: &Recording<Toy>) -> Result<String, String> {
        Err("walkers have no scripts".to_owned())
    }

    fn seed(&self, _: &Recording<Toy>) -> Option<u64> {
        Some(7)
    }

    fn save_fight(&mut self, _: &Recording<Toy>) -> Result<String, String> {
        self.0.borrow_mut().push("fight".to_owned());
        Ok("walk.fight".to_owned())
    }

    fn save_report(&mut self, _: &Recording<Toy>, note: &str) -> Result<String, String> {
        self.0.borrow_mut().push(format!("report of {note}"));
        Err("the disk is full".to_owned())
    }

    fn command(&self, _: &Recording<Toy>) -> Option<String> {
        Some("foregone watch toy --seed 7".to_owned())
    }

    fn rematch(&mut self, _: &Recording<Toy>, seed: u64, start: Start) -> Result<Box<dyn Screen>, String> {
        self.0.borrow_mut().push(format!("rematch under {seed}"));
        Ok(Box::new(Theatre::new(Box::new(ToyView), opening(20, 10), start)))
    }
}

#[test]
fn the_end_of_a_fight_can_be_kept_copied_and_fought_again() {
    let asked = Rc::new(RefCell::new(Vec::new()));
    let mut theatre = theatre(299, false).with_clerk(Box::new(Scribe(Rc::clone(&asked))));
    theatre.obey(Command::End);
    theatre.advance(FRAME);
    click(&mut theatre, "Save fight");
    assert_eq!(theatre.word(), Some("saved walk.fight"));
    click(&mut theatre, "Save report");
    assert!(matches!(Screen::take_next(&mut theatre), Some(Next::Fault(told)) if told.words == "the disk is full"));
    click(&mut theatre, "Copy");
    assert_eq!(Screen::take_copied(&mut theatre).as_deref(), Some("foregone watch toy --seed 7"));
    click(&mut theatre, "Rematch");
    assert!(matches!(Screen::take_next(&mut theatre), Some(Next::Screen(_))));
    theatre.obey(Command::Rematch(Some(41)));
    assert_eq!(*asked.borrow(), ["fight", "report of as resolved", "rematch under 8", "rematch under 41"]);
}

#[test]
fn nothing_is_kept_of_a_fight_that_is_still_being_recorded() {
    let asked = Rc::new(RefCell::new(Vec::new()));
    let mut theatre: Theatre<Toy> = Theatre::new(Box::new(ToyView), opening(300, 10), Start::default());
    theatre = theatre.with_clerk(Box::new(Scribe(Rc::clone(&asked))));
    theatre.resolve(Budget::Ticks(20));
    theatre.obey(Command::SaveFight);
    assert_eq!(theatre.word(), Some("it is still being recorded"));
    assert!(asked.borrow().is_empty());
}

#[test]
fn panels_keep_to_their_places_at_every_size() {
    for (w, h) in [(900.0, 600.0), (1_280.0, 720.0), (2_560.0, 1_440.0)] {
        let mut theatre = branched();
        theatre.obey(Command::TogglePanel(Panel::Contributions));
        theatre.obey(Command::Inspect(3));
        theatre.set_size(vec2(w, h));
        theatre.advance(FRAME);
        let mut canvas = Canvas::new(vec2(0.0, 0.0));
        theatre.draw(&mut canvas);
        let layout = theatre.layout();
        for (name, part) in [("Timelines", layout.timelines), ("Contributions", layout.contributions)] {
            let part = part.unwrap();
            let (_, rect) = canvas.texts().find(|(text, _)| *text == name).unwrap();
            assert!(part.contains(rect.centre()), "{name} at {w}×{h}");
        }
        for item in canvas.items() {
            let clip = canvas.clip_rect(item.clip);
            assert!(clip.right() <= w + 0.01 && clip.bottom() <= h + 0.01, "{clip:?} at {w}×{h}");
        }
    }
}

#[test]
fn timelines_turning_points_and_seeds_have_keys_too() {
    let asked = Rc::new(RefCell::new(Vec::new()));
    let mut theatre = branched().with_clerk(Box::new(Scribe(Rc::clone(&asked))));
    let press = |theatre: &mut Theatre<Toy>, key, shift, ctrl| theatre.input(&Input::Key(key, Held { shift, ctrl }));
    press(&mut theatre, Key::F2, false, false);
    theatre.input(&Input::Text('!'));
    press(&mut theatre, Key::Enter, false, false);
    assert_eq!(theatre.branches().current().name(), "walker 6 turns!");
    press(&mut theatre, Key::Delete, false, false);
    press(&mut theatre, Key::Escape, false, false);
    assert_eq!(theatre.branches().all().len(), 3);
    press(&mut theatre, Key::Delete, false, false);
    press(&mut theatre, Key::Enter, false, false);
    assert_eq!(theatre.branches().all().len(), 2);
    theatre.obey(Command::Home);
    press(&mut theatre, Key::Sign('n'), true, false);
    assert_eq!((theatre.playback().cursor().tick(), theatre.word()), (40, Some("a walker falls at 40")));
    press(&mut theatre, Key::Sign('p'), true, false);
    assert_eq!(theatre.word(), Some("no turning point before this"));
    press(&mut theatre, Key::Sign('n'), true, true);
    theatre.input(&Input::Text('5'));
    press(&mut theatre, Key::Enter, false, false);
    assert_eq!(*asked.borrow(), ["rematch under 5"]);
}

#[test]
fn what_keys_do_in_a_theatre_the_rail_does_too() {
    let mut theatre = theatre(110, false);
    for size in [vec2(900.0, 600.0), vec2(1_280.0, 720.0)] {
        theatre.set_size(size);
        for (key, asks) in [("M", "marked; Shift+M names it"), ("M", "marker removed"), ("T", "hidden"), ("T", "shown")]
        {
            click(&mut theatre, key);
            assert!(theatre.word().is_some_and(|word| word.contains(asks)), "{key}: {:?}", theatre.word());
        }
    }
    click(&mut theatre, "leave");
    assert!(matches!(Screen::take_next(&mut theatre), Some(Next::Back)));
}

#[test]
fn at_900_by_600_all_of_the_aftermath_is_seen_and_nothing_lies_over_it() {
    let mut theatre = theatre(299, false).with_clerk(Box::new(Scribe(Rc::default())));
    theatre.set_size(vec2(900.0, 600.0));
    theatre.obey(Command::TogglePanel(Panel::Contributions));
    theatre.obey(Command::TogglePanel(Panel::Inspector));
    theatre.obey(Command::End);
    theatre.advance(FRAME);
    theatre.obey(Command::CopyCommand);
    theatre.advance(FRAME);
    let mut canvas = Canvas::new(vec2(0.0, 0.0));
    theatre.draw(&mut canvas);
    let place = |words: &str| canvas.texts().filter(|(text, _)| *text == words).last().unwrap().1;
    let word = place("the command is on the clipboard");
    let parts = ["Watch again", "Save fight", "Save report", "Leave", "seed 7, next", "Rematch", "Turning points"];
    for (n, part) in parts.iter().enumerate() {
        assert!(!place(part).overlaps(word), "{part}");
        for other in &parts[..n] {
            assert!(!place(part).overlaps(place(other)), "{part} and {other}");
        }
    }
    assert!(place("a walker falls at 100").bottom() < place("Watch again").y);
}
