//! The muster without a window: by keys alone and by mouse alone one gets from an empty field into a fight; files with
//! faults open with them told; nothing is lost.

use std::path::Path;
use std::time::Duration;

use player::canvas::{Canvas, Shape};
use player::geometry::{Rect, Vec2, vec2};
use player::input::{Button, Held, Input, Key};
use player::screen::{Next, Screen};

use super::MusterScreen;
use super::command::{Command, KEYS, Zone, command_for_key};
use super::workshop::Open;
use crate::kernel::assets::Assets;
use crate::kernel::stream::Stream;
use crate::skirmish::Skirmish;
use crate::skirmish::draft::Change;
use crate::view::engagement::recorder;

const SIZES: [Vec2; 3] = [vec2(900.0, 600.0), vec2(1_280.0, 720.0), vec2(2_560.0, 1_440.0)];

/// A person in front of the muster.
struct Seat {
    screen: MusterScreen,
    size: Vec2,
    _folder: tempfile::TempDir,
}

impl Seat {
    fn new() -> Self {
        Self::of(SIZES[1])
    }

    fn of(size: Vec2) -> Self {
        let folder = tempfile::tempdir().expect("a folder for the test");
        let squads = folder.path().join("squads");
        let mut screen = MusterScreen::new(&Assets::embedded(), squads).expect("what ships is right");
        screen.set_size(size);
        let mut seat = Self { screen, size, _folder: folder };
        seat.wait();
        seat
    }

    fn wait(&mut self) {
        self.screen.advance(Duration::from_millis(16));
    }

    fn keys(&mut self, keys: &[Key]) {
        for key in keys {
            self.screen.input(&Input::Key(*key, Held::default()));
            self.wait();
        }
    }

    fn type_in(&mut self, text: &str) {
        for letter in text.chars() {
            self.screen.input(&Input::Text(letter));
            self.screen.input(&Input::Key(Key::Sign(letter.to_ascii_lowercase()), Held::default()));
            self.wait();
        }
    }

    fn drag(&mut self, from: Vec2, to: Vec2) {
        let held = Held::default();
        self.screen.input(&Input::Move(from));
        self.wait();
        for input in [Input::Press(from, Button::Left, held), Input::Move(to), Input::Release(to, Button::Left, held)] {
            self.screen.input(&input);
        }
        self.wait();
    }

    fn click(&mut self, words: &str) {
        let at = self.text(words).centre();
        self.drag(at, at);
    }

    fn texts(&self) -> Vec<(String, Rect)> {
        let mut canvas = Canvas::new(self.size);
        self.screen.draw(&mut canvas);
        canvas.texts().map(|(text, rect)| (text.to_owned(), rect)).collect()
    }

    fn text(&self, words: &str) -> Rect {
        let texts = self.texts();
        let found = texts.iter().find(|(text, _)| text == words);
        found.unwrap_or_else(|| panic!("nowhere stands {words:?}: {texts:?}")).1
    }

    fn says(&self, words: &str) -> bool {
        let all: Vec<String> = self.texts().into_iter().map(|(text, _)| text).collect();
        all.join(" ").contains(words)
    }

    fn tile(&self, tile: [u8; 2]) -> Vec2 {
        self.screen.lens().screen_from_field(vec2(f32::from(tile[0]) + 0.5, f32::from(tile[1]) + 0.5))
    }

    fn tiles(&self) -> Vec<[u8; 2]> {
        self.screen.workshop().draft().fighters.iter().map(|recruit| recruit.tile).collect()
    }
}

#[test]
fn by_keys_alone_a_squad_is_bought_placed_grafted_and_engaged() {
    let mut seat = Seat::new();
    seat.keys(&[Key::Sign('2'), Key::Enter, Key::Down, Key::Down, Key::Sign('b')]);
    assert_eq!(seat.tiles().len(), 2);
    seat.keys(&[Key::Tab, Key::Sign('n'), Key::Enter, Key::Left, Key::Up, Key::Enter]);
    assert_eq!(seat.screen.workshop().zone(), Zone::Field);
    let moved = seat.tiles()[0];
    assert_eq!(seat.screen.workshop().tile(), moved);
    seat.keys(&[Key::Tab, Key::Down, Key::Enter]);
    assert_eq!(seat.screen.workshop().draft().fighters[0].grafts, [0]);
    seat.keys(&[Key::Sign('t')]);
    seat.type_in("41");
    seat.keys(&[Key::Enter, Key::Sign('m')]);
    seat.type_in("Röm e");
    seat.keys(&[Key::Escape]);
    let workshop = seat.screen.workshop();
    assert_eq!((workshop.sortie().seed, workshop.draft().name.as_str()), (41, "Röm e"));
    assert!(seat.screen.take_next().is_none(), "letters of a name engage nothing");
    seat.keys(&[Key::Sign('e')]);
    assert!(matches!(seat.screen.take_next(), Some(Next::Screen(_))));
}

