//! The house: one gets everywhere and back, what goes wrong is told and nothing else happens, pictures overwrite
//! nothing.

use std::path::{Path, PathBuf};
use std::time::Duration;

use crate::canvas::{Canvas, Style};
use crate::colour::palette;
use crate::geometry::{Rect, Vec2, vec2};
use crate::house::{House, Opened, Opener};
use crate::input::{Button, Held, Input, Key};
use crate::screen::{Fault, Next, Screen};

/// A screen that says its name, and does what the letters that it is given ask.
#[derive(Debug, Default)]
struct Page {
    name: String,
    folder: PathBuf,
    size: Vec2,
    inputs: usize,
    time: Duration,
    next: Vec<Next>,
}

fn page(name: &str) -> Box<Page> {
    Box::new(Page { name: name.to_owned(), ..Page::default() })
}

impl Screen for Page {
    fn set_size(&mut self, size: Vec2) {
        self.size = size;
    }

    fn input(&mut self, input: &Input) {
        self.inputs += 1;
        let Input::Key(Key::Sign(sign), _) = input else { return };
        self.next.extend(match sign {
            'd' => Some(Next::Screen(page("deeper"))),
            'r' => Some(Next::Replace(page("replaced"))),
            'o' => Some(Next::Open(PathBuf::from("held"))),
            'f' => Some(Next::Fault(Fault::new("Cannot save", "the disk is full"))),
            'b' => Some(Next::Back),
            _ => None,
        });
    }

    fn set_way_back(&mut self, is_there: bool) {
        if is_there && self.name == "deeper" {
            self.name.push_str("-with-a-way-back");
        }
    }

    fn advance(&mut self, real: Duration) {
        self.time += real;
    }

    fn draw(&self, canvas: &mut Canvas) {
        canvas.clear(self.size);
        let words = format!("{} after {} ms", self.name, self.time.as_millis());
        canvas.text(vec2(4.0, 20.0), Style::new(12.0, palette::BONE), &words);
    }

    fn take_next(&mut self) -> Option<Next> {
        self.next.pop()
    }

    fn picture_path(&self) -> PathBuf {
        self.folder.join("page-tick-7")
    }
}

#[derive(Debug)]
struct Shelf;

impl Opener for Shelf {
    fn open(&mut self, path: &Path) -> Result<Opened, Fault> {
        let remark = Some(Fault::new("cut", "its end is missing"));
        match path.to_str() {
            Some("held") => Ok(Opened { screen: page("held"), remark: None }),
            Some("cut") => Ok(Opened { screen: page("cut"), remark }),
            _ => Err(Fault::new(format!("Cannot open {}", path.display()), "not a recording")),
        }
    }

    fn home(&mut self) -> Option<Box<dyn Screen>> {
        Some(page("home"))
    }
}

fn house() -> House {
    let mut house = House::new(Box::new(Shelf));
    house.set_size(vec2(900.0, 600.0), 1.0);
    house
}

fn key(house: &mut House, key: Key) {
    house.input(&Input::Key(key, Held::default()));
}

fn press(house: &mut House, letters: &str) {
    letters.chars().for_each(|letter| key(house, Key::Sign(letter)));
}

fn texts(house: &House) -> Vec<(String, Rect)> {
    let mut canvas = Canvas::new(vec2(1.0, 1.0));
    house.draw(&mut canvas);
    canvas.texts().map(|(text, rect)| (text.to_owned(), rect)).collect()
}

fn shown(house: &House) -> String {
    texts(house)[0].0.split(' ').next().unwrap().to_owned()
}

#[test]
fn one_gets_everywhere_and_back() {
    let mut house = house();
    house.go_home();
    let mut way = vec![shown(&house)];
    for step in "dorbbb".chars() {
        press(&mut house, &step.to_string());
        way.push(if house.is_quitting() { "out".to_owned() } else { shown(&house) });
    }
    assert_eq!(way, ["home", "deeper-with-a-way-back", "held", "replaced", "deeper-with-a-way-back", "home", "out"]);
}

#[test]
fn from_a_named_fight_one_comes_home_and_only_then_out() {
    let mut house = house();
    house.enter(page("named"));
    press(&mut house, "b");
    assert!(shown(&house) == "home" && !house.is_quitting());
    press(&mut house, "r");
    press(&mut house, "b");
    assert!(shown(&house) == "home" && !house.is_quitting(), "what took home's place is not home");
    press(&mut house, "b");
    assert!(house.is_quitting());
}