#[test]
fn by_mouse_alone_a_squad_is_bought_placed_grafted_and_engaged() {
    for size in SIZES {
        let mut seat = Seat::of(size);
        seat.click("3");
        seat.click("Ram Beetle");
        assert_eq!(seat.tiles().len(), 1, "a click buys");
        let card = seat.text("Leechvine").centre();
        seat.drag(card, seat.tile([4, 2]));
        assert_eq!(seat.tiles()[1], [4, 2], "dragged, it stands where it was let go");
        let from = seat.tiles()[0];
        seat.drag(seat.tile(from), seat.tile([4, 2]));
        assert_eq!(seat.tiles(), [[4, 2], from], "two swap");
        seat.drag(seat.tile(from), seat.tile([8, 11]));
        assert_eq!(seat.tiles()[1], [8, 11]);
        seat.drag(seat.tile([8, 11]), seat.tile([20, 3]));
        assert_eq!(seat.tiles()[1], [8, 11], "nobody is placed in the other half");
        assert!(seat.says("cannot stand on tile 20,3"));
        seat.click("Thick Pulp");
        assert_eq!(seat.screen.workshop().draft().fighters[1].grafts.len(), 1);
        seat.click("›");
        seat.click("Roll");
        seat.click("Engage");
        assert!(matches!(seat.screen.take_next(), Some(Next::Screen(_))), "{size:?}");
        let shop = seat.text("Shellback").centre();
        seat.drag(seat.tile([8, 11]), shop);
        assert_eq!(seat.tiles(), [[4, 2]], "dragged off the field, it is sent away");
    }
}

#[test]
fn what_is_engaged_is_what_stands_on_the_field() {
    let mut seat = Seat::new();
    seat.keys(&[Key::Sign('r'), Key::Sign('.'), Key::Sign('s')]);
    let workshop = seat.screen.workshop();
    let text = workshop.sortie().scenario(workshop.content()).expect("a random squad has no faults");
    let recording = recorder::<Skirmish>(&seat.screen.assets, &text).expect("it can be resolved").recording();
    let cast = recording.cast();
    let muster = workshop.sortie().muster(workshop.content());
    assert_eq!(cast.names.len(), muster.recruits().count());
    assert_eq!(cast.title, muster.title);
}

#[test]
fn every_change_can_be_taken_back_and_made_again() {
    let mut seat = Seat::new();
    let changes = [Key::Sign('r'), Key::Sign('5'), Key::Sign('.'), Key::Sign('s'), Key::Sign('n'), Key::Sign('x')];
    let mut seen = vec![seat.screen.workshop().sortie().clone()];
    for key in changes {
        seat.keys(&[key]);
        let now = seat.screen.workshop().sortie().clone();
        if seen.last() != Some(&now) {
            seen.push(now);
        }
    }
    assert_eq!(seen.len(), changes.len(), "selecting changes nothing, all else does");
    for before in seen.iter().rev().skip(1) {
        seat.keys(&[Key::Sign('u')]);
        assert_eq!(seat.screen.workshop().sortie(), before);
    }
    for _ in 1..seen.len() {
        seat.screen.obey(Command::Redo);
    }
    assert_eq!(Some(seat.screen.workshop().sortie()), seen.last());
}