#[test]
fn only_so_many_screens_are_kept_home_among_them() {
    let mut house = house();
    house.go_home();
    press(&mut house, &"d".repeat(40));
    assert_eq!(house.depth(), super::house::SCREENS_MAX);
    (1..house.depth()).for_each(|_| press(&mut house, "b"));
    assert_eq!(shown(&house), "home");
}

#[test]
fn what_goes_wrong_is_told_and_the_screen_waits() {
    let mut house = house();
    house.go_home();
    house.drop_file(Path::new("odd.bin"));
    house.advance(Duration::from_secs(9));
    press(&mut house, "dr");
    let told: Vec<String> = texts(&house).into_iter().map(|(text, _)| text).collect();
    assert!(told[0] == "home after 0 ms" && told.contains(&"Cannot open odd.bin".to_owned()), "{told:?}");
    assert!(told.contains(&"not a recording".to_owned()));
    key(&mut house, Key::Escape);
    assert!(house.fault().is_none() && house.depth() == 1);
    house.drop_file(Path::new("cut"));
    assert_eq!((shown(&house).as_str(), &*house.fault().unwrap().words), ("cut", "its end is missing"));
    let (at, held) = (vec2(5.0, 5.0), Held::default());
    house.input(&Input::Release(at, Button::Left, held));
    assert!(house.fault().is_some(), "the button that dropped the file goes up");
    house.input(&Input::Press(at, Button::Left, held));
    house.input(&Input::Release(at, Button::Left, held));
    assert!(house.fault().is_none());
}

#[test]
fn closing_is_heard_while_something_is_told() {
    let mut house = house();
    house.go_home();
    house.tell(Fault::new("Cannot save", "the disk is full"));
    house.input(&Input::Key(Key::Sign('q'), Held { ctrl: true, shift: false }));
    assert!(house.is_quitting());
}

#[test]
fn a_screen_learns_whether_another_lies_beneath() {
    let mut house = house();
    house.go_home();
    assert!(texts(&house)[0].0.starts_with("home after"));
    press(&mut house, "d");
    assert_eq!(shown(&house), "deeper-with-a-way-back");
    press(&mut house, "br");
    assert_eq!(shown(&house), "replaced");
}

#[test]
fn a_long_fault_stays_in_the_window_and_can_be_read_to_its_end() {
    let lines: Vec<String> = (0..60).map(|line| format!("fight.toml:{line}:3: {}", "unknown key ".repeat(9))).collect();
    let endless = "x".repeat(2_000);
    for size in [vec2(900.0, 600.0), vec2(2_560.0, 1_440.0), vec2(320.0, 200.0), vec2(1.0, 1.0)] {
        let mut house = house();
        house.set_size(size, 1.0);
        house.tell(Fault::new(endless.clone(), format!("{}\n{endless}\nthe end", lines.join("\n"))));
        let mut seen = Vec::new();
        for _ in 0..90 {
            seen.extend(texts(&house));
            key(&mut house, Key::PageDown);
        }
        assert!(seen.iter().any(|(text, _)| text == "the end"), "at {size:?}");
        if size.x > 1.0 {
            let window = Rect::new(-0.5, -0.5, size.x + 1.0, size.y + 1.0);
            let out = seen.iter().find(|(_, rect)| rect.shared_with(window).w < rect.w - 0.01);
            assert!(out.is_none(), "{out:?} at {size:?}");
        }
    }
}

#[test]
fn a_picture_goes_beside_the_fight_and_over_no_other() {
    let folder = std::env::temp_dir().join(format!("foregone-house-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let mut house = house();
    house.enter(Box::new(Page { name: "home".to_owned(), folder: folder.clone(), ..Page::default() }));
    key(&mut house, Key::F12);
    let first = std::fs::read(folder.join("page-tick-7.png")).unwrap();
    house.advance(Duration::from_millis(16));
    key(&mut house, Key::F12);
    assert!(texts(&house).iter().any(|(text, _)| text == "saved page-tick-7-2.png"));
    assert!(std::fs::read(folder.join("page-tick-7.png")).unwrap() == first, "the first is left as it was");
    assert!(std::fs::read(folder.join("page-tick-7-2.png")).unwrap() != first, "16 ms later");
    std::fs::remove_dir_all(&folder).unwrap();
    key(&mut house, Key::F12);
    assert_eq!(house.fault().unwrap().title, "Cannot save a picture");
}