#[test]
fn a_squad_file_with_faults_opens_with_them_told_and_can_be_mended() {
    let mut seat = Seat::new();
    let path = seat._folder.path().join("old.squad.toml");
    let text = "ruleset = 'skirmish'\nname = 'Old'\ntier = 1\nunit = [\n\
                { species = 'puff_mortar', at = [5, 6] },\n{ species = 'static_jelly', at = [5, 7] },\n\
                { species = 'ram_beetle', at = [9, 6] },\n{ species = 'dragon', at = [9, 7] },\n]\n";
    std::fs::write(&path, text).expect("written");
    assert!(seat.screen.take_file(&path));
    seat.wait();
    assert_eq!(seat.tiles().len(), 3);
    assert!(seat.says("`dragon`"), "what is unknown is told");
    assert!(seat.says("it costs 42 points, 2 more than tier 1 allows"), "{:?}", seat.texts());
    seat.keys(&[Key::Sign('e')]);
    assert!(seat.screen.take_next().is_none(), "it does not fight like that");
    seat.keys(&[Key::Sign('n'), Key::Sign('x'), Key::Sign('e')]);
    assert!(matches!(seat.screen.take_next(), Some(Next::Screen(_))));
}

#[test]
fn a_file_that_is_no_squad_is_told_and_changes_nothing() {
    let mut seat = Seat::new();
    seat.keys(&[Key::Sign('r')]);
    let before = seat.screen.workshop().sortie().clone();
    let path = seat._folder.path().join("cut.squad.toml");
    std::fs::write(&path, "ruleset = 'skir").expect("written");
    for path in [path.as_path(), Path::new("nowhere.squad.toml")] {
        assert!(seat.screen.take_file(path));
        assert!(matches!(seat.screen.take_next(), Some(Next::Fault(_))));
    }
    assert_eq!(seat.screen.workshop().sortie(), &before);
    assert!(!seat.screen.take_file(Path::new("x.fight")), "that is for others to open");
}

#[test]
fn squads_are_kept_and_found_again_and_replaced_only_when_told() {
    let mut seat = Seat::new();
    seat.keys(&[Key::Sign('r')]);
    seat.screen.obey(Command::Name("Nest".to_owned()));
    seat.keys(&[Key::Sign('k')]);
    assert!(seat.says("Kept as nest.squad.toml"));
    let first = seat.screen.workshop().draft().clone();
    seat.keys(&[Key::Sign('r'), Key::Sign('k')]);
    assert!(matches!(seat.screen.workshop().open(), Open::Replace(_)));
    assert!(seat.says("Another squad has that name"));
    seat.keys(&[Key::Sign('e'), Key::Escape, Key::Sign('l'), Key::Sign('1')]);
    assert_eq!(seat.screen.workshop().draft(), &first, "it is the one that was there");
    seat.keys(&[Key::Sign('r'), Key::Sign('k'), Key::Enter, Key::Sign('c'), Key::Sign('l'), Key::Sign('1')]);
    assert_ne!(seat.screen.workshop().draft(), &first);
}

#[test]
fn what_is_typed_at_once_goes_into_the_name_and_not_to_the_keys() {
    let mut seat = Seat::new();
    seat.keys(&[Key::Sign('r')]);
    seat.screen.obey(Command::Name("Old".to_owned()));
    seat.wait();
    for letter in "mNew E".chars() {
        let key = if letter == ' ' { Key::Space } else { Key::Sign(letter.to_ascii_lowercase()) };
        seat.screen.input(&Input::Text(letter));
        seat.screen.input(&Input::Key(key, Held::default()));
    }
    seat.wait();
    assert!(seat.screen.take_next().is_none(), "E is a letter here");
    assert_eq!(seat.screen.workshop().draft().name, "New E", "it takes the place of the old name");
    seat.screen.input(&Input::Key(Key::Enter, Held::default()));
    seat.screen.input(&Input::Text('e'));
    seat.screen.input(&Input::Key(Key::Sign('e'), Held::default()));
    assert!(matches!(seat.screen.take_next(), Some(Next::Screen(_))), "after Enter it is a key again");
    seat.screen.obey(Command::Name("n".repeat(41)));
    seat.wait();
    assert!(seat.says("A name has at most 40 letters"));
}

#[test]
fn from_a_muster_over_another_screen_one_gets_back_and_loses_nothing_unasked() {
    let mut seat = Seat::new();
    seat.keys(&[Key::Escape, Key::Backspace]);
    assert!(seat.screen.take_next().is_none(), "there is nothing to go back to");
    for key in [Key::Escape, Key::Backspace] {
        let mut seat = Seat::new();
        seat.screen.set_way_back(true);
        seat.keys(&[key]);
        assert!(matches!(seat.screen.take_next(), Some(Next::Back)));
    }
    seat.screen.set_way_back(true);
    seat.keys(&[Key::Sign('r'), Key::Escape]);
    assert!(seat.says("Go back without this squad?") && seat.screen.take_next().is_none());
    seat.keys(&[Key::Escape]);
    assert_eq!(seat.screen.workshop().open(), &Open::Nothing);
    seat.click("‹ Back");
    seat.keys(&[Key::Enter]);
    assert!(matches!(seat.screen.take_next(), Some(Next::Back)));
}

#[test]
fn every_fault_can_be_read_and_is_not_lost() {
    let mut seat = Seat::new();
    let path = seat._folder.path().join("odd.squad.toml");
    let unit = |n: u8| format!("{{ species = 'dragon{n}', at = [9, {n}] }},\n");
    let units: String = (0..7).map(unit).collect();
    let doubled = "{ species = 'shellback', at = [4, 4] },\n".repeat(2);
    let text = format!("ruleset = 'skirmish'\ntier = 3\nname = '{}'\nunit = [\n{units}{doubled}]\n", "n".repeat(50));
    std::fs::write(&path, text).expect("written");
    assert!(seat.screen.take_file(&path));
    seat.wait();
    assert!(seat.says("2 on one tile"));
    seat.keys(&[Key::Escape, Key::Escape, Key::Sign('f')]);
    let Some(Next::Fault(told)) = seat.screen.take_next() else { panic!("F tells the faults") };
    assert_eq!(told.title, "9 faults");
    assert!((0..7).all(|n| told.words.contains(&format!("`dragon{n}`"))), "{}", told.words);
    assert!(told.words.contains("Shellback 1 and Shellback 2 stand on one tile, 4,4"), "{}", told.words);
    assert!(told.words.contains("a name of 50 letters"), "{}", told.words);
    assert!(!told.words.contains(&seat._folder.path().display().to_string()), "{}", told.words);
    seat.click("9 faults");
    assert!(matches!(seat.screen.take_next(), Some(Next::Fault(_))));
}

#[test]
fn kept_squads_are_all_reached_by_keys_and_by_mouse_and_thrown_away_after_a_question() {
    let mut seat = Seat::new();
    for n in 10..32 {
        seat.screen.obey(Command::Random);
        seat.screen.obey(Command::Name(format!("Nest No {n}")));
        seat.screen.obey(Command::Save);
    }
    seat.keys(&[Key::Sign('l')]);
    seat.wait();
    assert!(seat.says("Nest No 10") && !seat.says("Nest No 19"));
    seat.click("After");
    seat.click("Nest No 19");
    assert_eq!(seat.screen.workshop().draft().name, "Nest No 19");
    seat.keys(&[Key::Sign('l'), Key::End, Key::Enter]);
    assert_eq!(seat.screen.workshop().draft().name, "Nest No 31");
    seat.keys(&[Key::Sign('l'), Key::PageUp, Key::Sign('2')]);
    assert_eq!(seat.screen.workshop().draft().name, "Nest No 20");
    seat.keys(&[Key::Sign('l'), Key::Home, Key::Delete]);
    assert!(seat.says("Throw this squad away?"));
    seat.keys(&[Key::Escape, Key::Delete, Key::Enter]);
    assert!(seat.says("Nest No 11") && !seat.says("Nest No 10"));
}

#[test]
fn foes_can_be_looked_at_by_mouse_and_by_keys() {
    let mut seat = Seat::new();
    seat.keys(&[Key::Sign('r'), Key::Sign('v')]);
    let (first, _) = seat.screen.workshop().looked().expect("a foe");
    assert!(first == 0 && seat.says("the foe's"));
    seat.screen.obey(Command::Select(Some(0)));
    let foe = seat.screen.workshop().sortie().enemy(seat.screen.workshop().content()).expect("a foe").recruits[0].tile;
    let at = seat.tile([23 - foe[0], foe[1]]);
    seat.drag(at, at);
    assert!(seat.screen.workshop().looked().is_some() && seat.screen.workshop().selected().is_none());
}

#[test]
fn every_key_of_the_help_does_something() {
    let held = Held::default();
    for (keys, _) in KEYS.iter().flat_map(|(_, keys)| keys.iter()) {
        for word in keys.split_whitespace().filter(|word| *word != "–") {
            let (word, held) = match word.split_once('+') {
                Some(("Shift", rest)) => (rest, Held { shift: true, ..held }),
                Some(("Ctrl", rest)) => (rest, Held { ctrl: true, ..held }),
                _ => (word, held),
            };
            let key = match word {
                "←" => Key::Left,
                "→" => Key::Right,
                "↑" => Key::Up,
                "↓" => Key::Down,
                "Tab" => Key::Tab,
                "Enter" => Key::Enter,
                "Esc" => Key::Escape,
                "Delete" => Key::Delete,
                "Backspace" => Key::Backspace,
                "Space" => Key::Space,
                sign => Key::Sign(sign.chars().next().expect("a word").to_ascii_lowercase()),
            };
            assert!(command_for_key(key, held).is_some(), "{word}");
        }
    }
}

/// Texts with the part of their box that their clip shows.
fn visible_texts(canvas: &Canvas) -> Vec<(&str, Rect)> {
    let texts = canvas.items().iter().filter(|item| matches!(item.shape, Shape::Text { .. })).zip(canvas.texts());
    let seen = texts.map(|(item, (text, rect))| (text, rect, rect.shared_with(canvas.clip_rect(item.clip))));
    seen.filter(|(_, rect, seen)| seen.w * seen.h > 0.2 * rect.w * rect.h).map(|(text, _, seen)| (text, seen)).collect()
}

#[test]
fn everything_lies_within_the_window_and_no_text_over_another() {
    for size in SIZES {
        let mut seat = Seat::of(size);
        for tier in [1, 3, 8] {
            seat.screen.obey(Command::Change(Change::Tier { tier }));
            seat.screen.obey(Command::Random);
            seat.wait();
            let field = seat.screen.field_view();
            assert!(field.w * field.h > 0.25 * size.x * size.y, "{field:?} at {size:?}");
            let window = Rect::new(0.0, 0.0, size.x, size.y);
            let mut canvas = Canvas::new(size);
            seat.screen.desk.draw(&mut canvas);
            let texts: Vec<(&str, Rect)> = visible_texts(&canvas);
            assert!(texts.len() > 60);
            for (place, (text, rect)) in texts.iter().enumerate() {
                let inside = rect.shared_with(window);
                assert!(inside.w > rect.w - 0.5, "{text} at {size:?}");
                for (other, theirs) in &texts[place + 1..] {
                    let shared = rect.inset_by(1.0, 4.0).shared_with(theirs.inset_by(1.0, 4.0));
                    assert!(shared.w * shared.h < 1.0, "{text:?} {rect:?} and {other:?} {theirs:?} at {size:?}");
                }
            }
        }
    }
}

#[test]
fn no_hand_however_wild_breaks_it() {
    let mut seat = Seat::of(SIZES[0]);
    let mut dice = Stream::from_seed(3).fork("hand");
    let signs: Vec<char> = "abcdehklmnrstux12345678,.?q".chars().collect();
    let named = [Key::Tab, Key::Enter, Key::Escape, Key::Left, Key::Right, Key::Up, Key::Down, Key::Delete, Key::Space];
    for step in 0..1_500 {
        let at = vec2(dice.below(920) as f32 - 10.0, dice.below(620) as f32 - 10.0);
        let held = Held { shift: dice.below(4) == 0, ctrl: dice.below(8) == 0 };
        let input = match dice.below(8) {
            0 => Input::Press(at, Button::Left, held),
            1 => Input::Release(at, Button::Left, held),
            2 => Input::Press(at, Button::Right, held),
            3 => Input::Move(at),
            4 => Input::Wheel(at, 1.0),
            5 => Input::Text(*dice.pick(&signs).expect("some")),
            6 => Input::Key(Key::Sign(*dice.pick(&signs).expect("some")), held),
            _ => Input::Key(*dice.pick(&named).expect("some"), held),
        };
        seat.screen.input(&input);
        if step % 3 == 0 {
            seat.wait();
        }
        if step % 40 == 0 {
            let _ = (seat.texts(), seat.screen.take_next());
        }
        let draft = seat.screen.workshop().draft();
        assert!(draft.fighters.len() <= 10, "step {step}");
    }
}
